#include "engines/capital/books.h"
#include "engines/capital/flow.h"

/* Victory is looked for after every change: 160 bank shares in companies the holding controls; the
 * most of them once all are sold; or the last one left. */

static void over(struct play *play, int winner, enum event_code how)
{
    struct table *t = play->table;
    table_set(t, T_PHASE, 0, PHASE_OVER);
    table_set(t, T_WINNER, 0, winner);
    table_set(t, T_OPEN, 0, 0);
    table_set(t, T_QUEUE, 0, 0);
    SAY(play, SIGHT_ALL, how, SEAT("seat", winner),
        NUM("n", capital_shares(capital_of(play->engine), t, winner)));
}

/* The seat with most shares; 0: several have as many. */
static int leader(const struct board *b, const struct table *t, int64_t *most)
{
    int best = 0;
    int64_t shares[SEATS_MAX + 1];
    capital_all_shares(b, t, shares);
    *most = -1;
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int64_t n = capital_out(t, seat) ? -1 : shares[seat];
        if (n > *most) {
            *most = n;
            best = seat;
        } else if (n == *most) {
            best = 0;
        }
    }
    return best;
}

void capital_check_end(struct play *play)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int alive = 0, last = 0;
    int64_t most;
    if (table_get(t, T_PHASE, 0) == PHASE_OVER)
        return;
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (!capital_out(t, seat)) {
            alive++;
            last = seat;
        }
    int best = leader(b, t, &most);
    if (alive <= 1)
        over(play, last ? last : 1, EV_WIN_LAST);
    else if (best && most >= SHARES_WIN)
        over(play, best, EV_WIN_SHARES);
    else if (best && tally_of(t, T_BANK, 0) <= 0)
        over(play, best, EV_WIN_MOST);
}

void capital_end_rounds(struct play *play)
{
    struct table *t = play->table;
    int64_t most;
    int best = leader(capital_of(play->engine), t, &most);
    SAY(play, SIGHT_ALL, EV_LIMIT, NUM("rounds", play->options[OPT_ROUNDS]));
    if (best) {
        over(play, best, EV_WIN_MOST);
        return;
    }
    table_set(t, T_PHASE, 0, PHASE_OVER);
    table_set(t, T_WINNER, 0, 0);
    SAY(play, SIGHT_ALL, EV_WIN_SHARED, NUM("n", most));
}

int capital_standings(const struct board *b, const struct table *t, struct standing *out)
{
    int n = table_seats(t);
    int64_t key[SEATS_MAX], winner = table_get(t, T_WINNER, 0);
    for (int i = 0; i < n; i++) {
        out[i] = (struct standing){i + 1, capital_shares(b, t, i + 1), 1};
        key[i] =
            out[i].score + (capital_out(t, i + 1) ? -100000 : 0) + (winner == i + 1 ? 100000 : 0);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            out[i].rank += key[k] > key[i];
    return n;
}
