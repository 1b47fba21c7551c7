#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "archive/site.h"
#include "bare.h"
#include "scenario.h"
#include "twins.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

struct world twins[HOUSES];
int twins_hidden;
static int64_t bytes;

static void run_tool(const char *const *argv)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        die("%s fails", argv[0]);
}

void twins_begin(const char *script)
{
    twins_hidden = 0;
    bytes = 0;
    scenario_leave("the table", slice_of(script), &twins[PLAIN]);
    twins[ACTS] = twins[PLAIN];
    snprintf(twins[ACTS].dir, sizeof twins[ACTS].dir, "%.500s-acts", twins[PLAIN].dir);
    run_tool((const char *const[]){"cp", "-a", twins[PLAIN].dir, twins[ACTS].dir, NULL});
    for (int h = 0; h < HOUSES; h++)
        world_open(&twins[h]);
}

struct game twins_game(int house)
{
    struct sitting *s = world_sit(&twins[house], "g");
    struct game g = s->game;
    sitting_close(&s);
    return g;
}

void twins_run(int64_t seconds)
{
    for (int h = 0; h < HOUSES; h++) {
        twins[h].now += seconds;
        world_run(&twins[h]);
    }
}

/* The same letter in both houses. */
void twins_both(int seat, const char *text)
{
    for (int h = 0; h < HOUSES; h++)
        world_orders(&twins[h], "g", seat, text);
    twins_run(300);
}

/* A letter in one house only, which must make a turn of it that nobody else can count. */
void twins_unseen(int seat, const char *text)
{
    struct game before = twins_game(ACTS);
    world_orders(&twins[ACTS], "g", seat, text);
    twins_run(300);
    struct game after = twins_game(ACTS);
    if (after.turn <= before.turn)
        die("no turn: %s", text);
    twins_hidden += (int)(after.turn - before.turn);
}

/* Two letters that must look the same to all others. */
void twins_either(int seat, const char *plain, const char *acts)
{
    struct game before[HOUSES] = {twins_game(PLAIN), twins_game(ACTS)};
    world_orders(&twins[PLAIN], "g", seat, plain);
    world_orders(&twins[ACTS], "g", seat, acts);
    twins_run(300);
    for (int h = 0; h < HOUSES; h++)
        if (twins_game(h).turn == before[h].turn)
            die("no turn: %s", h == PLAIN ? plain : acts);
}

/* Rulings of the n-th moderator in one house. */
void twins_rule_in(int house, int nth, const char *text)
{
    struct sitting *s = world_sit(&twins[house], "g");
    struct moderator *v;
    int n;
    must(store_moderators(twins[house].house->store, s->game.id, &twins[house].arena, &v, &n, &world_fault));
    struct writer writer = {.who = WHO_MODERATOR, .number = v[nth].number, .epoch = v[nth].epoch};
    const char *to = token_address(twins[house].house, &s->game, &writer, 0, &twins[house].arena);
    sitting_close(&s);
    world_letter(&twins[house], v[nth].address, to, "Re: ruling", text);
}

/* The same rulings in both houses, by the first moderator, who plays. */
void twins_rule(const char *text)
{
    for (int h = 0; h < HOUSES; h++)
        twins_rule_in(h, 0, text);
    twins_run(300);
}

void twins_open(int seat, const char *text)
{
    struct game before = twins_game(PLAIN);
    twins_both(seat, text);
    struct game after = twins_game(PLAIN);
    if (after.turn == before.turn)
        die("no turn: %s", text);
    if (after.shown == before.shown)
        die("nobody is told: %s", text);
}

/* --- what others get -------------------------------------------------------------------------- */

static int letters_to(int house, const char *address, struct buf *out)
{
    struct world_mail *v;
    int n = world_mail(&twins[house], address, false, &v);
    for (int i = 0; i < n; i++)
        bare_letter(v[i].bytes, out);
    return n;
}

static void say_difference(struct slice a, struct slice b)
{
    while (a.p && b.p) {
        struct slice x = slice_cut(&a, '\n'), y = slice_cut(&b, '\n');
        if (!slice_eq(x, y)) {
            fprintf(stderr, "  %.*s\n  %.*s\n", (int)x.n, x.p, (int)y.n, y.p);
            return;
        }
    }
}

static void compare_letters(const char *name)
{
    struct buf text[HOUSES] = {BUF(64 << 20), BUF(64 << 20)};
    int n[HOUSES];
    const char *address = arena_printf(&twins[PLAIN].arena, "%s@players.example", name);
    for (int h = 0; h < HOUSES; h++)
        n[h] = letters_to(h, address, &text[h]);
    if (n[PLAIN] == 0)
        die("%s gets nothing", name);
    if (n[PLAIN] != n[ACTS])
        fprintf(stderr, "%s gets %d letters, or %d\n", name, n[PLAIN], n[ACTS]);
    if (!slice_eq(buf_all(&text[PLAIN]), buf_all(&text[ACTS]))) {
        say_difference(buf_all(&text[PLAIN]), buf_all(&text[ACTS]));
        die("%s can tell that somebody did something", name);
    }
    bytes += (int64_t)text[PLAIN].n;
    for (int h = 0; h < HOUSES; h++)
        buf_free(&text[h]);
}

static void compare_pages(void)
{
    const char *dir[HOUSES];
    for (int h = 0; h < HOUSES; h++) {
        struct sitting *s = world_sit(&twins[h], "g");
        struct site site = {.house = twins[h].house};
        site.dir = dir[h] = arena_printf(&twins[h].arena, "%s/site", twins[h].dir);
        must(site_begin(&site, &world_fault));
        must(site_game(&site, s, &world_fault));
        must(site_end(&site, &world_fault));
        sitting_close(&s);
    }
    run_tool((const char *const[]){"diff", "-r", dir[PLAIN], dir[ACTS], NULL});
}

/* A moderator who plays may ask for any number all may see. */
void twins_tables(void)
{
    struct table *seen[HOUSES];
    for (int h = 0; h < HOUSES; h++) {
        struct sitting *s = world_sit(&twins[h], "g");
        seen[h] = table_new(s->engine->schema, s->game.seats);
        table_view(seen[h], s->table, 0);
        sitting_close(&s);
    }
    if (!table_same(seen[PLAIN], seen[ACTS]))
        die("what all can see of the table tells that somebody did something");
    table_free(&seen[PLAIN]), table_free(&seen[ACTS]);
}

/* What they can ask for, and what they get by itself. */
void twins_ask(int seat)
{
    twins_both(seat, "STATUS");
    twins_both(seat, "HISTORY\nSEARCH alice bob\nSEARCH plays");
    twins_both(seat, "HISTORY 2 3");
    for (int turn = 0; turn <= 4; turn++)
        twins_both(seat, arena_printf(&twins[PLAIN].arena, "REPORT %d", turn));
    twins_both(seat, "REPORT 99");
    twins_both(seat, "HISTORY 99");
    twins_both(seat, "THIS IS NO ORDER");
}

void twins_end_alike(const char *const *others)
{
    struct game g[HOUSES] = {twins_game(PLAIN), twins_game(ACTS)};
    for (int i = 0; others[i]; i++)
        compare_letters(others[i]);
    compare_pages();
    assert_int_equal(g[PLAIN].shown, g[ACTS].shown);
    print_message("%d hidden turns behind %lld, %lld bytes compared\n", twins_hidden, (long long)g[PLAIN].turn,
                  (long long)bytes);
    assert_true(bytes > 20000);
    for (int h = 0; h < HOUSES; h++)
        world_remove(&twins[h]);
}

void twins_end(const char *const *others)
{
    assert_true(twins_hidden > 0);
    assert_true(twins_game(ACTS).turn > twins_game(PLAIN).turn);
    twins_end_alike(others);
}
