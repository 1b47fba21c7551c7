/* fault: what went wrong in the world outside (disk, database, configuration, network).
 *
 * A function that can meet the world returns 0, or -1 with *fault filled. Players' mistakes
 * are not faults (see order/mistake.h); bugs are not either: die() ends the program. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <sysexits.h>

#define CHECKED         __attribute__((warn_unused_result))
#define PRINTF(fmt, va) __attribute__((format(printf, fmt, va)))

struct fault {
    int exit;       /* sysexits code the program ends with: EX_TEMPFAIL when trying again may help */
    char text[512]; /* one line for stderr; never holds a secret */
};

/* Fills *fault and returns -1, so that `return fault_set(…)` reads well. */
int fault_set(struct fault *fault, int exit_code, const char *fmt, ...) PRINTF(3, 4);

/* A bug: prints file, line and message and aborts. */
_Noreturn void die_at(const char *file, int line, const char *fmt, ...) PRINTF(3, 4);
#define die(...) die_at(__FILE__, __LINE__, __VA_ARGS__)
#define insist(cond)                                                                               \
    do {                                                                                           \
        if (!(cond))                                                                               \
            die("does not hold: %s", #cond);                                                       \
    } while (0)

#endif
