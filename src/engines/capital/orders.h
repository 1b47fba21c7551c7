/* orders: what a seat's letter does. See engine.h for apply and close.
 *
 * A turn: every pawn of the seat rolls, bribes or stays on its parking, in the order it likes. What
 * a letter leaves out is done at its end, unless it says MORE. */
#ifndef CAPITAL_ORDERS_H
#define CAPITAL_ORDERS_H

#include "engines/capital/landing.h"

enum outcome capital_apply(struct play *play, int seat, const struct order *order);
enum outcome capital_close(struct play *play, int seat);

/* Plays the sealed orders of the seat on turn, then the rest of its pawns (pace=rounds). */
void capital_play_sealed(struct play *play, int seat);

/* --- moves.c ----------------------------------------------------------------------------- */

enum outcome capital_move(struct play *play, int seat, const struct order *order);
enum outcome capital_stay(struct play *play, int seat, const struct order *order);
enum outcome capital_bribe(struct play *play, int seat, const struct order *order);
enum outcome capital_go(struct play *play, int seat, const struct order *order);
enum outcome capital_transfer(struct play *play, int seat, const struct order *order);
/* A company of the seat that has neither moved nor stayed this turn; NO_COMPANY: none. */
int capital_to_move(const struct table *t, int seat);
/* Rolls for a company and lands it. */
void capital_roll(struct play *play, int seat, int company, const struct order *order, int at);

#endif
