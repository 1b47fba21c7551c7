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
    [GENERAL_TZ] = {"TZ", "FUSEAU", "TIMEZONE ZONE", "word", VERB_ANY_TIME},
    [GENERAL_ADDRESS] = {"ADDRESS", "ADRESSE", NULL, "word", VERB_ANY_TIME},
    [GENERAL_GAMES] = {"GAMES", "PARTIES", NULL, "", VERB_ANY_TIME},
    [GENERAL_JOIN] = {"JOIN", "REJOINDRE", "REJOINS", "[ word [ text ] ]", VERB_ANY_TIME},
    [GENERAL_LEAVE] = {"LEAVE", "QUITTER", "QUITTE", "", VERB_ANY_TIME},
    [GENERAL_LUCK] = {"LUCK", "CHANCE", NULL, "text", VERB_ANY_TIME},
    [GENERAL_OBSERVE] = {"OBSERVE", "OBSERVER", "WATCH SUIVRE", "[ word ]", VERB_ANY_TIME},
    [GENERAL_UNOBSERVE] = {"UNOBSERVE", "DESABONNER", "UNWATCH UNSUBSCRIBE", "", VERB_ANY_TIME},
    [GENERAL_STANDINGS] = {"STANDINGS", "CLASSEMENT", "RANKING PALMARES", "", VERB_ANY_TIME},
    [GENERAL_RESIGN] = {"RESIGN", "ABANDONNER", "ABANDONNE", "[ word ]", VERB_ANY_TIME},
};

static const struct verb guest_verbs[] = {
    [GUEST_ACCEPT] = {"ACCEPT", "ACCEPTER", "ACCEPTE YES OUI OK", "[ text ]", VERB_ANY_TIME},
    [GUEST_DECLINE] = {"DECLINE", "DECLINER", "NO NON REFUSE REFUSER", "", VERB_ANY_TIME},
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

static const struct grammar guests = {
    .verbs = guest_verbs,
    .nverbs = sizeof guest_verbs / sizeof guest_verbs[0],
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

const struct grammar *guest_grammar(void)
{
    static struct arena arena;
    static const struct grammar *compiled;
    if (!compiled) {
        arena = ARENA(1 << 20);
        compiled = grammar_compile(&arena, &guests);
    }
    return compiled;
}
