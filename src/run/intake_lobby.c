/* Letters of people who have no seat.
 *
 * Invariants
 *   1. What a guest orders is done when his key is right; what a stranger asks is only answered, at
 *      LOBBY_LETTERS a day. Neither answer depends on anything that is not public, or his own.
 *   2. A stranger's lines that are no such questions are passed over: he may write what he likes around
 *      them. A guest's letter is done as a whole or not at all, like a seat's. */
#include "base/utf8.h"
#include "order/lines.h"
#include "run/answer.h"
#include "run/intake.h"
#include "run/limits.h"
#include "run/sender.h"
#include "run/visit.h"
#include "turn/founding.h"
#include "turn/office.h"
#include "turn/tell.h"
#include "turn/token.h"

enum { MAX_LINES = 40 };

/* --- letters ------------------------------------------------------------------------------------- */

/* All the lines or none; the answer says what became of each. */
static int do_lines(struct visit *g, const struct order_lines *lines, struct fault *fault)
{
    struct lobby_writer *w = &g->w;
    struct store *store = w->house->store;
    int n = lines->n < MAX_LINES ? lines->n : MAX_LINES, r = 0;
    struct order *orders = arena_array(w->arena, struct order, n + 1);
    struct mistake *wrong = arena_array(w->arena, struct mistake, n + 1);
    int64_t mark = office_mark(w->house);
    struct game game = *w->game;
    struct guest guest = *w->guest;
    bool any = n == 0 || lines->n > n;
    json_t *list = json_array();
    if (store_savepoint(store, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++)
        any = !order_read(&g->reader, lines->v[i].text, lines->v[i].number, w->arena, &orders[i], &wrong[i]) || any;
    for (int i = 0; i < n && r == 0 && !any; i++) {
        r = visit_do(g, &orders[i], &wrong[i], fault);
        any = wrong[i].code != NULL;
    }
    for (int i = 0; i < n; i++)
        json_array_append_new(list, tell_line(&g->reader, NULL, lines->v[i].number, lines->v[i].text,
                                              &orders[i], &wrong[i], w->lang));
    if (any)
        tell_undone(list);
    report_put(w->answer, "lines", list);
    report_put(w->answer, any ? "refused" : "told", json_true());
    if (n == 0 || lines->n > n)
        report_put(w->answer, "problem", json_pack("{s:s,s:i}", "code", n ? "mistake.too-many-lines" : "mistake.no-orders",
                                                   "most", MAX_LINES));
    if (r != 0)
        return -1;
    if (!any)
        return store_release(store, fault);
    json_object_del(w->answer, "set");
    *w->game = game;
    *w->guest = guest;
    w->written = g->changed = g->report = false;
    office_undo(w->house, mark);
    return store_undo_savepoint(store, fault);
}

/* What he is told: the game itself when he asked for it, else where he stands. */
static int answer_guest(struct run *run, struct visit *g, struct fault *fault)
{
    struct lobby_writer *w = &g->w;
    bool over;
    if (w->written)
        return 0;
    if (limit_answers(run, "lobby", w->guest->address, &over, fault) != 0)
        return -1;
    if (over)
        return 0;
    if (!g->changed && limit_answered(run, fault) != 0)
        return -1;
    if (g->report && w->guest->kind == WHO_OBSERVER && w->guest->state == GUEST_HERE &&
        w->game->status != GAME_OPEN) {
        struct sitting *s = NULL;
        int r = sitting_open(w->house, w->game->name, w->arena, &s, fault);
        if (r == 0)
            r = lobby_report(s, w->guest, w->answer, w->message_id, fault);
        sitting_close(&s);
        return r;
    }
    return lobby_letter(w->house, w->game, w->guest, w->answer, w->message_id, w->arena, fault);
}

static int guest_letter(struct run *run, struct letter_in *in, const struct read_letter *read,
                        struct game *game, struct guest *guest, struct arena *arena, struct fault *fault)
{
    const struct letter *l = &read->letter;
    struct house *house = run->house;
    int seen_as = -(int)guest->number; /* guests are remembered beside the seats */
    bool twice = false;
    struct player p;
    struct order_lines lines = {0};
    in->game = game->id;
    if (l->message_id[0] && store_letter_seen(house->store, game->id, seen_as, l->message_id, &twice, fault) != 0)
        return -1;
    if (twice)
        return intake_verdict(run, in, LETTER_IGNORED, "twice", fault);
    if (store_player_find(house->store, guest->address, arena, &p, fault) != 0)
        return -1;
    struct visit g = {.w = {.house = house,
                                   .arena = arena,
                                   .address = guest->address,
                                   .name = guest->name,
                                   .lang = p.id ? p.lang : guest->lang,
                                   .proven = true,
                                   .message_id = l->message_id[0] ? l->message_id : NULL,
                                   .game = game,
                                   .guest = guest},
                             .reader = {.general = general_grammar(), .game = guest_grammar()},
                             .help = json_array()};
    int r = 0;
    if (read->result != READER_OK || l->truncated) {
        g.w.answer = answer_refusal(read->result == READER_OK || read->result == READER_TOO_BIG ? "too-big" : "unreadable");
    } else {
        g.w.answer = json_object();
        order_lines(slice_of(l->text), arena, &lines);
        r = do_lines(&g, &lines, fault);
    }
    report_put(g.w.answer, "help", g.help);
    if (r == 0)
        r = answer_guest(run, &g, fault);
    if (r == 0 && g.changed && l->message_id[0])
        r = store_letter_remember(house->store, game->id, seen_as, l->message_id, fault);
    if (r == 0)
        r = intake_verdict(run, in, g.changed ? LETTER_PLAYED : LETTER_REFUSED,
                           g.changed ? "played" : "answered", fault);
    json_decref(g.w.answer);
    return r;
}

/* --- strangers ----------------------------------------------------------------------------------- */

/* Whether the line begins with something a stranger may ask; *french when it is asked in French. */
static bool asks(const struct visit *g, const struct order_line *line, struct order *o,
                 struct mistake *m, bool *french)
{
    struct slice rest = slice_trim(line->text), word = slice_cut(&rest, ' ');
    struct buf fold = BUF(ORDER_LINE * 4);
    bool ok = order_read(&g->reader, line->text, line->number, g->w.arena, o, m), asked = false;
    utf8_fold(word, &fold);
    for (int i = 0; i < STRANGER_VERBS && !asked; i++) {
        const struct verb *v = &general_grammar()->verbs[stranger_verbs[i]];
        asked = ok ? o->verb == stranger_verbs[i]
                   : slice_is(buf_all(&fold), v->name) || slice_is(buf_all(&fold), v->fr);
        *french = *french || (asked && slice_is(buf_all(&fold), v->fr) && strcmp(v->fr, v->name) != 0);
    }
    buf_free(&fold);
    return asked;
}

static int stranger_letter(struct run *run, struct letter_in *in, const struct letter *l,
                           struct arena *arena, bool *taken, struct fault *fault)
{
    struct house *house = run->house;
    struct order_lines lines = {0};
    struct player p;
    struct slice local = slice_of(l->from);
    local = slice_cut(&local, '@');
    const char *name = founding_clean_name(slice_of(l->from_name), arena);
    struct visit g = {.w = {.house = house,
                                   .arena = arena,
                                   .address = l->from,
                                   .name = *name ? name : founding_clean_name(local, arena),
                                   .message_id = l->message_id[0] ? l->message_id : NULL},
                             .reader = {.general = general_grammar()}};
    struct order orders[MAX_LINES];
    struct mistake wrong[MAX_LINES];
    int at[MAX_LINES], n = 0, r = 0;
    bool french = false, answered = false, over;
    int64_t letters;
    order_lines(slice_of(l->text), arena, &lines);
    for (int i = 0; i < lines.n && n < MAX_LINES; i++) {
        wrong[n] = (struct mistake){0};
        if (asks(&g, &lines.v[i], &orders[n], &wrong[n], &french))
            at[n++] = i;
    }
    if (n == 0)
        return 0;
    *taken = true;
    if (store_player_find(house->store, l->from, arena, &p, fault) != 0 ||
        store_answers_since(house->store, "lobby", l->from, house_now(house) - 86400, &letters, fault) != 0)
        return -1;
    if (limit_answers(run, "lobby", l->from, &over, fault) != 0)
        return -1;
    if (over || letters >= LOBBY_LETTERS)
        return intake_verdict(run, in, LETTER_IGNORED, "too-many-answers", fault);
    g.w.lang = p.id ? p.lang : french ? "fr" : house->config.lang;
    g.w.answer = json_object();
    g.help = json_array();
    json_t *list = json_array();
    for (int i = 0; i < n && r == 0; i++) {
        g.w.written = false;
        if (!wrong[i].code)
            r = visit_do(&g, &orders[i], &wrong[i], fault);
        answered = answered || !g.w.written;
        json_array_append_new(list, tell_line(&g.reader, NULL, lines.v[at[i]].number, lines.v[at[i]].text,
                                              &orders[i], &wrong[i], g.w.lang));
    }
    report_put(g.w.answer, "lines", list);
    report_put(g.w.answer, "told", json_true());
    report_put(g.w.answer, "help", g.help);
    json_t *doc = json_pack("{s:s,s:O,s:b}", "house", house->config.address, "answer", g.w.answer, "stranger", 1);
    struct post_stranger to = {.address = l->from,
                               .name = g.w.name,
                               .lang = g.w.lang,
                               .kind = "lobby",
                               .message_id = l->message_id,
                               .subject = l->subject,
                               .template = "lobby",
                               .doc = doc};
    if (r == 0 && answered)
        r = post_stranger(house, &to, fault);
    json_decref(doc);
    json_decref(g.w.answer);
    if (r == 0)
        r = limit_answered(run, fault);
    return r == 0 ? intake_verdict(run, in, LETTER_REFUSED, "answered", fault) : -1;
}

/* --- whose -------------------------------------------------------------------------------------- */

static int find_guest(struct house *house, const struct letter *l, struct arena *arena,
                      struct game *game, struct guest *guest, struct fault *fault)
{
    struct reply_address keys[SENDER_KEYS], reply;
    int n, nkeys = sender_keys(house, l, keys);
    guest->number = 0;
    for (int i = 0; i < nkeys && !guest->number; i++) {
        reply = keys[i];
        if ((reply.who != WHO_INVITED && reply.who != WHO_OBSERVER && reply.who != WHO_ADDRESS))
            continue;
        if (lobby_game(house, arena_slice(arena, reply.game), arena, game, fault) != 0)
            return -1;
        if (game->id == 0)
            continue;
        if (lobby_guest(house, game->id, reply.number, 0, NULL, arena, guest, &n, fault) != 0)
            return -1;
        if (!guest->number)
            continue;
        struct writer w = token_guest(guest);
        if (reply.who != w.who || !token_ok(house, game, &w, reply.token) ||
            !sender_may(house, l, guest->address))
            guest->number = 0;
    }
    return 0;
}

const char *intake_visitor(struct run *run, const struct letter *l, struct arena *arena)
{
    struct game game;
    struct guest guest;
    struct fault ignored;
    if (find_guest(run->house, l, arena, &game, &guest, &ignored) != 0 || !guest.number)
        return NULL;
    return arena_printf(arena, "%s guest %d", game.name, (int)guest.number);
}

int intake_guest(struct run *run, struct letter_in *in, const struct read_letter *read,
                 struct arena *arena, bool *taken, struct fault *fault)
{
    struct game *game = arena_new(arena, struct game);
    struct guest *guest = arena_new(arena, struct guest);
    if (find_guest(run->house, &read->letter, arena, game, guest, fault) != 0)
        return -1;
    *taken = guest->number != 0;
    return *taken ? guest_letter(run, in, read, game, guest, arena, fault) : 0;
}

int intake_asks(struct run *run, struct letter_in *in, const struct read_letter *read,
                struct arena *arena, bool *taken, struct fault *fault)
{
    *taken = false;
    return read->result == READER_OK ? stranger_letter(run, in, &read->letter, arena, taken, fault) : 0;
}

/* --- farewell ------------------------------------------------------------------------------------ */

int intake_farewell(struct sitting *s, const struct post_answer *out, struct fault *fault)
{
    const struct seat *seat = &s->seats[out->seat - 1];
    json_t *doc = json_pack("{s:s,s:s,s:s,s:s,s:b}", "house", s->house->config.address, "game",
                            s->game.name, "variant", s->game.variant, "engine", s->game.engine,
                            "resigned", 1);
    struct post_stranger to = {.address = seat->address,
                               .name = seat->name,
                               .lang = seat->lang,
                               .engine = s->game.engine,
                               .kind = "lobby",
                               .message_id = out->message_id,
                               .template = "lobby",
                               .doc = doc};
    int r = post_stranger(s->house, &to, fault);
    json_decref(doc);
    return r == 0 ? post_moderator(s, seat, "notice.resigned", fault) : -1;
}
