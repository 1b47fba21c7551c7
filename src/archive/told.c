#include "archive/told.h"
#include "turn/talk.h"

enum { PAGE_BYTES = 64 << 20 }; /* a page of entries is far smaller */

struct told told_reader(struct sitting *s, int reader)
{
    return (struct told){.s = s,
                         .facts = sitting_facts(s, reader),
                         .all = reader == SIGHT_MODERATOR || s->game.status == GAME_FINISHED};
}

bool told_sees(const struct told *t, const struct entry *e)
{
    /* A whisper stays between two, also when all hands are open. */
    int seat = t->facts.seat > 0 ? t->facts.seat : 0;
    bool talk = strcmp(e->kind, "talk") == 0;
    if (seat && !talk_meant(&t->s->seats[seat - 1], e))
        return false;
    return (t->all && !talk) || (e->sight & SIGHT_SEAT(seat));
}

static json_t *event_json(const struct told *t, const struct entry *e, json_t *body)
{
    char code[128];
    (void)t, (void)e;
    const char *own = json_string_value(json_object_get(body, "code"));
    snprintf(code, sizeof code, "event.%s", own ? own : "unreadable"); /* damaged */
    report_put(body, "code", json_string(code));
    return json_incref(body);
}

static json_t *order_json(const struct told *t, const struct entry *e, json_t *body)
{
    (void)t;
    return json_pack("{s:s,s:{s:i},s:O}", "code", "told.order", "who", "seat", e->seat, "order",
                     json_object_get(body, "order"));
}

static json_t *silence_json(const struct told *t, const struct entry *e, json_t *body)
{
    (void)t, (void)body;
    return json_pack("{s:s,s:{s:i}}", "code", "told.silence", "who", "seat", e->seat);
}

/* Kinds of entries that have words; news are what reports tell as such. */
static const struct {
    const char *kind;
    bool news;
    json_t *(*json)(const struct told *t, const struct entry *e, json_t *body);
} kinds[] = {
    {"event", true, event_json}, {"talk", true, event_json},     {"notice", true, event_json},
    {"order", false, order_json}, {"silence", false, silence_json},
};

static bool is_news(const struct entry *e)
{
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (strcmp(kinds[k].kind, e->kind) == 0)
            return kinds[k].news;
    return false;
}

json_t *told_json(const struct told *t, const struct entry *e)
{
    json_t *told = NULL, *body = json_loads(e->body, 0, NULL);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] && json_is_object(body); k++)
        if (strcmp(kinds[k].kind, e->kind) == 0)
            told = kinds[k].json(t, e, body);
    json_decref(body);
    if (told)
        report_for_reader(&t->facts, told);
    return told;
}

json_t *told_players(const struct sitting *s)
{
    json_t *list = json_array();
    for (int i = 0; i < s->game.seats; i++)
        json_array_append_new(list, json_pack("{s:s}", "name", s->seats[i].name));
    return list;
}

/* Before those that are there already: a history is read from its end. */
static void put_first(json_t *turns, const struct told *t, const struct entry *e)
{
    json_t *first = json_array_get(turns, 0), *thing = told_json(t, e);
    if (!thing)
        return;
    if (!first || json_integer_value(json_object_get(first, "turn")) != e->shown) {
        first = json_pack("{s:I,s:[]}", "turn", (json_int_t)e->shown, "events");
        json_array_insert_new(turns, 0, first);
    }
    json_array_insert_new(json_object_get(first, "events"), 0, thing);
}

int told_history(struct sitting *s, int reader, int64_t from, int64_t to, json_t **history,
                 struct fault *fault)
{
    struct told t = told_reader(s, reader);
    struct arena arena = ARENA(PAGE_BYTES);
    struct journal_page page = {.back = true};
    json_t *turns = json_array();
    int64_t earlier = -1, other;
    int n = 0, r, left = TOLD_EVENTS;
    *history = NULL;
    if (store_turn_of_shown(s->house->store, s->game.id, from, &page.from, &other, fault) != 0 ||
        store_turn_of_shown(s->house->store, s->game.id, to, &other, &page.to, fault) != 0) {
        json_decref(turns);
        return -1;
    }
    do {
        struct entry *v;
        arena_reset(&arena);
        r = store_journal_page(s->house->store, s->game.id, &page, &arena, &v, &n, fault);
        for (int i = 0; r == 0 && i < n && earlier < 0; i++) {
            if (!is_news(&v[i]) || !told_sees(&t, &v[i]))
                continue;
            if (left-- > 0)
                put_first(turns, &t, &v[i]);
            else
                earlier = v[i].shown;
        }
    } while (r == 0 && n > 0 && earlier < 0);
    arena_free(&arena);
    if (r != 0) {
        json_decref(turns);
        return -1;
    }
    *history = json_pack("{s:I,s:I,s:o}", "from", (json_int_t)from, "to", (json_int_t)to, "turns", turns);
    /* Said also when there is nothing: templates would take the report's own "earlier" for it. */
    report_put(*history, "earlier",
               earlier >= 0 ? json_pack("{s:I}", "turn", (json_int_t)earlier) : json_false());
    return 0;
}
