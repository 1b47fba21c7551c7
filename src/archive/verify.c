#include "archive/verify.h"

#include <stdlib.h>

static void differ(struct verdict *v, int64_t turn, const char *what, const char *recorded,
                   const char *should)
{
    if (!v->differs)
        v->first = (struct difference){.turn = turn, .what = what, .recorded = recorded, .should = should};
    v->differs = true;
}

static const char *number(struct arena *a, int64_t n)
{
    return arena_printf(a, "%lld", (long long)n);
}

/* --- the game's own row -------------------------------------------------------------------------- */

/* The seed of all draws is made from the secret, and the words of who joined. */
static void check_seed(const struct sitting *s, const struct entry *entries, int n, struct verdict *v)
{
    uint8_t seed[LUCK_BYTES];
    replay_seed(&s->game, entries, n, seed);
    if (memcmp(seed, s->game.seed, LUCK_BYTES) != 0)
        differ(v, -1, "seed", "another", "the one made from the secret");
    secret_wipe(seed, sizeof seed);
}

static void check_end(const struct sitting *s, const struct replay *r, struct verdict *v)
{
    if (r->again.game.turn != s->game.turn)
        differ(v, -1, "turns", number(s->arena, s->game.turn), number(s->arena, r->again.game.turn));
    if (r->draws != s->game.draws)
        differ(v, -1, "draws", number(s->arena, s->game.draws), number(s->arena, r->draws));
    if (r->over != (s->game.status == GAME_FINISHED))
        differ(v, -1, "status", r->over ? "playing" : "over", r->over ? "over" : "playing: the secret was not told");
}

/* --- every turn of a stored game ----------------------------------------------------------------- */

struct walk {
    struct sitting *s;
    struct past *past;
    struct turn *turns;
    int nturns;
};

/* Which piece or tally is not the one it should be, in words. */
static void name_row(const struct sitting *s, const struct table *stored, const struct table *played,
                     struct difference *d)
{
    const struct schema *schema = s->engine->schema;
    d->what = "table";
    d->recorded = NULL;
    d->should = "another table than the stored one";
    for (int t = 0; t < schema->ntallies; t++)
        for (int seat = 0; seat <= s->game.seats; seat++)
            if (table_get(stored, t, seat) != table_get(played, t, seat)) {
                d->what = arena_printf(s->arena, "tally %s of seat %d", schema->tallies[t].name, seat);
                d->recorded = number(s->arena, table_get(stored, t, seat));
                d->should = number(s->arena, table_get(played, t, seat));
                return;
            }
    int n = table_pieces(stored) < table_pieces(played) ? table_pieces(stored) : table_pieces(played);
    for (int id = 1; id <= n; id++) {
        const struct piece *a = table_piece(stored, (uint16_t)id), *b = table_piece(played, (uint16_t)id);
        const struct piece *both[2] = {a, b};
        const char *text[2];
        if (a->kind == b->kind && a->place == b->place && a->seat == b->seat && a->slot == b->slot &&
            a->pos == b->pos && a->sight == b->sight && memcmp(a->mark, b->mark, sizeof a->mark) == 0)
            continue;
        for (int i = 0; i < 2; i++)
            text[i] = arena_printf(s->arena, "%s in %s of seat %d at %d", schema->kinds[both[i]->kind],
                                   both[i]->place == PLACE_NONE ? "no place"
                                                                : schema->places[both[i]->place].name,
                                   both[i]->seat, (int)both[i]->pos);
        d->what = arena_printf(s->arena, "piece %d", id);
        d->recorded = text[0];
        d->should = strcmp(text[0], text[1]) ? text[1] : "the same with another sight or marks";
        return;
    }
}

static bool turn_differs(struct walk *w, int64_t turn, const struct table *played, int64_t draws,
                         struct difference *d)
{
    const struct table *stored = NULL;
    struct fault fault;
    *d = (struct difference){.turn = turn, .what = "turn", .should = "there"};
    if (turn >= w->nturns || w->turns[turn].number != turn)
        return true;
    if (w->turns[turn].draws_after != draws) {
        d->what = "draws";
        d->recorded = number(w->s->arena, w->turns[turn].draws_after);
        d->should = number(w->s->arena, draws);
        return true;
    }
    int r = store_past_next(w->past, &stored, &fault);
    if (r == 1 && table_same(stored, played))
        return false;
    d->what = "changes";
    d->recorded = r < 0 ? arena_strdup(w->s->arena, fault.text) : "none";
    d->should = "the changes of that turn";
    if (r == 1)
        name_row(w->s, stored, played, d);
    return true;
}

static bool after(void *ctx, int64_t turn, const struct table *played, int64_t draws,
                  struct difference *d)
{
    return turn_differs(ctx, turn, played, draws, d);
}

/* Whose turn it was and where it went back to, as the journal has them. */
static void check_turns(const struct walk *w, const struct entry *entries, int n, struct verdict *v)
{
    int64_t turn = -1;
    for (int i = 0; i < n && !v->differs; i++) {
        const struct entry *e = &entries[i];
        if (e->turn == turn)
            continue;
        turn = e->turn; /* its first entry */
        if (turn < 0 || turn >= w->nturns) { /* of what is no move: the others have been played */
            differ(v, turn, "turn", "there", "a turn of the game");
            return;
        }
        const struct turn *row = &w->turns[turn];
        json_t *body = strcmp(e->kind, "ruling") == 0 && turn ? json_loads(e->body, 0, NULL) : NULL;
        json_t *goes = json_object_get(body, "back");
        int64_t back = goes ? json_integer_value(goes) : -1;
        if (row->back != back)
            differ(v, turn, "where it went back to", number(w->s->arena, row->back), number(w->s->arena, back));
        else if (turn && row->seat != e->seat)
            differ(v, turn, "seat", number(w->s->arena, row->seat), number(w->s->arena, e->seat));
        json_decref(body);
    }
}

/* --- reports --------------------------------------------------------------------------------------- */

static const char *hex_of(struct arena *a, const uint8_t hash[SECRET_HASH])
{
    char *text = arena_alloc(a, 2 * SECRET_HASH + 1);
    secret_hex(text, hash, SECRET_HASH);
    return text;
}

/* Whether a ruling gave the seat to somebody else in the turns behind `from`, up to `to`. */
static bool replaced(const struct replay *r, int seat, int64_t from, int64_t to)
{
    bool found = false;
    for (int i = 0; i < r->n && !found; i++) {
        if (r->v[i].turn <= from || r->v[i].turn > to || strcmp(r->v[i].kind, "event") != 0)
            continue;
        json_t *body = json_loads(r->v[i].body, 0, NULL);
        const char *code = json_string_value(json_object_get(body, "code"));
        json_t *who = json_object_get(json_object_get(body, "seat"), "seat");
        found = code && strcmp(code, "ruling.replace") == 0 && json_integer_value(who) == seat;
        json_decref(body);
    }
    return found;
}

/* Each report names the digest of the one before; who takes a seat over begins anew. */
static int check_reports(struct sitting *s, const struct replay *r, const struct seat *seat, struct verdict *v,
                         struct fault *fault)
{
    static const uint8_t none[SECRET_HASH];
    struct report_row *rows;
    uint8_t digest[SECRET_HASH] = {0};
    int64_t last = -1;
    int n;
    if (store_report_list(s->house->store, s->game.id, seat->number, s->arena, &rows, &n, fault) != 0)
        return -1;
    const char *what = arena_printf(s->arena, "report of seat %d", seat->number);
    for (int i = 0; i < n && !v->differs; last = rows[i++].turn) {
        if (replaced(r, seat->number, last, rows[i].turn))
            memset(digest, 0, sizeof digest);
        json_t *doc = json_loadb(rows[i].doc.p, rows[i].doc.n, 0, NULL);
        const char *previous = json_string_value(json_object_get(doc, "previous"));
        const char *should = memcmp(digest, none, sizeof none) ? hex_of(s->arena, digest) : NULL;
        if (!doc)
            differ(v, rows[i].turn, what, "something else", "a document");
        else if (!previous != !should || (previous && strcmp(previous, should) != 0))
            differ(v, rows[i].turn, arena_printf(s->arena, "%s, digest of the one before", what),
                   arena_strdup(s->arena, previous ? previous : "none"), should ? should : "none");
        json_decref(doc);
        secret_sha256(digest, rows[i].doc);
    }
    if (replaced(r, seat->number, last, s->game.turn))
        memset(digest, 0, sizeof digest);
    if (memcmp(digest, seat->digest, SECRET_HASH) != 0)
        differ(v, -1, arena_printf(s->arena, "digest of the last %s", what),
               hex_of(s->arena, digest), hex_of(s->arena, seat->digest));
    v->reports += n;
    return 0;
}

/* --- all of it --------------------------------------------------------------------------------------- */

static void take(struct verdict *v, struct replay *r)
{
    if (r->differs && !v->differs)
        v->first = r->first;
    v->differs = v->differs || r->differs;
    v->turns = r->again.game.turn;
    v->entries = r->n;
    v->draws = r->draws;
}

int verify_game(struct sitting *s, struct verdict *v, struct fault *fault)
{
    struct walk walk = {.s = s};
    struct replay *r = arena_new(s->arena, struct replay);
    struct entry *entries;
    *v = (struct verdict){0};
    if (store_journal_after(s->house->store, s->game.id, 0, s->arena, &entries, &r->n, fault) != 0 ||
        store_turn_list(s->house->store, s->game.id, 0, s->game.turn, s->arena, &walk.turns, &walk.nturns,
                        fault) != 0)
        return -1;
    walk.past = store_past_open(s->house->store, s->game.id, s->engine->schema, s->game.seats);
    r->s = s;
    r->v = entries;
    r->after = after;
    r->ctx = &walk;
    check_seed(s, r->v, r->n, v);
    replay_journal(r);
    take(v, r);
    if (!v->differs)
        check_end(s, r, v);
    if (!v->differs)
        check_turns(&walk, entries, r->n, v);
    if (!v->differs && !table_same(r->table, s->table)) {
        v->differs = true;
        v->first.turn = s->game.turn;
        name_row(s, s->table, r->table, &v->first);
    }
    int result = 0;
    for (int i = 0; i < s->game.seats && result == 0; i++)
        result = check_reports(s, r, &s->seats[i], v, fault);
    table_free(&r->table);
    store_past_close(&walk.past);
    return result;
}

int verify_open(struct store *store, const struct game *game, struct arena *arena, struct verdict *v,
                struct fault *fault)
{
    struct entry *entries;
    int n;
    *v = (struct verdict){0};
    if (store_journal_after(store, game->id, 0, arena, &entries, &n, fault) != 0)
        return -1;
    v->entries = n;
    v->differs = replay_chain_breaks(game, entries, n, arena, &v->first);
    for (int i = 0; i < n && !v->differs; i++)
        if (strcmp(entries[i].kind, "ruling") != 0)
            differ(v, 0, "kind", entries[i].kind, "a ruling: nothing has been played");
    return 0;
}

void verify_journal(struct sitting *s, const struct entry *entries, int n,
                    const struct standing *standings, int nstandings, struct verdict *v)
{
    struct replay *r = arena_new(s->arena, struct replay);
    struct standing should[SEATS_MAX];
    *v = (struct verdict){0};
    r->s = s;
    r->v = entries;
    r->n = n;
    check_seed(s, r->v, r->n, v);
    replay_journal(r);
    take(v, r);
    if (!v->differs)
        check_end(s, r, v);
    if (!v->differs) {
        int seats = s->engine->def->standings(r->table, s->engine, s->options, s->variant, should);
        bool same = seats == nstandings;
        for (int i = 0; i < seats && same; i++)
            same = should[i].seat == standings[i].seat && should[i].score == standings[i].score &&
                   should[i].rank == standings[i].rank;
        if (!same)
            differ(v, -1, "standings", "others", "those of the last table");
    }
    table_free(&r->table);
}
