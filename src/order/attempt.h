/* attempt: one try at reading a line, and how to mend the line when it fails. Inside order/ only.
 */
#ifndef ORDER_ATTEMPT_H
#define ORDER_ATTEMPT_H

#include "order/match.h"

/* The two grammars and where their words are found: [0] general, [1] the game's own. */
struct grammars {
    const struct order_reader *reader;
    const struct grammar *grammar[2]; /* NULL: none */
    const struct grammar_index *index[2];
    bool part; /* words may follow the order */
};

/* A verb as it was written. */
struct spoken {
    int side; /* of struct grammars; -1: no such verb, or several */
    int verb;
    enum spelling_lang lang;
    bool several;
};

/* Large, never cleared. */
struct attempt {
    struct lexed lex;
    struct spoken spoken;
    struct match match; /* only when spoken.side >= 0 */
};

/* Reads the line from character `from`; true when it was understood. */
bool attempt_run(const struct grammars *g, struct slice line, int from, bool split_commas,
                 struct attempt *a);

/* The token where a failed attempt stopped: lex.n behind the last. */
int attempt_stopped(const struct attempt *a);

/* A line near the one of the failed attempt that is understood, "" when none is found, and the
 * nearest thing to the word at fault, "" when nothing is near. */
enum { NEAR_MAX = 64 };
void attempt_mend(const struct grammars *g, const struct attempt *a, int from, char mended[TRY_MAX],
                  char near[NEAR_MAX]);

/* Edits that lead from a to b (swapping neighbours is one), more than `most` when there are more.
 */
int attempt_distance(struct slice a, struct slice b, int most);

#endif
