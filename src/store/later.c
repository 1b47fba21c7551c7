/* What waits: held lines, standing orders, orders sent early; talk and digests. */
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

int store_early(struct store *s, int64_t game, struct arena *a, struct early_row **v, int *n,
                struct fault *f)
{
    struct stmt *q = stmt_get(s, "early_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct early_row *row = &(*v)[(*n)++];
        row->seat = (int)stmt_int(q, "seat");
        row->number = stmt_int(q, "number");
        row->after = stmt_int(q, "after");
        row->lines = stmt_text(q, "lines", a);
    }
    return r;
}

int store_early_put(struct store *s, int64_t game, const struct early_row *row, struct fault *f)
{
    struct stmt *q = stmt_get(s, row->lines ? "early_put" : "early_drop");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "seat", row->seat);
    stmt_put_int(q, "number", row->number);
    if (row->lines) {
        stmt_put_int(q, "after", row->after);
        stmt_put_text(q, "lines", row->lines);
    }
    return stmt_run(q, f);
}

/* --- talk and digests ------------------------------------------------------------------------ */

int store_talk_due(struct store *s, int64_t now, struct seat_of *out, struct fault *f)
{
    struct stmt *q = stmt_get(s, "seat_talk_due");
    *out = (struct seat_of){0, 0};
    stmt_put_int(q, "now", now);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    *out = (struct seat_of){stmt_int(q, "game"), (int)stmt_int(q, "number")};
    stmt_done(q);
    return 0;
}

int store_talk_drop(struct store *s, const struct seat_of *of, struct fault *f)
{
    struct stmt *q = stmt_get(s, "seat_talk_drop");
    stmt_put_int(q, "game", of->game);
    stmt_put_int(q, "number", of->seat);
    return stmt_run(q, f);
}

int store_digest_get(struct store *s, int64_t player, int *minute, int64_t *next, struct fault *f)
{
    struct stmt *q = stmt_get(s, "digest_get");
    *minute = -1;
    *next = 0;
    stmt_put_int(q, "id", player);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    *minute = (int)stmt_int(q, "digest");
    *next = stmt_int(q, "digest_next");
    stmt_done(q);
    return 0;
}

int store_digest_set(struct store *s, int64_t player, int minute, int64_t next, struct fault *f)
{
    struct stmt *q = stmt_get(s, "digest_set");
    stmt_put_int(q, "digest", minute);
    stmt_put_int(q, "digest_next", next);
    stmt_put_int(q, "id", player);
    return stmt_run(q, f);
}

int store_digest_due(struct store *s, int64_t now, struct arena *a, struct player *p, struct fault *f)
{
    struct stmt *q = stmt_get(s, "digest_due");
    *p = (struct player){0};
    stmt_put_int(q, "now", now);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    p->id = stmt_int(q, "id");
    p->address = stmt_text(q, "address", a);
    p->name = stmt_text(q, "name", a);
    p->lang = stmt_text(q, "lang", a);
    p->format = stmt_text(q, "format", a);
    p->tz = stmt_text(q, "tz", a);
    stmt_done(q);
    return 0;
}

int store_collected(struct store *s, int64_t player, struct arena *a, struct seat_of **v, int *n,
                    struct fault *f)
{
    struct stmt *q = stmt_get(s, "seats_collected");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "player", player);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        (*v)[(*n)++] = (struct seat_of){stmt_int(q, "game"), (int)stmt_int(q, "number")};
    }
    return r;
}
