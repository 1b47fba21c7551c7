/* suggest: a sensible letter for an awaited seat, from its view. See engine.h. */
#ifndef FOREX_SUGGEST_H
#define FOREX_SUGGEST_H

#include "engine/engine.h"

void forex_suggest(const struct view *view, const struct engine *engine, const int64_t *options,
                   int variant, struct arena *arena, struct suggestion *out);

#endif
