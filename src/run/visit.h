/* visit: what people without a seat may order, and what it does.
 *
 * A guest has a key and with it a game he was invited to, watches, or moves by; a stranger has
 * nothing, and may only ask. */
#ifndef RUN_VISIT_H
#define RUN_VISIT_H

#include "lobby/lobby.h"
#include "run/general.h"

struct visit {
    struct lobby_writer w;
    struct order_reader reader;
    json_t *help; /* what HELP explains */
    bool changed; /* something was ordered and done */
    bool report;  /* a watcher wants to see the game */
};

/* What a stranger may ask, of general_grammar(). */
enum { STRANGER_VERBS = 5 };
extern const int stranger_verbs[STRANGER_VERBS];

/* Does one order, or fills the mistake, with its columns. */
int visit_do(struct visit *visit, const struct order *order, struct mistake *mistake,
             struct fault *fault) CHECKED;

#endif
