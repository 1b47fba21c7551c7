/* fetch: letters from the inboxes into the store.
 *
 * Invariants
 *   1. A letter is committed before its mailbox marks it (mail/mailbox.h).
 *   2. The key of a letter is SHA-256 over its bytes, and for a file also its name: seen again
 * after a crash, it is found stored. The same text put into a Maildir twice is two letters; on a
 *      server, where each delivery leaves its own trace in the header, it is one.
 *   3. An inbox that fails stops neither the other inboxes nor what comes behind. */
#include "mail/mailbox.h"
#include "run/run.h"

#include <inttypes.h>
#include <stdio.h>

struct taking {
    struct run *run;
    const char *source; /* the inbox by its own name, for the store */
    const struct mail_account *account;
    bool open;   /* a transaction is */
    bool broken; /* the store's fault, not the mailbox's */
    bool full;   /* the house's, for today */
    int64_t bytes;
    int64_t before; /* counted, of letters that are committed */
};

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

/* --- how much is kept ------------------------------------------------------------------------ */

/* The bytes of letters stored today, in the setting "stored-today": "DAY BYTES". */
static int stored_today(struct run *run, int64_t *bytes, struct fault *fault)
{
    struct arena arena = ARENA(1 << 12);
    const char *text = NULL;
    long long day = 0, n = 0;
    int r = store_get_setting(run->house->store, "stored-today", &arena, &text, fault);
    if (r == 0 && text) {
        struct slice rest = slice_of(text);
        if (!slice_to_int(slice_cut(&rest, ' '), &day) || !slice_to_int(rest, &n))
            day = 0;
    }
    *bytes = day == house_now(run->house) / 86400 ? n : 0;
    arena_free(&arena);
    return r;
}

static int note_stored(struct run *run, int64_t bytes, struct fault *fault)
{
    char text[64];
    snprintf(text, sizeof text, "%" PRId64 " %" PRId64, house_now(run->house) / 86400, bytes);
    return store_set_setting(run->house->store, "stored-today", text, fault);
}

/* --- taking ---------------------------------------------------------------------------------- */

static int store_fault(struct taking *t)
{
    t->broken = true;
    return -1;
}

static int take_letter(void *ctx, const struct mailbox_letter *l, struct fault *fault)
{
    struct taking *t = ctx;
    struct store *store = t->run->house->store;
    int64_t limit = t->run->house->config.mail.house_bytes_per_day;
    bool fresh;
    if (t->bytes > limit) {
        t->full = true;
        return fault_set(fault, EX_TEMPFAIL,
                         "[%s] more letters came today than house-bytes-per-day allows; "
                         "the others wait where they are",
                         t->account->name);
    }
    if (!t->open && store_begin(store, fault) != 0)
        return store_fault(t);
    t->open = true;
    if (add(t->run, t->source, l->alone ? l->name : "", l->bytes, l->size, &fresh, fault) != 0)
        return store_fault(t);
    if (!l->alone && *l->name && t->account->kind == MAIL_POP3 &&
        t->account->processed == PROCESSED_SEEN &&
        store_inbox_remember(store, t->source, l->name, fault) != 0)
        return store_fault(t);
    t->bytes += fresh ? (int64_t)l->bytes.n : 0;
    return 0;
}

static int commit(void *ctx, const char *place, struct fault *fault)
{
    struct taking *t = ctx;
    struct store *store = t->run->house->store;
    if (!t->open && !place)
        return 0;
    if (!t->open && store_begin(store, fault) != 0)
        return store_fault(t);
    t->open = true;
    if ((place && store_inbox_set(store, t->source, place, fault) != 0) ||
        note_stored(t->run, t->bytes, fault) != 0 || store_commit(store, fault) != 0)
        return store_fault(t);
    t->open = false;
    t->before = t->run->counts.fetched;
    if (t->run->progress)
        t->run->progress(&t->run->counts);
    return 0;
}

static int known(void *ctx, const char *name, bool *is, struct fault *fault)
{
    struct taking *t = ctx;
    if (store_inbox_known(t->run->house->store, t->source, name, is, fault) != 0)
        return store_fault(t);
    return 0;
}

/* --- inboxes --------------------------------------------------------------------------------- */

/* The mailbox of the i-th inbox; kept from round to round as long as its settings stay. */
static struct mailbox *mailbox_of(struct run *run, int i)
{
    const struct mail_account *a = &run->house->config.mail.in[i];
    if (run->boxes[i] && !mail_account_same(&run->boxes[i]->account, a))
        mailbox_close(&run->boxes[i]);
    if (!run->boxes[i])
        run->boxes[i] = mailbox_open(a, run->house->dir);
    return run->boxes[i];
}

static int fetch_inbox(struct run *run, int i, struct fault *fault)
{
    const struct mail_account *a = &run->house->config.mail.in[i];
    struct mailbox *box = mailbox_of(run, i);
    struct arena arena = ARENA(1 << 16);
    const char *place;
    struct taking t = {.run = run, .account = a, .before = run->counts.fetched};
    t.source = a->kind == MAIL_MAILDIR
                   ? house_maildir(run->house, a->url, &arena)
                   : arena_printf(&arena, "%s@%s/%s", a->user, a->address, a->path);
    struct mailbox_take take = {take_letter, commit, known, house_now(run->house), &t};
    int r = -1;
    if (store_inbox_get(run->house->store, t.source, &arena, &place, fault) != 0 ||
        stored_today(run, &t.bytes, fault) != 0)
        t.broken = true;
    else
        r = box->driver->fetch(box, place, &take, fault);
    if (t.full && t.open) {
        /* What came before the limit is kept. */
        struct fault second;
        if (commit(&t, NULL, &second) != 0)
            *fault = second;
    }
    if (t.open) {
        store_rollback(run->house->store);
        run->counts.fetched = t.before;
    }
    arena_free(&arena);
    return r == 0 ? 0 : t.broken ? -1 : 1;
}

int run_fetch(struct run *run, struct fault *fault)
{
    run->deaf = false;
    for (int i = 0; i < run->house->config.mail.nin; i++) {
        int r = fetch_inbox(run, i, fault);
        if (r < 0)
            return -1;
        if (r > 0)
            run_trouble(run, fault);
        run->deaf = run->deaf || (r > 0 && !run->boxes[i]->heard);
    }
    return 0;
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
