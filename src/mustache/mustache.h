/* mustache: templates to the official specification, over jansson values.
 *
 * All required modules (comments, delimiters, interpolation, inverted, partials, sections) and the
 * optional inheritance ({{<parent}}, {{$block}}) and dynamic names ({{>*name}}, {{<*name}}).
 * Lambdas are not there: data is JSON. A template is compiled once and rendered often; compiled
 * templates are constant and may be shared.
 *
 * Values: strings as they are; integers in decimal; reals with the shortest text that reads back
 * the same; true and false as such; null and what is missing as nothing. Falsey for sections: null,
 * false, missing, empty array, and, as the specification's JavaScript heritage has it, the empty
 * string and the number 0 are truthy or not exactly as the specification's tests demand. */
#ifndef MUSTACHE_MUSTACHE_H
#define MUSTACHE_MUSTACHE_H

#include "base/buf.h"

#include <jansson.h>

struct mustache; /* a compiled template */

struct mustache_error {
    char name[128]; /* of the template */
    int line, column;
    char text[200]; /* "section 'seats' is not closed" */
};

/* Limits: a template of at most 1 MiB, tags nested at most 100 deep, partials and parents at most
 * 50 deep; rendering stops with an error when the output buffer is full. */

/* `name` is for messages. NULL with *error filled when the text is not a template. */
struct mustache *mustache_compile(const char *name, struct slice text, struct mustache_error *error);
void mustache_free(struct mustache **template);

enum mustache_escape {
    MUSTACHE_HTML,  /* {{x}} escapes & < > " as the specification says */
    MUSTACHE_PLAIN, /* {{x}} is {{{x}}}: for plain text */
};

/* Where partials and parents come from. Returns a compiled template that the loader owns, or NULL:
 * a missing partial renders as nothing, as the specification says, unless `strict`. */
struct mustache_loader {
    const struct mustache *(*find)(void *ctx, struct slice name);
    void *ctx;
    enum mustache_escape escape;
    bool strict; /* missing partials, and nothing else, are errors */
};

/* Appends to *out. -1 with *error when a limit is hit or, under strict, a partial is missing. */
int mustache_render(const struct mustache *template, const json_t *data,
                    const struct mustache_loader *loader, struct buf *out,
                    struct mustache_error *error) CHECKED;

#endif
