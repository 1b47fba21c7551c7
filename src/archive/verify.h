/* verify: whether a game is what its secret and its orders make it.
 *
 * Everything is played again from the secret: each draw, event and hash of the journal, the table after
 * each turn, where the game stands, and that each report a seat was sent carries the digest of the one
 * before. A game of the house is checked at any time; a record (archive/record.h) by anybody, with
 * nothing but the file. */
#ifndef ARCHIVE_VERIFY_H
#define ARCHIVE_VERIFY_H

#include "turn/replay.h"

struct verdict {
    bool differs;
    struct difference first;
    int64_t turns, entries, draws, reports;
};

/* A game of the house. */
int verify_game(struct sitting *s, struct verdict *verdict, struct fault *fault) CHECKED;

/* A game that has not begun, or was called off before: what was ruled so far. */
int verify_open(struct store *store, const struct game *game, struct arena *arena, struct verdict *verdict,
                struct fault *fault) CHECKED;

/* A sitting without a house, and a journal: what a record holds. `standings` as it has them. */
void verify_journal(struct sitting *s, const struct entry *v, int n, const struct standing *standings,
                    int nstandings, struct verdict *verdict);

#endif
