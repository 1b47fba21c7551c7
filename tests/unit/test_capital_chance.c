/* Three players who trade, give, found and liquidate at large, whoever's turn it is: the invariant holds
 * behind every line. What one of them has sold, lost or founded meanwhile is what breaks an offer. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_game.h"

enum { GAMES = 150, LINES = 300, SEATS = 3 };

static uint64_t chance_state = 20261118;

static int below(int n)
{
    chance_state = chance_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((chance_state >> 33) % (uint64_t)n);
}

static const char *one_of(const char *const *v, int n)
{
    return v[below(n)];
}
#define ONE_OF(...)                                                                                \
    one_of((const char *const[]){__VA_ARGS__},                                                     \
           (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* --- a table in the middle of a game ------------------------------------------------------------ */

static void lay_group(struct game *g, int seat)
{
    int h = capital_holding(seat);
    for (int n = 1; n <= 3; n++) {
        int other = capital_holding(seat % SEATS + 1);
        has_company(g, h + n, below(TYPES), 20 + below(10) * 10, n > 1 && below(2) ? h + n - 1 : h);
        at(g, h + n, g->board->cells[below(g->board->n)].name);
        if (below(3) == 0)
            company_set(g->table, T_MINORITY, h + n, other + 1);
        has_shares(g, h + n, below(4) * SHARE_LOT);
    }
    has_cash(g, seat, 100 + below(300), below(300));
    int64_t cash = capital_cash(g->table, seat, WHITE) + capital_cash(g->table, seat, BLACK);
    has_books(g, h, cash / 2);
    has_books(g, h + 1, cash - cash / 2);
    at(g, h, g->board->cells[below(g->board->n)].name);
}

/* --- lines ------------------------------------------------------------------------------------- */

static const char *company_of(const struct game *g, int seat)
{
    int v[COMPANIES], n = 0;
    for (int c = 0; c < SEATS * NUMBERS; c++)
        if (capital_owner(g->board, g->table, c) == seat)
            v[n++] = c;
    return n ? capital_company[v[below(n)]] : "H";
}

static const char *item_of(struct game *g, int seat)
{
    switch (below(5)) {
    case 0:
        return arena_printf(&g->arena, "%d %s", 1 + below(60), ONE_OF("WHITE", "BLACK"));
    case 1:
        return "10 SHARES";
    default:
        return arena_printf(&g->arena, "COMPANY %s", company_of(g, seat));
    }
}

/* An answer to one of the offers this seat was made; NULL: there is none. */
static const char *answer(struct game *g, int seat)
{
    struct offer v[SEATS * OFFERS_MOST];
    int n = 0;
    for (int s = 1; s <= SEATS; s++)
        for (uint16_t id = table_first(g->table, P_OFFER, s); id; id = table_next(g->table, id)) {
            capital_offer_read(g->table, id, &v[n]);
            n += v[n].to == seat;
        }
    if (!n)
        return NULL;
    const struct offer *o = &v[below(n)];
    if (o->kind == OFFER_GIFT)
        return arena_printf(&g->arena, "TAKE %d %s", o->number, ONE_OF("OFF BOOKS", "ON H"));
    return arena_printf(&g->arena, "ACCEPT %d BY %s", o->number, company_of(g, seat));
}

static const char *line_of(struct game *g, int seat)
{
    int to = 1 + below(SEATS);
    const char *own = company_of(g, seat), *other = company_of(g, seat), *answered = answer(g, seat);
    if (answered && below(3))
        return answered;
    switch (below(9)) {
    case 0:
    case 1:
    case 2:
        return arena_printf(&g->arena, "PROPOSE %s FROM %s TO %s FOR %s TO %s", item_of(g, seat), own,
                            seat_names[to], item_of(g, to), other);
    case 3:
        return arena_printf(&g->arena, "GIVE %d %s FROM %s TO %s", 1 + below(30), ONE_OF("WHITE", "BLACK"),
                            own, seat_names[to]);
    case 4:
        return arena_printf(&g->arena, "FOUND %d FIN CAPITAL %d FROM %s %s WITH %s", 1 + below(5),
                            10 + below(4) * 5, own, ONE_OF("60/40", "40/60"), company_of(g, to));
    case 5:
        return arena_printf(&g->arena, "LIQUIDATE %s", own);
    case 6:
        return arena_printf(&g->arena, "TRANSFER %d FROM %s TO %s", 1 + below(50), own, other);
    case 7:
        return arena_printf(&g->arena, "ENTRY %s %+d", own, below(60) - 30);
    default:
        return arena_printf(&g->arena, "MOVE %s THEN %s", own,
                            ONE_OF("BORROW MAX", "REPAY ALL", "STAKE ALL", "DEPOSIT ALL", "FOUND 4 TRA CAPITAL MAX",
                                   "BUY MAX", "ACCUSE Bob"));
    }
}

/* --- playing ----------------------------------------------------------------------------------- */

static void everything_at_large(void **state)
{
    static const char *const options[] = {NULL, "await-choices=yes", "pace=rounds free-trade=yes",
                                          "await-choices=yes ggff-fine=white liquidation=harsh"};
    int accepted = 0;
    (void)state;
    for (int k = 0; k < GAMES; k++) {
        struct game *g = game_new(SEATS, options[k % 4]);
        g->luck.seed[0] = (uint8_t)k;
        for (int seat = 1; seat <= SEATS; seat++)
            lay_group(g, seat);
        holds(g);
        for (int i = 0; i < LINES && !capital_engine.finished(g->table); i++) {
            struct await v[AWAITS_MAX];
            int n = capital_engine.awaits(g->table, g->options, v);
            int seat = below(2) ? v[below(n)].seat : 1 + below(SEATS);
            const char *line = line_of(g, seat);
            if (letter(g, seat, line)[0])
                continue;
            accepted += strncmp(line, "ACCEPT", 6) == 0;
            if (g->outcome != OUTCOME_HOLD)
                capital_engine.close(&g->play, seat);
            capital_engine.advance(&g->play);
            holds(g);
            if (below(20) == 0 && (n = capital_engine.awaits(g->table, g->options, v)) > 0)
                silence(g, v[below(n)].seat);
        }
        game_free(g);
    }
    assert_true(accepted > GAMES); /* else it tries nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(everything_at_large)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
