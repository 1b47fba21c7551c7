#include "engines/venture/orders.h"
#include "engines/venture/sets.h"

/* Rules "Forced reorganization". Only a moderator's override makes an illegal group. However many
 * offenders there are, it is one reorganization: 1 million per company, once. */

bool venture_forced_pending(struct play *play, int seat)
{
    struct groups gs;
    venture_groups_read(venture_of(play->engine), play->table, seat, &gs);
    return !venture_groups_legal(&gs);
}

enum outcome venture_forced_short(struct play *play, int seat)
{
    const struct venture *v = venture_of(play->engine);
    struct hand hand;
    venture_hand_read(play->table, seat, &hand);
    int have = venture_hand_best(v, &hand), cost = table_count(play->table, P_GROUP, seat);
    if (have >= cost)
        return OUTCOME_DONE;
    WRONG(play, -1, NO_FORCED_SHORT, NUM("cost", cost), ONE("cost_one", cost), NUM("have", have),
          ONE("have_one", have), FLAG("some", have > 0),
          FLAG("whole_hand", play->variant == VARIANT_RICHE));
    return engine_try(play, "PASS");
}

/* Common letters of a group without one of its companies. */
static unsigned letters_without(const struct venture *v, const struct groups *gs,
                                const struct group *g, int without)
{
    unsigned letters = ALL_LETTERS;
    for (int k = 0; k < g->n; k++)
        if (k != without)
            letters &= v->company[gs->company[g->from + k]].letters;
    return letters;
}

/* The topmost company that has a twin below it; without twins, the topmost one without which the
 * rest shares a letter; the top itself when no single one is to blame. */
static int topmost_offender(const struct venture *v, const struct groups *gs, const struct group *g)
{
    const uint8_t *company = gs->company + g->from;
    for (int k = g->n - 1; k > 0 && g->twins; k--)
        for (int j = 0; j < k; j++)
            if (v->company[company[j]].industry == v->company[company[k]].industry)
                return k;
    for (int k = g->n - 1; k >= 0; k--)
        if (letters_without(v, gs, g, k))
            return k;
    return g->n - 1;
}

static const struct group *first_illegal(const struct groups *gs)
{
    for (int i = 0; i < gs->n; i++)
        if (!group_legal(&gs->v[i]))
            return &gs->v[i];
    return NULL;
}

static void set_apart(struct play *play, int seat, struct groups *gs)
{
    const struct venture *v = venture_of(play->engine);
    for (const struct group *g; (g = first_illegal(gs));) {
        int at = g->from + topmost_offender(v, gs, g), number = venture_groups_free(gs);
        SAY(play, SIGHT_ALL, EV_SET_APART, SEAT("seat", seat), KIND("company", gs->company[at]),
            NUM("from", g->number), NUM("group", number));
        table_move_slot(play->table, gs->id[at], P_GROUP, seat, number);
        venture_groups_read(v, play->table, seat, gs);
    }
}

/* venture takes all capital, riche-ou-pauvre the whole hand. */
static void lose(struct play *play, int seat, const struct hand *hand, int cost)
{
    struct hand lost = *hand;
    struct names names = {0};
    if (play->variant == VARIANT_VENTURE)
        for (int c = CAPITALS; c < CARDS; c++)
            lost.n[c] = 0;
    if (!venture_hand_count(&lost)) {
        SAY(play, SIGHT_ALL, EV_FORCED_BROKE, SEAT("seat", seat), NUM("cost", cost),
            ONE("cost_one", cost));
        return;
    }
    venture_names_cards(&names, venture_of(play->engine), &lost);
    venture_hand_discard(play->table, seat, &lost);
    SAY(play, SIGHT_ALL, EV_FORCED_LOST, SEAT("seat", seat), NUM("cost", cost),
        ONE("cost_one", cost), WORD("cards", names.text));
}

void venture_forced_settle(struct play *play, int seat)
{
    const struct venture *v = venture_of(play->engine);
    struct groups gs;
    struct hand hand;
    venture_groups_read(v, play->table, seat, &gs);
    venture_hand_read(play->table, seat, &hand);
    set_apart(play, seat, &gs);
    table_set(play->table, T_APART, 0, 1);
    if (venture_hand_best(v, &hand) < gs.companies) {
        venture_operation_done(play, 0, false);
        lose(play, seat, &hand, gs.companies);
        return;
    }
    venture_operation_done(play, gs.companies, false);
    SAY(play, SIGHT_ALL, EV_FORCED_COST, SEAT("seat", seat), NUM("cost", gs.companies),
        ONE("cost_one", gs.companies));
}
