/* What always holds: a tree's nodes refer to nodes of the same array; a program ends in OP_END and
 * no op leads outside it. */
#include "order/pattern.h"

static const struct {
    const char *name;
    int16_t type;
} builtins[] = {{"number", TERM_NUMBER},
                {"amount", TERM_AMOUNT},
                {"seat", TERM_SEAT},
                {"word", TERM_WORD},
                {"text", TERM_TEXT}};

struct parser {
    const struct grammar *grammar;
    const char *p;
    struct pattern_tree *tree;
    int depth;
};

static int choice(struct parser *ps);

static int wrong(struct parser *ps, const char *why, struct slice word)
{
    if (!ps->tree->wrong) {
        ps->tree->wrong = why;
        ps->tree->wrong_word = word;
    }
    return -1;
}

static int node(struct parser *ps, enum node_kind kind, int child)
{
    struct pattern_tree *t = ps->tree;
    if (t->n == PATTERN_NODES)
        return wrong(ps, "pattern too long", slice_of(""));
    t->nodes[t->n] = (struct node){.kind = kind, .child = (int16_t)child, .next = -1};
    return t->n++;
}

static int term(struct parser *ps, int type, int value)
{
    int n = node(ps, NODE_TERM, -1);
    if (n >= 0) {
        ps->tree->nodes[n].type = (int16_t)type;
        ps->tree->nodes[n].value = (int16_t)value;
    }
    return n;
}

static void skip_spaces(struct parser *ps)
{
    while (*ps->p == ' ')
        ps->p++;
}

static bool upper(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* A keyword in capitals or the name of a type. */
static int named(struct parser *ps)
{
    struct slice word = {ps->p, 0};
    bool type = lower(*ps->p);
    while (upper(*ps->p) || lower(*ps->p) || *ps->p == '-' || *ps->p == '_')
        ps->p++;
    word.n = (size_t)(ps->p - word.p);
    if (word.n == 0)
        return wrong(ps, "not a part of a pattern", (struct slice){ps->p, 1});
    const struct grammar *g = ps->grammar;
    if (!type) {
        for (int i = 0; i < g->nkeywords; i++)
            if (slice_is(word, g->keywords[i].name))
                return term(ps, TERM_KEYWORD, i);
        return wrong(ps, "no such keyword", word);
    }
    for (int i = 0; i < g->ntypes; i++)
        if (slice_is(word, g->types[i].name))
            return term(ps, i, 0);
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++)
        if (slice_is(word, builtins[i].name))
            return term(ps, builtins[i].type, 0);
    return wrong(ps, "no such type", word);
}

static int bracket(struct parser *ps, char closing)
{
    const char *open = ps->p++;
    if (++ps->depth > PATTERN_DEPTH)
        return wrong(ps, "brackets too deep", (struct slice){open, 1});
    int inside = choice(ps);
    ps->depth--;
    if (inside < 0)
        return -1;
    if (*ps->p != closing)
        return wrong(ps, "bracket not closed", (struct slice){open, 1});
    ps->p++;
    return closing == ']' ? node(ps, NODE_MAYBE, inside) : inside;
}

static int item(struct parser *ps)
{
    int n;
    char c = *ps->p;
    if (c == '[' || c == '(') {
        n = bracket(ps, c == '[' ? ']' : ')');
    } else if (c == ':' || c == '/' || c == '=') {
        ps->p++;
        n = term(ps, TERM_SEPARATOR, c);
    } else {
        n = named(ps);
    }
    if (n < 0 || (*ps->p != '+' && *ps->p != '*'))
        return n;
    bool none = *ps->p++ == '*';
    n = node(ps, NODE_MANY, n);
    return none && n >= 0 ? node(ps, NODE_MAYBE, n) : n;
}

/* Items up to a '|' or a closing bracket; a list of one is that one. */
static int list(struct parser *ps)
{
    int first = -1, last = -1, count = 0;
    for (skip_spaces(ps); *ps->p && *ps->p != '|' && *ps->p != ')' && *ps->p != ']';
         skip_spaces(ps)) {
        int n = item(ps);
        if (n < 0)
            return -1;
        if (last >= 0)
            ps->tree->nodes[last].next = (int16_t)n;
        else
            first = n;
        last = n;
        count++;
    }
    return count == 1 ? first : node(ps, NODE_LIST, first);
}

static int choice(struct parser *ps)
{
    int first = list(ps), last = first;
    if (first < 0 || *ps->p != '|')
        return first;
    while (*ps->p == '|') {
        ps->p++;
        int n = list(ps);
        if (n < 0)
            return -1;
        ps->tree->nodes[last].next = (int16_t)n;
        last = n;
    }
    return node(ps, NODE_CHOICE, first);
}

bool pattern_parse(const struct grammar *grammar, const char *text, struct pattern_tree *tree)
{
    struct parser ps = {.grammar = grammar, .p = text, .tree = tree};
    tree->n = 0;
    tree->wrong = NULL;
    tree->wrong_word = slice_of("");
    tree->root = choice(&ps);
    if (tree->root >= 0 && *ps.p)
        tree->root = wrong(&ps, "closes no bracket", (struct slice){ps.p, 1});
    return tree->root >= 0;
}

/* --- to a program --------------------------------------------------------------------------- */

/* Every node gives at most two ops besides those of its children, and the end is one more. */
struct maker {
    const struct pattern_tree *tree;
    struct op ops[PATTERN_NODES * 2 + 1];
    int n, splits;
};

static int emit(struct maker *m, struct op op)
{
    if (op.kind == OP_SPLIT)
        op.value = (int16_t)m->splits++;
    m->ops[m->n] = op;
    return m->n++;
}

static void make(struct maker *m, int at);

/* a | b | c:  split a, next; a; jump end; next: split b, … */
static void make_choice(struct maker *m, int child)
{
    const struct node *c = &m->tree->nodes[child];
    if (c->next < 0) {
        make(m, child);
        return;
    }
    int split = emit(m, (struct op){.kind = OP_SPLIT});
    m->ops[split].a = (uint16_t)m->n;
    make(m, child);
    int jump = emit(m, (struct op){.kind = OP_JUMP});
    m->ops[split].b = (uint16_t)m->n;
    make_choice(m, c->next);
    m->ops[jump].a = (uint16_t)m->n;
}

static void make(struct maker *m, int at)
{
    const struct node *n = &m->tree->nodes[at];
    int start = m->n;
    switch (n->kind) {
    case NODE_TERM:
        emit(m, (struct op){.kind = OP_TERM, .type = n->type, .value = n->value});
        break;
    case NODE_LIST:
        for (int c = n->child; c >= 0; c = m->tree->nodes[c].next)
            make(m, c);
        break;
    case NODE_CHOICE:
        make_choice(m, n->child);
        break;
    case NODE_MAYBE:
        emit(m, (struct op){.kind = OP_SPLIT, .a = (uint16_t)(start + 1)});
        make(m, n->child);
        m->ops[start].b = (uint16_t)m->n;
        break;
    case NODE_MANY:
        make(m, n->child);
        emit(m, (struct op){.kind = OP_SPLIT, .a = (uint16_t)start, .b = (uint16_t)(m->n + 1)});
        break;
    }
}

void pattern_compile(const struct pattern_tree *tree, struct arena *arena, struct pattern *out)
{
    struct maker m = {.tree = tree, .n = 0, .splits = 0};
    make(&m, tree->root);
    emit(&m, (struct op){.kind = OP_END});
    struct op *ops = arena_array(arena, struct op, m.n);
    memcpy(ops, m.ops, sizeof *ops * (size_t)m.n);
    *out = (struct pattern){.ops = ops, .n = m.n, .splits = m.splits};
}
