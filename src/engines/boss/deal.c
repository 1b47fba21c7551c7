#include "engines/boss/deal.h"

/* A family is one bit; what a set of bits lacks is found by counting. The cheapest closing is a
 * walk over the 64 sets of families: each price is tried on top of the best way to reach each set.
 */

/* --- reading ----------------------------------------------------------------------------- */

void boss_deal_cast(const struct boss *b, const struct table *t, const int64_t *options,
                    struct deal *d)
{
    d->seats = table_seats(t);
    d->boss = tally(t, T_BOSS);
    d->space = boss_pawn(t);
    d->tile = boss_tile(t);
    d->value = b->tile[d->tile ? d->tile : TILES].value;
    d->needs = b->space[d->space];
    d->income = d->needs.shares * d->value;
    d->friendly = boss_friendly(t, options);
    d->away = 0;
    d->nterms = 0;
    for (uint16_t id = table_first(t, P_AWAY, 0); id; id = table_next(t, id)) {
        const struct piece *p = table_piece(t, id);
        d->away |= p->slot >= 1 && p->slot <= FAMILIES ? 1u << (p->slot - 1) : 0;
    }
    for (int s = 0; s <= d->seats; s++) {
        d->investors[s] = d->clans[s] = 0;
        memset(d->shown[s], 0, sizeof d->shown[s]);
        for (uint16_t id = table_first(t, P_INVESTOR, s); id; id = table_next(t, id)) {
            int kind = table_piece(t, id)->kind;
            d->investors[s] |= kind < KIND_CARD ? 1u << (kind - KIND_INVESTOR) : 0;
        }
        for (uint16_t id = table_first(t, P_SHOWN, s); id; id = table_next(t, id)) {
            int kind = table_piece(t, id)->kind, f = kind_card(kind) - CARD_CLAN;
            if (!kind_is_clan(kind))
                continue;
            d->shown[s][f]++;
            d->clans[s] |= 1u << f;
        }
        d->brings[s] = s ? (d->investors[s] & ~d->away) | d->clans[s] : 0;
    }
}

static void read_terms(const struct table *t, struct deal *d)
{
    for (int s = 1; s <= d->seats; s++)
        for (uint16_t id = table_first(t, P_TERM, s); id; id = table_next(t, id)) {
            const struct piece *p = table_piece(t, id);
            struct term_row row = {.id = id,
                                   .number = p->slot,
                                   .seat = s,
                                   .amount = p->mark[MARK_AMOUNT],
                                   .families = (unsigned)p->mark[MARK_FAMILIES],
                                   .flags = (unsigned)p->mark[MARK_FLAGS]};
            if (p->kind != KIND_TERM || p->slot < 0 || d->nterms == TERMS_MAX)
                continue;
            int at = d->nterms++;
            for (; at > 0 && d->terms[at - 1].number > row.number; at--)
                d->terms[at] = d->terms[at - 1];
            d->terms[at] = row;
        }
}

void boss_deal_read_all(const struct boss *b, const struct table *t, const int64_t *options,
                        struct deal *d)
{
    boss_deal_cast(b, t, options, d);
    read_terms(t, d);
}

void boss_deal_read(const struct boss *b, const struct table *t, const int64_t *options,
                    struct deal *d)
{
    int kept = 0;
    boss_deal_read_all(b, t, options, d);
    for (int i = 0; i < d->nterms; i++)
        if (boss_term_holds(d, &d->terms[i]))
            d->terms[kept++] = d->terms[i];
    d->nterms = kept;
}

bool boss_term_holds(const struct deal *d, const struct term_row *r)
{
    bool bound = r->flags & (TERM_ASK | TERM_AGREED);
    return r->seat != d->boss && !(bound && r->families & ~d->brings[r->seat]);
}

const struct term_row *boss_deal_term(const struct deal *d, int64_t number)
{
    for (int i = 0; i < d->nterms; i++)
        if (d->terms[i].number == number)
            return &d->terms[i];
    return NULL;
}

/* --- what is there ----------------------------------------------------------------------- */

unsigned boss_deal_lacks(const struct deal *d, unsigned families, int *optional)
{
    int have = __builtin_popcount(families & d->needs.optional);
    *optional = have < d->needs.pick ? d->needs.pick - have : 0;
    return d->needs.required & ~families;
}

bool boss_deal_met(const struct deal *d, unsigned families)
{
    return !(d->needs.required & ~families) &&
           __builtin_popcount(families & d->needs.optional) >= d->needs.pick;
}

static unsigned agreed_families(const struct deal *d)
{
    unsigned families = 0;
    for (int i = 0; i < d->nterms; i++)
        if (d->terms[i].flags & TERM_AGREED)
            families |= d->terms[i].families;
    return families;
}

unsigned boss_deal_agreed(const struct deal *d)
{
    return d->brings[d->boss] | agreed_families(d);
}

const struct term_row *boss_deal_paid(const struct deal *d, const struct term_row *r)
{
    for (int i = 0; i < d->nterms; i++) {
        const struct term_row *other = &d->terms[i];
        if (other != r && other->flags & TERM_AGREED && other->seat == r->seat && other->families & r->families)
            return other;
    }
    return NULL;
}

int boss_deal_promised(const struct deal *d)
{
    int sum = 0;
    for (int i = 0; i < d->nterms; i++)
        sum += d->terms[i].flags & TERM_AGREED ? d->terms[i].amount : 0;
    return sum;
}

int boss_deal_offered(const struct deal *d)
{
    int sum = 0;
    for (int i = 0; i < d->nterms; i++)
        sum +=
            (d->terms[i].flags & (TERM_OFFER | TERM_AGREED)) == TERM_OFFER ? d->terms[i].amount : 0;
    return sum;
}

/* --- the cheapest closing ---------------------------------------------------------------- */

/* What is there without a clan card of the Boss's own. */
static unsigned without_clans(const struct deal *d)
{
    return (d->investors[d->boss] & ~d->away) | agreed_families(d);
}

/* A way to reach a set of families. */
struct way {
    bool known;
    uint8_t clans, nterms; /* own clan cards; asks */
    unsigned uses;
    int cost;
    uint8_t terms[FAMILIES]; /* indexes into deal->terms, in order */
};

/* Whether a is better: cheaper, fewer own clan cards, lower numbers (uses come last). */
static bool better(const struct way *a, const struct way *b)
{
    if (!b->known || a->cost != b->cost)
        return !b->known || a->cost < b->cost;
    if (a->clans != b->clans)
        return a->clans < b->clans;
    for (int i = 0; i < a->nterms && i < b->nterms; i++)
        if (a->terms[i] != b->terms[i])
            return a->terms[i] < b->terms[i];
    if (a->nterms != b->nterms)
        return a->nterms < b->nterms;
    return a->uses < b->uses;
}

/* Tries one more thing (adding `families` and what `step` costs) on top of every way there is. A
 * way never needs it twice, and never needs what adds nothing. */
static void extend(struct way *ways, unsigned families, const struct way *step)
{
    for (unsigned from = ALL_FAMILIES + 1; from-- > 0;) {
        unsigned to = from | families;
        if (!ways[from].known || to == from)
            continue;
        struct way w = ways[from];
        w.cost += step->cost;
        w.clans = (uint8_t)(w.clans + step->clans);
        w.uses |= step->uses;
        if (step->nterms)
            w.terms[w.nterms++] = step->terms[0];
        if (better(&w, &ways[to]))
            ways[to] = w;
    }
}

static void walk(const struct deal *d, struct way *ways)
{
    unsigned needed = d->needs.required | d->needs.optional;
    ways[without_clans(d)].known = true;
    for (int i = 0; i < d->nterms; i++) {
        const struct term_row *r = &d->terms[i];
        if (r->flags & TERM_AGREED || !(r->flags & TERM_ASK) || !(r->families & needed) ||
            boss_deal_paid(d, r))
            continue;
        struct way step = {.cost = r->amount, .nterms = 1, .terms = {(uint8_t)i}};
        extend(ways, r->families, &step);
    }
    for (FAMILY_EACH(f, d->friendly ? needed & ~d->brings[d->boss] : 0)) {
        struct way step = {.cost = d->value, .uses = 1u << f};
        if (boss_deal_lender(d, f))
            extend(ways, 1u << f, &step);
    }
    for (FAMILY_EACH(f, d->clans[d->boss] & needed)) {
        struct way step = {.clans = 1};
        extend(ways, 1u << f, &step);
    }
}

bool boss_deal_cheapest(const struct deal *d, struct choice *choice)
{
    struct way ways[ALL_FAMILIES + 1];
    const struct way *best = NULL;
    memset(choice, 0, sizeof *choice);
    if (boss_deal_met(d, without_clans(d)))
        return true;
    for (unsigned m = 0; m <= ALL_FAMILIES; m++)
        ways[m] = (struct way){.known = false};
    walk(d, ways);
    for (unsigned m = 0; m <= ALL_FAMILIES; m++)
        if (ways[m].known && boss_deal_met(d, m) && (!best || better(&ways[m], best)))
            best = &ways[m];
    if (!best)
        return false;
    choice->cost = best->cost;
    choice->uses = best->uses;
    choice->nterms = best->nterms;
    for (int i = 0; i < best->nterms; i++)
        choice->terms[i] = best->terms[i];
    return true;
}

/* --- the friendly rules ------------------------------------------------------------------ */

int boss_deal_lender(const struct deal *d, unsigned family)
{
    for (int s = 1; s <= d->seats; s++)
        if (s != d->boss && (d->investors[s] & ~d->away) >> family & 1)
            return s;
    for (int i = 1; i < d->seats; i++) {
        int s = (d->boss + i - 1) % d->seats + 1;
        if (d->clans[s] >> family & 1)
            return s;
    }
    return 0;
}

bool boss_deal_possible(const struct deal *d)
{
    unsigned families = 0;
    for (int s = 1; s <= d->seats; s++)
        families |= d->brings[s];
    return d->friendly && boss_deal_met(d, families);
}

/* --- what a closing takes ---------------------------------------------------------------- */

/* The seat whose clan card stands for a family by agreement; 0 when there is none. */
static int agreed_clan(const struct deal *d, unsigned family)
{
    for (int i = 0; i < d->nterms; i++)
        if (d->terms[i].flags & TERM_AGREED && d->terms[i].families >> family & 1 &&
            d->clans[d->terms[i].seat] >> family & 1)
            return d->terms[i].seat;
    return 0;
}

void boss_deal_used(const struct deal *d, unsigned used[SEATS_MAX + 1])
{
    unsigned investors = d->investors[d->boss] & ~d->away, others = 0, want = d->needs.required;
    int left = d->needs.pick;
    memset(used, 0, sizeof *used * (SEATS_MAX + 1));
    for (int i = 0; i < d->nterms; i++) {
        const struct term_row *r = &d->terms[i];
        if (!(r->flags & TERM_AGREED))
            continue;
        investors |= r->families & d->investors[r->seat] & ~d->away;
        others |= r->families & d->clans[r->seat];
    }
    unsigned classes[] = {investors, others & ~investors, d->clans[d->boss] & ~investors & ~others};
    for (int c = 0; c < 3; c++)
        for (FAMILY_EACH(f, classes[c] & d->needs.optional))
            if (left > 0) {
                want |= 1u << f;
                left--;
            }
    for (FAMILY_EACH(f, want & ~investors)) {
        int seat = others >> f & 1 ? agreed_clan(d, f) : d->boss;
        used[seat] |= d->clans[seat] & 1u << f;
    }
}
