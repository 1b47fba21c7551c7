#include "store/memory.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Invariants
 *   1. The HEAD bytes before a block hold its size, a multiple of ALIGN.
 *   2. A block of up to SMALL bytes that was given back lies in the list of its size, and its first
 *      bytes are the address of the next one. It never goes back to the system. */
enum { ALIGN = 16, HEAD = 16, SMALL = 2048, SLAB = 64 << 10 };

static void *lists[SMALL / ALIGN + 1];
static char *slab;
static size_t left;

/* The sanitizers would not see what happens to a block that the system has not made. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const size_t small = 0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
static const size_t small = 0;
#else
static const size_t small = SMALL;
#endif
#else
static const size_t small = SMALL;
#endif

static size_t *size_of(void *p)
{
    return (size_t *)(void *)((char *)p - HEAD);
}

static int round_up(int n)
{
    return n > INT32_MAX - ALIGN ? n : (n + ALIGN - 1) / ALIGN * ALIGN;
}

static void *new_block(size_t n)
{
    char *p;
    if (n > small) {
        p = malloc(HEAD + n);
    } else {
        if (left < HEAD + n) {
            slab = malloc(SLAB); /* what is left of the old one is too small to matter */
            left = slab ? SLAB : 0;
        }
        p = slab;
        if (p) {
            slab += HEAD + n;
            left -= HEAD + n;
        }
    }
    if (!p)
        return NULL;
    *(size_t *)(void *)p = n;
    return p + HEAD;
}

static void *take(int size)
{
    size_t n = (size_t)round_up(size);
    void *p = n <= small ? lists[n / ALIGN] : NULL;
    if (!p)
        return new_block(n);
    memcpy(&lists[n / ALIGN], p, sizeof p);
    return p;
}

static void give(void *p)
{
    if (!p)
        return;
    size_t n = *size_of(p);
    if (n > small) {
        free(size_of(p));
        return;
    }
    memcpy(p, &lists[n / ALIGN], sizeof p);
    lists[n / ALIGN] = p;
}

static void *resize(void *p, int size)
{
    size_t had = *size_of(p), n = (size_t)round_up(size);
    if (n == had)
        return p;
    if (had > small && n > small) {
        size_t *again = realloc(size_of(p), HEAD + n);
        if (!again)
            return NULL;
        *again = n;
        return (char *)again + HEAD;
    }
    void *other = take(size);
    if (!other)
        return NULL;
    memcpy(other, p, had < n ? had : n);
    give(p);
    return other;
}

static int size(void *p)
{
    return p ? (int)*size_of(p) : 0;
}

static int begin(void *ctx)
{
    (void)ctx;
    return SQLITE_OK;
}

static void end(void *ctx)
{
    (void)ctx;
}

void memory_config(void)
{
    static const sqlite3_mem_methods ours = {take, give, resize, size, round_up, begin, end, NULL};
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
}
