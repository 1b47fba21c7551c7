#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/utf8.h"
#include "engine/engine.h"
#include "report/document.h"
#include "report/layout.h"
#include "report/render.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- bytes ----------------------------------------------------------------------------------- */

static void dumps_as_jansson(void **state)
{
    static const char *const docs[] = {
        "{}", "[]", "{\"a\":[1,-2,0,9223372036854775807,-9223372036854775808]}",
        "[true,false,null,1.5,-0.25,1e300]", "{\"b\":{\"c\":[{}]},\"a\":\"order of keys\"}",
        "[\"\\\"quoted\\\" back\\\\slash \\/ \\b\\f\\n\\r\\t \\u0001\\u001f\\u007f é ▲ \\ud83d\\ude00\"]",
    };
    (void)state;
    for (size_t i = 0; i < sizeof docs / sizeof docs[0]; i++) {
        json_t *doc = json_loads(docs[i], 0, NULL);
        assert_non_null(doc);
        char *ours = report_dump(doc), *theirs = json_dumps(doc, JSON_COMPACT);
        assert_string_equal(ours, theirs);
        free(ours);
        free(theirs);
        json_decref(doc);
    }
}

/* --- layout ---------------------------------------------------------------------------------- */

static void lays(const char *in, const char *expected)
{
    struct buf out = BUF(1 << 20);
    layout_text(slice_of(in), &out);
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static void tables_line_up(void **state)
{
    (void)state;
    lays("name\tscore\tcards\nÉmilie\t3\t10\nBo\t120\t7\n",
         "name    score  cards\nÉmilie      3     10\nBo        120      7\n");
    lays("a\tx\nbb\ty\n\nplain\n", "a   x\nbb  y\n\nplain\n");
    lays("  a\tb\n", "  a  b\n"); /* an indent stays */
}

static void long_lines_wrap(void **state)
{
    struct buf out = BUF(1 << 20);
    (void)state;
    struct buf in = BUF(1 << 20);
    buf_str(&in, "- ");
    for (int i = 0; i < 60; i++)
        buf_str(&in, "été ");
    layout_text(buf_all(&in), &out);
    struct slice rest = buf_all(&out);
    int lines = 0;
    while (rest.p && rest.n) {
        struct slice line = slice_cut(&rest, '\n');
        assert_true(utf8_width(line) <= LAYOUT_WIDTH);
        assert_true(memcmp(line.p, lines ? "  " : "- ", 2) == 0); /* hanging indent */
        lines++;
    }
    assert_in_range(lines, 3, 5);
    buf_free(&in);
    buf_free(&out);
}

/* "ok", "--", "non" and their like stand alone in front of what they mark. */
static void marked_lines_hang(void **state)
{
    (void)state;
    lays("  --   SAY one two three four five six seven eight nine ten eleven twelve thirteen\n",
         "  --   SAY one two three four five six seven eight nine ten eleven\n"
         "       twelve thirteen\n");
    lays("  non  SAY one two three four five six seven eight nine ten eleven twelve thirteen\n",
         "  non  SAY one two three four five six seven eight nine ten eleven\n"
         "       twelve thirteen\n");
    lays("words that are longer than that  and then go on and on are no mark at all, as here\n",
         "words that are longer than that and then go on and on are no mark at\nall, as here\n");
}

static void wide_cells_wrap(void **state)
{
    struct buf in = BUF(1 << 16), out = BUF(1 << 16);
    (void)state;
    buf_str(&in, "x\tab");
    for (int i = 0; i < 40; i++)
        buf_str(&in, " word");
    buf_str(&in, "\n");
    layout_text(buf_all(&in), &out);
    for (struct slice rest = buf_all(&out); rest.p && rest.n;)
        assert_true(utf8_width(slice_cut(&rest, '\n')) <= LAYOUT_WIDTH);
    buf_free(&in);
    buf_free(&out);
}

static void empty_lines_are_one(void **state)
{
    (void)state;
    lays("\n\na\n\n\n \nb  \n", "a\n\nb\n");
}

/* --- words ----------------------------------------------------------------------------------- */

static char dir[] = "/tmp/courtier-words-XXXXXX";

static void put_file(const char *name, const char *text)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "we");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void put_dir(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    mkdir(path, 0700);
}

static int make_words(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(dir));
    const char *dirs[] = {"own", "own/en", "own/en/game", "sys", "sys/en", "sys/en/common", "sys/en/game", "sys/bad", "sys/bad/common"};
    for (size_t i = 0; i < sizeof dirs / sizeof dirs[0]; i++)
        put_dir(dirs[i]);
    put_file("sys/en/common/phrases", "# words\nhello = Hello {{name}}\nlong = one\n  two\nboth = common\n");
    put_file("sys/en/game/phrases", "both = game\nevent.take = {{who}} takes & keeps\n");
    put_file("sys/en/game/page.txt", "{{>hello}}: {{#events}}{{>*code}} {{/events}}{{>part.txt}}");
    put_file("sys/en/common/part.txt", "[part {{a}}]");
    put_file("sys/en/game/page.html", "<p>{{name}}</p>");
    put_file("sys/en/game/hole.txt", "{{>nowhere}}");
    put_file("sys/en/game/broken.txt", "line one\n{{#open}}");
    put_file("own/en/game/phrases", "hello = Own {{name}}\n");
    put_file("sys/bad/common/phrases", "fine = x\nthis is not a phrase\n");
    return 0;
}

static int remove_words(void **state)
{
    (void)state;
    char command[600];
    snprintf(command, sizeof command, "%s", dir);
    pid_t pid = fork();
    if (pid == 0) {
        execlp("rm", "rm", "-rf", command, (char *)NULL);
        _exit(127);
    }
    return 0;
}

static struct words_shelf *shelf(void)
{
    static char own[600], sys[600];
    snprintf(own, sizeof own, "%s/own", dir);
    snprintf(sys, sizeof sys, "%s/sys", dir);
    return words_open((const char *[]){own, sys, NULL});
}

static void renders(struct words *w, const char *name, enum words_kind kind, const char *data, const char *expected)
{
    struct fault fault = {0};
    struct buf out = BUF(1 << 16);
    json_t *json = json_loads(data, 0, NULL);
    assert_non_null(json);
    if (words_render(w, name, kind, json, &out, &fault) != 0)
        fail_msg("%s", fault.text);
    assert_string_equal(buf_text(&out), expected);
    json_decref(json);
    buf_free(&out);
}

static void words_are_found(void **state)
{
    struct words_shelf *s = shelf();
    struct words *w;
    struct fault fault;
    (void)state;
    assert_int_equal(words_get(s, "en", "game", &w, &fault), 0);
    renders(w, "hello", WORDS_TEXT, "{\"name\":\"<Bo>\"}", "Own <Bo>"); /* the house's own first */
    renders(w, "both", WORDS_TEXT, "{}", "game");                      /* the engine before common */
    renders(w, "long", WORDS_TEXT, "{}", "one two");
    renders(w, "page.txt", WORDS_TEXT, "{\"name\":\"A\",\"a\":1,\"events\":[{\"code\":\"event.take\",\"who\":\"B\"}]}",
            "Own A: B takes & keeps [part 1]");
    renders(w, "page.html", WORDS_HTML, "{\"name\":\"<Bo>\"}", "<p>&lt;Bo&gt;</p>");
    assert_true(words_has(w, "event.take"));
    assert_false(words_has(w, "event.give"));
    assert_false(words_has(w, "../../../etc/passwd"));
    words_free(&s);
}

static void faulty_words_are_named(void **state)
{
    struct words_shelf *s = shelf();
    struct words *w;
    struct fault fault;
    struct buf out = BUF(1000);
    json_t *empty = json_object();
    (void)state;
    assert_int_equal(words_get(s, "xx", "game", &w, &fault), -1);
    assert_int_equal(fault.exit, EX_NOINPUT);
    assert_int_equal(words_get(s, "bad", "game", &w, &fault), -1);
    assert_int_equal(fault.exit, EX_CONFIG);
    assert_non_null(strstr(fault.text, "phrases:2"));
    assert_int_equal(words_get(s, "en", "game", &w, &fault), 0);
    assert_int_equal(words_render(w, "missing.txt", WORDS_TEXT, empty, &out, &fault), -1);
    assert_int_equal(fault.exit, EX_NOINPUT);
    assert_int_equal(words_render(w, "hole.txt", WORDS_TEXT, empty, &out, &fault), -1);
    assert_non_null(strstr(fault.text, "nowhere"));
    assert_int_equal(words_render(w, "broken.txt", WORDS_TEXT, empty, &out, &fault), -1);
    assert_int_equal(fault.exit, EX_CONFIG);
    assert_non_null(strstr(fault.text, "broken.txt:2"));
    json_decref(empty);
    words_free(&s);
    buf_free(&out);
}

/* --- links ----------------------------------------------------------------------------------- */

static void orders_become_links(void **state)
{
    struct words_shelf *s;
    struct words *w;
    struct fault fault;
    struct buf out = BUF(1 << 16);
    (void)state;
    put_file("sys/en/game/links.html", "{{#orders}}<a href=\"{{href}}\">{{order}}</a>{{/orders}}");
    s = shelf();
    assert_int_equal(words_get(s, "en", "game", &w, &fault), 0);
    json_t *doc = json_pack("{s:[{s:s}]}", "orders", "order", "TAKE OIL-EF\nPAY é&1");
    struct render_to to = {"games+g.1.2.tok@x.org", "Re: [g] a&b"};
    assert_int_equal(render_html(w, "links", doc, &to, &out, &fault), 0);
    assert_string_equal(buf_text(&out),
                        "<a href=\"mailto:games%2Bg.1.2.tok@x.org?subject=Re%3A%20%5Bg%5D%20a%26b&amp;body="
                        "TAKE%20OIL-EF%0D%0APAY%20%C3%A9%261%0D%0A\">TAKE OIL-EF\nPAY é&amp;1</a>");
    json_decref(doc);
    words_free(&s);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dumps_as_jansson), cmocka_unit_test(tables_line_up),  cmocka_unit_test(long_lines_wrap), cmocka_unit_test(marked_lines_hang),
        cmocka_unit_test(wide_cells_wrap), cmocka_unit_test(empty_lines_are_one),
        cmocka_unit_test(words_are_found), cmocka_unit_test(faulty_words_are_named),
        cmocka_unit_test(orders_become_links),
    };
    return cmocka_run_group_tests(tests, make_words, remove_words);
}
