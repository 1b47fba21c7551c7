/* scene: what describe.c and glance.c share: a view and small hands to write JSON.
 *
 * A number that words are made of comes with two companions for templates: x_one when it is 1,
 * x_none when it is 0. Seats become {"seat":n}, which a report turns into number, name and whether
 * it is the reader. */
#ifndef BOSS_SCENE_H
#define BOSS_SCENE_H

#include "engine/doc.h"
#include "engines/boss/orders.h"

struct scene {
    const struct boss *b;
    const struct table *t;
    const int64_t *options;
    int seat, seats, phase;
    struct hand hand; /* of the seat, without what waits */
    struct deal d;
};

/* An object with an order, at the end of a list. */
json_t *boss_offer_order(json_t *list, const char *fmt, ...) PRINTF(2, 3);

/* --- glance.c ---------------------------------------------------------------------------- */

/* The negotiation: families, prices, what is missing, what the Boss would keep; windows. */
void boss_describe_deal(const struct scene *s, json_t *doc);

/* The same before anybody tries it, for the seat on turn. */
void boss_describe_prospect(const struct scene *s, json_t *doc);

/* Orders the seat can write in it. */
void boss_describe_orders(const struct scene *s, json_t *doc);

#endif
