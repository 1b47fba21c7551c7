#include "engines/boss/orders.h"

/* Rules "Done", the end of the game, and a seat that leaves. */

/* --- the end of a negotiation ------------------------------------------------------------ */

static void hands_back(struct play *play, int seat)
{
    struct table *t = play->table;
    struct hand back = {0};
    uint16_t id;
    while ((id = table_first(t, P_SHOWN, seat)) != 0) {
        int kind = table_piece(t, id)->kind;
        if (!kind_is_card(kind)) {
            boss_send_home(t, id);
            continue;
        }
        back.n[kind_card(kind)]++;
        table_move(t, id, P_HAND, seat);
    }
    if (boss_hand_count(&back))
        boss_say_cards(play, SIGHT_ALL, EV_BACK, seat, &back);
}

void boss_negotiation_over(struct play *play)
{
    struct table *t = play->table;
    const struct boss *b = boss_of(play->engine);
    unsigned home = 0;
    uint16_t id;
    boss_plays_clear(play);
    boss_terms_clear(play);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        hands_back(play, seat);
        table_set(t, T_ALWAYS, seat, 0);
    }
    while ((id = table_first(t, P_AWAY, 0)) != 0) {
        int slot = table_piece(t, id)->slot;
        home |= slot >= 1 && slot <= FAMILIES ? 1u << (slot - 1) : 0;
        boss_send_home(t, id);
    }
    if (home)
        SAY(play, SIGHT_ALL, EV_HOME, WORD("investors", b->named[home]),
            ONE("one", __builtin_popcount(home)));
    static const int cleared[] = {T_BOSS,     T_CALL,  T_CALL_PASSED, T_PASSED,
                                  T_RECALLED, T_HEARD, T_PLAYED};
    for (size_t i = 0; i < sizeof cleared / sizeof cleared[0]; i++)
        tally_set(t, cleared[i], 0);
}

/* --- done -------------------------------------------------------------------------------- */

static void pay(struct play *play, const struct deal *d)
{
    struct table *t = play->table;
    int promised = boss_deal_promised(d);
    boss_plus(t, T_PAID, 0, d->income);
    boss_plus(t, T_CASH, d->boss, d->income - promised);
    SAY(play, SIGHT_ALL, EV_DONE, SEAT("seat", d->boss), NUM("space", d->space),
        NUM("tile", d->tile), NUM("income", d->income), NUM("deals", tally(t, T_DEALS) + 1));
    for (int i = 0; i < d->nterms; i++) {
        const struct term_row *r = &d->terms[i];
        if (!(r->flags & TERM_AGREED))
            continue;
        boss_plus(t, T_CASH, r->seat, r->amount);
        SAY(play, SIGHT_ALL, EV_PAY, SEAT("seat", d->boss), SEAT("to", r->seat),
            NUM("amount", r->amount), FEW("few", r->amount));
    }
    SAY(play, SIGHT_ALL, EV_KEEP, SEAT("seat", d->boss), NUM("amount", d->income - promised),
        FEW("few", d->income - promised));
}

static void discard_used(struct play *play, const struct deal *d)
{
    struct table *t = play->table;
    unsigned used[SEATS_MAX + 1];
    boss_deal_used(d, used);
    for (int seat = 1; seat <= d->seats; seat++) {
        unsigned left = used[seat];
        for (uint16_t id = table_first(t, P_SHOWN, seat), next; id; id = next) {
            int kind = table_piece(t, id)->kind;
            unsigned bit = kind_is_clan(kind) ? 1u << (kind_card(kind) - CARD_CLAN) : 0;
            next = table_next(t, id);
            if (left & bit)
                table_move(t, id, P_DISCARD, 0);
            left &= ~bit;
        }
        if (used[seat])
            SAY(play, SIGHT_ALL, EV_USED, SEAT("seat", seat),
                ONE("one", __builtin_popcount(used[seat])),
                WORD("investors", boss_of(play->engine)->named[used[seat]]));
    }
}

/* Whether the game ends with this tile: the Boss's die decides from number 10 on. */
static bool tile_ends(struct play *play, const struct deal *d)
{
    const struct tile *tile = &boss_of(play->engine)->tile[d->tile];
    if (d->tile >= TILE_LAST || !boss_tile_piece(play->table)) {
        SAY(play, SIGHT_ALL, EV_END_LAST, NUM("tile", d->tile));
        return true;
    }
    if (d->tile < TILE_LATE)
        return false;
    int die = 1 + (int)luck_below(play->luck, 6);
    bool ends = tile->ends >> die & 1;
    SAY(play, SIGHT_ALL, ends ? EV_END_DIE : EV_TILE_DIE, SEAT("seat", d->boss), NUM("die", die),
        NUM("tile", d->tile));
    return ends;
}

void boss_done(struct play *play)
{
    struct table *t = play->table;
    struct deal d;
    boss_deal_read(boss_of(play->engine), t, play->options, &d);
    int next = boss_left(t, play->options[OPT_KEEPS_ORDER] ? tally(t, T_TURN) : d.boss);
    int limit = boss_hand_limit(t, play->options);
    pay(play, &d);
    discard_used(play, &d);
    boss_negotiation_over(play);
    if (d.tile)
        table_move_slot(t, boss_tile_piece(t), P_BOARD, 0, d.space);
    boss_plus(t, T_DEALS, 0, 1);
    tally_set(t, T_FAILS, 0);
    tally_set(t, T_DRY, 0);
    if (tile_ends(play, &d)) {
        boss_game_over(play);
        return;
    }
    int space = boss_space_after(t, d.space, 1);
    boss_pawn_move(t, space);
    SAY(play, SIGHT_ALL, EV_PAWN, NUM("space", space));
    if (boss_hand_limit(t, play->options) < limit)
        SAY(play, SIGHT_ALL, EV_LIMIT, NUM("limit", boss_hand_limit(t, play->options)));
    boss_turn_over(play, next);
}

/* --- the end of the game ----------------------------------------------------------------- */

void boss_game_over(struct play *play)
{
    struct table *t = play->table;
    int64_t best = INT64_MIN;
    int winners = 0;
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int64_t cash = table_get(t, T_CASH, seat);
        best = cash > best ? cash : best;
        table_tally_show(t, T_CASH, seat, SIGHT_ALL);
        SAY(play, SIGHT_ALL, EV_FINAL, SEAT("seat", seat), NUM("total", cash));
    }
    for (int seat = 1; seat <= table_seats(t); seat++)
        winners += table_get(t, T_CASH, seat) == best;
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (table_get(t, T_CASH, seat) == best)
            SAY(play, SIGHT_ALL, winners > 1 ? EV_WIN_SHARED : EV_WIN, SEAT("seat", seat),
                NUM("total", best));
    tally_set(t, T_PHASE, PHASE_OVER);
}

/* --- leaving ----------------------------------------------------------------------------- */

static void give_up(struct play *play, int seat)
{
    struct table *t = play->table;
    const struct piece *pending = boss_pending(t);
    bool targeted =
        pending && pending->mark[MARK_VERB] != V_BOSS && pending->mark[MARK_SEAT] == seat;
    if (pending && (pending->seat == seat || targeted))
        boss_pending_drop(play);
    static const int places[] = {P_INVESTOR, P_HAND, P_SHOWN, P_TERM};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        while (table_first(t, places[i], seat))
            boss_send_home(t, table_first(t, places[i], seat));
    for (uint16_t id = table_first(t, P_QUEUE, 0), next; id; id = next) {
        next = table_next(t, id);
        if (table_piece(t, id)->slot == seat)
            table_remove(t, id);
    }
}

/* Agreements may be gone: what was called on them is off. */
static void recall_if_broken(struct play *play)
{
    struct table *t = play->table;
    struct deal d;
    if (tally(t, T_PHASE) != PHASE_TALK || tally(t, T_CALL) != CALL_CLOSE)
        return;
    boss_deal_read(boss_of(play->engine), t, play->options, &d);
    if (boss_deal_met(&d, boss_deal_agreed(&d)))
        return;
    tally_set(t, T_CALL, CALL_NONE);
    tally_set(t, T_CALL_PASSED, 0);
    boss_unheard(t, ~0u);
}

void boss_leave(struct play *play, int seat)
{
    struct table *t = play->table;
    int phase = tally(t, T_PHASE);
    if (phase == PHASE_OVER || boss_gone(t, seat))
        return;
    SAY(play, SIGHT_ALL, EV_LEFT, SEAT("seat", seat));
    give_up(play, seat);
    tally_set(t, T_GONE, (unsigned)tally(t, T_GONE) | seat_bit(seat));
    if (phase == PHASE_TALK && tally(t, T_BOSS) == seat)
        boss_failed(play, false);
    else if ((phase == PHASE_TURN || phase == PHASE_ROLLED) && tally(t, T_TURN) == seat)
        boss_turn_over(play, boss_left(t, seat));
    else if (phase == PHASE_PLACE && tally(t, T_TURN) == seat)
        tally_set(t, T_TURN, boss_left(t, seat));
    recall_if_broken(play);
    if (boss_seats_left(t) < 2) {
        SAY(play, SIGHT_ALL, EV_END_ALONE);
        boss_negotiation_over(play);
        boss_game_over(play);
    }
}
