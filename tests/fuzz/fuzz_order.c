/* Any letter: its lines are found, read by the grammars of four games, and what was understood is
 * the same order when printed and read again. */
#include "base/utf8.h"
#include "order/lines.h"
#include "../unit/test_order_sample.h"

static void check_mistake(const struct order_reader *r, struct slice line, const struct mistake *m,
                          struct arena *arena)
{
    struct order order;
    struct mistake again;
    insist(m->code && m->column >= 0 && m->columns >= 1 && m->column <= (int)line.n + 1);
    if (m->try[0])
        insist(order_read(r, slice_of(m->try), 1, arena, &order, &again));
}

static void check_order(const struct order_reader *r, const struct order *order,
                        struct arena *arena)
{
    struct order read;
    struct mistake mistake;
    struct buf text = BUF(20000);
    order_print(r, order, &text);
    /* Canonical words may be longer than what was typed, up to over the limit of a line. */
    if (text.n <= ORDER_LINE) {
        insist(order_read(r, buf_all(&text), 1, arena, &read, &mistake));
        insist(order_same(order, &read));
    }
    buf_free(&text);
}

/* Compiled once: that is most of the work otherwise. */
static struct order_reader reader_of(int game)
{
    static struct arena arena = ARENA(4 << 20);
    static const struct grammar *general, *games[SAMPLE_GAMES];
    if (!general)
        general = grammar_compile(&arena, &general_grammar);
    if (!games[game])
        games[game] = grammar_compile(&arena, sample_games[game]);
    struct order_reader r = sample_reader(games[game]);
    r.general = general;
    return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA(64 << 20);
    struct buf text = BUF(1 << 20);
    struct order_lines lines;
    utf8_clean((struct slice){(const char *)data, size}, &text);
    order_lines(buf_all(&text), &arena, &lines);
    for (int i = 0; i < lines.n && i < 20; i++) {
        for (int g = 0; g < SAMPLE_GAMES; g++) {
            struct order_reader r = reader_of(g);
            struct order order;
            struct mistake mistake = {0};
            if (order_read(&r, lines.v[i].text, lines.v[i].number, &arena, &order, &mistake))
                check_order(&r, &order, &arena);
            else
                check_mistake(&r, lines.v[i].text, &mistake, &arena);
        }
    }
    buf_free(&text);
    arena_free(&arena);
    return 0;
}
