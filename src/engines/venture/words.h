/* words: the grammar of Venture's orders. */
#ifndef VENTURE_WORDS_H
#define VENTURE_WORDS_H

#include "engines/venture/cards.h"
#include "order/order.h"

enum { V_TAKE, V_FIGHT, V_REORGANIZE, V_PAY, V_DISCARD, V_PASS, VERBS };
enum { K_ON, K_NEW, K_FOR, K_AUTO, K_ANYWAY, KEYWORDS };

/* Types of words. A company's value is its kind; a card's and a proxy's is the card. */
enum { W_COMPANY, W_CARD, W_PROXY, WORDS };

extern const struct grammar venture_grammar;

#endif
