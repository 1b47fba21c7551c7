/* From the bytes of a letter to struct letter. libetpan finds the parts; headers, encodings and
 * charsets are read by our own code, which lets nothing in a letter stop it. */
#include "mail/reader.h"

#include "mail/bounce.h"
#include "mail/header.h"
#include "mail/part.h"

#include <libetpan/mailmime.h>
#include <stdlib.h>

/* Without the "From " line of an mbox and empty lines before the header. */
static struct slice begin_of_letter(struct slice s)
{
    while (s.n && (s.p[0] == '\r' || s.p[0] == '\n')) {
        s.p++;
        s.n--;
    }
    if (s.n >= 5 && (memcmp(s.p, "From ", 5) == 0 || (s.n > 5 && memcmp(s.p, ">From ", 6) == 0))) {
        slice_cut(&s, '\n');
        if (!s.p)
            s.p = "";
    }
    return s;
}

/* Whether any field is there that only a mail has. */
static bool is_mail(const struct mail_header *h)
{
    static const char *const known[] = {"From",    "Sender", "Return-Path", "Received",    "To",
                                        "Subject", "Date",   "Message-ID",  "Delivered-To"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct slice value;
        int at = 0;
        if (mail_header_next(h, known[i], &at, &value))
            return true;
    }
    return false;
}

/* libetpan takes a line that is no field for the end of the header: the letter again with its
 * fields only. */
static void rebuild(struct slice bytes, const struct mail_header *h, struct buf *out)
{
    for (int i = 0; i < h->n; i++) {
        buf_slice(out, h->field[i].name);
        buf_char(out, ':');
        struct slice value = h->field[i].value;
        while (value.n && (value.p[value.n - 1] == '\r' || value.p[value.n - 1] == '\n'))
            value.n--;
        buf_slice(out, value);
        buf_str(out, "\r\n");
    }
    buf_str(out, "\r\n");
    buf_add(out, bytes.p + h->size, bytes.n - h->size);
}

static enum reading_result parse_body(struct slice bytes, struct arena *arena,
                                      struct letter *letter)
{
    struct mailmime *mime = NULL;
    size_t at = 0;
    if (mailmime_parse(bytes.p, bytes.n, &at, &mime) != MAILIMF_NO_ERROR || !mime)
        return READER_BROKEN;
    mail_part_letter(mime, arena, letter);
    mailmime_free(mime);
    return READER_OK;
}

enum reading_result mail_parse(struct slice bytes, struct arena *arena, struct letter *letter)
{
    *letter = (struct letter){.from = "",
                              .from_name = "",
                              .sender = "",
                              .reply_to = "",
                              .subject = "",
                              .message_id = "",
                              .in_reply_to = "",
                              .report_id = "",
                              .report_to = "",
                              .report_status = "",
                              .report_reply = "",
                              .vouched = "",
                              .text = ""};
    if (bytes.n > READER_LETTER)
        return READER_TOO_BIG;
    bytes = begin_of_letter(bytes);
    struct mail_header *header = malloc(sizeof *header);
    if (!header)
        die("out of memory");
    struct buf again = BUF(READER_LETTER + READER_HEADER * 2);
    enum reading_result result = READER_OK;
    mail_header_read(bytes, header);
    if (!is_mail(header))
        result = READER_BROKEN;
    else if (!mail_limits_ok(bytes, header->size))
        result = READER_TOO_BIG;
    if (result == READER_OK) {
        mail_header_letter(header, arena, letter);
        bool body = header->size < bytes.n; /* without one, libetpan takes the last field for it */
        if (body && header->strange) {
            rebuild(bytes, header, &again);
            bytes = buf_all(&again);
        }
        if (body)
            result = parse_body(bytes, arena, letter);
        if (result == READER_OK && letter->daemon && !letter->report)
            mail_bounce_read(header, arena, letter);
    }
    buf_free(&again);
    free(header);
    return result;
}
