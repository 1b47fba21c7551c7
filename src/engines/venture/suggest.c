#include "engines/venture/suggest.h"
#include "engines/venture/orders.h"
#include "engines/venture/pay.h"
#include "engines/venture/plan.h"
#include "engines/venture/sets.h"

/* Deals are chosen one at a time, the best first, on a copy of the groups in mind; then a new
 * layout is considered; then the payment is named. What a deal is good for is measured in 1/64
 * million (plan.h) against its price. */

enum {
    PRICE = 17,       /* of a million paid, in 1/64 */
    PRICE_LAST = 27,  /* the same when cards in hand will count */
    RICH = 20,        /* millions in hand above which money is cheap: it should work */
    SPITE = 17,       /* share of an opponent's loss that is a gain, in 1/64 */
    PROXY_KEPT = 114, /* worth of a proxy not spent */
    LONG_GAME = 60,   /* turns after which every company in reach is taken, */
    LONG_A_SEAT = 5,  /* how many more for each seat, */
    PATIENCE = 2,     /* and rounds without a deal after which it is the same; */
    HURRY = 100 * 64, /* what taking one is worth then */
};

struct pile {
    uint8_t n, letters, industries;
    uint8_t top; /* company */
    int number;
};

struct mind {
    const struct venture *v;
    const struct table *t;
    const int64_t *options;
    int seat, seats;
    struct worths worths;
    int price;
    struct hand hand;
    int money, cost;
    int npiles, owned;
    struct pile piles[COMPANIES];
    uint64_t mine;   /* companies (bits) */
    uint64_t market; /* those not taken yet in mind */
    int reserve;
    bool hurry; /* the game has lasted long enough, or stands still */
    struct arena *arena;
    struct suggestion *out;
};

struct choice {
    int gain, company, pile; /* pile -1: alone */
    int proxy, cost;         /* proxy -1: from the market */
};

/* --- what there is ----------------------------------------------------------------------- */

static void learn_groups(struct mind *m, const struct groups *gs)
{
    m->npiles = gs->n;
    m->owned = gs->companies;
    for (int i = 0; i < gs->n; i++) {
        const struct group *g = &gs->v[i];
        m->piles[i] =
            (struct pile){g->n, g->letters, g->industries, (uint8_t)group_top(gs, g), g->number};
    }
    for (int k = 0; k < gs->companies; k++)
        m->mine |= (uint64_t)1 << gs->company[k];
}

static void learn(struct mind *m)
{
    for (uint16_t id = table_first(m->t, P_MARKET, 0); id;) {
        const struct piece *p = table_piece(m->t, id);
        if (kind_is_company(p->kind)) /* only force puts anything else there */
            m->market |= (uint64_t)1 << p->kind;
        id = p->next;
    }
    m->reserve = table_count(m->t, P_RESERVE, 0);
    venture_hand_read(m->t, m->seat, &m->hand);
    m->money = venture_hand_best(m->v, &m->hand);
    int left = m->reserve + __builtin_popcountll(m->market);
    venture_plan_worths(&m->worths, left, m->seats);
    m->hurry = table_get(m->t, T_NUMBER, 0) > LONG_GAME + LONG_A_SEAT * m->seats ||
               table_get(m->t, T_IDLE, 0) >= PATIENCE * m->seats;
    m->price = PRICE;
    if (m->money > RICH)
        m->price = PRICE * RICH / m->money;
    if (m->options[OPT_FINAL_HAND] != FINAL_NONE && left < 2 * m->seats)
        m->price += (PRICE_LAST - PRICE) * (2 * m->seats - left) / (2 * m->seats);
}

/* --- choosing deals ---------------------------------------------------------------------- */

static bool fits(const struct pile *p, const struct company *c)
{
    return !(p->industries >> c->industry & 1) && (p->letters & c->letters);
}

/* The best place for a company, and what having it there adds. */
static int best_pile(const struct mind *m, int company, int *gain)
{
    const struct company *c = &m->v->company[company];
    int best = -1;
    *gain = plan_worth(&m->worths, 1, c->letters);
    for (int i = 0; i < m->npiles; i++) {
        const struct pile *p = &m->piles[i];
        if (!fits(p, c))
            continue;
        int more = plan_worth(&m->worths, p->n + 1, p->letters & c->letters) -
                   plan_worth(&m->worths, p->n, p->letters);
        if (more > *gain) {
            *gain = more;
            best = i;
        }
    }
    return best;
}

/* Millions that a card nobody here has seen holds on the average, in 1/64. */
static int unseen_card(const struct mind *m)
{
    int face = 0, n = table_count(m->t, P_DECK, 0);
    struct hand seen = m->hand;
    for (uint16_t id = table_first(m->t, P_DISCARD, 0); id; id = table_next(m->t, id))
        seen.n[kind_card(table_piece(m->t, id)->kind)]++;
    for (int c = 0; c < CAPITALS; c++)
        face += (m->v->quantity[c] - seen.n[c]) * m->v->face[c];
    for (int seat = 1; seat <= m->seats; seat++)
        n += seat == m->seat ? 0 : table_count(m->t, P_HAND, seat);
    return n ? 64 * face / n : 0;
}

/* Whether the seat is ahead when the game ends now, as far as it can know. */
static bool would_win(const struct mind *m)
{
    bool hands = m->options[OPT_FINAL_HAND] != FINAL_NONE;
    int64_t mine = 0, others = 0, card = hands ? unseen_card(m) : 0;
    for (int seat = 1; seat <= m->seats; seat++) {
        struct groups gs;
        venture_groups_read(m->v, m->t, seat, &gs);
        int64_t sum = 64 * (table_get(m->t, T_SCORE, seat) + venture_groups_profit(&gs));
        if (seat != m->seat) {
            sum += card * table_count(m->t, P_HAND, seat);
            others = sum > others ? sum : others;
        } else {
            mine = sum + 64 * (hands ? venture_hand_face(m->v, &m->hand) : 0);
        }
    }
    return mine >= others;
}

/* Taking the last company ends the game: only for who is ahead, or when nothing else happens. */
static bool may_end(const struct mind *m)
{
    return m->hurry || would_win(m);
}

static void consider_market(const struct mind *m, struct choice *best)
{
    bool last = m->reserve == 0 && (m->market & (m->market - 1)) == 0;
    if (last && m->market && !may_end(m))
        return;
    for (uint64_t rest = m->market; rest; rest &= rest - 1) {
        int company = __builtin_ctzll(rest), cost = m->v->company[company].value, gain;
        if (m->cost + cost > m->money)
            continue;
        int pile = best_pile(m, company, &gain);
        gain -= m->price * cost;
        if (last || m->hurry)
            gain += HURRY;
        if (gain > best->gain)
            *best = (struct choice){gain, company, pile, -1, cost};
    }
}

/* What a group loses with its top. */
static int loss_of(const struct mind *m, const struct groups *gs, const struct group *g)
{
    unsigned below = ALL_LETTERS;
    for (int k = 0; k + 1 < g->n; k++)
        below &= m->v->company[gs->company[g->from + k]].letters;
    return group_legal(g) ? plan_worth(&m->worths, g->n, g->letters) -
                                (g->n > 1 ? plan_worth(&m->worths, g->n - 1, below) : 0)
                          : 0;
}

static void consider_fights(const struct mind *m, struct choice *best)
{
    if (m->hurry)
        return;
    if (!m->hand.n[CAPITALS] && !m->hand.n[CAPITALS + 1] && !m->hand.n[CAPITALS + 2])
        return;
    for (int seat = 1; seat <= m->seats; seat++) {
        struct groups gs;
        if (seat == m->seat)
            continue;
        venture_groups_read(m->v, m->t, seat, &gs);
        for (int i = 0; i < gs.n; i++) {
            int company = group_top(&gs, &gs.v[i]), gain;
            if (m->mine >> company & 1)
                continue; /* fought for already, in mind */
            int pile = best_pile(m, company, &gain);
            gain += loss_of(m, &gs, &gs.v[i]) * SPITE / 64 - PROXY_KEPT;
            for (int c = CAPITALS; c < PROFIT; c++) {
                int cost = m->v->company[company].value * m->v->halves[c - CAPITALS] / 2;
                if (m->hand.n[c] && m->cost + cost <= m->money &&
                    gain - m->price * cost > best->gain)
                    *best = (struct choice){gain - m->price * cost, company, pile, c, cost};
            }
        }
    }
}

/* --- writing orders ---------------------------------------------------------------------- */

static void write_order(struct mind *m, int verb, const struct term *terms, int n)
{
    insist(m->out->n < ORDERS_SUGGESTED);
    m->out->orders[m->out->n++] = order_make(m->arena, &venture_grammar, verb, terms, n);
}

static void write_deal(struct mind *m, const struct choice *c)
{
    struct term terms[6];
    int n = 0;
    if (c->proxy >= 0) {
        terms[n++] = T_OF(W_PROXY, c->proxy);
        terms[n++] = T_KEY(K_FOR);
    }
    terms[n++] = T_OF(W_COMPANY, c->company);
    if (c->pile < 0) {
        terms[n++] = T_KEY(K_NEW);
    } else {
        terms[n++] = T_KEY(K_ON);
        terms[n++] = T_OF(W_COMPANY, m->piles[c->pile].top);
    }
    write_order(m, c->proxy >= 0 ? V_FIGHT : V_TAKE, terms, n);
}

static void do_deal(struct mind *m, const struct choice *c)
{
    const struct company *company = &m->v->company[c->company];
    write_deal(m, c);
    m->mine |= (uint64_t)1 << c->company;
    m->market &= ~((uint64_t)1 << c->company);
    m->cost += c->cost;
    m->owned++;
    if (c->proxy >= 0)
        m->hand.n[c->proxy]--;
    struct pile *p = c->pile >= 0 ? &m->piles[c->pile] : &m->piles[m->npiles++];
    if (c->pile < 0)
        *p = (struct pile){.letters = ALL_LETTERS};
    p->n++;
    p->letters &= company->letters;
    p->industries |= (uint8_t)(1 << company->industry);
    p->top = (uint8_t)c->company;
}

static void write_layout(struct mind *m, const struct layout *layout)
{
    struct term terms[ORDER_TERMS];
    int n = 0, at = 0;
    if (layout->n * 3 - 1 + m->owned > ORDER_TERMS)
        return;
    for (int g = 0; g < layout->n; g++) {
        if (g)
            terms[n++] = T_SEP('/');
        terms[n++] = T_NUM(g + 1);
        terms[n++] = T_SEP(':');
        for (int k = 0; k < layout->size[g]; k++)
            terms[n++] = T_OF(W_COMPANY, layout->company[at++]);
    }
    write_order(m, V_REORGANIZE, terms, n);
    m->cost += m->owned;
}

static void write_payment(struct mind *m)
{
    struct term terms[CAPITALS + RESOURCES];
    struct hand paid;
    int n = 0;
    insist(venture_pay_best(m->v, &m->hand, m->cost, &paid));
    for (int c = 0; c < CAPITALS; c++)
        for (int i = 0; i < paid.n[c]; i++)
            terms[n++] = T_OF(W_CARD, c);
    write_order(m, V_PAY, terms, n);
}

/* --- the letter -------------------------------------------------------------------------- */

static void consider_layout(struct mind *m)
{
    struct layout layout;
    int now = 0;
    if (m->owned < 4 || m->cost + m->owned > m->money)
        return;
    venture_plan_layout(m->v, &m->worths, m->mine, &layout);
    for (int i = 0; i < m->npiles; i++)
        now += plan_worth(&m->worths, m->piles[i].n, m->piles[i].letters);
    if (layout.worth - now > m->price * m->owned)
        write_layout(m, &layout);
}

static void write_discard(struct mind *m)
{
    int card = venture_hand_least(m->v, &m->hand);
    if (card < 0) {
        write_order(m, V_PASS, NULL, 0);
        return;
    }
    struct term term = T_OF(card < CAPITALS ? W_CARD : W_PROXY, card);
    write_order(m, V_DISCARD, &term, 1);
}

/* A group that may not be: lay everything out anew when there is money for it, else submit. */
static void heal(struct mind *m)
{
    struct layout layout;
    if (m->owned <= m->money) {
        venture_plan_layout(m->v, &m->worths, m->mine, &layout);
        write_layout(m, &layout);
    }
    if (m->out->n)
        write_payment(m);
    else
        write_order(m, V_PASS, NULL, 0);
}

void venture_suggest(const struct view *view, const struct engine *engine, const int64_t *options,
                     int variant, struct arena *arena, struct suggestion *out)
{
    (void)variant;
    struct groups gs;
    struct mind m = {.v = venture_of(engine),
                     .t = view->table,
                     .options = options,
                     .seat = view->seat,
                     .seats = table_seats(view->table),
                     .arena = arena,
                     .out = out};
    out->n = 0;
    if (view->seat < 1 || table_get(m.t, T_PHASE, 0) != PHASE_ORDERS ||
        table_get(m.t, T_TURN, 0) != view->seat)
        return;
    venture_groups_read(m.v, m.t, m.seat, &gs);
    learn(&m);
    learn_groups(&m, &gs);
    if (!venture_groups_legal(&gs)) {
        heal(&m);
        return;
    }
    for (;;) {
        struct choice best = {.gain = 0};
        consider_market(&m, &best);
        consider_fights(&m, &best);
        if (best.gain <= 0)
            break;
        do_deal(&m, &best);
    }
    consider_layout(&m);
    if (m.out->n)
        write_payment(&m);
    else
        write_discard(&m);
}
