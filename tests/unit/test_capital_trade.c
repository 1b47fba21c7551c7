/* Founding, transfers, trades, gifts on and off the books, entries, companies that change hands and
 * companies that are shared. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_game.h"

static int number_of(const struct game *g, const char *code)
{
    return (int)event_number(g, code, "number");
}

static const char *line(struct game *g, const char *fmt, int n)
{
    return arena_printf(&g->arena, "%s %d", fmt, n);
}

/* --- founding ---------------------------------------------------------------------------------- */

static void capital_is_a_book_entry(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    lands(g, RH, "CH1");
    refused(g, 1, "FOUND 1 TRA CAPITAL 9", "capital-small", "");
    refused(g, 1, "FOUND 1 TRA CAPITAL 101", "capital-limit", "FOUND 1 TRA CAPITAL 100");
    refused(g, 1, "FOUND H TRA CAPITAL 20", "number-taken", "");
    refused(g, 1, "FOUND B1 TRA CAPITAL 20", "number-taken", "");
    orders(g, 1, "FOUND 2 TRA CAPITAL 60");
    assert_cash(g, 1, 100, 0);
    assert_books(g, RH, 40);
    assert_books(g, R2, 60);
    assert_int_equal(company_get(g->table, T_CAPITAL, R2), 60);
    assert_int_equal(capital_type_of(g->table, R2), TYPE_TRA);
    assert_string_equal(where(g, R2), "IT0");
    refused(g, 1, "FOUND 2 FIN CAPITAL 10", "number-taken", "");
    refused(g, 1, "MOVE 2", "new-company", ""); /* from the next turn on */
    orders(g, 1, "FOUND 1 FIN CAPITAL KEEP 25"); /* several at one stop */
    assert_books(g, R1, 15);
    table_set(g->table, T_TURN, 0, 2); /* Bob's turn passes, and it moves */
    table_set(g->table, T_PHASE, 0, PHASE_END);
    capital_engine.advance(&g->play);
    next_die(g, 4);
    orders(g, 1, "MOVE 2");
    assert_string_equal(where(g, R2), "IT4");
    game_free(g);
}

static void majority_and_minority(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_cash(g, 1, 150, 0);
    has_books(g, R1, 50);
    lands(g, R1, "LU8");
    refused(g, 1, "FOUND 2 MIN CAPITAL 50 FROM H", "founder-elsewhere", "");
    refused(g, 1, "FOUND 2 MIN CAPITAL 52 FROM H 60/40 WITH 1", "capital-small", "");
    refused(g, 1, "FOUND 2 MIN CAPITAL 50 FROM H 50/50 WITH 1", "found-shares", "");
    refused(g, 1, "FOUND 2 MIN CAPITAL 50 60/40 WITH 1", "found-with", "");
    refused(g, 1, "FOUND 2 MIN CAPITAL 50 60/40 WITH 4", "found-with", "");
    orders(g, 1, "FOUND 2 MIN CAPITAL 50 FROM H 60/40 WITH 1");
    assert_books(g, RH, 70);
    assert_books(g, R1, 30);
    assert_books(g, R2, 50);
    assert_int_equal(capital_majority(g->table, R2), RH);
    assert_int_equal(capital_minority(g->table, R2), R1);
    orders(g, 1, "FOUND 3 FIN CAPITAL 50 FROM H 40/60 WITH 1"); /* the other way round */
    assert_int_equal(capital_majority(g->table, R3), R1);
    assert_int_equal(capital_minority(g->table, R3), RH);
    assert_books(g, RH, 50);
    assert_books(g, R1, 0);
    game_free(g);
}

/* Another player's company joins by ACCEPT while the pawn is on the cell; its part changes purses. */
static void founding_with_another_player(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    lands(g, RH, "LU8");
    orders(g, 1, "FOUND 2 MIN CAPITAL 100 60/40 WITH BH");
    int n = number_of(g, "found-offer");
    assert_int_equal(find_event(g, "found-offer")->sight, SIGHT_SEAT(1) | SIGHT_SEAT(2));
    assert_int_equal(capital_owner(g->board, g->table, R2), 0);
    assert_int_equal(capital_free_balance(g->table, 1, RH), 40); /* 60 are set aside */
    orders(g, 2, line(g, "ACCEPT", n));
    assert_int_equal(capital_owner(g->board, g->table, R2), 1);
    assert_books(g, RH, 40);
    assert_books(g, BH, 60);
    assert_books(g, R2, 100);
    assert_cash(g, 1, 140, 0);
    assert_cash(g, 2, 60, 0);
    lands(g, RH, "LU8");
    orders(g, 1, "FOUND 3 MIN CAPITAL 50 60/40 WITH BH");
    at(g, RH, "LU9"); /* it moves on: the offer lapses */
    orders(g, 1, "GO LU");
    assert_non_null(find_event(g, "lapsed"));
    game_free(g);
}

/* --- transfers --------------------------------------------------------------------------------- */

static void transfers(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_shares(g, RH, 20);
    refused(g, 1, "TRANSFER 101 FROM H TO 1", "short", "TRANSFER 100 FROM H TO 1");
    refused(g, 1, "TRANSFER 10 FROM H TO BH", "not-yours", "");
    refused(g, 1, "TRANSFER 10 FROM BH TO 1", "not-yours", "");
    refused(g, 1, "TRANSFER 10 FROM H TO H", "nothing", "");
    refused(g, 1, "TRANSFER 15 SHARES FROM H TO 1", "tens", "");
    refused(g, 2, "TRANSFER 10 FROM H TO H", "not-your-turn", "");
    orders(g, 1, "TRANSFER 30 FROM H TO 1\nTRANSFER 10 SHARES FROM H TO 1");
    assert_books(g, RH, 70);
    assert_books(g, R1, 30);
    assert_int_equal(company_get(g->table, T_SHARES, R1), 10);
    assert_cash(g, 1, 100, 0);
    company_set(g->table, T_MOVED, R1, MOVED); /* before the receiver's die, not behind it */
    refused(g, 1, "TRANSFER 10 FROM H TO 1", "transfer-late", "");
    orders(g, 1, "TRANSFER 10 FROM 1 TO H"); /* who gives may have rolled */
    game_free(g);
}

/* --- trades ------------------------------------------------------------------------------------ */

static void black_for_white(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_cash(g, 1, 40, 60);
    refused(g, 1, "PROPOSE 61 BLACK TO Bob FOR 50 WHITE", "short", "");
    refused(g, 1, "PROPOSE 50 BLACK TO Agnes FOR 50 WHITE", "partner", "");
    refused(g, 1, "PROPOSE 50 BLACK FROM 1 TO Bob FOR 50 WHITE", "not-yours", "");
    refused(g, 1, "PROPOSE 0 BLACK TO Bob FOR 50 WHITE", "nothing", "");
    orders(g, 1, "PROPOSE 60 BLACK FROM H TO Bob FOR 45 WHITE");
    int n = number_of(g, "proposed");
    assert_int_equal(find_event(g, "proposed")->sight, SIGHT_SEAT(1) | SIGHT_SEAT(2));
    assert_int_equal(capital_free_cash(g->table, 1, BLACK), 0); /* set aside */
    assert_int_equal(capital_free_balance(g->table, 1, RH), 40);
    refused(g, 3, line(g, "ACCEPT", n), "no-offer", "");
    refused(g, 2, "ACCEPT 999", "no-offer", "");
    refused(g, 2, line(g, "TAKE", n), "no-offer", ""); /* no gift */
    orders(g, 2, line(g, "ACCEPT", n));
    assert_cash(g, 1, 85, 0);
    assert_books(g, RH, 85);
    assert_cash(g, 2, 55, 60);
    assert_books(g, BH, 115);
    refused(g, 2, line(g, "ACCEPT", n), "no-offer", ""); /* once */
    game_free(g);
}

static void declined_and_withdrawn(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    orders(g, 1, "PROPOSE 50 WHITE TO Bob FOR 60 BLACK");
    int n = number_of(g, "proposed");
    refused(g, 2, "ACCEPT", "short", ""); /* Bob has no black money */
    refused(g, 2, line(g, "WITHDRAW OFFER", n), "no-offer", "");
    orders(g, 2, "DECLINE");
    assert_int_equal(capital_free_balance(g->table, 1, RH), 100);
    orders(g, 1, "PROPOSE 50 WHITE TO Bob FOR 60 BLACK");
    int again = number_of(g, "proposed");
    assert_int_not_equal(n, again);
    refused(g, 2, line(g, "DECLINE", n), "no-offer", ""); /* a number is never used twice */
    orders(g, 1, line(g, "WITHDRAW OFFER", again));
    assert_int_equal(table_count(g->table, P_OFFER, 1), 0);
    for (int i = 0; i < OFFERS_MOST; i++)
        orders(g, 1, "PROPOSE 10 WHITE TO Bob FOR 10 BLACK");
    refused(g, 1, "PROPOSE 10 WHITE TO Bob FOR 10 BLACK", "offers-most", "");
    refused(g, 2, "DECLINE", "which-offer", "");
    game_free(g);
}

static void what_is_offered_is_still_his_in_inspections(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    orders(g, 1, "PROPOSE 80 WHITE TO Bob FOR 90 BLACK");
    lands(g, RH, "IT12"); /* books = cash; 10 % tax of all 100 */
    assert_cash(g, 1, 90, 0);
    assert_false(capital_out(g->table, 1));
    lands_done(g, RH, "IT7"); /* taxes take 30: the offer is no longer covered */
    capital_offers_check(&g->play);
    assert_int_equal(table_count(g->table, P_OFFER, 1), 0);
    game_free(g);
}

/* What is asked for goes to a company of who asks, or to nobody: not on the books of whoever has bought
 * that company meanwhile. */
static void the_company_that_gets_it_is_gone(void **state)
{
    (void)state;
    for (int how = 0; how < 2; how++) {
        struct game *g = game_new(3, NULL);
        has_company(g, R1, TYPE_FIN, 50, RH);
        has_cash(g, 2, 80, 20);
        orders(g, 1, "PROPOSE 10 WHITE FROM H TO Bob FOR 20 BLACK TO 1");
        if (how == 0) { /* sold to a third */
            orders(g, 1, "PROPOSE COMPANY 1 TO Cynthia FOR 10 WHITE");
            orders(g, 3, "ACCEPT");
        } else {
            capital_dissolve(&g->play, R1);
            orders(g, 1, "GO LU");
        }
        assert_non_null(find_event(g, "lapsed"));
        refused(g, 2, "ACCEPT", "no-offer", "");
        assert_int_equal(capital_books(g->board, g->table, 3),
                         capital_cash(g->table, 3, WHITE) + capital_cash(g->table, 3, BLACK));
        game_free(g);
    }
}

/* Nobody is sold to his own company, however late that company came to be his. */
static void a_circle_made_behind_the_offer(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_company(g, R2, TYPE_FIN, 20, RH);
    orders(g, 1, "PROPOSE COMPANY 1 TO Bob FOR 10 WHITE TO 2");
    company_set(g->table, T_MAJORITY, R2, R1 + 1); /* as a liquidation may leave it */
    refused(g, 2, "ACCEPT", "no-offer", "");
    orders(g, 1, "GO LU");
    assert_int_equal(table_count(g->table, P_OFFER, 1), 0);
    game_free(g);
}

static void shares_have_a_price(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_shares(g, RH, 30);
    refused(g, 1, "PROPOSE 20 SHARES TO Bob FOR 79 WHITE", "share-price", "");
    refused(g, 1, "PROPOSE 15 SHARES TO Bob FOR 90 WHITE", "tens", "");
    refused(g, 2, "PROPOSE 30 WHITE TO Agnes FOR 10 SHARES", "share-price", "");
    orders(g, 1, "PROPOSE 20 SHARES TO Bob FOR 80 WHITE");
    orders(g, 2, "ACCEPT");
    assert_int_equal(capital_shares(g->board, g->table, 2), 20);
    assert_int_equal(find_event(g, "shares-traded")->sight, SIGHT_ALL);
    assert_cash(g, 1, 180, 0);
    option(g, "free-trade=yes");
    orders(g, 1, "PROPOSE 10 SHARES TO Bob FOR 1 WHITE");
    game_free(g);
}

/* "Pawn, loan, deposits, shares and controlled companies go along, minorities stay." */
static void a_company_is_sold(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_company(g, R2, TYPE_FIN, 40, R1);
    has_company(g, R3, TYPE_FIN, 40, R1);
    company_set(g->table, T_MINORITY, R3, RH + 1);
    company_set(g->table, T_LOAN, R1, 20);
    company_set(g->table, T_DEPOSIT, R1, 15);
    has_shares(g, R2, 10);
    has_cash(g, 1, 130, 0);
    has_books(g, R2, 30);
    orders(g, 1, "PLAN 1 IF BOURSE BUY MAX");
    refused(g, 1, "PROPOSE COMPANY H TO Bob FOR 80 WHITE", "company-sale", "");
    refused(g, 2, "PROPOSE COMPANY R1 TO Agnes FOR 80 WHITE", "company-sale", "");
    refused(g, 1, "PROPOSE COMPANY 1 TO Bob FOR 80 WHITE TO 2", "circle", "");
    orders(g, 2, "PROPOSE 80 WHITE TO Agnes FOR COMPANY R1");
    orders(g, 1, "ACCEPT");
    assert_int_equal(capital_owner(g->board, g->table, R1), 2);
    assert_int_equal(capital_owner(g->board, g->table, R2), 2);
    assert_int_equal(capital_majority(g->table, R1), BH);
    assert_int_equal(company_get(g->table, T_LOAN, R1), 20);
    assert_int_equal(capital_deposits(g->board, g->table, 2, true), 15);
    assert_int_equal(capital_shares(g->board, g->table, 2), 10);
    assert_int_equal(capital_minority(g->table, R3), RH); /* minorities stay */
    assert_books(g, R2, 0);                               /* what was on its books stays, too */
    assert_books(g, RH, 210);
    assert_int_equal(table_count(g->table, P_NOTE, 1), 0);
    refused(g, 1, "MOVE 1", "not-yours", "");
    plays(g, 1, "PASS");
    orders(g, 2, "MOVE R1"); /* it moves in the buyer's turn */
    game_free(g);
}

/* --- gifts and entries ------------------------------------------------------------------------- */

static void a_gift_on_the_books(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, B2, TYPE_FIN, 30, BH);
    has_cash(g, 1, 60, 40);
    refused(g, 1, "GIVE 41 BLACK TO Bob", "short", "");
    refused(g, 1, "GIVE 10 BLACK OFF BOOKS TO Bob", "off-books", "");
    refused(g, 2, "TAKE", "no-offer", "");
    orders(g, 1, "GIVE 20 BLACK TO Bob");
    assert_cash(g, 2, 100, 0); /* it waits */
    refused(g, 2, "TAKE ON RH", "not-yours", "");
    orders(g, 2, "TAKE ON 2");
    assert_cash(g, 2, 100, 20);
    assert_books(g, B2, 20);
    assert_cash(g, 1, 60, 20);
    assert_books(g, RH, 80);
    game_free(g);
}

static void a_gift_off_the_books(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    orders(g, 1, "GIVE 20 WHITE TO Bob");
    orders(g, 2, "TAKE OFF BOOKS");
    assert_cash(g, 2, 120, 0);
    assert_books(g, BH, 100);
    assert_int_equal(find_event(g, "gift-taken")->sight, SIGHT_SEAT(2));
    assert_int_equal(find_event(g, "gift-gone")->sight, SIGHT_SEAT(1)); /* not how he took it */
    /* an entry may only bring books nearer to cash */
    refused(g, 2, "ENTRY H -5", "entry-away", "ENTRY H +20");
    refused(g, 2, "ENTRY H +21", "entry-away", "ENTRY H +20");
    refused(g, 1, "ENTRY H +1", "entry-away", "");
    orders(g, 2, "ENTRY H +5 \"consulting\"");
    assert_books(g, BH, 100); /* it counts from the end of the turn */
    refused(g, 2, "ENTRY H +16", "entry-away", "ENTRY H +15");
    refused(g, 2, "GIVE 21 WHITE OFF BOOKS TO Agnes", "off-books", "");
    plays(g, 1, "PASS");
    assert_books(g, BH, 100);
    at(g, BH, "CH15");
    next_die(g, 2);
    plays(g, 2, "MOVE H GO LU");
    assert_books(g, BH, 105);
    orders(g, 2, "GIVE 15 WHITE OFF BOOKS TO Agnes"); /* the rest goes as it came */
    orders(g, 1, "TAKE ON H");
    assert_int_equal(capital_books(g->board, g->table, 2),
                     capital_cash(g->table, 2, WHITE) + capital_cash(g->table, 2, BLACK));
    game_free(g);
}

/* --- shared companies -------------------------------------------------------------------------- */

static void gains_and_costs_are_shared(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_TRA, 100, RH);
    company_set(g->table, T_MINORITY, R1, BH + 1);
    lands_done(g, R1, "IT2"); /* coupons 20: 16 and 4 */
    assert_books(g, R1, 16);
    assert_books(g, BH, 104);
    assert_cash(g, 2, 104, 0);
    lands_done(g, R1, "IT9"); /* luxury 10: 8 and 2 */
    assert_books(g, R1, 8);
    assert_books(g, BH, 102);
    has_cash(g, 2, 1, 0);
    has_books(g, BH, 1);
    lands_done(g, R1, "IT1"); /* raw materials 10: the minority has but 1 */
    assert_books(g, BH, 0);
    assert_int_equal(capital_books(g->board, g->table, 1), 99);
    game_free(g);
}

/* A register keeps its last entries; the last ends in the balance. */
static void registers_keep_their_last_entries(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    for (int i = 0; i < 9; i++)
        orders(g, 1, "TRANSFER 1 FROM H TO 1");
    int n = 0;
    for (uint16_t id = table_first(g->table, P_REGISTER, 1); id; id = table_next(g->table, id))
        n += table_piece(g->table, id)->slot == R1;
    assert_int_equal(n, ENTRIES_KEPT);
    const struct piece *last = table_piece(g->table, table_last(g->table, P_REGISTER, 1));
    assert_int_equal(last->mark[ENTRY_NUMBER], 9);
    assert_int_equal(last->mark[ENTRY_BALANCE], 9);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capital_is_a_book_entry),
        cmocka_unit_test(majority_and_minority),
        cmocka_unit_test(founding_with_another_player),
        cmocka_unit_test(transfers),
        cmocka_unit_test(black_for_white),
        cmocka_unit_test(declined_and_withdrawn),
        cmocka_unit_test(what_is_offered_is_still_his_in_inspections),
        cmocka_unit_test(the_company_that_gets_it_is_gone),
        cmocka_unit_test(a_circle_made_behind_the_offer),
        cmocka_unit_test(shares_have_a_price),
        cmocka_unit_test(a_company_is_sold),
        cmocka_unit_test(a_gift_on_the_books),
        cmocka_unit_test(a_gift_off_the_books),
        cmocka_unit_test(gains_and_costs_are_shared),
        cmocka_unit_test(registers_keep_their_last_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
