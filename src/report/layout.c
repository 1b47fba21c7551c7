#include "report/layout.h"
#include "base/utf8.h"

enum { COLUMNS = 16, CELL_MIN = 8, MARK = 3 };

static int tabs(struct slice line)
{
    int n = 0;
    for (size_t i = 0; i < line.n; i++)
        n += line.p[i] == '\t';
    return n;
}

static struct slice rtrim(struct slice s)
{
    while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t' || s.p[s.n - 1] == '\r'))
        s.n--;
    return s;
}

static struct slice peek_line(struct slice text)
{
    return slice_cut(&text, '\n');
}

/* --- tables ---------------------------------------------------------------------------------- */

static bool numeric(struct slice cell)
{
    bool digit = false;
    for (size_t i = 0; i < cell.n; i++) {
        char c = cell.p[i];
        digit = digit || (c >= '0' && c <= '9');
        if (!((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == ' '))
            return false;
    }
    return digit || cell.n == 0;
}

static void pad(struct buf *out, size_t n)
{
    while (n--)
        buf_char(out, ' ');
}

/* Cuts what fits into `room` columns off a cell, at a space if there is one. */
static struct slice cut_cell(struct slice *cell, size_t room)
{
    size_t fit = 0, n = 0, width = 0;
    while (n < cell->n) {
        uint32_t c;
        size_t len = utf8_next(cell->p + n, cell->n - n, &c);
        size_t w = utf8_width((struct slice){cell->p + n, len});
        if (n && width + w > room)
            break;
        width += w;
        n += len;
        if ((n == cell->n || cell->p[n] == ' ') && cell->p[n - 1] != ' ')
            fit = n;
    }
    struct slice piece = rtrim((struct slice){cell->p, fit ? fit : n});
    size_t used = fit ? fit : n;
    *cell = slice_trim((struct slice){cell->p + used, cell->n - used});
    return piece;
}

/* A table too wide for the page takes it from its widest columns of words, whatever column is the
 * widest at the time; their cells are wrapped. */
static void squeeze(size_t width[COLUMNS], const bool right[COLUMNS], int cells)
{
    size_t total = 2 * (size_t)(cells - 1);
    for (int c = 0; c < cells; c++)
        total += width[c];
    for (; total > LAYOUT_WIDTH; total--) {
        int widest = -1;
        for (int c = 0; c < cells; c++)
            if (!right[c] && width[c] > CELL_MIN && (widest < 0 || width[c] >= width[widest]))
                widest = c;
        if (widest < 0)
            return;
        width[widest]--;
    }
}

/* One row; a cell wider than its column goes on below. */
static void table_row(struct slice line, const size_t width[COLUMNS], const bool right[COLUMNS],
                      int cells, struct buf *out)
{
    struct slice cell[COLUMNS];
    bool more = true;
    for (int c = 0; c < cells; c++)
        cell[c] = c ? slice_trim(slice_cut(&line, '\t')) : rtrim(slice_cut(&line, '\t'));
    size_t indent = 0;
    while (indent < cell[0].n && cell[0].p[indent] == ' ')
        indent++;
    for (bool first = true; more; first = false) {
        struct buf row = BUF(64 << 10);
        more = false;
        for (int c = 0; c < cells; c++) {
            size_t lead = c == 0 && !first ? indent : 0;
            struct slice piece = cut_cell(&cell[c], width[c] > lead ? width[c] - lead : 1);
            size_t wide = utf8_width(piece) + lead, gap = wide < width[c] ? width[c] - wide : 0;
            pad(&row, lead + (right[c] ? gap : 0));
            buf_slice(&row, piece);
            pad(&row, (right[c] ? 0 : gap) + (c + 1 < cells ? 2 : 0));
            more = more || cell[c].n;
        }
        buf_slice(out, rtrim(buf_all(&row)));
        buf_char(out, '\n');
        buf_free(&row);
    }
}

static struct slice table(struct slice text, int cells, struct buf *out)
{
    size_t width[COLUMNS] = {0};
    bool right[COLUMNS];
    struct slice rest = text, end = text;
    int rows = 0;
    for (int c = 0; c < COLUMNS; c++)
        right[c] = true;
    for (; rest.p && tabs(peek_line(rest)) + 1 == cells; rows++, end = rest) {
        struct slice line = slice_cut(&rest, '\n');
        for (int c = 0; c < cells; c++) {
            struct slice cell = c ? slice_trim(slice_cut(&line, '\t')) : rtrim(slice_cut(&line, '\t'));
            size_t w = utf8_width(cell);
            width[c] = w > width[c] ? w : width[c];
            if (rows)
                right[c] = right[c] && numeric(cell);
        }
    }
    for (int c = 0; c < cells; c++)
        right[c] = right[c] && rows > 1 && c > 0;
    squeeze(width, right, cells);
    rest = text;
    for (int r = 0; r < rows; r++)
        table_row(slice_cut(&rest, '\n'), width, right, cells, out);
    return end;
}

/* --- wrapping -------------------------------------------------------------------------------- */

/* A mark in front of the text, as in "  ok   TAKE OIL-EF": how wide it is, with the spaces behind it. */
static size_t mark_of(struct slice line, size_t from)
{
    size_t n = from, end;
    while (n < line.n && n < from + MARK && line.p[n] > ' ' && line.p[n] <= '~')
        n++;
    for (end = n; end < line.n && line.p[end] == ' ';)
        end++;
    return n > from && end >= n + 2 ? end - from : 0;
}

static size_t indent_of(struct slice line)
{
    size_t n = 0;
    while (n < line.n && line.p[n] == ' ')
        n++;
    if (n + 1 < line.n && (line.p[n] == '-' || line.p[n] == '*') && line.p[n + 1] == ' ')
        n += 2;
    else if (n)
        n += mark_of(line, n);
    return n < 24 ? n : 24;
}

static bool is_order(struct slice line)
{
    static const char arrow[] = "→ ";
    line = slice_trim(line);
    return line.n >= sizeof arrow - 1 && memcmp(line.p, arrow, sizeof arrow - 1) == 0;
}

/* Whether a word is one of the signs that French sets behind a space. */
static bool is_sign(struct slice word)
{
    return slice_is(word, ":") || slice_is(word, ";") || slice_is(word, "!") || slice_is(word, "?") ||
           slice_is(word, "»") || slice_is(word, "».");
}

/* The next word, with the sign behind it. */
static struct slice next_word(struct slice *rest)
{
    struct slice word = slice_cut(rest, ' '), more = *rest;
    struct slice sign = more.p ? slice_cut(&more, ' ') : more;
    if (word.n && sign.p && (is_sign(sign) || slice_is(word, "«"))) {
        word.n = (size_t)(sign.p + sign.n - word.p);
        *rest = more;
    }
    return word;
}

static void wrap(struct slice line, struct buf *out)
{
    size_t indent = indent_of(line), col = 0;
    bool first = true;
    if (utf8_width(line) <= LAYOUT_WIDTH || is_order(line)) {
        buf_slice(out, line);
        buf_char(out, '\n');
        return;
    }
    buf_add(out, line.p, indent);
    col = indent;
    struct slice rest = {line.p + indent, line.n - indent};
    while (rest.p) {
        struct slice word = next_word(&rest);
        size_t w = utf8_width(word);
        if (word.n == 0)
            continue;
        if (!first && col + 1 + w > LAYOUT_WIDTH) {
            buf_char(out, '\n');
            pad(out, indent);
            col = indent;
            first = true;
        }
        if (!first) {
            buf_char(out, ' ');
            col++;
        }
        buf_slice(out, word);
        col += w;
        first = false;
    }
    buf_char(out, '\n');
}

void layout_text(struct slice text, struct buf *out)
{
    bool blank = true; /* leading empty lines go, too */
    while (text.p && text.n) {
        struct slice line = peek_line(text);
        int cells = tabs(line) + 1;
        if (cells > 1 && cells <= COLUMNS) {
            text = table(text, cells, out);
            blank = false;
            continue;
        }
        slice_cut(&text, '\n');
        if (slice_is(line, "-- ")) { /* the signature's mark has its space */
            buf_str(out, "-- \n");
            continue;
        }
        line = rtrim(line);
        if (line.n) {
            wrap(line, out);
            blank = false;
        } else if (!blank) {
            buf_char(out, '\n');
            blank = true;
        }
    }
}
