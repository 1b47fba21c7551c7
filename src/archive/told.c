#include "archive/told.h"

struct told told_reader(struct sitting *s, int reader)
{
    return (struct told){.s = s,
                         .facts = sitting_facts(s, reader),
                         .all = reader == SIGHT_MODERATOR || s->game.status == GAME_FINISHED};
}

bool told_sees(const struct told *t, const struct entry *e)
{
    return t->all || (e->sight & SIGHT_SEAT(t->facts.seat));
}

static json_t *event_json(const struct told *t, const struct entry *e, json_t *body)
{
    char code[128];
    (void)t, (void)e;
    snprintf(code, sizeof code, "event.%s", json_string_value(json_object_get(body, "code")));
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

/* The first entry that is shown when at most TOLD_EVENTS events are. */
static int first_shown(const struct told *t, const struct entry *v, int n)
{
    int left = TOLD_EVENTS, i = n;
    for (; i > 0 && left > 0; i--)
        left -= is_news(&v[i - 1]) && told_sees(t, &v[i - 1]);
    return i;
}

int told_history(struct sitting *s, int reader, int64_t from, int64_t to, json_t **history,
                 struct fault *fault)
{
    struct told t = told_reader(s, reader);
    struct entry *v;
    json_t *turns = json_array(), *events = NULL;
    int64_t last = -1, earlier = -1;
    int n;
    *history = NULL;
    if (store_journal(s->house->store, s->game.id, from, to, s->arena, &v, &n, fault) != 0) {
        json_decref(turns);
        return -1;
    }
    int first = first_shown(&t, v, n);
    for (int i = 0; i < n; i++) {
        if (!is_news(&v[i]) || !told_sees(&t, &v[i]))
            continue;
        if (i < first) {
            earlier = v[i].turn;
            continue;
        }
        if (!events || v[i].turn != last) {
            events = json_array();
            last = v[i].turn;
            json_array_append_new(turns, json_pack("{s:I,s:o}", "turn", (json_int_t)last, "events", events));
        }
        json_array_append_new(events, told_json(&t, &v[i]));
    }
    *history = json_pack("{s:I,s:I,s:o}", "from", (json_int_t)from, "to", (json_int_t)to, "turns", turns);
    if (earlier >= 0)
        report_put(*history, "earlier", json_pack("{s:I}", "turn", (json_int_t)earlier));
    return 0;
}
