/* Choices with nothing to act on, with too little and with just enough; which colour pays; and what is
 * told when a line names what is not there. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_glossary.h"

/* --- nothing ----------------------------------------------------------------------------------- */

/* A sum of 0 is refused; ALL of nothing is no mistake and changes nothing. */
static void sums_of_nothing(void **state)
{
    static const struct {
        const char *cell, *verb, *code;
    } cases[] = {{"IT6", "BORROW", "nothing"},      {"LU0", "DEPOSIT", "nothing"},
                 {"LU0", "WITHDRAW", "nothing"},    {"IT8", "BUY", "nothing"},
                 {"IT8", "SELL", "nothing"},        {"SA5", "STAKE", "nothing"},
                 {"LU2", "REPAY", "no-loan"},       {"CH6", "STAKE", "stake-limit"},
                 {"CH1", "FOUND 2 FIN CAPITAL", "capital-small"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game *g = one_company(TYPE_FIN, 0, 0);
        lands(g, R1, cases[i].cell);
        refused(g, 1, arena_printf(&g->arena, "%s 0", cases[i].verb), cases[i].code, "");
        struct table *before = table_clone(g->table);
        if (strcmp(cases[i].verb, "BORROW") != 0 && strcmp(cases[i].verb, "REPAY") != 0) {
            orders(g, 1, arena_printf(&g->arena, "%s ALL", cases[i].verb));
            assert_cash(g, 1, 0, 0);
            assert_books(g, R1, 0);
            assert_string_equal(where(g, R2), "");
        }
        table_free(&before);
        game_free(g);
    }
}

/* A loan there is, but no money to repay it with. */
static void a_loan_and_no_money(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 0);
    (void)state;
    company_set(g->table, T_DEBT, R1, 50);
    lands(g, R1, "LU2");
    refused(g, 1, "REPAY 1", "repay-limit", "");
    refused(g, 1, "REPAY 0", "nothing", "");
    orders(g, 1, "REPAY ALL");
    assert_int_equal(company_get(g->table, T_DEBT, R1), 50);
    has_cash(g, 1, 10, 0); /* money of the group, but not the company's */
    has_books(g, RH, 10);
    refused(g, 1, "REPAY 1", "repay-limit", "");
    game_free(g);
}

/* KEEP: a loan fills up to it, everything else leaves so much. */
static void what_keep_means(void **state)
{
    struct game *g = one_company(TYPE_FIN, 30, 0);
    (void)state;
    lands(g, R1, "LU2");
    orders(g, 1, "BORROW KEEP 100");
    assert_books(g, R1, 100);
    assert_int_equal(company_get(g->table, T_DEBT, R1), 70);
    game_free(g);
    g = one_company(TYPE_FIN, 30, 0);
    lands(g, R1, "LU2");
    orders(g, 1, "BORROW KEEP 20"); /* it has them */
    assert_int_equal(capital_owed(g->table, R1), 0);
    lands(g, R1, "LU0");
    orders(g, 1, "DEPOSIT KEEP 12 WHITE");
    assert_books(g, R1, 12);
    orders(g, 1, "DEPOSIT KEEP 12"); /* once more: nothing */
    assert_books(g, R1, 12);
    company_set(g->table, T_FRESH, R1, 0);
    lands(g, R1, "SA6");
    orders(g, 1, "WITHDRAW KEEP 10"); /* 10 stay on deposit */
    assert_books(g, R1, 20);
    lands(g, R1, "SA5");
    next_die(g, 1);
    orders(g, 1, "STAKE KEEP 15");
    assert_books(g, R1, 15);
    has_shares(g, R1, 30);
    lands(g, R1, "IT8");
    orders(g, 1, "SELL KEEP 10");
    assert_int_equal(company_get(g->table, T_SHARES, R1), 10);
    game_free(g);
    g = one_company(TYPE_FIN, 100, 0); /* founders: what the one that is named keeps */
    has_books(g, R1, 60);
    has_books(g, RH, 40);
    lands(g, R1, "CH1");
    orders(g, 1, "FOUND 2 FIN CAPITAL KEEP 30 60/40 WITH H");
    assert_books(g, R1, 30);
    assert_books(g, RH, 20);
    assert_int_equal(company_get(g->table, T_CAPITAL, R2), 50);
    orders(g, 1, "FOUND 3 FIN CAPITAL MAX 60/40 WITH H"); /* 20 are 40 % of 50, and 30 the rest */
    assert_books(g, R1, 0);
    assert_books(g, RH, 0);
    game_free(g);
}

/* The metals take 10 at least: who has less is let off, also when he says ALL. */
static void metals_with_less_than_ten(void **state)
{
    struct game *g = one_company(TYPE_MIN, 9, 0);
    (void)state;
    lands(g, R1, "LU9");
    refused(g, 1, "STAKE 9", "stake-limit", "");
    orders(g, 1, "STAKE ALL");
    assert_null(find_event(g, "stake-die"));
    has_cash(g, 1, 10, 0);
    has_books(g, R1, 10);
    lands(g, R1, "LU9");
    next_die(g, 4);
    orders(g, 1, "STAKE ALL");
    assert_non_null(find_event(g, "stake-die"));
    assert_cash(g, 1, 10, 0);
    game_free(g);
    g = one_company(TYPE_MIN, 40, 0);
    lands(g, R1, "LU9");
    next_die(g, 4);
    plays(g, 1, "PASS\nMOVE H"); /* PASS is no way out: 10 are staked */
    assert_non_null(find_event(g, "stake-die"));
    game_free(g);
}

/* --- just enough, and one less ----------------------------------------------------------------- */

static void one_less_is_too_little(void **state)
{
    static const struct {
        const char *cell, *line, *code;
        int64_t white, black;
    } cases[] = {{"IT8", "BUY 10", "buy-limit", 50, 0},
                 {"CH12", "BUY 10", "buy-limit", 55, 0},
                 {"LU5", "DEPOSIT 30 BLACK", "deposit-limit", 0, 30},
                 {"SA11", "STAKE 30 WHITE", "stake-limit", 30, 0},
                 {"CH6", "STAKE 10 BLACK", "stake-limit", 0, 10},
                 {"LU1", "FOUND 2 ALIM CAPITAL 10", "capital-limit", 10, 0},
                 {"SA13", "PAY", "coup-short", 0, 100}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int less = 0; less <= 1; less++) {
            struct game *g = one_company(TYPE_FIN, cases[i].white - (cases[i].white ? less : 0),
                                         cases[i].black - (cases[i].black ? less : 0));
            lands(g, R1, cases[i].cell);
            assert_string_equal(letter(g, 1, cases[i].line), less ? cases[i].code : "");
            game_free(g);
        }
}

static void a_coup_is_paid_once(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 250);
    (void)state;
    lands(g, R1, "SA13");
    orders(g, 1, "PAY");
    refused(g, 1, "PAY", "nothing", "");
    orders(g, 1, "PASS"); /* and nothing is taken behind it */
    assert_cash(g, 1, 0, 150);
    game_free(g);
}

/* --- colours ----------------------------------------------------------------------------------- */

static void a_bribe_in_either_colour(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 1, 50, 50);
    at(g, RH, "LU0");
    orders(g, 1, "BRIBE H FN WHITE GO SA THEN IF FN BORROW 10");
    assert_cash(g, 1, 40, 60);
    assert_int_equal(company_get(g->table, T_GO, RH), SOUTH_AMERICA + 1);
    game_free(g);
    g = game_new(2, NULL);
    has_cash(g, 1, 50, 50);
    at(g, RH, "LU0");
    orders(g, 1, "BRIBE H FN BLACK");
    assert_cash(g, 1, 50, 40);
    game_free(g);
    g = game_new(2, NULL);
    has_cash(g, 1, 95, 5);
    at(g, RH, "LU0");
    orders(g, 1, "BRIBE H BANK"); /* black first, and white for the rest */
    assert_cash(g, 1, 90, 0);
    game_free(g);
}

static void interest(const char *cell, int loan, const char *line, int64_t white, int64_t black)
{
    struct game *g = one_company(TYPE_FIN, 50, 50);
    company_set(g->table, loan, R1, loan == T_DEBT ? 100 : 50);
    at(g, R1, cell);
    next_die(g, 1);
    orders(g, 1, line);
    assert_cash(g, 1, white, black);
    game_free(g);
}

/* Interest in either colour: a black loan's in black first, a white one's in white, unless said. */
static void interest_in_either_colour(void **state)
{
    (void)state;
    interest("CH6", T_DEBT, "MOVE 1", 50, 20);
    interest("CH6", T_DEBT, "MOVE 1 THEN IF INT PAY WHITE", 20, 50);
    interest("CH6", T_DEBT, "MOVE 1 THEN IF INT PAY BLACK", 50, 20);
    interest("CH6", T_DEBT, "MOVE 1 THEN IF INT LU PAY WHITE", 50, 20); /* elsewhere */
    interest("CH6", T_DEBT, "MOVE 1 THEN IF COUP PAY BLACK", 50, 20);
    interest("CH6", T_DEBT, "PLAN 1 IF BOURSE BUY MAX IF INT PAY WHITE\nMOVE 1", 20, 50);
    interest("CH6", T_DEBT, "MOVE 1 THEN PAY WHITE", 20, 50); /* wherever it is due */
    interest("CH6", T_DEBT, "PLAN 1 IF INT PAY WHITE\nMOVE 1 THEN IF INT PAY BLACK", 50, 20);
    interest("IT5", T_LOAN, "MOVE 1", 45, 50);
    interest("IT5", T_LOAN, "MOVE 1 THEN IF FIN PAY BLACK, IF FIN REPAY 10", 40, 45);
}

/* --- lines about what is not there ------------------------------------------------------------- */

static void names_of_nothing(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    refused(g, 1, "PLAN V1 IF BOURSE BUY MAX", "not-yours", ""); /* nobody has that colour */
    refused(g, 1, "PLAN O1 NONE", "not-yours", "");
    refused(g, 1, "PROPOSE 10 WHITE TO Bob FOR 10 BLACK TO 2", "not-yours", "");
    refused(g, 1, "PROPOSE 10 WHITE TO Bob FOR COMPANY B2", "company-sale", "");
    refused(g, 1, "PROPOSE 10 WHITE TO Bob FOR COMPANY V2", "company-sale", "");
    refused(g, 1, "PROPOSE COMPANY O2 TO Bob FOR 10 WHITE", "company-sale", "");
    refused(g, 1, "GIVE 10 WHITE TO Agnes", "partner", "");
    refused(g, 1, "GIVE 0 WHITE TO Bob", "nothing", "");
    refused(g, 1, "GIVE 10 WHITE FROM 3 TO Bob", "not-yours", "");
    refused(g, 1, "STAY 2", "not-yours", "");
    refused(g, 1, "BRIBE 2 FN", "not-yours", "");
    lands(g, RH, "LU1");
    refused(g, 1, "FOUND 1 FIN CAPITAL 20 FROM BH 60/40 WITH H", "not-yours", "");
    refused(g, 1, "FOUND 1 FIN CAPITAL 20 FROM 2 60/40 WITH H", "not-yours", "");
    game_free(g);
}

/* Every choice belongs to its cells, and is refused on all others where something can be chosen. */
static void every_choice_has_its_cells(void **state)
{
    static const char *const cells[] = {"IT6", "LU2", "LU0", "IT8", "CH1", "SA5", "SA11", "CH6", "IT12", "SA13"};
    static const struct {
        const char *line, *where;
        const char *fits; /* 1 where it fits, by cell */
    } cases[] = {{"BORROW 10", "cells.loan", "1100000000"},   {"REPAY 10", "cells.loan", "1100000000"},
                 {"DEPOSIT 10", "cells.bank", "0010000000"},  {"WITHDRAW 10", "cells.bank", "0010000000"},
                 {"BUY 10", "cells.bourse", "0001000000"},    {"SELL 10", "cells.bourse", "0001000000"},
                 {"FOUND 2 FIN CAPITAL 10", "cells.found", "0000100000"},
                 {"STAKE 10", "cells.stake", "0000011100"},   {"ACCUSE Bob", "cells.fisc", "0000000010"},
                 {"PAY", "cells.coup", "0000000001"},         {"PASS", "", "1111111111"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t k = 0; k < sizeof cells / sizeof cells[0]; k++) {
            struct game *g = one_company(TYPE_FIN, 100, 200);
            lands(g, R1, cells[k]);
            const char *code = letter(g, 1, cases[i].line);
            assert_int_equal(strcmp(code, "wrong-cell") != 0, cases[i].fits[k] == '1');
            for (int a = 0; cases[i].fits[k] == '0' && a < g->mistake.nargs; a++)
                if (strcmp(g->mistake.args[a].name, "where") == 0)
                    assert_string_equal(g->mistake.args[a].word, cases[i].where);
            game_free(g);
        }
}

/* Liquidations, and orders kept for a round, have an end; what was kept before stands. */
static void notes_have_an_end(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    const char *code = "";
    int n = 0;
    (void)state;
    for (; !code[0] && n < 1000; n++)
        code = letter(g, 1, "LIQUIDATE 1");
    assert_string_equal(code, "too-many-notes");
    assert_true(n > 20);
    game_free(g);
    g = game_new(2, "pace=rounds");
    code = "";
    for (n = 0; !code[0] && n < 1000; n++)
        code = letter(g, 1, "MOVE H GO LU THEN IF BOURSE BUY MAX");
    assert_string_equal(code, "too-many-notes");
    assert_true(n > 20);
    game_free(g);
}

/* A register cannot be entered below 0. */
static void an_entry_below_nothing(void **state)
{
    struct game *g = one_company(TYPE_FIN, 60, 0);
    (void)state;
    has_cash(g, 1, 10, 0); /* as a ruling may leave it: the books say 50 more */
    refused(g, 1, "ENTRY H -5", "short", "");
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_nothing),
        cmocka_unit_test(a_loan_and_no_money),
        cmocka_unit_test(what_keep_means),
        cmocka_unit_test(metals_with_less_than_ten),
        cmocka_unit_test(one_less_is_too_little),
        cmocka_unit_test(a_coup_is_paid_once),
        cmocka_unit_test(a_bribe_in_either_colour),
        cmocka_unit_test(interest_in_either_colour),
        cmocka_unit_test(names_of_nothing),
        cmocka_unit_test(every_choice_has_its_cells),
        cmocka_unit_test(notes_have_an_end),
        cmocka_unit_test(an_entry_below_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
