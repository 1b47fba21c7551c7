#include "report/document.h"
#include "base/utf8.h"
#include "base/zone.h"

#include <stdlib.h>

void report_put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new_nocheck(object, key, value) != 0)
        die("json: cannot set %s", key);
}

static void put_str(json_t *object, const char *key, const char *s)
{
    json_t *v = json_string(s);
    report_put(object, key, v ? v : json_string(""));
}

void report_put_turn(const struct report_facts *facts, json_t *object, int64_t turn, int64_t shown)
{
    bool rules = facts->seat == SIGHT_MODERATOR;
    report_put(object, "turn", json_integer(rules ? turn : shown));
    if (rules) /* false, not nothing: a template would take that of what is around */
        report_put(object, "for_players",
                   turn != shown ? json_pack("{s:I}", "turn", (json_int_t)shown) : json_false());
}

static void put_family(json_t *object, const char *family, const char *code)
{
    char full[128];
    snprintf(full, sizeof full, "%s.%s", family, code);
    put_str(object, "code", full);
}

/* --- events ---------------------------------------------------------------------------------- */

json_t *report_event_json(const struct engine *engine, const char *code, const struct arg *args,
                          int nargs)
{
    json_t *o = json_object();
    put_str(o, "code", code);
    for (int i = 0; i < nargs; i++) {
        const struct arg *a = &args[i];
        switch (a->type) {
        case ARG_NUMBER:
            report_put(o, a->name, json_integer(a->n));
            break;
        case ARG_SEAT:
            report_put(o, a->name, json_pack("{s:I}", "seat", (json_int_t)a->n));
            break;
        case ARG_KIND:
            put_str(o, a->name, engine->schema->kinds[a->n]);
            break;
        case ARG_WORD:
        case ARG_TEXT:
            put_str(o, a->name, a->word ? a->word : "");
            break;
        }
    }
    return o;
}

/* Before a name like this French has d’ for de. */
static bool begins_with_vowel(const char *name)
{
    struct buf fold = BUF(1024);
    utf8_fold(slice_of(name), &fold);
    bool vowel = fold.n && strchr("AEIOU", fold.p[0]);
    buf_free(&fold);
    return vowel;
}

static json_t *seat_json(const struct report_facts *facts, int seat)
{
    const char *name = seat >= 1 && seat <= table_seats(facts->table) ? facts->seats[seat].name : "";
    return json_pack("{s:i,s:s,s:b,s:b}", "number", seat, "name", name, "you", seat == facts->seat, "vowel",
                     begins_with_vowel(name));
}

/* What {"seat":2} or {"time":…} becomes for the reader; NULL when it is neither. */
static json_t *for_reader(const struct report_facts *facts, const json_t *v)
{
    if (!json_is_object(v) || json_object_size(v) != 1)
        return NULL;
    const json_t *seat = json_object_get(v, "seat"), *time = json_object_get(v, "time");
    if (json_is_integer(time)) {
        struct local_time l;
        char text[ZONE_TEXT];
        zone_local(zone_get(facts->tz), json_integer_value(time), &l);
        zone_print(&l, text);
        return json_pack("{s:s,s:s}", "at", text, "zone", l.zone);
    }
    return seat ? seat_json(facts, (int)json_integer_value(seat)) : NULL;
}

void report_for_reader(const struct report_facts *facts, json_t *value)
{
    if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            json_t *v = json_array_get(value, i), *shown = for_reader(facts, v);
            if (shown)
                json_array_set_new(value, i, shown);
            else
                report_for_reader(facts, v);
        }
    } else if (json_is_object(value)) {
        /* Replacing the value of a key that is there does not disturb the walk. */
        for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
            json_t *v = json_object_iter_value(at), *shown = for_reader(facts, v);
            if (shown)
                json_object_iter_set_new(value, at, shown);
            else
                report_for_reader(facts, v);
        }
    }
}

/* News, one object per turn its reader knows of: {"turn":12,"events":[…]}. */
static json_t *news_json(const struct report_facts *facts, const struct report_news *news, int n)
{
    json_t *turns = json_array(), *events = NULL;
    int64_t last = -1;
    for (int i = 0; i < n; i++) {
        json_t *body = json_loads(news[i].body, 0, NULL);
        if (!json_string_value(json_object_get(body, "code"))) { /* damaged: the game goes on */
            json_decref(body);
            body = json_pack("{s:s}", "code", "unreadable");
        }
        int64_t number = facts->seat == SIGHT_MODERATOR ? news[i].turn : news[i].shown;
        if (!events || number != last) {
            json_t *turn = json_object();
            report_put_turn(facts, turn, news[i].turn, news[i].shown);
            events = json_array();
            report_put(turn, "events", events);
            json_array_append_new(turns, turn);
            last = number;
        }
        report_for_reader(facts, body);
        put_family(body, "event", json_string_value(json_object_get(body, "code")));
        json_array_append_new(events, body);
    }
    return turns;
}

/* --- who is waited for ----------------------------------------------------------------------- */

static json_t *await_json(const struct report_facts *facts, const struct report_await *a)
{
    json_t *o = json_object();
    put_family(o, "await", a->what);
    report_put(o, "number", json_integer(a->number));
    report_put(o, "seat", seat_json(facts, a->seat));
    if (a->deadline) {
        char text[ZONE_TEXT], until[40];
        struct local_time l;
        zone_local(zone_get(facts->tz), a->deadline, &l);
        zone_print(&l, text);
        put_str(o, "deadline", text);
        put_str(o, "zone", l.zone);
        zone_local(zone_get("UTC"), a->deadline, &l);
        snprintf(until, sizeof until, "%04d-%02d-%02dT%02d:%02d:%02dZ", l.year, l.month,
                 l.day_of_month, l.hour, l.minute, l.second);
        put_str(o, "until", until); /* for programs */
    }
    if (a->turn)
        report_put(o, "turn_clock", json_true());
    if (a->still)
        put_str(o, "still", a->still);
    return o;
}

/* "Bob", "Bob and Chloe", "Bob, Chloe and David" */
static void add_name(json_t *who, const json_t *name)
{
    size_t n = json_array_size(who);
    json_t *last = n > 1 ? json_array_get(who, n - 1) : NULL;
    if (last) {
        report_put(last, "and", json_false());
        report_put(last, "comma", json_true());
    }
    json_array_append_new(who, json_pack("{s:O,s:b,s:b}", "name", name, "comma", 0, "and", n > 0));
}

static bool same_text(const json_t *a, const json_t *b, const char *key)
{
    const char *x = json_string_value(json_object_get(a, key)), *y = json_string_value(json_object_get(b, key));
    return strcmp(x ? x : "", y ? y : "") == 0;
}

/* Others than the reader, those with the same deadline together. */
static void add_awaited(json_t *groups, const json_t *await)
{
    json_t *group = NULL;
    for (size_t i = 0; i < json_array_size(groups) && !group; i++) {
        group = json_array_get(groups, i);
        if (!same_text(group, await, "until") || !same_text(group, await, "still"))
            group = NULL;
    }
    if (!group) {
        group = json_pack("{s:[]}", "who");
        json_array_append_new(groups, group);
        static const char *const keys[] = {"deadline", "zone", "until", "still"};
        for (int k = 0; k < 4; k++) { /* each, so that templates do not look further up */
            json_t *v = json_object_get(await, keys[k]);
            report_put(group, keys[k], v ? json_incref(v) : json_string(""));
        }
    }
    add_name(json_object_get(group, "who"), json_object_get(json_object_get(await, "seat"), "name"));
}

static void put_awaits(const struct report_facts *facts, json_t *doc)
{
    json_t *all = json_array(), *others = json_array();
    for (int i = 0; i < facts->nawaits; i++) {
        json_t *a = await_json(facts, &facts->awaits[i]);
        json_array_append_new(all, a);
        if (facts->awaits[i].seat == facts->seat && !json_object_get(doc, "your_turn"))
            json_object_set(doc, "your_turn", a);
        if (facts->awaits[i].seat != facts->seat)
            add_awaited(others, a);
    }
    report_put(doc, "awaits", all);
    report_put(doc, "also_awaited", others);
}

/* --- the end --------------------------------------------------------------------------------- */

static int by_rank(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    return x->rank != y->rank ? x->rank - y->rank : x->seat - y->seat;
}

static void put_standings(const struct report_facts *facts, json_t *doc)
{
    struct standing v[SEATS_MAX];
    json_t *list = json_array();
    int n = facts->engine->def->standings(facts->table, facts->engine, facts->options,
                                          facts->variant, v);
    int winners = 0;
    qsort(v, (size_t)n, sizeof v[0], by_rank);
    for (int i = 0; i < n; i++)
        winners += v[i].rank == 1;
    for (int i = 0; i < n; i++) {
        json_t *o = json_pack("{s:i,s:o}", "rank", v[i].rank, "seat", seat_json(facts, v[i].seat));
        bool halves = facts->engine->grammar->half_units;
        report_put(o, "score",
            halves && v[i].score % 2 ? json_real((double)v[i].score / 2)
                                     : json_integer(halves ? v[i].score / 2 : v[i].score));
        if (v[i].rank == 1)
            report_put(o, winners > 1 ? "shares_win" : "wins", json_true());
        json_array_append_new(list, o);
    }
    report_put(doc, "standings", list);
}

/* --- orders ---------------------------------------------------------------------------------- */

static void put_suggestion(const struct report_facts *facts, const struct view *view, json_t *doc)
{
    struct arena arena = ARENA(4 << 20);
    struct suggestion *s = arena_new(&arena, struct suggestion);
    struct buf line = BUF(4096), letter = BUF(64 << 10);
    const char *names[SEATS_MAX + 1] = {NULL};
    int n = table_seats(facts->table);
    for (int i = 1; i <= n; i++)
        names[i] = facts->seats[i].name;
    struct order_reader reader = {
        .game = facts->engine->grammar, .data = facts->engine->data, .seats = names, .nseats = n};
    facts->engine->def->suggest(view, facts->engine, facts->options, facts->variant, &arena, s);
    json_t *lines = json_array();
    for (int i = 0; i < s->n; i++) {
        buf_clear(&line);
        order_print(&reader, &s->orders[i], &line);
        json_array_append_new(lines, json_pack("{s:s}", "line", buf_text(&line)));
        buf_printf(&letter, "%s%s", i ? "\n" : "", buf_text(&line));
    }
    if (s->n)
        report_put(doc, "suggested", json_pack("{s:s,s:o}", "order", buf_text(&letter), "lines", lines));
    else
        json_decref(lines);
    buf_free(&line);
    buf_free(&letter);
    arena_free(&arena);
}

/* {"code":"alert.reminder","short":"short.reminder"} */
static void put_alert(const struct report_facts *facts, json_t *doc)
{
    const char *what = strchr(facts->alert, '.');
    report_put(doc, "alert", json_pack("{s:s,s:s+}", "code", facts->alert, "short", "short",
                                       what ? what : ""));
}

/* --- the document ---------------------------------------------------------------------------- */

static json_t *players_json(const struct report_facts *facts)
{
    json_t *list = json_array();
    for (int s = 1; s <= table_seats(facts->table); s++) {
        json_t *o = seat_json(facts, s);
        if (facts->seats[s].bot)
            report_put(o, "bot", json_true());
        if (facts->seats[s].away) {
            json_t *away = json_pack("{s:I}", "time", (json_int_t)facts->seats[s].away);
            report_put(o, "away", for_reader(facts, away));
            json_decref(away);
        }
        for (int i = 0; i < facts->nawaits; i++)
            if (facts->awaits[i].seat == s)
                report_put(o, "awaited", json_true());
        json_array_append_new(list, o);
    }
    return list;
}

static void put_game(const struct report_facts *facts, json_t *doc)
{
    const struct engine_def *def = facts->engine->def;
    struct buf options = BUF(4096);
    options_print(facts->engine, facts->options, &options);
    report_put(doc, "courtier", json_integer(1));
    put_str(doc, "game", facts->game);
    put_str(doc, "engine", def->name);
    put_str(doc, "variant", def->variants[facts->variant]);
    put_str(doc, "options", buf_text(&options));
    report_put_turn(facts, doc, facts->turn, facts->shown);
    if (facts->finished)
        report_put(doc, "finished", json_true());
    if (facts->cancelled)
        report_put(doc, "cancelled", json_true());
    if (!facts->previous && facts->silent_peek)
        report_put(doc, "silent_peek", json_true());
    if (!facts->previous && facts->moderator_plays)
        report_put(doc, "moderator_plays", json_true());
    put_str(doc, "commitment", facts->commitment);
    if (facts->finished && facts->secret)
        put_str(doc, "secret", facts->secret);
    if (facts->previous)
        put_str(doc, "previous", facts->previous);
    buf_free(&options);
}

json_t *report_document(const struct report_facts *facts)
{
    struct table *seen = table_new(table_schema(facts->table), table_seats(facts->table));
    struct view view = table_view(seen, facts->table, facts->seat);
    json_t *doc = json_object(), *own = json_object();
    put_game(facts, doc);
    if (facts->seat >= 1)
        report_put(doc, "you", seat_json(facts, facts->seat));
    if (facts->seat == SIGHT_MODERATOR)
        report_put(doc, "moderator", json_true());
    report_put(doc, "players", players_json(facts));
    if (facts->alert)
        put_alert(facts, doc);
    put_awaits(facts, doc);
    if (facts->answer) {
        report_for_reader(facts, facts->answer);
        json_object_set(doc, "answer", facts->answer);
    }
    if (facts->later)
        json_object_set(doc, "later", facts->later);
    if (facts->vacation) {
        report_for_reader(facts, facts->vacation);
        json_object_set(doc, "vacation", facts->vacation);
    }
    report_put(doc, "news", news_json(facts, facts->news, facts->nnews));
    if (facts->nearlier)
        report_put(doc, "earlier", json_pack("{s:o}", "turns", news_json(facts, facts->earlier, facts->nearlier)));
    if (facts->finished && !facts->cancelled)
        put_standings(facts, doc);
    facts->engine->def->describe(&view, facts->engine, facts->options, facts->variant, own);
    report_for_reader(facts, own);
    report_put(doc, "table", own);
    if (json_object_get(doc, "your_turn"))
        put_suggestion(facts, &view, doc);
    table_free(&seen);
    return doc;
}

json_t *report_moderator(const struct report_facts *facts)
{
    json_t *doc = json_object();
    put_game(facts, doc);
    report_put(doc, "players", players_json(facts));
    put_awaits(facts, doc);
    return doc;
}
