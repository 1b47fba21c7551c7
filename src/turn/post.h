/* post: outgoing letters, written into the store.
 *
 * News goes at once to the seats that are asked for something, to others with their next report,
 * unless an event says at_once; everyone hears of the beginning and of the end. */
#ifndef TURN_POST_H
#define TURN_POST_H

#include "turn/sitting.h"
#include "turn/token.h"

/* What becomes of a player's letter. */
struct post_answer {
    int seat;
    json_t *answer;         /* goes into the document; borrowed */
    const char *message_id; /* of the letter that is answered */
    bool refused;           /* nothing was played */
    bool stands;            /* what it says besides orders was done: talk, settings */
    bool resigns;           /* RESIGN: the seat is left with this letter */
    bool moved;             /* if it stands, so has the deadline of the seat's turn */
    int64_t show_turn;      /* REPORT n: the document archived at or before this turn is sent; -1: the present one */
};

/* Queues the letters due after a turn: the answer, if any, and a report to each seat whose await
 * has a number above `awaits_before`, that has none yet, whose game is over, or that may know of an
 * event at once. */
int post_reports(struct sitting *s, const struct post_answer *answer, int64_t awaits_before,
                 struct fault *fault) CHECKED;

/* A report to one seat, at once. */
int post_report(struct sitting *s, struct seat *seat, struct fault *fault) CHECKED;

/* A letter with the present report about one thing: "alert.reminder", "alert.held". It is not archived,
 * and what is new in it is new in the next report, too. Bots get none. */
int post_alert(struct sitting *s, struct seat *seat, const char *code, struct fault *fault) CHECKED;

/* A line about a seat to the game's moderator, if there is one: "notice.held". */
int post_moderator(struct sitting *s, const struct seat *seat, const char *code,
                   struct fault *fault) CHECKED;

/* The two halves of a report, for who sends it himself: its document (a new reference; the bytes live in
 * s->arena), and the note that the seat was sent it. Archiving is the caller's, too. */
int post_make(struct sitting *s, struct seat *seat, const struct post_answer *answer, json_t **doc,
              struct slice *bytes, struct fault *fault) CHECKED;
int post_made(struct sitting *s, struct seat *seat, struct slice bytes, struct fault *fault) CHECKED;

/* Queues a letter whose draft lacks only sender, date and Message-ID: of no game. Takes the parcel. */
struct parcel;
int post_letter(struct house *house, const char *kind, struct parcel *p, struct fault *fault) CHECKED;

/* A letter to somebody without a seat. */
struct post_stranger {
    const char *address, *name, *message_id;
    const char *subject;  /* NULL: the phrase "subject", when there is an engine */
    const char *lang;     /* NULL: the house's */
    const char *engine;   /* whose words; NULL: the common ones */
    const char *kind;     /* of the outgoing letter; NULL: "notice" */
    const char *reply_to; /* NULL: the house */
    bool html;            /* the template has an HTML side */
    bool attach;          /* the document goes with it */
    const char *template; /* "stranger" */
    json_t *doc;          /* borrowed */
};
int post_stranger(struct house *house, const struct post_stranger *to, struct fault *fault) CHECKED;

/* A letter about a game to somebody without a seat in it who may write to it: a moderator. */
struct post_other {
    const char *address, *lang;
    struct writer writer;
    int64_t await;          /* the number in his reply address */
    const char *message_id; /* of the letter that is answered; NULL: none */
    const char *template, *kind;
    bool first;             /* the root of his thread */
    json_t *doc;            /* borrowed */
};
int post_other(struct sitting *s, const struct post_other *to, struct fault *fault) CHECKED;

/* A seat's present report again, or that of a past turn (-1: the present). */
int post_again(struct sitting *s, int seat, int64_t turn, struct fault *fault) CHECKED;

#endif
