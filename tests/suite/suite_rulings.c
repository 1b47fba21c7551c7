/* rulings: random games of every engine with random rulings, undone and redone between the turns.
 *
 * However it goes, the journal leads to the very table the store has, UNDO brings back the table
 * there was (piles that were touched are shuffled unless their order is kept), REDO the one before
 * the UNDO, and what is refused or previewed changes nothing. With FORCE, nonsense too: the engine
 * lives on. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "archive/verify.h"
#include "turn/account.h"
#include "ruled.h"
#include "selfplay.h"
#include "turn/edit.h"
#include "world.h"

#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 12, STEPS = 60, LETTER = 16, TURNS = 4000, BAD_GAMES = 20, BAD_STEPS = 40 };

/* --- rulings by chance ------------------------------------------------------------------------- */

static const char *piece(struct sitting *s, struct arena *a)
{
    const struct schema *schema = s->engine->schema;
    int id = 1 + ruled_below(table_pieces(s->table));
    const struct piece *p = table_piece(s->table, (uint16_t)id);
    if (p->place == PLACE_NONE)
        return schema->kinds[p->kind];
    return p->seat ? arena_printf(a, "%s FROM %s OF %d", schema->kinds[p->kind], schema->places[p->place].name, p->seat)
                   : arena_printf(a, "%s FROM %s", schema->kinds[p->kind], schema->places[p->place].name);
}

static const char *random_ruling(struct sitting *s, struct arena *a)
{
    const struct schema *schema = s->engine->schema;
    const char *place = schema->places[ruled_below(schema->nplaces)].name;
    const char *tally = schema->tallies[ruled_below(schema->ntallies)].name;
    int seat = 1 + ruled_below(s->game.seats);
    if (s->game.status == GAME_FINISHED)
        return "FORCE UNDO";
    switch (ruled_below(17)) {
    case 0:
        return arena_printf(a, "MOVE %s TO %s OF %d", piece(s, a), place, seat);
    case 1:
        return arena_printf(a, "MOVE %s TO %s", piece(s, a), place);
    case 2:
        return arena_printf(a, "SET %s OF %d = %d", tally, seat, ruled_below(9) - 2);
    case 3:
        return arena_printf(a, "SET %s = %d", tally, ruled_below(12) - 2);
    case 4:
        return arena_printf(a, "SWAP %s %s", schema->kinds[ruled_below(schema->nkinds)], schema->kinds[ruled_below(schema->nkinds)]);
    case 5:
        return arena_printf(a, "DEAL %d TO %d", 1 + ruled_below(3), seat);
    case 6:
        return arena_printf(a, "SHUFFLE %s", place);
    case 7:
        return "REROLL";
    case 8:
        return s->game.paused ? "RESUME" : "PAUSE";
    case 9:
        return arena_printf(a, "EXTEND %dh", 1 + ruled_below(48));
    case 10:
        return "ANNOUNCE good day";
    case 11:
        return arena_printf(a, "PEEK %d", seat);
    case 12:
        return arena_printf(a, "MOVE %s TO %s %d OF %d", piece(s, a), place, 1 + ruled_below(4), seat);
    case 13:
        return arena_printf(a, "SEAT %d BOT", seat);
    case 14: {
        const struct option *o = &s->engine->def->options[ruled_below(s->engine->def->noptions)];
        return o->choices ? arena_printf(a, "OPTION %s=%s", o->name, o->choices[0])
                          : arena_printf(a, "OPTION %s=%lld", o->name, (long long)o->low + ruled_below(3));
    }
    case 15:
        return ruled_below(4) ? "ANNOUNCE again" : ruled_below(2) ? "END" : "CANCEL";
    default:
        return arena_printf(a, "UNDO %d%s", 1 + ruled_below(4), ruled_below(2) ? " KEEP ORDER" : "");
    }
}

/* --- what must hold ---------------------------------------------------------------------------- */

static void check_store(struct world *w, struct sitting *s, const char *after)
{
    struct table *stored = table_new(s->engine->schema, s->game.seats);
    must(store_table_load(w->house->store, s->game.id, stored, &world_fault));
    if (!table_same(stored, s->table))
        die("%s: behind \"%s\" the store has another table", s->engine->def->name, after);
    table_free(&stored);
}

static void check_replay(struct sitting *s, const char *after)
{
    const char *difference = NULL;
    must(turn_replay(s, &difference, &world_fault));
    if (difference)
        die("%s: behind \"%s\": %s", s->engine->def->name, after, difference);
    struct verdict v;
    must(verify_game(s, &v, &world_fault));
    if (v.differs)
        die("%s: behind \"%s\": %s", s->engine->def->name, after, difference_text(&v.first, s->arena));
}

/* The same but for the order of piles. */
static bool same_but_piles(const struct table *a, const struct table *b)
{
    const struct schema *schema = table_schema(a);
    for (int id = 1; id <= table_pieces(a) && id <= table_pieces(b); id++) {
        const struct piece *x = table_piece(a, (uint16_t)id), *y = table_piece(b, (uint16_t)id);
        if (x->place != y->place || x->seat != y->seat || x->slot != y->slot || x->sight != y->sight ||
            x->kind != y->kind)
            return false;
    }
    for (int k = 0; k < schema->ntallies; k++)
        for (int seat = 0; seat <= table_seats(a); seat++)
            if (table_get(a, k, seat) != table_get(b, k, seat))
                return false;
    return table_pieces(a) == table_pieces(b);
}

/* --- a game ------------------------------------------------------------------------------------ */

static int undone, redone, refusals, rulings_made;

static void rule_once(struct world *w, struct sitting *s)
{
    struct table *before = table_clone(s->table);
    int64_t turn = s->game.turn, draws = (int64_t)s->luck.counter;
    const char *text = random_ruling(s, &w->arena);
    bool preview = ruled_below(4) == 0;
    if (preview)
        text = arena_printf(&w->arena, "PREVIEW %s", text);
    struct ruled o = ruled_make(s, text, false);
    if (preview || o.refused) {
        if (!table_same(before, s->table) || turn != s->game.turn || draws != (int64_t)s->luck.counter)
            die("%s: \"%s\" changed something", s->engine->def->name, text);
        refusals += o.refused;
    } else {
        rulings_made++;
        const char *bad = s->engine->def->invariant(s->table, s->engine, s->options);
        if (bad && !s->engine->def->invariant(before, s->engine, s->options))
            die("%s: \"%s\" broke %s without FORCE", s->engine->def->name, text, bad);
    }
    check_store(w, s, text);
    table_free(&before);
}

/* One step back and forth: the table of the last rest, and then this one. */
static void undo_redo(struct world *w, struct sitting *s)
{
    struct table *before = table_clone(s->table);
    int64_t turn = s->game.turn;
    bool keep = ruled_below(2);
    if (!ruled_make(s, keep ? "UNDO KEEP ORDER" : "UNDO", false).refused) {
        struct turn *v;
        int n;
        undone++;
        check_store(w, s, "UNDO");
        must(store_turn_list(w->house->store, s->game.id, turn + 1, turn + 1, &w->arena, &v, &n, &world_fault));
        assert_int_equal(n, 1);
        assert_string_equal(v[0].kind, "undo");
        struct table *past = table_new(s->engine->schema, s->game.seats);
        must(store_table_at(w->house->store, s->game.id, v[0].back, past, &world_fault));
        if (s->game.turn == turn + 1) { /* no bot has played behind it */
            if (keep ? !table_same(past, s->table) : !same_but_piles(past, s->table))
                die("%s: UNDO does not lead to the table after turn %lld", s->engine->def->name, (long long)v[0].back);
        }
        table_free(&past);
        if (s->game.turn == turn + 1 && ruled_below(2)) {
            assert_false(ruled_make(s, "REDO", false).refused);
            redone++;
            if (s->game.turn == turn + 2 && !table_same(before, s->table))
                die("%s: REDO does not lead back", s->engine->def->name);
            check_store(w, s, "REDO");
        }
    }
    table_free(&before);
}

static void random_games(void **state)
{
    (void)state;
    int games = selfplay_some(GAMES);
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        world_make(&w, 1800000000);
        undone = redone = refusals = rulings_made = 0;
        ruled_chance.state = 20261118;
        for (int g = 0; g < games; g++) {
            struct sitting *s = ruled_begin(&w, *e, g);
            must(store_begin(w.house->store, &world_fault));
            for (int k = 0; k < STEPS && s->game.turn < TURNS; k++) {
                int what = ruled_below(6);
                if (what < 3 && s->game.status == GAME_PLAYING)
                    ruled_play(&w, s);
                else if (what < 5)
                    rule_once(&w, s);
                else
                    undo_redo(&w, s);
            }
            check_replay(s, "all of it");
            must(store_commit(w.house->store, &world_fault));
            sitting_close(&s);
            s = world_sit(&w, arena_printf(&w.arena, "g%d", g)); /* and from the store */
            check_replay(s, "all of it");
            sitting_close(&s);
            arena_reset(&w.arena);
        }
        print_message("%s: %d rulings made, %d refused, %d undone, %d redone\n", (*e)->def->name, rulings_made,
                      refusals, undone, redone);
        assert_true(rulings_made > 4 * games && refusals > 3 * games && undone > 5 * games && redone > 2 * games);
        world_remove(&w);
    }
}

/* --- nonsense by force ------------------------------------------------------------------------- */

static void look_at_all(struct world *w, struct sitting *s)
{
    for (int seat = SIGHT_MODERATOR; seat <= s->game.seats; seat++) {
        json_t *doc = NULL;
        must(account(s, seat, s->game.shown, NULL, &doc, &world_fault));
        json_decref(doc);
    }
    check_store(w, s, "nonsense");
}

static void forced_game(const struct engine *e, int g, int counts[2])
{
    struct world w;
    world_make(&w, 1800000000);
    struct sitting *s = ruled_begin(&w, e, g);
    must(store_begin(w.house->store, &world_fault));
    for (int k = 0; k < BAD_STEPS; k++) {
        const char *text = arena_printf(&w.arena, "FORCE %s", random_ruling(s, &w.arena));
        if (ruled_below(3) == 0) {
            struct ruled o = ruled_make(s, text, false);
            counts[o.refused]++;
            look_at_all(&w, s);
        } else if (s->game.status == GAME_PLAYING) {
            ruled_play(&w, s);
        }
    }
    look_at_all(&w, s);
    check_replay(s, "nonsense");
    ruled_make(s, "END", false); /* counted as it stands, whatever stands there */
    look_at_all(&w, s);
    check_replay(s, "END");
    must(store_commit(w.house->store, &world_fault));
    sitting_close(&s);
    world_remove(&w);
}

/* In a process of its own: whether the engine lives through it. */
static bool forced_child(const struct engine *e, int g, int counts[2])
{
    int pipes[2], status, got[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGABRT, SIG_DFL);
        signal(SIGSEGV, SIG_DFL);
        alarm(60);
        forced_game(e, g, counts);
        _exit(write(pipes[1], counts, sizeof got) == sizeof got ? 0 : 1);
    }
    close(pipes[1]);
    bool whole = read(pipes[0], got, sizeof got) == sizeof got;
    close(pipes[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (whole)
        memcpy(counts, got, sizeof got);
    return whole && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Every game lives through everything. */
static void forced_games(void **state)
{
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        int counts[2] = {0}, died = 0;
        ruled_chance.state = 7;
        for (int g = 0; g < selfplay_some(BAD_GAMES); g++) {
            ruled_chance.state += 1000003;
            died += !forced_child(*e, g, counts);
        }
        print_message("%s: %d forced, %d refused all the same, %d of %d games died\n", (*e)->def->name, counts[0],
                      counts[1], died, BAD_GAMES);
        assert_true(counts[0] > 40);
        assert_int_equal(died, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games),
        cmocka_unit_test(forced_games),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
