/* flowed: format=flowed text (RFC 3676) to lines and back.
 *
 * Lines end in LF here. */
#ifndef MAIL_FLOWED_H
#define MAIL_FLOWED_H

#include "base/buf.h"

/* Joins what was wrapped and takes the stuffing off. Lines of different quote depth are never
 * joined; quoted ones begin with their '>'s and a space. `delsp`: the space at a soft break is
 * not part of the text. */
void mail_flowed_join(struct slice s, bool delsp, struct buf *out);

/* Wraps lines at 76 columns and stuffs them. Quoted lines and those without a place to break
 * stay long. Trailing blanks go, but for the signature's "-- ". */
void mail_flowed_wrap(struct slice s, struct buf *out);

#endif
