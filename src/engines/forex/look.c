#include "engines/forex/state.h"

/* A ruling can set any tally and lay any piece anywhere. Whatever it left there, what is read here
 * is something the rules know: a seat of the table, a currency, a phase in which somebody can act.
 */

static bool is_seat(const struct table *t, int64_t seat)
{
    return seat >= 1 && seat <= table_seats(t);
}

static bool is_currency(int64_t c)
{
    return c >= 0 && c < CURRENCIES;
}

int forex_turn(const struct table *t)
{
    int64_t seat = table_get(t, T_TURN, 0);
    return is_seat(t, seat) ? (int)seat : 1;
}

int forex_resolver(const struct table *t)
{
    int64_t seat = table_get(t, T_RESOLVER, 0);
    return is_seat(t, seat) ? (int)seat : forex_turn(t);
}

int forex_card(const struct table *t)
{
    int card = forex_tally(t, T_CARD, 0);
    return card < 0 ? 0 : card > CARDS ? CARDS : card;
}

int forex_sale(const struct table *t)
{
    int currency = forex_tally(t, T_SALE, 0) - 1;
    return is_currency(currency) ? currency : -1;
}

unsigned forex_tied(const struct table *t)
{
    return (unsigned)table_get(t, T_TIED, 0) & ((1u << CURRENCIES) - 1);
}

/* Offers and quotes: the right piece, about two different currencies. */
static bool is_trade(const struct piece *p, int kind)
{
    return p->kind == kind && is_currency(p->mark[MARK_GIVE]) && is_currency(p->mark[MARK_FOR]) &&
           p->mark[MARK_GIVE] != p->mark[MARK_FOR];
}

uint16_t forex_offer(const struct table *t)
{
    for (uint16_t id = table_first(t, P_OFFER, 0); id; id = table_next(t, id)) {
        const struct piece *p = table_piece(t, id);
        if (is_trade(p, KIND_OFFER) && is_seat(t, p->slot) && p->slot != forex_turn(t))
            return id;
    }
    return 0;
}

static uint16_t quote_from(const struct table *t, uint16_t id)
{
    while (id && !is_trade(table_piece(t, id), KIND_QUOTE))
        id = table_next(t, id);
    return id;
}

uint16_t forex_quote_first(const struct table *t, int seat)
{
    return quote_from(t, table_first(t, P_QUOTE, seat));
}

uint16_t forex_quote_next(const struct table *t, uint16_t id)
{
    return quote_from(t, table_next(t, id));
}

int forex_quotes(const struct table *t, int seat)
{
    int n = 0;
    for (uint16_t id = forex_quote_first(t, seat); id; id = forex_quote_next(t, id))
        n++;
    return n;
}

int forex_phase(const struct table *t)
{
    int64_t phase = table_get(t, T_PHASE, 0);
    switch (phase) {
    case PHASE_OFFER:
        return forex_offer(t) ? PHASE_OFFER : PHASE_TURN;
    case PHASE_SALES:
        return forex_sale(t) >= 0 ? PHASE_SALES : PHASE_DONE;
    case PHASE_CHOOSE:
        if (!forex_tied(t))
            return forex_card(t) == CARDS ? PHASE_SWEEP : PHASE_DONE;
        return PHASE_CHOOSE;
    case PHASE_CHOOSE_END:
        return forex_tied(t) ? PHASE_CHOOSE_END : PHASE_END;
    default:
        return phase >= PHASE_TURN && phase <= PHASE_OVER ? (int)phase : PHASE_TURN;
    }
}

/* --- the queue ----------------------------------------------------------------------------- */

static bool is_contract(const struct due *e)
{
    return e->pay > 0 && e->get > 0 && is_currency(e->pay_currency) &&
           is_currency(e->get_currency) && e->pay_currency != e->get_currency;
}

void forex_entry(const struct table *t, uint16_t id, struct due *e)
{
    const struct piece *p = table_piece(t, id);
    *e = (struct due){.id = id,
                      .letter = p->kind,
                      .owner = p->slot,
                      .pay = p->mark[MARK_PAY],
                      .pay_currency = p->mark[MARK_PAY_CURRENCY],
                      .get = p->mark[MARK_GET],
                      .get_currency = p->mark[MARK_GET_CURRENCY]};
    if (p->kind == KIND_DIVIDEND)
        e->what = DUE_DIVIDEND;
    else if (p->kind < LETTERS && is_seat(t, p->slot))
        e->what = p->mark[MARK_PAY] == 0 ? DUE_LOAN : is_contract(e) ? DUE_CONTRACT : DUE_NOTHING;
    if (e->what != DUE_CONTRACT)
        e->pay = e->pay_currency = e->get = e->get_currency = 0;
    if (e->what == DUE_NOTHING || e->what == DUE_DIVIDEND)
        e->owner = 0;
}

int forex_debt(const struct table *t, int seat, int currency)
{
    int debt = forex_tally(t, T_DEBT + currency, seat);
    return debt < 0 ? 0 : debt;
}

bool forex_pays(const struct table *t, const struct due *e)
{
    for (int c = 0; e->what == DUE_LOAN && c < CURRENCIES; c++)
        if (forex_cash(t, e->owner, c) < forex_debt(t, e->owner, c))
            return false;
    return e->what != DUE_CONTRACT || forex_cash(t, e->owner, e->pay_currency) >= e->pay;
}

int forex_free_letter(const struct table *t, uint16_t *id)
{
    int first = -1;
    for (uint16_t i = table_first(t, P_LETTERS, 0); i; i = table_next(t, i)) {
        int letter = table_piece(t, i)->kind;
        if (letter < LETTERS && (first < 0 || letter < first)) {
            first = letter;
            *id = i;
        }
    }
    return first;
}

int forex_free_letters(const struct table *t)
{
    int n = 0;
    for (uint16_t i = table_first(t, P_LETTERS, 0); i; i = table_next(t, i))
        n += table_piece(t, i)->kind < LETTERS;
    return n;
}

uint16_t forex_loan(const struct table *t, int seat)
{
    for (uint16_t id = table_first(t, P_QUEUE, 0); id; id = table_next(t, id)) {
        struct due e;
        forex_entry(t, id, &e);
        if (e.what == DUE_LOAN && e.owner == seat)
            return id;
    }
    return 0;
}

int forex_held_by_all(const struct table *t, int currency)
{
    int n = 0;
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int held = forex_held(t, seat, currency);
        n += held > 0 ? held : 0;
    }
    return n;
}
