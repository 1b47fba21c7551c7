/* Rates: strengthening and weakening against a table worked out in another way, the opening of the
 * data file, conversions, and the words of the grammar. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_forex_game.h"

/* One pair as the rulebook tells it: who is stronger, where the marker of the other stands. */
struct marker {
    int stronger, weaker, box;
};

static void rulebook_strengthen(struct marker *m, int currency)
{
    if (m->stronger == currency) {
        if (m->box < 10)
            m->box++; /* the other one's marker goes right */
    } else if (m->box > 1) {
        m->box--; /* its own marker goes left */
    } else {
        int other = m->stronger; /* turned over and laid on its own row */
        m->stronger = currency;
        m->weaker = other;
    }
}

static void rulebook_weaken(struct marker *m, int currency)
{
    if (m->weaker == currency) {
        if (m->box < 10)
            m->box++;
    } else if (m->box > 1) {
        m->box--;
    } else {
        int other = m->weaker;
        m->weaker = currency;
        m->stronger = other;
    }
}

static void check_marker(struct game *g, const struct marker *m)
{
    assert_int_equal(box(g, m->stronger, m->weaker), m->box);
    assert_int_equal(box(g, m->weaker, m->stronger), -m->box);
}

/* All 21 pairs, both sides the stronger, all ten boxes, both currencies, up and down. */
static void every_pair_and_box(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    struct table *opening = table_clone(g->table);
    int cases = 0;
    for (int a = 0; a < CURRENCIES; a++)
        for (int b = 0; b < CURRENCIES; b++)
            for (int k = 1; a != b && k <= BOXES; k++)
                for (int who = 0; who < 4; who++, cases++) {
                    struct marker m = {a, b, k};
                    int currency = who % 2 ? a : b;
                    table_copy(g->table, opening);
                    rate(g, a, b, k);
                    if (who < 2) {
                        rulebook_strengthen(&m, currency);
                        forex_strengthen(&g->play, currency);
                    } else {
                        rulebook_weaken(&m, currency);
                        forex_weaken(&g->play, currency, 1);
                    }
                    check_marker(g, &m);
                    holds(g);
                }
    assert_int_equal(cases, 21 * 2 * 10 * 4);
    table_free(&opening);
    game_free(g);
}

/* A whole board under random moves, kept beside as 21 markers. */
static void boards_under_random_moves(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    struct marker m[PAIRS];
    int n = 0;
    uint32_t seed = 7;
    for (int a = 0; a < CURRENCIES; a++)
        for (int b = a + 1; b < CURRENCIES; b++) {
            int k = box(g, a, b);
            m[n++] = k > 0 ? (struct marker){a, b, k} : (struct marker){b, a, -k};
        }
    assert_int_equal(n, PAIRS);
    for (int i = 0; i < 4000; i++) {
        seed = seed * 1103515245u + 12345u;
        int currency = (int)(seed >> 16) % CURRENCIES;
        bool up = seed >> 28 & 1;
        for (int p = 0; p < PAIRS; p++)
            if (m[p].stronger == currency || m[p].weaker == currency)
                (up ? rulebook_strengthen : rulebook_weaken)(&m[p], currency);
        if (up)
            forex_strengthen(&g->play, currency);
        else
            forex_weaken(&g->play, currency, 1);
        for (int p = 0; p < PAIRS; p++)
            check_marker(g, &m[p]);
        arena_reset(&g->arena);
        g->events = (struct events){.arena = &g->arena};
    }
    game_free(g);
}

/* "USD strengthened while weaker than EUR on box 1: USD becomes the stronger, EUR on box 1. JPY-EUR
 * does not move." The rulebook's three pictures, too. */
static void examples_of_the_rules(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    int jpy_eur = box(g, JPY, EUR);
    assert_int_equal(box(g, USD, EUR), -1);
    plays(g, 1, "INVEST USD");
    assert_int_equal(box(g, USD, EUR), 1);
    assert_int_equal(box(g, EUR, USD), -1);
    assert_int_equal(box(g, JPY, EUR), jpy_eur);
    assert_string_equal(event_word(g, "strengthen", "over"), "GBP, EUR");
    rate(g, USD, EUR, -3);
    rate(g, USD, JPY, 2);
    forex_strengthen(&g->play, USD);
    assert_int_equal(box(g, EUR, USD), 2);
    assert_int_equal(box(g, USD, JPY), 3);
    assert_int_equal(box(g, JPY, EUR), jpy_eur);
    forex_weaken(&g->play, USD, 1);
    assert_int_equal(box(g, EUR, USD), 3);
    assert_int_equal(box(g, USD, JPY), 2);
    game_free(g);
}

static void opening_rates(void **state)
{
    (void)state;
    struct game *g = game_new(4);
    game_setup(g, 1);
    assert_int_equal(box(g, USD, JPY), 2);
    assert_int_equal(box(g, USD, CAD), 2);
    assert_int_equal(box(g, USD, CNY), 6);
    assert_int_equal(box(g, GBP, CNY), 7);
    assert_int_equal(box(g, CAD, CNY), 4);
    assert_int_equal(forex_wins(g->table, GBP), 6);
    assert_int_equal(forex_wins(g->table, CNY), 0);
    game_free(g);
    g = game_new(4);
    option(g, "rates=alternate");
    game_setup(g, 1);
    assert_int_equal(box(g, USD, CAD), 3);
    assert_int_equal(box(g, USD, CNY), 5);
    assert_int_equal(box(g, USD, JPY), 2);
    assert_int_equal(box(g, GBP, CNY), 7);
    game_free(g);
}

static void set_up(void **state)
{
    (void)state;
    bool different = false;
    int first[CURRENCIES] = {0};
    for (int seats = 2; seats <= 6; seats++)
        for (uint32_t seed = 1; seed <= 10; seed++) {
            struct game *g = game_new(seats);
            int left = 0;
            game_setup(g, seed);
            holds(g);
            for (int c = 0; c < CURRENCIES; c++) {
                left += forex_held(g->table, 0, c);
                different = different || (seed > 1 && first[c] != forex_held(g->table, 0, c));
                first[c] = forex_held(g->table, 0, c);
                for (int seat = 1; seat <= seats; seat++)
                    assert_int_equal(cash(g, seat, c), 4);
            }
            assert_int_equal(left, 50);
            assert_string_equal(queue(g), "DIVIDEND");
            assert_string_equal(awaited(g), "turn 1");
            game_free(g);
        }
    assert_true(different); /* they are drawn */
}

/* "3 USD with strongest GBP, and 1 USD = 1.5 GBP: 4 GBP. A seat with 7.5 of the strongest keeps
 * 7.5." */
static void conversions(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    for (int c = 0; c < CURRENCIES; c++)
        has_cash(g, 1, c, 0);
    rate(g, USD, GBP, 2);
    has_cash(g, 1, USD, 6);
    assert_int_equal(forex_money(g->table, 1, GBP), 8);
    has_cash(g, 1, GBP, 15);
    assert_int_equal(forex_money(g->table, 1, GBP), 23);
    has_cash(g, 1, GBP, 0);
    has_cash(g, 1, USD, 0);
    rate(g, GBP, CNY, 6); /* 3.5 */
    has_cash(g, 1, CNY, 20);
    assert_int_equal(forex_money(g->table, 1, GBP), 4); /* 10 ÷ 3.5 = 2.86 */
    has_cash(g, 1, CNY, 3);
    rate(g, GBP, CNY, 1);
    assert_int_equal(forex_money(g->table, 1, GBP), 2); /* 1.5 becomes 1 */
    /* each rate both ways against fractions */
    for (int k = 1; k <= BOXES; k++)
        for (int sum = 0; sum < 60; sum++) {
            int r = forex_box_rate[k];
            assert_int_equal(forex_convert(k, sum), 2 * ((sum * 2) / (r * 2)));
            assert_int_equal(forex_convert(-k, sum), 2 * ((sum * r) / 4));
            assert_int_equal(forex_convert(0, sum), sum);
        }
    game_free(g);
}

/* --- words ----------------------------------------------------------------------------------- */

static const char *reading(struct game *g, const char *line)
{
    static char out[ORDER_LINE];
    struct order order;
    struct order_reader reader = {.game = g->engine.grammar, .data = g->engine.data};
    struct buf b = BUF(sizeof out - 1);
    if (read_line(g, line, &order))
        order_print(&reader, &order, &b);
    else
        buf_str(&b, g->mistake.code);
    snprintf(out, sizeof out, "%s", buf_text(&b));
    buf_free(&b);
    return out;
}

static void lines_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *line, *read;
    } cases[] = {
        {"SPOT GIVE USD TO Bob FOR JPY", "SPOT GIVE USD TO 2 FOR JPY"},
        {"spot give 1 usd to bob for 1,5 yen", "SPOT GIVE 1 USD TO 2 FOR 1.5 JPY"},
        {"SPOT GIVE USD FOR JPY TO 3", "SPOT GIVE USD FOR JPY TO 3"},
        {"Comptant donner USD à Bob contre JPY", "SPOT GIVE USD TO 2 FOR JPY"},
        {"SPOT TAKE 3", "SPOT TAKE 3"},
        {"accept 7", "ACCEPT 7"},
        {"ACCEPTER", "ACCEPT"},
        {"Décliner 7", "DECLINE 7"},
        {"SUGGEST GIVE JPY FOR USD", "SUGGEST GIVE JPY FOR USD"},
        {"WITHDRAW 3", "WITHDRAW 3"},
        {"CONTRACT PAY 6 USD FOR 12 JPY", "CONTRACT PAY 6 USD FOR 12 JPY"},
        {"CONTRACT PAY USD FOR 1½ JPY", "CONTRACT PAY USD FOR 1.5 JPY"},
        {"Contrat payer 6 USD → 12 JPY", "CONTRACT PAY 6 USD 12 JPY"},
        {"INVEST USD, JPY", "INVEST USD JPY"},
        {"INVEST USD AND JPY", "INVEST USD AND JPY"},
        {"INVESTIR livre", "INVEST GBP"},
        {"INVEST DOLLAR", "which"},
        {"DIVEST USD 2", "DIVEST USD 2"},
        {"DIVEST ALL USD", "DIVEST ALL USD"},
        {"DIVEST USD", "missing"},
        {"SELL 2", "SELL 2"},
        {"Vendre tout", "SELL ALL"},
        {"PASSER", "PASS"},
        {"RESOLVE", "RESOLVE"},
        {"Résoudre B préférer JPY EUR", "RESOLVE B PREFER JPY EUR"},
        {"RESOLVE A", "RESOLVE A"},
        {"RESOLVE DIVIDEND PREFER JPY", "RESOLVE DIVIDEND PREFER JPY"},
        {"RESOLVE G", "unknown-word"},
        {"CHOOSE JPY", "CHOOSE JPY"},
        {"INVEST BEF", "unknown-word"},
    };
    struct game *g = game_bare(4);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(reading(g, cases[i].line), cases[i].read);
    const char *wrong = grammar_check(g->engine.grammar, NULL, &g->arena);
    if (wrong)
        fail_msg("%s", wrong);
    wrong = grammar_check(g->engine.situations, NULL, &g->arena);
    if (wrong)
        fail_msg("situations: %s", wrong);
    game_free(g);
}

static void tallies_have_their_pairs_names(void **state)
{
    (void)state;
    for (int a = 0; a < CURRENCIES; a++)
        for (int b = a + 1; b < CURRENCIES; b++) {
            char name[20];
            snprintf(name, sizeof name, "rate.%s-%s", forex_currency[a], forex_currency[b]);
            assert_string_equal(forex_tallies[T_RATE + forex_pair(a, b)].name, name);
            assert_int_equal(forex_pair(a, b), forex_pair(b, a));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_and_box),
        cmocka_unit_test(boards_under_random_moves),
        cmocka_unit_test(examples_of_the_rules),
        cmocka_unit_test(opening_rates),
        cmocka_unit_test(set_up),
        cmocka_unit_test(conversions),
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(tallies_have_their_pairs_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
