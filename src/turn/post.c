#include "turn/post.h"
#include "base/utf8.h"
#include "turn/later.h"
#include "turn/office.h"
#include "turn/token.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NEWS_MAX = 400 };

static const char *domain(const struct house *house)
{
    return strrchr(house->config.address, '@') + 1;
}

/* --- documents ------------------------------------------------------------------------------- */

static int load_news(struct sitting *s, int seat, int64_t after, struct report_news **news, int *n,
                     struct fault *fault)
{
    sight eye = seat == SIGHT_MODERATOR ? SIGHT_ALL : SIGHT_SEAT(seat);
    struct entry *v;
    int count = 0;
    *n = 0;
    if (store_journal(s->house->store, s->game.id, after + 1, s->game.turn, s->arena, &v, &count,
                      fault) != 0)
        return -1;
    *news = arena_array(s->arena, struct report_news, count ? count : 1);
    for (int i = 0; i < count; i++)
        if (strcmp(v[i].kind, "event") == 0 && (seat == SIGHT_MODERATOR || (v[i].sight & eye)))
            (*news)[(*n)++] = (struct report_news){v[i].turn, v[i].body};
    if (*n > NEWS_MAX) {
        *news += *n - NEWS_MAX;
        *n = NEWS_MAX;
    }
    return 0;
}

int post_document(struct sitting *s, int seat, int64_t news_after, json_t *answer, json_t **doc,
                  struct fault *fault)
{
    struct report_facts facts = sitting_facts(s, seat);
    struct report_news *news;
    int n;
    if (load_news(s, seat, news_after, &news, &n, fault) != 0)
        return -1;
    facts.news = news;
    facts.nnews = n;
    json_t *returned = seat >= 1 ? s->returned[seat] : NULL;
    facts.answer = answer ? answer : returned;
    if (answer && returned) /* what the letter itself set going has come back already */
        json_object_set(answer, "waited", returned);
    facts.later = seat >= 1 && (s->nheld || s->nstanding) ? later_json(s, seat) : NULL;
    static const uint8_t none[SECRET_HASH];
    if (seat >= 1 && memcmp(s->seats[seat - 1].digest, none, SECRET_HASH) != 0) {
        char *hex = arena_alloc(s->arena, 2 * SECRET_HASH + 1);
        secret_hex(hex, s->seats[seat - 1].digest, SECRET_HASH);
        facts.previous = hex;
    }
    *doc = report_document(&facts);
    json_decref(facts.later);
    return 0;
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
    struct slice json; /* the document's bytes */
    const char *kind;
    bool past;           /* an old report: nothing in it can be clicked */
    bool archive;        /* the document is kept as the report of this turn */
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
    const char *what = arena_printf(&p->arena, "root/%" PRId64 "/%d", s->game.id, l->seat->number);
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
    if (p->attach || l->archive)
        p->json = (struct slice){arena_slice(&p->arena, l->json), l->json.n};
    if (l->archive)
        p->archived = (struct archived){s->game.id, s->game.turn, l->seat->number};
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

/* A report of the present turn: archived, and the next one of this seat carries its digest. */
static int send_report(struct sitting *s, struct seat *seat, const struct post_answer *answer,
                       struct fault *fault)
{
    json_t *doc = NULL;
    bool keep = !answer || !answer->refused;
    if (post_document(s, seat->number, seat->seen_turn, answer ? answer->answer : NULL, &doc, fault) != 0)
        return -1;
    char *bytes = report_dump(doc);
    struct seat_letter l = {.s = s,
                            .seat = seat,
                            .doc = doc,
                            .json = slice_of(bytes),
                            .kind = keep ? "report" : "refusal",
                            .archive = keep,
                            .answers = answer ? answer->message_id : NULL};
    int r = send_to_seat(&l, fault);
    if (r == 0 && keep) {
        secret_sha256(seat->digest, l.json);
        seat->seen_turn = s->game.turn;
        r = store_seat_set(s->house->store, seat, fault);
    }
    free(bytes);
    json_decref(doc);
    return r;
}

/* REPORT n: the archived document, with the answer on top. */
static int send_archived(struct sitting *s, struct seat *seat, const struct post_answer *answer,
                         struct fault *fault)
{
    struct slice bytes;
    /* The report may have been made a moment ago and be on its way to the store. */
    if (office_flush(s->house, fault) != 0)
        return -1;
    if (store_report_get(s->house->store, s->game.id, answer->show_turn, seat->number, s->arena,
                         &bytes, fault) != 0)
        return -1;
    json_t *doc = bytes.p ? json_loadb(bytes.p, bytes.n, 0, NULL) : NULL;
    if (!doc)
        return send_report(s, seat, answer, fault);
    /* What it asked for is long over. */
    json_object_del(doc, "your_turn");
    json_object_del(doc, "suggested");
    json_object_set_new(doc, "awaits", json_array());
    json_object_set_new(doc, "past", json_true());
    json_object_set(doc, "answer", answer->answer);
    struct seat_letter l = {.s = s,
                            .seat = seat,
                            .doc = doc,
                            .json = bytes,
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
        } else if (answers || seat->seen_turn < 0 || s->returned[seat->number] || (over && seat->seen_turn < s->game.turn) ||
                   newly_awaited(s, seat->number, awaits_before) ||
                   (s->at_once & SIGHT_SEAT(seat->number) && seat->seen_turn < s->game.turn)) {
            if (send_report(s, seat, answers ? answer : NULL, fault) != 0)
                return -1;
        }
    }
    return 0;
}

int post_stranger(struct house *house, const struct post_stranger *to, struct fault *fault)
{
    struct parcel *p = parcel_new();
    struct arena *a = &p->arena;
    struct envelope e = {.kind = strcmp(to->template, "stranger") == 0 ? "stranger" : "notice"};
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
    p->lang = house->config.lang;
    p->engine = "common";
    p->subject = arena_printf(a, "Re: %.*s", (int)about.n, about.p);
    p->draft = (struct draft){
        .to = arena_strdup(a, to->address),
        .to_name = arena_strdup(a, to->name),
        .reply_to = house->config.address,
        .message_id = arena_printf(a, "%s.notice@%s", letter_code(house, p), domain(house)),
        .in_reply_to = answers ? refs[0] : NULL,
        .references = refs,
        .nreferences = answers ? 1 : 0,
        .answer = true};
    return queue(house, &e, p, fault);
}
