/* note: what is journalled besides the engine's play: talk, and what the house itself does.
 *
 * Notes belong to the turn that was played last. They are news for the seats in their sight, like events,
 * and play no part in a replay. */
#ifndef TURN_NOTE_H
#define TURN_NOTE_H

#include "turn/sitting.h"

/* Appends a note and writes the game's row. Takes the body: {"code":"say",…}; {"seat":2} and
 * {"time":1772445600} inside become what a reader is shown. */
int note_add(struct sitting *s, const char *kind, int seat, sight sight, json_t *body,
             struct fault *fault) CHECKED;

/* Whether a seat may note more before the game moves on: every reader is sent what was noted, and a
 * turn that nobody ends must not grow without end. `as` is the seat its notes are kept under. */
enum { NOTE_BYTES = 100000 };
int note_room(struct sitting *s, int seat, int as, bool *room, struct fault *fault) CHECKED;

bool note_is(const char *kind); /* "talk", "notice" */

#endif
