#include "engines/capital/describe.h"
#include "engines/capital/flow.h"
#include "engines/capital/landing.h"
#include "engines/capital/scene.h"

#include <stdio.h>

/* The board as it lies: the same for every reader. */

void scene_company(json_t *o, const char *key, int company)
{
    static const char *const paints[COLOURS] = {"paint.R", "paint.B", "paint.V", "paint.O"};
    doc_text(o, key, capital_company[company]);
    doc_text(o, "paint", paints[company / NUMBERS]);
}

/* --- circuits -------------------------------------------------------------------------------- */

static json_t *pawns_on(const struct scene *s, int cell, bool *interpol)
{
    json_t *list = json_array();
    for (int c = 0; c < s->seats * NUMBERS; c++)
        if (capital_cell(s->b, s->t, c) == cell)
            scene_company(doc_append(list, json_object()), "company", c);
    *interpol = tally_of(s->t, T_INTERPOL, 0) == cell;
    return list;
}

static json_t *cell_object(const struct scene *s, int cell, bool *any)
{
    json_t *o = json_object();
    const struct cell *c = &s->b->cells[cell];
    bool interpol;
    json_t *pawns = pawns_on(s, cell, &interpol);
    *any = *any || interpol || json_array_size(pawns) > 0;
    doc_put(o, "index", json_integer(c->index));
    doc_text(o, "name", c->name);
    doc_text(o, "label", arena_printf(s->arena, "cell.%s", capital_cell_type[c->type]));
    doc_flag(o, "there", true);
    doc_flag(o, "busy", interpol || json_array_size(pawns) > 0);
    doc_flag(o, "interpol", interpol);
    doc_put(o, "pawns", pawns);
    return o;
}

static json_t *zone_object(const struct scene *s, int zone)
{
    json_t *o = json_object(), *rows = json_array();
    int n = s->b->count[zone], wide = n % 5 == 0 ? 5 : 4;
    doc_text(o, "zone", arena_printf(s->arena, "zone.%s", capital_zone_code[zone]));
    doc_text(o, "code", capital_zone_code[zone]);
    for (int from = 0; from < n; from += wide) {
        json_t *row = doc_append(rows, json_object()), *cells = json_array();
        bool any = false;
        for (int i = from; i < from + wide; i++)
            doc_append(cells, i < n ? cell_object(s, s->b->first[zone] + i, &any) : json_object());
        doc_put(row, "cells", cells);
        doc_flag(row, "busy", any);
    }
    doc_put(o, "rows", rows);
    return o;
}

void capital_describe(const struct view *view, const struct engine *engine, const int64_t *options,
                      int variant, json_t *doc)
{
    struct arena arena = ARENA(4 << 20);
    struct scene s = {.engine = engine,
                      .b = capital_of(engine),
                      .t = view->table,
                      .options = options,
                      .seat = view->seat,
                      .seats = table_seats(view->table),
                      .phase = capital_phase(engine, view->table),
                      .turn = capital_turn(view->table),
                      .arena = &arena};
    json_t *zones = json_array();
    int64_t interpol = tally_of(s.t, T_INTERPOL, 0);
    (void)variant;
    for (int z = 0; z < ZONES; z++)
        doc_append(zones, zone_object(&s, z));
    doc_flag(doc, "over", s.phase == PHASE_OVER);
    doc_flag(doc, "sealed", options[OPT_PACE] == PACE_ROUNDS);
    doc_put(doc, "round", json_integer(tally_of(s.t, T_ROUND, 0)));
    doc_put(doc, "rounds", json_integer(options[OPT_ROUNDS]));
    doc_seat(doc, "turn_seat", s.turn);
    doc_put(doc, "zones", zones);
    doc_text(doc, "interpol", interpol >= 0 && interpol < s.b->n ? s.b->cells[interpol].name : "?");
    capital_describe_groups(&s, doc);
    capital_describe_reach(&s, doc);
    capital_describe_actions(&s, doc);
    arena_free(&arena);
}
