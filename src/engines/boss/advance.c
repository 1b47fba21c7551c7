#include "engines/boss/orders.h"

/* What follows by itself, who is awaited, and what silence means. Whether a seat is awaited depends
 * on public things only: who has cards in hand, who has passed, whose turn it is. */

/* --- who is asked ------------------------------------------------------------------------ */

struct asked {
    struct await *out; /* NULL: only count */
    int n;
};

static void add(struct asked *a, int seat, enum clock_kind clock, enum await_code what,
                int64_t matter)
{
    if (a->out)
        a->out[a->n] = (struct await){seat, clock, boss_await_name(what), matter};
    a->n++;
}

/* Everyone else with cards in hand who has not answered, from the left of `actor`. */
static void ask_around(const struct table *t, int actor, unsigned passed, enum await_code what,
                       int64_t matter, struct asked *a)
{
    int n = table_seats(t);
    for (int i = 1; i < n; i++) {
        int seat = (actor + i - 1) % n + 1;
        if (!(passed >> seat & 1) && !boss_gone(t, seat) && table_count(t, P_HAND, seat))
            add(a, seat, CLOCK_REACTION, what, matter);
    }
}

/* In the talks others are asked until they have been heard, the Boss last; who waits for the others
 * is asked again when all have been. */
static void ask_talk(const struct table *t, struct asked *a)
{
    int boss = tally(t, T_BOSS), n = table_seats(t);
    unsigned heard = (unsigned)tally(t, T_HEARD);
    int64_t clock = table_get(t, T_CLOCK, 0);
    for (int i = 1; i < n; i++) {
        int seat = (boss + i - 1) % n + 1;
        if (!(heard >> seat & 1) && !boss_gone(t, seat))
            add(a, seat, CLOCK_NEGOTIATION, AW_TALK, clock);
    }
    if (a->n == 0 || !(heard >> boss & 1))
        add(a, boss, CLOCK_NEGOTIATION, AW_BOSS, clock);
}

static void ask_limit(const struct table *t, const int64_t *options, struct asked *a)
{
    int n = table_seats(t), turn = tally(t, T_TURN);
    for (int i = 0; i < n; i++) {
        int seat = (turn + i - 1) % n + 1;
        if (boss_over_limit(t, options, seat))
            add(a, seat, CLOCK_TURN, AW_DISCARD, table_get(t, T_LIMITED, 0));
    }
}

static void ask(const struct table *t, const int64_t *options, struct asked *a)
{
    int turn = tally(t, T_TURN), call = tally(t, T_CALL);
    const struct piece *pending = boss_pending(t);
    if (pending) {
        ask_around(t, pending->seat, (unsigned)tally(t, T_PASSED), AW_STOP,
                   table_get(t, T_WINDOW, 0), a);
        return;
    }
    switch (tally(t, T_PHASE)) {
    case PHASE_PLACE:
        add(a, boss_before(t, turn), CLOCK_TURN, AW_PLACE, 0);
        return;
    case PHASE_TURN:
        add(a, turn, CLOCK_TURN, AW_TURN, table_get(t, T_NUMBER, 0));
        return;
    case PHASE_ROLLED:
        add(a, turn, CLOCK_TURN, AW_CHOOSE, table_get(t, T_NUMBER, 0));
        return;
    case PHASE_LIMIT:
        ask_limit(t, options, a);
        return;
    case PHASE_TALK:
        if (call)
            ask_around(t, tally(t, T_BOSS), (unsigned)tally(t, T_CALL_PASSED),
                       call == CALL_CLOSE ? AW_LAST_CALL : AW_FAIL_CALL, table_get(t, T_CALLED, 0),
                       a);
        else
            ask_talk(t, a);
        return;
    default:
        return;
    }
}

int boss_awaits(const struct table *t, const int64_t *options, struct await *out)
{
    struct asked a = {.out = out};
    ask(t, options, &a);
    return a.n;
}

bool boss_asked(const struct table *t, const int64_t *options, int seat)
{
    struct await v[AWAITS_MAX];
    int n = boss_awaits(t, options, v);
    for (int i = 0; i < n; i++)
        if (v[i].seat == seat)
            return true;
    return false;
}

/* --- what follows ------------------------------------------------------------------------ */

void boss_advance(struct play *play)
{
    struct table *t = play->table;
    for (;;) {
        struct asked a = {.out = NULL};
        int phase = tally(t, T_PHASE);
        bool pending = boss_pending(t);
        if (phase == PHASE_OVER)
            return;
        if (!pending && table_first(t, P_QUEUE, 0)) {
            boss_play_next(play);
            continue;
        }
        ask(t, play->options, &a);
        if (a.n)
            return;
        if (pending)
            boss_play_effect(play);
        else if (phase == PHASE_DRAW)
            boss_draw(play);
        else if (phase == PHASE_LIMIT)
            boss_next_turn(play);
        else
            boss_call_over(play);
    }
}

/* --- silence ----------------------------------------------------------------------------- */

static void say_silence(struct play *play, int seat, const char *what)
{
    SAY(play, SIGHT_ALL, EV_SILENCE, SEAT("seat", seat), WORD("what", what));
}

static void silent_turn(struct play *play, int seat)
{
    struct table *t = play->table;
    bool must = boss_must_deal(t, play->options, seat);
    say_silence(play, seat, must ? "silence.deal" : "silence.draw");
    if (tally(t, T_PHASE) == PHASE_TURN)
        boss_roll(play, seat);
    if (must)
        boss_attempt(play, seat);
    else
        tally_set(t, T_PHASE, PHASE_DRAW);
}

static void silent_pass(struct table *t, int which, int seat)
{
    tally_set(t, which, (unsigned)tally(t, which) | seat_bit(seat));
}

static bool still_asked(const struct play *play, const struct await *await)
{
    struct await v[AWAITS_MAX];
    int n = boss_awaits(play->table, play->options, v);
    for (int i = 0; i < n; i++)
        if (v[i].seat == await->seat && v[i].matter == await->matter &&
            strcmp(v[i].what, await->what) == 0)
            return true;
    return false;
}

void boss_expire(struct play *play, const struct await *await)
{
    struct table *t = play->table;
    int seat = await->seat;
    if (!still_asked(play, await))
        return;
    if (boss_pending(t)) {
        silent_pass(t, T_PASSED, seat);
        return;
    }
    switch (tally(t, T_PHASE)) {
    case PHASE_PLACE:
        boss_place(play, seat, 1 + (int)luck_below(play->luck, SPACES), true);
        return;
    case PHASE_LIMIT:
        say_silence(play, seat, "silence.discard");
        boss_discard_default(play, seat);
        return;
    case PHASE_TALK:
        if (tally(t, T_CALL))
            silent_pass(t, T_CALL_PASSED, seat);
        else if (tally(t, T_BOSS) != seat && boss_asked(t, play->options, tally(t, T_BOSS)))
            silent_pass(t, T_HEARD, seat); /* the Boss has the clock */
        else /* he waits for the others, and has waited too long */
            boss_time_over(play);
        return;
    default:
        silent_turn(play, seat);
    }
}

/* --- standing orders ---------------------------------------------------------------------- */

/* Whether the words of a situation fit: an investor, seats behind OF, FROM and BY, spaces. */
static bool words_fit(const struct order *s, int family, int of, int by, int space)
{
    bool spaces = false, here = false;
    int role = -1;
    for (int i = 0; i < s->nterms; i++) {
        const struct term *t = &s->terms[i];
        if (t->type == TERM_KEYWORD)
            role = (int)t->value;
        else if (t->type == W_INVESTOR && t->value != family)
            return false;
        else if (t->type == TERM_SEAT && t->value != (role == SK_BY ? by : of))
            return false;
        else if (t->type == TERM_NUMBER) {
            spaces = true;
            here = here || t->value == space;
        }
    }
    return !spaces || here;
}

bool boss_matches(const struct table *t, const int64_t *options, const struct await *await,
                  const struct order *s)
{
    static const int verb_of[] = {
        [S_TRAVEL] = V_TRAVEL, [S_RECRUIT] = V_RECRUIT, [S_BOSS] = V_BOSS};
    const struct piece *pending = boss_pending(t);
    int boss = tally(t, T_BOSS);
    (void)options;
    if (strcmp(await->what, boss_await_name(AW_STOP)) == 0 && pending) {
        if (s->verb > S_CARD || (s->verb != S_CARD && pending->mark[MARK_VERB] != verb_of[s->verb]))
            return false;
        return words_fit(s, pending->mark[MARK_FAMILY], pending->mark[MARK_SEAT], pending->seat, 0);
    }
    int want = strcmp(await->what, boss_await_name(AW_LAST_CALL)) == 0   ? S_CLOSE
               : strcmp(await->what, boss_await_name(AW_FAIL_CALL)) == 0 ? S_FAIL
               : strcmp(await->what, boss_await_name(AW_TALK)) == 0      ? S_TALK
                                                                         : SITUATIONS;
    return s->verb == want && words_fit(s, -1, 0, boss, boss_pawn(t));
}
