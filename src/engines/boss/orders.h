/* orders: what a letter does, and what follows by itself. See engine.h for the slots. */
#ifndef BOSS_ORDERS_H
#define BOSS_ORDERS_H

#include "engines/boss/deal.h"
#include "engines/boss/words.h"

/* --- orders.c ---------------------------------------------------------------------------- */

enum outcome boss_apply(struct play *play, int seat, const struct order *order);
enum outcome boss_close(struct play *play, int seat);

/* Families named in the terms from `from` on, as a mask; stops at the first that is neither an
 * investor nor AND. *end is the term behind them. NAMED_TWICE is a mistake. */
enum outcome boss_families(struct play *play, const struct order *order, int from, unsigned *mask,
                           int *end);

/* Whether a negotiation is on; a mistake if not. */
enum outcome boss_needs_talk(struct play *play);

/* Whether only the Boss may do it; a mistake if the seat is not he. */
enum outcome boss_needs_boss(struct play *play, int seat);

/* --- turn.c ------------------------------------------------------------------------------ */

/* PLACE, DEAL, ROLL, DRAW and DISCARD. */
enum outcome boss_turn_order(struct play *play, int seat, const struct order *order);

void boss_place(struct play *play, int seat, int space, bool by_chance);
void boss_roll(struct play *play, int seat);
void boss_attempt(struct play *play, int seat); /* a negotiation begins */
void boss_draw(struct play *play);              /* what DRAW promised; then hands are looked at */
void boss_next_turn(struct play *play);

/* Whether the seat on turn has the cards to try a deal, and whether it must. */
bool boss_may_deal(const struct table *t, const int64_t *options, int seat);
bool boss_must_deal(const struct table *t, const int64_t *options, int seat);

/* Hands may be too large now; then it is this seat's turn. */
void boss_turn_over(struct play *play, int next);
bool boss_over_limit(const struct table *t, const int64_t *options, int seat);
void boss_discard_default(struct play *play, int seat);

/* --- talk.c ------------------------------------------------------------------------------ */

/* SHOW, ASK, OFFER, AGREE, WITHDRAW and USE. */
enum outcome boss_talk_order(struct play *play, int seat, const struct order *order);

/* Has an ask agreed, or a family used. Says so. */
void boss_term_agree(struct play *play, const struct term_row *row);
/* The mistake of who would be paid again for what this agreement pays: its families are those in question. */
enum outcome boss_paid_already(struct play *play, int term, const struct term_row *paid);
void boss_term_use(struct play *play, const struct deal *deal, unsigned family, int lender);

/* A seat has lost what it could bring a family with: what it was to be paid for that lapses. */
void boss_terms_lost(struct play *play, int seat, unsigned family);

/* The Boss is another: agreements lapse, and all prices but those for any Boss. */
void boss_terms_new_boss(struct play *play);

void boss_terms_clear(struct play *play);

/* These seats (mask) are asked again what they have to say. */
void boss_unheard(struct table *t, unsigned seats);

/* --- plays.c ----------------------------------------------------------------------------- */

/* A card that is played, as its piece keeps it. */
struct card_play {
    int verb, seat; /* seat: who plays it */
    int family, of; /* of: whose investor or clan card; 0 beside the board, -1 not said */
    bool clan, joker;
    bool investor_said, joker_said;
    int hold; /* what lines behind it wait for */
};

void boss_play_read(const struct piece *piece, int owner, struct card_play *p);

/* TRAVEL, RECRUIT and BOSS: OUTCOME_HOLD when played or waiting. */
enum outcome boss_play_order(struct play *play, int seat, const struct order *order);
void boss_play_next(struct play *play); /* the first that waits has its turn */
void boss_plays_clear(struct play *play);
enum hold boss_held(const struct table *t, int seat, int64_t hold);

/* Puts CLOSE or FAIL behind what waits. The piece has the owner and the verb. */
uint16_t boss_play_queue(struct play *play, int seat, int verb);

/* A card takes effect, or is stopped: then the lines written behind it come to nothing, too. */
void boss_play_decided(struct table *t, int seat, int hold, bool stopped);

/* --- window.c ---------------------------------------------------------------------------- */

enum outcome boss_stop(struct play *play, int seat);
enum outcome boss_pass(struct play *play, int seat, const struct order *order);

const struct piece *boss_pending(const struct table *t); /* the play in its window, or NULL */

/* Whether plays and calls of the Boss wait: a card is pending, or this letter has stopped it. Then those
 * that wait already come first; whether there are any the writer cannot know. */
bool boss_busy(const struct play *play);
/* In play->so_far: besides, whether some order of the letter was one that others know of, and the last none. */
enum { LETTER_STOPPED = 1, LETTER_HEARD = 2, LETTER_UNSEEN = 4 };
/* How its owner is told that a play waits. */
enum event_code boss_waits(const struct play *play);

void boss_play_effect(struct play *play);  /* nobody stopped the pending card */
void boss_pending_drop(struct play *play); /* it comes to nothing */

/* In the talks: whether nobody but the Boss has anything to say. */
bool boss_all_heard(const struct table *t);

/* Seats that answer beforehand to whatever comes, as a mask. */
unsigned boss_always(const struct table *t);

/* --- call.c ------------------------------------------------------------------------------ */

enum outcome boss_close_order(struct play *play, int seat, const struct order *order);
enum outcome boss_fail_order(struct play *play, int seat);
enum outcome boss_recall(struct play *play, int seat);
bool boss_may_recall(const struct table *t);

/* A CLOSE or FAIL that waited: NO_MISTAKE when it is called now. */
enum mistake_code boss_call_waited(struct play *play, const struct piece *p);

/* The terms of a last call have changed: everyone is asked again. */
void boss_call_again(struct play *play);

void boss_call_over(struct play *play); /* everyone has passed: done, or failed */
void boss_failed(struct play *play, bool in_silence);
void boss_time_over(struct play *play); /* the negotiation's clock has run out */

/* --- finish.c ---------------------------------------------------------------------------- */

void boss_done(struct play *play);             /* the deal is closed on the standing terms */
void boss_negotiation_over(struct play *play); /* travellers and cards go home; no Boss */
void boss_game_over(struct play *play);

/* A seat leaves for good: investors beside the board, cards to the discard, prices lapse, a
 * negotiation it led fails. The caller calls advance afterwards. */
void boss_leave(struct play *play, int seat);

/* --- advance.c --------------------------------------------------------------------------- */

void boss_advance(struct play *play);
void boss_expire(struct play *play, const struct await *await);
int boss_awaits(const struct table *t, const int64_t *options, struct await *out);
bool boss_asked(const struct table *t, const int64_t *options, int seat); /* for anything */
bool boss_matches(const struct table *t, const int64_t *options, const struct await *await,
                  const struct order *situation);

#endif
