#include "archive/search.h"
#include "report/render.h"
#include "turn/office.h"

/* Invariant: an entry is indexed once. told_upto moves in the transaction that adds the words. */

enum { PAGE_BYTES = 64 << 20 }; /* a page of entries is far smaller */

static const char *const languages[] = {"en", "fr"};

int search_line(struct sitting *s, const char *lang, json_t *thing, struct buf *out,
                struct fault *fault)
{
    struct words *words;
    const char *code = json_string_value(json_object_get(thing, "code"));
    if (words_get(s->house->shelf, lang, s->game.engine, &words, fault) != 0)
        return -1;
    if (!code || !words_has(words, code)) /* damaged: it cannot be found */
        return 0;
    json_t *seated = json_pack("{s:o,s:O}", "players", told_players(s), "thing", thing);
    render_orders(s->engine, lang, seated);
    json_decref(seated);
    if (render_line(words, code, thing, out, fault) != 0)
        return -1;
    /* What somebody said stands behind the words for it, line by line. */
    const json_t *talk = json_object_get(thing, "talk");
    for (size_t i = 0; i < json_array_size(talk); i++) {
        const char *line = json_string_value(json_array_get(talk, i));
        buf_printf(out, " %s", line ? line : "");
    }
    return 0;
}

/* The words of an entry as somebody reads them who has no seat: names in place of "you". */
static int add_entry(const struct told *t, const struct entry *e, struct buf *text,
                     struct fault *fault)
{
    int r = 0;
    buf_clear(text);
    for (size_t i = 0; i < sizeof languages / sizeof languages[0] && r == 0; i++) {
        if (!words_language(t->s->house->shelf, slice_of(languages[i])))
            continue;
        json_t *thing = told_json(t, e);
        if (thing) {
            r = search_line(t->s, languages[i], thing, text, fault);
            buf_char(text, '\n');
        }
        json_decref(thing);
    }
    return r == 0 && text->n ? store_told_add(t->s->house->store, e, buf_text(text), fault) : r;
}

int search_index(struct sitting *s, struct fault *fault)
{
    struct store *store = s->house->store;
    struct told t = told_reader(s, 0);
    struct buf text = BUF(64 << 10);
    struct arena arena = ARENA(PAGE_BYTES);
    struct journal_page page = {.to = INT64_MAX};
    int n = 0, r = store_told_upto(store, s->game.id, &page.number, fault);
    if (r != 0 || page.number == s->game.journal)
        return r;
    office_wait(s->house); /* the words are ours now */
    do {
        struct entry *v;
        arena_reset(&arena);
        r = store_journal_page(store, s->game.id, &page, &arena, &v, &n, fault);
        for (int i = 0; i < n && r == 0; i++)
            r = add_entry(&t, &v[i], &text, fault);
    } while (r == 0 && n > 0);
    if (r == 0)
        r = store_told_set_upto(store, s->game.id, page.number, fault);
    arena_free(&arena);
    buf_free(&text);
    return r;
}

int search_find(struct sitting *s, const struct search *what, json_t **found, struct fault *fault)
{
    int reader = what->reader, max = what->max;
    struct slice words = what->words;
    struct told t = told_reader(s, reader);
    struct report_facts counts = t.facts;
    struct entry *v;
    json_t *list = json_array(), *text = json_stringn(words.p ? words.p : "", words.n);
    int n;
    sight eye = reader == SIGHT_MODERATOR ? SIGHT_ALL : SIGHT_SEAT(reader);
    int64_t sat = reader > 0 ? s->seats[reader - 1].sat_turn : 0;
    if (what->host)
        counts.seat = SIGHT_MODERATOR;
    *found = NULL;
    if (store_told_find(s->house->store, s->game.id, words, eye, t.all, sat, max + 1, s->arena, &v, &n,
                        fault) != 0) {
        json_decref(list);
        json_decref(text);
        return -1;
    }
    for (int i = 0; i < n && i < max; i++) {
        json_t *thing = told_sees(&t, &v[i]) ? told_json(&t, &v[i]) : NULL;
        if (!thing)
            continue;
        report_put_turn(&counts, thing, v[i].turn, v[i].shown);
        json_array_append_new(list, thing);
    }
    *found = json_pack("{s:o,s:o}", "words", text ? text : json_string(""), "found", list);
    if (n > max)
        report_put(*found, "more", json_true());
    return 0;
}
