/* An IMAP server with one folder, for what Courtier says to one. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

/* Whether a set such as "3:9,12" or "4:*" has this number. */
static bool in_set(const char *set, unsigned uid, unsigned highest)
{
    while (*set) {
        char *end;
        unsigned long a = *set == '*' ? highest : strtoul(set, &end, 10), b;
        end = *set == '*' ? (char *)set + 1 : end;
        b = a;
        if (*end == ':') {
            b = end[1] == '*' ? highest : strtoul(end + 1, &end, 10);
            end = end[0] == ':' ? end + 2 : end;
        }
        if ((uid >= a && uid <= b) || (uid >= b && uid <= a))
            return true;
        set = *end == ',' ? end + 1 : end;
        if (end == set && *set)
            return false;
    }
    return false;
}

static unsigned highest(const struct fake *f)
{
    unsigned most = 0;
    for (int i = 0; i < f->letters; i++)
        if (!f->v[i].gone && f->v[i].uid > most)
            most = f->v[i].uid;
    return most;
}

static int present(const struct fake *f)
{
    int n = 0;
    for (int i = 0; i < f->letters; i++)
        n += !f->v[i].gone;
    return n;
}

static bool fetch(struct fake *f, const char *tag, const char *set, const char *what)
{
    bool ok = true, body = strcasestr(what, "BODY") != NULL, no = false;
    unsigned top = highest(f);
    int number = 0;
    for (int i = 0; i < f->letters && ok && !no; i++) {
        struct fake_letter *l = &f->v[i];
        number += !l->gone;
        if (l->gone || !in_set(set, l->uid, top))
            continue;
        if (body && f->refuse_uid == l->uid) {
            no = true;
            break;
        }
        if (!body) {
            ok = fake_say(f, "* %d FETCH (UID %u FLAGS (%s%s) RFC822.SIZE %zu INTERNALDATE \"%s\")",
                          number, l->uid, l->seen ? "\\Seen" : "", l->deleted ? " \\Deleted" : "",
                          strlen(l->bytes), l->date);
            continue;
        }
        char head[128];
        size_t n = strlen(l->bytes);
        int k =
            snprintf(head, sizeof head, "* %d FETCH (UID %u BODY[] {%zu}\r\n", number, l->uid, n);
        ok = fake_send(f, head, (size_t)k) && fake_send(f, l->bytes, n / 2) &&
             fake_send(f, l->bytes + n / 2, n - n / 2) && fake_send(f, ")\r\n", 3);
    }
    return ok && (no ? fake_say(f, "%s NO this letter cannot be read", tag)
                     : fake_say(f, "%s OK done", tag));
}

static void change(struct fake *f, const char *set, const char *what)
{
    unsigned top = highest(f);
    for (int i = 0; i < f->letters; i++) {
        struct fake_letter *l = &f->v[i];
        if (l->gone || !in_set(set, l->uid, top))
            continue;
        l->seen = l->seen || strcasestr(what, "\\Seen");
        l->deleted = l->deleted || strcasestr(what, "\\Deleted");
    }
}

static void remove_letters(struct fake *f, const char *set, bool move)
{
    unsigned top = highest(f);
    for (int i = 0; i < f->letters; i++) {
        struct fake_letter *l = &f->v[i];
        if (l->gone || !in_set(set, l->uid, top) || (!move && !l->deleted))
            continue;
        l->gone = true;
        l->moved = move;
    }
}

static bool uid_command(struct fake *f, const char *tag, char *rest)
{
    char *what = strtok_r(rest, " ", &rest), *set = strtok_r(rest, " ", &rest);
    if (!what || !set)
        return fake_say(f, "%s BAD what?", tag);
    if (fake_refuses(f, what))
        return fake_say(f, "%s NO %s", tag, f->refusal);
    if (strcasecmp(what, "FETCH") == 0)
        return fetch(f, tag, set, rest);
    if (strcasecmp(what, "STORE") == 0)
        change(f, set, rest);
    else if (strcasecmp(what, "MOVE") == 0 && !f->folders)
        return fake_say(f, "%s NO [TRYCREATE] there is no such folder", tag);
    else if (strcasecmp(what, "MOVE") == 0 || strcasecmp(what, "EXPUNGE") == 0)
        remove_letters(f, set, strcasecmp(what, "MOVE") == 0);
    else
        return fake_say(f, "%s BAD what?", tag);
    return fake_say(f, "%s OK done", tag);
}

static bool command(struct fake *f, const char *tag, char *line)
{
    static const char caps[] = "IMAP4rev1 IDLE UIDPLUS MOVE";
    if (strncasecmp(line, "UID ", 4) == 0)
        return uid_command(f, tag, line + 4);
    if (fake_refuses(f, line))
        return fake_say(f, "%s NO %s", tag, f->refusal);
    if (strncasecmp(line, "CAPABILITY", 10) == 0) {
        if (!fake_say(f, "* CAPABILITY %s", caps))
            return false;
    } else if (strncasecmp(line, "LOGIN", 5) == 0) {
        f->logins++;
    } else if (strncasecmp(line, "SELECT", 6) == 0) {
        if (!fake_say(f, "* %d EXISTS\r\n* OK [UIDVALIDITY %u] x\r\n* OK [UIDNEXT %u] x",
                      present(f), f->validity, highest(f) + 1))
            return false;
    } else if (strncasecmp(line, "NOOP", 4) == 0) {
        if (!fake_say(f, "* %d EXISTS", present(f)))
            return false;
    } else if (strncasecmp(line, "IDLE", 4) == 0) {
        if (!fake_say(f, "+ idling") || !fake_line(f, line, FAKE_LINE - 32))
            return false;
    } else if (strncasecmp(line, "CREATE", 6) == 0) {
        f->folders++;
    } else if (strncasecmp(line, "LOGOUT", 6) == 0) {
        fake_say(f, "* BYE\r\n%s OK bye", tag);
        return false;
    } else {
        return fake_say(f, "%s BAD what?", tag);
    }
    return fake_say(f, "%s OK done", tag);
}

void fake_imap(struct fake *f)
{
    char line[FAKE_LINE];
    if (!fake_say(f, "* %s ready", f->preauth ? "PREAUTH" : "OK"))
        return;
    while (fake_line(f, line, sizeof line)) {
        char *space = strchr(line, ' ');
        if (!space)
            return;
        *space = '\0';
        if (f->odd && f->odd(f, line, space + 1))
            continue;
        if (!command(f, line, space + 1))
            return;
    }
}
