#include "moderator/grammar.h"
#include "base/utf8.h"

static const struct verb asides[] = {
    [ASIDE_HELP] = {"HELP", "AIDE", NULL, "[ word ]", VERB_ANY_TIME},
    [ASIDE_STATUS] = {"STATUS", "ETAT", "SITUATION", "", VERB_ANY_TIME},
    [ASIDE_CONFIRM] = {"CONFIRM", "CONFIRMER", "YES OUI CONFIRME", "", VERB_ANY_TIME},
    [ASIDE_PREVIEW] = {"PREVIEW", "ESSAI", "ESSAYER", "text", VERB_ANY_TIME | VERB_TAKES_ORDER},
    [ASIDE_FORCE] = {"FORCE", "FORCER", NULL, "text", VERB_ANY_TIME | VERB_TAKES_ORDER},
};

static const struct verb rulings[RULES] = {
    [RULE_PAUSE] = {"PAUSE", "PAUSE", NULL, "", 0},
    [RULE_RESUME] = {"RESUME", "REPRENDRE", "REPRISE", "", 0},
    [RULE_EXTEND] = {"EXTEND", "PROLONGER", NULL, "word [ [ FOR ] seat ]", 0},
    [RULE_DEADLINE] = {"DEADLINE", "ECHEANCE", NULL, "word [ word ] [ FOR seat ]", 0},
    [RULE_REMIND] = {"REMIND", "RAPPELER", NULL, "[ seat ]", 0},
    [RULE_UNDO] = {"UNDO", "ANNULER", NULL, "[ number [ TURNS ] ] [ KEEP ORDER ]", 0},
    [RULE_REDO] = {"REDO", "REFAIRE", NULL, "", 0},
    [RULE_REROLL] = {"REROLL", "RELANCER", NULL, "", 0},
    [RULE_PLAY] = {"PLAY", "JOUER", NULL, "[ FOR ] seat text", 0},
    [RULE_MOVE] = {"MOVE", "DEPLACER", NULL,
                   "piece [ OF seat | FROM place [ number ] [ OF seat ] ] TO place [ number ] [ OF seat ]", 0},
    [RULE_SET] = {"SET", "FIXER", "METTRE", "tally [ OF seat ] ( = | TO ) value", 0},
    [RULE_SWAP] = {"SWAP", "ECHANGER", NULL, "piece [ OF seat ] [ WITH ] piece [ OF seat ]", 0},
    [RULE_DEAL] = {"DEAL", "DISTRIBUER", NULL, "number ( TO seat [ FROM place ] | FROM place TO seat )", 0},
    [RULE_SHUFFLE] = {"SHUFFLE", "MELANGER", NULL, "place [ OF seat ]", 0},
    [RULE_SEAT] = {"SEAT", "SIEGE", NULL, "seat ( KICK | BOT | RENEW | REPLACE text )", 0},
    [RULE_ANNOUNCE] = {"ANNOUNCE", "ANNONCER", NULL, "text", 0},
    [RULE_RESEND] = {"RESEND", "RENVOYER", NULL, "seat [ number ]", 0},
    [RULE_PEEK] = {"PEEK", "REGARDER", NULL, "seat", 0},
    [RULE_JOURNAL] = {"JOURNAL", "JOURNAL", NULL, "[ number [ [ TO ] number ] ]", 0},
    [RULE_OPTION] = {"OPTION", "OPTION", NULL, "word = word", 0},
    [RULE_PACE] = {"PACE", "RYTHME", NULL, "text", 0},
    [RULE_START] = {"START", "COMMENCER", NULL, "[ WITH BOT ]", 0},
    [RULE_END] = {"END", "TERMINER", NULL, "[ GAME ]", 0},
    [RULE_CANCEL] = {"CANCEL", "ABANDONNER", NULL, "[ GAME ]", 0},
    [RULE_INVITE] = {"INVITE", "INVITER", NULL, "text", 0},
};

static const struct keyword keywords[] = {
    [KEY_OF] = {"OF", "DE", "DU"},
    [KEY_FROM] = {"FROM", "DEPUIS", NULL},
    [KEY_TO] = {"TO", "A", "VERS"},
    [KEY_FOR] = {"FOR", "POUR", NULL},
    [KEY_WITH] = {"WITH", "AVEC", "AND ET"},
    [KEY_KEEP] = {"KEEP", "GARDER", NULL},
    [KEY_ORDER] = {"ORDER", "ORDRE", NULL},
    [KEY_TURNS] = {"TURNS", "TOURS", "TURN TOUR"},
    [KEY_REPLACE] = {"REPLACE", "REMPLACER", NULL},
    [KEY_KICK] = {"KICK", "EXCLURE", NULL},
    [KEY_BOT] = {"BOT", "ROBOT", "BOTS ROBOTS"},
    [KEY_RENEW] = {"RENEW", "RENOUVELER", NULL},
    [KEY_GAME] = {"GAME", "PARTIE", NULL},
};

/* --- names of the schema ----------------------------------------------------------------------- */

enum { NAME_MAX_BYTES = 200 };

static bool same_word(struct slice folded, const char *name)
{
    struct buf b = BUF(NAME_MAX_BYTES);
    utf8_fold(slice_of(name), &b);
    bool same = slice_eq(folded, buf_all(&b));
    buf_free(&b);
    return same;
}

/* One of the words of a list. */
static bool one_of(struct slice folded, const char *list)
{
    struct slice rest = slice_of(list);
    while (rest.p && rest.n)
        if (slice_eq(folded, slice_cut(&rest, ' ')))
            return true;
    return false;
}

/* What an engine's other word stands for; NULL: it is none. */
static const char *alias(const struct engine *e, struct slice word)
{
    for (const struct alias *a = e->def->aliases; a && a->name; a++)
        if (one_of(word, a->words))
            return a->name;
    return NULL;
}

static enum reading read_kind(const void *data, struct slice word, int64_t *value, const char **hint)
{
    const struct engine *e = data;
    (void)hint;
    for (int i = 0; i < e->schema->nkinds; i++)
        if (same_word(word, e->schema->kinds[i])) {
            *value = i;
            return READ_YES;
        }
    return READ_NO;
}

static enum reading read_place(const void *data, struct slice word, int64_t *value, const char **hint)
{
    const struct engine *e = data;
    const char *other = alias(e, word);
    (void)hint;
    for (int i = 0; i < e->schema->nplaces; i++)
        if (same_word(word, e->schema->places[i].name) ||
            (other && strcmp(other, e->schema->places[i].name) == 0)) {
            *value = i;
            return READ_YES;
        }
    return READ_NO;
}

static enum reading read_tally(const void *data, struct slice word, int64_t *value, const char **hint)
{
    const struct engine *e = data;
    const char *other = alias(e, word);
    (void)hint;
    for (int i = 0; i < e->schema->ntallies; i++)
        if (same_word(word, e->schema->tallies[i].name) ||
            (other && strcmp(other, e->schema->tallies[i].name) == 0)) {
            *value = i;
            return READ_YES;
        }
    return READ_NO;
}

static enum reading read_value(const void *data, struct slice word, int64_t *value, const char **hint)
{
    long long n;
    int half = 0;
    (void)data, (void)hint;
    if (word.n > 15)
        return READ_NO;
    if (word.n > 2 && (word.p[word.n - 2] == '.' || word.p[word.n - 2] == ',')) {
        half = word.p[word.n - 1] == '5';
        if (!half && word.p[word.n - 1] != '0')
            return READ_NO;
        word.n -= 2;
    }
    if (!slice_to_int(word, &n))
        return READ_NO;
    *value = 2 * n + (word.p[0] == '-' ? -half : half);
    return READ_YES;
}

static void print_kind(const void *data, int64_t value, struct buf *out)
{
    buf_str(out, ((const struct engine *)data)->schema->kinds[value]);
}

static void print_place(const void *data, int64_t value, struct buf *out)
{
    buf_str(out, ((const struct engine *)data)->schema->places[value].name);
}

static void print_tally(const void *data, int64_t value, struct buf *out)
{
    buf_str(out, ((const struct engine *)data)->schema->tallies[value].name);
}

static void print_value(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    buf_printf(out, "%s%lld%s", value < 0 ? "-" : "", llabs((long long)value) / 2, value % 2 ? ".5" : "");
}

static bool list_kind(const void *data, int i, int64_t *value)
{
    *value = i;
    return i < ((const struct engine *)data)->schema->nkinds;
}

static bool list_place(const void *data, int i, int64_t *value)
{
    *value = i;
    return i < ((const struct engine *)data)->schema->nplaces;
}

static bool list_tally(const void *data, int i, int64_t *value)
{
    *value = i;
    return i < ((const struct engine *)data)->schema->ntallies;
}

static const struct word_type types[] = {
    [TYPE_PIECE] = {"piece", read_kind, print_kind, list_kind},
    [TYPE_PLACE] = {"place", read_place, print_place, list_place},
    [TYPE_TALLY] = {"tally", read_tally, print_tally, list_tally},
    [TYPE_VALUE] = {"value", read_value, print_value, NULL},
};

static const struct grammar plain_asides = {.verbs = asides, .nverbs = sizeof asides / sizeof asides[0]};
static const struct grammar plain_rulings = {.verbs = rulings,
                                             .nverbs = RULES,
                                             .keywords = keywords,
                                             .nkeywords = sizeof keywords / sizeof keywords[0],
                                             .types = types,
                                             .ntypes = sizeof types / sizeof types[0]};

/* Both are compiled once, when first asked for. */
static struct arena arena;
static const struct grammar *compiled[2];

static void compile(void)
{
    if (compiled[0])
        return;
    arena = ARENA(4 << 20);
    compiled[0] = grammar_compile(&arena, &plain_asides);
    compiled[1] = grammar_compile(&arena, &plain_rulings);
}

const struct grammar *ruling_asides(void)
{
    compile();
    return compiled[0];
}

const struct grammar *ruling_grammar(void)
{
    compile();
    return compiled[1];
}

struct order_reader ruling_reader(const struct sitting *s)
{
    return (struct order_reader){.general = ruling_asides(),
                                 .game = ruling_grammar(),
                                 .data = s->engine,
                                 .seats = s->names,
                                 .nseats = s->game.status == GAME_OPEN ? 0 : s->game.seats};
}
