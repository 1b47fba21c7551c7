/* sick: a game that cannot be opened stops nobody else, and tells nothing to who has no key to it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/deaths.h"
#include "turn/clock.h"
#include "world.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const two[] = {"Alice", "Bob", NULL};

static int64_t turn_of(struct world *w, const char *game)
{
    struct game g;
    must(store_game_find(w->house->store, game, &w->arena, &g, &world_fault));
    return g.turn;
}

static void set_options(struct world *w, const char *game, const char *options, const char **before)
{
    struct game g;
    must(store_game_find(w->house->store, game, &w->arena, &g, &world_fault));
    *before = g.options;
    g.options = options;
    must(store_begin(w->house->store, &world_fault));
    must(store_game_set(w->house->store, &g, &world_fault));
    must(store_commit(w->house->store, &world_fault));
}

static void a_sick_game_stops_nobody(void **state)
{
    struct world w;
    const char *right, *ignored;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "sick", NULL, NULL, two, NULL);
    world_game(&w, "venture", "sound", NULL, NULL, two, NULL);
    const char *key = world_reply(&w, "sick", 1), *other = world_reply(&w, "sound", 1);
    set_options(&w, "sick", "juggling=3", &right);

    /* Its letter is set aside, the one behind it is played. */
    world_letter(&w, "alice@players.example", key, "orders", "PASS");
    world_letter(&w, "alice@players.example", other, "orders", "PASS");
    world_run(&w);
    assert_int_equal(w.run.counts.aside, 1);
    assert_int_equal(w.run.counts.played, 1);
    assert_int_equal(turn_of(&w, "sound"), 1);

    /* Who has no key gets the answer every stranger gets. */
    char *wrong = arena_strdup(&w.arena, key), *at = strrchr(wrong, '@');
    at[-1] = at[-1] == 'a' ? 'b' : 'a';
    world_letter(&w, "mallory@evil.example", wrong, "orders", "PASS");
    world_run(&w);
    assert_int_equal(w.run.counts.aside, 1);
    assert_int_equal(w.run.counts.refused, 1);

    /* Deadlines pass for the sound one. */
    w.now += 4 * 86400;
    world_run(&w);
    assert_int_equal(turn_of(&w, "sound"), 2);
    assert_int_equal(turn_of(&w, "sick"), 0);

    /* Healed, it goes on. */
    set_options(&w, "sick", right, &ignored);
    w.now += 86400;
    world_run(&w);
    assert_int_equal(turn_of(&w, "sick"), 1);
    world_remove(&w);
}

/* The letter that waits at an address, answered from there. */
static void say_yes(struct world *w, const char *address)
{
    struct world_mail *mail;
    assert_int_equal(world_mail(w, address, true, &mail), 1);
    world_letter(w, address, mail[0].letter.reply_to, "orders", "YES");
    world_run(w);
}

/* A player moves; one of his games cannot be opened. */
static void moves_beside(const char *sick, const char *healed)
{
    struct world w;
    struct world_mail *mail;
    struct player p;
    world_make(&w, 1800000000);
    w.house->config.moderator = "mod@house.example";
    world_game(&w, "venture", "asick", NULL, (const char *const[]){"seating=fixed", NULL}, two, NULL);
    world_game(&w, "venture", "sound", NULL, (const char *const[]){"seating=fixed", NULL}, two, NULL);
    const char *old = world_reply(&w, "asick", 1);
    world_orders(&w, "sound", 1, "ADDRESS alice@new.example");
    world_run(&w);
    world_spoil(&w, sick);
    say_yes(&w, "alice@new.example");
    assert_int_equal(w.run.counts.aside, 0);
    must(store_player_find(w.house->store, "alice@new.example", &w.arena, &p, &world_fault));
    assert_true(p.id > 0);
    /* The report of the one, and word of the other. */
    assert_int_equal(world_mail(&w, "alice@new.example", true, &mail), 2);
    assert_true(strstr(mail[0].letter.text, "asick") || strstr(mail[1].letter.text, "asick"));
    int n = world_mail(&w, "mod@house.example", true, &mail);
    assert_int_equal(n, 1);
    assert_non_null(strstr(mail[0].letter.text, "got no report of asick"));
    assert_null(strstr(mail[0].letter.text, "sound"));

    /* Mended: the key of the old mailbox opens nothing, and the new one is reached. */
    world_spoil(&w, healed);
    world_letter(&w, "alice@players.example", old, "orders", "PASS");
    world_run(&w);
    assert_int_equal(turn_of(&w, "asick"), 0);
    world_orders(&w, "asick", 1, "PASS");
    world_run(&w);
    assert_int_equal(turn_of(&w, "asick"), 1);
    assert_true(world_mail(&w, "alice@new.example", true, &mail) > 0);
    world_remove(&w);
}

static void a_sick_game_keeps_nobody_at_his_old_address(void **state)
{
    (void)state;
    moves_beside("UPDATE game SET options = 'juggling=3 ' || options WHERE name = 'asick'",
                 "UPDATE game SET options = substr(options, 12) WHERE name = 'asick'");
    moves_beside("UPDATE game SET seed = zeroblob(31) WHERE name = 'asick'",
                 "UPDATE game SET seed = zeroblob(32) WHERE name = 'asick'");
    moves_beside("UPDATE seat SET digest = zeroblob(31) WHERE game = 1 AND number = 2",
                 "UPDATE seat SET digest = zeroblob(32) WHERE game = 1 AND number = 2");
}

/* --- bots ------------------------------------------------------------------------------------ */

static void no_idea(const struct view *view, const struct engine *engine, const int64_t *options,
                    int variant, struct arena *arena, struct suggestion *out)
{
    (void)view, (void)engine, (void)options, (void)variant, (void)arena;
    out->n = 0;
}

static void no_change(struct play *play, const struct await *await)
{
    (void)play, (void)await;
}

/* A table only a ruling can make: the bot knows no order, and its silence changes nothing. */
static void a_bot_at_a_loss_waits(void **state)
{
    struct world w;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "loss", NULL, NULL, two, NULL);
    struct sitting *s = world_sit(&w, "loss");
    const struct engine *right = s->engine;
    struct engine_def def = *right->def;
    struct engine lost = *right;
    def.suggest = no_idea;
    def.expire = no_change;
    lost.def = &def;
    s->engine = &lost;
    s->seats[sitting_await(s, 1) ? 0 : 1].bot = true;
    must(store_begin(w.house->store, &world_fault));
    must(turn_settle(s, &world_fault));
    assert_int_equal(s->game.turn, 0);
    assert_int_equal(s->nawaits, 1);
    must(store_commit(w.house->store, &world_fault));
    s->engine = right;
    sitting_close(&s);
    world_remove(&w);
}

/* --- letters the program dies of ---------------------------------------------------------------- */

static enum outcome death(struct play *play, int seat, const struct order *order)
{
    (void)play, (void)seat, (void)order;
    _exit(9);
}

static void late_death(struct play *play, const struct await *await)
{
    (void)play, (void)await;
    _exit(9);
}

/* A run in a program whose Venture dies of every order and every silence. Returns whether it lived. */
static bool lives(struct world *w)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        struct engine *venture = (struct engine *)engine_find(slice_of("venture"));
        struct engine_def def = *venture->def;
        def.apply = death;
        def.expire = late_death;
        venture->def = &def;
        world_open(w);
        world_run(w);
        world_close(w);
        _exit(0);
    }
    assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void a_deadly_letter_is_set_aside(void **state)
{
    struct world w;
    int runs = 1;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "deadly", NULL, NULL, two, NULL);
    world_game(&w, "capital", "sound", NULL, NULL, two, NULL);
    struct sitting *s = world_sit(&w, "deadly");
    int seat = sitting_await(s, 1) ? 1 : 2;
    sitting_close(&s);
    for (int i = 0; i < 3; i++)
        world_orders(&w, "sound", 1, "LANG fr");
    world_orders(&w, "deadly", seat, "PASS");
    world_orders(&w, "sound", 2, "LANG fr");
    world_close(&w);
    while (!lives(&w))
        assert_true(++runs < 10);
    world_open(&w);
    s = world_sit(&w, "sound");
    assert_string_equal(s->seats[0].lang, "fr");
    assert_string_equal(s->seats[1].lang, "fr");
    sitting_close(&s);
    assert_int_equal(turn_of(&w, "deadly"), 0);
    assert_int_equal(runs, 1 + 1 + DEATHS_MOST); /* all of them, up to it, then it alone */
    world_orders(&w, "deadly", seat, "PASS");
    world_run(&w);
    assert_int_equal(turn_of(&w, "deadly"), 1);
    world_remove(&w);
}

/* The same at a deadline: the game is held, everybody is told, the others go on. */
static void a_deadly_deadline_holds_its_game(void **state)
{
    static const char *const moderators[] = {"max@players.example", NULL};
    struct world w;
    struct world_mail *mail;
    int runs = 1;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "capital", "before", NULL, NULL, two, NULL);
    world_game(&w, "venture", "deadly", NULL, NULL, two, NULL);
    world_game(&w, "capital", "sound", NULL, NULL, two, NULL);
    must(store_begin(w.house->store, &world_fault));
    struct game g;
    must(store_game_find(w.house->store, "deadly", &w.arena, &g, &world_fault));
    struct moderator max = {.game = g.id, .number = 1, .address = moderators[0]};
    must(store_moderator_put(w.house->store, &max, &world_fault));
    must(store_commit(w.house->store, &world_fault));
    struct sitting *s = world_sit(&w, "deadly");
    int64_t due = s->awaits[0].expires;
    sitting_close(&s);
    for (; w.now < due - 3600; w.now += 3600)
        world_run(&w);
    world_mail(&w, NULL, true, &mail);
    w.now = due;
    world_close(&w);
    while (!lives(&w))
        assert_true(++runs < 10);
    world_open(&w);
    assert_int_equal(runs, 1 + 1 + DEATHS_MOST);
    assert_true(turn_of(&w, "before") > 0 && turn_of(&w, "sound") > 0);
    assert_int_equal(turn_of(&w, "deadly"), 0);
    s = world_sit(&w, "deadly");
    assert_true(s->game.paused > 0 && s->nawaits > 0);
    for (int i = 0; i < s->nawaits; i++) {
        assert_string_equal(clock_still(s, &s->awaits[i]), "still.paused");
        assert_true(s->awaits[i].remaining >= s->pace.reaction);
    }
    int seat = s->awaits[0].seat;
    sitting_close(&s);
    assert_int_equal(world_mail(&w, "max@players.example", true, &mail), 1);
    assert_non_null(strstr(mail[0].letter.text, "RESUME"));
    /* A letter is played, and says why the clocks stand still. */
    world_orders(&w, "deadly", seat, "PASS");
    world_run(&w);
    assert_int_equal(turn_of(&w, "deadly"), 1);
    int n = world_mail(&w, seat == 1 ? "alice@players.example" : "bob@players.example", true, &mail);
    bool told = false;
    for (int i = 0; i < n; i++)
        told = told || strstr(mail[i].letter.text, "The program fails at a deadline");
    assert_true(told);
    world_remove(&w);
}

/* A run that cannot read its letters, and the fault it tells at its end. */
static void run_deaf(struct world *w)
{
    assert_int_equal(run_once(&w->run, &world_fault), -1);
    assert_int_equal(w->run.trouble.exit, world_fault.exit);
}

/* No deadline passes while letters lie where they cannot be read: one of them may have come in time. */
static void a_deaf_house_waits(void **state)
{
    struct world w;
    char inbox[700], hidden[700];
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "g", NULL, NULL, two, NULL);
    snprintf(inbox, sizeof inbox, "%s/in", w.dir);
    snprintf(hidden, sizeof hidden, "%s/hidden", w.dir);
    struct sitting *s = world_sit(&w, "g");
    int64_t deadline = s->awaits[0].deadline;
    int seat = s->awaits[0].seat;
    sitting_close(&s);
    world_run(&w);
    w.now = deadline - 60;
    world_orders(&w, "g", seat, "PASS");
    assert_int_equal(rename(inbox, hidden), 0);
    for (; w.now < deadline + 7200; w.now += 1800)
        run_deaf(&w);
    assert_int_equal(turn_of(&w, "g"), 0);
    assert_int_equal(rename(hidden, inbox), 0);
    world_run(&w);
    assert_int_equal(w.run.counts.played, 1);
    assert_int_equal(w.run.counts.expired, 0);
    assert_int_equal(turn_of(&w, "g"), 1);

    /* Nothing came this time: it passes at the first run that can hear. */
    s = world_sit(&w, "g");
    w.now = s->awaits[0].deadline;
    sitting_close(&s);
    assert_int_equal(rename(inbox, hidden), 0);
    run_deaf(&w);
    assert_int_equal(w.run.counts.expired, 0);
    assert_int_equal(rename(hidden, inbox), 0);
    world_run(&w);
    assert_int_equal(w.run.counts.expired, 1);
    world_remove(&w);
}

/* --- bytes that are damaged in the database ------------------------------------------------------ */

static int64_t waiting(struct world *w)
{
    int64_t wait, sent;
    must(store_letter_out_counts(w->house->store, &wait, &sent, &world_fault));
    return wait;
}

/* Three letters wait, the first of them damaged: the others go, once, and the moderator hears of it. */
static void damaged(const char *sql, const char *moderator)
{
    struct world w;
    struct world_mail *mail;
    world_make(&w, 1800000000);
    w.house->config.moderator = moderator;
    world_game(&w, "venture", "g", NULL, (const char *const[]){"seating=fixed", NULL},
               (const char *const[]){"Alice", "Bob", "Chloe", NULL}, NULL);
    world_spoil(&w, sql);
    must(run_send(&w.run, &world_fault));
    assert_int_equal(waiting(&w), 0);
    assert_int_equal(w.run.counts.failed, 1);
    assert_int_equal(world_mail(&w, "alice@players.example", true, &mail), 0);
    assert_int_equal(world_mail(&w, "bob@players.example", true, &mail), 1);
    assert_int_equal(world_mail(&w, "chloe@players.example", true, &mail), 1);
    int told = world_mail(&w, "mod@house.example", true, &mail);
    assert_int_equal(told, *moderator ? 1 : 0);
    if (told) {
        assert_non_null(strstr(mail[0].letter.text, "to alice@players.example: its bytes in the database"));
        assert_non_null(strstr(mail[0].letter.text, "courtier doctor"));
        assert_null(strstr(mail[0].letter.text, "bob@"));
    }
    /* Nothing of it comes again. */
    w.now += 86400;
    world_run(&w);
    assert_int_equal(w.run.counts.failed, 1);
    assert_int_equal(world_mail(&w, "mod@house.example", true, &mail), 0);
    world_remove(&w);
}

#define FIRST " WHERE id = (SELECT min(id) FROM letter_out_bytes)"

static void a_damaged_letter_stops_nobody(void **state)
{
    static const char *const sql[] = {
        "UPDATE letter_out_bytes SET bytes = x'07'" FIRST,
        "UPDATE letter_out_bytes SET bytes = substr(bytes, 1, length(bytes) - 9)" FIRST,
        /* Its head promises 200 million bytes: less than is ever believed, more than there is room for. */
        "UPDATE letter_out_bytes SET bytes = x'0128b52ffda000c2eb0b010000'" FIRST,
        "UPDATE letter_out_bytes SET bytes = zeroblob(130 << 20)" FIRST,
        "DELETE FROM letter_out_bytes" FIRST,
    };
    (void)state;
    for (size_t i = 0; i < sizeof sql / sizeof sql[0]; i++)
        damaged(sql[i], "mod@house.example");
    damaged(sql[0], "");
}

/* The same for what came in: the letter behind it is played. */
static void a_damaged_letter_is_not_played(void **state)
{
    struct world w;
    struct world_mail *mail;
    (void)state;
    world_make(&w, 1800000000);
    w.house->config.moderator = "mod@house.example";
    world_game(&w, "venture", "g", NULL, NULL, two, NULL);
    struct sitting *s = world_sit(&w, "g");
    int seat = s->awaits[0].seat;
    sitting_close(&s);
    world_orders(&w, "g", seat, "STATUS");
    world_orders(&w, "g", seat, "PASS");
    must(run_fetch(&w.run, &world_fault));
    world_spoil(&w, "UPDATE letter_in_bytes SET bytes = x'07' WHERE id = (SELECT min(id) FROM letter_in_bytes)");
    world_run(&w);
    assert_int_equal(w.run.counts.aside, 1);
    assert_int_equal(w.run.counts.played, 1);
    assert_int_equal(turn_of(&w, "g"), 1);
    assert_int_equal(world_mail(&w, "mod@house.example", true, &mail), 1);
    world_remove(&w);
}

/* A delivery that fails as a whole leaves nothing half done: all of it goes with the next. */
static void a_delivery_that_fails_comes_again(void **state)
{
    struct world w;
    struct world_mail *mail;
    char out[700], hidden[700];
    (void)state;
    world_make(&w, 1800000000);
    w.house->config.moderator = "mod@house.example";
    world_game(&w, "venture", "g", NULL, NULL, two, NULL);
    world_spoil(&w, "UPDATE letter_out_bytes SET bytes = x'07'" FIRST);
    snprintf(out, sizeof out, "%s/out", w.dir);
    snprintf(hidden, sizeof hidden, "%s/hidden", w.dir);
    assert_int_equal(rename(out, hidden), 0);
    assert_int_equal(run_send(&w.run, &world_fault), -1);
    assert_int_equal(waiting(&w), 2);
    assert_int_equal(rename(hidden, out), 0);
    must(run_send(&w.run, &world_fault));
    assert_int_equal(waiting(&w), 0);
    assert_int_equal(world_mail(&w, "mod@house.example", true, &mail), 1);
    world_remove(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_sick_game_stops_nobody),
                                       cmocka_unit_test(a_sick_game_keeps_nobody_at_his_old_address),
                                       cmocka_unit_test(a_bot_at_a_loss_waits),
                                       cmocka_unit_test(a_deadly_letter_is_set_aside),
                                       cmocka_unit_test(a_deadly_deadline_holds_its_game),
                                       cmocka_unit_test(a_deaf_house_waits),
                                       cmocka_unit_test(a_damaged_letter_stops_nobody),
                                       cmocka_unit_test(a_damaged_letter_is_not_played),
                                       cmocka_unit_test(a_delivery_that_fails_comes_again)};
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
