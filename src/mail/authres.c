#include "mail/authres.h"
#include "base/buf.h"
#include "mail/header.h"

#include <strings.h>

enum { DEEPEST = 20, LONGEST = 8 << 10 };

/* The value without comments, line ends and quotes; a quoted blank or ; becomes a _, which no domain
 * has. False when a comment or string never ends. */
static bool flatten(struct slice s, struct buf *out)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\\' && (quoted || depth) && i + 1 < s.n) {
            i++;
            if (quoted && !depth)
                buf_char(out, '_');
        } else if (c == '"' && !depth) {
            quoted = !quoted;
        } else if (c == '(' && !quoted) {
            if (++depth > DEEPEST)
                return false;
            buf_char(out, ' ');
        } else if (c == ')' && !quoted && depth) {
            depth--;
        } else if (!depth) {
            bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
            buf_char(out, quoted && (blank || c == ';' || c == '=') ? '_' : blank ? ' ' : c);
        }
    }
    return !quoted && !depth && !out->full;
}

static struct slice next_word(struct slice *rest)
{
    while (rest->n && rest->p[0] == ' ') {
        rest->p++;
        rest->n--;
    }
    struct slice word = *rest;
    slice_cut(rest, ' ');
    word.n = rest->p ? (size_t)(rest->p - word.p) - 1 : word.n;
    return word;
}

/* `by` is the domain itself or one above it that is more than a top level. */
static bool aligned(struct slice by, const char *domain)
{
    size_t n = strlen(domain);
    while (by.n && by.p[by.n - 1] == '.')
        by.n--;
    if (by.n == 0 || by.n > n || !memchr(by.p, '.', by.n))
        return false;
    const char *tail = domain + n - by.n;
    return strncasecmp(tail, by.p, by.n) == 0 && (tail == domain || tail[-1] == '.');
}

/* The domain of "@example.org", "user@example.org" or "example.org". */
static struct slice domain_of(struct slice value)
{
    const char *at = value.n ? memrchr(value.p, '@', value.n) : NULL;
    return at ? (struct slice){at + 1, value.n - (size_t)(at + 1 - value.p)} : value;
}

/* "dkim=pass header.d=example.org": one method's result and what it is about. */
static bool method_vouches(struct slice info, const char *domain)
{
    static const struct {
        const char *method, *property;
        bool same; /* it must be the very domain */
    } known[] = {{"dmarc", "header.from", true},
                 {"dkim", "header.d", false},
                 {"dkim", "header.i", false},
                 {"spf", "smtp.mailfrom", false},
                 {"spf", "smtp.mail", false}};
    struct slice result = next_word(&info);
    struct slice method = slice_cut(&result, '=');
    method = slice_cut(&method, '/'); /* its version */
    if (!result.p || !mail_same(result, "pass"))
        return false;
    while (info.n) {
        struct slice value = next_word(&info);
        struct slice property = slice_cut(&value, '=');
        for (size_t i = 0; i < sizeof known / sizeof known[0] && value.p; i++) {
            if (!mail_same(method, known[i].method) || !mail_same(property, known[i].property))
                continue;
            struct slice by = domain_of(value);
            if (known[i].same ? mail_same(by, domain) : aligned(by, domain))
                return true;
        }
    }
    return false;
}

bool mail_authres_vouches(struct slice value, const char *domain, char host[AUTHRES_HOST + 1])
{
    struct buf flat = BUF(LONGEST);
    bool vouches = false;
    host[0] = '\0';
    if (flatten(value, &flat) && flat.n) {
        struct slice rest = buf_all(&flat), first = slice_cut(&rest, ';'), name = next_word(&first);
        bool ok = name.n && name.n <= AUTHRES_HOST;
        for (size_t i = 0; i < name.n && ok; i++)
            ok = name.p[i] > 32 && name.p[i] < 127;
        if (ok) {
            memcpy(host, name.p, name.n);
            host[name.n] = '\0';
        }
        while (ok && rest.p && !vouches)
            vouches = method_vouches(slice_cut(&rest, ';'), domain);
    }
    buf_free(&flat);
    return vouches;
}
