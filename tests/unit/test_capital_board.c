/* The board: what is read, how pawns walk on it, and which layouts are refused. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/embedded.h"
#include "test_capital_game.h"

/* The layout with one line replaced (NULL: left out). */
static const char *changed(struct arena *arena, const char *line, const char *with)
{
    struct buf out = BUF(64 << 10);
    struct slice rest = slice_of(embedded_text("capital_board.csv"));
    bool found = false;
    while (rest.p && rest.n) {
        struct slice one = slice_cut(&rest, '\n');
        if (slice_is(one, line)) {
            found = true;
            if (with)
                buf_printf(&out, "%s\n", with);
            continue;
        }
        buf_slice(&out, one);
        buf_char(&out, '\n');
    }
    assert_true(found);
    const char *text = arena_slice(arena, buf_all(&out));
    buf_free(&out);
    return text;
}

static void refuse(const char *line, const char *with, const char *why)
{
    struct arena arena = ARENA(1 << 20);
    struct board b;
    const char *wrong = capital_board_read(&arena, changed(&arena, line, with), &b);
    assert_non_null(wrong);
    if (!strstr(wrong, why))
        fail_msg("\"%s\" does not say \"%s\"", wrong, why);
    arena_free(&arena);
}

static void breaks_of_the_zone_rules_are_refused(void **state)
{
    (void)state;
    refuse("IT19,ITALY,19,CENTRE,IT0,CH0|LU0|SA0,0", "IT19,ITALY,19,CENTRE,IT0,,0", "no way out");
    refuse("IT19,ITALY,19,CENTRE,IT0,CH0|LU0|SA0,0", "IT19,ITALY,19,CENTRE,IT0,CH0|LU0,0", "no way out");
    refuse("IT19,ITALY,19,CENTRE,IT0,CH0|LU0|SA0,0", "IT19,ITALY,19,CENTRE,IT0,CH0|LU1|SA0,0",
           "no way out");
    refuse("IT19,ITALY,19,CENTRE,IT0,CH0|LU0|SA0,0", "IT19,ITALY,19,P,IT0,,0", "centre");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,CENTRE,IT5,CH0|LU0|SA0,0", "centre");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,P,IT6,,0", "do not go round");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,5,P,IT5,,0", "out of order");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,P,IT5,CH0,0", "not the centre");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,CASINO,IT5,,0", "no such zone or type");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,FRANCE,4,P,IT5,,0", "no such zone or type");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,LUXEMBOURG,0,P,IT5,,0", "follow each other");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,BANK,IT5,,1", "no BANK in this zone");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,FN,IT5,,1", "no FN in this zone");
    refuse("IT8,ITALY,8,BOURSE,IT9,,1", "IT8,ITALY,8,BOURSE,IT9,,0", "bribes");
    refuse("IT0,ITALY,0,START,IT1,,0", "IT0,ITALY,0,P,IT1,,0", "start");
    refuse("IT6,ITALY,6,FIN,IT7,,0", "IT6,ITALY,6,P,IT7,,0", "ITALY: no FIN");
    refuse("SA13,SOUTH_AMERICA,13,COUP,SA14,,0", "SA13,SOUTH_AMERICA,13,P,SA14,,0", "no COUP");
    refuse("IT12,ITALY,12,FISC,IT13,,0", "IT12,ITALY,12,P,IT13,,0", "no FISC anywhere");
    refuse("IT7,ITALY,7,TAXES,IT8,,0", "IT7,ITALY,7,P,IT8,,0", "no TAXES anywhere");
    refuse("IT7,ITALY,7,TAXES,IT8,,0", NULL, "out of order");
}

/* Both FN of a zone gone: no black loan there. */
static void a_zone_without_fn_is_refused(void **state)
{
    struct arena arena = ARENA(1 << 20);
    struct board b;
    (void)state;
    char *text = arena_strdup(&arena, embedded_text("capital_board.csv"));
    for (char *at; (at = strstr(text, "LU2,LUXEMBOURG,2,FN,LU3,,1")) ||
                   (at = strstr(text, "LU11,LUXEMBOURG,11,FN,LU12,,1"));) {
        char *fn = strstr(at, ",FN,");
        memcpy(fn, ",P,L", 4); /* the field is one shorter: move the rest of the line */
        memmove(fn + 3, fn + 4, strlen(fn + 4) + 1);
        char *one = strstr(fn, ",,1");
        one[2] = '0';
    }
    const char *wrong = capital_board_read(&arena, text, &b);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, "LUXEMBOURG: no FN"));
    arena_free(&arena);
}

static void pawns_walk(void **state)
{
    struct game *g = game_new(2, NULL);
    unsigned left;
    (void)state;
    assert_int_equal(g->board->n, 72);
    assert_int_equal(capital_ahead(g->board, cell_named(g, "IT17"), 2, -1, &left), cell_named(g, "IT19"));
    assert_int_equal(left, 0);
    assert_int_equal(capital_ahead(g->board, cell_named(g, "IT17"), 4, -1, &left), cell_named(g, "IT1"));
    assert_int_equal(left, 1u << ITALY);
    assert_int_equal(capital_ahead(g->board, cell_named(g, "IT19"), 1, LUXEMBOURG, &left), cell_named(g, "LU0"));
    assert_int_equal(capital_ahead(g->board, cell_named(g, "LU14"), 3, SOUTH_AMERICA, &left), cell_named(g, "SA1"));
    assert_int_equal(capital_bribe_cell(g->board, cell_named(g, "LU0"), CELL_BANK), cell_named(g, "LU5"));
    assert_int_equal(capital_bribe_cell(g->board, cell_named(g, "LU12"), CELL_BANK), -1);
    assert_int_equal(capital_bribe_cell(g->board, cell_named(g, "CH0"), CELL_FN), cell_named(g, "CH10"));
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breaks_of_the_zone_rules_are_refused),
        cmocka_unit_test(a_zone_without_fn_is_refused),
        cmocka_unit_test(pawns_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
