/* Renders nodes from a stack of its own, so that no template can overflow the program's.
 *
 * 1. A frame renders the nodes pc..end of one template. Only what changes something for the nodes
 *    within it gets a frame: a section (its context), a partial or parent (template, indentation),
 *    a replaced block (template, indentation, arguments). Inverted sections and blocks with their
 *    default content go on in the frame they are in.
 * 2. A frame's contexts are those of the frames below it and at most one more, so `contexts` has
 *    room whenever `frames` has.
 * 3. Arguments are found by frames: `arguments` is the index of the nearest frame that renders a
 *    parent, whose own tag and outer arguments are in `tag`, `tag_template` and `outer`. Of several
 *    arguments with one name the outermost counts. The content of an argument is rendered with the
 *    arguments of the template it stands in, not with those it belongs to: it never holds itself.
 * 4. Indentations are kept in `indents` one behind the other, the newest last. A frame has its own,
 *    at the end, or that of the frame below it; when it is left the end is where it was before. */
#include "mustache/template.h"
#include "mustache/value.h"

#include <stdlib.h>

enum {
    FRAMES_FIRST = 40,
    /* Every partial may nest as deep as a template may; replaced blocks can ask for more. */
    FRAMES_MAX = (MUSTACHE_NESTED_MAX + 1) * (MUSTACHE_PARTIALS_MAX + 1),
    INDENTS_MAX = 1 << 16, /* bytes of all indentations in force */
    NO_ARGUMENTS = -1,
};

struct frame {
    const struct mustache *template;
    uint32_t pc, begin, end;
    uint32_t contexts;  /* how many there are below this frame */
    const json_t *list; /* the array a section goes through, at `item` */
    size_t item;
    uint32_t indent_at, indent_n;
    uint32_t strip; /* blanks to drop from the beginning of lines */
    int partials;   /* partials and parents down to here */
    bool argument;  /* a replaced block */
    int arguments;
    const struct mustache *tag_template; /* of a parent: where its tag stands */
    const struct node *tag;
    int outer;
};

struct render {
    const struct mustache_loader *loader;
    struct buf *out;
    struct mustache_error *error;
    bool html;
    /* The line was already begun and indented where the block stands that is being replaced. */
    bool line_begun;
    uint64_t steps;
    struct frame *frames;
    const json_t **contexts;
    uint32_t n_frames, room, n_contexts;
    struct buf indents;
    struct frame first_frames[FRAMES_FIRST];
    const json_t *first_contexts[FRAMES_FIRST + 1];
};

static struct frame *top(struct render *r)
{
    return &r->frames[r->n_frames - 1];
}

static void *grown(void *array, const void *first, size_t old, size_t bytes)
{
    void *p = realloc(array == first ? NULL : array, bytes);
    if (!p)
        die("out of memory (%zu bytes)", bytes);
    if (array == first)
        memcpy(p, first, old);
    return p;
}

/* A frame for nodes begin..end that has all else from the one below it; NULL when there are too
 * many. Frames move: pointers to them do not survive. */
static struct frame *push(struct render *r, uint32_t begin, uint32_t end)
{
    if (r->n_frames == FRAMES_MAX)
        return NULL;
    if (r->n_frames == r->room) {
        uint32_t old = r->room;
        r->room *= 2;
        r->frames = grown(r->frames, r->first_frames, old * sizeof(*r->frames),
                          r->room * sizeof(*r->frames));
        r->contexts = grown(r->contexts, r->first_contexts, (old + 1) * sizeof(*r->contexts),
                            (r->room + 1) * sizeof(*r->contexts));
    }
    struct frame *f = &r->frames[r->n_frames++];
    *f = f[-1];
    f->pc = f->begin = begin;
    f->end = end;
    f->contexts = r->n_contexts;
    f->list = NULL;
    f->argument = false;
    return f;
}

static int fail_deep(struct render *r, const struct mustache *t, const struct node *node)
{
    return template_fail(t, node->pos, r->error, "the rendering is nested too deep");
}

/* At the end of a frame: the next item of its list, or back to the frame below. */
static void leave(struct render *r)
{
    struct frame *f = top(r);
    if (f->list && ++f->item < json_array_size(f->list)) {
        r->contexts[r->n_contexts - 1] = json_array_get(f->list, f->item);
        f->pc = f->begin;
        return;
    }
    if (f->argument)
        r->line_begun = false; /* there was no line in it */
    r->n_contexts = f->contexts;
    r->n_frames--;
    if (r->n_frames)
        r->indents.n = top(r)->indent_at + top(r)->indent_n;
}

/* The indentation of f, so far that of the frame below, becomes `more` behind that one if `keep`,
 * or alone. */
static int indent(struct render *r, struct frame *f, bool keep, struct slice more)
{
    struct buf *b = &r->indents;
    uint32_t from = f->indent_at, n = keep ? f->indent_n : 0;
    if (keep && !more.n)
        return 0;
    f->indent_at = (uint32_t)b->n;
    f->indent_n = n + (uint32_t)more.n;
    r->steps += f->indent_n / 16;
    for (uint32_t i = 0; i < n && !b->full; i++)
        buf_char(b, b->p[from + i]);
    buf_slice(b, more);
    return b->full ? -1 : 0;
}

static void begin_line(struct render *r, const struct frame *f)
{
    if (f->indent_n && !r->line_begun)
        buf_add(r->out, r->indents.p + f->indent_at, f->indent_n);
    r->line_begun = false;
}

/* Text where lines must be indented or lose their indentation. */
static void put_lines(struct render *r, const struct frame *f, const struct node *node)
{
    struct slice rest = template_slice(f->template, node->at, node->n);
    bool begins = node->flags & FLAG_LINE;
    while (rest.n || begins) {
        if (begins) {
            for (uint32_t i = 0; i < f->strip && rest.n && (*rest.p == ' ' || *rest.p == '\t');
                 i++) {
                rest.p++;
                rest.n--;
            }
            begin_line(r, f);
        }
        const char *nl = rest.n ? memchr(rest.p, '\n', rest.n) : NULL;
        size_t n = nl ? (size_t)(nl - rest.p) + 1 : rest.n;
        buf_add(r->out, rest.p, n);
        rest.p += n;
        rest.n -= n;
        begins = nl && (rest.n || (node->flags & FLAG_LINE_AFTER));
    }
}

static void put_text(struct render *r, const struct frame *f, const struct node *node)
{
    if (f->indent_n || f->strip) {
        put_lines(r, f, node);
        return;
    }
    buf_add(r->out, f->template->text + node->at, node->n);
    r->line_begun = false;
}

static const json_t *find(struct render *r, const struct mustache *t, const struct node *node)
{
    return value_find(r->contexts, r->n_contexts, t->parts + node->part, node->parts, &r->steps);
}

static int enter_section(struct render *r, const struct mustache *t, const struct node *node)
{
    const json_t *value = find(r, t, node);
    if (!value_truthy(value))
        return 0;
    uint32_t begin = (uint32_t)(node - t->nodes) + 1;
    if (begin == node->end)
        return 0;
    struct frame *f = push(r, begin, node->end);
    if (!f)
        return fail_deep(r, t, node);
    if (json_is_array(value)) {
        f->list = value;
        f->item = 0;
        value = json_array_get(value, 0);
    }
    r->contexts[r->n_contexts++] = value;
    return 0;
}

/* The template a partial or parent names: NULL with 0 when it renders as nothing. */
static int find_partial(struct render *r, const struct mustache *t, const struct node *node,
                        const struct mustache **found)
{
    struct slice name = template_slice(t, node->at, node->n);
    struct buf number = BUF(64);
    *found = NULL;
    if (node->flags & FLAG_DYNAMIC) {
        const json_t *value = find(r, t, node);
        if (json_is_string(value)) {
            name = (struct slice){json_string_value(value), json_string_length(value)};
        } else {
            value_put(value, false, &number);
            name = buf_all(&number);
        }
    }
    int result = 0;
    if (name.n) {
        *found = r->loader->find ? r->loader->find(r->loader->ctx, name) : NULL;
        if (!*found && r->loader->strict) {
            result =
                template_fail(t, node->pos, r->error, "there is no template '%.*s'", SHORT(name));
            r->error->data = node->flags & FLAG_DYNAMIC;
        }
    }
    buf_free(&number);
    return result;
}

static int enter_partial(struct render *r, const struct mustache *t, const struct node *node)
{
    const struct mustache *partial;
    if (find_partial(r, t, node, &partial) < 0)
        return -1;
    if (!partial)
        return 0;
    if (top(r)->partials == MUSTACHE_PARTIALS_MAX)
        return template_fail(t, node->pos, r->error, "partials are nested more than %d deep",
                             MUSTACHE_PARTIALS_MAX);
    struct frame *f = push(r, 0, partial->n_nodes);
    if (!f)
        return fail_deep(r, t, node);
    f->template = partial;
    f->partials++;
    uint32_t strip = f->strip < node->indent_n ? f->strip : node->indent_n;
    f->strip = 0;
    if (node->kind == NODE_PARENT) {
        f->tag = node;
        f->tag_template = t;
        f->outer = f->arguments;
        f->arguments = (int)r->n_frames - 1;
    }
    /* A partial on a line with something else takes no indentation from where it stands. */
    struct slice more = template_slice(t, node->indent_at + strip, node->indent_n - strip);
    if (indent(r, f, node->flags & FLAG_OWN_LINE, more) < 0)
        return fail_deep(r, t, node);
    return 0;
}

/* The block of that name directly within a parent's tag, or NULL. */
static const struct node *argument_of(struct render *r, const struct frame *parent,
                                      struct slice name)
{
    const struct mustache *t = parent->tag_template;
    const struct node *node = parent->tag + 1, *end = t->nodes + parent->tag->end;
    for (; node < end; node = t->nodes + node->end) {
        r->steps++;
        if (node->kind == NODE_BLOCK && slice_eq(template_slice(t, node->at, node->n), name))
            return node;
    }
    return NULL;
}

/* Renders the content of the outermost argument instead of the block; 0 when there is none. */
static int replace_block(struct render *r, const struct mustache *t, const struct node *block)
{
    struct slice name = template_slice(t, block->at, block->n);
    const struct node *argument = NULL;
    int owner = NO_ARGUMENTS;
    for (int i = top(r)->arguments; i != NO_ARGUMENTS; i = r->frames[i].outer) {
        const struct node *found = argument_of(r, &r->frames[i], name);
        if (found) {
            argument = found;
            owner = i;
        }
    }
    if (!argument)
        return 0;
    const struct mustache *home = r->frames[owner].tag_template;
    uint32_t begin = (uint32_t)(argument - home->nodes) + 1;
    struct frame *f = push(r, begin, argument->end);
    if (!f)
        return fail_deep(r, t, block);
    f->template = home;
    f->argument = true;
    f->arguments = r->frames[owner].outer;
    uint32_t strip = f->strip < block->indent_n ? f->strip : block->indent_n;
    f->strip = argument->indent_n;
    if (indent(r, f, true, template_slice(t, block->indent_at + strip, block->indent_n - strip)) <
        0)
        return fail_deep(r, t, block);
    bool block_line = block->flags & FLAG_OWN_LINE, content_line = argument->flags & FLAG_OWN_LINE;
    if (block_line && !content_line && begin < argument->end)
        begin_line(r, f);
    r->line_begun = !block_line && content_line;
    return 1;
}

/* Renders one node; -1 with *r->error. */
static int step(struct render *r, struct frame *f)
{
    const struct mustache *t = f->template;
    const struct node *node = &t->nodes[f->pc];
    int replaced;
    switch ((enum node_kind)node->kind) {
    case NODE_TEXT:
        f->pc++;
        put_text(r, f, node);
        return 0;
    case NODE_VALUE:
    case NODE_RAW:
        f->pc++;
        value_put(find(r, t, node), r->html && node->kind == NODE_VALUE, r->out);
        return 0;
    case NODE_SECTION:
        f->pc = node->end;
        return enter_section(r, t, node);
    case NODE_INVERTED:
        f->pc = value_truthy(find(r, t, node)) ? node->end : f->pc + 1;
        return 0;
    case NODE_PARTIAL:
    case NODE_PARENT:
        f->pc = node->end;
        return enter_partial(r, t, node);
    case NODE_BLOCK:
        replaced = replace_block(r, t, node);
        f = replaced > 0 ? top(r) - 1 : top(r);
        f->pc = replaced > 0 ? node->end : f->pc + 1;
        return replaced < 0 ? -1 : 0;
    }
    die("node of kind %d", node->kind);
}

static int run(struct render *r)
{
    while (r->n_frames) {
        struct frame *f = top(r);
        if (f->pc == f->end) {
            leave(r);
            continue;
        }
        const struct mustache *t = f->template;
        const struct node *node = &t->nodes[f->pc];
        if (++r->steps > MUSTACHE_STEPS_MAX)
            return template_fail(t, node->pos, r->error, "the rendering takes more than %d steps",
                                 MUSTACHE_STEPS_MAX);
        if (step(r, f) < 0)
            return -1;
        if (r->out->full)
            return template_fail(t, node->pos, r->error, "the output is larger than %zu bytes",
                                 r->out->cap);
    }
    return 0;
}

int mustache_render(const struct mustache *template, const json_t *data,
                    const struct mustache_loader *loader, struct buf *out,
                    struct mustache_error *error)
{
    static const struct mustache_loader none;
    struct render r;
    r.loader = loader ? loader : &none;
    r.out = out;
    r.error = error;
    r.html = r.loader->escape == MUSTACHE_HTML;
    r.line_begun = false;
    r.steps = 0;
    r.frames = r.first_frames;
    r.contexts = r.first_contexts;
    r.n_frames = 1;
    r.room = FRAMES_FIRST;
    r.n_contexts = 0;
    r.indents = BUF(INDENTS_MAX);
    r.frames[0] =
        (struct frame){.template = template, .end = template->n_nodes, .arguments = NO_ARGUMENTS};
    if (data)
        r.contexts[r.n_contexts++] = data;
    int result = run(&r);
    if (r.frames != r.first_frames) {
        free(r.frames);
        free(r.contexts);
    }
    buf_free(&r.indents);
    return result;
}
