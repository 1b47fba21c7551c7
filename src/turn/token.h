/* token: the address a reply goes to, which says whose it is.
 *
 *     house+GAME.SEAT.AWAIT.TOKEN@host
 * The token is a keyed MAC over game, seat and the seat's epoch; a ruling renews it by raising the
 * epoch. AWAIT is the number of what the letter asks for, 0 for nothing. */
#ifndef TURN_TOKEN_H
#define TURN_TOKEN_H

#include "turn/house.h"

struct reply_address {
    struct slice game; /* name */
    int seat;
    int64_t await;
    struct slice token;
};

/* The reply address of a seat, from the arena. */
const char *token_address(const struct house *house, const struct game *game,
                          const struct seat *seat, int64_t await, struct arena *arena);

/* Takes an address apart: false when it is not one of this house with a plus part of that form. */
bool token_parse(const struct house *house, const char *address, struct reply_address *out);

/* Whether the address is the house's own, with or without a plus part. */
bool token_is_house(const struct house *house, const char *address);

bool token_ok(const struct house *house, const struct game *game, const struct seat *seat,
              struct slice token);

#endif
