#include "engines/boss/orders.h"

/* The window of a pending card: STOP, PASS, and what it does when nobody stops it. A card that
 * takes effect reopens the talks and voids passes; a stopped one does not. */

const struct piece *boss_pending(const struct table *t)
{
    for (int seat = 1; seat <= table_seats(t); seat++)
        for (uint16_t id = table_first(t, P_PENDING, seat); id; id = table_next(t, id))
            if (table_piece(t, id)->kind == KIND_PLAY)
                return table_piece(t, id);
    return NULL;
}

bool boss_busy(const struct play *play)
{
    return boss_pending(play->table) || play->so_far & LETTER_STOPPED;
}

enum event_code boss_waits(const struct play *play)
{
    return play->so_far & LETTER_STOPPED ? EV_WAITS_STOP : EV_WAITS;
}

unsigned boss_always(const struct table *t)
{
    unsigned mask = 0;
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (table_knows(t, T_ALWAYS, seat) && table_get(t, T_ALWAYS, seat))
            mask |= seat_bit(seat);
    return mask;
}

/* --- what becomes of it ------------------------------------------------------------------ */

/* The play's piece leaves the table; its cards go where they belong. */
static void clear_pending(struct table *t, int seat, int place, int slot)
{
    for (uint16_t id = table_first(t, P_PENDING, seat), next; id; id = next) {
        next = table_next(t, id);
        if (kind_is_card(table_piece(t, id)->kind))
            table_move_slot(t, id, place, 0, slot);
        else
            boss_send_home(t, id);
    }
}

void boss_pending_drop(struct play *play)
{
    struct table *t = play->table;
    const struct piece *pending = boss_pending(t);
    if (!pending)
        return;
    int seat = pending->seat, hold = pending->mark[MARK_HOW] >> PLAY_HOLD;
    clear_pending(t, seat, P_DISCARD, 0);
    tally_set(t, T_PASSED, 0);
    boss_play_decided(t, seat, hold, true);
}

/* The talks go on: whatever was called is off, and the Boss may think again. */
static void reopen(struct table *t)
{
    tally_set(t, T_RECALLED, 0);
    tally_set(t, T_CALL, CALL_NONE);
    tally_set(t, T_CALL_PASSED, 0);
    boss_unheard(t, ~0u);
}

/* The first piece of a kind in a place; 0: it is not there (any more). */
static uint16_t find(const struct table *t, int place, int seat, int kind)
{
    uint16_t id = table_first(t, place, seat);
    while (id && table_piece(t, id)->kind != kind)
        id = table_next(t, id);
    return id;
}

static void travel_effect(struct play *play, const struct card_play *p)
{
    struct table *t = play->table;
    const struct boss *b = boss_of(play->engine);
    if (!p->clan) {
        clear_pending(t, p->seat, P_AWAY, p->family + 1);
        SAY(play, SIGHT_ALL, EV_AWAY, SEAT("seat", p->of), WORD("investor", b->family[p->family]));
    } else {
        uint16_t id = find(t, P_SHOWN, p->of, card_kind(CARD_CLAN + p->family));
        if (id)
            table_move(t, id, P_DISCARD, 0);
        clear_pending(t, p->seat, P_DISCARD, 0);
        SAY(play, SIGHT_ALL, EV_AWAY_CLAN, SEAT("seat", p->of),
            WORD("investor", b->family[p->family]));
    }
    boss_terms_lost(play, p->of, (unsigned)p->family);
}

static void recruit_effect(struct play *play, const struct card_play *p)
{
    struct table *t = play->table;
    uint16_t id = find(t, P_INVESTOR, p->of, KIND_INVESTOR + p->family);
    if (id)
        table_move(t, id, P_INVESTOR, p->seat);
    clear_pending(t, p->seat, P_DISCARD, 0);
    SAY(play, SIGHT_ALL, EV_RECRUITED, SEAT("seat", p->seat),
        WORD("investor", boss_of(play->engine)->family[p->family]), SEAT("from", p->of),
        FLAG("beside", p->of == 0));
    if (p->of && tally(t, T_PHASE) == PHASE_TALK)
        boss_terms_lost(play, p->of, (unsigned)p->family);
}

static void boss_effect(struct play *play, const struct card_play *p)
{
    struct table *t = play->table;
    int old = tally(t, T_BOSS);
    clear_pending(t, p->seat, P_DISCARD, 0);
    tally_set(t, T_BOSS, p->seat);
    table_set(t, T_ALWAYS, p->seat, 0);
    tally_set(t, T_CLOCK, boss_serial(t));
    SAY(play, SIGHT_ALL, EV_NEW_BOSS, SEAT("seat", p->seat), SEAT("old", old));
    boss_terms_new_boss(play);
}

void boss_play_effect(struct play *play)
{
    struct table *t = play->table;
    struct card_play p;
    const struct piece *pending = boss_pending(t);
    boss_play_read(pending, pending->seat, &p);
    tally_set(t, T_PASSED, 0);
    boss_play_decided(t, p.seat, p.hold, false);
    if (p.verb == V_TRAVEL)
        travel_effect(play, &p);
    else if (p.verb == V_RECRUIT)
        recruit_effect(play, &p);
    else
        boss_effect(play, &p);
    if (tally(t, T_PHASE) == PHASE_TALK)
        reopen(t);
}

enum outcome boss_stop(struct play *play, int seat)
{
    struct table *t = play->table;
    const struct piece *pending = boss_pending(t);
    struct card_play p;
    struct hand hand;
    boss_hand_read(t, seat, &hand);
    if (!pending)
        return WRONG(play, -1, NO_STOP_NOTHING);
    boss_play_read(pending, pending->seat, &p);
    if (p.seat == seat)
        return WRONG(play, -1, NO_STOP_OWN);
    if (!hand.n[CARD_STOP])
        return WRONG(play, -1, NO_STOP_NO_CARD);
    boss_hand_move(t, seat, CARD_STOP, 1, P_DISCARD, 0);
    boss_pending_drop(play);
    play->so_far |= LETTER_STOPPED;
    tally_set(t, T_PLAYED, (unsigned)tally(t, T_PLAYED) | seat_bit(seat));
    if (tally(t, T_CALL) == CALL_NONE)
        boss_unheard(t, seat_bit(p.seat));
    SAY(play, SIGHT_ALL, EV_STOP, SEAT("seat", seat), SEAT("of", p.seat),
        WORD("play", p.verb == V_TRAVEL    ? "play.travel"
                     : p.verb == V_RECRUIT ? "play.recruit"
                                           : "play.boss"),
        WORD("investor", p.verb == V_BOSS ? NULL : boss_of(play->engine)->family[p.family]));
    return OUTCOME_DONE;
}

static enum outcome add_to(struct play *play, int which, int seat)
{
    unsigned mask = (unsigned)tally(play->table, which);
    if (mask & seat_bit(seat))
        return WRONG(play, -1, NO_PASSED, FLAG("window", which == T_PASSED));
    tally_set(play->table, which, mask | seat_bit(seat));
    return OUTCOME_DONE;
}

bool boss_all_heard(const struct table *t)
{
    unsigned heard = (unsigned)(tally(t, T_HEARD) | tally(t, T_GONE)) | seat_bit(tally(t, T_BOSS));
    unsigned all = (seat_bit(table_seats(t) + 1) - 1) & ~1u;
    return (heard & all) == all;
}

/* To the pending card, to the last call, or in the talks: nothing to say. */
enum outcome boss_pass(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    const struct piece *pending = boss_pending(t);
    bool talk = tally(t, T_PHASE) == PHASE_TALK, is_boss = talk && tally(t, T_BOSS) == seat;
    bool always = order->nterms > 0;
    if (always && is_boss)
        return WRONG(play, -1, NO_PASS_BOSS);
    if ((!talk && !pending) || (pending && pending->seat == seat) ||
        (!pending && is_boss && tally(t, T_CALL)))
        return WRONG(play, -1, NO_PASS_NOTHING);
    if (always && talk) {
        table_set(t, T_ALWAYS, seat, 1);
        unsigned bit = seat_bit(seat);
        tally_set(t, T_HEARD, (unsigned)tally(t, T_HEARD) | bit);
        if (pending)
            tally_set(t, T_PASSED, (unsigned)tally(t, T_PASSED) | bit);
        if (tally(t, T_CALL))
            tally_set(t, T_CALL_PASSED, (unsigned)tally(t, T_CALL_PASSED) | bit);
        return OUTCOME_DONE;
    }
    if (is_boss && !pending) { /* he waits for the others: there must be some */
        if (boss_all_heard(t))
            return WRONG(play, -1, NO_PASS_BOSS);
        tally_set(t, T_HEARD, (unsigned)tally(t, T_HEARD) | seat_bit(seat));
        return OUTCOME_DONE;
    }
    return add_to(play, pending ? T_PASSED : tally(t, T_CALL) ? T_CALL_PASSED : T_HEARD, seat);
}
