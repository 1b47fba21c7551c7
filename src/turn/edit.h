/* edit: what a ruling does to a table, written down so that it can be done again.
 *
 * The journal keeps a ruling as one JSON body; live and in a replay the same function makes the
 * same table of it:
 *     {"by":"m1",                     who ruled: a moderator, or "house" (the command line)
 *      "ruling":"MOVE T8 TO hand 2",  as it was written, canonical
 *      "told":{"code":"ruling.move"}, what everybody is told; none: nobody is
 *      "edits":[{"move":12,"to":"hand","seat":2,"slot":0}, {"swap":3,"with":4},
 *               {"set":"score","seat":1,"value":12}, {"shuffle":"deck","seat":0}],
 *      "back":9, "keep":true,         UNDO and REDO: the table as it was right after turn 9;
 *                                     piles that were touched since are shuffled unless kept
 *      "option":"k=v", "was":"k=v",   an option of the game, or several parted by spaces
 *      "plays":2}                     the orders behind it in the journal are of this seat */
#ifndef TURN_EDIT_H
#define TURN_EDIT_H

#include "turn/turn.h"

/* Does in memory what the body says, tells each seat what it may know of it, and lets the engine go
 * on, unless it is a preview: what the engine would draw then is not for anybody to know. `past` is the
 * table right after turn "back"; NULL when there is none. false when the body makes no sense; the table
 * is then in no state to be used. */
bool edit_apply(struct sitting *s, const json_t *body, const struct table *past, bool preview,
                struct attempt *a);

/* Sets the options of such a list; false when it makes no sense. */
bool edit_options(const struct engine *engine, int64_t values[OPTIONS_MAX], const char *list,
                  struct arena *arena);

/* Puts what everybody is told before the other events. */
void edit_told(struct sitting *s, const json_t *body, struct attempt *a);

/* A pile: counted, seen by nobody, of the table itself. Its order is chance and nothing else. */
bool edit_is_pile(const struct schema *schema, int place);

#endif
