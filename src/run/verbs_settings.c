#include "base/utf8.h"
#include "run/verbs.h"

int verb_lang(struct verb_call *c, struct fault *fault)
{
    struct sitting *s = c->s;
    const struct order *o = c->order;
    struct mistake *m = c->mistake;
    struct buf word = BUF(200);
    struct player p;
    utf8_fold(slice_of(o->terms[0].text), &word);
    const char *lang = slice_is(buf_all(&word), "FR") || slice_is(buf_all(&word), "FRENCH") ||
                               slice_is(buf_all(&word), "FRANCAIS")
                           ? "fr"
                       : slice_is(buf_all(&word), "EN") || slice_is(buf_all(&word), "ENGLISH") ||
                               slice_is(buf_all(&word), "ANGLAIS")
                           ? "en"
                           : NULL;
    buf_free(&word);
    if (!lang) {
        MISTAKE(m, 0, "unknown-language", TEXT("word", o->terms[0].text));
        snprintf(m->try, sizeof m->try, "LANG fr");
        return 0;
    }
    if (store_player_find(s->house->store, c->seat->address, s->arena, &p, fault) != 0)
        return -1;
    p.lang = c->seat->lang = lang;
    json_array_append_new(c->set, json_pack("{s:s}", "code", strcmp(lang, "fr") == 0 ? "set.lang-fr" : "set.lang-en"));
    return store_player_set(s->house->store, &p, fault);
}

int verb_format(struct verb_call *c, struct fault *fault)
{
    struct sitting *s = c->s;
    const struct order *o = c->order;
    struct mistake *m = c->mistake;
    static const char *const known[] = {"TEXT", "HTML", "BOTH", "JSON"};
    static const char *const stored[] = {"text", "html", "both", "json"};
    struct buf format = BUF(200), word = BUF(200);
    struct player p;
    for (int i = 0; i < o->nterms && !m->code; i++) {
        int found = -1;
        buf_clear(&word);
        utf8_fold(slice_of(o->terms[i].text), &word);
        for (int k = 0; k < 4; k++)
            if (slice_is(buf_all(&word), known[k]))
                found = k;
        if (found < 0) {
            MISTAKE(m, i, "unknown-format", TEXT("word", o->terms[i].text));
            snprintf(m->try, sizeof m->try, "FORMAT both");
        } else {
            buf_printf(&format, "%s%s", i ? " " : "", stored[found]);
        }
    }
    int r = 0;
    if (!m->code) {
        r = store_player_find(s->house->store, c->seat->address, s->arena, &p, fault);
        p.format = c->seat->format = arena_slice(s->arena, buf_all(&format));
        json_array_append_new(c->set, json_pack("{s:s,s:s}", "code", "set.format", "format", p.format));
        if (r == 0)
            r = store_player_set(s->house->store, &p, fault);
    }
    buf_free(&format);
    buf_free(&word);
    return r;
}
