/* demo: a whole game by mail, in front of your eyes.
 *
 * The players know nothing but their mail: each reads the newest letter addressed to him in the
 * outgoing Maildir, takes the suggested orders out of its text (lines that begin with an arrow) and
 * replies to its Reply-To through the incoming Maildir. Everything between is `courtier run`. */
#include "base/utf8.h"
#include "cli/cli.h"
#include "mail/maildir.h"
#include "report/render.h"
#include "turn/account.h"
#include "turn/founding.h"
#include "run/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEMO_ROUNDS = 2000 };

static const char *const people[] = {"Alice Martin <alice@players.example>",
                                     "Benoît Roux <benoit@players.example>",
                                     "Chloé Weiss <chloe@players.example>",
                                     "David Stone <david@players.example>",
                                     "Emma Lund <emma@players.example>",
                                     "Farid Amar <farid@players.example>"};

struct demo {
    struct cli *cli;
    struct house *house;
    struct run run;
    const char *dir, *in, *out;
    struct arena arena; /* of the whole demo */
    int letters;
    int64_t turns;
};

/* The orders a letter suggests: the lines behind an arrow. */
static bool suggested(const struct letter *l, struct buf *orders)
{
    static const char arrow[] = "→ ";
    struct slice rest = slice_of(l->text);
    while (rest.p) {
        struct slice line = slice_trim(slice_cut(&rest, '\n'));
        if (line.n > sizeof arrow - 1 && memcmp(line.p, arrow, sizeof arrow - 1) == 0) {
            buf_add(orders, line.p + sizeof arrow - 1, line.n - (sizeof arrow - 1));
            buf_str(orders, "\r\n");
        }
    }
    return orders->n > 0;
}

static int reply(struct demo *d, const struct letter *l, struct fault *fault)
{
    struct buf orders = BUF(64 << 10), bytes = BUF(128 << 10);
    char unique[64];
    int r = 0;
    if (suggested(l, &orders)) {
        d->letters++;
        buf_printf(&bytes,
                   "From: <%s>\r\nTo: <%s>\r\nSubject: Re: %s\r\nMessage-ID: <demo.%d@players.example>\r\n"
                   "In-Reply-To: <%s>\r\nMIME-Version: 1.0\r\n"
                   "Content-Type: text/plain; charset=utf-8\r\n\r\n%s-- \r\nsent by a bot\r\n",
                   l->to[0], l->reply_to, l->subject, d->letters, l->message_id, buf_text(&orders));
        snprintf(unique, sizeof unique, "%08d.demo", d->letters);
        r = maildir_deliver(d->in, unique, buf_all(&bytes), fault);
    }
    buf_free(&orders);
    buf_free(&bytes);
    return r;
}

/* Every player reads what has come and replies where something is asked. */
static int read_mail(struct demo *d, int *replies, struct fault *fault)
{
    struct arena arena = ARENA(64 << 20);
    const char **names;
    int n, before = d->letters;
    int r = maildir_list_new(d->out, 1000, &arena, &names, &n, fault);
    for (int i = 0; i < n && r == 0; i++) {
        struct slice bytes;
        struct letter l;
        enum reading_result result;
        r = maildir_read(d->out, names[i], READER_LETTER, &arena, &bytes, fault);
        if (r == 0)
            r = mail_reader_read(d->run.reader, bytes, &arena, &l, &result, fault);
        if (r == 0 && result != READER_OK)
            r = fault_set(fault, EX_SOFTWARE, "%s/new/%s cannot be read back", d->out, names[i]);
        if (r == 0)
            r = reply(d, &l, fault);
        if (r == 0)
            r = maildir_seen(d->out, names[i], fault);
    }
    *replies = d->letters - before;
    arena_free(&arena);
    return r;
}

static void progress(const struct demo *d)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%d letters from players, %" PRId64 " letters to players ", d->letters,
                d->run.counts.sent);
    else if (d->letters % 20 == 0)
        fprintf(stderr, "%d letters from players, %" PRId64 " letters to players\n", d->letters,
                d->run.counts.sent);
}

static int play_all(struct demo *d, struct fault *fault)
{
    int replies = 1;
    for (int i = 0; i < DEMO_ROUNDS && replies; i++) {
        if (run_once(&d->run, fault) != 0 || read_mail(d, &replies, fault) != 0)
            return -1;
        progress(d);
    }
    if (isatty(STDERR_FILENO))
        fputc('\n', stderr);
    return 0;
}

static int start(struct demo *d, const struct game_spec *spec, struct fault *fault)
{
    struct sitting *s = NULL;
    if (store_begin(d->house->store, fault) != 0)
        return -1;
    int r = founding_new(d->house, spec, &d->arena, &s, fault);
    if (r == 0)
        r = store_commit(d->house->store, fault);
    else
        store_rollback(d->house->store);
    sitting_close(&s);
    return r;
}

static int finish(struct demo *d, struct fault *fault)
{
    struct sitting *s = NULL;
    struct words *words;
    struct buf text = BUF(4 << 20);
    json_t *doc = NULL;
    FILE *f = d->cli->out;
    int r = sitting_open(d->house, "demo", &d->arena, &s, fault);
    if (r == 0)
        r = account(s, 1, s->game.shown - 1, NULL, &doc, fault);
    if (r == 0 && s->game.status != GAME_FINISHED)
        r = fault_set(fault, EX_SOFTWARE, "the game did not end; look at %s", d->dir);
    if (r == 0)
        r = words_get(d->house->shelf, s->seats[0].lang, s->game.engine, &words, fault);
    if (r == 0)
        r = render_text(words, "report", doc, &text, fault);
    if (r == 0) {
        json_t *list = json_object_get(doc, "standings");
        fprintf(f, "The last report of %s:\n\n", s->seats[0].name);
        fwrite(buf_text(&text), 1, text.n, f);
        fprintf(f, "\n%" PRId64 " turns, %d letters from players, %" PRId64 " letters to players. Standings:\n",
                s->game.shown, d->letters, d->run.counts.sent);
        for (size_t i = 0; i < json_array_size(list); i++) {
            json_t *o = json_array_get(list, i), *seat = json_object_get(o, "seat");
            const char *name = json_string_value(json_object_get(seat, "name"));
            int pad = 24 - (int)utf8_width(slice_of(name));
            fprintf(f, "  %d. %s%*s%6g\n", (int)json_integer_value(json_object_get(o, "rank")), name,
                    pad > 0 ? pad : 1, "", json_number_value(json_object_get(o, "score")));
        }
        fprintf(f, "\nAll letters to players:   %s/cur\nAll letters from players: %s/cur\n"
                   "Look again:               courtier --house %s show demo --as 1\n",
                d->out, d->in, d->dir);
    }
    json_decref(doc);
    buf_free(&text);
    sitting_close(&s);
    return r;
}

static int demo(struct demo *d, const struct game_spec *spec, const char *lang, struct fault *fault)
{
    if (house_init(d->dir, "games@courtier.example", "Courtier", lang, fault) != 0 ||
        house_open(&d->house, d->dir, HOUSE_WRITE, fault) != 0)
        return -1;
    if (d->cli->clock.now)
        d->house->clock = d->cli->clock;
    d->run.house = d->house;
    d->in = house_maildir(d->house, d->house->config.mail.in[0].url, &d->arena);
    d->out = house_maildir(d->house, d->house->config.mail.out.url, &d->arena);
    fprintf(stderr, "A game of %s in %s\n", spec->variant ? spec->variant : spec->engine, d->dir);
    if (start(d, spec, fault) != 0 || play_all(d, fault) != 0)
        return -1;
    return finish(d, fault);
}

int cmd_demo(struct cli *cli, int argc, char **argv)
{
    const char *words[1], *players = "4", *keep = NULL, *lang = "en", *seated[7] = {NULL};
    struct game_spec spec = {.name = "demo", .engine = "venture", .players = seated};
    struct demo d = {.cli = cli, .arena = ARENA(64 << 20)};
    struct cli_slot slots[] = {{"players", &players, NULL, NULL},
                               {"engine", &spec.engine, NULL, NULL},
                               {"variant", &spec.variant, NULL, NULL},
                               {"lang", &lang, NULL, NULL},
                               {"secret", &spec.secret, NULL, NULL},
                               {"keep", &keep, NULL, NULL},
                               {0}};
    struct fault fault;
    long long n;
    int r = cli_parse("demo", argc, argv, slots, words, 0, 0);
    if (r != 0)
        return r;
    if (!slice_to_int(slice_of(players), &n) || n < 2 || n > 6)
        return cli_usage("demo", "--players takes 2 to 6");
    for (int i = 0; i < n; i++)
        seated[i] = people[i];
    spec.lang = lang;
    const char *tmp = getenv("TMPDIR");
    char *dir = arena_printf(&d.arena, "%s/courtier-demo-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    d.dir = keep ? keep : mkdtemp(dir);
    if (!d.dir)
        r = cli_fail(&(struct fault){EX_CANTCREAT, "no temporary directory"});
    else if (demo(&d, &spec, lang, &fault) != 0)
        r = cli_fail(&fault);
    run_end(&d.run);
    house_close(&d.house);
    arena_free(&d.arena);
    return r;
}
