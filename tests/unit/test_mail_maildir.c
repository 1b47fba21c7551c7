/* Maildir deliveries, and what is left when the process ends in the middle of them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/step.h"
#include "mail/maildir.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct box {
    char base[64], dir[80];
    struct arena arena;
    struct fault fault;
};

static int set_up(void **state)
{
    struct box *b = calloc(1, sizeof *b);
    snprintf(b->base, sizeof b->base, "/tmp/maildir-test-XXXXXX");
    if (!mkdtemp(b->base))
        return -1;
    snprintf(b->dir, sizeof b->dir, "%s/box", b->base);
    b->arena = ARENA(8 << 20);
    *state = b;
    return maildir_create(b->dir, &b->fault);
}

static void empty_dir(const char *path)
{
    DIR *d = opendir(path);
    struct dirent *e;
    char name[512];
    while (d && (e = readdir(d))) {
        snprintf(name, sizeof name, "%s/%s", path, e->d_name);
        if (e->d_name[0] != '.' && unlink(name) != 0) {
            empty_dir(name);
            rmdir(name);
        }
    }
    if (d)
        closedir(d);
}

static int tear_down(void **state)
{
    struct box *b = *state;
    step_hook = NULL;
    empty_dir(b->base);
    rmdir(b->base);
    arena_free(&b->arena);
    free(b);
    return 0;
}

static int count(struct box *b, const char *sub)
{
    DIR *d = opendir(arena_printf(&b->arena, "%s/%s", b->dir, sub));
    struct dirent *e;
    int n = 0;
    assert_non_null(d);
    while ((e = readdir(d)))
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

static void deliver(struct box *b, const char *unique, const char *bytes)
{
    assert_int_equal(maildir_deliver(b->dir, unique, slice_of(bytes), &b->fault), 0);
}

static void expect(struct box *b, const char *name, const char *bytes)
{
    struct slice got;
    assert_int_equal(maildir_read(b->dir, name, 1000, &b->arena, &got, &b->fault), 0);
    assert_true(slice_is(got, bytes));
}

static void test_deliver(void **state)
{
    struct box *b = *state;
    const char **names;
    int n;
    assert_int_equal(maildir_create(b->dir, &b->fault), 0); /* again is fine */
    deliver(b, "1770000002.7.house", "two\r\n");
    deliver(b, "1770000001.9.house", "one\r\n");
    deliver(b, "1770000003.1.house", "");
    deliver(b, "1770000002.7.house", "two again\r\n"); /* replaces itself */
    assert_int_equal(count(b, "new"), 3);
    assert_int_equal(count(b, "tmp"), 0);
    /* What is no letter does not stand in the way of letters. */
    assert_int_equal(mkdir(arena_printf(&b->arena, "%s/new/adir", b->dir), 0700), 0);
    assert_int_equal(symlink("/etc/passwd", arena_printf(&b->arena, "%s/new/alink", b->dir)), 0);
    assert_int_equal(maildir_list_new(b->dir, 10, &b->arena, &names, &n, &b->fault), 0);
    assert_int_equal(n, 3);
    assert_string_equal(names[0], "1770000001.9.house");
    assert_string_equal(names[2], "1770000003.1.house");
    assert_int_equal(maildir_list_new(b->dir, 2, &b->arena, &names, &n, &b->fault), 0);
    assert_int_equal(n, 2);
    assert_string_equal(names[1], "1770000002.7.house");
    expect(b, "1770000002.7.house", "two again\r\n");
    expect(b, "1770000003.1.house", "");
}

static void test_limit(void **state)
{
    struct box *b = *state;
    struct slice got;
    deliver(b, "a", "0123456789");
    assert_int_equal(maildir_read(b->dir, "a", 9, &b->arena, &got, &b->fault), 0);
    assert_null(got.p);
    assert_int_equal(got.n, 10);
    assert_int_equal(maildir_read(b->dir, "a", 10, &b->arena, &got, &b->fault), 0);
    assert_true(slice_is(got, "0123456789"));
    assert_int_equal(maildir_read(b->dir, "missing", 10, &b->arena, &got, &b->fault), -1);
    /* no way out of the Maildir through a link */
    assert_int_equal(symlink("/etc/passwd", arena_printf(&b->arena, "%s/new/link", b->dir)), 0);
    assert_int_equal(maildir_read(b->dir, "link", 1 << 20, &b->arena, &got, &b->fault), -1);
}

static void test_seen(void **state)
{
    struct box *b = *state;
    deliver(b, "a", "x");
    assert_int_equal(maildir_seen(b->dir, "a", &b->fault), 0);
    assert_int_equal(maildir_seen(b->dir, "a", &b->fault), 0); /* gone already */
    assert_int_equal(count(b, "new"), 0);
    assert_int_equal(access(arena_printf(&b->arena, "%s/cur/a:2,S", b->dir), F_OK), 0);
    deliver(b, "a", "x"); /* delivered and read: not once more */
    assert_int_equal(count(b, "new"), 0);
}

static void test_faults(void **state)
{
    struct box *b = *state;
    const char **names;
    int n;
    assert_int_equal(maildir_deliver("/nowhere/box", "a", slice_of("x"), &b->fault), -1);
    assert_int_equal(maildir_create("/nowhere/at/all", &b->fault), -1);
    assert_int_equal(maildir_list_new("/nowhere", 1, &b->arena, &names, &n, &b->fault), -1);
    /* a directory where the file should go */
    assert_int_equal(mkdir(arena_printf(&b->arena, "%s/tmp/a", b->dir), 0700), 0);
    assert_int_equal(maildir_deliver(b->dir, "a", slice_of("x"), &b->fault), -1);
    assert_int_equal(count(b, "new"), 0);
}

static int steps, stop_after;

static void count_step(const char *what)
{
    assert_true(strcmp(what, "deliver") == 0 || strcmp(what, "seen") == 0);
    if (++steps == stop_after)
        _exit(42);
}

static int batch(struct box *b, int n)
{
    struct maildir_batch *m;
    char name[32], text[32];
    if (maildir_batch_open(&m, b->dir, &b->fault) != 0)
        return -1;
    int r = 0;
    for (int i = 0; i < n && r == 0; i++) {
        snprintf(name, sizeof name, "17700000%02d.x", i);
        snprintf(text, sizeof text, "letter %d", i);
        r = maildir_batch_add(m, name, slice_of(text), &b->fault);
    }
    return maildir_batch_finish(&m, &b->fault) != 0 ? -1 : r;
}

/* Ended after every single step, a rerun comes to the same end. */
static void test_stops(void **state)
{
    struct box *b = *state;
    step_hook = count_step;
    steps = stop_after = 0;
    assert_int_equal(batch(b, 5), 0);
    assert_int_equal(steps, 5);
    for (stop_after = 1; stop_after <= 5; stop_after++) {
        char path[128];
        int status;
        snprintf(path, sizeof path, "%s/new", b->dir);
        empty_dir(path);
        steps = 0;
        pid_t pid = fork();
        if (pid == 0)
            _exit(batch(b, 5));
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(WEXITSTATUS(status), 42);
        assert_int_equal(count(b, "new"), stop_after);
        steps = 100;
        assert_int_equal(batch(b, 5), 0);
        assert_int_equal(count(b, "new"), 5);
        assert_int_equal(count(b, "tmp"), 0);
        expect(b, "1770000004.x", "letter 4");
    }
    /* nothing is seen in new/ before finish */
    struct maildir_batch *m;
    stop_after = 0;
    assert_int_equal(maildir_batch_open(&m, b->dir, &b->fault), 0);
    assert_int_equal(maildir_batch_add(m, "late", slice_of("x"), &b->fault), 0);
    assert_int_equal(count(b, "new"), 5);
    assert_int_equal(maildir_batch_finish(&m, &b->fault), 0);
    assert_null(m);
    assert_int_equal(count(b, "new"), 6);
}

int main(void)
{
#define WITH_BOX(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {WITH_BOX(test_deliver), WITH_BOX(test_limit),
                                       WITH_BOX(test_seen), WITH_BOX(test_faults),
                                       WITH_BOX(test_stops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
