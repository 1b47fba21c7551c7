/* transfer: the transfer encodings of MIME, both ways.
 *
 * Decoders never fail: what is not of the encoding is skipped (base64) or kept as it stands
 * (quoted-printable). Decoded bytes are bytes: any charset, NUL included. Encoders write lines of
 * at most 76 characters ended by CRLF. */
#ifndef MAIL_TRANSFER_H
#define MAIL_TRANSFER_H

#include "base/buf.h"

void mail_base64_decode(struct slice s, struct buf *out);
void mail_qp_decode(struct slice s, struct buf *out);
void mail_q_decode(struct slice s, struct buf *out); /* the Q of an RFC 2047 word: _ is a space */

void mail_base64_encode(struct slice s, struct buf *out);
void mail_base64_word(struct slice s, struct buf *out); /* without any line break */

/* Text lines end in LF or CRLF; trailing blanks, "From " and "." at the start of a line are
 * encoded, so no relay on the way has a reason to change anything. */
void mail_qp_encode(struct slice s, struct buf *out);

#endif
