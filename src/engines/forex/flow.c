#include "engines/forex/flow.h"
#include "engines/forex/final.h"
#include "engines/forex/orders.h"

/* Who is awaited follows from the phase and public tallies alone. The matter of a turn is its
 * number: it is the same before and after an answer that interrupts it. */

static void next_turn(struct table *t)
{
    table_set(t, T_TURN, 0, forex_turn(t) % table_seats(t) + 1);
    forex_plus(t, T_NUMBER, 0, 1);
    table_set(t, T_OFFERS, 0, 0);
    table_set(t, T_SPOT, 0, 0);
    table_set(t, T_LAST, 0, LAST_NONE);
    table_set(t, T_PHASE, 0, PHASE_TURN);
    forex_history_note(t);
}

void forex_advance(struct play *play)
{
    struct table *t = play->table;
    forex_mend(t);
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
    int n = 0, turn = forex_turn(t), seats = table_seats(t);
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
    int phase = forex_phase(t);
    (void)options;
    switch (phase) {
    case PHASE_TURN:
        out[0] = (struct await){forex_turn(t), CLOCK_TURN, forex_await_name(AW_TURN),
                                table_get(t, T_NUMBER, 0)};
        return 1;
    case PHASE_OFFER: {
        const struct piece *p = table_piece(t, forex_offer(t));
        out[0] = (struct await){p->slot, CLOCK_REACTION, forex_await_name(AW_SPOT),
                                p->mark[MARK_NUMBER]};
        return 1;
    }
    case PHASE_SALES:
        return await_sales(t, out);
    case PHASE_CHOOSE:
    case PHASE_CHOOSE_END:
        out[0] = (struct await){forex_resolver(t), CLOCK_REACTION,
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
    int skips = forex_tally(t, T_SKIPS, 0);
    if (skips < table_seats(t) && forex_would_ruin(play)) {
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
    switch (forex_phase(t)) {
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
        forex_chosen(play, __builtin_ctz(forex_tied(t)), BY_SILENCE);
    }
}

/* "A resigned seat is played by a bot, its contracts stand, it cannot win." Its quotes do not
 * stand: they were its player's word. */
void forex_leave(struct play *play, int seat)
{
    struct table *t = play->table;
    if (forex_phase(t) == PHASE_OVER || table_get(t, T_LEFT, seat))
        return;
    table_set(t, T_LEFT, seat, 1);
    SAY(play, SIGHT_ALL, EV_LEFT, SEAT("seat", seat));
    for (uint16_t id = forex_quote_first(t, seat), next; id; id = next) {
        next = forex_quote_next(t, id);
        SAY(play, SIGHT_ALL, EV_QUOTE_WITHDRAWN,
            NUM("number", table_piece(t, id)->mark[MARK_NUMBER]), SEAT("seat", seat));
        table_move(t, id, P_SPARE, 0);
    }
}

/* --- held lines and standing orders ---------------------------------------------------------- */

enum hold forex_hold(const struct table *t, int seat, int64_t hold)
{
    (void)hold; /* one offer at a time */
    int phase = forex_phase(t), last = forex_tally(t, T_LAST, 0);
    if (forex_turn(t) != seat)
        return HOLD_DROP;
    if (phase == PHASE_OFFER)
        return HOLD_WAIT;
    if (phase != PHASE_TURN || last == LAST_NONE)
        return HOLD_DROP;
    return last == LAST_ACCEPTED ? HOLD_YES : HOLD_NO;
}

static bool matches_offer(const struct table *t, const struct order *s)
{
    const struct piece *p = table_piece(t, forex_offer(t));
    int give = p->mark[MARK_GIVE], get = p->mark[MARK_FOR], currency[2] = {-1, -1}, n = 0;
    for (int i = 0; i < s->nterms; i++) {
        if (s->terms[i].type == W_CURRENCY)
            currency[n++] = (int)s->terms[i].value;
        if (s->terms[i].type == TERM_SEAT && s->terms[i].value != forex_turn(t))
            return false;
    }
    if (n == 2)
        return currency[0] == give && currency[1] == get;
    return n == 0 || currency[0] == give || currency[0] == get;
}

bool forex_matches(const struct table *t, const int64_t *options, const struct await *await,
                   const struct order *s)
{
    int phase = forex_phase(t);
    int64_t currency = s->nterms ? s->terms[0].value : -1;
    (void)options;
    (void)await;
    if (s->verb == S_SPOT)
        return phase == PHASE_OFFER && matches_offer(t, s);
    if (s->verb == S_DIVEST)
        return phase == PHASE_SALES && (currency < 0 || currency == forex_sale(t));
    return (phase == PHASE_CHOOSE || phase == PHASE_CHOOSE_END) &&
           (currency < 0 || (forex_tied(t) >> currency & 1));
}
