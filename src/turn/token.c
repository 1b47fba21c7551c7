#include "turn/token.h"

#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

static void make(char token[SECRET_TOKEN + 1], const struct house *house, const struct game *game,
                 const struct seat *seat)
{
    char what[128];
    int n = snprintf(what, sizeof what, "seat/%" PRId64 "/%d/%" PRId64, game->id, seat->number,
                     seat->epoch);
    secret_token(token, house->key, (struct slice){what, (size_t)n});
}

const char *token_address(const struct house *house, const struct game *game,
                          const struct seat *seat, int64_t await, struct arena *arena)
{
    char token[SECRET_TOKEN + 1];
    const char *at = strrchr(house->config.address, '@');
    make(token, house, game, seat);
    return arena_printf(arena, "%.*s+%s.%d.%" PRId64 ".%s%s", (int)(at - house->config.address),
                        house->config.address, game->name, seat->number, await, token, at);
}

/* The part behind "local+" when the address is ours; *plus empty when there is none. */
static bool split(const struct house *house, const char *address, struct slice *plus)
{
    const char *own = house->config.address, *own_at = strrchr(own, '@');
    const char *at = strrchr(address, '@');
    size_t local = (size_t)(own_at - own);
    if (!at || strcasecmp(at, own_at) != 0 || (size_t)(at - address) < local ||
        strncasecmp(address, own, local) != 0)
        return false;
    *plus = (struct slice){address + local, (size_t)(at - address) - local};
    return plus->n == 0 || plus->p[0] == '+';
}

bool token_is_house(const struct house *house, const char *address)
{
    struct slice plus;
    return split(house, address, &plus);
}

bool token_parse(const struct house *house, const char *address, struct reply_address *out)
{
    struct slice rest;
    long long seat, await;
    if (!split(house, address, &rest) || rest.n < 2)
        return false;
    rest.p++;
    rest.n--;
    out->game = slice_cut(&rest, '.');
    if (!rest.p || !slice_to_int(slice_cut(&rest, '.'), &seat) || seat < 1 || seat > SEATS_MAX)
        return false;
    if (!rest.p || !slice_to_int(slice_cut(&rest, '.'), &await) || await < 0)
        return false;
    out->seat = (int)seat;
    out->await = await;
    out->token = rest;
    return rest.n == SECRET_TOKEN;
}

bool token_ok(const struct house *house, const struct game *game, const struct seat *seat,
              struct slice token)
{
    char mine[SECRET_TOKEN + 1];
    make(mine, house, game, seat);
    return secret_token_eq(mine, token);
}
