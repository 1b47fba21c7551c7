#include "report/calendar.h"
#include "base/zone.h"

#include <string.h>

enum { FOLD = 74 }; /* bytes of a line, without its end */

/* One content line: long ones are folded, never inside a character. */
static void put_line(struct buf *out, struct slice line)
{
    size_t room = FOLD;
    while (line.n > room) {
        size_t n = room;
        while (n > 1 && ((unsigned char)line.p[n] & 0xc0) == 0x80)
            n--;
        buf_add(out, line.p, n);
        buf_str(out, "\r\n ");
        line.p += n;
        line.n -= n;
        room = FOLD - 1;
    }
    buf_slice(out, line);
    buf_str(out, "\r\n");
}

/* Text behind a name: commas, semicolons and backslashes are escaped, a line end is one word. */
static void put_text(struct buf *out, const char *name, const char *text)
{
    struct buf line = BUF(8192);
    buf_str(&line, name);
    for (; *text; text++) {
        if (*text == '\n')
            buf_str(&line, "\\n");
        else if ((unsigned char)*text >= 32) {
            if (strchr(",;\\", *text))
                buf_char(&line, '\\');
            buf_char(&line, *text);
        }
    }
    put_line(out, buf_all(&line));
    buf_free(&line);
}

static void put_time(struct buf *out, const char *name, int64_t at)
{
    struct local_time l;
    zone_local(zone_get("UTC"), at, &l);
    buf_printf(out, "%s:%04d%02d%02dT%02d%02d%02dZ\r\n", name, l.year, l.month, l.day_of_month,
               l.hour, l.minute, l.second);
}

/* "2026-03-05T09:00:00Z" without its dashes and colons */
static bool put_until(struct buf *out, const char *name, const char *until)
{
    if (strlen(until) != 20)
        return false;
    buf_printf(out, "%s:%.4s%.2s%.5s%.2s%.3s\r\n", name, until, until + 5, until + 8, until + 14,
               until + 17);
    return true;
}

bool calendar_write(const json_t *doc, const char *summary, const char *host, int64_t stamp,
                    struct buf *out)
{
    const json_t *turn = json_object_get(doc, "your_turn");
    const char *until = json_string_value(json_object_get(turn, "until"));
    const char *game = json_string_value(json_object_get(doc, "game"));
    if (!until || !game)
        return false;
    buf_str(out, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Courtier//Courtier//EN\r\n"
                 "METHOD:PUBLISH\r\nBEGIN:VEVENT\r\n");
    struct buf uid = BUF(1024);
    buf_printf(&uid, "UID:%s.%lld.%lld@%s", game,
               (long long)json_integer_value(json_object_get(json_object_get(doc, "you"), "number")),
               (long long)json_integer_value(json_object_get(turn, "number")), host);
    put_line(out, buf_all(&uid));
    buf_free(&uid);
    put_time(out, "DTSTAMP", stamp);
    buf_printf(out, "SEQUENCE:%lld\r\n", (long long)(stamp / 60)); /* grows with each letter */
    bool ok = put_until(out, "DTSTART", until) && put_until(out, "DTEND", until);
    put_text(out, "SUMMARY:", summary);
    buf_str(out, "TRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n");
    return ok;
}
