/* phrases: whatever can happen or go wrong has words in every language, and templates that render.
 *
 * Every code an engine lists, every mistake of the order parser and of the house, help for every
 * verb, in English and French; and the phrases of the languages are the same set. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "selfplay.h"
#include "base/utf8.h"
#include "moderator/grammar.h"
#include "turn/account.h"
#include "report/render.h"
#include "run/general.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const langs[] = {"en", "fr"};

/* What src/lobby and the verbs about people say. */
static const char *const people_codes[] = {
    "event.resigned", "event.sent-away", "set.tz", "set.address", "set.joined", "set.left",
    "set.declined", "set.luck", "set.watching", "set.unwatched", "set.moved", "set.not-moved",
    "help.guest.ACCEPT", "help.guest.DECLINE", "lobby.company", "lobby.txt", "mistake.no-open-game",
    "mistake.game-full", "mistake.game-crowded", "mistake.game-begun", "mistake.already-joined",
    "mistake.not-joined", "mistake.luck-late", "mistake.luck-long", "mistake.bad-address",
    "mistake.too-few-players", "mistake.no-game-to-watch", "mistake.you-play",
    "mistake.already-watching", "mistake.not-watching", "mistake.same-address",
    "mistake.address-from", "mistake.too-many-moves", "mistake.move-over", "mistake.address-taken",
    "mistake.join-what", "mistake.observe-what", "mistake.unobserve-there", "mistake.leave-begun",
    "mistake.resign-sure", "mistake.resign-alone", "mistake.unknown-zone", "mistake.not-here",
    NULL};

/* What src/turn says by itself: kept here so that a new one without words is noticed in review. */
static const char *const house_codes[] = {
    "mistake.no-orders",     "mistake.too-many-lines",   "mistake.too-big",
    "mistake.unreadable",    "mistake.game-over",        "mistake.not-your-turn",
    "mistake.nothing-asked", "mistake.stale",            "mistake.unknown-language",
    "mistake.unknown-format", "mistake.no-such-turn",    "set.lang-en",
    "mistake.no-condition",  "mistake.no-situations",    "mistake.when-what", "mistake.when-order",
    "mistake.too-many-standing", "mistake.hold-dropped", "mistake.unknown-situation", "waited", "mistake.no-such-standing", "set.when", "set.forgotten",
    "set.lang-fr",           "set.format",               "subject",
    "report.txt",            "report.html",
    "still.paused", "still.moderator", "still.bounces", "still.silence", "alert.reminder", "alert.held",
    "alert.dismissed", "alert.bot", "short.bot", "short.reminder", "short.held", "short.dismissed", "calendar", "event.away",
    "event.not-away", "event.held", "event.dismissed", "event.back", "set.awaits", "set.nobody-awaited",
    "set.waiting", "set.vacation-left", "set.vacation", "set.vacation-off", "set.digest",
    "set.digest-off", "set.next", "set.cancelled", "mistake.no-vacation", "mistake.vacation-too-long",
    "mistake.bad-date", "mistake.date-past", "mistake.bad-clock", "mistake.too-many-early",
    "mistake.no-such-early", "mistake.nothing-early", "event.say", "event.say-anonymous",
    "event.whisper", "event.whisper-anonymous", "set.say", "set.whisper", "mistake.no-talk",
    "mistake.talk-what", "mistake.talk-too-long", "mistake.talk-self", "mistake.talk-too-often",
    "mistake.talk-enough", "mistake.talk-bot", "set.no-whens", "set.vacation-late", NULL};

/* What src/moderator says: its mistakes, and what players and moderators are told. */
static const char *const ruling_codes[] = {
    "names.tally", "names.place", "names.piece", "mistake.no-rulings", "mistake.no-ruling", "mistake.not-begun", "mistake.ruled-over", "mistake.breaks",
    "mistake.cannot-go-on", "mistake.no-piece", "mistake.which-piece", "mistake.whose",
    "mistake.slot-too-large", "mistake.set-already", "mistake.set-whole", "mistake.set-unseen", "mistake.option-laid",
    "mistake.no-hands", "mistake.no-deck",
    "mistake.deal-too-many", "mistake.nothing-to-shuffle", "mistake.undo-too-far", "mistake.undo-over",
    "mistake.nothing-to-redo", "mistake.redo-end", "mistake.nothing-to-reroll", "mistake.reroll-refused",
    "mistake.not-awaited", "mistake.nobody-awaited", "mistake.no-turn-clock", "mistake.bot-already",
    "mistake.bad-address", "mistake.sits-already", "mistake.moderator-plays", "mistake.no-peeking", "mistake.plays-own",
    "mistake.bad-duration", "mistake.bad-deadline", "mistake.bad-pace", "mistake.bad-option",
    "mistake.joined-already", "mistake.game-called-off", "set.invited", "set.begun", "set.called-off",
    "mistake.paused-already", "mistake.not-paused", "mistake.begun-already", "mistake.no-free-seat",
    "mistake.nothing-to-confirm", "mistake.confirm-gone", "mistake.confirm-late", "mistake.confirm-moved",
    "event.ruling.piece", "event.ruling.tally", "event.ruling.move", "event.ruling.set",
    "event.ruling.swap", "event.ruling.deal", "event.ruling.shuffle", "event.ruling.undo",
    "event.ruling.redo", "event.ruling.reroll", "event.ruling.order-new", "event.ruling.order-kept",
    "event.ruling.play", "event.ruling.kick", "event.ruling.bot", "event.ruling.replace",
    "event.ruling.pause", "event.ruling.resume", "event.ruling.extend", "event.ruling.deadline",
    "event.ruling.pace", "event.ruling.announce", "event.ruling.option", "event.ruling.option-back", "event.ruling.peek", "event.ruling.looked",
    "event.ruling.end", "event.ruling.cancel", "journal.ruling", "place.nowhere", "set.broken",
    "set.renewed", "set.resent", "set.reminded", "moderator.txt", "kicked.txt", NULL};

static struct words *get(struct words_shelf *shelf, const char *lang, const char *engine)
{
    struct words *w;
    struct fault fault;
    if (words_get(shelf, lang, engine, &w, &fault) != 0)
        fail_msg("%s", fault.text);
    return w;
}

static int missing;

static void need(struct words *w, const char *engine, const char *key)
{
    if (!words_has(w, key)) {
        print_error("%s/%s has no phrase %s\n", words_lang(w), engine, key);
        missing++;
    }
}

static void need_help(struct words *w, const char *engine, const char *family, const struct grammar *g)
{
    char key[80];
    for (int i = 0; g && i < g->nverbs; i++) {
        snprintf(key, sizeof key, "%s.%s", family, g->verbs[i].name);
        need(w, engine, key);
    }
}

static void need_types(struct words *w, const char *engine, const struct grammar *g)
{
    static const char *const builtin[] = {"number", "amount", "seat", "word", "text", "verb"};
    char key[120];
    for (size_t i = 0; i < sizeof builtin / sizeof builtin[0]; i++) {
        snprintf(key, sizeof key, "type.%s", builtin[i]);
        need(w, engine, key);
    }
    for (int i = 0; i < g->ntypes; i++) {
        snprintf(key, sizeof key, "type.%s", g->types[i].name);
        need(w, engine, key);
    }
}

static void every_code_has_words(void **state)
{
    struct arena arena = ARENA(1 << 16);
    const char *dirs[] = {house_templates(&arena), NULL};
    struct words_shelf *shelf = words_open(dirs);
    char key[120];
    (void)state;
    missing = 0;
    for (int l = 0; l < 2; l++) {
        for (const struct engine *const *e = engine_all(); *e; e++) {
            const struct engine_def *def = (*e)->def;
            struct words *w = get(shelf, langs[l], def->name);
            assert_non_null(def->codes);
            for (int i = 0; def->codes[i]; i++)
                need(w, def->name, def->codes[i]);
            for (int i = 0; def->variants[i]; i++)
                need(w, def->name, def->variants[i]);
            for (int i = 0; i < def->noptions; i++) {
                snprintf(key, sizeof key, "option.%s", def->options[i].name);
                need(w, def->name, key);
            }
            for (int i = 0; house_codes[i]; i++)
                need(w, def->name, house_codes[i]);
            for (int i = 0; people_codes[i]; i++)
                need(w, def->name, people_codes[i]);
            for (int i = 0; order_mistake_codes[i]; i++) {
                snprintf(key, sizeof key, "mistake.%s", order_mistake_codes[i]);
                need(w, def->name, key);
            }
            need_types(w, def->name, (*e)->grammar);
            for (int i = 0; (*e)->situations && i < (*e)->situations->nverbs; i++) {
                snprintf(key, sizeof key, "situation.%s", (*e)->situations->verbs[i].name);
                need(w, def->name, key);
            }
            need_types(w, def->name, ruling_grammar());
            for (int i = 0; ruling_codes[i]; i++)
                need(w, def->name, ruling_codes[i]);
            for (int i = 0; i < (*e)->schema->nplaces; i++) {
                snprintf(key, sizeof key, "place.%s", (*e)->schema->places[i].name);
                need(w, def->name, key);
            }
            need_help(w, def->name, "help", (*e)->grammar);
            need_help(w, def->name, "help", general_grammar());
            need_help(w, def->name, "rule", ruling_grammar());
            need_help(w, def->name, "rule", ruling_asides());
        }
        need(get(shelf, langs[l], "common"), "common", "stranger.txt");
        static const char *const common[] = {"aside.txt",      "notice.txt",  "notice.held", "notice.dismissed",
                                             "digest.subject", "digest.txt", "digest.html"};
        for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
            need(get(shelf, langs[l], "common"), "common", common[i]);
    }
    assert_int_equal(missing, 0);
    words_free(&shelf);
    arena_free(&arena);
}

/* --- the same set in both languages ---------------------------------------------------------- */

static int keys_of(const char *lang, const char *folder, struct arena *arena, const char **v, int max)
{
    const char *path = arena_printf(arena, "%s/%s/%s/phrases", house_templates(arena), lang, folder);
    char line[8192];
    int n = 0;
    FILE *f = fopen(path, "re");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        struct slice rest = slice_of(line), key = slice_trim(slice_cut(&rest, '='));
        if (rest.p && key.n && line[0] != '#' && line[0] != ' ' && line[0] != '\t' && n < max)
            v[n++] = arena_slice(arena, key);
    }
    fclose(f);
    return n;
}

static void compare(const char *a, const char *b, const char *folder)
{
    struct arena arena = ARENA(8 << 20);
    const char *x[2000], *y[2000];
    int n = keys_of(a, folder, &arena, x, 2000), m = keys_of(b, folder, &arena, y, 2000);
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (int k = 0; k < m && !found; k++)
            found = strcmp(x[i], y[k]) == 0;
        if (!found) {
            print_error("%s/%s/phrases has no %s\n", b, folder, x[i]);
            missing++;
        }
    }
    arena_free(&arena);
}

static void languages_say_the_same(void **state)
{
    (void)state;
    missing = 0;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        compare("en", "fr", (*e)->def->name);
        compare("fr", "en", (*e)->def->name);
    }
    compare("en", "fr", "common");
    compare("fr", "en", "common");
    assert_int_equal(missing, 0);
}

/* An engine's event with the name of one of the house would be told in its place. */
static void events_of_engines_have_names_of_their_own(void **state)
{
    (void)state;
    missing = 0;
    for (const struct engine *const *e = engine_all(); *e; e++)
        for (const char *const *code = (*e)->def->codes; *code; code++)
            for (int i = 0; house_codes[i]; i++)
                if (strncmp(*code, "event.", 6) == 0 && strcmp(*code, house_codes[i]) == 0) {
                    print_error("%s says %s, and so does the house\n", (*e)->def->name, *code);
                    missing++;
                }
    assert_int_equal(missing, 0);
}

/* --- text keeps its columns ------------------------------------------------------------------- */

static void check_text(struct slice text, const char *lang)
{
    bool blank = false;
    while (text.p && text.n) {
        struct slice line = slice_cut(&text, '\n');
        bool order = line.n > 4 && strncmp(slice_trim(line).p, "→ ", 4) == 0;
        if (utf8_width(line) > 72 && !order)
            fail_msg("%s: over 72 columns: %.*s", lang, (int)line.n, line.p);
        if (line.n && line.p[line.n - 1] == ' ' && !slice_is(line, "-- "))
            fail_msg("%s: a blank behind: %.*s", lang, (int)line.n, line.p);
        if (blank && line.n == 0)
            fail_msg("%s: two empty lines", lang);
        blank = line.n == 0;
    }
}

static void check_reports(struct world *w, struct sitting *s)
{
    for (int l = 0; l < 2; l++)
        for (int as = -1; as <= s->game.seats; as++) {
            struct buf text = BUF(1 << 20), html = BUF(1 << 22);
            struct words *words = get(w->house->shelf, langs[l], s->engine->def->name);
            json_t *doc = NULL;
            must(account(s, as, s->game.shown - 3, NULL, &doc, &world_fault));
            must(render_text(words, "report", doc, &text, &world_fault));
            must(render_html(words, "report", doc, NULL, &html, &world_fault));
            check_text(buf_all(&text), langs[l]);
            assert_null(strstr(buf_text(&html), "<script"));
            assert_null(strstr(buf_text(&html), "http:"));
            assert_null(strstr(buf_text(&html), "https:"));
            assert_null(strstr(buf_text(&html), "src=")); /* nothing is fetched from anywhere */
            json_decref(doc);
            buf_free(&text);
            buf_free(&html);
        }
}

/* The next letter of a game: what a bot would write, or, now and then, something a report offers. */
static void play_on(struct world *w, struct sitting *s, struct chance *chance)
{
    struct attempt *a = arena_new(&w->arena, struct attempt);
    struct order *orders = arena_array(&w->arena, struct order, 16);
    int seat = s->awaits[chance_below(chance, (uint32_t)s->nawaits)].seat;
    int n = selfplay_letter(s, seat, chance, orders, 16);
    turn_try(s, seat, orders, n, false, a);
    if (!a->ok) {
        n = selfplay_suggest(s, seat, orders, 16);
        turn_try(s, seat, orders, n, false, a);
    }
    assert_true(a->ok);
    must(store_begin(w->house->store, &world_fault));
    must(turn_keep(s, seat, "letter", orders, n, a, &world_fault));
    must(turn_settle(s, &world_fault));
    must(store_commit(w->house->store, &world_fault));
}

/* Games with few and with many seats, from fixed secrets and fixed chance, so that a failure can be
 * seen again. */
static void reports_fit_72_columns(void **state)
{
    static const char *const names[] = {"Alice", "Maximilienne-Antoinette", "Bob",   "Zoe",
                                        "Jean-Christophe", "Anne-Elisabeth", "Gus", NULL};
    enum { GAMES = 4, TURNS = 70 };
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct chance chance = {20261118};
        struct world w;
        world_make(&w, 1800000000);
        for (int g = 0; g < GAMES; g++) {
            const char *seated[SEATS_MAX + 1] = {NULL};
            int low = (*e)->def->seats_min, high = (*e)->def->seats_max, seats = low + g * (high - low) / (GAMES - 1);
            char name[16], secret[65];
            for (int i = 0; i < seats && i < 7; i++)
                seated[i] = names[i];
            snprintf(name, sizeof name, "g%d", g);
            snprintf(secret, sizeof secret, "%064d", 7000 + g);
            world_game(&w, (*e)->def->name, name, NULL, NULL, seated, secret);
            for (int t = 0; t < TURNS; t++) {
                struct sitting *s = world_sit(&w, name);
                bool over = s->game.status != GAME_PLAYING;
                check_reports(&w, s);
                if (!over)
                    play_on(&w, s, &chance);
                sitting_close(&s);
                arena_reset(&w.arena);
                if (over)
                    break;
            }
        }
        world_remove(&w);
    }
}

/* What place a moderator's word stands for; -1: none. */
static int place_named(const struct engine *e, struct slice word)
{
    struct sitting s = {.engine = e, .game = {.status = GAME_PLAYING}};
    struct arena arena = ARENA(1 << 20);
    struct order_reader reader = ruling_reader(&s);
    struct order order;
    struct mistake m = {0};
    const char *line = arena_printf(&arena, "SHUFFLE %.*s", (int)word.n, word.p);
    bool ok = order_read(&reader, slice_of(line), 1, &arena, &order, &m);
    int place = ok && order.nterms == 1 ? (int)order.terms[0].value : -1;
    arena_free(&arena);
    return place;
}

/* Every place of every game by its own name, by a word of what reports call it in each language, and by
 * each other word the engine gives it; no word means two places. */
static void places_have_names(void **state)
{
    struct world w;
    (void)state;
    world_make(&w, 1800000000);
    for (const struct engine *const *e = engine_all(); *e; e++)
        for (int p = 0; p < (*e)->schema->nplaces; p++) {
            const char *name = (*e)->schema->places[p].name;
            assert_int_equal(place_named(*e, slice_of(name)), p);
            for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++) {
                struct buf text = BUF(1000);
                struct words *words;
                json_t *nothing = json_object();
                char code[80];
                bool found = false;
                snprintf(code, sizeof code, "place.%s", name);
                must(words_get(w.house->shelf, langs[i], (*e)->def->name, &words, &world_fault));
                must(render_line(words, code, nothing, &text, &world_fault));
                struct slice rest = buf_all(&text);
                while (rest.p && rest.n)
                    found = place_named(*e, slice_cut(&rest, ' ')) == p || found;
                if (!found)
                    die("%s: no word of \"%s\" names the place %s", (*e)->def->name, buf_text(&text), name);
                json_decref(nothing);
                buf_free(&text);
            }
            for (const struct alias *a = (*e)->def->aliases; a->name; a++) {
                struct slice rest = slice_of(a->words);
                assert_true(schema_place((*e)->schema, slice_of(a->name)) >= 0);
                while (strcmp(a->name, name) == 0 && rest.p && rest.n)
                    assert_int_equal(place_named(*e, slice_cut(&rest, ' ')), p);
            }
        }
    assert_int_equal(place_named(*engine_all(), slice_of("NIRGENDS")), -1);
    world_remove(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_words),
        cmocka_unit_test(languages_say_the_same),
        cmocka_unit_test(events_of_engines_have_names_of_their_own),
        cmocka_unit_test(reports_fit_72_columns),
        cmocka_unit_test(places_have_names),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
