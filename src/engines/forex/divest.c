#include "engines/forex/orders.h"

/* Rules "DIVEST" and "Sales after a divestment". Asked together, answers lie hidden with their
 * seats until all are in, then they are applied clockwise from the seller; with divest=clockwise
 * one seat is asked after the other and its answer is applied at once. */

static void sell(struct play *play, int seat, int currency, int n, enum event_code code)
{
    struct table *t = play->table;
    forex_pay(t, currency, 0, seat, (int64_t)n * PRICE);
    forex_plus(t, T_HELD + currency, seat, -n);
    forex_plus(t, T_GONE + currency, 0, n);
    SAY(play, SIGHT_ALL, code, SEAT("seat", seat), CURRENCY("currency", currency), NUM("n", n),
        ONE("n_one", n), SUM(play, "paid", (int64_t)n * PRICE, currency));
    forex_weaken(play, currency, n);
}

/* --- asking ---------------------------------------------------------------------------------- */

/* The seat so many places behind the seller, clockwise. */
static int seat_behind(const struct table *t, int k)
{
    return (forex_turn(t) - 1 + k) % table_seats(t) + 1;
}

/* Asks the holders from k places behind the seller on: all of them, or the first. False: none. */
static bool ask_from(struct play *play, int k)
{
    struct table *t = play->table;
    int currency = forex_sale(t);
    bool asked = false;
    for (; k < table_seats(t); k++) {
        int seat = seat_behind(t, k);
        if (forex_held(t, seat, currency) <= 0)
            continue;
        table_set(t, T_ASKED, seat, ASKED);
        asked = true;
        if (play->options[OPT_DIVEST] == DIVEST_CLOCKWISE)
            break;
    }
    return asked;
}

static void end_sale(struct table *t)
{
    table_set(t, T_SALE, 0, 0);
    table_set(t, T_ASK, 0, 0);
    forex_action_done(t);
}

static enum outcome how_many(struct play *play, int seat, const struct order *order, int *currency,
                             int *n)
{
    int at = 0, number = 0;
    int64_t wish = -1; /* all */
    for (int i = 0; i < order->nterms; i++) {
        if (order->terms[i].type == W_CURRENCY)
            at = i;
        else
            number = i;
        if (order->terms[i].type == TERM_NUMBER)
            wish = order->terms[i].value;
    }
    *currency = (int)order->terms[at].value;
    int held = forex_held(play->table, seat, *currency);
    if (held <= 0) {
        WRONG(play, at, NO_DIVEST_NOT_HELD, CURRENCY("currency", *currency));
        for (int c = 0; c < CURRENCIES; c++)
            if (forex_held(play->table, seat, c) > 0)
                return engine_try(play, "DIVEST %s 1", forex_currency[c]);
        return engine_try(play, "RESOLVE");
    }
    if (wish == 0) {
        WRONG(play, number, NO_DIVEST_NOTHING);
        return engine_try(play, "DIVEST %s 1", forex_currency[*currency]);
    }
    if (wish > held) {
        WRONG(play, number, NO_DIVEST_TOO_MANY, CURRENCY("currency", *currency), NUM("held", held),
              ONE("held_one", held));
        return engine_try(play, "DIVEST %s %d", forex_currency[*currency], held);
    }
    *n = wish < 0 ? held : (int)wish;
    return OUTCOME_DONE;
}

enum outcome forex_divest(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    int currency = 0, n = 0;
    if (how_many(play, seat, order, &currency, &n) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    sell(play, seat, currency, n, EV_DIVEST);
    table_set(t, T_SKIPS, 0, 0);
    table_set(t, T_SALE, 0, currency + 1);
    if (ask_from(play, 1)) {
        table_set(t, T_ASK, 0, forex_next_number(t));
        table_set(t, T_PHASE, 0, PHASE_SALES);
    } else {
        end_sale(t);
    }
    return OUTCOME_DONE;
}

/* --- answering ------------------------------------------------------------------------------- */

/* SELL with no divestment open: the player means a standing order. */
static enum outcome no_sale(struct play *play, int seat, const struct order *order)
{
    const struct table *t = play->table;
    int currency = -1, n = 1;
    for (int c = 0; c < CURRENCIES && currency < 0; c++)
        if (forex_held(t, seat, c) > 0)
            currency = c;
    for (int i = 0; order && i < order->nterms; i++) {
        if (order->terms[i].type == W_CURRENCY)
            currency = (int)order->terms[i].value;
        else if (order->terms[i].type == TERM_NUMBER && order->terms[i].value <= HELD_MOST)
            n = (int)order->terms[i].value;
        else
            n = HELD_MOST;
    }
    return WRONG(play, -1, NO_NO_SALE, CURRENCY("currency", currency < 0 ? USD : currency),
                 NUM("n", n ? n : 1));
}

/* Whether the seat may answer now. */
static enum outcome may_answer(struct play *play, int seat, const struct order *order)
{
    const struct table *t = play->table;
    if (forex_phase(t) != PHASE_SALES)
        return no_sale(play, seat, order);
    int currency = forex_sale(t);
    if (forex_turn(t) == seat)
        return WRONG(play, -1, NO_SALE_OWN, CURRENCY("currency", currency));
    if (table_get(t, T_ASKED, seat) == ASKED_NOT) {
        if (forex_held(t, seat, currency) <= 0)
            return WRONG(play, -1, NO_SALE_NOT_HELD, CURRENCY("currency", currency));
        return WRONG(play, -1, NO_SALE_DONE, CURRENCY("currency", currency));
    }
    return OUTCOME_DONE;
}

void forex_answer_sale(struct play *play, int seat, int n)
{
    struct table *t = play->table;
    table_set(t, T_ASKED, seat, ASKED_ANSWERED);
    table_set(t, T_ANSWER, seat, n);
}

static bool still_asked(const struct table *t)
{
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (table_get(t, T_ASKED, seat) == ASKED)
            return true;
    return false;
}

/* The last answer needs no note: it is played at once. */
static enum outcome note(struct play *play, int seat, int n, bool cut)
{
    struct table *t = play->table;
    forex_answer_sale(play, seat, n);
    if (still_asked(t))
        SAY(play, SIGHT_SEAT(seat), EV_SALE_NOTED, SEAT("seat", seat), NUM("n", n), ONE("n_one", n),
            FLAG("none", n == 0), FLAG("all", cut), CURRENCY("currency", forex_sale(t)));
    return OUTCOME_DONE;
}

/* More than is held sells all: a standing order was written before anyone knew how many. */
enum outcome forex_sell(struct play *play, int seat, const struct order *order)
{
    const struct table *t = play->table;
    if (may_answer(play, seat, order) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    int currency = forex_sale(t), held = forex_held(t, seat, currency);
    int64_t wish = order->terms[0].type == TERM_NUMBER ? order->terms[0].value : held;
    if (order->nterms > 1 && order->terms[1].value != currency) {
        WRONG(play, 1, NO_SALE_OTHER, CURRENCY("currency", currency));
        return engine_try(play, "SELL %d", wish < held ? (int)wish : held);
    }
    return note(play, seat, wish < held ? (int)wish : held, wish > held);
}

enum outcome forex_pass(struct play *play, int seat)
{
    const struct table *t = play->table;
    bool own = forex_turn(t) == seat && forex_phase(t) == PHASE_TURN;
    if (own) {
        WRONG(play, -1, NO_NO_PASS);
        return engine_try(play, "RESOLVE");
    }
    if (may_answer(play, seat, NULL) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    return note(play, seat, 0, false);
}

/* --- applying -------------------------------------------------------------------------------- */

static void apply_answer(struct play *play, int seat)
{
    struct table *t = play->table;
    int currency = forex_sale(t), n = forex_tally(t, T_ANSWER, seat);
    int held = forex_held(t, seat, currency);
    n = n > held ? held : n; /* a ruling may have come between */
    table_set(t, T_ANSWER, seat, 0);
    table_set(t, T_ASKED, seat, ASKED_NOT);
    if (n > 0)
        sell(play, seat, currency, n, EV_SELL);
    else
        SAY(play, SIGHT_ALL, EV_SELL_NONE, SEAT("seat", seat), CURRENCY("currency", currency));
}

void forex_sales_settle(struct play *play)
{
    struct table *t = play->table;
    int last = 0;
    if (still_asked(t))
        return;
    for (int k = 1; k < table_seats(t); k++) {
        if (table_get(t, T_ASKED, seat_behind(t, k)) == ASKED_ANSWERED) {
            apply_answer(play, seat_behind(t, k));
            last = k;
        }
    }
    if (play->options[OPT_DIVEST] == DIVEST_CLOCKWISE && ask_from(play, last + 1))
        return;
    end_sale(t);
}
