#include "mail/imap_name.h"
#include "base/utf8.h"

static bool plain(uint32_t c)
{
    return c >= 0x20 && c < 0x7f;
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

/* --- written so already ---------------------------------------------------------------------- */

/* Whether what stands between & and - is a run of characters that are not plain: so it would have been
 * written. */
static bool is_run(struct slice s)
{
    uint32_t held = 0;
    int bits = 0;
    for (size_t i = 0; i < s.n; i++) {
        const char *digit = s.p[i] ? strchr(digits, s.p[i]) : NULL;
        if (!digit)
            return false;
        held = held << 6 | (uint32_t)(digit - digits);
        bits += 6;
        if (bits >= 16 && plain(held >> (bits - 16) & 0xffff))
            return false;
        bits -= bits >= 16 ? 16 : 0;
    }
    return bits < 6 && !(held & ((1u << bits) - 1));
}

/* ASCII in which each & begins what IMAP knows: "&-" or a run. */
static bool is_written(struct slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!plain((unsigned char)s.p[i]))
            return false;
    slice_cut(&s, '&');
    while (s.p) {
        struct slice rest = s, run = slice_cut(&rest, '-');
        if (!rest.p || !is_run(run))
            return false;
        s = rest;
        slice_cut(&s, '&');
    }
    return true;
}

/* --- writing it ------------------------------------------------------------------------------ */

/* `more` bits of a run behind those that were held, in digits of six. */
static void put_bits(struct buf *out, uint32_t value, int more, uint32_t *held, int *bits)
{
    *held = (*held << more | value) & 0x3fffff;
    for (*bits += more; *bits >= 6; *bits -= 6)
        buf_char(out, digits[*held >> (*bits - 6) & 63]);
}

/* A run of what is not plain, without its & and -. */
static size_t put_run(struct buf *out, struct slice s)
{
    uint32_t held = 0, c;
    int bits = 0;
    size_t i = 0, k;
    for (; i < s.n; i += k) {
        k = utf8_next(s.p + i, s.n - i, &c);
        if (plain(c))
            break;
        if (c >= 0x10000) {
            put_bits(out, 0xd800 + ((c - 0x10000) >> 10), 16, &held, &bits);
            c = 0xdc00 + ((c - 0x10000) & 0x3ff);
        }
        put_bits(out, c, 16, &held, &bits);
    }
    if (bits) /* filled up with zeros */
        put_bits(out, 0, 6 - bits, &held, &bits);
    return i;
}

const char *imap_name(const char *name, struct buf *out)
{
    struct slice s = slice_of(name);
    *out = BUF(IMAP_NAME);
    if (is_written(s))
        return name;
    for (size_t i = 0; i < s.n;) {
        if (plain((unsigned char)s.p[i])) {
            buf_char(out, s.p[i]);
            if (s.p[i++] == '&')
                buf_char(out, '-');
            continue;
        }
        buf_char(out, '&');
        i += put_run(out, (struct slice){s.p + i, s.n - i});
        buf_char(out, '-');
    }
    return buf_text(out);
}
