#include "store/changes.h"
#include "store/table_rows.h"

#include <stdlib.h>

/* Invariants
 *   1. Looking at the past writes nothing: changesets are read and applied in memory, forwards or
 *      backwards.
 *   2. Before turn 0 a table is empty, so a game whose turns begin with 0 can be walked from either
 *      end: the present rows with changesets taken back, or nothing with changesets applied. Tables
 *      themselves are never stored a second time.
 *   3. `table` holds the tallies of a past; its pieces lie in `rows` until the table is built. */

enum way { BACKWARDS, FORWARDS };

struct past {
    struct store *store;
    int64_t game, next; /* next: the turn a walk comes to */
    const struct names *names;
    struct table *table, *shown;
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

/* The value a column has in the row's key, or NULL. */
static sqlite3_value *key_value(sqlite3_changeset_iter *it, int op, int column)
{
    sqlite3_value *v = NULL;
    int rc = op == SQLITE_INSERT ? sqlite3changeset_new(it, column, &v)
                                 : sqlite3changeset_old(it, column, &v);
    return rc == SQLITE_OK ? v : NULL;
}

/* The value a column gets by going this way; NULL when the change left it alone. */
static sqlite3_value *got_value(sqlite3_changeset_iter *it, enum way way, int column)
{
    sqlite3_value *v = NULL;
    int rc = way == FORWARDS ? sqlite3changeset_new(it, column, &v)
                             : sqlite3changeset_old(it, column, &v);
    return rc == SQLITE_OK ? v : NULL;
}

static bool appears(int op, enum way way)
{
    return op == (way == FORWARDS ? SQLITE_INSERT : SQLITE_DELETE);
}

static bool vanishes(int op, enum way way)
{
    return op == (way == FORWARDS ? SQLITE_DELETE : SQLITE_INSERT);
}

static bool go_piece(struct past *past, sqlite3_changeset_iter *it, int op, enum way way)
{
    sqlite3_value *v = key_value(it, op, PIECE_ID);
    int64_t id = v ? sqlite3_value_int64(v) : 0;
    if (id <= 0 || id >= PIECES_MAX)
        return false;
    struct piece *p = &past->rows[id];
    if ((p->id == 0) != appears(op, way))
        return false;
    p->id = vanishes(op, way) ? 0 : (uint16_t)id;
    for (int i = PIECE_KIND; p->id && i < PIECE_COLUMNS; i++)
        if ((v = got_value(it, way, i)) && !set_column(p, i, v, past->names))
            return false;
    return true;
}

static bool go_tally(struct past *past, sqlite3_changeset_iter *it, int op, enum way way)
{
    struct table *t = past->table;
    sqlite3_value *key = key_value(it, op, TALLY_KEY), *at = key_value(it, op, TALLY_SEAT), *v;
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
    if (!vanishes(op, way) && (v = got_value(it, way, TALLY_VALUE)))
        value = sqlite3_value_int64(v);
    if (!vanishes(op, way) && (v = got_value(it, way, TALLY_SIGHT)))
        sees = (sight)sqlite3_value_int64(v);
    return table_put_tally(t, tally, (int)seat, value, sees);
}

static bool go_turn(struct past *past, char *changes, size_t n, enum way way)
{
    sqlite3_changeset_iter *it = NULL;
    bool ok = sqlite3changeset_start(&it, (int)n, changes) == SQLITE_OK;
    int rc = SQLITE_DONE;
    while (ok && (rc = sqlite3changeset_next(it)) == SQLITE_ROW) {
        const char *name;
        int columns, op, indirect;
        past->store->looked++;
        sqlite3changeset_op(it, &name, &columns, &op, &indirect);
        sqlite3_value *game = key_value(it, op, PIECE_GAME); /* the first of both tables */
        ok = game && sqlite3_value_int64(game) == past->game;
        ok = ok && (strcmp(name, "piece") == 0 ? go_piece(past, it, op, way)
                                               : go_tally(past, it, op, way));
    }
    return sqlite3changeset_finalize(it) == SQLITE_OK && ok && rc == SQLITE_DONE;
}

/* The turn of the row q is at. */
static int go_row(struct past *past, struct stmt *q, enum way way, struct fault *f)
{
    size_t n = 0;
    char *changes = changes_open(past->store, q, &n);
    bool ok = changes && go_turn(past, changes, n, way);
    free(changes);
    if (ok)
        return 0;
    stmt_done(q);
    return rows_fault(past->store, past->game, "a changeset", f);
}

static int out_of_order(struct past *past, struct stmt *q, struct fault *f)
{
    stmt_done(q);
    return rows_fault(past->store, past->game, "the numbering of its turns", f);
}

/* From the present back to right behind `turn`. */
static int go_back(struct past *past, int64_t turn, struct fault *f)
{
    struct stmt *q = stmt_get(past->store, "turn_changes");
    int64_t before = 0; /* number of the turn taken back last */
    bool any = false;
    int r;
    stmt_put_int(q, "game", past->game);
    stmt_put_int(q, "turn", turn);
    while ((r = stmt_step(q, f)) == 1) {
        int64_t number = stmt_int(q, "number");
        if (any && number != before - 1)
            return out_of_order(past, q, f);
        if (go_row(past, q, BACKWARDS, f) != 0)
            return -1;
        any = true;
        before = number;
    }
    if (r == 0 && any && before != turn + 1)
        return rows_fault(past->store, past->game, "the numbering of its turns", f);
    return r;
}

/* From turn `past->next` on up to and with `to`. How many turns that were is in past->next. */
static int go_on(struct past *past, int64_t to, struct fault *f)
{
    struct stmt *q = stmt_get(past->store, "turn_changes_from");
    int r;
    stmt_put_int(q, "game", past->game);
    stmt_put_int(q, "from", past->next);
    stmt_put_int(q, "to", to);
    while ((r = stmt_step(q, f)) == 1) {
        if (stmt_int(q, "number") != past->next)
            return out_of_order(past, q, f);
        if (go_row(past, q, FORWARDS, f) != 0)
            return -1;
        past->next++;
    }
    return r;
}

static void past_begin(struct past *past, struct store *s, int64_t game, struct table *t)
{
    *past = (struct past){.store = s, .game = game, .table = t};
    past->names = names_of(&s->names, table_schema(t));
    past->rows = calloc(PIECES_MAX, sizeof past->rows[0]);
    if (!past->rows)
        die("out of memory");
}

/* --- one table of the past ----------------------------------------------------------------- */

/* Whether the turn is nearer to the opening than to the present. */
static int nearer_start(struct store *s, int64_t game, int64_t turn, bool *start, struct fault *f)
{
    struct stmt *q = stmt_get(s, "turn_span");
    stmt_put_int(q, "game", game);
    int r = stmt_step(q, f);
    if (r < 0)
        return -1;
    int64_t first = stmt_int(q, "first"), last = stmt_int(q, "last");
    *start = stmt_int(q, "turns") > 0 && first == 0 && turn >= 0 && turn < last - turn;
    stmt_done(q);
    return 0;
}

int store_table_at(struct store *s, int64_t game, int64_t turn, struct table *t, struct fault *f)
{
    struct past past;
    bool start;
    if (nearer_start(s, game, turn, &start, f) != 0)
        return -1;
    past_begin(&past, s, game, t);
    int r = start ? go_on(&past, turn, f) : rows_read(s, game, t, past.rows, f);
    if (r == 0 && !start)
        r = go_back(&past, turn, f);
    else if (r == 0 && turn >= 0 && past.next != turn + 1)
        r = rows_fault(s, game, "the numbering of its turns", f);
    if (r == 0)
        r = rows_build(s, game, t, past.rows, f);
    free(past.rows);
    return r;
}

/* --- all of them, one after the other ------------------------------------------------------ */

struct past *store_past_open(struct store *s, int64_t game, const struct schema *schema, int seats)
{
    struct past *past = malloc(sizeof *past);
    if (!past)
        die("out of memory");
    past_begin(past, s, game, table_new(schema, seats));
    past->shown = table_new(schema, seats);
    return past;
}

int store_past_next(struct past *past, const struct table **t, struct fault *f)
{
    int64_t turn = past->next;
    *t = NULL;
    if (go_on(past, turn, f) != 0)
        return -1;
    if (past->next == turn)
        return 0;
    table_copy(past->shown, past->table);
    if (rows_build(past->store, past->game, past->shown, past->rows, f) != 0)
        return -1;
    *t = past->shown;
    return 1;
}

void store_past_close(struct past **past)
{
    if (!*past)
        return;
    table_free(&(*past)->table);
    table_free(&(*past)->shown);
    free((*past)->rows);
    free(*past);
    *past = NULL;
}
