/* Two players at one thing: companies founded together, bought, shared and inherited; offers that stand
 * beside each other. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_game.h"

/* --- founded together -------------------------------------------------------------------------- */

/* The one on the cell pays 40: the other has the majority, the register and the cash. */
static void the_partner_has_the_majority(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    lands(g, RH, "CH8");
    orders(g, 1, "FOUND 2 MIN CAPITAL 50 40/60 WITH BH");
    orders(g, 2, "ACCEPT");
    assert_int_equal(capital_owner(g->board, g->table, R2), 2);
    assert_int_equal(capital_majority(g->table, R2), BH);
    assert_int_equal(capital_minority(g->table, R2), RH);
    assert_cash(g, 1, 80, 0);
    assert_cash(g, 2, 120, 0);
    assert_books(g, RH, 80);
    assert_books(g, BH, 70);
    assert_books(g, R2, 50);
    assert_int_equal(table_tally_sight(g->table, T_BALANCE + 2, 1), SIGHT_SEAT(2));
    plays(g, 1, "");
    orders(g, 2, "MOVE R2"); /* founded in another's turn, it moves in the next of its owner's */
    game_free(g);
}

static void a_partner_without_money(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 2, 30, 0);
    has_books(g, BH, 30);
    lands(g, RH, "CH8");
    orders(g, 1, "FOUND 2 MIN CAPITAL 100 60/40 WITH BH");
    refused(g, 2, "ACCEPT", "short", ""); /* 40 */
    orders(g, 2, "DECLINE");
    assert_int_equal(table_count(g->table, P_OFFER, 1), 0);
    assert_int_equal(capital_free_balance(g->table, 1, RH), 100);
    game_free(g);
}

/* White first, then black, from the minority's purse. */
static void a_minority_paid_in_two_colours(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 2, 15, 85);
    lands(g, RH, "CH8");
    orders(g, 1, "FOUND 2 MIN CAPITAL 100 60/40 WITH BH");
    orders(g, 2, "ACCEPT");
    assert_cash(g, 1, 115, 25);
    assert_cash(g, 2, 0, 60);
    game_free(g);
}

/* The question stands while the founder is on the cell, the number free and the partner his who was
 * asked. */
static void a_founding_that_lapses(void **state)
{
    (void)state;
    for (int how = 0; how < 3; how++) {
        struct game *g = game_new(3, NULL);
        has_company(g, B1, TYPE_FIN, 50, BH);
        has_cash(g, 2, 150, 0);
        has_books(g, B1, 50);
        lands(g, RH, "CH8");
        orders(g, 1, "FOUND 2 MIN CAPITAL 50 60/40 WITH B1");
        if (how == 0) {
            orders(g, 1, "FOUND 2 TRA CAPITAL 20");
        } else if (how == 1) {
            orders(g, 2, "PROPOSE COMPANY 1 TO Cynthia FOR 10 WHITE");
            orders(g, 3, "ACCEPT");
        } else {
            capital_engine.leave(&g->play, 2);
            orders(g, 1, "GO LU");
        }
        assert_int_equal(table_count(g->table, P_OFFER, 1), 0);
        if (how < 2)
            refused(g, 2, "ACCEPT", "no-offer", "");
        game_free(g);
    }
}

static void foundings_have_a_limit(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    lands(g, RH, "CH8");
    for (int i = 0; i < OFFERS_MOST; i++)
        orders(g, 1, "PROPOSE 1 WHITE TO Bob FOR 1 BLACK");
    refused(g, 1, "FOUND 2 MIN CAPITAL 50 60/40 WITH BH", "offers-most", "");
    refused(g, 1, "GIVE 10 WHITE TO Bob", "offers-most", "");
    refused(g, 2, "WITHDRAW OFFER 999", "no-offer", "");
    refused(g, 1, "WITHDRAW OFFER 999", "no-offer", "");
    game_free(g);
}

static void offers_of_all_the_money_in_the_world(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 1, 3000000, 0);
    has_books(g, RH, 3000000);
    refused(g, 1, "PROPOSE 1000001 WHITE TO Bob FOR 10 BLACK", "offer-limit", "");
    refused(g, 1, "PROPOSE 10 WHITE TO Bob FOR 1000001 BLACK", "offer-limit", "");
    refused(g, 1, "GIVE 1000001 WHITE TO Bob", "offer-limit", "");
    orders(g, 1, "PROPOSE 1000000 WHITE TO Bob FOR 1000000 BLACK");
    game_free(g);
}

/* --- set aside --------------------------------------------------------------------------------- */

/* Shares and money off the books can be offered once only. */
static void what_is_offered_cannot_be_offered_again(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_shares(g, RH, 30);
    orders(g, 1, "PROPOSE 20 SHARES TO Bob FOR 90 WHITE");
    refused(g, 1, "PROPOSE 20 SHARES TO Bob FOR 90 WHITE", "short", "");
    lands(g, RH, "IT8");
    refused(g, 1, "SELL 20", "sell-limit", "SELL 10 SHARES");
    has_cash(g, 1, 130, 0); /* 30 off the books */
    orders(g, 1, "GIVE 20 WHITE OFF BOOKS TO Bob");
    refused(g, 1, "GIVE 20 WHITE OFF BOOKS TO Bob", "off-books", "");
    orders(g, 1, "GIVE 10 WHITE OFF BOOKS TO Bob");
    game_free(g);
}

/* Taxes and costs take the colour the rules say, also of what is offered: then the offer lapses. What a
 * player spends himself takes that last. */
static void a_cost_goes_before_an_offer(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 1, 50, 50);
    orders(g, 1, "PROPOSE 45 BLACK TO Bob FOR 40 WHITE");
    at(g, RH, "LU0");
    orders(g, 1, "BRIBE H FN"); /* 5 black are free */
    assert_cash(g, 1, 45, 45);
    lands_done(g, RH, "IT9"); /* 10, black first */
    assert_cash(g, 1, 45, 35);
    orders(g, 1, "GO LU");
    assert_int_equal(table_count(g->table, P_OFFER, 1), 0);
    game_free(g);
}

/* --- companies that change hands --------------------------------------------------------------- */

static void a_company_for_a_company(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_company(g, R2, TYPE_FIN, 20, R1);
    has_company(g, B1, TYPE_FIN, 30, BH);
    has_company(g, B2, TYPE_FIN, 30, B1);
    orders(g, 1, "PROPOSE COMPANY 1 TO Bob FOR COMPANY B1");
    refused(g, 2, "ACCEPT BY 2", "circle", ""); /* 2 would go along with 1 */
    refused(g, 2, "ACCEPT BY RH", "not-yours", "");
    orders(g, 2, "ACCEPT");
    assert_int_equal(capital_owner(g->board, g->table, R1), 2);
    assert_int_equal(capital_owner(g->board, g->table, R2), 2);
    assert_int_equal(capital_owner(g->board, g->table, B1), 1);
    assert_int_equal(capital_owner(g->board, g->table, B2), 1);
    game_free(g);
}

/* Sold while it stands where there is a choice: nothing is asked any more. */
static void sold_where_it_has_landed(void **state)
{
    struct game *g = game_new(2, "await-choices=yes");
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    at(g, R1, "IT5");
    next_die(g, 3);
    orders(g, 1, "MOVE 1");
    assert_string_equal(awaited(g), "choice 1");
    orders(g, 1, "PROPOSE COMPANY 1 TO Bob FOR 10 WHITE");
    orders(g, 2, "ACCEPT");
    capital_engine.advance(&g->play);
    holds(g);
    assert_string_equal(awaited(g), "turn 1");
    assert_string_equal(letter(g, 1, "BUY 10"), "no-landing");
    game_free(g);
}

/* What was entered in a register before is the seller's to know, not the buyer's; then it is his alone. */
static void a_sold_register_begins_anew(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    orders(g, 1, "TRANSFER 30 FROM H TO 1\nTRANSFER 10 FROM 1 TO H\nGO 1 LU");
    orders(g, 1, "PROPOSE COMPANY 1 TO Bob FOR 10 WHITE");
    orders(g, 2, "ACCEPT");
    for (int seat = 1; seat <= 3; seat++)
        for (uint16_t id = table_first(g->table, P_REGISTER, seat); id; id = table_next(g->table, id))
            assert_int_not_equal(table_piece(g->table, id)->slot, R1);
    assert_int_equal(company_get(g->table, T_GO, R1), 0);
    for (int seat = 1; seat <= 3; seat++) {
        struct table *seen = table_new(g->engine.schema, 3);
        struct view view = table_view(seen, g->table, seat);
        assert_int_equal(table_knows(view.table, T_BALANCE + 1, 1), seat == 2);
        assert_int_equal(table_knows(view.table, T_DEPOSIT + 1, 1), seat == 2);
        assert_int_equal(table_knows(view.table, T_WHITE, 1), seat == 1);
        table_free(&seen);
    }
    game_free(g);
}

/* A loan goes along: who buys pays its interest. */
static void the_buyer_pays_the_interest(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    company_set(g->table, T_DEBT, R1, 100);
    orders(g, 1, "PROPOSE COMPANY 1 TO Bob FOR 10 WHITE");
    orders(g, 2, "ACCEPT");
    lands_done(g, R1, "CH7");
    assert_cash(g, 2, 60, 0);
    game_free(g);
}

/* Bought by a third, a shared company gives the partner 20 % as before. */
static void a_minority_stays_with_a_third_owner(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 100, RH);
    company_set(g->table, T_MINORITY, R1, BH + 1);
    orders(g, 1, "PROPOSE COMPANY 1 TO Cynthia FOR 10 WHITE");
    orders(g, 3, "ACCEPT");
    lands_done(g, R1, "IT2");
    assert_cash(g, 2, 104, 0);
    assert_cash(g, 3, 106, 0);
    orders(g, 3, "PROPOSE COMPANY R1 TO Bob FOR 10 WHITE"); /* to the partner: all of it is his */
    orders(g, 2, "ACCEPT");
    assert_int_equal(capital_minority(g->table, R1), NO_COMPANY);
    game_free(g);
}

/* 20 % of the seller's share, and what is shared is told to the two alone. */
static void what_is_shared_is_told_to_the_two(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 100, RH);
    company_set(g->table, T_MINORITY, R1, BH + 1);
    lands_done(g, R1, "IT2");
    assert_int_equal(find_event(g, "gain-shared")->sight, SIGHT_SEAT(1) | SIGHT_SEAT(2));
    lands_done(g, R1, "IT9");
    assert_int_equal(find_event(g, "cost-shared")->sight, SIGHT_SEAT(1) | SIGHT_SEAT(2));
    lands(g, R1, "SA5"); /* a stake is not shared */
    next_die(g, 2);
    orders(g, 1, "STAKE 4");
    assert_null(find_event(g, "gain-shared"));
    game_free(g);
}

/* --- inherited --------------------------------------------------------------------------------- */

/* What a player shared passes to the other owner, with all it controls; its cash is the bank's. */
static void the_other_owner_inherits(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 100, RH);
    has_company(g, R2, TYPE_FIN, 20, R1);
    company_set(g->table, T_MINORITY, R1, BH + 1);
    has_shares(g, R2, 20);
    has_cash(g, 1, 150, 0);
    has_books(g, R1, 50);
    capital_engine.leave(&g->play, 1);
    capital_engine.advance(&g->play);
    holds(g);
    assert_int_equal(capital_owner(g->board, g->table, R1), 2);
    assert_int_equal(capital_owner(g->board, g->table, R2), 2);
    assert_books(g, R1, 0);
    assert_cash(g, 2, 100, 0);
    assert_int_equal(capital_shares(g->board, g->table, 2), 20);
    assert_non_null(find_event(g, "passed"));
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_partner_has_the_majority),
        cmocka_unit_test(a_partner_without_money),
        cmocka_unit_test(a_minority_paid_in_two_colours),
        cmocka_unit_test(a_founding_that_lapses),
        cmocka_unit_test(foundings_have_a_limit),
        cmocka_unit_test(offers_of_all_the_money_in_the_world),
        cmocka_unit_test(what_is_offered_cannot_be_offered_again),
        cmocka_unit_test(a_cost_goes_before_an_offer),
        cmocka_unit_test(a_company_for_a_company),
        cmocka_unit_test(sold_where_it_has_landed),
        cmocka_unit_test(a_sold_register_begins_anew),
        cmocka_unit_test(the_buyer_pays_the_interest),
        cmocka_unit_test(a_minority_stays_with_a_third_owner),
        cmocka_unit_test(what_is_shared_is_told_to_the_two),
        cmocka_unit_test(the_other_owner_inherits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
