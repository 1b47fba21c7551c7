/* TAKE, FIGHT, REORGANIZE, PAY, DISCARD, PASS: done and refused. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_venture_game.h"

/* Seat 1 on turn with plenty of money, a market, and an opponent with a group of two. */
static struct game *usual(void)
{
    struct game *g = game_bare(3, VARIANT_VENTURE);
    market(g, "OIL-EF STEEL-B AERO-CE ELEC-D CHEM-F");
    group(g, 1, 1, "CHEM-CD");
    group(g, 2, 1, "AUTO-BCE AERO-ABE");
    group(g, 2, 2, "OIL-BCDEF");
    hand(g, 1, "T1 T3 T5 T8 20 20 18 1/2x 3/2x");
    return g;
}

/* --- TAKE -------------------------------------------------------------------------------- */

/* The worked example: CHEM-CD, AUTO-DEF goes on it (D), OIL-EF cannot join them. */
static void conglomerate_of_the_rules(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    market(g, "CHEM-CD AUTO-DEF OIL-EF STEEL-B");
    hand(g, 1, "20 20 18 18");
    refused(g, 1, "TAKE CHEM-CD\nTAKE AUTO-DEF ON CHEM-CD\nTAKE OIL-EF ON CHEM-CD",
            "no-common-letter", "TAKE OIL-EF NEW");
    assert_string_equal(find_arg(g->mistake.args, g->mistake.nargs, "letters")->word, "D");
    plays(g, 1, "TAKE CHEM-CD\nTAKE AUTO-DEF ON CHEM-CD\nTAKE OIL-EF");
    assert_string_equal(groups_of(g, 1), "1: CHEM-CD AUTO-DEF / 2: OIL-EF");
    assert_int_equal(event_number(g, "pay", "cost"), 12 + 16 + 12);
    holds(g);
    game_free(g);
}

static void take_is_refused(void **state)
{
    (void)state;
    struct game *g = usual();
    refused(g, 1, "TAKE OIL-A", "not-in-market", "TAKE OIL-EF");
    assert_string_equal(find_arg(g->mistake.args, g->mistake.nargs, "market")->word,
                        "OIL-EF STEEL-B AERO-CE ELEC-D CHEM-F");
    refused(g, 1, "TAKE OIL-EF\nTAKE OIL-EF", "already-yours", "");
    refused(g, 1, "TAKE CHEM-CD", "already-yours", "");
    refused(g, 1, "TAKE AERO-ABE", "company-owned", "FIGHT 1/2x FOR AERO-ABE");
    refused(g, 1, "TAKE AUTO-BCE", "company-owned", "");
    refused(g, 1, "TAKE AERO-CE ON 2", "no-such-group", "TAKE AERO-CE NEW");
    refused(g, 1, "TAKE AERO-CE ON 4294967297", "no-such-group", "TAKE AERO-CE NEW");
    refused(g, 1, "TAKE AERO-CE ON OIL-BCDEF", "not-your-group", "TAKE AERO-CE NEW");
    refused(g, 1, "TAKE CHEM-F ON CHEM-CD", "same-industry", "TAKE CHEM-F NEW");
    refused(g, 1, "TAKE OIL-EF ON 1", "no-common-letter", "TAKE OIL-EF NEW");
    refused(g, 2, "TAKE OIL-EF", "not-your-turn", "");
    empty(g, P_MARKET, P_REMOVED);
    refused(g, 1, "TAKE OIL-A", "market-empty", "");
    table_set(g->table, T_PHASE, 0, PHASE_OVER);
    refused(g, 1, "PASS", "game-over", "");
    game_free(g);
}

/* The market is refilled only when the turn ends: five companies at most. */
static void whole_market_can_be_taken(void **state)
{
    (void)state;
    struct game *g = usual();
    hand(g, 1, "16 16 16 14 14 14");
    plays(g, 1, "TAKE OIL-EF\nTAKE STEEL-B\nTAKE AERO-CE ON 1\nTAKE ELEC-D NEW\nTAKE CHEM-F NEW");
    assert_string_equal(groups_of(g, 1),
                        "1: CHEM-CD AERO-CE / 2: OIL-EF / 3: STEEL-B / 4: ELEC-D / 5: CHEM-F");
    assert_int_equal(table_count(g->table, P_MARKET, 0), 5);
    assert_int_equal(event_number(g, "refill", "n"), 5);
    holds(g);
    game_free(g);
}

static void mistakes_tell_no_secret(void **state)
{
    (void)state;
    struct game *g = usual();
    lay(g, P_REMOVED, 0, 0, "OIL-A");
    const char *where[] = {"TAKE OIL-A", "TAKE OIL-BE"}; /* removed, in the reserve */
    for (int i = 0; i < 2; i++)
        assert_string_equal(letter(g, 1, where[i]), "not-in-market");
    assert_string_equal(letter(g, 1, "FIGHT 1/2x FOR OIL-A"), "fight-nobody");
    assert_string_equal(letter(g, 1, "FIGHT 1/2x FOR OIL-BE"), "fight-nobody");
    game_free(g);
}

/* --- FIGHT ------------------------------------------------------------------------------- */

/* 1/2x on a 24 company costs 12; 3/2x costs 36. */
static void proxy_fights_cost_their_share(void **state)
{
    (void)state;
    struct game *g = usual();
    struct table *before = table_clone(g->table);
    plays(g, 1, "FIGHT 1/2x FOR OIL-BCDEF ON CHEM-CD");
    assert_int_equal(event_number(g, "fight", "cost"), 12);
    assert_int_equal(event_number(g, "fight", "from"), 2);
    assert_string_equal(groups_of(g, 1), "1: CHEM-CD OIL-BCDEF");
    assert_string_equal(groups_of(g, 2), "1: AUTO-BCE AERO-ABE");
    assert_int_equal(table_count(g->table, P_DISCARD, 0), 2); /* the proxy and the payment */
    holds(g);
    table_copy(g->table, before);
    plays(g, 1, "FIGHT 3/2x FOR OIL-BCDEF");
    assert_int_equal(event_number(g, "pay", "cost"), 36);
    table_copy(g->table, before);
    /* the top, then what was under it: one proxy each */
    plays(g, 1, "FIGHT 1/2x FOR AERO-ABE\nFIGHT 3/2x FOR AUTO-BCE ON CHEM-CD");
    assert_int_equal(event_number(g, "pay", "cost"), 8 + 24);
    assert_string_equal(groups_of(g, 2), "2: OIL-BCDEF");
    table_free(&before);
    game_free(g);
}

static void fight_is_refused(void **state)
{
    (void)state;
    struct game *g = usual();
    refused(g, 1, "FIGHT 1x FOR OIL-BCDEF", "no-proxy", "FIGHT 1/2x FOR OIL-BCDEF");
    refused(g, 1, "FIGHT 1/2x FOR AERO-ABE\nFIGHT 1/2x FOR OIL-BCDEF", "no-proxy",
            "FIGHT 3/2x FOR OIL-BCDEF");
    refused(g, 1, "FIGHT 1/2x FOR OIL-EF", "fight-market", "TAKE OIL-EF");
    refused(g, 1, "FIGHT 1/2x FOR CHEM-CD", "fight-own", "");
    refused(g, 1, "FIGHT 1/2x FOR AUTO-BCE", "fight-buried", "FIGHT 1/2x FOR AERO-ABE");
    refused(g, 1, "FIGHT 1/2x FOR OIL-A", "fight-nobody", "");
    refused(g, 1, "FIGHT 1/2x FOR AERO-ABE ON CHEM-CD", "no-common-letter",
            "FIGHT 1/2x FOR AERO-ABE NEW");
    game_free(g);
    g = game_bare(2, VARIANT_VENTURE);
    group(g, 2, 1, "AUTO-BCE");
    refused(g, 1, "FIGHT 1x FOR AUTO-BCE", "no-proxy", "");
    assert_null(find_arg(g->mistake.args, g->mistake.nargs, "held"));
    game_free(g);
}

/* --- REORGANIZE -------------------------------------------------------------------------- */

/* 13 companies: reorganizing costs 13. */
static void reorganizing_costs_a_million_a_company(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    const char *thirteen[] = {"AERO-E",  "AUTO-C",   "CHEM-F",  "ELEC-D",  "OIL-A",
                              "STEEL-B", "AERO-BF",  "AUTO-AE", "CHEM-AB", "ELEC-CF",
                              "OIL-BE",  "STEEL-AC", "STEEL-AD"};
    for (int i = 0; i < 13; i++)
        group(g, 1, i + 1, thirteen[i]);
    market(g, "AERO-CE");
    hand(g, 1, "20 20 18");
    plays(g, 1, "REORGANIZE 1: AERO-E AUTO-AE");
    assert_int_equal(event_number(g, "reorganize", "cost"), 13);
    assert_int_equal(event_number(g, "pay", "cost"), 13);
    holds(g);
    game_free(g);
}

static struct game *piles(void)
{
    struct game *g = game_bare(2, VARIANT_VENTURE);
    group(g, 1, 1, "AUTO-DEF CHEM-CD");
    group(g, 1, 2, "OIL-EF");
    group(g, 1, 4, "STEEL-CDE ELEC-CEF AERO-CE");
    group(g, 2, 1, "AUTO-BCE");
    market(g, "AERO-BF");
    hand(g, 1, "20 20 18 16");
    return g;
}

static void layouts_are_laid_out(void **state)
{
    (void)state;
    static const struct {
        const char *line, *groups;
    } cases[] = {
        /* last named is top */
        {"REORGANIZE 1: CHEM-CD AUTO-DEF",
         "1: CHEM-CD AUTO-DEF / 2: OIL-EF / 4: STEEL-CDE ELEC-CEF AERO-CE"},
        /* groups not named keep the rest in order */
        {"REORGANIZE 2: OIL-EF ELEC-CEF",
         "1: AUTO-DEF CHEM-CD / 2: OIL-EF ELEC-CEF / 4: STEEL-CDE AERO-CE"},
        /* a new number, and one that vanishes */
        {"REORGANIZE 7: OIL-EF AUTO-DEF",
         "1: CHEM-CD / 4: STEEL-CDE ELEC-CEF AERO-CE / 7: OIL-EF AUTO-DEF"},
        /* without numbers: the lowest free ones */
        {"REORGANIZE OIL-EF AUTO-DEF / CHEM-CD STEEL-CDE",
         "1: OIL-EF AUTO-DEF / 2: CHEM-CD STEEL-CDE / 4: ELEC-CEF AERO-CE"},
        /* the number of one group for companies of others */
        {"REORGANIZE 1: OIL-EF / 2: AUTO-DEF / 3: CHEM-CD",
         "1: OIL-EF / 2: AUTO-DEF / 3: CHEM-CD / 4: STEEL-CDE ELEC-CEF AERO-CE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game *g = piles();
        plays(g, 1, cases[i].line);
        assert_string_equal(groups_of(g, 1), cases[i].groups);
        assert_int_equal(event_number(g, "pay", "cost"), 6);
        assert_string_equal(event_word(g, "reorganize", "groups"), cases[i].groups);
        holds(g);
        game_free(g);
    }
}

/* As often as one likes, anywhere in the turn, at what one controls at that moment. */
static void reorganize_between_deals(void **state)
{
    (void)state;
    struct game *g = piles();
    plays(g, 1, "REORGANIZE 1: CHEM-CD AUTO-DEF\nTAKE AERO-BF\nREORGANIZE 1: AUTO-DEF / CHEM-CD");
    assert_int_equal(event_number(g, "pay", "cost"), 6 + 12 + 7);
    assert_string_equal(groups_of(g, 1), "1: AUTO-DEF / 2: OIL-EF / 3: AERO-BF / "
                                         "4: STEEL-CDE ELEC-CEF AERO-CE / 5: CHEM-CD");
    game_free(g);
}

/* What is proposed instead must itself be legal. */
static void mended(struct game *g, int seat, const char *text, const char *code,
                   const char *instead)
{
    struct table *before = table_clone(g->table);
    refused(g, seat, text, code, instead);
    if (instead[0])
        assert_string_equal(letter(g, seat, instead), "");
    table_copy(g->table, before);
    table_free(&before);
}

static void reorganize_is_refused(void **state)
{
    (void)state;
    struct game *g = piles();
    mended(g, 1, "REORGANIZE 1: AUTO-DEF", "reorganize-left-out", "");
    mended(g, 1, "REORGANIZE 1: AUTO-DEF CHEM-CD / 2: OIL-EF", "reorganize-nothing", "");
    mended(g, 1, "REORGANIZE 5: OIL-EF", "reorganize-nothing", "");
    mended(g, 1, "REORGANIZE 1: AUTO-DEF CHEM-CD AUTO-BCE", "reorganize-not-yours", "");
    mended(g, 1, "REORGANIZE 1: CHEM-CD AUTO-DEF AUTO-BCE", "reorganize-not-yours",
           "REORGANIZE 1: CHEM-CD AUTO-DEF");
    mended(g, 1, "REORGANIZE 2: OIL-EF AUTO-DEF OIL-EF", "reorganize-twice",
           "REORGANIZE 2: OIL-EF AUTO-DEF");
    mended(g, 1, "REORGANIZE 0: OIL-EF AUTO-DEF", "reorganize-number",
           "REORGANIZE OIL-EF AUTO-DEF");
    mended(g, 1, "REORGANIZE 100: OIL-EF AUTO-DEF", "reorganize-number",
           "REORGANIZE OIL-EF AUTO-DEF");
    mended(g, 1, "REORGANIZE 4294967297: OIL-EF AUTO-DEF", "reorganize-number",
           "REORGANIZE OIL-EF AUTO-DEF");
    mended(g, 1, "REORGANIZE 2: OIL-EF / 2: AUTO-DEF", "reorganize-number-twice",
           "REORGANIZE 2: OIL-EF / AUTO-DEF");
    mended(g, 1, "REORGANIZE 2: OIL-EF CHEM-CD", "no-common-letter",
           "REORGANIZE 2: OIL-EF / CHEM-CD");
    mended(g, 1, "REORGANIZE 3: OIL-EF ELEC-CEF AUTO-DEF CHEM-CD", "no-common-letter",
           "REORGANIZE 3: OIL-EF ELEC-CEF AUTO-DEF / CHEM-CD");
    group(g, 1, 9, "CHEM-BCF");
    mended(g, 1, "REORGANIZE 1: CHEM-CD AUTO-DEF CHEM-BCF", "same-industry",
           "REORGANIZE 1: CHEM-CD AUTO-DEF / CHEM-BCF");
    /* what is proposed is legal */
    plays(g, 1, "REORGANIZE 3: OIL-EF ELEC-CEF AUTO-DEF / CHEM-CD");
    holds(g);
    game_free(g);
    g = game_bare(2, VARIANT_VENTURE);
    mended(g, 1, "REORGANIZE OIL-EF", "reorganize-empty", "");
    game_free(g);
}

/* --- PAY --------------------------------------------------------------------------------- */

static void payments_are_taken(void **state)
{
    (void)state;
    static const struct {
        const char *letter, *left, *paid;
    } cases[] = {
        {"TAKE OIL-EF", "T1 T3 T5 T8 20 20 1/2x 3/2x", "18"}, /* leaves the set and the 20s */
        {"TAKE OIL-EF\nPAY AUTO", "T1 T3 T5 T8 20 20 1/2x 3/2x", "18"},
        {"TAKE OIL-EF\nPAY T1+T5", "T3 T8 18 20 20 1/2x 3/2x", "T1▲+T5▲"},
        {"PAY T1 T5\nTAKE OIL-EF", "T3 T8 18 20 20 1/2x 3/2x",
         "T1▲+T5▲"}, /* before the operation */
        {"TAKE OIL-EF\nPAY 20 18 ANYWAY", "T1 T3 T5 T8 20 1/2x 3/2x", "18 20"},
        {"TAKE OIL-EF\nTAKE AERO-CE\nPAY 20 T1 T3", "T5 T8 18 20 1/2x 3/2x", "T1▲+T3▲ 20"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game *g = usual();
        assert_string_equal(letter(g, 1, cases[i].letter), "");
        assert_string_equal(event_word(g, "pay", "cards"), cases[i].paid);
        assert_int_equal(table_count(g->table, P_HAND, 1) + table_count(g->table, P_DISCARD, 0), 9);
        assert_string_equal(hand_of(g, 1)[0] ? "x" : "", "x");
        venture_engine.advance(&g->play);
        for (uint16_t id = 1; id <= table_pieces(g->table); id++)
            assert_int_equal(table_piece(g->table, id)->mark[MARK_NAMED], 0);
        holds(g);
        game_free(g);
    }
    struct game *g = usual();
    assert_string_equal(letter(g, 1, "TAKE OIL-EF\nPAY T1+T5"), "");
    assert_string_equal(hand_of(g, 1), "T3 T8 18 20 20 1/2x 3/2x");
    assert_int_equal(event_number(g, "pay", "lost"), 4); /* overpayment is lost */
    game_free(g);
}

static void pay_is_refused(void **state)
{
    (void)state;
    struct game *g = usual();
    refused(g, 1, "PAY 20\nPAY 18\nTAKE OIL-EF", "pay-twice", "");
    refused(g, 1, "PAY C3\nTAKE OIL-EF", "pay-not-held", "PAY AUTO");
    refused(g, 1, "PAY T1+T1\nTAKE OIL-EF", "pay-not-held", "PAY AUTO");
    assert_non_null(find_arg(g->mistake.args, g->mistake.nargs, "some"));
    refused(g, 1, "TAKE OIL-EF\nPAY T8", "pay-short", "PAY 18");
    assert_int_equal(find_arg(g->mistake.args, g->mistake.nargs, "missing")->n, 4);
    refused(g, 1, "TAKE OIL-EF\nPAY 20 18", "pay-too-many", "PAY 18");
    refused(g, 1, "TAKE OIL-EF\nPAY T1 T3 T5", "pay-too-many", "PAY T1 T3");
    refused(g, 1, "PAY 20", "pay-nothing", "PASS");
    refused(g, 1, "PAY AUTO", "pay-nothing", "PASS");
    refused(g, 1, "DISCARD T1\nPAY 20", "pay-nothing", "");
    refused(g, 1, "", "nothing-to-do", "PASS");
    game_free(g);
    g = game_bare(2, VARIANT_VENTURE);
    market(g, "OIL-EF");
    hand(g, 1, "T8 C3 1/2x");
    refused(g, 1, "TAKE OIL-EF", "not-enough", "");
    assert_int_equal(find_arg(g->mistake.args, g->mistake.nargs, "have")->n, 11);
    assert_non_null(find_arg(g->mistake.args, g->mistake.nargs, "missing_one"));
    refused(g, 1, "TAKE OIL-EF\nPAY T8 C3", "not-enough", "");
    game_free(g);
}

/* --- DISCARD and PASS -------------------------------------------------------------------- */

static void discards(void **state)
{
    (void)state;
    struct game *g = usual();
    assert_string_equal(letter(g, 1, "DISCARD T3"), "");
    assert_string_equal(hand_of(g, 1), "T1 T5 T8 18 20 20 1/2x 3/2x");
    game_free(g);
    g = usual();
    plays(g, 1, "DISCARD 1/2x");
    assert_int_equal(table_count(g->table, P_HAND, 1), 8 + 2); /* then draw */
    assert_int_equal(table_get(g->table, T_TURN, 0), 2);
    game_free(g);
    g = usual();
    assert_string_equal(letter(g, 1, "PASS"), "");
    assert_string_equal(hand_of(g, 1),
                        "T1 T3 T5 T8 20 20 1/2x 3/2x"); /* 18: the set is worth more */
    assert_string_equal(event_word(g, "discard", "card"), "18");
    game_free(g);
    g = game_bare(2, VARIANT_VENTURE);
    market(g, "OIL-EF");
    plays(g, 1, "PASS"); /* an empty hand discards nothing */
    assert_non_null(find_event(g, "pass"));
    assert_int_equal(table_count(g->table, P_HAND, 1), 2);
    game_free(g);
}

static void discard_is_refused(void **state)
{
    (void)state;
    struct game *g = usual();
    refused(g, 1, "DISCARD C3", "discard-not-held", "DISCARD 18");
    refused(g, 1, "DISCARD T1\nTAKE OIL-EF", "discard-beside", "");
    refused(g, 1, "TAKE OIL-EF\nDISCARD T1", "discard-beside", "");
    refused(g, 1, "TAKE OIL-EF\nPASS", "discard-beside", "");
    refused(g, 1, "PASS\nPASS", "discard-twice", "");
    refused(g, 1, "DISCARD T1\nPASS", "discard-twice", "");
    game_free(g);
    g = game_bare(2, VARIANT_VENTURE);
    refused(g, 1, "DISCARD T1", "discard-not-held", "PASS");
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conglomerate_of_the_rules),
        cmocka_unit_test(take_is_refused),
        cmocka_unit_test(whole_market_can_be_taken),
        cmocka_unit_test(mistakes_tell_no_secret),
        cmocka_unit_test(proxy_fights_cost_their_share),
        cmocka_unit_test(fight_is_refused),
        cmocka_unit_test(reorganizing_costs_a_million_a_company),
        cmocka_unit_test(layouts_are_laid_out),
        cmocka_unit_test(reorganize_between_deals),
        cmocka_unit_test(reorganize_is_refused),
        cmocka_unit_test(payments_are_taken),
        cmocka_unit_test(pay_is_refused),
        cmocka_unit_test(discards),
        cmocka_unit_test(discard_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
