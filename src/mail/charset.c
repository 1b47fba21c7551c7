#include "mail/charset.h"

#include "base/utf8.h"

#include <errno.h>
#include <iconv.h>

/* Invariants
 * 1. iconv_open() is called for names of the table only, once each.
 * 2. Everything that is not in the table is decoded by this file alone. */

enum kind { KIND_UNKNOWN, KIND_UTF8, KIND_LATIN, KIND_UTF16, KIND_BYTE, KIND_MULTI };

struct charset {
    const char *label; /* small letters and digits only, as plain_label() makes it */
    enum kind kind;
    const char *name; /* iconv's, or NULL for our own */
    iconv_t cd;
    bool tried, open;
};

#define OWN(label, kind)                                                                           \
    {                                                                                              \
        label, kind, NULL, NULL, false, false                                                      \
    }
#define BYTE(label, name)                                                                          \
    {                                                                                              \
        label, KIND_BYTE, name, NULL, false, false                                                 \
    }
#define MULTI(label, name)                                                                         \
    {                                                                                              \
        label, KIND_MULTI, name, NULL, false, false                                                \
    }

static struct charset charsets[] = {
    OWN("utf8", KIND_UTF8),
    OWN("usascii", KIND_LATIN),
    OWN("ascii", KIND_LATIN),
    OWN("ansix341968", KIND_LATIN),
    OWN("iso88591", KIND_LATIN),
    OWN("iso885911987", KIND_LATIN),
    OWN("latin1", KIND_LATIN),
    OWN("windows1252", KIND_LATIN),
    OWN("cp1252", KIND_LATIN),
    OWN("utf16", KIND_UTF16),
    OWN("utf16le", KIND_UTF16),
    OWN("utf16be", KIND_UTF16),
    OWN("ucs2", KIND_UTF16),
    BYTE("iso88592", "ISO-8859-2"),
    BYTE("latin2", "ISO-8859-2"),
    BYTE("iso88593", "ISO-8859-3"),
    BYTE("iso88594", "ISO-8859-4"),
    BYTE("iso88595", "ISO-8859-5"),
    BYTE("iso88596", "ISO-8859-6"),
    BYTE("iso88597", "ISO-8859-7"),
    BYTE("iso88598", "ISO-8859-8"),
    BYTE("iso88598i", "ISO-8859-8"),
    BYTE("iso88599", "ISO-8859-9"),
    BYTE("iso885910", "ISO-8859-10"),
    BYTE("iso885913", "ISO-8859-13"),
    BYTE("iso885914", "ISO-8859-14"),
    BYTE("iso885915", "ISO-8859-15"),
    BYTE("latin9", "ISO-8859-15"),
    BYTE("iso885916", "ISO-8859-16"),
    BYTE("windows1250", "CP1250"),
    BYTE("windows1251", "CP1251"),
    BYTE("cp1251", "CP1251"),
    BYTE("windows1253", "CP1253"),
    BYTE("windows1254", "CP1254"),
    BYTE("windows1255", "CP1255"),
    BYTE("windows1256", "CP1256"),
    BYTE("windows1257", "CP1257"),
    BYTE("windows1258", "CP1258"),
    BYTE("koi8r", "KOI8-R"),
    BYTE("koi8u", "KOI8-U"),
    BYTE("macintosh", "MACINTOSH"),
    BYTE("xmacroman", "MACINTOSH"),
    BYTE("ibm437", "CP437"),
    BYTE("cp437", "CP437"),
    BYTE("ibm850", "CP850"),
    BYTE("cp850", "CP850"),
    BYTE("windows874", "TIS-620"),
    BYTE("tis620", "TIS-620"),
    MULTI("gb2312", "GBK"),
    MULTI("gbk", "GBK"),
    MULTI("gb18030", "GB18030"),
    MULTI("big5", "BIG5-HKSCS"),
    MULTI("big5hkscs", "BIG5-HKSCS"),
    MULTI("shiftjis", "CP932"),
    MULTI("sjis", "CP932"),
    MULTI("windows31j", "CP932"),
    MULTI("eucjp", "EUC-JP"),
    MULTI("iso2022jp", "ISO-2022-JP"),
    MULTI("euckr", "CP949"),
    MULTI("ksc56011987", "CP949"),
    MULTI("iso2022kr", "ISO-2022-KR"),
    MULTI("utf7", "UTF-7"),
};

enum { CHARSETS = sizeof charsets / sizeof charsets[0] };

/* windows-1252 between 0x80 and 0x9f; 0 where it has nothing. */
static const uint16_t windows[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

static void put_windows(unsigned char c, struct buf *out)
{
    uint32_t u = c;
    if (c >= 0x80 && c < 0xa0)
        u = windows[c - 0x80] ? windows[c - 0x80] : 0xfffd;
    utf8_put(out, u);
}

static void decode_windows(struct slice s, struct buf *out)
{
    for (size_t i = 0; i < s.n; i++)
        put_windows((unsigned char)s.p[i], out);
}

/* UTF-8 where it is valid; each other byte is taken for windows-1252: quoted text pasted from
 * elsewhere, or a label that is wrong altogether. */
static void decode_mixed(struct slice s, struct buf *out)
{
    for (size_t i = 0; i < s.n;) {
        uint32_t c;
        size_t len = utf8_next(s.p + i, s.n - i, &c);
        if (len == 1 && c == 0xfffd)
            put_windows((unsigned char)s.p[i], out);
        else
            buf_add(out, s.p + i, len);
        i += len;
    }
}

static void decode_utf16(struct slice s, bool big, struct buf *out)
{
    uint32_t high = 0;
    for (size_t i = 0; i + 1 < s.n; i += 2) {
        unsigned char a = (unsigned char)s.p[i], b = (unsigned char)s.p[i + 1];
        uint32_t c = big ? (uint32_t)a << 8 | b : (uint32_t)b << 8 | a;
        if (c >= 0xdc00 && c < 0xe000 && high) {
            utf8_put(out, 0x10000 + ((high - 0xd800) << 10) + (c - 0xdc00));
            high = 0;
            continue;
        }
        if (high)
            utf8_put(out, 0xfffd);
        high = c >= 0xd800 && c < 0xdc00 ? c : 0;
        if (!high)
            utf8_put(out, c >= 0xdc00 && c < 0xe000 ? 0xfffd : c);
    }
    if (high || s.n % 2)
        utf8_put(out, 0xfffd);
}

enum shape { SHAPE_OTHER, SHAPE_UTF8, SHAPE_LITTLE, SHAPE_BIG };

/* What the bytes look like by themselves: a byte order mark, or every other byte a NUL. */
static enum shape shape_of(struct slice s)
{
    const unsigned char *p = (const unsigned char *)s.p;
    size_t even = 0, odd = 0, look = s.n < 1000 ? s.n : 1000;
    if (s.n >= 3 && p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf)
        return SHAPE_UTF8;
    if (s.n >= 2 && p[0] == 0xff && p[1] == 0xfe)
        return SHAPE_LITTLE;
    if (s.n >= 2 && p[0] == 0xfe && p[1] == 0xff)
        return SHAPE_BIG;
    for (size_t i = 0; i < look; i++)
        if (p[i] == 0)
            *(i % 2 ? &odd : &even) += 1;
    if (look >= 4 && odd > look / 5 && even < look / 50 + 1)
        return SHAPE_LITTLE;
    if (look >= 4 && even > look / 5 && odd < look / 50 + 1)
        return SHAPE_BIG;
    return SHAPE_OTHER;
}

/* No control characters but those of lines: then it cannot be UTF-16 of any script. */
static bool is_plain(struct slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((unsigned char)s.p[i] < 0x20 && !strchr("\t\r\n\f", s.p[i] ? s.p[i] : 1))
            return false;
    return true;
}

static void plain_label(struct slice label, char plain[32])
{
    size_t n = 0;
    for (size_t i = 0; i < label.n && n < 31; i++) {
        char c = label.p[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            plain[n++] = c;
    }
    plain[n] = '\0';
}

static struct charset *find(struct slice label)
{
    char plain[32];
    plain_label(label, plain);
    for (int i = 0; i < CHARSETS; i++)
        if (strcmp(charsets[i].label, plain) == 0)
            return &charsets[i];
    return NULL;
}

static bool opened(struct charset *c)
{
    if (!c->tried) {
        c->tried = true;
        c->cd = iconv_open("UTF-8", c->name);
        c->open = c->cd != (iconv_t)-1;
    }
    return c->open;
}

void mail_charset_preload(void)
{
    for (int i = 0; i < CHARSETS; i++)
        if (charsets[i].name)
            opened(&charsets[i]);
}

static void decode_iconv(struct charset *c, struct slice s, struct buf *out)
{
    char chunk[4096], *in = (char *)(uintptr_t)s.p;
    size_t left = s.n;
    iconv(c->cd, NULL, NULL, NULL, NULL);
    while (left) {
        char *to = chunk;
        size_t room = sizeof chunk, before = left;
        size_t r = iconv(c->cd, &in, &left, &to, &room);
        int why = errno;
        buf_add(out, chunk, (size_t)(to - chunk));
        if (r != (size_t)-1 || (why == E2BIG && (to > chunk || left < before)))
            continue;
        utf8_put(out, 0xfffd);
        if (why == EINVAL) /* cut off in the middle of a character */
            break;
        in++;
        left--;
    }
}

void mail_charset_decode(struct slice label, struct slice bytes, struct buf *out)
{
    if (bytes.n == 0)
        return;
    struct charset *c = find(label);
    enum kind kind = c ? c->kind : KIND_UNKNOWN;
    enum shape shape = shape_of(bytes);
    bool multi = kind == KIND_MULTI && opened(c);
    if (shape == SHAPE_LITTLE || shape == SHAPE_BIG)
        decode_utf16(bytes, shape == SHAPE_BIG, out);
    else if (multi)
        decode_iconv(c, bytes, out);
    else if (utf8_valid(bytes) && (kind != KIND_UTF16 || is_plain(bytes)))
        buf_slice(out, bytes);
    else if (kind == KIND_UTF16)
        decode_utf16(bytes, strcmp(c->label, "utf16le") != 0, out);
    else if (kind == KIND_UTF8 || shape == SHAPE_UTF8)
        decode_mixed(bytes, out);
    else if (kind == KIND_BYTE && opened(c))
        decode_iconv(c, bytes, out);
    else
        decode_windows(bytes, out);
}
