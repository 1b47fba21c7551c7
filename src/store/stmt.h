/* stmt: the named statements of db/queries.sql, prepared when first used and kept.
 *
 *     struct stmt *q = stmt_get(s, "await_list");
 *     stmt_put_int(q, "game", game);
 *     while ((r = stmt_step(q, f)) == 1)
 *         … stmt_int(q, "number") …
 *
 * A name that does not exist, a parameter left out, a column asked for in the wrong type: bugs,
 * they die. So does writing outside a transaction. What is bound must live until the step that
 * ends the statement. Names cost next to nothing when they are used in the order of the SQL. */
#ifndef STORE_STMT_H
#define STORE_STMT_H

#include "base/arena.h"
#include "base/fault.h"

#include <stdint.h>

struct store;
struct stmt;
struct stmts {
    struct stmt *v; /* by name */
    int n;
    struct arena names;
};

void stmt_open(struct store *s); /* reads db/queries.sql */
void stmt_close(struct store *s);

/* The statement, ready to be bound. A fault while preparing comes with the first step. */
struct stmt *stmt_get(struct store *s, const char *name);
const char *stmt_name(const struct store *s, int i); /* NULL behind the last */
const char *stmt_sql(struct stmt *q);

void stmt_put_int(struct stmt *q, const char *param, int64_t v);
void stmt_put_id(struct stmt *q, const char *param, int64_t v);        /* 0 becomes NULL */
void stmt_put_text(struct stmt *q, const char *param, const char *s);  /* NULL becomes '' */
void stmt_put_name(struct stmt *q, const char *param, const char *s);  /* NULL stays NULL */
void stmt_put_blob(struct stmt *q, const char *param, const void *p, size_t n);

/* 1: a row; 0: no more, -1: a fault. After 0 and -1 the statement is free again. */
int stmt_step(struct stmt *q, struct fault *f) CHECKED;
int stmt_run(struct stmt *q, struct fault *f) CHECKED; /* for what gives no rows */
void stmt_done(struct stmt *q); /* for who leaves before the last row */
int stmt_changes(const struct stmt *q); /* rows written by the last run */

/* Columns of the row, by name. NULL reads as 0, "" and the empty slice. */
int64_t stmt_int(struct stmt *q, const char *column);
const char *stmt_text(struct stmt *q, const char *column, struct arena *a);
struct slice stmt_slice(struct stmt *q, const char *column); /* until the next step */
bool stmt_bytes(struct stmt *q, const char *column, uint8_t *out, size_t n); /* exactly n */

/* And by position, for long lists. */
int64_t stmt_int_at(struct stmt *q, int i);
struct slice stmt_slice_at(struct stmt *q, int i);

/* Room for one more row behind the n there are; rows are collected in the arena. */
void *stmt_room(struct arena *a, void *v, int n, size_t size);

#endif
