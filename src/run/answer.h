/* answer: reads the lines of a seat's letter, plays them and says what became of each.
 *
 * All or nothing: a line that is not understood, or that the rules refuse, and nothing is played
 * (what a die or a card has shown stays, see engine.h). The answer is JSON without words:
 *     {"played":true | "refused":true | "preview":true,
 *      "lines":[{"number":3,"text":"take oil-fe","understood":"TAKE OIL-EF",
 *                "unchecked":true,   the rules did not come to it
 *                "undone":true,      right, in a letter that is refused
 *                "mistake":{"code":"mistake.…",…,"shown":…,"caret":…,"try":…}}],
 *      "problem":{…}   a mistake about the letter as a whole
 *      "events":[…]    of a preview
 *      "help":[{"usage":…,"code":"help.TAKE"}], "set":[{"code":"set.lang",…}] } */
#ifndef RUN_ANSWER_H
#define RUN_ANSWER_H

#include "turn/post.h"

/* `await` is the number in the address the letter came to; -1 when it carried none. Changes the
 * sitting and the store inside the caller's savepoint. out->answer is a new reference; refused
 * tells that the table is as it was. */
int answer_letter(struct sitting *s, int seat, int64_t await, struct slice text,
                  struct post_answer *out, struct fault *fault) CHECKED;

/* An answer with one mistake about the whole letter: "unreadable", "too-big". */
json_t *answer_refusal(const char *code);

#endif
