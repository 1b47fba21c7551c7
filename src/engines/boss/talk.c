#include "engines/boss/orders.h"

/* Rules "A negotiation". An ask, an offer and a use are one kind of piece, a term, lying with the
 * seat that would be paid. All of it is public, and whether an order is right never depends on what
 * its writer cannot see: what the Boss can pay is looked at when he offers, not when somebody
 * agrees. */

void boss_unheard(struct table *t, unsigned seats)
{
    tally_set(t, T_HEARD, (unsigned)tally(t, T_HEARD) & ~(seats & ~boss_always(t)));
}

static void read_deal(const struct play *play, struct deal *d)
{
    boss_deal_read(boss_of(play->engine), play->table, play->options, d);
}

static const char *names(const struct play *play, unsigned families)
{
    return families ? boss_of(play->engine)->named[families] : NULL;
}

/* --- terms ------------------------------------------------------------------------------- */

/* The next number; behind the last they begin anew, as far as they are free. */
static int free_number(const struct play *play)
{
    struct deal d;
    int number = tally(play->table, T_TERMS);
    boss_deal_read_all(boss_of(play->engine), play->table, play->options, &d);
    do
        number = number % TERM_NUMBER_MAX + 1;
    while (boss_deal_term(&d, number));
    return number;
}

static int term_new(struct play *play, int seat, int64_t amount, unsigned families, unsigned flags)
{
    struct table *t = play->table;
    uint16_t id = boss_piece_new(t, KIND_TERM, P_TERM, seat);
    int number = free_number(play);
    tally_set(t, T_TERMS, number);
    table_slot(t, id, number);
    table_mark(t, id, MARK_AMOUNT, (int32_t)amount);
    table_mark(t, id, MARK_FAMILIES, (int32_t)families);
    table_mark(t, id, MARK_FLAGS, (int32_t)flags);
    return number;
}

static void say_lapse(struct play *play, const struct term_row *r)
{
    SAY(play, SIGHT_ALL, EV_LAPSE, NUM("number", r->number), SEAT("seat", r->seat),
        NUM("amount", r->amount), FEW("few", r->amount),
        WORD("investors", names(play, r->families)), FLAG("agreed", r->flags & TERM_AGREED),
        FLAG("offer", r->flags & TERM_OFFER));
}

void boss_terms_lost(struct play *play, int seat, unsigned family)
{
    struct deal d;
    boss_deal_read_all(boss_of(play->engine), play->table, play->options, &d);
    for (int i = 0; i < d.nterms; i++) {
        const struct term_row *r = &d.terms[i];
        if (r->seat != seat || !(r->families & ~d.brings[seat] & 1u << family))
            continue;
        say_lapse(play, r);
        table_remove(play->table, r->id);
    }
}

void boss_terms_new_boss(struct play *play)
{
    struct deal d;
    boss_deal_read_all(boss_of(play->engine), play->table, play->options, &d);
    for (int i = 0; i < d.nterms; i++) {
        const struct term_row *r = &d.terms[i];
        if (r->flags & TERM_ANY_BOSS && r->seat != d.boss) {
            table_mark(play->table, r->id, MARK_FLAGS,
                       (int32_t)(r->flags & ~(unsigned)TERM_AGREED));
            continue;
        }
        if (r->flags & TERM_AGREED)
            say_lapse(play, r);
        table_remove(play->table, r->id);
    }
}

void boss_terms_clear(struct play *play)
{
    struct table *t = play->table;
    for (int seat = 1; seat <= table_seats(t); seat++)
        while (table_first(t, P_TERM, seat))
            boss_send_home(t, table_first(t, P_TERM, seat));
}

/* --- SHOW -------------------------------------------------------------------------------- */

/* Whether the space names these families. */
static enum outcome on_space(struct play *play, const struct deal *d, unsigned families)
{
    const struct boss *b = boss_of(play->engine);
    unsigned needed = d->needs.required | d->needs.optional, strange = families & ~needed;
    if (!strange)
        return OUTCOME_DONE;
    return WRONG(play, -1, NO_NOT_ON_SPACE, WORD("investors", b->named[strange]),
                 NUM("space", d->space), WORD("needed", b->named[needed]));
}

static enum outcome show(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    const struct boss *b = boss_of(play->engine);
    struct deal d;
    struct hand hand;
    unsigned families;
    int end;
    if (boss_families(play, order, 0, &families, &end) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    boss_deal_cast(b, t, play->options, &d);
    if (on_space(play, &d, families) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    boss_hand_read(t, seat, &hand);
    for (FAMILY_EACH(f, families)) {
        if (!hand.n[CARD_CLAN + f])
            return WRONG(play, -1, NO_NO_CLAN_CARD, WORD("investor", b->family[f]),
                         WORD("cards", boss_held_families(b, hand.n + CARD_CLAN)));
        boss_hand_move(t, seat, CARD_CLAN + (int)f, 1, P_SHOWN, seat);
    }
    tally_set(t, T_PLAYED, (unsigned)tally(t, T_PLAYED) | seat_bit(seat));
    boss_unheard(t, seat_bit(d.boss));
    SAY(play, SIGHT_ALL, EV_SHOW, SEAT("seat", seat), WORD("investors", b->named[families]),
        ONE("one", __builtin_popcount(families)));
    return OUTCOME_DONE;
}

/* --- ASK and OFFER ----------------------------------------------------------------------- */

struct price {
    int64_t amount;
    unsigned families;
    int to; /* 0 for an ask */
    bool any_boss;
};

/* number [SHARE] [TO seat] [FOR families] [ANY BOSS] */
static enum outcome read_price(struct play *play, const struct order *order, const struct deal *d,
                               struct price *p)
{
    int i = 1;
    *p = (struct price){.amount = order->terms[0].value};
    if (p->amount > AMOUNT_MAX)
        return WRONG(play, 0, NO_PRICE, NUM("most", AMOUNT_MAX));
    while (i < order->nterms) {
        int64_t key = order->terms[i].value;
        if (order->terms[i].type == TERM_SEAT)
            p->to = (int)order->terms[i++].value;
        else if (key == K_FOR) {
            if (boss_families(play, order, i + 1, &p->families, &i) == OUTCOME_MISTAKE)
                return OUTCOME_MISTAKE;
        } else {
            if (key == K_SHARE)
                p->amount *= d->value;
            p->any_boss = p->any_boss || key == K_ANY;
            i++;
        }
    }
    if (p->amount > AMOUNT_MAX)
        return WRONG(play, 0, NO_PRICE, NUM("most", AMOUNT_MAX));
    return on_space(play, d, p->families);
}

/* Whether a seat can bring all of these now. */
static enum outcome brings(struct play *play, const struct deal *d, int seat, unsigned families)
{
    const struct boss *b = boss_of(play->engine);
    unsigned lacking = families & ~d->brings[seat];
    struct hand hand;
    if (!lacking)
        return OUTCOME_DONE;
    unsigned f = (unsigned)__builtin_ctz(lacking);
    boss_hand_read(play->table, seat, &hand);
    bool held = hand.n[CARD_CLAN + f];
    WRONG(play, -1, NO_CANNOT_BRING, WORD("investor", b->family[f]), FLAG("held", held),
          FLAG("away", d->investors[seat] & d->away & 1u << f));
    return held ? engine_try(play, "SHOW %s", b->family[f]) : OUTCOME_MISTAKE;
}

/* What stands already for the same thing, or a mistake: agreed and called, or too many. */
static enum outcome room_for(struct play *play, const struct deal *d, int seat, unsigned families,
                             unsigned sort, const struct term_row **same)
{
    int n = 0;
    *same = NULL;
    for (int i = 0; i < d->nterms; i++) {
        const struct term_row *r = &d->terms[i];
        if (r->seat != seat || !(r->flags & sort))
            continue;
        n++;
        if (r->families == families)
            *same = r;
    }
    if (*same && (*same)->flags & TERM_AGREED && tally(play->table, T_CALL) == CALL_CLOSE)
        return WRONG(play, -1, NO_IN_TERMS, NUM("number", (*same)->number));
    if (!*same && n >= TERMS_OF_SEAT)
        return WRONG(play, -1, NO_TOO_MANY_TERMS, NUM("most", TERMS_OF_SEAT));
    return OUTCOME_DONE;
}

/* Option payees=card-players. */
static enum outcome may_be_paid(struct play *play, int seat)
{
    if (!play->options[OPT_PAYEES] || tally(play->table, T_PLAYED) >> seat & 1)
        return OUTCOME_DONE;
    return WRONG(play, -1, NO_PAYEE_NO_CARD, SEAT("seat", seat));
}

static enum outcome ask(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    const struct term_row *same;
    struct price p;
    struct deal d;
    read_deal(play, &d);
    if (seat == d.boss)
        return WRONG(play, -1, NO_YOU_ARE_BOSS);
    if (read_price(play, order, &d, &p) == OUTCOME_MISTAKE ||
        brings(play, &d, seat, p.families) == OUTCOME_MISTAKE ||
        may_be_paid(play, seat) == OUTCOME_MISTAKE ||
        room_for(play, &d, seat, p.families, TERM_ASK, &same) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (same)
        table_remove(t, same->id);
    int number =
        term_new(play, seat, p.amount, p.families, TERM_ASK | (p.any_boss ? TERM_ANY_BOSS : 0));
    boss_unheard(t, seat_bit(d.boss));
    SAY(play, SIGHT_ALL, EV_ASK, SEAT("seat", seat), NUM("number", number), NUM("amount", p.amount),
        FEW("few", p.amount), WORD("investors", names(play, p.families)), FLAG("any", p.any_boss),
        SEAT("boss", d.boss));
    return OUTCOME_DONE;
}

/* Whether the Boss can pay so much on top of what he has promised and offered. */
static enum outcome can_pay(struct play *play, const struct deal *d, int64_t more, int64_t less)
{
    int64_t bound = boss_deal_promised(d) + boss_deal_offered(d) - less;
    int64_t have = d->income + boss_cash(play->table, d->boss);
    if (bound + more <= have)
        return OUTCOME_DONE;
    return WRONG(play, -1, NO_TOO_MUCH, NUM("amount", more), FEW("few", more), NUM("bound", bound),
                 NUM("have", have), NUM("left", have - bound));
}

static enum outcome offer(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    const struct term_row *same;
    struct price p;
    struct deal d;
    read_deal(play, &d);
    if (boss_needs_boss(play, seat) == OUTCOME_MISTAKE ||
        read_price(play, order, &d, &p) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (p.to == seat)
        return WRONG(play, -1, NO_OFFER_SELF);
    if (boss_gone(t, p.to))
        return WRONG(play, -1, NO_OFFER_GONE, SEAT("seat", p.to));
    if (may_be_paid(play, p.to) == OUTCOME_MISTAKE ||
        room_for(play, &d, p.to, p.families, TERM_OFFER, &same) == OUTCOME_MISTAKE ||
        can_pay(play, &d, p.amount, same ? same->amount : 0) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (same)
        table_remove(t, same->id);
    int number = term_new(play, p.to, p.amount, p.families, TERM_OFFER);
    boss_unheard(t, seat_bit(p.to));
    SAY(play, SIGHT_ALL, EV_OFFER, SEAT("seat", seat), SEAT("to", p.to), NUM("number", number),
        NUM("amount", p.amount), FEW("few", p.amount), WORD("investors", names(play, p.families)));
    return OUTCOME_DONE;
}

/* --- AGREE, WITHDRAW and USE ------------------------------------------------------------- */

static enum outcome find_term(struct play *play, const struct deal *d, const struct order *order,
                              int i, const struct term_row **r)
{
    *r = boss_deal_term(d, order->terms[i].value);
    return *r ? OUTCOME_DONE
              : WRONG(play, i, NO_NO_SUCH_NUMBER, NUM("number", order->terms[i].value));
}

void boss_term_agree(struct play *play, const struct term_row *r)
{
    struct table *t = play->table;
    bool offer = r->flags & TERM_OFFER;
    int boss = tally(t, T_BOSS);
    table_mark(t, r->id, MARK_FLAGS, (int32_t)(r->flags | TERM_AGREED));
    boss_unheard(t, seat_bit(offer ? boss : r->seat));
    SAY(play, SIGHT_ALL, EV_AGREE, SEAT("seat", offer ? r->seat : boss), NUM("number", r->number),
        SEAT("paid", r->seat), NUM("amount", r->amount), FEW("few", r->amount),
        WORD("investors", names(play, r->families)));
}

enum outcome boss_paid_already(struct play *play, int i, const struct term_row *paid)
{
    return WRONG(play, i, NO_PAID_ALREADY, NUM("number", paid->number), SEAT("seat", paid->seat),
                 WORD("investors", names(play, paid->families)),
                 FLAG("called", tally(play->table, T_CALL) == CALL_CLOSE));
}

static enum outcome not_paid_yet(struct play *play, const struct deal *d, const struct term_row *r, int i)
{
    const struct term_row *paid = boss_deal_paid(d, r);
    if (!paid)
        return OUTCOME_DONE;
    struct term_row same = *paid;
    same.families &= r->families;
    return boss_paid_already(play, i, &same);
}

static enum outcome agree_one(struct play *play, int seat, const struct order *order, int i)
{
    struct deal d;
    const struct term_row *r;
    read_deal(play, &d);
    if (find_term(play, &d, order, i, &r) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (r->flags & TERM_AGREED)
        return WRONG(play, i, NO_AGREED_ALREADY, NUM("number", r->number));
    if (r->flags & TERM_ASK) {
        if (seat != d.boss)
            return WRONG(play, i, NO_ASK_FOR_BOSS, NUM("number", r->number), SEAT("seat", d.boss));
        if (not_paid_yet(play, &d, r, i) == OUTCOME_MISTAKE)
            return OUTCOME_MISTAKE;
        if (can_pay(play, &d, r->amount, 0) == OUTCOME_MISTAKE)
            return OUTCOME_MISTAKE;
    } else {
        if (seat != r->seat)
            return WRONG(play, i, NO_OFFER_FOR_OTHER, NUM("number", r->number),
                         SEAT("seat", r->seat));
        if (not_paid_yet(play, &d, r, i) == OUTCOME_MISTAKE ||
            brings(play, &d, seat, r->families) == OUTCOME_MISTAKE)
            return OUTCOME_MISTAKE;
    }
    boss_term_agree(play, r);
    return OUTCOME_DONE;
}

static enum outcome agree(struct play *play, int seat, const struct order *order)
{
    for (int i = 0; i < order->nterms; i++)
        if (agree_one(play, seat, order, i) == OUTCOME_MISTAKE)
            return OUTCOME_MISTAKE;
    if (tally(play->table, T_CALL) == CALL_CLOSE)
        boss_call_again(play);
    return OUTCOME_DONE;
}

/* Whoever made it takes it back as a whole; the other side takes back its agreement. */
static enum outcome withdraw_one(struct play *play, int seat, const struct order *order, int i)
{
    struct table *t = play->table;
    const struct term_row *r;
    struct deal d;
    read_deal(play, &d);
    if (find_term(play, &d, order, i, &r) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    bool maker = seat == (r->flags & TERM_ASK ? r->seat : d.boss);
    bool other = seat == (r->flags & TERM_ASK ? d.boss : r->seat) && !(r->flags & TERM_USE);
    if (!maker && !other)
        return WRONG(play, i, NO_WITHDRAW_OTHERS, NUM("number", r->number));
    if (tally(t, T_CALL) == CALL_CLOSE && r->flags & TERM_AGREED)
        return WRONG(play, i, NO_LAST_CALL, NUM("number", r->number), SEAT("seat", d.boss),
                     FLAG("recall", seat == d.boss && boss_may_recall(t)));
    if (other && !(r->flags & TERM_AGREED))
        return WRONG(play, i, NO_NOT_AGREED, NUM("number", r->number));
    if (maker)
        table_remove(t, r->id);
    else
        table_mark(t, r->id, MARK_FLAGS, (int32_t)(r->flags & ~(unsigned)TERM_AGREED));
    if (seat != d.boss)
        boss_unheard(t, seat_bit(d.boss));
    SAY(play, SIGHT_ALL, maker ? EV_WITHDRAW : EV_UNAGREE, SEAT("seat", seat),
        NUM("number", r->number), NUM("amount", r->amount), FEW("few", r->amount),
        WORD("investors", names(play, r->families)));
    return OUTCOME_DONE;
}

static enum outcome withdraw(struct play *play, int seat, const struct order *order)
{
    for (int i = 0; i < order->nterms; i++)
        if (withdraw_one(play, seat, order, i) == OUTCOME_MISTAKE)
            return OUTCOME_MISTAKE;
    return OUTCOME_DONE;
}

void boss_term_use(struct play *play, const struct deal *d, unsigned family, int lender)
{
    int number = term_new(play, lender, d->value, 1u << family, TERM_USE | TERM_AGREED);
    SAY(play, SIGHT_ALL, EV_USE, SEAT("seat", d->boss), SEAT("of", lender), NUM("number", number),
        NUM("amount", d->value), FEW("few", d->value),
        WORD("investor", boss_of(play->engine)->family[family]));
}

static enum outcome use(struct play *play, int seat, const struct order *order)
{
    const struct boss *b = boss_of(play->engine);
    unsigned family = (unsigned)order->terms[0].value;
    int lender = order->nterms > 1 ? (int)order->terms[2].value : 0;
    struct deal d;
    read_deal(play, &d);
    if (!d.friendly)
        return WRONG(play, -1, NO_NOT_FRIENDLY);
    if (boss_needs_boss(play, seat) == OUTCOME_MISTAKE ||
        on_space(play, &d, 1u << family) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (d.brings[seat] >> family & 1 || lender == seat)
        return WRONG(play, 0, NO_USE_OWN, WORD("investor", b->family[family]));
    if (!lender)
        lender = boss_deal_lender(&d, family);
    if (!lender || !(d.brings[lender] >> family & 1))
        return WRONG(play, 0, NO_USE_NOBODY, WORD("investor", b->family[family]));
    for (int i = 0; i < d.nterms; i++)
        if (d.terms[i].flags & TERM_AGREED && d.terms[i].families >> family & 1)
            return WRONG(play, 0, NO_AGREED_ALREADY, NUM("number", d.terms[i].number));
    if (can_pay(play, &d, d.value, 0) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    boss_term_use(play, &d, family, lender);
    if (tally(play->table, T_CALL) == CALL_CLOSE)
        boss_call_again(play);
    return OUTCOME_DONE;
}

enum outcome boss_talk_order(struct play *play, int seat, const struct order *order)
{
    if (boss_needs_talk(play) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    switch (order->verb) {
    case V_SHOW:
        return show(play, seat, order);
    case V_ASK:
        return ask(play, seat, order);
    case V_OFFER:
        return offer(play, seat, order);
    case V_AGREE:
        return agree(play, seat, order);
    case V_WITHDRAW:
        return withdraw(play, seat, order);
    default:
        return use(play, seat, order);
    }
}
