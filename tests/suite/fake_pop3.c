#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static bool send_letter(struct fake *f, const char *bytes)
{
    size_t n = strlen(bytes);
    return fake_say(f, "+OK here it is") && fake_send(f, bytes, n / 2) &&
           fake_send(f, bytes + n / 2, n - n / 2) && fake_send(f, ".\r\n", 3);
}

static bool list(struct fake *f, bool uids)
{
    bool ok = fake_say(f, "+OK");
    for (int i = 0, k = 0; i < f->letters && ok; i++) {
        if (f->v[i].gone)
            continue;
        ok = uids ? fake_say(f, "%d u%u.%u", ++k, f->validity, f->v[i].uid)
                  : fake_say(f, "%d %zu", ++k, strlen(f->v[i].bytes));
    }
    return ok && fake_say(f, ".");
}

/* The letter of a number, among those that were there when the session began. */
static struct fake_letter *by_number(struct fake *f, const char *text)
{
    long want = strtol(text, NULL, 10), k = 0;
    for (int i = 0; i < f->letters; i++)
        if (!f->v[i].gone && ++k == want)
            return &f->v[i];
    return NULL;
}

static bool command(struct fake *f, const char *line)
{
    bool top = strncasecmp(line, "TOP ", 4) == 0;
    struct fake_letter *l = strlen(line) > 5 ? by_number(f, line + (top ? 4 : 5)) : NULL;
    int n = 0;
    for (int i = 0; i < f->letters; i++)
        n += !f->v[i].gone;
    if (fake_refuses(f, line))
        return fake_say(f, "-ERR %s", f->refusal);
    if (strncasecmp(line, "CAPA", 4) == 0)
        return fake_say(f, "+OK\r\nUSER\r\nPIPELINING\r\nTOP\r\nUIDL\r\n.");
    if (strncasecmp(line, "PASS", 4) == 0)
        f->logins++;
    if (strncasecmp(line, "STAT", 4) == 0)
        return fake_say(f, "+OK %d 1000", n);
    if (strncasecmp(line, "LIST", 4) == 0 || strncasecmp(line, "UIDL", 4) == 0)
        return list(f, (line[0] | 32) == 'u');
    if (strncasecmp(line, "RETR", 4) == 0 || top)
        return l ? send_letter(f, l->bytes) : fake_say(f, "-ERR no such letter");
    if (strncasecmp(line, "DELE", 4) == 0 && l)
        l->deleted = true;
    return fake_say(f, "+OK");
}

void fake_pop3(struct fake *f)
{
    char line[4096];
    bool quit = false;
    for (int i = 0; i < f->letters; i++)
        f->v[i].deleted = false; /* of a session that did not end well */
    if (!fake_say(f, "+OK ready"))
        return;
    while (!quit && fake_line(f, line, sizeof line)) {
        quit = strncasecmp(line, "QUIT", 4) == 0;
        for (int i = 0; i < f->letters && quit; i++)
            f->v[i].gone = f->v[i].gone || f->v[i].deleted;
        if (f->odd && f->odd(f, "", line))
            continue;
        if (!command(f, line))
            return;
    }
}
