#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 16 * 1024, ALIGN = 16 };

struct arena_block {
    struct arena_block *next;
    size_t size, used;
    _Alignas(16) char bytes[];
};

static struct arena_block *block_new(struct arena *arena, size_t n)
{
    size_t size = n > BLOCK ? n : BLOCK;
    struct arena_block *b = malloc(sizeof *b + size);
    if (!b)
        die("out of memory (%zu bytes)", size);
    b->size = size;
    b->used = 0;
    b->next = arena->blocks;
    arena->blocks = b;
    return b;
}

size_t arena_left(const struct arena *arena)
{
    return arena->cap - arena->used;
}

void *arena_alloc(struct arena *arena, size_t n)
{
    struct arena_block *b = arena->blocks;
    if (n > arena->cap - arena->used)
        die("arena over its cap of %zu bytes", arena->cap);
    n = (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (!b || b->size - b->used < n)
        b = block_new(arena, n);
    void *p = b->bytes + b->used;
    b->used += n;
    arena->used += n < arena->cap - arena->used ? n : arena->cap - arena->used;
    return memset(p, 0, n);
}

char *arena_slice(struct arena *arena, struct slice s)
{
    char *p = arena_alloc(arena, s.n + 1);
    if (s.n)
        memcpy(p, s.p, s.n);
    return p;
}

char *arena_strdup(struct arena *arena, const char *s)
{
    return s ? arena_slice(arena, slice_of(s)) : NULL;
}

char *arena_printf(struct arena *arena, const char *fmt, ...)
{
    va_list va, again;
    va_start(va, fmt);
    va_copy(again, va);
    int n = vsnprintf(NULL, 0, fmt, va);
    va_end(va);
    if (n < 0)
        die("bad format: %s", fmt);
    char *p = arena_alloc(arena, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}

void arena_reset(struct arena *arena)
{
    struct arena_block *keep = arena->blocks;
    if (!keep)
        return;
    struct arena_block *b = keep->next;
    while (b) {
        struct arena_block *next = b->next;
        free(b);
        b = next;
    }
    if (keep->size > BLOCK) {
        free(keep);
        keep = NULL;
    } else {
        keep->next = NULL;
        keep->used = 0;
    }
    arena->blocks = keep;
    arena->used = 0;
}

void arena_free(struct arena *arena)
{
    arena_reset(arena);
    free(arena->blocks);
    arena->blocks = NULL;
}
