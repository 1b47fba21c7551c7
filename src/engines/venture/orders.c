#include "engines/venture/orders.h"

/* Rules "A turn is one mail". What the lines have done so far is in the tallies of the letter.
 * "Forced reorganization": the first line that is not PAY either is a REORGANIZE that heals every
 * group, or comes after the offenders were set apart. */

void venture_operation_done(struct play *play, int cost, bool deal)
{
    table_plus(play->table, T_COST, 0, cost);
    table_plus(play->table, T_OPERATIONS, 0, 1);
    if (deal)
        table_plus(play->table, T_DEALS, 0, 1);
}

static enum outcome not_now(struct play *play, int seat)
{
    int turn = (int)table_get(play->table, T_TURN, 0);
    if (table_get(play->table, T_PHASE, 0) == PHASE_OVER)
        return WRONG(play, -1, NO_GAME_OVER);
    if (turn != seat)
        return WRONG(play, -1, NO_NOT_YOUR_TURN, SEAT("seat", turn));
    return OUTCOME_DONE;
}

static enum outcome operate(struct play *play, int seat, const struct order *order, bool forced)
{
    if (table_get(play->table, T_PASSED, 0))
        return WRONG(play, -1, NO_DISCARD_BESIDE);
    if (order->verb == V_REORGANIZE)
        return venture_reorganize(play, seat, order, forced);
    return order->verb == V_TAKE ? venture_take(play, seat, order)
                                 : venture_fight(play, seat, order);
}

enum outcome venture_apply(struct play *play, int seat, const struct order *order)
{
    if (not_now(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (order->verb == V_PAY)
        return venture_pay(play, seat, order);
    bool forced = !table_get(play->table, T_OPERATIONS, 0) && venture_forced_pending(play, seat);
    bool operation = order->verb != V_DISCARD && order->verb != V_PASS;
    if (forced && operation && venture_forced_short(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (forced && order->verb != V_REORGANIZE)
        venture_forced_settle(play, seat);
    if (order->verb == V_DISCARD)
        return venture_discard(play, seat, order);
    if (order->verb == V_PASS)
        return venture_pass(play, seat);
    return operate(play, seat, order, forced);
}

enum outcome venture_close(struct play *play, int seat)
{
    struct table *t = play->table;
    if (not_now(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    bool idle = !table_get(t, T_OPERATIONS, 0) && !table_get(t, T_PASSED, 0);
    if (idle && venture_forced_pending(play, seat)) {
        venture_forced_settle(play, seat);
        idle = false;
    }
    if (table_get(t, T_COST, 0) == 0 && table_get(t, T_PAY, 0) != PAY_UNSAID) {
        WRONG(play, -1, NO_PAY_NOTHING);
        play->mistake->verb = 1 + V_PAY;
        return table_get(t, T_PASSED, 0) ? OUTCOME_MISTAKE : engine_try(play, "PASS");
    }
    if (idle) {
        WRONG(play, -1, NO_NO_ORDERS);
        return engine_try(play, "PASS");
    }
    if (table_get(t, T_COST, 0) && venture_settle(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    table_set(t, T_PHASE, 0, PHASE_PLAYED);
    return OUTCOME_DONE;
}
