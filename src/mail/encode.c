#include "mail/encode.h"

#include "mail/transfer.h"
#include "base/utf8.h"

enum {
    WORD = 60, /* short enough to stand behind "Subject: " */
    UNBROKEN = 60,
    PIECE = 50,
};

static const char hex[] = "0123456789ABCDEF";

bool mail_encode_ok(struct slice text)
{
    for (size_t i = 0; i < text.n; i++)
        if ((unsigned char)text.p[i] < 32 || text.p[i] == 127)
            return false;
    return utf8_valid(text);
}

/* ASCII that nobody takes for an encoded word, with a space at least every UNBROKEN bytes. */
static bool is_plain(struct slice s)
{
    size_t run = 0;
    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] >= 127 || (s.p[i] == '=' && i + 1 < s.n && s.p[i + 1] == '?'))
            return false;
        run = s.p[i] == ' ' ? 0 : run + 1;
        if (run > UNBROKEN)
            return false;
    }
    /* blanks at the ends or in a row may get lost in folding */
    return !s.n || (s.p[0] != ' ' && s.p[s.n - 1] != ' ' && !memmem(s.p, s.n, "  ", 2));
}

/* What stays itself in a Q word, in a phrase too. */
static bool is_safe(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!*+-/", c));
}

static size_t q_size(char c)
{
    return is_safe(c) || c == ' ' ? 1 : 3;
}

static void q_put(char c, struct buf *out)
{
    if (is_safe(c)) {
        buf_char(out, c);
    } else if (c == ' ') {
        buf_char(out, '_');
    } else {
        char e[3] = {'=', hex[(unsigned char)c >> 4], hex[c & 15]};
        buf_add(out, e, 3);
    }
}

/* How many bytes fit into one word: whole characters only. */
static size_t fits(struct slice s, bool base64, size_t room)
{
    size_t n = 0, used = 0;
    while (n < s.n) {
        uint32_t c;
        size_t len = utf8_next(s.p + n, s.n - n, &c), more = 0;
        for (size_t i = 0; i < len; i++)
            more += q_size(s.p[n + i]);
        if (base64 ? (n + len + 2) / 3 * 4 > room : used + more > room)
            break;
        used += more;
        n += len;
    }
    return n;
}

void mail_encode_words(struct slice s, struct buf *out)
{
    static const char q_begin[] = "=?UTF-8?Q?", b_begin[] = "=?UTF-8?B?", end[] = "?=";
    size_t q = 0;
    if (is_plain(s)) {
        buf_slice(out, s);
        return;
    }
    for (size_t i = 0; i < s.n; i++)
        q += q_size(s.p[i]);
    bool base64 = q > (s.n + 2) / 3 * 4;
    while (s.n) {
        size_t n = fits(s, base64, WORD - sizeof q_begin - sizeof end + 2);
        struct slice piece = {s.p, n};
        buf_str(out, base64 ? b_begin : q_begin);
        if (base64)
            mail_base64_word(piece, out);
        else
            for (size_t i = 0; i < n; i++)
                q_put(s.p[i], out);
        buf_str(out, end);
        s = (struct slice){s.p + n, s.n - n};
        if (s.n)
            buf_char(out, ' ');
    }
}

/* --- RFC 2231 ------------------------------------------------------------------------------ */

static bool is_plain_value(struct slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] < 32 || (unsigned char)s.p[i] >= 127 || s.p[i] == '"' ||
            s.p[i] == '\\')
            return false;
    return s.n <= UNBROKEN;
}

static bool is_token(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$&+-.^_`{|}~", c));
}

/* One piece of at most PIECE characters; returns how much of s is in it. */
static size_t put_piece(struct slice s, struct buf *out)
{
    size_t used = 0, i = 0;
    for (; i < s.n && used <= PIECE - 3; i++) {
        unsigned char c = (unsigned char)s.p[i];
        char e[3] = {'%', hex[c >> 4], hex[c & 15]};
        if (is_token(s.p[i]))
            buf_char(out, s.p[i]);
        else
            buf_add(out, e, 3);
        used += is_token(s.p[i]) ? 1 : 3;
    }
    return i;
}

void mail_encode_param(const char *name, struct slice s, struct buf *out)
{
    if (is_plain_value(s)) {
        buf_printf(out, ";\r\n %s=\"%.*s\"", name, (int)s.n, s.p);
        return;
    }
    struct buf piece = BUF(2 * UNBROKEN);
    size_t n = put_piece(s, &piece);
    if (n == s.n) {
        buf_printf(out, ";\r\n %s*=UTF-8''%s", name, buf_text(&piece));
    } else {
        for (int i = 0; n; i++) {
            buf_printf(out, ";\r\n %s*%d*=%s%s", name, i, i ? "" : "UTF-8''", buf_text(&piece));
            s = (struct slice){s.p + n, s.n - n};
            buf_clear(&piece);
            n = put_piece(s, &piece);
        }
    }
    buf_free(&piece);
}
