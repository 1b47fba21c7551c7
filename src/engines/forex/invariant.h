/* invariant: what must always hold on a For-Ex table. */
#ifndef FOREX_INVARIANT_H
#define FOREX_INVARIANT_H

#include "engine/engine.h"

const char *forex_invariant(const struct table *table);

#endif
