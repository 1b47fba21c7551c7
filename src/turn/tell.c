#include "turn/tell.h"
#include "base/utf8.h"

enum { SHOWN = 60 }; /* columns of a line that are shown with a caret */

/* What a player wrote, on one line: a tab would make a table of it. */
json_t *tell_text(struct slice text)
{
    struct buf clean = BUF(ORDER_LINE * 4);
    for (size_t i = 0; i < text.n; i++)
        buf_char(&clean, text.p[i] == '\t' ? ' ' : text.p[i]);
    while (clean.n && !utf8_valid(buf_all(&clean))) /* cut in the middle of a character */
        clean.n--;
    json_t *v = json_stringn(buf_text(&clean), clean.n);
    buf_free(&clean);
    return v ? v : json_string("?");
}

/* How many bytes the first n characters take. */
static size_t bytes_of(struct slice s, size_t n)
{
    size_t at = 0;
    for (uint32_t c; at < s.n && n > 0; n--)
        at += utf8_next(s.p + at, s.n - at, &c);
    return at;
}

/* What is shown in three parts, for where a caret cannot stand below: before, at, behind. */
static void put_parts(json_t *o, struct slice shown, size_t lead, size_t columns)
{
    size_t from = bytes_of(shown, lead), to = bytes_of(shown, lead + columns);
    report_put(o, "before", tell_text((struct slice){shown.p, from}));
    report_put(o, "at", tell_text((struct slice){shown.p + from, to - from}));
    report_put(o, "behind", tell_text((struct slice){shown.p + to, shown.n - to}));
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
    put_parts(o, buf_all(&shown), lead, caret.n - lead);
    report_put(o, "shown", tell_text(buf_all(&shown)));
    report_put(o, "caret", tell_text(buf_all(&caret)));
    buf_free(&shown);
    buf_free(&caret);
}

/* What HELP explains about a line: its verb, as it was written. */
static void put_verb(json_t *o, struct slice line)
{
    struct buf verb = BUF(256);
    struct slice rest = slice_trim(line), word = slice_cut(&rest, ' ');
    if (word.n && word.n < 30) {
        utf8_fold(word, &verb);
        report_put(o, "verb_written", tell_text(buf_all(&verb)));
    }
    buf_free(&verb);
}

json_t *tell_mistake(const struct engine *engine, const struct mistake *m, struct slice line)
{
    char code[128];
    json_t *o = report_event_json(engine, m->code, m->args, m->nargs);
    snprintf(code, sizeof code, "mistake.%s", m->code);
    report_put(o, "code", json_string(code));
    if (m->try[0])
        report_put(o, "try", json_pack("{s:s}", "order", m->try));
    if (m->columns > 0 && line.n)
        put_caret(o, line, m->column, m->columns);
    if (strcmp(m->code, "unknown-word") == 0 || strcmp(m->code, "missing") == 0)
        put_verb(o, line);
    return o;
}

/* IF ACCEPTED and ELSE are shown as they were written. */
static void put_condition(json_t *o, const struct order *order)
{
    if (order->when)
        report_put(o, order->when == 'Y' ? "if_accepted" : "if_not", json_true());
}

json_t *tell_line(const struct order_reader *reader, const struct engine *engine, int number,
                  struct slice text, const struct order *order, const struct mistake *mistake,
                  const char *lang)
{
    struct buf canonical = BUF(8192);
    json_t *o = json_pack("{s:i}", "number", number);
    report_put(o, "text", tell_text((struct slice){text.p, text.n < 200 ? text.n : 200}));
    if (mistake->code) {
        report_put(o, "mistake", tell_mistake(engine, mistake, text));
    } else {
        order_say(reader, order, lang, &canonical);
        put_condition(o, order);
        report_put(o, "understood", tell_text(buf_all(&canonical)));
    }
    buf_free(&canonical);
    return o;
}

void tell_undone(json_t *lines)
{
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line)
        if (!json_object_get(line, "mistake"))
            report_put(line, "undone", json_true());
}

json_t *tell_returned(const struct sitting *s, int seat, const struct order *orders, int n,
                        const struct attempt *a)
{
    struct order_reader reader = sitting_reader(s, NULL);
    struct buf text = BUF(ORDER_LINE * 4);
    json_t *answer = json_object(), *lines = json_array();
    int wrong = turn_fault(a, orders, n);
    for (int i = 0; i < n; i++) {
        buf_clear(&text);
        order_say(&reader, &orders[i], s->seats[seat - 1].lang, &text);
        json_t *o = json_pack("{s:i}", "number", i + 1);
        put_condition(o, &orders[i]);
        report_put(o, "text", tell_text(buf_all(&text)));
        if (a->mistake.code && wrong == i)
            report_put(o, "mistake", tell_mistake(s->engine, &a->mistake, (struct slice){NULL, 0}));
        else
            report_put(o, "understood", tell_text(buf_all(&text)));
        if ((!a->ok && i > a->at) || a->dropped[i])
            report_put(o, "unchecked", json_true());
        json_array_append_new(lines, o);
    }
    if (!a->ok)
        tell_undone(lines);
    report_put(answer, a->ok ? "early" : "returned", json_true());
    report_put(answer, "lines", lines);
    if (a->mistake.code && wrong >= n)
        report_put(answer, "problem", tell_mistake(s->engine, &a->mistake, (struct slice){NULL, 0}));
    buf_free(&text);
    return answer;
}
