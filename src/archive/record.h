/* record: a finished game as one JSON file that anybody can verify.
 *
 *     {"courtier":1, "record":"game",
 *      "game":{"name","number","engine","rules","variant","options","seats":[{"number","name","bot"}],
 *              "turns","shown","draws","created","ended"}, shown: how many turns players counted
 *      "commitment": SHA-256 of the secret as text, which every report named from the first on
 *      "secret", "seed",
 *      "standings":[{"seat","score","rank"}],
 *      "reports":[{"seat","turn","digest"}]: what each seat was sent, for who kept his letters
 *      "chain": the last hash of the journal
 *      "journal":[{"number","turn","shown","kind","seat","sight","body","chain"}]}, shown: the turn as players
 *              read it; records made before there were two numbers have none
 *
 * Hidden entries are in it, so there is no record of a game that is still played. It holds no addresses
 * and no tokens. The chain is described at entry_text() in store/store.h. */
#ifndef ARCHIVE_RECORD_H
#define ARCHIVE_RECORD_H

#include "archive/verify.h"

enum { RECORD_MAX = 128 << 20 }; /* bytes of a file that are read */

/* EX_USAGE when the game is not over. *record is a new reference. */
int record_make(struct sitting *s, json_t **record, struct fault *fault) CHECKED;

/* Reads a record's bytes and plays it again. EX_DATAERR when it is not one, EX_UNAVAILABLE when it was
 * made under rules this program does not have. */
int record_verify(struct slice bytes, struct arena *arena, struct verdict *verdict, const char **name,
                  struct fault *fault) CHECKED;

#endif
