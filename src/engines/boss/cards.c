#include "engines/boss/cards.h"
#include "base/csv.h"

static const char *const families[FAMILIES] = {"CASHMAN",  "DOUGHERTY", "GOLDMAN",
                                               "LIEBGELD", "SACKS",     "WADSWORTH"};

static int family_of(struct slice name)
{
    for (int f = 0; f < FAMILIES; f++)
        if (slice_is(name, families[f]))
            return f;
    die("there is no family %.*s", (int)name.n, name.p);
}

/* "CASHMAN|SACKS" */
static uint8_t mask_of(struct slice list)
{
    unsigned mask = 0;
    while (list.p && list.n)
        mask |= 1u << family_of(slice_cut(&list, '|'));
    return (uint8_t)mask;
}

static void name_families(struct boss *b, struct arena *arena)
{
    for (int f = 0; f < FAMILIES; f++) {
        char *name = arena_strdup(arena, families[f]);
        for (char *c = name + 1; *c; c++)
            *c = (char)(*c - 'A' + 'a');
        b->family[f] = b->kinds[KIND_INVESTOR + f] = name;
        b->kinds[card_kind(CARD_CLAN + f)] = arena_printf(arena, "clan-%s", name);
        b->kinds[card_kind(CARD_TRAVEL + f)] = arena_printf(arena, "travel-%s", name);
    }
    b->named[0] = "";
    for (unsigned mask = 1; mask <= ALL_FAMILIES; mask++) {
        unsigned below = mask & ~(1u << (31 - __builtin_clz(mask)));
        b->named[mask] = arena_printf(arena, "%s%s%s", b->named[below], below ? " " : "",
                                      b->family[31 - __builtin_clz(mask)]);
    }
    b->kinds[card_kind(CARD_JOKER)] = "travel-joker";
    b->kinds[card_kind(CARD_RECRUIT)] = "recruit";
    b->kinds[card_kind(CARD_BOSS)] = "boss";
    b->kinds[card_kind(CARD_STOP)] = "stop";
    for (int n = 1; n <= TILES; n++)
        b->kinds[KIND_TILE + n - 1] = arena_printf(arena, "tile-%d", n);
    b->kinds[KIND_PAWN] = "dollar";
    b->kinds[KIND_TERM] = "ask";
    b->kinds[KIND_PLAY] = "play";
}

static int card_of(const struct csv *csv)
{
    struct slice kind = csv_field(csv, "kind"), investor = csv_field(csv, "investor");
    if (slice_is(kind, "CLAN"))
        return CARD_CLAN + family_of(investor);
    if (slice_is(kind, "TRAVEL"))
        return slice_is(investor, "ANY") ? CARD_JOKER : CARD_TRAVEL + family_of(investor);
    return slice_is(kind, "RECRUIT") ? CARD_RECRUIT
           : slice_is(kind, "BOSS")  ? CARD_BOSS
           : slice_is(kind, "STOP")  ? CARD_STOP
                                     : CARDS;
}

static void read_influence(struct boss *b, const char *text)
{
    struct csv csv = csv_open(text);
    int total = 0;
    while (csv_next(&csv)) {
        int card = card_of(&csv);
        insist(card < CARDS && b->quantity[card] == 0);
        b->quantity[card] = (int)csv_int(&csv, "quantity");
        total += b->quantity[card];
    }
    insist(total == INFLUENCE);
}

static void read_spaces(struct boss *b, const char *text)
{
    struct csv csv = csv_open(text);
    int n = 0;
    while (csv_next(&csv)) {
        insist(++n <= SPACES && csv_int(&csv, "space") == n);
        struct space *s = &b->space[n];
        s->shares = (uint8_t)csv_int(&csv, "shares");
        s->pick = (uint8_t)csv_int(&csv, "pick");
        s->required = mask_of(csv_field(&csv, "required"));
        s->optional = mask_of(csv_field(&csv, "optional_list"));
        insist(!(s->required & s->optional) && s->pick <= __builtin_popcount(s->optional));
        insist(csv_int(&csv, "n_investors") == __builtin_popcount(s->required) + s->pick);
    }
    insist(n == SPACES);
}

static void read_tiles(struct boss *b, const char *text)
{
    struct csv csv = csv_open(text);
    int n = 0;
    while (csv_next(&csv)) {
        insist(++n <= TILES && csv_int(&csv, "tile") == n);
        struct slice dice = csv_field(&csv, "end_on_die");
        b->tile[n].value = (uint8_t)csv_int(&csv, "share_value_millions");
        while (dice.p && dice.n) {
            long long die;
            insist(slice_to_int(slice_cut(&dice, '|'), &die) && die >= 1 && die <= 6);
            b->tile[n].ends |= (uint8_t)(1 << die);
        }
    }
    insist(n == TILES);
}

struct boss *boss_cards_read(struct arena *arena, const char *influence, const char *spaces,
                             const char *tiles)
{
    struct boss *b = arena_new(arena, struct boss);
    name_families(b, arena);
    read_influence(b, influence);
    read_spaces(b, spaces);
    read_tiles(b, tiles);
    return b;
}

int boss_hand_count(const struct hand *hand)
{
    int n = 0;
    for (int c = 0; c < CARDS; c++)
        n += hand->n[c];
    return n;
}
