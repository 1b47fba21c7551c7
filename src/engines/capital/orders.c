#include "engines/capital/orders.h"
#include "engines/capital/due.h"
#include "engines/capital/flow.h"
#include "engines/capital/notes.h"
#include "engines/capital/trade.h"

enum { DEBIT_MOST = 1000000 }; /* more than any register will say */

/* --- notes of one's own ---------------------------------------------------------------------- */

static enum outcome plan(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    int company = capital_named(seat, order->terms[0].value);
    if (company == NO_COMPANY || (capital_cell(b, play->table, company) >= 0 &&
                                  capital_owner(b, play->table, company) != seat))
        return capital_not_yours(play, seat, 0, company);
    if (company / NUMBERS >= table_seats(play->table))
        return capital_not_yours(play, seat, 0, company);
    if (capital_check_clauses(play, seat, order) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    capital_notes_drop(play->table, seat, NOTE_PLAN + company);
    bool none = order->nterms == 2 && order->terms[1].type == TERM_KEYWORD &&
                order->terms[1].value == K_NONE;
    if (!none && !capital_note_put(play, seat, NOTE_PLAN + company, order))
        return WRONG(play, -1, NO_TOO_MANY_NOTES);
    SAY(play, SIGHT_SEAT(seat), none ? EV_UNPLANNED : EV_PLANNED, COMPANY("company", company));
    return OUTCOME_DONE;
}

static enum outcome debit(struct play *play, int seat, const struct order *order)
{
    int company = capital_named(seat, order->terms[0].value);
    int64_t sum = order->terms[1].value;
    if (company == NO_COMPANY ||
        capital_owner(capital_of(play->engine), play->table, company) != seat)
        return capital_not_yours(play, seat, 0, company);
    if (sum > DEBIT_MOST) {
        int64_t have = capital_balance(play->table, company);
        WRONG(play, 1, NO_SHORT, COMPANY("company", company), NUM("sum", sum), NUM("have", have));
        return engine_try(play, "DEBIT %s %d", capital_own_name(seat, company),
                          (int)(have < DEBIT_MOST ? have : DEBIT_MOST));
    }
    company_set(play->table, T_DEBIT, company, sum);
    SAY(play, SIGHT_SEAT(seat), EV_DEBIT_NOTED, COMPANY("company", company), NUM("sum", sum));
    return OUTCOME_DONE;
}

/* "May only bring books nearer to cash, and counts from the end of the turn." */
static enum outcome entry(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int company = capital_named(seat, order->terms[0].value);
    int64_t sum = order->terms[1].value - CHANGE_ZERO, books = capital_books(b, t, seat);
    int64_t cash = capital_cash(t, seat, WHITE) + capital_cash(t, seat, BLACK);
    if (company == NO_COMPANY || capital_owner(b, t, company) != seat)
        return capital_not_yours(play, seat, 0, company);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++)
        if (capital_owner(b, t, c) == seat)
            books += company_get(t, T_PENDING, c);
    int64_t apart = cash - books, after = apart - sum;
    if (sum == 0 || (apart > 0 ? sum < 0 || after < 0 : sum > 0 || after > 0)) {
        WRONG(play, 1, NO_ENTRY_AWAY, NUM("cash", cash), NUM("books", books),
              FLAG("equal", apart == 0));
        return apart != 0 ? engine_try(play, "ENTRY %s %s%d", capital_own_name(seat, company),
                                       apart > 0 ? "+" : "", (int)apart)
                          : OUTCOME_MISTAKE;
    }
    if (capital_balance(t, company) + company_get(t, T_PENDING, company) + sum < 0)
        return WRONG(play, 1, NO_SHORT, COMPANY("company", company), NUM("sum", -sum),
                     NUM("have", capital_balance(t, company)));
    company_plus(t, T_PENDING, company, sum);
    SAY(play, SIGHT_SEAT(seat), EV_ENTRY_NOTED, COMPANY("company", company), NUM("sum", sum),
        FLAG("plus", sum > 0), TEXT("text", order->nterms > 2 ? order->terms[2].text : NULL));
    return OUTCOME_DONE;
}

/* --- the turn -------------------------------------------------------------------------------- */

static bool is_turn_verb(const struct order *order)
{
    if (order->verb == V_WITHDRAW && order->terms[0].type == TERM_KEYWORD &&
        order->terms[0].value == K_OFFER)
        return false;
    return order->verb <= V_PASS ? order->verb != V_GO : order->verb == V_MORE;
}

/* An order as it would be written; seats have no names here. */
static const char *written(struct play *play, const struct order_reader *reader,
                           const struct order *order)
{
    struct buf line = BUF(ORDER_LINE);
    order_print(reader, order, &line);
    const char *text = arena_slice(play->arena, buf_all(&line));
    buf_free(&line);
    return text;
}

static struct order_reader nameless(const struct play *play)
{
    static const char *const nobody[SEATS_MAX + 1] = {"", "-", "-", "-", "-", "-", "-", "-", "-"};
    return (struct order_reader){.game = play->engine->grammar,
                                 .data = play->engine->data,
                                 .seats = nobody,
                                 .nseats = table_seats(play->table)};
}

/* A choice without a landing belongs behind a move that is still to come. */
static enum outcome no_landing(struct play *play, int seat, const struct order *order)
{
    struct order_reader reader = nameless(play);
    int c = capital_to_move(play->table, seat);
    bool accuses = order->verb == V_ACCUSE;
    WRONG(play, -1, accuses ? NO_NO_ACCUSATION : NO_NO_LANDING);
    if (c == NO_COMPANY)
        return OUTCOME_MISTAKE;
    return accuses ? engine_try(play, "MOVE %s THEN IF FISC ACCUSE %d", capital_own_name(seat, c),
                                (int)order->terms[0].value)
                   : engine_try(play, "MOVE %s THEN %s", capital_own_name(seat, c),
                                written(play, &reader, order));
}

/* Choices are about the landing that is open. */
static enum outcome choice(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    int company = capital_open_company(t);
    struct action a;
    if (company == NO_COMPANY)
        return no_landing(play, seat, order);
    capital_read_action(seat, order->verb, order->terms, 0, order->nterms, &a);
    enum outcome o = capital_choose(play, seat, company, &a);
    if (o == OUTCOME_DONE && table_get(t, T_PHASE, 0) == PHASE_CHOICE)
        table_set(t, T_PHASE, 0, PHASE_TURN);
    if (o == OUTCOME_DONE && table_get(t, T_PHASE, 0) == PHASE_DUE)
        return OUTCOME_HOLD;
    return o;
}

/* An order that moves something else: what is open is over, by default. */
static enum outcome go_on(struct play *play)
{
    struct table *t = play->table;
    const struct board *b = capital_of(play->engine);
    int company = capital_open_company(t), cell = capital_cell(b, t, company);
    if (cell >= 0 && b->cells[cell].type == CELL_METALS && !play->luck)
        return OUTCOME_UNKNOWN;
    if (table_get(t, T_PHASE, 0) == PHASE_CHOICE)
        table_set(t, T_PHASE, 0, PHASE_TURN);
    if (company != NO_COMPANY)
        capital_close_landing(play);
    return OUTCOME_DONE;
}

static enum outcome turn_order(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    if (order->verb >= V_BORROW && order->verb < V_PASS)
        return choice(play, seat, order);
    if (order->verb == V_PASS && capital_open_company(t) != NO_COMPANY)
        return choice(play, seat, order);
    if (order->verb != V_TRANSFER && order->verb != V_MORE) {
        enum outcome o = go_on(play);
        if (o != OUTCOME_DONE)
            return o;
    }
    switch (order->verb) {
    case V_MOVE:
        return capital_move(play, seat, order);
    case V_STAY:
        return capital_stay(play, seat, order);
    case V_BRIBE:
        return capital_bribe(play, seat, order);
    case V_TRANSFER:
        return capital_transfer(play, seat, order);
    case V_MORE:
        table_set(t, T_MORE, 0, 1);
        return OUTCOME_DONE;
    default: /* PASS: the pawns move by the die at the end of the letter */
        return OUTCOME_DONE;
    }
}

/* Whether the seat may give orders of its turn now. */
static enum outcome timely(struct play *play, int seat, const struct order *order)
{
    const struct table *t = play->table;
    int phase = capital_phase(play->engine, t), turn = capital_turn(t);
    if (phase == PHASE_DUE) {
        int debtor = (int)table_get(t, T_DUE_SEAT, 0);
        if (debtor == seat)
            return WRONG(play, -1, NO_DUE_FIRST, NUM("sum", tally_of(t, T_DUE, seat)));
        return WRONG(play, -1, NO_NOT_YOUR_TURN, SEAT("seat", debtor));
    }
    if (turn != seat)
        return WRONG(play, -1, NO_NOT_YOUR_TURN, SEAT("seat", turn));
    (void)order;
    return OUTCOME_DONE;
}

/* --- sealed orders (pace=rounds) ------------------------------------------------------------- */

static enum outcome seal(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    if (table_get(t, T_READY, seat) !=
        READY_NOT) { /* a new letter takes the place of the old one */
        capital_notes_drop(t, seat, NOTE_SEALED);
        table_set(t, T_READY, seat, READY_NOT);
    }
    if (order->verb == V_MORE)
        return WRONG(play, -1, NO_SEALED_MORE);
    if (order->verb == V_PASS) { /* nothing to keep: the pawns will roll */
        table_set(t, T_READY, seat, READY);
        table_set(t, T_SILENT, seat, 0);
        return OUTCOME_DONE;
    }
    if (!capital_note_put(play, seat, NOTE_SEALED, order))
        return WRONG(play, -1, NO_TOO_MANY_NOTES);
    return OUTCOME_DONE;
}

/* A kept order as text and back: what a moderator has mixed up is no order any more. */
static bool reread(struct play *play, const struct order *kept, struct order *order,
                   const char **text)
{
    struct order_reader reader = nameless(play);
    struct mistake m = {0};
    *text = written(play, &reader, kept);
    return order_read(&reader, slice_of(*text), 0, play->arena, order, &m);
}

static void say_refused(struct play *play, int seat, const char *text)
{
    struct arg args[ARGS_MAX];
    int n = play->mistake->nargs < ARGS_MAX - 2 ? play->mistake->nargs : ARGS_MAX - 2;
    memcpy(args, play->mistake->args, sizeof *args * (size_t)n);
    args[n++] = WORD("why", arena_printf(play->arena, "mistake.%s", play->mistake->code));
    args[n++] = TEXT("order", text);
    engine_say(play, SIGHT_SEAT(seat), capital_event_name(EV_REFUSED), args, n);
    memset(play->mistake, 0, sizeof *play->mistake);
}

void capital_play_sealed(struct play *play, int seat)
{
    struct table *t = play->table;
    struct table *step = table_clone(t);
    bool silent = table_get(t, T_READY, seat) == READY_SILENT;
    int64_t silence = tally_of(t, T_SILENT, seat);
    table_set(t, T_ACTED, 0, ACTED);
    if (silent)
        SAY(play, SIGHT_ALL, EV_SILENCE, SEAT("seat", seat));
    for (uint16_t id; table_get(t, T_PHASE, 0) == PHASE_TURN && !capital_out(t, seat) &&
                      (id = capital_note_next(t, seat, NOTE_SEALED, 0));) {
        struct order kept, order;
        const char *text;
        capital_note_read(play, id, &kept);
        capital_note_drop(t, seat, id);
        if (!reread(play, &kept, &order, &text))
            continue;
        table_copy(step, t);
        if (turn_order(play, seat, &order) == OUTCOME_MISTAKE) {
            table_copy(t, step);
            say_refused(play, seat, text);
        }
    }
    table_free(&step);
    capital_notes_drop(t, seat, NOTE_SEALED);
    if (table_get(t, T_PHASE, 0) == PHASE_TURN)
        capital_finish_turn(play, seat, silent && silence > PARKED_SILENCE);
}

/* --- apply and close ------------------------------------------------------------------------- */

static enum outcome any_time(struct play *play, int seat, const struct order *order)
{
    switch (order->verb) {
    case V_GO:
        return capital_go(play, seat, order);
    case V_PLAN:
        return plan(play, seat, order);
    case V_LIQUIDATE:
        return capital_liquidate_order(play, seat, order);
    case V_DEBIT:
        return debit(play, seat, order);
    case V_ENTRY:
        return entry(play, seat, order);
    case V_PROPOSE:
        return capital_propose(play, seat, order);
    case V_ACCEPT:
        return capital_accept(play, seat, order);
    case V_DECLINE:
        return capital_decline(play, seat, order);
    case V_GIVE:
        return capital_give(play, seat, order);
    case V_TAKE:
        return capital_take(play, seat, order);
    default:
        return capital_withdraw_offer(play, seat, order->terms[1].value, 1);
    }
}

static enum outcome apply_turn(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    if (capital_phase(play->engine, t) == PHASE_WRITE)
        return seal(play, seat, order);
    /* PAY and PASS answer a due: it is tried again, or met by default. */
    if (capital_phase(play->engine, t) == PHASE_DUE && table_get(t, T_DUE_SEAT, 0) == seat &&
        (order->verb == V_PAY || order->verb == V_PASS)) {
        capital_due_again(play, order->verb == V_PASS);
        return OUTCOME_DONE;
    }
    if (timely(play, seat, order) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    table_set(t, T_TURN, 0, seat);
    if (table_get(t, T_PHASE, 0) != PHASE_CHOICE)
        table_set(t, T_PHASE, 0, PHASE_TURN);
    enum outcome o = turn_order(play, seat, order);
    /* MORE alone has begun nothing: beside it there may be orders that nobody knows of. */
    if ((o == OUTCOME_DONE && order->verb != V_MORE) || o == OUTCOME_HOLD)
        table_set(t, T_ACTED, 0, ACTED_NOW);
    if (o == OUTCOME_HOLD) {
        play->hold = table_get(t, T_ASK, 0);
        table_set(t, T_WAITS, seat, 1); /* close says if no line waits */
    }
    return o;
}

enum outcome capital_apply(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    if (table_get(t, T_PHASE, 0) == PHASE_OVER)
        return WRONG(play, -1, NO_GAME_OVER);
    if (capital_out(t, seat))
        return WRONG(play, -1, NO_OUT);
    enum outcome o =
        is_turn_verb(order) ? apply_turn(play, seat, order) : any_time(play, seat, order);
    if (o == OUTCOME_DONE || o == OUTCOME_HOLD) {
        capital_offers_check(play);
        if (order->verb == V_ACCEPT) /* buying looks for itself, and advance behind the letter */
            capital_check_end(play);
    }
    return o;
}

enum outcome capital_close(struct play *play, int seat)
{
    struct table *t = play->table;
    int phase = (int)table_get(t, T_PHASE, 0);
    if (phase == PHASE_WRITE && table_get(t, T_READY, seat) == READY_NOT &&
        capital_note_next(t, seat, NOTE_SEALED, 0)) {
        table_set(t, T_READY, seat, READY);
        table_set(t, T_SILENT, seat, 0);
        SAY(play, SIGHT_SEAT(seat), EV_SEALED, NUM("round", tally_of(t, T_ROUND, 0)));
    }
    if (capital_turn(t) == seat && table_get(t, T_ACTED, 0) == ACTED_NOT)
        table_set(t, T_MORE, 0, 0); /* it would hold the next letter's turn open */
    if (capital_turn(t) != seat || table_get(t, T_ACTED, 0) != ACTED_NOW)
        return OUTCOME_DONE; /* a letter without orders of the turn does not end it */
    table_set(t, T_ACTED, 0, ACTED);
    /* The lines behind the one that asked something are played before the other pawns move. */
    bool waits = table_get(t, T_WAITS, seat) != 0;
    table_set(t, T_WAITS, seat, 0);
    if (phase != PHASE_TURN || waits)
        return OUTCOME_DONE;
    table_set(t, T_SILENT, seat, 0);
    if (table_get(t, T_MORE, 0)) {
        table_set(t, T_MORE, 0, 0);
        return OUTCOME_DONE;
    }
    if (!play->luck && capital_needs_die(play, seat))
        return OUTCOME_UNKNOWN;
    capital_finish_turn(play, seat, false);
    return OUTCOME_DONE;
}
