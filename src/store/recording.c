#include "store/recording.h"
#include "store/table_rows.h"

/* Invariants
 *   1. The hook is set while a turn is recorded and at no other time.
 *   2. A row is changed once in a turn, unless `again` is set: then a row may have several changes,
 *      in their order, and SQLite joins them. */

static const struct {
    const char *name;
    int columns, keys; /* the first `keys` columns are the key, in its order */
} tables[RECORDED_TABLES] = {{"piece", PIECE_COLUMNS, 2}, {"tally", TALLY_COLUMNS, 3}};

/* --- writing: see changes.c for the format ---------------------------------------------------- */

static void add_varint(struct buf *out, uint32_t n)
{
    for (int shift = 28; shift > 0; shift -= 7)
        if (n >> shift)
            buf_char(out, (char)(0x80 | (n >> shift & 0x7f)));
    buf_char(out, (char)(n & 0x7f));
}

static void add_same(struct buf *out)
{
    buf_char(out, 0);
}

/* These tables are STRICT and hold numbers, texts and NULL. */
static void add_value(struct buf *out, sqlite3_value *v)
{
    int type = sqlite3_value_type(v);
    buf_char(out, (char)type);
    if (type == SQLITE_INTEGER) {
        char bytes[8];
        uint64_t n = (uint64_t)sqlite3_value_int64(v);
        for (int i = 7; i >= 0; i--, n >>= 8)
            bytes[i] = (char)(n & 0xff);
        buf_add(out, bytes, sizeof bytes);
    } else if (type == SQLITE_TEXT) {
        const char *p = (const char *)sqlite3_value_text(v);
        int n = sqlite3_value_bytes(v);
        add_varint(out, (uint32_t)n);
        buf_add(out, p, (size_t)n);
    }
}

static bool same_value(sqlite3_value *a, sqlite3_value *b)
{
    int type = sqlite3_value_type(a);
    if (type != sqlite3_value_type(b))
        return false;
    if (type == SQLITE_INTEGER)
        return sqlite3_value_int64(a) == sqlite3_value_int64(b);
    int n = sqlite3_value_bytes(a);
    return n == sqlite3_value_bytes(b) &&
           (n == 0 || memcmp(sqlite3_value_blob(a), sqlite3_value_blob(b), (size_t)n) == 0);
}

/* --- the hook --------------------------------------------------------------------------------- */

enum { COLUMNS_MAX = PIECE_COLUMNS };

static bool read_row(sqlite3 *db, int table, int (*get)(sqlite3 *, int, sqlite3_value **),
                     sqlite3_value *v[COLUMNS_MAX])
{
    for (int i = 0; i < tables[table].columns; i++)
        if (get(db, i, &v[i]) != SQLITE_OK || !v[i])
            return false;
    return true;
}

static void add_row(struct buf *out, int table, sqlite3_value *v[COLUMNS_MAX])
{
    for (int i = 0; i < tables[table].columns; i++)
        add_value(out, v[i]);
}

/* The old values: the key and what changed; the new ones: what changed. */
static void add_update(struct buf *out, int table, sqlite3_value *was[COLUMNS_MAX], sqlite3_value *is[COLUMNS_MAX])
{
    bool changed[COLUMNS_MAX] = {false}, any = false;
    int columns = tables[table].columns, keys = tables[table].keys;
    for (int i = keys; i < columns; i++)
        any |= changed[i] = !same_value(was[i], is[i]);
    if (!any)
        return;
    buf_char(out, SQLITE_UPDATE);
    buf_char(out, 0);
    for (int i = 0; i < columns; i++)
        i < keys || changed[i] ? add_value(out, was[i]) : add_same(out);
    for (int i = 0; i < columns; i++)
        changed[i] ? add_value(out, is[i]) : add_same(out);
}

static void record(void *ctx, sqlite3 *db, int op, const char *schema, const char *name,
                   sqlite3_int64 key1, sqlite3_int64 key2)
{
    struct recording *r = ctx;
    sqlite3_value *was[COLUMNS_MAX], *is[COLUMNS_MAX];
    int table = 0;
    (void)schema, (void)key1, (void)key2;
    while (table < RECORDED_TABLES && strcmp(name, tables[table].name) != 0)
        table++;
    if (table == RECORDED_TABLES)
        return;
    struct buf *out = &r->changes[table];
    if (sqlite3_preupdate_count(db) != tables[table].columns ||
        (op != SQLITE_INSERT && !read_row(db, table, sqlite3_preupdate_old, was)) ||
        (op != SQLITE_DELETE && !read_row(db, table, sqlite3_preupdate_new, is))) {
        r->torn = true;
    } else if (op == SQLITE_UPDATE) {
        add_update(out, table, was, is);
    } else {
        buf_char(out, (char)op);
        buf_char(out, 0);
        add_row(out, table, op == SQLITE_INSERT ? is : was);
    }
}

/* --- a turn ----------------------------------------------------------------------------------- */

void recording_start(struct store *s)
{
    struct recording *r = &s->recording;
    insist(!r->on);
    for (int i = 0; i < RECORDED_TABLES; i++) {
        if (!r->changes[i].cap)
            r->changes[i] = BUF(BLOB_MAX / RECORDED_TABLES);
        buf_clear(&r->changes[i]);
    }
    r->on = true;
    r->torn = r->again = false;
    r->game = 0;
    sqlite3_preupdate_hook(s->db, record, r);
}

void recording_stop(struct store *s)
{
    if (s->recording.on)
        sqlite3_preupdate_hook(s->db, NULL, NULL);
    s->recording.on = false;
}

void recording_free(struct recording *r)
{
    for (int i = 0; i < RECORDED_TABLES; i++)
        buf_free(&r->changes[i]);
}

static void add_header(struct buf *out, int table)
{
    buf_char(out, 'T');
    add_varint(out, (uint32_t)tables[table].columns);
    for (int i = 0; i < tables[table].columns; i++)
        buf_char(out, (char)(i < tables[table].keys ? i + 1 : 0));
    buf_add(out, tables[table].name, strlen(tables[table].name) + 1);
}

static int join(struct buf *all, void **changes, int *n)
{
    sqlite3_changegroup *group = NULL;
    int rc = sqlite3changegroup_new(&group);
    if (rc == SQLITE_OK)
        rc = sqlite3changegroup_add(group, (int)all->n, all->p);
    if (rc == SQLITE_OK)
        rc = sqlite3changegroup_output(group, n, changes);
    sqlite3changegroup_delete(group);
    return rc;
}

int recording_changeset(struct store *s, void **changes, int *n)
{
    struct recording *r = &s->recording;
    struct buf all = BUF(BLOB_MAX);
    int rc = SQLITE_OK;
    for (int i = 0; i < RECORDED_TABLES; i++) {
        if (!r->changes[i].n)
            continue;
        add_header(&all, i);
        buf_slice(&all, buf_all(&r->changes[i]));
        r->torn |= r->changes[i].full;
    }
    *changes = NULL;
    *n = 0;
    if (r->torn || all.full)
        rc = SQLITE_TOOBIG;
    else if (r->again && all.n)
        rc = join(&all, changes, n);
    else if (all.n && !(*changes = sqlite3_malloc64(all.n)))
        rc = SQLITE_NOMEM;
    else if (all.n)
        memcpy(*changes, all.p, *n = (int)all.n);
    buf_free(&all);
    return rc;
}
