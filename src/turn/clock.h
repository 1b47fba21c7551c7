/* clock: when what is awaited is due.
 *
 * Time runs at the game's pace (turn/pace.h). A clock stands still while its game is paused; a turn
 * clock also while there is a reason to wait for its seat (seat->still), and it begins only when the
 * vacation of its seat is over (seat->away). Reaction windows and negotiations wait for nobody: one
 * traveller must not stall the table.
 *
 * An await that vanishes and comes back for the same matter has the time it had left; on its turn a
 * seat then has the reaction time at least. A negotiation has one clock for all who take part: it runs as
 * long as any of them is asked. */
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

/* Gives an await its whole time again. */
int clock_again(struct sitting *s, struct await_row *row, struct fault *fault) CHECKED;

/* Why the clock of an await stands still ("still.paused"), NULL when it runs. */
const char *clock_still(const struct sitting *s, const struct await_row *row);

/* The seconds an await has left; running ones in its game's running time. */
int64_t clock_left(const struct sitting *s, const struct await_row *row);

/* The game has gone back: what it numbers from now on may have the number of what was there before. So windows
 * and negotiations have all their time again; a turn has what it had left. */
int clock_forget(struct sitting *s, struct fault *fault) CHECKED;

/* A reason to wait for a seat is gone: its turn goes on, with the reaction time at least. Writes the
 * seat. */
int clock_wake(struct sitting *s, struct seat *seat, unsigned reasons, struct fault *fault) CHECKED;

/* The seat is away until a time (0: not any more): its turn deadlines move. Writes the seat. */
int clock_away(struct sitting *s, struct seat *seat, int64_t until, struct fault *fault) CHECKED;

/* Another pace from now on: what runs keeps the time it has left, and moves off quiet days. Writes the
 * game. */
int clock_set_pace(struct sitting *s, const struct pace *pace, struct fault *fault) CHECKED;

/* The game's pace from its row, and back. */
int clock_read_pace(struct sitting *s, struct fault *fault) CHECKED;
void clock_note_pace(struct sitting *s);

/* The house did not run for so many seconds: what expired meanwhile is put off by them. */
int clock_give_back(struct sitting *s, int64_t since, struct fault *fault) CHECKED;

/* The system's clock went back from `since`: no await has more left than it was given, and no seat is
 * away for longer than its game allows. */
int clock_rein_in(struct sitting *s, int64_t since, struct fault *fault) CHECKED;

#endif
