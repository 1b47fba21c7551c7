/* What waits behind a pending card: CLOSE and FAIL of the Boss, and cards that another may put right;
 * and what the invariant says of a table where something is wrong. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"

/* Space 7: Cashman, Goldman, Sacks and one of Dougherty, Liebgeld, Wadsworth; 5 shares of 2. */
static struct game *talks(void)
{
    struct game *g = game_bare(4);
    invest(g, 1, "Cashman Dougherty");
    invest(g, 2, "Goldman");
    invest(g, 3, "Sacks Liebgeld");
    invest(g, 4, "Wadsworth");
    pawn(g, 7);
    hand(g, 1, "recruit");
    hand(g, 2, "boss boss clan-Sacks stop");
    hand(g, 3, "stop stop recruit");
    hand(g, 4, "travel-Wadsworth travel-Goldman travel-Sacks travel-joker boss recruit recruit recruit");
    plays(g, 1, "DEAL");
    plays(g, 2, "ASK 3 FOR Goldman\nSHOW Sacks\nASK 3 FOR Sacks");
    plays(g, 3, "ASK 2 FOR Sacks");
    return g;
}

/* --- CLOSE and FAIL ------------------------------------------------------------------------ */

static void close_with_waits(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    plays(g, 1, "CLOSE WITH #1 #2");
    assert_int_equal(find_event(g, "waits")->sight, SIGHT_SEAT(1));
    assert_int_equal(tally(g->table, T_CALL), CALL_NONE);
    plays(g, 3, "STOP");
    struct deal d = deal_of(g);
    assert_int_equal(tally(g->table, T_CALL), CALL_CLOSE);
    assert_int_equal(boss_deal_promised(&d), 6); /* not the cheapest: what he wrote */
    assert_int_equal(boss_deal_term(&d, 3)->flags & TERM_AGREED, 0);
    game_free(g);
}

/* When the card takes what it needs it comes to nothing, and only the Boss is told. */
static void close_turns_illegal(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    plays(g, 1, "CLOSE");
    all_pass(g);
    assert_int_equal(tally(g->table, T_CALL), CALL_NONE);
    assert_int_equal(find_event(g, "wait-dropped")->sight, SIGHT_SEAT(1));
    assert_int_equal(standing_terms(g), 2); /* nothing was agreed by it */
    assert_string_equal(asked(g, 1), "boss");
    game_free(g);
}

/* What stands behind a STOP in the same letter waits, whether other cards wait already or none: only they know,
 * and whether it was played at once, or refused, would tell. */
static void behind_a_stop(void **state)
{
    (void)state;
    for (int others = 0; others < 2; others++) {
        struct game *g = talks();
        plays(g, 4, "TRAVEL Goldman OF Thierry");
        if (others)
            plays(g, 2, "BOSS");
        assert_string_equal(letter(g, 3, "STOP\nRECRUIT Goldman"), "recruit-no-cards");
        hand(g, 3, "stop boss");
        plays(g, 3, "STOP\nBOSS");
        assert_int_equal(find_event(g, "waits-stop")->sight, SIGHT_SEAT(3));
        assert_int_equal(boss_pending(g->table)->seat, others ? 2 : 3);
        if (others)
            all_pass(g);
        assert_int_equal(boss_pending(g->table)->seat, 3);
        game_free(g);
    }
}

/* Nobody's PASS: the card is his own, and he was not asked. */
static void behind_ones_own(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    plays(g, 4, "TRAVEL Sacks OF Benoit");
    assert_int_equal(tally(g->table, T_PASSED), 0);
    plays(g, 2, "BOSS");
    assert_int_equal(tally(g->table, T_PASSED), seat_bit(2));
    game_free(g);
}

/* Whoever is not the Boss any more closes nothing. */
static void the_boss_changes_before_it(void **state)
{
    (void)state;
    static const char *const calls[] = {"CLOSE", "CLOSE WITH #1 #3", "FAIL"};
    for (int i = 0; i < 3; i++) {
        struct game *g = talks();
        plays(g, 2, "BOSS");
        plays(g, 1, calls[i]);
        all_pass(g);
        assert_int_equal(tally(g->table, T_BOSS), 2);
        assert_int_equal(tally(g->table, T_CALL), CALL_NONE);
        assert_int_equal(find_event(g, "wait-dropped")->sight, SIGHT_SEAT(1));
        game_free(g);
    }
}

/* Only the last of them waits, and RECALL takes it back. */
static void the_last_word_counts(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    plays(g, 1, "CLOSE");
    plays(g, 1, "FAIL");
    assert_int_equal(table_count(g->table, P_QUEUE, 0), 1);
    plays(g, 3, "STOP");
    assert_int_equal(tally(g->table, T_CALL), CALL_FAIL);
    game_free(g);
    g = talks();
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    plays(g, 1, "CLOSE");
    plays(g, 1, "RECALL");
    assert_null(find_event(g, "recall")); /* nobody had heard of it */
    refused(g, 1, "RECALL", "recall-nothing");
    plays(g, 3, "STOP");
    assert_int_equal(tally(g->table, T_CALL), CALL_NONE);
    game_free(g);
}

static void numbers_far_apart_cannot_wait(void **state)
{
    (void)state;
    struct game *g = talks();
    tally_set(g->table, T_TERMS, 200);
    plays(g, 3, "ASK 1 FOR Liebgeld");
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    refused(g, 1, "CLOSE WITH #1 #201", "close-numbers");
    plays(g, 1, "CLOSE WITH #1 #3");
    game_free(g);
}

/* --- cards that another puts right ---------------------------------------------------------- */

/* In order of receipt, each by the table as it is by then. */
static void cards_put_right(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 4, "RECRUIT Goldman FROM Thierry");
    hand(g, 3, "travel-Goldman recruit recruit");
    plays(g, 3, "TRAVEL Goldman OF Vincent"); /* not there yet */
    plays(g, 3, "RECRUIT Goldman FROM Vincent");
    all_pass(g);
    assert_int_equal(count_of(g, P_INVESTOR, 4, "Goldman"), 1);
    assert_int_equal(boss_pending(g->table)->seat, 3);
    all_pass(g);
    assert_int_equal(deal_of(g).away, 1 << 2);
    all_pass(g);
    assert_int_equal(count_of(g, P_INVESTOR, 3, "Goldman"), 1);
    assert_int_equal(deal_of(g).away, 1 << 2); /* its travel card comes along */
    game_free(g);
}

/* The old Boss takes back what is about to be taken from him; a card of the third waits longer. */
static void boss_against_boss(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 2, "BOSS");
    plays(g, 4, "BOSS");
    plays(g, 2, "BOSS"); /* his second, against Vincent's */
    assert_int_equal(table_count(g->table, P_HAND, 2), 2);
    all_pass(g);
    assert_int_equal(tally(g->table, T_BOSS), 2);
    all_pass(g);
    assert_int_equal(tally(g->table, T_BOSS), 4);
    all_pass(g);
    assert_int_equal(tally(g->table, T_BOSS), 2);
    assert_int_equal(count_of(g, P_DISCARD, 0, "boss"), 3);
    game_free(g);
}

/* The pending card is stopped: what waited because of it comes to nothing, its cards stay. */
static void what_is_not_put_right(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 4, "RECRUIT Goldman FROM Thierry");
    hand(g, 1, "travel-Goldman");
    plays(g, 1, "TRAVEL Goldman OF Vincent");
    plays(g, 3, "STOP");
    assert_int_equal(find_event(g, "wait-dropped")->sight, SIGHT_SEAT(1));
    assert_int_equal(count_of(g, P_HAND, 1, "travel-Goldman"), 1);
    assert_null(boss_pending(g->table));
    game_free(g);
}

/* Whoever has something waiting leaves: it goes with his hand. */
static void whoever_waits_leaves(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    plays(g, 2, "BOSS");
    boss_leave(&g->play, 2);
    boss_engine.advance(&g->play);
    holds(g);
    assert_int_equal(table_count(g->table, P_QUEUE, 0), 0);
    assert_int_equal(tally(g->table, T_BOSS), 1);
    game_free(g);
}

/* --- the invariant --------------------------------------------------------------------------- */

static void broken(struct game *g, const char *name)
{
    const char *got = boss_engine.invariant(g->table, &g->engine, g->options);
    if (!got || strcmp(got, name) != 0)
        fail_msg("\"%s\" in place of \"%s\"", got ? got : "", name);
    game_free(g);
}

static uint16_t first(struct game *g, int place, int seat)
{
    uint16_t id = table_first(g->table, place, seat);
    assert_true(id != 0);
    return id;
}

static void everything_that_must_hold(void **state)
{
    (void)state;
    struct game *g = talks();
    table_remove(g->table, first(g, P_DECK, 0));
    broken(g, "cards-lost");
    g = talks();
    table_add(g->table, card_kind(CARD_STOP), P_DECK, 0);
    broken(g, "cards-lost");
    g = talks();
    table_remove(g->table, first(g, P_INVESTOR, 2));
    broken(g, "investors-lost");
    g = talks();
    table_remove(g->table, first(g, P_TILES, 0));
    broken(g, "tiles-lost");
    g = talks();
    table_move(g->table, first(g, P_HAND, 2), P_SHOWN, 2); /* a boss card */
    broken(g, "piece-misplaced");
    g = talks();
    table_show(g->table, first(g, P_HAND, 2), SIGHT_ALL);
    broken(g, "sight-wrong");
    g = talks();
    table_plus(g->table, T_CASH, 2, 1); /* nobody has paid it */
    broken(g, "money-lost");
    g = talks();
    cash(g, 2, -1);
    broken(g, "money-lost");
    g = talks();
    tally_set(g->table, T_PHASE, PHASE_TURN);
    broken(g, "phase-wrong");
    g = talks();
    table_move(g->table, first(g, P_INVESTOR, 2), P_INVESTOR, 4); /* an ask for it stands */
    broken(g, "terms-wrong");
    g = talks();
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    table_move(g->table, table_last(g->table, P_PENDING, 4), P_HAND, 4);
    broken(g, "pending-wrong");
    g = talks();
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    plays(g, 2, "BOSS");
    while (count_of(g, P_HAND, 2, "boss"))
        boss_hand_move(g->table, 2, CARD_BOSS, 1, P_DECK, 0);
    broken(g, "queue-wrong");
    g = game_bare(3);
    while (table_count(g->table, P_HAND, 2) <= HAND_LIMIT)
        table_move(g->table, first(g, P_DECK, 0), P_HAND, 2);
    broken(g, "hand-too-large");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(close_with_waits),
        cmocka_unit_test(close_turns_illegal),
        cmocka_unit_test(behind_a_stop),
        cmocka_unit_test(behind_ones_own),
        cmocka_unit_test(the_boss_changes_before_it),
        cmocka_unit_test(the_last_word_counts),
        cmocka_unit_test(numbers_far_apart_cannot_wait),
        cmocka_unit_test(cards_put_right),
        cmocka_unit_test(boss_against_boss),
        cmocka_unit_test(what_is_not_put_right),
        cmocka_unit_test(whoever_waits_leaves),
        cmocka_unit_test(everything_that_must_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
