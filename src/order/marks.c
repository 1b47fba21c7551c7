#include "order/marks.h"
#include "base/utf8.h"

static bool one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static bool begins(struct slice s, const char *with)
{
    size_t n = strlen(with);
    return s.n >= n && memcmp(s.p, with, n) == 0;
}

static bool ends(struct slice s, const char *with)
{
    size_t n = strlen(with);
    return s.n >= n && memcmp(s.p + s.n - n, with, n) == 0;
}

static bool holds(struct slice s, const char *part)
{
    return s.n && memmem(s.p, s.n, part, strlen(part)) != NULL;
}

static struct slice strip(struct slice s, const char *set)
{
    while (s.n && one_of(s.p[0], set)) {
        s.p++;
        s.n--;
    }
    while (s.n && one_of(s.p[s.n - 1], set))
        s.n--;
    return s;
}

struct slice mark_plain(struct slice line, struct buf *out)
{
    buf_clear(out);
    if (line.n > MARK_LINE)
        return slice_of("");
    utf8_fold(line, out);
    size_t n = 0;
    for (size_t i = 0; i < out->n; i++) {
        char c = out->p[i] == '\t' ? ' ' : out->p[i];
        if (c != ' ' || n == 0 || out->p[n - 1] != ' ')
            out->p[n++] = c;
    }
    return strip((struct slice){out->p, n}, " *_");
}

bool mark_ornament(struct slice plain)
{
    uint32_t c;
    for (size_t i = 0; i < plain.n;) {
        i += utf8_next(plain.p + i, plain.n - i, &c);
        bool letter = c < 0x80 ? (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                               : c >= 0xc0 && !(c >= 0x2000 && c < 0x2c00) && c < 0x1f000 &&
                                     !(c >= 0xfe00 && c <= 0xfe0f);
        if (letter)
            return false;
    }
    return true;
}

bool mark_signature(struct slice raw)
{
    /* Phones make one long dash of two. */
    return slice_is(raw, "--") || slice_is(raw, "\u2014") || slice_is(raw, "\u2013") ||
           slice_is(raw, "\u2014\u2014") || slice_is(raw, "\u2013\u2013");
}

bool mark_underscores(struct slice raw)
{
    return raw.n >= 20 && strip(raw, "_").n == 0;
}

/* --- greetings and closings ----------------------------------------------------------------- */

static int count_words(struct slice s)
{
    int n = 0;
    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] != ' ' && (i == 0 || s.p[i - 1] == ' ');
    return n;
}

/* What is left of the line behind `word`, which must end there; false when it does not begin
 * with it. */
static bool behind(struct slice s, const char *word, struct slice *rest)
{
    size_t n = strlen(word);
    if (!begins(s, word) || (s.n > n && !one_of(s.p[n], " ,.!:;-?)")))
        return false;
    *rest = (struct slice){s.p + n, s.n - n};
    return true;
}

bool mark_greeting(struct slice plain)
{
    static const char *const words[] = {
        "HELLO",        "HI",        "HEY",   "DEAR",   "GREETINGS",  "GOOD MORNING",
        "GOOD EVENING", "GOOD DAY",  "HOWDY", "ALLO",   "HOLA",       "GOOD AFTERNOON",
        "BONJOUR",      "REBONJOUR", "SALUT", "COUCOU", "BONSOIR",    "RE BONJOUR",
        "CHER",         "CHERE",     "CHERS", "CHERES", "RE-BONJOUR",
    };
    static const char *const everybody[] = {
        "ALL",    "THERE",    "EVERYONE",      "EVERYBODY",          "FOLKS",    "MY FRIENDS",
        "A TOUS", "LES AMIS", "TOUT LE MONDE", "A TOUTES ET A TOUS", "MES AMIS",
    };
    struct slice rest, name;
    size_t i = 0;
    while (i < sizeof words / sizeof words[0] && !behind(plain, words[i], &rest))
        i++;
    if (i == sizeof words / sizeof words[0])
        return false;
    /* "Hi, PASS" is an order behind a greeting: better an answer than an order lost. */
    bool comma = rest.n && rest.p[0] == ',';
    bool closed = rest.n && one_of(rest.p[rest.n - 1], ",!.:)");
    name = strip(rest, " ,.!:;()");
    for (i = 0; i < sizeof everybody / sizeof everybody[0]; i++)
        if (slice_is(name, everybody[i]))
            return true;
    return count_words(name) <= (closed ? 3 : comma ? 0 : 1);
}

/* Kinds of closings: what may stand behind them without a comma. */
struct closing {
    const char *words;
    int names; /* words of a name, or "all", "again", … */
};

static const struct closing closings[] = {
    {"END", 0},
    {"END OF ORDERS", 0},
    {"THE END", 0},
    {"FIN", 0},
    {"FIN DES ORDRES", 0},
    {"THANKS", 2},
    {"THANK YOU", 2},
    {"THANKS A LOT", 2},
    {"THANK YOU VERY MUCH", 2},
    {"THANK YOU IN ADVANCE", 0},
    {"THANKS IN ADVANCE", 0},
    {"MANY THANKS", 2},
    {"THX", 2},
    {"TY", 0},
    {"CHEERS", 2},
    {"REGARDS", 0},
    {"BEST REGARDS", 1},
    {"KIND REGARDS", 1},
    {"WARM REGARDS", 1},
    {"WITH KIND REGARDS", 1},
    {"WITH BEST REGARDS", 1},
    {"BEST", 0},
    {"ALL THE BEST", 0},
    {"BEST WISHES", 0},
    {"YOURS", 0},
    {"YOURS TRULY", 0},
    {"SINCERELY", 0},
    {"YOURS SINCERELY", 0},
    {"SINCERELY YOURS", 0},
    {"BYE", 1},
    {"GOODBYE", 1},
    {"SEE YOU", 1},
    {"TAKE CARE", 0},
    {"HAVE FUN", 0},
    {"GOOD LUCK", 1},
    {"HAVE A NICE DAY", 0},
    {"CIAO", 1},
    {"MERCI", 2},
    {"MERCI BEAUCOUP", 2},
    {"MERCI BIEN", 2},
    {"MERCI D'AVANCE", 0},
    {"MERCI PAR AVANCE", 0},
    {"MILLE MERCIS", 0},
    {"CORDIALEMENT", 1},
    {"BIEN CORDIALEMENT", 1},
    {"TRES CORDIALEMENT", 1},
    {"CDT", 0},
    {"CDLT", 0},
    {"CORDIALES SALUTATIONS", 0},
    {"SALUTATIONS", 0},
    {"MEILLEURES SALUTATIONS", 0},
    {"SINCERES SALUTATIONS", 0},
    {"BIEN A VOUS", 0},
    {"BIEN A TOI", 0},
    {"AMICALEMENT", 1},
    {"BIEN AMICALEMENT", 1},
    {"AMITIES", 1},
    {"SINCEREMENT", 0},
    {"BISES", 2},
    {"BISOUS", 2},
    {"GROSSES BISES", 2},
    {"BISE", 1},
    {"BIZ", 1},
    {"A+", 1},
    {"@+", 1},
    {"A PLUS", 1},
    {"A PLUS TARD", 0},
    {"A BIENTOT", 1},
    {"A TRES BIENTOT", 0},
    {"A TOUTE", 0},
    {"A DEMAIN", 1},
    {"AU REVOIR", 1},
    {"BONNE JOURNEE", 1},
    {"BONNE SOIREE", 1},
    {"BONNE PARTIE", 1},
    {"BON WEEK-END", 1},
    {"BON WEEKEND", 1},
};

bool mark_closing(struct slice plain)
{
    struct slice line = strip(plain, " -=*_~"), rest;
    for (size_t i = 0; i < sizeof closings / sizeof closings[0]; i++) {
        if (!behind(line, closings[i].words, &rest))
            continue;
        bool comma = rest.n && one_of(rest.p[0], ",.!-");
        if (rest.n > 1 && rest.p[0] == ' ' && one_of(rest.p[1], ",.!:;-"))
            comma = true; /* "Merci !" */
        struct slice name = strip(rest, " ,.!:;-?)(");
        int most = closings[i].names;
        if (comma && most < 3)
            most = 3;
        if (count_words(name) <= most)
            return true;
    }
    return false;
}

bool mark_name(struct slice plain, struct slice name)
{
    struct slice line = strip(plain, " -/~,.!"), rest = name, first = slice_cut(&rest, ' ');
    return line.n && (slice_eq(line, name) || slice_eq(line, first));
}

/* --- talk ----------------------------------------------------------------------------------- */

/* The words behind a verb of talk; p NULL when it is none. */
static struct slice behind_talk(struct slice plain, bool *whisper)
{
    static const char *const verbs[] = {"SAY", "DIRE", "DIS", "WHISPER", "CHUCHOTER", "CHUCHOTE"};
    for (int i = 0; i < 6; i++) {
        size_t n = strlen(verbs[i]);
        *whisper = i >= 3;
        if (plain.n >= n && memcmp(plain.p, verbs[i], n) == 0 && (plain.n == n || plain.p[n] == ' '))
            return (struct slice){plain.p + n, plain.n - n};
    }
    return (struct slice){NULL, 0};
}

bool mark_talk(struct slice plain)
{
    bool whisper;
    return behind_talk(plain, &whisper).p != NULL;
}

bool mark_talk_opens(struct slice plain)
{
    bool whisper;
    struct slice rest = behind_talk(plain, &whisper);
    if (!rest.p || !whisper)
        return rest.p && rest.n == 0;
    rest = slice_trim(rest);
    return rest.n && !memchr(rest.p, ' ', rest.n);
}

/* --- what mail programs write --------------------------------------------------------------- */

bool mark_tail(struct slice plain)
{
    static const char *const beginnings[] = {
        "SENT FROM ",
        "SENT VIA ",
        "SENT WITH ",
        "SENT USING ",
        "SENT BY MY ",
        "ENVOYE DE MON ",
        "ENVOYE DE MA ",
        "ENVOYE DEPUIS ",
        "ENVOYE A PARTIR D",
        "ENVOYE VIA ",
        "ENVOYE AVEC ",
        "ENVOYE D'UN ",
        "ENVOYE PAR ",
        "MESSAGE ENVOYE ",
        "GET OUTLOOK FOR ",
        "DOWNLOAD OUTLOOK",
        "TELECHARGER OUTLOOK",
        "TELECHARGEZ OUTLOOK",
        "OBTENIR OUTLOOK",
        "OBTENEZ OUTLOOK",
        "PROVENANCE :",
        "PROVENANCE:",
        "VON MEINEM ",
        "GESENDET VON ",
        "ENVIADO DESDE ",
        "INVIATO DA ",
        "THIS EMAIL HAS BEEN CHECKED",
        "VIRUS-FREE",
        "GARANTI SANS VIRUS",
        "SANS VIRUS",
        "[CID:",
        "[IMAGE:",
        "CET E-MAIL A ETE VERIFIE",
        "[IMAGE]",
        "L'ABSENCE DE VIRUS",
        "LE LOGICIEL ANTIVIRUS",
        "[INLINE",
    };
    plain = strip(plain, " -~");
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (begins(plain, beginnings[i]))
            return true;
    return false;
}

bool mark_header(struct slice plain)
{
    static const char *const names[] = {
        "FROM",    "SENT",       "DATE",         "TO",         "CC",
        "SUBJECT", "REPLY-TO",   "IMPORTANCE",   "DE",         "ENVOYE",
        "A",       "OBJET",      "ENVOYE LE",    "REPONDRE A", "COPIE",
        "COPIE A", "EXPEDITEUR", "DESTINATAIRE", "SUJET",      "MESSAGE DU",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        if (!begins(plain, names[i]))
            continue;
        struct slice rest = strip((struct slice){plain.p + n, plain.n - n}, " *");
        if (rest.n && rest.p[0] == ':')
            return true;
    }
    return false;
}

bool mark_original(struct slice plain)
{
    static const char *const words[] = {
        "ORIGINAL MESSAGE",
        "ORIGINAL MAIL",
        "ORIGINAL EMAIL",
        "MESSAGE D'ORIGINE",
        "MESSAGE ORIGINAL",
        "MAIL ORIGINAL",
        "MAIL D'ORIGINE",
        "E-MAIL D'ORIGINE",
        "COURRIEL ORIGINAL",
        "FORWARDED MESSAGE",
        "MESSAGE TRANSFERE",
        "MESSAGE REEXPEDIE",
        "REPLY MESSAGE",
        "MESSAGE INITIAL",
        "REPLY SEPARATOR",
        "BEGIN FORWARDED MESSAGE",
        "DEBUT DU MESSAGE TRANSFERE",
        "DEBUT DU MESSAGE REEXPEDIE",
        "MESSAGE SUIVI",
    };
    struct slice inside = strip(plain, " -=_*:.~");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (slice_is(inside, words[i]))
            return true;
    return false;
}

/* "… WROTE:", "… A ECRIT :", and with dashes in place of the colon. */
static bool ends_in_wrote(struct slice plain)
{
    struct slice s = strip(plain, " -:*_");
    if (s.n == plain.n)
        return false;
    return ends(s, " WROTE") || ends(s, " WRITES") || ends(s, " ECRIT") || ends(s, " ECRIVAIT");
}

bool mark_attribution_begins(struct slice plain)
{
    struct slice s = strip(plain, " -");
    return begins(s, "ON ") || begins(s, "LE ") || begins(s, "AT ");
}

bool mark_attribution(struct slice plain, bool quoted)
{
    if (mark_attribution_begins(plain) && ends_in_wrote(plain))
        return true;
    bool address = holds(plain, "@") && holds(plain, "<");
    if (ends(plain, ":") &&
        (begins(plain, "QUOTING ") || begins(plain, "CITATION DE ") || begins(plain, "SELON ")))
        return address || quoted;
    if (plain.n && plain.p[0] >= '0' && plain.p[0] <= '9' && ends(plain, ":"))
        return address; /* "2026-11-03 10:12 GMT+01:00 Courtier <…>:" */
    return ends_in_wrote(plain) && !begins(plain, "SAY ") && !begins(plain, "WHISPER ") &&
           (address || quoted);
}
