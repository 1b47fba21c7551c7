/* The store's statements: every query there is, and mistakes in using one, which are bugs and die. */
#include "test_store_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static struct game new_game(const char *name)
{
    return (struct game){.name = name, .engine = "venture", .variant = "basic", .options = "{}",
                         .lang = "en", .seats = 2, .status = GAME_PLAYING};
}

/* Runs fn in a child; true when it aborts. */
static bool dies(void (*fn)(struct store *), struct store *s)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit none = {0, 0};
        int null = open("/dev/null", O_WRONLY);
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGABRT, SIG_DFL);
        dup2(null, STDERR_FILENO);
        fn(s);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void wrong_query(struct store *s)
{
    stmt_get(s, "game_fnid");
}

static void wrong_parameter(struct store *s)
{
    stmt_put_text(stmt_get(s, "game_find"), "title", "x");
}

static void unbound_parameter(struct store *s)
{
    struct fault f;
    struct stmt *q = stmt_get(s, "setting_set");
    stmt_put_text(q, "key", "k");
    if (stmt_run(q, &f) != 0)
        _exit(1);
}

static struct stmt *a_row(struct store *s)
{
    struct fault f;
    struct stmt *q = stmt_get(s, "setting_get");
    stmt_put_text(q, "key", "k");
    if (stmt_step(q, &f) != 1)
        _exit(1);
    return q;
}

static void wrong_column(struct store *s)
{
    stmt_slice(a_row(s), "val");
}

static void wrong_type(struct store *s)
{
    stmt_int(a_row(s), "value");
}

static void still_running(struct store *s)
{
    a_row(s);
    stmt_get(s, "setting_get");
}

static void no_mistake(struct store *s)
{
    stmt_slice(a_row(s), "value");
}

static void outside_transaction(struct store *s)
{
    struct fault f;
    store_rollback(s);
    if (store_set_setting(s, "k", "v", &f) != 0)
        _exit(1);
}

static void test_bugs_die(void **state)
{
    (void)state;
    ok(store_set_setting(s, "k", "v", &fault));
    assert_false(dies(no_mistake, s));
    assert_true(dies(wrong_query, s));
    assert_true(dies(wrong_parameter, s));
    assert_true(dies(unbound_parameter, s));
    assert_true(dies(wrong_column, s));
    assert_true(dies(wrong_type, s));
    assert_true(dies(still_running, s));
    assert_true(dies(outside_transaction, s));
}

/* Every query compiles, and none but those that list, count or mend everything reads a whole table. */
static void test_queries(void **state)
{
    (void)state;
    static const char *const whole[] = {"game_list", "game_open", "records", "letters_of", "moderator_new", "letter_in_counts",
        "letter_out_counts", "letter_out_tried", "letter_out_waiting", "letter_out_hurry", "letter_out_age",
        "letter_out_bytes_drop"};
    int n = 0;
    for (const char *name; (name = stmt_name(s, n)); n++) {
        sqlite3_stmt *st = NULL;
        char sql[4096], allowed = strncmp(name, "back_", 5) == 0; /* a wrong clock */
        for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
            allowed = allowed || strcmp(name, whole[i]) == 0;
        snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", stmt_sql(stmt_get(s, name)));
        if (strstr(sql, "PRAGMA") || sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) != SQLITE_OK)
            continue; /* pragmas and transactions have no plan */
        while (!allowed && sqlite3_step(st) == SQLITE_ROW) {
            const char *plan = (const char *)sqlite3_column_text(st, 3);
            bool index = strstr(plan, "CONSTANT") || strstr(plan, "(sub") || strstr(plan, "TABLE INDEX");
            if (strncmp(plan, "SCAN", 4) == 0 && !index)
                fail_msg("%s: %s", name, plan);
        }
        sqlite3_finalize(st);
    }
    assert_true(n > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bugs_die, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_queries, set_up, tear_down),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
