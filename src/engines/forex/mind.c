#include "engines/forex/mind.h"

/* The worth of a currency is taken from all its pairs: the mean of the logarithms of its rates, in
 * 1/64 octaves. In the last third of the game only the pair with the strongest currency counts,
 * for that is what everything is converted into. */

enum { LAST_THIRD = 3 };

/* log2 of the rate in 1/64, and 8 for being on the right side. */
static const int steps[BOXES + 1] = {0, 8, 45, 72, 93, 109, 124, 136, 157, 173, 200};

static int height(int box)
{
    return box > 0 ? steps[box] : -steps[-box];
}

/* 1024 times 2 to the power of x/64, within a few percent. */
static int power(int x)
{
    int octave = x >> 6;
    octave = octave < -4 ? -4 : octave > 4 ? 4 : octave;
    return (64 + (x & 63)) << (octave + 4);
}

static void read_worths(struct mind *m)
{
    for (int c = 0; c < CURRENCIES; c++) {
        int sum = 0, change = 0;
        for (int d = 0; d < CURRENCIES; d++) {
            if (d == c)
                continue;
            int box = m->rates.at[c][d], now = height(box);
            sum += now;
            change += height(forex_step(box, 1)) - now;
        }
        if (m->card >= LAST_THIRD)
            sum = c == m->strongest ? 0 : 7 * height(m->rates.at[c][m->strongest]);
        m->worth[c] = power(sum / 7);
        m->rise[c] = m->worth[c] * change / 650;
    }
}

static bool pays_nothing(const struct mind *m, int currency)
{
    for (int d = 0; d < CURRENCIES; d++)
        if (m->rates.at[currency][d] == -BOXES)
            return true;
    return false;
}

/* The currency that would be the strongest; ties go to the first. */
static int strongest(const struct mind *m)
{
    int best = 0, most = -1;
    for (int c = 0; c < CURRENCIES; c++) {
        int score = m->all[c];
        for (int d = 0; d < CURRENCIES; d++)
            score += m->rates.at[c][d] > 0 ? 100 : 0;
        if (score > most) {
            most = score;
            best = c;
        }
    }
    return best;
}

static void read_seats(struct mind *m)
{
    memset(m->all, 0, sizeof m->all);
    for (int seat = 0; seat <= m->seats; seat++)
        for (int c = 0; c < CURRENCIES; c++) {
            m->held[seat][c] = forex_held(m->t, seat, c);
            if (!seat)
                continue;
            m->cash[seat][c] = forex_cash(m->t, seat, c);
            m->all[c] += m->held[seat][c];
        }
}

/* What everyone will have: cash, contracts, debts and the dividends still to come. */
static void read_leads(struct mind *m)
{
    int coming[SEATS_MAX + 1][CURRENCIES] = {{0}};
    for (uint16_t id = table_first(m->t, P_QUEUE, 0); id; id = table_next(m->t, id)) {
        struct due e;
        forex_entry(m->t, id, &e);
        if (e.letter == KIND_DIVIDEND)
            continue;
        for (int c = 0; e.loan && c < CURRENCIES; c++)
            coming[e.owner][c] -= (int)table_get(m->t, T_DEBT + c, e.owner);
        coming[e.owner][e.pay_currency] -= e.pay;
        coming[e.owner][e.get_currency] += e.get;
    }
    for (int c = 0; c < CURRENCIES; c++) {
        int sum = 0, mine = 0;
        for (int seat = 1; seat <= m->seats; seat++) {
            int total = m->cash[seat][c] + coming[seat][c] + m->held[seat][c] * m->left[c];
            sum += total;
            mine = seat == m->seat ? total : mine;
        }
        m->lead[c] = mine - sum / m->seats;
    }
}

/* Walks the queue with this seat's purse. */
static void read_spare(struct mind *m)
{
    int *purse = m->after;
    memcpy(purse, m->cash[m->seat], sizeof m->after);
    memcpy(m->spare, purse, sizeof m->spare);
    for (uint16_t id = table_first(m->t, P_QUEUE, 0); id; id = table_next(m->t, id)) {
        struct due e;
        if (table_piece(m->t, id)->slot != m->seat)
            continue;
        forex_entry(m->t, id, &e);
        purse[e.pay_currency] -= e.pay;
        for (int c = 0; e.loan && c < CURRENCIES; c++)
            purse[c] -= (int)table_get(m->t, T_DEBT + c, m->seat);
        for (int c = 0; c < CURRENCIES; c++)
            m->spare[c] = purse[c] < m->spare[c] ? purse[c] : m->spare[c];
        purse[e.get_currency] += e.get;
    }
    m->short_of_cash = false;
    for (int c = 0; c < CURRENCIES; c++)
        m->short_of_cash = m->short_of_cash || m->spare[c] < 0;
}

void forex_mind_read(struct mind *m, const struct table *t, int seat)
{
    int left = 0;
    m->t = t;
    m->seat = seat;
    m->seats = table_seats(t);
    m->card = (int)table_get(t, T_CARD, 0);
    forex_rates_read(t, &m->rates);
    read_seats(m);
    m->strongest = strongest(m);
    for (int card = m->card; card < CARDS; card++)
        left += forex_card_pays[card];
    for (int c = 0; c < CURRENCIES; c++)
        m->left[c] = pays_nothing(m, c) ? left / 3 : left;
    read_worths(m);
    read_leads(m);
    read_spare(m);
}
