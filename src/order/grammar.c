#include "order/grammar.h"
#include "order/lexer.h"
#include "order/spelling.h"

static void index_make(const struct grammar *grammar, struct arena *arena,
                       struct grammar_index *index)
{
    struct pattern_tree tree;
    spellings_of_verbs(grammar, arena, &index->verbs);
    spellings_of_keywords(grammar, arena, &index->keywords);
    index->patterns = arena_array(arena, struct pattern, grammar->nverbs);
    for (int i = 0; i < grammar->nverbs; i++) {
        if (!pattern_parse(grammar, grammar->verbs[i].pattern, &tree))
            die("pattern of %s: %s: %.*s", grammar->verbs[i].name, tree.wrong,
                (int)tree.wrong_word.n, tree.wrong_word.p);
        pattern_compile(&tree, arena, &index->patterns[i]);
    }
}

const struct grammar_index *grammar_index_of(const struct grammar *grammar, struct arena *arena)
{
    if (grammar->index)
        return grammar->index;
    struct grammar_index *index = arena_new(arena, struct grammar_index);
    index_make(grammar, arena, index);
    return index;
}

const struct grammar *grammar_compile(struct arena *arena, const struct grammar *grammar)
{
    struct grammar *copy = arena_new(arena, struct grammar);
    *copy = *grammar;
    copy->index = grammar_index_of(grammar, arena);
    return copy;
}

/* --- checking ------------------------------------------------------------------------------- */

/* Whether a term can follow op `at` directly. A program has no loop without a split, and `seen`
 * stops at splits met before. */
static bool term_follows(const struct pattern *p, int at, bool *seen)
{
    for (;;) {
        const struct op *op = &p->ops[at];
        if (seen[at])
            return false;
        seen[at] = true;
        switch (op->kind) {
        case OP_TERM:
            return true;
        case OP_END:
            return false;
        case OP_JUMP:
            at = op->a;
            break;
        case OP_SPLIT:
            if (term_follows(p, op->a, seen))
                return true;
            at = op->b;
            break;
        }
    }
}

static const char *check_pattern(const struct grammar *g, const struct verb *v, bool is_general,
                                 struct arena *arena)
{
    struct pattern_tree tree;
    struct pattern p;
    bool has_text = false;
    if (!v->pattern)
        return arena_printf(arena, "%s: no pattern", v->name);
    if (!pattern_parse(g, v->pattern, &tree))
        return arena_printf(arena, "pattern of %s: %s: '%.*s'", v->name, tree.wrong,
                            (int)tree.wrong_word.n, tree.wrong_word.p);
    pattern_compile(&tree, arena, &p);
    for (int i = 0; i < p.n; i++) {
        if (p.ops[i].kind != OP_TERM || p.ops[i].type != TERM_TEXT)
            continue;
        has_text = true;
        if (term_follows(&p, i + 1, arena_array(arena, bool, p.n)))
            return arena_printf(arena, "pattern of %s: something follows text", v->name);
    }
    if ((v->flags & VERB_TAKES_ORDER) && !(has_text && is_general))
        return arena_printf(arena, "%s takes an order: only a general verb with text can", v->name);
    return NULL;
}

/* A player must be able to write it, and no spelling may mean two things. */
static const char *check_spellings(const struct spellings *s, const char *what, struct arena *arena)
{
    struct lexed *lex = arena_new(arena, struct lexed);
    for (int i = 0; i < s->n; i++) {
        struct slice t = s->v[i].text;
        lexer_run(lex, t, 0, false);
        if (lex->n != 1 || lex->v[0].separator || !slice_eq(lex->v[0].word, t))
            return arena_printf(arena, "%s '%.*s' is not one word in capitals", what, (int)t.n,
                                t.p);
        if (i > 0 && slice_eq(s->v[i - 1].text, t) && s->v[i - 1].of != s->v[i].of)
            return arena_printf(arena, "%s '%.*s' means two things", what, (int)t.n, t.p);
    }
    return NULL;
}

static const char *check_types(const struct grammar *g, struct arena *arena)
{
    static const char *const taken[] = {"number", "amount", "seat", "word", "text"};
    for (int i = 0; i < g->ntypes; i++) {
        const struct word_type *t = &g->types[i];
        for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
            if (strcmp(t->name, taken[k]) == 0)
                return arena_printf(arena, "type '%s' is built in", t->name);
        for (int k = 0; k < i; k++)
            if (strcmp(t->name, g->types[k].name) == 0)
                return arena_printf(arena, "type '%s' is there twice", t->name);
        if (!t->read || !t->print)
            return arena_printf(arena, "type '%s' cannot be read or printed", t->name);
    }
    return NULL;
}

const char *grammar_check(const struct grammar *grammar, const struct grammar *general,
                          struct arena *arena)
{
    struct spellings verbs, keywords, others;
    const char *wrong = NULL;
    for (int i = 0; i < grammar->nverbs && !wrong; i++)
        wrong = check_pattern(grammar, &grammar->verbs[i], !general, arena);
    spellings_of_verbs(grammar, arena, &verbs);
    spellings_of_keywords(grammar, arena, &keywords);
    if (!wrong)
        wrong = check_types(grammar, arena);
    if (!wrong)
        wrong = check_spellings(&verbs, "verb", arena);
    if (!wrong)
        wrong = check_spellings(&keywords, "keyword", arena);
    if (wrong || !general)
        return wrong;
    spellings_of_verbs(general, arena, &others);
    for (int i = 0; i < verbs.n; i++)
        if (spellings_find(&others, verbs.v[i].text))
            return arena_printf(arena, "verb '%.*s' is a general one", (int)verbs.v[i].text.n,
                                verbs.v[i].text.p);
    return NULL;
}
