/* PLAY, SEAT, RESEND, PEEK: what concerns one seat. */
#include "mail/compose.h"
#include "moderator/ruling.h"
#include "moderator/people.h"
#include "turn/account.h"
#include "turn/founding.h"
#include "turn/post.h"

#include <stdlib.h>

/* --- PLAY ------------------------------------------------------------------------------------ */

/* The orders, parted by semicolons. */
static int read_orders(struct ruling *r, struct slice text, struct order *orders, int max)
{
    struct order_reader reader = sitting_reader(r->s, NULL);
    int n = 0;
    while (text.p && n < max) {
        struct slice one = slice_trim(slice_cut(&text, ';'));
        if (one.n == 0)
            continue;
        if (!order_read(&reader, one, r->order->line, r->s->arena, &orders[n], r->mistake)) {
            r->mistake->column = r->mistake->columns = 0; /* of a line that is only a part of this one */
            r->mistake->term = r->order->nterms - 1;
            r->mistake->try[0] = '\0';
            return -1;
        }
        n++;
    }
    return n;
}

static bool may_play(struct ruling *r, int seat, const struct order *orders, int n)
{
    int own = ruling_own_seat(r);
    if (own && own != seat) { /* what the rules say to an order tells what its seat holds */
        MISTAKE(r->mistake, 0, "plays-own", SEAT("seat", own));
        return false;
    }
    for (int i = 0; i < n; i++)
        if (!(orders[i].grammar->verbs[orders[i].verb].flags & VERB_ANY_TIME) && !sitting_await(r->s, seat)) {
            MISTAKE(r->mistake, -1, "not-awaited", SEAT("seat", seat));
            return false;
        }
    return true;
}

/* Whether the seat sees anything that not everybody does: then the rules' answer to its orders tells it. */
static bool holds_hidden(const struct ruling *r, int seat)
{
    const struct table *t = r->s->table;
    for (int id = 1; id <= table_pieces(t); id++) {
        sight eyes = table_piece(t, (uint16_t)id)->sight;
        if (eyes & SIGHT_SEAT(seat) && !(eyes & SIGHT_SEAT(0)))
            return true;
    }
    for (int k = 0; k < r->s->engine->schema->ntallies; k++)
        for (int of = 0; of <= r->s->game.seats; of++) {
            sight eyes = table_tally_sight(t, k, of);
            if (eyes & SIGHT_SEAT(seat) && !(eyes & SIGHT_SEAT(0)))
                return true;
        }
    return false;
}

int rule_play(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    struct order *orders = arena_array(s->arena, struct order, TURN_ORDERS);
    struct attempt *a = arena_new(s->arena, struct attempt);
    int seat = (int)ruling_term(r->order, TERM_SEAT, 0)->value, result = 0;
    int n = read_orders(r, slice_of(ruling_term(r->order, TERM_TEXT, 0)->text), orders, TURN_ORDERS);
    if (n < 0 || !may_play(r, seat, orders, n))
        return 0;
    if (n == 0) {
        MISTAKE(r->mistake, -1, "no-orders");
        return 0;
    }
    r->looked = ruling_own_seat(r) != seat && holds_hidden(r, seat);
    turn_try(s, seat, orders, n, r->preview, a);
    if (!a->ok) {
        *r->mistake = a->mistake;
        r->mistake->term = r->order->nterms - 1;
        r->mistake->column = r->mistake->columns = 0;
        return 0;
    }
    json_t *told = ruling_told("ruling.play");
    report_put(told, "seat", json_pack("{s:i}", "seat", seat));
    json_t *body = ruling_body(r, told);
    report_put(body, "plays", json_integer(seat));
    edit_told(s, body, a);
    ruling_tell(r, a);
    if (!r->preview) {
        char *text = report_dump(body);
        a->ruling = arena_strdup(s->arena, text);
        free(text);
        r->done = s->tell_all = true;
        result = turn_keep(s, seat, "ruling", orders, n, a, fault);
    }
    json_decref(body);
    return result == 0 ? ruling_settle(r, fault) : -1;
}

/* --- SEAT ------------------------------------------------------------------------------------ */

/* `was`: who had the seat before, when it gets another name; or NULL. */
static int set_seat(struct ruling *r, struct seat *seat, const char *code, const char *was, struct fault *fault)
{
    json_t *told = ruling_told(code);
    report_put(told, "seat", json_pack("{s:i}", "seat", seat->number));
    if (was && strcmp(was, seat->name) != 0)
        report_put(told, "was", json_string(was));
    json_t *body = ruling_body(r, told);
    int result = ruling_make(r, body, "ruling", NULL, fault);
    if (result == 0 && r->done)
        result = store_seat_set(r->s->house->store, seat, fault);
    json_decref(body);
    return result;
}

/* Who has lost his seat is told where he stands: nothing more will come. */
static int tell_kicked(struct ruling *r, const struct seat *seat, struct fault *fault)
{
    json_t *doc = json_pack("{s:s,s:s}", "game", r->s->game.name, "house", r->s->house->config.address);
    struct post_stranger to = {.address = seat->address,
                               .name = seat->name,
                               .subject = r->s->game.name,
                               .template = "kicked",
                               .doc = doc};
    int result = post_stranger(r->s->house, &to, fault);
    json_decref(doc);
    return result;
}

static int kick(struct ruling *r, struct seat *seat, struct fault *fault)
{
    struct seat was = *seat;
    if (set_seat(r, seat, "ruling.kick", NULL, fault) != 0)
        return -1;
    if (!r->done || r->mistake->code)
        return 0;
    if (*was.address && tell_kicked(r, &was, fault) != 0)
        return -1;
    return turn_leave(r->s, seat->number, "sent-away", fault);
}

static int make_bot(struct ruling *r, struct seat *seat, struct fault *fault)
{
    if (seat->bot) {
        MISTAKE(r->mistake, 0, "bot-already", SEAT("seat", seat->number));
        return 0;
    }
    if (r->preview)
        return set_seat(r, seat, "ruling.bot", NULL, fault);
    if (post_alert(r->s, seat, "alert.bot", fault) != 0)
        return -1;
    seat->bot = true;
    seat->dismissed = house_now(r->s->house); /* as for who is silent: he plays again when he writes */
    if (set_seat(r, seat, "ruling.bot", NULL, fault) != 0)
        return -1;
    return ruling_settle(r, fault);
}

/* Everything that was sent with the old token is worth nothing: a fresh letter goes out. */
static int renew(struct ruling *r, struct seat *seat, struct fault *fault)
{
    if (seat->bot) {
        MISTAKE(r->mistake, 0, "bot-already", SEAT("seat", seat->number));
        return 0;
    }
    json_array_append_new(r->set, json_pack("{s:s,s:s}", "code", "set.renewed", "name", seat->name));
    if (ruling_note(r, fault) != 0 || r->preview)
        return r->preview ? 0 : -1;
    seat->epoch++;
    if (store_seat_set(r->s->house->store, seat, fault) != 0)
        return -1;
    return post_again(r->s, seat->number, -1, fault);
}

static int replace(struct ruling *r, struct seat *seat, const char *who, struct fault *fault)
{
    struct sitting *s = r->s;
    struct slice name, address;
    int text = r->order->nterms - 1;
    if (!mail_address_split(slice_of(who), &name, &address)) {
        MISTAKE(r->mistake, text, "bad-address", TEXT("address", who));
        snprintf(r->mistake->try, sizeof r->mistake->try, "SEAT %d REPLACE Name <name@example.org>", seat->number);
        return 0;
    }
    const char *to = arena_slice(s->arena, address);
    int sits = sitting_seat_of(s, to); /* his own he may have back */
    if (sits && (sits != seat->number || !seat->bot)) {
        MISTAKE(r->mistake, text, "sits-already", SEAT("seat", sits));
        return 0;
    }
    bool moderates = false;
    if (moderators_have(s, to, &moderates, fault) != 0)
        return -1;
    if (moderates && !(s->game.powers & POWER_PLAYS)) {
        MISTAKE(r->mistake, text, "moderator-plays");
        return 0;
    }
    /* Records are shown around: the name is enough. */
    r->kept = arena_printf(s->arena, "SEAT %d REPLACE %s", seat->number,
                           name.n ? founding_clean_name(name, s->arena) : "");
    struct seat was = *seat;
    if (r->preview)
        return set_seat(r, seat, "ruling.replace", NULL, fault);
    if (founding_take_seat(s, seat->number, name, address, fault) != 0)
        return -1;
    if (set_seat(r, seat, "ruling.replace", was.name, fault) != 0)
        return -1;
    /* Who keeps his name has but another address. */
    bool gone = *was.address && strcmp(was.name, seat->name) != 0;
    if (r->done && !r->mistake->code && gone && tell_kicked(r, &was, fault) != 0)
        return -1;
    return ruling_settle(r, fault);
}

int rule_seat(struct ruling *r, struct fault *fault)
{
    const struct order *o = r->order;
    struct seat *seat = &r->s->seats[o->terms[0].value - 1];
    if (ruling_has_key(o, KEY_KICK))
        return kick(r, seat, fault);
    if (ruling_has_key(o, KEY_BOT))
        return make_bot(r, seat, fault);
    if (ruling_has_key(o, KEY_RENEW))
        return renew(r, seat, fault);
    return replace(r, seat, ruling_term(o, TERM_TEXT, 0)->text, fault);
}

/* --- RESEND, PEEK ------------------------------------------------------------------------------ */

int rule_resend(struct ruling *r, struct fault *fault)
{
    const struct order *o = r->order;
    const struct seat *seat = &r->s->seats[o->terms[0].value - 1];
    const struct term *turn = ruling_term(o, TERM_NUMBER, 0);
    if (seat->bot || !*seat->address) {
        MISTAKE(r->mistake, 0, "bot-already", SEAT("seat", seat->number));
        return 0;
    }
    int64_t first, last = -1;
    if (turn && turn->value > ruling_last_turn(r)) {
        MISTAKE(r->mistake, 1, "no-such-turn", NUM("last", ruling_last_turn(r)), WORD("rules", "1"));
        return 0;
    }
    if (turn && ruling_turns(r, turn->value, &first, &last, fault) != 0)
        return -1;
    json_array_append_new(r->set, json_pack("{s:s,s:s}", "code", "set.resent", "name", seat->name));
    if (ruling_note(r, fault) != 0)
        return -1;
    return r->preview ? 0 : post_again(r->s, seat->number, last, fault);
}

int rule_peek(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    int seat = (int)r->order->terms[0].value;
    json_t *doc = NULL;
    if (s->game.powers & POWER_PLAYS) {
        MISTAKE(r->mistake, -1, "no-peeking");
        return 0;
    }
    int result = 0;
    if (s->game.powers & POWER_SILENT_PEEK) {
        result = ruling_note(r, fault);
    } else {
        json_t *told = ruling_told("ruling.peek");
        report_put(told, "seat", json_pack("{s:i}", "seat", seat));
        json_t *body = ruling_body(r, told);
        result = ruling_make(r, body, "ruling", NULL, fault);
        json_decref(body);
        if (result == 0)
            result = ruling_settle(r, fault);
    }
    if (result != 0 || r->preview || r->mistake->code)
        return result;
    if (account(s, seat, s->game.shown, NULL, &doc, fault) != 0)
        return -1;
    json_object_del(doc, "previous");
    report_put(doc, "past", json_true()); /* nothing in it can be answered */
    json_array_append_new(r->peeks, doc);
    return 0;
}
