/* Turns: dice, bribes, choices said beforehand, plans, landings that ask, rounds, silence, the end. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_game.h"
#include "run/general.h"

/* --- moving ------------------------------------------------------------------------------------ */

static void a_die_a_pawn(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    assert_string_equal(awaited(g), "turn 1");
    assert_string_equal(where(g, RH), "IT0");
    refused(g, 2, "MOVE H", "not-your-turn", "");
    refused(g, 1, "MOVE 1", "not-yours", "");
    refused(g, 1, "STAY H", "not-parked", "MOVE H");
    next_die(g, 4);
    orders(g, 1, "MOVE H");
    assert_string_equal(where(g, RH), "IT4");
    refused(g, 1, "MOVE H", "has-moved", "PASS");
    plays(g, 1, "");
    assert_string_equal(awaited(g), "turn 2");
    plays(g, 2, "MOVE H");
    orders(g, 1, "STAY H"); /* on a parking */
    assert_string_equal(where(g, RH), "IT4");
    game_free(g);
}

/* What a letter leaves out rolls at its end; who is parked stays. */
static void the_rest_moves_by_itself(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_company(g, R2, TYPE_FIN, 50, RH);
    at(g, R2, "IT11");
    plays(g, 1, "MOVE H");
    assert_string_equal(awaited(g), "turn 2");
    assert_string_not_equal(where(g, R1), "IT0");
    assert_string_equal(where(g, R2), "IT11");
    game_free(g);
}

static void more_keeps_the_turn(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    plays(g, 1, "MOVE H\nMORE");
    assert_string_equal(awaited(g), "turn 1");
    assert_string_equal(where(g, R1), "IT0");
    plays(g, 1, "MOVE 1");
    assert_string_equal(awaited(g), "turn 2");
    game_free(g);
}

static void zones_are_entered_at_the_centre(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    at(g, RH, "IT18");
    next_die(g, 3);
    orders(g, 1, "MOVE H GO LU");
    assert_string_equal(where(g, RH), "LU1");
    assert_int_equal(company_get(g->table, T_GO, RH), LUXEMBOURG + 1); /* kept until changed */
    at(g, RH, "LU14");
    company_set(g->table, T_MOVED, RH, MOVED_NOT);
    orders(g, 1, "GO H SA");
    next_die(g, 2);
    orders(g, 1, "MOVE H");
    assert_string_equal(where(g, RH), "SA0");
    refused(g, 1, "GO 3 IT", "not-yours", "");
    game_free(g);
}

static void bribes(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    at(g, RH, "LU0");
    has_cash(g, 1, 80, 20);
    refused(g, 1, "BRIBE H AN", "bribe-where", "");
    orders(g, 1, "BRIBE H FN");
    assert_string_equal(where(g, RH), "LU2");
    assert_cash(g, 1, 80, 10);
    company_set(g->table, T_MOVED, RH, MOVED_NOT);
    refused(g, 1, "BRIBE H BANK", "bribed", "MOVE H"); /* once in Luxembourg */
    at(g, RH, "SA15");
    refused(g, 1, "BRIBE H BANK", "bribe-none", "MOVE H"); /* not past the centre */
    at(g, RH, "LU14"); /* a whole lap of Luxembourg does not help there … */
    company_set(g->table, T_GO, RH, LUXEMBOURG + 1);
    next_die(g, 2);
    orders(g, 1, "MOVE H");
    assert_int_equal(company_get(g->table, T_BRIBES, RH), 1 << LUXEMBOURG);
    at(g, RH, "CH14"); /* … one of another zone does */
    company_set(g->table, T_MOVED, RH, MOVED_NOT);
    next_die(g, 2);
    orders(g, 1, "MOVE H");
    assert_int_equal(company_get(g->table, T_BRIBES, RH), 0);
    has_cash(g, 1, 9, 0);
    has_books(g, RH, 9);
    company_set(g->table, T_MOVED, RH, MOVED_NOT);
    at(g, RH, "LU0");
    refused(g, 1, "BRIBE H BANK", "short", "MOVE H");
    game_free(g);
}

/* --- choices beforehand ------------------------------------------------------------------------ */

static void choices_in_one_mail(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    at(g, RH, "IT5");
    next_die(g, 3);
    orders(g, 1, "MOVE H THEN IF BOURSE BUY MAX, IF BANK WITHDRAW ALL");
    assert_string_equal(where(g, RH), "IT8");
    assert_int_equal(capital_shares(g->board, g->table, 1), 20);
    assert_int_equal(capital_open_company(g->table), NO_COMPANY);
    game_free(g);
    g = game_new(2, NULL);
    at(g, RH, "LU3");
    company_set(g->table, T_DEPOSIT, RH, 50);
    next_die(g, 2);
    orders(g, 1, "MOVE H THEN IF BANK SA WITHDRAW ALL, IF BANK LU WITHDRAW 20"); /* by zone */
    assert_cash(g, 1, 120, 0);
    game_free(g);
    g = game_new(2, NULL);
    at(g, RH, "IT5");
    next_die(g, 3);
    orders(g, 1, "MOVE H THEN BUY 10"); /* wherever it fits */
    assert_int_equal(capital_shares(g->board, g->table, 1), 10);
    game_free(g);
}

/* What cannot be done is told, and is no mistake: the die has been thrown. */
static void a_choice_that_cannot_be_made(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    at(g, RH, "IT5");
    next_die(g, 3);
    orders(g, 1, "MOVE H THEN IF BOURSE BUY 50, IF BOURSE BUY 10");
    assert_non_null(find_event(g, "not-chosen"));
    assert_int_equal(find_event(g, "not-chosen")->sight, SIGHT_SEAT(1));
    assert_int_equal(capital_shares(g->board, g->table, 1), 10);
    game_free(g);
}

/* The lines behind a move are about its landing. */
static void choices_behind_a_move(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    at(g, RH, "LU0");
    next_die(g, 2);
    orders(g, 1, "MOVE H\nBORROW 200");
    assert_int_equal(company_get(g->table, T_DEBT, RH), 200);
    refused(g, 1, "BUY 10", "wrong-cell", "");
    plays(g, 1, "");
    refused(g, 1, "BORROW 10", "not-your-turn", "");
    plays(g, 2, "PASS");
    refused(g, 1, "BORROW 10", "no-landing", "MOVE H THEN BORROW 10");
    game_free(g);
}

static void plans(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    orders(g, 1, "PLAN H IF BOURSE BUY 10 IF BANK LU WITHDRAW ALL");
    assert_true(table_count(g->table, P_NOTE, 1) > 0);
    at(g, RH, "IT5");
    next_die(g, 3);
    orders(g, 1, "MOVE H");
    assert_int_equal(capital_shares(g->board, g->table, 1), 10);
    at(g, RH, "IT5"); /* every turn; what a move says goes before it */
    company_set(g->table, T_MOVED, RH, MOVED_NOT);
    next_die(g, 3);
    orders(g, 1, "MOVE H THEN IF BOURSE PASS");
    assert_int_equal(capital_shares(g->board, g->table, 1), 10);
    refused(g, 1, "PLAN BH IF FN BORROW MAX", "not-yours", "");
    orders(g, 1, "PLAN H NONE");
    assert_int_equal(table_count(g->table, P_NOTE, 1), 0);
    for (int i = 0; i < 4; i++)
        orders(g, 1, "PLAN 1 IF BOURSE BUY 10"); /* replaced, not added */
    assert_true(table_count(g->table, P_NOTE, 1) <= 3);
    game_free(g);
}

static void plans_have_a_limit(void **state)
{
    struct game *g = game_new(2, NULL);
    struct buf text = BUF(4000);
    (void)state;
    buf_str(&text, "PLAN 1");
    for (int i = 0; i < 28; i++)
        buf_str(&text, " IF BOURSE BUY 10");
    const char *const numbers[] = {"1", "2", "3", "4", "5", "H"};
    const char *last = "";
    for (int i = 0; i < 6 && !last[0]; i++) {
        char *copy = arena_slice(&g->arena, buf_all(&text));
        copy[5] = numbers[i][0];
        last = letter(g, 1, copy);
    }
    assert_string_equal(last, "too-many-notes");
    buf_free(&text);
    game_free(g);
}

/* --- landings that ask ------------------------------------------------------------------------- */

static void a_landing_asks(void **state)
{
    struct game *g = game_new(2, "await-choices=yes");
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    at(g, RH, "IT5");
    next_die(g, 3);
    assert_string_equal(letter(g, 1, "MOVE H\nMOVE 1"), "");
    assert_int_equal(g->outcome, OUTCOME_HOLD);
    assert_string_equal(awaited(g), "choice 1");
    assert_int_equal(capital_engine.held(g->table, 1, g->play.hold), HOLD_WAIT);
    plays(g, 1, "BUY 10"); /* the line that waited is not forgotten: the other pawn has not moved */
    assert_int_equal(capital_shares(g->board, g->table, 1), 10);
    assert_int_equal(capital_engine.held(g->table, 1, g->play.hold), HOLD_YES);
    assert_string_equal(where(g, R1), "IT0");
    assert_string_equal(awaited(g), "turn 1");
    game_free(g);
}

/* Whether it asks depends on cell, type and loan only. */
static void asking_tells_nothing(void **state)
{
    (void)state;
    for (int rich = 0; rich < 2; rich++) {
        struct game *g = game_new(2, "await-choices=yes");
        has_cash(g, 1, rich ? 500 : 0, 0);
        has_books(g, RH, rich ? 500 : 0);
        at(g, RH, "IT5");
        next_die(g, 3);
        orders(g, 1, "MOVE H");
        assert_string_equal(awaited(g), "choice 1");
        silence(g, 1);
        assert_string_equal(awaited(g), "turn 1");
        game_free(g);
    }
}

static void standing_orders_answer_landings(void **state)
{
    struct game *g = game_new(2, "await-choices=yes");
    struct order_reader reader = {.game = g->engine.situations, .data = g->engine.data};
    struct await v[AWAITS_MAX];
    struct order s;
    (void)state;
    at(g, RH, "IT5");
    next_die(g, 3);
    orders(g, 1, "MOVE H");
    assert_int_equal(capital_engine.awaits(g->table, g->options, v), 1);
    const struct {
        const char *text;
        bool fits;
    } cases[] = {{"LANDING", true},    {"LANDING BOURSE", true},   {"LANDING BOURSE IT", true},
                 {"LANDING BANK", false}, {"LANDING BOURSE CH", false}, {"DUE", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(order_read(&reader, slice_of(cases[i].text), 1, &g->arena, &s, &g->mistake));
        assert_int_equal(capital_engine.matches(g->table, g->options, &v[0], &s), cases[i].fits);
    }
    game_free(g);
}

/* --- rounds ------------------------------------------------------------------------------------ */

static void a_round_at_one_deadline(void **state)
{
    struct game *g = game_new(3, "pace=rounds");
    (void)state;
    assert_string_equal(awaited(g), "round 1, round 2, round 3");
    at(g, RH, "IT5");
    plays(g, 1, "BRIBE H BOURSE THEN BUY 10");
    assert_string_equal(awaited(g), "round 2, round 3");
    assert_string_equal(where(g, RH), "IT5"); /* sealed */
    plays(g, 1, "BRIBE H BOURSE THEN BUY MAX"); /* a new letter replaces the old one */
    refused(g, 2, "MORE", "sealed-more", "");
    plays(g, 2, "MOVE H\nSTAY H"); /* the second cannot be played: told, the first stands */
    silence(g, 3);
    assert_string_equal(awaited(g), "round 1, round 2, round 3");
    assert_int_equal(tally_of(g->table, T_ROUND, 0), 2);
    assert_int_equal(event_number(g, "bought", "n"), 10); /* 90 white behind the bribe */
    assert_non_null(find_event(g, "refused"));
    assert_int_equal(find_event(g, "refused")->sight, SIGHT_SEAT(2));
    assert_non_null(find_event(g, "silence"));
    assert_string_not_equal(where(g, BH), "IT0");
    assert_string_not_equal(where(g, VH), "IT0");
    assert_int_equal(capital_note_next(g->table, 1, NOTE_SEALED, 0), 0);
    game_free(g);
}

/* --- silence ----------------------------------------------------------------------------------- */

static void silence_moves_by_the_die(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    for (int i = 1; i <= 4; i++) {
        at(g, RH, "LU3");
        silence(g, 1);
        if (i <= 3) /* parked ones stay, but move again after three silent turns */
            assert_string_equal(where(g, RH), "LU3");
        else
            assert_string_not_equal(where(g, RH), "LU3");
        at(g, BH, "LU3");
        plays(g, 2, "STAY H");
    }
    game_free(g);
}

/* --- the end ----------------------------------------------------------------------------------- */

static void the_majority_wins(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_shares(g, RH, 150);
    has_shares(g, BH, 30);
    lands(g, RH, "IT8");
    orders(g, 1, "BUY 10");
    assert_true(capital_engine.finished(g->table));
    struct standing v[SEATS_MAX];
    assert_int_equal(capital_engine.standings(g->table, &g->engine, g->options, 0, v), 3);
    assert_int_equal(v[0].rank, 1);
    assert_int_equal(v[1].rank, 2);
    assert_int_equal(v[2].rank, 3);
    assert_string_equal(awaited(g), "");
    refused(g, 2, "MOVE H", "game-over", "");
    game_free(g);
}

/* "If all are sold the most win"; a tie plays on. */
static void all_shares_sold(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_shares(g, RH, 100);
    has_shares(g, BH, 110);
    has_shares(g, VH, 80);
    lands(g, RH, "IT8");
    orders(g, 1, "BUY 10"); /* 110 to 110: plays on */
    assert_int_equal(table_get(g->table, T_BANK, 0), 0);
    assert_false(capital_engine.finished(g->table));
    orders(g, 3, "PROPOSE 10 SHARES TO Bob FOR 50 WHITE");
    orders(g, 2, "ACCEPT");
    assert_true(capital_engine.finished(g->table));
    assert_int_equal(table_get(g->table, T_WINNER, 0), 2);
    game_free(g);
}

/* Shares count in companies the holding controls directly or indirectly. */
static void shares_of_controlled_companies(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_company(g, R2, TYPE_FIN, 50, R1);
    has_shares(g, R2, 100);
    has_shares(g, R1, 50);
    has_shares(g, RH, 10);
    capital_check_end(&g->play);
    assert_true(capital_engine.finished(g->table));
    game_free(g);
}

static void the_limit_of_rounds(void **state)
{
    struct game *g = game_new(2, "rounds=1");
    (void)state;
    has_shares(g, BH, 10);
    plays(g, 1, "MOVE H");
    plays(g, 2, "MOVE H");
    assert_true(capital_engine.finished(g->table));
    assert_int_equal(table_get(g->table, T_WINNER, 0), 2);
    game_free(g);
    g = game_new(2, "rounds=1");
    plays(g, 1, "MOVE H");
    plays(g, 2, "MOVE H");
    struct standing v[SEATS_MAX];
    capital_engine.standings(g->table, &g->engine, g->options, 0, v);
    assert_int_equal(v[0].rank, 1); /* none has any: shared */
    assert_int_equal(v[1].rank, 1);
    game_free(g);
}

/* A preview never throws a die. */
static void previews(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    g->play.luck = NULL;
    g->play.preview = true;
    letter(g, 1, "MOVE H");
    assert_int_equal(g->outcome, OUTCOME_UNKNOWN);
    orders(g, 1, "GO LU\nPLAN H IF FN BORROW MAX");
    assert_int_equal(capital_engine.close(&g->play, 1), OUTCOME_DONE);
    orders(g, 1, "PASS");
    assert_int_equal(capital_engine.close(&g->play, 1), OUTCOME_UNKNOWN);
    game_free(g);
}

/* No spelling means two things, and none is a general verb's. */
static void the_grammar_is_sound(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    const char *wrong = grammar_check(&capital_grammar, general_grammar(), &g->arena);
    if (wrong)
        fail_msg("%s", wrong);
    wrong = grammar_check(&capital_situations, NULL, &g->arena);
    if (wrong)
        fail_msg("%s", wrong);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_die_a_pawn),
        cmocka_unit_test(the_rest_moves_by_itself),
        cmocka_unit_test(more_keeps_the_turn),
        cmocka_unit_test(zones_are_entered_at_the_centre),
        cmocka_unit_test(bribes),
        cmocka_unit_test(choices_in_one_mail),
        cmocka_unit_test(a_choice_that_cannot_be_made),
        cmocka_unit_test(choices_behind_a_move),
        cmocka_unit_test(plans),
        cmocka_unit_test(plans_have_a_limit),
        cmocka_unit_test(a_landing_asks),
        cmocka_unit_test(asking_tells_nothing),
        cmocka_unit_test(standing_orders_answer_landings),
        cmocka_unit_test(a_round_at_one_deadline),
        cmocka_unit_test(silence_moves_by_the_die),
        cmocka_unit_test(the_majority_wins),
        cmocka_unit_test(all_shares_sold),
        cmocka_unit_test(shares_of_controlled_companies),
        cmocka_unit_test(the_limit_of_rounds),
        cmocka_unit_test(previews),
        cmocka_unit_test(the_grammar_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
