/* document: what one seat is told, as one JSON value without words.
 *
 * Built from the seat's view, the journalled events in its sight and facts that are public: text,
 * HTML and the JSON attachment are rendered from it and from nothing else. Codes carry their
 * family ("event.take"), so that a template can say {{>*code}}. */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "engine/engine.h"

struct report_seat {
    const char *name;
    bool bot;
    int64_t away; /* until when; 0: it is not */
};

struct report_await {
    int64_t number;
    int seat;
    const char *what;
    int64_t deadline; /* 0: none */
    const char *still; /* why its clock stands still: "still.paused"; NULL: it runs */
    bool turn;         /* a turn, not a window or a negotiation */
};

struct report_news {
    int64_t turn, shown; /* shown: as players read it */
    const char *body; /* an event as the journal keeps it */
};

struct report_facts {
    const char *game, *lang;
    const struct engine *engine;
    const int64_t *options;
    int variant;
    int64_t turn, shown; /* shown: as players read it */
    bool finished;
    bool cancelled;              /* finished without a result */
    bool silent_peek, moderator_plays; /* told in everybody's first report */
    const struct report_seat *seats; /* seats[1..n] */
    const struct report_await *awaits;
    int nawaits;
    const struct report_news *news; /* in sight of the reader, oldest first */
    int nnews;
    const struct report_news *earlier; /* told before, but not before he last acted */
    int nearlier;
    const char *tz;    /* the reader's zone */
    const char *alert; /* what the letter is about, in place of news: "alert.reminder"; NULL: news */
    json_t *vacation;  /* of the reader: {"left":…}; borrowed; NULL: the game gives none */
    const char *commitment;      /* hex SHA-256 of the secret as text */
    const char *secret;          /* hex, once the game is over; else NULL */
    const char *previous;        /* hex digest of the reader's previous report; NULL: first */
    const struct table *table;   /* whole; only views of it are used */
    int seat;                    /* the reader: a seat, 0 or SIGHT_MODERATOR */
    json_t *later;               /* his orders that wait; borrowed; NULL: none */
    json_t *answer;              /* what became of his letter, for his eyes from then on; NULL: none */
};

/* A new reference. */
json_t *report_document(const struct report_facts *facts);

/* What a moderator is told of a game: who sits where and who is awaited, nothing of the table. Turns have
 * the number he rules by when the facts are those of SIGHT_MODERATOR. */
json_t *report_moderator(const struct report_facts *facts);

/* Puts the number of a turn: the one players read, {"turn":43}; for who rules, who goes by the other, both
 * where they differ: {"turn":57,"for_players":{"turn":43}}, else {"turn":3,"for_players":false}. */
void report_put_turn(const struct report_facts *facts, json_t *object, int64_t turn, int64_t shown);

/* An event or mistake as JSON: {"code":…, args}; seats as {"seat":n}. */
json_t *report_event_json(const struct engine *engine, const char *code, const struct arg *args,
                          int nargs);

/* Makes it what the reader sees: {"seat":2} anywhere inside becomes {"number","name","you"}, and
 * {"time":seconds} {"at","zone"} in his zone. */
void report_for_reader(const struct report_facts *facts, json_t *value);

/* Sets a key to a new reference; running out of memory is a bug. */
void report_put(json_t *object, const char *key, json_t *value);

/* Compact, keys in order of insertion: the bytes that are archived and hashed. malloc'd. */
char *report_dump(const json_t *doc);

/* The same for people: a line a value. */
char *report_dump_lines(const json_t *doc);

#endif
