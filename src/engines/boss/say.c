#include "engines/boss/state.h"

/* "Negotiation news goes to all seats at once." */
void boss_say(struct play *play, sight sight, enum event_code code, const struct arg *args, int n)
{
    engine_say(play, sight, boss_event_name(code), args, n);
    play->events->last->at_once = tally(play->table, T_PHASE) == PHASE_TALK;
}

const char *boss_card_phrase(int card)
{
    static const char *const alone[] = {"card.joker", "card.recruit", "card.boss", "card.stop"};
    return card >= CARD_JOKER    ? alone[card - CARD_JOKER]
           : card >= CARD_TRAVEL ? "card.travel"
                                 : "card.clan";
}

const char *boss_card_family(const struct boss *b, int card)
{
    return card < CARD_JOKER ? b->family[card % FAMILIES] : NULL;
}

const char *boss_held_families(const struct boss *b, const uint8_t *n)
{
    unsigned mask = 0;
    for (int f = 0; f < FAMILIES; f++)
        mask |= n[f] ? 1u << f : 0;
    return mask ? b->named[mask] : NULL;
}

static const char *times(struct arena *arena, int n)
{
    return n ? arena_printf(arena, "%d", n) : NULL;
}

/* "Sacks", "Goldman Sacks×2" */
static const char *by_family(const struct boss *b, struct arena *arena, const uint8_t *n)
{
    struct buf text = BUF(400);
    for (int f = 0; f < FAMILIES; f++) {
        if (n[f])
            buf_printf(&text, "%s%s", text.n ? " " : "", b->family[f]);
        if (n[f] > 1)
            buf_printf(&text, "×%d", n[f]);
    }
    const char *word = text.n ? arena_slice(arena, buf_all(&text)) : NULL;
    buf_free(&text);
    return word;
}

void boss_say_cards(struct play *play, sight sight, enum event_code code, int seat,
                    const struct hand *hand)
{
    const struct boss *b = boss_of(play->engine);
    struct arena *arena = play->arena;
    int n = boss_hand_count(hand);
    SAY(play, sight, code, SEAT("seat", seat), NUM("n", n), ONE("one", n),
        WORD("clan", by_family(b, arena, hand->n + CARD_CLAN)),
        WORD("travel", by_family(b, arena, hand->n + CARD_TRAVEL)),
        WORD("joker", times(arena, hand->n[CARD_JOKER])),
        WORD("recruit", times(arena, hand->n[CARD_RECRUIT])),
        WORD("boss", times(arena, hand->n[CARD_BOSS])),
        WORD("stop", times(arena, hand->n[CARD_STOP])));
}
