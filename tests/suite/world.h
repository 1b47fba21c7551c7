/* world: a house in a temporary directory with a clock of its own, for tests that go through the
 * real pipeline: Maildir in, store, engine, Maildir out. */
#ifndef TESTS_WORLD_H
#define TESTS_WORLD_H

#include "run/answer.h"
#include "run/run.h"
#include "turn/founding.h"
#include "turn/token.h"
#include "turn/turn.h"

struct world {
    char dir[600];
    int64_t now;
    struct house *house;
    struct run run;
    struct arena arena;
    const char *format; /* of new players' letters; NULL: the default */
    const char *const *bots; /* seated in new games behind the people; NULL: none */
    int letters; /* written so far: part of their file names */
};

/* Faults are test failures: these end the test with a message. */
void world_make(struct world *w, int64_t now); /* init and open */
void world_open(struct world *w);              /* w->dir is a house already */
void world_close(struct world *w);             /* keeps the directory */
void world_remove(struct world *w);            /* closes and deletes it */

/* A game of people named in `names` (addresses name@players.example), by seat when fixed. */
void world_game(struct world *w, const char *engine, const char *name, const char *variant,
                const char *const *options, const char *const *names, const char *secret);

/* The reply address a seat has now. */
const char *world_reply(struct world *w, const char *game, int seat);

/* Puts a letter into the inbox. */
void world_letter(struct world *w, const char *from, const char *to, const char *subject,
                  const char *body);
void world_bytes(struct world *w, struct slice bytes);
/* From a seat to its present reply address. */
void world_orders(struct world *w, const char *game, int seat, const char *body);

void world_run(struct world *w);

/* Letters of the people awaited, as their reports suggest, each in a run, until the game is over or so
 * many turns are played. Resets the arena. */
void world_play(struct world *w, const char *game, int64_t turns);

/* Opens a game; dies when there is none. Close with sitting_close. */
struct sitting *world_sit(struct world *w, const char *game);

/* Bytes of every letter in the outgoing Maildir's new/ addressed to this address, oldest first;
 * then marks all of them seen when `take`. */
struct world_mail {
    struct slice bytes;
    struct letter letter;
};
int world_mail(struct world *w, const char *address, bool take, struct world_mail **v);

#define must(call)                                                                                 \
    do {                                                                                           \
        if ((call) != 0)                                                                           \
            die("%s: %s", #call, world_fault.text);                                                \
    } while (0)
extern struct fault world_fault;

/* Changes one row of the database behind the program's back. */
void world_spoil(struct world *w, const char *sql);

#endif
