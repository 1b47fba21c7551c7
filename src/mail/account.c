#include "mail/account.h"
#include "base/secret.h"
#include "base/spawn.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TIMEOUT = 60, COMMAND_SECONDS = 60 };

struct mail_account mail_account_new(const char *name)
{
    return (struct mail_account){.name = name,
                                 .url = "",
                                 .user = "",
                                 .password = "",
                                 .password_file = "",
                                 .password_command = "",
                                 .sasl = "",
                                 .ca_file = "",
                                 .folder = "",
                                 .path = "",
                                 .address = "",
                                 .timeout = TIMEOUT};
}

/* --- the URL --------------------------------------------------------------------------------- */

static int wrong(const struct mail_account *a, const char *what, struct fault *fault)
{
    return fault_set(fault, EX_CONFIG, "[%s] %s", a->name, what);
}

static bool loopback(const char *host)
{
    struct in_addr a; /* not a name that begins like one: 127.example.org */
    return (inet_pton(AF_INET, host, &a) == 1 && ntohl(a.s_addr) >> 24 == 127) ||
           strcmp(host, "[::1]") == 0 || strcmp(host, "localhost") == 0;
}

/* Parts of the URL; libcurl allocates them. */
struct parts {
    char *scheme, *host, *port, *path, *user, *password;
};

static void parts_free(struct parts *p)
{
    if (p->password)
        secret_wipe(p->password, strlen(p->password));
    char *all[] = {p->scheme, p->host, p->port, p->path, p->user, p->password};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        curl_free(all[i]);
}

static bool split(const char *url, struct parts *p)
{
    CURLU *u = curl_url();
    bool ok = u && curl_url_set(u, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
              curl_url_get(u, CURLUPART_SCHEME, &p->scheme, 0) == CURLUE_OK &&
              curl_url_get(u, CURLUPART_HOST, &p->host, 0) == CURLUE_OK;
    if (ok) {
        curl_url_get(u, CURLUPART_PORT, &p->port, 0);
        curl_url_get(u, CURLUPART_PATH, &p->path, CURLU_URLDECODE);
        curl_url_get(u, CURLUPART_USER, &p->user, CURLU_URLDECODE);
        curl_url_get(u, CURLUPART_PASSWORD, &p->password, 0);
    }
    curl_url_cleanup(u);
    return ok;
}

static int from_parts(struct mail_account *a, const struct parts *p, struct arena *arena,
                      struct fault *fault)
{
    static const struct {
        const char *scheme;
        enum mail_kind kind;
        bool tls;
    } schemes[] = {{"imaps", MAIL_IMAP, true}, {"imap", MAIL_IMAP, false},
                   {"pop3s", MAIL_POP3, true}, {"pop3", MAIL_POP3, false},
                   {"smtps", MAIL_SMTP, true}, {"smtp", MAIL_SMTP, false}};
    bool found = false;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strcasecmp(p->scheme, schemes[i].scheme) != 0)
            continue;
        found = true;
        a->kind = schemes[i].kind;
        if (schemes[i].tls && a->no_tls)
            return wrong(a, "tls = none makes no sense with this url", fault);
    }
    if (!found)
        return wrong(a,
                     "url must begin with imaps:, imap:, pop3s:, pop3:, smtps:, smtp:, maildir: or "
                     "sendmail:",
                     fault);
    if (p->password)
        return wrong(
            a, "url holds a password: write it as password, password-file or password-command",
            fault);
    if (a->no_tls && !loopback(p->host))
        return wrong(a, "tls = none is for a server on this machine (127.0.0.1) only", fault);
    const char *port = a->kind == MAIL_SMTP && strcasecmp(p->scheme, "smtp") == 0 ? "587" : NULL;
    if (p->port)
        port = p->port;
    a->address =
        arena_printf(arena, "%s://%s%s%s", p->scheme, p->host, port ? ":" : "", port ? port : "");
    a->path =
        p->path && p->path[0] == '/' && p->path[1] ? arena_strdup(arena, p->path + 1) : "INBOX";
    if (p->user && !*a->user)
        a->user = arena_strdup(arena, p->user);
    return 0;
}

static int check_settings(const struct mail_account *a, struct fault *fault)
{
    int secrets = (*a->password != 0) + (*a->password_file != 0) + (*a->password_command != 0);
    bool server = a->kind == MAIL_IMAP || a->kind == MAIL_POP3 || a->kind == MAIL_SMTP;
    if (secrets > 1)
        return wrong(a, "has several of password, password-file and password-command: keep one",
                     fault);
    if (server && a->kind != MAIL_SMTP && !*a->user)
        return wrong(a, "needs user", fault);
    if (server && *a->user && !secrets)
        return wrong(a, "needs password, password-file or password-command", fault);
    if (!server && (secrets || *a->user || *a->sasl || *a->ca_file || a->no_tls))
        return wrong(
            a, "has user, password, sasl, ca-file or tls, which mean nothing with this url", fault);
    if (a->processed == PROCESSED_MOVE && a->kind != MAIL_IMAP)
        return wrong(a, "processed = move:FOLDER needs an imap or imaps url", fault);
    return 0;
}

int mail_account_check(struct mail_account *a, struct arena *arena, struct fault *fault)
{
    if (strncmp(a->url, "maildir:", 8) == 0 || strncmp(a->url, "sendmail:", 9) == 0) {
        a->kind = a->url[0] == 'm' ? MAIL_MAILDIR : MAIL_SENDMAIL;
        a->path = strchr(a->url, ':') + 1;
        if (!*a->path || (a->kind == MAIL_SENDMAIL && a->path[0] != '/'))
            return wrong(a, "url must be maildir:DIR or sendmail:/path", fault);
        return check_settings(a, fault);
    }
    struct parts p = {0};
    int r =
        split(a->url, &p)
            ? from_parts(a, &p, arena, fault)
            : wrong(a,
                    "url makes no sense: write imaps://host, smtp://host, maildir:DIR or the like",
                    fault);
    parts_free(&p);
    return r == 0 ? check_settings(a, fault) : -1;
}

bool mail_account_in(const struct mail_account *a)
{
    return a->kind == MAIL_MAILDIR || a->kind == MAIL_IMAP || a->kind == MAIL_POP3;
}

bool mail_account_out(const struct mail_account *a)
{
    return a->kind == MAIL_MAILDIR || a->kind == MAIL_SMTP || a->kind == MAIL_SENDMAIL;
}

/* --- copies ---------------------------------------------------------------------------------- */

#define EACH_STRING(X)                                                                             \
    X(name)                                                                                        \
    X(url) X(user) X(password) X(password_file) X(password_command) X(sasl) X(ca_file) X(folder)   \
        X(path) X(address)

struct mail_account mail_account_copy(const struct mail_account *a, struct arena *arena)
{
    struct mail_account b = *a;
#define COPY(field) b.field = arena_strdup(arena, a->field);
    EACH_STRING(COPY)
#undef COPY
    return b;
}

bool mail_account_same(const struct mail_account *a, const struct mail_account *b)
{
#define SAME(field)                                                                                \
    if (strcmp(a->field, b->field) != 0)                                                           \
        return false;
    EACH_STRING(SAME)
#undef SAME
    return a->no_tls == b->no_tls && a->processed == b->processed && a->timeout == b->timeout;
}

/* --- secrets --------------------------------------------------------------------------------- */

int mail_secret_file_ok(const char *path, const char *why, struct fault *fault)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return fault_set(fault, EX_NOINPUT, "%s: %m", path);
    if (st.st_mode & 077)
        return fault_set(fault, EX_NOPERM, "%s holds %s and others may read it. Run: chmod 600 %s",
                         path, why, path);
    return 0;
}

/* The first line of what was read, without its end. */
static int first_line(const struct mail_account *a, struct slice got, char secret[ACCOUNT_SECRET],
                      struct fault *fault)
{
    struct slice line = slice_cut(&got, '\n');
    while (line.n && line.p[line.n - 1] == '\r')
        line.n--;
    if (line.n == 0 || line.n >= ACCOUNT_SECRET || memchr(line.p, 0, line.n))
        return fault_set(fault, EX_CONFIG, "[%s] password: %s", a->name,
                         line.n ? "too long" : "the first line is empty");
    memcpy(secret, line.p, line.n);
    secret[line.n] = '\0';
    return 0;
}

static int from_file(const struct mail_account *a, struct buf *got, struct fault *fault)
{
    char chunk[1024];
    ssize_t n;
    if (mail_secret_file_ok(a->password_file, "a password", fault) != 0)
        return -1;
    int fd = open(a->password_file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return fault_set(fault, EX_NOINPUT, "%s: %m", a->password_file);
    while ((n = read(fd, chunk, sizeof chunk)) > 0 && got->n < ACCOUNT_SECRET)
        buf_add(got, chunk, (size_t)n);
    close(fd);
    secret_wipe(chunk, sizeof chunk);
    return 0;
}

static int from_command(const struct mail_account *a, struct buf *got, struct fault *fault)
{
    const char *argv[] = {"sh", "-c", a->password_command, NULL};
    struct spawn run = {.argv = argv, .output = got, .seconds = COMMAND_SECONDS};
    if (spawn_run(&run, fault) != 0)
        return -1;
    if (run.status != 0)
        return fault_set(fault, EX_TEMPFAIL, "[%s] password-command ended with exit status %d",
                         a->name, run.status);
    return 0;
}

int mail_account_secret(const struct mail_account *a, char secret[ACCOUNT_SECRET],
                        struct fault *fault)
{
    struct buf got = BUF(2 * ACCOUNT_SECRET);
    int r = 0;
    secret[0] = '\0';
    if (*a->password)
        buf_str(&got, a->password);
    else if (*a->password_file)
        r = from_file(a, &got, fault);
    else if (*a->password_command)
        r = from_command(a, &got, fault);
    else
        return 0;
    if (r == 0)
        r = first_line(a, buf_all(&got), secret, fault);
    if (got.p)
        secret_wipe(got.p, got.room);
    buf_free(&got);
    return r;
}
