/* doc: small hands to write the report document. Running out of memory ends the program. */
#ifndef FOREX_DOC_H
#define FOREX_DOC_H

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

void doc_put(json_t *o, const char *key, json_t *value);
void doc_text(json_t *o, const char *key, const char *text);
void doc_flag(json_t *o, const char *key, bool value);
/* A report turns {"seat":n} into the seat's number and name, and whether it is the reader. */
void doc_seat(json_t *o, const char *key, int seat);
/* With two companions for words: x_one when it is 1, x_none when it is 0. */
void doc_number(json_t *o, const char *key, int64_t n);
/* Half-units as units: 3 is 1.5. */
void doc_sum(json_t *o, const char *key, int64_t sum);
/* The code of a currency, and the name of the phrase with its colour. */
void doc_currency(json_t *o, const char *key, int currency);
json_t *doc_append(json_t *list, json_t *item);    /* returns the item */
json_t *doc_offer(json_t *list, const char *line); /* {"order": line} */

/* --- actions.c --------------------------------------------------------------------------- */

/* What the reader may do now, with the exact sums. */
void forex_describe_actions(const struct scene *s, json_t *doc);

#endif
