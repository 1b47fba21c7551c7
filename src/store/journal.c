#include "store/db.h"

/* The chain: each entry's hash is taken over the hash before it and the entry's own text, so no
 * entry can be changed, moved or dropped without changing every hash that follows. */

/* Much quicker than printf, and it runs for every entry. */
static void add_number(struct buf *out, int64_t n)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = n < 0 ? -(uint64_t)n : (uint64_t)n;
    digits[--at] = ' ';
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (n < 0)
        digits[--at] = '-';
    buf_add(out, digits + at, sizeof digits - at);
}

static void add_text(struct buf *out, const char *s)
{
    struct slice text = slice_of(s);
    add_number(out, (int64_t)text.n);
    buf_slice(out, text);
    buf_char(out, '\n');
}

void entry_text(const struct entry *e, struct buf *out)
{
    add_number(out, e->game);
    add_number(out, e->number);
    add_number(out, e->turn);
    add_number(out, e->seat);
    add_number(out, e->sight);
    add_text(out, e->kind);
    add_text(out, e->body);
}

static void link_of(struct buf *text, const struct entry *e, const uint8_t previous[SECRET_HASH],
                    uint8_t chain[SECRET_HASH])
{
    buf_clear(text);
    entry_text(e, text);
    insist(!text->full);
    secret_chain(chain, previous, buf_all(text));
}

void entry_chain(const struct entry *e, const uint8_t previous[SECRET_HASH],
                 uint8_t chain[SECRET_HASH])
{
    struct buf text = BUF(BLOB_MAX);
    link_of(&text, e, previous, chain);
    buf_free(&text);
}

int store_journal_add(struct store *s, struct game *g, struct entry *e, struct fault *f)
{
    uint8_t chain[SECRET_HASH];
    e->game = g->id;
    e->number = g->journal + 1;
    link_of(&s->text, e, g->chain, chain);
    struct stmt *q = stmt_get(s, "journal_add");
    stmt_put_int(q, "game", e->game);
    stmt_put_int(q, "turn", e->turn);
    stmt_put_int(q, "number", e->number);
    stmt_put_text(q, "kind", e->kind);
    stmt_put_int(q, "seat", e->seat);
    stmt_put_int(q, "sight", (int32_t)e->sight);
    stmt_put_text(q, "body", e->body);
    stmt_put_blob(q, "chain", chain, sizeof chain);
    if (stmt_run(q, f) != 0)
        return -1;
    g->journal = e->number;
    memcpy(e->chain, chain, sizeof chain);
    memcpy(g->chain, chain, sizeof chain);
    return 0;
}

static int read_entries(struct store *s, struct stmt *q, int64_t game, struct arena *a,
                        struct entry **v, int *n, struct fault *f)
{
    int r;
    *v = NULL;
    *n = 0;
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct entry *e = &(*v)[(*n)++];
        e->game = game;
        e->turn = stmt_int(q, "turn");
        e->shown = stmt_int(q, "shown");
        e->number = stmt_int(q, "number");
        e->kind = stmt_text(q, "kind", a);
        e->seat = (int)stmt_int(q, "seat");
        e->sight = (sight)stmt_int(q, "sight");
        e->body = stmt_text(q, "body", a);
        if (!stmt_bytes(q, "chain", e->chain, sizeof e->chain)) {
            stmt_done(q);
            return fault_set(f, EX_DATAERR, "%s: game %lld: journal entry %lld makes no sense",
                             s->path, (long long)game, (long long)e->number);
        }
    }
    return r;
}

int store_note_bytes(struct store *s, int64_t game, int64_t shown, int seat, sight eye, int64_t *bytes,
                     struct fault *f)
{
    struct stmt *q = stmt_get(s, "note_bytes");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "shown", shown);
    stmt_put_int(q, "seat", seat);
    stmt_put_int(q, "eye", (int32_t)eye);
    int r = stmt_step(q, f);
    *bytes = r == 1 ? stmt_int(q, "bytes") : 0;
    stmt_done(q);
    return r < 0 ? -1 : 0;
}

int store_journal(struct store *s, int64_t game, int64_t from_turn, int64_t to_turn,
                  struct arena *a, struct entry **v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "journal_list");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "from", from_turn);
    stmt_put_int(q, "to", to_turn);
    return read_entries(s, q, game, a, v, n, f);
}

int store_journal_news(struct store *s, int64_t game, const struct journal_span *span, struct arena *a,
                       struct entry **v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "journal_news");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "from", span->from);
    stmt_put_int(q, "to", span->to);
    stmt_put_int(q, "seen", span->seen);
    stmt_put_int(q, "least", span->least);
    return read_entries(s, q, game, a, v, n, f);
}

int store_journal_after(struct store *s, int64_t game, int64_t number, struct arena *a,
                        struct entry **v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "journal_after");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "after", number);
    return read_entries(s, q, game, a, v, n, f);
}

int store_journal_page(struct store *s, int64_t game, struct journal_page *page, struct arena *a,
                       struct entry **v, int *n, struct fault *f)
{
    *n = 0;
    if (page->over)
        return 0;
    struct stmt *q = stmt_get(s, page->back ? "journal_page_back" : "journal_page");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "from", page->from);
    stmt_put_int(q, "to", page->to);
    if (page->back)
        stmt_put_int(q, "before", page->number ? page->number : INT64_MAX);
    else
        stmt_put_int(q, "after", page->number);
    stmt_put_int(q, "most", JOURNAL_PAGE);
    if (read_entries(s, q, game, a, v, n, f) != 0)
        return -1;
    page->over = *n < JOURNAL_PAGE;
    if (*n) {
        const struct entry *last = &(*v)[*n - 1];
        page->number = last->number;
        *(page->back ? &page->to : &page->from) = last->turn;
    }
    return 0;
}
