#include "engines/forex/suggest.h"
#include "engines/forex/final.h"
#include "engines/forex/mind.h"
#include "engines/forex/orders.h"

/* Every action gets a score, in worth (mind.h), and the best is written. Certificates are bought
 * and contracts made only with money that nothing in the queue will need, so a bot that has never
 * been left short never fails to pay. */

enum {
    TEMPO = 100,          /* for bringing the game forward */
    NEVER = 1 << 28,      /* bankruptcy, or a loan */
    LOSS = 1 << 20,       /* a contract that cannot be paid */
    HARM = 500,           /* somebody else's default */
    DRIFT = 256,          /* a contract's gain is its size times the drift over this */
    BOTHER = 512,         /* … less this: small ones are not worth a turn */
    TREND_HELD = 5,       /* drift for each certificate in players' hands */
    TREND_MOST = 16,      /* … for having most of them: each dividend will strengthen it */
    TREND_EIGHT = 30,     /* … against a currency that stands on an 8 */
    CONTRACTS_MOST = 2,   /* open at a time */
    SPOT_GAIN = 4 * 1024, /* an investment worth asking somebody for the money */
};

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

/* --- certificates ---------------------------------------------------------------------------- */

static int invest_gain(const struct mind *m, int c)
{
    return m->worth[c] * (m->left[c] - PRICE) +
           m->rise[c] * (m->lead[c] + m->left[c] - PRICE);
}

static bool may_own(const struct mind *m, int c)
{
    return m->held[m->seat][c] < HELD_MOST && m->held[0][c] > 0;
}

/* The two best that can be paid; the gain of what is worth it. */
static int best_invest(const struct mind *m, int best[2])
{
    int gain[2] = {-NEVER, -NEVER};
    best[0] = best[1] = -1;
    for (int c = 0; c < CURRENCIES; c++) {
        if (!may_own(m, c) || m->spare[c] < PRICE)
            continue;
        int g = invest_gain(m, c);
        if (g > gain[0]) {
            gain[1] = gain[0], best[1] = best[0];
            gain[0] = g, best[0] = c;
        } else if (g > gain[1]) {
            gain[1] = g, best[1] = c;
        }
    }
    if (gain[1] <= 0)
        best[1] = -1;
    return best[1] >= 0 ? gain[0] + gain[1] : gain[0];
}

static int best_divest(const struct mind *m, int *best)
{
    int most = -NEVER;
    *best = -1;
    for (int c = 0; c < CURRENCIES; c++) {
        int n = m->held[m->seat][c];
        if (!n)
            continue;
        int lead = m->lead[c] + n * (PRICE - m->left[c]);
        int gain = n * m->worth[c] * (PRICE - m->left[c]) - m->rise[c] * n * lead;
        if (gain > most) {
            most = gain;
            *best = c;
        }
    }
    return most;
}

/* --- contracts ------------------------------------------------------------------------------- */

struct deal {
    int pay, get, times, gain;
};

static int open_contracts(const struct mind *m)
{
    int n = 0;
    for (uint16_t id = table_first(m->t, P_QUEUE, 0); id; id = table_next(m->t, id))
        n += table_piece(m->t, id)->slot == m->seat;
    return n;
}

static void read_trends(const struct mind *m, int trend[CURRENCIES])
{
    int most = 0;
    for (int c = 0; c < CURRENCIES; c++)
        most = m->all[c] > most ? m->all[c] : most;
    for (int c = 0; c < CURRENCIES; c++) {
        trend[c] = TREND_HELD * m->all[c] + (m->all[c] == most ? TREND_MOST * (CARDS - m->card) : 0);
        for (int d = 0; d < CURRENCIES; d++)
            trend[c] -= m->rates.at[c][d] == -BOXES ? TREND_EIGHT : 0;
    }
}

/* Pays what falls for what rises, as much as is there to be paid. */
static int best_contract(const struct mind *m, struct deal *best)
{
    int trend[CURRENCIES];
    best->gain = -NEVER;
    if (!table_first(m->t, P_LETTERS, 0) || open_contracts(m) >= CONTRACTS_MOST)
        return -NEVER;
    read_trends(m, trend);
    for (int p = 0; p < CURRENCIES; p++) {
        int purse = m->after[p] < m->spare[p] ? m->after[p] : m->spare[p];
        if (purse < UNIT)
            continue;
        for (int g = 0; g < CURRENCIES; g++) {
            int pay, get;
            if (g == p)
                continue;
            forex_unit(m->rates.at[p][g], &pay, &get);
            int times = purse / pay < CONTRACT_MOST ? purse / pay : CONTRACT_MOST;
            int worth = times * pay * m->worth[p];
            int gain = worth / DRIFT * (trend[g] - trend[p]) +
                       (times * get * m->worth[g] - worth) / 4 - BOTHER;
            if (times && gain > best->gain)
                *best = (struct deal){p, g, times, gain};
        }
    }
    return best->gain;
}

/* --- resolving ------------------------------------------------------------------------------- */

static bool loan_payable(const struct mind *m, int seat)
{
    for (int c = 0; c < CURRENCIES; c++)
        if (m->cash[seat][c] < table_get(m->t, T_DEBT + c, seat))
            return false;
    return true;
}

static bool leads_now(const struct mind *m)
{
    struct standing v[SEATS_MAX];
    forex_standings(m->t, v);
    return v[m->seat - 1].rank == 1;
}

static int dividend_score(const struct mind *m)
{
    int each = forex_card_pays[m->card], score = TEMPO;
    if (m->card == CARDS - 1 && m->short_of_cash)
        return -NEVER;
    for (int c = 0; c < CURRENCIES; c++)
        score += m->card == CARDS - 1 /* it ends the game */
                     ? m->worth[c] * m->lead[c]
                     : m->worth[c] * each * (m->held[m->seat][c] * m->seats - m->all[c]) /
                           (2 * m->seats);
    return score;
}

static int resolve_score(const struct mind *m)
{
    struct due e;
    forex_entry(m->t, table_first(m->t, P_QUEUE, 0), &e);
    if (e.letter == KIND_DIVIDEND)
        return dividend_score(m);
    if (e.loan && loan_payable(m, e.owner))
        return TEMPO;
    if (e.loan && e.owner == m->seat)
        return -NEVER;
    if (e.loan)
        return leads_now(m) ? LOSS : -NEVER;
    if (m->cash[e.owner][e.pay_currency] >= e.pay)
        return TEMPO;
    return e.owner == m->seat ? -LOSS : HARM;
}

/* The currency that gains this seat most by being strengthened. */
static int best_rise(const struct mind *m, unsigned among)
{
    int best = -1, most = 0;
    for (int c = 0; c < CURRENCIES; c++) {
        int gain = m->rise[c] * m->lead[c];
        if ((among >> c & 1) && (best < 0 || gain > most)) {
            best = c;
            most = gain;
        }
    }
    return best;
}

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
        if (may_own(m, c) && m->spare[c] >= 0 && m->spare[c] < PRICE &&
            invest_gain(m, c) > SPOT_GAIN && propose(b, c))
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
        int first = best_rise(m, all), second = best_rise(m, all & ~(1u << first));
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
        if (may_own(m, c) && m->cash[m->seat][c] >= PRICE + owed)
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
    int by_invest = best_invest(m, invest), by_resolve = resolve_score(m);
    if (invest[1] < 0 && !table_get(m->t, T_SPOT, 0) && ask_for_money(b))
        return;
    int by_contract = by_invest > 0 ? -NEVER : best_contract(m, &deal);
    int by_divest = by_invest > 0 ? -NEVER : best_divest(m, &divest);
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
        WRITE(&b, V_CHOOSE, T_CURRENCY(best_rise(&b.m, tied)));
        break;
    default:
        WRITE(&b, V_CHOOSE, T_CURRENCY(best_end(&b.m, tied)));
    }
}
