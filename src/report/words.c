/* Invariants
 *   1. A phrase or template is compiled once per struct words; `find` never compiles twice, also
 *      when it failed (the entry stays with template NULL).
 *   2. Names reach the file system only when they are [a-z0-9._-]+ and do not begin with a dot. */
#include "report/words.h"
#include "mustache/mustache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUCKETS = 512, FILE_MAX = 1 << 20 };

struct entry {
    struct entry *next;
    struct slice name;
    struct mustache *template; /* NULL: looked for and not there */
};

struct words {
    struct words *next;
    struct words_shelf *shelf;
    const char *lang, *engine;
    struct entry *buckets[BUCKETS];
    struct fault fault; /* the first error met while looking up a partial */
    bool failed;
};

struct words_shelf {
    const char **dirs;
    struct words *all;
    struct arena arena;
};

struct words_shelf *words_open(const char *const *dirs)
{
    struct words_shelf *s = calloc(1, sizeof *s);
    int n = 0;
    if (!s)
        die("out of memory");
    s->arena = ARENA(64 << 20);
    while (dirs[n])
        n++;
    s->dirs = arena_array(&s->arena, const char *, n + 1);
    for (int i = 0; i < n; i++)
        s->dirs[i] = arena_strdup(&s->arena, dirs[i]);
    return s;
}

void words_free(struct words_shelf **shelf)
{
    if (!*shelf)
        return;
    for (struct words *w = (*shelf)->all; w; w = w->next)
        for (int b = 0; b < BUCKETS; b++)
            for (struct entry *e = w->buckets[b]; e; e = e->next)
                if (e->template)
                    mustache_free(&e->template);
    arena_free(&(*shelf)->arena);
    free(*shelf);
    *shelf = NULL;
}

static bool name_ok(struct slice name)
{
    if (name.n == 0 || name.n > 64 || name.p[0] == '.')
        return false;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '.' || c == '_' || c == '-'))
            return false;
    }
    return true;
}

static unsigned bucket(struct slice name)
{
    unsigned h = 2166136261u;
    for (size_t i = 0; i < name.n; i++)
        h = (h ^ (unsigned char)name.p[i]) * 16777619u;
    return h % BUCKETS;
}

static struct entry *entry_find(struct words *w, struct slice name)
{
    for (struct entry *e = w->buckets[bucket(name)]; e; e = e->next)
        if (slice_eq(e->name, name))
            return e;
    return NULL;
}

static struct entry *entry_add(struct words *w, struct slice name)
{
    struct entry *e = arena_new(&w->shelf->arena, struct entry);
    struct entry **head = &w->buckets[bucket(name)];
    e->name = (struct slice){arena_slice(&w->shelf->arena, name), name.n};
    e->next = *head;
    *head = e;
    return e;
}

/* Reads a whole file: 1 read, 0 not there, -1 fault. */
static int read_file(const char *path, struct buf *out, struct fault *fault)
{
    FILE *f = fopen(path, "re");
    char chunk[8192];
    size_t n;
    if (!f)
        return errno == ENOENT || errno == ENOTDIR
                   ? 0
                   : fault_set(fault, EX_NOINPUT, "%s: %s", path, strerror(errno));
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
        buf_add(out, chunk, n);
    fclose(f);
    if (out->full)
        return fault_set(fault, EX_CONFIG, "%s: longer than %d bytes", path, FILE_MAX);
    return 1;
}

static int compile(struct words *w, struct slice name, const char *path, int line,
                   struct slice text, struct fault *fault)
{
    struct mustache_error error;
    struct mustache *t = mustache_compile(path, text, &error);
    if (!t)
        return fault_set(fault, EX_CONFIG, "%s:%d:%d: %s", path, line + error.line - 1,
                         error.column, error.text);
    entry_add(w, name)->template = t;
    return 0;
}

static bool continues(struct slice rest)
{
    return rest.n && (rest.p[0] == ' ' || rest.p[0] == '\t');
}

/* "name = text", continued by lines that begin with white space; the first file read wins. */
static int read_phrases(struct words *w, const char *path, struct slice text, struct fault *fault)
{
    struct buf value = BUF(64 << 10);
    int line = 0, r = 0;
    while (text.p && r == 0) {
        struct slice value_part, name;
        value_part = slice_cut(&text, '\n');
        int first = ++line;
        if (slice_trim(value_part).n == 0 || value_part.p[0] == '#')
            continue;
        name = slice_cut(&value_part, '=');
        name = slice_trim(name);
        if (!value_part.p || !name_ok(name)) {
            r = fault_set(fault, EX_CONFIG, "%s:%d: expected \"name = text\"", path, first);
            break;
        }
        buf_clear(&value);
        buf_slice(&value, slice_trim(value_part));
        for (; text.p && continues(text); line++) {
            buf_char(&value, value.n && text.p[0] == '\t' ? '\n' : ' ');
            buf_slice(&value, slice_trim(slice_cut(&text, '\n')));
        }
        if (!entry_find(w, name))
            r = compile(w, name, path, first, buf_all(&value), fault);
    }
    buf_free(&value);
    return r;
}

/* Calls back for <dir>/<lang>/<folder>/<name> in the order of importance until one returns != 0. */
static int each_file(struct words *w, const char *name,
                     int (*use)(struct words *, const char *, struct slice, struct slice,
                                struct fault *),
                     struct slice key, struct fault *fault)
{
    const char *folders[2] = {w->engine, "common"};
    struct buf bytes = BUF(FILE_MAX);
    int r = 0;
    for (int k = 0; k < 2 && r == 0; k++) {
        for (int d = 0; w->shelf->dirs[d] && r == 0; d++) {
            char path[1024];
            if (k == 1 && strcmp(w->engine, "common") == 0)
                continue;
            int n = snprintf(path, sizeof path, "%s/%s/%s/%s", w->shelf->dirs[d], w->lang,
                             folders[k], name);
            if (n < 0 || (size_t)n >= sizeof path)
                continue;
            buf_clear(&bytes);
            r = read_file(path, &bytes, fault);
            if (r == 1)
                r = use(w, path, key, buf_all(&bytes), fault);
        }
    }
    buf_free(&bytes);
    return r;
}

static int use_phrases(struct words *w, const char *path, struct slice key, struct slice text,
                       struct fault *fault)
{
    (void)key;
    return text.n ? read_phrases(w, path, text, fault) : 0;
}

static int use_template(struct words *w, const char *path, struct slice key, struct slice text,
                        struct fault *fault)
{
    return compile(w, key, path, 1, text, fault) == 0 ? 1 : -1;
}

bool words_language(struct words_shelf *shelf, struct slice lang)
{
    char path[1024];
    struct stat st;
    if (!name_ok(lang))
        return false;
    for (int d = 0; shelf->dirs[d]; d++) {
        snprintf(path, sizeof path, "%s/%.*s/common/phrases", shelf->dirs[d], (int)lang.n, lang.p);
        if (stat(path, &st) == 0)
            return true;
    }
    return false;
}

static const char *last_dir(const struct words_shelf *shelf)
{
    int n = 0;
    while (shelf->dirs[n])
        n++;
    return n ? shelf->dirs[n - 1] : "any folder";
}

int words_get(struct words_shelf *shelf, const char *lang, const char *engine, struct words **words,
              struct fault *fault)
{
    for (struct words *w = shelf->all; w; w = w->next) {
        if (strcmp(w->lang, lang) == 0 && strcmp(w->engine, engine) == 0) {
            *words = w;
            return 0;
        }
    }
    if (!words_language(shelf, slice_of(lang)))
        return fault_set(fault, EX_NOINPUT, "no templates for language \"%s\" in %s (set COURTIER_TEMPLATES?)",
                         lang, last_dir(shelf));
    struct words *w = arena_new(&shelf->arena, struct words);
    w->shelf = shelf;
    w->lang = arena_strdup(&shelf->arena, lang);
    w->engine = arena_strdup(&shelf->arena, engine);
    w->next = shelf->all;
    shelf->all = w;
    if (each_file(w, "phrases", use_phrases, (struct slice){NULL, 0}, fault) < 0)
        return -1;
    *words = w;
    return 0;
}

static const struct mustache *find(void *ctx, struct slice name)
{
    struct words *w = ctx;
    struct entry *e = entry_find(w, name);
    struct fault fault;
    if (e)
        return e->template;
    if (name_ok(name)) {
        char file[80];
        snprintf(file, sizeof file, "%.*s", (int)name.n, name.p);
        int r = each_file(w, file, use_template, name, &fault);
        if (r == 1)
            return entry_find(w, name)->template;
        if (r < 0 && !w->failed) {
            w->failed = true;
            w->fault = fault;
        }
    }
    entry_add(w, name);
    return NULL;
}

bool words_has(struct words *words, const char *name)
{
    return find(words, slice_of(name)) != NULL;
}

const char *words_lang(const struct words *words)
{
    return words->lang;
}

int words_render(struct words *words, const char *name, enum words_kind kind, const json_t *data,
                 struct buf *out, struct fault *fault)
{
    struct mustache_error error = {0};
    words->failed = false;
    const struct mustache *t = find(words, slice_of(name));
    if (!t) {
        if (words->failed) {
            *fault = words->fault;
            return -1;
        }
        return fault_set(fault, EX_NOINPUT, "template %s/%s/%s is missing", words->lang,
                         words->engine, name);
    }
    struct mustache_loader loader = {.find = find,
                                     .ctx = words,
                                     .escape = kind == WORDS_HTML ? MUSTACHE_HTML : MUSTACHE_PLAIN,
                                     .strict = true};
    if (mustache_render(t, data, &loader, out, &error) == 0)
        return 0;
    if (words->failed) {
        *fault = words->fault;
        return -1;
    }
    return fault_set(fault, error.data ? EX_DATAERR : EX_CONFIG, "%s:%d:%d: %s", error.name, error.line,
                     error.column, error.text);
}
