/* Watchers get the public report: what everybody at the table may know.
 *
 * The first comes at once; then one a day at most, with all that has happened since, and the last
 * when the game is over. A report for every turn would be a storm, and a watcher who hears sooner
 * than the players themselves could tell them. */
#include "lobby/lobby.h"
#include "turn/account.h"
#include "turn/post.h"
#include "turn/token.h"

#include <stdio.h>
#include <strings.h>

static bool plays(const struct seat *seats, int n, const char *address)
{
    for (int i = 0; i < n; i++)
        if (!seats[i].bot && strcasecmp(seats[i].address, address) == 0)
            return true;
    return false;
}

int lobby_report(struct sitting *s, struct guest *g, json_t *answer, const char *message_id,
                 struct fault *fault)
{
    struct house *house = s->house;
    struct writer writer = token_guest(g);
    struct player p;
    json_t *doc = NULL;
    if (store_player_find(house->store, g->address, s->arena, &p, fault) != 0 ||
        account_watcher(s, g, answer, &doc, fault) != 0)
        return -1;
    report_put(doc, "watching", json_true());
    const char *format = p.id ? p.format : "both";
    struct post_stranger to = {.address = g->address,
                               .name = g->name,
                               .lang = p.id ? p.lang : g->lang,
                               .engine = s->game.engine,
                               .kind = answer ? "lobby" : "report",
                               .message_id = message_id,
                               .reply_to = token_address(house, &s->game, &writer, 0, s->arena),
                               .template = "report",
                               .html = strstr(format, "html") || strstr(format, "both"),
                               .attach = strstr(format, "json") != NULL,
                               .doc = doc};
    int r = post_stranger(house, &to, fault);
    json_decref(doc);
    g->seen_shown = s->game.shown;
    g->seen_entry = s->game.journal;
    g->told = house_now(house);
    return r == 0 ? store_guest_set(house->store, g, fault) : -1;
}

/* The first report, or the promise of one. */
static int show_in(struct lobby_writer *w, const struct game *game, struct guest *g, struct fault *fault)
{
    struct sitting *s = NULL;
    bool over;
    w->written = true;
    if (game->status == GAME_OPEN)
        return lobby_letter(w->house, game, g, w->answer, w->message_id, w->arena, fault);
    if (lobby_too_many(w->house, g, &over, fault) != 0)
        return -1;
    if (over) /* who comes and goes all the time */
        return 0;
    if (sitting_open(w->house, game->name, w->arena, &s, fault) != 0)
        return -1;
    /* The letter is written out beside us, and the answer goes on growing: a copy. */
    json_t *answer = json_deep_copy(w->answer);
    int r = lobby_report(s, g, answer, w->message_id, fault);
    json_decref(answer);
    sitting_close(&s);
    return r;
}

static int take_in(struct lobby_writer *w, const struct game *game, struct guest *g, struct fault *fault)
{
    g->state = GUEST_HERE;
    g->seen_shown = game->status == GAME_OPEN ? -1 : game->shown - 1;
    g->seen_entry = 0;
    if (lobby_player(w->house, game, g, w->arena, &g->player, fault) != 0 ||
        store_guest_set(w->house->store, g, fault) != 0)
        return -1;
    lobby_say(w, "set.watching", "game", game->name);
    return show_in(w, game, g, fault);
}

int lobby_observe(struct lobby_writer *w, const char *name, struct mistake *m, struct fault *fault)
{
    struct game game;
    struct guest g;
    struct lobby lobby = {0};
    struct seat *seats;
    int n = 0, nseats = 0;
    bool crowded = false;
    if (lobby_game(w->house, name, w->arena, &game, fault) != 0)
        return -1;
    if (game.id && (store_lobby_get(w->house->store, game.id, w->arena, &lobby, fault) != 0 ||
                    store_seats(w->house->store, game.id, w->arena, &seats, &nseats, fault) != 0 ||
                    lobby_guest(w->house, game.id, 0, WHO_OBSERVER, w->address, w->arena, &g, &n, fault) != 0 ||
                    lobby_crowded(w->house, game.id, w->arena, &crowded, fault) != 0))
        return -1;
    if (game.id == 0 || game.ending == ENDING_CANCELLED || game.status == GAME_FINISHED || lobby.private) {
        MISTAKE(m, 0, "no-game-to-watch", TEXT("name", name));
        return 0;
    }
    /* Who plays is told so only where it is sure that it is he. */
    if (w->proven && plays(seats, nseats, w->address))
        MISTAKE(m, 0, "you-play", TEXT("name", game.name));
    else if (w->proven && g.number && g.state == GUEST_HERE)
        MISTAKE(m, 0, "already-watching", TEXT("name", game.name));
    else if (!w->proven && !g.number && crowded)
        MISTAKE(m, 0, "game-crowded", TEXT("name", game.name));
    if (m->code)
        return 0;
    if (!g.number && lobby_guest_new(w->house, &game, WHO_OBSERVER, GUEST_ASKED, w->address, w->name,
                                     w->lang, n, &g, fault) != 0)
        return -1;
    if (w->proven)
        return take_in(w, &game, &g, fault);
    if (g.state == GUEST_GONE) {
        g.state = GUEST_ASKED;
        if (store_guest_set(w->house->store, &g, fault) != 0)
            return -1;
    }
    w->written = true;
    return lobby_letter(w->house, &game, &g, NULL, w->message_id, w->arena, fault);
}

int lobby_watch(struct lobby_writer *w, struct mistake *m, struct fault *fault)
{
    if (w->game->status == GAME_FINISHED || w->game->ending == ENDING_CANCELLED)
        MISTAKE(m, -1, "no-game-to-watch", TEXT("name", w->game->name));
    else if (w->guest->state == GUEST_HERE)
        MISTAKE(m, -1, "already-watching", TEXT("name", w->game->name));
    return m->code ? 0 : take_in(w, w->game, w->guest, fault);
}

int lobby_unobserve(struct lobby_writer *w, struct mistake *m, struct fault *fault)
{
    if (w->guest->state == GUEST_GONE) {
        MISTAKE(m, -1, "not-watching", TEXT("name", w->game->name));
        return 0;
    }
    w->guest->state = GUEST_GONE;
    lobby_say(w, "set.unwatched", "game", w->game->name);
    return store_guest_set(w->house->store, w->guest, fault);
}

/* --- due reports ------------------------------------------------------------------------------ */

static int report_to(struct house *house, const char *game, struct guest *due, struct arena *arena,
                     struct fault *fault)
{
    struct sitting *s = NULL;
    struct guest g;
    int n, r = sitting_open(house, game, arena, &s, fault);
    if (r == 0)
        r = lobby_guest(house, due->game, due->number, 0, NULL, arena, &g, &n, fault);
    if (r == 0)
        r = store_begin(house->store, fault);
    if (r == 0 && (lobby_report(s, &g, NULL, NULL, fault) != 0 || store_commit(house->store, fault) != 0)) {
        store_rollback(house->store);
        r = -1;
    }
    sitting_close(&s);
    return r;
}

/* A game that cannot be shown waits a day; the others go on. */
static int put_off(struct house *house, struct guest *due, struct fault *fault)
{
    fprintf(stderr, "courtier: %s\n", fault->text);
    due->told = house_now(house) + 1;
    if (store_begin(house->store, fault) != 0)
        return -1;
    if (store_guest_put_off(house->store, due, fault) != 0 || store_commit(house->store, fault) != 0) {
        store_rollback(house->store);
        return -1;
    }
    return 0;
}

int lobby_watchers(struct house *house, struct fault *fault)
{
    const char *game = NULL;
    int r = 0;
    do {
        struct arena arena = ARENA(64 << 20);
        struct guest due = {0};
        r = store_guest_due(house->store, house_now(house), LOBBY_WATCH, &arena, &game, &due, fault);
        if (r == 0 && game)
            r = report_to(house, game, &due, &arena, fault);
        if (r != 0 && game && fault->exit == EX_DATAERR)
            r = put_off(house, &due, fault);
        arena_free(&arena);
    } while (r == 0 && game);
    return r;
}
