/* What the store keeps of tables: pieces and tallies, turns, the past. */
#include "test_store_file.h"

static const struct place places[] = {
    {"deck", SEE_NONE, true}, {"hand", SEE_OWNER, true}, {"board", SEE_ALL, true}};
static const struct tally tallies[] = {
    {"cash", SEE_OWNER}, {"score", SEE_ALL}, {"phase", SEE_NONE}, {"cash.USD", SEE_OWNER}};
static const char *const kinds[] = {"OIL-EF", "T1", "T2", "T", "AERO", "Å-7"};
enum { SEATS = 3, PLACES = 3, TALLIES = 4, KINDS = 6 };
static const struct schema schema = {places, PLACES, tallies, TALLIES, kinds, KINDS};

static struct game new_game(const char *name)
{
    return (struct game){.name = name, .engine = "venture", .seats = SEATS, .status = GAME_PLAYING};
}

/* --- tables -------------------------------------------------------------------------------- */

static unsigned random_below(unsigned n)
{
    static uint64_t x = 88172645463325252u;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return (unsigned)(x % n);
}

static void shuffle_place(struct table *t, int place, int seat)
{
    uint16_t ids[PIECES_MAX];
    int n = 0;
    for (uint16_t id = table_first(t, place, seat); id; id = table_next(t, id))
        ids[n++] = id;
    for (int i = n - 1; i > 0; i--) {
        unsigned j = random_below((unsigned)i + 1);
        uint16_t was = ids[i];
        ids[i] = ids[j], ids[j] = was;
    }
    table_order(t, place, seat, ids, n);
}

static void change_once(struct table *t)
{
    int place = (int)random_below(PLACES), seat = (int)random_below(SEATS + 1);
    int tally = (int)random_below(TALLIES);
    unsigned pieces = (unsigned)table_pieces(t), what = random_below(10);
    uint16_t id = pieces ? (uint16_t)(1 + random_below(pieces)) : 0;
    if (what == 0 && pieces < 60)
        table_add(t, (int)random_below(KINDS), place, seat);
    else if (what == 1)
        table_set(t, tally, seat, (int64_t)random_below(4) - 1);
    else if (what == 2)
        table_tally_show(t, tally, seat, random_below(2) ? SIGHT_ALL : SIGHT_SEAT(seat));
    else if (what == 3)
        shuffle_place(t, place, seat);
    else if (!id)
        return;
    else if (what == 4)
        table_remove(t, id);
    else if (what == 5)
        table_mark(t, id, (int)random_below(MARKS), (int32_t)random_below(1000) - 500);
    else if (what == 6)
        table_show(t, id, SIGHT_BUT(seat));
    else if (what == 7)
        table_slot(t, id, (int)random_below(9) - 4);
    else
        table_move_slot(t, id, place, seat, (int)random_below(3));
}

static struct table *loaded(void)
{
    struct table *t = table_new(&schema, SEATS);
    ok(store_table_load(s, game.id, t, &fault));
    return t;
}

static void assert_stored(const struct table *t)
{
    struct table *again = loaded();
    assert_true(table_same(t, again));
    table_free(&again);
}

static void test_table(void **state)
{
    (void)state;
    struct table *t = table_new(&schema, SEATS);
    assert_stored(t); /* nothing is stored: an empty table */
    for (int i = 0; i < 300; i++)
        change_once(t);
    ok(store_table_save(s, game.id, t, &fault));
    for (int id = 1; id <= table_pieces(t); id++)
        assert_false(table_piece_dirty(t, (uint16_t)id));
    assert_stored(t);
    for (int i = 0; i < 100; i++) {
        change_once(t);
        ok(store_table_save(s, game.id, t, &fault));
        assert_stored(t);
    }
    table_free(&t);
}

/* 0 with the schema's sight needs no row; a row that was needed once is kept and updated. */
static void test_plain_tallies(void **state)
{
    (void)state;
    struct table *t = table_new(&schema, SEATS);
    table_set(t, 0, 1, 5);
    table_set(t, 0, 1, 0);
    ok(store_table_save(s, game.id, t, &fault));
    assert_int_equal(ask("SELECT count(*) FROM tally"), 0);
    table_set(t, 0, 1, INT64_MIN);
    table_tally_show(t, 1, 2, SIGHT_NONE);
    ok(store_table_save(s, game.id, t, &fault));
    assert_int_equal(ask("SELECT count(*) FROM tally"), 2);
    assert_stored(t);
    table_set(t, 0, 1, 0);
    table_tally_show(t, 1, 2, SIGHT_ALL);
    ok(store_table_save(s, game.id, t, &fault));
    assert_int_equal(ask("SELECT count(*) FROM tally WHERE value = 0"), 2);
    assert_stored(t);
    table_free(&t);
}

/* Rows that name what the schema does not have, or do not fit. */
static void test_senseless_rows(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "UPDATE piece SET kind = 'T9' WHERE id = 2",
        "UPDATE piece SET kind = 'T1' || char(0) WHERE id = 2",
        "UPDATE piece SET kind = '' WHERE id = 2",
        "UPDATE piece SET place = 'attic' WHERE id = 2",
        "UPDATE piece SET seat = 4 WHERE id = 2",
        "UPDATE piece SET seat = -1 WHERE id = 2",
        "UPDATE piece SET seat = 257 WHERE id = 2",
        "UPDATE piece SET slot = 40000 WHERE id = 2",
        "UPDATE piece SET pos = 1 << 40 WHERE id = 2",
        "UPDATE piece SET pos = 1", /* two at one position */
        "UPDATE piece SET sight = 1 << 33 WHERE id = 2",
        "UPDATE piece SET d = 1 << 32 WHERE id = 2",
        "UPDATE piece SET id = 70000 WHERE id = 2",
        "UPDATE piece SET id = 0 WHERE id = 2",
        "DELETE FROM piece WHERE id = 1", /* a hole in the numbers */
        "UPDATE tally SET key = 'honour'",
        "UPDATE tally SET seat = 4",
        "UPDATE tally SET seat = -1",
        "UPDATE tally SET sight = 1 << 32",
    };
    struct table *t = table_new(&schema, SEATS);
    table_add(t, 0, 0, 0);
    table_add(t, 1, 0, 0);
    table_set(t, 0, 1, 5);
    ok(store_table_save(s, game.id, t, &fault));
    table_free(&t);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        t = table_new(&schema, SEATS);
        ok(store_savepoint(s, &fault));
        run_sql(bad[i]);
        fault = (struct fault){0};
        if (store_table_load(s, game.id, t, &fault) != -1 || fault.exit != EX_DATAERR)
            fail_msg("loaded after: %s", bad[i]);
        ok(store_undo_savepoint(s, &fault));
        table_free(&t);
    }
    run_sql("UPDATE piece SET place = '' WHERE id = 2"); /* another way to say out of the game */
    t = loaded();
    assert_int_equal(table_piece(t, 2)->place, PLACE_NONE);
    table_free(&t);
}

/* A schema that comes to lie where another was is not taken for it. */
static void test_reused_schema(void **state)
{
    (void)state;
    static const char *const mine[] = {"B", "A"};
    struct schema *moving = calloc(1, sizeof *moving);
    *moving = (struct schema){places, PLACES, tallies, TALLIES, kinds, KINDS};
    struct table *t = table_new(moving, SEATS);
    ok(store_table_load(s, game.id, t, &fault));
    table_free(&t);
    moving->kinds = mine;
    moving->nkinds = 2;
    moving->nplaces = 1;
    t = table_new(moving, SEATS);
    table_add(t, 1, 0, 0);
    ok(store_table_save(s, game.id, t, &fault));
    table_free(&t);
    t = table_new(moving, SEATS);
    ok(store_table_load(s, game.id, t, &fault));
    assert_int_equal(table_piece(t, 1)->kind, 1);
    table_free(&t);
    free(moving);
}

/* --- turns --------------------------------------------------------------------------------- */

enum { TURNS = 40 };

static void play_turn(struct table *t, int64_t number, unsigned changes)
{
    struct turn turn = {.game = game.id, .number = number, .seat = (int)(number % 3),
                        .kind = number ? "letter" : "setup", .at = 1000 + number,
                        .draws_before = number, .draws_after = number + 1};
    ok(store_turn_begin(s, &fault));
    for (unsigned i = 0; i < changes; i++) {
        change_once(t);
        if (i == changes / 2)
            ok(store_table_save(s, game.id, t, &fault)); /* twice in one turn is one change */
    }
    ok(store_table_save(s, game.id, t, &fault));
    ok(store_turn_end(s, &turn, &fault));
}

/* Plays on a second game too: its rows must not leak into the first one's past. */
static void play_turns(struct table *t, struct table **past)
{
    struct game first = game, second = new_game("Beta");
    struct table *other = table_new(&schema, SEATS);
    ok(store_game_add(s, &second, &fault));
    for (int i = 0; i < TURNS; i++) {
        play_turn(t, i, i ? random_below(12) : 120);
        past[i] = table_clone(t);
        game = second;
        play_turn(other, i, 10);
        game = first;
    }
    table_free(&other);
}

/* Goes back to a turn, as a turn of its own. */
static int go_back(int64_t number, int64_t to)
{
    struct turn turn = {.game = game.id, .number = number, .kind = "undo", .back = to};
    ok(store_turn_begin(s, &fault));
    if (store_turn_back(s, game.id, to, &fault) != 0) {
        store_turn_drop(s);
        return -1;
    }
    return store_turn_end(s, &turn, &fault);
}

/* Each way back is a turn itself, which can be gone back over, too. */
static void test_back(void **state)
{
    (void)state;
    struct table *t = table_new(&schema, SEATS), *past[TURNS], *at;
    play_turns(t, past);
    int64_t next = TURNS;
    for (int to = TURNS - 1; to >= 0; to -= 1 + to / 3) {
        ok(go_back(next++, to));
        assert_stored(past[to]);
    }
    ok(go_back(next++, TURNS - 1)); /* behind all of them: everything is there again */
    assert_stored(past[TURNS - 1]);
    ok(go_back(next++, -1));
    assert_int_equal(ask("SELECT count(*) FROM piece WHERE game = 1"), 0);
    ok(go_back(next, TURNS + 1));
    at = table_new(&schema, SEATS);
    ok(store_table_at(s, game.id, 2, at, &fault));
    assert_true(table_same(at, past[2]));
    assert_int_equal(ask("SELECT count(*) FROM turn WHERE game = 1"), next + 1);
    assert_int_equal(ask("SELECT count(*) FROM turn WHERE game = 2"), TURNS);
    for (int i = 0; i < TURNS; i++)
        table_free(&past[i]);
    table_free(&at);
    table_free(&t);
}

static void test_waiting(void **state)
{
    (void)state;
    const char *waiting;
    struct turn turn = {.game = game.id, .number = 1, .kind = "letter", .waiting = "what waited", .begins = true};
    ok(store_turn_begin(s, &fault));
    ok(store_turn_end(s, &turn, &fault));
    ok(store_turn_waiting(s, game.id, 1, &arena, &waiting, &fault));
    assert_string_equal(waiting, "what waited");
    ok(store_turn_waiting(s, game.id, 2, &arena, &waiting, &fault));
    assert_null(waiting);
    run_sql("UPDATE turn_waiting SET waiting = x'07'");
    faults(store_turn_waiting(s, game.id, 1, &arena, &waiting, &fault), EX_DATAERR);
}

static void test_table_at(void **state)
{
    (void)state;
    struct table *t = table_new(&schema, SEATS), *past[TURNS], *empty = table_new(&schema, SEATS);
    play_turns(t, past);
    int changes = sqlite3_total_changes(s->db);
    for (int i = -1; i <= TURNS; i++) {
        struct table *at = table_new(&schema, SEATS);
        const struct table *was = i < 0 ? empty : past[i < TURNS ? i : TURNS - 1];
        ok(store_table_at(s, game.id, i, at, &fault));
        assert_true(table_same(at, was));
        for (int id = 1; id <= table_pieces(at); id++)
            assert_false(table_piece_dirty(at, (uint16_t)id));
        table_free(&at);
    }
    assert_int_equal(sqlite3_total_changes(s->db), changes);
    assert_stored(past[TURNS - 1]);
    for (int i = 0; i < TURNS; i++)
        table_free(&past[i]);
    table_free(&empty);
    table_free(&t);
}

static void test_turn_list(void **state)
{
    (void)state;
    struct table *t = table_new(&schema, SEATS);
    struct turn *v;
    int n;
    for (int i = 0; i < 5; i++)
        play_turn(t, i, 3);
    ok(store_turn_list(s, game.id, 1, 3, &arena, &v, &n, &fault));
    assert_int_equal(n, 3);
    for (int i = 0; i < n; i++) {
        assert_int_equal(v[i].game, game.id);
        assert_int_equal(v[i].number, i + 1);
        assert_int_equal(v[i].seat, (i + 1) % 3);
        assert_string_equal(v[i].kind, "letter");
        assert_int_equal(v[i].at, 1001 + i);
        assert_int_equal(v[i].draws_before, i + 1);
        assert_int_equal(v[i].draws_after, i + 2);
    }
    ok(store_turn_list(s, game.id, 0, 0, &arena, &v, &n, &fault));
    assert_int_equal(n, 1);
    assert_string_equal(v[0].kind, "setup");
    ok(store_turn_list(s, game.id, 5, 99, &arena, &v, &n, &fault));
    assert_int_equal(n, 0);
    table_free(&t);
}

/* A letter that fails: the turn is dropped, its rows go with the savepoint. */
static void test_turn_drop(void **state)
{
    (void)state;
    struct table *t = table_new(&schema, SEATS), *past;
    play_turn(t, 0, 100);
    past = table_clone(t);
    ok(store_savepoint(s, &fault));
    ok(store_turn_begin(s, &fault));
    for (int i = 0; i < 20; i++)
        change_once(t);
    ok(store_table_save(s, game.id, t, &fault));
    store_turn_drop(s);
    ok(store_undo_savepoint(s, &fault));
    store_turn_drop(s); /* nothing begun: nothing happens */
    assert_stored(past);
    table_copy(t, past);
    play_turn(t, 1, 10);
    ok(go_back(2, 0));
    assert_stored(past);
    table_free(&past);
    table_free(&t);
}

/* Rows changed behind the journal's back, and changesets that were tampered with. */
static void test_turns_that_do_not_fit(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "UPDATE turn SET changes = x'' WHERE number = 1",
        "UPDATE turn SET changes = x'07' WHERE number = 1",
        "UPDATE turn SET changes = x'0128b52ffd00' WHERE number = 1",
        "UPDATE turn SET changes = x'0054' WHERE number = 1",
        "UPDATE turn SET changes = (SELECT changes FROM turn WHERE number = 0) WHERE number = 1",
    };
    struct table *t = table_new(&schema, SEATS), *at = table_new(&schema, SEATS);
    play_turn(t, 0, 100);
    ok(store_turn_begin(s, &fault));
    table_mark(t, 1, 0, 77);
    ok(store_table_save(s, game.id, t, &fault));
    struct turn turn = {.game = game.id, .number = 1, .kind = "letter"};
    ok(store_turn_end(s, &turn, &fault));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ok(store_savepoint(s, &fault));
        run_sql(bad[i]);
        table_free(&at);
        at = table_new(&schema, SEATS);
        faults(store_table_at(s, game.id, -1, at, &fault), EX_DATAERR);
        ok(store_undo_savepoint(s, &fault));
    }
    ok(store_savepoint(s, &fault));
    run_sql("DELETE FROM turn WHERE number = 1"); /* the present is no longer what turn 0 left */
    run_sql("INSERT INTO turn SELECT game, 3, seat, kind, at, 0, 0, changes, 1, -1, 0 FROM turn");
    table_free(&at);
    at = table_new(&schema, SEATS);
    faults(store_table_at(s, game.id, 1, at, &fault), EX_DATAERR);
    ok(store_undo_savepoint(s, &fault));

    run_sql("UPDATE piece SET a = 78 WHERE id = 1");
    faults(go_back(2, 0), EX_DATAERR);
    assert_int_equal(ask("SELECT a FROM piece WHERE id = 1"), 78);
    assert_int_equal(ask("SELECT count(*) FROM turn"), 2);
    table_free(&at);
    table_free(&t);
}

static void put_changes(struct slice bytes)
{
    sqlite3_stmt *st = NULL;
    struct slice packed = blob_pack(&s->press, bytes, SIZE_MAX); /* as they are */
    assert_int_equal(sqlite3_prepare_v2(s->db, "UPDATE turn SET changes = ?1", -1, &st, NULL),
                     SQLITE_OK);
    sqlite3_bind_blob(st, 1, packed.p, (int)packed.n, SQLITE_STATIC);
    int rc = sqlite3_step(st);
    sqlite3_finalize(st);
    assert_int_equal(rc, SQLITE_DONE);
}

/* Cut anywhere, or with any byte changed, a changeset is refused or harmless, never a crash. */
static void test_damaged_changes(void **state)
{
    (void)state;
    struct table *t = table_new(&schema, SEATS);
    struct slice changes;
    int refused = 0;
    for (int i = 0; i < 3; i++)
        table_add(t, i, 0, 0);
    table_set(t, 1, 0, 5);
    ok(store_table_save(s, game.id, t, &fault));
    ok(store_turn_begin(s, &fault));
    table_move(t, 1, 1, 2);
    table_remove(t, 2);
    table_add(t, 3, 2, 0);
    table_set(t, 1, 0, 6);
    ok(store_table_save(s, game.id, t, &fault));
    ok(store_turn_end(s, &(struct turn){.game = game.id, .number = 1, .kind = "letter"}, &fault));
    table_free(&t);

    struct stmt *q = stmt_get(s, "turn_changes");
    stmt_put_int(q, "game", game.id);
    stmt_put_int(q, "turn", 0);
    assert_int_equal(stmt_step(q, &fault), 1);
    assert_true(blob_open(&s->press, stmt_slice(q, "changes"), &arena, &changes));
    stmt_done(q);
    for (size_t i = 0; i < 2 * changes.n; i++) {
        char *copy = arena_slice(&arena, changes);
        if (i >= changes.n)
            copy[i - changes.n] ^= 0x55;
        put_changes((struct slice){copy, i < changes.n ? i : changes.n});
        t = table_new(&schema, SEATS);
        int r = store_table_at(s, game.id, 0, t, &fault);
        assert_true(r == 0 || fault.exit == EX_DATAERR);
        refused += r != 0;
        table_free(&t);
    }
    assert_true(refused > (int)changes.n / 2);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(table),     T(plain_tallies), T(senseless_rows),         T(reused_schema),
        T(back), T(waiting), T(table_at),      T(turn_list),              T(turn_drop),
        T(turns_that_do_not_fit),       T(damaged_changes),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
