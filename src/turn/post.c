#include "turn/post.h"
#include "turn/account.h"
#include "base/utf8.h"
#include "mail/compose.h"
#include "turn/later.h"
#include "turn/note.h"
#include "turn/office.h"
#include "turn/talk.h"
#include "turn/token.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static const char *domain(const struct house *house)
{
    return strrchr(house->config.address, '@') + 1;
}

/* --- letters --------------------------------------------------------------------------------- */

struct envelope {
    const char *kind;
    int64_t game, turn;
    int seat;
};

/* Where the house has no plus-addresses the key of the reply goes into the subject. */
static void without_plus(const struct house *house, struct parcel *p)
{
    struct reply_address reply;
    struct draft *d = &p->draft;
    if (house->config.mail.plus_addresses || !d->reply_to || !token_parse(house, d->reply_to, &reply))
        return;
    p->tag = token_tag(&reply, &p->arena);
    d->reply_to = house->config.address;
    if (d->list_unsubscribe) {
        d->list_unsubscribe = house->config.address;
        d->unsubscribe_subject = p->tag;
    }
}

/* Takes the parcel: its row goes into the store, its bytes follow from the office. */
static int queue(struct house *house, const struct envelope *e, struct parcel *p, struct fault *fault)
{
    without_plus(house, p);
    p->draft.from = house->config.address;
    p->draft.from_name = house->config.name;
    p->draft.date = house_now(house);
    struct letter_out out = {.id = p->id,
                             .game = e->game,
                             .seat = e->seat,
                             .turn = e->turn,
                             .kind = e->kind,
                             .to = p->draft.to,
                             .message_id = p->draft.message_id,
                             .created = p->draft.date,
                             .answer = ""};
    if (store_letter_out_add(house->store, &out, fault) != 0) {
        parcel_free(&p);
        return -1;
    }
    return office_put(house, p, fault);
}

struct seat_letter {
    struct sitting *s;
    const struct seat *seat;
    json_t *doc;
    struct slice json; /* the document's bytes; {NULL, 0}: the office makes them */
    const char *kind;
    bool past;           /* an old report: nothing in it can be clicked */
    bool archive;        /* the document is kept as the report of this turn */
    bool calendar;       /* with the deadline of its turn for a calendar */
    const char *answers; /* Message-ID or NULL */
};

static bool wants(const struct seat *seat, const char *what)
{
    return strstr(seat->format, what) != NULL ||
           (strstr(seat->format, "both") != NULL && strcmp(what, "json") != 0);
}

static const char *code(const struct house *house, const char *what, struct arena *arena)
{
    char token[SECRET_TOKEN + 1];
    secret_token(token, house->key, slice_of(what));
    return arena_strdup(arena, token);
}

/* The letter's number in a form that does not tell how many others were written. Nobody but its
 * reader knows it, so nobody else can say that it came back. */
static const char *letter_code(const struct house *house, struct parcel *p)
{
    return code(house, arena_printf(&p->arena, "letter/%" PRId64, p->id), &p->arena);
}

/* The first letter to a seat is the root of its thread. */
static void thread(const struct seat_letter *l, struct parcel *p)
{
    struct sitting *s = l->s;
    struct draft *d = &p->draft;
    /* Who has come later, or with a new token, has a thread of his own. */
    const char *what = arena_printf(&p->arena, "root/%" PRId64 "/%d/%" PRId64, s->game.id,
                                    l->seat->number, l->seat->epoch);
    const char *root = arena_printf(&p->arena, "%s.%s.%d@%s", code(s->house, what, &p->arena), s->game.name,
                                    l->seat->number, domain(s->house));
    if (l->seat->seen_turn < 0) {
        d->message_id = root;
        return;
    }
    const char **refs = arena_array(&p->arena, const char *, 2);
    d->message_id = arena_printf(&p->arena, "%s.%s.%d@%s", letter_code(s->house, p), s->game.name,
                                 l->seat->number, domain(s->house));
    refs[0] = root;
    refs[1] = arena_strdup(&p->arena, l->answers);
    d->references = refs;
    d->nreferences = l->answers ? 2 : 1;
    d->in_reply_to = l->answers ? refs[1] : root;
}

static int send_to_seat(const struct seat_letter *l, struct fault *fault)
{
    struct sitting *s = l->s;
    struct house *house = s->house;
    struct parcel *p = parcel_new();
    struct envelope e = {.kind = l->kind,
                         .game = s->game.id,
                         .turn = s->game.turn,
                         .seat = l->seat->number};
    const struct await_row *await = sitting_await(s, l->seat->number);
    if (store_letter_out_next(house->store, &p->id, fault) != 0) {
        parcel_free(&p);
        return -1;
    }
    p->doc = json_incref(l->doc);
    p->template = "report";
    p->lang = arena_strdup(&p->arena, l->seat->lang);
    p->engine = s->engine->def->name;
    p->html = wants(l->seat, "html");
    p->links = !l->past;
    p->attach = wants(l->seat, "json");
    p->calendar = l->calendar && await && await->clock == CLOCK_TURN && await->deadline;
    if (l->json.p && (p->attach || l->archive))
        p->json = (struct slice){arena_slice(&p->arena, l->json), l->json.n};
    if (l->archive)
        p->archived = (struct archived){s->game.id, s->game.turn, l->seat->number, l->seat->epoch};
    p->draft = (struct draft){
        .to = arena_strdup(&p->arena, l->seat->address),
        .to_name = arena_strdup(&p->arena, l->seat->name),
        .reply_to = token_seat_address(house, &s->game, l->seat, await ? await->number : 0, &p->arena),
        .list_unsubscribe = token_seat_address(house, &s->game, l->seat, 0, &p->arena),
        .list_id = arena_printf(&p->arena, "%s.%s", s->game.name, domain(house)),
        .answer = l->answers != NULL};
    thread(l, p);
    return queue(house, &e, p, fault);
}

static struct slice dumped(struct sitting *s, const json_t *doc)
{
    char *text = report_dump(doc);
    struct slice bytes = {arena_slice(s->arena, slice_of(text)), strlen(text)};
    free(text);
    return bytes;
}

int post_make(struct sitting *s, struct seat *seat, const struct post_answer *answer, json_t **doc,
              struct slice *bytes, struct fault *fault)
{
    if (account_seat(s, seat, NULL, answer, doc, fault) != 0)
        return -1;
    *bytes = dumped(s, *doc);
    return 0;
}

/* The seat has its report of the present turn. */
static int seat_told(struct sitting *s, struct seat *seat, bool acted, struct fault *fault)
{
    seat->seen_turn = s->game.turn;
    seat->seen_entry = s->game.journal;
    seat->reported = house_now(s->house);
    seat->talk_due = seat->collected = 0;
    if (acted) {
        seat->acted_turn = s->game.turn;
        seat->acted_entry = s->game.journal;
    }
    return store_seat_set(s->house->store, seat, fault);
}

int post_made(struct sitting *s, struct seat *seat, struct slice bytes, struct fault *fault)
{
    secret_sha256(seat->digest, bytes);
    return store_seat_digest(s->house->store, seat, seat->digest, fault) == 0
               ? seat_told(s, seat, false, fault)
               : -1;
}

/* A report of the present turn: archived, and the next one of this seat carries its digest. */
static int send_report(struct sitting *s, struct seat *seat, const struct post_answer *answer,
                       struct fault *fault)
{
    json_t *doc = NULL;
    bool keep = !answer || !answer->refused;
    if (account_seat(s, seat, NULL, answer, &doc, fault) != 0)
        return -1;
    struct seat_letter l = {.s = s,
                            .seat = seat,
                            .doc = doc,
                            .kind = keep ? "report" : "refusal",
                            .archive = keep,
                            .calendar = keep || (answer->stands && answer->moved),
                            .answers = answer ? answer->message_id : NULL};
    if (keep && !s->house->office) { /* there is nobody to ask for the digest */
        l.json = dumped(s, doc);
        secret_sha256(seat->digest, l.json);
    }
    int r = send_to_seat(&l, fault);
    if (r == 0 && keep)
        r = seat_told(s, seat, answer != NULL, fault);
    json_decref(doc);
    return r;
}

int post_report(struct sitting *s, struct seat *seat, struct fault *fault)
{
    return send_report(s, seat, NULL, fault);
}

int post_alert(struct sitting *s, struct seat *seat, const char *code, struct fault *fault)
{
    json_t *doc = NULL;
    if (seat->bot || !seat->address || !*seat->address)
        return 0;
    if (account_seat(s, seat, code, NULL, &doc, fault) != 0)
        return -1;
    char *bytes = report_dump(doc);
    struct seat_letter l = {
        .s = s, .seat = seat, .doc = doc, .json = slice_of(bytes), .kind = "reminder"};
    int r = send_to_seat(&l, fault);
    free(bytes);
    json_decref(doc);
    return r;
}

/* {"turn":12} of a document becomes the number players read now. */
static int count_anew(struct sitting *s, json_t *o, struct fault *fault)
{
    int64_t shown, turn = json_integer_value(json_object_get(o, "turn"));
    if (store_turn_shown(s->house->store, s->game.id, turn, &shown, fault) != 0)
        return -1;
    if (shown >= 0)
        json_object_set_new(o, "turn", json_integer(shown));
    return 0;
}

/* A report older than these numbers has those that rulings go by. It is asked for by the new one. */
static int count_old(struct sitting *s, int64_t of, json_t *doc, struct fault *fault)
{
    int64_t shown;
    json_t *lists[] = {json_object_get(doc, "news"), json_object_get(json_object_get(doc, "earlier"), "turns")};
    if (store_turn_shown(s->house->store, s->game.id, of, &shown, fault) != 0)
        return -1;
    if (shown == of || json_integer_value(json_object_get(doc, "turn")) != of)
        return 0;
    int r = count_anew(s, doc, fault);
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
        for (size_t i = 0; i < json_array_size(lists[k]) && r == 0; i++)
            r = count_anew(s, json_array_get(lists[k], i), fault);
    return r;
}

struct document {
    json_t *doc; /* NULL: there is none */
    struct slice bytes;
    bool damaged; /* there is one, and it makes no sense: the game goes on without it */
};

/* The newest document of a seat at or before a turn. It may have been made a moment ago and be on its way
 * to the store. */
static int archived(struct sitting *s, int seat, int64_t turn, struct document *d, struct fault *fault)
{
    struct archived which = {.game = s->game.id, .turn = turn, .seat = seat};
    struct report_row row = {.doc = office_report(s->house, &which, s->arena)};
    bool stored = !row.doc.p;
    *d = (struct document){0};
    if (stored && store_report_get(s->house->store, s->game.id, turn, seat, s->arena, &row, fault) != 0) {
        if (fault->exit != EX_DATAERR)
            return -1;
        fprintf(stderr, "courtier: %s\n", fault->text);
        d->damaged = true;
        return 0;
    }
    d->bytes = row.doc;
    d->doc = row.doc.p ? json_loadb(row.doc.p, row.doc.n, 0, NULL) : NULL;
    return d->doc && stored ? count_old(s, row.turn, d->doc, fault) : 0;
}

/* REPORT n: the archived document, with the answer on top. */
static int send_archived(struct sitting *s, struct seat *seat, const struct post_answer *answer,
                         struct fault *fault)
{
    struct document old;
    if (archived(s, seat->number, answer->show_turn, &old, fault) != 0)
        return -1;
    if (old.damaged && answer->answer)
        report_put(answer->answer, "problem", json_pack("{s:s}", "code", "mistake.report-damaged"));
    if (!old.doc)
        return send_report(s, seat, answer->answer ? answer : NULL, fault);
    json_t *doc = old.doc;
    if (answer->show_turn < seat->sat_turn) {
        talk_forget(doc);
        char *text = report_dump(doc);
        old.bytes = slice_of(arena_strdup(s->arena, text));
        free(text);
    }
    /* What it asked for is long over. */
    json_object_del(doc, "your_turn");
    json_object_del(doc, "suggested");
    json_object_set_new(doc, "awaits", json_array());
    json_object_set_new(doc, "past", json_true());
    json_object_set(doc, "answer", answer->answer);
    struct seat_letter l = {.s = s,
                            .seat = seat,
                            .doc = doc,
                            .json = old.bytes,
                            .kind = "refusal",
                            .past = true,
                            .answers = answer->message_id};
    int r = send_to_seat(&l, fault);
    json_decref(doc);
    return r;
}

static bool newly_awaited(const struct sitting *s, int seat, int64_t before)
{
    for (int i = 0; i < s->nawaits; i++)
        if (s->awaits[i].seat == seat && s->awaits[i].number > before)
            return true;
    return false;
}

/* Whether the report can wait for the player's digest: nothing in it has to be answered before the
 * digest behind the next one. */
static bool can_wait(const struct sitting *s, const struct seat *seat)
{
    if (!seat->digest_next || seat->seen_turn < 0 || s->returned[seat->number])
        return false;
    for (int i = 0; i < s->nawaits; i++)
        if (s->awaits[i].seat == seat->number &&
            (s->awaits[i].clock != CLOCK_TURN ||
             (s->awaits[i].deadline && s->awaits[i].deadline < seat->digest_next + 86400)))
            return false;
    return true;
}

static int send_or_collect(struct sitting *s, struct seat *seat, const struct post_answer *answer,
                           struct fault *fault)
{
    if (answer || !can_wait(s, seat))
        return send_report(s, seat, answer, fault);
    if (seat->collected)
        return 0;
    seat->collected = house_now(s->house);
    return store_seat_set(s->house->store, seat, fault);
}

int post_reports(struct sitting *s, const struct post_answer *answer, int64_t awaits_before,
                 struct fault *fault)
{
    bool over = s->game.status == GAME_FINISHED;
    for (int i = 0; i < s->game.seats; i++) {
        struct seat *seat = &s->seats[i];
        bool answers = answer && answer->seat == seat->number;
        if (seat->bot || !seat->address || !*seat->address)
            continue;
        if (answers && answer->show_turn >= 0) {
            if (send_archived(s, seat, answer, fault) != 0)
                return -1;
        } else if (answers || seat->seen_turn < 0 || s->returned[seat->number] || ((over || s->tell_all) && seat->seen_turn < s->game.turn) ||
                   newly_awaited(s, seat->number, awaits_before) ||
                   (s->at_once & SIGHT_SEAT(seat->number) && seat->seen_turn < s->game.turn)) {
            if (send_or_collect(s, seat, answers ? answer : NULL, fault) != 0)
                return -1;
        }
    }
    return 0;
}

int post_letter(struct house *house, const char *kind, struct parcel *p, struct fault *fault)
{
    struct envelope e = {.kind = kind};
    if (store_letter_out_next(house->store, &p->id, fault) != 0) {
        parcel_free(&p);
        return -1;
    }
    p->draft.message_id =
        arena_printf(&p->arena, "%s.%s@%s", letter_code(house, p), kind, domain(house));
    return queue(house, &e, p, fault);
}

static int tell_one(struct sitting *s, const char *moderator, const char *reply_to, json_t *doc,
                    struct fault *fault)
{
    int64_t n = 0;
    if (!moderator || !mail_address_ok(slice_of(moderator)))
        return 0;
    if (store_answers_since(s->house->store, "notice", moderator, house_now(s->house) - 3600, &n,
                            fault) != 0)
        return -1;
    struct post_stranger to = {
        .address = moderator, .template = "notice", .doc = doc, .subject = s->game.name, .reply_to = reply_to,
        .engine = s->game.engine};
    return n >= s->house->config.answers_per_hour ? 0 : post_stranger(s->house, &to, fault);
}

/* The address he rules at; NULL for one who plays, where that is not allowed. */
static const char *moderator_key(const struct sitting *s, const struct moderator *m)
{
    struct writer w = {.who = WHO_MODERATOR, .number = m->number, .epoch = m->epoch};
    if (!(s->game.powers & POWER_PLAYS) && sitting_seat_of(s, m->address))
        return NULL;
    return token_address(s->house, &s->game, &w, 0, s->arena);
}

int post_moderator(struct sitting *s, const struct seat *seat, const char *code, struct fault *fault)
{
    struct moderator *v;
    int n;
    if (store_moderators(s->house->store, s->game.id, s->arena, &v, &n, fault) != 0)
        return -1;
    json_t *doc = json_pack("{s:s,s:s,s:s,s:i,s:s}", "code", code, "game", s->game.name, "name",
                            seat->name, "number", seat->number, "house", s->house->config.address);
    int r = n ? 0 : tell_one(s, s->game.moderator, NULL, doc, fault); /* a game older than its moderators */
    for (int i = 0; i < n && r == 0; i++)
        if (!v[i].house || house_moderates(s->house, v[i].address))
            r = tell_one(s, v[i].address, moderator_key(s, &v[i]), doc, fault);
    json_decref(doc);
    return r;
}

int post_stranger(struct house *house, const struct post_stranger *to, struct fault *fault)
{
    struct parcel *p = parcel_new();
    struct arena *a = &p->arena;
    bool stranger = strcmp(to->template, "stranger") == 0;
    struct envelope e = {.kind = to->kind ? to->kind : stranger ? "stranger" : "notice"};
    const char **refs = arena_array(a, const char *, 1);
    bool answers = to->message_id && *to->message_id;
    struct slice about = slice_of(to->subject && *to->subject ? to->subject : "Courtier");
    if (store_letter_out_next(house->store, &p->id, fault) != 0) {
        parcel_free(&p);
        return -1;
    }
    about.n = about.n > 200 ? 200 : about.n;
    while (!utf8_valid(about)) /* cut in the middle of a character */
        about.n--;
    refs[0] = arena_strdup(a, to->message_id);
    p->doc = json_incref(to->doc);
    p->template = to->template;
    p->lang = arena_strdup(a, to->lang ? to->lang : house->config.lang);
    p->engine = arena_strdup(a, to->engine ? to->engine : "common");
    if (to->subject || !to->engine)
        p->subject = arena_printf(a, "Re: %.*s", (int)about.n, about.p);
    p->html = to->html;
    p->attach = to->attach;
    if (to->attach) {
        char *json = report_dump(to->doc);
        p->json = slice_of(arena_strdup(a, json));
        free(json);
    }
    p->draft = (struct draft){
        .to = arena_strdup(a, to->address),
        .to_name = arena_strdup(a, to->name),
        .reply_to = arena_strdup(a, to->reply_to ? to->reply_to : house->config.address),
        .message_id = arena_printf(a, "%s.notice@%s", letter_code(house, p), domain(house)),
        .in_reply_to = answers ? refs[0] : NULL,
        .references = refs,
        .nreferences = answers ? 1 : 0,
        .answer = answers || !to->kind};
    return queue(house, &e, p, fault);
}

int post_other(struct sitting *s, const struct post_other *to, struct fault *fault)
{
    struct house *house = s->house;
    struct parcel *p = parcel_new();
    struct arena *a = &p->arena;
    struct envelope e = {.kind = to->kind, .game = s->game.id, .turn = s->game.turn};
    const char **refs = arena_array(a, const char *, 2);
    if (store_letter_out_next(house->store, &p->id, fault) != 0) {
        parcel_free(&p);
        return -1;
    }
    refs[0] = arena_printf(a, "%s.%c%" PRId64 ".start@%s", s->game.name, (char)to->writer.who,
                           to->writer.number, domain(house));
    refs[1] = arena_strdup(a, to->message_id);
    p->doc = json_incref(to->doc);
    p->template = to->template;
    p->lang = arena_strdup(a, to->lang);
    p->engine = s->engine->def->name;
    p->draft = (struct draft){
        .to = arena_strdup(a, to->address),
        .reply_to = token_address(house, &s->game, &to->writer, to->await, a),
        .list_id = arena_printf(a, "%s.%s", s->game.name, domain(house)),
        .message_id = to->first ? refs[0]
                                : arena_printf(a, "%s.%s@%s", letter_code(house, p), s->game.name, domain(house)),
        .in_reply_to = to->first ? NULL : to->message_id ? refs[1] : refs[0],
        .references = refs,
        .nreferences = to->first ? 0 : to->message_id ? 2 : 1,
        .answer = to->message_id != NULL};
    return queue(house, &e, p, fault);
}

int post_again(struct sitting *s, int number, int64_t turn, struct fault *fault)
{
    struct seat *seat = &s->seats[number - 1];
    struct post_answer again = {.seat = number, .show_turn = turn};
    if (turn >= 0)
        return send_archived(s, seat, &again, fault);
    struct document now = {0};
    bool news; /* a turn hidden from him is none */
    if (account_news(s, seat, &news, fault) != 0 ||
        (!news && archived(s, number, s->game.turn, &now, fault) != 0))
        return -1;
    if (!now.doc)
        return send_report(s, seat, NULL, fault);
    struct seat_letter l = {.s = s, .seat = seat, .doc = now.doc, .json = now.bytes, .kind = "report"};
    int r = send_to_seat(&l, fault);
    json_decref(now.doc);
    return r;
}
