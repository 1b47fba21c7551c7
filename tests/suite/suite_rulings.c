/* rulings: random games of every engine with random rulings, undone and redone between the turns.
 *
 * However it goes, the journal leads to the very table the store has, UNDO brings back the table
 * there was (piles that were touched are shuffled unless their order is kept), REDO the one before
 * the UNDO, and what is refused or previewed changes nothing. With FORCE, nonsense too: the engine
 * lives on. And letters that seats get behind a ruling stay the same, to the byte, when what the seat
 * cannot see is dealt anew. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "archive/verify.h"
#include "moderator/letter.h"
#include "selfplay.h"
#include "turn/edit.h"
#include "world.h"

#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 12, STEPS = 60, LETTER = 16, TURNS = 4000, BAD_GAMES = 20, BAD_STEPS = 40 };

static struct chance chance = {20261118};

static int below(int n)
{
    return (int)chance_below(&chance, (uint32_t)n);
}

static struct sitting *begin(struct world *w, const struct engine *e, int g)
{
    static const char *const names[] = {"Alice", "Bob", "Chloe", "David", "Emma", "Farid", "Gus", NULL};
    const char *seated[SEATS_MAX + 1] = {NULL};
    char name[32], secret[65];
    int seats = e->def->seats_min + below(e->def->seats_max - e->def->seats_min + 1), variants = 0;
    for (int i = 0; i < seats; i++)
        seated[i] = names[i];
    while (e->def->variants[variants])
        variants++;
    snprintf(name, sizeof name, "g%d", g);
    snprintf(secret, sizeof secret, "%064d", g + 77);
    world_game(w, e->def->name, name, e->def->variants[g % variants], NULL, seated, secret);
    return world_sit(w, name);
}

/* --- rulings by chance ------------------------------------------------------------------------- */

static const char *piece(struct sitting *s, struct arena *a)
{
    const struct schema *schema = s->engine->schema;
    int id = 1 + below(table_pieces(s->table));
    const struct piece *p = table_piece(s->table, (uint16_t)id);
    if (p->place == PLACE_NONE)
        return schema->kinds[p->kind];
    return p->seat ? arena_printf(a, "%s FROM %s OF %d", schema->kinds[p->kind], schema->places[p->place].name, p->seat)
                   : arena_printf(a, "%s FROM %s", schema->kinds[p->kind], schema->places[p->place].name);
}

static const char *random_ruling(struct sitting *s, struct arena *a)
{
    const struct schema *schema = s->engine->schema;
    const char *place = schema->places[below(schema->nplaces)].name;
    const char *tally = schema->tallies[below(schema->ntallies)].name;
    int seat = 1 + below(s->game.seats);
    if (s->game.status == GAME_FINISHED)
        return "FORCE UNDO";
    switch (below(17)) {
    case 0:
        return arena_printf(a, "MOVE %s TO %s OF %d", piece(s, a), place, seat);
    case 1:
        return arena_printf(a, "MOVE %s TO %s", piece(s, a), place);
    case 2:
        return arena_printf(a, "SET %s OF %d = %d", tally, seat, below(9) - 2);
    case 3:
        return arena_printf(a, "SET %s = %d", tally, below(12) - 2);
    case 4:
        return arena_printf(a, "SWAP %s %s", schema->kinds[below(schema->nkinds)], schema->kinds[below(schema->nkinds)]);
    case 5:
        return arena_printf(a, "DEAL %d TO %d", 1 + below(3), seat);
    case 6:
        return arena_printf(a, "SHUFFLE %s", place);
    case 7:
        return "REROLL";
    case 8:
        return s->game.paused ? "RESUME" : "PAUSE";
    case 9:
        return arena_printf(a, "EXTEND %dh", 1 + below(48));
    case 10:
        return "ANNOUNCE good day";
    case 11:
        return arena_printf(a, "PEEK %d", seat);
    case 12:
        return arena_printf(a, "MOVE %s TO %s %d OF %d", piece(s, a), place, 1 + below(4), seat);
    case 13:
        return arena_printf(a, "SEAT %d BOT", seat);
    case 14: {
        const struct option *o = &s->engine->def->options[below(s->engine->def->noptions)];
        return o->choices ? arena_printf(a, "OPTION %s=%s", o->name, o->choices[0])
                          : arena_printf(a, "OPTION %s=%lld", o->name, (long long)o->low + below(3));
    }
    case 15:
        return below(4) ? "ANNOUNCE again" : below(2) ? "END" : "CANCEL";
    default:
        return arena_printf(a, "UNDO %d%s", 1 + below(4), below(2) ? " KEEP ORDER" : "");
    }
}

struct outcome_of {
    bool done, refused;
};

static bool posting; /* letters are written, too */

static struct outcome_of rule(struct sitting *s, const char *text)
{
    struct moderator_words words = {.text = slice_of(text), .confirmed = true};
    struct moderator_answer out;
    must(moderator_rule(s, NULL, &words, &out, &world_fault));
    if (out.done && posting)
        must(post_reports(s, NULL, out.awaits, &world_fault));
    json_decref(out.answer), json_decref(out.peeks);
    return (struct outcome_of){out.done, out.refused};
}

/* --- what must hold ---------------------------------------------------------------------------- */

static void check_store(struct world *w, struct sitting *s, const char *after)
{
    struct table *stored = table_new(s->engine->schema, s->game.seats);
    must(store_table_load(w->house->store, s->game.id, stored, &world_fault));
    if (!table_same(stored, s->table))
        die("%s: behind \"%s\" the store has another table", s->engine->def->name, after);
    table_free(&stored);
}

static void check_replay(struct sitting *s, const char *after)
{
    const char *difference = NULL;
    must(turn_replay(s, &difference, &world_fault));
    if (difference)
        die("%s: behind \"%s\": %s", s->engine->def->name, after, difference);
    struct verdict v;
    must(verify_game(s, &v, &world_fault));
    if (v.differs)
        die("%s: behind \"%s\": %s", s->engine->def->name, after, difference_text(&v.first, s->arena));
}

/* The same but for the order of piles. */
static bool same_but_piles(const struct table *a, const struct table *b)
{
    const struct schema *schema = table_schema(a);
    for (int id = 1; id <= table_pieces(a) && id <= table_pieces(b); id++) {
        const struct piece *x = table_piece(a, (uint16_t)id), *y = table_piece(b, (uint16_t)id);
        if (x->place != y->place || x->seat != y->seat || x->slot != y->slot || x->sight != y->sight ||
            x->kind != y->kind)
            return false;
    }
    for (int k = 0; k < schema->ntallies; k++)
        for (int seat = 0; seat <= table_seats(a); seat++)
            if (table_get(a, k, seat) != table_get(b, k, seat))
                return false;
    return table_pieces(a) == table_pieces(b);
}

/* --- a game ------------------------------------------------------------------------------------ */

static void play(struct world *w, struct sitting *s)
{
    struct attempt *a = arena_new(&w->arena, struct attempt);
    struct order *orders = arena_array(&w->arena, struct order, LETTER);
    if (s->nawaits == 0)
        return;
    const struct await_row *row = &s->awaits[below(s->nawaits)];
    int seat = row->seat;
    if (below(8) == 0) {
        must(turn_expire(s, row, &world_fault));
        return;
    }
    int n = selfplay_letter(s, seat, &chance, orders, LETTER);
    turn_try(s, seat, orders, n, false, a);
    if (!a->ok) {
        n = selfplay_suggest(s, seat, orders, LETTER);
        turn_try(s, seat, orders, n, false, a);
    }
    if (!a->ok || n == 0)
        return; /* a table that is none: nothing need be legal there */
    must(turn_keep(s, seat, "letter", orders, n, a, &world_fault));
    must(turn_settle(s, &world_fault));
}

static int undone, redone, refusals, rulings_made;

static void rule_once(struct world *w, struct sitting *s)
{
    struct table *before = table_clone(s->table);
    int64_t turn = s->game.turn, draws = (int64_t)s->luck.counter;
    const char *text = random_ruling(s, &w->arena);
    bool preview = below(4) == 0;
    if (preview)
        text = arena_printf(&w->arena, "PREVIEW %s", text);
    struct outcome_of o = rule(s, text);
    if (preview || o.refused) {
        if (!table_same(before, s->table) || turn != s->game.turn || draws != (int64_t)s->luck.counter)
            die("%s: \"%s\" changed something", s->engine->def->name, text);
        refusals += o.refused;
    } else {
        rulings_made++;
        const char *bad = s->engine->def->invariant(s->table, s->engine, s->options);
        if (bad && !s->engine->def->invariant(before, s->engine, s->options))
            die("%s: \"%s\" broke %s without FORCE", s->engine->def->name, text, bad);
    }
    check_store(w, s, text);
    table_free(&before);
}

/* One step back and forth: the table of the last rest, and then this one. */
static void undo_redo(struct world *w, struct sitting *s)
{
    struct table *before = table_clone(s->table);
    int64_t turn = s->game.turn;
    bool keep = below(2);
    if (!rule(s, keep ? "UNDO KEEP ORDER" : "UNDO").refused) {
        struct turn *v;
        int n;
        undone++;
        check_store(w, s, "UNDO");
        must(store_turn_list(w->house->store, s->game.id, turn + 1, turn + 1, &w->arena, &v, &n, &world_fault));
        assert_int_equal(n, 1);
        assert_string_equal(v[0].kind, "undo");
        struct table *past = table_new(s->engine->schema, s->game.seats);
        must(store_table_at(w->house->store, s->game.id, v[0].back, past, &world_fault));
        if (s->game.turn == turn + 1) { /* no bot has played behind it */
            if (keep ? !table_same(past, s->table) : !same_but_piles(past, s->table))
                die("%s: UNDO does not lead to the table after turn %lld", s->engine->def->name, (long long)v[0].back);
        }
        table_free(&past);
        if (s->game.turn == turn + 1 && below(2)) {
            assert_false(rule(s, "REDO").refused);
            redone++;
            if (s->game.turn == turn + 2 && !table_same(before, s->table))
                die("%s: REDO does not lead back", s->engine->def->name);
            check_store(w, s, "REDO");
        }
    }
    table_free(&before);
}

static void random_games(void **state)
{
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        world_make(&w, 1800000000);
        undone = redone = refusals = rulings_made = 0;
        chance.state = 20261118;
        for (int g = 0; g < selfplay_some(GAMES); g++) {
            struct sitting *s = begin(&w, *e, g);
            must(store_begin(w.house->store, &world_fault));
            for (int k = 0; k < STEPS && s->game.turn < TURNS; k++) {
                int what = below(6);
                if (what < 3 && s->game.status == GAME_PLAYING)
                    play(&w, s);
                else if (what < 5)
                    rule_once(&w, s);
                else
                    undo_redo(&w, s);
            }
            check_replay(s, "all of it");
            must(store_commit(w.house->store, &world_fault));
            sitting_close(&s);
            s = world_sit(&w, arena_printf(&w.arena, "g%d", g)); /* and from the store */
            check_replay(s, "all of it");
            sitting_close(&s);
            arena_reset(&w.arena);
        }
        print_message("%s: %d rulings made, %d refused, %d undone, %d redone\n", (*e)->def->name, rulings_made,
                      refusals, undone, redone);
        assert_true(rulings_made > 40 && refusals > 20 && undone > 20 && redone > 5);
        world_remove(&w);
    }
}

/* --- nonsense by force ------------------------------------------------------------------------- */

static void look_at_all(struct world *w, struct sitting *s)
{
    for (int seat = SIGHT_MODERATOR; seat <= s->game.seats; seat++) {
        json_t *doc = NULL;
        must(post_document(s, seat, s->game.turn, NULL, &doc, &world_fault));
        json_decref(doc);
    }
    check_store(w, s, "nonsense");
}

static void forced_game(const struct engine *e, int g, int counts[2])
{
    struct world w;
    world_make(&w, 1800000000);
    struct sitting *s = begin(&w, e, g);
    must(store_begin(w.house->store, &world_fault));
    for (int k = 0; k < BAD_STEPS; k++) {
        const char *text = arena_printf(&w.arena, "FORCE %s", random_ruling(s, &w.arena));
        if (below(3) == 0) {
            struct outcome_of o = rule(s, text);
            counts[o.refused]++;
            look_at_all(&w, s);
        } else if (s->game.status == GAME_PLAYING) {
            play(&w, s);
        }
    }
    look_at_all(&w, s);
    check_replay(s, "nonsense");
    rule(s, "END"); /* counted as it stands, whatever stands there */
    look_at_all(&w, s);
    check_replay(s, "END");
    must(store_commit(w.house->store, &world_fault));
    sitting_close(&s);
    world_remove(&w);
}

/* In a process of its own: whether the engine lives through it. */
static bool forced_child(const struct engine *e, int g, int counts[2])
{
    int pipes[2], status, got[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGABRT, SIG_DFL);
        signal(SIGSEGV, SIG_DFL);
        alarm(60);
        forced_game(e, g, counts);
        _exit(write(pipes[1], counts, sizeof got) == sizeof got ? 0 : 1);
    }
    close(pipes[1]);
    bool whole = read(pipes[0], got, sizeof got) == sizeof got;
    close(pipes[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (whole)
        memcpy(counts, got, sizeof got);
    return whole && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Every game lives through everything. */
static void forced_games(void **state)
{
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        int counts[2] = {0}, died = 0;
        chance.state = 7;
        for (int g = 0; g < selfplay_some(BAD_GAMES); g++) {
            chance.state += 1000003;
            died += !forced_child(*e, g, counts);
        }
        print_message("%s: %d forced, %d refused all the same, %d of %d games died\n", (*e)->def->name, counts[0],
                      counts[1], died, BAD_GAMES);
        assert_true(counts[0] > 40);
        assert_int_equal(died, 0);
    }
}

/* --- what a seat cannot see ---------------------------------------------------------------------- */

/* A ruling that concerns only what `reader` cannot see, in this table's own words; NULL: none. */
typedef const char *worded(const struct sitting *s, int reader, struct arena *a);

/* The top of the n-th pile or hand that is out of his sight, as a moderator names it. */
static const char *top(const struct sitting *s, int reader, int n, const char **where, struct arena *a)
{
    const struct schema *schema = s->engine->schema;
    for (int place = 0; place < schema->nplaces; place++)
        for (int seat = 0; seat <= s->game.seats; seat++) {
            uint16_t id = table_last(s->table, place, seat);
            const struct piece *p = id ? table_piece(s->table, id) : NULL;
            if (!p || p->slot || (p->sight & SIGHT_SEAT(reader)) || n-- > 0)
                continue;
            *where = seat ? arena_printf(a, "%s OF %d", schema->places[place].name, seat) : schema->places[place].name;
            return arena_printf(a, "%s FROM %s", schema->kinds[p->kind], *where);
        }
    return NULL;
}

static const char *hidden_move(const struct sitting *s, int reader, struct arena *a)
{
    const char *from, *to, *one = top(s, reader, 0, &from, a), *two = top(s, reader, 1, &to, a);
    return one && two ? arena_printf(a, "MOVE %s TO %s", one, to) : NULL;
}

/* SWAP names pieces by their owner only. */
static const char *hidden_swap(const struct sitting *s, int reader, struct arena *a)
{
    uint16_t ids[2] = {0};
    const char *names[2] = {NULL};
    int n = 0;
    for (int place = 0; place < s->engine->schema->nplaces; place++)
        for (int seat = 1; seat <= s->game.seats && n < 2; seat++) {
            uint16_t id = table_last(s->table, place, seat);
            if (!id || (table_piece(s->table, id)->sight & SIGHT_SEAT(reader)))
                continue;
            ids[n] = id;
            names[n++] = arena_printf(a, "%s OF %d", s->engine->schema->kinds[table_piece(s->table, id)->kind], seat);
        }
    return n == 2 && ids[0] != ids[1] ? arena_printf(a, "SWAP %s WITH %s", names[0], names[1]) : NULL;
}

/* To whatever it is not: one more. */
static const char *hidden_set(const struct sitting *s, int reader, struct arena *a)
{
    for (int k = 0; k < s->engine->schema->ntallies; k++)
        for (int seat = 1; seat <= s->game.seats; seat++)
            if (!(table_tally_sight(s->table, k, seat) & SIGHT_SEAT(reader)))
                return arena_printf(a, "SET %s OF %d = %lld", s->engine->schema->tallies[k].name, seat,
                                    (long long)table_get(s->table, k, seat) + 1);
    return NULL;
}

static const char *deal_other(const struct sitting *s, int reader, struct arena *a)
{
    return arena_printf(a, "DEAL 1 TO %d", reader % s->game.seats + 1);
}

/* A ruling: as it is, or put into words by the table. */
struct step {
    const char *text;
    worded *worded;
};

/* What the reader has seen in the course of a story. */
static void look(const struct sitting *s, int reader, bool seen[PIECES_MAX])
{
    for (int id = 1; id <= table_pieces(s->table); id++)
        if (table_piece(s->table, (uint16_t)id)->sight & SIGHT_SEAT(reader))
            seen[id] = true;
}

/* Everything the reader does not see, then or later, is dealt anew, as a turn that nobody hears of:
 * what is undone later goes back to it. */
static void deal_anew(struct sitting *s, const bool *seen, bool anew)
{
    struct attempt *a = arena_new(s->arena, struct attempt);
    for (int i = 0; anew && i < 300; i++) {
        uint16_t one = (uint16_t)(1 + below(table_pieces(s->table))), two = (uint16_t)(1 + below(table_pieces(s->table)));
        const struct piece *x = table_piece(s->table, one), *y = table_piece(s->table, two);
        if (x->place == PLACE_NONE || y->place == PLACE_NONE || seen[one] || seen[two])
            continue;
        table_swap(s->table, one, two);
        if (s->engine->def->invariant(s->table, s->engine, s->options))
            table_swap(s->table, one, two);
    }
    must(turn_record(s, 0, "letter", NULL, 0, a, &world_fault));
    must(turn_settle(s, &world_fault));
}

/* All letters to one seat from a number on; times and who else is written to, too. */
static void letters_to(struct world *w, const struct sitting *s, int reader, int64_t from, struct buf *out)
{
    struct letter_out *v;
    int n;
    must(store_letters_waiting(w->house->store, w->now + 1, 1000, &w->arena, &v, &n, &world_fault));
    for (int i = 0; i < n; i++) {
        if (v[i].id < from)
            continue;
        buf_printf(out, "\n--- to %s\n", v[i].to);
        if (strcmp(v[i].to, s->seats[reader - 1].address) == 0)
            buf_slice(out, v[i].bytes);
    }
    for (int i = 0; i < s->nawaits; i++)
        buf_printf(out, "\nseat %d: %s, until %lld", s->awaits[i].seat, s->awaits[i].what,
                   (long long)s->awaits[i].deadline);
}

/* One letter of the seat that is awaited, the same whatever is hidden from it. */
static bool play_first(struct sitting *s)
{
    struct attempt *a = arena_new(s->arena, struct attempt);
    struct order *orders = arena_array(s->arena, struct order, LETTER);
    int seat = s->awaits[0].seat, n = selfplay_suggest(s, seat, orders, LETTER);
    turn_try(s, seat, orders, n, false, a);
    if (!a->ok || n == 0)
        return false;
    must(turn_keep(s, seat, "letter", orders, n, a, &world_fault));
    must(turn_settle(s, &world_fault));
    return true;
}

/* What was told before the last ruling, and by it. */
struct told {
    struct buf before, after;
    bool done;
    const char *ruling;
};

static void tell_story(struct world *w, const char *game, const struct step *steps, bool plays, int reader,
                       bool seen[PIECES_MAX], bool anew, struct told *told)
{
    struct store *store = w->house->store;
    struct sitting *s = world_sit(w, game);
    int64_t awaits = s->game.awaits, first, next;
    must(store_begin(store, &world_fault));
    must(store_letter_out_next(store, &first, &world_fault));
    deal_anew(s, seen, anew);
    look(s, reader, seen);
    told->done = !plays || play_first(s);
    must(post_reports(s, NULL, awaits, &world_fault));
    must(post_report(s, &s->seats[reader - 1], &world_fault)); /* he knows all he may know */
    look(s, reader, seen);
    buf_clear(&told->before);
    for (int i = 0; (steps[i].text || steps[i].worded) && told->done; i++) {
        buf_clear(&told->after);
        letters_to(w, s, reader, first, &told->before);
        must(store_letter_out_next(store, &next, &world_fault));
        told->ruling = steps[i].text ? steps[i].text : steps[i].worded(s, reader, &w->arena);
        told->done = told->ruling && rule(s, told->ruling).done;
        letters_to(w, s, reader, next, &told->after);
        look(s, reader, seen);
    }
    sitting_close(&s);
    store_rollback(store);
}

/* Whatever was told alike before is told alike by the ruling. How often there was something to
 * compare is counted. */
static int compare(struct world *w, const char *engine, const char *game, const struct step *steps, bool plays, int reader)
{
    struct told one = {BUF(8 << 20), BUF(8 << 20), false, NULL}, two = {BUF(8 << 20), BUF(8 << 20), false, NULL};
    bool seen[PIECES_MAX] = {false};
    int compared = 0;
    tell_story(w, game, steps, plays, reader, seen, false, &one);
    tell_story(w, game, steps, plays, reader, seen, true, &two);
    if (one.done && two.done && slice_eq(buf_all(&one.before), buf_all(&two.before))) {
        if (!slice_eq(buf_all(&one.after), buf_all(&two.after)))
            die("%s: \"%s\" (or \"%s\") tells seat %d what it cannot see:\n%s\n--- or\n%s", engine, one.ruling, two.ruling,
                reader, buf_text(&one.after), buf_text(&two.after));
        compared = 1;
    }
    buf_free(&one.before), buf_free(&one.after), buf_free(&two.before), buf_free(&two.after);
    return compared;
}

static void rulings_leak_nothing(void **state)
{
    static const struct {
        const char *name;
        bool plays;
        struct step steps[3];
    } stories[] = {
        {"MOVE", false, {{NULL, hidden_move}}},
        {"SWAP", false, {{NULL, hidden_swap}}},
        {"SET", false, {{NULL, hidden_set}}},
        {"DEAL", false, {{NULL, deal_other}}},
        {"SHUFFLE", false, {{"SHUFFLE deck", NULL}}},
        {"ANNOUNCE", false, {{"ANNOUNCE hello", NULL}}},
        {"UNDO", true, {{"UNDO", NULL}}},
        {"REDO", true, {{"UNDO", NULL}, {"REDO", NULL}}},
        {"REROLL", true, {{"REROLL", NULL}}},
    };
    enum { STORIES = sizeof stories / sizeof stories[0] };
    int compared[STORIES] = {0};
    (void)state;
    posting = true;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        world_make(&w, 1800000000);
        for (int g = 0; g < selfplay_some(4); g++) {
            struct sitting *s = begin(&w, *e, g);
            const char *name = s->game.name;
            int seats = s->game.seats;
            must(store_begin(w.house->store, &world_fault));
            for (int k = 0; k < 12 && s->game.status == GAME_PLAYING; k++)
                play(&w, s);
            bool over = s->game.status != GAME_PLAYING || s->nawaits == 0;
            must(store_commit(w.house->store, &world_fault));
            sitting_close(&s);
            for (int reader = 1; reader <= seats && !over; reader++)
                for (int i = 0; i < STORIES; i++)
                    compared[i] += compare(&w, (*e)->def->name, name, stories[i].steps, stories[i].plays, reader);
            arena_reset(&w.arena);
        }
        world_remove(&w);
    }
    for (int i = 0; i < STORIES; i++)
        print_message("%s: letters of %d seats compared\n", stories[i].name, compared[i]);
    for (int i = 0; i < STORIES; i++)
        assert_true(compared[i] > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games),
        cmocka_unit_test(forced_games),
        cmocka_unit_test(rulings_leak_nothing),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
