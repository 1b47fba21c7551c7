#include "engines/venture/orders.h"
#include "engines/venture/pay.h"
#include "engines/venture/sets.h"

/* Rules: PAY, DISCARD, PASS. Cards named in PAY are only marked; they leave the hand when the
 * letter is closed, since PAY may stand anywhere in it. */

/* "PAY T1+T5 20" as a line to write. */
static enum outcome try_paying(struct play *play, const struct hand *paid)
{
    struct names names = {0};
    for (int c = 0; c < CAPITALS; c++)
        for (int i = 0; i < paid->n[c]; i++)
            venture_names_add(&names, venture_of(play->engine)->kinds[card_kind(c)]);
    return engine_try(play, "PAY %s", names.text);
}

/* --- PAY --------------------------------------------------------------------------------- */

/* Marks one more card of this kind in hand; false when all are marked, or there is none. */
static bool name_card(struct play *play, int seat, int card)
{
    struct table *t = play->table;
    for (uint16_t id = table_first(t, P_HAND, seat); id; id = table_next(t, id)) {
        const struct piece *p = table_piece(t, id);
        if (p->kind == card_kind(card) && !p->mark[MARK_NAMED]) {
            table_mark(t, id, MARK_NAMED, 1);
            return true;
        }
    }
    return false;
}

static enum outcome not_held(struct play *play, int seat, int term, int card)
{
    struct hand hand;
    venture_hand_read(play->table, seat, &hand);
    int held = hand.n[card];
    WRONG(play, term, NO_PAY_NOT_HELD, WORD("card", venture_of(play->engine)->shown[card]),
          NUM("held", held), FLAG("some", held > 0), ONE("held_one", held));
    return engine_try(play, "PAY AUTO");
}

enum outcome venture_pay(struct play *play, int seat, const struct order *order)
{
    int how = PAY_NAMED;
    if (table_get(play->table, T_PAY, 0) != PAY_UNSAID)
        return WRONG(play, -1, NO_PAY_TWICE);
    if (table_get(play->table, T_PASSED, 0))
        return WRONG(play, -1, NO_PAY_NOTHING);
    for (int i = 0; i < order->nterms; i++) {
        const struct term *t = &order->terms[i];
        if (t->type == TERM_KEYWORD)
            how = t->value == K_AUTO ? PAY_AUTO : PAY_ANYWAY;
        else if (!name_card(play, seat, (int)t->value))
            return not_held(play, seat, i, (int)t->value);
    }
    table_set(play->table, T_PAY, 0, how);
    return OUTCOME_DONE;
}

static void named_cards(const struct table *t, int seat, struct hand *named)
{
    *named = (struct hand){0};
    for (uint16_t id = table_first(t, P_HAND, seat); id; id = table_next(t, id)) {
        const struct piece *p = table_piece(t, id);
        if (p->mark[MARK_NAMED])
            named->n[kind_card(p->kind)]++;
    }
}

/* Takes the marks off again and pays; which of two equal cards goes does not matter. */
static void hand_in(struct play *play, int seat, const struct hand *paid, int cost)
{
    const struct venture *v = venture_of(play->engine);
    struct table *t = play->table;
    struct names names = {0};
    int value = venture_hand_best(v, paid);
    if (table_get(t, T_PAY, 0) >= PAY_NAMED)
        for (uint16_t id = table_first(t, P_HAND, seat); id; id = table_next(t, id))
            if (table_piece(t, id)->mark[MARK_NAMED])
                table_mark(t, id, MARK_NAMED, 0);
    venture_hand_discard(t, seat, paid);
    venture_hand_sets(v, paid, &names);
    SAY(play, SIGHT_ALL, EV_PAY, SEAT("seat", seat), WORD("cards", names.text), NUM("cost", cost),
        ONE("cost_one", cost), FLAG("over", value > cost), NUM("lost", value - cost),
        ONE("lost_one", value - cost));
}

static enum outcome check_named(struct play *play, const struct hand *hand,
                                const struct hand *named, int cost)
{
    const struct venture *v = venture_of(play->engine);
    struct hand best;
    int value = venture_hand_best(v, named);
    if (value < cost) {
        WRONG(play, -1, NO_PAY_SHORT, NUM("paid", value), ONE("paid_one", value), NUM("cost", cost),
              ONE("cost_one", cost), NUM("missing", cost - value),
              ONE("missing_one", cost - value));
        venture_pay_best(v, hand, cost, &best);
        return try_paying(play, &best);
    }
    int extra = venture_pay_superfluous(v, named, cost);
    if (extra < 0 || table_get(play->table, T_PAY, 0) == PAY_ANYWAY)
        return OUTCOME_DONE;
    /* The card to keep is one that the line offered instead leaves out. */
    venture_pay_best(v, named, cost, &best);
    for (int card = 0; card < CARDS; card++)
        if (named->n[card] > best.n[card])
            extra = card;
    WRONG(play, -1, NO_PAY_TOO_MANY, WORD("card", v->shown[extra]), NUM("cost", cost),
          ONE("cost_one", cost), NUM("paid", value), ONE("paid_one", value));
    return try_paying(play, &best);
}

enum outcome venture_settle(struct play *play, int seat)
{
    const struct venture *v = venture_of(play->engine);
    int cost = (int)table_get(play->table, T_COST, 0);
    struct hand hand, paid;
    venture_hand_read(play->table, seat, &hand);
    int have = venture_hand_best(v, &hand);
    if (have < cost)
        return WRONG(play, -1, NO_NOT_ENOUGH, NUM("cost", cost), ONE("cost_one", cost),
                     NUM("have", have), ONE("have_one", have), FLAG("some", have > 0),
                     NUM("missing", cost - have), ONE("missing_one", cost - have));
    if (table_get(play->table, T_PAY, 0) >= PAY_NAMED) {
        named_cards(play->table, seat, &paid);
        if (check_named(play, &hand, &paid, cost) == OUTCOME_MISTAKE) {
            play->mistake->verb = 1 + V_PAY;
            return OUTCOME_MISTAKE;
        }
    } else {
        venture_pay_best(v, &hand, cost, &paid);
    }
    hand_in(play, seat, &paid, cost);
    return OUTCOME_DONE;
}

/* --- DISCARD and PASS -------------------------------------------------------------------- */

static void throw_away(struct play *play, int seat, int card)
{
    struct hand one = {0};
    one.n[card] = 1;
    venture_hand_discard(play->table, seat, &one);
    SAY(play, SIGHT_ALL, EV_DISCARD, SEAT("seat", seat),
        WORD("card", venture_of(play->engine)->shown[card]));
}

/* DISCARD or PASS may stand only once, and beside no operation. */
static enum outcome beside(struct play *play)
{
    int operations = (int)table_get(play->table, T_OPERATIONS, 0);
    if (table_get(play->table, T_PASSED, 0))
        return WRONG(play, -1, NO_DISCARD_TWICE);
    if (operations > table_get(play->table, T_APART, 0))
        return WRONG(play, -1, NO_DISCARD_BESIDE);
    table_set(play->table, T_PASSED, 0, 1);
    return OUTCOME_DONE;
}

enum outcome venture_discard(struct play *play, int seat, const struct order *order)
{
    const struct venture *v = venture_of(play->engine);
    int card = (int)order->terms[0].value;
    struct hand hand;
    if (beside(play) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (table_get(play->table, T_APART, 0)) {
        WRONG(play, -1, NO_DISCARD_FORCED);
        return engine_try(play, "PASS");
    }
    venture_hand_read(play->table, seat, &hand);
    if (!hand.n[card]) {
        int least = venture_hand_least(v, &hand);
        WRONG(play, 0, NO_DISCARD_NOT_HELD, WORD("card", v->shown[card]));
        return least < 0 ? engine_try(play, "PASS")
                         : engine_try(play, "DISCARD %s", v->kinds[card_kind(least)]);
    }
    throw_away(play, seat, card);
    return OUTCOME_DONE;
}

/* After a forced reorganization, which counts as the operation, PASS means "nothing more". */
enum outcome venture_pass(struct play *play, int seat)
{
    struct hand hand;
    if (beside(play) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    venture_hand_read(play->table, seat, &hand);
    int least = venture_hand_least(venture_of(play->engine), &hand);
    if (least < 0 || table_get(play->table, T_APART, 0))
        SAY(play, SIGHT_ALL, EV_PASS, SEAT("seat", seat));
    else
        throw_away(play, seat, least);
    return OUTCOME_DONE;
}
