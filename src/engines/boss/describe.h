/* describe: the game's own part of a report. See engine.h. */
#ifndef BOSS_DESCRIBE_H
#define BOSS_DESCRIBE_H

#include "engines/boss/orders.h"

void boss_describe(const struct view *view, const struct engine *engine, const int64_t *options,
                   int variant, json_t *doc);

#endif
