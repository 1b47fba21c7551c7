/* header: the header of a letter or of one of its parts.
 *
 * Fields are slices of the letter, values still folded and encoded; mail_header_text() makes a
 * value readable. Lines that are no field are passed over, as every mail program does. */
#ifndef MAIL_HEADER_H
#define MAIL_HEADER_H

#include "mail/letter.h"

#include "base/buf.h"

enum { HEADER_FIELDS = 400, HEADER_TEXT = 998 };

struct mail_header {
    struct {
        struct slice name, value;
    } field[HEADER_FIELDS]; /* more than these are passed over */
    int n;
    size_t size;  /* bytes with the empty line behind it */
    bool strange; /* there were lines that are no field */
};

void mail_header_read(struct slice bytes, struct mail_header *header);

/* The value of the first field of that name at or behind *at, and *at behind it. False, and an
 * empty value, when there is none. */
bool mail_header_next(const struct mail_header *header, const char *name, int *at,
                      struct slice *value);
struct slice mail_header_get(const struct mail_header *header, const char *name);

/* RFC 2047 words decoded, unfolded, one clean line of at most HEADER_TEXT bytes. */
void mail_header_text(struct slice value, struct buf *out);

/* The first word of a value ("multipart/mixed", "base64"), small letters, at most room - 1. */
void mail_header_token(struct slice value, char *out, size_t room);

/* A parameter behind it (`charset` of Content-Type). False when it is missing. RFC 2231 names
 * count (name*, name*0*), undecoded: what is asked here is ASCII or only whether it is there. */
bool mail_header_param(struct slice value, const char *name, char *out, size_t room);

/* Addresses of a From, To or the like, one at a time: the next mailbox of *rest. The address is
 * "" when it is not one that can be answered (mail_address_ok); `name` gets the raw display name.
 * False at the end. */
struct mail_mailbox {
    char address[256];
    struct slice name;
};
bool mail_header_mailbox(struct slice *rest, struct mail_mailbox *box);

/* The next Message-ID of *rest, without < >; false at the end. Ids that could not be put into a
 * header again are passed over. */
bool mail_header_id(struct slice *rest, struct slice *id);
bool mail_id_ok(struct slice id); /* printable ASCII without blanks and < >, 1 to 250 bytes */

/* Fills everything but the text of the letter. */
void mail_header_letter(const struct mail_header *header, struct arena *arena,
                        struct letter *letter);

/* Letter case does not matter, ASCII only. */
bool mail_same(struct slice a, const char *b);

#endif
