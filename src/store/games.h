/* games: seats, whom a game waits for, orders that wait, talk and digests that are due. See store/store.h. */
#ifndef STORE_GAMES_H
#define STORE_GAMES_H

#include "base/arena.h"
#include "base/luck.h"
#include "base/secret.h"
#include "store/people.h"
#include "table/table.h"

struct store;

enum game_status { GAME_OPEN, GAME_PLAYING, GAME_FINISHED };

/* Why a finished game is. */
enum game_ending { ENDING_RULES, ENDING_RULING, ENDING_CANCELLED };

/* What the moderators of a game may do that they otherwise may not: a set, fixed when it begins. */
enum game_power {
    POWER_SILENT_PEEK = 1, /* PEEK is not told to the players */
    POWER_PLAYS = 2,       /* a moderator may have a seat; then nobody peeks */
};

struct game {
    int64_t id;
    const char *name, *engine, *variant, *options, *lang, *moderator; /* moderator: address or "" */
    int rules, seats;
    enum game_status status;
    uint8_t secret[LUCK_BYTES], seed[LUCK_BYTES];
    int64_t draws;   /* counter of the luck */
    int64_t turn;    /* number of the last turn played; 0 is the set-up */
    int64_t shown;   /* the number players read for it (struct turn) */
    int64_t awaits;  /* highest await number given */
    int64_t journal; /* sequence number of the last journal entry */
    uint8_t chain[SECRET_HASH]; /* its hash */
    int64_t turn_seconds, reaction_seconds, negotiation_seconds; /* the pace */
    int64_t created, ended; /* ended 0: not yet */
    int64_t paused; /* since when all clocks stand still; 0: they run */
    const char *pace; /* all of it, as turn/pace.h prints it; "" in games older than that */
    const char *talk; /* "open" "anonymous" "none" */
    enum game_ending ending;
    unsigned powers; /* set of enum game_power */
};

int store_game_add(struct store *s, struct game *g, struct fault *f) CHECKED; /* sets id */
int store_game_set(struct store *s, const struct game *g,
                   struct fault *f) CHECKED; /* by id; the name stays */
int store_game_find(struct store *s, const char *name, struct arena *a, struct game *g,
                    struct fault *f) CHECKED; /* g->id = 0: none */
int store_game_name(struct store *s, int64_t id, struct arena *a, const char **name,
                    struct fault *f) CHECKED; /* *name = NULL: none */
int store_game_list(struct store *s, struct arena *a, struct game **v, int *n,
                    struct fault *f) CHECKED; /* by name */

/* Why the turn clock of a seat stands still: a set. */
enum still_reason {
    STILL_BOUNCES = 1,   /* letters to it come back */
    STILL_MODERATOR = 2, /* a ruling */
    STILL_SILENCE = 4,   /* it was silent, and the game waits for it (policy hold) */
};

struct seat {
    int64_t game;
    int number;
    int64_t player; /* 0: none (a bot) */
    const char *name;
    bool bot;
    int64_t epoch;      /* goes up when the token is renewed */
    int64_t seen_turn;  /* last turn this seat was sent a report of */
    uint8_t digest[SECRET_HASH]; /* of the last report document sent to it */
    unsigned still;              /* set of enum still_reason */
    int64_t bounces;    /* letters to it that came back for good; see store_seat_bounces */
    int64_t sat_turn;                /* from which turn on it is its player's: whispers before it were another's */
    int64_t seen_entry;              /* last journal entry this seat was told of */
    int64_t acted_turn, acted_entry; /* where turn and journal were when it last acted */
    int64_t silent;                  /* turns in a row it let pass */
    int64_t dismissed; /* since when a bot plays for its player, who may come back; 0: no */
    int64_t away, away_used; /* vacation: until when (0: none), and seconds used of the allowance */
    int64_t reported;        /* when the last report was written */
    int64_t talk_due;        /* talk waits to be told, at the latest then; 0: none does */
    int64_t collected;       /* since when a report waits for the player's digest; 0: none does */
    const char *address, *lang, *format, *tz; /* of the player; "" for a bot */
    int64_t digest_next; /* of the player: when his next digest is due; 0: he has none */
};

int store_seat_add(struct store *s, const struct seat *seat, struct fault *f) CHECKED;
int store_seat_set(struct store *s, const struct seat *seat, struct fault *f) CHECKED;

/* The digest of a report is known when it is written out, after the seat's row is set, which leaves it
 * alone: only a seat that was sent nothing has none. Not for who has left the seat meanwhile. */
int store_seat_digest(struct store *s, const struct seat *seat, const uint8_t digest[SECRET_HASH],
                      struct fault *f) CHECKED;
/* The next epoch, without looking at the game: it may make no sense. */
int store_seat_renew(struct store *s, const char *game, int number, struct fault *f) CHECKED;
int store_seats(struct store *s, int64_t game, struct arena *a, struct seat **v, int *n,
                struct fault *f) CHECKED; /* v[0] is seat 1 */

/* Letters to the seat that came back since its player last wrote; store_seat_set leaves it alone. */
int store_seat_bounces(struct store *s, int64_t game, int number, int64_t bounces, struct fault *f) CHECKED;

/* --- awaits -------------------------------------------------------------------------------- */

struct await_row {
    int64_t game, number;
    int seat, clock;
    const char *what;
    int64_t matter, since;
    int64_t deadline;  /* 0: its clock stands still, */
    int64_t remaining; /* with so many seconds left */
    int64_t total;     /* seconds it was given */
    int64_t expires;   /* when silence is acted upon: the deadline and its grace; 0: never */
    int64_t remind;    /* when the next reminder is due; 0: none */
};
int store_awaits(struct store *s, int64_t game, struct arena *a, struct await_row **v, int *n,
                 struct fault *f) CHECKED; /* by number */
int store_await_add(struct store *s, const struct await_row *row, struct fault *f) CHECKED;
/* the times behind `since`, by game and number */
int store_await_set(struct store *s, const struct await_row *row, struct fault *f) CHECKED;
int store_await_drop(struct store *s, int64_t game, int64_t number, struct fault *f) CHECKED;
/* Awaits of games being played that have expired, oldest first, at most max. */
int store_awaits_due(struct store *s, int64_t now, int max, struct arena *a, struct await_row **v,
                     int *n, struct fault *f) CHECKED;

/* The same for reminders. */
int store_awaits_remind(struct store *s, int64_t now, int max, struct arena *a, struct await_row **v,
                        int *n, struct fault *f) CHECKED;
/* Games with an await that expires, or a seat that is away, after a time. */
int store_awaits_running(struct store *s, int64_t after, struct arena *a, int64_t **v, int *n,
                         struct fault *f) CHECKED;
/* The system's clock went back by so many seconds: so does what is noted as of a later time. */
int store_time_back(struct store *s, int64_t now, int64_t back, struct fault *f) CHECKED;

/* What an await that vanished had left. One is kept for each seat, clock and what: the last. */
int store_left_put(struct store *s, const struct await_row *row, struct fault *f) CHECKED;
/* Of all clocks of a game but one kind. */
int store_left_forget(struct store *s, int64_t game, int but, struct fault *f) CHECKED;
/* Into row->remaining; *found tells whether there was one for that matter. */
int store_left_get(struct store *s, struct await_row *row, bool *found, struct fault *f) CHECKED;

/* --- orders that wait ------------------------------------------------------------------------ */

/* Lines of a letter held until something is decided; NULL lines forget them. */
struct held_row {
    int seat;
    const char *lines;
};
int store_held(struct store *s, int64_t game, struct arena *a, struct held_row **v, int *n,
               struct fault *f) CHECKED;
int store_held_put(struct store *s, int64_t game, int seat, const char *lines,
                   struct fault *f) CHECKED;

struct standing_row {
    int seat;
    int64_t number;   /* of the seat's own, from 1 */
    const char *line; /* situation and order: "DIVEST USD SELL 2" */
    int64_t always;   /* 0: it fires once; 1: every time; more: so many times */
};
int store_standing(struct store *s, int64_t game, struct arena *a, struct standing_row **v, int *n,
                   struct fault *f) CHECKED; /* by seat and number */
int store_standing_put(struct store *s, int64_t game, const struct standing_row *row,
                       struct fault *f) CHECKED;
int store_standing_drop(struct store *s, int64_t game, int seat, int64_t number,
                        struct fault *f) CHECKED;

/* Orders sent early: one letter's, for a later turn of the seat. NULL lines forget them. */
struct early_row {
    int seat;
    int64_t number;    /* of the seat's own, from 1 */
    int64_t after;     /* the matter of the turn the seat had when it wrote; -1: none */
    const char *lines; /* each ends in LF */
};
int store_early(struct store *s, int64_t game, struct arena *a, struct early_row **v, int *n,
                struct fault *f) CHECKED; /* by seat and number */
int store_early_put(struct store *s, int64_t game, const struct early_row *row, struct fault *f) CHECKED;

/* --- talk and digests ------------------------------------------------------------------------ */

/* A seat of a game. */
struct seat_of {
    int64_t game;
    int seat;
};

/* The seat whose talk has waited longest for its letter; seat 0: none is due. */
int store_talk_due(struct store *s, int64_t now, struct seat_of *out, struct fault *f) CHECKED;

int store_talk_drop(struct store *s, const struct seat_of *of, struct fault *f) CHECKED;

/* When a player gets one letter for all his games: minutes behind midnight, -1: never; and when the
 * next one is due. */
int store_digest_get(struct store *s, int64_t player, int *minute, int64_t *next, struct fault *f) CHECKED;
int store_digest_set(struct store *s, int64_t player, int minute, int64_t next, struct fault *f) CHECKED;
int store_digest_due(struct store *s, int64_t now, struct arena *a, struct player *p,
                     struct fault *f) CHECKED; /* p->id = 0: nobody's */
int store_collected(struct store *s, int64_t player, struct arena *a, struct seat_of **v, int *n,
                    struct fault *f) CHECKED;

#endif
