#include "run/visit.h"
#include "base/utf8.h"
#include "run/verbs.h"
#include "turn/token.h"

#include <strings.h>

/* --- words -------------------------------------------------------------------------------------- */

const int stranger_verbs[STRANGER_VERBS] = {GENERAL_HELP, GENERAL_GAMES, GENERAL_JOIN, GENERAL_OBSERVE,
                                            GENERAL_STANDINGS};
static const int guest_verbs[] = {GENERAL_HELP, GENERAL_GAMES,   GENERAL_JOIN,      GENERAL_LUCK,
                                  GENERAL_LEAVE, GENERAL_OBSERVE, GENERAL_UNOBSERVE, GENERAL_STANDINGS,
                                  GENERAL_STATUS, GENERAL_LANG,   GENERAL_FORMAT,    GENERAL_TZ};

static bool among(const int *v, size_t n, int verb)
{
    for (size_t i = 0; i < n; i++)
        if (v[i] == verb)
            return true;
    return false;
}
#define AMONG(list, verb) among(list, sizeof(list) / sizeof(list)[0], verb)

static void help(struct visit *g, const struct order *o)
{
    const struct grammar *general = general_grammar();
    bool guest = g->w.guest != NULL, found = false;
    struct buf word = BUF(400);
    if (json_array_size(g->help))
        return;
    if (o->nterms)
        utf8_fold(slice_of(o->terms[0].text), &word);
    for (int pass = 0; pass < 2 && !found; pass++)
        for (int v = 0; v < general->nverbs; v++) {
            const struct verb *verb = &general->verbs[v];
            bool wanted = pass || (o->nterms && (slice_is(buf_all(&word), verb->name) ||
                                                 slice_is(buf_all(&word), verb->fr)));
            if (!wanted || !(guest ? AMONG(guest_verbs, v) : AMONG(stranger_verbs, v)))
                continue;
            verb_explain(g->help, "help", general, v, g->w.lang);
            found = true;
        }
    for (int v = 0; guest && v < guest_grammar()->nverbs && (!o->nterms || !found); v++)
        verb_explain(g->help, "help.guest", guest_grammar(), v, g->w.lang);
    buf_free(&word);
}

static int settings(struct visit *g, const struct order *o, struct mistake *m, struct fault *fault)
{
    struct lobby_writer *w = &g->w;
    struct player p;
    if (store_player_find(w->house->store, w->guest->address, w->arena, &p, fault) != 0)
        return -1;
    if (!p.id && o->verb != GENERAL_LANG) {
        MISTAKE(m, -1, "not-here");
        return 0;
    }
    json_t *done = verb_set(&p, o, w->arena, m);
    if (!done)
        return 0;
    json_t *set = json_object_get(w->answer, "set");
    if (!set)
        report_put(w->answer, "set", set = json_array());
    json_array_append_new(set, done);
    w->guest->lang = w->lang = p.lang ? p.lang : w->lang;
    g->changed = true;
    if (store_guest_set(w->house->store, w->guest, fault) != 0)
        return -1;
    return p.id ? store_player_set(w->house->store, &p, fault) : 0;
}

/* --- what guests order -------------------------------------------------------------------------- */

static int yes(struct visit *g, const char *words, struct mistake *m, struct fault *fault)
{
    struct lobby_writer *w = &g->w;
    g->changed = true;
    return w->guest->kind == WHO_INVITED    ? lobby_accept(w, words, m, fault)
           : w->guest->kind == WHO_OBSERVER ? lobby_watch(w, m, fault)
                                            : lobby_moved(w, m, fault);
}

static int no(struct visit *g, struct mistake *m, struct fault *fault)
{
    struct lobby_writer *w = &g->w;
    g->changed = true;
    if (w->guest->kind == WHO_INVITED)
        return lobby_leave(w, m, fault);
    if (w->guest->kind == WHO_OBSERVER)
        return lobby_unobserve(w, m, fault);
    if (w->guest->state != GUEST_ASKED) {
        MISTAKE(m, -1, "move-over");
        return 0;
    }
    w->guest->state = GUEST_GONE;
    lobby_say(w, "set.not-moved", "address", w->guest->address);
    return store_guest_set(w->house->store, w->guest, fault);
}

static bool names_own(const struct visit *g, const struct order *o, char kind)
{
    return g->w.guest->kind == kind &&
           (!o->nterms || strcasecmp(o->terms[0].text, g->w.game->name) == 0);
}

static int guest_do(struct visit *g, const struct order *o, struct mistake *m,
                       struct fault *fault)
{
    struct lobby_writer *w = &g->w;
    const char *words = o->nterms > 1 ? o->terms[1].text : "";
    if (o->grammar == guest_grammar())
        return o->verb == GUEST_ACCEPT ? yes(g, o->nterms ? o->terms[0].text : "", m, fault)
                                       : no(g, m, fault);
    switch (o->verb) {
    case GENERAL_HELP:
        help(g, o);
        return 0;
    case GENERAL_STATUS:
        g->report = true;
        return 0;
    case GENERAL_LANG:
    case GENERAL_FORMAT:
    case GENERAL_TZ:
        return settings(g, o, m, fault);
    case GENERAL_GAMES:
        return lobby_games(w, fault);
    case GENERAL_STANDINGS:
        return lobby_standings(w, fault);
    case GENERAL_JOIN:
        if (names_own(g, o, WHO_INVITED))
            return yes(g, words, m, fault);
        if (!o->nterms)
            break;
        g->changed = true;
        return lobby_join(w, o->terms[0].text, words, m, fault);
    case GENERAL_OBSERVE:
        if (names_own(g, o, WHO_OBSERVER))
            return yes(g, "", m, fault);
        if (!o->nterms)
            break;
        g->changed = true;
        return lobby_observe(w, o->terms[0].text, m, fault);
    case GENERAL_LUCK:
        g->changed = true;
        if (w->guest->kind == WHO_INVITED)
            return lobby_luck(w, o->terms[0].text, m, fault);
        break;
    case GENERAL_LEAVE:
        if (w->guest->kind != WHO_ADDRESS)
            return no(g, m, fault);
        break;
    case GENERAL_UNOBSERVE:
        if (w->guest->kind == WHO_OBSERVER)
            return no(g, m, fault);
        break;
    default:
        break;
    }
    MISTAKE(m, -1, o->verb == GENERAL_JOIN ? "join-what" : o->verb == GENERAL_OBSERVE ? "observe-what" : "not-here");
    return 0;
}

static int stranger_do(struct visit *g, const struct order *o, struct mistake *m,
                          struct fault *fault)
{
    struct lobby_writer *w = &g->w;
    if (o->verb == GENERAL_HELP)
        help(g, o);
    else if (o->verb == GENERAL_GAMES)
        return lobby_games(w, fault);
    else if (o->verb == GENERAL_STANDINGS)
        return lobby_standings(w, fault);
    else if (!o->nterms)
        MISTAKE(m, -1, o->verb == GENERAL_JOIN ? "join-what" : "observe-what");
    else if (o->verb == GENERAL_JOIN)
        return lobby_join(w, o->terms[0].text, o->nterms > 1 ? o->terms[1].text : "", m, fault);
    else
        return lobby_observe(w, o->terms[0].text, m, fault);
    return 0;
}

int visit_do(struct visit *g, const struct order *o, struct mistake *m, struct fault *fault)
{
    int r = g->w.guest ? guest_do(g, o, m, fault) : stranger_do(g, o, m, fault);
    verb_try_in(g->w.lang, m);
    if (m->code && m->columns == 0 && m->term >= 0 && m->term < o->nterms) {
        m->column = o->terms[m->term].column;
        m->columns = o->terms[m->term].columns;
    }
    return r;
}
