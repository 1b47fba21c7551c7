#include "turn/token.h"

#include <inttypes.h>
#include <stdio.h>
#include <strings.h>

static void make(char token[SECRET_TOKEN + 1], const struct house *house, const struct game *game,
                 const struct writer *w)
{
    char what[128], who[] = {(char)w->who, '\0'};
    int n = snprintf(what, sizeof what, "%s/%" PRId64 "/%" PRId64 "/%" PRId64,
                     w->who == WHO_SEAT ? "seat" : who, game->id, w->number, w->epoch);
    if (w->confirms)
        n += snprintf(what + n, sizeof what - (size_t)n, "/%" PRId64, w->confirms);
    secret_token(token, house->key, (struct slice){what, (size_t)n});
}

struct writer token_seat(const struct seat *seat)
{
    return (struct writer){.who = WHO_SEAT, .number = seat->number, .epoch = seat->epoch};
}

/* A guest who moves has a new key: what lies in his old mailbox opens nothing. */
struct writer token_guest(const struct guest *guest)
{
    uint8_t hash[SECRET_HASH];
    int64_t epoch = 0;
    char folded[256];
    size_t n = 0;
    for (const char *c = guest->address; *c && n < sizeof folded; c++)
        folded[n++] = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    secret_sha256(hash, (struct slice){folded, n});
    for (int i = 0; i < 7; i++)
        epoch = epoch << 8 | hash[i];
    return (struct writer){.who = (enum who)guest->kind, .number = guest->number, .epoch = epoch};
}

const char *token_address(const struct house *house, const struct game *game,
                          const struct writer *w, int64_t await, struct arena *arena)
{
    char token[SECRET_TOKEN + 1], who[] = {(char)w->who, '\0'};
    const char *at = strrchr(house->config.address, '@');
    struct writer it = *w;
    it.confirms = w->who == WHO_MODERATOR ? await : 0;
    make(token, house, game, &it);
    return arena_printf(arena, "%.*s+%s.%s%" PRId64 ".%" PRId64 ".%s%s",
                        (int)(at - house->config.address), house->config.address, game->name,
                        w->who == WHO_SEAT ? "" : who, w->number, await, token, at);
}

const char *token_seat_address(const struct house *house, const struct game *game,
                               const struct seat *seat, int64_t await, struct arena *arena)
{
    struct writer w = token_seat(seat);
    return token_address(house, game, &w, await, arena);
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

/* "3", "m1" */
static bool read_who(struct slice text, struct reply_address *out)
{
    long long number;
    out->who = WHO_SEAT;
    if (text.n && strchr("moia", text.p[0] | 0x20)) {
        out->who = (enum who)(text.p[0] | 0x20);
        text.p++;
        text.n--;
    }
    if (!slice_to_int(text, &number) || number < 1)
        return false;
    out->number = number;
    return out->who != WHO_SEAT || number <= SEATS_MAX;
}

/* "WHO.AWAIT.TOKEN" */
static bool read_key(struct slice rest, struct reply_address *out)
{
    long long await;
    if (!rest.p || !read_who(slice_cut(&rest, '.'), out))
        return false;
    if (!rest.p || !slice_to_int(slice_cut(&rest, '.'), &await) || await < 0)
        return false;
    out->await = await;
    out->token = rest;
    return rest.n == SECRET_TOKEN;
}

bool token_parse(const struct house *house, const char *address, struct reply_address *out)
{
    struct slice rest;
    if (!split(house, address, &rest) || rest.n < 2)
        return false;
    rest.p++;
    rest.n--;
    out->game = slice_cut(&rest, '.');
    return read_key(rest, out);
}

const char *token_tag(const struct reply_address *r, struct arena *arena)
{
    char who[] = {(char)r->who, '\0'};
    return arena_printf(arena, "[%.*s %s%" PRId64 ".%" PRId64 ".%.*s]", (int)r->game.n, r->game.p,
                        r->who == WHO_SEAT ? "" : who, r->number, r->await, (int)r->token.n, r->token.p);
}

bool token_parse_subject(const char *subject, struct reply_address *out)
{
    struct slice rest = slice_of(subject);
    while (rest.p) {
        slice_cut(&rest, '[');
        if (!rest.p)
            return false;
        struct slice after = rest, inside = slice_cut(&after, ']');
        if (!after.p)
            return false;
        out->game = slice_cut(&inside, ' ');
        if (out->game.n && inside.p && read_key(slice_trim(inside), out))
            return true;
    }
    return false;
}

bool token_ok(const struct house *house, const struct game *game, const struct writer *w,
              struct slice token)
{
    char mine[SECRET_TOKEN + 1];
    make(mine, house, game, w);
    return secret_token_eq(mine, token);
}
