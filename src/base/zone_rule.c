/* The rule at the end of a zone file, as POSIX writes TZ. */
#include "base/zone.h"

struct reading {
    const char *p, *end;
};

static bool read_int(struct reading *r, int most, int *out)
{
    int n = 0;
    const char *from = r->p;
    while (r->p < r->end && *r->p >= '0' && *r->p <= '9' && n <= most)
        n = n * 10 + (*r->p++ - '0');
    *out = n;
    return r->p > from && n <= most;
}

static bool take(struct reading *r, char c)
{
    if (r->p >= r->end || *r->p != c)
        return false;
    r->p++;
    return true;
}

/* "CET", or "<-03>" */
static bool read_name(struct reading *r, char name[12])
{
    bool angle = take(r, '<');
    size_t n = 0;
    while (r->p < r->end && n < 11 &&
           (angle ? *r->p != '>' : (*r->p | 32) >= 'a' && (*r->p | 32) <= 'z'))
        name[n++] = *r->p++;
    name[n] = '\0';
    return n > 0 && (!angle || take(r, '>'));
}

/* "[+-]h[:m[:s]]" */
static bool read_time(struct reading *r, int *seconds)
{
    int h, m = 0, s = 0;
    bool minus = take(r, '-');
    if (!minus)
        take(r, '+');
    if (!read_int(r, 167, &h) || (take(r, ':') && !read_int(r, 59, &m)) ||
        (take(r, ':') && !read_int(r, 59, &s)))
        return false;
    *seconds = (h * 3600 + m * 60 + s) * (minus ? -1 : 1);
    return true;
}

static bool read_change(struct reading *r, struct zone_change *c)
{
    bool ok;
    c->at = 7200;
    if (take(r, 'M')) {
        c->kind = 'M';
        ok = read_int(r, 12, &c->a) && take(r, '.') && read_int(r, 5, &c->b) && take(r, '.') &&
             read_int(r, 6, &c->c) && c->a > 0 && c->b > 0;
    } else {
        c->kind = take(r, 'J') ? 'J' : 'N';
        ok = read_int(r, 365, &c->a);
    }
    return ok && (!take(r, '/') || read_time(r, &c->at));
}

bool zone_rule_read(struct slice text, struct zone_rule *rule)
{
    struct reading r = {text.p, text.p + text.n};
    int west;
    *rule = (struct zone_rule){.changes = false};
    if (!read_name(&r, rule->standard_name) || !read_time(&r, &west))
        return false;
    rule->standard = rule->summer = -west;
    if (r.p == r.end)
        return true;
    rule->changes = true;
    rule->summer = rule->standard + 3600;
    if (!read_name(&r, rule->summer_name))
        return false;
    if (r.p < r.end && *r.p != ',') {
        if (!read_time(&r, &west))
            return false;
        rule->summer = -west;
    }
    return take(&r, ',') && read_change(&r, &rule->begins) && take(&r, ',') &&
           read_change(&r, &rule->ends) && r.p == r.end;
}

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* The moment of a change in a year; `offset` is what the clock shows before it. */
static int64_t moment(const struct zone_change *c, int year, int offset)
{
    int64_t first = zone_day(year, 1, 1), day = first + c->a;
    if (c->kind == 'J')
        day = first + c->a - 1 + (is_leap(year) && c->a >= 60);
    if (c->kind == 'M') {
        int64_t month = zone_day(year, c->a, 1);
        int64_t next = c->a == 12 ? zone_day(year + 1, 1, 1) : zone_day(year, c->a + 1, 1);
        int weekday = (int)((month + 4) % 7); /* 0 is Sunday here; day 0 was a Thursday */
        day = month + (c->c - weekday + 7) % 7 + 7 * (c->b - 1);
        while (day >= next)
            day -= 7;
    }
    return day * 86400 + c->at - offset;
}

int zone_rule_offset(const struct zone_rule *rule, int64_t at, const char **name)
{
    struct local_time local;
    bool summer = false;
    if (rule->changes) {
        zone_local(zone_get("UTC"), at + rule->standard, &local);
        int64_t begins = moment(&rule->begins, local.year, rule->standard);
        int64_t ends = moment(&rule->ends, local.year, rule->summer);
        summer = begins < ends ? at >= begins && at < ends : !(at >= ends && at < begins);
    }
    *name = summer ? rule->summer_name : rule->standard_name;
    return summer ? rule->summer : rule->standard;
}
