#include "store/db.h"

static int list(struct stmt *q, struct arena *a, struct await_row **v, int *n, struct fault *f)
{
    int r;
    *v = NULL;
    *n = 0;
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct await_row *row = &(*v)[(*n)++];
        row->game = stmt_int(q, "game");
        row->number = stmt_int(q, "number");
        row->seat = (int)stmt_int(q, "seat");
        row->clock = (int)stmt_int(q, "clock");
        row->what = stmt_text(q, "what", a);
        row->matter = stmt_int(q, "matter");
        row->since = stmt_int(q, "since");
        row->deadline = stmt_int(q, "deadline");
        row->remaining = stmt_int(q, "remaining");
        row->total = stmt_int(q, "total");
        row->expires = stmt_int(q, "expires");
        row->remind = stmt_int(q, "remind");
    }
    return r;
}

int store_awaits(struct store *s, int64_t game, struct arena *a, struct await_row **v, int *n,
                 struct fault *f)
{
    struct stmt *q = stmt_get(s, "await_list");
    stmt_put_int(q, "game", game);
    return list(q, a, v, n, f);
}

int store_awaits_due(struct store *s, int64_t now, int max, struct arena *a, struct await_row **v,
                     int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "await_due");
    stmt_put_int(q, "now", now);
    stmt_put_int(q, "max", max);
    return list(q, a, v, n, f);
}

int store_awaits_remind(struct store *s, int64_t now, int max, struct arena *a, struct await_row **v,
                        int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "await_remind_due");
    stmt_put_int(q, "now", now);
    stmt_put_int(q, "max", max);
    return list(q, a, v, n, f);
}

int store_awaits_running(struct store *s, int64_t after, struct arena *a, int64_t **v, int *n,
                         struct fault *f)
{
    struct stmt *q = stmt_get(s, "await_running");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "after", after);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        (*v)[(*n)++] = stmt_int(q, "game");
    }
    return r;
}

int store_time_back(struct store *s, int64_t now, int64_t back, struct fault *f)
{
    static const char *const queries[] = {"back_letters_out", "back_letters_in", "back_guests", "back_seats",
                                          "back_digests"};
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        struct stmt *q = stmt_get(s, queries[i]);
        stmt_put_int(q, "now", now);
        stmt_put_int(q, "back", back);
        if (stmt_run(q, f) != 0)
            return -1;
    }
    return 0;
}

static void put_times(struct stmt *q, const struct await_row *row)
{
    stmt_put_int(q, "deadline", row->deadline);
    stmt_put_int(q, "remaining", row->remaining);
    stmt_put_int(q, "total", row->total);
    stmt_put_int(q, "expires", row->expires);
    stmt_put_int(q, "remind", row->remind);
}

int store_await_add(struct store *s, const struct await_row *row, struct fault *f)
{
    struct stmt *q = stmt_get(s, "await_add");
    stmt_put_int(q, "game", row->game);
    stmt_put_int(q, "number", row->number);
    stmt_put_int(q, "seat", row->seat);
    stmt_put_int(q, "clock", row->clock);
    stmt_put_text(q, "what", row->what);
    stmt_put_int(q, "matter", row->matter);
    stmt_put_int(q, "since", row->since);
    put_times(q, row);
    return stmt_run(q, f);
}

int store_await_set(struct store *s, const struct await_row *row, struct fault *f)
{
    struct stmt *q = stmt_get(s, "await_set");
    stmt_put_int(q, "game", row->game);
    stmt_put_int(q, "number", row->number);
    put_times(q, row);
    return stmt_run(q, f);
}

int store_await_drop(struct store *s, int64_t game, int64_t number, struct fault *f)
{
    struct stmt *q = stmt_get(s, "await_drop");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "number", number);
    return stmt_run(q, f);
}

static void put_left(struct stmt *q, const struct await_row *row)
{
    stmt_put_int(q, "game", row->game);
    stmt_put_int(q, "seat", row->seat);
    stmt_put_int(q, "clock", row->clock);
    stmt_put_text(q, "what", row->what);
    stmt_put_int(q, "matter", row->matter);
}

int store_left_put(struct store *s, const struct await_row *row, struct fault *f)
{
    struct stmt *q = stmt_get(s, "clock_left_put");
    put_left(q, row);
    stmt_put_int(q, "remaining", row->remaining);
    return stmt_run(q, f);
}

int store_left_forget(struct store *s, int64_t game, int but, struct fault *f)
{
    struct stmt *q = stmt_get(s, "clock_left_forget");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "but", but);
    return stmt_run(q, f);
}

int store_left_get(struct store *s, struct await_row *row, bool *found, struct fault *f)
{
    struct stmt *q = stmt_get(s, "clock_left_get");
    put_left(q, row);
    int r = stmt_step(q, f);
    *found = r == 1;
    if (r != 1)
        return r;
    row->remaining = stmt_int(q, "remaining");
    stmt_done(q);
    return 0;
}
