/* pay: PAY AUTO, exactly.
 *
 * Among all payments that cover the cost: the one that leaves the rest of the hand its highest
 * best value, then the fewest cards, then a fixed order: the one that pays more of the earliest
 * card in T1 T3 T5 T8 S1 … C8 10 … 20 where two differ first. */
#ifndef VENTURE_PAY_H
#define VENTURE_PAY_H

#include "engines/venture/cards.h"

/* false when even the whole hand does not cover the cost. */
bool venture_pay_best(const struct venture *v, const struct hand *hand, int cost,
                      struct hand *paid);

/* A card of the payment that could have stayed in hand; -1 when none could. */
int venture_pay_superfluous(const struct venture *v, const struct hand *paid, int cost);

#endif
