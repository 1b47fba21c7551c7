#include "engines/venture/plan.h"

/* Numbers here are taste: found by letting tastes play against each other, then rounded by hand. */

/* What groups promise, for one common letter, in 1/16 million a profit. */
static const int promise[INDUSTRIES + 1] = {0, 5, 25, 41, 72, 170, 351};
/* How much of that more letters are good for, in 1/16. */
static const int letters_count[LETTERS + 1] = {0, 16, 30, 42, 46, 60, 66};

enum {
    PROFITS_AT_END = 64,   /* the last scoring, in 1/64 */
    PROFITS_A_COMPANY = 4, /* scorings while one company leaves the market, in 1/64 */
    GROWTH = 2,            /* how far groups will still grow for each company left per seat */
};

void venture_plan_worths(struct worths *w, int left, int seats)
{
    int profits = PROFITS_AT_END + PROFITS_A_COMPANY * left, growth = GROWTH * left / seats;
    growth = growth > 64 ? 64 : growth;
    for (int n = 0; n <= INDUSTRIES; n++)
        for (int l = 0; l <= LETTERS; l++) {
            int now = 16 * venture_profit_of(n, l), then = promise[n] * letters_count[l] / 16;
            w->of[n][l] = profits * (now * (64 - growth) + then * growth) / (16 * 64);
        }
}

/* The set of letters whose group, one company of each industry that has them, is worth most. */
static unsigned best_letters(const struct venture *v, const struct worths *w, uint64_t companies)
{
    unsigned best = 0;
    int most = -1;
    for (unsigned set = 1; set <= ALL_LETTERS; set++) {
        uint64_t with = companies & v->with_letters[set];
        if (!with)
            continue;
        int n = 0;
        for (int i = 0; i < INDUSTRIES; i++)
            n += (with & v->in_industry[i]) != 0;
        int worth = plan_worth(w, n, set);
        if (worth > most) {
            most = worth;
            best = set;
        }
    }
    return best;
}

void venture_plan_layout(const struct venture *v, const struct worths *w, uint64_t companies,
                         struct layout *out)
{
    int at = 0;
    out->n = out->worth = 0;
    while (companies) {
        unsigned set = best_letters(v, w, companies), letters = ALL_LETTERS;
        uint64_t with = companies & v->with_letters[set];
        int n = 0;
        for (int i = 0; i < INDUSTRIES; i++) {
            uint64_t mine = with & v->in_industry[i];
            if (!mine)
                continue;
            int k = __builtin_ctzll(mine);
            companies &= ~((uint64_t)1 << k);
            letters &= v->company[k].letters;
            /* the dearest goes on top: it costs most to fight for */
            int j = at + n++;
            for (; j > at && v->company[out->company[j - 1]].value > v->company[k].value; j--)
                out->company[j] = out->company[j - 1];
            out->company[j] = (uint8_t)k;
        }
        out->size[out->n++] = (uint8_t)n;
        out->worth += plan_worth(w, n, letters);
        at += n;
    }
}
