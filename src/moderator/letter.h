/* letter: a moderator's lines, read, done and answered: by mail and on the command line.
 *
 * All or nothing: a line that is not understood, or that is refused, and nothing is done. The answer
 * is JSON without words:
 *     {"done":true | "refused":true | "preview":true | "told":true | "confirm":true,
 *      "lines":[{"number":1,"text":"…","understood":"…","mistake":{…}}],
 *      "problem":{…}, "events":[…], "set":[…], "help":[…], "journal":[{"turn":…,"events":[…]}]} */
#ifndef MODERATOR_LETTER_H
#define MODERATOR_LETTER_H

#include "moderator/people.h"

struct moderator_answer {
    json_t *answer; /* new reference */
    json_t *peeks;  /* array of documents; new reference */
    bool done;      /* something was changed, or somebody written to */
    bool refused;
    bool force;     /* some ruling is forced */
    bool grave;     /* nothing was done: it needs a confirmation */
    int64_t awaits; /* as post_reports() wants it, when something was done */
};

/* Does what the lines say, inside the caller's savepoint. With `confirmed` grave rulings are done,
 * else the answer only says what they are. `mail`: the text is that of a letter, with quotes and
 * greetings. `lang`: of the answer; NULL: the moderator's. */
struct moderator_words {
    struct slice text;
    bool mail, confirmed;
    const char *lang;
};
int moderator_rule(struct sitting *s, const struct moderator *by, const struct moderator_words *words,
                   struct moderator_answer *out, struct fault *fault) CHECKED;

/* A letter that carried a moderator's token: done, or kept until it is confirmed, and answered.
 * `confirm` is the number in the address it came to. *done tells whether something was changed. */
int moderator_letter(struct sitting *s, const struct moderator *by, int64_t confirm, struct slice text,
                     const char *message_id, bool *done, struct fault *fault) CHECKED;

/* The first letter to every moderator who has had none, with all rulings explained: the game
 * begins. */
int moderator_greet(struct sitting *s, struct fault *fault) CHECKED;

enum { CONFIRM_SECONDS = 86400 };

#endif
