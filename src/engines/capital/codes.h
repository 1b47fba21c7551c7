/* codes: everything this engine can say. */
#ifndef CAPITAL_CODES_H
#define CAPITAL_CODES_H

#include "engine/codes.h"

#define CAPITAL_EVENTS(X)                                                                          \
    X(ACCEPTED, "accepted")                                                                        \
    X(ACCUSED, "accused")                                                                          \
    X(ACCUSED_LOST, "accused-lost")                                                                \
    X(ACCUSED_PART, "accused-part")                                                                \
    X(BANK_INTEREST, "bank-interest")                                                              \
    X(BEGIN, "begin")                                                                              \
    X(BOOKS_SET, "books-set")                                                                      \
    X(BORROWED, "borrowed")                                                                        \
    X(BOUGHT, "bought")                                                                            \
    X(BRIBED, "bribed")                                                                            \
    X(COMPANY_SOLD, "company-sold")                                                                \
    X(COST, "cost")                                                                                \
    X(COST_SHARED, "cost-shared")                                                                  \
    X(COUP_PAID, "coup-paid")                                                                      \
    X(DEBIT_NOTED, "debit-noted")                                                                  \
    X(DECLINED, "declined")                                                                        \
    X(DEPOSITED, "deposited")                                                                      \
    X(DISSOLVED, "dissolved")                                                                      \
    X(DUE_DEPOSIT, "due-deposit")                                                                  \
    X(DUE_SHARES, "due-shares")                                                                    \
    X(DUE_WAITS, "due-waits")                                                                      \
    X(ENTRY_DROPPED, "entry-dropped")                                                              \
    X(ENTRY_MADE, "entry-made")                                                                    \
    X(ENTRY_NOTED, "entry-noted")                                                                  \
    X(FISC_BOOKS, "fisc-books")                                                                    \
    X(FISC_FAILED, "fisc-failed")                                                                  \
    X(FISC_PASSED, "fisc-passed")                                                                  \
    X(FISC_TAX, "fisc-tax")                                                                        \
    X(FOUNDED, "founded")                                                                          \
    X(FOUND_OFFER, "found-offer")                                                                  \
    X(GAIN, "gain")                                                                                \
    X(GAIN_SHARED, "gain-shared")                                                                  \
    X(GGFF, "ggff")                                                                                \
    X(GGFF_BOOKS, "ggff-books")                                                                    \
    X(GIFT, "gift")                                                                                \
    X(GIFT_GONE, "gift-gone")                                                                      \
    X(GIFT_TAKEN, "gift-taken")                                                                    \
    X(GOING, "going")                                                                              \
    X(INTERPOL, "interpol")                                                                        \
    X(LAPSED, "lapsed")                                                                            \
    X(LIMIT, "limit")                                                                              \
    X(LIQUIDATED, "liquidated")                                                                    \
    X(LIQUIDATION_NOTED, "liquidation-noted")                                                      \
    X(LOST, "lost")                                                                                \
    X(MOVED, "moved")                                                                              \
    X(NOT_CHOSEN, "not-chosen")                                                                    \
    X(OFFER_BACK, "offer-back")                                                                    \
    X(OUT, "out")                                                                                  \
    X(PASSED, "passed")                                                                            \
    X(PLANNED, "planned")                                                                          \
    X(PROPOSED, "proposed")                                                                        \
    X(REBOUGHT, "rebought")                                                                        \
    X(RECEIVED, "received")                                                                        \
    X(REFUSED, "refused")                                                                          \
    X(REPAID, "repaid")                                                                            \
    X(ROUND, "round")                                                                              \
    X(SEALED, "sealed")                                                                            \
    X(SEIZED, "seized")                                                                            \
    X(SHARES_TRADED, "shares-traded")                                                              \
    X(SILENCE, "silence")                                                                          \
    X(SOLD, "sold")                                                                                \
    X(STAKE_BACK, "stake-back")                                                                    \
    X(STAKE_DIE, "stake-die")                                                                      \
    X(STAYED, "stayed")                                                                            \
    X(TRANSFERRED, "transferred")                                                                  \
    X(UNPLANNED, "unplanned")                                                                      \
    X(WIN_LAST, "win-last")                                                                        \
    X(WIN_MOST, "win-most")                                                                        \
    X(WIN_SHARED, "win-shared")                                                                    \
    X(WIN_SHARES, "win-shares")                                                                    \
    X(WITHDRAWN, "withdrawn")

#define CAPITAL_MISTAKES(X)                                                                        \
    X(ACCUSED_WHO, "accused-who")                                                                  \
    X(BORROW_LIMIT, "borrow-limit")                                                                \
    X(BRIBED, "bribed")                                                                            \
    X(BRIBE_NONE, "bribe-none")                                                                    \
    X(BRIBE_WHERE, "bribe-where")                                                                  \
    X(BUY_LIMIT, "buy-limit")                                                                      \
    X(CAPITAL_LIMIT, "capital-limit")                                                              \
    X(CAPITAL_SMALL, "capital-small")                                                              \
    X(CIRCLE, "circle")                                                                            \
    X(COMPANY_SALE, "company-sale")                                                                \
    X(COUP_BLACK, "coup-black")                                                                    \
    X(COUP_SHORT, "coup-short")                                                                    \
    X(DEPOSIT_LIMIT, "deposit-limit")                                                              \
    X(DUE_FIRST, "due-first")                                                                      \
    X(ENTRY_AWAY, "entry-away")                                                                    \
    X(FOUNDER_ELSEWHERE, "founder-elsewhere")                                                      \
    X(FOUND_SHARES, "found-shares")                                                                \
    X(FOUND_WITH, "found-with")                                                                    \
    X(GAME_OVER, "game-over")                                                                      \
    X(HAS_LOAN, "has-loan")                                                                        \
    X(HAS_MOVED, "has-moved")                                                                      \
    X(INTEREST_COLOUR, "interest-colour")                                                          \
    X(LIQUIDATE_DEBTOR, "liquidate-debtor")                                                        \
    X(LIQUIDATE_HOLDING, "liquidate-holding")                                                      \
    X(NEVER_THERE, "never-there")                                                                  \
    X(NEW_COMPANY, "new-company")                                                                  \
    X(NOTHING, "nothing")                                                                          \
    X(NOT_PARKED, "not-parked")                                                                    \
    X(NOT_YOURS, "not-yours")                                                                      \
    X(NOT_YOUR_TURN, "not-your-turn")                                                              \
    X(NO_ACCUSATION, "no-accusation")                                                              \
    X(NO_LANDING, "no-landing")                                                                    \
    X(NO_LOAN, "no-loan")                                                                          \
    X(NO_OFFER, "no-offer")                                                                        \
    X(NUMBER_TAKEN, "number-taken")                                                                \
    X(OFFERS_MOST, "offers-most")                                                                  \
    X(OFFER_LIMIT, "offer-limit")                                                                  \
    X(OFF_BOOKS, "off-books")                                                                      \
    X(OUT, "out")                                                                                  \
    X(PARTNER, "partner")                                                                          \
    X(REBUY_WHAT, "rebuy-what")                                                                    \
    X(REPAY_LIMIT, "repay-limit")                                                                  \
    X(SAME_STOP, "same-stop")                                                                      \
    X(SEALED_MORE, "sealed-more")                                                                  \
    X(SELL_LIMIT, "sell-limit")                                                                    \
    X(SHARE_PRICE, "share-price")                                                                  \
    X(SHORT, "short")                                                                              \
    X(STAKED, "staked")                                                                            \
    X(STAKE_LEAST, "stake-least")                                                                  \
    X(STAKE_LIMIT, "stake-limit")                                                                  \
    X(TENS, "tens")                                                                                \
    X(TOO_MANY_NOTES, "too-many-notes")                                                            \
    X(TRANSFER_LATE, "transfer-late")                                                              \
    X(WHICH_OFFER, "which-offer")                                                                  \
    X(WITHDRAW_LIMIT, "withdraw-limit")                                                            \
    X(WORTHLESS, "worthless")                                                                      \
    X(WRONG_CELL, "wrong-cell")

#define CAPITAL_AWAITS(X)                                                                          \
    X(TURN, "turn")                                                                                \
    X(ROUND, "round")                                                                              \
    X(CHOICE, "choice")                                                                            \
    X(DUE, "due")

#define CAPITAL_INVARIANTS(X)                                                                      \
    X(CASH, "cash-lost")                                                                           \
    X(BOOKS, "books-above-cash")                                                                   \
    X(SHARES, "shares-lost")                                                                       \
    X(COMPANY, "company-wrong")                                                                    \
    X(REGISTERS, "registers-wrong")                                                                \
    X(OFFERS, "offers-wrong")                                                                      \
    X(SIGHT, "sight-wrong")                                                                        \
    X(PHASE, "phase-wrong")

CODES_DECLARE(capital, CAPITAL)

#endif
