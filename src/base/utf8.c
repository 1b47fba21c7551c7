#include "base/utf8.h"

size_t utf8_next(const char *text, size_t n, uint32_t *c)
{
    const unsigned char *p = (const unsigned char *)text;
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t len = p[0] < 0x80 ? 1 : (p[0] >> 5) == 6 ? 2 : (p[0] >> 4) == 14 ? 3 : (p[0] >> 3) == 30 ? 4 : 0;
    if (len == 1) {
        *c = p[0];
        return 1;
    }
    *c = 0xfffd;
    if (len == 0 || len > n)
        return 1;
    uint32_t v = p[0] & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 1;
        v = v << 6 | (p[i] & 0x3f);
    }
    if (v < least[len] || v > 0x10ffff || (v >= 0xd800 && v <= 0xdfff))
        return 1;
    *c = v;
    return len;
}

void utf8_put(struct buf *out, uint32_t c)
{
    char b[4];
    size_t n;
    if (c < 0x80) {
        b[0] = (char)c, n = 1;
    } else if (c < 0x800) {
        b[0] = (char)(0xc0 | c >> 6), b[1] = (char)(0x80 | (c & 0x3f)), n = 2;
    } else if (c < 0x10000) {
        b[0] = (char)(0xe0 | c >> 12), b[1] = (char)(0x80 | (c >> 6 & 0x3f));
        b[2] = (char)(0x80 | (c & 0x3f)), n = 3;
    } else {
        b[0] = (char)(0xf0 | c >> 18), b[1] = (char)(0x80 | (c >> 12 & 0x3f));
        b[2] = (char)(0x80 | (c >> 6 & 0x3f)), b[3] = (char)(0x80 | (c & 0x3f)), n = 4;
    }
    buf_add(out, b, n);
}

static bool is_bad_byte(const char *p, size_t n, size_t len, uint32_t c)
{
    return c == 0xfffd && !(len == 3 && n >= 3 && memcmp(p, "\xef\xbf\xbd", 3) == 0);
}

bool utf8_valid(struct slice s)
{
    for (size_t i = 0; i < s.n;) {
        uint32_t c;
        size_t len = utf8_next(s.p + i, s.n - i, &c);
        if (is_bad_byte(s.p + i, s.n - i, len, c))
            return false;
        i += len;
    }
    return true;
}

static bool is_control(uint32_t c)
{
    return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c < 0xa0) ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069); /* bidi overrides */
}

void utf8_clean(struct slice s, struct buf *out)
{
    for (size_t i = 0; i < s.n;) {
        uint32_t c;
        size_t len = utf8_next(s.p + i, s.n - i, &c);
        if (c == '\r') {
            if (i + 1 >= s.n || s.p[i + 1] != '\n')
                buf_char(out, '\n');
        } else if (c == 0 || c == 0xfeff) {
            /* dropped */
        } else {
            utf8_put(out, is_control(c) ? 0xfffd : c);
        }
        i += len;
    }
}

/* --- folding ------------------------------------------------------------------------------- */

/* Latin-1 and Latin Extended-A to plain capitals; '.' where there is no such letter. */
static const char latin1[] = "AAAAAA.CEEEEIIIIDNOOOOO.OUUUUY..AAAAAA.CEEEEIIIIDNOOOOO.OUUUUY.Y";
static const char latin_a[] = "AAAAAACCCCCCCCDDDDEEEEEEEEEEGGGGGGGGHHHHIIIIIIIIII..JJKKKLLLLLLLLLL"
                              "NNNNNNNNNOOOOOO..RRRRRRSSSSSSSSTTTTTTUUUUUUUUUUUUWWYYYZZZZZZS";

static const struct {
    uint32_t from;
    const char *to;
} folds[] = {
    {0x00bc, "1/4"}, {0x00bd, "1/2"}, {0x00be, "3/4"}, {0x00c6, "AE"}, {0x00d7, "X"},
    {0x00df, "SS"},  {0x00e6, "AE"},  {0x0152, "OE"},  {0x0153, "OE"}, {0x2018, "'"},
    {0x2019, "'"},   {0x201a, "'"},   {0x201b, "'"},   {0x201c, "\""}, {0x201d, "\""},
    {0x201e, "\""},  {0x00ab, "\""},  {0x00bb, "\""},  {0x2032, "'"},  {0x2044, "/"},
    {0x2212, "-"},   {0x2215, "/"},   {0x2026, "..."}, {0x25b2, "T"},  {0x25a0, "S"},
    {0x25cf, "C"},   {0x2192, "->"},
};

static const char *fold_one(uint32_t c, char tmp[2])
{
    tmp[1] = '\0';
    if (c >= 0xc0 && c <= 0xff && latin1[c - 0xc0] != '.') {
        tmp[0] = latin1[c - 0xc0];
        return tmp;
    }
    if (c >= 0x100 && c < 0x100 + sizeof latin_a - 1 && latin_a[c - 0x100] != '.') {
        tmp[0] = latin_a[c - 0x100];
        return tmp;
    }
    if (c == 0xa0 || c == 0x202f || c == 0x3000 || (c >= 0x2000 && c <= 0x200a))
        return " ";
    if (c == 0x200b || c == 0x200c || c == 0x200d || c == 0x2060 || c == 0xad ||
        (c >= 0x300 && c <= 0x36f)) /* invisible, or an accent of its own */
        return "";
    if (c >= 0x2010 && c <= 0x2015)
        return "-";
    for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++)
        if (folds[i].from == c)
            return folds[i].to;
    return NULL;
}

void utf8_fold(struct slice s, struct buf *out)
{
    for (size_t i = 0; i < s.n;) {
        uint32_t c, next = 0;
        char tmp[2];
        size_t len = utf8_next(s.p + i, s.n - i, &c);
        if (c < 0x80) {
            /* 1½ is three halves */
            if (c == '1' && i + 1 < s.n && utf8_next(s.p + i + 1, s.n - i - 1, &next) == 2 &&
                next == 0xbd) {
                buf_str(out, "3/2");
                i += 3;
                continue;
            }
            buf_char(out, c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : (char)c);
        } else {
            const char *f = fold_one(c, tmp);
            if (f)
                buf_str(out, f);
            else
                utf8_put(out, c);
        }
        i += len;
    }
}

/* --- white space --------------------------------------------------------------------------- */

bool utf8_white(uint32_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200f) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
           c == 0x205f || c == 0x2060 || c == 0x3000 || c == 0xfeff;
}

struct slice utf8_trim(struct slice s)
{
    uint32_t c;
    while (s.n) {
        size_t len = utf8_next(s.p, s.n, &c);
        if (!utf8_white(c))
            break;
        s.p += len;
        s.n -= len;
    }
    while (s.n) {
        size_t len = 1;
        while (len < s.n && len < 4 && ((unsigned char)s.p[s.n - len] & 0xc0) == 0x80)
            len++;
        utf8_next(s.p + s.n - len, len, &c);
        if (!utf8_white(c))
            break;
        s.n -= len;
    }
    return s;
}

/* --- width --------------------------------------------------------------------------------- */

static size_t width_of(uint32_t c)
{
    if (c < 0x300)
        return 1;
    if (c <= 0x36f || (c >= 0x200b && c <= 0x200f) || c == 0x2060 || (c >= 0xfe00 && c <= 0xfe0f))
        return 0;
    if ((c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
        (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
        (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
        (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) ||
        (c >= 0x20000 && c <= 0x3fffd))
        return 2;
    return 1;
}

size_t utf8_width(struct slice s)
{
    size_t w = 0;
    for (size_t i = 0; i < s.n;) {
        uint32_t c;
        i += utf8_next(s.p + i, s.n - i, &c);
        w += width_of(c);
    }
    return w;
}
