#include "engines/forex/orders.h"

/* Rules "A turn: at most one spot trade, then exactly one action". Suggesting, withdrawing and
 * answers have their own times. */

static enum outcome not_now(struct play *play, int seat)
{
    const struct table *t = play->table;
    int turn = forex_turn(t), phase = forex_phase(t);
    if (turn != seat)
        return WRONG(play, -1, NO_NOT_YOUR_TURN, SEAT("seat", turn));
    if (phase == PHASE_OFFER) {
        const struct piece *p = table_piece(t, forex_offer(t));
        return WRONG(play, -1, NO_OFFER_OPEN, NUM("number", p->mark[MARK_NUMBER]),
                     SEAT("seat", p->slot));
    }
    if (phase == PHASE_TURN)
        return OUTCOME_DONE;
    struct list tied = {.n = 0};
    if (forex_resolver(t) == seat)
        forex_list_currencies(&tied, forex_tied(t));
    return WRONG(play, -1, NO_TURN_DONE, FLAG("sale", phase == PHASE_SALES),
                 WORD("tied", tied.n ? tied.text : NULL));
}

void forex_action_done(struct table *t)
{
    table_set(t, T_SKIPS, 0, 0);
    table_set(t, T_PHASE, 0, PHASE_DONE);
}

static enum outcome act(struct play *play, int seat, const struct order *order)
{
    if (not_now(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    switch (order->verb) {
    case V_SPOT:
        return order->terms[0].value == K_TAKE ? forex_take(play, seat, order)
                                               : forex_spot(play, seat, order);
    case V_CONTRACT:
        return forex_contract(play, seat, order);
    case V_INVEST:
        return forex_invest(play, seat, order);
    case V_DIVEST:
        return forex_divest(play, seat, order);
    default:
        return forex_resolve(play, seat, order);
    }
}

enum outcome forex_apply(struct play *play, int seat, const struct order *order)
{
    if (forex_phase(play->table) == PHASE_OVER)
        return WRONG(play, -1, NO_GAME_OVER);
    switch (order->verb) {
    case V_ACCEPT:
        return forex_accept(play, seat, order);
    case V_DECLINE:
        return forex_decline(play, seat, order);
    case V_SUGGEST:
        return forex_suggest_quote(play, seat, order);
    case V_WITHDRAW:
        return forex_withdraw(play, seat, order);
    case V_SELL:
        return forex_sell(play, seat, order);
    case V_PASS:
        return forex_pass(play, seat);
    case V_CHOOSE:
        return forex_choose(play, seat, order);
    default:
        return act(play, seat, order);
    }
}

/* A letter may hold less than a turn: a spot trade alone, an answer, a quote. */
enum outcome forex_close(struct play *play, int seat)
{
    (void)play;
    (void)seat;
    return OUTCOME_DONE;
}
