/* A table of I'm the Boss! that a test lays out as it likes, and letters played on it. Include
 * behind cmocka.h. */
#ifndef TEST_BOSS_GAME_H
#define TEST_BOSS_GAME_H

#include "engines/boss/orders.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct engine_def boss_engine;

struct game {
    struct engine engine;
    struct table *table;
    int64_t options[OPTIONS_MAX];
    struct luck luck;
    struct events events;
    struct arena arena;
    struct mistake mistake;
    struct play play;
    const char *names[SEATS_MAX + 1];
    char held[SEATS_MAX + 1][600]; /* lines behind the last card that can be stopped */
    int64_t hold[SEATS_MAX + 1];
};

/* Opened once; constant afterwards. */
static inline struct engine opened(void)
{
    static struct engine engine;
    static struct arena arena = ARENA(16 << 20);
    if (!engine.def) {
        engine.def = &boss_engine;
        boss_engine.open(&engine, &arena);
    }
    return engine;
}

static inline struct game *game_new(int seats)
{
    static const char *const names[] = {"",        "David", "Thierry", "Benoit",
                                        "Vincent", "Emma",  "Farid"};
    struct game *g = calloc(1, sizeof *g);
    assert_non_null(g);
    luck_init();
    g->arena = ARENA(256 << 20);
    g->engine = opened();
    options_preset(&g->engine, 0, g->options);
    g->table = table_new(g->engine.schema, seats);
    g->events = (struct events){.arena = &g->arena};
    g->play = (struct play){.engine = &g->engine,
                            .table = g->table,
                            .options = g->options,
                            .luck = &g->luck,
                            .events = &g->events,
                            .arena = &g->arena,
                            .mistake = &g->mistake};
    for (int i = 1; i <= seats; i++)
        g->names[i] = names[i];
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
    boss_engine.setup(&g->play);
    boss_engine.advance(&g->play);
}

static inline const struct boss *cards_of(const struct game *g)
{
    return g->engine.data;
}

static inline void holds(struct game *g)
{
    const char *broken = boss_engine.invariant(g->table, &g->engine, g->options);
    if (broken)
        fail_msg("invariant: %s", broken);
}

/* --- laying out -------------------------------------------------------------------------- */

static inline int kind_named(struct game *g, struct slice name)
{
    int kind = schema_kind(g->engine.schema, name);
    if (kind < 0)
        fail_msg("no piece %.*s", (int)name.n, name.p);
    return kind;
}

/* Moves one piece of each name from where they wait to a place. */
static inline void lay(struct game *g, int from, int place, int seat, const char *names)
{
    struct slice rest = slice_of(names);
    while (rest.p && rest.n) {
        int kind = kind_named(g, slice_cut(&rest, ' '));
        uint16_t id = table_first(g->table, from, 0);
        while (id && table_piece(g->table, id)->kind != kind)
            id = table_next(g->table, id);
        if (!id)
            fail_msg("none left of %s", g->engine.schema->kinds[kind]);
        table_move(g->table, id, place, seat);
    }
}

static inline void hand(struct game *g, int seat, const char *names)
{
    lay(g, P_DECK, P_HAND, seat, names);
}

static inline void hand_of_twelve(struct game *g, int seat)
{
    hand(g, seat, "recruit recruit clan-Sacks clan-Sacks clan-Goldman stop stop boss travel-Sacks travel-Goldman "
                  "travel-joker clan-Cashman");
}

static inline void invest(struct game *g, int seat, const char *names)
{
    lay(g, P_INVESTOR, P_INVESTOR, seat, names);
}

static inline void pawn(struct game *g, int space)
{
    boss_pawn_move(g->table, space);
}

/* Tiles up to the one before this are done, on the highest spaces. */
static inline void next_tile(struct game *g, int tile)
{
    int space = SPACES;
    while (boss_tile(g->table) < tile) {
        table_move_slot(g->table, table_last(g->table, P_TILES, 0), P_BOARD, 0, space--);
        table_plus(g->table, T_DEALS, 0, 1);
    }
}

static inline void cash(struct game *g, int seat, int64_t amount)
{
    table_plus(g->table, T_CASH, seat, amount);
    table_plus(g->table, T_PAID, 0, amount);
}

/* Seat 1 is on turn, the pawn on space 1; every card is in the deck, investors beside the board. */
static inline struct game *game_bare(int seats)
{
    struct game *g = game_new(seats);
    game_setup(g, 1);
    for (int seat = 1; seat <= seats; seat++) {
        while (table_first(g->table, P_HAND, seat))
            table_move(g->table, table_first(g->table, P_HAND, seat), P_DECK, 0);
        while (table_first(g->table, P_INVESTOR, seat))
            table_move(g->table, table_first(g->table, P_INVESTOR, seat), P_INVESTOR, 0);
    }
    pawn(g, 1);
    tally_set(g->table, T_TURN, 1);
    tally_set(g->table, T_PHASE, PHASE_TURN);
    g->events = (struct events){.arena = &g->arena};
    return g;
}

/* Makes the next die show this. */
static inline void next_die(struct game *g, int die)
{
    for (uint32_t seed = 1;; seed++) {
        struct luck luck = {.counter = g->luck.counter};
        memcpy(luck.seed, &seed, sizeof seed);
        if ((int)luck_below(&luck, 6) + 1 == die) {
            memcpy(g->luck.seed, luck.seed, sizeof g->luck.seed);
            return;
        }
    }
}

/* --- playing ----------------------------------------------------------------------------- */

static inline struct order_reader reader_of(const struct game *g)
{
    return (struct order_reader){.game = g->engine.grammar,
                                 .data = g->engine.data,
                                 .seats = g->names,
                                 .nseats = table_seats(g->table)};
}

static inline bool read_line(struct game *g, struct slice line, struct order *order)
{
    struct order_reader reader = reader_of(g);
    return order_read(&reader, line, 1, &g->arena, order, &g->mistake);
}

/* Plays the lines of a letter without advancing; "" or the code of the mistake, in which case
 * nothing changed. Lines behind a HOLD are kept. */
static inline const char *letter(struct game *g, int seat, const char *text)
{
    struct table *before = table_clone(g->table);
    struct slice rest = slice_of(text);
    enum outcome outcome = OUTCOME_DONE;
    memset(&g->mistake, 0, sizeof g->mistake);
    g->events = (struct events){.arena = &g->arena};
    luck_mark(&g->luck);
    g->play.so_far = 0;
    while (rest.p && outcome == OUTCOME_DONE) {
        struct order order;
        struct slice line = slice_trim(slice_cut(&rest, '\n'));
        if (!line.n)
            continue;
        if (!read_line(g, line, &order))
            fail_msg("not read: %.*s (%s)", (int)line.n, line.p, g->mistake.code);
        outcome = boss_engine.apply(&g->play, seat, &order);
    }
    if (outcome == OUTCOME_HOLD) {
        snprintf(g->held[seat], sizeof g->held[seat], "%.*s", (int)rest.n, rest.p ? rest.p : "");
        g->hold[seat] = g->play.hold;
    }
    if (outcome != OUTCOME_MISTAKE)
        outcome = boss_engine.close(&g->play, seat);
    if (outcome == OUTCOME_MISTAKE)
        table_copy(g->table, before);
    table_free(&before);
    return outcome == OUTCOME_MISTAKE ? g->mistake.code : "";
}

static inline void advances(struct game *g)
{
    boss_engine.advance(&g->play);
    holds(g);
    for (int seat = 1; seat <= table_seats(g->table); seat++) {
        enum hold hold = boss_engine.held(g->table, seat, g->hold[seat]);
        char text[600];
        if (!g->held[seat][0] || hold == HOLD_WAIT)
            continue;
        snprintf(text, sizeof text, "%s", g->held[seat]);
        g->held[seat][0] = '\0';
        if (hold == HOLD_DROP)
            continue;
        const char *code = letter(g, seat, text);
        if (code[0])
            fail_msg("held lines refused: %s\n%s", code, text);
        boss_engine.advance(&g->play);
        holds(g);
    }
}

/* A letter that must be accepted, and what follows it. */
static inline void plays(struct game *g, int seat, const char *text)
{
    const char *code = letter(g, seat, text);
    if (code[0])
        fail_msg("refused: %s\n%s", code, text);
    holds(g);
    advances(g);
}

/* A letter that must be refused with this code. */
static inline void refused(struct game *g, int seat, const char *text, const char *code)
{
    struct table *before = table_clone(g->table);
    const char *got = letter(g, seat, text);
    if (strcmp(got, code) != 0)
        fail_msg("%s: \"%s\" in place of \"%s\"", text, got, code);
    assert_true(table_same(before, g->table));
    table_free(&before);
}

/* --- awaits ------------------------------------------------------------------------------ */

static inline const struct await *await_of(struct game *g, int seat)
{
    static struct await v[AWAITS_MAX];
    int n = boss_engine.awaits(g->table, g->options, v);
    for (int i = 0; i < n; i++)
        if (v[i].seat == seat)
            return &v[i];
    return NULL;
}

/* What a seat is asked: "" for nothing. */
static inline const char *asked(struct game *g, int seat)
{
    const struct await *a = await_of(g, seat);
    return a ? a->what : "";
}

static inline void silence(struct game *g, int seat)
{
    const struct await *a = await_of(g, seat);
    if (!a)
        fail_msg("seat %d is not awaited", seat);
    struct await copy = *a;
    g->events = (struct events){.arena = &g->arena};
    luck_mark(&g->luck);
    boss_engine.expire(&g->play, &copy);
    advances(g);
}

/* Everybody asked about a card or a last call passes, once around. */
static inline void all_pass(struct game *g)
{
    for (int seat = 1; seat <= table_seats(g->table); seat++) {
        const struct await *a = await_of(g, seat);
        if (a && a->clock == CLOCK_REACTION)
            plays(g, seat, "PASS");
    }
}

/* A card is played and nobody stops it. */
static inline void goes_through(struct game *g, int seat, const char *text)
{
    plays(g, seat, text);
    all_pass(g);
}

/* --- looking ----------------------------------------------------------------------------- */

static inline const struct event *find_event(const struct game *g, const char *code)
{
    for (const struct event *e = g->events.first; e; e = e->next)
        if (strcmp(e->code, code) == 0)
            return e;
    return NULL;
}

static inline int64_t event_number(const struct game *g, const char *code, const char *name)
{
    const struct event *e = find_event(g, code);
    assert_non_null(e);
    for (int i = 0; i < e->nargs; i++)
        if (strcmp(e->args[i].name, name) == 0)
            return e->args[i].n;
    fail_msg("event %s has no %s", code, name);
    return 0;
}

static inline int64_t cash_of(const struct game *g, int seat)
{
    return table_get(g->table, T_CASH, seat);
}

static inline int count_of(struct game *g, int place, int seat, const char *name)
{
    int kind = kind_named(g, slice_of(name)), n = 0;
    for (uint16_t id = table_first(g->table, place, seat); id; id = table_next(g->table, id))
        n += table_piece(g->table, id)->kind == kind;
    return n;
}

static inline struct deal deal_of(const struct game *g)
{
    struct deal d;
    boss_deal_read(cards_of(g), g->table, g->options, &d);
    return d;
}

static inline int standing_terms(const struct game *g)
{
    return deal_of(g).nterms;
}

#endif
