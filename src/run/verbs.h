/* verbs: what the general orders do, one function each.
 *
 * A verb is a row of general.c and a function in a file verbs_*.c, named here and in the table of
 * verbs.c. It may change the sitting and the store inside the caller's savepoint, says what it did by
 * adding {"code":"set.…",…} to `set`, and refuses by filling the mistake. */
#ifndef RUN_VERBS_H
#define RUN_VERBS_H

#include "run/general.h"
#include "turn/post.h"

struct verb_call {
    struct sitting *s;
    struct seat *seat; /* who writes */
    const struct order *order;
    struct slice line; /* as written */
    struct slice block; /* of an order with lines of its own, down to END: those */
    int64_t *early;    /* number of the early letter the NEXT lines make; 0 before the first */
    json_t *help;      /* what HELP explains */
    json_t *set;       /* what was done */
    json_t *looked;    /* what was looked up: {"history":…} or {"search":…} */
    json_t *answer;    /* the whole answer, for lists */
    struct post_answer *out;
    struct mistake *mistake;
};

typedef int verb_function(struct verb_call *call, struct fault *fault);

/* Does what the order says; a mistake comes with its columns. */
verb_function verb_do CHECKED;

/* A general order that a mistake says to write instead, in the words of a language. */
void verb_try_in(const char *lang, struct mistake *mistake);

/* LANG, FORMAT, TZ: changes the player and says so; NULL with the mistake filled when it is refused. */
json_t *verb_set(struct player *player, const struct order *order, struct arena *arena,
                 struct mistake *mistake);

/* How a verb is written and what it does, for a list of "help"; its phrase is
 * FAMILY.VERB. */
void verb_explain(json_t *list, const char *family, const struct grammar *grammar, int verb,
                  const char *lang);

/* verbs_help.c */
/* What a HELP line shows. */
void verb_help_list(const struct sitting *s, const struct order *help, const char *lang, json_t *list);
verb_function verb_help, verb_report;
/* verbs_settings.c */
verb_function verb_setting; /* LANG, FORMAT, TZ */
/* verbs_people.c */
verb_function verb_address, verb_games, verb_join, verb_leave, verb_luck, verb_observe;
verb_function verb_unobserve, verb_standings, verb_resign;
/* verbs_later.c */
verb_function verb_when, verb_whens, verb_forget, verb_next, verb_cancel;
/* verbs_talk.c */
verb_function verb_say, verb_whisper;
/* SAY or WHISPER with nothing behind it and no lines down to END below. */
bool verb_says_nothing(const struct order *order, struct slice block);
/* verbs_time.c */
verb_function verb_status, verb_vacation, verb_digest;
/* What VACATION said of a turn whose deadline has passed is over when the letter has played it. */
void verb_vacation_played(const struct sitting *s, int seat, json_t *set);
/* verbs_archive.c */
verb_function verb_history, verb_search;

#endif
