/* pace: how fast a game is played: times, quiet days, what silence means.
 *
 *     turn=3d reaction=1d negotiation=2d quiet=sat,sun,12-25,2026-08-01..2026-08-15
 *     tz=Europe/Paris grace=6h silence=dismiss:3 vacation=14d reminders=50%,10%
 *
 * On a quiet day, midnight to midnight in the zone of the game, no clock runs, so no deadline falls on
 * it. Grace is time behind a deadline in which a letter still counts; it is not shown as a deadline.
 * Reminders are shares of the time given that are left when they go out. */
#ifndef TURN_PACE_H
#define TURN_PACE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/zone.h"

enum silence {
    SILENCE_DEFAULT, /* what the engine says */
    SILENCE_HOLD,    /* the game waits for a turn, and the moderator is told */
    SILENCE_DISMISS, /* the engine's; after so many turns in a row a bot plays */
};

enum { PACE_DATES = 24, PACE_REMINDERS = 6 };

struct pace {
    int64_t turn, reaction, negotiation; /* seconds */
    int64_t grace, vacation;             /* may be 0 */
    unsigned quiet;                      /* bit w: weekday w */
    struct quiet_dates {
        int from, to; /* days since 1970; of every year: month * 100 + day */
        bool yearly;
    } dates[PACE_DATES];
    int ndates;
    char tz[ZONE_NAME];
    enum silence silence;
    int dismiss; /* of SILENCE_DISMISS */
    int reminders[PACE_REMINDERS]; /* percent left, the greatest first */
    int nreminders;
};

/* What a house has when nobody says anything. */
extern const struct pace pace_preset;

/* Sets what "key=value key=value …" names; the rest stays. false with *why (arena text: what may be
 * written) and the pace as it was. */
bool pace_parse(struct slice text, struct pace *pace, struct arena *arena, const char **why);
/* One key and its value. */
bool pace_parse_key(struct slice key, struct slice value, struct pace *pace, struct arena *arena,
                    const char **why);

/* All of it, as pace_parse() reads it. */
void pace_print(const struct pace *pace, struct buf *out);

/* "3d", "1d12h" */
void pace_print_time(int64_t seconds, struct buf *out);

/* When so many seconds of running time have passed behind `from`; never on a quiet day. */
int64_t pace_after(const struct pace *pace, int64_t from, int64_t seconds);

/* How long the clock runs between two moments; 0 when the second is not later. */
int64_t pace_between(const struct pace *pace, int64_t from, int64_t to);

#endif
