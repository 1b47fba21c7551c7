/* engine: what a game must provide. Rules and nothing else.
 *
 * An engine is a folder in engines/, data files in db/, words in templates/, and one line in
 * registry.c. It is pure: no clock, no files, no SQL, no mail, no state outside the table, no
 * words in any language. It sees orders, tables and luck, and says what happened in events.
 *
 * Life of a game
 *     setup           once: an empty table becomes the opening position
 *     apply … close   a letter by one seat: its orders in the order written, then close
 *     advance         after each letter or silence: what follows by itself (refill, draw, score,
 *                     whose turn), until somebody is awaited or the game is finished
 *     expire          in place of a letter when a deadline passes; then advance
 * The caller copies the table before a letter and puts it back when apply or close finds a
 * mistake, unless luck was drawn: what a die has shown stays, and only the order at fault is
 * dropped. So apply may fail half-way through its changes.
 *
 * Secrecy. Results and mistakes given to a seat may depend only on what that seat sees: the
 * resample test re-deals everything else and compares every byte. Whether a seat is awaited, and
 * under which clock, may depend on public things only. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/luck.h"
#include "engine/event.h"
#include "order/order.h"
#include "table/table.h"

#include <jansson.h>

enum outcome {
    OUTCOME_DONE,
    OUTCOME_MISTAKE, /* play->mistake is filled */
    OUTCOME_HOLD,    /* done; the letter's later lines wait until `held` says go or drop; play->hold
                      * says which hold it is */
    OUTCOME_UNKNOWN, /* previews only: what follows depends on a draw or on hidden things */
};

enum clock_kind { CLOCK_TURN, CLOCK_REACTION, CLOCK_NEGOTIATION };

/* Somebody the game waits for. `matter` tells one await of a seat from the next: it changes when
 * what is asked changes (the number of the turn, of the offer). One that vanishes and comes back for the
 * same matter has the time it had left. "turn", or "round" where all play at once, is a
 * seat's whole turn: orders sent early wait for it. */
struct await {
    int seat;
    enum clock_kind clock;
    const char *what; /* code with a phrase "await.<what>": "turn", "sell" */
    int64_t matter;
};
enum { AWAITS_MAX = SEATS_MAX * 4 };

/* One option: k=v. With choices, the value is the index of one; else a whole number in a range. */
struct option {
    const char *name;
    const char *const *choices; /* ends with NULL; NULL for a number */
    int64_t low, high;          /* of a number */
    int64_t preset;             /* value when nobody says anything */
    /* The preset when the game is of this variant, if it differs; ends with variant -1; may be NULL. */
    const struct option_preset {
        int variant;
        int64_t preset;
    } *by_variant;
    bool laid; /* it counts when the table is laid: a ruling comes too late */
};

/* Everything a rule may look at or change while one letter is played. */
struct play {
    const struct engine *engine;
    struct table *table;
    const int64_t *options; /* in the order of engine->def->options */
    int variant;
    struct luck *luck;      /* NULL in a preview: nothing may be drawn */
    struct events *events;
    struct arena *arena; /* lives as long as the letter */
    struct mistake *mistake;
    bool preview;
    int64_t hold; /* filled by apply with OUTCOME_HOLD: its number, one seat's holds apart */
    unsigned so_far; /* the engine's own: what its later lines have to know of this letter; 0 at first */
};

/* A list of orders made by suggest; room is ORDERS_SUGGESTED. */
enum { ORDERS_SUGGESTED = 40 };
struct suggestion {
    struct order orders[ORDERS_SUGGESTED];
    int n;
};

struct standing {
    int seat;
    int64_t score;
    int rank; /* 1 is a winner; equal ranks share */
};

/* What becomes of the lines of a letter behind an OUTCOME_HOLD. Lines may begin with IF ACCEPTED or
 * ELSE: they are played on YES or NO only, others on both. */
enum hold { HOLD_WAIT, HOLD_YES, HOLD_NO, HOLD_DROP };

/* Other words for a place or tally of the schema, in any language: how a moderator may write it.
 * Folded (capitals, no accents), parted by spaces. */
struct alias {
    const char *name;  /* of the schema: "deck" */
    const char *words; /* "PIOCHE TALON" */
};

struct engine_def {
    const char *name; /* "venture": folder of the templates, word of the command line */
    int rules;        /* version; a game stays on the one it began with */
    const char *const *variants; /* ends with NULL; the first is the default */
    const struct option *options;
    int noptions;
    int seats_min, seats_max;
    const struct alias *aliases; /* ends with a NULL name; may be NULL */
    const char *const *codes; /* every key it needs a phrase for: "event.take"; ends with NULL */

    /* Reads the data files. Fills engine->schema, ->grammar, ->situations and ->data; called once. What it
     * allocates comes from the arena and lives as long as the engine. */
    void (*open)(struct engine *engine, struct arena *arena);

    /* Opening position on an empty table. Draws come from play->luck. */
    void (*setup)(struct play *play);

    /* One order by one seat. The caller has checked that the verb is of this engine's grammar. */
    enum outcome (*apply)(struct play *play, int seat, const struct order *order);

    /* The letter is over: pay, and say what is missing. DONE, MISTAKE or UNKNOWN. */
    enum outcome (*close)(struct play *play, int seat);

    /* What follows by itself. Not called in previews. */
    void (*advance)(struct play *play);

    /* Whom the game waits for; none when it is finished. Returns how many, at most AWAITS_MAX. */
    int (*awaits)(const struct table *table, const int64_t *options, struct await *out);

    /* What silence means for a seat whose deadline has passed. */
    void (*expire)(struct play *play, const struct await *await);

    /* A seat leaves for good: its player resigned, or was sent away. From now on a bot sits there;
     * whether the game still asks it for anything is the engine's choice. advance follows. NULL: the
     * bot plays on as if nothing had happened. */
    void (*leave)(struct play *play, int seat);

    /* Whether the lines of a seat behind this hold may go on. Several letters of one seat may wait,
     * each for something else. NULL when apply never says OUTCOME_HOLD. */
    enum hold (*held)(const struct table *table, int seat, int64_t hold);

    /* Standing orders: whether what this seat is asked now is the situation it wrote beforehand (an
     * order of engine->situations: "WHEN DIVEST USD …"). A standing order fires only for a seat that
     * is awaited, looks like a letter that arrived, and seats fire in the order of awaits(). May
     * look only at what the seat sees. NULL when engine->situations is. */
    bool (*matches)(const struct table *table, const int64_t *options, const struct await *await,
                    const struct order *situation);

    /* A legal, sensible letter for an awaited seat, from what that seat sees; n = 0 only when the
     * seat is not awaited. Deterministic. Allocates from the arena. */
    void (*suggest)(const struct view *view, const struct engine *engine, const int64_t *options,
                    int variant, struct arena *arena, struct suggestion *out);

    /* The game's own part of the report document: adds keys to `doc` (an object). Objects with an
     * "order" key become links that open a reply with that order written. */
    void (*describe)(const struct view *view, const struct engine *engine, const int64_t *options,
                     int variant, json_t *doc);

    bool (*finished)(const struct table *table);

    /* Ranking of all seats once the game is finished. out has room for SEATS_MAX. */
    int (*standings)(const struct table *table, const struct engine *engine, const int64_t *options,
                     int variant, struct standing *out);

    /* What must always hold (cards conserved, groups legal). NULL when it holds, else the code of
     * what is broken. */
    const char *(*invariant)(const struct table *table, const struct engine *engine,
                             const int64_t *options);

    /* Whether a tally counts half-units: 3 is what people call 1.5. NULL: none does. */
    bool (*halves)(int tally);
};

/* An engine with its data read: constant once open. */
struct engine {
    const struct engine_def *def;
    const struct schema *schema;
    const struct grammar *grammar;
    const struct grammar *situations; /* what WHEN can name, as verbs; NULL: none */
    const void *data; /* the engine's own */
};

/* --- registry.c -------------------------------------------------------------------------- */

/* All engines, opened once; ends with NULL. */
const struct engine *const *engine_all(void);
const struct engine *engine_find(struct slice name); /* NULL when there is none */
void engine_close_all(void);

/* --- options.c --------------------------------------------------------------------------- */

enum { OPTIONS_MAX = 32 };

/* Presets of a variant. */
void options_preset(const struct engine *engine, int variant, int64_t values[OPTIONS_MAX]);

/* Sets one "k=v". false with *why (arena text: what may be written) when it is not one. */
bool options_set(const struct engine *engine, int64_t values[OPTIONS_MAX], struct slice pair,
                 struct arena *arena, const char **why);

/* "k=v k=v …" of all options, as the store keeps them. */
void options_print(const struct engine *engine, const int64_t *values, struct buf *out);
int engine_variant(const struct engine *engine, struct slice name); /* -1: none */

#endif
