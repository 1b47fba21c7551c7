/* A program that takes a letter on standard input, as sendmail does. */
#include "base/spawn.h"
#include "mail/carrier.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SECONDS = 120 };

static int carry(struct carrier *c, const struct carrier_letter *l, enum carried *result,
                 char answer[CARRIER_ANSWER], struct fault *fault)
{
    struct buf unix_lines = BUF(l->bytes.n + 1);
    for (size_t i = 0; i < l->bytes.n; i++)
        if (l->bytes.p[i] != '\r')
            buf_char(&unix_lines, l->bytes.p[i]);
    const char *argv[] = {c->account.path, "-i", "-f", *l->from ? l->from : "<>", "--",
                          l->to,           NULL};
    struct spawn run = {.argv = argv, .input = buf_all(&unix_lines), .seconds = SECONDS};
    int r = spawn_run(&run, fault);
    buf_free(&unix_lines);
    if (r != 0)
        return -1;
    snprintf(answer, CARRIER_ANSWER, "%s: exit status %d", c->account.path, run.status);
    switch (run.status) {
    case 0:
        *result = CARRIED;
        return 0;
    case EX_DATAERR:
    case EX_NOUSER:
    case EX_NOHOST:
    case EX_UNAVAILABLE:
        *result = CARRIED_NEVER;
        return 0;
    case EX_USAGE:
    case EX_CONFIG:
    case EX_NOPERM:
    case 126:
    case 127:
        return fault_set(fault, EX_CONFIG, "[%s] %s", c->account.name, answer);
    default:
        *result = CARRIED_LATER;
        return 0;
    }
}

static int check(struct carrier *c, mailbox_say *say, void *ctx, struct fault *fault)
{
    char text[400];
    if (access(c->account.path, X_OK) != 0)
        return fault_set(fault, EX_CONFIG, "[%s] %s: %m", c->account.name, c->account.path);
    snprintf(text, sizeof text, "%.300s can be run", c->account.path);
    say(ctx, "ok", text);
    return 0;
}

static const struct carrier_driver driver = {carry, check, carrier_done};

struct carrier *sendmail_carrier(const struct mail_account *account)
{
    struct carrier *c = calloc(1, sizeof *c);
    if (!c)
        die("out of memory");
    carrier_init(c, &driver, account);
    return c;
}
