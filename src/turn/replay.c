/* replay: the journal played again from the secret. */
#include "turn/turn.h"

#include <stdlib.h>

struct replay {
    struct sitting *s;    /* as the store has it */
    struct sitting again; /* from nothing */
    struct entry *v;
    int n, at; /* the journal and how far it is compared */
    const char *difference;
};

static void differ(struct replay *r, const char *what, const char *recorded, const char *played)
{
    if (!r->difference)
        r->difference = arena_printf(r->s->arena, "turn %lld: %s: recorded %.200s, played %.200s",
                                     (long long)r->again.game.turn, what, recorded, played);
}

static void expect(struct replay *r, const char *kind, const char *body)
{
    if (r->difference)
        return;
    if (r->at >= r->n || r->v[r->at].turn != r->again.game.turn)
        differ(r, kind, "nothing", body);
    else if (strcmp(r->v[r->at].kind, kind) != 0)
        differ(r, "entry", r->v[r->at].kind, kind);
    else if (strcmp(r->v[r->at].body, body) != 0)
        differ(r, kind, r->v[r->at].body, body);
    r->at++;
}

static void expect_outcome(struct replay *r, const struct attempt *a)
{
    struct sitting *s = &r->again;
    if (s->luck.drawn) {
        struct buf body = BUF(64 << 10);
        turn_draws_text(&s->luck, &body);
        expect(r, "draws", buf_text(&body));
        buf_free(&body);
    }
    for (const struct event *e = a->events.first; e; e = e->next) {
        json_t *json = report_event_json(s->engine, e->code, e->args, e->nargs);
        char *body = report_dump(json);
        expect(r, "event", body);
        free(body);
        json_decref(json);
    }
    luck_mark(&s->luck);
}

static bool read_order(struct replay *r, const struct entry *e, struct order *order)
{
    struct order_reader reader = sitting_reader(&r->again, NULL);
    struct mistake m = {0};
    json_t *body = json_loads(e->body, 0, NULL);
    const char *line = json_string_value(json_object_get(body, "order"));
    bool ok = line && order_read(&reader, slice_of(arena_strdup(r->s->arena, line)), 1, r->s->arena,
                                 order, &m);
    if (!ok)
        differ(r, "order", e->body, "not understood");
    json_decref(body);
    return ok;
}

static void replay_orders(struct replay *r, struct attempt *a)
{
    static const int most = TURN_ORDERS;
    struct order *orders = arena_array(r->s->arena, struct order, most);
    int n = 0, seat = r->v[r->at].seat;
    while (r->at < r->n && n < most && r->v[r->at].turn == r->again.game.turn &&
           strcmp(r->v[r->at].kind, "order") == 0) {
        if (!read_order(r, &r->v[r->at], &orders[n]))
            return;
        n++;
        r->at++;
    }
    if (seat < 1 || seat > r->again.game.seats) {
        differ(r, "seat", "a seat", "none");
        return;
    }
    turn_try(&r->again, seat, orders, n, false, a);
    if (!a->ok)
        differ(r, "order", "played", a->mistake.code);
}

static void replay_silence(struct replay *r, struct attempt *a)
{
    const struct entry *e = &r->v[r->at++];
    json_t *body = json_loads(e->body, 0, NULL);
    const char *what = json_string_value(json_object_get(body, "what"));
    struct await await = {.seat = e->seat,
                          .clock = (enum clock_kind)json_integer_value(json_object_get(body, "clock")),
                          .what = arena_strdup(r->s->arena, what ? what : ""),
                          .matter = json_integer_value(json_object_get(body, "matter"))};
    turn_silence(&r->again, &await, a);
    json_decref(body);
}

static void replay_turns(struct replay *r)
{
    struct sitting *s = &r->again;
    struct attempt *a = arena_new(r->s->arena, struct attempt);
    uint16_t order[SEATS_MAX];
    s->game.turn = 0;
    sitting_seating(s, order);
    turn_setup(s, a);
    expect_outcome(r, a);
    while (r->at < r->n && !r->difference) {
        if (strcmp(r->v[r->at].kind, "secret") == 0) {
            r->at++;
            continue;
        }
        if (r->v[r->at].turn != ++s->game.turn) {
            differ(r, "turn", "another", "the next");
        } else if (strcmp(r->v[r->at].kind, "order") == 0) {
            replay_orders(r, a);
            expect_outcome(r, a);
        } else if (strcmp(r->v[r->at].kind, "silence") == 0) {
            replay_silence(r, a);
            expect_outcome(r, a);
        } else {
            differ(r, "entry", r->v[r->at].kind, "an order");
        }
    }
}

static void check_chain(struct replay *r)
{
    uint8_t link[SECRET_HASH] = {0};
    struct buf text = BUF(256 << 10);
    for (int i = 0; i < r->n && !r->difference; i++) {
        buf_clear(&text);
        entry_text(&r->v[i], &text);
        secret_chain(link, link, buf_all(&text));
        if (memcmp(link, r->v[i].chain, SECRET_HASH) != 0 || r->v[i].number != i + 1)
            r->difference = arena_printf(r->s->arena, "journal entry %d: its hash does not fit", i + 1);
    }
    if (!r->difference && (r->n != r->s->game.journal || memcmp(link, r->s->game.chain, SECRET_HASH) != 0))
        r->difference = "the journal does not end where the game says";
    buf_free(&text);
}

int turn_replay(struct sitting *s, const char **difference, struct fault *fault)
{
    struct replay *r = arena_new(s->arena, struct replay);
    r->s = s;
    r->again = *s;
    r->again.luck.counter = 0;
    r->again.luck.drawn = 0;
    if (store_journal(s->house->store, s->game.id, 0, s->game.turn, s->arena, &r->v, &r->n, fault) != 0)
        return -1;
    r->again.table = table_new(s->engine->schema, s->game.seats);
    check_chain(r);
    if (!r->difference)
        replay_turns(r);
    if (!r->difference && !table_same(r->again.table, s->table))
        r->difference = "the table is not the one the journal leads to";
    *difference = r->difference;
    table_free(&r->again.table);
    return 0;
}
