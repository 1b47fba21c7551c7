/* token: the address a reply goes to, which says whose it is.
 *
 *     house+GAME.WHO.AWAIT.TOKEN@host
 * WHO is a seat's number, or a letter and a number for others who write to a game: m1 its first
 * moderator, i3 its third guest, who was invited; o4 watches, a5 proves a new address. The token is a
 * keyed MAC over game, WHO and an epoch; a ruling renews it by raising the epoch. AWAIT is the number of
 * what the letter asks for, 0 for nothing. A moderator who is asked to confirm something gets a token
 * for that alone, so that only who has read the question can answer it. */
#ifndef TURN_TOKEN_H
#define TURN_TOKEN_H

#include "turn/house.h"

enum who { WHO_SEAT = 's', WHO_MODERATOR = 'm', WHO_OBSERVER = 'o', WHO_INVITED = 'i', WHO_ADDRESS = 'a' };

/* Somebody who may write to a game. */
struct writer {
    enum who who;
    int64_t number; /* the seat's; the moderator's, or the guest's in its game */
    int64_t epoch;
    int64_t confirms; /* the number of what a moderator confirms; 0: nothing */
};

struct reply_address {
    struct slice game; /* name */
    enum who who;
    int64_t number;
    int64_t await;
    struct slice token;
};

/* The reply address of somebody, from the arena. */
const char *token_address(const struct house *house, const struct game *game,
                          const struct writer *writer, int64_t await, struct arena *arena);

/* Takes an address apart: false when it is not one of this house with a plus part of that form. */
bool token_parse(const struct house *house, const char *address, struct reply_address *out);

/* The same as a tag for the subject, where the house has no plus-addresses: "[GAME WHO.AWAIT.TOKEN]";
 * and the first such tag of a subject. */
const char *token_tag(const struct reply_address *reply, struct arena *arena);
bool token_parse_subject(const char *subject, struct reply_address *out);

/* Whether the address is the house's own, with or without a plus part. */
bool token_is_house(const struct house *house, const char *address);

/* In constant time. */
bool token_ok(const struct house *house, const struct game *game, const struct writer *writer,
              struct slice token);

/* A guest as a writer. */
struct writer token_guest(const struct guest *guest);

/* A seat as a writer, and its reply address. */
struct writer token_seat(const struct seat *seat);
const char *token_seat_address(const struct house *house, const struct game *game,
                               const struct seat *seat, int64_t await, struct arena *arena);

#endif
