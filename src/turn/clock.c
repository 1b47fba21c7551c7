/* Invariants
 *   1. A row has a deadline exactly when its clock runs; else `remaining` is what it has left. With
 *      the deadline go `expires` and `remind`.
 *   2. Whose clock runs depends on public things only, and on nothing a hand could tell. */
#include "turn/clock.h"
#include "turn/stats.h"
#include "turn/turn.h"

static int64_t clock_seconds(const struct pace *p, int clock)
{
    return clock == CLOCK_TURN ? p->turn : clock == CLOCK_REACTION ? p->reaction : p->negotiation;
}

static bool same_await(const struct await_row *row, const struct await *a)
{
    return row->seat == a->seat && row->clock == (int)a->clock && row->matter == a->matter &&
           strcmp(row->what, a->what) == 0;
}

static bool stands_still(const struct sitting *s, const struct await_row *row)
{
    return s->game.paused || (row->clock == CLOCK_TURN && s->seats[row->seat - 1].still);
}

/* When the clock of a row begins to run, or goes on. */
static int64_t begins(const struct sitting *s, const struct await_row *row)
{
    int64_t now = house_now(s->house), away = s->seats[row->seat - 1].away;
    return row->clock == CLOCK_TURN && away > now ? away : now;
}

const char *clock_still(const struct sitting *s, const struct await_row *row)
{
    unsigned still = row->clock == CLOCK_TURN ? s->seats[row->seat - 1].still : 0;
    return s->game.paused            ? "still.paused"
           : still & STILL_MODERATOR ? "still.moderator"
           : still & STILL_BOUNCES   ? "still.bounces"
           : still                   ? "still.silence"
                                     : NULL;
}

int64_t clock_left(const struct sitting *s, const struct await_row *row)
{
    return row->deadline ? pace_between(&s->pace, begins(s, row), row->deadline) : row->remaining;
}

/* What follows from a deadline: when it is acted upon, and the next reminder. */
static void follow(const struct sitting *s, struct await_row *row)
{
    const struct pace *p = &s->pace;
    int64_t left = clock_left(s, row);
    row->remaining = 0;
    row->expires = pace_after(p, row->deadline, p->grace);
    row->remind = 0;
    for (int i = 0; i < p->nreminders && !row->remind; i++) {
        int64_t when = row->total * p->reminders[i] / 100;
        if (when < left)
            row->remind = pace_after(p, begins(s, row), left - when);
    }
}

static void stop(const struct sitting *s, struct await_row *row)
{
    row->remaining = clock_left(s, row);
    row->deadline = row->expires = row->remind = 0;
}

static void start(const struct sitting *s, struct await_row *row)
{
    row->deadline = pace_after(&s->pace, begins(s, row), row->remaining);
    follow(s, row);
}

/* Under which name the time of an await is kept. A negotiation has one clock for all who take part. */
static struct await_row key_of(const struct await_row *row)
{
    struct await_row key = *row;
    if (row->clock == CLOCK_NEGOTIATION) {
        key.seat = 0;
        key.what = "";
    }
    return key;
}

/* What a new await has left: as long as others have who negotiate the same matter, or as it had itself
 * when it was there before. Turns get the time of a reaction at least. */
static int find_left(struct sitting *s, struct await_row *row, const struct await_row *rows, int n,
                     struct fault *fault)
{
    int64_t least = s->pace.reaction < row->total ? s->pace.reaction : row->total;
    struct await_row key = key_of(row);
    bool again = false;
    for (int i = 0; i < n && row->clock == CLOCK_NEGOTIATION; i++)
        if (rows[i].clock == row->clock && rows[i].matter == row->matter && !s->seats[rows[i].seat - 1].bot) {
            row->remaining = clock_left(s, &rows[i]);
            return 0;
        }
    if (store_left_get(s->house->store, &key, &again, fault) != 0)
        return -1;
    row->remaining = again ? key.remaining : row->total;
    if (again && row->clock == CLOCK_TURN && row->remaining < least)
        row->remaining = least;
    return 0;
}

/* A new await behind the n there are. */
static int add(struct sitting *s, const struct await *a, struct await_row *rows, int n,
               struct fault *fault)
{
    struct await_row *row = &rows[n];
    int64_t now = house_now(s->house);
    *row = (struct await_row){.game = s->game.id,
                              .number = ++s->game.awaits,
                              .seat = a->seat,
                              .clock = (int)a->clock,
                              .what = a->what,
                              .matter = a->matter,
                              .since = now,
                              .total = clock_seconds(&s->pace, (int)a->clock)};
    if (s->seats[a->seat - 1].bot) {
        row->deadline = row->expires = now;
    } else {
        if (find_left(s, row, rows, n, fault) != 0)
            return -1;
        if (!stands_still(s, row))
            start(s, row);
    }
    return store_await_add(s->house->store, row, fault);
}

static int drop(struct sitting *s, struct await_row *row, struct fault *fault)
{
    if (store_await_drop(s->house->store, s->game.id, row->number, fault) != 0)
        return -1;
    if (s->seats[row->seat - 1].bot || s->game.status != GAME_PLAYING)
        return 0;
    struct await_row key = key_of(row);
    key.remaining = clock_left(s, row);
    return store_left_put(s->house->store, &key, fault);
}

int clock_forget(struct sitting *s, struct fault *fault)
{
    return store_left_forget(s->house->store, s->game.id, CLOCK_TURN, fault);
}

/* An await that is over. Who has answered his turn breaks the row of those he let pass: that is what others see
 * of him, and not whether he writes letters. */
static int end(struct sitting *s, struct await_row *row, struct fault *fault)
{
    struct seat *seat = &s->seats[row->seat - 1];
    if (stats_answered(s, row, fault) != 0 || drop(s, row, fault) != 0)
        return -1;
    bool answered = s->acted & SIGHT_SEAT(row->seat) && row->number != s->lapsed;
    if (!seat->silent || row->clock != CLOCK_TURN || !answered)
        return 0;
    seat->silent = 0;
    return store_seat_set(s->house->store, seat, fault);
}

int clock_renew(struct sitting *s, struct fault *fault)
{
    struct await v[AWAITS_MAX];
    bool kept[AWAITS_MAX] = {false};
    int n = s->game.status == GAME_PLAYING ? turn_awaits(s, v) : 0;
    struct await_row *rows = arena_array(s->arena, struct await_row, n + 1);
    int nrows = 0;
    for (int i = 0; i < s->nawaits; i++) {
        int found = -1;
        for (int k = 0; k < n; k++)
            if (!kept[k] && same_await(&s->awaits[i], &v[k]))
                found = k;
        if (found < 0) {
            if (end(s, &s->awaits[i], fault) != 0)
                return -1;
            continue;
        }
        kept[found] = true;
        rows[nrows++] = s->awaits[i];
    }
    for (int k = 0; k < n; k++)
        if (!kept[k] && add(s, &v[k], rows, nrows++, fault) != 0)
            return -1;
    s->acted = SIGHT_NONE;
    s->awaits = rows;
    s->nawaits = nrows;
    return 0;
}

int clock_adjust(struct sitting *s, struct fault *fault)
{
    for (int i = 0; i < s->nawaits; i++) {
        struct await_row *row = &s->awaits[i];
        if (stands_still(s, row) == (row->deadline == 0))
            continue;
        if (row->deadline)
            stop(s, row);
        else
            start(s, row);
        if (store_await_set(s->house->store, row, fault) != 0)
            return -1;
    }
    return 0;
}

int clock_set(struct sitting *s, struct await_row *row, int64_t deadline, struct fault *fault)
{
    row->deadline = deadline;
    int64_t left = clock_left(s, row);
    if (left > row->total)
        row->total = left;
    if (stands_still(s, row))
        stop(s, row);
    else
        follow(s, row);
    return store_await_set(s->house->store, row, fault);
}

int clock_again(struct sitting *s, struct await_row *row, struct fault *fault)
{
    int64_t seconds = clock_seconds(&s->pace, row->clock);
    return clock_set(s, row, pace_after(&s->pace, begins(s, row), seconds), fault);
}

int clock_wake(struct sitting *s, struct seat *seat, unsigned reasons, struct fault *fault)
{
    int64_t least = s->pace.reaction < s->pace.turn ? s->pace.reaction : s->pace.turn;
    seat->still &= ~reasons;
    for (int i = 0; i < s->nawaits; i++)
        if (s->awaits[i].seat == seat->number && s->awaits[i].deadline == 0 &&
            s->awaits[i].clock == CLOCK_TURN && s->awaits[i].remaining < least)
            s->awaits[i].remaining = least;
    if (store_seat_set(s->house->store, seat, fault) != 0)
        return -1;
    return clock_adjust(s, fault);
}

/* What every running clock, of one seat or of all, has left. */
static int64_t *all_left(const struct sitting *s)
{
    int64_t *left = arena_array(s->arena, int64_t, s->nawaits + 1);
    for (int i = 0; i < s->nawaits; i++)
        left[i] = clock_left(s, &s->awaits[i]);
    return left;
}

/* A deadline that has passed stays: else its grace would begin anew, time and again. */
static int go_on(struct sitting *s, const int64_t *left, int seat, struct fault *fault)
{
    for (int i = 0; i < s->nawaits; i++) {
        struct await_row *row = &s->awaits[i];
        if (row->deadline <= house_now(s->house) || (seat && (row->seat != seat || row->clock != CLOCK_TURN)))
            continue;
        row->remaining = left[i];
        start(s, row);
        if (store_await_set(s->house->store, row, fault) != 0)
            return -1;
    }
    return 0;
}

int clock_away(struct sitting *s, struct seat *seat, int64_t until, struct fault *fault)
{
    int64_t *left = all_left(s);
    seat->away = until;
    if (store_seat_set(s->house->store, seat, fault) != 0)
        return -1;
    return go_on(s, left, seat->number, fault);
}

int clock_set_pace(struct sitting *s, const struct pace *pace, struct fault *fault)
{
    int64_t *left = all_left(s);
    s->pace = *pace;
    clock_note_pace(s);
    if (store_game_set(s->house->store, &s->game, fault) != 0)
        return -1;
    return go_on(s, left, 0, fault);
}

int clock_read_pace(struct sitting *s, struct fault *fault)
{
    const char *why;
    s->pace = pace_preset;
    if (!pace_parse(slice_of(s->game.pace), &s->pace, s->arena, &why))
        return fault_set(fault, EX_DATAERR, "game %s: its pace makes no sense: %s", s->game.name,
                         s->game.pace);
    s->pace.turn = s->game.turn_seconds;
    s->pace.reaction = s->game.reaction_seconds;
    s->pace.negotiation = s->game.negotiation_seconds;
    return 0;
}

void clock_note_pace(struct sitting *s)
{
    struct buf text = BUF(4096);
    pace_print(&s->pace, &text);
    s->game.pace = arena_slice(s->arena, buf_all(&text));
    s->game.turn_seconds = s->pace.turn;
    s->game.reaction_seconds = s->pace.reaction;
    s->game.negotiation_seconds = s->pace.negotiation;
    buf_free(&text);
}

/* --- when the house was not there -------------------------------------------------------------- */

int clock_give_back(struct sitting *s, int64_t since, struct fault *fault)
{
    int64_t now = house_now(s->house);
    for (int i = 0; i < s->nawaits; i++) {
        struct await_row *row = &s->awaits[i];
        if (row->expires <= since || row->expires > now)
            continue;
        /* What it had left when the house went away; all of it, if it was asked for meanwhile. */
        int64_t away = row->clock == CLOCK_TURN ? s->seats[row->seat - 1].away : 0;
        int64_t left = pace_between(&s->pace, away > since ? away : since, row->deadline);
        row->deadline = pace_after(&s->pace, now, left < row->total ? left : row->total);
        follow(s, row);
        if (store_await_set(s->house->store, row, fault) != 0)
            return -1;
    }
    return 0;
}

/* A vacation that was planned when it seemed to be much later ends as long from now. */
static int come_home(struct sitting *s, struct seat *seat, int64_t since, struct fault *fault)
{
    int64_t now = house_now(s->house), most = s->pace.vacation, left = seat->away - since;
    if (seat->away <= now + most)
        return 0;
    seat->away = now + (left < 0 ? 0 : left < most ? left : most);
    return store_seat_set(s->house->store, seat, fault);
}

int clock_rein_in(struct sitting *s, int64_t since, struct fault *fault)
{
    for (int i = 0; i < s->game.seats; i++)
        if (come_home(s, &s->seats[i], since, fault) != 0)
            return -1;
    for (int i = 0; i < s->nawaits; i++) {
        struct await_row *row = &s->awaits[i];
        if (!row->deadline || clock_left(s, row) <= row->total)
            continue;
        row->remaining = row->total;
        start(s, row);
        if (store_await_set(s->house->store, row, fault) != 0)
            return -1;
    }
    return 0;
}
