/* wait: until a letter comes, the time is over or somebody wants us to end. */
#include "mail/mailbox.h"
#include "run/run.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The signal that sets *stop may come right before poll(): then it is seen within a second. */
enum { SLICE = 1000, SHORT = 50 };

/* IDLE is said again before a server, or a router on the way, takes us for dead (RFC 2177). */
enum { IDLE_SECONDS = 28 * 60 };

void run_wait(struct run *run, int64_t seconds)
{
    struct pollfd p[INBOXES_MAX];
    struct fault ignored; /* the next fetch says it again */
    int n = 0;
    int64_t end = now_ms() + seconds * 1000;
    for (int i = 0; i < INBOXES_MAX; i++) {
        int fd = -1;
        if (!run->boxes[i] || run->boxes[i]->driver->wait(run->boxes[i], &fd, &ignored) != 0)
            continue;
        if (fd == -2 && end > now_ms() + SHORT)
            end = now_ms() + SHORT; /* there is something already */
        if (fd >= 0)
            p[n++] = (struct pollfd){fd, POLLIN, 0};
    }
    if (n && end > now_ms() + IDLE_SECONDS * 1000)
        end = now_ms() + IDLE_SECONDS * 1000;
    while (!*run->stop) {
        int64_t left = end - now_ms();
        if (left <= 0)
            return;
        int r = poll(p, (nfds_t)n, (int)(left < SLICE ? left : SLICE));
        if (r > 0 || (r < 0 && errno != EINTR))
            return;
    }
}
