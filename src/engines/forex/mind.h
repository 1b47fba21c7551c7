/* mind: what a bot makes of the table: worth of currencies, what every seat stands to have, and
 * what may be spent without failing to pay later. Whole numbers only, so that the same view leads
 * to the same orders everywhere. */
#ifndef FOREX_MIND_H
#define FOREX_MIND_H

#include "engines/forex/state.h"

enum { MONEY_MOST = 1000 }; /* more than that is a ruling's; it would only overflow */

struct mind {
    const struct table *t;
    int seat, seats;
    struct rates rates;
    int card;              /* the next dividend card */
    int strongest;         /* as things stand */
    int worth[CURRENCIES]; /* of half a unit; about 1024 */
    int rise[CURRENCIES];  /* what strengthening adds to that */
    int left[CURRENCIES];  /* dividends a certificate still brings, in half-units */
    int cash[SEATS_MAX + 1][CURRENCIES];
    int held[SEATS_MAX + 1][CURRENCIES]; /* 0: left to buy */
    int all[CURRENCIES];                 /* held by all seats */
    int lead[CURRENCIES];  /* how much more of it than the average seat this one will have */
    int spare[CURRENCIES]; /* cash that no open contract or loan will need */
    int after[CURRENCIES]; /* cash when the whole queue is resolved */
    bool short_of_cash;    /* something in the queue cannot be paid as things stand */
    uint32_t mood;         /* a number that looks like chance, from what lies on the table */
};

void forex_mind_read(struct mind *m, const struct table *t, int seat);

/* What any seat may spend without failing to pay later, and what it has when the whole queue is
 * resolved: walks the queue with its purse. */
void forex_mind_spare(const struct mind *m, int seat, int spare[CURRENCIES], int after[CURRENCIES]);

/* A gain as this seat feels about it today: a quarter more or less, other for every `what`. */
int forex_mind_feel(const struct mind *m, int what, int gain);

#endif
