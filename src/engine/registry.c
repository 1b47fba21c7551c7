#include "engine/engine.h"

/* The one line per engine: its name here, its folder in engines/. */
#define ENGINES(X) X(venture) X(forex) X(boss) X(capital)

#define DECLARE(name) extern const struct engine_def name##_engine;
ENGINES(DECLARE)

#define DEF(name) &name##_engine,
static const struct engine_def *const defs[] = {ENGINES(DEF)};

enum { COUNT = sizeof defs / sizeof defs[0] };

static struct engine engines[COUNT];
static const struct engine *list[COUNT + 1];
static struct arena arena;

const struct engine *const *engine_all(void)
{
    if (!list[0]) {
        arena = ARENA(16 << 20);
        for (int i = 0; i < COUNT; i++) {
            engines[i].def = defs[i];
            defs[i]->open(&engines[i], &arena);
            list[i] = &engines[i];
        }
    }
    return list;
}

const struct engine *engine_find(struct slice name)
{
    for (const struct engine *const *e = engine_all(); *e; e++)
        if (slice_is(name, (*e)->def->name))
            return *e;
    return NULL;
}

void engine_close_all(void)
{
    arena_free(&arena);
    memset(list, 0, sizeof list);
}
