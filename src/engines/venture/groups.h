/* groups: a seat's companies as they lie together.
 *
 * All companies of a group are of different industries and share at least one letter; a group of
 * 1 or 2 is legal. Only a moderator's override can make one that is not. */
#ifndef VENTURE_GROUPS_H
#define VENTURE_GROUPS_H

#include "engines/venture/state.h"

struct group {
    int16_t number;
    uint8_t n, from;    /* its companies in struct groups, bottom to top */
    uint8_t letters;    /* common to all */
    uint8_t industries; /* bits */
    bool twins;         /* two of one industry */
};

struct groups {
    int n, companies;
    struct group v[COMPANIES]; /* by number, lowest first */
    uint16_t id[COMPANIES];
    uint8_t company[COMPANIES];
};

void venture_groups_read(const struct venture *v, const struct table *t, int seat,
                         struct groups *gs);

static inline bool group_legal(const struct group *g)
{
    return !g->twins && g->letters;
}

static inline int group_top(const struct groups *gs, const struct group *g)
{
    return gs->company[g->from + g->n - 1];
}

bool venture_groups_legal(const struct groups *gs);

/* Millions for a group of n with so many common letters: 1/3/8/20 a letter from 3 companies on. */
int venture_profit_of(int n, int letters);
int venture_group_profit(const struct group *g); /* 0 when it is not legal */
int venture_groups_profit(const struct groups *gs);

/* NULL: none. */
const struct group *venture_groups_number(const struct groups *gs, int number);
const struct group *venture_groups_holding(const struct groups *gs, int company);
int venture_groups_free(const struct groups *gs); /* lowest number no group has */

/* Whether a company may go on top of a group. */
static inline bool group_takes(const struct group *g, const struct company *c)
{
    return !(g->industries >> c->industry & 1) && (g->letters & c->letters);
}

/* "1: AUTO-DEF CHEM-CD / 2: OIL-EF" */
void venture_groups_print(const struct venture *v, const struct groups *gs, struct names *names);

/* "DE" */
void venture_letters_print(unsigned letters, char out[LETTERS + 1]);

#endif
