/* The rule book's glossary, A to F: a case for each entry, in its order and by its French name.
 * Where the rules of play by mail say otherwise, they decide. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_glossary.h"

/* 160 shares win; white money only, 50 for ten, at the exchanges of Italy and Switzerland. */
static void achat_d_actions(void **state)
{
    struct game *g = one_company(TYPE_FIN, 49, 500);
    (void)state;
    lands(g, R1, "IT8");
    refused(g, 1, "BUY 10 SHARES", "buy-limit", "");
    has_cash(g, 1, 50, 499);
    orders(g, 1, "BUY 10 SHARES");
    assert_cash(g, 1, 0, 499);
    lands(g, R1, "LU0");
    refused(g, 1, "BUY 10 SHARES", "wrong-cell", "");
    has_shares(g, R1, 150);
    has_cash(g, 1, 50, 449);
    lands(g, R1, "IT14");
    orders(g, 1, "BUY 10 SHARES");
    assert_true(capital_engine.finished(g->table));
    game_free(g);
}

static void achat_de_matieres_premieres(void **state)
{
    (void)state;
    becomes(TYPE_TRA, 50, 0, "IT1", 40, 0);
    becomes(TYPE_ALIM, 50, 0, "IT1", 50, 0);
}

/* One or several companies at one stop, controlled or associated. */
static void an(void **state)
{
    struct game *g = one_company(TYPE_FIN, 100, 0);
    (void)state;
    lands(g, R1, "CH1");
    orders(g, 1, "FOUND 2 MIN CAPITAL 20\nFOUND 3 TRA CAPITAL 30");
    assert_int_equal(capital_majority(g->table, R2), R1);
    assert_int_equal(capital_majority(g->table, R3), R1);
    lands(g, R1, "IT2");
    refused(g, 1, "FOUND 4 TRA CAPITAL 30", "no-landing", "MOVE H THEN FOUND 4 TRA CAPITAL 30");
    game_free(g);
}

static void alimentaires(void **state)
{
    (void)state;
    becomes(TYPE_ALIM, 0, 0, "SA1", 25, 0);
    becomes(TYPE_ALIM, 0, 0, "SA12", 25, 0);
    becomes(TYPE_MIN, 0, 0, "SA12", 0, 0);
}

/* "In Italy there is no bank, only the cell of loans." */
static void banque_italie(void **state)
{
    struct game *g = one_company(TYPE_FIN, 100, 0);
    (void)state;
    for (int i = 0; i < g->board->n; i++)
        assert_false(g->board->cells[i].zone == ITALY && g->board->cells[i].type == CELL_BANK);
    lands(g, R1, "IT6");
    refused(g, 1, "DEPOSIT 10 WHITE", "wrong-cell", "");
    orders(g, 1, "BORROW 50");
    game_free(g);
}

/* 20 % to the company that laid it there, at each stop; none when it withdraws. */
static void banque_luxembourg(void **state)
{
    struct game *g = one_company(TYPE_FIN, 100, 0);
    (void)state;
    company_set(g->table, T_DEPOSIT, R1, 50);
    lands_done(g, R1, "LU0");
    assert_cash(g, 1, 110, 0);
    assert_books(g, R1, 110);
    lands_done(g, R1, "LU5"); /* at each stop anew */
    assert_cash(g, 1, 120, 0);
    lands_done(g, RH, "LU5"); /* not the holding's deposit */
    assert_cash(g, 1, 120, 0);
    lands_done(g, R1, "SA6"); /* nor elsewhere */
    assert_cash(g, 1, 120, 0);
    lands(g, R1, "LU12");
    orders(g, 1, "WITHDRAW 20");
    capital_close_landing(&g->play);
    assert_cash(g, 1, 140, 0);
    lands(g, RH, "LU0"); /* any company of the group may withdraw */
    orders(g, 1, "WITHDRAW ALL");
    assert_cash(g, 1, 170, 0);
    assert_books(g, RH, 30);
    game_free(g);
}

/* He lends within the limits, takes what is due, and buys what is liquidated: all of it is seat 0. */
static void banquier(void **state)
{
    struct game *g = one_company(TYPE_FIN, 10, 0);
    (void)state;
    int64_t bank = tally_of(g->table, T_WHITE, 0);
    lands(g, R1, "IT6");
    refused(g, 1, "BORROW 51", "borrow-limit", "BORROW 50");
    orders(g, 1, "BORROW 50");
    assert_int_equal(tally_of(g->table, T_WHITE, 0), bank - 50);
    lands_done(g, R1, "IT9");
    assert_int_equal(tally_of(g->table, T_WHITE, 0), bank - 40);
    has_company(g, R2, TYPE_FIN, 30, RH);
    has_cash(g, 1, 0, 0);
    has_books(g, R1, 0);
    bank = tally_of(g->table, T_WHITE, 0);
    lands_done(g, R1, "IT9"); /* 2 is bought for 30, and 10 of it is due */
    assert_int_equal(tally_of(g->table, T_WHITE, 0), bank - 20);
    game_free(g);
}

static void bourse_italie(void **state)
{
    struct game *g = one_company(TYPE_FIN, 120, 0);
    (void)state;
    lands(g, R1, "IT14");
    refused(g, 1, "BUY 30 SHARES", "buy-limit", "BUY 20 SHARES");
    orders(g, 1, "BUY MAX");
    assert_cash(g, 1, 20, 0);
    game_free(g);
}

static void bourse_suisse(void **state)
{
    struct game *g = one_company(TYPE_FIN, 109, 0);
    (void)state;
    lands(g, R1, "CH3");
    refused(g, 1, "BUY 20 SHARES", "buy-limit", "BUY 10 SHARES");
    orders(g, 1, "BUY 10 SHARES");
    assert_cash(g, 1, 54, 0);
    game_free(g);
}

/* The stake is not the capital, and no more than the company's liquidity. */
static void bourse_des_metaux(void **state)
{
    struct game *g = one_company(TYPE_MIN, 40, 0);
    (void)state;
    has_cash(g, 1, 100, 0);
    has_books(g, RH, 60);
    lands(g, R1, "CH6");
    refused(g, 1, "STAKE 41 WHITE", "stake-limit", "STAKE 40");
    refused(g, 1, "STAKE 9 WHITE", "stake-least", "STAKE 10");
    next_die(g, 1);
    orders(g, 1, "STAKE 20 WHITE");
    assert_cash(g, 1, 140, 0); /* tripled: 20 becomes 60 */
    game_free(g);
}

/* "Theoretically never changes", whatever the liquidity. */
static void capital_social(void **state)
{
    static const char *const cells[] = {"IT2", "IT7", "SA7", "SA8", "LU7"};
    struct game *g = one_company(TYPE_FIN, 100, 100);
    (void)state;
    for (int i = 0; i < 5; i++) {
        lands_done(g, R1, cells[i]);
        assert_int_equal(company_get(g->table, T_CAPITAL, R1), 100);
    }
    game_free(g);
}

/* What is risked: elections and metals count it, not the capital of 100. */
static void capital_investi(void **state)
{
    (void)state;
    stakes(TYPE_FIN, 10, 30, "SA5", "STAKE 10 BLACK", 2, 10, 35);
    stakes(TYPE_FIN, 10, 30, "SA11", "STAKE 10 BLACK", 2, 10, 40);
    stakes(TYPE_FIN, 10, 30, "LU9", "STAKE 10 BLACK", 3, 21, 20);
}

static void coupons(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++)
        becomes(type, 3, 4, "IT2", 23, 4);
}

/* The capital in black, or all liquidity, black first. */
static void coup_d_etat(void **state)
{
    struct game *g = one_company(TYPE_FIN, 150, 120);
    (void)state;
    lands(g, R1, "SA13");
    orders(g, 1, "PAY");
    assert_cash(g, 1, 150, 20);
    game_free(g);
    becomes(TYPE_FIN, 60, 99, "SA13", 0, 0);
}

/* One die at a time, from 1 to 6: so many cells and no others. */
static void de(void **state)
{
    (void)state;
    for (int die = 1; die <= 6; die++) {
        struct game *g = game_new(2, NULL);
        char cell[16];
        snprintf(cell, sizeof cell, "IT%d", die);
        next_die(g, die);
        orders(g, 1, "MOVE H");
        assert_string_equal(where(g, RH), cell);
        game_free(g);
    }
}

static void elections_regulieres(void **state)
{
    static const int64_t black[6] = {20, 35, 20, 35, 30, 0};
    (void)state;
    for (int die = 1; die <= 6; die++)
        stakes(TYPE_TRA, 30, 30, "SA5", "STAKE 10 BLACK", die, die == 6 ? 0 : 30, black[die - 1]);
}

static void elections_truquees(void **state)
{
    static const int64_t black[5] = {20, 40, 20, 40, 30};
    struct game *g = one_company(TYPE_FIN, 30, 30);
    (void)state;
    for (int die = 1; die <= 5; die++)
        stakes(TYPE_ALIM, 30, 30, "SA11", "STAKE 10 BLACK", die, 30, black[die - 1]);
    lands(g, R1, "SA11");
    next_die(g, 6); /* the whole company */
    orders(g, 1, "STAKE 10 BLACK");
    assert_string_equal(where(g, R1), "");
    assert_cash(g, 1, 0, 0);
    game_free(g);
}

/* Out who cannot pay, or has lost the holding; the bank pays his creditors. */
static void faillite(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_cash(g, 1, 0, 0);
    has_books(g, RH, 0);
    lands(g, RH, "IT9");
    assert_true(capital_out(g->table, 1));
    assert_string_equal(where(g, RH), "");
    at(g, BH, "SA11");
    lands(g, BH, "SA11");
    next_die(g, 6);
    orders(g, 2, "STAKE 10 WHITE");
    assert_true(capital_out(g->table, 2));
    assert_true(capital_engine.finished(g->table));
    game_free(g);
    g = game_new(3, NULL);
    struct due debt = {.seat = 1, .company = RH, .sum = 130, .rule = RULE_WHITE_FIRST, .to = 2, .why = WHY_INDEMNITY};
    assert_int_equal(capital_due(&g->play, &debt), PAID_OUT);
    assert_cash(g, 2, 230, 0);
    assert_books(g, BH, 230);
    game_free(g);
}

static void financements(void **state)
{
    struct game *g = one_company(TYPE_FIN, 10, 0);
    (void)state;
    lands(g, R1, "IT6");
    orders(g, 1, "BORROW MAX");
    assert_cash(g, 1, 60, 0);
    lands(g, R1, "IT6"); /* 10 % at each stop, and repaid there */
    assert_cash(g, 1, 55, 0);
    orders(g, 1, "REPAY ALL");
    assert_cash(g, 1, 5, 0);
    refused(g, 1, "BORROW 10", "same-stop", "");
    game_free(g);
}

/* All the group; "a difference, even the smallest", and the player is out. */
static void fisc(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 40);
    (void)state;
    lands_done(g, R1, "IT12");
    assert_cash(g, 1, 45, 30);
    assert_int_equal(capital_books(g->board, g->table, 1), 75);
    has_cash(g, 1, 46, 30);
    lands(g, R1, "IT12");
    assert_true(capital_out(g->table, 1));
    game_free(g);
    g = one_company(TYPE_FIN, 50, 40);
    lands(g, R1, "IT12"); /* 75 are left: 8 for who was accused wrongly */
    orders(g, 1, "ACCUSE Bob");
    assert_cash(g, 1, 37, 30);
    assert_cash(g, 2, 108, 0);
    refused(g, 1, "ACCUSE Bob", "no-accusation", "");
    game_free(g);
    g = one_company(TYPE_FIN, 50, 40);
    has_cash(g, 2, 100, 25); /* not on his books */
    lands(g, R1, "IT12");
    orders(g, 1, "ACCUSE Bob");
    assert_cash(g, 1, 45, 55);
    assert_cash(g, 2, 100, 0);
    assert_books(g, BH, 100);
    game_free(g);
}

/* 200 % in black; the interest falls due elsewhere, the loan is repaid here. */
static void financements_au_noir(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 0);
    (void)state;
    lands(g, R1, "LU2");
    refused(g, 1, "BORROW 201", "borrow-limit", "BORROW 200");
    orders(g, 1, "BORROW 200");
    assert_cash(g, 1, 0, 200);
    lands(g, R1, "CH10");
    assert_cash(g, 1, 0, 200);
    refused(g, 1, "BORROW 1", "has-loan", "");
    orders(g, 1, "REPAY 200");
    assert_cash(g, 1, 0, 0);
    assert_int_equal(capital_owed(g->table, R1), 0);
    game_free(g);
}

/* From the liquidity of the founders into the new register; behind the starting line until the next
 * turn. */
static void fondation_de_societe(void **state)
{
    struct game *g = one_company(TYPE_FIN, 100, 0);
    (void)state;
    lands(g, R1, "LU1");
    refused(g, 1, "FOUND 2 TRA CAPITAL 101", "capital-limit", "FOUND 2 TRA CAPITAL 100");
    orders(g, 1, "FOUND 2 TRA CAPITAL 60");
    assert_cash(g, 1, 100, 0);
    assert_books(g, R1, 40);
    assert_books(g, R2, 60);
    assert_int_equal(company_get(g->table, T_CAPITAL, R2), 60);
    assert_string_equal(where(g, R2), "IT0");
    refused(g, 1, "MOVE 2", "new-company", "");
    game_free(g);
}

/* What must be paid in white cannot be paid in black. */
static void fonds_blancs(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 300);
    (void)state;
    lands(g, R1, "IT8");
    refused(g, 1, "BUY 10 SHARES", "buy-limit", "");
    game_free(g);
    becomes(TYPE_FIN, 34, 56, "IT7", 4, 56);  /* taxes are white as far as there is white */
    becomes(TYPE_FIN, 100, 20, "IT3", 80, 20); /* the fine, too */
}

/* From what is not lawful: FN, elections, arms; lawful trade pays white. */
static void fonds_noirs(void **state)
{
    (void)state;
    becomes(TYPE_FIN, 0, 0, "SA8", 0, 35);
    becomes(TYPE_FIN, 0, 0, "IT2", 20, 0);
    stakes(TYPE_FIN, 10, 0, "SA5", "STAKE 10 WHITE", 5, 0, 10);
    struct game *g = one_company(TYPE_FIN, 0, 80);
    lands(g, R1, "LU0"); /* made white */
    orders(g, 1, "DEPOSIT ALL BLACK");
    company_set(g->table, T_FRESH, R1, 0);
    lands(g, R1, "SA6");
    orders(g, 1, "WITHDRAW ALL");
    assert_cash(g, 1, 80, 0);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(achat_d_actions),
        cmocka_unit_test(achat_de_matieres_premieres),
        cmocka_unit_test(an),
        cmocka_unit_test(alimentaires),
        cmocka_unit_test(banque_italie),
        cmocka_unit_test(banque_luxembourg),
        cmocka_unit_test(banquier),
        cmocka_unit_test(bourse_italie),
        cmocka_unit_test(bourse_suisse),
        cmocka_unit_test(bourse_des_metaux),
        cmocka_unit_test(capital_social),
        cmocka_unit_test(capital_investi),
        cmocka_unit_test(coupons),
        cmocka_unit_test(coup_d_etat),
        cmocka_unit_test(de),
        cmocka_unit_test(elections_regulieres),
        cmocka_unit_test(elections_truquees),
        cmocka_unit_test(faillite),
        cmocka_unit_test(financements),
        cmocka_unit_test(fisc),
        cmocka_unit_test(financements_au_noir),
        cmocka_unit_test(fondation_de_societe),
        cmocka_unit_test(fonds_blancs),
        cmocka_unit_test(fonds_noirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
