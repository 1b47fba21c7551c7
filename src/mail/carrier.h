/* carrier: how letters leave: SMTP, or a program such as sendmail. (Letters for a Maildir are files
 * and go by mail/maildir.h, many at a time.)
 *
 * One connection carries many letters, each with one recipient: of several, a refused one would
 * hide behind the acceptance of the others. */
#ifndef MAIL_CARRIER_H
#define MAIL_CARRIER_H

#include "mail/account.h"
#include "mail/mailbox.h"

struct carrier_letter {
    const char *from; /* envelope sender; "" is the null one: nobody hears of a failure */
    const char *to;
    struct slice bytes; /* with CRLF */
};

enum carried {
    CARRIED,       /* it is theirs now */
    CARRIED_LATER, /* 4xx, or the connection broke in the middle of it: try again */
    CARRIED_NEVER, /* 5xx: trying again does not help */
};

enum { CARRIER_ANSWER = 300 };

struct carrier;

struct carrier_driver {
    /* 0: *result tells what became of the letter, `answer` what the other side said, one printable
     * line. -1: the carrier itself is at fault (no connection, login refused, the sender's address
     * refused): the letter was not tried, nor would others be better off. */
    int (*carry)(struct carrier *carrier, const struct carrier_letter *letter, enum carried *result,
                 char answer[CARRIER_ANSWER], struct fault *fault);
    int (*check)(struct carrier *carrier, mailbox_say *say, void *ctx, struct fault *fault);
    void (*close)(struct carrier *carrier);
};

struct carrier {
    const struct carrier_driver *driver;
    struct arena arena;
    struct mail_account account;
};

/* Makes the carrier of a checked account without connecting. Never fails. */
struct carrier *carrier_open(const struct mail_account *account);
void carrier_close(struct carrier **carrier);

struct carrier *smtp_carrier(const struct mail_account *account);
struct carrier *sendmail_carrier(const struct mail_account *account);

/* For drivers. */
void carrier_init(struct carrier *carrier, const struct carrier_driver *driver,
                  const struct mail_account *account);
void carrier_done(struct carrier *carrier); /* frees carrier, too */

#endif
