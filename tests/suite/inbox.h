/* inbox: that of a world's house at a fake server. */
#ifndef TESTS_INBOX_H
#define TESTS_INBOX_H

#include "fake.h"
#include "world.h"

/* From now on letters come from there: "imap" or "pop3", without TLS. */
void inbox_use(struct world *w, const struct fake *f, const char *scheme,
               enum mail_processed processed);

/* Fetches as a process of its own would, as far as connections go. 0, or the exit code of what went
 * wrong, which w->run.trouble says. */
int inbox_fetch(struct world *w);

/* How many letters the house has, whatever became of them. */
int64_t inbox_stored(struct world *w);

#endif
