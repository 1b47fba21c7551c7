/* stored: games of every registered engine through the store.
 *
 * 1,000 games of each by chance, silences among them: loading gives what was saved, the journal leads
 * to it, past turns can be seen, and undoing by inverse changesets goes back through all of them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "selfplay.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 4000, LETTER = 16 };

/* One of those who are awaited; 0: nobody. */
static int awaited(struct sitting *s, struct chance *c)
{
    struct await v[AWAITS_MAX];
    int n = s->engine->def->awaits(s->table, s->options, v);
    return n ? v[chance_below(c, (uint32_t)n)].seat : 0;
}

static void play_stored(struct world *w, const char *name, struct chance *c, struct table **past)
{
    struct sitting *s = world_sit(w, name);
    struct attempt *a = arena_new(&w->arena, struct attempt);
    struct order *orders = arena_array(&w->arena, struct order, LETTER);
    past[0] = table_clone(s->table);
    must(store_begin(w->house->store, &world_fault));
    while (s->game.status == GAME_PLAYING && s->game.turn < TURNS - 1) {
        int seat = awaited(s, c), n;
        if (chance_below(c, 12) == 0) { /* silence now and then */
            const struct await_row *row = sitting_await(s, seat);
            assert_non_null(row);
            must(turn_expire(s, row, &world_fault));
        } else {
            n = selfplay_letter(s, seat, c, orders, LETTER);
            struct table *before = table_clone(s->table);
            turn_try(s, seat, orders, n, false, a);
            if (!a->ok) {
                assert_true(table_same(before, s->table));
                n = selfplay_suggest(s, seat, orders, LETTER);
                turn_try(s, seat, orders, n, false, a);
                assert_true(a->ok);
            }
            table_free(&before);
            must(turn_keep(s, seat, "letter", orders, n, a, &world_fault));
            must(turn_settle(s, &world_fault));
        }
        past[s->game.turn] = table_clone(s->table);
        if (chance_below(c, 32) == 0) { /* saved and loaded on the way, too */
            sitting_close(&s);
            s = world_sit(w, name);
            assert_true(table_same(s->table, past[s->game.turn]));
        }
    }
    must(store_commit(w->house->store, &world_fault));
    assert_int_equal(s->game.status, GAME_FINISHED);
    sitting_close(&s);
}

/* Loading gives what was saved; the journal leads to it; every past turn can be seen; undoing goes
 * back through all of them. */
static void check_stored(struct world *w, const char *name, struct table **past)
{
    struct sitting *s = world_sit(w, name);
    const char *difference = NULL;
    assert_true(table_same(s->table, past[s->game.turn]));
    must(turn_replay(s, &difference, &world_fault));
    if (difference)
        die("%s: %s", name, difference);
    for (int64_t t = 0; t <= s->game.turn; t += 1 + s->game.turn / 7) {
        struct table *at = table_new(s->engine->schema, s->game.seats);
        must(store_table_at(w->house->store, s->game.id, t, at, &world_fault));
        /* a turn that was played by itself behind another is seen only here */
        assert_true(!past[t] || table_same(at, past[t]));
        table_free(&at);
    }
    must(store_begin(w->house->store, &world_fault));
    for (int64_t t = s->game.turn - 1; t >= 0; t = t ? 0 : -1) { /* one turn, and all of them */
        struct table *now = table_new(s->engine->schema, s->game.seats);
        must(store_savepoint(w->house->store, &world_fault));
        must(store_turn_begin(w->house->store, &world_fault));
        must(store_turn_back(w->house->store, s->game.id, t, &world_fault));
        must(store_table_load(w->house->store, s->game.id, now, &world_fault));
        assert_true(!past[t] || table_same(now, past[t]));
        table_free(&now);
        store_turn_drop(w->house->store);
        must(store_undo_savepoint(w->house->store, &world_fault));
    }
    store_rollback(w->house->store);
    sitting_close(&s);
}

static void one_game(struct world *w, const struct engine *e, int g)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", "David", "Emma", "Farid", "Gus", NULL};
    struct chance c = {(uint64_t)g * 31 + 5};
    struct table **past = calloc(TURNS, sizeof *past);
    const char *seated[SEATS_MAX + 1] = {NULL};
    char name[32], secret[65];
    int variants = 0, span = e->def->seats_max - e->def->seats_min + 1;
    int seats = e->def->seats_min + (int)chance_below(&c, (uint32_t)span);
    for (int i = 0; i < seats; i++)
        seated[i] = names[i];
    while (e->def->variants[variants])
        variants++;
    snprintf(name, sizeof name, "g%d", g);
    snprintf(secret, sizeof secret, "%064d", g);
    world_game(w, e->def->name, name, e->def->variants[g % variants], NULL, seated, secret);
    play_stored(w, name, &c, past);
    check_stored(w, name, past);
    for (int i = 0; i < TURNS; i++)
        table_free(&past[i]);
    free(past);
    arena_reset(&w->arena);
}

static void games(const struct engine *e)
{
    int n = selfplay_games();
    struct world w;
    world_make(&w, 1800000000);
    for (int g = 0; g < n; g++)
        one_game(&w, e, g);
    world_remove(&w);
    print_message("%s: %d games\n", e->def->name, n);
}

static void games_in_store(void **state)
{
    (void)state;
    selfplay_engines(games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_in_store)};
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
