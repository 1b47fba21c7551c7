/* What the store keeps of letters, and how bytes are packed. */
#include "base/embedded.h"
#include "store/dictionary.h"
#include "test_store_file.h"

static char large[25000];

static struct game new_game(const char *name)
{
    return (struct game){.name = name, .seats = 2};
}

/* --- in ------------------------------------------------------------------------------------ */

static int64_t add_in(uint8_t key_byte, struct slice bytes, int64_t size, bool expect_fresh)
{
    uint8_t key[SECRET_HASH];
    bool fresh;
    struct letter_in l = {.source = "inbox", .received = 100 + key_byte, .bytes = bytes,
                          .size = size};
    memset(key, key_byte, sizeof key);
    ok(store_letter_in_add(s, key, &l, &fresh, &fault));
    assert_int_equal(fresh, expect_fresh);
    assert_true(l.id > 0);
    return l.id;
}

static void test_in(void **state)
{
    (void)state;
    struct letter_in *v;
    int64_t counts[5];
    int n;
    int64_t small = add_in(1, slice_of("BUY OIL-EF"), 0, true);
    int64_t big = add_in(2, (struct slice){large, sizeof large}, 0, true);
    int64_t huge = add_in(3, (struct slice){NULL, 0}, 99000000, true);
    assert_int_equal(add_in(2, (struct slice){large, sizeof large}, 0, false), big);
    add_in(4, slice_of("(\xb5/\xfd looks packed"), 0, true);

    ok(store_letters_new(s, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 4);
    assert_int_equal(v[0].id, small);
    assert_string_equal(v[0].source, "inbox");
    assert_int_equal(v[0].received, 101);
    assert_int_equal(v[0].status, LETTER_NEW);
    assert_int_equal(v[0].size, 10);
    assert_true(slice_is(v[0].bytes, "BUY OIL-EF"));
    assert_string_equal(v[0].verdict, "");
    assert_int_equal(v[0].game, 0);
    assert_true(slice_eq(v[1].bytes, (struct slice){large, sizeof large}));
    assert_int_equal(v[2].size, 99000000);
    assert_null(v[2].bytes.p);
    assert_true(slice_is(v[3].bytes, "(\xb5/\xfd looks packed"));
    assert_true(ask("SELECT max(length(bytes)) FROM letter_in_bytes") < 2000);
    assert_int_equal(ask("SELECT min(length(bytes)) FROM letter_in_bytes"), 11); /* as it is */
    ok(store_letters_new(s, 1, &arena, &v, &n, &fault));
    assert_int_equal(n, 1);
    assert_int_equal(v[0].id, small);

    v[0].status = LETTER_PLAYED;
    v[0].verdict = "played";
    v[0].game = game.id;
    v[0].seat = 2;
    ok(store_letter_in_set(s, &v[0], &fault));
    assert_int_equal(ask("SELECT count(*) FROM letter_in WHERE status = 1 AND verdict = 'played' "
                         "AND game = 1 AND seat = 2 AND received = 101"), 1);
    struct letter_in aside = {.id = huge, .status = LETTER_ASIDE, .verdict = "too-large"};
    ok(store_letter_in_set(s, &aside, &fault));
    ok(store_letters_new(s, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 2);
    assert_int_equal(v[0].id, big);
    ok(store_letter_in_counts(s, counts, &fault));
    assert_int_equal(counts[LETTER_NEW], 2);
    assert_int_equal(counts[LETTER_PLAYED], 1);
    assert_int_equal(counts[LETTER_REFUSED], 0);
    assert_int_equal(counts[LETTER_IGNORED], 0);
    assert_int_equal(counts[LETTER_ASIDE], 1);
    aside.status = 9;
    assert_int_equal(store_letter_in_set(s, &aside, &fault), -1);
    assert_int_equal(fault.exit, EX_DATAERR);
}

static void test_seen(void **state)
{
    (void)state;
    bool seen = true;
    ok(store_letter_seen(s, game.id, 1, "<a@b>", &seen, &fault));
    assert_false(seen);
    ok(store_letter_remember(s, game.id, 1, "<a@b>", &fault));
    ok(store_letter_remember(s, game.id, 1, "<a@b>", &fault));
    ok(store_letter_seen(s, game.id, 1, "<a@b>", &seen, &fault));
    assert_true(seen);
    ok(store_letter_seen(s, game.id, 1, "<A@b>", &seen, &fault));
    assert_false(seen);
    ok(store_letter_seen(s, game.id, 2, "<a@b>", &seen, &fault));
    assert_false(seen);
}

/* --- out ----------------------------------------------------------------------------------- */

static const char *out_kind = "report";

static int64_t add_out(const char *to, int64_t created, struct slice bytes)
{
    struct letter_out l = {.game = game.id, .seat = 2, .turn = 7, .kind = out_kind, .to = to,
                           .message_id = "<1@house>", .bytes = bytes, .created = created};
    ok(store_letter_out_next(s, &l.id, &fault));
    ok(store_letter_out_add(s, &l, &fault));
    return l.id;
}

static void test_out(void **state)
{
    (void)state;
    struct letter_out *v;
    int64_t waiting, sent, id;
    int n;
    int64_t a = add_out("ann@example.org", 100, (struct slice){large, sizeof large});
    int64_t b = add_out("bob@example.org", 101, slice_of("short"));
    assert_int_equal(b, a + 1);
    ok(store_letter_out_next(s, &id, &fault));
    assert_int_equal(id, b + 1);
    struct letter_out plain = {.id = id, .kind = "help", .to = "carl@example.org"};
    ok(store_letter_out_add(s, &plain, &fault));
    assert_int_equal(store_letter_out_add(s, &plain, &fault), -1); /* an id is used once */
    assert_int_equal(fault.exit, EX_DATAERR);

    ok(store_letters_waiting(s, 200, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 3);
    assert_int_equal(v[0].id, a);
    assert_int_equal(v[0].game, game.id);
    assert_int_equal(v[0].seat, 2);
    assert_int_equal(v[0].turn, 7);
    assert_string_equal(v[0].kind, "report");
    assert_string_equal(v[0].to, "ann@example.org");
    assert_string_equal(v[0].message_id, "<1@house>");
    assert_true(slice_eq(v[0].bytes, (struct slice){large, sizeof large}));
    assert_int_equal(v[0].created, 100);
    assert_int_equal(v[0].sent, 0);
    assert_true(slice_is(v[1].bytes, "short"));
    assert_null(v[2].bytes.p);
    assert_int_equal(v[2].game, 0);
    ok(store_letters_waiting(s, 200, 2, &arena, &v, &n, &fault));
    assert_int_equal(n, 2);

    ok(store_letter_out_failed(s, a, 500, "450 busy", &fault));
    ok(store_letter_out_sent(s, b, 210, &fault));
    ok(store_letters_waiting(s, 499, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 1);
    assert_int_equal(v[0].id, id);
    ok(store_letters_waiting(s, 500, 10, &arena, &v, &n, &fault));
    assert_int_equal(n, 2);
    assert_int_equal(v[0].id, a);
    assert_int_equal(v[0].attempts, 1);
    assert_int_equal(v[0].next_try, 500);
    assert_string_equal(v[0].answer, "450 busy");
    ok(store_letter_out_counts(s, &waiting, &sent, &fault));
    assert_int_equal(waiting, 2);
    assert_int_equal(sent, 1);
    assert_int_equal(ask("SELECT sent FROM letter_out WHERE id = 2"), 210);
}

static void test_answers(void **state)
{
    (void)state;
    int64_t n;
    add_out("ann@example.org", 101, slice_of("a report is no answer"));
    out_kind = "refusal";
    for (int i = 0; i < 5; i++)
        add_out(i % 2 ? "Ann@Example.org" : "ann@example.org", 100 + i, slice_of("x"));
    add_out("anna@example.org", 102, slice_of("x"));
    ok(store_answers_since(s, "refusal", "ANN@example.org", 0, &n, &fault));
    assert_int_equal(n, 5);
    ok(store_answers_since(s, "refusal", "ann@example.org", 103, &n, &fault));
    assert_int_equal(n, 2);
    ok(store_answers_since(s, "refusal", "ann@example.org", 105, &n, &fault));
    assert_int_equal(n, 0);
    for (int i = 0; i < ANSWERS_COUNTED; i++)
        add_out("loop@example.org", 100, slice_of("x"));
    add_out("loop@example.org", 100, slice_of("x"));
    ok(store_answers_since(s, "refusal", "loop@example.org", 0, &n, &fault));
    assert_int_equal(n, ANSWERS_COUNTED);
    out_kind = "report";
}

/* A run takes letters by number and by weight. */
static void test_weight(void **state)
{
    (void)state;
    struct arena big = ARENA(128 << 20);
    struct slice heavy = {calloc(1, 9 << 20), 9 << 20};
    struct letter_in *v;
    struct letter_out *w;
    int n;
    assert_non_null(heavy.p);
    for (uint8_t i = 0; i < 4; i++) {
        add_in((uint8_t)(50 + i), heavy, 0, true);
        add_out("ann@example.org", 100, heavy);
    }
    ok(store_letters_new(s, 10, &big, &v, &n, &fault));
    assert_int_equal(n, 2);
    ok(store_letters_waiting(s, 500, 10, &big, &w, &n, &fault));
    assert_int_equal(n, 2);
    ok(store_letters_waiting_packed(s, 500, 10, &big, &w, &n, &fault));
    assert_int_equal(n, 4); /* packed they weigh little */
    struct press *press = store_press_new();
    struct slice bytes;
    assert_true(store_unpack(press, w[3].bytes, &big, &bytes));
    assert_true(slice_eq(bytes, heavy));
    assert_false(store_unpack(press, (struct slice){w[3].bytes.p, w[3].bytes.n - 1}, &big, &bytes));
    store_press_free(&press);
    free((char *)heavy.p);
    arena_free(&big);
}

/* A damaged head claims nearly all the room there is: the letters behind it have theirs all the same. */
static void test_claims(void **state)
{
    (void)state;
    struct letter_in *in;
    struct letter_out *out;
    int n;
    for (uint8_t i = 0; i < 3; i++) {
        add_in((uint8_t)(60 + i), (struct slice){large, sizeof large}, 0, true);
        add_out("ann@example.org", 100, (struct slice){large, sizeof large});
    }
    /* 16770000 bytes; the arena has 16 MB. */
    run_sql("UPDATE letter_in_bytes SET bytes = x'0128b52ffda0d0e3ff00010000' WHERE id < 3");
    run_sql("UPDATE letter_out_bytes SET bytes = x'0128b52ffda0d0e3ff00010000' WHERE id < 3");
    ok(store_letters_new(s, 10, &arena, &in, &n, &fault));
    assert_int_equal(n, 3);
    assert_true(in[0].damaged && in[1].damaged && !in[2].damaged);
    assert_true(slice_eq(in[2].bytes, (struct slice){large, sizeof large}));
    arena_reset(&arena);
    ok(store_letters_waiting(s, 200, 10, &arena, &out, &n, &fault));
    assert_int_equal(n, 3);
    assert_true(out[0].damaged && out[1].damaged && !out[2].damaged);
    assert_true(slice_eq(out[2].bytes, (struct slice){large, sizeof large}));
}

/* --- blobs --------------------------------------------------------------------------------- */

static void test_blobs(void **state)
{
    (void)state;
    struct press press = {0};
    struct slice bytes;
    char noise[4096], *heap;
    size_t n;
    secret_random((uint8_t *)noise, sizeof noise);
    struct slice inputs[] = {
        {NULL, 0}, {"a", 1}, {large, sizeof large}, {noise, sizeof noise}, {large, 512}};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        struct slice packed = blob_pack(&press, inputs[i], 100);
        assert_true(packed.n <= inputs[i].n + 1);
        assert_true(blob_open(&press, packed, &arena, &bytes));
        assert_true(slice_eq(bytes, inputs[i]));
        assert_int_equal(bytes.p[bytes.n], '\0');
        assert_true(blob_open_heap(&press, packed, &heap, &n));
        assert_true(slice_eq((struct slice){heap, n}, inputs[i]));
        free(heap);
    }
    assert_int_equal(blob_pack(&press, (struct slice){large, 512}, 513).n, 513);
    assert_true(blob_pack(&press, (struct slice){large, 512}, 512).n < 513);

    struct slice packed = blob_pack(&press, (struct slice){large, sizeof large}, 0);
    char copy[2048];
    assert_true(packed.n < sizeof copy);
    memcpy(copy, packed.p, packed.n);
    for (size_t cut = 0; cut < packed.n; cut++)
        assert_false(blob_open(&press, (struct slice){copy, cut}, &arena, &bytes) && cut);
    copy[0] = 2;
    assert_false(blob_open(&press, (struct slice){copy, packed.n}, &arena, &bytes));
    assert_false(blob_open_heap(&press, (struct slice){copy, packed.n}, &heap, &n));
    /* A head that promises terabytes is not believed. */
    static const char bomb[] = "\x01\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x00\x00\x01\x00\x00";
    assert_false(blob_open(&press, (struct slice){bomb, sizeof bomb - 1}, &arena, &bytes));
    /* Nor is one that promises more than the arena holds. */
    struct arena small = ARENA(sizeof large);
    packed = blob_pack(&press, (struct slice){large, sizeof large}, 0);
    assert_false(blob_open(&press, packed, &small, &bytes));
    arena_free(&small);
    blob_close(&press);
}

/* Letters of a game that has a dictionary take less room, and damage to them is seen. */
static void test_dictionaries(void **state)
{
    (void)state;
    static const char letter[] =
        "Auto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: OOF, AutoReply\r\nX-Courtier: 1\r\n"
        "Content-Type: text/html; charset=\"utf-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
        "<table role=3D\"presentation\" class=3D\"page\" width=3D\"100%\" cellspacing=3D\"0=\r\n"
        "\" cellpadding=3D\"0\" border=3D\"0\" style=3D\"background:#efece4;color:#1f2328;=\r\n";
    static const char *const engines[] = {"venture", "forex", "boss", "capital"};
    struct press press = {0};
    struct slice bytes, whole = {letter, sizeof letter - 1};
    char copy[1024];
    size_t plain = blob_pack(&press, whole, 0).n;
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
        struct slice packed = blob_pack_like(&press, whole, 0, engines[i]);
        assert_true(packed.n < plain * 2 / 3);
        memcpy(copy, packed.p, packed.n);
        assert_true(blob_open(&press, (struct slice){copy, packed.n}, &arena, &bytes));
        assert_true(slice_eq(bytes, whole));
        for (size_t at = 0; at < packed.n; at++) {
            copy[at] ^= 0x11;
            if (blob_open(&press, (struct slice){copy, packed.n}, &arena, &bytes))
                assert_true(slice_eq(bytes, whole)); /* a bit that says nothing */
            copy[at] ^= 0x11;
        }
        size_t number = 1 + 4 + 1; /* how it lies, zstd's mark, its flags */
        assert_int_equal(copy[number], (int)i + 1);
        copy[number] = 99; /* of a newer program */
        assert_false(blob_open(&press, (struct slice){copy, packed.n}, &arena, &bytes));
    }
    assert_int_equal(blob_pack_like(&press, whole, 0, "chess").n, plain);
    assert_int_equal(blob_pack(&press, whole, 0).n, plain); /* what was packed before does not matter */
    blob_close(&press);
}

/* What was packed with one needs it for ever, so none may change or go. A new one is added here. */
static void test_dictionaries_stay(void **state)
{
    (void)state;
    static const struct {
        const char *name, *sum;
    } all[] = {
        {"dictionary_venture_1", "914b5ef462ffa3b1b1b18e58dcfcf39135a52058a748abd960f9f965a6153043"},
        {"dictionary_forex_2", "e82fa3e8fe63da36ba794c6fcb0c81d2de3c6384ab20562f14547a4961825a9b"},
        {"dictionary_boss_3", "0b47daf14a4629e56bd070585181f6f5139d97fe33501271f6c074520fbc648a"},
        {"dictionary_capital_4", "efa304d16af6fe4fedef503706fd31458dcd7937c11ea0e5b45f288635679513"},
    };
    size_t n = sizeof all / sizeof all[0], found = 0;
    for (const struct embedded *e = embedded_files; e->name; e++)
        found += strncmp(e->name, "dictionary_", 11) == 0;
    assert_int_equal(found, n);
    assert_int_equal(dictionary_newest(), n);
    for (size_t i = 0; i < n; i++) {
        uint8_t hash[SECRET_HASH];
        char sum[2 * SECRET_HASH + 1];
        secret_sha256(hash, slice_of(embedded_text(all[i].name)));
        secret_hex(sum, hash, sizeof hash);
        assert_string_equal(sum, all[i].sum);
    }
}

/* A program without a dictionary that letters were packed with would give them up as damaged. */
static void test_newer_dictionaries(void **state)
{
    (void)state;
    ok(store_commit(s, &fault));
    assert_int_equal(ask("SELECT value FROM setting WHERE key = 'dictionary'"), dictionary_newest());
    run_sql("UPDATE setting SET value = value + 1 WHERE key = 'dictionary'");
    store_close(&s);
    faults(store_open(&s, path, STORE_READ, &fault), EX_CONFIG);
    assert_null(s);
    faults(store_open(&s, path, STORE_WRITE, &fault), EX_CONFIG);
    assert_non_null(strstr(fault.text, "newer"));
    /* One that was written before there were any is taken on. */
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM setting WHERE key = 'dictionary'", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    ok(store_open(&s, path, STORE_READ, &fault));
    store_close(&s);
    ok(store_open(&s, path, STORE_WRITE, &fault));
    assert_int_equal(ask("SELECT value FROM setting WHERE key = 'dictionary'"), dictionary_newest());
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)
    const struct CMUnitTest tests[] = {T(in), T(seen), T(out), T(answers), T(weight), T(claims), T(blobs),
                                       T(dictionaries), T(dictionaries_stay), T(newer_dictionaries)};
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (char)(i % 251 % 96 + 32);
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
