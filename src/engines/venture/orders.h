/* orders: what a seat's letter does. See engine.h for apply and close. */
#ifndef VENTURE_ORDERS_H
#define VENTURE_ORDERS_H

#include "engines/venture/groups.h"
#include "engines/venture/words.h"

/* --- orders.c ---------------------------------------------------------------------------- */

enum outcome venture_apply(struct play *play, int seat, const struct order *order);
enum outcome venture_close(struct play *play, int seat);

/* An operation (TAKE, FIGHT, REORGANIZE) that costs so much has been done. */
void venture_operation_done(struct play *play, int cost, bool deal);

/* --- deals.c ----------------------------------------------------------------------------- */

enum outcome venture_take(struct play *play, int seat, const struct order *order);
enum outcome venture_fight(struct play *play, int seat, const struct order *order);

/* The mistake of laying a company on a group where it does not fit; NULL rival when the letters
 * are the trouble. */
enum outcome venture_misfit(struct play *play, int term, int company, int group, int rival,
                            unsigned letters);

/* --- reorganize.c ------------------------------------------------------------------------ */

/* forced: an illegal group must be gone afterwards. */
enum outcome venture_reorganize(struct play *play, int seat, const struct order *order,
                                bool forced);

/* --- money.c ----------------------------------------------------------------------------- */

enum outcome venture_pay(struct play *play, int seat, const struct order *order);
enum outcome venture_discard(struct play *play, int seat, const struct order *order);
enum outcome venture_pass(struct play *play, int seat);

/* Pays the cost of the letter with what PAY said. */
enum outcome venture_settle(struct play *play, int seat);

/* --- forced.c ---------------------------------------------------------------------------- */

bool venture_forced_pending(struct play *play, int seat);

/* The mistake of doing anything else while a forced reorganization cannot be paid. */
enum outcome venture_forced_short(struct play *play, int seat);

/* Sets the topmost offenders apart; adds the cost to the letter's, or takes what the variant
 * takes from who cannot pay. */
void venture_forced_settle(struct play *play, int seat);

#endif
