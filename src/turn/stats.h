/* stats: what players have to show: games, wins, and whether they answer in time. */
#ifndef TURN_STATS_H
#define TURN_STATS_H

#include "turn/sitting.h"

/* An await is over. It was answered when its seat has played since the last settling; what others
 * made pointless counts neither way. */
int stats_answered(struct sitting *s, const struct await_row *row, struct fault *fault) CHECKED;

/* Its deadline has passed in silence. */
int stats_expired(struct sitting *s, const struct await_row *row, struct fault *fault) CHECKED;

/* The game is over: who sits in it gets his rank; who was silent until a bot took over counts as one
 * who left. */
int stats_finished(struct sitting *s, struct fault *fault) CHECKED;

/* Its player leaves the seat for good. */
int stats_left(struct sitting *s, const struct seat *seat, struct fault *fault) CHECKED;

#endif
