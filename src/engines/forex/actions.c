#include "engines/forex/doc.h"

#include <stdio.h>

/* Every order offered here is legal when it is the first of the letter. */

/* --- on turn --------------------------------------------------------------------------------- */

/* With what it would do to whom, so that nobody goes bankrupt by accident. */
static void add_resolve(const struct scene *s, json_t *doc)
{
    json_t *o = json_object();
    struct due e = {.what = DUE_NOTHING};
    char line[40];
    uint16_t head = table_first(s->t, P_QUEUE, 0);
    if (head)
        forex_entry(s->t, head, &e);
    bool named = e.what != DUE_NOTHING, pays = e.owner && forex_pays(s->t, &e);
    snprintf(line, sizeof line, "RESOLVE%s%s", named ? " " : "",
             named ? forex_kinds[e.letter] : "");
    doc_text(o, "order", line);
    doc_flag(o, "empty", !head);
    doc_flag(o, "odd", head && !named);
    doc_flag(o, "dividend", e.what == DUE_DIVIDEND);
    doc_flag(o, "last", e.what == DUE_DIVIDEND && forex_card(s->t) == CARDS - 1);
    doc_flag(o, "paid", pays);
    doc_flag(o, "defaults", e.what == DUE_CONTRACT && !pays);
    doc_flag(o, "grows", e.what == DUE_CONTRACT && !pays && forex_loan(s->t, e.owner));
    doc_flag(o, "bankrupts", e.what == DUE_LOAN && !pays);
    if (e.owner)
        doc_seat(o, "owner", e.owner);
    doc_put(doc, "resolve", o);
}

static bool may_invest(const struct scene *s, int c)
{
    return forex_held(s->t, s->seat, c) < HELD_MOST && forex_held(s->t, 0, c) > 0 &&
           forex_cash(s->t, s->seat, c) >= PRICE;
}

static void add_shares(const struct scene *s, json_t *doc)
{
    json_t *invest = json_array(), *divest = json_array();
    struct list mine = {.n = 0};
    char line[40];
    for (int c = 0; c < CURRENCIES; c++) {
        int held = forex_held(s->t, s->seat, c);
        snprintf(line, sizeof line, "INVEST %s", forex_currency[c]);
        if (may_invest(s, c))
            doc_currency(doc_offer(invest, line), "currency", c);
        if (held <= 0)
            continue;
        json_t *o = doc_append(divest, json_object()), *orders = json_array();
        doc_currency(o, "currency", c);
        doc_put(o, "held", json_integer(held));
        forex_list_add(&mine, arena_printf(s->arena, "%d %s", held, forex_currency[c]));
        for (int n = 1; n <= held; n++) {
            snprintf(line, sizeof line, "DIVEST %s %d", forex_currency[c], n);
            json_t *order = doc_offer(orders, line);
            doc_put(order, "n", json_integer(n));
            doc_sum(order, "paid", n * PRICE);
        }
        doc_put(o, "orders", orders);
    }
    doc_flag(doc, "can_invest", json_array_size(invest) > 0);
    doc_flag(doc, "can_invest_two", json_array_size(invest) > 1);
    doc_flag(doc, "can_divest", json_array_size(divest) > 0);
    doc_put(doc, "invest", invest);
    doc_put(doc, "divest", divest);
    doc_text(doc, "divest_held", mine.text);
}

/* Cash that is not promised to a contract or loan yet. */
static int64_t unpromised(const struct scene *s, int currency)
{
    int64_t sum = forex_cash(s->t, s->seat, currency) - forex_debt(s->t, s->seat, currency);
    for (uint16_t id = table_first(s->t, P_QUEUE, 0); id; id = table_next(s->t, id)) {
        struct due e;
        forex_entry(s->t, id, &e);
        if (e.owner == s->seat && e.pay_currency == currency)
            sum -= e.pay;
    }
    return sum;
}

/* A table of what can be exchanged: in a row what is given, in a column what is got. */
typedef json_t *cell_maker(const struct scene *s, int give, int get);

static json_t *grid(const struct scene *s, cell_maker *make)
{
    json_t *rows = json_array();
    for (int give = 0; give < CURRENCIES; give++) {
        json_t *row = doc_append(rows, json_object()), *cells = json_array();
        doc_currency(row, "currency", give);
        for (int get = 0; get < CURRENCIES; get++) {
            json_t *cell = doc_append(cells, give == get ? json_object() : make(s, give, get));
            doc_flag(cell, "same", give == get);
        }
        doc_put(row, "cells", cells);
    }
    return rows;
}

/* One contract for each two currencies: as large as the reader's cash covers, else the smallest. */
static json_t *contract_cell(const struct scene *s, int pay, int get)
{
    json_t *o = json_object();
    int pay_sum, get_sum;
    char line[80];
    forex_unit(forex_box(s->t, pay, get), &pay_sum, &get_sum);
    int64_t purse = unpromised(s, pay), times = purse < 0 ? 0 : purse / pay_sum;
    doc_flag(o, "covered", times > 0);
    times = times < 1 ? 1 : times > CONTRACT_MOST ? CONTRACT_MOST : times;
    snprintf(line, sizeof line, "CONTRACT PAY %s FOR %s",
             forex_sum(s->engine, s->arena, times * pay_sum, pay),
             forex_sum(s->engine, s->arena, times * get_sum, get));
    doc_text(o, "order", line);
    doc_sum(o, "pay", times * pay_sum);
    doc_sum(o, "get", times * get_sum);
    doc_text(o, "pay_currency", forex_currency[pay]);
    doc_text(o, "get_currency", forex_currency[get]);
    return o;
}

/* The one to explain the table by: something the reader's cash covers, if there is such a thing. */
static json_t *contract_example(const struct scene *s)
{
    for (int pay = USD; pay < USD + CURRENCIES; pay++)
        for (int get = JPY; get < JPY + CURRENCIES; get++) {
            int p = pay % CURRENCIES, g = get % CURRENCIES, pay_sum, get_sum;
            if (p == g)
                continue;
            forex_unit(forex_box(s->t, p, g), &pay_sum, &get_sum);
            if (unpromised(s, p) >= pay_sum)
                return contract_cell(s, p, g);
        }
    return contract_cell(s, USD, JPY);
}

static void add_contracts(const struct scene *s, json_t *doc)
{
    bool may = forex_free_letters(s->t) > 0;
    doc_flag(doc, "can_contract", may);
    if (may)
        doc_put(doc, "contract_example", contract_example(s));
    doc_put(doc, "contracts", may ? grid(s, contract_cell) : json_array());
}

/* The first other player, clockwise, who has as much; 0: nobody. */
static int partner(const struct scene *s, int currency, int sum)
{
    for (int k = 1; k < s->seats; k++) {
        int other = (s->seat - 1 + k) % s->seats + 1;
        if (forex_cash(s->t, other, currency) >= sum)
            return other;
    }
    return 0;
}

/* One spot trade for each two currencies, with the first player it can be made with. */
static json_t *spot_cell(const struct scene *s, int give, int get)
{
    json_t *o = json_object();
    int give_sum, get_sum;
    char line[80];
    forex_unit(forex_box(s->t, give, get), &give_sum, &get_sum);
    int to = partner(s, get, get_sum);
    if (!to || forex_cash(s->t, s->seat, give) < give_sum)
        return o;
    snprintf(line, sizeof line, "SPOT GIVE %s TO %d FOR %s",
             forex_sum(s->engine, s->arena, give_sum, give), to,
             forex_sum(s->engine, s->arena, get_sum, get));
    doc_text(o, "order", line);
    doc_seat(o, "to", to);
    doc_sum(o, "give", give_sum);
    doc_sum(o, "get", get_sum);
    doc_text(o, "give_currency", forex_currency[give]);
    doc_text(o, "get_currency", forex_currency[get]);
    return o;
}

static void add_spots(const struct scene *s, json_t *doc)
{
    int left = OFFERS_MOST - forex_tally(s->t, T_OFFERS, 0);
    bool may = left > 0 && !table_get(s->t, T_SPOT, 0);
    json_t *rows = may ? grid(s, spot_cell) : json_array(), *row, *cell, *example = NULL;
    size_t i, k;
    json_array_foreach(rows, i, row)
        json_array_foreach(json_object_get(row, "cells"), k, cell)
            if (!example && json_object_get(cell, "order"))
                example = json_deep_copy(cell);
    doc_flag(doc, "can_spot", example != NULL);
    doc_number(doc, "spots_left", may ? left : 0);
    doc_flag(doc, "spot_done", table_get(s->t, T_SPOT, 0) != 0);
    if (example)
        doc_put(doc, "spot_example", example);
    doc_put(doc, "spots", rows);
}

/* --- answers --------------------------------------------------------------------------------- */

static void add_offer(const struct scene *s, json_t *doc)
{
    const struct piece *p = table_piece(s->t, forex_offer(s->t));
    int give = p->mark[MARK_GIVE], get = p->mark[MARK_FOR], give_sum, get_sum;
    json_t *o = json_object(), *orders = json_array();
    char line[40];
    forex_unit(forex_box(s->t, give, get), &give_sum, &get_sum);
    doc_put(o, "number", json_integer(p->mark[MARK_NUMBER]));
    doc_seat(o, "by", s->turn);
    doc_seat(o, "to", p->slot);
    doc_text(o, "give", forex_sum(s->engine, s->arena, give_sum, give));
    doc_text(o, "get", forex_sum(s->engine, s->arena, get_sum, get));
    doc_flag(o, "yours", p->slot == s->seat);
    if (p->slot == s->seat) {
        snprintf(line, sizeof line, "ACCEPT %d", p->mark[MARK_NUMBER]);
        doc_offer(orders, line);
        snprintf(line, sizeof line, "DECLINE %d", p->mark[MARK_NUMBER]);
        doc_offer(orders, line);
    }
    doc_put(o, "orders", orders);
    doc_put(doc, "offer", o);
}

/* What the others have answered is not in the view; that they have is. */
static void add_sale(const struct scene *s, json_t *doc)
{
    int c = forex_sale(s->t);
    json_t *o = json_object(), *orders = json_array();
    bool asked = s->seat > 0 && table_get(s->t, T_ASKED, s->seat) != ASKED_NOT;
    int held = asked ? forex_held(s->t, s->seat, c) : 0;
    char line[40];
    doc_put(o, "number", json_integer(table_get(s->t, T_ASK, 0)));
    doc_seat(o, "by", s->turn);
    doc_currency(o, "currency", c);
    doc_flag(o, "yours", asked);
    doc_number(o, "held", held);
    doc_flag(o, "answered", asked && table_get(s->t, T_ASKED, s->seat) == ASKED_ANSWERED);
    if (asked)
        doc_number(o, "answer", forex_tally(s->t, T_ANSWER, s->seat));
    for (int n = 1; n <= held; n++) {
        snprintf(line, sizeof line, "SELL %d", n);
        json_t *order = doc_offer(orders, line);
        doc_put(order, "n", json_integer(n));
        doc_text(order, "paid", forex_sum(s->engine, s->arena, n * PRICE, c));
    }
    if (asked)
        doc_offer(orders, "PASS");
    doc_put(o, "orders", orders);
    doc_put(doc, "sale", o);
}

static void add_choice(const struct scene *s, json_t *doc)
{
    unsigned tied = forex_tied(s->t);
    int chooser = forex_resolver(s->t);
    json_t *o = json_object(), *orders = json_array();
    struct list list = {.n = 0};
    char line[40];
    forex_list_currencies(&list, tied);
    for (int c = 0; c < CURRENCIES; c++) {
        if (!(tied >> c & 1) || chooser != s->seat)
            continue;
        snprintf(line, sizeof line, "CHOOSE %s", forex_currency[c]);
        doc_currency(doc_offer(orders, line), "currency", c);
    }
    doc_put(o, "number", json_integer(table_get(s->t, T_ASK, 0)));
    doc_seat(o, "by", chooser);
    doc_flag(o, "yours", chooser == s->seat);
    doc_flag(o, "end", s->phase == PHASE_CHOOSE_END);
    doc_text(o, "currencies", list.text);
    doc_put(o, "orders", orders);
    doc_put(doc, "choice", o);
}

/* What to give for it: of what could be given, and somebody could pay for, the currency the reader
 * has most of to spare; -1: none. */
static int to_give_for(const struct scene *s, int currency)
{
    int best = -1;
    for (int c = 0; c < CURRENCIES; c++) {
        int give_sum, get_sum;
        if (c == currency)
            continue;
        forex_unit(forex_box(s->t, c, currency), &give_sum, &get_sum);
        if (unpromised(s, c) >= give_sum && partner(s, currency, get_sum) &&
            (best < 0 || unpromised(s, c) > unpromised(s, best)))
            best = c;
    }
    return best;
}

/* A quote for each currency the reader has promised more of than he has. */
static void add_quote_ideas(const struct scene *s, json_t *doc)
{
    json_t *list = json_array();
    for (int c = 0; c < CURRENCIES && forex_quotes(s->t, s->seat) < QUOTES_MOST; c++) {
        int give = unpromised(s, c) < 0 ? to_give_for(s, c) : -1, give_sum, get_sum;
        char line[80];
        if (give < 0)
            continue;
        forex_unit(forex_box(s->t, give, c), &give_sum, &get_sum);
        snprintf(line, sizeof line, "SUGGEST GIVE %s FOR %s",
                 forex_sum(s->engine, s->arena, give_sum, give),
                 forex_sum(s->engine, s->arena, get_sum, c));
        doc_offer(list, line);
    }
    doc_flag(doc, "has_quote_ideas", json_array_size(list) > 0);
    doc_put(doc, "quote_ideas", list);
}

void forex_describe_actions(const struct scene *s, json_t *doc)
{
    bool on_turn = s->phase == PHASE_TURN && s->turn == s->seat;
    doc_flag(doc, "on_turn", on_turn);
    if (on_turn) {
        add_resolve(s, doc);
        add_shares(s, doc);
        add_contracts(s, doc);
        add_spots(s, doc);
    }
    if (s->phase == PHASE_OFFER)
        add_offer(s, doc);
    if (s->phase == PHASE_SALES)
        add_sale(s, doc);
    if (s->phase == PHASE_CHOOSE || s->phase == PHASE_CHOOSE_END)
        add_choice(s, doc);
    if (s->seat > 0 && s->phase != PHASE_OVER)
        add_quote_ideas(s, doc);
}
