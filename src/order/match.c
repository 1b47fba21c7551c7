#include "order/match.h"

static bool run(struct match *m, int pc, int at, int nterms);

/* --- failures ------------------------------------------------------------------------------- */

static struct failure *failure_at(struct match *m, int at)
{
    struct failure *f = &m->failure;
    if (at > f->at) {
        f->at = at;
        f->end = false;
        f->n = 0; /* the array is large: what is behind n does not count */
        f->which = NULL;
        f->which_seats = 0;
    }
    return at == f->at ? f : NULL;
}

static void expect(struct match *m, const struct op *op, int at)
{
    struct failure *f = failure_at(m, at);
    if (!f || f->n == EXPECTED_MAX)
        return;
    for (int i = 0; i < f->n; i++)
        if (f->expected[i].type == op->type && f->expected[i].value == op->value)
            return;
    f->expected[f->n++] = *op;
}

/* --- one term ------------------------------------------------------------------------------- */

/* Articles, the words group and million, manners, and a colon behind the verb or the whole line are skipped where
 * they match nothing. */
bool match_noise(const struct match *m, int at)
{
    const struct token *t = &m->lex->v[at];
    if (t->separator)
        return t->separator == ':' && (at == 1 || at == m->lex->n - 1);
    static const char *const noise[] = {"THE",    "LE",  "LA",  "LES", "L'",      "MY",      "GROUP", "GROUPE",
                                        "PLEASE", "SVP", "AND", "ET",  "MILLION", "MILLIONS"};
    struct slice w = t->word;
    if (w.n < 2 || w.n > 8 || !strchr("TLMGPSAE", w.p[0]))
        return false;
    for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++)
        if (slice_is(w, noise[i]))
            return true;
    return false;
}

static int keyword_of(struct match *m, struct token *t)
{
    if (t->keyword == KEYWORD_UNKNOWN) {
        const struct spelling *s = spellings_find(&m->index->keywords, t->word);
        t->keyword = (int16_t)(s ? s->of : -1);
    }
    return t->keyword;
}

/* Reads a term of the game's own type, or a seat. */
static bool read_type(struct match *m, const struct op *op, int at, struct term *term, int *next)
{
    const struct token *t = &m->lex->v[at];
    const char *hint = NULL;
    uint64_t seats = 0;
    enum reading r;
    *next = at + 1;
    if (op->type == TERM_SEAT)
        r = match_seat(m->reader, m->lex, at, next, &term->value, &seats);
    else
        r = m->grammar->types[op->type].read(m->reader->data, t->word, &term->value, &hint);
    if (r == READ_YES)
        return true;
    struct failure *f = r == READ_WHICH ? failure_at(m, at) : NULL;
    if (f && !f->which && !f->which_seats) {
        f->which = op->type == TERM_SEAT ? NULL : hint ? hint : "";
        f->which_seats = seats;
    }
    return false;
}

/* Reads the token `at` as what op wants; true with *term filled and *next behind it. */
static bool read_term(struct match *m, const struct op *op, int at, struct term *term, int *next)
{
    struct token *t = &m->lex->v[at];
    *next = at + 1;
    *term = (struct term){.type = op->type};
    if (op->type == TERM_SEPARATOR) {
        term->value = op->value;
        return t->separator == op->value;
    }
    if (t->separator)
        return false;
    switch (op->type) {
    case TERM_KEYWORD:
        term->value = op->value;
        return keyword_of(m, t) == op->value;
    case TERM_NUMBER:
        return match_number(t->word, false, &term->value);
    case TERM_AMOUNT:
        return match_number(t->word, m->grammar->half_units, &term->value);
    case TERM_WORD: {
        struct slice word = lexer_word(m->lex, at, next);
        term->text = word.p;
        term->value = (int64_t)word.n;
        return true;
    }
    default:
        return read_type(m, op, at, term, next);
    }
}

/* The rest of the line: it may hold no token at all ("SAY !!!") or more than the lexer takes. */
static bool read_text(struct match *m, int at, struct term *term)
{
    struct slice text = lexer_rest(m->lex, at - 1);
    struct slice before = {m->lex->line.p, (size_t)(text.p - m->lex->line.p)};
    *term = (struct term){.type = TERM_TEXT, .text = text.p, .value = (int64_t)text.n};
    term->column = (uint16_t)lexer_columns(before);
    term->columns = (uint16_t)lexer_columns(text);
    return text.n > 0;
}

/* --- the program ---------------------------------------------------------------------------- */

static bool finish(struct match *m, int at, int nterms)
{
    if (!m->part) {
        while (at < m->lex->n && match_noise(m, at))
            at++;
        if (at < m->lex->n || m->lex->more) {
            struct failure *f = failure_at(m, at);
            if (f)
                f->end = true;
            return false;
        }
    }
    m->next = at;
    m->nterms = nterms;
    return true;
}

static bool seen_before(struct match *m, int split, int at)
{
    size_t bit = (size_t)split * (size_t)(m->lex->n + 1) + (size_t)at;
    uint64_t mask = (uint64_t)1 << (bit % 64);
    if (m->seen[bit / 64] & mask)
        return true;
    m->seen[bit / 64] |= mask;
    return false;
}

/* Matches a term, over noise where it must; the token behind it, or -1. */
static int step(struct match *m, const struct op *op, int at, struct term *term)
{
    int next;
    if (op->type == TERM_TEXT) {
        if (read_text(m, at, term)) {
            m->lex->more = false;
            return m->lex->n;
        }
        expect(m, op, at);
        return -1;
    }
    for (; at < m->lex->n; at++) {
        if (read_term(m, op, at, term, &next)) {
            const struct token *first = &m->lex->v[at], *last = &m->lex->v[next - 1];
            term->column = first->column;
            term->columns = (uint16_t)(last->column + last->columns - first->column);
            return next;
        }
        expect(m, op, at);
        if (!match_noise(m, at))
            return -1;
    }
    expect(m, op, at);
    return -1;
}

static bool run(struct match *m, int pc, int at, int nterms)
{
    for (;;) {
        const struct op *op = &m->pattern->ops[pc];
        switch (op->kind) {
        case OP_TERM: {
            if (nterms == ORDER_TERMS)
                return false;
            at = step(m, op, at, &m->terms[nterms]);
            if (at < 0)
                return false;
            nterms++;
            pc++;
            break;
        }
        case OP_JUMP:
            pc = op->a;
            break;
        case OP_SPLIT:
            if (seen_before(m, op->value, at))
                return false;
            if (run(m, op->a, at, nterms))
                return true;
            pc = op->b;
            break;
        case OP_END:
            return finish(m, at, nterms);
        }
    }
}

bool match_run(struct match *m)
{
    size_t bits = (size_t)m->pattern->splits * (size_t)(m->lex->n + 1);
    insist(bits / 64 < sizeof m->seen / sizeof m->seen[0]);
    memset(m->seen, 0, (bits / 64 + 1) * sizeof m->seen[0]);
    m->failure.at = -1;
    failure_at(m, 0);
    m->nterms = 0;
    return run(m, 0, 1, 0);
}
