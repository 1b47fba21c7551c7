/* cage: the processes behind a reader.
 *
 * The keeper is forked from the program early, opens the charset converters and then only forks:
 * whatever secrets the program loads later are in no reader's memory, however often one is
 * replaced. Each child of the keeper closes its cage and reads letters. */
#ifndef MAIL_CAGE_H
#define MAIL_CAGE_H

#include <sys/types.h>

enum {
    CAGE_LETTERS = 250, /* a child is replaced after so many, whatever happens */
};

/* The life of the keeper, right behind fork(): answers each byte on `control` (a SOCK_SEQPACKET
 * socket) with a new child's two pipes (SCM_RIGHTS: to write letters, to read answers) after
 * ending the child before it. Ends with `parent`, or when control is closed. */
_Noreturn void mail_keeper_run(int control, pid_t parent);

/* The life of a child: letters on descriptor 0, answers on 1. */
struct mail_cage;
struct mail_cage *mail_cage_new(void); /* NULL when the filter cannot be made */
_Noreturn void mail_cage_run(struct mail_cage *cage, int letters, int answers, pid_t keeper);

#endif
