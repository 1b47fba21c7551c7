#include "fake.h"

#include <stdio.h>
#include <strings.h>

/* The data up to the dot; the letter is ours before the answer goes out. */
static bool take_data(struct fake *f, const char *to)
{
    struct buf b = BUF(4 << 20);
    char line[4096];
    bool ok;
    while ((ok = fake_line(f, line, sizeof line)) && strcmp(line, ".") != 0) {
        buf_str(&b, line[0] == '.' ? line + 1 : line);
        buf_str(&b, "\r\n");
    }
    if (ok && fake_refuses(f, "END")) {
        ok = fake_say(f, "%s", f->refusal);
    } else if (ok) {
        struct fake_letter *l = fake_add(f, buf_text(&b));
        snprintf(l->to, sizeof l->to, "%s", to);
        ok = fake_say(f, "250 2.0.0 taken");
    }
    buf_free(&b);
    return ok;
}

void fake_smtp(struct fake *f)
{
    char line[4096], to[256] = "";
    bool ok = fake_refuses(f, "GREETING") ? fake_say(f, "%s", f->refusal) && false
                                          : fake_say(f, "220 ready");
    while (ok && fake_line(f, line, sizeof line)) {
        if (f->odd && f->odd(f, "", line)) {
            continue;
        } else if (fake_refuses(f, line)) {
            ok = fake_say(f, "%s", f->refusal) && strncmp(f->refusal, "421", 3) != 0; /* 421 hangs up */
        } else if (strncasecmp(line, "EHLO", 4) == 0) {
            ok = fake_say(f, "250-fake\r\n250 8BITMIME");
        } else if (strncasecmp(line, "RCPT", 4) == 0) {
            const char *from = strchr(line, '<');
            snprintf(to, sizeof to, "%.*s", (int)strcspn(from ? from + 1 : "", ">"),
                     from ? from + 1 : "");
            ok = fake_say(f, "250 ok");
        } else if (strncasecmp(line, "DATA", 4) == 0) {
            ok = fake_say(f, "354 go on") && take_data(f, to);
        } else if (strncasecmp(line, "QUIT", 4) == 0) {
            fake_say(f, "221 bye");
            return;
        } else {
            ok = fake_say(f, "250 ok");
        }
    }
}
