/* Forced reorganization: a group that only an override can have made. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_venture_game.h"

/* Seat 1 has OIL-EF twice over, so to say: two oil companies in group 1; five companies in all. */
static struct game *broken(int variant, const char *cards)
{
    struct game *g = game_bare(2, variant);
    market(g, "STEEL-B CHEM-F");
    group(g, 1, 1, "OIL-EF AUTO-DEF OIL-BE CHEM-AEF");
    group(g, 1, 2, "ELEC-D");
    hand(g, 1, cards);
    venture_engine.advance(&g->play);
    return g;
}

static void override_is_noticed(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    struct await await[AWAITS_MAX];
    market(g, "STEEL-B");
    group(g, 1, 1, "OIL-EF AUTO-DEF");
    holds(g);
    lay(g, P_GROUP, 1, 1, "OIL-BE");
    assert_string_equal(venture_engine.invariant(g->table, &g->engine, g->options),
                        "group-illegal");
    venture_engine.awaits(g->table, g->options, await);
    assert_string_equal(await[0].what, "turn");
    venture_engine.advance(&g->play); /* from now on it is known */
    holds(g);
    venture_engine.awaits(g->table, g->options, await);
    assert_string_equal(await[0].what, "forced");
    game_free(g);
}

/* Not his first line: the topmost offender is set apart, a million a company joins the cost. */
static void offender_is_set_apart(void **state)
{
    (void)state;
    struct game *g = broken(VARIANT_VENTURE, "20 14");
    plays(g, 1, "TAKE STEEL-B");
    assert_string_equal(groups_of(g, 1),
                        "1: OIL-EF AUTO-DEF CHEM-AEF / 2: ELEC-D / 3: OIL-BE / 4: STEEL-B");
    assert_int_equal(event_number(g, "set-apart", "group"), 3);
    assert_int_equal(event_number(g, "forced-cost", "cost"), 5);
    assert_int_equal(event_number(g, "pay", "cost"), 5 + 8);
    assert_int_equal(table_get(g->table, T_FORCED, 1), 0);
    holds(g);
    game_free(g);
}

static void it_counts_as_the_operation(void **state)
{
    (void)state;
    struct game *g = broken(VARIANT_VENTURE, "20 14");
    plays(g, 1, "PASS"); /* nothing more, and nothing is discarded for it */
    assert_int_equal(event_number(g, "pay", "cost"), 5);
    assert_null(find_event(g, "discard"));
    assert_int_equal(table_count(g->table, P_HAND, 1), 1 + 2);
    game_free(g);
    g = broken(VARIANT_VENTURE, "20 14");
    plays(g, 1, "PAY 20"); /* there is something to pay for */
    assert_string_equal(event_word(g, "pay", "cards"), "20");
    holds(g);
    game_free(g);
    g = broken(VARIANT_VENTURE, "20 14");
    refused(g, 1, "DISCARD 14", "discard-forced", "PASS");
    refused(g, 1, "TAKE STEEL-B\nPASS", "discard-beside", "");
    refused(g, 1, "TAKE STEEL-B\nTAKE CHEM-F\nFIGHT 1x FOR OIL-A", "no-proxy", "");
    game_free(g);
}

static void first_line_may_reorganize(void **state)
{
    (void)state;
    struct game *g = broken(VARIANT_VENTURE, "20 14");
    refused(g, 1, "REORGANIZE 3: CHEM-AEF ELEC-D", "no-common-letter", "");
    refused(g, 1, "REORGANIZE 3: CHEM-AEF", "reorganize-still", "");
    plays(g, 1,
          "PAY 20\nREORGANIZE 1: AUTO-DEF ELEC-D / 2: OIL-EF CHEM-AEF / 3: OIL-BE\nTAKE STEEL-B ON "
          "OIL-BE");
    assert_string_equal(groups_of(g, 1),
                        "1: AUTO-DEF ELEC-D / 2: OIL-EF CHEM-AEF / 3: OIL-BE STEEL-B");
    assert_int_equal(event_number(g, "pay", "cost"), 5 + 8);
    assert_null(find_event(g, "set-apart"));
    holds(g);
    game_free(g);
}

/* Who cannot pay loses: venture all capital, riche-ou-pauvre the whole hand. */
static void who_cannot_pay_loses(void **state)
{
    (void)state;
    for (int variant = 0; variant < 2; variant++) {
        for (int silent = 0; silent < 2; silent++) {
            struct game *g = broken(variant, "T1 C3 1x");
            if (silent) {
                struct await await = {.seat = 1};
                venture_engine.expire(&g->play, &await);
            } else {
                refused(g, 1, "TAKE STEEL-B", "forced-short", "PASS");
                refused(g, 1, "REORGANIZE 3: OIL-BE", "forced-short", "PASS");
                refused(g, 1, "PAY T1", "pay-nothing", "PASS");
                assert_string_equal(letter(g, 1, "PASS"), "");
            }
            assert_string_equal(hand_of(g, 1), variant == VARIANT_VENTURE ? "1x" : "");
            assert_string_equal(event_word(g, "forced-lost", "cards"),
                                variant == VARIANT_VENTURE ? "T1▲ C3●" : "T1▲ C3● 1x");
            assert_string_equal(groups_of(g, 1),
                                "1: OIL-EF AUTO-DEF CHEM-AEF / 2: ELEC-D / 3: OIL-BE");
            assert_null(find_event(g, "pay"));
            venture_engine.advance(&g->play); /* a letter draws as usual, silence does not */
            assert_int_equal(table_count(g->table, P_HAND, 1),
                             (variant == VARIANT_VENTURE) + (silent ? 0 : 2));
            assert_int_equal(table_get(g->table, T_TURN, 0), 2);
            holds(g);
            game_free(g);
        }
    }
    struct game *g = broken(VARIANT_VENTURE, "1x");
    plays(g, 1, "PASS");
    assert_non_null(find_event(g, "forced-broke"));
    game_free(g);
}

static void it_happens_before_a_silent_skip(void **state)
{
    (void)state;
    struct game *g = broken(VARIANT_RICHE, "T1 T5 20");
    struct await await = {.seat = 1};
    venture_engine.expire(&g->play, &await);
    venture_engine.advance(&g->play);
    assert_int_equal(event_number(g, "pay", "cost"), 5);
    assert_string_equal(event_word(g, "pay", "cards"), "T5▲"); /* PAY AUTO */
    assert_string_equal(hand_of(g, 1), "T1 20");
    assert_non_null(find_event(g, "skip"));
    assert_int_equal(table_get(g->table, T_COST, 0), 0);
    holds(g);
    game_free(g);
}

static void no_common_letter_is_an_offence(void **state)
{
    (void)state;
    static const struct {
        const char *group, *after;
    } cases[] = {
        {"OIL-EF AUTO-DEF CHEM-CD", "1: OIL-EF AUTO-DEF / 2: CHEM-CD"},
        {"CHEM-CD OIL-EF AUTO-DEF", "1: CHEM-CD AUTO-DEF / 2: OIL-EF"}, /* the topmost that helps */
        {"OIL-A AUTO-C CHEM-F", "1: OIL-A / 2: CHEM-F / 3: AUTO-C"},    /* more than one */
        {"OIL-A OIL-BE OIL-EF", "1: OIL-A / 2: OIL-EF / 3: OIL-BE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game *g = game_bare(2, VARIANT_VENTURE);
        market(g, "STEEL-B");
        group(g, 1, 1, cases[i].group);
        hand(g, 1, "20");
        plays(g, 1, "PASS");
        assert_string_equal(groups_of(g, 1), cases[i].after);
        assert_int_equal(event_number(g, "pay", "cost"), 3); /* once, however many offend */
        holds(g);
        game_free(g);
    }
}

/* An illegal group earns nothing; an opponent may take its top and heal it. */
static void others_meet_an_illegal_group(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    market(g, "STEEL-B");
    group(g, 2, 1, "OIL-EF AUTO-DEF CHEM-AEF OIL-BE");
    hand(g, 1, "20 1x");
    on_deck(g, "T1 T3 PROFIT");
    struct table *before = table_clone(g->table);
    plays(g, 1, "PASS");
    assert_int_equal(score(g, 2), 0);
    table_copy(g->table, before);
    plays(g, 1, "FIGHT 1x FOR OIL-BE");
    assert_int_equal(score(g, 2), 2); /* three companies, E and F */
    assert_int_equal(table_get(g->table, T_FORCED, 2), 0);
    table_free(&before);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(override_is_noticed),
        cmocka_unit_test(offender_is_set_apart),
        cmocka_unit_test(it_counts_as_the_operation),
        cmocka_unit_test(first_line_may_reorganize),
        cmocka_unit_test(who_cannot_pay_loses),
        cmocka_unit_test(it_happens_before_a_silent_skip),
        cmocka_unit_test(no_common_letter_is_an_offence),
        cmocka_unit_test(others_meet_an_illegal_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
