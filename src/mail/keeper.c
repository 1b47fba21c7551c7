#include "mail/cage.h"

#include "mail/charset.h"
#include "base/slice.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CONTROL = 3 }; /* the keeper's only descriptor between two requests */

/* Signals meant for the program (a terminal's, a service manager's) must not end a reader in the
 * middle of a letter, which would then be blamed; nobody's handlers are ours. */
static void calm_signals(void)
{
    static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
    sigset_t none;
    for (int i = 1; i < 32; i++)
        signal(i, SIG_DFL);
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        signal(ignored[i], SIG_IGN);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* People put passwords there. */
static void wipe_environment(void)
{
    for (char **e = environ; e && *e; e++)
        explicit_bzero(*e, strlen(*e));
}

static bool send_pipes(int letters, int answers)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control = {.room = {0}};
    char byte = 'c';
    struct iovec part = {&byte, 1};
    struct msghdr msg = {.msg_iov = &part,
                         .msg_iovlen = 1,
                         .msg_control = control.room,
                         .msg_controllen = sizeof control.room};
    struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
    int fds[2] = {letters, answers};
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof fds);
    memcpy(CMSG_DATA(c), fds, sizeof fds);
    return sendmsg(CONTROL, &msg, MSG_NOSIGNAL) == 1;
}

static void end_child(pid_t *child)
{
    if (*child > 0) {
        kill(*child, SIGKILL);
        while (waitpid(*child, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    *child = 0;
}

/* A new child and its pipes to the parent. */
static bool new_child(struct mail_cage *cage, pid_t *child)
{
    int letters[2], answers[2];
    pid_t self = getpid();
    if (pipe2(letters, O_CLOEXEC) != 0)
        return false;
    if (pipe2(answers, O_CLOEXEC) != 0) {
        close(letters[0]);
        close(letters[1]);
        return false;
    }
    *child = fork();
    if (*child == 0)
        mail_cage_run(cage, letters[0], answers[1], self);
    bool ok = *child > 0 && send_pipes(letters[1], answers[0]);
    for (int i = 0; i < 2; i++) {
        close(letters[i]);
        close(answers[i]);
    }
    return ok;
}

void mail_keeper_run(int control, pid_t parent)
{
    pid_t child = 0;
    char byte;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(1);
    prctl(PR_SET_DUMPABLE, 0);
    calm_signals();
    if ((control != CONTROL && dup2(control, CONTROL) != CONTROL) ||
        close_range(0, CONTROL - 1, 0) != 0 || close_range(CONTROL + 1, ~0u, 0) != 0)
        _exit(1);
    mail_charset_preload();
    wipe_environment();
    struct mail_cage *cage = mail_cage_new();
    while (cage && recv(CONTROL, &byte, 1, 0) == 1) {
        end_child(&child);
        if (!new_child(cage, &child))
            break;
    }
    end_child(&child);
    _exit(0);
}
