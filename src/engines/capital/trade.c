#include "engines/capital/trade.h"
#include "engines/capital/flow.h"
#include "engines/capital/landing.h"
#include "engines/capital/notes.h"
#include "engines/capital/words.h"

/* Marks of an offer: number; what is given and how much; the same of what is wanted, or the type
 * and capital of a new company; kind and companies, five bits each. */

enum { MARK_NUMBER, MARK_GIVE, MARK_GET, MARK_WHO, SUM_SHIFT = 3, SUM_MOST = 1000000 };

static int company_bits(int32_t who, int shift)
{
    int c = (who >> shift & 31) - 1;
    return c >= 0 && c < COMPANIES ? c : NO_COMPANY;
}

void capital_offer_read(const struct table *t, uint16_t id, struct offer *o)
{
    const struct piece *p = table_piece(t, id);
    const int32_t *m = p->mark;
    *o = (struct offer){.id = id,
                        .number = m[MARK_NUMBER],
                        .seat = p->seat,
                        .to = p->slot >= 1 && p->slot <= table_seats(t) ? p->slot : 0,
                        .kind = m[MARK_WHO] & 3,
                        .give = m[MARK_GIVE] & 7,
                        .give_sum = m[MARK_GIVE] >> SUM_SHIFT,
                        .from = company_bits(m[MARK_WHO], 2),
                        .into = company_bits(m[MARK_WHO], 7),
                        .with = company_bits(m[MARK_WHO], 12),
                        .sixty = m[MARK_WHO] >> 17 & 1};
    if (o->kind == OFFER_FOUND) {
        o->type = m[MARK_GET] & 3;
        o->capital = m[MARK_GET] >> SUM_SHIFT;
    } else {
        o->get = m[MARK_GET] & 7;
        o->get_sum = m[MARK_GET] >> SUM_SHIFT;
    }
}

void capital_offer_lay(struct table *t, struct offer *o)
{
    int counter = T_OFFERED + o->to - 1;
    int64_t k = tally_of(t, counter, o->seat) + 1;
    uint16_t id = capital_piece(t, KIND_OFFER, P_OFFER, o->seat);
    table_set(t, counter, o->seat, k);
    o->id = id;
    /* Numbers of two partners only, so that they tell nothing of what others do. */
    o->number = (int)(k % 10000) * 100 + o->seat * 10 + o->to;
    table_slot(t, id, o->to);
    table_show(t, id, SIGHT_SEAT(o->seat) | SIGHT_SEAT(o->to));
    table_mark(t, id, MARK_NUMBER, o->number);
    table_mark(t, id, MARK_GIVE, o->give | (int32_t)o->give_sum << SUM_SHIFT);
    table_mark(t, id, MARK_GET,
               o->kind == OFFER_FOUND ? o->type | (int32_t)o->capital << SUM_SHIFT
                                      : o->get | (int32_t)o->get_sum << SUM_SHIFT);
    table_mark(t, id, MARK_WHO,
               o->kind | (o->from + 1) << 2 | (o->into + 1) << 7 | (o->with + 1) << 12 |
                   (o->sixty ? 1 << 17 : 0));
}

uint16_t capital_offer_find(const struct table *t, int seat, int64_t number, struct offer *o)
{
    for (int s = 1; s <= table_seats(t); s++)
        for (uint16_t id = table_first(t, P_OFFER, s); id; id = table_next(t, id)) {
            capital_offer_read(t, id, o);
            if (table_piece(t, id)->kind == KIND_OFFER && o->number == number &&
                (o->seat == seat || o->to == seat))
                return id;
        }
    return 0;
}

/* --- coverage -------------------------------------------------------------------------------- */

/* Whether who offers still has it, and the company that is to get what it asks for; white and black
 * are what earlier offers leave him. */
static bool covered(const struct board *b, const struct table *t, const struct offer *o,
                    int64_t white, int64_t black)
{
    if (o->from != NO_COMPANY && capital_owner(b, t, o->from) != o->seat)
        return false;
    if (!o->to || capital_out(t, o->to) || capital_out(t, o->seat))
        return false;
    if (o->kind == OFFER_TRADE &&
        (capital_owner(b, t, o->into) != o->seat ||
         (o->give == ITEM_COMPANY && capital_controls(t, (int)o->give_sum, o->into))))
        return false;
    switch (o->give) {
    case ITEM_WHITE:
    case ITEM_BLACK:
        if (o->kind != OFFER_FOUND && (o->give == ITEM_WHITE ? white : black) < o->give_sum)
            return false;
        return o->from == NO_COMPANY || capital_balance(t, o->from) >= o->give_sum;
    case ITEM_SHARES:
        return o->from != NO_COMPANY && company_get(t, T_SHARES, o->from) >= o->give_sum;
    case ITEM_COMPANY:
        return o->give_sum < COMPANIES && o->give_sum % NUMBERS != 0 &&
               capital_owner(b, t, (int)o->give_sum) == o->seat;
    default:
        return false;
    }
}

/* A founding together stands while the founder is on the cell, the number is free and the other
 * founder is still his who was asked. */
static bool still_there(const struct board *b, const struct table *t, const struct offer *o)
{
    int on = capital_cell(b, t, o->from);
    return o->kind != OFFER_FOUND ||
           (on >= 0 && b->cells[on].type == CELL_AN && capital_cell(b, t, o->into) < 0 &&
            capital_owner(b, t, o->with) == o->to);
}

static bool stands(const struct board *b, const struct table *t, const struct offer *o,
                   int64_t white, int64_t black)
{
    return covered(b, t, o, white, black) && still_there(b, t, o);
}

static void lapse(struct play *play, const struct offer *o)
{
    sight eyes = SIGHT_SEAT(o->seat) | (o->to ? SIGHT_SEAT(o->to) : 0);
    SAY(play, eyes, EV_LAPSED, NUM("number", o->number), SEAT("seat", o->seat));
    capital_spare(play->table, o->id);
}

void capital_offers_check(struct play *play)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int64_t white = table_first(t, P_OFFER, seat) ? capital_cash(t, seat, WHITE) : 0;
        int64_t black = white || table_first(t, P_OFFER, seat) ? capital_cash(t, seat, BLACK) : 0;
        for (uint16_t id = table_first(t, P_OFFER, seat), next; id; id = next) {
            struct offer o;
            next = table_next(t, id);
            capital_offer_read(t, id, &o);
            if (table_piece(t, id)->kind != KIND_OFFER)
                continue;
            if (!stands(b, t, &o, white, black)) {
                lapse(play, &o);
            } else if (o.kind != OFFER_FOUND) {
                white -= o.give == ITEM_WHITE ? o.give_sum : 0;
                black -= o.give == ITEM_BLACK ? o.give_sum : 0;
            }
        }
    }
}

void capital_offers_drop(struct play *play, int seat)
{
    struct table *t = play->table;
    for (int s = 1; s <= table_seats(t); s++)
        for (uint16_t id = table_first(t, P_OFFER, s), next; id; id = next) {
            struct offer o;
            next = table_next(t, id);
            capital_offer_read(t, id, &o);
            if (o.seat == seat || o.to == seat)
                lapse(play, &o);
        }
}

/* --- proposing ------------------------------------------------------------------------------- */

/* Reads "100 BLACK", "20 SHARES" or "COMPANY 2" at *i. */
static void read_item(int seat, const struct order *order, int *i, int *item, int64_t *sum)
{
    const struct term *v = &order->terms[*i];
    if (v[0].type == TERM_NUMBER) {
        *sum = v[0].value;
        *item = v[1].value == K_WHITE   ? ITEM_WHITE
                : v[1].value == K_BLACK ? ITEM_BLACK
                                        : ITEM_SHARES;
    } else {
        *item = ITEM_COMPANY;
        *sum = capital_named(seat, v[1].value);
    }
    *i += 2;
}

static bool is_money(int item)
{
    return item == ITEM_WHITE || item == ITEM_BLACK;
}

/* "Shares (40 or more per ten; option free-trade)". */
static bool price_holds(const struct play *play, const struct offer *o)
{
    int64_t shares = o->give == ITEM_SHARES ? o->give_sum : o->get_sum;
    int64_t money = o->give == ITEM_SHARES ? o->get_sum : o->give_sum;
    if (play->options[OPT_TRADE] || (o->give != ITEM_SHARES && o->get != ITEM_SHARES))
        return true;
    return is_money(o->give == ITEM_SHARES ? o->get : o->give) &&
           money >= shares / SHARE_LOT * LOT_RESALE;
}

/* Whether a company of this seat has what an offer takes from it. */
static enum outcome can_give(struct play *play, int seat, int company, int item, int64_t sum,
                             int term)
{
    const struct board *b = capital_of(play->engine);
    const struct table *t = play->table;
    int64_t have;
    if (capital_owner(b, t, company) != seat)
        return capital_not_yours(play, seat, term, company);
    switch (item) {
    case ITEM_WHITE:
    case ITEM_BLACK:
        have = capital_free_cash(t, seat, item == ITEM_WHITE ? WHITE : BLACK);
        have = capital_free_balance(t, seat, company) < have
                   ? capital_free_balance(t, seat, company)
                   : have;
        break;
    case ITEM_SHARES:
        have = capital_free_shares(t, seat, company);
        break;
    default:
        if (sum < 0 || sum >= COMPANIES || sum % NUMBERS == 0 ||
            capital_owner(b, t, (int)sum) != seat)
            return WRONG(play, term, NO_COMPANY_SALE, COMPANY("company", (int)sum));
        return OUTCOME_DONE;
    }
    if (have < sum)
        return WRONG(play, term, NO_SHORT, COMPANY("company", company), NUM("sum", sum),
                     NUM("have", have), FLAG("black", item == ITEM_BLACK),
                     FLAG("shares", item == ITEM_SHARES));
    return OUTCOME_DONE;
}

static void say_offer(struct play *play, enum event_code code, const struct offer *o)
{
    static const char *const words[] = {NULL, "item.white", "item.black", "item.shares",
                                        "item.company"};
    bool sells = o->give == ITEM_COMPANY, wants = o->get == ITEM_COMPANY;
    struct arg args[] = {
        NUM("number", o->number),
        SEAT("seat", o->seat),
        SEAT("to", o->to),
        WORD("give_item", o->give == ITEM_NONE ? NULL : words[o->give]),
        sells ? WORD("give", capital_company[o->give_sum]) : NUM("give", o->give_sum),
        WORD("get_item", o->get == ITEM_NONE ? NULL : words[o->get]),
        wants ? WORD("get", capital_company[o->get_sum]) : NUM("get", o->get_sum),
    };
    engine_say(play, SIGHT_SEAT(o->seat) | SIGHT_SEAT(o->to), capital_event_name(code), args,
               (int)(sizeof args / sizeof args[0]));
    play->events->last->at_once = true; /* it waits for an answer, or is one */
}

enum outcome capital_propose(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    struct offer o = {
        .seat = seat, .kind = OFFER_TRADE, .from = capital_holding(seat), .with = NO_COMPANY};
    int i = 0, give_at = 0, get_at, to_at;
    read_item(seat, order, &i, &o.give, &o.give_sum);
    if (order->terms[i].value == K_FROM) {
        o.from = capital_named(seat, order->terms[i + 1].value);
        i += 2;
    }
    to_at = i + 1;
    o.to = (int)order->terms[to_at].value;
    i += 3;
    get_at = i;
    read_item(o.to, order, &i, &o.get, &o.get_sum);
    o.into = i + 1 < order->nterms ? capital_named(seat, order->terms[i + 1].value) : o.from;
    if (o.to == seat || capital_out(t, o.to))
        return WRONG(play, to_at, NO_PARTNER);
    if (o.from == NO_COMPANY ||
        can_give(play, seat, o.from, o.give, o.give_sum, give_at) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (capital_owner(b, t, o.into) != seat)
        return capital_not_yours(play, seat, i + 1, o.into);
    if ((o.give == ITEM_COMPANY && capital_controls(t, (int)o.give_sum, o.into)))
        return WRONG(play, give_at, NO_CIRCLE, COMPANY("company", (int)o.give_sum),
                     COMPANY("by", o.into));
    if (o.get == ITEM_COMPANY &&
        (o.get_sum < 0 || o.get_sum % NUMBERS == 0 || capital_owner(b, t, (int)o.get_sum) != o.to))
        return WRONG(play, get_at + 1, NO_COMPANY_SALE, COMPANY("company", (int)o.get_sum),
                     SEAT("seat", o.to));
    if (o.give != ITEM_COMPANY && o.give_sum <= 0)
        return WRONG(play, give_at, NO_NOTHING);
    if (o.give != ITEM_COMPANY && o.give_sum > SUM_MOST)
        return WRONG(play, give_at, NO_OFFER_LIMIT, NUM("most", SUM_MOST));
    if (o.get != ITEM_COMPANY && o.get_sum > SUM_MOST)
        return WRONG(play, get_at, NO_OFFER_LIMIT, NUM("most", SUM_MOST));
    if ((o.give == ITEM_SHARES && o.give_sum % SHARE_LOT) ||
        (o.get == ITEM_SHARES && o.get_sum % SHARE_LOT))
        return WRONG(play, o.give == ITEM_SHARES ? give_at : get_at, NO_TENS);
    if (!price_holds(play, &o))
        return WRONG(play, o.give == ITEM_SHARES ? get_at : give_at, NO_SHARE_PRICE,
                     NUM("least", LOT_RESALE));
    if (table_count(t, P_OFFER, seat) >= OFFERS_MOST)
        return WRONG(play, -1, NO_OFFERS_MOST, NUM("most", OFFERS_MOST));
    capital_offer_lay(t, &o);
    say_offer(play, EV_PROPOSED, &o);
    return OUTCOME_DONE;
}

enum outcome capital_give(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    const struct term *v = order->terms;
    bool off = v[2].value == K_OFF, from = v[2].value == K_FROM;
    int colour = v[1].value == K_WHITE ? WHITE : BLACK, to_at = off || from ? 5 : 3;
    struct offer o = {.seat = seat,
                      .to = (int)v[to_at].value,
                      .kind = OFFER_GIFT,
                      .give = colour == WHITE ? ITEM_WHITE : ITEM_BLACK,
                      .give_sum = v[0].value,
                      .from = off    ? NO_COMPANY
                              : from ? capital_named(seat, v[3].value)
                                     : capital_holding(seat),
                      .into = NO_COMPANY,
                      .with = NO_COMPANY};
    if (o.to == seat || capital_out(t, o.to))
        return WRONG(play, to_at, NO_PARTNER);
    if (o.give_sum <= 0)
        return WRONG(play, 0, NO_NOTHING);
    if (o.give_sum > SUM_MOST)
        return WRONG(play, 0, NO_OFFER_LIMIT, NUM("most", SUM_MOST));
    if (!off && can_give(play, seat, o.from, o.give, o.give_sum, 0) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (off) {
        int64_t have =
            capital_cash(t, seat, WHITE) + capital_cash(t, seat, BLACK) - capital_books(b, t, seat);
        for (uint16_t id = table_first(t, P_OFFER, seat); id; id = table_next(t, id)) {
            struct offer other;
            capital_offer_read(t, id, &other);
            have -= other.kind == OFFER_GIFT && other.from == NO_COMPANY ? other.give_sum : 0;
        }
        int64_t cash = capital_free_cash(t, seat, colour);
        have = have > 0 ? have : 0;
        if (have < o.give_sum || cash < o.give_sum)
            return WRONG(play, 0, NO_OFF_BOOKS, NUM("have", have < cash ? have : cash));
    }
    if (table_count(t, P_OFFER, seat) >= OFFERS_MOST)
        return WRONG(play, -1, NO_OFFERS_MOST, NUM("most", OFFERS_MOST));
    capital_offer_lay(t, &o);
    say_offer(play, EV_GIFT, &o);
    return OUTCOME_DONE;
}

/* --- answering ------------------------------------------------------------------------------- */

/* The offer an answer means: the one named, or the only one there is. */
static enum outcome which(struct play *play, int seat, const struct order *order, bool gift,
                          bool any, struct offer *o)
{
    const struct table *t = play->table;
    bool named = order->nterms && order->terms[0].type == TERM_NUMBER;
    struct buf list = BUF(200);
    int n = 0;
    struct offer only;
    for (int s = 1; s <= table_seats(t); s++)
        for (uint16_t id = table_first(t, P_OFFER, s); id; id = table_next(t, id)) {
            struct offer at;
            capital_offer_read(t, id, &at);
            if (table_piece(t, id)->kind != KIND_OFFER || at.to != seat ||
                (!any && (at.kind == OFFER_GIFT) != gift))
                continue;
            if (!named || at.number == order->terms[0].value) {
                only = at;
                n++;
            }
            buf_printf(&list, "%s%d", list.n ? ", " : "", at.number);
        }
    const char *current = list.n ? arena_slice(play->arena, buf_all(&list)) : NULL;
    buf_free(&list);
    if (n == 1 && stands(capital_of(play->engine), t, &only, capital_cash(t, only.seat, WHITE),
                         capital_cash(t, only.seat, BLACK))) {
        *o = only;
        return OUTCOME_DONE;
    }
    if (n > 1)
        return WRONG(play, -1, NO_WHICH_OFFER, WORD("current", current));
    return WRONG(play, named ? 0 : -1, NO_NO_OFFER,
                 named ? NUM("offer", order->terms[0].value) : WORD("offer", NULL),
                 WORD("current", current));
}

static void move_item(struct play *play, int item, int64_t sum, int from_seat, int from,
                      int to_seat, int to)
{
    struct table *t = play->table;
    switch (item) {
    case ITEM_WHITE:
    case ITEM_BLACK:
        capital_pay(t, from_seat, to_seat, item == ITEM_WHITE ? WHITE : BLACK, sum);
        capital_entry(play, from, -sum, WHY_TRADE);
        capital_entry(play, to, sum, WHY_TRADE);
        break;
    case ITEM_SHARES:
        company_plus(t, T_SHARES, from, -sum);
        company_plus(t, T_SHARES, to, sum);
        SAY(play, SIGHT_ALL, EV_SHARES_TRADED, SEAT("seat", from_seat), SEAT("to", to_seat),
            NUM("n", sum));
        break;
    default:
        capital_hand_over(play, (int)sum, to);
        SAY(play, SIGHT_ALL, EV_COMPANY_SOLD, SEAT("seat", from_seat), SEAT("to", to_seat),
            COMPANY("company", (int)sum), COMPANY("by", to));
    }
}

static bool sells(const struct table *t, int item, int64_t sum, int company)
{
    return item == ITEM_COMPANY && capital_controls(t, (int)sum, company);
}

/* A company that changes hands where it has landed landed there as its seller's: what nothing was
 * chosen for goes by default, else a sale would save what a coup takes. */
static enum outcome close_sold(struct play *play, const struct offer *o)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int open = capital_open_company(t);
    if (open == NO_COMPANY ||
        (!sells(t, o->give, o->give_sum, open) && !sells(t, o->get, o->get_sum, open)))
        return OUTCOME_DONE;
    if (b->cells[capital_cell(b, t, open)].type == CELL_METALS && !play->luck)
        return OUTCOME_UNKNOWN;
    if (table_get(t, T_PHASE, 0) == PHASE_CHOICE)
        table_set(t, T_PHASE, 0, PHASE_TURN);
    capital_close_landing(play);
    return OUTCOME_DONE;
}

enum outcome capital_accept(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    struct offer o;
    int by = capital_holding(seat), at = -1;
    if (which(play, seat, order, false, false, &o) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    for (int i = 0; i + 1 < order->nterms; i++)
        if (order->terms[i].type == TERM_KEYWORD && order->terms[i].value == K_BY) {
            by = capital_named(seat, order->terms[i + 1].value);
            at = i + 1;
        }
    if (o.kind == OFFER_FOUND) {
        enum outcome joined = capital_found_joined(play, seat, &o);
        if (joined == OUTCOME_DONE)
            capital_spare(t, o.id);
        return joined;
    }
    if (by == NO_COMPANY || capital_owner(b, t, by) != seat)
        return capital_not_yours(play, seat, at, by);
    if (can_give(play, seat, by, o.get, o.get_sum, at) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (o.get == ITEM_COMPANY && capital_controls(t, (int)o.get_sum, by))
        return WRONG(play, at, NO_CIRCLE, COMPANY("company", (int)o.get_sum), COMPANY("by", by));
    if (close_sold(play, &o) == OUTCOME_UNKNOWN)
        return OUTCOME_UNKNOWN;
    say_offer(play, EV_ACCEPTED, &o);
    capital_spare(t, o.id);
    move_item(play, o.give, o.give_sum, o.seat, o.from, seat, by);
    move_item(play, o.get, o.get_sum, seat, by, o.seat, o.into);
    return OUTCOME_DONE;
}

enum outcome capital_take(struct play *play, int seat, const struct order *order)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    struct offer o;
    int on = capital_holding(seat), at = -1;
    bool off = false;
    if (which(play, seat, order, true, false, &o) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    for (int i = 0; i < order->nterms; i++) {
        if (order->terms[i].type == TERM_KEYWORD && order->terms[i].value == K_OFF)
            off = true;
        if (order->terms[i].type == W_COMPANY) {
            on = capital_named(seat, order->terms[i].value);
            at = i;
        }
    }
    if (!off && (on == NO_COMPANY || capital_owner(b, t, on) != seat))
        return capital_not_yours(play, seat, at, on);
    bool black = o.give == ITEM_BLACK;
    capital_spare(t, o.id);
    capital_pay(t, o.seat, seat, black ? BLACK : WHITE, o.give_sum);
    if (o.from != NO_COMPANY)
        capital_entry(play, o.from, -o.give_sum, WHY_GIFT);
    if (!off)
        capital_entry(play, on, o.give_sum, WHY_GIFT);
    SAY(play, SIGHT_SEAT(seat), EV_GIFT_TAKEN, SEAT("seat", o.seat), NUM("sum", o.give_sum),
        FLAG("black", black), COMPANY("on", off ? NO_COMPANY : on));
    SAY(play, SIGHT_SEAT(o.seat), EV_GIFT_GONE, SEAT("seat", seat), NUM("sum", o.give_sum),
        FLAG("black", black));
    play->events->last->at_once = true;
    return OUTCOME_DONE;
}

enum outcome capital_decline(struct play *play, int seat, const struct order *order)
{
    struct offer o;
    if (which(play, seat, order, false, true, &o) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    capital_spare(play->table, o.id);
    SAY(play, SIGHT_SEAT(seat) | SIGHT_SEAT(o.seat), EV_DECLINED, NUM("number", o.number),
        SEAT("seat", seat));
    play->events->last->at_once = true;
    return OUTCOME_DONE;
}

/* What the seat has offered, by number: "112, 113". NULL: nothing. */
static const char *offered_by(struct play *play, int seat)
{
    const struct table *t = play->table;
    struct buf list = BUF(200);
    for (uint16_t id = table_first(t, P_OFFER, seat); id; id = table_next(t, id)) {
        struct offer o;
        capital_offer_read(t, id, &o);
        buf_printf(&list, "%s%d", list.n ? ", " : "", o.number);
    }
    const char *text = list.n ? arena_slice(play->arena, buf_all(&list)) : NULL;
    buf_free(&list);
    return text;
}

enum outcome capital_withdraw_offer(struct play *play, int seat, int64_t number, int term)
{
    struct offer o;
    uint16_t id = capital_offer_find(play->table, seat, number, &o);
    if (!id || o.seat != seat)
        return WRONG(play, term, NO_NO_OFFER, NUM("offer", number),
                     WORD("current", offered_by(play, seat)), FLAG("own", true));
    capital_spare(play->table, id);
    SAY(play, SIGHT_SEAT(seat) | SIGHT_SEAT(o.to), EV_OFFER_BACK, NUM("number", number),
        SEAT("seat", seat));
    return OUTCOME_DONE;
}

/* --- companies that change hands ------------------------------------------------------------- */

void capital_hand_over(struct play *play, int company, int to)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int seller = capital_owner(b, t, company), heir = capital_majority(t, company);
    for (int c = 0; c < table_seats(t) * NUMBERS; c++) {
        int64_t balance = capital_balance(t, c);
        if (capital_owner(b, t, c) != seller || !capital_controls(t, company, c))
            continue;
        capital_entry(play, c, -balance, WHY_TRADE);
        capital_entry(play, heir, balance, WHY_TRADE);
        capital_register_clear(t, c);
        capital_plan_clear(t, c);
        company_set(t, T_PENDING, c, 0);
        company_set(t, T_DEBIT, c, 0);
        company_set(t, T_GO, c, 0);
        if (capital_open_company(t) == c) {
            table_set(t, T_OPEN, 0, 0);
            if (table_get(t, T_PHASE, 0) == PHASE_CHOICE) /* nothing is asked about it any more */
                table_set(t, T_PHASE, 0, PHASE_TURN);
        }
    }
    company_set(t, T_MAJORITY, company, to + 1);
    if (capital_minority(t, company) == to)
        company_set(t, T_MINORITY, company, 0);
    capital_show_books(b, t);
}
