/* sealed: what a player puts by, or whispers to somebody else, changes no byte that others get.
 *
 * At random positions of random games of every engine: a seat's report, reminder and preview are made twice,
 * the second time with another seat's early orders, standing orders, whisper to a third and digest in the
 * store. They must be the same. And what a seat has put by is in its own report. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "archive/mbox.h"
#include "archive/record.h"
#include "archive/site.h"
#include "selfplay.h"
#include "turn/account.h"
#include "turn/post.h"
#include "turn/talk.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 4, POSITIONS = 4, SEATS = 4 };

static struct chance chance = {42};

static void advance_some(struct world *w, const char *game, int turns)
{
    struct sitting *s = world_sit(w, game);
    struct attempt *a = arena_new(&w->arena, struct attempt);
    struct order *orders = arena_array(&w->arena, struct order, ORDERS_SUGGESTED);
    must(store_begin(w->house->store, &world_fault));
    for (int t = 0; t < turns && s->game.status == GAME_PLAYING && s->nawaits; t++) {
        int seat = s->awaits[0].seat, n = selfplay_suggest(s, seat, orders, ORDERS_SUGGESTED);
        turn_try(s, seat, orders, n, false, a);
        must(turn_keep(s, seat, "letter", orders, n, a, &world_fault));
        must(turn_settle(s, &world_fault));
    }
    must(store_commit(w->house->store, &world_fault));
    sitting_close(&s);
}

/* A letter of a seat, played in the transaction that is open; what it does to others is what counts. */
static void act(struct world *w, const char *game, int seat, const char *body, bool stands)
{
    struct sitting *s = world_sit(w, game);
    struct post_answer out;
    must(answer_letter(s, seat, 0, slice_of(body), &out, &world_fault));
    if (stands && !out.stands)
        die("%s: seat %d cannot write \"%s\": %s", game, seat, body, report_dump(out.answer));
    json_decref(out.answer);
    sitting_close(&s);
}

/* What a seat gets: its report, a reminder, the answers to a few letters. */
static void letters_to(struct world *w, const char *game, int seat, struct buf *out)
{
    static const char *const letters[] = {"STATUS", "WHENS", "CANCEL", "PREVIEW\nPASS", "VACATION", "HELP NEXT", "HISTORY"};
    struct sitting *s = world_sit(w, game);
    struct letter_out *v;
    struct post_answer answer;
    int64_t before;
    int n;
    buf_clear(out);
    must(store_letter_out_next(w->house->store, &before, &world_fault));
    must(post_alert(s, &s->seats[seat - 1], "alert.reminder", &world_fault));
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        must(answer_letter(s, seat, 0, slice_of(letters[i]), &answer, &world_fault));
        answer.message_id = "letter@players.example";
        must(post_reports(s, &answer, s->game.awaits, &world_fault));
        json_decref(answer.answer);
    }
    must(post_report(s, &s->seats[seat - 1], &world_fault));
    must(store_letters_waiting(w->house->store, w->now + 1, 1000, &w->arena, &v, &n, &world_fault));
    for (int i = 0; i < n; i++)
        if (v[i].id >= before && strcmp(v[i].to, s->seats[seat - 1].address) == 0)
            buf_slice(out, v[i].bytes);
    sitting_close(&s);
}

static void compare(struct world *w, const char *game, int seat, const char *sealed, int by, int64_t *bytes)
{
    struct buf without = BUF(16 << 20), with = BUF(16 << 20);
    struct store *store = w->house->store;
    must(store_begin(store, &world_fault));
    letters_to(w, game, seat, &without);
    store_rollback(store);
    must(store_begin(store, &world_fault));
    act(w, game, by, sealed, true);
    letters_to(w, game, seat, &with);
    store_rollback(store);
    if (!slice_eq(buf_all(&without), buf_all(&with)))
        die("%s: seat %d learns of \"%s\" by seat %d", game, seat, sealed, by);
    *bytes += (int64_t)with.n;
    buf_free(&without);
    buf_free(&with);
}

static const char *first_order(struct world *w, const char *game, int seat)
{
    struct sitting *s = world_sit(w, game);
    struct order_reader reader = sitting_reader(s, NULL);
    const struct grammar *g = s->engine->grammar;
    struct buf text = BUF(4096);
    struct order *orders = arena_array(&w->arena, struct order, ORDERS_SUGGESTED);
    int n = selfplay_suggest(s, s->nawaits ? s->awaits[0].seat : seat, orders, ORDERS_SUGGESTED);
    if (n)
        order_print(&reader, &orders[0], &text);
    else
        buf_str(&text, g->verbs[0].name);
    const char *line = arena_strdup(&w->arena, buf_text(&text));
    buf_free(&text);
    sitting_close(&s);
    return line;
}

static void nobody_can_tell(void **state)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", "David", NULL};
    static const char *const fixed[] = {"seating=fixed", NULL};
    static const struct {
        const char *engine, *when;
    } whens[] = {{"forex", "WHEN DIVEST USD SELL 1"}, {"boss", "WHEN BOSS PASS"}};
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        int64_t bytes = 0;
        world_make(&w, 1800000000);
        w.format = "both json";
        for (int g = 0; g < GAMES; g++) {
            const char *name = arena_printf(&w.arena, "g%d", g);
            bool takes_fixed = strcmp((*e)->def->name, "boss") != 0;
            world_game(&w, (*e)->def->name, name, NULL, takes_fixed ? fixed : NULL, names, NULL);
            world_run(&w);
            for (int p = 0; p < POSITIONS; p++) {
                advance_some(&w, name, (int)chance_below(&chance, 9));
                int seat = 1 + (int)chance_below(&chance, SEATS), by = seat % SEATS + 1, third = by % SEATS + 1;
                struct sitting *s = world_sit(&w, name);
                bool over = s->game.status != GAME_PLAYING;
                sitting_close(&s);
                if (over)
                    break;
                const char *order = first_order(&w, name, by);
                compare(&w, name, seat, arena_printf(&w.arena, "NEXT %s\nNEXT %s", order, order), by, &bytes);
                compare(&w, name, seat, arena_printf(&w.arena, "WHISPER %d something secret", third), by, &bytes);
                compare(&w, name, seat, "DIGEST DAILY 12:00\nLANG fr\nFORMAT text", by, &bytes);
                for (size_t k = 0; k < sizeof whens / sizeof whens[0]; k++)
                    if (strcmp((*e)->def->name, whens[k].engine) == 0)
                        compare(&w, name, seat, whens[k].when, by, &bytes);
            }
        }
        print_message("%s: %lld bytes compared\n", (*e)->def->name, (long long)bytes);
        assert_true(bytes > 100000);
        world_remove(&w);
    }
}

/* Whether any file below a directory has it. */
static bool is_in(const char *dir, const char *pattern)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        execlp("grep", "grep", "-rqE", pattern, dir, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    return WEXITSTATUS(status) == 0;
}

/* Of a game that is played: no record, no mailbox of everybody, and pages and another's letters without. */
static void in_no_archive(struct world *w, struct sitting *s)
{
    struct site site = {.house = w->house, .dir = arena_printf(&w->arena, "%s/site", w->dir)};
    json_t *record = NULL;
    char *bytes = NULL;
    size_t size = 0;
    int letters;
    assert_int_equal(record_make(s, &record, &world_fault), -1);
    FILE *f = open_memstream(&bytes, &size);
    must(mbox_write(s, 1, f, &letters, &world_fault));
    fclose(f);
    assert_true(letters > 0);
    assert_null(strstr(bytes, "CNY CHF"));
    assert_null(strstr(bytes, "DIVEST USD"));
    free(bytes);
    assert_int_equal(mkdir(site.dir, 0700), 0);
    must(site_begin(&site, &world_fault));
    must(site_game(&site, s, &world_fault));
    must(site_end(&site, &world_fault));
    assert_true(is_in(site.dir, "Alice"));
    assert_false(is_in(site.dir, "CNY CHF|SELL 1"));
}

/* A seat's own report lists what it has put by; the record of the game does not before it is played. */
static void one_sees_ones_own(void **state)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", NULL};
    static const char *const fixed[] = {"seating=fixed", NULL};
    struct world w;
    json_t *doc = NULL;
    struct entry *v;
    int n;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "forex", "g", NULL, fixed, names, NULL);
    must(store_begin(w.house->store, &world_fault));
    act(&w, "g", 2, "NEXT INVEST CNY CHF\nWHEN DIVEST USD SELL 1", true);
    must(store_commit(w.house->store, &world_fault));
    struct sitting *s = world_sit(&w, "g");
    for (int seat = 1; seat <= 3; seat++) {
        must(account(s, seat, 0, NULL, &doc, &world_fault));
        assert_true((json_object_get(doc, "later") != NULL) == (seat == 2));
        json_decref(doc);
    }
    must(store_journal(w.house->store, s->game.id, 0, s->game.turn, &w.arena, &v, &n, &world_fault));
    for (int i = 0; i < n; i++) {
        assert_null(strstr(v[i].body, "INVEST"));
        assert_null(strstr(v[i].body, "SELL"));
    }
    world_run(&w);
    in_no_archive(&w, s);
    sitting_close(&s);
    world_remove(&w);
}

/* Whatever is said: every line is short, clean and behind a bar, so that nothing in it can be an order, a
 * header, a tag. */
static void talk_is_only_talk(void **state)
{
    static const char hostile[] = "TAKE OIL-EF\n\n-- \nFrom: x\r\nBcc: y@z\n{{>subject}}{{{game}}}\t<script>alert(1)</script>\n"
                                  "averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongword and more words "
                                  "behind it é\n\x01\x02";
    static const char *const names[] = {"Alice", "Bob", NULL};
    struct world w;
    struct world_mail *mail;
    json_t *lines = talk_lines(slice_of(hostile));
    (void)state;
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        assert_null(strpbrk(line, "\n\r\t\x01\x02"));
        assert_true(strlen(line) <= 64 * 4);
    }
    json_decref(lines);
    world_make(&w, 1800000000);
    world_game(&w, "venture", "g", NULL, NULL, names, NULL);
    world_run(&w);
    world_mail(&w, NULL, true, &mail);
    const char *body = arena_printf(&w.arena, "SAY\n%s\nEND", hostile);
    world_orders(&w, "g", 1, body);
    world_run(&w);
    w.now += TALK_WAIT;
    world_mail(&w, NULL, true, &mail);
    world_run(&w);
    struct sitting *s = world_sit(&w, "g");
    int n = world_mail(&w, s->seats[1].address, true, &mail);
    assert_int_equal(n, 1);
    assert_non_null(strstr(mail[0].letter.text, "    | TAKE OIL-EF\n"));
    assert_non_null(strstr(mail[0].letter.text, "    | {{>subject}}{{{game}}} <script>alert(1)</script>\n"));
    for (size_t i = 0; i + 5 < mail[0].bytes.n; i++)
        assert_true(memcmp(mail[0].bytes.p + i, "\nBcc:", 5) != 0);
    /* Sent back without quote marks, none of it is an order. */
    world_orders(&w, "g", 2, mail[0].letter.text);
    int64_t turn = s->game.turn;
    sitting_close(&s);
    world_run(&w);
    s = world_sit(&w, "g");
    assert_int_equal(s->game.turn, turn);
    sitting_close(&s);
    world_remove(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_can_tell),
        cmocka_unit_test(one_sees_ones_own),
        cmocka_unit_test(talk_is_only_talk),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
