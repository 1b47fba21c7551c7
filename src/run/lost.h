/* lost: letters of the outbox that are given up. Nobody tries them again, so somebody has to know. */
#ifndef RUN_LOST_H
#define RUN_LOST_H

#include "run/run.h"

/* Why, as the moderator reads it. Damaged: what the store has of it makes no sense. */
struct lost_why {
    const char *answer;
    bool damaged;
};

/* What the store lacks of a letter that is damaged or has no bytes, as an answer. */
const char *lost_damage(const struct letter_out *l);

/* Notes in the caller's transaction that a letter is given up, and for lost_tell that somebody has to hear
 * of it. Tells at once, on stderr, what no letter can tell. */
int lost_note(struct run *run, const struct letter_out *l, const struct lost_why *why, struct fault *fault) CHECKED;

/* One notice for everything that was given up since the last, in a transaction of its own; *told: there was
 * something. */
int lost_tell(struct run *run, bool *told, struct fault *fault) CHECKED;

/* The letter is a notice: one that is lost causes no other notice. */
bool lost_is_notice(const struct letter_out *l);

#endif
