#include "mail/imap_link.h"

#include <stdlib.h>

/* The session begins behind the login, which libcurl has made: libetpan is told so by a greeting of
 * our own. */
static const char greeting[] = "* PREAUTH ready\r\n";

struct low {
    struct mail_link *link;
    size_t greeted;
};

static ssize_t low_read(mailstream_low *s, void *p, size_t n)
{
    struct low *low = s->data;
    size_t left = sizeof greeting - 1 - low->greeted;
    if (!left)
        return mail_link_read(low->link, p, n);
    n = n < left ? n : left;
    memcpy(p, greeting + low->greeted, n);
    low->greeted += n;
    return (ssize_t)n;
}

static ssize_t low_write(mailstream_low *s, const void *p, size_t n)
{
    return mail_link_write(((struct low *)s->data)->link, p, n);
}

static int low_close(mailstream_low *s)
{
    struct low *low = s->data;
    mail_link_close(&low->link);
    return 0;
}

static int low_fd(mailstream_low *s)
{
    return mail_link_fd(((struct low *)s->data)->link);
}

static void low_free(mailstream_low *s)
{
    free(s->data);
    free(s);
}

static void low_cancel(mailstream_low *s)
{
    (void)s;
}

static struct mailstream_cancel *low_get_cancel(mailstream_low *s)
{
    (void)s;
    return NULL;
}

static carray *low_certificates(mailstream_low *s)
{
    (void)s;
    return NULL;
}

static mailstream_low_driver driver = {
    .mailstream_read = low_read,
    .mailstream_write = low_write,
    .mailstream_close = low_close,
    .mailstream_get_fd = low_fd,
    .mailstream_free = low_free,
    .mailstream_cancel = low_cancel,
    .mailstream_get_cancel = low_get_cancel,
    .mailstream_get_certificate_chain = low_certificates,
};

enum { STREAM_BUFFER = 64 << 10 };

int imap_link_open(struct imap_link *l, const struct mail_account *account, struct fault *fault)
{
    *l = (struct imap_link){0};
    if (mail_link_open(&l->link, account, fault) != 0)
        return -1;
    struct low *low = calloc(1, sizeof *low);
    mailstream_low *s = low ? mailstream_low_new(low, &driver) : NULL;
    mailstream *stream = s ? mailstream_new(s, STREAM_BUFFER) : NULL;
    l->imap = stream ? mailimap_new(0, NULL) : NULL;
    if (!l->imap)
        die("out of memory");
    low->link = l->link;
    struct mailimap_capability_data *cap = NULL;
    int code = mailimap_connect(l->imap, stream);
    if (code == MAILIMAP_NO_ERROR_AUTHENTICATED)
        code = mailimap_capability(l->imap, &cap);
    if (cap)
        mailimap_capability_data_free(cap);
    if (code != MAILIMAP_NO_ERROR) {
        imap_link_fault(l, account, "CAPABILITY", code, fault);
        imap_link_close(l, false);
        return -1;
    }
    return 0;
}

void imap_link_close(struct imap_link *l, bool politely)
{
    if (!l->imap)
        return;
    if (!politely && l->imap->imap_stream)
        mail_link_hang_up(l->link);
    mailimap_free(l->imap); /* logs out */
    *l = (struct imap_link){0};
}

bool imap_link_pending(struct imap_link *l)
{
    return l->imap->imap_stream->read_buffer_len > 0 || mail_link_pending(l->link);
}

int imap_link_fault(struct imap_link *l, const struct mail_account *account, const char *command,
                    int code, struct fault *fault)
{
    char said[160] = "";
    size_t n = 0;
    const char *p = l->imap ? l->imap->imap_response : NULL;
    for (; p && *p && n + 1 < sizeof said; p++)
        said[n++] = *p >= 0x20 && *p < 0x7f ? *p : '?';
    said[n] = '\0';
    bool no = code != MAILIMAP_ERROR_STREAM && code != MAILIMAP_ERROR_PARSE &&
              code != MAILIMAP_ERROR_FATAL;
    if (no && n)
        return fault_set(fault, EX_UNAVAILABLE, "[%s] %s says no to %s: %s", account->name,
                         account->address, command, said);
    return fault_set(fault, EX_TEMPFAIL, "[%s] %s: the connection broke at %s", account->name,
                     account->address, command);
}
