/* UNDO, REDO, REROLL.
 *
 * Turns come in goes: one that begins, and those that followed by themselves. A step back is a whole
 * go, to where the game had come to rest. A go that went back itself stands for the turn it went to;
 * rulings that left the table alone (PAUSE) are passed over, but for OPTION, END and CANCEL. REDO goes to
 * where the game was before an UNDO, as long as nothing else has happened.
 *
 * What counts are goes that players know of: one that they do not (a plan, a card that waits) goes with the
 * go before it. Counted by itself, its UNDO would tell everybody of it, and what a moderator who plays may
 * do next would tell him. */
#include "moderator/ruling.h"
#include "turn/clock.h"
#include "turn/later.h"

struct history {
    struct turn *v; /* v[i].number == i */
    int n;
};

static int read_history(struct ruling *r, struct history *h, struct fault *fault)
{
    struct sitting *s = r->s;
    if (store_turn_list(s->house->store, s->game.id, 0, s->game.turn, s->arena, &h->v, &h->n, fault) != 0)
        return -1;
    for (int i = 0; i < h->n; i++)
        if (h->v[i].number != i || h->v[i].back >= i)
            return fault_set(fault, EX_DATAERR, "game %s: the numbering of its turns", s->game.name);
    if (h->n != s->game.turn + 1)
        return fault_set(fault, EX_DATAERR, "game %s: turns are missing", s->game.name);
    return 0;
}

/* The turn that began the go of this one. */
static int64_t go_of(const struct history *h, int64_t turn)
{
    while (turn > 0 && !h->v[turn].begins)
        turn--;
    return turn;
}

static bool is_end(const struct history *h, int64_t turn)
{
    return strcmp(h->v[turn].kind, "end") == 0;
}

static bool go_changed(const struct history *h, int64_t from, int64_t to)
{
    for (int64_t i = from; i <= to; i++)
        if (h->v[i].changed || is_end(h, i) || strcmp(h->v[i].kind, "option") == 0)
            return true;
    return false;
}

/* Whether players know of the go that began with this turn. */
static bool go_shown(const struct history *h, int64_t first)
{
    int64_t last = first;
    while (last + 1 < h->n && !h->v[last + 1].begins)
        last++;
    return first == 0 || h->v[last].shown > h->v[first - 1].shown;
}

/* What players are told of where the game went back to, and the moderator how rulings name that. */
static void tell_target(struct ruling *r, const struct history *h, int64_t target, json_t *told)
{
    int64_t shown = h->v[target].shown;
    report_put(told, "after", json_integer(shown));
    if (shown != target && ruling_eye(r) == SIGHT_MODERATOR)
        json_array_append_new(r->set, json_pack("{s:s,s:I,s:I}", "code", "set.turn", "turn", (json_int_t)target,
                                                "for_players", (json_int_t)shown));
}

/* The turn that a step back from this one leads to; -1: there is none. *undone is the first turn of
 * the go taken back, the last one that players know of. */
static int64_t step_back(const struct history *h, int64_t turn, int64_t *undone)
{
    while (turn > 0) {
        int64_t first = go_of(h, turn);
        if (first == 0)
            return -1;
        if (h->v[first].back >= 0) {
            turn = h->v[first].back;
        } else if (go_changed(h, first, turn) && go_shown(h, first)) {
            *undone = first;
            return first - 1;
        } else {
            turn = first - 1;
        }
    }
    return -1;
}

/* Whether the last go up to this turn that counts is an END or a CANCEL. */
static bool ended(const struct history *h, int64_t turn)
{
    int64_t first = go_of(h, turn);
    while (first > 0 && h->v[first].back < 0 && !go_changed(h, first, turn)) {
        turn = first - 1;
        first = go_of(h, turn);
    }
    return is_end(h, first);
}

enum { NOWHERE = -1, TO_THE_END = -2 };

/* Where REDO leads to, or one of those: an END or CANCEL that was taken back is ruled anew. */
static int64_t step_forth(const struct history *h, int64_t turn)
{
    while (turn > 0) {
        int64_t first = go_of(h, turn);
        if (strcmp(h->v[first].kind, "undo") == 0)
            return ended(h, first - 1) ? TO_THE_END : first - 1;
        if (strcmp(h->v[first].kind, "redo") == 0)
            turn = h->v[first].back;
        else if (!go_changed(h, first, turn) || !go_shown(h, first))
            turn = first - 1;
        else
            return NOWHERE;
    }
    return NOWHERE;
}

/* A game that is over has told its secret: going on means that the shuffles to come can be worked
 * out. That must be wanted. */
static bool may_reopen(struct ruling *r)
{
    if (r->s->game.status == GAME_PLAYING || r->force)
        return true;
    MISTAKE(r->mistake, -1, r->s->game.status == GAME_OPEN ? "not-begun" : "undo-over");
    return false;
}

/* The options as they were right after a turn: every change since then is in the journal with what was
 * before it. */
static int options_at(struct ruling *r, int64_t turn, int64_t values[OPTIONS_MAX], struct fault *fault)
{
    struct sitting *s = r->s;
    struct entry *v;
    int n;
    memcpy(values, s->options, sizeof s->options);
    if (store_journal(s->house->store, s->game.id, turn + 1, s->game.turn, s->arena, &v, &n, fault) != 0)
        return -1;
    while (n-- > 0) {
        json_t *body = strcmp(v[n].kind, "ruling") == 0 ? json_loads(v[n].body, 0, NULL) : NULL;
        const char *was = json_string_value(json_object_get(body, "was"));
        bool ok = !was || edit_options(s->engine, values, was, s->arena);
        json_decref(body);
        if (!ok)
            return fault_set(fault, EX_DATAERR, "game %s: the options of turn %lld", s->game.name, (long long)turn);
    }
    return 0;
}

/* Puts the options there were into the body; *options is what the game's row will say, NULL: as now. */
static void put_options(struct ruling *r, const int64_t values[OPTIONS_MAX], json_t *body, const char **options)
{
    struct sitting *s = r->s;
    struct buf is = BUF(4096), was = BUF(4096), back = BUF(4096), now = BUF(4096);
    options_print(s->engine, s->options, &is);
    options_print(s->engine, values, &was);
    struct slice one = buf_all(&is), two = buf_all(&was);
    while (one.p && one.n) { /* in the same order */
        struct slice x = slice_cut(&one, ' '), y = slice_cut(&two, ' ');
        if (!slice_eq(x, y)) {
            buf_printf(&now, "%s%.*s", now.n ? " " : "", (int)x.n, x.p);
            buf_printf(&back, "%s%.*s", back.n ? " " : "", (int)y.n, y.p);
        }
    }
    if (back.n) {
        report_put(body, "option", json_string(buf_text(&back)));
        report_put(body, "was", json_string(buf_text(&now)));
        *options = arena_slice(s->arena, buf_all(&was));
    }
    buf_free(&is), buf_free(&was), buf_free(&back), buf_free(&now);
}

/* `order`: "keep" or "same", what becomes of piles some of which has been seen; NULL: they are shuffled. */
static int go_to(struct ruling *r, int64_t target, const char *kind, const char *order, json_t *told,
                 struct fault *fault)
{
    struct sitting *s = r->s;
    struct table *past = table_new(s->engine->schema, s->game.seats);
    json_t *body = ruling_body(r, told);
    const char *waiting = NULL, *options = NULL;
    int64_t values[OPTIONS_MAX];
    report_put(body, "back", json_integer(target));
    if (order)
        report_put(body, order, json_true());
    int result = store_table_at(s->house->store, s->game.id, target, past, fault);
    if (result == 0)
        result = store_turn_waiting(s->house->store, s->game.id, target + 1, s->arena, &waiting, fault);
    if (result == 0 && !r->preview && s->game.status == GAME_FINISHED) {
        s->game.status = GAME_PLAYING;
        s->game.ended = 0;
        s->game.ending = ENDING_RULES;
    }
    if (result == 0)
        result = options_at(r, target, values, fault);
    if (result == 0)
        put_options(r, values, body, &options);
    if (result == 0)
        result = ruling_make(r, body, kind, past, fault);
    if (result == 0 && r->done && options)
        s->game.options = options;
    if (result == 0 && r->done)
        result = later_restore(s, waiting, fault);
    if (result == 0 && r->done)
        result = clock_forget(s, fault);
    table_free(&past);
    json_decref(body);
    return result;
}

/* What is left of the clocks that end with this is of what was taken back, too. */
static int settle(struct ruling *r, struct fault *fault)
{
    if (ruling_settle(r, fault) != 0)
        return -1;
    return r->done ? clock_forget(r->s, fault) : 0;
}

int rule_undo(struct ruling *r, struct fault *fault)
{
    const struct term *n = ruling_term(r->order, TERM_NUMBER, 0);
    int64_t want = n ? n->value : 1, target = r->s->game.turn, first = 0, steps = 0;
    struct history h;
    if (!may_reopen(r))
        return 0;
    if (read_history(r, &h, fault) != 0)
        return -1;
    for (int64_t next = target; steps < want; target = next, steps++) {
        next = step_back(&h, target, &first);
        if (next < 0)
            break;
    }
    if (want < 1 || steps < want) {
        MISTAKE(r->mistake, n ? 0 : -1, "undo-too-far", NUM("most", steps));
        return 0;
    }
    const char *order = ruling_has_key(r->order, KEY_KEEP) ? "keep" : NULL;
    json_t *told = ruling_told("ruling.undo");
    report_put(told, "turns", json_integer(steps));
    tell_target(r, &h, target, told);
    if (go_to(r, target, "undo", order, told, fault) != 0)
        return -1;
    return settle(r, fault);
}

int rule_redo(struct ruling *r, struct fault *fault)
{
    struct history h;
    if (!may_reopen(r))
        return 0;
    if (read_history(r, &h, fault) != 0)
        return -1;
    int64_t target = step_forth(&h, r->s->game.turn);
    if (target < 0) {
        MISTAKE(r->mistake, -1, target == TO_THE_END ? "redo-end" : "nothing-to-redo");
        return 0;
    }
    json_t *told = ruling_told("ruling.redo");
    tell_target(r, &h, target, told);
    if (go_to(r, target, "redo", "same", told, fault) != 0)
        return -1;
    return settle(r, fault);
}

/* --- the same orders with other luck ----------------------------------------------------------- */

/* The orders of a turn, as the journal has them. */
static int read_orders(struct ruling *r, int64_t turn, struct order *orders, int *n, struct fault *fault)
{
    struct sitting *s = r->s;
    struct order_reader reader = sitting_reader(s, NULL);
    struct entry *v;
    int count;
    *n = 0;
    if (store_journal(s->house->store, s->game.id, turn, turn, s->arena, &v, &count, fault) != 0)
        return -1;
    for (int i = 0; i < count && *n < TURN_ORDERS; i++) {
        struct mistake m = {0};
        if (strcmp(v[i].kind, "order") != 0)
            continue;
        json_t *body = json_loads(v[i].body, 0, NULL);
        const char *line = json_string_value(json_object_get(body, "order"));
        bool ok = line && order_read(&reader, slice_of(arena_strdup(s->arena, line)), *n + 1, s->arena,
                                     &orders[*n], &m);
        json_decref(body);
        if (!ok)
            return fault_set(fault, EX_DATAERR, "game %s: an order of turn %lld", s->game.name, (long long)turn);
        ++*n;
    }
    return 0;
}

/* Whether chance had a part in a go: draws, or a pile that changed. */
static int had_luck(struct ruling *r, const struct history *h, int64_t first, bool *luck, struct fault *fault)
{
    struct sitting *s = r->s;
    struct table *was = table_new(s->engine->schema, s->game.seats);
    struct table *is = table_new(s->engine->schema, s->game.seats);
    int result = store_table_at(s->house->store, s->game.id, first - 1, was, fault);
    if (result == 0)
        result = store_table_at(s->house->store, s->game.id, first, is, fault);
    *luck = h->v[first].draws_after > h->v[first].draws_before;
    for (int p = 0; result == 0 && p < s->engine->schema->nplaces; p++)
        if (edit_is_pile(s->engine->schema, p))
            *luck = *luck || table_count(was, p, 0) != table_count(is, p, 0);
    table_free(&was);
    table_free(&is);
    return result;
}

int rule_reroll(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    struct order *orders = arena_array(s->arena, struct order, TURN_ORDERS);
    struct attempt *a = arena_new(s->arena, struct attempt);
    struct history h;
    int64_t first = 0;
    bool luck = false;
    int n = 0;
    if (!may_reopen(r))
        return 0;
    if (read_history(r, &h, fault) != 0)
        return -1;
    int64_t target = step_back(&h, s->game.turn, &first);
    if (target >= 0 && (read_orders(r, first, orders, &n, fault) != 0 ||
                        had_luck(r, &h, first, &luck, fault) != 0))
        return -1;
    int seat = target >= 0 ? h.v[first].seat : 0;
    if (n == 0 || seat == 0 || !luck) {
        MISTAKE(r->mistake, -1, "nothing-to-reroll");
        return 0;
    }
    json_t *told = ruling_told("ruling.reroll");
    report_put(told, "seat", json_pack("{s:i}", "seat", seat));
    tell_target(r, &h, target, told);
    if (go_to(r, target, "undo", NULL, told, fault) != 0)
        return -1;
    if (r->mistake->code || r->preview)
        return 0;
    s->resting = true; /* it can be taken back alone */
    s->waiting = later_snapshot(s);
    turn_try(s, seat, orders, n, false, a);
    if (!a->ok) {
        MISTAKE(r->mistake, -1, "reroll-refused", SEAT("seat", seat));
        return 0; /* the caller drops everything with its savepoint */
    }
    ruling_tell(r, a);
    if (turn_keep(s, seat, "letter", orders, n, a, fault) != 0)
        return -1;
    return settle(r, fault);
}
