/* Mending: small edits at the place where a line stopped to make sense, each tried by reading the
 * edited line again, so that what is proposed is always understood. In order: the nearest words
 * in place of the wrong one; a keyword or separator put before it, when only one fits (which of
 * WHITE and BLACK is not ours to say); what is too much cut off. */
#include "order/attempt.h"
#include "base/utf8.h"

enum {
    EDITS_MAX = 32,
    TRIES_MAX = 60,    /* lines read in all */
    DEPTH_MAX = 2,     /* further edits behind the first */
    LISTED_MAX = 1000, /* things of a type that are compared */
    WORD_MAX = 32,     /* longer words are not compared */
    CUT_MOST = 2,      /* words cut off behind a word that was replaced */
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
    return word.n < 3 ? 0 : word.n < 6 ? 1 : 2;
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

static void consider_text(struct edits *e, struct slice like, struct slice text)
{
    struct buf b = BUF(NEAR_MAX);
    utf8_fold(like, &b);
    if (!b.full)
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
            consider_text(e, buf_all(&b), buf_all(&b));
    }
    buf_free(&b);
}

static void consider_seats(struct edits *e, const struct order_reader *r)
{
    for (int s = 1; s <= r->nseats && s <= SEATS_NAMED && r->seats; s++) {
        struct slice name = slice_of(r->seats[s]), rest = name;
        consider_text(e, name, name);
        struct slice first = slice_cut(&rest, ' ');
        if (rest.p)
            consider_text(e, first, name);
    }
}

/* What was expected, put before the word at fault or at the end of the line. */
static void consider_inserting(struct edits *e, const struct attempt *a, const struct op *op)
{
    const struct keyword *keywords = a->match.grammar->keywords;
    size_t before = e->lex->v[attempt_stopped(a) - 1].end;
    struct buf b = BUF(NEAR_MAX);
    if (op->type == TERM_SEPARATOR)
        buf_printf(&b, "%s%c ", op->value == ':' ? "" : " ", op->value);
    else if (a->spoken.lang == SPELT_FR && keywords[op->value].fr)
        buf_printf(&b, " %s ", keywords[op->value].fr);
    else
        buf_printf(&b, " %s ", keywords[op->value].name);
    size_t behind = e->token ? e->token->start : before;
    add(e, before, behind, COST_INSERT, buf_all(&b));
    buf_free(&b);
}

/* `guessed`: a word before it was replaced. Then a sentence behind it is not cut off: it says that the guess
 * was wrong. */
static void collect(const struct grammars *g, const struct attempt *a, bool guessed, struct edits *e)
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
    if (f->end && f->n == 0 && e->token && !(guessed && a->lex.n - at > CUT_MOST)) {
        while (at > 1 && match_noise(&a->match, at - 1)) /* "… and" goes along */
            at--;
        add(e, a->lex.v[at - 1].end, a->lex.line.n, COST_CUT, slice_of(""));
    }
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

static bool mend(const struct grammars *g, const struct attempt *a, int from, int depth, int *tries,
                 char mended[TRY_MAX]);

/* Tries edits one at a time. Of insertions, only one may be understood. */
static bool mend_once(const struct grammars *g, const struct edits *e, int from, int *tries,
                      char mended[TRY_MAX])
{
    struct attempt again;
    struct buf line = BUF(TRY_MAX - 1);
    int inserted = 0;
    bool found = false;
    for (int i = 0; i < e->n && !found && *tries > 0; i++) {
        bool insertion = e->v[i].cost == COST_INSERT;
        if (!edited(e, &e->v[i], from, &line))
            continue;
        --*tries;
        if (!attempt_run(g, buf_all(&line), from, false, &again))
            continue;
        memcpy(mended, line.p, line.n + 1);
        inserted += insertion;
        found = !insertion;
    }
    buf_free(&line);
    if (!found && inserted != 1)
        mended[0] = '\0';
    return found || inserted == 1;
}

/* Replaces the word at fault and mends what comes behind it. */
static bool mend_on(const struct grammars *g, const struct attempt *a, const struct edits *e,
                    int from, int depth, int *tries, char mended[TRY_MAX])
{
    struct attempt again;
    struct buf line = BUF(TRY_MAX - 1);
    bool found = false;
    for (int i = 0; i < e->n && e->v[i].cost < COST_INSERT && !found && *tries > 0; i++) {
        if (!edited(e, &e->v[i], from, &line))
            continue;
        --*tries;
        found = !attempt_run(g, buf_all(&line), from, false, &again) &&
                attempt_stopped(&again) > attempt_stopped(a) &&
                mend(g, &again, from, depth - 1, tries, mended);
    }
    buf_free(&line);
    return found;
}

static bool mend(const struct grammars *g, const struct attempt *a, int from, int depth, int *tries,
                 char mended[TRY_MAX])
{
    struct edits e;
    const struct failure *f = &a->match.failure;
    if (a->spoken.side >= 0 && (f->which || f->which_seats))
        return false; /* the player has to say which */
    collect(g, a, depth < DEPTH_MAX, &e);
    return mend_once(g, &e, from, tries, mended) ||
           (depth > 0 && mend_on(g, a, &e, from, depth, tries, mended));
}

void attempt_mend(const struct grammars *g, const struct attempt *a, int from, char mended[TRY_MAX],
                  char near[NEAR_MAX])
{
    struct edits e;
    int tries = TRIES_MAX;
    if (a->lex.more || a->lex.n == 0)
        return;
    collect(g, a, false, &e);
    if (e.n && e.v[0].cost < COST_INSERT)
        memcpy(near, e.v[0].text, NEAR_MAX);
    mend(g, a, from, DEPTH_MAX, &tries, mended);
}
