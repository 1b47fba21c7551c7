/* state: where things lie on the table, and small hands to move them.
 *
 * A negotiation is on while T_PHASE is PHASE_TALK. In it at most one played card is pending (its
 * cards and its "play" piece lie in P_PENDING of who played it); others wait in P_QUEUE in order of
 * receipt, each seen by its owner only, their cards still in hand. T_CALL says whether the Boss has
 * called CLOSE or FAIL; a pending card comes before the call. Masks in tallies have bit s for seat
 * s.
 *
 * A moderator may move any piece and set any tally. So nothing here trusts a place to hold only what
 * the rules put there: pieces of another kind are passed over, and numbers are read through tally()
 * and boss_cash(), which never give what no rule can work with. */
#ifndef BOSS_STATE_H
#define BOSS_STATE_H

#include "engine/engine.h"
#include "engine/say.h"
#include "engines/boss/cards.h"
#include "engines/boss/codes.h"

enum {
    OPT_KEEPS_ORDER,
    OPT_TEN,
    OPT_PAYEES,
    OPT_DRAW,
    OPT_FOUR,
    OPT_LATE,
    OPT_SHORT,
    OPT_FRIENDLY,
    OPT_MONEY,
    OPT_SEATING,
    OPTIONS,
};

enum {
    P_INVESTOR, /* of a seat; of the table: beside the board */
    P_DECK,
    P_HAND,
    P_SHOWN,   /* clan cards in front of a seat */
    P_AWAY,    /* travel cards on investors; slot is the family + 1 */
    P_PENDING, /* of who played it */
    P_QUEUE,   /* plays that wait; slot is the owner */
    P_DISCARD,
    P_TILES, /* the last is next */
    P_BOARD, /* tiles done and the pawn; slot is the space */
    P_TERM,  /* asks, offers, agreements; of the seat that would be paid; slot is the number */
    PLACES,
};

enum {
    T_TURN,   /* seat on turn */
    T_NUMBER, /* of the turn, from 1 */
    T_PHASE,
    T_NEXT,  /* seat whose turn comes next */
    T_MUST,  /* 1: the seat on turn must try a deal */
    T_IDLE,  /* turns since the last attempt */
    T_FAILS, /* negotiations that failed since the last deal */
    T_DRY,   /* turns since the last deal */
    T_BOSS,  /* 0: no negotiation */
    T_CALL,
    T_SERIAL,  /* numbers windows, calls and negotiation clocks */
    T_WINDOW,  /* number of the pending card's window */
    T_CALLED,  /* … of the last call */
    T_CLOCK,   /* … of the negotiation's clock */
    T_LIMITED, /* … of the time when hands were too large */
    T_TERMS,   /* number of the last ask or offer */
    T_DEALS,
    T_PAID,        /* by the bank, in million */
    T_PASSED,      /* mask: who has passed the pending card */
    T_CALL_PASSED, /* mask: … the last call */
    T_RECALLED,    /* 1: the Boss has taken a last call back, and no card has taken effect since */
    T_HEARD,       /* mask: who has nothing to say for the moment */
    T_PLAYED,      /* mask: who has played a card in this negotiation */
    T_GONE,        /* mask: who has left for good */
    T_CASH,        /* of a seat */
    T_ALWAYS,      /* of a seat: passes whatever comes, until the negotiation is over */
    T_HOLDS,       /* of a seat: how many cards that can be stopped it has played */
    T_HELD,        /* of a seat: mask of the last of them; those that came to nothing */
    TALLIES,
};

enum {
    PHASE_PLACE,
    PHASE_TURN,
    PHASE_ROLLED,
    PHASE_DRAW, /* advance draws */
    PHASE_TALK,
    PHASE_LIMIT, /* hands too large are made smaller, then the next turn begins */
    PHASE_OVER,
};
enum { CALL_NONE, CALL_CLOSE, CALL_FAIL };

/* Marks of a term: million, families (mask), flags. */
enum { MARK_AMOUNT, MARK_FAMILIES, MARK_FLAGS };
enum { TERM_ASK = 1, TERM_OFFER = 2, TERM_USE = 4, TERM_AGREED = 8, TERM_ANY_BOSS = 16 };

/* Marks of a play: verb, family, seat (0: beside the board) and flags. CLOSE WITH keeps the first
 * of its numbers in place of the family, and bits for this one and those behind it in the other
 * two. */
enum { MARK_VERB, MARK_FAMILY, MARK_SEAT, MARK_HOW };
enum { PLAY_CLAN = 1, PLAY_JOKER = 2, PLAY_HOLD = 8 }; /* the number of the hold, so many bits up */
enum { PLAY_WITH = 0x100 }; /* with the verb */

enum {
    HAND_DEALT = 5,
    HAND_LIMIT = 12,
    HAND_LATE = 10,
    TILE_LATE = 10,
    TILE_LAST = 15,
    RECRUIT_CARDS = 3,
    TERMS_OF_SEAT = 8,       /* most that stand at once */
    TERM_NUMBER_MAX = 32000, /* in one negotiation; numbers begin anew when they grow long */
    TERM_NUMBER_LONG = 9000,
    AMOUNT_MAX = 999,
    STALL_MUST = 5, /* rounds without an attempt */
    STALL_END = 15,
    STALL_DRY = 30, /* … without a deal done */
};

static inline const struct boss *boss_of(const struct engine *engine)
{
    return engine->data;
}

/* A tally of the table, within what it can mean. */
int tally(const struct table *t, int which);

static inline void tally_set(struct table *t, int which, int64_t value)
{
    table_set(t, which, 0, value);
}

static inline unsigned seat_bit(int seat)
{
    return 1u << seat;
}

/* --- state.c ----------------------------------------------------------------------------- */

extern const struct place boss_places[PLACES];
extern const struct tally boss_tallies[TALLIES];

void boss_setup(struct play *play);

/* Cash a seat can pay with; adding to it, and to what the bank has paid, cannot overflow. */
int64_t boss_cash(const struct table *t, int seat);
void boss_plus(struct table *t, int which, int seat, int64_t more);

int boss_left(const struct table *t, int seat);   /* the next seat still in the game */
int boss_before(const struct table *t, int seat); /* the one before */
bool boss_gone(const struct table *t, int seat);
int boss_seats_left(const struct table *t); /* how many are still in the game */

/* What a seat holds, as far as the table (a view, perhaps) shows it. */
void boss_hand_read(const struct table *t, int seat, struct hand *hand);

/* The same without what its waiting plays will take. */
void boss_hand_free(const struct table *t, int seat, struct hand *hand);

/* Cards a play takes from the hand: how many of which card. */
int boss_play_cards(const struct piece *play, int *card);

/* Moves n cards of a kind from a hand, as far as they are there. */
void boss_hand_move(struct table *t, int seat, int card, int n, int place, int to);

/* A piece leaves for where its kind belongs when nothing else is known of it. */
void boss_send_home(struct table *t, uint16_t id);

uint16_t boss_tile_piece(const struct table *t); /* the tile to be won; 0: none left */
int boss_tile(const struct table *t);         /* its number; 0: none left */
int boss_pawn(const struct table *t);         /* its space; 0 before it is placed */
unsigned boss_covered(const struct table *t); /* bit s: a tile lies on space s */
void boss_pawn_move(struct table *t, int space);
int boss_space_after(const struct table *t, int space, int steps); /* free spaces on */

int boss_hand_limit(const struct table *t, const int64_t *options);
bool boss_friendly(const struct table *t, const int64_t *options);
int64_t boss_serial(struct table *t); /* a new number */
void boss_shuffle(struct play *play, int place);

/* A piece of this kind, new or used before, at the end of a place. */
uint16_t boss_piece_new(struct table *t, int kind, int place, int seat);

/* --- say.c ------------------------------------------------------------------------------- */

#define FEW(name_, v) FLAG((name_), (v) < 2) /* French has no plural of 0 */

/* An event; while a negotiation is on everybody hears of it at once. */
void boss_say(struct play *play, sight sight, enum event_code code, const struct arg *args, int n);

/* The phrase a card is named with ("card.clan"), and its family's name, NULL when it has none. */
const char *boss_card_phrase(int card);
const char *boss_card_family(const struct boss *b, int card);

/* Names of the families of which there are cards, NULL for none: n has one number a family. */
const char *boss_held_families(const struct boss *b, const uint8_t *n);

/* An event about some cards: seat, n, one, and what they are in groups. */
void boss_say_cards(struct play *play, sight sight, enum event_code code, int seat,
                    const struct hand *hand);

#define SAY(play, sight, code, ...)                                                                \
    boss_say((play), (sight), (code), ENGINE_ARGS(__VA_ARGS__))
#define WRONG(play, term, code, ...)                                                               \
    ENGINE_WRONG((play), (term), boss_mistake_name(code), ##__VA_ARGS__)

#endif
