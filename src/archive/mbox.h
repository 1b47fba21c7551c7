/* mbox: the letters of a game as one mailbox file (mboxrd: lines that begin with any number of > and
 * "From " get one > more).
 *
 * A report whose bytes were dropped is written out again from its document, without links; of an answer
 * that was not a report only the envelope is left, and a line that says so. */
#ifndef ARCHIVE_MBOX_H
#define ARCHIVE_MBOX_H

#include "turn/sitting.h"

#include <stdio.h>

/* All letters, both ways, or those of one seat (reader >= 1). *letters: how many. */
int mbox_write(struct sitting *s, int reader, FILE *out, int *letters, struct fault *fault) CHECKED;

/* One letter: the From_ line, the bytes with LF, an empty line. */
void mbox_letter(FILE *out, const char *from, int64_t at, struct slice bytes);

#endif
