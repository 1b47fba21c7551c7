/* Invariants
 *   1. A machine is never answered (RFC 3834). An address over its limit gets no more answers, but
 *      its orders are played: a turn is bounded by the game, a loop of refusals by nothing.
 *   2. A letter without a valid token never tells whether a game, seat or token exists: all of them
 *      get the same answer.
 *   3. A letter played for a seat is remembered by Message-ID: the same mail by two ways is played
 *      once. */
#include "run/intake.h"
#include "mail/compose.h"
#include "run/answer.h"
#include "run/bounce.h"
#include "run/limits.h"
#include "run/sender.h"
#include "turn/post.h"
#include "turn/silence.h"
#include "turn/token.h"

#include <strings.h>

static int verdict(struct run *run, struct letter_in *in, enum letter_status status,
                   const char *why, struct fault *fault)
{
    in->status = status;
    in->verdict = why;
    switch (status) {
    case LETTER_PLAYED:
        run->counts.played++;
        break;
    case LETTER_REFUSED:
        run->counts.refused++;
        break;
    case LETTER_IGNORED:
        run->counts.ignored++;
        break;
    case LETTER_ASIDE:
        run->counts.aside++;
        break;
    case LETTER_NEW:
        die("a verdict that is none");
    }
    return store_letter_in_set(run->house->store, in, fault);
}

int intake_verdict(struct run *run, struct letter_in *in, enum letter_status status, const char *why,
                   struct fault *fault)
{
    return verdict(run, in, status, why, fault);
}

int intake_aside(struct run *run, struct letter_in *in, const char *why, struct fault *fault)
{
    const char *moderator = run->house->config.moderator;
    int64_t n = 0;
    if (verdict(run, in, LETTER_ASIDE, why, fault) != 0)
        return -1;
    if (!mail_address_ok(slice_of(moderator)))
        return 0;
    if (store_answers_since(run->house->store, "notice", moderator, house_now(run->house) - 3600, &n, fault) != 0)
        return -1;
    if (n >= run->house->config.answers_per_hour)
        return 0;
    json_t *doc = json_pack("{s:I,s:s,s:I,s:s}", "letter", (json_int_t)in->id, "source", in->source,
                            "size", (json_int_t)in->size, "house", run->house->config.address);
    struct post_stranger to = {.address = moderator, .template = "aside", .doc = doc,
                               .subject = "a letter was set aside"};
    int r = post_stranger(run->house, &to, fault);
    json_decref(doc);
    return r;
}

/* --- never answered -------------------------------------------------------------------------- */

static const char *machine(const struct house *house, const struct letter *l)
{
    if (l->courtier || token_is_house(house, l->from))
        return "our-own";
    if (l->report)
        return "bounce";
    if (l->auto_submitted)
        return "auto-submitted";
    if (l->bulk)
        return "bulk";
    if (l->daemon)
        return "daemon";
    return mail_address_ok(slice_of(l->from)) ? NULL : "no-sender";
}

/* --- whose ----------------------------------------------------------------------------------- */

static bool seat_token_ok(const struct house *house, const struct game *game, const struct seat *seat,
                          struct slice token)
{
    struct writer w = token_seat(seat);
    return token_ok(house, game, &w, token);
}

/* Whether the token is that of a seat, without opening the game. */
static bool token_for(struct run *run, const char *name, const struct reply_address *reply,
                      struct arena *arena)
{
    struct game game;
    struct seat *seats;
    struct fault ignored;
    int n;
    return store_game_find(run->house->store, name, arena, &game, &ignored) == 0 && game.id &&
           store_seats(run->house->store, game.id, arena, &seats, &n, &ignored) == 0 &&
           reply->number <= n && seat_token_ok(run->house, &game, &seats[reply->number - 1], reply->token);
}

/* Whose key the letter has, as the sender its bytes are counted under; NULL when it has none. */
static const char *key_holder(struct run *run, const struct letter *l, struct arena *arena)
{
    struct reply_address keys[SENDER_KEYS];
    int n = sender_keys(run->house, l, keys);
    for (int i = 0; i < n; i++) {
        const char *name = sender_game(&keys[i], arena);
        bool seat = name && keys[i].who == WHO_SEAT && token_for(run, name, &keys[i], arena);
        if (seat || intake_moderates(run, &keys[i], arena))
            return arena_printf(arena, "%s %s%d", name, seat ? "" : "m", (int)keys[i].number);
    }
    return intake_visitor(run, l, arena);
}

/* Whether it is more than is kept of one sender. A From can be forged, and whoever floods us in a
 * player's name must not shut him out: what has a key is counted apart. */
static int too_much(struct run *run, struct letter_in *in, const struct letter *l, struct arena *arena,
                    bool *over, struct fault *fault)
{
    if (limit_bytes(run, in, l->from, over, fault) != 0)
        return -1;
    const char *holder = *over ? key_holder(run, l, arena) : NULL;
    if (!holder)
        return 0;
    limit_forget(run, l->from); /* it was not his */
    return limit_bytes(run, in, holder, over, fault);
}

/* Opens the sitting the letter belongs to; *s = NULL when no recipient carries a valid token. */
static int find_seat(struct run *run, const struct letter *l, struct arena *arena,
                     struct sitting **s, struct reply_address *reply, struct fault *fault)
{
    struct reply_address keys[SENDER_KEYS];
    int n = sender_keys(run->house, l, keys);
    bool found;
    *s = NULL;
    for (int i = 0; i < n && !*s; i++) {
        *reply = keys[i];
        if (reply->who != WHO_SEAT)
            continue;
        const char *name = sender_game(reply, arena);
        if (!name)
            continue;
        if (sitting_open(run->house, name, arena, s, fault) != 0) {
            if (fault->exit != EX_DATAERR || token_for(run, name, reply, arena))
                return -1;
            continue; /* a sick game says nothing to who has no key to it */
        }
        struct seat *seat = *s && reply->number <= (*s)->game.seats ? &(*s)->seats[reply->number - 1] : NULL;
        if (*s && (!seat || (seat->bot && !seat->dismissed) ||
                   !seat_token_ok(run->house, &(*s)->game, seat, reply->token) ||
                   !sender_may(run->house, l, seat->address)))
            sitting_close(s);
    }
    if (*s || sender_by_from(run->house, l, arena, reply, &found, fault) != 0)
        return *s ? 0 : -1;
    return found ? sitting_open(run->house, arena_slice(arena, reply->game), arena, s, fault) : 0;
}

static int answer_stranger(struct run *run, struct letter_in *in, const struct letter *l,
                           struct fault *fault)
{
    json_t *doc = json_pack("{s:s}", "house", run->house->config.address);
    struct post_stranger to = {.address = l->from,
                               .name = l->from_name,
                               .message_id = l->message_id,
                               .subject = l->subject,
                               .template = "stranger",
                               .doc = doc};
    int r = post_stranger(run->house, &to, fault);
    json_decref(doc);
    if (r == 0)
        r = limit_answered(run, fault);
    return r == 0 ? verdict(run, in, LETTER_REFUSED, "no-token", fault) : -1;
}

/* --- playing --------------------------------------------------------------------------------- */

static const char *unreadable(enum reading_result result)
{
    return result == READER_TOO_BIG ? "too-big" : "unreadable";
}

static int play_letter(struct run *run, struct letter_in *in, const struct read_letter *read,
                       struct sitting *s, const struct reply_address *reply, bool silent,
                       struct fault *fault)
{
    const struct letter *l = &read->letter;
    int seat = (int)reply->number;
    struct post_answer out = {.seat = seat, .show_turn = -1, .refused = true};
    int64_t awaits = s->game.awaits;
    int r = 0;
    in->game = s->game.id;
    in->seat = seat;
    s->from = reply->token.n && sender_is(run->house, l, l->from) ? l->from : NULL;
    if (silence_over(s, &s->seats[seat - 1], fault) != 0 || bounce_clear(s, seat, fault) != 0)
        return -1;
    if (read->result != READER_OK)
        out.answer = answer_refusal(unreadable(read->result));
    else if (l->truncated)
        out.answer = answer_refusal("too-big");
    else
        r = answer_letter(s, seat, reply->await, slice_of(l->text), &out, fault);
    out.message_id = l->message_id[0] ? l->message_id : NULL;
    silent = silent && out.refused;
    if (r == 0 && !silent)
        r = post_reports(s, &out, awaits, fault);
    if (r == 0 && out.refused && !silent)
        r = limit_answered(run, fault);
    if (r == 0 && out.resigns)
        r = intake_farewell(s, &out, fault);
    if (r == 0 && (!out.refused || out.stands) && l->message_id[0])
        r = store_letter_remember(run->house->store, s->game.id, seat, l->message_id, fault);
    if (r == 0)
        r = verdict(run, in, silent ? LETTER_IGNORED : out.refused ? LETTER_REFUSED : LETTER_PLAYED,
                    silent ? "too-many-answers" : out.refused ? "answered" : "played", fault);
    json_decref(out.answer);
    return r;
}

int intake_letter(struct run *run, struct letter_in *in, const struct read_letter *read,
                  struct arena *arena, struct fault *fault)
{
    const struct letter *l = &read->letter;
    struct sitting *s = NULL;
    struct reply_address reply;
    bool over = false, twice = false;
    if (read->result == READER_BROKEN)
        return intake_aside(run, in, "unreadable", fault);
    const char *why = machine(run->house, l);
    /* A seat is answered at the address on file: it needs no sender that makes sense. */
    bool maybe = why && strcmp(why, "no-sender") == 0;
    if (too_much(run, in, l, arena, &over, fault) != 0)
        return -1;
    if (over) /* enough of his is kept: this one goes, and nothing is said */
        return store_letter_in_drop(run->house->store, in->id, fault) != 0
                   ? -1
                   : verdict(run, in, LETTER_IGNORED, "too-many-bytes", fault);
    if (why && strcmp(why, "bounce") == 0 && bounce_take(run->house, l, arena, &in->game, &in->seat, fault) != 0)
        return -1;
    if (why && !maybe)
        return verdict(run, in, LETTER_IGNORED, why, fault);
    bool taken = false;
    if (intake_moderator(run, in, read, arena, &taken, fault) != 0 ||
        (!taken && intake_guest(run, in, read, arena, &taken, fault) != 0))
        return -1;
    if (taken)
        return 0;
    if (find_seat(run, l, arena, &s, &reply, fault) != 0)
        return -1;
    if (!s && why)
        return verdict(run, in, LETTER_IGNORED, why, fault);
    if (!s && intake_asks(run, in, read, arena, &taken, fault) != 0)
        return -1;
    if (taken)
        return 0;
    if (!s) {
        if (limit_stranger(run, l->from, &over, fault) != 0)
            return -1;
        return over ? verdict(run, in, LETTER_IGNORED, "too-many-answers", fault)
                    : answer_stranger(run, in, l, fault);
    }
    int r = limit_answers(run, "refusal", s->seats[reply.number - 1].address, &over, fault);
    if (r == 0 && l->message_id[0])
        r = store_letter_seen(run->house->store, s->game.id, (int)reply.number, l->message_id, &twice, fault);
    if (r == 0)
        r = twice ? verdict(run, in, LETTER_IGNORED, "twice", fault)
                  : play_letter(run, in, read, s, &reply, over, fault);
    sitting_close(&s);
    return r;
}

/* --- letters that cannot be read ------------------------------------------------------------- */

static bool is_field(struct slice line, const char *name)
{
    size_t n = strlen(name);
    return line.n > n && strncasecmp(line.p, name, n) == 0 && line.p[n] == ':';
}

void intake_head(struct slice bytes, struct buf *out)
{
    static const char *const wanted[] = {
        "From",       "To",          "Cc",         "Delivered-To", "X-Original-To",
        "Envelope-To", "Return-Path", "Subject",    "Message-ID",   "Auto-Submitted",
        "Precedence", "List-Id",     "X-Courtier", "Reply-To",     "References",
        "In-Reply-To", "Authentication-Results"};
    bool keep = false;
    while (bytes.p && out->n < 16 << 10) {
        struct slice line = slice_cut(&bytes, '\n');
        while (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        if (line.n == 0)
            break;
        if (line.p[0] != ' ' && line.p[0] != '\t') {
            keep = false;
            for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
                keep = keep || is_field(line, wanted[i]);
        }
        if (keep && line.n < 990) {
            buf_slice(out, line);
            buf_str(out, "\r\n");
        }
    }
    buf_str(out, "\r\n");
}
