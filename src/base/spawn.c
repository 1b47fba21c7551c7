#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Invariants
 *   1. The child has a process group of its own: what it started ends with it.
 *   2. Its input is a socket, so that writing to a program that does not read raises no signal. */

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int start(struct spawn *s, int in, int out, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t pipes, none;
    sigemptyset(&none);
    sigemptyset(&pipes);
    sigaddset(&pipes, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    if (out >= 0)
        posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    else
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                        POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attr, 0);
    posix_spawnattr_setsigdefault(&attr, &pipes);
    posix_spawnattr_setsigmask(&attr, &none);
    int e = posix_spawnp(pid, s->argv[0], &files, &attr, (char *const *)s->argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    return e;
}

/* Feeds and reads until both ends are closed. False when the time is over. */
static bool talk(struct spawn *s, int *in, int out, int64_t end)
{
    struct slice rest = s->input;
    bool reading = out >= 0;
    while (*in >= 0 || reading) {
        if (*in >= 0 && rest.n == 0) {
            close(*in);
            *in = -1;
            continue;
        }
        struct pollfd p[2] = {{*in, POLLOUT, 0}, {reading ? out : -1, POLLIN, 0}};
        int64_t left = end - now_ms();
        if (left <= 0)
            return false;
        if (poll(p, 2, (int)left) < 0 && errno != EINTR)
            return false;
        if (p[0].revents) {
            ssize_t n = send(*in, rest.p, rest.n, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (n > 0)
                rest = (struct slice){rest.p + n, rest.n - (size_t)n};
            else if (n < 0 && errno != EAGAIN && errno != EINTR)
                rest.n = 0; /* it does not want the rest; its exit status tells */
        }
        if (p[1].revents) {
            char chunk[4096];
            ssize_t n = read(out, chunk, sizeof chunk);
            if (n > 0)
                buf_add(s->output, chunk, (size_t)n);
            else if (n == 0 || errno != EINTR)
                reading = false;
        }
    }
    return true;
}

/* The end of the child; false when the time is over. */
static bool await_end(pid_t pid, int64_t end, int *status)
{
    for (;;) {
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid)
            return true;
        if ((got < 0 && errno != EINTR) || now_ms() >= end)
            return false;
        struct timespec t = {0, 5000000};
        nanosleep(&t, NULL);
    }
}

int spawn_run(struct spawn *s, struct fault *fault)
{
    int in[2], out[2] = {-1, -1}, status = 0;
    pid_t pid;
    int64_t end = now_ms() + (int64_t)s->seconds * 1000;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)
        return fault_set(fault, EX_OSERR, "no socket for %s: %m", s->argv[0]);
    if (s->output && pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return fault_set(fault, EX_OSERR, "no pipe for %s: %m", s->argv[0]);
    }
    int e = start(s, in[1], out[1], &pid);
    close(in[1]);
    if (out[1] >= 0)
        close(out[1]);
    bool ok = e == 0 && talk(s, &in[0], out[0], end) && await_end(pid, end, &status);
    if (in[0] >= 0)
        close(in[0]);
    if (out[0] >= 0)
        close(out[0]);
    if (e != 0) {
        errno = e;
        return fault_set(fault, e == ENOENT || e == EACCES ? EX_NOINPUT : EX_OSERR,
                         "cannot run %s: %m", s->argv[0]);
    }
    if (!ok) {
        kill(-pid, SIGKILL);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
        return fault_set(fault, EX_TEMPFAIL, "%s did not end within %d seconds", s->argv[0],
                         s->seconds);
    }
    s->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return 0;
}
