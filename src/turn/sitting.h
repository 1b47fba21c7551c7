/* sitting: one game taken from the store, ready to be played.
 *
 * Holds the game's row, seats, engine, options, table, luck and awaits. Everything a turn changes
 * is written back by turn_record() and turn_settle() (turn/turn.h); a sitting that was only looked
 * at is closed without a trace. */
#ifndef TURN_SITTING_H
#define TURN_SITTING_H

#include "engine/engine.h"
#include "report/document.h"
#include "turn/house.h"

struct sitting {
    struct house *house;
    struct arena *arena; /* of the letter or command; not owned */
    struct game game;
    struct seat *seats; /* seats[0] is seat 1 */
    const struct engine *engine;
    int64_t options[OPTIONS_MAX];
    int variant;
    struct table *table;
    struct luck luck;
    struct await_row *awaits;
    int nawaits;
    const char *names[SEATS_MAX + 1]; /* names[1..] */
    struct held_row *held; /* what waits, see turn/later.h */
    int nheld;
    struct standing_row *standing;
    int nstanding, fired; /* fired: how many standing orders have */
    struct early_row *early;
    int nearly;
    struct pace pace;
    bool past;           /* put back to look at it: what is on its way belongs to the present */
    bool resting;        /* nothing follows by itself: the next turn is somebody's */
    const char *waiting; /* what waited when it came to rest, as later_snapshot() writes it */
    bool tell_all;       /* everybody is sent a report at once: there was a ruling */
    json_t *returned[SEATS_MAX + 1]; /* answers about waiting lines that could not be played */
    sight at_once; /* who may know of an event that is mailed at once */
    sight acted;      /* seats that have played since the last settling */
    const char *from; /* of the letter being played: its sender, when it came with the seat's key; or NULL */
};

/* Opens a game by name. *s = NULL and 0 when there is none. EX_DATAERR when it has not begun: an open
 * game has no table (lobby/lobby.h). */
int sitting_open(struct house *house, const char *name, struct arena *arena, struct sitting **s,
                 struct fault *fault) CHECKED;
/* Also one that has not begun: then its table is empty, its seats are bots without a name, and only
 * its row may be written back. */
int sitting_any(struct house *house, const char *name, struct arena *arena, struct sitting **s,
                struct fault *fault) CHECKED;
void sitting_close(struct sitting **s);

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
int sitting_new(struct house *house, const struct game_spec *spec, struct arena *arena,
                struct sitting **s, struct fault *fault) CHECKED;

/* Makes an open game: seats, secret, no table. Players and bots of the spec are not looked at. */
int sitting_found(struct house *house, const struct game_spec *spec, struct arena *arena,
                  struct game *game, struct fault *fault) CHECKED;

/* Begins an open game with these people, in the order they joined, and bots behind them: journals
 * their words, mixes the seed, deals, and queues everyone's first report. */
int sitting_begin(struct house *house, const struct game *game, const struct guest *people, int n,
                  int bots, struct arena *arena, struct sitting **s, struct fault *fault) CHECKED;

/* Words for the seed. The text that is hashed behind the secret has those of each player who gave
 * any, in the order they joined, each followed by a line feed. The journal's setup entry keeps them:
 * {"luck":[{"name":"Alice","words":"a rainy day"}, …]}. */
void sitting_luck_text(const json_t *setup, struct buf *out);
/* The setup entry of a game, a new reference; NULL in *setup when nobody joined it. */
int sitting_setup(const struct sitting *s, json_t **setup, struct fault *fault) CHECKED;

/* A name as people may call somebody: one line, no quotes, 40 bytes at most. */
const char *sitting_clean_name(struct slice wish, struct arena *arena);

/* SHA-256 of the secret's hexadecimal text, as it is shown: anybody can check that with sha256sum. */
const char *sitting_commitment(const struct game *game, struct arena *arena);

struct order_reader sitting_reader(const struct sitting *s, const struct grammar *general);

/* The await of a seat, NULL when nothing is asked of it. */
const struct await_row *sitting_await(const struct sitting *s, int seat);

/* Fresh facts for a report; the caller adds news and answer. Arrays live in s->arena. */
struct report_facts sitting_facts(const struct sitting *s, int seat);


/* Somebody new takes a seat, with a token of his own; everything there is will be in his first report. */
int sitting_take_seat(struct sitting *s, int seat, struct slice name, struct slice address,
                      struct fault *fault) CHECKED;

/* Who sits where: order[i] is the place in the list of players that gets seat i+1. Draws from the
 * game's luck unless the option seating is fixed. */
void sitting_seating(struct sitting *s, uint16_t order[SEATS_MAX]);

bool game_name_ok(struct slice name); /* a-z 0-9 and -, 1 to 32, begins with a letter */

#endif
