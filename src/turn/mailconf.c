#include "turn/mailconf.h"
#include "turn/house.h"

#include <strings.h>

void mailconf_default(struct mail_conf *c)
{
    *c = (struct mail_conf){.out = mail_account_new("outbox"),
                            .give_up = 5 * 86400,
                            .plus_addresses = true,
                            .auth = AUTH_TOKEN,
                            .trusted_authserv = "",
                            .house_answers_per_hour = 1000,
                            .bytes_per_day = 100 << 20,
                            .house_bytes_per_day = (int64_t)2 << 30};
    /* RFC 5321, 4.5.3.2: a server may take minutes to say that it has a letter, and whoever does not wait
     * for that sends it again. */
    c->out.timeout = 300;
}

/* --- values ---------------------------------------------------------------------------------- */

bool mailconf_size(struct slice text, int64_t *bytes)
{
    static const struct {
        char letter;
        int shift;
    } units[] = {{'k', 10}, {'M', 20}, {'G', 30}};
    int shift = 0;
    long long n;
    text = slice_trim(text);
    for (size_t i = 0; i < 3 && text.n; i++)
        if (text.p[text.n - 1] == units[i].letter) {
            shift = units[i].shift;
            text.n--;
            break;
        }
    if (!slice_to_int(text, &n) || n < 0 || n > 1000000)
        return false;
    *bytes = (int64_t)n << shift;
    return true;
}

static bool number(const char *value, int64_t least, int64_t most, int64_t *into)
{
    long long n;
    if (!slice_to_int(slice_of(value), &n) || n < least || n > most)
        return false;
    *into = n;
    return true;
}

static bool yes_no(const char *value, bool *into)
{
    *into = strcmp(value, "yes") == 0;
    return *into || strcmp(value, "no") == 0;
}

/* --- accounts -------------------------------------------------------------------------------- */

static bool set_processed(struct mail_account *a, struct arena *arena, const char *value)
{
    if (strcmp(value, "seen") == 0)
        a->processed = PROCESSED_SEEN;
    else if (strcmp(value, "delete") == 0)
        a->processed = PROCESSED_DELETE;
    else if (strncmp(value, "move:", 5) == 0 && value[5])
        a->processed = PROCESSED_MOVE, a->folder = arena_strdup(arena, value + 5);
    else
        return false;
    return true;
}

static bool set_sasl(struct mail_account *a, struct arena *arena, const char *value)
{
    static const char *const known[] = {"plain",       "login",         "cram-md5", "digest-md5",
                                        "scram-sha-1", "scram-sha-256", "xoauth2",  "oauthbearer"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcasecmp(value, known[i]) == 0) {
            a->sasl = arena_strdup(arena, value);
            return true;
        }
    return false;
}

static enum setting_result account_setting(struct mail_account *a, struct arena *arena,
                                           const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **text;
    } texts[] = {{"url", &a->url},
                 {"user", &a->user},
                 {"password", &a->password},
                 {"password-file", &a->password_file},
                 {"password-command", &a->password_command},
                 {"ca-file", &a->ca_file}};
    int64_t n;
    bool ok = false;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(name, texts[i].name) == 0) {
            *texts[i].text = arena_strdup(arena, value);
            return *value ? SETTING_TAKEN : SETTING_WRONG;
        }
    if (strcmp(name, "sasl") == 0)
        ok = set_sasl(a, arena, value);
    else if (strcmp(name, "tls") == 0)
        ok = strcmp(value, "none") == 0 || strcmp(value, "yes") == 0, a->no_tls = value[0] == 'n';
    else if (strcmp(name, "timeout") == 0 && house_duration(slice_of(value), &n) && n >= 1 &&
             n <= 3600)
        a->timeout = (int)n, ok = true;
    else
        return SETTING_OTHER;
    return ok ? SETTING_TAKEN : SETTING_WRONG;
}

/* The account of a section, made when it is named for the first time. NULL: too many. */
static struct mail_account *inbox(struct mail_conf *c, struct arena *arena, const char *section)
{
    for (int i = 0; i < c->nin; i++)
        if (strcmp(c->in[i].name, section) == 0)
            return &c->in[i];
    if (c->nin == INBOXES_MAX)
        return NULL;
    c->in[c->nin] = mail_account_new(arena_strdup(arena, section));
    return &c->in[c->nin++];
}

static enum setting_result inbox_setting(struct mail_conf *c, struct arena *arena,
                                         const char *section, const char *name, const char *value)
{
    struct mail_account *a = inbox(c, arena, section);
    if (!a)
        return SETTING_WRONG;
    if (strcmp(name, "processed") == 0)
        return set_processed(a, arena, value) ? SETTING_TAKEN : SETTING_WRONG;
    return account_setting(a, arena, name, value);
}

static enum setting_result outbox_setting(struct mail_conf *c, struct arena *arena,
                                          const char *name, const char *value)
{
    bool ok;
    if (strcmp(name, "per-minute") == 0)
        ok = number(value, 0, 1000000, &c->per_minute);
    else if (strcmp(name, "per-hour") == 0)
        ok = number(value, 0, 1000000, &c->per_hour);
    else if (strcmp(name, "give-up") == 0)
        ok = house_duration(slice_of(value), &c->give_up) && c->give_up >= 86400;
    else
        return account_setting(&c->out, arena, name, value);
    return ok ? SETTING_TAKEN : SETTING_WRONG;
}

/* --- the rest -------------------------------------------------------------------------------- */

static bool set_auth(struct mail_conf *c, const char *value)
{
    static const char *const names[] = {"token", "token-or-from", "token-and-from"};
    for (int i = 0; i < 3; i++)
        if (strcmp(value, names[i]) == 0) {
            c->auth = (enum mail_auth)i;
            return true;
        }
    return false;
}

static enum setting_result mail_setting(struct mail_conf *c, struct arena *arena, const char *name,
                                        const char *value)
{
    bool ok = true;
    if (strcmp(name, "auth") == 0)
        ok = set_auth(c, value);
    else if (strcmp(name, "trusted-authserv") == 0)
        c->trusted_authserv = arena_strdup(arena, value);
    else if (strcmp(name, "house-answers-per-hour") == 0)
        ok = number(value, 0, 1000000, &c->house_answers_per_hour);
    else if (strcmp(name, "bytes-per-day") == 0)
        ok = mailconf_size(slice_of(value), &c->bytes_per_day);
    else if (strcmp(name, "house-bytes-per-day") == 0)
        ok = mailconf_size(slice_of(value), &c->house_bytes_per_day);
    else
        return SETTING_OTHER;
    return ok ? SETTING_TAKEN : SETTING_WRONG;
}

enum setting_result mailconf_setting(struct mail_conf *c, struct arena *arena, const char *section,
                                     const char *name, const char *value)
{
    if (strcmp(section, "inbox") == 0 || strncmp(section, "inbox ", 6) == 0)
        return inbox_setting(c, arena, section, name, value);
    if (strcmp(section, "outbox") == 0)
        return outbox_setting(c, arena, name, value);
    if (strcmp(section, "mail") == 0)
        return mail_setting(c, arena, name, value);
    if (strcmp(section, "house") == 0 && strcmp(name, "plus-addresses") == 0)
        return yes_no(value, &c->plus_addresses) ? SETTING_TAKEN : SETTING_WRONG;
    return SETTING_OTHER;
}

int mailconf_check(struct mail_conf *c, const char *path, struct arena *arena, struct fault *fault)
{
    bool secrets = false;
    if (c->nin == 0)
        c->in[c->nin++] = mail_account_new("inbox");
    if (!*c->in[0].url && strcmp(c->in[0].name, "inbox") == 0)
        c->in[0].url = "maildir:in";
    if (!*c->out.url)
        c->out.url = "maildir:out";
    for (int i = 0; i <= c->nin; i++) {
        struct mail_account *a = i < c->nin ? &c->in[i] : &c->out;
        struct fault what;
        if (mail_account_check(a, arena, &what) != 0)
            return fault_set(fault, what.exit, "%.150s: %.300s", path, what.text);
        if (i < c->nin ? !mail_account_in(a) : !mail_account_out(a))
            return fault_set(fault, EX_CONFIG, "%.150s: [%s] url: letters cannot be %s %.80s", path,
                             a->name, i < c->nin ? "fetched from" : "sent through", a->url);
        secrets = secrets || *a->password || *a->password_command;
    }
    return secrets ? mail_secret_file_ok(path, "a password, or the command that prints it,", fault) : 0;
}
