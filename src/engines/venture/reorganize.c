#include "engines/venture/orders.h"

#include <stdio.h>

/* Rules: REORGANIZE. The line is a *plan*: parts with a number or without, each a pile from bottom
 * to top. A named company leaves its old group; a group whose number is named must have all its
 * companies in the plan; groups not named keep the rest in order, and what is left of a legal
 * group is legal. */

enum { UNNUMBERED = -1 };

static int number_of(const struct term *t)
{
    if (t->type != TERM_NUMBER)
        return UNNUMBERED;
    return t->value > GROUP_NUMBER_MAX ? GROUP_NUMBER_MAX + 1 : (int)t->value;
}

struct plan {
    int nparts, ncompanies;
    struct {
        int number, term; /* term of the number, or of the first company */
        int from, n;
    } part[ORDER_TERMS];
    int company[ORDER_TERMS], term[ORDER_TERMS];
};

static void read_plan(const struct order *order, struct plan *plan)
{
    plan->nparts = plan->ncompanies = 0;
    for (int i = 0; i < order->nterms; i++) {
        const struct term *t = &order->terms[i];
        bool begins = i == 0 || (t[-1].type == TERM_SEPARATOR && t[-1].value == '/');
        if (begins) {
            plan->part[plan->nparts].number = number_of(t);
            plan->part[plan->nparts].term = i;
            plan->part[plan->nparts].from = plan->ncompanies;
            plan->part[plan->nparts++].n = 0;
        }
        if (t->type != W_COMPANY)
            continue;
        plan->company[plan->ncompanies] = (int)t->value;
        plan->term[plan->ncompanies++] = i;
        plan->part[plan->nparts - 1].n++;
    }
}

static bool planned(const struct plan *plan, int company, int before)
{
    for (int i = 0; i < before; i++)
        if (plan->company[i] == company)
            return true;
    return false;
}

/* A plan in which every part is a group as it lies changes nothing, whatever the numbers. */
static bool changes_nothing(const struct groups *gs, const struct plan *plan)
{
    for (int i = 0; i < plan->nparts; i++) {
        const struct group *g = venture_groups_holding(gs, plan->company[plan->part[i].from]);
        if (g->n != plan->part[i].n)
            return false;
        for (int k = 0; k < g->n; k++)
            if (gs->company[g->from + k] != plan->company[plan->part[i].from + k])
                return false;
    }
    return true;
}

static bool number_good(const struct plan *plan, int part)
{
    int number = plan->part[part].number;
    for (int i = 0; i < part; i++)
        if (plan->part[i].number == number)
            return false;
    return number >= 1 && number <= GROUP_NUMBER_MAX;
}

/* --- what would be right ----------------------------------------------------------------- */

static void add_part(struct plan *plan, int number)
{
    plan->part[plan->nparts].number = number;
    plan->part[plan->nparts].from = plan->ncompanies;
    plan->part[plan->nparts++].n = 0;
}

static void add_company(struct plan *plan, int company)
{
    plan->company[plan->ncompanies++] = company;
    plan->part[plan->nparts - 1].n++;
}

/* One pile of the repaired plan: the companies that fit together; the others go to *apart. */
static void mend_part(const struct venture *v, const struct groups *gs, const struct plan *plan,
                      int part, struct plan *mended, struct plan *apart)
{
    struct group g = {.letters = ALL_LETTERS};
    for (int i = 0; i < plan->part[part].n; i++) {
        int at = plan->part[part].from + i, k = plan->company[at];
        const struct company *c = &v->company[k];
        if (!venture_groups_holding(gs, k) || planned(plan, k, at))
            continue;
        if (!group_takes(&g, c)) {
            apart->company[apart->ncompanies++] = k;
            continue;
        }
        if (g.n++ == 0)
            add_part(mended, number_good(plan, part) ? plan->part[part].number : UNNUMBERED);
        add_company(mended, k);
        g.industries |= (uint8_t)(1 << c->industry);
        g.letters &= c->letters;
    }
}

static void print_plan(const struct venture *v, const struct plan *plan, struct names *line)
{
    for (int i = 0; i < plan->nparts; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d:", plan->part[i].number);
        if (i)
            venture_names_add(line, "/");
        if (plan->part[i].number != UNNUMBERED)
            venture_names_add(line, number);
        for (int k = 0; k < plan->part[i].n; k++)
            venture_names_add(line, v->kinds[plan->company[plan->part[i].from + k]]);
    }
}

/* The plan with what does not fit set apart; nothing when that would be refused, too, or when
 * companies were left out: where they were meant to go only their owner knows. */
static enum outcome try_mended(struct play *play, const struct groups *gs, const struct plan *plan)
{
    const struct venture *v = venture_of(play->engine);
    struct plan mended = {0}, apart = {0};
    struct names line = {0};
    for (int i = 0; i < plan->nparts; i++) {
        mend_part(v, gs, plan, i, &mended, &apart);
        const struct group *g = venture_groups_number(gs, plan->part[i].number);
        for (int k = 0; g && number_good(plan, i) && k < g->n; k++)
            if (!planned(plan, gs->company[g->from + k], plan->ncompanies))
                return OUTCOME_MISTAKE;
    }
    for (int i = 0; i < apart.ncompanies; i++) {
        add_part(&mended, UNNUMBERED);
        add_company(&mended, apart.company[i]);
    }
    if (!venture_groups_legal(gs) || changes_nothing(gs, &mended))
        return OUTCOME_MISTAKE;
    print_plan(v, &mended, &line);
    return engine_try(play, "REORGANIZE %s", line.text);
}

/* --- what may be wrong ------------------------------------------------------------------- */

static enum outcome check_companies(struct play *play, const struct groups *gs,
                                    const struct plan *plan)
{
    for (int i = 0; i < plan->ncompanies; i++) {
        int company = plan->company[i];
        if (!venture_groups_holding(gs, company))
            WRONG(play, plan->term[i], NO_REORGANIZE_NOT_YOURS, KIND("company", company));
        else if (planned(plan, company, i))
            WRONG(play, plan->term[i], NO_REORGANIZE_TWICE, KIND("company", company));
        else
            continue;
        return try_mended(play, gs, plan);
    }
    return OUTCOME_DONE;
}

/* All companies of a group whose number is named must be in the plan. */
static int left_out(const struct groups *gs, const struct plan *plan, int number)
{
    const struct group *g = venture_groups_number(gs, number);
    for (int k = 0; g && k < g->n; k++)
        if (!planned(plan, gs->company[g->from + k], plan->ncompanies))
            return gs->company[g->from + k];
    return -1;
}

static enum outcome check_numbers(struct play *play, const struct groups *gs,
                                  const struct plan *plan)
{
    for (int i = 0; i < plan->nparts; i++) {
        int number = plan->part[i].number, term = plan->part[i].term;
        if (number == UNNUMBERED)
            continue;
        int company = left_out(gs, plan, number);
        if (number < 1 || number > GROUP_NUMBER_MAX)
            WRONG(play, term, NO_REORGANIZE_NUMBER, NUM("most", GROUP_NUMBER_MAX));
        else if (!number_good(plan, i))
            WRONG(play, term, NO_REORGANIZE_NUMBER_TWICE, NUM("group", number));
        else if (company >= 0)
            WRONG(play, term, NO_REORGANIZE_LEFT_OUT, KIND("company", company),
                  NUM("group", number));
        else
            continue;
        return try_mended(play, gs, plan);
    }
    return OUTCOME_DONE;
}

static enum outcome check_part(struct play *play, const struct groups *gs, const struct plan *plan,
                               int part, int number)
{
    const struct venture *v = venture_of(play->engine);
    struct group g = {.letters = ALL_LETTERS};
    for (int i = 0; i < plan->part[part].n; i++) {
        int at = plan->part[part].from + i, rival = -1;
        const struct company *c = &v->company[plan->company[at]];
        if (!group_takes(&g, c)) {
            for (int j = plan->part[part].from; j < at; j++)
                if (v->company[plan->company[j]].industry == c->industry)
                    rival = plan->company[j];
            venture_misfit(play, plan->term[at], plan->company[at], number, rival, g.letters);
            return try_mended(play, gs, plan);
        }
        g.industries |= (uint8_t)(1 << c->industry);
        g.letters &= c->letters;
    }
    return OUTCOME_DONE;
}

/* --- doing it ---------------------------------------------------------------------------- */

/* Gives parts without a number the lowest one that no part has and no group keeps. */
static void number_parts(const struct groups *gs, struct plan *plan)
{
    bool taken[COMPANIES + 2] = {false};
    for (int i = 0; i < plan->nparts; i++)
        if (plan->part[i].number >= 0 && plan->part[i].number <= COMPANIES)
            taken[plan->part[i].number] = true;
    for (int i = 0; i < gs->n; i++)
        for (int k = 0; k < gs->v[i].n; k++)
            if (gs->v[i].number >= 0 && gs->v[i].number <= COMPANIES &&
                !planned(plan, gs->company[gs->v[i].from + k], plan->ncompanies))
                taken[gs->v[i].number] = true;
    for (int i = 0, next = 1; i < plan->nparts; i++) {
        if (plan->part[i].number != UNNUMBERED)
            continue;
        while (taken[next])
            next++;
        plan->part[i].number = next;
        taken[next] = true;
    }
}

static void lay_out(struct play *play, int seat, const struct plan *plan)
{
    for (int i = 0; i < plan->nparts; i++)
        for (int k = 0; k < plan->part[i].n; k++) {
            int company = plan->company[plan->part[i].from + k];
            table_move_slot(play->table, venture_company_piece(play->table, company)->id, P_GROUP,
                            seat, plan->part[i].number);
        }
}

static enum outcome check_healed(struct play *play, const struct groups *after)
{
    for (int i = 0; i < after->n; i++)
        if (!group_legal(&after->v[i]))
            return WRONG(play, -1, NO_REORGANIZE_STILL, NUM("group", after->v[i].number));
    return OUTCOME_DONE;
}

enum outcome venture_reorganize(struct play *play, int seat, const struct order *order, bool forced)
{
    const struct venture *v = venture_of(play->engine);
    struct groups gs, after;
    struct plan plan;
    struct names names = {0};
    venture_groups_read(v, play->table, seat, &gs);
    if (!gs.companies)
        return WRONG(play, -1, NO_REORGANIZE_EMPTY);
    read_plan(order, &plan);
    if (check_companies(play, &gs, &plan) == OUTCOME_MISTAKE ||
        check_numbers(play, &gs, &plan) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    struct plan numbered = plan;
    number_parts(&gs, &numbered);
    for (int i = 0; i < plan.nparts; i++)
        if (check_part(play, &gs, &plan, i, numbered.part[i].number) == OUTCOME_MISTAKE)
            return OUTCOME_MISTAKE;
    if (changes_nothing(&gs, &plan))
        return WRONG(play, -1, NO_REORGANIZE_NOTHING);
    lay_out(play, seat, &numbered);
    venture_groups_read(v, play->table, seat, &after);
    if (forced && check_healed(play, &after) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    venture_operation_done(play, gs.companies, false);
    venture_groups_print(v, &after, &names);
    SAY(play, SIGHT_ALL, EV_REORGANIZE, SEAT("seat", seat), NUM("cost", gs.companies),
        ONE("cost_one", gs.companies), WORD("groups", names.text));
    return OUTCOME_DONE;
}
