#include "engines/forex/orders.h"

/* Rules "CONTRACT": the stronger side is a whole number of units from 1 to 10, the weaker side
 * that many times the rate. So the legal sums of a side are the multiples 1 to 10 of its sum in a
 * spot trade (`unit`). */

struct deal {
    int currency[2]; /* pay, get */
    int unit[2];
};

static void try_deal(struct play *play, const struct deal *d, int times)
{
    engine_try(play, "CONTRACT PAY %s FOR %s",
               forex_sum(play->engine, play->arena, (int64_t)times * d->unit[0], d->currency[0]),
               forex_sum(play->engine, play->arena, (int64_t)times * d->unit[1], d->currency[1]));
}

/* How many times the unit, 1 to 10; 0 when it is none of them. */
static int times_of(const struct deal *d, int side, int64_t sum)
{
    int64_t times = sum % d->unit[side] ? 0 : sum / d->unit[side];
    return times >= 1 && times <= CONTRACT_MOST ? (int)times : 0;
}

/* The largest one that could be paid at once; 1 when there is none. */
static int covered(const struct table *t, int seat, const struct deal *d)
{
    int times = forex_cash(t, seat, d->currency[0]) / d->unit[0];
    return times < 1 ? 1 : times > CONTRACT_MOST ? CONTRACT_MOST : times;
}

static enum outcome bare(struct play *play, int seat, const struct deal *d)
{
    WRONG(play, -1, NO_CONTRACT_BARE, SUM(play, "pay", d->unit[0], d->currency[0]),
          SUM(play, "get", d->unit[1], d->currency[1]),
          SUM(play, "pay_most", CONTRACT_MOST * d->unit[0], d->currency[0]),
          SUM(play, "get_most", CONTRACT_MOST * d->unit[1], d->currency[1]));
    try_deal(play, d, covered(play->table, seat, d));
    return OUTCOME_MISTAKE;
}

/* One side is said, and it is not a legal sum: the two nearest ones. */
static enum outcome illegal(struct play *play, const struct deal *d, const struct swap *s, int side)
{
    int64_t unit = d->unit[side], sum = s->sum[side], low = sum / unit;
    bool limit = sum == 0 || sum > CONTRACT_MOST * unit;
    bool stronger = d->unit[side] < d->unit[1 - side] ||
                    (d->unit[0] == d->unit[1] &&
                     forex_box(play->table, d->currency[side], d->currency[1 - side]) > 0);
    int strong = stronger ? side : 1 - side;
    low = low < 1 ? 1 : low >= CONTRACT_MOST ? CONTRACT_MOST - 1 : low;
    WRONG(play, s->sum_at[side], limit ? NO_CONTRACT_LIMIT : NO_CONTRACT_AMOUNT,
          SUM(play, "said", sum, d->currency[side]),
          SUM(play, "low", limit ? unit : low * unit, d->currency[side]),
          SUM(play, "high", limit ? CONTRACT_MOST * unit : (low + 1) * unit, d->currency[side]),
          CURRENCY("stronger", d->currency[strong]),
          SUM(play, "one", d->unit[strong], d->currency[strong]),
          SUM(play, "rate", d->unit[1 - strong], d->currency[1 - strong]));
    if (limit)
        low = sum == 0 ? 1 : CONTRACT_MOST;
    else if (sum - low * unit > (low + 1) * unit - sum)
        low++;
    try_deal(play, d, (int)low);
    return OUTCOME_MISTAKE;
}

/* Both sides are said and at least one is legal, but they do not match. */
static enum outcome mismatch(struct play *play, const struct deal *d, const struct swap *s,
                             int by_pay, int by_get)
{
    const struct engine *e = play->engine;
    struct arena *a = play->arena;
    WRONG(play, s->sum_at[by_pay ? 1 : 0], NO_CONTRACT_MATCH,
          SUM(play, "pay", s->sum[0], d->currency[0]), SUM(play, "get", s->sum[1], d->currency[1]),
          WORD("right_get", by_pay ? forex_sum(e, a, by_pay * d->unit[1], d->currency[1]) : NULL),
          WORD("right_pay", by_get ? forex_sum(e, a, by_get * d->unit[0], d->currency[0]) : NULL));
    try_deal(play, d, by_pay ? by_pay : by_get);
    return OUTCOME_MISTAKE;
}

/* How many units of the stronger side; 0 with a mistake. */
static int agree(struct play *play, int seat, const struct deal *d, const struct swap *s)
{
    int times[2] = {0, 0};
    if (s->sum[0] < 0 && s->sum[1] < 0) {
        bare(play, seat, d);
        return 0;
    }
    for (int side = 0; side < 2; side++)
        if (s->sum[side] >= 0)
            times[side] = times_of(d, side, s->sum[side]);
    if (s->sum[0] < 0 || s->sum[1] < 0) {
        int side = s->sum[0] < 0;
        if (!times[side])
            illegal(play, d, s, side);
        return times[side];
    }
    if (!times[0] && !times[1]) {
        illegal(play, d, s, 0);
    } else if (times[0] != times[1]) {
        mismatch(play, d, s, times[0], times[1]);
        return 0;
    }
    return times[0];
}

enum outcome forex_contract(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    struct swap s;
    uint16_t id = 0;
    forex_read_swap(order, &s);
    struct deal d = {.currency = {s.currency[0], s.currency[1]}};
    if (d.currency[0] == d.currency[1])
        return WRONG(play, s.currency_at[1], NO_SAME_CURRENCY, CURRENCY("currency", d.currency[0]));
    forex_spot_sums(t, d.currency[0], d.currency[1], &d.unit[0], &d.unit[1]);
    int letter = forex_free_letter(t, &id);
    if (letter < 0) {
        WRONG(play, -1, NO_NO_LETTER);
        return engine_try(play, "RESOLVE");
    }
    int times = agree(play, seat, &d, &s);
    if (!times)
        return OUTCOME_MISTAKE;
    table_move_slot(t, id, P_QUEUE, 0, seat);
    table_mark(t, id, MARK_PAY, times * d.unit[0]);
    table_mark(t, id, MARK_PAY_CURRENCY, d.currency[0]);
    table_mark(t, id, MARK_GET, times * d.unit[1]);
    table_mark(t, id, MARK_GET_CURRENCY, d.currency[1]);
    SAY(play, SIGHT_ALL, EV_CONTRACT, SEAT("seat", seat), KIND("letter", letter),
        SUM(play, "pay", times * d.unit[0], d.currency[0]),
        SUM(play, "get", times * d.unit[1], d.currency[1]));
    forex_action_done(t);
    return OUTCOME_DONE;
}
