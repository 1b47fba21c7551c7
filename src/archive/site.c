#include "archive/site.h"
#include "archive/back.h"
#include "archive/chart.h"
#include "archive/record.h"
#include "archive/told.h"
#include "report/render.h"
#include "turn/account.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Invariant: the only things a page is made from are documents (account) and journal entries the
 * reader may see (told_sees), the reader being 0 while the game is played and the moderator after. */

enum { PAGE_MAX = 16 << 20, TURN_ARENA = 64 << 20 };

int site_file(const char *path, bool private, struct slice bytes, struct fault *fault)
{
    char part[4096];
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return fault_set(fault, EX_CANTCREAT, "%.200s…: the path is too long", path);
    int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, private ? 0600 : 0644);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f)
        return fault_set(fault, EX_CANTCREAT, "%s: %s", part, strerror(errno));
    bool ok = fwrite(bytes.p ? bytes.p : "", 1, bytes.n, f) == bytes.n;
    ok = fclose(f) == 0 && ok;
    if (ok && rename(part, path) == 0)
        return 0;
    fault_set(fault, EX_IOERR, "%s: %s", path, strerror(errno));
    unlink(part);
    return -1;
}

static int make_dir(const char *path, struct fault *fault)
{
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        return fault_set(fault, EX_CANTCREAT, "%s: %s", path, strerror(errno));
    return 0;
}

static void put_time(json_t *o, const char *key, int64_t at)
{
    char text[32];
    struct tm tm;
    time_t t = (time_t)at;
    gmtime_r(&t, &tm);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm);
    if (at)
        report_put(o, key, json_string(text));
}

/* --- one game -------------------------------------------------------------------------------------- */

struct pages {
    struct site *site;
    struct sitting *s;    /* the present */
    struct sitting past;  /* going through the turns */
    struct arena arena;   /* of one turn */
    const char *dir, *lang;
    struct words *words;
    int reader;
    struct told told;     /* with the arena of the game */
    struct entry *entries;
    int nentries;
    struct turn *turns;
    int nturns;
    struct chart *chart;
    json_t *list; /* of all turns: {"turn","kind","who","when","told":[…]} */
};

static int write_page(struct pages *p, const char *file, const char *template, json_t *data,
                      struct fault *fault)
{
    struct buf out = BUF(PAGE_MAX);
    char path[4096];
    render_orders(p->s->engine, p->lang, data);
    int r = words_render(p->words, template, WORDS_HTML, data, &out, fault);
    if (r == 0 && out.full)
        r = fault_set(fault, EX_DATAERR, "%s: the page is too long", file);
    snprintf(path, sizeof path, "%s/%s", p->dir, file);
    if (r == 0)
        r = site_file(path, false, buf_all(&out), fault);
    p->site->pages += r == 0;
    buf_free(&out);
    return r;
}

/* What every page of a game knows. */
static json_t *page_json(const struct pages *p)
{
    const struct game *g = &p->s->game;
    bool over = g->status == GAME_FINISHED;
    json_t *o = json_pack("{s:s,s:s,s:s,s:s,s:I}", "game", g->name, "variant", g->variant, "engine",
                          g->engine, "lang", p->lang, "last", (json_int_t)g->shown);
    report_put(o, over ? "over" : "running", json_true());
    report_put(o, "players", told_players(p->s));
    return o;
}

static void add_scores(struct pages *p, const struct sitting *s, const json_t *doc)
{
    double scores[SEATS_MAX] = {0};
    struct standing v[SEATS_MAX];
    bool known = true;
    if (p->reader == SIGHT_MODERATOR) {
        int n = s->engine->def->standings(s->table, s->engine, s->options, s->variant, v);
        for (int i = 0; i < n; i++)
            scores[v[i].seat - 1] = (double)v[i].score / (s->engine->grammar->half_units ? 2 : 1);
    } else { /* what the public document says, if it does */
        json_t *seats = json_object_get(json_object_get(doc, "table"), "seats");
        for (int i = 0; i < s->game.seats; i++) {
            json_t *score = json_object_get(json_array_get(seats, (size_t)i), "score");
            known = known && json_is_number(score);
            scores[i] = json_number_value(score);
        }
    }
    chart_add(p->chart, scores, known);
}

/* The told things of a page; orders apart. */
static void put_told(struct pages *p, int64_t shown, json_t *o)
{
    json_t *events = json_array(), *orders = json_array();
    for (int i = 0; i < p->nentries; i++) {
        const struct entry *e = &p->entries[i];
        json_t *thing = e->shown == shown && told_sees(&p->told, e) ? told_json(&p->told, e) : NULL;
        if (thing)
            json_array_append_new(strcmp(e->kind, "order") == 0 ? orders : events, thing);
    }
    report_put(o, "has_orders", json_boolean(json_array_size(orders)));
    report_put(o, "orders", orders);
    if (json_array_size(events))
        report_put(o, "first", json_incref(json_array_get(events, 0)));
    report_put(o, "events", events);
}

/* A page's turn: the first of those with its number is the one that was told to all. */
static json_t *turn_json(struct pages *p, const struct turn *first)
{
    json_t *o = json_pack("{s:I}", "turn", (json_int_t)first->shown);
    char file[32];
    snprintf(file, sizeof file, "turn-%" PRId64 ".html", first->shown);
    report_put(o, "file", json_string(file));
    /* Who answered when may tell what somebody holds, as long as the game lasts. */
    if (p->told.all) {
        put_time(o, "when", first->at);
        if (first->seat)
            report_put(o, "who", json_pack("{s:i}", "seat", first->seat));
    }
    put_told(p, first->shown, o);
    report_for_reader(&p->told.facts, o);
    return o;
}

/* The table as letters show it, without the letter around it. */
static int put_table(struct pages *p, json_t *doc, json_t *page, struct fault *fault)
{
    struct buf html = BUF(PAGE_MAX);
    report_put(doc, "bare", json_true());
    render_orders(p->s->engine, p->lang, doc);
    int r = render_html(p->words, "report", doc, NULL, &html, fault);
    if (r == 0)
        report_put(page, "table", json_stringn(buf_text(&html), html.n));
    buf_free(&html);
    return r;
}

/* With the table after the last turn of that number. */
static int turn_page(struct pages *p, const struct turn *first, const struct turn *last, struct fault *fault)
{
    struct sitting *s = last->number == p->s->game.turn ? p->s : &p->past;
    json_t *doc = NULL, *page = page_json(p), *own = turn_json(p, first);
    int64_t shown = first->shown;
    char file[32];
    snprintf(file, sizeof file, "turn-%" PRId64 ".html", shown);
    int r = account(s, p->reader, shown, NULL, &doc, fault);
    if (r == 0) {
        add_scores(p, s, doc);
        r = put_table(p, doc, page, fault);
    }
    report_put(page, "turn", json_deep_copy(own));
    report_put(page, "number", json_integer(shown));
    if (shown > 0)
        report_put(page, "before", json_pack("{s:I}", "turn", (json_int_t)shown - 1));
    if (shown < p->s->game.shown)
        report_put(page, "behind", json_pack("{s:I}", "turn", (json_int_t)shown + 1));
    if (r == 0)
        r = write_page(p, file, "site_turn.html", page, fault);
    json_array_append_new(p->list, own);
    json_decref(doc);
    json_decref(page);
    return r;
}

static int turn_pages(struct pages *p, struct fault *fault)
{
    struct past *walk = store_past_open(p->s->house->store, p->s->game.id, p->s->engine->schema,
                                        p->s->game.seats);
    const struct table *table;
    const struct turn *v = p->turns, *first = v;
    int64_t last = p->s->game.turn;
    int r = 0;
    for (int64_t turn = 0; turn <= last && r == 0; turn++) {
        if (turn >= p->nturns || (r = store_past_next(walk, &table, fault)) != 1) {
            r = r < 0 ? -1 : fault_set(fault, EX_DATAERR, "%s: turn %" PRId64 " is missing",
                                       p->s->game.name, turn);
            break;
        }
        r = 0;
        if (turn + 1 < p->nturns && v[turn + 1].shown == v[turn].shown)
            continue;
        arena_reset(&p->arena);
        back_put(&p->past, turn, v[turn].shown, table);
        r = turn_page(p, first, &v[turn], fault);
        first = &v[turn + 1];
        if (p->site->progress)
            p->site->progress(p->s->game.name, turn, last);
    }
    store_past_close(&walk);
    return r;
}

/* Players, standings and the chart. */
static int game_page(struct pages *p, struct fault *fault)
{
    const struct game *g = &p->s->game;
    json_t *page = page_json(p), *doc = NULL, *chart = chart_json(p->chart);
    int r = account(p->s, p->reader, g->shown, NULL, &doc, fault);
    put_time(page, "began", g->created);
    put_time(page, "ended", g->ended);
    for (const char *const *key = (const char *const[]){"players", "awaits", "standings", "commitment",
                                                       "secret", "options", "finished", NULL};
         r == 0 && *key; key++)
        if (json_object_get(doc, *key))
            json_object_set(page, *key, json_object_get(doc, *key));
    if (chart) {
        report_for_reader(&p->told.facts, chart);
        report_put(page, "chart", chart);
    }
    report_put(page, "turns", json_incref(p->list));
    if (r == 0)
        r = write_page(p, "index.html", "site_game.html", page, fault);
    if (r == 0)
        r = write_page(p, "journal.html", "site_journal.html", page, fault);
    json_decref(doc);
    json_decref(page);
    return r;
}

static int write_record(struct pages *p, struct fault *fault)
{
    json_t *record = NULL;
    char path[4096];
    if (p->s->game.status != GAME_FINISHED)
        return 0;
    if (record_make(p->s, &record, fault) != 0)
        return -1;
    char *text = report_dump_lines(record);
    json_decref(record);
    snprintf(path, sizeof path, "%s/record.json", p->dir);
    int r = site_file(path, false, slice_of(text), fault);
    free(text);
    return r;
}

static int list_game(struct pages *p, struct fault *fault)
{
    const struct game *g = &p->s->game;
    struct buf title = BUF(1000);
    json_t *o = page_json(p);
    int r = render_line(p->words, "title", o, &title, fault);
    report_put(o, "title", json_string(buf_text(&title)));
    put_time(o, "began", g->created);
    put_time(o, "ended", g->ended);
    json_array_append_new(p->site->games, o);
    buf_free(&title);
    return r;
}

static int load(struct pages *p, struct fault *fault)
{
    struct store *store = p->s->house->store;
    const struct game *g = &p->s->game;
    if (words_get(p->s->house->shelf, p->lang, g->engine, &p->words, fault) != 0 ||
        store_journal_after(store, g->id, 0, p->s->arena, &p->entries, &p->nentries, fault) != 0)
        return -1;
    return store_turn_list(store, g->id, 0, g->turn, p->s->arena, &p->turns, &p->nturns, fault);
}

int site_game(struct site *site, struct sitting *s, struct fault *fault)
{
    struct pages *p = arena_new(s->arena, struct pages);
    p->site = site;
    p->s = s;
    p->reader = s->game.status == GAME_FINISHED ? SIGHT_MODERATOR : 0;
    p->lang = site->lang ? site->lang : s->game.lang;
    p->dir = arena_printf(s->arena, "%s/%s", site->dir, s->game.name);
    p->told = told_reader(s, p->reader);
    p->arena = ARENA(TURN_ARENA);
    p->past = *s;
    p->past.arena = &p->arena;
    p->past.table = table_clone(s->table);
    p->past.seats = arena_array(s->arena, struct seat, s->game.seats);
    memcpy(p->past.seats, s->seats, sizeof *s->seats * (size_t)s->game.seats);
    p->chart = chart_new(s->game.seats);
    p->list = json_array();
    int r = make_dir(p->dir, fault);
    if (r == 0)
        r = load(p, fault);
    if (r == 0)
        r = list_game(p, fault);
    if (r == 0)
        r = turn_pages(p, fault);
    if (r == 0)
        r = game_page(p, fault);
    if (r == 0)
        r = write_record(p, fault);
    chart_free(&p->chart);
    table_free(&p->past.table);
    json_decref(p->list);
    arena_free(&p->arena);
    return r;
}

/* --- the whole ------------------------------------------------------------------------------------- */

/* Files without words of any language lie with the English ones. */
static int plain_file(struct site *site, const char *template, const char *file, struct fault *fault)
{
    struct words *words;
    struct buf out = BUF(1 << 20);
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", site->dir, file);
    int r = words_get(site->house->shelf, "en", "common", &words, fault);
    if (r == 0)
        r = words_render(words, template, WORDS_TEXT, site->games, &out, fault);
    if (r == 0)
        r = site_file(path, false, buf_all(&out), fault);
    buf_free(&out);
    return r;
}

int site_begin(struct site *site, struct fault *fault)
{
    site->games = json_array();
    site->pages = 0;
    if (make_dir(site->dir, fault) != 0)
        return -1;
    if (plain_file(site, "site.css", "style.css", fault) != 0)
        return -1;
    return plain_file(site, "site.js", "search.js", fault);
}

int site_end(struct site *site, struct fault *fault)
{
    struct words *words;
    struct buf out = BUF(PAGE_MAX);
    char path[4096];
    const char *lang = site->lang ? site->lang : site->house->config.lang;
    json_t *page = json_pack("{s:s,s:s,s:O}", "house", site->house->config.name, "lang", lang, "games",
                             site->games);
    snprintf(path, sizeof path, "%s/index.html", site->dir);
    int r = words_get(site->house->shelf, lang, "common", &words, fault);
    if (r == 0)
        r = words_render(words, "site_index.html", WORDS_HTML, page, &out, fault);
    if (r == 0)
        r = site_file(path, false, buf_all(&out), fault);
    site->pages += r == 0;
    json_decref(page);
    json_decref(site->games);
    site->games = NULL;
    buf_free(&out);
    return r;
}
