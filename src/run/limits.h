/* limits: how much one sender, and all of them together, can make the house do. */
#ifndef RUN_LIMITS_H
#define RUN_LIMITS_H

#include "run/run.h"

/* Whether an address has had its answers for this hour or this day, or the house for this hour ([mail] answers-per-hour,
 * house-answers-per-hour). `kind` is that of the letters counted. */
int limit_answers(struct run *run, const char *kind, const char *address, bool *over,
                  struct fault *fault) CHECKED;

/* Whether a stranger was answered within a day: he gets one. */
int limit_stranger(struct run *run, const char *address, bool *over, struct fault *fault) CHECKED;

/* An answer was written: counts against the house. */
int limit_answered(struct run *run, struct fault *fault) CHECKED;

/* Notes who sent the letter; *over when he sent more than [mail] bytes-per-day. */
int limit_bytes(struct run *run, struct letter_in *in, const char *sender, bool *over,
                struct fault *fault) CHECKED;

/* The letter last given to limit_bytes was not this sender's. */
void limit_forget(struct run *run, const char *sender);

/* The letters given to limit_bytes since the last commit come again. */
void limit_forget_all(struct run *run);

#endif
