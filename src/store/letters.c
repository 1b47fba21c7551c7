#include "store/db.h"

#include <stdlib.h>

/* Invariants
 *   1. A letter's row is there before anything depends on it; its bytes are a row of their own and
 *      may be missing: too many to keep, or dropped since.
 *   2. Ids of outgoing letters grow and are never used again: no row is ever deleted. */

/* A letter with orders is short and many come at once: those are kept as they are. */
enum { WORTH_PACKING = 513, IN_WORTH_PACKING = 4096 };

static int add_packed(struct store *s, const char *query, int64_t id, struct slice packed,
                      struct fault *f)
{
    struct stmt *q = stmt_get(s, query);
    stmt_put_int(q, "id", id);
    stmt_put_blob(q, "bytes", packed.p, packed.n);
    return stmt_run(q, f);
}

static int add_bytes(struct store *s, const char *query, int64_t id, struct slice bytes,
                     size_t worth_packing, struct fault *f)
{
    return bytes.n == 0 ? 0
                        : add_packed(s, query, id, blob_pack(&s->press, bytes, worth_packing), f);
}

/* False: they make no sense, and there are none. */
static bool read_bytes(struct store *s, struct stmt *q, struct arena *a, struct slice *bytes)
{
    struct slice packed = stmt_slice(q, "bytes");
    *bytes = (struct slice){NULL, 0};
    if (!packed.p || blob_open(&s->press, packed, a, bytes))
        return true;
    *bytes = (struct slice){NULL, 0};
    return false;
}

static int get_bytes(struct store *s, struct stmt *q, int64_t id, struct arena *a,
                     struct slice *bytes, struct fault *f)
{
    if (read_bytes(s, q, a, bytes))
        return 0;
    stmt_done(q);
    return fault_set(f, EX_DATAERR, "%s: the bytes of letter %lld make no sense", s->path,
                     (long long)id);
}

/* --- in ------------------------------------------------------------------------------------ */

static int find_letter(struct store *s, const uint8_t key[SECRET_HASH], int64_t *id,
                       struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_in_find");
    stmt_put_blob(q, "key", key, SECRET_HASH);
    int r = stmt_step(q, f);
    if (r < 0)
        return -1;
    insist(r == 1);
    *id = stmt_int(q, "id");
    stmt_done(q);
    return 0;
}

int store_letter_in_add(struct store *s, const uint8_t key[SECRET_HASH], struct letter_in *l,
                        bool *fresh, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_in_add");
    if (l->size == 0)
        l->size = (int64_t)l->bytes.n;
    stmt_put_blob(q, "key", key, SECRET_HASH);
    stmt_put_text(q, "source", l->source);
    stmt_put_int(q, "received", l->received);
    stmt_put_int(q, "size", l->size);
    stmt_put_int(q, "status", l->status);
    stmt_put_text(q, "verdict", l->verdict);
    stmt_put_id(q, "game", l->game);
    stmt_put_int(q, "seat", l->seat);
    if (stmt_run(q, f) != 0)
        return -1;
    *fresh = stmt_changes(q) == 1;
    if (!*fresh)
        return find_letter(s, key, &l->id, f);
    l->id = sqlite3_last_insert_rowid(s->db);
    return add_bytes(s, "letter_in_bytes_add", l->id, l->bytes, IN_WORTH_PACKING, f);
}

int store_letters_new(struct store *s, int max, struct arena *a, struct letter_in **v, int *n,
                      struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_in_new");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "max", max);
    for (size_t bytes = 0; (r = stmt_step(q, f)) == 1; bytes += (*v)[*n - 1].bytes.n) {
        if (bytes > LETTERS_BYTES) {
            stmt_done(q);
            return 0;
        }
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct letter_in *l = &(*v)[(*n)++];
        l->id = stmt_int(q, "id");
        l->source = stmt_text(q, "source", a);
        l->received = stmt_int(q, "received");
        l->size = stmt_int(q, "size");
        l->status = (enum letter_status)stmt_int(q, "status");
        l->verdict = stmt_text(q, "verdict", a);
        l->game = stmt_int(q, "game");
        l->seat = (int)stmt_int(q, "seat");
        l->sender = NULL;
        l->damaged = !read_bytes(s, q, a, &l->bytes);
    }
    return r;
}

int store_letter_in_set(struct store *s, const struct letter_in *l, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_in_set");
    stmt_put_int(q, "status", l->status);
    stmt_put_text(q, "verdict", l->verdict);
    stmt_put_id(q, "game", l->game);
    stmt_put_int(q, "seat", l->seat);
    stmt_put_text(q, "sender", l->sender);
    stmt_put_int(q, "id", l->id);
    return stmt_run(q, f);
}

int store_letter_in_counts(struct store *s, int64_t counts[5], struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_in_counts");
    int r;
    memset(counts, 0, 5 * sizeof counts[0]);
    while ((r = stmt_step(q, f)) == 1) {
        int64_t status = stmt_int(q, "status");
        insist(status >= LETTER_NEW && status <= LETTER_ASIDE);
        counts[status] = stmt_int(q, "letters");
    }
    return r;
}

int store_letter_seen(struct store *s, int64_t game, int seat, const char *message_id, bool *seen,
                      struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_seen");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    stmt_put_text(q, "message_id", message_id);
    int r = stmt_step(q, f);
    *seen = r == 1;
    if (*seen)
        stmt_done(q);
    return r < 0 ? -1 : 0;
}

int store_letter_remember(struct store *s, int64_t game, int seat, const char *message_id,
                          struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_remember");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    stmt_put_text(q, "message_id", message_id);
    return stmt_run(q, f);
}

/* --- out ----------------------------------------------------------------------------------- */

int store_letter_out_next(struct store *s, int64_t *id, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_next");
    if (stmt_step(q, f) < 0)
        return -1;
    *id = stmt_int(q, "id");
    stmt_done(q);
    return 0;
}

int store_letter_out_add(struct store *s, struct letter_out *l, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_add");
    stmt_put_int(q, "id", l->id);
    stmt_put_id(q, "game", l->game);
    stmt_put_int(q, "seat", l->seat);
    stmt_put_int(q, "turn", l->turn);
    stmt_put_text(q, "kind", l->kind);
    stmt_put_text(q, "address", l->to);
    stmt_put_text(q, "message_id", l->message_id);
    stmt_put_int(q, "created", l->created);
    stmt_put_int(q, "sent", l->sent);
    stmt_put_int(q, "attempts", l->attempts);
    stmt_put_int(q, "next_try", l->next_try);
    stmt_put_text(q, "answer", l->answer);
    if (stmt_run(q, f) != 0)
        return -1;
    return l->bytes.p ? store_letter_out_bytes(s, l->id, l->bytes, f) : 0;
}

struct press *store_press_new(void)
{
    struct press *p = calloc(1, sizeof *p);
    if (!p)
        die("out of memory");
    return p;
}

void store_press_free(struct press **press)
{
    if (*press)
        blob_close(*press);
    free(*press);
    *press = NULL;
}

struct slice store_pack(struct press *press, struct slice bytes, const char *engine)
{
    return blob_pack_like(press, bytes, WORTH_PACKING, engine);
}

bool store_unpack(struct press *press, struct slice packed, struct arena *a, struct slice *bytes)
{
    return blob_open(press, packed, a, bytes);
}

int store_letter_out_packed(struct store *s, int64_t id, struct slice packed, struct fault *f)
{
    return add_packed(s, "letter_out_bytes_add", id, packed, f);
}

int store_letter_out_bytes(struct store *s, int64_t id, struct slice bytes, struct fault *f)
{
    return add_bytes(s, "letter_out_bytes_add", id, bytes, WORTH_PACKING, f);
}

static bool copy_packed(struct stmt *q, struct arena *a, struct slice *packed)
{
    struct slice bytes = stmt_slice(q, "bytes");
    *packed = (struct slice){NULL, 0};
    if (bytes.n >= arena_left(a))
        return false;
    if (bytes.p)
        *packed = (struct slice){arena_slice(a, bytes), bytes.n};
    return true;
}

static int list_waiting(struct store *s, int64_t now, int max, bool packed, struct arena *a,
                        struct letter_out **v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_waiting");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "now", now);
    stmt_put_int(q, "max", max);
    for (size_t bytes = 0; (r = stmt_step(q, f)) == 1; bytes += (*v)[*n - 1].bytes.n) {
        if (bytes > LETTERS_BYTES) {
            stmt_done(q);
            return 0;
        }
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct letter_out *l = &(*v)[(*n)++];
        l->id = stmt_int(q, "id");
        l->game = stmt_int(q, "game");
        l->seat = (int)stmt_int(q, "seat");
        l->turn = stmt_int(q, "turn");
        l->kind = stmt_text(q, "kind", a);
        l->to = stmt_text(q, "address", a);
        l->message_id = stmt_text(q, "message_id", a);
        l->created = stmt_int(q, "created");
        l->sent = stmt_int(q, "sent");
        l->attempts = stmt_int(q, "attempts");
        l->next_try = stmt_int(q, "next_try");
        l->answer = stmt_text(q, "answer", a);
        l->damaged = !(packed ? copy_packed(q, a, &l->bytes) : read_bytes(s, q, a, &l->bytes));
    }
    return r;
}

int store_letters_waiting(struct store *s, int64_t now, int max, struct arena *a,
                          struct letter_out **v, int *n, struct fault *f)
{
    return list_waiting(s, now, max, false, a, v, n, f);
}

int store_letters_waiting_packed(struct store *s, int64_t now, int max, struct arena *a,
                                 struct letter_out **v, int *n, struct fault *f)
{
    return list_waiting(s, now, max, true, a, v, n, f);
}

int store_letter_out_sent(struct store *s, int64_t id, int64_t at, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_sent");
    stmt_put_int(q, "at", at);
    stmt_put_int(q, "id", id);
    return stmt_run(q, f);
}

int store_letter_out_failed(struct store *s, int64_t id, int64_t next_try, const char *answer,
                            struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_failed");
    stmt_put_int(q, "next_try", next_try);
    stmt_put_text(q, "answer", answer);
    stmt_put_int(q, "id", id);
    return stmt_run(q, f);
}

int store_letters_hurry(struct store *s, int64_t now, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_hurry");
    stmt_put_int(q, "now", now);
    return stmt_run(q, f);
}

int store_letter_out_counts(struct store *s, int64_t *waiting, int64_t *sent, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_counts");
    if (stmt_step(q, f) < 0)
        return -1;
    *waiting = stmt_int(q, "waiting");
    *sent = stmt_int(q, "letters") - *waiting - stmt_int(q, "failed");
    stmt_done(q);
    return 0;
}

int store_answers_since(struct store *s, const char *kind, const char *address, int64_t since,
                        int64_t *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "answers_since");
    stmt_put_text(q, "address", address);
    stmt_put_text(q, "kind", kind);
    stmt_put_int(q, "since", since);
    stmt_put_int(q, "max", ANSWERS_COUNTED);
    if (stmt_step(q, f) < 0)
        return -1;
    *n = stmt_int(q, "answers");
    stmt_done(q);
    return 0;
}

/* --- looking back -------------------------------------------------------------------------- */

int store_letters_of(struct store *s, int64_t game, struct arena *a, struct letter_row **v, int *n,
                     struct fault *f)
{
    struct stmt *q = stmt_get(s, "letters_of");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        (*v)[(*n)++] = (struct letter_row){.out = stmt_int(q, "out"),
                                           .id = stmt_int(q, "id"),
                                           .at = stmt_int(q, "at"),
                                           .seat = (int)stmt_int(q, "seat"),
                                           .turn = stmt_int(q, "turn"),
                                           .kind = stmt_text(q, "kind", a),
                                           .to = stmt_text(q, "address", a),
                                           .message_id = stmt_text(q, "message_id", a)};
    }
    return r;
}

int store_letter_bytes(struct store *s, const struct letter_row *l, struct arena *a,
                       struct slice *bytes, struct fault *f)
{
    struct stmt *q = stmt_get(s, l->out ? "letter_out_bytes_get" : "letter_in_bytes_get");
    *bytes = (struct slice){NULL, 0};
    stmt_put_int(q, "id", l->id);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    if (get_bytes(s, q, l->id, a, bytes, f) != 0)
        return -1;
    stmt_done(q);
    return 0;
}

int store_letters_drop(struct store *s, int64_t before, int max, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "letter_out_bytes_drop");
    stmt_put_int(q, "before", before);
    stmt_put_int(q, "max", max);
    if (stmt_run(q, f) != 0)
        return -1;
    *n = stmt_changes(q);
    return 0;
}
