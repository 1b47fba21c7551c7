/* Turns, hands that are too large, how the game ends, and seats that are left. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"

/* --- set-up ------------------------------------------------------------------------------ */

static void set_up(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 6; seats++)
        for (uint32_t seed = 0; seed < 20; seed++) {
            struct game *g = game_new(seats);
            struct await v[AWAITS_MAX];
            int first = 0, each = seats == 2 ? 3 : seats == 3 ? 2 : 1;
            game_setup(g, seed);
            holds(g);
            for (int f = 0; f < FAMILIES && !first; f++)
                for (int seat = 1; seat <= seats; seat++)
                    if (deal_of(g).investors[seat] >> f & 1)
                        first = seat;
            for (int seat = 1; seat <= seats; seat++) {
                assert_int_equal(table_count(g->table, P_INVESTOR, seat), each);
                assert_int_equal(table_count(g->table, P_HAND, seat), 5);
            }
            assert_int_equal(tally(g->table, T_TURN), first);
            assert_int_equal(boss_engine.awaits(g->table, g->options, v), 1);
            assert_int_equal(v[0].seat, (first + seats - 2) % seats + 1);
            assert_string_equal(v[0].what, "place");
            refused(g, first, "ROLL", "place-first");
            refused(g, v[0].seat, "PLACE 17", "no-space");
            refused(g, first == v[0].seat ? 1 : first, "PLACE 3", "not-placing");
            if (seed % 2)
                plays(g, v[0].seat, "PLACE 7");
            else
                silence(g, v[0].seat);
            assert_true(boss_pawn(g->table) >= 1 && boss_pawn(g->table) <= SPACES);
            assert_string_equal(asked(g, first), "turn");
            game_free(g);
        }
}

/* Cash is its owner's secret unless the option says so, and open when the game is over. */
static void who_sees_cash(void **state)
{
    (void)state;
    for (int open = 0; open < 2; open++) {
        struct game *g = game_new(3);
        struct table *seen = table_new(g->engine.schema, 3);
        g->options[OPT_MONEY] = open;
        game_setup(g, 5);
        struct view view = table_view(seen, g->table, 2);
        assert_true(table_knows(view.table, T_CASH, 2));
        assert_int_equal(table_knows(view.table, T_CASH, 1), open);
        tally_set(g->table, T_IDLE, STALL_END * 3);
        tally_set(g->table, T_PHASE, PHASE_LIMIT);
        boss_engine.advance(&g->play);
        assert_true(boss_engine.finished(g->table));
        view = table_view(seen, g->table, 0);
        assert_true(table_knows(view.table, T_CASH, 1));
        table_free(&seen);
        game_free(g);
    }
}

/* --- turns ------------------------------------------------------------------------------- */

static void roll_and_draw(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    refused(g, 2, "ROLL", "not-your-turn");
    refused(g, 1, "DRAW", "roll-first");
    table_move_slot(g->table, table_last(g->table, P_TILES, 0), P_BOARD, 0, 3);
    table_plus(g->table, T_DEALS, 0, 1);
    next_die(g, 3);
    plays(g, 1, "ROLL");
    assert_int_equal(boss_pawn(g->table), 5); /* 2, 4, 5: space 3 is covered */
    refused(g, 1, "ROLL", "rolled");
    assert_string_equal(asked(g, 1), "choose");
    plays(g, 1, "DRAW");
    assert_int_equal(table_count(g->table, P_HAND, 1), 3);
    assert_int_equal(find_event(g, "draw")->sight, SIGHT_SEAT(1));
    assert_int_equal(find_event(g, "draw-count")->sight, SIGHT_BUT(1));
    assert_int_equal(tally(g->table, T_TURN), 2);
    game_free(g);
}

/* One letter: the die decides which line counts. */
static void deal_if_space(void **state)
{
    (void)state;
    for (int die = 1; die <= 6; die++) {
        struct game *g = game_bare(3);
        next_die(g, die);
        plays(g, 1, "ROLL\nDEAL IF SPACE 3 5 7 ELSE DRAW");
        bool deal = (1 + die) % 2 && 1 + die >= 3;
        assert_int_equal(tally(g->table, T_PHASE), deal ? PHASE_TALK : PHASE_TURN);
        assert_int_equal(table_count(g->table, P_HAND, 1), deal ? 0 : 3);
        game_free(g);
    }
    struct game *g = game_bare(3);
    plays(g, 1, "DEAL IF SPACE 2"); /* not here, and nothing else was said */
    assert_string_equal(asked(g, 1), "turn");
    refused(g, 1, "DEAL IF SPACE 2 ELSE DRAW", "roll-first");
    game_free(g);
}

/* What is drawn is not seen before the letter is over. */
static void the_deck_cannot_be_looked_at(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    next_die(g, 1);
    plays(g, 1, "ROLL");
    refused(g, 1, "DRAW\nDISCARD BOSS", "not-over");
    refused(g, 1, "DRAW\nDRAW", "turn-over");
    game_free(g);
}

static void previews_draw_nothing(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    struct order order;
    g->play.preview = true;
    g->play.luck = NULL;
    assert_true(read_line(g, slice_of("ROLL"), &order));
    assert_int_equal(boss_engine.apply(&g->play, 1, &order), OUTCOME_UNKNOWN);
    tally_set(g->table, T_PHASE, PHASE_ROLLED);
    assert_true(read_line(g, slice_of("DRAW"), &order));
    assert_int_equal(boss_engine.apply(&g->play, 1, &order), OUTCOME_UNKNOWN);
    assert_true(read_line(g, slice_of("DEAL"), &order));
    assert_int_equal(boss_engine.apply(&g->play, 1, &order), OUTCOME_DONE);
    game_free(g);
}

static void silent_turns(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    silence(g, 1);
    assert_int_equal(table_count(g->table, P_HAND, 1), 3);
    assert_int_equal(tally(g->table, T_TURN), 2);
    plays(g, 2, "ROLL");
    silence(g, 2);
    assert_int_equal(table_count(g->table, P_HAND, 2), 3);
    game_free(g);
}

/* --- too many cards ---------------------------------------------------------------------- */

static struct game *too_many(void)
{
    struct game *g = game_bare(3);
    invest(g, 1, "Cashman");
    invest(g, 2, "Sacks Goldman Dougherty Liebgeld Wadsworth");
    hand_of_twelve(g, 1);
    lay(g, P_DECK, P_DECK, 0, "recruit clan-Wadsworth boss"); /* on top */
    hand(g, 3, "stop");
    plays(g, 1, "ROLL\nDRAW");
    assert_int_equal(table_count(g->table, P_HAND, 1), 15);
    assert_string_equal(asked(g, 1), "discard");
    return g;
}

static void discard_down_to_twelve(void **state)
{
    (void)state;
    struct game *g = too_many();
    refused(g, 2, "DISCARD BOSS", "not-over");
    refused(g, 1, "DISCARD 2 CLAN Wadsworth BOSS", "not-held");
    refused(g, 1, "DISCARD CLAN Dougherty", "not-held");
    refused(g, 1, "DISCARD 2 BOSS 2 STOP", "discard-too-many");
    refused(g, 1, "TRAVEL Sacks OF Thierry", "no-negotiation");
    plays(g, 1, "DISCARD TRAVEL Sacks JOKER");
    assert_string_equal(asked(g, 1), "discard"); /* still one too many */
    plays(g, 1, "DISCARD CLAN Cashman");
    assert_int_equal(table_count(g->table, P_HAND, 1), 12);
    assert_int_equal(tally(g->table, T_TURN), 2);
    game_free(g);
}

static void a_triple_in_place_of_discards(void **state)
{
    (void)state;
    struct game *g = too_many();
    plays(g, 1, "RECRUIT Goldman FROM Thierry");
    assert_string_equal(asked(g, 3), "stop");
    plays(g, 3, "STOP");
    assert_int_equal(count_of(g, P_INVESTOR, 1, "Goldman"), 0);
    assert_int_equal(tally(g->table, T_TURN), 2); /* 12 are left */
    game_free(g);
    g = too_many();
    goes_through(g, 1, "RECRUIT Goldman FROM Thierry");
    assert_int_equal(count_of(g, P_INVESTOR, 1, "Goldman"), 1);
    game_free(g);
}

static void silence_discards_recruitment_first(void **state)
{
    (void)state;
    struct game *g = too_many();
    silence(g, 1);
    assert_int_equal(count_of(g, P_DISCARD, 0, "recruit"), 3);
    assert_int_equal(tally(g->table, T_TURN), 2);
    game_free(g);
}

/* A deck that runs out: what was discarded in a negotiation is shuffled and drawn. */
static void the_deck_runs_out(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    invest(g, 1, "Sacks");
    hand(g, 2, "travel-Sacks");
    while (table_count(g->table, P_DECK, 0) > 1)
        table_move(g->table, table_first(g->table, P_DECK, 0), P_DISCARD, 0);
    pawn(g, 3);
    plays(g, 1, "DEAL");
    plays(g, 2, "TRAVEL Sacks OF David");
    plays(g, 1, "FAIL");
    assert_int_equal(count_of(g, P_DISCARD, 0, "travel-Sacks"),
                     3); /* the others lay there before */
    assert_int_equal(table_count(g->table, P_DECK, 0), 1);
    plays(g, 2, "ROLL\nDRAW");
    assert_non_null(find_event(g, "reshuffle"));
    assert_int_equal(table_count(g->table, P_HAND, 2), 3);
    assert_int_equal(table_count(g->table, P_DISCARD, 0), 0);
    game_free(g);
}

/* --- the end ----------------------------------------------------------------------------- */

static struct game *last_deal(int tile, int die)
{
    struct game *g = game_bare(3);
    invest(g, 1, "Cashman Dougherty");
    next_tile(g, tile);
    next_die(g, die);
    plays(g, 1, "DEAL\nCLOSE");
    return g;
}

static void the_die_ends_the_game(void **state)
{
    (void)state;
    for (int tile = 9; tile <= 15; tile++)
        for (int die = 1; die <= 6; die++) {
            struct game *g = last_deal(tile, die);
            bool ends = tile == 15 || (tile >= 10 && die <= tile - 9);
            assert_int_equal(boss_engine.finished(g->table), ends);
            assert_int_equal(find_event(g, "end-last") != NULL, tile == 15);
            assert_int_equal(find_event(g, "end-die") != NULL, ends && tile < 15);
            if (ends) {
                struct standing v[SEATS_MAX];
                assert_int_equal(boss_engine.standings(g->table, &g->engine, g->options, 0, v), 3);
                assert_int_equal(v[0].rank, 1);
                assert_int_equal(v[1].rank, 2);
                assert_int_equal(v[2].rank, 2); /* equal */
                refused(g, 1, "ROLL", "game-over");
            }
            game_free(g);
        }
}

static void deadlock(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    for (int turn = 0; turn < STALL_MUST * 3; turn++) {
        int seat = tally(g->table, T_TURN);
        assert_int_equal(tally(g->table, T_MUST), 0);
        silence(g, seat);
        while (strcmp(asked(g, seat), "discard") == 0)
            silence(g, seat);
    }
    assert_non_null(find_event(g, "must-deal"));
    assert_int_equal(tally(g->table, T_MUST), 1);
    refused(g, 1, "ROLL\nDRAW", "must-deal");
    silence(g, 1);
    assert_int_equal(tally(g->table, T_PHASE), PHASE_TALK);
    assert_int_equal(tally(g->table, T_IDLE), 0);
    game_free(g);
    g = game_bare(3);
    tally_set(g->table, T_IDLE, STALL_END * 3 - 1);
    silence(g, 1);
    assert_true(boss_engine.finished(g->table));
    assert_non_null(find_event(g, "end-stall"));
    game_free(g);
    g = game_bare(3); /* attempts alone do not keep a game going */
    tally_set(g->table, T_DRY, STALL_DRY * 3);
    silence(g, 1);
    assert_true(boss_engine.finished(g->table));
    assert_int_equal(event_number(g, "end-stall", "rounds"), STALL_DRY);
    game_free(g);
}

/* --- leaving ----------------------------------------------------------------------------- */

static void a_boss_leaves(void **state)
{
    (void)state;
    struct game *g = game_bare(4);
    invest(g, 1, "Cashman");
    invest(g, 2, "Dougherty");
    hand(g, 1, "recruit clan-Dougherty");
    hand(g, 2, "boss");
    cash(g, 1, 7);
    plays(g, 1, "DEAL\nSHOW Dougherty");
    plays(g, 2, "ASK 2 FOR Dougherty");
    boss_leave(&g->play, 1);
    boss_engine.advance(&g->play);
    holds(g);
    assert_int_equal(tally(g->table, T_TURN), 2);
    assert_int_equal(count_of(g, P_INVESTOR, 0, "Cashman"), 1);
    assert_int_equal(count_of(g, P_DISCARD, 0, "clan-Dougherty"), 1);
    assert_int_equal(cash_of(g, 1), 7); /* stays in the standings */
    refused(g, 1, "ROLL", "gone");
    plays(g, 2, "ROLL\nDRAW");
    plays(g, 3, "ROLL\nDRAW");
    plays(g, 4, "ROLL\nDRAW");
    assert_int_equal(tally(g->table, T_TURN), 2); /* passed over */
    game_free(g);
}

/* Whoever leaves takes pending cards against him and agreements with him along. */
static void a_partner_leaves(void **state)
{
    (void)state;
    struct game *g = game_bare(4);
    invest(g, 1, "Cashman");
    invest(g, 2, "Dougherty");
    hand(g, 2, "recruit");
    hand(g, 3, "travel-Dougherty recruit");
    plays(g, 1, "DEAL");
    plays(g, 2, "ASK 2 FOR Dougherty");
    plays(g, 1, "CLOSE");
    plays(g, 3, "TRAVEL Dougherty OF Thierry");
    boss_leave(&g->play, 2);
    boss_engine.advance(&g->play);
    holds(g);
    assert_null(boss_pending(g->table));
    assert_int_equal(standing_terms(g), 0);
    assert_int_equal(tally(g->table, T_CALL), CALL_NONE);
    refused(g, 1, "OFFER 1 TO Thierry", "offer-gone");
    boss_leave(&g->play, 3);
    boss_leave(&g->play, 4);
    assert_true(boss_engine.finished(g->table));
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_up),
        cmocka_unit_test(who_sees_cash),
        cmocka_unit_test(roll_and_draw),
        cmocka_unit_test(deal_if_space),
        cmocka_unit_test(the_deck_cannot_be_looked_at),
        cmocka_unit_test(previews_draw_nothing),
        cmocka_unit_test(silent_turns),
        cmocka_unit_test(discard_down_to_twelve),
        cmocka_unit_test(a_triple_in_place_of_discards),
        cmocka_unit_test(silence_discards_recruitment_first),
        cmocka_unit_test(the_deck_runs_out),
        cmocka_unit_test(the_die_ends_the_game),
        cmocka_unit_test(deadlock),
        cmocka_unit_test(a_boss_leaves),
        cmocka_unit_test(a_partner_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
