#include "engine/say.h"

#include <stdarg.h>
#include <stdio.h>

static int without_empty(const struct arg *args, int n, struct arg *out)
{
    int kept = 0;
    insist(n <= ARGS_MAX);
    for (int i = 0; i < n; i++)
        if ((args[i].type != ARG_WORD && args[i].type != ARG_TEXT) || args[i].word)
            out[kept++] = args[i];
    return kept;
}

void engine_say(struct play *play, sight sight, const char *code, const struct arg *args, int n)
{
    struct arg kept[ARGS_MAX];
    n = without_empty(args, n, kept);
    event_add(play->events, sight, code, kept, n);
}

enum outcome engine_wrong(struct play *play, int term, const char *code, const struct arg *args,
                          int n)
{
    struct arg kept[ARGS_MAX];
    n = without_empty(args, n, kept);
    for (int i = 0; i < n; i++)
        kept[i].word = arena_strdup(play->arena, kept[i].word);
    mistake_set(play->mistake, code, term, kept, n);
    return OUTCOME_MISTAKE;
}

enum outcome engine_try(struct play *play, const char *fmt, ...)
{
    char *line = play->mistake->try;
    va_list va;
    va_start(va, fmt);
    int n = vsnprintf(line, TRY_MAX, fmt, va);
    va_end(va);
    if (n < 0 || n >= TRY_MAX)
        line[0] = '\0';
    return OUTCOME_MISTAKE;
}
