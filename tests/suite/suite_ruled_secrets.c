/* ruled secrets: letters that seats get behind a ruling stay the same, to the byte, when what the seat
 * cannot see is dealt anew. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "ruled.h"
#include "selfplay.h"

#include <stdio.h>
#include <stdlib.h>

enum { LETTER = 16 };

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
        uint16_t one = (uint16_t)(1 + ruled_below(table_pieces(s->table))), two = (uint16_t)(1 + ruled_below(table_pieces(s->table)));
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

/* One letter of the seat that is awaited, the same whatever is hidden from it. One that nobody else knows of
 * does not count: a step back would go behind it, to before the deal, when the hidden things were others. */
static bool play_first(struct sitting *s)
{
    int64_t shown = s->game.shown;
    struct attempt *a = arena_new(s->arena, struct attempt);
    struct order *orders = arena_array(s->arena, struct order, LETTER);
    int seat = s->awaits[0].seat, n = selfplay_suggest(s, seat, orders, LETTER);
    turn_try(s, seat, orders, n, false, a);
    if (!a->ok || n == 0)
        return false;
    must(turn_keep(s, seat, "letter", orders, n, a, &world_fault));
    must(turn_settle(s, &world_fault));
    return s->game.shown > shown;
}

/* What was told before the last ruling, and by it. */
struct told {
    struct buf before, after;
    bool done;
    const char *ruling;
    struct table *sees; /* the reader, in the end */
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
        told->done = told->ruling && ruled_make(s, told->ruling, true).done;
        letters_to(w, s, reader, next, &told->after);
        look(s, reader, seen);
    }
    told->sees = table_new(s->engine->schema, s->game.seats);
    table_view(told->sees, s->table, reader);
    sitting_close(&s);
    store_rollback(store);
}

struct story {
    const char *name;
    bool plays, draws; /* somebody writes before it; it draws anew */
    struct step steps[3];
};

/* Whatever was told alike before is told alike by the ruling. What is drawn anew may show to all: a
 * profit, a die. Then only what leads to the same view can be compared. How often there was something
 * to compare is counted. */
static int compare(struct world *w, const char *engine, const char *game, const struct story *story, int reader)
{
    struct told one = {.before = BUF(8 << 20), .after = BUF(8 << 20)}, two = {.before = BUF(8 << 20), .after = BUF(8 << 20)};
    bool seen[PIECES_MAX] = {false};
    int compared = 0;
    tell_story(w, game, story->steps, story->plays, reader, seen, false, &one);
    tell_story(w, game, story->steps, story->plays, reader, seen, true, &two);
    bool alike = one.done && two.done && slice_eq(buf_all(&one.before), buf_all(&two.before));
    if (alike && (!story->draws || table_same(one.sees, two.sees))) {
        if (!slice_eq(buf_all(&one.after), buf_all(&two.after)))
            die("%s: \"%s\" (or \"%s\") tells seat %d what it cannot see:\n%s\n--- or\n%s", engine, one.ruling, two.ruling,
                reader, buf_text(&one.after), buf_text(&two.after));
        compared = 1;
    }
    buf_free(&one.before), buf_free(&one.after), buf_free(&two.before), buf_free(&two.after);
    table_free(&one.sees), table_free(&two.sees);
    return compared;
}

static void rulings_leak_nothing(void **state)
{
    static const struct story stories[] = {
        {"MOVE", false, false, {{NULL, hidden_move}}},
        {"SWAP", false, false, {{NULL, hidden_swap}}},
        {"SET", false, false, {{NULL, hidden_set}}},
        {"DEAL", false, false, {{NULL, deal_other}}},
        {"SHUFFLE", false, false, {{"SHUFFLE deck", NULL}}},
        {"ANNOUNCE", false, false, {{"ANNOUNCE hello", NULL}}},
        {"UNDO", true, false, {{"UNDO", NULL}}},
        {"REDO", true, false, {{"UNDO", NULL}, {"REDO", NULL}}},
        {"REROLL", true, true, {{"REROLL", NULL}}},
    };
    enum { STORIES = sizeof stories / sizeof stories[0] };
    int compared[STORIES] = {0};
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        world_make(&w, 1800000000);
        for (int g = 0; g < selfplay_some(4); g++) {
            struct sitting *s = ruled_begin(&w, *e, g);
            const char *name = s->game.name;
            int seats = s->game.seats;
            must(store_begin(w.house->store, &world_fault));
            for (int k = 0; k < 12 && s->game.status == GAME_PLAYING; k++)
                ruled_play(&w, s);
            bool over = s->game.status != GAME_PLAYING || s->nawaits == 0;
            must(store_commit(w.house->store, &world_fault));
            sitting_close(&s);
            for (int reader = 1; reader <= seats && !over; reader++)
                for (int i = 0; i < STORIES; i++)
                    compared[i] += compare(&w, (*e)->def->name, name, &stories[i], reader);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(rulings_leak_nothing)};
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
