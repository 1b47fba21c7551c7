/* URLs and secrets of mail accounts, what the configuration says of mail, and programs that are
 * run. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/spawn.h"
#include "mail/account.h"
#include "mail/imap_name.h"
#include "turn/mailconf.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct arena arena = ARENA(1 << 20);
static struct fault fault;

static int check(const char *url, const char *user, const char *password, struct mail_account *a)
{
    *a = mail_account_new("inbox");
    a->url = url;
    a->user = user;
    a->password = password;
    return mail_account_check(a, &arena, &fault);
}

static void good_urls(void **state)
{
    struct mail_account a;
    (void)state;
    assert_int_equal(check("imaps://mail.example.org", "u", "p", &a), 0);
    assert_int_equal(a.kind, MAIL_IMAP);
    assert_string_equal(a.address, "imaps://mail.example.org");
    assert_string_equal(a.path, "INBOX");
    assert_int_equal(check("imap://u%40example.org@h:1143/Games%2FIn", "", "p", &a), 0);
    assert_string_equal(a.user, "u@example.org");
    assert_string_equal(a.address, "imap://h:1143");
    assert_string_equal(a.path, "Games/In");
    assert_int_equal(check("imaps://h/R&D/Traités", "u", "p", &a), 0); /* as the manual says */
    assert_string_equal(a.path, "R&D/Traités");
    assert_int_equal(check("imaps://h/A%20%23%25%3F", "u", "p", &a), 0);
    assert_string_equal(a.path, "A #%?");
    assert_int_equal(check("smtp://h", "", "", &a), 0);
    assert_string_equal(a.address, "smtp://h:587");
    assert_int_equal(check("smtps://h", "u", "p", &a), 0);
    assert_string_equal(a.address, "smtps://h");
    assert_int_equal(check("maildir:in", "", "", &a), 0);
    assert_string_equal(a.path, "in");
    assert_int_equal(check("sendmail:/usr/sbin/sendmail", "", "", &a), 0);
    assert_false(mail_account_in(&a));
    assert_true(mail_account_out(&a));
}

static void bad_urls(void **state)
{
    static const char *const urls[] = {"",
                                       "imaps:",
                                       "imaps://",
                                       "http://h",
                                       "maildir:",
                                       "sendmail:relative",
                                       "imaps://u:p@h",
                                       "mail.example.org"};
    struct mail_account a;
    (void)state;
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        assert_int_equal(check(urls[i], "u", "p", &a), -1);
        assert_int_equal(fault.exit, EX_CONFIG);
        assert_non_null(strstr(fault.text, "[inbox]"));
        assert_null(strstr(fault.text, ":p@"));
    }
    assert_int_equal(check("imaps://h", "", "", &a), -1);  /* who? */
    assert_int_equal(check("imaps://h", "u", "", &a), -1); /* by what? */
    assert_int_equal(check("maildir:in", "u", "", &a), -1);
    a = mail_account_new("inbox");
    a.url = "imap://mail.example.org";
    a.user = "u";
    a.password = "p";
    a.no_tls = true;
    assert_int_equal(mail_account_check(&a, &arena, &fault), -1);
    a.url = "imap://127.mail.example.org"; /* a name, wherever it leads */
    assert_int_equal(mail_account_check(&a, &arena, &fault), -1);
    a.url = "imap://127.0.0.1:143";
    assert_int_equal(mail_account_check(&a, &arena, &fault), 0);
    a.password_file = "/x";
    assert_int_equal(mail_account_check(&a, &arena, &fault), -1);
}

static void secrets(void **state)
{
    char secret[ACCOUNT_SECRET], path[] = "/tmp/courtier-secret-XXXXXX";
    struct mail_account a = mail_account_new("outbox");
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, "hidden word\r\nrest\n", 18) == 18);
    close(fd);
    assert_int_equal(mail_account_secret(&a, secret, &fault), 0);
    assert_string_equal(secret, "");
    a.password_file = path;
    assert_int_equal(mail_account_secret(&a, secret, &fault), 0);
    assert_string_equal(secret, "hidden word");
    chmod(path, 0640);
    assert_int_equal(mail_account_secret(&a, secret, &fault), -1);
    assert_int_equal(fault.exit, EX_NOPERM);
    assert_non_null(strstr(fault.text, "chmod 600"));
    unlink(path);
    assert_int_equal(mail_account_secret(&a, secret, &fault), -1);
    a.password_file = "";
    a.password_command = "printf 'from %s\\n' command";
    assert_int_equal(mail_account_secret(&a, secret, &fault), 0);
    assert_string_equal(secret, "from command");
    a.password_command = "echo hidden; false";
    assert_int_equal(mail_account_secret(&a, secret, &fault), -1);
    assert_null(strstr(fault.text, "hidden"));
    a.password_command = "true";
    assert_int_equal(mail_account_secret(&a, secret, &fault), -1);
    a.password_command = "head -c 100000 /dev/zero | tr '\\0' x";
    assert_int_equal(mail_account_secret(&a, secret, &fault), -1);
}

/* The file itself: with a password, or the command that prints it, it is its owner's alone. */
static void kept_to_oneself(void **state)
{
    static const char *const lines[][2] = {
        {"password", "x"}, {"password-command", "pass show x"}, {"password-file", "/x"}};
    char path[] = "/tmp/courtier-conf-XXXXXX";
    (void)state;
    close(mkstemp(path));
    for (int i = 0; i < 3; i++) {
        struct mail_conf c;
        mailconf_default(&c);
        assert_int_equal(mailconf_setting(&c, &arena, "outbox", "url", "smtps://u@h"), SETTING_TAKEN);
        assert_int_equal(mailconf_setting(&c, &arena, "outbox", lines[i][0], lines[i][1]), SETTING_TAKEN);
        chmod(path, 0640);
        assert_int_equal(mailconf_check(&c, path, &arena, &fault), i < 2 ? -1 : 0);
        if (i < 2) {
            assert_int_equal(fault.exit, EX_NOPERM);
            assert_non_null(strstr(fault.text, "chmod 600 /tmp/courtier-conf-"));
            assert_null(strstr(fault.text, "pass show"));
        }
        chmod(path, 0600);
        assert_int_equal(mailconf_check(&c, path, &arena, &fault), 0);
    }
    unlink(path);
}

static void folders(void **state)
{
    static const char *const names[][2] = {{"Processed", "Processed"},
                                           {"Trait&AOk-s", "Trait&AOk-s"},
                                           {"A & B", "A &- B"},
                                           {"R&D", "R&-D"},
                                           {"R&-D", "R&-D"},
                                           {"R&D &- Trait&AOk-s", "R&-D &-- Trait&-AOk-s"},
                                           {"Q&A-Z", "Q&-A-Z"},       /* no whole character */
                                           {"x&AEE-", "x&-AEE-"},     /* an A needs no such writing */
                                           {"x&AOl-", "x&-AOl-"},     /* bits behind the last one */
                                           {"x&AOk", "x&-AOk"},       /* no end */
                                           {"&2D3eAA-", "&2D3eAA-"},
                                           {"&", "&-"},
                                           {"&&", "&-&-"},
                                           {"", ""},
                                           {"Traités", "Trait&AOk-s"},
                                           {"é & è", "&AOk- &- &AOg-"},
                                           {"~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"},
                                           {"a😀b", "a&2D3eAA-b"},
                                           {"été", "&AOk-t&AOk-"},
                                           {"bad\xff", "bad&,,0-"}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct buf out;
        assert_string_equal(imap_name(names[i][0], &out), names[i][1]);
        buf_free(&out);
    }
}

static void programs(void **state)
{
    struct buf out = BUF(1 << 20), in = BUF(4 << 20);
    const char *cat[] = {"cat", NULL}, *none[] = {"/no/such/program", NULL},
               *deaf[] = {"true", NULL};
    const char *slow[] = {"sh", "-c", "sleep 30 & wait", NULL},
               *killed[] = {"sh", "-c", "kill -9 $$", NULL};
    (void)state;
    struct spawn s = {.argv = cat, .input = slice_of("a letter\n"), .output = &out, .seconds = 5};
    assert_int_equal(spawn_run(&s, &fault), 0);
    assert_int_equal(s.status, 0);
    assert_string_equal(buf_text(&out), "a letter\n");
    s = (struct spawn){.argv = none, .seconds = 5};
    assert_int_equal(spawn_run(&s, &fault), -1);
    assert_int_equal(fault.exit, EX_NOINPUT);
    /* one that does not read what it is given */
    for (int i = 0; i < 200000; i++)
        buf_str(&in, "0123456789");
    s = (struct spawn){.argv = deaf, .input = buf_all(&in), .seconds = 5};
    assert_int_equal(spawn_run(&s, &fault), 0);
    assert_int_equal(s.status, 0);
    s = (struct spawn){.argv = slow, .output = &out, .seconds = 1};
    assert_int_equal(spawn_run(&s, &fault), -1);
    assert_int_equal(fault.exit, EX_TEMPFAIL);
    s = (struct spawn){.argv = killed, .seconds = 5};
    assert_int_equal(spawn_run(&s, &fault), 0);
    assert_int_equal(s.status, 128 + 9);
    buf_free(&out);
    buf_free(&in);
}

static void settings(void **state)
{
    struct mail_conf c;
    int64_t n;
    (void)state;
    mailconf_default(&c);
    assert_int_equal(mailconf_setting(&c, &arena, "inbox", "url", "imaps://h"), SETTING_TAKEN);
    assert_int_equal(mailconf_setting(&c, &arena, "inbox", "processed", "move:Done"),
                     SETTING_TAKEN);
    assert_int_equal(mailconf_setting(&c, &arena, "inbox", "processed", "move:"), SETTING_WRONG);
    assert_int_equal(mailconf_setting(&c, &arena, "inbox", "sasl", "magic"), SETTING_WRONG);
    assert_int_equal(mailconf_setting(&c, &arena, "inbox", "tls", "maybe"), SETTING_WRONG);
    assert_int_equal(mailconf_setting(&c, &arena, "inbox two", "url", "maildir:in"), SETTING_TAKEN);
    assert_int_equal(c.nin, 2);
    assert_int_equal(mailconf_setting(&c, &arena, "outbox", "processed", "seen"), SETTING_OTHER);
    assert_int_equal(mailconf_setting(&c, &arena, "outbox", "give-up", "1h"), SETTING_WRONG);
    assert_int_equal(mailconf_setting(&c, &arena, "mail", "auth", "from"), SETTING_WRONG);
    assert_int_equal(mailconf_setting(&c, &arena, "mail", "auth", "token-and-from"), SETTING_TAKEN);
    assert_int_equal(mailconf_setting(&c, &arena, "house", "plus-addresses", "no"), SETTING_TAKEN);
    assert_int_equal(mailconf_setting(&c, &arena, "pace", "turn", "2d"), SETTING_OTHER);
    for (int i = 0; i < INBOXES_MAX - 2; i++)
        assert_int_equal(
            mailconf_setting(&c, &arena, arena_printf(&arena, "inbox %d", i), "url", "maildir:x"),
            SETTING_TAKEN);
    assert_int_equal(mailconf_setting(&c, &arena, "inbox nine", "url", "maildir:x"), SETTING_WRONG);
    assert_true(mailconf_size(slice_of("64k"), &n) && n == 65536);
    assert_true(mailconf_size(slice_of("2G"), &n) && n == (int64_t)2 << 30);
    assert_true(mailconf_size(slice_of("17"), &n) && n == 17);
    assert_false(mailconf_size(slice_of("M"), &n));
    assert_false(mailconf_size(slice_of("-1k"), &n));
    assert_false(mailconf_size(slice_of("9999999G"), &n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(good_urls), cmocka_unit_test(bad_urls),
                                       cmocka_unit_test(secrets), cmocka_unit_test(kept_to_oneself), cmocka_unit_test(folders),
                                       cmocka_unit_test(programs),
                                       cmocka_unit_test(settings)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
