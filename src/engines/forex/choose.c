#include "engines/forex/orders.h"
#include "engines/forex/final.h"

/* Ties: PREFER settles them at once, else the seat that gave the last RESOLVE is asked (CHOOSE),
 * and silence takes the first in the order of the currencies. */

int forex_preferred(const struct table *t, unsigned tied)
{
    for (int64_t list = table_get(t, T_PREFER, 0); list; list /= 8) {
        int c = (int)(list % 8) - 1;
        if (c >= 0 && (tied >> c & 1))
            return c;
    }
    return -1;
}

void forex_ask_choice(struct play *play, unsigned tied, bool end)
{
    struct table *t = play->table;
    struct list list = {.n = 0};
    int64_t number = forex_next_number(t);
    table_set(t, T_ASK, 0, number);
    table_set(t, T_TIED, 0, tied);
    table_set(t, T_PHASE, 0, end ? PHASE_CHOOSE_END : PHASE_CHOOSE);
    forex_list_currencies(&list, tied);
    SAY(play, SIGHT_ALL, end ? EV_TIE_END : EV_TIE, SEAT("seat", forex_resolver(t)),
        NUM("number", number), WORD("currencies", list.text));
}

static void after_dividend(struct play *play, int currency)
{
    struct table *t = play->table;
    forex_strengthen(play, currency);
    table_set(t, T_PHASE, 0, forex_card(t) == CARDS ? PHASE_SWEEP : PHASE_DONE);
}

void forex_chosen(struct play *play, int currency, enum choice_way way)
{
    struct table *t = play->table;
    bool end =
        table_get(t, T_PHASE, 0) == PHASE_CHOOSE_END || table_get(t, T_PHASE, 0) == PHASE_END;
    SAY(play, SIGHT_ALL, EV_CHOSEN, SEAT("seat", forex_resolver(t)), CURRENCY("currency", currency),
        FLAG("prefer", way == BY_PREFER), FLAG("silent", way == BY_SILENCE), FLAG("end", end));
    table_set(t, T_ASK, 0, 0);
    table_set(t, T_TIED, 0, 0);
    if (end)
        forex_finish(play, currency);
    else
        after_dividend(play, currency);
}

void forex_strengthen_most_held(struct play *play)
{
    struct table *t = play->table;
    int most = 0;
    unsigned tied = 0;
    for (int c = 0; c < CURRENCIES; c++) {
        int n = forex_held_by_all(t, c);
        if (n > most)
            tied = 0;
        if (n >= most) {
            tied |= 1u << c;
            most = n;
        }
    }
    int preferred = forex_preferred(t, tied);
    if ((tied & (tied - 1)) == 0) {
        int only = __builtin_ctz(tied);
        SAY(play, SIGHT_ALL, EV_MOST_HELD, CURRENCY("currency", only), NUM("n", most),
            ONE("n_one", most));
        after_dividend(play, only);
    } else if (preferred >= 0) {
        forex_chosen(play, preferred, BY_PREFER);
    } else {
        forex_ask_choice(play, tied, false);
    }
}

enum outcome forex_choose(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    int phase = forex_phase(t), currency = (int)order->terms[0].value;
    unsigned tied = forex_tied(t);
    struct list list = {.n = 0};
    if (phase != PHASE_CHOOSE && phase != PHASE_CHOOSE_END)
        return WRONG(play, -1, NO_NO_CHOICE);
    if (forex_resolver(t) != seat)
        return WRONG(play, -1, NO_CHOICE_NOT_YOURS, SEAT("seat", forex_resolver(t)));
    if (!(tied >> currency & 1)) {
        forex_list_currencies(&list, tied);
        WRONG(play, 0, NO_CHOICE_NOT_TIED, CURRENCY("currency", currency),
              WORD("currencies", list.text));
        return engine_try(play, "CHOOSE %s", forex_currency[__builtin_ctz(tied)]);
    }
    forex_chosen(play, currency, BY_ORDER);
    return OUTCOME_DONE;
}
