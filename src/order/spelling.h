/* spelling: all the ways to write verbs or keywords, sorted. Inside order/ only. */
#ifndef ORDER_SPELLING_H
#define ORDER_SPELLING_H

#include "order/pattern.h"

enum spelling_lang { SPELT_EN, SPELT_FR, SPELT_ALSO };

struct spelling {
    struct slice text;
    int of; /* index of the verb or keyword */
    enum spelling_lang lang;
};

struct spellings {
    struct spelling *v; /* by text, then in the order of the grammar */
    int n;
};

/* What grammar_compile adds to a grammar. */
struct grammar_index {
    struct spellings verbs, keywords;
    struct pattern *patterns; /* of each verb */
};

void spellings_of_verbs(const struct grammar *grammar, struct arena *arena, struct spellings *out);
void spellings_of_keywords(const struct grammar *grammar, struct arena *arena,
                           struct spellings *out);

/* The first spelling that is not before `word`: its place, n when there is none. An exact one and
 * those that begin with `word` stand there and behind. */
int spellings_at(const struct spellings *s, struct slice word);
const struct spelling *spellings_find(const struct spellings *s, struct slice word); /* or NULL */
bool spelling_begins(const struct spelling *s, struct slice beginning);

/* The index of a grammar: its own, or one made in the arena. */
const struct grammar_index *grammar_index_of(const struct grammar *grammar, struct arena *arena);

#endif
