/* scenario: every file tests/scenario/NAME.game is a test. `suite_scenario NAME …` plays only
 * those; UPDATE=1 writes the blocks that hold whole letters anew. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "scenario.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FILES_MAX = 500 };

static char *names[FILES_MAX], *paths[FILES_MAX];
static int nfiles;

static void read_file(const char *path, struct buf *text)
{
    char chunk[65536];
    FILE *f = fopen(path, "re");
    if (!f)
        die("%s cannot be read", path);
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, f)) > 0;)
        buf_add(text, chunk, n);
    fclose(f);
}

static void write_file(const char *path, struct slice text)
{
    FILE *f = fopen(path, "we");
    if (!f || fwrite(text.p, 1, text.n, f) != text.n || fclose(f) != 0)
        die("%s cannot be written", path);
    fprintf(stderr, "%s: written anew\n", path);
}

static void play_file(void **state)
{
    const char *path = *state;
    struct buf text = BUF(4 << 20), updated = BUF(8 << 20);
    read_file(path, &text);
    int wrong = scenario_play(path, buf_all(&text), false, &updated);
    if (updated.n && !wrong)
        write_file(path, buf_all(&updated));
    buf_free(&text);
    buf_free(&updated);
    assert_int_equal(wrong, 0);
}

/* --- the runner itself ----------------------------------------------------------------------- */

static const char OPENING[] = "game venture self\n"
                              "players Alice Bob\n"
                              "Alice's hand: T1 T5 20\n"
                              "market: OIL-EF CHEM-CD\n"
                              "Alice writes\n"
                              "  TAKE OIL-EF\n"
                              "  PAY T1 T5\n";

static int play_text(const char *more)
{
    struct buf text = BUF(1 << 16), updated = BUF(1 << 16);
    buf_str(&text, OPENING);
    buf_str(&text, more);
    int wrong = scenario_play("self", buf_all(&text), true, &updated);
    buf_free(&text);
    buf_free(&updated);
    return wrong;
}

/* One house for all of them: a sentence that is not so counts, and the story goes on. */
static void test_true_sentences_hold(void **state)
{
    (void)state;
    assert_int_equal(play_text("the letter is played\n"
                               "it is Bob's turn\n"
                               "Alice's group 1 is OIL-EF\n"
                               "Alice's group 2 is empty\n"
                               "Alice's hand has 20\n"
                               "Alice's hand has 3 cards\n"
                               "discard is T1 T5\n"
                               "Alice's score is 0\n"
                               "the game is not over\n"
                               "Alice gets 1 letters\n"
                               "Alice is told \"OIL-EF\"\n"
                               "Bob is told \"OIL-EF\"\n"
                               "Bob is not told \"S1■ S3■ S5■\"\n"),
                     0);
}

static void test_false_sentences_are_found(void **state)
{
    (void)state;
    static const char *const lies[] = {
        "the letter is refused\n",
        "it is Alice's turn\n",
        "Alice's group 1 is CHEM-CD\n",
        "Alice's group 1 is empty\n",
        "Alice's hand has no 20\n",
        "Alice's hand has 2 cards\n",
        "Alice's hand has 20 20\n",
        "Alice's hand is 20\n",
        "discard is T1\n",
        "deck top is PROFIT PROFIT\n",
        "Alice's score is 1\n",
        "the game is over\n",
        "nobody is awaited\n",
        "Alice gets 2 letters\n",
        "Alice is told nothing\n",
        "Alice is told \"no such words\"\n",
        "Bob is told \"OIL-EF\" \"no such words\"\n",
        "Bob is not told \"OIL-EF\"\n",
        "nobody is told anything\n",
        "2 letters are played\n",
        "the subject of Bob's letter has \"no such words\"\n",
        "the source of Bob's letter has no \"Auto-Submitted\"\n",
        "Bob gets\n  Dear Bob\n",
    };
    struct buf all = BUF(1 << 16);
    int n = sizeof lies / sizeof lies[0];
    for (int i = 0; i < n; i++)
        buf_str(&all, lies[i]);
    int wrong = play_text(buf_text(&all));
    buf_free(&all);
    assert_in_range(wrong, n, n + 1); /* "nobody" is wrong for two people */
}

static void test_nonsense_ends_the_story(void **state)
{
    (void)state;
    static const char *const nonsense[] = {
        "Alice dances\n",
        "Zoe writes\n  PASS\n",
        "Alice's hand: T9\n",
        "Alice's hand is T9\n",
        "deck: T1\n",
        "market: OIL-EF OIL-EF\n",
        "wait 3 moons\n",
        "Alice writes\n",
        "Alice answers her tenth letter\n  PASS\n",
        "players Zoe\n",
        "Bob's score: many\n",
        "the letter is eaten\n",
        "this letter arrives\n  {x}\n",
        "Alice is told OIL-EF\n",
    };
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "%sit is Bob's turn\nthe game is over\n", nonsense[i]);
        int wrong = play_text(text); /* the second sentence would be wrong, too */
        if (wrong != 1)
            fail_msg("%d sentences were wrong after: %s", wrong, nonsense[i]);
    }
}

static void test_laying_conserves(void **state)
{
    (void)state;
    /* 3 T1: one in each of two hands, one on the deck; a fourth is nowhere. */
    assert_int_equal(play_text("Bob's hand: T1 1x\n"
                               "deck top: T1 PROFIT\n"
                               "Bob's hand is 1x T1\n"
                               "the deck top is T1 PROFIT\n"
                               "Alice's hand has 3 cards\n"),
                     0);
    assert_int_equal(play_text("Bob's hand: T1 T1 T1 T1\n"), 1);
    /* What was on the market went under the reserve, not among the companies put away. */
    assert_int_equal(play_text("removed has 14 companies\nreserve has 34 companies\n"), 0);
}

/* --- all of them ----------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool wanted(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(name, argv[i]) == 0)
            return true;
    return argc < 2;
}

static void find_files(int argc, char **argv)
{
    const char *top = getenv("TOP_SRCDIR");
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/scenario", top && *top ? top : ".");
    DIR *d = opendir(path);
    if (!d)
        die("%s cannot be read", path);
    for (struct dirent *e; (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n < 6 || strcmp(e->d_name + n - 5, ".game") != 0)
            continue;
        insist(nfiles < FILES_MAX);
        char *name = strndup(e->d_name, n - 5);
        if (wanted(name, argc, argv))
            names[nfiles++] = name;
        else
            free(name);
    }
    closedir(d);
    qsort(names, (size_t)nfiles, sizeof names[0], by_name);
    for (int i = 0; i < nfiles; i++)
        if (asprintf(&paths[i], "%s/%s.game", path, names[i]) < 0)
            die("out of memory");
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[FILES_MAX];
    const struct CMUnitTest self[] = {
        cmocka_unit_test(test_true_sentences_hold),
        cmocka_unit_test(test_false_sentences_are_found),
        cmocka_unit_test(test_nonsense_ends_the_story),
        cmocka_unit_test(test_laying_conserves),
    };
    /* Nothing here depends on a disk, and waiting for one is most of the time it would take. */
    if (!getenv("TMPDIR") && access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 1);
    find_files(argc, argv);
    if (!nfiles)
        die("no scenario was found");
    for (int i = 0; i < nfiles; i++)
        tests[i] = (struct CMUnitTest){
            .name = names[i], .test_func = play_file, .initial_state = paths[i]};
    int failed = argc < 2 ? cmocka_run_group_tests_name("the runner", self, NULL, NULL) : 0;
    failed += _cmocka_run_group_tests("scenarios", tests, (size_t)nfiles, NULL, NULL);
    for (int i = 0; i < nfiles; i++) {
        free(names[i]);
        free(paths[i]);
    }
    engine_close_all();
    return failed;
}
