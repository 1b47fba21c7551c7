/* A Venture table that a test lays out as it likes, and letters played on it. Include behind
 * cmocka.h. */
#ifndef TEST_VENTURE_GAME_H
#define TEST_VENTURE_GAME_H

#define GAME_ENGINE  venture_engine
#define GAME_CHECKED 0
#define GAME_TRIES   0
#include "engines/venture/orders.h"
#include "test_engine_game.h"

static inline struct game *game_new(int seats, int variant)
{
    return game_open(seats, variant);
}

static inline const struct venture *cards_of(const struct game *g)
{
    return g->engine.data;
}

/* --- laying out -------------------------------------------------------------------------- */

static inline int kind_named(struct game *g, struct slice name)
{
    int kind = schema_kind(g->engine.schema, name);
    if (kind < 0)
        fail_msg("no card %.*s", (int)name.n, name.p);
    return kind;
}

/* Moves a card of each name from the pile where they all wait to a place. */
static inline void lay(struct game *g, int place, int seat, int slot, const char *names)
{
    struct slice rest = slice_of(names);
    while (rest.p && rest.n) {
        int kind = kind_named(g, slice_cut(&rest, ' '));
        int from = kind_is_company(kind) ? P_RESERVE : P_DECK;
        uint16_t id = table_first(g->table, from, 0);
        while (id && table_piece(g->table, id)->kind != kind)
            id = table_next(g->table, id);
        if (!id)
            fail_msg("none left of kind %s", g->engine.schema->kinds[kind]);
        table_move_slot(g->table, id, place, seat, slot);
    }
}

/* Seat 1 is on turn; every card is in the reserve or the deck, the profits on the bottom. */
static inline struct game *game_bare(int seats, int variant)
{
    struct game *g = game_new(seats, variant);
    const struct venture *v = cards_of(g);
    for (int k = 0; k < COMPANIES; k++)
        table_add(g->table, k, P_RESERVE, 0);
    for (int i = 0; i < CARDS; i++) {
        int c = (i + PROFIT) % CARDS;
        for (int k = 0; k < v->quantity[c]; k++)
            table_add(g->table, card_kind(c), P_DECK, 0);
    }
    table_set(g->table, T_TURN, 0, 1);
    table_set(g->table, T_NUMBER, 0, 1);
    return g;
}

static inline void market(struct game *g, const char *names)
{
    lay(g, P_MARKET, 0, 0, names);
}

static inline void hand(struct game *g, int seat, const char *names)
{
    lay(g, P_HAND, seat, 0, names);
}

static inline void group(struct game *g, int seat, int number, const char *names)
{
    lay(g, P_GROUP, seat, number, names);
}

/* Puts cards on top of the deck; the last one named is drawn first. */
static inline void on_deck(struct game *g, const char *names)
{
    lay(g, P_DECK, 0, 0, names);
}

/* Takes everything out of a place but keeps it in the game. */
static inline void empty(struct game *g, int place, int to)
{
    while (table_first(g->table, place, 0))
        table_move(g->table, table_first(g->table, place, 0), to, 0);
}

/* --- looking ----------------------------------------------------------------------------- */

/* "1: AUTO-DEF CHEM-CD / 2: OIL-EF" */
static inline const char *groups_of(const struct game *g, int seat)
{
    static struct names names;
    struct groups gs;
    names = (struct names){0};
    venture_groups_read(cards_of(g), g->table, seat, &gs);
    venture_groups_print(cards_of(g), &gs, &names);
    return names.text;
}

static inline const char *hand_of(const struct game *g, int seat)
{
    static struct names names;
    struct hand h;
    names = (struct names){0};
    venture_hand_read(g->table, seat, &h);
    for (int c = 0; c < CARDS; c++)
        for (int i = 0; i < h.n[c]; i++)
            venture_names_add(&names, cards_of(g)->kinds[card_kind(c)]);
    return names.text;
}

static inline int64_t score(const struct game *g, int seat)
{
    return table_get(g->table, T_SCORE, seat);
}

#endif
