/* Prices, agreements, CLOSE and FAIL, and the clocks of a negotiation. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"

/* Space 7: Cashman, Goldman, Sacks and one of Dougherty, Liebgeld, Wadsworth; 5 shares of 2. */
static struct game *talks(void)
{
    struct game *g = game_bare(4);
    invest(g, 1, "Cashman Dougherty");
    invest(g, 2, "Goldman");
    invest(g, 3, "Sacks Liebgeld");
    invest(g, 4, "Wadsworth");
    pawn(g, 7);
    hand(g, 1, "recruit clan-Wadsworth");
    hand(g, 2, "recruit clan-Sacks clan-Goldman");
    hand(g, 3, "recruit");
    hand(g, 4, "recruit clan-Goldman");
    plays(g, 1, "DEAL");
    return g;
}

/* --- prices ------------------------------------------------------------------------------ */

static void asks(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 2, "ASK 3 FOR Goldman");
    plays(g, 2, "ASK 2 FOR Goldman"); /* replaces it */
    assert_int_equal(standing_terms(g), 1);
    assert_int_equal(deal_of(g).terms[0].number, 2);
    plays(g, 3, "ASK 2 SHARES FOR Sacks AND Liebgeld");
    assert_int_equal(deal_of(g).terms[1].amount, 4);
    plays(g, 4, "ASK 1"); /* for nothing at all */
    refused(g, 2, "ASK 3 FOR Sacks", "cannot-bring");
    assert_string_equal(g->mistake.try, "SHOW Sacks");
    refused(g, 4, "ASK 3 FOR Cashman", "cannot-bring");
    assert_string_equal(g->mistake.try, "");
    refused(g, 1, "ASK 3 FOR Cashman", "you-are-boss");
    refused(g, 2, "ASK 1000 FOR Goldman", "price");
    refused(g, 2, "ASK 600 SHARES FOR Goldman", "price");
    refused(g, 2, "ASK 3 FOR Goldman Goldman", "named-twice");
    pawn(g, 1);
    refused(g, 2, "ASK 3 FOR Goldman", "not-on-space");
    refused(g, 2, "SHOW Goldman", "not-on-space");
    game_free(g);
}

static void a_seat_cannot_ask_without_end(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    char line[80];
    invest(g, 2, "Cashman Goldman Sacks Wadsworth");
    pawn(g, 7);
    plays(g, 1, "DEAL");
    for (unsigned mask = 1; mask <= TERMS_OF_SEAT; mask++) {
        static const char *const names[] = {"Cashman", "Goldman", "Sacks", "Wadsworth"};
        snprintf(line, sizeof line, "ASK 1 FOR");
        for (int k = 0; k < 4; k++)
            if (mask >> k & 1)
                snprintf(line + strlen(line), sizeof line - strlen(line), " %s", names[k]);
        plays(g, 2, line);
    }
    refused(g, 2, "ASK 1", "too-many-terms");
    plays(g, 2, "ASK 5 FOR Cashman"); /* in place of the first */
    game_free(g);
}

static void offers(void **state)
{
    (void)state;
    struct game *g = talks();
    refused(g, 2, "OFFER 3 TO David", "not-boss");
    refused(g, 1, "OFFER 3 TO David", "offer-self");
    refused(g, 1, "OFFER 11 TO Thierry FOR Goldman", "too-much");
    cash(g, 1, 2);
    plays(g, 1, "OFFER 11 TO Thierry FOR Goldman");
    refused(g, 1, "OFFER 2 TO Benoit FOR Sacks", "too-much"); /* offers count, too */
    plays(g, 1, "OFFER 3 TO Thierry FOR Goldman");
    refused(g, 3, "AGREE #2", "offer-for-other");
    refused(g, 1, "AGREE #2", "offer-for-other");
    plays(g, 2, "AGREE #2");
    refused(g, 2, "AGREE #2", "agreed-already");
    plays(g, 1, "OFFER 2 TO Thierry FOR Sacks");
    refused(g, 2, "AGREE #3", "cannot-bring");
    plays(g, 2, "SHOW Sacks\nAGREE #3");
    plays(g, 2, "WITHDRAW #3"); /* his agreement: the offer stands */
    assert_int_equal(standing_terms(g), 2);
    refused(g, 2, "WITHDRAW #3", "not-agreed");
    refused(g, 4, "WITHDRAW #3", "withdraw-others");
    plays(g, 1, "WITHDRAW #3 #2");
    assert_int_equal(standing_terms(g), 0);
    refused(g, 1, "WITHDRAW #3", "no-such-number");
    game_free(g);
}

/* --- agreements that lapse --------------------------------------------------------------- */

static void recruiting_the_investor_of_an_agreed_ask(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 3, "recruit recruit");
    plays(g, 2, "ASK 3 FOR Goldman");
    plays(g, 1, "AGREE #1");
    goes_through(g, 3, "RECRUIT Goldman FROM Thierry");
    assert_int_equal(standing_terms(g), 0);
    game_free(g);
}

/* With a clan card of the family beside it the seat can still bring it. */
static void an_ask_stands_while_it_can_be_kept(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 3, "recruit recruit");
    hand(g, 4, "travel-Goldman");
    plays(g, 2, "SHOW Goldman\nASK 3 FOR Goldman");
    plays(g, 1, "AGREE #1");
    goes_through(g, 3, "RECRUIT Goldman FROM Thierry");
    assert_int_equal(standing_terms(g), 1);
    goes_through(g, 4,
                 "TRAVEL Goldman OF Thierry CLAN"); /* a clan card sent away after agreement */
    assert_int_equal(standing_terms(g), 0);
    assert_int_equal(count_of(g, P_DISCARD, 0, "clan-Goldman"), 1);
    game_free(g);
}

static void asks_for_any_boss(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 4, "boss");
    plays(g, 2, "ASK 3 FOR Goldman ANY BOSS");
    plays(g, 3, "ASK 3 FOR Sacks");
    plays(g, 4, "ASK 1 FOR Wadsworth ANY BOSS");
    plays(g, 1, "AGREE #1 #2 #3");
    goes_through(g, 4, "BOSS");
    assert_int_equal(standing_terms(g), 1); /* not the new Boss's own */
    assert_int_equal(deal_of(g).terms[0].number, 1);
    assert_int_equal(deal_of(g).terms[0].flags & TERM_AGREED, 0);
    game_free(g);
}

/* --- closing ----------------------------------------------------------------------------- */

static void close_takes_the_cheapest(void **state)
{
    (void)state;
    struct game *g = talks();
    refused(g, 1, "CLOSE", "close-missing");
    plays(g, 2, "ASK 3 FOR Goldman\nSHOW Sacks\nASK 4 FOR Sacks\nASK 5 FOR Sacks AND Goldman");
    plays(g, 3, "ASK 2 FOR Sacks");
    plays(g, 4, "SHOW Goldman\nASK 3 FOR Goldman");
    plays(g, 1, "CLOSE");
    struct deal d = deal_of(g);
    assert_int_equal(boss_deal_promised(&d), 5);
    /* #1 and #4 cost 5, #3 alone costs 5: the lowest numbers win */
    assert_int_equal(boss_deal_term(&d, 1)->flags & TERM_AGREED, TERM_AGREED);
    assert_int_equal(boss_deal_term(&d, 4)->flags & TERM_AGREED, TERM_AGREED);
    assert_int_equal(boss_deal_term(&d, 3)->flags & TERM_AGREED, 0);
    assert_int_equal(boss_deal_term(&d, 5)->flags & TERM_AGREED, 0);
    all_pass(g);
    assert_int_equal(cash_of(g, 1), 5);
    assert_int_equal(cash_of(g, 2), 3);
    assert_int_equal(cash_of(g, 3), 2);
    assert_int_equal(tally(g->table, T_TURN), 2);
    game_free(g);
}

/* Ties: fewest own clan cards. */
static void close_keeps_own_clan_cards(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    invest(g, 1, "Cashman Goldman Sacks");
    invest(g, 2, "Wadsworth");
    hand(g, 1, "clan-Dougherty");
    pawn(g, 7);
    plays(g, 1, "DEAL\nSHOW Dougherty");
    plays(g, 2, "ASK 0 FOR Wadsworth");
    plays(g, 1, "CLOSE"); /* nobody else has cards: it is done at once */
    assert_int_equal(cash_of(g, 1), 10);
    assert_int_equal(count_of(g, P_HAND, 1, "clan-Dougherty"), 1);
    game_free(g);
}

static void close_with(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 2, "ASK 3 FOR Goldman\nASK 1");
    plays(g, 3, "ASK 2 FOR Sacks");
    refused(g, 1, "CLOSE WITH #1", "close-missing");
    refused(g, 1, "CLOSE WITH #1 #9", "no-such-number");
    plays(g, 1, "AGREE #2"); /* every standing agreement is paid */
    plays(g, 1, "CLOSE WITH #1 #3");
    assert_int_equal(event_number(g, "closing", "promised"), 6);
    refused(g, 1, "CLOSE", "close-again");
    all_pass(g);
    assert_int_equal(cash_of(g, 2), 4);
    assert_int_equal(cash_of(g, 1), 4);
    game_free(g);
}

static void close_within_the_means(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 2, "ASK 8 FOR Goldman");
    plays(g, 3, "ASK 5 FOR Sacks");
    refused(g, 1, "CLOSE", "close-cost");
    plays(g, 1, "AGREE #1");
    refused(g, 1, "AGREE #2", "too-much");
    cash(g, 1, 3);
    plays(g, 1, "WITHDRAW #1\nOFFER 1 TO Vincent");
    refused(g, 1, "CLOSE", "close-cost"); /* what is offered may still be agreed */
    plays(g, 1, "WITHDRAW #3\nCLOSE");
    all_pass(g);
    assert_int_equal(cash_of(g, 1), 0); /* his own money pays, too */
    assert_int_equal(cash_of(g, 2), 8);
    game_free(g);
}

/* Investors are used first: unused clan cards return, used ones are discarded. */
static void cards_used(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 1, "SHOW Wadsworth"); /* Dougherty is there as an investor: not needed */
    plays(g, 2, "SHOW Goldman Sacks\nASK 1 FOR Goldman\nASK 1 FOR Sacks");
    plays(g, 1, "CLOSE");
    all_pass(g);
    assert_int_equal(count_of(g, P_HAND, 1, "clan-Wadsworth"), 1);
    assert_int_equal(count_of(g, P_HAND, 2, "clan-Goldman"), 1);
    assert_int_equal(count_of(g, P_DISCARD, 0, "clan-Sacks"), 1);
    game_free(g);
}

/* --- last calls -------------------------------------------------------------------------- */

static struct game *called(void)
{
    struct game *g = talks();
    plays(g, 2, "ASK 3 FOR Goldman");
    plays(g, 3, "ASK 2 FOR Sacks");
    hand(g, 4, "travel-Goldman boss");
    hand(g, 3, "stop");
    plays(g, 1, "CLOSE");
    plays(g, 2, "PASS");
    return g;
}

static void a_stopped_card_does_not_reopen(void **state)
{
    (void)state;
    struct game *g = called();
    int64_t matter = await_of(g, 3)->matter;
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    assert_string_equal(asked(g, 2), "stop");
    plays(g, 3, "STOP");
    assert_int_equal(tally(g->table, T_CALL), CALL_CLOSE);
    assert_string_equal(asked(g, 2), ""); /* has passed before */
    assert_string_equal(asked(g, 3), "last-call");
    assert_int_equal(await_of(g, 3)->matter, matter);
    game_free(g);
}

static void a_card_that_goes_through_reopens(void **state)
{
    (void)state;
    struct game *g = called();
    goes_through(g, 4, "TRAVEL Goldman OF Thierry");
    assert_int_equal(tally(g->table, T_CALL), CALL_NONE);
    assert_string_equal(asked(g, 2), "talk");
    assert_string_equal(asked(g, 1), "boss");
    refused(g, 1, "CLOSE", "close-missing");
    plays(g, 4, "SHOW Goldman\nASK 4 FOR Goldman"); /* and sells what is missing */
    plays(g, 1, "CLOSE");
    assert_string_equal(asked(g, 2), "last-call"); /* asked anew */
    all_pass(g);
    assert_int_equal(cash_of(g, 4), 4);
    game_free(g);
}

static void terms_that_change(void **state)
{
    (void)state;
    struct game *g = called();
    int64_t matter = await_of(g, 3)->matter;
    refused(g, 2, "WITHDRAW #1", "last-call");
    refused(g, 2, "ASK 4 FOR Goldman", "in-terms");
    plays(g, 4, "SHOW Goldman\nASK 1 FOR Goldman"); /* SHOW and lower asks do not reopen */
    assert_string_equal(asked(g, 2), "");
    assert_int_equal(await_of(g, 3)->matter, matter);
    plays(g, 1, "AGREE #3"); /* changed terms do */
    assert_string_equal(asked(g, 2), "last-call");
    assert_int_not_equal(await_of(g, 3)->matter, matter);
    plays(g, 1, "RECALL");
    refused(g, 1, "RECALL", "recall-nothing");
    assert_string_equal(asked(g, 1), "boss");
    plays(g, 2, "WITHDRAW #1");
    game_free(g);
}

/* One call is taken back; the next stands, and nothing turns it round, until a card takes effect. */
static void a_call_is_taken_back_once(void **state)
{
    (void)state;
    struct game *g = called();
    plays(g, 1, "RECALL\nCLOSE");
    int64_t matter = await_of(g, 3)->matter;
    refused(g, 1, "RECALL", "recall-twice");
    refused(g, 1, "FAIL", "recall-twice");
    refused(g, 1, "CLOSE", "close-again");
    assert_int_equal(tally(g->table, T_CALL), CALL_CLOSE);
    assert_int_equal(await_of(g, 3)->matter, matter);
    /* What waits behind a card is nobody's news: it goes, the call stays. */
    plays(g, 4, "TRAVEL Goldman OF Thierry");
    plays(g, 1, "FAIL\nRECALL");
    assert_int_equal(tally(g->table, T_CALL), CALL_CLOSE);
    refused(g, 1, "RECALL", "recall-twice");
    all_pass(g);
    assert_int_equal(tally(g->table, T_CALL), CALL_NONE);
    plays(g, 4, "SHOW Goldman\nASK 2 FOR Goldman");
    plays(g, 1, "CLOSE\nRECALL\nCLOSE");
    refused(g, 1, "RECALL", "recall-twice");
    all_pass(g);
    assert_int_equal(tally(g->table, T_DEALS), 1);
    assert_int_equal(tally(g->table, T_RECALLED), 0); /* the next negotiation begins anew */
    game_free(g);
}

/* Giving up in place of closing is one, too; closing after all is good for everybody. */
static void close_and_fail_take_turns_once(void **state)
{
    (void)state;
    struct game *g = called();
    plays(g, 1, "FAIL\nCLOSE");
    refused(g, 1, "FAIL", "recall-twice");
    refused(g, 1, "RECALL", "recall-twice");
    game_free(g);
    g = called();
    plays(g, 1, "FAIL");
    refused(g, 1, "RECALL", "recall-twice");
    plays(g, 1, "CLOSE");
    assert_string_equal(asked(g, 3), "last-call");
    goes_through(g, 4, "BOSS");
    plays(g, 4, "FAIL\nRECALL"); /* the new Boss has not */
    refused(g, 4, "RECALL", "recall-nothing");
    game_free(g);
}

static void fail_and_the_boss_card(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 4, "travel-Goldman boss");
    hand(g, 3, "recruit recruit");
    plays(g, 1, "SHOW Wadsworth\nFAIL");
    refused(g, 1, "FAIL", "fail-again");
    assert_string_equal(asked(g, 4), "fail-call");
    refused(g, 4, "TRAVEL Goldman OF Thierry", "only-boss");
    refused(g, 3, "RECRUIT Goldman FROM Thierry", "only-boss");
    goes_through(g, 4, "BOSS");
    assert_int_equal(tally(g->table, T_BOSS), 4);
    plays(g, 4, "FAIL");
    all_pass(g);
    assert_int_equal(tally(g->table, T_PHASE), PHASE_TURN);
    assert_int_equal(tally(g->table, T_TURN), 1); /* left of the last Boss */
    assert_int_equal(count_of(g, P_HAND, 1, "clan-Wadsworth"), 1);
    assert_int_equal(count_of(g, P_HAND, 4, "travel-Goldman"), 1);
    assert_int_equal(tally(g->table, T_PAID), 0);
    assert_int_equal(boss_pawn(g->table), 7);
    game_free(g);
}

/* --- clocks ------------------------------------------------------------------------------ */

static void deadlines_of_calls(void **state)
{
    (void)state;
    struct game *g = called();
    assert_int_equal(await_of(g, 3)->clock, CLOCK_REACTION);
    silence(g, 3);
    assert_int_equal(tally(g->table, T_CALL), CALL_CLOSE);
    silence(g, 4);
    assert_int_equal(cash_of(g, 1), 5); /* the deal is done */
    game_free(g);
    g = talks();
    plays(g, 1, "FAIL");
    for (int seat = 2; seat <= 4; seat++)
        silence(g, seat);
    assert_int_equal(tally(g->table, T_TURN), 2);
    game_free(g);
}

static void deadline_of_the_negotiation(void **state)
{
    (void)state;
    struct game *g = talks();
    assert_int_equal(await_of(g, 1)->clock, CLOCK_NEGOTIATION);
    assert_int_equal(await_of(g, 2)->clock, CLOCK_NEGOTIATION);
    plays(g, 2, "ASK 3 FOR Goldman");
    plays(g, 3, "ASK 2 FOR Sacks");
    plays(g, 1, "AGREE #1");
    silence(g, 4); /* has nothing to say */
    silence(g, 1); /* the terms are not complete */
    assert_int_equal(tally(g->table, T_PHASE), PHASE_TURN);
    assert_int_equal(tally(g->table, T_PAID), 0);
    game_free(g);
    g = talks();
    plays(g, 2, "ASK 3 FOR Goldman");
    plays(g, 3, "ASK 2 FOR Sacks");
    plays(g, 1, "AGREE #1 #2\nOFFER 1 TO Vincent");
    silence(g, 1);
    assert_int_equal(tally(g->table, T_CALL), CALL_CLOSE);
    assert_int_equal(standing_terms(g), 2); /* what nobody has taken is not part of it */
    all_pass(g);
    assert_int_equal(cash_of(g, 1), 5);
    game_free(g);
    g = talks();
    plays(g, 1, "PASS"); /* waits for the others, who say nothing: one clock for all of them */
    assert_string_equal(asked(g, 1), "");
    silence(g, 2);
    assert_int_equal(tally(g->table, T_PHASE), PHASE_TURN);
    game_free(g);
}

/* The clock stands still in windows: same matter afterwards. It restarts with a new Boss. */
static void the_negotiation_clock(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 4, "travel-Goldman boss");
    int64_t clock = await_of(g, 1)->matter;
    goes_through(g, 4, "TRAVEL Goldman OF Thierry");
    assert_int_equal(await_of(g, 1)->matter, clock);
    plays(g, 1, "FAIL");
    assert_null(await_of(g, 1));
    plays(g, 1, "RECALL"); /* gives nobody more time */
    assert_int_equal(await_of(g, 1)->matter, clock);
    assert_string_equal(asked(g, 1), "boss");
    goes_through(g, 4, "BOSS");
    assert_int_not_equal(await_of(g, 4)->matter, clock);
    game_free(g);
}

/* Who has been heard is not asked again before there is news; the Boss is, in the end. */
static void who_is_asked_in_talks(void **state)
{
    (void)state;
    struct game *g = talks();
    plays(g, 2, "PASS");
    assert_string_equal(asked(g, 2), "");
    plays(g, 1, "PASS");
    assert_string_equal(asked(g, 1), ""); /* he waits */
    plays(g, 3, "ASK 2 FOR Sacks");
    assert_string_equal(asked(g, 1), "boss");
    plays(g, 1, "OFFER 2 TO Thierry FOR Goldman");
    assert_string_equal(asked(g, 2), "talk");
    plays(g, 2, "PASS");
    plays(g, 4, "PASS");
    assert_string_equal(asked(g, 1), "boss");
    refused(g, 1, "PASS", "pass-boss");
    refused(g, 2, "PASS", "passed");
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks),
        cmocka_unit_test(a_seat_cannot_ask_without_end),
        cmocka_unit_test(offers),
        cmocka_unit_test(recruiting_the_investor_of_an_agreed_ask),
        cmocka_unit_test(an_ask_stands_while_it_can_be_kept),
        cmocka_unit_test(asks_for_any_boss),
        cmocka_unit_test(close_takes_the_cheapest),
        cmocka_unit_test(close_keeps_own_clan_cards),
        cmocka_unit_test(close_with),
        cmocka_unit_test(close_within_the_means),
        cmocka_unit_test(cards_used),
        cmocka_unit_test(a_stopped_card_does_not_reopen),
        cmocka_unit_test(a_card_that_goes_through_reopens),
        cmocka_unit_test(terms_that_change),
        cmocka_unit_test(a_call_is_taken_back_once),
        cmocka_unit_test(close_and_fail_take_turns_once),
        cmocka_unit_test(fail_and_the_boss_card),
        cmocka_unit_test(deadlines_of_calls),
        cmocka_unit_test(deadline_of_the_negotiation),
        cmocka_unit_test(the_negotiation_clock),
        cmocka_unit_test(who_is_asked_in_talks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
