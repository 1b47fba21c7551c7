/* Feeds bytes to the reader of Authentication-Results: line 1 is the domain of From. */
#include "mail/authres.h"

#include "base/fault.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice value = {(const char *)data, size}, first = slice_cut(&value, '\n');
    char host[AUTHRES_HOST + 1], domain[256];
    size_t n = first.n < sizeof domain - 1 ? first.n : sizeof domain - 1;
    memcpy(domain, first.p ? first.p : "", n);
    domain[n] = '\0';
    if (strlen(domain) != n || !value.p)
        return 0;
    bool vouches = mail_authres_vouches(value, domain, host);
    insist(strlen(host) <= AUTHRES_HOST);
    insist(!vouches || host[0]);
    return 0;
}
