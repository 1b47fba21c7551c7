/* sender: who may have written a letter, by the house's policy ([mail] auth).
 *
 * token           whoever holds the key of a seat writes for it
 * token-or-from   so does, without a key, the address on file
 * token-and-from  the key alone is not enough: From must be the address on file
 *
 * With a trusted server's Authentication-Results (trusted-authserv) a From counts only when that
 * server vouches for it; without one it is taken as it stands, which the host has chosen. */
#ifndef RUN_SENDER_H
#define RUN_SENDER_H

#include "mail/letter.h"
#include "turn/token.h"

enum { SENDER_KEYS = LETTER_RECIPIENTS + 1 };

/* The keys a letter carries: those of its recipients, then that of its subject. How many. */
int sender_keys(const struct house *house, const struct letter *letter,
                struct reply_address keys[SENDER_KEYS]);

/* The game of a key as it is written in the store; NULL when no game can be called so. */
const char *sender_game(const struct reply_address *key, struct arena *arena);

/* Whether From may speak for this address, as far as the policy cares. */
bool sender_is(const struct house *house, const struct letter *letter, const char *address);

/* Whether somebody with a valid key is believed. */
bool sender_may(const struct house *house, const struct letter *letter, const char *address);

/* token-or-from: the game and seat a letter without a valid key is for: the one its key, its
 * subject or the letter it answers names, else the only one its sender has. *found = false when
 * there is none, or several. */
int sender_by_from(struct house *house, const struct letter *letter, struct arena *arena,
                   struct reply_address *reply, bool *found, struct fault *fault) CHECKED;

#endif
