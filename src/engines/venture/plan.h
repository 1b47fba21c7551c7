/* plan: how good groups are, and how companies would best lie. For suggestions only: the rules
 * know nothing of it. */
#ifndef VENTURE_PLAN_H
#define VENTURE_PLAN_H

#include "engines/venture/groups.h"

/* What a legal group of n companies with so many common letters is thought to be worth for the
 * rest of the game, in 1/64 million. */
struct worths {
    int of[INDUSTRIES + 1][LETTERS + 1];
};

/* left: companies in market and reserve; they tell how long the game will last. */
void venture_plan_worths(struct worths *w, int left, int seats);

static inline int plan_worth(const struct worths *w, int n, unsigned letters)
{
    return w->of[n][__builtin_popcount(letters)];
}

/* Companies laid out as groups, each bottom to top. */
struct layout {
    int n, worth;
    uint8_t size[COMPANIES];
    uint8_t company[COMPANIES]; /* of the first group, then of the second … */
};

/* A good layout of a set of companies (bits): the best group first, then the best of the rest. */
void venture_plan_layout(const struct venture *v, const struct worths *w, uint64_t companies,
                         struct layout *out);

#endif
