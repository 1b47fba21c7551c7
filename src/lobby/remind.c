/* What always holds: guest->told tells which reminders have gone. An invitation brings at most two of them,
 * also when the house was down meanwhile; to invite somebody again begins anew. */
#include "lobby/lobby.h"

static int remind(struct house *house, const char *name, const struct guest *due, struct arena *arena,
                  struct fault *fault)
{
    struct game game;
    struct guest g;
    int n;
    if (lobby_game(house, name, arena, &game, fault) != 0 ||
        lobby_guest(house, due->game, due->number, 0, NULL, arena, &g, &n, fault) != 0 ||
        store_begin(house->store, fault) != 0)
        return -1;
    g.told = house_now(house);
    if (lobby_letter(house, &game, &g, NULL, NULL, arena, fault) != 0 ||
        store_guest_set(house->store, &g, fault) != 0 || store_commit(house->store, fault) != 0) {
        store_rollback(house->store);
        return -1;
    }
    return 0;
}

int lobby_remind(struct house *house, struct fault *fault)
{
    const char *game = NULL;
    int r = 0;
    do {
        struct arena arena = ARENA(4 << 20);
        struct guest due = {0};
        r = store_guest_silent(house->store, house_now(house), LOBBY_FIRST, LOBBY_LAST, &arena, &game, &due, fault);
        if (r == 0 && game)
            r = remind(house, game, &due, &arena, fault);
        arena_free(&arena);
    } while (r == 0 && game);
    return r;
}
