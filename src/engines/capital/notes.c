#include "engines/capital/notes.h"

/* The first piece of a note has in its first mark the verb, how many terms follow, and HEAD; the
 * pieces behind it in the list go on with its terms. A piece that fits nowhere is left out. */

enum { HEAD = 1 << 24, TERMS = NOTE_TERMS, VALUE_BITS = 20, VALUE_MOST = (1 << VALUE_BITS) - 1 };
enum { TYPE_SHIFT = 8 }; /* built-in types are negative */

static int32_t pack(const struct term *term)
{
    return (int32_t)(((uint32_t)(term->type + TYPE_SHIFT + 1) << VALUE_BITS) |
                     (uint32_t)term->value);
}

static struct term unpack(int32_t mark)
{
    uint32_t m = (uint32_t)mark;
    return (struct term){.type = (int)(m >> VALUE_BITS) - TYPE_SHIFT - 1,
                         .value = (int64_t)(m & VALUE_MOST)};
}

static bool packable(const struct order *order)
{
    for (int i = 0; i < order->nterms; i++) {
        const struct term *term = &order->terms[i];
        if (term->type == TERM_WORD || term->type == TERM_TEXT || term->value < 0 ||
            term->value > VALUE_MOST)
            return false;
    }
    return order->nterms < 200;
}

bool capital_note_put(struct play *play, int seat, int slot, const struct order *order)
{
    struct table *t = play->table;
    int pieces = order->nterms ? (order->nterms + TERMS - 1) / TERMS : 1;
    if (!packable(order) || table_count(t, P_NOTE, seat) + pieces > NOTES_MOST)
        return false;
    for (int k = 0; k < pieces; k++) {
        uint16_t id = capital_piece(t, KIND_NOTE, P_NOTE, seat);
        table_slot(t, id, slot);
        table_mark(t, id, 0, k ? 0 : HEAD | order->verb | order->nterms << 8);
        for (int i = 0; i < TERMS; i++) {
            int at = k * TERMS + i;
            table_mark(t, id, i + 1, at < order->nterms ? pack(&order->terms[at]) : 0);
        }
    }
    return true;
}

/* What a moderator has mixed up may be no term at all. */
static bool makes_sense(const struct grammar *g, const struct term *term)
{
    switch (term->type) {
    case TERM_KEYWORD:
        return term->value < g->nkeywords;
    case TERM_NUMBER:
    case TERM_AMOUNT:
        return true;
    case TERM_SEAT:
        return term->value <= SEATS_MAX;
    case TERM_SEPARATOR:
        return term->value == '/';
    default:
        return term->type >= 0 && term->type < g->ntypes;
    }
}

static bool is_head(const struct table *t, uint16_t id)
{
    return table_piece(t, id)->kind == KIND_NOTE && (table_piece(t, id)->mark[0] & HEAD);
}

uint16_t capital_note_next(const struct table *t, int seat, int slot, uint16_t after)
{
    uint16_t id = after ? table_next(t, after) : table_first(t, P_NOTE, seat);
    while (id && !(table_piece(t, id)->slot == slot && is_head(t, id)))
        id = table_next(t, id);
    return id;
}

void capital_note_show(const struct table *t, const struct engine *engine, struct arena *arena,
                       uint16_t id, struct order *order)
{
    int32_t head = table_piece(t, id)->mark[0];
    int verb = head & 0xff, n = head >> 8 & 0xff, got = 0;
    struct term *terms = arena_array(arena, struct term, n + 1);
    for (uint16_t at = id; at && got < n && (at == id || !is_head(t, at)); at = table_next(t, at))
        for (int i = 1; i < MARKS && got < n; i++)
            terms[got++] = unpack(table_piece(t, at)->mark[i]);
    for (int i = 0; i < got; i++)
        if (!makes_sense(engine->grammar, &terms[i]))
            got = 0;
    *order = (struct order){.grammar = engine->grammar,
                            .verb = verb < engine->grammar->nverbs ? verb : 0,
                            .terms = terms,
                            .nterms = got};
}

void capital_note_read(const struct play *play, uint16_t id, struct order *order)
{
    capital_note_show(play->table, play->engine, play->arena, id, order);
}

void capital_note_drop(struct table *t, int seat, uint16_t id)
{
    (void)seat;
    for (uint16_t at = id, next; at && (at == id || !is_head(t, at)); at = next) {
        next = table_next(t, at);
        capital_spare(t, at);
    }
}

void capital_notes_drop(struct table *t, int seat, int slot)
{
    for (uint16_t id; (id = capital_note_next(t, seat, slot, 0));)
        capital_note_drop(t, seat, id);
}

void capital_notes_clear(struct table *t, int seat)
{
    for (uint16_t id; (id = table_first(t, P_NOTE, seat));)
        capital_spare(t, id);
}

void capital_plan_clear(struct table *t, int company)
{
    for (int seat = 1; seat <= table_seats(t); seat++)
        capital_notes_drop(t, seat, NOTE_PLAN + company);
}
