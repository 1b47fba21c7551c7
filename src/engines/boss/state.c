#include "engines/boss/state.h"
#include "engines/boss/words.h"

/* Pieces are added in a fixed order: investors, pawn, tiles, cards; the ones the table needs for
 * itself come behind and are used again, so that a long game does not run out of them. Views give
 * numbers of their own: everything here that looks for a piece goes through its place. */

enum { PAWN = FAMILIES + 1, FIRST_OWN = PAWN + TILES + INFLUENCE + 1, ALL_SPACES = 0x1fffe };

const struct place boss_places[PLACES] = {
    [P_INVESTOR] = {"investors", SEE_ALL, true}, [P_DECK] = {"deck", SEE_NONE, true},
    [P_HAND] = {"hand", SEE_OWNER, true},        [P_SHOWN] = {"shown", SEE_ALL, true},
    [P_AWAY] = {"away", SEE_ALL, true},          [P_PENDING] = {"pending", SEE_ALL, true},
    [P_QUEUE] = {"queue", SEE_NONE, false},      [P_DISCARD] = {"discard", SEE_ALL, true},
    [P_TILES] = {"tiles", SEE_ALL, true},        [P_BOARD] = {"board", SEE_ALL, true},
    [P_TERM] = {"terms", SEE_ALL, true},
};

const struct tally boss_tallies[TALLIES] = {
    [T_TURN] = {"turn", SEE_ALL},
    [T_NUMBER] = {"number", SEE_ALL},
    [T_PHASE] = {"phase", SEE_ALL},
    [T_NEXT] = {"next", SEE_ALL},
    [T_MUST] = {"must", SEE_ALL},
    [T_IDLE] = {"idle", SEE_ALL},
    [T_FAILS] = {"fails", SEE_ALL},
    [T_DRY] = {"dry", SEE_ALL},
    [T_BOSS] = {"boss", SEE_ALL},
    [T_CALL] = {"call", SEE_ALL},
    [T_SERIAL] = {"serial", SEE_ALL},
    [T_WINDOW] = {"window", SEE_ALL},
    [T_CALLED] = {"called", SEE_ALL},
    [T_CLOCK] = {"clock", SEE_ALL},
    [T_LIMITED] = {"limited", SEE_ALL},
    [T_TERMS] = {"asks", SEE_ALL},
    [T_DEALS] = {"deals", SEE_ALL},
    [T_PAID] = {"paid", SEE_ALL},
    [T_PASSED] = {"passed", SEE_ALL},
    [T_CALL_PASSED] = {"call-passed", SEE_ALL},
    [T_RECALLED] = {"recalled", SEE_ALL},
    [T_HEARD] = {"heard", SEE_ALL},
    [T_PLAYED] = {"played", SEE_ALL},
    [T_GONE] = {"gone", SEE_ALL},
    [T_CASH] = {"cash", SEE_OWNER},
    [T_ALWAYS] = {"always", SEE_ALL}, /* others see that he is not asked */
    [T_HOLDS] = {"holds", SEE_OWNER},
    [T_HELD] = {"held", SEE_OWNER},
};

/* --- tallies ----------------------------------------------------------------------------- */

enum { MOST = 1000000000 };

static int64_t within(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low : v > high ? high : v;
}

int tally(const struct table *t, int which)
{
    int64_t v = table_get(t, which, 0);
    int seats = table_seats(t);
    switch (which) {
    case T_TURN:
    case T_NEXT:
        return v >= 1 && v <= seats ? (int)v : 1;
    case T_PHASE:
        return v >= PHASE_PLACE && v <= PHASE_OVER ? (int)v : PHASE_TURN;
    case T_CALL:
        return (int)within(v, CALL_NONE, CALL_FAIL);
    case T_BOSS: /* there is one in a negotiation, and only there */
        if (table_get(t, T_PHASE, 0) != PHASE_TALK)
            return 0;
        return v >= 1 && v <= seats ? (int)v : tally(t, T_TURN);
    case T_PASSED:
    case T_CALL_PASSED:
    case T_HEARD:
    case T_PLAYED:
    case T_GONE:
        return (int)(v & (((int64_t)2 << seats) - 2));
    default:
        return (int)within(v, 0, MOST);
    }
}

int64_t boss_cash(const struct table *t, int seat)
{
    return within(table_get(t, T_CASH, seat), 0, MOST);
}

void boss_plus(struct table *t, int which, int seat, int64_t more)
{
    int64_t low = which == T_CASH ? -MOST : 0;
    table_set(t, which, seat, within(table_get(t, which, seat), low, MOST) + more);
}

/* --- seats ------------------------------------------------------------------------------- */

bool boss_gone(const struct table *t, int seat)
{
    return tally(t, T_GONE) >> seat & 1;
}

int boss_seats_left(const struct table *t)
{
    int n = 0;
    for (int seat = 1; seat <= table_seats(t); seat++)
        n += !boss_gone(t, seat);
    return n ? n : 1;
}

int boss_left(const struct table *t, int seat)
{
    int n = table_seats(t);
    for (int i = 0; i < n; i++) {
        seat = seat % n + 1;
        if (!boss_gone(t, seat))
            break;
    }
    return seat;
}

int boss_before(const struct table *t, int seat)
{
    int n = table_seats(t);
    for (int i = 0; i < n; i++) {
        seat = (seat + n - 2) % n + 1;
        if (!boss_gone(t, seat))
            break;
    }
    return seat;
}

/* --- hands ------------------------------------------------------------------------------- */

void boss_hand_read(const struct table *t, int seat, struct hand *hand)
{
    *hand = (struct hand){0};
    for (uint16_t id = table_first(t, P_HAND, seat); id;) {
        const struct piece *p = table_piece(t, id);
        if (kind_is_card(p->kind))
            hand->n[kind_card(p->kind)]++;
        id = p->next;
    }
}

int boss_play_cards(const struct piece *play, int *card)
{
    switch (play->mark[MARK_VERB]) {
    case V_TRAVEL:
        *card =
            play->mark[MARK_HOW] & PLAY_JOKER ? CARD_JOKER : CARD_TRAVEL + play->mark[MARK_FAMILY];
        return 1;
    case V_RECRUIT:
        *card = CARD_RECRUIT;
        return RECRUIT_CARDS;
    case V_BOSS:
        *card = CARD_BOSS;
        return 1;
    default: /* CLOSE and FAIL take none */
        *card = CARD_STOP;
        return 0;
    }
}

void boss_hand_free(const struct table *t, int seat, struct hand *hand)
{
    boss_hand_read(t, seat, hand);
    for (uint16_t id = table_first(t, P_QUEUE, 0); id; id = table_next(t, id)) {
        const struct piece *p = table_piece(t, id);
        int card, n = p->slot == seat ? boss_play_cards(p, &card) : 0;
        if (n)
            hand->n[card] = (uint8_t)(hand->n[card] > n ? hand->n[card] - n : 0);
    }
}

void boss_hand_move(struct table *t, int seat, int card, int n, int place, int to)
{
    for (uint16_t id = table_first(t, P_HAND, seat), next; id && n; id = next) {
        next = table_next(t, id);
        if (table_piece(t, id)->kind != card_kind(card))
            continue;
        table_move(t, id, place, to);
        n--;
    }
}

void boss_send_home(struct table *t, uint16_t id)
{
    int kind = table_piece(t, id)->kind;
    if (kind < KIND_CARD)
        table_move(t, id, P_INVESTOR, 0);
    else if (kind_is_card(kind))
        table_move(t, id, P_DISCARD, 0);
    else if (kind_is_tile(kind))
        table_move(t, id, P_TILES, 0);
    else if (kind == KIND_PAWN)
        table_move(t, id, P_BOARD, 0);
    else
        table_remove(t, id);
}

/* --- the board --------------------------------------------------------------------------- */

uint16_t boss_tile_piece(const struct table *t)
{
    uint16_t id = table_last(t, P_TILES, 0);
    while (id && !kind_is_tile(table_piece(t, id)->kind))
        id = table_prev(t, id);
    return id;
}

int boss_tile(const struct table *t)
{
    uint16_t id = boss_tile_piece(t);
    return id ? table_piece(t, id)->kind - KIND_TILE + 1 : 0;
}

/* Once the game has begun it stands somewhere. */
int boss_pawn(const struct table *t)
{
    int nowhere = tally(t, T_PHASE) == PHASE_PLACE ? 0 : 1;
    for (uint16_t id = table_first(t, P_BOARD, 0); id; id = table_next(t, id)) {
        const struct piece *p = table_piece(t, id);
        if (p->kind == KIND_PAWN)
            return p->slot >= 1 && p->slot <= SPACES ? p->slot : nowhere;
    }
    return nowhere;
}

void boss_pawn_move(struct table *t, int space)
{
    table_move_slot(t, PAWN, P_BOARD, 0, space);
}

unsigned boss_covered(const struct table *t)
{
    unsigned mask = 0;
    for (uint16_t id = table_first(t, P_BOARD, 0); id; id = table_next(t, id)) {
        const struct piece *p = table_piece(t, id);
        if (kind_is_tile(p->kind) && p->slot >= 1 && p->slot <= SPACES)
            mask |= 1u << p->slot;
    }
    return mask;
}

int boss_space_after(const struct table *t, int space, int steps)
{
    unsigned covered = boss_covered(t);
    while (steps > 0 && covered != ALL_SPACES) {
        space = space % SPACES + 1;
        if (!(covered >> space & 1))
            steps--;
    }
    return space;
}

/* --- the rest ---------------------------------------------------------------------------- */

int boss_hand_limit(const struct table *t, const int64_t *options)
{
    int tile = boss_tile(t);
    return options[OPT_LATE] && (tile == 0 || tile >= TILE_LATE) ? HAND_LATE : HAND_LIMIT;
}

bool boss_friendly(const struct table *t, const int64_t *options)
{
    return table_seats(t) == 2 || options[OPT_FRIENDLY];
}

int64_t boss_serial(struct table *t)
{
    boss_plus(t, T_SERIAL, 0, 1);
    return table_get(t, T_SERIAL, 0);
}

void boss_shuffle(struct play *play, int place)
{
    uint16_t ids[PIECES_MAX];
    uint32_t n = 0;
    for (uint16_t id = table_first(play->table, place, 0); id; id = table_next(play->table, id))
        ids[n++] = id;
    luck_shuffle(play->luck, ids, n);
    table_order(play->table, place, 0, ids, (int)n);
}

uint16_t boss_piece_new(struct table *t, int kind, int place, int seat)
{
    for (int id = FIRST_OWN; id <= table_pieces(t); id++) {
        const struct piece *p = table_piece(t, (uint16_t)id);
        if (p->place != PLACE_NONE || p->kind != kind)
            continue;
        table_move(t, (uint16_t)id, place, seat);
        for (int k = 0; k < MARKS; k++)
            table_mark(t, (uint16_t)id, k, 0);
        return (uint16_t)id;
    }
    return table_add(t, kind, place, seat);
}

/* --- set-up ------------------------------------------------------------------------------ */

/* "Three each with 2 seats, 2 each with 3, 1 each with 4 to 6". Returns the seat that begins. */
static int deal_investors(struct play *play)
{
    struct table *t = play->table;
    const struct boss *b = boss_of(play->engine);
    int seats = table_seats(t), each = seats <= 3 ? FAMILIES / seats : 1, first = 0;
    unsigned of[SEATS_MAX + 1] = {0};
    uint16_t ids[FAMILIES];
    for (int f = 0; f < FAMILIES; f++)
        ids[f] = (uint16_t)(f + 1);
    luck_shuffle(play->luck, ids, FAMILIES);
    for (int i = 0; i < FAMILIES; i++) {
        int seat = i < each * seats ? i % seats + 1 : 0;
        of[seat] |= 1u << table_piece(t, ids[i])->kind;
    }
    for (int f = 0; f < FAMILIES; f++)
        for (int seat = 1; seat <= seats; seat++)
            if (of[seat] >> f & 1) {
                table_move(t, (uint16_t)(f + 1), P_INVESTOR, seat);
                first = first ? first : seat;
            }
    for (int seat = 1; seat <= seats; seat++)
        SAY(play, SIGHT_ALL, EV_INVESTORS, SEAT("seat", seat),
            WORD("investors", b->named[of[seat]]));
    if (of[0])
        SAY(play, SIGHT_ALL, EV_BESIDE, WORD("investors", b->named[of[0]]));
    return first;
}

static void deal_cards(struct play *play)
{
    struct table *t = play->table;
    boss_shuffle(play, P_DECK);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        struct hand hand;
        for (int i = 0; i < HAND_DEALT; i++)
            table_move(t, table_last(t, P_DECK, 0), P_HAND, seat);
        boss_hand_read(t, seat, &hand);
        boss_say_cards(play, SIGHT_SEAT(seat), EV_DEALT, seat, &hand);
    }
}

static void lay_out(struct play *play)
{
    const struct boss *b = boss_of(play->engine);
    struct table *t = play->table;
    for (int f = 0; f < FAMILIES; f++)
        table_add(t, KIND_INVESTOR + f, P_INVESTOR, 0);
    table_add(t, KIND_PAWN, P_BOARD, 0);
    for (int n = TILES; n >= 1; n--) {
        uint16_t id = table_add(t, KIND_TILE + n - 1, P_TILES, 0);
        if (play->options[OPT_SHORT] && n <= 9 && n % 3 == 0)
            table_remove(t, id);
    }
    for (int c = 0; c < CARDS; c++)
        for (int i = 0; i < b->quantity[c]; i++)
            table_add(t, card_kind(c), P_DECK, 0);
    if (play->options[OPT_MONEY])
        for (int seat = 1; seat <= table_seats(t); seat++)
            table_tally_show(t, T_CASH, seat, SIGHT_ALL);
}

void boss_setup(struct play *play)
{
    struct table *t = play->table;
    lay_out(play);
    int first = deal_investors(play);
    deal_cards(play);
    tally_set(t, T_TURN, first);
    tally_set(t, T_NUMBER, 1);
    tally_set(t, T_PHASE, PHASE_PLACE);
    SAY(play, SIGHT_ALL, EV_BEGIN, SEAT("seat", first), SEAT("placer", boss_before(t, first)));
}
