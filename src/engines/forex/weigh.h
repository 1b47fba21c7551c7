/* weigh: what a bot's actions are worth to it, in the worth of mind.h times half-units. */
#ifndef FOREX_WEIGH_H
#define FOREX_WEIGH_H

#include "engines/forex/mind.h"

enum { NEVER = 1 << 28 }; /* minus this: not possible, or bankruptcy */

/* A certificate of a currency, whoever pays for it; and whether the rules allow one more. */
int weigh_invest_one(const struct mind *m, int currency);
bool weigh_may_own(const struct mind *m, int currency);

/* The best one or two that can be paid; -1 in `best` for none. */
int weigh_invest(const struct mind *m, int best[2]);

/* All certificates of the currency that is best sold. */
int weigh_divest(const struct mind *m, int *best);

struct deal {
    int pay, get, times, gain; /* times: units of the stronger side */
};
int weigh_contract(const struct mind *m, struct deal *best);

/* A spot trade, as `seat` would make it. */
struct trade {
    int seat, give, give_sum, get, get_sum;
};
/* What a seat has to spare, and what that is worth to it. */
struct purse {
    int spare[CURRENCIES], worth[CURRENCIES];
};
void weigh_purse(const struct mind *m, int seat, struct purse *purse); /* by what is spare */
/* What it is worth to a seat on either side of it. */
int weigh_trade(const struct mind *m, int seat, const struct purse *p, const struct trade *trade);

int weigh_resolve(const struct mind *m);

/* The currency (of these bits) that gains this seat most by being strengthened. */
int weigh_rise(const struct mind *m, unsigned among);

#endif
