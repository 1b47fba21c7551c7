/* table: the whole state of one game: pieces and tallies, each with its sight.
 *
 * A piece lies in a place of a seat (0 for the table's own places). The pieces of one place and
 * seat are ordered by `pos`, first to last; a pile's top is its last piece. `slot` divides a
 * place (a player's group number, a space of the board) and `mark` holds numbers an engine keeps
 * with a piece (an amount, a term); the table gives them no meaning.
 *
 * A table is flat memory without pointers into itself: table_copy is a memcpy, which is how
 * letters are tried and undone. Changed rows are remembered as dirty for the store.
 *
 * Invariants
 *   1. Every piece with a place is in exactly one list, at lists[place][seat].
 *   2. Along a list pos strictly grows. Removing leaves a gap; only the moved piece changes.
 *   3. piece ids are 1..npieces and never reused for another piece.
 *   4. In a view (table_view) what the seat may not see is absent: reading a tally out of sight
 *      dies, and a hidden piece has place PLACE_NONE and kind KIND_NONE. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "base/fault.h"
#include "table/schema.h"

typedef uint32_t sight; /* bit s: seat s; bit 0: people who only watch */
#define SIGHT_NONE      ((sight)0)
#define SIGHT_ALL       ((sight)~0u)
#define SIGHT_SEAT(s)   ((sight)1 << (s))
#define SIGHT_BUT(s)    ((sight) ~((sight)1 << (s)))
#define SIGHT_MODERATOR (-1) /* in place of a seat in table_view: sees everything */

enum { PIECES_MAX = 1024, PLACES_MAX = 24, TALLIES_MAX = 256, MARKS = 4 };
enum { PLACE_NONE = 0xff, KIND_NONE = 0xffff };

struct piece {
    uint16_t id;   /* its index in the table; 0 is no piece */
    uint16_t kind; /* index into schema->kinds */
    uint8_t place; /* index into schema->places, or PLACE_NONE: out of the game */
    uint8_t seat;
    int16_t slot;
    int32_t pos;
    sight sight;
    int32_t mark[MARKS];
    uint16_t next, prev; /* neighbours in its list, 0 at the ends; the table's own */
};

struct table; /* opaque; one allocation */

struct table *table_new(const struct schema *schema, int seats);
void table_free(struct table **t);
void table_copy(struct table *to, const struct table *from); /* same schema and seats */
struct table *table_clone(const struct table *t);
bool table_same(const struct table *a, const struct table *b); /* order, sight, marks, backs too */
const struct schema *table_schema(const struct table *t);
int table_seats(const struct table *t);

/* --- pieces ------------------------------------------------------------------------------ */

/* A new piece at the end of a place, with the place's own sight. Returns its id. */
uint16_t table_add(struct table *t, int kind, int place, int seat);
int table_pieces(const struct table *t); /* highest id in use */
const struct piece *table_piece(const struct table *t, uint16_t id);

/* Walks a list: for (id = table_first(t, p, s); id; id = table_next(t, id)). To move pieces
 * while walking, take the next one first. */
uint16_t table_first(const struct table *t, int place, int seat);
uint16_t table_last(const struct table *t, int place, int seat); /* the top of a pile */
uint16_t table_next(const struct table *t, uint16_t id);
uint16_t table_prev(const struct table *t, uint16_t id);

/* How many pieces lie there; in a view also of hidden ones, when the place is counted. */
int table_count(const struct table *t, int place, int seat);

/* Moves a piece to the end (top) of a place, with slot 0 and the place's own sight. */
void table_move(struct table *t, uint16_t id, int place, int seat);
void table_move_slot(struct table *t, uint16_t id, int place, int seat, int slot);
void table_remove(struct table *t, uint16_t id); /* out of the game: PLACE_NONE */
void table_show(struct table *t, uint16_t id, sight sight);
void table_slot(struct table *t, uint16_t id, int slot);
void table_mark(struct table *t, uint16_t id, int which, int32_t value);

/* Lays the pieces of a place in this order; ids must be exactly those that lie there. */
void table_order(struct table *t, int place, int seat, const uint16_t *ids, int n);

/* Exchanges where two pieces lie: place, seat, slot, position and sight; kinds and marks stay. */
void table_swap(struct table *t, uint16_t a, uint16_t b);

/* --- tallies ----------------------------------------------------------------------------- */

int64_t table_get(const struct table *t, int tally, int seat);
void table_set(struct table *t, int tally, int seat, int64_t value);
void table_plus(struct table *t, int tally, int seat, int64_t more); /* dies on overflow */
sight table_tally_sight(const struct table *t, int tally, int seat);
void table_tally_show(struct table *t, int tally, int seat, sight sight);
bool table_shows_public(const struct table *t); /* everybody sees the tallies the schema shows to all */

/* --- views ------------------------------------------------------------------------------- */

/* What one seat sees (0: people who only watch; SIGHT_MODERATOR: all). The type keeps views and
 * tables apart: whoever takes a view cannot be handed more than a seat may see. */
struct view {
    int seat;
    const struct table *table;
};

/* Fills `into`, a table of the same schema and seats, with what the seat sees of `from`. Piece ids
 * in a view are numbers of the view, given in the order of places: they say nothing about which
 * of two equal cards is which. */
struct view table_view(struct table *into, const struct table *from, int seat);

/* In a view: whether the tally is in sight. Always true in a whole table. */
bool table_knows(const struct table *t, int tally, int seat);

/* --- for the store ----------------------------------------------------------------------- */

/* Puts a piece or tally as it was stored; pieces may come in any order, table_loaded() then
 * builds the lists. Returns false when the row makes no sense. */
bool table_put_piece(struct table *t, const struct piece *row);
bool table_put_tally(struct table *t, int tally, int seat, int64_t value, sight sight);
bool table_loaded(struct table *t);

/* Rows changed since table_clean() or loading. */
bool table_piece_dirty(const struct table *t, uint16_t id);
bool table_tally_dirty(const struct table *t, int tally, int seat);
void table_clean(struct table *t);

#endif
