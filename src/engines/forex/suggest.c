#include "engines/forex/suggest.h"
#include "engines/forex/final.h"
#include "engines/forex/orders.h"
#include "engines/forex/weigh.h"

/* Every action gets a score (weigh.h), and the best is written. A spot trade goes in a letter of
 * its own: what follows it depends on the answer. */

enum { SPOT_GAIN = 4 * 1024 }; /* an investment worth asking somebody for the money */

struct bot {
    struct mind m;
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

/* What taking a sum of one currency for a sum of another is worth; spending what is needed later is
 * worth nothing. */
static int trade_gain(const struct mind *m, int take, int take_sum, int give, int give_sum)
{
    if (m->spare[give] < give_sum)
        return -NEVER;
    return m->worth[take] * take_sum - m->worth[give] * give_sum;
}

static bool take_quote(struct bot *b)
{
    const struct mind *m = &b->m;
    for (int seat = 1; seat <= m->seats; seat++) {
        for (uint16_t id = table_first(m->t, P_QUOTE, seat); id; id = table_next(m->t, id)) {
            const struct piece *p = table_piece(m->t, id);
            int give = p->mark[MARK_GIVE], get = p->mark[MARK_FOR], give_sum, get_sum;
            forex_unit(m->rates.at[give][get], &give_sum, &get_sum);
            if (seat == m->seat || m->cash[seat][give] < give_sum ||
                trade_gain(m, give, give_sum, get, get_sum) <= 0)
                continue;
            WRITE(b, V_SPOT, T_KEY(K_TAKE), T_NUM(p->mark[MARK_NUMBER]));
            return true;
        }
    }
    return false;
}

/* Somebody who would gain by giving `want` for what this seat has to spare. */
static bool propose(struct bot *b, int want)
{
    const struct mind *m = &b->m;
    for (int give = 0; give < CURRENCIES; give++) {
        int give_sum, get_sum;
        if (give == want)
            continue;
        forex_unit(m->rates.at[give][want], &give_sum, &get_sum);
        if (m->spare[give] < give_sum || m->spare[want] + get_sum < PRICE ||
            m->worth[give] * give_sum < m->worth[want] * get_sum)
            continue;
        for (int k = 1; k < m->seats; k++) {
            int to = (m->seat - 1 + k) % m->seats + 1;
            if (m->cash[to][want] < get_sum)
                continue;
            WRITE(b, V_SPOT, T_KEY(K_GIVE), T_CURRENCY(give), T_KEY(K_TO), T_SEAT(to), T_KEY(K_FOR),
                  T_CURRENCY(want));
            return true;
        }
    }
    return false;
}

/* A certificate worth having for which only a little money is missing. */
static bool ask_for_money(struct bot *b)
{
    const struct mind *m = &b->m;
    if (table_get(m->t, T_OFFERS, 0))
        return false;
    for (int c = 0; c < CURRENCIES; c++)
        if (weigh_may_own(m, c) && m->spare[c] >= 0 && m->spare[c] < PRICE &&
            weigh_invest_one(m, c) > SPOT_GAIN && propose(b, c))
            return true;
    return false;
}

/* --- letters --------------------------------------------------------------------------------- */

static void write_resolve(struct bot *b)
{
    const struct mind *m = &b->m;
    int kind = table_piece(m->t, table_first(m->t, P_QUEUE, 0))->kind;
    if (kind != KIND_DIVIDEND) {
        WRITE(b, V_RESOLVE, T_OF(W_LETTER, kind));
    } else {
        unsigned all = (1u << CURRENCIES) - 1;
        int first = weigh_rise(m, all), second = weigh_rise(m, all & ~(1u << first));
        WRITE(b, V_RESOLVE, T_KEY(K_DIVIDEND), T_KEY(K_PREFER), T_CURRENCY(first),
              T_CURRENCY(second));
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
        int64_t owed = table_get(m->t, T_DEBT + c, m->seat);
        if (m->held[m->seat][c] && (sale < 0 || owed > m->cash[m->seat][c]))
            sale = c;
        if (weigh_may_own(m, c) && m->cash[m->seat][c] >= PRICE + owed)
            stake = c;
    }
    bool helps = sale >= 0 && table_get(m->t, T_DEBT + sale, m->seat) > m->cash[m->seat][sale];
    if (!helps && table_first(m->t, P_LETTERS, 0)) {
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
    int by_invest = weigh_invest(m, invest), by_resolve = weigh_resolve(m);
    if (invest[1] < 0 && !table_get(m->t, T_SPOT, 0) && ask_for_money(b))
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
    const struct piece *p = table_piece(m->t, table_first(m->t, P_OFFER, 0));
    int give = p->mark[MARK_GIVE], get = p->mark[MARK_FOR], give_sum, get_sum;
    forex_unit(m->rates.at[give][get], &give_sum, &get_sum);
    bool good = trade_gain(m, give, give_sum, get, get_sum) >= 0;
    WRITE(b, good ? V_ACCEPT : V_DECLINE, T_NUM(p->mark[MARK_NUMBER]));
}

/* Certificates bring more than they are sold for, unless the currency pays no dividends. */
static void on_sale(struct bot *b)
{
    const struct mind *m = &b->m;
    int c = (int)table_get(m->t, T_SALE, 0) - 1;
    if (m->left[c] < PRICE && m->lead[c] <= 0)
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
    unsigned tied = (unsigned)table_get(view->table, T_TIED, 0);
    switch (table_get(view->table, T_PHASE, 0)) {
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
