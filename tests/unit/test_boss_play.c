/* Whole games by suggestion and by chance, what reports are made of, and words for every code. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"

static uint64_t seed = 2463534242u;

static uint32_t any(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed % n);
}

/* --- whole games ------------------------------------------------------------------------- */

static void suggested(struct game *g, struct table *seen, int seat, struct suggestion *s)
{
    struct view view = table_view(seen, g->table, seat);
    boss_engine.suggest(&view, &g->engine, g->options, 0, &g->arena, s);
}

static json_t *described(struct game *g, struct table *seen, int seat)
{
    struct view view = table_view(seen, g->table, seat);
    json_t *doc = json_object();
    boss_engine.describe(&view, &g->engine, g->options, 0, doc);
    return doc;
}

/* Orders a report offers, collected from anywhere in it. */
static int offered(const json_t *v, const char **out, int n, int room)
{
    const char *key;
    json_t *item;
    size_t i;
    if (json_is_object(v)) {
        json_object_foreach((json_t *)v, key, item)
        {
            if (strcmp(key, "order") == 0 && n < room)
                out[n++] = json_string_value(item);
            else
                n = offered(item, out, n, room);
        }
    } else if (json_is_array(v)) {
        json_array_foreach(v, i, item) n = offered(item, out, n, room);
    }
    return n;
}

static void play_suggestion(struct game *g, struct table *seen, struct suggestion *s, int seat)
{
    suggested(g, seen, seat, s);
    assert_true(s->n > 0);
    for (int i = 0; i < s->n; i++)
        if (boss_engine.apply(&g->play, seat, &s->orders[i]) == OUTCOME_MISTAKE)
            fail_msg("suggestion refused: %s", g->mistake.code);
    assert_int_equal(boss_engine.close(&g->play, seat), OUTCOME_DONE);
}

/* A seat, awaited or not, writes something a report offers it: alone it must be legal. */
static void by_chance(struct game *g, struct table *seen, int seat)
{
    const char *orders[400];
    json_t *doc = described(g, seen, seat);
    int n = offered(doc, orders, 0, 400);
    if (n) {
        const char *line = orders[any((uint32_t)n)], *code = letter(g, seat, line);
        if (code[0])
            fail_msg("offered and refused: %s (%s)", line, code);
        g->held[seat][0] = '\0';
    }
    json_decref(doc);
}

static void one_game(uint32_t number, struct suggestion *s)
{
    int seats = 2 + (int)(number % 5), letters = 0;
    struct game *g = game_new(seats);
    struct table *seen = table_new(g->engine.schema, seats);
    for (int o = 0; o < OPT_SEATING; o++)
        g->options[o] = number % 3 ? 0 : any(3) == 0;
    bool chancy = number % 8 == 0;
    game_setup(g, number);
    while (!boss_engine.finished(g->table)) {
        struct await v[AWAITS_MAX];
        int n = boss_engine.awaits(g->table, g->options, v);
        assert_true(n > 0 && n <= seats);
        arena_reset(&g->arena);
        g->events = (struct events){.arena = &g->arena};
        luck_mark(&g->luck);
        uint32_t what = chancy ? any(40) : 40;
        if (what < 5) /* one in eight is silent */
            boss_engine.expire(&g->play, &v[any((uint32_t)n)]);
        else if (what < 10)
            by_chance(g, seen, 1 + (int)any((uint32_t)seats));
        else
            play_suggestion(g, seen, s, v[chancy ? any((uint32_t)n) : 0].seat);
        boss_engine.advance(&g->play);
        if (chancy || letters % 4 == 0)
            holds(g);
        assert_true(++letters < 4000);
    }
    holds(g);
    assert_null(await_of(g, 1));
    table_free(&seen);
    game_free(g);
}

/* Money and 98 cards are conserved (the invariant looks), and every game ends. */
static void thousand_games(void **state)
{
    (void)state;
    struct suggestion *s = malloc(sizeof *s);
    for (uint32_t i = 0; i < 1000; i++)
        one_game(i, s);
    free(s);
}

/* What bots make of the game, summed up over many. */
struct sums {
    int rich, asks, agreed, stops, bosses, travels, failed, deals, turns, paid, won;
    int letters_most, talk_most; /* in a game; in one negotiation */
};

static void add_events(const struct game *g, struct sums *u)
{
    for (const struct event *e = g->events.first; e; e = e->next) {
        u->asks += strcmp(e->code, "ask") == 0;
        u->agreed += strcmp(e->code, "agree") == 0;
        u->stops += strcmp(e->code, "stop") == 0;
        u->bosses += strcmp(e->code, "new-boss") == 0;
        u->travels += strcmp(e->code, "travel") == 0;
        u->failed += strcmp(e->code, "failed") == 0;
    }
}

static void bot_game(int seats, uint32_t number, struct suggestion *s, struct sums *u)
{
    struct game *g = game_new(seats);
    struct table *seen = table_new(g->engine.schema, seats);
    int letters = 0, talk = 0;
    int64_t best = 0;
    game_setup(g, number);
    for (; !boss_engine.finished(g->table); letters++) {
        struct await v[AWAITS_MAX];
        boss_engine.awaits(g->table, g->options, v);
        luck_mark(&g->luck);
        play_suggestion(g, seen, s, v[0].seat);
        boss_engine.advance(&g->play);
        talk = tally(g->table, T_BOSS) ? talk + 1 : 0;
        u->talk_most = talk > u->talk_most ? talk : u->talk_most;
    }
    for (int seat = 1; seat <= seats; seat++) {
        u->rich += cash_of(g, seat) >= 10;
        best = cash_of(g, seat) > best ? cash_of(g, seat) : best;
    }
    add_events(g, u);
    u->deals += tally(g->table, T_DEALS);
    u->turns += tally(g->table, T_NUMBER);
    u->paid += tally(g->table, T_PAID);
    u->won += (int)best;
    u->letters_most = letters > u->letters_most ? letters : u->letters_most;
    table_free(&seen);
    game_free(g);
}

/* Bots bargain: money comes into several hands, most attempts are closed, cards are played, and no
 * negotiation goes on for ever. */
static void six_bots(void **state)
{
    enum { GAMES = 1000 };
    struct suggestion *s = malloc(sizeof *s);
    struct sums u = {0};
    (void)state;
    for (uint32_t i = 0; i < GAMES; i++)
        bot_game(6, 1000 + i, s, &u);
    free(s);
    print_message("a game of six bots: %.1f turns, %.1f deals, %.1f failed, %.0f million (the winner %.0f), "
                  "%.1f of 6 with 10 or more; %.1f asks, %.1f agreed, %.1f travels, %.1f stops, %.1f new bosses; "
                  "at most %d letters, %d in one negotiation\n",
                  u.turns / 1000.0, u.deals / 1000.0, u.failed / 1000.0, u.paid / 1000.0, u.won / 1000.0,
                  u.rich / 1000.0, u.asks / 1000.0, u.agreed / 1000.0, u.travels / 1000.0, u.stops / 1000.0,
                  u.bosses / 1000.0, u.letters_most, u.talk_most);
    assert_true(u.rich > GAMES * 4);
    assert_true(u.asks > GAMES * 20);
    assert_true(u.deals >= GAMES * 10);
    assert_true(u.turns < GAMES * 40);
    assert_true(u.won < u.paid / 2); /* nobody takes all */
    assert_true(u.stops > GAMES / 2 && u.bosses > GAMES / 2 && u.travels > GAMES / 2);
    assert_true(u.letters_most < 1000);
    assert_true(u.talk_most < 250);
}

static void suggestions_are_deterministic(void **state)
{
    (void)state;
    struct game *g = game_new(4);
    struct table *seen = table_new(g->engine.schema, 4);
    struct suggestion *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    game_setup(g, 9);
    for (int k = 0; k < 60; k++) {
        struct await v[AWAITS_MAX];
        boss_engine.awaits(g->table, g->options, v);
        for (int seat = -1; seat <= 4; seat++) {
            suggested(g, seen, seat, a);
            suggested(g, seen, seat, b);
            assert_int_equal(a->n, b->n);
            assert_int_equal(a->n > 0, seat > 0 && await_of(g, seat) != NULL);
            for (int i = 0; i < a->n; i++)
                assert_true(order_same(&a->orders[i], &b->orders[i]));
        }
        luck_mark(&g->luck);
        play_suggestion(g, seen, a, v[0].seat);
        boss_engine.advance(&g->play);
    }
    free(a);
    free(b);
    table_free(&seen);
    game_free(g);
}

/* Who is awaited, under which clock and for what matter, is the same whatever is hidden. */
static void timing_tells_nothing(void **state)
{
    (void)state;
    struct suggestion *s = malloc(sizeof *s);
    struct game *g = game_new(5);
    struct table *seen = table_new(g->engine.schema, 5), *other = table_new(g->engine.schema, 5);
    int positions = 0;
    game_setup(g, 77);
    while (!boss_engine.finished(g->table)) {
        struct await v[AWAITS_MAX], w[AWAITS_MAX];
        int n = boss_engine.awaits(g->table, g->options, v);
        table_copy(other, g->table);
        for (int k = 0; k < 60; k++) {
            uint16_t a = (uint16_t)(1 + any((uint32_t)table_pieces(other)));
            uint16_t b = (uint16_t)(1 + any((uint32_t)table_pieces(other)));
            int pa = table_piece(other, a)->place, pb = table_piece(other, b)->place;
            if ((pa == P_HAND || pa == P_DECK) && (pb == P_HAND || pb == P_DECK))
                table_swap(other, a, b);
        }
        assert_int_equal(boss_engine.awaits(other, g->options, w), n);
        for (int i = 0; i < n; i++)
            assert_true(v[i].seat == w[i].seat && v[i].clock == w[i].clock &&
                        v[i].what == w[i].what && v[i].matter == w[i].matter);
        luck_mark(&g->luck);
        play_suggestion(g, seen, s, v[0].seat);
        boss_engine.advance(&g->play);
        positions++;
    }
    assert_true(positions > 100);
    free(s);
    table_free(&seen);
    table_free(&other);
    game_free(g);
}

/* --- the report's part ------------------------------------------------------------------- */

static int64_t number_at(const json_t *doc, const char *key)
{
    json_t *v = json_object_get(doc, key);
    assert_true(json_is_integer(v));
    return json_integer_value(v);
}

static const char *text_at(const json_t *doc, const char *key)
{
    return json_string_value(json_object_get(doc, key));
}

static bool has_order(const json_t *doc, const char *order)
{
    const char *orders[400];
    int n = offered(doc, orders, 0, 400);
    for (int i = 0; i < n; i++)
        if (strcmp(orders[i], order) == 0)
            return true;
    return false;
}

static struct game *scene(void)
{
    struct game *g = game_bare(4);
    invest(g, 1, "Cashman Dougherty");
    invest(g, 2, "Goldman");
    invest(g, 3, "Sacks Liebgeld");
    invest(g, 4, "Wadsworth");
    hand(g, 1, "recruit clan-Wadsworth");
    hand(g, 2, "stop clan-Sacks recruit recruit recruit");
    hand(g, 3, "boss travel-joker");
    cash(g, 1, 4);
    cash(g, 2, 9);
    pawn(g, 7);
    plays(g, 1, "DEAL");
    plays(g, 2, "ASK 3 FOR Goldman");
    plays(g, 3, "ASK 4 FOR Sacks");
    plays(g, 1, "AGREE #1");
    return g;
}

static void the_deal_at_a_glance(void **state)
{
    (void)state;
    struct game *g = scene();
    struct table *seen = table_new(g->engine.schema, 4);
    json_t *doc = described(g, seen, 1), *deal = json_object_get(doc, "deal");
    assert_int_equal(number_at(deal, "income"), 10);
    assert_int_equal(number_at(deal, "promised"), 3);
    assert_int_equal(number_at(deal, "keeps"), 7);
    assert_string_equal(text_at(deal, "missing"), "Sacks");
    assert_int_equal(number_at(deal, "missing_optional"), 0);
    assert_int_equal(number_at(deal, "cheapest"), 7);
    json_t *cashman = json_array_get(json_object_get(deal, "families"), 0);
    assert_string_equal(text_at(cashman, "investor"), "Cashman");
    assert_true(json_is_true(json_object_get(cashman, "ready")));
    assert_int_equal(json_array_size(json_object_get(deal, "families")), 6);
    assert_true(has_order(doc, "CLOSE"));
    assert_true(has_order(doc, "AGREE #2"));
    assert_true(has_order(doc, "WITHDRAW #1"));
    assert_false(has_order(doc, "BOSS"));
    json_decref(doc);
    doc = described(g, seen, 2);
    assert_true(has_order(doc, "SHOW Sacks"));
    assert_true(has_order(doc, "RECRUIT Cashman FROM 1"));
    assert_true(has_order(doc, "PASS") == (await_of(g, 2) != NULL));
    assert_false(has_order(doc, "CLOSE"));
    json_t *seats = json_object_get(doc, "seats");
    assert_int_equal(number_at(json_array_get(seats, 1), "cash"), 9);
    assert_null(json_object_get(json_array_get(seats, 0), "cash")); /* not his to know */
    assert_null(json_object_get(json_array_get(seats, 0), "hand"));
    assert_int_equal(number_at(json_object_get(doc, "hand"), "recruit"), 3);
    json_decref(doc);
    doc = described(g, seen, SIGHT_MODERATOR);
    seats = json_object_get(doc, "seats");
    assert_int_equal(number_at(json_array_get(seats, 0), "cash"), 4);
    assert_non_null(json_object_get(json_array_get(seats, 0), "hand"));
    json_decref(doc);
    table_free(&seen);
    game_free(g);
}

static void windows_have_buttons(void **state)
{
    (void)state;
    struct game *g = scene();
    struct table *seen = table_new(g->engine.schema, 4);
    plays(g, 3, "TRAVEL Goldman OF Thierry");
    json_t *doc = described(g, seen, 2), *window = json_object_get(doc, "window");
    assert_true(json_is_true(json_object_get(window, "travel")));
    assert_string_equal(text_at(window, "investor"), "Goldman");
    assert_true(has_order(doc, "STOP"));
    assert_true(has_order(doc, "PASS"));
    json_decref(doc);
    doc = described(g, seen, 1);
    assert_false(has_order(doc, "STOP"));
    assert_true(has_order(doc, "PASS"));
    json_decref(doc);
    doc = described(g, seen, 0); /* people who watch are offered nothing */
    const char *orders[10];
    assert_int_equal(offered(doc, orders, 0, 10), 0);
    json_decref(doc);
    table_free(&seen);
    game_free(g);
}

/* --- words ------------------------------------------------------------------------------- */

static char *read_file(const char *path)
{
    const char *top = getenv("TOP_SRCDIR");
    char full[1000];
    snprintf(full, sizeof full, "%s/%s", top ? top : ".", path);
    FILE *f = fopen(full, "r");
    if (!f)
        fail_msg("cannot read %s", full);
    char *text = calloc(1, 1 << 20);
    text[0] = '\n';
    assert_true(fread(text + 1, 1, (1 << 20) - 2, f) > 0);
    fclose(f);
    return text;
}

static void expect_phrase(const char *lang, const char *text, const char *family, const char *name)
{
    char key[200];
    snprintf(key, sizeof key, "\n%s%s = ", family, name);
    if (!strstr(text, key))
        fail_msg("%s: no phrase%s", lang, key);
}

static void every_code_has_words(void **state)
{
    (void)state;
    static const char *const langs[] = {"en", "fr"};
    struct engine e = opened();
    for (int l = 0; l < 2; l++) {
        char path[100];
        snprintf(path, sizeof path, "templates/%s/boss/phrases", langs[l]);
        char *text = read_file(path);
        int codes = 0;
        for (; boss_codes[codes]; codes++)
            expect_phrase(langs[l], text, "", boss_codes[codes]);
        assert_true(codes > 140);
        for (int v = 0; v < e.grammar->nverbs; v++)
            expect_phrase(langs[l], text, "help.", e.grammar->verbs[v].name);
        for (int v = 0; v < e.situations->nverbs; v++)
            expect_phrase(langs[l], text, "situation.", e.situations->verbs[v].name);
        for (int o = 0; o < boss_engine.noptions; o++)
            expect_phrase(langs[l], text, "option.", boss_engine.options[o].name);
        for (int v = 0; boss_engine.variants[v]; v++)
            expect_phrase(langs[l], text, "", boss_engine.variants[v]);
        free(text);
    }
}

static void grammars_are_sound(void **state)
{
    (void)state;
    struct arena arena = ARENA(4 << 20);
    struct engine e = opened();
    const char *wrong = grammar_check(e.grammar, NULL, &arena);
    if (wrong)
        fail_msg("%s", wrong);
    wrong = grammar_check(e.situations, NULL, &arena);
    if (wrong)
        fail_msg("%s", wrong);
    arena_free(&arena);
}

/* Both languages, and what is printed reads back the same. */
static void lines_read_back(void **state)
{
    (void)state;
    static const char *const lines[][2] = {
        {"PLACE 7", "PLACER case 7"},
        {"DEAL IF SPACE 3 7 9 ELSE DRAW", "AFFAIRE SI CASE 3, 7, 9 SINON PIOCHER"},
        {"ROLL", "lancer"},
        {"DISCARD 2 RECRUIT CLAN Sacks TRAVEL Goldman TRAVEL JOKER BOSS STOP",
         "Défausser 2 recrutement clan Sacks voyage Goldman voyage joker patron stop"},
        {"SHOW Sacks AND Goldman", "Montrer Sacks et Goldman"},
        {"ASK 8 FOR Cashman AND Sacks ANY BOSS", "Demander 8 pour Cashman et Sacks tout patron"},
        {"ASK 1 SHARE FOR Sacks", "Demande 1 part pour Sacks"},
        {"OFFER 5 TO Thierry FOR Cashman", "Offrir 5 à Thierry pour Cashman"},
        {"AGREE #4", "Accepter 4"},
        {"WITHDRAW #4 #5", "Retirer #4 #5"},
        {"USE Cashman OF Benoit", "Utiliser Cashman de Benoit"},
        {"TRAVEL Sacks OF David CLAN WITH JOKER", "Voyage Sacks de David clan avec joker"},
        {"RECRUIT Wadsworth FROM Benoit", "Recruter Wadsworth chez Benoit"},
        {"BOSS", "patron"},
        {"STOP", "stop"},
        {"PASS ALWAYS", "passer toujours"},
        {"CLOSE WITH #4 #7", "Conclure avec #4 #7"},
        {"FAIL", "échec"},
        {"RECALL", "revenir"},
        {"DRAW", "piocher"},
    };
    struct game *g = game_new(4);
    struct order_reader reader = reader_of(g);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct order en, fr, back;
        struct buf text = BUF(4000);
        if (!read_line(g, slice_of(lines[i][0]), &en) || !read_line(g, slice_of(lines[i][1]), &fr))
            fail_msg("not read: %s / %s (%s)", lines[i][0], lines[i][1], g->mistake.code);
        order_print(&reader, &en, &text);
        assert_true(read_line(g, buf_all(&text), &back));
        if (!order_same(&en, &back))
            fail_msg("%s reads back differently", buf_text(&text));
        assert_int_equal(en.verb, fr.verb);
        buf_free(&text);
    }
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thousand_games),
        cmocka_unit_test(six_bots),
        cmocka_unit_test(suggestions_are_deterministic),
        cmocka_unit_test(timing_tells_nothing),
        cmocka_unit_test(the_deal_at_a_glance),
        cmocka_unit_test(windows_have_buttons),
        cmocka_unit_test(every_code_has_words),
        cmocka_unit_test(grammars_are_sound),
        cmocka_unit_test(lines_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
