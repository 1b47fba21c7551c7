/* codes: everything this engine can say, in one list.
 *
 * Events, mistakes, awaits and broken invariants leave the engine only by these names, so a test
 * can hold the phrases of every language against the list. */
#ifndef BOSS_CODES_H
#define BOSS_CODES_H

#define BOSS_EVENTS(X)                                                                             \
    X(BEGIN, "begin")                                                                              \
    X(INVESTORS, "investors")                                                                      \
    X(BESIDE, "beside")                                                                            \
    X(DEALT, "dealt")                                                                              \
    X(PLACED, "placed")                                                                            \
    X(ROLL, "roll")                                                                                \
    X(DRAW, "draw")                                                                                \
    X(DRAW_COUNT, "draw-count")                                                                    \
    X(DRAW_SHORT, "draw-short")                                                                    \
    X(RESHUFFLE, "reshuffle")                                                                      \
    X(DISCARD, "discard")                                                                          \
    X(LIMIT, "limit")                                                                              \
    X(ATTEMPT, "attempt")                                                                          \
    X(SHOW, "show")                                                                                \
    X(ASK, "ask")                                                                                  \
    X(OFFER, "offer")                                                                              \
    X(AGREE, "agree")                                                                              \
    X(WITHDRAW, "withdraw")                                                                        \
    X(UNAGREE, "unagree")                                                                          \
    X(USE, "use")                                                                                  \
    X(LAPSE, "lapse")                                                                              \
    X(TRAVEL, "travel")                                                                            \
    X(RECRUIT, "recruit")                                                                          \
    X(BOSS, "boss")                                                                                \
    X(WAITS, "waits")                                                                              \
    X(WAITS_STOP, "waits-stop")                                                                    \
    X(WAIT_DROPPED, "wait-dropped")                                                                \
    X(STOP, "stop")                                                                                \
    X(AWAY, "on-a-journey")                                                                        \
    X(AWAY_CLAN, "away-clan")                                                                      \
    X(RECRUITED, "recruited")                                                                      \
    X(NEW_BOSS, "new-boss")                                                                        \
    X(CLOSING, "closing")                                                                          \
    X(PAYMENT, "payment")                                                                          \
    X(FAILING, "failing")                                                                          \
    X(RECALL, "recall")                                                                            \
    X(DONE, "done")                                                                                \
    X(PAY, "pay")                                                                                  \
    X(KEEP, "keep")                                                                                \
    X(USED, "used")                                                                                \
    X(BACK, "taken-back")                                                                          \
    X(HOME, "home")                                                                                \
    X(FAILED, "failed")                                                                            \
    X(TILE_DIE, "tile-die")                                                                        \
    X(PAWN, "pawn")                                                                                \
    X(MUST_DEAL, "must-deal")                                                                      \
    X(SILENCE, "silence")                                                                          \
    X(LEFT, "left")                                                                                \
    X(END_DIE, "end-die")                                                                          \
    X(END_LAST, "end-last")                                                                        \
    X(END_STALL, "end-stall")                                                                      \
    X(END_ALONE, "end-alone")                                                                      \
    X(FINAL, "final")                                                                              \
    X(WIN, "win")                                                                                  \
    X(WIN_SHARED, "win-shared")

#define BOSS_MISTAKES(X)                                                                           \
    X(GAME_OVER, "game-over")                                                                      \
    X(GONE, "gone")                                                                                \
    X(NOT_YOUR_TURN, "not-your-turn")                                                              \
    X(PLACE_FIRST, "place-first")                                                                  \
    X(NOT_PLACING, "not-placing")                                                                  \
    X(NO_SPACE, "no-space")                                                                        \
    X(NEGOTIATING, "negotiating")                                                                  \
    X(TOO_MANY_CARDS, "too-many-cards")                                                            \
    X(ROLLED, "rolled")                                                                            \
    X(ROLL_FIRST, "roll-first")                                                                    \
    X(MUST_DEAL, "must-deal")                                                                      \
    X(NEED_FOUR, "need-four")                                                                      \
    X(TURN_OVER, "turn-over")                                                                      \
    X(NOT_OVER, "not-over")                                                                        \
    X(NOT_HELD, "not-held")                                                                        \
    X(DISCARD_TOO_MANY, "discard-too-many")                                                        \
    X(NO_NEGOTIATION, "no-negotiation")                                                            \
    X(NOT_BOSS, "not-boss")                                                                        \
    X(YOU_ARE_BOSS, "you-are-boss")                                                                \
    X(NOT_ON_SPACE, "not-on-space")                                                                \
    X(NO_CLAN_CARD, "no-clan-card")                                                                \
    X(CANNOT_BRING, "cannot-bring")                                                                \
    X(NAMED_TWICE, "named-twice")                                                                  \
    X(PRICE, "price")                                                                              \
    X(TOO_MUCH, "too-much")                                                                        \
    X(TOO_MANY_TERMS, "too-many-terms")                                                            \
    X(PAYEE_NO_CARD, "payee-no-card")                                                              \
    X(OFFER_SELF, "offer-self")                                                                    \
    X(OFFER_GONE, "offer-gone")                                                                    \
    X(NO_SUCH_NUMBER, "no-such-number")                                                            \
    X(ASK_FOR_BOSS, "ask-for-boss")                                                                \
    X(OFFER_FOR_OTHER, "offer-for-other")                                                          \
    X(AGREED_ALREADY, "agreed-already")                                                            \
    X(NOT_AGREED, "not-agreed")                                                                    \
    X(WITHDRAW_OTHERS, "withdraw-others")                                                          \
    X(LAST_CALL, "last-call")                                                                      \
    X(IN_TERMS, "in-terms")                                                                        \
    X(PAID_ALREADY, "paid-already")                                                                \
    X(NOT_FRIENDLY, "not-friendly")                                                                \
    X(USE_OWN, "use-own")                                                                          \
    X(USE_NOBODY, "use-nobody")                                                                    \
    X(TRAVEL_NO_CARD, "travel-no-card")                                                            \
    X(TRAVEL_NONE, "travel-none")                                                                  \
    X(TRAVEL_AWAY, "travel-away")                                                                  \
    X(TRAVEL_OWN, "travel-own")                                                                    \
    X(ONLY_BOSS, "only-boss")                                                                      \
    X(RECRUIT_NO_CARDS, "recruit-no-cards")                                                        \
    X(RECRUIT_OWN, "recruit-own")                                                                  \
    X(RECRUIT_BESIDE, "recruit-beside")                                                            \
    X(RECRUIT_ELSEWHERE, "recruit-elsewhere")                                                      \
    X(BOSS_NO_CARD, "boss-no-card")                                                                \
    X(STOP_NOTHING, "stop-nothing")                                                                \
    X(STOP_OWN, "stop-own")                                                                        \
    X(STOP_NO_CARD, "stop-no-card")                                                                \
    X(PASS_NOTHING, "pass-nothing")                                                                \
    X(PASSED, "passed")                                                                            \
    X(PASS_BOSS, "pass-boss")                                                                      \
    X(CLOSE_MISSING, "close-missing")                                                              \
    X(CLOSE_COST, "close-cost")                                                                    \
    X(CLOSE_AGAIN, "close-again")                                                                  \
    X(CLOSE_NUMBERS, "close-numbers")                                                              \
    X(FAIL_POSSIBLE, "fail-possible")                                                              \
    X(FAIL_AGAIN, "fail-again")                                                                    \
    X(RECALL_NOTHING, "recall-nothing")                                                            \
    X(RECALL_TWICE, "recall-twice")

#define BOSS_AWAITS(X)                                                                             \
    X(PLACE, "place")                                                                              \
    X(TURN, "turn")                                                                                \
    X(CHOOSE, "choose")                                                                            \
    X(DISCARD, "discard")                                                                          \
    X(STOP, "stop")                                                                                \
    X(LAST_CALL, "last-call")                                                                      \
    X(FAIL_CALL, "fail-call")                                                                      \
    X(TALK, "talk")                                                                                \
    X(BOSS, "boss")

#define BOSS_INVARIANTS(X)                                                                         \
    X(CARDS, "cards-lost")                                                                         \
    X(INVESTORS, "investors-lost")                                                                 \
    X(TILES, "tiles-lost")                                                                         \
    X(MISPLACED, "piece-misplaced")                                                                \
    X(SIGHT, "sight-wrong")                                                                        \
    X(MONEY, "money-lost")                                                                         \
    X(PHASE, "phase-wrong")                                                                        \
    X(TERMS, "terms-wrong")                                                                        \
    X(PENDING, "pending-wrong")                                                                    \
    X(QUEUE, "queue-wrong")                                                                        \
    X(HAND, "hand-too-large")

#define BOSS_ID(id, text) EV_##id,
enum event_code { BOSS_EVENTS(BOSS_ID) };
#undef BOSS_ID
#define BOSS_ID(id, text) NO_##id,
enum mistake_code { NO_MISTAKE = -1, BOSS_MISTAKES(BOSS_ID) };
#undef BOSS_ID
#define BOSS_ID(id, text) AW_##id,
enum await_code { BOSS_AWAITS(BOSS_ID) };
#undef BOSS_ID
#define BOSS_ID(id, text) BAD_##id,
enum invariant_code { BOSS_INVARIANTS(BOSS_ID) };
#undef BOSS_ID

const char *boss_event_name(enum event_code code);
const char *boss_mistake_name(enum mistake_code code);
const char *boss_await_name(enum await_code code);
const char *boss_invariant_name(enum invariant_code code);

/* Keys of the phrases: "event.ask", "mistake.price", …; ends with NULL. */
extern const char *const boss_codes[];

#endif
