#include "fake.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static void *life(void *ctx)
{
    struct fake *f = ctx;
    while (!f->stop) {
        struct pollfd p = {f->listener, POLLIN, 0};
        if (poll(&p, 1, 20) <= 0)
            continue;
        f->fd = accept(f->listener, NULL, NULL);
        if (f->fd < 0)
            continue;
        int one = 1;
        setsockopt(f->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one); /* steps are small */
        f->at = f->n = 0;
        f->serve(f);
        close(f->fd);
    }
    return NULL;
}

void fake_listen(struct fake *f, void (*serve)(struct fake *f))
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof a;
    *f = (struct fake){.serve = serve, .validity = 7};
    f->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (f->listener < 0 || bind(f->listener, (struct sockaddr *)&a, sizeof a) != 0 ||
        listen(f->listener, 8) != 0 || getsockname(f->listener, (struct sockaddr *)&a, &n) != 0)
        die("no server for the test");
    f->port = ntohs(a.sin_port);
}

void fake_live(struct fake *f)
{
    if (pthread_create(&f->thread, NULL, life, f) != 0)
        die("no thread for the server of the test");
}

void fake_start(struct fake *f, void (*serve)(struct fake *f))
{
    fake_listen(f, serve);
    fake_live(f);
}

void fake_stop(struct fake *f)
{
    f->stop = true;
    pthread_join(f->thread, NULL);
    close(f->listener);
    for (int i = 0; i < f->letters; i++)
        free(f->v[i].bytes);
}

struct fake_letter *fake_add(struct fake *f, const char *bytes)
{
    insist(f->letters < FAKE_LETTERS);
    struct fake_letter *l = &f->v[f->letters++];
    *l = (struct fake_letter){.uid = (unsigned)f->letters * 3,
                              .bytes = strdup(bytes),
                              .date = "15-Jan-2027 08:00:00 +0000"};
    return l;
}

bool fake_line(struct fake *f, char *line, size_t room)
{
    size_t k = 0;
    for (;;) {
        if (f->at == f->n) {
            struct pollfd p = {f->fd, POLLIN, 0};
            while (!f->stop && poll(&p, 1, 50) == 0)
                ;
            ssize_t got = f->stop ? 0 : recv(f->fd, f->in, sizeof f->in, 0);
            if (got <= 0)
                return false;
            f->at = 0;
            f->n = (size_t)got;
        }
        char c = f->in[f->at++];
        if (c == '\n')
            break;
        if (c != '\r' && k + 1 < room)
            line[k++] = c;
    }
    line[k] = '\0';
    return true;
}

bool fake_send(struct fake *f, const void *p, size_t n)
{
    if (++f->steps == f->cut) {
        shutdown(f->fd, SHUT_RDWR);
        return false;
    }
    for (int i = 0; i < f->slow && !f->stop; i += 10)
        usleep(10000);
    for (size_t at = 0; at < n;) {
        ssize_t put = send(f->fd, (const char *)p + at, n - at, MSG_NOSIGNAL);
        if (put <= 0)
            return false;
        at += (size_t)put;
    }
    return true;
}

bool fake_say(struct fake *f, const char *fmt, ...)
{
    char line[8192];
    va_list va;
    va_start(va, fmt);
    int n = vsnprintf(line, sizeof line - 2, fmt, va);
    va_end(va);
    insist(n >= 0 && n < (int)sizeof line - 2);
    memcpy(line + n, "\r\n", 2);
    return fake_send(f, line, (size_t)n + 2);
}

bool fake_refuses(struct fake *f, const char *command)
{
    if (!f->refuse || f->refusals == 0 || strncasecmp(command, f->refuse, strlen(f->refuse)) != 0)
        return false;
    f->refusals -= f->refusals > 0;
    return true;
}
