#include "engines/capital/due.h"
#include "engines/capital/landing.h"
#include "engines/capital/scene.h"
#include "engines/capital/trade.h"

#include <stdarg.h>
#include <stdio.h>

/* What the reader may write now, as links. */

static void offer_line(json_t *list, const char *fmt, ...) PRINTF(2, 3);

static void offer_line(json_t *list, const char *fmt, ...)
{
    char line[200];
    va_list va;
    va_start(va, fmt);
    vsnprintf(line, sizeof line, fmt, va);
    va_end(va);
    doc_offer(list, line);
}

/* --- the turn -------------------------------------------------------------------------------- */

static void add_bribes(const struct scene *s, int c, json_t *orders)
{
    static const int types[] = {CELL_FN, CELL_BANK, CELL_BOURSE};
    int cell = capital_cell(s->b, s->t, c), zone = s->b->cells[cell].zone;
    int64_t cash =
        capital_free_cash(s->t, s->seat, WHITE) + capital_free_cash(s->t, s->seat, BLACK);
    if ((company_get(s->t, T_BRIBES, c) >> zone & 1) ||
        capital_free_balance(s->t, s->seat, c) < BRIBE_PRICE || cash < BRIBE_PRICE)
        return;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (capital_bribe_cell(s->b, cell, (enum cell_type)types[i]) >= 0)
            offer_line(orders, "BRIBE %s %s", capital_own_name(s->seat, c),
                       capital_cell_type[types[i]]);
}

/* Money can go to whoever has not rolled yet. */
static void add_transfers(const struct scene *s, int c, json_t *orders)
{
    int from = NO_COMPANY;
    for (int i = 0; i < s->seats * NUMBERS; i++)
        if (i != c && capital_owner(s->b, s->t, i) == s->seat &&
            (from == NO_COMPANY || capital_balance(s->t, i) > capital_balance(s->t, from)))
            from = i;
    if (from != NO_COMPANY && capital_free_balance(s->t, s->seat, from) > 0)
        offer_line(orders, "TRANSFER %d FROM %s TO %s",
                   (int)capital_free_balance(s->t, s->seat, from), capital_own_name(s->seat, from),
                   capital_own_name(s->seat, c));
}

static void add_turn(const struct scene *s, json_t *doc)
{
    json_t *list = json_array();
    for (int k = 0; k < s->seats * NUMBERS; k++) {
        int c = (capital_holding(s->seat) + k) % (s->seats * NUMBERS);
        if (capital_owner(s->b, s->t, c) != s->seat || company_get(s->t, T_MOVED, c) != MOVED_NOT)
            continue;
        json_t *o = doc_append(list, json_object()), *orders = json_array();
        scene_company(o, "company", c);
        offer_line(orders, "MOVE %s", capital_own_name(s->seat, c));
        if (capital_parked(s->b, s->t, c))
            offer_line(orders, "STAY %s", capital_own_name(s->seat, c));
        add_bribes(s, c, orders);
        add_transfers(s, c, orders);
        doc_put(o, "orders", orders);
    }
    doc_put(doc, "moves", list);
}

/* --- a landing ------------------------------------------------------------------------------- */

static void add_loans(const struct scene *s, int c, const struct cell *cell, json_t *orders)
{
    int64_t most = capital_borrow_most(s->t, c, cell);
    int64_t owed = company_get(s->t, cell->type == CELL_FN ? T_DEBT : T_LOAN, c);
    if (most > 0)
        offer_line(orders, "BORROW %d", (int)most);
    if (owed > 0)
        offer_line(orders, "REPAY MAX");
}

static void add_landing(const struct scene *s, json_t *doc)
{
    int c = capital_open_company(s->t), at = capital_cell(s->b, s->t, c);
    const struct cell *cell = at < 0 ? NULL : &s->b->cells[at];
    json_t *o = json_object(), *orders = json_array();
    if (cell && (cell->type == CELL_FIN || cell->type == CELL_FN))
        add_loans(s, c, cell, orders);
    if (cell && cell->type == CELL_BANK) {
        offer_line(orders, "WITHDRAW ALL");
        offer_line(orders, "DEPOSIT ALL BLACK");
        offer_line(orders, "DEPOSIT ALL WHITE");
    }
    if (cell && cell->type == CELL_BOURSE) {
        offer_line(orders, "BUY MAX");
        if (company_get(s->t, T_SHARES, c) >= SHARE_LOT)
            offer_line(orders, "SELL %d SHARES", SHARE_LOT);
    }
    int64_t liquid = c == NO_COMPANY ? 0 : capital_free_balance(s->t, s->seat, c);
    if (cell && cell->type == CELL_AN && liquid >= CAPITAL_MIN)
        for (int type = 0; type < TYPES; type++)
            offer_line(orders, "FOUND %d %s CAPITAL MAX", capital_free_number(s->b, s->t, s->seat),
                       capital_type[type]);
    if (cell && (capital_action_cells(V_STAKE) >> cell->type & 1) && liquid >= STAKE_MIN)
        for (int colour = BLACK; colour >= WHITE; colour--)
            if (capital_free_cash(s->t, s->seat, colour) >= STAKE_MIN)
                offer_line(orders, "STAKE %d %s", STAKE_MIN, colour == WHITE ? "WHITE" : "BLACK");
    if (cell && cell->type == CELL_COUP &&
        capital_cash(s->t, s->seat, BLACK) >= company_get(s->t, T_CAPITAL, c) &&
        capital_balance(s->t, c) >= company_get(s->t, T_CAPITAL, c))
        offer_line(orders, "PAY");
    for (int seat = 1; cell && cell->type == CELL_FISC && seat <= s->seats; seat++)
        if (seat != s->seat && !capital_out(s->t, seat))
            offer_line(orders, "ACCUSE %d", seat);
    doc_offer(orders, "PASS");
    if (c != NO_COMPANY)
        scene_company(o, "company", c);
    if (cell) {
        doc_text(o, "cell", cell->name);
        doc_text(o, "label", arena_printf(s->arena, "cell.%s", capital_cell_type[cell->type]));
    }
    doc_put(o, "orders", orders);
    doc_put(doc, "landing", o);
}

/* --- a due ----------------------------------------------------------------------------------- */

static void add_due(const struct scene *s, json_t *doc)
{
    int64_t company = table_get(s->t, T_DUE_COMPANY, 0) - 1;
    json_t *o = json_object(), *orders = json_array();
    for (int x = 0; x < s->seats * NUMBERS; x++) {
        if (company < 0 || company >= COMPANIES ||
            !capital_may_liquidate(s->b, s->t, s->seat, (int)company, x))
            continue;
        char line[40];
        snprintf(line, sizeof line, "LIQUIDATE %s", capital_own_name(s->seat, x));
        doc_put(doc_offer(orders, line), "worth", json_integer(capital_worth(s->t, x)));
    }
    doc_offer(orders, "PAY");
    doc_offer(orders, "PASS");
    doc_put(o, "sum", json_integer(tally_of(s->t, T_DUE, s->seat)));
    doc_put(o, "orders", orders);
    doc_put(doc, "due", o);
}

/* --- offers ---------------------------------------------------------------------------------- */

static void put_side(json_t *o, const char *key, int item, int64_t sum)
{
    static const char *const items[] = {NULL, "white", "black", "shares", "company"};
    if (item == ITEM_NONE || item > ITEM_COMPANY)
        return;
    json_t *side = json_object();
    doc_flag(side, items[item], true);
    if (item == ITEM_COMPANY)
        doc_text(side, "sum", sum >= 0 && sum < COMPANIES ? capital_company[sum] : "?");
    else
        doc_put(side, "sum", json_integer(sum));
    doc_put(o, key, side);
}

static void put_answers(const struct scene *s, const struct offer *f, json_t *orders)
{
    if (f->seat == s->seat) {
        offer_line(orders, "WITHDRAW OFFER %d", f->number);
        return;
    }
    if (f->kind == OFFER_GIFT) {
        offer_line(orders, "TAKE %d ON H", f->number);
        offer_line(orders, "TAKE %d OFF BOOKS", f->number);
    } else {
        offer_line(orders, "ACCEPT %d", f->number);
    }
    offer_line(orders, "DECLINE %d", f->number);
}

static void add_offers(const struct scene *s, json_t *doc)
{
    json_t *list = json_array();
    for (int seat = 1; seat <= s->seats; seat++)
        for (uint16_t id = table_first(s->t, P_OFFER, seat); id; id = table_next(s->t, id)) {
            struct offer f;
            json_t *orders = json_array();
            if (table_piece(s->t, id)->kind != KIND_OFFER) {
                json_decref(orders);
                continue;
            }
            capital_offer_read(s->t, id, &f);
            json_t *o = doc_append(list, json_object());
            doc_put(o, "number", json_integer(f.number));
            doc_seat(o, "seat", f.seat);
            doc_seat(o, "to", f.to);
            doc_flag(o, "gift", f.kind == OFFER_GIFT);
            doc_flag(o, "trade", f.kind == OFFER_TRADE);
            doc_flag(o, "founding", f.kind == OFFER_FOUND);
            if (f.kind == OFFER_FOUND) {
                doc_put(o, "capital", json_integer(f.capital));
                doc_text(o, "type", capital_type[f.type]);
                doc_put(o, "part", json_integer(f.capital - f.capital * (f.sixty ? 60 : 40) / 100));
                doc_text(o, "company", capital_company[f.into == NO_COMPANY ? 0 : f.into]);
            } else {
                put_side(o, "give", f.give, f.give_sum);
                put_side(o, "get", f.get, f.get_sum);
            }
            if (s->seat > 0 && s->phase != PHASE_OVER)
                put_answers(s, &f, orders);
            doc_put(o, "orders", orders);
        }
    doc_flag(doc, "has_offers", json_array_size(list) > 0);
    doc_put(doc, "offers", list);
}

/* A trade that could be made, so that a newcomer sees how they are written. */
static void add_ideas(const struct scene *s, json_t *doc)
{
    json_t *list = json_array();
    int to = 0, h = capital_holding(s->seat);
    for (int k = 1; k < s->seats && !to; k++) {
        int seat = (s->seat - 1 + k) % s->seats + 1;
        to = capital_out(s->t, seat) ? 0 : seat;
    }
    int64_t black = capital_free_cash(s->t, s->seat, BLACK),
            have = capital_free_balance(s->t, s->seat, h);
    black = black < have ? black : have;
    int64_t white = capital_free_cash(s->t, s->seat, WHITE);
    if (to && black >= 10)
        offer_line(list, "PROPOSE %d BLACK FROM H TO %d FOR %d WHITE", (int)black, to,
                   (int)(black * 8 / 10));
    else if (to && white >= 10 && have >= 10)
        offer_line(list, "PROPOSE %d WHITE FROM H TO %d FOR %d BLACK", 10, to, 15);
    int64_t apart = white + capital_cash(s->t, s->seat, BLACK) - capital_books(s->b, s->t, s->seat);
    for (int c = 0; c < s->seats * NUMBERS; c++)
        apart -= capital_owner(s->b, s->t, c) == s->seat ? company_get(s->t, T_PENDING, c) : 0;
    if (apart > 0 && capital_cash(s->t, s->seat, WHITE) == white)
        offer_line(list, "ENTRY H +%d", (int)apart);
    doc_flag(doc, "has_ideas", json_array_size(list) > 0);
    doc_put(doc, "ideas", list);
}

void capital_describe_actions(const struct scene *s, json_t *doc)
{
    bool mine = s->seat > 0 && s->seat == s->turn;
    bool writes = s->phase == PHASE_WRITE && s->seat > 0 && !capital_out(s->t, s->seat);
    doc_flag(doc, "on_turn", (s->phase == PHASE_TURN && mine) || writes);
    doc_flag(doc, "written", writes && table_get(s->t, T_READY, s->seat) != READY_NOT);
    if ((s->phase == PHASE_TURN && mine) || writes)
        add_turn(s, doc);
    if (s->phase == PHASE_CHOICE && mine)
        add_landing(s, doc);
    if (s->phase == PHASE_DUE && s->seat > 0 && table_get(s->t, T_DUE_SEAT, 0) == s->seat)
        add_due(s, doc);
    add_offers(s, doc);
    if (s->seat > 0 && s->phase != PHASE_OVER && !capital_out(s->t, s->seat))
        add_ideas(s, doc);
}
