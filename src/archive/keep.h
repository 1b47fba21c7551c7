/* keep: what stays, and what is dropped in time. */
#ifndef ARCHIVE_KEEP_H
#define ARCHIVE_KEEP_H

#include "turn/house.h"

/* Once a day: drops the bytes of letters that were delivered longer ago than the house keeps letters
 * ([house] keep-letters; 0: for ever). Their rows and the documents of reports stay. In transactions of
 * its own. */
int keep_letters(struct house *house, struct fault *fault) CHECKED;

/* A copy of the database under a name it gets only when it was opened and looked through. Others may
 * work meanwhile. *games: how many games it holds. */
int keep_backup(struct house *house, const char *path, int *games, struct fault *fault) CHECKED;

#endif
