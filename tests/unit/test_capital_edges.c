/* Ends of the rules: liquidations in their order and with rebuys, accusations by the colour of what is
 * off the books, what the invariant names, lines that wait, previews, and how a game is won. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_glossary.h"

/* A holding each with a capital of 100 and as much white on its register, on the start; Interpol on the
 * South American centre; the bank has all shares. */
static void how_it_begins(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        struct game *g = game_new(seats, NULL);
        for (int seat = 1; seat <= seats; seat++) {
            int h = capital_holding(seat);
            assert_int_equal(company_get(g->table, T_CAPITAL, h), 100);
            assert_books(g, h, 100);
            assert_cash(g, seat, 100, 0);
            assert_string_equal(where(g, h), "IT0");
            assert_int_equal(table_count(g->table, P_REGISTER, seat), 1);
            for (int n = 1; n < NUMBERS; n++)
                assert_string_equal(where(g, h + n), "");
        }
        assert_int_equal(table_get(g->table, T_INTERPOL, 0), cell_named(g, "SA19"));
        assert_int_equal(table_get(g->table, T_BANK, 0), 300);
        assert_int_equal(g->options[OPT_ROUNDS], 100);
        game_free(g);
    }
}

/* --- liquidation ------------------------------------------------------------------------------- */

/* A debtor without a cent, and companies of the group worth so much. */
static struct game *debtor(const char *options, const int64_t *worth, int n)
{
    struct game *g = game_new(2, options);
    has_books(g, RH, 0);
    has_cash(g, 1, 0, 0);
    has_company(g, R1, TYPE_FIN, 300, RH);
    for (int i = 0; i < n; i++)
        has_company(g, R2 + i, TYPE_FIN, worth[i], RH);
    return g;
}

/* Silence: the smallest that suffices for 30, else the largest first. */
static void which_company_goes_first(void **state)
{
    struct game *g = debtor(NULL, (const int64_t[]){90, 40, 20}, 3);
    (void)state;
    lands_done(g, R1, "IT9");
    assert_string_equal(where(g, R3), "");
    assert_string_not_equal(where(g, R2), "");
    assert_string_not_equal(where(g, R4), "");
    assert_cash(g, 1, 10, 0);
    game_free(g);
    g = debtor(NULL, (const int64_t[]){12, 20, 14}, 3);
    lands_done(g, R1, "IT9");
    assert_string_equal(where(g, R3), "");
    assert_string_equal(where(g, R2), "");
    assert_string_not_equal(where(g, R4), "");
    assert_cash(g, 1, 2, 0);
    game_free(g);
}

/* What was inspected with the debtor goes after what was not, however well it would do. */
static void what_was_inspected_goes_last(void **state)
{
    struct game *g = debtor(NULL, (const int64_t[]){31, 200}, 2);
    (void)state;
    company_set(g->table, T_MAJORITY, R2, R1 + 1);
    lands_done(g, R1, "IT9");
    assert_string_equal(where(g, R3), "");
    assert_string_not_equal(where(g, R2), "");
    lands_done(g, R1, "SA7");
    lands_done(g, RH, "SA7");
    lands_done(g, R1, "IT9");
    assert_string_equal(where(g, R2), "");
    assert_false(capital_out(g->table, 1));
    game_free(g);
}

/* A liquidation that was noted and can no longer be is passed over; the next one is made. */
static void a_noted_liquidation_that_cannot_be(void **state)
{
    struct game *g = debtor(NULL, (const int64_t[]){50, 90}, 2);
    (void)state;
    orders(g, 1, "LIQUIDATE 2\nLIQUIDATE 3");
    company_set(g->table, T_DEBT, R2, 60);
    lands_done(g, R1, "IT9");
    assert_string_not_equal(where(g, R2), "");
    assert_string_equal(where(g, R3), "");
    assert_int_equal(table_count(g->table, P_NOTE, 1), 0);
    game_free(g);
}

/* Bought back by its own minority, a company is all his. */
static void a_minority_buys_back(void **state)
{
    struct game *g = debtor(NULL, (const int64_t[]){50, 50}, 2);
    (void)state;
    has_company(g, R4, TYPE_FIN, 10, R2);
    company_set(g->table, T_MINORITY, R4, R3 + 1);
    has_cash(g, 1, 6, 0);
    has_books(g, R3, 6); /* 60 % of 10 were put in */
    orders(g, 1, "LIQUIDATE 2 REBUY 4 BY 3");
    lands_done(g, R1, "IT9");
    assert_int_equal(capital_majority(g->table, R4), R3);
    assert_int_equal(capital_minority(g->table, R4), NO_COMPANY);
    assert_books(g, R3, 0);
    game_free(g);
}

/* Harsh: no rebuy, deposits and shares go too, and minorities end. */
static void harsh_takes_everything(void **state)
{
    struct game *g = debtor("liquidation=harsh", (const int64_t[]){50}, 1);
    (void)state;
    has_company(g, R3, TYPE_FIN, 10, R2);
    has_company(g, R4, TYPE_FIN, 10, R3);
    has_company(g, R5, TYPE_FIN, 10, RH);
    company_set(g->table, T_MINORITY, R5, R4 + 1);
    has_cash(g, 1, 12, 0);
    has_books(g, R4, 12);
    orders(g, 1, "LIQUIDATE 2");
    struct due due = {.seat = 1, .company = R1, .sum = 30, .why = WHY_LUXURY};
    assert_int_equal(capital_due(&g->play, &due), PAID);
    holds(g);
    for (int c = R2; c <= R4; c++)
        assert_string_equal(where(g, c), "");
    assert_int_equal(capital_minority(g->table, R5), NO_COMPANY);
    assert_int_equal(capital_cash(g->table, 1, WHITE), 50 - 30);
    game_free(g);
}

/* Deposits and bank shares of what is liquidated pass to its owner; of what is dissolved to the bank. */
static void deposits_and_shares_of_what_goes(void **state)
{
    (void)state;
    for (int dissolved = 0; dissolved <= 1; dissolved++) {
        struct game *g = debtor(NULL, (const int64_t[]){50}, 1);
        company_set(g->table, T_DEPOSIT, R2, 7);
        company_set(g->table, T_FRESH, R2, 7);
        has_shares(g, R2, 20);
        if (dissolved)
            capital_dissolve(&g->play, R2);
        else
            capital_liquidate(&g->play, 1, R1, R2, NULL, 0);
        holds(g);
        assert_int_equal(company_get(g->table, T_DEPOSIT, RH), dissolved ? 0 : 7);
        assert_int_equal(capital_shares(g->board, g->table, 1), dissolved ? 0 : 20);
        assert_cash(g, 1, dissolved ? 0 : 50, 0);
        game_free(g);
    }
}

/* Dissolved: the richest of the group buys back what it owned. */
static void the_richest_buys_back(void **state)
{
    struct game *g = debtor(NULL, (const int64_t[]){50, 50}, 2);
    (void)state;
    has_company(g, R4, TYPE_FIN, 20, R2);
    has_cash(g, 1, 75, 0);
    has_books(g, RH, 25);
    has_books(g, R3, 50);
    capital_dissolve(&g->play, R2);
    holds(g);
    assert_int_equal(capital_majority(g->table, R4), R3);
    assert_books(g, R3, 30);
    game_free(g);
}

/* In which order a due is met: the company, what it controls, the group, deposits, shares; and only then
 * a liquidation. */
static void in_which_order_a_due_is_met(void **state)
{
    static const struct {
        int64_t due;
        int64_t r1, r2, rh, deposit, shares;
        bool liquidated;
    } cases[] = {{5, 5, 10, 10, 10, 10, false},   {15, 0, 5, 10, 10, 10, false}, {25, 0, 0, 5, 10, 10, false},
                 {35, 0, 0, 0, 5, 10, false},     {40, 0, 0, 0, 0, 10, false},   {41, 0, 0, 0, 0, 0, false},
                 {80, 0, 0, 0, 0, 0, false},      {81, 0, 0, 0, 0, 0, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game *g = debtor(NULL, (const int64_t[]){50, 50}, 2);
        struct due due = {.seat = 1, .company = R1, .sum = cases[i].due, .why = WHY_LUXURY};
        company_set(g->table, T_MAJORITY, R2, R1 + 1);
        company_set(g->table, T_DEPOSIT, RH, 10);
        has_shares(g, RH, 10);
        has_cash(g, 1, 30, 0);
        has_books(g, R1, 10);
        has_books(g, R2, 10);
        has_books(g, RH, 10);
        assert_int_equal(capital_due(&g->play, &due), PAID);
        holds(g);
        if (i < 5) {
            assert_books(g, R1, cases[i].r1);
            assert_books(g, R2, cases[i].r2);
            assert_books(g, RH, cases[i].rh);
        }
        assert_int_equal(company_get(g->table, T_DEPOSIT, RH), cases[i].deposit);
        assert_int_equal(capital_shares(g->board, g->table, 1), cases[i].shares);
        assert_int_equal(where(g, R3)[0] == '\0', cases[i].liquidated);
        game_free(g);
    }
}

/* DEBIT is about the next fine, whether a company could bear its part of it or not. */
static void what_was_debited_is_over_with_the_fine(void **state)
{
    struct game *g = one_company(TYPE_FIN, 20, 40);
    (void)state;
    has_company(g, R2, TYPE_FIN, 50, R1);
    orders(g, 1, "DEBIT 2 30\nDEBIT 1 5");
    lands_done(g, R1, "IT3"); /* 40: 2 has nothing */
    assert_books(g, R1, 20);
    assert_int_equal(company_get(g->table, T_DEBIT, R2), 0);
    assert_int_equal(company_get(g->table, T_DEBIT, R1), 0);
    game_free(g);
}

/* --- accusations ------------------------------------------------------------------------------- */

/* White money off the books: there is no black to take, and the books are set to the cash. */
static void accused_of_white_money(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_cash(g, 2, 130, 0);
    lands(g, RH, "IT12");
    orders(g, 1, "ACCUSE Bob");
    assert_cash(g, 1, 90, 0);
    assert_cash(g, 2, 130, 0);
    assert_books(g, BH, 130);
    assert_int_equal(find_event(g, "books-set")->sight, SIGHT_SEAT(2));
    game_free(g);
}

/* Books = cash by one, either way, is false; what the accusation costs its owner is told to him alone. */
static void accused_by_one(void **state)
{
    (void)state;
    for (int apart = 0; apart <= 1; apart++) {
        struct game *g = game_new(3, NULL);
        has_company(g, B1, TYPE_FIN, 20, BH);
        has_cash(g, 2, 50, 51 + apart);
        has_books(g, BH, 41);
        has_books(g, B1, 60);
        lands(g, RH, "IT12");
        orders(g, 1, "ACCUSE Bob");
        assert_cash(g, 3, 100, apart * 26);
        assert_cash(g, 2, apart ? 50 : 59, apart ? 0 : 51);
        assert_int_equal(capital_books(g->board, g->table, 2), apart ? 50 : 110);
        if (apart) {
            assert_int_equal(find_event(g, "accused-lost")->sight, SIGHT_SEAT(2));
            assert_books(g, BH, 0); /* the holding's register first */
        }
        game_free(g);
    }
}

/* Who accuses wrongly and cannot pay the tenth sells what he has. */
static void a_wrong_accuser_without_money(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_cash(g, 1, 5, 0);
    has_books(g, RH, 5);
    lands(g, RH, "IT12"); /* 1 of tax */
    orders(g, 1, "ACCUSE Bob");
    assert_cash(g, 1, 3, 0);
    assert_cash(g, 2, 101, 0);
    assert_int_equal(find_event(g, "received")->sight, SIGHT_SEAT(2));
    game_free(g);
}

/* A deadline whose question has been answered does nothing. */
static void a_late_deadline(void **state)
{
    struct game *g = game_new(2, NULL);
    struct await v[AWAITS_MAX];
    (void)state;
    capital_engine.awaits(g->table, g->options, v);
    plays(g, 1, "PASS");
    struct table *before = table_clone(g->table);
    capital_engine.expire(&g->play, &v[0]);
    assert_true(table_same(before, g->table));
    table_free(&before);
    game_free(g);
}

/* Said beforehand, also in orders that are kept for a round and in a plan. */
static void accused_beforehand(void **state)
{
    static const char *const letters[] = {"MOVE H THEN IF FISC ACCUSE Bob", "PLAN H IF FISC ACCUSE Bob\nMOVE H"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct game *g = game_new(2, i % 2 ? "pace=rounds" : NULL);
        at(g, RH, "IT11");
        table_set(g->table, T_INTERPOL, 0, cell_named(g, "LU4"));
        if (i % 2) {
            plays(g, 1, letters[i / 2]);
            orders(g, 2, "MOVE H");
            capital_engine.close(&g->play, 2);
            g->events = (struct events){.arena = &g->arena};
            next_die(g, 1);
            capital_engine.advance(&g->play);
        } else {
            next_die(g, 1);
            orders(g, 1, letters[i / 2]);
        }
        assert_non_null(find_event(g, "accused"));
        assert_int_equal(event_number(g, "accused", "to"), 2);
        game_free(g);
    }
}

/* --- what must hold ---------------------------------------------------------------------------- */

static void every_broken_thing_is_named(void **state)
{
    static const struct {
        int tally, seat;
        int64_t value;
        const char *named;
    } cases[] = {{T_WHITE, 1, -5, "cash-lost"},          {T_WHITE, 0, 7, "cash-lost"},
                 {T_BALANCE, 1, 101, "books-above-cash"}, {T_BANK, 0, 290, "shares-lost"},
                 {T_BANK, 0, -10, "shares-lost"},         {T_SHARES + 1, 1, 15, "shares-lost"},
                 {T_SHARES + 4, 1, 10, "shares-lost"},    {T_CAPITAL, 1, 9, "company-wrong"},
                 {T_LOAN + 1, 1, 51, "company-wrong"},    {T_DEBT + 1, 1, 201, "company-wrong"},
                 {T_CELL + 1, 1, 0, "company-wrong"},     {T_CELL + 1, 1, 99, "company-wrong"},
                 {T_MAJORITY + 1, 1, 0, "company-wrong"}, {T_MAJORITY + 1, 1, 2, "company-wrong"},
                 {T_MINORITY + 1, 1, 2, "company-wrong"}, {T_MINORITY + 1, 1, 1, "company-wrong"},
                 {T_DEPOSIT + 1, 1, -1, "company-wrong"}, {T_FRESH + 1, 1, 3, "company-wrong"},
                 {T_BALANCE, 1, 99, "registers-wrong"},   {T_PHASE, 0, 50, "phase-wrong"},
                 {T_PHASE, 0, PHASE_DUE, "phase-wrong"},  {T_PHASE, 0, PHASE_CHOICE, "phase-wrong"},
                 {T_TURN, 0, 3, "phase-wrong"}};
    struct game *g = game_new(2, NULL);
    struct table *before;
    (void)state;
    has_company(g, R1, TYPE_FIN, 100, RH);
    orders(g, 1, "PROPOSE 10 WHITE TO Bob FOR 10 BLACK\nPLAN H IF BOURSE BUY MAX");
    holds(g);
    before = table_clone(g->table);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        table_copy(g->table, before);
        table_set(g->table, cases[i].tally, cases[i].seat, cases[i].value);
        const char *broken = capital_engine.invariant(g->table, &g->engine, g->options);
        if (!broken || strcmp(broken, cases[i].named) != 0)
            fail_msg("%d of %d = %d: %s", cases[i].tally, cases[i].seat, (int)cases[i].value,
                     broken ? broken : "nothing");
    }
    table_copy(g->table, before);
    company_set(g->table, T_LOAN, R1, 10); /* one loan per company */
    company_set(g->table, T_DEBT, R1, 10);
    assert_string_equal(capital_engine.invariant(g->table, &g->engine, g->options), "company-wrong");
    table_copy(g->table, before);
    table_show(g->table, table_first(g->table, P_OFFER, 1), SIGHT_ALL);
    assert_string_equal(capital_engine.invariant(g->table, &g->engine, g->options), "offers-wrong");
    table_copy(g->table, before);
    table_show(g->table, table_first(g->table, P_NOTE, 1), SIGHT_ALL);
    assert_string_equal(capital_engine.invariant(g->table, &g->engine, g->options), "offers-wrong");
    table_copy(g->table, before);
    table_show(g->table, table_first(g->table, P_REGISTER, 1), SIGHT_ALL);
    assert_string_equal(capital_engine.invariant(g->table, &g->engine, g->options), "registers-wrong");
    table_copy(g->table, before);
    table_tally_show(g->table, T_WHITE, 1, SIGHT_ALL);
    assert_string_equal(capital_engine.invariant(g->table, &g->engine, g->options), "sight-wrong");
    table_copy(g->table, before);
    table_tally_show(g->table, T_DEPOSIT + 1, 1, SIGHT_SEAT(2));
    assert_string_equal(capital_engine.invariant(g->table, &g->engine, g->options), "sight-wrong");
    table_free(&before);
    game_free(g);
}

/* Two companies that own each other have no owner: neither counts for anybody. */
static void a_circle_belongs_to_nobody(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    (void)state;
    has_company(g, R2, TYPE_FIN, 20, R1);
    has_shares(g, R2, 20);
    company_set(g->table, T_MAJORITY, R1, R2 + 1);
    assert_int_equal(capital_owner(g->board, g->table, R1), 0);
    assert_int_equal(capital_owner(g->board, g->table, R2), 0);
    assert_int_equal(capital_shares(g->board, g->table, 1), 0);
    assert_false(capital_controls(g->table, RH, R2));
    assert_string_equal(capital_engine.invariant(g->table, &g->engine, g->options), "company-wrong");
    game_free(g);
}

/* --- lines that wait, and previews ------------------------------------------------------------- */

static void what_waits_is_dropped_when_it_is_over(void **state)
{
    struct game *g = game_new(3, "await-choices=yes");
    (void)state;
    at(g, RH, "IT5");
    next_die(g, 3);
    orders(g, 1, "MOVE H");
    assert_int_equal(capital_engine.held(g->table, 1, g->play.hold), HOLD_WAIT);
    assert_int_equal(capital_engine.held(g->table, 2, g->play.hold), HOLD_DROP);
    capital_engine.leave(&g->play, 1);
    assert_int_equal(capital_engine.held(g->table, 1, g->play.hold), HOLD_DROP);
    capital_engine.advance(&g->play);
    assert_string_equal(awaited(g), "turn 2");
    capital_engine.leave(&g->play, 2);
    assert_int_equal(capital_engine.held(g->table, 3, g->play.hold), HOLD_DROP); /* the game is over */
    capital_engine.leave(&g->play, 3); /* and stays as it is */
    assert_int_equal(table_get(g->table, T_WINNER, 0), 3);
    game_free(g);
}

/* What needs a die, an accusation or the metals is not known beforehand; what does not is. */
static void what_a_preview_knows(void **state)
{
    struct game *g = one_company(TYPE_FIN, 50, 0);
    (void)state;
    at(g, RH, "IT4");
    lands(g, R1, "SA5");
    g->play.luck = NULL;
    g->play.preview = true;
    letter(g, 1, "STAKE 10");
    assert_int_equal(g->outcome, OUTCOME_UNKNOWN);
    refused(g, 1, "STAKE 51", "stake-limit", "STAKE 50");
    g->play.luck = &g->luck;
    lands(g, R1, "CH6");
    g->play.luck = NULL;
    letter(g, 1, "STAY H"); /* the stake that must be made comes first */
    assert_int_equal(g->outcome, OUTCOME_UNKNOWN);
    assert_true(capital_needs_die(&g->play, 1));
    g->play.luck = &g->luck;
    lands(g, R1, "IT8");
    g->play.luck = NULL;
    orders(g, 1, "BUY 10\nSTAY H");
    assert_false(capital_needs_die(&g->play, 1));
    game_free(g);
}

/* --- winning ----------------------------------------------------------------------------------- */

/* 160 and not 150; by any change: a trade, a transfer keeps them, a company bought. */
static void won_by_any_change(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_company(g, B1, TYPE_FIN, 20, BH);
    has_shares(g, RH, 150);
    has_shares(g, B1, 10);
    orders(g, 1, "PROPOSE 30 WHITE TO Bob FOR COMPANY B1");
    assert_false(capital_engine.finished(g->table));
    orders(g, 2, "ACCEPT");
    assert_true(capital_engine.finished(g->table));
    assert_int_equal(table_get(g->table, T_WINNER, 0), 1);
    assert_non_null(find_event(g, "win-shares"));
    refused(g, 1, "GO LU", "game-over", "");
    refused(g, 2, "ACCEPT", "game-over", "");
    game_free(g);
}

/* The limit of rounds with two equal leaders: they share it. */
static void a_shared_win(void **state)
{
    struct game *g = game_new(3, "rounds=1");
    struct standing v[SEATS_MAX];
    (void)state;
    has_shares(g, RH, 20);
    has_shares(g, VH, 20);
    for (int seat = 1; seat <= 3; seat++)
        plays(g, seat, "PASS");
    assert_true(capital_engine.finished(g->table));
    capital_engine.standings(g->table, &g->engine, g->options, 0, v);
    assert_int_equal(v[0].rank, 1);
    assert_int_equal(v[1].rank, 3);
    assert_int_equal(v[2].rank, 1);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_it_begins),
        cmocka_unit_test(which_company_goes_first),
        cmocka_unit_test(what_was_inspected_goes_last),
        cmocka_unit_test(a_noted_liquidation_that_cannot_be),
        cmocka_unit_test(a_minority_buys_back),
        cmocka_unit_test(harsh_takes_everything),
        cmocka_unit_test(deposits_and_shares_of_what_goes),
        cmocka_unit_test(the_richest_buys_back),
        cmocka_unit_test(in_which_order_a_due_is_met),
        cmocka_unit_test(what_was_debited_is_over_with_the_fine),
        cmocka_unit_test(accused_of_white_money),
        cmocka_unit_test(accused_by_one),
        cmocka_unit_test(a_wrong_accuser_without_money),
        cmocka_unit_test(a_late_deadline),
        cmocka_unit_test(accused_beforehand),
        cmocka_unit_test(every_broken_thing_is_named),
        cmocka_unit_test(a_circle_belongs_to_nobody),
        cmocka_unit_test(what_waits_is_dropped_when_it_is_over),
        cmocka_unit_test(what_a_preview_knows),
        cmocka_unit_test(won_by_any_change),
        cmocka_unit_test(a_shared_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
