/* codes: everything this engine can say, in one list.
 *
 * Events, mistakes, awaits and broken invariants leave the engine only by these names, so a test
 * can hold the phrases of every language against the list. */
#ifndef VENTURE_CODES_H
#define VENTURE_CODES_H

#include "engine/codes.h"

#define VENTURE_EVENTS(X)                                                                          \
    X(BEGIN, "begin")                                                                              \
    X(REMOVED, "removed")                                                                          \
    X(DEAL, "deal")                                                                                \
    X(TAKE, "take")                                                                                \
    X(FIGHT, "fight")                                                                              \
    X(REORGANIZE, "reorganize")                                                                    \
    X(PAY, "pay")                                                                                  \
    X(DISCARD, "discard")                                                                          \
    X(PASS, "pass")                                                                                \
    X(SET_APART, "set-apart")                                                                      \
    X(FORCED_COST, "forced-cost")                                                                  \
    X(FORCED_LOST, "forced-lost")                                                                  \
    X(FORCED_BROKE, "forced-broke")                                                                \
    X(SKIP, "skip")                                                                                \
    X(REFILL, "refill")                                                                            \
    X(DRAW, "draw")                                                                                \
    X(DRAW_COUNT, "draw-count")                                                                    \
    X(DRAW_SHORT, "draw-short")                                                                    \
    X(RESHUFFLE, "reshuffle")                                                                      \
    X(PROFIT, "profit")                                                                            \
    X(GAIN, "gain")                                                                                \
    X(GAIN_NOBODY, "gain-nobody")                                                                  \
    X(LIMIT, "limit")                                                                              \
    X(END_MARKET, "end-market")                                                                    \
    X(END_STALL, "end-stall")                                                                      \
    X(FINAL_HAND, "final-hand")                                                                    \
    X(WIN, "win")                                                                                  \
    X(WIN_SHARED, "win-shared")

#define VENTURE_MISTAKES(X)                                                                        \
    X(NOT_YOUR_TURN, "not-your-turn")                                                              \
    X(GAME_OVER, "game-over")                                                                      \
    X(NO_ORDERS, "nothing-to-do")                                                                  \
    X(NOT_IN_MARKET, "not-in-market")                                                              \
    X(MARKET_EMPTY, "market-empty")                                                                \
    X(COMPANY_OWNED, "company-owned")                                                              \
    X(ALREADY_YOURS, "already-yours")                                                              \
    X(NO_SUCH_GROUP, "no-such-group")                                                              \
    X(NOT_YOUR_GROUP, "not-your-group")                                                            \
    X(SAME_INDUSTRY, "same-industry")                                                              \
    X(NO_COMMON_LETTER, "no-common-letter")                                                        \
    X(NO_PROXY, "no-proxy")                                                                        \
    X(FIGHT_MARKET, "fight-market")                                                                \
    X(FIGHT_OWN, "fight-own")                                                                      \
    X(FIGHT_BURIED, "fight-buried")                                                                \
    X(FIGHT_NOBODY, "fight-nobody")                                                                \
    X(REORGANIZE_EMPTY, "reorganize-empty")                                                        \
    X(REORGANIZE_NOT_YOURS, "reorganize-not-yours")                                                \
    X(REORGANIZE_TWICE, "reorganize-twice")                                                        \
    X(REORGANIZE_NUMBER, "reorganize-number")                                                      \
    X(REORGANIZE_NUMBER_TWICE, "reorganize-number-twice")                                          \
    X(REORGANIZE_LEFT_OUT, "reorganize-left-out")                                                  \
    X(REORGANIZE_NOTHING, "reorganize-nothing")                                                    \
    X(REORGANIZE_STILL, "reorganize-still")                                                        \
    X(FORCED_SHORT, "forced-short")                                                                \
    X(PAY_TWICE, "pay-twice")                                                                      \
    X(PAY_NOT_HELD, "pay-not-held")                                                                \
    X(PAY_SHORT, "pay-short")                                                                      \
    X(PAY_TOO_MANY, "pay-too-many")                                                                \
    X(PAY_NOTHING, "pay-nothing")                                                                  \
    X(NOT_ENOUGH, "not-enough")                                                                    \
    X(DISCARD_NOT_HELD, "discard-not-held")                                                        \
    X(DISCARD_BESIDE, "discard-beside")                                                            \
    X(DISCARD_TWICE, "discard-twice")                                                              \
    X(DISCARD_FORCED, "discard-forced")

#define VENTURE_AWAITS(X)                                                                          \
    X(TURN, "turn")                                                                                \
    X(FORCED, "forced")

#define VENTURE_INVARIANTS(X)                                                                      \
    X(COMPANIES, "companies-lost")                                                                 \
    X(RESOURCES, "resources-lost")                                                                 \
    X(MISPLACED, "card-misplaced")                                                                 \
    X(MARKET, "market-too-large")                                                                  \
    X(GROUP, "group-illegal")                                                                      \
    X(SIGHT, "sight-wrong")                                                                        \
    X(TALLY, "tally-wrong")                                                                        \
    X(PROFIT_HELD, "profit-in-hand")

CODES_DECLARE(venture, VENTURE)

#endif
