/* slice: a piece of somebody else's text.
 *
 * A slice never owns what it points to and need not end in NUL. The empty slice
 * may have p == NULL. */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct slice {
    const char *p;
    size_t n;
};

static inline struct slice slice_of(const char *s)
{
    return (struct slice){s, s ? strlen(s) : 0};
}

static inline bool slice_eq(struct slice a, struct slice b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool slice_is(struct slice a, const char *s)
{
    return slice_eq(a, slice_of(s));
}

/* The slice without white space at either end. */
struct slice slice_trim(struct slice s);

/* Cuts the part before the first `c` off *rest and returns it; all of *rest, leaving
 * {NULL,0}, when there is none. Loop: while (rest.p) { line = slice_cut(&rest, '\n'); … } */
struct slice slice_cut(struct slice *rest, char c);

/* A whole decimal number with optional sign and nothing else; false when it is not one or
 * does not fit. */
bool slice_to_int(struct slice s, long long *value);

#endif
