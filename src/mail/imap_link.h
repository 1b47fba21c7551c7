/* imap_link: an IMAP session of libetpan over a connection of libcurl. */
#ifndef MAIL_IMAP_LINK_H
#define MAIL_IMAP_LINK_H

#include "mail/link.h"

#include <libetpan/libetpan.h>

struct imap_link {
    mailimap *imap; /* NULL: not connected */
    struct mail_link *link;
};

/* Connects, logs in and asks for the capabilities. */
int imap_link_open(struct imap_link *l, const struct mail_account *account,
                   struct fault *fault) CHECKED;

/* `politely` says LOGOUT first; not behind a fault, when the server may not answer any more. */
void imap_link_close(struct imap_link *l, bool politely);

/* Whether the server has said something that nobody has read yet. */
bool imap_link_pending(struct imap_link *l);

/* What a failed command means: the server's own words for a NO (EX_UNAVAILABLE), else a broken
 * connection (EX_TEMPFAIL). */
int imap_link_fault(struct imap_link *l, const struct mail_account *account, const char *command,
                    int code, struct fault *fault);

#endif
