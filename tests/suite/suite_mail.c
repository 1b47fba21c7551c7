/* mail: fetching from and sending through servers that fail at every step. Whatever happens, a
 * rerun ends in the same state: nothing lost, nothing twice. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/step.h"
#include "inbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const int64_t NOW = 1800000000;
enum { LETTERS = 5 };

/* --- fetching -------------------------------------------------------------------------------- */

/* `round` makes them other letters than those of other rounds. */
static void fill(struct fake *f, int round)
{
    char bytes[600];
    for (int i = 0; i < LETTERS; i++) {
        snprintf(bytes, sizeof bytes,
                 "From: <p%d@players.example>\r\nTo: games@house.example\r\nMessage-ID: "
                 "<%d.%d@players.example>\r\n"
                 "Auto-Submitted: auto-replied\r\n\r\nletter %d\r\nwith a line or two\r\n",
                 i, i, round, i);
        fake_add(f, bytes);
    }
}

/* What a folder has come to, in a line. */
static void sum(const struct fake *f, char *out)
{
    for (int i = 0; i < f->letters; i++)
        *out++ = f->v[i].gone ? (f->v[i].moved ? 'm' : 'x') : f->v[i].seen ? 's' : 'n';
    *out = '\0';
}

static void cut_everywhere(const char *scheme, void (*serve)(struct fake *f),
                           enum mail_processed processed, const char *end)
{
    int total = 0, broken = 0;
    struct world w;
    world_make(&w, NOW);
    for (int cut = 0; cut <= total; cut++) {
        struct fake f;
        char is[FAKE_LETTERS + 1];
        fake_start(&f, serve);
        fill(&f, cut);
        f.cut = cut;
        inbox_use(&w, &f, scheme, processed);
        int first = inbox_fetch(&w);
        broken += first != 0;
        if (first != 0 && first != EX_TEMPFAIL)
            die("%s, cut at step %d: exit %d, %s", scheme, cut, first, w.run.trouble.text);
        if (cut == 0)
            total = f.steps;
        f.cut = 0;
        assert_int_equal(inbox_fetch(&w), 0);
        assert_int_equal(inbox_stored(&w), LETTERS * (cut + 1));
        sum(&f, is);
        if (strcmp(is, end) != 0)
            die("%s, cut at step %d: the letters are %s, not %s", scheme, cut, is, end);
        assert_int_equal(inbox_fetch(&w), 0); /* and now nothing is new */
        assert_int_equal(inbox_stored(&w), LETTERS * (cut + 1));
        fake_stop(&f);
    }
    world_remove(&w);
    print_message("%s: cut at each of %d steps\n", scheme, total);
    assert_true(broken > 5);
}

static void imap_seen(void **state)
{
    (void)state;
    cut_everywhere("imap", fake_imap, PROCESSED_SEEN, "sssss");
}

static void imap_move(void **state)
{
    (void)state;
    cut_everywhere("imap", fake_imap, PROCESSED_MOVE, "mmmmm");
}

static void imap_delete(void **state)
{
    (void)state;
    cut_everywhere("imap", fake_imap, PROCESSED_DELETE, "xxxxx");
}

static void pop3_delete(void **state)
{
    (void)state;
    cut_everywhere("pop3", fake_pop3, PROCESSED_DELETE, "xxxxx");
}

static void pop3_kept(void **state)
{
    (void)state;
    cut_everywhere("pop3", fake_pop3, PROCESSED_SEEN, "nnnnn");
}

/* --- stopped --------------------------------------------------------------------------------- */

static int stop_after, acts;

static void count_act(const char *what)
{
    (void)what;
    if (++acts == stop_after)
        _exit(77);
}

/* Fetches in a process that ends right behind its k-th durable act. Returns how it ended. */
static int fetch_and_stop(const struct world *at, struct fake *f, enum mail_processed processed, int k)
{
    int status;
    pid_t pid = fork(); /* before the server's thread: what a thread holds, a child would wait for for ever */
    if (pid == 0) {
        struct world w = {.now = at->now};
        snprintf(w.dir, sizeof w.dir, "%s", at->dir);
        world_open(&w);
        inbox_use(&w, f, "imap", processed);
        stop_after = k;
        acts = 0;
        step_hook = count_act;
        _exit(inbox_fetch(&w));
    }
    fake_live(f);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void imap_stopped(void **state)
{
    static const struct {
        enum mail_processed processed;
        const char *end;
    } ways[] = {{PROCESSED_SEEN, "sssss"}, {PROCESSED_MOVE, "mmmmm"}, {PROCESSED_DELETE, "xxxxx"}};
    (void)state;
    for (int way = 0; way < 3; way++) {
        struct world w;
        int round = 0, ended = 77;
        world_make(&w, NOW);
        world_close(&w);
        for (; ended == 77; round++) {
            struct fake f;
            char is[FAKE_LETTERS + 1];
            fake_listen(&f, fake_imap);
            fill(&f, round);
            ended = fetch_and_stop(&w, &f, ways[way].processed, round + 1);
            assert_true(ended == 77 || ended == 0);
            world_open(&w);
            inbox_use(&w, &f, "imap", ways[way].processed);
            assert_int_equal(inbox_fetch(&w), 0);
            assert_int_equal(inbox_stored(&w), LETTERS * (round + 1));
            world_close(&w);
            sum(&f, is);
            assert_string_equal(is, ways[way].end);
            fake_stop(&f);
        }
        assert_true(round >= 3);
        world_open(&w);
        world_remove(&w);
    }
}

/* The server numbers its letters anew, and forgets what was read. */
static void numbered_anew(void **state)
{
    struct world w;
    struct fake f;
    (void)state;
    fake_start(&f, fake_imap);
    fill(&f, 0);
    f.v[0].seen = true; /* read before we came: not ours */
    f.v[0].date = "01-Feb-2026 08:00:00 +0000";
    world_make(&w, NOW);
    inbox_use(&w, &f, "imap", PROCESSED_SEEN);
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), LETTERS - 1);
    f.validity = 8;
    for (int i = 0; i < f.letters; i++) {
        f.v[i].uid = (unsigned)(100 - f.letters + i);
        f.v[i].seen = i == 0;
    }
    fake_add(&f, "From: <n@players.example>\r\nTo: games@house.example\r\n\r\nnew\r\n")->uid = 200;
    f.v[5].seen = true; /* and somebody has read the new one */
    w.now += 3600;
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), LETTERS);
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), LETTERS);
    /* read by somebody else, and fetched nevertheless */
    fake_add(&f, "From: <m@players.example>\r\nTo: games@house.example\r\n\r\nnewer\r\n")->uid =
        201;
    f.v[6].seen = true;
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), LETTERS + 1);
    world_remove(&w);
    fake_stop(&f);
}

static void server_says_no(void **state)
{
    struct world w;
    struct fake f;
    char is[FAKE_LETTERS + 1];
    (void)state;
    /* one letter that the server cannot give */
    fake_start(&f, fake_imap);
    fill(&f, 0);
    f.refuse_uid = f.v[2].uid;
    world_make(&w, NOW);
    inbox_use(&w, &f, "imap", PROCESSED_DELETE);
    (void)inbox_fetch(&w);
    assert_int_equal(inbox_stored(&w), LETTERS - 1);
    sum(&f, is);
    assert_string_equal(is, "xxnxx");
    f.refuse_uid = 0;
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), LETTERS);
    world_remove(&w);
    fake_stop(&f);
    /* letters that may not be marked */
    fake_start(&f, fake_imap);
    fill(&f, 0);
    f.refuse = "STORE";
    f.refusals = -1;
    f.refusal = "read only";
    world_make(&w, NOW);
    inbox_use(&w, &f, "imap", PROCESSED_SEEN);
    assert_int_equal(inbox_fetch(&w), EX_UNAVAILABLE);
    assert_int_equal(inbox_stored(&w), LETTERS);
    fake_add(&f, "From: <n@players.example>\r\nTo: games@house.example\r\n\r\nnew\r\n");
    assert_int_equal(inbox_fetch(&w), EX_UNAVAILABLE);
    assert_int_equal(inbox_stored(&w), LETTERS + 1);
    f.refusals = 0;
    assert_int_equal(inbox_fetch(&w), 0);
    sum(&f, is);
    assert_string_equal(is, "ssssss");
    world_remove(&w);
    fake_stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(imap_seen),     cmocka_unit_test(imap_move),
        cmocka_unit_test(imap_delete),   cmocka_unit_test(imap_stopped),
        cmocka_unit_test(pop3_delete),   cmocka_unit_test(pop3_kept),
        cmocka_unit_test(numbered_anew), cmocka_unit_test(server_says_no),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
