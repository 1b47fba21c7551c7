/* authres: what an Authentication-Results field says of a From (RFC 8601). */
#ifndef MAIL_AUTHRES_H
#define MAIL_AUTHRES_H

#include "base/slice.h"

enum { AUTHRES_HOST = 255 };

/* Whether the field's server says that mail from this domain is what it claims to be: DMARC passed
 * for it, or DKIM or SPF passed for it or a domain above it. `host` gets who says so, "" when the
 * field makes no sense. */
bool mail_authres_vouches(struct slice value, const char *domain, char host[AUTHRES_HOST + 1]);

#endif
