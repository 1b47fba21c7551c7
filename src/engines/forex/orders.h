/* orders: what a seat's letter does. See engine.h for apply and close.
 *
 * A turn: at most one spot trade, then exactly one action. Each function takes an order that is
 * timely as far as the turn goes (orders.c) unless it says otherwise. */
#ifndef FOREX_ORDERS_H
#define FOREX_ORDERS_H

#include "engines/forex/state.h"
#include "engines/forex/words.h"

/* --- orders.c ---------------------------------------------------------------------------- */

enum outcome forex_apply(struct play *play, int seat, const struct order *order);
enum outcome forex_close(struct play *play, int seat);

/* The action of the turn is done; what is next is decided by advance. */
void forex_action_done(struct table *t);

/* --- spot.c ------------------------------------------------------------------------------ */

enum outcome forex_spot(struct play *play, int seat, const struct order *order);

/* An answer to a proposal, at any time. */
enum outcome forex_accept(struct play *play, int seat, const struct order *order);
enum outcome forex_decline(struct play *play, int seat, const struct order *order);
void forex_offer_declined(struct play *play, bool silent);

/* What both sides of a spot trade or quote give, in half-units. */
void forex_spot_sums(const struct table *t, int give, int get, int *give_sum, int *get_sum);

/* --- quotes.c ---------------------------------------------------------------------------- */

enum outcome forex_take(struct play *play, int seat, const struct order *order);
/* At any time. */
enum outcome forex_suggest_quote(struct play *play, int seat, const struct order *order);
enum outcome forex_withdraw(struct play *play, int seat, const struct order *order);

/* --- contract.c -------------------------------------------------------------------------- */

enum outcome forex_contract(struct play *play, int seat, const struct order *order);

/* --- invest.c ---------------------------------------------------------------------------- */

enum outcome forex_invest(struct play *play, int seat, const struct order *order);

/* --- divest.c ---------------------------------------------------------------------------- */

enum outcome forex_divest(struct play *play, int seat, const struct order *order);

/* Answers to a divestment, at any time. */
enum outcome forex_sell(struct play *play, int seat, const struct order *order);
enum outcome forex_pass(struct play *play, int seat);
void forex_answer_sale(struct play *play, int seat, int n);

/* Applies the answers that can be applied, asks who is next, or ends the turn. */
void forex_sales_settle(struct play *play);

/* --- resolve.c --------------------------------------------------------------------------- */

enum outcome forex_resolve(struct play *play, int seat, const struct order *order);

/* Resolves the head of the queue for a seat; the last prefers are in T_PREFER. */
void forex_resolve_head(struct play *play, int seat);

/* Whether resolving the head would end the game at once, by a bankruptcy. */
bool forex_would_ruin(struct play *play);

/* --- choose.c ---------------------------------------------------------------------------- */

/* At any time. */
enum outcome forex_choose(struct play *play, int seat, const struct order *order);

/* Settles a tie (bits): by PREFER, or asks. True when it is settled and `choose` was done. */
enum choice_way { BY_PREFER, BY_ORDER, BY_SILENCE };
int forex_preferred(const struct table *t, unsigned tied); /* -1: none */
void forex_ask_choice(struct play *play, unsigned tied, bool end);
void forex_chosen(struct play *play, int currency, enum choice_way way);

/* After a dividend: the currency with most certificates in players' hands. */
void forex_strengthen_most_held(struct play *play);

#endif
