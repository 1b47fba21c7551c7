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

/* What one step in favour of the currency adds to that. */
static int climb(int box)
{
    if (box > 0)
        return box < BOXES ? steps[box + 1] - steps[box] : 0;
    return box == -1 ? 2 * steps[1] : steps[-box] - steps[-box - 1];
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
            sum += height(m->rates.at[c][d]);
            change += climb(m->rates.at[c][d]);
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

static int within(int n, int low, int high)
{
    return n < low ? low : n > high ? high : n;
}

static void read_seats(struct mind *m)
{
    memset(m->all, 0, sizeof m->all);
    for (int seat = 0; seat <= m->seats; seat++)
        for (int c = 0; c < CURRENCIES; c++) {
            m->held[seat][c] = within(forex_held(m->t, seat, c), 0, CERTIFICATES);
            if (!seat)
                continue;
            m->cash[seat][c] = within(forex_cash(m->t, seat, c), -MONEY_MOST, MONEY_MOST);
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
        if (!e.owner)
            continue;
        for (int c = 0; e.what == DUE_LOAN && c < CURRENCIES; c++)
            coming[e.owner][c] -= forex_debt(m->t, e.owner, c);
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

void forex_mind_spare(const struct mind *m, int seat, int spare[CURRENCIES], int after[CURRENCIES])
{
    memcpy(after, m->cash[seat], sizeof m->after);
    memcpy(spare, after, sizeof m->spare);
    for (uint16_t id = table_first(m->t, P_QUEUE, 0); id; id = table_next(m->t, id)) {
        struct due e;
        forex_entry(m->t, id, &e);
        if (e.owner != seat)
            continue;
        after[e.pay_currency] -= e.pay;
        for (int c = 0; e.what == DUE_LOAN && c < CURRENCIES; c++)
            after[c] -= forex_debt(m->t, seat, c);
        for (int c = 0; c < CURRENCIES; c++)
            spare[c] = after[c] < spare[c] ? after[c] : spare[c];
        after[e.get_currency] += e.get;
    }
}

static void read_spare(struct mind *m)
{
    forex_mind_spare(m, m->seat, m->spare, m->after);
    m->short_of_cash = false;
    for (int c = 0; c < CURRENCIES; c++)
        m->short_of_cash = m->short_of_cash || m->spare[c] < 0;
}

/* --- moods --------------------------------------------------------------------------------- */

static uint32_t mix(uint32_t h, uint32_t more)
{
    h = (h ^ more) * 2654435761u;
    return h ^ h >> 15;
}

/* Two bots that always agreed would play the same game again and again, and the same seat would
 * always win it. */
static void read_mood(struct mind *m)
{
    uint32_t h = mix(17, (uint32_t)m->seat);
    h = mix(h, (uint32_t)forex_tally(m->t, T_NUMBER, 0));
    for (int c = 0; c < CURRENCIES; c++)
        h = mix(h, (uint32_t)(16 * m->held[0][c] + m->all[c]));
    m->mood = h;
}

int forex_mind_feel(const struct mind *m, int what, int gain)
{
    int eighths = (int)(mix(m->mood, (uint32_t)what) % 129) - 64;
    return gain + (int)((int64_t)gain * eighths / 256);
}

void forex_mind_read(struct mind *m, const struct table *t, int seat)
{
    int left = 0;
    m->t = t;
    m->seat = seat;
    m->seats = table_seats(t);
    m->card = forex_card(t);
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
    read_mood(m);
}
