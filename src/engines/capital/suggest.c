#include "engines/capital/suggest.h"
#include "engines/capital/due.h"
#include "engines/capital/flow.h"
#include "engines/capital/landing.h"
#include "engines/capital/notes.h"

/* The road to the bank: a company borrows black twice its capital; all of it goes into a new
 * company, which can borrow twice as much again. When there is enough for the majority, or no time
 * left, the money is made white in a bank and spent at the exchange. Bribes make the decisive stops
 * certain, and money is moved to the company that makes them.
 *
 * Transfers come first in the letter, and what could end the game last: so no line is refused
 * before a die has been thrown. What is said beforehand (THEN …) cannot be refused at all. */

enum {
    RESERVE = 10,     /* what a company keeps in front of taxes and fines */
    FOUND_LEAST = 60, /* a smaller company is not worth its pawn */
    LOTS_WORTH = 2,   /* so many lots are worth a bribe */
    DARK_WORTH = 40,  /* so much black money is worth a bribe to a bank */
    SPARE = 60,       /* beyond the price of the majority */
    RIVAL = 100,      /* shares of another seat that make it late */
    FEW_LEFT = 100,
    LATE = 45, /* rounds */
    SUM_MOST = 1000000, /* an order kept for later has no room for more */
};

struct bot {
    const struct board *b;
    const struct table *t;
    const struct engine *engine;
    struct arena *arena;
    struct suggestion *out;
    int seat, n;
    int own[COMPANIES], nown;
    int64_t balance[COMPANIES], white, black, deposits, old_deposits, books;
    bool moved[COMPANIES];
    bool shop;   /* buy shares now; else grow */
    int room;    /* terms that can still be kept when orders are sealed */
    int founded; /* a number the letter means to found */
};

enum { TERMS_MOST = 40 };

struct line {
    struct term v[TERMS_MOST];
    int n;
};

static void add(struct line *l, struct term term)
{
    if (l->n < TERMS_MOST)
        l->v[l->n++] = term;
}

/* What does not fit is left out: pawns that are not named roll by themselves. */
static void write_line(struct bot *b, int verb, const struct line *l)
{
    if (verb != V_PASS && (b->room -= l->n + NOTE_TERMS) < 0)
        return;
    if (b->out->n < ORDERS_SUGGESTED)
        b->out->orders[b->out->n++] = order_make(b->arena, b->engine->grammar, verb, l->v, l->n);
}

static struct term company_term(const struct bot *b, int company)
{
    return T_OF(W_COMPANY, capital_word_for(b->seat, company));
}

/* --- looking --------------------------------------------------------------------------------- */

static void look(struct bot *b)
{
    b->n = table_seats(b->t) * NUMBERS;
    for (int k = 0; k < b->n; k++) {
        int c = (capital_holding(b->seat) + k) % b->n;
        if (capital_owner(b->b, b->t, c) != b->seat)
            continue;
        b->own[b->nown++] = c;
        b->balance[c] = capital_free_balance(b->t, b->seat, c);
        b->books += b->balance[c];
        b->moved[c] = company_get(b->t, T_MOVED, c) != MOVED_NOT;
    }
    b->white = capital_free_cash(b->t, b->seat, WHITE);
    b->black = capital_free_cash(b->t, b->seat, BLACK);
    b->deposits = capital_deposits(b->b, b->t, b->seat, true);
    b->old_deposits = capital_deposits(b->b, b->t, b->seat, false);
    int64_t shares[SEATS_MAX + 1];
    capital_all_shares(b->b, b->t, shares);
    int64_t lots = (SHARES_WIN - shares[b->seat]) / SHARE_LOT;
    b->shop = b->white + b->black + b->deposits >= lots * LOT_PRICE_CH + SPARE ||
              !capital_free_number(b->b, b->t, b->seat) || tally_of(b->t, T_BANK, 0) <= FEW_LEFT;
    for (int seat = 1; seat <= table_seats(b->t); seat++)
        b->shop = b->shop || (seat != b->seat && shares[seat] >= RIVAL);
}

static int zone_of(const struct bot *b, int c)
{
    return b->b->cells[capital_cell(b->b, b->t, c)].zone;
}

/* The cell a bribe would bring it to; -1: none. */
static int bribed_to(const struct bot *b, int c, int type)
{
    if (b->moved[c] || b->balance[c] < BRIBE_PRICE || b->white + b->black < BRIBE_PRICE ||
        (company_get(b->t, T_BRIBES, c) >> zone_of(b, c) & 1))
        return -1;
    return capital_bribe_cell(b->b, capital_cell(b->b, b->t, c), (enum cell_type)type);
}

/* Whether interest, or a luxury, could not be paid without selling what the group lives from. */
static bool poor(const struct bot *b, int c)
{
    int64_t interest = percent_up(company_get(b->t, T_DEBT, c), 30);
    int64_t luxury = percent_up(company_get(b->t, T_CAPITAL, c), 10);
    return b->white + b->black + b->deposits < (interest > luxury ? interest : luxury);
}

/* Where it should go next at the centre: to be lent money, to make it white, to spend it, or to
 * earn coupons where no interest is asked. */
static int next_zone(const struct bot *b, int c)
{
    if (poor(b, c) && company_get(b->t, T_DEBT, c) > 0)
        return tally_of(b->t, T_ROUND, 0) > LATE ? SOUTH_AMERICA : ITALY;
    if (capital_owed(b->t, c) == 0 || b->black + b->old_deposits >= DARK_WORTH)
        return LUXEMBOURG;
    if (!b->shop)
        return b->balance[c] >= FOUND_LEAST ? LUXEMBOURG : ITALY;
    return b->white >= 2 * LOT_PRICE_CH && zone_of(b, c) == ITALY ? SWITZERLAND : ITALY;
}

/* Whether the next die may bring it to such a cell. */
static bool near(const struct bot *b, int c, int type)
{
    int cell = capital_cell(b->b, b->t, c);
    for (int die = 1; die <= 6; die++) {
        unsigned left;
        int at = capital_ahead(b->b, cell, die, next_zone(b, c), &left);
        if ((int)b->b->cells[at].type == type)
            return true;
    }
    return false;
}

/* --- what to choose -------------------------------------------------------------------------- */

static void clause(struct line *l, int cell, int action, int quantity, int64_t n)
{
    add(l, T_KEY(K_IF));
    add(l, T_OF(W_CELL, cell));
    add(l, T_KEY(action));
    if (quantity == K_KEEP) {
        add(l, T_KEY(K_KEEP));
        add(l, T_NUM(n));
    } else {
        add(l, T_KEY(quantity));
    }
}

static int free_number(const struct bot *b)
{
    for (int n = 1; n < NUMBERS; n++)
        if (n != b->founded && capital_cell(b->b, b->t, capital_holding(b->seat) + n) < 0)
            return n;
    return 0;
}

static bool meant(int where, int type)
{
    return where < 0 || where == type;
}

/* Everything it might do wherever it lands, or on one type of cell. */
static void choices(struct bot *b, int c, int where, struct line *l)
{
    int number = free_number(b), at = l->n;
    int64_t liquid = b->balance[c];
    add(l, T_KEY(K_THEN));
    if (b->shop && meant(where, CELL_BOURSE))
        clause(l, CELL_BOURSE, K_BUY, K_KEEP, RESERVE);
    if (capital_owed(b->t, c) == 0 && meant(where, CELL_FN))
        clause(l, CELL_FN, K_BORROW, K_MAX, 0);
    if (meant(where, CELL_BANK)) {
        clause(l, CELL_BANK, K_WITHDRAW, K_ALL, 0);
        clause(l, CELL_BANK, K_DEPOSIT, K_ALL, 0);
        add(l, T_KEY(K_BLACK));
    }
    if (meant(where, CELL_AN) && number && liquid >= FOUND_LEAST + RESERVE && !b->shop) {
        add(l, T_KEY(K_IF));
        add(l, T_OF(W_CELL, CELL_AN));
        add(l, T_KEY(K_FOUND));
        add(l, T_OF(W_COMPANY, number));
        add(l, T_OF(W_TYPE, TYPE_FIN));
        add(l, T_KEY(K_CAPITAL));
        add(l, T_KEY(K_KEEP));
        add(l, T_NUM(RESERVE));
        b->founded = number;
    }
    if (meant(where, CELL_METALS) && b->black >= STAKE_MIN && liquid >= STAKE_MIN &&
        capital_type_of(b->t, c) <= TYPE_MIN) {
        clause(l, CELL_METALS, K_STAKE, 0, 0);
        l->v[l->n - 1] = T_NUM(STAKE_MIN);
        add(l, T_KEY(K_BLACK));
    }
    if (l->n == at + 1) /* nothing */
        l->n = at;
}

/* --- moving ---------------------------------------------------------------------------------- */

static void go(const struct bot *b, int c, struct line *l)
{
    add(l, T_KEY(K_GO));
    add(l, T_OF(W_ZONE, next_zone(b, c)));
}

static void move(struct bot *b, int c)
{
    struct line l = {.n = 0};
    add(&l, company_term(b, c));
    go(b, c, &l);
    choices(b, c, -1, &l);
    write_line(b, V_MOVE, &l);
    b->moved[c] = true;
}

static void bribe(struct bot *b, int c, int type)
{
    struct line l = {.n = 0};
    add(&l, company_term(b, c));
    add(&l, T_OF(W_STOP, type));
    go(b, c, &l);
    choices(b, c, type, &l);
    write_line(b, V_BRIBE, &l);
    b->moved[c] = true;
    b->balance[c] -= BRIBE_PRICE;
    if (b->black >= BRIBE_PRICE)
        b->black -= BRIBE_PRICE;
    else
        b->white -= BRIBE_PRICE;
}

/* All money of the group to one company; others keep what a bribe costs. */
static void gather(struct bot *b, int c)
{
    for (int i = 0; i < b->nown && b->out->n < ORDERS_SUGGESTED / 2; i++) {
        int from = b->own[i];
        struct line l = {.n = 0};
        int64_t keep = b->moved[from] ? 0 : RESERVE, sum = b->balance[from] - keep;
        if (from == c || sum <= 0)
            continue;
        sum = sum < SUM_MOST ? sum : SUM_MOST;
        add(&l, T_NUM(sum));
        add(&l, T_KEY(K_FROM));
        add(&l, company_term(b, from));
        add(&l, T_KEY(K_TO));
        add(&l, company_term(b, c));
        write_line(b, V_TRANSFER, &l);
        b->balance[from] -= sum;
        b->balance[c] += sum;
    }
}

/* --- letters --------------------------------------------------------------------------------- */

/* Who should have the money: who can be sure to spend it, or may get where it is needed. */
static int carrier(const struct bot *b, int *bribe_for)
{
    static const struct {
        uint8_t type;
        bool shop, bribe;
    } wishes[] = {{CELL_BOURSE, true, true}, {CELL_BANK, true, true},    {CELL_BANK, false, true},
                  {CELL_AN, false, false},   {CELL_BOURSE, true, false}, {CELL_BANK, true, false},
                  {CELL_BANK, false, false}};
    *bribe_for = -1;
    for (size_t w = 0; w < sizeof wishes / sizeof wishes[0]; w++) {
        int type = wishes[w].type;
        bool dark = b->black + b->old_deposits >= DARK_WORTH;
        if (wishes[w].shop != b->shop || (type == CELL_BANK && !dark) ||
            (type == CELL_BOURSE && b->white < LOTS_WORTH * LOT_PRICE_CH + RESERVE))
            continue;
        for (int i = 0; i < b->nown; i++) {
            int c = b->own[i];
            if (b->moved[c] || !(wishes[w].bribe ? bribed_to(b, c, type) >= 0 : near(b, c, type)))
                continue;
            if (type == CELL_BANK && !b->shop && capital_owed(b->t, c) == 0)
                continue; /* its bribe is for the loan */
            if (wishes[w].bribe)
                *bribe_for = type;
            return c;
        }
    }
    for (int i = 0; i < b->nown; i++) /* out of reach of the GGFF */
        if (!b->moved[b->own[i]] && zone_of(b, b->own[i]) != ITALY)
            return b->own[i];
    return NO_COMPANY;
}

/* Out of the way of interest; not while money lies in a bank, or when nobody else would move. */
static bool stays(const struct bot *b, int c)
{
    if (capital_parked(b->b, b->t, c) && b->nown > 1 && poor(b, c) &&
        (near(b, c, CELL_INT) || near(b, c, CELL_LUXURY)))
        return true;
    return b->nown > 1 && b->deposits < DARK_WORTH && capital_parked(b->b, b->t, c) && company_get(b->t, T_DEBT, c) > 0 &&
           zone_of(b, c) != ITALY && b->balance[c] <= RESERVE && !b->shop;
}

static void whole_turn(struct bot *b)
{
    int target, chosen = carrier(b, &target);
    if (chosen != NO_COMPANY)
        gather(b, chosen);
    for (int i = 0; i < b->nown; i++) {
        int c = b->own[i];
        if (c != chosen && capital_owed(b->t, c) == 0 && bribed_to(b, c, CELL_FN) >= 0)
            bribe(b, c, CELL_FN);
    }
    for (int i = 0; i < b->nown; i++) {
        int c = b->own[i];
        struct line l = {.n = 0};
        if (b->moved[c] || (c == chosen && target >= 0))
            continue;
        if (stays(b, c)) {
            add(&l, company_term(b, c));
            write_line(b, V_STAY, &l);
        } else if (capital_owed(b->t, c) == 0 && bribed_to(b, c, CELL_FN) >= 0) {
            bribe(b, c, CELL_FN);
        } else {
            move(b, c);
        }
        b->moved[c] = true;
    }
    if (chosen != NO_COMPANY && target >= 0)
        bribe(b, chosen, target);
}

/* Where it has landed and nothing was said before. */
static void choose_here(struct bot *b)
{
    int company = capital_open_company(b->t), cell = capital_cell(b->b, b->t, company);
    struct line l = {.n = 0};
    int type = cell >= 0 ? (int)b->b->cells[cell].type : CELL_P;
    int64_t lots = cell >= 0 ? capital_buy_most(b->t, b->seat, company, &b->b->cells[cell]) : 0;
    if (type == CELL_BOURSE && lots > 0) {
        add(&l, T_KEY(K_KEEP));
        add(&l, T_NUM(RESERVE));
        write_line(b, V_BUY, &l);
    } else if (type == CELL_FN && capital_owed(b->t, company) == 0) {
        add(&l, T_KEY(K_MAX));
        write_line(b, V_BORROW, &l);
    } else if (type == CELL_BANK) {
        add(&l, T_KEY(K_ALL));
        write_line(b, V_WITHDRAW, &l);
        add(&l, T_KEY(K_BLACK));
        write_line(b, V_DEPOSIT, &l);
    } else {
        write_line(b, V_PASS, &l);
    }
}

void capital_suggest(const struct view *view, const struct engine *engine, const int64_t *options,
                     int variant, struct arena *arena, struct suggestion *out)
{
    struct bot b = {.b = capital_of(engine),
                    .t = view->table,
                    .engine = engine,
                    .arena = arena,
                    .out = out,
                    .seat = view->seat,
                    .room = ORDERS_SUGGESTED * TERMS_MOST};
    struct await v[AWAITS_MAX];
    int n = capital_awaits(view->table, options, v), i = 0;
    struct line none = {.n = 0};
    (void)variant;
    out->n = 0;
    while (i < n && v[i].seat != view->seat)
        i++;
    if (i == n)
        return;
    switch (capital_phase(engine, view->table)) {
    case PHASE_DUE:
        break;
    case PHASE_CHOICE:
        look(&b);
        choose_here(&b);
        break;
    case PHASE_WRITE:
        b.room = (NOTES_MOST - table_count(view->table, P_NOTE, view->seat)) * NOTE_TERMS;
        look(&b);
        whole_turn(&b);
        break;
    default:
        look(&b);
        whole_turn(&b);
    }
    if (out->n == 0)
        write_line(&b, V_PASS, &none);
}
