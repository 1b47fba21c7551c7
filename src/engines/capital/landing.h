/* landing: what happens where a pawn stops, and what its owner may choose there.
 *
 * A landing with a choice stays open (T_OPEN) until the next order of the turn or its end; what was
 * not chosen by then is taken by default. */
#ifndef CAPITAL_LANDING_H
#define CAPITAL_LANDING_H

#include "engines/capital/books.h"
#include "engines/capital/words.h"

/* --- landing.c --------------------------------------------------------------------------- */

/* Whether a landing there leaves something to choose: from public things only. */
bool capital_has_choice(const struct board *b, const struct table *t, int company, int cell);
/* The pawn has stopped. `order` may say beforehand what to choose, from term `at` on; else its plan
 * does. */
void capital_land(struct play *play, int seat, int company, const struct order *order, int at);
/* The sum that the landing itself raised has been found: now its choices, as said or planned. */
void capital_land_on(struct play *play);
/* Refuses choices written beforehand that no landing asks for. */
enum outcome capital_check_clauses(struct play *play, int seat, const struct order *order);
/* The open landing is over: defaults and bank interest. */
void capital_close_landing(struct play *play);
int capital_open_company(const struct table *t); /* NO_COMPANY: no landing is open */

/* --- choices.c --------------------------------------------------------------------------- */

/* The phrase that names where something can be done. */
const char *capital_cells_for(int verb);
/* One choice of the open landing. */
enum outcome capital_choose(struct play *play, int seat, int company, const struct action *a);
/* The die of an election or the metals; the stake has been paid. */
void capital_stake_result(struct play *play, int company, int64_t stake);

/* What a company could do here at most: n as far as a seat sees its own things. */
int64_t capital_borrow_most(const struct table *t, int company, const struct cell *cell);
int64_t capital_buy_most(const struct table *t, int seat, int company, const struct cell *cell);
int64_t capital_lot_price(const struct cell *cell);

/* --- found.c ----------------------------------------------------------------------------- */

enum outcome capital_found(struct play *play, int seat, int company, const struct action *a);
/* The other founder agrees, and pays its part. */
enum outcome capital_found_joined(struct play *play, int seat, const void *offer);

/* --- inspect.c --------------------------------------------------------------------------- */

/* GGFF, or Interpol: the company and all it controls. */
void capital_ggff(struct play *play, int company, bool interpol);
void capital_fisc(struct play *play, int company);
enum outcome capital_accuse(struct play *play, int seat, int accused, int term);

#endif
