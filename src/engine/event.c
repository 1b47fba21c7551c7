#include "engine/event.h"

void event_add(struct events *events, sight sight, const char *code, const struct arg *args,
               int nargs)
{
    insist(nargs >= 0 && nargs <= ARGS_MAX);
    struct event *e = arena_new(events->arena, struct event);
    struct arg *copy = arena_array(events->arena, struct arg, nargs ? nargs : 1);
    for (int i = 0; i < nargs; i++) {
        copy[i] = args[i];
        copy[i].word = arena_strdup(events->arena, args[i].word);
    }
    *e = (struct event){.code = code, .sight = sight, .nargs = nargs, .args = copy};
    if (events->last)
        events->last->next = e;
    else
        events->first = e;
    events->last = e;
    events->n++;
}
