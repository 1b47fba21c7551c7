/* post: outgoing letters, written into the store.
 *
 * News goes at once to the seats that are asked for something, to others with their next report,
 * unless an event says at_once; everyone hears of the beginning and of the end. */
#ifndef TURN_POST_H
#define TURN_POST_H

#include "turn/sitting.h"

/* What becomes of a player's letter. */
struct post_answer {
    int seat;
    json_t *answer;         /* goes into the document; borrowed */
    const char *message_id; /* of the letter that is answered */
    bool refused;           /* nothing was played */
    int64_t show_turn;      /* REPORT n: the archived document is sent; -1: the present one */
};

/* Queues the letters due after a turn: the answer, if any, and a report to each seat whose await
 * has a number above `awaits_before`, that has none yet, whose game is over, or that may know of an
 * event at once. */
int post_reports(struct sitting *s, const struct post_answer *answer, int64_t awaits_before,
                 struct fault *fault) CHECKED;

/* A letter to somebody without a seat: template NAME of the common words. */
struct post_stranger {
    const char *address, *name, *message_id, *subject;
    const char *template; /* "stranger" */
    json_t *doc;          /* borrowed */
};
int post_stranger(struct house *house, const struct post_stranger *to, struct fault *fault) CHECKED;

/* The document a seat (0, SIGHT_MODERATOR) is shown: news since a turn. `answer` may be NULL. */
int post_document(struct sitting *s, int seat, int64_t news_after, json_t *answer, json_t **doc,
                  struct fault *fault) CHECKED;

#endif
