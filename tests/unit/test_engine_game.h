/* A table of some engine, letters played on it, and what they said: what the unit tests of every
 * engine need. Include behind cmocka.h, with the engine named before:
 *     #define GAME_ENGINE forex_engine
 *     #define GAME_CHECKED 1     the invariant must hold after every order and letter
 *     #define GAME_TRIES 1       a line offered instead of a mistake must itself be legal
 * (0 for tests whose tables are laid by halves). */
#ifndef TEST_ENGINE_GAME_H
#define TEST_ENGINE_GAME_H

#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct engine_def GAME_ENGINE;

static const char *const seat_names[] = {NULL, "Agnes", "Bob", "Cynthia", "David", "Emma", "Farid"};

struct game {
    struct engine engine;
    struct table *table;
    int64_t options[OPTIONS_MAX];
    struct luck luck;
    struct events events;
    struct arena arena;
    struct mistake mistake;
    struct play play;
    enum outcome outcome; /* of the last letter */
};

/* Opened once; constant afterwards. */
static inline struct engine opened(void)
{
    static struct engine engine;
    static struct arena arena = ARENA(16 << 20);
    if (!engine.def) {
        engine.def = &GAME_ENGINE;
        GAME_ENGINE.open(&engine, &arena);
    }
    return engine;
}

/* An empty table with the presets of a variant. */
static inline struct game *game_open(int seats, int variant)
{
    struct game *g = calloc(1, sizeof *g);
    assert_non_null(g);
    luck_init();
    g->arena = ARENA(256 << 20);
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
    GAME_ENGINE.setup(&g->play);
    GAME_ENGINE.advance(&g->play);
}

static inline void option(struct game *g, const char *pair)
{
    const char *why;
    assert_true(options_set(&g->engine, g->options, slice_of(pair), &g->arena, &why));
}

static inline void holds(struct game *g)
{
    const char *broken = GAME_ENGINE.invariant(g->table, &g->engine, g->options);
    if (broken)
        fail_msg("invariant: %s", broken);
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
 * nothing changed. Lines behind one that holds the letter are not played. */
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
        g->outcome = GAME_ENGINE.apply(&g->play, seat, &order);
        if (GAME_CHECKED && g->outcome != OUTCOME_MISTAKE)
            holds(g);
    }
    if (g->outcome == OUTCOME_DONE && GAME_ENGINE.close(&g->play, seat) == OUTCOME_MISTAKE)
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
    luck_mark(&g->luck);
    GAME_ENGINE.advance(&g->play);
    if (GAME_CHECKED)
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
    if (GAME_TRIES && instead[0] && strncmp(instead, "WHEN", 4) != 0) {
        char line[TRY_MAX];
        snprintf(line, sizeof line, "%s", instead);
        assert_string_equal(letter(g, seat, line), "");
        table_copy(g->table, before);
        letter(g, seat, text); /* the mistake again, for who wants to look at it */
    }
    table_free(&before);
}

/* --- time -------------------------------------------------------------------------------- */

/* "sell 3, sell 4": who is awaited for what. */
static inline const char *awaited(const struct game *g)
{
    static char text[200];
    struct await v[AWAITS_MAX];
    int n = GAME_ENGINE.awaits(g->table, g->options, v);
    text[0] = '\0';
    for (int i = 0; i < n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %d", i ? ", " : "",
                 v[i].what, v[i].seat);
    return text;
}

/* Of the first await. */
static inline int64_t matter(const struct game *g)
{
    struct await v[AWAITS_MAX];
    assert_true(GAME_ENGINE.awaits(g->table, g->options, v) > 0);
    return v[0].matter;
}

/* The deadline of this seat passes. */
static inline void silence(struct game *g, int seat)
{
    struct await v[AWAITS_MAX];
    int n = GAME_ENGINE.awaits(g->table, g->options, v), i = 0;
    while (i < n && v[i].seat != seat)
        i++;
    assert_true(i < n);
    g->events = (struct events){.arena = &g->arena};
    luck_mark(&g->luck);
    GAME_ENGINE.expire(&g->play, &v[i]);
    GAME_ENGINE.advance(&g->play);
    if (GAME_CHECKED)
        holds(g);
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

/* An arg of the first such event. */
static inline int64_t event_number(const struct game *g, const char *code, const char *name)
{
    const struct event *e = find_event(g, code);
    assert_non_null(e);
    const struct arg *a = find_arg(e->args, e->nargs, name);
    assert_non_null(a);
    return a->n;
}

/* The same for a word; "" when it has none. */
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

/* --- reports ----------------------------------------------------------------------------- */

/* What a seat is told of the table. */
static inline json_t *described(struct game *g, int seat)
{
    struct table *seen = table_new(g->engine.schema, table_seats(g->table));
    struct view view = table_view(seen, g->table, seat);
    json_t *doc = json_object();
    GAME_ENGINE.describe(&view, &g->engine, g->options, g->play.variant, doc);
    table_free(&seen);
    return doc;
}

/* Orders a report offers, collected from anywhere in it; they live as long as the report. */
static inline int orders_in(const json_t *doc, const char **v, int max)
{
    const char *key;
    json_t *value;
    size_t i;
    int n = 0;
    json_array_foreach((json_t *)doc, i, value) n += orders_in(value, v + n, max - n);
    json_object_foreach((json_t *)doc, key, value)
    {
        if (strcmp(key, "order") == 0 && n < max)
            v[n++] = json_string_value(value);
        else
            n += orders_in(value, v + n, max - n);
    }
    return n;
}

/* The phrases of the engine in a language; to be freed. */
static inline char *phrases_of(const char *lang)
{
    const char *top = getenv("TOP_SRCDIR");
    char path[1000];
    snprintf(path, sizeof path, "%s/templates/%s/%s/phrases", top ? top : ".", lang,
             GAME_ENGINE.name);
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("cannot read %s", path);
    char *text = calloc(1, 1 << 20);
    assert_true(text && fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

static inline void expect_phrase(const char *lang, const char *text, const char *family,
                                 const char *key)
{
    char line[100];
    int n = snprintf(line, sizeof line, "\n%s%s = ", family, key);
    const char *at = strstr(text, line);
    if (!at || at[n] == '\n')
        fail_msg("no phrase for %s%s in %s", family, key, lang);
    if (strstr(at + 1, line))
        fail_msg("two phrases for %s%s in %s", family, key, lang);
}

/* One phrase for each code, verb, situation and option; returns how many codes there are. */
static inline int expect_phrases(const char *lang, const char *text)
{
    struct engine e = opened();
    int codes = 0;
    for (; e.def->codes[codes]; codes++)
        expect_phrase(lang, text, "", e.def->codes[codes]);
    for (int i = 0; i < e.grammar->nverbs; i++)
        expect_phrase(lang, text, "help.", e.grammar->verbs[i].name);
    for (int i = 0; e.situations && i < e.situations->nverbs; i++)
        expect_phrase(lang, text, "situation.", e.situations->verbs[i].name);
    for (int i = 0; i < e.def->noptions; i++)
        expect_phrase(lang, text, "option.", e.def->options[i].name);
    return codes;
}

#endif
