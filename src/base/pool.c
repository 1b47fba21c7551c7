#include "base/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Invariants
 *   1. A chunk lies at a multiple of CHUNK, and every block of it begins within its first CHUNK bytes:
 *      a block's address tells its chunk.
 *   2. While a thread fills a chunk `live` is FILLING less the blocks given back; once it has left it
 *      `live` is how many blocks are left. So making a block costs no atomic operation.
 *   3. Only its thread writes `used` and `made`. */
enum { CHUNK = 64 << 10, OWN_CHUNK = 8 << 10, SPARES = 64, ALIGN = 16, BLOCK_MAX = 1 << 30 };

#define FILLING ((int64_t)1 << 40)

struct chunk {
    _Atomic int64_t live;
    int64_t made;
    size_t used;
    struct chunk *next; /* among the spare ones */
};

enum { HEAD = (sizeof(struct chunk) + ALIGN - 1) / ALIGN * ALIGN };

static _Thread_local struct chunk *filling;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct chunk *spares;
static int nspares;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t leaving; /* its value is the chunk that the thread fills */

static struct chunk *take_spare(void)
{
    pthread_mutex_lock(&lock);
    struct chunk *c = spares;
    if (c) {
        spares = c->next;
        nspares--;
    }
    pthread_mutex_unlock(&lock);
    return c;
}

static void put_spare(struct chunk *c)
{
    pthread_mutex_lock(&lock);
    bool keep = nspares < SPARES;
    if (keep) {
        c->next = spares;
        spares = c;
        nspares++;
    }
    pthread_mutex_unlock(&lock);
    if (!keep)
        free(c);
}

static void begin(struct chunk *c)
{
    atomic_store_explicit(&c->live, FILLING, memory_order_relaxed);
    c->made = 0;
    c->used = HEAD;
}

/* A chunk of its own is longer than the others and is not kept. */
static void end(struct chunk *c)
{
    if (c->used > CHUNK)
        free(c);
    else
        put_spare(c);
}

static void leave(void *chunk)
{
    struct chunk *c = chunk;
    int64_t others = FILLING - c->made;
    if (atomic_fetch_sub_explicit(&c->live, others, memory_order_acq_rel) == others)
        end(c);
}

static void make_key(void)
{
    if (pthread_key_create(&leaving, leave) != 0)
        abort();
}

/* The thread goes on to a chunk with room; its old one again, if all of it was given back. */
static struct chunk *next_chunk(void)
{
    struct chunk *c = filling;
    if (c && atomic_load_explicit(&c->live, memory_order_acquire) == FILLING - c->made) {
        begin(c);
        return c;
    }
    if (c)
        leave(c);
    c = take_spare();
    if (!c)
        c = aligned_alloc(CHUNK, CHUNK);
    if (c)
        begin(c);
    pthread_once(&once, make_key);
    pthread_setspecific(leaving, c);
    filling = c;
    return c;
}

static void *alone(size_t n)
{
    if (n > BLOCK_MAX)
        return NULL;
    struct chunk *c = aligned_alloc(CHUNK, (HEAD + n + CHUNK) / CHUNK * CHUNK);
    if (!c)
        return NULL;
    begin(c);
    atomic_store_explicit(&c->live, 1, memory_order_relaxed);
    c->used = CHUNK + 1;
    return (char *)c + HEAD;
}

void *pool_alloc(size_t n)
{
    if (n > OWN_CHUNK)
        return alone(n);
    n = n ? (n + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
    struct chunk *c = filling;
    if ((!c || c->used + n > CHUNK) && !(c = next_chunk()))
        return NULL;
    void *p = (char *)c + c->used;
    c->used += n;
    c->made++;
    return p;
}

void pool_free(void *p)
{
    if (!p)
        return;
    struct chunk *c = (struct chunk *)((uintptr_t)p & ~(uintptr_t)(CHUNK - 1));
    if (atomic_fetch_sub_explicit(&c->live, 1, memory_order_acq_rel) == 1)
        end(c);
}
