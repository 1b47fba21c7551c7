#include "engines/capital/due.h"
#include "engines/capital/flow.h"
#include "engines/capital/landing.h"
#include "engines/capital/trade.h"

/* Each step of capital_due() sells or removes something, or pays and ends. */

enum { STEPS = 400 };

/* --- in which order registers pay ------------------------------------------------------------ */

unsigned capital_inspected(const struct board *b, const struct table *t, int company)
{
    unsigned bits = 0;
    int seat = capital_owner(b, t, company);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (seat && capital_owner(b, t, c) == seat && capital_controls(t, company, c))
            bits |= 1u << c;
    return bits;
}

/* The companies of the group that have something: the one that owes, those it controls, the rest. A
 * fine falls on the largest of the inspected first. */
static int payers(const struct board *b, const struct table *t, const struct due *d, int *v)
{
    unsigned under = capital_inspected(b, t, d->company);
    int64_t rank[COMPANIES];
    int n = 0;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        if (capital_owner(b, t, c) != d->seat || capital_balance(t, c) == 0)
            continue;
        bool largest = d->why == WHY_FINE || d->why == WHY_TAX;
        int64_t r = d->why == WHY_TAX ? 0
                    : under >> c & 1  ? (c == d->company && !largest ? -3 : -2)
                                      : 0;
        r = r * ((int64_t)1 << 40) - (largest ? capital_balance(t, c) : 0);
        int at = n++;
        for (; at > 0 && rank[at - 1] > r; at--) {
            rank[at] = rank[at - 1];
            v[at] = v[at - 1];
        }
        rank[at] = r;
        v[at] = c;
    }
    return n;
}

static int64_t allowed_cash(const struct table *t, const struct due *d)
{
    int64_t white = capital_cash(t, d->seat, WHITE), black = capital_cash(t, d->seat, BLACK);
    white = white > 0 ? white : 0;
    return d->rule == RULE_WHITE_ONLY ? white : white + (black > 0 ? black : 0);
}

/* --- raising money --------------------------------------------------------------------------- */

static bool use_deposits(struct play *play, const struct due *d, int64_t need)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int64_t got = 0;
    for (int k = -1; k < table_seats(t) * NUMBERS && got < need; k++) {
        int c = k < 0 ? d->company : k;
        int64_t have = company_get(t, T_DEPOSIT, c), take = have < need - got ? have : need - got;
        if (take <= 0 || capital_owner(b, t, c) != d->seat)
            continue;
        company_plus(t, T_DEPOSIT, c, -take);
        if (company_get(t, T_FRESH, c) > company_get(t, T_DEPOSIT, c))
            company_set(t, T_FRESH, c, company_get(t, T_DEPOSIT, c));
        got += take;
    }
    if (!got)
        return false;
    capital_receive(play, d->company, WHITE, got, WHY_WITHDRAWAL);
    SAY(play, SIGHT_SEAT(d->seat), EV_DUE_DEPOSIT, COMPANY("company", d->company), NUM("sum", got));
    return true;
}

static bool use_shares(struct play *play, const struct due *d, int64_t need)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    for (int k = -1; k < table_seats(t) * NUMBERS; k++) {
        int c = k < 0 ? d->company : k;
        int64_t lots = company_get(t, T_SHARES, c) / SHARE_LOT,
                want = (need + LOT_RESALE - 1) / LOT_RESALE;
        lots = lots < want ? lots : want;
        if (lots <= 0 || capital_owner(b, t, c) != d->seat)
            continue;
        company_plus(t, T_SHARES, c, -lots * SHARE_LOT);
        table_set(t, T_BANK, 0, tally_of(t, T_BANK, 0) + lots * SHARE_LOT);
        capital_receive(play, d->company, WHITE, lots * LOT_RESALE, WHY_SHARES);
        SAY(play, SIGHT_ALL, EV_DUE_SHARES, SEAT("seat", d->seat), COMPANY("company", c),
            NUM("n", lots * SHARE_LOT), NUM("sum", lots * LOT_RESALE));
        return true;
    }
    return false;
}

/* --- paying ---------------------------------------------------------------------------------- */

static void pay_cash(struct play *play, const struct due *d, int64_t *black)
{
    struct table *t = play->table;
    int first = d->rule == RULE_BLACK_FIRST ? BLACK : WHITE;
    int64_t have = capital_cash(t, d->seat, first), part = d->sum < have ? d->sum : have;
    part = part > 0 ? part : 0;
    capital_pay(t, d->seat, d->to, first, part);
    capital_pay(t, d->seat, d->to, first == WHITE ? BLACK : WHITE, d->sum - part);
    *black = first == BLACK ? part : d->sum - part;
}

/* What the owner said (DEBIT 2 40) goes before the usual order, for fines and the Fisc's taxes. */
static int64_t pay_as_told(struct play *play, const struct due *d, const int *v, int n)
{
    struct table *t = play->table;
    unsigned may =
        d->why == WHY_TAX ? ~0u : capital_inspected(capital_of(play->engine), t, d->company);
    int64_t left = d->sum;
    for (int i = 0; i < n; i++) {
        int64_t part = company_get(t, T_DEBIT, v[i]), have = capital_balance(t, v[i]);
        part = part < have ? part : have;
        part = part < left ? part : left;
        if (part <= 0 || !(may >> v[i] & 1))
            continue;
        capital_entry(play, v[i], -part, d->why);
        left -= part;
    }
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) /* it was about this fine */
        if (capital_owner(capital_of(play->engine), t, c) == d->seat)
            company_set(t, T_DEBIT, c, 0);
    return left;
}

void capital_debit_books(struct play *play, const struct due *d)
{
    int v[COMPANIES], n = payers(capital_of(play->engine), play->table, d, v);
    int64_t left = d->why == WHY_FINE || d->why == WHY_TAX ? pay_as_told(play, d, v, n) : d->sum;
    for (int i = 0; i < n && left > 0; i++) {
        int64_t have = capital_balance(play->table, v[i]), part = have < left ? have : left;
        capital_entry(play, v[i], -part, d->why);
        left -= part;
    }
}

static void settle(struct play *play, const struct due *d)
{
    int64_t black = 0;
    capital_debit_books(play, d);
    pay_cash(play, d, &black);
    SAY(play, SIGHT_SEAT(d->seat), EV_COST, COMPANY("company", d->company), NUM("sum", d->sum),
        NUM("white", d->sum - black), NUM("black", black), FLAG("mixed", black && black < d->sum),
        FLAG("dark", black == d->sum), WORD("why", capital_why[d->why]));
    if (d->to) {
        capital_entry(play, capital_holding(d->to), d->sum, d->why);
        SAY(play, SIGHT_SEAT(d->to), EV_RECEIVED, SEAT("seat", d->seat), NUM("sum", d->sum),
            COMPANY("company", capital_holding(d->to)), WORD("why", capital_why[d->why]));
    }
}

/* Waits for the owner's choice of what to liquidate. */
static void wait_for(struct play *play, const struct due *d)
{
    struct table *t = play->table;
    /* The same sum again is the same question: its clock must not begin anew at each PAY. */
    bool again = capital_phase(play->engine, t) == PHASE_DUE;
    if (!again)
        table_set(t, T_RESUME, 0, table_get(t, T_PHASE, 0));
    table_set(t, T_PHASE, 0, PHASE_DUE);
    table_set(t, T_DUE_SEAT, 0, d->seat);
    table_set(t, T_DUE_COMPANY, 0, d->company + 1);
    table_set(t, T_DUE_RULE, 0, d->rule);
    table_set(t, T_DUE_TO, 0, d->to);
    table_set(t, T_DUE_WHY, 0, d->why);
    table_set(t, T_DUE, d->seat, d->sum);
    if (again)
        return;
    capital_next_ask(t);
    SAY(play, SIGHT_ALL, EV_DUE_WAITS, SEAT("seat", d->seat), COMPANY("company", d->company));
}

static enum paid meet(struct play *play, const struct due *d, bool wait)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    for (int step = 0; step < STEPS; step++) {
        int64_t books = capital_books(b, t, d->seat), cash = allowed_cash(t, d);
        int64_t need = d->sum - (books < cash ? books : cash);
        if (need <= 0) {
            settle(play, d);
            return PAID;
        }
        if (use_deposits(play, d, need) || use_shares(play, d, need) ||
            capital_liquidate_noted(play, d))
            continue;
        int x = capital_liquidate_default(b, t, d->seat, d->company, need);
        if (x == NO_COMPANY)
            break;
        if (wait) {
            wait_for(play, d);
            return PAID_WAITS;
        }
        capital_liquidate(play, d->seat, d->company, x, NULL, 0);
    }
    if (d->to) { /* "which pays in white what he owed other players" */
        capital_receive(play, capital_holding(d->to), WHITE, d->sum, d->why);
        SAY(play, SIGHT_SEAT(d->to), EV_RECEIVED, SEAT("seat", d->seat), NUM("sum", d->sum),
            COMPANY("company", capital_holding(d->to)), WORD("why", capital_why[d->why]),
            FLAG("bank", true));
    }
    capital_eliminate(play, d->seat, OUT_BROKE);
    return PAID_OUT;
}

enum paid capital_due(struct play *play, const struct due *due)
{
    if (due->sum <= 0 || !due->seat || capital_out(play->table, due->seat))
        return PAID;
    return meet(play, due, play->options[OPT_AWAIT] && play->options[OPT_PACE] == PACE_TURNS);
}

void capital_due_again(struct play *play, bool last)
{
    struct table *t = play->table;
    int seat = (int)table_get(t, T_DUE_SEAT, 0);
    int64_t rule = table_get(t, T_DUE_RULE, 0), to = table_get(t, T_DUE_TO, 0);
    int64_t why = table_get(t, T_DUE_WHY, 0), company = table_get(t, T_DUE_COMPANY, 0) - 1;
    struct due d = {.seat = seat,
                    .company = company >= 0 && company < table_seats(t) * NUMBERS
                                   ? (int)company
                                   : capital_holding(seat),
                    .sum = tally_of(t, T_DUE, seat),
                    .rule = rule >= 0 && rule < RULES ? (int)rule : RULE_WHITE_FIRST,
                    .to = to >= 1 && to <= table_seats(t) && to != seat ? (int)to : 0,
                    .why = why >= 0 && why < WHYS ? (enum why)why : WHY_FINE};
    if (capital_owner(capital_of(play->engine), t, d.company) != seat)
        d.company = capital_holding(seat);
    if (d.sum > 0 && meet(play, &d, !last) == PAID_WAITS)
        return;
    table_set(t, T_DUE, seat, 0);
    table_set(t, T_DUE_SEAT, 0, 0);
    table_set(t, T_DUE_COMPANY, 0, 0);
    if (table_get(t, T_PHASE, 0) == PHASE_DUE)
        table_set(t, T_PHASE, 0, table_get(t, T_RESUME, 0));
    capital_land_on(play);
}

/* --- costs ----------------------------------------------------------------------------------- */

/* The other player's part, as far as his company and his purse have it. */
static int64_t share_cost(struct play *play, int company, int64_t sum, int rule)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int m = capital_minority(t, company), other = capital_minority_seat(b, t, company);
    if (!other || other == capital_owner(b, t, company))
        return 0;
    int64_t part = sum / 5, have = capital_balance(t, m);
    int64_t cash = capital_cash(t, other, WHITE) + capital_cash(t, other, BLACK);
    part = part < have ? part : have;
    part = part < cash ? part : cash;
    if (part <= 0)
        return 0;
    capital_spend_first(play, m, rule == RULE_BLACK_FIRST ? BLACK : WHITE, part, WHY_SHARED, NULL);
    SAY(play, SIGHT_SEAT(other) | SIGHT_SEAT(capital_owner(b, t, company)), EV_COST_SHARED,
        SEAT("seat", other), COMPANY("company", m), NUM("sum", part));
    return part;
}

enum paid capital_cost(struct play *play, int company, int64_t sum, int rule, enum why why)
{
    int64_t shared = sum > 0 ? share_cost(play, company, sum, rule) : 0;
    struct due d = {.seat = capital_owner(capital_of(play->engine), play->table, company),
                    .company = company,
                    .sum = sum - shared,
                    .rule = rule,
                    .why = why};
    return capital_due(play, &d);
}

void capital_seize(struct play *play, int company)
{
    int seat = capital_owner(capital_of(play->engine), play->table, company);
    int64_t sum = capital_balance(play->table, company), black = 0;
    if (sum > 0)
        capital_spend_first(play, company, BLACK, sum, WHY_SEIZED, &black);
    SAY(play, SIGHT_SEAT(seat), EV_SEIZED, COMPANY("company", company), NUM("sum", sum),
        FLAG("none", sum == 0));
}
