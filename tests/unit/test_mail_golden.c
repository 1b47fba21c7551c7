/* Every tests/mail/NAME.eml, read in the cage, gives NAME.expect; and mail_parse() in this process
 * gives the same, unless the letter kills the reader. UPDATE=1 rewrites the expectations. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "mail/reader.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const results[] = {"ok", "too big", "broken", "killed"};

static void dump_text(const char *text, struct buf *out)
{
    struct slice rest = slice_of(text);
    while (rest.n) {
        struct slice line = slice_cut(&rest, '\n');
        buf_char(out, '|');
        buf_slice(out, line);
        buf_char(out, '\n');
    }
}

static void dump(enum reading_result result, const struct letter *l, struct buf *out)
{
    buf_printf(out, "result: %s\n", results[result]);
    if (result != READER_OK)
        return;
    buf_printf(out, "from: %s\nfrom-name: %s\nsender: %s\nreply-to: %s\n", l->from, l->from_name,
               l->sender, l->reply_to);
    for (int i = 0; i < l->nto; i++)
        buf_printf(out, "to: %s\n", l->to[i]);
    buf_printf(out, "subject: %s\nmessage-id: %s\nin-reply-to: %s\n", l->subject, l->message_id,
               l->in_reply_to);
    for (int i = 0; i < l->nreferences; i++)
        buf_printf(out, "reference: %s\n", l->references[i]);
    buf_printf(out, "flags:%s%s%s%s%s%s\n", l->auto_submitted ? " auto-submitted" : "",
               l->bulk ? " bulk" : "", l->daemon ? " daemon" : "", l->report ? " report" : "",
               l->courtier ? " courtier" : "", l->truncated ? " truncated" : "");
    if (l->report)
        buf_printf(out, "report: id %s to %s status %s\n", l->report_id, l->report_to,
                   l->report_status);
    if (l->report_reply[0])
        buf_printf(out, "report-reply: %s\n", l->report_reply);
    if (l->vouched[0])
        buf_printf(out, "vouched: %s\n", l->vouched);
    buf_str(out, "text:\n");
    dump_text(l->text, out);
}

static void read_file(const char *path, struct buf *out)
{
    char chunk[4096];
    size_t n;
    FILE *f = fopen(path, "rb");
    if (!f)
        return;
    while ((n = fread(chunk, 1, sizeof chunk, f)))
        buf_add(out, chunk, n);
    fclose(f);
}

static void write_file(const char *path, struct slice s)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(s.p, 1, s.n, f), s.n);
    assert_int_equal(fclose(f), 0);
}

/* 1 when the file does not give what is expected. */
static int check_one(struct mail_reader *reader, const char *dir, const char *name)
{
    struct arena arena = ARENA(16 << 20);
    struct buf bytes = BUF(32 << 20), got = BUF(4 << 20), here = BUF(4 << 20), want = BUF(4 << 20);
    struct letter letter;
    struct fault fault;
    enum reading_result result;
    int wrong = 0;
    const char *expect = arena_printf(&arena, "%s/%s.expect", dir, name);
    read_file(arena_printf(&arena, "%s/%s.eml", dir, name), &bytes);
    assert_int_equal(mail_reader_read(reader, buf_all(&bytes), &arena, &letter, &result, &fault),
                     0);
    dump(result, &letter, &got);
    if (result != READER_KILLED) {
        result = mail_parse(buf_all(&bytes), &arena, &letter);
        dump(result, &letter, &here);
        assert_string_equal(buf_text(&here), buf_text(&got));
    }
    if (getenv("UPDATE")) {
        write_file(expect, buf_all(&got));
    } else {
        read_file(expect, &want);
        if (!slice_eq(buf_all(&got), buf_all(&want))) {
            print_error("%s: expected\n%s\ngot\n%s\n", name, buf_text(&want), buf_text(&got));
            wrong = 1;
        }
    }
    buf_free(&bytes);
    buf_free(&got);
    buf_free(&here);
    buf_free(&want);
    arena_free(&arena);
    return wrong;
}

static void test_golden(void **state)
{
    (void)state;
    const char *top = getenv("TOP_SRCDIR") ? getenv("TOP_SRCDIR") : ".";
    struct arena arena = ARENA(1 << 20);
    struct fault fault;
    struct mail_reader *reader;
    struct dirent **list;
    char *dir = arena_printf(&arena, "%s/tests/mail", top);
    int wrong = 0, seen = 0;
    assert_int_equal(mail_reader_start(&reader, &fault), 0);
    int n = scandir(dir, &list, NULL, alphasort);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        size_t len = strlen(list[i]->d_name);
        if (len > 4 && strcmp(list[i]->d_name + len - 4, ".eml") == 0) {
            list[i]->d_name[len - 4] = '\0';
            wrong += check_one(reader, dir, list[i]->d_name);
            seen++;
        }
        free(list[i]);
    }
    free(list);
    mail_reader_stop(&reader);
    arena_free(&arena);
    assert_true(seen >= 60);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
