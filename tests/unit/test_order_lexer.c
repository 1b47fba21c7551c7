#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "order/lexer.h"

#include <stdio.h>

/* Tokens as "WORD@column+columns", separators in brackets. */
static const char *lexed(const char *line, bool split)
{
    static char out[4096];
    static struct lexed lex;
    size_t n = 0;
    lexer_run(&lex, slice_of(line), 0, split);
    out[0] = '\0';
    for (int i = 0; i < lex.n; i++) {
        const struct token *t = &lex.v[i];
        n += (size_t)snprintf(out + n, sizeof out - n, t->separator ? "%s[%.*s]" : "%s%.*s",
                              i ? " " : "", (int)t->word.n, t->word.p);
        n += (size_t)snprintf(out + n, sizeof out - n, "@%d+%d", t->column, t->columns);
    }
    return out;
}

static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *line, *tokens;
    } cases[] = {
        {"", ""},
        {"   ", ""},
        {"pass", "PASS@0+4"},
        {"  take   oil-ef  ", "TAKE@2+4 OIL-EF@9+6"},
        {"PAY T1+T5 20", "PAY@0+3 T1@4+2 T5@7+2 20@10+2"},
        {"PAY T1, T5,S3", "PAY@0+3 T1@4+2 T5@8+2 S3@11+2"},
        {"FIGHT 1/2x", "FIGHT@0+5 1/2X@6+4"},
        {"60/40", "60/40@0+5"},
        {"A 1: B / 2:C/3: D", "A@0+1 1@2+1 [:]@3+1 B@5+1 [/]@7+1 2@9+1 [:]@10+1 C@11+1 [/]@12+1 "
                              "3@13+1 [:]@14+1 D@16+1"},
        {"GIVE 1,5 1.5", "GIVE@0+4 1.5@5+3 1.5@9+3"},
        {"AGREE #4", "AGREE@0+5 4@7+1"},
        {"PASS.", "PASS@0+4"},
        {"PASS !!", "PASS@0+4"},
        {"PASS;", "PASS@0+4"},
        {"TAKE \"OIL-EF\"", "TAKE@0+4 OIL-EF@6+6"},
        {"TAKE <OIL-EF> (ON) [2]", "TAKE@0+4 OIL-EF@6+6 ON@15+2 2@20+1"},
        {"TAKE *OIL-EF* 'ON'", "TAKE@0+4 OIL-EF@6+6 ON@15+2"},
        {"SET cash=5", "SET@0+3 CASH@4+4 [=]@8+1 5@9+1"},
        {"ENTRY 2 +20 x", "ENTRY@0+5 2@6+1 20@9+2 X@12+1"},
        {"X -20", "X@0+1 -20@2+3"},
        {"X - Y", "X@0+1 Y@4+1"},
        {"l'investisseur", "L'@0+2 INVESTISSEUR@2+12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(lexed(cases[i].line, false), cases[i].tokens);
}

/* Columns count what was typed, whatever folding makes of it. */
static void test_folding(void **state)
{
    (void)state;
    static const struct {
        const char *line, *tokens;
    } cases[] = {
        {"FIGHT ½x FOR œuf X", "FIGHT@0+5 1/2X@6+2 FOR@9+3 OEUF@13+3 X@17+1"},
        {"1½x ok", "3/2X@0+3 OK@4+2"},
        {"Éé ÿ Z", "EE@0+2 Y@3+1 Z@5+1"},
        {"a\u00a0b\u202fc", "A@0+1 B@2+1 C@4+1"},
        {"OIL–EF", "OIL-EF@0+6"},
        {"« OIL » “X” ‘Y’", "OIL@2+3 X@9+1 Y@13+1"},
        {"L’usine", "L'@0+2 USINE@2+5"},
        {"• PASS…", "PASS@2+4"},
        {"e\u0301te\u0301 B", "ETE@0+5 B@6+1"},
        {"▲3 ×2", "T3@0+2 X2@3+2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(lexed(cases[i].line, false), cases[i].tokens);
}

static void test_numbering(void **state)
{
    (void)state;
    static const struct {
        const char *line, *tokens;
    } cases[] = {
        {"1) PASS", "PASS@3+4"},    {"2. PASS", "PASS@3+4"}, {"12.PASS", "PASS@3+4"},
        {"(3) PASS", "PASS@4+4"},   {"- PASS", "PASS@2+4"},  {"* PASS", "PASS@2+4"},
        {"-PASS", "PASS@1+4"},      {"1 PASS", "PASS@2+4"},  {"a) PASS", "PASS@3+4"},
        {"#1 PASS", "PASS@3+4"},    {"1: PASS", "PASS@3+4"}, {"– PASS", "PASS@2+4"},
        {"1/2x", "1/2X@0+4"},       {"1", "1@0+1"},          {"1.5 X", "1.5@0+3 X@4+1"},
        {"-- 1) PASS", "PASS@6+4"}, {"=> PASS", "PASS@3+4"}, {"**TAKE** X", "TAKE@2+4 X@9+1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(lexed(cases[i].line, false), cases[i].tokens);
}

static void test_commas(void **state)
{
    (void)state;
    assert_string_equal(lexed("PAY 20,14 T5,3", true), "PAY@0+3 20@4+2 14@7+2 T5@10+2 3@13+1");
    assert_string_equal(lexed("PAY 20,14", false), "PAY@0+3 20.14@4+5");
    struct lexed lex;
    lexer_run(&lex, slice_of("PAY 20,14"), 0, false);
    assert_true(lex.commas);
    lexer_run(&lex, slice_of("PAY T1,T2"), 0, false);
    assert_false(lex.commas);
}

static void test_limits(void **state)
{
    (void)state;
    struct buf b = BUF(100000);
    static struct lexed lex;
    for (int i = 0; i < 300; i++)
        buf_str(&b, "é ");
    lexer_run(&lex, buf_all(&b), 0, false);
    assert_int_equal(lex.n, TOKENS_MAX);
    assert_true(lex.more);
    assert_int_equal(lex.stop, TOKENS_MAX * 3);
    buf_clear(&b);
    for (int i = 0; i < 20000; i++)
        buf_str(&b, "½");
    lexer_run(&lex, buf_all(&b), 0, false);
    assert_int_equal(lex.n, 1);
    assert_true(lex.v[0].word.n <= sizeof lex.fold);
    buf_free(&b);
}

static void test_rest(void **state)
{
    (void)state;
    static const struct {
        const char *line, *rest;
    } cases[] = {
        {"SAY hello there!", "hello there!"},
        {"SAY: hello", "hello"},
        {"SAY : bonjour", "bonjour"},
        {"SAY :-)", ":-)"},
        {"SAY ;-) ok", ";-) ok"},
        {"SAY \"quoted all\"", "quoted all"},
        {"SAY « tout ça »", "tout ça"},
        {"SAY \"a\" and \"b\"", "\"a\" and \"b\""},
        {"SAY \": x\"", "x"},
        {"SAY", ""},
        {"SAY  \t", ""},
        {"SAY !!!", "!!!"},
        {"*SAY* hi", "hi"},
        {"(SAY) hi", "hi"},
        {"SAY, well", "well"},
    };
    static struct lexed lex;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lexer_run(&lex, slice_of(cases[i].line), 0, false);
        struct slice rest = lexer_rest(&lex, 0);
        char text[100];
        snprintf(text, sizeof text, "%.*s", (int)rest.n, rest.n ? rest.p : "");
        assert_string_equal(text, cases[i].rest);
    }
}

static void test_whole_word(void **state)
{
    (void)state;
    static const struct {
        const char *line, *word;
        int next;
    } cases[] = {
        {"TZ Europe/Paris", "Europe/Paris", 4},
        {"TZ 10:30, ok", "10:30", 4},
        {"TZ a=b c", "a", 2},
        {"TZ foo: bar", "foo", 2},
        {"TZ (x)", "x", 2},
        {"TZ été.", "été", 2},
    };
    static struct lexed lex;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int next;
        lexer_run(&lex, slice_of(cases[i].line), 0, false);
        struct slice word = lexer_word(&lex, 1, &next);
        char text[100];
        snprintf(text, sizeof text, "%.*s", (int)word.n, word.p);
        assert_string_equal(text, cases[i].word);
        assert_int_equal(next, cases[i].next);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),      cmocka_unit_test(test_folding),
        cmocka_unit_test(test_numbering),  cmocka_unit_test(test_commas),
        cmocka_unit_test(test_limits),     cmocka_unit_test(test_rest),
        cmocka_unit_test(test_whole_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
