/* Bots: their games end, they know what is good, and they do not go bankrupt. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_forex_game.h"

enum { BOT_GAMES = 1000, LETTERS_MOST = 3000, CONTRACTS_MOST = 200 };

static struct suggestion *suggestion(struct game *g, int seat)
{
    struct table *seen = table_new(g->engine.schema, table_seats(g->table));
    struct view view = table_view(seen, g->table, seat);
    struct suggestion *s = arena_new(&g->arena, struct suggestion);
    forex_engine.suggest(&view, &g->engine, g->options, 0, &g->arena, s);
    table_free(&seen);
    return s;
}

static const char *suggested(struct game *g, int seat)
{
    static char text[ORDER_LINE];
    struct suggestion *s = suggestion(g, seat);
    struct order_reader reader = {.game = g->engine.grammar, .data = g->engine.data};
    struct buf b = BUF(sizeof text - 1);
    for (int i = 0; i < s->n; i++)
        order_print(&reader, &s->orders[i], &b);
    snprintf(text, sizeof text, "%s", buf_text(&b));
    buf_free(&b);
    return text;
}

/* Contracts of the game that is played, and what became of those of all games. */
static struct due made[CONTRACTS_MOST];
static int nmade;
static struct {
    int better, worse, before;
} deals;

static void note_deal(const struct game *g, const struct order *order)
{
    struct due e;
    uint16_t last = table_last(g->table, P_QUEUE, 0);
    if (order->verb == V_CONTRACT && nmade < CONTRACTS_MOST)
        forex_entry(g->table, last, &made[nmade++]);
    for (uint16_t id = table_first(g->table, P_QUEUE, 0); id; id = table_next(g->table, id)) {
        forex_entry(g->table, id, &e);
        deals.before += order->verb == V_INVEST && e.owner == forex_turn(g->table);
    }
}

/* In hundredths of half a unit of the currency that everyone converts into. */
static int64_t comes_to(const struct game *g, int currency, int64_t sum)
{
    int strongest = (int)table_get(g->table, T_STRONGEST, 0) - 1;
    int box_now = currency == strongest ? 0 : box(g, strongest, currency);
    int64_t rate_now = forex_box_rate[box_now > 0 ? box_now : -box_now];
    return box_now == 0 ? 100 * sum : box_now > 0 ? 200 * sum / rate_now : 50 * sum * rate_now;
}

static void weigh_deals(const struct game *g)
{
    for (int i = 0; i < nmade; i++) {
        int64_t pay = comes_to(g, made[i].pay_currency, made[i].pay);
        int64_t get = comes_to(g, made[i].get_currency, made[i].get);
        deals.better += get > pay;
        deals.worse += get < pay;
    }
    nmade = 0;
}

/* Plays what is suggested to all seats whose bit is set, chance for the others. */
static void play_out(struct game *g, unsigned bots, int counts[VERBS])
{
    for (int n = 0; !forex_engine.finished(g->table); n++) {
        struct await v[AWAITS_MAX];
        char line[100] = "";
        assert_true(n < LETTERS_MOST);
        forex_engine.awaits(g->table, g->options, v);
        if (!(bots >> v[0].seat & 1)) {
            if (strcmp(v[0].what, "turn") == 0)
                random_line(g, line, sizeof line);
            else
                random_answer(line, sizeof line, v[0].what);
            if (letter(g, v[0].seat, line)[0])
                continue;
        } else {
            struct suggestion *s = suggestion(g, v[0].seat);
            assert_true(s->n > 0);
            g->events = (struct events){.arena = &g->arena};
            for (int i = 0; i < s->n; i++) {
                counts[s->orders[i].verb]++;
                if (forex_engine.apply(&g->play, v[0].seat, &s->orders[i]) == OUTCOME_MISTAKE)
                    fail_msg("a bot's order is refused: %s", g->mistake.code);
                note_deal(g, &s->orders[i]);
            }
        }
        forex_engine.advance(&g->play);
        holds(g);
        arena_reset(&g->arena);
    }
}

/* 200 games of each number of seats. No seat wins more than twice its share. */
static void bots_end_their_games(void **state)
{
    (void)state;
    int counts[VERBS] = {0}, bankrupt = 0, won[SEATS_MAX + 1][SEATS_MAX] = {{0}};
    for (int i = 0; i < BOT_GAMES; i++) {
        struct standing v[SEATS_MAX];
        int seats = 2 + i % 5;
        struct game *g = game_new(seats);
        game_setup(g, (uint32_t)i + 5000);
        play_out(g, ~0u, counts);
        weigh_deals(g);
        bankrupt += table_get(g->table, T_BANKRUPT, 0) != 0;
        forex_engine.standings(g->table, &g->engine, g->options, 0, v);
        for (int k = 0; k < seats; k++)
            won[seats][k] += v[k].rank == 1;
        game_free(g);
    }
    assert_true(bankrupt * 50 < BOT_GAMES); /* fewer than 2% */
    for (int seats = 2; seats <= 6; seats++)
        for (int k = 0; k < seats; k++)
            if (won[seats][k] * seats > 2 * BOT_GAMES / 5)
                fail_msg("of %d seats, seat %d wins %d times", seats, k + 1, won[seats][k]);
    assert_true(counts[V_CONTRACT] > BOT_GAMES && counts[V_INVEST] > BOT_GAMES &&
                counts[V_RESOLVE] > BOT_GAMES && counts[V_SELL]);
    print_message("%d bankrupt; %d contracts were worth it, %d were not\n", bankrupt, deals.better,
                  deals.worse);
    assert_true(2 * deals.better > 3 * deals.worse && deals.before > 100);
    assert_true(counts[V_ACCEPT] > BOT_GAMES && counts[V_DECLINE] < counts[V_ACCEPT]);
}

/* One bot among players by chance wins far more than its share. */
static void bots_beat_chance(void **state)
{
    (void)state;
    int counts[VERBS] = {0}, won = 0;
    for (int i = 0; i < 200; i++) {
        struct standing v[SEATS_MAX];
        struct game *g = game_new(4);
        dice_state = (uint32_t)i + 99;
        game_setup(g, (uint32_t)i);
        play_out(g, 1u << (i % 4 + 1), counts);
        forex_engine.standings(g->table, &g->engine, g->options, 0, v);
        won += v[i % 4].rank == 1;
        assert_true(table_get(g->table, T_BANKRUPT, 0) != i % 4 + 1);
        game_free(g);
    }
    assert_true(won > 120);
}

static void bots_answer(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    assert_string_equal(suggested(g, 2), ""); /* not awaited */
    for (int c = 0; c < CURRENCIES; c++)
        if (c != USD && c != EUR)
            rate(g, USD, c, 9); /* worth much, but to be had for one EUR */
    has_cash(g, 1, EUR, 12);    /* enough for a certificate anyhow */
    has_cash(g, 2, EUR, 12);
    has_cash(g, 2, USD, 12);
    struct table *before = table_clone(g->table);
    plays(g, 1, "SPOT GIVE USD TO Bob FOR EUR");
    assert_string_equal(suggested(g, 2), "ACCEPT 1");
    has_cash(g, 1, USD, 0); /* a ruling took it away: an order the rules refuse is no answer */
    assert_string_equal(suggested(g, 2), "DECLINE 1");
    table_copy(g->table, before);
    plays(g, 1, "SPOT GIVE EUR TO Bob FOR USD");
    assert_string_equal(suggested(g, 2), "DECLINE 1");
    table_copy(g->table, before);
    plays(g, 2, "SUGGEST GIVE USD FOR EUR");
    assert_string_equal(suggested(g, 1), "SPOT TAKE 1");
    table_free(&before);
    game_free(g);
}

/* Before the end both sides of a trade can save what converting would round away. */
static void bots_ask(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    table_set(g->table, T_CARD, 0, 4);
    for (int c = 0; c < CURRENCIES; c++)
        for (int seat = 1; seat <= 2; seat++) {
            has_cash(g, seat, c, 0);
            table_set(g->table, T_GONE + c, 0, CERTIFICATES);
            table_set(g->table, T_HELD + c, 0, 0);
        }
    rate(g, GBP, EUR, 2);           /* 1.5 */
    rate(g, GBP, CAD, 3);           /* 2 */
    rate(g, EUR, CAD, 2);           /* 1.5 */
    has_cash(g, 1, EUR, 2 * 4);     /* 2 GBP, and one EUR that comes to nothing */
    has_cash(g, 1, CAD, 1);         /* with 1.5 more it makes 2, one GBP more */
    has_cash(g, 2, CAD, 2 * 4 + 3); /* 2 GBP, and 1.5 CAD that come to nothing */
    has_cash(g, 2, EUR, 1);         /* with 1 more it makes 1.5, one GBP more */
    assert_string_equal(suggested(g, 1), "SPOT GIVE EUR TO 2 FOR CAD");
    plays(g, 1, suggested(g, 1));
    assert_string_equal(suggested(g, 2), "ACCEPT 1");
    plays(g, 2, "DECLINE");
    assert_true(strncmp(suggested(g, 1), "SPOT", 4) != 0); /* once a turn */
    game_free(g);
}

/* Ties are settled beforehand, and when it is asked. */
static void bots_choose(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    for (int c = 0; c < CURRENCIES; c++)
        has_cash(g, 1, c, c == JPY ? 20 : 0);
    for (int c = 0; c < CURRENCIES; c++)
        table_set(g->table, T_GONE + c, 0, CERTIFICATES), table_set(g->table, T_HELD + c, 0, 0);
    table_set(g->table, T_CARD, 0, 1);
    plays(g, 1, "RESOLVE");
    assert_string_equal(awaited(g), "choose 1");
    assert_string_equal(suggested(g, 1), "CHOOSE JPY"); /* it has most of that */
    game_free(g);
}

/* What a contract will bring is made stronger before it is resolved. */
static void bots_invest_before_contracts_resolve(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 8 USD FOR JPY");
    table_move(g->table, table_first(g->table, P_QUEUE, 0), P_QUEUE, 0);
    plays(g, 2, "INVEST GBP");
    for (int c = 0; c < CURRENCIES; c++)
        has_cash(g, 1, c, c == USD ? 16 : c == JPY ? 4 : 0);
    assert_string_equal(queue(g), "A DIVIDEND");
    assert_string_equal(suggested(g, 1), "INVEST JPY"); /* not with the USD that are promised */
    plays(g, 1, suggested(g, 1));
    plays(g, 2, "INVEST EUR");
    assert_string_equal(suggested(g, 1), "RESOLVE A"); /* nothing is left to invest */
    game_free(g);
}

/* Never bankrupt when it can be avoided. */
static void bots_play_for_time(void **state)
{
    (void)state;
    struct game *g = game_bare(2);
    plays(g, 1, "CONTRACT PAY 5 USD FOR JPY");
    for (int c = 0; c < CURRENCIES; c++)
        has_cash(g, 1, c, 0);
    uint16_t pile = table_first(g->table, P_QUEUE, 0);
    table_move(g->table, pile, P_QUEUE, 0);
    plays(g, 2, "RESOLVE A");
    table_move(g->table, pile, P_QUEUE, 0);
    assert_string_equal(queue(g), "A* DIVIDEND");
    for (int c = 0; c < CURRENCIES; c++)
        has_cash(g, 1, c, 0);
    assert_true(strncmp(suggested(g, 1), "CONTRACT", 8) == 0);
    has_shares(g, 1, USD, 2);
    assert_string_equal(suggested(g, 1), "DIVEST USD ALL");
    has_shares(g, 1, USD, 0);
    for (int i = 0; i < 5; i++) {
        plays(g, 1, "CONTRACT PAY 1 GBP FOR EUR");
        plays(g, 2, "INVEST CNY");
        has_cash(g, 2, CNY, 4);
        has_shares(g, 2, CNY, 0);
    }
    assert_string_equal(suggested(g, 1), "RESOLVE A"); /* nothing else is left */
    game_free(g);
}

/* --- debts ----------------------------------------------------------------------------------- */

static bool in_trouble(const struct game *g, int seat)
{
    struct due e;
    uint16_t loan = forex_loan(g->table, seat);
    if (!loan)
        return false;
    forex_entry(g->table, loan, &e);
    return !forex_pays(g->table, &e);
}

/* Whether this line, on this table, would leave the seat with a loan that it can pay, or none. */
static bool would_save(struct game *g, int seat, const struct table *table, const char *line)
{
    struct table *now = table_clone(g->table);
    table_copy(g->table, table);
    bool saved = !letter(g, seat, line)[0];
    if (saved && !forex_engine.finished(g->table))
        forex_engine.advance(&g->play);
    saved = saved && !table_get(g->table, T_BANKRUPT, 0) && !in_trouble(g, seat);
    table_copy(g->table, now);
    table_free(&now);
    return saved;
}

/* Any way out that needs nobody's consent: a quote, a sale, what is first in the queue. */
static bool could_be_saved(struct game *g, int seat, const struct table *table)
{
    char line[100];
    for (int64_t quote = table_get(table, T_SERIAL, 0); quote > 0; quote--) {
        snprintf(line, sizeof line, "SPOT TAKE %d", (int)quote);
        if (would_save(g, seat, table, line))
            return true;
    }
    for (int c = 0; c < CURRENCIES; c++) {
        snprintf(line, sizeof line, "DIVEST %s ALL", forex_currency[c]);
        if (would_save(g, seat, table, line))
            return true;
    }
    return would_save(g, seat, table, "RESOLVE");
}

/* Chance plays until somebody owes what he cannot pay; then that seat is a bot's. */
static void bots_save_seats_in_debt(void **state)
{
    (void)state;
    int taken = 0, lost = 0, missed = 0;
    for (int i = 0; i < 600; i++) {
        struct game *g = game_new(2 + i % 5);
        struct table *last = NULL;
        int bot = 0;
        dice_state = (uint32_t)i * 2654435761u + 5;
        game_setup(g, (uint32_t)i);
        for (int n = 0; !forex_engine.finished(g->table) && n < LETTERS_MOST; n++) {
            struct await v[AWAITS_MAX];
            char line[100];
            forex_engine.awaits(g->table, g->options, v);
            for (int seat = 1; seat <= table_seats(g->table) && !bot; seat++)
                bot = in_trouble(g, seat) ? seat : 0;
            bool turn = strcmp(v[0].what, "turn") == 0;
            if (v[0].seat == bot && turn) {
                table_free(&last);
                last = table_clone(g->table);
            }
            if (v[0].seat == bot)
                snprintf(line, sizeof line, "%s", suggested(g, bot));
            else if (turn)
                random_line(g, line, sizeof line);
            else
                random_answer(line, sizeof line, v[0].what);
            const char *wrong = letter(g, v[0].seat, line);
            assert_true(!wrong[0] || v[0].seat != bot);
            if (wrong[0])
                continue;
            forex_engine.advance(&g->play);
            arena_reset(&g->arena);
        }
        taken += bot != 0;
        bool bankrupt = bot && table_get(g->table, T_BANKRUPT, 0) == bot;
        lost += bankrupt;
        missed += bankrupt && last && could_be_saved(g, bot, last);
        table_free(&last);
        game_free(g);
    }
    print_message("%d seats in debt taken over, %d bankrupt, %d of them needlessly\n", taken, lost,
                  missed);
    assert_true(taken > 100);
    assert_int_equal(missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_end_their_games), cmocka_unit_test(bots_beat_chance),
        cmocka_unit_test(bots_answer),          cmocka_unit_test(bots_ask),
        cmocka_unit_test(bots_choose),
        cmocka_unit_test(bots_invest_before_contracts_resolve),
        cmocka_unit_test(bots_play_for_time),
        cmocka_unit_test(bots_save_seats_in_debt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
