#include "run/limits.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

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

/* What a sender has sent since: the store adds it up once in a while, and what comes in between is
 * added here. So a sender of many letters does not make each of them cost more than the one before. */
static struct run_sum *sum_of(struct run *run, const char *sender)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (const char *p = sender; *p; p++)
        h = (h ^ (unsigned char)tolower((unsigned char)*p)) * 16777619u;
    return &run->sums[h % SUMS];
}

int limit_bytes(struct run *run, struct letter_in *in, const char *sender, bool *over,
                struct fault *fault)
{
    enum { WHILE = 600 };
    int64_t since = in->received - DAY;
    *over = false;
    if (!*sender)
        return 0;
    struct run_sum *sum = sum_of(run, sender);
    if (strcasecmp(sum->sender, sender) != 0 || since < sum->since || since > sum->since + WHILE) {
        sum->since = since;
        if (store_letter_in_sum(run->house->store, sender, since, &sum->bytes, fault) != 0)
            return -1;
        if (snprintf(sum->sender, sizeof sum->sender, "%s", sender) >= (int)sizeof sum->sender)
            *sum->sender = '\0'; /* too long for one of ours */
    }
    in->sender = sender; /* stored with the verdict */
    *over = sum->bytes + in->size > run->house->config.mail.bytes_per_day;
    sum->bytes += in->size;
    return 0;
}

void limit_forget(struct run *run, const char *sender)
{
    *sum_of(run, sender)->sender = '\0';
}

void limit_forget_all(struct run *run)
{
    memset(run->sums, 0, sizeof run->sums);
}
