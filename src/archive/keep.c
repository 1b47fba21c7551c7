#include "archive/keep.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DAY = 86400, BATCH = 500 };

static int drop_batch(struct house *house, int64_t before, int *n, struct fault *fault)
{
    char now[24];
    snprintf(now, sizeof now, "%" PRId64, house_now(house));
    if (store_begin(house->store, fault) != 0)
        return -1;
    if (store_letters_drop(house->store, before, BATCH, n, fault) != 0 ||
        (*n < BATCH && store_set_setting(house->store, "letters-dropped", now, fault) != 0) ||
        store_commit(house->store, fault) != 0) {
        store_rollback(house->store);
        return -1;
    }
    return 0;
}

int keep_letters(struct house *house, struct fault *fault)
{
    struct arena arena = ARENA(1 << 16);
    const char *last = NULL;
    long long then = 0;
    int n = BATCH, r = 0;
    int64_t now = house_now(house), keep = house->config.keep_letters;
    if (keep > 0)
        r = store_get_setting(house->store, "letters-dropped", &arena, &last, fault);
    bool due = keep > 0 && (!last || !slice_to_int(slice_of(last), &then) || now - then >= DAY || now < then);
    while (r == 0 && due && n == BATCH)
        r = drop_batch(house, now - keep, &n, fault);
    arena_free(&arena);
    return r;
}

/* The files SQLite lays beside a database it reads. */
static void remove_beside(const char *path)
{
    static const char *const tails[] = {"-wal", "-shm"};
    char beside[PATH_MAX + 8];
    for (int i = 0; i < 2; i++) {
        snprintf(beside, sizeof beside, "%s%s", path, tails[i]);
        unlink(beside);
    }
}

static int look_through(const char *path, int *games, struct fault *fault)
{
    struct arena arena = ARENA(256 << 20);
    struct store *copy = NULL;
    struct game *v;
    int r = store_open(&copy, path, STORE_READ, fault);
    if (r == 0)
        r = store_check(copy, fault);
    if (r == 0)
        r = store_game_list(copy, &arena, &v, games, fault);
    store_close(&copy);
    remove_beside(path);
    arena_free(&arena);
    return r;
}

int keep_backup(struct house *house, const char *path, int *games, struct fault *fault)
{
    char made[PATH_MAX], own[PATH_MAX];
    struct stat a, b;
    if (snprintf(made, sizeof made, "%s.new", path) >= (int)sizeof made ||
        snprintf(own, sizeof own, "%s/courtier.db", house->dir) >= (int)sizeof own)
        return fault_set(fault, EX_CANTCREAT, "the path of the backup is too long");
    if (stat(path, &a) == 0 && (!S_ISREG(a.st_mode) || (stat(own, &b) == 0 && a.st_dev == b.st_dev &&
                                                        a.st_ino == b.st_ino)))
        return fault_set(fault, EX_USAGE, "%s: a backup must be a file of its own", path);
    if (store_backup(house->store, made, fault) != 0)
        return -1;
    int r = look_through(made, games, fault);
    if (r == 0 && rename(made, path) != 0)
        r = fault_set(fault, EX_CANTCREAT, "%s: %s", path, strerror(errno));
    if (r != 0)
        unlink(made);
    return r;
}
