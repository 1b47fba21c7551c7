/* imap_away: letters of an IMAP folder marked as seen, moved or deleted, as the account says. */
#ifndef MAIL_IMAP_AWAY_H
#define MAIL_IMAP_AWAY_H

#include "mail/imap_link.h"

/* The set stays the caller's. EX_UNAVAILABLE when the server says no. */
int imap_put_away(struct imap_link *link, const struct mail_account *account,
                  struct mailimap_set *set, struct fault *fault) CHECKED;

/* Marks letters as deleted and takes them out; without UIDPLUS, others that are marked, too. */
int imap_expunge(struct imap_link *link, const struct mail_account *account,
                 struct mailimap_set *set, struct fault *fault) CHECKED;

#endif
