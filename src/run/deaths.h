/* deaths: letters and deadlines the program dies of.
 *
 * Before letters are played the first of them is noted; what is played takes the note away. A note that is
 * still there when the program starts again means that it died: then letters are played one by one, and
 * one it has died of DEATHS_MOST times is set aside, so that those behind it get their turn. With
 * deadlines it is the same: the game of the first one is noted, and held in the end. */
#ifndef RUN_DEATHS_H
#define RUN_DEATHS_H

#include "run/run.h"

enum { DEATHS_MOST = 3 };

enum death { DEATH_LETTER, DEATH_DEADLINE };

/* Notes the letter, or the game of a deadline, in a transaction of its own; *deaths is how often it was noted and not played. */
int deaths_note(struct run *run, enum death kind, int64_t id, int64_t *deaths, struct fault *fault) CHECKED;

/* Inside the transaction in which it is played. */
int deaths_none(struct run *run, enum death kind, struct fault *fault) CHECKED;

/* It was not played, but nobody died: a full disk is not the letter's fault. */
void deaths_forgive(struct run *run, enum death kind);

#endif
