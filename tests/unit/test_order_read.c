#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_order_sample.h"

#include <stdlib.h>
#include <time.h>

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
        {"MOVE 1 THEN IF BANK LU DEPOSIT KEEP 60 BLACK", "MOVE 1 THEN IF BANK LU DEPOSIT KEEP 60 BLACK"},
        {"FOUND 2 TRA CAPITAL 60 FROM H 60/40 WITH 1", "FOUND 2 TRA CAPITAL 60 FROM H 60/40 WITH 1"},
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
        {"RES", "RESOLVE"},
        {"ACC 4", "ACCEPT 4"},
        {" 1. COM TAKE 3", "SPOT TAKE 3"},
    };
    check_all(&forex_grammar, forex, COUNT(forex));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_venture), cmocka_unit_test(test_forex),
        cmocka_unit_test(test_boss),    cmocka_unit_test(test_capital),
        cmocka_unit_test(test_abbreviations),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
