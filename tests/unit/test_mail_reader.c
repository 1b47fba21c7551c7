/* The cage: letters that kill, hang or flood the reader, and the answers of one taken over. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "mail/cage.h"
#include "mail/inside.h"
#include "mail/wire.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char good[] = "From: Alice <alice@example.org>\r\nTo: house@cards.example\r\n"
                           "Subject: good\r\n\r\nTAKE OIL-EF ON CHEM-CD\r\n";
/* writes out of bounds in libetpan 1.9.4 */
static const char killer[] = "From: a@b.example\r\nMIME-Version: 1.0\r\n"
                             "Content-Type: multipart/mixed; boundary=\"\\\"\"\r\n\r\n--\"\r\n\r\n";

struct bench {
    struct mail_reader *reader;
    struct arena arena;
    struct fault fault;
    struct letter letter;
    enum reading_result result;
};

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    b->arena = ARENA(64 << 20);
    *state = b;
    return mail_reader_start(&b->reader, &b->fault);
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    mail_reader_stop(&b->reader);
    assert_null(b->reader);
    arena_free(&b->arena);
    free(b);
    return 0;
}

static void read_one(struct bench *b, struct slice bytes)
{
    assert_int_equal(
        mail_reader_read(b->reader, bytes, &b->arena, &b->letter, &b->result, &b->fault), 0);
}

static void send_one(struct bench *b, struct slice bytes)
{
    assert_int_equal(mail_reader_send(b->reader, bytes, &b->fault), 0);
}

static void take_one(struct bench *b)
{
    assert_int_equal(mail_reader_take(b->reader, &b->arena, &b->letter, &b->result, &b->fault), 0);
}

static void expect_good(struct bench *b)
{
    read_one(b, slice_of(good));
    assert_int_equal(b->result, READER_OK);
    assert_string_equal(b->letter.from, "alice@example.org");
    assert_string_equal(b->letter.text, "TAKE OIL-EF ON CHEM-CD\n");
}

/* The keeper's child, by the kernel. */
static pid_t child_of(pid_t keeper)
{
    char path[64];
    long pid = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)keeper, (int)keeper);
    FILE *f = fopen(path, "r");
    if (f) {
        if (fscanf(f, "%ld", &pid) != 1)
            pid = 0;
        fclose(f);
    }
    assert_true(pid > 0);
    return (pid_t)pid;
}

static void test_killer(void **state)
{
    struct bench *b = *state;
    expect_good(b);
    pid_t before = child_of(b->reader->keeper);
    read_one(b, slice_of(killer));
    assert_int_equal(b->result, READER_KILLED);
    expect_good(b);
    assert_int_not_equal(child_of(b->reader->keeper), before);
    read_one(b, slice_of(killer));
    assert_int_equal(b->result, READER_KILLED);
    read_one(b, slice_of(killer));
    assert_int_equal(b->result, READER_KILLED);
    expect_good(b);
}

static void test_caged(void **state)
{
    struct bench *b = *state;
    char path[64], line[256];
    bool filter = false, privileges = false;
    expect_good(b);
    snprintf(path, sizeof path, "/proc/%d/status", (int)child_of(b->reader->keeper));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        filter = filter || strcmp(line, "Seccomp:\t2\n") == 0;
        privileges = privileges || strcmp(line, "NoNewPrivs:\t1\n") == 0;
    }
    fclose(f);
    assert_true(filter);
    assert_true(privileges);
}

/* Ended from outside: nobody's fault, the letter is read by the next child. */
static void test_ended(void **state)
{
    struct bench *b = *state;
    expect_good(b);
    assert_int_equal(kill(child_of(b->reader->keeper), SIGKILL), 0);
    expect_good(b);
    /* and a letter that does not fit into the pipe of a child that is gone: no SIGPIPE */
    struct buf big = BUF(4 << 20);
    buf_str(&big, good);
    while (big.n < 2 << 20)
        buf_str(&big, "PASS\r\n");
    assert_int_equal(kill(child_of(b->reader->keeper), SIGKILL), 0);
    usleep(20000);
    read_one(b, buf_all(&big));
    assert_int_equal(b->result, READER_OK);
    assert_true(b->letter.truncated);
    assert_int_equal(strlen(b->letter.text), READER_TEXT);
    buf_free(&big);
}

static void test_hangs(void **state)
{
    struct bench *b = *state;
    expect_good(b);
    b->reader->patience = 300;
    /* has read before: not this letter's fault */
    assert_int_equal(kill(child_of(b->reader->keeper), SIGSTOP), 0);
    expect_good(b);
    /* stops on its first letter */
    assert_int_equal(kill(child_of(b->reader->keeper), SIGSTOP), 0);
    b->reader->answered = 0; /* as if it were */
    read_one(b, slice_of(good));
    assert_int_equal(b->result, READER_KILLED);
    expect_good(b);
}

/* Over the limit: the child does not even exist. */
static void test_too_big(void **state)
{
    struct bench *b = *state;
    size_t n = 30 << 20;
    char *p = malloc(n);
    memset(p, 'a', n);
    memcpy(p, good, sizeof good - 1);
    read_one(b, (struct slice){p, n});
    assert_int_equal(b->result, READER_TOO_BIG);
    assert_int_equal(b->reader->letters, -1);
    free(p);
    expect_good(b);
}

static void test_header_too_big(void **state)
{
    struct bench *b = *state;
    struct buf big = BUF(1 << 20);
    buf_str(&big, "From: a@b.example\r\n");
    for (int i = 0; big.n < 70000; i++)
        buf_printf(&big, "X-Filler-%d: %060d\r\n", i, i);
    buf_str(&big, "\r\nPASS\r\n");
    read_one(b, buf_all(&big));
    assert_int_equal(b->result, READER_TOO_BIG);
    buf_free(&big);
}

/* 20 MB of attachment around a small text, and 95 containers: within the limits. */
static void test_big_enough(void **state)
{
    struct bench *b = *state;
    struct buf big = BUF(30 << 20);
    buf_str(&big, "From: a@b.example\r\nContent-Type: multipart/mixed; boundary=z\r\n\r\n--z\r\n"
                  "Content-Type: text/plain\r\n\r\nPASS\r\n--z\r\n"
                  "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n");
    char line[79];
    memset(line, 'A', 76);
    memcpy(line + 76, "\r\n", 3);
    while (big.n < 20 << 20)
        buf_add(&big, line, 78);
    buf_str(&big, "--z--\r\n");
    read_one(b, buf_all(&big));
    assert_int_equal(b->result, READER_OK);
    assert_string_equal(b->letter.text, "PASS");

    buf_clear(&big);
    buf_str(&big, "From: a@b.example\r\n");
    for (int i = 0; i < 95; i++)
        buf_printf(&big, "Content-Type: multipart/mixed; boundary=n%03d\r\n\r\n--n%03d\r\n", i, i);
    buf_str(&big, "\r\nPASS\r\n");
    read_one(b, buf_all(&big));
    assert_int_equal(b->result, READER_OK);

    buf_clear(&big);
    for (int i = 0; i < 95; i++)
        buf_str(&big, "From: a@b.example\r\nContent-Type: message/rfc822\r\n\r\n");
    buf_str(&big, "\r\nPASS\r\n");
    read_one(b, buf_all(&big));
    assert_int_equal(b->result, READER_OK);
    buf_free(&big);
}

static void test_many_lines(void **state)
{
    struct bench *b = *state;
    struct buf text = BUF(4 << 20), want = BUF(4 << 20);
    buf_str(&text, "From: a@b.example\n\n");
    for (int i = 0; i < 10000; i++) {
        buf_printf(&text, "PASS %d\n", i);
        buf_printf(&want, "PASS %d\n", i);
    }
    read_one(b, buf_all(&text));
    assert_int_equal(b->result, READER_OK);
    assert_string_equal(b->letter.text, buf_text(&want));
    buf_free(&text);
    buf_free(&want);
}

/* Eight under way, a killer and an oversized one among them: each gets its own answer. */
static void test_ahead(void **state)
{
    struct bench *b = *state;
    char *huge = calloc(1, READER_LETTER + 1);
    struct slice letters[READER_AHEAD] = {slice_of(good),   slice_of(good),
                                          slice_of(killer), slice_of(good),
                                          {"junk", 4},      {huge, READER_LETTER + 1},
                                          slice_of(killer), slice_of(good)};
    const enum reading_result want[READER_AHEAD] = {READER_OK,     READER_OK,     READER_KILLED,
                                                    READER_OK,     READER_BROKEN, READER_TOO_BIG,
                                                    READER_KILLED, READER_OK};
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < READER_AHEAD; i++)
            send_one(b, letters[i]);
        for (int i = 0; i < READER_AHEAD; i++) {
            take_one(b);
            assert_int_equal(b->result, want[i]);
        }
    }
    expect_good(b);
    free(huge);
}

/* More text than both pipes hold, all sent before anything is taken. */
static void test_flood(void **state)
{
    struct bench *b = *state;
    struct buf big = BUF(4 << 20);
    buf_str(&big, "From: a@b.example\n\n");
    while (big.n < 900000)
        buf_str(&big, "TAKE OIL-EF ON CHEM-CD\n");
    for (int i = 0; i < READER_AHEAD; i++)
        send_one(b, buf_all(&big));
    for (int i = 0; i < READER_AHEAD; i++) {
        take_one(b);
        assert_int_equal(b->result, READER_OK);
        assert_true(strlen(b->letter.text) > 899000);
    }
    buf_free(&big);
}

static void test_turnover(void **state)
{
    struct bench *b = *state;
    char bytes[READER_AHEAD][128], want[16];
    int sent = 0;
    expect_good(b);
    pid_t before = child_of(b->reader->keeper);
    for (int i = 0; i < 2 * CAGE_LETTERS; i++) {
        for (; sent < 2 * CAGE_LETTERS && sent - i < READER_AHEAD; sent++) {
            char *p = bytes[sent % READER_AHEAD];
            snprintf(p, 128, "From: a@b.example\nSubject: %d\n\n", sent);
            send_one(b, slice_of(p));
        }
        take_one(b);
        assert_int_equal(b->result, READER_OK);
        snprintf(want, sizeof want, "%d", i);
        assert_string_equal(b->letter.subject, want);
        arena_reset(&b->arena);
    }
    assert_int_not_equal(child_of(b->reader->keeper), before);
}

/* Without a keeper there is no reader: a fault, not a crash. */
static void test_no_keeper(void **state)
{
    struct bench *b = *state;
    expect_good(b);
    assert_int_equal(kill(b->reader->keeper, SIGKILL), 0);
    usleep(50000);
    assert_int_equal(
        mail_reader_read(b->reader, slice_of(good), &b->arena, &b->letter, &b->result, &b->fault),
        -1);
    assert_int_equal(b->fault.exit, EX_TEMPFAIL);
}

/* --- a child that lies --------------------------------------------------------------------- */

static struct letter sample(void)
{
    return (struct letter){.from = "a@b.example",
                           .from_name = "Ann\xc3\xa9",
                           .sender = "<>",
                           .reply_to = "",
                           .to = {"c@d.example", "e@f.example"},
                           .nto = 2,
                           .subject = "subject",
                           .message_id = "id@x",
                           .in_reply_to = "",
                           .references = {"r@x"},
                           .nreferences = 1,
                           .bulk = true,
                           .report_id = "",
                           .report_to = "",
                           .report_status = "5.1.1",
                           .report_reply = "games+lyon.1.2.abcdefgh@house.example",
                           .vouched = "mx.house.example",
                           .text = "TAKE\n\tOIL\xe2\x82\xac\n"};
}

static bool survives(const struct letter *l)
{
    struct arena arena = ARENA(8 << 20);
    struct buf wire = BUF(8 << 20);
    struct letter got;
    enum reading_result result;
    mail_wire_put(READER_OK, l, &wire);
    bool ok = mail_wire_get((struct slice){wire.p + 4, wire.n - 4}, &arena, &got, &result);
    arena_free(&arena);
    buf_free(&wire);
    return ok;
}

static void test_wire(void **state)
{
    (void)state;
    struct arena arena = ARENA(8 << 20);
    struct buf wire = BUF(8 << 20);
    struct letter l = sample(), got;
    enum reading_result result;
    mail_wire_put(READER_OK, &l, &wire);
    struct slice all = {wire.p + 4, wire.n - 4};
    assert_true(mail_wire_get(all, &arena, &got, &result));
    assert_string_equal(got.text, l.text);
    assert_string_equal(got.to[1], "e@f.example");
    assert_string_equal(got.references[0], "r@x");
    assert_string_equal(got.report_status, "5.1.1");
    assert_string_equal(got.report_reply, l.report_reply);
    assert_string_equal(got.vouched, "mx.house.example");
    assert_true(got.bulk && !got.daemon);
    for (size_t n = 0; n < all.n; n++)
        assert_false(mail_wire_get((struct slice){all.p, n}, &arena, &got, &result));
    buf_char(&wire, 'x');
    assert_false(mail_wire_get((struct slice){wire.p + 4, wire.n - 4}, &arena, &got, &result));
    wire.n--;
    wire.p[4] = READER_KILLED; /* not the child's to say */
    assert_false(mail_wire_get((struct slice){wire.p + 4, wire.n - 4}, &arena, &got, &result));
    wire.p[4] = READER_OK;
    wire.p[5] = 64; /* no such flag */
    assert_false(mail_wire_get((struct slice){wire.p + 4, wire.n - 4}, &arena, &got, &result));
    /* any one byte changed: refused or clean, never a crash */
    for (size_t i = 0; i < wire.n - 4; i++) {
        char keep = wire.p[4 + i];
        wire.p[4 + i] = (char)0xff;
        mail_wire_get((struct slice){wire.p + 4, wire.n - 4}, &arena, &got, &result);
        wire.p[4 + i] = keep;
    }
    arena_free(&arena);
    buf_free(&wire);
}

static void test_wire_lies(void **state)
{
    (void)state;
    struct letter l = sample();
    assert_true(survives(&l));
    l.subject = "two\nlines";
    assert_false(survives(&l));
    l = sample();
    l.from = "not an address";
    assert_false(survives(&l));
    l = sample();
    l.to[1] = "";
    assert_false(survives(&l));
    l = sample();
    l.message_id = "a\rb";
    assert_false(survives(&l));
    l = sample();
    l.text = "bad \xff byte";
    assert_false(survives(&l));
    l = sample();
    l.text = "escape \x1b[31m";
    assert_false(survives(&l));
    l = sample();
    l.from_name = "bidi \xe2\x80\xae";
    assert_false(survives(&l));
}

int main(void)
{
#define WITH_READER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_READER(test_killer),     WITH_READER(test_caged),
        WITH_READER(test_ended),      WITH_READER(test_hangs),
        WITH_READER(test_too_big),    WITH_READER(test_header_too_big),
        WITH_READER(test_big_enough), WITH_READER(test_many_lines),
        WITH_READER(test_ahead),      WITH_READER(test_flood),
        WITH_READER(test_turnover),   WITH_READER(test_no_keeper),
        cmocka_unit_test(test_wire),  cmocka_unit_test(test_wire_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
