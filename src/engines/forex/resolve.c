#include "engines/forex/orders.h"

/* Rules "Contract resolved", "Loan resolved", "Dividend resolved". The head leaves the queue
 * before anything is put at its end. */

/* --- contracts and loans --------------------------------------------------------------------- */

static void list_debts(struct play *play, int seat, struct list *list)
{
    for (int c = 0; c < CURRENCIES; c++) {
        int owed = forex_debt(play->table, seat, c);
        if (owed)
            forex_list_add(list, forex_sum(play->engine, play->arena, owed, c));
    }
    if (!list->n) /* a ruling has taken the debt away */
        forex_list_add(list, forex_amount(play->engine, play->arena, 0));
}

/* "receives all the same; the debt plus 1 unit becomes a loan" or is added to the one there is. */
static void fall_due(struct play *play, int by, const struct due *e)
{
    struct table *t = play->table;
    uint16_t loan = forex_loan(t, e->owner);
    struct list owed = {.n = 0};
    int debt = e->pay + INTEREST, kind = loan ? table_piece(t, loan)->kind : e->letter;
    forex_plus(t, T_DEBT + e->pay_currency, e->owner, debt);
    list_debts(play, e->owner, &owed);
    SAY(play, SIGHT_ALL, loan ? EV_LOAN_GROWN : EV_CONTRACT_DEFAULT, SEAT("seat", e->owner),
        SEAT("by", by), FLAG("sweep", !by), KIND("letter", e->letter),
        SUM(play, "pay", e->pay, e->pay_currency), SUM(play, "get", e->get, e->get_currency),
        SUM(play, "debt", debt, e->pay_currency), KIND("loan", kind), WORD("owed", owed.text));
    if (loan) {
        forex_letter_back(t, e->id);
        return;
    }
    for (int m = 0; m < MARKS; m++)
        table_mark(t, e->id, m, 0);
    table_move_slot(t, e->id, P_QUEUE, 0, e->owner);
}

static void resolve_contract(struct play *play, int by, const struct due *e)
{
    struct table *t = play->table;
    bool able = forex_pays(t, e);
    forex_pay(t, e->get_currency, 0, e->owner, e->get);
    if (!able) {
        fall_due(play, by, e);
        return;
    }
    forex_pay(t, e->pay_currency, e->owner, 0, e->pay);
    SAY(play, SIGHT_ALL, EV_CONTRACT_PAID, SEAT("seat", e->owner), SEAT("by", by),
        FLAG("sweep", !by), KIND("letter", e->letter), SUM(play, "pay", e->pay, e->pay_currency),
        SUM(play, "get", e->get, e->get_currency));
    forex_letter_back(t, e->id);
}

static void resolve_loan(struct play *play, int by, const struct due *e)
{
    struct table *t = play->table;
    struct list owed = {.n = 0};
    list_debts(play, e->owner, &owed);
    bool able = forex_pays(t, e);
    SAY(play, SIGHT_ALL, able ? EV_LOAN_PAID : EV_BANKRUPT, SEAT("seat", e->owner), SEAT("by", by),
        FLAG("sweep", !by), KIND("letter", e->letter), WORD("owed", owed.text));
    if (!able) {
        table_set(t, T_BANKRUPT, 0, e->owner);
        table_set(t, T_PHASE, 0, PHASE_END);
        return;
    }
    for (int c = 0; c < CURRENCIES; c++) {
        forex_pay(t, c, e->owner, 0, forex_debt(t, e->owner, c));
        table_set(t, T_DEBT + c, e->owner, 0);
    }
    forex_letter_back(t, e->id);
}

/* --- dividends ------------------------------------------------------------------------------- */

/* What one seat gets; currencies on an 8 (bits) pay nothing. */
static void pay_dividend(struct play *play, int seat, int each, unsigned blocked)
{
    struct table *t = play->table;
    struct list paid = {.n = 0};
    for (int c = 0; c < CURRENCIES; c++) {
        int64_t sum = (int64_t)each * forex_held(t, seat, c);
        if (sum <= 0 || (blocked >> c & 1))
            continue;
        forex_pay(t, c, 0, seat, sum);
        forex_list_add(&paid, forex_sum(play->engine, play->arena, sum, c));
    }
    if (paid.n)
        SAY(play, SIGHT_ALL, EV_DIVIDEND_PAID, SEAT("seat", seat), WORD("sums", paid.text));
}

static void resolve_dividend(struct play *play, int seat, uint16_t pile)
{
    struct table *t = play->table;
    int card = forex_card(t), each = forex_card_pays[card];
    unsigned blocked = 0;
    struct list none = {.n = 0};
    SAY(play, SIGHT_ALL, each ? EV_DIVIDEND : EV_DIVIDEND_NONE, SEAT("seat", seat),
        NUM("card", card), WORD("each", forex_amount(play->engine, play->arena, each)),
        FLAG("last", card >= CARDS - 1));
    for (int c = 0; each && c < CURRENCIES; c++)
        if (forex_held_by_all(t, c) > 0 && forex_on_eight(t, c))
            blocked |= 1u << c;
    forex_list_currencies(&none, blocked);
    if (blocked)
        SAY(play, SIGHT_ALL, EV_DIVIDEND_BLOCKED, WORD("currencies", none.text));
    for (int s = 1; each && s <= table_seats(t); s++)
        pay_dividend(play, s, each, blocked);
    table_set(t, T_CARD, 0, card + 1 < CARDS ? card + 1 : CARDS);
    if (card + 1 < CARDS)
        table_move(t, pile, P_QUEUE, 0);
    else
        table_remove(t, pile);
    forex_strengthen_most_held(play);
}

/* --- resolving ------------------------------------------------------------------------------- */

/* What only a ruling can have put into the queue. */
static void put_away(struct play *play, const struct due *e)
{
    SAY(play, SIGHT_ALL, EV_PUT_AWAY, KIND("letter", e->letter));
    if (e->letter < LETTERS)
        forex_letter_back(play->table, e->id);
    else
        table_move(play->table, e->id, P_SPARE, 0);
}

void forex_resolve_head(struct play *play, int seat)
{
    struct table *t = play->table;
    uint16_t head = table_first(t, P_QUEUE, 0);
    bool swept = table_get(t, T_PHASE, 0) == PHASE_SWEEP; /* nobody's doing any more */
    struct due e;
    if (!head) { /* the rulebook's other end: nothing is left in the queue */
        SAY(play, SIGHT_ALL, EV_QUEUE_EMPTY);
        table_set(t, T_PHASE, 0, PHASE_END);
        return;
    }
    forex_entry(t, head, &e);
    switch (e.what) {
    case DUE_DIVIDEND:
        resolve_dividend(play, seat, e.id);
        break;
    case DUE_LOAN:
        resolve_loan(play, swept ? 0 : seat, &e);
        break;
    case DUE_CONTRACT:
        resolve_contract(play, swept ? 0 : seat, &e);
        break;
    default:
        put_away(play, &e);
    }
}

static int64_t read_prefer(const struct order *order)
{
    int64_t prefer = 0, place = 1;
    unsigned seen = 0;
    for (int i = 0; i < order->nterms; i++) {
        const struct term *term = &order->terms[i];
        if (term->type != W_CURRENCY || (seen >> term->value & 1))
            continue;
        prefer += place * (term->value + 1);
        place *= 8;
        seen |= 1u << term->value;
    }
    return prefer;
}

/* Naming what is to be resolved guards against a queue that has changed. */
static enum outcome check_head(struct play *play, const struct order *order)
{
    uint16_t head = table_first(play->table, P_QUEUE, 0);
    int named = -1;
    if (order->nterms && order->terms[0].type == W_LETTER)
        named = (int)order->terms[0].value;
    else if (order->nterms && order->terms[0].value == K_DIVIDEND &&
             order->terms[0].type == TERM_KEYWORD)
        named = KIND_DIVIDEND;
    if (named >= 0 && !head) {
        WRONG(play, 0, NO_QUEUE_EMPTY);
        return engine_try(play, "RESOLVE");
    }
    int kind = head ? table_piece(play->table, head)->kind : named;
    if (named < 0 || named == kind)
        return OUTCOME_DONE;
    WRONG(play, 0, NO_RESOLVE_HEAD, KIND("said", named), KIND("head", kind),
          FLAG("dividend", kind == KIND_DIVIDEND), FLAG("said_dividend", named == KIND_DIVIDEND));
    return kind <= KIND_DIVIDEND ? engine_try(play, "RESOLVE %s", forex_kinds[kind])
                                 : engine_try(play, "RESOLVE");
}

enum outcome forex_resolve(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    if (check_head(play, order) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    table_set(t, T_RESOLVER, 0, seat);
    table_set(t, T_PREFER, 0, read_prefer(order));
    forex_action_done(t); /* what resolving asks for, or ends, comes on top */
    forex_resolve_head(play, seat);
    return OUTCOME_DONE;
}

/* Only a loan bankrupts: at the head, or in the sweep behind the last card. The sweep is tried on a
 * copy: which currency is strengthened before it changes no sum. An empty queue, which only a
 * ruling can leave, would end the game just as suddenly. */
bool forex_would_ruin(struct play *play)
{
    uint16_t head = table_first(play->table, P_QUEUE, 0);
    struct due e;
    struct events quiet = {.arena = play->arena};
    struct play trial = *play;
    if (!head)
        return true;
    forex_entry(play->table, head, &e);
    if (e.what == DUE_LOAN)
        return !forex_pays(play->table, &e);
    if (e.what != DUE_DIVIDEND || forex_card(play->table) < CARDS - 1)
        return false;
    trial.table = table_clone(play->table);
    trial.events = &quiet;
    table_set(trial.table, T_BANKRUPT, 0, 0);
    do
        forex_resolve_head(&trial, 0);
    while (!table_get(trial.table, T_BANKRUPT, 0) && table_first(trial.table, P_QUEUE, 0));
    bool bankrupt = table_get(trial.table, T_BANKRUPT, 0) != 0;
    table_free(&trial.table);
    return bankrupt;
}
