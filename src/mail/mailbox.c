#include "mail/mailbox.h"
#include "base/secret.h"

#include <stdlib.h>

void mailbox_init(struct mailbox *box, const struct mailbox_driver *driver,
                  const struct mail_account *account)
{
    box->driver = driver;
    box->arena = ARENA(1 << 20);
    box->account = mail_account_copy(account, &box->arena);
}

void mailbox_done(struct mailbox *box)
{
    secret_wipe((char *)box->account.password, strlen(box->account.password));
    arena_free(&box->arena);
    free(box);
}

struct mailbox *mailbox_open(const struct mail_account *account, const char *base)
{
    switch (account->kind) {
    case MAIL_MAILDIR:
        return maildir_mailbox(account, base);
    case MAIL_IMAP:
        return imap_mailbox(account);
    case MAIL_POP3:
        return pop3_mailbox(account);
    case MAIL_SMTP:
    case MAIL_SENDMAIL:
        break;
    }
    die("nothing can be fetched from %s", account->url);
}

void mailbox_close(struct mailbox **box)
{
    if (*box)
        (*box)->driver->close(*box);
    *box = NULL;
}
