#include "store/changes.h"
#include "store/table_rows.h"

#include <stdlib.h>

/* A turn's changeset covers piece and tally and nothing else; turns of a game are numbered without
 * a gap, so the present table and the changesets give every past one (past.c). */

/* --- recording ----------------------------------------------------------------------------- */

void store_turn_drop(struct store *s)
{
    if (s->session)
        sqlite3session_delete(s->session);
    s->session = NULL;
    s->session_game = 0;
}

int store_turn_begin(struct store *s, struct fault *f)
{
    static const char *const tables[] = {"piece", "tally"};
    insist(s->begun && !s->session);
    int rc = sqlite3session_create(s->db, "main", &s->session);
    for (size_t i = 0; rc == SQLITE_OK && i < sizeof tables / sizeof tables[0]; i++)
        rc = sqlite3session_attach(s->session, tables[i]);
    if (rc == SQLITE_OK)
        return 0;
    store_turn_drop(s);
    return db_fault(s, rc, f);
}

static int add_waiting(struct store *s, const struct turn *turn, struct fault *f)
{
    enum { WORTH_PACKING = 64 };
    if (!turn->waiting)
        return 0;
    struct slice packed = blob_pack(&s->press, slice_of(turn->waiting), WORTH_PACKING);
    struct stmt *q = stmt_get(s, "turn_waiting_add");
    stmt_put_int(q, "game", turn->game);
    stmt_put_int(q, "number", turn->number);
    stmt_put_blob(q, "waiting", packed.p, packed.n);
    return stmt_run(q, f);
}

static int add_turn(struct store *s, const struct turn *turn, struct slice changes, struct fault *f)
{
    enum { WORTH_PACKING = 128 };
    struct slice packed = blob_pack(&s->press, changes, WORTH_PACKING);
    struct stmt *q = stmt_get(s, "turn_add");
    stmt_put_int(q, "game", turn->game);
    stmt_put_int(q, "number", turn->number);
    stmt_put_int(q, "seat", turn->seat);
    stmt_put_text(q, "kind", turn->kind);
    stmt_put_int(q, "at", turn->at);
    stmt_put_int(q, "draws_before", turn->draws_before);
    stmt_put_int(q, "draws_after", turn->draws_after);
    stmt_put_blob(q, "changes", packed.p, packed.n);
    stmt_put_int(q, "begins", turn->begins);
    stmt_put_int(q, "back", turn->back);
    stmt_put_int(q, "shown", turn->shown);
    return stmt_run(q, f) == 0 ? add_waiting(s, turn, f) : -1;
}

int store_turn_end(struct store *s, const struct turn *turn, struct fault *f)
{
    void *p = NULL;
    int n = 0;
    insist(s->session && (s->session_game == 0 || s->session_game == turn->game));
    int rc = sqlite3session_changeset(s->session, &n, &p);
    store_turn_drop(s);
    int r = rc == SQLITE_OK ? add_turn(s, turn, (struct slice){p, (size_t)n}, f)
                            : db_fault(s, rc, f);
    sqlite3_free(p);
    return r;
}

int store_turn_list(struct store *s, int64_t game, int64_t from, int64_t to, struct arena *a,
                    struct turn **v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "turn_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "from", from);
    stmt_put_int(q, "to", to);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct turn *turn = &(*v)[(*n)++];
        turn->game = game;
        turn->number = stmt_int(q, "number");
        turn->seat = (int)stmt_int(q, "seat");
        turn->kind = stmt_text(q, "kind", a);
        turn->at = stmt_int(q, "at");
        turn->draws_before = stmt_int(q, "draws_before");
        turn->draws_after = stmt_int(q, "draws_after");
        turn->begins = stmt_int(q, "begins") != 0;
        turn->back = stmt_int(q, "back");
        turn->changed = stmt_int(q, "changed") != 0;
        turn->shown = stmt_int(q, "shown");
    }
    return r;
}

int store_turn_shown(struct store *s, int64_t game, int64_t number, int64_t *shown, struct fault *f)
{
    struct stmt *q = stmt_get(s, "turn_shown");
    *shown = -1;
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "number", number);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    *shown = stmt_int(q, "shown");
    stmt_done(q);
    return 0;
}

int store_turn_of_shown(struct store *s, int64_t game, int64_t shown, int64_t *first, int64_t *last,
                        struct fault *f)
{
    struct stmt *q = stmt_get(s, "turn_of_shown");
    *first = *last = -1;
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "shown", shown);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    *first = stmt_int(q, "first");
    *last = stmt_int(q, "last");
    stmt_done(q);
    return 0;
}

char *changes_open(struct store *s, struct stmt *q, size_t *n)
{
    char *changes = NULL;
    if (!blob_open_heap(&s->press, stmt_slice(q, "changes"), &changes, n))
        return NULL;
    if (!changes_sound((struct slice){changes, *n})) {
        free(changes);
        return NULL;
    }
    return changes;
}

/* --- undo ---------------------------------------------------------------------------------- */

/* Anything that is not as the turn left it means that rows were changed behind our back. */
static int on_conflict(void *ctx, int why, sqlite3_changeset_iter *it)
{
    (void)ctx, (void)why, (void)it;
    return SQLITE_CHANGESET_ABORT;
}

static int apply_inverse(struct store *s, int64_t game, char *changes, size_t n, struct fault *f)
{
    void *inverse = NULL;
    int size = 0;
    int rc = sqlite3changeset_invert((int)n, changes, &size, &inverse);
    if (rc == SQLITE_OK)
        rc = sqlite3changeset_apply(s->db, size, inverse, NULL, on_conflict, NULL);
    sqlite3_free(inverse);
    if (rc == SQLITE_ABORT)
        return fault_set(f, EX_DATAERR,
                         "%s: game %lld: the turn does not fit the table and cannot be undone",
                         s->path, (long long)game);
    return rc == SQLITE_OK ? 0 : db_fault(s, rc, f);
}

static int undo_turn(struct store *s, int64_t game, int64_t number, struct fault *f)
{
    size_t n = 0;
    struct stmt *q = stmt_get(s, "turn_get");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "number", number);
    int r = stmt_step(q, f);
    if (r < 0)
        return -1;
    char *changes = r == 1 ? changes_open(s, q, &n) : NULL;
    stmt_done(q);
    if (!changes)
        return rows_fault(s, game, "a changeset", f);
    r = apply_inverse(s, game, changes, n, f);
    free(changes);
    return r;
}

/* The number of the newest turn, -1 when there is none. */
static int newest_turn(struct store *s, int64_t game, int64_t *number, struct fault *f)
{
    struct stmt *q = stmt_get(s, "turn_newest");
    stmt_put_int(q, "game", game);
    int r = stmt_step(q, f);
    if (r < 0)
        return -1;
    *number = r == 1 ? stmt_int(q, "number") : -1;
    stmt_done(q);
    return 0;
}

int store_turn_back(struct store *s, int64_t game, int64_t to, struct fault *f)
{
    int64_t number;
    insist(s->begun && s->session && s->session_game == 0);
    s->session_game = game;
    int r = newest_turn(s, game, &number, f);
    for (; r == 0 && number > to; number--)
        r = undo_turn(s, game, number, f);
    return r;
}

int store_turn_waiting(struct store *s, int64_t game, int64_t number, struct arena *a,
                       const char **waiting, struct fault *f)
{
    struct slice text;
    struct stmt *q = stmt_get(s, "turn_waiting_get");
    *waiting = NULL;
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "number", number);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    bool ok = blob_open(&s->press, stmt_slice(q, "waiting"), a, &text);
    stmt_done(q);
    if (!ok)
        return rows_fault(s, game, "what waited", f);
    *waiting = text.p;
    return 0;
}
