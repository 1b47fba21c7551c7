/* The archive: whatever is changed by hand is found and named; nothing hidden is in what it tells. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "archive/record.h"
#include "archive/search.h"
#include "lobby/lobby.h"
#include "moderator/letter.h"
#include "selfplay.h"
#include "store/db.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const people[] = {"Alice", "Bob", NULL};
static const char *const bots[] = {"Carl", NULL};
static struct chance chance = {20261118};

static void sql(struct world *w, const char *text)
{
    char *error = NULL;
    if (sqlite3_exec(w->house->store->db, text, NULL, NULL, &error) != SQLITE_OK)
        die("%s: %s", text, error);
}

static void make(struct world *w, const struct engine *e, int64_t turns)
{
    char secret[65];
    snprintf(secret, sizeof secret, "%064d", 77);
    world_make(w, 1800000000);
    w->bots = bots;
    world_game(w, e->def->name, "g", NULL, NULL, people, secret);
    world_run(w);
    world_play(w, "g", turns);
}

/* What verify says; NULL when all is well. */
static const char *verdict(struct world *w)
{
    struct sitting *s = world_sit(w, "g");
    struct verdict v;
    const char *text = NULL;
    if (verify_game(s, &v, &world_fault) != 0)
        text = arena_strdup(&w->arena, world_fault.text);
    else if (v.differs)
        text = difference_text(&v.first, &w->arena);
    else
        assert_true(v.turns == s->game.turn && v.entries == s->game.journal && v.draws > 0 && v.reports > 0);
    sitting_close(&s);
    return text;
}

/* Makes every hash fit again, as somebody would who knows how. */
static void chain_anew(struct world *w)
{
    struct sitting *s = world_sit(w, "g");
    struct entry *v;
    uint8_t link[SECRET_HASH] = {0};
    char hex[2 * SECRET_HASH + 1];
    int n;
    must(store_journal_after(w->house->store, s->game.id, 0, &w->arena, &v, &n, &world_fault));
    for (int i = 0; i < n; i++) {
        entry_chain(&v[i], link, link);
        secret_hex(hex, link, SECRET_HASH);
        sql(w, arena_printf(&w->arena, "UPDATE journal SET chain = x'%s' WHERE number = %d", hex, i + 1));
    }
    sql(w, arena_printf(&w->arena, "UPDATE game SET chain = x'%s'", hex));
    sitting_close(&s);
}

#define FIRST(what) "WHERE number = (SELECT min(number) FROM journal WHERE turn > 1 AND " what ")"

static const struct {
    const char *sql, *named; /* what the difference must name */
    bool clever; /* also when the hashes are made to fit */
} tampers[] = {
    {"UPDATE journal SET body = replace(body, '{\"code\":\"', '{\"code\":\"x') " FIRST("kind = 'event'"), "(event): recorded {\"code\":\"x", true},
    {"UPDATE journal SET body = replace(body, '[[', '[[1') " "WHERE number = (SELECT max(number) FROM journal WHERE kind = 'draws')", "(draws): recorded {\"from\":", true},
    {"UPDATE journal SET body = replace(body, '{\"from\":', '{\"from\":1') " "WHERE number = (SELECT max(number) FROM journal WHERE kind = 'draws')", "(draws): recorded {\"from\":1", true},
    {"UPDATE journal SET body = '{\"order\":\"SING\"}' " FIRST("kind = 'order'"), "(order): recorded {\"order\":\"SING\"}", true},
    {"UPDATE journal SET seat = seat % 3 + 1 " FIRST("kind = 'order'"), "entry ", true},
    {"UPDATE journal SET sight = ~sight " FIRST("kind = 'event'"), "(sight): recorded", true},
    {"UPDATE journal SET kind = 'setup' " FIRST("kind = 'order'"), "(kind): recorded setup", true},
    {"UPDATE journal SET kind = 'ruling', sight = 0 " FIRST("kind = 'order'"), "(ruling): recorded", true},
    {"UPDATE journal SET turn = turn + 1 " FIRST("kind = 'event'"), "entry ", false},
    {"UPDATE journal SET chain = zeroblob(32) WHERE number = 9", "entry 9 (hash): recorded 0000", false},
    {"UPDATE journal SET chain = (SELECT chain FROM journal WHERE number = 8) WHERE number = 9", "entry 9 (hash)", false},
    {"DELETE FROM journal WHERE number = 9", "entry ", false},
    {"DELETE FROM journal WHERE number = (SELECT max(number) FROM journal)", "end of the journal", false},
    {"UPDATE game SET chain = zeroblob(32)", "end of the journal", false},
    {"UPDATE piece SET a = a + 1 WHERE id = 5", "(piece 5)", false},
    {"UPDATE piece SET sight = ~sight WHERE id = 5", "(piece 5)", false},
    {"UPDATE tally SET value = value + 1", "(tally ", false},
    {"UPDATE turn SET changes = (SELECT changes FROM turn WHERE number = 4) WHERE number = 3", "turn 3", false},
    {"UPDATE turn SET draws_after = draws_after + 1 WHERE number = 3", "turn 3 (draws)", false},
    {"DELETE FROM turn WHERE number = 3", "turn 3 (turn)", false},
    {"UPDATE turn SET back = 1 WHERE number = 3", "turn 3 (where it went back to)", false},
    {"UPDATE turn SET seat = seat % 3 + 1 WHERE number = 3", "turn 3 (seat)", false},
    {"UPDATE turn SET shown = shown + 1 WHERE number = 3", "turn 3 (number for the players): recorded", false},
    {"UPDATE game SET shown = shown - 1", "(number for the players): recorded", false},
    {"UPDATE game SET status = 1", "status: recorded playing, should be over", false},
    {"INSERT INTO journal SELECT game, 1000000, max(number) + 1, 'talk', 0, 0, '{}', zeroblob(32) FROM journal; "
     "UPDATE game SET journal = journal + 1", "turn 1000000", true},
    {"UPDATE report SET doc = (SELECT doc FROM report WHERE id = 1) WHERE id = 3", "report of seat", false},
    {"DELETE FROM report WHERE id = 4", "report of seat", false},
    {"UPDATE seat SET digest = zeroblob(32) WHERE NOT bot", "digest of the last report of seat", false},
    {"UPDATE game SET secret = zeroblob(32)", "seed", false},
    {"UPDATE game SET seed = zeroblob(32)", "seed", false},
    {"UPDATE game SET draws = draws + 1", "draws: recorded", false},
};

static void tampering_is_named(void **state)
{
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        make(&w, *e, INT64_MAX);
        const char *fine = verdict(&w);
        if (fine)
            die("%s: %s", (*e)->def->name, fine);
        for (size_t i = 0; i < sizeof tampers / sizeof tampers[0]; i++)
            for (int clever = 0; clever <= tampers[i].clever; clever++) {
                must(store_begin(w.house->store, &world_fault));
                sql(&w, tampers[i].sql);
                if (sqlite3_changes(w.house->store->db) < 1)
                    die("%s changes nothing", tampers[i].sql);
                if (clever)
                    chain_anew(&w);
                const char *says = verdict(&w);
                if (!says || !strstr(says, tampers[i].named))
                    die("%s: after %s%s: %s", (*e)->def->name, tampers[i].sql, clever ? " with hashes" : "",
                        says ? says : "nothing is found");
                store_rollback(w.house->store);
                arena_reset(&w.arena);
            }
        /* Another name on a seat is no difference: people come and go. */
        must(store_begin(w.house->store, &world_fault));
        sql(&w, "UPDATE seat SET name = 'Xavier ' || number");
        assert_null(verdict(&w));
        store_rollback(w.house->store);
        world_remove(&w);
    }
}

/* --- records ----------------------------------------------------------------------------------- */

static const char *record_says(struct arena *arena, const json_t *record)
{
    struct verdict v;
    struct fault fault;
    const char *name, *says = NULL;
    char *text = json_dumps(record, JSON_INDENT(1));
    if (record_verify(slice_of(text), arena, &v, &name, &fault) != 0)
        says = arena_strdup(arena, fault.text);
    else if (v.differs)
        says = difference_text(&v.first, arena);
    free(text);
    return says;
}

/* One character of a string inside, for another. */
static void change_byte(json_t *object, const char *key, uint32_t at)
{
    char *text = strdup(json_string_value(json_object_get(object, key)));
    size_t n = strlen(text);
    while ((unsigned char)text[at % n] >= 0x80) /* half a letter would be no text, and change nothing */
        at++;
    char *c = &text[at % n];
    *c = *c == '1' ? '2' : '1';
    assert_int_equal(json_object_set_new(object, key, json_string(text)), 0);
    free(text);
}

static void changed_records(struct world *w, json_t *record)
{
    json_t *journal = json_object_get(record, "journal");
    size_t n = json_array_size(journal);
    int tried = 0;
    for (size_t i = chance_below(&chance, 5); i < n; i += 1 + chance_below(&chance, (uint32_t)n / 20 + 1)) {
        json_t *copy = json_deep_copy(record), *e = json_array_get(json_object_get(copy, "journal"), i);
        const char *key = chance_below(&chance, 4) ? "body" : "chain";
        change_byte(e, key, chance_below(&chance, 1000));
        const char *says = record_says(&w->arena, copy);
        if (!says)
            die("a record with entry %zu changed passes", i + 1);
        tried++;
        json_decref(copy);
        arena_reset(&w->arena);
    }
    assert_true(tried > 10);
    static const char *const top[] = {"commitment", "secret", "seed", "chain"};
    for (int i = 0; i < 4; i++) {
        json_t *copy = json_deep_copy(record);
        change_byte(copy, top[i], 7);
        assert_non_null(record_says(&w->arena, copy));
        json_decref(copy);
    }
    json_t *copy = json_deep_copy(record), *first = json_array_get(json_object_get(copy, "standings"), 0);
    json_object_set_new(first, "score", json_integer(json_integer_value(json_object_get(first, "score")) + 1));
    assert_non_null(strstr(record_says(&w->arena, copy), "standings"));
    json_decref(copy);
    copy = json_deep_copy(record);
    json_array_remove(json_object_get(copy, "journal"), n / 2);
    assert_non_null(record_says(&w->arena, copy));
    json_decref(copy);
    /* Cut before the end of the game, by somebody who makes the hashes fit. */
    copy = json_deep_copy(record);
    json_t *entries = json_object_get(copy, "journal");
    assert_string_equal(json_string_value(json_object_get(json_array_get(entries, n - 1), "kind")), "secret");
    json_array_remove(entries, n - 1);
    json_object_set(copy, "chain", json_object_get(json_array_get(entries, n - 2), "chain"));
    const char *cut = record_says(&w->arena, copy);
    assert_non_null(cut);
    assert_non_null(strstr(cut, "the secret was not told"));
    json_decref(copy);
}

/* The numbers players read follow from the entries; an older record has none. */
static void changed_numbers(struct world *w, json_t *record)
{
    json_t *copy = json_deep_copy(record), *game = json_object_get(copy, "game"), *e;
    int64_t shown = json_integer_value(json_object_get(game, "shown"));
    size_t i;
    json_object_set_new(game, "shown", json_integer(shown + 1));
    assert_non_null(strstr(record_says(&w->arena, copy), "(number for the players)"));
    json_object_set_new(game, "shown", json_integer(shown));
    e = json_array_get(json_object_get(copy, "journal"), json_array_size(json_object_get(copy, "journal")) / 2);
    json_object_set_new(e, "shown", json_integer(json_integer_value(json_object_get(e, "shown")) + 1));
    assert_non_null(strstr(record_says(&w->arena, copy), "(number for the players)"));
    json_object_del(game, "shown");
    json_array_foreach(json_object_get(copy, "journal"), i, e)
        json_object_del(e, "shown");
    assert_null(record_says(&w->arena, copy));
    json_decref(copy);
}

static void records_are_checked(void **state)
{
    static const char *const senseless[] = {"", "{", "[]", "{}", "{\"courtier\":1,\"record\":\"game\"}",
                                            "{\"courtier\":1,\"record\":\"game\",\"game\":{}}"};
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        json_t *record = NULL;
        make(&w, *e, 6);
        struct sitting *s = world_sit(&w, "g");
        assert_int_equal(record_make(s, &record, &world_fault), -1); /* hands are still hidden */
        assert_int_equal(world_fault.exit, EX_USAGE);
        sitting_close(&s);
        world_play(&w, "g", INT64_MAX);
        s = world_sit(&w, "g");
        must(record_make(s, &record, &world_fault));
        sitting_close(&s);
        char *text = json_dumps(record, 0);
        assert_null(strstr(text, "@")); /* no addresses */
        assert_null(strstr(text, "players.example"));
        free(text);
        const char *says = record_says(&w.arena, record);
        if (says)
            die("%s: %s", (*e)->def->name, says);
        changed_records(&w, record);
        changed_numbers(&w, record);
        json_decref(record);
        world_remove(&w);
    }
    for (size_t i = 0; i < sizeof senseless / sizeof senseless[0]; i++) {
        struct arena arena = ARENA(1 << 20);
        struct verdict v;
        struct fault fault;
        const char *name;
        assert_int_equal(record_verify(slice_of(senseless[i]), &arena, &v, &name, &fault), -1);
        assert_int_equal(fault.exit, EX_DATAERR);
        arena_free(&arena);
    }
}

/* --- looking back by mail ------------------------------------------------------------------------ */

/* What a letter brings to its writer, with everything rolled back. */
static void respond(struct world *w, int seat, const char *body, const char *before, struct buf *bytes)
{
    struct store *store = w->house->store;
    struct post_answer out;
    struct letter_out *v;
    int64_t first;
    int n;
    must(store_begin(store, &world_fault));
    if (before)
        sql(w, before);
    struct sitting *s = world_sit(w, "g");
    must(store_letter_out_next(store, &first, &world_fault));
    must(answer_letter(s, seat, 0, slice_of(body), &out, &world_fault));
    out.message_id = "letter@players.example";
    must(post_reports(s, &out, s->game.awaits, &world_fault));
    json_decref(out.answer);
    must(store_letters_waiting(store, w->now + 1, 1000, &w->arena, &v, &n, &world_fault));
    buf_clear(bytes);
    for (int i = 0; i < n; i++)
        if (v[i].id >= first)
            buf_slice(bytes, v[i].bytes);
    sitting_close(&s);
    store_rollback(store);
}

static bool is_bot(struct world *w, int seat)
{
    struct sitting *s = world_sit(w, "g");
    bool bot = s->seats[seat - 1].bot;
    sitting_close(&s);
    return bot;
}

/* Entries out of a seat's sight may be there or not, or be others: not a byte of what it is told of the
 * past changes. */
static void the_past_keeps_secrets(void **state)
{
    static const char *const bodies[] = {"HISTORY", "HISTORY 2 5", "SEARCH a*", "SEARCH draw", "SEARCH alice",
                                         "SEARCH bob", "SEARCH carl", "SEARCH orders", "SEARCH dealt", "SEARCH 1*"};
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        struct buf first = BUF(16 << 20), second = BUF(16 << 20);
        make(&w, *e, 12);
        for (int seat = 1; seat <= 3; seat++)
            for (size_t i = 0; i < sizeof bodies / sizeof bodies[0] && !is_bot(&w, seat); i++) {
                const char *hidden = arena_printf(&w.arena, "kind IN ('event', 'order') AND sight & %d = 0", 1 << seat);
                const char *gone = arena_printf(&w.arena, "DELETE FROM journal WHERE %s", hidden);
                const char *other = arena_printf(&w.arena, "UPDATE journal SET body = '{\"order\":\"alice bob carl draw dealt\"}', kind = 'order' WHERE %s", hidden);
                respond(&w, seat, bodies[i], NULL, &first);
                assert_true(first.n > 500);
                respond(&w, seat, bodies[i], gone, &second);
                assert_true(slice_eq(buf_all(&first), buf_all(&second)));
                respond(&w, seat, bodies[i], other, &second);
                assert_true(slice_eq(buf_all(&first), buf_all(&second)));
                /* What it does see makes a difference. */
                respond(&w, seat, "HISTORY", "DELETE FROM journal WHERE turn = 2", &second);
                respond(&w, seat, "HISTORY", NULL, &first);
                assert_false(slice_eq(buf_all(&first), buf_all(&second)));
                arena_reset(&w.arena);
            }
        buf_free(&first);
        buf_free(&second);
        world_remove(&w);
    }
}

/* --- before the game begins -------------------------------------------------------------------- */

static void rule(struct world *w, const char *text)
{
    struct moderator_words words = {.text = slice_of(text), .confirmed = true};
    struct moderator_answer out = {0};
    struct sitting *s = NULL;
    must(sitting_any(w->house, "open", &w->arena, &s, &world_fault));
    must(store_begin(w->house->store, &world_fault));
    must(moderator_rule(s, NULL, &words, &out, &world_fault));
    must(store_commit(w->house->store, &world_fault));
    assert_false(out.refused);
    json_decref(out.answer);
    json_decref(out.peeks);
    sitting_close(&s);
}

/* What verify says of the game, begun or not. */
static const char *open_verdict(struct world *w)
{
    struct game game;
    struct verdict v;
    must(store_game_find(w->house->store, "open", &w->arena, &game, &world_fault));
    if (game.status == GAME_OPEN) {
        must(verify_open(w->house->store, &game, &w->arena, &v, &world_fault));
    } else {
        struct sitting *s = world_sit(w, "open");
        must(verify_game(s, &v, &world_fault));
        sitting_close(&s);
    }
    return v.differs ? difference_text(&v.first, &w->arena) : NULL;
}

/* Each entry there is, changed, dropped or made another's: verify names it. */
static void tamper_open(struct world *w, int entries)
{
    static const char *const how[] = {"UPDATE journal SET body = replace(body, 'INVITE', 'INVITe') WHERE number = %d",
                                      "UPDATE journal SET body = replace(body, 'house', 'mouse') WHERE number = %d",
                                      "DELETE FROM journal WHERE number = %d"};
    for (int i = 1; i <= entries; i++)
        for (size_t k = 0; k < sizeof how / sizeof how[0]; k++) {
            must(store_begin(w->house->store, &world_fault));
            char text[200];
            snprintf(text, sizeof text, how[k], i);
            sql(w, text);
            assert_int_equal(sqlite3_changes(w->house->store->db), 1);
            const char *found = open_verdict(w);
            bool named = found && (strstr(found, arena_printf(&w->arena, "entry %d (", i)) || k == 2);
            if (!named)
                die("entry %d, change %zu: %s", i, k, found ? found : "not noticed");
            store_rollback(w->house->store);
        }
}

static void the_journal_begins_before_the_game(void **state)
{
    const char *invited[] = {"Alice <alice@players.example>", "Bob <bob@players.example>", NULL};
    (void)state;
    for (int begins = 0; begins <= 1; begins++) {
        struct world w;
        struct game game;
        struct guest *guests;
        struct entry *v;
        int n;
        world_make(&w, 1800000000);
        struct game_spec spec = {.engine = "venture", .name = "open", .seats = 3};
        must(store_begin(w.house->store, &world_fault));
        must(lobby_found(w.house, &spec, false, invited, &w.arena, &game, &world_fault));
        must(store_commit(w.house->store, &world_fault));
        assert_int_equal(game.journal, 2);
        rule(&w, "INVITE Chloe <chloe@players.example>");
        rule(&w, "PREVIEW CANCEL");
        assert_null(open_verdict(&w));
        tamper_open(&w, 3);
        must(store_guests(w.house->store, game.id, &w.arena, &guests, &n, &world_fault));
        assert_int_equal(n, 3);
        if (begins) {
            for (int i = 0; i < 2; i++) {
                struct writer writer = token_guest(&guests[i]);
                world_letter(&w, guests[i].address, token_address(w.house, &game, &writer, 0, &w.arena), "Re", "JOIN");
            }
            world_run(&w);
            rule(&w, "START WITH BOTS");
        } else {
            rule(&w, "CANCEL");
        }
        assert_null(open_verdict(&w));
        must(store_journal_after(w.house->store, game.id, 0, &w.arena, &v, &n, &world_fault));
        static const char *const first[] = {"INVITE Alice", "INVITE Bob", "INVITE Chloe"};
        for (int i = 0; i < 3; i++) {
            assert_string_equal(v[i].kind, "ruling");
            assert_non_null(strstr(v[i].body, first[i]));
            assert_null(strchr(v[i].body, '@'));
        }
        assert_non_null(begins ? strstr(v[3].kind, "setup") : strstr(v[3].body, "CANCEL"));
        tamper_open(&w, 3);
        world_remove(&w);
    }
}

/* --- a very long journal --------------------------------------------------------------------------- */

enum { LONG = 120000, LONG_BODY = 900 /* bytes: together far more than the arena of a letter */ };

static void a_long_journal_is_read_in_parts(void **state)
{
    struct world w;
    char *talk = calloc(1, LONG_BODY + 1);
    (void)state;
    memset(talk, 'x', LONG_BODY);
    make(&w, *engine_all(), 3);
    struct sitting *s = world_sit(&w, "g");
    must(store_begin(w.house->store, &world_fault));
    for (int i = 0; i < LONG; i++) {
        char body[LONG_BODY + 100];
        struct entry e = {.turn = s->game.turn, .kind = "talk", .seat = 1, .sight = SIGHT_ALL, .body = body};
        if (i == 0)
            snprintf(body, sizeof body, "{\"code\":\"say\",\"who\":{\"seat\":1},\"talk\":[\"needle\"]}");
        else
            snprintf(body, sizeof body, "{\"code\":\"say\",\"who\":{\"seat\":1},\"talk\":[\"%s\"]}", i < LONG - 2000 ? talk : "hay");
        must(store_journal_add(w.house->store, &s->game, &e, &world_fault));
    }
    must(store_game_set(w.house->store, &s->game, &world_fault));
    must(store_commit(w.house->store, &world_fault));
    sitting_close(&s);
    struct arena letter = ARENA(64 << 20); /* what a run gives a letter */
    json_t *history, *found;
    must(sitting_open(w.house, "g", &letter, &s, &world_fault));
    must(told_history(s, 1, 0, s->game.shown, &history, &world_fault));
    json_t *turns = json_object_get(history, "turns");
    assert_int_equal(json_array_size(turns), 1);
    assert_int_equal(json_array_size(json_object_get(json_array_get(turns, 0), "events")), TOLD_EVENTS);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(history, "earlier"), "turn")), s->game.shown);
    must(store_begin(w.house->store, &world_fault));
    must(search_index(s, &world_fault));
    must(search_find(s, &(struct search){.reader = 1, .words = slice_of("needle"), .max = 10}, &found, &world_fault));
    must(store_commit(w.house->store, &world_fault));
    assert_int_equal(json_array_size(json_object_get(found, "found")), 1);
    json_decref(history);
    json_decref(found);
    sitting_close(&s);
    arena_free(&letter);
    free(talk);
    world_remove(&w);
}

/* Reports of a seat that are made in one run, by one transaction: each names the one before. Letters for
 * awaits that are somebody else's are refused, and a refusal is no report. */
static void reports_of_one_run_are_chained(void **state)
{
    (void)state;
    struct world w;
    make(&w, engine_find(slice_of("venture")), 0);
    struct sitting *s = world_sit(&w, "g");
    for (int await = 1; await <= 12; await++)
        for (int i = 0; i < s->game.seats; i++) {
            const struct seat *seat = &s->seats[i];
            if (!seat->bot)
                world_letter(&w, seat->address, token_seat_address(w.house, &s->game, seat, await, &w.arena), "Re",
                             "PASS");
        }
    sitting_close(&s);
    world_run(&w);
    assert_true(w.run.counts.played >= 6);
    assert_null(verdict(&w));
    world_remove(&w);
}

/* Reports from before players had numbers of their own for turns: asked for by these, they say these. */
static void old_reports_are_counted_anew(void **state)
{
    enum { ASKED = 3, UPTO = 2 * ASKED + 1 };
    (void)state;
    struct world w;
    struct buf bytes = BUF(16 << 20);
    struct report_row row;
    make(&w, engine_find(slice_of("venture")), 12);
    int seat = is_bot(&w, 1) ? 2 : 1;
    must(store_report_get(w.house->store, 1, UPTO, seat, &w.arena, &row, &world_fault));
    int of = (int)row.turn;
    assert_true(of > 2);
    respond(&w, seat, "REPORT 3", "UPDATE turn SET shown = number / 2; UPDATE game SET shown = turn / 2", &bytes);
    const char *text = buf_text(&bytes);
    assert_non_null(strstr(text, arena_printf(&w.arena, "after turn %d", of / 2)));
    assert_null(strstr(text, arena_printf(&w.arena, "after turn %d", of)));
    assert_null(strstr(text, arena_printf(&w.arena, "Turn %d\r\n", of)));
    buf_free(&bytes);
    world_remove(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tampering_is_named),
        cmocka_unit_test(records_are_checked),
        cmocka_unit_test(the_past_keeps_secrets),
        cmocka_unit_test(the_journal_begins_before_the_game),
        cmocka_unit_test(a_long_journal_is_read_in_parts),
        cmocka_unit_test(reports_of_one_run_are_chained),
        cmocka_unit_test(old_reports_are_counted_anew),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
