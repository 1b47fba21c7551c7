/* sets: what low capital cards are worth together.
 *
 * 2, 3 or 4 cards of one symbol, all of different values, are worth 16, 32 or 64; each card is in
 * one set at most. The cards of one symbol that somebody holds are a *state*: a number made of how
 * many there are of each face. All that can be asked about a state is worked out once. */
#ifndef VENTURE_SETS_H
#define VENTURE_SETS_H

#include "engines/venture/cards.h"

/* One way to pay with some of a state's cards, the best of its kind: no other way pays as much
 * and leaves more (or leaves as much with fewer cards, or comes first in the fixed order). */
struct sets_option {
    uint16_t paid;       /* state */
    int16_t value, left; /* best value of what is paid and of what stays */
    uint8_t cards;       /* how many are paid */
};

struct sets {
    int weight[FACES]; /* of one card of a face in the state's number; the first is the greatest */
    int nstates;
    uint8_t (*count)[FACES];
    int16_t *best;  /* best value of a state */
    uint8_t *first; /* faces (bits) of one set, or of a single card, of the best division */
    struct sets_option *options; /* of state s: from[s] up to from[s + 1], greatest `paid` first */
    uint32_t *from;
};

const struct sets *venture_sets_make(const struct venture *v, struct arena *arena);

/* State of the cards of one symbol in a hand. */
static inline int sets_state(const struct sets *s, const struct hand *hand, int symbol)
{
    const uint8_t *n = hand->n + symbol * FACES;
    return n[0] * s->weight[0] + n[1] * s->weight[1] + n[2] * s->weight[2] + n[3] * s->weight[3];
}

/* The highest value of all capital of a hand; proxies and profits count nothing. */
int venture_hand_best(const struct venture *v, const struct hand *hand);
int venture_hand_face(const struct venture *v, const struct hand *hand); /* as printed, no sets */
int venture_hand_count(const struct hand *hand);                         /* cards of every kind */

/* "T1▲+T5▲ 20": capital of a hand with its sets, as best divided. */
void venture_hand_sets(const struct venture *v, const struct hand *hand, struct names *names);

/* The card PASS discards: the capital whose loss lowers the best value least, then the lower
 * face, then T S C; without capital the dearest proxy; -1 for an empty hand. */
int venture_hand_least(const struct venture *v, const struct hand *hand);

#endif
