#include "engines/boss/suggest.h"

/* What bots answer to a card that can be stopped and to a last call. */

/* Million this seat gets when the deal is closed on the standing terms. */
static int agreed_for(const struct mind *m)
{
    int sum = 0;
    for (int i = 0; i < m->d.nterms; i++)
        if (m->d.terms[i].seat == m->seat && m->d.terms[i].flags & TERM_AGREED)
            sum += m->d.terms[i].amount;
    return m->d.boss == m->seat ? m->d.income - boss_deal_promised(&m->d) : sum;
}

/* --- a window ---------------------------------------------------------------------------- */

static bool alternatives(const struct mind *m, unsigned family, int but)
{
    for (int s = 1; s <= m->seats; s++)
        if (s != but && m->d.brings[s] >> family & 1)
            return true;
    return false;
}

static bool hurts(const struct mind *m, const struct piece *p)
{
    const struct deal *d = &m->d;
    unsigned family = (unsigned)p->mark[MARK_FAMILY];
    bool mine = p->mark[MARK_SEAT] == m->seat, needed = false;
    if (d->boss)
        needed = (d->needs.required | d->needs.optional) >> family & 1;
    if (p->mark[MARK_VERB] == V_BOSS)
        return d->boss == m->seat ? boss_gain(m, &d->needs, d->value, true) >= 10 * d->value
                                  : agreed_for(m) > d->value && m->hand.n[CARD_STOP] > 1;
    if (p->mark[MARK_VERB] == V_RECRUIT)
        return mine && (needed || m->hand.n[CARD_STOP] > 1);
    if (mine)
        return needed && (d->boss == m->seat || agreed_for(m) > 0 || m->hand.n[CARD_STOP] > 1);
    return d->boss == m->seat && d->needs.required >> family & 1 &&
           !alternatives(m, family, p->mark[MARK_SEAT]);
}

void boss_suggest_window(struct mind *m)
{
    const struct piece *p = boss_pending(m->t);
    if (p && m->hand.n[CARD_STOP] && hurts(m, p))
        WRITE(m, V_STOP);
    else
        WRITE(m, V_PASS);
}

/* --- a last call ------------------------------------------------------------------------- */

/* Who brings a family on the standing terms. */
static int bringer(const struct deal *d, unsigned family)
{
    if (d->brings[d->boss] >> family & 1)
        return d->boss;
    for (int i = 0; i < d->nterms; i++)
        if (d->terms[i].flags & TERM_AGREED && d->terms[i].families >> family & 1)
            return d->terms[i].seat;
    return 0;
}

/* Sends away somebody the deal cannot do without: to take his place, or only to spoil it. */
static bool send_away(struct mind *m)
{
    const struct deal *d = &m->d;
    for (FAMILY_EACH(f, d->needs.required)) {
        int of = bringer(d, f);
        bool named = m->hand.n[CARD_TRAVEL + f], joker = m->hand.n[CARD_JOKER];
        bool replace = (m->held | d->brings[m->seat]) >> f & 1;
        bool both = (d->investors[of] & ~d->away & d->clans[of]) >> f & 1;
        bool spoil = named && d->income - boss_deal_promised(d) >= 2 * d->value &&
                     table_count(m->t, P_HAND, m->seat) > 7;
        if (!of || of == m->seat || both || alternatives(m, f, of) || !(named || joker))
            continue;
        if (!replace && !spoil)
            continue;
        WRITE(m, V_TRAVEL, T_OF(W_INVESTOR, (int)f), T_KEY(K_OF), T_SEAT(of));
        return true;
    }
    return false;
}

void boss_suggest_call(struct mind *m, bool closing)
{
    const struct deal *d = &m->d;
    int now = closing ? 10 * agreed_for(m) : 0;
    int as_boss = m->hand.n[CARD_BOSS] ? boss_gain(m, &d->needs, d->value, true) : 0;
    int margin = d->value * (m->hand.n[CARD_BOSS] > 1 ? 12 : 18);
    if (as_boss > now + margin) {
        WRITE(m, V_BOSS);
        return;
    }
    if (closing && now == 0 && send_away(m))
        return;
    for (int i = 0; closing && i < d->nterms; i++) { /* left open: money for nothing */
        const struct term_row *r = &d->terms[i];
        bool open = (r->flags & (TERM_OFFER | TERM_AGREED)) == TERM_OFFER && r->amount > 0;
        if (open && !boss_deal_paid(d, r) && r->seat == m->seat && !(r->families & ~d->brings[m->seat])) {
            WRITE(m, V_AGREE, T_NUM(r->number));
            return;
        }
    }
    WRITE(m, V_PASS);
}
