/* flow: whose turn it is, what follows by itself, who is awaited, what silence means. */
#ifndef CAPITAL_FLOW_H
#define CAPITAL_FLOW_H

#include "engines/capital/state.h"

/* The phase and the seat on turn as far as they make sense on this table. */
int capital_phase(const struct engine *engine, const struct table *t);
int capital_turn(const struct table *t);

/* --- flow.c ------------------------------------------------------------------------------ */

void capital_advance(struct play *play);
int capital_awaits(const struct table *t, const int64_t *options, struct await *out);
void capital_expire(struct play *play, const struct await *await);
void capital_leave(struct play *play, int seat);
enum hold capital_held(const struct table *t, int seat, int64_t hold);
bool capital_matches(const struct table *t, const int64_t *options, const struct await *await,
                     const struct order *situation);

/* Moves every pawn of the seat on turn that has not moved; parked ones stay unless `all`. Ends the
 * turn, or stops where somebody is awaited. */
void capital_finish_turn(struct play *play, int seat, bool all);
/* Whether that would need a die. */
bool capital_needs_die(const struct play *play, int seat);

/* --- final.c ----------------------------------------------------------------------------- */

/* 160 shares, the most when all are sold, the last one left. */
void capital_check_end(struct play *play);
/* The limit of rounds is reached. */
void capital_end_rounds(struct play *play);
int capital_standings(const struct board *b, const struct table *t, struct standing *out);

#endif
