/* The rulebook's long example, step by step: the 13th deal, 5 million a share, 6 shares. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"

enum { DAVID = 1, THIERRY, BENOIT, VINCENT };

static struct game *scene(void)
{
    struct game *g = game_bare(4);
    invest(g, DAVID, "Sacks Dougherty");
    invest(g, THIERRY, "Cashman");
    invest(g, BENOIT, "Wadsworth Liebgeld");
    invest(g, VINCENT, "Goldman");
    hand(g, DAVID, "clan-Liebgeld clan-Wadsworth stop boss recruit recruit recruit travel-Goldman");
    hand(g, THIERRY, "boss boss clan-Goldman clan-Dougherty recruit");
    hand(g, BENOIT, "travel-Sacks recruit clan-Cashman");
    hand(g, VINCENT, "travel-Sacks clan-Sacks recruit");
    next_tile(g, 13);
    pawn(g, 3);
    holds(g);
    return g;
}

static void david_tries(struct game *g)
{
    plays(g, DAVID, "DEAL\nSHOW Liebgeld\nSHOW Wadsworth\nOFFER 5 TO Thierry FOR Cashman");
    struct deal d = deal_of(g);
    assert_int_equal(d.boss, DAVID);
    assert_int_equal(d.value, 5);
    assert_int_equal(d.income, 30);
    plays(g, THIERRY, "ASK 8 FOR Cashman");
    plays(g, DAVID, "AGREE #2");
    d = deal_of(g);
    assert_true(boss_deal_met(&d, boss_deal_agreed(&d)));
    assert_int_equal(d.income - boss_deal_promised(&d), 22); /* "That leaves you 22 million!" */
}

static void sacks_travels(struct game *g)
{
    plays(g, BENOIT, "TRAVEL Sacks OF David");
    assert_string_equal(asked(g, DAVID), "stop");
    plays(g, THIERRY, "PASS");
    plays(g, DAVID, "STOP");
    assert_int_equal(count_of(g, P_DISCARD, 0, "travel-Sacks"), 1);
    assert_int_equal(count_of(g, P_DISCARD, 0, "stop"), 1);
    assert_int_equal(deal_of(g).away, 0);
    plays(g, VINCENT, "TRAVEL Sacks OF David\nSHOW Sacks\nASK 9 FOR Sacks");
    assert_int_equal(standing_terms(g), 2); /* what is written behind the card waits for it */
    all_pass(g);
    assert_int_equal(deal_of(g).away, 1 << 4);
    assert_int_equal(standing_terms(g), 3);
    assert_int_equal(count_of(g, P_SHOWN, VINCENT, "clan-Sacks"), 1);
}

static void thierry_takes_over(struct game *g)
{
    plays(g, THIERRY, "BOSS");
    plays(g, DAVID, "BOSS"); /* waits */
    assert_int_equal(table_count(g->table, P_HAND, DAVID), 5);
    all_pass(g);
    assert_int_equal(tally(g->table, T_BOSS), THIERRY);
    assert_string_equal(asked(g, THIERRY), "stop"); /* David's card now */
    plays(g, THIERRY, "BOSS");
    all_pass(g);
    assert_int_equal(tally(g->table, T_BOSS), DAVID);
    all_pass(g);
    assert_int_equal(tally(g->table, T_BOSS), THIERRY);
    assert_int_equal(standing_terms(g), 0); /* nothing was for any Boss */
    assert_int_equal(count_of(g, P_DISCARD, 0, "boss"), 3);
}

static void prices(struct game *g)
{
    plays(g, THIERRY, "SHOW Goldman Dougherty");
    plays(g, VINCENT, "ASK 10 FOR Sacks");
    plays(g, DAVID, "ASK 10 FOR Wadsworth");
    plays(g, BENOIT, "ASK 8 FOR Wadsworth");
    assert_int_equal(standing_terms(g), 3);
    goes_through(g, DAVID, "RECRUIT Wadsworth FROM Benoit");
    assert_int_equal(standing_terms(g), 2); /* Benoit's has lapsed */
    assert_int_equal(count_of(g, P_INVESTOR, DAVID, "Wadsworth"), 1);
}

static void closes(struct game *g)
{
    plays(g, THIERRY, "CLOSE");
    assert_int_equal(event_number(g, "closing", "keeps"), 10);
    next_die(g, 5);
    all_pass(g);
    assert_int_equal(event_number(g, "tile-die", "die"), 5);
    assert_int_equal(cash_of(g, THIERRY), 10);
    assert_int_equal(cash_of(g, VINCENT), 10);
    assert_int_equal(cash_of(g, DAVID), 10);
    assert_int_equal(cash_of(g, BENOIT), 0);
    assert_int_equal(count_of(g, P_DISCARD, 0, "clan-Goldman"), 1);
    assert_int_equal(count_of(g, P_DISCARD, 0, "clan-Dougherty"), 1);
    assert_int_equal(count_of(g, P_DISCARD, 0, "clan-Sacks"), 1);
    assert_int_equal(count_of(g, P_DISCARD, 0, "travel-Sacks"), 2);
    assert_int_equal(count_of(g, P_HAND, DAVID, "clan-Wadsworth"), 1);
    assert_int_equal(count_of(g, P_HAND, DAVID, "clan-Liebgeld"), 1);
    assert_int_equal(tally(g->table, T_DEALS), 13);
    assert_int_equal(tally(g->table, T_BOSS), 0);
    assert_int_equal(tally(g->table, T_TURN), BENOIT); /* left of Thierry */
    assert_int_equal(boss_pawn(g->table), 4);
    assert_false(boss_engine.finished(g->table));
}

static void the_example(void **state)
{
    (void)state;
    struct game *g = scene();
    david_tries(g);
    sacks_travels(g);
    thierry_takes_over(g);
    prices(g);
    closes(g);
    game_free(g);
}

/* The same in French. */
static void in_french(void **state)
{
    (void)state;
    struct game *g = scene();
    plays(g, DAVID, "AFFAIRE\nMONTRER Liebgeld et Wadsworth\nOFFRIR 5 à Thierry pour Cashman");
    plays(g, THIERRY, "DEMANDER 8 POUR Cashman TOUT PATRON");
    plays(g, DAVID, "ACCEPTER #2");
    plays(g, BENOIT, "VOYAGE Sacks DE David INVESTISSEUR");
    plays(g, DAVID, "STOP");
    plays(g, DAVID, "RECRUTER Liebgeld CHEZ Benoit");
    all_pass(g);
    plays(g, DAVID, "CONCLURE AVEC #2");
    all_pass(g);
    assert_int_equal(cash_of(g, DAVID), 22);
    assert_int_equal(cash_of(g, THIERRY), 8);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_example), cmocka_unit_test(in_french)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
