/* Any moderator's letter: its lines are found and read as rulings over each game, with PREVIEW and FORCE
 * before them, and what was understood is the same ruling when printed and read again. */
#include "base/utf8.h"
#include "moderator/grammar.h"
#include "order/lines.h"

static void check_mistake(const struct order_reader *r, struct slice line, const struct mistake *m,
                          struct arena *arena)
{
    struct order order;
    struct mistake again;
    insist(m->code && m->column >= 0 && m->columns >= 1 && m->column <= (int)line.n + 1);
    if (m->try[0])
        insist(order_read(r, slice_of(m->try), 1, arena, &order, &again));
}

static void check_order(const struct order_reader *r, const struct order *order, struct arena *arena)
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

/* As letters are read: what stands behind PREVIEW or FORCE is a ruling again. */
static void read_line(const struct order_reader *r, const struct order_line *l, struct arena *arena)
{
    for (int from = 0;;) {
        struct order order;
        struct mistake mistake = {0};
        if (!order_read_part(r, l->text, l->number, from, NULL, arena, &order, &mistake)) {
            check_mistake(r, l->text, &mistake, arena);
            return;
        }
        bool aside = order.grammar == ruling_asides();
        if (!aside || (order.verb != ASIDE_PREVIEW && order.verb != ASIDE_FORCE)) {
            check_order(r, &order, arena);
            return;
        }
        insist(order.terms[0].column > from);
        from = order.terms[0].column;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA(64 << 20);
    struct buf text = BUF(1 << 20);
    struct order_lines lines;
    utf8_clean((struct slice){(const char *)data, size}, &text);
    order_lines(buf_all(&text), &arena, &lines);
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct sitting s = {.engine = *e,
                            .game = {.seats = 3, .status = GAME_PLAYING},
                            .names = {NULL, "Alice", "Bob", "Élodie Dupont"}};
        struct order_reader r = ruling_reader(&s);
        for (int i = 0; i < lines.n && i < 20; i++)
            read_line(&r, &lines.v[i], &arena);
    }
    buf_free(&text);
    arena_free(&arena);
    return 0;
}
