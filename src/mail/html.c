#include "mail/html.h"

#include "mail/header.h"
#include "base/utf8.h"

/* Invariants
 * 1. `line` is what stands on the current line, without the marks of quoting; it goes to `out`
 *    only through flush(), which writes as many "> " as `quote` says.
 * 2. `quote` changes on an empty line only.
 * 3. Every byte is looked at a bounded number of times (see end_of_tag). */

enum { TAG_MAX = 16 << 10, DEPTH = 50, LINE_MAX_BYTES = 1 << 20 };

struct html {
    struct slice in;
    size_t at;
    struct buf *out;
    struct buf line;
    bool space;      /* white space seen, not yet written */
    bool gap;        /* an empty line is due before the next one */
    bool last_empty; /* the last line written was empty, or none was */
    int pre;
    int quote;
    int divs;         /* open <div>s */
    int marks[DEPTH]; /* numbers of the <div>s that quote what is in them */
    int nmarks;
    bool no_more_tags;     /* no '>' from here on */
    bool no_more_comments; /* no "-->" from here on */
};

/* --- lines --------------------------------------------------------------------------------- */

static void write_line(struct html *h, size_t n)
{
    for (int i = 0; i < h->quote && i < DEPTH; i++)
        buf_str(h->out, i + 1 < h->quote && i + 1 < DEPTH ? ">" : "> ");
    buf_add(h->out, h->line.p, n);
    buf_char(h->out, '\n');
}

/* Ends the line. An empty one is written when `even_empty`, but never two in a row. */
static void flush(struct html *h, bool even_empty)
{
    size_t n = h->line.n;
    bool something = n > 0;
    while (n && (h->line.p[n - 1] == ' ' || h->line.p[n - 1] == '\t'))
        n--;
    if (n) {
        if (h->gap && !h->last_empty)
            buf_char(h->out, '\n');
        write_line(h, n);
        h->last_empty = h->gap = false;
    } else if ((something || even_empty) && !h->last_empty) {
        buf_char(h->out, '\n');
        h->last_empty = true;
    }
    buf_clear(&h->line);
    h->space = false;
}

static void put(struct html *h, uint32_t c)
{
    bool white = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    if (c == 0xa0) {
        c = ' ';
    } else if (h->pre && c == '\n') {
        flush(h, true);
        return;
    } else if (white && !h->pre) {
        h->space = true;
        return;
    }
    if (h->space && h->line.n)
        buf_char(&h->line, ' ');
    h->space = false;
    utf8_put(&h->line, c);
}

/* --- tags ---------------------------------------------------------------------------------- */

struct tag {
    struct slice all; /* between < and > */
    char name[16];
    bool close;
};

/* Index of the '>' that ends the tag at h->at, or 0. Quoted attribute values may hold one; when a
 * quote is not closed nearby the first '>' counts. A failed search means that there is no such
 * quote within TAG_MAX bytes, so it is not repeated before those are consumed. */
static size_t end_of_tag(struct html *h)
{
    char open = 0;
    size_t limit = h->in.n - h->at < TAG_MAX ? h->in.n : h->at + TAG_MAX;
    if (h->no_more_tags)
        return 0;
    for (size_t i = h->at + 1; i < limit; i++) {
        char c = h->in.p[i];
        if (open)
            open = c == open ? 0 : open;
        else if (c == '>')
            return i;
        else if ((c == '"' || c == '\'') && h->in.p[i - 1] == '=')
            open = c;
    }
    const char *end = memchr(h->in.p + h->at, '>', h->in.n - h->at);
    h->no_more_tags = !end;
    return end ? (size_t)(end - h->in.p) : 0;
}

static struct tag read_tag(struct slice all)
{
    struct tag tag = {.all = all};
    size_t i = 0, n = 0;
    if (i < all.n && all.p[i] == '/') {
        tag.close = true;
        i++;
    }
    for (; i < all.n && n + 1 < sizeof tag.name; i++) {
        char c = all.p[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != ':')
            break;
        tag.name[n++] = c;
    }
    return tag;
}

/* Whether an attribute (class, id) is there and holds the word. */
static bool attribute_has(struct slice tag, const char *name, const char *word)
{
    size_t len = strlen(name), wlen = strlen(word);
    for (size_t i = 1; i + len + 2 < tag.n; i++) {
        if (tag.p[i] != name[0] && tag.p[i] != name[0] - 32)
            continue;
        if (tag.p[i - 1] > ' ' || !mail_same((struct slice){tag.p + i, len}, name) ||
            tag.p[i + len] != '=')
            continue;
        struct slice rest = {tag.p + i + len + 1, tag.n - i - len - 1};
        struct slice value = rest;
        if (rest.p[0] == '"' || rest.p[0] == '\'') {
            value = (struct slice){rest.p + 1, rest.n - 1};
            value = slice_cut(&value, rest.p[0]);
        } else {
            value = slice_cut(&value, ' ');
        }
        const char *at = memmem(value.p, value.n, word, wlen);
        size_t end = at ? (size_t)(at - value.p) + wlen : 0;
        return at && (at == value.p || at[-1] == ' ') && (end == value.n || value.p[end] == ' ');
    }
    return false;
}

static bool one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

/* What Gmail, Yahoo, Proton and Thunderbird put around a quoted reply and the line above it. */
static bool is_quoting(struct slice tag)
{
    return attribute_has(tag, "class", "gmail_quote") ||
           attribute_has(tag, "class", "moz-cite-prefix") ||
           attribute_has(tag, "class", "yahoo_quoted") ||
           attribute_has(tag, "class", "protonmail_quote");
}

/* Outlook puts its mark before the quoted letter and nothing behind it. */
static bool is_quoting_rest(struct slice tag)
{
    return attribute_has(tag, "id", "divRplyFwdMsg") || attribute_has(tag, "id", "appendonsend");
}

static void div_tag(struct html *h, const struct tag *tag)
{
    flush(h, false);
    if (tag->close) {
        if (h->nmarks && h->marks[h->nmarks - 1] == h->divs) {
            h->nmarks--;
            h->quote--;
        }
        h->divs -= h->divs > 0;
        return;
    }
    h->divs++;
    if (h->nmarks < DEPTH && (is_quoting(tag->all) || is_quoting_rest(tag->all))) {
        /* number 0 is no div's: such a quote is never closed */
        h->marks[h->nmarks++] = is_quoting(tag->all) ? h->divs : 0;
        h->quote++;
    }
}

/* Behind the blockquote, inside the <div> that marked the reply, people write below the quote. */
static void blockquote_tag(struct html *h, const struct tag *tag)
{
    flush(h, false);
    if (!tag->close) {
        h->quote++;
        return;
    }
    if (h->quote <= h->nmarks)
        return;
    h->quote--;
    if (h->quote == h->nmarks && h->nmarks && h->marks[h->nmarks - 1] > 0) {
        h->nmarks--;
        h->quote--;
    }
}

static void apply_tag(struct html *h, const struct tag *tag)
{
    static const char *const paragraphs[] = {"p",  "h1", "h2",    "h3", "h4", "h5",
                                             "h6", "ul", "table", "ol", NULL};
    static const char *const lines[] = {"li",   "tr",      "dt",     "dd",      "dl",      "body",
                                        "html", "form",    "center", "section", "header",  "footer",
                                        "main", "article", "nav",    "hr",      "address", NULL};
    if (strcmp(tag->name, "br") == 0) {
        flush(h, true);
    } else if (strcmp(tag->name, "div") == 0) {
        div_tag(h, tag);
    } else if (strcmp(tag->name, "blockquote") == 0) {
        blockquote_tag(h, tag);
    } else if (one_of(tag->name, paragraphs)) {
        flush(h, false);
        if (!tag->close && !attribute_has(tag->all, "class", "MsoNormal"))
            h->gap = true; /* Outlook's MsoNormal is a line, not a paragraph */
    } else if (one_of(tag->name, lines)) {
        flush(h, false);
    } else if (strcmp(tag->name, "pre") == 0) {
        flush(h, false);
        h->pre = tag->close ? 0 : 1;
    } else if (strcmp(tag->name, "td") == 0 || strcmp(tag->name, "th") == 0) {
        h->space = true;
    }
}

/* --- the pass ------------------------------------------------------------------------------ */

/* Steps over an element whose content is not text: to behind its end tag. */
static void skip_raw(struct html *h, const char *name)
{
    size_t n = strlen(name);
    for (; h->at < h->in.n; h->at++) {
        const char *lt = memchr(h->in.p + h->at, '<', h->in.n - h->at);
        h->at = lt ? (size_t)(lt - h->in.p) : h->in.n;
        if (h->at + n + 2 <= h->in.n && lt[1] == '/' &&
            mail_same((struct slice){lt + 2, n}, name)) {
            size_t end = end_of_tag(h);
            h->at = end ? end + 1 : h->in.n;
            return;
        }
    }
}

static bool skip_comment(struct html *h)
{
    struct slice rest = {h->in.p + h->at, h->in.n - h->at};
    if (h->no_more_comments || rest.n < 4 || memcmp(rest.p, "<!--", 4) != 0)
        return false;
    const char *end = memmem(rest.p + 2, rest.n - 2, "-->", 3);
    h->no_more_comments = !end;
    if (end)
        h->at = (size_t)(end + 3 - h->in.p);
    return end != NULL;
}

/* At a '<'. */
static void take_tag(struct html *h)
{
    static const char *const raw[] = {"script", "style", "title", "xml", NULL};
    char next = h->at + 1 < h->in.n ? h->in.p[h->at + 1] : ' ';
    bool mark = next == '!' || next == '?' || next == '/' || (next >= 'a' && next <= 'z') ||
                (next >= 'A' && next <= 'Z');
    if (mark && skip_comment(h))
        return;
    size_t end = mark ? end_of_tag(h) : 0;
    if (!end) { /* "a < b" */
        put(h, '<');
        h->at++;
        return;
    }
    struct tag tag = read_tag((struct slice){h->in.p + h->at + 1, end - h->at - 1});
    h->at = end + 1;
    if (!tag.close && one_of(tag.name, raw))
        skip_raw(h, tag.name);
    else
        apply_tag(h, &tag);
}

void mail_html_text(struct slice html, struct buf *out)
{
    struct html h = {.in = html, .out = out, .line = BUF(LINE_MAX_BYTES), .last_empty = true};
    while (h.at < html.n) {
        uint32_t c;
        size_t len = 0;
        if (html.p[h.at] == '<') {
            take_tag(&h);
            continue;
        }
        if (html.p[h.at] == '&')
            len = mail_html_entity((struct slice){html.p + h.at, html.n - h.at}, &c);
        if (len == 0)
            len = utf8_next(html.p + h.at, html.n - h.at, &c);
        put(&h, c);
        h.at += len;
    }
    flush(&h, false);
    buf_free(&h.line);
}
