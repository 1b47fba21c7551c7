#include "engines/forex/flow.h"
#include "engines/forex/final.h"
#include "engines/forex/orders.h"

/* Who is awaited follows from the phase and public tallies alone. The matter of a turn is its
 * number: it is the same before and after an answer that interrupts it. */

static void next_turn(struct table *t)
{
    int turn = (int)table_get(t, T_TURN, 0);
    table_set(t, T_TURN, 0, turn % table_seats(t) + 1);
    table_plus(t, T_NUMBER, 0, 1);
    table_set(t, T_OFFERS, 0, 0);
    table_set(t, T_SPOT, 0, 0);
    table_set(t, T_LAST, 0, LAST_NONE);
    table_set(t, T_PHASE, 0, PHASE_TURN);
}

void forex_advance(struct play *play)
{
    struct table *t = play->table;
    for (;;) {
        switch (table_get(t, T_PHASE, 0)) {
        case PHASE_SALES:
            forex_sales_settle(play);
            if (table_get(t, T_PHASE, 0) == PHASE_SALES)
                return;
            break;
        case PHASE_DONE:
            next_turn(t);
            return;
        case PHASE_SWEEP:
            forex_sweep(play);
            break;
        case PHASE_END:
            forex_end(play);
            return;
        default:
            return;
        }
    }
}

/* --- awaits ---------------------------------------------------------------------------------- */

static int await_sales(const struct table *t, struct await *out)
{
    int n = 0, turn = (int)table_get(t, T_TURN, 0), seats = table_seats(t);
    for (int k = 1; k < seats; k++) {
        int seat = (turn - 1 + k) % seats + 1;
        if (table_get(t, T_ASKED, seat) == ASKED)
            out[n++] = (struct await){seat, CLOCK_REACTION, forex_await_name(AW_SELL),
                                      table_get(t, T_ASK, 0)};
    }
    return n;
}

int forex_awaits(const struct table *t, const int64_t *options, struct await *out)
{
    int phase = (int)table_get(t, T_PHASE, 0);
    (void)options;
    switch (phase) {
    case PHASE_TURN:
        out[0] = (struct await){(int)table_get(t, T_TURN, 0), CLOCK_TURN, forex_await_name(AW_TURN),
                                table_get(t, T_NUMBER, 0)};
        return 1;
    case PHASE_OFFER: {
        const struct piece *p = table_piece(t, table_first(t, P_OFFER, 0));
        out[0] = (struct await){p->slot, CLOCK_REACTION, forex_await_name(AW_SPOT),
                                p->mark[MARK_NUMBER]};
        return 1;
    }
    case PHASE_SALES:
        return await_sales(t, out);
    case PHASE_CHOOSE:
    case PHASE_CHOOSE_END:
        out[0] = (struct await){(int)table_get(t, T_RESOLVER, 0), CLOCK_REACTION,
                                forex_await_name(phase == PHASE_CHOOSE ? AW_CHOOSE : AW_CHOOSE_END),
                                table_get(t, T_ASK, 0)};
        return 1;
    default:
        return 0;
    }
}

/* --- silence --------------------------------------------------------------------------------- */

/* "On turn: RESOLVE, unless that would bankrupt a seat; then the turn is skipped, and after a whole
 * round of skips it is resolved." */
static void silent_turn(struct play *play, int seat)
{
    struct table *t = play->table;
    int64_t skips = table_get(t, T_SKIPS, 0);
    if (skips < table_seats(t) && forex_would_bankrupt(play)) {
        SAY(play, SIGHT_ALL, EV_SKIP, SEAT("seat", seat));
        forex_action_done(t);
        table_set(t, T_SKIPS, 0, skips + 1);
        return;
    }
    SAY(play, SIGHT_ALL, EV_SILENCE, SEAT("seat", seat));
    table_set(t, T_RESOLVER, 0, seat);
    table_set(t, T_PREFER, 0, 0);
    forex_action_done(t);
    forex_resolve_head(play, seat);
}

void forex_expire(struct play *play, const struct await *await)
{
    struct table *t = play->table;
    struct await now[AWAITS_MAX];
    int n = forex_awaits(t, play->options, now), i = 0;
    while (i < n && (now[i].seat != await->seat || now[i].matter != await->matter ||
                     strcmp(now[i].what, await->what) != 0))
        i++;
    if (i == n)
        return; /* it was answered meanwhile */
    switch (table_get(t, T_PHASE, 0)) {
    case PHASE_TURN:
        silent_turn(play, await->seat);
        break;
    case PHASE_OFFER:
        forex_offer_declined(play, true);
        break;
    case PHASE_SALES:
        forex_answer_sale(play, await->seat, 0);
        break;
    default:
        forex_chosen(play, __builtin_ctz((unsigned)table_get(t, T_TIED, 0)), BY_SILENCE);
    }
}

/* --- held lines and standing orders ---------------------------------------------------------- */

enum hold forex_hold(const struct table *t, int seat, int64_t hold)
{
    (void)hold; /* one offer at a time */
    int phase = (int)table_get(t, T_PHASE, 0), last = (int)table_get(t, T_LAST, 0);
    if (table_get(t, T_TURN, 0) != seat)
        return HOLD_DROP;
    if (phase == PHASE_OFFER)
        return HOLD_WAIT;
    if (phase != PHASE_TURN || last == LAST_NONE)
        return HOLD_DROP;
    return last == LAST_ACCEPTED ? HOLD_YES : HOLD_NO;
}

static bool matches_offer(const struct table *t, const struct order *s)
{
    const struct piece *p = table_piece(t, table_first(t, P_OFFER, 0));
    int give = p->mark[MARK_GIVE], get = p->mark[MARK_FOR], currency[2] = {-1, -1}, n = 0;
    for (int i = 0; i < s->nterms; i++) {
        if (s->terms[i].type == W_CURRENCY)
            currency[n++] = (int)s->terms[i].value;
        if (s->terms[i].type == TERM_SEAT && s->terms[i].value != table_get(t, T_TURN, 0))
            return false;
    }
    if (n == 2)
        return currency[0] == give && currency[1] == get;
    return n == 0 || currency[0] == give || currency[0] == get;
}

bool forex_matches(const struct table *t, const int64_t *options, const struct await *await,
                   const struct order *s)
{
    int phase = (int)table_get(t, T_PHASE, 0);
    int64_t currency = s->nterms ? s->terms[0].value : -1;
    (void)options;
    (void)await;
    if (s->verb == S_SPOT)
        return phase == PHASE_OFFER && matches_offer(t, s);
    if (s->verb == S_DIVEST)
        return phase == PHASE_SALES && (currency < 0 || currency == table_get(t, T_SALE, 0) - 1);
    return (phase == PHASE_CHOOSE || phase == PHASE_CHOOSE_END) &&
           (currency < 0 || (table_get(t, T_TIED, 0) >> currency & 1));
}
