/* What always holds: at least one weekday is not quiet, so every clock comes to its end; dates are
 * bounded, so it does so within PACE_FAR days. */
#include "turn/pace.h"
#include "turn/house.h"

#include <strings.h>

enum { DAY = 86400, PACE_FAR = 20000, RANGE_MAX = 366 };

const struct pace pace_preset = {.turn = 3 * DAY,
                                 .reaction = DAY,
                                 .negotiation = 2 * DAY,
                                 .vacation = 14 * DAY,
                                 .tz = "UTC",
                                 .reminders = {50, 10},
                                 .nreminders = 2};

/* --- reading ---------------------------------------------------------------------------------- */

static bool is_word(struct slice word, const char *other)
{
    return word.n == strlen(other) && strncasecmp(word.p, other, word.n) == 0;
}

static int weekday(struct slice word)
{
    static const char *const names[7][4] = {
        {"mon", "monday", "lun", "lundi"},     {"tue", "tuesday", "mar", "mardi"},
        {"wed", "wednesday", "mer", "mercredi"}, {"thu", "thursday", "jeu", "jeudi"},
        {"fri", "friday", "ven", "vendredi"},  {"sat", "saturday", "sam", "samedi"},
        {"sun", "sunday", "dim", "dimanche"}};
    for (int d = 0; d < 7; d++)
        for (int k = 0; k < 4; k++)
            if (is_word(word, names[d][k]))
                return d;
    return -1;
}

/* "2026-12-25", "2026-12-24..2027-01-02" or, for every year, "12-25" */
static bool read_dates(struct slice word, struct quiet_dates *out)
{
    int64_t from, to;
    struct slice rest = word, first = slice_cut(&rest, '.');
    if (word.n == 5) {
        char whole[11] = "2000-";
        memcpy(whole + 5, word.p, 5);
        whole[10] = '\0';
        if (!zone_date(slice_of(whole), &from))
            return false;
        struct local_time day;
        zone_local(zone_get("UTC"), from * DAY, &day);
        int md = day.month * 100 + day.day_of_month;
        *out = (struct quiet_dates){md, md, true};
        return true;
    }
    if (!zone_date(first, &from))
        return false;
    to = from;
    if (rest.p && (rest.n < 1 || rest.p[0] != '.' ||
                   !zone_date((struct slice){rest.p + 1, rest.n - 1}, &to)))
        return false;
    *out = (struct quiet_dates){(int)from, (int)to, false};
    return to >= from && to - from < RANGE_MAX;
}

static bool read_quiet(struct slice value, struct pace *p)
{
    p->quiet = 0;
    p->ndates = 0;
    if (is_word(value, "none"))
        return true;
    while (value.p) {
        struct slice word = slice_cut(&value, ',');
        int day = weekday(word);
        if (day >= 0)
            p->quiet |= 1u << day;
        else if (p->ndates == PACE_DATES || !read_dates(word, &p->dates[p->ndates++]))
            return false;
    }
    return p->quiet != 0x7f;
}

static bool read_silence(struct slice value, struct pace *p)
{
    long long n;
    p->dismiss = 0;
    if (is_word(value, "default"))
        p->silence = SILENCE_DEFAULT;
    else if (is_word(value, "hold"))
        p->silence = SILENCE_HOLD;
    else if (value.n > 8 && strncasecmp(value.p, "dismiss:", 8) == 0 &&
             slice_to_int((struct slice){value.p + 8, value.n - 8}, &n) && n >= 1 && n <= 100) {
        p->silence = SILENCE_DISMISS;
        p->dismiss = (int)n;
    } else
        return false;
    return true;
}

static bool read_reminders(struct slice value, struct pace *p)
{
    int last = 100;
    p->nreminders = 0;
    if (is_word(value, "none"))
        return true;
    while (value.p) {
        struct slice word = slice_cut(&value, ',');
        long long n;
        if (word.n < 2 || word.p[word.n - 1] != '%' || p->nreminders == PACE_REMINDERS ||
            !slice_to_int((struct slice){word.p, word.n - 1}, &n) || n < 1 || n >= last)
            return false;
        p->reminders[p->nreminders++] = last = (int)n;
    }
    return true;
}

static bool read_time(struct slice value, bool zero, int64_t *seconds)
{
    if (zero && (is_word(value, "none") || slice_is(value, "0"))) {
        *seconds = 0;
        return true;
    }
    return house_duration(value, seconds) && (zero || *seconds > 0);
}

bool pace_parse_key(struct slice key, struct slice value, struct pace *pace, struct arena *arena,
                    const char **why)
{
    struct pace p = *pace;
    const char *like;
    bool ok;
    if (is_word(key, "turn")) {
        ok = read_time(value, false, &p.turn);
        like = "turn=3d";
    } else if (is_word(key, "reaction")) {
        ok = read_time(value, false, &p.reaction);
        like = "reaction=1d";
    } else if (is_word(key, "negotiation")) {
        ok = read_time(value, false, &p.negotiation);
        like = "negotiation=2d";
    } else if (is_word(key, "grace")) {
        ok = read_time(value, true, &p.grace);
        like = "grace=6h, or grace=none";
    } else if (is_word(key, "vacation")) {
        ok = read_time(value, true, &p.vacation);
        like = "vacation=14d, or vacation=none";
    } else if (is_word(key, "quiet")) {
        ok = read_quiet(value, &p);
        like = "quiet=sat,sun,12-25,2026-08-01..2026-08-15, or quiet=none; one weekday must remain";
    } else if (is_word(key, "tz")) {
        ok = zone_find(value, p.tz);
        like = "tz=Europe/Paris, or another name of the zone database, or tz=UTC";
    } else if (is_word(key, "silence")) {
        ok = read_silence(value, &p);
        like = "silence=default, silence=hold or silence=dismiss:3";
    } else if (is_word(key, "reminders")) {
        ok = read_reminders(value, &p);
        like = "reminders=50%,10%, falling, or reminders=none";
    } else {
        *why = "turn, reaction, negotiation, quiet, tz, grace, silence, vacation or reminders, and = "
               "behind it";
        return false;
    }
    if (ok)
        *pace = p;
    else
        *why = arena_strdup(arena, like);
    return ok;
}

bool pace_parse(struct slice text, struct pace *pace, struct arena *arena, const char **why)
{
    struct pace p = *pace;
    while (text.p) {
        struct slice value = slice_trim(slice_cut(&text, ' '));
        if (value.n == 0)
            continue;
        struct slice key = slice_cut(&value, '=');
        if (!pace_parse_key(key, value, &p, arena, why))
            return false;
    }
    *pace = p;
    return true;
}

/* --- printing --------------------------------------------------------------------------------- */

void pace_print_time(int64_t seconds, struct buf *out)
{
    static const struct {
        int64_t seconds;
        char unit;
    } units[] = {{DAY, 'd'}, {3600, 'h'}, {60, 'm'}, {1, 's'}};
    if (seconds == 0)
        buf_str(out, "0s");
    for (int i = 0; i < 4; i++) {
        if (seconds / units[i].seconds)
            buf_printf(out, "%lld%c", (long long)(seconds / units[i].seconds), units[i].unit);
        seconds %= units[i].seconds;
    }
}

static void print_time(struct buf *out, const char *key, int64_t seconds)
{
    buf_printf(out, "%s%s=", out->n ? " " : "", key);
    if (seconds)
        pace_print_time(seconds, out);
    else
        buf_str(out, "none");
}

static void print_day(struct buf *out, int day)
{
    struct local_time l;
    zone_local(zone_get("UTC"), (int64_t)day * DAY, &l);
    buf_printf(out, "%04d-%02d-%02d", l.year, l.month, l.day_of_month);
}

static void print_quiet(const struct pace *p, struct buf *out)
{
    static const char *const names[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
    const char *sep = "";
    buf_str(out, " quiet=");
    if (!p->quiet && !p->ndates)
        buf_str(out, "none");
    for (int d = 0; d < 7; d++)
        if (p->quiet >> d & 1) {
            buf_printf(out, "%s%s", sep, names[d]);
            sep = ",";
        }
    for (int i = 0; i < p->ndates; i++, sep = ",") {
        const struct quiet_dates *q = &p->dates[i];
        buf_str(out, sep);
        if (q->yearly) {
            buf_printf(out, "%02d-%02d", q->from / 100, q->from % 100);
            continue;
        }
        print_day(out, q->from);
        if (q->to != q->from) {
            buf_str(out, "..");
            print_day(out, q->to);
        }
    }
}

void pace_print(const struct pace *p, struct buf *out)
{
    print_time(out, "turn", p->turn);
    print_time(out, "reaction", p->reaction);
    print_time(out, "negotiation", p->negotiation);
    print_quiet(p, out);
    buf_printf(out, " tz=%s", p->tz);
    print_time(out, "grace", p->grace);
    buf_printf(out, " silence=%s", p->silence == SILENCE_HOLD      ? "hold"
                                   : p->silence == SILENCE_DISMISS ? "dismiss:"
                                                                   : "default");
    if (p->silence == SILENCE_DISMISS)
        buf_printf(out, "%d", p->dismiss);
    print_time(out, "vacation", p->vacation);
    buf_str(out, p->nreminders ? " reminders=" : " reminders=none");
    for (int i = 0; i < p->nreminders; i++)
        buf_printf(out, "%s%d%%", i ? "," : "", p->reminders[i]);
}

/* --- running ---------------------------------------------------------------------------------- */

static bool is_quiet(const struct pace *p, const struct local_time *l)
{
    int md = l->month * 100 + l->day_of_month;
    if (p->quiet >> l->weekday & 1)
        return true;
    for (int i = 0; i < p->ndates; i++)
        if (p->dates[i].yearly ? p->dates[i].from == md
                               : p->dates[i].from <= l->day && l->day <= p->dates[i].to)
            return true;
    return false;
}

int64_t pace_after(const struct pace *p, int64_t from, int64_t seconds)
{
    const struct zone *zone = zone_get(p->tz);
    if (!p->quiet && !p->ndates)
        return from + seconds;
    for (int i = 0; i < PACE_FAR; i++) {
        struct local_time l;
        zone_local(zone, from, &l);
        int64_t end = zone_moment(zone, l.day + 1, 0);
        if (!is_quiet(p, &l)) {
            if (from + seconds < end)
                return from + seconds;
            seconds -= end - from;
        }
        from = end;
    }
    return from;
}

int64_t pace_between(const struct pace *p, int64_t from, int64_t to)
{
    const struct zone *zone = zone_get(p->tz);
    int64_t seconds = 0;
    if (to <= from)
        return 0;
    if (!p->quiet && !p->ndates)
        return to - from;
    for (int i = 0; i < PACE_FAR && from < to; i++) {
        struct local_time l;
        zone_local(zone, from, &l);
        int64_t end = zone_moment(zone, l.day + 1, 0);
        end = end < to ? end : to;
        if (!is_quiet(p, &l))
            seconds += end - from;
        from = end;
    }
    return seconds;
}
