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
    int64_t lapsed;   /* number of the await that was let pass; 0: none */
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

/* The setup entry of a game, a new reference; NULL in *setup when nobody joined it. */
int sitting_setup(const struct sitting *s, json_t **setup, struct fault *fault) CHECKED;

/* SHA-256 of the secret's hexadecimal text, as it is shown: anybody can check that with sha256sum. */
const char *sitting_commitment(const struct game *game, struct arena *arena);

/* For a sitting that is not taken from the store (turn/founding.h). Engine, variant and options, from the
 * game's row. */
int sitting_know_rules(struct sitting *s, struct fault *fault) CHECKED;
/* The parts every sitting has, once game, seats, engine and variant are known. */
void sitting_furnish(struct sitting *s);

struct order_reader sitting_reader(const struct sitting *s, const struct grammar *general);

/* The await of a seat, NULL when nothing is asked of it. */
const struct await_row *sitting_await(const struct sitting *s, int seat);

/* Where somebody sits, also while a bot plays for him until he writes; 0: nowhere. */
int sitting_seat_of(const struct sitting *s, const char *address);

/* Fresh facts for a report; the caller adds news and answer. Arrays live in s->arena. */
struct report_facts sitting_facts(const struct sitting *s, int seat);

bool game_name_ok(struct slice name); /* a-z 0-9 and -, 1 to 32, begins with a letter */

#endif
