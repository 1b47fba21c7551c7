#include "mail/flowed.h"
#include "base/utf8.h"

/* --- reading ------------------------------------------------------------------------------- */

struct line {
    struct slice text; /* without quote marks and stuffing */
    size_t depth;
    bool soft; /* goes on in the next line */
};

static struct line read_line(struct slice s, bool delsp)
{
    struct line line = {s, 0, false};
    while (line.depth < s.n && s.p[line.depth] == '>')
        line.depth++;
    line.text = (struct slice){s.p + line.depth, s.n - line.depth};
    if (line.text.n && line.text.p[0] == ' ') {
        line.text.p++;
        line.text.n--;
    }
    line.soft = line.text.n && line.text.p[line.text.n - 1] == ' ' && !slice_is(line.text, "-- ");
    if (line.soft && delsp)
        line.text.n--;
    return line;
}

static void quote(struct buf *out, size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        buf_char(out, '>');
    if (depth)
        buf_char(out, ' ');
}

void mail_flowed_join(struct slice s, bool delsp, struct buf *out)
{
    struct line before = {{NULL, 0}, 0, false};
    bool begun = false; /* an output line is waiting for its end */
    if (s.n && s.p[s.n - 1] == '\n')
        s.n--;
    while (s.p) {
        struct line line = read_line(slice_cut(&s, '\n'), delsp);
        bool sign = slice_is(line.text, "-- "); /* a signature never continues a paragraph */
        if (!before.soft || before.depth != line.depth || sign) {
            if (begun)
                buf_char(out, '\n');
            quote(out, line.depth);
        }
        buf_slice(out, line.text);
        before = line;
        begun = true;
    }
    if (begun)
        buf_char(out, '\n');
}

/* --- writing ------------------------------------------------------------------------------- */

enum { WIDTH = 76 };

/* How many bytes of it fit into the width. */
static size_t fitting(struct slice s)
{
    size_t n = 0, width = 0;
    while (n < s.n) {
        uint32_t c;
        size_t len = utf8_next(s.p + n, s.n - n, &c);
        width += utf8_width((struct slice){s.p + n, len});
        if (width > WIDTH)
            break;
        n += len;
    }
    return n;
}

/* Where to break: behind the last space within the width, or behind the first after it. 0 when
 * all of it stays on this line. A piece that would read as the mark of a signature is no place. */
static size_t break_at(struct slice s)
{
    size_t fits = s.n <= WIDTH ? s.n : fitting(s);
    if (fits == s.n)
        return 0;
    const char *space = memrchr(s.p, ' ', fits);
    if (!space || (space - s.p == 2 && memcmp(s.p, "--", 2) == 0))
        space = memchr(s.p + fits, ' ', s.n - fits);
    size_t at = space ? (size_t)(space - s.p) + 1 : 0;
    return at == s.n ? 0 : at;
}

static void put_line(struct slice s, struct buf *out)
{
    if (s.n && (s.p[0] == ' ' || s.p[0] == '>' || (s.n >= 5 && memcmp(s.p, "From ", 5) == 0)))
        buf_char(out, ' ');
    buf_slice(out, s);
    buf_char(out, '\n');
}

static void wrap_line(struct slice s, struct buf *out)
{
    if (s.n && s.p[0] == '>') { /* a quote as it stands */
        buf_slice(out, s);
        buf_char(out, '\n');
        return;
    }
    size_t at;
    while ((at = break_at(s))) {
        put_line((struct slice){s.p, at}, out);
        s = (struct slice){s.p + at, s.n - at};
    }
    put_line(s, out);
}

void mail_flowed_wrap(struct slice s, struct buf *out)
{
    if (s.n && s.p[s.n - 1] == '\n')
        s.n--;
    while (s.p) {
        struct slice line = slice_cut(&s, '\n');
        size_t n = line.n;
        while (n && (line.p[n - 1] == ' ' || line.p[n - 1] == '\t' || line.p[n - 1] == '\r'))
            n--;
        if (n == 2 && line.n >= 3 && memcmp(line.p, "-- ", 3) == 0)
            n = 3;
        wrap_line((struct slice){line.p, n}, out);
    }
}
