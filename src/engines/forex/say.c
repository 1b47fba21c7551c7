#include "engines/forex/state.h"

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

void forex_say(struct play *play, sight sight, enum event_code code, const struct arg *args, int n)
{
    struct arg kept[ARGS_MAX];
    n = without_empty(args, n, kept);
    event_add(play->events, sight, forex_event_name(code), kept, n);
}

enum outcome forex_wrong(struct play *play, int term, enum mistake_code code,
                         const struct arg *args, int n)
{
    struct arg kept[ARGS_MAX];
    n = without_empty(args, n, kept);
    for (int i = 0; i < n; i++)
        kept[i].word = arena_strdup(play->arena, kept[i].word);
    mistake_set(play->mistake, forex_mistake_name(code), term, kept, n);
    return OUTCOME_MISTAKE;
}

enum outcome forex_try(struct play *play, const char *fmt, ...)
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

const char *forex_amount(const struct engine *engine, struct arena *arena, int64_t sum)
{
    if (sum >= 0 && sum < SUMS)
        return forex_of(engine)->amount[sum];
    return arena_printf(arena, "%s%lld%s", sum < 0 ? "-" : "",
                        (long long)(sum < 0 ? -sum : sum) / 2, sum % 2 ? ".5" : "");
}

const char *forex_sum(const struct engine *engine, struct arena *arena, int64_t sum, int currency)
{
    if (sum >= 0 && sum < SUMS)
        return forex_of(engine)->sum[currency][sum];
    return arena_printf(arena, "%s %s", forex_amount(engine, arena, sum), forex_currency[currency]);
}

void forex_list_add(struct list *list, const char *word)
{
    size_t used = strlen(list->text), more = strlen(word);
    if (used + more + 3 > sizeof list->text)
        return;
    if (list->n++) {
        memcpy(list->text + used, ", ", 2);
        used += 2;
    }
    memcpy(list->text + used, word, more + 1);
}

void forex_list_currencies(struct list *list, unsigned bits)
{
    for (int c = 0; c < CURRENCIES; c++)
        if (bits >> c & 1)
            forex_list_add(list, forex_currency[c]);
}
