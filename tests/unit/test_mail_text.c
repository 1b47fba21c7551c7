/* The small readers: charsets, flowed text, HTML, header words and parameters. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mail/charset.h"
#include "mail/flowed.h"
#include "mail/header.h"
#include "mail/html.h"

#include <stdlib.h>
#include <time.h>

static void charset(const char *label, struct slice bytes, const char *want)
{
    struct buf out = BUF(4096);
    mail_charset_decode(slice_of(label), bytes, &out);
    assert_string_equal(buf_text(&out), want);
    buf_free(&out);
}

static void test_charset(void **state)
{
    (void)state;
    charset("ISO-8859-1", slice_of("\xe9t\xe9 \x80"), "été €");
    charset("iso-8859-1", slice_of("été"), "été");
    charset("\"ISO_8859-15\"", slice_of("5 \xa4"), "5 €");
    charset("utf-8", slice_of("été \xe9"), "été é");
    charset("UTF8", slice_of("plain"), "plain");
    charset("", slice_of("\xe9"), "é");
    charset("x-nothing", slice_of("été"), "été");
    charset("x-nothing", slice_of("\xe9t\xe9"), "été");
    charset("windows-1251", slice_of("\xcf\xf0\xe8"), "При");
    charset("gb2312", slice_of("\xb6\xa9\xb5\xa5"), "订单");
    charset("iso-2022-jp", slice_of("\x1b$B;3\x1b(B"), "山");
    charset("iso-2022-jp", slice_of("A"), "A"); /* the shift of the text before is forgotten */
    charset("big5", slice_of("\xa4"), "\xef\xbf\xbd");
    charset("utf-16", (struct slice){"\xfe\xff\0A\0B", 6},
            "\xef\xbb\xbf"
            "AB");
    charset("utf-16le", (struct slice){"\x1f\x04\x40\x04", 4}, "Пр");
    charset("utf-16", (struct slice){"\x04\x1f\x04\x40", 4}, "Пр");
    charset("utf-16", slice_of("PASS\r\n"), "PASS\r\n");
    charset("utf-16be", (struct slice){"\xd8\x3d\xde\x00\xd8\x3d", 6}, "😀\xef\xbf\xbd");
    charset("iso-8859-1", (struct slice){"P\0A\0S\0S\0", 8}, "PASS");
    charset("utf-8", (struct slice){NULL, 0}, "");
}

static void joined(const char *s, bool delsp, const char *want)
{
    struct buf out = BUF(4096);
    mail_flowed_join(slice_of(s), delsp, &out);
    assert_string_equal(buf_text(&out), want);
    buf_free(&out);
}

static void test_flowed(void **state)
{
    (void)state;
    joined("a \nb\nc\n", false, "a b\nc\n");
    joined("a \nb\n", true, "ab\n");
    joined("> a \n> b\n>> c \n> d\n", false, "> a b\n>> c \n> d\n");
    joined(" From x\n  two\n", false, "From x\n two\n");
    joined("text \n-- \nname\n", false, "text \n-- \nname\n");
    joined("last ", false, "last \n");
    joined("", false, "\n");
    joined("a \n\nb\n", false, "a \nb\n");
}

static void test_wrap(void **state)
{
    (void)state;
    struct buf text = BUF(1 << 16), wrapped = BUF(1 << 16), back = BUF(1 << 16);
    srand(7);
    for (int i = 0; i < 300; i++) { /* any text without trailing blanks comes back as it was */
        static const char *const bits[] = {
            "word", " ", "  ",
            "-- ",  "é", "From ",
            "\n",   ".", "averylongwordthatgoesonandonandonandonandonandonandon"};
        buf_clear(&text);
        for (int j = 0; j < 60; j++)
            buf_str(&text, bits[rand() % 9]);
        buf_str(&text, "end\n");
        struct slice rest = buf_all(&text);
        struct buf trimmed = BUF(1 << 16);
        while (rest.n) {
            struct slice line = slice_cut(&rest, '\n');
            while (line.n && line.p[line.n - 1] == ' ' && !slice_is(line, "-- "))
                line.n--;
            buf_slice(&trimmed, line);
            buf_char(&trimmed, '\n');
        }
        buf_clear(&wrapped);
        buf_clear(&back);
        mail_flowed_wrap(buf_all(&trimmed), &wrapped);
        mail_flowed_join(buf_all(&wrapped), false, &back);
        assert_string_equal(buf_text(&back), buf_text(&trimmed));
        buf_free(&trimmed);
    }
    buf_free(&text);
    buf_free(&wrapped);
    buf_free(&back);
}

static void html(const char *s, const char *want)
{
    struct buf out = BUF(1 << 16);
    mail_html_text(slice_of(s), &out);
    assert_string_equal(buf_text(&out), want);
    buf_free(&out);
}

static void test_html(void **state)
{
    (void)state;
    html("a<br>b<BR/>c", "a\nb\nc\n");
    html("<div>a</div><div>b</div>", "a\nb\n");
    html("<div>a</div><div><br></div><div>b</div>", "a\n\nb\n");
    html("<p>a</p>\n\n<p>b</p>", "a\n\nb\n");
    html("a<br><br><br><br>b", "a\n\nb\n");
    html("  a \n b&nbsp; c ", "a b  c\n");
    html("<blockquote>a<blockquote>b</blockquote></blockquote>c", "> a\n>> b\nc\n");
    html("</blockquote></div>a", "a\n");
    html("<style>x</style>a<script>\"</p>\"</script>b<title>t</title>", "ab\n");
    html("a<!-- <b>x</b> -->b<![endif]>c<?xml?>d", "abcd\n");
    html("1 < 2 && 3 > 2 &lt;b&gt; R&D", "1 < 2 && 3 > 2 <b> R&D\n");
    html("<a href=\"a>b\">x</a>", "x\n");
    html("<a href=\"a>b", "b\n");
    html("<a href=x", "<a href=x\n");
    html("&eacute;&#233;&#xE9;&#150;&euro;&hellip;", "ééé–€…\n");
    html("<pre>a  b\n c</pre>d", "a  b\n c\nd\n");
    html("<ul><li>a<li>b</ul>", "a\nb\n");
    html("<style>never closed <p>a</p>", "");
    html("", "");
}

/* Text that makes a careless scanner look at everything again and again. */
static void test_html_hostile(void **state)
{
    (void)state;
    static const char *const bits[] = {"<a \"",       "<!--",         "<",         "&",
                                       "<a href=\"'", "<blockquote>", "<a class=", "<style",
                                       "</",          "&#",           "<p x='\">"};
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        struct buf in = BUF(4 << 20), out = BUF(16 << 20);
        while (in.n < 1 << 20)
            buf_str(&in, bits[i]);
        clock_t start = clock();
        mail_html_text(buf_all(&in), &out);
        assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
        buf_free(&in);
        buf_free(&out);
    }
}

static void words(const char *raw, const char *want)
{
    struct buf out = BUF(4096);
    mail_header_text(slice_of(raw), &out);
    assert_string_equal(buf_text(&out), want);
    buf_free(&out);
}

static void test_words(void **state)
{
    (void)state;
    words(" plain  text\r\n folded ", "plain text folded");
    words("=?utf-8?q?=C3=A9t=C3=A9?=", "été");
    words("=?UTF-8?Q?a?= =?UTF-8?Q?b?= c =?UTF-8?Q?d?=", "ab c d");
    words("=?UTF-8?B?4oI=?=\r\n =?UTF-8?B?rA==?=", "€");
    words("=?iso-8859-1?Q?a_b=5Fc?=", "a b_c");
    words("=?utf-8?Q?no end", "=?utf-8?Q?no end");
    words("=?utf-8?X?abc?=", "=?utf-8?X?abc?=");
    words("=??Q?abc?=", "=??Q?abc?=");
    words("a =?utf-8?Q?=0A=0Db?=", "a b");
    words("", "");
}

static void param(const char *value, const char *name, const char *want)
{
    char got[64];
    assert_int_equal(mail_header_param(slice_of(value), name, got, sizeof got), want != NULL);
    assert_string_equal(got, want ? want : "");
}

static void test_params(void **state)
{
    (void)state;
    param("text/plain; charset=utf-8", "charset", "utf-8");
    param("text/plain;\r\n\tCharSet=\"utf-8\" ; format=flowed", "charset", "utf-8");
    param("text/plain;charset = (comment; x=y) utf-8", "charset", "utf-8");
    param("text/plain; name=\"a;charset=b\"; charset=c", "charset", "c");
    param("text/plain; name=\"a\\\"b\"", "name", "a\"b");
    param("text/plain; filename*0*=UTF-8''x; filename*1*=y", "filename", "UTF-8''x");
    param("text/plain; charset", "charset", "");
    param("text/plain;;;", "charset", NULL);
    param("text/plain; charset=\"open", "charset", "open");
    param("text/plain; "
          "charset=0123456789012345678901234567890123456789012345678901234567890123456789",
          "charset", "012345678901234567890123456789012345678901234567890123456789012");
}

static void boxes(const char *value, const char *want)
{
    struct slice rest = slice_of(value);
    struct mail_mailbox box;
    struct buf out = BUF(4096);
    while (mail_header_mailbox(&rest, &box))
        buf_printf(&out, "[%.*s|%s]", (int)box.name.n, box.name.p ? box.name.p : "", box.address);
    assert_string_equal(buf_text(&out), want);
    buf_free(&out);
}

static void test_mailboxes(void **state)
{
    (void)state;
    boxes("a@B.org", "[|a@b.org]");
    boxes("A B <a@b.org>, c@d.org", "[A B|a@b.org][|c@d.org]");
    boxes("\"A, B <x@y>\" <a@b.org>", "[A, B <x@y>|a@b.org]");
    boxes("a@b.org (A (nested) B)", "[A (nested) B|a@b.org]");
    boxes("group: a@b.org, C <c@d.org>; e@f.org", "[|a@b.org][C|c@d.org][|e@f.org]");
    boxes("group: C <c@d.org>;", "[C|c@d.org]");
    boxes("<@relay.org:a@b.org>", "[|a@b.org]");
    boxes("broken <a@b.org", "[broken|a@b.org]");
    boxes("\"open <a@b.org>", "[|]");
    boxes("(((((", "[((((|]");
    boxes("undisclosed-recipients:;", "[|]");
    boxes(",,;", "");
    boxes("no address", "[|]");
    boxes("\\", "[|]");
    boxes("\"\\", "[|]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_charset),      cmocka_unit_test(test_flowed),
        cmocka_unit_test(test_wrap),         cmocka_unit_test(test_html),
        cmocka_unit_test(test_html_hostile), cmocka_unit_test(test_words),
        cmocka_unit_test(test_params),       cmocka_unit_test(test_mailboxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
