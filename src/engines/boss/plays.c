#include "engines/boss/orders.h"

/* Rules "Pending card". A play is a piece: in P_QUEUE while it waits, seen by its owner only and
 * its cards still in his hand; in P_PENDING with its cards, open to all, while it can be stopped.
 * Whether it may be played is looked at when it is written, as far as it can be known then, and
 * again when its turn comes. */

/* --- reading ----------------------------------------------------------------------------- */

static void read_play(const struct order *order, int seat, struct card_play *p)
{
    *p = (struct card_play){.verb = order->verb, .seat = seat, .of = -1};
    for (int i = 0; i < order->nterms; i++) {
        const struct term *t = &order->terms[i];
        if (t->type == W_INVESTOR)
            p->family = (int)t->value;
        else if (t->type == TERM_SEAT)
            p->of = (int)t->value;
        else if (t->value == K_CLAN)
            p->clan = true;
        else if (t->value == K_INVESTOR)
            p->investor_said = true;
        else if (t->value == K_JOKER)
            p->joker = p->joker_said = true;
    }
}

void boss_play_read(const struct piece *piece, int owner, struct card_play *p)
{
    *p = (struct card_play){.verb = piece->mark[MARK_VERB],
                            .seat = owner,
                            .family = piece->mark[MARK_FAMILY],
                            .of = piece->mark[MARK_SEAT],
                            .clan = piece->mark[MARK_HOW] & PLAY_CLAN,
                            .joker = piece->mark[MARK_HOW] & PLAY_JOKER,
                            .investor_said = !(piece->mark[MARK_HOW] & PLAY_CLAN),
                            .joker_said = piece->mark[MARK_HOW] & PLAY_JOKER,
                            .hold = piece->mark[MARK_HOW] >> PLAY_HOLD};
}

/* --- what may be played ------------------------------------------------------------------ */

static int holder(const struct deal *d, int family)
{
    int seat = 0;
    while (seat <= d->seats && !(d->investors[seat] >> family & 1))
        seat++;
    return seat;
}

/* Default: the investor unless it is away, the named card before a joker. */
static enum mistake_code check_travel(const struct deal *d, const struct hand *hand,
                                      struct card_play *p)
{
    unsigned bit = 1u << p->family;
    bool there = d->investors[p->of] & bit, home = there && !(d->away & bit);
    if (!p->clan && !p->investor_said && !home && d->clans[p->of] & bit)
        p->clan = true;
    if (p->of == p->seat && (p->clan || !d->friendly))
        return NO_TRAVEL_OWN;
    if (p->clan ? !(d->clans[p->of] & bit) : !there)
        return NO_TRAVEL_NONE;
    if (!p->clan && !home)
        return NO_TRAVEL_AWAY;
    if (!p->joker_said && !hand->n[CARD_TRAVEL + p->family])
        p->joker = true;
    return hand->n[p->joker ? CARD_JOKER : CARD_TRAVEL + p->family] ? NO_MISTAKE
                                                                    : NO_TRAVEL_NO_CARD;
}

/* "Those beside the board first." */
static enum mistake_code check_recruit(const struct deal *d, const struct hand *hand,
                                       struct card_play *p)
{
    int at = holder(d, p->family);
    if (hand->n[CARD_RECRUIT] < RECRUIT_CARDS)
        return NO_RECRUIT_NO_CARDS;
    if (p->of >= 0 && p->of != at)
        return NO_RECRUIT_ELSEWHERE;
    if (at == p->seat)
        return NO_RECRUIT_OWN;
    if (at != 0 && d->investors[0])
        return NO_RECRUIT_BESIDE;
    p->of = at;
    return NO_MISTAKE;
}

/* Whether the time is right: a negotiation, in a call of FAIL the boss card only; a recruitment
 * also when the hand is too large. */
static enum mistake_code check_time(const struct play *play, const struct card_play *p)
{
    const struct table *t = play->table;
    if (tally(t, T_PHASE) == PHASE_LIMIT && p->verb == V_RECRUIT &&
        boss_over_limit(t, play->options, p->seat))
        return NO_MISTAKE;
    if (tally(t, T_PHASE) != PHASE_TALK)
        return NO_NO_NEGOTIATION;
    if (tally(t, T_CALL) == CALL_FAIL && p->verb != V_BOSS)
        return NO_ONLY_BOSS;
    return NO_MISTAKE;
}

static enum mistake_code check(const struct play *play, const struct deal *d,
                               const struct hand *hand, struct card_play *p)
{
    enum mistake_code code = check_time(play, p);
    if (code != NO_MISTAKE)
        return code;
    if (p->verb == V_TRAVEL)
        return check_travel(d, hand, p);
    if (p->verb == V_RECRUIT)
        return check_recruit(d, hand, p);
    if (!hand->n[CARD_BOSS])
        return NO_BOSS_NO_CARD;
    return d->boss == p->seat ? NO_YOU_ARE_BOSS : NO_MISTAKE;
}

/* Whether the pending card may put right what is wrong now: the Boss may be another by then, and
 * investors with somebody else. The cards must be there in any case. */
static bool may_mend(const struct table *t, enum mistake_code code, struct card_play *p)
{
    const struct piece *pending = boss_pending(t);
    int verb = pending ? pending->mark[MARK_VERB] : -1;
    switch (code) {
    case NO_YOU_ARE_BOSS:
    case NO_ONLY_BOSS:
        return verb == V_BOSS;
    case NO_TRAVEL_NONE:
        return verb == V_RECRUIT && pending->mark[MARK_FAMILY] == p->family && !p->clan;
    case NO_RECRUIT_ELSEWHERE:
    case NO_RECRUIT_OWN:
        return verb == V_RECRUIT && pending->mark[MARK_FAMILY] == p->family;
    case NO_RECRUIT_BESIDE:
        return verb == V_RECRUIT;
    default:
        return false;
    }
}

/* Once more without what may be mended, so that the cards are there when its turn comes. */
static enum mistake_code check_cards(const struct hand *hand, struct card_play *p)
{
    if (p->verb == V_RECRUIT)
        return hand->n[CARD_RECRUIT] < RECRUIT_CARDS ? NO_RECRUIT_NO_CARDS : NO_MISTAKE;
    if (p->verb == V_BOSS)
        return hand->n[CARD_BOSS] ? NO_MISTAKE : NO_BOSS_NO_CARD;
    if (!p->joker_said && !hand->n[CARD_TRAVEL + p->family])
        p->joker = true;
    return hand->n[p->joker ? CARD_JOKER : CARD_TRAVEL + p->family] ? NO_MISTAKE
                                                                    : NO_TRAVEL_NO_CARD;
}

static enum outcome refuse(struct play *play, const struct deal *d, const struct hand *hand,
                           const struct card_play *p, enum mistake_code code)
{
    const struct boss *b = boss_of(play->engine);
    int at = holder(d, p->family);
    WRONG(play, -1, code, WORD("investor", b->family[p->family]),
          SEAT("seat", p->of > 0 ? p->of : at), NUM("held", hand->n[CARD_RECRUIT]),
          FLAG("beside", at == 0), SEAT("holder", at), FLAG("clan", p->clan),
          FLAG("yours", at == p->seat || p->of == p->seat),
          WORD("investors", d->investors[0] ? b->named[d->investors[0]] : NULL),
          WORD("cards", boss_held_families(b, hand->n + CARD_TRAVEL)));
    if (code == NO_RECRUIT_BESIDE)
        engine_try(play, "RECRUIT %s", b->family[__builtin_ctz(d->investors[0])]);
    return OUTCOME_MISTAKE;
}

/* --- waiting and pending ----------------------------------------------------------------- */

/* Whoever puts a play behind the pending card has answered that card: it looks like a PASS to the
 * others, and like a PASS it may still become a STOP. From whoever is not asked it looks like nothing. */

uint16_t boss_play_queue(struct play *play, int seat, int verb)
{
    struct table *t = play->table;
    uint16_t id = boss_piece_new(t, KIND_PLAY, P_QUEUE, 0);
    table_slot(t, id, seat);
    table_show(t, id, SIGHT_SEAT(seat));
    table_mark(t, id, MARK_VERB, verb);
    if (boss_pending(t) && boss_asked(t, play->options, seat))
        tally_set(t, T_PASSED, (unsigned)tally(t, T_PASSED) | seat_bit(seat));
    else
        play->so_far |= LETTER_UNSEEN;
    return id;
}

static void mark_play(struct table *t, uint16_t id, const struct card_play *p)
{
    table_mark(t, id, MARK_VERB, p->verb);
    table_mark(t, id, MARK_FAMILY, p->family);
    table_mark(t, id, MARK_SEAT, p->of < 0 ? 0 : p->of);
    table_mark(t, id, MARK_HOW,
               (p->clan ? PLAY_CLAN : 0) | (p->joker ? PLAY_JOKER : 0) | p->hold << PLAY_HOLD);
}

static void say_play(struct play *play, sight sight, enum event_code code,
                     const struct card_play *p)
{
    static const char *const waits[] = {"play.travel", "play.recruit", "play.boss"};
    const struct boss *b = boss_of(play->engine);
    bool waiting = code == EV_WAITS || code == EV_WAITS_STOP || code == EV_WAIT_DROPPED;
    bool family = p->verb != V_BOSS;
    SAY(play, sight, code, SEAT("seat", p->seat),
        WORD("investor", family ? b->family[p->family] : NULL), SEAT("of", p->of > 0 ? p->of : 0),
        FLAG("beside", family && p->of == 0), FLAG("clan", p->clan), FLAG("joker", p->joker),
        WORD("play", waiting ? waits[p->verb - V_TRAVEL] : NULL));
}

/* Opens the window of a play; its piece may have waited. */
static void begin(struct play *play, const struct card_play *p, uint16_t id)
{
    static const enum event_code said[] = {EV_TRAVEL, EV_RECRUIT, EV_BOSS};
    struct table *t = play->table;
    int card;
    mark_play(t, id, p);
    table_move(t, id, P_PENDING, p->seat);
    int n = boss_play_cards(table_piece(t, id), &card);
    boss_hand_move(t, p->seat, card, n, P_PENDING, p->seat);
    tally_set(t, T_WINDOW, boss_serial(t));
    tally_set(t, T_PASSED, boss_always(t));
    tally_set(t, T_PLAYED, (unsigned)tally(t, T_PLAYED) | seat_bit(p->seat));
    say_play(play, SIGHT_ALL, said[p->verb - V_TRAVEL], p);
}

/* Holds are numbered for each seat; what became of the last 32 is remembered. */
enum { HOLDS_KEPT = 32, HOLDS_MOST = 1 << 20 };

static int64_t hold_bit(int64_t hold)
{
    return (int64_t)1 << (hold & (HOLDS_KEPT - 1));
}

static int hold_new(struct table *t, int seat)
{
    int64_t hold = (table_get(t, T_HOLDS, seat) & (HOLDS_MOST - 1)) + 1;
    table_set(t, T_HOLDS, seat, hold);
    return (int)hold;
}

void boss_play_decided(struct table *t, int seat, int hold, bool stopped)
{
    int64_t others = table_get(t, T_HELD, seat) & ~hold_bit(hold);
    table_set(t, T_HELD, seat, others | (stopped ? hold_bit(hold) : 0));
}

enum hold boss_held(const struct table *t, int seat, int64_t hold)
{
    const struct piece *p = boss_pending(t);
    if (p && p->seat == seat && p->mark[MARK_HOW] >> PLAY_HOLD == hold)
        return HOLD_WAIT;
    for (uint16_t id = table_first(t, P_QUEUE, 0); id; id = table_next(t, id)) {
        p = table_piece(t, id);
        if (p->slot == seat && p->mark[MARK_VERB] >= V_TRAVEL && p->mark[MARK_VERB] <= V_BOSS &&
            p->mark[MARK_HOW] >> PLAY_HOLD == hold)
            return HOLD_WAIT;
    }
    return table_get(t, T_HELD, seat) & hold_bit(hold) ? HOLD_DROP : HOLD_YES;
}

enum outcome boss_play_order(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    bool busy = boss_busy(play);
    struct card_play p;
    struct deal d;
    struct hand hand;
    read_play(order, seat, &p);
    boss_deal_cast(boss_of(play->engine), t, play->options, &d);
    boss_hand_free(t, seat, &hand);
    enum mistake_code code = check(play, &d, &hand, &p);
    if (busy && may_mend(t, code, &p)) {
        if (p.verb == V_RECRUIT && p.of < 0) /* who takes mine, or who has it */
            p.of = code == NO_RECRUIT_OWN ? boss_pending(t)->seat : holder(&d, p.family);
        code = check_cards(&hand, &p);
    }
    if (code != NO_MISTAKE)
        return refuse(play, &d, &hand, &p, code);
    play->hold = p.hold = hold_new(t, seat);
    if (!busy) {
        begin(play, &p, boss_piece_new(t, KIND_PLAY, P_PENDING, seat));
        return OUTCOME_HOLD;
    }
    mark_play(t, boss_play_queue(play, seat, p.verb), &p);
    say_play(play, SIGHT_SEAT(seat), boss_waits(play), &p);
    return OUTCOME_HOLD;
}

static void tell_dropped(struct play *play, const struct piece *piece)
{
    struct card_play p;
    boss_play_read(piece, piece->slot, &p);
    if (p.verb >= V_TRAVEL && p.verb <= V_BOSS) {
        say_play(play, SIGHT_SEAT(p.seat), EV_WAIT_DROPPED, &p);
        boss_play_decided(play->table, p.seat, p.hold, true);
        return;
    }
    bool close = (p.verb & ~PLAY_WITH) == V_CLOSE;
    SAY(play, SIGHT_SEAT(p.seat), EV_WAIT_DROPPED, SEAT("seat", p.seat),
        WORD("play", close ? "play.close" : "play.fail"));
}

void boss_play_next(struct play *play)
{
    struct table *t = play->table;
    uint16_t id = table_first(t, P_QUEUE, 0);
    struct piece piece = *table_piece(t, id);
    struct card_play p;
    if (piece.kind != KIND_PLAY || piece.slot < 1 || piece.slot > table_seats(t)) {
        boss_send_home(t, id);
        return;
    }
    if (piece.mark[MARK_VERB] > V_BOSS || piece.mark[MARK_VERB] < V_TRAVEL) {
        if (boss_call_waited(play, &piece) != NO_MISTAKE)
            tell_dropped(play, &piece);
        table_remove(t, id);
        return;
    }
    struct deal d;
    struct hand hand;
    boss_play_read(&piece, piece.slot, &p);
    boss_deal_cast(boss_of(play->engine), t, play->options, &d);
    boss_hand_read(t, p.seat, &hand);
    if (check(play, &d, &hand, &p) == NO_MISTAKE) {
        begin(play, &p, id);
        return;
    }
    table_remove(t, id);
    tell_dropped(play, &piece);
}

void boss_plays_clear(struct play *play)
{
    struct table *t = play->table;
    uint16_t id;
    while ((id = table_first(t, P_QUEUE, 0)) != 0) {
        struct piece piece = *table_piece(t, id);
        boss_send_home(t, id);
        if (piece.kind == KIND_PLAY && piece.slot >= 1 && piece.slot <= table_seats(t))
            tell_dropped(play, &piece);
    }
}
