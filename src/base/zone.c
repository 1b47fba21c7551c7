/* Invariants
 *   1. A zone's changes grow strictly; each names one of its types.
 *   2. What is opened is ZONEINFO/NAME with a NAME from zone.tab that is_name() takes. */
#include "base/zone.h"
#include "base/buf.h"
#include "base/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static const char ZONEINFO[] = "/usr/share/zoneinfo";

enum { ZONES_MAX = 600, TYPES_MAX = 256, CHANGES_MAX = 2000, FILE_MAX_BYTES = 64 << 10 };

struct zone {
    char name[ZONE_NAME];
    bool tried; /* the file was read, or cannot be */
    int nchanges;
    int64_t *changes;
    uint8_t *to; /* the type from that change on */
    struct {
        int offset;
        char name[12];
    } *types;
    int first; /* the type before all changes */
    bool ruled;
    struct zone_rule rule;
};

static struct zone utc = {.name = "UTC", .tried = true};
static struct zone *zones; /* as zone.tab lists them */
static int nzones = -1;

/* --- days ------------------------------------------------------------------------------------ */

/* Counted in years that begin in March, so that the leap day is the last. */
int64_t zone_day(int year, int month, int day_of_month)
{
    int64_t y = (int64_t)year - (month <= 2), era = (y >= 0 ? y : y - 399) / 400;
    int64_t in_era = y - era * 400, m = month + (month > 2 ? -3 : 9);
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + (153 * m + 2) / 5 +
           day_of_month - 1 - 719468;
}

static void date_of(int64_t day, struct local_time *out)
{
    int64_t z = day + 719468, era = (z >= 0 ? z : z - 146096) / 146097, in_era = z - era * 146097;
    int64_t y = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int64_t in_year = in_era - (365 * y + y / 4 - y / 100), m = (5 * in_year + 2) / 153;
    out->day = day;
    out->day_of_month = (int)(in_year - (153 * m + 2) / 5 + 1);
    out->month = (int)(m < 10 ? m + 3 : m - 9);
    out->year = (int)(y + era * 400 + (out->month <= 2));
    out->weekday = (int)(((day + 3) % 7 + 7) % 7);
}

bool zone_date(struct slice text, int64_t *day)
{
    int v[3] = {0}, part = 0;
    struct local_time check;
    if (text.n != 10)
        return false;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if ((i == 4 || i == 7) && c == '-')
            part++;
        else if (c < '0' || c > '9' || i == 4 || i == 7)
            return false;
        else
            v[part] = v[part] * 10 + (c - '0');
    }
    if (v[0] < 1970 || v[1] < 1 || v[1] > 12 || v[2] < 1 || v[2] > 31)
        return false;
    *day = zone_day(v[0], v[1], v[2]);
    date_of(*day, &check);
    return check.day_of_month == v[2];
}

/* --- the list -------------------------------------------------------------------------------- */

static bool is_name(struct slice name)
{
    if (name.n == 0 || name.n >= ZONE_NAME)
        return false;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool letter = (c | 32) >= 'a' && (c | 32) <= 'z', begins = i == 0 || name.p[i - 1] == '/';
        if (!letter && (begins || !((c >= '0' && c <= '9') || c == '_' || c == '-' || c == '/')))
            return false;
    }
    return true;
}

static bool read_file(const char *name, struct buf *out)
{
    char path[200], chunk[4096];
    snprintf(path, sizeof path, "%s/%s", ZONEINFO, name);
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, f)) > 0 && out->n < FILE_MAX_BYTES;)
        buf_add(out, chunk, n);
    fclose(f);
    return true;
}

static void list_zones(void)
{
    struct buf tab = BUF(FILE_MAX_BYTES + 8192);
    if (nzones >= 0)
        return;
    nzones = 0;
    zones = calloc(ZONES_MAX, sizeof *zones);
    if (!zones)
        die("out of memory");
    if (read_file("zone.tab", &tab)) {
        struct slice rest = buf_all(&tab);
        while (rest.p && nzones < ZONES_MAX) {
            struct slice line = slice_cut(&rest, '\n');
            if (line.n == 0 || line.p[0] == '#')
                continue;
            slice_cut(&line, '\t');
            slice_cut(&line, '\t');
            struct slice name = slice_trim(slice_cut(&line, '\t'));
            if (is_name(name))
                memcpy(zones[nzones++].name, name.p, name.n);
        }
    }
    buf_free(&tab);
}

static bool same(const char *name, struct slice word)
{
    return strlen(name) == word.n && strncasecmp(name, word.p, word.n) == 0;
}

bool zone_find(struct slice word, char name[ZONE_NAME])
{
    const char *found = NULL;
    bool several = false;
    if (word.n == 0 || word.n >= ZONE_NAME)
        return false;
    list_zones();
    if (same("UTC", word) || same("GMT", word) || same("Z", word))
        found = "UTC";
    for (int i = 0; i < nzones && !found; i++)
        if (same(zones[i].name, word))
            found = zones[i].name;
    if (!found)
        for (int i = 0; i < nzones; i++) {
            const char *last = strrchr(zones[i].name, '/');
            if (last && same(last + 1, word)) {
                several = several || found;
                found = zones[i].name;
            }
        }
    if (!found || several)
        return false;
    snprintf(name, ZONE_NAME, "%s", found);
    return true;
}

/* --- a zone's file ---------------------------------------------------------------------------- */

struct counts {
    uint32_t isut, isstd, leap, time, type, chars;
};

static uint32_t big32(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    return (uint32_t)u[0] << 24 | (uint32_t)u[1] << 16 | (uint32_t)u[2] << 8 | u[3];
}

static bool read_head(struct slice file, struct counts *c)
{
    if (file.n < 44 || memcmp(file.p, "TZif", 4) != 0)
        return false;
    *c = (struct counts){big32(file.p + 20), big32(file.p + 24), big32(file.p + 28),
                         big32(file.p + 32), big32(file.p + 36), big32(file.p + 40)};
    return c->time <= CHANGES_MAX && c->type >= 1 && c->type <= TYPES_MAX && c->chars <= 1000 &&
           c->leap <= 1000 && c->isut <= TYPES_MAX && c->isstd <= TYPES_MAX;
}

static size_t body_size(const struct counts *c, size_t word)
{
    return c->time * (word + 1) + c->type * 6 + c->chars + c->leap * (word + 4) + c->isstd + c->isut;
}

static void name_type(char out[12], const char *chars, uint32_t nchars, unsigned at)
{
    size_t n = 0;
    if (at < nchars && (chars[at] == '+' || chars[at] == '-')) {
        memcpy(out, "UTC", 3);
        n = 3;
    }
    for (; at < nchars && chars[at] && n < 11; at++)
        out[n++] = chars[at];
    out[n] = '\0';
}

static bool read_body(struct zone *z, const char *p, const struct counts *c)
{
    const char *types = p + c->time * 9, *chars = types + c->type * 6;
    z->changes = calloc(c->time + 1, sizeof *z->changes);
    z->to = calloc(c->time + 1, 1);
    z->types = calloc(c->type, sizeof *z->types);
    if (!z->changes || !z->to || !z->types)
        die("out of memory");
    z->first = 0;
    for (uint32_t i = 0; i < c->time; i++) {
        z->changes[i] = (int64_t)((uint64_t)big32(p + i * 8) << 32 | big32(p + i * 8 + 4));
        z->to[i] = (uint8_t)p[c->time * 8 + i];
        if (z->to[i] >= c->type || (i > 0 && z->changes[i] <= z->changes[i - 1]))
            return false;
    }
    for (uint32_t i = 0; i < c->type; i++) {
        z->types[i].offset = (int32_t)big32(types + i * 6);
        name_type(z->types[i].name, chars, c->chars, (unsigned char)types[i * 6 + 5]);
        if (z->types[i].offset < -90000 || z->types[i].offset > 90000)
            return false;
    }
    z->nchanges = (int)c->time;
    return true;
}

static bool read_zone(struct zone *z, struct slice file)
{
    struct counts c;
    if (!read_head(file, &c) || file.p[4] < '2' || body_size(&c, 4) + 44 > file.n)
        return false;
    file.p += body_size(&c, 4) + 44;
    file.n -= body_size(&c, 4) + 44;
    if (!read_head(file, &c) || body_size(&c, 8) + 44 > file.n || !read_body(z, file.p + 44, &c))
        return false;
    size_t at = 44 + body_size(&c, 8);
    struct slice foot = {file.p + at, file.n - at};
    if (foot.n > 2 && foot.p[0] == '\n') {
        foot.p++;
        foot.n--;
        foot = slice_cut(&foot, '\n');
        z->ruled = foot.n && zone_rule_read(foot, &z->rule);
    }
    return true;
}

const struct zone *zone_get(const char *name)
{
    struct zone *z = NULL;
    if (!name || strcmp(name, utc.name) == 0)
        return &utc;
    list_zones();
    for (int i = 0; i < nzones && !z; i++)
        if (strcmp(zones[i].name, name) == 0)
            z = &zones[i];
    if (!z)
        return &utc;
    if (!z->tried) {
        struct buf file = BUF(FILE_MAX_BYTES + 8192);
        z->tried = true;
        if (!read_file(z->name, &file) || !read_zone(z, buf_all(&file))) {
            free(z->changes);
            free(z->to);
            free(z->types);
            z->types = NULL;
        }
        buf_free(&file);
    }
    return z->types ? z : &utc;
}

/* --- clocks ----------------------------------------------------------------------------------- */

static int offset_at(const struct zone *z, int64_t at, const char **name)
{
    if (!z->types) {
        *name = "UTC";
        return 0;
    }
    if (z->ruled && (z->nchanges == 0 || at >= z->changes[z->nchanges - 1]))
        return zone_rule_offset(&z->rule, at, name);
    int low = 0, high = z->nchanges; /* how many changes are not behind `at` */
    while (low < high) {
        int mid = (low + high) / 2;
        if (z->changes[mid] <= at)
            low = mid + 1;
        else
            high = mid;
    }
    int type = low ? z->to[low - 1] : z->first;
    *name = z->types[type].name;
    return z->types[type].offset;
}

void zone_local(const struct zone *z, int64_t at, struct local_time *out)
{
    const char *name;
    int64_t local = at + offset_at(z, at, &name);
    int64_t day = local >= 0 ? local / 86400 : -((86399 - local) / 86400);
    int second = (int)(local - day * 86400);
    date_of(day, out);
    out->hour = second / 3600;
    out->minute = second / 60 % 60;
    out->second = second % 60;
    snprintf(out->zone, sizeof out->zone, "%s%.8s", name[0] == '+' || name[0] == '-' ? "UTC" : "", name);
}

int64_t zone_moment(const struct zone *z, int64_t day, int seconds)
{
    const char *name;
    int64_t local = day * 86400 + seconds;
    int before = offset_at(z, local - 86400, &name), after = offset_at(z, local + 86400, &name);
    if (offset_at(z, local - before, &name) == before)
        return local - before;
    if (offset_at(z, local - after, &name) == after)
        return local - after;
    return local - before;
}

void zone_print(const struct local_time *l, char text[ZONE_TEXT])
{
    snprintf(text, ZONE_TEXT, "%04d-%02d-%02d %02d:%02d", l->year % 10000, l->month % 100,
             l->day_of_month % 100, l->hour % 100, l->minute % 100);
}
