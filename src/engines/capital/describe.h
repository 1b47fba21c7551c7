/* describe: the game's own part of the report document. */
#ifndef CAPITAL_DESCRIBE_H
#define CAPITAL_DESCRIBE_H

#include "engine/engine.h"

void capital_describe(const struct view *view, const struct engine *engine, const int64_t *options,
                      int variant, json_t *doc);

#endif
