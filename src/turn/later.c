/* Invariants
 *   1. Held lines and standing orders are canonical text, so reading them again gives the order the
 *      player wrote. Each held line has a mark before it: '*' always, 'Y' if accepted, 'N' if not;
 *      a line "@7" before them says which hold they wait for.
 *   2. What fires is recorded exactly like a letter: nothing shows that it was written before. */
#include "turn/later.h"
#include "base/utf8.h"
#include "turn/early.h"
#include "turn/tell.h"

#include <stdlib.h>

/* --- held lines ------------------------------------------------------------------------------ */

static int set_held(struct sitting *s, int seat, const char *lines, struct fault *fault)
{
    struct held_row *v = arena_array(s->arena, struct held_row, s->nheld + 1);
    int n = 0;
    for (int i = 0; i < s->nheld; i++)
        if (s->held[i].seat != seat)
            v[n++] = s->held[i];
    if (lines)
        v[n++] = (struct held_row){seat, lines};
    s->held = v;
    s->nheld = n;
    return store_held_put(s->house->store, s->game.id, seat, lines, fault);
}

static const char *held_of(const struct sitting *s, int seat)
{
    for (int i = 0; i < s->nheld; i++)
        if (s->held[i].seat == seat)
            return s->held[i].lines;
    return "";
}

int later_hold(struct sitting *s, int seat, int64_t hold, const struct order *orders, int n,
               struct fault *fault)
{
    struct order_reader reader = sitting_reader(s, NULL);
    struct buf text = BUF(256 << 10);
    buf_printf(&text, "%s@%lld\n", held_of(s, seat), (long long)hold);
    for (int i = 0; i < n; i++) {
        buf_char(&text, orders[i].when ? orders[i].when : '*');
        order_print(&reader, &orders[i], &text);
        buf_char(&text, '\n');
    }
    int r = set_held(s, seat, arena_slice(s->arena, buf_all(&text)), fault);
    buf_free(&text);
    return r;
}

/* Cuts the first hold with its lines off a seat's text; false at the end. */
static bool cut_hold(struct slice *text, int64_t *hold, struct slice *lines)
{
    long long number = 0;
    if (!text->p || text->n == 0)
        return false;
    if (text->p[0] == '@') {
        struct slice head = slice_cut(text, '\n');
        slice_to_int((struct slice){head.p + 1, head.n - 1}, &number);
    }
    *hold = number;
    *lines = *text;
    while (text->p && text->n && text->p[0] != '@')
        slice_cut(text, '\n');
    lines->n = text->p ? (size_t)(text->p - lines->p) : lines->n;
    return true;
}

/* The lines played when the answer is `want` ('Y', 'N'); 0: all of them. */
static int read_held(struct sitting *s, struct slice rest, char want, struct order *orders, int max)
{
    struct order_reader reader = sitting_reader(s, NULL);
    int n = 0;
    while (rest.p && rest.n && n < max) {
        struct slice line = slice_cut(&rest, '\n');
        struct mistake m = {0};
        if (line.n < 2 || (want && line.p[0] != '*' && line.p[0] != want))
            continue;
        char mark = line.p[0];
        line.p++;
        line.n--;
        if (!order_read(&reader, line, n + 1, s->arena, &orders[n], &m))
            continue;
        orders[n++].when = want || mark == '*' ? 0 : mark; /* what is decided has no condition left */
    }
    return n;
}

static void give_back(struct sitting *s, int seat, const struct order *orders, int n,
                      const struct attempt *a)
{
    json_decref(s->returned[seat]);
    s->returned[seat] = tell_returned(s, seat, orders, n, a);
}

int later_letter(struct sitting *s, int seat, struct order *orders, int n, bool early,
                 struct fault *fault)
{
    struct attempt *a = arena_new(s->arena, struct attempt);
    turn_try(s, seat, orders, n, false, a);
    if (!a->ok || early)
        give_back(s, seat, orders, n, a);
    if (!a->ok)
        return 0;
    if (early)
        s->seats[seat - 1].silent = 0;
    return turn_keep(s, seat, s->seats[seat - 1].bot ? "bot" : "letter", orders, n, a, fault);
}

/* What was written behind something that came to nothing goes back to its owner. */
static void drop_held(struct sitting *s, int seat, struct slice lines)
{
    struct order *orders = arena_array(s->arena, struct order, TURN_ORDERS);
    struct attempt *a = arena_new(s->arena, struct attempt);
    int n = a->at = read_held(s, lines, 0, orders, TURN_ORDERS);
    for (int i = 0; i < n; i++)
        a->dropped[i] = true;
    MISTAKE(&a->mistake, -1, "hold-dropped");
    if (n)
        give_back(s, seat, orders, n, a);
}

/* The first hold of a seat that is decided; its lines are taken out of what waits. */
static bool decided(struct sitting *s, const struct held_row *row, enum hold *hold,
                    struct slice *lines, const char **others)
{
    struct slice rest = slice_of(row->lines);
    int64_t number;
    for (struct slice from = rest; cut_hold(&rest, &number, lines); from = rest) {
        *hold = s->engine->def->held(s->table, row->seat, number);
        if (*hold == HOLD_WAIT)
            continue;
        *others = arena_printf(s->arena, "%.*s%.*s", (int)(from.p - row->lines), row->lines,
                               (int)rest.n, rest.p ? rest.p : "");
        return true;
    }
    return false;
}

static int play_held(struct sitting *s, bool *done, struct fault *fault)
{
    for (int i = 0; i < s->nheld; i++) {
        struct held_row row = s->held[i];
        struct slice lines;
        const char *others;
        enum hold hold;
        if (!decided(s, &row, &hold, &lines, &others))
            continue;
        *done = true;
        if (set_held(s, row.seat, *others ? others : NULL, fault) != 0)
            return -1;
        if (hold == HOLD_DROP) {
            drop_held(s, row.seat, lines);
            return 0;
        }
        struct order *orders = arena_array(s->arena, struct order, TURN_ORDERS);
        int n = read_held(s, lines, hold == HOLD_YES ? 'Y' : 'N', orders, TURN_ORDERS);
        return n ? later_letter(s, row.seat, orders, n, false, fault) : 0;
    }
    return 0;
}

/* --- standing orders --------------------------------------------------------------------------- */

/* Cuts the last word off a folded text. */
static struct slice last_word(struct slice *text)
{
    size_t at;
    *text = slice_trim(*text);
    for (at = text->n; at > 0 && text->p[at - 1] != ' ';)
        at--;
    struct slice word = {text->p + at, text->n - at};
    text->n = at;
    return word;
}

/* Cuts ALWAYS, TOUJOURS, 3 TIMES or 3 FOIS off the end: how often it is meant, see standing_row. These
 * words and digits fold byte by byte, so that what is cut is as long in the line as it was written. */
static int64_t cut_times(struct slice *line)
{
    struct buf fold = BUF(ORDER_LINE * 4);
    long long n = 0;
    *line = slice_trim(*line);
    utf8_fold(*line, &fold);
    struct slice rest = buf_all(&fold), word = last_word(&rest);
    bool always = slice_is(word, "ALWAYS") || slice_is(word, "TOUJOURS");
    bool times = slice_is(word, "TIMES") || slice_is(word, "FOIS");
    if (times && (!slice_to_int(last_word(&rest), &n) || n < 1 || n > LATER_TIMES))
        always = times = false;
    size_t cut = fold.n - rest.n;
    if ((always || times) && cut < line->n)
        line->n -= cut;
    buf_free(&fold);
    return always ? 1 : n > 1 ? n : 0;
}

/* In place of "there is no such order": what there is. Where it was wrong stays. */
static void unknown_situation(const struct sitting *s, struct mistake *m)
{
    const struct grammar *g = s->engine->situations;
    struct buf en = BUF(400), fr = BUF(400);
    for (int v = 0; v < g->nverbs; v++) {
        buf_printf(&en, "%s%s", v ? ", " : "", g->verbs[v].name);
        buf_printf(&fr, "%s%s", v ? ", " : "", g->verbs[v].fr ? g->verbs[v].fr : g->verbs[v].name);
    }
    int column = m->column, columns = m->columns;
    MISTAKE(m, -1, "unknown-situation", TEXT("en", arena_slice(s->arena, buf_all(&en))),
            TEXT("fr", arena_slice(s->arena, buf_all(&fr))));
    m->column = column;
    m->columns = columns;
    m->try[0] = '\0';
    buf_free(&en);
    buf_free(&fr);
}

bool later_read(const struct sitting *s, struct slice line, int number, int from,
                struct standing_order *out, struct mistake *mistake)
{
    struct order_reader reader = sitting_reader(s, NULL), situations = reader;
    int rest = -1;
    situations.game = s->engine->situations;
    out->always = cut_times(&line);
    if (!order_read_part(&situations, line, number, from, &rest, s->arena, &out->situation, mistake)) {
        if (strcmp(mistake->code, "unknown-verb") == 0)
            unknown_situation(s, mistake);
        return false;
    }
    if (rest < 0) {
        MISTAKE(mistake, -1, "when-what");
        return false;
    }
    if (order_read_part(&reader, line, number, rest, NULL, s->arena, &out->order, mistake))
        return true;
    if (strcmp(mistake->code, "unknown-verb") == 0 && !mistake->try[0])
        mistake->code = "when-order"; /* the situation may go on with what is no part of it */
    return false;
}

int later_add(struct sitting *s, int seat, const char *line, int64_t always, int64_t *number,
              struct fault *fault)
{
    struct standing_row *v = arena_array(s->arena, struct standing_row, s->nstanding + 1);
    *number = 1;
    for (int i = 0; i < s->nstanding; i++) {
        v[i] = s->standing[i];
        if (v[i].seat == seat && v[i].number >= *number)
            *number = v[i].number + 1;
    }
    v[s->nstanding] = (struct standing_row){seat, *number, line, always};
    s->standing = v;
    return store_standing_put(s->house->store, s->game.id, &v[s->nstanding++], fault);
}

int later_forget(struct sitting *s, int seat, int64_t number, bool *found, struct fault *fault)
{
    *found = false;
    for (int i = 0; i < s->nstanding && !*found; i++) {
        if (s->standing[i].seat != seat || s->standing[i].number != number)
            continue;
        *found = true;
        memmove(&s->standing[i], &s->standing[i + 1],
                sizeof *s->standing * (size_t)(s->nstanding - i - 1));
        s->nstanding--;
    }
    return *found ? store_standing_drop(s->house->store, s->game.id, seat, number, fault) : 0;
}

/* It fires: once more, or for the last time. */
static int count_down(struct sitting *s, int k, struct fault *fault)
{
    struct standing_row *row = &s->standing[k];
    bool found;
    if (row->always == 0)
        return later_forget(s, row->seat, row->number, &found, fault);
    if (row->always == 1)
        return 0;
    row->always = row->always > 2 ? row->always - 1 : 0;
    return store_standing_put(s->house->store, s->game.id, row, fault);
}

/* The first standing order of the awaited seats, in the order of awaits, that fits. */
static int fire(struct sitting *s, bool *done, struct fault *fault)
{
    struct await v[AWAITS_MAX];
    int n = s->nstanding && s->fired < LATER_FIRES ? turn_awaits(s, v) : 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < s->nstanding; k++) {
            struct standing_row row = s->standing[k];
            struct standing_order so;
            struct mistake m = {0};
            bool found;
            if (row.seat != v[i].seat || !later_read(s, slice_of(row.line), 1, 0, &so, &m) ||
                !s->engine->def->matches(s->table, s->options, &v[i], &so.situation))
                continue;
            *done = true;
            s->fired++;
            if (count_down(s, k, fault) != 0)
                return -1;
            int64_t before = s->game.turn;
            if (later_letter(s, row.seat, &so.order, 1, false, fault) != 0)
                return -1;
            /* One that is refused would be refused for ever. */
            if (row.always && s->game.turn == before)
                return later_forget(s, row.seat, row.number, &found, fault);
            return 0;
        }
    }
    return 0;
}

int later_play(struct sitting *s, bool *again, struct fault *fault)
{
    *again = false;
    if (s->game.status != GAME_PLAYING)
        return 0;
    if (s->nheld && play_held(s, again, fault) != 0)
        return -1;
    if (!*again && early_play(s, again, fault) != 0)
        return -1;
    return *again ? 0 : fire(s, again, fault);
}

const char *later_say(const struct sitting *s, int seat, const char *line)
{
    struct order_reader reader = sitting_reader(s, NULL);
    const char *lang = s->seats[seat - 1].lang;
    struct buf text = BUF(ORDER_LINE * 2);
    struct standing_order so;
    struct mistake m = {0};
    if (!later_read(s, slice_of(line), 1, 0, &so, &m))
        return line;
    order_say(&reader, &so.situation, lang, &text);
    buf_char(&text, ' ');
    order_say(&reader, &so.order, lang, &text);
    line = arena_slice(s->arena, buf_all(&text));
    buf_free(&text);
    return line;
}

int later_clear(struct sitting *s, int seat, struct fault *fault)
{
    int n = 0;
    for (int i = 0; i < s->nstanding; i++) {
        if (s->standing[i].seat != seat)
            s->standing[n++] = s->standing[i];
        else if (store_standing_drop(s->house->store, s->game.id, seat, s->standing[i].number, fault) != 0)
            return -1;
    }
    s->nstanding = n;
    if (s->nheld && set_held(s, seat, NULL, fault) != 0)
        return -1;
    return early_cancel(s, seat, 0, &n, fault);
}

json_t *later_json(const struct sitting *s, int seat)
{
    json_t *held = json_array(), *standing = json_array(), *early = early_json(s, seat);
    for (int i = 0; i < s->nheld; i++) {
        struct slice rest = slice_of(s->held[i].lines);
        while (s->held[i].seat == seat && rest.p && rest.n) {
            struct slice line = slice_cut(&rest, '\n');
            if (line.n && line.p[0] == '@')
                continue;
            const char *mark = line.n && line.p[0] == 'Y' ? "yes" : line.n && line.p[0] == 'N' ? "no" : "both";
            if (line.n > 1)
                json_array_append_new(held, json_pack("{s:s%,s:b}", "line", line.p + 1, line.n - 1, mark, 1));
        }
    }
    for (int i = 0; i < s->nstanding; i++)
        if (s->standing[i].seat == seat)
            json_array_append_new(standing,
                                  json_pack("{s:I,s:s,s:b,s:I}", "number", (json_int_t)s->standing[i].number,
                                            "order", later_say(s, seat, s->standing[i].line), "always", s->standing[i].always == 1,
                                            "times", (json_int_t)(s->standing[i].always > 1 ? s->standing[i].always : 0)));
    if (!early && json_array_size(held) + json_array_size(standing) == 0) {
        json_decref(held);
        json_decref(standing);
        return NULL;
    }
    json_t *all = json_pack("{s:o,s:o}", "held", held, "standing", standing);
    if (early)
        report_put(all, "early", early);
    return all;
}

/* --- going back ------------------------------------------------------------------------------ */

const char *later_snapshot(const struct sitting *s)
{
    if (s->nheld == 0 && s->nstanding == 0 && s->nearly == 0)
        return NULL;
    json_t *held = json_array(), *standing = json_array(), *early = json_array();
    for (int i = 0; i < s->nheld; i++)
        json_array_append_new(held, json_pack("[i,s]", s->held[i].seat, s->held[i].lines));
    for (int i = 0; i < s->nstanding; i++)
        json_array_append_new(standing, json_pack("[i,I,s,i]", s->standing[i].seat,
                                                  (json_int_t)s->standing[i].number,
                                                  s->standing[i].line, s->standing[i].always));
    for (int i = 0; i < s->nearly; i++)
        json_array_append_new(early, json_pack("[i,I,I,s]", s->early[i].seat, (json_int_t)s->early[i].number,
                                               (json_int_t)s->early[i].after, s->early[i].lines));
    json_t *all = json_pack("{s:o,s:o,s:o}", "held", held, "standing", standing, "early", early);
    char *text = report_dump(all);
    const char *kept = arena_strdup(s->arena, text);
    free(text);
    json_decref(all);
    return kept;
}

static int forget_all(struct sitting *s, struct fault *fault)
{
    bool found;
    while (s->nheld)
        if (set_held(s, s->held[0].seat, NULL, fault) != 0)
            return -1;
    while (s->nstanding)
        if (later_forget(s, s->standing[0].seat, s->standing[0].number, &found, fault) != 0)
            return -1;
    for (; s->nearly; s->nearly--) {
        s->early[s->nearly - 1].lines = NULL;
        if (store_early_put(s->house->store, s->game.id, &s->early[s->nearly - 1], fault) != 0)
            return -1;
    }
    return 0;
}

int later_restore(struct sitting *s, const char *snapshot, struct fault *fault)
{
    int r = forget_all(s, fault), seat, always;
    json_t *all = snapshot ? json_loads(snapshot, 0, NULL) : NULL, *one;
    json_t *held = json_object_get(all, "held"), *standing = json_object_get(all, "standing");
    const char *line;
    json_t *early = json_object_get(all, "early");
    json_int_t number, after;
    size_t i;
    json_array_foreach(held, i, one)
        if (r == 0 && json_unpack(one, "[i,s]", &seat, &line) == 0)
            r = set_held(s, seat, arena_strdup(s->arena, line), fault);
    s->standing = arena_array(s->arena, struct standing_row, json_array_size(standing) + 1);
    json_array_foreach(standing, i, one)
    {
        if (r != 0 || json_unpack(one, "[i,I,s,i]", &seat, &number, &line, &always) != 0)
            continue;
        struct standing_row *row = &s->standing[s->nstanding++];
        *row = (struct standing_row){seat, number, arena_strdup(s->arena, line), always};
        r = store_standing_put(s->house->store, s->game.id, row, fault);
    }
    s->early = arena_array(s->arena, struct early_row, json_array_size(early) + 1);
    json_array_foreach(early, i, one)
    {
        if (r != 0 || json_unpack(one, "[i,I,I,s]", &seat, &number, &after, &line) != 0)
            continue;
        struct early_row *row = &s->early[s->nearly++];
        *row = (struct early_row){seat, number, after, arena_strdup(s->arena, line)};
        r = store_early_put(s->house->store, s->game.id, row, fault);
    }
    json_decref(all);
    return r;
}
