/* A moderator can set any tally to anything and lay any piece anywhere. Whatever he does, the
 * engine goes on: somebody is awaited or the game is over, what a bot would do is legal, reports
 * can be written, and silence leads on. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_forex_game.h"
#include "test_games.h"

enum { ROUNDS = 1200, LEAST = 400, STEPS = 40 };

static int64_t odd_value(void)
{
    static const int64_t values[] = {INT64_MIN,
                                     INT64_MAX,
                                     -1,
                                     0,
                                     1,
                                     2,
                                     3,
                                     4,
                                     5,
                                     6,
                                     7,
                                     8,
                                     9,
                                     10,
                                     11,
                                     99,
                                     -7,
                                     127,
                                     128,
                                     -11,
                                     255,
                                     1 << 20,
                                     INT64_C(1) << 40};
    return values[dice((int)(sizeof values / sizeof values[0]))];
}

/* One ruling, as the moderator's verbs allow it. */
static void rule(struct game *g)
{
    struct table *t = g->table;
    uint16_t id = (uint16_t)(1 + dice(table_pieces(t)));
    switch (dice(4)) {
    case 0:
        if (dice(6) == 0)
            table_remove(t, id);
        else
            table_move(t, id, dice(PLACES), dice(table_seats(t) + 1));
        break;
    case 1:
        if (table_piece(t, id)->place != PLACE_NONE)
            table_slot(t, id, (int)(int16_t)odd_value());
        table_mark(t, id, dice(MARKS), (int32_t)odd_value());
        break;
    case 2: /* those the game goes by */
        table_set(t, dice(T_CASH), dice(table_seats(t) + 1), odd_value());
        break;
    default:
        table_set(t, dice(TALLIES), dice(table_seats(t) + 1), odd_value());
    }
}

/* Everything that only looks. */
static void look(struct game *g)
{
    struct standing v[SEATS_MAX];
    struct table *seen = table_new(g->engine.schema, table_seats(g->table));
    assert_int_equal(forex_engine.standings(g->table, &g->engine, g->options, 0, v),
                     table_seats(g->table));
    forex_engine.invariant(g->table, &g->engine, g->options);
    for (int seat = SIGHT_MODERATOR; seat <= table_seats(g->table); seat++) {
        json_t *doc = json_object();
        struct view view = table_view(seen, g->table, seat);
        forex_engine.describe(&view, &g->engine, g->options, 0, doc);
        if (seat >= 1)
            forex_engine.held(g->table, seat, 0);
        json_decref(doc);
    }
    table_free(&seen);
}

static int whom(struct game *g, struct await *v)
{
    int n = forex_engine.awaits(g->table, g->options, v);
    for (int i = 0; i < n; i++)
        assert_true(v[i].seat >= 1 && v[i].seat <= table_seats(g->table));
    return n;
}

static void try_bot(struct game *g, int seat)
{
    struct table *seen = table_new(g->engine.schema, table_seats(g->table));
    struct view view = table_view(seen, g->table, seat);
    struct suggestion *s = arena_new(&g->arena, struct suggestion);
    forex_engine.suggest(&view, &g->engine, g->options, 0, &g->arena, s);
    assert_true(s->n > 0);
    for (int i = 0; i < s->n; i++)
        if (forex_engine.apply(&g->play, seat, &s->orders[i]) == OUTCOME_MISTAKE)
            fail_msg("a bot's order is refused: %s", g->mistake.code);
    table_free(&seen);
}

static void try_chance(struct game *g, const struct await *a)
{
    struct table *before = table_clone(g->table);
    char line[100];
    struct order order;
    if (strcmp(a->what, "turn") == 0)
        random_line(g, line, sizeof line);
    else
        random_answer(line, sizeof line, a->what);
    assert_true(read_line(g, line, &order));
    if (forex_engine.apply(&g->play, a->seat, &order) == OUTCOME_MISTAKE)
        table_copy(g->table, before);
    table_free(&before);
}

static void step(struct game *g)
{
    struct await v[AWAITS_MAX];
    int n = whom(g, v);
    g->events = (struct events){.arena = &g->arena};
    if (n == 0) {
        assert_true(forex_engine.finished(g->table));
        return;
    }
    const struct await *a = &v[dice(n)];
    switch (dice(3)) {
    case 0:
        forex_engine.expire(&g->play, a);
        break;
    case 1:
        try_bot(g, a->seat);
        break;
    default:
        try_chance(g, a);
    }
    forex_engine.advance(&g->play);
    arena_reset(&g->arena);
}

static void odd_tables_are_played_on(void **state)
{
    (void)state;
    int ended = 0, rounds = games_asked(ROUNDS, LEAST);
    for (int i = 0; i < rounds; i++) {
        struct game *g = game_new(2 + i % 5);
        dice_state = (uint32_t)i * 2654435761u + 3;
        if (i % 4 == 0)
            option(g, "divest=clockwise");
        game_setup(g, (uint32_t)i);
        for (int k = dice(STEPS); k > 0; k--)
            step(g);
        for (int k = 1 + dice(4); k > 0; k--)
            rule(g);
        struct await v[AWAITS_MAX];
        whom(g, v);
        look(g); /* before anything follows by itself, too */
        if (i % 2 && whom(g, v))
            forex_engine.expire(&g->play, &v[0]);
        forex_engine.advance(&g->play);
        look(g);
        for (int k = 0; k < STEPS; k++)
            step(g);
        look(g);
        ended += forex_engine.finished(g->table);
        game_free(g);
    }
    assert_true(ended > rounds / 20 && ended < rounds);
}

/* Left alone, any of them comes to an end: silence resolves, or skips no more than a round. */
static void silence_ends_them(void **state)
{
    (void)state;
    for (int i = 0; i < 500; i++) {
        struct game *g = game_new(2 + i % 5);
        dice_state = (uint32_t)i * 40503u + 9;
        game_setup(g, (uint32_t)i);
        for (int k = dice(STEPS); k > 0; k--)
            step(g);
        for (int k = 1 + dice(4); k > 0; k--)
            rule(g);
        forex_engine.advance(&g->play);
        int n = 0;
        for (struct await v[AWAITS_MAX]; whom(g, v); n++) {
            assert_true(n < 1000);
            forex_engine.expire(&g->play, &v[0]);
            forex_engine.advance(&g->play);
            arena_reset(&g->arena);
            g->events = (struct events){.arena = &g->arena};
        }
        assert_true(forex_engine.finished(g->table));
        game_free(g);
    }
}

/* A letter on a table whose invariant is broken. */
static const char *order(struct game *g, int seat, const char *line)
{
    struct order o;
    assert_true(read_line(g, line, &o));
    if (forex_engine.apply(&g->play, seat, &o) == OUTCOME_MISTAKE)
        return g->mistake.code;
    forex_engine.advance(&g->play);
    return "";
}

/* The rulebook's second end: nothing is left in the queue. */
static void an_empty_queue_ends_the_game(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    struct await v[AWAITS_MAX];
    table_remove(g->table, table_first(g->table, P_QUEUE, 0));
    assert_string_equal(order(g, 1, "INVEST USD"), "");
    assert_string_equal(order(g, 2, "RESOLVE DIVIDEND"), "queue-empty");
    whom(g, v);
    forex_engine.expire(&g->play, &v[0]); /* not by silence, at first */
    forex_engine.advance(&g->play);
    assert_false(forex_engine.finished(g->table));
    assert_string_equal(order(g, 1, "RESOLVE PREFER USD"), "");
    assert_true(forex_engine.finished(g->table));
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odd_tables_are_played_on),
        cmocka_unit_test(silence_ends_them),
        cmocka_unit_test(an_empty_queue_ends_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
