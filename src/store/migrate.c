#include "store/db.h"
#include "base/embedded.h"
#include "base/step.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* Invariants
 *   1. All steps from a database's version to the newest are one transaction: a crash leaves the
 *      old version or the new one.
 *   2. The copy is made while the transaction holds the write lock, so it is what is migrated, and
 *      it has its name only when it is whole.
 *   3. Foreign keys are off until the connection is set up (db.c), so that steps can rebuild
 *      tables; what they refer to is checked before the commit. */

int migrate_steps(struct migration *steps)
{
    char name[32];
    int n = 0;
    for (const struct embedded *e = embedded_files; e->name && n < MIGRATIONS_MAX; e++) {
        snprintf(name, sizeof name, "migration_%03d.sql", n + 1);
        if (strcmp(e->name, name) == 0) {
            steps[n] = (struct migration){n + 1, e->text};
            n++;
        }
    }
    if (n == 0)
        die("db/migration_001.sql is not in the program");
    return n;
}

int migrate_version(struct store *s, int *version, struct fault *f)
{
    struct stmt *q = stmt_get(s, "user_version");
    if (stmt_step(q, f) < 0)
        return -1;
    *version = (int)stmt_int_at(q, 0);
    stmt_done(q);
    return 0;
}

/* --- the copy ------------------------------------------------------------------------------ */

static int copy_pages(struct store *s, sqlite3 *from, sqlite3 *to, struct fault *f)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b)
        return fault_set(f, EX_IOERR, "%s: the copy failed: %s", s->path, sqlite3_errmsg(to));
    int rc = sqlite3_backup_step(b, -1);
    int end = sqlite3_backup_finish(b);
    if (rc != SQLITE_DONE || end != SQLITE_OK)
        return fault_set(f, rc == SQLITE_BUSY || rc == SQLITE_LOCKED ? EX_TEMPFAIL : EX_IOERR,
                         "%s: the copy failed: %s", s->path, sqlite3_errstr(rc));
    return 0;
}

static int copy_to(struct store *s, const char *path, struct fault *f)
{
    sqlite3 *from = NULL, *to = NULL;
    int r = -1;
    int flags = SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(s->path, &from, SQLITE_OPEN_READONLY | flags, NULL) != SQLITE_OK)
        fault_set(f, EX_IOERR, "%s: %s", s->path, sqlite3_errmsg(from));
    else if (sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | flags, NULL) != SQLITE_OK)
        fault_set(f, EX_CANTCREAT, "%s: %s", path, sqlite3_errmsg(to));
    else if (sqlite3_busy_timeout(from, DB_PATIENCE) == SQLITE_OK)
        r = copy_pages(s, from, to, f);
    if (sqlite3_close(to) != SQLITE_OK || sqlite3_close(from) != SQLITE_OK)
        die("%s: a copy is in use", path);
    return r;
}

int store_backup(struct store *s, const char *path, struct fault *f)
{
    char part[PATH_MAX];
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return fault_set(f, EX_CANTCREAT, "the path of the copy is too long");
    unlink(part); /* of an earlier attempt that was cut short */
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return fault_set(f, EX_CANTCREAT, "%s: %s", part, strerror(errno));
    close(fd);
    int r = copy_to(s, part, f);
    if (r == 0 && rename(part, path) != 0)
        r = fault_set(f, EX_CANTCREAT, "%s: %s", path, strerror(errno));
    if (r != 0)
        unlink(part);
    else
        step_done("backup");
    return r;
}

int store_check(struct store *s, struct fault *f)
{
    struct stmt *q = stmt_get(s, "integrity_check");
    int r = stmt_step(q, f);
    if (r < 0)
        return -1;
    struct slice says = stmt_slice_at(q, 0);
    if (!slice_is(says, "ok"))
        r = fault_set(f, EX_DATAERR, "%s: damaged: %.*s", s->path, (int)(says.n < 200 ? says.n : 200),
                      says.p ? says.p : "");
    stmt_done(q);
    if (r < 0)
        return -1;
    q = stmt_get(s, "foreign_key_check");
    r = stmt_step(q, f);
    stmt_done(q);
    return r == 1 ? fault_set(f, EX_DATAERR, "%s: damaged: a row belongs to nothing", s->path) : r;
}

/* --- the steps ----------------------------------------------------------------------------- */

static int run_steps(struct store *s, const struct migration *steps, int n, int version,
                     struct fault *f)
{
    for (int i = version; i < n; i++) {
        insist(steps[i].version == i + 1);
        char *error = NULL;
        int rc = sqlite3_exec(s->db, steps[i].sql, NULL, NULL, &error);
        if (rc == SQLITE_ERROR)
            die("migration %d: %s", steps[i].version, error);
        sqlite3_free(error);
        if (rc != SQLITE_OK)
            return db_fault(s, rc, f);
    }
    struct stmt *q = stmt_get(s, "foreign_key_check");
    int broken = stmt_step(q, f);
    if (broken == 1) {
        fault_set(f, EX_DATAERR, "%s: row %lld of %.*s refers to nothing", s->path,
                  (long long)stmt_int_at(q, 1), (int)stmt_slice_at(q, 0).n, stmt_slice_at(q, 0).p);
        stmt_done(q);
    }
    return broken ? -1 : 0;
}

static int migrate(struct store *s, const struct migration *steps, int n, bool backup,
                   struct fault *f)
{
    int version;
    char copy[PATH_MAX];
    if (migrate_version(s, &version, f) != 0)
        return -1;
    if (version >= n) /* another process was faster */
        return 0;
    if (snprintf(copy, sizeof copy, "%s.backup-%d", s->path, version) >= (int)sizeof copy)
        return fault_set(f, EX_CANTCREAT, "the path of the database is too long");
    if (backup && store_backup(s, copy, f) != 0)
        return -1;
    if (run_steps(s, steps, n, version, f) != 0 || migrate_version(s, &version, f) != 0)
        return -1;
    if (version != n)
        die("after the migrations the version is %d, not %d", version, n);
    return 0;
}

int migrate_up(struct store *s, const struct migration *steps, int n, bool backup, struct fault *f)
{
    if (store_begin(s, f) != 0)
        return -1;
    if (migrate(s, steps, n, backup, f) != 0) {
        store_rollback(s);
        return -1;
    }
    return store_commit(s, f);
}
