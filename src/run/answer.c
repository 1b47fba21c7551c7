#include "run/answer.h"
#include "base/utf8.h"
#include "order/lines.h"
#include "run/verbs.h"
#include "turn/office.h"
#include "turn/tell.h"

#include <stdlib.h>

enum { WRAPPED = 50 }; /* bytes from which on a line may have been broken by a mail program */

struct letter_lines {
    struct order_lines lines;
    struct order *orders;   /* one per line */
    struct mistake *wrong;  /* code NULL: fine */
    bool any_wrong;
    struct order *game_orders; /* those of the engine's grammar, in order */
    int *game_lines;           /* which line each of them is */
    int ngame;
    bool preview;
    int seen; /* up to which line the rules looked at orders of the game */
    bool said; /* all that is not about the game was tried */
    int waits; /* lines from this one on wait (turn/later.h) */
};

json_t *answer_refusal(const char *code)
{
    return json_pack("{s:b,s:[],s:{s:s+}}", "refused", 1, "lines", "problem", "code", "mistake.", code);
}

/* --- reading --------------------------------------------------------------------------------- */

/* IF ACCEPTED and ELSE before an order. Returns the column of the order, 0 when there is neither. */
static int condition(struct slice line, char *when)
{
    static const struct {
        const char *words;
        char when;
    } known[] = {{"IF ACCEPTED ", 'Y'}, {"SI ACCEPTE ", 'Y'}, {"ELSE ", 'N'}, {"SINON ", 'N'}};
    struct buf fold = BUF(ORDER_LINE * 4);
    int from = 0;
    utf8_fold(line, &fold);
    for (int i = 0; i < 4 && !from; i++) {
        size_t n = strlen(known[i].words);
        if (fold.n > n && memcmp(fold.p, known[i].words, n) == 0) {
            from = (int)n; /* these words fold letter by letter, so characters are the same */
            *when = known[i].when;
        }
    }
    buf_free(&fold);
    return from;
}

static bool read_one(const struct order_reader *reader, struct sitting *s, struct order_line *line,
                     struct order *order, struct mistake *mistake)
{
    char when = 0;
    int from = s->engine->def->held ? condition(line->text, &when) : 0;
    if (!from)
        return order_read(reader, line->text, line->number, s->arena, order, mistake);
    if (!order_read_part(reader, line->text, line->number, from, NULL, s->arena, order, mistake))
        return false;
    order->when = when;
    return true;
}

/* Mail programs break long lines: what is no order of its own and makes one with the long line above
 * it belongs there. So does "ELSE DRAW" below "DEAL IF SPACE 3 7". */
static bool joins(const struct order_reader *reader, struct sitting *s, struct letter_lines *l, int i)
{
    struct order_line *above = i ? &l->lines.v[i - 1] : NULL, *line = &l->lines.v[i];
    struct order order;
    struct mistake m = {0};
    const char *wrong = l->wrong[i].code;
    char when = '\0';
    bool broken = wrong && strcmp(wrong, "unknown-verb") == 0 && above && above->text.n >= WRAPPED;
    if (!above || line->number != above->number + 1 ||
        !(broken || (condition(line->text, &when) && when == 'N')))
        return false;
    struct slice whole = slice_of(arena_printf(s->arena, "%.*s %.*s", (int)above->text.n, above->text.p,
                                               (int)line->text.n, line->text.p));
    if (!order_read(reader, whole, above->number, s->arena, &order, &m))
        return false;
    above->text = whole;
    above->number = line->number; /* so that a third piece can follow */
    l->orders[i - 1] = order;
    l->wrong[i - 1] = (struct mistake){0};
    memmove(line, line + 1, sizeof *line * (size_t)(l->lines.n - i - 1));
    l->lines.n--;
    return true;
}

/* Who chats where orders stand is told how one says something. */
static void say_instead(const struct sitting *s, struct mistake *m)
{
    if (m->code && strcmp(m->code, "unknown-verb") == 0 && strcmp(s->game.talk, "none") != 0 &&
        m->nargs < ARGS_MAX)
        m->args[m->nargs++] = WORD("may_say", "1");
}

static void read_lines(struct sitting *s, int seat, struct slice text, struct letter_lines *l)
{
    struct order_reader reader = sitting_reader(s, general_grammar());
    memset(l, 0, sizeof *l);
    order_lines(text, s->arena, &l->lines);
    order_lines_unsign(&l->lines, s->seats[seat - 1].name, &reader, s->arena);
    int n = l->lines.n;
    l->orders = arena_array(s->arena, struct order, n + 1);
    l->wrong = arena_array(s->arena, struct mistake, n + 1);
    l->game_orders = arena_array(s->arena, struct order, n + 1);
    l->game_lines = arena_array(s->arena, int, n + 1);
    for (int i = 0; i < l->lines.n; i++) {
        struct order_line *line = &l->lines.v[i];
        read_one(&reader, s, line, &l->orders[i], &l->wrong[i]);
        if (joins(&reader, s, l, i)) {
            l->wrong[i] = (struct mistake){0};
            i--;
        }
    }
    for (int i = 0; i < l->lines.n; i++) {
        bool general = !l->wrong[i].code && l->orders[i].grammar == general_grammar();
        say_instead(s, &l->wrong[i]);
        if (general && verb_says_nothing(&l->orders[i], l->lines.v[i].block))
            MISTAKE(&l->wrong[i], -1, "talk-what");
        if (l->wrong[i].code) {
            l->any_wrong = true;
        } else if (general) {
            l->preview = l->preview || l->orders[i].verb == GENERAL_PREVIEW;
        } else {
            l->game_lines[l->ngame] = i;
            l->game_orders[l->ngame++] = l->orders[i];
        }
    }
}

static json_t *lines_json(const struct sitting *s, const struct letter_lines *l, const char *lang)
{
    struct order_reader reader = sitting_reader(s, general_grammar());
    json_t *list = json_array();
    for (int i = 0; i < l->lines.n; i++) {
        json_t *o = tell_line(&reader, s->engine, l->lines.v[i].number, l->lines.v[i].text,
                              &l->orders[i], &l->wrong[i], lang);
        bool tried = l->orders[i].grammar == general_grammar() ? l->said : i < l->seen;
        if (!l->wrong[i].code && !tried)
            report_put(o, "unchecked", json_true());
        if (!l->wrong[i].code && i >= l->waits)
            report_put(o, "waits", json_true());
        json_array_append_new(list, o);
    }
    return list;
}

/* Which columns of its line a mistake of the engine points to. */
static void point(struct letter_lines *l, int at, struct mistake *m)
{
    if (at >= l->ngame)
        return;
    const struct order *o = &l->game_orders[at];
    struct slice line = l->lines.v[l->game_lines[at]].text;
    m->line = o->line;
    if (m->term >= 0 && m->term < o->nterms) {
        m->column = o->terms[m->term].column;
        m->columns = o->terms[m->term].columns;
    } else {
        m->column = 0;
        m->columns = (int)utf8_width(line);
    }
}

/* --- general verbs --------------------------------------------------------------------------- */

static int general(struct sitting *s, struct seat *seat, struct letter_lines *l, json_t *answer,
                   struct post_answer *out, struct fault *fault)
{
    json_t *help = json_array(), *set = json_array(), *looked = json_array();
    int64_t early = 0;
    int r = 0;
    for (int i = 0; i < l->lines.n && r == 0; i++) {
        if (l->orders[i].grammar != general_grammar())
            continue;
        struct verb_call call = {.s = s,
                                 .seat = seat,
                                 .order = &l->orders[i],
                                 .line = l->lines.v[i].text,
                                 .block = l->lines.v[i].block,
                                 .early = &early,
                                 .help = help,
                                 .set = set,
                                 .looked = looked,
                                 .answer = answer,
                                 .out = out,
                                 .mistake = &l->wrong[i]};
        r = verb_do(&call, fault);
        l->any_wrong = l->any_wrong || l->wrong[i].code;
    }
    if (l->any_wrong)
        l->seen = 0;
    report_put(answer, "help", help);
    report_put(answer, "set", set);
    if (json_array_size(looked))
        report_put(answer, "looked", json_incref(looked));
    json_decref(looked);
    return r;
}

/* --- playing --------------------------------------------------------------------------------- */

/* Whether these orders may be played now; the mistake is about the letter. */
static bool timely(const struct sitting *s, int seat, int64_t await, const struct letter_lines *l,
                   struct mistake *m)
{
    const struct await_row *row = sitting_await(s, seat);
    bool needs = false, answers = false;
    for (int i = 0; i < l->ngame; i++) {
        unsigned flags = l->game_orders[i].grammar->verbs[l->game_orders[i].verb].flags;
        needs = needs || !(flags & VERB_ANY_TIME);
        answers = answers || (flags & VERB_ANSWERS);
    }
    if (s->game.status == GAME_FINISHED) {
        MISTAKE(m, -1, "game-over");
    } else if (needs && !row) {
        int who = s->nawaits ? s->awaits[0].seat : 0;
        if (who)
            MISTAKE(m, -1, "not-your-turn", SEAT("seat", who));
        else
            MISTAKE(m, -1, "nothing-asked");
    } else if (answers && row && await >= 0) {
        bool current = false;
        for (int i = 0; i < s->nawaits; i++)
            current = current || (s->awaits[i].seat == seat && s->awaits[i].number == await);
        if (!current)
            MISTAKE(m, -1, "stale");
    }
    return m->code == NULL;
}

static json_t *preview_events(const struct sitting *s, int seat, const struct attempt *a)
{
    json_t *list = json_array();
    for (const struct event *e = a->events.first; e; e = e->next) {
        char code[128];
        if (!(e->sight & SIGHT_SEAT(seat)))
            continue;
        json_t *o = report_event_json(s->engine, e->code, e->args, e->nargs);
        snprintf(code, sizeof code, "event.%s", e->code);
        report_put(o, "code", json_string(code));
        json_array_append_new(list, o);
    }
    return list;
}

/* Whether all orders of the game have the flag; or, with have false, none of them. */
static bool all_have(const struct letter_lines *l, unsigned flag, bool have)
{
    for (int i = 0; i < l->ngame; i++)
        if (!(l->game_orders[i].grammar->verbs[l->game_orders[i].verb].flags & flag) == have)
            return false;
    return true;
}

/* Tries the orders, or says that a preview can only read them: what the rules will say at the seat's turn
 * cannot be known. What may be written at any time is tried now; but when an answer is refused only because
 * nothing is asked, that says little about later. */
static bool try_orders(struct sitting *s, int seat, struct letter_lines *l, struct attempt *a)
{
    bool early = l->preview && !sitting_await(s, seat);
    if (early && !all_have(l, VERB_ANY_TIME, true))
        return false;
    turn_try(s, seat, l->game_orders, l->ngame, l->preview, a);
    return !early || a->ok || all_have(l, VERB_ANSWERS, false);
}

static int play(struct sitting *s, int seat, struct letter_lines *l, json_t *answer,
                struct mistake *whole, bool *played, struct fault *fault)
{
    struct attempt *a = arena_new(s->arena, struct attempt);
    if (!try_orders(s, seat, l, a)) {
        l->seen = 0;
        l->said = false;
        report_put(answer, "only_read", json_true());
        return 0;
    }
    if (a->mistake.code) {
        int wrong = turn_fault(a, l->game_orders, l->ngame);
        point(l, wrong, &a->mistake);
        if (!a->ok && a->at < l->ngame)
            l->seen = l->game_lines[a->at];
        if (wrong < l->ngame)
            l->wrong[l->game_lines[wrong]] = a->mistake;
        else
            *whole = a->mistake;
    }
    if (a->ok && a->held < l->ngame)
        l->waits = l->game_lines[a->held];
    if (l->preview && a->ok) {
        report_put(answer, "events", preview_events(s, seat, a));
        if (a->tried < l->ngame) {
            l->seen = l->game_lines[a->tried];
            report_put(answer, "undrawn", json_true());
        } else if (a->unknown) {
            report_put(answer, "draws", json_true());
        }
    }
    if (l->preview || !a->ok)
        return 0;
    *played = true;
    if (turn_keep(s, seat, "letter", l->game_orders, l->ngame, a, fault) != 0)
        return -1;
    return turn_settle(s, fault);
}

/* What a refused letter, or a preview, takes back besides the store's rows. */
struct undo {
    struct game game;
    struct seat *seats;
    struct await_row *awaits;
    struct standing_row *standing;
    struct early_row *early;
    int nawaits, nstanding, nearly;
};

static void *copy_of(struct sitting *s, const void *v, int n, size_t size)
{
    void *copy = arena_alloc(s->arena, size * (size_t)(n + 1));
    if (n)
        memcpy(copy, v, size * (size_t)n);
    return copy;
}

static void keep(struct sitting *s, struct undo *u)
{
    *u = (struct undo){.game = s->game,
                       .seats = copy_of(s, s->seats, s->game.seats, sizeof *s->seats),
                       .awaits = copy_of(s, s->awaits, s->nawaits, sizeof *s->awaits),
                       .standing = copy_of(s, s->standing, s->nstanding, sizeof *s->standing),
                       .early = copy_of(s, s->early, s->nearly, sizeof *s->early),
                       .nawaits = s->nawaits,
                       .nstanding = s->nstanding,
                       .nearly = s->nearly};
}

static void put_back(struct sitting *s, const struct undo *u)
{
    s->game = u->game;
    memcpy(s->seats, u->seats, sizeof *s->seats * (size_t)s->game.seats);
    s->awaits = u->awaits;
    s->nawaits = u->nawaits;
    s->standing = u->standing;
    s->nstanding = u->nstanding;
    s->early = u->early;
    s->nearly = u->nearly;
}

/* A letter that changed the language, and was taken back, is answered in the one there was. */
static void help_anew(const struct sitting *s, const char *lang, const struct letter_lines *l, json_t *list)
{
    if (!list)
        return;
    json_array_clear(list);
    for (int i = 0; i < l->lines.n; i++)
        if (!l->wrong[i].code && l->orders[i].grammar == general_grammar() && l->orders[i].verb == GENERAL_HELP)
            verb_help_list(s, &l->orders[i], lang, list);
}

int answer_letter(struct sitting *s, int seat, int64_t await, struct slice text,
                  struct post_answer *out, struct fault *fault)
{
    struct letter_lines l;
    struct mistake whole = {0};
    json_t *answer = json_object();
    bool played = false;
    int r = 0;
    *out = (struct post_answer){.seat = seat, .answer = answer, .show_turn = -1};
    read_lines(s, seat, text, &l);
    l.waits = l.lines.n;
    l.said = !l.any_wrong; /* what can be read is tried only when all of it can be */
    l.seen = l.said ? l.lines.n : 0;
    if (l.lines.n == 0)
        MISTAKE(&whole, -1, "no-orders");
    else if (l.lines.too_many)
        MISTAKE(&whole, -1, "too-many-lines", NUM("most", LINES_MAX));
    else if (l.ngame && !l.preview)
        timely(s, seat, await, &l, &whole);
    else if (l.ngame && s->game.status == GAME_FINISHED)
        MISTAKE(&whole, -1, "game-over");
    /* Settings stand only when the whole letter does. */
    struct undo before;
    keep(s, &before);
    int64_t mark = office_mark(s->house);
    if (store_savepoint(s->house->store, fault) != 0)
        return -1;
    if (!l.any_wrong && !whole.code)
        r = general(s, &s->seats[seat - 1], &l, answer, out, fault);
    if (r == 0 && out->resigns && l.ngame)
        MISTAKE(&whole, -1, "resign-alone");
    if (r == 0 && !l.any_wrong && !whole.code && l.ngame)
        r = play(s, seat, &l, answer, &whole, &played, fault);
    bool wrong = whole.code != NULL;
    for (int i = 0; i < l.lines.n; i++)
        wrong = wrong || l.wrong[i].code;
    if (r == 0 && !played && (wrong || l.preview)) {
        put_back(s, &before);
        help_anew(s, s->seats[seat - 1].lang, &l, json_object_get(answer, "help"));
        out->show_turn = -1;
        out->resigns = false;
        if (wrong || json_object_get(answer, "only_read"))
            json_object_del(answer, "set"); /* a preview tells what would be done */
        json_object_del(answer, "looked");
        office_undo(s->house, mark);
        r = store_undo_savepoint(s->house->store, fault);
    } else if (r == 0) {
        r = store_release(s->house->store, fault);
    }
    if (r == 0 && played)
        verb_vacation_played(s, seat, json_object_get(answer, "set"));
    if (r == 0 && out->resigns) {
        played = true;
        r = turn_leave(s, seat, "resigned", fault);
    }
    if (json_array_size(json_object_get(answer, "events")) || json_array_size(json_object_get(answer, "set")))
        report_put(answer, "would", json_true());
    report_put(answer, played ? "played" : wrong ? "refused" : l.preview ? "preview" : "told", json_true());
    json_t *lines = l.lines.too_many ? json_array() : lines_json(s, &l, s->seats[seat - 1].lang);
    if (!played && wrong) {
        tell_undone(lines);
        report_put(answer, "one_line", json_boolean(json_array_size(lines) == 1));
    }
    report_put(answer, "lines", lines);
    if (whole.code)
        report_put(answer, "problem", tell_mistake(s->engine, &whole, (struct slice){NULL, 0}));
    out->refused = !played;
    out->stands = !wrong && !l.preview;
    if (played) /* who has just played needs the present report */
        out->show_turn = -1;
    return r;
}
