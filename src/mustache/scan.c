#include "mustache/scan.h"

static bool blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct slice trim(struct slice s)
{
    while (s.n && blank(s.p[0])) {
        s.p++;
        s.n--;
    }
    while (s.n && blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

/* The word s begins with, cut off; s must be trimmed and stays so. */
static struct slice word(struct slice *s)
{
    struct slice w = {s->p, 0};
    while (w.n < s->n && !blank(w.p[w.n]))
        w.n++;
    *s = trim((struct slice){s->p + w.n, s->n - w.n});
    return w;
}

struct scanner scan_begin(const struct mustache *template)
{
    return (struct scanner){
        .template = template, .at = 0, .open = slice_of("{{"), .close = slice_of("}}")};
}

/* Offset of `what` at or behind `from`, with `extra` right before it if that is not 0 (then the
 * offset of `extra`); the text's length when it is not there. */
static size_t find(const struct mustache *t, size_t from, char extra, struct slice what)
{
    size_t at = extra ? from + 1 : from;
    while (at < t->n_text) {
        const char *p = memmem(t->text + at, t->n_text - at, what.p, what.n);
        if (!p)
            break;
        if (!extra || p[-1] == extra)
            return (size_t)(p - t->text) - (extra ? 1 : 0);
        at = (size_t)(p - t->text) + 1;
    }
    return t->n_text;
}

static int set_delimiters(struct scanner *s, struct slice inner, size_t pos,
                          struct mustache_error *error)
{
    inner = trim(inner);
    struct slice open = word(&inner), close = word(&inner);
    if (!open.n || !close.n || inner.n)
        return template_fail(s->template, pos, error,
                             "a set delimiter tag needs two words between its equals signs");
    s->open = open;
    s->close = close;
    return 0;
}

/* The name in a tag, an asterisk before it taken off. */
static int read_name(const struct mustache *t, struct slice inner, struct tag *tag,
                     struct mustache_error *error)
{
    inner = trim(inner);
    if ((tag->sigil == '>' || tag->sigil == '<') && inner.n && inner.p[0] == '*') {
        tag->dynamic = true;
        inner = trim((struct slice){inner.p + 1, inner.n - 1});
    }
    tag->name = inner;
    if (!inner.n)
        return template_fail(t, tag->start, error, "the tag has no name");
    if (inner.n > MUSTACHE_NAME_MAX)
        return template_fail(t, tag->start, error, "the name '%.*s...' has more than %d bytes",
                             SHORT(inner), MUSTACHE_NAME_MAX);
    struct slice rest = inner;
    word(&rest);
    if (rest.n && !(tag->sigil == '/' && inner.p[0] == '*'))
        return template_fail(t, tag->start, error, "white space in the name '%.*s'", SHORT(inner));
    return 0;
}

int scan_next(struct scanner *s, struct tag *tag, struct mustache_error *error)
{
    const struct mustache *t = s->template;
    size_t start = find(t, s->at, 0, s->open);
    if (start == t->n_text)
        return 0;
    *tag = (struct tag){.start = start};
    size_t at = start + s->open.n;
    while (at < t->n_text && blank(t->text[at]))
        at++;
    if (at < t->n_text && strchr("#^/$<>!=&{", t->text[at]) && t->text[at])
        tag->sigil = t->text[at++];
    char extra = tag->sigil == '{' ? '}' : tag->sigil == '=' ? '=' : 0;
    size_t stop = find(t, at, extra, s->close);
    if (stop == t->n_text)
        return template_fail(t, start, error, "the tag is not closed");
    struct slice inner = {t->text + at, stop - at};
    tag->end = stop + s->close.n + (extra ? 1 : 0);
    s->at = tag->end;
    if (tag->sigil == '!')
        return 1;
    if (tag->sigil == '=')
        return set_delimiters(s, inner, start, error) < 0 ? -1 : 1;
    return read_name(t, inner, tag, error) < 0 ? -1 : 1;
}
