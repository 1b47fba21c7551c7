#include "engines/boss/describe.h"
#include "engines/boss/scene.h"

#include <stdarg.h>
#include <stdio.h>

/* Everything comes from the view: what a seat may not see is not there to be told. */

json_t *boss_offer_order(json_t *list, const char *fmt, ...)
{
    char line[160];
    va_list va;
    va_start(va, fmt);
    vsnprintf(line, sizeof line, fmt, va);
    va_end(va);
    return doc_offer(list, line);
}

/* --- the board --------------------------------------------------------------------------- */

static void add_space(const struct scene *s, int space, const int tiles[SPACES + 1], json_t *o)
{
    const struct space *n = &s->b->space[space];
    doc_put(o, "number", json_integer(space));
    doc_put(o, "shares", json_integer(n->shares));
    doc_flag(o, "pawn", boss_pawn(s->t) == space);
    doc_flag(o, "covered", tiles[space] != 0);
    doc_put(o, "tile", json_integer(tiles[space]));
    doc_text(o, "required", s->b->named[n->required]);
    doc_number(o, "pick", n->pick);
    doc_text(o, "optional", s->b->named[n->optional]);
    doc_put(o, "million", json_integer(n->shares * s->d.value));
}

/* The ring as a square of five by five: row by row, "" in the middle. Each cell is four columns
 * wide in a text: "  7 ", "[7] " with the pawn, " -- " when a tile lies there. */
static json_t *ring(const int tiles[SPACES + 1], int pawn)
{
    json_t *rows = json_array();
    for (int r = 0; r < 5; r++) {
        json_t *row = doc_append(rows, json_object()), *cells = json_array();
        char line[64];
        size_t used = 0;
        for (int c = 0; c < 5; c++) {
            int space = r == 0 ? c + 1 : c == 4 ? 5 + r : r == 4 ? 13 - c : c == 0 ? 17 - r : 0;
            json_t *cell = doc_append(cells, json_object());
            char text[16];
            snprintf(text, sizeof text, space == pawn && space ? "[%d]" : "%d", space);
            doc_put(cell, "space", json_integer(space));
            doc_flag(cell, "pawn", space && space == pawn);
            doc_put(cell, "tile", json_integer(tiles[space]));
            used += (size_t)snprintf(line + used, sizeof line - used, " %-5s",
                                     !space                          ? ""
                                     : tiles[space] && space != pawn ? "--"
                                                                     : text);
        }
        doc_put(row, "cells", cells);
        doc_text(row, "text", line);
    }
    return rows;
}

static void add_board(const struct scene *s, json_t *doc)
{
    int tiles[SPACES + 1] = {0};
    json_t *list = json_array();
    for (uint16_t id = table_first(s->t, P_BOARD, 0); id; id = table_next(s->t, id)) {
        const struct piece *p = table_piece(s->t, id);
        if (kind_is_tile(p->kind) && p->slot >= 1 && p->slot <= SPACES)
            tiles[p->slot] = p->kind - KIND_TILE + 1;
    }
    for (int space = 1; space <= SPACES; space++)
        add_space(s, space, tiles, doc_append(list, json_object()));
    doc_put(doc, "spaces", list);
    doc_put(doc, "ring", ring(tiles, s->d.space));
    doc_number(doc, "deals", tally(s->t, T_DEALS));
    doc_number(doc, "tile", s->d.tile);
    doc_number(doc, "value", s->d.value);
    doc_number(doc, "tiles_left", table_count(s->t, P_TILES, 0));
    doc_number(doc, "deck", table_count(s->t, P_DECK, 0));
    doc_number(doc, "discard", table_count(s->t, P_DISCARD, 0));
    if (s->d.space) {
        json_t *here = json_object();
        add_space(s, s->d.space, tiles, here);
        doc_put(doc, "space", here);
    }
}

/* --- hands ------------------------------------------------------------------------------- */

static json_t *hand_object(const struct scene *s, const struct hand *hand)
{
    json_t *o = json_object();
    static const char *const groups[] = {"clan", "travel"};
    for (int g = 0; g < 2; g++) {
        json_t *list = json_array();
        for (int f = 0; f < FAMILIES; f++) {
            int n = hand->n[g * FAMILIES + f];
            if (!n)
                continue;
            json_t *card = doc_append(list, json_object());
            doc_text(card, "investor", s->b->family[f]);
            doc_number(card, "count", n);
            doc_flag(card, "several", n > 1);
            doc_flag(card, "needed",
                          g == 0 && s->d.boss &&
                              (s->d.needs.required | s->d.needs.optional) >> f & 1);
        }
        doc_put(o, groups[g], list);
    }
    doc_number(o, "joker", hand->n[CARD_JOKER]);
    doc_number(o, "recruit", hand->n[CARD_RECRUIT]);
    doc_number(o, "boss", hand->n[CARD_BOSS]);
    doc_number(o, "stop", hand->n[CARD_STOP]);
    doc_number(o, "count", boss_hand_count(hand));
    return o;
}

/* --- seats ------------------------------------------------------------------------------- */

static json_t *seat_object(const struct scene *s, int seat)
{
    const struct deal *d = &s->d;
    json_t *o = json_object();
    unsigned home = d->investors[seat] & ~d->away, away = d->investors[seat] & d->away;
    doc_seat(o, "seat", seat);
    doc_text(o, "investors", s->b->named[home]);
    doc_text(o, "away", s->b->named[away]);
    doc_text(o, "shown", s->b->named[d->clans[seat]]);
    doc_number(o, "cards", table_count(s->t, P_HAND, seat));
    doc_flag(o, "boss", d->boss == seat);
    doc_flag(o, "gone", boss_gone(s->t, seat));
    doc_flag(o, "on_turn", s->phase != PHASE_OVER && tally(s->t, T_TURN) == seat);
    if (table_knows(s->t, T_CASH, seat))
        doc_put(o, "cash", json_integer(table_get(s->t, T_CASH, seat)));
    doc_flag(o, "cash_known", table_knows(s->t, T_CASH, seat));
    if (s->seat < 0) { /* the moderator sees every hand */
        struct hand hand;
        boss_hand_read(s->t, seat, &hand);
        doc_put(o, "hand", hand_object(s, &hand));
    }
    return o;
}

static void add_settings(const struct scene *s, json_t *doc)
{
    static const struct {
        int option;
        const char *key;
    } flags[] = {{OPT_KEEPS_ORDER, "keeps_order"},
                 {OPT_TEN, "ten_must_deal"},
                 {OPT_PAYEES, "card_players"},
                 {OPT_DRAW, "by_investors"},
                 {OPT_FOUR, "four_to_deal"},
                 {OPT_LATE, "late_limit"},
                 {OPT_SHORT, "short"},
                 {OPT_MONEY, "money_open"}};
    json_t *o = json_object();
    bool any = s->d.friendly;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        doc_flag(o, flags[i].key, s->options[flags[i].option]);
        any = any || s->options[flags[i].option];
    }
    doc_flag(o, "friendly", s->d.friendly);
    doc_flag(o, "any", any);
    doc_flag(o, "two", s->seats == 2);
    doc_put(doc, "settings", o);
    doc_number(doc, "limit", boss_hand_limit(s->t, s->options));
}

/* --- turns ------------------------------------------------------------------------------- */

static void add_turn_orders(const struct scene *s, json_t *doc)
{
    json_t *list = json_array();
    bool mine = tally(s->t, T_TURN) == s->seat;
    bool may = boss_may_deal(s->t, s->options, s->seat);
    bool must = boss_must_deal(s->t, s->options, s->seat);
    bool placing = s->phase == PHASE_PLACE && boss_before(s->t, tally(s->t, T_TURN)) == s->seat;
    doc_flag(doc, "placing", placing);
    if (placing)
        for (int space = 1; space <= SPACES; space++)
            boss_offer_order(list, "PLACE %d", space);
    if ((s->phase == PHASE_TURN || s->phase == PHASE_ROLLED) && mine && may)
        boss_offer_order(list, "DEAL");
    if (s->phase == PHASE_TURN && mine)
        boss_offer_order(list, "ROLL");
    doc_flag(doc, "rolling", s->phase == PHASE_TURN && mine);
    if (s->phase == PHASE_ROLLED && mine && !must)
        boss_offer_order(list, "DRAW");
    doc_put(doc, "turn_orders", list);
    doc_flag(doc, "must_deal", mine && must);
}

static const char *discard_order(const struct scene *s, int card, char line[80])
{
    static const char *const alone[] = {"JOKER", "RECRUIT", "BOSS", "STOP"};
    if (card >= CARD_JOKER)
        snprintf(line, 80, "DISCARD %s", alone[card - CARD_JOKER]);
    else
        snprintf(line, 80, "DISCARD %s %s", card >= CARD_TRAVEL ? "TRAVEL" : "CLAN",
                 s->b->family[card % FAMILIES]);
    return line;
}

static void add_limit(const struct scene *s, json_t *doc)
{
    int over = table_count(s->t, P_HAND, s->seat) - boss_hand_limit(s->t, s->options);
    char line[80];
    if (s->phase != PHASE_LIMIT || over <= 0 || boss_pending(s->t))
        return;
    json_t *list = json_array();
    for (int card = 0; card < CARDS; card++)
        if (s->hand.n[card])
            boss_offer_order(list, "%s", discard_order(s, card, line));
    doc_number(doc, "too_many", over);
    doc_put(doc, "discards", list);
}

void boss_describe(const struct view *view, const struct engine *engine, const int64_t *options,
                   int variant, json_t *doc)
{
    struct scene s = {.b = boss_of(engine),
                      .t = view->table,
                      .options = options,
                      .seat = view->seat,
                      .seats = table_seats(view->table),
                      .phase = tally(view->table, T_PHASE)};
    json_t *seats = json_array();
    (void)variant;
    boss_deal_read(s.b, s.t, options, &s.d);
    doc_flag(doc, "over", s.phase == PHASE_OVER);
    doc_flag(doc, "negotiating", s.phase == PHASE_TALK);
    doc_seat(doc, "turn_seat", tally(s.t, T_TURN));
    doc_put(doc, "turn_number", json_integer(tally(s.t, T_NUMBER)));
    add_board(&s, doc);
    for (int seat = 1; seat <= s.seats; seat++)
        doc_append(seats, seat_object(&s, seat));
    doc_put(doc, "seats", seats);
    doc_text(doc, "beside", s.b->named[s.d.investors[0]]);
    add_settings(&s, doc);
    if (s.seat > 0) {
        boss_hand_read(s.t, s.seat, &s.hand);
        doc_put(doc, "hand", hand_object(&s, &s.hand));
        boss_hand_free(s.t, s.seat, &s.hand);
        if (!boss_gone(s.t, s.seat)) {
            add_turn_orders(&s, doc);
            add_limit(&s, doc);
            boss_describe_orders(&s, doc);
        }
        bool turn = json_array_size(json_object_get(doc, "turn_orders"));
        bool answers = json_array_size(json_object_get(doc, "answers"));
        bool others = json_array_size(json_object_get(doc, "orders"));
        doc_flag(doc, "can_write",
                      turn || answers || others || json_object_get(doc, "discards"));
    }
    if (s.phase == PHASE_TALK || boss_pending(s.t))
        boss_describe_deal(&s, doc);
    if ((s.phase == PHASE_TURN || s.phase == PHASE_ROLLED) && s.seat == tally(s.t, T_TURN))
        boss_describe_prospect(&s, doc);
}
