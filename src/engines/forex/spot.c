#include "engines/forex/orders.h"

/* Rules "SPOT": one unit of the stronger currency of the two against the rate, with one other
 * player. One proposal is open at a time: while it is, nothing on the table can change, so what
 * both could pay when it was made they can still pay when it is accepted. */

void forex_spot_sums(const struct table *t, int give, int get, int *give_sum, int *get_sum)
{
    forex_unit(forex_box(t, give, get), give_sum, get_sum);
}

static enum outcome may_propose(struct play *play)
{
    const struct table *t = play->table;
    if (table_get(t, T_SPOT, 0))
        return WRONG(play, -1, NO_SPOT_COMPLETED);
    if (table_get(t, T_OFFERS, 0) >= OFFERS_MOST)
        return WRONG(play, -1, NO_SPOT_TOO_MANY, NUM("most", OFFERS_MOST));
    return OUTCOME_DONE;
}

/* Some currency that both could exchange for `get`, given by `seat`; -1: none. */
static int payable(const struct table *t, int seat, int to, int get)
{
    for (int c = 0; c < CURRENCIES; c++) {
        int give_sum, get_sum;
        if (c == get)
            continue;
        forex_spot_sums(t, c, get, &give_sum, &get_sum);
        if (forex_cash(t, seat, c) >= give_sum && forex_cash(t, to, get) >= get_sum)
            return c;
    }
    return -1;
}

/* The first other seat that could pay, clockwise; 0: none. */
static int payer(const struct table *t, int seat, int currency, int sum)
{
    int n = table_seats(t);
    for (int k = 1; k < n; k++) {
        int other = (seat - 1 + k) % n + 1;
        if (forex_cash(t, other, currency) >= sum)
            return other;
    }
    return 0;
}

static void try_spot(struct play *play, int give, int to, int get)
{
    int give_sum, get_sum;
    forex_spot_sums(play->table, give, get, &give_sum, &get_sum);
    engine_try(play, "SPOT GIVE %s TO %d FOR %s",
               forex_sum(play->engine, play->arena, give_sum, give), to,
               forex_sum(play->engine, play->arena, get_sum, get));
}

static enum outcome check_sums(struct play *play, int seat, const struct swap *s, const int *sum)
{
    const struct table *t = play->table;
    for (int side = 0; side < 2; side++) {
        if (s->sum[side] < 0 || s->sum[side] == sum[side])
            continue;
        WRONG(play, s->sum_at[side], NO_SPOT_AMOUNT, SUM(play, "give", sum[0], s->currency[0]),
              SUM(play, "get", sum[1], s->currency[1]));
        try_spot(play, s->currency[0], s->seat, s->currency[1]);
        return OUTCOME_MISTAKE;
    }
    int have = forex_cash(t, seat, s->currency[0]), theirs = forex_cash(t, s->seat, s->currency[1]);
    if (have < sum[0]) {
        int other = payable(t, seat, s->seat, s->currency[1]);
        WRONG(play, s->currency_at[0], NO_SPOT_SHORT, SUM(play, "give", sum[0], s->currency[0]),
              SUM(play, "have", have, s->currency[0]));
        if (other >= 0)
            try_spot(play, other, s->seat, s->currency[1]);
        return OUTCOME_MISTAKE;
    }
    if (theirs < sum[1]) {
        int other = payer(t, seat, s->currency[1], sum[1]);
        WRONG(play, s->currency_at[1], NO_SPOT_OTHER_SHORT, SEAT("seat", s->seat),
              SUM(play, "get", sum[1], s->currency[1]), SUM(play, "have", theirs, s->currency[1]));
        if (other)
            try_spot(play, s->currency[0], other, s->currency[1]);
        return OUTCOME_MISTAKE;
    }
    return OUTCOME_DONE;
}

enum outcome forex_spot(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    struct swap s;
    int sum[2];
    forex_read_swap(order, &s);
    if (may_propose(play) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (s.seat == seat)
        return WRONG(play, s.seat_at, NO_SPOT_SELF);
    if (s.currency[0] == s.currency[1])
        return WRONG(play, s.currency_at[1], NO_SAME_CURRENCY, CURRENCY("currency", s.currency[0]));
    forex_spot_sums(t, s.currency[0], s.currency[1], &sum[0], &sum[1]);
    if (check_sums(play, seat, &s, sum) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    uint16_t id = forex_spare(t, KIND_OFFER);
    int64_t number = forex_next_number(t);
    table_move_slot(t, id, P_OFFER, 0, s.seat);
    table_mark(t, id, MARK_NUMBER, (int32_t)number);
    table_mark(t, id, MARK_GIVE, s.currency[0]);
    table_mark(t, id, MARK_FOR, s.currency[1]);
    forex_plus(t, T_OFFERS, 0, 1);
    table_set(t, T_LAST, 0, LAST_NONE);
    table_set(t, T_PHASE, 0, PHASE_OFFER);
    SAY(play, SIGHT_ALL, EV_SPOT_OFFER, NUM("number", number), SEAT("seat", seat),
        SEAT("to", s.seat), SUM(play, "give", sum[0], s.currency[0]),
        SUM(play, "get", sum[1], s.currency[1]));
    return OUTCOME_HOLD;
}

/* --- answers --------------------------------------------------------------------------------- */

/* The open offer when this seat may answer it; 0 with a mistake. */
static uint16_t answerable(struct play *play, int seat, const struct order *order)
{
    const struct table *t = play->table;
    const char *verb = order->verb == V_ACCEPT ? "ACCEPT" : "DECLINE";
    uint16_t id = forex_phase(t) == PHASE_OFFER ? forex_offer(t) : 0;
    if (!id) {
        if (order->nterms)
            WRONG(play, 0, NO_OFFER_CLOSED, NUM("number", order->terms[0].value));
        else
            WRONG(play, -1, NO_NO_OFFER);
        return 0;
    }
    const struct piece *p = table_piece(t, id);
    int number = p->mark[MARK_NUMBER];
    if (p->slot != seat) {
        WRONG(play, -1, NO_OFFER_NOT_YOURS, NUM("number", number), SEAT("seat", p->slot));
        return 0;
    }
    if (order->nterms && order->terms[0].value != number) {
        WRONG(play, 0, NO_OFFER_CLOSED, NUM("number", order->terms[0].value),
              NUM("current", number));
        engine_try(play, "%s %d", verb, number);
        return 0;
    }
    return id;
}

static void close_offer(struct table *t, uint16_t id, int last)
{
    table_move(t, id, P_SPARE, 0);
    table_set(t, T_LAST, 0, last);
    table_set(t, T_PHASE, 0, PHASE_TURN);
}

enum outcome forex_accept(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    uint16_t id = answerable(play, seat, order);
    int turn = forex_turn(t), give_sum, get_sum;
    if (!id)
        return OUTCOME_MISTAKE;
    struct piece p = *table_piece(t, id);
    int give = p.mark[MARK_GIVE], get = p.mark[MARK_FOR];
    forex_spot_sums(t, give, get, &give_sum, &get_sum);
    if (forex_cash(t, seat, get) < get_sum) /* only a ruling can have taken it */
        return WRONG(play, -1, NO_SPOT_SHORT, SUM(play, "give", get_sum, get),
                     SUM(play, "have", forex_cash(t, seat, get), get));
    if (forex_cash(t, turn, give) < give_sum)
        return WRONG(play, -1, NO_SPOT_OTHER_SHORT, SEAT("seat", turn),
                     SUM(play, "get", give_sum, give),
                     SUM(play, "have", forex_cash(t, turn, give), give));
    forex_pay(t, give, turn, seat, give_sum);
    forex_pay(t, get, seat, turn, get_sum);
    table_set(t, T_SPOT, 0, 1);
    close_offer(t, id, LAST_ACCEPTED);
    SAY(play, SIGHT_ALL, EV_SPOT_DONE, NUM("number", p.mark[MARK_NUMBER]), SEAT("seat", turn),
        SEAT("to", seat), SUM(play, "give", give_sum, give), SUM(play, "get", get_sum, get));
    return OUTCOME_DONE;
}

void forex_offer_declined(struct play *play, bool silent)
{
    struct table *t = play->table;
    uint16_t id = forex_offer(t);
    const struct piece *p = table_piece(t, id);
    SAY(play, SIGHT_ALL, EV_SPOT_DECLINED, NUM("number", p->mark[MARK_NUMBER]),
        SEAT("seat", p->slot), SEAT("by", forex_turn(t)), FLAG("silent", silent));
    close_offer(t, id, LAST_DECLINED);
}

enum outcome forex_decline(struct play *play, int seat, const struct order *order)
{
    if (!answerable(play, seat, order))
        return OUTCOME_MISTAKE;
    forex_offer_declined(play, false);
    return OUTCOME_DONE;
}
