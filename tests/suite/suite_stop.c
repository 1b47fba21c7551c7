/* stop: the program is ended after each durable act, without any cleanup, and run again.
 *
 * A house with games and letters of every kind waiting is copied once per act; a child runs it and
 * _exits right behind the k-th act; a second run must come to exactly the end that an undisturbed
 * run has: the same tables, journals, verdicts, outgoing letters and files. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "archive/verify.h"
#include "base/step.h"
#include "turn/account.h"
#include "cli/cli.h"
#include "lobby/lobby.h"
#include "mail/maildir.h"
#include "world.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const int64_t NOW = 1800000000;
static int stop_after;
static int64_t downtime; /* of the house that is stopped; 0: whatever passes is no downtime */
static _Atomic int acts; /* letters are delivered by a thread of their own */

static void count_act(const char *what)
{
    (void)what;
    if (++acts == stop_after)
        _exit(77);
}

static void copy_dir(const char *from, const char *to)
{
    pid_t pid = fork();
    if (pid == 0) {
        execlp("cp", "cp", "-r", from, to, (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

/* Runs the house in a child until the k-th act (0: to the end). Returns its exit code; *n gets how
 * many acts there were when it ran to the end. */
static int run_child(const char *dir, int64_t now, int k, int *n)
{
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct world w = {.now = now};
        close(pipes[0]);
        snprintf(w.dir, sizeof w.dir, "%s", dir);
        stop_after = k;
        acts = 0;
        /* Before the house, as the program does: it outlives us a moment, and must not hold the lock. */
        must(mail_reader_start(&w.run.reader, &world_fault));
        world_open(&w);
        w.house->config.downtime = downtime;
        step_hook = count_act;
        must(run_once(&w.run, &world_fault));
        step_hook = NULL;
        world_close(&w);
        int total = acts;
        if (write(pipes[1], &total, sizeof total) != sizeof total)
            _exit(1);
        _exit(0);
    }
    close(pipes[1]);
    if (read(pipes[0], n, sizeof *n) != sizeof *n)
        *n = -1;
    close(pipes[0]);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* --- what a house has come to ---------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sum_dir(struct world *w, const char *dir, const char *sub, struct buf *out)
{
    const char *path = arena_printf(&w->arena, "%s/%s/%s", w->dir, dir, sub);
    char *names[512];
    int n = 0;
    DIR *d = opendir(path);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) && n < 512;)
        if (e->d_name[0] != '.')
            names[n++] = arena_strdup(&w->arena, e->d_name);
    closedir(d);
    qsort(names, (size_t)n, sizeof names[0], by_name);
    for (int i = 0; i < n; i++) {
        uint8_t hash[SECRET_HASH];
        char hex[2 * SECRET_HASH + 1];
        struct buf bytes = BUF(32 << 20);
        char chunk[65536];
        FILE *f = fopen(arena_printf(&w->arena, "%s/%s", path, names[i]), "re");
        assert_non_null(f);
        for (size_t k; (k = fread(chunk, 1, sizeof chunk, f)) > 0;)
            buf_add(&bytes, chunk, k);
        fclose(f);
        secret_sha256(hash, buf_all(&bytes));
        secret_hex(hex, hash, SECRET_HASH);
        buf_printf(out, "%s/%s/%s %s\n", dir, sub, names[i], hex);
        buf_free(&bytes);
    }
}

static void sum_people(struct world *w, const struct game *game, struct buf *out)
{
    struct guest *v;
    int n;
    must(store_guests(w->house->store, game->id, &w->arena, &v, &n, &world_fault));
    for (int i = 0; i < n; i++)
        buf_printf(out, "%s: %c%lld %s is %d, place %lld, luck %s, told %lld of turn %lld\n", game->name,
                   v[i].kind, (long long)v[i].number, v[i].address, v[i].state, (long long)v[i].place,
                   v[i].luck, (long long)v[i].told, (long long)v[i].seen_shown);
}

static void sum_records(struct world *w, struct buf *out)
{
    struct record *v;
    int n;
    must(store_records(w->house->store, true, 1000, &w->arena, &v, &n, &world_fault));
    for (int i = 0; i < n; i++)
        buf_printf(out, "%s <%s>: %lld games, %lld asked, %lld on time\n", v[i].name, v[i].address,
                   (long long)v[i].games, (long long)v[i].asked, (long long)v[i].on_time);
}

static void sum_game(struct world *w, const char *name, struct buf *out)
{
    struct sitting *s = world_sit(w, name);
    const char *difference = NULL;
    char chain[2 * SECRET_HASH + 1];
    must(turn_replay(s, &difference, &world_fault));
    secret_hex(chain, s->game.chain, SECRET_HASH);
    buf_printf(out, "%s: turn %lld, shown %lld, %lld draws, chain %s, %s\n", name, (long long)s->game.turn, (long long)s->game.shown,
               (long long)s->game.draws, chain, difference ? difference : "replays");
    for (int i = 0; i < s->game.seats; i++)
        buf_printf(out, "  %s%s", s->seats[i].name, s->seats[i].bot ? " is a bot" : "");
    for (int i = 0; i < s->nawaits; i++)
        buf_printf(out, "  await %lld of seat %d until %lld, reminder %lld\n", (long long)s->awaits[i].number,
                   s->awaits[i].seat, (long long)s->awaits[i].deadline, (long long)s->awaits[i].remind);
    for (int i = 0; i < s->game.seats; i++) {
        const struct seat *seat = &s->seats[i];
        buf_printf(out, "  seat %d: bot %d, still %u, seen %lld, away %lld, talk %lld, collected %lld, digest %lld\n", i + 1,
                   seat->bot, seat->still, (long long)seat->seen_entry, (long long)seat->away,
                   (long long)seat->talk_due, (long long)seat->collected, (long long)seat->digest_next);
    }
    /* What the seats were told, each report with the digest of the one before, whoever wrote it out. */
    struct verdict v;
    must(verify_game(s, &v, &world_fault));
    for (int i = 0; i < s->game.seats; i++) {
        secret_hex(chain, s->seats[i].digest, SECRET_HASH);
        buf_printf(out, "  seat %d: last digest %s\n", i + 1, chain);
    }
    buf_printf(out, "  %lld reports, %s\n", (long long)v.reports, v.differs ? v.first.what : "as recorded");
    for (int i = 0; i < s->nearly; i++)
        buf_printf(out, "  early %d.%lld: %s", s->early[i].seat, (long long)s->early[i].number, s->early[i].lines);
    for (int i = 0; i < s->nstanding; i++)
        buf_printf(out, "  standing %d.%lld: %s\n", s->standing[i].seat, (long long)s->standing[i].number,
                   s->standing[i].line);
    for (uint16_t id = 1; id <= table_pieces(s->table); id++) {
        const struct piece *p = table_piece(s->table, id);
        buf_printf(out, "%u:%u.%u.%d.%d ", id, p->place, p->seat, p->slot, p->pos);
    }
    buf_char(out, '\n');
    sitting_close(&s);
}

static void sum(const char *dir, int64_t now, struct buf *out)
{
    struct world w = {.now = now};
    struct game *v;
    int64_t in[5], waiting, sent;
    int n;
    snprintf(w.dir, sizeof w.dir, "%s", dir);
    world_open(&w);
    must(store_game_list(w.house->store, &w.arena, &v, &n, &world_fault));
    for (int i = 0; i < n; i++)
        if (v[i].status != GAME_OPEN)
            sum_game(&w, v[i].name, out);
    for (int i = 0; i < n; i++)
        sum_people(&w, &v[i], out);
    sum_records(&w, out);
    must(store_letter_in_counts(w.house->store, in, &world_fault));
    must(store_letter_out_counts(w.house->store, &waiting, &sent, &world_fault));
    buf_printf(out, "in %lld %lld %lld %lld %lld, out %lld %lld\n", (long long)in[0], (long long)in[1],
               (long long)in[2], (long long)in[3], (long long)in[4], (long long)waiting, (long long)sent);
    sum_dir(&w, "in", "new", out);
    sum_dir(&w, "in", "cur", out);
    sum_dir(&w, "in", "tmp", out);
    sum_dir(&w, "out", "new", out);
    sum_dir(&w, "out", "cur", out);
    world_close(&w);
}

/* --- the house that is stopped --------------------------------------------------------------- */

static const char *suggestion(struct world *w, const char *game, int seat)
{
    struct sitting *s = world_sit(w, game);
    json_t *doc = NULL;
    must(account(s, seat, s->game.shown, NULL, &doc, &world_fault));
    const char *text = json_string_value(json_object_get(json_object_get(doc, "suggested"), "order"));
    text = arena_strdup(&w->arena, text ? text : "PASS");
    json_decref(doc);
    sitting_close(&s);
    return text;
}

/* A reply to the letter a guest got. */
static void guest_writes(struct world *w, const char *game, const char *address, const char *body)
{
    struct game g;
    struct guest guest;
    int n;
    must(lobby_game(w->house, game, &w->arena, &g, &world_fault));
    must(lobby_guest(w->house, g.id, 0, WHO_INVITED, address, &w->arena, &guest, &n, &world_fault));
    insist(guest.number);
    struct writer writer = token_guest(&guest);
    world_letter(w, address, token_address(w->house, &g, &writer, 0, &w->arena), "Re: come", body);
}

/* A game that fills up and begins, one that does not, and people who watch, move and resign. */
static void furnish_lobby(struct world *w)
{
    static const char *const invited[] = {"Ann <ann@guests.example>", "Ben <ben@guests.example>",
                                          "Cy <cy@guests.example>", NULL};
    static const char *const pair[] = {"Gus", "Hal", "Ida", NULL};
    struct game_spec full = {.name = "filling", .engine = "venture", .seats = 3}, half = full;
    struct game game;
    struct guest guest;
    half.name = "half";
    must(store_begin(w->house->store, &world_fault));
    must(lobby_found(w->house, &full, false, invited, &w->arena, &game, &world_fault));
    must(lobby_found(w->house, &half, true, invited, &w->arena, &game, &world_fault));
    must(store_commit(w->house->store, &world_fault));
    world_game(w, "venture", "left", NULL, NULL, pair, NULL);
    must(lobby_game(w->house, "left", &w->arena, &game, &world_fault));
    must(store_begin(w->house->store, &world_fault));
    for (int i = 0; i < 2; i++)
        must(lobby_guest_new(w->house, &game, WHO_OBSERVER, GUEST_HERE,
                             i ? "eve@guests.example" : "fay@guests.example", "Eve", "en", i, &guest,
                             &world_fault));
    must(store_commit(w->house->store, &world_fault));
    guest_writes(w, "filling", "ann@guests.example", "JOIN filling some words");
    guest_writes(w, "half", "ben@guests.example", "LUCK other words");
    guest_writes(w, "filling", "ben@guests.example", "ACCEPT");
    guest_writes(w, "half", "cy@guests.example", "DECLINE");
    guest_writes(w, "filling", "cy@guests.example", "LUCK last words\nLANG fr");
    world_letter(w, "dee@guests.example", "games@house.example", "?", "GAMES\nJOIN half\nOBSERVE left");
    world_orders(w, "left", 2, "OBSERVE filling\nADDRESS hal@guests.example");
    world_orders(w, "left", 1, "RESIGN left");
}

/* A house in which time passes: reminders, early orders, talk, vacations, digests, and each way to take
 * silence. */
static void pass_time(struct world *w)
{
    static const char *const trio[] = {"Alice", "Bob", "Chloe", NULL};
    static const char *const fixed[] = {"seating=fixed", NULL};
    struct pace usual = w->house->config.pace, *pace = &w->house->config.pace;
    pace->turn = 6 * 86400;
    world_game(w, "venture", "slow", NULL, fixed, trio, NULL);
    world_orders(w, "slow", 2, "NEXT PASS\nSAY soon\nWHISPER 3 psst\nDIGEST DAILY 18:00");
    world_orders(w, "slow", 3, "SAY\nlines\nof talk\nEND\nVACATION 3 days\nNEXT PASS");
    *pace = usual;
    pace->silence = SILENCE_HOLD;
    world_game(w, "venture", "held", NULL, fixed, trio, NULL);
    world_orders(w, "held", 2, "SAY well?");
    pace->silence = SILENCE_DISMISS;
    pace->dismiss = 1;
    world_game(w, "venture", "dismissed", NULL, fixed, trio, NULL);
    world_orders(w, "dismissed", 2, "NEXT PASS");
    *pace = usual;
    world_run(w); /* what was said and put by waits now */
    world_orders(w, "slow", 1, "SAY who is next?");
}

/* Two standing orders: one answers the letter that waits. */
static void standing_orders(struct world *w)
{
    static const char *const trio[] = {"Alice", "Bob", "Chloe", NULL};
    static const char *const fixed[] = {"seating=fixed", NULL};
    static const char *const letters[] = {"INVEST EUR", "INVEST EUR",
                                          "WHEN DIVEST EUR SELL 1\nWHEN SPOT DECLINE ALWAYS\nINVEST CHF EUR"};
    world_game(w, "forex", "standing", NULL, fixed, trio, NULL);
    for (int i = 0; i < 3; i++) {
        world_orders(w, "standing", i + 1, letters[i]);
        world_run(w);
    }
    struct sitting *s = world_sit(w, "standing");
    insist(s->nstanding == 2);
    sitting_close(&s);
    world_orders(w, "standing", 1, "DIVEST EUR 1");
}

/* A moderator's letters: rulings, one that is refused, an UNDO, a KICK and its confirmation, whose number
 * is the first. */
static void rulings(struct world *w)
{
    static const char *const fixed[] = {"seating=fixed", NULL}, *const max[] = {"max@players.example", NULL};
    static const char *const players[] = {"Fay <fay@players.example>", "Gil <gil@players.example>", NULL};
    struct game_spec spec = {
        .name = "ruled", .engine = "venture", .options = fixed, .players = players, .moderators = max};
    struct writer writer = {.who = WHO_MODERATOR, .number = 1};
    struct sitting *s = NULL;
    must(store_begin(w->house->store, &world_fault));
    must(founding_new(w->house, &spec, &w->arena, &s, &world_fault));
    must(store_commit(w->house->store, &world_fault));
    const char *to = token_address(w->house, &s->game, &writer, 0, &w->arena);
    const char *confirm = token_address(w->house, &s->game, &writer, 1, &w->arena);
    sitting_close(&s);
    world_letter(w, max[0], to, "first", "SET score OF Gil = 4\nDEAL 2 TO Gil");
    world_letter(w, max[0], to, "second", "SET score OF Gil = 4");
    world_letter(w, max[0], to, "third", "UNDO");
    world_letter(w, max[0], to, "fourth", "SEAT Gil KICK");
    world_letter(w, max[0], confirm, "fifth", "CONFIRM");
    world_letter(w, max[0], confirm, "sixth", "CONFIRM");
}

/* For every engine a game with letters that play and letters that are wrong, one where everybody is
 * silent, one with a bot, and a letter sent twice; then garbage, strangers and machines. */
static void furnish(struct world *w)
{
    static const char *const trio[] = {"Alice", "Bob", "Chloe", NULL};
    static const char *const fixed[] = {"seating=fixed", NULL};
    static const char *const bot[] = {"Carl", NULL}, *const duo[] = {"Dora", "Ed", NULL};
    pass_time(w);
    standing_orders(w);
    for (const struct engine *const *e = engine_all(); *e; e++) {
        const char *name = (*e)->def->name;
        const char *quiet = arena_printf(&w->arena, "%s-quiet", name);
        world_game(w, name, name, NULL, fixed, trio, NULL);
        world_game(w, name, quiet, NULL, fixed, trio, NULL);
        struct sitting *s = world_sit(w, name);
        int seat = s->awaits[0].seat;
        sitting_close(&s);
        world_orders(w, name, seat, suggestion(w, name, seat));
        world_orders(w, name, seat % 3 + 1, "nonsense");
        world_orders(w, name, seat % 3 + 1, "HELP\nLANG fr");
        w->bots = bot;
        name = arena_printf(&w->arena, "%s-bot", name);
        world_game(w, (*e)->def->name, name, NULL, fixed, duo, NULL);
        w->bots = NULL;
        s = world_sit(w, name);
        seat = s->awaits[0].seat;
        const char *from = s->seats[seat - 1].address, *to = world_reply(w, name, seat);
        sitting_close(&s);
        const char *twice = arena_printf(
            &w->arena, "From: <%s>\nTo: <%s>\nMessage-ID: <same.%s@x>\n\n%s\n", from, to, name,
            suggestion(w, name, seat));
        world_bytes(w, slice_of(twice));
        world_bytes(w, slice_of(twice));
    }
    furnish_lobby(w);
    rulings(w);
    world_letter(w, "stranger@else.example", "games@house.example", "hello", "may I play?");
    world_bytes(w, slice_of("garbage"));
    world_bytes(w, slice_of("From: <>\nAuto-Submitted: auto-replied\nTo: games@house.example\n\nI am away\n"));
    must(store_begin(w->house->store, &world_fault));
    must(store_commit(w->house->store, &world_fault));
}

struct story {
    const char *dir; /* the house before anything happens */
    int64_t later;
    int total; /* durable acts of an undisturbed run */
    struct buf whole; /* what it ends in */
};

static void remove_house(const char *dir, int64_t now)
{
    struct world gone = {.now = now};
    snprintf(gone.dir, sizeof gone.dir, "%s", dir);
    world_open(&gone);
    world_remove(&gone);
}

static void stopped_after(const struct story *story, int k)
{
    struct buf other = BUF(32 << 20);
    const struct buf *whole = &story->whole;
    char dir[560];
    int n;
    snprintf(dir, sizeof dir, "%.500s-%d", story->dir, k);
    copy_dir(story->dir, dir);
    if (run_child(dir, story->later, k, &n) != 77 || run_child(dir, story->later, 0, &n) != 0)
        die("act %d of %d: the program does not stop, or does not run again", k, story->total);
    sum(dir, story->later, &other);
    if (!slice_eq(buf_all(whole), buf_all(&other))) {
        size_t at = 0;
        while (at < whole->n && at < other.n && whole->p[at] == other.p[at])
            at++;
        die("stopped after act %d of %d (%s), a rerun ends elsewhere:\n%.400s\n--- undisturbed\n%.400s", k,
            story->total, dir, buf_text(&other) + (at > 100 ? at - 100 : 0),
            buf_text(whole) + (at > 100 ? at - 100 : 0));
    }
    remove_house(dir, story->later);
    buf_free(&other);
}

/* Every act, or one in $COURTIER_EVERY. */
static int every(void)
{
    const char *env = getenv("COURTIER_EVERY");
    long long n = 1;
    if (env && (!slice_to_int(slice_of(env), &n) || n < 1))
        die("COURTIER_EVERY=%s is not a number", env);
    return (int)n;
}

/* The house is stopped behind each act of a run at story->later, or one in `step`. */
static void stop_house(struct world *w, struct story *story, int step)
{
    char dir[560];
    int status;
    story->dir = w->dir;
    snprintf(dir, sizeof dir, "%.500s-0", w->dir);
    copy_dir(w->dir, dir);
    assert_int_equal(run_child(dir, story->later, 0, &story->total), 0);
    sum(dir, story->later, &story->whole);
    fflush(stdout);
    for (int half = 0; half < 2; half++) { /* one for each processor */
        if (fork() != 0)
            continue;
        for (int k = 1 + half * step; k <= story->total; k += 2 * step)
            stopped_after(story, k);
        _exit(0);
    }
    for (int half = 0; half < 2; half++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    print_message("stopped after %s of %d durable acts\n", step == 1 ? "each" : "some", story->total);
    remove_house(dir, story->later);
    remove_house(w->dir, story->later);
}

static void stops_everywhere(void **state)
{
    struct world w;
    struct story story = {.later = NOW + 4 * 86400, /* the quiet games' deadlines have passed, too */
                          .whole = BUF(32 << 20)};
    (void)state;
    world_make(&w, NOW);
    furnish(&w);
    world_close(&w);
    stop_house(&w, &story, every());
    assert_true(story.total > 10);
    assert_non_null(strstr(buf_text(&story.whole), "replays"));
    assert_non_null(strstr(buf_text(&story.whole), "Gil is a bot")); /* the confirmation counted */
    assert_null(strstr(buf_text(&story.whole), "standing 3.1:"));    /* it has fired */
    assert_non_null(strstr(buf_text(&story.whole), "standing 3.2:"));
    buf_free(&story.whole);
}

/* It was down for a week, or its clock was ahead by one: what is mended is mended once. */
static void stops_while_waking(void **state)
{
    static const int64_t jumps[] = {7 * 86400, -7 * 86400};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct world w;
        struct story story = {.later = NOW + jumps[i], .whole = BUF(32 << 20)};
        world_make(&w, NOW);
        pass_time(&w);
        world_close(&w);
        downtime = 6 * 3600;
        stop_house(&w, &story, 1);
        downtime = 0;
        assert_non_null(strstr(buf_text(&story.whole), "replays"));
        buf_free(&story.whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stops_everywhere), cmocka_unit_test(stops_while_waking)};
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
