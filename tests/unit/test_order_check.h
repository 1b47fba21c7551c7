/* Lines and what they must be read as. Include behind cmocka.h. */
#ifndef TEST_ORDER_CHECK_H
#define TEST_ORDER_CHECK_H

#include "test_order_sample.h"

static struct arena arena = ARENA(64 << 20);

/* What a line is read as, printed; or "code arg=… | column+columns | try". */
static const char *read_with(const struct grammar *game, const char *line)
{
    static char out[4000];
    struct order_reader reader = sample_reader(game);
    struct order order;
    struct mistake m = {0};
    struct buf b = BUF(sizeof out - 1);
    if (order_read(&reader, slice_of(line), 7, &arena, &order, &m)) {
        assert_int_equal(order.line, 7);
        order_print(&reader, &order, &b);
    } else {
        assert_int_equal(m.line, 7);
        assert_int_equal(m.term, -1);
        buf_str(&b, m.code);
        for (int i = 0; i < m.nargs; i++) {
            if (m.args[i].type == ARG_NUMBER)
                buf_printf(&b, " %s=%d", m.args[i].name, (int)m.args[i].n);
            else if (m.args[i].word[0])
                buf_printf(&b, " %s=%s", m.args[i].name, m.args[i].word);
        }
        buf_printf(&b, " | %d+%d | %s", m.column, m.columns, m.try);
    }
    snprintf(out, sizeof out, "%s", buf_text(&b));
    buf_free(&b);
    return out;
}

struct line_case {
    const char *line, *read;
};

static void check_all(const struct grammar *game, const struct line_case *cases, int n)
{
    struct arena own = ARENA(1 << 20);
    const struct grammar *compiled = grammar_compile(&own, game);
    for (int i = 0; i < n; i++) {
        assert_string_equal(read_with(game, cases[i].line), cases[i].read);
        assert_string_equal(read_with(compiled, cases[i].line), cases[i].read);
    }
    arena_free(&own);
}

#endif
