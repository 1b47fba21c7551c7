#include "engines/forex/state.h"

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
