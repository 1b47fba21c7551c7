/* send: the outbox into the outgoing Maildir.
 *
 * Invariants
 *   1. A letter is committed before it is delivered, and marked sent only after the Maildir is on
 *      disk. Its file is named after its id, so delivering it again after a crash replaces the same
 *      file.
 *   2. A letter whose bytes make no sense is given up, and stops none beside it.
 *   3. Files are unpacked and written by a thread of their own while the next letters are played. The thread
 *      touches nothing but the Maildir and the bytes it was given; the store belongs to the other. */
#include "mail/maildir.h"
#include "run/lost.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEND_BATCH = 256, SEND_BYTES = 128 << 20, LETTER_BYTES = 64 << 20 /* no letter is near it */ };

struct delivery {
    pthread_t thread;
    struct arena arena; /* of the letters, packed as the store has them */
    const char *dir;
    struct letter_out *v;
    int n;
    int result;
    struct fault fault;
};

static bool sound(const struct letter_out *l)
{
    return !l->damaged && l->bytes.p;
}

static int deliver_one(struct delivery *d, struct letter_out *l, struct maildir_batch *batch,
                       struct press *press, struct arena *arena)
{
    char unique[64];
    struct slice bytes;
    if (sound(l))
        l->damaged = !store_unpack(press, l->bytes, arena, &bytes);
    if (!sound(l))
        return 0;
    snprintf(unique, sizeof unique, "%010lld.%08lld.courtier", (long long)l->created, (long long)l->id);
    return maildir_batch_add(batch, unique, bytes, &d->fault);
}

static int deliver(struct delivery *d)
{
    struct maildir_batch *batch = NULL;
    if (maildir_batch_open(&batch, d->dir, &d->fault) != 0)
        return -1;
    struct press *press = store_press_new();
    struct arena arena = ARENA(LETTER_BYTES);
    int r = 0;
    for (int i = 0; i < d->n && r == 0; i++) {
        r = deliver_one(d, &d->v[i], batch, press, &arena);
        arena_reset(&arena);
    }
    arena_free(&arena);
    store_press_free(&press);
    if (r == 0)
        return maildir_batch_finish(&batch, &d->fault);
    maildir_batch_drop(&batch); /* none will be marked as sent: what went now would go again */
    return -1;
}

static void *deliver_thread(void *ctx)
{
    struct delivery *d = ctx;
    pthread_setname_np(pthread_self(), "postman");
    d->result = deliver(d);
    return NULL;
}

int send_start(struct run *run, struct fault *fault)
{
    struct house *house = run->house;
    insist(!run->delivery);
    /* Letters that cannot be taken back go one by one, at the end: turn/carry.c. */
    if (house->config.mail.out.kind != MAIL_MAILDIR)
        return 0;
    struct delivery *d = calloc(1, sizeof *d);
    if (!d)
        die("out of memory");
    d->arena = ARENA(SEND_BYTES);
    d->dir = house_maildir(house, house->config.mail.out.url, &d->arena);
    int r = store_letters_waiting_packed(house->store, house_now(house), SEND_BATCH, &d->arena, &d->v,
                                         &d->n, fault);
    if (r == 0 && d->n && pthread_create(&d->thread, NULL, deliver_thread, d) == 0) {
        run->delivery = d;
        return d->n;
    }
    if (r == 0 && d->n)
        r = fault_set(fault, EX_OSERR, "no thread to deliver letters");
    arena_free(&d->arena);
    free(d);
    return r;
}

static int note(struct run *run, const struct letter_out *l, struct fault *fault)
{
    if (!sound(l))
        return lost_note(run, l, &(struct lost_why){.answer = lost_damage(l), .damaged = true}, fault);
    run->counts.sent++;
    return store_letter_out_sent(run->house->store, l->id, house_now(run->house), fault);
}

int send_finish(struct run *run, struct fault *fault)
{
    struct delivery *d = run->delivery;
    if (!d)
        return 0;
    pthread_join(d->thread, NULL);
    run->delivery = NULL;
    int r = d->result;
    if (r != 0)
        *fault = d->fault;
    for (int i = 0; i < d->n && r == 0; i++)
        r = note(run, &d->v[i], fault);
    arena_free(&d->arena);
    free(d);
    return r;
}

int run_send(struct run *run, struct fault *fault)
{
    struct store *store = run->house->store;
    int n;
    if (run->house->config.mail.out.kind != MAIL_MAILDIR)
        return run_carry(run, fault);
    do {
        n = run->delivery ? 1 : send_start(run, fault);
        if (n > 0 && (store_begin(store, fault) != 0 || send_finish(run, fault) != 0 ||
                      store_commit(store, fault) != 0)) {
            store_rollback(store);
            return -1;
        }
        bool told = false;
        if (n == 0 && lost_tell(run, &told, fault) != 0)
            return -1;
        n = told ? 1 : n; /* one more letter waits */
        if (run->progress)
            run->progress(&run->counts);
    } while (n > 0);
    return n;
}
