/* Invariants
 *   1. What a seat is told of a changed piece or tally depends on the sights of that piece or tally
 *      and on which places are counted, not on anything else of the table.
 *   2. Chance comes from the game's luck: a replay draws the same. */
#include "turn/edit.h"

/* --- telling --------------------------------------------------------------------------------- */

struct told {
    struct arg v[8];
    int n;
};

static void put(struct told *told, struct arg arg)
{
    told->v[told->n++] = arg;
}

/* Where a piece lies, as args: the place's code and, where they say something, seat and slot. */
static void put_where(struct sitting *s, struct told *told, const struct piece *p, bool from)
{
    if (p->place == PLACE_NONE) {
        put(told, WORD(from ? "from" : "to", "place.nowhere"));
        return;
    }
    put(told, WORD(from ? "from" : "to",
                   arena_printf(s->arena, "place.%s", s->engine->schema->places[p->place].name)));
    if (p->seat)
        put(told, SEAT(from ? "from_seat" : "to_seat", p->seat));
    if (p->slot)
        put(told, NUM(from ? "from_slot" : "to_slot", p->slot));
}

static bool counted(const struct sitting *s, const struct piece *p)
{
    return p->place == PLACE_NONE || s->engine->schema->places[p->place].counted;
}

/* Seats in S saw it before, seats in T see it after: four groups of eyes, each told what it knows. */
static void tell_piece(struct sitting *s, const struct piece *was, const struct piece *is,
                       struct events *events)
{
    for (int group = 0; group < 4; group++) {
        bool before = group & 1, after = group & 2;
        sight eyes = (before ? was->sight : ~was->sight) & (after ? is->sight : ~is->sight);
        struct told told = {.n = 0};
        if (before || after)
            put(&told, KIND("piece", is->kind));
        if (before || counted(s, was))
            put_where(s, &told, was, true);
        if (after || counted(s, is))
            put_where(s, &told, is, false);
        if (eyes && told.n)
            event_add(events, eyes, "ruling.piece", told.v, told.n);
    }
}

static bool went(const struct piece *a, const struct piece *b)
{
    return a->place != b->place || a->seat != b->seat || a->slot != b->slot;
}

static void tell_moved(struct sitting *s, const struct table *before, uint16_t id, struct events *events)
{
    if (id <= table_pieces(s->table) && went(table_piece(before, id), table_piece(s->table, id)))
        tell_piece(s, table_piece(before, id), table_piece(s->table, id), events);
}

/* A number as people write it: half-units in units. */
static struct arg in_units(const struct sitting *s, int tally, const char *name, int64_t v)
{
    const struct engine_def *def = s->engine->def;
    if (!def->halves || !def->halves(tally))
        return NUM(name, v);
    return v % 2 ? TEXT(name, arena_printf(s->arena, "%s%lld.5", v < 0 ? "-" : "", llabs((long long)v / 2)))
                 : NUM(name, v / 2);
}

/* In the order in which pieces lay: that of their numbers would tell hidden ones apart. */
static void tell_changes(struct sitting *s, const struct table *before, struct events *events)
{
    const struct table *now = s->table;
    for (int place = 0; place < s->engine->schema->nplaces; place++)
        for (int seat = 0; seat <= s->game.seats; seat++)
            for (uint16_t id = table_first(before, place, seat); id; id = table_next(before, id))
                tell_moved(s, before, id, events);
    for (int id = 1; id <= table_pieces(before); id++)
        if (table_piece(before, (uint16_t)id)->place == PLACE_NONE)
            tell_moved(s, before, (uint16_t)id, events);
    for (int k = 0; k < s->engine->schema->ntallies; k++) {
        for (int seat = 0; seat <= s->game.seats; seat++) {
            int64_t was = table_get(before, k, seat), is = table_get(now, k, seat);
            sight eyes = table_tally_sight(before, k, seat) & table_tally_sight(now, k, seat);
            struct told told = {.n = 0};
            if (was == is || !eyes)
                continue;
            put(&told, WORD("tally", s->engine->schema->tallies[k].name));
            if (seat)
                put(&told, SEAT("seat", seat));
            put(&told, in_units(s, k, "was", was));
            put(&told, in_units(s, k, "value", is));
            event_add(events, eyes, "ruling.tally", told.v, told.n);
        }
    }
}

void edit_told(struct sitting *s, const json_t *body, struct attempt *a)
{
    const json_t *told = json_object_get(body, "told");
    struct arg v[16];
    struct events events = {.arena = s->arena};
    const char *key, *code = NULL;
    json_t *value;
    int n = 0;
    json_object_foreach((json_t *)told, key, value)
    {
        const char *name = arena_strdup(s->arena, key);
        if (strcmp(key, "code") == 0 && json_is_string(value))
            code = arena_strdup(s->arena, json_string_value(value));
        else if (n == 16)
            break;
        else if (json_is_object(value))
            v[n++] = SEAT(name, json_integer_value(json_object_get(value, "seat")));
        else if (json_is_string(value))
            v[n++] = TEXT(name, arena_strdup(s->arena, json_string_value(value)));
        else
            v[n++] = NUM(name, json_integer_value(value));
    }
    if (!code)
        return;
    event_add(&events, SIGHT_ALL, code, v, n);
    events.last->next = a->events.first;
    events.last = a->events.last ? a->events.last : events.last;
    events.n += a->events.n;
    a->events = events;
}

/* --- edits ----------------------------------------------------------------------------------- */

static int number(const json_t *o, const char *key)
{
    return (int)json_integer_value(json_object_get(o, key));
}

static bool piece_ok(const struct sitting *s, int id)
{
    return id >= 1 && id <= table_pieces(s->table);
}

static void shuffle(struct sitting *s, int place, int seat)
{
    uint16_t ids[PIECES_MAX];
    int n = 0;
    for (uint16_t id = table_first(s->table, place, seat); id; id = table_next(s->table, id))
        ids[n++] = id;
    luck_shuffle(&s->luck, ids, (uint32_t)n);
    table_order(s->table, place, seat, ids, n);
}

static bool edit_one(struct sitting *s, const json_t *e)
{
    const struct schema *schema = s->engine->schema;
    const char *set = json_string_value(json_object_get(e, "set"));
    const char *mixed = json_string_value(json_object_get(e, "shuffle"));
    const char *to = json_string_value(json_object_get(e, "to"));
    int seat = number(e, "seat"), move = number(e, "move"), swap = number(e, "swap");
    if (seat < 0 || seat > s->game.seats)
        return false;
    if (set) {
        int tally = schema_tally(schema, slice_of(set));
        if (tally >= 0)
            table_set(s->table, tally, seat, json_integer_value(json_object_get(e, "value")));
        return tally >= 0;
    }
    if (mixed) {
        int place = schema_place(schema, slice_of(mixed));
        if (place >= 0)
            shuffle(s, place, seat);
        return place >= 0;
    }
    if (swap) {
        int with = number(e, "with");
        if (!piece_ok(s, swap) || !piece_ok(s, with))
            return false;
        table_swap(s->table, (uint16_t)swap, (uint16_t)with);
        return true;
    }
    int place = to ? schema_place(schema, slice_of(to)) : -1;
    if (place < 0 || !piece_ok(s, move))
        return false;
    table_move_slot(s->table, (uint16_t)move, place, seat, number(e, "slot"));
    return true;
}

/* --- the past -------------------------------------------------------------------------------- */

bool edit_is_pile(const struct schema *schema, int place)
{
    return schema->places[place].see == SEE_NONE && schema->places[place].counted;
}

static bool same_pile(const struct table *a, const struct table *b, int place)
{
    uint16_t x = table_first(a, place, 0), y = table_first(b, place, 0);
    while (x && x == y) {
        x = table_next(a, x);
        y = table_next(b, y);
    }
    return x == y;
}

enum pile_order { ORDER_NEW, ORDER_KEPT, ORDER_SAME };

/* What was drawn from a pile since then was seen: it must not come in the same order again (unless the
 * moderator wants that; or what comes again is what was taken back, and nobody has to be told). */
static void go_back(struct sitting *s, const struct table *past, enum pile_order order, struct events *events)
{
    const struct schema *schema = s->engine->schema;
    struct table *before = table_clone(s->table);
    table_copy(s->table, past);
    for (int place = 0; place < schema->nplaces; place++) {
        if (!edit_is_pile(schema, place) || same_pile(before, past, place))
            continue;
        if (order == ORDER_NEW)
            shuffle(s, place, 0);
        if (order != ORDER_SAME)
            EVENT(events, SIGHT_ALL, order == ORDER_KEPT ? "ruling.order-kept" : "ruling.order-new",
                  WORD("place", arena_printf(s->arena, "place.%s", schema->places[place].name)));
    }
    table_free(&before);
}

bool edit_options(const struct engine *engine, int64_t values[OPTIONS_MAX], const char *list,
                  struct arena *arena)
{
    struct slice rest = slice_of(list);
    const char *why;
    while (rest.p && rest.n)
        if (!options_set(engine, values, slice_cut(&rest, ' '), arena, &why))
            return false;
    return true;
}

bool edit_apply(struct sitting *s, const json_t *body, const struct table *past, bool preview,
                struct attempt *a)
{
    const json_t *edits = json_object_get(body, "edits"), *back = json_object_get(body, "back");
    const char *option = json_string_value(json_object_get(body, "option"));
    struct table *before = table_clone(s->table);
    struct play play = turn_play(s, a);
    bool ok = !option || edit_options(s->engine, s->options, option, s->arena);
    if (back && past) {
        a->goes_back = true;
        a->back = json_integer_value(back);
        go_back(s, past,
                json_is_true(json_object_get(body, "same"))   ? ORDER_SAME
                : json_is_true(json_object_get(body, "keep")) ? ORDER_KEPT
                                                              : ORDER_NEW,
                &a->events);
        if (option)
            EVENT(&a->events, SIGHT_ALL, "ruling.option-back", TEXT("option", arena_strdup(s->arena, option)));
    } else if (back) {
        ok = false;
    }
    for (size_t i = 0; i < json_array_size(edits) && ok; i++)
        ok = edit_one(s, json_array_get(edits, i));
    if (ok && json_array_size(edits)) {
        tell_changes(s, before, &a->events);
        a->broken = s->engine->def->invariant(s->table, s->engine, s->options);
        if (!preview)
            s->engine->def->advance(&play);
    }
    edit_told(s, body, a);
    a->ok = ok;
    table_free(&before);
    return ok;
}
