/* bench: how fast, how much, and how it grows. Prints a table; nothing here fails.
 *
 *     bench [quick] [engines|turns|archive|letters]
 * Figures that compare two cases are measured in the same run and given as a ratio. */
#include "selfplay.h"
#include "world.h"

#include "archive/back.h"
#include "turn/account.h"
#include "archive/search.h"
#include "archive/verify.h"
#include "store/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const four[] = {"Alice", "Bob", "Chloe", "David", NULL};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Of this process: other work on the machine does not count. */
static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void row(const char *what, double value, const char *unit, const char *goal)
{
    printf("%-58s %12.*f %-12s %s\n", what, value < 100 ? 2 : 0, value, unit, goal);
    fflush(stdout);
}

/* Houses are deleted at the end: a file system that has just lost thousands of files is slow at
 * making new ones. */
static struct world used[8];
static int nused;

static void put_aside(struct world *w)
{
    world_close(w);
    used[nused++] = *w;
}

/* --- engines --------------------------------------------------------------------------------- */

/* Games between bots, nothing kept: suggest, apply, close, advance. By a second of processor. */
static void bench_engine(const struct engine *engine)
{
    struct arena arena = ARENA(1 << 30), scratch = ARENA(64 << 20);
    const struct engine_def *def = engine->def;
    struct table *seen = NULL;
    struct suggestion *g = malloc(sizeof *g);
    int64_t orders = 0, turns = 0, games = 0;
    double start = processor();
    char name[80];
    while (processor() - start < 2.0) {
        struct sitting *s = selfplay_sit(engine, 4, 0, (uint64_t)games, &arena);
        struct mistake mistake = {0};
        seen = table_new(engine->schema, 4);
        while (!def->finished(s->table)) {
            struct await v[AWAITS_MAX];
            struct events events = {.arena = &scratch};
            struct play play = {.engine = engine, .table = s->table, .options = s->options,
                                .luck = &s->luck, .events = &events, .arena = &scratch,
                                .mistake = &mistake};
            def->awaits(s->table, s->options, v);
            struct view view = table_view(seen, s->table, v[0].seat);
            g->n = 0;
            def->suggest(&view, engine, s->options, 0, &scratch, g);
            luck_mark(&s->luck);
            for (int i = 0; i < g->n; i++)
                if (def->apply(&play, v[0].seat, &g->orders[i]) == OUTCOME_MISTAKE && !s->luck.drawn)
                    die("a bot's order is refused"); /* behind a die it is dropped */
            if (def->close(&play, v[0].seat) == OUTCOME_MISTAKE)
                die("a bot's letter is refused");
            def->advance(&play);
            orders += g->n;
            turns++;
            arena_reset(&scratch);
        }
        games++;
        sitting_close(&s);
        table_free(&seen);
        arena_reset(&arena);
    }
    double took = processor() - start;
    snprintf(name, sizeof name, "%s: engine orders in self-play", def->name);
    row(name, (double)orders / took, "orders/s",
        strcmp(def->name, "capital") == 0 ? "at least 100,000"
        : strcmp(def->name, "boss") == 0  ? "at least 200,000"
                                          : "at least 300,000");
    snprintf(name, sizeof name, "%s: turns per game", def->name);
    row(name, (double)turns / (double)games, "turns", "");
    free(g);
    arena_free(&arena);
    arena_free(&scratch);
}

/* --- letters --------------------------------------------------------------------------------- */

static void make_games(struct world *w, int from, int to, const char *const *options)
{
    for (int i = from; i < to; i++) {
        char name[32], secret[65];
        snprintf(name, sizeof name, "g%d", i);
        snprintf(secret, sizeof secret, "%064d", i);
        world_game(w, "venture", name, NULL, options, four, secret);
        arena_reset(&w->arena);
    }
}

/* Lays one letter of the awaited seat of each game into the inbox. */
static void write_letters(struct world *w, int from, int to, const char *body)
{
    for (int i = from; i < to; i++) {
        char name[32];
        struct order orders[ORDERS_SUGGESTED];
        struct buf text = BUF(8192);
        snprintf(name, sizeof name, "g%d", i);
        struct sitting *s = world_sit(w, name);
        struct order_reader reader = sitting_reader(s, NULL);
        if (s->nawaits) {
            int seat = s->awaits[0].seat;
            int n = body ? 0 : selfplay_suggest(s, seat, orders, ORDERS_SUGGESTED);
            for (int k = 0; k < n; k++) {
                order_print(&reader, &orders[k], &text);
                buf_char(&text, '\n');
            }
            world_letter(w, s->seats[seat - 1].address,
                         token_seat_address(w->house, &s->game, &s->seats[seat - 1], s->awaits[0].number,
                                       &w->arena),
                         "Re: [game] Venture", body ? body : buf_text(&text));
        }
        buf_free(&text);
        sitting_close(&s);
        arena_reset(&w->arena);
    }
}

/* Runs the house by the program itself, in a process of its own: what is measured is what cron
 * starts, from the first instruction to the last. */
struct cost {
    double took;          /* seconds by the clock, which other programs lengthen */
    double used, of_main; /* seconds of processor: all threads and readers, the thread that plays */
    double kilobytes;     /* at most */
};

static void add_cost(struct cost *sum, struct cost one)
{
    sum->took += one.took;
    sum->used += one.used;
    sum->of_main += one.of_main;
}

/* Of the thread a process began with; read when it is dead and not yet waited for. */
static double main_thread(pid_t pid)
{
    char path[80];
    unsigned long long ns = 0;
    siginfo_t info;
    waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)pid);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%llu", &ns) != 1)
        ns = 0;
    if (f)
        fclose(f);
    return (double)ns / 1e9;
}

static void run_program(const char *dir, int out)
{
    const char *program = getenv("COURTIER");
    dup2(out, STDOUT_FILENO);
    execl(program ? program : "./courtier", "courtier", "--house", dir, "run", (char *)NULL);
    die("the program is not at %s: make bench says where", program ? program : "./courtier");
}

static struct cost run_measured(struct world *w, int64_t expected)
{
    int pipes[2], letters = w->letters;
    struct rusage usage;
    long long fetched, played = -1;
    char said[400] = "";
    size_t n = 0;
    ssize_t got;
    world_close(w);
    if (pipe(pipes) != 0)
        die("no pipe");
    double start = seconds();
    pid_t pid = fork();
    if (pid == 0)
        run_program(w->dir, pipes[1]);
    close(pipes[1]);
    while ((got = read(pipes[0], said + n, sizeof said - 1 - n)) > 0)
        n += (size_t)got;
    close(pipes[0]);
    int status;
    struct cost cost = {.of_main = main_thread(pid)};
    wait4(pid, &status, 0, &usage);
    cost.took = seconds() - start;
    if (sscanf(said, "%lld fetched, %lld played", &fetched, &played) != 2 || played != expected)
        die("%lld of %lld letters were played", played, (long long)expected);
    cost.kilobytes = (double)usage.ru_maxrss;
    cost.used = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    w->now = time(NULL); /* the program's clock is the real one */
    world_open(w);
    w->letters = letters;
    return cost;
}

static void row_letters(int n, struct cost cost)
{
    char what[80];
    snprintf(what, sizeof what, "%d order letters, Maildir to Maildir", n);
    row(what, n / cost.took, "letters/s", "at least 1,000");
    row("  processor time of each, over all threads", cost.used * 1e6 / n, "us", "");
    row("  of it on the thread that plays them", cost.of_main * 1e6 / n, "us", "under 1,000");
    row("  memory of that run", cost.kilobytes / 1024, "MB", "under 64");
}

/* Two cases, by the clock and by what they cost: only the second means something beside other work. */
static void row_ratio(const char *what, struct cost many, struct cost few)
{
    row(what, many.took / few.took, "times", "within 1.1");
    row("  in processor time", many.used / few.used, "times", "within 1.1");
}

/* One letter to each of the first games of both houses, by turns: what slows the machine for a while
 * slows both. */
static void compare(const char *what, struct world *few, struct world *many, int games, const char *body)
{
    enum { ROUNDS = 20 };
    struct world *const houses[] = {few, many};
    struct cost sums[2] = {{0}};
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < 2; k++) {
            write_letters(houses[k], 0, games, body);
            add_cost(&sums[k], run_measured(houses[k], games));
        }
    }
    row_ratio(what, sums[1], sums[0]);
}

static int by_time(const void *a, const void *b)
{
    const struct cost *x = a, *y = b;
    return (x->took > y->took) - (x->took < y->took);
}

/* The run in the middle of five, each with a letter to the same games. */
static void bench_thousand(struct world *w, int from)
{
    enum { TIMES = 5, LETTERS = 1000 };
    struct cost costs[TIMES];
    for (int i = 0; i < TIMES; i++) {
        write_letters(w, from, from + LETTERS, NULL);
        costs[i] = run_measured(w, LETTERS);
    }
    qsort(costs, TIMES, sizeof *costs, by_time);
    row_letters(LETTERS, costs[TIMES / 2]);
    row("  the slowest run of five", LETTERS / costs[TIMES - 1].took, "letters/s", "");
}

static void bench_letters(bool quick)
{
    struct world few, w; /* the same ten games in both, and many others in one */
    int many = quick ? 1000 + 10 : 10000;
    char what[80];
    world_make(&few, time(NULL));
    make_games(&few, 0, 10, NULL);
    world_run(&few);
    world_make(&w, time(NULL));
    double start = seconds();
    make_games(&w, 0, many, NULL);
    row("new games", many / (seconds() - start), "games/s", "");
    start = seconds();
    world_run(&w);
    row("sending first reports", 4.0 * many / (seconds() - start), "letters/s", "");
    snprintf(what, sizeof what, "a run of 10 letters: %d games against 10", many);
    compare(what, &few, &w, 10, NULL);
    bench_thousand(&w, 10);
    if (!quick) {
        write_letters(&w, 0, many, NULL);
        row_letters(many, run_measured(&w, many));
    }
    struct stat st;
    char path[700];
    snprintf(path, sizeof path, "%s/courtier.db", w.dir);
    stat(path, &st);
    row("store, everything included", (double)st.st_size / 1024 / many, "kB/game", "");
    put_aside(&few);
    put_aside(&w);
}

/* --- turns ----------------------------------------------------------------------------------- */

static void play_on(struct world *w, int games, int64_t until)
{
    for (int i = 0; i < games; i++) {
        char name[32];
        snprintf(name, sizeof name, "g%d", i);
        struct sitting *s = world_sit(w, name);
        struct attempt *a = arena_new(&w->arena, struct attempt);
        struct order_reader reader = sitting_reader(s, NULL);
        struct mistake m = {0};
        struct order pass;
        if (!order_read(&reader, slice_of("PASS"), 1, &w->arena, &pass, &m))
            die("PASS is not understood");
        must(store_begin(w->house->store, &world_fault));
        while (s->game.turn < until) {
            int seat = s->awaits[0].seat;
            turn_try(s, seat, &pass, 1, false, a);
            must(turn_record(s, seat, "letter", &pass, 1, a, &world_fault));
            must(turn_settle(s, &world_fault));
            /* As if each had been answered: who never acted is told of sixty turns. */
            struct seat *acted = &s->seats[seat - 1];
            acted->seen_turn = acted->acted_turn = s->game.turn;
            acted->seen_entry = acted->acted_entry = s->game.journal;
            must(store_seat_set(w->house->store, &s->seats[seat - 1], &world_fault));
        }
        must(store_commit(w->house->store, &world_fault));
        sitting_close(&s);
        arena_reset(&w->arena);
    }
}

static void bench_turns(void)
{
    static const char *const endless[] = {"stall=0", "hand-limit=7", NULL};
    struct world early, late;
    struct world *const houses[] = {&early, &late};
    for (int k = 0; k < 2; k++) {
        world_make(houses[k], time(NULL));
        make_games(houses[k], 0, 100, endless);
        play_on(houses[k], 100, k ? 500 : 10);
        world_run(houses[k]);
    }
    compare("a turn at turn 500 against turn 10", &early, &late, 100, "PASS");
    put_aside(&early);
    put_aside(&late);
}

/* --- the archive ----------------------------------------------------------------------------- */

/* Showing a turn as `courtier show` does: opened, taken back, made a document. */
static double show_turn(struct world *w, int64_t turn)
{
    enum { TIMES = 200 };
    double start = seconds();
    for (int i = 0; i < TIMES; i++) {
        struct sitting *s = world_sit(w, "g0");
        json_t *doc = NULL;
        must(back_to(s, turn, &world_fault));
        must(account(s, 1, turn - 1, NULL, &doc, &world_fault));
        json_decref(doc);
        sitting_close(&s);
        arena_reset(&w->arena);
    }
    return (seconds() - start) * 1e3 / TIMES;
}

static double bytes_per_turn(struct world *w, const char *query, int64_t turns)
{
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(w->house->store->db, query, -1, &st, NULL) != SQLITE_OK || sqlite3_step(st) != SQLITE_ROW)
        die("%s", query);
    double n = sqlite3_column_double(st, 0) / (double)turns;
    sqlite3_finalize(st);
    return n;
}

static double search(struct world *w, const char *words)
{
    struct sitting *s = world_sit(w, "g0");
    json_t *found = NULL;
    double start = seconds();
    must(store_begin(w->house->store, &world_fault));
    must(search_index(s, &world_fault));
    must(store_commit(w->house->store, &world_fault));
    must(search_find(s, &(struct search){.reader = 1, .words = slice_of(words), .max = SEARCH_MOST}, &found, &world_fault));
    double took = (seconds() - start) * 1e3;
    json_decref(found);
    sitting_close(&s);
    arena_reset(&w->arena);
    return took;
}

static void bench_archive(void)
{
    static const char *const endless[] = {"stall=0", "hand-limit=7", NULL};
    enum { TURNS = 300 };
    struct world w;
    world_make(&w, 1800000000);
    make_games(&w, 0, 1, endless);
    world_run(&w);
    for (int i = 0; i < TURNS; i++) {
        write_letters(&w, 0, 1, "PASS");
        world_run(&w);
    }
    double late = show_turn(&w, 299), early = show_turn(&w, 3), middle = show_turn(&w, 150);
    row("showing turn 299 of 300", late, "ms", "");
    row("showing turn 3 of 300, against turn 299", early / late, "times", "within 2");
    row("showing turn 150 of 300, against turn 299", middle / late, "times", "");
    row("a turn's changes to the table", bytes_per_turn(&w, "SELECT sum(length(changes)) FROM turn WHERE number > 0", TURNS), "bytes", "");
    row("a turn's journal entries", bytes_per_turn(&w, "SELECT sum(length(body) + length(kind) + 32 + 8) FROM journal WHERE turn > 0", TURNS), "bytes", "");
    row("a turn's report documents", bytes_per_turn(&w, "SELECT sum(length(doc)) FROM report WHERE turn > 0", TURNS), "bytes", "");
    row("a turn's letters, until they are dropped", bytes_per_turn(&w, "SELECT (SELECT sum(length(bytes)) FROM letter_in_bytes) + (SELECT sum(length(bytes)) FROM letter_out_bytes)", TURNS), "bytes", "");
    row("the first search of a game of 300 turns", search(&w, "draws"), "ms", "");
    row("the next one", search(&w, "alice discards"), "ms", "");
    row("the words of a turn in the index", bytes_per_turn(&w, "SELECT sum(length(block)) FROM told_data", TURNS), "bytes", "");
    struct sitting *s = world_sit(&w, "g0");
    struct verdict v;
    double start = seconds();
    must(verify_game(s, &v, &world_fault));
    row("verifying it", (seconds() - start) * 1e3, "ms", "");
    if (v.differs)
        die("%s", difference_text(&v.first, &w.arena));
    sitting_close(&s);
    put_aside(&w);
}

static bool wanted(const char *only, const char *part)
{
    return !only || strcmp(only, part) == 0;
}

int main(int argc, char **argv)
{
    bool quick = false;
    const char *only = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "quick") == 0)
            quick = true;
        else
            only = argv[i];
    }
    luck_init();
    printf("%-58s %12s %-12s %s\n", "what", "measured", "unit", "goal");
    for (const struct engine *const *e = engine_all(); *e && wanted(only, "engines"); e++)
        bench_engine(*e);
    if (wanted(only, "turns"))
        bench_turns();
    if (wanted(only, "archive"))
        bench_archive();
    if (wanted(only, "letters"))
        bench_letters(quick);
    for (int i = 0; i < nused; i++) {
        world_open(&used[i]);
        world_remove(&used[i]);
    }
    return 0;
}
