#include "turn/answer.h"
#include "base/utf8.h"
#include "order/lines.h"
#include "turn/general.h"
#include "turn/later.h"
#include "turn/turn.h"

#include <stdlib.h>

enum {
    SHOWN = 60,  /* columns of a line that are shown with a caret */
    HELP_MOST = 20, /* verbs explained in one letter, one HELP more or less */
    WRAPPED = 50, /* bytes from which on a line may have been broken by a mail program */
};

struct letter_lines {
    struct order_lines lines;
    struct order *orders;   /* one per line */
    struct mistake *wrong;  /* code NULL: fine */
    bool any_wrong;
    struct order *game_orders; /* those of the engine's grammar, in order */
    int *game_lines;           /* which line each of them is */
    int ngame;
    bool preview;
    int seen; /* how many lines the rules looked at before they found something wrong */
};

/* --- JSON ------------------------------------------------------------------------------------ */

static void put(json_t *o, const char *key, json_t *v)
{
    if (json_object_set_new_nocheck(o, key, v) != 0)
        die("json: cannot set %s", key);
}

/* What a player wrote, on one line: a tab would make a table of it. */
static json_t *text_json(const char *p, size_t n)
{
    struct buf clean = BUF(ORDER_LINE * 4);
    for (size_t i = 0; i < n; i++)
        buf_char(&clean, p[i] == '\t' ? ' ' : p[i]);
    while (clean.n && !utf8_valid(buf_all(&clean))) /* cut in the middle of a character */
        clean.n--;
    json_t *v = json_stringn(buf_text(&clean), clean.n);
    buf_free(&clean);
    return v ? v : json_string("?");
}

/* The line around the mistake and the caret under it, short enough for any mail program. */
static void put_caret(json_t *o, struct slice line, int column, int columns)
{
    struct buf shown = BUF(1024), caret = BUF(1024);
    int at = 0, skip = column + columns > SHOWN ? column - SHOWN / 2 : 0;
    if (skip > 0)
        buf_str(&shown, "… ");
    for (size_t i = 0; i < line.n && at < skip + SHOWN;) {
        uint32_t c;
        size_t len = utf8_next(line.p + i, line.n - i, &c);
        if (at++ >= skip)
            buf_add(&shown, line.p + i, len);
        i += len;
    }
    size_t lead = (size_t)(column - (skip > 0 ? skip - 2 : 0)), room = utf8_width(buf_all(&shown));
    for (size_t i = 0; i < lead; i++)
        buf_char(&caret, ' ');
    for (int i = 0; i < (columns < 1 ? 1 : columns) && (i == 0 || caret.n < room); i++)
        buf_char(&caret, '^');
    if (at == skip + SHOWN)
        buf_str(&shown, " …");
    put(o, "shown", text_json(shown.p, shown.n));
    put(o, "caret", text_json(caret.p, caret.n));
    buf_free(&shown);
    buf_free(&caret);
}

static json_t *mistake_json(const struct sitting *s, const struct mistake *m, struct slice line)
{
    char code[128];
    json_t *o = report_event_json(s->engine, m->code, m->args, m->nargs);
    snprintf(code, sizeof code, "mistake.%s", m->code);
    put(o, "code", json_string(code));
    if (m->try[0])
        put(o, "try", json_pack("{s:s}", "order", m->try));
    if (m->columns > 0 && line.n)
        put_caret(o, line, m->column, m->columns);
    return o;
}

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
 * it belongs there. */
static bool joins(const struct order_reader *reader, struct sitting *s, struct letter_lines *l, int i)
{
    struct order_line *above = i ? &l->lines.v[i - 1] : NULL, *line = &l->lines.v[i];
    struct order order;
    struct mistake m = {0};
    if (!above || above->text.n < WRAPPED || line->number != above->number + 1 ||
        strcmp(l->wrong[i].code, "unknown-verb") != 0)
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

static void read_lines(struct sitting *s, struct slice text, struct letter_lines *l)
{
    struct order_reader reader = sitting_reader(s, general_grammar());
    memset(l, 0, sizeof *l);
    order_lines(text, s->arena, &l->lines);
    int n = l->lines.n;
    l->orders = arena_array(s->arena, struct order, n + 1);
    l->wrong = arena_array(s->arena, struct mistake, n + 1);
    l->game_orders = arena_array(s->arena, struct order, n + 1);
    l->game_lines = arena_array(s->arena, int, n + 1);
    for (int i = 0; i < l->lines.n; i++) {
        struct order_line *line = &l->lines.v[i];
        if (!read_one(&reader, s, line, &l->orders[i], &l->wrong[i]) &&
            joins(&reader, s, l, i)) {
            l->wrong[i] = (struct mistake){0};
            i--;
        }
    }
    for (int i = 0; i < l->lines.n; i++) {
        if (l->wrong[i].code) {
            l->any_wrong = true;
        } else if (l->orders[i].grammar == general_grammar()) {
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
    struct buf canonical = BUF(8192);
    json_t *list = json_array();
    for (int i = 0; i < l->lines.n; i++) {
        struct slice text = l->lines.v[i].text;
        json_t *o = json_pack("{s:i}", "number", l->lines.v[i].number);
        put(o, "text", text_json(text.p, text.n < 200 ? text.n : 200));
        if (l->wrong[i].code) {
            put(o, "mistake", mistake_json(s, &l->wrong[i], text));
        } else {
            buf_clear(&canonical);
            order_say(&reader, &l->orders[i], lang, &canonical);
            put(o, "understood", text_json(canonical.p, canonical.n));
            if (i >= l->seen)
                put(o, "unchecked", json_true());
        }
        json_array_append_new(list, o);
    }
    buf_free(&canonical);
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

static void help_verb(json_t *list, const struct grammar *g, int verb, const char *lang)
{
    struct buf usage = BUF(2000);
    char code[80];
    order_usage(g, verb, lang, &usage);
    snprintf(code, sizeof code, "help.%s", g->verbs[verb].name);
    json_array_append_new(list, json_pack("{s:s,s:s}", "usage", buf_text(&usage), "code", code));
    buf_free(&usage);
}

static bool verb_is(const struct verb *v, struct slice word)
{
    return slice_is(word, v->name) || (v->fr && slice_is(word, v->fr));
}

static void help(const struct sitting *s, const struct order *o, const char *lang, json_t *list)
{
    const struct grammar *both[2] = {s->engine->grammar, general_grammar()};
    struct buf word = BUF(400);
    bool found = false;
    if (o->nterms)
        utf8_fold(slice_of(o->terms[0].text), &word);
    for (int k = 0; k < 2; k++)
        for (int v = 0; v < both[k]->nverbs; v++)
            if (o->nterms && verb_is(&both[k]->verbs[v], buf_all(&word))) {
                help_verb(list, both[k], v, lang);
                found = true;
            }
    for (int k = 0; k < 2 && !found; k++)
        for (int v = 0; v < both[k]->nverbs; v++)
            help_verb(list, both[k], v, lang);
    buf_free(&word);
}

static int set_lang(struct sitting *s, struct seat *seat, const struct order *o, json_t *set,
                    struct mistake *m, struct fault *fault)
{
    struct buf word = BUF(200);
    struct player p;
    utf8_fold(slice_of(o->terms[0].text), &word);
    const char *lang = slice_is(buf_all(&word), "FR") || slice_is(buf_all(&word), "FRENCH") ||
                               slice_is(buf_all(&word), "FRANCAIS")
                           ? "fr"
                       : slice_is(buf_all(&word), "EN") || slice_is(buf_all(&word), "ENGLISH") ||
                               slice_is(buf_all(&word), "ANGLAIS")
                           ? "en"
                           : NULL;
    buf_free(&word);
    if (!lang) {
        MISTAKE(m, 0, "unknown-language", TEXT("word", o->terms[0].text));
        snprintf(m->try, sizeof m->try, "LANG fr");
        return 0;
    }
    if (store_player_find(s->house->store, seat->address, s->arena, &p, fault) != 0)
        return -1;
    p.lang = seat->lang = lang;
    json_array_append_new(set, json_pack("{s:s}", "code", strcmp(lang, "fr") == 0 ? "set.lang-fr" : "set.lang-en"));
    return store_player_set(s->house->store, &p, fault);
}

static int set_format(struct sitting *s, struct seat *seat, const struct order *o, json_t *set,
                      struct mistake *m, struct fault *fault)
{
    static const char *const known[] = {"TEXT", "HTML", "BOTH", "JSON"};
    static const char *const stored[] = {"text", "html", "both", "json"};
    struct buf format = BUF(200), word = BUF(200);
    struct player p;
    for (int i = 0; i < o->nterms && !m->code; i++) {
        int found = -1;
        buf_clear(&word);
        utf8_fold(slice_of(o->terms[i].text), &word);
        for (int k = 0; k < 4; k++)
            if (slice_is(buf_all(&word), known[k]))
                found = k;
        if (found < 0) {
            MISTAKE(m, i, "unknown-format", TEXT("word", o->terms[i].text));
            snprintf(m->try, sizeof m->try, "FORMAT both");
        } else {
            buf_printf(&format, "%s%s", i ? " " : "", stored[found]);
        }
    }
    int r = 0;
    if (!m->code) {
        r = store_player_find(s->house->store, seat->address, s->arena, &p, fault);
        p.format = seat->format = arena_slice(s->arena, buf_all(&format));
        json_array_append_new(set, json_pack("{s:s,s:s}", "code", "set.format", "format", p.format));
        if (r == 0)
            r = store_player_set(s->house->store, &p, fault);
    }
    buf_free(&format);
    buf_free(&word);
    return r;
}

/* WHEN <situation> <order> [ALWAYS] */
static int add_standing(struct sitting *s, struct seat *seat, const struct order *o,
                        struct slice line, json_t *set, struct mistake *m, struct fault *fault)
{
    struct standing_order so;
    struct buf text = BUF(ORDER_LINE * 2);
    int64_t number = 0;
    int mine = 0, r = 0;
    for (int i = 0; i < s->nstanding; i++)
        mine += s->standing[i].seat == seat->number;
    if (!s->engine->situations) {
        MISTAKE(m, -1, "no-situations");
    } else if (mine >= LATER_STANDING) {
        MISTAKE(m, -1, "too-many-standing", NUM("most", LATER_STANDING));
    } else if (later_read(s, line, o->line, o->terms[0].column, &so, m)) {
        struct order_reader reader = sitting_reader(s, NULL);
        order_print(&reader, &so.situation, &text);
        buf_char(&text, ' ');
        order_print(&reader, &so.order, &text);
        const char *canonical = arena_slice(s->arena, buf_all(&text));
        r = later_add(s, seat->number, canonical, so.always, &number, fault);
        json_array_append_new(set, json_pack("{s:s,s:I,s:s,s:b}", "code", "set.when", "number",
                                             (json_int_t)number, "when", canonical, "always", so.always));
    }
    buf_free(&text);
    return r;
}

static int forget_standing(struct sitting *s, struct seat *seat, const struct order *o, json_t *set,
                           struct mistake *m, struct fault *fault)
{
    bool found;
    if (later_forget(s, seat->number, o->terms[0].value, &found, fault) != 0)
        return -1;
    if (!found)
        MISTAKE(m, 0, "no-such-standing", NUM("number", o->terms[0].value));
    else
        json_array_append_new(set, json_pack("{s:s,s:I}", "code", "set.forgotten", "number",
                                             (json_int_t)o->terms[0].value));
    return 0;
}

static int general(struct sitting *s, struct seat *seat, struct letter_lines *l, json_t *answer,
                   struct post_answer *out, struct fault *fault)
{
    json_t *list = json_array(), *set = json_array();
    int r = 0;
    for (int i = 0; i < l->lines.n && r == 0; i++) {
        const struct order *o = &l->orders[i];
        struct mistake *m = &l->wrong[i];
        if (o->grammar != general_grammar())
            continue;
        if (o->verb == GENERAL_HELP && json_array_size(list) < HELP_MOST)
            help(s, o, seat->lang, list);
        else if (o->verb == GENERAL_REPORT && o->nterms && o->terms[0].value > s->game.turn)
            MISTAKE(m, 0, "no-such-turn", NUM("last", s->game.turn));
        else if (o->verb == GENERAL_REPORT && o->nterms)
            out->show_turn = o->terms[0].value;
        else if (o->verb == GENERAL_LANG)
            r = set_lang(s, seat, o, set, m, fault);
        else if (o->verb == GENERAL_FORMAT)
            r = set_format(s, seat, o, set, m, fault);
        else if (o->verb == GENERAL_WHEN)
            r = add_standing(s, seat, o, l->lines.v[i].text, set, m, fault);
        else if (o->verb == GENERAL_FORGET)
            r = forget_standing(s, seat, o, set, m, fault);
        if (m->code) {
            if (m->columns == 0 && m->term >= 0 && m->term < o->nterms) {
                m->column = o->terms[m->term].column;
                m->columns = o->terms[m->term].columns;
            }
            l->any_wrong = true;
        }
    }
    put(answer, "help", list);
    put(answer, "set", set);
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
        put(o, "code", json_string(code));
        json_array_append_new(list, o);
    }
    return list;
}

static int play(struct sitting *s, int seat, struct letter_lines *l, json_t *answer,
                struct mistake *whole, bool *played, struct fault *fault)
{
    struct attempt *a = arena_new(s->arena, struct attempt);
    turn_try(s, seat, l->game_orders, l->ngame, l->preview, a);
    if (a->mistake.code) {
        point(l, a->at, &a->mistake);
        if (!a->ok && a->at < l->ngame)
            l->seen = l->game_lines[a->at];
        if (a->at < l->ngame)
            l->wrong[l->game_lines[a->at]] = a->mistake;
        else
            *whole = a->mistake;
    }
    if (l->preview) {
        if (a->ok)
            put(answer, "events", preview_events(s, seat, a));
        return 0;
    }
    if (!a->ok)
        return 0;
    *played = true;
    if (turn_keep(s, seat, "letter", l->game_orders, l->ngame, a, fault) != 0)
        return -1;
    return turn_settle(s, fault);
}

json_t *answer_returned(struct sitting *s, int seat, const struct order *orders, int n,
                        const struct attempt *a)
{
    struct order_reader reader = sitting_reader(s, NULL);
    struct buf text = BUF(ORDER_LINE * 4);
    json_t *answer = json_object(), *lines = json_array();
    for (int i = 0; i < n; i++) {
        buf_clear(&text);
        order_say(&reader, &orders[i], s->seats[seat - 1].lang, &text);
        json_t *o = json_pack("{s:i}", "number", i + 1);
        put(o, "text", text_json(text.p, text.n));
        if (a->at == i)
            put(o, "mistake", mistake_json(s, &a->mistake, (struct slice){NULL, 0}));
        else
            put(o, "understood", text_json(text.p, text.n));
        if (i > a->at)
            put(o, "unchecked", json_true());
        json_array_append_new(lines, o);
    }
    put(answer, "returned", json_true());
    put(answer, "lines", lines);
    if (a->at >= n)
        put(answer, "problem", mistake_json(s, &a->mistake, (struct slice){NULL, 0}));
    buf_free(&text);
    return answer;
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
    read_lines(s, text, &l);
    l.seen = l.lines.n;
    if (l.lines.n == 0)
        MISTAKE(&whole, -1, "no-orders");
    else if (l.lines.too_many)
        MISTAKE(&whole, -1, "too-many-lines", NUM("most", LINES_MAX));
    else if (l.ngame && !l.preview)
        timely(s, seat, await, &l, &whole);
    else if (l.ngame && s->game.status == GAME_FINISHED)
        MISTAKE(&whole, -1, "game-over");
    else if (l.ngame && !sitting_await(s, seat))
        timely(s, seat, -1, &l, &whole);
    /* Settings stand only when the whole letter does. */
    struct seat before = s->seats[seat - 1];
    if (store_savepoint(s->house->store, fault) != 0)
        return -1;
    if (!l.any_wrong && !whole.code)
        r = general(s, &s->seats[seat - 1], &l, answer, out, fault);
    if (r == 0 && !l.any_wrong && !whole.code && l.ngame)
        r = play(s, seat, &l, answer, &whole, &played, fault);
    bool wrong = whole.code != NULL;
    for (int i = 0; i < l.lines.n; i++)
        wrong = wrong || l.wrong[i].code;
    if (r == 0 && !played && (wrong || l.preview)) {
        s->seats[seat - 1] = before;
        out->show_turn = -1;
        json_object_del(answer, "set");
        r = store_undo_savepoint(s->house->store, fault);
    } else if (r == 0) {
        r = store_release(s->house->store, fault);
    }
    put(answer, played ? "played" : wrong ? "refused" : l.preview ? "preview" : "told", json_true());
    put(answer, "lines", l.lines.too_many ? json_array() : lines_json(s, &l, s->seats[seat - 1].lang));
    if (whole.code)
        put(answer, "problem", mistake_json(s, &whole, (struct slice){NULL, 0}));
    out->refused = !played;
    if (played) /* who has just played needs the present report */
        out->show_turn = -1;
    return r;
}
