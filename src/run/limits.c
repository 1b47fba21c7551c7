#include "run/limits.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    HOUR = 3600,
    DAY = 86400,
    DAYS_HOURS = 2, /* hours' answers within a day: two machines shall not begin again each hour */
};

/* Answers of the present hour, in the setting "answers-hour": "HOUR COUNT". */
static int count_answers(struct run *run, int64_t *n, struct fault *fault)
{
    struct arena arena = ARENA(1 << 12);
    const char *text = NULL;
    long long hour = 0, count = 0;
    int r = store_get_setting(run->house->store, "answers-hour", &arena, &text, fault);
    if (r == 0 && text) {
        struct slice rest = slice_of(text);
        if (!slice_to_int(slice_cut(&rest, ' '), &hour) || !slice_to_int(rest, &count))
            hour = 0;
    }
    *n = hour == house_now(run->house) / HOUR ? count : 0;
    arena_free(&arena);
    return r;
}

int limit_answers(struct run *run, const char *kind, const char *address, bool *over,
                  struct fault *fault)
{
    int64_t hour, day, all, now = house_now(run->house), most = run->house->config.answers_per_hour;
    int64_t most_a_day = DAYS_HOURS * most < ANSWERS_COUNTED ? DAYS_HOURS * most : ANSWERS_COUNTED;
    if (store_answers_since(run->house->store, kind, address, now - HOUR, &hour, fault) != 0 ||
        store_answers_since(run->house->store, kind, address, now - DAY, &day, fault) != 0 ||
        count_answers(run, &all, fault) != 0)
        return -1;
    *over = hour >= most || day >= most_a_day ||
            all >= run->house->config.mail.house_answers_per_hour;
    return 0;
}

int limit_stranger(struct run *run, const char *address, bool *over, struct fault *fault)
{
    int64_t n, all;
    if (store_answers_since(run->house->store, "stranger", address, house_now(run->house) - DAY, &n,
                            fault) != 0 ||
        count_answers(run, &all, fault) != 0)
        return -1;
    *over = n >= 1 || run->house->config.answers_per_hour == 0 ||
            all >= run->house->config.mail.house_answers_per_hour;
    return 0;
}

int limit_answered(struct run *run, struct fault *fault)
{
    char text[64];
    int64_t n;
    if (count_answers(run, &n, fault) != 0)
        return -1;
    snprintf(text, sizeof text, "%" PRId64 " %" PRId64, house_now(run->house) / HOUR, n + 1);
    return store_set_setting(run->house->store, "answers-hour", text, fault);
}

int limit_bytes(struct run *run, struct letter_in *in, const char *sender, bool *over,
                struct fault *fault)
{
    int64_t bytes;
    *over = false;
    if (!*sender)
        return 0;
    if (store_letter_in_sum(run->house->store, sender, in->received - DAY, &bytes, fault) != 0)
        return -1;
    in->sender = sender; /* stored with the verdict */
    *over = bytes + in->size > run->house->config.mail.bytes_per_day;
    return 0;
}
