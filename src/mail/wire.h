/* wire: what goes between a reader's parent and its caged child.
 *
 * To the child: a length (uint32_t, this machine's order) and the letter. From the child:
 * WIRE_HELLO once the cage is closed, then for each letter a length and the answer. The parent
 * believes nothing: a letter may have taken the child over. */
#ifndef MAIL_WIRE_H
#define MAIL_WIRE_H

#include "mail/reader.h"

#include "base/buf.h"

#include <stdint.h>

enum {
    WIRE_HELLO = 0x72647231,
    WIRE_ANSWER = READER_TEXT + (64 << 10), /* the longest answer */
};

/* Appends length and answer. */
void mail_wire_put(enum reading_result result, const struct letter *letter, struct buf *out);

/* The answer without its length. False unless every byte of it is as letter.h promises. */
bool mail_wire_get(struct slice answer, struct arena *arena, struct letter *letter,
                   enum reading_result *result);

#endif
