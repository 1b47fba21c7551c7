/* Invariants
 *   1. Nothing of a letter is done unless all of it is.
 *   2. A confirmation is used once: it is gone before its rulings are done. */
#include "moderator/letter.h"
#include "base/utf8.h"
#include "moderator/ruling.h"
#include "order/lines.h"
#include "turn/office.h"
#include "turn/post.h"
#include "turn/tell.h"

enum { HELP_MOST = 20 };

struct line {
    struct slice text;
    int number;
    struct order order;
    struct mistake wrong; /* code NULL: fine */
    const char *said;     /* then: as it was understood */
    bool preview, force, looked;
};

struct work {
    struct sitting *s;
    const struct moderator *by;
    const char *lang;
    struct line *v;
    int n;
    struct mistake whole;
    json_t *answer, *help;
    bool preview, confirm; /* there is a PREVIEW, a CONFIRM */
    bool grave, force;     /* there is a ruling that needs a confirmation, one that is forced */
};

/* As it was understood, with the names there are before anything is done. */
static void say_line(const struct work *w, struct line *l)
{
    struct order_reader reader = ruling_reader(w->s);
    struct buf text = BUF(ORDER_LINE * 4);
    buf_printf(&text, "%s%s", l->preview ? "PREVIEW " : "", l->force ? "FORCE " : "");
    order_say(&reader, &l->order, w->lang, &text);
    l->said = arena_slice(w->s->arena, buf_all(&text));
    buf_free(&text);
}

/* --- reading --------------------------------------------------------------------------------- */

/* PREVIEW and FORCE stand before a ruling. */
static void read_line(struct work *w, struct line *l)
{
    struct order_reader reader = ruling_reader(w->s);
    int from = 0;
    for (;;) {
        if (!order_read_part(&reader, l->text, l->number, from, NULL, w->s->arena, &l->order, &l->wrong)) {
            if (w->s->game.status == GAME_OPEN && strcmp(l->wrong.code, "unknown-seat") == 0) {
                l->wrong = (struct mistake){0}; /* there are no names to choose from */
                MISTAKE(&l->wrong, -1, "not-begun");
            }
            return;
        }
        bool aside = l->order.grammar == ruling_asides();
        if (!aside || (l->order.verb != ASIDE_PREVIEW && l->order.verb != ASIDE_FORCE))
            break;
        l->preview = l->preview || l->order.verb == ASIDE_PREVIEW;
        l->force = l->force || l->order.verb == ASIDE_FORCE;
        from = l->order.terms[0].column;
    }
    bool aside = l->order.grammar == ruling_asides();
    if (aside && (l->preview || l->force))
        MISTAKE(&l->wrong, -1, "no-ruling");
    say_line(w, l);
    w->preview = w->preview || l->preview;
    w->confirm = w->confirm || (aside && l->order.verb == ASIDE_CONFIRM);
    w->force = w->force || (l->force && !l->preview);
    w->grave = w->grave || (!aside && !l->preview && ruling_grave(&l->order, l->force));
}

static void read_text(struct work *w, const struct moderator_words *words)
{
    struct order_lines lines = {0};
    if (words->mail) {
        order_lines(words->text, w->s->arena, &lines);
    } else {
        struct slice rest = words->text;
        lines.v = arena_array(w->s->arena, struct order_line, LINES_MAX);
        for (int number = 1; rest.p && lines.n < LINES_MAX; number++) {
            struct slice one = slice_trim(slice_cut(&rest, '\n'));
            if (one.n)
                lines.v[lines.n++] = (struct order_line){.text = one, .number = number};
        }
    }
    w->v = arena_array(w->s->arena, struct line, lines.n + 1);
    w->n = lines.n;
    for (int i = 0; i < lines.n; i++) {
        w->v[i] = (struct line){.text = lines.v[i].text, .number = lines.v[i].number};
        read_line(w, &w->v[i]);
    }
    if (w->n == 0)
        MISTAKE(&w->whole, -1, "no-rulings");
    else if (lines.too_many)
        MISTAKE(&w->whole, -1, "too-many-lines", NUM("most", LINES_MAX));
}

static bool wrong(const struct work *w)
{
    for (int i = 0; i < w->n; i++)
        if (w->v[i].wrong.code)
            return true;
    return w->whole.code != NULL;
}

/* --- HELP ------------------------------------------------------------------------------------ */

/* What can be named in a ruling, by its type. */
static void help_names(json_t *help, const struct sitting *s, const struct grammar *g, int verb)
{
    static const struct {
        int type;
        const char *code;
    } known[] = {{TYPE_TALLY, "names.tally"}, {TYPE_PLACE, "names.place"}, {TYPE_PIECE, "names.piece"}};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct word_type *t = &g->types[known[i].type];
        struct buf names = BUF(16 << 10), one = BUF(200);
        int64_t value;
        if (!strstr(g->verbs[verb].pattern, t->name))
            continue;
        for (int k = 0; t->list(s->engine, k, &value); k++) {
            buf_clear(&one);
            t->print(s->engine, value, &one);
            buf_printf(&names, "%s%s", k ? ", " : "", buf_text(&one));
        }
        json_array_append_new(list, json_pack("{s:s,s:s}", "code", known[i].code, "names", buf_text(&names)));
        buf_free(&names);
        buf_free(&one);
    }
    report_put(help, "lists", list);
}

static void help_verb(struct work *w, const struct grammar *g, int verb, bool names)
{
    struct buf usage = BUF(2000);
    char code[80];
    order_usage(g, verb, w->lang, &usage);
    snprintf(code, sizeof code, "rule.%s", g->verbs[verb].name);
    json_t *help = json_pack("{s:s,s:s}", "usage", buf_text(&usage), "code", code);
    if (names && g == ruling_grammar())
        help_names(help, w->s, g, verb);
    json_array_append_new(w->help, help);
    buf_free(&usage);
}

/* HELP MODERATOR, and HELP alone, explain everything; HELP UNDO one, HELP SET with the names it takes. */
static void help(struct work *w, const struct order *o)
{
    const struct grammar *both[2] = {ruling_grammar(), ruling_asides()};
    struct buf word = BUF(400);
    bool found = false;
    if (o->nterms)
        utf8_fold(slice_of(o->terms[0].text), &word);
    for (int pass = 0; pass < 2 && !found; pass++)
        for (int k = 0; k < 2; k++)
            for (int v = 0; v < both[k]->nverbs; v++) {
                const struct verb *verb = &both[k]->verbs[v];
                if (pass == 1 || slice_is(buf_all(&word), verb->name) || slice_is(buf_all(&word), verb->fr)) {
                    help_verb(w, both[k], v, pass == 0);
                    found = true;
                }
            }
    buf_free(&word);
}

/* --- doing ----------------------------------------------------------------------------------- */

static int do_line(struct work *w, struct line *l, struct moderator_answer *out, struct fault *fault)
{
    struct ruling r = {.s = w->s,
                       .by = w->by,
                       .order = &l->order,
                       .line = l->text,
                       .preview = l->preview,
                       .force = l->force,
                       .mistake = &l->wrong,
                       .events = json_object_get(w->answer, "events"),
                       .set = json_object_get(w->answer, "set"),
                       .journal = json_object_get(w->answer, "journal"),
                       .peeks = out->peeks};
    if (l->order.grammar == ruling_asides()) {
        if (l->order.verb == ASIDE_HELP && json_array_size(w->help) < HELP_MOST)
            help(w, &l->order);
        return 0;
    }
    int result = ruling_do(&r, fault);
    l->looked = r.looked;
    out->done = out->done || r.done;
    if (r.begun)
        out->awaits = w->s->game.awaits;
    return result;
}

static json_t *lines_json(const struct work *w)
{
    json_t *list = json_array();
    for (int i = 0; i < w->n; i++) {
        const struct line *l = &w->v[i];
        json_t *o = json_pack("{s:i}", "number", l->number);
        report_put(o, "text", tell_text((struct slice){l->text.p, l->text.n < 200 ? l->text.n : 200}));
        if (l->wrong.code) {
            report_put(o, "mistake", tell_mistake(w->s->engine, &l->wrong, l->text));
        } else {
            report_put(o, "understood", tell_text(slice_of(l->said)));
        }
        json_array_append_new(list, o);
    }
    return list;
}

/* The sitting as it was, for a letter that fails half-way: rulings change it in place. */
struct before {
    struct sitting s;
    struct table *table;
};

static void *copy_of(struct sitting *s, const void *p, size_t size, int n)
{
    void *copy = arena_alloc(s->arena, size * (size_t)(n + 1));
    if (n)
        memcpy(copy, p, size * (size_t)n);
    return copy;
}

static void save(struct before *b, struct sitting *s)
{
    b->s = *s;
    b->table = table_clone(s->table);
    b->s.seats = copy_of(s, s->seats, sizeof *s->seats, s->game.seats);
    b->s.awaits = copy_of(s, s->awaits, sizeof *s->awaits, s->nawaits);
    b->s.held = copy_of(s, s->held, sizeof *s->held, s->nheld);
    b->s.standing = copy_of(s, s->standing, sizeof *s->standing, s->nstanding);
}

static void restore(struct before *b, struct sitting *s)
{
    for (int i = 0; i <= SEATS_MAX; i++)
        if (s->returned[i] != b->s.returned[i])
            json_decref(s->returned[i]);
    table_free(&s->table);
    *s = b->s;
    s->table = b->table; /* START makes another: the old one may be gone */
    b->table = NULL;
}

static int do_all(struct work *w, struct moderator_answer *out, struct fault *fault)
{
    struct store *store = w->s->house->store;
    int64_t mark = office_mark(w->s->house);
    struct before before;
    int result = 0;
    if (store_savepoint(store, fault) != 0)
        return -1;
    save(&before, w->s);
    for (int i = 0; i < w->n && result == 0 && !wrong(w); i++)
        result = do_line(w, &w->v[i], out, fault);
    if (result == 0 && wrong(w))
        restore(&before, w->s);
    table_free(&before.table);
    if (result != 0)
        return -1;
    if (!wrong(w))
        return store_release(store, fault);
    out->done = false;
    json_object_del(w->answer, "events");
    json_object_del(w->answer, "set");
    json_object_del(w->answer, "journal");
    json_array_clear(out->peeks);
    office_undo(w->s->house, mark);
    return store_undo_savepoint(store, fault);
}

/* What was refused, or only tried, has answered all the same: no secret way to look at a hand. On the
 * command line the host can look anyhow; and what is over is open. */
static int tell_looked(struct work *w, struct fault *fault)
{
    bool tell = !(w->s->game.powers & POWER_SILENT_PEEK);
    for (int i = 0; i < w->n && w->by && w->s->game.status == GAME_PLAYING; i++) {
        struct line *l = &w->v[i];
        struct ruling r = {.s = w->s, .by = w->by, .order = &l->order, .line = l->text, .force = l->force};
        if (!l->looked || !(l->preview || wrong(w)))
            continue;
        if (ruling_looked(&r, fault) != 0)
            return -1;
        if (tell)
            report_put(w->answer, "looked", json_true());
    }
    return 0;
}

int moderator_rule(struct sitting *s, const struct moderator *by, const struct moderator_words *words,
                   struct moderator_answer *out, struct fault *fault)
{
    struct work w = {.s = s, .by = by, .lang = words->lang, .answer = json_object(), .help = json_array()};
    int result = 0;
    *out = (struct moderator_answer){.answer = w.answer, .peeks = json_array(), .awaits = s->game.awaits};
    if (!w.lang)
        w.lang = by ? moderators_lang(s, by->address) : s->game.lang;
    report_put(w.answer, "events", json_array());
    report_put(w.answer, "set", json_array());
    report_put(w.answer, "journal", json_array());
    read_text(&w, words);
    if (!wrong(&w) && w.confirm && !words->confirmed)
        MISTAKE(&w.whole, -1, "nothing-to-confirm");
    out->grave = !wrong(&w) && w.grave && !words->confirmed;
    out->force = w.force;
    if (!wrong(&w) && !out->grave)
        result = do_all(&w, out, fault);
    if (result == 0)
        result = tell_looked(&w, fault);
    out->refused = wrong(&w);
    report_put(w.answer, out->refused ? "refused" : out->grave ? "confirm" : out->done ? "done"
                         : w.preview ? "preview" : "told", json_true());
    report_put(w.answer, "help", w.help);
    json_t *lines = lines_json(&w);
    if (out->refused)
        tell_undone(lines);
    report_put(w.answer, "lines", lines);
    if (w.whole.code)
        report_put(w.answer, "problem", tell_mistake(s->engine, &w.whole, (struct slice){NULL, 0}));
    return result;
}

/* --- by mail --------------------------------------------------------------------------------- */

/* The lines of a letter once more, for the day they are confirmed. */
static const char *lines_text(struct sitting *s, struct slice text)
{
    struct order_lines lines;
    struct buf all = BUF(256 << 10);
    order_lines(text, s->arena, &lines);
    for (int i = 0; i < lines.n; i++) {
        buf_slice(&all, lines.v[i].text);
        buf_char(&all, '\n');
    }
    const char *kept = arena_slice(s->arena, buf_all(&all));
    buf_free(&all);
    return kept;
}

static bool says_confirm(struct sitting *s, struct slice text)
{
    struct order_reader reader = ruling_reader(s);
    struct order_lines lines;
    struct order order;
    struct mistake m = {0};
    order_lines(text, s->arena, &lines);
    return lines.n == 1 && order_read(&reader, lines.v[0].text, 1, s->arena, &order, &m) &&
           order.grammar == ruling_asides() && order.verb == ASIDE_CONFIRM;
}

/* Keeps the letter until it is confirmed; *number goes into the address of the answer. */
static int keep(struct sitting *s, const struct moderator *by, struct slice text, bool force,
                int64_t *number, struct fault *fault)
{
    struct store *store = s->house->store;
    struct ruling r = {.s = s, .by = by};
    struct moderator m = *by;
    int64_t now = house_now(s->house);
    struct confirmation c = {.game = s->game.id,
                             .moderator = by->number,
                             .number = ++m.asked, /* never used again */
                             .turn = force ? ruling_last_turn(&r) : -1, /* what it overrides must be there */
                             .until = now + CONFIRM_SECONDS,
                             .lines = lines_text(s, text)};
    *number = c.number;
    if (store_confirmation_add(store, &c, fault) != 0)
        return -1;
    return store_moderator_put(store, &m, fault);
}

/* Why a confirmation is none. */
static const char *not_confirmed(struct sitting *s, const struct moderator *by, const struct confirmation *c)
{
    struct ruling r = {.s = s, .by = by};
    if (!c->lines)
        return "confirm-gone";
    if (c->until < house_now(s->house))
        return "confirm-late";
    return c->turn >= 0 && c->turn != ruling_last_turn(&r) ? "confirm-moved" : NULL;
}

static int confirmed(struct sitting *s, const struct moderator *by, int64_t number,
                     struct moderator_answer *out, struct fault *fault)
{
    struct store *store = s->house->store;
    struct confirmation c = {.game = s->game.id, .moderator = by->number, .number = number};
    if (store_confirmation_find(store, s->arena, &c, fault) != 0)
        return -1;
    const char *why = not_confirmed(s, by, &c);
    if (c.lines && store_confirmation_drop(store, &c, house_now(s->house), fault) != 0)
        return -1;
    if (!why) {
        struct moderator_words words = {.text = slice_of(c.lines), .confirmed = true};
        return moderator_rule(s, by, &words, out, fault);
    }
    *out = (struct moderator_answer){.peeks = json_array(), .refused = true};
    out->answer = json_pack("{s:b,s:[],s:{s:s+}}", "refused", 1, "lines", "problem", "code", "mistake.", why);
    return 0;
}

static int post_answer_letters(struct sitting *s, const struct moderator *by,
                               const struct moderator_answer *out, int64_t confirm,
                               const char *message_id, struct fault *fault)
{
    struct moderator_letter l = {
        .to = by, .answers = message_id, .confirm = confirm, .answer = out->answer};
    if (moderators_post(s, &l, fault) != 0)
        return -1;
    for (size_t i = 0; i < json_array_size(out->peeks); i++) {
        struct moderator_letter peek = {
            .to = by, .answers = message_id, .peek = json_array_get(out->peeks, i)};
        if (moderators_post(s, &peek, fault) != 0)
            return -1;
    }
    return 0;
}

int moderator_letter(struct sitting *s, const struct moderator *by, int64_t confirm, struct slice text,
                     const char *message_id, bool *done, struct fault *fault)
{
    struct moderator_answer out = {0};
    struct moderator_words words = {.text = text, .mail = true};
    int64_t number = 0;
    int r = says_confirm(s, text) ? confirmed(s, by, confirm, &out, fault)
                                  : moderator_rule(s, by, &words, &out, fault);
    if (r == 0 && out.grave)
        r = keep(s, by, text, out.force, &number, fault);
    if (r == 0 && out.done)
        r = post_reports(s, NULL, out.awaits, fault);
    if (r == 0)
        r = post_answer_letters(s, by, &out, number, message_id, fault);
    *done = out.done;
    json_decref(out.answer);
    json_decref(out.peeks);
    return r;
}

static int greet(struct sitting *s, struct moderator *m, struct fault *fault)
{
    struct moderator_answer out;
    struct moderator_words help = {.text = slice_of("HELP")};
    if (moderator_rule(s, m, &help, &out, fault) != 0)
        return -1;
    struct moderator_letter l = {.to = m, .greeting = true, .answer = out.answer};
    m->greeted = true;
    int r = moderators_post(s, &l, fault);
    if (r == 0)
        r = store_moderator_put(s->house->store, m, fault);
    json_decref(out.answer);
    json_decref(out.peeks);
    return r;
}

int moderator_greet(struct sitting *s, struct fault *fault)
{
    struct moderator *v, *all;
    int n, total;
    if (moderators_list(s, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++)
        if (!v[i].greeted && greet(s, &v[i], fault) != 0)
            return -1;
    /* Who does not moderate now, because he plays, is not asked after again. */
    if (store_moderators(s->house->store, s->game.id, s->arena, &all, &total, fault) != 0)
        return -1;
    for (int i = 0; i < total; i++) {
        bool greeted = all[i].greeted;
        all[i].greeted = true;
        if (!greeted && store_moderator_put(s->house->store, &all[i], fault) != 0)
            return -1;
    }
    return 0;
}
