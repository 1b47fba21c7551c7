#include "engines/forex/final.h"
#include "engines/forex/orders.h"

/* Rules "The end". */

static unsigned most_of(const struct table *t, unsigned among,
                        int (*count)(const struct table *t, int currency))
{
    int most = -1;
    unsigned bits = 0;
    for (int c = 0; c < CURRENCIES; c++) {
        if (!(among >> c & 1))
            continue;
        int n = count(t, c);
        if (n > most)
            bits = 0;
        if (n >= most) {
            bits |= 1u << c;
            most = n;
        }
    }
    return bits;
}

unsigned forex_strongest(const struct table *t)
{
    return most_of(t, most_of(t, (1u << CURRENCIES) - 1, forex_wins), forex_held_by_all);
}

int forex_strongest_now(const struct table *t)
{
    int known = forex_tally(t, T_STRONGEST, 0) - 1;
    if (known >= 0 && known < CURRENCIES)
        return known;
    unsigned tied = forex_strongest(t);
    int preferred = forex_preferred(t, tied);
    return preferred >= 0 ? preferred : __builtin_ctz(tied);
}

int64_t forex_money(const struct table *t, int seat, int currency)
{
    int64_t sum = 0;
    for (int c = 0; c < CURRENCIES; c++)
        sum += forex_convert(c == currency ? 0 : forex_box(t, currency, c), forex_cash(t, seat, c));
    return sum;
}

/* 0: can win; 1: its player left for good; 2: bankrupt. */
static int class_of(const struct table *t, int seat)
{
    return table_get(t, T_BANKRUPT, 0) == seat ? 2 : table_get(t, T_LEFT, seat) ? 1 : 0;
}

/* Whether a is placed before b: the bankrupt last, those who left before it; then money, then
 * certificates. */
static bool before(const struct table *t, const struct standing *a, const struct standing *b,
                   int strongest)
{
    int by = class_of(t, a->seat) - class_of(t, b->seat);
    if (by)
        return by < 0;
    if (a->score != b->score)
        return a->score > b->score;
    return forex_held(t, a->seat, strongest) > forex_held(t, b->seat, strongest);
}

/* The first rank is empty when nobody is left who could win. */
int forex_standings(const struct table *t, struct standing *out)
{
    int n = table_seats(t), strongest = forex_strongest_now(t), first = 2;
    for (int i = 0; i < n; i++)
        if (class_of(t, i + 1) == 0)
            first = 1;
    for (int i = 0; i < n; i++)
        out[i] = (struct standing){i + 1, forex_money(t, i + 1, strongest), first};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            out[i].rank += before(t, &out[k], &out[i], strongest);
    return n;
}

void forex_finish(struct play *play, int strongest)
{
    struct table *t = play->table;
    struct standing v[SEATS_MAX];
    int winners = 0;
    table_set(t, T_STRONGEST, 0, strongest + 1);
    table_set(t, T_PHASE, 0, PHASE_OVER);
    SAY(play, SIGHT_ALL, EV_STRONGEST, CURRENCY("currency", strongest),
        NUM("wins", forex_wins(t, strongest)));
    int n = forex_standings(t, v);
    for (int rank = 1; rank <= n + 1; rank++)
        for (int i = 0; i < n; i++) {
            if (v[i].rank != rank)
                continue;
            winners += rank == 1;
            SAY(play, SIGHT_ALL, EV_FINAL, SEAT("seat", v[i].seat),
                SUM(play, "total", v[i].score, strongest), NUM("rank", rank),
                FLAG("bankrupt", class_of(t, v[i].seat) == 2),
                FLAG("left", class_of(t, v[i].seat) == 1));
        }
    if (!winners)
        SAY(play, SIGHT_ALL, EV_NO_WINNER);
    for (int i = 0; i < n; i++)
        if (v[i].rank == 1)
            SAY(play, SIGHT_ALL, winners > 1 ? EV_WIN_SHARED : EV_WIN, SEAT("seat", v[i].seat),
                SUM(play, "total", v[i].score, strongest));
}

void forex_sweep(struct play *play)
{
    struct table *t = play->table;
    int resolver = forex_resolver(t);
    if (table_first(t, P_QUEUE, 0))
        SAY(play, SIGHT_ALL, EV_SWEEP);
    while (table_get(t, T_PHASE, 0) == PHASE_SWEEP && table_first(t, P_QUEUE, 0))
        forex_resolve_head(play, resolver);
    if (table_get(t, T_PHASE, 0) == PHASE_SWEEP)
        table_set(t, T_PHASE, 0, PHASE_END);
}

void forex_end(struct play *play)
{
    unsigned tied = forex_strongest(play->table);
    int preferred = forex_preferred(play->table, tied);
    SAY(play, SIGHT_ALL, EV_END, FLAG("bankrupt", table_get(play->table, T_BANKRUPT, 0) != 0));
    if ((tied & (tied - 1)) == 0)
        forex_finish(play, __builtin_ctz(tied));
    else if (preferred >= 0)
        forex_chosen(play, preferred, BY_PREFER);
    else
        forex_ask_choice(play, tied, true);
}
