/* words: the grammar of For-Ex's orders, and of the situations a standing order can name. */
#ifndef FOREX_WORDS_H
#define FOREX_WORDS_H

#include "engines/forex/board.h"
#include "order/order.h"

enum {
    V_SPOT,
    V_ACCEPT,
    V_DECLINE,
    V_SUGGEST,
    V_WITHDRAW,
    V_CONTRACT,
    V_INVEST,
    V_DIVEST,
    V_SELL,
    V_PASS,
    V_RESOLVE,
    V_CHOOSE,
    VERBS,
};
enum { K_GIVE, K_TO, K_FOR, K_TAKE, K_PAY, K_AND, K_ALL, K_DIVIDEND, K_PREFER, KEYWORDS };

/* Types of words: a currency's value is its number, a letter's 0 to 5. */
enum { W_CURRENCY, W_LETTER, WORDS };

/* Situations:
 *     DIVEST [USD]                 somebody sells USD, and this seat may sell, too
 *     SPOT [USD [FOR JPY]] [FROM Bob]    this seat is offered a spot trade in which USD changes
 *                                  hands, or in which it is given USD for its JPY
 *     TIE [USD]                    this seat has to choose, and USD is one of the choices */
enum { S_DIVEST, S_SPOT, S_TIE, SITUATIONS };
enum { SK_FOR, SK_FROM, SITUATION_KEYWORDS };

extern const struct grammar forex_grammar, forex_situations;

/* "[6] USD … FOR [12] JPY" anywhere in an order. */
struct swap {
    int currency[2];
    int64_t sum[2];     /* in half-units; -1: not said */
    int currency_at[2]; /* terms */
    int sum_at[2];      /* -1: not said */
    int seat, seat_at;  /* 0: none */
};
void forex_read_swap(const struct order *order, struct swap *swap);

#endif
