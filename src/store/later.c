/* Orders that wait: held lines and standing orders. */
#include "store/db.h"

int store_held(struct store *s, int64_t game, struct arena *a, struct held_row **v, int *n,
               struct fault *f)
{
    struct stmt *q = stmt_get(s, "held_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        (*v)[*n].seat = (int)stmt_int(q, "seat");
        (*v)[(*n)++].lines = stmt_text(q, "lines", a);
    }
    return r;
}

int store_held_put(struct store *s, int64_t game, int seat, const char *lines, struct fault *f)
{
    struct stmt *q = stmt_get(s, lines ? "held_put" : "held_drop");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    if (lines)
        stmt_put_text(q, "lines", lines);
    return stmt_run(q, f);
}

int store_standing(struct store *s, int64_t game, struct arena *a, struct standing_row **v, int *n,
                   struct fault *f)
{
    struct stmt *q = stmt_get(s, "standing_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct standing_row *row = &(*v)[(*n)++];
        row->seat = (int)stmt_int(q, "seat");
        row->number = stmt_int(q, "number");
        row->line = stmt_text(q, "line", a);
        row->always = stmt_int(q, "always");
    }
    return r;
}

int store_standing_put(struct store *s, int64_t game, const struct standing_row *row, struct fault *f)
{
    struct stmt *q = stmt_get(s, "standing_put");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", row->seat);
    stmt_put_int(q, "number", row->number);
    stmt_put_text(q, "line", row->line);
    stmt_put_int(q, "always", row->always);
    return stmt_run(q, f);
}

int store_standing_drop(struct store *s, int64_t game, int seat, int64_t number, struct fault *f)
{
    struct stmt *q = stmt_get(s, "standing_drop");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", seat);
    stmt_put_int(q, "number", number);
    return stmt_run(q, f);
}
