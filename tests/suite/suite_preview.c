/* preview: PREVIEW before any ruling, in every game, changes not a row of the store and writes to nobody. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "moderator/letter.h"
#include "store/db.h"
#include "world.h"

#include <stdio.h>

/* {piece}, {place} and so on are words of the game. */
static const struct {
    const char *ruling;
    bool refused; /* by some games, or by all */
} rulings[] = {
    {"PAUSE", false},
    {"RESUME", true},
    {"EXTEND 48h", false},
    {"DEADLINE 2027-02-01 18:00", false},
    {"REMIND", false},
    {"UNDO", false},
    {"UNDO 2 KEEP ORDER", false},
    {"REDO", true},
    {"REROLL", true},
    {"PLAY {seat} {order}", false},
    {"MOVE {piece} TO {place} OF 2", true},
    {"FORCE MOVE {piece} TO {place} OF 2", true},
    {"SET {tally} = 3", true},
    {"SWAP {piece} WITH {other}", true},
    {"DEAL 1 TO 2", true},
    {"SHUFFLE {place}", true},
    {"SEAT 2 REPLACE Eve <eve@players.example>", false},
    {"SEAT 2 KICK", false},
    {"SEAT 2 BOT", false},
    {"SEAT 2 RENEW", false},
    {"ANNOUNCE Hello", false},
    {"RESEND 2", false},
    {"RESEND 2 1", false},
    {"PEEK 2", false},
    {"JOURNAL", false},
    {"OPTION {option}", false},
    {"PACE turn=5d", false},
    {"START", true},
    {"END", false},
    {"CANCEL", false},
    {"INVITE Eve <eve@players.example>", true},
};

/* Every row of every table. */
static void dump(struct world *w, struct buf *out)
{
    sqlite3_stmt *tables, *rows;
    buf_clear(out);
    sqlite3 *db = w->house->store->db;
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%'", -1, &tables, NULL), SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        char sql[200];
        snprintf(sql, sizeof sql, "SELECT * FROM \"%s\"", (const char *)sqlite3_column_text(tables, 0));
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &rows, NULL), SQLITE_OK);
        buf_printf(out, "%s\n", sql);
        while (sqlite3_step(rows) == SQLITE_ROW) {
            for (int i = 0; i < sqlite3_column_count(rows); i++) {
                buf_add(out, sqlite3_column_blob(rows, i), (size_t)sqlite3_column_bytes(rows, i));
                buf_char(out, '|');
            }
            buf_char(out, '\n');
        }
        sqlite3_finalize(rows);
    }
    sqlite3_finalize(tables);
    assert_true(out->n > 1000 && !out->full);
}

static const char *word(struct sitting *s, struct slice name)
{
    const struct schema *schema = s->engine->schema;
    struct suggestion *g = arena_new(s->arena, struct suggestion);
    struct table *seen = table_new(schema, s->game.seats);
    struct order_reader reader = sitting_reader(s, NULL);
    struct buf text = BUF(4000);
    int seat = s->awaits[0].seat;
    uint16_t pieces = (uint16_t)table_pieces(s->table);
    struct view view = table_view(seen, s->table, seat);
    s->engine->def->suggest(&view, s->engine, s->options, s->variant, s->arena, g);
    assert_true(g->n > 0);
    if (slice_is(name, "order"))
        order_print(&reader, &g->orders[0], &text);
    else if (slice_is(name, "seat"))
        buf_printf(&text, "%d", seat);
    else if (slice_is(name, "option"))
        buf_printf(&text, "%s", strcmp(s->engine->def->name, "venture") == 0   ? "draw=3"
                                : strcmp(s->engine->def->name, "forex") == 0 ? "divest=clockwise"
                                : strcmp(s->engine->def->name, "boss") == 0  ? "late-limit=yes"
                                                                             : "rounds=50");
    else if (slice_is(name, "tally"))
        buf_str(&text, schema->tallies[schema->ntallies - 1].name);
    else if (slice_is(name, "place"))
        buf_str(&text, schema->places[pieces ? table_piece(s->table, 1)->place : 0].name);
    else
        buf_str(&text, schema->kinds[pieces ? table_piece(s->table, slice_is(name, "piece") ? 1 : pieces)->kind : 0]);
    const char *kept = arena_slice(s->arena, buf_all(&text));
    table_free(&seen);
    buf_free(&text);
    return kept;
}

/* The ruling in the words of this game. */
static const char *worded(struct sitting *s, const char *ruling)
{
    struct buf text = BUF(4000);
    buf_str(&text, "PREVIEW ");
    for (const char *p = ruling; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        if (!end) {
            buf_char(&text, *p);
            continue;
        }
        buf_str(&text, word(s, (struct slice){p + 1, (size_t)(end - p - 1)}));
        p = end;
    }
    const char *kept = arena_slice(s->arena, buf_all(&text));
    buf_free(&text);
    return kept;
}

static void previews_change_nothing(void **state)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", NULL};
    struct buf before = BUF(64 << 20), after = BUF(64 << 20);
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        char secret[65];
        snprintf(secret, sizeof secret, "%064d", 5);
        world_make(&w, 1800000000);
        world_game(&w, (*e)->def->name, "g", NULL, NULL, names, secret);
        world_run(&w);
        world_play(&w, "g", 3);
        must(store_begin(w.house->store, &world_fault));
        for (size_t i = 0; i < sizeof rulings / sizeof rulings[0]; i++) {
            struct sitting *s = world_sit(&w, "g");
            struct table *table = table_clone(s->table);
            const struct game game = s->game;
            const char *text = worded(s, rulings[i].ruling);
            struct moderator_words words = {.text = slice_of(text), .confirmed = true};
            struct moderator_answer out = {0};
            dump(&w, &before);
            must(moderator_rule(s, NULL, &words, &out, &world_fault));
            dump(&w, &after);
            if (out.refused && !rulings[i].refused)
                die("%s: \"%s\" is refused: %s", (*e)->def->name, text, json_dumps(out.answer, 0));
            if (out.done || json_array_size(out.peeks) || !slice_eq(buf_all(&before), buf_all(&after)))
                die("%s: \"%s\" has done something", (*e)->def->name, text);
            assert_true(table_same(table, s->table));
            assert_true(memcmp(&game, &s->game, sizeof game) == 0);
            table_free(&table);
            json_decref(out.answer), json_decref(out.peeks);
            sitting_close(&s);
        }
        store_rollback(w.house->store);
        world_remove(&w);
    }
    buf_free(&before), buf_free(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(previews_change_nothing)};
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
