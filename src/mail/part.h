/* part: what the body of a letter says, out of libetpan's tree of MIME parts. */
#ifndef MAIL_PART_H
#define MAIL_PART_H

#include "mail/letter.h"

#include "base/buf.h"

struct mailmime;

/* Fills text, truncated and report… of the letter. `mime` is the tree of the whole letter. */
void mail_part_letter(struct mailmime *mime, struct arena *arena, struct letter *letter);

/* Checks bytes against the limits of mail/reader.h that keep libetpan alive, without it.
 * False: too big. `header` is the size of the letter's own header. */
bool mail_limits_ok(struct slice bytes, size_t header);

#endif
