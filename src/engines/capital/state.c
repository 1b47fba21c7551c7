#include "engines/capital/books.h"

const char *const capital_kinds[KINDS] = {"entry", "offer", "note"};
const char *const capital_type[TYPES + 1] = {"FIN", "MIN", "ALIM", "TRA", NULL};
const char *const capital_company[COMPANIES + 1] = {
    "RH", "R1", "R2", "R3", "R4", "R5", "BH", "B1", "B2", "B3", "B4", "B5", "VH",
    "V1", "V2", "V3", "V4", "V5", "OH", "O1", "O2", "O3", "O4", "O5", NULL};

const struct place capital_places[PLACES] = {
    [P_REGISTER] = {"register", SEE_OWNER, false},
    [P_OFFER] = {"offer", SEE_OWNER, false},
    [P_NOTE] = {"note", SEE_OWNER, false},
    [P_SPARE] = {"spare", SEE_NONE, false},
};

#define EACH(first, name, see)                                                                     \
    [first] = {name ".H", see}, [first + 1] = {name ".1", see}, [first + 2] = {name ".2", see},    \
    [first + 3] = {name ".3", see}, [first + 4] = {name ".4", see}, [first + 5] = {name ".5", see}

const struct tally capital_tallies[TALLIES] = {
    [T_TURN] = {"turn", SEE_ALL},
    [T_NUMBER] = {"number", SEE_ALL},
    [T_ROUND] = {"round", SEE_ALL},
    [T_PHASE] = {"phase", SEE_ALL},
    [T_RESUME] = {"resume", SEE_ALL},
    [T_ASK] = {"ask", SEE_ALL},
    [T_WINNER] = {"winner", SEE_ALL},
    [T_BANK] = {"bank", SEE_ALL},
    [T_INTERPOL] = {"interpol", SEE_ALL},
    [T_QUEUE] = {"queue", SEE_ALL},
    [T_OPEN] = {"open", SEE_ALL},
    [T_ACTED] = {"acted", SEE_ALL},
    [T_MORE] = {"more", SEE_ALL},
    [T_WAITS] = {"waits", SEE_OWNER},
    [T_STOP] = {"stop", SEE_NONE}, /* a withdrawal is nobody else's business */
    [T_ACCUSER] = {"accuser", SEE_ALL},
    [T_DUE_SEAT] = {"due-seat", SEE_ALL},
    [T_DUE_COMPANY] = {"due-company", SEE_ALL},
    [T_DUE_RULE] = {"due-rule", SEE_ALL},
    [T_DUE_TO] = {"due-to", SEE_ALL},
    [T_DUE_WHY] = {"due-why", SEE_ALL},
    [T_OUT] = {"out", SEE_ALL},
    [T_SILENT] = {"silent", SEE_ALL},
    [T_READY] = {"ready", SEE_ALL},
    [T_WHITE] = {"white", SEE_OWNER},
    [T_BLACK] = {"black", SEE_OWNER},
    [T_DUE] = {"due", SEE_OWNER},
    [T_LAID] = {"laid", SEE_OWNER},
    [T_OFFERED] = {"offered.1", SEE_OWNER},
    [T_OFFERED + 1] = {"offered.2", SEE_OWNER},
    [T_OFFERED + 2] = {"offered.3", SEE_OWNER},
    [T_OFFERED + 3] = {"offered.4", SEE_OWNER},
    EACH(T_CELL, "cell", SEE_ALL),
    EACH(T_TYPE, "type", SEE_ALL),
    EACH(T_CAPITAL, "capital", SEE_ALL),
    EACH(T_MAJORITY, "majority", SEE_ALL),
    EACH(T_MINORITY, "minority", SEE_ALL),
    EACH(T_LOAN, "loan", SEE_ALL),
    EACH(T_DEBT, "debt", SEE_ALL),
    EACH(T_SHARES, "shares", SEE_ALL),
    EACH(T_BRIBES, "bribes", SEE_ALL),
    EACH(T_MOVED, "moved", SEE_ALL),
    EACH(T_BALANCE, "balance", SEE_OWNER),
    EACH(T_DEPOSIT, "deposit", SEE_OWNER),
    EACH(T_FRESH, "fresh", SEE_OWNER),
    EACH(T_PENDING, "pending", SEE_OWNER),
    EACH(T_ENTRIES, "entries", SEE_OWNER),
    EACH(T_GO, "go", SEE_OWNER),
    EACH(T_DEBIT, "debit", SEE_OWNER),
};

/* --- numbers --------------------------------------------------------------------------------- */

enum { MOST = 1000000000 };

int64_t tally_of(const struct table *t, int tally, int seat)
{
    if (!table_knows(t, tally, seat)) /* in a view, behind a ruling that changed an owner */
        return 0;
    int64_t v = table_get(t, tally, seat);
    return v > MOST ? MOST : v < -MOST ? -MOST : v;
}

int64_t company_get(const struct table *t, int tally, int company)
{
    return tally_of(t, tally + company % NUMBERS, company / NUMBERS + 1);
}

void company_set(struct table *t, int tally, int company, int64_t value)
{
    table_set(t, tally + company % NUMBERS, company / NUMBERS + 1, value);
}

void company_plus(struct table *t, int tally, int company, int64_t more)
{
    company_set(t, tally, company, company_get(t, tally, company) + more);
}

int64_t percent_down(int64_t sum, int64_t percent)
{
    return sum > 0 ? sum * percent / 100 : 0;
}

int64_t percent_up(int64_t sum, int64_t percent)
{
    return sum > 0 ? (sum * percent + 99) / 100 : 0;
}

int64_t capital_next_ask(struct table *t)
{
    int64_t n = tally_of(t, T_ASK, 0) + 1;
    table_set(t, T_ASK, 0, n);
    return n;
}

/* --- companies ------------------------------------------------------------------------------- */

int capital_holding(int seat)
{
    return (seat - 1) * NUMBERS;
}

int capital_cell(const struct board *b, const struct table *t, int company)
{
    if (company < 0 || company >= COMPANIES || company / NUMBERS >= table_seats(t))
        return -1;
    int64_t cell = company_get(t, T_CELL, company);
    return cell > 0 && cell <= b->n ? (int)cell - 1 : -1;
}

static int company_in(const struct table *t, int tally, int company)
{
    int64_t c = company_get(t, tally, company) - 1;
    return c >= 0 && c < table_seats(t) * NUMBERS ? (int)c : NO_COMPANY;
}

int capital_majority(const struct table *t, int company)
{
    return company % NUMBERS == 0 ? NO_COMPANY : company_in(t, T_MAJORITY, company);
}

int capital_minority(const struct table *t, int company)
{
    return company % NUMBERS == 0 ? NO_COMPANY : company_in(t, T_MINORITY, company);
}

bool capital_out(const struct table *t, int seat)
{
    return table_get(t, T_OUT, seat) != OUT_NOT;
}

int capital_owner(const struct board *b, const struct table *t, int company)
{
    for (int depth = 0; depth <= COMPANIES; depth++) {
        if (capital_cell(b, t, company) < 0)
            return 0;
        if (company % NUMBERS == 0)
            return capital_out(t, company / NUMBERS + 1) ? 0 : company / NUMBERS + 1;
        company = capital_majority(t, company);
    }
    return 0; /* a circle that no rule makes */
}

int capital_minority_seat(const struct board *b, const struct table *t, int company)
{
    int m = capital_minority(t, company);
    return m == NO_COMPANY ? 0 : capital_owner(b, t, m);
}

bool capital_controls(const struct table *t, int above, int below)
{
    for (int depth = 0; depth <= COMPANIES && below != NO_COMPANY; depth++) {
        if (below == above)
            return true;
        below = capital_majority(t, below);
    }
    return false;
}

int64_t capital_put_in(const struct table *t, int company)
{
    int64_t capital = company_get(t, T_CAPITAL, company);
    return capital_minority(t, company) == NO_COMPANY ? capital : percent_up(capital, 60);
}

int64_t capital_owed(const struct table *t, int company)
{
    return company_get(t, T_LOAN, company) + company_get(t, T_DEBT, company);
}

int capital_type_of(const struct table *t, int company)
{
    int64_t type = company_get(t, T_TYPE, company);
    return company % NUMBERS == 0 || type < 0 || type >= TYPES ? TYPE_FIN : (int)type;
}

bool capital_parked(const struct board *b, const struct table *t, int company)
{
    int cell = capital_cell(b, t, company);
    return cell >= 0 && b->cells[cell].type == CELL_P;
}

void capital_all_shares(const struct board *b, const struct table *t, int64_t n[SEATS_MAX + 1])
{
    memset(n, 0, sizeof *n * (SEATS_MAX + 1));
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        int64_t shares = company_get(t, T_SHARES, c);
        if (shares)
            n[capital_owner(b, t, c)] += shares;
    }
}

int64_t capital_shares(const struct board *b, const struct table *t, int seat)
{
    int64_t n[SEATS_MAX + 1];
    capital_all_shares(b, t, n);
    return n[seat];
}

int capital_free_number(const struct board *b, const struct table *t, int colour)
{
    for (int n = 1; n < NUMBERS; n++)
        if (capital_cell(b, t, capital_holding(colour) + n) < 0)
            return n;
    return 0;
}

void capital_show_books(const struct board *b, struct table *t)
{
    static const int hidden[] = {T_BALANCE, T_DEPOSIT, T_FRESH, T_PENDING,
                                 T_ENTRIES, T_GO,      T_DEBIT};
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        int owner = capital_owner(b, t, c), colour = c / NUMBERS + 1;
        sight eyes = SIGHT_SEAT(owner ? owner : colour);
        for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
            if (table_tally_sight(t, hidden[i] + c % NUMBERS, colour) != eyes)
                table_tally_show(t, hidden[i] + c % NUMBERS, colour, eyes);
    }
}

/* --- pieces ---------------------------------------------------------------------------------- */

uint16_t capital_piece(struct table *t, int kind, int place, int seat)
{
    for (uint16_t id = table_first(t, P_SPARE, 0); id; id = table_next(t, id)) {
        if (table_piece(t, id)->kind != kind)
            continue;
        table_move(t, id, place, seat);
        return id;
    }
    if (table_pieces(t) < PIECES_MAX - 1)
        return table_add(t, kind, place, seat);
    uint16_t id = 1; /* only rulings can mislay so many: any of its kind will do */
    while (id < table_pieces(t) && table_piece(t, id)->kind != kind)
        id++;
    table_move(t, id, place, seat);
    return id;
}

void capital_spare(struct table *t, uint16_t id)
{
    for (int m = 0; m < MARKS; m++)
        table_mark(t, id, m, 0);
    table_move(t, id, P_SPARE, 0);
}

/* --- the start ------------------------------------------------------------------------------- */

void capital_setup(struct play *play)
{
    struct table *t = play->table;
    const struct board *b = capital_of(play->engine);
    for (int seat = 0; seat <= table_seats(t); seat++)
        for (int tally = 0; tally < TALLIES; tally++)
            if (seat == 0 && capital_tallies[tally].see == SEE_OWNER)
                table_tally_show(t, tally, 0,
                                 SIGHT_NONE); /* the bank's purse would tell all others' */
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int h = capital_holding(seat);
        company_set(t, T_CELL, h, capital_cell_of(b, ITALY, 0) + 1);
        company_set(t, T_TYPE, h, TYPE_FIN);
        company_set(t, T_CAPITAL, h, START_CAPITAL);
        capital_receive(play, h, WHITE, START_CAPITAL, WHY_START);
    }
    table_set(t, T_BANK, 0, SHARES_ALL);
    table_set(t, T_INTERPOL, 0, capital_centre_of(b, SOUTH_AMERICA));
    table_set(t, T_TURN, 0, 1);
    table_set(t, T_NUMBER, 0, 1);
    table_set(t, T_ROUND, 0, 1);
    table_set(t, T_PHASE, 0, play->options[OPT_PACE] == PACE_ROUNDS ? PHASE_WRITE : PHASE_TURN);
    SAY(play, SIGHT_ALL, EV_BEGIN, SEAT("seat", 1),
        FLAG("rounds", play->options[OPT_PACE] == PACE_ROUNDS));
}
