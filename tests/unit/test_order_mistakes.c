/* Every mistake with the exact place of its caret and the line to try instead. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "order/attempt.h"
#include "test_order_check.h"

#define NAMES "Alice, Bob, Bobby, Jean Pierre, Jean Paul, Éloïse"

static void test_venture(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"", "missing expected=verb | 0+1 | "},
        {"- 1)", "unknown-verb word=1 | 2+1 | "},
        {"TKAE OIL-EF", "unknown-verb word=TKAE near=TAKE | 0+4 | TAKE OIL-EF"},
        {"TKAE OIL-EG", "unknown-verb word=TKAE near=TAKE | 0+4 | TAKE OIL-EF"},
        {"TAKE OIL-EG ON 2",
         "unknown-word word=OIL-EG expected=company near=OIL-EF | 5+6 | TAKE OIL-EF ON 2"},
        {"TAKE", "missing expected=company | 5+1 | "},
        {"TAKE OIL-EF ON", "missing expected=number|company | 15+1 | "},
        {"TAKE OIL-EF 2", "unknown-word word=2 expected=ON|NEW | 12+1 | TAKE OIL-EF ON 2"},
        {"TAKE OIL-EF CHEM-CD",
         "unknown-word word=CHEM-CD expected=ON|NEW | 12+7 | TAKE OIL-EF ON CHEM-CD"},
        {"TAKE OIL-EF NWE",
         "unknown-word word=NWE expected=ON|NEW near=NEW | 12+3 | TAKE OIL-EF NEW"},
        {"TAKE OIL-EF SUUR 2",
         "unknown-word word=SUUR expected=ON|NEW near=SUR | 12+4 | TAKE OIL-EF SUR 2"},
        {"prendre OIL-EF 2", "unknown-word word=2 expected=ON|NEW | 15+1 | prendre OIL-EF SUR 2"},
        {"TAKE OIL-EF FOO", "unknown-word word=FOO expected=ON|NEW whole=1 | 12+3 | "},
        {"TAKE OIL-EF ON 1.5", "bad-number word=1.5 expected=number | 15+3 | "},
        {"TAKE OIL-EF ON 2 3", "extra word=3 | 17+1 | TAKE OIL-EF ON 2"},
        {"TAKE OIL-EF ON 2 and the AERO-E", "extra word=AERO-E | 25+6 | TAKE OIL-EF ON 2"},
        {"TAKE the OIL-EG",
         "unknown-word word=OIL-EG expected=company near=OIL-EF | 9+6 | TAKE the OIL-EF"},
        {"PAY 8", "which word=8 hint=T8 S8 C8 | 4+1 | "},
        {"PAY T1 T99", "unknown-word word=T99 expected=card|ANYWAY whole=1 | 7+3 | "},
        {"PAY T1 8 C3", "which word=8 hint=T8 S8 C8 | 7+1 | "},
        {"FIGHT 1/2x CHEM-CD",
         "unknown-word word=CHEM-CD expected=FOR | 11+7 | FIGHT 1/2x FOR CHEM-CD"},
        {"FIGHT ½x œuf CHEM-CD", "unknown-word word=œuf expected=FOR | 9+3 | "},
        {"REORGANIZE 1 AUTO-DEF",
         "unknown-word word=AUTO-DEF expected=: | 13+8 | REORGANIZE 1: AUTO-DEF"},
        {"REORGANIZE 1: AUTO-DEF 2: OIL-EF",
         "unknown-word word=2 expected=company|/ | 23+1 | REORGANIZE 1: AUTO-DEF / 2: OIL-EF"},
        {"REORGANIZE 1: AUTO-DEF / OIL-EF", "unknown-word word=OIL-EF expected=number | 25+6 | "},
        {"PASS now please", "extra word=now | 5+3 | PASS"},
        {"PASS 3", "extra word=3 | 5+1 | PASS"},
        {"XYZZY", "unknown-verb word=XYZZY | 0+5 | "},
        {":-)", "unknown-verb word=: | 0+1 | "},
        {"hello world", "unknown-verb word=hello | 0+5 | "},
        {"1) TKAE   the  OIL-EF.", "unknown-verb word=TKAE near=TAKE | 3+4 | TAKE   the  OIL-EF."},
        {"PA T1", "unknown-verb word=PA | 0+2 | "},
        {"DIS", "missing expected=text | 4+1 | "},
        {"PAY AUTO ANYWAI",
         "unknown-word word=ANYWAI expected=ANYWAY near=ANYWAY | 9+6 | PAY AUTO ANYWAY"},
        {"TAKE OIL-EF ON -2", "bad-number word=-2 expected=number | 15+2 | "},
        {"T", "unknown-verb word=T | 0+1 | "},
        {"SAY", "missing expected=text | 4+1 | "},
        {"WHISPER", "missing expected=seat | 8+1 | "},
        {"WHISPER Jean psst", "which word=Jean hint=Jean Pierre, Jean Paul | 8+4 | "},
        {"WHISPER Zoe psst", "unknown-seat word=Zoe names=" NAMES " | 8+3 | "},
        {"WHISPER 9 psst", "unknown-seat word=9 names=" NAMES " | 8+1 | "},
        {"WHISPER Alcie psst",
         "unknown-seat word=Alcie names=" NAMES " near=Alice | 8+5 | WHISPER Alice psst"},
        {"WHISPER Jeen psst", "unknown-seat word=Jeen names=" NAMES
                              " near=Jean Pierre | 8+4 | WHISPER Jean Pierre psst"},
        {"REPORT x", "unknown-word word=x expected=number whole=1 | 7+1 | "},
        {"REPORT 12345678901234567890",
         "bad-number word=12345678901234567890 expected=number | 7+20 | "},
        {"SET cash 5", "unknown-word word=5 expected== | 9+1 | SET cash = 5"},
    };
    check_all(&venture_grammar, cases, COUNT(cases));
}

static void test_forex(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"SPOT GIVE 1.3 USD TO Bob FOR JPY", "bad-number word=1.3 expected=amount | 10+3 | "},
        {"SPOT GIVE USD Bob FOR JPY",
         "unknown-word word=Bob expected=TO | 14+3 | SPOT GIVE USD TO Bob FOR JPY"},
        {"SPOT GIVE USD TO Zed FOR JPY", "unknown-seat word=Zed names=" NAMES " | 17+3 | "},
        {"SPOT GIVE USD TO Jean FOR JPY", "which word=Jean hint=Jean Pierre, Jean Paul | 17+4 | "},
        {"SPOT GIVE UDS TO Bob FOR JPY", "unknown-word word=UDS expected=amount|currency near=USD "
                                         "| 10+3 | SPOT GIVE USD TO Bob FOR JPY"},
        {"SPOTT GIVE USD TO Bbo FOR JYP",
         "unknown-verb word=SPOTT near=SPOT | 0+5 | SPOT GIVE USD TO Bob FOR JPY"},
        {"CONTRACT PAY 1,3 USD FOR JPY", "bad-number word=1,3 expected=amount | 13+3 | "},
        {"SELL 1,5", "bad-number word=1,5 expected=number | 5+3 | "},
        {"INVEST", "missing expected=currency | 7+1 | "},
        {"INVEST USD USD USD", "extra word=USD | 15+3 | INVEST USD USD"},
        {"COMPTANT DONNER USD Bob POUR JPY",
         "unknown-word word=Bob expected=TO | 20+3 | COMPTANT DONNER USD A Bob POUR JPY"},
        {"D", "unknown-verb word=D | 0+1 | "},
        {"DEL 4", "unknown-verb word=DEL | 0+3 | "},
    };
    check_all(&forex_grammar, cases, COUNT(cases));
}

static void test_boss(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"ASK 8 Cashman",
         "unknown-word word=Cashman expected=SHARE|FOR|ANY | 6+7 | ASK 8 FOR Cashman"},
        {"OFFER 5 Alice", "unknown-word word=Alice expected=TO | 8+5 | OFFER 5 TO Alice"},
        {"TRAVEL Saks David", "unknown-word word=Saks expected=investor near=Sacks | 7+4 | "},
        {"TRAVEL Saks Alice",
         "unknown-word word=Saks expected=investor near=Sacks | 7+4 | TRAVEL Sacks OF Alice"},
        {"TRAVEL Sacks Alice",
         "unknown-word word=Alice expected=OF | 13+5 | TRAVEL Sacks OF Alice"},
        {"ASK 1,5", "bad-number word=1,5 expected=number | 4+3 | "},
        {"CLOSE 4 7", "unknown-word word=4 expected=WITH | 6+1 | CLOSE WITH 4 7"},
        {"DEAL IF 3 7", "unknown-word word=3 expected=SPACE | 8+1 | DEAL IF SPACE 3 7"},
        {"AGREE #4 now", "extra word=now | 9+3 | AGREE #4"},
        {"SHOW Liebgld",
         "unknown-word word=Liebgld expected=investor near=Liebgeld | 5+7 | SHOW Liebgeld"},
    };
    check_all(&boss_grammar, cases, COUNT(cases));
}

static void test_capital(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"MOVE 1 IF BOURSE BUY MAX",
         "unknown-word word=IF expected=THEN | 7+2 | MOVE 1 THEN IF BOURSE BUY MAX"},
        {"MOVE 1 THEN IF BOURSE BUY", "missing expected=number|ALL|MAX|KEEP | 26+1 | "},
        {"GIVE 20 TO Bob", "unknown-word word=TO expected=WHITE|BLACK | 8+2 | "},
        {"GIVE 20 BLACKK Bob",
         "unknown-word word=BLACKK expected=WHITE|BLACK near=BLACK | 8+6 | GIVE 20 BLACK TO Bob"},
        {"TRANS 20 FROM 1 T H", "unknown-word word=T expected=TO | 16+1 | "},
        {"ACCUSE Bobbbb",
         "unknown-seat word=Bobbbb names=" NAMES " near=Bobby | 7+6 | ACCUSE Bobby"},
    };
    check_all(&capital_grammar, cases, COUNT(cases));
}

static void test_limits(void **state)
{
    (void)state;
    struct buf b = BUF(100000);
    buf_str(&b, "SAY ");
    while (b.n < ORDER_LINE)
        buf_char(&b, 'x');
    assert_memory_equal(read_with(&venture_grammar, buf_text(&b)), "SAY xxx", 7);
    buf_char(&b, 'x');
    assert_string_equal(read_with(&venture_grammar, buf_text(&b)),
                        "line-too-long max=2000 length=2001 | 2000+1 | ");
    buf_clear(&b);
    buf_str(&b, "PAY");
    for (int i = 0; i < ORDER_TERMS; i++)
        buf_str(&b, " T1");
    assert_memory_equal(read_with(&venture_grammar, buf_text(&b)), "PAY T1 T1", 9);
    buf_str(&b, " T1");
    assert_string_equal(read_with(&venture_grammar, buf_text(&b)),
                        "too-many-words max=120 | 364+1 | ");
    /* talk is not counted in words */
    buf_clear(&b);
    buf_str(&b, "WHISPER 1");
    for (int i = 0; i < 400; i++)
        buf_str(&b, " hé");
    assert_memory_equal(read_with(&venture_grammar, buf_text(&b)), "WHISPER 1 hé hé", 16);
    buf_free(&b);
}

/* A line that was long is not tried anew: `try` never holds half an order. */
static void test_long_try(void **state)
{
    (void)state;
    struct buf b = BUF(1000);
    buf_str(&b, "PYA");
    for (int i = 0; i < 60; i++)
        buf_str(&b, " T1");
    assert_string_equal(read_with(&venture_grammar, buf_text(&b)),
                        "unknown-verb word=PYA near=PAY | 0+3 | ");
    buf_free(&b);
}

static void test_distance(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        int most, distance;
    } cases[] = {{"TAKE", "TAKE", 2, 0},  {"TKAE", "TAKE", 2, 1}, {"TAK", "TAKE", 2, 1},
                 {"TAKEE", "TAKE", 2, 1}, {"XAKE", "TAKE", 2, 1}, {"KATE", "TAKE", 2, 2},
                 {"ABCD", "TAKE", 2, 3},  {"", "AB", 2, 2},       {"AB", "", 2, 2},
                 {"A", "ABCD", 2, 3},     {"CA", "ABC", 3, 3}};
    for (int i = 0; i < COUNT(cases); i++)
        assert_int_equal(
            attempt_distance(slice_of(cases[i].a), slice_of(cases[i].b), cases[i].most),
            cases[i].distance);
    const char *longest = "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ";
    assert_int_equal(attempt_distance(slice_of(longest), slice_of(longest), 2), 3);
}

/* Each code has been met above; this list is what templates are held to. */
static void test_codes(void **state)
{
    (void)state;
    int n = 0;
    for (; order_mistake_codes[n]; n++)
        for (int k = 0; k < n; k++)
            assert_string_not_equal(order_mistake_codes[n], order_mistake_codes[k]);
    assert_int_equal(n, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_venture),  cmocka_unit_test(test_forex),
        cmocka_unit_test(test_boss),     cmocka_unit_test(test_capital),
        cmocka_unit_test(test_limits),   cmocka_unit_test(test_long_try),
        cmocka_unit_test(test_distance), cmocka_unit_test(test_codes),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
