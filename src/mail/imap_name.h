/* imap_name: a folder's name as IMAP wants it (RFC 3501, 5.1.3). */
#ifndef MAIL_IMAP_NAME_H
#define MAIL_IMAP_NAME_H

#include "base/buf.h"

enum { IMAP_NAME = 1024 };

/* "Traités" is "Trait&AOk-s". A name in ASCII is left as it is: it may be written so already. The caller
 * frees `out`. */
const char *imap_name(const char *name, struct buf *out);

#endif
