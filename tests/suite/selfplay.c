#include "selfplay.h"
#include "babble.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

uint32_t chance_below(struct chance *c, uint32_t n)
{
    c->state = c->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((c->state >> 33) % n);
}

struct sitting *selfplay_sit(const struct engine *engine, int seats, int variant, uint64_t secret,
                             struct arena *arena)
{
    static const char *const names[] = {"", "Alice", "Bob", "Chloe", "David", "Emma", "Farid", "Gus", "Hal"};
    struct sitting *s = arena_new(arena, struct sitting);
    struct attempt *a = arena_new(arena, struct attempt);
    s->arena = arena;
    s->engine = engine;
    s->variant = variant;
    s->game = (struct game){.id = 1, .name = "test", .lang = "en", .seats = seats, .status = GAME_PLAYING};
    s->seats = arena_array(arena, struct seat, seats);
    for (int i = 1; i <= seats; i++) {
        s->names[i] = names[i];
        s->seats[i - 1] = (struct seat){.number = i, .name = names[i]};
    }
    options_preset(engine, variant, s->options);
    for (int i = 0; i < 8; i++)
        s->game.secret[i] = (uint8_t)(secret >> (8 * i));
    luck_seed(s->game.seed, s->game.secret, (struct slice){NULL, 0});
    memcpy(s->luck.seed, s->game.seed, LUCK_BYTES);
    s->table = table_new(engine->schema, seats);
    turn_setup(s, a);
    return s;
}

int selfplay_suggest(struct sitting *s, int seat, struct order *orders, int max)
{
    struct table *seen = table_new(s->engine->schema, s->game.seats);
    struct view view = table_view(seen, s->table, seat);
    struct suggestion *g = arena_new(s->arena, struct suggestion);
    s->engine->def->suggest(&view, s->engine, s->options, s->variant, s->arena, g);
    int n = g->n < max ? g->n : max;
    memcpy(orders, g->orders, sizeof *orders * (size_t)n);
    table_free(&seen);
    return n;
}

int selfplay_orders_in(const json_t *doc, const char **v, int max)
{
    int n = 0;
    json_t *value;
    if (json_is_array(doc)) {
        for (size_t i = 0; i < json_array_size(doc); i++)
            n += selfplay_orders_in(json_array_get(doc, i), v + n, max - n);
    } else if (json_is_object(doc)) {
        const char *key;
        json_object_foreach((json_t *)doc, key, value)
        {
            if (strcmp(key, "order") == 0 && json_is_string(value) && n < max)
                v[n++] = json_string_value(value);
            else
                n += selfplay_orders_in(value, v + n, max - n);
        }
    }
    return n;
}

struct order selfplay_babble(const struct sitting *s, struct chance *c, struct arena *arena)
{
    struct babble b = {.grammar = s->engine->grammar,
                       .data = s->engine->data,
                       .seats = s->game.seats,
                       .luck = chance_below(c, 1u << 30)};
    return babble_order(&b, arena);
}

int selfplay_letter(struct sitting *s, int seat, struct chance *c, struct order *orders, int max)
{
    const char *lines[512];
    int n = 0;
    if (chance_below(c, 3))
        return selfplay_suggest(s, seat, orders, max);
    struct table *seen = table_new(s->engine->schema, s->game.seats);
    struct view view = table_view(seen, s->table, seat);
    json_t *doc = json_object();
    s->engine->def->describe(&view, s->engine, s->options, s->variant, doc);
    int offered = selfplay_orders_in(doc, lines, 512);
    struct order_reader reader = sitting_reader(s, NULL);
    for (int k = 1 + (int)chance_below(c, 3); offered && k > 0 && n < max; k--) {
        struct mistake m = {0};
        if (chance_below(c, 4) == 0) {
            orders[n++] = selfplay_babble(s, c, s->arena);
            continue;
        }
        const char *line = arena_strdup(s->arena, lines[chance_below(c, (uint32_t)offered)]);
        if (!order_read(&reader, slice_of(line), n + 1, s->arena, &orders[n], &m))
            die("the report offers \"%s\", which is not understood: %s", line, m.code);
        n++;
    }
    json_decref(doc);
    table_free(&seen);
    return n ? n : selfplay_suggest(s, seat, orders, max);
}

/* --- suites ---------------------------------------------------------------------------------- */

int selfplay_games(void)
{
    const char *env = getenv("COURTIER_GAMES");
    long long n = 1000;
    if (env && (!slice_to_int(slice_of(env), &n) || n < 1))
        die("COURTIER_GAMES=%s is not a number of games", env);
    return (int)n;
}

int selfplay_some(int usual)
{
    return selfplay_games() < 100 ? (usual + 2) / 3 : usual;
}

static int reap(void)
{
    int status;
    if (wait(&status) < 0)
        die("no child to wait for");
    return status == 0 ? 0 : 1;
}

void selfplay_engines(void (*play)(const struct engine *engine))
{
    int running = 0, failed = 0;
    fflush(stdout);
    fflush(stderr);
    for (const struct engine *const *e = engine_all(); *e; e++) {
        if (running == 2)
            running--, failed += reap();
        pid_t pid = fork();
        if (pid < 0)
            die("no process");
        if (pid == 0) {
            play(*e);
            fflush(stdout);
            _exit(0);
        }
        running++;
    }
    while (running--)
        failed += reap();
    if (failed)
        die("%d engines failed", failed);
}
