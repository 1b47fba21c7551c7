/* state: where things lie on a Venture table, and small hands to move them.
 *
 * The tallies from "cost" on are of the letter that is being played: they are 0 whenever a seat is
 * awaited. A capital card named in PAY carries MARK_NAMED while the letter lasts. */
#ifndef VENTURE_STATE_H
#define VENTURE_STATE_H

#include "engine/say.h"
#include "engines/venture/cards.h"
#include "engines/venture/codes.h"

enum { VARIANT_VENTURE, VARIANT_RICHE };

enum { OPT_DRAW, OPT_FINAL_HAND, OPT_STALL, OPT_REMOVE, OPT_HAND_LIMIT, OPT_SEATING, OPTIONS };
enum { FINAL_FACE, FINAL_SETS, FINAL_NONE };
enum { REMOVE_14, REMOVE_0 };

enum {
    P_RESERVE, /* companies nobody has seen; the top is next */
    P_MARKET,
    P_GROUP, /* of a seat; slot is the group's number, the last of a slot is its top */
    P_REMOVED,
    P_DECK,
    P_HAND,
    P_SHOWN, /* profits drawn this turn */
    P_DISCARD,
    PLACES,
};

enum {
    T_TURN,   /* seat on turn */
    T_NUMBER, /* of the turn, from 1 */
    T_PHASE,
    T_IDLE,   /* turns since the last TAKE or FIGHT */
    T_SCORE,  /* of a seat */
    T_FORCED, /* of a seat: 1 while it has an illegal group, known since the last turn's end */
    T_COST,
    T_OPERATIONS,
    T_DEALS, /* TAKE and FIGHT among the operations */
    T_PAY,
    T_PASSED, /* 1 after DISCARD or PASS */
    T_APART,  /* 1 once a forced reorganization was settled */
    TALLIES,
};

enum { PHASE_ORDERS, PHASE_PLAYED, PHASE_SKIPPED, PHASE_OVER };
enum { PAY_UNSAID, PAY_AUTO, PAY_NAMED, PAY_ANYWAY };
enum { MARK_NAMED };

enum { MARKET_SIZE = 5, HAND_DEALT = 7, REMOVED_FOR_TWO = 14, GROUP_NUMBER_MAX = 99 };

static inline const struct venture *venture_of(const struct engine *engine)
{
    return engine->data;
}

/* --- state.c ----------------------------------------------------------------------------- */

extern const struct place venture_places[PLACES];
extern const struct tally venture_tallies[TALLIES];

void venture_setup(struct play *play);

/* What a seat holds, as far as the table (a view, perhaps) shows it. */
void venture_hand_read(const struct table *t, int seat, struct hand *hand);

/* Moves these cards from a hand to the discard; they must be there. */
void venture_hand_discard(struct table *t, int seat, const struct hand *cards);

/* The piece of a company. Not for views. */
const struct piece *venture_company_piece(const struct table *t, int company);

/* Forgets what the tallies say about the letter. */
void venture_letter_reset(struct table *t);

#define SAY(play, sight, code, ...)                                                                \
    ENGINE_SAY((play), (sight), venture_event_name(code), ##__VA_ARGS__)
#define WRONG(play, term, code, ...)                                                               \
    ENGINE_WRONG((play), (term), venture_mistake_name(code), ##__VA_ARGS__)

#endif
