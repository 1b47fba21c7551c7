#include "engines/boss/scene.h"

/* The deal at a glance, and the orders the seat could write in it. Orders are offered only when the
 * seat's own view says they are legal. */

/* --- the deal ---------------------------------------------------------------------------- */

/* One way to bring a family; the rest is filled in by the caller. */
static json_t *way(json_t *list)
{
    static const char *const flags[] = {"player", "investor", "away",   "clan",   "boss",
                                        "agreed", "priced",   "beside", "in_hand"};
    json_t *o = doc_append(list, json_object());
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        doc_flag(o, flags[i], false);
    doc_flag(o, "more", json_array_size(list) > 1);
    return o;
}

static void add_seat(const struct scene *s, unsigned family, int seat, json_t *list)
{
    const struct deal *d = &s->d;
    bool investor = d->investors[seat] >> family & 1, away = investor && d->away >> family & 1;
    bool clan = d->clans[seat] >> family & 1, agreed = false;
    int price = -1;
    if (!investor && !clan)
        return;
    for (int i = 0; i < d->nterms; i++) {
        const struct term_row *r = &d->terms[i];
        if (r->seat != seat || !(r->families >> family & 1) || agreed)
            continue;
        agreed = r->flags & TERM_AGREED;
        if (agreed || r->flags & TERM_ASK)
            price = agreed || price < 0 || r->amount < price ? r->amount : price;
    }
    json_t *o = way(list);
    doc_flag(o, "player", true);
    doc_seat(o, "seat", seat);
    doc_flag(o, "investor", investor && !away);
    doc_flag(o, "away", away);
    doc_flag(o, "clan", clan);
    doc_flag(o, "boss", s->phase == PHASE_TALK && seat == d->boss);
    doc_flag(o, "agreed", agreed);
    doc_put(o, "price", json_integer(price < 0 ? 0 : price));
    doc_flag(o, "priced", price >= 0);
}

/* Whatever could bring a family: the Boss himself, others by agreement, at a price or without one,
 * a card the reader holds, an investor to be recruited. */
static json_t *bringers(const struct scene *s, unsigned family)
{
    json_t *list = json_array();
    for (int seat = 1; seat <= s->seats; seat++)
        add_seat(s, family, seat, list);
    if (s->seat > 0 && s->hand.n[CARD_CLAN + family])
        doc_flag(way(list), "in_hand", true);
    if (s->d.investors[0] >> family & 1)
        doc_flag(way(list), "beside", true);
    return list;
}

static void add_families(const struct scene *s, unsigned mask, bool required, unsigned have,
                         json_t *list)
{
    for (FAMILY_EACH(f, mask)) {
        json_t *o = doc_append(list, json_object()), *who = bringers(s, f);
        doc_text(o, "investor", s->b->family[f]);
        doc_flag(o, "required", required);
        doc_flag(o, "ready", have >> f & 1);
        doc_flag(o, "nobody", json_array_size(who) == 0);
        doc_put(o, "who", who);
    }
}

static void add_terms(const struct scene *s, json_t *deal)
{
    const struct deal *d = &s->d;
    json_t *list = json_array();
    int call = tally(s->t, T_CALL);
    int64_t purse = d->income - boss_deal_promised(d) - boss_deal_offered(d);
    if (s->seat == d->boss)
        purse += boss_cash(s->t, s->seat);
    for (int i = 0; i < d->nterms; i++) {
        const struct term_row *r = &d->terms[i];
        json_t *o = doc_append(list, json_object()), *orders = json_array();
        bool agreed = r->flags & TERM_AGREED, ask = r->flags & TERM_ASK;
        bool maker = s->seat == (ask ? r->seat : d->boss);
        bool mine = s->seat == (ask ? d->boss : r->seat) && !(r->flags & TERM_USE);
        doc_put(o, "number", json_integer(r->number));
        doc_seat(o, "seat", r->seat);
        doc_number(o, "amount", r->amount);
        doc_text(o, "investors", s->b->named[r->families]);
        doc_flag(o, "agreed", agreed);
        doc_flag(o, "ask", ask);
        doc_flag(o, "offer", r->flags & TERM_OFFER);
        doc_flag(o, "use", r->flags & TERM_USE);
        doc_flag(o, "any_boss", r->flags & TERM_ANY_BOSS);
        if (mine && !agreed && !boss_deal_paid(d, r) &&
            (ask ? r->amount <= purse : !(r->families & ~d->brings[s->seat])))
            doc_flag(boss_offer_order(orders, "AGREE #%d", r->number), "agree", true);
        if ((maker || (mine && agreed)) && !(call == CALL_CLOSE && agreed))
            doc_flag(boss_offer_order(orders, "WITHDRAW #%d", r->number), "withdraw", true);
        doc_put(o, "orders", orders);
    }
    doc_put(deal, "terms", list);
}

/* What the space pays and which families it names. */
static void add_needs(const struct scene *s, unsigned have, json_t *deal)
{
    json_t *families = json_array();
    doc_put(deal, "space", json_integer(s->d.space));
    doc_number(deal, "shares", s->d.needs.shares);
    doc_number(deal, "value", s->d.value);
    doc_number(deal, "income", s->d.income);
    doc_number(deal, "pick", s->d.needs.pick);
    add_families(s, s->d.needs.required, true, have, families);
    add_families(s, s->d.needs.optional, false, have, families);
    doc_put(deal, "families", families);
}

static void add_lacks(const struct scene *s, json_t *deal)
{
    const struct deal *d = &s->d;
    unsigned have = boss_deal_agreed(d);
    int optional, promised = boss_deal_promised(d);
    unsigned required = boss_deal_lacks(d, have, &optional);
    struct choice choice;
    add_needs(s, have, deal);
    doc_flag(deal, "complete", !required && !optional);
    doc_text(deal, "missing", s->b->named[required]);
    doc_number(deal, "missing_optional", optional);
    doc_text(deal, "of_optional", s->b->named[d->needs.optional & ~have]);
    doc_number(deal, "promised", promised);
    doc_number(deal, "keeps", d->income - promised);
    if (boss_deal_offered(d))
        doc_number(deal, "offered", boss_deal_offered(d));
    bool met = boss_deal_cheapest(d, &choice);
    doc_flag(deal, "can_close", met);
    doc_flag(deal, "costs_more", met && choice.cost > 0);
    doc_number(deal, "cheapest", promised + choice.cost);
    doc_number(deal, "cheapest_keeps", d->income - promised - choice.cost);
}

/* What the reader has waiting behind the card. */
static json_t *held(const struct scene *s)
{
    json_t *list = json_array();
    for (uint16_t id = table_first(s->t, P_QUEUE, 0); id; id = table_next(s->t, id)) {
        const struct piece *p = table_piece(s->t, id);
        int verb = p->mark[MARK_VERB] & ~PLAY_WITH;
        if (p->slot != s->seat || p->kind != KIND_PLAY)
            continue;
        json_t *o = doc_append(list, json_object());
        doc_text(o, "play", verb == V_TRAVEL    ? "play.travel"
                            : verb == V_RECRUIT ? "play.recruit"
                            : verb == V_BOSS    ? "play.boss"
                            : verb == V_CLOSE   ? "play.close"
                                                : "play.fail");
        doc_text(o, "investor", verb == V_TRAVEL || verb == V_RECRUIT ? s->b->family[p->mark[MARK_FAMILY]] : "");
        doc_flag(o, "call", verb == V_CLOSE || verb == V_FAIL);
    }
    return list;
}

/* The card in its window. */
static void add_window(const struct scene *s, json_t *doc)
{
    const struct piece *p = boss_pending(s->t);
    if (!p)
        return;
    json_t *o = json_object();
    int verb = p->mark[MARK_VERB];
    doc_seat(o, "seat", p->seat);
    doc_flag(o, "travel", verb == V_TRAVEL);
    doc_flag(o, "recruit", verb == V_RECRUIT);
    doc_flag(o, "boss", verb == V_BOSS);
    doc_flag(o, "clan", p->mark[MARK_HOW] & PLAY_CLAN);
    doc_flag(o, "beside", verb == V_RECRUIT && p->mark[MARK_SEAT] == 0);
    if (verb != V_BOSS) {
        doc_text(o, "investor", s->b->family[p->mark[MARK_FAMILY]]);
        doc_seat(o, "of", p->mark[MARK_SEAT]);
    }
    doc_put(o, "held", held(s));
    doc_put(doc, "window", o);
}

void boss_describe_deal(const struct scene *s, json_t *doc)
{
    int call = tally(s->t, T_CALL);
    add_window(s, doc);
    if (s->phase != PHASE_TALK)
        return;
    json_t *deal = json_object();
    doc_seat(deal, "boss", s->d.boss);
    doc_flag(deal, "closing", call == CALL_CLOSE);
    doc_flag(deal, "failing", call == CALL_FAIL);
    doc_flag(deal, "passing", s->seat > 0 && boss_always(s->t) & seat_bit(s->seat));
    add_lacks(s, deal);
    add_terms(s, deal);
    doc_put(doc, "deal", deal);
}

/* What a seat on turn would find where the pawn stands. */
void boss_describe_prospect(const struct scene *s, json_t *doc)
{
    json_t *deal = json_object();
    add_needs(s, s->d.brings[s->seat], deal);
    doc_put(doc, "prospect", deal);
}

/* --- orders ------------------------------------------------------------------------------ */

static bool may_be_paid(const struct scene *s, int seat)
{
    return !s->options[OPT_PAYEES] || tally(s->t, T_PLAYED) >> seat & 1;
}

static bool has_terms_left(const struct scene *s, int seat, unsigned families, unsigned sort)
{
    int n = 0;
    for (int i = 0; i < s->d.nterms; i++) {
        const struct term_row *r = &s->d.terms[i];
        if (r->seat != seat || !(r->flags & sort))
            continue;
        if (r->families == families)
            return !(r->flags & TERM_AGREED && tally(s->t, T_CALL) == CALL_CLOSE);
        n++;
    }
    return n < TERMS_OF_SEAT;
}

static void add_prices(const struct scene *s, json_t *orders)
{
    const struct deal *d = &s->d;
    unsigned needed = d->needs.required | d->needs.optional;
    int have = d->income - boss_deal_promised(d) - boss_deal_offered(d);
    if (d->boss != s->seat) {
        for (FAMILY_EACH(f, needed & d->brings[s->seat] & ~d->brings[d->boss]))
            if (may_be_paid(s, s->seat) && has_terms_left(s, s->seat, 1u << f, TERM_ASK))
                doc_flag(boss_offer_order(orders, "ASK %d FOR %s", d->value, s->b->family[f]),
                              "ask", true);
        return;
    }
    for (int seat = 1; seat <= s->seats; seat++)
        for (FAMILY_EACH(f, needed & d->brings[seat] & ~boss_deal_agreed(d)))
            if (seat != s->seat && have >= d->value && may_be_paid(s, seat) &&
                !boss_gone(s->t, seat) && has_terms_left(s, seat, 1u << f, TERM_OFFER))
                doc_flag(boss_offer_order(orders, "OFFER %d TO %d FOR %s", d->value, seat,
                                               s->b->family[f]),
                              "offer", true);
    for (FAMILY_EACH(f, d->friendly ? needed & ~boss_deal_agreed(d) : 0))
        if (boss_deal_lender(d, f) && have >= d->value)
            doc_flag(boss_offer_order(orders, "USE %s", s->b->family[f]), "use", true);
}

static void add_recruits(const struct scene *s, json_t *orders)
{
    const struct deal *d = &s->d;
    if (s->hand.n[CARD_RECRUIT] < RECRUIT_CARDS)
        return;
    for (FAMILY_EACH(f, d->investors[0]))
        doc_flag(boss_offer_order(orders, "RECRUIT %s", s->b->family[f]), "recruit", true);
    for (int seat = 1; seat <= s->seats && !d->investors[0]; seat++)
        for (FAMILY_EACH(f, seat != s->seat ? d->investors[seat] : 0))
            doc_flag(boss_offer_order(orders, "RECRUIT %s FROM %d", s->b->family[f], seat),
                          "recruit", true);
}

static void add_travels(const struct scene *s, json_t *orders)
{
    const struct deal *d = &s->d;
    for (int seat = 1; seat <= s->seats; seat++)
        for (int f = 0; f < FAMILIES; f++) {
            bool home = (d->investors[seat] & ~d->away) >> f & 1;
            if (!s->hand.n[CARD_TRAVEL + f] && !s->hand.n[CARD_JOKER])
                continue;
            if (home && (seat != s->seat || d->friendly))
                doc_flag(
                    boss_offer_order(orders, "TRAVEL %s OF %d INVESTOR", s->b->family[f], seat),
                    "travel", true);
            if (d->clans[seat] >> f & 1 && seat != s->seat)
                doc_flag(
                    boss_offer_order(orders, "TRAVEL %s OF %d CLAN", s->b->family[f], seat),
                    "travel", true);
        }
}

static void add_cards(const struct scene *s, json_t *orders)
{
    const struct deal *d = &s->d;
    for (FAMILY_EACH(f, d->needs.required | d->needs.optional))
        if (s->hand.n[CARD_CLAN + f])
            doc_flag(boss_offer_order(orders, "SHOW %s", s->b->family[f]), "show", true);
    const struct piece *p = boss_pending(s->t);
    bool back = p && p->mark[MARK_VERB] == V_BOSS; /* to take it back behind the pending card */
    if (s->hand.n[CARD_BOSS] && (d->boss != s->seat || back))
        doc_flag(boss_offer_order(orders, "BOSS"), "boss", true);
    if (tally(s->t, T_CALL) == CALL_FAIL)
        return;
    add_travels(s, orders);
    add_recruits(s, orders);
}

static void add_boss_orders(const struct scene *s, json_t *orders)
{
    const struct deal *d = &s->d;
    struct choice choice;
    int call = tally(s->t, T_CALL);
    if (boss_deal_cheapest(d, &choice)) {
        int64_t cost = boss_deal_promised(d) + boss_deal_offered(d) + choice.cost;
        bool again = call == CALL_CLOSE && !choice.nterms && !choice.uses;
        if (cost <= d->income + boss_cash(s->t, s->seat) && !again)
            doc_flag(boss_offer_order(orders, "CLOSE"), "close", true);
    }
    if (!boss_deal_possible(d) && (call == CALL_NONE || (call == CALL_CLOSE && boss_may_recall(s->t))))
        doc_flag(boss_offer_order(orders, "FAIL"), "fail", true);
    if (call && boss_may_recall(s->t))
        doc_flag(boss_offer_order(orders, "RECALL"), "recall", true);
}

/* STOP and PASS for a window or a last call, as buttons by themselves. */
static void add_answers(const struct scene *s, json_t *doc)
{
    const struct piece *p = boss_pending(s->t);
    json_t *list = json_array();
    bool last = s->phase == PHASE_TALK && !p && tally(s->t, T_CALL) == CALL_NONE &&
                tally(s->t, T_BOSS) == s->seat && boss_all_heard(s->t);
    if (p && p->seat != s->seat && s->hand.n[CARD_STOP])
        doc_flag(boss_offer_order(list, "STOP"), "stop", true);
    if (boss_asked(s->t, s->options, s->seat) && (p || s->phase == PHASE_TALK) && !last)
        doc_flag(boss_offer_order(list, "PASS"), "pass", true);
    doc_put(doc, "answers", list);
    doc_flag(doc, "asked_above", p || tally(s->t, T_CALL)); /* the buttons stand there */
}

void boss_describe_orders(const struct scene *s, json_t *doc)
{
    json_t *orders = json_array();
    add_answers(s, doc);
    if (s->phase == PHASE_LIMIT && !boss_pending(s->t) &&
        boss_over_limit(s->t, s->options, s->seat))
        add_recruits(s, orders);
    if (s->phase == PHASE_TALK) {
        if (s->d.boss == s->seat)
            add_boss_orders(s, orders);
        add_cards(s, orders);
        add_prices(s, orders);
    }
    doc_put(doc, "orders", orders);
}
