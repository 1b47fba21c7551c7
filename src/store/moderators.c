/* Moderators of games, and their rulings that wait for a reply. */
#include "store/db.h"

int store_moderators(struct store *s, int64_t game, struct arena *a, struct moderator **v, int *n,
                     struct fault *f)
{
    struct stmt *q = stmt_get(s, "moderator_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct moderator *m = &(*v)[(*n)++];
        m->game = game;
        m->number = stmt_int(q, "number");
        m->address = stmt_text(q, "address", a);
        m->house = stmt_int(q, "house") != 0;
        m->epoch = stmt_int(q, "epoch");
        m->greeted = stmt_int(q, "greeted") != 0;
        m->asked = stmt_int(q, "asked");
    }
    return r;
}

int store_moderators_new(struct store *s, struct arena *a, const char ***v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "moderator_new");
    int r;
    *v = NULL;
    *n = 0;
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        (*v)[(*n)++] = stmt_text(q, "name", a);
    }
    return r;
}

int store_moderator_put(struct store *s, const struct moderator *m, struct fault *f)
{
    struct stmt *q = stmt_get(s, "moderator_put");
    stmt_put_int(q, "game", m->game);
    stmt_put_int(q, "number", m->number);
    stmt_put_text(q, "address", m->address);
    stmt_put_int(q, "house", m->house);
    stmt_put_int(q, "epoch", m->epoch);
    stmt_put_int(q, "greeted", m->greeted);
    stmt_put_int(q, "asked", m->asked);
    return stmt_run(q, f);
}

int store_confirmation_add(struct store *s, const struct confirmation *c, struct fault *f)
{
    struct stmt *q = stmt_get(s, "confirmation_add");
    stmt_put_int(q, "game", c->game);
    stmt_put_int(q, "number", c->number);
    stmt_put_int(q, "moderator", c->moderator);
    stmt_put_int(q, "turn", c->turn);
    stmt_put_int(q, "until", c->until);
    stmt_put_text(q, "lines", c->lines);
    return stmt_run(q, f);
}

int store_confirmation_find(struct store *s, struct arena *a, struct confirmation *c, struct fault *f)
{
    struct stmt *q = stmt_get(s, "confirmation_find");
    c->lines = NULL;
    stmt_put_int(q, "game", c->game);
    stmt_put_int(q, "moderator", c->moderator);
    stmt_put_int(q, "number", c->number);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    c->turn = stmt_int(q, "turn");
    c->until = stmt_int(q, "until");
    c->lines = stmt_text(q, "lines", a);
    stmt_done(q);
    return 0;
}

int store_confirmation_drop(struct store *s, const struct confirmation *c, int64_t now, struct fault *f)
{
    struct stmt *q = stmt_get(s, "confirmation_drop");
    stmt_put_int(q, "game", c->game);
    stmt_put_int(q, "moderator", c->moderator);
    stmt_put_int(q, "number", c->number);
    stmt_put_int(q, "now", now);
    return stmt_run(q, f);
}
