/* trade: what players offer each other, and companies that change hands.
 *
 * An offer is a piece of who made it, seen by both partners. What it offers is set aside: it is
 * still his in inspections, but he cannot spend it. An offer that is no longer covered lapses. */
#ifndef CAPITAL_TRADE_H
#define CAPITAL_TRADE_H

#include "engines/capital/books.h"

enum { ITEM_NONE, ITEM_WHITE, ITEM_BLACK, ITEM_SHARES, ITEM_COMPANY };
enum { OFFER_TRADE, OFFER_GIFT, OFFER_FOUND };

struct offer {
    uint16_t id;
    int number, seat, to, kind;
    int give, get;             /* ITEM_… */
    int64_t give_sum, get_sum; /* of a company: which */
    int from, into;            /* companies of who offers; NO_COMPANY: off the books */
    /* of a founding: `from` and `with` own it, `into` is the new one */
    int with, type;
    int64_t capital;
    bool sixty; /* `from` has the majority */
};

void capital_offer_read(const struct table *t, uint16_t id, struct offer *o);
/* Lays an offer; its number is given. */
void capital_offer_lay(struct table *t, struct offer *o);
/* The offer of this number that the seat made or was made; 0: none. */
uint16_t capital_offer_find(const struct table *t, int seat, int64_t number, struct offer *o);
/* Offers that are no longer covered, or whose founder has moved on, lapse. */
void capital_offers_check(struct play *play);
void capital_offers_drop(struct play *play, int seat); /* those of and to a seat that is out */

enum outcome capital_propose(struct play *play, int seat, const struct order *order);
enum outcome capital_give(struct play *play, int seat, const struct order *order);
enum outcome capital_accept(struct play *play, int seat, const struct order *order);
enum outcome capital_take(struct play *play, int seat, const struct order *order);
enum outcome capital_decline(struct play *play, int seat, const struct order *order);
enum outcome capital_withdraw_offer(struct play *play, int seat, int64_t number, int term);

/* The company and all it controls go to another owner; what is on their registers stays with the
 * old one. */
void capital_hand_over(struct play *play, int company, int to);

#endif
