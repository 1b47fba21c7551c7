#include "engines/venture/orders.h"

#include <stdio.h>

/* Rules: TAKE and FIGHT. A company goes on top of a group of its new owner, or alone. A proxy
 * fight may only take a company that is alone or on top of an opponent's group. */

struct landing {
    int number; /* of the group */
    bool fresh; /* a new one */
};

enum outcome venture_misfit(struct play *play, int term, int company, int group, int rival,
                            unsigned letters)
{
    char text[LETTERS + 1];
    const struct venture *v = venture_of(play->engine);
    if (rival >= 0)
        return WRONG(play, term, NO_SAME_INDUSTRY, KIND("company", company), NUM("group", group),
                     KIND("rival", rival),
                     WORD("industry", v->industry[v->company[company].industry]));
    venture_letters_print(letters, text);
    return WRONG(play, term, NO_NO_COMMON_LETTER, KIND("company", company), NUM("group", group),
                 WORD("letters", text[0] ? text : NULL));
}

/* What keeps a company off a group: one of its industry, or the letters. */
static enum outcome refuse(struct play *play, int term, int company, const struct groups *gs,
                           const struct group *g)
{
    const struct venture *v = venture_of(play->engine);
    int rival = -1;
    for (int k = 0; k < g->n; k++)
        if (v->company[gs->company[g->from + k]].industry == v->company[company].industry)
            rival = gs->company[g->from + k];
    return venture_misfit(play, term, company, g->number, rival, g->letters);
}

static enum outcome no_such_group(struct play *play, const struct order *order, int term,
                                  const struct groups *gs)
{
    const struct term *t = &order->terms[term];
    if (t->type == W_COMPANY)
        return WRONG(play, term, NO_NOT_YOUR_GROUP, KIND("company", t->value));
    struct names names = {0};
    venture_groups_print(venture_of(play->engine), gs, &names);
    return WRONG(play, term, NO_NO_SUCH_GROUP, NUM("group", t->value),
                 WORD("groups", gs->n ? names.text : NULL));
}

/* Reads "ON 2", "ON CHEM-CD", "NEW" or nothing from term `at` on; `line` is what comes before. */
static enum outcome land(struct play *play, int seat, const struct order *order, int at,
                         int company, const char *line, struct landing *out)
{
    const struct venture *v = venture_of(play->engine);
    struct groups gs;
    venture_groups_read(v, play->table, seat, &gs);
    if (at >= order->nterms || order->terms[at].value != K_ON) {
        *out = (struct landing){venture_groups_free(&gs), true};
        return OUTCOME_DONE;
    }
    const struct term *term = &order->terms[at + 1];
    const struct group *g = NULL;
    if (term->type == W_COMPANY)
        g = venture_groups_holding(&gs, (int)term->value);
    else if (term->value <= INT16_MAX)
        g = venture_groups_number(&gs, (int)term->value);
    if (!g)
        no_such_group(play, order, at + 1, &gs);
    else if (!group_takes(g, &v->company[company]))
        refuse(play, at + 1, company, &gs, g);
    else {
        *out = (struct landing){g->number, false};
        return OUTCOME_DONE;
    }
    return engine_try(play, "%s NEW", line);
}

/* --- TAKE -------------------------------------------------------------------------------- */

static int likeness(const struct company *a, const struct company *b)
{
    return 8 * (a->industry == b->industry) - __builtin_popcount(a->letters ^ b->letters);
}

static enum outcome not_in_market(struct play *play, int company)
{
    const struct venture *v = venture_of(play->engine);
    struct names names = {0};
    int nearest = -1;
    for (uint16_t id = table_first(play->table, P_MARKET, 0); id;
         id = table_next(play->table, id)) {
        int k = table_piece(play->table, id)->kind;
        if (!kind_is_company(k))
            continue;
        venture_names_add(&names, v->kinds[k]);
        if (nearest < 0 || likeness(&v->company[k], &v->company[company]) >
                               likeness(&v->company[nearest], &v->company[company]))
            nearest = k;
    }
    if (nearest < 0)
        return WRONG(play, 0, NO_MARKET_EMPTY, KIND("company", company));
    WRONG(play, 0, NO_NOT_IN_MARKET, KIND("company", company), WORD("market", names.text));
    return engine_try(play, "TAKE %s", v->kinds[nearest]);
}

/* The proxy in hand that costs least; -1: none. */
static int cheapest_proxy(const struct hand *hand)
{
    for (int c = CAPITALS; c < PROFIT; c++)
        if (hand->n[c])
            return c;
    return -1;
}

static int top_of_group(struct play *play, const struct piece *p)
{
    struct groups gs;
    venture_groups_read(venture_of(play->engine), play->table, p->seat, &gs);
    return group_top(&gs, venture_groups_number(&gs, p->slot));
}

static enum outcome somebody_has_it(struct play *play, int seat, int company, const struct piece *p)
{
    const struct venture *v = venture_of(play->engine);
    struct hand hand;
    if (p->seat == seat)
        return WRONG(play, 0, NO_ALREADY_YOURS, KIND("company", company), NUM("group", p->slot));
    venture_hand_read(play->table, seat, &hand);
    int proxy = cheapest_proxy(&hand);
    bool top = top_of_group(play, p) == company;
    WRONG(play, 0, NO_COMPANY_OWNED, KIND("company", company), SEAT("seat", p->seat),
          FLAG("open", top), FLAG("armed", proxy >= 0));
    if (top && proxy >= 0)
        engine_try(play, "FIGHT %s FOR %s", v->kinds[card_kind(proxy)], v->kinds[company]);
    return OUTCOME_MISTAKE;
}

enum outcome venture_take(struct play *play, int seat, const struct order *order)
{
    const struct venture *v = venture_of(play->engine);
    int company = (int)order->terms[0].value;
    const struct piece *p = venture_company_piece(play->table, company);
    struct landing to;
    char line[40];
    if (p->place == P_GROUP)
        return somebody_has_it(play, seat, company, p);
    if (p->place != P_MARKET)
        return not_in_market(play, company);
    snprintf(line, sizeof line, "TAKE %s", v->kinds[company]);
    if (land(play, seat, order, 1, company, line, &to) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    table_move_slot(play->table, p->id, P_GROUP, seat, to.number);
    venture_operation_done(play, v->company[company].value, true);
    SAY(play, SIGHT_ALL, EV_TAKE, SEAT("seat", seat), KIND("company", company),
        NUM("value", v->company[company].value), NUM("group", to.number), FLAG("new", to.fresh));
    return OUTCOME_DONE;
}

/* --- FIGHT ------------------------------------------------------------------------------- */

static enum outcome no_proxy(struct play *play, int proxy, int company, const struct hand *hand)
{
    const struct venture *v = venture_of(play->engine);
    struct names names = {0};
    int other = cheapest_proxy(hand);
    for (int c = CAPITALS; c < PROFIT; c++)
        for (int i = 0; i < hand->n[c]; i++)
            venture_names_add(&names, v->shown[c]);
    WRONG(play, 0, NO_NO_PROXY, WORD("proxy", v->shown[proxy]),
          WORD("held", names.count ? names.text : NULL));
    if (other >= 0)
        engine_try(play, "FIGHT %s FOR %s", v->kinds[card_kind(other)], v->kinds[company]);
    return OUTCOME_MISTAKE;
}

/* A company that cannot be fought for: why, as far as this seat can see. */
static enum outcome not_open(struct play *play, int seat, int term, int proxy, int company,
                             const struct piece *p)
{
    const struct venture *v = venture_of(play->engine);
    if (p->place == P_MARKET) {
        WRONG(play, term, NO_FIGHT_MARKET, KIND("company", company),
              NUM("value", v->company[company].value));
        return engine_try(play, "TAKE %s", v->kinds[company]);
    }
    if (p->place != P_GROUP)
        return WRONG(play, term, NO_FIGHT_NOBODY, KIND("company", company));
    if (p->seat == seat)
        return WRONG(play, term, NO_FIGHT_OWN, KIND("company", company), NUM("group", p->slot));
    int top = top_of_group(play, p);
    WRONG(play, term, NO_FIGHT_BURIED, KIND("company", company), SEAT("seat", p->seat),
          KIND("top", top));
    return engine_try(play, "FIGHT %s FOR %s", v->kinds[card_kind(proxy)], v->kinds[top]);
}

enum outcome venture_fight(struct play *play, int seat, const struct order *order)
{
    const struct venture *v = venture_of(play->engine);
    int proxy = (int)order->terms[0].value, at = order->terms[1].type == TERM_KEYWORD ? 2 : 1;
    int company = (int)order->terms[at].value;
    const struct piece *p = venture_company_piece(play->table, company);
    struct hand hand, spent = {0};
    struct landing to;
    char line[60];
    venture_hand_read(play->table, seat, &hand);
    bool own = p->place == P_GROUP && p->seat == seat; /* said first: no proxy would help */
    if (!hand.n[proxy] && !own)
        return no_proxy(play, proxy, company, &hand);
    int from = p->seat;
    if (p->place != P_GROUP || from == seat || top_of_group(play, p) != company)
        return not_open(play, seat, at, proxy, company, p);
    snprintf(line, sizeof line, "FIGHT %s FOR %s", v->kinds[card_kind(proxy)], v->kinds[company]);
    if (land(play, seat, order, at + 1, company, line, &to) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    int cost = v->company[company].value * v->halves[proxy - CAPITALS] / 2;
    spent.n[proxy] = 1;
    venture_hand_discard(play->table, seat, &spent);
    table_move_slot(play->table, p->id, P_GROUP, seat, to.number);
    venture_operation_done(play, cost, true);
    SAY(play, SIGHT_ALL, EV_FIGHT, SEAT("seat", seat), SEAT("from", from), KIND("company", company),
        WORD("proxy", v->shown[proxy]), NUM("cost", cost), NUM("group", to.number),
        FLAG("new", to.fresh));
    return OUTCOME_DONE;
}
