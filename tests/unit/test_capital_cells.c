/* Each cell, with enough money and without. The glossary of the rule book is the order here. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_game.h"

/* Seat 1 with a company 1 of a type: capital 100, so much on its books, all of it in one colour. */
static struct game *with(int type, int64_t white, int64_t black)
{
    struct game *g = game_new(2, NULL);
    has_books(g, RH, 0);
    has_company(g, R1, type, 100, RH);
    has_cash(g, 1, white, black);
    has_books(g, R1, white + black);
    holds(g);
    return g;
}

/* What a landing changes in white and black. */
static void expect(int type, int64_t white, int64_t black, const char *cell, int64_t white_after,
                   int64_t black_after)
{
    struct game *g = with(type, white, black);
    lands_done(g, R1, cell);
    assert_cash(g, 1, white_after, black_after);
    assert_books(g, R1, white_after + black_after);
    game_free(g);
}

static void incomes(void **state)
{
    (void)state;
    expect(TYPE_ALIM, 0, 0, "IT2", 20, 0);  /* coupons */
    expect(TYPE_TRA, 5, 0, "IT10", 35, 0);  /* sale */
    expect(TYPE_FIN, 5, 0, "IT10", 5, 0);   /* … of transformers only */
    expect(TYPE_MIN, 0, 0, "SA0", 25, 0);   /* mining */
    expect(TYPE_FIN, 0, 0, "SA0", 0, 0);
    expect(TYPE_ALIM, 0, 0, "SA1", 25, 0);  /* food */
    expect(TYPE_TRA, 0, 0, "SA1", 0, 0);
    expect(TYPE_FIN, 0, 0, "SA4", 25, 0);   /* finance */
    expect(TYPE_MIN, 0, 0, "SA4", 0, 0);
    expect(TYPE_FIN, 0, 7, "SA8", 0, 42);   /* arms R: 35 %, black */
}

static void costs(void **state)
{
    (void)state;
    expect(TYPE_TRA, 50, 0, "IT1", 40, 0); /* raw materials */
    expect(TYPE_FIN, 50, 0, "IT1", 50, 0);
    expect(TYPE_TRA, 50, 4, "IT5", 44, 0); /* transformation, black first */
    expect(TYPE_MIN, 50, 4, "IT5", 50, 4);
    expect(TYPE_FIN, 50, 50, "IT9", 50, 40); /* luxury, black first */
    expect(TYPE_FIN, 50, 3, "LU4", 43, 0);   /* arms G, white when black runs out */
    expect(TYPE_FIN, 60, 40, "IT7", 26, 40); /* taxes: a third, rounded up, white first */
    expect(TYPE_FIN, 10, 90, "IT7", 0, 66);
    expect(TYPE_FIN, 30, 70, "SA7", 0, 0); /* nationalization */
    expect(TYPE_FIN, 0, 0, "SA7", 0, 0);
    expect(TYPE_FIN, 40, 0, "IT4", 40, 0); /* parking, start, centre */
    expect(TYPE_FIN, 40, 0, "IT0", 40, 0);
    expect(TYPE_FIN, 40, 0, "IT19", 40, 0);
}

/* A cost the company cannot pay: the rest of the group does. */
static void the_group_pays(void **state)
{
    struct game *g = with(TYPE_FIN, 4, 0);
    (void)state;
    has_cash(g, 1, 30, 0);
    has_books(g, RH, 26);
    lands_done(g, R1, "IT9");
    assert_cash(g, 1, 20, 0);
    assert_books(g, R1, 0);
    assert_books(g, RH, 20);
    game_free(g);
}

/* … then deposits, then bank shares at -20 %. */
static void deposits_and_shares_pay(void **state)
{
    struct game *g = with(TYPE_FIN, 2, 0);
    (void)state;
    company_set(g->table, T_DEPOSIT, R1, 5);
    has_shares(g, RH, 20);
    lands_done(g, R1, "IT9"); /* 10: 2 + 5 + a lot for 40 */
    assert_cash(g, 1, 37, 0);
    assert_int_equal(company_get(g->table, T_DEPOSIT, R1), 0);
    assert_int_equal(capital_shares(g->board, g->table, 1), 10);
    assert_int_equal(table_get(g->table, T_BANK, 0), SHARES_ALL - 10);
    game_free(g);
}

static void loans_and_interest(void **state)
{
    struct game *g = with(TYPE_FIN, 30, 0);
    (void)state;
    lands(g, R1, "IT6");
    refused(g, 1, "BORROW 51", "borrow-limit", "BORROW 50");
    refused(g, 1, "BORROW 0", "nothing", "");
    refused(g, 1, "REPAY 5", "no-loan", "");
    orders(g, 1, "BORROW MAX");
    assert_cash(g, 1, 80, 0);
    assert_int_equal(company_get(g->table, T_LOAN, R1), 50);
    refused(g, 1, "BORROW 1", "has-loan", "");
    lands(g, R1, "IT6"); /* the next stop: 10 % of 50 */
    assert_cash(g, 1, 75, 0);
    refused(g, 1, "REPAY 51", "repay-limit", "REPAY 50");
    orders(g, 1, "REPAY 20");
    assert_int_equal(company_get(g->table, T_LOAN, R1), 30);
    orders(g, 1, "REPAY ALL");
    assert_cash(g, 1, 25, 0);
    refused(g, 1, "BORROW 10", "same-stop", "");
    lands(g, R1, "CH0"); /* a new loan at another stop: black, twice the capital */
    refused(g, 1, "BORROW 201", "borrow-limit", "BORROW 200");
    orders(g, 1, "BORROW 150");
    assert_cash(g, 1, 25, 150);
    lands_done(g, R1, "CH7"); /* 30 % of 150, black first */
    assert_cash(g, 1, 25, 105);
    lands_done(g, R1, "IT6"); /* no white loan, no interest here */
    assert_cash(g, 1, 25, 105);
    lands(g, R1, "LU2");
    orders(g, 1, "REPAY KEEP 20"); /* what is left of 130 */
    assert_int_equal(company_get(g->table, T_DEBT, R1), 40);
    assert_cash(g, 1, 20, 0);
    game_free(g);
}

/* A choice no landing asks for is refused before the die is drawn, not passed over. */
static void choices_that_never_come(void **state)
{
    static const char *const never[] = {"IF BANK PAY WHITE", "IF BANK BORROW MAX", "IF FISC DEPOSIT ALL",
                                        "IF FN BUY MAX", "BUY MAX IF COUP STAKE 10", "IF ELECTIONS BUY MAX"};
    static const char *const fine[] = {"IF ELECTIONS STAKE 10", "IF METALS STAKE 10", "IF FISC PASS", "PAY",
                                       "IF COUP PAY BLACK", "IF INT PAY WHITE", "IF FIN PAY BLACK IF FN REPAY ALL"};
    struct game *g = with(TYPE_FIN, 30, 30);
    (void)state;
    char line[200];
    at(g, R1, "LU1");
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        snprintf(line, sizeof line, "MOVE 1 THEN %s", never[i]);
        refused(g, 1, line, "never-there", "");
        snprintf(line, sizeof line, "BRIBE 1 FN THEN %s", never[i]);
        refused(g, 1, line, "never-there", "");
        snprintf(line, sizeof line, "PLAN 1 %s", never[i]);
        refused(g, 1, line, "never-there", "");
    }
    refused(g, 1, "MOVE 1 THEN IF INT PAY", "interest-colour", "");
    refused(g, 1, "PLAN 1 IF FIN PAY", "interest-colour", "");
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        snprintf(line, sizeof line, "PLAN 1 %s", fine[i]);
        orders(g, 1, line);
    }
    game_free(g);
}

static void the_colour_of_a_repayment(void **state)
{
    struct game *g = with(TYPE_FIN, 30, 30);
    (void)state;
    company_set(g->table, T_DEBT, R1, 40);
    lands(g, R1, "LU2");
    orders(g, 1, "REPAY 10 WHITE");
    assert_cash(g, 1, 20, 30);
    orders(g, 1, "REPAY 10");
    assert_cash(g, 1, 20, 20);
    game_free(g);
}

static void recycling(void **state)
{
    struct game *g = with(TYPE_FIN, 20, 100);
    (void)state;
    lands(g, R1, "LU5");
    refused(g, 1, "DEPOSIT 101 BLACK", "deposit-limit", "DEPOSIT 100 BLACK");
    orders(g, 1, "DEPOSIT ALL BLACK");
    assert_cash(g, 1, 20, 0);
    assert_books(g, R1, 20);
    refused(g, 1, "WITHDRAW 1", "withdraw-limit", ""); /* only from the next turn on */
    capital_close_landing(&g->play);
    assert_cash(g, 1, 20, 0); /* nothing lay there before: no interest */
    plays(g, 1, "PASS");
    table_set(g->table, T_PHASE, 0, PHASE_END); /* Bob's turn passes */
    table_set(g->table, T_TURN, 0, 2);
    capital_engine.advance(&g->play);
    int64_t white = capital_cash(g->table, 1, WHITE), deposit = company_get(g->table, T_DEPOSIT, R1);
    assert_int_equal(deposit, 100);
    lands_done(g, R1, "LU12"); /* 20 % for who deposited and withdraws nothing */
    assert_cash(g, 1, white + 20, 0);
    lands_done(g, RH, "LU12"); /* … and for nobody else */
    assert_cash(g, 1, white + 20, 0);
    lands_done(g, R1, "SA6"); /* … and in Luxembourg only */
    assert_cash(g, 1, white + 20, 0);
    lands(g, RH, "SA6"); /* any company of the group may withdraw, in white */
    orders(g, 1, "WITHDRAW 60");
    assert_cash(g, 1, white + 80, 0);
    lands(g, R1, "LU5");
    orders(g, 1, "WITHDRAW ALL");
    capital_close_landing(&g->play);
    assert_cash(g, 1, white + 120, 0); /* no interest when withdrawing */
    assert_int_equal(capital_deposits(g->board, g->table, 1, true), 0);
    holds(g);
    game_free(g);
}

static void bank_shares(void **state)
{
    struct game *g = with(TYPE_FIN, 170, 50);
    (void)state;
    lands(g, R1, "IT8");
    refused(g, 1, "BUY 15 SHARES", "tens", "BUY 20 SHARES");
    refused(g, 1, "BUY 40 SHARES", "buy-limit", "BUY 30 SHARES"); /* black money does not count */
    orders(g, 1, "BUY KEEP 100");
    assert_cash(g, 1, 70, 50);
    assert_int_equal(capital_shares(g->board, g->table, 1), 20);
    orders(g, 1, "BUY MAX");
    assert_cash(g, 1, 20, 50);
    refused(g, 1, "BUY 10", "buy-limit", "");
    refused(g, 1, "SELL 40", "sell-limit", "SELL 30 SHARES");
    refused(g, 1, "SELL 5", "tens", "SELL 10 SHARES");
    orders(g, 1, "SELL 10");
    assert_cash(g, 1, 60, 50);
    lands(g, R1, "CH3"); /* 10 % more in Switzerland */
    orders(g, 1, "BUY 10");
    assert_cash(g, 1, 5, 50);
    assert_int_equal(company_get(g->table, T_SHARES, R1), 30);
    game_free(g);
}

/* "No more than the company's liquidity". */
static void shares_by_liquidity(void **state)
{
    struct game *g = with(TYPE_FIN, 60, 0);
    (void)state;
    has_cash(g, 1, 160, 0);
    has_books(g, RH, 100);
    lands(g, R1, "IT8");
    refused(g, 1, "BUY 20", "buy-limit", "BUY 10 SHARES");
    game_free(g);
}

/* --- elections and metals, each die ------------------------------------------------------------ */

static void stake(const char *options, int type, const char *cell, const char *order, int die,
                  int64_t white, int64_t black)
{
    struct game *g = game_new(2, options);
    has_books(g, RH, 0);
    has_company(g, R1, type, 100, RH);
    has_cash(g, 1, 50, 51);
    has_books(g, R1, 101);
    lands(g, R1, cell);
    next_die(g, die);
    orders(g, 1, order);
    assert_int_equal(event_number(g, "stake-die", "die"), die);
    assert_cash(g, 1, white, black);
    game_free(g);
}

static void elections_each_die(void **state)
{
    (void)state;
    stake(NULL, TYPE_ALIM, "SA5", "STAKE 21 BLACK", 1, 50, 30);
    stake(NULL, TYPE_ALIM, "SA5", "STAKE 21 BLACK", 2, 50, 61); /* one and a half times, rounded down */
    stake(NULL, TYPE_ALIM, "SA5", "STAKE 20 WHITE", 3, 30, 51);
    stake(NULL, TYPE_ALIM, "SA5", "STAKE 20 WHITE", 4, 30, 81); /* paid in black */
    stake(NULL, TYPE_ALIM, "SA5", "STAKE 20 BLACK", 5, 50, 51);
    stake(NULL, TYPE_ALIM, "SA5", "STAKE 20 BLACK", 6, 0, 0); /* all liquidity */
    stake(NULL, TYPE_TRA, "SA11", "STAKE 20 BLACK", 1, 50, 31);
    stake(NULL, TYPE_TRA, "SA11", "STAKE 20 BLACK", 2, 50, 71);
    stake(NULL, TYPE_TRA, "SA11", "STAKE 20 BLACK", 3, 50, 31);
    stake(NULL, TYPE_TRA, "SA11", "STAKE 20 BLACK", 4, 50, 71);
    stake(NULL, TYPE_TRA, "SA11", "STAKE 20 BLACK", 5, 50, 51);
    stake("elections=generous", TYPE_TRA, "SA5", "STAKE 20 BLACK", 2, 50, 81);
    stake("elections=generous", TYPE_TRA, "SA11", "STAKE 20 BLACK", 4, 50, 91);
}

static void rigged_elections_can_dissolve(void **state)
{
    struct game *g = with(TYPE_FIN, 100, 0);
    (void)state;
    company_set(g->table, T_DEPOSIT, R1, 30);
    company_set(g->table, T_DEBT, R1, 120);
    has_shares(g, R1, 20);
    has_company(g, R2, TYPE_FIN, 30, R1); /* bought back by the holding */
    has_company(g, R3, TYPE_FIN, 90, R1); /* too dear: lost */
    has_company(g, R4, TYPE_FIN, 20, R3);
    has_cash(g, 1, 150, 0);
    has_books(g, RH, 50);
    lands(g, R1, "SA11");
    next_die(g, 6);
    orders(g, 1, "STAKE 10 WHITE");
    assert_string_equal(where(g, R1), "");
    assert_int_equal(capital_majority(g->table, R2), RH);
    assert_string_equal(where(g, R3), "");
    assert_string_equal(where(g, R4), "");
    assert_cash(g, 1, 20, 0);
    assert_books(g, RH, 20);
    assert_int_equal(table_get(g->table, T_BANK, 0), SHARES_ALL);
    assert_int_equal(capital_deposits(g->board, g->table, 1, true), 0);
    game_free(g);
}

static void a_dissolved_holding_is_the_end(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    lands(g, RH, "SA11");
    next_die(g, 6);
    orders(g, 1, "STAKE 10");
    assert_true(capital_out(g->table, 1));
    assert_cash(g, 1, 0, 0);
    refused(g, 1, "MOVE H", "out", "");
    capital_engine.close(&g->play, 1);
    capital_engine.advance(&g->play);
    assert_string_equal(awaited(g), "turn 2");
    game_free(g);
}

static void no_stake_no_die(void **state)
{
    struct game *g = with(TYPE_FIN, 50, 0);
    (void)state;
    lands_done(g, R1, "SA5");
    assert_null(find_event(g, "stake-die"));
    lands(g, R1, "SA5");
    refused(g, 1, "STAKE 51", "stake-limit", "STAKE 50");
    refused(g, 1, "STAKE 10 BLACK", "stake-limit", "");
    orders(g, 1, "STAKE 10");
    refused(g, 1, "STAKE 10", "staked", "");
    game_free(g);
}

static void metals_each_die(void **state)
{
    (void)state;
    stake(NULL, TYPE_MIN, "CH6", "STAKE 25 BLACK", 1, 125, 26);
    stake(NULL, TYPE_MIN, "CH6", "STAKE 25 BLACK", 2, 50, 26);
    stake(NULL, TYPE_FIN, "CH6", "STAKE 25 BLACK", 3, 77, 26); /* 27.5, rounded down */
    stake(NULL, TYPE_FIN, "CH6", "STAKE 25 BLACK", 4, 75, 26);
    stake(NULL, TYPE_FIN, "CH6", "STAKE 25 BLACK", 5, 56, 26);
    stake(NULL, TYPE_FIN, "CH6", "STAKE 25 BLACK", 6, 62, 26);
}

static void metals_must_be_staked_on(void **state)
{
    struct game *g = with(TYPE_FIN, 50, 0);
    (void)state;
    lands(g, R1, "CH6");
    refused(g, 1, "STAKE 9", "stake-least", "STAKE 10");
    next_die(g, 2);
    capital_close_landing(&g->play); /* silence: 10 */
    assert_cash(g, 1, 40, 0);
    has_cash(g, 1, 9, 0);
    has_books(g, R1, 9);
    lands_done(g, R1, "CH6"); /* … or nothing if it has less */
    assert_cash(g, 1, 9, 0);
    game_free(g);
    for (int type = TYPE_ALIM; type <= TYPE_TRA; type++) { /* MIN and FIN only */
        g = with(type, 50, 0);
        lands(g, R1, "CH6");
        assert_int_equal(capital_open_company(g->table), NO_COMPANY);
        refused(g, 1, "STAKE 10", "no-landing", "MOVE H THEN STAKE 10");
        assert_cash(g, 1, 50, 0);
        game_free(g);
    }
}

/* --- coups ------------------------------------------------------------------------------------- */

static void coups(void **state)
{
    (void)state;
    expect(TYPE_FIN, 60, 30, "SA13", 0, 0);    /* liquidity below the capital: all goes */
    expect(TYPE_FIN, 160, 30, "SA13", 0, 0);   /* black below the capital: all goes */
    expect(TYPE_FIN, 60, 130, "SA13", 60, 30); /* silence: the cheaper */
    struct game *g = with(TYPE_FIN, 60, 130);
    lands(g, R1, "SA13");
    orders(g, 1, "PASS"); /* … or the liquidity goes */
    assert_cash(g, 1, 0, 0);
    game_free(g);
    g = with(TYPE_FIN, 60, 130);
    lands(g, R1, "SA13");
    orders(g, 1, "PAY");
    capital_close_landing(&g->play);
    assert_cash(g, 1, 60, 30);
    game_free(g);
    g = with(TYPE_FIN, 160, 30);
    lands(g, R1, "SA13");
    refused(g, 1, "PAY", "coup-short", "");
    game_free(g);
    g = with(TYPE_FIN, 60, 130);
    refused(g, 1, "PLAN 1 IF COUP PAY WHITE", "coup-black", "");
    orders(g, 1, "PLAN 1 PAY WHITE"); /* white does not buy it off */
    lands(g, R1, "SA13");
    assert_non_null(find_event(g, "not-chosen"));
    game_free(g);
}

/* --- words of the rule book ---------------------------------------------------------------------- */

/* "The capital never changes", whatever the company has. */
static void the_capital_never_changes(void **state)
{
    static const char *const cells[] = {"IT2", "IT7", "IT9", "SA7", "SA8", "LU4"};
    struct game *g = with(TYPE_FIN, 50, 50);
    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        lands_done(g, R1, cells[i]);
        assert_int_equal(company_get(g->table, T_CAPITAL, R1), 100);
    }
    lands(g, R1, "LU2"); /* a loan is not capital, nor is money moved there */
    orders(g, 1, "BORROW MAX");
    assert_int_equal(company_get(g->table, T_CAPITAL, R1), 100);
    game_free(g);
}

/* "All holdings are finance companies." */
static void holdings_are_finance_companies(void **state)
{
    struct game *g = game_new(4, NULL);
    (void)state;
    for (int seat = 1; seat <= 4; seat++) {
        int h = capital_holding(seat);
        assert_int_equal(capital_type_of(g->table, h), TYPE_FIN);
        assert_int_equal(capital_owner(g->board, g->table, h), seat);
        assert_int_equal(capital_majority(g->table, h), NO_COMPANY);
    }
    game_free(g);
}

/* What lies in a bank is neither on the books nor in the purse: no inspection sees it. */
static void inspections_do_not_see_deposits(void **state)
{
    struct game *g = with(TYPE_FIN, 20, 100);
    (void)state;
    lands(g, R1, "SA6");
    orders(g, 1, "DEPOSIT ALL BLACK");
    capital_close_landing(&g->play);
    lands_done(g, R1, "IT3");
    assert_null(find_event(g, "cost"));
    assert_cash(g, 1, 20, 0);
    lands_done(g, R1, "IT12"); /* the Fisc: 10 % of 20 */
    assert_cash(g, 1, 18, 0);
    assert_int_equal(company_get(g->table, T_DEPOSIT, R1), 100);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(incomes),
        cmocka_unit_test(costs),
        cmocka_unit_test(the_group_pays),
        cmocka_unit_test(deposits_and_shares_pay),
        cmocka_unit_test(loans_and_interest),
        cmocka_unit_test(choices_that_never_come),
        cmocka_unit_test(the_colour_of_a_repayment),
        cmocka_unit_test(recycling),
        cmocka_unit_test(bank_shares),
        cmocka_unit_test(shares_by_liquidity),
        cmocka_unit_test(elections_each_die),
        cmocka_unit_test(rigged_elections_can_dissolve),
        cmocka_unit_test(a_dissolved_holding_is_the_end),
        cmocka_unit_test(no_stake_no_die),
        cmocka_unit_test(metals_each_die),
        cmocka_unit_test(metals_must_be_staked_on),
        cmocka_unit_test(coups),
        cmocka_unit_test(the_capital_never_changes),
        cmocka_unit_test(holdings_are_finance_companies),
        cmocka_unit_test(inspections_do_not_see_deposits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
