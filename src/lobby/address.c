/* A player moves to another address.
 *
 * Invariants
 *   1. The address changes only by a reply from the new one, to a key that was sent nowhere else.
 *   2. The request needs the key of a seat and the address on file as its sender, whatever the house's
 *      policy for orders is: a forwarded report, or a From that anybody can write, must not be enough
 *      to carry a player's games away. The old address is told at both steps. Who has lost it turns to
 *      the moderator.
 *   3. Afterwards the keys of all his seats, and where he only watches or waits, are new: what lies in
 *      the old mailbox opens nothing.
 *   4. Only the last request of a player can be confirmed, for LOBBY_PATIENCE: one that somebody else
 *      made with his mailbox ends when he moves himself.
 *   5. A game that cannot be opened stops nothing of this: its report alone is missing, and it is named
 *      to the player and to the moderator. */
#include "lobby/lobby.h"
#include "mail/compose.h"
#include "turn/office.h"
#include "turn/post.h"
#include "turn/token.h"

#include <stdio.h>
#include <strings.h>

enum { MOVES = 3 }; /* requests a day by one player */

int lobby_address(struct sitting *s, const struct seat *seat, const char *address, struct mistake *m,
                  struct fault *fault)
{
    struct house *house = s->house;
    struct guest *v, g;
    int n, asked = 0;
    if (!mail_address_ok(slice_of(address)) || token_is_house(house, address)) {
        MISTAKE(m, 0, "bad-address", TEXT("address", address));
        return 0;
    }
    if (strcasecmp(address, seat->address) == 0) {
        MISTAKE(m, 0, "same-address", TEXT("address", address));
        return 0;
    }
    if (!s->from || strcasecmp(s->from, seat->address) != 0) {
        MISTAKE(m, -1, "address-from", TEXT("address", seat->address));
        return 0;
    }
    if (store_guests(house->store, s->game.id, s->arena, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++)
        asked += v[i].kind == WHO_ADDRESS && v[i].player == seat->player &&
                 v[i].since > house_now(house) - 86400;
    if (asked >= MOVES) {
        MISTAKE(m, -1, "too-many-moves", NUM("most", MOVES));
        return 0;
    }
    /* Only the last request can be confirmed, whichever game it was written in. */
    if (store_guest_stay(house->store, seat->player, fault) != 0)
        return -1;
    if (lobby_guest_new(house, &s->game, WHO_ADDRESS, GUEST_ASKED, arena_strdup(s->arena, address),
                        seat->name, seat->lang, n, &g, fault) != 0)
        return -1;
    g.player = seat->player;
    if (store_guest_set(house->store, &g, fault) != 0)
        return -1;
    return lobby_letter(house, &s->game, &g, NULL, NULL, s->arena, fault);
}

static int tell_old(struct lobby_writer *w, const struct player *p, const char *address,
                    struct fault *fault)
{
    json_t *doc = json_pack("{s:s,s:s,s:b,s:s}", "house", w->house->config.address, "game", w->game->name,
                            "moved_away", 1, "address", address);
    struct post_stranger to = {.address = p->address,
                               .name = p->name,
                               .lang = p->lang,
                               .kind = "lobby",
                               .subject = w->game->name,
                               .template = "lobby",
                               .doc = doc};
    int r = post_stranger(w->house, &to, fault);
    json_decref(doc);
    return r;
}

/* A new key for the seat, and a report that carries it. */
static int renew_seat(struct lobby_writer *w, const struct player_seat *of, struct fault *fault)
{
    struct sitting *s = NULL;
    int r = sitting_open(w->house, of->game, w->arena, &s, fault);
    if (r == 0) {
        s->seats[of->seat - 1].epoch++;
        r = store_seat_set(w->house->store, &s->seats[of->seat - 1], fault);
    }
    if (r == 0)
        r = post_report(s, &s->seats[of->seat - 1], fault);
    sitting_close(&s);
    return r;
}

/* A game that cannot be opened keeps nobody at his old address. */
static int renew_or_note(struct lobby_writer *w, const struct player_seat *of, struct buf *sick,
                         struct fault *fault)
{
    struct store *store = w->house->store;
    int64_t mark = office_mark(w->house);
    int savepoints = store_savepoints(store);
    if (store_savepoint(store, fault) != 0)
        return -1;
    if (renew_seat(w, of, fault) == 0)
        return store_release(store, fault);
    if (fault->exit != EX_DATAERR || store_undo_savepoints(store, savepoints, fault) != 0)
        return -1;
    office_undo(w->house, mark);
    fprintf(stderr, "courtier: %s\n", fault->text);
    buf_printf(sick, "%s%s", sick->n ? ", " : "", of->game);
    /* The key alone: what it opened in the old mailbox is shut all the same. */
    return store_seat_renew(w->house->store, of->game, of->seat, fault);
}

/* The player hears which games will be silent; the moderator, which he has to mend. */
static int tell_sick(struct lobby_writer *w, const struct player *p, const char *games, struct fault *fault)
{
    const char *moderator = w->house->config.moderator;
    lobby_say(w, "set.moved-sick", "games", games);
    if (!mail_address_ok(slice_of(moderator)))
        return 0;
    json_t *doc = json_pack("{s:s,s:s,s:s,s:s}", "code", "notice.moved-sick", "games", games, "name", p->name,
                            "address", p->address);
    struct post_stranger to = {.address = moderator, .template = "notice", .doc = doc,
                               .subject = "games that cannot be opened"};
    int r = post_stranger(w->house, &to, fault);
    json_decref(doc);
    return r;
}

/* Where a report goes out, it says all there is to say; else the answer does. */
static int renew_seats(struct lobby_writer *w, const struct player *p, struct fault *fault)
{
    struct buf sick = BUF(1 << 20);
    struct player_seat *v;
    int n, r = store_player_seats(w->house->store, p->id, w->arena, &v, &n, fault);
    for (int i = 0; i < n && r == 0; i++)
        r = renew_or_note(w, &v[i], &sick, fault);
    if (r == 0 && sick.n)
        r = tell_sick(w, p, buf_text(&sick), fault);
    w->written = n > 0 && !sick.n;
    buf_free(&sick);
    return r;
}

int lobby_moved(struct lobby_writer *w, struct mistake *m, struct fault *fault)
{
    struct guest *g = w->guest;
    struct player p, other;
    if (store_player_get(w->house->store, g->player, w->arena, &p, fault) != 0 ||
        store_player_find(w->house->store, g->address, w->arena, &other, fault) != 0)
        return -1;
    if (g->state != GUEST_ASKED || p.id == 0 || g->since <= house_now(w->house) - LOBBY_PATIENCE) {
        MISTAKE(m, -1, "move-over");
        return 0;
    }
    if (other.id && other.id != p.id) {
        MISTAKE(m, -1, "address-taken", TEXT("address", g->address));
        return 0;
    }
    g->state = GUEST_HERE;
    lobby_say(w, "set.moved", "address", g->address);
    if (store_guest_set(w->house->store, g, fault) != 0 || tell_old(w, &p, g->address, fault) != 0)
        return -1;
    p.address = g->address;
    if (store_guest_stay(w->house->store, p.id, fault) != 0 || store_player_set(w->house->store, &p, fault) != 0 ||
        store_guest_move(w->house->store, p.id, p.address, fault) != 0)
        return -1;
    return renew_seats(w, &p, fault);
}
