/* describe: For-Ex's part of the report document, from a view. See engine.h.
 *
 * Keys are lower case with underscores; values are codes and numbers, no words of a language. Sums
 * are units: 1.5. */
#ifndef FOREX_DESCRIBE_H
#define FOREX_DESCRIBE_H

#include "engine/engine.h"

void forex_describe(const struct view *view, const struct engine *engine, const int64_t *options,
                    int variant, json_t *doc);

#endif
