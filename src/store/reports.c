#include "store/db.h"

enum { WORTH_PACKING = 128 };

static int write_report(struct store *s, const char *query, int64_t game, int64_t turn, int seat,
                        struct slice packed, int *changed, struct fault *f)
{
    struct stmt *q = stmt_get(s, query);
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    stmt_put_int(q, "turn", turn);
    stmt_put_blob(q, "doc", packed.p, packed.n);
    if (stmt_run(q, f) != 0)
        return -1;
    *changed = stmt_changes(q);
    return 0;
}

int store_report_put(struct store *s, int64_t game, int64_t turn, int seat, struct slice doc,
                     struct fault *f)
{
    return store_report_packed(s, game, turn, seat, blob_pack(&s->press, doc, WORTH_PACKING), f);
}

int store_report_packed(struct store *s, int64_t game, int64_t turn, int seat, struct slice packed,
                        struct fault *f)
{
    int changed;
    if (write_report(s, "report_add", game, turn, seat, packed, &changed, f) != 0)
        return -1;
    return changed ? 0 : write_report(s, "report_set", game, turn, seat, packed, &changed, f);
}

int store_report_get(struct store *s, int64_t game, int64_t turn, int seat, struct arena *a,
                     struct slice *doc, struct fault *f)
{
    struct stmt *q = stmt_get(s, "report_get");
    *doc = (struct slice){NULL, 0};
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    stmt_put_int(q, "turn", turn);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    bool ok = blob_open(&s->press, stmt_slice(q, "doc"), a, doc);
    stmt_done(q);
    if (!ok)
        return fault_set(f, EX_DATAERR, "%s: game %lld: a report of turn %lld makes no sense",
                         s->path, (long long)game, (long long)turn);
    return 0;
}
