#include "engines/capital/landing.h"
#include "engines/capital/due.h"
#include "engines/capital/flow.h"
#include "engines/capital/trade.h"

/* Capital is a book entry: it goes from the founders' registers to the new one, and the cash stays
 * in the purse. Only when two players found together does the minority's cash change purses. */

static void lay_company(struct play *play, int company, int type, int64_t capital, int majority,
                        int minority)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    company_set(t, T_CELL, company, capital_cell_of(b, ITALY, 0) + 1);
    company_set(t, T_TYPE, company, type);
    company_set(t, T_CAPITAL, company, capital);
    company_set(t, T_MAJORITY, company, majority + 1);
    company_set(t, T_MINORITY, company, minority == NO_COMPANY ? 0 : minority + 1);
    company_set(t, T_MOVED, company, MOVED_NEW);
    capital_show_books(b, t);
    capital_entry(play, company, capital, WHY_FOUNDING);
    SAY(play, SIGHT_ALL, EV_FOUNDED, SEAT("seat", capital_owner(b, t, company)),
        COMPANY("company", company), WORD("type", capital_type[type]), NUM("capital", capital),
        COMPANY("majority", majority), COMPANY("minority", minority));
}

/* The parts of the two founders; `share` is what `from` pays. */
static void split(int64_t capital, int share, int64_t *from, int64_t *with)
{
    *from = capital * share / 100;
    *with = capital - *from;
}

static enum outcome check_names(struct play *play, int seat, int company, const struct action *a)
{
    const struct board *b = capital_of(play->engine);
    const struct table *t = play->table;
    int free = capital_free_number(b, t, seat);
    if (a->company == NO_COMPANY || a->company / NUMBERS + 1 != seat || a->company % NUMBERS == 0 ||
        capital_cell(b, t, a->company) >= 0) {
        WRONG(play, a->at, NO_NUMBER_TAKEN, COMPANY("company", a->company), NUM("free", free),
              FLAG("none", free == 0));
        return OUTCOME_MISTAKE;
    }
    if (a->from != NO_COMPANY && capital_owner(b, t, a->from) != seat)
        return capital_not_yours(play, seat, a->at, a->from);
    int from = a->from == NO_COMPANY ? company : a->from;
    if (from != company && a->with != company)
        return WRONG(play, a->at, NO_FOUNDER_ELSEWHERE, COMPANY("company", company));
    if (a->with != NO_COMPANY && (a->with == from || !capital_owner(b, t, a->with)))
        return WRONG(play, a->at, NO_FOUND_WITH, COMPANY("company", a->with));
    if (a->with != NO_COMPANY && a->share != 60 && a->share != 40)
        return WRONG(play, a->at, NO_FOUND_SHARES);
    return OUTCOME_DONE;
}

/* How large it may be, from what the founders of this seat have; `from` keeps so much. */
static int64_t most_capital(const struct play *play, int seat, int from, const struct action *a,
                            int64_t keep)
{
    const struct board *b = capital_of(play->engine);
    int64_t have = capital_free_balance(play->table, seat, from);
    have = have > keep ? have - keep : 0;
    if (a->with == NO_COMPANY)
        return have;
    int64_t most = have * 100 / a->share;
    if (capital_owner(b, play->table, a->with) == seat) {
        int64_t other = capital_free_balance(play->table, seat, a->with) * 100 / (100 - a->share);
        most = other < most ? other : most;
    }
    return most / 5 * 5;
}

/* Another player's company is asked; until it answers the pawn must stay where it is. */
static enum outcome ask_partner(struct play *play, int seat, int company, int from,
                                const struct action *a, int64_t capital)
{
    struct table *t = play->table;
    int64_t part, rest;
    split(capital, a->share, &part, &rest);
    struct offer o = {.seat = seat,
                      .to = capital_owner(capital_of(play->engine), t, a->with),
                      .kind = OFFER_FOUND,
                      .give = ITEM_WHITE,
                      .give_sum = part,
                      .from = from,
                      .into = a->company,
                      .with = a->with,
                      .type = a->type,
                      .capital = capital,
                      .sixty = a->share == 60};
    (void)company;
    if (table_count(t, P_OFFER, seat) >= OFFERS_MOST)
        return WRONG(play, a->at, NO_OFFERS_MOST, NUM("most", OFFERS_MOST));
    capital_offer_lay(t, &o);
    SAY(play, SIGHT_SEAT(seat) | SIGHT_SEAT(o.to), EV_FOUND_OFFER, NUM("number", o.number),
        SEAT("seat", seat), SEAT("to", o.to), COMPANY("company", a->company),
        WORD("type", capital_type[a->type]), NUM("capital", capital), COMPANY("with", a->with),
        NUM("sum", rest));
    play->events->last->at_once = true;
    return OUTCOME_DONE;
}

enum outcome capital_found(struct play *play, int seat, int company, const struct action *a)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int from = a->from == NO_COMPANY ? company : a->from;
    if (check_names(play, seat, company, a) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    int64_t most = most_capital(play, seat, from, a, 0);
    int64_t sum = a->qty == QTY_ALL    ? most
                  : a->qty == QTY_KEEP ? most_capital(play, seat, from, a, a->n)
                                       : a->n;
    if (a->qty != QTY_NUMBER && sum < CAPITAL_MIN)
        return OUTCOME_DONE;
    if (sum < CAPITAL_MIN || (a->with != NO_COMPANY && sum % 5)) {
        WRONG(play, a->at, NO_CAPITAL_SMALL, NUM("least", CAPITAL_MIN),
              FLAG("shared", a->with != NO_COMPANY));
        return OUTCOME_MISTAKE;
    }
    if (sum > most) {
        WRONG(play, a->at, NO_CAPITAL_LIMIT, NUM("most", most), COMPANY("company", from),
              FLAG("shared", a->with != NO_COMPANY));
        return most >= CAPITAL_MIN && a->with == NO_COMPANY
                   ? engine_try(play, "FOUND %s %s CAPITAL %d", capital_own_name(seat, a->company),
                                capital_type[a->type], (int)most)
                   : OUTCOME_MISTAKE;
    }
    if (a->with != NO_COMPANY && capital_owner(b, t, a->with) != seat)
        return ask_partner(play, seat, company, from, a, sum);
    int64_t part = sum, rest = 0;
    if (a->with != NO_COMPANY)
        split(sum, a->share, &part, &rest);
    capital_entry(play, from, -part, WHY_FOUNDING);
    if (rest)
        capital_entry(play, a->with, -rest, WHY_FOUNDING);
    bool first = a->with == NO_COMPANY || a->share == 60;
    lay_company(play, a->company, a->type, sum, first ? from : a->with,
                a->with == NO_COMPANY ? NO_COMPANY
                : first               ? a->with
                                      : from);
    return OUTCOME_DONE;
}

enum outcome capital_found_joined(struct play *play, int seat, const void *offer)
{
    const struct offer *o = offer;
    struct table *t = play->table;
    int64_t part, rest;
    split(o->capital, o->sixty ? 60 : 40, &part, &rest);
    int64_t have = capital_free_balance(t, seat, o->with);
    int64_t white = capital_free_cash(t, seat, WHITE), black = capital_free_cash(t, seat, BLACK);
    if (have < rest || white + black < rest)
        return WRONG(play, 0, NO_SHORT, COMPANY("company", o->with), NUM("sum", rest),
                     NUM("have", have < white + black ? have : white + black));
    /* The one with the register has the cash: the minority's part changes purses. */
    int majority = o->sixty ? o->from : o->with, minority = o->sixty ? o->with : o->from;
    int payer = o->sixty ? seat : o->seat, payee = o->sixty ? o->seat : seat;
    int64_t sum = o->sixty ? rest : part, first = capital_cash(t, payer, WHITE);
    first = first < 0 ? 0 : first < sum ? first : sum;
    capital_entry(play, o->from, -part, WHY_FOUNDING);
    capital_entry(play, o->with, -rest, WHY_FOUNDING);
    capital_pay(t, payer, payee, WHITE, first);
    capital_pay(t, payer, payee, BLACK, sum - first);
    /* A majority of 60 % is of the colour of its number all the same: whose it is follows the
     * chain. */
    lay_company(play, o->into, o->type, o->capital, majority, minority);
    return OUTCOME_DONE;
}
