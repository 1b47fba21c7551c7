/* What always holds: in a report every line of talk stands behind a bar ("| "), in text as in HTML. A
 * reply that quotes it without marks is not taken for orders: such lines count as quoted. */
#include "turn/talk.h"
#include "base/utf8.h"
#include "turn/note.h"

enum { COLUMNS = 64 };

/* Appends one line of talk, broken at spaces where it is too long. */
static void add_line(json_t *list, struct slice line)
{
    do {
        size_t end = 0, space = 0;
        int columns = 0;
        while (end < line.n && columns < COLUMNS) {
            uint32_t c;
            if (line.p[end] == ' ')
                space = end;
            end += utf8_next(line.p + end, line.n - end, &c);
            columns++;
        }
        if (end < line.n && space)
            end = space;
        json_t *text = json_stringn(line.p, end);
        json_array_append_new(list, text ? text : json_string("?"));
        line.p += end;
        line.n -= end;
        while (line.n && line.p[0] == ' ') {
            line.p++;
            line.n--;
        }
    } while (line.n);
}

json_t *talk_lines(struct slice text)
{
    json_t *list = json_array();
    struct buf clean = BUF(TALK_BYTES * 4);
    while (text.p) {
        struct slice line = slice_cut(&text, '\n');
        buf_clear(&clean);
        for (size_t i = 0; i < line.n; i++)
            if ((unsigned char)line.p[i] >= 32 || line.p[i] == '\t')
                buf_char(&clean, line.p[i] == '\t' ? ' ' : line.p[i]);
        add_line(list, slice_trim(buf_all(&clean)));
    }
    buf_free(&clean);
    return list;
}

static bool lively(const struct sitting *s)
{
    for (int i = 0; i < s->nawaits; i++)
        if (s->awaits[i].clock != CLOCK_TURN)
            return true;
    return false;
}

/* Notes when a hearer is told at the latest. */
static int let_hear(struct sitting *s, struct seat *seat, struct fault *fault)
{
    int64_t now = house_now(s->house), due = now + TALK_WAIT;
    if (seat->bot)
        return 0;
    if (lively(s))
        due = seat->reported + TALK_GAP > now ? seat->reported + TALK_GAP : now;
    if (seat->digest_next) {
        if (seat->collected)
            return 0;
        seat->collected = now;
    } else if (seat->talk_due && seat->talk_due <= due) {
        return 0;
    } else {
        seat->talk_due = due;
    }
    return store_seat_set(s->house->store, seat, fault);
}

bool talk_meant(const struct seat *seat, const struct entry *e)
{
    return e->turn >= seat->sat_turn || strcmp(e->kind, "talk") != 0 || (e->sight & SIGHT_SEAT(0));
}

static void forget_news(json_t *turns)
{
    static const char whisper[] = "event.whisper"; /* and whisper-anonymous */
    for (size_t i = json_array_size(turns); i-- > 0;) {
        json_t *events = json_object_get(json_array_get(turns, i), "events");
        for (size_t k = json_array_size(events); k-- > 0;) {
            const char *code = json_string_value(json_object_get(json_array_get(events, k), "code"));
            if (code && strncmp(code, whisper, sizeof whisper - 1) == 0)
                json_array_remove(events, k);
        }
        if (json_array_size(events) == 0)
            json_array_remove(turns, i);
    }
}

void talk_forget(json_t *doc)
{
    forget_news(json_object_get(doc, "news"));
    forget_news(json_object_get(json_object_get(doc, "earlier"), "turns"));
    json_object_del(doc, "answer"); /* it repeats what he wrote himself */
}

int talk_add(struct sitting *s, int from, int to, struct slice text, struct fault *fault)
{
    bool anonymous = strcmp(s->game.talk, "anonymous") == 0;
    sight ears = to ? SIGHT_SEAT(from) | SIGHT_SEAT(to) : SIGHT_ALL;
    json_t *body = json_pack("{s:s}", "code", to ? (anonymous ? "whisper-anonymous" : "whisper")
                                                 : (anonymous ? "say-anonymous" : "say"));
    if (!anonymous)
        report_put(body, "seat", json_pack("{s:i}", "seat", from));
    if (to)
        report_put(body, "to", json_pack("{s:i}", "seat", to));
    report_put(body, "talk", talk_lines(text));
    if (note_add(s, "talk", anonymous ? 0 : from, ears, body, fault) != 0)
        return -1;
    for (int i = 0; i < s->game.seats; i++)
        if (i + 1 != from && (!to || to == i + 1) && let_hear(s, &s->seats[i], fault) != 0)
            return -1;
    return 0;
}
