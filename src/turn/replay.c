/* The parts of a turn in a journal: what was ordered (or an await that passed), what was drawn, what
 * happened. The first of them tells what to play; the others are compared with what that gives.
 * Each kind of entry that something is played from is one row of `kinds`. */
#include "turn/replay.h"
#include "turn/founding.h"
#include "turn/note.h"
#include "turn/edit.h"

#include <stdlib.h>

enum { SHOWN = 160 }; /* bytes of a body in a message */

static void differ(struct replay *r, int64_t entry, const char *what, const char *recorded,
                   const char *should)
{
    if (r->differs)
        return;
    struct arena *a = r->s->arena;
    r->differs = true;
    r->first = (struct difference){r->again.game.turn, entry, arena_strdup(a, what),
                                   arena_strdup(a, recorded), arena_strdup(a, should)};
}

static const struct entry *now(const struct replay *r)
{
    return r->at < r->n ? &r->v[r->at] : NULL;
}

static bool is(const struct entry *e, int64_t turn, const char *kind)
{
    return e && e->turn == turn && strcmp(e->kind, kind) == 0;
}

/* The next entry must be this one. */
static void expect(struct replay *r, const struct entry *want)
{
    const struct entry *e = now(r);
    char seen[32], should[32];
    if (r->differs)
        return;
    if (!e || e->turn != r->again.game.turn) {
        differ(r, e ? e->number : r->n + 1, want->kind, "nothing", want->body);
        return;
    }
    snprintf(seen, sizeof seen, "%08x", e->sight);
    snprintf(should, sizeof should, "%08x", want->sight);
    if (strcmp(e->kind, want->kind) != 0)
        differ(r, e->number, "kind", e->kind, want->kind);
    else if (strcmp(e->body, want->body) != 0)
        differ(r, e->number, e->kind, e->body, want->body);
    else if (e->sight != want->sight)
        differ(r, e->number, "sight", seen, should);
    else if (e->seat != want->seat)
        differ(r, e->number, "seat", e->seat ? "a seat" : "none", want->seat ? "another" : "none");
    r->at++;
}

static void expect_draws(struct replay *r)
{
    struct buf body = BUF(64 << 10);
    if (r->again.luck.drawn) {
        turn_draws_text(&r->again.luck, &body);
        expect(r, &(struct entry){.kind = "draws", .sight = SIGHT_NONE, .body = buf_text(&body)});
    }
    buf_free(&body);
    luck_mark(&r->again.luck);
}

static void expect_outcome(struct replay *r, const struct attempt *a)
{
    struct sitting *s = &r->again;
    expect_draws(r);
    for (const struct event *e = a->events.first; e && !r->differs; e = e->next) {
        json_t *json = report_event_json(s->engine, e->code, e->args, e->nargs);
        char *body = report_dump(json);
        expect(r, &(struct entry){.kind = "event", .sight = e->sight, .body = body});
        free(body);
        json_decref(json);
    }
}

/* --- what is played ---------------------------------------------------------------------------- */

static bool seated(struct replay *r)
{
    const struct entry *e = now(r);
    if (e && e->seat >= 1 && e->seat <= r->again.game.seats)
        return true;
    differ(r, e ? e->number : r->n + 1, "seat", "none of this table", "a seat");
    return false;
}

static bool read_order(struct replay *r, const struct entry *e, struct order *order, bool *more)
{
    struct order_reader reader = sitting_reader(&r->again, NULL);
    struct mistake m = {0};
    json_t *body = json_loads(e->body, 0, NULL);
    const char *line = json_string_value(json_object_get(body, "order"));
    bool ok = line && order_read(&reader, slice_of(arena_strdup(r->s->arena, line)), 1, r->s->arena,
                                 order, &m);
    if (!ok)
        differ(r, e->number, "order", e->body, "an order that can be understood");
    *more = json_is_true(json_object_get(body, "more"));
    json_decref(body);
    return ok;
}

/* The orders of a turn, and what everybody was told if a moderator gave them (NULL: nobody did). */
static void play_lines(struct replay *r, const json_t *ruling)
{
    static const int most = TURN_ORDERS;
    struct sitting *s = &r->again;
    struct order *orders = arena_array(r->s->arena, struct order, most);
    struct attempt *a = arena_new(r->s->arena, struct attempt);
    int n = 0, first = r->at, seat = now(r) ? r->v[first].seat : 0;
    bool more = false;
    if (!seated(r))
        return;
    for (; is(now(r), s->game.turn, "order") && n < most; n++, r->at++)
        if (!read_order(r, now(r), &orders[n], &more))
            return;
    turn_try_part(s, seat, orders, n, more, false, a);
    if (!a->ok) {
        const struct entry *e = &r->v[first + (a->at < n ? a->at : n - 1)];
        differ(r, e->number, "order", e->body,
               arena_printf(r->s->arena, "one the rules allow (%s)", a->mistake.code));
        return;
    }
    r->at = first;
    for (int i = 0; i < n && !r->differs; i++) {
        char *body = turn_order_text(s, &orders[i], a->dropped[i], more && i == n - 1);
        expect(r, &(struct entry){.kind = "order", .seat = seat, .sight = SIGHT_SEAT(seat), .body = body});
        free(body);
    }
    if (ruling)
        edit_told(s, ruling, a);
    expect_outcome(r, a);
}

static void play_orders(struct replay *r)
{
    play_lines(r, NULL);
}

static void play_silence(struct replay *r)
{
    struct sitting *s = &r->again;
    const struct entry *e = now(r);
    struct attempt *a = arena_new(r->s->arena, struct attempt);
    struct await v[AWAITS_MAX];
    if (!seated(r))
        return;
    int n = s->engine->def->awaits(s->table, s->options, v), found = -1;
    for (int i = 0; i < n && found < 0; i++)
        if (v[i].seat == e->seat &&
            strcmp(e->body, turn_silence_text(&v[i], r->s->arena)) == 0)
            found = i;
    if (found < 0) {
        differ(r, e->number, "silence", e->body, "what that seat was asked");
        return;
    }
    expect(r, &(struct entry){.kind = "silence", .seat = e->seat, .sight = SIGHT_ALL, .body = e->body});
    turn_silence(s, &v[found], a);
    expect_outcome(r, a);
}

/* --- rulings ----------------------------------------------------------------------------------- */

/* What the rulings of the journal say before it is played: which turns they go back to, and which
 * options the game had before they changed them. */
static void read_rulings(struct replay *r)
{
    r->past = arena_array(r->s->arena, struct replay_past, r->n + 1);
    r->npast = 0;
    for (int i = r->n - 1; i >= 0; i--) {
        if (strcmp(r->v[i].kind, "ruling") != 0)
            continue;
        json_t *body = json_loads(r->v[i].body, 0, NULL), *back = json_object_get(body, "back");
        const char *was = json_string_value(json_object_get(body, "was"));
        if (was)
            (void)edit_options(r->again.engine, r->again.options, was, r->s->arena);
        if (back)
            r->past[r->npast++] = (struct replay_past){.turn = json_integer_value(back)};
        json_decref(body);
    }
}

static void remember(struct replay *r)
{
    for (int i = 0; i < r->npast; i++)
        if (r->past[i].turn == r->again.game.turn && !r->past[i].table)
            r->past[i].table = table_clone(r->again.table);
}

static void play_ruling(struct replay *r)
{
    const struct entry *e = now(r);
    struct attempt *a = arena_new(r->s->arena, struct attempt);
    json_t *body = json_loads(e->body, 0, NULL), *back = json_object_get(body, "back");
    const struct table *past = NULL;
    for (int i = 0; i < r->npast && back; i++)
        if (r->past[i].turn == json_integer_value(back))
            past = r->past[i].table;
    r->over = r->over && !back;
    expect(r, &(struct entry){.kind = "ruling", .seat = e->seat, .sight = SIGHT_NONE, .body = e->body});
    if (!json_is_string(json_object_get(body, "ruling")))
        differ(r, e->number, "ruling", e->body, "a ruling");
    else if (json_object_get(body, "plays"))
        play_lines(r, body);
    else if (edit_apply(&r->again, body, past, false, a))
        expect_outcome(r, a);
    else
        differ(r, e->number, "ruling", e->body, "one that is possible");
    json_decref(body);
}

/* A ruling that is no turn. */
static void pass_note(struct replay *r)
{
    r->at++;
}

/* The end of a game tells its secret: not a turn, but part of one. */
static void tell_secret(struct replay *r)
{
    char *body = turn_secret_text(&r->s->game);
    expect(r, &(struct entry){.kind = "secret", .sight = SIGHT_ALL, .body = body});
    r->over = true;
    free(body);
}

static void play_leave(struct replay *r)
{
    const struct entry *e = now(r);
    struct attempt *a = arena_new(r->s->arena, struct attempt);
    if (!seated(r))
        return;
    json_t *body = json_loads(e->body, 0, NULL);
    const char *why = json_string_value(json_object_get(body, "why"));
    turn_depart(&r->again, e->seat, why ? why : "", a);
    expect(r, &(struct entry){.kind = "leave", .seat = e->seat, .sight = SIGHT_ALL, .body = a->leave});
    expect_outcome(r, a);
    json_decref(body);
}

static const struct {
    const char *kind;
    bool turn; /* begins one */
    void (*play)(struct replay *r);
} kinds[] = {
    {"order", true, play_orders},
    {"silence", true, play_silence},
    {"leave", true, play_leave},
    {"ruling", true, play_ruling},
    {"ruling", false, pass_note},
    {"secret", false, tell_secret},
};

static void turn_done(struct replay *r)
{
    remember(r);
    if (!r->differs && r->after)
        r->differs = r->after(r->ctx, r->again.game.turn, r->again.table,
                              (int64_t)r->again.luck.counter, &r->first);
}

static void play_next(struct replay *r)
{
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    const struct entry *e = now(r);
    int64_t turn = r->again.game.turn;
    size_t k = 0;
    while (k < KINDS && strcmp(kinds[k].kind, e->kind) != 0)
        k++;
    if (k + 1 < KINDS && e->turn == turn && strcmp(kinds[k + 1].kind, e->kind) == 0)
        k++; /* a ruling may be a turn or none */
    if (k < KINDS && e->turn == turn + kinds[k].turn) {
        r->again.game.turn = e->turn;
        kinds[k].play(r);
        if (kinds[k].turn)
            turn_done(r);
    } else if (e->turn == turn) {
        differ(r, e->number, e->kind, e->body, "nothing more in this turn");
    } else {
        r->again.game.turn = e->turn;
        differ(r, e->number, k < KINDS ? "turn" : "kind", e->kind,
               k < KINDS ? arena_printf(r->s->arena, "turn %lld", (long long)turn + kinds[k].turn)
                         : "an order, or a silence");
    }
}

/* How many entries are of the time before the game began. */
static int before_setup(const struct entry *v, int n)
{
    int i = 0;
    while (i < n && is(&v[i], 0, "ruling") && v[i].sight == SIGHT_NONE)
        i++;
    return i;
}

void replay_seed(const struct game *game, const struct entry *v, int n, uint8_t seed[LUCK_BYTES])
{
    struct buf words = BUF(64 << 10);
    int at = before_setup(v, n);
    json_t *setup = at < n && is(&v[at], 0, "setup") ? json_loads(v[at].body, 0, NULL) : NULL;
    founding_luck_text(setup, &words);
    luck_seed(seed, game->secret, buf_all(&words));
    json_decref(setup);
    buf_free(&words);
}

static void begin(struct replay *r)
{
    replay_seed(&r->s->game, r->v, r->n, r->again.luck.seed);
    r->at = before_setup(r->v, r->n);
    if (is(now(r), 0, "setup"))
        expect(r, &(struct entry){.kind = "setup", .sight = SIGHT_ALL, .body = now(r)->body});
}

static void play_all(struct replay *r)
{
    struct sitting *s = &r->again;
    struct attempt *a = arena_new(r->s->arena, struct attempt);
    uint16_t order[SEATS_MAX];
    s->game.turn = 0;
    begin(r);
    founding_seating(s, order);
    turn_setup(s, a);
    expect_outcome(r, a);
    turn_done(r);
    while (r->at < r->n && !r->differs)
        if (note_is(now(r)->kind)) /* part of the chain, not of the play */
            r->at++;
        else
            play_next(r);
}

/* --- the chain --------------------------------------------------------------------------------- */

static const char *hex(struct arena *arena, const uint8_t hash[SECRET_HASH])
{
    char *text = arena_alloc(arena, 2 * SECRET_HASH + 1);
    secret_hex(text, hash, SECRET_HASH);
    return text;
}

bool replay_chain_breaks(const struct game *g, const struct entry *v, int n, struct arena *a,
                         struct difference *d)
{
    uint8_t link[SECRET_HASH] = {0};
    for (int i = 0; i < n; i++) {
        const struct entry *e = &v[i];
        entry_chain(e, link, link);
        if (e->number != i + 1 || memcmp(link, e->chain, SECRET_HASH) != 0) {
            *d = (struct difference){e->turn, e->number, "hash", hex(a, e->chain), hex(a, link)};
            if (e->number != i + 1) {
                d->what = "number";
                d->recorded = NULL;
                d->should = arena_printf(a, "%d: an entry is missing", i + 1);
            }
            return true;
        }
    }
    if (n == g->journal && memcmp(link, g->chain, SECRET_HASH) == 0)
        return false;
    *d = (struct difference){g->turn, 0, "end of the journal",
                             arena_printf(a, "entry %d, %s", n, hex(a, link)),
                             arena_printf(a, "entry %lld, %s", (long long)g->journal, hex(a, g->chain))};
    return true;
}

/* --- the numbers players read ------------------------------------------------------------------ */

bool replay_opens(const struct entry *e)
{
    bool tells = strcmp(e->kind, "event") == 0 || strcmp(e->kind, "silence") == 0 || strcmp(e->kind, "leave") == 0;
    return e->turn > 0 && tells && (e->sight & SIGHT_SEAT(0));
}

static void number_differs(struct replay *r, int64_t turn, int64_t recorded, int64_t should)
{
    struct arena *a = r->s->arena;
    r->differs = true;
    r->first = (struct difference){turn, 0, "number for the players", arena_printf(a, "%lld", (long long)recorded),
                                   arena_printf(a, "%lld", (long long)should)};
}

/* The entries of a turn stand together. */
static void check_shown(struct replay *r)
{
    int64_t shown = 0, known = r->s->game.shown;
    for (int i = 0, next; i < r->n && !r->differs; i = next) {
        bool open = false;
        for (next = i; next < r->n && r->v[next].turn == r->v[i].turn; next++)
            open = open || replay_opens(&r->v[next]);
        shown += open;
        for (int k = i; k < next && !r->differs; k++)
            if (r->v[k].shown >= 0 && r->v[k].shown != shown)
                number_differs(r, r->v[k].turn, r->v[k].shown, shown);
    }
    if (!r->differs && known >= 0 && known != shown)
        number_differs(r, r->s->game.turn, known, shown);
}

void replay_journal(struct replay *r)
{
    struct difference chain;
    r->differs = r->over = false;
    r->at = 0;
    r->again = *r->s;
    r->again.luck.counter = 0;
    r->again.luck.drawn = 0;
    r->again.table = table_new(r->s->engine->schema, r->s->game.seats);
    read_rulings(r);
    play_all(r);
    for (int i = 0; i < r->npast; i++)
        table_free(&r->past[i].table);
    /* What is played says best what was changed, unless the hashes broke before. */
    if (replay_chain_breaks(&r->s->game, r->v, r->n, r->s->arena, &chain) &&
        (!r->differs || (chain.entry > 0 && r->first.entry > 0 && chain.entry < r->first.entry))) {
        r->differs = true;
        r->first = chain;
    }
    check_shown(r);
    r->table = r->again.table;
    r->draws = (int64_t)r->again.luck.counter;
}

const char *difference_text(const struct difference *d, struct arena *arena)
{
    const char *where = d->turn < 0 ? "" : arena_printf(arena, "turn %lld", (long long)d->turn);
    if (d->entry)
        where = arena_printf(arena, "%s%sentry %lld", where, *where ? ", " : "", (long long)d->entry);
    if (*where)
        where = arena_printf(arena, "%s (%s)", where, d->what);
    else
        where = d->what;
    if (!d->recorded)
        return arena_printf(arena, "%s: should be %.*s", where, SHOWN, d->should);
    return arena_printf(arena, "%s: recorded %.*s, should be %.*s", where, SHOWN, d->recorded, SHOWN,
                        d->should);
}

int turn_replay(struct sitting *s, const char **difference, struct fault *fault)
{
    struct replay *r = arena_new(s->arena, struct replay);
    struct entry *v;
    if (store_journal_after(s->house->store, s->game.id, 0, s->arena, &v, &r->n, fault) != 0)
        return -1;
    r->s = s;
    r->v = v;
    replay_journal(r);
    *difference = r->differs ? difference_text(&r->first, s->arena) : NULL;
    if (!r->differs && !table_same(r->table, s->table))
        *difference = "the table is not the one the journal leads to";
    table_free(&r->table);
    return 0;
}
