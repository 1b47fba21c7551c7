/* notes: orders kept on the table for later, each seen by its owner only.
 *
 * A plan says what a company does wherever it lands; sealed orders wait for the round to be
 * played; a liquidation waits for a due that needs it, and the choices of a landing for the due it
 * raised. An order is kept term by term in the marks
 * of pieces, three terms a piece; texts are not kept. */
#ifndef CAPITAL_NOTES_H
#define CAPITAL_NOTES_H

#include "engines/capital/state.h"

/* Slots of notes; a plan's is NOTE_PLAN + company. */
enum { NOTE_SEALED = 1, NOTE_LIQUIDATE = 2, NOTE_THEN = 3, NOTE_PLAN = 10 };
enum { NOTES_MOST = 200, NOTE_TERMS = 3 }; /* pieces of a seat, terms of a piece */

/* false: there is no room, or a number is too large to be kept. */
bool capital_note_put(struct play *play, int seat, int slot, const struct order *order);
/* The first piece of the next note behind `after` (0: of the first); 0: no more. */
uint16_t capital_note_next(const struct table *t, int seat, int slot, uint16_t after);
void capital_note_read(const struct play *play, uint16_t id, struct order *order);
/* The same from a view. */
void capital_note_show(const struct table *t, const struct engine *engine, struct arena *arena,
                       uint16_t id, struct order *order);
void capital_note_drop(struct table *t, int seat, uint16_t id);
void capital_notes_drop(struct table *t, int seat, int slot);
void capital_notes_clear(struct table *t, int seat);
void capital_plan_clear(struct table *t, int company); /* whoever wrote it */

#endif
