/* turn: one player's orders applied at once: one transaction, one changeset, one set of reports.
 *
 * turn_try() plays orders on the sitting's table in memory and either keeps them or puts the table
 * back; turn_record() writes what was kept; turn_settle() lets the bots play and works out who is
 * awaited. Nothing here commits: the caller holds the transaction and the letter's savepoint. */
#ifndef TURN_TURN_H
#define TURN_TURN_H

#include "turn/sitting.h"

enum { TURN_ORDERS = 500 };

struct attempt {
    struct events events;
    bool ok;
    struct mistake mistake; /* when not ok, or of the first dropped order */
    int at;                 /* index of the order that was refused; n: it was the whole letter */
    bool dropped[TURN_ORDERS]; /* orders at fault behind a draw: left out, the others stand */
    bool unknown;           /* preview: it ends where a draw would decide */
    int tried;              /* orders from this one on are behind that draw; n: none */
    int held;               /* orders from this one on wait (turn/later.h); n: none */
    int64_t hold;           /* … for this hold of the seat */
    bool more;              /* lines of the letter wait: it is not closed yet */
    bool drew;
    const char *silence;    /* in place of orders: the await that passed, as JSON */
    const char *leave;      /* in place of orders: why the seat is left, as JSON */
    const char *ruling;     /* a ruling, as the journal keeps it (turn/edit.h) */
    bool goes_back;         /* the table is that of a past turn, */
    int64_t back;           /* of this one */
    const char *broken;     /* the invariant a ruling broke, before the engine went on; NULL: none */
};

/* Clears the attempt and hands out what rules may look at and change. */
struct play turn_play(struct sitting *s, struct attempt *attempt);

/* Lays the opening position on the sitting's empty table. */
void turn_setup(struct sitting *s, struct attempt *attempt);

/* The order the attempt's mistake is about, n when it is none in particular: that what was ordered cannot
 * be paid shows only when the letter is closed, and is yet said of the line that pays. */
int turn_fault(const struct attempt *attempt, const struct order *orders, int n);

/* What silence does, in memory. */
void turn_silence(struct sitting *s, const struct await *await, struct attempt *attempt);

/* What it does that a seat is left for good, in memory. `why` is one of turn_leave()'s. */
void turn_depart(struct sitting *s, int seat, const char *why, struct attempt *attempt);

/* Applies orders by a seat, then close and, unless it is a preview, advance. */
void turn_try(struct sitting *s, int seat, const struct order *orders, int n, bool preview,
              struct attempt *attempt);

/* The same for the first lines of a letter: with `more`, others wait behind them and the letter is
 * not closed. For a replay. */
void turn_try_part(struct sitting *s, int seat, const struct order *orders, int n, bool more,
                   bool preview, struct attempt *attempt);

/* Writes the turn just played: rows, changeset, journal. `kind` as in struct turn; orders may be
 * none. */
int turn_record(struct sitting *s, int seat, const char *kind, const struct order *orders, int n,
                const struct attempt *attempt, struct fault *fault) CHECKED;

/* turn_record() of the orders that were played; those behind a hold are put by (turn/later.h). */
int turn_keep(struct sitting *s, int seat, const char *kind, const struct order *orders, int n,
              const struct attempt *attempt, struct fault *fault) CHECKED;

/* Bodies of journal entries: the draws since luck_mark(), an order, an await that passed, and the
 * secret at the end. char * is malloc'd. */
void turn_draws_text(const struct luck *luck, struct buf *out);
char *turn_order_text(const struct sitting *s, const struct order *order, bool dropped, bool more);
const char *turn_silence_text(const struct await *await, struct arena *arena);
char *turn_secret_text(const struct game *game);

/* The awaits of the table: those of seats there are. A ruling may have made a table that asks
 * others. */
int turn_awaits(const struct sitting *s, struct await v[AWAITS_MAX]);

/* Bots play until a person is awaited or the game is over; then the awaits are renewed: an await
 * for the same matter keeps its number and deadline. Writes the game's row. */
int turn_settle(struct sitting *s, struct fault *fault) CHECKED;

/* A deadline has passed for an await of this sitting. */
int turn_expire(struct sitting *s, const struct await_row *await, struct fault *fault) CHECKED;

/* A seat is left for good, and a bot sits there from now on: its keys open nothing any more, what it
 * had waiting is forgotten. `why` is "resigned" or "sent-away": an event of that name tells it. */
int turn_leave(struct sitting *s, int seat, const char *why, struct fault *fault) CHECKED;

/* Writes a ruling into the journal that is no turn: it changes nothing anybody is told of. */
int turn_note(struct sitting *s, const char *ruling, struct fault *fault) CHECKED;

/* The game is over: the secret is told, so that everyone can check the shuffles. */
int turn_finish(struct sitting *s, enum game_ending ending, struct fault *fault) CHECKED;

/* Plays the journal of a stored game again (turn/replay.h) and compares the table it ends with, too;
 * *difference names the first thing that is not as recorded (arena text), NULL when all is. The sitting
 * stays as it is. */
int turn_replay(struct sitting *s, const char **difference, struct fault *fault) CHECKED;

#endif
