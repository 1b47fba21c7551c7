/* zone: time zones, from the system's database.
 *
 * A zone is asked for by name. Only names the database lists (zone.tab) and UTC exist: what
 * somebody wrote is compared with that list, and the path that is opened is made from the list, never
 * from what was written. Nothing here touches the process's own zone (TZ). Days are numbered from
 * 1970-01-01, day 0; weekdays from 0, a Monday.
 *
 * Not for several threads at once: zones are read when first asked for and kept. UTC is there for all. */
#ifndef BASE_ZONE_H
#define BASE_ZONE_H

#include "base/slice.h"

#include <stdint.h>

enum { ZONE_NAME = 48 };

struct zone;

/* The zone of that name; UTC when there is none. Never NULL. */
const struct zone *zone_get(const char *name);

/* The name of the zone somebody means: "Europe/Paris", "europe/paris", or its last part when no
 * other zone has the same: "Paris". false when there is none. */
bool zone_find(struct slice word, char name[ZONE_NAME]);

struct local_time {
    int64_t day;
    int year, month, day_of_month, hour, minute, second;
    int weekday;
    char zone[12]; /* "CET", "UTC-03" */
};
void zone_local(const struct zone *zone, int64_t at, struct local_time *out);

/* The moment a clock in that zone shows so many seconds after midnight of a day. One that it shows
 * twice is the first of them; one that it skips is as much later as it skips. */
int64_t zone_moment(const struct zone *zone, int64_t day, int seconds);

/* "2026-03-05 10:00" */
enum { ZONE_TEXT = 32 };
void zone_print(const struct local_time *local, char text[ZONE_TEXT]);

int64_t zone_day(int year, int month, int day_of_month);
bool zone_date(struct slice text, int64_t *day); /* "2026-03-05"; false when there is no such day */

/* --- zone_rule.c: for zone.c ----------------------------------------------------------------- */

/* What follows when the list of changes ends: "CET-1CEST,M3.5.0,M10.5.0/3". */
struct zone_rule {
    int standard, summer; /* seconds east */
    char standard_name[12], summer_name[12];
    bool changes;
    struct zone_change {
        char kind; /* 'J' days without February 29, 'N' with it, 'M' month, week, weekday */
        int a, b, c;
        int at; /* seconds behind midnight, local time before the change */
    } begins, ends;
};
bool zone_rule_read(struct slice text, struct zone_rule *rule);
int zone_rule_offset(const struct zone_rule *rule, int64_t at, const char **name);

#endif
