/* recording: what a turn does to pieces and tallies, as a changeset.
 *
 * The bytes are those of SQLite's session extension, which applies, inverts and joins them. It is not
 * asked to make them: a session has to be set up for every turn, and prepares eight statements to say
 * what its hook was told already. */
#ifndef STORE_RECORDING_H
#define STORE_RECORDING_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

enum { RECORDED_TABLES = 2 };

struct recording {
    bool on, torn;  /* torn: something could not be recorded */
    bool again;     /* rows may be written more than once: their changes are joined at the end */
    int64_t game;   /* which game is written; 0 before the first row */
    struct buf changes[RECORDED_TABLES];
};

struct store;
void recording_start(struct store *s);
void recording_stop(struct store *s); /* forgets what was recorded; also when nothing is */
void recording_free(struct recording *r);

/* The changeset so far, for sqlite3_free; a result code of SQLite. */
int recording_changeset(struct store *s, void **changes, int *n);

#endif
