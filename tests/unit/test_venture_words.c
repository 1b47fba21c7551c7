/* The cards of the data files, and the lines players write about them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_venture_game.h"

static struct game *g;

static void cards_are_balanced(void **state)
{
    (void)state;
    const struct venture *v = cards_of(g);
    int letter[LETTERS] = {0}, industry[INDUSTRIES] = {0};
    for (int k = 0; k < COMPANIES; k++) {
        const struct company *c = &v->company[k];
        assert_int_equal(c->value, 4 + 4 * c->nletters);
        industry[c->industry]++;
        for (int i = 0; i < LETTERS; i++)
            letter[i] += c->letters >> i & 1;
    }
    for (int i = 0; i < INDUSTRIES; i++) {
        assert_int_equal(industry[i], 9);
        assert_int_equal(letter[i], 27);
    }
    int low = 0, high = 0, proxies = 0;
    for (int c = 0; c < CAPITALS; c++)
        *(c < LOWS ? &low : &high) += v->quantity[c];
    for (int c = CAPITALS; c < PROFIT; c++)
        proxies += v->quantity[c];
    assert_int_equal(low, 27);
    assert_int_equal(high, 17);
    assert_int_equal(proxies, 8);
    assert_int_equal(v->quantity[PROFIT], 2);
}

static void grammar_is_sound(void **state)
{
    (void)state;
    const char *wrong = grammar_check(g->engine.grammar, NULL, &g->arena);
    if (wrong)
        fail_msg("%s", wrong);
}

/* What a line is read as, or the code of the mistake and its hint. */
static const char *reading(const char *line)
{
    static char out[ORDER_LINE];
    struct order order;
    struct order_reader reader = {.game = g->engine.grammar, .data = g->engine.data};
    struct buf b = BUF(sizeof out - 1);
    if (read_line(g, line, &order)) {
        order_print(&reader, &order, &b);
    } else {
        buf_str(&b, g->mistake.code);
        for (int i = 0; i < g->mistake.nargs; i++)
            if (g->mistake.args[i].type != ARG_NUMBER && strchr(g->mistake.args[i].word, ' '))
                buf_printf(&b, " [%s]", g->mistake.args[i].word);
    }
    snprintf(out, sizeof out, "%s", buf_text(&b));
    buf_free(&b);
    return out;
}

static void lines_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *line, *read;
    } cases[] = {
        {"TAKE OIL-FE ON CHEM-DC", "TAKE OIL-EF ON CHEM-CD"},
        {"take oil-ef on 2", "TAKE OIL-EF ON 2"},
        {"Take OIL-EF new", "TAKE OIL-EF NEW"},
        {"BUY OILEF", "TAKE OIL-EF"},
        {"PRENDRE PETR-EF SUR CHIM-CD", "TAKE OIL-EF ON CHEM-CD"},
        {"Prendre pétrole-EF nouveau", "TAKE OIL-EF NEW"},
        {"TAKE ACIER-B", "TAKE STEEL-B"},
        {"TAKE ACIE-B", "TAKE STEEL-B"},
        {"TAKE STL-B", "TAKE STEEL-B"},
        {"FIGHT ½x FOR CHEM-CD NEW", "FIGHT 1/2x FOR CHEM-CD NEW"},
        {"FIGHT 1/2x CHEM-CD", "FIGHT 1/2x CHEM-CD"},
        {"FIGHT 0.5x FOR CHEM-CD ON 1", "FIGHT 1/2x FOR CHEM-CD ON 1"},
        {"FIGHT 1½x FOR CHEM-CD", "FIGHT 3/2x FOR CHEM-CD"},
        {"FIGHT 1½× FOR CHEM-CD", "FIGHT 3/2x FOR CHEM-CD"},
        {"FIGHT 1.5x FOR CHEM-CD", "FIGHT 3/2x FOR CHEM-CD"},
        {"FIGHT 3/2x FOR CHEM-CD", "FIGHT 3/2x FOR CHEM-CD"},
        {"RACHAT 1x POUR CHIM-CD", "FIGHT 1x FOR CHEM-CD"},
        {"REORGANIZE 1: AUTO-DEF CHEM-CD / 2: OIL-EF",
         "REORGANIZE 1: AUTO-DEF CHEM-CD / 2: OIL-EF"},
        {"RÉORGANISER 1:AUTO-DEF CHIM-CD/2:PETR-EF", "REORGANIZE 1: AUTO-DEF CHEM-CD / 2: OIL-EF"},
        {"REORG AUTO-DEF CHEM-CD / OIL-EF", "REORGANIZE AUTO-DEF CHEM-CD / OIL-EF"},
        {"PAY T1+T5 20 14", "PAY T1 T5 20 14"},
        {"PAY T1▲ T5▲ ■3 anyway", "PAY T1 T5 S3 ANYWAY"},
        {"PAY AUTO", "PAY AUTO"},
        {"Payer auto", "PAY AUTO"},
        {"PAYER T1 quand-même", "PAY T1 ANYWAY"},
        {"PAY 8", "which [T8 S8 C8]"},
        {"DISCARD 3", "which [T3 S3 C3]"},
        {"DISCARD T3", "DISCARD T3"},
        {"DISCARD 1x", "DISCARD 1x"},
        {"DEFAUSSER 1/2x", "DISCARD 1/2x"},
        {"DISCARD 14", "DISCARD 14"},
        {"PASS", "PASS"},
        {"passer", "PASS"},
        {"TAKE OIL",
         "which [OIL-A OIL-BE OIL-EF OIL-ABF OIL-BCD OIL-CDF OIL-ABDE OIL-ACDF OIL-BCDEF]"},
        {"TAKE OIL-AB", "unknown-word"},
        {"PAY T9", "unknown-word"},
        {"PAY 15", "unknown-word"},
        {"PAY T3■", "unknown-word"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *got = reading(cases[i].line);
        size_t n =
            strcmp(cases[i].read, "unknown-word") == 0 ? strlen(cases[i].read) : strlen(got) + 1;
        if (strncmp(got, cases[i].read, n) != 0)
            fail_msg("%s\n  read as  %s\n  not      %s", cases[i].line, got, cases[i].read);
    }
}

static int open_game(void **state)
{
    (void)state;
    g = game_new(2, VARIANT_VENTURE);
    return 0;
}

static int close_game(void **state)
{
    (void)state;
    game_free(g);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_balanced),
        cmocka_unit_test(grammar_is_sound),
        cmocka_unit_test(lines_are_read),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
