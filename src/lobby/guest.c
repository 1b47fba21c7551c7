#include "lobby/lobby.h"
#include "turn/post.h"
#include "turn/token.h"

#include <stdlib.h>
#include <strings.h>

int lobby_game(struct house *house, const char *name, struct arena *arena, struct game *game,
               struct fault *fault)
{
    char *small = arena_strdup(arena, name);
    for (char *c = small; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    *game = (struct game){0};
    return game_name_ok(slice_of(small)) ? store_game_find(house->store, small, arena, game, fault) : 0;
}

bool lobby_waits(const struct game *game)
{
    return game->id && game->status == GAME_OPEN && game->ending != ENDING_CANCELLED;
}

int lobby_guest(struct house *house, int64_t game, int64_t number, char kind, const char *address,
                struct arena *arena, struct guest *guest, int *n, struct fault *fault)
{
    struct guest *v;
    *guest = (struct guest){0};
    if (store_guests(house->store, game, arena, &v, n, fault) != 0)
        return -1;
    for (int i = 0; i < *n; i++)
        if (number ? v[i].number == number
                   : v[i].kind == kind && strcasecmp(v[i].address, address) == 0)
            *guest = v[i];
    return 0;
}

int lobby_crowded(struct house *house, int64_t game, struct arena *arena, bool *crowded,
                  struct fault *fault)
{
    struct guest *v;
    int n, asked = 0;
    if (store_guests(house->store, game, arena, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++)
        asked += v[i].state == GUEST_ASKED && v[i].since > house_now(house) - LOBBY_PATIENCE;
    *crowded = asked >= LOBBY_ASKED;
    return 0;
}

int lobby_guest_new(struct house *house, const struct game *game, char kind, enum guest_state state,
                    const char *address, const char *name, const char *lang, int n,
                    struct guest *guest, struct fault *fault)
{
    *guest = (struct guest){.game = game->id,
                            .number = n + 1,
                            .kind = kind,
                            .state = state,
                            .address = address,
                            .name = name,
                            .lang = lang,
                            .luck = "",
                            .since = house_now(house),
                            .seen_shown = -1};
    return store_guest_add(house->store, guest, fault);
}

int lobby_player(struct house *house, const struct game *game, const struct guest *guest,
                 struct arena *arena, int64_t *player, struct fault *fault)
{
    struct lobby lobby;
    if (store_lobby_get(house->store, game->id, arena, &lobby, fault) != 0)
        return -1;
    struct player p = {.address = guest->address,
                       .name = guest->name,
                       .lang = guest->lang,
                       .format = lobby.format,
                       .tz = "UTC"};
    if (store_player_put(house->store, &p, fault) != 0)
        return -1;
    *player = p.id;
    return 0;
}

/* --- letters ---------------------------------------------------------------------------------- */

/* Where a guest stands, as the key a template asks for. */
static const char *standing(const struct game *game, const struct guest *g)
{
    static const char *const names[][5] = {
        {"invited", "asked", "joined", "left", "begun"},
        {"watch_asked", "watch_asked", "watching", "unwatched", "unwatched"},
        {"move_asked", "move_asked", "moved", "moved", "moved"},
    };
    if (game->status == GAME_OPEN && !lobby_waits(game) && g->kind != WHO_ADDRESS)
        return "called_off";
    return names[g->kind == WHO_INVITED ? 0 : g->kind == WHO_OBSERVER ? 1 : 2][g->state];
}

/* How many are there; by name only to people who may sit at one table with them. */
static int put_company(struct house *house, const struct game *game, const struct guest *guest,
                       struct arena *arena, json_t *doc, struct fault *fault)
{
    bool known = guest->state == GUEST_INVITED || guest->player;
    struct guest *v;
    int n, taken = 0;
    json_t *names = json_array();
    if (store_guests(house->store, game->id, arena, &v, &n, fault) != 0) {
        json_decref(names);
        return -1;
    }
    for (int i = 0; i < n; i++)
        if (v[i].kind == WHO_INVITED && v[i].state == GUEST_HERE && ++taken) {
            if (!known)
                continue;
            if (taken == 1)
                report_put(doc, "first", json_string(v[i].name));
            else
                json_array_append_new(names, json_pack("{s:s}", "name", v[i].name));
        }
    report_put(doc, "others", names);
    report_put(doc, "seats", json_integer(game->seats));
    report_put(doc, "taken", json_integer(taken));
    report_put(doc, "free", json_integer(game->seats - taken));
    return 0;
}

int lobby_too_many(struct house *house, const struct guest *g, bool *over, struct fault *fault)
{
    int64_t hour, day, now = house_now(house);
    bool proven = g->player || g->state == GUEST_INVITED;
    if (store_answers_since(house->store, "lobby", g->address, now - 3600, &hour, fault) != 0 ||
        store_answers_since(house->store, "lobby", g->address, now - 86400, &day, fault) != 0)
        return -1;
    *over = hour >= house->config.answers_per_hour || (!proven && day >= LOBBY_LETTERS);
    return 0;
}

int lobby_letter(struct house *house, const struct game *game, const struct guest *guest,
                 json_t *answer, const char *message_id, struct arena *arena, struct fault *fault)
{
    struct writer writer = token_guest(guest);
    struct player p;
    bool over;
    if (lobby_too_many(house, guest, &over, fault) != 0 ||
        store_player_find(house->store, guest->address, arena, &p, fault) != 0)
        return -1;
    if (over)
        return 0;
    json_t *doc = json_pack("{s:i,s:s,s:s,s:s,s:s,s:s,s:b}", "courtier", 1, "game", game->name,
                            "variant", game->variant, "engine", game->engine, "house",
                            house->config.address, "commitment", sitting_commitment(game, arena),
                            standing(game, guest), 1);
    if (*guest->luck)
        report_put(doc, "luck", json_string(guest->luck));
    if (guest->kind == WHO_INVITED && guest->state == GUEST_INVITED && guest->told)
        report_put(doc, "reminder", json_pack("{s:b}", "last", guest->told >= guest->since + LOBBY_LAST));
    if (answer) /* a copy: the letter is written out beside us, while the answer may grow */
        report_put(doc, "answer", json_deep_copy(answer));
    struct post_stranger to = {.address = guest->address,
                               .name = guest->name,
                               .lang = p.id ? p.lang : guest->lang,
                               .engine = game->engine,
                               .kind = "lobby",
                               .message_id = message_id,
                               .reply_to = token_address(house, game, &writer, 0, arena),
                               .template = "lobby",
                               .doc = doc};
    bool opens = guest->kind == WHO_INVITED && lobby_waits(game);
    int r = opens ? put_company(house, game, guest, arena, doc, fault) : 0;
    if (r == 0)
        r = post_stranger(house, &to, fault);
    json_decref(doc);
    return r;
}

void lobby_say(struct lobby_writer *w, const char *code, const char *key, const char *value)
{
    json_t *set = json_object_get(w->answer, "set");
    if (!set)
        report_put(w->answer, "set", set = json_array());
    json_array_append_new(set, json_pack("{s:s,s:s}", "code", code, key, value));
}
