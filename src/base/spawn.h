/* spawn: another program, run by its words, fed and read, with a time limit. No shell. */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include "base/buf.h"

struct spawn {
    const char *const *argv; /* argv[0] is looked up in PATH; ends with NULL */
    struct slice input;      /* its standard input */
    struct buf *output;      /* takes its standard output; NULL: that goes nowhere */
    int seconds;             /* it is killed after so many */
    int status;              /* out: exit status; 128 + signal when it was killed */
};

/* Waits for the end of the program. -1: it could not be started (EX_OSERR, EX_NOINPUT) or took too
 * long (EX_TEMPFAIL). Standard error is shared. The words never stand in a message. */
int spawn_run(struct spawn *spawn, struct fault *fault) CHECKED;

#endif
