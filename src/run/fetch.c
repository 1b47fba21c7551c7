/* fetch: letters from the inbox into the store.
 *
 * Invariants
 *   1. A letter is committed before its file leaves new/.
 *   2. The key of a letter is SHA-256 over its file name and bytes: seen again after a crash, it is
 *      found stored; the same text sent twice is two letters. */
#include "base/step.h"
#include "mail/maildir.h"
#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { FETCH_LIST = 4096, FETCH_BYTES = 48 << 20 };

static void letter_key(uint8_t key[SECRET_HASH], const char *name, struct slice bytes, int64_t size)
{
    uint8_t first[SECRET_HASH];
    char head[400];
    int n = snprintf(head, sizeof head, "%lld %.300s", (long long)size, name);
    secret_sha256(first, (struct slice){head, (size_t)n});
    secret_chain(key, first, bytes);
}

static int add(struct run *run, const char *source, const char *name, struct slice bytes,
               int64_t size, bool *fresh, struct fault *fault)
{
    uint8_t key[SECRET_HASH];
    struct letter_in in = {.source = source,
                           .received = house_now(run->house),
                           .status = LETTER_NEW,
                           .bytes = bytes,
                           .size = size,
                           .verdict = ""};
    letter_key(key, name, bytes, size);
    if (store_letter_in_add(run->house->store, key, &in, fresh, fault) != 0)
        return -1;
    run->counts.fetched += *fresh;
    return 0;
}

/* Of a letter too long to be read only the head is kept, enough to answer it. */
static int head_of(const char *dir, const char *name, struct arena *arena, struct slice *bytes,
                   struct fault *fault)
{
    const char *path = arena_printf(arena, "%s/new/%s", dir, name);
    char *p = arena_alloc(arena, READER_HEADER);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, p, READER_HEADER) : -1;
    if (fd >= 0)
        close(fd);
    if (n < 0)
        return fault_set(fault, EX_IOERR, "%s: %s", path, strerror(errno));
    *bytes = (struct slice){p, (size_t)n};
    return 0;
}

static int fetch_batch(struct run *run, const char *dir, const char **names, int n, int *taken,
                       struct fault *fault)
{
    struct arena arena = ARENA((size_t)FETCH_BYTES + READER_LETTER);
    struct store *store = run->house->store;
    int done = 0, r = store_begin(store, fault);
    for (; r == 0 && done < n && arena.used < FETCH_BYTES; done++) {
        struct slice bytes;
        bool fresh;
        r = maildir_read(dir, names[done], READER_LETTER, &arena, &bytes, fault);
        if (r != 0 && fault->exit == EX_NOINPUT) { /* gone, or not for us: the others go on */
            names[done] = NULL;
            r = 0;
            continue;
        }
        int64_t size = (int64_t)bytes.n;
        if (r == 0 && !bytes.p && bytes.n)
            r = head_of(dir, names[done], &arena, &bytes, fault);
        if (r == 0)
            r = add(run, dir, names[done], bytes, size, &fresh, fault);
    }
    arena_free(&arena);
    if (r != 0 || store_commit(store, fault) != 0) {
        store_rollback(store);
        return -1;
    }
    for (int i = 0; i < done; i++)
        if (names[i] && maildir_seen(dir, names[i], fault) != 0)
            return -1;
    *taken = done;
    return 0;
}

int run_fetch(struct run *run, struct fault *fault)
{
    struct arena arena = ARENA(8 << 20);
    const char *dir = house_maildir(run->house, run->house->config.inbox, &arena);
    const char **names;
    int n, r;
    do {
        r = maildir_list_new(dir, FETCH_LIST, &arena, &names, &n, fault);
        for (int at = 0, taken = 0; r == 0 && at < n; at += taken) {
            int want = n - at < 4 * RUN_BATCH ? n - at : 4 * RUN_BATCH;
            r = fetch_batch(run, dir, names + at, want, &taken, fault);
            if (run->progress)
                run->progress(&run->counts);
        }
        arena_reset(&arena);
        dir = house_maildir(run->house, run->house->config.inbox, &arena);
    } while (r == 0 && n == FETCH_LIST);
    arena_free(&arena);
    return r;
}

int run_post(struct run *run, struct slice bytes, bool *fresh, struct fault *fault)
{
    struct store *store = run->house->store;
    char name[64];
    uint8_t nonce[8];
    char hex[17];
    /* Handed over by hand: each time it is a letter of its own. */
    secret_random(nonce, sizeof nonce);
    secret_hex(hex, nonce, sizeof nonce);
    snprintf(name, sizeof name, "post-%s", hex);
    struct slice kept = bytes;
    if (kept.n > READER_LETTER)
        kept.n = READER_HEADER;
    if (store_begin(store, fault) != 0)
        return -1;
    if (add(run, "post", name, kept, (int64_t)bytes.n, fresh, fault) != 0 ||
        store_commit(store, fault) != 0) {
        store_rollback(store);
        return -1;
    }
    return 0;
}
