/* Resolving: contracts, loans, dividends, ties, silence on turn, the last sweep and the end. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_forex_game.h"

/* Puts the pile at the end of the queue without resolving it. */
static void pile_last(struct game *g)
{
    for (uint16_t id = table_first(g->table, P_QUEUE, 0); id; id = table_next(g->table, id))
        if (table_piece(g->table, id)->kind == KIND_DIVIDEND) {
            table_move(g->table, id, P_QUEUE, 0);
            return;
        }
}

static void no_cash(struct game *g, int seat)
{
    for (int c = 0; c < CURRENCIES; c++)
        has_cash(g, seat, c, 0);
}

/* --- guards ---------------------------------------------------------------------------------- */

static void naming_the_head_guards(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 1 USD FOR JPY");
    refused(g, 2, "RESOLVE A", "resolve-head", "RESOLVE DIVIDEND");
    pile_last(g);
    refused(g, 2, "RESOLVE DIVIDEND", "resolve-head", "RESOLVE A");
    refused(g, 2, "RESOLVE B PREFER USD", "resolve-head", "RESOLVE A");
    plays(g, 2, "RESOLVE A"); /* not its own: that is allowed */
    assert_int_equal(cash(g, 1, USD), 2);
    assert_int_equal(cash(g, 1, JPY), 7);
    assert_string_equal(awaited(g), "turn 1");
    game_free(g);
}

/* --- contracts and loans --------------------------------------------------------------------- */

static void a_default_becomes_a_loan(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 3 USD FOR JPY");
    pile_last(g);
    plays(g, 2, "RESOLVE A");
    assert_int_equal(cash(g, 1, USD), 4); /* all or nothing: nothing is paid */
    assert_int_equal(cash(g, 1, JPY), 4 + 9);
    assert_int_equal(table_get(g->table, T_DEBT + USD, 1), 8); /* 3 and 1 */
    assert_string_equal(queue(g), "DIVIDEND A*");              /* keeps its letter */
    assert_string_equal(event_word(g, "contract-default", "debt"), "4 USD");
    plays(g, 1, "CONTRACT PAY 1 USD FOR JPY");
    assert_string_equal(queue(g), "DIVIDEND A* B");
    plays(g, 2, "RESOLVE DIVIDEND PREFER USD");
    has_cash(g, 1, USD, 9);
    plays(g, 1, "RESOLVE A"); /* the loan, by its letter */
    assert_int_equal(cash(g, 1, USD), 1);
    assert_string_equal(event_word(g, "loan-paid", "owed"), "4 USD");
    assert_string_equal(queue(g), "B DIVIDEND");
    game_free(g);
}

/* "A second default merges into the loan; the letter is free; a loan in two currencies that can be
 * paid in one only: bankrupt." */
static void a_second_default_merges(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    plays(g, 1, "CONTRACT PAY 3 USD FOR JPY");
    plays(g, 2, "CONTRACT PAY 1 GBP FOR JPY");
    plays(g, 3, "CONTRACT PAY 1 GBP FOR JPY");
    plays(g, 1, "CONTRACT PAY 5 EUR FOR JPY");
    pile_last(g);
    plays(g, 2, "RESOLVE A");
    assert_string_equal(queue(g), "B C D DIVIDEND A*");
    plays(g, 3, "RESOLVE B");
    plays(g, 1, "RESOLVE C");
    plays(g, 2, "RESOLVE D");
    assert_string_equal(queue(g), "DIVIDEND A*"); /* D is free, A* keeps its place */
    assert_string_equal(event_word(g, "loan-grown", "owed"), "6 EUR, 4 USD");
    assert_string_equal(event_word(g, "loan-grown", "debt"), "6 EUR");
    assert_int_equal(table_count(g->table, P_LETTERS, 0), 5);
    assert_int_equal(cash(g, 1, JPY), 4 + 9 + 15);
    struct table *before = table_clone(g->table);
    /* all of it, in every currency */
    has_cash(g, 1, EUR, 12);
    has_cash(g, 1, USD, 8);
    plays(g, 3, "RESOLVE PREFER GBP");
    plays(g, 1, "RESOLVE A");
    assert_int_equal(cash(g, 1, EUR), 0);
    assert_int_equal(cash(g, 1, USD), 0);
    assert_string_equal(queue(g), "DIVIDEND");
    /* in one only */
    table_copy(g->table, before);
    has_cash(g, 1, EUR, 100);
    has_cash(g, 1, USD, 7);
    plays(g, 3, "RESOLVE PREFER GBP");
    plays(g, 1, "RESOLVE A");
    assert_true(forex_engine.finished(g->table));
    assert_int_equal(cash(g, 1, EUR), 100); /* nothing is taken */
    assert_string_equal(awaited(g), "");
    struct standing v[SEATS_MAX];
    assert_int_equal(forex_engine.standings(g->table, &g->engine, g->options, 0, v), 3);
    assert_true(v[0].score > v[1].score);
    assert_int_equal(v[0].rank, 3); /* the richest, but bankrupt */
    refused(g, 2, "RESOLVE", "game-over", "");
    table_free(&before);
    game_free(g);
}

/* "nothing left in the queue is resolved, no other debt is deducted". */
static void bankruptcy_ends_at_once(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 3 USD FOR JPY");
    plays(g, 2, "CONTRACT PAY 2 USD FOR JPY");
    pile_last(g);
    plays(g, 1, "RESOLVE A");
    has_cash(g, 2, USD, 0);
    plays(g, 2, "RESOLVE B");
    assert_string_equal(queue(g), "DIVIDEND A* B*");
    plays(g, 1, "RESOLVE PREFER USD");
    plays(g, 2, "RESOLVE A");
    assert_true(forex_engine.finished(g->table));
    assert_int_equal(cash(g, 2, JPY), 4 + 6);
    assert_string_equal(queue(g), "A* B* DIVIDEND");
    assert_string_equal(event_word(g, "end", "bankrupt"), "1");
    assert_int_equal(count_events(g, "win"), 1);
    game_free(g);
}

/* --- dividends ------------------------------------------------------------------------------- */

static void cards_pay_per_certificate(void **state)
{
    (void)state;
    static const int pays[] = {0, 4, 4, 4, 6};
    for (int card = 0; card < 5; card++) {
        struct game *g = game_bare(3);
        table_set(g->table, T_CARD, 0, card);
        has_shares(g, 1, USD, 2);
        has_shares(g, 2, USD, 1);
        has_shares(g, 2, CNY, 2);
        has_shares(g, 3, JPY, 1);
        rate(g, EUR, CNY, 10); /* CNY on an 8: nothing */
        rate(g, JPY, CAD, 10); /* JPY is the stronger there: it pays */
        plays(g, 1, "RESOLVE DIVIDEND");
        assert_int_equal(cash(g, 1, USD), 4 + 2 * pays[card]);
        assert_int_equal(cash(g, 2, USD), 4 + pays[card]);
        assert_int_equal(cash(g, 2, CNY), 4);
        assert_int_equal(cash(g, 3, JPY), 4 + pays[card]);
        assert_int_equal(box(g, USD, JPY), 3); /* most held, after every card */
        assert_int_equal(count_events(g, "dividend-blocked"), card > 0);
        assert_int_equal(forex_engine.finished(g->table), card == 4);
        game_free(g);
    }
}

static void the_pile_goes_to_the_end(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 1 USD FOR JPY");
    plays(g, 2, "RESOLVE DIVIDEND PREFER CNY");
    assert_string_equal(queue(g), "A DIVIDEND");
    assert_int_equal(table_get(g->table, T_CARD, 0), 1);
    assert_int_equal(box(g, CNY, CAD), -3);
    game_free(g);
}

/* The rulebook's three pictures of the queue: contract B is first and resolved, then the pile is
 * first; its top card is taken away, and the rest goes behind the others. */
static void the_queue_of_the_rulebook(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    uint16_t a;
    plays(g, 1, "CONTRACT PAY 1 USD FOR JPY");
    plays(g, 2, "CONTRACT PAY 1 EUR FOR JPY");
    plays(g, 3, "CONTRACT PAY 1 CHF FOR JPY");
    a = table_next(g->table, table_first(g->table, P_QUEUE, 0));
    pile_last(g);
    table_move_slot(g->table, a, P_QUEUE, 0, 1);
    assert_string_equal(queue(g), "B C DIVIDEND A");
    plays(g, 1, "RESOLVE B"); /* not its own */
    assert_string_equal(queue(g), "C DIVIDEND A");
    assert_int_equal(cash(g, 2, EUR), 2);
    plays(g, 2, "RESOLVE C");
    assert_string_equal(queue(g), "DIVIDEND A");
    plays(g, 3, "RESOLVE DIVIDEND PREFER CNY");
    assert_string_equal(queue(g), "A DIVIDEND");
    assert_int_equal(table_get(g->table, T_CARD, 0), 1);
    plays(g, 1, "CONTRACT PAY 1 USD FOR JPY"); /* B is free again, and first */
    assert_string_equal(queue(g), "A DIVIDEND B");
    game_free(g);
}

static void ties_by_prefer(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    has_shares(g, 1, JPY, 1);
    has_shares(g, 2, EUR, 1);
    plays(g, 1, "RESOLVE PREFER USD EUR JPY"); /* USD is not tied */
    assert_string_equal(event_word(g, "chosen", "currency"), "EUR");
    assert_string_equal(event_word(g, "chosen", "prefer"), "1");
    assert_string_equal(awaited(g), "turn 2");
    game_free(g);
}

static void ties_by_choice(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    has_shares(g, 1, JPY, 1);
    has_shares(g, 2, EUR, 1);
    plays(g, 1, "RESOLVE PREFER USD");
    assert_string_equal(awaited(g), "choose 1");
    assert_int_equal(matter(g), table_get(g->table, T_ASK, 0));
    refused(g, 1, "CHOOSE USD", "choice-not-tied", "CHOOSE EUR");
    refused(g, 2, "CHOOSE EUR", "choice-not-yours", "");
    refused(g, 1, "RESOLVE", "turn-done", "");
    assert_string_equal(mistake_word(g, "tied"), "EUR, JPY");
    plays(g, 1, "CHOOSE JPY");
    assert_string_equal(event_word(g, "strengthen", "currency"), "JPY");
    assert_string_equal(awaited(g), "turn 2");
    refused(g, 1, "CHOOSE JPY", "no-choice", "");
    game_free(g);
}

static void ties_by_silence(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "RESOLVE"); /* none held: all seven are tied */
    assert_string_equal(event_word(g, "tie", "currencies"), "GBP, EUR, USD, CHF, JPY, CAD, CNY");
    silence(g, 1);
    assert_string_equal(event_word(g, "chosen", "currency"), "GBP");
    assert_string_equal(event_word(g, "chosen", "silent"), "1");
    assert_string_equal(awaited(g), "turn 2");
    game_free(g);
}

/* --- silence on turn ------------------------------------------------------------------------- */

static void silence_resolves(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 1 USD FOR JPY");
    pile_last(g);
    silence(g, 2);
    assert_int_equal(count_events(g, "contract-paid"), 1);
    assert_string_equal(awaited(g), "turn 1");
    silence(g, 1); /* the dividend, and a tie among all */
    assert_string_equal(awaited(g), "choose 1");
    game_free(g);
}

/* "unless that would bankrupt a seat; then the turn is skipped, and after a whole round of skips it
 * is resolved." */
static void silence_skips_before_a_bankruptcy(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    plays(g, 1, "CONTRACT PAY 5 USD FOR JPY");
    pile_last(g);
    plays(g, 2, "RESOLVE A");
    pile_last(g);
    assert_string_equal(queue(g), "A* DIVIDEND");
    silence(g, 3);
    silence(g, 1);
    assert_int_equal(count_events(g, "skip"), 1);
    plays(g, 2, "INVEST EUR"); /* somebody does something: the round begins anew */
    silence(g, 3);
    silence(g, 1);
    silence(g, 2);
    assert_false(forex_engine.finished(g->table));
    assert_string_equal(awaited(g), "turn 3");
    silence(g, 3);
    assert_int_equal(count_events(g, "bankrupt"), 1);
    assert_true(forex_engine.finished(g->table));
    game_free(g);
}

/* The last card bankrupts, too, when a loan behind it cannot be paid. */
static void silence_looks_into_the_sweep(void **state)
{
    (void)state;
    for (int able = 0; able < 2; able++) {
        struct game *g = game_bare(2);
        plays(g, 1, "CONTRACT PAY 5 USD FOR JPY");
        pile_last(g);
        plays(g, 2, "RESOLVE A");
        table_set(g->table, T_CARD, 0, 4);
        has_shares(g, 2, EUR, 1);
        if (able)
            has_cash(g, 1, USD, 12);
        silence(g, 1);
        assert_int_equal(count_events(g, "skip"), !able);
        assert_int_equal(forex_engine.finished(g->table), able);
        game_free(g);
    }
}

/* --- the end --------------------------------------------------------------------------------- */

/* The last card with contracts and loans behind it; a loan made in the sweep is resolved in it. */
static void the_last_sweep(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    has_shares(g, 1, USD, 1);
    plays(g, 1, "CONTRACT PAY 8 USD FOR JPY"); /* cannot be paid when it comes */
    plays(g, 2, "CONTRACT PAY 2 JPY FOR CNY");
    plays(g, 1, "CONTRACT PAY 1 GBP FOR EUR");
    table_set(g->table, T_CARD, 0, 4);
    has_cash(g, 1, USD, 6); /* and 3 units more by the dividend */
    struct table *before = table_clone(g->table);
    plays(g, 2, "RESOLVE DIVIDEND");
    assert_true(forex_engine.finished(g->table));
    assert_int_equal(count_events(g, "contract-default"), 1);
    assert_int_equal(count_events(g, "bankrupt"), 1); /* 6 USD, owing 9 */
    assert_int_equal(table_get(g->table, T_BANKRUPT, 0), 1);
    table_copy(g->table, before);
    has_cash(g, 1, USD, 9); /* 4.5 and 3: not 8, and not the loan's 9 */
    plays(g, 2, "RESOLVE DIVIDEND");
    assert_int_equal(count_events(g, "bankrupt"), 1);
    table_copy(g->table, before);
    has_cash(g, 1, USD, 10);
    has_shares(g, 1, USD, 2); /* 5 and 6: 11, enough for the contract */
    plays(g, 2, "RESOLVE DIVIDEND");
    assert_int_equal(count_events(g, "bankrupt"), 0);
    assert_int_equal(count_events(g, "contract-paid"), 3);
    assert_string_equal(queue(g), "");
    table_free(&before);
    game_free(g);
}

/* A default in the sweep whose loan is paid from a contract behind it. */
static void a_loan_made_and_paid_in_the_sweep(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    has_shares(g, 2, EUR, 1);
    plays(g, 1, "CONTRACT PAY 5 USD FOR JPY");   /* A: 2 USD in cash, so a loan of 6 */
    plays(g, 2, "CONTRACT PAY 1 GBP FOR USD");   /* B */
    plays(g, 1, "CONTRACT PAY 6 JPY FOR 4 USD"); /* C: 4 USD more, 6 in all */
    table_set(g->table, T_CARD, 0, 4);
    plays(g, 2, "RESOLVE DIVIDEND");
    assert_int_equal(count_events(g, "contract-default"), 1);
    assert_int_equal(count_events(g, "loan-paid"), 1);
    assert_int_equal(count_events(g, "bankrupt"), 0);
    assert_int_equal(cash(g, 1, USD), 0);
    assert_true(forex_engine.finished(g->table));
    game_free(g);
}

/* The state right before the last card, everyone with nothing but what the test gives. */
static struct game *last_card(int seats)
{
    struct game *g = game_bare(seats);
    table_set(g->table, T_CARD, 0, 4);
    for (int seat = 1; seat <= seats; seat++)
        no_cash(g, seat);
    return g;
}

/* Two currencies win five pairs each: a cycle of three at the top. */
static void tie_at_the_top(struct game *g)
{
    rate(g, GBP, EUR, 2);
    rate(g, EUR, USD, 2);
    rate(g, USD, GBP, 2);
}

static void strongest_by_pairs(void **state)
{
    (void)state;
    struct game *g = last_card(2);
    has_shares(g, 1, CNY, 4);
    has_cash(g, 1, EUR, 3);
    has_cash(g, 2, EUR, 2);
    plays(g, 1, "RESOLVE"); /* CNY pays 3 each and is strengthened, GBP stays on top */
    assert_string_equal(event_word(g, "strongest", "currency"), "GBP");
    assert_string_equal(event_word(g, "win", "total"), "4 GBP"); /* 12 CNY ÷ 3.5 = 3, 1.5 EUR = 1 */
    game_free(g);
}

static void strongest_by_certificates(void **state)
{
    (void)state;
    struct game *g = last_card(2);
    tie_at_the_top(g);
    has_shares(g, 1, CNY, 3);
    has_shares(g, 2, USD, 1);
    plays(g, 1, "RESOLVE");
    assert_string_equal(event_word(g, "strongest", "currency"), "USD");
    game_free(g);
}

static void strongest_by_choice(void **state)
{
    (void)state;
    struct game *g = last_card(2);
    tie_at_the_top(g);
    has_shares(g, 1, CNY, 3);
    struct table *before = table_clone(g->table);
    plays(g, 1, "RESOLVE");
    assert_string_equal(awaited(g), "choose-end 1");
    assert_false(forex_engine.finished(g->table));
    refused(g, 1, "CHOOSE CHF", "choice-not-tied", "CHOOSE GBP");
    refused(g, 2, "CHOOSE EUR", "choice-not-yours", "");
    plays(g, 1, "CHOOSE EUR");
    assert_string_equal(event_word(g, "strongest", "currency"), "EUR");
    assert_true(forex_engine.finished(g->table));
    table_copy(g->table, before);
    plays(g, 1, "RESOLVE PREFER CHF USD");
    assert_string_equal(event_word(g, "strongest", "currency"), "USD");
    table_copy(g->table, before);
    plays(g, 1, "RESOLVE");
    silence(g, 1);
    assert_string_equal(event_word(g, "strongest", "currency"), "GBP");
    table_free(&before);
    game_free(g);
}

/* Most money, then most certificates of the strongest, then shared. */
static void who_wins(void **state)
{
    (void)state;
    struct standing v[SEATS_MAX];
    struct game *g = last_card(3);
    has_shares(g, 1, CNY, 3);
    has_cash(g, 1, GBP, 15); /* 7.5 is kept, and beats 7 */
    has_cash(g, 2, GBP, 14);
    has_cash(g, 3, GBP, 14);
    for (int c = 0; c < CURRENCIES; c++)
        if (c != CNY)
            rate(g, c, CNY, 10); /* no dividends */
    struct table *before = table_clone(g->table);
    plays(g, 1, "RESOLVE");
    assert_string_equal(event_word(g, "win", "total"), "7.5 GBP");
    forex_engine.standings(g->table, &g->engine, g->options, 0, v);
    assert_int_equal(v[0].score, 15);
    assert_int_equal(v[1].rank, 2);
    assert_int_equal(v[2].rank, 2);
    table_copy(g->table, before);
    has_cash(g, 1, GBP, 0);
    plays(g, 1, "RESOLVE");
    assert_int_equal(count_events(g, "win-shared"), 2);
    table_copy(g->table, before);
    has_cash(g, 1, GBP, 0);
    has_cash(g, 2, GBP, 14 - 6);
    has_shares(g, 2, GBP, 1); /* pays 3, the same money, and a certificate more */
    plays(g, 1, "RESOLVE");
    assert_int_equal(count_events(g, "win"), 1);
    forex_engine.standings(g->table, &g->engine, g->options, 0, v);
    assert_int_equal(v[1].rank, 1);
    assert_int_equal(v[2].rank, 2);
    assert_int_equal(v[0].rank, 3);
    table_free(&before);
    game_free(g);
}

/* "A resigned seat is played by a bot, its contracts stand, it cannot win." */
static void who_leaves_cannot_win(void **state)
{
    (void)state;
    struct standing v[SEATS_MAX];
    struct game *g = game_bare(3);
    plays(g, 1, "CONTRACT PAY 1 USD FOR JPY");
    plays(g, 1, "SUGGEST GIVE EUR FOR CHF");
    g->events = (struct events){.arena = &g->arena};
    forex_engine.leave(&g->play, 1);
    forex_engine.advance(&g->play);
    holds(g);
    assert_int_equal(count_events(g, "left"), 1);
    assert_int_equal(count_events(g, "quote-withdrawn"), 1);
    assert_string_equal(queue(g), "DIVIDEND A");
    assert_string_equal(awaited(g), "turn 2"); /* it goes on as before */
    forex_engine.leave(&g->play, 1);           /* once is enough */
    assert_int_equal(count_events(g, "left"), 1);
    table_set(g->table, T_CARD, 0, 4);
    has_cash(g, 1, GBP, 100);
    plays(g, 2, "RESOLVE PREFER GBP");
    assert_true(forex_engine.finished(g->table));
    forex_engine.standings(g->table, &g->engine, g->options, 0, v);
    assert_int_equal(v[0].rank, 3);
    assert_int_equal(v[1].rank, 1);
    assert_int_equal(count_events(g, "contract-paid"), 1);
    assert_int_equal(count_events(g, "win-shared"), 2);
    game_free(g);
}

/* Who left stands before the bankrupt; when nobody else is left, nobody wins. */
static void nobody_wins(void **state)
{
    (void)state;
    struct standing v[SEATS_MAX];
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 5 USD FOR JPY");
    pile_last(g);
    plays(g, 2, "RESOLVE A");
    pile_last(g);
    forex_engine.leave(&g->play, 2);
    plays(g, 1, "RESOLVE A");
    assert_int_equal(count_events(g, "bankrupt"), 1);
    assert_int_equal(count_events(g, "no-winner"), 1);
    assert_int_equal(count_events(g, "win"), 0);
    forex_engine.standings(g->table, &g->engine, g->options, 0, v);
    assert_int_equal(v[1].rank, 2);
    assert_int_equal(v[0].rank, 3);
    game_free(g);
}

/* How strong each currency was: every turn at first, then every second, fourth … */
static void strength_is_noted(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    int wins[HISTORY], n = 0;
    assert_int_equal(forex_history(g->table, GBP, wins), 1);
    assert_int_equal(wins[0], 6);
    plays(g, 1, "INVEST USD"); /* passes GBP and EUR */
    assert_int_equal(forex_history(g->table, USD, wins), 2);
    assert_int_equal(wins[0], 4);
    assert_int_equal(wins[1], 6);
    for (int i = 3; i <= 200; i++) {
        has_cash(g, 1 + i % 2, CNY, 4);
        has_shares(g, 1 + i % 2, CNY, 0);
        plays(g, 1 + i % 2, "INVEST CNY");
        n = forex_history(g->table, USD, wins);
        assert_true(n <= HISTORY && n >= (i < 20 ? i : HISTORY / 2));
        assert_int_equal(wins[0], 4); /* the start stays */
    }
    n = forex_history(g->table, CNY, wins);
    assert_int_equal(wins[0], 0);
    assert_int_equal(wins[n - 1], 6);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(naming_the_head_guards),
        cmocka_unit_test(a_default_becomes_a_loan),
        cmocka_unit_test(a_second_default_merges),
        cmocka_unit_test(bankruptcy_ends_at_once),
        cmocka_unit_test(cards_pay_per_certificate),
        cmocka_unit_test(the_pile_goes_to_the_end),
        cmocka_unit_test(the_queue_of_the_rulebook),
        cmocka_unit_test(ties_by_prefer),
        cmocka_unit_test(ties_by_choice),
        cmocka_unit_test(ties_by_silence),
        cmocka_unit_test(silence_resolves),
        cmocka_unit_test(silence_skips_before_a_bankruptcy),
        cmocka_unit_test(silence_looks_into_the_sweep),
        cmocka_unit_test(the_last_sweep),
        cmocka_unit_test(a_loan_made_and_paid_in_the_sweep),
        cmocka_unit_test(strongest_by_pairs),
        cmocka_unit_test(strongest_by_certificates),
        cmocka_unit_test(strongest_by_choice),
        cmocka_unit_test(who_wins),
        cmocka_unit_test(who_leaves_cannot_win),
        cmocka_unit_test(nobody_wins),
        cmocka_unit_test(strength_is_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
