/* changes: whether bytes are a whole changeset of piece and tally.
 *
 * SQLite's own reader trusts what it reads and may never come back from a cut or damaged one, so
 * every stored changeset is looked through before SQLite gets it. */
#ifndef STORE_CHANGES_H
#define STORE_CHANGES_H

#include "store/db.h"

bool changes_sound(struct slice changes);

/* The changeset (column "changes") of the row a statement is at, in malloc'ed memory; NULL when it
 * makes no sense. */
char *changes_open(struct store *s, struct stmt *q, size_t *n);

#endif
