/* SMTP by libcurl: one handle, so one connection for as many letters as the server takes.
 *
 * Invariants
 *   1. Whether a refusal is about the letter or about us is told by the command it answers: RCPT,
 *      DATA and the end of the data are the letter's; everything before, MAIL included, is ours
 *      (but 552 to MAIL: the letter is too big for them).
 *   2. Of what goes over the line only commands' first words and the server's answers are kept. */
#include "mail/carrier.h"
#include "mail/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum verb { VERB_NONE, VERB_OTHER, VERB_MAIL, VERB_RCPT, VERB_DATA, VERB_END };

struct smtp {
    struct carrier carrier;
    CURL *curl;
    struct slice rest;         /* of the letter under way */
    enum verb verb;            /* the last command sent */
    bool leaving;              /* QUIT was said: what follows is no answer to the letter */
    char said[CARRIER_ANSWER]; /* the last line of the server */
    char detail[CURL_ERROR_SIZE];
};

/* --- what is said ---------------------------------------------------------------------------- */

static int on_debug(CURL *curl, curl_infotype type, char *p, size_t n, void *ctx)
{
    struct smtp *s = ctx;
    (void)curl;
    if (s->leaving)
        return 0;
    if (type == CURLINFO_HEADER_OUT && n >= 4 && strncasecmp(p, "QUIT", 4) == 0) {
        s->leaving = true;
    } else if (type == CURLINFO_HEADER_OUT && n >= 4) {
        s->verb = strncasecmp(p, "MAIL", 4) == 0   ? VERB_MAIL
                  : strncasecmp(p, "RCPT", 4) == 0 ? VERB_RCPT
                  : strncasecmp(p, "DATA", 4) == 0 ? VERB_DATA
                                                   : VERB_OTHER;
        s->said[0] = '\0';
    } else if (type == CURLINFO_DATA_OUT) {
        s->verb = VERB_END;
        s->said[0] = '\0';
    } else if (type == CURLINFO_HEADER_IN) {
        size_t k = 0;
        for (; k < n && k + 1 < sizeof s->said && p[k] != '\r' && p[k] != '\n'; k++)
            s->said[k] = p[k] >= 0x20 && p[k] < 0x7f ? p[k] : '?';
        s->said[k] = '\0';
    }
    return 0;
}

static size_t on_read(char *to, size_t size, size_t n, void *ctx)
{
    struct smtp *s = ctx;
    size_t k = size * n < s->rest.n ? size * n : s->rest.n;
    memcpy(to, s->rest.p, k);
    s->rest = (struct slice){s->rest.p + k, s->rest.n - k};
    return k;
}

/* --- carrying -------------------------------------------------------------------------------- */

static int open_curl(struct smtp *s, struct fault *fault)
{
    if (s->curl)
        return 0;
    s->curl = curl_easy_init();
    if (!s->curl)
        die("out of memory");
    if (mail_link_setup(s->curl, &s->carrier.account, fault) != 0) {
        curl_easy_cleanup(s->curl);
        s->curl = NULL;
        return -1;
    }
    CURLcode e = curl_easy_setopt(s->curl, CURLOPT_ERRORBUFFER, s->detail);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_DEBUGFUNCTION, on_debug);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_DEBUGDATA, s);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_VERBOSE, 1L);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_READFUNCTION, on_read);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_READDATA, s);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_UPLOAD, 1L);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_LOW_SPEED_TIME, (long)s->carrier.account.timeout);
    insist(e == CURLE_OK);
    return 0;
}

/* What a failure of a transfer means: see invariant 1. */
static int judge(struct smtp *s, CURLcode e, enum carried *result, struct fault *fault)
{
    long code = 0;
    const struct mail_account *a = &s->carrier.account;
    if (s->said[0] >= '2' && s->said[0] <= '5') {
        long long n;
        if (slice_to_int((struct slice){s->said, strnlen(s->said, 3)}, &n))
            code = (long)n;
    }
    bool ours = s->verb <= VERB_OTHER || (s->verb == VERB_MAIL && code >= 500 && code != 552);
    if (ours && s->verb == VERB_MAIL)
        return fault_set(fault, EX_UNAVAILABLE, "[%s] %s refuses the sender: %s", a->name,
                         a->address, s->said);
    if (ours && code >= 400 && e != CURLE_LOGIN_DENIED && e != CURLE_USE_SSL_FAILED)
        return fault_set(fault, code < 500 ? EX_TEMPFAIL : EX_UNAVAILABLE, "[%s] %s: %s", a->name,
                         a->address, s->said);
    if (ours)
        return mail_link_fault(a, e, s->detail, fault);
    *result = code >= 500 ? CARRIED_NEVER : CARRIED_LATER;
    return 0;
}

static int carry(struct carrier *c, const struct carrier_letter *l, enum carried *result,
                 char answer[CARRIER_ANSWER], struct fault *fault)
{
    struct smtp *s = (struct smtp *)c;
    char from[300], to[300];
    if (open_curl(s, fault) != 0)
        return -1;
    snprintf(from, sizeof from, "<%s>", l->from);
    snprintf(to, sizeof to, "<%s>", l->to);
    struct curl_slist *rcpt = curl_slist_append(NULL, to);
    if (!rcpt)
        die("out of memory");
    s->rest = l->bytes;
    s->verb = VERB_NONE;
    s->leaving = false;
    s->said[0] = s->detail[0] = '\0';
    CURLcode e = curl_easy_setopt(s->curl, CURLOPT_MAIL_FROM, from);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, rcpt);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)l->bytes.n);
    insist(e == CURLE_OK);
    e = curl_easy_perform(s->curl);
    curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, NULL);
    curl_slist_free_all(rcpt);
    int r = 0;
    if (e == CURLE_OK)
        *result = CARRIED;
    else
        r = judge(s, e, result, fault);
    snprintf(answer, CARRIER_ANSWER, "%s", s->said[0] ? s->said : e != CURLE_OK ? s->detail : "");
    for (char *p = answer; *p; p++)
        *p = *p >= 0x20 && *p < 0x7f ? *p : '?';
    /* A server that refused the end of the data may think that the letter is still under way, and
     * takes no other one. Hang up before the next goes over a connection of its own: some allow only
     * one at a time. */
    if (e != CURLE_OK && s->verb == VERB_END) {
        curl_easy_cleanup(s->curl);
        s->curl = NULL;
    }
    return r;
}

/* --- checking -------------------------------------------------------------------------------- */

/* Connects, takes TLS and logs in, as for a letter, and says NOOP. */
static int check(struct carrier *c, mailbox_say *say, void *ctx, struct fault *fault)
{
    struct smtp *s = (struct smtp *)c;
    char text[400];
    if (open_curl(s, fault) != 0)
        return -1;
    s->verb = VERB_NONE;
    s->leaving = false;
    s->said[0] = s->detail[0] = '\0';
    CURLcode e = curl_easy_setopt(s->curl, CURLOPT_UPLOAD, 0L);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_NOBODY, 1L);
    if (e == CURLE_OK)
        e = curl_easy_setopt(s->curl, CURLOPT_CUSTOMREQUEST, "NOOP");
    if (e == CURLE_OK)
        e = curl_easy_perform(s->curl);
    int r = 0;
    if (e != CURLE_OK) {
        enum carried result;
        r = judge(s, e, &result, fault);
    } else {
        const struct mail_account *a = &c->account;
        snprintf(text, sizeof text, "%.200s: connected%s%s", a->address,
                 *a->user ? ", logged in" : "",
                 a->no_tls ? " (without TLS)" : ", certificate verified");
        say(ctx, "ok", text);
        if (!*a->user)
            say(ctx, "warning", "no user: most servers take letters to others only behind a login");
    }
    curl_easy_cleanup(s->curl);
    s->curl = NULL;
    return r;
}

static void close_smtp(struct carrier *c)
{
    struct smtp *s = (struct smtp *)c;
    if (s->curl)
        curl_easy_cleanup(s->curl);
    carrier_done(c);
}

static const struct carrier_driver driver = {carry, check, close_smtp};

struct carrier *smtp_carrier(const struct mail_account *account)
{
    struct smtp *s = calloc(1, sizeof *s);
    if (!s)
        die("out of memory");
    carrier_init(&s->carrier, &driver, account);
    return &s->carrier;
}
