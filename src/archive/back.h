/* back: a game as it was after a past turn. */
#ifndef ARCHIVE_BACK_H
#define ARCHIVE_BACK_H

#include "turn/sitting.h"

/* Puts the sitting back to how it was after a turn of 0 to the present one: table and turn. Whom it
 * waited for then is not known any more. Nothing is stored. */
int back_to(struct sitting *s, int64_t turn, struct fault *fault) CHECKED;

/* The same with a table that is at hand, which is copied, and the number players read for the turn. */
void back_put(struct sitting *s, int64_t turn, int64_t shown, const struct table *table);

#endif
