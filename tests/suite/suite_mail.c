/* mail: fetching from and sending through servers that fail at every step. Whatever happens, a rerun
 * ends in the same state: nothing lost, nothing twice. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake.h"
#include "mail/mailbox.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const int64_t NOW = 1800000000;
enum { LETTERS = 5 };

/* --- fetching -------------------------------------------------------------------------------- */

/* `round` makes them other letters than those of other rounds. */
static void fill(struct fake *f, int round)
{
    char bytes[600];
    for (int i = 0; i < LETTERS; i++) {
        snprintf(bytes, sizeof bytes,
                 "From: <p%d@players.example>\r\nTo: games@house.example\r\nMessage-ID: <%d.%d@players.example>\r\n"
                 "Auto-Submitted: auto-replied\r\n\r\nletter %d\r\nwith a line or two\r\n",
                 i, i, round, i);
        fake_add(f, bytes);
    }
}

static void use_inbox(struct world *w, const struct fake *f, const char *scheme, enum mail_processed processed)
{
    struct mail_account *a = &w->house->config.mail.in[0];
    *a = mail_account_new("inbox");
    a->url = arena_printf(&w->arena, "%s://127.0.0.1:%d", scheme, f->port);
    a->user = "games";
    a->password = "secret";
    a->no_tls = true;
    a->timeout = 2;
    a->processed = processed;
    a->folder = processed == PROCESSED_MOVE ? "Processed" : "";
    must(mail_account_check(a, &w->arena, &world_fault));
}

static int64_t stored(struct world *w)
{
    int64_t in[5];
    must(store_letter_in_counts(w->house->store, in, &world_fault));
    return in[0] + in[1] + in[2] + in[3] + in[4];
}

/* A process of its own as far as connections go. */
static int fetch(struct world *w)
{
    struct fault fault;
    w->run.trouble.exit = 0;
    must(run_fetch(&w->run, &fault));
    mailbox_close(&w->run.boxes[0]);
    return w->run.trouble.exit;
}

/* What a folder has come to, in a line. */
static void sum(const struct fake *f, char *out)
{
    for (int i = 0; i < f->letters; i++)
        *out++ = f->v[i].gone ? (f->v[i].moved ? 'm' : 'x') : f->v[i].seen ? 's' : 'n';
    *out = '\0';
}

static void cut_everywhere(const char *scheme, void (*serve)(struct fake *f), enum mail_processed processed,
                           const char *end)
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
        use_inbox(&w, &f, scheme, processed);
        int first = fetch(&w);
        broken += first != 0;
        if (first != 0 && first != EX_TEMPFAIL)
            die("%s, cut at step %d: exit %d, %s", scheme, cut, first, w.run.trouble.text);
        if (cut == 0)
            total = f.steps;
        f.cut = 0;
        assert_int_equal(fetch(&w), 0);
        assert_int_equal(stored(&w), LETTERS * (cut + 1));
        sum(&f, is);
        if (strcmp(is, end) != 0)
            die("%s, cut at step %d: the letters are %s, not %s", scheme, cut, is, end);
        assert_int_equal(fetch(&w), 0); /* and now nothing is new */
        assert_int_equal(stored(&w), LETTERS * (cut + 1));
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
    use_inbox(&w, &f, "imap", PROCESSED_SEEN);
    assert_int_equal(fetch(&w), 0);
    assert_int_equal(stored(&w), LETTERS - 1);
    f.validity = 8;
    for (int i = 0; i < f.letters; i++) {
        f.v[i].uid = (unsigned)(100 - f.letters + i);
        f.v[i].seen = i == 0;
    }
    fake_add(&f, "From: <n@players.example>\r\nTo: games@house.example\r\n\r\nnew\r\n")->uid = 200;
    f.v[5].seen = true; /* and somebody has read the new one */
    w.now += 3600;
    assert_int_equal(fetch(&w), 0);
    assert_int_equal(stored(&w), LETTERS);
    assert_int_equal(fetch(&w), 0);
    assert_int_equal(stored(&w), LETTERS);
    /* read by somebody else, and fetched nevertheless */
    fake_add(&f, "From: <m@players.example>\r\nTo: games@house.example\r\n\r\nnewer\r\n")->uid = 201;
    f.v[6].seen = true;
    assert_int_equal(fetch(&w), 0);
    assert_int_equal(stored(&w), LETTERS + 1);
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
    use_inbox(&w, &f, "imap", PROCESSED_DELETE);
    (void)fetch(&w);
    assert_int_equal(stored(&w), LETTERS - 1);
    sum(&f, is);
    assert_string_equal(is, "xxnxx");
    f.refuse_uid = 0;
    assert_int_equal(fetch(&w), 0);
    assert_int_equal(stored(&w), LETTERS);
    world_remove(&w);
    fake_stop(&f);
    /* letters that may not be marked */
    fake_start(&f, fake_imap);
    fill(&f, 0);
    f.refuse = "STORE";
    f.refusals = -1;
    f.refusal = "read only";
    world_make(&w, NOW);
    use_inbox(&w, &f, "imap", PROCESSED_SEEN);
    assert_int_equal(fetch(&w), EX_UNAVAILABLE);
    assert_int_equal(stored(&w), LETTERS);
    fake_add(&f, "From: <n@players.example>\r\nTo: games@house.example\r\n\r\nnew\r\n");
    assert_int_equal(fetch(&w), EX_UNAVAILABLE);
    assert_int_equal(stored(&w), LETTERS + 1);
    f.refusals = 0;
    assert_int_equal(fetch(&w), 0);
    sum(&f, is);
    assert_string_equal(is, "ssssss");
    world_remove(&w);
    fake_stop(&f);
}

/* --- sending --------------------------------------------------------------------------------- */

static void use_outbox(struct world *w, const struct fake *f)
{
    struct mail_account *a = &w->house->config.mail.out;
    *a = mail_account_new("outbox");
    a->url = arena_printf(&w->arena, "smtp://127.0.0.1:%d", f->port);
    a->no_tls = true;
    a->timeout = 2;
    must(mail_account_check(a, &w->arena, &world_fault));
}

/* Three letters to send. */
static void write_three(struct world *w, const struct fake *f, const char *game)
{
    static const char *const trio[] = {"Alice", "Bob", "Chloe", NULL};
    static const char *const fixed[] = {"seating=fixed", NULL};
    use_outbox(w, f);
    world_game(w, "venture", game, NULL, fixed, trio, NULL);
}

static void make_house(struct world *w, const struct fake *f)
{
    world_make(w, NOW);
    w->house->config.moderator = "mod@house.example";
    write_three(w, f, "lyon");
}

static int send_once(struct world *w)
{
    struct fault fault;
    w->run.trouble.exit = 0;
    must(run_send(&w->run, &fault));
    return w->run.trouble.exit;
}

static int waiting(struct world *w)
{
    int64_t wait, sent;
    must(store_letter_out_counts(w->house->store, &wait, &sent, &world_fault));
    return (int)wait;
}

static int got(const struct fake *f, const char *to)
{
    int n = 0;
    for (int i = 0; i < f->letters; i++)
        n += strncmp(f->v[i].to, to, strlen(to)) == 0;
    return n;
}

static void smtp_cut(void **state)
{
    int total = 0;
    struct world w;
    (void)state;
    world_make(&w, NOW);
    for (int cut = 0; cut <= total; cut++) {
        struct fake f;
        char name[32];
        snprintf(name, sizeof name, "g%d", cut);
        fake_start(&f, fake_smtp);
        write_three(&w, &f, name);
        f.cut = cut;
        int first = send_once(&w);
        assert_true(first == 0 || first == EX_TEMPFAIL);
        f.cut = 0;
        for (int i = 0; i < 3 && waiting(&w); i++) {
            w.now += 3600;
            assert_int_equal(send_once(&w), 0);
        }
        assert_int_equal(waiting(&w), 0);
        if (cut == 0)
            total = f.steps;
        /* One may have come twice, and is the same to its reader. */
        assert_true(got(&f, "alice") >= 1 && got(&f, "bob") >= 1 && got(&f, "chloe") >= 1 && f.letters <= 4);
        for (int i = 0; i < f.letters; i++)
            for (int k = i + 1; k < f.letters; k++)
                if (strcmp(f.v[i].to, f.v[k].to) == 0)
                    assert_string_equal(f.v[i].bytes, f.v[k].bytes);
        fake_stop(&f);
    }
    world_remove(&w);
    print_message("smtp: cut at each of %d steps\n", total);
    assert_true(total >= 15);
}

static void smtp_passing(void **state)
{
    static const char *const verbs[] = {"GREETING", "MAIL", "RCPT", "DATA", "END"};
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct world w;
        struct fake f;
        fake_start(&f, fake_smtp);
        make_house(&w, &f);
        f.refuse = verbs[i];
        f.refusals = 1;
        f.refusal = "451 4.7.1 try again later";
        (void)send_once(&w);
        assert_true(waiting(&w) >= 1);
        for (int k = 0; k < 3 && waiting(&w); k++) {
            w.now += 3600;
            assert_int_equal(send_once(&w), 0);
        }
        assert_int_equal(waiting(&w), 0);
        assert_int_equal(f.letters, 3);
        assert_int_equal(got(&f, "alice"), 1);
        world_remove(&w);
        fake_stop(&f);
    }
}

/* A refusal for good: the letter is given up, the moderator hears of it once, and that is all. */
static void smtp_refused(void **state)
{
    static const char *const verbs[] = {"RCPT", "DATA", "END"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct world w;
        struct fake f;
        fake_start(&f, fake_smtp);
        make_house(&w, &f);
        f.refuse = verbs[i];
        f.refusals = 1;
        f.refusal = "550 5.1.1 nobody of that name";
        assert_int_equal(send_once(&w), 0);
        assert_int_equal(waiting(&w), 0);
        assert_int_equal(got(&f, "alice"), 0);
        assert_int_equal(got(&f, "bob"), 1);
        assert_int_equal(got(&f, "mod"), 1);
        assert_non_null(strstr(f.v[f.letters - 1].bytes, "alice@"));
        assert_non_null(strstr(f.v[f.letters - 1].bytes, "nobody of that name"));
        world_remove(&w);
        fake_stop(&f);
        /* everything is refused, the notice, too */
        fake_start(&f, fake_smtp);
        make_house(&w, &f);
        f.refuse = verbs[i];
        f.refusals = -1;
        f.refusal = "550 5.7.1 go away";
        assert_int_equal(send_once(&w), 0);
        assert_int_equal(send_once(&w), 0);
        assert_int_equal(waiting(&w), 0);
        assert_int_equal(f.letters, 0);
        world_remove(&w);
        fake_stop(&f);
    }
    /* refused as a sender: no letter's fault, all of them wait */
    struct world w;
    struct fake f;
    fake_start(&f, fake_smtp);
    make_house(&w, &f);
    f.refuse = "MAIL";
    f.refusals = -1;
    f.refusal = "550 5.7.1 not your address";
    assert_int_equal(send_once(&w), EX_UNAVAILABLE);
    assert_int_equal(waiting(&w), 3);
    world_remove(&w);
    fake_stop(&f);
}

/* Given up only after days, and told. */
static void smtp_given_up(void **state)
{
    struct world w;
    struct fake f;
    int tries = 0;
    (void)state;
    fake_start(&f, fake_smtp);
    make_house(&w, &f);
    f.refuse = "RCPT";
    f.refusals = -1;
    f.refusal = "450 4.2.1 mailbox busy";
    for (; waiting(&w) && w.now < NOW + 10 * 86400; w.now += 1800, tries++) {
        assert_int_equal(send_once(&w), 0);
        if (w.now < NOW + 4 * 86400)
            assert_int_equal(waiting(&w), 3);
    }
    /* The notice about them waits in its turn, and is given up, too: nothing is left after that. */
    assert_true(f.steps < 1500); /* ever more rarely: every half hour would be 4,000 */
    assert_true(w.now >= NOW + 5 * 86400);
    world_remove(&w);
    fake_stop(&f);
}

static void smtp_rate(void **state)
{
    struct world w;
    struct fake f;
    (void)state;
    fake_start(&f, fake_smtp);
    make_house(&w, &f);
    w.house->config.mail.per_minute = 2;
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(f.letters, 2);
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(f.letters, 2);
    w.now += 61;
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(f.letters, 3);
    world_remove(&w);
    fake_stop(&f);
}

static void smtp_slow(void **state)
{
    struct world w;
    struct fake f;
    time_t start = time(NULL);
    (void)state;
    fake_start(&f, fake_smtp);
    make_house(&w, &f);
    f.slow = 5000;
    assert_int_equal(send_once(&w), EX_TEMPFAIL);
    assert_true(time(NULL) - start < 15);
    assert_int_equal(waiting(&w), 3);
    fake_stop(&f);
    fake_start(&f, fake_smtp);
    use_outbox(&w, &f);
    w.now += 3600;
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(f.letters, 3);
    world_remove(&w);
    fake_stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(imap_seen),     cmocka_unit_test(imap_move),      cmocka_unit_test(imap_delete),
        cmocka_unit_test(pop3_delete),   cmocka_unit_test(pop3_kept),      cmocka_unit_test(numbered_anew),
        cmocka_unit_test(server_says_no), cmocka_unit_test(smtp_cut),      cmocka_unit_test(smtp_passing),
        cmocka_unit_test(smtp_refused),  cmocka_unit_test(smtp_given_up),  cmocka_unit_test(smtp_rate),
        cmocka_unit_test(smtp_slow),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
