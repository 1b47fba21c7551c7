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
    json_t *returned[SEATS_MAX + 1]; /* answers about waiting lines that could not be played */
    sight at_once; /* who may know of an event that is mailed at once */
};

/* Opens a game by name. *s = NULL and 0 when there is none. */
int sitting_open(struct house *house, const char *name, struct arena *arena, struct sitting **s,
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
};

/* Makes the game, its seats, the opening position (turn 0) and everyone's first report, inside the
 * caller's transaction. EX_USAGE with a clear line when the spec makes no sense. */
int sitting_new(struct house *house, const struct game_spec *spec, struct arena *arena,
                struct sitting **s, struct fault *fault) CHECKED;

struct order_reader sitting_reader(const struct sitting *s, const struct grammar *general);

/* The await of a seat, NULL when nothing is asked of it. */
const struct await_row *sitting_await(const struct sitting *s, int seat);

/* Fresh facts for a report; the caller adds news and answer. Arrays live in s->arena. */
struct report_facts sitting_facts(const struct sitting *s, int seat);


/* Who sits where: order[i] is the place in the list of players that gets seat i+1. Draws from the
 * game's luck unless the option seating is fixed. */
void sitting_seating(struct sitting *s, uint16_t order[SEATS_MAX]);

bool game_name_ok(struct slice name); /* a-z 0-9 and -, 1 to 32, begins with a letter */

#endif
