#include "store/table_rows.h"

/* Invariants
 *   1. A tally without a row is 0 and has the sight of the schema; a row once written stays and is
 *      updated, so a changeset can take it back.
 *   2. Numbers are checked before they are narrowed: a row that does not fit makes no sense.
 *   3. A sight is stored as a signed number, so that "all" is -1 and takes one byte. */

int rows_fault(const struct store *s, int64_t game, const char *what, struct fault *f)
{
    return fault_set(f, EX_DATAERR, "%s: game %lld: %s makes no sense", s->path, (long long)game,
                     what);
}

sight rows_own_sight(const struct schema *schema, int tally, int seat)
{
    switch (schema->tallies[tally].see) {
    case SEE_ALL:
        return SIGHT_ALL;
    case SEE_OWNER:
        return seat ? SIGHT_SEAT(seat) : SIGHT_NONE;
    case SEE_NONE:
        break;
    }
    return SIGHT_NONE;
}

/* --- reading ------------------------------------------------------------------------------- */

/* The list leaves out the game: column i of the table is column i - 1 here. */
static bool read_piece(struct stmt *q, const struct names *names, struct piece *p)
{
    int64_t id = stmt_int_at(q, PIECE_ID - 1), seat = stmt_int_at(q, PIECE_SEAT - 1);
    int64_t slot = stmt_int_at(q, PIECE_SLOT - 1), pos = stmt_int_at(q, PIECE_POS - 1);
    int64_t sees = stmt_int_at(q, PIECE_SIGHT - 1);
    int kind = names_kind(names, stmt_slice_at(q, PIECE_KIND - 1));
    struct slice name = stmt_slice_at(q, PIECE_PLACE - 1);
    int place = name.n ? names_place(names, name) : PLACE_NONE;
    bool fits = id > 0 && id < PIECES_MAX && seat >= 0 && seat <= SEATS_MAX && kind >= 0 &&
                place >= 0 && slot == (int16_t)slot && pos == (int32_t)pos && sees == (int32_t)sees;
    *p = (struct piece){.id = (uint16_t)id, .kind = (uint16_t)kind, .place = (uint8_t)place,
                        .seat = (uint8_t)seat, .slot = (int16_t)slot, .pos = (int32_t)pos,
                        .sight = (sight)sees};
    for (int i = 0; i < MARKS; i++) {
        int64_t mark = stmt_int_at(q, PIECE_MARK - 1 + i);
        fits = fits && mark == (int32_t)mark;
        p->mark[i] = (int32_t)mark;
    }
    return fits;
}

static int read_tallies(struct store *s, int64_t game, struct table *t, struct fault *f)
{
    const struct names *names = names_of(&s->names, table_schema(t));
    struct stmt *q = stmt_get(s, "tally_list");
    int r;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        s->looked++;
        int tally = names_tally(names, stmt_slice_at(q, TALLY_KEY - 1));
        int64_t seat = stmt_int_at(q, TALLY_SEAT - 1), sees = stmt_int_at(q, TALLY_SIGHT - 1);
        if (seat < 0 || seat > SEATS_MAX || sees != (int32_t)sees ||
            !table_put_tally(t, tally, (int)seat, stmt_int_at(q, TALLY_VALUE - 1), (sight)sees)) {
            stmt_done(q);
            return rows_fault(s, game, "a tally", f);
        }
    }
    return r;
}

/* Each piece goes into the table, or into `rows` when that is given. */
static int read_pieces(struct store *s, int64_t game, struct table *t, struct piece *rows,
                       struct fault *f)
{
    const struct names *names = names_of(&s->names, table_schema(t));
    struct stmt *q = stmt_get(s, "piece_list");
    struct piece p;
    int r;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        s->looked++;
        bool ok = read_piece(q, names, &p) && (rows || table_put_piece(t, &p));
        if (!ok) {
            stmt_done(q);
            return rows_fault(s, game, "a piece", f);
        }
        if (rows)
            rows[p.id] = p;
    }
    return r;
}

static int finish(struct store *s, int64_t game, struct table *t, struct fault *f)
{
    if (!table_loaded(t))
        return rows_fault(s, game, "the order of the pieces", f);
    table_clean(t);
    return 0;
}

int rows_read(struct store *s, int64_t game, struct table *t, struct piece *rows, struct fault *f)
{
    if (read_tallies(s, game, t, f) != 0)
        return -1;
    return read_pieces(s, game, t, rows, f);
}

int rows_build(struct store *s, int64_t game, struct table *t, const struct piece *rows,
               struct fault *f)
{
    for (int id = 1; id < PIECES_MAX; id++)
        if (rows[id].id && !table_put_piece(t, &rows[id]))
            return rows_fault(s, game, "a piece", f);
    return finish(s, game, t, f);
}

int store_table_load(struct store *s, int64_t game, struct table *t, struct fault *f)
{
    if (read_tallies(s, game, t, f) != 0 || read_pieces(s, game, t, NULL, f) != 0)
        return -1;
    return finish(s, game, t, f);
}

/* --- writing ------------------------------------------------------------------------------- */

static int write_piece(struct store *s, const char *query, int64_t game,
                       const struct schema *schema, const struct piece *p, int *changed,
                       struct fault *f)
{
    struct stmt *q = stmt_get(s, query);
    static const char *const marks[MARKS] = {"a", "b", "c", "d"};
    stmt_put_text(q, "kind", schema->kinds[p->kind]);
    stmt_put_name(q, "place", p->place == PLACE_NONE ? NULL : schema->places[p->place].name);
    stmt_put_int(q, "seat", p->seat);
    stmt_put_int(q, "slot", p->slot);
    stmt_put_int(q, "pos", p->pos);
    stmt_put_int(q, "sight", (int32_t)p->sight);
    for (int i = 0; i < MARKS; i++)
        stmt_put_int(q, marks[i], p->mark[i]);
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "id", p->id);
    if (stmt_run(q, f) != 0)
        return -1;
    *changed = stmt_changes(q);
    return 0;
}

static int write_tally(struct store *s, const char *query, int64_t game, const struct table *t,
                       int tally, int seat, int *changed, struct fault *f)
{
    struct stmt *q = stmt_get(s, query);
    stmt_put_int(q, "value", table_get(t, tally, seat));
    stmt_put_int(q, "sight", (int32_t)table_tally_sight(t, tally, seat));
    stmt_put_int(q, "game", game);
    stmt_put_text(q, "key", table_schema(t)->tallies[tally].name);
    stmt_put_int(q, "seat", seat);
    if (stmt_run(q, f) != 0)
        return -1;
    *changed = stmt_changes(q);
    return 0;
}

static int save_tally(struct store *s, int64_t game, const struct table *t, int tally, int seat,
                      struct fault *f)
{
    int changed;
    if (write_tally(s, "tally_update", game, t, tally, seat, &changed, f) != 0)
        return -1;
    bool plain = table_get(t, tally, seat) == 0 &&
                 table_tally_sight(t, tally, seat) == rows_own_sight(table_schema(t), tally, seat);
    if (changed || plain)
        return 0;
    return write_tally(s, "tally_insert", game, t, tally, seat, &changed, f);
}

static int save_piece(struct store *s, int64_t game, const struct table *t, uint16_t id,
                      struct fault *f)
{
    const struct piece *p = table_piece(t, id);
    int changed;
    if (write_piece(s, "piece_update", game, table_schema(t), p, &changed, f) != 0)
        return -1;
    if (changed)
        return 0;
    return write_piece(s, "piece_insert", game, table_schema(t), p, &changed, f);
}

int store_table_save(struct store *s, int64_t game, struct table *t, struct fault *f)
{
    const struct schema *schema = table_schema(t);
    if (s->session) {
        insist(s->session_game == 0 || s->session_game == game);
        s->session_game = game;
    }
    for (int id = 1; id <= table_pieces(t); id++)
        if (table_piece_dirty(t, (uint16_t)id) && save_piece(s, game, t, (uint16_t)id, f) != 0)
            return -1;
    for (int tally = 0; tally < schema->ntallies; tally++)
        for (int seat = 0; seat <= table_seats(t); seat++)
            if (table_tally_dirty(t, tally, seat) && save_tally(s, game, t, tally, seat, f) != 0)
                return -1;
    table_clean(t);
    return 0;
}
