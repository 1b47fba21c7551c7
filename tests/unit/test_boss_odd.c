/* A moderator may move any piece anywhere and set any tally to anything: the engine copes. It does
 * not abort or loop, asks somebody, offers and suggests what it then accepts, and the game ends. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"
#include "test_games.h"

static uint64_t seed = 88172645463325252u;

static uint32_t any(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed % n);
}

static int64_t odd_number(void)
{
    static const int64_t odd[] = {0,  1,  2,  3,  4,   5,    6,         7,         9,
                                  16, 99, -1, -7, 255, 4096, INT32_MAX, INT64_MAX, INT64_MIN};
    return odd[any(sizeof odd / sizeof odd[0])];
}

/* MOVE, SWAP and SET of anything. */
static void ruling(struct game *g)
{
    int seats = table_seats(g->table);
    uint16_t a = (uint16_t)(1 + any((uint32_t)table_pieces(g->table)));
    uint16_t b = (uint16_t)(1 + any((uint32_t)table_pieces(g->table)));
    switch (any(4)) {
    case 0:
        table_move(g->table, a, (int)any(PLACES), (int)any((uint32_t)seats + 1));
        break;
    case 1:
        table_move_slot(g->table, a, (int)any(PLACES), (int)any((uint32_t)seats + 1),
                        (int)odd_number() % 30000);
        break;
    case 2:
        if (table_piece(g->table, a)->place != PLACE_NONE &&
            table_piece(g->table, b)->place != PLACE_NONE)
            table_swap(g->table, a, b);
        break;
    default:
        table_set(g->table, (int)any(TALLIES), (int)any((uint32_t)seats + 1), odd_number());
    }
}

static int offered(const json_t *v, const char **out, int n, int room)
{
    const char *key;
    json_t *item;
    size_t i;
    if (json_is_object(v)) {
        json_object_foreach((json_t *)v, key, item)
        {
            if (strcmp(key, "order") == 0 && n < room)
                out[n++] = json_string_value(item);
            else
                n = offered(item, out, n, room);
        }
    } else if (json_is_array(v)) {
        json_array_foreach(v, i, item) n = offered(item, out, n, room);
    }
    return n;
}

/* Everything that reads: reports of everybody, and one of the orders offered. */
static void look(struct game *g, struct table *seen, int writer)
{
    for (int seat = SIGHT_MODERATOR; seat <= table_seats(g->table); seat++) {
        struct view view = table_view(seen, g->table, seat);
        const char *orders[400];
        json_t *doc = json_object();
        boss_engine.describe(&view, &g->engine, g->options, 0, doc);
        int n = offered(doc, orders, 0, 400);
        if (seat == writer && n)
            letter(g, seat, orders[any((uint32_t)n)]);
        json_decref(doc);
    }
    boss_engine.invariant(g->table, &g->engine, g->options);
}

static void fresh(struct game *g)
{
    arena_reset(&g->arena);
    g->events = (struct events){.arena = &g->arena};
    memset(&g->mistake, 0, sizeof g->mistake);
    luck_mark(&g->luck);
    g->play.so_far = 0;
}

/* The awaited seats write what is suggested; it must be accepted. */
static void play_on(struct game *g, struct table *seen, struct suggestion *s)
{
    struct await v[AWAITS_MAX];
    int n = boss_engine.awaits(g->table, g->options, v);
    assert_true(n > 0);
    const struct await *a = &v[any((uint32_t)n)];
    assert_in_range(a->seat, 1, table_seats(g->table));
    if (any(30) == 0) {
        boss_engine.expire(&g->play, a);
        return;
    }
    struct view view = table_view(seen, g->table, a->seat);
    boss_engine.suggest(&view, &g->engine, g->options, 0, &g->arena, s);
    assert_true(s->n > 0);
    for (int i = 0; i < s->n; i++) {
        enum outcome o = boss_engine.apply(&g->play, a->seat, &s->orders[i]);
        if (o == OUTCOME_MISTAKE) {
            struct buf line = BUF(400);
            struct order_reader reader = reader_of(g);
            order_print(&reader, &s->orders[i], &line);
            fail_msg("suggested and refused: %s (%s)", buf_text(&line), g->mistake.code);
        }
        if (o == OUTCOME_HOLD)
            break;
    }
    boss_engine.close(&g->play, a->seat);
}

static void odd_game(uint32_t number, struct suggestion *s)
{
    int seats = 2 + (int)(number % 5), letters = 0;
    uint32_t until = 20 + any(200);
    struct game *g = game_new(seats);
    struct table *seen = table_new(g->engine.schema, seats);
    for (int o = 0; o < OPT_SEATING; o++)
        g->options[o] = any(3) == 0;
    game_setup(g, number);
    while (!boss_engine.finished(g->table) && letters < 6000) {
        fresh(g);
        if ((uint32_t)letters < until && any(6) == 0) {
            for (int k = 1 + (int)any(4); k > 0; k--)
                ruling(g);
            look(g, seen, 1 + (int)any((uint32_t)seats));
            if (any(10) == 0)
                boss_engine.leave(&g->play, 1 + (int)any((uint32_t)seats));
        } else {
            play_on(g, seen, s);
        }
        boss_engine.advance(&g->play);
        letters++;
    }
    if (letters >= 6000) {
        for (int k = 0; k < TALLIES; k++)
            print_error("%s=%lld ", boss_tallies[k].name, (long long)table_get(g->table, k, 0));
        fail_msg("game %u does not end", number);
    }
    struct standing out[SEATS_MAX];
    assert_int_equal(
        boss_engine.standings(g->table, &g->engine, g->options, 0, out), seats);
    table_free(&seen);
    game_free(g);
}

static void odd_games(void **state)
{
    (void)state;
    struct suggestion *s = malloc(sizeof *s);
    for (int i = 0; i < games_asked(3000, 500); i++)
        odd_game((uint32_t)i, s);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(odd_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
