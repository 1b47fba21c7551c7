/* What somebody at a table says about other tables, and about leaving his own. */
#include "lobby/lobby.h"
#include "run/verbs.h"

#include <strings.h>

/* A seat's key was sent to its address only: so its letters prove it. */
static struct lobby_writer writer(struct verb_call *c)
{
    return (struct lobby_writer){.house = c->s->house,
                                 .arena = c->s->arena,
                                 .address = c->seat->address,
                                 .name = c->seat->name,
                                 .lang = c->seat->lang,
                                 .proven = c->s->from != NULL,
                                 .answer = json_object()};
}

/* What was done goes into the answer to this letter. */
static int told(struct verb_call *c, struct lobby_writer *w, int result)
{
    json_t *set = json_object_get(w->answer, "set");
    if (set)
        json_array_extend(c->set, set);
    json_object_del(w->answer, "set");
    json_object_update(c->answer, w->answer);
    json_decref(w->answer);
    return result;
}

int verb_games(struct verb_call *c, struct fault *fault)
{
    struct lobby_writer w = writer(c);
    return told(c, &w, lobby_games(&w, fault));
}

int verb_standings(struct verb_call *c, struct fault *fault)
{
    struct lobby_writer w = writer(c);
    return told(c, &w, lobby_standings(&w, fault));
}

int verb_join(struct verb_call *c, struct fault *fault)
{
    const struct order *o = c->order;
    if (!o->nterms) {
        MISTAKE(c->mistake, -1, "join-what");
        return 0;
    }
    struct lobby_writer w = writer(c);
    return told(c, &w, lobby_join(&w, o->terms[0].text, o->nterms > 1 ? o->terms[1].text : "", c->mistake,
                                  fault));
}

int verb_observe(struct verb_call *c, struct fault *fault)
{
    if (!c->order->nterms) {
        MISTAKE(c->mistake, -1, "observe-what");
        return 0;
    }
    struct lobby_writer w = writer(c);
    return told(c, &w, lobby_observe(&w, c->order->terms[0].text, c->mistake, fault));
}

int verb_unobserve(struct verb_call *c, struct fault *fault)
{
    (void)fault;
    MISTAKE(c->mistake, -1, "unobserve-there");
    return 0;
}

int verb_luck(struct verb_call *c, struct fault *fault)
{
    (void)fault;
    MISTAKE(c->mistake, -1, "luck-late");
    return 0;
}

static void try_resign(struct verb_call *c)
{
    snprintf(c->mistake->try, sizeof c->mistake->try, "RESIGN %s", c->s->game.name);
}

int verb_leave(struct verb_call *c, struct fault *fault)
{
    (void)fault;
    MISTAKE(c->mistake, -1, "leave-begun");
    try_resign(c);
    return 0;
}

int verb_address(struct verb_call *c, struct fault *fault)
{
    const char *address = c->order->terms[0].text;
    if (lobby_address(c->s, c->seat, address, c->mistake, fault) != 0)
        return -1;
    if (!c->mistake->code)
        json_array_append_new(c->set, json_pack("{s:s,s:s}", "code", "set.address", "address", address));
    return 0;
}

/* Twice on purpose: the name of the game is the confirmation. The seat is left when the whole letter
 * has been read (answer.c). */
int verb_resign(struct verb_call *c, struct fault *fault)
{
    const struct order *o = c->order;
    (void)fault;
    if (c->s->game.status == GAME_FINISHED) {
        MISTAKE(c->mistake, -1, "game-over");
    } else if (!o->nterms || strcasecmp(o->terms[0].text, c->s->game.name) != 0) {
        MISTAKE(c->mistake, -1, "resign-sure", TEXT("name", c->s->game.name));
        try_resign(c);
    } else {
        c->out->resigns = true;
    }
    return 0;
}
