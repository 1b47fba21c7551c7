#include "lobby/lobby.h"
#include "mail/compose.h"
#include "turn/token.h"

#include <stdlib.h>

/* --- words for the seed ----------------------------------------------------------------------- */

/* One line, single spaces: what is hashed can be typed again. NULL when they are too long. */
static const char *clean_luck(const char *words, struct arena *arena)
{
    struct buf out = BUF(LOBBY_LUCK);
    bool space = false;
    for (const char *c = words; *c; c++) {
        if ((unsigned char)*c <= ' ') {
            space = out.n > 0;
            continue;
        }
        if (space)
            buf_char(&out, ' ');
        buf_char(&out, *c);
        space = false;
    }
    const char *clean = out.full ? NULL : arena_slice(arena, buf_all(&out));
    buf_free(&out);
    return clean;
}

static bool read_luck(const char *words, struct arena *arena, const char **clean, struct mistake *m)
{
    *clean = clean_luck(words, arena);
    if (!*clean)
        MISTAKE(m, -1, "luck-long", NUM("most", LOBBY_LUCK));
    return *clean != NULL;
}

/* --- who is there ----------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct guest *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* People who have joined, in that order; v has room for all guests. */
static int joined(const struct guest *guests, int n, struct guest *v)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (guests[i].kind == WHO_INVITED && guests[i].state == GUEST_HERE)
            v[k++] = guests[i];
    qsort(v, (size_t)k, sizeof *v, by_place);
    return k;
}

/* Why nobody can come or go any more. */
static void say_late(const struct game *game, struct mistake *m)
{
    MISTAKE(m, -1, game->ending == ENDING_CANCELLED ? "game-called-off" : "game-begun",
            TEXT("name", game->name));
}

/* Letters about a guest are made from his row: the writer's copy follows. */
static int keep(struct lobby_writer *w, const struct guest *g, struct fault *fault)
{
    if (w->guest && w->guest->game == g->game && w->guest->number == g->number)
        *w->guest = *g;
    return store_guest_set(w->house->store, g, fault);
}

/* --- the beginning ----------------------------------------------------------------------------- */

static int begin(struct house *house, struct game *game, int bots, struct arena *arena,
                 struct sitting **s, struct fault *fault)
{
    struct guest *guests, *people;
    int n;
    if (store_guests(house->store, game->id, arena, &guests, &n, fault) != 0)
        return -1;
    people = arena_array(arena, struct guest, n + 1);
    int k = joined(guests, n, people);
    for (int i = 0; i < k; i++) {
        people[i].state = GUEST_SEATED;
        if (store_guest_set(house->store, &people[i], fault) != 0)
            return -1;
    }
    if (founding_begin(house, game, people, k, bots, arena, s, fault) != 0)
        return -1;
    *game = (*s)->game;
    return 0;
}

int lobby_start(struct house *house, const char *name, bool bots, struct arena *arena,
                struct sitting **s, struct mistake *m, struct fault *fault)
{
    struct game game;
    struct guest *guests;
    int n;
    *s = NULL;
    if (lobby_game(house, name, arena, &game, fault) != 0)
        return -1;
    if (!lobby_waits(&game)) {
        MISTAKE(m, -1, "no-open-game", TEXT("name", name));
        return 0;
    }
    const struct engine *engine = engine_find(slice_of(game.engine));
    if (!engine)
        return fault_set(fault, EX_DATAERR, "game %s needs engine %s", game.name, game.engine);
    if (store_guests(house->store, game.id, arena, &guests, &n, fault) != 0)
        return -1;
    int people = joined(guests, n, arena_array(arena, struct guest, n + 1));
    int least = bots ? 1 : engine->def->seats_min;
    if (people < least) {
        MISTAKE(m, -1, "too-few-players", NUM("here", people), NUM("least", least), WORD("bots", bots ? "1" : NULL));
        return 0;
    }
    return begin(house, &game, bots ? game.seats - people : 0, arena, s, fault);
}

/* --- taking a seat ----------------------------------------------------------------------------- */

/* A proven guest sits down; the game begins when he was the last. */
static int sit_down(struct lobby_writer *w, struct game *game, struct guest *g, struct mistake *m,
                    struct fault *fault)
{
    struct house *house = w->house;
    struct guest *guests, *people;
    int n;
    if (store_guests(house->store, game->id, w->arena, &guests, &n, fault) != 0)
        return -1;
    people = arena_array(w->arena, struct guest, n + 1);
    int k = joined(guests, n, people);
    if (k >= game->seats) {
        MISTAKE(m, -1, "game-full", TEXT("name", game->name));
        return 0;
    }
    g->state = GUEST_HERE;
    g->place = k ? people[k - 1].place + 1 : 1;
    if (lobby_player(house, game, g, w->arena, &g->player, fault) != 0 || keep(w, g, fault) != 0)
        return -1;
    lobby_say(w, "set.joined", "game", game->name);
    if (k + 1 < game->seats)
        return 0;
    struct sitting *s = NULL;
    if (begin(house, game, 0, w->arena, &s, fault) != 0)
        return -1;
    sitting_close(&s);
    g->state = GUEST_SEATED;
    w->written = true; /* the first report tells it all */
    if (w->guest && w->guest->game == g->game && w->guest->number == g->number)
        w->guest->state = GUEST_SEATED;
    return 0;
}

/* A writer who is no guest of this game yet, or a former one. */
static int come_in(struct lobby_writer *w, struct game *game, struct guest *g, int n, struct mistake *m,
                   struct fault *fault)
{
    if (g->number) {
        if (g->state == GUEST_GONE)
            g->state = GUEST_ASKED;
        return keep(w, g, fault);
    }
    bool crowded;
    if (lobby_crowded(w->house, game->id, w->arena, &crowded, fault) != 0)
        return -1;
    if (crowded && !w->proven) {
        MISTAKE(m, -1, "game-crowded", TEXT("name", game->name));
        return 0;
    }
    return lobby_guest_new(w->house, game, WHO_INVITED, GUEST_ASKED, w->address, w->name, w->lang, n, g,
                           fault);
}

int lobby_join(struct lobby_writer *w, const char *name, const char *words, struct mistake *m,
               struct fault *fault)
{
    struct game game;
    struct guest g;
    struct lobby lobby = {0};
    const char *luck;
    int n = 0;
    if (lobby_game(w->house, name, w->arena, &game, fault) != 0)
        return -1;
    if (game.id && (store_lobby_get(w->house->store, game.id, w->arena, &lobby, fault) != 0 ||
                    lobby_guest(w->house, game.id, 0, WHO_INVITED, w->address, w->arena, &g, &n, fault) != 0))
        return -1;
    if (!lobby_waits(&game) || (lobby.private && !g.number)) {
        MISTAKE(m, 0, "no-open-game", TEXT("name", name));
        snprintf(m->try, sizeof m->try, "GAMES");
        return 0;
    }
    if (!read_luck(words, w->arena, &luck, m))
        return 0;
    if (g.number && g.state == GUEST_HERE && w->proven) {
        MISTAKE(m, -1, "already-joined", TEXT("name", game.name));
        return 0;
    }
    if (!g.number || g.state != GUEST_HERE) {
        if (come_in(w, &game, &g, n, m, fault) != 0)
            return -1;
        if (!m->code && *luck && (w->proven || g.state == GUEST_ASKED)) {
            g.luck = luck;
            if (keep(w, &g, fault) != 0)
                return -1;
        }
        if (!m->code && w->proven && sit_down(w, &game, &g, m, fault) != 0)
            return -1;
        if (m->code)
            return 0;
    }
    if (g.state == GUEST_SEATED)
        return 0;
    /* The letter about another game than that of his key has its own address to reply to. */
    if (w->guest && w->guest->game == g.game && w->guest->kind == WHO_INVITED)
        return 0;
    w->written = true;
    return lobby_letter(w->house, &game, &g, NULL, w->message_id, w->arena, fault);
}

int lobby_accept(struct lobby_writer *w, const char *words, struct mistake *m, struct fault *fault)
{
    struct guest *g = w->guest;
    const char *luck;
    if (!lobby_waits(w->game))
        say_late(w->game, m);
    else if (g->state == GUEST_HERE)
        MISTAKE(m, -1, "already-joined", TEXT("name", w->game->name));
    if (m->code || !read_luck(words, w->arena, &luck, m))
        return 0;
    if (*luck)
        g->luck = luck;
    return sit_down(w, w->game, g, m, fault);
}

int lobby_leave(struct lobby_writer *w, struct mistake *m, struct fault *fault)
{
    struct guest *g = w->guest;
    if (!lobby_waits(w->game)) {
        say_late(w->game, m);
        return 0;
    }
    if (g->state == GUEST_GONE) {
        MISTAKE(m, -1, "not-joined", TEXT("name", w->game->name));
        return 0;
    }
    lobby_say(w, g->state == GUEST_HERE ? "set.left" : "set.declined", "game", w->game->name);
    g->state = GUEST_GONE;
    g->place = 0;
    g->luck = "";
    return store_guest_set(w->house->store, g, fault);
}

int lobby_luck(struct lobby_writer *w, const char *words, struct mistake *m, struct fault *fault)
{
    const char *luck;
    if (!lobby_waits(w->game)) {
        MISTAKE(m, -1, "luck-late");
        return 0;
    }
    if (!read_luck(words, w->arena, &luck, m))
        return 0;
    if (w->guest->state != GUEST_HERE)
        return lobby_accept(w, words, m, fault);
    w->guest->luck = luck;
    lobby_say(w, "set.luck", "words", luck);
    return store_guest_set(w->house->store, w->guest, fault);
}

/* --- the moderator ----------------------------------------------------------------------------- */

/* An open game has a journal, too: what was ruled before it began. */
static int ruled(struct house *house, struct game *game, const char *by, const char *ruling,
                 struct fault *fault)
{
    json_t *body = json_pack("{s:s,s:s}", "by", by, "ruling", ruling);
    if (!body)
        return fault_set(fault, EX_DATAERR, "game %s: a ruling that is no text", game->name);
    char *text = report_dump(body);
    struct entry e = {.kind = "ruling", .sight = SIGHT_NONE, .body = text};
    int r = store_journal_add(house->store, game, &e, fault);
    free(text);
    json_decref(body);
    return r == 0 ? store_game_set(house->store, game, fault) : -1;
}

int lobby_invite(struct house *house, const char *name, const char *by, const char *who,
                 struct arena *arena, struct mistake *m, struct fault *fault)
{
    struct game game;
    struct guest g;
    struct slice called, address, local;
    int n = 0;
    if (lobby_game(house, name, arena, &game, fault) != 0)
        return -1;
    if (!lobby_waits(&game)) {
        MISTAKE(m, -1, "no-open-game", TEXT("name", name));
        return 0;
    }
    if (!mail_address_split(slice_of(who), &called, &address) ||
        token_is_house(house, arena_slice(arena, address))) {
        MISTAKE(m, -1, "bad-address", TEXT("address", who));
        return 0;
    }
    const char *to = arena_slice(arena, address);
    local = address;
    local = slice_cut(&local, '@');
    if (lobby_guest(house, game.id, 0, WHO_INVITED, to, arena, &g, &n, fault) != 0)
        return -1;
    if (g.number && g.state == GUEST_HERE)
        MISTAKE(m, -1, "already-joined", TEXT("name", game.name));
    if (m->code)
        return 0;
    const char *clean = founding_clean_name(called.n ? called : local, arena);
    if (!*clean)
        clean = founding_clean_name(local, arena);
    if (g.number) {
        g.state = GUEST_INVITED;
        g.name = clean;
        g.since = house_now(house);
        g.told = 0;
        if (store_guest_set(house->store, &g, fault) != 0)
            return -1;
    } else if (lobby_guest_new(house, &game, WHO_INVITED, GUEST_INVITED, to, clean, game.lang, n, &g,
                               fault) != 0) {
        return -1;
    }
    if (ruled(house, &game, by, arena_printf(arena, "INVITE %s", clean), fault) != 0)
        return -1;
    return lobby_letter(house, &game, &g, NULL, NULL, arena, fault);
}

int lobby_cancel(struct house *house, struct game *game, const char *by, struct arena *arena,
                 struct fault *fault)
{
    struct guest *v;
    int n;
    game->ending = ENDING_CANCELLED;
    if (ruled(house, game, by, "CANCEL", fault) != 0 ||
        store_guests(house->store, game->id, arena, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++) {
        bool knows = v[i].state == GUEST_HERE || v[i].state == GUEST_INVITED;
        if (v[i].kind == WHO_ADDRESS)
            continue;
        if (knows && lobby_letter(house, game, &v[i], NULL, NULL, arena, fault) != 0)
            return -1;
        v[i].state = GUEST_GONE;
        if (store_guest_set(house->store, &v[i], fault) != 0)
            return -1;
    }
    return 0;
}

int lobby_found(struct house *house, const struct game_spec *spec, bool private,
                const char *const *people, struct arena *arena, struct game *game,
                struct fault *fault)
{
    struct lobby lobby = {.private = private, .format = spec->format ? spec->format : "both"};
    struct mistake m = {0};
    if (founding_open(house, spec, arena, game, fault) != 0 ||
        store_lobby_put(house->store, game->id, &lobby, fault) != 0)
        return -1;
    for (int i = 0; people && people[i]; i++) {
        if (lobby_invite(house, game->name, "house", people[i], arena, &m, fault) != 0)
            return -1;
        if (m.code)
            return fault_set(fault, EX_USAGE, "player \"%s\": write 'Name <name@example.org>'",
                             people[i]);
    }
    return store_game_find(house->store, game->name, arena, game, fault); /* its journal has grown */
}
