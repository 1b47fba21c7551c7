#include "engines/boss/suggest.h"

/* Bots see what their seat sees. Everything is worth what it brings in money now: a deal its income
 * less what others will ask, a card a little. */

enum {
    BOUGHT = 11,   /* tenths of a share another's investor costs, as a guess */
    OWN_CLAN = 3,  /* tenths of a share a clan card of one's own is worth keeping */
    WORTH_IT = 14, /* tenths of a share a deal must leave to be tried */
    CARDS_WANTED = 6,
    DISCOURAGED = 3, /* negotiations that failed in a row */
};

void boss_write(struct mind *m, int verb, const struct term *terms, int n)
{
    insist(m->out->n < ORDERS_SUGGESTED);
    m->out->orders[m->out->n++] = order_make(m->arena, m->grammar, verb, terms, n);
}

/* --- what deals are worth ---------------------------------------------------------------- */

/* Tenths for a family this seat does not have: a price that stands, else a guess; -1: nobody has it
 * in the open. */
static int price_of(const struct mind *m, unsigned family, int value, bool asks)
{
    int best = -1;
    if (m->alone)
        return -1;
    for (int s = 1; s <= m->seats; s++)
        if (s != m->seat && m->d.brings[s] >> family & 1)
            best = BOUGHT * value;
    for (int i = 0; asks && i < m->d.nterms; i++) {
        const struct term_row *r = &m->d.terms[i];
        if (r->families == 1u << family && r->seat != m->seat && r->flags & TERM_ASK &&
            (r->flags & TERM_ANY_BOSS || m->d.boss == m->seat) &&
            (best < 0 || r->amount * 10 < best))
            best = r->amount * 10;
    }
    return best;
}

int boss_gain(const struct mind *m, const struct space *needs, int value, bool asks)
{
    unsigned mine = m->d.brings[m->seat] | m->held, clans = m->held & ~m->d.brings[m->seat];
    int gain = 10 * needs->shares * value, left = needs->pick;
    int triples = m->hand.n[CARD_RECRUIT] / RECRUIT_CARDS;
    int prices[FAMILIES], n = 0;
    for (FAMILY_EACH(f, needs->required & ~mine)) {
        int price = price_of(m, f, value, asks);
        if (price < 0 && !(triples-- > 0 && m->d.investors[0] >> f & 1))
            return 0;
        gain -= price > 0 ? price : 0;
    }
    gain -= OWN_CLAN * value * __builtin_popcount(needs->required & clans);
    for (FAMILY_EACH(f, needs->optional)) {
        int price = !(mine >> f & 1) ? price_of(m, f, value, asks)
                    : clans >> f & 1 ? OWN_CLAN * value
                                     : 0;
        if (price < 0)
            continue;
        int at = n++;
        for (; at > 0 && prices[at - 1] > price; at--)
            prices[at] = prices[at - 1];
        prices[at] = price;
    }
    for (int i = 0; i < n && left > 0; i++, left--)
        gain -= prices[i];
    return left > 0 || gain < 0 ? 0 : gain;
}

static bool worth_it(const struct mind *m, int space)
{
    int value = m->b->tile[m->d.tile].value;
    int cards = table_count(m->t, P_HAND, m->seat);
    int want = WORTH_IT + (cards < CARDS_WANTED ? 3 * (CARDS_WANTED - cards) : 0);
    return boss_gain(m, &m->b->space[space], value, false) >= want * value;
}

/* --- turns ------------------------------------------------------------------------------- */

static bool may_deal(const struct mind *m)
{
    return boss_may_deal(m->t, m->options, m->seat);
}

/* The space the beginner likes least. */
static void suggest_place(struct mind *m)
{
    struct mind other = *m;
    int best = 1, least = INT32_MAX;
    other.seat = tally(m->t, T_TURN);
    other.held = 0;
    other.hand = (struct hand){0};
    for (int space = 1; space <= SPACES; space++) {
        int gain = boss_gain(&other, &m->b->space[space], m->d.value, false) -
                   boss_gain(m, &m->b->space[space], m->d.value, false);
        if (gain < least) {
            least = gain;
            best = space;
        }
    }
    WRITE(m, V_PLACE, T_NUM(best));
}

/* ROLL, then DEAL IF SPACE … ELSE DRAW. */
static void suggest_roll(struct mind *m)
{
    struct term terms[SPACES + 4];
    unsigned covered = boss_covered(m->t);
    int n = 0, spaces = 0, space = m->d.space;
    bool must = boss_must_deal(m->t, m->options, m->seat);
    WRITE(m, V_ROLL);
    if (must) {
        WRITE(m, V_DEAL);
        return;
    }
    terms[n++] = T_KEY(K_IF);
    terms[n++] = T_KEY(K_SPACE);
    for (int step = 0; step < 6 && may_deal(m); step++) {
        space = boss_space_after(m->t, space, 1);
        bool twice = false;
        for (int i = 2; i < n; i++)
            twice = twice || terms[i].value == space;
        if (!twice && !(covered >> space & 1) && worth_it(m, space)) {
            terms[n++] = T_NUM(space);
            spaces++;
        }
    }
    if (!spaces) {
        WRITE(m, V_DRAW);
        return;
    }
    terms[n++] = T_KEY(K_ELSE);
    terms[n++] = T_KEY(K_DRAW);
    boss_write(m, V_DEAL, terms, n);
}

static void suggest_turn(struct mind *m, bool rolled)
{
    bool must = boss_must_deal(m->t, m->options, m->seat);
    if (may_deal(m) && worth_it(m, m->d.space))
        WRITE(m, V_DEAL);
    else if (!rolled)
        suggest_roll(m);
    else if (must)
        WRITE(m, V_DEAL);
    else
        WRITE(m, V_DRAW);
}

/* --- too many cards ---------------------------------------------------------------------- */

/* The least useful first; recruitment cards are kept in threes. */
static void write_discard(struct mind *m, int over)
{
    static const uint8_t order[] = {
        CARD_TRAVEL,     CARD_TRAVEL + 1, CARD_TRAVEL + 2, CARD_TRAVEL + 3, CARD_TRAVEL + 4,
        CARD_TRAVEL + 5, CARD_CLAN,       CARD_CLAN + 1,   CARD_CLAN + 2,   CARD_CLAN + 3,
        CARD_CLAN + 4,   CARD_CLAN + 5,   CARD_JOKER,      CARD_STOP,       CARD_BOSS};
    struct term terms[ORDER_TERMS];
    int n = 0, recruits = m->hand.n[CARD_RECRUIT], away = recruits < over ? recruits : over;
    if (away) {
        terms[n++] = T_NUM(away);
        terms[n++] = T_KEY(K_RECRUIT);
        over -= away;
    }
    for (size_t i = 0; i < sizeof order && over > 0; i++) {
        int card = order[i], k = m->hand.n[card] < over ? m->hand.n[card] : over;
        if (k == 0)
            continue;
        terms[n++] = T_NUM(k);
        terms[n++] = T_KEY(card >= CARD_BOSS     ? card == CARD_BOSS ? K_BOSS : K_STOP
                           : card == CARD_JOKER  ? K_JOKER
                           : card >= CARD_TRAVEL ? K_TRAVEL
                                                 : K_CLAN);
        if (card < CARD_JOKER)
            terms[n++] = T_OF(W_INVESTOR, card % FAMILIES);
        over -= k;
    }
    boss_write(m, V_DISCARD, terms, n);
}

int boss_recruit_target(const struct mind *m, bool any)
{
    const struct deal *d = &m->d;
    bool talk = d->boss != 0;
    unsigned needed = talk ? d->needs.required | d->needs.optional : 0, pool = d->investors[0];
    int best = -1, score = any ? 0 : 9;
    if (m->hand.n[CARD_RECRUIT] < RECRUIT_CARDS)
        return -1;
    for (int s = 1; s <= d->seats && !d->investors[0]; s++)
        pool |= s != m->seat ? d->investors[s] : 0;
    for (FAMILY_EACH(f, pool)) {
        unsigned bit = 1u << f;
        int owner = 0, worth = 1;
        for (int s = 1; s <= d->seats; s++)
            owner = d->investors[s] & bit ? s : owner;
        if (needed & bit && !(d->away & bit) && !(d->brings[m->seat] & bit))
            worth += d->boss == m->seat ? 20 : d->brings[d->boss] & bit ? 4 : 10;
        if (d->needs.required & needed & bit)
            worth += 2;
        worth += owner ? 2 * __builtin_popcount(d->investors[owner]) : 3;
        if (worth > score) {
            score = worth;
            best = (int)f;
        }
    }
    return best;
}

void boss_write_recruit(struct mind *m, int family)
{
    for (int s = 1; s <= m->seats; s++)
        if (m->d.investors[s] >> family & 1) {
            WRITE(m, V_RECRUIT, T_OF(W_INVESTOR, family), T_KEY(K_FROM), T_SEAT(s));
            return;
        }
    WRITE(m, V_RECRUIT, T_OF(W_INVESTOR, family));
}

static void suggest_discard(struct mind *m)
{
    int target = boss_recruit_target(m, true);
    int over = table_count(m->t, P_HAND, m->seat) - boss_hand_limit(m->t, m->options);
    if (target >= 0)
        boss_write_recruit(m, target);
    else
        write_discard(m, over);
}

/* --- the letter -------------------------------------------------------------------------- */

static int asked_for(const struct mind *m)
{
    struct await v[AWAITS_MAX];
    int n = boss_awaits(m->t, m->options, v);
    for (int i = 0; i < n; i++)
        for (int what = AW_PLACE; v[i].seat == m->seat && what <= AW_BOSS; what++)
            if (v[i].what == boss_await_name((enum await_code)what))
                return what;
    return -1;
}

void boss_suggest(const struct view *view, const struct engine *engine, const int64_t *options,
                  int variant, struct arena *arena, struct suggestion *out)
{
    struct mind m;
    (void)variant;
    out->n = 0;
    m.b = boss_of(engine);
    m.grammar = engine->grammar;
    m.t = view->table;
    m.options = options;
    m.seat = view->seat;
    m.seats = table_seats(view->table);
    m.arena = arena;
    m.out = out;
    int what = view->seat < 1 ? -1 : asked_for(&m);
    if (what < 0)
        return;
    m.held = 0;
    m.alone = (what == AW_TURN || what == AW_CHOOSE) && tally(m.t, T_FAILS) >= DISCOURAGED;
    boss_hand_free(m.t, m.seat, &m.hand);
    for (int f = 0; f < FAMILIES; f++)
        m.held |= m.hand.n[CARD_CLAN + f] ? 1u << f : 0;
    boss_deal_read(m.b, m.t, options, &m.d);
    if (what == AW_PLACE)
        suggest_place(&m);
    else if (what == AW_TURN || what == AW_CHOOSE)
        suggest_turn(&m, what == AW_CHOOSE);
    else if (what == AW_DISCARD)
        suggest_discard(&m);
    else if (what == AW_STOP)
        boss_suggest_window(&m);
    else if (what == AW_TALK)
        boss_suggest_talk(&m);
    else if (what == AW_BOSS)
        boss_suggest_boss(&m);
    else
        boss_suggest_call(&m, what == AW_LAST_CALL);
}
