#include "engines/venture/endturn.h"
#include "engines/venture/sets.h"

/* Rules "End of the turn", "Profit", "The end", "When a player is silent".
 * 1. A profit drawn lies in "shown" until the last draw of the turn: it cannot be drawn twice.
 * 2. The discard becomes the deck only when a card must be drawn and there is none.
 * 3. Nothing is refilled or drawn in the turn that ends the game. */

/* --- profits ----------------------------------------------------------------------------- */

static void everyone_scores(struct play *play)
{
    const struct venture *v = venture_of(play->engine);
    bool somebody = false;
    for (int seat = 1; seat <= table_seats(play->table); seat++) {
        struct groups gs;
        venture_groups_read(v, play->table, seat, &gs);
        int gain = venture_groups_profit(&gs);
        if (!gain)
            continue;
        somebody = true;
        table_plus(play->table, T_SCORE, seat, gain);
        SAY(play, SIGHT_ALL, EV_GAIN, SEAT("seat", seat), NUM("gain", gain), ONE("gain_one", gain),
            NUM("total", table_get(play->table, T_SCORE, seat)),
            ONE("total_one", table_get(play->table, T_SCORE, seat)));
    }
    if (!somebody)
        SAY(play, SIGHT_ALL, EV_GAIN_NOBODY);
}

/* --- drawing ----------------------------------------------------------------------------- */

static void reshuffle(struct play *play)
{
    struct table *t = play->table;
    uint16_t ids[RESOURCES];
    int n = 0;
    for (uint16_t id = table_first(t, P_DISCARD, 0); id; id = table_next(t, id))
        ids[n++] = id;
    if (!n)
        return;
    luck_shuffle(play->luck, ids, (uint32_t)n);
    for (int i = 0; i < n; i++)
        table_move(t, ids[i], P_DECK, 0);
    SAY(play, SIGHT_ALL, EV_RESHUFFLE, NUM("n", n), ONE("one", n));
}

/* One card into the hand, or into *drawn a profit less; false when there is nothing to draw. */
static bool draw_one(struct play *play, int seat, struct names *drawn)
{
    struct table *t = play->table;
    for (;;) {
        if (!table_last(t, P_DECK, 0))
            reshuffle(play);
        uint16_t id = table_last(t, P_DECK, 0);
        if (!id)
            return false;
        int card = kind_card(table_piece(t, id)->kind);
        if (card != PROFIT) {
            table_move(t, id, P_HAND, seat);
            venture_names_add(drawn, venture_of(play->engine)->shown[card]);
            return true;
        }
        table_move(t, id, P_SHOWN, 0);
        SAY(play, SIGHT_ALL, EV_PROFIT, SEAT("seat", seat));
        everyone_scores(play);
    }
}

static void draw(struct play *play, int seat)
{
    struct table *t = play->table;
    struct names drawn = {0};
    int want = (int)play->options[OPT_DRAW];
    while (drawn.count < want && draw_one(play, seat, &drawn))
        ;
    if (drawn.count) {
        SAY(play, SIGHT_SEAT(seat), EV_DRAW, SEAT("seat", seat), WORD("cards", drawn.text));
        SAY(play, SIGHT_BUT(seat), EV_DRAW_COUNT, SEAT("seat", seat), NUM("n", drawn.count),
            ONE("one", drawn.count));
    }
    if (drawn.count < want)
        SAY(play, SIGHT_ALL, EV_DRAW_SHORT, SEAT("seat", seat), FLAG("some", drawn.count));
    while (table_first(t, P_SHOWN, 0))
        table_move(t, table_first(t, P_SHOWN, 0), P_DISCARD, 0);
}

/* Option hand-limit: what PASS would discard goes, until the hand is small enough. */
static void limit_hand(struct play *play, int seat)
{
    const struct venture *v = venture_of(play->engine);
    int limit = (int)play->options[OPT_HAND_LIMIT], card;
    struct hand hand, gone = {0};
    struct names names = {0};
    if (!limit || table_count(play->table, P_HAND, seat) <= limit)
        return;
    venture_hand_read(play->table, seat, &hand);
    while (venture_hand_count(&hand) > limit && (card = venture_hand_least(v, &hand)) >= 0) {
        hand.n[card]--;
        gone.n[card]++;
    }
    venture_names_cards(&names, v, &gone);
    venture_hand_discard(play->table, seat, &gone);
    SAY(play, SIGHT_ALL, EV_LIMIT, SEAT("seat", seat), NUM("limit", limit), ONE("limit_one", limit),
        WORD("cards", names.text), ONE("one", names.count));
}

static void refill(struct play *play)
{
    struct table *t = play->table;
    struct names names = {0};
    while (table_count(t, P_MARKET, 0) < MARKET_SIZE && table_last(t, P_RESERVE, 0)) {
        uint16_t id = table_last(t, P_RESERVE, 0);
        venture_names_add(&names, venture_of(play->engine)->kinds[table_piece(t, id)->kind]);
        table_move(t, id, P_MARKET, 0);
    }
    if (names.count)
        SAY(play, SIGHT_ALL, EV_REFILL, WORD("companies", names.text), NUM("n", names.count),
            ONE("one", names.count), NUM("reserve", table_count(t, P_RESERVE, 0)),
            FLAG("last", table_count(t, P_RESERVE, 0) == 0));
}

/* --- the end ----------------------------------------------------------------------------- */

static void count_hand(struct play *play, int seat)
{
    const struct venture *v = venture_of(play->engine);
    struct names names = {0};
    struct hand hand;
    venture_hand_read(play->table, seat, &hand);
    bool sets = play->options[OPT_FINAL_HAND] == FINAL_SETS;
    int worth = sets ? venture_hand_best(v, &hand) : venture_hand_face(v, &hand);
    if (!worth)
        return;
    for (int c = CAPITALS; c < CARDS; c++)
        hand.n[c] = 0;
    if (sets)
        venture_hand_sets(v, &hand, &names);
    else
        venture_names_cards(&names, v, &hand);
    table_plus(play->table, T_SCORE, seat, worth);
    SAY(play, SIGHT_ALL, EV_FINAL_HAND, SEAT("seat", seat), WORD("cards", names.text),
        NUM("worth", worth), ONE("worth_one", worth),
        NUM("total", table_get(play->table, T_SCORE, seat)),
        ONE("total_one", table_get(play->table, T_SCORE, seat)));
}

static void name_winners(struct play *play)
{
    const struct table *t = play->table;
    int64_t most = 0;
    int winners = 0;
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (table_get(t, T_SCORE, seat) > most || seat == 1)
            most = table_get(t, T_SCORE, seat);
    for (int seat = 1; seat <= table_seats(t); seat++)
        winners += table_get(t, T_SCORE, seat) == most;
    for (int seat = 1; seat <= table_seats(t); seat++)
        if (table_get(t, T_SCORE, seat) == most)
            SAY(play, SIGHT_ALL, winners > 1 ? EV_WIN_SHARED : EV_WIN, SEAT("seat", seat),
                NUM("total", most), ONE("total_one", most));
}

static void end_game(struct play *play)
{
    everyone_scores(play);
    for (int seat = 1; seat <= table_seats(play->table); seat++)
        if (play->options[OPT_FINAL_HAND] != FINAL_NONE)
            count_hand(play, seat);
    name_winners(play);
    table_set(play->table, T_PHASE, 0, PHASE_OVER);
}

/* Whether the turn just played ends the game; says why. */
static bool is_last(struct play *play, int64_t idle)
{
    const struct table *t = play->table;
    int64_t stall = play->options[OPT_STALL];
    if (!table_count(t, P_RESERVE, 0) && !table_count(t, P_MARKET, 0)) {
        SAY(play, SIGHT_ALL, EV_END_MARKET, SEAT("seat", table_get(t, T_TURN, 0)));
        return true;
    }
    if (stall && idle >= stall * table_seats(t)) {
        SAY(play, SIGHT_ALL, EV_END_STALL, NUM("rounds", stall), ONE("one", stall));
        return true;
    }
    return false;
}

/* --- whose turn -------------------------------------------------------------------------- */

/* Remembers who has an illegal group, which only an override can have made since the last time. */
static void flag_illegal(struct play *play)
{
    for (int seat = 1; seat <= table_seats(play->table); seat++)
        table_set(play->table, T_FORCED, seat, venture_forced_pending(play, seat));
}

void venture_advance(struct play *play)
{
    struct table *t = play->table;
    int seat = (int)table_get(t, T_TURN, 0);
    int64_t phase = table_get(t, T_PHASE, 0);
    if (phase == PHASE_PLAYED || phase == PHASE_SKIPPED) {
        int64_t idle = table_get(t, T_DEALS, 0) ? 0 : table_get(t, T_IDLE, 0) + 1;
        table_set(t, T_IDLE, 0, idle);
        venture_letter_reset(t);
        if (is_last(play, idle)) {
            end_game(play);
            return;
        }
        if (phase == PHASE_PLAYED) {
            refill(play);
            draw(play, seat);
            limit_hand(play, seat);
        }
        table_set(t, T_TURN, 0, seat % table_seats(t) + 1);
        table_plus(t, T_NUMBER, 0, 1);
        table_set(t, T_PHASE, 0, PHASE_ORDERS);
    }
    flag_illegal(play);
}

void venture_expire(struct play *play, int seat)
{
    struct table *t = play->table;
    insist(table_get(t, T_PHASE, 0) == PHASE_ORDERS && table_get(t, T_TURN, 0) == seat);
    if (venture_forced_pending(play, seat)) {
        venture_forced_settle(play, seat);
        if (table_get(t, T_COST, 0))
            insist(venture_settle(play, seat) == OUTCOME_DONE);
    }
    SAY(play, SIGHT_ALL, EV_SKIP, SEAT("seat", seat));
    table_set(t, T_PHASE, 0, PHASE_SKIPPED);
}
