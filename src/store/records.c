#include "store/db.h"

int store_player_seats(struct store *s, int64_t player, struct arena *a, struct player_seat **v,
                       int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "player_seats");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "player", player);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct player_seat *seat = &(*v)[(*n)++];
        seat->game = stmt_text(q, "name", a);
        seat->seat = (int)stmt_int(q, "number");
    }
    return r;
}

int store_answered_add(struct store *s, const struct answered *row, struct fault *f)
{
    struct stmt *q = stmt_get(s, "answered_add");
    stmt_put_int(q, "game", row->game);
    stmt_put_int(q, "number", row->number);
    stmt_put_int(q, "player", row->player);
    stmt_put_int(q, "deadline", row->deadline);
    stmt_put_int(q, "at", row->at);
    stmt_put_int(q, "on_time", row->on_time);
    return stmt_run(q, f);
}

int store_result_put(struct store *s, int64_t game, int64_t player, int rank, struct fault *f)
{
    struct stmt *q = stmt_get(s, "result_put");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "player", player);
    stmt_put_int(q, "rank", rank);
    return stmt_run(q, f);
}

int store_records(struct store *s, bool all, int max, struct arena *a, struct record **v, int *n,
                  struct fault *f)
{
    struct stmt *q = stmt_get(s, "records");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "all", all);
    stmt_put_int(q, "max", max);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct record *x = &(*v)[(*n)++];
        x->player = stmt_int(q, "id");
        x->name = stmt_text(q, "name", a);
        x->address = stmt_text(q, "address", a);
        x->games = stmt_int(q, "games");
        x->wins = stmt_int(q, "wins");
        x->resigned = stmt_int(q, "resigned");
        x->playing = stmt_int(q, "playing");
        x->asked = stmt_int(q, "asked");
        x->on_time = stmt_int(q, "on_time");
    }
    return r;
}
