#include "base/utf8.h"
#include "base/zone.h"
#include "run/verbs.h"

static bool read_lang(const struct order *o, const char **lang, struct mistake *m)
{
    static const char *const known[][2] = {{"FR", "fr"},     {"FRENCH", "fr"},  {"FRANCAIS", "fr"},
                                           {"EN", "en"},     {"ENGLISH", "en"}, {"ANGLAIS", "en"}};
    struct buf word = BUF(200);
    *lang = NULL;
    utf8_fold(slice_of(o->terms[0].text), &word);
    for (int i = 0; i < 6; i++)
        if (slice_is(buf_all(&word), known[i][0]))
            *lang = known[i][1];
    buf_free(&word);
    if (*lang)
        return true;
    MISTAKE(m, 0, "unknown-language", TEXT("word", o->terms[0].text));
    snprintf(m->try, sizeof m->try, "LANG fr");
    return false;
}

static bool read_format(const struct order *o, struct arena *arena, const char **format,
                      struct mistake *m)
{
    static const char *const known[] = {"TEXT", "HTML", "BOTH", "JSON", "TEXTE", "PLAIN"};
    static const char *const stored[] = {"text", "html", "both", "json", "text", "text"};
    enum { KNOWN = sizeof known / sizeof known[0] };
    struct buf list = BUF(200), word = BUF(200);
    for (int i = 0; i < o->nterms && !m->code; i++) {
        int found = -1;
        buf_clear(&word);
        utf8_fold(slice_of(o->terms[i].text), &word);
        for (int k = 0; k < KNOWN; k++)
            if (slice_is(buf_all(&word), known[k]))
                found = k;
        if (found < 0) {
            MISTAKE(m, i, "unknown-format", TEXT("word", o->terms[i].text));
            snprintf(m->try, sizeof m->try, "FORMAT both");
        } else {
            buf_printf(&list, "%s%s", i ? " " : "", stored[found]);
        }
    }
    *format = arena_slice(arena, buf_all(&list));
    buf_free(&list);
    buf_free(&word);
    return m->code == NULL;
}

static bool read_zone(const struct order *o, struct arena *arena, const char **zone, struct mistake *m)
{
    char name[ZONE_NAME];
    if (zone_find(slice_of(o->terms[0].text), name)) {
        *zone = arena_strdup(arena, name);
        return true;
    }
    MISTAKE(m, 0, "unknown-zone", TEXT("word", o->terms[0].text));
    snprintf(m->try, sizeof m->try, "TZ Europe/Paris");
    return false;
}

json_t *verb_set(struct player *p, const struct order *o, struct arena *arena, struct mistake *m)
{
    if (o->verb == GENERAL_LANG && read_lang(o, &p->lang, m))
        return json_pack("{s:s+}", "code", "set.lang-", p->lang);
    if (o->verb == GENERAL_FORMAT && read_format(o, arena, &p->format, m))
        return json_pack("{s:s,s:s}", "code", "set.format", "format", p->format);
    if (o->verb == GENERAL_TZ && read_zone(o, arena, &p->tz, m))
        return json_pack("{s:s,s:s}", "code", "set.tz", "zone", p->tz);
    return NULL;
}

int verb_setting(struct verb_call *c, struct fault *fault)
{
    struct player p;
    if (store_player_find(c->s->house->store, c->seat->address, c->s->arena, &p, fault) != 0)
        return -1;
    json_t *done = verb_set(&p, c->order, c->s->arena, c->mistake);
    if (!done)
        return 0;
    json_array_append_new(c->set, done);
    c->seat->lang = p.lang;
    c->seat->format = p.format;
    c->seat->tz = p.tz;
    return store_player_set(c->s->house->store, &p, fault);
}
