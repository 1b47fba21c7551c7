/* mail: fetching from and sending through servers that fail at every step. Whatever happens, a
 * rerun ends in the same state: nothing lost, nothing twice. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

static const int64_t NOW = 1800000000;

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
        assert_true(got(&f, "alice") >= 1 && got(&f, "bob") >= 1 && got(&f, "chloe") >= 1 &&
                    f.letters <= 4);
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
    static const char *const verbs[] = {"GREETING", "MAIL", "RCPT", "DATA", "END", "EHLO"};
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct world w;
        struct fake f;
        fake_start(&f, fake_smtp);
        make_house(&w, &f);
        f.refuse = verbs[i];
        f.refusals = 1;
        /* Who is only told to wait with EHLO says HELO instead. */
        f.refusal = i == 5 ? "421 4.3.2 too busy" : "451 4.7.1 try again later";
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

/* Put off, and sent at once when the host says so; in later rounds waiting is waiting again. */
static void smtp_retry(void **state)
{
    struct world w;
    struct fake f;
    (void)state;
    fake_start(&f, fake_smtp);
    make_house(&w, &f);
    f.refuse = "RCPT";
    f.refusals = 3;
    f.refusal = "450 4.2.1 mailbox busy";
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(f.letters, 0);
    f.refusals = 1;
    w.run.retry = true;
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(f.letters, 2);
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(waiting(&w), 1);
    w.run.retry = true;
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(waiting(&w), 0);
    assert_int_equal(f.letters, 3);
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
    w.house->config.mail.per_hour = 2;
    assert_int_equal(send_once(&w), 0);
    assert_int_equal(f.letters, 2);
    w.now += 3600;
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

/* --- hostile servers ------------------------------------------------------------------------- */

static const char *trap; /* the command that is answered without end, */
static int pause_us;     /* in a flood, or so slowly */

static bool endless(struct fake *f, const char *tag, const char *line)
{
    (void)tag;
    if (strncasecmp(line, trap, strlen(trap)) != 0)
        return false;
    while (!f->stop && fake_say(f, "250-there is more to say about this"))
        if (pause_us)
            usleep((useconds_t)pause_us);
    return true;
}

static void smtp_without_end(void **state)
{
    static const char *const verbs[] = {"EHLO", "MAIL"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct world w;
        struct fake f;
        fake_start(&f, fake_smtp);
        make_house(&w, &f);
        w.house->config.mail.out.timeout = 1;
        trap = verbs[i % 2];
        pause_us = i < 2 ? 0 : 50000;
        f.odd = endless;
        assert_int_equal(send_once(&w), EX_TEMPFAIL);
        assert_int_equal(waiting(&w), 3);
        f.odd = NULL;
        w.now += 3600;
        assert_int_equal(send_once(&w), 0);
        assert_int_equal(f.letters, 3);
        world_remove(&w);
        fake_stop(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smtp_cut),     cmocka_unit_test(smtp_passing),
        cmocka_unit_test(smtp_refused), cmocka_unit_test(smtp_given_up),
        cmocka_unit_test(smtp_rate),    cmocka_unit_test(smtp_slow),
        cmocka_unit_test(smtp_retry),   cmocka_unit_test(smtp_without_end),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
