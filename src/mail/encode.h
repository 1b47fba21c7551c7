/* encode: text for headers (RFC 2047, RFC 2231). */
#ifndef MAIL_ENCODE_H
#define MAIL_ENCODE_H

#include "base/buf.h"

/* UTF-8 to what may stand in a Subject or a display name: itself when it is plain ASCII with
 * places to fold, else encoded words of at most 60 characters with spaces between them. */
void mail_encode_words(struct slice text, struct buf *out);

/* A file name parameter: `; filename="report.json"`, or RFC 2231 pieces for anything but plain
 * ASCII, each on a line of its own. `name` is "filename" or "name". */
void mail_encode_param(const char *name, struct slice value, struct buf *out);

/* No control characters, valid UTF-8. */
bool mail_encode_ok(struct slice text);

#endif
