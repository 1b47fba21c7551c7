/* invariant: what always holds. See engine.h. */
#ifndef BOSS_INVARIANT_H
#define BOSS_INVARIANT_H

#include "engines/boss/state.h"

const char *boss_invariant(const struct table *t, const struct engine *engine,
                           const int64_t *options);

#endif
