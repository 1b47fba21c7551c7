#include "engines/boss/words.h"

/* --- investors ----------------------------------------------------------------------------- */

/* A family by its name or the beginning of it, three letters or more; all six begin differently. */
static enum reading read_investor(const void *data, struct slice word, int64_t *value,
                                  const char **hint)
{
    const struct boss *b = data;
    (void)hint;
    if (word.n < 3)
        return READ_NO;
    for (int f = 0; f < FAMILIES; f++) {
        size_t i = 0, n = strlen(b->family[f]);
        if (word.n > n)
            continue;
        while (i < word.n &&
               (b->family[f][i] == word.p[i] || b->family[f][i] - 'a' + 'A' == word.p[i]))
            i++;
        if (i == word.n) {
            *value = f;
            return READ_YES;
        }
    }
    return READ_NO;
}

static void print_investor(const void *data, int64_t value, struct buf *out)
{
    const struct boss *b = data;
    buf_str(out, b->family[value]);
}

static bool list_investor(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i;
    return i < FAMILIES;
}

static const struct word_type types[WORDS] = {
    [W_INVESTOR] = {"investor", read_investor, print_investor, list_investor},
};

/* --- orders -------------------------------------------------------------------------------- */

#define SOME_INVESTORS "investor ( [ AND ] investor )*"
#define ONE_CARD                                                                                   \
    "( CLAN investor | TRAVEL ( investor | JOKER ) | JOKER | RECRUIT | BOSS | STOP )"

enum { FREE = VERB_ANY_TIME, BOUND = VERB_ANSWERS };

static const struct verb verbs[VERBS] = {
    [V_PLACE] = {"PLACE", "PLACER", "PUT POSER", "[ SPACE ] number", BOUND},
    [V_DEAL] = {"DEAL", "AFFAIRE", "AFFAIRES NEGOTIATE NEGOCIER",
                "[ IF SPACE number ( [ OR ] number )* [ ELSE DRAW ] ]", BOUND},
    [V_ROLL] = {"ROLL", "LANCER", "LANCE DICE", "", BOUND},
    [V_DRAW] = {"DRAW", "PIOCHER", "PIOCHE TIRER", "", BOUND},
    [V_DISCARD] = {"DISCARD", "DEFAUSSER", "DEFAUSSE JETER", "( [ number ] " ONE_CARD " )+", BOUND},
    [V_SHOW] = {"SHOW", "MONTRER", "MONTRE REVEAL", SOME_INVESTORS, FREE},
    [V_ASK] = {"ASK", "DEMANDER", "DEMANDE",
               "number [ SHARE ] [ FOR " SOME_INVESTORS " ] [ ANY BOSS ]", FREE},
    [V_OFFER] = {"OFFER", "OFFRIR", "OFFRE BID",
                 "number [ SHARE ] TO seat [ FOR " SOME_INVESTORS " ]", FREE},
    [V_AGREE] = {"AGREE", "ACCEPTER", "ACCEPT ACCEPTE ACCORD ACCORDER", "number+", FREE | BOUND},
    [V_WITHDRAW] = {"WITHDRAW", "RETIRER", "RETIRE", "number+", FREE},
    [V_USE] = {"USE", "UTILISER", "UTILISE BORROW EMPRUNTER", "investor [ OF seat ]", FREE},
    [V_TRAVEL] = {"TRAVEL", "VOYAGE", "VOYAGER SEND ENVOYER",
                  "investor OF seat [ INVESTOR | CLAN ] [ WITH JOKER ]", FREE},
    [V_RECRUIT] = {"RECRUIT", "RECRUTER", "RECRUTE RECRUTEMENT STEAL VOLER",
                   "investor [ FROM seat ]", FREE},
    [V_BOSS] = {"BOSS", "PATRON", NULL, "", FREE},
    [V_STOP] = {"STOP", NULL, "HALTE", "", FREE | BOUND},
    [V_PASS] = {"PASS", "PASSER", "PASSE", "[ ALWAYS ]", FREE | BOUND},
    [V_CLOSE] = {"CLOSE", "CONCLURE", "CONCLUS MARCHE", "[ WITH number+ ]", FREE | BOUND},
    [V_FAIL] = {"FAIL", "ECHEC", "ECHOUER RENONCER", "", FREE},
    [V_RECALL] = {"RECALL", "REVENIR", "ROUVRIR REOPEN", "", FREE},
};

static const struct keyword keywords[KEYWORDS] = {
    [K_IF] = {"IF", "SI", NULL},
    [K_SPACE] = {"SPACE", "CASE", "SPACES CASES"},
    [K_ELSE] = {"ELSE", "SINON", "OTHERWISE"},
    [K_DRAW] = {"DRAW", "PIOCHER", "PIOCHE"},
    [K_SHARE] = {"SHARE", "PART", "SHARES PARTS"},
    [K_FOR] = {"FOR", "POUR", "CONTRE"},
    [K_OR] = {"OR", "OU", NULL},
    [K_AND] = {"AND", "ET", "&"},
    [K_ANY] = {"ANY", "TOUT", NULL},
    [K_BOSS] = {"BOSS", "PATRON", NULL},
    [K_TO] = {"TO", "A", NULL},
    [K_OF] = {"OF", "DE", NULL},
    [K_INVESTOR] = {"INVESTOR", "INVESTISSEUR", NULL},
    [K_CLAN] = {"CLAN", NULL, NULL},
    [K_WITH] = {"WITH", "AVEC", NULL},
    [K_JOKER] = {"JOKER", NULL, "JOKERS"},
    [K_FROM] = {"FROM", "CHEZ", NULL},
    [K_ALWAYS] = {"ALWAYS", "TOUJOURS", NULL},
    [K_TRAVEL] = {"TRAVEL", "VOYAGE", NULL},
    [K_RECRUIT] = {"RECRUIT", "RECRUTEMENT", "RECRUITMENT RECRUITS RECRUTER"},
    [K_STOP] = {"STOP", NULL, NULL},
};

static const char *const usage[VERBS] = {[V_DEAL] = "[ IF SPACE number+ [ ELSE DRAW ] ]"};

const struct grammar boss_grammar = {
    .verbs = verbs,
    .nverbs = VERBS,
    .keywords = keywords,
    .nkeywords = KEYWORDS,
    .types = types,
    .ntypes = WORDS,
    .usage = usage,
};

/* --- situations ---------------------------------------------------------------------------- */

static const struct verb situation_verbs[SITUATIONS] = {
    [S_TRAVEL] = {"TRAVEL", "VOYAGE", NULL, "[ [ ON ] investor ] [ OF seat ] [ BY seat ]", 0},
    [S_RECRUIT] = {"RECRUIT", "RECRUTER", "RECRUTEMENT",
                   "[ [ ON ] investor ] [ FROM seat ] [ BY seat ]", 0},
    [S_BOSS] = {"BOSS", "PATRON", NULL, "[ BY seat ]", 0},
    [S_CARD] = {"CARD", "CARTE", NULL, "[ BY seat ]", 0},
    [S_CLOSE] = {"CLOSE", "CONCLURE", NULL, "[ BY seat ]", 0},
    [S_FAIL] = {"FAIL", "ECHEC", NULL, "[ BY seat ]", 0},
    [S_TALK] = {"TALK", "NEGOCIATION", "NEGOTIATION", "[ SPACE number+ ] [ BY seat ]", 0},
};

static const struct keyword situation_keywords[SITUATION_KEYWORDS] = {
    [SK_ON] = {"ON", "SUR", NULL},        [SK_OF] = {"OF", "DE", NULL},
    [SK_FROM] = {"FROM", "CHEZ", NULL},   [SK_BY] = {"BY", "PAR", NULL},
    [SK_SPACE] = {"SPACE", "CASE", NULL},
};

const struct grammar boss_situations = {
    .verbs = situation_verbs,
    .nverbs = SITUATIONS,
    .keywords = situation_keywords,
    .nkeywords = SITUATION_KEYWORDS,
    .types = types,
    .ntypes = WORDS,
};
