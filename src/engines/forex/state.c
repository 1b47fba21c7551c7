#include "engines/forex/state.h"

/* "Strengthen X", "Weaken X" and what is on the table at the start. */

const int forex_card_pays[CARDS + 1] = {0, 2 * UNIT, 2 * UNIT, 2 * UNIT, 3 * UNIT, 0};

const struct place forex_places[PLACES] = {
    [P_LETTERS] = {"letters", SEE_ALL, true}, [P_QUEUE] = {"queue", SEE_ALL, true},
    [P_OFFER] = {"offer", SEE_ALL, true},     [P_QUOTE] = {"quote", SEE_ALL, true},
    [P_SPARE] = {"spare", SEE_ALL, true},
};

#define EACH(first, name)                                                                          \
    [first + GBP] = {name ".GBP", SEE_ALL}, [first + EUR] = {name ".EUR", SEE_ALL},                \
             [first + USD] = {name ".USD", SEE_ALL}, [first + CHF] = {name ".CHF", SEE_ALL},       \
             [first + JPY] = {name ".JPY", SEE_ALL}, [first + CAD] = {name ".CAD", SEE_ALL},       \
             [first + CNY] = {name ".CNY", SEE_ALL}
#define PAIR(i, name) [T_RATE + i] = {"rate." name, SEE_ALL}

const struct tally forex_tallies[TALLIES] = {
    [T_TURN] = {"turn", SEE_ALL},
    [T_NUMBER] = {"number", SEE_ALL},
    [T_PHASE] = {"phase", SEE_ALL},
    [T_SERIAL] = {"serial", SEE_ALL},
    [T_OFFERS] = {"offers", SEE_ALL},
    [T_SPOT] = {"spot", SEE_ALL},
    [T_LAST] = {"last", SEE_ALL},
    [T_SKIPS] = {"skips", SEE_ALL},
    [T_CARD] = {"card", SEE_ALL},
    [T_RESOLVER] = {"resolver", SEE_ALL},
    [T_PREFER] = {"prefer", SEE_ALL},
    [T_ASK] = {"ask", SEE_ALL},
    [T_SALE] = {"sale", SEE_ALL},
    [T_TIED] = {"tied", SEE_ALL},
    [T_STRONGEST] = {"strongest", SEE_ALL},
    [T_BANKRUPT] = {"bankrupt", SEE_ALL},
    [T_ASKED] = {"asked", SEE_ALL},
    [T_ANSWER] = {"answer", SEE_OWNER},
    [T_LEFT] = {"left", SEE_ALL},
    [T_NOTES] = {"notes", SEE_ALL},
    [T_STRIDE] = {"stride", SEE_ALL},
    EACH(T_CASH, "cash"),
    EACH(T_HELD, "held"),
    EACH(T_GONE, "gone"),
    EACH(T_DEBT, "debt"),
    EACH(T_HISTORY, "history"),
    PAIR(0, "GBP-EUR"),
    PAIR(1, "GBP-USD"),
    PAIR(2, "GBP-CHF"),
    PAIR(3, "GBP-JPY"),
    PAIR(4, "GBP-CAD"),
    PAIR(5, "GBP-CNY"),
    PAIR(6, "EUR-USD"),
    PAIR(7, "EUR-CHF"),
    PAIR(8, "EUR-JPY"),
    PAIR(9, "EUR-CAD"),
    PAIR(10, "EUR-CNY"),
    PAIR(11, "USD-CHF"),
    PAIR(12, "USD-JPY"),
    PAIR(13, "USD-CAD"),
    PAIR(14, "USD-CNY"),
    PAIR(15, "CHF-JPY"),
    PAIR(16, "CHF-CAD"),
    PAIR(17, "CHF-CNY"),
    PAIR(18, "JPY-CAD"),
    PAIR(19, "JPY-CNY"),
    PAIR(20, "CAD-CNY"),
};

/* --- pieces -------------------------------------------------------------------------------- */

void forex_letter_back(struct table *t, uint16_t id)
{
    for (int m = 0; m < MARKS; m++)
        table_mark(t, id, m, 0);
    table_move(t, id, P_LETTERS, 0);
}

/* One that is not open: a ruling may have laid it anywhere, or out of the game. */
uint16_t forex_spare(struct table *t, int kind)
{
    for (uint16_t id = table_first(t, P_SPARE, 0); id; id = table_next(t, id))
        if (table_piece(t, id)->kind == kind)
            return id;
    for (int id = 1; id <= table_pieces(t); id++) {
        const struct piece *p = table_piece(t, (uint16_t)id);
        if (p->kind == kind && (p->place != P_QUOTE || p->seat == 0))
            return (uint16_t)id;
    }
    return table_add(t, kind, P_SPARE, 0);
}

/* --- money and numbers --------------------------------------------------------------------- */

void forex_plus(struct table *t, int tally, int seat, int64_t more)
{
    table_set(t, tally, seat, forex_tally(t, tally, seat) + more);
}

void forex_pay(struct table *t, int currency, int from, int to, int64_t sum)
{
    insist(sum >= 0);
    forex_plus(t, T_CASH + currency, from, -sum);
    forex_plus(t, T_CASH + currency, to, sum);
}

int64_t forex_next_number(struct table *t)
{
    forex_plus(t, T_SERIAL, 0, 1);
    return table_get(t, T_SERIAL, 0);
}

/* --- rates --------------------------------------------------------------------------------- */

/* Quotes about this currency whose other side is among `moved` (bits). */
static void quotes_lapse(struct play *play, int currency, unsigned moved)
{
    struct table *t = play->table;
    for (int seat = 1; seat <= table_seats(t); seat++) {
        for (uint16_t id = forex_quote_first(t, seat), next; id; id = next) {
            const struct piece *p = table_piece(t, id);
            int a = p->mark[MARK_GIVE], b = p->mark[MARK_FOR];
            next = forex_quote_next(t, id);
            if (!((a == currency && (moved >> b & 1)) || (b == currency && (moved >> a & 1))))
                continue;
            SAY(play, SIGHT_ALL, EV_QUOTE_LAPSED, NUM("number", p->mark[MARK_NUMBER]),
                SEAT("seat", seat), CURRENCY("give", a), CURRENCY("get", b));
            table_move(t, id, P_SPARE, 0);
        }
    }
}

/* Moves the currency in all its pairs; returns the others that changed sides with it. */
static unsigned shift(struct play *play, int currency, int step, unsigned *moved)
{
    struct table *t = play->table;
    unsigned passed = 0;
    for (int c = 0; c < CURRENCIES; c++) {
        if (c == currency)
            continue;
        int was = forex_box(t, currency, c), box = forex_step(was, step);
        if (box == was)
            continue;
        forex_box_set(t, currency, c, box);
        *moved |= 1u << c;
        if ((was > 0) != (box > 0))
            passed |= 1u << c;
    }
    return passed;
}

void forex_strengthen(struct play *play, int currency)
{
    struct list over = {.n = 0};
    unsigned moved = 0;
    forex_list_currencies(&over, shift(play, currency, 1, &moved));
    SAY(play, SIGHT_ALL, EV_STRENGTHEN, CURRENCY("currency", currency),
        WORD("over", over.n ? over.text : NULL));
    quotes_lapse(play, currency, moved);
}

void forex_weaken(struct play *play, int currency, int times)
{
    struct list under = {.n = 0};
    unsigned moved = 0, passed = 0;
    for (int i = 0; i < times; i++)
        passed |= shift(play, currency, -1, &moved);
    forex_list_currencies(&under, passed);
    SAY(play, SIGHT_ALL, EV_WEAKEN, CURRENCY("currency", currency), NUM("times", times),
        ONE("once", times), WORD("under", under.n ? under.text : NULL));
    quotes_lapse(play, currency, moved);
}

static int stride(const struct table *t)
{
    int n = forex_tally(t, T_STRIDE, 0);
    return n < 1 ? 1 : n;
}

int forex_history(const struct table *t, int currency, int wins[HISTORY])
{
    int n = forex_tally(t, T_NOTES, 0);
    uint64_t past = (uint64_t)table_get(t, T_HISTORY + currency, 0);
    n = n < 0 ? 0 : n > HISTORY ? HISTORY : n;
    for (int i = n; i-- > 0; past >>= 3)
        wins[i] = (int)(past & 7) < CURRENCIES ? (int)(past & 7) : CURRENCIES - 1;
    return n;
}

/* Every second note of a currency. */
static int64_t thinned(const struct table *t, int currency)
{
    int wins[HISTORY], n = forex_history(t, currency, wins);
    int64_t past = 0;
    for (int i = 0; i < n; i += 2)
        past = past * 8 + wins[i];
    return past;
}

void forex_history_note(struct table *t)
{
    int turns = forex_tally(t, T_NUMBER, 0) - 1, wins[CURRENCIES];
    int n = forex_tally(t, T_NOTES, 0);
    if (turns % stride(t))
        return;
    bool thin = n >= HISTORY;
    forex_wins_read(t, wins);
    for (int c = 0; c < CURRENCIES; c++) {
        int64_t past = thin ? thinned(t, c) : table_get(t, T_HISTORY + c, 0);
        table_set(t, T_HISTORY + c, 0, (past & (INT64_MAX >> 3)) * 8 + wins[c]);
    }
    table_set(t, T_NOTES, 0, (n < 0 ? 0 : thin ? HISTORY / 2 : n) + 1);
    if (thin)
        table_set(t, T_STRIDE, 0, 2 * stride(t));
}

/* --- order --------------------------------------------------------------------------------- */

void forex_mend(struct table *t)
{
    int phase = forex_phase(t);
    uint16_t offer = phase == PHASE_OFFER ? forex_offer(t) : 0;
    if (table_get(t, T_PHASE, 0) != phase)
        table_set(t, T_PHASE, 0, phase);
    if (table_get(t, T_TURN, 0) != forex_turn(t))
        table_set(t, T_TURN, 0, forex_turn(t));
    for (uint16_t id = table_first(t, P_OFFER, 0), next; id; id = next) {
        next = table_next(t, id);
        if (id != offer && table_piece(t, id)->kind < LETTERS)
            forex_letter_back(t, id);
        else if (id != offer)
            table_move(t, id, P_SPARE, 0);
    }
    if (phase != PHASE_SALES && table_get(t, T_SALE, 0))
        table_set(t, T_SALE, 0, 0);
    if (phase != PHASE_CHOOSE && phase != PHASE_CHOOSE_END && table_get(t, T_TIED, 0))
        table_set(t, T_TIED, 0, 0);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int64_t asked = table_get(t, T_ASKED, seat);
        bool may = phase == PHASE_SALES && seat != forex_turn(t) && asked >= ASKED_NOT &&
                   asked <= ASKED_ANSWERED;
        if (asked && !may)
            table_set(t, T_ASKED, seat, ASKED_NOT);
        if (table_get(t, T_ANSWER, seat) && table_get(t, T_ASKED, seat) != ASKED_ANSWERED)
            table_set(t, T_ANSWER, seat, 0);
    }
}

/* --- the start ----------------------------------------------------------------------------- */

/* "8 each, less 6 drawn at random in set-up". */
static void remove_certificates(struct play *play)
{
    uint16_t pile[CURRENCIES * CERTIFICATES];
    struct list removed = {.n = 0};
    for (int i = 0; i < CURRENCIES * CERTIFICATES; i++)
        pile[i] = (uint16_t)(i / CERTIFICATES);
    luck_shuffle(play->luck, pile, CURRENCIES * CERTIFICATES);
    for (int i = 0; i < REMOVED_AT_START; i++) {
        forex_plus(play->table, T_HELD + pile[i], 0, -1);
        forex_plus(play->table, T_GONE + pile[i], 0, 1);
    }
    for (int c = 0; c < CURRENCIES; c++) {
        int64_t n = table_get(play->table, T_GONE + c, 0);
        if (n)
            forex_list_add(&removed, arena_printf(play->arena, "%d %s", (int)n, forex_currency[c]));
    }
    SAY(play, SIGHT_ALL, EV_REMOVED, NUM("n", REMOVED_AT_START),
        WORD("certificates", removed.text));
}

static void lay_pieces(struct table *t)
{
    for (int k = 0; k < LETTERS; k++)
        table_add(t, k, P_LETTERS, 0);
    table_add(t, KIND_DIVIDEND, P_QUEUE, 0);
    table_add(t, KIND_OFFER, P_SPARE, 0);
    for (int i = 0; i < QUOTES_MOST * table_seats(t); i++)
        table_add(t, KIND_QUOTE, P_SPARE, 0);
}

void forex_setup(struct play *play)
{
    struct table *t = play->table;
    lay_pieces(t);
    for (int c = 0; c < CURRENCIES; c++) {
        table_set(t, T_HELD + c, 0, CERTIFICATES);
        for (int seat = 1; seat <= table_seats(t); seat++)
            forex_pay(t, c, 0, seat, START_CASH);
    }
    for (int p = 0; p < PAIRS; p++)
        table_set(t, T_RATE + p, 0, forex_of(play->engine)->opening[play->options[OPT_RATES]][p]);
    remove_certificates(play);
    table_set(t, T_TURN, 0, 1);
    table_set(t, T_NUMBER, 0, 1);
    forex_history_note(t);
    table_set(t, T_PHASE, 0, PHASE_TURN);
    SAY(play, SIGHT_ALL, EV_BEGIN, SEAT("seat", 1));
}
