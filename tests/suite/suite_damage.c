/* damage: rows of the database that make no sense stop neither the letters beside them nor the game, and
 * whoever has to know is told. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/step.h"
#include "store/db.h"
#include "turn/post.h"
#include "world.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const two[] = {"Alice", "Bob", NULL};
static const char *const fixed[] = {"seating=fixed", NULL};

static int64_t turn_of(struct world *w, const char *game)
{
    struct game g;
    must(store_game_find(w->house->store, game, &w->arena, &g, &world_fault));
    return g.turn;
}

static int64_t waiting(struct world *w)
{
    int64_t wait, sent;
    must(store_letter_out_counts(w->house->store, &wait, &sent, &world_fault));
    return wait;
}

/* --- letters that are given up ------------------------------------------------------------------ */

#define FIRST " WHERE id = (SELECT min(id) FROM letter_out_bytes)"

static int stop_after;
static _Atomic int acts;

static void count_act(const char *what)
{
    (void)what;
    if (++acts == stop_after)
        _exit(77);
}

/* Stopped after each durable act of a run that gives a letter up: the next one tells the moderator, once. */
static void what_is_given_up_is_told_after_all(void **state)
{
    bool ended = false;
    (void)state;
    for (int k = 1; !ended; k++) {
        struct world w;
        struct world_mail *mail;
        int status = 0;
        world_make(&w, 1800000000);
        world_game(&w, "venture", "g", NULL, NULL, two, NULL);
        world_spoil(&w, "UPDATE letter_out_bytes SET bytes = x'07'" FIRST);
        world_close(&w);
        pid_t pid = fork();
        if (pid == 0) {
            world_open(&w);
            w.house->config.moderator = "mod@house.example";
            stop_after = k;
            step_hook = count_act;
            must(run_send(&w.run, &world_fault));
            _exit(0);
        }
        assert_true(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
        ended = WEXITSTATUS(status) == 0;
        world_open(&w);
        w.house->config.moderator = "mod@house.example";
        must(run_send(&w.run, &world_fault));
        assert_int_equal(world_mail(&w, "mod@house.example", true, &mail), 1);
        assert_int_equal(waiting(&w), 0);
        world_remove(&w);
        assert_true(ended || k < 40);
    }
}

/* --- letters that cannot be answered ------------------------------------------------------------- */

/* A batch that is rolled back, because one answer has no address, is played again letter by letter: nobody's
 * bytes count twice. */
static void what_is_rolled_back_counts_once(void **state)
{
    struct world w;
    char body[1001];
    (void)state;
    world_make(&w, 1800000000);
    w.house->config.mail.bytes_per_day = 3000;
    world_game(&w, "venture", "g", NULL, NULL, two, NULL);
    memset(body, 'x', sizeof body - 1);
    body[sizeof body - 1] = '\0';
    world_letter(&w, "mallory@else.example", "games@house.example", "one", body);
    world_letter(&w, "mallory@else.example", "games@house.example", "two", body);
    world_orders(&w, "g", 1, "STATUS");
    world_spoil(&w, "UPDATE player SET address = 'no address' WHERE id = 1");
    world_spoil(&w, "UPDATE player SET address = 'none, too' WHERE id = 2");
    world_run(&w);
    assert_int_equal(w.run.counts.aside, 1);
    assert_int_equal(w.run.counts.refused + w.run.counts.ignored, 2);
    world_spoil(&w, "UPDATE letter_in SET verdict = 'kept' WHERE verdict = 'too-many-answers'");
    world_remove(&w);
}

/* A batch fails in its middle, while the letters behind are being read: the next one gets its own. */
static void each_letter_is_read_for_itself(void **state)
{
    struct world w;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "g", NULL, fixed, two, NULL);
    world_orders(&w, "g", 1, "STATUS");
    world_letter(&w, "mallory@else.example", "games@house.example", "hello", "may I play?");
    world_orders(&w, "g", 1, "PASS");
    must(run_fetch(&w.run, &world_fault));
    assert_int_equal(sqlite3_exec(w.house->store->db, "CREATE TRIGGER sick BEFORE UPDATE ON letter_in WHEN old.id = 1 "
                                  "BEGIN SELECT RAISE(ABORT, 'sick'); END", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(run_once(&w.run, &world_fault), -1);
    assert_int_equal(turn_of(&w, "g"), 0);
    assert_int_equal(sqlite3_exec(w.house->store->db, "DROP TRIGGER sick", NULL, NULL, NULL), SQLITE_OK);
    world_run(&w); /* as courtier run --watch goes on, with the same reader */
    assert_int_equal(turn_of(&w, "g"), 1);
    world_spoil(&w, "UPDATE letter_in SET key = key WHERE id = 1 AND verdict = 'answered' AND seat = 1");
    world_spoil(&w, "UPDATE letter_in SET key = key WHERE id = 2 AND verdict = 'no-token' AND seat = 0");
    world_spoil(&w, "UPDATE letter_in SET key = key WHERE id = 3 AND verdict = 'played' AND seat = 1");
    world_remove(&w);
}

/* What a moderator reads of a journal with an entry that makes no sense. */
static void a_damaged_entry_is_listed(void **state)
{
    struct world w;
    struct writer max = {.who = WHO_MODERATOR, .number = 1};
    struct world_mail *mail;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "g", NULL, fixed, two, NULL);
    struct sitting *s = world_sit(&w, "g");
    struct moderator m = {.game = s->game.id, .number = 1, .address = "max@players.example"};
    must(store_begin(w.house->store, &world_fault));
    must(store_moderator_put(w.house->store, &m, &world_fault));
    must(store_commit(w.house->store, &world_fault));
    world_spoil(&w, "UPDATE journal SET body = '[]' WHERE kind = 'event' AND number = "
              "(SELECT min(number) FROM journal WHERE kind = 'event' AND (sight & 1) <> 0)");
    world_letter(&w, m.address, token_address(w.house, &s->game, &max, 0, &w.arena), "what", "JOURNAL");
    sitting_close(&s);
    world_run(&w);
    int n = world_mail(&w, m.address, true, &mail);
    assert_true(n > 0);
    assert_non_null(strstr(mail[0].letter.text, "An entry of the journal that is damaged"));
    world_remove(&w);
}

/* The changes of the turn that a moderator takes back: his letter is set aside, those behind it are played. */
static void a_damaged_turn_stops_nobody(void **state)
{
    struct world w;
    struct writer max = {.who = WHO_MODERATOR, .number = 1};
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "g", NULL, fixed, two, NULL);
    world_orders(&w, "g", 1, "PASS");
    world_run(&w);
    struct sitting *s = world_sit(&w, "g");
    struct moderator m = {.game = s->game.id, .number = 1, .address = "max@players.example"};
    must(store_begin(w.house->store, &world_fault));
    must(store_moderator_put(w.house->store, &m, &world_fault));
    must(store_commit(w.house->store, &world_fault));
    world_spoil(&w, "UPDATE turn SET changes = x'0707' WHERE number = 1");
    world_letter(&w, m.address, token_address(w.house, &s->game, &max, 0, &w.arena), "back", "UNDO");
    sitting_close(&s);
    world_orders(&w, "g", 2, "PASS");
    world_run(&w);
    assert_int_equal(w.run.counts.aside, 1);
    assert_int_equal(w.run.counts.played, 2);
    assert_int_equal(turn_of(&w, "g"), 2);
    world_remove(&w);
}

/* A report that is asked for is damaged: who asks is told so, and the game goes on. */
static void a_damaged_report_stops_nobody(void **state)
{
    struct world w;
    struct world_mail *mail;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "g", NULL, fixed, two, NULL);
    world_run(&w);
    world_spoil(&w, "UPDATE report SET doc = substr(doc, 1, length(doc) - 9) WHERE seat = 1");
    world_orders(&w, "g", 1, "REPORT 0");
    world_run(&w);
    assert_int_equal(w.run.counts.aside, 0);
    assert_int_equal(world_mail(&w, "alice@players.example", true, &mail), 2);
    assert_non_null(strstr(mail[1].letter.text, "That report is damaged"));
    assert_non_null(strstr(mail[1].letter.text, "It is your turn"));

    /* A moderator sends it again: it is written anew. */
    struct sitting *s = world_sit(&w, "g");
    must(store_begin(w.house->store, &world_fault));
    must(post_again(s, 1, 0, &world_fault));
    must(post_again(s, 1, -1, &world_fault));
    must(store_commit(w.house->store, &world_fault));
    sitting_close(&s);
    world_orders(&w, "g", 1, "PASS");
    world_run(&w);
    assert_int_equal(turn_of(&w, "g"), 1);
    assert_true(world_mail(&w, "alice@players.example", true, &mail) >= 2);
    world_remove(&w);
}

/* --- whatever row it is ------------------------------------------------------------------------ */

/* A run ends well, however often the program has to begin again. */
static bool comes_to_an_end(struct world *w)
{
    int status = 1;
    world_close(w);
    w->run.reader = NULL;
    for (int i = 0; i < 8 && status != 0; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            signal(SIGABRT, SIG_DFL); /* the tests catch them */
            signal(SIGSEGV, SIG_DFL);
            /* Before the house: it outlives us a moment, and must not hold the lock. */
            must(mail_reader_start(&w->run.reader, &world_fault));
            world_open(w);
            _exit(run_once(&w->run, &world_fault) == 0 ? 0 : 1);
        }
        assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
    }
    world_open(w);
    return status == 0;
}

/* One row of a game is damaged: its letters, reminders and what else is due stop nobody beside it. */
static void stops_nobody(const char *sql)
{
    struct world w;
    struct world_mail *mail;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "asick", NULL, fixed, two, NULL);
    world_game(&w, "venture", "sound", NULL, fixed, (const char *const[]){"Cy", "Dee", NULL}, NULL);
    world_orders(&w, "asick", 2, "SAY soon");
    world_orders(&w, "asick", 1, "DIGEST DAILY 18:00");
    world_run(&w);
    assert_true(world_mail(&w, NULL, true, &mail) > 0);
    world_orders(&w, "asick", 1, "STATUS\nHISTORY");
    world_orders(&w, "asick", 2, "SEARCH soon");
    world_orders(&w, "sound", 1, "PASS");
    world_letter(&w, "mallory@else.example", "games@house.example", "hello", "may I play?");
    must(run_fetch(&w.run, &world_fault));
    assert_int_equal(sqlite3_exec(w.house->store->db, "PRAGMA foreign_keys = OFF", NULL, NULL, NULL), SQLITE_OK);
    world_spoil(&w, sql);
    /* Talk comes, then a reminder, the digest and the deadline. */
    for (int64_t end = w.now + 5 * 86400; w.now < end; w.now += 43200)
        if (!comes_to_an_end(&w))
            fail_msg("stuck: %s", sql);
    assert_true(turn_of(&w, "sound") >= 2);
    assert_int_equal(waiting(&w), 0);
    assert_true(world_mail(&w, "dee@players.example", true, &mail) >= 2);
    world_remove(&w);
}

static void damaged_rows_stop_nobody(void **state)
{
    static const char *const sql[] = {
        "UPDATE player SET lang = 'eo' WHERE id = 1",
        "UPDATE player SET address = 'nobody' WHERE id = 1",
        "UPDATE await SET what = 'tuzn' WHERE game = 1",
        "UPDATE await SET seat = 99 WHERE game = 1",
        "UPDATE await SET seat = -2147483648 WHERE game = 1",
        "UPDATE journal SET body = '{' WHERE game = 1 AND kind = 'event' AND number = "
        "(SELECT max(number) FROM journal WHERE game = 1 AND kind = 'event')",
        "UPDATE journal SET body = '{\"code\":\"diskard\"}' WHERE game = 1 AND kind = 'event' AND number = "
        "(SELECT max(number) FROM journal WHERE game = 1 AND kind = 'event')",
        "UPDATE tally SET sight = 1 WHERE game = 1 AND (key, seat) = (SELECT key, seat FROM tally WHERE game = 1)",
        "UPDATE setting SET value = printf('%5000d', 1) WHERE key = 'deaths'",
        "UPDATE letter_in SET game = 7 WHERE id = (SELECT max(id) FROM letter_in)",
        "UPDATE letter_out_bytes SET id = (SELECT max(id) FROM letter_out) + 2 WHERE id = "
        "(SELECT min(id) FROM letter_out_bytes)",
        "UPDATE journal SET body = '{\"say\":1}' WHERE game = 1 AND kind = 'talk'",
    };
    (void)state;
    for (size_t i = 0; i < sizeof sql / sizeof sql[0]; i++)
        stops_nobody(sql[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_given_up_is_told_after_all), cmocka_unit_test(what_is_rolled_back_counts_once),
        cmocka_unit_test(each_letter_is_read_for_itself), cmocka_unit_test(a_damaged_entry_is_listed),
        cmocka_unit_test(a_damaged_turn_stops_nobody), cmocka_unit_test(a_damaged_report_stops_nobody),
        cmocka_unit_test(damaged_rows_stop_nobody)};
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
