#include "engines/capital/books.h"
#include "engines/capital/trade.h"

#define WHY_TEXT(id, text) "why." text,
const char *const capital_why[WHYS + 1] = {CAPITAL_WHYS(WHY_TEXT) NULL};

/* --- looking --------------------------------------------------------------------------------- */

int64_t capital_balance(const struct table *t, int company)
{
    int64_t n = company_get(t, T_BALANCE, company);
    return n > 0 ? n : 0;
}

int64_t capital_books(const struct board *b, const struct table *t, int seat)
{
    int64_t sum = 0;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (capital_owner(b, t, c) == seat)
            sum += capital_balance(t, c);
    return sum;
}

int64_t capital_deposits(const struct board *b, const struct table *t, int seat, bool fresh_too)
{
    int64_t sum = 0;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        int64_t deposit = company_get(t, T_DEPOSIT, c);
        if (deposit && capital_owner(b, t, c) == seat)
            sum += deposit - (fresh_too ? 0 : company_get(t, T_FRESH, c));
    }
    return sum > 0 ? sum : 0;
}

int64_t capital_free_cash(const struct table *t, int seat, int colour)
{
    int64_t n = capital_cash(t, seat, colour);
    for (uint16_t id = table_first(t, P_OFFER, seat); id; id = table_next(t, id)) {
        struct offer o;
        capital_offer_read(t, id, &o);
        if (o.kind != OFFER_FOUND && o.give == (colour == WHITE ? ITEM_WHITE : ITEM_BLACK))
            n -= o.give_sum;
    }
    return n > 0 ? n : 0;
}

int64_t capital_free_balance(const struct table *t, int seat, int company)
{
    int64_t n = capital_balance(t, company);
    for (uint16_t id = table_first(t, P_OFFER, seat); id; id = table_next(t, id)) {
        struct offer o;
        capital_offer_read(t, id, &o);
        if (o.from == company && (o.give == ITEM_WHITE || o.give == ITEM_BLACK))
            n -= o.give_sum;
    }
    return n > 0 ? n : 0;
}

int64_t capital_free_shares(const struct table *t, int seat, int company)
{
    int64_t n = company_get(t, T_SHARES, company);
    for (uint16_t id = table_first(t, P_OFFER, seat); id; id = table_next(t, id)) {
        struct offer o;
        capital_offer_read(t, id, &o);
        if (o.from == company && o.give == ITEM_SHARES)
            n -= o.give_sum;
    }
    return n > 0 ? n : 0;
}

/* --- registers ------------------------------------------------------------------------------- */

static int32_t small(int64_t n)
{
    return (int32_t)(n > INT32_MAX ? INT32_MAX : n < INT32_MIN ? INT32_MIN : n);
}

/* The oldest of its entries is written over once it has ENTRIES_KEPT. */
static uint16_t entry_piece(struct table *t, int seat, int company)
{
    uint16_t oldest = 0;
    int n = 0;
    for (uint16_t id = table_first(t, P_REGISTER, seat); id; id = table_next(t, id)) {
        if (table_piece(t, id)->slot != company)
            continue;
        oldest = oldest ? oldest : id;
        n++;
    }
    if (n < ENTRIES_KEPT)
        return capital_piece(t, KIND_ENTRY, P_REGISTER, seat);
    table_move(t, oldest, P_REGISTER, seat);
    return oldest;
}

void capital_entry(struct play *play, int company, int64_t sum, enum why why)
{
    struct table *t = play->table;
    int seat = capital_owner(capital_of(play->engine), t, company);
    int64_t balance = capital_balance(t, company) + sum;
    company_set(t, T_BALANCE, company, balance > 0 ? balance : 0);
    if (!seat || !sum)
        return;
    uint16_t id = entry_piece(t, seat, company);
    company_plus(t, T_ENTRIES, company, 1);
    table_slot(t, id, company);
    table_mark(t, id, ENTRY_NUMBER, small(company_get(t, T_ENTRIES, company)));
    table_mark(t, id, ENTRY_SUM, small(sum));
    table_mark(t, id, ENTRY_BALANCE, small(capital_balance(t, company)));
    table_mark(t, id, ENTRY_WHY, (int32_t)why);
}

void capital_register_clear(struct table *t, int company)
{
    for (int seat = 1; seat <= table_seats(t); seat++)
        for (uint16_t id = table_first(t, P_REGISTER, seat), next; id; id = next) {
            next = table_next(t, id);
            if (table_piece(t, id)->slot == company)
                capital_spare(t, id);
        }
    company_set(t, T_ENTRIES, company, 0);
}

/* --- cash ------------------------------------------------------------------------------------ */

void capital_pay(struct table *t, int from, int to, int colour, int64_t sum)
{
    int purse = colour == WHITE ? T_WHITE : T_BLACK;
    table_set(t, purse, from, tally_of(t, purse, from) - sum);
    table_set(t, purse, to, tally_of(t, purse, to) + sum);
}

void capital_receive(struct play *play, int company, int colour, int64_t sum, enum why why)
{
    int seat = capital_owner(capital_of(play->engine), play->table, company);
    int64_t left = ISSUE_MOST + tally_of(play->table, colour == WHITE ? T_WHITE : T_BLACK, 0);
    sum = sum < left ? sum : left;
    if (!seat || sum <= 0)
        return;
    capital_pay(play->table, 0, seat, colour, sum);
    capital_entry(play, company, sum, why);
}

void capital_spend(struct play *play, int company, int colour, int64_t sum, enum why why)
{
    int seat = capital_owner(capital_of(play->engine), play->table, company);
    if (!seat || sum <= 0)
        return;
    capital_pay(play->table, seat, 0, colour, sum);
    capital_entry(play, company, -sum, why);
}

/* What is set aside for offers goes last. */
void capital_spend_first(struct play *play, int company, int colour, int64_t sum, enum why why,
                         int64_t *black)
{
    struct table *t = play->table;
    int seat = capital_owner(capital_of(play->engine), t, company);
    int other = colour == WHITE ? BLACK : WHITE;
    int64_t free = capital_free_cash(t, seat, colour), have = capital_cash(t, seat, colour);
    int64_t first = sum < free ? sum : free, second = capital_free_cash(t, seat, other);
    second = sum - first < second ? sum - first : second;
    int64_t rest = sum - first - second, more = have - first < rest ? have - first : rest;
    more = more > 0 ? more : 0;
    first += more;
    second += rest - more;
    capital_pay(t, seat, 0, colour, first);
    capital_pay(t, seat, 0, other, second);
    capital_entry(play, company, -sum, why);
    if (black)
        *black = colour == BLACK ? first : second;
}

void capital_gain(struct play *play, int company, int colour, int64_t sum, enum why why)
{
    const struct board *b = capital_of(play->engine);
    int seat = capital_owner(b, play->table, company);
    int other = capital_minority_seat(b, play->table, company);
    int64_t part = other && other != seat ? sum / 5 : 0;
    SAY(play, SIGHT_ALL, EV_GAIN, SEAT("seat", seat), COMPANY("company", company), NUM("sum", sum),
        FLAG("black", colour == BLACK), WORD("why", capital_why[why]));
    capital_receive(play, company, colour, sum - part, why);
    if (part) {
        int m = capital_minority(play->table, company);
        capital_receive(play, m, colour, part, WHY_SHARED);
        SAY(play, SIGHT_SEAT(seat) | SIGHT_SEAT(other), EV_GAIN_SHARED, SEAT("seat", other),
            COMPANY("company", m), NUM("sum", part));
    }
}
