/* luck: randomness that players can check.
 *
 * A game's seed is SHA-256 of its secret and the players' words (luck_seed). Draw number k is
 * taken from block k of the ChaCha20 (IETF, zero nonce) key stream under that seed, read as
 * eight little-endian 64-bit words: the first word below the greatest multiple of n, modulo n.
 * The counter is part of the game; every draw is recorded for the journal. */
#ifndef BASE_LUCK_H
#define BASE_LUCK_H

#include "base/slice.h"

#include <stdint.h>

enum { LUCK_BYTES = 32, LUCK_LOG = 1024 };

struct luck {
    uint8_t seed[LUCK_BYTES];
    uint64_t counter; /* draws made since the game began */
    /* What was drawn since luck_mark(): below which n, and the result. A letter that draws more
     * than LUCK_LOG times is a bug. */
    uint32_t drawn;
    struct luck_draw {
        uint32_t n, result;
    } log[LUCK_LOG];
};

/* sodium_init(), once, before anything else here or in secret.h. */
void luck_init(void);

void luck_seed(uint8_t seed[LUCK_BYTES], const uint8_t secret[LUCK_BYTES], struct slice words);

/* Uniform in 0..n-1; n >= 1. A draw below 1 takes nothing from the stream. */
uint32_t luck_below(struct luck *luck, uint32_t n);

/* Fisher-Yates, from the last element down. */
void luck_shuffle(struct luck *luck, uint16_t *v, uint32_t n);

/* Forgets the log, keeps the counter: done at the start of a turn. */
void luck_mark(struct luck *luck);

#endif
