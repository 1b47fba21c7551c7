#include "engines/venture/invariant.h"
#include "engines/venture/groups.h"

/* What always holds, on a whole table: every card is somewhere it can be, groups are legal or
 * known to be illegal (T_FORCED), sights are those of the places, and nothing of a letter is
 * left while a seat is awaited. */

static sight sight_of(const struct piece *p)
{
    enum see see = venture_places[p->place].see;
    return see == SEE_ALL ? SIGHT_ALL : see == SEE_OWNER ? SIGHT_SEAT(p->seat) : SIGHT_NONE;
}

/* Companies lie in the first four places; groups and hands are of a seat, the rest of the table. */
static bool misplaced(const struct piece *p)
{
    bool of_seat = p->place == P_GROUP || p->place == P_HAND;
    return (p->place <= P_REMOVED) != kind_is_company(p->kind) || of_seat != (p->seat > 0);
}

static const char *check_pieces(const struct table *t, const struct venture *v)
{
    int companies = 0, count[CARDS] = {0};
    for (int id = 1; id <= table_pieces(t); id++) {
        const struct piece *p = table_piece(t, (uint16_t)id);
        if (p->place == PLACE_NONE)
            continue;
        if (misplaced(p))
            return venture_invariant_name(BAD_MISPLACED);
        if (p->sight != sight_of(p))
            return venture_invariant_name(BAD_SIGHT);
        if (!kind_is_company(p->kind))
            count[kind_card(p->kind)]++;
        else if (p->kind == id - 1)
            companies++;
    }
    if (companies != COMPANIES)
        return venture_invariant_name(BAD_COMPANIES);
    for (int c = 0; c < CARDS; c++)
        if (count[c] != v->quantity[c])
            return venture_invariant_name(BAD_RESOURCES);
    return NULL;
}

static const char *check_seats(const struct table *t, const struct venture *v)
{
    for (int seat = 1; seat <= table_seats(t); seat++) {
        struct groups gs;
        struct hand hand;
        venture_groups_read(v, t, seat, &gs);
        venture_hand_read(t, seat, &hand);
        if (!venture_groups_legal(&gs) && !table_get(t, T_FORCED, seat))
            return venture_invariant_name(BAD_GROUP);
        if (hand.n[PROFIT])
            return venture_invariant_name(BAD_PROFIT_HELD);
        if (table_get(t, T_SCORE, seat) < 0)
            return venture_invariant_name(BAD_TALLY);
    }
    return NULL;
}

static bool tallies_hold(const struct table *t)
{
    int64_t turn = table_get(t, T_TURN, 0), phase = table_get(t, T_PHASE, 0);
    if (turn < 1 || turn > table_seats(t) || phase < PHASE_ORDERS || phase > PHASE_OVER ||
        table_get(t, T_NUMBER, 0) < 1 || table_get(t, T_IDLE, 0) < 0)
        return false;
    for (int k = T_COST; k < TALLIES; k++)
        if (table_get(t, k, 0) < 0)
            return false;
    return true;
}

const char *venture_invariant(const struct table *t, const struct engine *engine)
{
    const struct venture *v = venture_of(engine);
    const char *bad = check_pieces(t, v);
    if (!bad && table_count(t, P_MARKET, 0) > MARKET_SIZE)
        bad = venture_invariant_name(BAD_MARKET);
    if (!bad)
        bad = check_seats(t, v);
    if (!bad && !tallies_hold(t))
        bad = venture_invariant_name(BAD_TALLY);
    return bad;
}
