/* bounce: reports of failed delivery that are not multipart/report: qmail's, Exim's, old Exchange's
 * and the like, which are written for people. */
#ifndef MAIL_BOUNCE_H
#define MAIL_BOUNCE_H

#include "mail/header.h"

/* Looks at a letter that a mail system wrote; fills its report fields, and `report`, when it is about
 * a letter that was not delivered. What is known already stays. */
void mail_bounce_read(const struct mail_header *header, struct arena *arena, struct letter *letter);

/* Whether somebody's program wrote that he is away, by the subject alone: for programs that do not
 * say so in a field of their own. */
bool mail_away_subject(const char *subject);

#endif
