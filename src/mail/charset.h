/* charset: bytes of any charset to UTF-8.
 *
 * Labels lie, so the bytes have the last word: text that is valid UTF-8 stays it under a
 * one-byte label, Latin-1 is read as windows-1252, UTF-16 is recognised by its shape, an unknown
 * label means UTF-8 if that is valid and windows-1252 if not. Never fails; the result may still
 * hold control characters (utf8_clean takes those out). Not for threads: converters are kept
 * open in one table. */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

#include "base/buf.h"

void mail_charset_decode(struct slice label, struct slice bytes, struct buf *out);

/* Opens every converter there is. Behind this, decoding opens no file: the caged reader, which
 * may not open any, knows the same charsets as everyone. */
void mail_charset_preload(void);

#endif
