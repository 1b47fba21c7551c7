/* doctor: looks at everything a house needs, and says what to do about what is wrong. Changes
 * nothing; only --test-letter sends something. */
#include "cli/cli.h"
#include "engine/engine.h"
#include "mail/carrier.h"
#include "mail/compose.h"
#include "mail/mailbox.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DAY = 86400 };

struct doctor {
    struct cli *cli;
    struct house *house;
    const char *part; /* what is being looked at */
    json_t *list;     /* NULL: lines are printed at once */
    int exit;         /* of the first error */
    struct arena arena;
};

static void say(void *ctx, const char *level, const char *text)
{
    struct doctor *d = ctx;
    if (d->list) {
        json_t *v = json_pack("{s:s,s:s,s:s}", "level", level, "part", d->part, "text", text);
        json_array_append_new(d->list,
                              v ? v : json_pack("{s:s,s:s}", "level", level, "part", d->part));
    } else {
        fprintf(d->cli->out, "%-8s %s: %s\n", level, d->part, text);
        fflush(d->cli->out);
    }
}

static void wrong(struct doctor *d, const struct fault *fault)
{
    say(d, "error", fault->text);
    if (!d->exit)
        d->exit = fault->exit;
}

/* --- files ----------------------------------------------------------------------------------- */

static void check_mode(struct doctor *d, const char *path, bool needed)
{
    struct stat st;
    struct fault fault;
    if (stat(path, &st) != 0) {
        if (needed) {
            fault_set(&fault, EX_NOINPUT, "%s: %m", path);
            wrong(d, &fault);
        }
        return;
    }
    if (access(path, R_OK | W_OK) != 0) {
        fault_set(&fault, EX_NOPERM, "%s: %m. Run courtier as its owner", path);
        wrong(d, &fault);
    } else if (st.st_mode & 077) {
        say(d, "warning",
            arena_printf(&d->arena, "others may look into it. Run: chmod go= %s", path));
    } else {
        say(d, "ok", arena_printf(&d->arena, "%s is its owner's alone", path));
    }
}

static void check_files(struct doctor *d)
{
    d->part = "files";
    check_mode(d, d->house->dir, true);
    check_mode(d, arena_printf(&d->arena, "%s/courtier.conf", d->house->dir), true);
    check_mode(d, arena_printf(&d->arena, "%s/courtier.db", d->house->dir), true);
}

/* --- the house ------------------------------------------------------------------------------- */

static void check_database(struct doctor *d)
{
    struct fault fault;
    int64_t waiting, sent, oldest, newest, failed, tried;
    const char *answer;
    d->part = "database";
    if (store_check(d->house->store, &fault) != 0) {
        wrong(d, &fault);
        return;
    }
    say(d, "ok", "whole");
    if (store_letter_out_counts(d->house->store, &waiting, &sent, &fault) != 0 ||
        store_letters_age(d->house->store, &oldest, &newest, &failed, &fault) != 0 ||
        store_letters_tried(d->house->store, &d->arena, &tried, &answer, &fault) != 0) {
        wrong(d, &fault);
        return;
    }
    d->part = "letters";
    if (failed)
        say(d, "warning",
            arena_printf(&d->arena, "%" PRId64 " letters could not be delivered and were given up",
                         failed));
    if (tried)
        say(d, "warning",
            arena_printf(&d->arena, "%" PRId64 " letters were tried and wait to be tried again; the last answer: %.300s",
                         tried, answer));
    if (waiting && oldest < house_now(d->house) - DAY)
        say(d, "warning",
            arena_printf(&d->arena,
                         "%" PRId64 " letters wait to be sent, the oldest for more than a day",
                         waiting));
    else
        say(d, "ok",
            arena_printf(&d->arena, "%" PRId64 " sent, %" PRId64 " waiting", sent, waiting));
    d->part = "clock";
    if (newest > house_now(d->house) + 300) {
        fault_set(&fault, EX_CONFIG,
                  "the newest letter was written %" PRId64
                  " seconds in the future: set the clock of this "
                  "machine",
                  newest - house_now(d->house));
        wrong(d, &fault);
    } else {
        say(d, "ok", "not behind the letters");
    }
}

static void check_templates(struct doctor *d)
{
    static const char *const langs[] = {"en", "fr"};
    struct fault fault;
    bool fine = true;
    d->part = "templates";
    for (size_t k = 0; k < sizeof langs / sizeof langs[0]; k++)
        for (const struct engine *const *e = engine_all(); *e; e++) {
            struct words *words;
            bool ok = words_get(d->house->shelf, langs[k], (*e)->def->name, &words, &fault) == 0;
            if (ok && (!words_has(words, "report.txt") || !words_has(words, "report.html"))) {
                fault_set(&fault, EX_CONFIG, "%s: no report.txt or report.html for %s", langs[k],
                          (*e)->def->name);
                ok = false;
            }
            if (!ok)
                wrong(d, &fault);
            fine = fine && ok;
        }
    if (fine)
        say(d, "ok", "complete in English and French");
}

/* --- mail ------------------------------------------------------------------------------------ */

static void check_inboxes(struct doctor *d)
{
    for (int i = 0; i < d->house->config.mail.nin; i++) {
        const struct mail_account *a = &d->house->config.mail.in[i];
        struct fault fault;
        struct mailbox *box = mailbox_open(a, d->house->dir);
        d->part = a->name;
        if (box->driver->check(box, say, d, &fault) != 0)
            wrong(d, &fault);
        mailbox_close(&box);
    }
}

/* An outgoing Maildir is checked as an incoming one is. */
static void check_outbox(struct doctor *d)
{
    const struct mail_account *a = &d->house->config.mail.out;
    struct fault fault;
    d->part = "outbox";
    if (a->kind == MAIL_MAILDIR) {
        struct mailbox *box = mailbox_open(a, d->house->dir);
        if (box->driver->check(box, say, d, &fault) != 0)
            wrong(d, &fault);
        mailbox_close(&box);
        return;
    }
    struct carrier *carrier = carrier_open(a);
    if (carrier->driver->check(carrier, say, d, &fault) != 0)
        wrong(d, &fault);
    carrier_close(&carrier);
}

/* A letter to the house itself, by the plus-address when it is said to have some. It is one of our
 * own, so the run that fetches it ignores it. */
static int send_test(struct doctor *d, struct fault *fault)
{
    const struct config *c = &d->house->config;
    struct buf bytes = BUF(1 << 16);
    char answer[CARRIER_ANSWER];
    enum carried result;
    const char *at = strrchr(c->address, '@');
    const char *to = c->mail.plus_addresses ? arena_printf(&d->arena, "%.*s+doctor%s",
                                                           (int)(at - c->address), c->address, at)
                                            : c->address;
    uint8_t nonce[8];
    char hex[17];
    secret_random(nonce, sizeof nonce);
    secret_hex(hex, nonce, sizeof nonce);
    struct draft draft = {.from = c->address,
                          .from_name = c->name,
                          .to = to,
                          .subject = "A test letter",
                          .message_id = arena_printf(&d->arena, "%s.doctor%s", hex, at),
                          .date = house_now(d->house),
                          .text = slice_of("This letter was sent by courtier doctor.\n")};
    if (c->mail.out.kind == MAIL_MAILDIR)
        return fault_set(fault, EX_USAGE,
                         "--test-letter needs an outbox that sends: this one is a Maildir");
    int r = mail_compose(&draft, &bytes, fault);
    if (r == 0) {
        struct carrier_letter l = {c->address, to, buf_all(&bytes)};
        struct carrier *carrier = carrier_open(&c->mail.out);
        r = carrier->driver->carry(carrier, &l, &result, answer, fault);
        if (r == 0 && result != CARRIED)
            r = fault_set(fault, EX_UNAVAILABLE, "the letter to %s was refused: %s", to, answer);
        carrier_close(&carrier);
    }
    if (r == 0)
        say(d, "ok",
            arena_printf(
                &d->arena,
                "a letter to %s is on its way: the next courtier run should count one as ignored",
                to));
    buf_free(&bytes);
    return r;
}

/* --- the command ----------------------------------------------------------------------------- */

static void check_all(struct doctor *d, bool letter)
{
    struct fault fault;
    check_files(d);
    check_database(d);
    check_templates(d);
    check_inboxes(d);
    check_outbox(d);
    if (letter) {
        d->part = "test letter";
        if (send_test(d, &fault) != 0)
            wrong(d, &fault);
    }
    d->part = "moderator";
    if (!*d->house->config.moderator)
        say(d, "warning",
            "nobody is told about letters that cannot be read or delivered: set [house] moderator");
}

int cmd_doctor(struct cli *cli, int argc, char **argv)
{
    const char *words[1];
    bool json = false, letter = false;
    struct cli_slot slots[] = {
        {"json", NULL, &json, NULL}, {"test-letter", NULL, &letter, NULL}, {0}};
    struct doctor d = {.cli = cli, .part = "house", .arena = ARENA(8 << 20)};
    struct fault fault;
    int r = cli_parse("doctor", argc, argv, slots, words, 0, 0);
    if (r != 0)
        return r;
    d.list = json ? json_array() : NULL;
    if (cli_open(cli, HOUSE_READ, &d.house, &fault) != 0)
        wrong(&d, &fault);
    else
        check_all(&d, letter);
    if (json) {
        json_dumpf(d.list, cli->out, JSON_INDENT(2));
        fputc('\n', cli->out);
        json_decref(d.list);
    }
    house_close(&d.house);
    arena_free(&d.arena);
    return d.exit;
}
