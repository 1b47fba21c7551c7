#include "engines/capital/invariant.h"
#include "engines/capital/books.h"
#include "engines/capital/notes.h"
#include "engines/capital/trade.h"

/* Cash is conserved against the bank; nobody has less than nothing; no books without the cash for
 * them; 300 bank shares; a company on the board has an owner, one loan within its limits, and no
 * circle above it; what is private is its owner's alone. */

static bool cash_holds(const struct table *t)
{
    for (int purse = T_WHITE; purse <= T_BLACK; purse++) {
        int64_t sum = 0;
        for (int seat = 0; seat <= table_seats(t); seat++) {
            int64_t n = table_get(t, purse, seat);
            if (seat && n < 0)
                return false;
            sum += n;
        }
        if (sum != 0)
            return false;
    }
    return true;
}

/* Money can be off the books, never the other way round. */
static bool books_hold(const struct board *b, const struct table *t)
{
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (capital_books(b, t, seat) > capital_cash(t, seat, WHITE) + capital_cash(t, seat, BLACK))
            return false;
    return true;
}

static bool shares_hold(const struct board *b, const struct table *t)
{
    int64_t sum = table_get(t, T_BANK, 0);
    if (sum < 0)
        return false;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        int64_t n = company_get(t, T_SHARES, c);
        if (n < 0 || n % SHARE_LOT || (n && !capital_owner(b, t, c)))
            return false;
        sum += n;
    }
    return sum == SHARES_ALL;
}

static bool company_holds(const struct board *b, const struct table *t, int c)
{
    static const int money[] = {T_CAPITAL, T_LOAN, T_DEBT, T_BALANCE, T_DEPOSIT, T_FRESH};
    int64_t capital = company_get(t, T_CAPITAL, c), cell = company_get(t, T_CELL, c);
    int64_t loan = company_get(t, T_LOAN, c), debt = company_get(t, T_DEBT, c);
    for (size_t i = 0; i < sizeof money / sizeof money[0]; i++)
        if (company_get(t, money[i], c) < 0)
            return false;
    if (cell == 0)
        return capital == 0 && loan == 0 && debt == 0 && company_get(t, T_BALANCE, c) == 0 &&
               company_get(t, T_DEPOSIT, c) == 0;
    if (cell < 0 || cell > b->n || !capital_owner(b, t, c))
        return false;
    if (company_get(t, T_FRESH, c) > company_get(t, T_DEPOSIT, c))
        return false;
    int m = capital_minority(t, c);
    if (m != NO_COMPANY && (m == c || m == capital_majority(t, c) || !capital_owner(b, t, m)))
        return false;
    return capital >= CAPITAL_MIN && !(loan && debt) && loan <= capital / 2 && debt <= 2 * capital;
}

static bool sights_hold(const struct board *b, const struct table *t)
{
    static const int hidden[] = {T_BALANCE, T_DEPOSIT, T_FRESH, T_PENDING,
                                 T_ENTRIES, T_GO,      T_DEBIT};
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (table_tally_sight(t, T_WHITE, seat) != SIGHT_SEAT(seat) ||
            table_tally_sight(t, T_BLACK, seat) != SIGHT_SEAT(seat))
            return false;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        int owner = capital_owner(b, t, c), colour = c / NUMBERS + 1;
        for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
            if (table_tally_sight(t, hidden[i] + c % NUMBERS, colour) !=
                SIGHT_SEAT(owner ? owner : colour))
                return false;
    }
    return true;
}

/* The last entry of a register ends in its balance. */
static bool registers_hold(const struct board *b, const struct table *t)
{
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int last[COMPANIES] = {0}, kept[COMPANIES] = {0};
        for (uint16_t id = table_first(t, P_REGISTER, seat); id; id = table_next(t, id)) {
            const struct piece *p = table_piece(t, id);
            if (p->kind != KIND_ENTRY || p->slot < 0 || p->slot >= table_seats(t) * NUMBERS ||
                capital_owner(b, t, p->slot) != seat || p->sight != SIGHT_SEAT(seat) ||
                ++kept[p->slot] > ENTRIES_KEPT || p->mark[ENTRY_NUMBER] <= last[p->slot])
                return false;
            last[p->slot] = p->mark[ENTRY_NUMBER];
            if (p->mark[ENTRY_NUMBER] == company_get(t, T_ENTRIES, p->slot) &&
                p->mark[ENTRY_BALANCE] != company_get(t, T_BALANCE, p->slot))
                return false;
        }
    }
    return true;
}

static bool offers_hold(const struct table *t)
{
    for (int seat = 1; seat <= table_seats(t); seat++) {
        for (uint16_t id = table_first(t, P_OFFER, seat); id; id = table_next(t, id)) {
            const struct piece *p = table_piece(t, id);
            if (p->kind != KIND_OFFER || p->slot < 1 || p->slot > table_seats(t) ||
                p->slot == seat || p->sight != (SIGHT_SEAT(seat) | SIGHT_SEAT(p->slot)))
                return false;
        }
        for (uint16_t id = table_first(t, P_NOTE, seat); id; id = table_next(t, id))
            if (table_piece(t, id)->kind != KIND_NOTE ||
                table_piece(t, id)->sight != SIGHT_SEAT(seat))
                return false;
    }
    return true;
}

static bool phase_holds(const struct table *t)
{
    int64_t phase = table_get(t, T_PHASE, 0), turn = table_get(t, T_TURN, 0);
    return phase >= PHASE_WRITE && phase <= PHASE_OVER && turn >= 1 && turn <= table_seats(t) &&
           (phase != PHASE_CHOICE || table_get(t, T_OPEN, 0)) &&
           (phase != PHASE_DUE || table_get(t, T_DUE_SEAT, 0));
}

const char *capital_invariant(const struct table *t, const struct engine *engine,
                              const int64_t *options)
{
    const struct board *b = capital_of(engine);
    (void)options;
    if (!phase_holds(t))
        return capital_invariant_name(BAD_PHASE);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (!company_holds(b, t, c))
            return capital_invariant_name(BAD_COMPANY);
    if (!cash_holds(t))
        return capital_invariant_name(BAD_CASH);
    if (!books_hold(b, t))
        return capital_invariant_name(BAD_BOOKS);
    if (!shares_hold(b, t))
        return capital_invariant_name(BAD_SHARES);
    if (!registers_hold(b, t))
        return capital_invariant_name(BAD_REGISTERS);
    if (!offers_hold(t))
        return capital_invariant_name(BAD_OFFERS);
    return sights_hold(b, t) ? NULL : capital_invariant_name(BAD_SIGHT);
}
