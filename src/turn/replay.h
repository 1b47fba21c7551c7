/* replay: a journal played again from the secret, on a fresh table.
 *
 * Compares every entry (kind, turn, seat, sight, body), the chain of hashes, the numbers of turns that
 * players read (where entries and game have them: not -1), and the table after each turn, and says where the first difference is. Needs no store: a record read from a file is played
 * the same way as a game of the house. */
#ifndef TURN_REPLAY_H
#define TURN_REPLAY_H

#include "turn/turn.h"

struct difference {
    int64_t turn, entry;  /* entry 0: of the turn as a whole; turn -1: of the game as a whole */
    const char *what;     /* "order", "event", "hash", "table" */
    const char *recorded; /* NULL: see `should` alone */
    const char *should;   /* what it should be */
};

struct replay {
    /* In. */
    struct sitting *s; /* game, seats, engine, options; its table and luck are not touched */
    const struct entry *v;
    int n; /* the whole journal, by number */
    /* Looks at the table after each turn, and how many draws were made; may be NULL. Returns true with
     * the difference filled when it is not the one on record. */
    bool (*after)(void *ctx, int64_t turn, const struct table *table, int64_t draws,
                  struct difference *difference);
    void *ctx;
    /* Out. */
    bool differs;
    struct difference first;
    struct table *table; /* where it ends; the caller frees it */
    int64_t draws;
    bool over; /* the secret was told, and nothing has gone back behind that */

    /* The replay's own. */
    struct sitting again;
    int at; /* how far the journal is compared */
    struct replay_past {
        int64_t turn;
        struct table *table; /* NULL: not come to yet */
    } *past; /* the turns some ruling goes back to */
    int npast;
};

void replay_journal(struct replay *replay);

/* Whether the hashes of a journal, or its end, are not those of the game; the first entry that does not
 * fit what stands before it. */
bool replay_chain_breaks(const struct game *game, const struct entry *v, int n, struct arena *arena,
                         struct difference *difference);

/* Whether an entry tells everybody something, so that its turn has a number of its own for players.
 * Notes and draws do not: they tell nothing that was played. */
bool replay_opens(const struct entry *e);

/* The seed that follows from a game's secret and its journal, which has the words of who joined. */
void replay_seed(const struct game *game, const struct entry *v, int n, uint8_t seed[LUCK_BYTES]);

/* "turn 3, entry 12 (event): recorded …, should be …", from the arena. */
const char *difference_text(const struct difference *d, struct arena *arena);

#endif
