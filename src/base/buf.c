#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool reserve(struct buf *b, size_t more)
{
    if (b->full || more > b->cap || b->n > b->cap - more) {
        b->full = true;
        return false;
    }
    if (b->n + more + 1 <= b->room)
        return true;
    /* What may become long usually does: fewer steps on the way. */
    size_t room = b->room ? b->room : b->cap >= 1 << 20 ? 4 << 10 : 256;
    while (room < b->n + more + 1)
        room *= 2;
    char *p = realloc(b->p, room);
    if (!p)
        die("out of memory (%zu bytes)", room);
    b->p = p;
    b->room = room;
    return true;
}

void buf_add(struct buf *b, const void *p, size_t n)
{
    if (!reserve(b, n))
        return;
    if (n)
        memcpy(b->p + b->n, p, n);
    b->n += n;
    b->p[b->n] = '\0';
}

void buf_slice(struct buf *b, struct slice s)
{
    buf_add(b, s.p, s.n);
}

void buf_str(struct buf *b, const char *s)
{
    buf_add(b, s, strlen(s));
}

void buf_char(struct buf *b, char c)
{
    if (!reserve(b, 1))
        return;
    b->p[b->n++] = c;
    b->p[b->n] = '\0';
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list va, again;
    size_t free = b->full || b->n >= b->room ? 0 : b->room - b->n;
    va_start(va, fmt);
    va_copy(again, va);
    int n = vsnprintf(free ? b->p + b->n : NULL, free, fmt, va); /* mostly there is room */
    va_end(va);
    if (n < 0)
        die("bad format: %s", fmt);
    bool written = (size_t)n < free && (size_t)n <= b->cap - b->n;
    if (free && !written)
        b->p[b->n] = '\0';
    if (written || reserve(b, (size_t)n)) {
        if (!written)
            vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
        b->n += (size_t)n;
    }
    va_end(again);
}

void buf_clear(struct buf *b)
{
    b->n = 0;
    b->full = false;
    if (b->p)
        b->p[0] = '\0';
}

void buf_free(struct buf *b)
{
    free(b->p);
    *b = BUF(b->cap);
}
