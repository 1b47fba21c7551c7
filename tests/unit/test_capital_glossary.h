/* What the cases of the glossary share. Include behind cmocka.h. */
#ifndef TEST_CAPITAL_GLOSSARY_H
#define TEST_CAPITAL_GLOSSARY_H

#include "test_capital_game.h"

/* Seat 1 of two with a company 1 of this type, capital 100; all its money is on that register. */
static inline struct game *one_company(int type, int64_t white, int64_t black)
{
    struct game *g = game_new(2, NULL);
    has_books(g, RH, 0);
    has_company(g, R1, type, 100, RH);
    has_cash(g, 1, white, black);
    has_books(g, R1, white + black);
    holds(g);
    return g;
}

/* What a landing makes of its money, in purse and books. */
static inline void becomes(int type, int64_t white, int64_t black, const char *cell,
                           int64_t white_after, int64_t black_after)
{
    struct game *g = one_company(type, white, black);
    lands_done(g, R1, cell);
    assert_cash(g, 1, white_after, black_after);
    assert_books(g, R1, white_after + black_after);
    game_free(g);
}

/* The same of a stake and its die. */
static inline void stakes(int type, int64_t white, int64_t black, const char *cell,
                          const char *order, int die, int64_t white_after, int64_t black_after)
{
    struct game *g = one_company(type, white, black);
    lands(g, R1, cell);
    next_die(g, die);
    orders(g, 1, order);
    assert_cash(g, 1, white_after, black_after);
    assert_books(g, R1, white_after + black_after);
    game_free(g);
}

#endif
