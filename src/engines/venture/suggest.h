/* suggest: a sensible letter for the seat on turn, from what it sees. See engine.h. */
#ifndef VENTURE_SUGGEST_H
#define VENTURE_SUGGEST_H

#include "engine/engine.h"

void venture_suggest(const struct view *view, const struct engine *engine, const int64_t *options,
                     int variant, struct arena *arena, struct suggestion *out);

#endif
