/* deal: a negotiation at a glance: who can bring which family, which prices stand, what is missing.
 *
 * Read from a table or a view; everything in it is public. */
#ifndef BOSS_DEAL_H
#define BOSS_DEAL_H

#include "engines/boss/state.h"

enum { TERMS_MAX = SEATS_MAX * (2 * TERMS_OF_SEAT + FAMILIES) };

struct term_row {
    uint16_t id;
    int number, seat, amount;
    unsigned families, flags; /* TERM_… */
};

struct deal {
    int seats, boss;        /* boss 0: nobody is yet */
    int space, tile, value; /* value: of a share */
    int income;
    struct space needs;
    unsigned away;                     /* families whose investor travels */
    unsigned investors[SEATS_MAX + 1]; /* of a seat, travelling ones too; [0] beside the board */
    unsigned clans[SEATS_MAX + 1];     /* families of its shown clan cards */
    unsigned brings[SEATS_MAX + 1];    /* families it can bring now */
    uint8_t shown[SEATS_MAX + 1][FAMILIES];
    bool friendly;
    int nterms;
    struct term_row terms[TERMS_MAX]; /* by number */
};

/* The deal at the pawn's space, with the terms that hold. */
void boss_deal_read(const struct boss *b, const struct table *t, const int64_t *options,
                    struct deal *deal);

/* The same with all terms, also those that cannot be kept (any more). */
void boss_deal_read_all(const struct boss *b, const struct table *t, const int64_t *options,
                        struct deal *deal);

/* Whether the seat of an ask or agreement can still bring what it is for. */
bool boss_term_holds(const struct deal *deal, const struct term_row *row);

/* The same without the terms: cheaper. */
void boss_deal_cast(const struct boss *b, const struct table *t, const int64_t *options,
                    struct deal *deal);

const struct term_row *boss_deal_term(const struct deal *deal, int64_t number);

/* Whether these families satisfy the space; and what they lack. */
bool boss_deal_met(const struct deal *deal, unsigned families);
unsigned boss_deal_lacks(const struct deal *deal, unsigned families, int *optional);

/* Families the Boss has by himself and by agreement. */
unsigned boss_deal_agreed(const struct deal *deal);

/* An agreement by which the seat of this ask or offer is paid for one of its families already; NULL:
 * none. Nobody is paid twice for the same. */
const struct term_row *boss_deal_paid(const struct deal *deal, const struct term_row *r);

int boss_deal_promised(const struct deal *deal); /* million of all agreements */
int boss_deal_offered(const struct deal *deal);  /* million of offers that nobody has agreed to */

/* What would satisfy the space on top of all agreements. */
struct choice {
    int cost; /* without the agreements */
    int nterms;
    int terms[FAMILIES]; /* indexes into deal->terms, asks not yet agreed */
    unsigned uses;       /* families to be used under the friendly rules */
};

/* The cheapest; ties: fewest own clan cards, lowest numbers. false: the space cannot be satisfied.
 */
bool boss_deal_cheapest(const struct deal *deal, struct choice *choice);

/* Whose card can be used for a family under the friendly rules: the investor's owner, else the
 * first seat from the Boss's left with a clan card. 0: nobody's. */
int boss_deal_lender(const struct deal *deal, unsigned family);

/* Whether the friendly rules let the Boss close, whatever he has agreed. */
bool boss_deal_possible(const struct deal *deal);

/* Clan cards a closing takes: used[seat] is a mask of families. Investors are used first, then the
 * cards of others, then the Boss's own. The terms must satisfy the space. */
void boss_deal_used(const struct deal *deal, unsigned used[SEATS_MAX + 1]);

#endif
