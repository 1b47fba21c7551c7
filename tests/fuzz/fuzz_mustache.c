/* Templates from anywhere, over data from anywhere.
 *
 * The input is up to four parts with form feeds between them: the template, the partials a and b,
 * and the data as JSON. Whatever they are, compiling and rendering must end, within the cap, with
 * the same result every time, and an error must say where it is. */
#include "mustache/mustache.h"

#include <stdint.h>

enum { OUTPUT_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct mustache *find(void *ctx, struct slice name)
{
    struct mustache *const *partials = ctx;
    if (slice_is(name, "a"))
        return partials[0];
    return slice_is(name, "b") ? partials[1] : NULL;
}

static void check_error(const struct mustache_error *error)
{
    insist(error->line >= 1 && error->column >= 1);
    insist(memchr(error->name, '\0', sizeof(error->name)));
    insist(memchr(error->text, '\0', sizeof(error->text)) && error->text[0]);
}

static struct mustache *compile(const char *name, struct slice text)
{
    struct mustache_error error;
    struct mustache *template = mustache_compile(name, text, &error);
    if (!template)
        check_error(&error);
    return template;
}

static void render_twice(const struct mustache *template, const json_t *data,
                         const struct mustache_loader *loader)
{
    struct buf out[2] = {BUF(OUTPUT_MAX), BUF(OUTPUT_MAX)};
    int results[2];
    for (int i = 0; i < 2; i++) {
        struct mustache_error error;
        results[i] = mustache_render(template, data, loader, &out[i], &error);
        if (results[i] < 0)
            check_error(&error);
        insist(out[i].n <= OUTPUT_MAX && (results[i] < 0 || !out[i].full));
    }
    insist(results[0] == results[1] && slice_eq(buf_all(&out[0]), buf_all(&out[1])));
    buf_free(&out[0]);
    buf_free(&out[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct slice rest = {(const char *)bytes, size};
    struct slice text = slice_cut(&rest, '\f'), a = slice_cut(&rest, '\f'),
                 b = slice_cut(&rest, '\f');
    json_t *data =
        rest.n ? json_loadb(rest.p, rest.n, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL) : NULL;
    struct mustache *partials[2] = {compile("a", a), compile("b", b)};
    struct mustache *template = compile("template", text);
    struct mustache_loader loader = {.find = find, .ctx = partials};
    if (template) {
        render_twice(template, data, &loader);
        loader.escape = MUSTACHE_PLAIN;
        loader.strict = true;
        render_twice(template, data, &loader);
    }
    mustache_free(&template);
    mustache_free(&partials[0]);
    mustache_free(&partials[1]);
    json_decref(data);
    return 0;
}
