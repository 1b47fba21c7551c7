#include "engines/venture/describe.h"
#include "engine/doc.h"
#include "engines/venture/orders.h"
#include "engines/venture/sets.h"

#include <stdio.h>

/* Everything comes from the view: what a seat may not see is not there to be told. A number that
 * words are made of comes with two companions for templates: x_one when it is 1, x_none when it
 * is 0. Orders are offered only to the seat on turn, and only those it could pay for. */

struct scene {
    const struct venture *v;
    const struct table *t;
    const int64_t *options;
    int seat, seats;
    bool on_turn;
    struct hand hand; /* of the seat */
    struct groups mine;
    int money, owed; /* owed: a forced reorganization */
};

/* --- orders ------------------------------------------------------------------------------ */

/* The places a company can go to when it is had by `line`. */
static void offer_landings(const struct scene *s, json_t *list, const char *line, int company)
{
    char text[120];
    for (int i = 0; i < s->mine.n; i++) {
        const struct group *g = &s->mine.v[i];
        if (!group_legal(g) || !group_takes(g, &s->v->company[company]))
            continue;
        snprintf(text, sizeof text, "%s ON %s", line, s->v->kinds[group_top(&s->mine, g)]);
        json_t *o = doc_offer(list, text);
        doc_put(o, "group", json_integer(g->number));
        doc_put(o, "profit",
            json_integer(venture_profit_of(
                g->n + 1, __builtin_popcount(g->letters & s->v->company[company].letters))));
    }
    snprintf(text, sizeof text, "%s NEW", line);
    doc_flag(doc_offer(list, text), "new", true);
}

/* --- cards ------------------------------------------------------------------------------- */

static json_t *company_object(const struct venture *v, int company)
{
    const struct company *c = &v->company[company];
    json_t *o = json_object();
    char letters[LETTERS + 1];
    venture_letters_print(c->letters, letters);
    doc_text(o, "code", v->kinds[company]);
    doc_text(o, "industry", v->industry[c->industry]);
    doc_text(o, "letters", letters);
    doc_put(o, "value", json_integer(c->value));
    return o;
}

static json_t *card_object(const struct scene *s, int card, bool mine)
{
    json_t *o = json_object();
    doc_text(o, "code", s->v->kinds[card_kind(card)]);
    doc_text(o, "shown", s->v->shown[card]);
    if (card < LOWS) {
        char letter[2] = {venture_symbol_letters[card / FACES], '\0'};
        doc_text(o, "symbol", letter);
        doc_text(o, "sign", venture_symbol_signs[card / FACES]);
    }
    if (card < CAPITALS)
        doc_put(o, "face", json_integer(s->v->face[card]));
    if (mine && s->on_turn && !s->owed && card < PROFIT) {
        char line[40];
        snprintf(line, sizeof line, "DISCARD %s", s->v->kinds[card_kind(card)]);
        doc_text(o, "order", line);
    }
    return o;
}

static json_t *cards_list(const struct scene *s, const struct hand *hand, int from, int to,
                          bool mine)
{
    json_t *list = json_array();
    for (int c = from; c < to; c++)
        for (int i = 0; i < hand->n[c]; i++)
            doc_append(list, card_object(s, c, mine));
    return list;
}

/* The low cards of one symbol with the sets they make. */
static void add_symbol(const struct scene *s, const struct hand *hand, int symbol, bool mine,
                       json_t *list)
{
    struct hand part = {0};
    struct names names = {0};
    char letter[2] = {venture_symbol_letters[symbol], '\0'};
    memcpy(part.n + symbol * FACES, hand->n + symbol * FACES, FACES);
    if (!venture_hand_count(&part))
        return;
    venture_hand_sets(s->v, &part, &names);
    json_t *o = doc_append(list, json_object());
    doc_text(o, "symbol", letter);
    doc_text(o, "sign", venture_symbol_signs[symbol]);
    doc_put(o, "cards", cards_list(s, &part, symbol * FACES, (symbol + 1) * FACES, mine));
    doc_text(o, "sets", names.text);
    doc_flag(o, "has_set", strchr(names.text, '+') != NULL);
    doc_number(o, "worth", venture_hand_best(s->v, &part));
}

static json_t *hand_object(const struct scene *s, const struct hand *hand, bool mine)
{
    json_t *o = json_object(), *low = json_array();
    struct names names = {0};
    venture_hand_sets(s->v, hand, &names);
    for (int symbol = 0; symbol < SYMBOLS; symbol++)
        add_symbol(s, hand, symbol, mine, low);
    doc_put(o, "low", low);
    doc_put(o, "high", cards_list(s, hand, LOWS, CAPITALS, mine));
    doc_put(o, "proxies", cards_list(s, hand, CAPITALS, PROFIT, mine));
    doc_text(o, "sets", names.text);
    doc_number(o, "count", venture_hand_count(hand));
    doc_number(o, "best", venture_hand_best(s->v, hand));
    doc_number(o, "face", venture_hand_face(s->v, hand));
    return o;
}

/* --- the table --------------------------------------------------------------------------- */

static json_t *market_list(const struct scene *s)
{
    json_t *list = json_array();
    for (uint16_t id = table_first(s->t, P_MARKET, 0); id; id = table_next(s->t, id)) {
        int company = table_piece(s->t, id)->kind;
        if (!kind_is_company(company))
            continue; /* only force puts anything else there */
        json_t *o = doc_append(list, company_object(s->v, company));
        if (!s->on_turn)
            continue;
        bool affordable = s->v->company[company].value + s->owed <= s->money;
        json_t *orders = json_array();
        char line[40];
        doc_flag(o, "affordable", affordable);
        snprintf(line, sizeof line, "TAKE %s", s->v->kinds[company]);
        if (affordable)
            offer_landings(s, orders, line, company);
        doc_put(o, "orders", orders);
    }
    return list;
}

static json_t *group_object(const struct scene *s, const struct groups *gs, const struct group *g)
{
    json_t *o = json_object(), *list = json_array();
    char letters[LETTERS + 1];
    venture_letters_print(g->letters, letters);
    for (int k = 0; k < g->n; k++) {
        json_t *c = doc_append(list, company_object(s->v, gs->company[g->from + k]));
        doc_flag(c, "top", k == g->n - 1);
    }
    doc_put(o, "number", json_integer(g->number));
    doc_put(o, "companies", list);
    doc_number(o, "size", g->n);
    doc_text(o, "letters", letters);
    doc_flag(o, "illegal", !group_legal(g));
    doc_number(o, "profit", venture_group_profit(g));
    return o;
}

static json_t *seat_object(const struct scene *s, int seat)
{
    json_t *o = json_object(), *list = json_array();
    struct groups gs;
    struct hand hand;
    venture_groups_read(s->v, s->t, seat, &gs);
    venture_hand_read(s->t, seat, &hand);
    for (int i = 0; i < gs.n; i++)
        doc_append(list, group_object(s, &gs, &gs.v[i]));
    doc_seat(o, "seat", seat);
    doc_flag(o, "on_turn",
             table_get(s->t, T_PHASE, 0) != PHASE_OVER && table_get(s->t, T_TURN, 0) == seat);
    doc_put(o, "groups", list);
    doc_number(o, "companies", gs.companies);
    doc_number(o, "income", venture_groups_profit(&gs));
    doc_number(o, "score", table_get(s->t, T_SCORE, seat));
    doc_number(o, "cards", table_count(s->t, P_HAND, seat));
    doc_flag(o, "forced", !venture_groups_legal(&gs));
    if (s->seat < 0) /* the moderator sees every hand */
        doc_put(o, "hand", hand_object(s, &hand, false));
    return o;
}

static void add_piles(const struct scene *s, json_t *doc)
{
    json_t *discard = json_object();
    uint16_t top = table_last(s->t, P_DISCARD, 0);
    doc_number(doc, "reserve", table_count(s->t, P_RESERVE, 0));
    doc_number(doc, "removed", table_count(s->t, P_REMOVED, 0));
    doc_number(doc, "deck", table_count(s->t, P_DECK, 0));
    doc_number(discard, "count", table_count(s->t, P_DISCARD, 0));
    if (top)
        doc_put(discard, "top", card_object(s, kind_card(table_piece(s->t, top)->kind), false));
    doc_put(doc, "discard", discard);
}

/* Rounds without a deal are worth telling once a whole one has passed. */
static void add_settings(const struct scene *s, json_t *doc)
{
    static const char *const final[] = {"face", "sets", "none"};
    int64_t stall = s->options[OPT_STALL], idle = table_get(s->t, T_IDLE, 0) / s->seats;
    json_t *o = json_object();
    doc_number(o, "draw", s->options[OPT_DRAW]);
    doc_text(o, "final_hand", final[s->options[OPT_FINAL_HAND]]);
    doc_flag(o, "final_face", s->options[OPT_FINAL_HAND] == FINAL_FACE);
    doc_flag(o, "final_sets", s->options[OPT_FINAL_HAND] == FINAL_SETS);
    doc_number(o, "stall", stall);
    doc_number(o, "hand_limit", s->options[OPT_HAND_LIMIT]);
    doc_put(doc, "settings", o);
    doc_number(doc, "idle_rounds", idle);
    doc_flag(doc, "stalling", stall && idle > 0);
    doc_number(doc, "stall_left", stall ? stall - idle : 0);
    doc_flag(doc, "last_companies", table_count(s->t, P_RESERVE, 0) == 0);
}

/* --- what the seat on turn can do -------------------------------------------------------- */

static void add_target(const struct scene *s, int seat, int company, json_t *list)
{
    json_t *orders = json_array();
    for (int c = CAPITALS; c < PROFIT; c++) {
        int cost = s->v->company[company].value * s->v->halves[c - CAPITALS] / 2;
        if (!s->hand.n[c] || cost + s->owed > s->money)
            continue;
        char line[60];
        size_t from = json_array_size(orders), i;
        json_t *o;
        snprintf(line, sizeof line, "FIGHT %s FOR %s", s->v->kinds[card_kind(c)],
                 s->v->kinds[company]);
        offer_landings(s, orders, line, company);
        json_array_foreach(orders, i, o)
        {
            if (i < from)
                continue;
            doc_put(o, "cost", json_integer(cost));
            doc_text(o, "proxy", s->v->shown[c]);
        }
    }
    if (!json_array_size(orders)) {
        json_decref(orders);
        return;
    }
    json_t *o = doc_append(list, company_object(s->v, company));
    doc_seat(o, "seat", seat);
    doc_put(o, "orders", orders);
}

static json_t *fights_list(const struct scene *s)
{
    json_t *list = json_array();
    for (int seat = 1; seat <= s->seats; seat++) {
        struct groups gs;
        if (seat == s->seat)
            continue;
        venture_groups_read(s->v, s->t, seat, &gs);
        for (int i = 0; i < gs.n; i++)
            add_target(s, seat, group_top(&gs, &gs.v[i]), list);
    }
    return list;
}

static void add_turn(const struct scene *s, json_t *doc)
{
    json_t *pass = json_object();
    doc_text(pass, "order", "PASS");
    doc_put(doc, "pass", pass);
    doc_put(doc, "fights", fights_list(s));
    doc_number(doc, "reorganize_cost", s->mine.companies);
    doc_flag(doc, "can_reorganize", s->mine.companies > 1 && s->mine.companies <= s->money);
    doc_flag(doc, "must_reorganize", !venture_groups_legal(&s->mine));
}

void venture_describe(const struct view *view, const struct engine *engine, const int64_t *options,
                      int variant, json_t *doc)
{
    struct scene s = {.v = venture_of(engine),
                      .t = view->table,
                      .options = options,
                      .seat = view->seat,
                      .seats = table_seats(view->table)};
    (void)variant;
    int turn = (int)table_get(s.t, T_TURN, 0);
    json_t *seats = json_array();
    if (s.seat > 0) {
        venture_hand_read(s.t, s.seat, &s.hand);
        venture_groups_read(s.v, s.t, s.seat, &s.mine);
        s.money = venture_hand_best(s.v, &s.hand);
        s.owed = venture_groups_legal(&s.mine) ? 0 : s.mine.companies;
        s.on_turn = turn == s.seat && table_get(s.t, T_PHASE, 0) == PHASE_ORDERS;
    }
    for (int seat = 1; seat <= s.seats; seat++)
        doc_append(seats, seat_object(&s, seat));
    doc_flag(doc, "over", table_get(s.t, T_PHASE, 0) == PHASE_OVER);
    doc_flag(doc, "on_turn", s.on_turn);
    doc_seat(doc, "turn_seat", turn);
    doc_put(doc, "turn_number", json_integer(table_get(s.t, T_NUMBER, 0)));
    doc_put(doc, "market", market_list(&s));
    doc_put(doc, "seats", seats);
    if (s.seat > 0)
        doc_put(doc, "hand", hand_object(&s, &s.hand, true));
    add_piles(&s, doc);
    add_settings(&s, doc);
    if (s.on_turn)
        add_turn(&s, doc);
}
