/* suggest: a legal, sensible letter from what a seat sees. */
#ifndef CAPITAL_SUGGEST_H
#define CAPITAL_SUGGEST_H

#include "engine/engine.h"

void capital_suggest(const struct view *view, const struct engine *engine, const int64_t *options,
                     int variant, struct arena *arena, struct suggestion *out);

#endif
