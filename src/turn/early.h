/* early: orders sent before their turn.
 *
 * The NEXT lines of one letter are one letter, which is played when the seat is on turn next (an await
 * "turn" or "round" that is not the one it had when it wrote); a second such letter waits for the turn behind
 * that. Nobody else can tell that it waits: it is in no journal before it is played. What has become
 * illegal by then is told to its sender, and the clock runs. */
#ifndef TURN_EARLY_H
#define TURN_EARLY_H

#include "turn/turn.h"

enum { EARLY_LETTERS = 10, EARLY_LINES = 60 }; /* of one seat, of one letter */

/* Adds an order to the early letter *number of a seat; 0 begins a new one and sets it. *full: there
 * is no room. */
int early_add(struct sitting *s, int seat, const struct order *order, int64_t *number, bool *full,
              struct fault *fault) CHECKED;

/* Takes one back, or all (0). *n: how many it were. */
int early_cancel(struct sitting *s, int seat, int64_t number, int *n, struct fault *fault) CHECKED;

/* Plays the early letter of at most one seat that is on turn now. */
int early_play(struct sitting *s, bool *done, struct fault *fault) CHECKED;

/* [{"number":1,"lines":[{"line":"TAKE OIL-EF"}]}]; NULL when nothing waits. */
json_t *early_json(const struct sitting *s, int seat);

#endif
