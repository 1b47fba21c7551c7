#include "mail/reader.h"

#include "mail/cage.h"
#include "mail/inside.h"
#include "mail/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Invariants
 * 1. queue[0..n) are the letters under way, oldest first; queue[0..handed) are wholly with the
 *    child, queue[handed] perhaps partly, none behind it.
 * 2. The child answers in order, so an answer is about queue[0] and needs handed > 0.
 * 3. A child that ends, hangs or breaks the rules is replaced and every letter under way is handed
 *    out again. queue[0] is to blame only if the child had it whole and nothing before it: a
 *    letter is never set aside for what another one, or the machine, did. */

enum { TRIES = 3 }; /* children lost in a row without anyone to blame */

/* --- children ------------------------------------------------------------------------------ */

static void drop_child(struct mail_reader *r)
{
    if (r->letters >= 0)
        close(r->letters);
    if (r->answers >= 0)
        close(r->answers);
    r->letters = r->answers = -1;
    r->hello = false;
    r->answered = r->given = r->handed = 0;
    r->sent = 0;
    buf_clear(&r->in);
}

static bool take_pipes(struct mail_reader *r)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control;
    char byte;
    int fds[2];
    struct iovec part = {&byte, 1};
    struct msghdr msg = {.msg_iov = &part,
                         .msg_iovlen = 1,
                         .msg_control = control.room,
                         .msg_controllen = sizeof control.room};
    ssize_t got;
    do
        got = recvmsg(r->control, &msg, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    struct cmsghdr *c = got == 1 ? CMSG_FIRSTHDR(&msg) : NULL;
    if (!c || c->cmsg_type != SCM_RIGHTS || c->cmsg_len != CMSG_LEN(sizeof fds))
        return false;
    memcpy(fds, CMSG_DATA(c), sizeof fds);
    r->letters = fds[0];
    r->answers = fds[1];
    return fcntl(r->letters, F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(r->answers, F_SETFL, O_NONBLOCK) == 0;
}

static int new_child(struct mail_reader *r, struct fault *fault)
{
    drop_child(r);
    if (send(r->control, "c", 1, MSG_NOSIGNAL) != 1 || !take_pipes(r))
        return fault_set(fault, EX_TEMPFAIL, "cannot start a process that reads letters");
    return 0;
}

int mail_reader_start(struct mail_reader **reader, struct fault *fault)
{
    int pair[2];
    pid_t self = getpid();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return fault_set(fault, EX_OSERR, "cannot make a socket: %m");
    pid_t pid = fork();
    if (pid == 0)
        mail_keeper_run(pair[1], self);
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return fault_set(fault, EX_OSERR, "cannot fork: %m");
    }
    struct mail_reader *r = calloc(1, sizeof *r);
    if (!r)
        die("out of memory");
    r->control = pair[0];
    r->keeper = pid;
    r->letters = r->answers = -1;
    r->patience = READER_SECONDS * 1000;
    r->in = BUF(WIRE_ANSWER + (1 << 20));
    *reader = r;
    return 0;
}

void mail_reader_stop(struct mail_reader **reader)
{
    struct mail_reader *r = *reader;
    if (!r)
        return;
    drop_child(r);
    close(r->control); /* which ends the keeper, and it its child */
    while (waitpid(r->keeper, NULL, 0) < 0 && errno == EINTR)
        ;
    buf_free(&r->in);
    free(r);
    *reader = NULL;
}

/* --- to the child -------------------------------------------------------------------------- */

/* write() to a child that is gone must neither end this program nor need it to ignore SIGPIPE. */
static ssize_t write_quietly(int fd, const struct iovec *parts, int n)
{
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t put = writev(fd, parts, n);
    int why = errno;
    if (put < 0 && why == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return put;
}

/* Hands on what the pipe takes. A child near its end gets no more letters, see `given`. */
static void hand_letters(struct mail_reader *r)
{
    while (r->handed < r->n) {
        struct slice letter = r->queue[r->handed];
        if (letter.n > READER_LETTER) { /* refused by us, never sent */
            r->handed++;
            continue;
        }
        if (r->letters < 0 || (r->sent == 0 && r->given == CAGE_LETTERS))
            return;
        uint32_t n = (uint32_t)letter.n;
        size_t skip = r->sent < sizeof n ? 0 : r->sent - sizeof n;
        struct iovec parts[2] = {{(char *)&n + r->sent, sizeof n - r->sent},
                                 {(char *)(uintptr_t)letter.p + skip, letter.n - skip}};
        ssize_t put = r->sent < sizeof n ? write_quietly(r->letters, parts, 2)
                                         : write_quietly(r->letters, parts + 1, 1);
        if (put < 0) /* full; or the child is gone, which its answers will tell */
            return;
        r->given += r->sent == 0;
        r->sent += (size_t)put;
        if (r->sent == letter.n + sizeof n) {
            r->sent = 0;
            r->handed++;
        }
    }
}

int mail_reader_send(struct mail_reader *r, struct slice bytes, struct fault *fault)
{
    insist(r->n < READER_AHEAD);
    r->queue[r->n++] = bytes.n ? bytes : (struct slice){"", 0};
    if (r->letters < 0 && bytes.n <= READER_LETTER && new_child(r, fault) != 0) {
        r->n--;
        return -1;
    }
    hand_letters(r);
    return 0;
}

/* --- from the child ------------------------------------------------------------------------ */

enum state { STATE_WAIT, STATE_ANSWERED, STATE_LOST };

static enum state read_answers(struct mail_reader *r)
{
    char chunk[64 << 10];
    ssize_t got = read(r->answers, chunk, sizeof chunk);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR ? STATE_WAIT : STATE_LOST;
    if (got == 0)
        return STATE_LOST;
    buf_add(&r->in, chunk, (size_t)got);
    return r->in.full ? STATE_LOST : STATE_WAIT;
}

static void consume(struct buf *in, size_t n)
{
    memmove(in->p, in->p + n, in->n - n);
    in->n -= n;
}

/* Looks for an answer to queue[0] in what has arrived. */
static enum state parse_answer(struct mail_reader *r, struct arena *arena, struct letter *letter,
                               enum reading_result *result)
{
    uint32_t n;
    if (!r->hello && r->in.n >= sizeof n) {
        memcpy(&n, r->in.p, sizeof n);
        if (n != WIRE_HELLO)
            return STATE_LOST;
        r->hello = true;
        consume(&r->in, sizeof n);
    }
    if (!r->hello || r->in.n < sizeof n)
        return STATE_WAIT;
    memcpy(&n, r->in.p, sizeof n);
    if (n > WIRE_ANSWER || r->handed == 0)
        return STATE_LOST;
    if (r->in.n < sizeof n + n)
        return STATE_WAIT;
    if (!mail_wire_get((struct slice){r->in.p + sizeof n, n}, arena, letter, result))
        return STATE_LOST;
    consume(&r->in, sizeof n + n);
    return STATE_ANSWERED;
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Until queue[0] is answered or its child is lost. */
static enum state wait_answer(struct mail_reader *r, struct arena *arena, struct letter *letter,
                              enum reading_result *result)
{
    int64_t end = 0;
    for (;;) {
        enum state state = parse_answer(r, arena, letter, result);
        if (state != STATE_WAIT)
            return state;
        state = read_answers(r);
        if (state != STATE_WAIT)
            return state;
        if (r->in.n)
            state = parse_answer(r, arena, letter, result);
        if (state != STATE_WAIT)
            return state;
        int64_t now = now_ms();
        end = end ? end : now + r->patience;
        if (now >= end)
            return STATE_LOST;
        struct pollfd fds[2] = {{r->answers, POLLIN, 0}, {r->letters, POLLOUT, 0}};
        bool more = r->handed < r->n && (r->sent || r->given < CAGE_LETTERS);
        poll(fds, more ? 2 : 1, (int)(end - now));
        if (more && fds[1].revents)
            hand_letters(r);
    }
}

/* The head of the queue is done with. */
static void pop(struct mail_reader *r)
{
    r->n--;
    memmove(r->queue, r->queue + 1, (size_t)r->n * sizeof r->queue[0]);
    if (r->handed)
        r->handed--;
}

int mail_reader_take(struct mail_reader *r, struct arena *arena, struct letter *letter,
                     enum reading_result *result, struct fault *fault)
{
    insist(r->n > 0);
    if (r->queue[0].n > READER_LETTER) {
        hand_letters(r);
        pop(r);
        *result = READER_TOO_BIG;
        return 0;
    }
    for (int lost = 0; lost < TRIES; lost++) {
        bool spent = r->handed == 0 && r->sent == 0 && r->given == CAGE_LETTERS;
        if ((r->letters < 0 || spent) && new_child(r, fault) != 0)
            return -1;
        hand_letters(r);
        enum state state = wait_answer(r, arena, letter, result);
        if (state == STATE_ANSWERED) {
            r->answered++;
            pop(r);
            hand_letters(r);
            return 0;
        }
        bool caged = r->hello, blame = r->handed > 0 && r->answered == 0;
        drop_child(r);
        if (!caged)
            return fault_set(fault, EX_OSERR, "cannot close the cage of the letter reader");
        if (blame) {
            pop(r);
            *result = READER_KILLED;
            return 0;
        }
    }
    return fault_set(fault, EX_TEMPFAIL, "processes that read letters keep ending");
}

void mail_reader_forget(struct mail_reader *r)
{
    if (r->n)
        drop_child(r);
    r->n = 0;
}

int mail_reader_read(struct mail_reader *r, struct slice bytes, struct arena *arena,
                     struct letter *letter, enum reading_result *result, struct fault *fault)
{
    insist(r->n == 0);
    if (mail_reader_send(r, bytes, fault) != 0)
        return -1;
    return mail_reader_take(r, arena, letter, result, fault);
}
