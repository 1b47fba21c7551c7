/* A player who tries to look into others' books, to win time, or to break the numbers. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_glossary.h"

/* Whether somebody's books are wrong is not told for nothing: not in a preview … */
static void an_accusation_cannot_be_tried(void **state)
{
    (void)state;
    for (int wrong = 0; wrong <= 1; wrong++) {
        struct game *g = one_company(TYPE_FIN, 50, 0);
        has_cash(g, 2, 100 + wrong, 0);
        lands(g, R1, "IT12");
        g->play.luck = NULL;
        g->play.preview = true;
        letter(g, 1, "ACCUSE Bob");
        assert_int_equal(g->outcome, OUTCOME_UNKNOWN);
        assert_null(find_event(g, "accused"));
        game_free(g);
    }
}

/* … nor in a letter that is refused behind it: as behind a die, what was shown stays. */
static void an_accusation_is_not_taken_back(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    (void)state;
    lands(g, R1, "IT12");
    assert_int_equal(g->luck.drawn, 0);
    orders(g, 1, "ACCUSE Bob");
    assert_true(g->luck.drawn > 0);
    game_free(g);
}

/* Answering a due with nothing does not wind its clock up again. */
static void a_debtor_wins_no_time(void **state)
{
    struct game *g = game_new(2, "await-choices=yes");
    struct await first[AWAITS_MAX], then[AWAITS_MAX];
    (void)state;
    has_company(g, R1, TYPE_FIN, 100, RH);
    has_company(g, R2, TYPE_FIN, 50, RH);
    has_cash(g, 1, 0, 0);
    has_books(g, RH, 0);
    lands(g, R1, "IT9");
    assert_string_equal(awaited(g), "due 1");
    capital_engine.awaits(g->table, g->options, first);
    for (int i = 0; i < 3; i++)
        plays(g, 1, "PAY");
    assert_string_equal(awaited(g), "due 1");
    capital_engine.awaits(g->table, g->options, then);
    assert_int_equal(first[0].matter, then[0].matter);
    silence(g, 1); /* and when it has run out the due is met */
    assert_string_equal(where(g, R2), "");
    assert_false(capital_out(g->table, 1));
    game_free(g);
}

/* The bank stops before the numbers do. */
static void money_has_an_end(void **state)
{
    struct game *g = one_company(TYPE_FIN, ISSUE_MOST - 110, 0);
    (void)state;
    lands_done(g, R1, "IT2"); /* 20, of which 10 are left: Bob has 100 */
    assert_cash(g, 1, ISSUE_MOST - 100, 0);
    lands_done(g, R1, "IT2");
    assert_cash(g, 1, ISSUE_MOST - 100, 0);
    assert_books(g, R1, ISSUE_MOST - 100);
    game_free(g);
}

/* A company whose deposit bears interest for ever is no way round that. */
static void interest_has_an_end(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 1000);
    (void)state;
    for (int stop = 0; stop < 200; stop++) {
        lands(g, R1, "LU0");
        orders(g, 1, "DEPOSIT ALL");
        capital_close_landing(&g->play);
        holds(g);
    }
    assert_true(company_get(g->table, T_DEPOSIT, R1) > 1000000);
    game_free(g);
}

/* Amounts beyond all reason are refused, or mean as much as there is; nothing goes below 0. */
static void absurd_amounts(void **state)
{
    static const struct {
        const char *cell, *order;
    } tries[] = {
        {"IT6", "BORROW 9223372036854775807"},
        {"LU2", "BORROW 4611686018427387904"},
        {"IT6", "BORROW KEEP 9223372036854775807"},
        {"LU0", "DEPOSIT 9223372036854775807 WHITE"},
        {"LU0", "DEPOSIT KEEP 9223372036854775807"},
        {"LU0", "WITHDRAW 9223372036854775800"},
        {"IT8", "BUY 9223372036854775800"},
        {"IT8", "BUY KEEP 9223372036854775807"},
        {"IT8", "SELL 9223372036854775800"},
        {"SA5", "STAKE 9223372036854775807 BLACK"},
        {"LU1", "FOUND 2 FIN CAPITAL 9223372036854775805"},
        {"LU1", "FOUND 2 FIN CAPITAL 9223372036854775805 FROM 1 60/40 WITH BH"},
        {"LU1", "FOUND 2 FIN CAPITAL KEEP 9223372036854775807"},
        {"IT4", "TRANSFER 9223372036854775807 FROM 1 TO H"},
        {"IT4", "GIVE 9223372036854775807 WHITE FROM 1 TO Bob"},
        {"IT4", "GIVE 9223372036854775807 WHITE OFF BOOKS TO Bob"},
        {"IT4", "PROPOSE 9223372036854775807 WHITE FROM 1 TO Bob FOR 1 BLACK"},
        {"IT4", "PROPOSE 1 WHITE FROM 1 TO Bob FOR 9223372036854775807 BLACK"},
        {"IT4", "PROPOSE 1 WHITE FROM 1 TO Bob FOR 9223372036854775800 SHARES"},
        {"IT4", "DEBIT 1 9223372036854775807"},
        {"IT4", "ACCEPT 9223372036854775807"},
        {"IT4", "WITHDRAW OFFER 9223372036854775807"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct game *g = one_company(TYPE_FIN, 60, 40);
        struct order_reader reader = {.game = g->engine.grammar,
                                      .data = g->engine.data,
                                      .seats = seat_names,
                                      .nseats = 2};
        struct order order;
        struct mistake mistake = {0};
        lands(g, R1, tries[i].cell);
        int64_t before = capital_cash(g->table, 1, WHITE) + capital_cash(g->table, 1, BLACK);
        if (order_read(&reader, slice_of(tries[i].order), 1, &g->arena, &order, &mistake)) {
            letter(g, 1, tries[i].order);
            holds(g);
        }
        int64_t after = capital_cash(g->table, 1, WHITE) + capital_cash(g->table, 1, BLACK);
        if (!strstr(tries[i].order, "BORROW KEEP") && after > before)
            fail_msg("money from nothing: %s", tries[i].order);
        assert_int_equal(capital_books(g->board, g->table, 1), after);
        game_free(g);
    }
}

/* What another has is not told by what is refused: the same words, whatever Bob has. */
static void refusals_tell_nothing_of_others(void **state)
{
    static const char *const tries[] = {
        "PROPOSE 10 WHITE FROM 1 TO Bob FOR 5000 BLACK",
        "PROPOSE 10 WHITE FROM 1 TO Bob FOR 90 WHITE",
        "PROPOSE 400 WHITE FROM 1 TO Bob FOR 90 SHARES",
        "PROPOSE COMPANY 1 TO Bob FOR COMPANY B1",
        "TRANSFER 10 FROM BH TO 1",
        "GIVE 10 WHITE FROM BH TO Bob",
        "LIQUIDATE B1",
        "DEBIT B1 5",
        "ENTRY B1 +5",
        "GO B1 LU",
    };
    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        const char *code[2];
        for (int rich = 0; rich <= 1; rich++) {
            struct game *g = one_company(TYPE_FIN, 60, 40);
            has_company(g, B1, TYPE_FIN, 10, BH);
            has_cash(g, 2, rich ? 900 : 0, rich ? 6000 : 0);
            has_books(g, BH, rich ? 6800 : 0);
            has_books(g, B1, rich ? 100 : 0);
            static char said[2][400];
            snprintf(said[rich], sizeof said[rich], "%s %s", letter(g, 1, tries[i]), g->mistake.try);
            code[rich] = said[rich];
            game_free(g);
        }
        assert_string_equal(code[0], code[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_accusation_cannot_be_tried),
        cmocka_unit_test(an_accusation_is_not_taken_back),
        cmocka_unit_test(a_debtor_wins_no_time),
        cmocka_unit_test(money_has_an_end),
        cmocka_unit_test(interest_has_an_end),
        cmocka_unit_test(absurd_amounts),
        cmocka_unit_test(refusals_tell_nothing_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
