#include "engines/forex/invariant.h"
#include "engines/forex/state.h"

/* What always holds, on a whole table: money and certificates are conserved, every rate stands on
 * a box, letters are free or in the queue, a seat has debts exactly when it has one loan, and what
 * is open (an offer, a sale, a choice) is what the phase says. */

static bool rates_hold(const struct table *t)
{
    for (int p = 0; p < PAIRS; p++) {
        int64_t box = table_get(t, T_RATE + p, 0);
        if (box == 0 || box > BOXES || box < -BOXES)
            return false;
    }
    return true;
}

static const char *check_holdings(const struct table *t)
{
    for (int c = 0; c < CURRENCIES; c++) {
        int64_t money = forex_tally(t, T_CASH + c, 0);
        int64_t certificates = forex_tally(t, T_HELD + c, 0) + forex_tally(t, T_GONE + c, 0);
        if (forex_tally(t, T_HELD + c, 0) < 0 || forex_tally(t, T_GONE + c, 0) < 0)
            return forex_invariant_name(BAD_CERTIFICATES);
        for (int seat = 1; seat <= table_seats(t); seat++) {
            int64_t cash = forex_tally(t, T_CASH + c, seat),
                    held = forex_tally(t, T_HELD + c, seat);
            if (cash < 0 || forex_tally(t, T_DEBT + c, seat) < 0)
                return forex_invariant_name(BAD_DEBT);
            if (held < 0 || held > HELD_MOST)
                return forex_invariant_name(BAD_TOO_MANY);
            money += cash;
            certificates += held;
        }
        if (money != 0)
            return forex_invariant_name(BAD_MONEY);
        if (certificates != CERTIFICATES)
            return forex_invariant_name(BAD_CERTIFICATES);
    }
    return NULL;
}

static const char *check_queue(const struct table *t)
{
    int piles = 0, letters = 0, loans[SEATS_MAX + 1] = {0};
    for (uint16_t id = table_first(t, P_QUEUE, 0); id; id = table_next(t, id)) {
        struct due e;
        forex_entry(t, id, &e);
        if (e.what == DUE_NOTHING)
            return forex_invariant_name(BAD_QUEUE);
        piles += e.what == DUE_DIVIDEND;
        loans[e.owner] += e.what == DUE_LOAN;
        letters += e.letter < LETTERS;
    }
    for (uint16_t id = table_first(t, P_LETTERS, 0); id; id = table_next(t, id))
        letters += table_piece(t, id)->kind < LETTERS;
    if (letters != LETTERS)
        return forex_invariant_name(BAD_LETTERS);
    if (piles != (table_get(t, T_CARD, 0) < CARDS))
        return forex_invariant_name(BAD_QUEUE);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        bool owes = false;
        for (int c = 0; c < CURRENCIES; c++)
            owes = owes || table_get(t, T_DEBT + c, seat);
        if (loans[seat] != owes)
            return forex_invariant_name(BAD_LOAN);
    }
    return NULL;
}

static bool quotes_hold(const struct table *t)
{
    int n = table_count(t, P_SPARE, 0) + table_count(t, P_OFFER, 0);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        n += table_count(t, P_QUOTE, seat);
        if (table_count(t, P_QUOTE, seat) > QUOTES_MOST)
            return false;
    }
    return n == 1 + QUOTES_MOST * table_seats(t);
}

static bool phase_holds(const struct table *t)
{
    int64_t phase = table_get(t, T_PHASE, 0), turn = table_get(t, T_TURN, 0);
    bool choice = phase == PHASE_CHOOSE || phase == PHASE_CHOOSE_END;
    uint16_t offer = table_first(t, P_OFFER, 0);
    if (turn < 1 || turn > table_seats(t) || phase < PHASE_TURN || phase > PHASE_OVER)
        return false;
    if ((offer != 0) != (phase == PHASE_OFFER) || table_count(t, P_OFFER, 0) > 1)
        return false;
    if (offer && (table_piece(t, offer)->slot < 1 || table_piece(t, offer)->slot == turn))
        return false;
    if (phase == PHASE_TURN && table_get(t, T_CARD, 0) == CARDS)
        return false; /* "After card 4 there are no more turns" */
    return (table_get(t, T_SALE, 0) != 0) == (phase == PHASE_SALES) &&
           (phase != PHASE_SALES || forex_sale(t) >= 0) &&
           (table_get(t, T_TIED, 0) != 0) == choice &&
           (table_get(t, T_STRONGEST, 0) != 0) == (phase == PHASE_OVER) &&
           table_get(t, T_OFFERS, 0) <= OFFERS_MOST && table_get(t, T_SPOT, 0) <= 1;
}

/* Answers exist in a sale only, of seats that were asked, and nobody else sees them. */
static bool answers_hold(const struct table *t)
{
    int currency = forex_sale(t);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int64_t asked = table_get(t, T_ASKED, seat), n = table_get(t, T_ANSWER, seat);
        if (table_tally_sight(t, T_ANSWER, seat) != SIGHT_SEAT(seat) || asked < ASKED_NOT ||
            asked > ASKED_ANSWERED || n < 0)
            return false;
        if ((asked && currency < 0) || (n && asked != ASKED_ANSWERED))
            return false;
        if (n && n > forex_held(t, seat, currency))
            return false;
    }
    return true;
}

const char *forex_invariant(const struct table *t)
{
    if (!rates_hold(t))
        return forex_invariant_name(BAD_RATE);
    const char *bad = check_holdings(t);
    if (!bad)
        bad = check_queue(t);
    if (!bad && !quotes_hold(t))
        bad = forex_invariant_name(BAD_QUOTES);
    if (!bad && !phase_holds(t))
        bad = forex_invariant_name(BAD_PHASE);
    if (!bad && !answers_hold(t))
        bad = forex_invariant_name(BAD_ANSWER);
    return bad;
}
