#include "base/utf8.h"
#include "run/verbs.h"

enum { HELP_MOST = 20 }; /* verbs explained in one letter, one HELP more or less */

void verb_explain(json_t *list, const char *family, const struct grammar *g, int verb,
                  const char *lang)
{
    struct buf usage = BUF(2000);
    char code[80];
    order_usage(g, verb, lang, &usage);
    snprintf(code, sizeof code, "%s.%s", family, g->verbs[verb].name);
    json_array_append_new(list, json_pack("{s:s,s:s}", "usage", buf_text(&usage), "code", code));
    buf_free(&usage);
}

/* What WHEN can name in this game, below WHEN itself. */
static void help_situations(json_t *list, const struct grammar *g, const char *lang)
{
    const struct verb *when = &general_grammar()->verbs[GENERAL_WHEN];
    for (int v = 0; g && v < g->nverbs; v++) {
        struct buf usage = BUF(2000);
        char code[80];
        buf_printf(&usage, "%s ", strcmp(lang, "fr") == 0 && when->fr ? when->fr : when->name);
        order_usage(g, v, lang, &usage);
        buf_str(&usage, " …");
        snprintf(code, sizeof code, "situation.%s", g->verbs[v].name);
        json_array_append_new(list, json_pack("{s:s,s:s}", "usage", buf_text(&usage), "code", code));
        buf_free(&usage);
    }
}

/* By any of its spellings, or by its beginning. */
static bool verb_is(const struct verb *v, struct slice word)
{
    struct slice also = slice_of(v->also ? v->also : "");
    if (slice_is(word, v->name) || (v->fr && slice_is(word, v->fr)))
        return true;
    while (also.p)
        if (slice_eq(slice_cut(&also, ' '), word))
            return true;
    return word.n >= 3 && strncmp(v->name, word.p, word.n) == 0;
}

/* Verbs for standing orders mean nothing where no game asks out of turn. */
static bool idle_verb(const struct engine *engine, int verb)
{
    return !engine->situations && (verb == GENERAL_WHEN || verb == GENERAL_WHENS || verb == GENERAL_FORGET);
}

void verb_help_list(const struct sitting *s, const struct order *o, const char *lang, json_t *list)
{
    if (json_array_size(list) >= HELP_MOST)
        return;
    const struct grammar *both[2] = {s->engine->grammar, general_grammar()};
    struct buf word = BUF(400);
    bool found = false;
    if (o->nterms)
        utf8_fold(slice_of(o->terms[0].text), &word);
    for (int k = 0; k < 2; k++)
        for (int v = 0; v < both[k]->nverbs; v++)
            if (o->nterms && verb_is(&both[k]->verbs[v], buf_all(&word))) {
                verb_explain(list, "help", both[k], v, lang);
                found = true;
                if (k == 1 && v == GENERAL_WHEN)
                    help_situations(list, s->engine->situations, lang);
            }
    for (int k = 0; k < 2 && !found; k++)
        for (int v = 0; v < both[k]->nverbs; v++)
            if (k == 0 || !idle_verb(s->engine, v))
                verb_explain(list, "help", both[k], v, lang);
    buf_free(&word);
}

int verb_help(struct verb_call *c, struct fault *fault)
{
    (void)fault;
    verb_help_list(c->s, c->order, c->seat->lang, c->help);
    return 0;
}

/* REPORT alone is what every answer carries; REPORT n is an old one. */
int verb_report(struct verb_call *c, struct fault *fault)
{
    const struct order *o = c->order;
    const struct game *g = &c->s->game;
    int64_t first;
    if (o->nterms == 0)
        return 0;
    if (o->terms[0].value > g->shown) {
        MISTAKE(c->mistake, 0, "no-such-turn", NUM("last", g->shown));
        return 0;
    }
    return store_turn_of_shown(c->s->house->store, g->id, o->terms[0].value, &first, &c->out->show_turn, fault);
}
