/* server: mail servers that are hostile, broken or only odd. None of them keeps us for ever, takes our
 * memory, makes us lose a letter or sees a password it should not. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "inbox.h"
#include "mail/mailbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

static const int64_t NOW = 1800000000;

static struct world w;
static struct fake f;

static void begin(void (*serve)(struct fake *f), const char *scheme, enum mail_processed processed)
{
    world_make(&w, NOW);
    fake_start(&f, serve);
    inbox_use(&w, &f, scheme, processed);
}

static void end(void)
{
    world_remove(&w);
    fake_stop(&f);
}

static void add_letters(int n)
{
    char bytes[200];
    for (int i = 0; i < n; i++) {
        snprintf(bytes, sizeof bytes,
                 "From: <p%d@players.example>\r\nTo: games@house.example\r\n\r\nletter %d\r\n", i, i);
        fake_add(&f, bytes);
    }
}

static bool begins(const char *line, const char *command)
{
    return strncasecmp(line, command, strlen(command)) == 0;
}

/* --- no end ---------------------------------------------------------------------------------- */

static const char *trap; /* the command that is answered without end */

/* The same piece again and again, until nobody listens. */
static void send_for_ever(struct fake *s, const char *begin, const char *end)
{
    static char piece[65536];
    int n = snprintf(piece, sizeof piece, "%s%*s%s", begin, 5000, "", end);
    while (fake_send(s, piece, (size_t)n))
        ;
}

static bool endless_imap(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (!begins(line, trap))
        return false;
    send_for_ever(s, "* OK there is more to say about this", "\r\n");
    return true;
}

static bool endless_list(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (!begins(line, "UID FETCH"))
        return false;
    send_for_ever(s, "* 1 FETCH (UID 3 FLAGS () BODY[TEXT] {5000}\r\n", ")\r\n");
    return true;
}

/* Four gigabytes are announced, and begun. */
static bool endless_letter(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (!begins(line, "UID FETCH") || !strcasestr(line, "BODY"))
        return false;
    if (fake_say(s, "* 1 FETCH (UID 3 BODY[] {4294967290}"))
        send_for_ever(s, "x", "x");
    return true;
}

static bool endless_pop3(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (!begins(line, trap))
        return false;
    if (fake_say(s, "+OK"))
        send_for_ever(s, "1 100", begins(line, "RETR") ? "x" : "\r\n");
    return true;
}

static void without_end(void **state)
{
    static const char *const pop3[] = {"CAPA", "LIST", "UIDL", "RETR"};
    struct rusage before, after;
    (void)state;
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < 7; i++) {
        begin(i < 3 ? fake_imap : fake_pop3, i < 3 ? "imap" : "pop3", PROCESSED_DELETE);
        add_letters(1);
        trap = i < 3 ? "SELECT" : pop3[i - 3];
        f.odd = i == 0 ? endless_imap : i == 1 ? endless_list : i == 2 ? endless_letter : endless_pop3;
        assert_int_equal(inbox_fetch(&w), EX_TEMPFAIL);
        assert_int_equal(inbox_stored(&w), 0);
        f.odd = NULL;
        assert_int_equal(inbox_fetch(&w), 0);
        assert_int_equal(inbox_stored(&w), 1);
        end();
    }
    getrusage(RUSAGE_SELF, &after);
#ifndef __SANITIZE_ADDRESS__ /* which keeps what was freed for a while */
    assert_true(after.ru_maxrss - before.ru_maxrss < 512 << 10);
#endif
}

/* A little now and then, so that it is never silent. */
static bool trickle(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (!begins(line, trap))
        return false;
    while (!s->stop && fake_say(s, begins(trap, "UID") ? "* OK wait" : "250-wait"))
        usleep(100000);
    return true;
}

static void a_trickle(void **state)
{
    (void)state;
    begin(fake_imap, "imap", PROCESSED_SEEN);
    w.house->config.mail.in[0].timeout = 1;
    add_letters(2);
    trap = "UID";
    f.odd = trickle;
    assert_int_equal(inbox_fetch(&w), EX_TEMPFAIL);
    f.odd = NULL;
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), 2);
    end();
}

/* --- what it says of itself ------------------------------------------------------------------ */

static bool huge_sizes(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    return begins(line, "LIST") &&
           fake_say(s, "+OK\r\n1 9223372036854775807\r\n2 9223372036854775807\r\n3 -1\r\n4\r\n"
                       "0 7\r\n99999999999999999999 1\r\n.");
}

static void sizes_that_lie(void **state)
{
    (void)state;
    begin(fake_pop3, "pop3", PROCESSED_SEEN);
    add_letters(3);
    f.odd = huge_sizes;
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), 2); /* the third one was not in the list */
    f.odd = NULL;
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), 3);
    end();
}

/* A letter longer than any that is read, whole, since the server cannot send its head alone. */
enum { LONG_LINE = 7000, LONG_LINES = 11000 };

static bool no_top(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (begins(line, "CAPA"))
        return fake_say(s, "+OK\r\nUSER\r\nUIDL\r\n.");
    if (begins(line, "LIST"))
        return fake_say(s, "+OK\r\n1 %d\r\n2 100\r\n.", LONG_LINE * LONG_LINES);
    if (!begins(line, "RETR 1"))
        return false;
    bool ok = fake_say(s, "+OK\r\nFrom: <n@players.example>\r\nTo: games@house.example\r\n");
    for (int i = 0; i < LONG_LINES && ok; i++)
        ok = fake_say(s, "%0*d", LONG_LINE, i);
    return ok && fake_say(s, ".");
}

static void a_long_letter_without_top(void **state)
{
    (void)state;
    begin(fake_pop3, "pop3", PROCESSED_DELETE);
    add_letters(2);
    f.odd = no_top;
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), 2);
    end();
}

/* Ids longer than any may be, alike but for their ends: they are different letters. */
static bool long_ids(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (!begins(line, "UIDL"))
        return false;
    bool ok = fake_say(s, "+OK");
    for (int i = 1; i <= s->letters && ok; i++)
        ok = fake_say(s, "%d %0300d", i, i);
    return ok && fake_say(s, ".");
}

static void ids_too_long(void **state)
{
    (void)state;
    begin(fake_pop3, "pop3", PROCESSED_SEEN);
    f.odd = long_ids;
    add_letters(2);
    assert_int_equal(inbox_fetch(&w), 0);
    fake_add(&f, "From: <n@players.example>\r\nTo: games@house.example\r\n\r\nnew\r\n");
    assert_int_equal(inbox_fetch(&w), 0);
    assert_int_equal(inbox_stored(&w), 3);
    end();
}

/* It takes command lines of 8,000 bytes, as servers do, and letters have numbers far apart. */
static bool short_of_breath(struct fake *s, const char *tag, const char *line)
{
    return strlen(line) > 8000 - 10 && fake_say(s, "%s BAD command line too long", tag);
}

static void numbers_far_apart(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        begin(fake_imap, "imap", PROCESSED_MOVE);
        add_letters(740);
        for (int k = 0; k < f.letters; k++) {
            f.v[k].uid = 4000000000u + (unsigned)k * 3;
            f.v[k].deleted = i; /* by a fetch that was cut short */
        }
        f.odd = short_of_breath;
        assert_int_equal(inbox_fetch(&w), 0);
        assert_int_equal(inbox_stored(&w), i ? 0 : 740);
        for (int k = 0; k < f.letters; k++)
            assert_true(f.v[k].gone && f.v[k].moved == !i);
        end();
    }
}

/* --- what it wants to know ------------------------------------------------------------------- */

/* Logged in before TLS stands: then the server is nobody we know. */
static void logged_in_already(void **state)
{
    (void)state;
    begin(fake_imap, "imap", PROCESSED_SEEN);
    w.house->config.mail.in[0].no_tls = false;
    add_letters(1);
    f.preauth = true;
    assert_int_equal(inbox_fetch(&w), EX_CONFIG);
    assert_non_null(strstr(w.run.trouble.text, "does not offer TLS"));
    assert_int_equal(inbox_stored(&w), 0);
    assert_int_equal(f.logins, 0);
    end();
}

/* --- waiting --------------------------------------------------------------------------------- */

static const char *const late = "From: <l@players.example>\r\nTo: games@house.example\r\n\r\nlate\r\n";

/* A letter comes while the first one is marked: the server says so now, and not again. */
static bool while_marking(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (!begins(line, "UID STORE") || s->letters > 1)
        return false;
    fake_add(s, late);
    return !fake_say(s, "* 2 EXISTS");
}

/* The same behind the list. */
static bool while_listing(struct fake *s, const char *tag, const char *line)
{
    if (!begins(line, "UID FETCH") || s->letters > 1)
        return false;
    bool ok = fake_say(s, "* 1 FETCH (UID 3 FLAGS (\\Seen) RFC822.SIZE 100)\r\n* 2 EXISTS\r\n%s OK done", tag);
    fake_add(s, late);
    return ok;
}

static int waits(void)
{
    int fd = -1;
    struct mailbox *box = w.run.boxes[0];
    must(box->driver->wait(box, &fd, &world_fault));
    return fd;
}

static void a_letter_in_between(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        begin(fake_imap, "imap", PROCESSED_SEEN);
        add_letters(1);
        f.odd = i ? while_listing : while_marking;
        must(run_fetch(&w.run, &world_fault));
        assert_int_equal(inbox_stored(&w), i ? 0 : 1);
        assert_int_equal(waits(), -2);
        must(run_fetch(&w.run, &world_fault));
        assert_int_equal(inbox_stored(&w), i ? 1 : 2);
        assert_int_equal(waits(), -2);
        must(run_fetch(&w.run, &world_fault));
        assert_true(waits() >= 0); /* and now by IDLE */
        assert_int_equal(w.run.trouble.exit, 0);
        end();
    }
}

static bool no_idling(struct fake *s, const char *tag, const char *line)
{
    (void)tag;
    if (!begins(line, "IDLE"))
        return false;
    if (fake_say(s, "+ idling"))
        s->cut = s->steps + 1;
    return !fake_say(s, "* BYE");
}

/* A server that hangs up on who waits is not asked again and again. */
static void hung_up_on(void **state)
{
    (void)state;
    begin(fake_imap, "imap", PROCESSED_SEEN);
    f.odd = no_idling;
    must(run_fetch(&w.run, &world_fault));
    assert_int_equal(waits() == -1, false);
    must(run_fetch(&w.run, &world_fault));
    assert_int_equal(waits(), -1);
    assert_int_equal(f.logins, 2);
    assert_int_equal(w.run.trouble.exit, 0);
    end();
}

/* A server that lets letters be read, but not put away, leaves nothing unheard. */
static void heard_or_not(void **state)
{
    (void)state;
    static const char *const refuse[] = {"STORE", "MOVE", "SELECT", "QUIT", "LIST"};
    for (int i = 0; i < 5; i++) {
        begin(i < 3 ? fake_imap : fake_pop3, i < 3 ? "imap" : "pop3",
              i == 1 ? PROCESSED_MOVE : i < 3 ? PROCESSED_SEEN : PROCESSED_DELETE);
        add_letters(2);
        f.refuse = refuse[i];
        f.refusals = -1;
        f.refusal = "not now";
        assert_int_equal(inbox_fetch(&w), EX_UNAVAILABLE);
        assert_int_equal(inbox_stored(&w), w.run.deaf ? 0 : 2);
        assert_int_equal(w.run.deaf, i == 2 || i == 4);
        end();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_end),         cmocka_unit_test(a_trickle),
        cmocka_unit_test(sizes_that_lie),      cmocka_unit_test(ids_too_long),
        cmocka_unit_test(a_long_letter_without_top),
        cmocka_unit_test(numbers_far_apart),   cmocka_unit_test(logged_in_already),
        cmocka_unit_test(a_letter_in_between), cmocka_unit_test(hung_up_on),
        cmocka_unit_test(heard_or_not),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
