#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "order/pattern.h"
#include "test_order_sample.h"

#include <time.h>

static struct arena arena = ARENA(64 << 20);

static void test_samples_are_right(void **state)
{
    (void)state;
    assert_null(grammar_check(&general_grammar, NULL, &arena));
    for (int i = 0; i < SAMPLE_GAMES; i++)
        assert_null(grammar_check(sample_games[i], &general_grammar, &arena));
}

static const char *check_verb(struct verb verb)
{
    const struct grammar g = {.verbs = &verb,
                              .nverbs = 1,
                              .keywords = venture_keywords,
                              .nkeywords = COUNT(venture_keywords),
                              .types = venture_types,
                              .ntypes = COUNT(venture_types)};
    return grammar_check(&g, &general_grammar, &arena);
}

static void test_wrong_patterns(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *wrong;
    } cases[] = {
        {"company [ ON", "pattern of X: bracket not closed: '['"},
        {"company ( ON ]", "pattern of X: bracket not closed: '('"},
        {"company ON ]", "pattern of X: closes no bracket: ']'"},
        {"company ONTO", "pattern of X: no such keyword: 'ONTO'"},
        {"companie", "pattern of X: no such type: 'companie'"},
        {"company , card", "pattern of X: not a part of a pattern: ','"},
        {"+ company", "pattern of X: not a part of a pattern: '+'"},
        {"text company", "pattern of X: something follows text"},
        {"[ text ] [ ON ]", "pattern of X: something follows text"},
        {"text+", "pattern of X: something follows text"},
        {"((((((((((((((((( ON )))))))))))))))))", "pattern of X: brackets too deep: '('"},
        {NULL, "X: no pattern"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        const char *wrong = check_verb((struct verb){"X", NULL, NULL, cases[i].pattern, 0});
        assert_non_null(wrong);
        assert_string_equal(wrong, cases[i].wrong);
    }
    struct buf b = BUF(10000);
    for (int i = 0; i < PATTERN_NODES + 1; i++)
        buf_str(&b, "ON ");
    assert_string_equal(check_verb((struct verb){"X", NULL, NULL, buf_text(&b), 0}),
                        "pattern of X: pattern too long: ''");
    buf_free(&b);
    assert_null(check_verb((struct verb){"X", NULL, NULL, "[ ON | NEW text ]", 0}));
}

static void test_wrong_spellings(void **state)
{
    (void)state;
    static const struct {
        struct verb verb;
        const char *wrong;
    } cases[] = {
        {{"SAY", NULL, NULL, "", 0}, "verb 'SAY' is a general one"},
        {{"X", "DIRE", NULL, "", 0}, "verb 'DIRE' is a general one"},
        {{"X", NULL, "A B DIS", "", 0}, "verb 'DIS' is a general one"},
        {{"Take", NULL, NULL, "", 0}, "verb 'Take' is not one word in capitals"},
        {{"X", "ÉTAT", NULL, "", 0}, "verb 'ÉTAT' is not one word in capitals"},
        {{"A:B", NULL, NULL, "", 0}, "verb 'A:B' is not one word in capitals"},
        {{"X", NULL, NULL, "text", VERB_TAKES_ORDER},
         "X takes an order: only a general verb with text can"},
    };
    for (int i = 0; i < COUNT(cases); i++)
        assert_string_equal(check_verb(cases[i].verb), cases[i].wrong);
    static const struct verb twice[] = {{"A", NULL, "B", "", 0}, {"B", NULL, NULL, "", 0}};
    static const struct keyword same[] = {{"ON", "A", NULL}, {"TO", "A", NULL}};
    static const struct word_type types[] = {TYPE(company), TYPE(company)};
    static const struct word_type builtin[] = {{"seat", company_read, company_print, NULL}};
    const struct grammar a = {.verbs = twice, .nverbs = 2};
    const struct grammar b = {.keywords = same, .nkeywords = 2};
    const struct grammar c = {.types = types, .ntypes = 2}, d = {.types = builtin, .ntypes = 1};
    assert_string_equal(grammar_check(&a, NULL, &arena), "verb 'B' means two things");
    assert_string_equal(grammar_check(&b, NULL, &arena), "keyword 'A' means two things");
    assert_string_equal(grammar_check(&c, NULL, &arena), "type 'company' is there twice");
    assert_string_equal(grammar_check(&d, NULL, &arena), "type 'seat' is built in");
}

static void test_usage(void **state)
{
    (void)state;
    static const struct {
        const struct grammar *grammar;
        int verb;
        const char *lang, *usage;
    } cases[] = {
        {&venture_grammar, V_TAKE, "en", "TAKE <company> [ON (<number>|<company>) | NEW]"},
        {&venture_grammar, V_TAKE, "fr", "PRENDRE <company> [SUR (<number>|<company>) | NOUVEAU]"},
        {&venture_grammar, V_REORGANIZE, "en",
         "REORGANIZE <number>: <company>… [/ <number>: <company>…]…"},
        {&venture_grammar, V_PAY, "fr", "PAYER (AUTO|<card>…) [QUAND-MEME]"},
        {&venture_grammar, V_PASS, "en", "PASS"},
        {&forex_grammar, F_SPOT, "en",
         "SPOT (GIVE [<amount>] <currency> TO <seat> FOR [<amount>] <currency> | TAKE <number>)"},
        {&general_grammar, G_SET, "fr", "SET <word> = <number>"},
        {&general_grammar, G_WHISPER, "de", "WHISPER <seat> <text>"},
        {&boss_grammar, 4, "en",
         "ASK <number> [SHARE] [FOR <investor> [AND <investor>]…] [ANY BOSS]"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        struct buf b = BUF(1000);
        order_usage(cases[i].grammar, cases[i].verb, cases[i].lang, &b);
        assert_string_equal(buf_text(&b), cases[i].usage);
        buf_free(&b);
    }
}

/* Each feature of the pattern language by itself: lines that match and lines that do not. */
static void test_patterns(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *yes, *no; /* lines separated by ';' */
    } cases[] = {
        {"", "X", "X ON;X 1"},
        {"ON", "X ON;X SUR;X THE ON", "X;X NEW;X ON ON"},
        {"[ ON ]", "X;X ON", "X NEW;X ON ON"},
        {"( ON | NEW )", "X ON;X NEW", "X;X ON NEW"},
        {"[ ON | NEW ]", "X;X ON;X NEW", "X ON NEW"},
        {"number+", "X 1;X 1 2 3", "X;X ON"},
        {"number*", "X;X 1 2", "X ON;X 1 ON"},
        {"( ON number )+", "X ON 1;X ON 1 ON 2", "X;X ON;X ON 1 ON;X 1"},
        {"( ON number )*", "X;X ON 1 ON 2", "X ON;X 1"},
        {"[ ON ]*", "X;X ON ON ON", "X NEW"},
        {"[ ON ]+ NEW", "X NEW;X ON ON NEW", "X;X ON"},
        {"( [ ON ] [ NEW ] )+ proxy", "X 1x;X NEW ON 1x", "X ON"},
        {"number+ number", "X 1 2;X 1 2 3", "X 1;X"},
        {"number* ON number*", "X ON;X 1 ON;X ON 1;X 1 2 ON 3", "X;X 1 2"},
        {"[ number ] number", "X 1;X 1 2", "X;X 1 2 3"},
        {"( ON | ON NEW )", "X ON;X ON NEW", "X NEW"},
        {"number : number", "X 1:2;X 1 : 2", "X 1 2;X 1;X 1/2"},
        {"company / company", "X OIL-EF/OIL-AB;X OIL-EF / OIL-AB", "X OIL-EF OIL-AB"},
        {"word = number", "X cash=5;X a = 5", "X a 5"},
        {"amount", "X 5;X 5.0", "X 1.5;X -1;X a"},
        {"number", "X 5;X #5;X +5", "X 1.5;X -5;X 1/2"},
        {"[ ON ] [ text ]", "X;X ON;X ON a b;X foo!", ""},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        struct verb verb = {"X", NULL, NULL, cases[i].pattern, 0};
        const struct grammar g = {.verbs = &verb,
                                  .nverbs = 1,
                                  .keywords = venture_keywords,
                                  .nkeywords = COUNT(venture_keywords),
                                  .types = venture_types,
                                  .ntypes = COUNT(venture_types)};
        const struct order_reader reader = {.game = &g};
        for (int no = 0; no < 2; no++) {
            struct slice rest = slice_of(no ? cases[i].no : cases[i].yes);
            while (rest.p && rest.n) {
                struct slice line = slice_cut(&rest, ';');
                struct order order;
                struct mistake m;
                bool read = order_read(&reader, line, 1, &arena, &order, &m);
                if (read == (no == 1))
                    fail_msg("%s: %.*s", cases[i].pattern, (int)line.n, line.p);
            }
        }
    }
}

/* Patterns that would take for ever when tried naively end at once. */
static void test_hostile_patterns(void **state)
{
    (void)state;
    static const char *const patterns[] = {
        "( ( ( ( number* )* )* )* )* ON",
        "( number* number* number* number* )+ ON",
        "[ number ] [ number ] [ number ] [ number ] [ number ] [ number ] number+ number+ ON",
        "( ( number | number number | number number number )+ )+ ON",
        "( seat* number* seat* )+ ON",
        "( [ ON ] )*",
    };
    struct buf line = BUF(2000);
    buf_str(&line, "X");
    for (int i = 0; i < ORDER_TERMS; i++)
        buf_str(&line, " 1");
    clock_t start = clock();
    for (int i = 0; i < COUNT(patterns); i++) {
        struct verb verb = {"X", NULL, NULL, patterns[i], 0};
        const struct grammar g = {.verbs = &verb,
                                  .nverbs = 1,
                                  .keywords = venture_keywords,
                                  .nkeywords = COUNT(venture_keywords)};
        const struct order_reader reader = {
            .game = &g, .seats = sample_seats, .nseats = SAMPLE_SEATS};
        struct order order;
        struct mistake m;
        assert_false(order_read(&reader, buf_all(&line), 1, &arena, &order, &m));
    }
    assert_true(clock() - start < CLOCKS_PER_SEC);
    buf_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_right), cmocka_unit_test(test_wrong_patterns),
        cmocka_unit_test(test_wrong_spellings),   cmocka_unit_test(test_usage),
        cmocka_unit_test(test_patterns),          cmocka_unit_test(test_hostile_patterns),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
