#include "engine/engine.h"

#include <inttypes.h>

void options_preset(const struct engine *engine, int variant, int64_t values[OPTIONS_MAX])
{
    const struct engine_def *def = engine->def;
    insist(def->noptions <= OPTIONS_MAX);
    for (int i = 0; i < def->noptions; i++) {
        values[i] = def->options[i].preset;
        const struct option_preset *p = def->options[i].by_variant;
        for (; p && p->variant >= 0; p++)
            if (p->variant == variant)
                values[i] = p->preset;
    }
}

static void explain(const struct option *o, struct arena *arena, const char **why)
{
    struct buf text = BUF(1000);
    buf_printf(&text, "%s=", o->name);
    if (!o->choices)
        buf_printf(&text, "N, from %" PRId64 " to %" PRId64, o->low, o->high);
    for (int i = 0; o->choices && o->choices[i]; i++)
        buf_printf(&text, "%s%s", i ? "|" : "", o->choices[i]);
    *why = arena_slice(arena, buf_all(&text));
    buf_free(&text);
}

static bool set_value(const struct option *o, struct slice v, int64_t *value)
{
    long long n;
    if (!o->choices) {
        if (!slice_to_int(v, &n) || n < o->low || n > o->high)
            return false;
        *value = n;
        return true;
    }
    for (int i = 0; o->choices[i]; i++) {
        if (slice_is(v, o->choices[i])) {
            *value = i;
            return true;
        }
    }
    return false;
}

bool options_set(const struct engine *engine, int64_t values[OPTIONS_MAX], struct slice pair,
                 struct arena *arena, const char **why)
{
    const struct engine_def *def = engine->def;
    struct slice v = pair, k = slice_trim(slice_cut(&v, '='));
    v = slice_trim(v);
    for (int i = 0; i < def->noptions; i++) {
        if (!slice_is(k, def->options[i].name))
            continue;
        if (v.p && set_value(&def->options[i], v, &values[i]))
            return true;
        explain(&def->options[i], arena, why);
        return false;
    }
    struct buf names = BUF(2000);
    for (int i = 0; i < def->noptions; i++)
        buf_printf(&names, "%s%s", i ? " " : "", def->options[i].name);
    *why = arena_slice(arena, buf_all(&names));
    buf_free(&names);
    return false;
}

void options_print(const struct engine *engine, const int64_t *values, struct buf *out)
{
    const struct engine_def *def = engine->def;
    for (int i = 0; i < def->noptions; i++) {
        const struct option *o = &def->options[i];
        if (i)
            buf_char(out, ' ');
        buf_str(out, o->name);
        buf_char(out, '=');
        if (o->choices)
            buf_str(out, o->choices[values[i]]);
        else
            buf_printf(out, "%" PRId64, values[i]);
    }
}

int engine_variant(const struct engine *engine, struct slice name)
{
    for (int i = 0; engine->def->variants[i]; i++)
        if (slice_is(name, engine->def->variants[i]))
            return i;
    return -1;
}
