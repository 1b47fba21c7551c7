#include "store/changes.h"
#include "store/table_rows.h"

#include <stdlib.h>

/* Invariants
 *   1. A turn's changeset covers piece and tally and nothing else; turns of a game are numbered
 *      without a gap, so the present table and the changesets give every past one.
 *   2. Looking at the past writes nothing: changesets are read and taken back in memory. */

/* --- recording ----------------------------------------------------------------------------- */

void store_turn_drop(struct store *s)
{
    if (s->session)
        sqlite3session_delete(s->session);
    s->session = NULL;
    s->session_game = 0;
}

int store_turn_begin(struct store *s, struct fault *f)
{
    static const char *const tables[] = {"piece", "tally"};
    insist(s->begun && !s->session);
    int rc = sqlite3session_create(s->db, "main", &s->session);
    for (size_t i = 0; rc == SQLITE_OK && i < sizeof tables / sizeof tables[0]; i++)
        rc = sqlite3session_attach(s->session, tables[i]);
    if (rc == SQLITE_OK)
        return 0;
    store_turn_drop(s);
    return db_fault(s, rc, f);
}

static int add_turn(struct store *s, const struct turn *turn, struct slice changes, struct fault *f)
{
    enum { WORTH_PACKING = 128 };
    struct slice packed = blob_pack(&s->press, changes, WORTH_PACKING);
    struct stmt *q = stmt_get(s, "turn_add");
    stmt_put_int(q, "game", turn->game);
    stmt_put_int(q, "number", turn->number);
    stmt_put_int(q, "seat", turn->seat);
    stmt_put_text(q, "kind", turn->kind);
    stmt_put_int(q, "at", turn->at);
    stmt_put_int(q, "draws_before", turn->draws_before);
    stmt_put_int(q, "draws_after", turn->draws_after);
    stmt_put_blob(q, "changes", packed.p, packed.n);
    return stmt_run(q, f);
}

int store_turn_end(struct store *s, const struct turn *turn, struct fault *f)
{
    void *p = NULL;
    int n = 0;
    insist(s->session && (s->session_game == 0 || s->session_game == turn->game));
    int rc = sqlite3session_changeset(s->session, &n, &p);
    store_turn_drop(s);
    int r = rc == SQLITE_OK ? add_turn(s, turn, (struct slice){p, (size_t)n}, f)
                            : db_fault(s, rc, f);
    sqlite3_free(p);
    return r;
}

int store_turn_list(struct store *s, int64_t game, int64_t from, int64_t to, struct arena *a,
                    struct turn **v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "turn_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "from", from);
    stmt_put_int(q, "to", to);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct turn *turn = &(*v)[(*n)++];
        turn->game = game;
        turn->number = stmt_int(q, "number");
        turn->seat = (int)stmt_int(q, "seat");
        turn->kind = stmt_text(q, "kind", a);
        turn->at = stmt_int(q, "at");
        turn->draws_before = stmt_int(q, "draws_before");
        turn->draws_after = stmt_int(q, "draws_after");
    }
    return r;
}

/* The changeset of the row q is at, in malloc'ed memory; NULL when it makes no sense. */
static char *open_changes(struct store *s, struct stmt *q, size_t *n)
{
    char *changes = NULL;
    if (!blob_open_heap(&s->press, stmt_slice(q, "changes"), &changes, n))
        return NULL;
    if (!changes_sound((struct slice){changes, *n})) {
        free(changes);
        return NULL;
    }
    return changes;
}

/* --- undo ---------------------------------------------------------------------------------- */

/* Anything that is not as the turn left it means that rows were changed behind our back. */
static int on_conflict(void *ctx, int why, sqlite3_changeset_iter *it)
{
    (void)ctx, (void)why, (void)it;
    return SQLITE_CHANGESET_ABORT;
}

static int apply_inverse(struct store *s, int64_t game, char *changes, size_t n, struct fault *f)
{
    void *inverse = NULL;
    int size = 0;
    int rc = sqlite3changeset_invert((int)n, changes, &size, &inverse);
    if (rc == SQLITE_OK)
        rc = sqlite3changeset_apply(s->db, size, inverse, NULL, on_conflict, NULL);
    sqlite3_free(inverse);
    if (rc == SQLITE_ABORT)
        return fault_set(f, EX_DATAERR,
                         "%s: game %lld: the turn does not fit the table and cannot be undone",
                         s->path, (long long)game);
    return rc == SQLITE_OK ? 0 : db_fault(s, rc, f);
}

int store_turn_undo(struct store *s, int64_t game, int64_t number, struct fault *f)
{
    size_t n = 0;
    insist(s->begun && !s->session);
    struct stmt *q = stmt_get(s, "turn_changes");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "turn", number - 1);
    int r = stmt_step(q, f);
    if (r < 0)
        return -1;
    bool newest = r == 1 && stmt_int(q, "number") == number;
    char *changes = newest ? open_changes(s, q, &n) : NULL;
    stmt_done(q);
    if (!newest)
        return fault_set(f, EX_DATAERR, "%s: game %lld: turn %lld is not the newest", s->path,
                         (long long)game, (long long)number);
    if (!changes)
        return rows_fault(s, game, "a changeset", f);
    r = apply_inverse(s, game, changes, n, f);
    free(changes);
    if (r != 0)
        return -1;
    q = stmt_get(s, "turn_drop");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "number", number);
    return stmt_run(q, f);
}

/* --- the past ------------------------------------------------------------------------------ */

struct past {
    int64_t game;
    const struct names *names;
    struct table *table;
    struct piece *rows;
};

static struct slice value_text(sqlite3_value *v)
{
    const char *p = sqlite3_value_blob(v);
    return (struct slice){p, p ? (size_t)sqlite3_value_bytes(v) : 0};
}

static bool set_column(struct piece *p, int column, sqlite3_value *v, const struct names *names)
{
    int64_t n = sqlite3_value_int64(v);
    struct slice text = {NULL, 0};
    if (column == PIECE_KIND || column == PIECE_PLACE)
        text = value_text(v);
    int name;
    switch (column) {
    case PIECE_KIND:
        name = names_kind(names, text);
        p->kind = (uint16_t)name;
        return name >= 0;
    case PIECE_PLACE:
        name = text.n ? names_place(names, text) : PLACE_NONE;
        p->place = (uint8_t)name;
        return name >= 0;
    case PIECE_SEAT:
        p->seat = (uint8_t)n;
        return n >= 0 && n <= SEATS_MAX;
    case PIECE_SLOT:
        p->slot = (int16_t)n;
        return n == p->slot;
    case PIECE_POS:
        p->pos = (int32_t)n;
        return n == p->pos;
    case PIECE_SIGHT:
        p->sight = (sight)n;
        return n == (int32_t)n;
    default: /* a mark */
        p->mark[column - PIECE_MARK] = (int32_t)n;
        return n == (int32_t)n;
    }
}

/* The old value of a column; NULL when the change left it alone. */
static sqlite3_value *old_value(sqlite3_changeset_iter *it, int op, int column)
{
    sqlite3_value *v = NULL;
    int rc = op == SQLITE_INSERT ? sqlite3changeset_new(it, column, &v)
                                 : sqlite3changeset_old(it, column, &v);
    return rc == SQLITE_OK ? v : NULL;
}

static bool take_back_piece(struct past *past, sqlite3_changeset_iter *it, int op)
{
    sqlite3_value *v = old_value(it, op, PIECE_ID);
    int64_t id = v ? sqlite3_value_int64(v) : 0;
    if (id <= 0 || id >= PIECES_MAX)
        return false;
    struct piece *p = &past->rows[id];
    if ((p->id != 0) != (op != SQLITE_DELETE))
        return false;
    p->id = op == SQLITE_INSERT ? 0 : (uint16_t)id;
    for (int i = PIECE_KIND; op != SQLITE_INSERT && i < PIECE_COLUMNS; i++)
        if ((v = old_value(it, op, i)) && !set_column(p, i, v, past->names))
            return false;
    return true;
}

static bool take_back_tally(struct past *past, sqlite3_changeset_iter *it, int op)
{
    struct table *t = past->table;
    sqlite3_value *key = old_value(it, op, TALLY_KEY), *at = old_value(it, op, TALLY_SEAT), *v;
    int tally = key ? names_tally(past->names, value_text(key)) : -1;
    int64_t seat = at ? sqlite3_value_int64(at) : -1;
    if (tally < 0 || seat < 0 || seat > table_seats(t))
        return false;
    int64_t value = 0;
    sight sees = rows_own_sight(table_schema(t), tally, (int)seat);
    if (op == SQLITE_UPDATE) {
        value = table_get(t, tally, (int)seat);
        sees = table_tally_sight(t, tally, (int)seat);
    }
    if (op != SQLITE_INSERT && (v = old_value(it, op, TALLY_VALUE)))
        value = sqlite3_value_int64(v);
    if (op != SQLITE_INSERT && (v = old_value(it, op, TALLY_SIGHT)))
        sees = (sight)sqlite3_value_int64(v);
    return table_put_tally(t, tally, (int)seat, value, sees);
}

static bool take_back_turn(struct past *past, char *changes, size_t n)
{
    sqlite3_changeset_iter *it = NULL;
    bool ok = sqlite3changeset_start(&it, (int)n, changes) == SQLITE_OK;
    int rc = SQLITE_DONE;
    while (ok && (rc = sqlite3changeset_next(it)) == SQLITE_ROW) {
        const char *name;
        int columns, op, indirect;
        sqlite3changeset_op(it, &name, &columns, &op, &indirect);
        sqlite3_value *game = old_value(it, op, PIECE_GAME); /* the first of both tables */
        ok = game && sqlite3_value_int64(game) == past->game;
        ok = ok && (strcmp(name, "piece") == 0 ? take_back_piece(past, it, op)
                                               : take_back_tally(past, it, op));
    }
    return sqlite3changeset_finalize(it) == SQLITE_OK && ok && rc == SQLITE_DONE;
}

static int take_back(struct store *s, struct past *past, int64_t turn, struct fault *f)
{
    struct stmt *q = stmt_get(s, "turn_changes");
    int64_t before = 0; /* number of the turn taken back last */
    int r;
    stmt_put_int(q, "game", past->game);
    stmt_put_int(q, "turn", turn);
    bool any = false;
    while ((r = stmt_step(q, f)) == 1) {
        size_t n = 0;
        int64_t number = stmt_int(q, "number");
        char *changes = open_changes(s, q, &n);
        bool ok = changes && (!any || number == before - 1) && take_back_turn(past, changes, n);
        free(changes);
        any = true;
        before = number;
        if (!ok) {
            stmt_done(q);
            return rows_fault(s, past->game, "a changeset", f);
        }
    }
    if (r == 0 && any && before != turn + 1)
        return rows_fault(s, past->game, "the numbering of its turns", f);
    return r;
}

int store_table_at(struct store *s, int64_t game, int64_t turn, struct table *t, struct fault *f)
{
    struct past past = {game, names_of(&s->names, table_schema(t)), t, NULL};
    past.rows = calloc(PIECES_MAX, sizeof past.rows[0]);
    if (!past.rows)
        die("out of memory");
    int r = rows_read(s, game, t, past.rows, f);
    if (r == 0)
        r = take_back(s, &past, turn, f);
    if (r == 0)
        r = rows_build(s, game, t, past.rows, f);
    free(past.rows);
    return r;
}
