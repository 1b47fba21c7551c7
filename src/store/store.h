/* store: everything that is kept, in one SQLite file.
 *
 * The only part that knows SQL. Schema, migrations and queries are the SQL files of db/, embedded
 * at build. WAL, synchronous=FULL, foreign keys, STRICT tables. Functions return 0, or -1 with a
 * fault: EX_TEMPFAIL when the database is locked, EX_CANTCREAT/EX_NOPERM when it cannot be written,
 * EX_IOERR when the disk is full or fails, EX_CONFIG when it was made by a newer program or is no
 * Courtier database, EX_NOINPUT when there is none, EX_DATAERR when rows make no sense. A query
 * with a wrong name or bind is a bug and dies. Strings and blobs that come back live in the arena
 * given. Times are seconds since 1970 and always come from the caller.
 *
 * Writing needs a transaction: store_begin … store_commit; one letter inside it is a savepoint.
 * step_done("commit") follows every commit. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/luck.h"
#include "base/secret.h"
#include "table/table.h"

struct store;

enum store_mode { STORE_CREATE, STORE_WRITE, STORE_READ };

/* STORE_CREATE fails when the file exists. STORE_WRITE migrates an older database in one
 * transaction after copying it to PATH.backup-VERSION. */
int store_open(struct store **s, const char *path, enum store_mode mode, struct fault *f) CHECKED;
void store_close(struct store **s); /* an open transaction is rolled back */

/* A copy of the whole database as it was last committed, under a name it gets only when it is
 * whole; a file of that name is replaced. Others may read and write meanwhile. */
int store_backup(struct store *s, const char *path, struct fault *f) CHECKED;

/* Looks through the whole file: EX_DATAERR with the first thing that is damaged. */
int store_check(struct store *s, struct fault *f) CHECKED;

int store_begin(struct store *s, struct fault *f) CHECKED;
int store_commit(struct store *s, struct fault *f) CHECKED;
void store_rollback(struct store *s); /* no transaction: nothing happens */
int store_savepoint(struct store *s, struct fault *f) CHECKED;    /* may nest */
int store_release(struct store *s, struct fault *f) CHECKED;      /* keeps the innermost */
int store_undo_savepoint(struct store *s, struct fault *f) CHECKED; /* drops the innermost */

/* Settings of the house that are not configuration: the token key, counters; *value = NULL: none. */
int store_get_setting(struct store *s, const char *key, struct arena *a, const char **value,
                      struct fault *f) CHECKED;
int store_set_setting(struct store *s, const char *key, const char *value, struct fault *f) CHECKED;

/* --- people, games, seats ------------------------------------------------------------------ */

struct player {
    int64_t id;
    const char *address, *name, *lang, *format, *tz;
};

/* Finds by address (case does not matter) or adds; an existing player keeps his settings. */
int store_player_put(struct store *s, struct player *p, struct fault *f) CHECKED; /* sets id */
int store_player_find(struct store *s, const char *address, struct arena *a, struct player *p,
                      struct fault *f) CHECKED; /* p->id = 0: nobody */
int store_player_set(struct store *s, const struct player *p, struct fault *f) CHECKED; /* by id */

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
int store_seats(struct store *s, int64_t game, struct arena *a, struct seat **v, int *n,
                struct fault *f) CHECKED; /* v[0] is seat 1 */

/* Letters to the seat that came back since its player last wrote; store_seat_set leaves it alone. */
int store_seat_bounces(struct store *s, int64_t game, int number, int64_t bounces, struct fault *f) CHECKED;

/* --- people around games --------------------------------------------------------------------- */

/* How people come to a game; none kept: public, and begun at once. */
struct lobby {
    bool private;       /* in no list, only by invitation */
    const char *format; /* of people who are new to the house */
};
int store_lobby_put(struct store *s, int64_t game, const struct lobby *l, struct fault *f) CHECKED;
int store_lobby_get(struct store *s, int64_t game, struct arena *a, struct lobby *l,
                    struct fault *f) CHECKED;

/* A game that waits for players. */
struct open_game {
    const char *name, *engine, *variant, *lang;
    int seats, taken;
    bool private;
};
int store_open_games(struct store *s, bool all, int max, struct arena *a, struct open_game **v,
                     int *n, struct fault *f) CHECKED; /* by name; private ones when `all` */

/* Somebody around a game who has a reply address but no seat. */
enum guest_state {
    GUEST_INVITED, /* by the moderator */
    GUEST_ASKED,   /* wrote, but has not proved that the address is his */
    GUEST_HERE,    /* has a seat when the game begins; watches; has the new address */
    GUEST_GONE,    /* declined, left */
    GUEST_SEATED,  /* the game has begun, and he sits in it */
};
struct guest {
    int64_t game, number;
    char kind; /* WHO_INVITED, WHO_OBSERVER, WHO_ADDRESS of turn/token.h */
    enum guest_state state;
    const char *address, *name, *lang;
    const char *luck; /* words for the seed, or "" */
    int64_t player;   /* once the address is proven (kind a: whose it shall be), or 0 */
    int64_t place;    /* order of joining */
    int64_t since, told, seen_turn;
};
int store_guest_add(struct store *s, const struct guest *g, struct fault *f) CHECKED;
int store_guest_set(struct store *s, const struct guest *g, struct fault *f) CHECKED;
int store_guests(struct store *s, int64_t game, struct arena *a, struct guest **v, int *n,
                 struct fault *f) CHECKED; /* v[0] is number 1 */

/* A watcher who is due a report: his last was `every` seconds ago, or his game is over. *game = NULL:
 * nobody is. */
/* One who was invited and has not answered, `first` or `last` seconds after that; *game = NULL: nobody. */
int store_guest_silent(struct store *s, int64_t now, int64_t first, int64_t last, struct arena *a,
                       const char **game, struct guest *g, struct fault *f) CHECKED;
int store_guest_due(struct store *s, int64_t now, int64_t every, struct arena *a, const char **game,
                    struct guest *g, struct fault *f) CHECKED; /* only game and number are set */
int store_guest_put_off(struct store *s, const struct guest *g, struct fault *f) CHECKED; /* told */

int store_guest_move(struct store *s, int64_t player, const char *address, struct fault *f) CHECKED;
/* No request of the player for another address, in whichever game, can be confirmed any more. */
int store_guest_stay(struct store *s, int64_t player, struct fault *f) CHECKED;

struct player_seat {
    const char *game;
    int seat;
};
int store_player_seats(struct store *s, int64_t player, struct arena *a, struct player_seat **v,
                       int *n, struct fault *f) CHECKED; /* in games that are being played */
int store_player_get(struct store *s, int64_t id, struct arena *a, struct player *p,
                     struct fault *f) CHECKED; /* p->id = 0: nobody */

/* What became of something asked of a player: answered, in time or not, or passed over. The first
 * word on it stands. */
struct answered {
    int64_t game, number, player, deadline, at;
    bool on_time;
};
int store_answered_add(struct store *s, const struct answered *row, struct fault *f) CHECKED;
/* How a game ended for a player; rank 0: he resigned. */
int store_result_put(struct store *s, int64_t game, int64_t player, int rank, struct fault *f) CHECKED;

/* What a player has to show. */
struct record {
    int64_t player;
    const char *name, *address;
    int64_t games, wins, resigned, playing; /* games: over, or resigned from */
    int64_t asked, on_time;
};
/* Best first; of private games, and of people without a game, only when `all`. */
int store_records(struct store *s, bool all, int max, struct arena *a, struct record **v, int *n,
                  struct fault *f) CHECKED;

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
    int seat;         /* who acted; 0: the table or a moderator */
    const char *kind; /* "setup", "letter", "silence", "bot", "leave", "ruling", "undo", "redo" */
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

/* --- moderators ------------------------------------------------------------------------------ */

struct moderator {
    int64_t game;
    int64_t number; /* in its game, from 1 */
    const char *address;
    bool house;     /* by the configuration of the house */
    int64_t epoch;  /* goes up when the token is renewed */
    bool greeted;   /* he was sent his first letter */
};
int store_moderators(struct store *s, int64_t game, struct arena *a, struct moderator **v, int *n,
                     struct fault *f) CHECKED; /* by number */
/* Names of games being played with a moderator who was not greeted yet. */
int store_moderators_new(struct store *s, struct arena *a, const char ***v, int *n, struct fault *f) CHECKED;
int store_moderator_put(struct store *s, const struct moderator *m, struct fault *f) CHECKED;

/* Rulings that wait for the moderator's reply. */
struct confirmation {
    int64_t game, number;
    int64_t moderator;
    int64_t turn;  /* it counts only while the game is there; -1: at any time */
    int64_t until;
    const char *lines;
};
int store_confirmation_add(struct store *s, const struct confirmation *c, struct fault *f) CHECKED;
/* c->lines = NULL: there is none. */
int store_confirmation_find(struct store *s, int64_t game, int64_t number, struct arena *a,
                            struct confirmation *c, struct fault *f) CHECKED;
/* Forgets it, and those of the game that are too old. */
int store_confirmation_drop(struct store *s, int64_t game, int64_t number, int64_t now,
                            struct fault *f) CHECKED;

/* --- journal ------------------------------------------------------------------------------- */

struct entry {
    int64_t game, number, turn;
    const char *kind; /* "order" "draws" "event" "ruling" "silence" "leave" "secret" "talk" "notice" */
    int seat;
    sight sight;
    const char *body; /* compact JSON */
    uint8_t chain[SECRET_HASH];
};

/* The text that is hashed: fields with lengths, so that no two entries give the same: "GAME NUMBER
 * TURN SEAT SIGHT LENGTH KIND\nLENGTH BODY\n", lengths in bytes. */
void entry_text(const struct entry *e, struct buf *out);

/* The link an entry must have behind `previous`: for who checks a journal. */
void entry_chain(const struct entry *e, const uint8_t previous[SECRET_HASH],
                 uint8_t chain[SECRET_HASH]);

/* Appends: sets e->number = ++g->journal and e->chain = g->chain = the next link of the chain.
 * The caller writes g back. */
int store_journal_add(struct store *s, struct game *g, struct entry *e, struct fault *f) CHECKED;
/* How much a seat (0: all, where talk is anonymous) has noted after a turn, as far as `eye` sees it. */
int store_note_bytes(struct store *s, int64_t game, int64_t turn, int seat, sight eye, int64_t *bytes,
                     struct fault *f) CHECKED;
int store_journal(struct store *s, int64_t game, int64_t from_turn, int64_t to_turn,
                  struct arena *a, struct entry **v, int *n, struct fault *f) CHECKED;

/* The same a part at a time, for who need not have all of it in memory. */
enum { JOURNAL_PAGE = 200 };
struct journal_page {
    int64_t from, to; /* turns; both move on with the pages */
    bool back;        /* the newest first */
    int64_t number;   /* of the last entry read; 0: none yet */
    bool over;
};
/* The next entries, at most JOURNAL_PAGE; *n is 0 when there are no more. */
int store_journal_page(struct store *s, int64_t game, struct journal_page *page, struct arena *a,
                       struct entry **v, int *n, struct fault *f) CHECKED;

/* --- reports ------------------------------------------------------------------------------- */

/* The document of one seat after one turn (0: people who watch); stored compressed. A second one for
 * the same seat and turn is the one that counts; the first stays. */
int store_report_put(struct store *s, int64_t game, int64_t turn, int seat, struct slice doc,
                     struct fault *f) CHECKED;
/* The same with a document packed by store_pack(). */
int store_report_packed(struct store *s, int64_t game, int64_t turn, int seat, struct slice packed,
                        struct fault *f) CHECKED;
/* The newest at or before `turn`. *doc = {NULL,0}: none. */
int store_report_get(struct store *s, int64_t game, int64_t turn, int seat, struct arena *a,
                     struct slice *doc, struct fault *f) CHECKED;

/* All of a seat, as they were sent. */
struct report_row {
    int64_t turn;
    struct slice doc;
};
int store_report_list(struct store *s, int64_t game, int seat, struct arena *a,
                      struct report_row **v, int *n, struct fault *f) CHECKED;

/* --- search -------------------------------------------------------------------------------- */

/* The words of journal entries, found by SQLite's FTS5. The index runs behind the journal: up to an
 * entry, and who searches brings it up to the present first. */
int store_told_upto(struct store *s, int64_t game, int64_t *number, struct fault *f) CHECKED;
int store_told_set_upto(struct store *s, int64_t game, int64_t number, struct fault *f) CHECKED;
int store_told_add(struct store *s, const struct entry *e, const char *text, struct fault *f) CHECKED;
int store_journal_after(struct store *s, int64_t game, int64_t number, struct arena *a,
                        struct entry **v, int *n, struct fault *f) CHECKED;

/* Entries that hold all these words (separated by spaces; "OIL-EF" is OIL next to EF; a * at the end
 * of a word stands for any ending) and are seen by one of `eye`, or also by nobody with `all`; of every
 * game when game is 0. Newest first, at most max; whispers only of the turns from `sat` on. What is
 * out of sight has no part in the result or its order. */
int store_told_find(struct store *s, int64_t game, struct slice words, sight eye, bool all, int64_t sat,
                    int max, struct arena *a, struct entry **v, int *n, struct fault *f) CHECKED;

/* --- letters ------------------------------------------------------------------------------- */

enum letter_status { LETTER_NEW, LETTER_PLAYED, LETTER_REFUSED, LETTER_IGNORED, LETTER_ASIDE };

struct letter_in {
    int64_t id;
    const char *source; /* which inbox */
    int64_t received;
    enum letter_status status;
    struct slice bytes;
    int64_t size;
    const char *verdict; /* why: "played", "no-seat", "auto-submitted", "killed-reader", … */
    int64_t game;
    int seat;
};

/* Stores a letter once: the same bytes from the same source file name again give *fresh = false.
 * `key` is what makes it the same letter: SHA-256 over its bytes and the name it has in its inbox,
 * so that a player may send the same text twice. Letters too large to keep come with no bytes and
 * their size. Sets the id, of the letter there was when it is not fresh. */
int store_letter_in_add(struct store *s, const uint8_t key[SECRET_HASH], struct letter_in *l,
                        bool *fresh, struct fault *f) CHECKED;
/* The oldest letters still new, at most max, and no more once they make LETTERS_BYTES: what a run
 * holds in memory is bounded. */
enum { LETTERS_BYTES = 16 << 20 };
int store_letters_new(struct store *s, int max, struct arena *a, struct letter_in **v, int *n,
                      struct fault *f) CHECKED;
/* The verdict: status, verdict, game, seat by id. */
int store_letter_in_set(struct store *s, const struct letter_in *l, struct fault *f) CHECKED;
int store_letter_in_counts(struct store *s, int64_t counts[5], struct fault *f) CHECKED;
/* Whether a letter with this Message-ID was already played for that seat (mail sent twice). */
int store_letter_seen(struct store *s, int64_t game, int seat, const char *message_id, bool *seen,
                      struct fault *f) CHECKED;
int store_letter_remember(struct store *s, int64_t game, int seat, const char *message_id,
                          struct fault *f) CHECKED;

struct letter_out {
    int64_t id;
    int64_t game; /* 0: none */
    int seat;
    int64_t turn;
    const char *kind; /* "report" "refusal" "help" "notice" */
    const char *to, *message_id;
    struct slice bytes;
    int64_t created, sent; /* sent 0: waiting */
    int64_t attempts, next_try;
    const char *answer; /* of the last attempt */
};

/* The id the next outgoing letter will get: part of its Message-ID. */
int store_letter_out_next(struct store *s, int64_t *id, struct fault *f) CHECKED;
/* The row, with the id given by next; without bytes these follow in the same transaction. */
int store_letter_out_add(struct store *s, struct letter_out *l, struct fault *f) CHECKED;
int store_letter_out_bytes(struct store *s, int64_t id, struct slice bytes, struct fault *f) CHECKED;

/* Packing apart from the store, for a thread that has no part in it: the packed bytes, valid until
 * the next packing, are what store_letter_out_packed() takes. */
struct press;
struct press *store_press_new(void);
void store_press_free(struct press **press);
struct slice store_pack(struct press *press, struct slice bytes);
int store_letter_out_packed(struct store *s, int64_t id, struct slice packed, struct fault *f) CHECKED;
int store_letters_waiting(struct store *s, int64_t now, int max, struct arena *a,
                          struct letter_out **v, int *n, struct fault *f) CHECKED; /* by id */
int store_letter_out_sent(struct store *s, int64_t id, int64_t at, struct fault *f) CHECKED;
int store_letter_out_failed(struct store *s, int64_t id, int64_t next_try, const char *answer,
                            struct fault *f) CHECKED;
/* Given up: it is not tried again, and `answer` says why. */
int store_letter_out_given_up(struct store *s, int64_t id, int64_t at, const char *answer,
                              struct fault *f) CHECKED;
int store_letter_out_counts(struct store *s, int64_t *waiting, int64_t *sent,
                            struct fault *f) CHECKED;

/* How many letters of a kind other than report were written to an address since a time, up to ANSWERS_COUNTED: the
 * loop rules' limit. */
enum { ANSWERS_COUNTED = 1000 };
int store_answers_since(struct store *s, const char *kind, const char *address, int64_t since,
                        int64_t *n, struct fault *f) CHECKED;

/* All letters of a game, both ways, by time and without their bytes. */
struct letter_row {
    bool out; /* to a player; else from one, and only id, at and seat are set */
    int64_t id, at, turn;
    int seat;
    const char *kind, *to, *message_id;
};
int store_letters_of(struct store *s, int64_t game, struct arena *a, struct letter_row **v, int *n,
                     struct fault *f) CHECKED;
/* *bytes = {NULL,0}: too many to keep, or dropped since. */
int store_letter_bytes(struct store *s, const struct letter_row *l, struct arena *a,
                       struct slice *bytes, struct fault *f) CHECKED;
/* Drops the bytes of letters delivered before a time, at most max of them; *n: how many. */
int store_letters_drop(struct store *s, int64_t before, int max, int *n, struct fault *f) CHECKED;
/* Notes who sent a letter; *bytes: of all he sent since a time that are kept, this one included. */
int store_letter_in_sender(struct store *s, int64_t id, const char *sender, int64_t since, int64_t *bytes,
                           struct fault *f) CHECKED;
/* Forgets the bytes of a letter that came in. */
int store_letter_in_drop(struct store *s, int64_t id, struct fault *f) CHECKED;
/* The letter of that Message-ID sent since a time; *id = 0: none. `at` > 0 notes that it came back;
 * *again tells that it had already. */
int store_letter_bounced(struct store *s, const char *message_id, int64_t since, int64_t at, int64_t *id,
                         int64_t *game, int *seat, bool *again, struct fault *f) CHECKED;
/* When the oldest letter that waits and the newest of all were written, 0 for none; how many were
 * given up. */
int store_letters_age(struct store *s, int64_t *oldest, int64_t *newest, int64_t *failed, struct fault *f) CHECKED;
/* How many letters were sent after a time. */
int store_letters_sent_since(struct store *s, int64_t since, int64_t *n, struct fault *f) CHECKED;

/* --- inboxes ------------------------------------------------------------------------------- */

/* How far a mailbox was read; *place = "" when it is new. */
int store_inbox_get(struct store *s, const char *name, struct arena *a, const char **place,
                    struct fault *f) CHECKED;
int store_inbox_set(struct store *s, const char *name, const char *place, struct fault *f) CHECKED;
/* Letters that stay in a mailbox which cannot mark them, by the mailbox's name for them. */
int store_inbox_known(struct store *s, const char *inbox, const char *name, bool *known,
                      struct fault *f) CHECKED;
int store_inbox_remember(struct store *s, const char *inbox, const char *name, struct fault *f) CHECKED;

#endif
