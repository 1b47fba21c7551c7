#include "turn/digest.h"
#include "turn/office.h"
#include "turn/post.h"
#include "turn/token.h"

enum { DIGEST_GAMES = 100, DIGEST_ARENA = 64 << 20 };

int64_t digest_after(const char *tz, int minute, int64_t after)
{
    const struct zone *zone = zone_get(tz);
    struct local_time l;
    zone_local(zone, after, &l);
    for (int64_t day = l.day;; day++) {
        int64_t at = zone_moment(zone, day, minute * 60);
        if (at > after)
            return at;
    }
}

/* The report of one seat becomes a part. */
static int add_part(struct house *house, const struct seat_of *of, struct parcel *p,
                    struct arena *arena, struct fault *fault)
{
    const char *name = NULL;
    struct sitting *s = NULL;
    json_t *doc = NULL;
    struct slice bytes;
    if (store_game_name(house->store, of->game, arena, &name, fault) != 0)
        return -1;
    if (name && sitting_open(house, name, arena, &s, fault) != 0)
        return fault->exit == EX_DATAERR ? 0 : -1; /* a sick game; the others go on */
    if (!s)
        return 0;
    struct seat *seat = &s->seats[of->seat - 1];
    const struct await_row *await = sitting_await(s, of->seat);
    int r = post_make(s, seat, NULL, &doc, &bytes, fault);
    if (r == 0)
        r = store_report_put(house->store, s->game.id, s->game.turn, of->seat, bytes, fault);
    if (r == 0)
        r = post_made(s, seat, bytes, fault);
    if (r == 0)
        p->parts[p->nparts++] = (struct part){
            .doc = doc,
            .engine = s->engine->def->name,
            .reply_to = token_seat_address(house, &s->game, seat, await ? await->number : 0, &p->arena),
            .json = {arena_slice(&p->arena, bytes), bytes.n}};
    else
        json_decref(doc);
    sitting_close(&s);
    return r;
}

int digest_send(struct house *house, const struct player *player, struct arena *arena,
                struct fault *fault)
{
    struct seat_of *v;
    int n, minute;
    int64_t next, now = house_now(house);
    struct parcel *p = parcel_new();
    p->arena = ARENA(DIGEST_ARENA);
    p->parts = arena_array(&p->arena, struct part, DIGEST_GAMES);
    int r = store_digest_get(house->store, player->id, &minute, &next, fault);
    if (r == 0)
        r = store_digest_set(house->store, player->id, minute,
                             minute < 0 ? 0 : digest_after(player->tz, minute, now), fault);
    if (r == 0)
        r = store_collected(house->store, player->id, arena, &v, &n, fault);
    for (int i = 0; r == 0 && i < n && p->nparts < DIGEST_GAMES; i++)
        r = add_part(house, &v[i], p, arena, fault);
    if (r != 0 || p->nparts == 0) {
        parcel_free(&p);
        return r;
    }
    p->doc = json_pack("{s:s,s:i,s:b}", "name", player->name, "games", p->nparts, "several", p->nparts > 1);
    p->template = "digest";
    p->lang = arena_strdup(&p->arena, player->lang);
    p->engine = "common";
    p->html = strstr(player->format, "html") || strstr(player->format, "both");
    p->attach = strstr(player->format, "json") != NULL;
    p->draft = (struct draft){.to = arena_strdup(&p->arena, player->address),
                              .to_name = arena_strdup(&p->arena, player->name),
                              .reply_to = p->nparts == 1 ? p->parts[0].reply_to : house->config.address};
    return post_letter(house, "digest", p, fault);
}
