#include "mail/maildir.h"

#include "base/buf.h"
#include "base/step.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

/* Invariants
 * 1. A name appears in new/ only with its file whole and on the disk.
 * 2. A file in tmp/ is nobody's: a delivery under the same name writes over it. */

struct maildir_batch {
    char *dir;
    int fd;           /* of dir */
    struct buf names; /* of the files in tmp/, each with its NUL */
    int n;
};

/* From so many files on, one syncfs() costs less than an fsync() each. */
enum { SYNC_ALL = 8 };

static int failed(struct fault *fault, const char *act, const char *dir, const char *name)
{
    int code = errno == ENOSPC || errno == EDQUOT || errno == EIO ? EX_TEMPFAIL : EX_CANTCREAT;
    return fault_set(fault, code, "cannot %s %s/%s: %m", act, dir, name);
}

/* --- create -------------------------------------------------------------------------------- */

int maildir_create(const char *dir, struct fault *fault)
{
    static const char *const subs[] = {"tmp", "new", "cur"};
    if (mkdir(dir, 0700) != 0 && errno != EEXIST)
        return failed(fault, "create", dir, "");
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return failed(fault, "open", dir, "");
    int r = 0;
    for (size_t i = 0; i < 3 && r == 0; i++)
        if (mkdirat(fd, subs[i], 0700) != 0 && errno != EEXIST)
            r = failed(fault, "create", dir, subs[i]);
    if (r == 0 && fsync(fd) != 0)
        r = failed(fault, "sync", dir, "");
    close(fd);
    return r;
}

/* --- deliver ------------------------------------------------------------------------------- */

static bool unique_ok(const char *s)
{
    size_t n = strlen(s);
    for (size_t i = 0; i < n; i++)
        if (!((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') ||
              (s[i] >= '0' && s[i] <= '9') || s[i] == '.' || s[i] == '-'))
            return false;
    return n > 0 && n <= 200 && s[0] != '.';
}

/* A path below the Maildir. */
static void path_in(char path[280], const char *sub, const char *name, const char *tail)
{
    int n = snprintf(path, 280, "%s/%s%s", sub, name, tail);
    insist(n > 0 && n < 280);
}

static bool write_all(int fd, struct slice s)
{
    while (s.n) {
        ssize_t put = write(fd, s.p, s.n);
        if (put < 0 && errno != EINTR)
            return false;
        if (put > 0)
            s = (struct slice){s.p + put, s.n - (size_t)put};
    }
    return true;
}

int maildir_batch_open(struct maildir_batch **batch, const char *dir, struct fault *fault)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return failed(fault, "open", dir, "");
    struct maildir_batch *b = calloc(1, sizeof *b);
    char *copy = strdup(dir);
    if (!b || !copy)
        die("out of memory");
    b->dir = copy;
    b->fd = fd;
    b->names = BUF(64 << 20);
    *batch = b;
    return 0;
}

int maildir_batch_add(struct maildir_batch *b, const char *unique, struct slice bytes,
                      struct fault *fault)
{
    char path[280];
    insist(unique_ok(unique));
    path_in(path, "cur", unique, ":2,S");
    if (faccessat(b->fd, path, F_OK, 0) == 0) /* delivered, and read since */
        return 0;
    path_in(path, "tmp", unique, "");
    int fd = openat(b->fd, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return failed(fault, "create", b->dir, path);
    int r = 0;
    if (!write_all(fd, bytes))
        r = failed(fault, "write", b->dir, path);
    if (close(fd) != 0 && r == 0)
        r = failed(fault, "write", b->dir, path);
    if (r == 0)
        b->n++, buf_add(&b->names, unique, strlen(unique) + 1);
    else
        unlinkat(b->fd, path, 0);
    insist(!b->names.full);
    return r;
}

static int sync_path(struct maildir_batch *b, const char *path, struct fault *fault)
{
    int fd = openat(b->fd, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0) {
        int r = failed(fault, "sync", b->dir, path);
        if (fd >= 0)
            close(fd);
        return r;
    }
    close(fd);
    return 0;
}

static int publish(struct maildir_batch *b, const char *unique, struct fault *fault)
{
    char from[280], to[280];
    path_in(from, "tmp", unique, "");
    path_in(to, "new", unique, "");
    if (b->n < SYNC_ALL && sync_path(b, from, fault) != 0)
        return -1;
    if (renameat(b->fd, from, b->fd, to) != 0)
        return failed(fault, "deliver", b->dir, to);
    return 0;
}

static void batch_free(struct maildir_batch **batch)
{
    struct maildir_batch *b = *batch;
    close(b->fd);
    buf_free(&b->names);
    free(b->dir);
    free(b);
    *batch = NULL;
}

void maildir_batch_drop(struct maildir_batch **batch)
{
    const struct maildir_batch *b = *batch;
    char path[280];
    for (size_t at = 0; at < b->names.n; at += strlen(b->names.p + at) + 1) {
        path_in(path, "tmp", b->names.p + at, "");
        unlinkat(b->fd, path, 0);
    }
    batch_free(batch);
}

int maildir_batch_finish(struct maildir_batch **batch, struct fault *fault)
{
    struct maildir_batch *b = *batch;
    int r = 0;
    if (b->n >= SYNC_ALL && syncfs(b->fd) != 0)
        r = failed(fault, "write", b->dir, "tmp");
    for (size_t at = 0; at < b->names.n && r == 0; at += strlen(b->names.p + at) + 1) {
        r = publish(b, b->names.p + at, fault);
        if (r == 0)
            step_done("deliver");
    }
    if (r == 0 && b->names.n)
        r = sync_path(b, "new", fault);
    batch_free(batch);
    return r;
}

int maildir_deliver(const char *dir, const char *unique, struct slice bytes, struct fault *fault)
{
    struct maildir_batch *b;
    if (maildir_batch_open(&b, dir, fault) != 0)
        return -1;
    int r = maildir_batch_add(b, unique, bytes, fault);
    struct fault second;
    if (maildir_batch_finish(&b, r == 0 ? fault : &second) != 0)
        r = -1;
    return r;
}

/* --- read ---------------------------------------------------------------------------------- */

struct names {
    char **v;
    size_t n, room;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_name(struct names *names, const char *name)
{
    if (names->n == names->room) {
        names->room = names->room ? names->room * 2 : 256;
        names->v = realloc(names->v, names->room * sizeof *names->v);
    }
    char *copy = strdup(name);
    if (!names->v || !copy)
        die("out of memory");
    names->v[names->n++] = copy;
}

/* A plain file with a name that can be marked as seen; what else lies there is not mail. */
static bool is_letter(int dir, const char *name)
{
    struct stat st;
    return name[0] != '.' && strlen(name) < NAME_MAX - 8 &&
           fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode);
}

int maildir_list_new(const char *dir, int max, struct arena *arena, const char ***list, int *n,
                     struct fault *fault)
{
    struct names names = {NULL, 0, 0};
    struct dirent *e;
    char *path = arena_printf(arena, "%s/new", dir);
    DIR *d = opendir(path);
    if (!d)
        return failed(fault, "list", dir, "new");
    for (errno = 0; (e = readdir(d)); errno = 0)
        if (is_letter(dirfd(d), e->d_name))
            add_name(&names, e->d_name);
    int r = errno ? failed(fault, "list", dir, "new") : 0;
    closedir(d);
    if (names.n)
        qsort(names.v, names.n, sizeof *names.v, by_name);
    *n = names.n < (size_t)max ? (int)names.n : max;
    *list = arena_array(arena, const char *, *n + 1);
    for (size_t i = 0; i < names.n; i++) {
        if (i < (size_t)*n)
            (*list)[i] = arena_strdup(arena, names.v[i]);
        free(names.v[i]);
    }
    free(names.v);
    return r;
}

static int read_file(int fd, size_t limit, struct arena *arena, struct slice *bytes)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return -1;
    if (!S_ISREG(st.st_mode)) {
        errno = EINVAL;
        return -1;
    }
    *bytes = (struct slice){NULL, (size_t)st.st_size};
    if (bytes->n > limit)
        return 0;
    char *p = arena_alloc(arena, bytes->n + 1);
    size_t at = 0;
    while (at < bytes->n) {
        ssize_t got = read(fd, p + at, bytes->n - at);
        if (got < 0 && errno != EINTR)
            return -1;
        if (got == 0)
            break;
        at += got > 0 ? (size_t)got : 0;
    }
    *bytes = (struct slice){p, at};
    return 0;
}

int maildir_read(const char *dir, const char *name, size_t limit, struct arena *arena,
                 struct slice *bytes, struct fault *fault)
{
    insist(!strchr(name, '/'));
    int fd = open(arena_printf(arena, "%s/new/%s", dir, name),
                  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int r = fd < 0 ? -1 : read_file(fd, limit, arena, bytes);
    if (r != 0)
        fault_set(fault, EX_NOINPUT, "cannot read %s/new/%s: %m", dir, name);
    if (fd >= 0)
        close(fd);
    return r;
}

/* No fsync: a letter seen again after a crash is known by what the store has of it. */
int maildir_seen(const char *dir, const char *name, struct fault *fault)
{
    struct buf from = BUF(8192), to = BUF(8192);
    insist(!strchr(name, '/'));
    buf_str(&from, dir);
    buf_str(&from, "/new/");
    buf_str(&from, name);
    buf_str(&to, dir);
    buf_str(&to, "/cur/");
    buf_str(&to, name);
    if (!strstr(name, ":2,"))
        buf_str(&to, ":2,S");
    int r = 0;
    if (from.full || to.full)
        r = fault_set(fault, EX_CANTCREAT, "name too long: %.200s", name);
    else if (rename(from.p, to.p) != 0 && errno != ENOENT)
        r = failed(fault, "mark", dir, name);
    buf_free(&from);
    buf_free(&to);
    if (r == 0)
        step_done("seen");
    return r;
}
