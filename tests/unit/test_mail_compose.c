/* Outgoing letters: what is composed is read back the same, and nothing can be smuggled in. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mail/compose.h"
#include "mail/encode.h"
#include "mail/reader.h"
#include "mail/transfer.h"

#include <stdio.h>

static const char *const references[] = {"g1.10.2@cards.example", "g1.11.2@cards.example"};
static const struct attachment files[] = {
    {"application/json", "report.json", {"{\"turn\": 12}\n", 13}},
    {"application/octet-stream",
     "été à la plage, compte rendu complet de la partie numéro 12.bin",
     {"\0\1\2\xff", 4}},
};

static struct draft sample(void)
{
    return (struct draft){
        .from = "house@cards.example",
        .from_name = "Courtier, à la maison",
        .to = "alice@example.org",
        .to_name = "Martin, Alice \"Al\"",
        .reply_to = "house+g1.2.12.abcdefghijklmnop@cards.example",
        .subject = "[g1] Tour 12 : à vous de jouer, Éloïse — le marché de l’acier est ouvert",
        .message_id = "g1.12.2@cards.example",
        .in_reply_to = "alice.1@example.org",
        .references = references,
        .nreferences = 2,
        .list_id = "g1.cards.example",
        .list_unsubscribe = "house+g1.leave@cards.example",
        .date = 1770000000,
        .answer = true,
        .text =
            slice_of("Bonjour Éloïse,\n\nPRENDRE ACIER-AD\n  indented\nFrom here\n.dot\n> quote\n"),
        .html = slice_of("<p>Bonjour Éloïse,</p>\n<p>PRENDRE ACIER-AD</p>\n"),
        .attachments = files,
        .nattachments = 2,
    };
}

static void compose(const struct draft *d, struct buf *out)
{
    struct fault fault;
    assert_int_equal(mail_compose(d, out, &fault), 0);
}

/* CRLF only, 7 bits, lines of at most 78 (998 is the law). */
static void check_bytes(struct slice s)
{
    size_t column = 0;
    for (size_t i = 0; i < s.n; i++) {
        assert_true((unsigned char)s.p[i] < 0x80 && s.p[i] != '\0');
        if (s.p[i] == '\n')
            assert_true(i && s.p[i - 1] == '\r');
        if (s.p[i] == '\r')
            assert_true(i + 1 < s.n && s.p[i + 1] == '\n');
        column = s.p[i] == '\n' ? 0 : column + 1;
        if (column > 79) /* 78 and the CR */
            fail_msg("long line: %.*s", (int)column, s.p + i + 1 - column);
    }
}

static bool has(const struct buf *b, const char *what)
{
    return memmem(b->p, b->n, what, strlen(what)) != NULL;
}

static void read_back(const struct buf *b, struct arena *arena, struct letter *letter)
{
    assert_int_equal(mail_parse(buf_all(b), arena, letter), READER_OK);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct arena arena = ARENA(8 << 20);
    struct buf out = BUF(1 << 20);
    struct draft d = sample();
    struct letter l;
    compose(&d, &out);
    check_bytes(buf_all(&out));
    read_back(&out, &arena, &l);
    assert_string_equal(l.from, d.from);
    assert_string_equal(l.from_name, d.from_name);
    assert_string_equal(l.reply_to, d.reply_to);
    assert_int_equal(l.nto, 1);
    assert_string_equal(l.to[0], d.to);
    assert_string_equal(l.subject, d.subject);
    assert_string_equal(l.message_id, d.message_id);
    assert_string_equal(l.in_reply_to, d.in_reply_to);
    assert_int_equal(l.nreferences, 2);
    assert_string_equal(l.references[1], references[1]);
    assert_true(l.auto_submitted && l.courtier && l.bulk);
    assert_memory_equal(l.text, d.text.p, d.text.n);
    assert_int_equal(strlen(l.text), d.text.n);
    buf_free(&out);
    arena_free(&arena);
}

static void test_headers(void **state)
{
    (void)state;
    struct buf out = BUF(1 << 20);
    struct draft d = sample();
    compose(&d, &out);
    assert_true(has(&out, "\r\nIn-Reply-To: <alice.1@example.org>\r\n"));
    assert_true(has(&out, "\r\nReferences: <g1.10.2@cards.example>"));
    assert_true(has(&out, "\r\nList-Id: <g1.cards.example>\r\n"));
    assert_true(has(&out, "\r\nList-Unsubscribe: "));
    assert_true(has(&out, " <mailto:house+g1.leave@cards.example?subject=unsubscribe>\r\n"));
    assert_true(has(&out, "\r\nAuto-Submitted: auto-replied\r\n"));
    assert_true(has(&out, "\r\nX-Courtier: "));
    assert_true(has(&out, "\r\nMIME-Version: 1.0\r\n"));
    assert_true(has(&out, "Date: Mon, 2 Feb 2026 02:40:00 +0000\r\n"));
    assert_true(has(&out, "format=\"flowed\"") || has(&out, "format=flowed"));
    assert_true(has(&out, "filename=\"report.json\""));
    assert_true(has(&out, "filename*0*=UTF-8''%C3%A9t%C3%A9%20%C3%A0%20la%20plage%2C"));
    assert_true(has(&out, "filename*1*="));
    buf_clear(&out);
    d.answer = false;
    d.in_reply_to = d.list_id = d.list_unsubscribe = d.reply_to = NULL;
    d.nreferences = 0;
    compose(&d, &out);
    assert_true(has(&out, "\r\nAuto-Submitted: auto-generated\r\n"));
    assert_false(has(&out, "In-Reply-To") || has(&out, "References") || has(&out, "List-") ||
                 has(&out, "Reply-To"));
    buf_free(&out);
}

static void test_same_bytes(void **state)
{
    (void)state;
    struct buf one = BUF(1 << 20), two = BUF(1 << 20);
    struct draft d = sample();
    compose(&d, &one);
    compose(&d, &two);
    assert_true(slice_eq(buf_all(&one), buf_all(&two)));
    buf_clear(&two);
    d.message_id = "g1.12.3@cards.example";
    compose(&d, &two);
    assert_false(slice_eq(buf_all(&one), buf_all(&two)));
    buf_free(&one);
    buf_free(&two);
}

static void test_shapes(void **state)
{
    (void)state;
    struct arena arena = ARENA(8 << 20);
    struct buf out = BUF(1 << 20);
    struct draft d = sample();
    struct letter l;
    d.nattachments = 0;
    compose(&d, &out);
    assert_true(has(&out, "multipart/alternative") && !has(&out, "multipart/mixed"));
    buf_clear(&out);
    d.html = (struct slice){NULL, 0};
    d.text = slice_of("PASS\n");
    compose(&d, &out);
    assert_false(has(&out, "multipart/"));
    assert_true(has(&out, "\r\n\r\nPASS\r\n"));
    read_back(&out, &arena, &l);
    assert_string_equal(l.text, "PASS\n");
    buf_clear(&out);
    d.text = (struct slice){NULL, 0};
    d.subject = NULL;
    d.to_name = "";
    compose(&d, &out);
    read_back(&out, &arena, &l);
    assert_string_equal(l.text, "");
    buf_free(&out);
    arena_free(&arena);
}

static void refused(struct draft d, const char *what)
{
    struct buf out = BUF(1 << 20);
    struct fault fault = {0};
    if (mail_compose(&d, &out, &fault) != -1)
        fail_msg("not refused: %s", what);
    assert_int_equal(fault.exit, EX_DATAERR);
    assert_int_equal(out.n, 0);
    buf_free(&out);
}

static void test_injection(void **state)
{
    (void)state;
    struct draft d = sample();
    static const char *const bad_refs[] = {"ok@x", "a>\r\nBcc: <b@c"};
    static const struct attachment bad_name[] = {{"text/plain", "a\r\nb", {"", 0}}};
    static const struct attachment bad_type[] = {{"text/plain\r\nX: y", "a", {"", 0}}};
#define REFUSED(field, value)                                                                      \
    do {                                                                                           \
        d = sample();                                                                              \
        d.field = (value);                                                                         \
        refused(d, #field);                                                                        \
    } while (0)
    REFUSED(subject, "hello\r\nBcc: victim@example.org");
    REFUSED(subject, "hello\nBcc: victim@example.org");
    REFUSED(subject, "bell \a");
    REFUSED(subject, "not utf-8 \xff");
    REFUSED(from_name, "Alice\r\nX: y");
    REFUSED(to_name, "Alice\nX: y");
    REFUSED(from, "a@b.example\r\nX: y");
    REFUSED(from, NULL);
    REFUSED(to, "a@b.example, c@d.example");
    REFUSED(to, "a b@c.example");
    REFUSED(to, "\"a\"@c.example");
    REFUSED(to, NULL);
    REFUSED(reply_to, "a@b.example>");
    REFUSED(message_id, "a@b>\r\nX: y");
    REFUSED(message_id, "");
    REFUSED(in_reply_to, "a b@c");
    REFUSED(references, bad_refs);
    REFUSED(list_id, "x>\r\nX: y");
    REFUSED(list_unsubscribe, "a@b.example?subject=x");
    REFUSED(attachments, bad_name); /* nattachments is 2, the first one is refused */
    REFUSED(attachments, bad_type);
#undef REFUSED
}

/* A text that holds the letter's own boundary does not end the part. */
static void test_boundary(void **state)
{
    (void)state;
    struct arena arena = ARENA(8 << 20);
    struct buf out = BUF(1 << 20), text = BUF(4096);
    struct draft d = sample();
    struct letter l;
    compose(&d, &out);
    const char *mark = memmem(out.p, out.n, "\r\n--=_", 6);
    assert_non_null(mark);
    buf_printf(&text, "PASS\n%.22s\nContent-Type: text/plain\n\nTAKE\n", mark + 2);
    for (int i = 1; i <= 2; i++) {
        text.p[text.n - 1] = '\n';
        d.text = buf_all(&text);
        text.p[5 + 21] = (char)('0' + i);
        buf_clear(&out);
        compose(&d, &out);
        read_back(&out, &arena, &l);
        assert_string_equal(l.text, buf_text(&text));
    }
    buf_free(&out);
    buf_free(&text);
    arena_free(&arena);
}

/* Long lines, long words, many accents, other scripts. */
static void test_texts(void **state)
{
    (void)state;
    struct arena arena = ARENA(8 << 20);
    struct buf out = BUF(1 << 20), text = BUF(1 << 20);
    struct draft d = sample();
    struct letter l;
    for (int i = 0; i < 200; i++)
        buf_str(&text, i % 7 ? "mot " : "été   ");
    buf_str(&text, "fin\n-- ");
    for (int i = 0; i < 2000; i++)
        buf_char(&text, 'x');
    buf_str(&text, "\n-- \n=3D = =\n");
    for (int i = 0; i < 100; i++)
        buf_str(&text, "山");
    buf_str(&text, "\n");
    d.text = d.html = buf_all(&text);
    d.subject = "山田花子の注文山田花子の注文山田花子の注文山田花子の注文山田花子の注文";
    d.from_name = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    compose(&d, &out);
    check_bytes(buf_all(&out));
    read_back(&out, &arena, &l);
    assert_string_equal(l.text, buf_text(&text));
    assert_string_equal(l.subject, d.subject);
    assert_string_equal(l.from_name, d.from_name);
    buf_clear(&out);
    d.text = slice_of("山田花子の注文\n");
    d.subject = "=?utf-8?Q?not_a_word?=";
    compose(&d, &out);
    read_back(&out, &arena, &l);
    assert_string_equal(l.text, "山田花子の注文\n");
    assert_string_equal(l.subject, d.subject);
    buf_free(&out);
    buf_free(&text);
    arena_free(&arena);
}

static void test_addresses(void **state)
{
    (void)state;
    static const char *const good[] = {"a@b", "alice@example.org", "o'hara+x.y_z@mail-1.example",
                                       "house+g1.2.12.abcdefghijklmnop@cards.example"};
    static const char *const wrong[] = {
        "",       "a",       "@b",    "a@",      "a@b@c",       "a b@c", "a@b c",
        "a@b..c", "a@.b",    "a@b.",  "\"a\"@b", "a@[1.2.3.4]", "é@b",   "a@é.fr",
        "a\n@b",  "a@b\r\n", "<a@b>", "a,b@c",   "a(x)@b",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(mail_address_ok(slice_of(good[i])));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(mail_address_ok(slice_of(wrong[i])));
    char longest[300];
    snprintf(longest, sizeof longest, "a@%0252d", 0);
    assert_true(mail_address_ok(slice_of(longest)));
    snprintf(longest, sizeof longest, "a@%0253d", 0);
    assert_false(mail_address_ok(slice_of(longest)));
    assert_false(mail_address_ok((struct slice){"a\0@b", 4}));
}

static void split(const char *s, const char *name, const char *address)
{
    struct slice n, a;
    if (!address) {
        assert_false(mail_address_split(slice_of(s), &n, &a));
        return;
    }
    assert_true(mail_address_split(slice_of(s), &n, &a));
    assert_true(slice_is(n, name));
    assert_true(slice_is(a, address));
}

static void test_split(void **state)
{
    (void)state;
    split("Alice Martin <alice@Example.org>", "Alice Martin", "alice@Example.org");
    split(" alice@example.org ", "", "alice@example.org");
    split("<alice@example.org>", "", "alice@example.org");
    split("\"Martin, Alice\" <alice@example.org>", "Martin, Alice", "alice@example.org");
    split("Éloïse < e@example.fr >", "Éloïse", "e@example.fr");
    split("\"a <b@c.example>\" <d@e.example>", "a <b@c.example>", "d@e.example");
    split("Alice", NULL, NULL);
    split("", NULL, NULL);
    split("Alice <alice>", NULL, NULL);
    split("a@b.example, c@d.example", NULL, NULL);
    split("alice@example.org (Alice)", NULL, NULL);
}

static void test_transfer(void **state)
{
    (void)state;
    struct buf coded = BUF(1 << 20), back = BUF(1 << 20);
    unsigned char bytes[600];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37 + 11);
    for (size_t n = 0; n < sizeof bytes; n++) {
        struct slice s = {(const char *)bytes, n};
        buf_clear(&coded);
        buf_clear(&back);
        mail_base64_encode(s, &coded);
        mail_base64_decode(buf_all(&coded), &back);
        assert_true(slice_eq(buf_all(&back), s));
    }
    static const char text[] = "From a\n.b\n. \n \t\né=\n\nFrom b\nx";
    buf_clear(&coded);
    buf_clear(&back);
    mail_qp_encode(slice_of(text), &coded);
    assert_string_equal(buf_text(&coded), "=46rom a\r\n=2Eb\r\n=2E=20\r\n =09\r\n=C3=A9=3D\r\n\r\n"
                                          "=46rom b\r\nx\r\n");
    mail_qp_decode(buf_all(&coded), &back);
    assert_string_equal(buf_text(&back), "From a\r\n.b\r\n. \r\n \t\r\né=\r\n\r\nFrom b\r\nx\r\n");
    buf_free(&coded);
    buf_free(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_headers),
        cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_injection),  cmocka_unit_test(test_boundary),
        cmocka_unit_test(test_texts),      cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_split),      cmocka_unit_test(test_transfer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
