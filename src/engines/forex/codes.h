/* codes: everything this engine can say, in one list.
 *
 * Events, mistakes, awaits and broken invariants leave the engine only by these names, so a test
 * can hold the phrases of every language against the list. */
#ifndef FOREX_CODES_H
#define FOREX_CODES_H

#include "engine/codes.h"

#define FOREX_EVENTS(X)                                                                            \
    X(BEGIN, "begin")                                                                              \
    X(REMOVED, "removed")                                                                          \
    X(SPOT_OFFER, "spot-offer")                                                                    \
    X(SPOT_DONE, "spot-done")                                                                      \
    X(SPOT_DECLINED, "spot-declined")                                                              \
    X(QUOTE, "quote")                                                                              \
    X(QUOTE_TAKEN, "quote-taken")                                                                  \
    X(QUOTE_WITHDRAWN, "quote-withdrawn")                                                          \
    X(QUOTE_LAPSED, "quote-lapsed")                                                                \
    X(CONTRACT, "contract")                                                                        \
    X(INVEST, "invest")                                                                            \
    X(STRENGTHEN, "strengthen")                                                                    \
    X(WEAKEN, "weaken")                                                                            \
    X(DIVEST, "divest")                                                                            \
    X(SALE_NOTED, "sale-noted")                                                                    \
    X(SELL, "sell")                                                                                \
    X(SELL_NONE, "sell-none")                                                                      \
    X(CONTRACT_PAID, "contract-paid")                                                              \
    X(CONTRACT_DEFAULT, "contract-default")                                                        \
    X(LOAN_GROWN, "loan-grown")                                                                    \
    X(LOAN_PAID, "loan-paid")                                                                      \
    X(BANKRUPT, "bankrupt")                                                                        \
    X(PUT_AWAY, "put-away")                                                                        \
    X(QUEUE_EMPTY, "queue-empty")                                                                  \
    X(DIVIDEND, "dividend")                                                                        \
    X(DIVIDEND_NONE, "dividend-none")                                                              \
    X(DIVIDEND_BLOCKED, "dividend-blocked")                                                        \
    X(DIVIDEND_PAID, "dividend-paid")                                                              \
    X(MOST_HELD, "most-held")                                                                      \
    X(TIE, "tie")                                                                                  \
    X(CHOSEN, "chosen")                                                                            \
    X(SILENCE, "silence")                                                                          \
    X(SKIP, "skip")                                                                                \
    X(LEFT, "left")                                                                                \
    X(SWEEP, "sweep")                                                                              \
    X(END, "end")                                                                                  \
    X(TIE_END, "tie-end")                                                                          \
    X(STRONGEST, "strongest")                                                                      \
    X(FINAL, "final")                                                                              \
    X(NO_WINNER, "no-winner")                                                                      \
    X(WIN, "win")                                                                                  \
    X(WIN_SHARED, "win-shared")

#define FOREX_MISTAKES(X)                                                                          \
    X(GAME_OVER, "game-over")                                                                      \
    X(NOT_YOUR_TURN, "not-your-turn")                                                              \
    X(TURN_DONE, "turn-done")                                                                      \
    X(OFFER_OPEN, "offer-open")                                                                    \
    X(SAME_CURRENCY, "same-currency")                                                              \
    X(SPOT_COMPLETED, "spot-completed")                                                            \
    X(SPOT_TOO_MANY, "spot-too-many")                                                              \
    X(SPOT_SELF, "spot-self")                                                                      \
    X(SPOT_AMOUNT, "spot-amount")                                                                  \
    X(SPOT_SHORT, "spot-short")                                                                    \
    X(SPOT_OTHER_SHORT, "spot-other-short")                                                        \
    X(OFFER_CLOSED, "offer-closed")                                                                \
    X(OFFER_NOT_YOURS, "offer-not-yours")                                                          \
    X(NO_OFFER, "no-offer")                                                                        \
    X(QUOTE_TOO_MANY, "quote-too-many")                                                            \
    X(QUOTE_AMOUNT, "quote-amount")                                                                \
    X(QUOTE_SHORT, "quote-short")                                                                  \
    X(NO_QUOTE, "no-quote")                                                                        \
    X(QUOTE_OWN, "quote-own")                                                                      \
    X(QUOTE_NOT_YOURS, "quote-not-yours")                                                          \
    X(NO_LETTER, "no-letter")                                                                      \
    X(CONTRACT_BARE, "contract-bare")                                                              \
    X(CONTRACT_AMOUNT, "contract-amount")                                                          \
    X(CONTRACT_LIMIT, "contract-limit")                                                            \
    X(CONTRACT_MATCH, "contract-match")                                                            \
    X(INVEST_SAME, "invest-same")                                                                  \
    X(INVEST_LIMIT, "invest-limit")                                                                \
    X(INVEST_NONE_LEFT, "invest-none-left")                                                        \
    X(INVEST_SHORT, "invest-short")                                                                \
    X(DIVEST_NOT_HELD, "divest-not-held")                                                          \
    X(DIVEST_NOTHING, "divest-nothing")                                                            \
    X(DIVEST_TOO_MANY, "divest-too-many")                                                          \
    X(NO_SALE, "no-sale")                                                                          \
    X(SALE_OWN, "sale-own")                                                                        \
    X(SALE_NOT_HELD, "sale-not-held")                                                              \
    X(SALE_DONE, "sale-done")                                                                      \
    X(SALE_OTHER, "sale-other")                                                                    \
    X(NO_PASS, "no-pass")                                                                          \
    X(RESOLVE_HEAD, "resolve-head")                                                                \
    X(QUEUE_EMPTY, "queue-empty")                                                                  \
    X(NO_CHOICE, "no-choice")                                                                      \
    X(CHOICE_NOT_YOURS, "choice-not-yours")                                                        \
    X(CHOICE_NOT_TIED, "choice-not-tied")

#define FOREX_AWAITS(X)                                                                            \
    X(TURN, "turn")                                                                                \
    X(SPOT, "spot")                                                                                \
    X(SELL, "sell")                                                                                \
    X(CHOOSE, "choose")                                                                            \
    X(CHOOSE_END, "choose-end")

#define FOREX_INVARIANTS(X)                                                                        \
    X(RATE, "rate-wrong")                                                                          \
    X(MONEY, "money-lost")                                                                         \
    X(DEBT, "money-negative")                                                                      \
    X(CERTIFICATES, "certificates-lost")                                                           \
    X(TOO_MANY, "certificates-too-many")                                                           \
    X(LETTERS, "letters-lost")                                                                     \
    X(QUEUE, "queue-wrong")                                                                        \
    X(LOAN, "loan-wrong")                                                                          \
    X(QUOTES, "quotes-wrong")                                                                      \
    X(PHASE, "phase-wrong")                                                                        \
    X(ANSWER, "answer-wrong")

CODES_DECLARE(forex, FOREX)

#endif
