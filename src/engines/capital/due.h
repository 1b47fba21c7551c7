/* due: sums that must be paid, and what happens when they cannot be.
 *
 * A sum that is due is met from the company; companies it controls; the rest of the group;
 * deposits; bank shares at -20 %; and only then by liquidation. */
#ifndef CAPITAL_DUE_H
#define CAPITAL_DUE_H

#include "engines/capital/books.h"

enum { RULE_WHITE_FIRST, RULE_BLACK_FIRST, RULE_WHITE_ONLY, RULES };
enum paid { PAID, PAID_WAITS, PAID_OUT };

struct due {
    int seat, company;
    int64_t sum;
    int rule;
    int to; /* seat it is owed to; 0: the bank */
    enum why why;
};

/* --- due.c ------------------------------------------------------------------------------- */

enum paid capital_due(struct play *play, const struct due *due);
/* What a cell costs: another player's minority bears 20 % as far as it can. */
enum paid capital_cost(struct play *play, int company, int64_t sum, int rule, enum why why);
/* All the liquidity of a company, black first. */
void capital_seize(struct play *play, int company);
/* Only the entries of a due, in the order registers pay. */
void capital_debit_books(struct play *play, const struct due *due);
/* The due that waits (PHASE_DUE), tried again; `last`: by default liquidations. */
void capital_due_again(struct play *play, bool last);
/* The companies of a group that a fine falls on, as bits: the company and all it controls. */
unsigned capital_inspected(const struct board *b, const struct table *t, int company);

/* --- liquidate.c ------------------------------------------------------------------------- */

struct rebuy {
    int company, by;
};

/* What its liquidation pays: capital less loan, not below 0. */
int64_t capital_worth(const struct table *t, int company);
/* Whether it may be liquidated for a due of `company`. */
bool capital_may_liquidate(const struct board *b, const struct table *t, int seat, int company,
                           int x);
/* What silence would liquidate for so much; NO_COMPANY: nothing is left. */
int capital_liquidate_default(const struct board *b, const struct table *t, int seat, int company,
                              int64_t need);
void capital_liquidate(struct play *play, int seat, int company, int x, const struct rebuy *rebuys,
                       int n);
/* Removed with all it has; companies it owned are bought back where the group can. */
void capital_dissolve(struct play *play, int company);
/* The seat is out of the game. */
void capital_eliminate(struct play *play, int seat, int why);

/* LIQUIDATE 2 REBUY 4 BY 1: for a due that waits now, else kept until one needs it. */
enum outcome capital_liquidate_order(struct play *play, int seat, const struct order *order);
/* The first liquidation kept for this seat that is still possible is carried out. */
bool capital_liquidate_noted(struct play *play, const struct due *due);

#endif
