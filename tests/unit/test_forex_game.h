/* A For-Ex table that a test lays out as it likes, and letters played on it. Include behind
 * cmocka.h. */
#ifndef TEST_FOREX_GAME_H
#define TEST_FOREX_GAME_H

#define GAME_ENGINE  forex_engine
#define GAME_CHECKED 1
#define GAME_TRIES   1
#include "engines/forex/final.h"
#include "engines/forex/orders.h"
#include "test_engine_game.h"

static inline struct game *game_new(int seats)
{
    return game_open(seats, 0);
}

/* Set up; every certificate that chance took out is back. */
static inline struct game *game_bare(int seats)
{
    struct game *g = game_new(seats);
    game_setup(g, 1);
    for (int c = 0; c < CURRENCIES; c++) {
        table_set(g->table, T_HELD + c, 0, CERTIFICATES);
        table_set(g->table, T_GONE + c, 0, 0);
    }
    return g;
}

/* --- laying out -------------------------------------------------------------------------- */

/* Cash in half-units, from the bank. */
static inline void has_cash(struct game *g, int seat, int currency, int sum)
{
    int now = forex_cash(g->table, seat, currency);
    if (sum > now)
        forex_pay(g->table, currency, 0, seat, sum - now);
    else
        forex_pay(g->table, currency, seat, 0, now - sum);
}

static inline void has_shares(struct game *g, int seat, int currency, int n)
{
    int now = forex_held(g->table, seat, currency);
    table_plus(g->table, T_HELD + currency, 0, now - n);
    table_set(g->table, T_HELD + currency, seat, n);
    holds(g);
}

static inline void rate(struct game *g, int a, int b, int box)
{
    forex_box_set(g->table, a, b, box);
}

/* Passes for everyone who is asked to sell. */
static inline void nobody_sells(struct game *g)
{
    while (table_get(g->table, T_PHASE, 0) == PHASE_SALES) {
        struct await v[AWAITS_MAX];
        assert_true(forex_engine.awaits(g->table, g->options, v) > 0);
        plays(g, v[0].seat, "PASS");
    }
}

/* --- looking ----------------------------------------------------------------------------- */

static inline int cash(const struct game *g, int seat, int currency)
{
    return forex_cash(g->table, seat, currency);
}

static inline int box(const struct game *g, int a, int b)
{
    return forex_box(g->table, a, b);
}

/* "A DIVIDEND B": the queue. */
static inline const char *queue(const struct game *g)
{
    static char text[80];
    text[0] = '\0';
    for (uint16_t id = table_first(g->table, P_QUEUE, 0); id; id = table_next(g->table, id)) {
        struct due e;
        forex_entry(g->table, id, &e);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s%s", text[0] ? " " : "",
                 forex_kinds[e.letter], e.what == DUE_LOAN ? "*" : "");
    }
    return text;
}

/* --- chance ------------------------------------------------------------------------------ */

static uint32_t dice_state __attribute__((unused));

static inline int dice(int n)
{
    dice_state = dice_state * 1664525u + 1013904223u;
    return (int)((dice_state >> 8) % (uint32_t)n);
}

/* Some line, often illegal. */
static inline void random_line(struct game *g, char *line, size_t size)
{
    const char *a = forex_currency[dice(CURRENCIES)], *b = forex_currency[dice(CURRENCIES)];
    int seats = table_seats(g->table);
    switch (dice(16)) {
    case 0:
        snprintf(line, size, "SPOT GIVE %s TO %d FOR %s", a, 1 + dice(seats), b);
        break;
    case 1:
        snprintf(line, size, "SPOT TAKE %d", (int)table_get(g->table, T_SERIAL, 0) + 1 - dice(2));
        break;
    case 2:
        snprintf(line, size, "SUGGEST GIVE %s FOR %s", a, b);
        break;
    case 3:
    case 4:
    case 5:
        snprintf(line, size, "CONTRACT PAY %d%s %s FOR %s", dice(10), dice(2) ? ".5" : "", a, b);
        break;
    case 6:
    case 7:
    case 8:
    case 9:
        snprintf(line, size, "INVEST %s %s", a, b);
        break;
    case 10:
    case 11:
        snprintf(line, size, "INVEST %s", a);
        break;
    case 12:
    case 13:
        snprintf(line, size, "DIVEST %s %d", a, 1 + dice(3));
        break;
    default:
        snprintf(line, size, dice(2) ? "RESOLVE PREFER %s %s" : "RESOLVE", a, b);
    }
}

static inline void random_answer(char *line, size_t size, const char *what)
{
    if (strcmp(what, "spot") == 0)
        snprintf(line, size, dice(2) ? "ACCEPT" : "DECLINE");
    else if (strcmp(what, "sell") == 0)
        snprintf(line, size, "SELL %d", dice(4));
    else
        snprintf(line, size, "CHOOSE %s", forex_currency[dice(CURRENCIES)]);
}

#endif
