#include "turn/turn.h"
#include "turn/clock.h"
#include "turn/later.h"
#include "turn/stats.h"

#include <stdlib.h>

enum { BOT_TURNS = 5000 }; /* in one go; what is left waits for the next run */

/* --- trying ---------------------------------------------------------------------------------- */

static struct play play_for(struct sitting *s, struct attempt *a, bool preview)
{
    a->events = (struct events){.arena = s->arena};
    return (struct play){.engine = s->engine,
                         .table = s->table,
                         .options = s->options,
                         .variant = s->variant,
                         .luck = preview ? NULL : &s->luck,
                         .events = &a->events,
                         .arena = s->arena,
                         .mistake = &a->mistake,
                         .preview = preview};
}

void turn_setup(struct sitting *s, struct attempt *a)
{
    memset(a, 0, sizeof *a);
    struct play play = play_for(s, a, false);
    s->engine->def->setup(&play);
    s->engine->def->advance(&play);
    a->ok = true;
}

void turn_silence(struct sitting *s, const struct await *await, struct attempt *a)
{
    struct play play = turn_play(s, a);
    s->engine->def->expire(&play, await);
    s->engine->def->advance(&play);
    a->ok = true;
}

struct play turn_play(struct sitting *s, struct attempt *a)
{
    memset(a, 0, sizeof *a);
    luck_mark(&s->luck);
    return play_for(s, a, false);
}

/* Events keep their code: it must be a constant. */
static const char *leave_code(const char *why)
{
    return strcmp(why, "resigned") == 0 ? "resigned" : "sent-away";
}

void turn_depart(struct sitting *s, int seat, const char *why, struct attempt *a)
{
    memset(a, 0, sizeof *a);
    luck_mark(&s->luck);
    struct play play = play_for(s, a, false);
    EVENT(&a->events, SIGHT_ALL, leave_code(why), SEAT("seat", seat));
    a->events.last->at_once = true;
    if (s->engine->def->leave)
        s->engine->def->leave(&play, seat);
    s->engine->def->advance(&play);
    a->leave = arena_printf(s->arena, "{\"why\":\"%s\"}", leave_code(why));
    a->ok = true;
}

/* What a mistake takes back: everything up to a saved point. */
struct point {
    struct table *table;
    struct event *last;
    int events;
    uint32_t drawn;
};

static void point_save(struct point *p, const struct sitting *s, const struct attempt *a)
{
    if (!p->table)
        p->table = table_clone(s->table);
    else
        table_copy(p->table, s->table);
    p->last = a->events.last;
    p->events = a->events.n;
    p->drawn = s->luck.drawn;
}

static void point_restore(const struct point *p, struct sitting *s, struct attempt *a)
{
    table_copy(s->table, p->table);
    a->events.last = p->last;
    a->events.n = p->events;
    if (p->last)
        p->last->next = NULL;
    else
        a->events.first = NULL;
}

static void apply_all(struct sitting *s, struct play *play, int seat, const struct order *orders,
                      int n, struct attempt *a, struct point *before)
{
    const struct engine_def *def = s->engine->def;
    struct point step = {0};
    a->ok = true;
    a->held = a->tried = n;
    for (int i = 0; i < a->held && a->ok && !a->unknown; i++) {
        point_save(&step, s, a);
        enum outcome o = OUTCOME_MISTAKE;
        if (orders[i].when)
            MISTAKE(&a->mistake, -1, "no-condition");
        else
            o = def->apply(play, seat, &orders[i]);
        if (o == OUTCOME_HOLD) {
            a->held = i + 1;
            a->hold = play->hold;
        }
        if (o == OUTCOME_UNKNOWN) {
            a->unknown = true;
            a->tried = i + 1;
        } else if (o == OUTCOME_MISTAKE) {
            a->at = i;
            a->mistake.line = orders[i].line;
            if (step.drawn == before->drawn) { /* nothing drawn yet: nothing stands */
                a->ok = false;
                break;
            }
            a->dropped[i] = true;
            point_restore(&step, s, a);
        }
    }
    table_free(&step.table);
}

void turn_try(struct sitting *s, int seat, const struct order *orders, int n, bool preview,
              struct attempt *a)
{
    turn_try_part(s, seat, orders, n, false, preview, a);
}

void turn_try_part(struct sitting *s, int seat, const struct order *orders, int n, bool more,
                   bool preview, struct attempt *a)
{
    struct point before = {0};
    memset(a, 0, sizeof *a);
    insist(n <= TURN_ORDERS);
    luck_mark(&s->luck);
    struct play play = play_for(s, a, preview);
    point_save(&before, s, a);
    apply_all(s, &play, seat, orders, n, a, &before);
    a->more = more || a->held < n;
    if (a->ok && !a->unknown && !a->more) {
        enum outcome o = s->engine->def->close(&play, seat);
        a->unknown = o == OUTCOME_UNKNOWN;
        if (o == OUTCOME_MISTAKE) {
            a->ok = s->luck.drawn != before.drawn;
            a->at = n;
        }
    }
    if (a->ok && !preview)
        s->engine->def->advance(&play);
    if (!a->ok || preview) {
        struct events kept = a->events; /* a preview tells what would happen */
        table_copy(s->table, before.table);
        a->events = a->ok ? kept : (struct events){.arena = s->arena};
    }
    a->drew = s->luck.drawn != 0;
    table_free(&before.table);
}

int turn_fault(const struct attempt *a, const struct order *orders, int n)
{
    int at = a->at;
    if (at == n && a->mistake.verb)
        while (at-- > 0)
            if (orders[at].verb == a->mistake.verb - 1)
                return at;
    return at < 0 ? n : at;
}

/* --- recording ------------------------------------------------------------------------------- */

static int journal(struct sitting *s, const char *kind, int seat, sight sight, const char *body,
                   struct fault *fault)
{
    struct entry e = {.game = s->game.id,
                      .turn = s->game.turn,
                      .kind = kind,
                      .seat = seat,
                      .sight = sight,
                      .body = body};
    return store_journal_add(s->house->store, &s->game, &e, fault);
}

/* Seats by number: players come and go, and names with them. */
char *turn_order_text(const struct sitting *s, const struct order *order, bool dropped, bool more)
{
    struct order_reader reader = sitting_reader(s, NULL);
    reader.seats = NULL;
    struct buf line = BUF(8192);
    order_print(&reader, order, &line);
    json_t *body = json_pack("{s:s}", "order", buf_text(&line));
    if (dropped)
        json_object_set_new(body, "dropped", json_true());
    if (more)
        json_object_set_new(body, "more", json_true());
    char *text = report_dump(body);
    json_decref(body);
    buf_free(&line);
    return text;
}

static int journal_orders(struct sitting *s, int seat, const struct order *orders, int n,
                          const struct attempt *a, struct fault *fault)
{
    int r = 0;
    for (int i = 0; i < n && r == 0; i++) {
        char *text = turn_order_text(s, &orders[i], a->dropped[i], a->more && i == n - 1);
        r = journal(s, "order", seat, SIGHT_SEAT(seat), text, fault);
        free(text);
    }
    return r;
}

void turn_draws_text(const struct luck *luck, struct buf *out)
{
    buf_printf(out, "{\"from\":%lld,\"draws\":[", (long long)(luck->counter - luck->drawn));
    for (uint32_t i = 0; i < luck->drawn; i++)
        buf_printf(out, "%s[%u,%u]", i ? "," : "", luck->log[i].n, luck->log[i].result);
    buf_str(out, "]}");
}

static int journal_draws(struct sitting *s, struct fault *fault)
{
    struct buf body = BUF(64 << 10);
    if (s->luck.drawn == 0)
        return 0;
    turn_draws_text(&s->luck, &body);
    int r = journal(s, "draws", 0, SIGHT_NONE, buf_text(&body), fault);
    buf_free(&body);
    return r;
}

static int journal_events(struct sitting *s, const struct events *events, struct fault *fault)
{
    int r = 0;
    for (const struct event *e = events->first; e && r == 0; e = e->next) {
        json_t *body = report_event_json(s->engine, e->code, e->args, e->nargs);
        char *text = report_dump(body);
        r = journal(s, "event", 0, e->sight, text, fault);
        s->at_once |= e->at_once ? e->sight : SIGHT_NONE;
        free(text);
        json_decref(body);
    }
    return r;
}

char *turn_secret_text(const struct game *game)
{
    char hex[2 * LUCK_BYTES + 1];
    secret_hex(hex, game->secret, LUCK_BYTES);
    json_t *body = json_pack("{s:s}", "secret", hex);
    char *text = report_dump(body);
    json_decref(body);
    return text;
}

int turn_finish(struct sitting *s, enum game_ending ending, struct fault *fault)
{
    s->game.status = GAME_FINISHED;
    s->game.ended = house_now(s->house);
    s->game.ending = ending;
    if (ending != ENDING_CANCELLED && stats_finished(s, fault) != 0)
        return -1;
    char *body = turn_secret_text(&s->game);
    int r = journal(s, "secret", 0, SIGHT_ALL, body, fault);
    free(body);
    return r;
}

int turn_note(struct sitting *s, const char *ruling, struct fault *fault)
{
    return journal(s, "ruling", 0, SIGHT_NONE, ruling, fault);
}

/* A turn's rows: those of a past turn, if it goes back, and what was changed since. */
static int save_table(struct sitting *s, const struct attempt *a, struct fault *fault)
{
    struct store *store = s->house->store;
    if (a->goes_back && store_turn_back(store, s->game.id, a->back, fault) != 0)
        return -1;
    return store_table_save(store, s->game.id, s->table, fault);
}

/* Whether a turn told everybody something: then its number is one players read. It must follow from
 * the same entries as in replay_opens(). */
static bool opens(const struct attempt *a)
{
    bool open = a->silence || a->leave;
    for (const struct event *e = a->events.first; e && !open; e = e->next)
        open = e->sight & SIGHT_SEAT(0);
    return open;
}

int turn_record(struct sitting *s, int seat, const char *kind, const struct order *orders, int n,
                const struct attempt *a, struct fault *fault)
{
    struct store *store = s->house->store;
    bool setup = strcmp(kind, "setup") == 0;
    if (!setup) {
        s->game.turn++;
        s->game.shown += opens(a);
    }
    struct turn turn = {.game = s->game.id,
                        .number = s->game.turn,
                        .shown = s->game.shown,
                        .seat = seat,
                        .kind = kind,
                        .at = house_now(s->house),
                        .draws_before = s->game.draws,
                        .draws_after = (int64_t)s->luck.counter,
                        .begins = s->resting,
                        .back = a->goes_back ? a->back : -1,
                        .waiting = s->resting ? s->waiting : NULL};
    s->resting = false;
    s->game.draws = (int64_t)s->luck.counter;
    if (store_turn_begin(store, fault) != 0)
        return -1;
    if (save_table(s, a, fault) != 0 ||
        store_turn_end(store, &turn, fault) != 0) {
        store_turn_drop(store);
        return -1;
    }
    if (a->ruling && journal(s, "ruling", seat, SIGHT_NONE, a->ruling, fault) != 0)
        return -1;
    if (journal_orders(s, seat, orders, n, a, fault) != 0)
        return -1;
    if (a->silence && journal(s, "silence", seat, SIGHT_ALL, a->silence, fault) != 0)
        return -1;
    if (a->leave && journal(s, "leave", seat, SIGHT_ALL, a->leave, fault) != 0)
        return -1;
    if (strcmp(kind, "letter") == 0)
        s->acted |= SIGHT_SEAT(seat);
    if (journal_draws(s, fault) != 0 || journal_events(s, &a->events, fault) != 0)
        return -1;
    luck_mark(&s->luck);
    bool over = s->engine->def->finished(s->table) && s->game.status == GAME_PLAYING;
    return over ? turn_finish(s, ENDING_RULES, fault) : 0;
}

int turn_keep(struct sitting *s, int seat, const char *kind, const struct order *orders, int n,
              const struct attempt *a, struct fault *fault)
{
    if (turn_record(s, seat, kind, orders, a->held, a, fault) != 0)
        return -1;
    return a->held < n ? later_hold(s, seat, a->hold, orders + a->held, n - a->held, fault) : 0;
}

int turn_awaits(const struct sitting *s, struct await v[AWAITS_MAX])
{
    int n = s->engine->def->awaits(s->table, s->options, v), kept = 0;
    for (int i = 0; i < n; i++)
        if (v[i].seat >= 1 && v[i].seat <= s->game.seats)
            v[kept++] = v[i];
    return kept;
}

/* --- settling -------------------------------------------------------------------------------- */

const char *turn_silence_text(const struct await *await, struct arena *arena)
{
    return arena_printf(arena, "{\"what\":\"%s\",\"clock\":%d,\"matter\":%lld}", await->what,
                        (int)await->clock, (long long)await->matter);
}

static int silence(struct sitting *s, const struct await *await, struct fault *fault)
{
    struct attempt *a = arena_new(s->arena, struct attempt);
    turn_silence(s, await, a);
    a->silence = turn_silence_text(await, s->arena);
    return turn_record(s, await->seat, "silence", NULL, 0, a, fault);
}

/* The bot says nothing. A silence that changes nothing would be repeated for ever: *stuck, and the
 * await stays for a person, a ruling or another day. */
static int bot_silence(struct sitting *s, int seat, bool *stuck, struct fault *fault)
{
    struct await v[AWAITS_MAX];
    struct attempt *a = arena_new(s->arena, struct attempt);
    struct table *before = table_clone(s->table);
    int n = turn_awaits(s, v), i = 0, r = 0;
    while (i < n && v[i].seat != seat)
        i++;
    if (i < n)
        turn_silence(s, &v[i], a);
    *stuck = i == n || (table_same(before, s->table) && s->luck.drawn == 0);
    if (!*stuck) {
        a->silence = turn_silence_text(&v[i], s->arena);
        r = turn_record(s, seat, "silence", NULL, 0, a, fault);
    }
    table_free(&before);
    return r;
}

static int bot_turn(struct sitting *s, int seat, struct table *scratch, bool *stuck, struct fault *fault)
{
    struct suggestion *g = arena_new(s->arena, struct suggestion);
    struct attempt *a = arena_new(s->arena, struct attempt);
    struct view view = table_view(scratch, s->table, seat);
    s->engine->def->suggest(&view, s->engine, s->options, s->variant, s->arena, g);
    if (g->n)
        turn_try(s, seat, g->orders, g->n, false, a);
    if (!a->ok) /* at a table a ruling has made; a bot at a loss must not stop the house */
        return bot_silence(s, seat, stuck, fault);
    return turn_keep(s, seat, "bot", g->orders, g->n, a, fault);
}

static int play_bots(struct sitting *s, struct fault *fault)
{
    struct table *scratch = table_new(s->engine->schema, s->game.seats);
    sight idle = SIGHT_NONE; /* bots that can do nothing until somebody else does something */
    int r = 0;
    for (int k = 0; k < BOT_TURNS && r == 0 && s->game.status == GAME_PLAYING; k++) {
        struct await v[AWAITS_MAX];
        int n = turn_awaits(s, v), bot = 0;
        bool stuck = false;
        for (int i = 0; i < n && !bot; i++)
            if (s->seats[v[i].seat - 1].bot && !(idle & SIGHT_SEAT(v[i].seat)))
                bot = v[i].seat;
        if (!bot)
            break;
        r = bot_turn(s, bot, scratch, &stuck, fault);
        idle = stuck ? idle | SIGHT_SEAT(bot) : SIGHT_NONE;
    }
    table_free(&scratch);
    return r;
}

int turn_settle(struct sitting *s, struct fault *fault)
{
    bool again = true;
    while (again && s->game.status == GAME_PLAYING)
        if (play_bots(s, fault) != 0 || later_play(s, &again, fault) != 0)
            return -1;
    if (clock_renew(s, fault) != 0)
        return -1;
    s->resting = true;
    s->waiting = later_snapshot(s);
    return store_game_set(s->house->store, &s->game, fault);
}

int turn_expire(struct sitting *s, const struct await_row *await, struct fault *fault)
{
    struct await matter = {.seat = await->seat,
                           .clock = (enum clock_kind)await->clock,
                           .what = await->what,
                           .matter = await->matter};
    s->lapsed = await->number;
    if (stats_expired(s, await, fault) != 0 || silence(s, &matter, fault) != 0)
        return -1;
    return turn_settle(s, fault);
}

int turn_leave(struct sitting *s, int seat, const char *why, struct fault *fault)
{
    struct attempt *a = arena_new(s->arena, struct attempt);
    struct seat *left = &s->seats[seat - 1];
    turn_depart(s, seat, why, a);
    if (stats_left(s, left, fault) != 0)
        return -1;
    left->bot = true;
    left->epoch++;
    left->still = 0;
    left->dismissed = 0;
    if (store_seat_set(s->house->store, left, fault) != 0 || later_clear(s, seat, fault) != 0 ||
        turn_record(s, seat, "leave", NULL, 0, a, fault) != 0)
        return -1;
    return turn_settle(s, fault);
}
