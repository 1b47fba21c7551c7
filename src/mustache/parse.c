/* Turns the tags and the text between them into nodes, and decides which white space goes.
 *
 * A tag is clear on the left when only blanks stand between it and the start of its line, clear on
 * the right when only blanks stand between it and the end of the line. What always holds:
 *
 * 1. Comments, set delimiters, sections and their ends, partials, and blocks outside of parents and
 *    their ends are standalone when they are clear on both sides: the whole line goes.
 * 2. A parent is one thing from its opening to its closing tag. Clear on the left of the one and
 *    the right of the other it is standalone, whatever stands between.
 * 3. A standalone partial or parent keeps the blanks before it as its indentation.
 * 4. An argument, that is a block directly within a parent, is a template of its own that happens
 *    to stand there: its content begins on the next line when the opening tag is clear on the
 *    right, and ends with the line before when the closing tag is clear on the left. Whatever else
 *    stands directly within a parent is ignored.
 * 5. The indentation of a block is the one its content's lines have in common when the content
 *    begins on its own line; otherwise, or when there is no such line, the blanks before the
 *    opening tag, if it is clear on the left and, outside of parents, the block ends its line. An
 *    argument loses its own indentation and takes that of the block it replaces.
 * 6. The text nodes know where lines of the template begin (FLAG_LINE, FLAG_LINE_AFTER): these are
 *    the places, and the only ones, where a rendering may have to indent. */
#include "mustache/scan.h"

/* An open section, block or parent. */
struct open {
    uint32_t node;
    bool argument;
    bool clear_left;
    uint32_t blanks; /* before the tag, when it is clear on the left */
    uint32_t text;   /* node of the text before it, or NONE */
    size_t content;  /* where its content begins */
};

enum { NONE = UINT32_MAX };

struct parser {
    struct mustache *template;
    struct mustache_error *error;
    size_t text;    /* where the text begins that is not yet a node */
    bool text_line; /* that is the beginning of a line */
    struct open open[MUSTACHE_NESTED_MAX];
    int depth;
};

/* What stands around a tag on its line. */
struct place {
    bool left, right; /* clear there */
    size_t line;      /* if left: where the line begins */
    size_t next;      /* if right: where the next line begins */
};

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct place look_around(const struct parser *p, const struct tag *tag)
{
    const struct mustache *t = p->template;
    struct place place = {.line = tag->start, .next = tag->end};
    while (place.line > p->text && blank(t->text[place.line - 1]))
        place.line--;
    place.left = place.line == p->text ? p->text_line : t->text[place.line - 1] == '\n';
    while (place.next < t->n_text && blank(t->text[place.next]))
        place.next++;
    if (place.next == t->n_text) {
        place.right = true;
    } else if (t->text[place.next] == '\n') {
        place.right = true;
        place.next++;
    } else if (t->text[place.next] == '\r' && t->text[place.next + 1] == '\n') {
        place.right = true;
        place.next += 2;
    }
    return place;
}

static struct open *innermost(struct parser *p)
{
    return p->depth ? &p->open[p->depth - 1] : NULL;
}

static bool within_parent(struct parser *p)
{
    const struct open *o = innermost(p);
    return o && p->template->nodes[o->node].kind == NODE_PARENT;
}

/* The text up to `end` becomes a node. `goes_on`: a tag follows on the line where it ends. Returns
 * the node or NONE. */
static uint32_t put_text(struct parser *p, size_t end, bool goes_on)
{
    struct mustache *t = p->template;
    size_t from = p->text;
    bool line = p->text_line;
    p->text = end;
    p->text_line = false;
    if (within_parent(p))
        return NONE;
    if (end == from && !(line && goes_on))
        return NONE;
    unsigned flags = line ? FLAG_LINE : 0;
    if (goes_on && end > from && t->text[end - 1] == '\n')
        flags |= FLAG_LINE_AFTER;
    uint32_t i = template_node(t, NODE_TEXT, flags, from);
    t->nodes[i].at = (uint32_t)from;
    t->nodes[i].n = (uint32_t)(end - from);
    return i;
}

/* Text goes on behind a tag, on the same line or on the next. */
static void go_on(struct parser *p, size_t at, bool line)
{
    p->text = at;
    p->text_line = line;
}

/* Puts the text before a tag that goes with its line when it is clear on both sides. */
static bool put_standalone(struct parser *p, const struct tag *tag, const struct place *place)
{
    bool alone = place->left && place->right;
    put_text(p, alone ? place->line : tag->start, !alone);
    go_on(p, alone ? place->next : tag->end, alone);
    return alone;
}

static int fail_name(struct parser *p, const struct tag *tag)
{
    return template_fail(p->template, tag->start, p->error, "the name '%.*s' has an empty part",
                         SHORT(tag->name));
}

static uint32_t put_named(struct parser *p, const struct tag *tag, enum node_kind kind)
{
    struct mustache *t = p->template;
    uint32_t i = template_node(t, kind, tag->dynamic ? FLAG_DYNAMIC : 0, tag->start);
    t->nodes[i].at = (uint32_t)(tag->name.p - t->text);
    t->nodes[i].n = (uint32_t)tag->name.n;
    return i;
}

static int put_value(struct parser *p, const struct tag *tag)
{
    put_text(p, tag->start, true);
    go_on(p, tag->end, false);
    uint32_t i = put_named(p, tag, tag->sigil ? NODE_RAW : NODE_VALUE);
    return template_name(p->template, i, tag->name) ? 0 : fail_name(p, tag);
}

static int put_partial(struct parser *p, const struct tag *tag)
{
    struct place place = look_around(p, tag);
    bool alone = put_standalone(p, tag, &place);
    uint32_t i = put_named(p, tag, NODE_PARTIAL);
    if (alone) {
        struct node *node = &p->template->nodes[i];
        node->flags |= FLAG_OWN_LINE;
        node->indent_at = (uint32_t)place.line;
        node->indent_n = (uint32_t)(tag->start - place.line);
    }
    if (tag->dynamic && !template_name(p->template, i, tag->name))
        return fail_name(p, tag);
    return 0;
}

static enum node_kind kind_of(char sigil)
{
    switch (sigil) {
    case '#':
        return NODE_SECTION;
    case '^':
        return NODE_INVERTED;
    case '$':
        return NODE_BLOCK;
    default:
        return NODE_PARENT;
    }
}

static int put_open(struct parser *p, const struct tag *tag)
{
    struct mustache *t = p->template;
    if (p->depth == MUSTACHE_NESTED_MAX)
        return template_fail(t, tag->start, p->error, "tags are nested more than %d deep",
                             MUSTACHE_NESTED_MAX);
    enum node_kind kind = kind_of(tag->sigil);
    struct place place = look_around(p, tag);
    struct open o = {.argument = kind == NODE_BLOCK && within_parent(p),
                     .clear_left = place.left,
                     .blanks = (uint32_t)(tag->start - place.line),
                     .text = NONE};
    bool own_line;
    if (o.argument || kind == NODE_PARENT) {
        own_line = o.argument && place.right;
        o.text = put_text(p, tag->start, true);
        go_on(p, own_line ? place.next : tag->end, own_line);
    } else {
        own_line = place.left && place.right;
        put_standalone(p, tag, &place);
    }
    o.content = p->text;
    o.node = put_named(p, tag, kind);
    if (own_line)
        t->nodes[o.node].flags |= FLAG_OWN_LINE;
    bool resolves = kind == NODE_SECTION || kind == NODE_INVERTED || tag->dynamic;
    if (resolves && !template_name(t, o.node, tag->name))
        return fail_name(p, tag);
    t->nodes[o.node].indent_at = (uint32_t)place.line;
    p->open[p->depth++] = o;
    return 0;
}

static bool blank_line(const char *p, size_t n)
{
    while (n && (blank(*p) || *p == '\r')) {
        p++;
        n--;
    }
    return n == 0;
}

/* Rule 5: the blanks that all lines of the content up to `end` begin with, lines of nothing but
 * blanks aside. False when there is no such line. */
static bool common_indent(const struct mustache *t, size_t at, size_t end, struct node *node)
{
    const char *common = NULL;
    size_t n = 0;
    while (at < end) {
        const char *line = t->text + at;
        const char *nl = memchr(line, '\n', end - at);
        size_t length = nl ? (size_t)(nl - line) : end - at;
        at += length + 1;
        if (blank_line(line, length))
            continue;
        size_t same = 0;
        while (blank(line[same]) && (!common || (same < n && line[same] == common[same])))
            same++;
        common = line;
        n = same;
    }
    if (common) {
        node->indent_at = (uint32_t)(common - t->text);
        node->indent_n = (uint32_t)n;
    }
    return common != NULL;
}

static void close_block(struct parser *p, const struct open *o, const struct tag *tag)
{
    struct place place = look_around(p, tag);
    size_t content_end = place.left ? place.line : tag->start;
    if (o->argument) {
        put_text(p, content_end, !place.left);
        go_on(p, tag->end, false);
    } else {
        put_standalone(p, tag, &place);
    }
    struct node *node = &p->template->nodes[o->node];
    if ((node->flags & FLAG_OWN_LINE) && common_indent(p->template, o->content, content_end, node))
        return;
    bool whole = o->argument || place.right || (node->flags & FLAG_OWN_LINE);
    node->indent_n = o->clear_left && whole ? o->blanks : 0;
}

/* Rules 2 and 3. The blanks before the opening tag were put as text when it was not yet known
 * whether the closing tag is clear. */
static void close_parent(struct parser *p, const struct open *o, const struct tag *tag)
{
    struct mustache *t = p->template;
    struct place place = look_around(p, tag);
    bool alone = o->clear_left && place.right;
    go_on(p, alone ? place.next : tag->end, alone);
    if (!alone)
        return;
    t->nodes[o->node].flags |= FLAG_OWN_LINE;
    t->nodes[o->node].indent_n = o->blanks;
    if (o->text == NONE)
        return;
    struct node *text = &t->nodes[o->text];
    text->n -= o->blanks;
    text->flags &= (uint8_t)~FLAG_LINE_AFTER;
    if (!text->n)
        text->flags &= (uint8_t)~FLAG_LINE;
}

/* A closing tag repeats the name; that of a dynamic parent with its asterisk. */
static bool same_name(const struct mustache *t, const struct node *node, struct slice name)
{
    if (node->flags & FLAG_DYNAMIC) {
        if (name.p[0] != '*')
            return false;
        name = slice_trim((struct slice){name.p + 1, name.n - 1});
    }
    return slice_eq(name, template_slice(t, node->at, node->n));
}

static int put_close(struct parser *p, const struct tag *tag)
{
    struct mustache *t = p->template;
    const struct open *o = innermost(p);
    if (!o)
        return template_fail(t, tag->start, p->error, "'/%.*s' closes nothing", SHORT(tag->name));
    const struct node *node = &t->nodes[o->node];
    if (!same_name(t, node, tag->name))
        return template_fail(t, tag->start, p->error, "'/%.*s' where '%.*s' must be closed first",
                             SHORT(tag->name), SHORT(template_slice(t, node->at, node->n)));
    if (node->kind == NODE_BLOCK) {
        close_block(p, o, tag);
    } else if (node->kind == NODE_PARENT) {
        close_parent(p, o, tag);
    } else {
        struct place place = look_around(p, tag);
        put_standalone(p, tag, &place);
    }
    t->nodes[o->node].end = t->n_nodes;
    p->depth--;
    return 0;
}

static int put_tag(struct parser *p, const struct tag *tag)
{
    struct place place;
    switch (tag->sigil) {
    case '!':
    case '=':
        place = look_around(p, tag);
        put_standalone(p, tag, &place);
        return 0;
    case '#':
    case '^':
    case '$':
    case '<':
        return put_open(p, tag);
    case '/':
        return put_close(p, tag);
    case '>':
        return put_partial(p, tag);
    default:
        return put_value(p, tag);
    }
}

static int parse(struct parser *p)
{
    static const char *const words[] = {[NODE_SECTION] = "section",
                                        [NODE_INVERTED] = "inverted section",
                                        [NODE_BLOCK] = "block",
                                        [NODE_PARENT] = "parent"};
    struct mustache *t = p->template;
    struct scanner scanner = scan_begin(t);
    struct tag tag;
    int more;
    while ((more = scan_next(&scanner, &tag, p->error)) > 0) {
        if (put_tag(p, &tag) < 0)
            return -1;
    }
    if (more < 0)
        return -1;
    if (p->depth) {
        const struct node *node = &t->nodes[innermost(p)->node];
        return template_fail(t, node->pos, p->error, "%s '%.*s' is not closed", words[node->kind],
                             SHORT(template_slice(t, node->at, node->n)));
    }
    put_text(p, t->n_text, false);
    return 0;
}

struct mustache *mustache_compile(const char *name, struct slice text, struct mustache_error *error)
{
    if (text.n > MUSTACHE_TEXT_MAX) {
        const struct mustache nowhere = {.name = (char *)name};
        template_fail(&nowhere, 0, error, "the template has %zu bytes, more than %d", text.n,
                      MUSTACHE_TEXT_MAX);
        return NULL;
    }
    struct parser p = {.template = template_new(name, text), .error = error, .text_line = true};
    if (parse(&p) < 0)
        mustache_free(&p.template);
    return p.template;
}
