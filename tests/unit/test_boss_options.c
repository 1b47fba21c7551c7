/* Each option, and the rules for two seats. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"

/* --- options ----------------------------------------------------------------------------- */

static void ten_must_deal(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    g->options[OPT_TEN] = 1;
    hand_of_twelve(g, 2);
    plays(g, 1, "ROLL\nDRAW");
    plays(g, 2, "ROLL");
    refused(g, 2, "DRAW", "must-deal");
    plays(g, 2, "DEAL");
    assert_int_equal(tally(g->table, T_BOSS), 2);
    plays(g, 2, "FAIL");
    all_pass(g);
    plays(g, 3, "ROLL\nDRAW");
    plays(g, 1, "ROLL\nDRAW");
    silence(g, 2); /* ROLL, DEAL */
    assert_int_equal(tally(g->table, T_BOSS), 2);
    game_free(g);
}

/* Ten is the number, and what counts is the beginning of the turn. */
static void nine_need_not(void **state)
{
    (void)state;
    for (int n = 9; n <= 10; n++) {
        struct game *g = game_bare(3);
        g->options[OPT_TEN] = 1;
        for (int i = 0; i < n; i++)
            hand(g, 2, "recruit");
        plays(g, 1, "ROLL\nDRAW");
        assert_int_equal(tally(g->table, T_MUST), n == 10);
        hand(g, 2, "recruit");
        if (n == 9)
            plays(g, 2, "ROLL\nDRAW");
        else
            refused(g, 2, "ROLL\nDRAW", "must-deal");
        game_free(g);
    }
}

static void four_to_deal(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    g->options[OPT_FOUR] = 1;
    hand(g, 1, "stop stop stop");
    refused(g, 1, "DEAL", "need-four");
    hand(g, 1, "stop");
    plays(g, 1, "DEAL");
    game_free(g);
}

static void draw_by_investors(void **state)
{
    (void)state;
    static const char *const has[] = {"", "Sacks", "Sacks Goldman", "Sacks Goldman Cashman",
                                      "Sacks Goldman Cashman Liebgeld"};
    for (int n = 0; n <= 4; n++) {
        struct game *g = game_bare(3);
        g->options[OPT_DRAW] = 1;
        invest(g, 1, has[n]);
        plays(g, 1, "ROLL\nDRAW");
        assert_int_equal(table_count(g->table, P_HAND, 1), n >= 3 ? 1 : 4 - n);
        game_free(g);
    }
}

static void only_card_players_are_paid(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    g->options[OPT_PAYEES] = 1;
    invest(g, 2, "Cashman Dougherty");
    hand(g, 2, "clan-Cashman");
    plays(g, 1, "DEAL");
    refused(g, 2, "ASK 2 FOR Cashman", "payee-no-card");
    refused(g, 1, "OFFER 2 TO Thierry FOR Cashman", "payee-no-card");
    plays(g, 2, "SHOW Cashman\nASK 2 FOR Cashman");
    game_free(g);
}

static struct game *boss_of_another_turn(int keeps)
{
    struct game *g = game_bare(4);
    g->options[OPT_KEEPS_ORDER] = keeps;
    invest(g, 3, "Cashman Dougherty");
    hand(g, 3, "boss");
    plays(g, 1, "DEAL");
    plays(g, 3, "BOSS\nCLOSE");
    assert_int_equal(cash_of(g, 3), 6);
    return g;
}

static void whose_turn_is_next(void **state)
{
    (void)state;
    struct game *g = boss_of_another_turn(0);
    assert_int_equal(tally(g->table, T_TURN), 4);
    game_free(g);
    g = boss_of_another_turn(1);
    assert_int_equal(tally(g->table, T_TURN), 2);
    game_free(g);
}

static void late_limit(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    g->options[OPT_LATE] = 1;
    invest(g, 1, "Cashman Dougherty");
    hand_of_twelve(g, 2);
    hand(g, 3,
         "recruit recruit recruit recruit recruit recruit recruit recruit recruit recruit recruit");
    next_tile(g, 9);
    plays(g, 1, "DEAL\nCLOSE");
    all_pass(g);
    assert_int_equal(boss_tile(g->table), 10);
    assert_string_equal(asked(g, 2), "discard");
    assert_string_equal(asked(g, 3), "discard");
    plays(g, 3, "DISCARD RECRUIT");
    silence(g, 2);
    assert_int_equal(table_count(g->table, P_HAND, 2), 10);
    assert_string_equal(asked(g, 2), "turn");
    game_free(g);
}

static void the_short_game(void **state)
{
    (void)state;
    struct game *g = game_new(3);
    int tiles[12], n = 0;
    g->options[OPT_SHORT] = 1;
    game_setup(g, 3);
    holds(g);
    for (uint16_t id = table_last(g->table, P_TILES, 0); id; id = table_prev(g->table, id))
        tiles[n++] = table_piece(g->table, id)->kind - KIND_TILE + 1;
    assert_int_equal(n, 12);
    const int want[] = {1, 2, 4, 5, 7, 8, 10, 11, 12, 13, 14, 15};
    assert_memory_equal(tiles, want, sizeof want);
    game_free(g);
}

/* --- two seats --------------------------------------------------------------------------- */

static struct game *two(void)
{
    struct game *g = game_bare(2);
    invest(g, 1, "Cashman Liebgeld Sacks");
    invest(g, 2, "Dougherty Goldman Wadsworth");
    hand(g, 2, "clan-Cashman travel-Dougherty boss");
    return g;
}

static void using_the_opponents_investor(void **state)
{
    (void)state;
    struct game *g = two();
    plays(g, 1, "DEAL");
    refused(g, 1, "FAIL", "fail-possible");
    refused(g, 1, "USE Cashman", "use-own");
    refused(g, 1, "USE Goldman", "not-on-space");
    refused(g, 2, "USE Dougherty", "not-boss");
    plays(g, 1, "USE Dougherty");
    refused(g, 2, "WITHDRAW #1", "withdraw-others");
    refused(g, 1, "USE Dougherty", "agreed-already");
    plays(g, 1, "CLOSE");
    plays(g, 2, "PASS");
    assert_int_equal(cash_of(g, 1), 4);
    assert_int_equal(cash_of(g, 2), 2);
    game_free(g);
}

static void silence_takes_the_cheapest(void **state)
{
    (void)state;
    struct game *g = two();
    plays(g, 1, "DEAL");
    plays(g, 2, "ASK 1 FOR Dougherty"); /* cheaper than a share */
    silence(g, 1);
    plays(g, 2, "PASS");
    assert_int_equal(cash_of(g, 2), 1);
    game_free(g);
    g = two();
    plays(g, 1, "DEAL");
    plays(g, 2, "ASK 3 FOR Dougherty");
    silence(g, 1);
    plays(g, 2, "PASS");
    assert_int_equal(cash_of(g, 2), 2);
    game_free(g);
}

/* A travel card on one's own investor keeps the Boss from using it. */
static void travel_on_ones_own(void **state)
{
    (void)state;
    struct game *g = two();
    plays(g, 1, "DEAL");
    plays(g, 2, "SHOW Cashman");
    hand(g, 2, "travel-Cashman");
    refused(g, 2, "TRAVEL Cashman OF Thierry", "travel-own"); /* a clan card is not an investor */
    plays(g, 2, "TRAVEL Dougherty OF Thierry");
    refused(g, 1, "USE Dougherty", "use-nobody");
    plays(g, 1, "FAIL");
    plays(g, 2, "PASS");
    assert_int_equal(tally(g->table, T_TURN), 2);
    game_free(g);
}

static void friendly_with_more_seats(void **state)
{
    (void)state;
    struct game *g = game_bare(4);
    invest(g, 1, "Cashman");
    invest(g, 3, "Dougherty");
    plays(g, 1, "DEAL");
    refused(g, 1, "USE Dougherty", "not-friendly");
    g->options[OPT_FRIENDLY] = 1;
    plays(g, 1, "USE Dougherty OF Benoit\nCLOSE");
    assert_int_equal(cash_of(g, 3), 2);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_must_deal),
        cmocka_unit_test(nine_need_not),
        cmocka_unit_test(four_to_deal),
        cmocka_unit_test(draw_by_investors),
        cmocka_unit_test(only_card_players_are_paid),
        cmocka_unit_test(whose_turn_is_next),
        cmocka_unit_test(late_limit),
        cmocka_unit_test(the_short_game),
        cmocka_unit_test(using_the_opponents_investor),
        cmocka_unit_test(silence_takes_the_cheapest),
        cmocka_unit_test(travel_on_ones_own),
        cmocka_unit_test(friendly_with_more_seats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
