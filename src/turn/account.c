#include "turn/account.h"
#include "turn/later.h"
#include "turn/note.h"
#include "turn/office.h"
#include "turn/talk.h"

#include <string.h>

enum { NEWS_MAX = 400, EARLIER_MAX = 40, EARLIER_TURNS = 60 };

/* What a reader is told: what came behind an entry, and what came behind another one before. */
struct span {
    struct journal_span read; /* where the journal has to be read from */
    int64_t earlier, after;
};

/* Whether a seat (0, SIGHT_MODERATOR) reads an entry among its news. */
static bool tells(const struct sitting *s, int seat, const struct entry *e)
{
    if (strcmp(e->kind, "event") != 0 && !note_is(e->kind))
        return false;
    return seat == SIGHT_MODERATOR ||
           (e->sight & SIGHT_SEAT(seat) && (seat < 1 || talk_meant(&s->seats[seat - 1], e)));
}

static int load_news(struct sitting *s, const struct span *span, struct report_facts *facts,
                     struct fault *fault)
{
    int count = 0, n = 0, m = 0;
    struct entry *v;
    if (store_journal_news(s->house->store, s->game.id, &span->read, s->arena, &v, &count, fault) != 0)
        return -1;
    struct report_news *news = arena_array(s->arena, struct report_news, count ? count : 1);
    struct report_news *earlier = arena_array(s->arena, struct report_news, count ? count : 1);
    for (int i = 0; i < count; i++) {
        if (!tells(s, facts->seat, &v[i]))
            continue;
        if (v[i].number > span->after)
            news[n++] = (struct report_news){v[i].turn, v[i].shown, v[i].body};
        else if (v[i].number > span->earlier)
            earlier[m++] = (struct report_news){v[i].turn, v[i].shown, v[i].body};
    }
    facts->news = news + (n > NEWS_MAX ? n - NEWS_MAX : 0);
    facts->nnews = n > NEWS_MAX ? NEWS_MAX : n;
    facts->earlier = earlier + (m > EARLIER_MAX ? m - EARLIER_MAX : 0);
    facts->nearlier = m > EARLIER_MAX ? EARLIER_MAX : m;
    return 0;
}

/* Whose words are in the seed: for who wants to check the shuffles. */
static int put_luck(struct sitting *s, json_t *doc, struct fault *fault)
{
    json_t *setup;
    if (sitting_setup(s, &setup, fault) != 0) {
        json_decref(doc);
        return -1;
    }
    json_t *luck = json_object_get(setup, "luck");
    if (json_array_size(luck))
        report_put(doc, "luck", json_pack("{s:O}", "list", luck));
    json_decref(setup);
    return 0;
}

/* What is left of the seat's vacation, when the game gives any. */
static json_t *vacation_json(const struct sitting *s, const struct seat *seat)
{
    int64_t now = house_now(s->house), ahead = seat->away > now ? seat->away - now : 0;
    int64_t left = s->pace.vacation - seat->away_used;
    if (!s->pace.vacation || s->game.status == GAME_FINISHED)
        return NULL;
    json_t *o = json_pack("{s:I}", "days", (json_int_t)(left > 0 ? left / 86400 : 0));
    if (ahead)
        report_put(o, "until", json_pack("{s:I}", "time", (json_int_t)seat->away));
    return o;
}

/* The digest of the seat's last report, which may be on its way to the store; NULL: this is the first. */
static const char *previous(const struct sitting *s, const struct seat *seat)
{
    static const uint8_t none[SECRET_HASH];
    uint8_t digest[SECRET_HASH];
    memcpy(digest, seat->digest, sizeof digest);
    if (seat->seen_turn >= 0 && !s->past)
        office_digest(s->house, s->game.id, seat->number, digest);
    if (memcmp(digest, none, sizeof digest) == 0)
        return NULL;
    char *hex = arena_alloc(s->arena, 2 * SECRET_HASH + 1);
    secret_hex(hex, digest, sizeof digest);
    return hex;
}

static int document(struct sitting *s, int seat, const struct span *span, const char *alert,
                    json_t *answer, json_t **doc, struct fault *fault)
{
    struct report_facts facts = sitting_facts(s, seat);
    if (load_news(s, span, &facts, fault) != 0)
        return -1;
    facts.alert = alert;
    /* A copy: a report is written out beside us, in the words of its reader, and the next one has it, too. */
    json_t *returned = seat >= 1 ? json_deep_copy(s->returned[seat]) : NULL;
    facts.answer = answer ? answer : returned;
    if (answer && returned) /* what the letter itself set going has come back already */
        json_object_set(answer, "waited", returned);
    facts.later = seat >= 1 && s->game.status != GAME_FINISHED ? later_json(s, seat) : NULL;
    facts.vacation = seat >= 1 ? vacation_json(s, &s->seats[seat - 1]) : NULL;
    facts.previous = seat >= 1 ? previous(s, &s->seats[seat - 1]) : NULL;
    *doc = report_document(&facts);
    json_decref(returned);
    json_decref(facts.later);
    json_decref(facts.vacation);
    if (s->game.shown == 0 || s->game.status == GAME_FINISHED)
        return put_luck(s, *doc, fault);
    return 0;
}

int account_watcher(struct sitting *s, const struct guest *g, json_t *answer, json_t **doc, struct fault *fault)
{
    int64_t least = g->seen_shown + (g->seen_entry == 0); /* the last turn he read of goes on while people talk */
    struct span span = {.read = {.from = least > 0 ? least : 0, .to = s->game.turn, .seen = -1, .least = least},
                        .earlier = g->seen_entry,
                        .after = g->seen_entry};
    return document(s, 0, &span, NULL, answer, doc, fault);
}

int account(struct sitting *s, int seat, int64_t news_after, json_t *answer, json_t **doc,
            struct fault *fault)
{
    int64_t least = news_after + 1; /* a turn's own number is never the lower one */
    struct span span = {.read = {.from = least, .to = s->game.turn, .seen = -1, .least = least}};
    return document(s, seat, &span, NULL, answer, doc, fault);
}

int account_seat(struct sitting *s, const struct seat *seat, const char *alert,
                 const struct post_answer *answer, json_t **doc, struct fault *fault)
{
    bool acted = answer && !answer->refused;
    int64_t from = acted ? seat->seen_turn : seat->acted_turn;
    struct span span = {.read = {from > 0 ? from : 0, s->game.turn, seat->seen_turn, -EARLIER_TURNS},
                        .earlier = acted ? seat->seen_entry : seat->acted_entry,
                        .after = seat->seen_entry};
    return document(s, seat->number, &span, alert, answer ? answer->answer : NULL, doc, fault);
}

int account_news(struct sitting *s, const struct seat *seat, bool *news, struct fault *fault)
{
    struct entry *v;
    int n = 0;
    if (store_journal_after(s->house->store, s->game.id, seat->seen_entry, s->arena, &v, &n, fault) != 0)
        return -1;
    *news = false;
    while (n-- > 0 && !*news)
        *news = tells(s, seat->number, &v[n]);
    return 0;
}
