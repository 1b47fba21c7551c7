#include "redeal.h"
#include "selfplay.h"

enum { SWAPS = 400 };

static struct chance luck = {7}; /* apart from what the games are played with */

sight redeal_eyes(const struct redeal *r)
{
    return SIGHT_SEAT(r->reader) | r->acting;
}

static bool hidden(const struct table *t, uint16_t id, sight eyes)
{
    return !(table_piece(t, id)->sight & eyes);
}

static bool unlike(const struct piece *a, const struct piece *b)
{
    return a->kind != b->kind || memcmp(a->mark, b->mark, sizeof a->mark) != 0;
}

/* Swaps pieces out of sight, as far as the game's invariant allows: so hands, deck and reserve are
 * dealt anew without the test knowing which card may lie where. */
void redeal(struct sitting *s, void *ctx)
{
    const struct redeal *r = ctx;
    uint16_t ids[PIECES_MAX];
    int n = 0, done = 0;
    for (uint16_t id = 1; id <= table_pieces(s->table); id++)
        if (table_piece(s->table, id)->place != PLACE_NONE && hidden(s->table, id, redeal_eyes(r)) &&
            hidden(r->shown, id, redeal_eyes(r)))
            ids[n++] = id;
    for (int i = 0; i < SWAPS && n > 1; i++) {
        uint16_t a = ids[chance_below(&luck, (uint32_t)n)], b = ids[chance_below(&luck, (uint32_t)n)];
        table_swap(s->table, a, b);
        if (s->engine->def->invariant(s->table, s->engine, s->options))
            table_swap(s->table, a, b);
        else
            done += a != b && unlike(table_piece(s->table, a), table_piece(s->table, b));
    }
    if (n > 30)
        insist(done > 10); /* the test must really deal anew */
}

/* Seats whose tally these eyes do not see; returns how many. */
static int blind(const struct table *t, int tally, sight eyes, int seats[SEATS_MAX + 1])
{
    int n = 0;
    for (int seat = 0; seat <= table_seats(t); seat++)
        if (!(table_tally_sight(t, tally, seat) & eyes))
            seats[n++] = seat;
    return n;
}

/* Exchanges hidden tallies of two seats, moves some from one to the other, or just makes one larger
 * or smaller: whatever the invariant allows, so that conserved sums stay what they are. */
int redeal_tallies(struct table *t, const struct sitting *s, sight eyes)
{
    int done = 0;
    for (int tally = 0; tally < table_schema(t)->ntallies; tally++) {
        int seats[SEATS_MAX + 1], n = blind(t, tally, eyes, seats);
        for (int i = 0; i < 12 && n; i++) {
            int a = seats[chance_below(&luck, (uint32_t)n)], b = seats[chance_below(&luck, (uint32_t)n)];
            int64_t x = table_get(t, tally, a), y = table_get(t, tally, b);
            int64_t more = 1 + chance_below(&luck, 4), sum = x + y;
            int64_t to = i % 3 == 0 ? y : i % 3 == 1 ? x + more : x - more;
            table_set(t, tally, a, to);
            if (a != b && i % 2 == 0)
                table_set(t, tally, b, sum - to);
            if (s->engine->def->invariant(t, s->engine, s->options)) {
                table_set(t, tally, a, x);
                table_set(t, tally, b, y);
            } else {
                done += to != x;
            }
        }
    }
    return done;
}

/* Capital Power's books go with the cash: every other seat has more of both, or of deposits. */
static int redeal_capital(struct table *t, const struct sitting *s, sight eyes)
{
    const struct schema *schema = table_schema(t);
    int purses[] = {schema_tally(schema, slice_of("white")), schema_tally(schema, slice_of("black"))};
    int balance = schema_tally(schema, slice_of("balance.H")), done = 0;
    int deposit = schema_tally(schema, slice_of("deposit.H"));
    int entries = schema_tally(schema, slice_of("entries.H"));
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int64_t more = chance_below(&luck, 300);
        int purse = purses[chance_below(&luck, 2)];
        struct table *before = table_clone(t);
        if (SIGHT_SEAT(seat) & eyes)
            more = 0;
        table_plus(t, purse, seat, more);
        table_plus(t, purse, 0, -more);
        table_plus(t, balance, seat, more);
        table_plus(t, entries, seat, more != 0); /* the last entry that is kept is older now */
        table_plus(t, deposit, seat, more ? chance_below(&luck, 100) : 0);
        if (s->engine->def->invariant(t, s->engine, s->options))
            table_copy(t, before);
        else
            done += more != 0;
        table_free(&before);
    }
    return done;
}

void redeal_all(struct sitting *s, void *ctx)
{
    struct redeal *r = ctx;
    redeal(s, ctx);
    r->tallies = 0;
    for (int i = 0; i < 8 && !r->tallies; i++)
        r->tallies = redeal_tallies(s->table, s, redeal_eyes(r));
    if (strcmp(s->engine->def->name, "capital") == 0)
        r->tallies += redeal_capital(s->table, s, redeal_eyes(r));
}
