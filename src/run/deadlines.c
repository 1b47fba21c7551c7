/* deadlines: what is awaited and has not come.
 *
 * Each deadline is a transaction of its own. A game that cannot be opened waits a day; one the program
 * dies of, time and again, is held until its moderator rules (run/deaths.h). The others go on. */
#include "run/deaths.h"
#include "run/run.h"
#include "turn/clock.h"
#include "turn/note.h"
#include "turn/post.h"
#include "turn/silence.h"
#include "turn/turn.h"

#include <stdio.h>

enum { GAME_ARENA = 64 << 20 };

/* A bot is asked again. If it still knows nothing to do its await must not come up again at once. */
static int ask_bot(struct sitting *s, int64_t number, struct fault *fault)
{
    int r = turn_settle(s, fault);
    for (int i = 0; i < s->nawaits && r == 0; i++)
        if (s->awaits[i].number == number)
            r = clock_again(s, &s->awaits[i], fault);
    return r;
}

static int expire(struct run *run, const struct await_row *due, struct fault *fault)
{
    struct arena arena = ARENA(GAME_ARENA);
    struct store *store = run->house->store;
    struct sitting *s = NULL;
    const char *name = NULL;
    int r = -1;
    if (store_game_name(store, due->game, &arena, &name, fault) != 0 ||
        (name && sitting_open(run->house, name, &arena, &s, fault) != 0))
        goto out;
    if (!s) {
        fault_set(fault, EX_DATAERR, "an await of game %lld, which is not there", (long long)due->game);
        goto out;
    }
    int64_t before = s->game.awaits;
    const struct await_row *row = NULL;
    for (int i = 0; i < s->nawaits; i++)
        if (s->awaits[i].number == due->number)
            row = &s->awaits[i];
    if (store_begin(store, fault) != 0)
        goto out;
    r = !row || s->seats[row->seat - 1].bot ? ask_bot(s, due->number, fault) : silence_act(s, row, fault);
    if (r == 0)
        r = post_reports(s, NULL, before, fault);
    if (r == 0)
        r = store_commit(store, fault);
    if (r != 0)
        store_rollback(store);
    run->counts.expired += r == 0;
out:
    sitting_close(&s);
    arena_free(&arena);
    return r;
}

/* A game that cannot be opened waits a day; the others go on. */
static int leave_sick(struct run *run, const struct await_row *due, struct fault *fault)
{
    struct store *store = run->house->store;
    struct await_row row = *due;
    fprintf(stderr, "courtier: %s\n", fault->text);
    row.deadline = row.expires = house_now(run->house) + 86400;
    row.remind = 0;
    if (store_begin(store, fault) != 0)
        return -1;
    if (store_await_set(store, &row, fault) != 0 || store_commit(store, fault) != 0) {
        store_rollback(store);
        return -1;
    }
    return 0;
}

/* --- games the program dies of ------------------------------------------------------------------ */

/* All its clocks stand still; when they go on, everybody has the reaction time at least. */
static int stop_clocks(struct sitting *s, struct fault *fault)
{
    s->game.paused = house_now(s->house);
    if (clock_adjust(s, fault) != 0)
        return -1;
    for (int i = 0; i < s->nawaits; i++) {
        if (s->awaits[i].remaining >= s->pace.reaction)
            continue;
        s->awaits[i].remaining = s->pace.reaction;
        if (store_await_set(s->house->store, &s->awaits[i], fault) != 0)
            return -1;
    }
    return 0;
}

/* Its table is not looked at: what is wrong may be in there. */
static int open_without_table(struct run *run, const struct await_row *due, struct sitting *s, struct fault *fault)
{
    struct store *store = run->house->store;
    const char *name = NULL;
    int seats = 0;
    if (store_game_name(store, due->game, s->arena, &name, fault) != 0)
        return -1;
    if (!name)
        return fault_set(fault, EX_DATAERR, "an await of game %lld, which is not there", (long long)due->game);
    if (store_game_find(store, name, s->arena, &s->game, fault) != 0 ||
        store_seats(store, due->game, s->arena, &s->seats, &seats, fault) != 0 ||
        store_awaits(store, due->game, s->arena, &s->awaits, &s->nawaits, fault) != 0)
        return -1;
    if (due->seat < 1 || due->seat > seats || seats != s->game.seats)
        return fault_set(fault, EX_DATAERR, "game %s: its seats make no sense", name);
    return clock_read_pace(s, fault);
}

static int hold_deadly(struct run *run, const struct await_row *due, struct fault *fault)
{
    struct arena arena = ARENA(GAME_ARENA);
    struct store *store = run->house->store;
    struct sitting s = {.house = run->house, .arena = &arena};
    int r = open_without_table(run, due, &s, fault);
    if (r == 0)
        r = store_begin(store, fault);
    if (r == 0) {
        if (stop_clocks(&s, fault) != 0 ||
            note_add(&s, "notice", 0, SIGHT_ALL, json_pack("{s:s}", "code", "deadly"), fault) != 0 ||
            post_moderator(&s, &s.seats[due->seat - 1], "notice.deadly", fault) != 0 ||
            deaths_none(run, DEATH_DEADLINE, fault) != 0 || store_commit(store, fault) != 0) {
            store_rollback(store);
            r = -1;
        } else {
            fprintf(stderr, "courtier: game %s: a deadline ends the program; its clocks stand still\n", s.game.name);
        }
    }
    arena_free(&arena);
    return r;
}

int run_deadlines(struct run *run, struct fault *fault)
{
    int64_t now = house_now(run->house), deaths = 0;
    int r = 0, n = 1;
    bool noted = false; /* the first one stands for all: what is done is committed, and died of is then first */
    while (r == 0 && n > 0) {
        struct arena arena = ARENA(1 << 20);
        struct await_row *v;
        r = store_awaits_due(run->house->store, now, 1, &arena, &v, &n, fault);
        if (r == 0 && n > 0 && !noted)
            r = deaths_note(run, DEATH_DEADLINE, v[0].game, &deaths, fault);
        if (r == 0 && n > 0) {
            bool deadly = !noted && deaths >= DEATHS_MOST;
            noted = !deadly;
            r = deadly ? hold_deadly(run, &v[0], fault) : expire(run, &v[0], fault);
        }
        if (r != 0 && n > 0 && fault->exit == EX_DATAERR)
            r = leave_sick(run, &v[0], fault);
        arena_free(&arena);
    }
    if (noted)
        deaths_forgive(run, DEATH_DEADLINE);
    return r;
}
