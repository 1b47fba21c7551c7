/* run, post, show, render */
#include "cli/cli.h"
#include "archive/back.h"
#include "mustache/mustache.h"
#include "report/render.h"
#include "turn/account.h"
#include "run/run.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* --- run ------------------------------------------------------------------------------------- */

static void show_progress(const struct run_counts *c)
{
    fprintf(stderr, "\r%" PRId64 " fetched, %" PRId64 " played, %" PRId64 " answered, %" PRId64 " sent ",
            c->fetched, c->played, c->refused, c->sent);
}

static void print_counts(FILE *f, const struct run_counts *c)
{
    fprintf(f, "%" PRId64 " fetched, %" PRId64 " played, %" PRId64 " answered, %" PRId64
               " ignored, %" PRId64 " set aside, %" PRId64 " deadlines, %" PRId64 " sent\n",
            c->fetched, c->played, c->refused, c->ignored, c->aside, c->expired, c->sent);
}

/* The reader is started before the house is opened: it must not inherit what is secret there. */
static int start_reader(struct run *run, struct fault *fault)
{
    return run->reader ? 0 : mail_reader_start(&run->reader, fault);
}

static int run_house(struct cli *cli, struct run *run, bool quiet, struct fault *fault)
{
    struct house *house = NULL;
    run->counts = (struct run_counts){0};
    run->trouble.exit = 0;
    int r = start_reader(run, fault);
    if (r == 0)
        r = cli_open(cli, HOUSE_WRITE, &house, fault);
    if (r == 0) {
        run->house = house;
        r = run_once(run, fault);
        run_rest(run);
    }
    if (run->progress)
        fputc('\n', stderr);
    if ((r == 0 || run->trouble.exit) && !quiet)
        print_counts(cli->out, &run->counts);
    run->house = NULL;
    house_close(&house);
    return r;
}

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

/* Ends after the round it is in: nothing is cut short. */
static void catch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal}; /* no SA_RESTART: poll() returns */
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGHUP, &act, NULL);
}

static int watch_house(struct cli *cli, struct run *run, bool quiet, int64_t seconds)
{
    struct fault fault;
    int r = 0;
    catch_signals();
    while (!stop) {
        r = 0;
        if (run_house(cli, run, quiet, &fault) != 0) {
            r = cli_fail(&fault);
            if (r != EX_TEMPFAIL && r != EX_UNAVAILABLE)
                break;
        }
        fflush(cli->out);
        if (!stop)
            run_wait(run, seconds);
    }
    return stop ? 0 : r;
}

int cmd_run(struct cli *cli, int argc, char **argv)
{
    const char *words[1], *every = "30";
    bool quiet = false, watch = false, retry = false;
    long long seconds;
    struct fault fault;
    struct cli_slot slots[] = {{"quiet", NULL, &quiet, NULL},
                               {"retry", NULL, &retry, NULL},
                               {"watch", NULL, &watch, NULL},
                               {"every", &every, NULL, NULL},
                               {0}};
    int r = cli_parse("run", argc, argv, slots, words, 0, 0);
    if (r != 0)
        return r;
    if (!slice_to_int(slice_of(every), &seconds) || seconds < 1 || seconds > 86400)
        return cli_usage("run", "--every takes seconds, 1 to 86400");
    struct run run = {.progress = !quiet && isatty(STDERR_FILENO) ? show_progress : NULL,
                      .retry = retry,
                      .stop = &stop};
    if (watch)
        r = watch_house(cli, &run, quiet, seconds);
    else if (run_house(cli, &run, quiet, &fault) != 0)
        r = cli_fail(&fault);
    run_end(&run);
    return r;
}

/* --- post ------------------------------------------------------------------------------------ */

static int read_all(FILE *f, size_t keep, struct buf *out, size_t *size, struct fault *fault)
{
    char chunk[65536];
    size_t n;
    *size = 0;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0) {
        *size += n;
        if (out->n < keep)
            buf_add(out, chunk, n < keep - out->n ? n : keep - out->n);
    }
    return ferror(f) ? fault_set(fault, EX_IOERR, "standard input: %s", strerror(errno)) : 0;
}

int cmd_post(struct cli *cli, int argc, char **argv)
{
    const char *words[1];
    bool now = false, fresh;
    struct cli_slot slots[] = {{"run", NULL, &now, NULL}, {0}};
    struct house *house = NULL;
    struct buf bytes = BUF((size_t)READER_LETTER + 2);
    struct fault fault;
    size_t size;
    int r = cli_parse("post", argc, argv, slots, words, 0, 0);
    if (r != 0)
        return r;
    struct run run = {.house = NULL};
    if (read_all(stdin, (size_t)READER_LETTER + 1, &bytes, &size, &fault) != 0 ||
        (now && start_reader(&run, &fault) != 0) || cli_open(cli, HOUSE_WRITE, &house, &fault) != 0) {
        r = cli_fail(&fault);
    } else {
        run.house = house;
        r = run_post(&run, (struct slice){bytes.p ? bytes.p : "", bytes.n}, &fresh, &fault);
        int played = r == 0 && now ? run_once(&run, &fault) : 0;
        run_rest(&run);
        if (r != 0)
            r = cli_fail(&fault);
        else if (played != 0)
            cli_fail(&fault); /* said, but the letter is ours: given again it would be a second one */
        else if (now)
            print_counts(cli->out, &run.counts);
    }
    run_end(&run);
    house_close(&house);
    buf_free(&bytes);
    return r;
}

/* --- show ------------------------------------------------------------------------------------ */

static int go_back(struct sitting *s, const char *turn, struct fault *fault)
{
    long long n;
    if (!turn)
        return 0;
    if (!slice_to_int(slice_of(turn), &n) || n < 0 || n > s->game.turn)
        return fault_set(fault, EX_USAGE, "--turn takes 0 to %" PRId64, s->game.turn);
    return back_to(s, n, fault);
}

static int show(struct cli *cli, struct sitting *s, int seat, const char *format, const char *lang,
                struct fault *fault)
{
    struct words *words;
    struct buf out = BUF(8 << 20);
    json_t *doc = NULL;
    const char *own = seat >= 1 && *s->seats[seat - 1].lang ? s->seats[seat - 1].lang : s->game.lang;
    int r = account(s, seat, s->game.shown - 1, NULL, &doc, fault);
    if (r == 0 && strcmp(format, "json") == 0) {
        json_dumpf(doc, cli->out, JSON_INDENT(2));
        fputc('\n', cli->out);
    } else if (r == 0) {
        r = words_get(s->house->shelf, lang ? lang : own, s->game.engine, &words, fault);
        render_orders(s->engine, lang ? lang : own, doc);
        if (r == 0 && strcmp(format, "html") == 0)
            r = render_html(words, "report", doc, NULL, &out, fault);
        else if (r == 0)
            r = render_text(words, "report", doc, &out, fault);
        if (r == 0)
            fwrite(buf_text(&out), 1, out.n, cli->out);
    }
    json_decref(doc);
    buf_free(&out);
    return r;
}

int cmd_show(struct cli *cli, int argc, char **argv)
{
    const char *words[2], *as = NULL, *turn = NULL, *format = "text", *lang = NULL;
    bool yes = false;
    struct cli_slot slots[] = {{"as", &as, NULL, NULL},
                               {"yes", NULL, &yes, NULL},
                               {"turn", &turn, NULL, NULL},
                               {"format", &format, NULL, NULL},
                               {"lang", &lang, NULL, NULL},
                               {0}};
    struct cli_sitting at;
    struct fault fault;
    int seat = 0, r = cli_parse("show", argc, argv, slots, words, 1, 1);
    if (r != 0)
        return r;
    if (strcmp(format, "text") != 0 && strcmp(format, "html") != 0 && strcmp(format, "json") != 0)
        return cli_usage("show", "--format is text, html or json");
    r = cli_sit(cli, HOUSE_READ, words[0], &at, &fault);
    if (r == 0)
        r = cli_reader(at.s, as, &seat, &fault);
    if (r == 0 && seat == SIGHT_MODERATOR && (at.s->game.powers & POWER_PLAYS) && !yes &&
        at.s->game.status == GAME_PLAYING)
        r = fault_set(&fault, EX_USAGE, "a moderator of %s plays in it, so nobody may see everything: say --yes if you mean it",
                      at.s->game.name);
    if (r == 0)
        r = go_back(at.s, turn, &fault);
    if (r == 0)
        r = show(cli, at.s, seat, format, lang, &fault);
    if (r != 0)
        r = cli_fail(&fault);
    cli_rise(&at);
    return r;
}
