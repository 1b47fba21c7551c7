/* Everything a letter's header says about who wrote it, to whom, in answer to what, and whether a
 * machine did. */
#include "mail/authres.h"
#include "mail/bounce.h"
#include "mail/header.h"

static const char *text_of(struct arena *arena, struct slice value)
{
    struct buf out = BUF(HEADER_TEXT);
    mail_header_text(value, &out);
    const char *s = out.n ? arena_slice(arena, buf_all(&out)) : "";
    buf_free(&out);
    return s;
}

/* Quoted strings lose their backslashes before the words are decoded. */
static const char *name_of(struct arena *arena, struct slice raw)
{
    struct buf plain = BUF(HEADER_TEXT * 4);
    for (size_t i = 0; i < raw.n; i++) {
        if (raw.p[i] == '\\' && i + 1 < raw.n)
            i++;
        if (raw.p[i] != '"')
            buf_char(&plain, raw.p[i]);
    }
    const char *s = text_of(arena, buf_all(&plain));
    buf_free(&plain);
    return s;
}

static const char *first_address(struct arena *arena, struct slice value, const char **name)
{
    struct mail_mailbox box;
    while (mail_header_mailbox(&value, &box)) {
        if (!box.address[0])
            continue;
        if (name)
            *name = name_of(arena, box.name);
        return arena_strdup(arena, box.address);
    }
    return "";
}

static const char *first_id(struct arena *arena, struct slice value)
{
    struct slice id;
    return mail_header_id(&value, &id) ? arena_slice(arena, id) : "";
}

/* --- recipients, references ---------------------------------------------------------------- */

static void add_recipient(struct letter *letter, struct arena *arena, const char *address)
{
    if (!address[0] || letter->nto == LETTER_RECIPIENTS)
        return;
    for (int i = 0; i < letter->nto; i++)
        if (strcmp(letter->to[i], address) == 0)
            return;
    letter->to[letter->nto++] = arena_strdup(arena, address);
}

static void read_recipients(const struct mail_header *h, struct arena *arena, struct letter *letter)
{
    /* the topmost Delivered-To was written last: by the server closest to us */
    static const char *const names[] = {"Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct slice value;
        int at = 0;
        while (mail_header_next(h, names[i], &at, &value)) {
            struct mail_mailbox box;
            while (letter->nto < LETTER_RECIPIENTS && mail_header_mailbox(&value, &box))
                add_recipient(letter, arena, box.address);
        }
    }
}

/* Of a long thread the newest ids are kept. */
static void read_references(const struct mail_header *h, struct arena *arena, struct letter *letter)
{
    struct slice value = mail_header_get(h, "References"), count = value, id;
    int skip = -LETTER_REFERENCES;
    while (mail_header_id(&count, &id))
        skip++;
    while (mail_header_id(&value, &id))
        if (skip-- <= 0)
            letter->references[letter->nreferences++] = arena_slice(arena, id);
}

/* --- machines (RFC 3834) ------------------------------------------------------------------- */

static bool has(const struct mail_header *h, const char *name)
{
    struct slice value;
    int at = 0;
    return mail_header_next(h, name, &at, &value);
}

static bool token_is(const struct mail_header *h, const char *name, const char *token)
{
    char got[40];
    mail_header_token(mail_header_get(h, name), got, sizeof got);
    return strcmp(got, token) == 0;
}

/* Auto-Submitted other than no: one of several is enough. */
static bool is_submitted(const struct mail_header *h)
{
    struct slice value;
    char token[40];
    for (int at = 0; mail_header_next(h, "Auto-Submitted", &at, &value);) {
        mail_header_token(value, token, sizeof token);
        if (strcmp(token, "no") != 0)
            return true;
    }
    return false;
}

static bool is_auto(const struct mail_header *h)
{
    return is_submitted(h) ||
           (has(h, "X-Autoreply") && !token_is(h, "X-Autoreply", "no")) ||
           has(h, "X-Autorespond") || has(h, "X-Autoreply-From") || has(h, "X-Mail-Autoreply") ||
           token_is(h, "X-FC-MachineGenerated", "true") || token_is(h, "Precedence", "auto_reply");
}

static bool is_bulk(const struct mail_header *h)
{
    for (int i = 0; i < h->n; i++) {
        struct slice name = h->field[i].name;
        if (name.n > 5 && mail_same((struct slice){name.p, 5}, "list-"))
            return true;
    }
    return token_is(h, "Precedence", "bulk") || token_is(h, "Precedence", "junk") ||
           token_is(h, "Precedence", "list") ||
           (has(h, "X-Auto-Response-Suppress") && !token_is(h, "X-Auto-Response-Suppress", "none"));
}

/* Addresses nobody reads: by the whole local part (a +tag aside), its beginning or its end. */
static bool is_daemon(const char *address)
{
    static const char *const whole[] = {
        "mailer-daemon", "postmaster", "no-reply",     "noreply",     "no_reply",
        "no.reply",      "nobody",     "do-not-reply", "donotreply",  "do_not_reply",
        "listserv",      "majordomo",  "mail-daemon",  "mdaemon",     "bounce",
        "bounces",       "autoreply",  "auto-reply",   "root-daemon",
    };
    static const char *const begin[] = {"noreply-", "no-reply-", "bounce-", "bounces-", "owner-"};
    static const char *const end[] = {"-request", "-owner", "-bounces", "-noreply", "-no-reply"};
    struct slice rest = slice_of(address);
    struct slice local = slice_cut(&rest, '@');
    local = slice_cut(&local, '+');
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (mail_same(local, whole[i]))
            return true;
    for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++) {
        size_t n = strlen(begin[i]);
        if (local.n > n && mail_same((struct slice){local.p, n}, begin[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof end / sizeof end[0]; i++) {
        size_t n = strlen(end[i]);
        if (local.n > n && mail_same((struct slice){local.p + local.n - n, n}, end[i]))
            return true;
    }
    return false;
}

static void read_sender(const struct mail_header *h, struct arena *arena, struct letter *letter)
{
    struct slice path = slice_trim(mail_header_get(h, "Return-Path"));
    if (path.n >= 2 && path.p[0] == '<' &&
        slice_trim((struct slice){path.p + 1, path.n - 1}).p[0] == '>')
        letter->sender = "<>";
    else
        letter->sender = first_address(arena, path, NULL);
    letter->daemon =
        strcmp(letter->sender, "<>") == 0 || is_daemon(letter->sender) || is_daemon(letter->from);
}

/* Who says that From is not forged. One From with one mailbox, or nobody can; and only the topmost
 * field counts: it was written last, by the server closest to us, while those below it may have
 * come with the letter. */
static const char *read_vouched(const struct mail_header *h, struct arena *arena, const struct letter *letter)
{
    struct slice value, from;
    struct mail_mailbox box;
    char host[AUTHRES_HOST + 1];
    int at = 0, froms = 0;
    while (mail_header_next(h, "From", &at, &from))
        froms++;
    from = mail_header_get(h, "From");
    if (froms != 1 || !letter->from[0] || !mail_header_mailbox(&from, &box) || mail_header_mailbox(&from, &box))
        return "";
    at = 0;
    if (!mail_header_next(h, "Authentication-Results", &at, &value) ||
        !mail_authres_vouches(value, strrchr(letter->from, '@') + 1, host))
        return "";
    return arena_strdup(arena, host);
}

void mail_header_letter(const struct mail_header *h, struct arena *arena, struct letter *letter)
{
    letter->from_name = "";
    letter->from = first_address(arena, mail_header_get(h, "From"), &letter->from_name);
    letter->reply_to = first_address(arena, mail_header_get(h, "Reply-To"), NULL);
    letter->subject = text_of(arena, mail_header_get(h, "Subject"));
    letter->message_id = first_id(arena, mail_header_get(h, "Message-ID"));
    letter->in_reply_to = first_id(arena, mail_header_get(h, "In-Reply-To"));
    read_sender(h, arena, letter);
    read_recipients(h, arena, letter);
    read_references(h, arena, letter);
    letter->vouched = read_vouched(h, arena, letter);
    letter->auto_submitted = is_auto(h) || mail_away_subject(letter->subject);
    letter->bulk = is_bulk(h);
    letter->courtier = has(h, "X-Courtier");
}
