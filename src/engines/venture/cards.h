/* cards: the companies and resources of the game, read from db/venture_*.csv.
 *
 * Kinds of pieces are numbered: companies first, in the order of their file, then the kinds of
 * resource ("cards"): 12 low capital (T1 T3 T5 T8 S1 … C8), 6 high capital, 3 proxies, the profit.
 * Equal resources are one kind and interchangeable. */
#ifndef VENTURE_CARDS_H
#define VENTURE_CARDS_H

#include "base/arena.h"
#include "base/buf.h"
#include "table/schema.h"

enum { COMPANIES = 54, INDUSTRIES = 6, LETTERS = 6, ALL_LETTERS = 0x3f };

enum {
    SYMBOLS = 3,
    FACES = 4,
    LOWS = SYMBOLS * FACES,
    HIGHS = 6,
    CAPITALS = LOWS + HIGHS,
    PROXIES = 3,
    PROFIT = CAPITALS + PROXIES,
    CARDS = PROFIT + 1,
    RESOURCES = 54, /* pieces, of CARDS kinds */
    KINDS = COMPANIES + CARDS,
};

struct company {
    uint8_t industry, letters, nletters, value; /* letters: bit 0 is A */
};

/* How many of each card: a hand, a payment. */
struct hand {
    uint8_t n[CARDS];
};

struct sets;

struct venture {
    struct company company[COMPANIES];
    int face[CAPITALS];
    int halves[PROXIES]; /* multiplier: 1 is 1/2x */
    int quantity[CARDS];
    const char *kinds[KINDS];               /* what a person types: "OIL-EF", "T3", "1/2x" */
    const char *shown[CARDS];               /* what a person reads: "T3▲" */
    const char *industry[INDUSTRIES];       /* "AERO" */
    const char *of_industry[INDUSTRIES];    /* "AERO-E AERO-BF …" */
    const char *of_face[FACES];             /* "T8 S8 C8" */
    uint64_t with_letters[ALL_LETTERS + 1]; /* companies (bits) that have all these letters */
    uint64_t in_industry[INDUSTRIES];
    const struct sets *sets;
    struct schema schema;
};

/* Dies when the files do not hold the cards the rules speak of. */
struct venture *venture_cards_read(struct arena *arena, const char *companies,
                                   const char *resources);

static inline bool kind_is_company(int kind)
{
    return kind < COMPANIES;
}

static inline int kind_card(int kind) /* of a resource */
{
    return kind - COMPANIES;
}

static inline int card_kind(int card)
{
    return card + COMPANIES;
}

extern const char venture_symbol_letters[SYMBOLS + 1]; /* "TSC" */
extern const char *const venture_symbol_signs[SYMBOLS];

/* Texts of up to a whole deck of names with spaces between, made without allocation. */
struct names {
    int n, count;
    char text[1200];
};

void venture_names_add(struct names *names, const char *name);
void venture_names_cards(struct names *names, const struct venture *v, const struct hand *hand);

#endif
