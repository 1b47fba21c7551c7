/* invariant: what always holds on a whole table. */
#ifndef CAPITAL_INVARIANT_H
#define CAPITAL_INVARIANT_H

#include "engine/engine.h"

const char *capital_invariant(const struct table *t, const struct engine *engine,
                              const int64_t *options);

#endif
