#include "engines/boss/suggest.h"

/* What bots say in the talks. A price falls by a million at a time and never below a floor, an
 * offer is made once, cards are spent: so talks end. */

enum { FLOOR = 6, SCARCE = 16, WANTED = 13, RIVALLED = 10, PLENTY = 8, OFFERED = 8 };

/* --- prices ------------------------------------------------------------------------------ */

static int rivals(const struct mind *m, unsigned family)
{
    int n = 0;
    for (int s = 1; s <= m->seats; s++)
        n += s != m->seat && m->d.brings[s] >> family & 1;
    return n;
}

/* Tenths of a share for a family: in proportion to how hard it is to find elsewhere. */
static int tenths(const struct mind *m, unsigned family)
{
    const struct space *needs = &m->d.needs;
    int n = rivals(m, family);
    if (needs->required >> family & 1)
        return n == 0 ? SCARCE : n == 1 ? RIVALLED : PLENTY;
    unsigned others = 0;
    for (int s = 1; s <= m->seats; s++)
        others |= s != m->seat ? m->d.brings[s] : 0;
    int spare = __builtin_popcount(needs->optional & others & ~(1u << family)) - needs->pick;
    return spare < 0 ? WANTED : spare == 0 ? RIVALLED : PLENTY;
}

static int in_million(int tenths_of_share, int value)
{
    int amount = (tenths_of_share * value + 5) / 10;
    return amount ? amount : 1;
}

/* The lowest price somebody else asks for this family alone; -1: none. */
static int lowest_other(const struct mind *m, unsigned family)
{
    int lowest = -1;
    for (int i = 0; i < m->d.nterms; i++) {
        const struct term_row *r = &m->d.terms[i];
        if (r->seat != m->seat && r->families == 1u << family && r->flags & TERM_ASK &&
            (lowest < 0 || r->amount < lowest))
            lowest = r->amount;
    }
    return lowest;
}

static const struct term_row *own_ask(const struct mind *m, unsigned family)
{
    for (int i = 0; i < m->d.nterms; i++)
        if (m->d.terms[i].seat == m->seat && m->d.terms[i].flags & TERM_ASK &&
            m->d.terms[i].families == 1u << family)
            return &m->d.terms[i];
    return NULL;
}

/* --- a seat that is not the Boss --------------------------------------------------------- */

static bool payable(const struct mind *m, int seat)
{
    bool played = !m->options[OPT_PAYEES] || tally(m->t, T_PLAYED) >> seat & 1;
    return played && !boss_gone(m->t, seat);
}

/* An offer for it was agreed. */
static bool is_paid(const struct mind *m, unsigned family)
{
    const struct term_row any = {.seat = m->seat, .families = 1u << family};
    return boss_deal_paid(&m->d, &any);
}

/* Asks, or lowers what it asked; shows the clan card it takes. */
static void offer_family(struct mind *m, unsigned family, bool *shown)
{
    bool open = m->d.brings[m->seat] >> family & 1;
    const struct term_row *mine = own_ask(m, family);
    int floor = in_million(FLOOR, m->d.value), lowest = lowest_other(m, family);
    int amount = mine ? mine->amount : in_million(tenths(m, family), m->d.value);
    if ((mine && mine->flags & TERM_AGREED) || is_paid(m, family))
        return;
    if (lowest >= 0 && amount >= lowest)
        amount = lowest - 1;
    if (amount < floor || (mine && amount >= mine->amount))
        return;
    if (!open && rivals(m, family) && lowest >= 0 && lowest - 1 < in_million(PLENTY, m->d.value))
        return; /* not for so little */
    if (!open && m->d.brings[m->d.boss] >> family & 1)
        return;
    if (!open) {
        WRITE(m, V_SHOW, T_OF(W_INVESTOR, (int)family));
        *shown = true;
    }
    if (!payable(m, m->seat) && !*shown)
        return;
    WRITE(m, V_ASK, T_NUM(amount), T_KEY(K_FOR), T_OF(W_INVESTOR, (int)family), T_KEY(K_ANY),
          T_KEY(K_BOSS));
}

/* Offers that are good enough for what they are for. */
static void take_offers(struct mind *m)
{
    unsigned needed = m->d.needs.required | m->d.needs.optional;
    for (int i = 0; i < m->d.nterms; i++) {
        const struct term_row *r = &m->d.terms[i];
        unsigned lacking = r->families & ~m->d.brings[m->seat];
        int want = 0;
        if (r->seat != m->seat || !(r->flags & TERM_OFFER) || r->flags & TERM_AGREED ||
            boss_deal_paid(&m->d, r) || lacking & ~(m->held & needed) || (lacking && __builtin_popcount(lacking) > 1))
            continue;
        for (FAMILY_EACH(f, r->families))
            want += in_million(tenths(m, f) * 7 / 10, m->d.value);
        if (r->amount < want)
            continue;
        if (lacking)
            WRITE(m, V_SHOW, T_OF(W_INVESTOR, __builtin_ctz(lacking)));
        WRITE(m, V_AGREE, T_NUM(r->number));
        for (FAMILY_EACH(f, r->families)) { /* not paid twice for it */
            const struct term_row *mine = own_ask(m, f);
            if (mine && !(mine->flags & TERM_AGREED))
                WRITE(m, V_WITHDRAW, T_NUM(mine->number));
        }
        return;
    }
}

void boss_suggest_talk(struct mind *m)
{
    const struct deal *d = &m->d;
    unsigned needed = d->needs.required | d->needs.optional, lacking = needed & ~d->brings[d->boss];
    bool shown = false;
    take_offers(m);
    if (!m->out->n)
        for (FAMILY_EACH(f, lacking & (d->brings[m->seat] | m->held)))
            offer_family(m, f, &shown);
    int target = m->out->n ? -1 : boss_recruit_target(m, table_count(m->t, P_HAND, m->seat) > 9);
    if (target >= 0)
        boss_write_recruit(m, target);
    else if (!m->out->n)
        WRITE(m, V_PASS);
}

/* --- the Boss ---------------------------------------------------------------------------- */

/* Shows own clan cards for what is lacking, when they are cheaper than what is asked. */
static void show_own(struct mind *m)
{
    struct deal *d = &m->d;
    int optional;
    unsigned required = boss_deal_lacks(d, boss_deal_agreed(d), &optional),
             show = required & m->held;
    for (FAMILY_EACH(f, d->needs.optional & m->held & ~boss_deal_agreed(d)))
        if (optional > 0) {
            show |= 1u << f;
            optional--;
        }
    for (FAMILY_EACH(f, show)) {
        WRITE(m, V_SHOW, T_OF(W_INVESTOR, (int)f));
        d->shown[m->seat][f]++;
        d->clans[m->seat] |= 1u << f;
        d->brings[m->seat] |= 1u << f;
    }
}

static bool has_term(const struct mind *m, int seat, unsigned families, unsigned sort)
{
    for (int i = 0; i < m->d.nterms; i++)
        if (m->d.terms[i].seat == seat && m->d.terms[i].families & families &&
            m->d.terms[i].flags & sort)
            return true;
    return false;
}

static int purse(const struct mind *m)
{
    return m->d.income + (int)boss_cash(m->t, m->seat) - boss_deal_promised(&m->d) -
           boss_deal_offered(&m->d);
}

/* One offer to each owner of what is lacking, if none was made; true when there was one to make. */
static bool offer_for(struct mind *m, unsigned families)
{
    int amount = in_million(OFFERED, m->d.value), left = purse(m);
    bool made = false;
    for (FAMILY_EACH(f, families))
        for (int s = 1; s <= m->seats; s++) {
            if (s == m->seat || !(m->d.brings[s] >> f & 1) || !payable(m, s) || left < amount ||
                has_term(m, s, 1u << f, TERM_ASK | TERM_OFFER) || m->out->n > ORDERS_SUGGESTED - 6)
                continue;
            WRITE(m, V_OFFER, T_NUM(amount), T_KEY(K_TO), T_SEAT(s), T_KEY(K_FOR),
                  T_OF(W_INVESTOR, (int)f));
            left -= amount;
            made = true;
        }
    return made;
}

/* A lower offer to who asks most, once. */
static bool bargain(struct mind *m, const struct choice *choice)
{
    const struct term_row *most = NULL;
    for (int i = 0; i < choice->nterms; i++) {
        const struct term_row *r = &m->d.terms[choice->terms[i]];
        if (!most || r->amount > most->amount)
            most = r;
    }
    int amount = most ? most->amount * 3 / 4 : 0;
    if (!most || most->amount <= m->d.value || amount < 1 || purse(m) < amount ||
        has_term(m, most->seat, most->families, TERM_OFFER) || !most->families ||
        !payable(m, most->seat))
        return false;
    struct term terms[4 + 2 * FAMILIES] = {T_NUM(amount), T_KEY(K_TO), T_SEAT(most->seat),
                                           T_KEY(K_FOR)};
    int n = 4;
    for (FAMILY_EACH(f, most->families)) {
        if (n > 4)
            terms[n++] = T_KEY(K_AND);
        terms[n++] = T_OF(W_INVESTOR, (int)f);
    }
    boss_write(m, V_OFFER, terms, n);
    return true;
}

/* CLOSE; offers still open are taken back when they would be too much, agreements when friendly
 * rules demand a closing that was promised away. */
static void close_deal(struct mind *m, int cost)
{
    struct term terms[ORDER_TERMS];
    bool all = purse(m) + boss_deal_offered(&m->d) < cost;
    int n = 0;
    for (int i = 0; i < m->d.nterms && purse(m) < cost && n < ORDER_TERMS; i++) {
        const struct term_row *r = &m->d.terms[i];
        bool offer = r->flags & TERM_OFFER, agreed = r->flags & TERM_AGREED;
        if ((offer && !agreed) || (all && (agreed || offer)))
            terms[n++] = T_NUM(r->number);
    }
    if (n)
        boss_write(m, V_WITHDRAW, terms, n);
    WRITE(m, V_CLOSE);
}

void boss_suggest_boss(struct mind *m)
{
    struct deal *d = &m->d;
    struct choice choice;
    int optional;
    bool wait = !boss_all_heard(m->t);
    show_own(m);
    bool met = boss_deal_cheapest(d, &choice);
    int keeps = d->income - boss_deal_promised(d) - choice.cost;
    int target = met && choice.cost == 0 ? -1 : boss_recruit_target(m, false);
    if (met && (choice.cost == 0 || (!wait && choice.cost <= d->value)) && keeps > 0) {
        close_deal(m, choice.cost);
    } else if (target >= 0 && !(d->brings[m->seat] >> target & 1)) {
        boss_write_recruit(m, target);
    } else if (wait) {
        WRITE(m, V_PASS);
    } else if (met && keeps < d->income / 2 && !d->friendly && bargain(m, &choice)) {
        return; /* and waits when he is asked again */
    } else if (met && (keeps > 0 || boss_deal_possible(d))) {
        close_deal(m, choice.cost);
    } else if (boss_deal_possible(d)) {
        close_deal(m, d->income);
    } else {
        unsigned lacking = boss_deal_lacks(d, boss_deal_agreed(d), &optional);
        if (optional)
            lacking |= d->needs.optional & ~boss_deal_agreed(d);
        if (met || !offer_for(m, lacking))
            WRITE(m, V_FAIL);
    }
}
