/* pattern: the little language of grammar.h, worked out. Inside order/ only.
 *
 * A pattern is parsed to a tree (usage lines are printed from it) and the tree made into a short
 * program for the matcher. */
#ifndef ORDER_PATTERN_H
#define ORDER_PATTERN_H

#include "order/order.h"

enum { PATTERN_NODES = 400, PATTERN_DEPTH = 16 };

enum node_kind {
    NODE_TERM,   /* type, value */
    NODE_LIST,   /* the children one after the other */
    NODE_CHOICE, /* one of the children */
    NODE_MAYBE,  /* the child or nothing */
    NODE_MANY,   /* the child once or more */
};

struct node {
    enum node_kind kind;
    int16_t type, value; /* of a term, as in struct term: keyword index, or separator */
    int16_t child, next; /* -1: none */
};

struct pattern_tree {
    struct node nodes[PATTERN_NODES]; /* nodes[root] is the whole */
    int n, root;
    const char *wrong;       /* NULL, or why it is no pattern: a constant… */
    struct slice wrong_word; /* …about this part of the pattern */
};

/* Parses; false with tree->wrong set when it is no pattern of that grammar. */
bool pattern_parse(const struct grammar *grammar, const char *text, struct pattern_tree *tree);

enum op_kind {
    OP_TERM,  /* match type, value; go on behind */
    OP_SPLIT, /* try a, then b; `value` counts the splits of the program */
    OP_JUMP,  /* go to a */
    OP_END,
};

struct op {
    enum op_kind kind;
    int16_t type, value;
    uint16_t a, b;
};

struct pattern {
    const struct op *ops;
    int n, splits;
};

void pattern_compile(const struct pattern_tree *tree, struct arena *arena, struct pattern *out);

#endif
