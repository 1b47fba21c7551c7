#include "engines/forex/words.h"

/* Words come folded: capitals, no accents. */

/* --- currencies ------------------------------------------------------------------------------ */

static const struct alias {
    const char *written;
    int currency;
} aliases[] = {
    {"GBP", GBP},      {"POUND", GBP}, {"POUNDS", GBP}, {"STERLING", GBP}, {"LIVRE", GBP},
    {"LIVRES", GBP},   {"EUR", EUR},   {"EURO", EUR},   {"EUROS", EUR},    {"USD", USD},
    {"CHF", CHF},      {"FRANC", CHF}, {"FRANCS", CHF}, {"JPY", JPY},      {"YEN", JPY},
    {"YENS", JPY},     {"CAD", CAD},   {"CNY", CNY},    {"YUAN", CNY},     {"YUANS", CNY},
    {"RENMINBI", CNY}, {"RMB", CNY},
};

static enum reading read_currency(const void *data, struct slice word, int64_t *value,
                                  const char **hint)
{
    (void)data;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (slice_is(word, aliases[i].written)) {
            *value = aliases[i].currency;
            return READ_YES;
        }
    if (slice_is(word, "DOLLAR") || slice_is(word, "DOLLARS")) {
        *hint = "USD CAD";
        return READ_WHICH;
    }
    return READ_NO;
}

static void print_currency(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    buf_str(out, forex_currency[value]);
}

static bool list_currency(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i;
    return i < CURRENCIES;
}

/* --- letters --------------------------------------------------------------------------------- */

static enum reading read_letter(const void *data, struct slice word, int64_t *value,
                                const char **hint)
{
    (void)data;
    (void)hint;
    if (word.n != 1 || word.p[0] < 'A' || word.p[0] >= 'A' + LETTERS)
        return READ_NO;
    *value = word.p[0] - 'A';
    return READ_YES;
}

static void print_letter(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    buf_str(out, forex_kinds[value]);
}

static bool list_letter(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i;
    return i < LETTERS;
}

/* --- the tables ------------------------------------------------------------------------------ */

/* Everything may come from a seat that is not awaited: a sale's answer can be changed until all are
 * in, an answer that is too late is told what is current, and who is on turn while his own offer is
 * open is told that. */
enum { ANSWER = VERB_ANSWERS | VERB_ANY_TIME };

static const struct verb verbs[VERBS] = {
    [V_SPOT] = {"SPOT", "COMPTANT", "TRADE ECHANGER ECHANGE",
                "( GIVE [ amount ] currency ( TO seat FOR [ amount ] currency | FOR [ amount ] "
                "currency TO seat ) | TAKE number )",
                ANSWER},
    [V_ACCEPT] = {"ACCEPT", "ACCEPTER", "ACCEPTE YES OUI", "[ number ]", ANSWER},
    [V_DECLINE] = {"DECLINE", "DECLINER", "REFUSE REFUSER REJECT NO NON", "[ number ]", ANSWER},
    [V_SUGGEST] = {"SUGGEST", "SUGGERER", "QUOTE PROPOSER PROPOSE SUGGERE",
                   "GIVE [ amount ] currency [ FOR ] [ amount ] currency", VERB_ANY_TIME},
    [V_WITHDRAW] = {"WITHDRAW", "RETIRER", "RETIRE", "number", VERB_ANY_TIME},
    [V_CONTRACT] = {"CONTRACT", "CONTRAT", NULL,
                    "PAY [ amount ] currency [ FOR ] [ amount ] currency", ANSWER},
    [V_INVEST] = {"INVEST", "INVESTIR", "INVESTIS BUY ACHETER", "currency [ [ AND ] currency ]",
                  ANSWER},
    [V_DIVEST] = {"DIVEST", "DESINVESTIR", "DESINVESTIS",
                  "( currency ( number | ALL ) | ( number | ALL ) currency )", ANSWER},
    [V_SELL] = {"SELL", "VENDRE", "VENDS", "( number | ALL ) [ currency ]", ANSWER},
    [V_PASS] = {"PASS", "PASSER", "PASSE", "", ANSWER},
    [V_RESOLVE] = {"RESOLVE", "RESOUDRE", "RESOUS RESOLU",
                   "[ letter | DIVIDEND ] [ PREFER currency+ ]", ANSWER},
    [V_CHOOSE] = {"CHOOSE", "CHOISIR", "CHOISIS", "currency", ANSWER},
};

static const struct keyword keywords[KEYWORDS] = {
    [K_GIVE] = {"GIVE", "DONNER", "DONNE GIVING"},
    [K_TO] = {"TO", "A", "WITH AVEC"},
    [K_FOR] = {"FOR", "CONTRE", "POUR AGAINST GET RECEVOIR"},
    [K_TAKE] = {"TAKE", "PRENDRE", "PRENDS"},
    [K_PAY] = {"PAY", "PAYER", "PAYE PAIE"},
    [K_AND] = {"AND", "ET", NULL},
    [K_ALL] = {"ALL", "TOUT", "TOUS"},
    [K_DIVIDEND] = {"DIVIDEND", "DIVIDENDE", "DIVIDENDS DIVIDENDES"},
    [K_PREFER] = {"PREFER", "PREFERER", "PREFERE"},
};

static const struct word_type types[WORDS] = {
    [W_CURRENCY] = {"currency", read_currency, print_currency, list_currency},
    [W_LETTER] = {"letter", read_letter, print_letter, list_letter},
};

const struct grammar forex_grammar = {
    .verbs = verbs,
    .nverbs = VERBS,
    .keywords = keywords,
    .nkeywords = KEYWORDS,
    .types = types,
    .ntypes = WORDS,
    .half_units = true,
};

static const struct verb situations[SITUATIONS] = {
    [S_DIVEST] = {"DIVEST", "DESINVESTIR", "DESINVESTIS SALE VENTE", "[ currency ]", 0},
    [S_SPOT] = {"SPOT", "COMPTANT", "TRADE ECHANGE OFFER OFFRE",
                "[ currency [ FOR currency ] ] [ FROM seat ]", 0},
    [S_TIE] = {"TIE", "EGALITE", NULL, "[ currency ]", 0},
};

static const struct keyword situation_keywords[SITUATION_KEYWORDS] = {
    [SK_FOR] = {"FOR", "CONTRE", "POUR"},
    [SK_FROM] = {"FROM", "DE", "BY PAR"},
};

const struct grammar forex_situations = {
    .verbs = situations,
    .nverbs = SITUATIONS,
    .keywords = situation_keywords,
    .nkeywords = SITUATION_KEYWORDS,
    .types = types,
    .ntypes = WORDS,
    .half_units = true,
};

void forex_read_swap(const struct order *order, struct swap *s)
{
    int side = 0;
    *s = (struct swap){.sum = {-1, -1}, .sum_at = {-1, -1}, .seat_at = -1};
    for (int i = 0; i < order->nterms; i++) {
        const struct term *term = &order->terms[i];
        if (term->type == TERM_AMOUNT) {
            s->sum[side] = term->value;
            s->sum_at[side] = i;
        } else if (term->type == W_CURRENCY) {
            s->currency[side] = (int)term->value;
            s->currency_at[side] = i;
            side = 1;
        } else if (term->type == TERM_SEAT) {
            s->seat = (int)term->value;
            s->seat_at = i;
        }
    }
}
