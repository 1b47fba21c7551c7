#include "mail/part.h"

#include "mail/charset.h"
#include "mail/flowed.h"
#include "mail/header.h"
#include "mail/html.h"
#include "mail/reader.h"
#include "mail/transfer.h"
#include "base/utf8.h"

#include <libetpan/mailmime.h>
#include <stdlib.h>

enum {
    PART_BYTES = 4 << 20,  /* of one text part, before decoding; the rest is cut off */
    WORK_BYTES = 16 << 20, /* of any text on the way */
    DEEPEST = 20,          /* containers in containers that are looked into */
};

/* What a part gave. An alternative takes the first of the best. */
enum worth { WORTH_NOTHING, WORTH_HTML, WORTH_PLAIN };

struct walk {
    struct mail_header header; /* of the part being looked at */
    struct arena *arena;
    struct letter *letter;
    int leaves;
};

/* --- one part ------------------------------------------------------------------------------ */

struct leaf {
    char type[64]; /* "text/plain" */
    char encoding[32];
    char charset[64];
    bool flowed, delsp;
    bool attached; /* Content-Disposition: attachment */
    bool named;    /* has a file name */
    struct slice body;
};

/* Reads the part's header; returns its body. */
static struct slice part_header(struct walk *w, struct mailmime *mime)
{
    struct slice all = {mime->mm_mime_start, mime->mm_mime_start ? mime->mm_length : 0};
    mail_header_read(all, &w->header);
    struct mailmime_data *data =
        mime->mm_type == MAILMIME_SINGLE ? mime->mm_data.mm_single : mime->mm_body;
    if (!data || data->dt_type != MAILMIME_DATA_TEXT || !data->dt_data.dt_text.dt_data)
        return (struct slice){"", 0};
    return (struct slice){data->dt_data.dt_text.dt_data, data->dt_data.dt_text.dt_length};
}

static void read_leaf(struct walk *w, struct mailmime *mime, struct leaf *leaf)
{
    char word[32];
    leaf->body = part_header(w, mime);
    struct slice type = mail_header_get(&w->header, "Content-Type");
    struct slice disposition = mail_header_get(&w->header, "Content-Disposition");
    mail_header_token(type, leaf->type, sizeof leaf->type);
    if (!leaf->type[0])
        memcpy(leaf->type, "text/plain", 11);
    mail_header_token(mail_header_get(&w->header, "Content-Transfer-Encoding"), leaf->encoding,
                      sizeof leaf->encoding);
    mail_header_param(type, "charset", leaf->charset, sizeof leaf->charset);
    mail_header_param(type, "format", word, sizeof word);
    leaf->flowed = mail_same(slice_of(word), "flowed");
    mail_header_param(type, "delsp", word, sizeof word);
    leaf->delsp = mail_same(slice_of(word), "yes");
    leaf->named = mail_header_param(type, "name", word, sizeof word) ||
                  mail_header_param(disposition, "filename", word, sizeof word);
    mail_header_token(disposition, word, sizeof word);
    leaf->attached = strcmp(word, "attachment") == 0;
}

static void decode_transfer(const struct leaf *leaf, struct letter *letter, struct buf *out)
{
    struct slice body = leaf->body;
    if (body.n > PART_BYTES) {
        body.n = PART_BYTES;
        letter->truncated = true;
    }
    if (strcmp(leaf->encoding, "base64") == 0)
        mail_base64_decode(body, out);
    else if (strcmp(leaf->encoding, "quoted-printable") == 0)
        mail_qp_decode(body, out);
    else
        buf_slice(out, body);
}

static bool is_blank(struct slice s)
{
    return slice_trim(s).n == 0;
}

/* The text of a leaf, clean, appended to out. */
static enum worth take_leaf(struct walk *w, const struct leaf *leaf, struct buf *out)
{
    struct buf bytes = BUF(WORK_BYTES), text = BUF(WORK_BYTES), clean = BUF(WORK_BYTES);
    bool html = strcmp(leaf->type, "text/html") == 0;
    size_t before = out->n;
    decode_transfer(leaf, w->letter, &bytes);
    mail_charset_decode(slice_of(leaf->charset), buf_all(&bytes), &text);
    utf8_clean(buf_all(&text), &clean);
    if (out->n && out->p[out->n - 1] != '\n')
        buf_char(out, '\n');
    if (html) { /* cleaned again: entities can name any character */
        buf_clear(&text);
        mail_html_text(buf_all(&clean), &text);
        utf8_clean(buf_all(&text), out);
    } else if (leaf->flowed) {
        mail_flowed_join(buf_all(&clean), leaf->delsp, out);
    } else {
        buf_slice(out, buf_all(&clean));
    }
    if (bytes.full || text.full || clean.full || out->full)
        w->letter->truncated = true;
    buf_free(&bytes);
    buf_free(&text);
    buf_free(&clean);
    if (out->n <= before || is_blank((struct slice){out->p + before, out->n - before}))
        return WORTH_NOTHING;
    return html ? WORTH_HTML : WORTH_PLAIN;
}

/* --- reports (RFC 3464) -------------------------------------------------------------------- */

/* The fields of a delivery status stand in groups with empty lines between them: the first group
 * is about the mail server, each other one about an address. The first failed address counts. */
static void take_status(struct walk *w, struct slice body)
{
    while (body.n) {
        char word[32];
        mail_header_read(body, &w->header);
        body = (struct slice){body.p + w->header.size, body.n - w->header.size};
        struct slice to = mail_header_get(&w->header, "Final-Recipient");
        mail_header_token(mail_header_get(&w->header, "Status"), word, sizeof word);
        if (to.n == 0 || w->letter->report_to[0])
            continue;
        struct mail_mailbox box;
        slice_cut(&to, ';'); /* "rfc822; address" */
        if (mail_header_mailbox(&to, &box))
            w->letter->report_to = arena_strdup(w->arena, box.address);
        w->letter->report_status = arena_strdup(w->arena, word);
    }
}

/* A part of a report that is not for people: its status, or the letter that came back. */
static void take_report(struct walk *w, const struct leaf *leaf)
{
    struct buf bytes = BUF(READER_HEADER);
    struct leaf head = *leaf;
    if (head.body.n > READER_HEADER)
        head.body.n = READER_HEADER;
    decode_transfer(&head, w->letter, &bytes);
    if (strcmp(leaf->type, "message/delivery-status") == 0 ||
        strcmp(leaf->type, "message/global-delivery-status") == 0) {
        take_status(w, buf_all(&bytes));
    } else if (!w->letter->report_id[0]) {
        struct slice id, value;
        mail_header_read(buf_all(&bytes), &w->header);
        value = mail_header_get(&w->header, "Message-ID");
        if (mail_header_id(&value, &id))
            w->letter->report_id = arena_slice(w->arena, id);
        struct mail_mailbox box;
        value = mail_header_get(&w->header, "Reply-To");
        if (mail_header_mailbox(&value, &box))
            w->letter->report_reply = arena_strdup(w->arena, box.address);
    }
    buf_free(&bytes);
}

/* --- the tree ------------------------------------------------------------------------------ */

static enum worth take_part(struct walk *w, struct mailmime *mime, int depth, struct buf *out);

static bool is_text(const char *type)
{
    return strcmp(type, "text/plain") == 0 || strcmp(type, "text/html") == 0 ||
           strcmp(type, "text") == 0 || strcmp(type, "text/markdown") == 0;
}

/* A named part is a file; only as the first text of a letter is it taken for what was written. */
static enum worth take_single(struct walk *w, struct mailmime *mime, struct buf *out)
{
    struct leaf leaf;
    if (++w->leaves > READER_PARTS)
        return WORTH_NOTHING;
    read_leaf(w, mime, &leaf);
    if ((w->letter->report || w->letter->daemon) && !is_text(leaf.type))
        take_report(w, &leaf);
    if (strncmp(leaf.type, "multipart/", 10) == 0 && mime->mm_parent_type == MAILMIME_MESSAGE)
        memcpy(leaf.type, "text/plain", 11); /* no usable boundary: read it as it stands */
    if (!is_text(leaf.type) || leaf.attached || (leaf.named && out->n))
        return WORTH_NOTHING;
    if (out->n > READER_TEXT) { /* more than is kept already */
        w->letter->truncated = true;
        return WORTH_NOTHING;
    }
    return take_leaf(w, &leaf, out);
}

static enum worth take_alternative(struct walk *w, clist *parts, int depth, struct buf *out)
{
    struct buf best = BUF(WORK_BYTES);
    enum worth worth = WORTH_NOTHING;
    for (clistiter *i = clist_begin(parts); i && worth < WORTH_PLAIN; i = clist_next(i)) {
        struct buf one = BUF(WORK_BYTES);
        enum worth got = take_part(w, clist_content(i), depth, &one);
        if (got > worth) {
            struct buf swap = best;
            best = one;
            one = swap;
            worth = got;
        }
        buf_free(&one);
    }
    if (best.n && out->n && out->p[out->n - 1] != '\n')
        buf_char(out, '\n');
    buf_slice(out, buf_all(&best));
    buf_free(&best);
    return worth;
}

/* All parts one after the other; of a signed or related one only the first. */
static enum worth take_mixed(struct walk *w, clist *parts, bool first, int depth, struct buf *out)
{
    enum worth worth = WORTH_NOTHING;
    for (clistiter *i = clist_begin(parts); i; i = clist_next(i)) {
        enum worth got = take_part(w, clist_content(i), depth, out);
        if (got > worth)
            worth = got;
        if (first && worth > WORTH_NOTHING)
            break;
    }
    return worth;
}

static enum worth take_part(struct walk *w, struct mailmime *mime, int depth, struct buf *out)
{
    const char *sub = mime->mm_content_type ? mime->mm_content_type->ct_subtype : NULL;
    struct slice subtype = slice_of(sub ? sub : "");
    if (mime->mm_type == MAILMIME_SINGLE)
        return take_single(w, mime, out);
    if (mime->mm_type == MAILMIME_MESSAGE) { /* a letter in the letter is not what was written */
        struct leaf leaf;
        if (w->letter->report || w->letter->daemon) { /* not every bounce says that it is one */
            read_leaf(w, mime, &leaf);
            take_report(w, &leaf);
        }
        return WORTH_NOTHING;
    }
    if (mime->mm_type != MAILMIME_MULTIPLE || depth >= DEEPEST)
        return WORTH_NOTHING;
    clist *parts = mime->mm_data.mm_multipart.mm_mp_list;
    if (mail_same(subtype, "alternative"))
        return take_alternative(w, parts, depth + 1, out);
    bool first = mail_same(subtype, "signed") || mail_same(subtype, "related");
    return take_mixed(w, parts, first, depth + 1, out);
}

static const char *keep_text(struct arena *arena, struct letter *letter, struct buf *text)
{
    size_t n = text->n;
    if (n > READER_TEXT) {
        letter->truncated = true;
        n = READER_TEXT;
        while (n && ((unsigned char)text->p[n] & 0xc0) == 0x80)
            n--;
    }
    return n ? arena_slice(arena, (struct slice){text->p, n}) : "";
}

void mail_part_letter(struct mailmime *mime, struct arena *arena, struct letter *letter)
{
    struct walk *w = calloc(1, sizeof *w);
    if (!w)
        die("out of memory");
    struct buf text = BUF(WORK_BYTES);
    struct mailmime *top = mime;
    w->arena = arena;
    w->letter = letter;
    if (mime->mm_type == MAILMIME_MESSAGE) /* the letter itself */
        top = mime->mm_data.mm_message.mm_msg_mime;
    if (top) {
        char type[64];
        part_header(w, top);
        mail_header_token(mail_header_get(&w->header, "Content-Type"), type, sizeof type);
        letter->report = strcmp(type, "multipart/report") == 0;
        take_part(w, top, 0, &text);
    }
    letter->text = keep_text(arena, letter, &text);
    buf_free(&text);
    free(w);
}
