#include "run/general.h"

#include "order/order.h"

static const struct verb verbs[] = {
    [GENERAL_HELP] = {"HELP", "AIDE", NULL, "[ word ]", VERB_ANY_TIME},
    [GENERAL_STATUS] = {"STATUS", "ETAT", "SITUATION", "", VERB_ANY_TIME},
    [GENERAL_REPORT] = {"REPORT", "RAPPORT", NULL, "[ number ]", VERB_ANY_TIME},
    [GENERAL_PREVIEW] = {"PREVIEW", "ESSAI", "ESSAYER", "", VERB_ANY_TIME},
    [GENERAL_LANG] = {"LANG", "LANGUE", "LANGUAGE", "word", VERB_ANY_TIME},
    [GENERAL_WHEN] = {"WHEN", "QUAND", "LORSQUE", "text", VERB_ANY_TIME | VERB_TAKES_ORDER},
    [GENERAL_WHENS] = {"WHENS", "QUANDS", NULL, "", VERB_ANY_TIME},
    [GENERAL_FORGET] = {"FORGET", "OUBLIER", "OUBLIE", "number", VERB_ANY_TIME},
    [GENERAL_HISTORY] = {"HISTORY", "HISTORIQUE", "HISTOIRE", "[ number [ number ] ]", VERB_ANY_TIME},
    [GENERAL_SEARCH] = {"SEARCH", "CHERCHER", "RECHERCHER", "text", VERB_ANY_TIME},
    [GENERAL_NEXT] = {"NEXT", "ENSUITE", NULL, "text", VERB_ANY_TIME | VERB_TAKES_ORDER},
    [GENERAL_CANCEL] = {"CANCEL", "ANNULER", "ANNULE", "[ number ]", VERB_ANY_TIME},
    [GENERAL_SAY] = {"SAY", "DIRE", "DIS", "[ text ]", VERB_ANY_TIME},
    [GENERAL_WHISPER] = {"WHISPER", "CHUCHOTER", "CHUCHOTE", "seat [ text ]", VERB_ANY_TIME},
    [GENERAL_VACATION] = {"VACATION", "VACANCES", "HOLIDAY HOLIDAYS CONGE CONGES",
                          "[ number [ DAYS | WEEKS ] | UNTIL word | OFF ]", VERB_ANY_TIME},
    [GENERAL_DIGEST] = {"DIGEST", "RESUME", NULL, "( DAILY [ word ] | OFF )", VERB_ANY_TIME},
    [GENERAL_FORMAT] = {"FORMAT", "FORMAT", NULL, "word [ word ]", VERB_ANY_TIME},
};

static const struct keyword keywords[] = {
    [GENERAL_DAYS] = {"DAYS", "JOURS", "DAY JOUR"},
    [GENERAL_WEEKS] = {"WEEKS", "SEMAINES", "WEEK SEMAINE"},
    [GENERAL_UNTIL] = {"UNTIL", "JUSQUE", "TILL JUSQU'AU"},
    [GENERAL_OFF] = {"OFF", "NON", "NO NONE FINI"},
    [GENERAL_DAILY] = {"DAILY", "QUOTIDIEN", "JOURNALIER"},
};

static const struct grammar plain = {
    .verbs = verbs,
    .nverbs = sizeof verbs / sizeof verbs[0],
    .keywords = keywords,
    .nkeywords = sizeof keywords / sizeof keywords[0],
};

const struct grammar *general_grammar(void)
{
    static struct arena arena;
    static const struct grammar *compiled;
    if (!compiled) {
        arena = ARENA(1 << 20);
        compiled = grammar_compile(&arena, &plain);
    }
    return compiled;
}
