#include "engines/venture/cards.h"
#include "base/csv.h"
#include "engines/venture/sets.h"

const char venture_symbol_letters[SYMBOLS + 1] = "TSC";
const char *const venture_symbol_signs[SYMBOLS] = {"▲", "■", "●"};
static const char *const symbol_names[SYMBOLS] = {"TRIANGLE", "SQUARE", "CIRCLE"};

static int industry_of(struct venture *v, struct slice name, struct arena *arena)
{
    for (int i = 0; i < INDUSTRIES; i++) {
        if (!v->industry[i])
            v->industry[i] = arena_slice(arena, name);
        if (slice_is(name, v->industry[i]))
            return i;
    }
    die("more than %d industries", INDUSTRIES);
}

static uint8_t letters_of(struct slice s)
{
    uint8_t set = 0;
    for (size_t i = 0; i < s.n; i++) {
        insist(s.p[i] >= 'A' && s.p[i] < 'A' + LETTERS);
        set |= (uint8_t)(1 << (s.p[i] - 'A'));
    }
    return set;
}

static void read_companies(struct venture *v, struct arena *arena, const char *text)
{
    struct csv csv = csv_open(text);
    int n = 0;
    while (csv_next(&csv)) {
        insist(n < COMPANIES);
        struct company *c = &v->company[n];
        struct slice letters = csv_field(&csv, "letters");
        c->industry = (uint8_t)industry_of(v, csv_field(&csv, "industry"), arena);
        c->letters = letters_of(letters);
        c->nletters = (uint8_t)__builtin_popcount(c->letters);
        c->value = (uint8_t)csv_int(&csv, "value_millions");
        insist(c->nletters == csv_int(&csv, "n_letters") && c->nletters == letters.n);
        for (int i = 0; i < n; i++)
            insist(v->company[i].industry != c->industry || v->company[i].letters != c->letters);
        v->kinds[n++] =
            arena_printf(arena, "%s-%.*s", v->industry[c->industry], (int)letters.n, letters.p);
    }
    insist(n == COMPANIES);
    for (int k = 0; k < COMPANIES; k++) {
        v->in_industry[v->company[k].industry] |= (uint64_t)1 << k;
        for (unsigned set = 0; set <= ALL_LETTERS; set++)
            if ((v->company[k].letters & set) == set)
                v->with_letters[set] |= (uint64_t)1 << k;
    }
    for (int i = 0; i < INDUSTRIES; i++) {
        struct names names = {0};
        for (int k = 0; k < COMPANIES; k++)
            if (v->company[k].industry == i)
                venture_names_add(&names, v->kinds[k]);
        v->of_industry[i] = arena_strdup(arena, names.text);
    }
}

static int symbol_of(struct slice name)
{
    for (int i = 0; i < SYMBOLS; i++)
        if (slice_is(name, symbol_names[i]))
            return i;
    return -1;
}

/* The file must name the cards in the order of the kinds: see cards.h. */
static void read_capital(struct venture *v, struct arena *arena, const struct csv *csv, int card)
{
    int face = (int)csv_int(csv, "value_millions"), symbol = symbol_of(csv_field(csv, "symbol"));
    insist(symbol == (card < LOWS ? card / FACES : -1));
    insist(card < FACES || card >= LOWS || v->face[card % FACES] == face);
    v->face[card] = face;
    if (symbol < 0) {
        v->kinds[card_kind(card)] = v->shown[card] = arena_printf(arena, "%d", face);
        return;
    }
    v->kinds[card_kind(card)] = arena_printf(arena, "%c%d", venture_symbol_letters[symbol], face);
    v->shown[card] = arena_printf(arena, "%c%d%s", venture_symbol_letters[symbol], face,
                                  venture_symbol_signs[symbol]);
}

static void read_proxy(struct venture *v, struct arena *arena, const struct csv *csv, int card)
{
    static const char *const written[] = {"0.5", "1.0", "1.5"};
    static const char *const names[] = {"1/2x", "1x", "3/2x"};
    int i = card - CAPITALS;
    insist(i >= 0 && i < PROXIES && slice_is(csv_field(csv, "proxy_multiplier"), written[i]));
    v->halves[i] = i + 1;
    v->kinds[card_kind(card)] = v->shown[card] = arena_strdup(arena, names[i]);
}

static void read_resources(struct venture *v, struct arena *arena, const char *text)
{
    struct csv csv = csv_open(text);
    int card = 0, total = 0;
    for (; csv_next(&csv); card++) {
        insist(card < CARDS);
        struct slice kind = csv_field(&csv, "kind");
        if (card < CAPITALS && slice_is(kind, "CAPITAL"))
            read_capital(v, arena, &csv, card);
        else if (card < PROFIT && slice_is(kind, "PROXY"))
            read_proxy(v, arena, &csv, card);
        else if (card == PROFIT && slice_is(kind, "PROFIT"))
            v->kinds[card_kind(card)] = v->shown[card] = "PROFIT";
        else
            die("venture_resources.csv: card %d is out of order", card + 1);
        v->quantity[card] = (int)csv_int(&csv, "quantity");
        insist(v->quantity[card] >= 0 && v->quantity[card] <= RESOURCES);
        total += v->quantity[card];
    }
    insist(card == CARDS && total == RESOURCES);
    for (int f = 0; f < FACES; f++)
        v->of_face[f] =
            arena_printf(arena, "%s %s %s", v->kinds[card_kind(f)], v->kinds[card_kind(FACES + f)],
                         v->kinds[card_kind(2 * FACES + f)]);
}

struct venture *venture_cards_read(struct arena *arena, const char *companies,
                                   const char *resources)
{
    struct venture *v = arena_new(arena, struct venture);
    read_companies(v, arena, companies);
    read_resources(v, arena, resources);
    v->sets = venture_sets_make(v, arena);
    return v;
}

void venture_names_add(struct names *names, const char *name)
{
    size_t n = strlen(name);
    insist((size_t)names->n + n + 2 <= sizeof names->text);
    if (names->count++)
        names->text[names->n++] = ' ';
    memcpy(names->text + names->n, name, n + 1);
    names->n += (int)n;
}

void venture_names_cards(struct names *names, const struct venture *v, const struct hand *hand)
{
    for (int c = 0; c < CARDS; c++)
        for (int i = 0; i < hand->n[c]; i++)
            venture_names_add(names, v->shown[c]);
}
