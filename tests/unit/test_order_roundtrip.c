/* Random orders of every verb, printed and read again, are the same orders. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "order/pattern.h"
#include "test_order_sample.h"

struct making {
    const struct grammar *grammar;
    struct pattern_tree tree;
    uint32_t luck;
    struct term terms[ORDER_TERMS];
    int n;
};

static uint32_t draw(struct making *m, uint32_t below)
{
    m->luck = m->luck * 1664525 + 1013904223;
    return (m->luck >> 8) % below;
}

static void make_term(struct making *m, const struct node *n)
{
    static const char *const words[] = {"Europe/Paris", "10:30", "été", "x", "l'or", "3,5"};
    static const char *const texts[] = {
        "hello there!", ":-) ok", "ça \"va\" bien", "...", "1) one, two; 3", "THE end", "a", "!"};
    struct term t = {.type = n->type, .value = n->value};
    int64_t v;
    if (m->n == ORDER_TERMS)
        return;
    switch (n->type) {
    case TERM_NUMBER:
    case TERM_AMOUNT:
        t.value = draw(m, 3) ? draw(m, 20) : draw(m, 100000);
        break;
    case TERM_SEAT:
        t.value = 1 + draw(m, SAMPLE_SEATS);
        break;
    case TERM_WORD:
        t.text = words[draw(m, COUNT(words))];
        t.value = 0;
        break;
    case TERM_TEXT:
        t.text = texts[draw(m, COUNT(texts))];
        t.value = 0;
        break;
    case TERM_KEYWORD:
    case TERM_SEPARATOR:
        break;
    default: {
        const struct word_type *type = &m->grammar->types[n->type];
        uint32_t count = 0;
        while (type->list(NULL, (int)count, &v))
            count++;
        assert_true(type->list(NULL, (int)draw(m, count), &t.value));
    }
    }
    m->terms[m->n++] = t;
}

static void make(struct making *m, int at)
{
    const struct node *n = &m->tree.nodes[at];
    switch (n->kind) {
    case NODE_TERM:
        make_term(m, n);
        break;
    case NODE_LIST:
        for (int c = n->child; c >= 0; c = m->tree.nodes[c].next)
            make(m, c);
        break;
    case NODE_CHOICE: {
        uint32_t count = 0;
        int c = n->child;
        for (; c >= 0; c = m->tree.nodes[c].next)
            count++;
        c = n->child;
        for (uint32_t i = draw(m, count); i > 0; i--)
            c = m->tree.nodes[c].next;
        make(m, c);
        break;
    }
    case NODE_MAYBE:
        if (draw(m, 2))
            make(m, n->child);
        break;
    case NODE_MANY:
        do
            make(m, n->child);
        while (m->n < 60 && draw(m, 3) == 0);
        break;
    }
}

static void round_trip(struct making *m, const struct order_reader *reader, int verb,
                       struct arena *arena)
{
    struct order made, read;
    struct mistake mistake;
    struct buf text = BUF(4000), again = BUF(4000);
    m->n = 0;
    assert_true(pattern_parse(m->grammar, m->grammar->verbs[verb].pattern, &m->tree));
    make(m, m->tree.root);
    made = order_make(arena, m->grammar, verb, m->terms, m->n);
    order_print(reader, &made, &text);
    if (!order_read(reader, buf_all(&text), 1, arena, &read, &mistake))
        fail_msg("%s: %s at %d", buf_text(&text), mistake.code, mistake.column);
    order_print(reader, &read, &again);
    assert_string_equal(buf_text(&text), buf_text(&again));
    if (!order_same(&made, &read))
        fail_msg("%s was read as something else", buf_text(&text));
    buf_free(&text);
    buf_free(&again);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct arena arena = ARENA(16 << 20), letter = ARENA(16 << 20);
    struct making m = {.luck = 12345};
    struct order_reader reader = sample_reader(NULL);
    reader.general = grammar_compile(&arena, &general_grammar);
    for (int g = 0; g < SAMPLE_GAMES; g++) {
        reader.game = grammar_compile(&arena, sample_games[g]);
        for (int i = 0; i < 4000; i++) {
            m.grammar = i % 4 ? reader.game : reader.general;
            round_trip(&m, &reader, (int)draw(&m, (uint32_t)m.grammar->nverbs), &letter);
            arena_reset(&letter);
        }
    }
    arena_free(&arena);
    arena_free(&letter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
