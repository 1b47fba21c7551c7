#include "engines/venture/words.h"

/* Words come folded: capitals, no accents, ½ as 1/2, 1½ as 3/2, and ▲ ■ ● as T S C, so that "T3▲"
 * can be copied from a report: it is read as "T3T". */

/* --- companies --------------------------------------------------------------------------- */

/* Longer spellings come before the shorter ones they begin with. */
static const struct alias {
    const char *written, *industry;
} aliases[] = {
    {"AEROSPATIALE", "AERO"}, {"AEROSPACE", "AERO"},   {"AERO", "AERO"},
    {"AUTOMOBILE", "AUTO"},   {"AUTO", "AUTO"},        {"CHEMICALS", "CHEM"},
    {"CHEMICAL", "CHEM"},     {"CHIMIE", "CHEM"},      {"CHEM", "CHEM"},
    {"CHIM", "CHEM"},         {"ELECTRONICS", "ELEC"}, {"ELECTRONIQUE", "ELEC"},
    {"ELEC", "ELEC"},         {"PETROLEUM", "OIL"},    {"PETROLE", "OIL"},
    {"PETR", "OIL"},          {"OIL", "OIL"},          {"STEEL", "STEEL"},
    {"ACIER", "STEEL"},       {"ACIE", "STEEL"},       {"STL", "STEEL"},
};

static int industry_named(const struct venture *v, const char *name)
{
    for (int i = 0; i < INDUSTRIES; i++)
        if (strcmp(v->industry[i], name) == 0)
            return i;
    return -1;
}

/* A set of letters written once each, in any order; 0 when it is not one. */
static unsigned read_letters(struct slice s)
{
    unsigned set = 0;
    for (size_t i = 0; i < s.n; i++) {
        unsigned bit = s.p[i] >= 'A' && s.p[i] < 'A' + LETTERS ? 1u << (s.p[i] - 'A') : 0;
        if (!bit || (set & bit))
            return 0;
        set |= bit;
    }
    return set;
}

static enum reading read_company(const void *data, struct slice word, int64_t *value,
                                 const char **hint)
{
    const struct venture *v = data;
    for (size_t a = 0; a < sizeof aliases / sizeof aliases[0]; a++) {
        struct slice rest = word, written = slice_of(aliases[a].written);
        if (word.n < written.n || memcmp(word.p, written.p, written.n) != 0)
            continue;
        rest.p += written.n;
        rest.n -= written.n;
        int industry = industry_named(v, aliases[a].industry);
        if (rest.n == 0 && industry >= 0) {
            *hint = v->of_industry[industry];
            return READ_WHICH;
        }
        if (rest.p[0] == '-') {
            rest.p++;
            rest.n--;
        }
        unsigned letters = read_letters(rest);
        for (int k = 0; letters && k < COMPANIES; k++)
            if (v->company[k].industry == industry && v->company[k].letters == letters) {
                *value = k;
                return READ_YES;
            }
    }
    return READ_NO;
}

static void print_company(const void *data, int64_t value, struct buf *out)
{
    const struct venture *v = data;
    buf_str(out, v->kinds[value]);
}

static bool list_company(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i;
    return i < COMPANIES;
}

/* --- cards ------------------------------------------------------------------------------- */

static int symbol_at(struct slice s, size_t i)
{
    const char *letter = i < s.n ? strchr(venture_symbol_letters, s.p[i]) : NULL;
    return letter && *letter ? (int)(letter - venture_symbol_letters) : -1;
}

/* Takes a symbol's letter off the front, off the back, or both when they agree. -1: none. */
static int cut_symbol(struct slice *s)
{
    int front = symbol_at(*s, 0), back = s->n > 1 ? symbol_at(*s, s->n - 1) : -1;
    if (front >= 0)
        *s = (struct slice){s->p + 1, s->n - 1};
    if (back >= 0 && (front < 0 || back == front))
        s->n--;
    return front >= 0 ? front : back;
}

/* "8" is three cards. */
static enum reading low_face_alone(const struct venture *v, long long face, const char **hint)
{
    for (int f = 0; f < FACES; f++) {
        if (v->face[f] != face)
            continue;
        *hint = v->of_face[f];
        return READ_WHICH;
    }
    return READ_NO;
}

static enum reading read_card(const void *data, struct slice word, int64_t *value,
                              const char **hint)
{
    const struct venture *v = data;
    long long face;
    int symbol = cut_symbol(&word);
    if (!word.n || word.p[0] < '0' || word.p[0] > '9' || !slice_to_int(word, &face))
        return READ_NO;
    int first = symbol >= 0 ? symbol * FACES : LOWS, n = symbol >= 0 ? FACES : HIGHS;
    for (int c = first; c < first + n; c++)
        if (v->face[c] == face) {
            *value = c;
            return READ_YES;
        }
    return symbol >= 0 ? READ_NO : low_face_alone(v, face, hint);
}

static void print_card(const void *data, int64_t value, struct buf *out)
{
    const struct venture *v = data;
    buf_str(out, v->kinds[card_kind((int)value)]);
}

static bool list_capital(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i;
    return i < CAPITALS;
}

/* --- proxies ----------------------------------------------------------------------------- */

static enum reading read_proxy(const void *data, struct slice word, int64_t *value,
                               const char **hint)
{
    static const struct {
        const char *written;
        int proxy;
    } spelled[] = {{"1/2", 0}, {"0.5", 0}, {".5", 0},  {"0,5", 0}, {"1", 1},     {"1.0", 1},
                   {"1,0", 1}, {"3/2", 2}, {"1.5", 2}, {"1,5", 2}, {"1+1/2", 2}, {"1-1/2", 2}};
    (void)data;
    (void)hint;
    bool times = true;
    if (word.n && word.p[0] == 'X')
        word = (struct slice){word.p + 1, word.n - 1};
    else if (word.n && word.p[word.n - 1] == 'X')
        word.n--;
    else
        times = false;
    for (size_t i = 0; i < sizeof spelled / sizeof spelled[0]; i++) {
        if (!slice_is(word, spelled[i].written))
            continue;
        if (!times && spelled[i].proxy == 1)
            return READ_NO; /* a bare 1 is a card */
        *value = CAPITALS + spelled[i].proxy;
        return READ_YES;
    }
    return READ_NO;
}

static bool list_proxy(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = CAPITALS + i;
    return i < PROXIES;
}

/* --- the table --------------------------------------------------------------------------- */

static const struct verb verbs[VERBS] = {
    [V_TAKE] = {"TAKE", "PRENDRE", "BUY ACQUIRE PRENDS PREND ACHETER ACHETE ACHAT",
                "company [ ON ( number | company ) | NEW ]", VERB_ANSWERS},
    [V_FIGHT] = {"FIGHT", "RACHAT", "PROXY RAID RACHETER RACHETE TRANSFER TRANSFERT",
                 "proxy [ FOR ] company [ ON ( number | company ) | NEW ]", VERB_ANSWERS},
    [V_REORGANIZE] = {"REORGANIZE", "REORGANISER",
                      "REORGANISE REORG RATIONALIZE RATIONALISER RATIONALISE RATIONALISATION",
                      "[ number : ] company+ ( / [ number : ] company+ )*", VERB_ANSWERS},
    [V_PAY] = {"PAY", "PAYER", "PAYE PAIE PAYEZ", "( AUTO | card+ [ ANYWAY ] )", VERB_ANSWERS},
    [V_DISCARD] = {"DISCARD", "DEFAUSSER", "DEFAUSSE THROW JETER JETTE", "( card | proxy )",
                   VERB_ANSWERS},
    [V_PASS] = {"PASS", "PASSER", "PASSE", "", VERB_ANSWERS},
};

static const struct keyword keywords[KEYWORDS] = {
    [K_ON] = {"ON", "SUR", "ONTO"},
    [K_NEW] = {"NEW", "NOUVEAU", "NOUVELLE ALONE SEUL SEULE"},
    [K_FOR] = {"FOR", "POUR", "AGAINST CONTRE"},
    [K_AUTO] = {"AUTO", NULL, "AUTOMATIC AUTOMATIQUE"},
    [K_ANYWAY] = {"ANYWAY", "QUAND-MEME", "QUANDMEME"},
};

static const struct word_type types[WORDS] = {
    [W_COMPANY] = {"company", read_company, print_company, list_company},
    [W_CARD] = {"card", read_card, print_card, list_capital},
    [W_PROXY] = {"proxy", read_proxy, print_card, list_proxy},
};

const struct grammar venture_grammar = {
    .verbs = verbs,
    .nverbs = VERBS,
    .keywords = keywords,
    .nkeywords = KEYWORDS,
    .types = types,
    .ntypes = WORDS,
};
