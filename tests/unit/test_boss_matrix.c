/* Every order at every time: who may write what, and how each other line is refused. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"

/* --- the moments of a game ----------------------------------------------------------------- */

/* David (1) has Sacks and Dougherty, Thierry Cashman, Benoit Wadsworth, Vincent Goldman; Liebgeld is
 * beside the board. Space 7: Cashman, Goldman, Sacks and one of Dougherty, Liebgeld, Wadsworth. */
static struct game *at_turn(void)
{
    struct game *g = game_bare(4);
    invest(g, 1, "Sacks Dougherty");
    invest(g, 2, "Cashman");
    invest(g, 3, "Wadsworth");
    invest(g, 4, "Goldman");
    hand(g, 1, "stop boss travel-Cashman clan-Goldman recruit recruit recruit");
    hand(g, 2, "stop boss travel-Cashman clan-Sacks recruit recruit recruit");
    hand(g, 3, "recruit");
    hand(g, 4, "travel-Cashman boss stop");
    pawn(g, 7);
    return g;
}

static struct game *at_place(void)
{
    struct game *g = at_turn();
    tally_set(g->table, T_PHASE, PHASE_PLACE);
    return g;
}

static struct game *rolled(void)
{
    struct game *g = at_turn();
    tally_set(g->table, T_PHASE, PHASE_ROLLED);
    return g;
}

/* Thierry asks 1 for Cashman (#1) and is offered 1 for nothing (#2). */
static struct game *talks(void)
{
    struct game *g = at_turn();
    plays(g, 1, "DEAL");
    plays(g, 2, "ASK 1 FOR Cashman");
    plays(g, 1, "OFFER 1 TO Thierry");
    return g;
}

static struct game *window(void)
{
    struct game *g = talks();
    plays(g, 4, "TRAVEL Cashman OF Thierry");
    return g;
}

static struct game *passed(void)
{
    struct game *g = window();
    plays(g, 2, "PASS");
    return g;
}

static struct game *last_call(void)
{
    struct game *g = talks();
    plays(g, 1, "SHOW Goldman\nCLOSE");
    return g;
}

static struct game *fail_call(void)
{
    struct game *g = talks();
    plays(g, 1, "FAIL");
    return g;
}

/* Thierry holds 13 cards, it is David's turn next. */
static struct game *too_many(void)
{
    struct game *g = at_turn();
    hand(g, 2, "clan-Goldman clan-Sacks clan-Sacks clan-Liebgeld clan-Liebgeld travel-joker");
    tally_set(g->table, T_NEXT, 1);
    tally_set(g->table, T_PHASE, PHASE_LIMIT);
    return g;
}

static struct game *too_many_window(void)
{
    struct game *g = too_many();
    plays(g, 2, "RECRUIT Liebgeld");
    return g;
}

static struct game *over(void)
{
    struct game *g = at_turn();
    tally_set(g->table, T_PHASE, PHASE_OVER);
    return g;
}

static struct game *somebody_left(void)
{
    struct game *g = talks();
    boss_leave(&g->play, 3);
    boss_engine.advance(&g->play);
    return g;
}

static struct game *for_two(void)
{
    struct game *g = game_bare(2);
    invest(g, 1, "Sacks Dougherty Liebgeld");
    invest(g, 2, "Cashman Goldman Wadsworth");
    hand(g, 1, "stop boss travel-Cashman");
    hand(g, 2, "stop boss travel-Cashman");
    pawn(g, 7);
    plays(g, 1, "DEAL");
    return g;
}

/* --- the matrix ------------------------------------------------------------------------------ */

static const char *const lines[] = {
    "PLACE 3",     "DEAL",           "ROLL",
    "DRAW",        "DISCARD STOP",   "SHOW Goldman",
    "ASK 2",       "ASK 2 FOR Cashman", "OFFER 1 TO Thierry FOR Cashman",
    "AGREE #1",    "AGREE #2",       "WITHDRAW #1",
    "WITHDRAW #2", "USE Cashman",    "TRAVEL Cashman OF 2",
    "RECRUIT Liebgeld", "BOSS",      "STOP",
    "PASS",        "PASS ALWAYS",    "CLOSE",
    "CLOSE WITH #1", "FAIL",         "RECALL",
};

enum { LINES = sizeof lines / sizeof lines[0] };

static const struct {
    struct game *(*scene)(void);
    int seat;
    const char *codes; /* of the lines one by one, "ok" when accepted; "gone*3": of three lines */
} rows[] = {
    {at_place, 1,
     "not-placing place-first*3 not-over no-negotiation*12 stop-nothing pass-nothing*2 "
     "no-negotiation*4"},
    {at_place, 4,
     "ok place-first*3 not-over no-negotiation*12 stop-nothing pass-nothing*2 "
     "no-negotiation*4"},
    {at_turn, 1,
     "not-placing ok*2 roll-first not-over no-negotiation*12 stop-nothing pass-nothing*2 "
     "no-negotiation*4"},
    {at_turn, 2,
     "not-placing not-your-turn*3 not-over no-negotiation*12 stop-nothing pass-nothing*2 "
     "no-negotiation*4"},
    {rolled, 1,
     "not-placing ok rolled ok not-over no-negotiation*12 stop-nothing pass-nothing*2 "
     "no-negotiation*4"},
    {rolled, 2,
     "not-placing not-your-turn*3 not-over no-negotiation*12 stop-nothing pass-nothing*2 "
     "no-negotiation*4"},
    {talks, 1,
     "not-placing negotiating*3 not-over ok you-are-boss*2 ok*2 offer-for-other not-agreed "
     "ok not-friendly ok*2 you-are-boss stop-nothing ok pass-boss close-missing*2 ok "
     "recall-nothing"},
    {talks, 2,
     "not-placing negotiating*3 not-over no-clan-card ok*2 not-boss ask-for-boss ok*2 "
     "not-agreed not-friendly travel-own ok*2 stop-nothing ok*2 not-boss*4"},
    {talks, 3,
     "not-placing negotiating*3 not-over no-clan-card ok cannot-bring not-boss "
     "ask-for-boss offer-for-other withdraw-others*2 not-friendly travel-no-card "
     "recruit-no-cards boss-no-card stop-nothing ok*2 not-boss*4"},
    {window, 1,
     "not-placing negotiating*3 not-over ok you-are-boss*2 ok*2 offer-for-other not-agreed "
     "ok not-friendly ok*2 you-are-boss ok*2 pass-boss ok*3 recall-nothing"},
    {window, 2,
     "not-placing negotiating*3 not-over no-clan-card ok*2 not-boss ask-for-boss ok*2 "
     "not-agreed not-friendly travel-own ok*5 not-boss*4"},
    {window, 3,
     "not-placing negotiating*3 not-over no-clan-card ok cannot-bring not-boss "
     "ask-for-boss offer-for-other withdraw-others*2 not-friendly travel-no-card "
     "recruit-no-cards boss-no-card stop-no-card ok*2 not-boss*4"},
    {window, 4,
     "not-placing negotiating*3 not-over no-clan-card ok cannot-bring not-boss "
     "ask-for-boss offer-for-other withdraw-others*2 not-friendly travel-no-card "
     "recruit-no-cards ok stop-own pass-nothing*2 not-boss*4"},
    {passed, 2,
     "not-placing negotiating*3 not-over no-clan-card ok*2 not-boss ask-for-boss ok*2 "
     "not-agreed not-friendly travel-own ok*3 passed ok not-boss*4"},
    {last_call, 1,
     "not-placing negotiating*3 not-over no-clan-card you-are-boss*2 ok agreed-already "
     "offer-for-other last-call ok not-friendly ok*2 you-are-boss stop-nothing "
     "pass-nothing pass-boss close-again*2 ok*2"},
    {last_call, 2,
     "not-placing negotiating*3 not-over no-clan-card ok in-terms not-boss agreed-already "
     "ok last-call not-agreed not-friendly travel-own ok*2 stop-nothing ok*2 not-boss*4"},
    {last_call, 3,
     "not-placing negotiating*3 not-over no-clan-card ok cannot-bring not-boss "
     "agreed-already offer-for-other withdraw-others*2 not-friendly travel-no-card "
     "recruit-no-cards boss-no-card stop-nothing ok*2 not-boss*4"},
    {fail_call, 1,
     "not-placing negotiating*3 not-over ok you-are-boss*2 ok*2 offer-for-other not-agreed "
     "ok not-friendly only-boss*2 you-are-boss stop-nothing pass-nothing pass-boss "
     "close-missing*2 fail-again ok"},
    {fail_call, 2,
     "not-placing negotiating*3 not-over no-clan-card ok*2 not-boss ask-for-boss ok*2 "
     "not-agreed not-friendly only-boss*2 ok stop-nothing ok*2 not-boss*4"},
    {fail_call, 3,
     "not-placing negotiating*3 not-over no-clan-card ok cannot-bring not-boss "
     "ask-for-boss offer-for-other withdraw-others*2 not-friendly only-boss*2 boss-no-card "
     "stop-nothing ok*2 not-boss*4"},
    {too_many, 1,
     "not-placing too-many-cards*3 not-over no-negotiation*12 stop-nothing pass-nothing*2 "
     "no-negotiation*4"},
    {too_many, 2,
     "not-placing too-many-cards*3 ok no-negotiation*10 ok no-negotiation stop-nothing "
     "pass-nothing*2 no-negotiation*4"},
    {too_many_window, 1,
     "not-placing too-many-cards*3 not-over no-negotiation*12 ok*3 no-negotiation*4"},
    {too_many_window, 2,
     "not-placing too-many-cards*3 not-over no-negotiation*12 stop-own pass-nothing*2 "
     "no-negotiation*4"},
    {too_many_window, 3,
     "not-placing too-many-cards*3 not-over no-negotiation*12 stop-no-card ok*2 "
     "no-negotiation*4"},
    {over, 1,
     "game-over*24"},
    {somebody_left, 3,
     "gone*24"},
    {for_two, 1,
     "not-placing negotiating*3 not-over no-clan-card you-are-boss*2 ok no-such-number*4 "
     "ok*2 recruit-no-cards you-are-boss stop-nothing ok pass-boss ok no-such-number "
     "fail-possible recall-nothing"},
    {for_two, 2,
     "not-placing negotiating*3 not-over no-clan-card ok*2 not-boss no-such-number*4 "
     "not-boss ok recruit-no-cards ok stop-nothing ok*2 not-boss*4"},
};

/* The next code of a row; *n is how many more lines it stands for. */
static struct slice next_code(struct slice *row, long long *n)
{
    struct slice times = slice_cut(row, ' '), code = slice_cut(&times, '*');
    *n = 1;
    if (times.p && times.n)
        assert_true(slice_to_int(times, n));
    return code;
}

static void every_order_at_every_time(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        struct slice row = slice_of(rows[r].codes), want = {0};
        long long left = 0;
        for (int i = 0; i < LINES; i++, left--) {
            struct game *g = rows[r].scene();
            struct table *before = table_clone(g->table);
            const char *got = letter(g, rows[r].seat, lines[i]);
            if (!left)
                want = next_code(&row, &left);
            if (!slice_is(want, got[0] ? got : "ok"))
                fail_msg("row %zu, seat %d, %s: \"%s\" in place of \"%.*s\"", r + 1, rows[r].seat,
                         lines[i], got, (int)want.n, want.p);
            if (got[0])
                assert_true(table_same(before, g->table));
            else
                advances(g);
            table_free(&before);
            game_free(g);
        }
        assert_false(left || (row.p && row.n));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_at_every_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
