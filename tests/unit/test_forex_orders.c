/* Spot trades, quotes, contracts and certificates: what is accepted, and what is refused with
 * which words. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_forex_game.h"

/* --- spot ------------------------------------------------------------------------------------ */

/* "if 1 USD is 2 JPY, the player gives 1 USD for 2 JPY, or 2 JPY for 1 USD": never anything else.
 */
static void spot_is_one_unit_at_the_rate(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    rate(g, USD, JPY, 3);
    plays(g, 1, "SPOT GIVE USD TO Bob FOR JPY");
    assert_int_equal(g->outcome, OUTCOME_HOLD);
    assert_string_equal(awaited(g), "spot 2");
    assert_string_equal(event_word(g, "spot-offer", "give"), "1 USD");
    assert_string_equal(event_word(g, "spot-offer", "get"), "2 JPY");
    plays(g, 2, "ACCEPT 1");
    assert_int_equal(cash(g, 1, USD), 2);
    assert_int_equal(cash(g, 1, JPY), 8);
    assert_int_equal(cash(g, 2, USD), 6);
    assert_int_equal(cash(g, 2, JPY), 0);
    assert_string_equal(awaited(g), "turn 1");
    game_free(g);
    g = game_bare(3);
    rate(g, USD, JPY, 3);
    plays(g, 1, "SPOT GIVE 2 JPY TO 3 FOR 1 USD");
    plays(g, 3, "ACCEPT");
    assert_int_equal(cash(g, 1, USD), 6);
    assert_int_equal(cash(g, 1, JPY), 0);
    game_free(g);
}

static void spot_refusals(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    rate(g, USD, JPY, 3);
    refused(g, 1, "SPOT GIVE 2 USD TO Bob FOR 4 JPY", "spot-amount",
            "SPOT GIVE 1 USD TO 2 FOR 2 JPY");
    refused(g, 1, "SPOT GIVE 1 JPY TO Bob FOR 0.5 USD", "spot-amount",
            "SPOT GIVE 2 JPY TO 2 FOR 1 USD");
    assert_string_equal(mistake_word(g, "give"), "2 JPY");
    refused(g, 1, "SPOT GIVE USD TO Agnes FOR JPY", "spot-self", "");
    refused(g, 1, "SPOT GIVE USD TO Bob FOR USD", "same-currency", "");
    refused(g, 2, "SPOT GIVE USD TO Agnes FOR JPY", "not-your-turn", "");
    has_cash(g, 1, USD, 1);
    refused(g, 1, "SPOT GIVE USD TO Bob FOR JPY", "spot-short", "SPOT GIVE 1 GBP TO 2 FOR 1.5 JPY");
    assert_string_equal(mistake_word(g, "have"), "0.5 USD");
    has_cash(g, 1, USD, 4);
    has_cash(g, 2, JPY, 3);
    refused(g, 1, "SPOT GIVE USD TO Bob FOR JPY", "spot-other-short",
            "SPOT GIVE 1 USD TO 3 FOR 2 JPY");
    assert_string_equal(mistake_word(g, "have"), "1.5 JPY");
    game_free(g);
}

/* At most 3 proposals a turn, one completed; while one is open the turn stands still. */
static void proposals_are_numbered_and_few(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    int64_t turn = matter(g);
    plays(g, 1, "SPOT GIVE USD TO Bob FOR EUR");
    assert_int_equal(matter(g), 1);
    assert_int_equal(forex_engine.held(g->table, 1, 0), HOLD_WAIT);
    refused(g, 1, "INVEST USD", "offer-open", "");
    refused(g, 1, "SPOT GIVE USD TO Cynthia FOR EUR", "offer-open", "");
    refused(g, 3, "ACCEPT 1", "offer-not-yours", "");
    refused(g, 2, "ACCEPT 9", "offer-closed", "ACCEPT 1");
    plays(g, 2, "DECLINE 1");
    assert_int_equal(forex_engine.held(g->table, 1, 0), HOLD_NO);
    assert_string_equal(awaited(g), "turn 1");
    assert_int_equal(matter(g), turn); /* the same turn, the same deadline */
    refused(g, 2, "ACCEPT 1", "offer-closed", "");
    refused(g, 2, "DECLINE", "no-offer", "");
    plays(g, 1, "SPOT GIVE USD TO Cynthia FOR EUR");
    assert_int_equal(matter(g), 2);
    refused(g, 3, "ACCEPT 1", "offer-closed", "ACCEPT 2");
    silence(g, 3);
    assert_string_equal(event_word(g, "spot-declined", "silent"), "1");
    assert_int_equal(forex_engine.held(g->table, 1, 0), HOLD_NO);
    plays(g, 1, "SPOT GIVE USD TO Bob FOR EUR");
    plays(g, 2, "NO 3");
    refused(g, 1, "SPOT GIVE USD TO Bob FOR EUR", "spot-too-many", "");
    plays(g, 1, "INVEST USD");
    assert_string_equal(awaited(g), "turn 2");
    assert_int_equal(forex_engine.held(g->table, 1, 0), HOLD_DROP);
    assert_int_equal(forex_engine.held(g->table, 2, 0), HOLD_DROP); /* nothing was proposed */
    plays(g, 2, "SPOT GIVE USD TO Cynthia FOR EUR");
    plays(g, 3, "YES");
    assert_int_equal(forex_engine.held(g->table, 2, 0), HOLD_YES);
    refused(g, 2, "SPOT GIVE USD TO Cynthia FOR EUR", "spot-completed", "");
    game_free(g);
}

static void an_expired_await_that_was_answered_does_nothing(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    struct await v[AWAITS_MAX];
    plays(g, 1, "SPOT GIVE USD TO Bob FOR EUR");
    forex_engine.awaits(g->table, g->options, v);
    plays(g, 2, "ACCEPT");
    struct table *before = table_clone(g->table);
    forex_engine.expire(&g->play, &v[0]);
    assert_true(table_same(before, g->table));
    table_free(&before);
    game_free(g);
}

/* --- quotes ---------------------------------------------------------------------------------- */

static void quotes_are_taken_at_once(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    plays(g, 2, "SUGGEST GIVE JPY FOR USD"); /* not on turn */
    assert_string_equal(awaited(g), "turn 1");
    assert_string_equal(event_word(g, "quote", "give"), "1.5 JPY");
    refused(g, 1, "SPOT TAKE 7", "no-quote", "SPOT TAKE 1");
    refused(g, 2, "WITHDRAW 7", "no-quote", "WITHDRAW 1");
    refused(g, 1, "WITHDRAW 1", "quote-not-yours", "");
    plays(g, 1, "SPOT TAKE 1");
    assert_int_equal(g->outcome, OUTCOME_DONE);
    assert_int_equal(cash(g, 1, USD), 2);
    assert_int_equal(cash(g, 1, JPY), 7);
    assert_int_equal(cash(g, 2, USD), 6);
    assert_int_equal(cash(g, 2, JPY), 1);
    refused(g, 1, "SPOT TAKE 1", "spot-completed", "");
    plays(g, 1, "INVEST CNY");
    refused(g, 2, "SPOT TAKE 1", "no-quote", ""); /* single use */
    game_free(g);
}

static void quotes_lapse_and_are_withdrawn(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    plays(g, 2,
          "SUGGEST GIVE 1.5 JPY FOR 1 USD\nSUGGEST GIVE CHF FOR CAD\nSUGGEST GIVE USD FOR CNY");
    assert_int_equal(table_count(g->table, P_QUOTE, 2), 3);
    refused(g, 2, "SUGGEST GIVE EUR FOR GBP", "quote-too-many", "WITHDRAW 1");
    plays(g, 2, "WITHDRAW 2");
    refused(g, 2, "SUGGEST GIVE 1 JPY FOR 1 USD", "quote-amount", "SUGGEST GIVE 1.5 JPY FOR 1 USD");
    refused(g, 2, "SUGGEST GIVE JPY FOR JPY", "same-currency", "");
    has_cash(g, 2, EUR, 1);
    refused(g, 2, "SUGGEST GIVE EUR FOR CNY", "quote-short", "");
    refused(g, 2, "SUGGEST GIVE CNY FOR EUR", "quote-short", "");
    plays(g, 2, "SUGGEST GIVE GBP FOR CHF");
    plays(g, 1, "INVEST USD"); /* moves JPY and CNY against USD, not GBP-CHF */
    assert_int_equal(count_events(g, "quote-lapsed"), 2);
    assert_int_equal(table_count(g->table, P_QUOTE, 2), 1);
    refused(g, 2, "SPOT TAKE 4", "quote-own", "");
    game_free(g);
}

/* A rate that is held on an 8 does not change, so its quotes stay. */
static void quotes_at_the_end_of_the_track_stay(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    rate(g, USD, CNY, 10);
    plays(g, 2, "SUGGEST GIVE USD FOR CNY");
    plays(g, 1, "INVEST USD");
    assert_int_equal(table_count(g->table, P_QUOTE, 2), 1);
    game_free(g);
}

static void quotes_need_the_money(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    plays(g, 2, "SUGGEST GIVE USD FOR EUR");
    has_cash(g, 2, USD, 0);
    refused(g, 1, "SPOT TAKE 1", "spot-other-short", "");
    has_cash(g, 2, USD, 4);
    has_cash(g, 1, EUR, 1);
    refused(g, 1, "SPOT TAKE 1", "spot-short", "");
    assert_string_equal(mistake_word(g, "have"), "0.5 EUR");
    game_free(g);
}

/* --- contracts ------------------------------------------------------------------------------- */

/* "At 1 USD = 2 JPY (strengthen USD once from the opening): contract 6 USD for 12 JPY; resolved
 * later at those amounts whatever the rate is then." */
static void contract_of_the_rules(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "INVEST USD");
    assert_int_equal(box(g, USD, JPY), 3);
    plays(g, 2, "CONTRACT PAY 6 USD FOR JPY"); /* it has 2 */
    assert_string_equal(event_word(g, "contract", "get"), "12 JPY");
    assert_string_equal(queue(g), "DIVIDEND A");
    plays(g, 1, "INVEST JPY");
    plays(g, 2, "RESOLVE DIVIDEND PREFER CNY JPY");
    plays(g, 1, "CONTRACT PAY 1 GBP FOR EUR");
    has_cash(g, 2, USD, 13);
    plays(g, 2, "RESOLVE A");
    assert_int_equal(cash(g, 2, USD), 1);
    assert_int_equal(cash(g, 2, JPY), 4 + 24);
    assert_string_equal(queue(g), "DIVIDEND B");
    plays(g, 1, "CONTRACT PAY 1 GBP FOR EUR"); /* "A" is free and first */
    assert_string_equal(queue(g), "DIVIDEND B A");
    game_free(g);
}

static void contract_sums(void **state)
{
    (void)state;
    static const struct {
        const char *line, *pay, *get;
    } cases[] = {
        {"CONTRACT PAY 6 USD FOR JPY", "6 USD", "9 JPY"},
        {"CONTRACT PAY USD FOR 9 JPY", "6 USD", "9 JPY"},
        {"CONTRACT PAY 6 USD FOR 9 JPY", "6 USD", "9 JPY"},
        {"CONTRACT PAY 9 JPY FOR USD", "9 JPY", "6 USD"},
        {"CONTRACT PAY JPY FOR 7 USD", "10.5 JPY", "7 USD"},
        {"CONTRACT PAY 35 CNY FOR USD", "35 CNY", "10 USD"},
        {"CONTRACT PAY 1 GBP FOR USD", "1 GBP", "1 USD"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game *g = game_bare(2);
        plays(g, 1, cases[i].line);
        assert_string_equal(event_word(g, "contract", "pay"), cases[i].pay);
        assert_string_equal(event_word(g, "contract", "get"), cases[i].get);
        game_free(g);
    }
}

/* "1 USD = 1.5 JPY: a contract for 1 JPY is refused, with 1.5 and 3 as the nearest." */
static void contract_refusals(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    refused(g, 1, "CONTRACT PAY USD FOR 1 JPY", "contract-amount",
            "CONTRACT PAY 1 USD FOR 1.5 JPY");
    assert_string_equal(mistake_word(g, "low"), "1.5 JPY");
    assert_string_equal(mistake_word(g, "high"), "3 JPY");
    refused(g, 1, "CONTRACT PAY 10 JPY FOR USD", "contract-amount",
            "CONTRACT PAY 10.5 JPY FOR 7 USD");
    assert_string_equal(mistake_word(g, "low"), "9 JPY");
    refused(g, 1, "CONTRACT PAY 2.5 USD FOR JPY", "contract-amount",
            "CONTRACT PAY 2 USD FOR 3 JPY");
    assert_string_equal(mistake_word(g, "high"), "3 USD");
    assert_string_equal(mistake_word(g, "stronger"), "USD");
    refused(g, 1, "CONTRACT PAY 11 USD FOR JPY", "contract-limit",
            "CONTRACT PAY 10 USD FOR 15 JPY");
    refused(g, 1, "CONTRACT PAY 0 USD FOR JPY", "contract-limit", "CONTRACT PAY 1 USD FOR 1.5 JPY");
    refused(g, 1, "CONTRACT PAY USD FOR 16.5 JPY", "contract-limit",
            "CONTRACT PAY 10 USD FOR 15 JPY");
    assert_string_equal(mistake_word(g, "high"), "15 JPY");
    refused(g, 1, "CONTRACT PAY 6 USD FOR 12 JPY", "contract-match",
            "CONTRACT PAY 6 USD FOR 9 JPY");
    assert_string_equal(mistake_word(g, "right_get"), "9 JPY");
    assert_string_equal(mistake_word(g, "right_pay"), "8 USD");
    refused(g, 1, "CONTRACT PAY 6 USD FOR 10 JPY", "contract-match",
            "CONTRACT PAY 6 USD FOR 9 JPY");
    assert_string_equal(mistake_word(g, "right_pay"), "");
    refused(g, 1, "CONTRACT PAY 2.5 USD FOR 1 JPY", "contract-amount",
            "CONTRACT PAY 2 USD FOR 3 JPY");
    refused(g, 1, "CONTRACT PAY USD FOR JPY", "contract-bare", "CONTRACT PAY 2 USD FOR 3 JPY");
    assert_string_equal(mistake_word(g, "get_most"), "15 JPY");
    refused(g, 1, "CONTRACT PAY 2 USD FOR USD", "same-currency", "");
    refused(g, 2, "CONTRACT PAY 2 USD FOR JPY", "not-your-turn", "");
    refused(g, 1, "CONTRACT PAY 999999999999999 USD FOR JPY", "contract-limit",
            "CONTRACT PAY 10 USD FOR 15 JPY");
    game_free(g);
}

static void only_six_contracts(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    for (int i = 0; i < 6; i++)
        plays(g, i % 2 + 1, "CONTRACT PAY 1 USD FOR JPY");
    assert_string_equal(queue(g), "DIVIDEND A B C D E F");
    refused(g, 1, "CONTRACT PAY 1 USD FOR JPY", "no-letter", "RESOLVE");
    game_free(g);
}

/* --- certificates ---------------------------------------------------------------------------- */

static void investing(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "INVEST USD JPY");
    assert_int_equal(forex_held(g->table, 1, USD), 1);
    assert_int_equal(forex_held(g->table, 0, JPY), 7);
    assert_int_equal(cash(g, 1, USD), 0);
    assert_int_equal(box(g, USD, JPY), 2); /* up, then down again */
    assert_int_equal(count_events(g, "strengthen"), 2);
    refused(g, 2, "INVEST USD USD", "invest-same", "INVEST USD");
    has_shares(g, 2, USD, 4);
    refused(g, 2, "INVEST USD JPY", "invest-limit", "INVEST JPY");
    refused(g, 2, "INVEST USD", "invest-limit", "INVEST GBP");
    has_shares(g, 2, USD, 0);
    has_cash(g, 2, USD, 3);
    refused(g, 2, "INVEST EUR USD", "invest-short", "INVEST EUR");
    assert_string_equal(mistake_word(g, "have"), "1.5 USD");
    assert_string_equal(mistake_word(g, "price"), "2 USD");
    table_plus(g->table, T_GONE + EUR, 0, 8);
    table_plus(g->table, T_HELD + EUR, 0, -8);
    refused(g, 2, "INVEST EUR", "invest-none-left", "INVEST GBP");
    for (int c = 0; c < CURRENCIES; c++)
        has_cash(g, 2, c, 0);
    refused(g, 2, "INVEST EUR", "invest-none-left", "RESOLVE");
    game_free(g);
}

/* All is checked before anything is bought. */
static void investing_is_all_or_nothing(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    has_cash(g, 1, JPY, 2);
    refused(g, 1, "INVEST USD JPY", "invest-short", "INVEST USD");
    assert_int_equal(forex_held(g->table, 1, USD), 0);
    game_free(g);
}

static void a_turn_is_one_action(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    refused(g, 1, "INVEST USD\nINVEST JPY", "turn-done", "");
    refused(g, 1, "RESOLVE\nSPOT GIVE USD TO Bob FOR EUR", "turn-done", "");
    refused(g, 1, "PASS", "no-pass", "RESOLVE");
    refused(g, 2, "PASS", "no-sale", "");
    assert_string_equal(mistake_word(g, "currency"), "USD");
    assert_int_equal(find_arg(g->mistake.args, g->mistake.nargs, "n")->n, 1);
    refused(g, 2, "SELL 2 JPY", "no-sale", "");
    assert_string_equal(mistake_word(g, "currency"), "JPY");
    assert_int_equal(find_arg(g->mistake.args, g->mistake.nargs, "n")->n, 2);
    refused(g, 1, "CHOOSE USD", "no-choice", "");
    plays(g, 1, "INVEST USD\nSUGGEST GIVE EUR FOR JPY");
    assert_string_equal(awaited(g), "turn 2");
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spot_is_one_unit_at_the_rate),
        cmocka_unit_test(spot_refusals),
        cmocka_unit_test(proposals_are_numbered_and_few),
        cmocka_unit_test(an_expired_await_that_was_answered_does_nothing),
        cmocka_unit_test(quotes_are_taken_at_once),
        cmocka_unit_test(quotes_lapse_and_are_withdrawn),
        cmocka_unit_test(quotes_at_the_end_of_the_track_stay),
        cmocka_unit_test(quotes_need_the_money),
        cmocka_unit_test(contract_of_the_rules),
        cmocka_unit_test(contract_sums),
        cmocka_unit_test(contract_refusals),
        cmocka_unit_test(only_six_contracts),
        cmocka_unit_test(investing),
        cmocka_unit_test(investing_is_all_or_nothing),
        cmocka_unit_test(a_turn_is_one_action),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
