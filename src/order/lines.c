/* What always holds: lines come out in the order of the letter; nothing behind the first end
 * (signature, closing, unquoted reply) comes out. Looking ahead is limited to AHEAD lines, so the
 * work is linear in the letter. */
#include "order/lines.h"
#include "base/utf8.h"
#include "order/marks.h"
#include "order/order.h"
#include "order/spelling.h"

enum { AHEAD = 12, WRAPPED = 4, WIDE = 60, BROKEN = 50, BLOCK = 200 };

struct walk {
    struct slice rest;       /* behind the current line; p NULL at the end */
    int number;              /* of the current line */
    bool any;                /* an order has been found */
    struct buf plain, ahead; /* room to fold the current line, and one behind it */
};

static bool is_quoted(struct slice line)
{
    return line.n && (line.p[0] == '>' || line.p[0] == '|');
}

/* The next line that is not blank, without moving on; an empty slice when none is near. */
static struct slice peek(const struct walk *w)
{
    struct slice rest = w->rest;
    for (int i = 0; rest.p && i < AHEAD; i++) {
        struct slice line = utf8_trim(slice_cut(&rest, '\n'));
        if (line.n)
            return line;
    }
    return slice_of("");
}

/* --- replies -------------------------------------------------------------------------------- */

/* How many lines behind the current one belong to an attribution that begins with it; -1 when it
 * does not begin one. Mail programs wrap long ones: "On …, Courtier <…>" / "wrote:". */
static int attribution(struct walk *w, struct slice plain)
{
    if (mark_attribution(plain, is_quoted(peek(w))))
        return 0;
    if (!mark_attribution_begins(plain))
        return -1;
    struct buf joined = BUF(MARK_LINE * WRAPPED);
    struct slice rest = w->rest;
    int found = -1;
    buf_slice(&joined, plain);
    for (int i = 1; i < WRAPPED && rest.p && found < 0; i++) {
        struct slice line = utf8_trim(slice_cut(&rest, '\n'));
        if (line.n == 0 || is_quoted(line))
            break;
        buf_char(&joined, ' ');
        buf_slice(&joined, mark_plain(line, &w->ahead));
        if (mark_attribution(buf_all(&joined), false))
            found = i;
    }
    buf_free(&joined);
    return found;
}

/* "From: … / Sent: …": a line that could be one, and another one near behind it. */
static bool header_block(struct walk *w, struct slice plain)
{
    struct slice rest = w->rest;
    if (!mark_header(plain))
        return false;
    for (int i = 0, lines = 0; rest.p && i < AHEAD && lines < 4; i++) {
        struct slice line = utf8_trim(slice_cut(&rest, '\n'));
        if (line.n == 0)
            continue;
        if (mark_header(mark_plain(line, &w->ahead)))
            return true;
        lines++;
    }
    return false;
}

static void skip(struct walk *w, int lines)
{
    for (; lines > 0 && w->rest.p; lines--) {
        slice_cut(&w->rest, '\n');
        w->number++;
    }
}

enum found { FOUND_ORDER, FOUND_NOTHING, FOUND_END };

/* Whether a quoted reply begins here. What it quotes is either marked, line by line, and the
 * player may have written below; or it is not, and the orders end. */
static enum found reply(struct walk *w, struct slice raw, struct slice plain)
{
    if (mark_underscores(raw) || header_block(w, plain))
        return FOUND_END;
    int more = attribution(w, plain);
    if (more < 0 && !mark_original(plain))
        return FOUND_ORDER;
    skip(w, more);
    struct slice next = peek(w);
    if (is_quoted(next))
        return FOUND_NOTHING;
    /* "------- Original Message -------" before an attribution, which then decides */
    return more < 0 && mark_attribution_begins(mark_plain(next, &w->ahead)) ? FOUND_NOTHING
                                                                            : FOUND_END;
}

/* --- one line ------------------------------------------------------------------------------- */

/* Without its comment: '#' at the beginning of a word that is not a number like #4. */
static struct slice without_comment(struct slice line)
{
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] != '#' || (i > 0 && line.p[i - 1] != ' ' && line.p[i - 1] != '\t'))
            continue;
        size_t k = i + 1;
        while (k < line.n && line.p[k] >= '0' && line.p[k] <= '9')
            k++;
        bool number = k > i + 1 && (k == line.n || (line.p[k] && strchr(" \t,.;:!)/+", line.p[k])));
        if (!number)
            return utf8_trim((struct slice){line.p, i});
    }
    return line;
}

/* A long phone tail is wrapped: its other lines go with it. */
static void skip_tail(struct walk *w, struct slice line)
{
    struct slice rest = w->rest;
    for (int i = 1; line.n >= WIDE && rest.p && i < WRAPPED; i++) {
        line = utf8_trim(slice_cut(&rest, '\n'));
        if (line.n == 0 || is_quoted(line))
            return;
        skip(w, 1);
    }
}

/* What the line is; an order leaves it without its comment. */
static enum found classify(struct walk *w, struct slice *line)
{
    if (line->n == 0 || is_quoted(*line))
        return FOUND_NOTHING;
    if (mark_signature(*line))
        return FOUND_END;
    enum found found = reply(w, *line, mark_plain(*line, &w->plain));
    if (found != FOUND_ORDER)
        return found;
    struct slice whole = *line;
    if (mark_talk(mark_plain(whole, &w->plain)))
        return FOUND_ORDER;
    *line = without_comment(whole);
    struct slice plain = mark_plain(*line, &w->plain);
    if (line->n > MARK_LINE)
        return FOUND_ORDER;
    /* "Thanks for waiting" above the orders is a greeting; END always ends. */
    if (mark_closing(plain))
        return w->any || slice_is(plain, "END") || slice_is(plain, "FIN") ? FOUND_END : FOUND_NOTHING;
    if (mark_ornament(plain) || mark_greeting(plain))
        return FOUND_NOTHING;
    if (mark_tail(plain)) {
        skip_tail(w, whole);
        return FOUND_NOTHING;
    }
    return FOUND_ORDER;
}

/* The lines behind a SAY alone on its line, down to END, which are skipped; p NULL when it is not one or
 * there is no END. */
static struct slice talk_block(struct walk *w, struct slice line)
{
    struct slice rest = w->rest, none = {NULL, 0};
    if (!mark_talk_opens(mark_plain(line, &w->plain)))
        return none;
    for (int n = 1; rest.p && n <= BLOCK; n++) {
        const char *end = rest.p;
        struct slice plain = mark_plain(utf8_trim(slice_cut(&rest, '\n')), &w->ahead);
        if (slice_is(plain, "END") || slice_is(plain, "FIN")) {
            struct slice block = {w->rest.p, (size_t)(end - w->rest.p)};
            skip(w, n);
            return block;
        }
    }
    return none;
}

void order_lines(struct slice text, struct arena *arena, struct order_lines *out)
{
    struct walk w = {.rest = text, .plain = BUF(MARK_LINE * 4), .ahead = BUF(MARK_LINE * 4)};
    struct order_line found[LINES_MAX];
    *out = (struct order_lines){.n = 0};
    while (w.rest.p) {
        struct slice line = utf8_trim(slice_cut(&w.rest, '\n'));
        int number = ++w.number;
        enum found f = classify(&w, &line);
        if (f == FOUND_END)
            break;
        if (f == FOUND_NOTHING)
            continue;
        if (out->n == LINES_MAX) {
            out->too_many = true;
            break;
        }
        w.any = true;
        found[out->n++] = (struct order_line){
            .text = line, .number = number, .block = talk_block(&w, line)};
    }
    out->v = arena_array(arena, struct order_line, out->n);
    if (out->n)
        memcpy(out->v, found, sizeof *out->v * (size_t)out->n);
    buf_free(&w.plain);
    buf_free(&w.ahead);
}

/* --- the writer's name -------------------------------------------------------------------------- */

static bool is_verb(const struct order_reader *reader, struct slice word, struct arena *arena)
{
    const struct grammar *both[] = {reader->general, reader->game};
    for (int i = 0; i < 2; i++)
        if (both[i] && spellings_find(&grammar_index_of(both[i], arena)->verbs, word))
            return true;
    return false;
}

/* Whether a mail program may have broken a line that is said, so that this is the rest of it. */
static bool goes_on(const struct order_line *above, const struct order_line *line, struct buf *room)
{
    return above->text.n >= BROKEN && line->number == above->number + 1 &&
           mark_talk(mark_plain(above->text, room));
}

void order_lines_unsign(struct order_lines *lines, const char *name, const struct order_reader *reader,
                        struct arena *arena)
{
    struct buf line = BUF(MARK_LINE * 4), who = BUF(MARK_LINE * 4);
    const struct order_line *last = lines->n > 1 ? &lines->v[lines->n - 1] : NULL;
    if (last && !lines->too_many && !last->block.p && !goes_on(last - 1, last, &line)) {
        struct slice plain = mark_plain(last->text, &line);
        if (mark_name(plain, mark_plain(slice_of(name), &who)) && !is_verb(reader, plain, arena))
            lines->n--;
    }
    buf_free(&line);
    buf_free(&who);
}
