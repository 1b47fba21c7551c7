#include "archive/search.h"
#include "run/verbs.h"

enum { LOOKS_MOST = 3 }; /* in one letter: each may be long */

static bool too_many(struct verb_call *c)
{
    if (json_array_size(c->looked) < LOOKS_MOST)
        return false;
    MISTAKE(c->mistake, -1, "too-many-looks", NUM("most", LOOKS_MOST));
    return true;
}

/* HISTORY [from [to]]: what happened, as the news told it. */
int verb_history(struct verb_call *c, struct fault *fault)
{
    const struct order *o = c->order;
    int64_t last = c->s->game.shown;
    int64_t from = o->nterms > 0 ? o->terms[0].value : 0, to = o->nterms > 1 ? o->terms[1].value : last;
    json_t *history;
    if (too_many(c))
        return 0;
    if (from > last || to > last) {
        MISTAKE(c->mistake, from > last ? 0 : 1, "no-such-history", NUM("last", last));
        snprintf(c->mistake->try, sizeof c->mistake->try, "HISTORY %lld %lld",
                 (long long)(from < last ? from : 0), (long long)last);
        return 0;
    }
    if (from > to) { /* written the other way round */
        int64_t first = to;
        to = from;
        from = first;
    }
    if (told_history(c->s, c->seat->number, from, to, &history, fault) != 0)
        return -1;
    json_array_append_new(c->looked, json_pack("{s:o}", "history", history));
    return 0;
}

/* SEARCH words */
int verb_search(struct verb_call *c, struct fault *fault)
{
    json_t *found;
    if (too_many(c))
        return 0;
    struct search what = {
        .reader = c->seat->number, .words = slice_of(c->order->terms[0].text), .max = SEARCH_MOST};
    if (search_index(c->s, fault) != 0 || search_find(c->s, &what, &found, fault) != 0)
        return -1;
    json_array_append_new(c->looked, json_pack("{s:o}", "search", found));
    return 0;
}
