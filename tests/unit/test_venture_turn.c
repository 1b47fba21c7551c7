/* Set-up, the end of a turn, profits, the end of the game, silence. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_venture_game.h"

static int count_place(const struct game *g, int place)
{
    int n = table_count(g->table, place, 0);
    for (int seat = 1; seat <= table_seats(g->table); seat++)
        n += table_count(g->table, place, seat);
    return n;
}

/* Of the one seat that is awaited. */
static void silent_turn(struct game *g)
{
    struct await await[AWAITS_MAX];
    assert_int_equal(venture_engine.awaits(g->table, g->options, await), 1);
    silence(g, await[0].seat);
    holds(g);
}

/* --- set-up ------------------------------------------------------------------------------ */

static void set_up_deals_seven(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 6; seats++) {
        for (uint32_t seed = 1; seed <= 20; seed++) {
            struct game *g = game_new(seats, (int)(seed % 2));
            game_setup(g, seed);
            holds(g);
            for (int seat = 1; seat <= seats; seat++)
                assert_int_equal(table_count(g->table, P_HAND, seat), 7);
            assert_int_equal(table_count(g->table, P_MARKET, 0), 5);
            assert_int_equal(table_count(g->table, P_REMOVED, 0), seats == 2 ? 14 : 0);
            assert_int_equal(table_count(g->table, P_RESERVE, 0), seats == 2 ? 35 : 49);
            assert_int_equal(table_count(g->table, P_DECK, 0), 54 - 7 * seats);
            struct await await[AWAITS_MAX];
            assert_int_equal(venture_engine.awaits(g->table, g->options, await), 1);
            assert_int_equal(await[0].seat, 1);
            assert_int_equal(await[0].clock, CLOCK_TURN);
            assert_string_equal(await[0].what, "turn");
            game_free(g);
        }
    }
    struct game *g = game_new(2, VARIANT_VENTURE);
    const char *why;
    assert_true(options_set(&g->engine, g->options, slice_of("remove=0"), &g->arena, &why));
    game_setup(g, 3);
    assert_int_equal(table_count(g->table, P_RESERVE, 0), 49);
    assert_null(find_event(g, "removed"));
    game_free(g);
}

static void options_are_checked(void **state)
{
    (void)state;
    struct game *g = game_new(2, VARIANT_VENTURE);
    const char *why;
    const char *good[] = {"draw=3",   "final-hand=sets", "stall=0",
                          "remove=0", "hand-limit=9",    "seating=fixed"};
    const char *bad[] = {"draw=4",        "final-hand=all", "stall=-1", "remove=7",
                         "hand-limit=99", "seating=me",     "cards=3"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(options_set(&g->engine, g->options, slice_of(good[i]), &g->arena, &why));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(options_set(&g->engine, g->options, slice_of(bad[i]), &g->arena, &why));
    options_preset(&g->engine, VARIANT_VENTURE, g->options);
    assert_int_equal(g->options[OPT_DRAW], 2);
    assert_int_equal(g->options[OPT_FINAL_HAND], FINAL_FACE);
    assert_int_equal(g->options[OPT_STALL], 5);
    options_preset(&g->engine, VARIANT_RICHE, g->options);
    assert_int_equal(g->options[OPT_FINAL_HAND], FINAL_NONE);
    game_free(g);
}

/* --- profits ----------------------------------------------------------------------------- */

/* Four companies sharing D and E earn 6, five sharing one letter 8: 14 in all. The groups are the
 * ones pictured in the rules of Riche ou Pauvre. */
static void profits_of_the_rules(void **state)
{
    (void)state;
    for (int variant = 0; variant < 2; variant++) {
        struct game *g = game_bare(3, variant);
        struct groups gs;
        group(g, 1, 1, "ELEC-ABDE STEEL-ACDEF OIL-BCDEF CHEM-ADE");
        group(g, 1, 2, "CHEM-ACDE AUTO-BCE OIL-ABDE ELEC-ABCEF STEEL-BCEF");
        group(g, 2, 1, "AERO-E AUTO-AE OIL-BE"); /* 1 */
        group(g, 3, 1, "AERO-CE STEEL-CDE");     /* nothing */
        group(g, 3, 2, "CHEM-F OIL-A AUTO-C");   /* not legal */
        venture_groups_read(cards_of(g), g->table, 1, &gs);
        assert_int_equal(venture_group_profit(&gs.v[0]), 6);
        assert_int_equal(venture_group_profit(&gs.v[1]), 8);
        assert_int_equal(venture_groups_profit(&gs), 14);
        market(g, "AERO-ABD");
        on_deck(g, "T1 PROFIT T3"); /* T3 is drawn, then the profit, then T1 */
        plays(g, 1, "PASS");
        assert_int_equal(score(g, 1), 14);
        assert_int_equal(score(g, 2), 1);
        assert_int_equal(score(g, 3), 0);
        assert_string_equal(hand_of(g, 1), "T1 T3");
        assert_int_equal(count_events(g, "gain"), 2);
        game_free(g);
    }
    assert_int_equal(venture_profit_of(6, 3), 60);
    assert_int_equal(venture_profit_of(2, 6), 0);
    assert_int_equal(venture_profit_of(7, 1), 0);
}

static void two_profits_score_twice(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    group(g, 2, 1, "AERO-E AUTO-AE OIL-BE");
    market(g, "AERO-ABD");
    on_deck(g, "T1 T3 PROFIT PROFIT");
    plays(g, 1, "PASS");
    assert_int_equal(score(g, 2), 2);
    assert_int_equal(count_events(g, "profit"), 2);
    assert_int_equal(table_count(g->table, P_HAND, 1), 2);
    assert_int_equal(table_count(g->table, P_DISCARD, 0), 2);
    assert_int_equal(table_count(g->table, P_SHOWN, 0), 0);
    holds(g);
    game_free(g);
}

static void no_group_no_gain(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    market(g, "AERO-ABD");
    on_deck(g, "T1 T3 PROFIT");
    plays(g, 1, "PASS");
    assert_non_null(find_event(g, "gain-nobody"));
    game_free(g);
}

/* --- drawing ----------------------------------------------------------------------------- */

static void drawing_is_private(void **state)
{
    (void)state;
    struct game *g = game_bare(3, VARIANT_VENTURE);
    market(g, "AERO-ABD");
    on_deck(g, "T1 14");
    plays(g, 1, "PASS");
    const struct event *own = find_event(g, "draw"), *others = find_event(g, "draw-count");
    assert_int_equal(own->sight, SIGHT_SEAT(1));
    assert_int_equal(others->sight, SIGHT_BUT(1));
    assert_string_equal(event_word(g, "draw", "cards"), "14 T1▲");
    assert_null(find_arg(others->args, others->nargs, "cards"));
    assert_int_equal(event_number(g, "draw-count", "n"), 2);
    game_free(g);
}

static void three_are_drawn_when_agreed(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    g->options[OPT_DRAW] = 3;
    market(g, "AERO-ABD");
    plays(g, 1, "PASS");
    assert_int_equal(table_count(g->table, P_HAND, 1), 3);
    game_free(g);
}

/* The discard, profits and proxies included, becomes the deck only when a card must be drawn. */
static void discard_becomes_the_deck(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    market(g, "AERO-ABD");
    hand(g, 1, "T1 T3");
    empty(g, P_DECK, P_DISCARD);
    table_move(g->table, table_first(g->table, P_DISCARD, 0), P_DECK, 0);
    table_move(g->table, table_last(g->table, P_DISCARD, 0), P_DECK, 0);
    int left = table_count(g->table, P_DISCARD, 0);
    uint16_t profit = table_first(g->table, P_DECK, 0);
    assert_int_equal(kind_card(table_piece(g->table, profit)->kind), PROFIT);
    plays(g, 1, "DISCARD T1"); /* draws a card, the profit, and then needs the discard */
    assert_int_equal(count_events(g, "reshuffle"), 1);
    assert_int_equal(event_number(g, "reshuffle", "n"), left + 1);
    assert_int_equal(table_count(g->table, P_HAND, 1), 3);
    /* that profit was not drawn again: it is what the discard holds now, with the other perhaps */
    assert_int_equal(table_piece(g->table, profit)->place, P_DISCARD);
    assert_int_equal(count_place(g, P_HAND) + count_place(g, P_DECK) + count_place(g, P_DISCARD),
                     RESOURCES);
    holds(g);
    game_free(g);
}

/* Two cards in the deck, none needed beyond them: no shuffling yet. */
static void deck_may_stand_empty(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    market(g, "AERO-ABD");
    empty(g, P_DECK, P_DISCARD);
    for (int i = 0; i < 2; i++)
        table_move(g->table, table_last(g->table, P_DISCARD, 0), P_DECK, 0);
    plays(g, 1, "PASS");
    assert_int_equal(table_count(g->table, P_DECK, 0), 0);
    assert_null(find_event(g, "reshuffle"));
    game_free(g);
}

/* A deck of nothing but profits: the turn ends, drawing fewer. */
static void deck_of_nothing_but_profits(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    group(g, 1, 1, "AERO-E AUTO-AE OIL-BE");
    market(g, "AERO-ABD");
    while (kind_card(table_piece(g->table, table_last(g->table, P_DECK, 0))->kind) != PROFIT)
        table_move(g->table, table_last(g->table, P_DECK, 0), P_HAND, 2);
    assert_int_equal(table_count(g->table, P_DECK, 0), 2);
    plays(g, 1, "PASS");
    assert_int_equal(score(g, 1), 2);
    assert_int_equal(table_count(g->table, P_HAND, 1), 0);
    assert_int_equal(count_events(g, "draw"), 0);
    assert_int_equal(count_events(g, "draw-short"), 1);
    assert_int_equal(table_get(g->table, T_TURN, 0), 2);
    assert_int_equal(table_count(g->table, P_DISCARD, 0), 2);
    holds(g);
    game_free(g);
}

static void hand_limit_is_kept(void **state)
{
    (void)state;
    struct game *g = game_bare(2, VARIANT_VENTURE);
    g->options[OPT_HAND_LIMIT] = 4;
    market(g, "AERO-ABD");
    hand(g, 1, "T1 T3 T5 T8 C1 C1");
    on_deck(g, "S3 20");
    plays(g, 1, "PASS"); /* C1 goes; S3 and 20 come; three must go */
    assert_string_equal(hand_of(g, 1), "T1 T3 T5 T8");
    assert_string_equal(event_word(g, "limit", "cards"), "S3■ C1● 20");
    assert_int_equal(find_event(g, "limit")->sight, SIGHT_ALL);
    holds(g);
    game_free(g);
}

/* --- the end ----------------------------------------------------------------------------- */

/* Seat 1 can take the last company, AERO-E; both have a group and cards. */
static struct game *last_company(int variant)
{
    struct game *g = game_bare(2, variant);
    group(g, 1, 1, "AUTO-AE OIL-BE");
    group(g, 2, 1, "CHEM-ADE ELEC-BDE STEEL-CDE");
    market(g, "AERO-E");
    empty(g, P_RESERVE, P_REMOVED);
    hand(g, 1, "T1 T3 14");
    hand(g, 2, "C1 C5 1x");
    return g;
}

static void last_company_ends_the_game(void **state)
{
    (void)state;
    static const struct {
        int variant, final, one, two;
    } cases[] = {
        {VARIANT_VENTURE, -1, 1 + 4, 2 + 6},
        {VARIANT_VENTURE, FINAL_SETS, 1 + 16, 2 + 16},
        {VARIANT_VENTURE, FINAL_NONE, 1, 2},
        {VARIANT_RICHE, -1, 1, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game *g = last_company(cases[i].variant);
        if (cases[i].final >= 0)
            g->options[OPT_FINAL_HAND] = cases[i].final;
        int deck = table_count(g->table, P_DECK, 0);
        plays(g, 1, "TAKE AERO-E ON OIL-BE\nPAY 14");
        assert_true(venture_engine.finished(g->table));
        assert_int_equal(score(g, 1), cases[i].one);
        assert_int_equal(score(g, 2), cases[i].two);
        assert_int_equal(table_count(g->table, P_DECK, 0), deck); /* no draw */
        assert_non_null(find_event(g, "end-market"));
        assert_int_equal(event_number(g, "win", "seat"), 2);
        struct await await[AWAITS_MAX];
        assert_int_equal(venture_engine.awaits(g->table, g->options, await), 0);
        struct standing st[SEATS_MAX];
        assert_int_equal(
            venture_engine.standings(g->table, &g->engine, g->options, cases[i].variant, st), 2);
        assert_int_equal(st[0].rank, 2);
        assert_int_equal(st[1].rank, 1);
        holds(g);
        game_free(g);
    }
}

static void game_goes_on_while_companies_are_left(void **state)
{
    (void)state;
    struct game *g = last_company(VARIANT_VENTURE);
    table_move(g->table, table_last(g->table, P_REMOVED, 0), P_RESERVE, 0);
    plays(g, 1, "TAKE AERO-E");
    assert_false(venture_engine.finished(g->table));
    assert_int_equal(table_count(g->table, P_MARKET, 0), 1);
    assert_non_null(
        find_arg(find_event(g, "refill")->args, find_event(g, "refill")->nargs, "last"));
    game_free(g);
}

static void equal_totals_share_the_win(void **state)
{
    (void)state;
    struct game *g = last_company(VARIANT_RICHE);
    table_set(g->table, T_SCORE, 1, 1);
    plays(g, 1, "TAKE AERO-E ON OIL-BE");
    struct standing st[SEATS_MAX];
    venture_engine.standings(g->table, &g->engine, g->options, VARIANT_RICHE, st);
    assert_int_equal(st[0].rank, 1);
    assert_int_equal(st[1].rank, 1);
    assert_int_equal(count_events(g, "win-shared"), 2);
    assert_int_equal(count_events(g, "win"), 0);
    game_free(g);
}

/* stall=N: N full rounds without a TAKE or FIGHT; 0 never. */
static void stalled_game_ends(void **state)
{
    (void)state;
    for (int stall = 0; stall <= 2; stall++) {
        struct game *g = game_bare(2, VARIANT_VENTURE);
        g->options[OPT_STALL] = stall;
        group(g, 1, 1, "AUTO-AE OIL-BE");
        market(g, "AERO-ABD");
        hand(g, 1, "20 20 18");
        hand(g, 2, "16 16");
        plays(g, 1, "TAKE AERO-ABD");
        for (int turn = 0; turn < 20 && !venture_engine.finished(g->table); turn++) {
            int seat = (int)table_get(g->table, T_TURN, 0), n = (int)table_get(g->table, T_IDLE, 0);
            assert_int_equal(n, turn);
            if (turn == 0)
                silent_turn(g); /* a turn without a deal, too */
            else if (turn == 1)
                plays(g, seat, "REORGANIZE 1: OIL-BE AUTO-AE"); /* no deal either */
            else
                plays(g, seat, "PASS");
        }
        assert_int_equal(venture_engine.finished(g->table), stall > 0);
        if (stall) {
            assert_int_equal(table_get(g->table, T_IDLE, 0), 2 * stall);
            assert_int_equal(event_number(g, "end-stall", "rounds"), stall);
        }
        holds(g);
        game_free(g);
    }
}

/* --- silence ----------------------------------------------------------------------------- */

static void silence_changes_nothing(void **state)
{
    (void)state;
    struct game *g = game_bare(3, VARIANT_VENTURE);
    market(g, "AERO-ABD OIL-EF");
    hand(g, 1, "T1 T3");
    struct table *before = table_clone(g->table);
    silent_turn(g);
    assert_int_equal(table_get(g->table, T_TURN, 0), 2);
    assert_int_equal(table_get(g->table, T_NUMBER, 0), 2);
    assert_int_equal(table_get(g->table, T_IDLE, 0), 1);
    for (int place = 0; place < PLACES; place++)
        for (int seat = 0; seat <= 3; seat++)
            assert_int_equal(table_count(g->table, place, seat), table_count(before, place, seat));
    assert_int_equal(count_events(g, "skip"), 1);
    assert_int_equal(g->events.n, 1);
    silent_turn(g);
    silent_turn(g);
    assert_int_equal(table_get(g->table, T_TURN, 0), 1); /* round the table */
    table_free(&before);
    game_free(g);
}

static void advance_waits_for_who_is_awaited(void **state)
{
    (void)state;
    struct game *g = game_new(4, VARIANT_VENTURE);
    game_setup(g, 5);
    struct table *before = table_clone(g->table);
    uint64_t drawn = g->luck.counter;
    int events = g->events.n;
    venture_engine.advance(&g->play);
    assert_true(table_same(before, g->table));
    assert_int_equal(g->luck.counter, drawn);
    assert_int_equal(g->events.n, events);
    table_free(&before);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_up_deals_seven),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(profits_of_the_rules),
        cmocka_unit_test(two_profits_score_twice),
        cmocka_unit_test(no_group_no_gain),
        cmocka_unit_test(drawing_is_private),
        cmocka_unit_test(three_are_drawn_when_agreed),
        cmocka_unit_test(discard_becomes_the_deck),
        cmocka_unit_test(deck_may_stand_empty),
        cmocka_unit_test(deck_of_nothing_but_profits),
        cmocka_unit_test(hand_limit_is_kept),
        cmocka_unit_test(last_company_ends_the_game),
        cmocka_unit_test(game_goes_on_while_companies_are_left),
        cmocka_unit_test(equal_totals_share_the_win),
        cmocka_unit_test(stalled_game_ends),
        cmocka_unit_test(silence_changes_nothing),
        cmocka_unit_test(advance_waits_for_who_is_awaited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
