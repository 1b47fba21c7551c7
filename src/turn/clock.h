/* clock: when what is awaited is due.
 *
 * A clock stands still while its game is paused; a turn clock also while there is a reason to wait
 * for its seat (seat->still). Reaction windows and negotiations wait for nobody: one traveller must
 * not stall the table. */
#ifndef TURN_CLOCK_H
#define TURN_CLOCK_H

#include "turn/sitting.h"

/* Works out who is awaited now: an await for the same matter keeps its number and deadline. */
int clock_renew(struct sitting *s, struct fault *fault) CHECKED;

/* Stops and starts the clocks after s->game.paused or a seat's `still` has changed. The caller
 * writes game and seat. */
int clock_adjust(struct sitting *s, struct fault *fault) CHECKED;

/* Sets one deadline; of a clock that stands still, what will remain when it goes on. */
int clock_set(struct sitting *s, struct await_row *row, int64_t deadline, struct fault *fault) CHECKED;

#endif
