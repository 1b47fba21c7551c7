#include "engines/capital/describe.h"
void capital_describe(const struct view *view, const struct engine *engine, const int64_t *options,
                      int variant, json_t *doc)
{
    (void)view; (void)engine; (void)options; (void)variant; (void)doc;
}
