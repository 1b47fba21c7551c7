/* Texts that are no templates, and renderings that go too far. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mustache/mustache.h"

#include <stdio.h>
#include <stdlib.h>

static struct mustache *compiled(const char *name, const char *text)
{
    struct mustache_error error;
    struct mustache *template = mustache_compile(name, slice_of(text), &error);
    if (!template)
        fail_msg("%s:%d:%d: %s", error.name, error.line, error.column, error.text);
    return template;
}

static void what_is_no_template(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *message;
    } cases[] = {
        {"{{#seats}}", 1, 1, "section 'seats' is not closed"},
        {"a\nb {{^x}}\n{{#y}}{{/y}}", 2, 3, "inverted section 'x' is not closed"},
        {"{{#a}}{{#b}}{{/a}}{{/b}}", 1, 13, "'/a' where 'b' must be closed first"},
        {"{{#a}}\n  {{/b}}", 2, 3, "'/b' where 'a' must be closed first"},
        {"{{<p}}{{$q}}{{/q}}", 1, 1, "parent 'p' is not closed"},
        {"{{<p}}{{$q}}{{/p}}", 1, 13, "'/p' where 'q' must be closed first"},
        {"{{$q}}", 1, 1, "block 'q' is not closed"},
        {"{{<*p}}{{/p}}", 1, 8, "'/p' where 'p' must be closed first"},
        {"{{<p}}{{/*p}}", 1, 7, "'/*p' where 'p' must be closed first"},
        {"\n\nx{{/a}}", 3, 2, "'/a' closes nothing"},
        {"ab {{x", 1, 4, "the tag is not closed"},
        {"ab {{", 1, 4, "the tag is not closed"},
        {"{{x}", 1, 1, "the tag is not closed"},
        {"éé{{{x}}", 1, 3, "the tag is not closed"},
        {"{{! no end", 1, 1, "the tag is not closed"},
        {"{{=<% %>}}", 1, 1, "the tag is not closed"},
        {"{{==}}", 1, 1, "a set delimiter tag needs two words between its equals signs"},
        {"{{= =}}", 1, 1, "a set delimiter tag needs two words between its equals signs"},
        {"{{=<%=}}", 1, 1, "a set delimiter tag needs two words between its equals signs"},
        {"{{=a b c=}}", 1, 1, "a set delimiter tag needs two words between its equals signs"},
        {"{{=[ ]=}}\n[#x]{{/x}}", 2, 1, "section 'x' is not closed"},
        {"{{}}", 1, 1, "the tag has no name"},
        {"{{# }}", 1, 1, "the tag has no name"},
        {"{{>*}}", 1, 1, "the tag has no name"},
        {"{{{}}}", 1, 1, "the tag has no name"},
        {"{{if x}}", 1, 1, "white space in the name 'if x'"},
        {"{{a..b}}", 1, 1, "the name 'a..b' has an empty part"},
        {"{{#.a}}{{/.a}}", 1, 1, "the name '.a' has an empty part"},
        {"{{>*a.}}", 1, 1, "the name 'a.' has an empty part"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct mustache_error error;
        struct mustache *template =
            mustache_compile("report.html", slice_of(cases[i].text), &error);
        if (template)
            fail_msg("compiled: %s", cases[i].text);
        assert_string_equal(error.text, cases[i].message);
        assert_string_equal(error.name, "report.html");
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
    }
}

static void long_names_are_cut_in_messages(void **state)
{
    (void)state;
    struct buf text = BUF(2000), name = BUF(1000);
    for (int i = 0; i < 500; i++)
        buf_str(&name, "n");
    buf_str(&text, "{{/x");
    for (int i = 0; i < 127; i++)
        buf_str(&text, "é");
    buf_str(&text, "}}");
    struct mustache_error error;
    assert_null(mustache_compile(buf_text(&name), buf_all(&text), &error));
    assert_int_equal(strlen(error.name), sizeof(error.name) - 1);
    /* One byte of x, 29 whole characters of two: no half one. */
    assert_int_equal(strlen(error.text), strlen("'/x' closes nothing") + 58);
    buf_clear(&text);
    buf_printf(&text, "{{%256d}}", 7); /* blanks do not count */
    struct mustache *template = mustache_compile("blanks", buf_all(&text), &error);
    assert_non_null(template);
    mustache_free(&template);
    buf_clear(&text);
    buf_printf(&text, "{{%0256d}}", 7);
    assert_null(mustache_compile("digits", buf_all(&text), &error));
    buf_free(&text);
    buf_free(&name);
}

static void nested_tags_have_a_limit(void **state)
{
    (void)state;
    for (int depth = MUSTACHE_NESTED_MAX; depth <= MUSTACHE_NESTED_MAX + 1; depth++) {
        struct buf text = BUF(10000), out = BUF(100);
        struct mustache_error error;
        for (int i = 0; i < depth; i++)
            buf_str(&text, "{{#a}}");
        buf_str(&text, "x");
        for (int i = 0; i < depth; i++)
            buf_str(&text, "{{/a}}");
        struct mustache *template = mustache_compile("deep", buf_all(&text), &error);
        if (depth > MUSTACHE_NESTED_MAX) {
            assert_null(template);
            assert_string_equal(error.text, "tags are nested more than 100 deep");
            assert_int_equal(error.column, 601);
        } else {
            assert_non_null(template);
            json_t *data = json_pack("{s:{}}", "a");
            assert_int_equal(mustache_render(template, data, NULL, &out, &error), 0);
            assert_string_equal(buf_text(&out), "x");
            json_decref(data);
        }
        mustache_free(&template);
        buf_free(&text);
        buf_free(&out);
    }
}

static void templates_have_a_size(void **state)
{
    (void)state;
    char *text = malloc(MUSTACHE_TEXT_MAX + 1);
    assert_non_null(text);
    memset(text, 'x', MUSTACHE_TEXT_MAX + 1);
    struct mustache_error error;
    assert_null(mustache_compile("big", (struct slice){text, MUSTACHE_TEXT_MAX + 1}, &error));
    assert_string_equal(error.name, "big");
    assert_string_equal(error.text, "the template has 1048577 bytes, more than 1048576");
    struct mustache *template =
        mustache_compile("big", (struct slice){text, MUSTACHE_TEXT_MAX}, &error);
    assert_non_null(template);
    mustache_free(&template);
    free(text);
}

static void output_has_a_cap(void **state)
{
    (void)state;
    struct mustache_error error;
    struct mustache *template = compiled("list", "{{#.}}\n0123456{{.}}\n{{/.}}\n");
    json_t *data = json_pack("[i,i,i]", 1, 2, 3);
    struct buf enough = BUF(27), short_by_one = BUF(26);
    assert_int_equal(mustache_render(template, data, NULL, &enough, &error), 0);
    assert_string_equal(buf_text(&enough), "01234561\n01234562\n01234563\n");
    assert_int_equal(mustache_render(template, data, NULL, &short_by_one, &error), -1);
    assert_string_equal(error.text, "the output is larger than 26 bytes");
    assert_string_equal(error.name, "list");
    assert_int_equal(error.line, 2);
    buf_free(&enough);
    buf_free(&short_by_one);
    json_decref(data);
    mustache_free(&template);
}

/* Finds the template of the number that is its name, or the only one. */
struct shelf {
    struct mustache *templates[64];
    int n;
};

static const struct mustache *find(void *ctx, struct slice name)
{
    const struct shelf *shelf = ctx;
    long long i = 0;
    if (slice_to_int(name, &i) && i >= shelf->n)
        return NULL;
    return shelf->templates[i];
}

static int render_first(struct shelf *shelf, json_t *data, struct buf *out,
                        struct mustache_error *error)
{
    struct mustache_loader loader = {.find = find, .ctx = shelf};
    int result = mustache_render(shelf->templates[0], data, &loader, out, error);
    for (int i = 0; i < shelf->n; i++)
        mustache_free(&shelf->templates[i]);
    json_decref(data);
    return result;
}

static void endless_partials_end(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "x\n {{>self}}",
        "x {{>self}}",
        "{{<self}}{{$a}}{{>self}}{{/a}}{{/self}}",
        "{{>*self}}",
        "{{$a}}{{<self}}{{$a}}{{>self}}{{/a}}{{/self}}{{/a}}",
        "{{#self}}{{#self}}{{>self}}{{/self}}{{/self}}",
        "{{<self}}{{$a}}{{<self}}{{$a}}{{$b}}{{>self}}{{/b}}{{/a}}{{/self}}{{/a}}{{/self}}",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct shelf shelf = {.templates = {compiled("self", texts[i])}, .n = 1};
        struct buf out = BUF(1 << 16);
        struct mustache_error error;
        assert_int_equal(render_first(&shelf, json_pack("{s:s}", "self", "self"), &out, &error),
                         -1);
        assert_string_equal(error.text, "partials are nested more than 50 deep");
        assert_string_equal(error.name, "self");
        buf_free(&out);
    }
}

static void fifty_partials_are_fine(void **state)
{
    (void)state;
    for (int partials = MUSTACHE_PARTIALS_MAX; partials <= MUSTACHE_PARTIALS_MAX + 1; partials++) {
        struct shelf shelf = {.n = partials + 1};
        for (int i = 0; i <= partials; i++) {
            char text[300];
            snprintf(text, sizeof(text), "{{#a}}{{#b}}\n%d\n {{>%d}}{{/b}}{{/a}}", i, i + 1);
            shelf.templates[i] = compiled("chain", text);
        }
        struct buf out = BUF(1 << 16);
        struct mustache_error error;
        int result = render_first(&shelf, json_pack("{s:[{}], s:{}}", "a", "b"), &out, &error);
        assert_int_equal(result, partials > MUSTACHE_PARTIALS_MAX ? -1 : 0);
        assert_non_null(strstr(buf_text(&out), "\n50\n"));
        buf_free(&out);
    }
}

static void work_without_output_ends(void **state)
{
    (void)state;
    struct shelf shelf = {.n = 40};
    for (int i = 0; i < 40; i++) {
        char text[100];
        snprintf(text, sizeof(text), "{{>%d}}\n{{>%d}}", i + 1, i + 1);
        shelf.templates[i] = compiled("twice", text);
    }
    struct buf out = BUF(1 << 20);
    struct mustache_error error;
    assert_int_equal(render_first(&shelf, json_object(), &out, &error), -1);
    assert_string_equal(error.text, "the rendering takes more than 10000000 steps");
    buf_free(&out);
}

static void contexts_are_work(void **state)
{
    (void)state;
    struct buf text = BUF(10000), out = BUF(100);
    for (int i = 0; i < 98; i++)
        buf_str(&text, "{{#a}}");
    buf_str(&text, "{{#list}}{{missing}}{{/list}}");
    for (int i = 0; i < 98; i++)
        buf_str(&text, "{{/a}}");
    json_t *list = json_array();
    for (int i = 0; i < 110000; i++)
        json_array_append_new(list, json_null());
    struct shelf shelf = {.templates = {compiled("contexts", buf_text(&text))}, .n = 1};
    struct mustache_error error;
    json_t *data = json_pack("{s:{}, s:o}", "a", "list", list);
    assert_int_equal(render_first(&shelf, data, &out, &error), -1);
    assert_string_equal(error.text, "the rendering takes more than 10000000 steps");
    buf_free(&text);
    buf_free(&out);
}

/* Many partials one after the other need no more than one. */
static void indentation_is_given_back(void **state)
{
    (void)state;
    struct shelf shelf = {.templates = {compiled("list", "{{#.}}\n        {{>1}}\n{{/.}}\n"),
                                        compiled("item", "x\n")},
                          .n = 2};
    json_t *list = json_array();
    for (int i = 0; i < 10000; i++)
        json_array_append_new(list, json_null());
    struct buf out = BUF(1 << 20);
    struct mustache_error error;
    assert_int_equal(render_first(&shelf, list, &out, &error), 0);
    assert_int_equal(out.n, 10000 * strlen("        x\n"));
    buf_free(&out);
}

static void indentation_has_a_limit(void **state)
{
    (void)state;
    struct buf text = BUF(40000), out = BUF(1 << 20);
    buf_printf(&text, "x\n%20000s{{>self}}", "");
    struct shelf shelf = {.templates = {compiled("wide", buf_text(&text))}, .n = 1};
    struct mustache_error error;
    assert_int_equal(render_first(&shelf, json_object(), &out, &error), -1);
    assert_string_equal(error.text, "the rendering is nested too deep");
    assert_int_equal(error.line, 2);
    buf_free(&text);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_template),
        cmocka_unit_test(long_names_are_cut_in_messages),
        cmocka_unit_test(nested_tags_have_a_limit),
        cmocka_unit_test(templates_have_a_size),
        cmocka_unit_test(output_has_a_cap),
        cmocka_unit_test(endless_partials_end),
        cmocka_unit_test(fifty_partials_are_fine),
        cmocka_unit_test(work_without_output_ends),
        cmocka_unit_test(contexts_are_work),
        cmocka_unit_test(indentation_is_given_back),
        cmocka_unit_test(indentation_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
