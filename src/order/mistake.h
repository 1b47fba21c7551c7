/* mistake: what a player did wrong, and what would be right.
 *
 * A mistake is a code with args; templates/<lang>/…/phrases has the words, one phrase per code.
 * `try` is an order line that would be understood or legal in its place, when one is known. */
#ifndef ORDER_MISTAKE_H
#define ORDER_MISTAKE_H

#include "base/arg.h"

#include <stddef.h>

enum { TRY_MAX = 160 };

struct mistake {
    const char *code; /* NULL: no mistake */
    struct arg args[ARGS_MAX];
    int nargs;
    int term;            /* which term of the order is wrong, -1 for the whole line */
    int line;            /* line of the letter, from 1; 0: none in particular */
    int column, columns; /* what the caret points to, in characters from 0 */
    char try[TRY_MAX];   /* "" when nothing better is known */
    int verb; /* when a letter is closed: 1 + the verb whose line it is about; 0: the whole letter */
};

void mistake_set(struct mistake *m, const char *code, int term, const struct arg *args, int nargs);

/* MISTAKE(m, term, "code", NUM("cost", 12), …): fills *m. The code must have a phrase. */
#define MISTAKE(m, term, code, ...)                                                                \
    mistake_set((m), (code), (term), (const struct arg[]){NUM(NULL, 0), ##__VA_ARGS__} + 1,        \
                (int)(sizeof((const struct arg[]){NUM(NULL, 0), ##__VA_ARGS__}) /                  \
                      sizeof(struct arg)) -                                                        \
                    1)

#endif
