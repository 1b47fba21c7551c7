/* bounce: letters that came back.
 *
 * A letter that the other side refuses for good counts against its seat. From the second on the
 * seat is held: its turns have no deadline, since its player does not know of them, and the
 * moderator is told. A letter from the player ends that. Windows for reactions are not held: one
 * player's absence must not stop the table. */
#ifndef RUN_BOUNCE_H
#define RUN_BOUNCE_H

#include "turn/sitting.h"

enum { BOUNCES_HELD = 2 };

/* One more letter to the seat came back for good. Inside the caller's transaction. */
int bounce_count(struct house *house, int64_t game, int seat, struct fault *fault) CHECKED;

/* A letter of the seat's player is here: what was held has a new deadline. */
int bounce_clear(struct sitting *s, int seat, struct fault *fault) CHECKED;

/* Looks for the letter of ours that a bounce is about, and counts it when it is new and for good.
 * *game and *seat get whose letter it was, 0 when it is none of ours. */
struct letter;
int bounce_take(struct house *house, const struct letter *letter, struct arena *arena,
                int64_t *game, int *seat, struct fault *fault) CHECKED;

#endif
