/* conformance: what every registered engine must keep, whatever is played.
 *
 * 1,000 games of each engine by chance, in memory: the invariant after every order, mistakes change
 * nothing, the game ends, the same letters from the same secret lead to the same table. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "selfplay.h"
#include "world.h"

enum { TURNS = 4000, LETTER = 16 };

static void check(struct sitting *s, const char *when)
{
    const char *broken = s->engine->def->invariant(s->table, s->engine, s->options);
    if (broken)
        die("%s: %s %s", s->engine->def->name, broken, when);
}

/* One of those who are awaited; 0: nobody. */
static int awaited(struct sitting *s, struct chance *c)
{
    struct await v[AWAITS_MAX];
    int n = s->engine->def->awaits(s->table, s->options, v);
    return n ? v[chance_below(c, (uint32_t)n)].seat : 0;
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
        l->seat = awaited(s, &c);
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
    assert_int_equal(awaited(s, &c), 0);
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

static void games(const struct engine *e)
{
    int64_t orders = 0, refused = 0;
    int n = selfplay_games();
    for (int i = 0; i < n; i++)
        one_game(e, (uint64_t)i, &orders, &refused);
    print_message("%s: %d games, %lld orders, %lld letters refused\n", e->def->name, n,
                  (long long)orders, (long long)refused);
    assert_true(refused > 0); /* chance must also have tried what is illegal */
}

static void games_in_memory(void **state)
{
    (void)state;
    selfplay_engines(games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_in_memory),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
