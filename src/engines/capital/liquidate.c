#include "engines/capital/due.h"
#include "engines/capital/flow.h"
#include "engines/capital/notes.h"
#include "engines/capital/trade.h"
#include "engines/capital/words.h"

/* A company leaves the board with nothing left on it: what it had has been passed on before. */

enum { REBUYS = 8 };

/* --- leaving the board ----------------------------------------------------------------------- */

/* Its minorities in others go to `heir`; with none they end, and the majority has it all. */
static void pass_minorities(struct table *t, int company, int heir)
{
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        if (capital_minority(t, c) != company)
            continue;
        bool same = heir == capital_majority(t, c) || heir == c;
        company_set(t, T_MINORITY, c, heir == NO_COMPANY || same ? 0 : heir + 1);
    }
}

static void remove_company(struct play *play, int company)
{
    static const int gone[] = {T_CELL,  T_TYPE,    T_CAPITAL, T_MAJORITY, T_MINORITY, T_LOAN,
                               T_DEBT,  T_SHARES,  T_BRIBES,  T_MOVED,    T_BALANCE,  T_DEPOSIT,
                               T_FRESH, T_PENDING, T_GO,      T_DEBIT};
    struct table *t = play->table;
    capital_register_clear(t, company);
    capital_plan_clear(t, company);
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
        company_set(t, gone[i], company, 0);
    if (table_get(t, T_OPEN, 0) == company + 1)
        table_set(t, T_OPEN, 0, 0);
    table_set(t, T_QUEUE, 0, table_get(t, T_QUEUE, 0) & ~((int64_t)1 << company));
    capital_show_books(capital_of(play->engine), t);
}

static void shares_to_bank(struct table *t, int company)
{
    table_set(t, T_BANK, 0, tally_of(t, T_BANK, 0) + company_get(t, T_SHARES, company));
    company_set(t, T_SHARES, company, 0);
}

/* The cash on its register goes to the bank. */
static void balance_to_bank(struct play *play, int company)
{
    int64_t sum = capital_balance(play->table, company);
    if (sum > 0)
        capital_spend_first(play, company, BLACK, sum, WHY_SEIZED, NULL);
}

/* Gone with all it has, and all it controls. */
static void lose(struct play *play, int company)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int seat = capital_owner(b, t, company);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (c != company && capital_majority(t, c) == company && capital_cell(b, t, c) >= 0) {
            company_set(t, T_MAJORITY, c, capital_holding(seat) + 1); /* still his while it goes */
            lose(play, c);
        }
    balance_to_bank(play, company);
    shares_to_bank(t, company);
    pass_minorities(t, company, NO_COMPANY);
    remove_company(play, company);
    SAY(play, SIGHT_ALL, EV_LOST, SEAT("seat", seat), COMPANY("company", company));
}

/* --- buying back ----------------------------------------------------------------------------- */

static bool may_rebuy(const struct board *b, const struct table *t, int seat, int company, int by)
{
    return by != company && capital_owner(b, t, by) == seat && !capital_controls(t, company, by) &&
           capital_balance(t, by) >= capital_put_in(t, company);
}

static void buy_back(struct play *play, int seat, int company, int by)
{
    struct table *t = play->table;
    int64_t price = capital_put_in(t, company);
    capital_spend_first(play, by, BLACK, price, WHY_REBUY, NULL);
    company_set(t, T_MAJORITY, company, by + 1);
    if (capital_minority(t, company) == by)
        company_set(t, T_MINORITY, company, 0);
    SAY(play, SIGHT_ALL, EV_REBOUGHT, SEAT("seat", seat), COMPANY("company", company),
        COMPANY("by", by), NUM("sum", price));
}

/* The richest of the group that can; NO_COMPANY: none. `gone` is the one that owned it. */
static int rebuyer(const struct board *b, const struct table *t, int seat, int company, int gone)
{
    int best = NO_COMPANY;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (c != gone && !capital_controls(t, gone, c) && may_rebuy(b, t, seat, company, c) &&
            (best == NO_COMPANY || capital_balance(t, c) > capital_balance(t, best)))
            best = c;
    return best;
}

/* --- liquidation ----------------------------------------------------------------------------- */

int64_t capital_worth(const struct table *t, int company)
{
    int64_t worth = company_get(t, T_CAPITAL, company) - capital_owed(t, company);
    return worth > 0 ? worth : 0;
}

bool capital_may_liquidate(const struct board *b, const struct table *t, int seat, int company,
                           int x)
{
    return x % NUMBERS != 0 && capital_owner(b, t, x) == seat && capital_worth(t, x) > 0 &&
           !capital_controls(t, x, company);
}

/* The smallest that suffices, else the largest; among those that were not inspected with the debtor
 * (`under` false), or those that were. */
static int choose(const struct board *b, const struct table *t, int seat, int company, int64_t need,
                  bool under)
{
    int least = NO_COMPANY, most = NO_COMPANY;
    for (int x = 0; x < table_seats(t) * NUMBERS; x++) {
        if (!capital_may_liquidate(b, t, seat, company, x) ||
            capital_controls(t, company, x) != under)
            continue;
        int64_t worth = capital_worth(t, x);
        if (worth >= need && (least == NO_COMPANY || worth < capital_worth(t, least)))
            least = x;
        if (most == NO_COMPANY || worth > capital_worth(t, most))
            most = x;
    }
    return least != NO_COMPANY ? least : most;
}

int capital_liquidate_default(const struct board *b, const struct table *t, int seat, int company,
                              int64_t need)
{
    int x = choose(b, t, seat, company, need, false);
    return x != NO_COMPANY ? x : choose(b, t, seat, company, need, true);
}

/* The proceeds: to the company that owes; another player's minority has 40 % of them. */
static void pay_out(struct play *play, int seat, int company, int x)
{
    const struct board *b = capital_of(play->engine);
    int other = capital_minority_seat(b, play->table, x), m = capital_minority(play->table, x);
    int64_t worth = capital_worth(play->table, x);
    int64_t part = other && other != seat ? percent_down(worth, 40) : 0;
    SAY(play, SIGHT_ALL, EV_LIQUIDATED, SEAT("seat", seat), COMPANY("company", x),
        NUM("sum", worth), FLAG("worthless", worth == 0));
    capital_receive(play, company, WHITE, worth - part, WHY_LIQUIDATION);
    if (part) {
        capital_receive(play, m, WHITE, part, WHY_LIQUIDATION);
        SAY(play, SIGHT_SEAT(seat) | SIGHT_SEAT(other), EV_GAIN_SHARED, SEAT("seat", other),
            COMPANY("company", m), NUM("sum", part));
    }
}

/* What is on it passes to its majority owner. */
static void pass_on(struct play *play, int x)
{
    struct table *t = play->table;
    int owner = capital_majority(t, x);
    int64_t balance = capital_balance(t, x);
    capital_entry(play, x, -balance, WHY_LIQUIDATION);
    capital_entry(play, owner, balance, WHY_LIQUIDATION);
    company_plus(t, T_DEPOSIT, owner, company_get(t, T_DEPOSIT, x));
    company_plus(t, T_FRESH, owner, company_get(t, T_FRESH, x));
    company_plus(t, T_SHARES, owner, company_get(t, T_SHARES, x));
    company_set(t, T_SHARES, x, 0);
    company_set(t, T_DEPOSIT, x, 0);
}

void capital_liquidate(struct play *play, int seat, int company, int x, const struct rebuy *rebuys,
                       int n)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int owner = capital_majority(t, x);
    bool harsh = play->options[OPT_LIQUIDATION] != 0;
    pay_out(play, seat, company, x);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        if (capital_majority(t, c) != x || capital_cell(b, t, c) < 0)
            continue;
        int by = NO_COMPANY;
        for (int i = 0; i < n; i++)
            if (rebuys[i].company == c)
                by = rebuys[i].by;
        if (harsh)
            lose(play, c);
        else if (by != NO_COMPANY && by != x && may_rebuy(b, t, seat, c, by))
            buy_back(play, seat, c, by);
        else
            capital_liquidate(play, seat, company, c, rebuys, n);
    }
    if (harsh) {
        balance_to_bank(play, x);
        shares_to_bank(t, x);
    } else {
        pass_on(play, x); /* with what those it owned have left it */
    }
    pass_minorities(t, x, harsh ? NO_COMPANY : owner);
    remove_company(play, x);
}

void capital_dissolve(struct play *play, int company)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int seat = capital_owner(b, t, company);
    SAY(play, SIGHT_ALL, EV_DISSOLVED, SEAT("seat", seat), COMPANY("company", company));
    balance_to_bank(play, company);
    if (company % NUMBERS == 0) {
        capital_eliminate(play, seat, OUT_HOLDING);
        return;
    }
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        if (capital_majority(t, c) != company || capital_cell(b, t, c) < 0)
            continue;
        int by = rebuyer(b, t, seat, c, company);
        if (by == NO_COMPANY)
            lose(play, c);
        else
            buy_back(play, seat, c, by);
    }
    shares_to_bank(t, company);
    pass_minorities(t, company, NO_COMPANY);
    remove_company(play, company);
}

/* --- the order ------------------------------------------------------------------------------- */

static int read_rebuys(const struct table *t, int seat, const struct order *order, struct rebuy *v)
{
    int n = 0;
    (void)t;
    for (int i = 1; i + 3 < order->nterms && n < REBUYS; i += 4)
        v[n++] = (struct rebuy){capital_named(seat, order->terms[i + 1].value),
                                capital_named(seat, order->terms[i + 3].value)};
    return n;
}

bool capital_liquidate_noted(struct play *play, const struct due *d)
{
    const struct board *b = capital_of(play->engine);
    for (uint16_t id = 0; (id = capital_note_next(play->table, d->seat, NOTE_LIQUIDATE, id));) {
        struct order order;
        struct rebuy rebuys[REBUYS];
        capital_note_read(play, id, &order);
        int x = order.nterms ? capital_named(d->seat, order.terms[0].value) : NO_COMPANY;
        int n = read_rebuys(play->table, d->seat, &order, rebuys);
        capital_note_drop(play->table, d->seat, id);
        id = 0;
        if (x == NO_COMPANY || !capital_may_liquidate(b, play->table, d->seat, d->company, x))
            continue;
        capital_liquidate(play, d->seat, d->company, x, rebuys, n);
        return true;
    }
    return false;
}

static enum outcome check_rebuys(struct play *play, int seat, int x, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    const struct table *t = play->table;
    for (int i = 1; i + 3 < order->nterms; i += 4) {
        int c = capital_named(seat, order->terms[i + 1].value);
        int by = capital_named(seat, order->terms[i + 3].value);
        if (c == NO_COMPANY || c == x || capital_owner(b, t, c) != seat ||
            !capital_controls(t, x, c))
            return WRONG(play, i + 1, NO_REBUY_WHAT, COMPANY("company", c), COMPANY("of", x));
        if (by == NO_COMPANY || capital_owner(b, t, by) != seat)
            return capital_not_yours(play, seat, i + 3, by);
        if (by == x || capital_controls(t, c, by))
            return WRONG(play, i + 3, NO_CIRCLE, COMPANY("company", c), COMPANY("by", by));
    }
    return OUTCOME_DONE;
}

enum outcome capital_liquidate_order(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int x = capital_named(seat, order->terms[0].value);
    if (x == NO_COMPANY || capital_owner(b, t, x) != seat)
        return capital_not_yours(play, seat, 0, x);
    if (x % NUMBERS == 0)
        return WRONG(play, 0, NO_LIQUIDATE_HOLDING);
    if (capital_worth(t, x) == 0)
        return WRONG(play, 0, NO_WORTHLESS, COMPANY("company", x),
                     NUM("capital", company_get(t, T_CAPITAL, x)), NUM("loan", capital_owed(t, x)));
    if (check_rebuys(play, seat, x, order) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    bool now = capital_phase(play->engine, t) == PHASE_DUE && table_get(t, T_DUE_SEAT, 0) == seat;
    int company = now ? (int)table_get(t, T_DUE_COMPANY, 0) - 1 : NO_COMPANY;
    if (now && !capital_may_liquidate(b, t, seat, company, x))
        return WRONG(play, 0, NO_LIQUIDATE_DEBTOR, COMPANY("company", x));
    if (!capital_note_put(play, seat, NOTE_LIQUIDATE, order))
        return WRONG(play, -1, NO_TOO_MANY_NOTES);
    SAY(play, SIGHT_SEAT(seat), EV_LIQUIDATION_NOTED, COMPANY("company", x), FLAG("now", now));
    if (now)
        capital_due_again(play, false);
    return OUTCOME_DONE;
}

/* --- out ------------------------------------------------------------------------------------- */

/* A company he shared, with all it controls, becomes the other owner's. */
static void pass_shared(struct play *play, int seat)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        int other = capital_minority_seat(b, t, c), m = capital_minority(t, c);
        if (c % NUMBERS == 0 || capital_owner(b, t, c) != seat || !other || other == seat)
            continue;
        capital_hand_over(play, c, m);
        SAY(play, SIGHT_ALL, EV_PASSED, SEAT("seat", other), COMPANY("company", c));
    }
}

void capital_eliminate(struct play *play, int seat, int why)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    bool mine[COMPANIES] = {false};
    if (capital_out(t, seat))
        return;
    SAY(play, SIGHT_ALL, EV_OUT, SEAT("seat", seat), FLAG("broke", why == OUT_BROKE),
        FLAG("books", why == OUT_BOOKS), FLAG("holding", why == OUT_HOLDING),
        FLAG("left", why == OUT_LEFT));
    capital_offers_drop(play, seat);
    pass_shared(play, seat);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        mine[c] = capital_owner(b, t, c) == seat;
    for (int colour = WHITE; colour <= BLACK; colour++)
        capital_pay(t, seat, 0, colour, capital_cash(t, seat, colour));
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        if (!mine[c])
            continue;
        shares_to_bank(t, c);
        pass_minorities(t, c, NO_COMPANY);
        remove_company(play, c);
    }
    capital_notes_clear(t, seat);
    table_set(t, T_OUT, seat, why);
    capital_show_books(b, t);
    capital_check_end(play);
}
