#include "engines/capital/landing.h"
#include "engines/capital/due.h"
#include "engines/capital/flow.h"

/* A choice is refused whole: nothing has changed when it is. */

struct stop {
    struct play *play;
    struct table *t;
    const struct board *b;
    const struct cell *cell;
    int seat, company;
    const struct action *a;
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The sum an action names, where `most` is possible and KEEP is about `have`. */
static int64_t sum_of(const struct action *a, int64_t most, int64_t have)
{
    most = most > 0 ? most : 0;
    if (a->qty == QTY_ALL)
        return most;
    if (a->qty == QTY_KEEP)
        return have > a->n ? least(have - a->n, most) : 0;
    return a->n;
}

static int64_t free_balance(const struct stop *s)
{
    return capital_free_balance(s->t, s->seat, s->company);
}

/* --- loans ----------------------------------------------------------------------------------- */

int64_t capital_borrow_most(const struct table *t, int company, const struct cell *cell)
{
    int64_t capital = company_get(t, T_CAPITAL, company);
    if (capital_owed(t, company) > 0)
        return 0;
    return cell->type == CELL_FN ? percent_down(capital, 200) : percent_down(capital, 50);
}

static enum outcome borrow(const struct stop *s)
{
    struct play *play = s->play;
    bool black = s->cell->type == CELL_FN;
    int64_t most = capital_borrow_most(s->t, s->company, s->cell);
    int64_t liquidity = capital_balance(s->t, s->company);
    /* KEEP 200: so much that the company has 200 */
    int64_t sum = s->a->qty == QTY_KEEP ? least(s->a->n > liquidity ? s->a->n - liquidity : 0, most)
                                        : sum_of(s->a, most, 0);
    if (capital_owed(s->t, s->company) > 0)
        return WRONG(play, s->a->at, NO_HAS_LOAN, COMPANY("company", s->company),
                     NUM("loan", capital_owed(s->t, s->company)));
    if (table_get(s->t, T_STOP, 0) & STOP_REPAID)
        return WRONG(play, s->a->at, NO_SAME_STOP);
    if (sum > most) {
        WRONG(play, s->a->at, NO_BORROW_LIMIT, NUM("most", most), FLAG("black", black));
        return engine_try(play, "BORROW %d", (int)most);
    }
    if (sum <= 0)
        return s->a->qty == QTY_NUMBER ? WRONG(play, s->a->at, NO_NOTHING) : OUTCOME_DONE;
    company_set(s->t, black ? T_DEBT : T_LOAN, s->company, sum);
    capital_receive(play, s->company, black ? BLACK : WHITE, sum, WHY_LOAN);
    SAY(play, SIGHT_ALL, EV_BORROWED, SEAT("seat", s->seat), COMPANY("company", s->company),
        NUM("sum", sum), FLAG("black", black));
    return OUTCOME_DONE;
}

static enum outcome repay(const struct stop *s)
{
    struct play *play = s->play;
    bool fn = s->cell->type == CELL_FN;
    int loan = fn ? T_DEBT : T_LOAN;
    int64_t owed = company_get(s->t, loan, s->company), have = free_balance(s);
    int64_t cash =
        capital_free_cash(s->t, s->seat, WHITE) + capital_free_cash(s->t, s->seat, BLACK);
    int64_t most = least(owed, least(have, cash)), sum = sum_of(s->a, most, have);
    int first = s->a->colour >= 0 ? s->a->colour : fn ? BLACK : WHITE;
    if (owed <= 0)
        return WRONG(play, s->a->at, NO_NO_LOAN, COMPANY("company", s->company), FLAG("black", fn));
    if (sum > most) {
        WRONG(play, s->a->at, NO_REPAY_LIMIT, NUM("most", most), NUM("owed", owed));
        return most > 0 ? engine_try(play, "REPAY %d", (int)most) : OUTCOME_MISTAKE;
    }
    if (sum <= 0)
        return s->a->qty == QTY_NUMBER ? WRONG(play, s->a->at, NO_NOTHING) : OUTCOME_DONE;
    capital_spend_first(play, s->company, first, sum, WHY_REPAYMENT, NULL);
    company_plus(s->t, loan, s->company, -sum);
    table_set(s->t, T_STOP, 0, table_get(s->t, T_STOP, 0) | STOP_REPAID);
    SAY(play, SIGHT_ALL, EV_REPAID, SEAT("seat", s->seat), COMPANY("company", s->company),
        NUM("sum", sum), NUM("left", owed - sum), FLAG("all", owed == sum));
    return OUTCOME_DONE;
}

/* --- the bank -------------------------------------------------------------------------------- */

static enum outcome deposit(const struct stop *s)
{
    struct play *play = s->play;
    int64_t white = capital_free_cash(s->t, s->seat, WHITE);
    int64_t black = capital_free_cash(s->t, s->seat, BLACK), have = free_balance(s);
    int64_t cash = s->a->colour == WHITE ? white : s->a->colour == BLACK ? black : white + black;
    int64_t most = least(have, cash), sum = sum_of(s->a, most, have), dark = 0;
    if (sum > most) {
        WRONG(play, s->a->at, NO_DEPOSIT_LIMIT, NUM("most", most), COMPANY("company", s->company));
        return most > 0 ? engine_try(play, "DEPOSIT %d%s", (int)most,
                                     s->a->colour == WHITE   ? " WHITE"
                                     : s->a->colour == BLACK ? " BLACK"
                                                             : "")
                        : OUTCOME_MISTAKE;
    }
    if (sum <= 0)
        return s->a->qty == QTY_NUMBER ? WRONG(play, s->a->at, NO_NOTHING) : OUTCOME_DONE;
    capital_spend_first(play, s->company, s->a->colour == WHITE ? WHITE : BLACK, sum, WHY_DEPOSIT,
                        &dark);
    company_plus(s->t, T_DEPOSIT, s->company, sum);
    company_plus(s->t, T_FRESH, s->company, sum);
    SAY(play, SIGHT_SEAT(s->seat), EV_DEPOSITED, COMPANY("company", s->company), NUM("sum", sum),
        NUM("black", dark), FLAG("dark", dark == sum), FLAG("mixed", dark && dark < sum));
    return OUTCOME_DONE;
}

static void draw_account(const struct stop *s, int company, int64_t *left)
{
    int64_t have = company_get(s->t, T_DEPOSIT, company) - company_get(s->t, T_FRESH, company);
    int64_t part = least(have, *left);
    if (part <= 0 || capital_owner(s->b, s->t, company) != s->seat)
        return;
    company_plus(s->t, T_DEPOSIT, company, -part);
    *left -= part;
}

static enum outcome withdraw(const struct stop *s)
{
    struct play *play = s->play;
    int64_t most = capital_deposits(s->b, s->t, s->seat, false), sum = sum_of(s->a, most, most);
    if (sum > most) {
        WRONG(play, s->a->at, NO_WITHDRAW_LIMIT, NUM("most", most));
        return most > 0 ? engine_try(play, "WITHDRAW %d", (int)most) : OUTCOME_MISTAKE;
    }
    if (sum <= 0)
        return s->a->qty == QTY_NUMBER ? WRONG(play, s->a->at, NO_NOTHING) : OUTCOME_DONE;
    int64_t left = sum;
    draw_account(s, s->company, &left);
    for (int c = 0; c < table_seats(s->t) * NUMBERS; c++)
        draw_account(s, c, &left);
    sum -= left;
    capital_receive(play, s->company, WHITE, sum, WHY_WITHDRAWAL);
    table_set(s->t, T_STOP, 0, table_get(s->t, T_STOP, 0) | STOP_WITHDREW);
    SAY(play, SIGHT_SEAT(s->seat), EV_WITHDRAWN, COMPANY("company", s->company), NUM("sum", sum));
    return OUTCOME_DONE;
}

/* --- bank shares ----------------------------------------------------------------------------- */

int64_t capital_lot_price(const struct cell *cell)
{
    return cell->zone == SWITZERLAND ? LOT_PRICE_CH : LOT_PRICE;
}

int64_t capital_buy_most(const struct table *t, int seat, int company, const struct cell *cell)
{
    int64_t lots =
        least(capital_free_balance(t, seat, company), capital_free_cash(t, seat, WHITE)) /
        capital_lot_price(cell);
    int64_t left = tally_of(t, T_BANK, 0) / SHARE_LOT;
    return least(lots, left > 0 ? left : 0) * SHARE_LOT;
}

static enum outcome buy(const struct stop *s)
{
    struct play *play = s->play;
    int64_t price = capital_lot_price(s->cell);
    int64_t most = capital_buy_most(s->t, s->seat, s->company, s->cell), n = sum_of(s->a, most, 0);
    if (s->a->qty == QTY_KEEP) { /* money to keep, not shares */
        int64_t have = free_balance(s);
        n = have > s->a->n ? least((have - s->a->n) / price * SHARE_LOT, most) : 0;
    }
    if (n % SHARE_LOT) {
        WRONG(play, s->a->at, NO_TENS);
        return engine_try(play, "BUY %d SHARES",
                          (int)least(n / SHARE_LOT * SHARE_LOT + SHARE_LOT, most));
    }
    if (n > most) {
        WRONG(play, s->a->at, NO_BUY_LIMIT, NUM("most", most), NUM("price", price),
              NUM("white", capital_free_cash(s->t, s->seat, WHITE)),
              NUM("liquidity", free_balance(s)));
        return most > 0 ? engine_try(play, "BUY %d SHARES", (int)most) : OUTCOME_MISTAKE;
    }
    if (n <= 0)
        return s->a->qty == QTY_NUMBER ? WRONG(play, s->a->at, NO_NOTHING) : OUTCOME_DONE;
    capital_spend(play, s->company, WHITE, n / SHARE_LOT * price, WHY_SHARES);
    company_plus(s->t, T_SHARES, s->company, n);
    table_set(s->t, T_BANK, 0, tally_of(s->t, T_BANK, 0) - n);
    SAY(play, SIGHT_ALL, EV_BOUGHT, SEAT("seat", s->seat), COMPANY("company", s->company),
        NUM("n", n), NUM("sum", n / SHARE_LOT * price),
        NUM("total", capital_shares(s->b, s->t, s->seat)));
    capital_check_end(play);
    return OUTCOME_DONE;
}

static enum outcome sell(const struct stop *s)
{
    struct play *play = s->play;
    int64_t have = capital_free_shares(s->t, s->seat, s->company) / SHARE_LOT * SHARE_LOT;
    int64_t n = sum_of(s->a, have, have);
    if (n % SHARE_LOT) {
        WRONG(play, s->a->at, NO_TENS);
        return have > 0 ? engine_try(play, "SELL %d SHARES", SHARE_LOT) : OUTCOME_MISTAKE;
    }
    if (n > have) {
        WRONG(play, s->a->at, NO_SELL_LIMIT, NUM("most", have), COMPANY("company", s->company));
        return have > 0 ? engine_try(play, "SELL %d SHARES", (int)have) : OUTCOME_MISTAKE;
    }
    if (n <= 0)
        return s->a->qty == QTY_NUMBER ? WRONG(play, s->a->at, NO_NOTHING) : OUTCOME_DONE;
    company_plus(s->t, T_SHARES, s->company, -n);
    table_set(s->t, T_BANK, 0, tally_of(s->t, T_BANK, 0) + n);
    capital_receive(play, s->company, WHITE, n / SHARE_LOT * LOT_RESALE, WHY_SHARES);
    SAY(play, SIGHT_ALL, EV_SOLD, SEAT("seat", s->seat), COMPANY("company", s->company),
        NUM("n", n), NUM("sum", n / SHARE_LOT * LOT_RESALE));
    return OUTCOME_DONE;
}

/* --- stakes ---------------------------------------------------------------------------------- */

/* What comes back, in per cent of the stake; die 6 of an election is another matter. */
static int returns(const struct play *play, int type, int die)
{
    static const int metals[6] = {300, 0, 110, 100, 25, 50};
    bool generous = play->options[OPT_ELECTIONS] != 0;
    if (type == CELL_METALS)
        return metals[die - 1];
    if (die == 5)
        return 100;
    if (die == 2 || die == 4)
        return type == CELL_RIGGED ? (generous ? 300 : 200) : generous ? 250 : 150;
    return 0;
}

void capital_stake_result(struct play *play, int company, int64_t stake)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int type = (int)b->cells[capital_cell(b, t, company)].type, seat = capital_owner(b, t, company);
    int die = 1 + (int)luck_below(play->luck, 6);
    int64_t back = percent_down(stake, returns(play, type, die));
    table_set(t, T_STOP, 0, table_get(t, T_STOP, 0) | STOP_STAKED);
    SAY(play, SIGHT_ALL, EV_STAKE_DIE, SEAT("seat", seat), COMPANY("company", company),
        NUM("die", die), FLAG("metals", type == CELL_METALS), FLAG("rigged", type == CELL_RIGGED));
    capital_receive(play, company, type == CELL_METALS ? WHITE : BLACK, back, WHY_WINNINGS);
    SAY(play, SIGHT_SEAT(seat), EV_STAKE_BACK, COMPANY("company", company), NUM("stake", stake),
        NUM("sum", back), FLAG("lost", back == 0), FLAG("black", type != CELL_METALS));
    if (type == CELL_METALS || die != 6)
        return;
    if (type == CELL_RIGGED)
        capital_dissolve(play, company);
    else
        capital_seize(play, company);
}

static enum outcome stake(const struct stop *s)
{
    struct play *play = s->play;
    bool metals = s->cell->type == CELL_METALS;
    int64_t white = capital_free_cash(s->t, s->seat, WHITE);
    int64_t black = capital_free_cash(s->t, s->seat, BLACK), have = free_balance(s);
    int64_t cash = s->a->colour == WHITE ? white : s->a->colour == BLACK ? black : white + black;
    int64_t most = least(have, cash), sum = sum_of(s->a, most, have);
    if (table_get(s->t, T_STOP, 0) & STOP_STAKED)
        return WRONG(play, s->a->at, NO_STAKED);
    if (sum > most) {
        WRONG(play, s->a->at, NO_STAKE_LIMIT, NUM("most", most), COMPANY("company", s->company));
        return most >= STAKE_MIN ? engine_try(play, "STAKE %d", (int)most) : OUTCOME_MISTAKE;
    }
    if (metals && sum < STAKE_MIN) {
        if (most < STAKE_MIN)
            return s->a->qty == QTY_NUMBER
                       ? WRONG(play, s->a->at, NO_STAKE_LIMIT, NUM("most", most),
                               COMPANY("company", s->company))
                       : OUTCOME_DONE;
        WRONG(play, s->a->at, NO_STAKE_LEAST, NUM("least", STAKE_MIN));
        return engine_try(play, "STAKE %d", STAKE_MIN);
    }
    if (sum <= 0)
        return s->a->qty == QTY_NUMBER ? WRONG(play, s->a->at, NO_NOTHING) : OUTCOME_DONE;
    if (!play->luck)
        return OUTCOME_UNKNOWN;
    capital_spend_first(play, s->company, s->a->colour == WHITE ? WHITE : BLACK, sum, WHY_STAKE,
                        NULL);
    capital_stake_result(play, s->company, sum);
    return OUTCOME_DONE;
}

/* --- the coup -------------------------------------------------------------------------------- */

static enum outcome coup(const struct stop *s)
{
    struct play *play = s->play;
    int64_t capital = company_get(s->t, T_CAPITAL, s->company);
    int64_t black = capital_cash(s->t, s->seat, BLACK),
            liquidity = capital_balance(s->t, s->company);
    if (table_get(s->t, T_STOP, 0) & STOP_CHOSE)
        return WRONG(play, s->a->at, NO_NOTHING);
    if (s->a->colour == WHITE)
        return WRONG(play, s->a->at, NO_COUP_BLACK);
    if (black < capital || liquidity < capital)
        return WRONG(play, s->a->at, NO_COUP_SHORT, NUM("capital", capital), NUM("black", black),
                     NUM("liquidity", liquidity));
    capital_spend(play, s->company, BLACK, capital, WHY_SEIZED);
    SAY(play, SIGHT_SEAT(s->seat), EV_COUP_PAID, COMPANY("company", s->company),
        NUM("sum", capital));
    return OUTCOME_DONE;
}

static enum outcome pass(const struct stop *s)
{
    if (s->cell->type == CELL_COUP && !(table_get(s->t, T_STOP, 0) & STOP_CHOSE))
        capital_seize(s->play, s->company);
    return OUTCOME_DONE;
}

/* The phrase that names where it can be done: cells have other names in other languages. */
const char *capital_cells_for(int verb)
{
    switch (verb) {
    case V_BORROW:
    case V_REPAY:
        return "cells.loan";
    case V_DEPOSIT:
    case V_WITHDRAW:
        return "cells.bank";
    case V_BUY:
    case V_SELL:
        return "cells.bourse";
    case V_STAKE:
        return "cells.stake";
    case V_FOUND:
        return "cells.found";
    case V_ACCUSE:
        return "cells.fisc";
    default:
        return "cells.coup";
    }
}

enum outcome capital_choose(struct play *play, int seat, int company, const struct action *a)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int at = capital_cell(b, t, company);
    if (at < 0 || !(capital_action_cells(a->verb) >> b->cells[at].type & 1))
        return WRONG(play, -1, NO_WRONG_CELL, COMPANY("company", company),
                     WORD("cell", at < 0 ? NULL : b->cells[at].name),
                     WORD("where", capital_cells_for(a->verb)));
    struct stop s = {play, t, b, &b->cells[at], seat, company, a};
    enum outcome o;
    switch (a->verb) {
    case V_BORROW:
        o = borrow(&s);
        break;
    case V_REPAY:
        o = repay(&s);
        break;
    case V_DEPOSIT:
        o = deposit(&s);
        break;
    case V_WITHDRAW:
        o = withdraw(&s);
        break;
    case V_BUY:
        o = buy(&s);
        break;
    case V_SELL:
        o = sell(&s);
        break;
    case V_STAKE:
        o = stake(&s);
        break;
    case V_FOUND:
        o = capital_found(play, seat, company, a);
        break;
    case V_ACCUSE:
        o = capital_accuse(play, seat, a->seat, a->at);
        break;
    case V_PAY:
        o = coup(&s);
        break;
    default:
        o = pass(&s);
    }
    if (o == OUTCOME_DONE)
        table_set(t, T_STOP, 0, table_get(t, T_STOP, 0) | STOP_CHOSE);
    return o;
}
