/* Usage lines: a pattern's tree, printed for people. */
#include "order/order.h"
#include "order/pattern.h"

struct printer {
    const struct grammar *grammar;
    const struct pattern_tree *tree;
    bool french;
    struct buf *out;
};

static void print(const struct printer *p, int at);

static void print_name(const struct printer *p, const char *name, const char *fr)
{
    buf_str(p->out, p->french && fr ? fr : name);
}

static void print_term(const struct printer *p, const struct node *n)
{
    static const char *const builtin[] = {
        [-TERM_NUMBER] = "number", [-TERM_AMOUNT] = "amount", [-TERM_SEAT] = "seat",
        [-TERM_WORD] = "word",     [-TERM_TEXT] = "text",
    };
    const struct grammar *g = p->grammar;
    if (n->type == TERM_KEYWORD)
        print_name(p, g->keywords[n->value].name, g->keywords[n->value].fr);
    else if (n->type == TERM_SEPARATOR)
        buf_char(p->out, (char)n->value);
    else
        buf_printf(p->out, "<%s>", n->type >= 0 ? g->types[n->type].name : builtin[-n->type]);
}

/* Alternatives of several words each are set apart by spaces. */
static void print_choice(const struct printer *p, const struct node *n)
{
    const struct node *nodes = p->tree->nodes;
    bool wide = false;
    for (int c = n->child; c >= 0; c = nodes[c].next)
        wide = wide || nodes[c].kind == NODE_LIST;
    for (int c = n->child; c >= 0; c = nodes[c].next) {
        print(p, c);
        if (nodes[c].next >= 0)
            buf_str(p->out, wide ? " | " : "|");
    }
}

/* As part of a list: a choice needs its brackets there. */
static void print_item(const struct printer *p, int at)
{
    const struct node *n = &p->tree->nodes[at];
    bool brackets = n->kind == NODE_CHOICE || n->kind == NODE_LIST;
    buf_str(p->out, brackets ? "(" : "");
    print(p, at);
    buf_str(p->out, brackets ? ")" : "");
}

static void print_list(const struct printer *p, const struct node *n)
{
    const struct node *nodes = p->tree->nodes;
    for (int c = n->child; c >= 0; c = nodes[c].next) {
        bool colon =
            nodes[c].kind == NODE_TERM && nodes[c].type == TERM_SEPARATOR && nodes[c].value == ':';
        if (c != n->child && !colon)
            buf_char(p->out, ' ');
        print_item(p, c);
    }
}

static void print(const struct printer *p, int at)
{
    const struct node *n = &p->tree->nodes[at];
    const struct node *child = n->child >= 0 ? &p->tree->nodes[n->child] : NULL;
    switch (n->kind) {
    case NODE_TERM:
        print_term(p, n);
        break;
    case NODE_LIST:
        print_list(p, n);
        break;
    case NODE_CHOICE:
        print_choice(p, n);
        break;
    case NODE_MAYBE: { /* x* is a MANY inside: [x]… */
        bool many = child->kind == NODE_MANY;
        int inside = many ? child->child : n->child;
        if (many && p->tree->nodes[inside].kind == NODE_MAYBE)
            inside = p->tree->nodes[inside].child;
        buf_char(p->out, '[');
        print(p, inside);
        buf_str(p->out, many ? "]…" : "]");
        break;
    }
    case NODE_MANY:
        print_item(p, n->child);
        buf_str(p->out, "…");
        break;
    }
}

void order_usage(const struct grammar *grammar, int verb, const char *lang, struct buf *out)
{
    struct pattern_tree tree;
    const struct verb *v = &grammar->verbs[verb];
    struct printer p = {grammar, &tree, strcmp(lang, "fr") == 0, out};
    const char *pattern =
        grammar->usage && grammar->usage[verb] ? grammar->usage[verb] : v->pattern;
    if (!pattern_parse(grammar, pattern, &tree))
        die("pattern of %s: %s", v->name, tree.wrong);
    print_name(&p, v->name, v->fr);
    const struct node *root = &tree.nodes[tree.root];
    if (root->kind == NODE_LIST && root->child < 0)
        return;
    buf_char(out, ' ');
    if (root->kind == NODE_CHOICE)
        print_item(&p, tree.root);
    else
        print(&p, tree.root);
}
