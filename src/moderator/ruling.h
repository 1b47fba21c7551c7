/* ruling: what a moderator's command does, one function each.
 *
 * A ruling is read by grammar.c and done here inside the caller's transaction and savepoint. Each
 * that players are told of is a turn of its own in journal and archive; the others are notes in the
 * journal. A preview does everything in memory and takes it back. */
#ifndef MODERATOR_RULING_H
#define MODERATOR_RULING_H

#include "moderator/grammar.h"
#include "turn/edit.h"

struct ruling {
    struct sitting *s;
    const struct moderator *by; /* NULL: the command line */
    const struct order *order;
    struct slice line; /* as written */
    const char *kept;  /* what the journal has instead of the order; NULL: the order */
    bool preview, force;
    struct mistake *mistake; /* filled when it is refused */
    json_t *events;          /* what is told to all, for the answer */
    json_t *set;             /* what else was done: {"code":"set.…",…} */
    json_t *journal;         /* what JOURNAL lists: {"turn":…,"events":[…]} */
    json_t *peeks;           /* documents of seats PEEK has looked at */
    bool done;               /* something changed, or somebody is written to */
    bool looked;             /* what is answered depends on what not everybody may see */
    bool begun;              /* START: everybody has been sent his first report */
};

typedef int ruling_function(struct ruling *r, struct fault *fault);

/* By the verb. */
ruling_function ruling_do CHECKED;

/* Whether it needs a confirmation: it cannot be undone, or shows hidden things. */
bool ruling_grave(const struct order *order, bool force);

/* The seat the moderator himself has in this game; 0: none, -1 (the command line): none either. */
int ruling_own_seat(const struct ruling *r);

/* Turns as this moderator names them: by the number that rulings go by. One who plays himself goes by the
 * number players read, as the other would tell him that somebody did something hidden; then there may be
 * several turns of it. */
int64_t ruling_last_turn(const struct ruling *r);
int ruling_turns(const struct ruling *r, int64_t number, int64_t *first, int64_t *last,
                 struct fault *fault) CHECKED;
int ruling_eye(const struct ruling *r); /* for facts: 0 for one who plays, else SIGHT_MODERATOR */

/* The n-th term of a type, NULL when there are fewer. */
const struct term *ruling_term(const struct order *order, int type, int n);
bool ruling_has_key(const struct order *order, int key);

/* {"code":code, …} with what is told to all. */
json_t *ruling_told(const char *code);

/* Who rules, as the journal names him: "house", or "m1". */
const char *ruling_by(const struct ruling *r);

/* The body the journal keeps, with who ruled what; takes `told` (may be NULL). */
json_t *ruling_body(const struct ruling *r, json_t *told);

/* Makes the ruling of the body: plays it in memory, refuses what breaks an invariant unless it is
 * forced, and records the turn; a preview is taken back. `kind` as in struct turn, past as for
 * edit_apply(). Borrows the body. The caller settles (ruling_settle). */
int ruling_make(struct ruling *r, json_t *body, const char *kind, const struct table *past,
                struct fault *fault) CHECKED;
int ruling_settle(struct ruling *r, struct fault *fault) CHECKED;

/* A ruling nobody is told of: a note in the journal. */
int ruling_note(struct ruling *r, struct fault *fault) CHECKED;

/* One that was refused or only tried, and has shown the moderator something hidden: a note in the
 * journal, and the players hear of it as they hear of PEEK. */
int ruling_looked(struct ruling *r, struct fault *fault) CHECKED;

/* What is public of the events of an attempt, for the answer. */
void ruling_tell(struct ruling *r, const struct attempt *a);

/* Whether the game could go on for a while with the edits or option of this body. Tried in a process
 * of its own. */
bool ruling_trial(const struct sitting *s, const json_t *body);

/* table_rulings.c */
ruling_function rule_move, rule_set, rule_swap, rule_deal, rule_shuffle;
/* back_rulings.c */
ruling_function rule_undo, rule_redo, rule_reroll;
/* seat_rulings.c */
ruling_function rule_play, rule_seat, rule_resend, rule_peek;
/* time_rulings.c */
ruling_function rule_pause, rule_resume, rule_extend, rule_deadline, rule_remind, rule_pace;
/* game_rulings.c */
ruling_function rule_announce, rule_journal, rule_option, rule_end, rule_cancel;
/* lobby_rulings.c */
ruling_function rule_start, rule_invite, rule_call_off;

#endif
