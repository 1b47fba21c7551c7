#include "engines/boss/orders.h"

/* Rules "A turn". What DRAW draws is not seen before the letter is over: advance draws, so that an
 * order behind it cannot be used to look at the deck. */

/* --- the pawn ---------------------------------------------------------------------------- */

void boss_place(struct play *play, int seat, int space, bool by_chance)
{
    boss_pawn_move(play->table, space);
    tally_set(play->table, T_PHASE, PHASE_TURN);
    SAY(play, SIGHT_ALL, EV_PLACED, SEAT("seat", seat), NUM("space", space),
        FLAG("chance", by_chance));
}

static enum outcome place(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    const struct term *space = &order->terms[order->nterms - 1];
    int placer = boss_before(t, tally(t, T_TURN));
    if (tally(t, T_PHASE) != PHASE_PLACE || seat != placer)
        return WRONG(play, -1, NO_NOT_PLACING);
    if (space->value < 1 || space->value > SPACES) {
        WRONG(play, order->nterms - 1, NO_NO_SPACE, NUM("space", space->value),
              NUM("last", SPACES));
        return engine_try(play, "PLACE 1");
    }
    boss_place(play, seat, (int)space->value, false);
    return OUTCOME_DONE;
}

void boss_roll(struct play *play, int seat)
{
    struct table *t = play->table;
    int die = 1 + (int)luck_below(play->luck, 6), space = boss_space_after(t, boss_pawn(t), die);
    boss_pawn_move(t, space);
    tally_set(t, T_PHASE, PHASE_ROLLED);
    SAY(play, SIGHT_ALL, EV_ROLL, SEAT("seat", seat), NUM("die", die), NUM("space", space));
}

/* --- the orders of the seat on turn ------------------------------------------------------ */

static enum outcome not_now(struct play *play, int seat)
{
    struct table *t = play->table;
    int turn = tally(t, T_TURN);
    switch (tally(t, T_PHASE)) {
    case PHASE_PLACE:
        return WRONG(play, -1, NO_PLACE_FIRST, SEAT("seat", boss_before(t, turn)));
    case PHASE_TALK:
        return WRONG(play, -1, NO_NEGOTIATING, SEAT("seat", tally(t, T_BOSS)));
    case PHASE_LIMIT:
        return WRONG(play, -1, NO_TOO_MANY_CARDS);
    case PHASE_DRAW:
        return WRONG(play, -1, NO_TURN_OVER);
    default:
        return turn == seat ? OUTCOME_DONE : WRONG(play, -1, NO_NOT_YOUR_TURN, SEAT("seat", turn));
    }
}

void boss_attempt(struct play *play, int seat)
{
    struct table *t = play->table;
    struct deal d;
    tally_set(t, T_BOSS, seat);
    tally_set(t, T_PHASE, PHASE_TALK);
    tally_set(t, T_IDLE, 0);
    tally_set(t, T_PLAYED, 0);
    tally_set(t, T_HEARD, 0);
    tally_set(t, T_CLOCK, boss_serial(t));
    if (tally(t, T_TERMS) > TERM_NUMBER_LONG)
        tally_set(t, T_TERMS, 0);
    boss_deal_cast(boss_of(play->engine), t, play->options, &d);
    SAY(play, SIGHT_ALL, EV_ATTEMPT, SEAT("seat", seat), NUM("space", d.space),
        NUM("income", d.income), NUM("shares", d.needs.shares), NUM("value", d.value),
        NUM("tile", d.tile));
}

bool boss_may_deal(const struct table *t, const int64_t *options, int seat)
{
    struct hand hand;
    boss_hand_read(t, seat, &hand);
    return !options[OPT_FOUR] || boss_hand_count(&hand) >= 4;
}

bool boss_must_deal(const struct table *t, const int64_t *options, int seat)
{
    return tally(t, T_MUST) && boss_may_deal(t, options, seat);
}

static enum outcome attempt(struct play *play, int seat)
{
    int cards = table_count(play->table, P_HAND, seat);
    if (!boss_may_deal(play->table, play->options, seat))
        return WRONG(play, -1, NO_NEED_FOUR, NUM("cards", cards), ONE("one", cards));
    boss_attempt(play, seat);
    return OUTCOME_DONE;
}

static enum outcome draw(struct play *play, int seat)
{
    struct table *t = play->table;
    if (tally(t, T_PHASE) == PHASE_TURN) {
        WRONG(play, -1, NO_ROLL_FIRST);
        return engine_try(play, "ROLL");
    }
    if (boss_must_deal(t, play->options, seat)) {
        WRONG(play, -1, NO_MUST_DEAL);
        return engine_try(play, "DEAL");
    }
    if (play->preview)
        return OUTCOME_UNKNOWN;
    tally_set(t, T_PHASE, PHASE_DRAW);
    return OUTCOME_DONE;
}

/* DEAL [IF SPACE 3 7 9 [ELSE DRAW]] */
static enum outcome deal(struct play *play, int seat, const struct order *order)
{
    int space = boss_pawn(play->table);
    bool here = order->nterms == 0, otherwise = false;
    for (int i = 0; i < order->nterms; i++) {
        const struct term *t = &order->terms[i];
        here = here || (t->type == TERM_NUMBER && t->value == space);
        otherwise = otherwise || (t->type == TERM_KEYWORD && t->value == K_ELSE);
    }
    if (here)
        return attempt(play, seat);
    return otherwise ? draw(play, seat) : OUTCOME_DONE;
}

static enum outcome roll(struct play *play, int seat)
{
    if (tally(play->table, T_PHASE) == PHASE_ROLLED) {
        WRONG(play, -1, NO_ROLLED, NUM("space", boss_pawn(play->table)));
        return engine_try(play, "DEAL");
    }
    if (play->preview)
        return OUTCOME_UNKNOWN;
    boss_roll(play, seat);
    return OUTCOME_DONE;
}

/* --- too many cards ---------------------------------------------------------------------- */

bool boss_over_limit(const struct table *t, const int64_t *options, int seat)
{
    return table_count(t, P_HAND, seat) > boss_hand_limit(t, options);
}

void boss_turn_over(struct play *play, int next)
{
    tally_set(play->table, T_NEXT, next);
    tally_set(play->table, T_LIMITED, boss_serial(play->table));
    tally_set(play->table, T_PHASE, PHASE_LIMIT);
}

static void throw_away(struct play *play, int seat, const struct hand *cards)
{
    for (int c = 0; c < CARDS; c++)
        boss_hand_move(play->table, seat, c, cards->n[c], P_DISCARD, 0);
    boss_say_cards(play, SIGHT_ALL, EV_DISCARD, seat, cards);
}

/* Recruitment first; what stops and what takes over last. */
void boss_discard_default(struct play *play, int seat)
{
    static const uint8_t order[CARDS] = {
        CARD_RECRUIT,    CARD_TRAVEL,     CARD_TRAVEL + 1, CARD_TRAVEL + 2,
        CARD_TRAVEL + 3, CARD_TRAVEL + 4, CARD_TRAVEL + 5, CARD_CLAN,
        CARD_CLAN + 1,   CARD_CLAN + 2,   CARD_CLAN + 3,   CARD_CLAN + 4,
        CARD_CLAN + 5,   CARD_JOKER,      CARD_BOSS,       CARD_STOP};
    int over = table_count(play->table, P_HAND, seat) - boss_hand_limit(play->table, play->options);
    struct hand hand, gone = {0};
    boss_hand_read(play->table, seat, &hand);
    for (int i = 0; i < CARDS && over > 0; i++) {
        int n = hand.n[order[i]] < over ? hand.n[order[i]] : over;
        gone.n[order[i]] = (uint8_t)n;
        over -= n;
    }
    if (boss_hand_count(&gone))
        throw_away(play, seat, &gone);
    while (over-- > 0) /* what is no card cannot stay there */
        boss_send_home(play->table, table_first(play->table, P_HAND, seat));
}

/* The card that begins at term i of DISCARD; *last is its last term. */
static int card_named(const struct order *order, int i, int *last)
{
    const struct term *t = &order->terms[i];
    *last = i;
    switch (t->value) {
    case K_CLAN:
        *last = i + 1;
        return CARD_CLAN + (int)order->terms[i + 1].value;
    case K_TRAVEL:
        *last = i + 1;
        return order->terms[i + 1].type == W_INVESTOR ? CARD_TRAVEL + (int)order->terms[i + 1].value
                                                      : CARD_JOKER;
    case K_JOKER:
        return CARD_JOKER;
    case K_RECRUIT:
        return CARD_RECRUIT;
    default:
        return t->value == K_BOSS ? CARD_BOSS : CARD_STOP;
    }
}

static enum outcome discard(struct play *play, int seat, const struct order *order)
{
    struct table *t = play->table;
    struct hand hand, gone = {0};
    int over = table_count(t, P_HAND, seat) - boss_hand_limit(t, play->options);
    if (tally(t, T_PHASE) != PHASE_LIMIT || over <= 0)
        return WRONG(play, -1, NO_NOT_OVER, NUM("limit", boss_hand_limit(t, play->options)));
    boss_hand_free(t, seat, &hand);
    for (int i = 0, last; i < order->nterms; i = last + 1) {
        int64_t n = 1;
        if (order->terms[i].type == TERM_NUMBER)
            n = order->terms[i++].value;
        int card = card_named(order, i, &last);
        if (n < 1 || n + gone.n[card] > hand.n[card])
            return WRONG(play, i, NO_NOT_HELD, WORD("card", boss_card_phrase(card)),
                         WORD("investor", boss_card_family(boss_of(play->engine), card)),
                         NUM("held", hand.n[card]), FLAG("some", hand.n[card]));
        gone.n[card] = (uint8_t)(gone.n[card] + n);
    }
    if (boss_hand_count(&gone) > over)
        return WRONG(play, -1, NO_DISCARD_TOO_MANY, NUM("over", over), ONE("one", over));
    throw_away(play, seat, &gone);
    return OUTCOME_DONE;
}

/* --- dispatch ---------------------------------------------------------------------------- */

enum outcome boss_turn_order(struct play *play, int seat, const struct order *order)
{
    if (order->verb == V_PLACE)
        return place(play, seat, order);
    if (order->verb == V_DISCARD)
        return discard(play, seat, order);
    if (not_now(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    return order->verb == V_DEAL   ? deal(play, seat, order)
           : order->verb == V_ROLL ? roll(play, seat)
                                   : draw(play, seat);
}

/* --- what follows ------------------------------------------------------------------------ */

static int cards_to_draw(const struct play *play, int seat)
{
    int investors = table_count(play->table, P_INVESTOR, seat);
    return !play->options[OPT_DRAW] ? 3 : investors >= 3 ? 1 : 4 - investors;
}

/* The top of the deck; the discard is shuffled when there is none. 0: no card is left at all. */
static uint16_t top_card(struct play *play)
{
    struct table *t = play->table;
    int n = table_count(t, P_DISCARD, 0);
    if (!table_last(t, P_DECK, 0) && n) {
        while (table_first(t, P_DISCARD, 0))
            table_move(t, table_first(t, P_DISCARD, 0), P_DECK, 0);
        boss_shuffle(play, P_DECK);
        SAY(play, SIGHT_ALL, EV_RESHUFFLE, NUM("n", n), ONE("one", n));
    }
    return table_last(t, P_DECK, 0);
}

void boss_draw(struct play *play)
{
    struct table *t = play->table;
    int seat = tally(t, T_TURN), want = cards_to_draw(play, seat), got = 0;
    struct hand drawn = {0};
    uint16_t id;
    while (got < want && (id = top_card(play)) != 0) {
        int kind = table_piece(t, id)->kind;
        if (!kind_is_card(kind)) {
            boss_send_home(t, id);
            continue;
        }
        drawn.n[kind_card(kind)]++;
        table_move(t, id, P_HAND, seat);
        got++;
    }
    if (got)
        boss_say_cards(play, SIGHT_SEAT(seat), EV_DRAW, seat, &drawn);
    if (got)
        SAY(play, SIGHT_BUT(seat), EV_DRAW_COUNT, SEAT("seat", seat), NUM("n", got),
            ONE("one", got));
    if (got < want)
        SAY(play, SIGHT_ALL, EV_DRAW_SHORT, SEAT("seat", seat));
    boss_plus(t, T_IDLE, 0, 1);
    boss_turn_over(play, boss_left(t, seat));
}

/* Rules "Silence, absence, deadlock": rounds without an attempt; or with nothing but attempts that
 * fail, since nobody has what it takes. */
void boss_next_turn(struct play *play)
{
    struct table *t = play->table;
    int seat = tally(t, T_NEXT), idle = tally(t, T_IDLE), seats = boss_seats_left(t);
    bool dry = tally(t, T_DRY) >= STALL_DRY * seats;
    if (idle >= STALL_END * seats || dry) {
        SAY(play, SIGHT_ALL, EV_END_STALL, NUM("rounds", dry ? STALL_DRY : STALL_END),
            FLAG("dry", dry));
        boss_game_over(play);
        return;
    }
    if (boss_gone(t, seat))
        seat = boss_left(t, seat);
    if (idle == STALL_MUST * seats && !play->options[OPT_TEN])
        SAY(play, SIGHT_ALL, EV_MUST_DEAL, NUM("rounds", STALL_MUST));
    bool ten = play->options[OPT_TEN] || idle >= STALL_MUST * seats;
    tally_set(t, T_MUST, ten && table_count(t, P_HAND, seat) >= 10);
    tally_set(t, T_TURN, seat);
    boss_plus(t, T_NUMBER, 0, 1);
    boss_plus(t, T_DRY, 0, 1);
    tally_set(t, T_PHASE, PHASE_TURN);
}
