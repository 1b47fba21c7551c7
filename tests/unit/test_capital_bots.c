/* Whole games by bots, and tables that a moderator has set to something odd. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_game.h"
#include "test_games.h"

enum { GAMES = 1000, GAMES_LEAST = 200, ODD_GAMES = 120, LETTERS_ODD = 40 };

static uint64_t chance_state = 20261118;

static uint32_t below(uint32_t n)
{
    chance_state = chance_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((chance_state >> 33) % n);
}

/* The awaited seat writes what it would be suggested; a line may be refused only behind a die. */
static void bot_letter(struct game *g, struct table *seen)
{
    struct await v[AWAITS_MAX];
    struct suggestion *s = arena_new(&g->arena, struct suggestion);
    assert_true(capital_engine.awaits(g->table, g->options, v) > 0);
    struct view view = table_view(seen, g->table, v[0].seat);
    capital_engine.suggest(&view, &g->engine, g->options, 0, &g->arena, s);
    assert_true(s->n > 0);
    g->events = (struct events){.arena = &g->arena};
    luck_mark(&g->luck);
    for (int i = 0; i < s->n; i++) {
        enum outcome o = capital_engine.apply(&g->play, v[0].seat, &s->orders[i]);
        if (o == OUTCOME_MISTAKE && !g->luck.drawn)
            fail_msg("a bot's order is refused: %s", g->mistake.code);
        if (o == OUTCOME_HOLD)
            break;
    }
    capital_engine.close(&g->play, v[0].seat);
    capital_engine.advance(&g->play);
}

/* Rounds of the games, sorted: the one in the middle is told. */
static int by_size(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Bots of every number of seats end by shares within 100 rounds in 95 % of games, and few are out. */
static void bots_win_by_shares(int seats)
{
    int games = games_asked(GAMES, GAMES_LEAST), shares = 0, out = 0; /* fewer say nothing about per cent */
    int *rounds = calloc((size_t)games, sizeof *rounds);
    assert_non_null(rounds);
    for (int k = 0; k < games; k++) {
        struct game *g = game_new(seats, NULL);
        struct table *seen = table_new(g->engine.schema, seats);
        g->luck.seed[0] = (uint8_t)k;
        g->luck.seed[1] = (uint8_t)(k >> 8);
        while (!capital_engine.finished(g->table)) {
            bot_letter(g, seen);
            holds(g); /* cash is conserved against the bank */
        }
        for (int seat = 1; seat <= seats; seat++)
            out += capital_out(g->table, seat);
        rounds[k] = (int)tally_of(g->table, T_ROUND, 0);
        shares += rounds[k] <= 100 && (find_event(g, "win-shares") || find_event(g, "win-most"));
        table_free(&seen);
        game_free(g);
    }
    qsort(rounds, (size_t)games, sizeof *rounds, by_size);
    print_message("%d games of %d: %d by shares, median %d rounds (10-90 %%: %d-%d), %d seats out\n",
                  games, seats, shares, rounds[games / 2], rounds[games / 10],
                  rounds[games * 9 / 10], out);
    free(rounds);
    assert_true(shares * 100 >= games * 95);
    assert_true(out * 100 <= games * seats * 7);
}

static void two_bots(void **state)
{
    (void)state;
    bots_win_by_shares(2);
}

static void three_bots(void **state)
{
    (void)state;
    bots_win_by_shares(3);
}

static void four_bots(void **state)
{
    (void)state;
    bots_win_by_shares(4);
}

/* --- what a moderator may do ------------------------------------------------------------------- */

static void set_something_odd(struct game *g)
{
    static const int64_t odd[] = {-1, 0, 1, 3, 7, 25, 72, 73, 100, -1000, 4000000000, INT64_MAX, INT64_MIN};
    int tally = (int)below(TALLIES), seat = (int)below((uint32_t)table_seats(g->table) + 1);
    if (tally == T_PHASE && below(2))
        return;
    table_set(g->table, tally, seat, odd[below(sizeof odd / sizeof odd[0])]);
}

static void move_something(struct game *g)
{
    uint16_t n = (uint16_t)table_pieces(g->table);
    if (!n)
        return;
    int place = (int)below(PLACES), seat = (int)below((uint32_t)table_seats(g->table) + 1);
    table_move_slot(g->table, (uint16_t)(1 + below(n)), place, seat, (int)below(60) - 5);
}

static void every_report_can_be_made(struct game *g, struct table *seen)
{
    for (int seat = SIGHT_MODERATOR; seat <= table_seats(g->table); seat++) {
        json_t *doc = json_object();
        struct view view = table_view(seen, g->table, seat);
        capital_engine.describe(&view, &g->engine, g->options, 0, doc);
        assert_true(json_object_size(doc) > 10);
        json_decref(doc);
    }
}

static void odd_tables_are_coped_with(void **state)
{
    static const char *const options[] = {NULL, "await-choices=yes ggff-fine=white", "pace=rounds",
                                          "liquidation=harsh"};
    (void)state;
    for (int k = 0; k < ODD_GAMES; k++) {
        struct game *g = game_new(2 + k % 3, options[k % 4]);
        struct table *seen = table_new(g->engine.schema, table_seats(g->table));
        g->luck.seed[0] = (uint8_t)k;
        for (int i = (int)below(60); i > 0 && !capital_engine.finished(g->table); i--)
            bot_letter(g, seen);
        for (int i = 0; i < LETTERS_ODD; i++) {
            struct await v[AWAITS_MAX];
            for (int n = (int)below(3); n > 0; n--)
                set_something_odd(g);
            if (below(3) == 0)
                move_something(g);
            if (capital_engine.finished(g->table) || !capital_engine.awaits(g->table, g->options, v))
                break;
            every_report_can_be_made(g, seen);
            luck_mark(&g->luck);
            if (below(4) == 0) {
                capital_engine.expire(&g->play, &v[0]);
                capital_engine.advance(&g->play);
            } else if (below(8) == 0) {
                capital_engine.leave(&g->play, 1 + (int)below((uint32_t)table_seats(g->table)));
                capital_engine.advance(&g->play);
            } else {
                bot_letter(g, seen);
            }
        }
        every_report_can_be_made(g, seen);
        table_free(&seen);
        game_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_bots),
        cmocka_unit_test(three_bots),
        cmocka_unit_test(four_bots),
        cmocka_unit_test(odd_tables_are_coped_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
