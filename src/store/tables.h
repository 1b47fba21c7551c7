/* tables: the pieces and tallies of a game, its turns, and what it was like before. See store/store.h. */
#ifndef STORE_TABLES_H
#define STORE_TABLES_H

#include "base/arena.h"
#include "table/table.h"

struct store;

/* --- the table of a game, and its turns ------------------------------------------------------ */

/* Fills an empty table of the game's schema and seats. EX_DATAERR when a row names something the
 * schema does not have. */
int store_table_load(struct store *s, int64_t game, struct table *t, struct fault *f) CHECKED;

/* Writes the dirty rows and cleans the table. */
int store_table_save(struct store *s, int64_t game, struct table *t, struct fault *f) CHECKED;

/* A turn's changes to pieces and tallies are recorded as a SQLite session changeset. Exactly one
 * game is written between begin and end. */
int store_turn_begin(struct store *s, struct fault *f) CHECKED;
struct turn {
    int64_t game, number;
    int64_t shown;    /* the number players read: how many turns up to it told everybody something */
    int seat;         /* who acted; 0: the table or a moderator */
    const char *kind; /* "setup", "letter", "silence", "bot", "leave", "ruling", "undo", "redo", "option", "end" */
    int64_t at;
    int64_t draws_before, draws_after;
    bool begins;         /* the game had come to rest before it: not a bot's answer to another turn */
    int64_t back;        /* "undo", "redo": the turn they went back to; else -1 */
    const char *waiting; /* what waited before it (turn/later.h); NULL: nothing. Written, not listed */
    bool changed;        /* listed only: rows of the table changed */
};
int store_turn_end(struct store *s, const struct turn *turn, struct fault *f) CHECKED;
void store_turn_drop(struct store *s); /* forgets a turn begun; its rows are the savepoint's */
int store_turn_list(struct store *s, int64_t game, int64_t from, int64_t to, struct arena *a,
                    struct turn **v, int *n, struct fault *f) CHECKED;

/* Between begin and end: makes the rows of the table those right after a past turn, by the inverse
 * changesets of all turns since; they become part of the turn begun. Nothing is forgotten. EX_DATAERR
 * when rows were changed behind the turns' back. */
int store_turn_back(struct store *s, int64_t game, int64_t to, struct fault *f) CHECKED;

/* The number players read for a turn; -1: there is no such turn. */
int store_turn_shown(struct store *s, int64_t game, int64_t number, int64_t *shown, struct fault *f) CHECKED;
/* The first and the last turn for which they read this one; both -1: none. */
int store_turn_of_shown(struct store *s, int64_t game, int64_t shown, int64_t *first, int64_t *last,
                        struct fault *f) CHECKED;

/* What waited before a turn; *waiting = NULL: nothing. */
int store_turn_waiting(struct store *s, int64_t game, int64_t number, struct arena *a,
                       const char **waiting, struct fault *f) CHECKED;

/* The table as it was right after a past turn: the present one with changesets taken back, or the
 * opening with changesets applied, whichever is nearer. Changes nothing. */
int store_table_at(struct store *s, int64_t game, int64_t turn, struct table *t,
                   struct fault *f) CHECKED;

/* All tables of a game, from turn 0 to the present, each changeset read once. next: 1 with the table
 * after the next turn, the walk's own until the next call; 0 behind the last; -1. */
struct past;
struct past *store_past_open(struct store *s, int64_t game, const struct schema *schema, int seats);
int store_past_next(struct past *past, const struct table **t, struct fault *f) CHECKED;
void store_past_close(struct past **past);

#endif
