/* A For-Ex table that a test lays out as it likes, and letters played on it. Include behind
 * cmocka.h. */
#ifndef TEST_FOREX_GAME_H
#define TEST_FOREX_GAME_H

#include "engines/forex/final.h"
#include "engines/forex/orders.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct engine_def forex_engine;

static const char *const seat_names[] = {NULL, "Agnes", "Bob", "Cynthia", "David", "Emma", "Farid"};

struct game {
    struct engine engine;
    struct table *table;
    int64_t options[OPTIONS_MAX];
    struct luck luck;
    struct events events;
    struct arena arena, forever;
    struct mistake mistake;
    struct play play;
    enum outcome outcome; /* of the last letter */
};

static inline struct game *game_new(int seats)
{
    struct game *g = calloc(1, sizeof *g);
    assert_non_null(g);
    luck_init();
    g->arena = ARENA(256 << 20);
    g->forever = ARENA(16 << 20);
    g->engine.def = &forex_engine;
    forex_engine.open(&g->engine, &g->forever);
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
    return g;
}

static inline void game_free(struct game *g)
{
    arena_free(&g->arena);
    arena_free(&g->forever);
    table_free(&g->table);
    free(g);
}

static inline void game_setup(struct game *g, uint32_t seed)
{
    memcpy(g->luck.seed, &seed, sizeof seed);
    luck_mark(&g->luck);
    forex_engine.setup(&g->play);
    forex_engine.advance(&g->play);
}

static inline void option(struct game *g, const char *pair)
{
    const char *why;
    assert_true(options_set(&g->engine, g->options, slice_of(pair), &g->arena, &why));
}

/* Set up; every certificate that chance took out is back. */
static inline struct game *game_bare(int seats)
{
    struct game *g = game_new(seats);
    game_setup(g, 1);
    for (int c = 0; c < CURRENCIES; c++) {
        table_set(g->table, T_HELD + c, 0, CERTIFICATES);
        table_set(g->table, T_GONE + c, 0, 0);
    }
    return g;
}

static inline void holds(struct game *g)
{
    const char *broken = forex_engine.invariant(g->table, &g->engine, g->options);
    if (broken)
        fail_msg("invariant: %s", broken);
}

/* --- laying out -------------------------------------------------------------------------- */

/* Cash in half-units, from the bank. */
static inline void has_cash(struct game *g, int seat, int currency, int sum)
{
    int now = forex_cash(g->table, seat, currency);
    if (sum > now)
        forex_pay(g->table, currency, 0, seat, sum - now);
    else
        forex_pay(g->table, currency, seat, 0, now - sum);
}

static inline void has_shares(struct game *g, int seat, int currency, int n)
{
    int now = forex_held(g->table, seat, currency);
    table_plus(g->table, T_HELD + currency, 0, now - n);
    table_set(g->table, T_HELD + currency, seat, n);
    holds(g);
}

static inline void rate(struct game *g, int a, int b, int box)
{
    forex_box_set(g->table, a, b, box);
}

/* --- playing ----------------------------------------------------------------------------- */

static inline bool read_line(struct game *g, const char *line, struct order *order)
{
    struct order_reader reader = {.game = g->engine.grammar,
                                  .data = g->engine.data,
                                  .seats = seat_names,
                                  .nseats = table_seats(g->table)};
    return order_read(&reader, slice_of(line), 1, &g->arena, order, &g->mistake);
}

/* Plays the lines of a letter without advancing; "" or the code of the mistake, in which case
 * nothing changed. Lines behind a proposal are not played. */
static inline const char *letter(struct game *g, int seat, const char *text)
{
    struct table *before = table_clone(g->table);
    struct slice rest = slice_of(text);
    g->outcome = OUTCOME_DONE;
    memset(&g->mistake, 0, sizeof g->mistake);
    g->events = (struct events){.arena = &g->arena};
    while (rest.p && g->outcome == OUTCOME_DONE) {
        char line[ORDER_LINE];
        struct order order;
        struct slice s = slice_cut(&rest, '\n');
        snprintf(line, sizeof line, "%.*s", (int)s.n, s.p);
        if (!s.n)
            continue;
        if (!read_line(g, line, &order))
            fail_msg("not read: %s (%s)", line, g->mistake.code);
        g->outcome = forex_engine.apply(&g->play, seat, &order);
        if (g->outcome != OUTCOME_MISTAKE)
            holds(g);
    }
    if (g->outcome != OUTCOME_MISTAKE && forex_engine.close(&g->play, seat) == OUTCOME_MISTAKE)
        g->outcome = OUTCOME_MISTAKE;
    if (g->outcome == OUTCOME_MISTAKE)
        table_copy(g->table, before);
    table_free(&before);
    return g->outcome == OUTCOME_MISTAKE ? g->mistake.code : "";
}

/* A letter that must be accepted, and what follows it. */
static inline void plays(struct game *g, int seat, const char *text)
{
    const char *code = letter(g, seat, text);
    if (code[0])
        fail_msg("refused: %s\n%s", code, text);
    forex_engine.advance(&g->play);
    holds(g);
}

/* A letter that must be refused with this code and this line to write instead. */
static inline void refused(struct game *g, int seat, const char *text, const char *code,
                           const char *instead)
{
    struct table *before = table_clone(g->table);
    assert_string_equal(letter(g, seat, text), code);
    assert_true(table_same(before, g->table));
    assert_string_equal(g->mistake.try, instead);
    if (instead[0] && strncmp(instead, "WHEN", 4) != 0) { /* and that one is legal */
        char line[TRY_MAX];
        snprintf(line, sizeof line, "%s", instead);
        assert_string_equal(letter(g, seat, line), "");
        table_copy(g->table, before);
        letter(g, seat, text); /* the mistake again, for who wants to look at it */
    }
    table_free(&before);
}

/* Passes for everyone who is asked to sell. */
static inline void nobody_sells(struct game *g)
{
    while (table_get(g->table, T_PHASE, 0) == PHASE_SALES) {
        struct await v[AWAITS_MAX];
        assert_true(forex_engine.awaits(g->table, g->options, v) > 0);
        plays(g, v[0].seat, "PASS");
    }
}

/* The deadline of this seat passes. */
static inline void silence(struct game *g, int seat)
{
    struct await v[AWAITS_MAX];
    int n = forex_engine.awaits(g->table, g->options, v), i = 0;
    while (i < n && v[i].seat != seat)
        i++;
    assert_true(i < n);
    g->events = (struct events){.arena = &g->arena};
    forex_engine.expire(&g->play, &v[i]);
    forex_engine.advance(&g->play);
    holds(g);
}

/* --- looking ----------------------------------------------------------------------------- */

/* "sell 3, sell 4": who is awaited for what. */
static inline const char *awaited(const struct game *g)
{
    static char text[200];
    struct await v[AWAITS_MAX];
    int n = forex_engine.awaits(g->table, g->options, v);
    text[0] = '\0';
    for (int i = 0; i < n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %d", i ? ", " : "",
                 v[i].what, v[i].seat);
    return text;
}

static inline int64_t matter(const struct game *g)
{
    struct await v[AWAITS_MAX];
    assert_true(forex_engine.awaits(g->table, g->options, v) > 0);
    return v[0].matter;
}

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

/* The word of an arg of the first such event; "" when it has none. */
static inline const char *event_word(const struct game *g, const char *code, const char *name)
{
    const struct event *e = find_event(g, code);
    assert_non_null(e);
    const struct arg *a = find_arg(e->args, e->nargs, name);
    return a ? a->word : "";
}

static inline const char *mistake_word(const struct game *g, const char *name)
{
    const struct arg *a = find_arg(g->mistake.args, g->mistake.nargs, name);
    return a ? a->word : "";
}

static inline int cash(const struct game *g, int seat, int currency)
{
    return forex_cash(g->table, seat, currency);
}

static inline int box(const struct game *g, int a, int b)
{
    return forex_box(g->table, a, b);
}

/* "A DIVIDEND B": the queue. */
static inline const char *queue(const struct game *g)
{
    static char text[80];
    text[0] = '\0';
    for (uint16_t id = table_first(g->table, P_QUEUE, 0); id; id = table_next(g->table, id)) {
        struct due e;
        forex_entry(g->table, id, &e);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s%s", text[0] ? " " : "",
                 forex_kinds[e.letter], e.what == DUE_LOAN ? "*" : "");
    }
    return text;
}

/* --- chance ------------------------------------------------------------------------------ */

static uint32_t dice_state __attribute__((unused));

static inline int dice(int n)
{
    dice_state = dice_state * 1664525u + 1013904223u;
    return (int)((dice_state >> 8) % (uint32_t)n);
}

/* Some line, often illegal. */
static inline void random_line(struct game *g, char *line, size_t size)
{
    const char *a = forex_currency[dice(CURRENCIES)], *b = forex_currency[dice(CURRENCIES)];
    int seats = table_seats(g->table);
    switch (dice(16)) {
    case 0:
        snprintf(line, size, "SPOT GIVE %s TO %d FOR %s", a, 1 + dice(seats), b);
        break;
    case 1:
        snprintf(line, size, "SPOT TAKE %d", (int)table_get(g->table, T_SERIAL, 0) + 1 - dice(2));
        break;
    case 2:
        snprintf(line, size, "SUGGEST GIVE %s FOR %s", a, b);
        break;
    case 3:
    case 4:
    case 5:
        snprintf(line, size, "CONTRACT PAY %d%s %s FOR %s", dice(10), dice(2) ? ".5" : "", a, b);
        break;
    case 6:
    case 7:
    case 8:
    case 9:
        snprintf(line, size, "INVEST %s %s", a, b);
        break;
    case 10:
    case 11:
        snprintf(line, size, "INVEST %s", a);
        break;
    case 12:
    case 13:
        snprintf(line, size, "DIVEST %s %d", a, 1 + dice(3));
        break;
    default:
        snprintf(line, size, dice(2) ? "RESOLVE PREFER %s %s" : "RESOLVE", a, b);
    }
}

static inline void random_answer(char *line, size_t size, const char *what)
{
    if (strcmp(what, "spot") == 0)
        snprintf(line, size, dice(2) ? "ACCEPT" : "DECLINE");
    else if (strcmp(what, "sell") == 0)
        snprintf(line, size, "SELL %d", dice(4));
    else
        snprintf(line, size, "CHOOSE %s", forex_currency[dice(CURRENCIES)]);
}

#endif
