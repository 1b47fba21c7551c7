/* PAUSE, RESUME, EXTEND, DEADLINE, REMIND, PACE: the clocks of a game. */
#include "moderator/ruling.h"
#include "turn/clock.h"
#include "turn/post.h"

#include <inttypes.h>
#include <time.h>

/* A ruling that leaves the table alone; its clocks follow. */
static int announce(struct ruling *r, json_t *told, struct fault *fault)
{
    json_t *body = ruling_body(r, told);
    int result = ruling_make(r, body, "ruling", NULL, fault);
    json_decref(body);
    return result == 0 ? ruling_settle(r, fault) : -1;
}

int rule_pause(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    if (s->game.paused) {
        MISTAKE(r->mistake, -1, "paused-already");
        return 0;
    }
    if (!r->preview) {
        s->game.paused = house_now(s->house);
        if (clock_adjust(s, fault) != 0)
            return -1;
    }
    return announce(r, ruling_told("ruling.pause"), fault);
}

int rule_resume(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    if (!s->game.paused) {
        MISTAKE(r->mistake, -1, "not-paused");
        return 0;
    }
    if (!r->preview) {
        s->game.paused = 0;
        if (clock_adjust(s, fault) != 0)
            return -1;
    }
    return announce(r, ruling_told("ruling.resume"), fault);
}

static bool concerns(const struct sitting *s, const struct await_row *row, int seat)
{
    return !s->seats[row->seat - 1].bot && (!seat || (row->seat == seat && row->clock == CLOCK_TURN));
}

/* How many clocks a ruling moves; a mistake when there is none. Reaction windows and negotiations
 * wait for nobody: they are moved for all or not at all. */
static int clocks(struct ruling *r, int seat)
{
    int n = 0;
    for (int i = 0; i < r->s->nawaits; i++)
        n += concerns(r->s, &r->s->awaits[i], seat);
    if (n == 0 && seat && sitting_await(r->s, seat))
        MISTAKE(r->mistake, -1, "no-turn-clock", SEAT("seat", seat));
    else if (n == 0 && seat)
        MISTAKE(r->mistake, -1, "not-awaited", SEAT("seat", seat));
    else if (n == 0)
        MISTAKE(r->mistake, -1, "nobody-awaited");
    return n;
}

static const char *when_text(struct ruling *r, int64_t at)
{
    char text[32];
    struct tm tm;
    time_t t = (time_t)at;
    gmtime_r(&t, &tm);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm);
    return arena_strdup(r->s->arena, text);
}

static json_t *told_seat(const char *code, int seat)
{
    json_t *told = ruling_told(code);
    if (seat)
        report_put(told, "seat", json_pack("{s:i}", "seat", seat));
    return told;
}

int rule_extend(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    const struct term *who = ruling_term(r->order, TERM_SEAT, 0);
    int seat = who ? (int)who->value : 0;
    int64_t seconds, now = house_now(s->house);
    if (!house_duration(slice_of(r->order->terms[0].text), &seconds) || seconds <= 0) {
        MISTAKE(r->mistake, 0, "bad-duration", TEXT("word", r->order->terms[0].text));
        snprintf(r->mistake->try, sizeof r->mistake->try, "EXTEND 48h");
        return 0;
    }
    if (clocks(r, seat) == 0)
        return 0;
    for (int i = 0; i < s->nawaits && !r->preview; i++) {
        struct await_row *row = &s->awaits[i];
        if (!concerns(s, row, seat))
            continue;
        int64_t due = row->deadline ? row->deadline : pace_after(&s->pace, now, clock_left(s, row));
        if (clock_set(s, row, pace_after(&s->pace, due, seconds), fault) != 0)
            return -1;
    }
    json_t *told = told_seat("ruling.extend", seat);
    report_put(told, "time", json_string(r->order->terms[0].text));
    return announce(r, told, fault);
}

/* "2026-11-20 18:00", in UTC; the end of the day without a time. */
static bool read_date(const struct order *o, int64_t *at)
{
    struct tm tm = {.tm_isdst = 0};
    const struct term *day = ruling_term(o, TERM_WORD, 0), *hour = ruling_term(o, TERM_WORD, 1);
    const char *end = strptime(day->text, "%Y-%m-%d", &tm);
    if (!end || *end)
        return false;
    tm.tm_hour = 23, tm.tm_min = 59;
    if (hour && (!(end = strptime(hour->text, "%H:%M", &tm)) || *end))
        return false;
    int said = tm.tm_mday; /* timegm() makes March of a 30th of February */
    *at = timegm(&tm);
    return tm.tm_mday == said;
}

int rule_deadline(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    const struct term *who = ruling_term(r->order, TERM_SEAT, 0);
    int seat = who ? (int)who->value : 0;
    int64_t at, now = house_now(s->house);
    if (!read_date(r->order, &at) || at <= now || at > now + (int64_t)366 * 86400) {
        MISTAKE(r->mistake, 0, "bad-deadline");
        snprintf(r->mistake->try, sizeof r->mistake->try, "DEADLINE %s", when_text(r, now + 2 * 86400));
        return 0;
    }
    if (clocks(r, seat) == 0)
        return 0;
    for (int i = 0; i < s->nawaits && !r->preview; i++)
        if (concerns(s, &s->awaits[i], seat) && clock_set(s, &s->awaits[i], at, fault) != 0)
            return -1;
    json_t *told = told_seat("ruling.deadline", seat);
    report_put(told, "time", json_string(when_text(r, at)));
    return announce(r, told, fault);
}

/* Those who are awaited get the letter that the clock would send, too. */
int rule_remind(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    const struct term *who = ruling_term(r->order, TERM_SEAT, 0);
    int n = 0;
    for (int i = 1; i <= s->game.seats; i++) {
        struct seat *seat = &s->seats[i - 1];
        if ((who && who->value != i) || seat->bot || !sitting_await(s, i))
            continue;
        n++;
        json_array_append_new(r->set, json_pack("{s:s,s:s}", "code", "set.reminded", "name", seat->name));
        if (!r->preview && post_alert(s, seat, "alert.reminder", fault) != 0)
            return -1;
    }
    if (n == 0 && who)
        MISTAKE(r->mistake, 0, "not-awaited", SEAT("seat", who->value));
    else if (n == 0)
        MISTAKE(r->mistake, -1, "nobody-awaited");
    return n ? ruling_note(r, fault) : 0;
}

/* PACE turn=3d quiet=sat,sun: what is named changes, from now on. */
int rule_pace(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    struct pace pace = s->pace;
    const char *text = ruling_term(r->order, TERM_TEXT, 0)->text, *why = "";
    if (!pace_parse(slice_of(text), &pace, s->arena, &why)) {
        MISTAKE(r->mistake, 0, "bad-pace", TEXT("may", why));
        return 0;
    }
    if (!r->preview && clock_set_pace(s, &pace, fault) != 0)
        return -1;
    json_t *told = ruling_told("ruling.pace");
    report_put(told, "pace", json_string(text));
    return announce(r, told, fault);
}
