#include "mail/bounce.h"
#include "mail/compose.h"

#include <strings.h>

enum { LOOKED_AT = 64 << 10 };

static bool starts(struct slice s, const char *with)
{
    size_t n = strlen(with);
    return s.n >= n && strncasecmp(s.p, with, n) == 0;
}

static bool has(struct slice s, const char *what)
{
    size_t n = strlen(what);
    for (size_t i = 0; i + n <= s.n; i++)
        if (strncasecmp(s.p + i, what, n) == 0)
            return true;
    return false;
}

/* --- what failed ----------------------------------------------------------------------------- */

static bool address_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr(".!#$%&*+-/=?^_`{|}~", c));
}

/* The first mail address of a line. */
static const char *address_in(struct slice line, struct arena *arena)
{
    for (size_t i = 1; i + 1 < line.n; i++) {
        size_t from = i, to = i + 1;
        if (line.p[i] != '@')
            continue;
        while (from && address_char(line.p[from - 1]))
            from--;
        while (to < line.n && address_char(line.p[to]))
            to++;
        while (to > i + 1 && (line.p[to - 1] == '.' || line.p[to - 1] == '\''))
            to--;
        struct slice found = {line.p + from, to - from};
        if (mail_address_ok(found))
            return arena_slice(arena, found);
    }
    return "";
}

/* "<bob@x.org>:" of qmail, "  bob@x.org" of Exim, "'bob@x.org' on …" of Exchange. */
static bool names_recipient(struct slice line)
{
    struct slice s = slice_trim(line);
    if (s.n == 0 || !memchr(s.p, '@', s.n))
        return false;
    if (s.p[0] == '<' || s.p[0] == '\'')
        return true;
    size_t end = 0;
    while (end < s.n && (address_char(s.p[end]) || s.p[end] == '@'))
        end++;
    return line.p[0] == ' ' && (end == s.n || s.p[end] == ':' || s.p[end] == ' ') && memchr(s.p, '@', end);
}

/* "5.1.1", not a part of an IP address. */
static bool enhanced(struct slice line, struct arena *arena, const char **status)
{
    for (size_t i = 0; i + 5 <= line.n; i++) {
        char c = line.p[i];
        if ((c != '2' && c != '4' && c != '5') || line.p[i + 1] != '.' ||
            (i && (line.p[i - 1] == '.' || address_char(line.p[i - 1]) ) && line.p[i - 1] != '#'))
            continue;
        size_t k = i + 2;
        int parts = 0;
        for (; parts < 2; parts++) {
            size_t digits = 0;
            while (k < line.n && line.p[k] >= '0' && line.p[k] <= '9' && digits < 3)
                k++, digits++;
            if (digits == 0 || (parts == 0 && (k >= line.n || line.p[k++] != '.')))
                break;
        }
        bool ends = k >= line.n || !((line.p[k] >= '0' && line.p[k] <= '9') ||
                                     (line.p[k] == '.' && k + 1 < line.n && line.p[k + 1] >= '0' && line.p[k + 1] <= '9'));
        if (parts == 2 && ends) {
            *status = arena_slice(arena, (struct slice){line.p + i, k - i});
            return true;
        }
    }
    return false;
}

/* "550 no such user": the code of SMTP. */
static bool smtp_code(struct slice line, const char **status)
{
    for (size_t i = 0; i + 4 <= line.n; i++) {
        bool begins = i == 0 || line.p[i - 1] == ' ' || line.p[i - 1] == ':';
        if (begins && (line.p[i] == '4' || line.p[i] == '5') && line.p[i + 1] >= '0' && line.p[i + 1] <= '5' &&
            line.p[i + 2] >= '0' && line.p[i + 2] <= '9' && (line.p[i + 3] == ' ' || line.p[i + 3] == '-')) {
            *status = line.p[i] == '5' ? "5.0.0" : "4.0.0";
            return true;
        }
    }
    return false;
}

static const char *by_phrase(struct slice line)
{
    static const char *const later[] = {"will be retried",      "not yet been delivered", "still trying",
                                        "do not need to resend", "delivery is delayed",    "warning message only",
                                        "sera réessayé"};
    static const char *const never[] = {"permanent error",    "permanent fatal error", "user unknown",    "unknown user",
                                        "no such user",       "does not exist",        "no mailbox here", "mailbox unavailable",
                                        "could not be reached", "could not be delivered", "utilisateur inconnu"};
    for (size_t i = 0; i < sizeof later / sizeof later[0]; i++)
        if (has(line, later[i]))
            return "4.0.0";
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (has(line, never[i]))
            return "5.0.0";
    return "";
}

/* --- the letter that came back --------------------------------------------------------------- */

static void read_copy(struct slice line, struct arena *arena, struct letter *l)
{
    struct slice s = slice_trim(line), id;
    while (s.n && (s.p[0] == '>' || s.p[0] == '|'))
        s = slice_trim((struct slice){s.p + 1, s.n - 1});
    if (!l->report_id[0] && starts(s, "Message-ID:") && mail_header_id(&s, &id))
        l->report_id = arena_slice(arena, id);
    else if (!l->report_reply[0] && starts(s, "Reply-To:"))
        l->report_reply = address_in(s, arena);
}

static bool copy_begins(struct slice line)
{
    return starts(line, "--") && (has(line, "copy of") || has(line, "original message") || has(line, "message follows") ||
                                  has(line, "message d'origine"));
}

void mail_bounce_read(const struct mail_header *h, struct arena *arena, struct letter *l)
{
    struct slice failed = mail_header_get(h, "X-Failed-Recipients"), rest = slice_of(l->text);
    const char *to = failed.n ? address_in(failed, arena) : "", *status = "", *guess = "";
    bool copy = false;
    if (rest.n > LOOKED_AT)
        rest.n = LOOKED_AT;
    while (rest.p) {
        struct slice line = slice_cut(&rest, '\n');
        copy = copy || copy_begins(line);
        read_copy(line, arena, l);
        if (copy)
            continue;
        if (!to[0] && names_recipient(line))
            to = address_in(line, arena);
        const char *phrase = by_phrase(line);
        if (!guess[0] || phrase[0] == '4') /* that it is only late may stand below */
            guess = phrase[0] ? phrase : guess;
        if (!status[0] && !enhanced(line, arena, &status))
            smtp_code(line, &status);
    }
    if (guess[0] == '4' || !status[0])
        status = guess;
    if (!status[0] || (!to[0] && !l->report_id[0]))
        return;
    l->report = true;
    if (!l->report_to[0])
        l->report_to = to;
    if (!l->report_status[0])
        l->report_status = status;
}

/* --- away ------------------------------------------------------------------------------------ */

bool mail_away_subject(const char *subject)
{
    static const char *const begin[] = {"automatic reply",     "auto-reply",          "auto reply",
                                        "autoreply",           "auto:",               "autosvar",
                                        "out of office",       "out of the office",   "out-of-office",
                                        "vacation reply",      "réponse automatique", "reponse automatique",
                                        "absence du bureau",   "message d'absence",   "message d’absence",
                                        "notification d'absence", "automatische antwort", "abwesenheit",
                                        "respuesta automática", "risposta automatica"};
    struct slice s = slice_trim(slice_of(subject));
    for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++)
        if (starts(s, begin[i]))
            return true;
    return false;
}
