/* later: orders that wait.
 *
 * Held lines: behind an order that needs somebody's answer (OUTCOME_HOLD) the rest of a letter waits
 * until the engine says go or drop. IF ACCEPTED and ELSE lines are played in one case only. Lines
 * that have become illegal, or that are dropped, come back to their owner with the reason.
 *
 * Standing orders: WHEN <situation> <order> fires when its seat is asked just that. It looks like a
 * letter that arrived, and is seen by nobody else; it fires once unless it ends in 3 TIMES or ALWAYS,
 * and one that is refused is forgotten. */
#ifndef TURN_LATER_H
#define TURN_LATER_H

#include "turn/turn.h"

/* Puts lines by until this hold of the seat is decided. */
int later_hold(struct sitting *s, int seat, int64_t hold, const struct order *orders, int n,
               struct fault *fault) CHECKED;

/* Plays what can go on now: at most one seat's lines or one standing order; *again tells whether
 * something was done. */
int later_play(struct sitting *s, bool *again, struct fault *fault) CHECKED;

/* Reads "<situation> <order> [ALWAYS | n TIMES]" from a column of a line. */
struct standing_order {
    struct order situation, order;
    int64_t always; /* as in standing_row */
};
bool later_read(const struct sitting *s, struct slice line, int number, int from,
                struct standing_order *out, struct mistake *mistake);

/* Adds a standing order of a seat; *number is its number. */
int later_add(struct sitting *s, int seat, const char *line, int64_t always, int64_t *number,
              struct fault *fault) CHECKED;
/* Forgets one; *found tells whether it was there. */
int later_forget(struct sitting *s, int seat, int64_t number, bool *found,
                 struct fault *fault) CHECKED;

/* A standing order's line in the words of its seat, which has names for seats. */
const char *later_say(const struct sitting *s, int seat, const char *line);

/* Forgets all that waits for a seat: it was left. */
int later_clear(struct sitting *s, int seat, struct fault *fault) CHECKED;

/* Plays orders that waited as a letter of the seat. What the rules refuse goes back to it; an `early`
 * letter is also told when it was played. */
int later_letter(struct sitting *s, int seat, struct order *orders, int n, bool early,
                 struct fault *fault) CHECKED;

/* What waits for a seat, for its report: {"held":[{"line":…}],"standing":[{"number":…,"order":…}],
 * "early":[…]}; NULL when nothing does, whatever waits for others. */
json_t *later_json(const struct sitting *s, int seat);

/* Everything that waits, as one text from the arena, for a turn that may be undone; NULL: nothing. */
const char *later_snapshot(const struct sitting *s);
/* Makes what waits just that again. */
int later_restore(struct sitting *s, const char *snapshot, struct fault *fault) CHECKED;

enum {
    LATER_STANDING = 20, /* a seat may have so many */
    LATER_TIMES = 99,    /* the most that n TIMES can say */
    LATER_FIRES = 100,   /* of all together after one letter: the rest waits for the next */
};

#endif
