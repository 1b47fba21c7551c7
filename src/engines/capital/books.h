/* books: cash in purses, entries in registers.
 *
 * Every operation moves cash and writes the entry, so that books = cash; what breaks this on
 * purpose (a gift taken off the books) says so by calling the one without the other. */
#ifndef CAPITAL_BOOKS_H
#define CAPITAL_BOOKS_H

#include "engines/capital/state.h"

#define CAPITAL_WHYS(X)                                                                            \
    X(START, "start")                                                                              \
    X(TRANSFER, "transfer") X(LOAN, "loan") X(REPAYMENT, "repayment") X(INTEREST, "interest")      \
        X(DEPOSIT, "deposit") X(WITHDRAWAL, "withdrawal") X(SHARES, "shares")                      \
            X(FOUNDING, "founding") X(TRADE, "trade") X(GIFT, "gift") X(OWN, "own")                \
                X(STAKE, "stake") X(WINNINGS, "winnings") X(LIQUIDATION, "liquidation")            \
                    X(REBUY, "rebuy") X(BRIBE, "bribe") X(FINE, "fine") X(TAX, "tax")              \
                        X(INDEMNITY, "indemnity") X(ACCUSATION, "accusation") X(SHARED, "shared")  \
                            X(COUPONS, "coupons") X(SALE, "sale") X(INCOME, "income")              \
                                X(ARMS, "arms") X(RAW, "raw") X(TRANSFORM, "transform")            \
                                    X(LUXURY, "luxury") X(SEIZED, "seized") X(TAXES, "taxes")
#define WHY_ID(id, text) WHY_##id,
enum why { CAPITAL_WHYS(WHY_ID) WHYS };
#undef WHY_ID
extern const char *const capital_why[WHYS + 1]; /* phrases "why.loan", … */

/* --- looking ----------------------------------------------------------------------------- */

static inline int64_t capital_cash(const struct table *t, int seat, int colour)
{
    return tally_of(t, colour == WHITE ? T_WHITE : T_BLACK, seat);
}

int64_t capital_balance(const struct table *t, int company); /* its liquidity */
int64_t capital_books(const struct board *b, const struct table *t, int seat);
int64_t capital_deposits(const struct board *b, const struct table *t, int seat, bool fresh_too);

/* What is not set aside for open offers. Of cash, of a balance, of bank shares. */
int64_t capital_free_cash(const struct table *t, int seat, int colour);
int64_t capital_free_balance(const struct table *t, int seat, int company);
int64_t capital_free_shares(const struct table *t, int seat, int company);

/* --- writing ----------------------------------------------------------------------------- */

/* Cash from purse to purse; 0 is the bank. */
void capital_pay(struct table *t, int from, int to, int colour, int64_t sum);
/* An entry in the register of a company; its balance does not go below 0. */
void capital_entry(struct play *play, int company, int64_t sum, enum why why);

/* Cash from the bank to the owner's purse, and the entry. */
void capital_receive(struct play *play, int company, int colour, int64_t sum, enum why why);
/* Cash from the owner's purse to the bank, and the entry. */
void capital_spend(struct play *play, int company, int colour, int64_t sum, enum why why);
/* The same in this colour first, then in the other. *black gets how much was black; may be NULL. */
void capital_spend_first(struct play *play, int company, int colour, int64_t sum, enum why why,
                         int64_t *black);
/* capital_receive() of what a cell pays: another player's minority gets 20 %. */
void capital_gain(struct play *play, int company, int colour, int64_t sum, enum why why);

/* The register is closed: its entries go. */
void capital_register_clear(struct table *t, int company);

#endif
