/* endturn: what follows a letter or a silence by itself. See engine.h for advance and expire. */
#ifndef VENTURE_ENDTURN_H
#define VENTURE_ENDTURN_H

#include "engines/venture/orders.h"

void venture_advance(struct play *play);
void venture_expire(struct play *play, int seat);

#endif
