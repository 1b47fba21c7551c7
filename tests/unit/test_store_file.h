/* For tests of the store: a database in a directory of its own, with one game in it. */
#ifndef TEST_STORE_FILE_H
#define TEST_STORE_FILE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char dir[64], path[96];
static struct fault fault;
static struct store *s;
static struct arena arena;
static struct game game;

#define ok(call)                                                                                   \
    do {                                                                                           \
        if ((call) != 0)                                                                           \
            fail_msg("%s: %s", #call, fault.text);                                                 \
    } while (0)

#define faults(call, code)                                                                         \
    do {                                                                                           \
        fault = (struct fault){0};                                                                 \
        assert_int_equal((call), -1);                                                              \
        assert_int_equal(fault.exit, (code));                                                      \
    } while (0)

static struct game new_game(const char *name); /* each test's own */

static int set_up(void **state)
{
    (void)state;
    snprintf(dir, sizeof dir, "/tmp/courtier-store-XXXXXX");
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof path, "%s/courtier.db", dir);
    arena = ARENA(16 << 20);
    ok(store_open(&s, path, STORE_CREATE, &fault));
    ok(store_begin(s, &fault));
    game = new_game("Alpha");
    ok(store_game_add(s, &game, &fault));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    store_close(&s);
    arena_free(&arena);
    unlink(path);
    return rmdir(dir);
}

static inline void run_sql(const char *sql)
{
    char *error = NULL;
    if (sqlite3_exec(s->db, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
}

static inline int64_t ask(const char *sql)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(s->db, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return n;
}

#endif
