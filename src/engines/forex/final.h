/* final: how the game ends, and how it would end now. All of it is public. */
#ifndef FOREX_FINAL_H
#define FOREX_FINAL_H

#include "engines/forex/state.h"

/* The currencies (bits) that are stronger in most pairs and, among those, have most certificates
 * in players' hands. */
unsigned forex_strongest(const struct table *t);

/* The strongest one; when the choice is still open, the one that was preferred or is first. */
int forex_strongest_now(const struct table *t);

/* What a seat's cash comes to in a currency, in half-units. */
int64_t forex_money(const struct table *t, int seat, int currency);

/* All seats in the order of seats; ranks as the game would end now. Returns how many. */
int forex_standings(const struct table *t, struct standing *out);

/* The strongest currency is known: everyone converts, and the game is over. */
void forex_finish(struct play *play, int strongest);

/* Resolves the rest of the queue after the last dividend card. */
void forex_sweep(struct play *play);

/* Finds the strongest currency, or asks for it. */
void forex_end(struct play *play);

#endif
