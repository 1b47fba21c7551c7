/* Invariants
 *   1. A row has a deadline exactly when its clock runs; else `remaining` is what it has left.
 *   2. Whose clock runs depends on public things only, and on nothing a hand could tell. */
#include "turn/clock.h"

static int64_t clock_seconds(const struct game *g, enum clock_kind clock)
{
    return clock == CLOCK_TURN       ? g->turn_seconds
           : clock == CLOCK_REACTION ? g->reaction_seconds
                                     : g->negotiation_seconds;
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

static void stop(struct await_row *row, int64_t now)
{
    row->remaining = row->deadline > now ? row->deadline - now : 0;
    row->deadline = 0;
}

int clock_renew(struct sitting *s, struct fault *fault)
{
    struct store *store = s->house->store;
    struct await v[AWAITS_MAX];
    bool kept[AWAITS_MAX] = {false};
    int n = s->game.status == GAME_PLAYING ? s->engine->def->awaits(s->table, s->options, v) : 0;
    struct await_row *rows = arena_array(s->arena, struct await_row, n + 1);
    int nrows = 0;
    for (int i = 0; i < s->nawaits; i++) {
        int found = -1;
        for (int k = 0; k < n; k++)
            if (!kept[k] && same_await(&s->awaits[i], &v[k]))
                found = k;
        if (found < 0) {
            if (store_await_drop(store, s->game.id, s->awaits[i].number, fault) != 0)
                return -1;
            continue;
        }
        kept[found] = true;
        rows[nrows++] = s->awaits[i];
    }
    for (int k = 0; k < n; k++) {
        if (kept[k])
            continue;
        int64_t now = house_now(s->house), seconds = clock_seconds(&s->game, v[k].clock);
        rows[nrows] = (struct await_row){.game = s->game.id,
                                         .number = ++s->game.awaits,
                                         .seat = v[k].seat,
                                         .clock = (int)v[k].clock,
                                         .what = v[k].what,
                                         .matter = v[k].matter,
                                         .since = now,
                                         .deadline = now + seconds};
        if (s->seats[v[k].seat - 1].bot)
            rows[nrows].deadline = now;
        else if (stands_still(s, &rows[nrows]))
            stop(&rows[nrows], now);
        if (store_await_add(store, &rows[nrows++], fault) != 0)
            return -1;
    }
    s->awaits = rows;
    s->nawaits = nrows;
    return 0;
}

int clock_adjust(struct sitting *s, struct fault *fault)
{
    int64_t now = house_now(s->house);
    for (int i = 0; i < s->nawaits; i++) {
        struct await_row *row = &s->awaits[i];
        if (stands_still(s, row) == (row->deadline == 0))
            continue;
        if (row->deadline)
            stop(row, now);
        else
            row->deadline = now + row->remaining;
        if (store_await_set(s->house->store, row, fault) != 0)
            return -1;
    }
    return 0;
}

int clock_set(struct sitting *s, struct await_row *row, int64_t deadline, struct fault *fault)
{
    row->deadline = deadline;
    if (stands_still(s, row))
        stop(row, house_now(s->house));
    return store_await_set(s->house->store, row, fault);
}
