/* What the store keeps of games: people, seats, awaits, journal, reports. */
#include "test_store_file.h"

enum { SEATS = 3 };

static struct game new_game(const char *name)
{
    struct game g = {.name = name, .engine = "venture", .variant = "basic", .options = "{\"a\":1}",
                     .lang = "fr", .moderator = "mod@example.org", .rules = 2, .seats = SEATS,
                     .status = GAME_PLAYING, .draws = 5, .turn = 6, .awaits = 7, .journal = 0,
                     .turn_seconds = 8, .reaction_seconds = 9, .negotiation_seconds = 10,
                     .created = 11, .ended = 0};
    memset(g.secret, 1, sizeof g.secret);
    memset(g.seed, 2, sizeof g.seed);
    memset(g.chain, 3, sizeof g.chain);
    return g;
}

/* --- people -------------------------------------------------------------------------------- */

static void test_players(void **state)
{
    (void)state;
    struct player p = {.address = "Ann@Example.org", .name = "Ann", .lang = "en", .format = "text",
                       .tz = "Europe/Paris"};
    struct player again = {.address = "ann@example.ORG", .name = "Other", .lang = "fr"}, found;
    ok(store_player_put(s, &p, &fault));
    assert_true(p.id > 0);
    ok(store_player_put(s, &again, &fault));
    assert_int_equal(again.id, p.id);
    ok(store_player_find(s, "ANN@example.org", &arena, &found, &fault));
    assert_int_equal(found.id, p.id);
    assert_string_equal(found.address, "Ann@Example.org");
    assert_string_equal(found.name, "Ann");
    assert_string_equal(found.lang, "en");
    assert_string_equal(found.format, "text");
    assert_string_equal(found.tz, "Europe/Paris");
    found.lang = "fr";
    found.format = "html";
    ok(store_player_set(s, &found, &fault));
    ok(store_player_find(s, "ann@example.org", &arena, &p, &fault));
    assert_string_equal(p.lang, "fr");
    assert_string_equal(p.format, "html");
    ok(store_player_find(s, "nobody@example.org", &arena, &p, &fault));
    assert_int_equal(p.id, 0);
}

static void assert_same_game(const struct game *a, const struct game *b)
{
    assert_int_equal(a->id, b->id);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->engine, b->engine);
    assert_string_equal(a->variant, b->variant);
    assert_string_equal(a->options, b->options);
    assert_string_equal(a->lang, b->lang);
    assert_string_equal(a->moderator, b->moderator);
    assert_int_equal(a->rules, b->rules);
    assert_int_equal(a->seats, b->seats);
    assert_int_equal(a->status, b->status);
    assert_memory_equal(a->secret, b->secret, sizeof a->secret);
    assert_memory_equal(a->seed, b->seed, sizeof a->seed);
    assert_memory_equal(a->chain, b->chain, sizeof a->chain);
    assert_int_equal(a->draws, b->draws);
    assert_int_equal(a->turn, b->turn);
    assert_int_equal(a->awaits, b->awaits);
    assert_int_equal(a->journal, b->journal);
    assert_int_equal(a->turn_seconds, b->turn_seconds);
    assert_int_equal(a->reaction_seconds, b->reaction_seconds);
    assert_int_equal(a->negotiation_seconds, b->negotiation_seconds);
    assert_int_equal(a->created, b->created);
    assert_int_equal(a->ended, b->ended);
}

static void test_games(void **state)
{
    (void)state;
    struct game found, *v, other = new_game("aardvark");
    int n;
    ok(store_game_find(s, "ALPHA", &arena, &found, &fault));
    assert_same_game(&found, &game);
    ok(store_game_find(s, "beta", &arena, &found, &fault));
    assert_int_equal(found.id, 0);
    const char *name;
    ok(store_game_name(s, game.id, &arena, &name, &fault));
    assert_string_equal(name, "Alpha");
    ok(store_game_name(s, game.id + 1, &arena, &name, &fault));
    assert_null(name);
    ok(store_game_add(s, &other, &fault));
    struct game same = new_game("alpha");
    faults(store_game_add(s, &same, &fault), EX_DATAERR);

    struct game g = {.id = game.id, .name = "Alpha", .engine = "boss", .variant = "v",
                     .options = "o", .lang = "en", .moderator = "", .rules = 3, .seats = 4,
                     .status = GAME_FINISHED, .draws = 15, .turn = 16, .awaits = 17, .journal = 18,
                     .turn_seconds = 19, .reaction_seconds = 20, .negotiation_seconds = 21,
                     .created = 22, .ended = 23};
    memset(g.secret, 4, sizeof g.secret);
    memset(g.seed, 5, sizeof g.seed);
    memset(g.chain, 6, sizeof g.chain);
    ok(store_game_set(s, &g, &fault));
    ok(store_game_list(s, &arena, &v, &n, &fault));
    assert_int_equal(n, 2);
    assert_same_game(&v[0], &other);
    assert_same_game(&v[1], &g);

    run_sql("UPDATE game SET chain = x'00'");
    faults(store_game_list(s, &arena, &v, &n, &fault), EX_DATAERR);
    faults(store_game_find(s, "Alpha", &arena, &found, &fault), EX_DATAERR);
}

static bool has_digest(int seat, int byte)
{
    struct seat *v;
    uint8_t want[SECRET_HASH];
    int n;
    memset(want, byte, sizeof want);
    ok(store_seats(s, game.id, &arena, &v, &n, &fault));
    return memcmp(v[seat - 1].digest, want, sizeof want) == 0;
}

/* The report of who has left comes to the store behind the change of the seat. */
static void test_whose_digest(const struct seat *seat)
{
    struct seat old = *seat, next = *seat;
    uint8_t digest[SECRET_HASH];
    memset(digest, 5, sizeof digest);
    next.seen_turn = -1;
    next.epoch++;
    ok(store_seat_set(s, &next, &fault));
    assert_true(has_digest(seat->number, 0));
    ok(store_seat_digest(s, &old, digest, &fault));
    assert_true(has_digest(seat->number, 0));
    ok(store_seat_digest(s, &next, digest, &fault)); /* his first report */
    assert_true(has_digest(seat->number, 5));
    next.seen_turn = 12;
    ok(store_seat_set(s, &next, &fault));
    next.epoch++; /* the same man with a new key */
    ok(store_seat_set(s, &next, &fault));
    memset(digest, 6, sizeof digest);
    ok(store_seat_digest(s, &old, digest, &fault));
    assert_true(has_digest(seat->number, 6));
}

static void test_seats(void **state)
{
    (void)state;
    struct seat *v, bot = {.game = game.id, .number = 1, .name = "Robot", .bot = true, .epoch = 4};
    struct player p = {.address = "ann@example.org", .name = "Ann", .lang = "en", .format = "html",
                       .tz = "UTC"};
    int n;
    ok(store_player_put(s, &p, &fault));
    struct seat ann = {.game = game.id, .number = 2, .player = p.id, .name = "Ann A"};
    ok(store_seat_add(s, &ann, &fault));
    faults(store_seats(s, game.id, &arena, &v, &n, &fault), EX_DATAERR); /* no seat 1 */
    ok(store_seat_add(s, &bot, &fault));
    faults(store_seat_add(s, &bot, &fault), EX_DATAERR);
    ann.seen_turn = 12;
    ann.epoch = 2;
    memset(ann.digest, 9, sizeof ann.digest);
    ok(store_seat_set(s, &ann, &fault));
    ok(store_seat_digest(s, &ann, ann.digest, &fault));
    memset(ann.digest, 8, sizeof ann.digest);
    ok(store_seat_set(s, &ann, &fault)); /* leaves it alone */
    memset(ann.digest, 9, sizeof ann.digest);
    ok(store_seats(s, game.id, &arena, &v, &n, &fault));
    assert_int_equal(n, 2);
    assert_int_equal(v[0].number, 1);
    assert_true(v[0].bot);
    assert_int_equal(v[0].epoch, 4);
    assert_int_equal(v[0].player, 0);
    assert_string_equal(v[0].name, "Robot");
    assert_string_equal(v[0].address, "");
    assert_string_equal(v[0].tz, "");
    assert_int_equal(v[1].game, game.id);
    assert_int_equal(v[1].player, p.id);
    assert_false(v[1].bot);
    assert_int_equal(v[1].seen_turn, 12);
    assert_int_equal(v[1].epoch, 2);
    assert_memory_equal(v[1].digest, ann.digest, sizeof ann.digest);
    assert_string_equal(v[1].address, "ann@example.org");
    assert_string_equal(v[1].lang, "en");
    assert_string_equal(v[1].format, "html");
    assert_string_equal(v[1].tz, "UTC");
    test_whose_digest(&ann);
    ok(store_seats(s, game.id + 1, &arena, &v, &n, &fault));
    assert_int_equal(n, 0);
    struct seat nowhere = {.game = 999, .number = 1, .name = "x"};
    faults(store_seat_add(s, &nowhere, &fault), EX_DATAERR);
}

/* --- awaits -------------------------------------------------------------------------------- */

static void test_awaits(void **state)
{
    (void)state;
    struct game open = new_game("Beta");
    struct await_row *v;
    int n;
    open.status = GAME_OPEN;
    ok(store_game_add(s, &open, &fault));
    struct await_row rows[] = {
        {.game = game.id, .number = 2, .seat = 1, .clock = 1, .what = "turn", .matter = 7,
         .since = 50, .deadline = 300, .expires = 300, .total = 250, .remind = 200},
        {.game = game.id, .number = 1, .seat = 2, .what = "sell", .deadline = 100, .expires = 100},
        {.game = game.id, .number = 3, .seat = 3, .what = "turn", .deadline = 0, .expires = 0},
        {.game = game.id, .number = 4, .seat = 3, .what = "turn", .deadline = 200, .expires = 200},
        {.game = open.id, .number = 1, .seat = 1, .what = "turn", .deadline = 50, .expires = 50},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ok(store_await_add(s, &rows[i], &fault));
    faults(store_await_add(s, &rows[0], &fault), EX_DATAERR);
    ok(store_awaits(s, game.id, &arena, &v, &n, &fault));
    assert_int_equal(n, 4);
    for (int i = 0; i < n; i++)
        assert_int_equal(v[i].number, i + 1);
    assert_int_equal(v[1].seat, 1);
    assert_int_equal(v[1].clock, 1);
    assert_string_equal(v[1].what, "turn");
    assert_int_equal(v[1].matter, 7);
    assert_int_equal(v[1].since, 50);
    assert_int_equal(v[1].deadline, 300);
    assert_int_equal(v[1].total, 250);
    assert_int_equal(v[1].remind, 200);

    int64_t *games;
    ok(store_awaits_remind(s, 199, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 0);
    ok(store_awaits_remind(s, 200, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 1);
    assert_int_equal(v[0].number, 2);
    ok(store_awaits_running(s, 50, &arena, &games, &n, &fault));
    assert_int_equal(n, 1);
    assert_int_equal(games[0], game.id);

    bool found;
    struct await_row left = {.game = game.id, .seat = 1, .clock = 1, .what = "turn", .matter = 7, .remaining = 5};
    ok(store_left_get(s, &left, &found, &fault));
    assert_false(found);
    ok(store_left_put(s, &left, &fault));
    left.remaining = 0;
    ok(store_left_get(s, &left, &found, &fault));
    assert_true(found);
    assert_int_equal(left.remaining, 5);
    left.matter = 8;
    ok(store_left_get(s, &left, &found, &fault));
    assert_false(found);

    ok(store_awaits_due(s, 99, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 0);
    ok(store_awaits_due(s, 300, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 3);
    assert_int_equal(v[0].number, 1);
    assert_int_equal(v[1].number, 4);
    assert_int_equal(v[2].number, 2);
    assert_int_equal(v[2].game, game.id);
    ok(store_awaits_due(s, 300, 2, &arena, &v, &n, &fault));
    assert_int_equal(n, 2);
    ok(store_await_drop(s, game.id, 1, &fault));
    ok(store_awaits_due(s, 100, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 0);
    ok(store_awaits(s, open.id, &arena, &v, &n, &fault));
    assert_int_equal(n, 1);
}

/* --- journal ------------------------------------------------------------------------------- */

/* The number of the first entry whose link is wrong; 0 when the chain holds. */
static int64_t broken_link(const uint8_t first[SECRET_HASH])
{
    struct entry *v;
    int n;
    uint8_t chain[SECRET_HASH], link[SECRET_HASH];
    ok(store_journal(s, game.id, 0, 1000, &arena, &v, &n, &fault));
    memcpy(chain, first, sizeof chain);
    for (int i = 0; i < n; i++) {
        entry_chain(&v[i], chain, link);
        if (v[i].number != i + 1 || memcmp(link, v[i].chain, sizeof link) != 0)
            return v[i].number;
        memcpy(chain, link, sizeof chain);
    }
    return memcmp(chain, game.chain, sizeof chain) == 0 ? 0 : n + 1;
}

static void test_journal(void **state)
{
    (void)state;
    static const char *const edits[] = {
        "UPDATE journal SET body = '{\"n\":8}' WHERE number = 5",
        "UPDATE journal SET kind = 'draws' WHERE number = 5",
        "UPDATE journal SET seat = 9 WHERE number = 5",
        "UPDATE journal SET sight = 0 WHERE number = 5",
        "UPDATE journal SET turn = 77 WHERE number = 5",
        "UPDATE journal SET chain = randomblob(32) WHERE number = 5",
    };
    uint8_t first[SECRET_HASH];
    struct entry *v;
    int n;
    memcpy(first, game.chain, sizeof first);
    for (int i = 1; i <= 10; i++) {
        char body[32];
        snprintf(body, sizeof body, "{\"n\":%d}", i);
        struct entry e = {.turn = i <= 6 ? i : i - 3, .kind = "event", .seat = i % 3,
                          .sight = i % 2 ? SIGHT_ALL : SIGHT_SEAT(2), .body = body};
        ok(store_journal_add(s, &game, &e, &fault));
        assert_int_equal(e.number, i);
        assert_int_equal(e.game, game.id);
        assert_int_equal(game.journal, i);
        assert_memory_equal(e.chain, game.chain, sizeof e.chain);
    }
    assert_int_equal(broken_link(first), 0);
    ok(store_journal(s, game.id, 4, 6, &arena, &v, &n, &fault));
    assert_int_equal(n, 6); /* turns 4, 5, 6, and the same again after an undo */
    for (int i = 0; i < n; i++)
        assert_int_equal(v[i].number, 4 + i);
    assert_int_equal(v[0].turn, 4);
    assert_int_equal(v[0].sight, SIGHT_SEAT(2));
    assert_int_equal(v[1].sight, SIGHT_ALL);
    assert_string_equal(v[1].kind, "event");
    assert_string_equal(v[1].body, "{\"n\":5}");
    assert_int_equal(v[1].seat, 2);
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        ok(store_savepoint(s, &fault));
        run_sql(edits[i]);
        assert_int_equal(broken_link(first), 5);
        ok(store_undo_savepoint(s, &fault));
    }
    run_sql("DELETE FROM journal WHERE number = 10");
    assert_int_equal(broken_link(first), 10);
    run_sql("UPDATE journal SET chain = x'01' WHERE number = 5");
    faults(store_journal(s, game.id, 0, 9, &arena, &v, &n, &fault), EX_DATAERR);
}

static void test_entry_text(void **state)
{
    (void)state;
    struct buf a = BUF(1000), b = BUF(1000);
    struct entry e = {.game = 1, .number = 23, .turn = -4, .kind = "order", .seat = 5,
                      .sight = SIGHT_ALL, .body = "{}"};
    entry_text(&e, &a);
    assert_string_equal(buf_text(&a), "1 23 -4 5 4294967295 5 order\n2 {}\n");
    buf_clear(&a);
    e.kind = "a\n1 b", e.body = "";
    entry_text(&e, &a);
    e.kind = "a", e.body = "b\n0 ";
    entry_text(&e, &b);
    assert_string_not_equal(buf_text(&a), buf_text(&b));
    buf_free(&a);
    buf_free(&b);
}

/* --- reports ------------------------------------------------------------------------------- */

static void test_reports(void **state)
{
    (void)state;
    struct report_row row;
    char large[4000];
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (char)('a' + i % 7);
    ok(store_report_put(s, game.id, 3, 1, slice_of("{\"turn\":3}"), &fault));
    ok(store_report_put(s, game.id, 5, 1, (struct slice){large, sizeof large}, &fault));
    ok(store_report_put(s, game.id, 4, 2, slice_of("{\"seat\":2}"), &fault));
    ok(store_report_get(s, game.id, 2, 1, &arena, &row, &fault));
    assert_null(row.doc.p);
    assert_int_equal(row.turn, -1);
    ok(store_report_get(s, game.id, 4, 1, &arena, &row, &fault));
    assert_true(row.turn == 3 && slice_is(row.doc, "{\"turn\":3}"));
    ok(store_report_get(s, game.id, 99, 1, &arena, &row, &fault));
    assert_true(slice_eq(row.doc, (struct slice){large, sizeof large}));
    assert_true(ask("SELECT max(length(doc)) FROM report") < 200);
    ok(store_report_get(s, game.id, 99, 0, &arena, &row, &fault));
    assert_null(row.doc.p);
    ok(store_report_put(s, game.id, 5, 1, slice_of("{\"again\":1}"), &fault));
    ok(store_report_get(s, game.id, 5, 1, &arena, &row, &fault));
    assert_true(slice_is(row.doc, "{\"again\":1}"));
    assert_int_equal(ask("SELECT count(*) FROM report"), 4);
    struct report_row *all;
    int n;
    ok(store_report_list(s, game.id, 1, &arena, &all, &n, &fault)); /* the first of turn 5 is kept */
    assert_int_equal(n, 3);
    assert_true(all[1].turn == 5 && all[1].doc.n == sizeof large && all[2].turn == 5);
    assert_true(slice_is(all[2].doc, "{\"again\":1}"));
    faults(store_report_put(s, 99, 5, 1, slice_of("{}"), &fault), EX_DATAERR); /* no such game */
    run_sql("UPDATE report SET doc = x'0128b52ffd'");
    faults(store_report_get(s, game.id, 5, 1, &arena, &row, &fault), EX_DATAERR);
}

/* A database of any version becomes what a new one is. */
static void test_versions(void **state)
{
    (void)state;
    static struct migration known[MIGRATIONS_MAX];
    int n = migrate_steps(known);
    int64_t there = ask("SELECT count(*) FROM sqlite_schema");
    for (int from = 1; from < n; from++) {
        char backup[128];
        store_close(&s);
        unlink(path);
        ok(db_open(&s, path, STORE_CREATE, known, from, &fault));
        store_close(&s);
        ok(store_open(&s, path, STORE_WRITE, &fault));
        assert_int_equal(ask("PRAGMA user_version"), n);
        assert_int_equal(ask("SELECT count(*) FROM sqlite_schema"), there);
        assert_int_equal(ask("SELECT count(*) FROM sqlite_schema WHERE name = 'seat_away'"), 1);
        snprintf(backup, sizeof backup, "%s.backup-%d", path, from);
        assert_int_equal(unlink(backup), 0);
    }
}

/* What is told to all, or not, in a game of the time before turns had a number for players. */
static void test_shown_of_old(void **state)
{
    (void)state;
    static struct migration known[MIGRATIONS_MAX];
    static const char *const entries[] = {
        "0, 1, 'event', 0, -1", "1, 2, 'order', 2, 4",   "1, 3, 'event', 0, 4",  "2, 4, 'order', 1, 2",
        "2, 5, 'event', 0, 7",  "3, 6, 'draws', 0, 0",   "3, 7, 'talk', 1, -1",  "3, 8, 'notice', 0, -1",
        "4, 9, 'silence', 1, -1", "5, 10, 'leave', 1, -1", "6, 11, 'order', 1, 2", "6, 12, 'secret', 0, -1"};
    static const int shown[] = {0, 0, 1, 1, 2, 3, 3};
    char backup[128], sql[300];
    migrate_steps(known);
    store_close(&s);
    unlink(path);
    ok(db_open(&s, path, STORE_CREATE, known, 4, &fault));
    for (int g = 1; g <= 2; g++) {
        snprintf(sql, sizeof sql, "INSERT INTO game VALUES (%d, 'g%d', 'x', '', '', 'en', '', 1, 2, %d, x'', x'', 0, %d, 0, 0, "
                 "x'', 0, 0, 0, 0, 0, 0, '', 'open', 0, 0)", g, g, g == 1, g == 1 ? 6 : 0);
        run_sql(sql);
        snprintf(sql, sizeof sql, "INSERT INTO guest VALUES (%d, 1, 'o', 2, 'a@b', '', 'en', '', NULL, 0, 0, 0, %d)", g,
                 g == 1 ? 3 : -1);
        run_sql(sql);
    }
    for (int i = 0; i <= 6; i++) {
        snprintf(sql, sizeof sql, "INSERT INTO turn VALUES (1, %d, 1, 'letter', 0, 0, 0, x'00', 1, -1)", i);
        run_sql(sql);
    }
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        snprintf(sql, sizeof sql, "INSERT INTO journal VALUES (1, %s, '{}', x'')", entries[i]);
        run_sql(sql);
    }
    run_sql("UPDATE game SET awaits = 5 WHERE id = 1");
    run_sql("INSERT INTO moderator VALUES (1, 1, 'a@b', 0, 0, 1), (1, 2, 'c@d', 0, 0, 1)");
    run_sql("INSERT INTO confirmation VALUES (1, 4, 2, -1, 99, 'END')");
    store_close(&s);
    ok(store_open(&s, path, STORE_WRITE, &fault));
    for (int i = 0; i <= 6; i++) {
        int64_t is, first, last;
        ok(store_turn_shown(s, 1, i, &is, &fault));
        assert_int_equal(is, shown[i]);
        ok(store_turn_of_shown(s, 1, shown[i], &first, &last, &fault));
        assert_true(first <= i && i <= last && shown[first] == shown[i] && shown[last] == shown[i]);
        assert_true((first == 0 || shown[first - 1] < shown[i]) && (last == 6 || shown[last + 1] > shown[i]));
    }
    int64_t none, other;
    ok(store_turn_shown(s, 1, 7, &none, &fault));
    assert_int_equal(none, -1);
    ok(store_turn_of_shown(s, 1, 4, &none, &other, &fault));
    assert_true(none == -1 && other == -1);
    assert_int_equal(ask("SELECT shown FROM game WHERE id = 1"), 3);
    assert_int_equal(ask("SELECT shown FROM game WHERE id = 2"), 0);
    assert_int_equal(ask("SELECT seen_shown FROM guest WHERE game = 1"), 1);
    assert_int_equal(ask("SELECT seen_shown FROM guest WHERE game = 2"), -1);
    struct confirmation c = {.game = 1, .moderator = 2, .number = 4}, another = {.game = 1, .moderator = 1, .number = 4};
    ok(store_confirmation_find(s, &arena, &c, &fault));
    assert_string_equal(c.lines, "END");
    ok(store_confirmation_find(s, &arena, &another, &fault));
    assert_null(another.lines);
    assert_int_equal(ask("SELECT min(asked) FROM moderator"), 5); /* numbers that letters carry are not used again */
    snprintf(backup, sizeof backup, "%s.backup-4", path);
    assert_int_equal(unlink(backup), 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(players), T(games), T(seats), T(awaits), T(journal), T(entry_text), T(reports),
        T(versions), T(shown_of_old),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
