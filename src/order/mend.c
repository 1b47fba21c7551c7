/* Mending: small edits at the place where a line stopped to make sense, each tried by reading the
 * edited line again, so that what is proposed is always understood. In order: the nearest
 * words in place of the wrong one, what was expected put before it, the rest cut off. */
#include "order/attempt.h"
#include "base/utf8.h"

enum {
    EDITS_MAX = 32,
    TRIES_MAX = 60,    /* lines read in all */
    DEPTH_MAX = 2,     /* further edits behind the first */
    LISTED_MAX = 1000, /* things of a type that are compared */
    WORD_MAX = 32,     /* longer words are not compared */
};

enum { COST_INSERT = 10, COST_CUT = 20 }; /* worse than any word that is near */

struct edit {
    size_t start, end; /* bytes of the line that are replaced */
    int cost;          /* distance; or one of the above */
    char text[NEAR_MAX];
};

struct edits {
    struct edit v[EDITS_MAX]; /* by cost */
    int n;
    const struct lexed *lex;
    const struct token *token; /* at fault; NULL at the end of the line */
    char folded[NEAR_MAX];     /* room to fold candidates */
};

int attempt_distance(struct slice a, struct slice b, int most)
{
    int d[3][WORD_MAX + 1]; /* the last three rows of the matrix */
    size_t apart = a.n > b.n ? a.n - b.n : b.n - a.n;
    if (a.n > WORD_MAX || b.n > WORD_MAX || apart > (size_t)most)
        return most + 1;
    for (size_t j = 0; j <= b.n; j++)
        d[0][j] = (int)j;
    for (size_t i = 1; i <= a.n; i++) {
        int *row = d[i % 3], *above = d[(i + 2) % 3], *two = d[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= b.n; j++) {
            int best = above[j - 1] + (a.p[i - 1] != b.p[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1] &&
                two[j - 2] + 1 < best)
                best = two[j - 2] + 1;
            row[j] = best;
        }
    }
    int result = d[a.n % 3][b.n];
    return result <= most ? result : most + 1;
}

/* --- collecting edits ----------------------------------------------------------------------- */

/* Keeps the cheapest edits, earlier ones first among equals. */
static void add(struct edits *e, size_t start, size_t end, int cost, struct slice text)
{
    int at = e->n;
    if (text.n >= NEAR_MAX)
        return;
    while (at > 0 && e->v[at - 1].cost > cost)
        at--;
    if (at == EDITS_MAX)
        return;
    int moved = (e->n < EDITS_MAX ? e->n : EDITS_MAX - 1) - at;
    memmove(&e->v[at + 1], &e->v[at], sizeof e->v[0] * (size_t)moved);
    e->n = at + moved + 1;
    e->v[at] = (struct edit){.start = start, .end = end, .cost = cost};
    if (text.n)
        memcpy(e->v[at].text, text.p, text.n);
}

/* One edit in short words, two in longer ones; no guessing about words of two letters. */
static int tolerance(struct slice word)
{
    return word.n < 3 ? 0 : word.n < 5 ? 1 : 2;
}

/* A thing that might have been meant: `plain` is its folded spelling. */
static void consider(struct edits *e, struct slice plain, struct slice text)
{
    struct slice word = e->token->word;
    int most = tolerance(word), d = attempt_distance(word, plain, most);
    if (d > most && word.n >= 3 && plain.n > word.n && memcmp(plain.p, word.p, word.n) == 0)
        d = most; /* a beginning */
    if (d <= most && d > 0)
        add(e, e->token->start, e->token->end, d, text);
}

static void consider_text(struct edits *e, struct slice text)
{
    struct buf b = BUF(sizeof e->folded);
    utf8_fold(text, &b);
    consider(e, buf_all(&b), text);
    buf_free(&b);
}

static void consider_spellings(struct edits *e, const struct spellings *all, int of)
{
    for (int i = 0; i < all->n; i++)
        if (of < 0 || all->v[i].of == of)
            consider(e, all->v[i].text, all->v[i].text);
}

static void consider_type(struct edits *e, const struct attempt *a, const struct op *op)
{
    const struct match *m = &a->match;
    const struct word_type *t = &m->grammar->types[op->type];
    struct buf b = BUF(NEAR_MAX);
    int64_t value;
    for (int i = 0; t->list && i < LISTED_MAX && t->list(m->reader->data, i, &value); i++) {
        buf_clear(&b);
        t->print(m->reader->data, value, &b);
        if (!b.full)
            consider_text(e, buf_all(&b));
    }
    buf_free(&b);
}

static void consider_seats(struct edits *e, const struct order_reader *r)
{
    for (int s = 1; s <= r->nseats && s <= SEATS_NAMED && r->seats; s++)
        if (r->seats[s])
            consider_text(e, slice_of(r->seats[s]));
}

/* What was expected, put before the word at fault or at the end of the line. */
static void consider_inserting(struct edits *e, const struct attempt *a, const struct op *op)
{
    const struct keyword *keywords = a->match.grammar->keywords;
    char text[NEAR_MAX];
    const char *word = text;
    size_t before = e->lex->v[attempt_stopped(a) - 1].end;
    struct buf b = BUF(NEAR_MAX);
    if (op->type == TERM_SEPARATOR) {
        text[0] = (char)op->value;
        text[1] = '\0';
    } else if (a->spoken.lang == SPELT_FR && keywords[op->value].fr) {
        word = keywords[op->value].fr;
    } else {
        word = keywords[op->value].name;
    }
    buf_printf(&b, "%s%s ", op->type == TERM_SEPARATOR && op->value == ':' ? "" : " ", word);
    size_t behind = e->token ? e->token->start : before;
    add(e, before, behind, COST_INSERT, buf_all(&b));
    buf_free(&b);
}

static void collect(const struct grammars *g, const struct attempt *a, struct edits *e)
{
    int at = attempt_stopped(a);
    const struct failure *f = &a->match.failure;
    e->n = 0;
    e->lex = &a->lex;
    e->token = at < a->lex.n ? &a->lex.v[at] : NULL;
    if (a->spoken.side < 0) {
        for (int side = 1; side >= 0 && !a->spoken.several; side--)
            if (g->grammar[side])
                consider_spellings(e, &g->index[side]->verbs, -1);
        return;
    }
    for (int i = 0; i < f->n; i++) {
        const struct op *op = &f->expected[i];
        if (op->type == TERM_KEYWORD || op->type == TERM_SEPARATOR)
            consider_inserting(e, a, op);
        if (!e->token || e->token->separator)
            continue;
        if (op->type == TERM_KEYWORD)
            consider_spellings(e, &a->match.index->keywords, op->value);
        else if (op->type == TERM_SEAT)
            consider_seats(e, g->reader);
        else if (op->type >= 0)
            consider_type(e, a, op);
    }
    if (f->end && e->token)
        add(e, a->lex.v[at - 1].end, a->lex.line.n, COST_CUT, slice_of(""));
}

/* --- trying them ---------------------------------------------------------------------------- */

/* The line with one edit, without numbering before its verb; false when it is too long. */
static bool edited(const struct edits *e, const struct edit *edit, int from, struct buf *out)
{
    struct slice line = e->lex->line;
    size_t begin = from == 0 ? e->lex->v[0].start : 0;
    buf_clear(out);
    buf_add(out, line.p + begin, edit->start - begin);
    buf_str(out, edit->text);
    buf_add(out, line.p + edit->end, line.n - edit->end);
    while (out->n && (out->p[out->n - 1] == ' ' || out->p[out->n - 1] == '\t'))
        out->p[--out->n] = '\0';
    return !out->full && out->n > 0;
}

static bool mend(const struct grammars *g, const struct attempt *a, int from, int depth,
                 int *tries, char mended[TRY_MAX])
{
    struct edits e;
    struct attempt again;
    struct buf line = BUF(TRY_MAX - 1);
    bool found = false;
    collect(g, a, &e);
    for (int i = 0; i < e.n && !found && *tries > 0; i++) {
        if (!edited(&e, &e.v[i], from, &line))
            continue;
        --*tries;
        found = attempt_run(g, buf_all(&line), from, false, &again);
        if (found)
            memcpy(mended, line.p, line.n + 1);
        else if (depth > 0 && e.v[i].cost < COST_CUT &&
                 attempt_stopped(&again) > attempt_stopped(a))
            found = mend(g, &again, from, depth - 1, tries, mended);
    }
    buf_free(&line);
    return found;
}

void attempt_mend(const struct grammars *g, const struct attempt *a, int from,
                  char mended[TRY_MAX], char near[NEAR_MAX])
{
    struct edits e;
    int tries = TRIES_MAX;
    if (a->lex.more || a->lex.n == 0)
        return;
    collect(g, a, &e);
    if (e.n && e.v[0].cost < COST_INSERT)
        memcpy(near, e.v[0].text, NEAR_MAX);
    mend(g, a, from, DEPTH_MAX, &tries, mended);
}
