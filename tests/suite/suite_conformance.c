/* conformance: what every registered engine must keep, whatever is played.
 *
 * 1,000 games of each engine by chance in memory: the invariant after every order, mistakes change
 * nothing, the game ends, the same letters from the same secret lead to the same table. 60 more
 * through the store: saved and loaded, replayed from the journal, undone turn by turn. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "selfplay.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 1000, STORE_GAMES = 60, TURNS = 4000, LETTER = 16 };

static void check(struct sitting *s, const char *when)
{
    const char *broken = s->engine->def->invariant(s->table, s->engine, s->options);
    if (broken)
        die("%s: %s %s", s->engine->def->name, broken, when);
}

static int awaited(struct sitting *s)
{
    struct await v[AWAITS_MAX];
    int n = s->engine->def->awaits(s->table, s->options, v);
    return n ? v[0].seat : 0;
}

/* Applies a letter order by order with the invariant after each; false, and the table as before,
 * when it is refused. */
static bool play_checked(struct sitting *s, int seat, const struct order *orders, int n)
{
    const struct engine_def *def = s->engine->def;
    struct events events = {.arena = s->arena};
    struct mistake mistake = {0};
    struct table *before = table_clone(s->table);
    struct play play = {.engine = s->engine,
                        .table = s->table,
                        .options = s->options,
                        .variant = s->variant,
                        .luck = &s->luck,
                        .events = &events,
                        .arena = s->arena,
                        .mistake = &mistake};
    uint64_t drawn = s->luck.counter;
    bool ok = true;
    luck_mark(&s->luck);
    struct table *step = table_clone(s->table);
    for (int i = 0; i < n && ok; i++) {
        table_copy(step, s->table);
        enum outcome o = def->apply(&play, seat, &orders[i]);
        ok = o != OUTCOME_MISTAKE;
        if (!ok && drawn != s->luck.counter) { /* a die has been seen: only this order is dropped */
            table_copy(s->table, step);
            ok = true;
        }
        if (ok)
            check(s, "after an order");
        if (o == OUTCOME_HOLD)
            break; /* what follows waits; here it is dropped */
    }
    table_free(&step);
    ok = ok && def->close(&play, seat) != OUTCOME_MISTAKE;
    if (!ok) {
        assert_non_null(mistake.code);
        if (drawn == s->luck.counter)
            table_copy(s->table, before);
    } else {
        check(s, "after close");
        def->advance(&play);
        check(s, "after advance");
    }
    table_free(&before);
    return ok;
}

struct letter_log {
    int seat, n;
    struct order orders[LETTER];
};

static void one_game(const struct engine *engine, uint64_t seed, int64_t *orders_played, int64_t *refused)
{
    struct arena arena = ARENA(512 << 20);
    struct chance c = {seed * 7919 + 1};
    int span = engine->def->seats_max - engine->def->seats_min + 1, variants = 0, n = 0;
    while (engine->def->variants[variants])
        variants++;
    int seats = engine->def->seats_min + (int)chance_below(&c, (uint32_t)span);
    int variant = (int)chance_below(&c, (uint32_t)variants);
    struct sitting *s = selfplay_sit(engine, seats, variant, seed, &arena);
    struct letter_log *log = arena_array(&arena, struct letter_log, TURNS);
    check(s, "after set-up");
    while (!engine->def->finished(s->table) && n < TURNS) {
        struct letter_log *l = &log[n++];
        l->seat = awaited(s);
        assert_true(l->seat >= 1);
        l->n = selfplay_letter(s, l->seat, &c, l->orders, LETTER);
        if (!play_checked(s, l->seat, l->orders, l->n)) {
            ++*refused;
            l->n = selfplay_suggest(s, l->seat, l->orders, LETTER);
            if (!play_checked(s, l->seat, l->orders, l->n))
                die("%s: the suggestion is refused", engine->def->name);
        }
        *orders_played += l->n;
    }
    assert_true(engine->def->finished(s->table));
    assert_int_equal(awaited(s), 0);
    struct standing standing[SEATS_MAX];
    assert_int_equal(engine->def->standings(s->table, engine, s->options, variant, standing), seats);
    struct sitting *again = selfplay_sit(engine, seats, variant, seed, &arena);
    for (int i = 0; i < n; i++)
        assert_true(play_checked(again, log[i].seat, log[i].orders, log[i].n));
    assert_true(table_same(s->table, again->table));
    sitting_close(&s);
    sitting_close(&again);
    arena_free(&arena);
}

static void games_in_memory(void **state)
{
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        int64_t orders = 0, refused = 0;
        for (uint64_t i = 0; i < GAMES; i++)
            one_game(*e, i, &orders, &refused);
        print_message("%s: %d games, %lld orders, %lld letters refused\n", (*e)->def->name, GAMES,
                      (long long)orders, (long long)refused);
        assert_true(refused > 0); /* chance must also have tried what is illegal */
    }
}

/* --- through the store ----------------------------------------------------------------------- */

static void play_stored(struct world *w, const char *name, struct chance *c, struct table **past)
{
    struct sitting *s = world_sit(w, name);
    struct attempt *a = arena_new(&w->arena, struct attempt);
    struct order *orders = arena_array(&w->arena, struct order, LETTER);
    past[0] = table_clone(s->table);
    must(store_begin(w->house->store, &world_fault));
    while (s->game.status == GAME_PLAYING && s->game.turn < TURNS - 1) {
        int seat = awaited(s), n;
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
    for (int64_t t = s->game.turn; t >= 1; t--) {
        struct table *now = table_new(s->engine->schema, s->game.seats);
        must(store_turn_undo(w->house->store, s->game.id, t, &world_fault));
        must(store_table_load(w->house->store, s->game.id, now, &world_fault));
        assert_true(!past[t - 1] || table_same(now, past[t - 1]));
        table_free(&now);
    }
    must(store_commit(w->house->store, &world_fault));
    sitting_close(&s);
}

static void games_in_store(void **state)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", "David", "Emma", "Farid", "Gus", NULL};
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        world_make(&w, 1800000000);
        for (int g = 0; g < STORE_GAMES; g++) {
            struct chance c = {(uint64_t)g * 31 + 5};
            struct table **past = calloc(TURNS, sizeof *past);
            const char *seated[SEATS_MAX + 1] = {NULL};
            char name[32], secret[65];
            int seats = (*e)->def->seats_min +
                        (int)chance_below(&c, (uint32_t)((*e)->def->seats_max - (*e)->def->seats_min + 1));
            for (int i = 0; i < seats; i++)
                seated[i] = names[i];
            int variants = 0;
            while ((*e)->def->variants[variants])
                variants++;
            snprintf(name, sizeof name, "g%d", g);
            snprintf(secret, sizeof secret, "%064d", g);
            world_game(&w, (*e)->def->name, name, (*e)->def->variants[g % variants], NULL, seated, secret);
            play_stored(&w, name, &c, past);
            check_stored(&w, name, past);
            for (int i = 0; i < TURNS; i++)
                table_free(&past[i]);
            free(past);
            arena_reset(&w.arena);
        }
        world_remove(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_in_memory),
        cmocka_unit_test(games_in_store),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
