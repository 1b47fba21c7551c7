/* START, INVITE: a game before it begins. */
#include "moderator/ruling.h"

int rule_start(struct ruling *r, struct fault *fault)
{
    (void)fault;
    MISTAKE(r->mistake, -1, "begun-already");
    return 0;
}

int rule_invite(struct ruling *r, struct fault *fault)
{
    (void)fault;
    MISTAKE(r->mistake, -1, "no-free-seat");
    return 0;
}
