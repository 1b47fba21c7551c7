/* store: everything that is kept, in one SQLite file.
 *
 * The only part that knows SQL. Schema, migrations and queries are the SQL files of db/, embedded
 * at build. WAL, synchronous=FULL, foreign keys, STRICT tables. Functions return 0, or -1 with a
 * fault: EX_TEMPFAIL when the database is locked, EX_CANTCREAT/EX_NOPERM when it cannot be written,
 * EX_IOERR when the disk is full or fails, EX_CONFIG when it was made by a newer program or is no
 * Courtier database, EX_NOINPUT when there is none, EX_DATAERR when rows make no sense. A query
 * with a wrong name or bind is a bug and dies. Strings and blobs that come back live in the arena
 * given. Times are seconds since 1970 and always come from the caller.
 *
 * Writing needs a transaction: store_begin … store_commit; one letter inside it is a savepoint.
 * step_done("commit") follows every commit. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "store/games.h"
#include "store/journal.h"
#include "store/letters.h"
#include "store/people.h"
#include "store/tables.h"

struct store;

enum store_mode { STORE_CREATE, STORE_WRITE, STORE_READ };

/* STORE_CREATE fails when the file exists. STORE_WRITE migrates an older database in one
 * transaction after copying it to PATH.backup-VERSION. */
int store_open(struct store **s, const char *path, enum store_mode mode, struct fault *f) CHECKED;
void store_close(struct store **s); /* an open transaction is rolled back */

/* A copy of the whole database as it was last committed, under a name it gets only when it is
 * whole; a file of that name is replaced. Others may read and write meanwhile. */
int store_backup(struct store *s, const char *path, struct fault *f) CHECKED;

/* Looks through the whole file: EX_DATAERR with the first thing that is damaged. */
int store_check(struct store *s, struct fault *f) CHECKED;

int store_begin(struct store *s, struct fault *f) CHECKED;
int store_commit(struct store *s, struct fault *f) CHECKED;
void store_rollback(struct store *s); /* no transaction: nothing happens */
int store_savepoint(struct store *s, struct fault *f) CHECKED;    /* may nest */
int store_release(struct store *s, struct fault *f) CHECKED;      /* keeps the innermost */
int store_undo_savepoint(struct store *s, struct fault *f) CHECKED; /* drops the innermost */

/* For who gives up on work that failed, perhaps within savepoints of its own: how many there are, and
 * dropping all behind so many. */
int store_savepoints(const struct store *s);
int store_undo_savepoints(struct store *s, int left, struct fault *f) CHECKED;

/* Settings of the house that are not configuration: the token key, counters. *value = NULL when
 * there is none, or one the arena has no room for. */
int store_get_setting(struct store *s, const char *key, struct arena *a, const char **value,
                      struct fault *f) CHECKED;
int store_set_setting(struct store *s, const char *key, const char *value, struct fault *f) CHECKED;

#endif
