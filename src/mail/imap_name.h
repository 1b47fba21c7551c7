/* imap_name: a folder's name as IMAP wants it (RFC 3501, 5.1.3). */
#ifndef MAIL_IMAP_NAME_H
#define MAIL_IMAP_NAME_H

#include "base/buf.h"

enum { IMAP_NAME = 1024 };

/* "Traités" is "Trait&AOk-s", "R&D" is "R&-D". A name that is written so already is left as it is. The
 * caller frees `out`. */
const char *imap_name(const char *name, struct buf *out);

#endif
