#include "engines/forex/weigh.h"
#include "engines/forex/final.h"

/* Certificates are bought and contracts made only with money that nothing in the queue will need,
 * so a bot that has never been left short never fails to pay. */

enum {
    TEMPO = 100,        /* for bringing the game forward */
    LOSS = 1 << 20,     /* a contract that cannot be paid */
    HARM = 500,         /* somebody else's default */
    DRIFT = 256,        /* a contract's gain is its size times the drift over this */
    BOTHER = 512,       /* … less this: small ones are not worth a turn */
    TREND_HELD = 5,     /* drift for each certificate in players' hands */
    TREND_MOST = 16,    /* … for having most of them: each dividend will strengthen it */
    TREND_EIGHT = 30,   /* … against a currency that stands on an 8 */
    CONTRACTS_MOST = 2, /* open at a time */
    CONVERTING = 3,     /* from this card on every trade is seen from the end */
    WANTED = 4,         /* what is missing to pay with counts so many times */
};

/* What moods are about. */
enum { FEEL_INVEST, FEEL_SECOND = FEEL_INVEST + CURRENCIES, FEEL_CONTRACT };

/* --- certificates ---------------------------------------------------------------------------- */

int weigh_invest_one(const struct mind *m, int c)
{
    return m->worth[c] * (m->left[c] - PRICE) + m->rise[c] * (m->lead[c] + m->left[c] - PRICE);
}

bool weigh_may_own(const struct mind *m, int c)
{
    return m->held[m->seat][c] < HELD_MOST && m->held[0][c] > 0;
}

/* The two best that can be paid; the gain of what is worth it. A second one only when in the mood:
 * who has bought all first must resolve first, and so gives the others the first pick of what the
 * dividends buy; if everyone always bought two, that would always be the same seat. */
int weigh_invest(const struct mind *m, int best[2])
{
    int gain[2] = {-NEVER, -NEVER};
    best[0] = best[1] = -1;
    for (int c = 0; c < CURRENCIES; c++) {
        if (!weigh_may_own(m, c) || m->spare[c] < PRICE)
            continue;
        int g = forex_mind_feel(m, FEEL_INVEST + c, weigh_invest_one(m, c));
        if (g > gain[0]) {
            gain[1] = gain[0], best[1] = best[0];
            gain[0] = g, best[0] = c;
        } else if (g > gain[1]) {
            gain[1] = g, best[1] = c;
        }
    }
    if (gain[1] <= 0 || forex_mind_feel(m, FEEL_SECOND, 1024) < 1024)
        best[1] = -1;
    return best[1] >= 0 ? gain[0] + gain[1] : gain[0];
}

int weigh_divest(const struct mind *m, int *best)
{
    int most = -NEVER;
    *best = -1;
    for (int c = 0; c < CURRENCIES; c++) {
        int n = m->held[m->seat][c];
        if (!n)
            continue;
        int lead = m->lead[c] + n * (PRICE - m->left[c]);
        int gain = n * m->worth[c] * (PRICE - m->left[c]) - m->rise[c] * n * lead;
        if (gain > most) {
            most = gain;
            *best = c;
        }
    }
    return most;
}

/* --- contracts ------------------------------------------------------------------------------- */

static int open_contracts(const struct mind *m)
{
    int n = 0;
    for (uint16_t id = table_first(m->t, P_QUEUE, 0); id; id = table_next(m->t, id)) {
        struct due e;
        forex_entry(m->t, id, &e);
        n += e.owner == m->seat;
    }
    return n;
}

static void read_trends(const struct mind *m, int trend[CURRENCIES])
{
    int most = 0;
    for (int c = 0; c < CURRENCIES; c++)
        most = m->all[c] > most ? m->all[c] : most;
    for (int c = 0; c < CURRENCIES; c++) {
        trend[c] =
            TREND_HELD * m->all[c] + (m->all[c] == most ? TREND_MOST * (CARDS - m->card) : 0);
        for (int d = 0; d < CURRENCIES; d++)
            trend[c] -= m->rates.at[c][d] == -BOXES ? TREND_EIGHT : 0;
    }
}

/* Pays what falls for what rises, as much as is there to be paid. */
int weigh_contract(const struct mind *m, struct deal *best)
{
    int trend[CURRENCIES];
    best->gain = -NEVER;
    if (!forex_free_letters(m->t) || open_contracts(m) >= CONTRACTS_MOST)
        return -NEVER;
    read_trends(m, trend);
    for (int p = 0; p < CURRENCIES; p++) {
        int purse = m->after[p] < m->spare[p] ? m->after[p] : m->spare[p];
        if (purse < UNIT)
            continue;
        for (int g = 0; g < CURRENCIES; g++) {
            int pay, get;
            if (g == p)
                continue;
            forex_unit(m->rates.at[p][g], &pay, &get);
            int times = purse / pay < CONTRACT_MOST ? purse / pay : CONTRACT_MOST;
            int worth = times * pay * m->worth[p];
            int gain = worth / DRIFT * (trend[g] - trend[p]) +
                       (times * get * m->worth[g] - worth) / 4 - BOTHER;
            gain = forex_mind_feel(m, FEEL_CONTRACT + CURRENCIES * p + g, gain);
            if (times && gain > best->gain)
                *best = (struct deal){p, g, times, gain};
        }
    }
    return best->gain;
}

/* --- spot trades ----------------------------------------------------------------------------- */

/* Money of one currency in a purse: what it is worth, and a certificate if it can buy one. Towards
 * the end it is what it comes to when everyone converts: halves and odd units are lost then, so
 * that a trade at the rate of the table can serve both sides. */
static int purse_worth(const struct mind *m, int seat, int c, int sum)
{
    int certificate = m->worth[c] * (m->left[c] - PRICE);
    bool buys = sum >= PRICE && m->held[seat][c] < HELD_MOST && m->held[0][c] > 0;
    sum = sum > MONEY_MOST ? MONEY_MOST : sum < -MONEY_MOST ? -MONEY_MOST : sum;
    int money = m->worth[c] * sum;
    if (sum < 0)
        return WANTED * money;
    if (m->card >= CONVERTING)
        money = money / 8 + 1024 * (int)forex_convert(m->rates.at[m->strongest][c], sum);
    return money + (buys && certificate > 0 ? certificate : 0);
}

void weigh_purse(const struct mind *m, int seat, struct purse *p)
{
    for (int c = 0; c < CURRENCIES; c++)
        p->worth[c] = purse_worth(m, seat, c, p->spare[c]);
}

int weigh_trade(const struct mind *m, int seat, const struct purse *p, const struct trade *t)
{
    int take = t->seat == seat ? t->get : t->give,
        take_sum = t->seat == seat ? t->get_sum : t->give_sum;
    int lose = t->seat == seat ? t->give : t->get,
        lose_sum = t->seat == seat ? t->give_sum : t->get_sum;
    if (p->spare[lose] < lose_sum)
        return -NEVER;
    return purse_worth(m, seat, take, p->spare[take] + take_sum) - p->worth[take] +
           purse_worth(m, seat, lose, p->spare[lose] - lose_sum) - p->worth[lose];
}

/* --- resolving ------------------------------------------------------------------------------- */

static bool leads_now(const struct mind *m)
{
    struct standing v[SEATS_MAX];
    forex_standings(m->t, v);
    return v[m->seat - 1].rank == 1;
}

static int dividend_score(const struct mind *m)
{
    int each = forex_card_pays[m->card], score = TEMPO;
    if (m->card == CARDS - 1 && m->short_of_cash)
        return -NEVER;
    for (int c = 0; c < CURRENCIES; c++)
        score += m->card == CARDS - 1 /* it ends the game */
                     ? m->worth[c] * m->lead[c]
                     : m->worth[c] * each * (m->held[m->seat][c] * m->seats - m->all[c]) /
                           (2 * m->seats);
    return score;
}

/* Whether a loan of this seat that it could not pay is behind the head, so that the next player
 * could resolve it. */
static bool exposes(const struct mind *m, uint16_t head)
{
    struct due e;
    uint16_t next = table_next(m->t, head);
    if (!next)
        return false;
    forex_entry(m->t, next, &e);
    return e.what == DUE_LOAN && e.owner == m->seat && !forex_pays(m->t, &e);
}

int weigh_resolve(const struct mind *m)
{
    struct due e;
    uint16_t head = table_first(m->t, P_QUEUE, 0);
    if (!head) /* it would end the game */
        return leads_now(m) ? LOSS : -NEVER;
    forex_entry(m->t, head, &e);
    if (exposes(m, head) && e.owner != m->seat)
        return -NEVER;
    if (e.what == DUE_DIVIDEND)
        return dividend_score(m);
    if (e.what == DUE_NOTHING || (e.what == DUE_LOAN && forex_pays(m->t, &e)))
        return TEMPO;
    if (e.what == DUE_LOAN && e.owner == m->seat)
        return -NEVER;
    if (e.what == DUE_LOAN)
        return leads_now(m) ? LOSS : -NEVER;
    if (forex_pays(m->t, &e))
        return TEMPO;
    return e.owner == m->seat ? -LOSS : HARM;
}

/* The currency that gains this seat most by being strengthened. */
int weigh_rise(const struct mind *m, unsigned among)
{
    int best = -1, most = 0;
    for (int c = 0; c < CURRENCIES; c++) {
        int gain = m->rise[c] * m->lead[c];
        if ((among >> c & 1) && (best < 0 || gain > most)) {
            best = c;
            most = gain;
        }
    }
    return best;
}
