/* The store's connection: opening, versions and migrations, transactions, statements, faults. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/embedded.h"
#include "base/step.h"
#include "store/db.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[64], path[96];
static struct fault fault;

#define ok(call)                                                                                   \
    do {                                                                                           \
        if ((call) != 0)                                                                           \
            fail_msg("%s: %s", #call, fault.text);                                                 \
    } while (0)

static int set_up(void **state)
{
    (void)state;
    snprintf(dir, sizeof dir, "/tmp/courtier-store-XXXXXX");
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof path, "%s/courtier.db", dir);
    fault = (struct fault){0};
    return 0;
}

static int tear_down(void **state)
{
    char file[128];
    (void)state;
    static const char *const names[] = {"", "-wal", "-shm", ".backup-1", ".backup-2", ".copy"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(file, sizeof file, "%s%s", path, names[i]);
        unlink(file);
    }
    return rmdir(dir); /* fails when the store left anything else behind */
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

static void exec_sql(const char *file, const char *sql)
{
    sqlite3 *db = NULL;
    char *error = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

static int64_t ask(struct store *s, const char *sql)
{
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_prepare_v2(s->db, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return n;
}

static const char *setting(struct store *s, const char *key, struct arena *a)
{
    const char *value;
    ok(store_get_setting(s, key, a, &value, &fault));
    return value;
}

/* --- opening ------------------------------------------------------------------------------- */

static void test_create(void **state)
{
    (void)state;
    struct store *s = NULL;
    struct stat st;
    ok(store_open(&s, path, STORE_CREATE, &fault));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(ask(s, "PRAGMA application_id"), 0x436f7572);
    assert_int_equal(ask(s, "PRAGMA user_version"), 5);
    assert_int_equal(ask(s, "PRAGMA foreign_keys"), 1);
    assert_int_equal(ask(s, "PRAGMA synchronous"), 2);
    assert_int_equal(ask(s, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
    assert_int_equal(ask(s, "PRAGMA busy_timeout"), DB_PATIENCE);
    assert_int_equal(ask(s, "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND "
                            "name NOT LIKE 'sqlite%' AND name NOT LIKE 'told%' AND NOT strict"), 0);
    store_close(&s);
    assert_null(s);
    store_close(&s); /* closing nothing is nothing */

    assert_int_equal(store_open(&s, path, STORE_CREATE, &fault), -1);
    assert_int_equal(fault.exit, EX_CANTCREAT);
    assert_null(s);
    ok(store_open(&s, path, STORE_WRITE, &fault));
    store_close(&s);
    ok(store_open(&s, path, STORE_READ, &fault));
    store_close(&s);
}

static void test_create_over_leftovers(void **state)
{
    (void)state;
    char left[128];
    struct store *s = NULL;
    snprintf(left, sizeof left, "%s.new", path);
    FILE *file = fopen(left, "w");
    fputs("a creation that was cut short", file);
    fclose(file);
    ok(store_open(&s, path, STORE_CREATE, &fault));
    store_close(&s);
    assert_int_equal(access(left, F_OK), -1);
}

static void refused(enum store_mode mode, int exit_code)
{
    struct store *s = NULL;
    fault = (struct fault){0};
    assert_int_equal(store_open(&s, path, mode, &fault), -1);
    assert_null(s);
    assert_int_equal(fault.exit, exit_code);
    assert_non_null(strstr(fault.text, dir));
    assert_null(strchr(fault.text, '\n'));
}

static void test_refused_files(void **state)
{
    (void)state;
    refused(STORE_WRITE, EX_NOINPUT);
    refused(STORE_READ, EX_NOINPUT);

    FILE *file = fopen(path, "w"); /* empty: SQLite would take it */
    fclose(file);
    refused(STORE_WRITE, EX_CONFIG);
    file = fopen(path, "w");
    for (int i = 0; i < 300; i++)
        fputs("This is a letter, not a database.\n", file);
    fclose(file);
    refused(STORE_WRITE, EX_CONFIG);
    refused(STORE_READ, EX_CONFIG);
    unlink(path);

    exec_sql(path, "CREATE TABLE game (id); PRAGMA user_version = 1");
    refused(STORE_WRITE, EX_CONFIG);
    exec_sql(path, "PRAGMA application_id = 77");
    refused(STORE_WRITE, EX_CONFIG);
    unlink(path);

    snprintf(path, sizeof path, "%s/none/courtier.db", dir);
    refused(STORE_CREATE, EX_CANTCREAT);
    refused(STORE_WRITE, EX_NOINPUT);
    snprintf(path, sizeof path, "%s", dir);
    refused(STORE_WRITE, EX_CONFIG);
    snprintf(path, sizeof path, "%s/courtier.db", dir);
}

static void test_newer(void **state)
{
    (void)state;
    struct store *s = NULL;
    ok(store_open(&s, path, STORE_CREATE, &fault));
    store_close(&s);
    exec_sql(path, "PRAGMA user_version = 6");
    refused(STORE_WRITE, EX_CONFIG);
    assert_non_null(strstr(fault.text, "newer"));
    refused(STORE_READ, EX_CONFIG);
}

/* --- migrations ---------------------------------------------------------------------------- */

#define STEP_1 "PRAGMA application_id = 0x436f7572; PRAGMA user_version = 1;"                      \
               "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT) STRICT, WITHOUT ROWID;"
#define STEP_2 "PRAGMA user_version = 2; UPDATE setting SET value = value || '-2';"
#define STEP_3 "PRAGMA user_version = 3; UPDATE setting SET value = value || '-3';"                \
               "CREATE TABLE child (id INTEGER PRIMARY KEY, s TEXT REFERENCES setting) STRICT;"
static const struct migration steps[] = {{1, STEP_1}, {2, STEP_2}, {3, STEP_3}};

static char steps_seen[256];

static void note_step(const char *what)
{
    size_t n = strlen(steps_seen);
    snprintf(steps_seen + n, sizeof steps_seen - n, "%s ", what);
}

static void put_setting(const char *value, const struct migration *known, int n,
                        enum store_mode mode)
{
    struct store *s = NULL;
    ok(db_open(&s, path, mode, known, n, &fault));
    ok(store_begin(s, &fault));
    ok(store_set_setting(s, "k", value, &fault));
    ok(store_commit(s, &fault));
    store_close(&s);
}

static void test_migrate(void **state)
{
    (void)state;
    struct store *s = NULL;
    struct arena a = ARENA(1 << 16);
    char backup[128];
    struct stat st;
    put_setting("v", steps, 1, STORE_CREATE);

    assert_int_equal(db_open(&s, path, STORE_READ, steps, 3, &fault), -1);
    assert_int_equal(fault.exit, EX_CONFIG);

    steps_seen[0] = '\0';
    step_hook = note_step;
    ok(db_open(&s, path, STORE_WRITE, steps, 3, &fault));
    step_hook = NULL;
    assert_string_equal(steps_seen, "backup commit ");
    assert_int_equal(ask(s, "PRAGMA user_version"), 3);
    assert_string_equal(setting(s, "k", &a), "v-2-3");
    store_close(&s);

    snprintf(backup, sizeof backup, "%s.backup-1", path);
    assert_int_equal(stat(backup, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    ok(db_open(&s, backup, STORE_READ, steps, 1, &fault));
    assert_string_equal(setting(s, "k", &a), "v");
    store_close(&s);
    snprintf(backup, sizeof backup, "%s.backup-1-wal", path);
    unlink(backup);
    snprintf(backup, sizeof backup, "%s.backup-1-shm", path);
    unlink(backup);

    ok(db_open(&s, path, STORE_WRITE, steps, 3, &fault)); /* nothing left to do */
    assert_string_equal(setting(s, "k", &a), "v-2-3");
    store_close(&s);
    assert_int_equal(db_open(&s, path, STORE_WRITE, steps, 2, &fault), -1);
    assert_int_equal(fault.exit, EX_CONFIG);
    arena_free(&a);
}

/* All or nothing: a step that fails leaves the old version as it was. */
static void test_migrate_fails(void **state)
{
    (void)state;
    static const struct migration bad[] = {
        {1, STEP_1},
        {2, STEP_2},
        {3, "PRAGMA user_version = 3; INSERT INTO setting SELECT key, 'twice' FROM setting;"},
    };
    static const struct migration orphan[] = {
        {1, STEP_1},
        {2, "PRAGMA user_version = 2; CREATE TABLE child (s TEXT REFERENCES setting) STRICT;"
            "INSERT INTO child VALUES ('nobody');"},
    };
    struct store *s = NULL;
    struct arena a = ARENA(1 << 16);
    put_setting("v", steps, 1, STORE_CREATE);
    assert_int_equal(db_open(&s, path, STORE_WRITE, bad, 3, &fault), -1);
    assert_int_equal(fault.exit, EX_DATAERR);
    assert_int_equal(db_open(&s, path, STORE_WRITE, orphan, 2, &fault), -1);
    assert_int_equal(fault.exit, EX_DATAERR);
    ok(db_open(&s, path, STORE_WRITE, steps, 1, &fault));
    assert_int_equal(ask(s, "PRAGMA user_version"), 1);
    assert_string_equal(setting(s, "k", &a), "v");
    store_close(&s);
    arena_free(&a);
}

static void test_backup(void **state)
{
    (void)state;
    struct store *s = NULL, *copy = NULL;
    struct arena a = ARENA(1 << 16);
    char to[128];
    snprintf(to, sizeof to, "%s.copy", path);
    put_setting("kept", steps, 1, STORE_CREATE);
    ok(db_open(&s, path, STORE_WRITE, steps, 1, &fault));
    ok(store_begin(s, &fault));
    ok(store_set_setting(s, "k", "not yet", &fault));
    ok(store_backup(s, to, &fault)); /* what is committed */
    ok(store_commit(s, &fault));
    exec_sql(to, "PRAGMA journal_mode = DELETE");
    ok(db_open(&copy, to, STORE_READ, steps, 1, &fault));
    assert_string_equal(setting(copy, "k", &a), "kept");
    store_close(&copy);
    assert_int_equal(store_backup(s, "/nowhere/at/all", &fault), -1);
    assert_int_equal(fault.exit, EX_CANTCREAT);
    store_close(&s);
    arena_free(&a);
}

/* --- transactions -------------------------------------------------------------------------- */

static void test_transactions(void **state)
{
    (void)state;
    struct store *s = NULL;
    struct arena a = ARENA(1 << 16);
    ok(store_open(&s, path, STORE_CREATE, &fault));
    assert_null(setting(s, "k", &a));
    store_rollback(s);
    steps_seen[0] = '\0';
    step_hook = note_step;
    ok(store_begin(s, &fault));
    ok(store_set_setting(s, "k", "1", &fault));
    ok(store_savepoint(s, &fault));
    ok(store_set_setting(s, "k", "2", &fault));
    ok(store_savepoint(s, &fault));
    ok(store_set_setting(s, "k", "3", &fault));
    ok(store_undo_savepoint(s, &fault));
    assert_string_equal(setting(s, "k", &a), "2");
    ok(store_release(s, &fault));
    ok(store_savepoint(s, &fault));
    ok(store_set_setting(s, "k", "4", &fault));
    ok(store_undo_savepoint(s, &fault));
    assert_string_equal(steps_seen, "");
    ok(store_commit(s, &fault));
    assert_string_equal(steps_seen, "commit ");
    step_hook = NULL;
    assert_string_equal(setting(s, "k", &a), "2");

    ok(store_begin(s, &fault));
    ok(store_savepoint(s, &fault));
    ok(store_set_setting(s, "k", "5", &fault));
    store_rollback(s);
    assert_string_equal(setting(s, "k", &a), "2");
    ok(store_begin(s, &fault));
    ok(store_set_setting(s, "k", "6", &fault));
    store_close(&s);
    ok(store_open(&s, path, STORE_READ, &fault));
    assert_string_equal(setting(s, "k", &a), "2");
    store_close(&s);
    arena_free(&a);
}

/* --- statements ---------------------------------------------------------------------------- */

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
    struct store *s = NULL;
    ok(store_open(&s, path, STORE_CREATE, &fault));
    ok(store_begin(s, &fault));
    ok(store_set_setting(s, "k", "v", &fault));
    assert_false(dies(no_mistake, s));
    assert_true(dies(wrong_query, s));
    assert_true(dies(wrong_parameter, s));
    assert_true(dies(unbound_parameter, s));
    assert_true(dies(wrong_column, s));
    assert_true(dies(wrong_type, s));
    assert_true(dies(still_running, s));
    assert_true(dies(outside_transaction, s));
    store_close(&s);
}

/* Every query compiles, and none but those that list, count or mend everything reads a whole table. */
static void test_queries(void **state)
{
    (void)state;
    static const char *const whole[] = {"game_list", "game_open", "records", "letters_of", "moderator_new", "letter_in_counts",
        "letter_out_counts", "letter_out_tried", "letter_out_waiting", "letter_out_hurry", "letter_out_age",
        "letter_out_bytes_drop"};
    struct store *s = NULL;
    int n = 0;
    ok(store_open(&s, path, STORE_CREATE, &fault));
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
    store_close(&s);
}

/* --- faults of the world ------------------------------------------------------------------- */

static void test_locked(void **state)
{
    (void)state;
    struct store *s = NULL, *other = NULL;
    struct arena a = ARENA(1 << 16);
    ok(store_open(&s, path, STORE_CREATE, &fault));
    ok(store_open(&other, path, STORE_WRITE, &fault));
    db_patience(other, 20);
    ok(store_begin(s, &fault));
    assert_int_equal(store_begin(other, &fault), -1);
    assert_int_equal(fault.exit, EX_TEMPFAIL);
    assert_null(setting(other, "k", &a)); /* reading goes on */
    ok(store_commit(s, &fault));
    ok(store_begin(other, &fault));
    store_close(&other);
    store_close(&s);
    arena_free(&a);
}

static void test_read_mode(void **state)
{
    (void)state;
    struct store *s = NULL;
    ok(store_open(&s, path, STORE_CREATE, &fault));
    store_close(&s);
    ok(store_open(&s, path, STORE_READ, &fault));
    assert_int_equal(store_begin(s, &fault), -1);
    assert_int_equal(fault.exit, EX_NOPERM);
    store_close(&s);
}

/* Permissions mean nothing to root, so this opens as somebody else. */
static void test_no_permission(void **state)
{
    (void)state;
    struct store *s = NULL;
    int status;
    ok(store_open(&s, path, STORE_CREATE, &fault));
    store_close(&s);
    chmod(path, 0444);
    chmod(dir, 0755);
    pid_t pid = fork();
    if (pid == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(1);
        _exit(store_open(&s, path, STORE_WRITE, &fault) == 0 ? 0 : fault.exit);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EX_NOPERM);
}

static void test_full(void **state)
{
    (void)state;
    struct store *s = NULL;
    struct arena a = ARENA(1 << 16);
    static char long_value[60000];
    memset(long_value, 'x', sizeof long_value - 1);
    ok(store_open(&s, path, STORE_CREATE, &fault));
    ok(store_begin(s, &fault));
    ok(store_set_setting(s, "k", "before", &fault));
    ok(store_commit(s, &fault));
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA max_page_count = %lld",
             (long long)ask(s, "PRAGMA page_count") + 3);
    ask(s, sql);
    ok(store_begin(s, &fault));
    ok(store_set_setting(s, "k", "after", &fault));
    assert_int_equal(store_set_setting(s, "big", long_value, &fault), -1);
    assert_int_equal(fault.exit, EX_IOERR);
    assert_non_null(strstr(fault.text, "full"));
    store_rollback(s);
    assert_string_equal(setting(s, "k", &a), "before");
    ok(store_begin(s, &fault)); /* and it goes on once there is room */
    ok(store_set_setting(s, "k", "later", &fault));
    ok(store_commit(s, &fault));
    store_close(&s);
    arena_free(&a);
}

/* SQLite may end a transaction after a fault; what follows must not be committed alone. */
static void test_lost_transaction(void **state)
{
    (void)state;
    struct store *s = NULL;
    struct arena a = ARENA(1 << 16);
    ok(store_open(&s, path, STORE_CREATE, &fault));
    ok(store_begin(s, &fault));
    assert_int_equal(sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_set_setting(s, "k", "v", &fault), -1);
    assert_int_equal(fault.exit, EX_IOERR);
    assert_int_equal(store_savepoint(s, &fault), -1);
    assert_int_equal(store_commit(s, &fault), -1);
    store_rollback(s);
    assert_null(setting(s, "k", &a));
    store_close(&s);
    arena_free(&a);
}

static void test_damaged(void **state)
{
    (void)state;
    struct store *s = NULL;
    struct arena a = ARENA(1 << 16);
    char junk[4096];
    ok(store_open(&s, path, STORE_CREATE, &fault));
    int64_t page = ask(s, "SELECT rootpage FROM sqlite_schema WHERE name = 'setting'");
    store_close(&s);
    memset(junk, 0x5a, sizeof junk);
    int fd = open(path, O_WRONLY);
    assert_int_equal(pwrite(fd, junk, sizeof junk, (page - 1) * 4096), sizeof junk);
    close(fd);
    ok(store_open(&s, path, STORE_WRITE, &fault));
    const char *value;
    assert_int_equal(store_get_setting(s, "k", &a, &value, &fault), -1);
    assert_int_equal(fault.exit, EX_DATAERR);
    store_close(&s);
    arena_free(&a);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(create), T(create_over_leftovers), T(refused_files), T(newer), T(migrate), T(migrate_fails), T(backup),
        T(transactions), T(bugs_die), T(queries), T(locked), T(read_mode), T(no_permission), T(full), T(lost_transaction), T(damaged),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
