#include "engines/venture/sets.h"

/* 1. A state's number is linear in its counts: state(a) - state(b) is the state of what is left
 *    when b's cards are taken out of a, as long as they are all there.
 * 2. Taking cards out gives a smaller number, so tables are filled from 0 up.
 * 3. The first face weighs most: a greater number comes first in the fixed order of payments. */

static const int set_value[FACES + 1] = {0, 0, 16, 32, 64};

static bool within(const uint8_t part[FACES], const uint8_t whole[FACES])
{
    for (int f = 0; f < FACES; f++)
        if (part[f] > whole[f])
            return false;
    return true;
}

static void count_states(const struct venture *v, struct sets *s, struct arena *arena)
{
    int n = 1;
    for (int f = FACES - 1; f >= 0; f--) {
        int most = 0;
        for (int symbol = 0; symbol < SYMBOLS; symbol++)
            if (v->quantity[symbol * FACES + f] > most)
                most = v->quantity[symbol * FACES + f];
        s->weight[f] = n;
        n *= most + 1;
    }
    insist(n <= 10000);
    s->nstates = n;
    s->count = arena_alloc(arena, sizeof *s->count * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int f = 0, rest = i; f < FACES; f++) {
            s->count[i][f] = (uint8_t)(rest / s->weight[f]);
            rest %= s->weight[f];
        }
}

/* Some best division has the lowest face alone or in a set: try all of them, larger sets first. */
static void value_state(const struct venture *v, struct sets *s, int state)
{
    const uint8_t *n = s->count[state];
    int low = 0;
    while (n[low] == 0)
        low++;
    for (int size = FACES; size >= 1; size--) {
        for (int mask = 1 << low; mask < 1 << FACES; mask++) {
            int left = state, fits = __builtin_popcount((unsigned)mask) == size;
            fits = fits && mask >> low & 1;
            for (int f = 0; f < FACES; f++)
                if (mask >> f & 1) {
                    fits = fits && n[f] > 0;
                    left -= s->weight[f];
                }
            if (!fits)
                continue;
            int value = s->best[left] + (size == 1 ? v->face[low] : set_value[size]);
            if (!s->first[state] || value > s->best[state]) {
                s->best[state] = (int16_t)value;
                s->first[state] = (uint8_t)mask;
            }
        }
    }
}

static int key(const struct sets_option *o)
{
    return o->left * 64 - o->cards;
}

static bool beaten(const struct sets_option *all, int n, int i)
{
    for (int j = 0; j < n; j++)
        if (j != i && all[j].value >= all[i].value &&
            (key(&all[j]) > key(&all[i]) || (key(&all[j]) == key(&all[i]) && j < i)))
            return true;
    return false;
}

/* Fills out with the useful ways to pay from a state; returns how many. */
static int useful_options(const struct sets *s, int state, struct sets_option *all,
                          struct sets_option *out)
{
    int n = 0, kept = 0;
    for (int p = state; p >= 0; p--) {
        if (!within(s->count[p], s->count[state]))
            continue;
        int cards = 0;
        for (int f = 0; f < FACES; f++)
            cards += s->count[p][f];
        all[n++] =
            (struct sets_option){(uint16_t)p, s->best[p], s->best[state - p], (uint8_t)cards};
    }
    for (int i = 0; i < n; i++)
        if (!beaten(all, n, i))
            out[kept++] = all[i];
    return kept;
}

const struct sets *venture_sets_make(const struct venture *v, struct arena *arena)
{
    struct sets *s = arena_new(arena, struct sets);
    count_states(v, s, arena);
    s->best = arena_array(arena, int16_t, s->nstates);
    s->first = arena_array(arena, uint8_t, s->nstates);
    s->from = arena_array(arena, uint32_t, s->nstates + 1);
    for (int i = 1; i < s->nstates; i++)
        value_state(v, s, i);
    struct sets_option *all = arena_array(arena, struct sets_option, s->nstates);
    struct sets_option *kept = arena_array(arena, struct sets_option, s->nstates);
    for (int i = 0; i < s->nstates; i++)
        s->from[i + 1] = s->from[i] + (uint32_t)useful_options(s, i, all, kept);
    s->options = arena_array(arena, struct sets_option, s->from[s->nstates]);
    for (int i = 0; i < s->nstates; i++)
        useful_options(s, i, all, s->options + s->from[i]);
    return s;
}

int venture_hand_best(const struct venture *v, const struct hand *hand)
{
    int value = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++)
        value += v->sets->best[sets_state(v->sets, hand, symbol)];
    for (int c = LOWS; c < CAPITALS; c++)
        value += hand->n[c] * v->face[c];
    return value;
}

int venture_hand_face(const struct venture *v, const struct hand *hand)
{
    int value = 0;
    for (int c = 0; c < CAPITALS; c++)
        value += hand->n[c] * v->face[c];
    return value;
}

int venture_hand_count(const struct hand *hand)
{
    int n = 0;
    for (int c = 0; c < CARDS; c++)
        n += hand->n[c];
    return n;
}

void venture_hand_sets(const struct venture *v, const struct hand *hand, struct names *names)
{
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        for (int state = sets_state(v->sets, hand, symbol); state;) {
            char set[64];
            size_t n = 0;
            for (int f = 0; f < FACES; f++) {
                if (!(v->sets->first[state] >> f & 1))
                    continue;
                const char *card = v->shown[symbol * FACES + f];
                if (n)
                    set[n++] = '+';
                memcpy(set + n, card, strlen(card));
                n += strlen(card);
            }
            set[n] = '\0';
            venture_names_add(names, set);
            for (int f = 0, mask = v->sets->first[state]; f < FACES; f++)
                if (mask >> f & 1)
                    state -= v->sets->weight[f];
        }
    }
    for (int c = LOWS; c < CAPITALS; c++)
        for (int i = 0; i < hand->n[c]; i++)
            venture_names_add(names, v->shown[c]);
}

int venture_hand_least(const struct venture *v, const struct hand *hand)
{
    int least = -1, lowest_loss = 0;
    for (int c = 0; c < CAPITALS; c++) {
        if (!hand->n[c])
            continue;
        int loss = v->face[c];
        if (c < LOWS) {
            int state = sets_state(v->sets, hand, c / FACES);
            loss = v->sets->best[state] - v->sets->best[state - v->sets->weight[c % FACES]];
        }
        if (least < 0 || loss < lowest_loss ||
            (loss == lowest_loss && v->face[c] < v->face[least])) {
            least = c;
            lowest_loss = loss;
        }
    }
    for (int c = PROFIT - 1; least < 0 && c >= CAPITALS; c--)
        if (hand->n[c])
            least = c;
    return least;
}
