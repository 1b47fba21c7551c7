/* Divestments and the sales of the other holders: hidden and together, or clockwise; standing
 * orders' situations. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_forex_game.h"

/* Bob sells; seats are Agnes 1, Bob 2, Cynthia 3, David 4. */
static struct game *market_of_four(void)
{
    struct game *g = game_bare(4);
    plays(g, 1, "INVEST CNY");
    has_shares(g, 2, USD, 3);
    has_shares(g, 3, USD, 1);
    has_shares(g, 4, USD, 2);
    has_shares(g, 1, USD, 2);
    for (int c = 0; c < CURRENCIES; c++)
        if (c != USD)
            rate(g, USD, c, 7);
    return g;
}

/* "Bob sells 2, Cynthia 1, David 0, Agnes 2: USD is weakened five times, and all are paid in USD."
 */
static void example_of_the_rules(void **state)
{
    (void)state;
    struct game *g = market_of_four();
    plays(g, 2, "DIVEST USD 2");
    assert_string_equal(awaited(g), "sell 3, sell 4, sell 1");
    assert_int_equal(box(g, USD, JPY), 5);
    plays(g, 1, "SELL 2");
    plays(g, 4, "PASS");
    assert_string_equal(awaited(g), "sell 3");
    assert_int_equal(box(g, USD, JPY), 5); /* nothing is applied before all are in */
    plays(g, 3, "SELL 1");
    assert_int_equal(box(g, USD, JPY), 2);
    for (int c = 0; c < CURRENCIES; c++)
        if (c != USD)
            assert_int_equal(box(g, USD, c), 2);
    assert_int_equal(cash(g, 2, USD), 4 + 8);
    assert_int_equal(cash(g, 3, USD), 4 + 4);
    assert_int_equal(cash(g, 4, USD), 4);
    assert_int_equal(cash(g, 1, USD), 4 + 8);
    assert_int_equal(table_get(g->table, T_GONE + USD, 0), 5);
    assert_int_equal(forex_held(g->table, 2, USD), 1);
    assert_string_equal(awaited(g), "turn 3");
    /* clockwise from the seller: Cynthia, David, Agnes */
    assert_null(find_event(g, "sale-noted")); /* the last answer is played at once */
    const struct event *e = find_event(g, "sell");
    assert_int_equal(find_arg(e->args, e->nargs, "seat")->n, 3);
    assert_int_equal(count_events(g, "sell"), 2);
    assert_int_equal(count_events(g, "sell-none"), 1);
    game_free(g);
}

static void answers_may_be_changed(void **state)
{
    (void)state;
    struct game *g = market_of_four();
    plays(g, 2, "DIVEST ALL USD");
    plays(g, 3, "SELL 1");
    plays(g, 3, "PASS");
    plays(g, 4, "PASS");
    plays(g, 4, "SELL 2 USD");
    plays(g, 1, "SELL 9"); /* at most what is held */
    assert_int_equal(forex_held(g->table, 3, USD), 1);
    assert_int_equal(forex_held(g->table, 4, USD), 0);
    assert_int_equal(forex_held(g->table, 1, USD), 0);
    assert_int_equal(box(g, USD, JPY), -1);
    refused(g, 4, "SELL 1", "no-sale", "");
    assert_string_equal(mistake_word(g, "currency"), "USD");
    assert_int_equal(find_arg(g->mistake.args, g->mistake.nargs, "n")->n, 1);
    game_free(g);
}

static void silence_passes(void **state)
{
    (void)state;
    struct game *g = market_of_four();
    plays(g, 2, "DIVEST USD 1");
    plays(g, 3, "SELL ALL");
    silence(g, 4);
    assert_string_equal(awaited(g), "sell 1");
    silence(g, 1);
    assert_string_equal(awaited(g), "turn 3");
    assert_int_equal(box(g, USD, JPY), 5);
    assert_int_equal(count_events(g, "sell-none"), 2);
    game_free(g);
}

static void refusals(void **state)
{
    (void)state;
    struct game *g = market_of_four();
    refused(g, 2, "DIVEST USD 4", "divest-too-many", "DIVEST USD 3");
    refused(g, 2, "DIVEST USD 0", "divest-nothing", "DIVEST USD 1");
    refused(g, 2, "DIVEST JPY 1", "divest-not-held", "DIVEST USD 1");
    has_shares(g, 3, USD, 0);
    plays(g, 2, "DIVEST USD 1");
    refused(g, 2, "SELL 1", "sale-own", "");
    refused(g, 3, "SELL 1", "sale-not-held", "");
    refused(g, 4, "SELL 1 JPY", "sale-other", "SELL 1");
    refused(g, 2, "INVEST JPY", "turn-done", "");
    refused(g, 4, "INVEST JPY", "not-your-turn", "");
    refused(g, 4, "CHOOSE JPY", "no-choice", "");
    has_shares(g, 1, USD, 0);
    game_free(g);
    g = market_of_four();
    for (int seat = 1; seat <= 4; seat++)
        has_shares(g, seat, USD, 0);
    has_shares(g, 1, CNY, 0);
    refused(g, 2, "DIVEST JPY ALL", "divest-not-held", "RESOLVE");
    game_free(g);
}

static void nobody_else_holds_any(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    has_shares(g, 1, JPY, 2);
    plays(g, 1, "DIVEST JPY 1");
    assert_string_equal(awaited(g), "turn 2");
    game_free(g);
}

/* What an answer is, nobody else learns before all are in: neither from the view nor by what is
 * said. */
static char *seen_by(struct game *g, int seat)
{
    struct table *seen = table_new(g->engine.schema, table_seats(g->table));
    struct view view = table_view(seen, g->table, seat);
    json_t *doc = json_object();
    forex_engine.describe(&view, &g->engine, g->options, 0, doc);
    char *text = json_dumps(doc, JSON_COMPACT);
    if (seat != 3)
        assert_false(table_knows(seen, T_ANSWER, 3));
    struct suggestion *s = arena_new(&g->arena, struct suggestion);
    forex_engine.suggest(&view, &g->engine, g->options, 0, &g->arena, s);
    json_decref(doc);
    table_free(&seen);
    return text;
}

static void answers_are_hidden(void **state)
{
    (void)state;
    static const char *const answers[] = {"PASS", "SELL 1"};
    char *seen[2][5];
    for (int i = 0; i < 2; i++) {
        struct game *g = market_of_four();
        plays(g, 2, "DIVEST USD 1");
        plays(g, 3, answers[i]);
        for (const struct event *e = g->events.first; e; e = e->next)
            assert_int_equal(e->sight, SIGHT_SEAT(3));
        for (int seat = 0; seat <= 4; seat++)
            seen[i][seat] = seen_by(g, seat);
        assert_string_equal(awaited(g), "sell 4, sell 1");
        game_free(g);
    }
    for (int seat = 0; seat <= 4; seat++) {
        if (seat == 3)
            assert_string_not_equal(seen[0][seat], seen[1][seat]);
        else
            assert_string_equal(seen[0][seat], seen[1][seat]);
        free(seen[0][seat]);
        free(seen[1][seat]);
    }
}

/* divest=clockwise: one after the other, each seeing what came before. */
static void clockwise(void **state)
{
    (void)state;
    struct game *g = market_of_four();
    option(g, "divest=clockwise");
    plays(g, 2, "DIVEST USD 2");
    assert_string_equal(awaited(g), "sell 3");
    refused(g, 1, "SELL 1", "sale-done", "");
    plays(g, 3, "SELL 1");
    assert_int_equal(box(g, USD, JPY), 4);
    assert_string_equal(awaited(g), "sell 4");
    refused(g, 3, "PASS", "sale-not-held", "");
    silence(g, 4);
    assert_string_equal(awaited(g), "sell 1");
    plays(g, 1, "SELL ALL");
    assert_int_equal(box(g, USD, JPY), 2);
    assert_string_equal(awaited(g), "turn 3");
    game_free(g);
}

/* --- situations ------------------------------------------------------------------------------ */

static bool matches(struct game *g, int seat, const char *when)
{
    struct order_reader reader = {.game = g->engine.situations,
                                  .data = g->engine.data,
                                  .seats = seat_names,
                                  .nseats = table_seats(g->table)};
    struct await v[AWAITS_MAX];
    struct order order;
    struct mistake m = {0};
    int n = forex_engine.awaits(g->table, g->options, v), rest = -1;
    if (!order_read_part(&reader, slice_of(when), 1, 0, &rest, &g->arena, &order, &m))
        fail_msg("%s: %s", when, m.code);
    assert_true(rest > 0); /* the order behind it */
    for (int i = 0; i < n; i++)
        if (v[i].seat == seat)
            return forex_engine.matches(g->table, g->options, &v[i], &order);
    return false;
}

static void situations_match(void **state)
{
    (void)state;
    struct game *g = market_of_four();
    assert_false(matches(g, 2, "DIVEST USD SELL 2"));
    assert_false(matches(g, 2, "SPOT USD DECLINE"));
    assert_false(matches(g, 2, "TIE CHOOSE USD"));
    rate(g, USD, JPY, 2);
    plays(g, 2, "SPOT GIVE USD TO Agnes FOR JPY");
    assert_true(matches(g, 1, "SPOT USD DECLINE"));
    assert_true(matches(g, 1, "SPOT JPY DECLINE"));
    assert_true(matches(g, 1, "SPOT DECLINE"));
    assert_true(matches(g, 1, "SPOT USD FOR JPY ACCEPT"));
    assert_true(matches(g, 1, "comptant USD contre JPY de Bob ACCEPTER"));
    assert_false(matches(g, 1, "SPOT JPY FOR USD ACCEPT"));
    assert_false(matches(g, 1, "SPOT EUR ACCEPT"));
    assert_false(matches(g, 1, "SPOT FROM David ACCEPT"));
    assert_false(matches(g, 1, "DIVEST USD SELL 1"));
    plays(g, 1, "DECLINE");
    plays(g, 2, "DIVEST USD 1");
    assert_true(matches(g, 3, "DIVEST USD SELL 2"));
    assert_true(matches(g, 3, "DIVEST SELL 2"));
    assert_false(matches(g, 3, "DIVEST JPY SELL 2"));
    assert_false(matches(g, 2, "DIVEST USD SELL 2")); /* never on one's own */
    nobody_sells(g);
    has_shares(g, 1, USD, 1);
    has_shares(g, 2, USD, 0);
    has_shares(g, 3, USD, 0);
    has_shares(g, 4, USD, 0);
    plays(g, 3, "RESOLVE"); /* USD and CNY, 1 each */
    assert_string_equal(awaited(g), "choose 3");
    assert_true(matches(g, 3, "TIE CHOOSE USD"));
    assert_true(matches(g, 3, "TIE CNY CHOOSE CNY"));
    assert_false(matches(g, 3, "TIE JPY CHOOSE JPY"));
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_of_the_rules),
        cmocka_unit_test(answers_may_be_changed),
        cmocka_unit_test(silence_passes),
        cmocka_unit_test(refusals),
        cmocka_unit_test(nobody_else_holds_any),
        cmocka_unit_test(answers_are_hidden),
        cmocka_unit_test(clockwise),
        cmocka_unit_test(situations_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
