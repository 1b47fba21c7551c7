/* A Maildir as a mailbox: letters are files in new/, and go to cur/ or away. */
#include "base/step.h"
#include "mail/maildir.h"
#include "mail/mailbox.h"
#include "mail/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { LIST = 4096, WINDOW = 256 };

struct maildir_box {
    struct mailbox box;
    const char *dir;
    int inotify; /* -1: not waiting */
};

/* Of a letter too long to be read only the head is kept, enough to answer it. */
static int head_of(const char *dir, const char *name, struct arena *arena, struct slice *bytes,
                   struct fault *fault)
{
    const char *path = arena_printf(arena, "%s/new/%s", dir, name);
    char *p = arena_alloc(arena, READER_HEADER);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    ssize_t n = fd >= 0 ? read(fd, p, READER_HEADER) : -1;
    if (fd >= 0)
        close(fd);
    if (n < 0)
        return fault_set(fault, EX_IOERR, "%s: %s", path, strerror(errno));
    *bytes = (struct slice){p, (size_t)n};
    return 0;
}

static int give(struct maildir_box *b, const char *name, struct arena *arena,
                const struct mailbox_take *take, bool *given, struct fault *fault)
{
    struct mailbox_letter l = {.name = name, .alone = true};
    *given = false;
    if (maildir_read(b->dir, name, READER_LETTER, arena, &l.bytes, fault) != 0)
        return fault->exit == EX_NOINPUT ? 0 : -1; /* gone, or not for us: the others go on */
    l.size = (int64_t)l.bytes.n;
    if (!l.bytes.p && l.bytes.n && head_of(b->dir, name, arena, &l.bytes, fault) != 0)
        return -1;
    *given = true;
    return take->letter(take->ctx, &l, fault);
}

static int put_away(struct maildir_box *b, const char *name, struct fault *fault)
{
    struct arena a = ARENA(1 << 16);
    int r = 0;
    if (b->box.account.processed != PROCESSED_DELETE)
        return maildir_seen(b->dir, name, fault);
    const char *path = arena_printf(&a, "%s/new/%s", b->dir, name);
    if (unlink(path) != 0 && errno != ENOENT)
        r = fault_set(fault, EX_CANTCREAT, "cannot delete %s: %m", path);
    else
        step_done("delete");
    arena_free(&a);
    return r;
}

/* One batch: *taken files from the front of the list were dealt with. */
static int batch(struct maildir_box *b, const char **names, int n, const struct mailbox_take *take,
                 int *taken, struct fault *fault)
{
    struct arena arena = ARENA((size_t)MAILBOX_BYTES * 2 + READER_LETTER);
    int done = 0, r = 0;
    for (; r == 0 && done < n && arena.used < MAILBOX_BYTES; done++) {
        bool given;
        r = give(b, names[done], &arena, take, &given, fault);
        if (r == 0 && !given)
            names[done] = NULL;
    }
    arena_free(&arena);
    if (r == 0)
        r = take->commit(take->ctx, NULL, fault);
    for (int i = 0; i < done && r == 0; i++)
        if (names[i])
            r = put_away(b, names[i], fault);
    *taken = done;
    return r;
}

static void stop_waiting(struct maildir_box *b)
{
    if (b->inotify >= 0)
        close(b->inotify);
    b->inotify = -1;
}

static int fetch(struct mailbox *box, const char *place, const struct mailbox_take *take,
                 struct fault *fault)
{
    struct maildir_box *b = (struct maildir_box *)box;
    struct arena arena = ARENA(8 << 20);
    const char **names;
    int n, r;
    (void)place;
    stop_waiting(b);
    do {
        r = maildir_list_new(b->dir, LIST, &arena, &names, &n, fault);
        for (int at = 0, taken = 0; r == 0 && at < n; at += taken)
            r = batch(b, names + at, n - at < WINDOW ? n - at : WINDOW, take, &taken, fault);
        arena_reset(&arena);
    } while (r == 0 && n == LIST);
    arena_free(&arena);
    return r;
}

static int wait_for(struct mailbox *box, int *fd, struct fault *fault)
{
    struct maildir_box *b = (struct maildir_box *)box;
    struct arena arena = ARENA(8 << 20);
    const char **names;
    int n = 0;
    stop_waiting(b);
    b->inotify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (b->inotify >= 0 && inotify_add_watch(b->inotify, arena_printf(&arena, "%s/new", b->dir),
                                             IN_MOVED_TO | IN_CREATE | IN_ONLYDIR) < 0)
        stop_waiting(b);
    /* What came between the fetch and the watch is seen here. */
    int r = maildir_list_new(b->dir, 1, &arena, &names, &n, fault);
    *fd = n ? -2 : b->inotify;
    arena_free(&arena);
    return r;
}

static int check(struct mailbox *box, mailbox_say *say, void *ctx, struct fault *fault)
{
    static const char *const subs[] = {"tmp", "new", "cur"};
    struct maildir_box *b = (struct maildir_box *)box;
    struct arena arena = ARENA(1 << 16);
    int r = 0;
    for (int i = 0; i < 3 && r == 0; i++) {
        const char *path = arena_printf(&arena, "%s/%s", b->dir, subs[i]);
        if (access(path, R_OK | W_OK | X_OK) != 0)
            r = fault_set(fault, EX_NOPERM,
                          "%s: %m. A Maildir has tmp, new and cur, which courtier must own", path);
    }
    if (r == 0)
        say(ctx, "ok", arena_printf(&arena, "%s is a Maildir", b->dir));
    arena_free(&arena);
    return r;
}

static void close_box(struct mailbox *box)
{
    stop_waiting((struct maildir_box *)box);
    mailbox_done(box);
}

static const struct mailbox_driver driver = {fetch, wait_for, check, close_box};

struct mailbox *maildir_mailbox(const struct mail_account *account, const char *base)
{
    struct maildir_box *b = calloc(1, sizeof *b);
    if (!b)
        die("out of memory");
    mailbox_init(&b->box, &driver, account);
    const char *path = b->box.account.path;
    b->dir = path[0] == '/' ? path : arena_printf(&b->box.arena, "%s/%s", base, path);
    b->inotify = -1;
    return &b->box;
}
