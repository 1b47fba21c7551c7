#include "run/bounce.h"
#include "mail/compose.h"
#include "mail/letter.h"
#include "turn/clock.h"
#include "turn/post.h"
#include "turn/token.h"

enum { REMEMBERED = 30 * 86400 }; /* how long after it was sent a letter may come back */

/* Whoever runs the game, else the house. */
static int tell_moderator(struct house *house, const struct game *game, const struct seat *seat,
                          struct fault *fault)
{
    const char *address =
        mail_address_ok(slice_of(game->moderator)) ? game->moderator : house->config.moderator;
    if (!mail_address_ok(slice_of(address)))
        return 0;
    json_t *doc = json_pack("{s:s,s:s,s:i,s:s,s:s}", "game", game->name, "name", seat->name, "seat",
                            seat->number, "address", seat->address, "house", house->config.address);
    struct post_stranger to = {.address = address,
                               .template = "held",
                               .doc = doc,
                               .subject = "a player cannot be reached"};
    int r = post_stranger(house, &to, fault);
    json_decref(doc);
    return r;
}

/* Stops or starts the clocks of the seat by what its count says now. */
static int set_count(struct sitting *s, struct seat *seat, int64_t bounces, struct fault *fault)
{
    unsigned still = seat->still;
    seat->bounces = bounces;
    seat->still =
        bounces >= BOUNCES_HELD ? still | STILL_BOUNCES : still & ~(unsigned)STILL_BOUNCES;
    if (store_seat_bounces(s->house->store, s->game.id, seat->number, bounces, fault) != 0)
        return -1;
    if (seat->still == still)
        return 0;
    return store_seat_set(s->house->store, seat, fault) != 0 ? -1 : clock_adjust(s, fault);
}

int bounce_count(struct house *house, int64_t id, int number, struct fault *fault)
{
    struct arena arena = ARENA(64 << 20);
    struct sitting *s = NULL;
    const char *name = NULL;
    int r = store_game_name(house->store, id, &arena, &name, fault);
    if (r == 0 && name)
        r = sitting_open(house, name, &arena, &s, fault);
    struct seat *seat = s && number >= 1 && number <= s->game.seats ? &s->seats[number - 1] : NULL;
    if (r == 0 && seat && !seat->bot && s->game.status != GAME_FINISHED) {
        r = set_count(s, seat, seat->bounces + 1, fault);
        if (r == 0 && seat->bounces == BOUNCES_HELD)
            r = tell_moderator(house, &s->game, seat, fault);
    }
    sitting_close(&s);
    arena_free(&arena);
    return r;
}

int bounce_clear(struct sitting *s, int number, struct fault *fault)
{
    struct seat *seat = &s->seats[number - 1];
    return seat->bounces ? set_count(s, seat, 0, fault) : 0;
}

/* --- bounces in the mail --------------------------------------------------------------------- */

/* By the reply address that stood in the letter, whose token only its reader and we know. */
static int by_token(struct house *house, const char *address, struct arena *arena, int64_t *game,
                    int *number, struct fault *fault)
{
    struct reply_address reply;
    struct game g;
    struct seat *seats;
    int n;
    if (!token_parse(house, address, &reply) || !game_name_ok(reply.game))
        return 0;
    if (store_game_find(house->store, arena_slice(arena, reply.game), arena, &g, fault) != 0)
        return -1;
    if (!g.id)
        return 0;
    if (store_seats(house->store, g.id, arena, &seats, &n, fault) != 0)
        return -1;
    if (reply.who != WHO_SEAT || reply.number > n)
        return 0;
    struct writer w = token_seat(&seats[reply.number - 1]);
    if (!token_ok(house, &g, &w, reply.token))
        return 0;
    *game = g.id;
    *number = (int)reply.number;
    return 0;
}

int bounce_take(struct house *house, const struct letter *l, struct arena *arena, int64_t *game,
                int *seat, struct fault *fault)
{
    int64_t id = 0;
    bool again = false, hard = l->report_status[0] == '5';
    *game = 0;
    *seat = 0;
    if (l->report_id[0] &&
        store_letter_bounced(house->store, l->report_id, house_now(house) - REMEMBERED,
                             hard ? house_now(house) : 0, &id, game, seat, &again, fault) != 0)
        return -1;
    if (!id && by_token(house, l->report_reply, arena, game, seat, fault) != 0)
        return -1;
    return hard && !again && *game && *seat ? bounce_count(house, *game, *seat, fault) : 0;
}
