#include "base/slice.h"

#include <limits.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct slice slice_trim(struct slice s)
{
    while (s.n && blank(s.p[0])) {
        s.p++;
        s.n--;
    }
    while (s.n && blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

struct slice slice_cut(struct slice *rest, char c)
{
    struct slice head = *rest;
    const char *at = rest->n ? memchr(rest->p, c, rest->n) : NULL;
    if (!at) {
        *rest = (struct slice){NULL, 0};
        return head;
    }
    head.n = (size_t)(at - rest->p);
    rest->p = at + 1;
    rest->n -= head.n + 1;
    return head;
}

bool slice_to_int(struct slice s, long long *value)
{
    bool minus = false;
    long long v = 0;
    if (s.n && (s.p[0] == '-' || s.p[0] == '+')) {
        minus = s.p[0] == '-';
        s.p++;
        s.n--;
    }
    if (s.n == 0)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, s.p[i] - '0', &v))
            return false;
    }
    *value = minus ? -v : v;
    return true;
}
