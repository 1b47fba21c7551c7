#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 20000, ROUNDS = 8 };

struct block {
    unsigned char *p;
    size_t n;
};

static size_t size_of(int i)
{
    return i % 997 == 0 ? 200000 : i % 101 == 0 ? 9000 : (size_t)(i * 37 % 400);
}

static void fill(struct block *b, int i)
{
    b->n = size_of(i);
    b->p = pool_alloc(b->n);
    memset(b->p, i & 0xff, b->n);
}

static void expect(const struct block *b, int i)
{
    for (size_t k = 0; k < b->n; k++)
        if (b->p[k] != (i & 0xff))
            fail_msg("block %d was written to by another", i);
}

static void blocks_are_apart(void **state)
{
    struct block *v = calloc(BLOCKS, sizeof *v);
    (void)state;
    for (int i = 0; i < BLOCKS; i++) {
        fill(&v[i], i);
        assert_int_equal((uintptr_t)v[i].p % 16, 0);
    }
    for (int i = 0; i < BLOCKS; i++)
        expect(&v[i], i);
    for (int i = 0; i < BLOCKS; i += 2)
        pool_free(v[i].p);
    for (int i = 0; i < BLOCKS; i += 2) /* into what was given back, beside what was not */
        fill(&v[i], i);
    for (int i = 0; i < BLOCKS; i++)
        expect(&v[i], i);
    for (int i = BLOCKS - 1; i >= 0; i--)
        pool_free(v[i].p);
    pool_free(NULL);
    free(v);
}

static void memory_is_used_again(void **state)
{
    unsigned char *first = pool_alloc(100);
    int again = 0;
    (void)state;
    pool_free(first);
    for (int i = 0; i < 100000; i++) {
        unsigned char *p = pool_alloc(100);
        again += (uintptr_t)p >> 16 == (uintptr_t)first >> 16;
        pool_free(p);
    }
    assert_true(again > 99000); /* the same chunk round after round */
}

static void too_much_is_refused(void **state)
{
    (void)state;
    assert_null(pool_alloc(SIZE_MAX));
    assert_null(pool_alloc((1 << 30) + 1));
}

/* One thread makes blocks, another gives them back: as documents go from play to the office. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int made;

static void *give_back(void *ctx)
{
    struct block *v = ctx;
    for (int i = 0; i < BLOCKS; i++) {
        pthread_mutex_lock(&lock);
        while (made <= i)
            pthread_cond_wait(&more, &lock);
        pthread_mutex_unlock(&lock);
        struct block own;
        fill(&own, i + 1);
        for (size_t k = 0; k < v[i].n; k++)
            if (v[i].p[k] != (i & 0xff))
                return "a block was written to by another";
        pool_free(v[i].p);
        pool_free(own.p);
    }
    return NULL;
}

static void threads_share(void **state)
{
    struct block *v = calloc(BLOCKS, sizeof *v);
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t thread;
        void *wrong;
        made = 0;
        assert_int_equal(pthread_create(&thread, NULL, give_back, v), 0);
        for (int i = 0; i < BLOCKS; i++) {
            fill(&v[i], i);
            pthread_mutex_lock(&lock);
            made = i + 1;
            pthread_cond_signal(&more);
            pthread_mutex_unlock(&lock);
        }
        pthread_join(thread, &wrong);
        assert_null(wrong);
    }
    free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_apart),
        cmocka_unit_test(memory_is_used_again),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(threads_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
