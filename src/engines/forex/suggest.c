#include "engines/forex/suggest.h"
#include "engines/forex/final.h"
#include "engines/forex/orders.h"
#include "engines/forex/weigh.h"

/* Every action gets a score (weigh.h), and the best is written. A spot trade goes in a letter of
 * its own: what follows it depends on the answer. */

enum { SPOT_GAIN = 1024 }; /* worth asking somebody for */

struct bot {
    struct mind m;
    struct purse mine;
    const struct engine *engine;
    struct arena *arena;
    struct suggestion *out;
};

static void write_order(struct bot *b, int verb, const struct term *terms, int n)
{
    b->out->orders[b->out->n++] = order_make(b->arena, b->engine->grammar, verb, terms, n);
}
#define WRITE(b, verb, ...)                                                                        \
    write_order((b), (verb), (const struct term[]){__VA_ARGS__},                                   \
                (int)(sizeof((const struct term[]){__VA_ARGS__}) / sizeof(struct term)))
#define T_CURRENCY(c) T_OF(W_CURRENCY, (c))

/* --- spot trades ----------------------------------------------------------------------------- */

static bool take_quote(struct bot *b)
{
    const struct mind *m = &b->m;
    for (int seat = 1; seat <= m->seats; seat++) {
        for (uint16_t id = forex_quote_first(m->t, seat); id; id = forex_quote_next(m->t, id)) {
            const struct piece *p = table_piece(m->t, id);
            struct trade t = {.seat = seat, .give = p->mark[MARK_GIVE], .get = p->mark[MARK_FOR]};
            forex_unit(m->rates.at[t.give][t.get], &t.give_sum, &t.get_sum);
            if (seat == m->seat || m->cash[seat][t.give] < t.give_sum ||
                weigh_trade(m, m->seat, &b->mine, &t) <= 0)
                continue;
            WRITE(b, V_SPOT, T_KEY(K_TAKE), T_NUM(p->mark[MARK_NUMBER]));
            return true;
        }
    }
    return false;
}

static void write_spot(struct bot *b, const struct trade *t, int to)
{
    WRITE(b, V_SPOT, T_KEY(K_GIVE), T_CURRENCY(t->give), T_KEY(K_TO), T_SEAT(to), T_KEY(K_FOR),
          T_CURRENCY(t->get));
}

static void read_purse(const struct mind *m, int seat, struct purse *p)
{
    int after[CURRENCIES];
    forex_mind_spare(m, seat, p->spare, after);
    weigh_purse(m, seat, p);
}

/* Somebody who gains by this trade, too; 0: nobody. */
static int partner(const struct mind *m, const struct trade *t)
{
    for (int k = 1; k < m->seats; k++) {
        int other = (m->seat - 1 + k) % m->seats + 1;
        struct purse p;
        if (m->cash[other][t->get] < t->get_sum)
            continue;
        read_purse(m, other, &p);
        if (weigh_trade(m, other, &p, t) > 0)
            return other;
    }
    return 0;
}

/* The trade that gains this seat most among those that serve both sides. */
static bool propose(struct bot *b)
{
    const struct mind *m = &b->m;
    struct trade best = {0};
    int gain = SPOT_GAIN, to = 0;
    if (table_get(m->t, T_OFFERS, 0))
        return false;
    for (int give = 0; give < CURRENCIES; give++)
        for (int get = 0; get < CURRENCIES; get++) {
            struct trade t = {.seat = m->seat, .give = give, .get = get};
            if (give == get || m->spare[give] < UNIT)
                continue;
            forex_unit(m->rates.at[give][get], &t.give_sum, &t.get_sum);
            int mine = weigh_trade(m, m->seat, &b->mine, &t);
            int other = mine > gain ? partner(m, &t) : 0;
            if (other)
                gain = mine, best = t, to = other;
        }
    if (to)
        write_spot(b, &best, to);
    return to != 0;
}

/* --- debts ----------------------------------------------------------------------------------- */

/* What another player would mind least to get for a currency, as he would gain by it; -NEVER:
 * there is nothing he could pay, or this seat give. */
static int least_minded(const struct mind *m, int other, int get, struct trade *best)
{
    struct purse theirs;
    int most = -NEVER;
    read_purse(m, other, &theirs);
    for (int give = 0; give < CURRENCIES; give++) {
        struct trade t = {.seat = m->seat, .give = give, .get = get};
        if (give == get)
            continue;
        forex_unit(m->rates.at[give][get], &t.give_sum, &t.get_sum);
        int gain = weigh_trade(m, other, &theirs, &t);
        if (m->spare[give] >= t.give_sum && m->cash[other][get] >= t.get_sum && gain > most) {
            most = gain;
            *best = t;
        }
    }
    return most;
}

/* Asks for what is missing, even without hope: another player with each offer of the turn. */
static bool beg(struct bot *b)
{
    const struct mind *m = &b->m;
    int asked = forex_tally(m->t, T_OFFERS, 0);
    if (asked >= OFFERS_MOST)
        return false;
    for (int get = 0; get < CURRENCIES; get++)
        for (int k = 1; m->spare[get] < 0 && k < m->seats; k++) {
            struct trade t;
            int other = (m->seat - 1 + k) % m->seats + 1;
            if (least_minded(m, other, get, &t) > -NEVER && asked-- == 0) {
                write_spot(b, &t, other);
                return true;
            }
        }
    return false;
}

/* A loan that cannot be paid as things stand comes before everything else. */
static bool get_out_of_debt(struct bot *b)
{
    const struct mind *m = &b->m;
    bool may_trade = !table_get(m->t, T_SPOT, 0);
    if (!m->short_of_cash || !forex_loan(m->t, m->seat))
        return false;
    if (may_trade && propose(b))
        return true;
    for (int c = 0; c < CURRENCIES; c++) {
        int held = m->held[m->seat][c], n = (PRICE - 1 - m->spare[c]) / PRICE;
        if (m->spare[c] >= 0 || held < n)
            continue;
        WRITE(b, V_DIVEST, T_CURRENCY(c), T_NUM(n));
        return true;
    }
    return may_trade && beg(b);
}

/* --- letters --------------------------------------------------------------------------------- */

/* The currencies of which most certificates are held; a dividend does not change that. */
static unsigned most_held(const struct mind *m)
{
    unsigned tied = 0;
    int most = 0;
    for (int c = 0; c < CURRENCIES; c++) {
        tied = m->all[c] > most ? 0 : tied;
        most = m->all[c] > most ? m->all[c] : most;
        tied |= m->all[c] == most ? 1u << c : 0;
    }
    return tied;
}

static void write_resolve(struct bot *b)
{
    const struct mind *m = &b->m;
    unsigned tied = most_held(m);
    uint16_t head = table_first(m->t, P_QUEUE, 0);
    int kind = head ? table_piece(m->t, head)->kind : KINDS;
    if (kind < LETTERS) {
        WRITE(b, V_RESOLVE, T_OF(W_LETTER, kind));
    } else if (kind != KIND_DIVIDEND) {
        write_order(b, V_RESOLVE, NULL, 0);
    } else if (tied & (tied - 1)) {
        WRITE(b, V_RESOLVE, T_KEY(K_DIVIDEND), T_KEY(K_PREFER), T_CURRENCY(weigh_rise(m, tied)));
    } else {
        WRITE(b, V_RESOLVE, T_KEY(K_DIVIDEND));
    }
}

static void write_contract(struct bot *b, const struct deal *d)
{
    int pay, get;
    forex_unit(b->m.rates.at[d->pay][d->get], &pay, &get);
    WRITE(b, V_CONTRACT, T_KEY(K_PAY), T_AMOUNT(d->times * pay), T_CURRENCY(d->pay), T_KEY(K_FOR),
          T_AMOUNT(d->times * get), T_CURRENCY(d->get));
}

/* Anything but resolving: money in what is owed first, then whatever takes the turn. False: there
 * is nothing else to do. */
static bool play_for_time(struct bot *b)
{
    const struct mind *m = &b->m;
    int sale = -1, stake = -1;
    for (int c = 0; c < CURRENCIES; c++) {
        int owed = forex_debt(m->t, m->seat, c);
        if (m->held[m->seat][c] > 0 && (sale < 0 || owed > m->cash[m->seat][c]))
            sale = c;
        if (weigh_may_own(m, c) && m->cash[m->seat][c] >= PRICE + owed)
            stake = c;
    }
    bool helps = sale >= 0 && forex_debt(m->t, m->seat, sale) > m->cash[m->seat][sale];
    if (!helps && forex_free_letters(m->t)) {
        int pay = m->strongest == GBP ? EUR : GBP;
        write_contract(b, &(struct deal){.pay = pay, .get = m->strongest, .times = 1});
    } else if (!helps && stake >= 0) {
        WRITE(b, V_INVEST, T_CURRENCY(stake));
    } else if (sale >= 0) {
        WRITE(b, V_DIVEST, T_CURRENCY(sale), T_KEY(K_ALL));
    } else {
        return false;
    }
    return true;
}

static void on_turn(struct bot *b)
{
    const struct mind *m = &b->m;
    struct deal deal = {.gain = -NEVER};
    int invest[2], divest = -1;
    if (!table_get(m->t, T_SPOT, 0) && take_quote(b))
        return;
    if (get_out_of_debt(b))
        return;
    int by_invest = weigh_invest(m, invest), by_resolve = weigh_resolve(m);
    if (invest[1] < 0 && !table_get(m->t, T_SPOT, 0) && propose(b))
        return;
    int by_contract = by_invest > 0 ? -NEVER : weigh_contract(m, &deal);
    int by_divest = by_invest > 0 ? -NEVER : weigh_divest(m, &divest);
    if (by_invest > by_resolve && by_invest >= by_contract && by_invest >= by_divest) {
        if (invest[1] >= 0)
            WRITE(b, V_INVEST, T_CURRENCY(invest[0]), T_CURRENCY(invest[1]));
        else
            WRITE(b, V_INVEST, T_CURRENCY(invest[0]));
    } else if (by_contract > by_resolve && by_contract >= by_divest) {
        write_contract(b, &deal);
    } else if (by_divest > by_resolve && divest >= 0) {
        WRITE(b, V_DIVEST, T_CURRENCY(divest), T_KEY(K_ALL));
    } else if (by_resolve > -NEVER || !play_for_time(b)) {
        write_resolve(b);
    }
}

static void on_offer(struct bot *b)
{
    const struct mind *m = &b->m;
    const struct piece *p = table_piece(m->t, forex_offer(m->t));
    struct trade t = {
        .seat = forex_turn(m->t), .give = p->mark[MARK_GIVE], .get = p->mark[MARK_FOR]};
    forex_unit(m->rates.at[t.give][t.get], &t.give_sum, &t.get_sum);
    bool good = m->cash[t.seat][t.give] >= t.give_sum && weigh_trade(m, m->seat, &b->mine, &t) >= 0;
    WRITE(b, good ? V_ACCEPT : V_DECLINE, T_NUM(p->mark[MARK_NUMBER]));
}

/* Certificates bring more than they are sold for, unless the currency pays no dividends. */
static void on_sale(struct bot *b)
{
    const struct mind *m = &b->m;
    int c = forex_sale(m->t);
    if (m->held[m->seat][c] > 0 && m->left[c] < PRICE && m->lead[c] <= 0)
        WRITE(b, V_SELL, T_NUM(m->held[m->seat][c]));
    else
        write_order(b, V_PASS, NULL, 0);
}

/* The one that puts this seat furthest ahead of the best of the others. */
static int best_end(const struct mind *m, unsigned tied)
{
    int best = -1;
    int64_t most = 0;
    for (int c = 0; c < CURRENCIES; c++) {
        int64_t mine = forex_money(m->t, m->seat, c), others = 0;
        if (!(tied >> c & 1))
            continue;
        for (int seat = 1; seat <= m->seats; seat++) {
            int64_t money = seat == m->seat ? 0 : forex_money(m->t, seat, c);
            others = money > others ? money : others;
        }
        if (best < 0 || mine - others > most) {
            most = mine - others;
            best = c;
        }
    }
    return best;
}

void forex_suggest(const struct view *view, const struct engine *engine, const int64_t *options,
                   int variant, struct arena *arena, struct suggestion *out)
{
    struct await v[AWAITS_MAX];
    struct bot b;
    bool awaited = false;
    (void)variant;
    out->n = 0;
    int n = view->seat < 1 ? 0 : engine->def->awaits(view->table, options, v);
    for (int i = 0; i < n; i++)
        awaited = awaited || v[i].seat == view->seat;
    if (!awaited)
        return;
    b.engine = engine;
    b.arena = arena;
    b.out = out;
    forex_mind_read(&b.m, view->table, view->seat);
    memcpy(b.mine.spare, b.m.spare, sizeof b.mine.spare);
    weigh_purse(&b.m, view->seat, &b.mine);
    unsigned tied = forex_tied(view->table);
    switch (forex_phase(view->table)) {
    case PHASE_TURN:
        on_turn(&b);
        break;
    case PHASE_OFFER:
        on_offer(&b);
        break;
    case PHASE_SALES:
        on_sale(&b);
        break;
    case PHASE_CHOOSE:
        WRITE(&b, V_CHOOSE, T_CURRENCY(weigh_rise(&b.m, tied)));
        break;
    default:
        WRITE(&b, V_CHOOSE, T_CURRENCY(best_end(&b.m, tied)));
    }
}
