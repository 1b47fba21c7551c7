/* A Capital Power table that a test lays out as it likes, and letters played on it. Include behind
 * cmocka.h. */
#ifndef TEST_CAPITAL_GAME_H
#define TEST_CAPITAL_GAME_H

#include "engines/capital/due.h"
#include "engines/capital/flow.h"
#include "engines/capital/landing.h"
#include "engines/capital/notes.h"
#include "engines/capital/orders.h"
#include "engines/capital/trade.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct engine_def capital_engine;

static const char *const seat_names[] = {NULL, "Agnes", "Bob", "Cynthia", "David"};

/* Companies by name. */
enum { RH, R1, R2, R3, R4, R5, BH, B1, B2, B3, B4, B5, VH };

struct game {
    struct engine engine;
    const struct board *board;
    struct table *table;
    int64_t options[OPTIONS_MAX];
    struct luck luck;
    struct events events;
    struct arena arena, forever;
    struct mistake mistake;
    struct play play;
    enum outcome outcome; /* of the last letter */
};

static inline void option(struct game *g, const char *pair)
{
    const char *why;
    assert_true(options_set(&g->engine, g->options, slice_of(pair), &g->arena, &why));
}

static inline void holds(struct game *g)
{
    const char *broken = capital_engine.invariant(g->table, &g->engine, g->options);
    if (broken)
        fail_msg("invariant: %s", broken);
}

/* Set up; options are k=v with spaces between, or NULL. */
static inline struct game *game_new(int seats, const char *options)
{
    struct game *g = calloc(1, sizeof *g);
    assert_non_null(g);
    luck_init();
    g->arena = ARENA(256 << 20);
    g->forever = ARENA(16 << 20);
    g->engine.def = &capital_engine;
    capital_engine.open(&g->engine, &g->forever);
    g->board = g->engine.data;
    options_preset(&g->engine, 0, g->options);
    struct slice rest = slice_of(options);
    while (rest.p && rest.n)
        option(g, arena_slice(&g->arena, slice_cut(&rest, ' ')));
    g->table = table_new(g->engine.schema, seats);
    g->events = (struct events){.arena = &g->arena};
    g->play = (struct play){.engine = &g->engine,
                            .table = g->table,
                            .options = g->options,
                            .luck = &g->luck,
                            .events = &g->events,
                            .arena = &g->arena,
                            .mistake = &g->mistake};
    luck_mark(&g->luck);
    capital_engine.setup(&g->play);
    capital_engine.advance(&g->play);
    holds(g);
    return g;
}

static inline void game_free(struct game *g)
{
    arena_free(&g->arena);
    arena_free(&g->forever);
    table_free(&g->table);
    free(g);
}

/* --- laying out -------------------------------------------------------------------------- */

static inline int cell_named(const struct game *g, const char *name)
{
    for (int i = 0; i < g->board->n; i++)
        if (strcmp(g->board->cells[i].name, name) == 0)
            return i;
    fail_msg("no cell %s", name);
    return -1;
}

static inline void at(struct game *g, int company, const char *cell)
{
    company_set(g->table, T_CELL, company, cell_named(g, cell) + 1);
}

static inline const char *where(const struct game *g, int company)
{
    int cell = capital_cell(g->board, g->table, company);
    return cell < 0 ? "" : g->board->cells[cell].name;
}

static inline void has_cash(struct game *g, int seat, int64_t white, int64_t black)
{
    capital_pay(g->table, 0, seat, WHITE, white - capital_cash(g->table, seat, WHITE));
    capital_pay(g->table, 0, seat, BLACK, black - capital_cash(g->table, seat, BLACK));
}

static inline void has_books(struct game *g, int company, int64_t sum)
{
    capital_entry(&g->play, company, sum - capital_balance(g->table, company), WHY_OWN);
}

/* A company on the board without any money. */
static inline void has_company(struct game *g, int company, int type, int64_t capital, int majority)
{
    company_set(g->table, T_CELL, company, 1);
    company_set(g->table, T_TYPE, company, type);
    company_set(g->table, T_CAPITAL, company, capital);
    company_set(g->table, T_MAJORITY, company, majority + 1);
    capital_show_books(g->board, g->table);
}

static inline void has_shares(struct game *g, int company, int64_t n)
{
    table_plus(g->table, T_BANK, 0, company_get(g->table, T_SHARES, company) - n);
    company_set(g->table, T_SHARES, company, n);
}

/* The next die thrown shows this. */
static inline void next_die(struct game *g, int die)
{
    for (;; g->luck.counter++) {
        struct luck copy = g->luck;
        if ((int)luck_below(&copy, 6) == die - 1)
            return;
    }
}

/* --- playing ----------------------------------------------------------------------------- */

/* Plays the lines of a letter without advancing; "" or the code of the mistake, in which case nothing
 * changed. Lines behind one that waits are not played. */
static inline const char *letter(struct game *g, int seat, const char *text)
{
    struct table *before = table_clone(g->table);
    struct slice rest = slice_of(text);
    struct order_reader reader = {.game = g->engine.grammar,
                                  .data = g->engine.data,
                                  .seats = seat_names,
                                  .nseats = table_seats(g->table)};
    g->outcome = OUTCOME_DONE;
    memset(&g->mistake, 0, sizeof g->mistake);
    g->events = (struct events){.arena = &g->arena};
    luck_mark(&g->luck);
    while (rest.p && g->outcome == OUTCOME_DONE) {
        struct order order;
        const char *line = arena_slice(&g->arena, slice_cut(&rest, '\n'));
        if (!line[0])
            continue;
        if (!order_read(&reader, slice_of(line), 1, &g->arena, &order, &g->mistake))
            fail_msg("not read: %s (%s)", line, g->mistake.code);
        g->outcome = capital_engine.apply(&g->play, seat, &order);
        if (g->outcome != OUTCOME_MISTAKE)
            holds(g);
    }
    if (g->outcome == OUTCOME_MISTAKE)
        table_copy(g->table, before);
    table_free(&before);
    return g->outcome == OUTCOME_MISTAKE ? g->mistake.code : "";
}

/* The same, and it must be accepted; the turn stays open. */
static inline void orders(struct game *g, int seat, const char *text)
{
    const char *code = letter(g, seat, text);
    if (code[0])
        fail_msg("refused: %s\n%s", code, text);
}

/* A whole letter with what follows it. */
static inline void plays(struct game *g, int seat, const char *text)
{
    orders(g, seat, text);
    capital_engine.close(&g->play, seat);
    capital_engine.advance(&g->play);
    holds(g);
}

/* A letter that must be refused with this code, and this line to write instead. */
static inline void refused(struct game *g, int seat, const char *text, const char *code,
                           const char *instead)
{
    struct table *before = table_clone(g->table);
    assert_string_equal(letter(g, seat, text), code);
    assert_true(table_same(before, g->table));
    assert_string_equal(g->mistake.try, instead);
    if (instead[0]) { /* and that one is legal */
        const char *line = arena_strdup(&g->arena, instead);
        assert_string_equal(letter(g, seat, line), "");
        table_copy(g->table, before);
    }
    table_free(&before);
}

/* The pawn stands on this cell and the landing is played; it stays open where there is a choice. */
static inline void lands(struct game *g, int company, const char *cell)
{
    int seat = capital_owner(g->board, g->table, company);
    table_set(g->table, T_TURN, 0, seat);
    table_set(g->table, T_PHASE, 0, PHASE_TURN);
    table_set(g->table, T_ACTED, 0, ACTED_NOW);
    at(g, company, cell);
    company_set(g->table, T_MOVED, company, MOVED);
    g->events = (struct events){.arena = &g->arena};
    luck_mark(&g->luck);
    capital_land(&g->play, seat, company, NULL, 0);
}

static inline void lands_done(struct game *g, int company, const char *cell)
{
    lands(g, company, cell);
    if (capital_open_company(g->table) != NO_COMPANY)
        capital_close_landing(&g->play);
    holds(g);
}

static inline void silence(struct game *g, int seat)
{
    struct await v[AWAITS_MAX];
    int n = capital_engine.awaits(g->table, g->options, v), i = 0;
    while (i < n && v[i].seat != seat)
        i++;
    assert_true(i < n);
    g->events = (struct events){.arena = &g->arena};
    luck_mark(&g->luck);
    capital_engine.expire(&g->play, &v[i]);
    capital_engine.advance(&g->play);
    holds(g);
}

/* --- looking ----------------------------------------------------------------------------- */

static inline const char *awaited(const struct game *g)
{
    static char text[200];
    struct await v[AWAITS_MAX];
    int n = capital_engine.awaits(g->table, g->options, v);
    text[0] = '\0';
    for (int i = 0; i < n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %d", i ? ", " : "",
                 v[i].what, v[i].seat);
    return text;
}

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
    for (int i = 0; e && i < e->nargs; i++)
        if (strcmp(e->args[i].name, name) == 0)
            return e->args[i].n;
    fail_msg("no event %s with %s", code, name);
    return 0;
}

#define assert_cash(g, seat, white, black)                                                         \
    do {                                                                                           \
        assert_int_equal(capital_cash((g)->table, (seat), WHITE), (white));                        \
        assert_int_equal(capital_cash((g)->table, (seat), BLACK), (black));                        \
    } while (0)
#define assert_books(g, company, sum)                                                              \
    assert_int_equal(capital_balance((g)->table, (company)), (sum))

#endif
