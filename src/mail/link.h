/* link: a connection to a mail server, made by libcurl: name resolution, TLS with a verified
 * certificate, login. Then the bytes of the protocol go to and fro. */
#ifndef MAIL_LINK_H
#define MAIL_LINK_H

#include "mail/account.h"

#include <curl/curl.h>
#include <sys/types.h>

struct mail_link;

/* Connects and logs in (IMAP, POP3). EX_TEMPFAIL: it may work later; EX_NOPERM: certificate or
 * password are refused; EX_CONFIG: the server does not offer TLS, or a setting makes no sense.
 * Nothing but the server's greeting is exchanged before TLS stands, unless the account says none.
 */
int mail_link_open(struct mail_link **link, const struct mail_account *account,
                   struct fault *fault) CHECKED;
void mail_link_close(struct mail_link **link);
void mail_link_hang_up(struct mail_link *link); /* reads and writes fail at once from now on */

/* At least one byte; -1 when the connection ends, fails, is silent for the account's timeout, or sends
 * more, or more slowly, than any answer to the last write can be. */
ssize_t mail_link_read(struct mail_link *link, void *p, size_t n);
/* How many bytes the answers to what is written from now on may be: LINK_ANSWER to begin with,
 * LINK_LETTERS for letters, or a list of them all. */
enum { LINK_ANSWER = 4 << 20, LINK_LETTERS = 64 << 20 };
void mail_link_expect(struct mail_link *link, int64_t most);
/* All of it; -1 when that cannot be done. */
ssize_t mail_link_write(struct mail_link *link, const void *p, size_t n);

/* The descriptor to poll, and whether something waits to be read that it does not show. */
int mail_link_fd(const struct mail_link *link);
bool mail_link_pending(struct mail_link *link);

/* What the account asks of every connection: TLS, CAs, time limits, login. */
int mail_link_setup(CURL *curl, const struct mail_account *account, struct fault *fault) CHECKED;

/* What a failure of libcurl means to the host. `detail` is libcurl's own line. */
int mail_link_fault(const struct mail_account *account, CURLcode code, const char *detail,
                    struct fault *fault);

#endif
