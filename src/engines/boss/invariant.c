#include "engines/boss/invariant.h"
#include "engines/boss/deal.h"
#include "engines/boss/words.h"

/* On a whole table: every piece is somewhere it can be and seen by whom it should, the seats have
 * what the bank has paid, at most one card is pending, and who has a play waiting holds its cards.
 */

static sight sight_of(const struct piece *p)
{
    if (p->place == P_QUEUE)
        return SIGHT_SEAT(p->slot);
    enum see see = boss_places[p->place].see;
    return see == SEE_ALL ? SIGHT_ALL : see == SEE_OWNER ? SIGHT_SEAT(p->seat) : SIGHT_NONE;
}

static bool card_fits(const struct piece *p)
{
    int card = kind_card(p->kind);
    switch (p->place) {
    case P_DECK:
    case P_DISCARD:
        return p->seat == 0;
    case P_HAND:
    case P_PENDING:
        return p->seat > 0;
    case P_SHOWN:
        return p->seat > 0 && card < CARD_TRAVEL;
    case P_AWAY:
        return card == CARD_JOKER ? p->slot >= 1 && p->slot <= FAMILIES
                                  : card - CARD_TRAVEL + 1 == p->slot;
    default:
        return false;
    }
}

static bool fits(const struct piece *p)
{
    if (kind_is_card(p->kind))
        return card_fits(p);
    if (p->kind < KIND_CARD)
        return p->place == P_INVESTOR;
    if (p->kind < KIND_PAWN)
        return p->place == P_TILES || (p->place == P_BOARD && p->slot >= 1 && p->slot <= SPACES);
    if (p->kind == KIND_PAWN)
        return p->place == P_BOARD && p->slot >= 0 && p->slot <= SPACES;
    if (p->kind == KIND_TERM)
        return p->place == P_TERM && p->seat > 0;
    return (p->place == P_QUEUE && p->slot > 0) || (p->place == P_PENDING && p->seat > 0);
}

static const char *check_pieces(const struct table *t, const struct boss *b, const int64_t *options)
{
    int count[KINDS] = {0}, tiles = 0;
    for (int id = 1; id <= table_pieces(t); id++) {
        const struct piece *p = table_piece(t, (uint16_t)id);
        if (p->place == PLACE_NONE)
            continue;
        if (!fits(p))
            return boss_invariant_name(BAD_MISPLACED);
        if (p->sight != sight_of(p))
            return boss_invariant_name(BAD_SIGHT);
        count[p->kind]++;
    }
    for (int c = 0; c < CARDS; c++)
        if (count[card_kind(c)] != b->quantity[c])
            return boss_invariant_name(BAD_CARDS);
    for (int f = 0; f < FAMILIES; f++)
        if (count[KIND_INVESTOR + f] != 1)
            return boss_invariant_name(BAD_INVESTORS);
    for (int n = 0; n < TILES; n++)
        tiles += count[KIND_TILE + n];
    if (tiles != TILES - (options[OPT_SHORT] ? 3 : 0) || count[KIND_PAWN] != 1 ||
        table_count(t, P_BOARD, 0) - 1 != tally(t, T_DEALS))
        return boss_invariant_name(BAD_TILES);
    return NULL;
}

static const char *check_money(const struct table *t)
{
    int64_t sum = 0;
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int64_t cash = table_get(t, T_CASH, seat);
        if (cash < 0)
            return boss_invariant_name(BAD_MONEY);
        sum += cash;
    }
    return sum == table_get(t, T_PAID, 0) ? NULL : boss_invariant_name(BAD_MONEY);
}

/* Outside a negotiation nothing of one is left. */
static const char *check_phase(const struct table *t, const int64_t *options)
{
    int phase = tally(t, T_PHASE), boss = (int)table_get(t, T_BOSS, 0);
    if (boss < 0 || boss > table_seats(t) || (phase == PHASE_TALK) != (boss > 0) ||
        (!boss && tally(t, T_CALL)))
        return boss_invariant_name(BAD_PHASE);
    if (!boss && table_count(t, P_AWAY, 0))
        return boss_invariant_name(BAD_PHASE);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        if (!boss && (table_count(t, P_SHOWN, seat) || table_count(t, P_TERM, seat)))
            return boss_invariant_name(BAD_PHASE);
        if (phase < PHASE_DRAW && table_count(t, P_HAND, seat) > boss_hand_limit(t, options))
            return boss_invariant_name(BAD_HAND);
    }
    return NULL;
}

static const char *check_pending(const struct table *t)
{
    int plays = 0, phase = tally(t, T_PHASE);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int cards = 0, card = 0, want = 0, strange = 0;
        for (uint16_t id = table_first(t, P_PENDING, seat); id; id = table_next(t, id)) {
            const struct piece *p = table_piece(t, id);
            if (p->kind == KIND_PLAY) {
                plays++;
                want = boss_play_cards(p, &card);
            }
        }
        for (uint16_t id = table_first(t, P_PENDING, seat); id; id = table_next(t, id)) {
            const struct piece *p = table_piece(t, id);
            cards += p->kind == card_kind(card);
            strange += p->kind != card_kind(card) && p->kind != KIND_PLAY;
        }
        if ((want && cards != want) || strange || (!want && table_count(t, P_PENDING, seat)))
            return boss_invariant_name(BAD_PENDING);
    }
    bool may = phase == PHASE_TALK || phase == PHASE_LIMIT;
    if (plays > 1 || (plays && !may) || (!may && table_count(t, P_QUEUE, 0)))
        return boss_invariant_name(BAD_PENDING);
    return NULL;
}

static const char *check_queue(const struct table *t)
{
    if (!table_first(t, P_QUEUE, 0))
        return NULL;
    for (int seat = 1; seat <= table_seats(t); seat++) {
        int need[CARDS] = {0};
        struct hand hand;
        boss_hand_read(t, seat, &hand);
        for (uint16_t id = table_first(t, P_QUEUE, 0); id; id = table_next(t, id)) {
            const struct piece *p = table_piece(t, id);
            int card, n = p->slot == seat ? boss_play_cards(p, &card) : 0;
            if (n)
                need[card] += n;
        }
        for (int c = 0; c < CARDS; c++)
            if (need[c] > hand.n[c])
                return boss_invariant_name(BAD_QUEUE);
    }
    return NULL;
}

/* Asks and agreements are for what their seat can bring; the Boss is not paid. */
static const char *check_terms(const struct table *t, const struct boss *b, const int64_t *options)
{
    struct deal d;
    if (!tally(t, T_BOSS))
        return NULL;
    boss_deal_read_all(b, t, options, &d);
    for (int i = 0; i < d.nterms; i++) {
        const struct term_row *r = &d.terms[i];
        if (!boss_term_holds(&d, r) || r->amount < 0 || r->amount > AMOUNT_MAX ||
            (i && d.terms[i - 1].number == r->number))
            return boss_invariant_name(BAD_TERMS);
    }
    if (boss_deal_promised(&d) > d.income + table_get(t, T_CASH, d.boss))
        return boss_invariant_name(BAD_TERMS);
    return NULL;
}

const char *boss_invariant(const struct table *t, const struct engine *engine,
                           const int64_t *options)
{
    const struct boss *b = boss_of(engine);
    const char *bad = check_pieces(t, b, options);
    bad = bad ? bad : check_money(t);
    bad = bad ? bad : check_phase(t, options);
    bad = bad ? bad : check_pending(t);
    bad = bad ? bad : check_queue(t);
    return bad ? bad : check_terms(t, b, options);
}
