/* What the specification leaves open, and what goes beyond it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mustache/mustache.h"

#include <locale.h>
#include <stdlib.h>

/* Partials as pairs of name and text, ended by NULL; compiled anew for each rendering. */
enum { PARTIALS = 8 };

struct partials {
    const char *const *texts;
    struct mustache *templates[PARTIALS];
};

static const struct mustache *find(void *ctx, struct slice name)
{
    struct partials *partials = ctx;
    for (int i = 0; partials->texts && partials->texts[2 * i]; i++) {
        assert_true(i < PARTIALS);
        if (!slice_is(name, partials->texts[2 * i]))
            continue;
        struct mustache_error error;
        if (!partials->templates[i])
            partials->templates[i] = mustache_compile(partials->texts[2 * i],
                                                      slice_of(partials->texts[2 * i + 1]), &error);
        assert_non_null(partials->templates[i]);
        return partials->templates[i];
    }
    return NULL;
}

/* The result as `expected`, or -1 with *error. */
static int render(const char *text, const char *data, const char *const *texts,
                  struct mustache_loader loader, struct buf *out, struct mustache_error *error)
{
    struct mustache *template = mustache_compile("test", slice_of(text), error);
    if (!template)
        fail_msg("%s:%d:%d: %s", error->name, error->line, error->column, error->text);
    json_t *json = json_loads(data, JSON_DECODE_ANY, NULL);
    assert_non_null(json);
    struct partials partials = {.texts = texts};
    loader.find = find;
    loader.ctx = &partials;
    int result = mustache_render(template, json, &loader, out, error);
    json_decref(json);
    mustache_free(&template);
    assert_null(template);
    for (int i = 0; i < PARTIALS; i++)
        mustache_free(&partials.templates[i]);
    return result;
}

static void check(const char *text, const char *data, const char *const *texts,
                  const char *expected)
{
    struct buf out = BUF(1 << 16);
    struct mustache_error error;
    struct mustache_loader loader = {.escape = MUSTACHE_HTML};
    if (render(text, data, texts, loader, &out, &error) < 0)
        fail_msg("%s:%d:%d: %s", error.name, error.line, error.column, error.text);
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static void values_as_text(void **state)
{
    (void)state;
    static const struct {
        const char *data, *expected;
    } cases[] = {
        {"0", "0"},
        {"-1", "-1"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"2.0", "2"},
        {"-0.0", "0"},
        {"0.1", "0.1"},
        {"-12.50", "-12.5"},
        {"1e15", "1000000000000000"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"1e23", "1e+23"},
        {"5e-324", "5e-324"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"true", "true"},
        {"false", "false"},
        {"null", ""},
        {"{\"a\": 1}", ""},
        {"[1, 2]", ""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check("{{.}}", cases[i].data, NULL, cases[i].expected);
}

static void decimal_point_is_a_point(void **state)
{
    (void)state;
    static const char *const locales[] = {"fr_FR.UTF-8", "de_DE.UTF-8", "fr_FR", "de_DE"};
    const char *set = NULL;
    for (size_t i = 0; !set && i < sizeof(locales) / sizeof(locales[0]); i++)
        set = setlocale(LC_NUMERIC, locales[i]);
    if (!set)
        skip(); /* no locale with a comma is installed */
    check("{{.}}", "1.5", NULL, "1.5");
    setlocale(LC_NUMERIC, "C");
}

static void falsey_and_truthy(void **state)
{
    (void)state;
    static const char *const falsey[] = {"{}",           "{\"x\": null}", "{\"x\": false}",
                                         "{\"x\": []}",  "{\"x\": \"\"}", "{\"x\": 0}",
                                         "{\"x\": 0.0}", "{\"x\": -0.0}"};
    static const char *const truthy[] = {"{\"x\": true}",  "{\"x\": {}}", "{\"x\": \"0\"}",
                                         "{\"x\": \" \"}", "{\"x\": -1}", "{\"x\": 0.1}",
                                         "{\"x\": [0]}"};
    for (size_t i = 0; i < sizeof(falsey) / sizeof(falsey[0]); i++)
        check("{{#x}}yes{{/x}}{{^x}}no{{/x}}", falsey[i], NULL, "no");
    for (size_t i = 0; i < sizeof(truthy) / sizeof(truthy[0]); i++)
        check("{{#x}}yes{{/x}}{{^x}}no{{/x}}", truthy[i], NULL, "yes");
    /* Items are shown whatever they are. */
    check("{{#x}}<{{.}}>{{/x}}", "{\"x\": [0, \"\", false, null, [], 1]}", NULL,
          "<0><><false><><><1>");
}

static void names(void **state)
{
    (void)state;
    check("{{#a}}{{x}}{{/a}}", "{\"a\": {\"x\": null}, \"x\": 1}", NULL, "");
    check("{{#a}}{{#b}}{{x}}{{/b}}{{/a}}", "{\"a\": {\"x\": 1}, \"b\": [5], \"x\": 2}", NULL, "1");
    check("{{a.0}}{{a.length}}", "{\"a\": [7]}", NULL, "");
    check("{{ # a }}{{ . }}{{ / a }}", "{\"a\": [1, 2]}", NULL, "12");
    check("{{\n a\n}}", "{\"a\": 1}", NULL, "1");
    check("{{é.ß}}", "{\"é\": {\"ß\": \"ü\"}}", NULL, "ü");
    check("{{^.}}none{{/.}}", "[]", NULL, "none");
}

static void delimiters(void **state)
{
    (void)state;
    check("{{=<% %>=}}<%{x}%> <%&x%> <%x%> {{x}}", "{\"x\": \"&\"}", NULL, "& & &amp; {{x}}");
    check("{{=| |=}}|={{ }}=|{{x}}", "{\"x\": 1}", NULL, "1");
    check("{{{x}}}}", "{\"x\": 1}", NULL, "1}");
    check("{{{ x }}}{{=[[ ]]=}}[[#x]][[! {{ }} ]][[/x]]", "{\"x\": 1}", NULL, "1");
    check("{{={{{ }}}=}}{{{x}}}", "{\"x\": 1}", NULL, "1");
    check("{ {x} }} {", "{\"x\": 1}", NULL, "{ {x} }} {");
}

static void plain_and_html(void **state)
{
    (void)state;
    struct mustache_error error;
    struct buf out = BUF(1000);
    struct mustache_loader loader = {.escape = MUSTACHE_PLAIN};
    const char *data = "{\"x\": \"<a href=\\\"b&c\\\">d'e\"}";
    buf_str(&out, "so: "); /* what is there stays */
    assert_int_equal(render("{{x}} {{{x}}} {{&x}}", data, NULL, loader, &out, &error), 0);
    assert_string_equal(buf_text(&out), "so: <a href=\"b&c\">d'e <a href=\"b&c\">d'e "
                                        "<a href=\"b&c\">d'e");
    buf_free(&out);
    check("{{x}} {{{x}}}", data, NULL, "&lt;a href=&quot;b&amp;c&quot;&gt;d'e <a href=\"b&c\">d'e");
    static const char *const texts[] = {"p", "{{x}}", NULL};
    check("{{>p}}", "{\"x\": \"<\"}", texts, "&lt;");
}

static void strict_wants_partials(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column; /* 0: no error */
    } cases[] = {
        {"a\n é {{>missing}}", 2, 4},
        {"{{<missing}}{{$a}}{{/a}}{{/missing}}", 1, 1},
        {"\n\n{{>*name}}", 3, 1},
        {"{{<*name}}{{/*name}}", 1, 1},
        {"{{>there}}{{<there}}{{/there}}", 0, 0},
        {"{{x}}{{#x}}{{/x}}{{x.y}}", 0, 0},
        {"{{>*nothing}}{{<*null}}{{/*null}}", 0, 0},
    };
    static const char *const texts[] = {"there", "", NULL};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct mustache_error error = {.line = 0};
        struct buf out = BUF(1000);
        struct mustache_loader loader = {.strict = true};
        int result = render(cases[i].text, "{\"name\": \"missing\", \"null\": null}", texts, loader,
                            &out, &error);
        assert_int_equal(result, cases[i].line ? -1 : 0);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        if (result < 0) {
            assert_string_equal(error.name, "test");
            assert_string_equal(error.text, "there is no template 'missing'");
        }
        buf_free(&out);
    }
}

static void no_loader_and_no_data(void **state)
{
    (void)state;
    struct mustache_error error;
    struct buf out = BUF(1000);
    struct mustache *template =
        mustache_compile("bare", slice_of("<{{.}}{{x}}{{>p}}{{^x}}&{{/x}}>"), &error);
    assert_non_null(template);
    assert_int_equal(mustache_render(template, NULL, NULL, &out, &error), 0);
    assert_string_equal(buf_text(&out), "<&>");
    mustache_free(&template);
    mustache_free(&template); /* nothing any more */
    buf_free(&out);
    struct mustache *empty = mustache_compile("empty", (struct slice){NULL, 0}, &error);
    assert_non_null(empty);
    assert_int_equal(mustache_render(empty, NULL, NULL, &out, &error), 0);
    assert_int_equal(out.n, 0);
    mustache_free(&empty);
}

static void standalone_lines(void **state)
{
    (void)state;
    /* Two tags on a line are not standalone. */
    check("{{#a}}{{#b}}\nx\n{{/b}}{{/a}}\n", "{\"a\": 1, \"b\": 1}", NULL, "\nx\n\n");
    check("a\n {{! one }} {{! two }} \nb", "{}", NULL, "a\n   \nb");
    check("{{#a}} \t\r\n{{.}}\r\n {{/a}}\t\r\n", "{\"a\": [1, 2]}", NULL, "1\r\n2\r\n");
    check("{{#a}}\r{{/a}}", "{\"a\": 1}", NULL, "\r");
    static const char *const texts[] = {"p", "P\n", NULL};
    check(" {{>p}} {{>p}}\n", "{}", texts, " P\n P\n\n");
    check(" {{#a}}{{>p}}{{/a}}\n", "{\"a\": 1}", texts, " P\n\n");
}

static void partials_indent(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "rows",  "{{#rows}}\n- {{.}}\n{{/rows}}\n{{x}}{{y}}\n\nend",
        "outer", "o\n\t{{>inner}}\nx{{>inner}}\n{{>inner}}\n",
        "inner", "i\nj\n",
        "list",  "{{#rows}}{{.}}{{/rows}}\n{{^rows}}none{{/rows}}\n",
        "deep",  "{{n}}\n{{#next}}\n  {{>deep}}\n{{/next}}\n",
        NULL};
    check("  {{>rows}}\n", "{\"rows\": [1, 2], \"x\": \"X\", \"y\": \"Y\"}", texts,
          "  - 1\n  - 2\n  XY\n  \n  end");
    check("  {{>outer}}", "{}", texts, "  o\n  \ti\n  \tj\n  xi\nj\n\n  i\n  j\n");
    check("  {{>list}}", "{\"rows\": [1, 2]}", texts, "  12\n  \n");
    check(" {{>deep}}\n.", "{\"n\": 1}", texts, " 1\n.");
    check(" {{>deep}}\n.", "{\"n\": 1, \"next\": {\"n\": 2, \"next\": {\"n\": 3, \"next\": null}}}",
          texts, " 1\n   2\n     3\n.");
}

static void inheritance(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "page",  "<{{$a}}A{{/a}}|{{$b}}B{{/b}}>",
        "frame", "{{#list}}\n  {{$item}}\n    {{.}}\n  {{/item}}\n{{/list}}\n",
        "mid",   "{{<page}}{{$a}}mid {{$c}}C{{/c}}{{/a}}{{/page}}",
        "inner", "{{$a}}inner{{/a}}",
        NULL};
    check("{{<*x.y}}{{$a}}1{{/a}}{{/ * x.y }}", "{\"x\": {\"y\": \"page\"}}", texts, "<1|B>");
    check("{{<none}}{{$a}}1{{/a}}{{/none}}", "{}", texts, "");
    /* An argument that holds a block of its own name does not replace that with itself. */
    check("{{<page}}{{$a}}1{{$a}}2{{/a}}{{/a}}{{/page}}", "{}", texts, "<12|B>");
    /* A block within an argument is a parameter of the template it stands in. */
    check("{{<mid}}{{$c}}3{{/c}}{{/mid}}", "{}", texts, "<mid 3|B>");
    check("{{<page}}{{$a}}[{{$b}}x{{/b}}]{{/a}}{{$b}}y{{/b}}{{/page}}", "{}", texts, "<[x]|y>");
    /* Arguments reach a partial within the parent. */
    check("{{<outer}}{{$a}}1{{/a}}{{/outer}}", "{}",
          (const char *const[]){"outer", "({{>inner}})", "inner", "{{$a}}inner{{/a}}", NULL},
          "(1)");
    check("{{<page}}{{#x}}{{$a}}no{{/a}}{{/x}}{{! no }}{{x}}{{/page}}", "{\"x\": 1}", texts,
          "<A|B>");
    check("{{<frame}}{{$item}}\n\t\t* {{.}}\n\t\t  or not\n{{/item}}{{/frame}}\n!",
          "{\"list\": [1, 2]}", texts, "    * 1\n      or not\n    * 2\n      or not\n!");
    check("{{<frame}}{{/frame}}\n!", "{\"list\": [1, 2]}", texts, "    1\n    2\n!");
}

static void inheritance_and_lines(void **state)
{
    (void)state;
    static const char *const texts[] = {"own",     "(\n  {{$b}}\n  default\n  {{/b}}\n)\n",
                                        "inline",  "(\n  {{$b}}default{{/b}}\n)\n",
                                        "list",    "{{$b}}\n{{/b}}\n",
                                        "two",     "  x\ny\n",
                                        "parents", "{{<two}}{{/two}}\nz\n{{<two}}{{/two}}\n",
                                        NULL};
    /* The opening tag of the argument ends its line, or not; the block has its own line, or not. */
    check("{{<own}}{{$b}}\n one\n\n two\n {{/b}}{{/own}}", "{}", texts, "(\n  one\n  \n  two\n)\n");
    check("{{<own}}{{$b}}one\ntwo\n{{/b}}{{/own}}", "{}", texts, "(\n  one\n  two\n)\n");
    check("{{<own}}{{$b}}{{/b}}{{/own}}", "{}", texts, "(\n)\n");
    check("{{<inline}}{{$b}}\n one\n two{{/b}}{{/inline}}", "{}", texts, "(\n  one\n  two\n)\n");
    check("{{<inline}}\n    {{$b}}one\n    two{{/b}}\n{{/inline}}\n.", "{}", texts,
          "(\n  one\n  two\n)\n.");
    /* A parent that does not begin its line ends it itself. */
    check("x {{<inline}}\n{{$b}}b{{/b}}\n{{/inline}}\n.", "{}", texts, "x (\n  b\n)\n\n.");
    check("  {{<own}}\n{{/own}}\n.", "{}", texts, "  (\n    default\n  )\n.");
    check("  {{<own}}{{$b}}b\n{{/b}} {{/own}} \n.", "{}", texts, "  (\n    b\n  )\n.");
    /* Lines of a section that are the first of an argument. */
    check("{{<inline}}{{$b}}\n{{#x}}\n{{/x}}\n{{#x}}\n- {{.}}\n{{/x}}\n{{/b}}{{/inline}}",
          "{\"x\": [1, 2]}", texts, "(\n  - 1\n  - 2\n\n)\n");
    /* A partial within an argument keeps the blanks that are its own. */
    check("{{<own}}{{$b}}\n    a\n      {{>two}}\n{{/b}}{{/own}}", "{}", texts,
          "(\n  a\n      x\n    y\n)\n");
    /* Lines that begin with a standalone parent, and the line behind an argument without lines. */
    check("  {{>parents}}", "{}", texts, "    x\n  y\n  z\n    x\n  y\n");
    check("  {{<inline}}{{$b}}\n{{#x}}\nx\n{{/x}}\n{{/b}}{{/inline}}\n", "{}", texts,
          "  (\n    \n  )\n");
    check("{{<list}}{{$b}}\n\tone\n  two\n{{/b}}{{/list}}", "{}", texts, "\tone\n  two\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_as_text),
        cmocka_unit_test(decimal_point_is_a_point),
        cmocka_unit_test(falsey_and_truthy),
        cmocka_unit_test(names),
        cmocka_unit_test(delimiters),
        cmocka_unit_test(plain_and_html),
        cmocka_unit_test(strict_wants_partials),
        cmocka_unit_test(no_loader_and_no_data),
        cmocka_unit_test(standalone_lines),
        cmocka_unit_test(partials_indent),
        cmocka_unit_test(inheritance),
        cmocka_unit_test(inheritance_and_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
