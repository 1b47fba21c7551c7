#include "order/order.h"
#include "order/attempt.h"

#define CODE(name, code) code,
const char *const order_mistake_codes[] = {ORDER_MISTAKES(CODE) NULL};
#define PLACE(name, code) MISTAKE_##name,
enum { ORDER_MISTAKES(PLACE) };
#define CODE_OF(name) order_mistake_codes[MISTAKE_##name]

enum { ABBREVIATION = 3 }; /* letters a shortened verb has at least */

/* --- an attempt ----------------------------------------------------------------------------- */

static void find_verb(const struct grammars *g, struct slice word, struct spoken *out)
{
    *out = (struct spoken){.side = -1};
    for (int side = 0; side < 2; side++) {
        const struct spelling *s = NULL;
        if (g->grammar[side])
            s = spellings_find(&g->index[side]->verbs, word);
        if (s) {
            *out = (struct spoken){.side = side, .verb = s->of, .lang = s->lang};
            return;
        }
    }
    for (int side = 0; side < 2 && word.n >= ABBREVIATION; side++) {
        if (!g->grammar[side])
            continue;
        const struct spellings *all = &g->index[side]->verbs;
        for (int i = spellings_at(all, word); i < all->n && spelling_begins(&all->v[i], word);
             i++) {
            if (out->side < 0)
                *out = (struct spoken){.side = side, .verb = all->v[i].of, .lang = all->v[i].lang};
            else if (out->side != side || out->verb != all->v[i].of)
                out->several = true;
        }
    }
    if (out->several)
        out->side = -1;
}

bool attempt_run(const struct grammars *g, struct slice line, int from, bool split_commas,
                 struct attempt *a)
{
    a->spoken = (struct spoken){.side = -1};
    lexer_run(&a->lex, line, lexer_byte(line, from), split_commas);
    if (a->lex.n == 0 || a->lex.v[0].separator)
        return false;
    find_verb(g, a->lex.v[0].word, &a->spoken);
    if (a->spoken.side < 0)
        return false;
    struct match *m = &a->match;
    m->reader = g->reader;
    m->grammar = g->grammar[a->spoken.side];
    m->index = g->index[a->spoken.side];
    m->pattern = &m->index->patterns[a->spoken.verb];
    m->lex = &a->lex;
    m->part = g->part;
    return match_run(m);
}

int attempt_stopped(const struct attempt *a)
{
    return a->spoken.side < 0 ? 0 : a->match.failure.at;
}

/* --- mistakes ------------------------------------------------------------------------------- */

static const char *expected_words(const struct attempt *a, struct arena *arena)
{
    const struct failure *f = &a->match.failure;
    const struct grammar *g = a->match.grammar;
    static const char *const builtin[] = {
        [-TERM_NUMBER] = "number", [-TERM_AMOUNT] = "amount", [-TERM_SEAT] = "seat",
        [-TERM_WORD] = "word",     [-TERM_TEXT] = "text",
    };
    struct buf b = BUF(1000);
    for (int i = 0; i < f->n; i++) {
        const struct op *op = &f->expected[i];
        if (i)
            buf_char(&b, '|');
        const struct keyword *word = op->type == TERM_KEYWORD ? &g->keywords[op->value] : NULL;
        if (word && a->spoken.side == 0 && word->fr && strcmp(word->fr, word->name) != 0)
            buf_printf(&b, "%s/%s", word->name, word->fr); /* what is told knows the game's words alone */
        else if (word)
            buf_str(&b, word->name);
        else if (op->type == TERM_SEPARATOR)
            buf_char(&b, (char)op->value);
        else
            buf_str(&b, op->type >= 0 ? g->types[op->type].name : builtin[-op->type]);
    }
    const char *s = arena_slice(arena, buf_all(&b));
    buf_free(&b);
    return s;
}

/* "Alice, Bob": the seats of a mask. */
static const char *seat_names(const struct order_reader *r, uint64_t mask, struct arena *arena)
{
    struct buf b = BUF(4000);
    for (int s = 1; s <= r->nseats && s <= SEATS_NAMED; s++) {
        if (!(mask >> s & 1) || !r->seats || !r->seats[s])
            continue;
        buf_str(&b, b.n ? ", " : "");
        buf_str(&b, r->seats[s]);
    }
    const char *text = arena_slice(arena, buf_all(&b));
    buf_free(&b);
    return text;
}

/* All verbs a shortened one could be: "TAKE TALK". */
static const char *verbs_like(const struct grammars *g, struct slice word, struct arena *arena)
{
    struct buf b = BUF(1000);
    for (int side = 0; side < 2; side++) {
        for (int v = 0; g->grammar[side] && v < g->grammar[side]->nverbs; v++) {
            const struct spellings *all = &g->index[side]->verbs;
            for (int i = spellings_at(all, word); i < all->n && spelling_begins(&all->v[i], word);
                 i++) {
                if (all->v[i].of != v)
                    continue;
                buf_str(&b, b.n ? " " : "");
                buf_slice(&b, all->v[i].text);
                break;
            }
        }
    }
    const char *text = arena_slice(arena, buf_all(&b));
    buf_free(&b);
    return text;
}

static bool expects(const struct failure *f, int type)
{
    for (int i = 0; i < f->n; i++)
        if (f->expected[i].type == type)
            return true;
    return false;
}

static bool expects_game_type(const struct failure *f)
{
    for (int i = 0; i < f->n; i++)
        if (f->expected[i].type >= 0)
            return true;
    return expects(f, TERM_NUMBER) || expects(f, TERM_AMOUNT);
}

/* The word at fault is there and no verb: what is wrong with it. */
static void word_mistake(const struct grammars *g, const struct attempt *a, const char *word,
                         const char *near, struct arena *arena, struct mistake *m)
{
    const struct failure *f = &a->match.failure;
    const struct order_reader *r = g->reader;
    bool amount = expects(f, TERM_AMOUNT);
    if (f->which)
        MISTAKE(m, -1, CODE_OF(WHICH), TEXT("word", word), TEXT("hint", f->which));
    else if (f->which_seats)
        MISTAKE(m, -1, CODE_OF(WHICH), TEXT("word", word),
                TEXT("hint", seat_names(r, f->which_seats, arena)));
    else if ((amount || expects(f, TERM_NUMBER)) && match_looks_like_number(a->lex.v[f->at].word))
        MISTAKE(m, -1, CODE_OF(BAD_NUMBER), TEXT("word", word),
                WORD("expected", amount ? "amount" : "number"));
    else if (f->n == 0)
        MISTAKE(m, -1, CODE_OF(EXTRA), TEXT("word", word));
    else if (expects(f, TERM_SEAT) && !expects_game_type(f))
        MISTAKE(m, -1, CODE_OF(UNKNOWN_SEAT), TEXT("word", word),
                TEXT("names", seat_names(r, UINT64_MAX, arena)), TEXT("near", near));
    else
        MISTAKE(m, -1, CODE_OF(UNKNOWN_WORD), TEXT("word", word),
                WORD("expected", expected_words(a, arena)), TEXT("near", near));
}

static void explain(const struct grammars *g, const struct attempt *a, int from,
                    struct arena *arena, struct mistake *m)
{
    const struct lexed *lex = &a->lex;
    int at = attempt_stopped(a), column = 0, columns = 1;
    char mended[TRY_MAX] = "", nearest[NEAR_MAX] = "";
    if (lex->n == 0) {
        MISTAKE(m, -1, CODE_OF(MISSING), WORD("expected", "verb"));
        m->column = from;
        m->columns = 1;
        return;
    }
    attempt_mend(g, a, from, mended, nearest);
    const char *near = arena_strdup(arena, nearest);
    if (at < lex->n) {
        const struct token *t = &lex->v[at];
        const char *word =
            arena_slice(arena, (struct slice){lex->line.p + t->start, t->end - t->start});
        column = t->column;
        columns = t->columns;
        if (a->spoken.side >= 0) {
            word_mistake(g, a, word, near, arena, m);
            if (strcmp(m->code, CODE_OF(UNKNOWN_WORD)) == 0 && a->match.failure.end && !*near && !*mended)
                m->args[m->nargs++] = WORD("whole", "1");
        } else if (a->spoken.several)
            MISTAKE(m, -1, CODE_OF(WHICH), TEXT("word", word),
                    TEXT("hint", verbs_like(g, t->word, arena)));
        else
            MISTAKE(m, -1, CODE_OF(UNKNOWN_VERB), TEXT("word", word), TEXT("near", near));
    } else if (lex->more) {
        MISTAKE(m, -1, CODE_OF(TOO_MANY_WORDS), NUM("max", ORDER_TERMS));
        column = lexer_columns((struct slice){lex->line.p, lex->stop});
    } else {
        const struct token *last = &lex->v[lex->n - 1];
        MISTAKE(m, -1, CODE_OF(MISSING), WORD("expected", expected_words(a, arena)));
        column = last->column + last->columns + 1;
    }
    m->column = column;
    m->columns = columns;
    memcpy(m->try, mended, sizeof mended);
}

/* --- reading -------------------------------------------------------------------------------- */

static void keep(const struct attempt *a, struct arena *arena, struct order *order)
{
    const struct match *m = &a->match;
    struct term *terms = arena_array(arena, struct term, m->nterms);
    for (int i = 0; i < m->nterms; i++) {
        terms[i] = m->terms[i];
        if (terms[i].type != TERM_WORD && terms[i].type != TERM_TEXT)
            continue;
        terms[i].text = arena_slice(arena, (struct slice){terms[i].text, (size_t)terms[i].value});
        terms[i].value = 0;
    }
    *order = (struct order){
        .grammar = m->grammar, .verb = a->spoken.verb, .terms = terms, .nterms = m->nterms};
}

static int column_behind(const struct attempt *a)
{
    const struct lexed *lex = &a->lex;
    if (a->match.next < lex->n)
        return lex->v[a->match.next].column;
    return lex->more ? lexer_columns((struct slice){lex->line.p, lex->stop}) : -1;
}

/* "PAY 20,14" is a list where that makes sense and a decimal is none. */
static bool read_either_way(const struct grammars *g, struct slice line, int from,
                            struct attempt *a)
{
    if (attempt_run(g, line, from, false, a))
        return true;
    if (!a->lex.commas)
        return false;
    if (attempt_run(g, line, from, true, a))
        return true;
    attempt_run(g, line, from, false, a);
    return false;
}

bool order_read_part(const struct order_reader *reader, struct slice line, int number, int from,
                     int *rest, struct arena *arena, struct order *order, struct mistake *mistake)
{
    struct arena scratch = ARENA(4 << 20); /* for grammars that were not compiled */
    struct grammars g = {.reader = reader, .part = rest != NULL};
    struct attempt a;
    int length = line.n > ORDER_LINE ? lexer_columns(line) : 0;
    if (length > ORDER_LINE) {
        MISTAKE(mistake, -1, CODE_OF(LINE_TOO_LONG), NUM("max", ORDER_LINE), NUM("length", length));
        mistake->line = number;
        mistake->column = ORDER_LINE;
        mistake->columns = 1;
        return false;
    }
    g.grammar[0] = reader->general;
    g.grammar[1] = reader->game;
    for (int i = 0; i < 2; i++)
        if (g.grammar[i])
            g.index[i] = grammar_index_of(g.grammar[i], &scratch);
    bool ok = read_either_way(&g, line, from, &a);
    if (ok) {
        keep(&a, arena, order);
        order->line = number;
        if (rest)
            *rest = column_behind(&a);
    } else {
        explain(&g, &a, from, arena, mistake);
        mistake->line = number;
    }
    arena_free(&scratch);
    return ok;
}

bool order_read(const struct order_reader *reader, struct slice line, int number,
                struct arena *arena, struct order *order, struct mistake *mistake)
{
    return order_read_part(reader, line, number, 0, NULL, arena, order, mistake);
}
