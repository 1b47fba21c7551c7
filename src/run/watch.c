/* What time brings besides deadlines: reminders, talk that has waited, digests; and time that went
 * wrong. Each letter is one transaction with the note that it was written, so a rerun writes it once. */
#include "run/run.h"
#include "turn/clock.h"
#include "turn/digest.h"
#include "turn/post.h"

#include <stdio.h>

enum {
    WATCH_ARENA = 64 << 20,
    NOTED = 60, /* seconds between notes that the house runs */
    SELDOM = 2, /* behind so many long gaps in a row one that is not much longer is no downtime */
};

/* Opens a game by number; *s NULL when it cannot be: that is said, and the others go on. */
static int open_game(struct run *run, int64_t game, struct arena *arena, struct sitting **s,
                     struct fault *fault)
{
    const char *name = NULL;
    *s = NULL;
    if (store_game_name(run->house->store, game, arena, &name, fault) != 0)
        return -1;
    if (!name || sitting_open(run->house, name, arena, s, fault) == 0)
        return 0;
    if (fault->exit != EX_DATAERR)
        return -1;
    fprintf(stderr, "courtier: %s\n", fault->text);
    return 0;
}

/* Ends a transaction as its work ended. */
static int end(struct run *run, int r, struct fault *fault)
{
    if (r == 0)
        r = store_commit(run->house->store, fault);
    if (r != 0)
        store_rollback(run->house->store);
    return r;
}

/* --- the house was not there -------------------------------------------------------------------- */

/* When it ran the last time, how long after the time before, and how many of its gaps have been long. */
struct last_run {
    long long at, gap, gaps;
};

/* "AT GAP GAPS"; false when it never ran. */
static bool read_last_run(const char *text, struct last_run *last)
{
    struct slice rest = slice_of(text ? text : "");
    *last = (struct last_run){0};
    bool known = slice_to_int(slice_cut(&rest, ' '), &last->at);
    if (!slice_to_int(slice_cut(&rest, ' '), &last->gap) || !slice_to_int(rest, &last->gaps))
        last->gap = last->gaps = 0;
    return known;
}

/* A house that runs once a day is not down: its deadlines would never pass. */
static bool runs_seldom(const struct last_run *last, int64_t gap)
{
    return last->gaps >= SELDOM && gap <= 2 * last->gap;
}

static int mend_game(struct run *run, int64_t game, int64_t since, int64_t now, struct fault *fault)
{
    struct arena arena = ARENA(WATCH_ARENA);
    struct sitting *s = NULL;
    int r = open_game(run, game, &arena, &s, fault);
    if (r == 0 && s)
        r = since > now ? clock_rein_in(s, since, fault) : clock_give_back(s, since, fault);
    sitting_close(&s);
    arena_free(&arena);
    return r;
}

/* One transaction, and a rerun finds the note that it was done. */
int run_waking(struct run *run, struct fault *fault)
{
    struct store *store = run->house->store;
    struct arena arena = ARENA(16 << 20);
    int64_t now = house_now(run->house), *games, limit = run->house->config.downtime;
    const char *text = NULL;
    struct last_run last;
    int n = 0, r = store_get_setting(store, "last-run", &arena, &text, fault);
    bool known = r == 0 && read_last_run(text, &last);
    int64_t gap = known && now > last.at ? now - last.at : 0;
    bool gone = limit > 0 && gap > limit, back = known && last.at > now + NOTED;
    if (r != 0 || (known && !gone && !back && gap < NOTED)) {
        arena_free(&arena);
        return r;
    }
    bool away = gone && !runs_seldom(&last, gap);
    r = store_begin(store, fault);
    if (r == 0 && back)
        r = store_time_back(store, now, last.at - now, fault);
    if (r == 0 && (away || back))
        r = store_awaits_running(store, away ? last.at : now, &arena, &games, &n, fault);
    for (int i = 0; i < n && r == 0; i++)
        r = mend_game(run, games[i], last.at, now, fault);
    if (r == 0)
        r = store_set_setting(store, "last-run",
                              arena_printf(&arena, "%lld %lld %lld", (long long)now, (long long)gap,
                                           gone ? (last.gaps < SELDOM ? last.gaps + 1 : last.gaps) : 0),
                              fault);
    r = end(run, r, fault);
    arena_free(&arena);
    return r;
}

/* --- reminders ---------------------------------------------------------------------------------- */

/* One letter for all that is asked of the seat; its reminders that are due count as sent. */
static int remind(struct run *run, const struct await_row *due, struct fault *fault)
{
    struct arena arena = ARENA(WATCH_ARENA);
    struct sitting *s = NULL;
    int64_t now = house_now(run->house);
    int r = store_begin(run->house->store, fault);
    if (r == 0)
        r = open_game(run, due->game, &arena, &s, fault);
    if (r == 0 && !s) {
        struct await_row row = *due;
        row.remind = 0;
        r = store_await_set(run->house->store, &row, fault);
    } else if (r == 0) {
        for (int i = 0; i < s->nawaits && r == 0; i++)
            if (s->awaits[i].seat == due->seat && s->awaits[i].remind && s->awaits[i].remind <= now)
                r = clock_set(s, &s->awaits[i], s->awaits[i].deadline, fault);
        if (r == 0)
            r = post_alert(s, &s->seats[due->seat - 1], "alert.reminder", fault);
    }
    r = end(run, r, fault);
    sitting_close(&s);
    arena_free(&arena);
    return r;
}

/* What is wrong is in one game's data alone: it does without, and the others go on. */
static int begin_without(struct run *run, struct fault *fault)
{
    fprintf(stderr, "courtier: %s\n", fault->text);
    return store_begin(run->house->store, fault);
}

static int no_reminder(struct run *run, const struct await_row *due, struct fault *fault)
{
    struct await_row row = *due;
    row.remind = 0;
    if (begin_without(run, fault) != 0)
        return -1;
    return end(run, store_await_set(run->house->store, &row, fault), fault);
}

int run_reminders(struct run *run, struct fault *fault)
{
    int64_t now = house_now(run->house);
    int r = 0, n = 1;
    while (r == 0 && n > 0) {
        struct arena arena = ARENA(1 << 20);
        struct await_row *v;
        r = store_awaits_remind(run->house->store, now, 1, &arena, &v, &n, fault);
        if (r == 0 && n > 0)
            r = remind(run, &v[0], fault);
        if (r != 0 && n > 0 && fault->exit == EX_DATAERR)
            r = no_reminder(run, &v[0], fault);
        arena_free(&arena);
    }
    return r;
}

/* --- talk --------------------------------------------------------------------------------------- */

static int tell(struct run *run, const struct seat_of *of, struct fault *fault)
{
    struct arena arena = ARENA(WATCH_ARENA);
    struct sitting *s = NULL;
    int r = store_begin(run->house->store, fault);
    if (r == 0)
        r = open_game(run, of->game, &arena, &s, fault);
    if (r == 0 && (!s || s->seats[of->seat - 1].bot || !*s->seats[of->seat - 1].address))
        r = store_talk_drop(run->house->store, of, fault);
    else if (r == 0)
        r = post_report(s, &s->seats[of->seat - 1], fault);
    r = end(run, r, fault);
    sitting_close(&s);
    arena_free(&arena);
    return r;
}

/* What was said comes with the next report. */
static int no_talk(struct run *run, const struct seat_of *of, struct fault *fault)
{
    if (begin_without(run, fault) != 0)
        return -1;
    return end(run, store_talk_drop(run->house->store, of, fault), fault);
}

int run_talk(struct run *run, struct fault *fault)
{
    struct seat_of of = {0, 0};
    int r;
    while ((r = store_talk_due(run->house->store, house_now(run->house), &of, fault)) == 0 && of.seat)
        if (tell(run, &of, fault) != 0 && (fault->exit != EX_DATAERR || no_talk(run, &of, fault) != 0))
            return -1;
    return r;
}

/* --- digests ------------------------------------------------------------------------------------ */

/* It is tried again at his hour. */
static int no_digest(struct run *run, const struct player *player, struct fault *fault)
{
    struct store *store = run->house->store;
    int64_t next, now = house_now(run->house);
    int minute;
    if (begin_without(run, fault) != 0)
        return -1;
    int r = store_digest_get(store, player->id, &minute, &next, fault);
    if (r == 0)
        r = store_digest_set(store, player->id, minute,
                             minute < 0 ? 0 : digest_after(player->tz, minute, now), fault);
    return end(run, r, fault);
}

int run_digests(struct run *run, struct fault *fault)
{
    struct store *store = run->house->store;
    int r = 0;
    for (;;) {
        struct arena arena = ARENA(512 << 20);
        struct player player;
        r = store_digest_due(store, house_now(run->house), &arena, &player, fault);
        if (r == 0 && player.id) {
            r = store_begin(store, fault);
            if (r == 0)
                r = end(run, digest_send(run->house, &player, &arena, fault), fault);
            if (r != 0 && fault->exit == EX_DATAERR)
                r = no_digest(run, &player, fault);
        }
        arena_free(&arena);
        if (r != 0 || !player.id)
            return r;
    }
}
