#include "engines/boss/orders.h"

/* Every order is complete in itself: what is missing from a turn is asked for again. */

enum outcome boss_needs_talk(struct play *play)
{
    return tally(play->table, T_PHASE) == PHASE_TALK ? OUTCOME_DONE
                                                     : WRONG(play, -1, NO_NO_NEGOTIATION);
}

enum outcome boss_needs_boss(struct play *play, int seat)
{
    int boss = tally(play->table, T_BOSS);
    return boss == seat ? OUTCOME_DONE : WRONG(play, -1, NO_NOT_BOSS, SEAT("seat", boss));
}

enum outcome boss_families(struct play *play, const struct order *order, int from, unsigned *mask,
                           int *end)
{
    const struct boss *b = boss_of(play->engine);
    int i = from;
    *mask = 0;
    for (; i < order->nterms; i++) {
        const struct term *t = &order->terms[i];
        if (t->type == W_INVESTOR) {
            if (*mask >> t->value & 1)
                return WRONG(play, i, NO_NAMED_TWICE, WORD("investor", b->family[t->value]));
            *mask |= 1u << t->value;
        } else if (t->type != TERM_KEYWORD || t->value != K_AND) {
            break;
        }
    }
    *end = i;
    return OUTCOME_DONE;
}

static enum outcome apply(struct play *play, int seat, const struct order *order)
{
    if (tally(play->table, T_PHASE) == PHASE_OVER)
        return WRONG(play, -1, NO_GAME_OVER);
    bool needed = boss_asked(play->table, play->options, seat) || tally(play->table, T_BOSS) == seat;
    if (boss_gone(play->table, seat) && !needed) /* a ruling may ask whoever has left */
        return WRONG(play, -1, NO_GONE);
    switch (order->verb) {
    case V_PLACE:
    case V_DEAL:
    case V_ROLL:
    case V_DRAW:
    case V_DISCARD:
        return boss_turn_order(play, seat, order);
    case V_TRAVEL:
    case V_RECRUIT:
    case V_BOSS:
        return boss_play_order(play, seat, order);
    case V_STOP:
        return boss_stop(play, seat);
    case V_PASS:
        return boss_pass(play, seat, order);
    case V_CLOSE:
        return boss_close_order(play, seat, order);
    case V_FAIL:
        return boss_fail_order(play, seat);
    case V_RECALL:
        return boss_recall(play, seat);
    default:
        return boss_talk_order(play, seat, order);
    }
}

enum outcome boss_apply(struct play *play, int seat, const struct order *order)
{
    play->so_far &= ~(unsigned)LETTER_UNSEEN;
    enum outcome o = apply(play, seat, order);
    if (!(play->so_far & LETTER_UNSEEN))
        play->so_far |= LETTER_HEARD;
    return o;
}

/* Whoever has written in the talks has been heard; the Boss has the clock and stays. */
enum outcome boss_close(struct play *play, int seat)
{
    struct table *t = play->table;
    if (tally(t, T_PHASE) == PHASE_TALK && tally(t, T_BOSS) != seat && play->so_far & LETTER_HEARD)
        tally_set(t, T_HEARD, (unsigned)tally(t, T_HEARD) | seat_bit(seat));
    return OUTCOME_DONE;
}
