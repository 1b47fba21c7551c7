#include "mail/wire.h"

#include "mail/compose.h"
#include "mail/header.h"
#include "base/utf8.h"

/* An answer is: result, flags (a byte each), then every string of struct letter as a length and
 * its bytes, in the order of put_letter() and get_letter(), the lists with their count before
 * them. */

enum {
    FLAG_AUTO = 1,
    FLAG_BULK = 2,
    FLAG_DAEMON = 4,
    FLAG_REPORT = 8,
    FLAG_COURTIER = 16,
    FLAG_TRUNCATED = 32,
    FLAGS = 63,
};

/* --- the child's side ---------------------------------------------------------------------- */

static void put_number(struct buf *out, size_t n)
{
    uint32_t v = (uint32_t)n;
    buf_add(out, &v, sizeof v);
}

static void put_string(struct buf *out, const char *s)
{
    size_t n = strlen(s);
    put_number(out, n);
    buf_add(out, s, n);
}

static void put_strings(struct buf *out, const char *const *s, int n)
{
    put_number(out, (size_t)n);
    for (int i = 0; i < n; i++)
        put_string(out, s[i]);
}

static void put_letter(const struct letter *l, struct buf *out)
{
    buf_char(out, (char)((l->auto_submitted ? FLAG_AUTO : 0) | (l->bulk ? FLAG_BULK : 0) |
                         (l->daemon ? FLAG_DAEMON : 0) | (l->report ? FLAG_REPORT : 0) |
                         (l->courtier ? FLAG_COURTIER : 0) | (l->truncated ? FLAG_TRUNCATED : 0)));
    put_string(out, l->from);
    put_string(out, l->from_name);
    put_string(out, l->sender);
    put_string(out, l->reply_to);
    put_strings(out, l->to, l->nto);
    put_string(out, l->subject);
    put_string(out, l->message_id);
    put_string(out, l->in_reply_to);
    put_strings(out, l->references, l->nreferences);
    put_string(out, l->report_id);
    put_string(out, l->report_to);
    put_string(out, l->report_status);
    put_string(out, l->report_reply);
    put_string(out, l->vouched);
    put_string(out, l->text);
}

void mail_wire_put(enum reading_result result, const struct letter *letter, struct buf *out)
{
    size_t start = out->n;
    put_number(out, 0);
    buf_char(out, (char)result);
    if (result == READER_OK)
        put_letter(letter, out);
    insist(!out->full);
    uint32_t n = (uint32_t)(out->n - start - sizeof n);
    memcpy(out->p + start, &n, sizeof n);
}

/* --- the parent's side --------------------------------------------------------------------- */

/* Once `bad` is set it stays, and everything read is empty. */
struct source {
    struct slice rest;
    struct arena *arena;
    bool bad;
};

static uint32_t get_number(struct source *s)
{
    uint32_t v = 0;
    if (s->bad || s->rest.n < sizeof v) {
        s->bad = true;
        return 0;
    }
    memcpy(&v, s->rest.p, sizeof v);
    s->rest.p += sizeof v;
    s->rest.n -= sizeof v;
    return v;
}

static struct slice get_slice(struct source *s, size_t most)
{
    size_t n = get_number(s);
    if (s->bad || n > s->rest.n || n > most) {
        s->bad = true;
        return (struct slice){"", 0};
    }
    struct slice got = {s->rest.p, n};
    s->rest.p += n;
    s->rest.n -= n;
    return got;
}

/* As utf8_clean() leaves it. Only bytes beyond ASCII are worth asking it. */
static bool is_clean(struct slice s, bool one_line)
{
    for (size_t i = 0; i < s.n;) {
        unsigned char c = (unsigned char)s.p[i];
        if (c >= 0x20 && c < 0x7f) {
            i++;
        } else if (c < 0x80) {
            if (one_line || (c != '\n' && c != '\t'))
                return false;
            i++;
        } else {
            size_t n = 0;
            while (i + n < s.n && (unsigned char)s.p[i + n] >= 0x80)
                n++;
            struct buf clean = BUF(READER_TEXT * 4);
            utf8_clean((struct slice){s.p + i, n}, &clean);
            bool same = slice_eq(buf_all(&clean), (struct slice){s.p + i, n});
            buf_free(&clean);
            if (!same)
                return false;
            i += n;
        }
    }
    return true;
}

static const char *keep(struct source *s, struct slice got, bool ok)
{
    if (!ok)
        s->bad = true;
    return s->bad || got.n == 0 ? "" : arena_slice(s->arena, got);
}

static const char *get_line(struct source *s)
{
    struct slice got = get_slice(s, HEADER_TEXT);
    return keep(s, got, is_clean(got, true));
}

static const char *get_text(struct source *s)
{
    struct slice got = get_slice(s, READER_TEXT);
    return keep(s, got, is_clean(got, false));
}

static const char *get_address(struct source *s)
{
    struct slice got = get_slice(s, 254);
    return keep(s, got, got.n == 0 || mail_address_ok(got));
}

static const char *get_sender(struct source *s)
{
    struct slice got = get_slice(s, 254);
    return keep(s, got, got.n == 0 || slice_is(got, "<>") || mail_address_ok(got));
}

static const char *get_id(struct source *s)
{
    struct slice got = get_slice(s, 250);
    return keep(s, got, got.n == 0 || mail_id_ok(got));
}

static int get_list(struct source *s, const char **list, int most,
                    const char *(*get)(struct source *s))
{
    uint32_t n = get_number(s);
    if (n > (uint32_t)most)
        s->bad = true;
    for (uint32_t i = 0; i < n && !s->bad; i++) {
        list[i] = get(s);
        if (!list[i][0])
            s->bad = true;
    }
    return s->bad ? 0 : (int)n;
}

static void get_letter(struct source *s, int flags, struct letter *l)
{
    *l = (struct letter){
        .auto_submitted = flags & FLAG_AUTO,
        .bulk = flags & FLAG_BULK,
        .daemon = flags & FLAG_DAEMON,
        .report = flags & FLAG_REPORT,
        .courtier = flags & FLAG_COURTIER,
        .truncated = flags & FLAG_TRUNCATED,
    };
    l->from = get_address(s);
    l->from_name = get_line(s);
    l->sender = get_sender(s);
    l->reply_to = get_address(s);
    l->nto = get_list(s, l->to, LETTER_RECIPIENTS, get_address);
    l->subject = get_line(s);
    l->message_id = get_id(s);
    l->in_reply_to = get_id(s);
    l->nreferences = get_list(s, l->references, LETTER_REFERENCES, get_id);
    l->report_id = get_id(s);
    l->report_to = get_address(s);
    l->report_status = get_line(s);
    l->report_reply = get_address(s);
    l->vouched = get_line(s);
    l->text = get_text(s);
}

bool mail_wire_get(struct slice answer, struct arena *arena, struct letter *letter,
                   enum reading_result *result)
{
    struct source s = {answer, arena, false};
    if (answer.n < 1)
        return false;
    int got = (unsigned char)answer.p[0];
    *result = (enum reading_result)got;
    if (got == READER_TOO_BIG || got == READER_BROKEN)
        return answer.n == 1;
    if (got != READER_OK || answer.n < 2)
        return false;
    int flags = (unsigned char)answer.p[1];
    s.rest = (struct slice){answer.p + 2, answer.n - 2};
    s.bad = flags & ~FLAGS;
    get_letter(&s, flags, letter);
    return !s.bad && s.rest.n == 0;
}
