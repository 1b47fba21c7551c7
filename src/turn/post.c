#include "turn/post.h"
#include "base/utf8.h"
#include "mail/compose.h"
#include "report/render.h"
#include "turn/token.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LETTER_MAX = 8 << 20, NEWS_MAX = 400 };

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
    facts.answer = answer;
    static const uint8_t none[SECRET_HASH];
    if (seat >= 1 && memcmp(s->seats[seat - 1].digest, none, SECRET_HASH) != 0) {
        char *hex = arena_alloc(s->arena, 2 * SECRET_HASH + 1);
        secret_hex(hex, s->seats[seat - 1].digest, SECRET_HASH);
        facts.previous = hex;
    }
    *doc = report_document(&facts);
    return 0;
}

/* --- letters --------------------------------------------------------------------------------- */

struct envelope {
    int64_t id;
    const char *kind;
    int64_t game, turn;
    int seat;
};

static int queue(struct house *house, const struct envelope *e, struct draft *draft,
                 struct fault *fault)
{
    struct buf bytes = BUF(LETTER_MAX);
    draft->from = house->config.address;
    draft->from_name = house->config.name;
    draft->date = house_now(house);
    int r = mail_compose(draft, &bytes, fault);
    if (r == 0) {
        struct letter_out out = {.id = e->id,
                                 .game = e->game,
                                 .seat = e->seat,
                                 .turn = e->turn,
                                 .kind = e->kind,
                                 .to = draft->to,
                                 .message_id = draft->message_id,
                                 .bytes = buf_all(&bytes),
                                 .created = draft->date,
                                 .answer = ""};
        r = store_letter_out_add(house->store, &out, fault);
    }
    buf_free(&bytes);
    return r;
}

struct seat_letter {
    struct sitting *s;
    const struct seat *seat;
    json_t *doc;
    struct slice json; /* the document's bytes */
    const char *kind;
    bool past;           /* an old report: nothing in it can be clicked */
    const char *answers; /* Message-ID or NULL */
};

static bool wants(const struct seat *seat, const char *what)
{
    return strstr(seat->format, what) != NULL ||
           (strstr(seat->format, "both") != NULL && strcmp(what, "json") != 0);
}

/* The first letter to a seat is the root of its thread. */
static void thread(const struct seat_letter *l, int64_t id, struct draft *d, const char *refs[2])
{
    struct sitting *s = l->s;
    const char *root = arena_printf(s->arena, "%s.%d.start@%s", s->game.name, l->seat->number,
                                    domain(s->house));
    if (l->seat->seen_turn < 0) {
        d->message_id = root;
        return;
    }
    d->message_id = arena_printf(s->arena, "%" PRId64 ".%s.%d@%s", id, s->game.name,
                                 l->seat->number, domain(s->house));
    refs[0] = root;
    refs[1] = l->answers;
    d->references = refs;
    d->nreferences = l->answers ? 2 : 1;
    d->in_reply_to = l->answers ? l->answers : root;
}

static int send_to_seat(const struct seat_letter *l, struct fault *fault)
{
    struct sitting *s = l->s;
    struct house *house = s->house;
    struct words *words;
    struct buf subject = BUF(400), reply = BUF(400), text = BUF(LETTER_MAX), html = BUF(LETTER_MAX);
    const char *refs[2];
    struct draft d = {0};
    struct attachment json = {"application/json", "report.json", l->json};
    struct envelope e = {.kind = l->kind,
                         .game = s->game.id,
                         .turn = s->game.turn,
                         .seat = l->seat->number};
    const struct await_row *await = sitting_await(s, l->seat->number);
    int r = -1;
    d.reply_to = token_address(house, &s->game, l->seat, await ? await->number : 0, s->arena);
    if (words_get(house->shelf, l->seat->lang, s->game.engine, &words, fault) != 0 ||
        render_line(words, "subject", l->doc, &subject, fault) != 0)
        goto out;
    buf_printf(&reply, "Re: %s", buf_text(&subject));
    struct render_to to = {l->past ? NULL : d.reply_to, buf_text(&reply)};
    if (render_text(words, "report", l->doc, &text, fault) != 0)
        goto out;
    if (wants(l->seat, "html") && render_html(words, "report", l->doc, &to, &html, fault) != 0)
        goto out;
    if (store_letter_out_next(house->store, &e.id, fault) != 0)
        goto out;
    thread(l, e.id, &d, refs);
    d.to = l->seat->address;
    d.to_name = l->seat->name;
    d.subject = buf_text(&subject);
    d.list_id = arena_printf(s->arena, "%s.%s", s->game.name, domain(house));
    d.answer = l->answers != NULL;
    d.text = buf_all(&text);
    d.html = buf_all(&html);
    d.attachments = &json;
    d.nattachments = wants(l->seat, "json") ? 1 : 0;
    r = queue(house, &e, &d, fault);
out:
    buf_free(&subject);
    buf_free(&reply);
    buf_free(&text);
    buf_free(&html);
    return r;
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
                            .answers = answer ? answer->message_id : NULL};
    int r = send_to_seat(&l, fault);
    if (r == 0 && keep)
        r = store_report_put(s->house->store, s->game.id, s->game.turn, seat->number, l.json, fault);
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
        } else if (answers || seat->seen_turn < 0 || (over && seat->seen_turn < s->game.turn) ||
                   newly_awaited(s, seat->number, awaits_before)) {
            if (send_report(s, seat, answers ? answer : NULL, fault) != 0)
                return -1;
        }
    }
    return 0;
}

int post_stranger(struct house *house, const struct post_stranger *to, struct arena *arena,
                  struct fault *fault)
{
    struct words *words;
    struct buf subject = BUF(400), text = BUF(LETTER_MAX);
    struct envelope e = {.kind = "notice"};
    const char *refs[1] = {to->message_id};
    bool answers = to->message_id && *to->message_id;
    int r = -1;
    if (words_get(house->shelf, house->config.lang, "common", &words, fault) != 0 ||
        render_text(words, to->template, to->doc, &text, fault) != 0 ||
        store_letter_out_next(house->store, &e.id, fault) != 0)
        goto out;
    struct slice about = slice_of(to->subject && *to->subject ? to->subject : "Courtier");
    about.n = about.n > 200 ? 200 : about.n;
    while (!utf8_valid(about)) /* cut in the middle of a character */
        about.n--;
    buf_printf(&subject, "Re: %.*s", (int)about.n, about.p);
    struct draft d = {.to = to->address,
                      .to_name = to->name,
                      .reply_to = house->config.address,
                      .subject = buf_text(&subject),
                      .message_id = arena_printf(arena, "%" PRId64 ".notice@%s", e.id, domain(house)),
                      .in_reply_to = answers ? to->message_id : NULL,
                      .references = refs,
                      .nreferences = answers ? 1 : 0,
                      .answer = true,
                      .text = buf_all(&text)};
    r = queue(house, &e, &d, fault);
out:
    buf_free(&subject);
    buf_free(&text);
    return r;
}
