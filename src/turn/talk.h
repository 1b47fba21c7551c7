/* talk: what players say to each other, relayed by the house.
 *
 * It is journalled with its sight, and told as news: the addresses of players are in no letter. While
 * somebody is asked under another clock than that of turns, talk goes out at once, but no seat gets more
 * than one such letter in TALK_GAP; else it comes with the seat's next report, at the latest TALK_WAIT
 * later, in one letter. */
#ifndef TURN_TALK_H
#define TURN_TALK_H

#include "turn/sitting.h"

enum {
    TALK_LINES = 60,   /* of one message, as written */
    TALK_BYTES = 4000, /* of one message */
    TALK_GAP = 300,
    TALK_WAIT = 3600,
};

/* By a seat to another one, or to all (0). The text is clean UTF-8 within the limits; its lines are
 * kept, long ones are broken. */
int talk_add(struct sitting *s, int from, int to, struct slice text, struct fault *fault) CHECKED;

/* Whether an entry was to who has the seat now: a whisper was to a person, and whoever sits down later
 * inherits hand and orders, but not what was said in confidence. */
bool talk_meant(const struct seat *seat, const struct entry *e);

/* Takes from a report to a seat what only its player of that time was meant to read. */
void talk_forget(json_t *doc);

/* The lines as they are shown: at most 64 characters each, without tabs and controls. */
json_t *talk_lines(struct slice text);

#endif
