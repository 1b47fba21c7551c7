#include "store/db.h"

enum { WORTH_PACKING = 128 };

int store_report_put(struct store *s, int64_t game, int64_t turn, int seat, struct slice doc,
                     struct fault *f)
{
    return store_report_packed(s, game, turn, seat, blob_pack(&s->press, doc, WORTH_PACKING), f);
}

int store_report_packed(struct store *s, int64_t game, int64_t turn, int seat, struct slice packed,
                        struct fault *f)
{
    struct stmt *q = stmt_get(s, "report_add");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    stmt_put_int(q, "turn", turn);
    stmt_put_blob(q, "doc", packed.p, packed.n);
    return stmt_run(q, f);
}

static int senseless(const struct store *s, int64_t game, int64_t turn, struct fault *f)
{
    return fault_set(f, EX_DATAERR, "%s: game %lld: a report of turn %lld makes no sense", s->path,
                     (long long)game, (long long)turn);
}

int store_report_get(struct store *s, int64_t game, int64_t turn, int seat, struct arena *a,
                     struct report_row *row, struct fault *f)
{
    struct stmt *q = stmt_get(s, "report_get");
    *row = (struct report_row){.turn = -1};
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    stmt_put_int(q, "turn", turn);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    row->turn = stmt_int(q, "turn");
    bool ok = blob_open(&s->press, stmt_slice(q, "doc"), a, &row->doc);
    stmt_done(q);
    return ok ? 0 : senseless(s, game, turn, f);
}

int store_report_list(struct store *s, int64_t game, int seat, struct arena *a,
                      struct report_row **v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "report_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct report_row *row = &(*v)[(*n)++];
        row->turn = stmt_int(q, "turn");
        if (!blob_open(&s->press, stmt_slice(q, "doc"), a, &row->doc)) {
            stmt_done(q);
            return senseless(s, game, row->turn, f);
        }
    }
    return r;
}
