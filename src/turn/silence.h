/* silence: what happens when a deadline has passed, by the game's policy (turn/pace.h).
 *
 * Only turns are waited for and counted: in a window the default answers, and that is no neglect. A
 * seat that was dismissed is played by a bot until somebody replaces its player, or he writes again. */
#ifndef TURN_SILENCE_H
#define TURN_SILENCE_H

#include "turn/sitting.h"

/* The await has expired. Plays the default or holds; letters about it are queued, reports are not. */
int silence_act(struct sitting *s, const struct await_row *await, struct fault *fault) CHECKED;

/* A letter of the seat has come: what waits for it goes on, and a dismissed player is back. */
int silence_over(struct sitting *s, struct seat *seat, struct fault *fault) CHECKED;

#endif
