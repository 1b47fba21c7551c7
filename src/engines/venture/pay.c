#include "engines/venture/pay.h"
#include "engines/venture/sets.h"

/* A payment is a choice in each of nine parts: what to pay of each symbol and of each high card.
 * Best values simply add up over the parts, both of what is paid and of what stays, so the best
 * choice for parts i.. depends only on how much is still needed: f[i][need] is its score, where
 * a score is 64 * (what stays) - cards paid. */

enum { PARTS = SYMBOLS + HIGHS, NEED_MAX = 1000, NEVER = -1000000 };

struct part {
    const struct sets_option *options;
    int n, first_card;
    bool symbol;
    struct sets_option own[RESOURCES + 1]; /* of a high card: options points here */
};

static int score(const struct sets_option *o)
{
    return o->left * 64 - o->cards;
}

static int add_symbols(const struct venture *v, const struct hand *hand, struct part *parts)
{
    int n = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        int state = sets_state(v->sets, hand, symbol);
        if (!state)
            continue;
        struct part *p = &parts[n++];
        p->options = v->sets->options + v->sets->from[state];
        p->n = (int)(v->sets->from[state + 1] - v->sets->from[state]);
        p->first_card = symbol * FACES;
        p->symbol = true;
    }
    return n;
}

static int add_highs(const struct venture *v, const struct hand *hand, struct part *parts)
{
    int n = 0;
    for (int c = LOWS; c < CAPITALS; c++) {
        if (!hand->n[c])
            continue;
        struct part *p = &parts[n++];
        p->options = p->own;
        p->n = hand->n[c] + 1;
        p->first_card = c;
        p->symbol = false;
        for (int x = hand->n[c], i = 0; x >= 0; x--, i++)
            p->own[i] = (struct sets_option){(uint16_t)x, (int16_t)(x * v->face[c]),
                                             (int16_t)((hand->n[c] - x) * v->face[c]), (uint8_t)x};
    }
    return n;
}

static int best_of(const struct part *p, const int32_t *next, int need)
{
    int best = NEVER;
    for (int k = 0; k < p->n; k++) {
        const struct sets_option *o = &p->options[k];
        int s = score(o) + next[o->value >= need ? 0 : need - o->value];
        best = s > best ? s : best;
    }
    return best;
}

static void hand_over(const struct venture *v, const struct part *p, const struct sets_option *o,
                      struct hand *paid)
{
    if (!p->symbol) {
        paid->n[p->first_card] = (uint8_t)o->paid;
        return;
    }
    for (int f = 0; f < FACES; f++)
        paid->n[p->first_card + f] = v->sets->count[o->paid][f];
}

bool venture_pay_best(const struct venture *v, const struct hand *hand, int cost, struct hand *paid)
{
    struct part parts[PARTS];
    int32_t f[PARTS + 1][NEED_MAX + 1];
    *paid = (struct hand){0};
    if (cost > venture_hand_best(v, hand))
        return false;
    insist(cost <= NEED_MAX);
    int n = add_symbols(v, hand, parts);
    n += add_highs(v, hand, parts + n);
    for (int need = 0; need <= cost; need++)
        f[n][need] = need ? NEVER : 0;
    for (int i = n - 1; i >= 1; i--)
        for (int need = 0; need <= cost; need++)
            f[i][need] = best_of(&parts[i], f[i + 1], need);
    for (int i = 0, need = cost; i < n && need > 0; i++) {
        int best = best_of(&parts[i], f[i + 1], need);
        for (int k = 0; k < parts[i].n; k++) {
            const struct sets_option *o = &parts[i].options[k];
            int rest = o->value >= need ? 0 : need - o->value;
            if (score(o) + f[i + 1][rest] != best)
                continue;
            hand_over(v, &parts[i], o, paid);
            need = rest;
            break;
        }
    }
    return true;
}

int venture_pay_superfluous(const struct venture *v, const struct hand *paid, int cost)
{
    /* More cards are never worth less, so it is enough to try them one at a time. */
    for (int c = 0; c < CAPITALS; c++) {
        if (!paid->n[c])
            continue;
        struct hand less = *paid;
        less.n[c]--;
        if (venture_hand_best(v, &less) >= cost)
            return c;
    }
    return -1;
}
