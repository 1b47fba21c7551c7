#include "run/deaths.h"

#include <inttypes.h>
#include <stdio.h>

/* "ID COUNT", or "" when all is well. */
static const char *const settings[] = {[DEATH_LETTER] = "deaths", [DEATH_DEADLINE] = "deadline-deaths"};

static int count(struct run *run, enum death kind, int64_t id, int64_t *deaths, struct fault *fault)
{
    struct arena arena = ARENA(1 << 12);
    const char *text = NULL;
    long long of = 0, n = 0;
    int r = store_get_setting(run->house->store, settings[kind], &arena, &text, fault);
    struct slice rest = slice_of(text ? text : "");
    bool noted = slice_to_int(slice_cut(&rest, ' '), &of) && slice_to_int(rest, &n);
    *deaths = noted && of == id ? n : 0;
    arena_free(&arena);
    return r;
}

int deaths_note(struct run *run, enum death kind, int64_t id, int64_t *deaths, struct fault *fault)
{
    struct store *store = run->house->store;
    char text[64];
    if (count(run, kind, id, deaths, fault) != 0)
        return -1;
    snprintf(text, sizeof text, "%" PRId64 " %" PRId64, id, *deaths + 1);
    if (store_begin(store, fault) != 0)
        return -1;
    if (store_set_setting(store, settings[kind], text, fault) != 0 || store_commit(store, fault) != 0) {
        store_rollback(store);
        return -1;
    }
    return 0;
}

int deaths_none(struct run *run, enum death kind, struct fault *fault)
{
    return store_set_setting(run->house->store, settings[kind], "", fault);
}

void deaths_forgive(struct run *run, enum death kind)
{
    struct store *store = run->house->store;
    struct fault ignored;
    if (store_begin(store, &ignored) == 0 &&
        (deaths_none(run, kind, &ignored) != 0 || store_commit(store, &ignored) != 0))
        store_rollback(store);
}
