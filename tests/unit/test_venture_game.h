/* A Venture table that a test lays out as it likes, and letters played on it. Include behind
 * cmocka.h. */
#ifndef TEST_VENTURE_GAME_H
#define TEST_VENTURE_GAME_H

#include "engines/venture/orders.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct engine_def venture_engine;

struct game {
    struct engine engine;
    struct table *table;
    int64_t options[OPTIONS_MAX];
    struct luck luck;
    struct events events;
    struct arena arena;
    struct mistake mistake;
    struct play play;
};

/* Opened once; constant afterwards. */
static inline struct engine opened(void)
{
    static struct engine engine;
    static struct arena arena = ARENA(16 << 20);
    if (!engine.def) {
        engine.def = &venture_engine;
        venture_engine.open(&engine, &arena);
    }
    return engine;
}

static inline struct game *game_new(int seats, int variant)
{
    struct game *g = calloc(1, sizeof *g);
    assert_non_null(g);
    luck_init();
    g->arena = ARENA(64 << 20);
    g->engine = opened();
    options_preset(&g->engine, variant, g->options);
    g->table = table_new(g->engine.schema, seats);
    g->events = (struct events){.arena = &g->arena};
    g->play = (struct play){.engine = &g->engine,
                            .table = g->table,
                            .options = g->options,
                            .variant = variant,
                            .luck = &g->luck,
                            .events = &g->events,
                            .arena = &g->arena,
                            .mistake = &g->mistake};
    return g;
}

static inline void game_free(struct game *g)
{
    arena_free(&g->arena);
    table_free(&g->table);
    free(g);
}

static inline void game_setup(struct game *g, uint32_t seed)
{
    memcpy(g->luck.seed, &seed, sizeof seed);
    luck_mark(&g->luck);
    venture_engine.setup(&g->play);
    venture_engine.advance(&g->play);
}

static inline const struct venture *cards_of(const struct game *g)
{
    return g->engine.data;
}

static inline void holds(struct game *g)
{
    const char *broken = venture_engine.invariant(g->table, &g->engine, g->options);
    if (broken)
        fail_msg("invariant: %s", broken);
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

/* --- playing ----------------------------------------------------------------------------- */

static inline bool read_line(struct game *g, const char *line, struct order *order)
{
    struct order_reader reader = {.game = g->engine.grammar, .data = g->engine.data};
    return order_read(&reader, slice_of(line), 1, &g->arena, order, &g->mistake);
}

/* Plays the lines of a letter without advancing; "" or the code of the mistake, in which case
 * nothing changed. */
static inline const char *letter(struct game *g, int seat, const char *text)
{
    struct table *before = table_clone(g->table);
    struct slice rest = slice_of(text);
    enum outcome outcome = OUTCOME_DONE;
    memset(&g->mistake, 0, sizeof g->mistake);
    g->events = (struct events){.arena = &g->arena};
    while (rest.p && outcome == OUTCOME_DONE) {
        char line[ORDER_LINE];
        struct order order;
        struct slice s = slice_cut(&rest, '\n');
        snprintf(line, sizeof line, "%.*s", (int)s.n, s.p);
        if (!s.n)
            continue;
        if (!read_line(g, line, &order))
            fail_msg("not read: %s (%s)", line, g->mistake.code);
        outcome = venture_engine.apply(&g->play, seat, &order);
    }
    if (outcome == OUTCOME_DONE)
        outcome = venture_engine.close(&g->play, seat);
    if (outcome == OUTCOME_MISTAKE)
        table_copy(g->table, before);
    table_free(&before);
    return outcome == OUTCOME_MISTAKE ? g->mistake.code : "";
}

/* A letter that must be accepted, and what follows it. */
static inline void plays(struct game *g, int seat, const char *text)
{
    const char *code = letter(g, seat, text);
    if (code[0])
        fail_msg("refused: %s\n%s", code, text);
    luck_mark(&g->luck);
    venture_engine.advance(&g->play);
}

/* A letter that must be refused with this code and this line to write instead. */
static inline void refused(struct game *g, int seat, const char *text, const char *code,
                           const char *instead)
{
    struct table *before = table_clone(g->table);
    assert_string_equal(letter(g, seat, text), code);
    assert_true(table_same(before, g->table));
    assert_string_equal(g->mistake.try, instead);
    table_free(&before);
}

/* --- looking ----------------------------------------------------------------------------- */

static inline const struct event *find_event(const struct game *g, const char *code)
{
    for (const struct event *e = g->events.first; e; e = e->next)
        if (strcmp(e->code, code) == 0)
            return e;
    return NULL;
}

static inline int count_events(const struct game *g, const char *code)
{
    int n = 0;
    for (const struct event *e = g->events.first; e; e = e->next)
        n += strcmp(e->code, code) == 0;
    return n;
}

static inline const struct arg *find_arg(const struct arg *args, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(args[i].name, name) == 0)
            return &args[i];
    return NULL;
}

static inline int64_t event_number(const struct game *g, const char *code, const char *name)
{
    const struct event *e = find_event(g, code);
    assert_non_null(e);
    const struct arg *a = find_arg(e->args, e->nargs, name);
    assert_non_null(a);
    return a->n;
}

static inline const char *event_word(const struct game *g, const char *code, const char *name)
{
    const struct event *e = find_event(g, code);
    assert_non_null(e);
    const struct arg *a = find_arg(e->args, e->nargs, name);
    assert_non_null(a);
    return a->word;
}

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
