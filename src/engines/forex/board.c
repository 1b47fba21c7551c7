#include "engines/forex/board.h"
#include "base/csv.h"
#include "engines/forex/state.h"

/* A pair is kept once, as its first currency (in the order of the enum) sees it. Seen along the
 * line … -3 -2 -1 +1 +2 +3 … strengthening is one step up and weakening one step down, for the
 * currency that looks; both ends hold. */

const char *const forex_currency[CURRENCIES + 1] = {"GBP", "EUR", "USD", "CHF",
                                                    "JPY", "CAD", "CNY", NULL};
const char *const forex_kinds[KINDS] = {"A", "B", "C", "D", "E", "F", "DIVIDEND", "OFFER", "QUOTE"};
const char *const forex_box_text[BOXES + 1] = {"",    "1", "1.5", "2", "2.5", "3",
                                               "3.5", "4", "5",   "6", "8"};
const int forex_box_rate[BOXES + 1] = {0, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16};

int forex_pair(int a, int b)
{
    static const int8_t first[CURRENCIES] = {-1, 4, 8, 11, 13, 14, 14};
    return a < b ? first[a] + b : first[b] + a;
}

int forex_step(int box, int step)
{
    int line = (box > 0 ? box : box + 1) + step;
    line = line > BOXES ? BOXES : line < 1 - BOXES ? 1 - BOXES : line;
    return line > 0 ? line : line - 1;
}

/* --- the data file ------------------------------------------------------------------------- */

static int currency_named(struct slice name)
{
    for (int c = 0; c < CURRENCIES; c++)
        if (slice_is(name, forex_currency[c]))
            return c;
    die("forex_rates.csv: no currency %.*s", (int)name.n, name.p);
}

static void read_opening(const struct csv *csv, const char *box, const char *rate, int8_t *opening)
{
    int stronger = currency_named(csv_field(csv, "stronger"));
    int weaker = currency_named(csv_field(csv, "weaker"));
    long long b = csv_int(csv, box);
    insist(stronger != weaker && b >= 1 && b <= BOXES);
    insist(slice_is(csv_field(csv, rate), forex_box_text[b]));
    opening[forex_pair(stronger, weaker)] = (int8_t)(stronger < weaker ? b : -b);
}

static void write_sums(struct forex *f, struct arena *arena)
{
    for (int h = 0; h < SUMS; h++) {
        f->amount[h] = arena_printf(arena, "%d%s", h / 2, h % 2 ? ".5" : "");
        for (int c = 0; c < CURRENCIES; c++)
            f->sum[c][h] = arena_printf(arena, "%s %s", f->amount[h], forex_currency[c]);
    }
}

struct forex *forex_board_read(struct arena *arena, const char *text)
{
    struct forex *f = arena_new(arena, struct forex);
    struct csv csv = csv_open(text);
    while (csv_next(&csv)) {
        read_opening(&csv, "box", "rate", f->opening[RATES_STANDARD]);
        read_opening(&csv, "alt_box", "alt_rate", f->opening[RATES_ALTERNATE]);
    }
    for (int r = 0; r < RATES; r++)
        for (int p = 0; p < PAIRS; p++)
            insist(f->opening[r][p] != 0);
    write_sums(f, arena);
    return f;
}

/* --- rates --------------------------------------------------------------------------------- */

/* What a ruling set beside the track counts as the nearest box. */
static int pair_box(const struct table *t, int pair)
{
    int64_t box = table_get(t, T_RATE + pair, 0);
    return box > BOXES ? BOXES : box < -BOXES ? -BOXES : box == 0 ? 1 : (int)box;
}

int forex_box(const struct table *t, int a, int b)
{
    int box = pair_box(t, forex_pair(a, b));
    return a < b ? box : -box;
}

void forex_box_set(struct table *t, int a, int b, int box)
{
    table_set(t, T_RATE + forex_pair(a, b), 0, a < b ? box : -box);
}

void forex_rates_read(const struct table *t, struct rates *rates)
{
    int pair = 0;
    for (int a = 0; a < CURRENCIES; a++) {
        rates->at[a][a] = 0;
        for (int b = a + 1; b < CURRENCIES; b++, pair++) {
            int8_t box = (int8_t)pair_box(t, pair);
            rates->at[a][b] = box;
            rates->at[b][a] = (int8_t)-box;
        }
    }
}

void forex_wins_read(const struct table *t, int wins[CURRENCIES])
{
    int pair = 0;
    memset(wins, 0, CURRENCIES * sizeof *wins);
    for (int a = 0; a < CURRENCIES; a++)
        for (int b = a + 1; b < CURRENCIES; b++, pair++)
            wins[pair_box(t, pair) > 0 ? a : b]++;
}

int forex_wins(const struct table *t, int currency)
{
    int wins[CURRENCIES];
    forex_wins_read(t, wins);
    return wins[currency];
}

bool forex_on_eight(const struct table *t, int currency)
{
    for (int c = 0; c < CURRENCIES; c++)
        if (c != currency && forex_box(t, currency, c) == -BOXES)
            return true;
    return false;
}

void forex_unit(int box, int *a_sum, int *b_sum)
{
    int rate = forex_box_rate[box > 0 ? box : -box];
    *a_sum = box > 0 ? 2 : rate;
    *b_sum = box > 0 ? rate : 2;
}

/* `box` is as the target currency sees the one that is given up. A sum is h half-units, a rate r
 * half-units: h/2 ÷ r/2 = h ÷ r and h/2 × r/2 = hr ÷ 4 units. */
int64_t forex_convert(int box, int64_t sum)
{
    if (box == 0)
        return sum;
    int64_t rate = forex_box_rate[box > 0 ? box : -box];
    return 2 * (box > 0 ? sum / rate : sum * rate / 4);
}
