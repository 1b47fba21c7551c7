/* carry: the outbox through a server or a program, letter by letter.
 *
 * Invariants
 *   1. Each letter is committed as sent before the next one is tried: after a crash at most one
 * goes out a second time, with the same Message-ID.
 *   2. What a letter meets is its own affair: it waits longer and longer, or is given up and the
 *      moderator told. What the server has against us stops the round and harms no letter.
 *   3. A notice that cannot be delivered causes no other notice. */
#include "mail/carrier.h"
#include "mail/compose.h"
#include "run/bounce.h"
#include "run/lost.h"

#include <stdio.h>

enum {
    CARRY_BATCH = 256,
    CARRY_BYTES = 128 << 20,
    FIRST_WAIT = 300,
    LONGEST_WAIT = 6 * 3600,
    BREAKS = 3, /* connections that break in a row before we leave it for today's round */
};

struct carrying {
    struct run *run;
    struct carrier *carrier;
    int64_t room; /* letters the rate still allows; -1: any number */
    int breaks;
};

/* --- how many -------------------------------------------------------------------------------- */

static int find_room(struct carrying *c, struct fault *fault)
{
    const struct house *house = c->run->house;
    const struct mail_conf *m = &house->config.mail;
    const struct {
        int64_t limit, seconds;
    } rates[] = {{m->per_minute, 60}, {m->per_hour, 3600}};
    c->room = -1;
    for (int i = 0; i < 2; i++) {
        int64_t n;
        if (!rates[i].limit)
            continue;
        if (store_letters_sent_since(house->store, house_now(house) - rates[i].seconds, &n,
                                     fault) != 0)
            return -1;
        int64_t left = n < rates[i].limit ? rates[i].limit - n : 0;
        if (c->room < 0 || left < c->room)
            c->room = left;
    }
    return 0;
}

/* --- one letter ------------------------------------------------------------------------------ */

/* Given up. Hard: the address itself is refused. */
static int lose(struct carrying *c, const struct letter_out *l, const char *answer, bool hard,
                struct fault *fault)
{
    const struct lost_why why = {.answer = answer, .damaged = l->damaged || !l->bytes.p};
    if (lost_note(c->run, l, &why, fault) != 0)
        return -1;
    return hard && !why.damaged && l->game && l->seat ? bounce_count(c->run->house, l->game, l->seat, fault) : 0;
}

static int note(struct carrying *c, const struct letter_out *l, enum carried result,
                const char *answer, struct fault *fault)
{
    struct house *house = c->run->house;
    struct store *store = house->store;
    int64_t now = house_now(house), wait = FIRST_WAIT;
    for (int64_t i = 0; i < l->attempts && wait < LONGEST_WAIT; i++)
        wait *= 2;
    int r = store_begin(store, fault);
    if (r != 0)
        return -1;
    if (result == CARRIED)
        r = store_letter_out_sent(store, l->id, now, fault);
    else if (result == CARRIED_NEVER)
        r = lose(c, l, answer, true, fault);
    else if (now - l->created >= house->config.mail.give_up)
        r = lose(c, l, answer, false, fault);
    else
        r = store_letter_out_failed(store, l->id, now + (wait < LONGEST_WAIT ? wait : LONGEST_WAIT),
                                    answer, fault);
    if (r == 0)
        r = store_commit(store, fault);
    if (r != 0)
        store_rollback(store);
    else if (result == CARRIED)
        c->run->counts.sent++;
    return r;
}

/* 1: go on, 0: no more in this round, -1: the store failed. */
static int carry_one(struct carrying *c, const struct letter_out *l, struct fault *fault)
{
    char answer[CARRIER_ANSWER] = "";
    enum carried result = CARRIED_NEVER;
    const char *own = c->run->house->config.address;
    struct carrier_letter letter = {lost_is_notice(l) ? "" : own, l->to, l->bytes};
    int r = 0;
    if (c->room == 0)
        return 0;
    if (l->damaged || !l->bytes.p)
        snprintf(answer, sizeof answer, "%s", lost_damage(l));
    else
        r = c->carrier->driver->carry(c->carrier, &letter, &result, answer, fault);
    if (r != 0 && fault->exit == EX_UNAVAILABLE && !*letter.from) {
        letter.from = own; /* not every server takes the null sender from us */
        r = c->carrier->driver->carry(c->carrier, &letter, &result, answer, fault);
    }
    if (r != 0) {
        run_trouble(c->run, fault);
        return 0;
    }
    bool broke = result == CARRIED_LATER && answer[0] != '4';
    c->breaks = broke ? c->breaks + 1 : 0;
    if (note(c, l, result, answer, fault) != 0)
        return -1;
    if (c->room > 0 && result == CARRIED)
        c->room--;
    if (c->breaks < BREAKS)
        return 1;
    fault_set(fault, EX_TEMPFAIL, "[outbox] %s: %.200s", c->run->house->config.mail.out.address,
              answer);
    run_trouble(c->run, fault);
    return 0;
}

/* --- all of them ----------------------------------------------------------------------------- */

static int carry_batch(struct carrying *c, bool *more, struct fault *fault)
{
    struct house *house = c->run->house;
    struct arena arena = ARENA(CARRY_BYTES);
    struct letter_out *v;
    int n, go = 1;
    int r =
        store_letters_waiting(house->store, house_now(house), CARRY_BATCH, &arena, &v, &n, fault);
    for (int i = 0; r == 0 && i < n && go > 0; i++) {
        go = carry_one(c, &v[i], fault);
        if (c->run->progress)
            c->run->progress(&c->run->counts);
        if (c->run->stop && *c->run->stop)
            go = go < 0 ? go : 0;
    }
    *more = r == 0 && n > 0 && go > 0;
    arena_free(&arena);
    return r != 0 || go < 0 ? -1 : 0;
}

/* Asked for by the host, once: the server works again. */
static int hurry(struct run *run, struct fault *fault)
{
    struct store *store = run->house->store;
    if (!run->retry)
        return 0;
    run->retry = false;
    if (store_begin(store, fault) != 0)
        return -1;
    if (store_letters_hurry(store, house_now(run->house), fault) == 0 && store_commit(store, fault) == 0)
        return 0;
    store_rollback(store);
    return -1;
}

int run_carry(struct run *run, struct fault *fault)
{
    struct carrying c = {.run = run};
    bool more = true, told;
    int r = hurry(run, fault);
    if (r == 0)
        r = lost_tell(run, &told, fault); /* what a run before this one left */
    if (r == 0)
        r = find_room(&c, fault);
    if (r == 0)
        c.carrier = carrier_open(&run->house->config.mail.out);
    while (r == 0 && more) {
        r = carry_batch(&c, &more, fault);
        if (r == 0)
            r = lost_tell(run, &told, fault);
    }
    carrier_close(&c.carrier);
    return r;
}
