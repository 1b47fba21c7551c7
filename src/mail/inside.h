/* inside: the reader's own state, for its tests (which shorten its patience and end its child). */
#ifndef MAIL_INSIDE_H
#define MAIL_INSIDE_H

#include "mail/reader.h"

#include "base/buf.h"

#include <sys/types.h>

struct mail_reader {
    pid_t keeper;
    int control;          /* to the keeper */
    int letters, answers; /* to and from the child; -1 when there is none */
    int patience;         /* milliseconds for one letter */
    bool hello;           /* the child has closed its cage */
    int answered, given;  /* letters the child has answered, was begun to be given */

    struct slice queue[READER_AHEAD];
    int n, handed;
    size_t sent; /* bytes of queue[handed], its length included */
    struct buf in;
};

#endif
