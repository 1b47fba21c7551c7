/* template: what a template is compiled to. Only for the files of src/mustache. */
#ifndef MUSTACHE_TEMPLATE_H
#define MUSTACHE_TEMPLATE_H

#include "mustache/mustache.h"

#include <stdint.h>

enum node_kind {
    NODE_TEXT,
    NODE_VALUE,    /* {{x}} */
    NODE_RAW,      /* {{{x}}} {{&x}} */
    NODE_SECTION,  /* {{#x}} */
    NODE_INVERTED, /* {{^x}} */
    NODE_BLOCK,    /* {{$x}}: a parameter; directly within a parent also the argument for it */
    NODE_PARTIAL,  /* {{>x}} */
    NODE_PARENT,   /* {{<x}} */
};

enum {
    /* Text: begins a line of the template. */
    FLAG_LINE = 1,
    /* Text: ends with a newline, and the tag that follows begins a line. */
    FLAG_LINE_AFTER = 2,
    /* Partial, parent: standalone. Block: its opening tag took the end of its line with it, so the
     * content begins a line of the template. */
    FLAG_OWN_LINE = 4,
    /* Partial, parent: `parts` name a value that holds the name. */
    FLAG_DYNAMIC = 8,
};

struct node {
    uint8_t kind, flags;
    uint32_t pos;         /* offset of the tag, for messages */
    uint32_t end;         /* index behind this node and all it holds */
    uint32_t at, n;       /* the text, or the name, in the template's text */
    uint32_t part, parts; /* the name cut at its dots; no parts for "." */
    /* White space in the template's text. Partial, parent: what goes before each line; block: the
     * indentation its content has where it stands (see parse.c). */
    uint32_t indent_at, indent_n;
};

/* Nodes are in the order of the text: the content of a node follows it, up to `end`. */
struct mustache {
    char *name, *text;
    uint32_t n_text;
    struct node *nodes;
    uint32_t n_nodes, room_nodes;
    struct slice *parts; /* point into `text` */
    uint32_t n_parts, room_parts;
};

struct mustache *template_new(const char *name, struct slice text);

/* Adds a node and returns its index; the fields other than kind, flags and pos are zero, `end` is
 * the index behind it. Pointers to nodes do not survive. */
uint32_t template_node(struct mustache *template, enum node_kind kind, unsigned flags, size_t pos);

/* Cuts a name into the parts of the node. False when a part is empty. */
bool template_name(struct mustache *template, uint32_t node, struct slice name);

static inline struct slice template_slice(const struct mustache *template, uint32_t at, uint32_t n)
{
    return (struct slice){template->text + at, n};
}

/* Fills *error and returns -1. Line and column are those of the offset `pos` in the text. */
int template_fail(const struct mustache *template, size_t pos, struct mustache_error *error,
                  const char *fmt, ...) PRINTF(4, 5);

/* At most 60 bytes of a name, for messages: use with "%.*s". */
#define SHORT(name) template_short(name), (name).p
int template_short(struct slice name);

#endif
