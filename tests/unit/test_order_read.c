#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_order_sample.h"
#include "test_order_check.h"

static void test_venture(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"TAKE OIL-EF", "TAKE OIL-EF"},
        {"take the oil-ef on 2.", "TAKE OIL-EF ON 2"},
        {"1) TAKE OIL-EF ON CHEM-CD", "TAKE OIL-EF ON CHEM-CD"},
        {"- take oil–ef new!", "TAKE OIL-EF NEW"},
        {"TAKE: OIL-EF", "TAKE OIL-EF"},
        {"Prendre l'OIL-EF sur CHEM-CD", "TAKE OIL-EF ON CHEM-CD"},
        {"acheter oil-ef nouveau", "TAKE OIL-EF NEW"},
        {"FIGHT 1/2x FOR CHEM-CD NEW", "FIGHT 1/2x FOR CHEM-CD NEW"},
        {"fight ½x for chem-cd", "FIGHT 1/2x FOR CHEM-CD"},
        {"fight 1½× for chem-cd", "FIGHT 3/2x FOR CHEM-CD"},
        {"FIGHT 1,5x FOR CHEM-CD", "FIGHT 1.5x FOR CHEM-CD"},
        {"REORGANIZE 1: AUTO-DEF CHEM-CD / 2: OIL-EF",
         "REORGANIZE 1: AUTO-DEF CHEM-CD / 2: OIL-EF"},
        {"reorganise 1:AUTO-DEF,CHEM-CD/2:OIL-EF", "REORGANIZE 1: AUTO-DEF CHEM-CD / 2: OIL-EF"},
        {"réorg 1 : auto-def", "REORGANIZE 1: AUTO-DEF"},
        {"PAY T1+T5 20 14", "PAY T1 T5 20 14"},
        {"PAY T1, T5, 20, 14 anyway", "PAY T1 T5 20 14 ANYWAY"},
        {"PAY T1,T5,20,14", "PAY T1 T5 20 14"},
        {"pay auto", "PAY AUTO"},
        {"PASS", "PASS"},
        {"the", "unknown-verb word=the | 0+3 | "},
    };
    check_all(&venture_grammar, cases, COUNT(cases));
}

static void test_forex(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"SPOT GIVE 1 USD TO Bob FOR 2 JPY", "SPOT GIVE 1 USD TO 2 FOR 2 JPY"},
        {"spot give usd to bobb for 1,5 jpy", "SPOT GIVE USD TO 3 FOR 1.5 JPY"},
        {"spot give ½ usd to 1 for 2.0 jpy", "SPOT GIVE 0.5 USD TO 1 FOR 2 JPY"},
        {"SPOT TAKE #3", "SPOT TAKE 3"},
        {"comptant donner USD à Éloïse pour JPY", "SPOT GIVE USD TO 6 FOR JPY"},
        {"COMPTANT DONNER USD A ELO POUR JPY", "SPOT GIVE USD TO 6 FOR JPY"},
        {"CONTRACT PAY 6 USD FOR JPY", "CONTRACT PAY 6 USD FOR JPY"},
        {"contract pay usd for 12 jpy", "CONTRACT PAY USD FOR 12 JPY"},
        {"INVEST USD, JPY", "INVEST USD JPY"},
        {"DIVEST USD all", "DIVEST USD ALL"},
        {"RESOLVE", "RESOLVE"},
        {"RESOLVE B PREFER JPY EUR", "RESOLVE B PREFER JPY EUR"},
        {"resolve dividend", "RESOLVE DIVIDEND"},
        {"IF ACCEPTED INVEST USD", "IF ACCEPTED INVEST USD"},
    };
    check_all(&forex_grammar, cases, COUNT(cases));
}

static void test_boss(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"DEAL", "DEAL"},
        {"DEAL IF SPACE 3 7 9 ELSE DRAW", "DEAL IF SPACE 3 7 9 ELSE DRAW"},
        {"DEAL IF SPACE 3,7,9 ELSE DRAW", "DEAL IF SPACE 3 7 9 ELSE DRAW"},
        {"deal if space 3,7", "DEAL IF SPACE 3 7"},
        {"ASK 8 FOR Cashman AND Sacks ANY BOSS", "ASK 8 FOR Cashman AND Sacks ANY BOSS"},
        {"ask 8 for cashman & sacks", "ASK 8 FOR Cashman AND Sacks"},
        {"ASK 1 SHARE FOR Sacks", "ASK 1 SHARE FOR Sacks"},
        {"ask 2", "ASK 2"},
        {"OFFER 5 TO Jean Pierre FOR Cashman", "OFFER 5 TO 4 FOR Cashman"},
        {"OFFER 5 TO jean pa FOR Cashman", "OFFER 5 TO 5 FOR Cashman"},
        {"OFFER 5 TO <Alice>", "OFFER 5 TO 1"},
        {"AGREE #4", "AGREE 4"},
        {"TRAVEL Sacks OF Bob CLAN WITH JOKER", "TRAVEL Sacks OF 2 CLAN WITH JOKER"},
        {"CLOSE WITH #4 #7", "CLOSE WITH 4 7"},
        {"CLOSE WITH #4, #7", "CLOSE WITH 4 7"},
        {"CLOSE WITH 4,7", "CLOSE WITH 4 7"},
        {"Montrer la Sacks", "SHOW Sacks"},
        {"STOP!", "STOP"},
        {"WHISPER Bob: meet me, at 10:30 (no joke)", "WHISPER 2 meet me, at 10:30 (no joke)"},
        {"whisper jean pierre \"psst\"", "WHISPER 4 psst"},
        {"SAY Hello, World! :-)", "SAY Hello, World! :-)"},
        {"DIRE à tous : « ça va »", "SAY à tous : « ça va »"},
        {"say !!!", "SAY !!!"},
        {"TZ Europe/Paris", "TZ Europe/Paris"},
        {"SET cash-2 = 40", "SET cash-2 = 40"},
        {"NEXT deal if space 3", "NEXT deal if space 3"},
    };
    check_all(&boss_grammar, cases, COUNT(cases));
}

static void test_capital(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"TRANSFER 20 SHARES FROM 1 TO H", "TRANSFER 20 SHARES FROM 1 TO H"},
        {"MOVE 1", "MOVE 1"},
        {"MOVE 1 THEN IF BOURSE BUY MAX, IF BANK WITHDRAW ALL",
         "MOVE 1 THEN IF BOURSE BUY MAX IF BANK WITHDRAW ALL"},
        {"MOVE 1 THEN IF BANK LU DEPOSIT KEEP 60 BLACK",
         "MOVE 1 THEN IF BANK LU DEPOSIT KEEP 60 BLACK"},
        {"FOUND 2 TRA CAPITAL 60 FROM H 60/40 WITH 1",
         "FOUND 2 TRA CAPITAL 60 FROM H 60/40 WITH 1"},
        {"GIVE 20 BLACK TO Bob", "GIVE 20 BLACK TO 2"},
        {"donner 20 noirs à bob", "GIVE 20 BLACK TO 2"},
        {"TAKE", "TAKE"},
        {"TAKE OFF BOOKS", "TAKE OFF BOOKS"},
        {"ENTRY 2 +20 \"consulting\"", "ENTRY 2 20 consulting"},
        {"LIQUIDATE 2 REBUY 4 BY 1", "LIQUIDATE 2 REBUY 4 BY 1"},
        {"PROPOSE 100 BLACK FROM H TO Bob FOR 80 WHITE TO 1",
         "PROPOSE 100 BLACK FROM H TO 2 FOR 80 WHITE TO 1"},
    };
    check_all(&capital_grammar, cases, COUNT(cases));
}

/* Shortened verbs: three letters, unique over both grammars; a full spelling wins. */
static void test_abbreviations(void **state)
{
    (void)state;
    static const struct line_case cases[] = {
        {"TAK OIL-EF", "TAKE OIL-EF"},
        {"DIS T3", "SAY T3"},
        {"DISC T3", "DISCARD T3"},
        {"reorga 1: OIL-EF", "REORGANIZE 1: OIL-EF"},
        {"HEL", "HELP"},
        {"TA OIL-EF", "unknown-verb word=TA | 0+2 | "},
        {"PRE OIL-EF", "TAKE OIL-EF"},
        {"PAS", "PASS"},
        {"REP 3", "REPORT 3"},
        {"PASSES", "unknown-verb word=PASSES near=PASSE | 0+6 | PASSE"},
    };
    check_all(&venture_grammar, cases, COUNT(cases));
    static const struct line_case forex[] = {
        {"RES", "which word=RES hint=RESIGN RESOLVE | 0+3 | "},
        {"RESO", "RESOLVE"},
        {"ACC 4", "ACCEPT 4"},
        {" 1. COM TAKE 3", "SPOT TAKE 3"},
    };
    check_all(&forex_grammar, forex, COUNT(forex));
}

/* Every term has its place in the line. */
static void test_places(void **state)
{
    (void)state;
    struct order_reader reader = sample_reader(&boss_grammar);
    struct order order;
    struct mistake m;
    static const struct {
        int type, column, columns;
    } want[] = {{TERM_NUMBER, 8, 1},
                {TERM_KEYWORD, 10, 2},
                {TERM_SEAT, 17, 11},
                {TERM_KEYWORD, 29, 3},
                {0, 33, 7}};
    assert_true(order_read(&reader, slice_of("- offér 5 to the Jean Pierre for Cashman"), 1, &arena,
                           &order, &m));
    assert_int_equal(order.nterms, COUNT(want));
    for (int i = 0; i < order.nterms; i++) {
        assert_int_equal(order.terms[i].type, want[i].type);
        assert_int_equal(order.terms[i].column, want[i].column);
        assert_int_equal(order.terms[i].columns, want[i].columns);
    }
    assert_true(order_read(&reader, slice_of("whisper bob: « ça va »"), 1, &arena, &order, &m));
    assert_int_equal(order.terms[1].column, 15);
    assert_int_equal(order.terms[1].columns, 5);
    assert_string_equal(order.terms[1].text, "ça va");
}

static void test_part(void **state)
{
    (void)state;
    struct order_reader reader = sample_reader(&forex_grammar), when = reader;
    static const struct verb situations[] = {{"DIVEST", NULL, NULL, "[ currency ] [ ALWAYS ]", 0},
                                             {"SPOT", NULL, NULL, "[ currency ]", 0}};
    static const struct keyword keywords[] = {{"ALWAYS", "TOUJOURS", NULL}};
    const struct grammar grammar = {.verbs = situations,
                                    .nverbs = 2,
                                    .keywords = keywords,
                                    .nkeywords = 1,
                                    .types = forex_types,
                                    .ntypes = 2};
    struct slice line = slice_of("WHEN divest USD toujours SELL 2"), wrong = slice_of("NEXT SEL x");
    struct order order;
    struct mistake m;
    struct buf b = BUF(200);
    int rest = 99;
    when.general = NULL;
    when.game = &grammar;
    assert_true(order_read(&reader, line, 1, &arena, &order, &m));
    assert_int_equal(order.verb, G_WHEN);
    assert_int_equal(order.terms[0].column, 5);
    assert_true(order_read_part(&when, line, 1, 5, &rest, &arena, &order, &m));
    order_print(&when, &order, &b);
    assert_string_equal(buf_text(&b), "DIVEST USD ALWAYS");
    assert_int_equal(rest, 25);
    assert_true(order_read_part(&reader, line, 1, rest, NULL, &arena, &order, &m));
    assert_int_equal(order.verb, F_SELL);
    assert_int_equal(order.terms[0].column, 30);
    assert_true(order_read_part(&when, slice_of("WHEN SPOT"), 1, 5, &rest, &arena, &order, &m));
    assert_int_equal(rest, -1);
    /* Mistakes count from the beginning of the line, and what to try is all of it. */
    assert_false(order_read_part(&reader, wrong, 3, 5, NULL, &arena, &order, &m));
    assert_string_equal(m.code, "unknown-word");
    assert_int_equal(m.column, 9);
    assert_int_equal(m.line, 3);
    assert_false(
        order_read_part(&reader, slice_of("NEXT INVSET USD"), 1, 5, NULL, &arena, &order, &m));
    assert_string_equal(m.try, "NEXT INVEST USD");
    assert_int_equal(m.column, 5);
    buf_free(&b);
}

static void test_same(void **state)
{
    (void)state;
    const struct grammar *v = &venture_grammar, *g = &general_grammar;
    struct order a = ORDER(&arena, v, V_TAKE, T_OF(VT_COMPANY, 0), T_KEY(VK_ON), T_NUM(2));
    struct order b = ORDER(&arena, v, V_TAKE, T_OF(VT_COMPANY, 0), T_KEY(VK_ON), T_NUM(2));
    struct order c = ORDER(&arena, v, V_TAKE, T_OF(VT_COMPANY, 0), T_KEY(VK_ON), T_NUM(3));
    struct order d = ORDER(&arena, v, V_TAKE, T_OF(VT_COMPANY, 0));
    struct order e = ORDER(&arena, v, V_DISCARD, T_OF(VT_COMPANY, 0));
    struct order pass = ORDER(&arena, v, V_PASS);
    struct order s = ORDER(&arena, g, G_SAY, T_TEXT("a")), t = ORDER(&arena, g, G_SAY, T_TEXT("b"));
    b.line = 5;
    b.terms[0].column = 9;
    assert_true(order_same(&a, &b));
    assert_false(order_same(&a, &c));
    assert_false(order_same(&a, &d));
    assert_false(order_same(&d, &e));
    assert_false(order_same(&s, &t));
    assert_true(order_same(&s, &s));
    assert_int_equal(pass.nterms, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_venture),       cmocka_unit_test(test_forex),
        cmocka_unit_test(test_boss),          cmocka_unit_test(test_capital),
        cmocka_unit_test(test_abbreviations), cmocka_unit_test(test_places),
        cmocka_unit_test(test_part),          cmocka_unit_test(test_same),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
