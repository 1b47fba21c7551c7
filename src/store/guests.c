#include "store/db.h"

/* --- how people come to a game --------------------------------------------------------------- */

int store_lobby_put(struct store *s, int64_t game, const struct lobby *l, struct fault *f)
{
    struct stmt *q = stmt_get(s, "lobby_put");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "private", l->private);
    stmt_put_text(q, "format", l->format);
    return stmt_run(q, f);
}

int store_lobby_get(struct store *s, int64_t game, struct arena *a, struct lobby *l, struct fault *f)
{
    struct stmt *q = stmt_get(s, "lobby_get");
    *l = (struct lobby){.format = "both"};
    stmt_put_int(q, "game", game);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    l->private = stmt_int(q, "private") != 0;
    l->format = stmt_text(q, "format", a);
    stmt_done(q);
    return 0;
}

int store_open_games(struct store *s, bool all, int max, struct arena *a, struct open_game **v,
                     int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "game_open");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "all", all);
    stmt_put_int(q, "max", max);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct open_game *g = &(*v)[(*n)++];
        g->name = stmt_text(q, "name", a);
        g->engine = stmt_text(q, "engine", a);
        g->variant = stmt_text(q, "variant", a);
        g->lang = stmt_text(q, "lang", a);
        g->seats = (int)stmt_int(q, "seats");
        g->private = stmt_int(q, "private") != 0;
        g->taken = (int)stmt_int(q, "taken");
    }
    return r;
}

/* --- guests ---------------------------------------------------------------------------------- */

static int write_guest(struct store *s, const char *query, const struct guest *g, struct fault *f)
{
    struct stmt *q = stmt_get(s, query);
    char kind[] = {g->kind, '\0'};
    stmt_put_int(q, "game", g->game);
    stmt_put_int(q, "number", g->number);
    stmt_put_text(q, "kind", kind);
    stmt_put_int(q, "state", g->state);
    stmt_put_text(q, "address", g->address);
    stmt_put_text(q, "name", g->name);
    stmt_put_text(q, "lang", g->lang);
    stmt_put_text(q, "luck", g->luck);
    stmt_put_id(q, "player", g->player);
    stmt_put_int(q, "place", g->place);
    stmt_put_int(q, "since", g->since);
    stmt_put_int(q, "told", g->told);
    stmt_put_int(q, "seen_shown", g->seen_shown);
    stmt_put_int(q, "seen_entry", g->seen_entry);
    return stmt_run(q, f);
}

int store_guest_add(struct store *s, const struct guest *g, struct fault *f)
{
    return write_guest(s, "guest_add", g, f);
}

int store_guest_set(struct store *s, const struct guest *g, struct fault *f)
{
    return write_guest(s, "guest_set", g, f);
}

int store_guests(struct store *s, int64_t game, struct arena *a, struct guest **v, int *n,
                 struct fault *f)
{
    struct stmt *q = stmt_get(s, "guest_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct guest *g = &(*v)[(*n)++];
        g->game = game;
        g->number = stmt_int(q, "number");
        g->kind = stmt_text(q, "kind", a)[0];
        g->state = (enum guest_state)stmt_int(q, "state");
        g->address = stmt_text(q, "address", a);
        g->name = stmt_text(q, "name", a);
        g->lang = stmt_text(q, "lang", a);
        g->luck = stmt_text(q, "luck", a);
        g->player = stmt_int(q, "player");
        g->place = stmt_int(q, "place");
        g->since = stmt_int(q, "since");
        g->told = stmt_int(q, "told");
        g->seen_shown = stmt_int(q, "seen_shown");
        g->seen_entry = stmt_int(q, "seen_entry");
        if (g->number != *n) {
            stmt_done(q);
            return fault_set(f, EX_DATAERR, "%s: a guest of game %lld makes no sense", s->path,
                             (long long)game);
        }
    }
    return r;
}

/* Whom a query finds, by game and number; *game = NULL: nobody. */
static int name_guest(struct stmt *q, struct arena *a, const char **game, struct guest *g, struct fault *f)
{
    *game = NULL;
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    g->game = stmt_int(q, "game");
    g->number = stmt_int(q, "number");
    *game = stmt_text(q, "name", a);
    stmt_done(q);
    return 0;
}

int store_guest_due(struct store *s, int64_t now, int64_t every, struct arena *a, const char **game,
                    struct guest *g, struct fault *f)
{
    struct stmt *q = stmt_get(s, "guest_due");
    stmt_put_int(q, "now", now);
    stmt_put_int(q, "every", every);
    stmt_put_int(q, "max", 1);
    return name_guest(q, a, game, g, f);
}

int store_guest_silent(struct store *s, int64_t now, int64_t first, int64_t last, struct arena *a,
                       const char **game, struct guest *g, struct fault *f)
{
    struct stmt *q = stmt_get(s, "guest_silent");
    stmt_put_int(q, "now", now);
    stmt_put_int(q, "first", first);
    stmt_put_int(q, "last", last);
    return name_guest(q, a, game, g, f);
}

int store_guest_put_off(struct store *s, const struct guest *g, struct fault *f)
{
    struct stmt *q = stmt_get(s, "guest_put_off");
    stmt_put_int(q, "told", g->told);
    stmt_put_int(q, "game", g->game);
    stmt_put_int(q, "number", g->number);
    return stmt_run(q, f);
}

int store_guest_move(struct store *s, int64_t player, const char *address, struct fault *f)
{
    struct stmt *q = stmt_get(s, "guest_move");
    stmt_put_text(q, "address", address);
    stmt_put_int(q, "player", player);
    return stmt_run(q, f);
}

int store_guest_stay(struct store *s, int64_t player, struct fault *f)
{
    struct stmt *q = stmt_get(s, "guest_stay");
    stmt_put_int(q, "player", player);
    return stmt_run(q, f);
}
