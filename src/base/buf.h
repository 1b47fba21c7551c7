/* buf: a text that grows up to a cap.
 *
 * Once something did not fit, `full` is true and nothing more is added: callers check it
 * once, at the end. `p` always ends in NUL after the first addition (see buf_text). */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/fault.h"
#include "base/slice.h"

struct buf {
    char *p;
    size_t n, room, cap;
    bool full;
};

#define BUF(max_bytes) ((struct buf){.p = NULL, .n = 0, .room = 0, .cap = (max_bytes), .full = false})

void buf_add(struct buf *b, const void *p, size_t n);
void buf_slice(struct buf *b, struct slice s);
void buf_str(struct buf *b, const char *s);
void buf_char(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...) PRINTF(2, 3);
void buf_clear(struct buf *b); /* empty again, memory kept */
void buf_free(struct buf *b);

static inline const char *buf_text(const struct buf *b)
{
    return b->p ? b->p : "";
}

static inline struct slice buf_all(const struct buf *b)
{
    return (struct slice){b->p, b->n};
}

#endif
