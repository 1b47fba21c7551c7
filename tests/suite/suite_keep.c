/* What is kept: past turns are at hand, letters can be written again, pages hold what they may. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "archive/back.h"
#include "archive/chart.h"
#include "archive/keep.h"
#include "archive/mbox.h"
#include "archive/search.h"
#include "archive/site.h"
#include "mail/transfer.h"
#include "store/db.h"
#include "turn/office.h"
#include "turn/post.h"
#include "moderator/letter.h"
#include "world.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const people[] = {"Alice", "Bob", NULL};
static const char *const fixed[] = {"seating=fixed", NULL};

static int64_t ask(struct world *w, const char *query)
{
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(w->house->store->db, query, -1, &st, NULL) != SQLITE_OK || sqlite3_step(st) != SQLITE_ROW)
        die("%s", query);
    int64_t n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return n;
}

static void pass_turns(struct world *w, int64_t until)
{
    struct sitting *s = world_sit(w, "g");
    struct attempt *a = arena_new(&w->arena, struct attempt);
    struct order_reader reader = sitting_reader(s, NULL);
    struct mistake m = {0};
    struct order pass;
    if (!order_read(&reader, slice_of("PASS"), 1, &w->arena, &pass, &m))
        die("PASS is not understood");
    must(store_begin(w->house->store, &world_fault));
    while (s->game.turn < until) {
        int seat = s->awaits[0].seat;
        turn_try(s, seat, &pass, 1, false, a);
        must(turn_record(s, seat, "letter", &pass, 1, a, &world_fault));
        must(turn_settle(s, &world_fault));
    }
    must(store_commit(w->house->store, &world_fault));
    sitting_close(&s);
}

static int64_t work_for(struct world *w, int64_t turn)
{
    struct sitting *s = world_sit(w, "g");
    int64_t before = w->house->store->looked;
    must(back_to(s, turn, &world_fault));
    int64_t work = w->house->store->looked - before;
    assert_int_equal(s->game.turn, turn);
    sitting_close(&s);
    return work;
}

/* In rows and changes gone through: a clock would tell about the machine. */
static void any_turn_is_near(void **state)
{
    static const char *const endless[] = {"stall=0", "hand-limit=7", "seating=fixed", NULL};
    struct world w;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "g", NULL, endless, people, NULL);
    pass_turns(&w, 300);
    int64_t late = work_for(&w, 299), early = work_for(&w, 3), middle = work_for(&w, 150);
    print_message("rows and changes for turn 299: %lld, 3: %lld, 150: %lld\n", (long long)late,
                  (long long)early, (long long)middle);
    assert_true(late > 100 && early > 100);
    assert_true(early <= 2 * late);
    assert_true(middle <= late + 150 * 12); /* no more than the half of all changes */
    /* Tables are not kept a second time: what a turn adds is its changes. */
    assert_true(ask(&w, "SELECT max(length(changes)) FROM turn WHERE number > 0") < 1500);
    world_remove(&w);
}

/* --- letters ----------------------------------------------------------------------------------- */

static void small_game(struct world *w)
{
    world_make(w, 1800000000);
    world_game(w, "venture", "g", NULL, fixed, people, NULL);
    world_run(w);
    for (int i = 0; i < 4; i++) {
        w->now += 3600;
        world_orders(w, "g", i % 2 + 1, "PASS");
        world_run(w);
    }
    world_orders(w, "g", 1, "From here on\nsing"); /* refused */
    world_run(w);
}

static char *mailbox(struct world *w, int reader, int *letters)
{
    char *bytes = NULL;
    size_t size;
    FILE *f = open_memstream(&bytes, &size);
    struct sitting *s = world_sit(w, "g");
    must(mbox_write(s, reader, f, letters, &world_fault));
    sitting_close(&s);
    fclose(f);
    return bytes;
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, what)); p += strlen(what))
        n++;
    return n;
}

static void letters_can_be_written_again(void **state)
{
    struct world w;
    int all, own, n;
    (void)state;
    small_game(&w);
    char *before = mailbox(&w, SIGHT_MODERATOR, &all), *alice = mailbox(&w, 1, &own);
    assert_int_equal(all, ask(&w, "SELECT (SELECT count(*) FROM letter_in) + (SELECT count(*) FROM letter_out)"));
    assert_int_equal(count(before, "\nFrom ") + 1, all);
    assert_int_equal(own, ask(&w, "SELECT (SELECT count(*) FROM letter_in WHERE seat = 1) + "
                                  "(SELECT count(*) FROM letter_out WHERE seat = 1)"));
    assert_true(strncmp(before, "From games@", 11) == 0);
    assert_non_null(strstr(before, "\n>From here on\n")); /* what a letter says is no separator */
    assert_null(strstr(before, "\r"));
    assert_null(strstr(alice, "bob@players.example"));

    /* Young letters stay, and so do those of a house that keeps them for ever. */
    must(keep_letters(w.house, &world_fault));
    int64_t kept = ask(&w, "SELECT count(*) FROM letter_out_bytes");
    w.now += 91 * 86400;
    w.house->config.keep_letters = 0;
    must(keep_letters(w.house, &world_fault));
    assert_int_equal(ask(&w, "SELECT count(*) FROM letter_out_bytes"), kept);
    w.house->config.keep_letters = 90 * 86400;
    must(keep_letters(w.house, &world_fault));
    assert_int_equal(ask(&w, "SELECT count(*) FROM letter_out_bytes"), 0);
    assert_int_equal(ask(&w, "SELECT count(*) FROM letter_in_bytes"), ask(&w, "SELECT count(*) FROM letter_in"));

    char *after = mailbox(&w, SIGHT_MODERATOR, &n);
    assert_int_equal(n, all);
    assert_int_equal(count(after, "\nMessage-ID: <"), count(before, "\nMessage-ID: <"));
    assert_int_equal(count(after, "YOUR HAND: "), (int)ask(&w, "SELECT count(*) FROM report"));
    assert_int_equal(count(after, "was not kept"), (int)ask(&w, "SELECT count(*) FROM letter_out WHERE kind <> 'report'"));
    assert_null(strstr(after, "mailto:games+")); /* nothing to click in the past */
    free(before);
    free(alice);
    free(after);

    /* A report can be asked for as before. */
    world_orders(&w, "g", 1, "REPORT 2");
    world_run(&w);
    struct world_mail *v;
    n = world_mail(&w, "alice@players.example", true, &v);
    assert_true(n > 0 && strstr(v[n - 1].letter.text, "after turn 2"));
    world_remove(&w);
}

/* The document attached to a letter; "" when it has none. */
static const char *attached(struct world *w, struct slice bytes)
{
    struct buf doc = BUF(1 << 20);
    const char *text = arena_slice(&w->arena, bytes), *at = strstr(text, "report.json");
    const char *body = at ? strstr(at, "\r\n\r\n") : NULL, *end = body ? strstr(body + 4, "\r\n--") : NULL;
    if (end)
        mail_base64_decode((struct slice){body + 4, (size_t)(end - body - 4)}, &doc);
    const char *copy = arena_slice(&w->arena, buf_all(&doc));
    buf_free(&doc);
    return copy;
}

/* With nothing but his mail a player sees that each report names the one before. */
static void letters_form_a_chain(void **state)
{
    struct world w;
    struct world_mail *v;
    char digest[2 * SECRET_HASH + 1] = "";
    uint8_t hash[SECRET_HASH];
    int links = 0;
    (void)state;
    world_make(&w, 1800000000);
    w.format = "both json";
    world_game(&w, "venture", "g", NULL, fixed, people, NULL);
    world_run(&w);
    for (int i = 0; i < 5; i++) {
        world_orders(&w, "g", i % 2 + 1, "PASS");
        world_run(&w);
    }
    int n = world_mail(&w, "alice@players.example", false, &v);
    for (int i = 0; i < n; i++) {
        const char *doc = attached(&w, v[i].bytes);
        json_t *json = json_loads(doc, 0, NULL);
        const char *previous = json_string_value(json_object_get(json, "previous"));
        assert_non_null(json);
        assert_string_equal(previous ? previous : "", digest);
        assert_true(!previous || strstr(v[i].letter.text, previous)); /* the text says it, too */
        links += previous != NULL;
        secret_sha256(hash, slice_of(doc));
        secret_hex(digest, hash, SECRET_HASH);
        json_decref(json);
    }
    assert_true(links >= 4);
    world_remove(&w);
}

/* --- pages --------------------------------------------------------------------------------------- */

static void each_page(const char *dir, void (*look)(void *ctx, const char *path, const char *text), void *ctx)
{
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[4096];
        struct stat st;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        if (e->d_name[0] == '.' || stat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode)) {
            each_page(path, look, ctx);
            continue;
        }
        char *text = calloc(1, (size_t)st.st_size + 1);
        FILE *f = fopen(path, "re");
        assert_int_equal(fread(text, 1, (size_t)st.st_size, f), st.st_size);
        fclose(f);
        look(ctx, path, text);
        free(text);
    }
    closedir(d);
}

struct hidden {
    const char *lines[400]; /* words of what the public may not see */
    const char *tokens[8];
    int n, ntokens, pages, seen, charts;
};

/* What no page and no record may have, of any game. */
static void look_for_people(void *ctx, const char *path, const char *text)
{
    struct hidden *h = ctx;
    h->pages++;
    if (strstr(text, "players.example") || strstr(text, "games@"))
        die("%s holds an address", path);
    for (int i = 0; i < h->ntokens; i++)
        if (strstr(text, h->tokens[i]))
            die("%s holds a token", path);
}

static void look(void *ctx, const char *path, const char *text)
{
    struct hidden *h = ctx;
    look_for_people(ctx, path, text);
    h->charts += strstr(text, "<polyline") != NULL;
    if (strstr(path, "/turn-") && strstr(text, "2027-01")) /* who was quick, who was slow */
        die("%s tells when a letter came", path);
    for (int i = 0; i < h->n; i++)
        h->seen += strstr(text, h->lines[i]) != NULL;
}

static struct hidden hidden_in(struct world *w)
{
    struct hidden h = {.n = 0};
    struct sitting *s = world_sit(w, "g");
    struct told t = told_reader(s, 0);
    struct entry *v;
    int n;
    must(store_journal_after(w->house->store, s->game.id, 0, &w->arena, &v, &n, &world_fault));
    for (int i = 0; i < n && h.n < 400; i++) {
        json_t *thing = v[i].sight & SIGHT_SEAT(0) ? NULL : told_json(&t, &v[i]);
        struct buf line = BUF(8192);
        if (thing) {
            must(search_line(s, "en", thing, &line, &world_fault));
            h.lines[h.n++] = arena_slice(&w->arena, buf_all(&line));
        }
        buf_free(&line);
        json_decref(thing);
    }
    for (int seat = 1; seat <= s->game.seats; seat++) {
        const char *address = world_reply(w, "g", seat);
        struct slice token = {strchr(address, '@') - SECRET_TOKEN, SECRET_TOKEN};
        h.tokens[h.ntokens++] = arena_slice(&w->arena, token);
    }
    sitting_close(&s);
    return h;
}

static void pages_hold_what_they_may(void **state)
{
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        world_make(&w, 1800000000);
        world_game(&w, (*e)->def->name, "g", NULL, NULL, people, NULL);
        world_run(&w);
        world_play(&w, "g", 6);
        struct site site = {.house = w.house, .dir = arena_printf(&w.arena, "%s/site", w.dir)};
        struct sitting *s = world_sit(&w, "g");
        int64_t turns = s->game.shown; /* a page for each turn that players count */
        assert_int_equal(s->game.status, GAME_PLAYING);
        must(site_begin(&site, &world_fault));
        must(site_game(&site, s, &world_fault));
        must(site_end(&site, &world_fault));
        sitting_close(&s);
        struct hidden h = hidden_in(&w);
        assert_true(h.n > 0 && h.ntokens == 2 && strlen(h.tokens[0]) == SECRET_TOKEN);
        each_page(site.dir, look, &h);
        assert_int_equal(h.seen, 0);
        /* Scores are drawn where everybody knows them. */
        assert_true(h.charts == 1 || (h.charts == 0 && strcmp((*e)->def->name, "venture") != 0));
        assert_int_equal(h.pages, turns + 1 + 5); /* turns, game, journal, index, style, script; no record */
        assert_int_equal(site.pages, turns + 1 + 3);
        world_remove(&w);
    }
}

static void rule(struct world *w, const char *text)
{
    struct moderator_words words = {.text = slice_of(text), .confirmed = true};
    struct moderator_answer out = {0};
    struct sitting *s = world_sit(w, "g");
    must(store_begin(w->house->store, &world_fault));
    must(moderator_rule(s, NULL, &words, &out, &world_fault));
    must(store_commit(w->house->store, &world_fault));
    assert_true(out.done && !out.refused);
    json_decref(out.answer);
    json_decref(out.peeks);
    sitting_close(&s);
}

/* When a game is over its record and all hands are there: still nobody's address, not even of who came
 * later by a ruling. */
static void pages_of_the_end_hold_no_addresses(void **state)
{
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        world_make(&w, 1800000000);
        world_game(&w, (*e)->def->name, "g", NULL, NULL, people, NULL);
        world_run(&w);
        world_play(&w, "g", 3);
        struct hidden h = hidden_in(&w);
        rule(&w, "SEAT 2 REPLACE Eve <eve@players.example>");
        rule(&w, "SEAT 1 REPLACE frank@players.example");
        rule(&w, "END GAME");
        struct sitting *s = world_sit(&w, "g");
        for (int seat = 1; seat <= s->game.seats; seat++) {
            const char *address = world_reply(&w, "g", seat);
            struct slice token = {strchr(address, '@') - SECRET_TOKEN, SECRET_TOKEN};
            h.tokens[h.ntokens++] = arena_slice(&w.arena, token);
        }
        struct site site = {.house = w.house, .dir = arena_printf(&w.arena, "%s/site", w.dir)};
        must(site_begin(&site, &world_fault));
        must(site_game(&site, s, &world_fault));
        must(site_end(&site, &world_fault));
        each_page(site.dir, look_for_people, &h);
        assert_int_equal(h.pages, s->game.shown + 1 + 6); /* the record, too */
        sitting_close(&s);
        world_remove(&w);
    }
}

/* --- charts and mailboxes by themselves ---------------------------------------------------------- */

static void charts(void **state)
{
    struct chart *c = chart_new(2);
    (void)state;
    assert_null(chart_json(c));
    chart_add(c, (double[]){0, 0}, true);
    assert_null(chart_json(c));
    chart_add(c, (double[]){10, 45.5}, true);
    chart_add(c, (double[]){10, 97}, true);
    json_t *json = chart_json(c), *lines = json_object_get(json, "lines");
    assert_int_equal(json_array_size(lines), 2);
    json_t *best = json_array_get(lines, 0);
    assert_string_equal(json_string_value(json_object_get(best, "class")), "s2"); /* the leader first */
    assert_int_equal(count(json_string_value(json_object_get(best, "points")), ","), 3);
    json_t *across = json_object_get(json, "across"); /* 0 20 40 60 80 100 */
    assert_int_equal(json_array_size(across), 6);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(across, 5), "label")), 100);
    json_decref(json);
    chart_add(c, (double[]){0, 0}, false); /* one score that is not known: no chart */
    assert_null(chart_json(c));
    chart_free(&c);
    c = chart_new(1);
    for (int i = 0; i < 50; i++)
        chart_add(c, (double[]){-5}, true);
    json = chart_json(c);
    best = json_array_get(json_object_get(json, "lines"), 0);
    assert_int_equal(count(json_string_value(json_object_get(best, "points")), ","), 2); /* a straight line */
    json_decref(json);
    chart_free(&c);
}

static void mailbox_lines(void **state)
{
    char *bytes = NULL;
    size_t size;
    FILE *f = open_memstream(&bytes, &size);
    (void)state;
    mbox_letter(f, "a@x.org", 1800000000, slice_of("Subject: x\r\n\r\nFrom me\r\n>From me\r\n>>From\r\nfrom you\r\nFromage\r\nend"));
    mbox_letter(f, "", 0, (struct slice){NULL, 0});
    fclose(f);
    assert_string_equal(bytes, "From a@x.org Fri Jan 15 08:00:00 2027\nSubject: x\n\n>From me\n>>From me\n>>From\n"
                               "from you\nFromage\nend\n\nFrom MAILER-DAEMON Thu Jan  1 00:00:00 1970\n\n");
    free(bytes);
}

/* Two reports of a seat on their way at once: the words for the reader of the first are not in the second. */
static void reports_on_their_way_are_apart(void **state)
{
    struct world w;
    struct report_row *v;
    int n;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "g", NULL, fixed, people, NULL);
    struct sitting *s = world_sit(&w, "g");
    s->seats[0].lang = "fr";
    s->returned[1] = json_pack("{s:[{s:s}]}", "lines", "line", "PASS");
    must(store_begin(w.house->store, &world_fault));
    must(office_open(w.house, &world_fault));
    for (int i = 0; i < 2; i++)
        must(post_report(s, &s->seats[0], &world_fault));
    must(office_flush(w.house, &world_fault));
    must(store_commit(w.house->store, &world_fault));
    office_close(w.house);
    must(store_report_list(w.house->store, s->game.id, 1, &w.arena, &v, &n, &world_fault));
    assert_int_equal(n, 3);
    for (int i = 1; i < n; i++)
        assert_non_null(strstr(v[i].doc.p, "\"line\":\"PASS\""));
    sitting_close(&s);
    world_remove(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_turn_is_near), cmocka_unit_test(letters_can_be_written_again),
        cmocka_unit_test(letters_form_a_chain), cmocka_unit_test(reports_on_their_way_are_apart),
        cmocka_unit_test(pages_hold_what_they_may),
        cmocka_unit_test(pages_of_the_end_hold_no_addresses), cmocka_unit_test(charts), cmocka_unit_test(mailbox_lines),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
