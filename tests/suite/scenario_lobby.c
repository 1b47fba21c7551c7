/* People who come to a game and leave it, and what the moderator does about them. */
#include "scenario.h"
#include "lobby/lobby.h"

#include <strings.h>

void scenario_lobby_found(struct scenario *sc)
{
    struct game game;
    if (lobby_found(sc->world.house, &sc->spec, sc->private, NULL, &sc->world.arena, &game, &world_fault) != 0)
        scenario_stop(sc, "the game cannot be made: %s", world_fault.text);
}

bool scenario_lobby_act(struct scenario *sc)
{
    struct world *w = &sc->world;
    struct sitting *s = NULL;
    struct mistake m = {0};
    struct caught c;
    bool invites = scenario_match(sc, "the moderator invites PERSON", &c);
    bool bots = !invites && scenario_match(sc, "the moderator starts the game with bots", &c);
    bool starts = bots || scenario_match(sc, "the moderator starts the game", &c);
    bool cannot = !starts && scenario_match(sc, "the moderator cannot start the game", &c);
    if (!invites && !starts && !cannot)
        return false;
    must(store_begin(w->house->store, &world_fault));
    if (invites) {
        scenario_match(sc, "the moderator invites PERSON", &c);
        const char *who = arena_printf(&w->arena, "%s <%s>", c.person[0]->name, c.person[0]->address);
        must(lobby_invite(w->house, sc->spec.name, "house", strchr(c.person[0]->name, '@') ? c.person[0]->name : who,
                          &w->arena, &m, &world_fault));
    } else {
        must(lobby_start(w->house, sc->spec.name, bots, &w->arena, &s, &m, &world_fault));
    }
    must(store_commit(w->house->store, &world_fault));
    sitting_close(&s);
    if ((m.code != NULL) != cannot)
        scenario_wrong(sc, "%s", m.code ? m.code : "it begins");
    return true;
}

/* --- what is so ---------------------------------------------------------------------------------- */

static bool has_seat(struct scenario *sc, const struct person *p)
{
    struct store *store = sc->world.house->store;
    struct arena *arena = &sc->world.arena;
    struct game game;
    struct guest *v;
    struct seat *seats;
    int n, nseats;
    must(store_game_find(store, sc->spec.name, arena, &game, &world_fault));
    must(store_guests(store, game.id, arena, &v, &n, &world_fault));
    must(store_seats(store, game.id, arena, &seats, &nseats, &world_fault));
    for (int i = 0; i < n; i++)
        if (game.status == GAME_OPEN && v[i].kind == 'i' && v[i].state == GUEST_HERE &&
            strcasecmp(v[i].address, p->address) == 0)
            return true;
    for (int i = 0; i < nseats; i++)
        if (!seats[i].bot && strcasecmp(seats[i].address, p->address) == 0)
            return true;
    return false;
}

/* Worked out here, from the bytes of the secret and the words as they are in the story. */
static void check_seed(struct scenario *sc, int first)
{
    const struct sitting *s = scenario_look(sc);
    struct buf text = BUF(64 << 10);
    uint8_t hash[SECRET_HASH];
    buf_add(&text, (const char *)s->game.secret, sizeof s->game.secret);
    for (int i = first; i < sc->at->n; i++) {
        buf_slice(&text, sc->at->words[i].text);
        buf_char(&text, '\n');
    }
    secret_sha256(hash, buf_all(&text));
    if (memcmp(hash, s->game.seed, SECRET_HASH) != 0)
        scenario_wrong(sc, "it is not");
    buf_free(&text);
}

static void check_record(struct scenario *sc, const struct caught *c)
{
    struct record *v;
    int n;
    const char *said = "has no record";
    struct buf line = BUF(200);
    must(store_records(sc->world.house->store, true, 1000, &sc->world.arena, &v, &n, &world_fault));
    for (int i = 0; i < n; i++)
        if (strcasecmp(v[i].address, c->person[0]->address) == 0) {
            buf_printf(&line, "%lld games, %lld wins, %lld percent in time", (long long)v[i].games,
                       (long long)v[i].wins, v[i].asked ? (long long)(v[i].on_time * 100 / v[i].asked) : -1);
            said = buf_text(&line);
        }
    for (int i = c->rest; i < sc->at->n; i++) {
        struct slice want = sc->at->words[i].text;
        if (!memmem(said, strlen(said), want.p, want.n)) {
            scenario_wrong(sc, "%s: %s", c->person[0]->name, said);
            break;
        }
    }
    buf_free(&line);
}

bool scenario_lobby_check(struct scenario *sc)
{
    struct caught c;
    if (scenario_match(sc, "the game is open", &c)) {
        if (!scenario_open(sc))
            scenario_wrong(sc, "it is not");
    } else if (scenario_match(sc, "PERSON has a seat", &c)) {
        if (!has_seat(sc, c.person[0]))
            scenario_wrong(sc, "%s has none", c.person[0]->name);
    } else if (scenario_match(sc, "PERSON has no seat", &c)) {
        if (has_seat(sc, c.person[0]))
            scenario_wrong(sc, "%s has one", c.person[0]->name);
    } else if (scenario_match(sc, "a bot plays PERSON's seat", &c)) {
        int seat = c.person[0]->seat;
        if (!seat || !scenario_look(sc)->seats[seat - 1].bot)
            scenario_wrong(sc, "no bot does");
    } else if (scenario_match(sc, "the seed is mixed from …", &c)) {
        check_seed(sc, c.rest);
    } else if (scenario_match(sc, "the seed is not mixed", &c)) {
        check_seed(sc, sc->at->n);
    } else if (scenario_match(sc, "PERSON has the record …", &c)) {
        check_record(sc, &c);
    } else {
        return false;
    }
    return true;
}
