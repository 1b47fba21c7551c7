#include "engines/forex/orders.h"

/* Rules "INVEST": all is checked before anything is bought; each certificate then strengthens its
 * currency at once. */

static enum mistake_code obstacle(const struct table *t, int seat, int currency, bool *ok)
{
    *ok = false;
    if (forex_held(t, seat, currency) >= HELD_MOST)
        return NO_INVEST_LIMIT;
    if (forex_held(t, 0, currency) <= 0)
        return NO_INVEST_NONE_LEFT;
    if (forex_cash(t, seat, currency) < PRICE)
        return NO_INVEST_SHORT;
    *ok = true;
    return NO_GAME_OVER;
}

/* The other one that was written if it can be had, else the first that can, else RESOLVE. */
static enum outcome try_instead(struct play *play, int seat, int written)
{
    bool ok = false;
    if (written >= 0)
        obstacle(play->table, seat, written, &ok);
    for (int c = 0; c < CURRENCIES && !ok; c++) {
        obstacle(play->table, seat, c, &ok);
        written = c;
    }
    return ok ? engine_try(play, "INVEST %s", forex_currency[written])
              : engine_try(play, "RESOLVE");
}

static enum outcome check(struct play *play, int seat, int currency, int term, int other)
{
    const struct table *t = play->table;
    bool ok;
    enum mistake_code code = obstacle(t, seat, currency, &ok);
    if (ok)
        return OUTCOME_DONE;
    WRONG(play, term, code, CURRENCY("currency", currency), NUM("most", HELD_MOST),
          SUM(play, "price", PRICE, currency),
          SUM(play, "have", forex_cash(t, seat, currency), currency));
    return try_instead(play, seat, other);
}

static void buy(struct play *play, int seat, int currency)
{
    struct table *t = play->table;
    forex_pay(t, currency, seat, 0, PRICE);
    forex_plus(t, T_HELD + currency, 0, -1);
    forex_plus(t, T_HELD + currency, seat, 1);
    SAY(play, SIGHT_ALL, EV_INVEST, SEAT("seat", seat), CURRENCY("currency", currency),
        SUM(play, "price", PRICE, currency), NUM("held", forex_held(t, seat, currency)),
        ONE("held_one", forex_held(t, seat, currency)));
    forex_strengthen(play, currency);
}

enum outcome forex_invest(struct play *play, int seat, const struct order *order)
{
    int currency[2] = {-1, -1}, at[2] = {0, 0}, n = 0;
    for (int i = 0; i < order->nterms; i++)
        if (order->terms[i].type == W_CURRENCY) {
            currency[n] = (int)order->terms[i].value;
            at[n++] = i;
        }
    if (currency[0] == currency[1]) {
        WRONG(play, at[1], NO_INVEST_SAME, CURRENCY("currency", currency[0]));
        return try_instead(play, seat, currency[0]);
    }
    for (int i = 0; i < n; i++)
        if (check(play, seat, currency[i], at[i], currency[1 - i]) == OUTCOME_MISTAKE)
            return OUTCOME_MISTAKE;
    for (int i = 0; i < n; i++)
        buy(play, seat, currency[i]);
    forex_action_done(play->table);
    return OUTCOME_DONE;
}
