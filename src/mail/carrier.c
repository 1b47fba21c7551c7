#include "mail/carrier.h"
#include "base/secret.h"

#include <stdlib.h>

void carrier_init(struct carrier *carrier, const struct carrier_driver *driver,
                  const struct mail_account *account)
{
    carrier->driver = driver;
    carrier->arena = ARENA(1 << 20);
    carrier->account = mail_account_copy(account, &carrier->arena);
}

void carrier_done(struct carrier *carrier)
{
    secret_wipe((char *)carrier->account.password, strlen(carrier->account.password));
    arena_free(&carrier->arena);
    free(carrier);
}

struct carrier *carrier_open(const struct mail_account *account)
{
    if (account->kind == MAIL_SMTP)
        return smtp_carrier(account);
    if (account->kind == MAIL_SENDMAIL)
        return sendmail_carrier(account);
    die("nothing can be sent through %s", account->url);
}

void carrier_close(struct carrier **carrier)
{
    if (*carrier)
        (*carrier)->driver->close(*carrier);
    *carrier = NULL;
}
