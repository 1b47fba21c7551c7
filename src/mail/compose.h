/* compose: builds the bytes of an outgoing letter (libetpan's mailmime).
 *
 * multipart/alternative of text and HTML, inside multipart/mixed when there are attachments. 7-bit
 * clean: quoted-printable or base64 bodies, RFC 2047 headers, RFC 2231 parameters, lines under 998,
 * CRLF line ends. Text is sent as format=flowed. Boundaries are made from the Message-ID, so the
 * same draft always gives the same bytes. */
#ifndef MAIL_COMPOSE_H
#define MAIL_COMPOSE_H

#include "base/buf.h"
#include "base/fault.h"

#include <stdint.h>

struct attachment {
    const char *type;     /* "application/json" */
    const char *filename; /* "report.json" */
    struct slice bytes;
};

struct draft {
    const char *from, *from_name; /* address and display name */
    const char *to, *to_name;
    const char *reply_to;          /* address or NULL */
    const char *subject;           /* UTF-8 */
    const char *message_id;        /* without < > */
    const char *in_reply_to;       /* or NULL */
    const char *const *references; /* without < >, oldest first */
    int nreferences;
    const char *list_id;          /* "game.house" or NULL */
    const char *list_unsubscribe; /* address for a mailto: or NULL */
    const char *unsubscribe_subject; /* its subject; NULL: "unsubscribe" */
    int64_t date;                 /* seconds since 1970, written in UTC */
    bool answer;                  /* Auto-Submitted: auto-replied instead of auto-generated */
    struct slice text, html;      /* UTF-8 with LF; html may be empty */
    const struct attachment *attachments;
    int nattachments;
};

/* Appends the letter to *out. -1 with EX_DATAERR when a header holds CR, LF or NUL, or an address
 * is not one. Every letter carries X-Courtier, MIME-Version, Date and Auto-Submitted. */
int mail_compose(const struct draft *draft, struct buf *out, struct fault *fault) CHECKED;

/* A plain address "local@domain", ASCII, no spaces, quotes or control characters, at most 254. */
bool mail_address_ok(struct slice address);

/* Splits "Alice Martin <alice@example.org>" or a bare address. false when there is no address. */
bool mail_address_split(struct slice s, struct slice *name, struct slice *address);

#endif
