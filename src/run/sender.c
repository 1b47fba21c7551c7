#include "run/sender.h"
#include "turn/sitting.h"

#include <strings.h>

int sender_keys(const struct house *house, const struct letter *l,
                struct reply_address keys[SENDER_KEYS])
{
    int n = 0;
    for (int i = 0; i < l->nto; i++)
        if (token_parse(house, l->to[i], &keys[n]))
            n++;
    if (token_parse_subject(l->subject, &keys[n]))
        n++;
    return n;
}

const char *sender_game(const struct reply_address *key, struct arena *arena)
{
    char *name = arena_slice(arena, key->game);
    for (char *c = name; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return game_name_ok(slice_of(name)) ? name : NULL;
}

bool sender_is(const struct house *house, const struct letter *l, const char *address)
{
    const char *trusted = house->config.mail.trusted_authserv;
    return *address && strcasecmp(l->from, address) == 0 &&
           (!*trusted || strcasecmp(l->vouched, trusted) == 0);
}

bool sender_may(const struct house *house, const struct letter *l, const char *address)
{
    return house->config.mail.auth != AUTH_TOKEN_AND_FROM || sender_is(house, l, address);
}

/* --- without a key --------------------------------------------------------------------------- */

static bool same_name(struct slice a, const char *b)
{
    return a.n == strlen(b) && strncasecmp(a.p, b, a.n) == 0;
}

/* Whether a Message-ID of ours, CODE.GAME.SEAT@host, is of this seat. */
static bool id_names(const char *id, const struct player_seat *seat)
{
    struct slice rest = slice_of(id), local = slice_cut(&rest, '@');
    long long number;
    slice_cut(&local, '.');
    struct slice game = slice_cut(&local, '.');
    return local.p && same_name(game, seat->game) && slice_to_int(local, &number) &&
           number == seat->seat;
}

/* "[lyon] Your turn", "Re: [lyon 2.17.…]" */
static bool subject_names(const char *subject, const char *game)
{
    struct slice rest = slice_of(subject);
    while (rest.p) {
        slice_cut(&rest, '[');
        struct slice inside = rest, name = slice_cut(&inside, ']');
        name = slice_cut(&name, ' ');
        if (rest.p && same_name(name, game))
            return true;
    }
    return false;
}

static bool names(const struct letter *l, const struct reply_address *keys, int nkeys,
                  const struct player_seat *seat)
{
    for (int i = 0; i < nkeys; i++)
        if (same_name(keys[i].game, seat->game))
            return true;
    if (subject_names(l->subject, seat->game) || id_names(l->in_reply_to, seat))
        return true;
    for (int i = 0; i < l->nreferences; i++)
        if (id_names(l->references[i], seat))
            return true;
    return false;
}

int sender_by_from(struct house *house, const struct letter *l, struct arena *arena,
                   struct reply_address *reply, bool *found, struct fault *fault)
{
    struct reply_address keys[SENDER_KEYS];
    struct player player;
    struct player_seat *v;
    int n, named = -1, many = 0;
    *found = false;
    if (house->config.mail.auth != AUTH_TOKEN_OR_FROM || !sender_is(house, l, l->from))
        return 0;
    if (store_player_find(house->store, l->from, arena, &player, fault) != 0)
        return -1;
    if (!player.id)
        return 0;
    if (store_player_seats(house->store, player.id, arena, &v, &n, fault) != 0)
        return -1;
    int nkeys = sender_keys(house, l, keys);
    for (int i = 0; i < n; i++)
        if (names(l, keys, nkeys, &v[i])) {
            named = i;
            many++;
        }
    if (many != 1 && (many > 1 || n != 1))
        return 0;
    const struct player_seat *seat = &v[many == 1 ? named : 0];
    *reply = (struct reply_address){
        .game = slice_of(seat->game), .who = WHO_SEAT, .number = seat->seat, .await = -1};
    *found = true;
    return 0;
}
