/* STATUS, VACATION and DIGEST */
#include "run/verbs.h"
#include "turn/clock.h"
#include "turn/digest.h"
#include "turn/note.h"

enum { DAY = 86400 };

/* --- vacation ----------------------------------------------------------------------------------- */

/* Until when the order says; 0: not at all. false with a mistake. */
static bool until_when(struct verb_call *c, int64_t now, int64_t *until)
{
    const struct order *o = c->order;
    const struct zone *zone = zone_get(c->seat->tz);
    int64_t day;
    *until = 0;
    if (o->terms[0].type == TERM_NUMBER) {
        bool weeks = o->nterms > 1 && o->terms[1].value == GENERAL_WEEKS;
        *until = o->terms[0].value > 366 ? INT64_MAX : now + o->terms[0].value * (weeks ? 7 : 1) * DAY;
        if (o->terms[0].value == 0)
            *until = 0;
    } else if (o->terms[0].value == GENERAL_UNTIL) {
        /* The whole of that day, where the player is. */
        if (!zone_date(slice_of(o->terms[1].text), &day)) {
            MISTAKE(c->mistake, 1, "bad-date", TEXT("word", o->terms[1].text));
            snprintf(c->mistake->try, sizeof c->mistake->try, "VACATION 3 DAYS");
            return false;
        }
        *until = zone_moment(zone, day + 1, 0);
        if (*until <= now) {
            MISTAKE(c->mistake, 1, "date-past", TEXT("word", o->terms[1].text));
            return false;
        }
    }
    return true;
}

static void say_left(struct verb_call *c, const char *code)
{
    int64_t left = c->s->pace.vacation - c->seat->away_used;
    json_t *o = json_pack("{s:s,s:I}", "code", code, "days", (json_int_t)(left > 0 ? left / DAY : 0));
    if (c->seat->away > house_now(c->s->house))
        report_put(o, "until", json_pack("{s:I}", "time", (json_int_t)c->seat->away));
    json_array_append_new(c->set, o);
}

/* The deadline of his turn has passed, and only its grace is left: that cannot wait any more. How long it
 * is, he is not told. */
static bool late_turn(const struct sitting *s, int seat)
{
    for (int i = 0; i < s->nawaits; i++) {
        const struct await_row *row = &s->awaits[i];
        if (row->seat == seat && row->clock == CLOCK_TURN && row->deadline && row->deadline <= house_now(s->house))
            return true;
    }
    return false;
}

static void say_late(struct verb_call *c)
{
    if (late_turn(c->s, c->seat->number))
        json_array_append_new(c->set, json_pack("{s:s}", "code", "set.vacation-late"));
}

void verb_vacation_played(const struct sitting *s, int seat, json_t *set)
{
    for (size_t i = json_array_size(set); i-- > 0 && !late_turn(s, seat);) {
        const char *code = json_string_value(json_object_get(json_array_get(set, i), "code"));
        if (code && strcmp(code, "set.vacation-late") == 0)
            json_array_remove(set, i);
    }
}

/* What was planned before and not yet used is given back first. */
int verb_vacation(struct verb_call *c, struct fault *fault)
{
    struct sitting *s = c->s;
    struct seat *seat = c->seat;
    int64_t now = house_now(s->house), until;
    int64_t used = seat->away_used - (seat->away > now ? seat->away - now : 0);
    int64_t left = s->pace.vacation - used;
    bool room;
    if (note_room(s, seat->number, seat->number, &room, fault) != 0)
        return -1;
    if (s->game.status == GAME_FINISHED) {
        MISTAKE(c->mistake, -1, "game-over");
    } else if (s->pace.vacation == 0) {
        MISTAKE(c->mistake, -1, "no-vacation");
    } else if (c->order->nterms == 0) {
        say_left(c, "set.vacation-left");
    } else if (!room) {
        MISTAKE(c->mistake, -1, "talk-enough");
    } else if (until_when(c, now, &until)) {
        if (until && until - now > left) {
            MISTAKE(c->mistake, 0, "vacation-too-long", NUM("days", left > 0 ? left / DAY : 0));
            if (left >= DAY)
                snprintf(c->mistake->try, sizeof c->mistake->try, "VACATION %lld DAYS",
                         (long long)(left / DAY));
            return 0;
        }
        seat->away_used = used + (until ? until - now : 0);
        if (clock_away(s, seat, until, fault) != 0)
            return -1;
        c->out->moved = true;
        say_left(c, until ? "set.vacation" : "set.vacation-off");
        if (until)
            say_late(c);
        json_t *body = json_pack("{s:s,s:{s:i}}", "code", until ? "away" : "not-away", "seat", "seat",
                                 seat->number);
        if (until)
            report_put(body, "until", json_pack("{s:I}", "time", (json_int_t)until));
        return note_add(s, "notice", seat->number, SIGHT_ALL, body, fault);
    }
    return 0;
}

/* --- status ------------------------------------------------------------------------------------- */

/* What the report below shows in many places, in one: who is awaited, what waits, vacation. */
int verb_status(struct verb_call *c, struct fault *fault)
{
    struct sitting *s = c->s;
    int held = 0, early = 0, standing = 0;
    (void)fault;
    for (int i = 0; i < s->nawaits; i++) {
        const struct await_row *row = &s->awaits[i];
        const char *still = clock_still(s, row);
        json_t *o = json_pack("{s:s,s:{s:i}}", "code", "set.awaits", "seat", "seat", row->seat);
        if (row->deadline)
            report_put(o, "until", json_pack("{s:I}", "time", (json_int_t)row->deadline));
        if (still)
            report_put(o, "still", json_string(still));
        json_array_append_new(c->set, o);
    }
    if (s->nawaits == 0)
        json_array_append_new(c->set, json_pack("{s:s}", "code", "set.nobody-awaited"));
    for (int i = 0; i < s->nheld; i++)
        for (const char *at = s->held[i].seat == c->seat->number ? s->held[i].lines : ""; *at; at++)
            held += *at == '\n';
    for (int i = 0; i < s->nearly; i++)
        early += s->early[i].seat == c->seat->number;
    for (int i = 0; i < s->nstanding; i++)
        standing += s->standing[i].seat == c->seat->number;
    if (held || early || standing)
        json_array_append_new(c->set, json_pack("{s:s,s:i,s:i,s:i}", "code", "set.waiting", "held", held,
                                                "early", early, "standing", standing));
    if (s->pace.vacation && s->game.status == GAME_PLAYING)
        say_left(c, "set.vacation-left");
    return 0;
}

/* --- digest ------------------------------------------------------------------------------------- */

/* "18:00", "18", "18h30" */
static bool read_clock(const char *text, int *minute)
{
    int v[2] = {0, 0}, part = 0, digits = 0;
    for (; *text; text++) {
        if (*text >= '0' && *text <= '9' && digits < 2) {
            v[part] = v[part] * 10 + (*text - '0');
            digits++;
        } else if ((*text == ':' || *text == 'h' || *text == 'H') && part == 0 && digits) {
            part = 1;
            digits = 0;
        } else {
            return false;
        }
    }
    *minute = v[0] * 60 + v[1];
    return (digits || part) && v[0] < 24 && v[1] < 60;
}

int verb_digest(struct verb_call *c, struct fault *fault)
{
    const struct order *o = c->order;
    struct store *store = c->s->house->store;
    int minute = 18 * 60;
    if (o->terms[0].value == GENERAL_OFF) {
        json_array_append_new(c->set, json_pack("{s:s}", "code", "set.digest-off"));
        c->seat->digest_next = 0;
        /* Due at once: what has been collected is told with the last one. */
        return store_digest_set(store, c->seat->player, -1, house_now(c->s->house), fault);
    }
    if (o->nterms > 1 && !read_clock(o->terms[1].text, &minute)) {
        MISTAKE(c->mistake, 1, "bad-clock", TEXT("word", o->terms[1].text));
        snprintf(c->mistake->try, sizeof c->mistake->try, "DIGEST DAILY 18:00");
        return 0;
    }
    c->seat->digest_next = digest_after(c->seat->tz, minute, house_now(c->s->house));
    char clock[16];
    struct local_time l;
    zone_local(zone_get(c->seat->tz), c->seat->digest_next, &l);
    snprintf(clock, sizeof clock, "%02d:%02d", minute / 60 % 24, minute % 60);
    json_array_append_new(c->set, json_pack("{s:s,s:s,s:s}", "code", "set.digest", "clock", clock, "zone", l.zone));
    return store_digest_set(store, c->seat->player, minute, c->seat->digest_next, fault);
}
