/* cards: investors, influence cards, spaces and tiles, read from db/boss_*.csv.
 *
 * Families are numbered in the order of the alphabet; a set of them is a mask, bit 0 Cashman. Kinds
 * of pieces: the six investors, the 16 kinds of influence card ("cards": clan and travel by family,
 * joker, recruitment, boss, stop), the tiles, the pawn, and two that the table needs for itself: a
 * price that stands ("ask") and a card that was played and waits ("play"). */
#ifndef BOSS_CARDS_H
#define BOSS_CARDS_H

#include "base/arena.h"
#include "table/schema.h"

enum { FAMILIES = 6, ALL_FAMILIES = 0x3f, SPACES = 16, TILES = 15, INFLUENCE = 98 };

enum {
    CARD_CLAN = 0,
    CARD_TRAVEL = FAMILIES,
    CARD_JOKER = 2 * FAMILIES,
    CARD_RECRUIT,
    CARD_BOSS,
    CARD_STOP,
    CARDS,
};

enum {
    KIND_INVESTOR = 0,
    KIND_CARD = FAMILIES,
    KIND_TILE = KIND_CARD + CARDS, /* the tile numbered 1 */
    KIND_PAWN = KIND_TILE + TILES,
    KIND_TERM,
    KIND_PLAY,
    KINDS,
};

struct space {
    uint8_t shares, pick;
    uint8_t required, optional; /* masks */
};

struct tile {
    uint8_t value; /* of a share, in million */
    uint8_t ends;  /* bit d: a die of d ends the game */
};

struct boss {
    struct space space[SPACES + 1]; /* from 1 */
    struct tile tile[TILES + 1];    /* from 1 */
    int quantity[CARDS];
    const char *family[FAMILIES];        /* "Cashman" */
    const char *named[ALL_FAMILIES + 1]; /* "Cashman Sacks" */
    const char *kinds[KINDS];
    struct schema schema;
};

/* Dies when the files do not hold what the rules speak of. */
struct boss *boss_cards_read(struct arena *arena, const char *influence, const char *spaces,
                             const char *tiles);

static inline int card_kind(int card)
{
    return KIND_CARD + card;
}

static inline int kind_card(int kind)
{
    return kind - KIND_CARD;
}

static inline bool kind_is_clan(int kind)
{
    return kind >= KIND_CARD + CARD_CLAN && kind < KIND_CARD + CARD_TRAVEL;
}

static inline bool kind_is_tile(int kind)
{
    return kind >= KIND_TILE && kind < KIND_PAWN;
}

static inline bool kind_is_card(int kind)
{
    return kind >= KIND_CARD && kind < KIND_TILE;
}

/* How many of each card. */
struct hand {
    uint8_t n[CARDS];
};

int boss_hand_count(const struct hand *hand);

/* Bits of a mask one by one: for (FAMILY_EACH(f, mask)). */
#define FAMILY_EACH(f, mask)                                                                       \
    unsigned f##_rest = (mask), f = f##_rest ? (unsigned)__builtin_ctz(f##_rest) : 0;              \
    f##_rest;                                                                                      \
    f##_rest &= f##_rest - 1, f = f##_rest ? (unsigned)__builtin_ctz(f##_rest) : 0

#endif
