#include "engines/boss/orders.h"

/* Rules "Last call". CLOSE agrees what is still needed and states every payment; then everyone with
 * cards in hand is asked. All standing agreements are part of the terms.
 *
 * Each call costs everyone a letter, and the time of his answer. So the Boss takes back one, by RECALL
 * or by FAIL in place of CLOSE, and the next one stands until a card takes effect: cards are spent,
 * and terms only grow, so calls come to an end. */

static void read_deal(const struct play *play, struct deal *d)
{
    boss_deal_read(boss_of(play->engine), play->table, play->options, d);
}

static void call(struct play *play, int what)
{
    struct table *t = play->table;
    tally_set(t, T_CALL, what);
    tally_set(t, T_CALLED, boss_serial(t));
    tally_set(t, T_CALL_PASSED, boss_always(t));
}

static void say_terms(struct play *play)
{
    struct deal d;
    read_deal(play, &d);
    int promised = boss_deal_promised(&d);
    SAY(play, SIGHT_ALL, EV_CLOSING, SEAT("seat", d.boss), NUM("income", d.income),
        NUM("promised", promised), NUM("keeps", d.income - promised));
    for (int i = 0; i < d.nterms; i++) {
        const struct term_row *r = &d.terms[i];
        if (r->flags & TERM_AGREED)
            SAY(play, SIGHT_ALL, EV_PAYMENT, NUM("number", r->number), SEAT("seat", r->seat),
                NUM("amount", r->amount), FEW("few", r->amount),
                WORD("investors", r->families ? boss_of(play->engine)->named[r->families] : NULL));
    }
}

void boss_call_again(struct play *play)
{
    call(play, CALL_CLOSE);
    say_terms(play);
}

/* --- CLOSE ------------------------------------------------------------------------------- */

/* Which asks CLOSE agrees. */
struct with {
    bool said;
    int n;
    int64_t numbers[ORDER_TERMS];
};

struct lack {
    unsigned required;
    int optional;
    int64_t number, cost, have;
    struct term_row paid; /* already, for the same */
};

/* The terms that WITH names, as a choice. */
static enum mistake_code choose_named(const struct deal *d, const struct with *with, int *terms,
                                      int *n, unsigned *families, int *cost, struct lack *lack)
{
    *n = *cost = 0;
    *families = boss_deal_agreed(d);
    for (int i = 0; i < with->n; i++) {
        const struct term_row *r = boss_deal_term(d, with->numbers[i]);
        lack->number = with->numbers[i];
        if (!r || (!(r->flags & TERM_ASK) && !(r->flags & TERM_AGREED)))
            return NO_NO_SUCH_NUMBER;
        bool again = r->flags & TERM_AGREED;
        for (int k = 0; k < *n; k++)
            again = again || terms[k] == (int)(r - d->terms);
        if (again)
            continue;
        const struct term_row *paid = boss_deal_paid(d, r);
        if (paid) {
            *lack = (struct lack){.paid = *paid};
            lack->paid.families &= r->families;
            return NO_PAID_ALREADY;
        }
        terms[(*n)++] = (int)(r - d->terms);
        *families |= r->families;
        *cost += r->amount;
    }
    return NO_MISTAKE;
}

/* Calls CLOSE now, or says why not. */
static enum mistake_code close_now(struct play *play, const struct with *with, struct lack *lack)
{
    struct table *t = play->table;
    int terms[ORDER_TERMS], n = 0, cost = 0;
    struct choice choice = {0};
    struct deal d;
    unsigned families;
    read_deal(play, &d);
    enum mistake_code code = choose_named(&d, with, terms, &n, &families, &cost, lack);
    if (code != NO_MISTAKE)
        return code;
    if (!with->said && boss_deal_cheapest(&d, &choice)) {
        cost = choice.cost;
        for (n = 0; n < choice.nterms; n++) {
            terms[n] = choice.terms[n];
            families |= d.terms[terms[n]].families;
        }
        families |= choice.uses;
    }
    lack->required = boss_deal_lacks(&d, families, &lack->optional);
    if (lack->required || lack->optional)
        return NO_CLOSE_MISSING;
    lack->cost = boss_deal_promised(&d) + boss_deal_offered(&d) + cost;
    lack->have = d.income + boss_cash(t, d.boss);
    if (lack->cost > lack->have)
        return NO_CLOSE_COST;
    if (tally(t, T_CALL) == CALL_CLOSE && n == 0 && !choice.uses)
        return NO_CLOSE_AGAIN;
    for (int i = 0; i < n; i++)
        boss_term_agree(play, &d.terms[terms[i]]);
    for (FAMILY_EACH(f, choice.uses))
        boss_term_use(play, &d, f, boss_deal_lender(&d, f));
    boss_call_again(play);
    return NO_MISTAKE;
}

static enum outcome refuse(struct play *play, enum mistake_code code, const struct lack *lack)
{
    const struct boss *b = boss_of(play->engine);
    if (code == NO_PAID_ALREADY)
        return boss_paid_already(play, -1, &lack->paid);
    return WRONG(play, -1, code, NUM("number", lack->number), NUM("cost", lack->cost),
                 NUM("have", lack->have), NUM("short", lack->cost - lack->have),
                 WORD("investors", lack->required ? b->named[lack->required] : NULL),
                 NUM("optional", lack->optional), ONE("one", lack->optional),
                 FLAG("both", lack->required && lack->optional),
                 FLAG("recall", boss_may_recall(play->table)));
}

/* Only the last CLOSE or FAIL of the Boss waits. */
static void drop_waiting(struct table *t, int seat)
{
    for (uint16_t id = table_first(t, P_QUEUE, 0), next; id; id = next) {
        const struct piece *p = table_piece(t, id);
        int verb = p->mark[MARK_VERB] & ~PLAY_WITH;
        next = table_next(t, id);
        if (p->slot == seat && (verb == V_CLOSE || verb == V_FAIL))
            table_remove(t, id);
    }
}

static void queue(struct play *play, int seat, int verb)
{
    drop_waiting(play->table, seat);
    boss_play_queue(play, seat, verb);
    SAY(play, SIGHT_SEAT(seat), boss_waits(play), SEAT("seat", seat),
        WORD("play", (verb & ~PLAY_WITH) == V_CLOSE ? "play.close" : "play.fail"));
}

enum { NUMBERS_KEPT = 60 }; /* from the first one on: two marks of 30 bits */

static enum outcome queue_close(struct play *play, int seat, const struct with *with)
{
    int64_t first = INT64_MAX, bits = 0;
    for (int i = 0; i < with->n; i++)
        first = with->numbers[i] < first ? with->numbers[i] : first;
    for (int i = 0; i < with->n; i++) {
        if (with->numbers[i] - first >= NUMBERS_KEPT || first > TERM_NUMBER_MAX)
            return WRONG(play, -1, NO_CLOSE_NUMBERS);
        bits |= (int64_t)1 << (with->numbers[i] - first);
    }
    queue(play, seat, V_CLOSE | (with->said ? PLAY_WITH : 0));
    uint16_t id = table_last(play->table, P_QUEUE, 0);
    table_mark(play->table, id, MARK_FAMILY, (int32_t)(with->n ? first : 0));
    table_mark(play->table, id, MARK_SEAT, (int32_t)(bits & 0x3fffffff));
    table_mark(play->table, id, MARK_HOW, (int32_t)(bits >> 30));
    return OUTCOME_DONE;
}

enum outcome boss_close_order(struct play *play, int seat, const struct order *order)
{
    struct with with = {.said = order->nterms > 0};
    struct lack lack = {0};
    for (int i = 1; i < order->nterms; i++)
        with.numbers[with.n++] = order->terms[i].value;
    if (boss_needs_talk(play) == OUTCOME_MISTAKE || boss_needs_boss(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (boss_busy(play))
        return queue_close(play, seat, &with);
    enum mistake_code code = close_now(play, &with, &lack);
    return code == NO_MISTAKE ? OUTCOME_DONE : refuse(play, code, &lack);
}

/* --- FAIL and RECALL --------------------------------------------------------------------- */

bool boss_may_recall(const struct table *t)
{
    return !tally(t, T_RECALLED);
}

static enum outcome refuse_recall(struct play *play, enum mistake_code code)
{
    return WRONG(play, -1, code, FLAG("recall", boss_may_recall(play->table)),
                 FLAG("close", tally(play->table, T_CALL) == CALL_CLOSE));
}

static enum mistake_code fail_now(struct play *play)
{
    struct table *t = play->table;
    struct deal d;
    boss_deal_cast(boss_of(play->engine), t, play->options, &d);
    if (boss_deal_possible(&d))
        return NO_FAIL_POSSIBLE;
    if (tally(t, T_CALL) == CALL_FAIL)
        return NO_FAIL_AGAIN;
    if (tally(t, T_CALL) == CALL_CLOSE && !boss_may_recall(t))
        return NO_RECALL_TWICE;
    if (tally(t, T_CALL) == CALL_CLOSE)
        tally_set(t, T_RECALLED, 1);
    call(play, CALL_FAIL);
    SAY(play, SIGHT_ALL, EV_FAILING, SEAT("seat", d.boss));
    return NO_MISTAKE;
}

enum outcome boss_fail_order(struct play *play, int seat)
{
    if (boss_needs_talk(play) == OUTCOME_MISTAKE || boss_needs_boss(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    if (boss_busy(play)) {
        queue(play, seat, V_FAIL);
        return OUTCOME_DONE;
    }
    enum mistake_code code = fail_now(play);
    if (code == NO_MISTAKE)
        return OUTCOME_DONE;
    refuse_recall(play, code);
    return code == NO_FAIL_POSSIBLE ? engine_try(play, "CLOSE") : OUTCOME_MISTAKE;
}

enum outcome boss_recall(struct play *play, int seat)
{
    struct table *t = play->table;
    if (boss_needs_talk(play) == OUTCOME_MISTAKE || boss_needs_boss(play, seat) == OUTCOME_MISTAKE)
        return OUTCOME_MISTAKE;
    int before = table_count(t, P_QUEUE, 0);
    drop_waiting(t, seat);
    bool dropped = before != table_count(t, P_QUEUE, 0), called = tally(t, T_CALL) != CALL_NONE;
    if (!called && !dropped)
        return WRONG(play, -1, NO_RECALL_NOTHING);
    if (called && !dropped && !boss_may_recall(t))
        return refuse_recall(play, NO_RECALL_TWICE);
    if (!called || !boss_may_recall(t))
        return OUTCOME_DONE; /* only what waited, and nobody has heard of */
    tally_set(t, T_RECALLED, 1);
    tally_set(t, T_CALL, CALL_NONE);
    tally_set(t, T_CALL_PASSED, 0);
    boss_unheard(t, ~0u);
    SAY(play, SIGHT_ALL, EV_RECALL, SEAT("seat", seat));
    return OUTCOME_DONE;
}

enum mistake_code boss_call_waited(struct play *play, const struct piece *p)
{
    struct table *t = play->table;
    struct with with = {.said = p->mark[MARK_VERB] & PLAY_WITH};
    struct lack lack = {0};
    int64_t bits = (int64_t)p->mark[MARK_HOW] << 30 | p->mark[MARK_SEAT];
    if (tally(t, T_PHASE) != PHASE_TALK || tally(t, T_BOSS) != p->slot)
        return NO_NOT_BOSS;
    if ((p->mark[MARK_VERB] & ~PLAY_WITH) == V_FAIL)
        return fail_now(play);
    for (int i = 0; i < NUMBERS_KEPT; i++)
        if (bits >> i & 1)
            with.numbers[with.n++] = p->mark[MARK_FAMILY] + i;
    return close_now(play, &with, &lack);
}

/* --- the end of it ----------------------------------------------------------------------- */

void boss_failed(struct play *play, bool in_silence)
{
    struct table *t = play->table;
    int boss = tally(t, T_BOSS);
    SAY(play, SIGHT_ALL, EV_FAILED, SEAT("seat", boss), NUM("space", boss_pawn(t)),
        FLAG("silence", in_silence));
    int next = boss_left(t, play->options[OPT_KEEPS_ORDER] ? tally(t, T_TURN) : boss);
    boss_negotiation_over(play);
    boss_plus(t, T_FAILS, 0, 1);
    boss_turn_over(play, next);
}

void boss_call_over(struct play *play)
{
    if (tally(play->table, T_CALL) == CALL_CLOSE)
        boss_done(play);
    else
        boss_failed(play, false);
}

/* Takes back what the Boss offered and nobody took; with `all`, what is agreed, too. */
static void clear_promises(struct play *play, bool all)
{
    struct deal d;
    read_deal(play, &d);
    for (int i = 0; i < d.nterms; i++) {
        const struct term_row *r = &d.terms[i];
        bool agreed = r->flags & TERM_AGREED;
        if (r->flags & TERM_OFFER && (all || !agreed))
            table_remove(play->table, r->id);
        else if (all && r->flags & TERM_USE)
            table_remove(play->table, r->id);
        else if (all && agreed)
            table_mark(play->table, r->id, MARK_FLAGS,
                       (int32_t)(r->flags & ~(unsigned)TERM_AGREED));
    }
}

/* "Terms complete → last call; else failed"; with two seats silence takes the cheapest. */
void boss_time_over(struct play *play)
{
    struct with none = {.said = true};
    struct lack lack = {0};
    struct deal d;
    read_deal(play, &d);
    SAY(play, SIGHT_ALL, EV_SILENCE, SEAT("seat", d.boss), WORD("what", "silence.boss"));
    clear_promises(play, false);
    if (boss_deal_possible(&d)) {
        none.said = false;
        if (close_now(play, &none, &lack) == NO_MISTAKE)
            return;
        clear_promises(play, true); /* he has promised more than he has */
    }
    if (close_now(play, &none, &lack) != NO_MISTAKE)
        boss_failed(play, true);
}
