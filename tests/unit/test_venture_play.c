/* Whole games by suggestion and by chance, what reports are made of, and words for every code. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_venture_game.h"

static uint64_t seed = 2463534242u;

static uint32_t any(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed % n);
}

/* --- whole games ------------------------------------------------------------------------- */

static void suggested(struct game *g, struct table *seen, int seat, struct suggestion *s)
{
    struct view view = table_view(seen, g->table, seat);
    venture_engine.suggest(&view, &g->engine, g->options, g->play.variant, &g->arena, s);
}

/* A letter of some offered orders, put together by chance: legal or not. */
static bool by_chance(struct game *g, int seat)
{
    const char *orders[600];
    char text[1000] = "";
    json_t *doc = described(g, seat);
    int n = orders_in(doc, orders, 600), lines = 1 + (int)any(3);
    assert_true(n > 0);
    for (int i = 0; i < lines; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s\n", orders[any((uint32_t)n)]);
    }
    bool ok = letter(g, seat, text)[0] == '\0';
    json_decref(doc);
    return ok;
}

static void play_suggestion(struct game *g, struct table *seen, struct suggestion *s, int seat)
{
    suggested(g, seen, seat, s);
    assert_true(s->n > 0);
    for (int i = 0; i < s->n; i++) {
        if (venture_engine.apply(&g->play, seat, &s->orders[i]) != OUTCOME_DONE)
            fail_msg("suggestion refused: %s", g->mistake.code);
        holds(g);
    }
    if (venture_engine.close(&g->play, seat) != OUTCOME_DONE)
        fail_msg("suggestion refused at the end: %s", g->mistake.code);
}

static void thousand_games(void **state)
{
    (void)state;
    struct suggestion *s = malloc(sizeof *s);
    int by_market = 0, by_stall = 0, refusals = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        int seats = 2 + (int)(i % 5), turns = 0;
        struct game *g = game_new(seats, (int)(i / 5 % 2));
        struct table *seen = table_new(g->engine.schema, seats);
        g->options[OPT_DRAW] = 2 + i % 7 / 6;
        g->options[OPT_HAND_LIMIT] = i % 11 == 0 ? 8 : 0;
        bool chancy = i % 21 == 0;
        game_setup(g, i);
        while (!venture_engine.finished(g->table)) {
            struct await await[AWAITS_MAX];
            assert_int_equal(venture_engine.awaits(g->table, g->options, await), 1);
            arena_reset(&g->arena);
            g->events = (struct events){.arena = &g->arena};
            luck_mark(&g->luck);
            if (chancy && any(30) == 0) {
                venture_engine.expire(&g->play, &await[0]);
            } else if (!chancy || any(2) || !by_chance(g, await[0].seat)) {
                refusals += g->mistake.code != NULL;
                g->mistake.code = NULL;
                g->events = (struct events){.arena = &g->arena};
                play_suggestion(g, seen, s, await[0].seat);
            }
            venture_engine.advance(&g->play);
            holds(g);
            assert_true(++turns < 1000);
        }
        by_market += find_event(g, "end-market") != NULL;
        by_stall += find_event(g, "end-stall") != NULL;
        table_free(&seen);
        game_free(g);
    }
    free(s);
    assert_int_equal(by_market + by_stall, 1000);
    assert_true(by_market > 900);
    assert_true(refusals > 100); /* chance must also have tried what is illegal */
}

/* The same view gives the same letter, and only the seat on turn gets one. */
static void suggestions_are_deterministic(void **state)
{
    (void)state;
    struct game *g = game_new(4, VARIANT_VENTURE);
    struct table *seen = table_new(g->engine.schema, 4);
    struct suggestion *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    game_setup(g, 9);
    suggested(g, seen, 1, a);
    suggested(g, seen, 1, b);
    assert_true(a->n > 0);
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++)
        assert_true(order_same(&a->orders[i], &b->orders[i]));
    for (int seat = -1; seat <= 4; seat++) {
        if (seat == 1)
            continue;
        suggested(g, seen, seat, b);
        assert_int_equal(b->n, 0);
    }
    free(a);
    free(b);
    table_free(&seen);
    game_free(g);
}

static void suggestions_heal_groups(void **state)
{
    (void)state;
    const char *hands[] = {"20 14", "T1"};
    for (int i = 0; i < 2; i++) {
        struct game *g = game_bare(2, VARIANT_VENTURE);
        struct table *seen = table_new(g->engine.schema, 2);
        struct suggestion *s = calloc(1, sizeof *s);
        market(g, "STEEL-B");
        group(g, 1, 1, "OIL-EF AUTO-DEF OIL-BE CHEM-AEF");
        hand(g, 1, hands[i]);
        venture_engine.advance(&g->play);
        play_suggestion(g, seen, s, 1);
        venture_engine.advance(&g->play);
        assert_int_equal(table_get(g->table, T_FORCED, 1), 0);
        assert_int_equal(table_get(g->table, T_TURN, 0), 2);
        holds(g);
        free(s);
        table_free(&seen);
        game_free(g);
    }
}

/* --- the report's part ------------------------------------------------------------------- */

static bool has_order(const json_t *doc, const char *order)
{
    const char *orders[600];
    int n = orders_in(doc, orders, 600);
    for (int i = 0; i < n; i++)
        if (strcmp(orders[i], order) == 0)
            return true;
    return false;
}

static int64_t number_at(const json_t *doc, const char *key)
{
    json_t *v = json_object_get(doc, key);
    assert_true(json_is_integer(v));
    return json_integer_value(v);
}

static struct game *scene(void)
{
    struct game *g = game_bare(2, VARIANT_VENTURE);
    market(g, "OIL-EF AUTO-DEF STEEL-ACDEF");
    group(g, 1, 1, "CHEM-CD");
    group(g, 2, 1, "AERO-CDEF ELEC-CEF STEEL-BCEF");
    hand(g, 1, "T1 T5 C3 1/2x");
    hand(g, 2, "20");
    return g;
}

static void reports_offer_what_is_legal(void **state)
{
    (void)state;
    struct game *g = scene();
    json_t *doc = described(g, 1);
    assert_true(has_order(doc, "TAKE OIL-EF NEW"));
    assert_false(has_order(doc, "TAKE OIL-EF ON CHEM-CD")); /* no common letter */
    assert_true(has_order(doc, "TAKE AUTO-DEF ON CHEM-CD"));
    assert_false(has_order(doc, "TAKE STEEL-ACDEF NEW")); /* 24, and the hand is worth 19 */
    assert_true(has_order(doc, "FIGHT 1/2x FOR STEEL-BCEF ON CHEM-CD"));
    assert_false(has_order(doc, "FIGHT 1/2x FOR ELEC-CEF NEW")); /* not on top */
    assert_true(has_order(doc, "DISCARD C3"));
    assert_true(has_order(doc, "PASS"));
    const char *orders[600];
    int n = orders_in(doc, orders, 600);
    for (int i = 0; i < n; i++) {
        struct table *before = table_clone(g->table);
        if (letter(g, 1, orders[i])[0])
            fail_msg("offered and refused: %s", orders[i]);
        table_copy(g->table, before);
        table_free(&before);
    }
    json_decref(doc);
    doc = described(g, 2);
    assert_int_equal(orders_in(doc, orders, 600), 0); /* not on turn */
    json_decref(doc);
    game_free(g);
}

static void reports_tell_the_position(void **state)
{
    (void)state;
    struct game *g = scene();
    json_t *doc = described(g, 1), *hand = json_object_get(doc, "hand");
    assert_int_equal(number_at(hand, "best"), 19);
    assert_int_equal(number_at(hand, "count"), 4);
    assert_string_equal(json_string_value(json_object_get(hand, "sets")), "T1▲+T5▲ C3●");
    json_t *two = json_array_get(json_object_get(doc, "seats"), 1);
    assert_int_equal(number_at(two, "income"), 3); /* three companies: C, E and F */
    assert_int_equal(number_at(two, "cards"), 1);
    assert_null(json_object_get(two, "hand"));
    json_t *pile = json_array_get(json_object_get(two, "groups"), 0);
    assert_string_equal(json_string_value(json_object_get(pile, "letters")), "CEF");
    assert_int_equal(number_at(doc, "deck"), RESOURCES - 5);
    assert_int_equal(json_array_size(json_object_get(doc, "market")), 3);
    json_decref(doc);
    doc = described(g, SIGHT_MODERATOR); /* sees every hand */
    two = json_array_get(json_object_get(doc, "seats"), 1);
    assert_int_equal(number_at(json_object_get(two, "hand"), "best"), 20);
    assert_null(json_object_get(doc, "hand"));
    json_decref(doc);
    doc = described(g, 0);
    assert_null(json_object_get(doc, "hand"));
    json_decref(doc);
    game_free(g);
}

/* --- words ------------------------------------------------------------------------------- */

static void every_code_has_its_words(void **state)
{
    (void)state;
    const char *langs[] = {"en", "fr"};
    struct game *g = game_new(2, VARIANT_VENTURE);
    for (int l = 0; l < 2; l++) {
        char *text = phrases_of(langs[l]);
        assert_true(expect_phrases(langs[l], text) > 50);
        for (int i = 0; i < INDUSTRIES; i++)
            expect_phrase(langs[l], text, "industry.", cards_of(g)->industry[i]);
        free(text);
    }
    game_free(g);
}

/* --- the invariant can break ------------------------------------------------------------- */

static void invariant_sees_what_is_wrong(void **state)
{
    (void)state;
    struct game *g = scene();
    struct table *good = table_clone(g->table);
    uint16_t company = table_first(g->table, P_RESERVE, 0), card = table_first(g->table, P_DECK, 0);
    const char *want[] = {"companies-lost", "resources-lost", "card-misplaced", "market-too-large",
                          "sight-wrong",    "tally-wrong",    "profit-in-hand", "tally-wrong"};
    for (int i = 0; i < 8; i++) {
        table_copy(g->table, good);
        if (i == 0)
            table_remove(g->table, company);
        else if (i == 1)
            table_remove(g->table, card);
        else if (i == 2)
            table_move(g->table, card, P_MARKET, 0);
        else if (i == 3)
            lay(g, P_MARKET, 0, 0, "OIL-A OIL-BE OIL-ABF");
        else if (i == 4)
            table_show(g->table, card, SIGHT_SEAT(2));
        else if (i == 5)
            table_set(g->table, T_TURN, 0, 3);
        else if (i == 6)
            table_move(g->table, card, P_HAND, 1);
        else
            table_set(g->table, T_SCORE, 2, -1);
        assert_string_equal(venture_engine.invariant(g->table, &g->engine, g->options), want[i]);
    }
    table_copy(g->table, good);
    holds(g);
    table_free(&good);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thousand_games),
        cmocka_unit_test(suggestions_are_deterministic),
        cmocka_unit_test(suggestions_heal_groups),
        cmocka_unit_test(reports_offer_what_is_legal),
        cmocka_unit_test(reports_tell_the_position),
        cmocka_unit_test(every_code_has_its_words),
        cmocka_unit_test(invariant_sees_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
