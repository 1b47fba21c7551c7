/* invariant: what must always hold on a Venture table. */
#ifndef VENTURE_INVARIANT_H
#define VENTURE_INVARIANT_H

#include "engine/engine.h"

/* NULL, or the code of what is broken. */
const char *venture_invariant(const struct table *t, const struct engine *engine);

#endif
