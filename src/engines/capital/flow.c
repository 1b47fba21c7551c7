#include "engines/capital/flow.h"
#include "engines/capital/due.h"
#include "engines/capital/notes.h"
#include "engines/capital/orders.h"
#include "engines/capital/trade.h"

/* Who is awaited follows from the phase and public tallies alone. A moderator may set those to
 * anything: capital_phase() and capital_turn() make something playable of it. */

int capital_turn(const struct table *t)
{
    int64_t turn = table_get(t, T_TURN, 0);
    if (turn >= 1 && turn <= table_seats(t) && !capital_out(t, (int)turn))
        return (int)turn;
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (!capital_out(t, seat))
            return seat;
    return 1;
}

int capital_phase(const struct engine *engine, const struct table *t)
{
    int64_t phase = table_get(t, T_PHASE, 0), debtor = table_get(t, T_DUE_SEAT, 0);
    (void)engine;
    if (phase == PHASE_WRITE || phase == PHASE_OVER)
        return (int)phase;
    if (phase == PHASE_CHOICE && capital_open_company(t) != NO_COMPANY)
        return PHASE_CHOICE;
    if (phase == PHASE_DUE && debtor >= 1 && debtor <= table_seats(t) &&
        !capital_out(t, (int)debtor))
        return PHASE_DUE;
    return PHASE_TURN;
}

/* --- turns ----------------------------------------------------------------------------------- */

static void begin_turn(struct play *play, int seat)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    static const int none[] = {T_ACTED, T_MORE, T_OPEN, T_STOP, T_ACCUSER, T_QUEUE};
    table_set(t, T_TURN, 0, seat);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        table_set(t, none[i], 0, 0);
    table_set(t, T_WAITS, seat, 0);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (capital_owner(b, t, c) == seat) {
            company_set(t, T_MOVED, c, MOVED_NOT);
            company_set(t, T_FRESH, c, 0);
        }
    table_set(t, T_PHASE, 0, PHASE_TURN);
}

static void next_turn(struct play *play)
{
    struct table *t = play->table;
    int seats = table_seats(t), was = (int)table_get(t, T_TURN, 0);
    bool rounds = play->options[OPT_PACE] == PACE_ROUNDS;
    was = was >= 1 && was <= seats ? was : seats;
    int seat = was;
    do
        seat = seat % seats + 1;
    while (capital_out(t, seat) && seat != was);
    table_set(t, T_NUMBER, 0, tally_of(t, T_NUMBER, 0) + 1);
    if (seat <= was) {
        table_set(t, T_ROUND, 0, tally_of(t, T_ROUND, 0) + 1);
        if (tally_of(t, T_ROUND, 0) > play->options[OPT_ROUNDS]) {
            capital_end_rounds(play);
            return;
        }
    }
    begin_turn(play, seat);
    if (rounds && seat <= was) {
        for (int s = 1; s <= seats; s++)
            table_set(t, T_READY, s, READY_NOT);
        table_set(t, T_PHASE, 0, PHASE_WRITE);
    }
}

bool capital_needs_die(const struct play *play, int seat)
{
    const struct board *b = capital_of(play->engine);
    const struct table *t = play->table;
    int open = capital_open_company(t), at = capital_cell(b, t, open);
    if (at >= 0 && b->cells[at].type == CELL_METALS)
        return true;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (capital_owner(b, t, c) == seat && company_get(t, T_MOVED, c) == MOVED_NOT &&
            !capital_parked(b, t, c))
            return true;
    return false;
}

void capital_finish_turn(struct play *play, int seat, bool all)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int n = table_seats(t) * NUMBERS;
    if (capital_open_company(t) != NO_COMPANY)
        capital_close_landing(play);
    for (int k = 0; k < n && table_get(t, T_PHASE, 0) == PHASE_TURN; k++) {
        int c = (capital_holding(seat) + k) % n; /* one's own first, then what was bought */
        if (capital_owner(b, t, c) != seat || company_get(t, T_MOVED, c) != MOVED_NOT)
            continue;
        if (capital_parked(b, t, c) && !all) {
            company_set(t, T_MOVED, c, MOVED);
            continue;
        }
        capital_roll(play, seat, c, NULL, 0);
        if (table_get(t, T_PHASE, 0) == PHASE_TURN && capital_open_company(t) != NO_COMPANY)
            capital_close_landing(play);
    }
    if (table_get(t, T_PHASE, 0) == PHASE_TURN)
        table_set(t, T_PHASE, 0, PHASE_END);
}

/* --- the end of a turn ----------------------------------------------------------------------- */

/* Own entries count from now on, as far as they still bring books nearer to cash. */
static void own_entries(struct play *play, int seat)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        int64_t sum = company_get(t, T_PENDING, c);
        if (sum == 0 || capital_owner(b, t, c) != seat)
            continue;
        int64_t apart =
            capital_cash(t, seat, WHITE) + capital_cash(t, seat, BLACK) - capital_books(b, t, seat);
        bool good = apart > 0 ? sum > 0 && sum <= apart : sum < 0 && sum >= apart;
        company_set(t, T_PENDING, c, 0);
        good = good && capital_balance(t, c) + sum >= 0;
        if (good)
            capital_entry(play, c, sum, WHY_OWN);
        SAY(play, SIGHT_SEAT(seat), good ? EV_ENTRY_MADE : EV_ENTRY_DROPPED, COMPANY("company", c),
            NUM("sum", sum), FLAG("plus", sum > 0));
    }
}

/* One die against the arrows; back over a cell 0 it enters a centre drawn at random. */
static void move_interpol(struct play *play)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int64_t at = tally_of(t, T_INTERPOL, 0);
    int cell = at >= 0 && at < b->n ? (int)at : capital_centre_of(b, SOUTH_AMERICA);
    int die = 1 + (int)luck_below(play->luck, 6);
    unsigned queue = 0;
    for (int i = 0; i < die; i++)
        cell = b->cells[cell].index > 0 ? cell - 1
                                        : capital_centre_of(b, (int)luck_below(play->luck, ZONES));
    table_set(t, T_INTERPOL, 0, cell);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (b->cells[cell].type != CELL_P && capital_cell(b, t, c) == cell &&
            capital_owner(b, t, c))
            queue |= 1u << c;
    table_set(t, T_QUEUE, 0, queue);
    SAY(play, SIGHT_ALL, EV_INTERPOL, NUM("die", die), WORD("cell", b->cells[cell].name),
        WORD("type", arena_printf(play->arena, "cell.%s", capital_cell_type[b->cells[cell].type])));
}

static void end_turn(struct play *play)
{
    struct table *t = play->table;
    int seat = (int)table_get(t, T_TURN, 0);
    table_set(t, T_OPEN, 0, 0);
    table_set(t, T_ACCUSER, 0, 0);
    if (seat >= 1 && seat <= table_seats(t) && !capital_out(t, seat))
        own_entries(play, seat);
    move_interpol(play);
    table_set(t, T_PHASE, 0, PHASE_INTERPOL);
}

/* In seat order, the mover's too. */
static void inspect_next(struct play *play)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int64_t queue = table_get(t, T_QUEUE, 0);
    for (int seat = 1; seat <= table_seats(t); seat++)
        for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
            if (!(queue >> c & 1) || capital_owner(b, t, c) != seat)
                continue;
            table_set(t, T_QUEUE, 0, queue & ~((int64_t)1 << c));
            capital_ggff(play, c, true);
            return;
        }
    table_set(t, T_QUEUE, 0, 0);
}

/* --- advance --------------------------------------------------------------------------------- */

static bool all_ready(const struct table *t)
{
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (!capital_out(t, seat) && table_get(t, T_READY, seat) == READY_NOT)
            return false;
    return true;
}

static void open_round(struct play *play)
{
    SAY(play, SIGHT_ALL, EV_ROUND, NUM("round", tally_of(play->table, T_ROUND, 0)));
    for (int seat = 1; seat <= table_seats(play->table); seat++)
        if (!capital_out(play->table, seat)) {
            begin_turn(play, seat);
            return;
        }
}

static void go_on(struct play *play)
{
    struct table *t = play->table;
    int64_t queue;
    for (;;) {
        switch (table_get(t, T_PHASE, 0)) {
        case PHASE_WRITE:
            if (!all_ready(t))
                return;
            open_round(play);
            break;
        case PHASE_TURN:
            if (capital_turn(t) != table_get(t, T_TURN, 0))
                table_set(t, T_PHASE, 0, PHASE_END);
            else if (play->options[OPT_PACE] == PACE_ROUNDS)
                capital_play_sealed(play, capital_turn(t));
            else
                return;
            break;
        case PHASE_END:
            end_turn(play);
            break;
        case PHASE_INTERPOL:
            queue = table_get(t, T_QUEUE, 0);
            if (queue)
                inspect_next(play);
            else
                next_turn(play);
            break;
        case PHASE_CHOICE:
        case PHASE_DUE:
            if (capital_phase(play->engine, t) != PHASE_TURN)
                return;
            /* who was asked has left */
            table_set(t, T_PHASE, 0,
                      table_get(t, T_PHASE, 0) == PHASE_DUE &&
                              table_get(t, T_RESUME, 0) == PHASE_INTERPOL
                          ? PHASE_INTERPOL
                          : PHASE_TURN);
            break;
        case PHASE_OVER:
            return;
        default:
            table_set(t, T_PHASE, 0, PHASE_TURN);
        }
    }
}

void capital_advance(struct play *play)
{
    if (table_get(play->table, T_PHASE, 0) == PHASE_OVER)
        return;
    /* a ruling may have changed an owner */
    capital_show_books(capital_of(play->engine), play->table);
    capital_check_end(play);
    go_on(play);
    capital_offers_check(play);
}

/* --- awaits ---------------------------------------------------------------------------------- */

int capital_awaits(const struct table *t, const int64_t *options, struct await *out)
{
    int phase = capital_phase(NULL, t), n = 0;
    (void)options;
    switch (phase) {
    case PHASE_OVER:
        return 0;
    case PHASE_WRITE:
        for (int seat = 1; seat <= table_seats(t); seat++)
            if (!capital_out(t, seat) && table_get(t, T_READY, seat) == READY_NOT)
                out[n++] = (struct await){seat, CLOCK_TURN, capital_await_name(AW_ROUND),
                                          table_get(t, T_ROUND, 0)};
        return n;
    case PHASE_CHOICE:
        out[0] = (struct await){capital_turn(t), CLOCK_REACTION, capital_await_name(AW_CHOICE),
                                table_get(t, T_ASK, 0)};
        return 1;
    case PHASE_DUE:
        out[0] = (struct await){(int)table_get(t, T_DUE_SEAT, 0), CLOCK_REACTION,
                                capital_await_name(AW_DUE), table_get(t, T_ASK, 0)};
        return 1;
    default:
        out[0] = (struct await){capital_turn(t), CLOCK_TURN, capital_await_name(AW_TURN),
                                table_get(t, T_NUMBER, 0)};
        return 1;
    }
}

/* --- silence --------------------------------------------------------------------------------- */

static void silent_turn(struct play *play, int seat)
{
    struct table *t = play->table;
    int64_t silent = tally_of(t, T_SILENT, seat) + 1;
    table_set(t, T_SILENT, seat, silent);
    table_set(t, T_TURN, 0, seat);
    table_set(t, T_PHASE, 0, PHASE_TURN);
    table_set(t, T_ACTED, 0, ACTED);
    SAY(play, SIGHT_ALL, EV_SILENCE, SEAT("seat", seat));
    capital_finish_turn(play, seat, silent > PARKED_SILENCE);
}

void capital_expire(struct play *play, const struct await *await)
{
    struct table *t = play->table;
    struct await now[AWAITS_MAX];
    int n = capital_awaits(t, play->options, now), i = 0;
    while (i < n && (now[i].seat != await->seat || now[i].matter != await->matter ||
                     strcmp(now[i].what, await->what) != 0))
        i++;
    if (i == n)
        return; /* it was answered meanwhile */
    switch (capital_phase(play->engine, t)) {
    case PHASE_WRITE:
        table_set(t, T_READY, await->seat, READY_SILENT);
        table_set(t, T_SILENT, await->seat, tally_of(t, T_SILENT, await->seat) + 1);
        break;
    case PHASE_CHOICE:
        table_set(t, T_PHASE, 0, PHASE_TURN);
        capital_close_landing(play);
        break;
    case PHASE_DUE:
        capital_due_again(play, true);
        break;
    default:
        silent_turn(play, await->seat);
    }
}

/* Who leaves is out, as if bankrupt: his shares must not decide between the others. */
void capital_leave(struct play *play, int seat)
{
    struct table *t = play->table;
    if (table_get(t, T_PHASE, 0) == PHASE_OVER)
        return;
    capital_eliminate(play, seat, OUT_LEFT);
}

/* --- held lines and standing orders ---------------------------------------------------------- */

enum hold capital_held(const struct table *t, int seat, int64_t hold)
{
    (void)hold; /* one landing or due at a time */
    int phase = (int)table_get(t, T_PHASE, 0);
    if (phase == PHASE_OVER || capital_out(t, seat) || table_get(t, T_TURN, 0) != seat)
        return HOLD_DROP;
    if (phase == PHASE_CHOICE || phase == PHASE_DUE)
        return HOLD_WAIT;
    return phase == PHASE_TURN ? HOLD_YES : HOLD_DROP;
}

bool capital_matches(const struct table *t, const int64_t *options, const struct await *await,
                     const struct order *s)
{
    const struct board *b = capital_board_of(t);
    struct clause c = {.cell = s->nterms > 0 ? (int)s->terms[0].value : -1,
                       .zone = s->nterms > 1 ? (int)s->terms[1].value : -1,
                       .action = {.verb = V_PASS}};
    int at = capital_cell(b, t, capital_open_company(t));
    (void)options;
    if (s->verb == S_DUE)
        return strcmp(await->what, capital_await_name(AW_DUE)) == 0;
    return strcmp(await->what, capital_await_name(AW_CHOICE)) == 0 && at >= 0 &&
           capital_clause_fits(&c, &b->cells[at]);
}
