#include "engines/capital/flow.h"
#include "engines/capital/orders.h"

/* How pawns get where they go, and what passes between one's own companies before. */

int capital_to_move(const struct table *t, int seat)
{
    const struct board *b = capital_board_of(t);
    int n = table_seats(t) * NUMBERS;
    for (int k = 0; k < n; k++) {
        int c = (capital_holding(seat) + k) % n;
        if (capital_owner(b, t, c) == seat && company_get(t, T_MOVED, c) == MOVED_NOT)
            return c;
    }
    return NO_COMPANY;
}

static enum outcome may_move(struct play *play, int seat, int company, int term)
{
    const struct board *b = capital_of(play->engine);
    const struct table *t = play->table;
    if (company == NO_COMPANY || capital_owner(b, t, company) != seat)
        return capital_not_yours(play, seat, term, company);
    if (company_get(t, T_MOVED, company) == MOVED_NEW)
        return WRONG(play, term, NO_NEW_COMPANY, COMPANY("company", company));
    if (company_get(t, T_MOVED, company) != MOVED_NOT) {
        int other = capital_to_move(t, seat);
        WRONG(play, term, NO_HAS_MOVED, COMPANY("company", company));
        return other == NO_COMPANY ? engine_try(play, "PASS")
                                   : engine_try(play, "MOVE %s", capital_own_name(seat, other));
    }
    return OUTCOME_DONE;
}

/* "[ GO zone ] [ THEN … ]" behind the company: where the choices begin; the zone is kept. */
static int read_way(struct play *play, int company, const struct order *order, int at)
{
    if (at + 1 < order->nterms && order->terms[at].type == TERM_KEYWORD &&
        order->terms[at].value == K_GO) {
        company_set(play->table, T_GO, company, order->terms[at + 1].value + 1);
        at += 2;
    }
    return at;
}

static void say_landing(struct play *play, int seat, int company, int cell, int die, bool bribe)
{
    const struct board *b = capital_of(play->engine);
    SAY(play, SIGHT_ALL, bribe ? EV_BRIBED : EV_MOVED, SEAT("seat", seat),
        COMPANY("company", company), NUM("die", die), WORD("cell", b->cells[cell].name),
        WORD("type", arena_printf(play->arena, "cell.%s", capital_cell_type[b->cells[cell].type])),
        FLAG("interpol", tally_of(play->table, T_INTERPOL, 0) == cell));
}

void capital_roll(struct play *play, int seat, int company, const struct order *order, int at)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int die = 1 + (int)luck_below(play->luck, 6), go = (int)company_get(t, T_GO, company) - 1;
    unsigned left;
    int cell = capital_ahead(b, capital_cell(b, t, company), die, go, &left);
    if (left) /* a whole lap: bribes elsewhere are possible again */
        company_set(t, T_BRIBES, company, company_get(t, T_BRIBES, company) & (int64_t)left);
    company_set(t, T_CELL, company, cell + 1);
    company_set(t, T_MOVED, company, MOVED);
    say_landing(play, seat, company, cell, die, false);
    capital_land(play, seat, company, order, at);
}

/* What follows the landing waits when somebody is asked something. */
static enum outcome landed(const struct play *play)
{
    int phase = (int)table_get(play->table, T_PHASE, 0);
    return phase == PHASE_CHOICE || phase == PHASE_DUE ? OUTCOME_HOLD : OUTCOME_DONE;
}

enum outcome capital_move(struct play *play, int seat, const struct order *order)
{
    int company = capital_named(seat, order->terms[0].value);
    if (may_move(play, seat, company, 0) == OUTCOME_MISTAKE ||
        capital_check_clauses(play, seat, order) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (!play->luck)
        return OUTCOME_UNKNOWN;
    int at = read_way(play, company, order, 1);
    capital_roll(play, seat, company, order, at);
    return landed(play);
}

enum outcome capital_stay(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int company = capital_named(seat, order->terms[0].value);
    if (may_move(play, seat, company, 0) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (!capital_parked(b, t, company)) {
        WRONG(play, 0, NO_NOT_PARKED, COMPANY("company", company),
              WORD("cell", b->cells[capital_cell(b, t, company)].name));
        return engine_try(play, "MOVE %s", capital_own_name(seat, company));
    }
    company_set(t, T_MOVED, company, MOVED);
    SAY(play, SIGHT_ALL, EV_STAYED, SEAT("seat", seat), COMPANY("company", company));
    return OUTCOME_DONE;
}

enum outcome capital_bribe(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int company = capital_named(seat, order->terms[0].value);
    if (may_move(play, seat, company, 0) == OUTCOME_MISTAKE ||
        capital_check_clauses(play, seat, order) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    int here = capital_cell(b, t, company), zone = b->cells[here].zone;
    int type = (int)order->terms[1].value;
    if (type != CELL_FN && type != CELL_BANK && type != CELL_BOURSE)
        return WRONG(play, 1, NO_BRIBE_WHERE);
    if (company_get(t, T_BRIBES, company) >> zone & 1) {
        WRONG(play, 0, NO_BRIBED, COMPANY("company", company),
              WORD("zone", capital_zone_code[zone]));
        return engine_try(play, "MOVE %s", capital_own_name(seat, company));
    }
    int cell = capital_bribe_cell(b, here, (enum cell_type)type);
    if (cell < 0) {
        WRONG(play, 1, NO_BRIBE_NONE,
              WORD("cell", arena_printf(play->arena, "cell.%s", capital_cell_type[type])),
              WORD("zone", capital_zone_code[zone]));
        return engine_try(play, "MOVE %s", capital_own_name(seat, company));
    }
    int64_t have = capital_free_balance(t, seat, company);
    int64_t cash = capital_free_cash(t, seat, WHITE) + capital_free_cash(t, seat, BLACK);
    if (have < BRIBE_PRICE || cash < BRIBE_PRICE) {
        WRONG(play, 0, NO_SHORT, COMPANY("company", company), NUM("sum", BRIBE_PRICE),
              NUM("have", have < cash ? have : cash));
        return engine_try(play, "MOVE %s", capital_own_name(seat, company));
    }
    bool said = order->nterms > 2 && order->terms[2].type == TERM_KEYWORD &&
                (order->terms[2].value == K_WHITE || order->terms[2].value == K_BLACK);
    capital_spend_first(play, company, said && order->terms[2].value == K_WHITE ? WHITE : BLACK,
                        BRIBE_PRICE, WHY_BRIBE, NULL);
    company_set(t, T_BRIBES, company, company_get(t, T_BRIBES, company) | 1 << zone);
    company_set(t, T_CELL, company, cell + 1);
    company_set(t, T_MOVED, company, MOVED);
    say_landing(play, seat, company, cell, 0, true);
    capital_land(play, seat, company, order, read_way(play, company, order, said ? 3 : 2));
    return landed(play);
}

enum outcome capital_go(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    bool one = order->nterms > 1;
    int company = one ? capital_named(seat, order->terms[0].value) : NO_COMPANY;
    int64_t zone = order->terms[one ? 1 : 0].value;
    if (one && (company == NO_COMPANY || capital_owner(b, t, company) != seat))
        return capital_not_yours(play, seat, 0, company);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (one ? c == company : capital_owner(b, t, c) == seat)
            company_set(t, T_GO, c, zone + 1);
    SAY(play, SIGHT_SEAT(seat), EV_GOING, COMPANY("company", company),
        WORD("zone", capital_zone_code[zone]));
    return OUTCOME_DONE;
}

enum outcome capital_transfer(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    const struct term *v = order->terms;
    bool shares = v[1].value == K_SHARES;
    int at = shares ? 3 : 2, from = capital_named(seat, v[at].value),
        to = capital_named(seat, v[at + 2].value);
    int64_t sum = v[0].value;
    if (from == NO_COMPANY || capital_owner(b, t, from) != seat)
        return capital_not_yours(play, seat, at, from);
    if (to == NO_COMPANY || capital_owner(b, t, to) != seat)
        return capital_not_yours(play, seat, at + 2, to);
    if (from == to || sum <= 0)
        return WRONG(play, from == to ? at + 2 : 0, NO_NOTHING);
    if (company_get(t, T_MOVED, to) == MOVED)
        return WRONG(play, at + 2, NO_TRANSFER_LATE, COMPANY("company", to));
    int64_t have =
        shares ? capital_free_shares(t, seat, from) : capital_free_balance(t, seat, from);
    if (shares && sum % SHARE_LOT)
        return WRONG(play, 0, NO_TENS);
    if (sum > have) {
        WRONG(play, 0, NO_SHORT, COMPANY("company", from), NUM("sum", sum), NUM("have", have),
              FLAG("shares", shares));
        return have > 0 ? engine_try(play, "TRANSFER %d%s FROM %s TO %s", (int)have,
                                     shares ? " SHARES" : "", capital_own_name(seat, from),
                                     capital_own_name(seat, to))
                        : OUTCOME_MISTAKE;
    }
    if (shares) {
        company_plus(t, T_SHARES, from, -sum);
        company_plus(t, T_SHARES, to, sum);
    } else {
        capital_entry(play, from, -sum, WHY_TRANSFER);
        capital_entry(play, to, sum, WHY_TRANSFER);
    }
    SAY(play, shares ? SIGHT_ALL : SIGHT_SEAT(seat), EV_TRANSFERRED, SEAT("seat", seat),
        NUM("sum", sum), FLAG("shares", shares), COMPANY("from", from), COMPANY("company", to));
    return OUTCOME_DONE;
}
