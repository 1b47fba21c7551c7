/* The cases of the mustache specification, from tests/mustache/<module>.json: each is one test. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mustache/mustache.h"

#include <stdio.h>
#include <stdlib.h>

/* How many cases a module has is part of the test: none gets lost. */
static const struct module {
    const char *name;
    size_t cases;
} modules[] = {
    {"comments", 12}, {"delimiters", 14}, {"interpolation", 42}, {"inverted", 22},
    {"partials", 12}, {"sections", 34},   {"inheritance", 27},   {"dynamic-names", 21},
};

enum { MODULES = sizeof(modules) / sizeof(modules[0]), CASES_MAX = 256, PARTIALS = 8 };

struct partials {
    const char *names[PARTIALS];
    struct mustache *templates[PARTIALS];
    int n;
};

static const struct mustache *find(void *ctx, struct slice name)
{
    const struct partials *partials = ctx;
    for (int i = 0; i < partials->n; i++) {
        if (slice_is(name, partials->names[i]))
            return partials->templates[i];
    }
    return NULL;
}

static struct slice text_of(const json_t *value)
{
    assert_true(json_is_string(value));
    return (struct slice){json_string_value(value), json_string_length(value)};
}

static struct mustache *compile(const char *name, const json_t *text)
{
    struct mustache_error error;
    struct mustache *template = mustache_compile(name, text_of(text), &error);
    if (!template)
        fail_msg("%s:%d:%d: %s", error.name, error.line, error.column, error.text);
    return template;
}

static void run_case(void **state)
{
    json_t *test = *state;
    struct partials partials = {.n = 0};
    const char *name;
    json_t *text;
    json_object_foreach(json_object_get(test, "partials"), name, text)
    {
        assert_true(partials.n < PARTIALS);
        partials.names[partials.n] = name;
        partials.templates[partials.n++] = compile(name, text);
    }
    struct mustache *template = compile("template", json_object_get(test, "template"));
    struct mustache_loader loader = {.find = find, .ctx = &partials};
    struct buf out = BUF(1 << 16);
    struct mustache_error error;
    int rendered = mustache_render(template, json_object_get(test, "data"), &loader, &out, &error);
    if (rendered < 0)
        fail_msg("%s:%d:%d: %s", error.name, error.line, error.column, error.text);
    assert_string_equal(buf_text(&out), text_of(json_object_get(test, "expected")).p);
    assert_int_equal(out.n, text_of(json_object_get(test, "expected")).n);
    buf_free(&out);
    mustache_free(&template);
    for (int i = 0; i < partials.n; i++)
        mustache_free(&partials.templates[i]);
}

static void die_of(const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    exit(1);
}

static json_t *load(const struct module *module)
{
    const char *top = getenv("TOP_SRCDIR");
    char path[4096];
    snprintf(path, sizeof(path), "%s/tests/mustache/%s.json", top ? top : ".", module->name);
    json_error_t error;
    json_t *cases = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!cases)
        die_of(path, error.text);
    if (json_array_size(cases) != module->cases)
        die_of(path, "not the number of cases the module has");
    return cases;
}

int main(void)
{
    /* cmocka passes over entries without a name. */
    static struct CMUnitTest tests[CASES_MAX];
    static char names[CASES_MAX][128];
    json_t *loaded[MODULES];
    size_t n = 0;
    for (size_t m = 0; m < MODULES; m++) {
        loaded[m] = load(&modules[m]);
        size_t i;
        json_t *test;
        json_array_foreach(loaded[m], i, test)
        {
            snprintf(names[n], sizeof(names[n]), "%s: %s", modules[m].name,
                     json_string_value(json_object_get(test, "name")));
            tests[n] =
                (struct CMUnitTest){.name = names[n], .test_func = run_case, .initial_state = test};
            n++;
        }
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (size_t m = 0; m < MODULES; m++)
        json_decref(loaded[m]);
    return failed;
}
