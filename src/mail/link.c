#include "mail/link.h"
#include "base/secret.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

/* Invariants
 *   1. Peer and host name are verified on every connection; nothing here turns that off.
 *   2. With a CA file of the account only that one is trusted: libcurl's CA path is taken away,
 * too.
 *   3. The secret is wiped once libcurl has its copy.
 *   4. A server cannot keep us for ever, whatever it sends: behind each of our commands it has so many
 *      bytes, and so much time. Who trickles is given up, who brings a letter slowly is waited for. */

enum {
    CONNECT_SECONDS = 30,
    AHEAD = 16 << 10,
    PATIENCE = 3,     /* timeouts behind one command, and a millisecond for each byte that has come */
};

struct mail_link {
    CURL *curl;
    curl_socket_t fd;
    int timeout;
    bool ended;
    int64_t most, got, waited; /* bytes, and milliseconds, since the last command */
    char ahead[AHEAD]; /* read by mail_link_pending() */
    size_t at, n;
    char detail[CURL_ERROR_SIZE];
};

static void init_once(void)
{
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        die("libcurl cannot be set up");
    signal(SIGPIPE, SIG_IGN); /* a server that hangs up is not the end of us */
}

static bool bearer(const struct mail_account *a)
{
    return strcasecmp(a->sasl, "XOAUTH2") == 0 || strcasecmp(a->sasl, "OAUTHBEARER") == 0;
}

/* --- faults ---------------------------------------------------------------------------------- */

int mail_link_fault(const struct mail_account *a, CURLcode code, const char *detail,
                    struct fault *fault)
{
    switch (code) {
    case CURLE_LOGIN_DENIED:
        return fault_set(fault, EX_NOPERM, "[%s] %s refuses the user name or the %s", a->name,
                         a->address, bearer(a) ? "token, which may have expired" : "password");
    case CURLE_PEER_FAILED_VERIFICATION:
        if (strncmp(detail, "server certificate verification failed", 38) ==
            0) /* GnuTLS does not say why */
            detail = "it has expired, or was not signed by a CA that is known here: see ca-file";
        return fault_set(fault, EX_NOPERM, "[%s] %s: the certificate is not to be trusted (%.200s)",
                         a->name, a->address, detail);
    case CURLE_SSL_CACERT_BADFILE:
        return fault_set(fault, EX_CONFIG, "[%s] ca-file %s cannot be used (%.200s)", a->name,
                         a->ca_file, detail);
    case CURLE_USE_SSL_FAILED:
        return fault_set(fault, EX_CONFIG, "[%s] %s does not offer TLS; nothing was sent", a->name,
                         a->address);
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_UNKNOWN_OPTION:
        return fault_set(fault, EX_CONFIG, "[%s] %s: %.200s", a->name, a->address, detail);
    default:
        return fault_set(fault, EX_TEMPFAIL, "[%s] %s: %.200s", a->name, a->address,
                         *detail ? detail : curl_easy_strerror(code));
    }
}

/* --- opening --------------------------------------------------------------------------------- */

static CURLcode login(CURL *curl, const struct mail_account *a, const char *secret)
{
    char options[64];
    CURLcode e = curl_easy_setopt(curl, CURLOPT_USERNAME, a->user);
    if (e == CURLE_OK)
        e = curl_easy_setopt(curl, bearer(a) ? CURLOPT_XOAUTH2_BEARER : CURLOPT_PASSWORD, secret);
    if (e == CURLE_OK && *a->sasl) {
        snprintf(options, sizeof options, "AUTH=%s", a->sasl);
        for (char *c = options; *c; c++)
            *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 32) : *c;
        e = curl_easy_setopt(curl, CURLOPT_LOGIN_OPTIONS, options);
    }
    return e;
}

int mail_link_setup(CURL *curl, const struct mail_account *a, struct fault *fault)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char secret[ACCOUNT_SECRET];
    pthread_once(&once, init_once);
    if (mail_account_secret(a, secret, fault) != 0)
        return -1;
    const struct {
        CURLoption option;
        long value;
    } longs[] = {
        {CURLOPT_NOSIGNAL, 1},
        {CURLOPT_SSL_VERIFYPEER, 1},
        {CURLOPT_SSL_VERIFYHOST, 2},
        {CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2},
        {CURLOPT_USE_SSL, a->no_tls ? CURLUSESSL_NONE : CURLUSESSL_ALL},
        {CURLOPT_CONNECTTIMEOUT, a->timeout < CONNECT_SECONDS ? a->timeout : CONNECT_SECONDS},
        {CURLOPT_SERVER_RESPONSE_TIMEOUT, a->timeout}};
    CURLcode e = curl_easy_setopt(curl, CURLOPT_URL, a->address);
    for (size_t i = 0; i < sizeof longs / sizeof longs[0] && e == CURLE_OK; i++)
        e = curl_easy_setopt(curl, longs[i].option, longs[i].value);
    if (e == CURLE_OK)
        e = curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* no proxy of the environment */
    if (e == CURLE_OK && *a->ca_file) {
        e = curl_easy_setopt(curl, CURLOPT_CAINFO, a->ca_file);
        if (e == CURLE_OK)
            e = curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
    }
    if (e == CURLE_OK && *a->user)
        e = login(curl, a, secret);
    secret_wipe(secret, sizeof secret);
    return e == CURLE_OK ? 0 : mail_link_fault(a, e, curl_easy_strerror(e), fault);
}

int mail_link_open(struct mail_link **link, const struct mail_account *a, struct fault *fault)
{
    struct mail_link *l = calloc(1, sizeof *l);
    if (!l)
        die("out of memory");
    *link = l;
    l->timeout = a->timeout;
    l->most = LINK_ANSWER;
    l->curl = curl_easy_init();
    if (!l->curl)
        die("out of memory");
    CURLcode e = curl_easy_setopt(l->curl, CURLOPT_CONNECT_ONLY, 1L);
    if (e == CURLE_OK)
        e = curl_easy_setopt(l->curl, CURLOPT_ERRORBUFFER, l->detail);
    if (e == CURLE_OK)
        e = curl_easy_setopt(l->curl, CURLOPT_TIMEOUT, (long)a->timeout);
    if (mail_link_setup(l->curl, a, fault) != 0) {
        mail_link_close(link);
        return -1;
    }
    if (e == CURLE_OK)
        e = curl_easy_perform(l->curl);
    if (e == CURLE_OK)
        e = curl_easy_getinfo(l->curl, CURLINFO_ACTIVESOCKET, &l->fd);
    if (e != CURLE_OK) {
        mail_link_fault(a, e, l->detail, fault);
        mail_link_close(link);
        return -1;
    }
    return 0;
}

void mail_link_close(struct mail_link **link)
{
    struct mail_link *l = *link;
    if (!l)
        return;
    curl_easy_cleanup(l->curl);
    free(l);
    *link = NULL;
}

void mail_link_hang_up(struct mail_link *l)
{
    l->ended = true;
    l->at = l->n = 0;
}

/* --- bytes ----------------------------------------------------------------------------------- */

void mail_link_expect(struct mail_link *l, int64_t most)
{
    l->most = most;
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool wait_for(struct mail_link *l, short what)
{
    struct pollfd p = {l->fd, what, 0};
    int64_t start = now_ms();
    int r;
    do
        r = poll(&p, 1, l->timeout * 1000);
    while (r < 0 && errno == EINTR);
    l->waited += now_ms() - start;
    return r > 0 && l->waited <= (int64_t)l->timeout * 1000 * PATIENCE + l->got;
}

ssize_t mail_link_read(struct mail_link *l, void *p, size_t n)
{
    if (l->at < l->n) {
        size_t k = l->n - l->at < n ? l->n - l->at : n;
        memcpy(p, l->ahead + l->at, k);
        l->at += k;
        return (ssize_t)k;
    }
    while (!l->ended) {
        size_t got = 0;
        CURLcode e = curl_easy_recv(l->curl, p, n, &got);
        l->got += (int64_t)got;
        if (e == CURLE_OK && got && l->got <= l->most)
            return (ssize_t)got;
        /* No bytes without an error is the end; libetpan would ask for ever. */
        if (e != CURLE_AGAIN || !wait_for(l, POLLIN))
            l->ended = true;
    }
    return -1;
}

ssize_t mail_link_write(struct mail_link *l, const void *p, size_t n)
{
    size_t done = 0;
    l->got = l->waited = 0;
    while (done < n && !l->ended) {
        size_t put = 0;
        CURLcode e = curl_easy_send(l->curl, (const char *)p + done, n - done, &put);
        if (e == CURLE_OK)
            done += put;
        else if (e != CURLE_AGAIN || !wait_for(l, POLLOUT))
            l->ended = true;
    }
    return l->ended ? -1 : (ssize_t)n;
}

int mail_link_fd(const struct mail_link *l)
{
    return (int)l->fd;
}

bool mail_link_pending(struct mail_link *l)
{
    if (l->at < l->n || l->ended)
        return true;
    size_t got = 0;
    CURLcode e = curl_easy_recv(l->curl, l->ahead, sizeof l->ahead, &got);
    l->at = 0;
    l->n = e == CURLE_OK ? got : 0;
    l->ended = e != CURLE_AGAIN && l->n == 0;
    return l->n > 0 || l->ended;
}
