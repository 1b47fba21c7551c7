/* Inspections, sums that cannot be paid, the three ways of a liquidation, and who is out. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_game.h"

/* The rule book's case: company 1 is inspected and with it 3 and 5, which it controls; their books say
 * 140. The group also has 2 (capital 65, loan 5), which controls 4 (capital 20), which controls a
 * sixth company, bought from Bob (capital 10: the least there is). */
static struct game *rule_book(const char *options)
{
    struct game *g = game_new(3, options);
    has_books(g, RH, 0);
    has_company(g, R1, TYPE_FIN, 100, RH);
    has_company(g, R3, TYPE_FIN, 40, R1);
    has_company(g, R5, TYPE_FIN, 40, R3);
    has_company(g, R2, TYPE_FIN, 65, RH);
    has_company(g, R4, TYPE_FIN, 20, R2);
    has_company(g, B1, TYPE_FIN, 10, R4);
    company_set(g->table, T_LOAN, R2, 5);
    has_cash(g, 1, 50, 90);
    has_books(g, R1, 60);
    has_books(g, R3, 50);
    has_books(g, R5, 30);
    holds(g);
    return g;
}

/* Case 1: 2 is liquidated for 60; 40 of it completes the fine, 20 buy 4 back, which keeps the sixth. */
static void the_rule_books_case_by_liquidation(void **state)
{
    struct game *g = rule_book("ggff-fine=white");
    (void)state;
    orders(g, 1, "LIQUIDATE 2 REBUY 4 BY 1");
    lands_done(g, R1, "IT3");
    assert_int_equal(capital_owner(g->board, g->table, R2), 0);
    assert_int_equal(capital_majority(g->table, R4), R1);
    assert_int_equal(capital_owner(g->board, g->table, B1), 1);
    assert_int_equal(capital_majority(g->table, B1), R4);
    /* 140 + 60 - 90 - 20 */
    assert_int_equal(capital_books(g->board, g->table, 1), 90);
    assert_int_equal(capital_cash(g->table, 1, WHITE) + capital_cash(g->table, 1, BLACK), 90);
    assert_false(capital_out(g->table, 1));
    game_free(g);
}

static void the_fine_is_public_and_what_the_books_said_is_not(void **state)
{
    struct game *g = rule_book("ggff-fine=white");
    (void)state;
    lands_done(g, R1, "IT3");
    assert_int_equal(event_number(g, "ggff", "fine"), 90);
    assert_int_equal(find_event(g, "ggff")->sight, SIGHT_ALL);
    assert_int_equal(event_number(g, "ggff-books", "books"), 140);
    assert_int_equal(find_event(g, "ggff-books")->sight, SIGHT_SEAT(1));
    assert_int_equal(find_event(g, "cost")->sight, SIGHT_SEAT(1));
    game_free(g);
}

/* Silence: 40 are missing; the smallest that suffices is 2 (60); what it controls goes too. */
static void the_same_case_in_silence(void **state)
{
    struct game *g = rule_book("ggff-fine=white");
    (void)state;
    lands_done(g, R1, "IT3");
    assert_int_equal(capital_owner(g->board, g->table, R2), 0);
    assert_int_equal(capital_owner(g->board, g->table, R4), 0);
    assert_int_equal(capital_owner(g->board, g->table, B1), 0);
    assert_int_equal(capital_books(g->board, g->table, 1), 140 + 60 + 20 + 10 - 90);
    game_free(g);
}

/* Case 2: black money sold for white, after the fine has been set. */
static void the_same_case_by_selling_black_money(void **state)
{
    struct game *g = rule_book("ggff-fine=white await-choices=yes");
    (void)state;
    lands(g, R1, "IT3");
    assert_string_equal(awaited(g), "due 1");
    assert_int_equal(find_event(g, "due-waits")->sight, SIGHT_ALL);
    assert_int_equal(tally_of(g->table, T_DUE, 1), 90);
    refused(g, 1, "MOVE H", "due-first", "");
    refused(g, 2, "MOVE H", "not-your-turn", "");
    refused(g, 1, "LIQUIDATE 1", "liquidate-debtor", "");
    refused(g, 1, "LIQUIDATE H", "liquidate-holding", "");
    orders(g, 1, "PROPOSE 60 BLACK FROM 1 TO Bob FOR 40 WHITE TO 1");
    orders(g, 2, "ACCEPT");
    orders(g, 1, "PAY");
    assert_string_equal(awaited(g), "turn 1");
    assert_cash(g, 1, 0, 30);
    assert_int_equal(capital_books(g->board, g->table, 1), 30);
    assert_int_equal(capital_owner(g->board, g->table, R2), 1);
    game_free(g);
}

/* Case 3: 2 is sold to Bob for 80, and 4 and the sixth go along. */
static void the_same_case_by_selling_the_company(void **state)
{
    struct game *g = rule_book("ggff-fine=white await-choices=yes");
    (void)state;
    lands(g, R1, "IT3");
    orders(g, 1, "PROPOSE COMPANY 2 TO Bob FOR 80 WHITE TO 1");
    orders(g, 2, "ACCEPT BY H");
    assert_int_equal(capital_owner(g->board, g->table, R2), 2);
    assert_int_equal(capital_owner(g->board, g->table, R4), 2);
    assert_int_equal(capital_owner(g->board, g->table, B1), 2);
    assert_int_equal(table_tally_sight(g->table, T_BALANCE + 2, 1), SIGHT_SEAT(2));
    orders(g, 1, "PAY");
    assert_cash(g, 1, 40, 90);
    assert_int_equal(capital_books(g->board, g->table, 1), 130);
    assert_cash(g, 2, 20, 0);
    game_free(g);
}

/* PASS, or silence, leaves it to the rules. */
static void a_due_that_nobody_answers(void **state)
{
    struct game *g = rule_book("ggff-fine=white await-choices=yes");
    (void)state;
    lands(g, R1, "IT3");
    silence(g, 1);
    assert_int_equal(capital_owner(g->board, g->table, R2), 0);
    assert_string_equal(awaited(g), "turn 1");
    game_free(g);
}

/* The usual rule: white first, then black. "100 in theory, 70 white: a fine of 30; 40 white are left." */
static void a_fine_in_either_colour(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 1, 70, 30);
    lands_done(g, RH, "IT3");
    assert_cash(g, 1, 40, 30);
    assert_books(g, RH, 70);
    has_cash(g, 1, 10, 60);
    lands_done(g, RH, "IT3"); /* a fine of 60: 10 white, 50 black */
    assert_cash(g, 1, 0, 10);
    game_free(g);
}

static void fines_are_debited_as_told(void **state)
{
    struct game *g = rule_book(NULL);
    (void)state;
    refused(g, 1, "DEBIT 5 2000000", "short", "DEBIT 5 30");
    refused(g, 1, "DEBIT BH 5", "not-yours", "");
    orders(g, 1, "DEBIT 5 30\nDEBIT 3 5\nDEBIT 2 50"); /* 2 is not inspected */
    lands_done(g, R1, "IT3");
    assert_books(g, R5, 0);
    assert_books(g, R1, 5); /* the rest: the largest first */
    assert_books(g, R3, 45);
    game_free(g);
}

static void only_what_is_controlled_is_inspected(void **state)
{
    struct game *g = rule_book(NULL);
    (void)state;
    lands_done(g, R5, "IT3"); /* 30 on its books, 50 white: clean */
    assert_int_equal(event_number(g, "ggff", "fine"), 0);
    lands_done(g, R3, "IT3"); /* 80: its own 50 and 30 of company 5 */
    assert_int_equal(event_number(g, "ggff", "fine"), 30);
    game_free(g);
}

static void a_minority_is_not_control(void **state)
{
    struct game *g = rule_book(NULL);
    (void)state;
    company_set(g->table, T_MAJORITY, R5, RH + 1);
    company_set(g->table, T_MINORITY, R5, R3 + 1);
    lands_done(g, R3, "IT3");
    assert_int_equal(event_number(g, "ggff", "fine"), 0);
    game_free(g);
}

/* --- Interpol ---------------------------------------------------------------------------------- */

static void interpol_to(struct game *g, const char *from, int die)
{
    table_set(g->table, T_INTERPOL, 0, cell_named(g, from));
    table_set(g->table, T_PHASE, 0, PHASE_END);
    g->events = (struct events){.arena = &g->arena};
    luck_mark(&g->luck);
    next_die(g, die);
    capital_engine.advance(&g->play);
}

static void interpol_inspects(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_cash(g, 1, 0, 100);
    has_cash(g, 2, 60, 40);
    at(g, RH, "IT2");
    at(g, BH, "IT2");
    interpol_to(g, "IT5", 3);
    assert_cash(g, 1, 0, 0);
    assert_cash(g, 2, 20, 40);
    int seen = 0, order[2] = {0};
    for (const struct event *e = g->events.first; e; e = e->next)
        if (strcmp(e->code, "ggff") == 0 && seen < 2)
            order[seen++] = (int)e->args[0].n;
    assert_int_equal(seen, 2);
    assert_int_equal(order[0], 1); /* in seat order, the mover's too */
    assert_int_equal(order[1], 2);
    game_free(g);
}

static void interpol_leaves_a_parked_pawn_alone(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 1, 0, 100);
    at(g, RH, "IT4");
    interpol_to(g, "IT7", 3);
    assert_int_equal(table_get(g->table, T_INTERPOL, 0), cell_named(g, "IT4"));
    assert_null(find_event(g, "ggff"));
    assert_cash(g, 1, 0, 100);
    game_free(g);
}

static void a_pawn_that_lands_on_interpol_is_safe(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 1, 0, 100);
    table_set(g->table, T_INTERPOL, 0, cell_named(g, "IT2"));
    next_die(g, 2);
    orders(g, 1, "MOVE H");
    assert_string_equal(where(g, RH), "IT2");
    assert_null(find_event(g, "ggff"));
    game_free(g);
}

static void interpol_passes_a_cell_0(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    interpol_to(g, "CH1", 2); /* over CH0 to a centre */
    int cell = (int)table_get(g->table, T_INTERPOL, 0);
    assert_int_equal(g->board->cells[cell].type, CELL_CENTRE);
    game_free(g);
}

/* --- the Fisc ---------------------------------------------------------------------------------- */

static void the_fisc_takes_its_part(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_cash(g, 1, 101, 41);
    has_books(g, RH, 40);
    has_books(g, R1, 102);
    orders(g, 1, "DEBIT H 10");
    lands(g, R1, "IT12"); /* 10 % of 101 and 25 % of 41, rounded up: 11 + 11 */
    assert_cash(g, 1, 90, 30);
    assert_books(g, RH, 30);
    assert_books(g, R1, 90);
    assert_int_equal(find_event(g, "fisc-passed")->sight, SIGHT_ALL);
    assert_int_equal(find_event(g, "fisc-tax")->sight, SIGHT_SEAT(1));
    game_free(g);
}

/* "A difference, even the smallest." */
static void books_wrong_by_one(void **state)
{
    (void)state;
    for (int more = 0; more <= 1; more++) {
        struct game *g = game_new(3, NULL);
        has_cash(g, 1, 100 + more, 0);
        lands(g, RH, "IT12");
        assert_int_equal(capital_out(g->table, 1), more);
        if (more) {
            assert_int_equal(find_event(g, "fisc-failed")->sight, SIGHT_ALL);
            assert_int_equal(find_event(g, "fisc-books")->sight, SIGHT_SEAT(1));
        }
        game_free(g);
    }
}

static void an_accusation_that_is_right(void **state)
{
    struct game *g = game_new(4, NULL);
    (void)state;
    has_cash(g, 2, 90, 25); /* 15 off the books */
    lands(g, RH, "IT12");
    orders(g, 1, "ACCUSE Bob");
    /* 25 black in three parts of 8, one to the bank; his books are set to his cash */
    assert_cash(g, 1, 90, 8);
    assert_books(g, RH, 98);
    assert_cash(g, 2, 90, 0);
    assert_books(g, BH, 90);
    assert_cash(g, 3, 100, 8);
    assert_cash(g, 4, 100, 8);
    assert_int_equal(find_event(g, "accused")->sight, SIGHT_ALL);
    refused(g, 1, "ACCUSE Cynthia", "no-accusation", ""); /* once */
    game_free(g);
}

static void an_accusation_that_is_wrong(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    refused(g, 1, "ACCUSE Bob", "no-accusation", "MOVE H THEN IF FISC ACCUSE 2");
    lands(g, RH, "IT12");
    refused(g, 1, "ACCUSE Agnes", "accused-who", "");
    orders(g, 1, "ACCUSE Bob"); /* a tenth of 90 */
    assert_cash(g, 1, 81, 0);
    assert_cash(g, 2, 109, 0);
    assert_books(g, BH, 109);
    assert_cash(g, 3, 100, 0);
    game_free(g);
}

/* --- liquidation ------------------------------------------------------------------------------- */

static void what_can_be_liquidated(void **state)
{
    struct game *g = rule_book(NULL);
    (void)state;
    refused(g, 1, "LIQUIDATE H", "liquidate-holding", "");
    refused(g, 1, "LIQUIDATE BH", "not-yours", "");
    company_set(g->table, T_DEBT, R3, 40);
    refused(g, 1, "LIQUIDATE 3", "worthless", ""); /* capital 40, loan 40 */
    refused(g, 1, "LIQUIDATE 2 REBUY 5 BY H", "rebuy-what", "");
    refused(g, 1, "LIQUIDATE 2 REBUY 4 BY BH", "not-yours", "");
    refused(g, 1, "LIQUIDATE 2 REBUY 4 BY B1", "circle", ""); /* nobody owns his owner */
    refused(g, 1, "LIQUIDATE 2 REBUY 4 BY 4", "circle", "");
    refused(g, 1, "LIQUIDATE 2 REBUY 4 BY 2", "circle", "");
    orders(g, 1, "LIQUIDATE 2 REBUY 4 BY 1");
    assert_int_equal(capital_owner(g->board, g->table, R2), 1); /* only when a due needs it */
    game_free(g);
}

static void what_it_had_passes_to_its_owner(void **state)
{
    struct game *g = rule_book("ggff-fine=white");
    (void)state;
    has_cash(g, 1, 50, 97);
    has_books(g, R2, 7);
    has_company(g, R2, TYPE_FIN, 65, RH);
    company_set(g->table, T_MINORITY, R5, R2 + 1);
    orders(g, 1, "LIQUIDATE 2 REBUY 4 BY 1");
    lands_done(g, R1, "IT3");
    assert_books(g, RH, 7);
    assert_int_equal(capital_minority(g->table, R5), RH);
    game_free(g);
}

static void harsh_liquidation(void **state)
{
    struct game *g = rule_book("ggff-fine=white liquidation=harsh");
    (void)state;
    has_cash(g, 1, 50, 97);
    has_books(g, R4, 7);
    orders(g, 1, "LIQUIDATE 2 REBUY 4 BY 1"); /* nothing is bought back */
    lands_done(g, R1, "IT3");
    assert_int_equal(capital_owner(g->board, g->table, R2), 0);
    assert_int_equal(capital_owner(g->board, g->table, R4), 0);
    assert_int_equal(capital_owner(g->board, g->table, B1), 0);
    assert_int_equal(capital_books(g->board, g->table, 1), 140 + 60 - 90); /* and the 7 are lost */
    game_free(g);
}

static void liquidation_of_a_shared_company(void **state)
{
    struct game *g = rule_book("ggff-fine=white");
    (void)state;
    company_set(g->table, T_MINORITY, R2, BH + 1);
    orders(g, 1, "LIQUIDATE 2 REBUY 4 BY 1");
    lands_done(g, R1, "IT3"); /* 60 % of 60 are not enough for 40 missing: 4 and 6 follow */
    assert_cash(g, 2, 124, 0);
    assert_books(g, BH, 124);
    game_free(g);
}

/* --- bankruptcy -------------------------------------------------------------------------------- */

static void who_cannot_pay_is_out(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_cash(g, 1, 5, 0);
    has_books(g, RH, 5);
    has_company(g, R1, TYPE_FIN, 50, RH);
    company_set(g->table, T_DEBT, R1, 100);
    company_set(g->table, T_MINORITY, R1, BH + 1); /* shared with Bob */
    has_company(g, B2, TYPE_FIN, 30, BH);
    company_set(g->table, T_MINORITY, B2, RH + 1);
    lands_done(g, RH, "IT9"); /* 10, and nothing to liquidate: R1 is worth nothing */
    assert_true(capital_out(g->table, 1));
    assert_cash(g, 1, 0, 0);
    assert_string_equal(where(g, RH), "");
    assert_int_equal(capital_owner(g->board, g->table, R1), 2); /* passes to the other owner */
    assert_int_equal(capital_majority(g->table, R1), BH);
    assert_int_equal(capital_minority(g->table, R1), NO_COMPANY);
    assert_int_equal(capital_minority(g->table, B2), NO_COMPANY);
    game_free(g);
}

/* "The bank pays in white what he owed other players." */
static void the_bank_pays_his_creditors(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    struct due d = {.seat = 1, .company = RH, .sum = 150, .to = 2, .why = WHY_INDEMNITY};
    assert_int_equal(capital_due(&g->play, &d), PAID_OUT);
    assert_cash(g, 2, 250, 0);
    assert_books(g, BH, 250);
    holds(g);
    game_free(g);
}

/* Bob is asked by Interpol in Agnes's turn, and resigns: the turn that was over stays over. */
static void who_is_asked_may_leave(void **state)
{
    struct game *g = game_new(3, "await-choices=yes ggff-fine=white");
    (void)state;
    has_cash(g, 2, 0, 100);
    has_company(g, B1, TYPE_FIN, 80, BH);
    at(g, BH, "IT2");
    interpol_to(g, "IT5", 3);
    assert_string_equal(awaited(g), "due 2");
    capital_engine.leave(&g->play, 2);
    capital_engine.advance(&g->play);
    holds(g);
    assert_true(capital_out(g->table, 2));
    assert_string_equal(awaited(g), "turn 3");
    game_free(g);
}

static void shares_of_the_bankrupt_go_back(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_shares(g, RH, 50);
    capital_engine.leave(&g->play, 1);
    capital_engine.advance(&g->play);
    holds(g);
    assert_int_equal(table_get(g->table, T_BANK, 0), SHARES_ALL);
    assert_string_equal(awaited(g), "turn 2");
    capital_engine.leave(&g->play, 2);
    assert_true(capital_engine.finished(g->table)); /* the last one left */
    assert_int_equal(table_get(g->table, T_WINNER, 0), 3);
    game_free(g);
}

/* A landing on FIN that cannot pay its interest, with something to liquidate. */
static struct game *interest_due(void)
{
    struct game *g = game_new(2, "await-choices=yes");
    has_company(g, R1, TYPE_FIN, 100, RH);
    has_company(g, R2, TYPE_FIN, 60, RH);
    company_set(g->table, T_LOAN, R1, 50);
    has_books(g, RH, 0);
    has_cash(g, 1, 0, 0);
    at(g, R1, "IT5");
    next_die(g, 1);
    return g;
}

/* What was said for a landing is done behind the sum that the landing itself raised. */
static void choices_wait_for_the_due(void **state)
{
    struct game *g = interest_due();
    (void)state;
    orders(g, 1, "MOVE 1 THEN IF FN BORROW MAX IF FIN REPAY 20");
    assert_int_equal(g->outcome, OUTCOME_HOLD);
    assert_string_equal(awaited(g), "due 1");
    orders(g, 1, "LIQUIDATE 2");
    assert_int_equal(company_get(g->table, T_LOAN, R1), 30);
    assert_cash(g, 1, 60 - 5 - 20, 0);
    assert_string_equal(awaited(g), "turn 1");
    assert_int_equal(capital_note_next(g->table, 1, NOTE_THEN, 0), 0);
    game_free(g);

    g = interest_due(); /* silence finds the sum; the choices stand */
    orders(g, 1, "MOVE 1 THEN REPAY ALL");
    silence(g, 1);
    assert_int_equal(company_get(g->table, T_LOAN, R1), 0);
    game_free(g);

    g = interest_due(); /* and so does a plan */
    orders(g, 1, "PLAN 1 IF FIN REPAY 10\nMOVE 1");
    orders(g, 1, "PASS");
    assert_int_equal(company_get(g->table, T_LOAN, R1), 40);
    assert_string_equal(awaited(g), "turn 1");
    game_free(g);
}

/* Nothing was said: the owner is asked as at any other landing. */
static void a_choice_is_asked_behind_the_due(void **state)
{
    struct game *g = interest_due();
    (void)state;
    orders(g, 1, "MOVE 1");
    orders(g, 1, "LIQUIDATE 2");
    assert_string_equal(awaited(g), "choice 1");
    orders(g, 1, "REPAY 50");
    assert_int_equal(company_get(g->table, T_LOAN, R1), 0);
    assert_string_equal(awaited(g), "turn 1");
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_books_case_by_liquidation),
        cmocka_unit_test(the_fine_is_public_and_what_the_books_said_is_not),
        cmocka_unit_test(the_same_case_in_silence),
        cmocka_unit_test(the_same_case_by_selling_black_money),
        cmocka_unit_test(the_same_case_by_selling_the_company),
        cmocka_unit_test(a_due_that_nobody_answers),
        cmocka_unit_test(choices_wait_for_the_due),
        cmocka_unit_test(a_choice_is_asked_behind_the_due),
        cmocka_unit_test(a_fine_in_either_colour),
        cmocka_unit_test(fines_are_debited_as_told),
        cmocka_unit_test(only_what_is_controlled_is_inspected),
        cmocka_unit_test(a_minority_is_not_control),
        cmocka_unit_test(interpol_inspects),
        cmocka_unit_test(interpol_leaves_a_parked_pawn_alone),
        cmocka_unit_test(a_pawn_that_lands_on_interpol_is_safe),
        cmocka_unit_test(interpol_passes_a_cell_0),
        cmocka_unit_test(the_fisc_takes_its_part),
        cmocka_unit_test(books_wrong_by_one),
        cmocka_unit_test(an_accusation_that_is_right),
        cmocka_unit_test(an_accusation_that_is_wrong),
        cmocka_unit_test(what_can_be_liquidated),
        cmocka_unit_test(what_it_had_passes_to_its_owner),
        cmocka_unit_test(harsh_liquidation),
        cmocka_unit_test(liquidation_of_a_shared_company),
        cmocka_unit_test(who_cannot_pay_is_out),
        cmocka_unit_test(the_bank_pays_his_creditors),
        cmocka_unit_test(who_is_asked_may_leave),
        cmocka_unit_test(shares_of_the_bankrupt_go_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
