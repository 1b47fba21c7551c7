/* changes: whether bytes are a whole changeset of piece and tally.
 *
 * SQLite's own reader trusts what it reads and may never come back from a cut or damaged one, so
 * every stored changeset is looked through before SQLite gets it. */
#ifndef STORE_CHANGES_H
#define STORE_CHANGES_H

#include "base/slice.h"

bool changes_sound(struct slice changes);

#endif
