#include "engines/capital/words.h"

/* Words come folded: capitals, no accents. */

/* --- companies ------------------------------------------------------------------------------- */

static const char letters[COLOURS + 1] = "RBVO";

static enum reading read_company(const void *data, struct slice w, int64_t *value,
                                 const char **hint)
{
    int base = 0;
    (void)data;
    (void)hint;
    for (int i = 0; w.n >= 2 && i < COLOURS; i++)
        if (w.p[0] == letters[i])
            base = FOREIGN + i * NUMBERS;
    if (base) {
        w.p++;
        w.n--;
        if (w.n == 2 && w.p[0] == '-') {
            w.p++;
            w.n--;
        }
    }
    if (slice_is(w, "H") || (!base && (slice_is(w, "HOLDING") || slice_is(w, "0")))) {
        *value = base;
        return READ_YES;
    }
    if (w.n != 1 || w.p[0] < '1' || w.p[0] >= '0' + NUMBERS)
        return READ_NO;
    *value = base + w.p[0] - '0';
    return READ_YES;
}

static void print_company(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    if (value == 0)
        buf_str(out, "H");
    else if (value < FOREIGN)
        buf_printf(out, "%d", (int)value);
    else
        buf_str(out, value < FOREIGN + COMPANIES ? capital_company[value - FOREIGN] : "?");
}

static bool list_company(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i;
    return i < NUMBERS;
}

int capital_named(int seat, int64_t value)
{
    if (value >= 0 && value < NUMBERS)
        return capital_holding(seat) + (int)value;
    return value >= FOREIGN && value < FOREIGN + COMPANIES ? (int)value - FOREIGN : NO_COMPANY;
}

int64_t capital_word_for(int seat, int company)
{
    return company / NUMBERS + 1 == seat ? company % NUMBERS : FOREIGN + company;
}

const char *capital_own_name(int seat, int company)
{
    static const char *const own[NUMBERS] = {"H", "1", "2", "3", "4", "5"};
    return company / NUMBERS + 1 == seat ? own[company % NUMBERS] : capital_company[company];
}

enum outcome capital_not_yours(struct play *play, int seat, int term, int company)
{
    const struct board *b = capital_of(play->engine);
    struct buf own = BUF(200);
    for (int k = 0; k < table_seats(play->table) * NUMBERS; k++) {
        int c = (capital_holding(seat) + k) % (table_seats(play->table) * NUMBERS);
        if (capital_owner(b, play->table, c) == seat)
            buf_printf(&own, "%s%s", own.n ? ", " : "", capital_own_name(seat, c));
    }
    const char *text = arena_slice(play->arena, buf_all(&own));
    buf_free(&own);
    return WRONG(
        play, term, NO_NOT_YOURS, COMPANY("company", company), TEXT("own", text),
        FLAG("absent", company == NO_COMPANY || capital_cell(b, play->table, company) < 0));
}

/* --- zones, types, cells --------------------------------------------------------------------- */

struct named {
    const char *word;
    int value;
};

static enum reading read_named(const struct named *v, int n, struct slice w, int64_t *value)
{
    for (int i = 0; i < n; i++)
        if (slice_is(w, v[i].word)) {
            *value = v[i].value;
            return READ_YES;
        }
    return READ_NO;
}

#define NAMED(name, ...)                                                                           \
    static const struct named name[] = {__VA_ARGS__};                                              \
    static enum reading read_##name(const void *data, struct slice w, int64_t *value,              \
                                    const char **hint)                                             \
    {                                                                                              \
        (void)data;                                                                                \
        (void)hint;                                                                                \
        return read_named(name, (int)(sizeof name / sizeof name[0]), w, value);                    \
    }

NAMED(zones, {"IT", ITALY}, {"ITALY", ITALY}, {"ITALIE", ITALY}, {"CH", SWITZERLAND},
      {"SWITZERLAND", SWITZERLAND}, {"SUISSE", SWITZERLAND}, {"LU", LUXEMBOURG},
      {"LUXEMBOURG", LUXEMBOURG}, {"SA", SOUTH_AMERICA}, {"AS", SOUTH_AMERICA},
      {"AMERICA", SOUTH_AMERICA}, {"AMERIQUE", SOUTH_AMERICA}, {"SOUTH-AMERICA", SOUTH_AMERICA})
NAMED(types, {"FIN", TYPE_FIN}, {"FINANCE", TYPE_FIN}, {"MIN", TYPE_MIN}, {"MINING", TYPE_MIN},
      {"ALIM", TYPE_ALIM}, {"ALI", TYPE_ALIM}, {"FOOD", TYPE_ALIM}, {"TRA", TYPE_TRA},
      {"TRANSFORM", TYPE_TRA}, {"TRANSFORMATION", TYPE_TRA})
NAMED(cells, {"FIN", CELL_FIN}, {"FN", CELL_FN}, {"BANK", CELL_BANK}, {"BANQUE", CELL_BANK},
      {"BOURSE", CELL_BOURSE}, {"EXCHANGE", CELL_BOURSE}, {"AN", CELL_AN},
      {"ELECTIONS", ANY_ELECTION}, {"ELECTION", ANY_ELECTION}, {"REGULAR", CELL_REGULAR},
      {"REGULIERES", CELL_REGULAR}, {"RIGGED", CELL_RIGGED}, {"TRUQUEES", CELL_RIGGED},
      {"METALS", CELL_METALS}, {"METAUX", CELL_METALS}, {"INT", CELL_INT}, {"COUP", CELL_COUP},
      {"FISC", CELL_FISC})

static void print_zone(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    buf_str(out, value >= 0 && value < ZONES ? capital_zone_code[value] : "?");
}

static bool list_zone(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i;
    return i < ZONES;
}

static void print_type(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    buf_str(out, value >= 0 && value < TYPES ? capital_type[value] : "?");
}

static bool list_type(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i;
    return i < TYPES;
}

static void print_cell(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    buf_str(out, value == ANY_ELECTION              ? "ELECTIONS"
                 : value >= 0 && value < CELL_TYPES ? capital_cell_type[value]
                                                    : "?");
}

static void print_cell_fr(const void *data, int64_t value, struct buf *out)
{
    switch (value) {
    case CELL_BANK:
        buf_str(out, "BANQUE");
        break;
    case CELL_REGULAR:
        buf_str(out, "REGULIERES");
        break;
    case CELL_RIGGED:
        buf_str(out, "TRUQUEES");
        break;
    case CELL_METALS:
        buf_str(out, "METAUX");
        break;
    default: /* the printed board is French: the others are its own words */
        print_cell(data, value, out);
    }
}

static bool list_cell(const void *data, int i, int64_t *value)
{
    static const int choices[] = {CELL_FIN,     CELL_FN,     CELL_BANK, CELL_BOURSE, CELL_AN,
                                  ANY_ELECTION, CELL_METALS, CELL_INT,  CELL_COUP,   CELL_FISC};
    (void)data;
    if (i >= (int)(sizeof choices / sizeof choices[0]))
        return false;
    *value = choices[i];
    return true;
}

static bool list_stop(const void *data, int i, int64_t *value)
{
    static const int stops[] = {CELL_FN, CELL_BANK, CELL_BOURSE};
    (void)data;
    if (i >= (int)(sizeof stops / sizeof stops[0]))
        return false;
    *value = stops[i];
    return true;
}

/* --- changes: +20, -20 ----------------------------------------------------------------------- */

static enum reading read_change(const void *data, struct slice w, int64_t *value, const char **hint)
{
    long long n;
    (void)data;
    (void)hint;
    if (!slice_to_int(w, &n) || n <= -CHANGE_ZERO || n >= CHANGE_ZERO)
        return READ_NO;
    *value = n + CHANGE_ZERO;
    return READ_YES;
}

static void print_change(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    buf_printf(out, "%s%lld", value > CHANGE_ZERO ? "+" : "", (long long)(value - CHANGE_ZERO));
}

/* --- splits: 60/40 ---------------------------------------------------------------------------- */

static enum reading read_split(const void *data, struct slice w, int64_t *value, const char **hint)
{
    struct slice rest = w, first = slice_cut(&rest, '/');
    long long a, b;
    (void)data;
    (void)hint;
    if (!rest.p || !slice_to_int(first, &a) || !slice_to_int(rest, &b) || a < 0 || a + b != 100)
        return READ_NO;
    *value = a;
    return READ_YES;
}

static void print_split(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    buf_printf(out, "%d/%d", (int)value, (int)(100 - value));
}

static bool list_split(const void *data, int i, int64_t *value)
{
    (void)data;
    *value = i ? 40 : 60;
    return i < 2;
}

/* --- choices: no word is one, usage lines only name them ------------------------------------- */

static enum reading read_nothing(const void *data, struct slice w, int64_t *value,
                                 const char **hint)
{
    (void)data;
    (void)w;
    (void)value;
    (void)hint;
    return READ_NO;
}

static void print_nothing(const void *data, int64_t value, struct buf *out)
{
    (void)data;
    (void)value;
    buf_str(out, "?");
}

/* --- the tables ------------------------------------------------------------------------------ */

/* What answers something may come from a seat that is not awaited: it is told what is current. */
enum { TURN = VERB_ANSWERS | VERB_ANY_TIME, TALK = VERB_ANY_TIME };

#define QTY   "( number | ALL | MAX | KEEP number )"
#define MONEY "[ WHITE | BLACK ]"
#define FOUND                                                                                      \
    "company type CAPITAL " QTY " [ FROM company ] [ [ split | number / number ] WITH company ]"
#define ITEM "( number ( WHITE | BLACK | SHARES ) | COMPANY company )"
#define ACTION                                                                                     \
    "( BORROW " QTY " | REPAY " QTY " " MONEY " | DEPOSIT " QTY " " MONEY " | WITHDRAW " QTY       \
    " | BUY " QTY " [ SHARES ] | SELL " QTY " [ SHARES ] | STAKE " QTY " " MONEY " | FOUND " FOUND \
    " | ACCUSE seat | PAY " MONEY " | PASS )"
#define CLAUSES "( [ IF cell [ zone ] ] " ACTION " )+"

static const struct verb verbs[VERBS] = {
    [V_MOVE] = {"MOVE", "AVANCER", "AVANCE ROLL LANCER", "company [ GO zone ] [ THEN " CLAUSES " ]",
                TURN},
    [V_STAY] = {"STAY", "RESTER", "RESTE PARK STATIONNER", "company", TURN},
    [V_BRIBE] = {"BRIBE", "CORROMPRE", "CORROMPS",
                 "company stop " MONEY " [ GO zone ] [ THEN " CLAUSES " ]", TURN},
    [V_GO] = {"GO", "ALLER", "ENTER ENTRER", "[ company ] zone", TALK},
    [V_TRANSFER] = {"TRANSFER", "TRANSFERER", "VIRER", "number [ SHARES ] FROM company TO company",
                    TURN},
    [V_BORROW] = {"BORROW", "EMPRUNTER", "EMPRUNTE", QTY, TURN},
    [V_REPAY] = {"REPAY", "REMBOURSER", "REMBOURSE", QTY " " MONEY, TURN},
    [V_DEPOSIT] = {"DEPOSIT", "DEPOSER", "DEPOSE", QTY " " MONEY, TURN},
    [V_WITHDRAW] = {"WITHDRAW", "RETIRER", "RETIRE", "( OFFER number | " QTY " )", TURN},
    [V_BUY] = {"BUY", "ACHETER", "ACHETE", QTY " [ SHARES ]", TURN},
    [V_SELL] = {"SELL", "VENDRE", "VENDS", QTY " [ SHARES ]", TURN},
    [V_STAKE] = {"STAKE", "MISER", "MISE BET", QTY " " MONEY, TURN},
    [V_FOUND] = {"FOUND", "FONDER", "FONDE CREATE CREER", FOUND, TURN},
    [V_ACCUSE] = {"ACCUSE", "ACCUSER", NULL, "seat", TURN},
    [V_PAY] = {"PAY", "PAYER", "PAYE PAIE", "", TURN},
    [V_PASS] = {"PASS", "PASSER", "PASSE", "", TURN},
    [V_PLAN] = {"PLAN", "PREVOIR", "PREVOIS", "company ( NONE | " CLAUSES " )", TALK},
    [V_MORE] = {"MORE", "SUITE", NULL, "", TURN},
    [V_LIQUIDATE] = {"LIQUIDATE", "LIQUIDER", "LIQUIDE", "company ( REBUY company BY company )*",
                     TALK},
    [V_DEBIT] = {"DEBIT", "DEBITER", "DEBITE", "company number", TALK},
    [V_ENTRY] = {"ENTRY", "ECRITURE", "INSCRIRE", "company change [ text ]", TALK},
    [V_PROPOSE] = {"PROPOSE", "PROPOSER", "TRADE ECHANGER",
                   ITEM " [ FROM company ] TO seat FOR " ITEM " [ TO company ]", TALK},
    [V_ACCEPT] = {"ACCEPT", "ACCEPTER", "ACCEPTE", "[ number ] [ BY company ]", TALK},
    [V_DECLINE] = {"DECLINE", "DECLINER", "REFUSE REFUSER", "[ number ]", TALK},
    [V_GIVE] = {"GIVE", "DONNER", "DONNE",
                "number ( WHITE | BLACK ) [ FROM company | OFF BOOKS ] TO seat", TALK},
    [V_TAKE] = {"TAKE", "PRENDRE", "PRENDS", "[ number ] [ ON company | OFF BOOKS ]", TALK},
};

/* A list of choices is too long to read: it is shown by one word. */
#define SHORT "( [ IF cell [ zone ] ] choice )+"

static const char *const usage[VERBS] = {
    [V_MOVE] = "company [ GO zone ] [ THEN " SHORT " ]",
    [V_BRIBE] = "company stop " MONEY " [ GO zone ] [ THEN " SHORT " ]",
    [V_PLAN] = "company ( NONE | " SHORT " )",
};

static const struct keyword keywords[KEYWORDS] = {
    [K_BORROW] = {"BORROW", "EMPRUNTER", "EMPRUNTE"},
    [K_REPAY] = {"REPAY", "REMBOURSER", "REMBOURSE"},
    [K_DEPOSIT] = {"DEPOSIT", "DEPOSER", "DEPOSE"},
    [K_WITHDRAW] = {"WITHDRAW", "RETIRER", "RETIRE"},
    [K_BUY] = {"BUY", "ACHETER", "ACHETE"},
    [K_SELL] = {"SELL", "VENDRE", "VENDS"},
    [K_STAKE] = {"STAKE", "MISER", "MISE BET"},
    [K_FOUND] = {"FOUND", "FONDER", "FONDE"},
    [K_ACCUSE] = {"ACCUSE", "ACCUSER", NULL},
    [K_PAY] = {"PAY", "PAYER", "PAYE PAIE"},
    [K_PASS] = {"PASS", "PASSER", "PASSE NOTHING RIEN"},
    [K_THEN] = {"THEN", "ALORS", "PUIS"},
    [K_IF] = {"IF", "SI", NULL},
    [K_GO] = {"GO", "ALLER", "ENTER ENTRER"},
    [K_ALL] = {"ALL", "TOUT", "TOUTES"},
    [K_MAX] = {"MAX", "MAX", "MAXIMUM"},
    [K_KEEP] = {"KEEP", "GARDER", "GARDE"},
    [K_WHITE] = {"WHITE", "BLANC", "BLANCS"},
    [K_BLACK] = {"BLACK", "NOIR", "NOIRS"},
    [K_SHARES] = {"SHARES", "ACTIONS", "SHARE ACTION"},
    [K_FROM] = {"FROM", "DE", "DEPUIS"},
    [K_TO] = {"TO", "A", "VERS INTO"},
    [K_FOR] = {"FOR", "CONTRE", "POUR AGAINST"},
    [K_ON] = {"ON", "SUR", NULL},
    [K_OFF] = {"OFF", "HORS", NULL},
    [K_BOOKS] = {"BOOKS", "LIVRES", "BOOK REGISTRES"},
    [K_BY] = {"BY", "PAR", NULL},
    [K_WITH] = {"WITH", "AVEC", NULL},
    [K_CAPITAL] = {"CAPITAL", "CAPITAL", NULL},
    [K_REBUY] = {"REBUY", "RACHETER", "RACHETE"},
    [K_COMPANY] = {"COMPANY", "SOCIETE", NULL},
    [K_OFFER] = {"OFFER", "OFFRE", "PROPOSAL PROPOSITION"},
    [K_NONE] = {"NONE", "AUCUN", "RIEN-DU-TOUT"},
};

static const struct word_type types_of_words[WORDS] = {
    [W_COMPANY] = {"company", read_company, print_company, list_company},
    [W_ZONE] = {"zone", read_zones, print_zone, list_zone},
    [W_TYPE] = {"type", read_types, print_type, list_type},
    [W_CELL] = {"cell", read_cells, print_cell, list_cell},
    [W_CHANGE] = {"change", read_change, print_change, NULL},
    [W_SPLIT] = {"split", read_split, print_split, list_split},
    [W_CHOICE] = {"choice", read_nothing, print_nothing, NULL},
    [W_STOP] = {"stop", read_cells, print_cell, list_stop},
};

static word_printer *const french[WORDS] = {[W_CELL] = print_cell_fr, [W_STOP] = print_cell_fr};

const struct grammar capital_grammar = {
    .verbs = verbs,
    .nverbs = VERBS,
    .usage = usage,
    .keywords = keywords,
    .nkeywords = KEYWORDS,
    .types = types_of_words,
    .ntypes = WORDS,
    .french = french,
};

static const struct verb situations[SITUATIONS] = {
    [S_LANDING] = {"LANDING", "ARRIVEE", "LAND ARRIVER", "[ cell [ zone ] ]", 0},
    [S_DUE] = {"DUE", "DETTE", NULL, "", 0},
};

const struct grammar capital_situations = {
    .verbs = situations,
    .nverbs = SITUATIONS,
    .keywords = keywords,
    .nkeywords = KEYWORDS,
    .types = types_of_words,
    .ntypes = WORDS,
    .french = french,
};

/* --- choices --------------------------------------------------------------------------------- */

static bool keyword_is(const struct term *term, int keyword)
{
    return term->type == TERM_KEYWORD && term->value == keyword;
}

static void read_keyword(int seat, const struct term *terms, int *i, int to, struct action *a)
{
    const struct term *next = *i + 1 < to ? &terms[*i + 1] : NULL;
    switch (terms[*i].value) {
    case K_ALL:
    case K_MAX:
        a->qty = QTY_ALL;
        break;
    case K_KEEP:
        a->qty = QTY_KEEP;
        break;
    case K_WHITE:
        a->colour = WHITE;
        break;
    case K_BLACK:
        a->colour = BLACK;
        break;
    case K_FROM:
        a->from = next ? capital_named(seat, next->value) : NO_COMPANY;
        ++*i;
        break;
    case K_WITH:
        a->with = next ? capital_named(seat, next->value) : NO_COMPANY;
        ++*i;
        break;
    default:
        break;
    }
}

void capital_read_action(int seat, int verb, const struct term *terms, int from, int to,
                         struct action *a)
{
    bool number = false;
    *a = (struct action){.verb = verb,
                         .colour = -1,
                         .company = NO_COMPANY,
                         .from = NO_COMPANY,
                         .with = NO_COMPANY,
                         .share = 60,
                         .at = from};
    for (int i = from; i < to; i++) {
        const struct term *term = &terms[i];
        if (term->type == TERM_KEYWORD) {
            read_keyword(seat, terms, &i, to, a);
        } else if (term->type == TERM_NUMBER && !number) {
            a->n = term->value;
            number = true;
        } else if (term->type == TERM_NUMBER && i + 1 < to && terms[i + 1].type == TERM_SEPARATOR) {
            a->share = (int)(term->value > 1000 ? 1000 : term->value);
            i += 2;
        } else if (term->type == W_SPLIT) {
            a->share = (int)term->value;
        } else if (term->type == W_COMPANY) {
            a->company = capital_named(seat, term->value);
        } else if (term->type == W_TYPE) {
            a->type = (int)term->value;
        } else if (term->type == TERM_SEAT) {
            a->seat = (int)term->value;
        }
        /* "CAPITAL MAX 60/40": the first number behind it is the share */
        if (a->qty == QTY_ALL)
            number = true;
    }
}

bool capital_next_clause(int seat, const struct order *order, int *at, struct clause *c)
{
    const struct term *v = order->terms;
    int i = *at, n = order->nterms;
    *c = (struct clause){.cell = -1, .zone = -1};
    while (i < n && !(v[i].type == TERM_KEYWORD && (v[i].value == K_IF || v[i].value < ACTIONS)))
        i++;
    if (i < n && keyword_is(&v[i], K_IF)) {
        for (i++; i < n && v[i].type != TERM_KEYWORD; i++) {
            if (v[i].type == W_CELL)
                c->cell = (int)v[i].value;
            else if (v[i].type == W_ZONE)
                c->zone = (int)v[i].value;
        }
    }
    if (i >= n || v[i].type != TERM_KEYWORD || v[i].value < 0 || v[i].value >= ACTIONS)
        return false;
    c->term = i;
    int from = ++i;
    while (i < n && !(v[i].type == TERM_KEYWORD && (v[i].value == K_IF || v[i].value < ACTIONS)))
        i++;
    capital_read_action(seat, V_BORROW + (int)v[from - 1].value, v, from, i, &c->action);
    c->action.at = -1;
    *at = i;
    return true;
}

unsigned capital_action_cells(int verb)
{
    static const unsigned cells[ACTIONS] = {
        [K_BORROW] = 1u << CELL_FIN | 1u << CELL_FN,
        [K_REPAY] = 1u << CELL_FIN | 1u << CELL_FN,
        [K_DEPOSIT] = 1u << CELL_BANK,
        [K_WITHDRAW] = 1u << CELL_BANK,
        [K_BUY] = 1u << CELL_BOURSE,
        [K_SELL] = 1u << CELL_BOURSE,
        [K_STAKE] = 1u << CELL_REGULAR | 1u << CELL_RIGGED | 1u << CELL_METALS,
        [K_FOUND] = 1u << CELL_AN,
        [K_ACCUSE] = 1u << CELL_FISC,
        [K_PAY] = 1u << CELL_COUP,
        [K_PASS] = ~0u,
    };
    return verb >= V_BORROW && verb < V_BORROW + ACTIONS ? cells[verb - V_BORROW] : 0;
}

unsigned capital_clause_cells(const struct clause *c)
{
    bool interest = c->action.verb == V_PAY && c->action.colour >= 0;
    return capital_action_cells(c->action.verb) | (interest ? 1u << CELL_INT | 1u << CELL_FIN : 0);
}

bool capital_clause_fits(const struct clause *c, const struct cell *cell)
{
    if (c->zone >= 0 && c->zone != cell->zone)
        return false;
    if (c->cell == ANY_ELECTION ? cell->type != CELL_REGULAR && cell->type != CELL_RIGGED
                                : c->cell >= 0 && c->cell != (int)cell->type)
        return false;
    return capital_action_cells(c->action.verb) >> cell->type & 1;
}
