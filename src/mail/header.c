#include "mail/header.h"

#include "mail/charset.h"
#include "mail/transfer.h"
#include "base/utf8.h"

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool mail_same(struct slice a, const char *b)
{
    size_t i = 0;
    for (; i < a.n && b[i]; i++)
        if (small(a.p[i]) != small(b[i]))
            return false;
    return i == a.n && b[i] == '\0';
}

/* --- fields -------------------------------------------------------------------------------- */

/* Length of the field name at the start of a line, 0 when there is none. */
static size_t field_name(struct slice line)
{
    size_t n = 0, i;
    while (n < line.n && line.p[n] > 32 && line.p[n] < 127 && line.p[n] != ':')
        n++;
    for (i = n; i < line.n && (line.p[i] == ' ' || line.p[i] == '\t'); i++)
        ;
    return i < line.n && line.p[i] == ':' ? n : 0;
}

/* Adds the field that begins on this line and returns its value for folded lines to lengthen;
 * NULL when the line is none. */
static struct slice *add_field(struct mail_header *h, struct slice line)
{
    size_t n = field_name(line);
    if (n == 0)
        h->strange = true;
    if (n == 0 || h->n == HEADER_FIELDS)
        return NULL;
    const char *colon = memchr(line.p, ':', line.n);
    size_t skip = (size_t)(colon - line.p) + 1;
    h->field[h->n].name = (struct slice){line.p, n};
    h->field[h->n].value = (struct slice){line.p + skip, line.n - skip};
    return &h->field[h->n++].value;
}

void mail_header_read(struct slice bytes, struct mail_header *h)
{
    struct slice rest = bytes, *value = NULL;
    h->n = 0;
    h->strange = false;
    h->size = bytes.n;
    while (rest.n) {
        struct slice line = slice_cut(&rest, '\n');
        if (line.n == 0 || (line.n == 1 && line.p[0] == '\r')) {
            h->size = rest.p ? (size_t)(rest.p - bytes.p) : bytes.n;
            return;
        }
        if (line.p[0] != ' ' && line.p[0] != '\t')
            value = add_field(h, line);
        else if (value)
            value->n = (size_t)(line.p + line.n - value->p);
        else
            h->strange = true;
    }
}

bool mail_header_next(const struct mail_header *h, const char *name, int *at, struct slice *value)
{
    for (; *at < h->n; ++*at) {
        if (mail_same(h->field[*at].name, name)) {
            *value = h->field[(*at)++].value;
            return true;
        }
    }
    *value = (struct slice){"", 0};
    return false;
}

struct slice mail_header_get(const struct mail_header *h, const char *name)
{
    struct slice value;
    int at = 0;
    mail_header_next(h, name, &at, &value);
    return value;
}

/* --- RFC 2047 ------------------------------------------------------------------------------ */

struct word {
    struct slice charset, text;
    char encoding; /* 'b' or 'q' */
    size_t size;   /* of all of it */
};

/* =?charset?encoding?text?= at the start of s. */
static bool parse_word(struct slice s, struct word *w)
{
    struct slice rest = {s.p + 2, s.n - 2};
    if (s.n < 8 || s.p[0] != '=' || s.p[1] != '?')
        return false;
    w->charset = slice_cut(&rest, '?');
    struct slice encoding = slice_cut(&rest, '?');
    if (encoding.n != 1 || w->charset.n == 0 || w->charset.n > 60 || !rest.p)
        return false;
    w->encoding = small(encoding.p[0]);
    if (w->encoding != 'b' && w->encoding != 'q')
        return false;
    w->text = rest;
    const char *end = memmem(rest.p, rest.n, "?=", 2);
    if (!end)
        return false;
    w->text.n = (size_t)(end - rest.p);
    w->size = (size_t)(end + 2 - s.p);
    w->charset = slice_cut(&w->charset, '*'); /* RFC 2231: charset*language */
    return true;
}

static bool same_charset(struct slice a, struct slice b)
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (small(a.p[i]) != small(b.p[i]))
            return false;
    return true;
}

/* Decodes the run of encoded words at the start of s. Bytes of words of one charset are put
 * together first: many programs cut a character in two. Returns the length of the run. */
static size_t decode_run(struct slice s, struct buf *out)
{
    struct buf bytes = BUF(HEADER_TEXT * 4);
    struct slice charset = {NULL, 0};
    struct word w;
    size_t at = 0, gap = 0;
    while (at + gap < s.n && parse_word((struct slice){s.p + at + gap, s.n - at - gap}, &w)) {
        if (charset.p && !same_charset(charset, w.charset)) {
            mail_charset_decode(charset, buf_all(&bytes), out);
            buf_clear(&bytes);
        }
        charset = w.charset;
        if (w.encoding == 'b')
            mail_base64_decode(w.text, &bytes);
        else
            mail_q_decode(w.text, &bytes);
        at += gap + w.size;
        for (gap = 0; at + gap < s.n && blank(s.p[at + gap]); gap++)
            ;
    }
    mail_charset_decode(charset, buf_all(&bytes), out);
    buf_free(&bytes);
    return at;
}

static void clean_line(struct slice s, struct buf *out)
{
    struct buf clean = BUF(HEADER_TEXT * 16);
    size_t n = 0;
    utf8_clean(slice_trim(s), &clean);
    for (size_t i = 0; i < clean.n; i++) { /* runs of blanks to one space */
        bool b = blank(clean.p[i]);
        if (!b || (n && clean.p[n - 1] != ' '))
            clean.p[n++] = b ? ' ' : clean.p[i];
    }
    while (n && clean.p[n - 1] == ' ')
        n--;
    if (n > HEADER_TEXT) {
        n = HEADER_TEXT;
        while (n && ((unsigned char)clean.p[n] & 0xc0) == 0x80)
            n--;
    }
    buf_add(out, clean.p, n);
    buf_free(&clean);
}

void mail_header_text(struct slice value, struct buf *out)
{
    struct buf text = BUF(HEADER_TEXT * 16);
    struct slice rest = slice_trim(value);
    if (rest.n > HEADER_TEXT * 4)
        rest.n = HEADER_TEXT * 4;
    while (rest.n) {
        const char *mark = memmem(rest.p, rest.n, "=?", 2);
        size_t plain = mark ? (size_t)(mark - rest.p) : rest.n;
        mail_charset_decode((struct slice){"", 0}, (struct slice){rest.p, plain}, &text);
        rest.p += plain;
        rest.n -= plain;
        if (!rest.n)
            break;
        size_t run = decode_run(rest, &text);
        if (run == 0) {
            buf_add(&text, rest.p, 2);
            run = 2;
        }
        rest.p += run;
        rest.n -= run;
    }
    clean_line(buf_all(&text), out);
    buf_free(&text);
}

/* --- parameters ---------------------------------------------------------------------------- */

/* Length of blanks and (comments) at s.p[i]. Comments nest; an open one goes to the end. */
static size_t skip_blank(struct slice s, size_t i)
{
    size_t start = i;
    int depth = 0;
    for (; i < s.n; i++) {
        if (depth && s.p[i] == '\\')
            i++;
        else if (s.p[i] == '(')
            depth++;
        else if (depth && s.p[i] == ')')
            depth--;
        else if (!depth && !blank(s.p[i]))
            break;
    }
    return (i < s.n ? i : s.n) - start;
}

void mail_header_token(struct slice value, char *out, size_t room)
{
    size_t n = 0, i = skip_blank(value, 0);
    for (; i < value.n && n + 1 < room; i++) {
        if (blank(value.p[i]) || value.p[i] == ';' || value.p[i] == '(')
            break;
        if (value.p[i] > 32 && value.p[i] < 127)
            out[n++] = small(value.p[i]);
    }
    out[n] = '\0';
}

/* Takes `attribute=value` off the front of *rest, which begins behind a ';'. */
static void cut_param(struct slice *rest, struct slice *name, char *out, size_t room)
{
    size_t i = skip_blank(*rest, 0), n = 0, start = i;
    while (i < rest->n && rest->p[i] != '=' && rest->p[i] != ';' && !blank(rest->p[i]))
        i++;
    *name = (struct slice){rest->p + start, i - start};
    i += skip_blank(*rest, i);
    if (i < rest->n && rest->p[i] == '=') {
        i++;
        i += skip_blank(*rest, i);
        bool quoted = i < rest->n && rest->p[i] == '"';
        for (i += quoted; i < rest->n && rest->p[i] != (quoted ? '"' : ';'); i++) {
            if (quoted && rest->p[i] == '\\' && i + 1 < rest->n)
                i++;
            if (n + 1 < room && (quoted || !blank(rest->p[i])))
                out[n++] = rest->p[i];
        }
    }
    out[n] = '\0';
    while (i < rest->n && rest->p[i] != ';')
        i++;
    i += i < rest->n;
    *rest = (struct slice){rest->p + i, rest->n - i};
}

bool mail_header_param(struct slice value, const char *name, char *out, size_t room)
{
    struct slice rest = value, got;
    slice_cut(&rest, ';');
    while (rest.n) {
        cut_param(&rest, &got, out, room);
        got = slice_cut(&got, '*');
        if (got.n && mail_same(got, name))
            return true;
    }
    out[0] = '\0';
    return false;
}
