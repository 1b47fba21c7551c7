/* utf8: checking, folding and measuring text.
 *
 * Text is checked once, on the way in (utf8_clean); everything behind that may rely on it. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/buf.h"

#include <stdint.h>

/* Reads one code point at p[0..n), n > 0. Returns its length; *c is U+FFFD and the length 1
 * for a byte that is not valid UTF-8. */
size_t utf8_next(const char *p, size_t n, uint32_t *c);
void utf8_put(struct buf *out, uint32_t c);

bool utf8_valid(struct slice s);

/* Copies s with invalid bytes and control characters other than tab and newline replaced
 * (U+FFFD; CR LF and lone CR become LF, NUL is dropped). */
void utf8_clean(struct slice s, struct buf *out);

/* Folds for comparing what people type: upper case, accents off (é→E, ç→C, œ→OE), dashes of
 * every kind to '-', every kind of space to ' ', typographic quotes to ' and ", fractions
 * ½→1/2, 1½→3/2, ¼, ¾, × to X. Other code points stay. */
void utf8_fold(struct slice s, struct buf *out);

/* Whether it is white space of any kind: also what cannot be seen or does not break. */
bool utf8_white(uint32_t c);

/* Without the white space around it. */
struct slice utf8_trim(struct slice s);

/* Columns the text takes on a terminal: combining marks 0, wide East Asian and emoji 2. */
size_t utf8_width(struct slice s);

#endif
