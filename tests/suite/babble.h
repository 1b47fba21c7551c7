/* babble: any order a grammar allows, made by chance: sense or not. */
#ifndef TESTS_BABBLE_H
#define TESTS_BABBLE_H

#include "order/pattern.h"

struct babble {
    const struct grammar *grammar;
    const void *data; /* the grammar's own */
    int seats;
    uint32_t luck;
    struct pattern_tree tree;
    struct term terms[ORDER_TERMS];
    int n;
    bool stuck; /* a word was needed of a type that cannot list its words */
};

static inline uint32_t babble_draw(struct babble *b, uint32_t below)
{
    b->luck = b->luck * 1664525 + 1013904223;
    return (b->luck >> 8) % below;
}

static inline void babble_term(struct babble *b, const struct node *n)
{
    static const char *const words[] = {"Europe/Paris", "10:30", "été", "x", "l'or", "3,5"};
    static const char *const texts[] = {
        "hello there!", ":-) ok", "ça \"va\" bien", "...", "1) one, two; 3", "THE end", "a", "!"};
    struct term t = {.type = n->type, .value = n->value};
    const struct word_type *type = n->type >= 0 ? &b->grammar->types[n->type] : NULL;
    uint32_t count = 0;
    int64_t v;
    if (b->n == ORDER_TERMS)
        return;
    while (type && type->list && type->list(b->data, (int)count, &v))
        count++;
    if (count)
        type->list(b->data, (int)babble_draw(b, count), &t.value);
    else if (n->type == TERM_NUMBER || n->type == TERM_AMOUNT)
        t.value = babble_draw(b, 3) ? babble_draw(b, 20) : babble_draw(b, 100000);
    else if (n->type == TERM_SEAT)
        t.value = 1 + babble_draw(b, (uint32_t)b->seats);
    else if (n->type == TERM_WORD)
        t = (struct term){.type = TERM_WORD, .text = words[babble_draw(b, sizeof words / sizeof words[0])]};
    else if (n->type == TERM_TEXT)
        t = (struct term){.type = TERM_TEXT, .text = texts[babble_draw(b, sizeof texts / sizeof texts[0])]};
    b->stuck = b->stuck || (type && !count);
    b->terms[b->n++] = t;
}

static inline void babble_node(struct babble *b, int at)
{
    const struct node *n = &b->tree.nodes[at];
    int c = n->child;
    switch (n->kind) {
    case NODE_TERM:
        babble_term(b, n);
        break;
    case NODE_LIST:
        for (; c >= 0; c = b->tree.nodes[c].next)
            babble_node(b, c);
        break;
    case NODE_CHOICE: {
        uint32_t count = 0;
        for (int i = c; i >= 0; i = b->tree.nodes[i].next)
            count++;
        for (uint32_t i = babble_draw(b, count); i > 0; i--)
            c = b->tree.nodes[c].next;
        babble_node(b, c);
        break;
    }
    case NODE_MAYBE:
        if (babble_draw(b, 2))
            babble_node(b, c);
        break;
    case NODE_MANY:
        do
            babble_node(b, c);
        while (b->n < 60 && babble_draw(b, 3) == 0);
        break;
    }
}

/* One of any verb whose words are known. */
static inline struct order babble_order(struct babble *b, struct arena *arena)
{
    int verb;
    do {
        verb = (int)babble_draw(b, (uint32_t)b->grammar->nverbs);
        b->n = 0;
        b->stuck = false;
        insist(pattern_parse(b->grammar, b->grammar->verbs[verb].pattern, &b->tree));
        babble_node(b, b->tree.root);
    } while (b->stuck);
    return order_make(arena, b->grammar, verb, b->terms, b->n);
}

#endif
