/* mustache: templates to the official specification (v1.4), over jansson values.
 *
 * All required modules (comments, delimiters, interpolation, inverted, partials, sections) and the
 * optional inheritance ({{<parent}}, {{$block}}) and dynamic names ({{>*name}}, {{<*name}}).
 * Lambdas are not there: data is JSON. A template is compiled once and rendered often; compiled
 * templates are constant and may be shared.
 *
 * Values: strings as they are; integers in decimal; reals with the shortest text that reads back
 * the same (1.210 is 1.21, 2.0 is 2); true and false as such; null, what is missing, objects and
 * arrays as nothing.
 *
 * Falsey, so that {{#x}} skips and {{^x}} shows: missing, null, false, the empty array, the empty
 * string, and zero. Everything else is truthy, the empty object and "0" too. (The tests of the
 * specification leave the empty string and zero open; its text says `!!data`, which is read as
 * JavaScript reads it.) The elements of an array are all shown, whatever they are. */
#ifndef MUSTACHE_MUSTACHE_H
#define MUSTACHE_MUSTACHE_H

#include "base/buf.h"

#include <jansson.h>

struct mustache; /* a compiled template */

struct mustache_error {
    char name[128];   /* of the template */
    int line, column; /* of the tag, from 1; columns count characters */
    char text[200];   /* "section 'seats' is not closed" */
    bool data; /* it is the data's: a name in it of a template that is not there */
};

/* What a template and a rendering may need at most; more is an error. Rendering also stops with an
 * error when the output buffer is full. */
enum {
    MUSTACHE_TEXT_MAX = 1 << 20,   /* bytes of one template */
    MUSTACHE_NAME_MAX = 255,       /* bytes of one name, dots included */
    MUSTACHE_NESTED_MAX = 100,     /* tags open within each other in one template */
    MUSTACHE_PARTIALS_MAX = 50,    /* partials and parents within each other */
    MUSTACHE_STEPS_MAX = 10000000, /* tags, texts and contexts visited in one rendering: without
                                    * this a few partials could double their work for hours */
};

/* `name` is for messages; name and text are copied. NULL with *error filled when the text is not a
 * template. Stricter than most: a name that is empty, holds white space or has an empty part
 * ("a..b") is an error, so that typing mistakes show before a letter is rendered. */
struct mustache *mustache_compile(const char *name, struct slice text,
                                  struct mustache_error *error);
void mustache_free(struct mustache **template);

enum mustache_escape {
    MUSTACHE_HTML,  /* {{x}} escapes & < > " as the specification says */
    MUSTACHE_PLAIN, /* {{x}} is {{{x}}}: for plain text */
};

/* Where partials and parents come from. Returns a compiled template that the loader owns and keeps
 * at least until the rendering is over, or NULL: a missing partial renders as nothing, as the
 * specification says, unless `strict`. */
struct mustache_loader {
    const struct mustache *(*find)(void *ctx, struct slice name); /* NULL: there are none */
    void *ctx;
    enum mustache_escape escape;
    /* Missing partials, and nothing else, are errors. A dynamic name that resolves to nothing names
     * no partial and still renders as nothing. */
    bool strict;
};

/* Appends to *out. -1 with *error when a limit is hit or, under strict, a partial is missing; what
 * was rendered until then stays in *out. `data` may be NULL: everything is missing. */
int mustache_render(const struct mustache *template, const json_t *data,
                    const struct mustache_loader *loader, struct buf *out,
                    struct mustache_error *error) CHECKED;

#endif
