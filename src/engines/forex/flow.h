/* flow: whom the game waits for, what silence means, and what follows by itself. See engine.h. */
#ifndef FOREX_FLOW_H
#define FOREX_FLOW_H

#include "engines/forex/state.h"

void forex_advance(struct play *play);
int forex_awaits(const struct table *t, const int64_t *options, struct await *out);
/* Its bot plays on, its contracts stand, it cannot win. */
void forex_leave(struct play *play, int seat);
void forex_expire(struct play *play, const struct await *await);
enum hold forex_hold(const struct table *t, int seat, int64_t hold);
bool forex_matches(const struct table *t, const int64_t *options, const struct await *await,
                   const struct order *situation);

#endif
