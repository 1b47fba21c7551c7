#include "mail/compose.h"

#include "mail/encode.h"
#include "mail/flowed.h"
#include "mail/header.h"
#include "mail/transfer.h"

#include <libetpan/mailmime.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* Invariants
 * 1. Nothing is built before every string of the draft was checked: no CR, LF or other control
 *    character reaches a header.
 * 2. Bodies are encoded here and handed to libetpan as finished; it only points to them, so they
 *    live in `bodies` until the letter is written.
 * 3. A boundary begins with "=_", which occurs in no encoded body: quoted-printable writes '=' as
 *    =3D, base64 has no '_', and text that is sent as it is has no such line (is_sendable). */

#define MARK "\001body\r\n"

enum { BODY = 64 << 20, HEADER_LINE = 64 << 10 };

struct body {
    struct buf bytes;
    int mechanism;
};

struct making {
    const struct draft *draft;
    struct body *bodies; /* text, html, then attachments */
    uint64_t hash;       /* of the Message-ID, for boundaries */
};

/* libetpan's constructors fail only when memory does. */
static void *need(void *p)
{
    if (!p)
        die("out of memory");
    return p;
}

static char *copy(const char *s)
{
    return need(strdup(s));
}

/* --- checking ------------------------------------------------------------------------------ */

static int bad(struct fault *fault, const char *what)
{
    return fault_set(fault, EX_DATAERR, "letter with a bad %s", what);
}

static bool address_or_null(const char *s)
{
    return !s || mail_address_ok(slice_of(s));
}

static bool text_or_null(const char *s)
{
    return !s || (mail_encode_ok(slice_of(s)) && strlen(s) <= 2000);
}

static bool id_or_null(const char *s)
{
    return !s || mail_id_ok(slice_of(s));
}

/* "application/json": two tokens. */
static bool type_ok(const char *s)
{
    int slashes = 0;
    for (const char *p = s; *p; p++) {
        bool token = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || strchr("-+.", *p);
        if (!token && *p != '/')
            return false;
        slashes += *p == '/';
    }
    return slashes == 1 && s[0] != '/' && s[strlen(s) - 1] != '/' && strlen(s) < 100;
}

static int check(const struct draft *d, struct fault *fault)
{
    if (!d->from || !address_or_null(d->from) || !text_or_null(d->from_name))
        return bad(fault, "From");
    if (!d->to || !address_or_null(d->to) || !text_or_null(d->to_name))
        return bad(fault, "To");
    if (!address_or_null(d->reply_to))
        return bad(fault, "Reply-To");
    if (!text_or_null(d->subject))
        return bad(fault, "Subject");
    if (!d->message_id || !id_or_null(d->message_id))
        return bad(fault, "Message-ID");
    if (!id_or_null(d->in_reply_to))
        return bad(fault, "In-Reply-To");
    for (int i = 0; i < d->nreferences; i++)
        if (!mail_id_ok(slice_of(d->references[i])))
            return bad(fault, "References");
    if (!id_or_null(d->list_id))
        return bad(fault, "List-Id");
    if (!address_or_null(d->list_unsubscribe))
        return bad(fault, "List-Unsubscribe");
    for (int i = 0; i < d->nattachments; i++)
        if (!type_ok(d->attachments[i].type) || !text_or_null(d->attachments[i].filename))
            return bad(fault, "attachment");
    return 0;
}

/* --- bodies -------------------------------------------------------------------------------- */

/* Whether a text may go as it stands: ASCII, short lines, none that looks like a boundary. */
static bool is_sendable(struct slice s)
{
    while (s.n) {
        struct slice line = slice_cut(&s, '\n');
        if (line.n > 78 || (line.n >= 4 && memcmp(line.p, "--=_", 4) == 0) ||
            (line.n && line.p[0] == '.'))
            return false;
        for (size_t i = 0; i < line.n; i++) {
            unsigned char c = (unsigned char)line.p[i];
            if ((c < 32 && c != '\t') || c >= 127)
                return false;
        }
    }
    return true;
}

static void add_crlf(struct slice s, struct buf *out)
{
    while (s.n) {
        buf_slice(out, slice_cut(&s, '\n'));
        buf_add(out, "\r\n", 2);
    }
}

static void encode_text(struct slice s, struct body *body)
{
    size_t high = 0;
    if (is_sendable(s)) {
        body->mechanism = MAILMIME_MECHANISM_7BIT;
        add_crlf(s, &body->bytes);
        return;
    }
    for (size_t i = 0; i < s.n; i++)
        high += (unsigned char)s.p[i] >= 0x80;
    body->mechanism =
        high > s.n / 3 ? MAILMIME_MECHANISM_BASE64 : MAILMIME_MECHANISM_QUOTED_PRINTABLE;
    if (body->mechanism == MAILMIME_MECHANISM_BASE64)
        mail_base64_encode(s, &body->bytes);
    else
        mail_qp_encode(s, &body->bytes);
}

static bool encode_bodies(struct making *m)
{
    const struct draft *d = m->draft;
    struct buf flowed = BUF(BODY);
    bool full = false;
    mail_flowed_wrap(d->text, &flowed);
    encode_text(buf_all(&flowed), &m->bodies[0]);
    full = flowed.full || m->bodies[0].bytes.full;
    buf_free(&flowed);
    encode_text(d->html, &m->bodies[1]);
    full = full || m->bodies[1].bytes.full;
    for (int i = 0; i < d->nattachments; i++) {
        struct body *b = &m->bodies[2 + i];
        b->mechanism = MAILMIME_MECHANISM_BASE64;
        mail_base64_encode(d->attachments[i].bytes, &b->bytes);
        full = full || b->bytes.full;
    }
    return !full;
}

/* --- parts --------------------------------------------------------------------------------- */

static void add_param(struct mailmime_content *c, const char *name, const char *value)
{
    struct mailmime_parameter *p = need(mailmime_parameter_new(copy(name), copy(value)));
    if (clist_append(c->ct_parameters, p) != 0)
        die("out of memory");
}

/* libetpan would look at every byte of a body again. It is given a mark in its place, a line no
 * header can hold, and the body is put there when the letter is written. */
static struct mailmime *single(struct mailmime_content *type, const struct body *body,
                               struct mailmime_disposition *disposition)
{
    struct slice s = body->bytes.n ? slice_of(MARK) : (struct slice){"", 0};
    struct mailmime_mechanism *how = need(mailmime_mechanism_new(body->mechanism, NULL));
    struct mailmime_fields *fields =
        need(mailmime_fields_new_with_data(how, NULL, NULL, disposition, NULL));
    struct mailmime_data *data =
        need(mailmime_data_new(MAILMIME_DATA_TEXT, body->mechanism, 1, s.p, s.n, NULL));
    return need(
        mailmime_new(MAILMIME_SINGLE, NULL, 0, fields, type, data, NULL, NULL, NULL, NULL, NULL));
}

static struct mailmime *text_part(const char *type, bool flowed, const struct body *body)
{
    struct mailmime_content *c = need(mailmime_content_new_with_str(type));
    add_param(c, "charset", "utf-8");
    if (flowed)
        add_param(c, "format", "flowed");
    return single(c, body, NULL);
}

/* The disposition with its file name goes in as an extension type, which libetpan writes as it
 * is: it knows nothing of RFC 2231. */
static struct mailmime *attachment_part(const struct attachment *a, const struct body *body)
{
    struct mailmime_content *c = need(mailmime_content_new_with_str(a->type));
    struct buf line = BUF(HEADER_LINE);
    if (strncmp(a->type, "text/", 5) == 0) /* else it would be ASCII */
        add_param(c, "charset", "utf-8");
    buf_str(&line, "attachment");
    if (a->filename)
        mail_encode_param("filename", slice_of(a->filename), &line);
    struct mailmime_disposition_type *type = need(
        mailmime_disposition_type_new(MAILMIME_DISPOSITION_TYPE_EXTENSION, copy(buf_text(&line))));
    buf_free(&line);
    return single(c, body, need(mailmime_disposition_new(type, need(clist_new()))));
}

static struct mailmime *multipart(const struct making *m, const char *type, int number)
{
    char boundary[40];
    struct mailmime_content *c = need(mailmime_content_new_with_str(type));
    struct buf b = BUF(sizeof boundary);
    buf_printf(&b, "=_%016llx_%d", (unsigned long long)m->hash, number);
    add_param(c, "boundary", buf_text(&b));
    buf_free(&b);
    return need(mailmime_new(MAILMIME_MULTIPLE, NULL, 0, need(mailmime_fields_new_empty()), c, NULL,
                             NULL, NULL, need(clist_new()), NULL, NULL));
}

static void add_part(struct mailmime *to, struct mailmime *part)
{
    if (mailmime_add_part(to, part) != MAILIMF_NO_ERROR)
        die("out of memory");
}

static struct mailmime *all_parts(const struct making *m)
{
    const struct draft *d = m->draft;
    struct mailmime *top = text_part("text/plain", true, &m->bodies[0]);
    if (d->html.n) {
        struct mailmime *both = multipart(m, "multipart/alternative", 1);
        add_part(both, top);
        add_part(both, text_part("text/html", false, &m->bodies[1]));
        top = both;
    }
    if (d->nattachments) {
        struct mailmime *mixed = multipart(m, "multipart/mixed", 2);
        add_part(mixed, top);
        for (int i = 0; i < d->nattachments; i++)
            add_part(mixed, attachment_part(&d->attachments[i], &m->bodies[2 + i]));
        top = mixed;
    }
    return top;
}

/* --- the header ---------------------------------------------------------------------------- */

static char *words(const char *text)
{
    struct buf b = BUF(HEADER_LINE);
    if (!text || !text[0])
        return NULL;
    mail_encode_words(slice_of(text), &b);
    insist(!b.full);
    char *s = copy(buf_text(&b));
    buf_free(&b);
    return s;
}

static struct mailimf_address_list *one_address(const char *name, const char *address)
{
    struct mailimf_address_list *list = need(mailimf_address_list_new_empty());
    if (mailimf_address_list_add_mb(list, words(name), copy(address)) != MAILIMF_NO_ERROR)
        die("out of memory");
    return list;
}

static struct mailimf_date_time *date_of(int64_t seconds)
{
    time_t t = (time_t)seconds;
    struct tm tm;
    if (!gmtime_r(&t, &tm))
        die("bad date %lld", (long long)seconds);
    return need(mailimf_date_time_new(tm.tm_mday, tm.tm_mon + 1, tm.tm_year + 1900, tm.tm_hour,
                                      tm.tm_min, tm.tm_sec, 0));
}

static clist *ids(const char *const *list, int n)
{
    clist *c = n ? need(clist_new()) : NULL;
    for (int i = 0; i < n; i++)
        if (clist_append(c, copy(list[i])) != 0)
            die("out of memory");
    return c;
}

static void add_field(struct mailimf_fields *fields, const char *name, const char *value)
{
    struct mailimf_field *f = need(mailimf_field_new_custom(copy(name), copy(value)));
    if (mailimf_fields_add(fields, f) != MAILIMF_NO_ERROR)
        die("out of memory");
}

static struct mailimf_fields *all_fields(const struct draft *d)
{
    struct mailimf_mailbox_list *from = need(mailimf_mailbox_list_new_empty());
    if (mailimf_mailbox_list_add_mb(from, words(d->from_name), copy(d->from)) != MAILIMF_NO_ERROR)
        die("out of memory");
    struct mailimf_fields *fields = need(mailimf_fields_new_with_data_all(
        date_of(d->date), from, NULL, d->reply_to ? one_address(NULL, d->reply_to) : NULL,
        one_address(d->to_name, d->to), NULL, NULL, copy(d->message_id),
        d->in_reply_to ? ids(&d->in_reply_to, 1) : NULL, ids(d->references, d->nreferences),
        words(d->subject)));
    struct buf b = BUF(HEADER_LINE);
    if (d->list_id) {
        buf_printf(&b, "<%s>", d->list_id);
        add_field(fields, "List-Id", buf_text(&b));
        buf_clear(&b);
    }
    if (d->list_unsubscribe) {
        buf_printf(&b, "<mailto:%s?subject=", d->list_unsubscribe);
        for (const char *p = d->unsubscribe_subject ? d->unsubscribe_subject : "unsubscribe"; *p; p++)
            if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || strchr("-._", *p))
                buf_char(&b, *p);
            else
                buf_printf(&b, "%%%02X", (unsigned)(unsigned char)*p);
        buf_char(&b, '>');
        add_field(fields, "List-Unsubscribe", buf_text(&b));
    }
    buf_free(&b);
    add_field(fields, "Auto-Submitted", d->answer ? "auto-replied" : "auto-generated");
    /* Exchange knows nothing of Auto-Submitted */
    add_field(fields, "X-Auto-Response-Suppress", "OOF, AutoReply");
    add_field(fields, "X-Courtier", "1");
    return fields;
}

/* --- writing ------------------------------------------------------------------------------- */

static int write_some(void *out, const char *p, size_t n)
{
    buf_add(out, p, n);
    return (int)n;
}

static uint64_t hash_of(const char *s)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 0x100000001b3u;
    return h;
}

static void write_letter(const struct making *m, int nbodies, struct buf *out)
{
    int column = 0;
    struct buf frame = BUF(BODY);
    struct mailmime *letter = need(mailmime_new_message_data(all_parts(m)));
    mailmime_set_imf_fields(letter, all_fields(m->draft));
    if (mailmime_write_driver(write_some, &frame, &column, letter) != MAILIMF_NO_ERROR)
        die("out of memory");
    mailmime_free(letter);
    struct slice rest = buf_all(&frame);
    for (int i = 0; i < nbodies; i++) {
        if (m->bodies[i].bytes.n == 0)
            continue;
        const char *mark = memmem(rest.p, rest.n, MARK, strlen(MARK));
        insist(mark);
        buf_add(out, rest.p, (size_t)(mark - rest.p));
        buf_slice(out, buf_all(&m->bodies[i].bytes));
        size_t used = (size_t)(mark - rest.p) + strlen(MARK);
        rest = (struct slice){rest.p + used, rest.n - used};
    }
    buf_slice(out, rest);
    buf_free(&frame);
}

int mail_compose(const struct draft *draft, struct buf *out, struct fault *fault)
{
    if (check(draft, fault) != 0)
        return -1;
    struct making m = {.draft = draft, .hash = hash_of(draft->message_id)};
    int n = 2 + draft->nattachments;
    m.bodies = need(calloc((size_t)n, sizeof *m.bodies));
    for (int i = 0; i < n; i++)
        m.bodies[i].bytes = BUF(BODY);
    bool fits = encode_bodies(&m);
    if (fits)
        write_letter(&m, n, out);
    for (int i = 0; i < n; i++)
        buf_free(&m.bodies[i].bytes);
    free(m.bodies);
    if (!fits || out->full)
        return fault_set(fault, EX_DATAERR, "letter too long");
    return 0;
}
