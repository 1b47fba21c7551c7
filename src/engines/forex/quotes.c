#include "engines/forex/orders.h"

/* Rules "SUGGEST": a public quote that the player on turn takes at once. It lapses when its rate
 * changes (state.c), so what it says is always at the rate of the table. */

static uint16_t quote_numbered(const struct table *t, int64_t number, int *seat)
{
    for (int s = 1; s <= table_seats(t); s++)
        for (uint16_t id = forex_quote_first(t, s); id; id = forex_quote_next(t, id))
            if (table_piece(t, id)->mark[MARK_NUMBER] == number) {
                *seat = s;
                return id;
            }
    return 0;
}

static void quote_sums(const struct table *t, uint16_t id, int *give, int *get, int sum[2])
{
    const struct piece *p = table_piece(t, id);
    *give = p->mark[MARK_GIVE];
    *get = p->mark[MARK_FOR];
    forex_spot_sums(t, *give, *get, &sum[0], &sum[1]);
}

/* Numbers of the quotes this seat could take (or, mine: withdraw). The first, or 0. */
static int list_quotes(const struct table *t, int seat, bool mine, struct list *list,
                       struct arena *arena)
{
    int first = 0;
    for (int s = 1; s <= table_seats(t); s++)
        for (uint16_t id = forex_quote_first(t, s); id; id = forex_quote_next(t, id)) {
            int give, get, sum[2];
            quote_sums(t, id, &give, &get, sum);
            if ((s == seat) != mine)
                continue;
            if (!mine && (forex_cash(t, s, give) < sum[0] || forex_cash(t, seat, get) < sum[1]))
                continue;
            int number = table_piece(t, id)->mark[MARK_NUMBER];
            first = first ? first : number;
            forex_list_add(list, arena_printf(arena, "%d", number));
        }
    return first;
}

static enum outcome no_quote(struct play *play, int seat, const struct order *order, int term,
                             bool mine)
{
    struct list list = {.n = 0};
    int first = list_quotes(play->table, seat, mine, &list, play->arena);
    WRONG(play, term, NO_NO_QUOTE, NUM("number", order->terms[term].value),
          WORD("current", list.n ? list.text : NULL), FLAG("mine", mine));
    return first ? engine_try(play, mine ? "WITHDRAW %d" : "SPOT TAKE %d", first) : OUTCOME_MISTAKE;
}

enum outcome forex_take(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    int quoter = 0, give, get, sum[2];
    if (table_get(t, T_SPOT, 0))
        return WRONG(play, -1, NO_SPOT_COMPLETED);
    uint16_t id = quote_numbered(t, order->terms[1].value, &quoter);
    if (!id)
        return no_quote(play, seat, order, 1, false);
    if (quoter == seat)
        return WRONG(play, 1, NO_QUOTE_OWN, NUM("number", order->terms[1].value));
    quote_sums(t, id, &give, &get, sum);
    if (forex_cash(t, seat, get) < sum[1])
        return WRONG(play, 1, NO_SPOT_SHORT, SUM(play, "give", sum[1], get),
                     SUM(play, "have", forex_cash(t, seat, get), get));
    if (forex_cash(t, quoter, give) < sum[0])
        return WRONG(play, 1, NO_SPOT_OTHER_SHORT, SEAT("seat", quoter),
                     SUM(play, "get", sum[0], give),
                     SUM(play, "have", forex_cash(t, quoter, give), give));
    forex_pay(t, give, quoter, seat, sum[0]);
    forex_pay(t, get, seat, quoter, sum[1]);
    table_set(t, T_SPOT, 0, 1);
    table_move(t, id, P_SPARE, 0);
    SAY(play, SIGHT_ALL, EV_QUOTE_TAKEN, NUM("number", order->terms[1].value), SEAT("seat", seat),
        SEAT("to", quoter), SUM(play, "give", sum[1], get), SUM(play, "get", sum[0], give));
    return OUTCOME_DONE;
}

static enum outcome check_quote(struct play *play, int seat, const struct swap *s, const int *sum)
{
    const struct table *t = play->table;
    int have = forex_cash(t, seat, s->currency[0]);
    if (forex_quotes(t, seat) >= QUOTES_MOST) {
        WRONG(play, -1, NO_QUOTE_TOO_MANY, NUM("most", QUOTES_MOST));
        return engine_try(play, "WITHDRAW %d",
                          table_piece(t, forex_quote_first(t, seat))->mark[MARK_NUMBER]);
    }
    for (int side = 0; side < 2; side++) {
        if (s->sum[side] < 0 || s->sum[side] == sum[side])
            continue;
        WRONG(play, s->sum_at[side], NO_QUOTE_AMOUNT, SUM(play, "give", sum[0], s->currency[0]),
              SUM(play, "get", sum[1], s->currency[1]));
        return engine_try(play, "SUGGEST GIVE %s FOR %s",
                          forex_sum(play->engine, play->arena, sum[0], s->currency[0]),
                          forex_sum(play->engine, play->arena, sum[1], s->currency[1]));
    }
    if (have < sum[0])
        return WRONG(play, s->currency_at[0], NO_QUOTE_SHORT,
                     SUM(play, "give", sum[0], s->currency[0]),
                     SUM(play, "have", have, s->currency[0]));
    return OUTCOME_DONE;
}

enum outcome forex_suggest_quote(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    struct swap s;
    int sum[2];
    forex_read_swap(order, &s);
    if (s.currency[0] == s.currency[1])
        return WRONG(play, s.currency_at[1], NO_SAME_CURRENCY, CURRENCY("currency", s.currency[0]));
    forex_spot_sums(t, s.currency[0], s.currency[1], &sum[0], &sum[1]);
    if (check_quote(play, seat, &s, sum) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    uint16_t id = forex_spare(t, KIND_QUOTE);
    int64_t number = forex_next_number(t);
    table_move(t, id, P_QUOTE, seat);
    table_mark(t, id, MARK_NUMBER, (int32_t)number);
    table_mark(t, id, MARK_GIVE, s.currency[0]);
    table_mark(t, id, MARK_FOR, s.currency[1]);
    SAY(play, SIGHT_ALL, EV_QUOTE, NUM("number", number), SEAT("seat", seat),
        SUM(play, "give", sum[0], s.currency[0]), SUM(play, "get", sum[1], s.currency[1]));
    return OUTCOME_DONE;
}

enum outcome forex_withdraw(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    int quoter = 0;
    uint16_t id = quote_numbered(t, order->terms[0].value, &quoter);
    if (!id)
        return no_quote(play, seat, order, 0, true);
    if (quoter != seat)
        return WRONG(play, 0, NO_QUOTE_NOT_YOURS, NUM("number", order->terms[0].value),
                     SEAT("seat", quoter));
    SAY(play, SIGHT_ALL, EV_QUOTE_WITHDRAWN, NUM("number", order->terms[0].value),
        SEAT("seat", seat));
    table_move(t, id, P_SPARE, 0);
    return OUTCOME_DONE;
}
