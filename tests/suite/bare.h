/* bare: a letter without its ids: Message-ID, In-Reply-To, References, and what MIME boundaries are made of,
 * which is the first. They are codes of how many letters the house has written. */
#ifndef TESTS_BARE_H
#define TESTS_BARE_H

#include "base/buf.h"

void bare_letter(struct slice letter, struct buf *out);

#endif
