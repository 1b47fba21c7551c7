/* START, INVITE, and CANCEL of a game that has not begun.
 *
 * What a preview of these does is done within a savepoint and taken back: the lobby knows best what
 * it would refuse. */
#include "lobby/lobby.h"
#include "mail/compose.h"
#include "moderator/people.h"
#include "moderator/ruling.h"
#include "turn/office.h"

#include <stdio.h>

/* A ruling within a savepoint of its own. */
struct trying {
    struct store *store;
    struct house *house;
    int64_t mark;
};

static int try_begin(struct trying *t, struct ruling *r, struct fault *fault)
{
    *t = (struct trying){r->s->house->store, r->s->house, office_mark(r->s->house)};
    return store_savepoint(t->store, fault);
}

/* Whether it stays is r->done. */
static int try_end(struct trying *t, const struct ruling *r, struct fault *fault)
{
    if (r->done)
        return store_release(t->store, fault);
    office_undo(t->house, t->mark);
    return store_undo_savepoint(t->store, fault);
}

int rule_start(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s, *begun = NULL;
    bool bots = ruling_has_key(r->order, KEY_BOT);
    struct trying t;
    if (s->game.status != GAME_OPEN) {
        MISTAKE(r->mistake, -1, "begun-already");
        return 0;
    }
    if (try_begin(&t, r, fault) != 0 ||
        lobby_start(s->house, s->game.name, bots, s->arena, &begun, r->mistake, fault) != 0)
        return -1;
    if (r->mistake->code && !bots)
        snprintf(r->mistake->try, sizeof r->mistake->try, "START WITH BOTS");
    if (begun && !r->preview) {
        table_free(&s->table);
        *s = *begun; /* the same game goes on, with a table */
        r->done = r->begun = true;
        if (ruling_note(r, fault) != 0)
            return -1;
    } else {
        sitting_close(&begun);
    }
    if (!r->mistake->code)
        json_array_append_new(r->set, json_pack("{s:s}", "code", "set.begun"));
    return try_end(&t, r, fault);
}

/* What only the moderator's own words can say better than the lobby's. */
static void mind(struct ruling *r, const char *who)
{
    struct mistake *m = r->mistake;
    if (strcmp(m->code, "already-joined") == 0) {
        *m = (struct mistake){0};
        MISTAKE(m, 0, "joined-already", TEXT("address", who));
    } else if (strcmp(m->code, "bad-address") == 0) {
        m->term = 0;
        snprintf(m->try, sizeof m->try, "INVITE Name <name@example.org>");
    }
}

int rule_invite(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    const char *who = ruling_term(r->order, TERM_TEXT, 0)->text;
    struct slice name, address;
    struct trying t;
    bool moderates = false;
    if (s->game.status != GAME_OPEN) {
        MISTAKE(r->mistake, -1, "no-free-seat");
        return 0;
    }
    if (mail_address_split(slice_of(who), &name, &address) && !(s->game.powers & POWER_PLAYS) &&
        moderators_have(s, arena_slice(s->arena, address), &moderates, fault) != 0)
        return -1;
    if (moderates) {
        MISTAKE(r->mistake, 0, "moderator-plays");
        return 0;
    }
    if (try_begin(&t, r, fault) != 0 ||
        lobby_invite(s->house, s->game.name, ruling_by(r), who, s->arena, r->mistake, fault) != 0)
        return -1;
    if (r->mistake->code)
        mind(r, who);
    else
        json_array_append_new(r->set, json_pack("{s:s,s:s}", "code", "set.invited", "name", who));
    r->done = !r->mistake->code && !r->preview;
    if (try_end(&t, r, fault) != 0)
        return -1;
    return r->done ? store_game_find(s->house->store, s->game.name, s->arena, &s->game, fault) : 0;
}

int rule_call_off(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    json_array_append_new(r->set, json_pack("{s:s}", "code", "set.called-off"));
    if (r->preview)
        return 0;
    r->done = true;
    return lobby_cancel(s->house, &s->game, ruling_by(r), s->arena, fault);
}
