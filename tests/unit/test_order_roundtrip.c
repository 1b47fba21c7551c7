/* Random orders of every verb, printed and read again, are the same orders. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "babble.h"
#include "engine/engine.h"
#include "test_order_sample.h"

static void round_trip(struct babble *b, const struct order_reader *reader, struct arena *arena)
{
    struct order made, read;
    struct mistake mistake;
    struct buf text = BUF(4000), again = BUF(4000);
    made = babble_order(b, arena);
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
    struct babble b = {.luck = 12345, .seats = SAMPLE_SEATS};
    struct order_reader reader = sample_reader(NULL);
    reader.general = grammar_compile(&arena, &general_grammar);
    for (int g = 0; g < SAMPLE_GAMES; g++) {
        reader.game = grammar_compile(&arena, sample_games[g]);
        for (int i = 0; i < 4000; i++) {
            b.grammar = i % 4 ? reader.game : reader.general;
            round_trip(&b, &reader, &letter);
            arena_reset(&letter);
        }
    }
    arena_free(&arena);
    arena_free(&letter);
}

/* The real ones, too. */
static void test_every_engine(void **state)
{
    (void)state;
    struct arena letter = ARENA(16 << 20);
    struct babble b = {.luck = 54321, .seats = SAMPLE_SEATS};
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct order_reader reader = sample_reader(NULL);
        reader.game = b.grammar = (*e)->grammar;
        reader.data = b.data = (*e)->data;
        for (int i = 0; i < 2000; i++) {
            round_trip(&b, &reader, &letter);
            arena_reset(&letter);
        }
    }
    arena_free(&letter);
    engine_close_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_every_engine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
