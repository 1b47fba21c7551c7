/* Whole games: money to the half-unit, reports, words for every code, and an invariant that
 * can break. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_forex_game.h"

enum { GAMES = 1000, LETTERS_MOST = 3000 };

/* --- money ----------------------------------------------------------------------------------- */

/* "6 USD, 1.5 JPY" added to a purse, times sign. */
static void count_sums(const char *text, int sign, int64_t *purse)
{
    while (text && *text) {
        char *end;
        double units = strtod(text, &end);
        assert_true(end > text && *end == ' ');
        int c = 0;
        while (strncmp(end + 1, forex_currency[c], 3) != 0)
            assert_true(++c < CURRENCIES);
        purse[c] += sign * (int64_t)(units * 2);
        text = end + 4;
        text = *text == ',' ? text + 2 : text;
    }
}

struct flow {
    const char *code, *arg;
    int sign;          /* for the seat of the event */
    const char *other; /* the seat that pays or gets the same; NULL: the bank */
};

/* Every event that says that money moves. */
static const struct flow flows[] = {
    {"spot-done", "give", -1, "to"},    {"spot-done", "get", 1, "to"},
    {"quote-taken", "give", -1, "to"},  {"quote-taken", "get", 1, "to"},
    {"invest", "price", -1, NULL},      {"divest", "paid", 1, NULL},
    {"sell", "paid", 1, NULL},          {"contract-paid", "pay", -1, NULL},
    {"contract-paid", "get", 1, NULL},  {"contract-default", "get", 1, NULL},
    {"loan-grown", "get", 1, NULL},     {"loan-paid", "owed", -1, NULL},
    {"dividend-paid", "sums", 1, NULL},
};

/* What the events of a letter do to the purses kept beside the table. */
static void follow_money(const struct game *g, int64_t purse[][CURRENCIES])
{
    for (const struct event *e = g->events.first; e; e = e->next)
        for (size_t i = 0; i < sizeof flows / sizeof flows[0]; i++) {
            const struct flow *f = &flows[i];
            if (strcmp(e->code, f->code) != 0)
                continue;
            const char *sums = find_arg(e->args, e->nargs, f->arg)->word;
            int other = f->other ? (int)find_arg(e->args, e->nargs, f->other)->n : 0;
            count_sums(sums, f->sign, purse[find_arg(e->args, e->nargs, "seat")->n]);
            count_sums(sums, -f->sign, purse[other]);
        }
}

static void check_purses(const struct game *g, int64_t purse[][CURRENCIES])
{
    for (int c = 0; c < CURRENCIES; c++) {
        int64_t sum = 0;
        for (int seat = 0; seat <= table_seats(g->table); seat++) {
            assert_int_equal(table_get(g->table, T_CASH + c, seat), purse[seat][c]);
            sum += purse[seat][c];
        }
        assert_int_equal(sum, 0);
    }
}

static void random_game(struct game *g, int *accepted, int *refusals, int *bankrupt)
{
    int64_t purse[SEATS_MAX + 1][CURRENCIES] = {{0}};
    int n = 0;
    for (int c = 0; c < CURRENCIES; c++)
        for (int seat = 1; seat <= table_seats(g->table); seat++) {
            purse[seat][c] += START_CASH;
            purse[0][c] -= START_CASH;
        }
    for (; !forex_engine.finished(g->table) && n < LETTERS_MOST; n++) {
        struct await v[AWAITS_MAX];
        char line[100];
        int k = dice(forex_engine.awaits(g->table, g->options, v)), seat = v[k].seat;
        if (dice(30) == 0) {
            silence(g, seat);
            follow_money(g, purse);
            continue;
        }
        if (strcmp(v[k].what, "turn") == 0)
            random_line(g, line, sizeof line);
        else
            random_answer(line, sizeof line, v[k].what);
        if (letter(g, seat, line)[0]) {
            ++*refusals;
        } else {
            forex_engine.advance(&g->play);
            holds(g);
            follow_money(g, purse);
            ++*accepted;
        }
        arena_reset(&g->arena);
    }
    assert_true(forex_engine.finished(g->table));
    check_purses(g, purse);
    *bankrupt += table_get(g->table, T_BANKRUPT, 0) != 0;
}

/* Money is conserved across bank and seats, and every move of it is told. */
static void money_in_random_games(void **state)
{
    (void)state;
    int accepted = 0, refusals = 0, bankrupt = 0;
    for (int i = 0; i < GAMES; i++) {
        struct game *g = game_new(2 + i % 5);
        dice_state = (uint32_t)i * 2654435761u + 1;
        if (i % 2)
            option(g, "divest=clockwise");
        if (i % 3 == 0)
            option(g, "rates=alternate");
        game_setup(g, (uint32_t)i);
        random_game(g, &accepted, &refusals, &bankrupt);
        game_free(g);
    }
    print_message("%d letters accepted, %d refused, %d bankrupt\n", accepted, refusals, bankrupt);
    assert_true(accepted > 20 * GAMES && refusals > GAMES);
    assert_true(bankrupt > GAMES / 10 && bankrupt < GAMES); /* both ends are reached */
}

/* --- reports --------------------------------------------------------------------------------- */

/* Every order offered is legal as the first of a letter, at every point of a game. */
static void offered_orders_are_legal(void **state)
{
    (void)state;
    int offered = 0;
    for (int i = 0; i < 12; i++) {
        struct game *g = game_new(2 + i % 5);
        dice_state = (uint32_t)i + 7;
        game_setup(g, (uint32_t)i);
        for (int n = 0; !forex_engine.finished(g->table) && n < 60; n++) {
            struct await v[AWAITS_MAX];
            const char *lines[600];
            char line[100];
            forex_engine.awaits(g->table, g->options, v);
            json_t *doc = described(g, v[0].seat);
            int k = orders_in(doc, lines, 600);
            assert_true(k > 0);
            struct table *before = table_clone(g->table);
            for (int o = 0; o < k; o++, offered++) {
                if (letter(g, v[0].seat, lines[o])[0])
                    fail_msg("%s is offered and refused: %s", lines[o], g->mistake.code);
                table_copy(g->table, before);
            }
            snprintf(line, sizeof line, "%s", lines[dice(k)]);
            plays(g, v[0].seat, line);
            json_decref(doc);
            table_free(&before);
            arena_reset(&g->arena);
        }
        game_free(g);
    }
    assert_true(offered > 5000);
}

static const char *cell(json_t *doc, const char *row, int box)
{
    size_t i;
    json_t *r;
    json_array_foreach(json_object_get(doc, "board"), i,
                       r) if (strcmp(json_string_value(json_object_get(r, "currency")), row) == 0)
    {
        json_t *lines = json_object_get(r, "lines");
        json_t *cells = json_object_get(json_array_get(lines, 0), "cells");
        return json_string_value(json_array_get(cells, (size_t)box - 1));
    }
    return "";
}

static void the_board_is_described(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 6 USD FOR JPY");
    plays(g, 2, "INVEST JPY");
    json_t *doc = described(g, 1);
    assert_string_equal(cell(doc, "USD", 1), "CHF");
    assert_string_equal(cell(doc, "USD", 2), "CAD");
    assert_string_equal(cell(doc, "CNY", 1), ".");
    json_t *contract = json_array_get(json_object_get(doc, "queue"), 1);
    assert_int_equal(json_integer_value(json_object_get(contract, "get")), 9);
    assert_int_equal(json_integer_value(json_object_get(contract, "today")), 6); /* 1 USD = 1 JPY */
    assert_int_equal(json_integer_value(json_object_get(contract, "gain")), 3);
    assert_false(json_is_true(json_object_get(contract, "covered")));
    json_decref(doc);
    plays(g, 1, "CONTRACT PAY 1 USD FOR CNY");
    doc = described(g, 2);
    contract = json_array_get(json_object_get(doc, "queue"), 2);
    assert_true(json_real_value(json_object_get(contract, "get")) == 3.5); /* units, halves too */
    json_decref(doc);
    game_free(g);
}

static bool flag_of(json_t *o, const char *key)
{
    return json_is_true(json_object_get(o, key));
}

/* Whether it can be paid is seen from its place in the queue: what comes before counts. */
static void the_queue_is_paid_in_order(void **state)
{
    (void)state;
    static const bool want[] = {true, true, false, true, false};
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 2 USD FOR JPY");
    plays(g, 2, "CONTRACT PAY 2 USD FOR JPY"); /* another purse */
    plays(g, 1, "CONTRACT PAY 1 USD FOR EUR"); /* the 2 USD are gone by then */
    plays(g, 2, "CONTRACT PAY 4.5 JPY FOR USD");
    plays(g, 1, "CONTRACT PAY 3 EUR FOR USD"); /* 2, and 1 of C would do, if C were paid */
    table_move(g->table, table_first(g->table, P_QUEUE, 0), P_QUEUE, 0);
    has_cash(g, 1, EUR, 1);
    json_t *doc = described(g, 1), *queue_now = json_object_get(doc, "queue");
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_int_equal(flag_of(json_array_get(queue_now, i), "covered"), want[i]);
    json_decref(doc);
    plays(g, 2, "RESOLVE A");
    plays(g, 1, "RESOLVE B");
    plays(g, 2, "RESOLVE C");
    assert_string_equal(queue(g), "D E DIVIDEND C*");
    has_cash(g, 1, USD, 2 * 2); /* what the loan takes */
    plays(g, 1, "RESOLVE D");
    plays(g, 2, "INVEST GBP");
    doc = described(g, 1);
    assert_true(flag_of(json_object_get(doc, "resolve"), "defaults"));
    assert_true(flag_of(json_object_get(doc, "resolve"), "grows")); /* there is a loan already */
    queue_now = json_object_get(doc, "queue");
    assert_true(flag_of(json_array_get(queue_now, 2), "covered"));
    json_decref(doc);
    game_free(g);
}

/* A trade for each two currencies that the reader and somebody else can pay, at the exact sums; a
 * quote is an idea only when somebody could take it. */
static void trades_that_can_be_paid(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    plays(g, 1, "CONTRACT PAY 7 CNY FOR 2 USD"); /* it has 2 */
    plays(g, 2, "INVEST GBP");
    plays(g, 3, "INVEST GBP");
    has_cash(g, 2, JPY, 2);
    has_cash(g, 1, EUR, 0);
    json_t *doc = described(g, 1), *row = json_array_get(json_object_get(doc, "spots"), USD);
    json_t *cell_now = json_array_get(json_object_get(row, "cells"), JPY);
    assert_string_equal(json_string_value(json_object_get(cell_now, "order")),
                        "SPOT GIVE 1 USD TO 3 FOR 1.5 JPY"); /* the second seat has too little */
    assert_null(json_object_get(json_array_get(json_object_get(row, "cells"), CNY), "order"));
    row = json_array_get(json_object_get(doc, "spots"), EUR);
    assert_null(json_object_get(json_array_get(json_object_get(row, "cells"), USD), "order"));
    assert_false(flag_of(doc, "has_quote_ideas")); /* nobody has enough CNY for one unit */
    json_decref(doc);
    has_cash(g, 3, CNY, 6);
    doc = described(g, 1);
    assert_string_equal(json_string_value(json_object_get(
                            json_array_get(json_object_get(doc, "quote_ideas"), 0), "order")),
                        "SUGGEST GIVE 1 JPY FOR 3 CNY");
    json_decref(doc);
    game_free(g);
}

/* --- words ----------------------------------------------------------------------------------- */

static void every_code_has_its_words(void **state)
{
    (void)state;
    const char *langs[] = {"en", "fr"};
    for (int l = 0; l < 2; l++) {
        char *text = phrases_of(langs[l]);
        assert_true(expect_phrases(langs[l], text) > 90);
        for (int c = 0; c < CURRENCIES; c++)
            expect_phrase(langs[l], text, "paint.", forex_currency[c]);
        expect_phrase(langs[l], text, "", "forex");
        free(text);
    }
}

/* --- the invariant can break ----------------------------------------------------------------- */

static void break_it(struct game *g, int how)
{
    struct table *t = g->table;
    uint16_t letter_id = table_first(t, P_LETTERS, 0), quote = table_last(t, P_SPARE, 0);
    switch (how) {
    case 0:
        table_set(t, T_RATE + 3, 0, 0);
        break;
    case 1:
        table_plus(t, T_CASH + USD, 1, 1);
        break;
    case 2:
        forex_pay(t, USD, 1, 0, 100);
        break;
    case 3:
        table_plus(t, T_GONE + USD, 0, 1);
        break;
    case 4:
        table_plus(t, T_HELD + USD, 0, -5);
        table_plus(t, T_HELD + USD, 1, 5);
        break;
    case 5:
        table_remove(t, letter_id);
        break;
    case 6:
        table_remove(t, table_first(t, P_QUEUE, 0));
        break;
    case 7:
        table_set(t, T_DEBT + USD, 1, 2);
        break;
    case 8:
        table_remove(t, quote);
        break;
    case 9:
        table_set(t, T_PHASE, 0, PHASE_OFFER);
        break;
    case 10:
        table_set(t, T_ANSWER, 1, 1);
        break;
    default:
        table_tally_show(t, T_ANSWER, 1, SIGHT_ALL);
    }
}

static void invariant_sees_what_is_wrong(void **state)
{
    (void)state;
    static const char *const want[] = {"rate-wrong",
                                       "money-lost",
                                       "money-negative",
                                       "certificates-lost",
                                       "certificates-too-many",
                                       "letters-lost",
                                       "queue-wrong",
                                       "loan-wrong",
                                       "quotes-wrong",
                                       "phase-wrong",
                                       "answer-wrong",
                                       "answer-wrong"};
    struct game *g = game_bare(3);
    struct table *good = table_clone(g->table);
    for (int i = 0; i < 12; i++) {
        table_copy(g->table, good);
        holds(g);
        break_it(g, i);
        const char *broken = forex_engine.invariant(g->table, &g->engine, g->options);
        assert_non_null(broken);
        assert_string_equal(broken, want[i]);
    }
    table_free(&good);
    game_free(g);
}

static void options_are_checked(void **state)
{
    (void)state;
    struct game *g = game_new(2);
    const char *why;
    const char *good[] = {"rates=alternate", "rates=standard", "divest=clockwise",
                          "divest=together", "seating=fixed"};
    const char *bad[] = {"rates=old", "divest=never", "seating=me", "cards=3"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        option(g, good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(options_set(&g->engine, g->options, slice_of(bad[i]), &g->arena, &why));
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_in_random_games),        cmocka_unit_test(offered_orders_are_legal),
        cmocka_unit_test(the_board_is_described),
        cmocka_unit_test(the_queue_is_paid_in_order),
        cmocka_unit_test(trades_that_can_be_paid),      cmocka_unit_test(every_code_has_its_words),
        cmocka_unit_test(invariant_sees_what_is_wrong), cmocka_unit_test(options_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
