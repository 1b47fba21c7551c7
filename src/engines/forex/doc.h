/* doc: what is being described, and For-Ex's own values in the report document. */
#ifndef FOREX_DOC_H
#define FOREX_DOC_H

#include "engine/doc.h"
#include "engines/forex/state.h"

/* What is being described. */
struct scene {
    const struct engine *engine;
    const struct table *t;
    const int64_t *options;
    int seat, seats; /* seat: the reader's, 0 or SIGHT_MODERATOR */
    int phase, turn;
    int strongest; /* as things stand */
    struct arena *arena;
};

/* Half-units as units: 3 is 1.5. */
void doc_sum(json_t *o, const char *key, int64_t sum);
/* The code of a currency, and the name of the phrase with its colour. */
void doc_currency(json_t *o, const char *key, int currency);

/* --- actions.c --------------------------------------------------------------------------- */

/* What the reader may do now, with the exact sums. */
void forex_describe_actions(const struct scene *s, json_t *doc);

#endif
