/* Grammars that look like those of the four games, for the tests and the fuzzer of orders. */
#ifndef TEST_ORDER_SAMPLE_H
#define TEST_ORDER_SAMPLE_H

#include "order/order.h"

#include <stdio.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

/* --- types: each is a list of words ---------------------------------------------------------- */

static inline enum reading sample_find(const char *const *list, struct slice word, int64_t *value)
{
    for (int i = 0; list[i]; i++) {
        char upper[40];
        size_t n = 0;
        for (; list[i][n] && n < sizeof upper - 1; n++)
            upper[n] =
                list[i][n] >= 'a' && list[i][n] <= 'z' ? (char)(list[i][n] - 32) : list[i][n];
        upper[n] = '\0';
        if (slice_is(word, upper)) {
            *value = i;
            return READ_YES;
        }
    }
    return READ_NO;
}

static inline bool sample_list(const char *const *list, int i, int64_t *value)
{
    for (int k = 0; k <= i; k++)
        if (!list[k])
            return false;
    *value = i;
    return true;
}

#define SAMPLE_TYPE(name, ...)                                                                     \
    static const char *const name##_words[] = {__VA_ARGS__, NULL};                                 \
    static inline enum reading name##_read(const void *data, struct slice word, int64_t *value,    \
                                           const char **hint)                                      \
    {                                                                                              \
        (void)data, (void)hint;                                                                    \
        return sample_find(name##_words, word, value);                                             \
    }                                                                                              \
    static inline void name##_print(const void *data, int64_t value, struct buf *out)              \
    {                                                                                              \
        (void)data;                                                                                \
        buf_str(out, name##_words[value]);                                                         \
    }                                                                                              \
    static inline bool name##_list(const void *data, int i, int64_t *value)                        \
    {                                                                                              \
        (void)data;                                                                                \
        return sample_list(name##_words, i, value);                                                \
    }

SAMPLE_TYPE(company, "OIL-EF", "OIL-AB", "CHEM-CD", "AUTO-DEF", "STEEL-A", "AERO-BCDE", "ELEC-ABDE")
SAMPLE_TYPE(proxy, "1/2x", "1x", "3/2x", "0.5x", "1.5x")
SAMPLE_TYPE(card, "T1", "T3", "T5", "T8", "S1", "S3", "S5", "S8", "C1", "C3", "C5", "C8", "10",
            "12", "14", "16", "18", "20")
SAMPLE_TYPE(currency, "GBP", "EUR", "USD", "CHF", "JPY", "CAD", "CNY")
SAMPLE_TYPE(contract, "A", "B", "C", "D", "E", "F")
SAMPLE_TYPE(investor, "Cashman", "Dougherty", "Goldman", "Liebgeld", "Sacks", "Wadsworth")
SAMPLE_TYPE(firm, "H", "1", "2", "3", "4", "5")
SAMPLE_TYPE(cell, "BOURSE", "BANK", "FN", "AN", "METALS")
SAMPLE_TYPE(zone, "LU", "IT", "CH", "SA")
SAMPLE_TYPE(sort, "FIN", "MIN", "ALIM", "TRA")
SAMPLE_TYPE(split, "60/40", "40/60", "100")

/* "PAY 8" asks which of three. */
static inline enum reading card_or_which(const void *data, struct slice word, int64_t *value,
                                         const char **hint)
{
    static const char *const which[][2] = {
        {"1", "T1 S1 C1"}, {"3", "T3 S3 C3"}, {"5", "T5 S5 C5"}, {"8", "T8 S8 C8"}};
    for (size_t i = 0; i < 4; i++) {
        if (slice_is(word, which[i][0])) {
            *hint = which[i][1];
            return READ_WHICH;
        }
    }
    return card_read(data, word, value, hint);
}

#define TYPE(name)                                                                                 \
    {                                                                                              \
#name, name##_read, name##_print, name##_list                                              \
    }

/* --- venture --------------------------------------------------------------------------------- */

enum { V_TAKE, V_FIGHT, V_REORGANIZE, V_PAY, V_DISCARD, V_PASS };
enum { VK_ON, VK_NEW, VK_FOR, VK_AUTO, VK_ANYWAY };
enum { VT_COMPANY, VT_PROXY, VT_CARD };

static const struct verb venture_verbs[] = {
    {"TAKE", "PRENDRE", "BUY ACHETER PRENDS", "company [ ON ( number | company ) | NEW ]", 1},
    {"FIGHT", "COMBATTRE", "PROXY", "proxy FOR company [ ON ( number | company ) | NEW ]", 1},
    {"REORGANIZE", "REORGANISER", "REORG", "number : company+ ( / number : company+ )*", 1},
    {"PAY", "PAYER", "PAYE", "( AUTO | card+ ) [ ANYWAY ]", 1},
    {"DISCARD", "DEFAUSSER", "JETER", "card", 1},
    {"PASS", "PASSER", "PASSE", "", 1},
};
static const struct keyword venture_keywords[] = {
    {"ON", "SUR", NULL},  {"NEW", "NOUVEAU", "NEUF"},     {"FOR", "POUR", "CONTRE"},
    {"AUTO", NULL, NULL}, {"ANYWAY", "QUAND-MEME", NULL},
};
static const struct word_type venture_types[] = {
    TYPE(company), TYPE(proxy), {"card", card_or_which, card_print, card_list}};
static const struct grammar venture_grammar = {.verbs = venture_verbs,
                                               .nverbs = COUNT(venture_verbs),
                                               .keywords = venture_keywords,
                                               .nkeywords = COUNT(venture_keywords),
                                               .types = venture_types,
                                               .ntypes = COUNT(venture_types)};

/* --- for-ex ---------------------------------------------------------------------------------- */

enum { F_SPOT, F_ACCEPT, F_DECLINE, F_SUGGEST, F_WITHDRAW, F_CONTRACT, F_INVEST, F_DIVEST, F_SELL };
#define SWAP_TAIL "[ amount ] currency FOR [ amount ] currency"
static const struct verb forex_verbs[] = {
    {"SPOT", "COMPTANT", NULL,
     "( GIVE [ amount ] currency TO seat FOR [ amount ] currency | TAKE number )", 1},
    {"ACCEPT", "ACCEPTER", "ACCEPTE", "number", 1},
    {"DECLINE", "DECLINER", "REFUSER", "number", 1},
    {"SUGGEST", "PROPOSER", NULL, "GIVE " SWAP_TAIL, 2},
    {"WITHDRAW", "RETIRER", NULL, "number", 2},
    {"CONTRACT", "CONTRAT", NULL, "PAY " SWAP_TAIL, 1},
    {"INVEST", "INVESTIR", NULL, "currency [ currency ]", 1},
    {"DIVEST", "DESINVESTIR", NULL, "currency [ number | ALL ]", 1},
    {"SELL", "VENDRE", NULL, "number", 1},
    {"RESOLVE", "RESOUDRE", NULL, "[ contract | DIVIDEND ] [ PREFER currency+ ]", 1},
    {"CHOOSE", "CHOISIR", NULL, "currency", 1},
    {"IF", "SI", NULL,
     "ACCEPTED ( INVEST currency [ currency ] | DIVEST currency [ number | ALL ] | RESOLVE )", 1},
};
static const struct keyword forex_keywords[] = {
    {"GIVE", "DONNER", "DONNE"},     {"TO", "A", NULL},
    {"FOR", "POUR", "CONTRE"},       {"TAKE", "PRENDRE", NULL},
    {"PAY", "PAYER", NULL},          {"ALL", "TOUT", NULL},
    {"DIVIDEND", "DIVIDENDE", NULL}, {"PREFER", "PREFERER", NULL},
    {"ACCEPTED", "ACCEPTE", NULL},   {"INVEST", "INVESTIR", NULL},
    {"DIVEST", "DESINVESTIR", NULL}, {"RESOLVE", "RESOUDRE", NULL},
};
static const struct word_type forex_types[] = {TYPE(currency), TYPE(contract)};
static const struct grammar forex_grammar = {.verbs = forex_verbs,
                                             .nverbs = COUNT(forex_verbs),
                                             .keywords = forex_keywords,
                                             .nkeywords = COUNT(forex_keywords),
                                             .types = forex_types,
                                             .ntypes = COUNT(forex_types),
                                             .half_units = true};

/* --- I'm the boss ---------------------------------------------------------------------------- */

static const struct verb boss_verbs[] = {
    {"PLACE", "PLACER", NULL, "number", 1},
    {"DEAL", "AFFAIRE", NULL, "[ IF SPACE number+ [ ELSE DRAW ] ]", 1},
    {"ROLL", "LANCER", NULL, "", 1},
    {"SHOW", "MONTRER", NULL, "investor", 2},
    {"ASK", "DEMANDER", NULL, "number [ SHARE ] [ FOR investor ( AND investor )* ] [ ANY BOSS ]",
     2},
    {"OFFER", "OFFRIR", NULL, "number TO seat [ FOR investor ]", 2},
    {"AGREE", "ACCORD", NULL, "number", 1},
    {"TRAVEL", "VOYAGE", NULL, "investor OF seat [ INVESTOR | CLAN ] [ WITH JOKER ]", 2},
    {"RECRUIT", "RECRUTER", NULL, "investor FROM seat", 2},
    {"BOSS", "PATRON", NULL, "", 2},
    {"CLOSE", "CONCLURE", NULL, "[ WITH number+ ]", 1},
    {"STOP", NULL, NULL, "", 1},
    {"PASS", "PASSER", NULL, "[ ALWAYS ]", 1},
};
static const struct keyword boss_keywords[] = {
    {"IF", "SI", NULL},
    {"SPACE", "CASE", NULL},
    {"ELSE", "SINON", NULL},
    {"DRAW", "PIOCHER", NULL},
    {"SHARE", "PART", "PARTS SHARES"},
    {"FOR", "POUR", NULL},
    {"AND", "ET", "&"},
    {"ANY", "TOUT", NULL},
    {"BOSS", "PATRON", NULL},
    {"TO", "A", NULL},
    {"OF", "DE", NULL},
    {"INVESTOR", "INVESTISSEUR", NULL},
    {"CLAN", NULL, NULL},
    {"WITH", "AVEC", NULL},
    {"JOKER", NULL, NULL},
    {"FROM", "CHEZ", NULL},
    {"ALWAYS", "TOUJOURS", NULL},
};
static const struct word_type boss_types[] = {TYPE(investor)};
static const struct grammar boss_grammar = {.verbs = boss_verbs,
                                            .nverbs = COUNT(boss_verbs),
                                            .keywords = boss_keywords,
                                            .nkeywords = COUNT(boss_keywords),
                                            .types = boss_types,
                                            .ntypes = COUNT(boss_types)};

/* --- capital power --------------------------------------------------------------------------- */

#define SUM "( number | ALL | MAX | KEEP number )"
#define PLAN                                                                                       \
    "( IF cell [ zone ] ( BORROW " SUM " | REPAY " SUM " | DEPOSIT " SUM " ( WHITE | BLACK )"      \
    " | WITHDRAW " SUM " | BUY " SUM " [ SHARES ] | SELL " SUM " [ SHARES ] | STAKE " SUM          \
    " ( WHITE | BLACK ) ) )+"
static const struct verb capital_verbs[] = {
    {"TRANSFER", "TRANSFERER", NULL, "number [ SHARES ] FROM firm TO firm", 1},
    {"MOVE", "AVANCER", NULL, "firm [ THEN " PLAN " ]", 1},
    {"PLAN", "PLANIFIER", NULL, "firm " PLAN, 2},
    {"GO", "ALLER", NULL, "zone", 1},
    {"BRIBE", "CORROMPRE", NULL, "firm cell", 1},
    {"FOUND", "FONDER", NULL, "number sort CAPITAL number FROM firm [ split WITH firm ]", 1},
    {"GIVE", "DONNER", NULL, "number ( WHITE | BLACK ) TO seat", 2},
    {"TAKE", "PRENDRE", NULL, "[ ON firm | OFF BOOKS ]", 1},
    {"ENTRY", "ECRITURE", NULL, "firm number text", 1},
    {"LIQUIDATE", "LIQUIDER", NULL, "firm [ REBUY firm BY firm ]", 1},
    {"PROPOSE", "PROPOSER", NULL,
     "number ( WHITE | BLACK | SHARES ) FROM firm TO seat FOR number ( WHITE | BLACK ) [ TO firm ]",
     2},
    {"ACCUSE", "ACCUSER", NULL, "seat", 1},
};
static const struct keyword capital_keywords[] = {
    {"SHARES", "ACTIONS", NULL},
    {"FROM", "DE", "DEPUIS"},
    {"TO", "A", "VERS"},
    {"THEN", "PUIS", NULL},
    {"IF", "SI", NULL},
    {"ALL", "TOUT", NULL},
    {"MAX", NULL, NULL},
    {"KEEP", "GARDER", NULL},
    {"WHITE", "BLANC", "BLANCS"},
    {"BLACK", "NOIR", "NOIRS"},
    {"CAPITAL", NULL, NULL},
    {"WITH", "AVEC", NULL},
    {"ON", "SUR", NULL},
    {"OFF", "HORS", NULL},
    {"BOOKS", "LIVRES", NULL},
    {"REBUY", "RACHETER", NULL},
    {"BY", "PAR", NULL},
    {"FOR", "POUR", NULL},
    {"BORROW", "EMPRUNTER", NULL},
    {"REPAY", "REMBOURSER", NULL},
    {"DEPOSIT", "DEPOSER", NULL},
    {"WITHDRAW", "RETIRER", NULL},
    {"BUY", "ACHETER", NULL},
    {"SELL", "VENDRE", NULL},
    {"STAKE", "MISER", NULL},
};
static const struct word_type capital_types[] = {TYPE(firm), TYPE(cell), TYPE(zone), TYPE(sort),
                                                 TYPE(split)};
static const struct grammar capital_grammar = {.verbs = capital_verbs,
                                               .nverbs = COUNT(capital_verbs),
                                               .keywords = capital_keywords,
                                               .nkeywords = COUNT(capital_keywords),
                                               .types = capital_types,
                                               .ntypes = COUNT(capital_types)};

/* --- general --------------------------------------------------------------------------------- */

enum { G_HELP, G_STATUS, G_REPORT, G_SAY, G_WHISPER, G_TZ, G_NEXT, G_WHEN, G_SET, G_RESIGN };
static const struct verb general_verbs[] = {
    {"HELP", "AIDE", NULL, "[ word ]", 2},
    {"STATUS", "ETAT", NULL, "", 2},
    {"REPORT", "RAPPORT", NULL, "[ number ]", 2},
    {"SAY", "DIRE", "DIS", "text", 2},
    {"WHISPER", "CHUCHOTER", NULL, "seat text", 2},
    {"TZ", "FUSEAU", NULL, "word", 2},
    {"NEXT", "ENSUITE", NULL, "text", VERB_ANY_TIME | VERB_TAKES_ORDER},
    {"WHEN", "QUAND", NULL, "text", VERB_ANY_TIME | VERB_TAKES_ORDER},
    {"SET", NULL, NULL, "word = number", 2},
    {"RESIGN", "ABANDONNER", NULL, "", 2},
};
static const struct grammar general_grammar = {.verbs = general_verbs,
                                               .nverbs = COUNT(general_verbs)};

/* --- readers --------------------------------------------------------------------------------- */

static const char *const sample_seats[] = {NULL,          "Alice",     "Bob",   "Bobby",
                                           "Jean Pierre", "Jean Paul", "Éloïse"};
enum { SAMPLE_SEATS = 6, SAMPLE_GAMES = 4 };
static const struct grammar *const sample_games[SAMPLE_GAMES] = {&venture_grammar, &forex_grammar,
                                                                 &boss_grammar, &capital_grammar};

static inline struct order_reader sample_reader(const struct grammar *game)
{
    return (struct order_reader){
        .general = &general_grammar, .game = game, .seats = sample_seats, .nseats = SAMPLE_SEATS};
}

#endif
