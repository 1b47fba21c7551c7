#include "engines/venture/state.h"

/* Companies are added first, in the order of their kinds: company k is piece k + 1. Everything
 * that looks for one starts there. */

const struct place venture_places[PLACES] = {
    [P_RESERVE] = {"reserve", SEE_NONE, true}, [P_MARKET] = {"market", SEE_ALL, true},
    [P_GROUP] = {"group", SEE_ALL, true},      [P_REMOVED] = {"removed", SEE_NONE, true},
    [P_DECK] = {"deck", SEE_NONE, true},       [P_HAND] = {"hand", SEE_OWNER, true},
    [P_SHOWN] = {"shown", SEE_ALL, true},      [P_DISCARD] = {"discard", SEE_ALL, true},
};

const struct tally venture_tallies[TALLIES] = {
    [T_TURN] = {"turn", SEE_ALL},     [T_NUMBER] = {"number", SEE_ALL},
    [T_PHASE] = {"phase", SEE_ALL},   [T_IDLE] = {"idle", SEE_ALL},
    [T_SCORE] = {"score", SEE_ALL},   [T_FORCED] = {"forced", SEE_ALL},
    [T_COST] = {"cost", SEE_ALL},     [T_OPERATIONS] = {"operations", SEE_ALL},
    [T_DEALS] = {"deals", SEE_ALL},   [T_PAY] = {"pay", SEE_ALL},
    [T_PASSED] = {"passed", SEE_ALL}, [T_APART] = {"apart", SEE_ALL},
};

void venture_hand_read(const struct table *t, int seat, struct hand *hand)
{
    *hand = (struct hand){0};
    for (uint16_t id = table_first(t, P_HAND, seat); id;) {
        const struct piece *p = table_piece(t, id);
        hand->n[kind_card(p->kind)]++;
        id = p->next;
    }
}

void venture_hand_discard(struct table *t, int seat, const struct hand *cards)
{
    struct hand left = *cards;
    for (uint16_t id = table_first(t, P_HAND, seat), next; id; id = next) {
        const struct piece *p = table_piece(t, id);
        int card = kind_card(p->kind);
        next = p->next;
        if (left.n[card]) {
            left.n[card]--;
            if (p->mark[MARK_NAMED])
                table_mark(t, id, MARK_NAMED, 0);
            table_move(t, id, P_DISCARD, 0);
        }
    }
    for (int c = 0; c < CARDS; c++)
        insist(left.n[c] == 0);
}

const struct piece *venture_company_piece(const struct table *t, int company)
{
    const struct piece *p = table_piece(t, (uint16_t)(company + 1));
    insist(p->kind == company);
    return p;
}

void venture_letter_reset(struct table *t)
{
    for (int k = T_COST; k < TALLIES; k++)
        table_set(t, k, 0, 0);
}

/* Shuffles what lies in a place of the table. */
static void shuffle(struct play *play, int place)
{
    uint16_t ids[PIECES_MAX];
    uint32_t n = 0;
    for (uint16_t id = table_first(play->table, place, 0); id; id = table_next(play->table, id))
        ids[n++] = id;
    luck_shuffle(play->luck, ids, n);
    table_order(play->table, place, 0, ids, (int)n);
}

static void lay_out_companies(struct play *play)
{
    struct table *t = play->table;
    shuffle(play, P_RESERVE);
    if (table_seats(t) == 2 && play->options[OPT_REMOVE] == REMOVE_14) {
        for (int i = 0; i < REMOVED_FOR_TWO; i++)
            table_move(t, table_last(t, P_RESERVE, 0), P_REMOVED, 0);
        SAY(play, SIGHT_ALL, EV_REMOVED, NUM("n", REMOVED_FOR_TWO));
    }
    struct names names = {0};
    for (int i = 0; i < MARKET_SIZE; i++) {
        uint16_t id = table_last(t, P_RESERVE, 0);
        venture_names_add(&names, venture_of(play->engine)->kinds[table_piece(t, id)->kind]);
        table_move(t, id, P_MARKET, 0);
    }
    SAY(play, SIGHT_ALL, EV_BEGIN, SEAT("seat", 1), WORD("companies", names.text));
}

/* A dealt profit is set aside and replaced; all of them go back before the second shuffle. */
static void deal(struct play *play)
{
    struct table *t = play->table;
    shuffle(play, P_DECK);
    for (int seat = 1; seat <= table_seats(t); seat++) {
        struct names names = {0};
        struct hand hand;
        while (table_count(t, P_HAND, seat) < HAND_DEALT) {
            uint16_t id = table_last(t, P_DECK, 0);
            bool profit = kind_card(table_piece(t, id)->kind) == PROFIT;
            table_move(t, id, profit ? P_SHOWN : P_HAND, profit ? 0 : seat);
        }
        venture_hand_read(t, seat, &hand);
        venture_names_cards(&names, venture_of(play->engine), &hand);
        SAY(play, SIGHT_SEAT(seat), EV_DEAL, SEAT("seat", seat), WORD("cards", names.text));
    }
    while (table_last(t, P_SHOWN, 0))
        table_move(t, table_last(t, P_SHOWN, 0), P_DECK, 0);
    shuffle(play, P_DECK);
}

void venture_setup(struct play *play)
{
    const struct venture *v = venture_of(play->engine);
    for (int k = 0; k < COMPANIES; k++)
        table_add(play->table, k, P_RESERVE, 0);
    for (int c = 0; c < CARDS; c++)
        for (int i = 0; i < v->quantity[c]; i++)
            table_add(play->table, card_kind(c), P_DECK, 0);
    lay_out_companies(play);
    deal(play);
    table_set(play->table, T_TURN, 0, 1);
    table_set(play->table, T_NUMBER, 0, 1);
    table_set(play->table, T_PHASE, 0, PHASE_ORDERS);
}
