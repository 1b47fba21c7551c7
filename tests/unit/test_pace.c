/* Zones, the pace of a game, and the deadline as a calendar has it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/calendar.h"
#include "turn/pace.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { HOUR = 3600, DAY = 86400 };

static int64_t utc(int year, int month, int day, int hour, int minute)
{
    return zone_day(year, month, day) * DAY + hour * HOUR + minute * 60;
}

/* --- zones --------------------------------------------------------------------------------------- */

static void zones_are_found_by_name_only(void **state)
{
    static const char *const wrong[] = {"",  "../../etc/passwd", "/etc/localtime", "Europe", "Europe/",
                                        "posix/Europe/Paris", "Europe/Pari", "zone.tab", "Europe/Paris/..",
                                        "Europe\\Paris", "EuropeParisEuropeParisEuropeParisEuropeParisEuropeParis"};
    char name[ZONE_NAME];
    (void)state;
    assert_true(zone_find(slice_of("europe/PARIS"), name));
    assert_string_equal(name, "Europe/Paris");
    assert_true(zone_find(slice_of("Paris"), name));
    assert_string_equal(name, "Europe/Paris");
    assert_true(zone_find(slice_of("utc"), name));
    assert_string_equal(name, "UTC");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (zone_find(slice_of(wrong[i]), name))
            fail_msg("\"%s\" is %s", wrong[i], name);
    assert_ptr_equal(zone_get("nowhere"), zone_get("UTC"));
    assert_ptr_equal(zone_get(NULL), zone_get("UTC"));
}

/* The C library reads the same files: every few hours for a century, both must agree. */
static void clocks_agree_with_the_library(void **state)
{
    static const char *const zones[] = {"Europe/Paris",        "America/New_York",  "Australia/Lord_Howe",
                                        "America/Sao_Paulo",   "Asia/Kolkata",      "Pacific/Chatham",
                                        "Africa/Casablanca",   "Antarctica/Troll",  "Europe/Dublin"};
    (void)state;
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        const struct zone *zone = zone_get(zones[i]);
        assert_ptr_not_equal(zone, zone_get("UTC"));
        setenv("TZ", zones[i], 1);
        tzset();
        for (int64_t t = 0; t < 4102444800; t += 13 * HOUR + 1800) {
            struct local_time l;
            struct tm tm;
            time_t tt = (time_t)t;
            zone_local(zone, t, &l);
            localtime_r(&tt, &tm);
            if (tm.tm_year + 1900 != l.year || tm.tm_mon + 1 != l.month || tm.tm_mday != l.day_of_month ||
                tm.tm_hour != l.hour || tm.tm_min != l.minute || (tm.tm_wday + 6) % 7 != l.weekday)
                fail_msg("%s at %lld: %d-%d-%d %d:%d", zones[i], (long long)t, l.year, l.month,
                         l.day_of_month, l.hour, l.minute);
            int64_t back = zone_moment(zone, l.day, l.hour * HOUR + l.minute * 60 + l.second);
            assert_true(back == t || (back < t && t - back <= 2 * HOUR)); /* an hour shown twice */
        }
    }
    unsetenv("TZ");
    tzset();
}

static void hours_that_are_skipped_or_shown_twice(void **state)
{
    const struct zone *paris = zone_get("Europe/Paris");
    struct local_time l;
    (void)state;
    /* 02:30 on March 29 does not exist there: half an hour behind the jump. */
    assert_int_equal(zone_moment(paris, zone_day(2026, 3, 29), 2 * HOUR + 1800), utc(2026, 3, 29, 1, 30));
    /* 02:30 on October 25 comes twice: the first. */
    assert_int_equal(zone_moment(paris, zone_day(2026, 10, 25), 2 * HOUR + 1800), utc(2026, 10, 25, 0, 30));
    zone_local(paris, utc(2026, 7, 1, 10, 0), &l);
    assert_string_equal(l.zone, "CEST");
    zone_local(zone_get("America/Sao_Paulo"), utc(2026, 7, 1, 10, 0), &l);
    assert_string_equal(l.zone, "UTC-03");
    assert_int_equal(l.hour, 7);
}

static void dates_are_days_that_exist(void **state)
{
    int64_t day;
    (void)state;
    assert_true(zone_date(slice_of("2028-02-29"), &day));
    assert_int_equal(day, zone_day(2028, 2, 29));
    assert_int_equal(zone_day(1970, 1, 1), 0);
    assert_false(zone_date(slice_of("2027-02-29"), &day));
    assert_false(zone_date(slice_of("2027-13-01"), &day));
    assert_false(zone_date(slice_of("2027-1-01"), &day));
    assert_false(zone_date(slice_of("2027-01-011"), &day));
    assert_false(zone_date(slice_of("tomorrow.."), &day));
}

/* --- pace ---------------------------------------------------------------------------------------- */

static struct pace pace_of(const char *text)
{
    struct arena arena = ARENA(1 << 16);
    struct pace pace = pace_preset;
    const char *why = "";
    if (!pace_parse(slice_of(text), &pace, &arena, &why))
        fail_msg("%s: write %s", text, why);
    arena_free(&arena);
    return pace;
}

static void what_is_printed_is_read_again(void **state)
{
    static const char *const texts[] = {
        "turn=3d reaction=1d negotiation=2d quiet=none tz=UTC grace=none silence=default vacation=14d reminders=50%,10%",
        ("turn=1d12h reaction=45m negotiation=1h30s quiet=sat,sun,12-25,2026-08-01..2026-08-15,2027-01-01 "
         "tz=Europe/Paris grace=6h silence=dismiss:3 vacation=none reminders=none"),
        "turn=1s reaction=1s negotiation=366d quiet=02-29 tz=America/New_York grace=1m silence=hold vacation=1d reminders=99%"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct buf out = BUF(4096);
        struct pace pace = pace_of(texts[i]);
        pace_print(&pace, &out);
        assert_string_equal(buf_text(&out), texts[i]);
        buf_free(&out);
    }
}

static void what_makes_no_sense_changes_nothing(void **state)
{
    static const char *const wrong[] = {
        "turn",          "turn=",        "turn=0d",          "turn=3",        "turn=-3d",  "turn=400d",
        "tz=Mars",       "tz=../etc",    "quiet=mon,tue,wed,thu,fri,sat,sun", "quiet=",    "quiet=funday",
        "quiet=2026-02-30", "quiet=13-01", "quiet=2026-08-15..2026-08-01",    "quiet=2026-01-01..2027-06-01",
        "silence=dismiss", "silence=dismiss:0", "silence=dismiss:x", "silence=never", "reminders=10%,50%",
        "reminders=50",  "reminders=0%", "reminders=100%",  "grace=soon",    "speed=3d",  "=3d",
        "reminders=60%,50%,40%,30%,20%,10%,5%"};
    struct arena arena = ARENA(1 << 16);
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct pace pace = pace_preset;
        char text[200];
        const char *why = NULL;
        snprintf(text, sizeof text, "grace=1h %s", wrong[i]);
        assert_false(pace_parse(slice_of(text), &pace, &arena, &why));
        assert_true(why && *why);
        assert_memory_equal(&pace, &pace_preset, sizeof pace);
    }
    arena_free(&arena);
}

static void quiet_days_do_not_count(void **state)
{
    struct pace p = pace_of("quiet=sat,sun tz=Europe/Paris");
    int64_t friday = utc(2026, 3, 6, 17, 0); /* 18:00 there */
    (void)state;
    assert_int_equal(pace_after(&p, friday, 5 * HOUR), friday + 5 * HOUR);
    /* Midnight is the first moment of the quiet day: Monday's. */
    assert_int_equal(pace_after(&p, friday, 6 * HOUR), utc(2026, 3, 8, 23, 0));
    assert_int_equal(pace_after(&p, friday, DAY), utc(2026, 3, 9, 17, 0));
    assert_int_equal(pace_between(&p, friday, utc(2026, 3, 9, 17, 0)), DAY);
    assert_int_equal(pace_between(&p, utc(2026, 3, 7, 10, 0), utc(2026, 3, 8, 10, 0)), 0);
    assert_int_equal(pace_between(&p, friday, friday - 1), 0);
    /* What begins on a quiet day begins behind it. */
    assert_int_equal(pace_after(&p, utc(2026, 3, 7, 10, 0), HOUR), utc(2026, 3, 9, 0, 0));
}

/* After and between belong together, whatever the calendar is. */
static void after_and_between_fit(void **state)
{
    static const char *const texts[] = {"quiet=none", "quiet=sun tz=Europe/Paris", "quiet=mon,wed,fri,12-24,12-25 tz=UTC",
                                        "quiet=tue,2026-03-01..2026-03-20 tz=America/New_York", "quiet=02-29,sat tz=Australia/Lord_Howe"};
    uint64_t x = 88172645463325252u;
    (void)state;
    for (int k = 0; k < 20000; k++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        const char *text = texts[k % 5];
        struct pace p = pace_of(text);
        int64_t from = 1700000000 + (int64_t)(x % 200000000), seconds = (int64_t)(x >> 32) % (20 * DAY) + 1;
        int64_t then = pace_after(&p, from, seconds);
        assert_true(then >= from + seconds);
        assert_int_equal(pace_between(&p, from, then), seconds);
        struct local_time l;
        zone_local(zone_get(p.tz), then, &l);
        assert_false(p.quiet >> l.weekday & 1);
    }
}

/* --- calendar ------------------------------------------------------------------------------------ */

static void a_deadline_for_a_calendar(void **state)
{
    json_t *doc = json_pack("{s:s,s:{s:i},s:{s:i,s:s}}", "game", "lyon", "you", "number", 2, "your_turn",
                            "number", 17, "until", "2026-03-05T09:00:00Z");
    struct buf out = BUF(4096);
    (void)state;
    assert_true(calendar_write(doc, "Venture; “lyon”, your turn \\ ends\nnow, and this goes on beyond one line é",
                               "house.example", 1772445600, &out));
    assert_string_equal(buf_text(&out),
                        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Courtier//Courtier//EN\r\n"
                        "METHOD:PUBLISH\r\nBEGIN:VEVENT\r\nUID:lyon.2.17@house.example\r\n"
                        "DTSTAMP:20260302T100000Z\r\nSEQUENCE:29540760\r\nDTSTART:20260305T090000Z\r\n"
                        "DTEND:20260305T090000Z\r\n"
                        "SUMMARY:Venture\\; “lyon”\\, your turn \\\\ ends\\nnow\\, and this goes on b\r\n"
                        " eyond one line é\r\n"
                        "TRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n");
    json_object_del(doc, "your_turn");
    buf_clear(&out);
    assert_false(calendar_write(doc, "x", "h", 0, &out));
    json_decref(doc);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zones_are_found_by_name_only),
        cmocka_unit_test(clocks_agree_with_the_library),
        cmocka_unit_test(hours_that_are_skipped_or_shown_twice),
        cmocka_unit_test(dates_are_days_that_exist),
        cmocka_unit_test(what_is_printed_is_read_again),
        cmocka_unit_test(what_makes_no_sense_changes_nothing),
        cmocka_unit_test(quiet_days_do_not_count),
        cmocka_unit_test(after_and_between_fit),
        cmocka_unit_test(a_deadline_for_a_calendar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
