/* redeal: another world that looks the same to a seat. */
#ifndef TESTS_REDEAL_H
#define TESTS_REDEAL_H

#include "turn/sitting.h"

struct redeal {
    int reader;
    sight acting;              /* what these see stays */
    const struct table *shown; /* the table after the turn: what it shows stays */
    int tallies;               /* how many hidden ones were changed */
};

sight redeal_eyes(const struct redeal *r);

/* Swaps pieces out of sight; ctx is a struct redeal. */
void redeal(struct sitting *s, void *ctx);

/* Changes hidden tallies of a table; returns how many. */
int redeal_tallies(struct table *t, const struct sitting *s, sight eyes);

/* Both, and what goes with the tallies. */
void redeal_all(struct sitting *s, void *ctx);

#endif
