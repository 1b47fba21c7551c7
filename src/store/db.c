#include "store/db.h"
#include "base/embedded.h"
#include "base/step.h"
#include "store/dictionary.h"
#include "store/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Invariants
 *   1. A file that is no Courtier database, or one of a newer program, is not changed in any way:
 *      its numbers are read before anything is set.
 *   2. A database exists whole or not at all: it is made under another name and linked to its own.
 *   3. One that was written by a program with more dictionaries is not opened.
 *   4. begun says what the caller thinks; SQLite may have ended the transaction after a fault, and
 *      then every write until store_rollback fails (stmt.c). */

int db_fault(struct store *s, int rc, struct fault *f)
{
    const char *path = s->path, *why = s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(rc);
    switch (rc & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return fault_set(f, EX_TEMPFAIL, "%s: another process holds the database", path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return fault_set(f, EX_NOPERM, "%s: the database cannot be written: %s", path, why);
    case SQLITE_CANTOPEN:
        return fault_set(f, EX_CANTCREAT, "%s: %s", path, why);
    case SQLITE_FULL:
        return fault_set(f, EX_IOERR, "%s: the disk is full", path);
    case SQLITE_IOERR:
        return fault_set(f, EX_IOERR, "%s: %s (%s)", path, why, strerror(errno));
    case SQLITE_NOTADB:
        return fault_set(f, EX_CONFIG, "%s: not a Courtier database", path);
    case SQLITE_CORRUPT:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
        return fault_set(f, EX_DATAERR, "%s: %s", path, why);
    case SQLITE_NOMEM:
        return fault_set(f, EX_OSERR, "%s: out of memory", path);
    default:
        die("%s: SQLite says %d: %s", path, rc, why);
    }
}

void db_patience(struct store *s, int milliseconds)
{
    sqlite3_busy_timeout(s->db, milliseconds);
}

/* --- opening ------------------------------------------------------------------------------- */

static struct store *store_new(const char *path)
{
    /* One thread only: no mutexes, no counting of memory. Refused, without harm, by a process that
     * has used SQLite before. */
    static bool configured;
    if (!configured) {
        sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        memory_config();
        configured = true;
    }
    struct store *s = calloc(1, sizeof *s);
    if (!s || !(s->path = strdup(path)))
        die("out of memory");
    s->text = BUF(BLOB_MAX);
    stmt_open(s);
    return s;
}

void store_close(struct store **s)
{
    struct store *it = *s;
    if (!it)
        return;
    store_rollback(it);
    stmt_close(it);
    if (sqlite3_close(it->db) != SQLITE_OK)
        die("%s: closed while in use", it->path);
    blob_close(&it->press);
    names_free(&it->names);
    buf_free(&it->text);
    free(it->path);
    free(it);
    *s = NULL;
}

static int connect_to(struct store *s, int flags, struct fault *f)
{
    int rc = sqlite3_open_v2(s->path, &s->db, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                             NULL);
    if (rc != SQLITE_OK)
        return db_fault(s, rc, f);
    db_patience(s, DB_PATIENCE);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    /* A plan does not depend on what is bound: none is made twice. */
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, NULL);
    return 0;
}

static int check_made_by_us(struct store *s, int newest, int *version, struct fault *f)
{
    struct stmt *q = stmt_get(s, "application_id");
    if (stmt_step(q, f) < 0)
        return -1;
    int64_t application = stmt_int_at(q, 0);
    stmt_done(q);
    if (application != DB_APPLICATION)
        return fault_set(f, EX_CONFIG, "%s: not a Courtier database", s->path);
    if (migrate_version(s, version, f) != 0)
        return -1;
    if (*version > newest)
        return fault_set(f, EX_CONFIG,
                         "%s: made by a newer Courtier (version %d, this one knows %d)", s->path,
                         *version, newest);
    if (*version < 1)
        return fault_set(f, EX_DATAERR, "%s: the database has no version", s->path);
    return 0;
}

static int set_up(struct store *s, bool writes, struct fault *f)
{
    int rc = sqlite3_exec(s->db, embedded_text("connection.sql"), NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return db_fault(s, rc, f);
    if (!writes)
        return 0;
    struct stmt *q = stmt_get(s, "journal_wal");
    if (stmt_step(q, f) < 0)
        return -1;
    bool wal = slice_is(stmt_slice_at(q, 0), "wal");
    stmt_done(q);
    return wal ? 0 : fault_set(f, EX_CONFIG, "%s: this file system does not allow WAL", s->path);
}

static int open_existing(struct store *s, bool writes, const struct migration *steps, int n,
                         struct fault *f)
{
    int version, newest = steps[n - 1].version;
    struct stat st;
    if (stat(s->path, &st) != 0)
        return fault_set(f, errno == EACCES ? EX_NOPERM : EX_NOINPUT, "%s: %s", s->path,
                         strerror(errno));
    if (!S_ISREG(st.st_mode))
        return fault_set(f, EX_CONFIG, "%s: not a file", s->path);
    if (access(s->path, R_OK) != 0)
        return fault_set(f, EX_NOPERM, "%s: %s", s->path, strerror(errno));
    if (connect_to(s, writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, f) != 0)
        return -1;
    if (writes && sqlite3_db_readonly(s->db, "main") == 1)
        return fault_set(f, EX_NOPERM, "%s: the database cannot be written", s->path);
    if (check_made_by_us(s, newest, &version, f) != 0)
        return -1;
    if (version < newest && !writes)
        return fault_set(f, EX_CONFIG, "%s: made by an older Courtier (version %d, not %d); any "
                         "command that writes brings it up to date", s->path, version, newest);
    if (version < newest && migrate_up(s, steps, n, true, f) != 0)
        return -1;
    return set_up(s, writes, f);
}

/* --- making a new one ---------------------------------------------------------------------- */

static void remove_new(const char *path)
{
    char journal[PATH_MAX + 16];
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(path);
    unlink(journal);
}

static int fill_new(const char *path, const struct migration *steps, int n, struct fault *f)
{
    /* Nobody else's to read: it will hold hidden hands. */
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return fault_set(f, errno == EACCES || errno == EROFS ? EX_NOPERM : EX_CANTCREAT,
                         "%s: %s", path, strerror(errno));
    close(fd);
    struct store *s = store_new(path);
    int r = connect_to(s, SQLITE_OPEN_READWRITE, f);
    if (r == 0)
        r = migrate_up(s, steps, n, false, f);
    store_close(&s);
    return r;
}

static void sync_directory(const char *path)
{
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

static int create(const char *path, const struct migration *steps, int n, struct fault *f)
{
    char new_path[PATH_MAX];
    if (snprintf(new_path, sizeof new_path, "%s.new", path) >= (int)sizeof new_path)
        return fault_set(f, EX_CANTCREAT, "the path of the database is too long");
    if (access(path, F_OK) == 0)
        return fault_set(f, EX_CANTCREAT, "%s: exists already", path);
    remove_new(new_path); /* of an earlier attempt that was cut short */
    int r = fill_new(new_path, steps, n, f);
    if (r == 0 && link(new_path, path) != 0)
        r = fault_set(f, EX_CANTCREAT, "%s: %s", path, strerror(errno));
    remove_new(new_path);
    if (r == 0) {
        sync_directory(path);
        step_done("create");
    }
    return r;
}

int db_open(struct store **s, const char *path, enum store_mode mode, const struct migration *steps,
            int n, struct fault *f)
{
    *s = NULL;
    if (mode == STORE_CREATE && create(path, steps, n, f) != 0)
        return -1;
    *s = store_new(path);
    if (open_existing(*s, mode != STORE_READ, steps, n, f) != 0) {
        store_close(s);
        return -1;
    }
    return 0;
}

/* --- dictionaries -------------------------------------------------------------------------- */

static const char *const newest_dictionary = "dictionary";

static int noted_dictionary(struct store *s, long long *number, struct fault *f)
{
    struct arena arena = ARENA(1 << 12);
    const char *text;
    int r = store_get_setting(s, newest_dictionary, &arena, &text, f);
    if (r == 0 && !(text && slice_to_int(slice_of(text), number)))
        *number = 0;
    arena_free(&arena);
    return r;
}

static int note_dictionary(struct store *s, unsigned number, struct fault *f)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    if (store_begin(s, f) != 0)
        return -1;
    if (store_set_setting(s, newest_dictionary, text, f) == 0 && store_commit(s, f) == 0)
        return 0;
    store_rollback(s);
    return -1;
}

/* Letters packed with a dictionary that is not there would be taken for damaged, and given up. */
static int check_dictionaries(struct store *s, bool writes, struct fault *f)
{
    long long noted;
    unsigned newest = dictionary_newest();
    if (noted_dictionary(s, &noted, f) != 0)
        return f->exit == EX_DATAERR ? 0 : -1; /* damage is for who needs what is damaged */
    if (noted > newest)
        return fault_set(f, EX_CONFIG, "%s: made by a newer Courtier (dictionary %lld, this one knows %u)", s->path,
                         noted, newest);
    return noted < newest && writes ? note_dictionary(s, newest, f) : 0;
}

int store_open(struct store **s, const char *path, enum store_mode mode, struct fault *f)
{
    struct migration *steps = calloc(MIGRATIONS_MAX, sizeof *steps);
    if (!steps)
        die("out of memory");
    int r = db_open(s, path, mode, steps, migrate_steps(steps), f);
    free(steps);
    if (r == 0 && check_dictionaries(*s, mode != STORE_READ, f) != 0) {
        store_close(s);
        r = -1;
    }
    return r;
}

/* --- transactions -------------------------------------------------------------------------- */

int store_begin(struct store *s, struct fault *f)
{
    insist(!s->begun);
    if (sqlite3_db_readonly(s->db, "main") == 1) /* or it would fail at the first write only */
        return fault_set(f, EX_NOPERM, "%s: opened for reading only", s->path);
    if (stmt_run(stmt_get(s, "begin"), f) != 0)
        return -1;
    s->begun = true;
    s->savepoints = 0;
    return 0;
}

int store_commit(struct store *s, struct fault *f)
{
    insist(s->begun && s->savepoints == 0 && !s->session);
    if (sqlite3_get_autocommit(s->db))
        return fault_set(f, EX_IOERR, "%s: the transaction was rolled back", s->path);
    if (stmt_run(stmt_get(s, "commit"), f) != 0)
        return -1;
    s->begun = false;
    step_done("commit");
    return 0;
}

void store_rollback(struct store *s)
{
    struct fault f;
    store_turn_drop(s);
    s->begun = false;
    s->savepoints = 0;
    if (s->db && !sqlite3_get_autocommit(s->db) && stmt_run(stmt_get(s, "rollback"), &f) != 0)
        die("%s", f.text);
}

/* A savepoint outside a transaction would begin one. */
static int in_transaction(struct store *s, struct fault *f)
{
    insist(s->begun);
    if (sqlite3_get_autocommit(s->db))
        return fault_set(f, EX_IOERR, "%s: the transaction was rolled back", s->path);
    return 0;
}

int store_savepoint(struct store *s, struct fault *f)
{
    if (in_transaction(s, f) != 0 || stmt_run(stmt_get(s, "savepoint"), f) != 0)
        return -1;
    s->savepoints++;
    return 0;
}

int store_release(struct store *s, struct fault *f)
{
    insist(s->savepoints > 0);
    if (in_transaction(s, f) != 0 || stmt_run(stmt_get(s, "savepoint_release"), f) != 0)
        return -1;
    s->savepoints--;
    return 0;
}

int store_undo_savepoint(struct store *s, struct fault *f)
{
    insist(s->savepoints > 0);
    if (in_transaction(s, f) != 0 || stmt_run(stmt_get(s, "savepoint_rollback"), f) != 0)
        return -1;
    return store_release(s, f);
}

int store_savepoints(const struct store *s)
{
    return s->savepoints;
}

int store_undo_savepoints(struct store *s, int left, struct fault *f)
{
    while (s->savepoints > left)
        if (store_undo_savepoint(s, f) != 0)
            return -1;
    return 0;
}

/* --- settings ------------------------------------------------------------------------------ */

int store_get_setting(struct store *s, const char *key, struct arena *a, const char **value,
                      struct fault *f)
{
    struct stmt *q = stmt_get(s, "setting_get");
    stmt_put_text(q, "key", key);
    *value = NULL;
    int r = stmt_step(q, f);
    if (r == 1) {
        if (stmt_slice(q, "value").n < arena_left(a)) /* one that is longer is none of ours */
            *value = stmt_text(q, "value", a);
        stmt_done(q);
    }
    return r < 0 ? -1 : 0;
}

int store_set_setting(struct store *s, const char *key, const char *value, struct fault *f)
{
    struct stmt *q = stmt_get(s, "setting_set");
    stmt_put_text(q, "key", key);
    stmt_put_text(q, "value", value);
    return stmt_run(q, f);
}
