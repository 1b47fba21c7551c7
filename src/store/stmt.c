#include "store/stmt.h"
#include "base/embedded.h"
#include "store/db.h"

#include <stdlib.h>

/* Invariants
 *   1. A statement that is not running holds no lock: it was reset.
 *   2. Every parameter is bound anew for every run (bit i of `bound`), so a pointer bound for an
 *      earlier run is never read.
 *   3. next_param and next_column guess where the next name is; a wrong guess costs a search. */

struct stmt {
    struct store *store;
    const char *name;
    struct slice sql;
    sqlite3_stmt *st;
    const char **params, **columns;
    int nparams, ncolumns, next_param, next_column;
    uint64_t bound;
    int rc; /* of preparing */
    bool running, writes;
};

enum { PARAMS_MAX = 64 };

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct stmt *)a)->name, ((const struct stmt *)b)->name);
}

/* A file is a list of "-- name: X" lines, each with its statement behind it. */
static bool next_query(struct slice *rest, struct slice *name, struct slice *sql)
{
    static const char mark[] = "-- name: ";
    bool found = false;
    while (rest->p) {
        struct slice before = *rest, line = slice_cut(rest, '\n');
        bool begins = line.n >= sizeof mark - 1 && memcmp(line.p, mark, sizeof mark - 1) == 0;
        if (begins && found) {
            *rest = before;
            break;
        }
        if (begins) {
            found = true;
            *name = slice_trim((struct slice){line.p + sizeof mark - 1, line.n - sizeof mark + 1});
            *sql = (struct slice){line.p + line.n, 0};
        }
        if (found)
            sql->n = (size_t)(line.p + line.n - sql->p);
    }
    return found;
}

void stmt_open(struct store *s)
{
    struct stmts *all = &s->stmts;
    struct slice rest = slice_of(embedded_text("queries.sql")), name, sql;
    int room = 0;
    all->names = ARENA(1 << 20);
    while (next_query(&rest, &name, &sql))
        room++;
    all->v = calloc((size_t)room, sizeof all->v[0]);
    if (!all->v)
        die("out of memory");
    rest = slice_of(embedded_text("queries.sql"));
    while (next_query(&rest, &name, &sql))
        all->v[all->n++] =
            (struct stmt){.store = s, .name = arena_slice(&all->names, name), .sql = sql};
    qsort(all->v, (size_t)all->n, sizeof all->v[0], compare);
    for (int i = 1; i < all->n; i++)
        if (strcmp(all->v[i - 1].name, all->v[i].name) == 0)
            die("two queries are named %s", all->v[i].name);
}

void stmt_close(struct store *s)
{
    for (int i = 0; i < s->stmts.n; i++)
        sqlite3_finalize(s->stmts.v[i].st);
    free(s->stmts.v);
    arena_free(&s->stmts.names);
    s->stmts = (struct stmts){0};
}

static void prepare(struct stmt *q)
{
    struct stmts *all = &q->store->stmts;
    sqlite3 *db = q->store->db;
    const char *tail = NULL;
    q->rc = sqlite3_prepare_v3(db, q->sql.p, (int)q->sql.n, SQLITE_PREPARE_PERSISTENT, &q->st,
                               &tail);
    if (q->rc == SQLITE_ERROR)
        die("query %s: %s", q->name, sqlite3_errmsg(db));
    if (q->rc != SQLITE_OK)
        return;
    q->nparams = sqlite3_bind_parameter_count(q->st);
    q->ncolumns = sqlite3_column_count(q->st);
    if (q->nparams > PARAMS_MAX)
        die("query %s has too many parameters", q->name);
    q->params = arena_array(&all->names, const char *, q->nparams + 1);
    for (int i = 0; i < q->nparams; i++) {
        const char *name = sqlite3_bind_parameter_name(q->st, i + 1);
        if (!name)
            die("query %s has a parameter without a name", q->name);
        q->params[i] = arena_strdup(&all->names, name + 1);
    }
    q->columns = arena_array(&all->names, const char *, q->ncolumns + 1);
    for (int i = 0; i < q->ncolumns; i++)
        q->columns[i] = arena_strdup(&all->names, sqlite3_column_name(q->st, i));
    /* BEGIN IMMEDIATE and the pragmas count as writing too, but have no parameters. */
    q->writes = !sqlite3_stmt_readonly(q->st) && q->nparams > 0;
}

struct stmt *stmt_get(struct store *s, const char *name)
{
    struct stmt key = {.name = name};
    struct stmt *q = bsearch(&key, s->stmts.v, (size_t)s->stmts.n, sizeof key, compare);
    if (!q)
        die("no query is named %s", name);
    if (q->running)
        die("query %s is running already", name);
    if (!q->st)
        prepare(q);
    q->bound = 0;
    q->next_param = q->next_column = 0;
    return q;
}

const char *stmt_name(const struct store *s, int i)
{
    return i < s->stmts.n ? s->stmts.v[i].name : NULL;
}

const char *stmt_sql(struct stmt *q)
{
    return q->st ? sqlite3_sql(q->st) : "";
}

/* --- binding ------------------------------------------------------------------------------- */

static int find(const char *const *names, int n, int *next, const char *name)
{
    for (int i = 0; i < n; i++) {
        int at = *next + i < n ? *next + i : *next + i - n;
        if (strcmp(names[at], name) == 0) {
            *next = at + 1 < n ? at + 1 : 0;
            return at;
        }
    }
    return -1;
}

/* The number of a parameter, from 1; 0 when the statement could not be prepared. */
static int param(struct stmt *q, const char *name)
{
    if (!q->st)
        return 0;
    int i = find(q->params, q->nparams, &q->next_param, name);
    if (i < 0)
        die("query %s has no parameter :%s", q->name, name);
    q->bound |= (uint64_t)1 << i;
    return i + 1;
}

static void bound(struct stmt *q, int rc)
{
    if (rc != SQLITE_OK && q->rc == SQLITE_OK)
        q->rc = rc;
}

void stmt_put_int(struct stmt *q, const char *name, int64_t v)
{
    int i = param(q, name);
    if (i)
        bound(q, sqlite3_bind_int64(q->st, i, v));
}

void stmt_put_id(struct stmt *q, const char *name, int64_t v)
{
    int i = param(q, name);
    if (i)
        bound(q, v ? sqlite3_bind_int64(q->st, i, v) : sqlite3_bind_null(q->st, i));
}

void stmt_put_name(struct stmt *q, const char *name, const char *s)
{
    int i = param(q, name);
    if (i)
        bound(q, s ? sqlite3_bind_text(q->st, i, s, -1, SQLITE_STATIC)
                   : sqlite3_bind_null(q->st, i));
}

void stmt_put_text(struct stmt *q, const char *name, const char *s)
{
    stmt_put_name(q, name, s ? s : "");
}

void stmt_put_blob(struct stmt *q, const char *name, const void *p, size_t n)
{
    int i = param(q, name);
    if (i)
        bound(q, n ? sqlite3_bind_blob64(q->st, i, p, n, SQLITE_STATIC)
                   : sqlite3_bind_zeroblob(q->st, i, 0));
}

/* --- running ------------------------------------------------------------------------------- */

void stmt_done(struct stmt *q)
{
    if (q->st)
        sqlite3_reset(q->st);
    q->running = false;
    q->bound = 0;
}

static int failed(struct stmt *q, int rc, struct fault *f)
{
    int r = db_fault(q->store, rc, f);
    stmt_done(q);
    q->rc = SQLITE_OK;
    return r;
}

/* Once per run. SQLite ends a transaction by itself after some faults; what is written after that
 * would be committed alone, so it is refused here. */
static int start(struct stmt *q, struct fault *f)
{
    struct store *s = q->store;
    if (q->bound != (q->nparams == PARAMS_MAX ? ~(uint64_t)0 : ((uint64_t)1 << q->nparams) - 1))
        die("query %s has parameters that are not bound", q->name);
    if (q->writes && !s->begun)
        die("query %s writes outside a transaction", q->name);
    if (q->writes && sqlite3_get_autocommit(s->db))
        return fault_set(f, EX_IOERR, "%s: the transaction was rolled back", s->path);
    q->running = true;
    return 0;
}

int stmt_step(struct stmt *q, struct fault *f)
{
    if (q->rc != SQLITE_OK)
        return failed(q, q->rc, f);
    if (!q->running && start(q, f) != 0)
        return -1;
    int rc = sqlite3_step(q->st);
    q->next_column = 0;
    if (rc == SQLITE_ROW)
        return 1;
    if (rc != SQLITE_DONE)
        return failed(q, rc, f);
    stmt_done(q);
    return 0;
}

int stmt_run(struct stmt *q, struct fault *f)
{
    int r = stmt_step(q, f);
    if (r == 1)
        die("query %s gives rows", q->name);
    return r;
}

int stmt_changes(const struct stmt *q)
{
    return sqlite3_changes(q->store->db);
}

/* --- columns ------------------------------------------------------------------------------- */

static int column(struct stmt *q, const char *name)
{
    int i = find(q->columns, q->ncolumns, &q->next_column, name);
    if (i < 0)
        die("query %s has no column %s", q->name, name);
    return i;
}

int64_t stmt_int_at(struct stmt *q, int i)
{
    return sqlite3_column_int64(q->st, i);
}

struct slice stmt_slice_at(struct stmt *q, int i)
{
    const char *p = sqlite3_column_blob(q->st, i);
    return (struct slice){p, p ? (size_t)sqlite3_column_bytes(q->st, i) : 0};
}

int64_t stmt_int(struct stmt *q, const char *name)
{
    int i = column(q, name), type = sqlite3_column_type(q->st, i);
    if (type != SQLITE_INTEGER && type != SQLITE_NULL)
        die("column %s of query %s is no number", name, q->name);
    return stmt_int_at(q, i);
}

struct slice stmt_slice(struct stmt *q, const char *name)
{
    int i = column(q, name), type = sqlite3_column_type(q->st, i);
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
        die("column %s of query %s is a number", name, q->name);
    return stmt_slice_at(q, i);
}

const char *stmt_text(struct stmt *q, const char *name, struct arena *a)
{
    return arena_slice(a, stmt_slice(q, name));
}

bool stmt_bytes(struct stmt *q, const char *name, uint8_t *out, size_t n)
{
    struct slice s = stmt_slice(q, name);
    if (s.n != n)
        return false;
    memcpy(out, s.p, n);
    return true;
}

void *stmt_room(struct arena *a, void *v, int n, size_t size)
{
    enum { FIRST = 8 };
    if (n && (n < FIRST || (n & (n - 1)) != 0))
        return v;
    void *more = arena_alloc(a, size * (size_t)(n < FIRST ? FIRST : 2 * n));
    if (n)
        memcpy(more, v, size * (size_t)n);
    return more;
}
