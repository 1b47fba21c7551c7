#include "turn/office.h"
#include "report/calendar.h"
#include "report/document.h"
#include "report/render.h"

#include <pthread.h>
#include <stdlib.h>

/* The thread is quicker than what feeds it: woken for each parcel it would sleep after each. */
enum { PARCEL_ARENA = 8 << 20, LETTER_MAX = 8 << 20, WORTH_WAKING = 8 };

struct office {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more, done; /* for the thread: something to do; for the others: what they ask for */
    bool asked;                /* somebody waits for a document */
    struct parcel *first, *last; /* all that were put since the last flush */
    struct parcel *todo;         /* the first of them that is not begun */
    int open;                    /* how many are not done */
    int64_t put;                 /* how many there have been */
    bool closing;
    struct press *press; /* the thread's */
};

struct parcel *parcel_new(void)
{
    struct parcel *p = calloc(1, sizeof *p);
    if (!p)
        die("out of memory");
    p->arena = ARENA(PARCEL_ARENA);
    p->bytes = BUF(LETTER_MAX);
    p->report = BUF(LETTER_MAX);
    return p;
}

void parcel_free(struct parcel **parcel)
{
    struct parcel *p = *parcel;
    json_decref(p->doc);
    for (int i = 0; i < p->nparts; i++)
        json_decref(p->parts[i].doc);
    arena_free(&p->arena);
    buf_free(&p->bytes);
    buf_free(&p->report);
    free(p);
    *parcel = NULL;
}

/* In the reader's language; where there is none of that name, in the house's. */
static int words_for(struct house *house, const char **lang, const char *engine, struct words **words,
                     struct fault *fault)
{
    int r = words_get(house->shelf, *lang, engine, words, fault);
    if (r == 0 || words_language(house->shelf, slice_of(*lang)))
        return r;
    *lang = house->config.lang;
    return words_get(house->shelf, *lang, engine, words, fault);
}

/* A part of a digest, as text and HTML, into the document around it. */
static int write_part(struct house *house, struct parcel *p, const struct part *part, json_t *list,
                      struct fault *fault)
{
    struct words *words;
    struct buf subject = BUF(400), text = BUF(LETTER_MAX), html = BUF(LETTER_MAX);
    int r = words_for(house, &p->lang, part->engine, &words, fault);
    const struct engine *engine = engine_find(slice_of(part->engine));
    if (engine)
        render_orders(engine, p->lang, part->doc);
    json_object_set_new(part->doc, "part", json_true());
    json_object_set_new(part->doc, "reply_to", json_string(part->reply_to));
    if (r == 0)
        r = render_line(words, "subject", part->doc, &subject, fault);
    if (r == 0)
        r = render_text(words, "report", part->doc, &text, fault);
    struct render_to to = {part->reply_to, buf_text(&subject)};
    if (r == 0 && p->html)
        r = render_html(words, "report", part->doc, &to, &html, fault);
    json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:s}", "subject", buf_text(&subject), "text",
                                          buf_text(&text), "html", buf_text(&html), "reply_to",
                                          part->reply_to));
    buf_free(&subject);
    buf_free(&text);
    buf_free(&html);
    return r;
}

static int write_parts(struct house *house, struct parcel *p, struct fault *fault)
{
    json_t *list = json_array();
    int r = 0;
    for (int i = 0; i < p->nparts && r == 0; i++)
        r = write_part(house, p, &p->parts[i], list, fault);
    json_object_set_new(p->doc, "parts", list);
    return r;
}

/* What is attached: documents for programs, the deadline for a calendar. */
static int attach(struct words *words, struct parcel *p, struct attachment *v, struct buf *ics,
                  struct fault *fault)
{
    int n = 0;
    if (p->attach && !p->nparts)
        v[n++] = (struct attachment){"application/json", "report.json", p->json};
    for (int i = 0; p->attach && i < p->nparts; i++)
        v[n++] = (struct attachment){
            "application/json",
            arena_printf(&p->arena, "%s.json", json_string_value(json_object_get(p->parts[i].doc, "game"))),
            p->parts[i].json};
    if (p->calendar) {
        struct buf summary = BUF(1000);
        int r = render_line(words, "calendar", p->doc, &summary, fault);
        const char *host = strrchr(p->draft.from, '@');
        bool ok = r == 0 && calendar_write(p->doc, buf_text(&summary), host ? host + 1 : "", p->draft.date, ics);
        buf_free(&summary);
        if (r != 0)
            return -1;
        if (ok)
            v[n++] = (struct attachment){"text/calendar", "deadline.ics", buf_all(ics)};
    }
    p->draft.attachments = v;
    p->draft.nattachments = n;
    return 0;
}

static int write_out(struct house *house, struct parcel *p)
{
    struct words *words;
    struct fault *fault = &p->fault;
    struct buf subject = BUF(400), reply = BUF(400), text = BUF(LETTER_MAX), html = BUF(LETTER_MAX);
    struct buf ics = BUF(16 << 10);
    struct attachment *attached = arena_array(&p->arena, struct attachment, p->nparts + 2);
    int r = words_for(house, &p->lang, p->engine, &words, fault);
    const struct engine *engine = engine_find(slice_of(p->engine));
    if (engine)
        render_orders(engine, p->lang, p->doc);
    if (r == 0)
        render_types(words, engine, json_object_get(p->doc, "answer"));
    if (r == 0 && p->nparts)
        r = write_parts(house, p, fault);
    if (p->tag)
        buf_printf(&subject, "%s ", p->tag);
    if (r == 0 && p->subject)
        buf_str(&subject, p->subject);
    else if (r == 0)
        r = render_line(words, p->nparts ? "digest.subject" : "subject", p->doc, &subject, fault);
    if (r == 0)
        r = render_text(words, p->template, p->doc, &text, fault);
    buf_printf(&reply, "Re: %s", buf_text(&subject));
    struct render_to to = {p->links ? p->draft.reply_to : NULL, buf_text(&reply)};
    if (r == 0 && p->html)
        r = render_html(words, p->template, p->doc, &to, &html, fault);
    p->draft.subject = buf_text(&subject);
    p->draft.text = buf_all(&text);
    p->draft.html = buf_all(&html);
    if (r == 0)
        r = attach(words, p, attached, &ics, fault);
    if (r == 0)
        r = mail_compose(&p->draft, &p->bytes, fault);
    buf_free(&subject);
    buf_free(&reply);
    buf_free(&text);
    buf_free(&html);
    buf_free(&ics);
    return r;
}

/* Compressing, and giving the document back, is work that need not be done beside the store. */
static void pack(struct press *press, struct parcel *p)
{
    struct slice packed = store_pack(press, buf_all(&p->bytes), p->engine);
    struct buf bytes = BUF(LETTER_MAX + 64);
    buf_slice(&bytes, packed);
    buf_free(&p->bytes);
    p->bytes = bytes;
    if (p->archived.game)
        buf_slice(&p->report, store_pack(press, p->json, p->engine));
    json_decref(p->doc);
    p->doc = NULL;
}

/* Before it is written out: the words for the reader go into the document, too. */
static void dump(struct parcel *p)
{
    if (!p->json.p && ((p->attach && !p->nparts) || p->archived.game)) {
        char *text = report_dump(p->doc);
        p->json = (struct slice){arena_slice(&p->arena, slice_of(text)), strlen(text)};
        free(text);
    }
    if (p->archived.game)
        secret_sha256(p->digest, p->json);
}

static void finish(struct house *house, struct press *press, struct parcel *p)
{
    p->result = write_out(house, p);
    if (p->result == 0)
        pack(press, p);
}

static int store_parcel(struct house *house, struct parcel *p, struct fault *fault)
{
    const struct archived *a = &p->archived;
    int r = p->dropped ? 0 : p->result;
    if (r != 0)
        *fault = p->fault;
    if (r == 0 && !p->dropped)
        r = store_letter_out_packed(house->store, p->id, buf_all(&p->bytes), fault);
    if (r == 0 && !p->dropped && a->game)
        r = store_report_packed(house->store, a->game, a->turn, a->seat, buf_all(&p->report), fault);
    struct seat seat = {.game = a->game, .number = a->seat, .epoch = a->epoch};
    if (r == 0 && !p->dropped && a->game)
        r = store_seat_digest(house->store, &seat, p->digest, fault);
    parcel_free(&p);
    return r;
}

static void *work(void *ctx)
{
    struct house *house = ctx;
    struct office *o = house->office;
    pthread_setname_np(pthread_self(), "office");
    pthread_mutex_lock(&o->lock);
    while (!o->closing) {
        struct parcel *p = o->todo;
        if (!p) {
            pthread_cond_wait(&o->more, &o->lock);
            continue;
        }
        o->todo = p->next;
        pthread_mutex_unlock(&o->lock);
        dump(p);
        pthread_mutex_lock(&o->lock);
        p->dumped = true;
        if (o->asked)
            pthread_cond_broadcast(&o->done);
        pthread_mutex_unlock(&o->lock);
        finish(house, o->press, p);
        pthread_mutex_lock(&o->lock);
        /* What was put behind it meanwhile is found now. */
        if (!o->todo)
            o->todo = p->next;
        if (--o->open == 0)
            pthread_cond_broadcast(&o->done);
    }
    pthread_mutex_unlock(&o->lock);
    return NULL;
}

int office_open(struct house *house, struct fault *fault)
{
    struct office *o = calloc(1, sizeof *o);
    insist(!house->office);
    if (!o)
        die("out of memory");
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->more, NULL);
    pthread_cond_init(&o->done, NULL);
    o->press = store_press_new();
    house->office = o;
    if (pthread_create(&o->thread, NULL, work, house) == 0)
        return 0;
    house->office = NULL;
    store_press_free(&o->press);
    free(o);
    return fault_set(fault, EX_OSERR, "no thread to write letters");
}

void office_close(struct house *house)
{
    struct office *o = house->office;
    if (!o)
        return;
    pthread_mutex_lock(&o->lock);
    o->closing = true;
    pthread_cond_broadcast(&o->more);
    pthread_mutex_unlock(&o->lock);
    pthread_join(o->thread, NULL);
    for (struct parcel *p = o->first; p;) {
        struct parcel *next = p->next;
        parcel_free(&p);
        p = next;
    }
    pthread_mutex_destroy(&o->lock);
    pthread_cond_destroy(&o->more);
    pthread_cond_destroy(&o->done);
    store_press_free(&o->press);
    house->office = NULL;
    free(o);
}

int office_put(struct house *house, struct parcel *p, struct fault *fault)
{
    struct office *o = house->office;
    if (!o) {
        struct press *press = store_press_new();
        dump(p);
        finish(house, press, p);
        store_press_free(&press);
        return store_parcel(house, p, fault);
    }
    pthread_mutex_lock(&o->lock);
    p->number = o->put++;
    if (o->last)
        o->last->next = p;
    else
        o->first = p;
    o->last = p;
    if (o->open++ == 0) /* else it is found behind the one before */
        o->todo = p;
    if (o->open == WORTH_WAKING)
        pthread_cond_signal(&o->more);
    pthread_mutex_unlock(&o->lock);
    return 0;
}

int64_t office_mark(const struct house *house)
{
    return house->office ? house->office->put : 0;
}

void office_undo(struct house *house, int64_t mark)
{
    struct office *o = house->office;
    if (!o)
        return;
    pthread_mutex_lock(&o->lock);
    for (struct parcel *p = o->first; p; p = p->next)
        p->dropped = p->dropped || p->number >= mark;
    pthread_mutex_unlock(&o->lock);
}

/* The newest report of a seat at or before a turn, its document made; NULL when none is on its way. */
static struct parcel *dumped(struct office *o, const struct archived *which)
{
    struct parcel *found = NULL;
    for (struct parcel *p = o->first; p; p = p->next)
        if (!p->dropped && p->archived.game == which->game && p->archived.seat == which->seat &&
            p->archived.turn <= which->turn)
            found = p;
    if (found && !found->dumped) {
        o->asked = true;
        pthread_cond_signal(&o->more);
        while (!found->dumped)
            pthread_cond_wait(&o->done, &o->lock);
        o->asked = false;
    }
    return found;
}

void office_digest(const struct house *house, int64_t game, int seat, uint8_t digest[SECRET_HASH])
{
    struct office *o = house->office;
    if (!o)
        return;
    pthread_mutex_lock(&o->lock);
    const struct parcel *p = dumped(o, &(struct archived){.game = game, .turn = INT64_MAX, .seat = seat});
    if (p)
        memcpy(digest, p->digest, SECRET_HASH);
    pthread_mutex_unlock(&o->lock);
}

struct slice office_report(const struct house *house, const struct archived *which, struct arena *arena)
{
    struct office *o = house->office;
    struct slice found = {NULL, 0};
    if (!o)
        return found;
    pthread_mutex_lock(&o->lock);
    const struct parcel *p = dumped(o, which);
    if (p)
        found = (struct slice){arena_slice(arena, p->json), p->json.n};
    pthread_mutex_unlock(&o->lock);
    return found;
}

static void wait_done(struct office *o)
{
    pthread_cond_signal(&o->more);
    while (o->open)
        pthread_cond_wait(&o->done, &o->lock);
}

void office_wait(const struct house *house)
{
    struct office *o = house->office;
    if (!o)
        return;
    pthread_mutex_lock(&o->lock);
    wait_done(o);
    pthread_mutex_unlock(&o->lock);
}

int office_write(struct house *house, struct parcel *p, struct fault *fault)
{
    int r = write_out(house, p);
    if (r != 0)
        *fault = p->fault;
    return r;
}

int office_flush(struct house *house, struct fault *fault)
{
    struct office *o = house->office;
    int r = 0;
    if (!o)
        return 0;
    pthread_mutex_lock(&o->lock);
    wait_done(o);
    struct parcel *p = o->first;
    o->first = o->last = o->todo = NULL;
    pthread_mutex_unlock(&o->lock);
    while (p) {
        struct parcel *next = p->next;
        struct fault second;
        if (store_parcel(house, p, r == 0 ? fault : &second) != 0)
            r = -1;
        p = next;
    }
    return r;
}
