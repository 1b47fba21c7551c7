/* send: the outbox into the outgoing Maildir.
 *
 * A letter's file is named after its id, so delivering it again after a crash replaces the same
 * file; it is marked sent only after the directory is on disk. */
#include "mail/maildir.h"
#include "turn/run.h"

#include <stdio.h>

enum { SEND_BATCH = 128, SEND_BYTES = 64 << 20 };

static int deliver(struct run *run, const char *dir, const struct letter_out *v, int n,
                   struct fault *fault)
{
    struct maildir_batch *batch = NULL;
    struct store *store = run->house->store;
    int64_t now = house_now(run->house);
    if (maildir_batch_open(&batch, dir, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++) {
        char unique[64];
        snprintf(unique, sizeof unique, "%010lld.%lld.courtier", (long long)v[i].created,
                 (long long)v[i].id);
        if (maildir_batch_add(batch, unique, v[i].bytes, fault) != 0) {
            struct fault ignored;
            (void)!maildir_batch_finish(&batch, &ignored);
            return -1;
        }
    }
    if (maildir_batch_finish(&batch, fault) != 0 || store_begin(store, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++) {
        if (store_letter_out_sent(store, v[i].id, now, fault) != 0) {
            store_rollback(store);
            return -1;
        }
    }
    if (store_commit(store, fault) != 0) {
        store_rollback(store);
        return -1;
    }
    run->counts.sent += n;
    return 0;
}

int run_send(struct run *run, struct fault *fault)
{
    struct arena arena = ARENA(SEND_BYTES);
    int n = 0, r;
    do {
        struct letter_out *v;
        const char *dir = house_maildir(run->house, run->house->config.outbox, &arena);
        r = store_letters_waiting(run->house->store, house_now(run->house), SEND_BATCH, &arena, &v,
                                  &n, fault);
        if (r == 0 && n)
            r = deliver(run, dir, v, n, fault);
        if (run->progress)
            run->progress(&run->counts);
        arena_reset(&arena);
    } while (r == 0 && n == SEND_BATCH);
    arena_free(&arena);
    return r;
}
