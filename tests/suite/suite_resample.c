/* resample: what a seat cannot see changes no byte it gets.
 *
 * At random positions of random games, for every seat: the letters it would get in answer to some
 * mail of its own or to another seat's turn are made twice, the second time with everything dealt anew
 * that it cannot see, and compared byte for byte: reports, acknowledgements, previews, refusals. The
 * same holds for time: who is awaited after it, for what, under which clock and until when, and who
 * gets letters, is part of what is compared.
 *
 * Two worlds can only be compared when the same is done in both. So whoever does something keeps what
 * he sees: the writer of the letter, and whoever has lines waiting (held, early, standing, or a play
 * that waits its turn), for what these lines may do depends on his own hand. What the turn shows to one of
 * them stays, too. That leaves no excuse: all of it must be equal, always.
 *
 * Then once more with their hands dealt anew as well. Here lines of others may be refused that were
 * played before, or PASS may throw away another card, and the reader rightly sees that. So what others
 * did is compared only when he sees the same table after it; his own orders are, whenever the journal
 * has these alone both times. What is left out is counted, and must be one in twenty at most.
 * And the same with hidden tallies (cash, answers) changed as far as the game's invariant allows.
 *
 * At last somebody else has just done something that only he may know of, or nothing but PASS: what a seat
 * tries then, or is refused, must not tell which. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "redeal.h"
#include "selfplay.h"
#include "lobby/lobby.h"
#include "turn/digest.h"
#include "turn/account.h"
#include "turn/post.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 5, POSITIONS = 4, BODIES = 50 };

static struct chance chance, tries;

/* Everything about time that a seat could notice: awaits of all, and who is written to. */
static void timing(const struct sitting *s, const struct letter_out *v, int n, int64_t since, struct buf *out)
{
    for (int i = 0; i < s->nawaits; i++)
        buf_printf(out, "\nseat %d: %s, clock %d, matter %lld, since %lld until %lld", s->awaits[i].seat,
                   s->awaits[i].what, s->awaits[i].clock, (long long)s->awaits[i].matter,
                   (long long)s->awaits[i].since, (long long)s->awaits[i].deadline);
    for (int i = 0; i < n; i++)
        if (v[i].id >= since)
            buf_printf(out, "\nletter to %s", v[i].to);
}

/* Orders played from a turn on, and silences: whoever is to be told of them. */
static void acted(const struct sitting *s, int64_t from, struct buf *out)
{
    struct entry *v;
    int n;
    must(store_journal(s->house->store, s->game.id, from, s->game.turn, s->arena, &v, &n, &world_fault));
    buf_clear(out);
    for (int i = 0; i < n; i++)
        if (strcmp(v[i].kind, "order") == 0 || strcmp(v[i].kind, "silence") == 0)
            buf_printf(out, "%d %s %s\n", v[i].seat, v[i].kind, v[i].body);
}

/* What a letter by `actor` with this body makes the post bring to `reader`, with everything rolled
 * back. `before` may change the table first. *after gets the table as the turn leaves it, acts what was
 * done in the turns played: by whom, which orders, which of them dropped. */
static void respond(struct world *w, const char *game, int actor, int reader, const char *body,
                    void (*before)(struct sitting *s, void *ctx), void *ctx, struct buf *bytes,
                    struct buf *acts, struct table **after)
{
    struct store *store = w->house->store;
    struct post_answer out;
    struct letter_out *v;
    int n;
    must(store_begin(store, &world_fault));
    struct sitting *s = world_sit(w, game);
    int64_t awaits = s->game.awaits, turn = s->game.turn, sent_before;
    const struct await_row *row = sitting_await(s, actor);
    int64_t await = row ? row->number : 0;
    must(store_letter_out_next(store, &sent_before, &world_fault));
    if (before)
        before(s, ctx);
    must(answer_letter(s, actor, await, slice_of(body), &out, &world_fault));
    out.message_id = "letter@players.example";
    must(post_reports(s, &out, awaits, &world_fault));
    json_decref(out.answer);
    must(store_letters_waiting(store, w->now + 1, 1000, &w->arena, &v, &n, &world_fault));
    buf_clear(bytes);
    for (int i = 0; i < n; i++)
        if (v[i].id >= sent_before && strcmp(v[i].to, s->seats[reader - 1].address) == 0)
            buf_slice(bytes, v[i].bytes);
    timing(s, v, n, sent_before, bytes);
    acted(s, turn + 1, acts);
    if (after)
        *after = table_clone(s->table);
    sitting_close(&s);
    store_rollback(store);
}

static bool same_view(const struct table *a, const struct table *b, int seat)
{
    struct table *x = table_new(table_schema(a), table_seats(a));
    struct table *y = table_new(table_schema(a), table_seats(a));
    table_view(x, a, seat);
    table_view(y, b, seat);
    bool same = table_same(x, y);
    table_free(&x);
    table_free(&y);
    return same;
}

/* What was compared, of one engine. */
static struct {
    int64_t own, others;         /* strictly: a letter of one's own, of another */
    int64_t waiting;             /* … while somebody else had lines waiting */
    int64_t fired;               /* … some of which were played behind it */
    int64_t loose, other_acts;   /* with the hands of who acts dealt anew, too; nothing to compare */
    int64_t tallies, tallies_skipped; /* with hidden tallies changed */
    int64_t behind;                   /* tried behind something hidden, and behind a PASS */
} count;

static void must_equal(const char *game, int actor, int reader, const char *body, const struct buf *first,
                       const struct buf *second)
{
    size_t at = 0;
    if (slice_eq(buf_all(first), buf_all(second)))
        return;
    while (at < first->n && at < second->n && first->p[at] == second->p[at])
        at++;
    size_t from = at > 200 ? at - 200 : 0;
    die("%s: seat %d learns something it cannot see from seat %d's letter \"%s\":\n…%.300s\n--- or\n…%.300s",
        game, reader, actor, body, buf_text((struct buf *)first) + from, buf_text((struct buf *)second) + from);
}

/* Who has something waiting that may be played behind a letter. Boss's waiting plays are pieces. */
static sight waiting(struct world *w, const char *game)
{
    struct sitting *s = world_sit(w, game);
    sight all = SIGHT_NONE;
    int queue = schema_place(s->engine->schema, slice_of("queue"));
    for (int i = 0; i < s->nheld; i++)
        all |= SIGHT_SEAT(s->held[i].seat);
    for (int i = 0; i < s->nstanding; i++)
        all |= SIGHT_SEAT(s->standing[i].seat);
    for (int i = 0; i < s->nearly; i++)
        all |= SIGHT_SEAT(s->early[i].seat);
    for (uint16_t id = queue < 0 ? 0 : table_first(s->table, queue, 0); id; id = table_next(s->table, id))
        all |= SIGHT_SEAT(table_piece(s->table, id)->slot);
    sitting_close(&s);
    return all;
}

/* Whether orders of somebody other than the writer were played. */
static bool others_played(const struct buf *acts, int actor)
{
    struct slice rest = buf_all(acts);
    while (rest.n) {
        struct slice line = slice_cut(&rest, '\n');
        if (line.n && line.p[0] != '0' + actor)
            return true;
    }
    return false;
}

static void compare(struct world *w, const char *game, int actor, int reader, const char *body,
                    bool tallies, int64_t *bytes_compared)
{
    struct buf first = BUF(16 << 20), second = BUF(16 << 20), acts = BUF(1 << 20), acts_too = BUF(1 << 20);
    struct table *after = NULL, *after_too = NULL;
    sight wait = waiting(w, game);
    respond(w, game, actor, reader, body, NULL, NULL, &first, &acts, &after);
    struct redeal r = {.reader = reader, .acting = wait | SIGHT_SEAT(actor), .shown = after};
    respond(w, game, actor, reader, body, redeal, &r, &second, &acts_too, NULL);
    must_equal(game, actor, reader, body, &first, &second);
    must_equal(game, actor, reader, body, &acts, &acts_too);
    *(actor == reader ? &count.own : &count.others) += 1;
    count.waiting += (wait & ~redeal_eyes(&(struct redeal){.reader = reader, .acting = SIGHT_SEAT(actor)})) != 0;
    count.fired += others_played(&acts, actor);

    r.acting = SIGHT_NONE;
    respond(w, game, actor, reader, body, redeal, &r, &second, &acts_too, &after_too);
    bool alone = !others_played(&acts, reader) && slice_eq(buf_all(&acts), buf_all(&acts_too));
    bool comparable = alone || same_view(after, after_too, reader);
    if (comparable)
        must_equal(game, actor, reader, body, &first, &second);
    *(comparable ? &count.loose : &count.other_acts) += 1;
    if (tallies && chance_below(&chance, 4) == 0) {
        table_free(&after_too);
        respond(w, game, actor, reader, body, redeal_all, &r, &second, &acts_too, &after_too);
        comparable = r.tallies && same_view(after, after_too, reader);
        *(comparable ? &count.tallies : &count.tallies_skipped) += 1;
        if (comparable)
            must_equal(game, actor, reader, body, &first, &second);
    }
    *bytes_compared += (int64_t)first.n;
    table_free(&after);
    table_free(&after_too);
    buf_free(&first);
    buf_free(&second);
    buf_free(&acts);
    buf_free(&acts_too);
}

/* Whether hidden tallies could be others for this reader now. */
static bool may_redeal_tallies(struct world *w, const char *game, int reader)
{
    struct sitting *s = world_sit(w, game);
    struct table *t = table_clone(s->table);
    bool may = redeal_tallies(t, s, SIGHT_SEAT(reader)) > 0;
    table_free(&t);
    sitting_close(&s);
    return may;
}

/* Whether the engine ever hides a tally. */
static bool hides_tallies(const struct engine *engine)
{
    for (int i = 0; i < engine->schema->ntallies; i++)
        if (engine->schema->tallies[i].see != SEE_ALL)
            return true;
    return false;
}

/* What was put into the outbox from a letter's number on. */
static void gather(struct world *w, int64_t from, struct buf *bytes)
{
    struct letter_out *v;
    int n;
    must(store_letters_waiting(w->house->store, w->now + 1, 1000, &w->arena, &v, &n, &world_fault));
    buf_clear(bytes);
    for (int i = 0; i < n; i++)
        if (v[i].id >= from)
            buf_slice(bytes, v[i].bytes);
}

/* What a seat is sent without having written: a reminder, and the digest of the day. */
static void unasked(struct world *w, const char *game, int seat, const struct redeal *r, struct buf *bytes)
{
    struct store *store = w->house->store;
    struct player player;
    int64_t sent_before;
    must(store_begin(store, &world_fault));
    struct sitting *s = world_sit(w, game);
    must(store_letter_out_next(store, &sent_before, &world_fault));
    if (r)
        redeal(s, (void *)r);
    must(post_alert(s, &s->seats[seat - 1], "alert.reminder", &world_fault));
    must(store_table_save(store, s->game.id, s->table, &world_fault)); /* a digest opens its games itself */
    s->seats[seat - 1].collected = w->now;
    must(store_seat_set(store, &s->seats[seat - 1], &world_fault));
    must(store_player_find(store, s->seats[seat - 1].address, &w->arena, &player, &world_fault));
    must(digest_send(w->house, &player, &w->arena, &world_fault));
    gather(w, sent_before, bytes);
    sitting_close(&s);
    store_rollback(store);
}

static void compare_unasked(struct world *w, const char *game, int seat, int64_t *bytes_compared)
{
    struct buf first = BUF(16 << 20), second = BUF(16 << 20);
    struct sitting *s = world_sit(w, game);
    struct redeal r = {.reader = seat, .shown = s->table};
    unasked(w, game, seat, NULL, &first);
    unasked(w, game, seat, &r, &second);
    assert_true(first.n > 2000);
    if (!slice_eq(buf_all(&first), buf_all(&second)))
        die("%s: a reminder or digest tells seat %d something that is hidden", game, seat);
    *bytes_compared += (int64_t)first.n;
    sitting_close(&s);
    buf_free(&first);
    buf_free(&second);
}

/* The public report, with everything nobody but its owner sees dealt anew. */
static void watcher_report(struct world *w, const char *game, const struct redeal *r, struct buf *bytes)
{
    struct store *store = w->house->store;
    struct guest g;
    int64_t sent_before;
    must(store_begin(store, &world_fault));
    struct sitting *s = world_sit(w, game);
    must(store_letter_out_next(store, &sent_before, &world_fault));
    must(lobby_guest_new(w->house, &s->game, WHO_OBSERVER, GUEST_HERE, "watcher@else.example", "Wat", "en",
                         0, &g, &world_fault));
    if (r)
        redeal(s, (void *)r);
    must(lobby_report(s, &g, NULL, NULL, &world_fault));
    gather(w, sent_before, bytes);
    sitting_close(&s);
    store_rollback(store);
}

static void compare_watcher(struct world *w, const char *game, int64_t *bytes_compared)
{
    struct buf first = BUF(16 << 20), second = BUF(16 << 20);
    struct sitting *s = world_sit(w, game);
    struct redeal r = {.reader = 0, .shown = s->table};
    watcher_report(w, game, NULL, &first);
    watcher_report(w, game, &r, &second);
    assert_true(first.n > 1000);
    if (!slice_eq(buf_all(&first), buf_all(&second)))
        die("%s: who only watches learns something that is hidden", game);
    *bytes_compared += (int64_t)first.n;
    sitting_close(&s);
    buf_free(&first);
    buf_free(&second);
}

/* What is said about people. */
static void compare_people(struct world *w, const char *game, int seats, int64_t *bytes)
{
    static const char *const bodies[] = {"GAMES\nSTANDINGS", "LEAVE", "RESIGN", "JOIN nowhere", "TZ UTC"};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        compare(w, game, 1 + (int)i % seats, 1 + (int)i % seats, bodies[i], false, bytes);
}

/* Letters worth trying for a seat: nonsense and the suggestion, which says all it does; and, behind
 * *named, what the report offers and any other orders, alone and as a preview: there the program may choose
 * a payment by the hidden hand, which the others then rightly see. */
static int bodies(struct world *w, const char *game, int seat, const char **v, int *named)
{
    static const char *const fixed[] = {"STATUS", "HELP", "nonsense 1 2 3", "PREVIEW\nPASS", "PASS PASS",
                                        "REPORT 0", "SAY hello\nNEXT PASS", "WHISPER 2 psst\nVACATION 3 days",
                                        "PREVIEW\nNEXT PASS", "CANCEL"};
    struct sitting *s = world_sit(w, game);
    struct order_reader reader = sitting_reader(s, NULL);
    const char *offered[512];
    json_t *doc = NULL;
    int n = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        v[n++] = fixed[i];
    must(account(s, seat, s->game.shown, NULL, &doc, &world_fault));
    const char *wise = json_string_value(json_object_get(json_object_get(doc, "suggested"), "order"));
    if (wise) /* names its cards, so it stays legal when the others are dealt anew */
        v[n++] = arena_strdup(&w->arena, wise);
    *named = n;
    int m = selfplay_orders_in(doc, offered, 512);
    for (int k = 0; k < 8 && m; k++) {
        const char *one = offered[chance_below(&chance, (uint32_t)m)];
        const char *two = offered[chance_below(&chance, (uint32_t)m)];
        v[n++] = arena_strdup(&w->arena, one);
        v[n++] = arena_printf(&w->arena, "PREVIEW\n%s", one);
        v[n++] = arena_printf(&w->arena, "%s\n%s", one, two);
    }
    for (int k = 0; k < 12; k++) {
        struct buf line = BUF(8192);
        struct order any = selfplay_babble(s, &chance, &w->arena);
        order_print(&reader, &any, &line);
        v[n++] = arena_printf(&w->arena, "%s%s", k % 2 ? "PREVIEW\n" : "", buf_text(&line));
        buf_free(&line);
    }
    json_decref(doc);
    sitting_close(&s);
    return n;
}

/* A letter of another seat before the one that is compared, and what it leaves. */
struct act {
    int seat;
    const char *text;
    struct table *table;
    struct buf awaits;
};

static void act_first(struct sitting *s, void *ctx)
{
    struct act *a = ctx;
    struct post_answer out;
    must(answer_letter(s, a->seat, -1, slice_of(a->text), &out, &world_fault));
    json_decref(out.answer);
    s->at_once = SIGHT_NONE; /* who is told of it has a letter of his own */
    a->table = table_clone(s->table);
    a->awaits = BUF(64 << 10);
    timing(s, NULL, 0, 0, &a->awaits);
}

static const char *one_of(struct world *w, const char *game, int seat)
{
    struct sitting *s = world_sit(w, game);
    const char *offered[512], *line = NULL;
    json_t *doc = NULL;
    must(account(s, seat, s->game.shown, NULL, &doc, &world_fault));
    int n = selfplay_orders_in(doc, offered, 512);
    if (n)
        line = arena_strdup(&w->arena, offered[chance_below(&tries, (uint32_t)n)]);
    json_decref(doc);
    sitting_close(&s);
    return line;
}

/* Two orders that the report offers, tried; or refused for the line behind them. */
static void compare_behind(struct world *w, const char *game, int seat, int other)
{
    static const char *const plain[] = {"PASS", "STATUS"};
    for (int k = 0; k < 8; k++) {
        const char *one = one_of(w, game, seat), *two = one_of(w, game, seat), *act = one_of(w, game, other);
        if (!one || !act)
            return;
        one = k & 4 && strcmp(one, "STOP") != 0 ? "STOP" : one; /* what waits comes next */
        const char *body = arena_printf(&w->arena, k % 2 ? "PREVIEW\n%s\n%s" : "%s\n%s\nWHENS 1", one, two);
        struct buf bytes[2] = {BUF(16 << 20), BUF(16 << 20)}, acts = BUF(1 << 20);
        struct act a[2] = {{.seat = other, .text = plain[k / 2 % 2]}, {.seat = other, .text = act}};
        for (int i = 0; i < 2; i++)
            respond(w, game, seat, seat, body, act_first, &a[i], &bytes[i], &acts, NULL);
        if (!table_same(a[0].table, a[1].table) && same_view(a[0].table, a[1].table, seat) &&
            slice_eq(buf_all(&a[0].awaits), buf_all(&a[1].awaits))) {
            must_equal(game, seat, seat, body, &bytes[0], &bytes[1]);
            count.behind++;
        }
        for (int i = 0; i < 2; i++) {
            table_free(&a[i].table);
            buf_free(&a[i].awaits);
            buf_free(&bytes[i]);
        }
        buf_free(&acts);
    }
}

static bool something_hidden(const struct table *t)
{
    for (int tally = 0; tally < table_schema(t)->ntallies; tally++)
        for (int seat = 0; seat <= table_seats(t); seat++)
            if (table_get(t, tally, seat) && table_tally_sight(t, tally, seat) != SIGHT_ALL)
                return true;
    return false;
}

/* Now and then somebody puts something by, if the game knows it: it is sealed, so nobody may notice. */
static void put_by(struct sitting *s)
{
    static const char *const lines[] = {
        "WHEN CARD STOP 2 TIMES", "WHEN CARD PASS ALWAYS",   "WHEN TRAVEL STOP",     "WHEN BOSS BOSS",
        "WHEN CLOSE BOSS",        "WHEN CLOSE PASS ALWAYS",  "WHEN FAIL PASS",       "WHEN TALK PASS 3 TIMES",
        "PASS ALWAYS",            "NEXT ROLL\nNEXT DRAW",    "NEXT DEAL",            "NEXT PASS",
        "WHEN DIVEST USD SELL 1", "WHEN DIVEST SELL 1 ALWAYS", "WHEN OFFER REFUSE", "WHEN OFFER REFUSE ALWAYS"};
    struct post_answer out = {0};
    int seat = 1 + (int)chance_below(&chance, (uint32_t)s->game.seats);
    const struct await_row *row = sitting_await(s, seat);
    for (int i = 0; i < 8 && !out.stands; i++) {
        const char *line = lines[chance_below(&chance, sizeof lines / sizeof lines[0])];
        must(answer_letter(s, seat, row ? row->number : 0, slice_of(line), &out, &world_fault));
        json_decref(out.answer);
    }
}

/* Some turns; with `hidden` on until some tally is hidden that is not nothing. */
static void advance_some(struct world *w, const char *game, int turns, bool hidden)
{
    struct sitting *s = world_sit(w, game);
    struct attempt *a = arena_new(&w->arena, struct attempt);
    struct order *orders = arena_array(&w->arena, struct order, 16);
    must(store_begin(w->house->store, &world_fault));
    for (int t = 0; s->game.status == GAME_PLAYING && s->nawaits; t++) {
        int seat = s->awaits[0].seat;
        if (t >= turns && (!hidden || t > turns + 60 || something_hidden(s->table)))
            break;
        if (chance_below(&chance, 3) == 0) {
            put_by(s);
            continue;
        }
        int n = selfplay_letter(s, seat, &chance, orders, 16);
        turn_try(s, seat, orders, n, false, a);
        if (!a->ok) {
            n = selfplay_suggest(s, seat, orders, 16);
            turn_try(s, seat, orders, n, false, a);
        }
        must(turn_keep(s, seat, "letter", orders, n, a, &world_fault));
        must(turn_settle(s, &world_fault));
    }
    must(store_commit(w->house->store, &world_fault));
    sitting_close(&s);
}

static const char *const names[] = {"Alice", "Bob", "Chloe", "David", "Emma", "Farid", "Gus", NULL};

/* A game, turn by turn. */
static void hidden_acts(struct world *w, const struct engine *engine)
{
    const char *seated[SEATS_MAX + 1] = {"Alice", "Bob", "Chloe", "David", NULL};
    char secret[65];
    int seats = engine->def->seats_max < 4 ? engine->def->seats_max : 4;
    seated[seats] = NULL;
    snprintf(secret, sizeof secret, "%064d", 2000);
    world_game(w, engine->def->name, "acts", NULL, NULL, seated, secret);
    for (int p = 0; p < selfplay_some(400); p++) {
        advance_some(w, "acts", 1, false);
        struct sitting *s = world_sit(w, "acts");
        bool window = s->nawaits && s->awaits[0].clock == CLOCK_REACTION;
        sitting_close(&s);
        for (int seat = 1; seat <= seats && (window || p % 20 == 0); seat++) {
            compare_behind(w, "acts", seat, (seat + (int)chance_below(&tries, (uint32_t)seats - 1)) % seats + 1);
            arena_reset(&w->arena);
        }
    }
}

static void nothing_leaks_in(const struct engine *engine)
{
    struct world w;
    int64_t bytes = 0, letters = 0, watched = 0;
    chance = (struct chance){20261118};
    tries = (struct chance){20261119};
    memset(&count, 0, sizeof count);
    world_make(&w, 1800000000);
    w.format = "both json"; /* the document itself is compared, too */
    for (int g = 0; g < selfplay_some(GAMES); g++) {
        const char *seated[SEATS_MAX + 1] = {NULL};
        char name[32], secret[65];
        int seats = engine->def->seats_min +
                    (int)chance_below(&chance, (uint32_t)(engine->def->seats_max - engine->def->seats_min + 1));
        for (int i = 0; i < seats; i++)
            seated[i] = names[i];
        snprintf(name, sizeof name, "g%d", g);
        snprintf(secret, sizeof secret, "%064d", g + 1000);
        world_game(&w, engine->def->name, name, NULL, NULL, seated, secret);
        world_run(&w); /* the first reports are out of the way */
        for (int p = 0; p < POSITIONS; p++) {
            advance_some(&w, name, (int)chance_below(&chance, 14), p == 2 && hides_tallies(engine));
            compare_watcher(&w, name, &watched);
            compare_people(&w, name, seats, &bytes);
            compare_unasked(&w, name, 1 + p % seats, &bytes);
            bool tallies[SEATS_MAX + 1] = {false};
            for (int seat = 1; seat <= seats && hides_tallies(engine); seat++)
                tallies[seat] = may_redeal_tallies(&w, name, seat);
            for (int seat = 1; seat <= seats; seat++) {
                const char *v[BODIES];
                int named, n = bodies(&w, name, seat, v, &named);
                for (int i = n; i-- > 0; i -= i > named ? (int)chance_below(&chance, 3) : 0, letters++) {
                    int next = seat % seats + 1;
                    compare(&w, name, seat, seat, v[i], tallies[seat], &bytes);
                    if (i < named)
                        compare(&w, name, seat, next, v[i], tallies[next], &bytes);
                }
                arena_reset(&w.arena);
            }
        }
    }
    hidden_acts(&w, engine);
    print_message("%s: %lld letters, %lld bytes; strictly %lld own, %lld by others' turns, %lld with lines waiting, "
                  "%lld with others' lines played; loosely %lld (%lld done otherwise), %lld with other tallies "
                  "(%lld not); %lld behind hidden acts\n",
                  engine->def->name, (long long)letters, (long long)bytes, (long long)count.own,
                  (long long)count.others, (long long)count.waiting, (long long)count.fired,
                  (long long)count.loose, (long long)count.other_acts, (long long)count.tallies,
                  (long long)count.tallies_skipped, (long long)count.behind);
    assert_true(watched > 10000);
    assert_true(bytes > 1000000);
    assert_true(count.own > 300 && count.others > 150);
    assert_true(count.loose > 19 * count.other_acts);
    assert_true(count.tallies >= 4 * count.tallies_skipped);
    assert_true(count.tallies > 100 || !hides_tallies(engine));
    if (engine->situations)
        assert_true(count.waiting > 50);
    if (strcmp(engine->def->name, "boss") == 0)
        assert_true(count.waiting > 200 && count.fired > 5 && count.behind > 20);
    if (strcmp(engine->def->name, "capital") == 0)
        assert_true(count.behind > 20);
    world_remove(&w);
}

static void nothing_leaks(void **state)
{
    (void)state;
    selfplay_engines(nothing_leaks_in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_leaks)};
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
