/* Invariants
 *   1. No letter to a moderator holds more than everybody may know, but for the report of a seat he
 *      has peeked at.
 *   2. A moderator's number and token stay the same for the life of a game; what he is asked to
 *      confirm has a token of its own. */
#include "moderator/people.h"
#include "mail/compose.h"
#include "turn/post.h"
#include "turn/token.h"

#include <strings.h>

static bool in_list(const struct moderator *v, int n, struct slice address)
{
    for (int i = 0; i < n; i++)
        if (strlen(v[i].address) == address.n && strncasecmp(v[i].address, address.p, address.n) == 0)
            return true;
    return false;
}

static int add_house(struct sitting *s, struct moderator **v, int *n, struct fault *fault)
{
    struct slice rest = slice_of(s->house->config.moderators);
    while (rest.p && rest.n) {
        struct slice one = slice_trim(slice_cut(&rest, ','));
        if (one.n == 0 || in_list(*v, *n, one))
            continue;
        struct moderator *more = arena_array(s->arena, struct moderator, *n + 1);
        if (*n)
            memcpy(more, *v, sizeof *more * (size_t)*n);
        more[*n] = (struct moderator){.game = s->game.id,
                                      .number = *n ? more[*n - 1].number + 1 : 1,
                                      .address = arena_slice(s->arena, one),
                                      .house = true};
        if (store_moderator_put(s->house->store, &more[*n], fault) != 0)
            return -1;
        *v = more;
        ++*n;
    }
    return 0;
}

int moderators_list(struct sitting *s, struct moderator **v, int *n, struct fault *fault)
{
    int kept = 0;
    if (store_moderators(s->house->store, s->game.id, s->arena, v, n, fault) != 0 ||
        add_house(s, v, n, fault) != 0)
        return -1;
    for (int i = 0; i < *n; i++) {
        const struct moderator *m = &(*v)[i];
        if ((m->house && !house_moderates(s->house, m->address)) ||
            (sitting_seat_of(s, m->address) && !(s->game.powers & POWER_PLAYS)))
            continue;
        (*v)[kept++] = *m;
    }
    *n = kept;
    return 0;
}

int moderators_have(struct sitting *s, const char *address, bool *found, struct fault *fault)
{
    struct moderator *v;
    int n;
    if (moderators_list(s, &v, &n, fault) != 0)
        return -1;
    *found = in_list(v, n, slice_of(address));
    return 0;
}

int moderators_find(struct sitting *s, const struct reply_address *reply, struct moderator *out,
                    struct fault *fault)
{
    struct moderator *v;
    int n;
    *out = (struct moderator){0};
    if (moderators_list(s, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++) {
        struct writer w = {.who = WHO_MODERATOR, .number = v[i].number, .epoch = v[i].epoch,
                           .confirms = reply->await};
        if (v[i].number == reply->number && token_ok(s->house, &s->game, &w, reply->token))
            *out = v[i];
    }
    return 0;
}

/* --- letters --------------------------------------------------------------------------------- */

json_t *moderators_document(struct sitting *s, const struct moderator_letter *l)
{
    bool player = l->to && sitting_seat_of(s, l->to->address); /* the other number tells of hidden turns */
    struct report_facts facts = sitting_facts(s, player ? 0 : SIGHT_MODERATOR);
    static const char *const status[] = {"open", "playing", "finished"};
    json_t *doc = report_moderator(&facts);
    report_put(doc, status[s->game.status], json_true());
    report_put(doc, "house", json_string(s->house->config.address));
    if (s->game.paused)
        report_put(doc, "paused", json_true());
    if (s->game.ending == ENDING_CANCELLED)
        report_put(doc, "cancelled", json_true());
    if (l->greeting)
        report_put(doc, "greeting", json_true());
    /* Copies: letters are written out beside us, each in its reader's language. */
    json_t *answer = json_deep_copy(l->answer), *notice = json_deep_copy(l->notice);
    if (answer) {
        report_for_reader(&facts, answer);
        report_put(doc, "answer", answer);
    }
    if (notice) {
        report_for_reader(&facts, notice);
        report_put(doc, "notice", notice);
    }
    return doc;
}

const char *moderators_lang(struct sitting *s, const char *address)
{
    struct player p;
    struct fault ignored;
    if (store_player_find(s->house->store, address, s->arena, &p, &ignored) == 0 && p.id)
        return p.lang;
    return s->game.lang;
}

int moderators_post(struct sitting *s, const struct moderator_letter *l, struct fault *fault)
{
    struct writer w = {.who = WHO_MODERATOR, .number = l->to->number, .epoch = l->to->epoch};
    json_t *doc = l->peek ? json_incref(l->peek) : moderators_document(s, l);
    struct post_other to = {.address = l->to->address,
                            .lang = moderators_lang(s, l->to->address),
                            .writer = w,
                            .await = l->confirm,
                            .message_id = l->answers,
                            .template = l->peek ? "report" : "moderator",
                            .kind = l->answers ? "refusal" : "notice",
                            .first = l->greeting,
                            .doc = doc};
    int r = post_other(s, &to, fault);
    json_decref(doc);
    return r;
}

int moderators_tell(struct sitting *s, json_t *notice, struct fault *fault)
{
    struct moderator *v;
    int n;
    if (moderators_list(s, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++) {
        struct moderator_letter l = {.to = &v[i], .notice = notice};
        if (moderators_post(s, &l, fault) != 0)
            return -1;
    }
    return 0;
}
