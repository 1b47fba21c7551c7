/* db: one connection to the database, for the files of this folder only.
 *
 * What each of them needs of the others: the connection, its statements (stmt.h), the press for
 * blobs (blob.h), the names of the schemas (names.h), and the one way from SQLite's result codes to
 * faults. */
#ifndef STORE_DB_H
#define STORE_DB_H

#define SQLITE_ENABLE_SESSION        1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

#include "base/buf.h"
#include "store/blob.h"
#include "store/names.h"
#include "store/stmt.h"
#include "store/store.h"

enum { DB_APPLICATION = 0x436f7572 /* "Cour" */, DB_PATIENCE = 5000 /* ms to wait for a lock */ };

struct store {
    sqlite3 *db;
    char *path;
    bool begun;     /* between store_begin and store_commit or store_rollback */
    int savepoints; /* how many are open */
    sqlite3_session *session; /* of the turn begun; NULL for none */
    int64_t session_game;     /* which game it writes; 0 before the first row */
    struct stmts stmts;
    struct press press;
    struct names *names;
    struct buf text; /* scratch: the text of a journal entry */
    int64_t looked;  /* rows and changes gone through so far to see tables, present and past */
};

/* A step from version - 1 to version; its SQL sets user_version. */
struct migration {
    int version;
    const char *sql;
};

/* store_open with other migrations than the program's: versions 1..n in order. */
int db_open(struct store **s, const char *path, enum store_mode mode, const struct migration *steps,
            int n, struct fault *f) CHECKED;

/* Fills the fault for a result code of SQLite and returns -1; dies when the code means a bug. */
int db_fault(struct store *s, int rc, struct fault *f);

/* How long to wait for another process that holds the lock. */
void db_patience(struct store *s, int milliseconds);

/* --- migrate.c: what opening needs ---------------------------------------------------------- */

/* The migrations of the program: db/migration_001.sql and so on. Returns how many. */
enum { MIGRATIONS_MAX = 999 };
int migrate_steps(struct migration *steps);

/* Brings an open database up to steps[n - 1] in one transaction. With a backup it is first copied
 * to PATH.backup-VERSION. */
int migrate_up(struct store *s, const struct migration *steps, int n, bool backup,
               struct fault *f) CHECKED;

/* The user_version of the database. */
int migrate_version(struct store *s, int *version, struct fault *f) CHECKED;

#endif
