/* event: what happened: a code, args and who may know. */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H

#include "base/arena.h"
#include "base/arg.h"
#include "table/table.h"

struct event {
    const char *code; /* constant; has a phrase in every language */
    sight sight;
    bool at_once; /* mailed at once to all who may know, not with their next report */
    int nargs;
    const struct arg *args;
    struct event *next;
};

struct events {
    struct arena *arena;
    struct event *first, *last;
    int n;
};

void event_add(struct events *events, sight sight, const char *code, const struct arg *args,
               int nargs);

/* EVENT(play->events, SIGHT_ALL, "take", SEAT("seat", s), KIND("company", k)) */
#define EVENT(events, sight, code, ...)                                                            \
    event_add((events), (sight), (code), (const struct arg[]){NUM(NULL, 0), ##__VA_ARGS__} + 1,    \
              (int)(sizeof((const struct arg[]){NUM(NULL, 0), ##__VA_ARGS__}) /                    \
                    sizeof(struct arg)) -                                                          \
                  1)

#endif
