#include "engines/venture/groups.h"

#include <stdio.h>

/* First the pieces in the order they lie, with the index of their group; then the groups are laid
 * one behind the other. Groups are few: finding one is a short walk. */

static int group_index(struct groups *gs, int number)
{
    for (int i = 0; i < gs->n; i++)
        if (gs->v[i].number == number)
            return i;
    gs->v[gs->n] = (struct group){.number = (int16_t)number, .letters = ALL_LETTERS};
    return gs->n++;
}

/* Where each group begins, lowest number first; leaves gs->v in the order they were met. */
static void find_places(struct groups *gs, uint8_t rank[COMPANIES])
{
    for (int i = 0; i < gs->n; i++) {
        gs->v[i].from = rank[i] = 0;
        for (int j = 0; j < gs->n; j++) {
            if (gs->v[j].number >= gs->v[i].number)
                continue;
            gs->v[i].from = (uint8_t)(gs->v[i].from + gs->v[j].n);
            rank[i]++;
        }
    }
}

void venture_groups_read(const struct venture *v, const struct table *t, int seat,
                         struct groups *gs)
{
    uint16_t id[COMPANIES];
    uint8_t company[COMPANIES], of[COMPANIES], filled[COMPANIES], rank[COMPANIES];
    struct group met[COMPANIES];
    gs->n = gs->companies = 0;
    for (uint16_t p = table_first(t, P_GROUP, seat); p;) {
        const struct piece *piece = table_piece(t, p);
        const struct company *c = &v->company[piece->kind];
        int i = group_index(gs, piece->slot), k = gs->companies++;
        struct group *g = &gs->v[i];
        g->twins = g->twins || (g->industries >> c->industry & 1);
        g->industries |= (uint8_t)(1 << c->industry);
        g->letters &= c->letters;
        g->n++;
        id[k] = p;
        company[k] = (uint8_t)piece->kind;
        of[k] = (uint8_t)i;
        p = piece->next;
    }
    find_places(gs, rank);
    for (int i = 0; i < gs->n; i++) {
        met[i] = gs->v[i];
        filled[i] = 0;
    }
    for (int k = 0; k < gs->companies; k++) {
        int at = met[of[k]].from + filled[of[k]]++;
        gs->id[at] = id[k];
        gs->company[at] = company[k];
    }
    for (int i = 0; i < gs->n; i++)
        gs->v[rank[i]] = met[i];
}

bool venture_groups_legal(const struct groups *gs)
{
    for (int i = 0; i < gs->n; i++)
        if (!group_legal(&gs->v[i]))
            return false;
    return true;
}

int venture_profit_of(int n, int letters)
{
    static const int each[INDUSTRIES + 1] = {0, 0, 0, 1, 3, 8, 20};
    return n > INDUSTRIES ? 0 : each[n] * letters;
}

int venture_group_profit(const struct group *g)
{
    return group_legal(g) ? venture_profit_of(g->n, __builtin_popcount(g->letters)) : 0;
}

int venture_groups_profit(const struct groups *gs)
{
    int sum = 0;
    for (int i = 0; i < gs->n; i++)
        sum += venture_group_profit(&gs->v[i]);
    return sum;
}

const struct group *venture_groups_number(const struct groups *gs, int number)
{
    for (int i = 0; i < gs->n; i++)
        if (gs->v[i].number == number)
            return &gs->v[i];
    return NULL;
}

const struct group *venture_groups_holding(const struct groups *gs, int company)
{
    for (int i = 0; i < gs->n; i++)
        for (int k = 0; k < gs->v[i].n; k++)
            if (gs->company[gs->v[i].from + k] == company)
                return &gs->v[i];
    return NULL;
}

int venture_groups_free(const struct groups *gs)
{
    int number = 1;
    for (int i = 0; i < gs->n; i++)
        if (gs->v[i].number == number)
            number++;
    return number;
}

void venture_groups_print(const struct venture *v, const struct groups *gs, struct names *names)
{
    for (int i = 0; i < gs->n; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d:", gs->v[i].number);
        if (i)
            venture_names_add(names, "/");
        venture_names_add(names, number);
        for (int k = 0; k < gs->v[i].n; k++)
            venture_names_add(names, v->kinds[gs->company[gs->v[i].from + k]]);
    }
}

void venture_letters_print(unsigned letters, char out[LETTERS + 1])
{
    int n = 0;
    for (int i = 0; i < LETTERS; i++)
        if (letters >> i & 1)
            out[n++] = (char)('A' + i);
    out[n] = '\0';
}
