#include "archive/mbox.h"
#include "report/render.h"
#include "turn/office.h"

#include <time.h>

static bool from_line(struct slice line)
{
    while (line.n && line.p[0] == '>') {
        line.p++;
        line.n--;
    }
    return line.n >= 5 && memcmp(line.p, "From ", 5) == 0;
}

void mbox_letter(FILE *out, const char *from, int64_t at, struct slice bytes)
{
    char when[64];
    struct tm tm;
    time_t t = (time_t)at;
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    gmtime_r(&t, &tm);
    snprintf(when, sizeof when, "%s %s %2d %02d:%02d:%02d %d", days[tm.tm_wday], months[tm.tm_mon],
             tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_year + 1900);
    fprintf(out, "From %s %s\n", *from ? from : "MAILER-DAEMON", when);
    while (bytes.p && bytes.n) {
        struct slice line = slice_cut(&bytes, '\n');
        if (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        if (from_line(line))
            fputc('>', out);
        fwrite(line.p, 1, line.n, out);
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* --- what was dropped ---------------------------------------------------------------------------- */

/* The document of a report: of several after one turn, that of the same rank among its letters. */
static int find_document(struct sitting *s, const struct letter_row *v, int at, struct slice *doc,
                         struct fault *fault)
{
    struct report_row *rows;
    int n, rank = 0;
    *doc = (struct slice){NULL, 0};
    for (int i = 0; i < at; i++)
        rank += v[i].out && v[i].seat == v[at].seat && v[i].turn == v[at].turn &&
                strcmp(v[i].kind, "report") == 0;
    if (strcmp(v[at].kind, "report") != 0)
        return 0;
    if (store_report_list(s->house->store, s->game.id, v[at].seat, s->arena, &rows, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n && !doc->p; i++)
        if (rows[i].turn == v[at].turn && rank-- == 0)
            *doc = rows[i].doc;
    return 0;
}

/* Writes the letter out anew; the parcel keeps the bytes. */
static int write_again(struct sitting *s, const struct letter_row *l, struct slice doc,
                       struct parcel *p, struct fault *fault)
{
    const struct house *house = s->house;
    const struct seat *seat = l->seat >= 1 && l->seat <= s->game.seats ? &s->seats[l->seat - 1] : NULL;
    int64_t shown = 0;
    if (!doc.p && store_turn_shown(house->store, s->game.id, l->turn, &shown, fault) != 0)
        return -1;
    p->doc = doc.p ? json_loadb(doc.p, doc.n, 0, NULL) : NULL;
    p->html = p->doc != NULL;
    p->template = p->doc ? "report" : "dropped";
    if (!p->doc)
        p->doc = json_pack("{s:s,s:s,s:I}", "game", s->game.name, "variant", s->game.variant, "turn",
                           (json_int_t)shown);
    p->lang = seat && *seat->lang ? seat->lang : s->game.lang;
    p->engine = s->engine->def->name;
    p->draft = (struct draft){.from = house->config.address,
                              .from_name = house->config.name,
                              .to = l->to,
                              .to_name = seat ? seat->name : "",
                              .message_id = l->message_id,
                              .date = l->at};
    return office_write(s->house, p, fault);
}

/* --- the file ------------------------------------------------------------------------------------ */

static int write_one(struct sitting *s, const struct letter_row *v, int at, FILE *out,
                     struct fault *fault)
{
    const struct letter_row *l = &v[at];
    struct slice bytes, doc;
    const char *from = l->out ? s->house->config.address
                       : l->seat >= 1 && l->seat <= s->game.seats ? s->seats[l->seat - 1].address
                                                                  : "";
    if (store_letter_bytes(s->house->store, l, s->arena, &bytes, fault) != 0)
        return -1;
    if (bytes.p || !l->out) {
        mbox_letter(out, from, l->at, bytes);
        return 0;
    }
    if (find_document(s, v, at, &doc, fault) != 0)
        return -1;
    struct parcel *p = parcel_new();
    int r = write_again(s, l, doc, p, fault);
    if (r == 0)
        mbox_letter(out, from, l->at, buf_all(&p->bytes));
    parcel_free(&p);
    return r;
}

int mbox_write(struct sitting *s, int reader, FILE *out, int *letters, struct fault *fault)
{
    struct letter_row *v;
    int n;
    *letters = 0;
    if (store_letters_of(s->house->store, s->game.id, s->arena, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++) {
        if (reader >= 1 && v[i].seat != reader)
            continue;
        if (write_one(s, v, i, out, fault) != 0)
            return -1;
        ++*letters;
    }
    return 0;
}
