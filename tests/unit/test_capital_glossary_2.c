/* The rule book's glossary, G to V: a case for each entry, in its order and by its French name.
 * Where the rules of play by mail say otherwise, they decide. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_glossary.h"

/* The company and all it controls, shown in white; the fine is what is missing. */
static void ggff(void **state)
{
    struct game *g = one_company(TYPE_FIN, 70, 80);
    (void)state;
    has_company(g, R2, TYPE_FIN, 10, R1);
    has_books(g, R1, 60);
    has_books(g, R2, 40);
    has_books(g, RH, 50);
    lands_done(g, R1, "IT3"); /* 100 of 1 and 2; 70 white: 30. The holding is not looked at */
    assert_cash(g, 1, 40, 80);
    assert_books(g, RH, 50);
    assert_int_equal(capital_books(g->board, g->table, 1), 120);
    game_free(g);
}

/* All that came from the holding, directly or not. */
static void groupe(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    (void)state;
    has_company(g, R2, TYPE_FIN, 10, R1);
    has_company(g, R3, TYPE_FIN, 10, R2);
    assert_int_equal(capital_owner(g->board, g->table, R3), 1);
    assert_int_equal(__builtin_popcount(capital_inspected(g->board, g->table, RH)), 4);
    assert_int_equal(__builtin_popcount(capital_inspected(g->board, g->table, R2)), 2);
    game_free(g);
}

/* A finance company, the only one without an owner above it; when it goes the player is out. */
static void holding(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    assert_int_equal(capital_type_of(g->table, RH), TYPE_FIN);
    assert_int_equal(capital_majority(g->table, RH), NO_COMPANY);
    refused(g, 1, "LIQUIDATE H", "liquidate-holding", "");
    refused(g, 1, "PROPOSE COMPANY H TO Bob FOR 10 WHITE", "company-sale", "");
    has_company(g, R1, TYPE_FIN, 100, RH);
    capital_dissolve(&g->play, RH);
    assert_true(capital_out(g->table, 1));
    assert_string_equal(where(g, R1), "");
    game_free(g);
}

/* 30 % of the black loan of the company that stops there, even when it was made white. */
static void interets_des_fonds_noirs(void **state)
{
    struct game *g = one_company(TYPE_FIN, 90, 0);
    (void)state;
    lands_done(g, R1, "LU6");
    assert_cash(g, 1, 90, 0);
    company_set(g->table, T_DEBT, R1, 101);
    lands_done(g, R1, "CH7"); /* 30.3: costs are rounded up */
    assert_cash(g, 1, 59, 0);
    lands_done(g, RH, "CH7"); /* another company owes nothing */
    assert_cash(g, 1, 59, 0);
    game_free(g);
}

/* As the GGFF, where it lands on a pawn. */
static void interpol(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 40);
    (void)state;
    at(g, R1, "SA16");
    capital_ggff(&g->play, R1, true);
    assert_cash(g, 1, 0, 0);
    game_free(g);
    g = one_company(TYPE_FIN, 0, 40);
    at(g, R1, "SA16");
    at(g, RH, "IT4");
    table_set(g->table, T_INTERPOL, 0, cell_named(g, "SA19"));
    company_set(g->table, T_MOVED, R1, MOVED);
    orders(g, 1, "STAY H");
    next_die(g, 3);
    capital_engine.close(&g->play, 1);
    capital_engine.advance(&g->play);
    assert_cash(g, 1, 0, 0);
    game_free(g);
}

/* Both kinds: one asks for white, the other for books that are right. */
static void inspection(void **state)
{
    (void)state;
    becomes(TYPE_FIN, 40, 40, "IT3", 0, 40);
    becomes(TYPE_FIN, 40, 100, "IT12", 36, 75);
}

/* Capital less loan, for a sum that cannot be met otherwise, never of the debtor. */
static void liquidation(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 0);
    (void)state;
    has_company(g, R2, TYPE_FIN, 80, RH);
    company_set(g->table, T_LOAN, R2, 30);
    lands_done(g, R1, "IT9");
    assert_string_equal(where(g, R2), "");
    assert_cash(g, 1, 40, 0);
    lands_done(g, R1, "SA7");
    lands(g, R1, "IT9"); /* only itself is left */
    assert_true(capital_out(g->table, 1));
    game_free(g);
}

/* The sum of the registers' balances. */
static void liquidites(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 30);
    (void)state;
    has_books(g, R1, 20);
    has_books(g, RH, 60);
    assert_int_equal(capital_books(g->board, g->table, 1), 80);
    lands_done(g, R1, "SA7"); /* a company's own, not the group's */
    assert_int_equal(capital_books(g->board, g->table, 1), 60);
    game_free(g);
}

static void miniere(void **state)
{
    (void)state;
    becomes(TYPE_MIN, 0, 0, "SA9", 25, 0);
    becomes(TYPE_ALIM, 0, 0, "SA9", 0, 0);
}

/* 60 % pays and controls. */
static void majorite(void **state)
{
    struct game *g = one_company(TYPE_FIN, 100, 0);
    (void)state;
    has_books(g, R1, 60);
    has_books(g, RH, 40);
    lands(g, R1, "CH8");
    refused(g, 1, "FOUND 2 FIN CAPITAL 50 FROM 1 70/30 WITH H", "found-shares", "");
    orders(g, 1, "FOUND 2 FIN CAPITAL 50 FROM 1 60/40 WITH H");
    assert_books(g, R1, 30);
    assert_books(g, RH, 20);
    assert_true(capital_controls(g->table, R1, R2));
    assert_int_equal(capital_put_in(g->table, R2), 30);
    game_free(g);
}

/* 40 % pays and does not control. */
static void minorite(void **state)
{
    struct game *g = one_company(TYPE_FIN, 100, 0);
    (void)state;
    has_books(g, R1, 60);
    has_books(g, RH, 40);
    lands(g, R1, "CH8");
    orders(g, 1, "FOUND 2 FIN CAPITAL 50 FROM 1 40/60 WITH H");
    assert_books(g, R1, 40);
    assert_books(g, RH, 10);
    assert_int_equal(capital_minority(g->table, R2), R1);
    assert_false(capital_controls(g->table, R1, R2));
    game_free(g);
}

/* Along the arrows; every pawn must, but from parking. */
static void mouvements(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    refused(g, 1, "STAY H", "not-parked", "MOVE H");
    next_die(g, 4);
    orders(g, 1, "MOVE H");
    assert_string_equal(where(g, RH), "IT4");
    refused(g, 1, "MOVE H", "has-moved", "PASS");
    game_free(g);
    g = game_new(2, NULL);
    plays(g, 1, "PASS"); /* who says nothing moves all the same */
    assert_string_not_equal(where(g, RH), "IT0");
    game_free(g);
}

static void nationalisation(void **state)
{
    struct game *g = one_company(TYPE_TRA, 30, 20);
    (void)state;
    has_cash(g, 1, 60, 20);
    has_books(g, RH, 30);
    lands_done(g, R1, "SA7");
    assert_books(g, R1, 0);
    assert_books(g, RH, 30);
    assert_int_equal(capital_cash(g->table, 1, WHITE) + capital_cash(g->table, 1, BLACK), 30);
    game_free(g);
}

/* Nothing happens there, Interpol does not look, and one leaves when one likes. */
static void parking(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 40);
    (void)state;
    becomes(TYPE_FIN, 5, 40, "SA18", 5, 40);
    at(g, R1, "SA18");
    at(g, RH, "IT4");
    table_set(g->table, T_INTERPOL, 0, cell_named(g, "SA19"));
    orders(g, 1, "STAY 1\nSTAY H");
    next_die(g, 1);
    capital_engine.close(&g->play, 1);
    capital_engine.advance(&g->play);
    assert_int_equal(tally_of(g->table, T_INTERPOL, 0), cell_named(g, "SA18"));
    assert_cash(g, 1, 0, 40);
    plays(g, 2, "MOVE H");
    next_die(g, 1);
    orders(g, 1, "MOVE 1");
    assert_string_equal(where(g, R1), "SA19");
    game_free(g);
}

/* Every operation is an entry with its balance; the banker's register is public. */
static void registre(void **state)
{
    struct game *g = one_company(TYPE_FIN, 100, 0);
    (void)state;
    lands_done(g, R1, "IT2");
    uint16_t last = 0;
    for (uint16_t id = table_first(g->table, P_REGISTER, 1); id; id = table_next(g->table, id))
        last = table_piece(g->table, id)->slot == R1 ? id : last;
    assert_int_equal(table_piece(g->table, last)->mark[ENTRY_SUM], 20);
    assert_int_equal(table_piece(g->table, last)->mark[ENTRY_BALANCE], 120);
    assert_int_equal(table_piece(g->table, last)->mark[ENTRY_WHY], WHY_COUPONS);
    assert_int_equal(table_piece(g->table, last)->sight, SIGHT_SEAT(1));
    lands(g, R1, "IT6");
    orders(g, 1, "BORROW 10");
    assert_int_equal(find_event(g, "borrowed")->sight, SIGHT_ALL);
    lands(g, R1, "IT8");
    orders(g, 1, "BUY 10");
    assert_int_equal(find_event(g, "bought")->sight, SIGHT_ALL);
    lands(g, R1, "LU0"); /* deposits are their owner's, by mail */
    orders(g, 1, "DEPOSIT 10 WHITE");
    assert_int_equal(find_event(g, "deposited")->sight, SIGHT_SEAT(1));
    game_free(g);
}

/* Laid down black, withdrawn white; not in the same turn. */
static void recyclage(void **state)
{
    struct game *g = one_company(TYPE_FIN, 0, 90);
    (void)state;
    lands(g, R1, "SA6");
    orders(g, 1, "DEPOSIT 90 BLACK");
    assert_cash(g, 1, 0, 0);
    assert_books(g, R1, 0);
    refused(g, 1, "WITHDRAW 90", "withdraw-limit", "");
    company_set(g->table, T_FRESH, R1, 0); /* as the next turn begins */
    lands(g, R1, "SA14");
    orders(g, 1, "WITHDRAW 90");
    assert_cash(g, 1, 90, 0);
    assert_books(g, R1, 90);
    game_free(g);
}

static void depenses_somptuaires(void **state)
{
    (void)state;
    becomes(TYPE_FIN, 50, 50, "CH4", 50, 40);
    becomes(TYPE_FIN, 50, 6, "CH4", 46, 0);
}

static void societes_alimentaires(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    (void)state;
    lands(g, R1, "LU8");
    orders(g, 1, "FOUND 2 ALIM CAPITAL 40");
    lands_done(g, R2, "SA1");
    assert_books(g, R2, 50);
    game_free(g);
    g = one_company(TYPE_ALIM, 50, 0); /* no metals for them, and no question */
    lands(g, R1, "CH6");
    assert_int_equal(capital_open_company(g->table), NO_COMPANY);
    assert_cash(g, 1, 50, 0);
    game_free(g);
}

/* All that are nothing else; all holdings are. */
static void societes_financieres(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    becomes(TYPE_FIN, 0, 0, "SA15", 25, 0);
    becomes(TYPE_TRA, 0, 0, "SA15", 0, 0);
    lands_done(g, RH, "SA15");
    assert_cash(g, 1, 125, 0);
    company_set(g->table, T_TYPE, RH, TYPE_TRA); /* whatever is written there */
    lands_done(g, RH, "IT10");
    assert_cash(g, 1, 125, 0);
    game_free(g);
}

/* They and finance companies alone play at the metals. */
static void societes_minieres(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++) {
        struct game *g = one_company(type, 50, 0);
        lands(g, R1, "LU9");
        assert_int_equal(capital_open_company(g->table) == R1, type == TYPE_MIN || type == TYPE_FIN);
        game_free(g);
    }
}

/* They alone buy, transform and sell. */
static void societes_de_transformation(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++) {
        bool tra = type == TYPE_TRA;
        becomes(type, 50, 0, "IT15", tra ? 40 : 50, 0);
        becomes(type, 50, 0, "IT5", tra ? 40 : 50, 0);
        becomes(type, 50, 0, "CH11", tra ? 80 : 50, 0);
    }
}

/* 10 % to buy; 35 % where it says so (the text disagrees with itself: 35). */
static void trafic_d_armes(void **state)
{
    (void)state;
    becomes(TYPE_FIN, 20, 20, "SA2", 20, 10);
    becomes(TYPE_FIN, 20, 20, "SA8", 20, 55);
}

static void taxes(void **state)
{
    (void)state;
    becomes(TYPE_FIN, 60, 30, "IT7", 30, 30);
    becomes(TYPE_FIN, 10, 80, "IT7", 0, 60);
    becomes(TYPE_FIN, 1, 0, "IT7", 0, 0); /* costs are rounded up */
}

/* Allowed among players, but before the Fisc: money off the books. */
static void tricherie(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    orders(g, 2, "GIVE 30 WHITE TO Agnes");
    orders(g, 1, "TAKE OFF BOOKS");
    assert_cash(g, 1, 130, 0);
    assert_books(g, RH, 100);
    lands_done(g, RH, "IT3"); /* the GGFF see nothing */
    assert_cash(g, 1, 130, 0);
    lands(g, RH, "IT12");
    assert_true(capital_out(g->table, 1));
    game_free(g);
}

/* Before the die of the company that receives. */
static void transferts(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    (void)state;
    orders(g, 1, "TRANSFER 30 FROM 1 TO H");
    assert_books(g, RH, 30);
    assert_cash(g, 1, 50, 0);
    company_set(g->table, T_MOVED, R1, MOVED);
    refused(g, 1, "TRANSFER 10 FROM H TO 1", "transfer-late", "");
    orders(g, 1, "TRANSFER 20 FROM 1 TO H"); /* the giver may have moved */
    refused(g, 1, "TRANSFER 1 FROM 1 TO H", "short", "");
    game_free(g);
}

static void transformation(void **state)
{
    (void)state;
    becomes(TYPE_TRA, 9, 8, "IT5", 7, 0);
    becomes(TYPE_FIN, 9, 8, "IT5", 9, 8);
}

/* At any time, about anything; shares below their resale price only with free-trade. */
static void transactions(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_company(g, B1, TYPE_FIN, 10, BH);
    has_shares(g, VH, 20);
    refused(g, 2, "PROPOSE COMPANY 1 TO Cynthia FOR 20 SHARES", "share-price", "");
    game_free(g);
    g = game_new(3, "free-trade=yes");
    has_company(g, B1, TYPE_FIN, 10, BH);
    has_shares(g, VH, 20);
    orders(g, 2, "PROPOSE COMPANY 1 TO Cynthia FOR 20 SHARES"); /* it is Agnes's turn */
    orders(g, 3, "ACCEPT");
    assert_int_equal(capital_owner(g->board, g->table, B1), 3);
    assert_int_equal(capital_shares(g->board, g->table, 2), 20);
    game_free(g);
}

/* Two tables: elections, and metals. */
static void tableaux(void **state)
{
    static const int64_t metals[6] = {60, 0, 22, 20, 5, 10}, regular[5] = {0, 30, 0, 30, 20};
    (void)state;
    for (int die = 1; die <= 6; die++)
        stakes(TYPE_MIN, 0, 20, "CH6", "STAKE 20 BLACK", die, metals[die - 1], 0);
    for (int die = 1; die <= 5; die++)
        stakes(TYPE_MIN, 20, 0, "SA17", "STAKE 20 WHITE", die, 0, regular[die - 1]);
}

/* Transfers, then each pawn in any order: its die, and what the cell says. */
static void tour_de_jeu(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    (void)state;
    at(g, RH, "IT4");
    at(g, R1, "IT0");
    orders(g, 1, "TRANSFER 10 FROM 1 TO H");
    next_die(g, 2);
    orders(g, 1, "MOVE 1\nSTAY H");
    assert_string_equal(where(g, R1), "IT2");
    assert_books(g, R1, 60);
    assert_string_equal(where(g, RH), "IT4");
    capital_engine.close(&g->play, 1);
    capital_engine.advance(&g->play);
    assert_string_equal(awaited(g), "turn 2");
    game_free(g);
}

static void vente(void **state)
{
    (void)state;
    becomes(TYPE_TRA, 1, 1, "IT17", 31, 1);
    becomes(TYPE_MIN, 1, 1, "IT17", 1, 1);
}

/* 160, or most when all are sold; in companies the holding controls. */
static void victoire(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    (void)state;
    has_shares(g, R1, 150);
    has_shares(g, BH, 140);
    capital_check_end(&g->play);
    assert_false(capital_engine.finished(g->table));
    lands(g, R1, "IT8");
    orders(g, 1, "BUY 10");
    assert_true(capital_engine.finished(g->table));
    assert_int_equal(table_get(g->table, T_WINNER, 0), 1);
    game_free(g);
    g = game_new(3, NULL); /* the last ten are sold: the most is enough */
    has_shares(g, RH, 100);
    has_shares(g, BH, 110);
    has_shares(g, VH, 90);
    capital_check_end(&g->play);
    assert_int_equal(table_get(g->table, T_WINNER, 0), 2);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ggff),
        cmocka_unit_test(groupe),
        cmocka_unit_test(holding),
        cmocka_unit_test(interets_des_fonds_noirs),
        cmocka_unit_test(interpol),
        cmocka_unit_test(inspection),
        cmocka_unit_test(liquidation),
        cmocka_unit_test(liquidites),
        cmocka_unit_test(miniere),
        cmocka_unit_test(majorite),
        cmocka_unit_test(minorite),
        cmocka_unit_test(mouvements),
        cmocka_unit_test(nationalisation),
        cmocka_unit_test(parking),
        cmocka_unit_test(registre),
        cmocka_unit_test(recyclage),
        cmocka_unit_test(depenses_somptuaires),
        cmocka_unit_test(societes_alimentaires),
        cmocka_unit_test(societes_financieres),
        cmocka_unit_test(societes_minieres),
        cmocka_unit_test(societes_de_transformation),
        cmocka_unit_test(trafic_d_armes),
        cmocka_unit_test(taxes),
        cmocka_unit_test(tricherie),
        cmocka_unit_test(transferts),
        cmocka_unit_test(transformation),
        cmocka_unit_test(transactions),
        cmocka_unit_test(tableaux),
        cmocka_unit_test(tour_de_jeu),
        cmocka_unit_test(vente),
        cmocka_unit_test(victoire),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
