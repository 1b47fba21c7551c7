#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "table/table.h"

#include <stdlib.h>

enum { DECK, HAND, OPEN };
enum { SCORE, CASH, HIDDEN };

static const struct place places[] = {{"deck", SEE_NONE, true}, {"hand", SEE_OWNER, true}, {"open", SEE_ALL, false}};
static const struct tally tallies[] = {{"score", SEE_ALL}, {"cash", SEE_OWNER}, {"hidden", SEE_NONE}};
static const char *const kinds[] = {"A", "B", "C"};
static const struct schema schema = {places, 3, tallies, 3, kinds, 3};

static void names(void **state)
{
    (void)state;
    assert_int_equal(schema_place(&schema, slice_of("hand")), HAND);
    assert_int_equal(schema_place(&schema, slice_of("han")), -1);
    assert_int_equal(schema_tally(&schema, slice_of("cash")), CASH);
    assert_int_equal(schema_kind(&schema, slice_of("C")), 2);
}

static void piles(void **state)
{
    struct table *t = table_new(&schema, 2);
    uint16_t a = table_add(t, 0, DECK, 0), b = table_add(t, 1, DECK, 0), c = table_add(t, 2, DECK, 0);
    (void)state;
    assert_int_equal(table_first(t, DECK, 0), a);
    assert_int_equal(table_last(t, DECK, 0), c);
    table_move(t, b, HAND, 1);
    assert_int_equal(table_next(t, a), c);
    assert_int_equal(table_prev(t, c), a);
    assert_int_equal(table_count(t, DECK, 0), 2);
    assert_int_equal(table_piece(t, b)->sight, SIGHT_SEAT(1));
    assert_int_equal(table_piece(t, a)->sight, SIGHT_NONE);
    table_order(t, DECK, 0, (uint16_t[]){c, a}, 2);
    assert_int_equal(table_last(t, DECK, 0), a);
    table_remove(t, a);
    assert_int_equal(table_last(t, DECK, 0), c);
    assert_int_equal(table_piece(t, a)->place, PLACE_NONE);
    table_move_slot(t, b, OPEN, 2, 3);
    assert_int_equal(table_piece(t, b)->slot, 3);
    assert_int_equal(table_piece(t, b)->sight, SIGHT_ALL);
    table_free(&t);
    assert_null(t);
}

static void copies_are_whole(void **state)
{
    struct table *t = table_new(&schema, 2), *u;
    (void)state;
    for (int i = 0; i < 30; i++)
        table_add(t, i % 3, DECK, 0);
    table_set(t, CASH, 1, 12);
    u = table_clone(t);
    assert_true(table_same(t, u));
    table_move(u, 7, HAND, 2);
    assert_false(table_same(t, u));
    table_copy(u, t);
    assert_true(table_same(t, u));
    table_mark(u, 7, 2, 5);
    assert_false(table_same(t, u));
    table_copy(u, t);
    table_tally_show(u, CASH, 1, SIGHT_ALL);
    assert_false(table_same(t, u));
    table_free(&t);
    table_free(&u);
}

static void swaps(void **state)
{
    struct table *t = table_new(&schema, 2);
    uint16_t a = table_add(t, 0, DECK, 0), b = table_add(t, 1, DECK, 0), c = table_add(t, 2, HAND, 1);
    (void)state;
    table_swap(t, a, c);
    assert_int_equal(table_first(t, DECK, 0), c);
    assert_int_equal(table_next(t, c), b);
    assert_int_equal(table_first(t, HAND, 1), a);
    assert_int_equal(table_piece(t, a)->sight, SIGHT_SEAT(1));
    assert_int_equal(table_piece(t, c)->sight, SIGHT_NONE);
    table_free(&t);
}

static void views_hold_only_what_is_seen(void **state)
{
    struct table *t = table_new(&schema, 2), *into = table_new(&schema, 2);
    (void)state;
    table_add(t, 0, DECK, 0);
    table_add(t, 1, HAND, 1);
    table_add(t, 2, HAND, 2);
    table_add(t, 0, HAND, 2);
    table_set(t, CASH, 2, 40);
    table_set(t, SCORE, 2, 7);
    struct view v = table_view(into, t, 2);
    assert_int_equal(table_pieces(v.table), 2);
    assert_int_equal(table_count(v.table, HAND, 1), 1); /* a back */
    assert_int_equal(table_first(v.table, HAND, 1), 0); /* and nothing else */
    assert_int_equal(table_count(v.table, HAND, 2), 2);
    assert_int_equal(table_piece(v.table, table_first(v.table, HAND, 2))->kind, 2);
    assert_true(table_knows(v.table, CASH, 2));
    assert_false(table_knows(v.table, CASH, 1));
    assert_false(table_knows(v.table, HIDDEN, 0));
    assert_int_equal(table_get(v.table, SCORE, 2), 7);
    v = table_view(into, t, 0);
    assert_int_equal(table_pieces(v.table), 0);
    assert_int_equal(table_count(v.table, HAND, 2), 2);
    v = table_view(into, t, SIGHT_MODERATOR);
    assert_int_equal(table_pieces(v.table), 4);
    assert_int_equal(table_get(v.table, CASH, 2), 40);
    table_free(&t);
    table_free(&into);
}

/* Two equal cards: which of them is where must not show. */
static void views_do_not_number_cards(void **state)
{
    struct table *t = table_new(&schema, 2), *a = table_new(&schema, 2), *b = table_new(&schema, 2);
    (void)state;
    uint16_t x = table_add(t, 0, HAND, 1), y = table_add(t, 0, DECK, 0);
    table_view(a, t, 1);
    table_swap(t, x, y);
    table_view(b, t, 1);
    assert_int_equal(table_pieces(a), 1);
    assert_memory_equal(table_piece(a, 1), table_piece(b, 1), sizeof(struct piece));
    table_free(&t);
    table_free(&a);
    table_free(&b);
}

/* Who sees only how many cards others hold sees when one holds fewer and another more. */
static void views_count_backs(void **state)
{
    struct table *t = table_new(&schema, 3), *a = table_new(&schema, 3), *b = table_new(&schema, 3);
    (void)state;
    uint16_t x = table_add(t, 0, HAND, 1);
    table_add(t, 0, HAND, 2);
    table_view(a, t, 3);
    table_view(b, t, 3);
    assert_true(table_same(a, b));
    table_move(t, x, HAND, 2);
    table_view(b, t, 3);
    assert_false(table_same(a, b));
    table_free(&t);
    table_free(&a);
    table_free(&b);
}

static void loading(void **state)
{
    struct table *t = table_new(&schema, 2), *u = table_new(&schema, 2);
    (void)state;
    for (int i = 0; i < 10; i++)
        table_add(t, i % 3, i % 2 ? DECK : OPEN, 0);
    table_move(t, 3, HAND, 1);
    table_remove(t, 4);
    table_set(t, SCORE, 1, 5);
    for (uint16_t id = 10; id >= 1; id--) { /* in any order */
        struct piece row = *table_piece(t, id);
        row.next = row.prev = 0;
        assert_true(table_put_piece(u, &row));
    }
    assert_true(table_put_tally(u, SCORE, 1, 5, SIGHT_ALL));
    assert_true(table_loaded(u));
    assert_true(table_same(t, u));
    struct piece bad = {.id = 1, .kind = 3, .place = DECK};
    assert_false(table_put_piece(u, &bad));
    assert_false(table_put_tally(u, 3, 0, 0, 0));
    struct piece clash = *table_piece(u, 2);
    clash.pos = table_piece(u, 6)->pos;
    clash.place = table_piece(u, 6)->place;
    assert_true(table_put_piece(u, &clash));
    assert_false(table_loaded(u)); /* two pieces on one position */
    table_free(&t);
    table_free(&u);
}

static void dirt(void **state)
{
    struct table *t = table_new(&schema, 2);
    (void)state;
    uint16_t a = table_add(t, 0, DECK, 0), b = table_add(t, 1, DECK, 0);
    table_clean(t);
    assert_false(table_piece_dirty(t, a));
    table_move(t, b, HAND, 1);
    assert_true(table_piece_dirty(t, b));
    assert_false(table_piece_dirty(t, a)); /* the others keep their positions */
    table_set(t, SCORE, 1, 0);
    assert_false(table_tally_dirty(t, SCORE, 1)); /* as it was */
    table_plus(t, SCORE, 1, 3);
    assert_true(table_tally_dirty(t, SCORE, 1));
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),   cmocka_unit_test(piles),
        cmocka_unit_test(swaps),   cmocka_unit_test(copies_are_whole),
        cmocka_unit_test(views_hold_only_what_is_seen), cmocka_unit_test(views_do_not_number_cards),
        cmocka_unit_test(views_count_backs),
        cmocka_unit_test(loading), cmocka_unit_test(dirt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
