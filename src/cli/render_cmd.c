/* render: a mustache template and JSON data, from files. */
#include "cli/cli.h"
#include "mustache/mustache.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>

enum { FILE_MAX = 1 << 20, PARTIALS = 256 };

struct folder {
    const char *dir;
    struct arena arena;
    struct {
        struct slice name;
        struct mustache *template;
    } known[PARTIALS];
    int n;
    struct mustache_error error;
    bool failed;
};

static int read_file(const char *path, struct buf *out, struct fault *fault)
{
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
    char chunk[8192];
    size_t n;
    if (!f)
        return fault_set(fault, EX_NOINPUT, "%s: %s", path, strerror(errno));
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
        buf_add(out, chunk, n);
    if (f != stdin)
        fclose(f);
    return out->full ? fault_set(fault, EX_DATAERR, "%s: too long", path) : 0;
}

static const struct mustache *find_partial(void *ctx, struct slice name)
{
    static const char *const endings[] = {"", ".mustache", ".txt", ".html"};
    struct folder *folder = ctx;
    for (int i = 0; i < folder->n; i++)
        if (slice_eq(folder->known[i].name, name))
            return folder->known[i].template;
    if (folder->n == PARTIALS || name.n == 0 || name.n > 200 || memchr(name.p, '/', name.n) ||
        name.p[0] == '.')
        return NULL;
    struct mustache *t = NULL;
    for (int i = 0; i < 4 && !t; i++) {
        struct buf text = BUF(FILE_MAX);
        struct fault fault;
        const char *path = arena_printf(&folder->arena, "%s/%.*s%s", folder->dir, (int)name.n,
                                        name.p, endings[i]);
        if (read_file(path, &text, &fault) == 0) {
            struct mustache_error error;
            t = mustache_compile(path, buf_all(&text), &error);
            if (!t && !folder->failed) {
                folder->failed = true;
                folder->error = error;
            }
        }
        buf_free(&text);
    }
    folder->known[folder->n].name = (struct slice){arena_slice(&folder->arena, name), name.n};
    folder->known[folder->n++].template = t;
    return t;
}

static int complain(const struct mustache_error *e, struct fault *fault)
{
    return fault_set(fault, EX_DATAERR, "%s:%d:%d: %s", e->name, e->line, e->column, e->text);
}

static int render(struct cli *cli, const char *template, const char *data, struct folder *folder,
                  bool plain, struct fault *fault)
{
    struct buf text = BUF(FILE_MAX), values = BUF(64 << 20), out = BUF(64 << 20);
    struct mustache_error error;
    struct mustache *t = NULL;
    json_error_t wrong;
    json_t *json = NULL;
    struct mustache_loader loader = {.find = find_partial,
                                     .ctx = folder,
                                     .escape = plain ? MUSTACHE_PLAIN : MUSTACHE_HTML};
    int r = -1;
    if (read_file(template, &text, fault) != 0 || read_file(data, &values, fault) != 0)
        goto out;
    t = mustache_compile(template, buf_all(&text), &error);
    if (!t) {
        complain(&error, fault);
        goto out;
    }
    json = json_loadb(buf_text(&values), values.n, JSON_DECODE_ANY, &wrong);
    if (!json) {
        fault_set(fault, EX_DATAERR, "%s:%d:%d: %s", data, wrong.line, wrong.column, wrong.text);
        goto out;
    }
    if (mustache_render(t, json, &loader, &out, &error) != 0 || folder->failed) {
        complain(folder->failed ? &folder->error : &error, fault);
        goto out;
    }
    fwrite(buf_text(&out), 1, out.n, cli->out);
    r = 0;
out:
    if (t)
        mustache_free(&t);
    json_decref(json);
    buf_free(&text);
    buf_free(&values);
    buf_free(&out);
    return r;
}

int cmd_render(struct cli *cli, int argc, char **argv)
{
    const char *words[3], *partials = NULL;
    bool plain = false;
    struct cli_slot slots[] = {{"partials", &partials, NULL, NULL}, {"plain", NULL, &plain, NULL}, {0}};
    struct fault fault;
    int r = cli_parse("render", argc, argv, slots, words, 2, 2);
    if (r != 0)
        return r;
    struct folder *folder = calloc(1, sizeof *folder);
    if (!folder)
        die("out of memory");
    folder->arena = ARENA(4 << 20);
    folder->dir = partials ? partials : dirname(arena_strdup(&folder->arena, words[0]));
    if (render(cli, words[0], words[1], folder, plain, &fault) != 0)
        r = cli_fail(&fault);
    for (int i = 0; i < folder->n; i++)
        if (folder->known[i].template)
            mustache_free(&folder->known[i].template);
    arena_free(&folder->arena);
    free(folder);
    return r;
}
