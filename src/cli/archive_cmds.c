/* archive, search, verify, backup */
#include "archive/keep.h"
#include "archive/mbox.h"
#include "archive/record.h"
#include "archive/search.h"
#include "archive/site.h"
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAME_ARENA = 1 << 30, MANY = 20 /* games from which on progress is told */ };

/* Calls back for one game, or for every game of the house. */
struct each {
    struct cli *cli;
    struct house *house;
    const char *as, *lang, *dir;
    struct site site;
    struct slice words;
    int64_t most;
    json_t *list; /* --json */
    int games, bad;
    size_t hits;
    /* For a game that has not begun; NULL: there is nothing to do with it. */
    int (*open)(struct each *e, const struct game *game, struct arena *arena, struct fault *fault);
};

static int each_game(struct each *e, const char *game, int (*use)(struct each *, struct sitting *, struct fault *),
                     struct fault *fault)
{
    struct arena names = ARENA(256 << 20);
    struct game *v;
    int n, r = store_game_list(e->house->store, &names, &v, &n, fault);
    bool tell = !game && n >= MANY && isatty(STDERR_FILENO);
    for (int i = 0; i < n && r == 0; i++) {
        if (tell && i % MANY == 0)
            fprintf(stderr, "\r%d of %d games ", i, n);
        struct arena arena = ARENA(GAME_ARENA);
        struct sitting *s = NULL;
        bool open = v[i].status == GAME_OPEN;
        if (game ? strcmp(game, v[i].name) != 0 : open && !e->open)
            continue;
        if (open && e->open) {
            e->games++;
            r = e->open(e, &v[i], &arena, fault);
            arena_free(&arena);
            continue;
        }
        if (open) {
            r = fault_set(fault, EX_USAGE, "%s has not begun", game);
            break;
        }
        r = sitting_open(e->house, v[i].name, &arena, &s, fault);
        if (r == 0 && s) {
            e->games++;
            r = use(e, s, fault);
        }
        sitting_close(&s);
        arena_free(&arena);
    }
    if (tell)
        fputc('\n', stderr);
    if (r == 0 && game && e->games == 0)
        r = fault_set(fault, EX_NOINPUT, "there is no game \"%s\" (courtier list)", game);
    arena_free(&names);
    return r;
}

/* --- archive ----------------------------------------------------------------------------------- */

static void site_progress(const char *game, int64_t turn, int64_t turns)
{
    fprintf(stderr, "\r%s: turn %" PRId64 " of %" PRId64 " ", game, turn, turns);
    if (turn == turns)
        fputc('\n', stderr);
}

static int write_json(struct each *e, struct sitting *s, struct fault *fault)
{
    json_t *record = NULL;
    if (record_make(s, &record, fault) != 0)
        return -1;
    char *text = report_dump_lines(record);
    const char *path = arena_printf(s->arena, "%s/%s.json", e->dir, s->game.name);
    json_decref(record);
    int r = site_file(path, false, slice_of(text), fault);
    free(text);
    if (r == 0)
        fprintf(e->cli->out, "%s\n", path);
    return r;
}

/* Without a game named, those that are still played are passed over. */
static int write_json_finished(struct each *e, struct sitting *s, struct fault *fault)
{
    return s->game.status == GAME_FINISHED ? write_json(e, s, fault) : 0;
}

static int write_mbox(struct each *e, struct sitting *s, struct fault *fault)
{
    int reader = SIGHT_MODERATOR, letters = 0;
    char *bytes = NULL;
    size_t size = 0;
    if (e->as && cli_reader(s, e->as, &reader, fault) != 0)
        return -1;
    if (reader == 0)
        return fault_set(fault, EX_USAGE, "letters are a seat's own, or the host's: --as SEAT");
    if (reader == SIGHT_MODERATOR && s->game.status != GAME_FINISHED)
        return fault_set(fault, EX_USAGE, "%s is still played, and its letters show every hand and what is "
                         "sealed: wait for the end (--as SEAT writes those of one seat)", s->game.name);
    FILE *f = open_memstream(&bytes, &size);
    if (!f)
        die("out of memory");
    int r = mbox_write(s, reader, f, &letters, fault);
    fclose(f);
    const char *path = reader >= 1 ? arena_printf(s->arena, "%s/%s-%d.mbox", e->dir, s->game.name, reader)
                                   : arena_printf(s->arena, "%s/%s.mbox", e->dir, s->game.name);
    if (r == 0)
        r = site_file(path, true, (struct slice){bytes, size}, fault);
    free(bytes);
    if (r == 0)
        fprintf(e->cli->out, "%s: %d letters\n", path, letters);
    return r;
}

static int write_mbox_finished(struct each *e, struct sitting *s, struct fault *fault)
{
    return e->as || s->game.status == GAME_FINISHED ? write_mbox(e, s, fault) : 0;
}

static int write_site(struct each *e, struct sitting *s, struct fault *fault)
{
    return site_game(&e->site, s, fault);
}

/* Pages are there to be shown: a private game is among them only when it is named. */
static int write_site_public(struct each *e, struct sitting *s, struct fault *fault)
{
    struct lobby lobby;
    if (store_lobby_get(e->house->store, s->game.id, s->arena, &lobby, fault) != 0)
        return -1;
    return lobby.private ? 0 : write_site(e, s, fault);
}

static int archive(struct each *e, const char *game, const char *format, struct fault *fault)
{
    if (mkdir(e->dir, 0755) != 0 && errno != EEXIST)
        return fault_set(fault, EX_CANTCREAT, "%s: %s", e->dir, strerror(errno));
    if (strcmp(format, "json") == 0)
        return each_game(e, game, game ? write_json : write_json_finished, fault);
    if (strcmp(format, "mbox") == 0)
        return each_game(e, game, game ? write_mbox : write_mbox_finished, fault);
    e->site = (struct site){.house = e->house, .dir = e->dir, .lang = e->lang,
                            .progress = isatty(STDERR_FILENO) ? site_progress : NULL};
    if (site_begin(&e->site, fault) != 0 || each_game(e, game, game ? write_site : write_site_public, fault) != 0 ||
        site_end(&e->site, fault) != 0) {
        json_decref(e->site.games);
        return -1;
    }
    fprintf(e->cli->out, "%s/index.html: %d pages\n", e->dir, e->site.pages);
    return 0;
}

int cmd_archive(struct cli *cli, int argc, char **argv)
{
    const char *words[2], *format = NULL;
    struct each e = {.cli = cli};
    struct cli_slot slots[] = {{"format", &format, NULL, NULL},
                               {"out", &e.dir, NULL, NULL},
                               {"as", &e.as, NULL, NULL},
                               {"lang", &e.lang, NULL, NULL},
                               {0}};
    struct fault fault;
    int r = cli_parse("archive", argc, argv, slots, words, 0, 1);
    if (r != 0)
        return r;
    if (!format || (strcmp(format, "json") != 0 && strcmp(format, "mbox") != 0 && strcmp(format, "html") != 0))
        return cli_usage("archive", "--format is json, mbox or html");
    if (!e.dir)
        return cli_usage("archive", "--out DIR says where");
    if (e.as && strcmp(format, "mbox") != 0)
        return cli_usage("archive", "--as is for --format mbox");
    r = cli_open(cli, HOUSE_READ, &e.house, &fault);
    if (r == 0)
        r = archive(&e, words[0], format, &fault);
    if (r != 0)
        r = cli_fail(&fault);
    house_close(&e.house);
    return r;
}

/* --- search ------------------------------------------------------------------------------------ */

static int print_found(struct each *e, struct sitting *s, json_t *found, struct fault *fault)
{
    json_t *list = json_object_get(found, "found");
    struct buf line = BUF(64 << 10);
    int r = 0;
    for (size_t i = 0; i < json_array_size(list) && r == 0; i++) {
        json_t *thing = json_array_get(list, i), *other = json_object_get(thing, "for_players");
        int64_t turn = json_integer_value(json_object_get(thing, "turn"));
        char text[CLI_TURN];
        cli_turn(turn, json_is_object(other) ? json_integer_value(json_object_get(other, "turn")) : turn, text);
        buf_clear(&line);
        r = search_line(s, e->lang ? e->lang : s->game.lang, thing, &line, fault);
        if (r == 0)
            fprintf(e->cli->out, "%s %3s  %s\n", s->game.name, text, buf_text(&line));
    }
    e->hits += json_array_size(list);
    if (r == 0 && json_is_true(json_object_get(found, "more")))
        fprintf(stderr, "courtier: there is more in %s (--most, or another word)\n", s->game.name);
    buf_free(&line);
    return r;
}

static int search_one(struct each *e, struct sitting *s, struct fault *fault)
{
    struct store *store = s->house->store;
    json_t *found = NULL;
    int64_t upto;
    int reader;
    if (cli_reader(s, e->as, &reader, fault) != 0)
        return e->bad++, 0; /* of all games, those that have such a seat */
    if (store_told_upto(store, s->game.id, &upto, fault) != 0)
        return -1;
    if (upto < s->game.journal) {
        if (store_begin(store, fault) != 0)
            return -1;
        if (search_index(s, fault) != 0 || store_commit(store, fault) != 0) {
            store_rollback(store);
            return -1;
        }
    }
    struct search what = {.reader = reader, .host = true, .words = e->words, .max = (int)e->most};
    if (search_find(s, &what, &found, fault) != 0)
        return -1;
    int r = 0;
    if (e->list) {
        report_put(found, "game", json_string(s->game.name));
        json_array_append(e->list, found);
    } else {
        r = print_found(e, s, found, fault);
    }
    json_decref(found);
    return r;
}

static bool is_game(struct each *e, const char *name, struct fault *fault, int *result)
{
    struct arena arena = ARENA(1 << 20);
    struct game g = {0};
    *result = store_game_find(e->house->store, name, &arena, &g, fault);
    arena_free(&arena);
    return g.id != 0;
}

static int search(struct each *e, const char **words, struct fault *fault)
{
    struct buf text = BUF(8192);
    int r = 0, first = words[1] && is_game(e, words[0], fault, &r) ? 1 : 0;
    for (int i = first; words[i]; i++)
        buf_printf(&text, "%s%s", i > first ? " " : "", words[i]);
    e->words = buf_all(&text);
    if (r == 0)
        r = each_game(e, first ? words[0] : NULL, search_one, fault);
    if (r == 0 && e->games && e->bad == e->games)
        r = fault_set(fault, EX_USAGE, "--as %s: no such seat (a number, a player's name, moderator, public)",
                      e->as);
    if (r == 0 && !e->list && !e->hits)
        fprintf(stderr, "courtier: nothing found%s\n", e->as ? "" : " that everybody may see (--as moderator sees all)");
    if (r == 0 && e->list) {
        json_dumpf(e->list, e->cli->out, JSON_INDENT(2));
        fputc('\n', e->cli->out);
    }
    buf_free(&text);
    return r;
}

int cmd_search(struct cli *cli, int argc, char **argv)
{
    const char *words[33], *most = "50";
    bool json = false;
    struct each e = {.cli = cli};
    struct cli_slot slots[] = {{"as", &e.as, NULL, NULL},
                               {"lang", &e.lang, NULL, NULL},
                               {"most", &most, NULL, NULL},
                               {"json", NULL, &json, NULL},
                               {0}};
    struct fault fault;
    long long n;
    int r = cli_parse("search", argc, argv, slots, words, 1, 32);
    if (r != 0)
        return r;
    if (!slice_to_int(slice_of(most), &n) || n < 1 || n > 10000)
        return cli_usage("search", "--most takes 1 to 10000");
    e.most = n;
    e.list = json ? json_array() : NULL;
    r = cli_open(cli, HOUSE_INDEX, &e.house, &fault);
    if (r == 0)
        r = search(&e, words, &fault);
    if (r != 0)
        r = cli_fail(&fault);
    json_decref(e.list);
    house_close(&e.house);
    return r;
}

/* --- verify ------------------------------------------------------------------------------------ */

static int print_verdict(struct cli *cli, const char *name, const struct verdict *v, struct arena *arena)
{
    if (v->differs) {
        fprintf(stderr, "courtier: %s: %s\n", name, difference_text(&v->first, arena));
        return EX_DATAERR;
    }
    fprintf(cli->out, "%s: %" PRId64 " turns, %" PRId64 " entries, %" PRId64 " draws, %" PRId64 " reports: as recorded\n",
            name, v->turns, v->entries, v->draws, v->reports);
    return 0;
}

static int verify_one(struct each *e, struct sitting *s, struct fault *fault)
{
    struct verdict v;
    if (verify_game(s, &v, fault) != 0)
        return -1;
    e->bad += print_verdict(e->cli, s->game.name, &v, s->arena) != 0;
    return 0;
}

static int verify_begins(struct each *e, const struct game *game, struct arena *arena, struct fault *fault)
{
    struct verdict v;
    if (verify_open(e->house->store, game, arena, &v, fault) != 0)
        return -1;
    e->bad += print_verdict(e->cli, game->name, &v, arena) != 0;
    return 0;
}

static int read_file(const char *path, struct buf *out, struct fault *fault)
{
    FILE *f = fopen(path, "re");
    char chunk[65536];
    size_t n;
    if (!f)
        return fault_set(fault, EX_NOINPUT, "%s: %s", path, strerror(errno));
    while (!out->full && (n = fread(chunk, 1, sizeof chunk, f)) > 0)
        buf_add(out, chunk, n);
    bool failed = ferror(f);
    fclose(f);
    if (failed)
        return fault_set(fault, EX_IOERR, "%s: %s", path, strerror(errno));
    return out->full ? fault_set(fault, EX_DATAERR, "%s: too long for a record", path) : 0;
}

static int verify_file(struct cli *cli, const char *path)
{
    struct arena arena = ARENA(GAME_ARENA);
    struct buf bytes = BUF(RECORD_MAX);
    struct verdict v;
    struct fault fault, why;
    const char *name = "";
    int r = read_file(path, &bytes, &fault);
    if (r == 0 && record_verify(buf_all(&bytes), &arena, &v, &name, &why) != 0)
        r = fault_set(&fault, why.exit, "%.200s: %.300s", path, why.text);
    r = r != 0 ? cli_fail(&fault) : print_verdict(cli, name, &v, &arena);
    buf_free(&bytes);
    arena_free(&arena);
    return r;
}

int cmd_verify(struct cli *cli, int argc, char **argv)
{
    const char *words[2];
    struct cli_slot slots[] = {{0}};
    struct each e = {.cli = cli, .open = verify_begins};
    struct fault fault;
    int r = cli_parse("verify", argc, argv, slots, words, 0, 1);
    if (r != 0)
        return r;
    if (words[0] && !game_name_ok(slice_of(words[0])))
        return verify_file(cli, words[0]);
    r = cli_open(cli, HOUSE_READ, &e.house, &fault);
    if (r == 0)
        r = each_game(&e, words[0], verify_one, &fault);
    r = r != 0 ? cli_fail(&fault) : e.bad ? EX_DATAERR : 0;
    house_close(&e.house);
    return r;
}

/* --- backup ------------------------------------------------------------------------------------ */

int cmd_backup(struct cli *cli, int argc, char **argv)
{
    const char *words[2];
    struct cli_slot slots[] = {{0}};
    struct house *house = NULL;
    struct fault fault;
    int games = 0, r = cli_parse("backup", argc, argv, slots, words, 1, 1);
    if (r != 0)
        return r;
    r = cli_open(cli, HOUSE_READ, &house, &fault);
    if (r == 0)
        r = keep_backup(house, words[0], &games, &fault);
    if (r != 0)
        r = cli_fail(&fault);
    else
        fprintf(cli->out, "%s: %d game%s, whole\n", words[0], games, games == 1 ? "" : "s");
    house_close(&house);
    return r;
}
