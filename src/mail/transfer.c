#include "mail/transfer.h"

#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int base64_value(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

void mail_base64_decode(struct slice s, struct buf *out)
{
    char chunk[3 * 256];
    size_t n = 0;
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < s.n; i++) {
        int v = base64_value((unsigned char)s.p[i]);
        if (v < 0) {
            if (s.p[i] == '=') /* the end, or two encoded texts glued together */
                have = 0;
            continue;
        }
        bits = bits << 6 | (uint32_t)v;
        have += 6;
        if (have >= 8) {
            have -= 8;
            chunk[n++] = (char)(bits >> have);
            if (n == sizeof chunk) {
                buf_add(out, chunk, n);
                n = 0;
            }
        }
    }
    buf_add(out, chunk, n);
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* The byte that "=XX" at s.p[i] stands for, or -1. */
static int escaped(struct slice s, size_t i)
{
    if (i + 2 >= s.n)
        return -1;
    int high = hex_value(s.p[i + 1]), low = hex_value(s.p[i + 2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

/* Length of a soft line break ("=", blanks, line end) at s.p[i], or 0. */
static size_t soft_break(struct slice s, size_t i)
{
    size_t j = i + 1;
    while (j < s.n && (s.p[j] == ' ' || s.p[j] == '\t'))
        j++;
    if (j < s.n && s.p[j] == '\r')
        j++;
    if (j < s.n && s.p[j] == '\n')
        return j + 1 - i;
    return j == s.n ? j - i : 0; /* "=" at the very end */
}

void mail_qp_decode(struct slice s, struct buf *out)
{
    size_t i = 0;
    while (i < s.n) {
        const char *eq = memchr(s.p + i, '=', s.n - i);
        size_t plain = eq ? (size_t)(eq - s.p) - i : s.n - i;
        buf_add(out, s.p + i, plain);
        i += plain;
        if (i == s.n)
            break;
        int c = escaped(s, i);
        size_t skip = c < 0 ? soft_break(s, i) : 3;
        if (c >= 0)
            buf_char(out, (char)c);
        else if (skip == 0)
            buf_char(out, '=');
        i += skip ? skip : 1;
    }
}

void mail_q_decode(struct slice s, struct buf *out)
{
    for (size_t i = 0; i < s.n; i++) {
        int c = s.p[i] == '=' ? escaped(s, i) : -1;
        if (c >= 0) {
            buf_char(out, (char)c);
            i += 2;
        } else {
            buf_char(out, s.p[i] == '_' ? ' ' : s.p[i]);
        }
    }
}

/* At most 57 bytes to 76 characters. */
static size_t base64_line(const unsigned char *p, size_t n, char line[80])
{
    size_t at = 0, i = 0;
    for (; i + 2 < n; i += 3) {
        uint32_t v = (uint32_t)p[i] << 16 | (uint32_t)p[i + 1] << 8 | p[i + 2];
        line[at++] = digits[v >> 18];
        line[at++] = digits[v >> 12 & 63];
        line[at++] = digits[v >> 6 & 63];
        line[at++] = digits[v & 63];
    }
    if (i < n) {
        uint32_t v = (uint32_t)p[i] << 16 | (i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0);
        line[at++] = digits[v >> 18];
        line[at++] = digits[v >> 12 & 63];
        line[at++] = i + 1 < n ? digits[v >> 6 & 63] : '=';
        line[at++] = '=';
    }
    return at;
}

void mail_base64_encode(struct slice s, struct buf *out)
{
    char line[80];
    for (size_t i = 0; i < s.n; i += 57) {
        size_t n = s.n - i < 57 ? s.n - i : 57;
        size_t at = base64_line((const unsigned char *)s.p + i, n, line);
        line[at++] = '\r';
        line[at++] = '\n';
        buf_add(out, line, at);
    }
}

void mail_base64_word(struct slice s, struct buf *out)
{
    char line[80];
    for (size_t i = 0; i < s.n; i += 57) {
        size_t n = s.n - i < 57 ? s.n - i : 57;
        buf_add(out, line, base64_line((const unsigned char *)s.p + i, n, line));
    }
}

enum { QP_WIDTH = 76 };

/* What stays itself anywhere but at the ends of a line. */
static const bool qp_plain[256] = {
    ['\t'] = true, [' ' ... '<'] = true, ['>' ... '~'] = true,
};

/* One line without its end. The chunk holds the output line being made. */
static void qp_line(struct slice s, struct buf *out)
{
    static const char hex[] = "0123456789ABCDEF";
    char line[QP_WIDTH + 4];
    size_t at = 0;
    bool from = s.n >= 5 && memcmp(s.p, "From ", 5) == 0;
    for (size_t i = 0; i < s.n; i++) {
        /* Most of a letter is this: inside a line, itself, and with room behind it. */
        size_t room = at ? QP_WIDTH - 1 - at : 0, run = 0;
        room = room < s.n - 1 - i ? room : s.n - 1 - i;
        while (run < room && qp_plain[(unsigned char)s.p[i + run]])
            run++;
        memcpy(line + at, s.p + i, run);
        at += run;
        i += run;
        unsigned char c = (unsigned char)s.p[i];
        bool last = i + 1 == s.n;
        bool plain = c >= 33 && c <= 126 ? c != '=' : (c == ' ' || c == '\t') && !last;
        if (at == 0 && (c == '.' || (from && i == 0)))
            plain = false;
        size_t need = plain ? 1 : 3;
        if (at + need > (last ? QP_WIDTH : QP_WIDTH - 1)) {
            memcpy(line + at, "=\r\n", 3);
            buf_add(out, line, at + 3);
            at = 0;
            if (c == '.') {
                plain = false;
            }
        }
        if (plain) {
            line[at++] = (char)c;
        } else {
            line[at++] = '=';
            line[at++] = hex[c >> 4];
            line[at++] = hex[c & 15];
        }
    }
    line[at++] = '\r';
    line[at++] = '\n';
    buf_add(out, line, at);
}

void mail_qp_encode(struct slice s, struct buf *out)
{
    if (s.n && s.p[s.n - 1] == '\n') /* its end is the end of a line, not the start of one */
        s.n--;
    while (s.p) {
        struct slice line = slice_cut(&s, '\n');
        if (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        qp_line(line, out);
    }
}
