/* digest: one letter a day with the reports of all games of a player.
 *
 * A report waits for it (seat->collected) when nothing in it has to be answered before the digest of the
 * day after. In the digest each game's report is whole and names the address its orders go to; replying
 * to the digest itself works only when it holds one game. */
#ifndef TURN_DIGEST_H
#define TURN_DIGEST_H

#include "turn/sitting.h"

/* When the next one is due behind a time: so many minutes behind midnight in a zone. */
int64_t digest_after(const char *tz, int minute, int64_t after);

/* Sends what has been collected for a player, and notes when the next one is due; all inside the
 * caller's transaction. */
int digest_send(struct house *house, const struct player *player, struct arena *arena,
                struct fault *fault) CHECKED;

#endif
