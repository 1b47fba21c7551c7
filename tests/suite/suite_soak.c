/* soak: months of games in which people are silent, away, slow or chatty.
 *
 * Games of every engine and every policy of silence, with bots and with people who never write, write
 * late, or leave, are run every six hours for ninety days of the house's clock; once it is off for a week.
 * No player gets more than a few letters a day from a game; no game is stuck: each is over, or somebody is
 * awaited until a time, or is held for a reason that is said; time never runs out unseen. SOAK=1 plays 200
 * games. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mail/maildir.h"
#include "selfplay.h"
#include "turn/clock.h"
#include "turn/post.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { DAY = 86400, STEP = 6 * 3600, DAYS = 90, OFF = 45, FEW = 24, MANY = 200, PEOPLE = 6, LETTERS_A_DAY = 14 };

static struct chance chance = {20261118};

static const char *const paces[] = {
    "turn=3d reaction=1d negotiation=2d silence=default",
    "turn=2d reaction=12h negotiation=1d silence=dismiss:2 quiet=sat,sun tz=Europe/Paris grace=6h",
    "turn=3d silence=hold reminders=75%,50%,25%,10%",
    "turn=1d reaction=6h negotiation=12h silence=dismiss:3 quiet=2027-02-01..2027-02-07 tz=America/New_York",
};

/* How a player behaves: by the number of his game and seat. */
enum habit { HABIT_SILENT, HABIT_PROMPT, HABIT_LATE, HABIT_LEAVES, HABITS };

static enum habit habit_of(int game, int seat)
{
    return (enum habit)((game * 7 + seat * 5) % HABITS);
}

static void make_games(struct world *w, int games)
{
    static const char *const bots[] = {"Zed", NULL}, *const none[] = {NULL};
    int engines = 0;
    while (engine_all()[engines])
        engines++;
    for (int g = 0; g < games; g++) {
        const struct engine_def *def = engine_all()[g % engines]->def;
        char name[32], secret[65];
        const char *players[SEATS_MAX + 1] = {NULL};
        struct sitting *s = NULL;
        int n = def->seats_min < 3 ? 3 : def->seats_min;
        snprintf(name, sizeof name, "g%d", g);
        snprintf(secret, sizeof secret, "%064d", g + 1);
        for (int i = 0; i < n; i++) /* half of them play in several games */
            players[i] = arena_printf(&w->arena, "P%d <p%d.%d@players.example>", i, i % 2 ? g : g % 10, i);
        struct game_spec spec = {.name = name,
                                 .engine = def->name,
                                 .players = players,
                                 .bots = g % 3 == 0 && n < def->seats_max ? bots : none,
                                 .format = "text",
                                 .pace = paces[g / engines % 4],
                                 .secret = arena_strdup(&w->arena, secret)};
        must(store_begin(w->house->store, &world_fault));
        must(founding_new(w->house, &spec, &w->arena, &s, &world_fault));
        must(store_commit(w->house->store, &world_fault));
        sitting_close(&s);
        arena_reset(&w->arena);
    }
}

/* What the players of a game write now. */
static void write_letters(struct world *w, int game, int day)
{
    static const char *const asides[] = {"SAY how is everybody?", "STATUS", "VACATION 4 days", "NEXT PASS\nSAY soon",
                                         "WHISPER 1 psst",        "DIGEST DAILY 18:00", "CANCEL", "VACATION OFF",
                                         "DIGEST OFF",            "WHEN DIVEST EUR PASS ALWAYS", "WHEN CARD PASS 3 TIMES",
                                         "WHEN TALK PASS ALWAYS", "FORGET 1", "TZ Europe/Paris", "RESIGN"};
    char name[32];
    snprintf(name, sizeof name, "g%d", game);
    struct sitting *s = world_sit(w, name);
    struct order_reader reader = sitting_reader(s, NULL);
    for (int i = 1; i <= s->game.seats && s->game.status == GAME_PLAYING; i++) {
        enum habit habit = habit_of(game, i);
        const struct await_row *row = sitting_await(s, i);
        bool gone = habit == HABIT_LEAVES && day > 20 && day < 60;
        if (s->seats[i - 1].player == 0 || habit == HABIT_SILENT || gone)
            continue;
        if (chance_below(&chance, 60) == 0)
            world_orders(w, name, i, asides[chance_below(&chance, sizeof asides / sizeof asides[0])]);
        if (!row || (habit == HABIT_LATE && chance_below(&chance, 8) != 0))
            continue;
        struct order orders[16];
        struct buf text = BUF(64 << 10);
        int n = selfplay_suggest(s, i, orders, 16);
        for (int k = 0; k < n; k++) {
            order_print(&reader, &orders[k], &text);
            buf_char(&text, '\n');
        }
        if (n)
            world_orders(w, name, i, buf_text(&text));
        buf_free(&text);
    }
    sitting_close(&s);
}

/* Everybody who is waited for is waited for until a time, or for a reason. */
static bool check_game(struct world *w, int game)
{
    char name[32];
    snprintf(name, sizeof name, "g%d", game);
    struct sitting *s = world_sit(w, name);
    bool over = s->game.status == GAME_FINISHED;
    if (!over && s->nawaits == 0)
        die("%s waits for nobody", name);
    for (int i = 0; i < s->nawaits; i++) {
        const struct await_row *row = &s->awaits[i];
        const char *still = clock_still(s, row);
        if (!row->expires && !still)
            die("%s: the clock of seat %d stands still for no reason", name, row->seat);
        if (row->expires && (row->expires <= w->now || row->expires > w->now + 60 * DAY))
            die("%s: seat %d is awaited until %lld, and it is %lld", name, row->seat, (long long)row->expires,
                (long long)w->now);
    }
    sitting_close(&s);
    return over;
}

/* The machine was off, and knows it when it runs again. */
static void be_off(struct world *w, int64_t seconds)
{
    w->house->config.downtime = 2 * STEP;
    w->now += seconds;
    world_run(w);
    w->house->config.downtime = 0;
}

/* Letters of the last day to each address, in all and of one game (its tag begins the subject); they are
 * taken out of the way. */
struct pile {
    const char *address, *subject;
    size_t tag;
    int n;
};

static void add_letter(struct pile *v, int *known, const struct pile *of, int *most)
{
    int k = 0;
    while (k < *known && (strcmp(v[k].address, of->address) != 0 || v[k].tag != of->tag ||
                          strncmp(v[k].subject, of->subject, of->tag) != 0))
        k++;
    if (k == *known)
        v[(*known)++] = *of;
    if (++v[k].n > *most)
        *most = v[k].n;
}

static int64_t count_letters(struct world *w, int *most, int *most_of_game)
{
    struct world_mail *mail;
    int n = world_mail(w, NULL, true, &mail), people = 0, seats = 0;
    struct pile *to = calloc((size_t)n + 1, sizeof *to), *of = calloc((size_t)n + 1, sizeof *of);
    for (int i = 0; i < n; i++) {
        const struct letter *l = &mail[i].letter;
        struct pile one = {.address = l->to[0], .subject = l->subject};
        add_letter(to, &people, &one, most);
        one.tag = strcspn(l->subject, "]");
        add_letter(of, &seats, &one, most_of_game);
    }
    free(to);
    free(of);
    return n;
}

static void nobody_watches(void **state)
{
    struct world w;
    bool all = getenv("SOAK") != NULL;
    int games = all ? MANY : FEW, days = DAYS, over = 0, most = 0, most_of_game = 0;
    int64_t letters = 0;
    clock_t began = clock();
    (void)state;
    world_make(&w, 1798800000); /* 2027-01-01 */
    w.house->config.answers_per_hour = 1000;
    make_games(&w, games);
    for (int day = 0; day < days; day++) {
        int today = 0;
        if (day == OFF)
            be_off(&w, 7 * DAY);
        for (int step = 0; step < DAY / STEP; step++) {
            w.now += STEP;
            for (int g = 0; g < games; g++) {
                write_letters(&w, g, day);
                arena_reset(&w.arena);
            }
            world_run(&w);
        }
        over = 0;
        for (int g = 0; g < games; g++) {
            over += check_game(&w, g);
            arena_reset(&w.arena);
        }
        letters += count_letters(&w, &today, &most_of_game);
        most = today > most ? today : most;
        arena_reset(&w.arena);
    }
    print_message("%d games, %d days: %lld letters, at most %d a day to one player, %d of one game; %d games over; %.1f s\n",
                  games, days, (long long)letters, most, most_of_game, over, (double)(clock() - began) / CLOCKS_PER_SEC);
    world_remove(&w);
    /* Half of the people sit in every tenth game: a busy day in one of them is a quiet one in others. */
    assert_true(most_of_game <= LETTERS_A_DAY);
    assert_true(most <= 5 * (games + 9) / 10);
    assert_true(over > games / 3);
}

/* Three months hour by hour: a seat that never writes, one that takes a vacation, one that is prompt. */
static void three_months_of_silence(void **state)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", NULL};
    static const char *const fixed[] = {"seating=fixed", "stall=90", NULL};
    static const char *const policies[] = {"default", "hold", "dismiss:3"};
    clock_t began = clock();
    (void)state;
    for (int p = 0; p < 3; p++) {
        struct world w;
        int defaults = 0, held = 0, bots = 0;
        world_make(&w, 1798800000);
        w.house->config.pace.turn = 2 * DAY;
        w.house->config.pace.silence = (enum silence)p;
        w.house->config.pace.dismiss = 3;
        world_game(&w, "venture", "g", NULL, fixed, names, NULL);
        for (int hour = 0; hour < DAYS * 24; hour++) {
            w.now += 3600;
            struct sitting *s = world_sit(&w, "g");
            const struct await_row *row = s->nawaits ? &s->awaits[0] : NULL;
            int seat = row ? row->seat : 0;
            bool still = row && !row->deadline;
            sitting_close(&s);
            held += still;
            if (seat == 3 || (seat == 1 && still && hour % 200 == 0))
                world_orders(&w, "g", seat, "PASS");
            if (hour == 24 * 30)
                world_orders(&w, "g", 2, "VACATION 10 days");
            int64_t expired = w.run.counts.expired;
            world_run(&w);
            defaults += (int)(w.run.counts.expired - expired);
            arena_reset(&w.arena);
        }
        struct sitting *s = world_sit(&w, "g");
        for (int i = 0; i < 3; i++)
            bots += s->seats[i].bot;
        /* Two bots and one who passes come to an end. */
        assert_true(s->game.status == GAME_PLAYING ? s->nawaits > 0 : p == SILENCE_DISMISS);
        sitting_close(&s);
        /* default: turns pass; hold: it waits, and says so; dismiss: the silent ones are bots. */
        assert_true(p == SILENCE_HOLD ? held > 500 : held == 0);
        assert_true(p == SILENCE_DEFAULT ? defaults > 15 : defaults > 0);
        assert_true(p == SILENCE_DISMISS ? bots >= 1 : bots == 0); /* Bob wrote, and had his seat back */
        print_message("%s: %d deadlines passed, %d hours held, %d bots\n", policies[p], defaults, held, bots);
        world_remove(&w);
    }
    print_message("%.1f s\n", (double)(clock() - began) / CLOCKS_PER_SEC);
}

/* How many addresses of the house with a key to a game are in a text; each gets an order. */
static int answer_each(struct world *w, const char *from, const char *text, const char *order)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, "games+")) != NULL; n++) {
        size_t len = strcspn(at, " \n>\"?");
        world_letter(w, from, arena_slice(&w->arena, (struct slice){at, len}), "orders", order);
        at += len;
    }
    return n;
}

static void one_letter_for_many_games(void **state)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", NULL};
    static const char *const fixed[] = {"seating=fixed", NULL};
    static const char *const games[] = {"a1", "a2", "a3"};
    struct world w;
    struct world_mail *mail;
    (void)state;
    world_make(&w, 1798797600); /* 2027-01-01 09:20 UTC */
    w.house->config.pace.nreminders = 0;
    w.format = "text";
    for (int g = 0; g < 3; g++)
        world_game(&w, "venture", games[g], NULL, fixed, names, NULL);
    world_game(&w, "forex", "fx", NULL, fixed, names, NULL);
    world_run(&w);
    world_orders(&w, "a1", 2, "DIGEST DAILY 18:00");
    world_run(&w);
    world_mail(&w, NULL, true, &mail);
    for (int g = 0; g < 3; g++)
        world_orders(&w, games[g], 1, "PASS\nSAY go on");
    w.now += 3600;
    world_run(&w);
    assert_int_equal(world_mail(&w, "bob@players.example", true, &mail), 0);
    /* What is asked in another's turn does not wait, and a talk alone has no letter of its own. */
    world_orders(&w, "fx", 1, "SPOT GIVE USD TO Bob FOR JPY");
    world_run(&w);
    assert_int_equal(world_mail(&w, "bob@players.example", true, &mail), 1);
    for (int hour = 0; hour < 12; hour++) {
        w.now += 3600;
        world_run(&w);
    }
    assert_int_equal(world_mail(&w, "bob@players.example", true, &mail), 1);
    assert_non_null(strstr(mail[0].letter.text, "3 games of yours"));
    for (int g = 0; g < 3; g++)
        assert_non_null(strstr(mail[0].letter.text, arena_printf(&w.arena, "[%s] Venture", games[g])));
    /* Each address in it works. */
    assert_int_equal(answer_each(&w, "bob@players.example", mail[0].letter.text, "PASS"), 3);
    int64_t played = w.run.counts.played;
    world_run(&w);
    assert_int_equal(w.run.counts.played, played + 3);
    world_remove(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(three_months_of_silence),
                                       cmocka_unit_test(one_letter_for_many_games),
                                       cmocka_unit_test(nobody_watches)};
    /* Nothing here is about crashes: a house in memory is quicker. */
    if (access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 0);
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
