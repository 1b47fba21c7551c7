#include "store/db.h"

/* Rows are written whole, by id: what a caller read, changed and sets again. */

static int makes_no_sense(const struct store *s, const char *what, int64_t id, struct fault *f)
{
    return fault_set(f, EX_DATAERR, "%s: %s %lld makes no sense", s->path, what, (long long)id);
}

/* --- players ------------------------------------------------------------------------------- */

static int get_player(struct stmt *q, struct arena *a, struct player *p, struct fault *f)
{
    *p = (struct player){0};
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

int store_player_find(struct store *s, const char *address, struct arena *a, struct player *p,
                      struct fault *f)
{
    struct stmt *q = stmt_get(s, "player_find");
    stmt_put_text(q, "address", address);
    return get_player(q, a, p, f);
}

int store_player_get(struct store *s, int64_t id, struct arena *a, struct player *p, struct fault *f)
{
    struct stmt *q = stmt_get(s, "player_get");
    stmt_put_int(q, "id", id);
    return get_player(q, a, p, f);
}

static void put_player(struct stmt *q, const struct player *p)
{
    stmt_put_text(q, "address", p->address);
    stmt_put_text(q, "name", p->name);
    stmt_put_text(q, "lang", p->lang);
    stmt_put_text(q, "format", p->format);
    stmt_put_text(q, "tz", p->tz);
}

int store_player_put(struct store *s, struct player *p, struct fault *f)
{
    struct stmt *q = stmt_get(s, "player_find");
    stmt_put_text(q, "address", p->address);
    int r = stmt_step(q, f);
    if (r < 0)
        return -1;
    if (r == 1) {
        p->id = stmt_int(q, "id");
        stmt_done(q);
        return 0;
    }
    q = stmt_get(s, "player_add");
    put_player(q, p);
    if (stmt_run(q, f) != 0)
        return -1;
    p->id = sqlite3_last_insert_rowid(s->db);
    return 0;
}

int store_player_set(struct store *s, const struct player *p, struct fault *f)
{
    struct stmt *q = stmt_get(s, "player_set");
    put_player(q, p);
    stmt_put_int(q, "id", p->id);
    return stmt_run(q, f);
}

/* --- games --------------------------------------------------------------------------------- */

static void put_game(struct stmt *q, const struct game *g)
{
    stmt_put_text(q, "engine", g->engine);
    stmt_put_text(q, "variant", g->variant);
    stmt_put_text(q, "options", g->options);
    stmt_put_text(q, "lang", g->lang);
    stmt_put_text(q, "moderator", g->moderator);
    stmt_put_int(q, "rules", g->rules);
    stmt_put_int(q, "seats", g->seats);
    stmt_put_int(q, "status", g->status);
    stmt_put_blob(q, "secret", g->secret, sizeof g->secret);
    stmt_put_blob(q, "seed", g->seed, sizeof g->seed);
    stmt_put_int(q, "draws", g->draws);
    stmt_put_int(q, "turn", g->turn);
    stmt_put_int(q, "shown", g->shown);
    stmt_put_int(q, "awaits", g->awaits);
    stmt_put_int(q, "journal", g->journal);
    stmt_put_blob(q, "chain", g->chain, sizeof g->chain);
    stmt_put_int(q, "turn_seconds", g->turn_seconds);
    stmt_put_int(q, "reaction_seconds", g->reaction_seconds);
    stmt_put_int(q, "negotiation_seconds", g->negotiation_seconds);
    stmt_put_int(q, "created", g->created);
    stmt_put_int(q, "ended", g->ended);
    stmt_put_int(q, "paused", g->paused);
    stmt_put_text(q, "pace", g->pace ? g->pace : "");
    stmt_put_text(q, "talk", g->talk ? g->talk : "open");
    stmt_put_int(q, "ending", g->ending);
    stmt_put_int(q, "powers", g->powers);
}

static int get_game(struct store *s, struct stmt *q, struct arena *a, struct game *g,
                    struct fault *f)
{
    bool ok = true;
    g->id = stmt_int(q, "id");
    g->name = stmt_text(q, "name", a);
    g->engine = stmt_text(q, "engine", a);
    g->variant = stmt_text(q, "variant", a);
    g->options = stmt_text(q, "options", a);
    g->lang = stmt_text(q, "lang", a);
    g->moderator = stmt_text(q, "moderator", a);
    g->rules = (int)stmt_int(q, "rules");
    g->seats = (int)stmt_int(q, "seats");
    g->status = (enum game_status)stmt_int(q, "status");
    ok = stmt_bytes(q, "secret", g->secret, sizeof g->secret) && ok;
    ok = stmt_bytes(q, "seed", g->seed, sizeof g->seed) && ok;
    g->draws = stmt_int(q, "draws");
    g->turn = stmt_int(q, "turn");
    g->shown = stmt_int(q, "shown");
    g->awaits = stmt_int(q, "awaits");
    g->journal = stmt_int(q, "journal");
    ok = stmt_bytes(q, "chain", g->chain, sizeof g->chain) && ok;
    g->turn_seconds = stmt_int(q, "turn_seconds");
    g->reaction_seconds = stmt_int(q, "reaction_seconds");
    g->negotiation_seconds = stmt_int(q, "negotiation_seconds");
    g->created = stmt_int(q, "created");
    g->ended = stmt_int(q, "ended");
    g->paused = stmt_int(q, "paused");
    g->pace = stmt_text(q, "pace", a);
    g->talk = stmt_text(q, "talk", a);
    g->ending = (enum game_ending)stmt_int(q, "ending");
    g->powers = (unsigned)stmt_int(q, "powers");
    ok = ok && g->seats >= 1 && g->seats <= SEATS_MAX;
    if (!ok)
        stmt_done(q);
    return ok ? 0 : makes_no_sense(s, "game", g->id, f);
}

int store_game_add(struct store *s, struct game *g, struct fault *f)
{
    struct stmt *q = stmt_get(s, "game_add");
    stmt_put_text(q, "name", g->name);
    put_game(q, g);
    if (stmt_run(q, f) != 0)
        return -1;
    g->id = sqlite3_last_insert_rowid(s->db);
    return 0;
}

int store_game_set(struct store *s, const struct game *g, struct fault *f)
{
    struct stmt *q = stmt_get(s, "game_set");
    put_game(q, g);
    stmt_put_int(q, "id", g->id);
    return stmt_run(q, f);
}

int store_game_find(struct store *s, const char *name, struct arena *a, struct game *g,
                    struct fault *f)
{
    struct stmt *q = stmt_get(s, "game_find");
    *g = (struct game){0};
    stmt_put_text(q, "name", name);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    if (get_game(s, q, a, g, f) != 0)
        return -1;
    stmt_done(q);
    return 0;
}

int store_game_name(struct store *s, int64_t id, struct arena *a, const char **name,
                    struct fault *f)
{
    struct stmt *q = stmt_get(s, "game_name");
    *name = NULL;
    stmt_put_int(q, "id", id);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    *name = stmt_text(q, "name", a);
    stmt_done(q);
    return 0;
}

int store_game_list(struct store *s, struct arena *a, struct game **v, int *n, struct fault *f)
{
    struct stmt *q = stmt_get(s, "game_list");
    int r;
    *v = NULL;
    *n = 0;
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        if (get_game(s, q, a, &(*v)[(*n)++], f) != 0)
            return -1;
    }
    return r;
}

/* --- seats --------------------------------------------------------------------------------- */

static int write_seat(struct store *s, bool add, const struct seat *seat, struct fault *f)
{
    struct stmt *q = stmt_get(s, add ? "seat_add" : "seat_set");
    stmt_put_id(q, "player", seat->player);
    stmt_put_text(q, "name", seat->name);
    stmt_put_int(q, "bot", seat->bot);
    stmt_put_int(q, "epoch", seat->epoch);
    stmt_put_int(q, "seen_turn", seat->seen_turn);
    if (add)
        stmt_put_blob(q, "digest", seat->digest, sizeof seat->digest);
    stmt_put_int(q, "still", seat->still);
    stmt_put_int(q, "sat_turn", seat->sat_turn);
    stmt_put_int(q, "seen_entry", seat->seen_entry);
    stmt_put_int(q, "acted_turn", seat->acted_turn);
    stmt_put_int(q, "acted_entry", seat->acted_entry);
    stmt_put_int(q, "silent", seat->silent);
    stmt_put_int(q, "dismissed", seat->dismissed);
    stmt_put_int(q, "away", seat->away);
    stmt_put_int(q, "away_used", seat->away_used);
    stmt_put_int(q, "reported", seat->reported);
    stmt_put_int(q, "talk_due", seat->talk_due);
    stmt_put_int(q, "collected", seat->collected);
    stmt_put_int(q, "game", seat->game);
    stmt_put_int(q, "number", seat->number);
    return stmt_run(q, f);
}

int store_seat_add(struct store *s, const struct seat *seat, struct fault *f)
{
    return write_seat(s, true, seat, f);
}

int store_seat_set(struct store *s, const struct seat *seat, struct fault *f)
{
    return write_seat(s, false, seat, f);
}

int store_seat_digest(struct store *s, const struct seat *seat, const uint8_t digest[SECRET_HASH],
                      struct fault *f)
{
    struct stmt *q = stmt_get(s, "seat_digest");
    stmt_put_blob(q, "digest", digest, SECRET_HASH);
    stmt_put_int(q, "game", seat->game);
    stmt_put_int(q, "number", seat->number);
    stmt_put_int(q, "epoch", seat->epoch);
    return stmt_run(q, f);
}

int store_seat_renew(struct store *s, const char *game, int number, struct fault *f)
{
    struct stmt *q = stmt_get(s, "seat_renew");
    stmt_put_int(q, "number", number);
    stmt_put_text(q, "game", game);
    return stmt_run(q, f);
}

int store_seats(struct store *s, int64_t game, struct arena *a, struct seat **v, int *n,
                struct fault *f)
{
    struct stmt *q = stmt_get(s, "seat_list");
    int r;
    *v = NULL;
    *n = 0;
    stmt_put_int(q, "game", game);
    while ((r = stmt_step(q, f)) == 1) {
        *v = stmt_room(a, *v, *n, sizeof **v);
        struct seat *seat = &(*v)[(*n)++];
        seat->game = game;
        seat->number = (int)stmt_int(q, "number");
        seat->player = stmt_int(q, "player");
        seat->name = stmt_text(q, "name", a);
        seat->bot = stmt_int(q, "bot") != 0;
        seat->epoch = stmt_int(q, "epoch");
        seat->seen_turn = stmt_int(q, "seen_turn");
        seat->bounces = stmt_int(q, "bounces");
        bool ok = stmt_bytes(q, "digest", seat->digest, sizeof seat->digest);
        seat->still = (unsigned)stmt_int(q, "still");
        seat->sat_turn = stmt_int(q, "sat_turn");
        seat->seen_entry = stmt_int(q, "seen_entry");
        seat->acted_turn = stmt_int(q, "acted_turn");
        seat->acted_entry = stmt_int(q, "acted_entry");
        seat->silent = stmt_int(q, "silent");
        seat->dismissed = stmt_int(q, "dismissed");
        seat->away = stmt_int(q, "away");
        seat->away_used = stmt_int(q, "away_used");
        seat->reported = stmt_int(q, "reported");
        seat->talk_due = stmt_int(q, "talk_due");
        seat->collected = stmt_int(q, "collected");
        seat->address = stmt_text(q, "address", a);
        seat->lang = stmt_text(q, "lang", a);
        seat->format = stmt_text(q, "format", a);
        seat->tz = stmt_text(q, "tz", a);
        seat->digest_next = stmt_int(q, "digest_next");
        if (!ok || seat->number != *n) {
            stmt_done(q);
            return makes_no_sense(s, "a seat of game", game, f);
        }
    }
    return r;
}
