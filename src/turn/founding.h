/* founding: a game comes to be, its seats are taken, the opening position is laid.
 *
 * With everybody named it begins at once; an open one waits for people (lobby/lobby.h). */
#ifndef TURN_FOUNDING_H
#define TURN_FOUNDING_H

#include "turn/sitting.h"

/* What a new game is made from. */
struct game_spec {
    const char *name, *engine, *variant, *lang; /* variant, lang NULL: the defaults */
    const char *const *options; /* "k=v", ends with NULL; may be NULL */
    const char *const *players; /* "Alice <a@x>"; in the order of seating=fixed; ends with NULL */
    const char *const *bots;    /* names, ends with NULL; seated behind the players */
    const char *format;         /* of new players; NULL: "both" */
    const char *secret;         /* hex; NULL: random */
    const char *pace;           /* changes to the house's pace (turn/pace.h); may be NULL */
    const char *talk;           /* NULL: the house's */
    int seats;                  /* of a game that people join; 0: as many as players and bots */
    const char *const *moderators; /* addresses, ends with NULL; may be NULL */
    unsigned powers;               /* of the moderators: set of enum game_power */
};

/* Makes the game, its seats, the opening position (turn 0) and everyone's first report, inside the
 * caller's transaction. EX_USAGE with a clear line when the spec makes no sense. */
int founding_new(struct house *house, const struct game_spec *spec, struct arena *arena,
                 struct sitting **s, struct fault *fault) CHECKED;

/* Makes an open game: seats, secret, no table. Players and bots of the spec are not looked at. */
int founding_open(struct house *house, const struct game_spec *spec, struct arena *arena,
                  struct game *game, struct fault *fault) CHECKED;

/* Begins an open game with these people, in the order they joined, and bots behind them: journals
 * their words, mixes the seed, deals, and queues everyone's first report. */
int founding_begin(struct house *house, const struct game *game, const struct guest *people, int n,
                   int bots, struct arena *arena, struct sitting **s, struct fault *fault) CHECKED;

/* Words for the seed. The text that is hashed behind the secret has those of each player who gave
 * any, in the order they joined, each followed by a line feed. The journal's setup entry keeps them:
 * {"luck":[{"name":"Alice","words":"a rainy day"}, …]}. */
void founding_luck_text(const json_t *setup, struct buf *out);

/* A name as people may call somebody: one line, no quotes, 40 bytes at most. */
const char *founding_clean_name(struct slice wish, struct arena *arena);

/* Somebody new takes a seat, with a token of his own; everything there is will be in his first report. */
int founding_take_seat(struct sitting *s, int seat, struct slice name, struct slice address,
                       struct fault *fault) CHECKED;

/* Who sits where: order[i] is the place in the list of players that gets seat i+1. Draws from the
 * game's luck unless the option seating is fixed. */
void founding_seating(struct sitting *s, uint16_t order[SEATS_MAX]);

#endif
