/* Invariants
 *   1. A ruling that is refused or previewed leaves table, luck, options and store as they were.
 *   2. What the answer tells a moderator is what everybody may know, and what he wrote himself. */
#include "moderator/ruling.h"
#include "turn/note.h"

#include <stdlib.h>
#include <strings.h>

static ruling_function *const functions[RULES] = {
    [RULE_PAUSE] = rule_pause,       [RULE_RESUME] = rule_resume,   [RULE_EXTEND] = rule_extend,
    [RULE_DEADLINE] = rule_deadline, [RULE_REMIND] = rule_remind,   [RULE_UNDO] = rule_undo,
    [RULE_REDO] = rule_redo,         [RULE_REROLL] = rule_reroll,   [RULE_PLAY] = rule_play,
    [RULE_MOVE] = rule_move,         [RULE_SET] = rule_set,         [RULE_SWAP] = rule_swap,
    [RULE_DEAL] = rule_deal,         [RULE_SHUFFLE] = rule_shuffle, [RULE_SEAT] = rule_seat,
    [RULE_ANNOUNCE] = rule_announce, [RULE_RESEND] = rule_resend,   [RULE_PEEK] = rule_peek,
    [RULE_JOURNAL] = rule_journal,   [RULE_OPTION] = rule_option,   [RULE_PACE] = rule_pace,
    [RULE_START] = rule_start,       [RULE_END] = rule_end,         [RULE_CANCEL] = rule_cancel,
    [RULE_INVITE] = rule_invite,
};

/* Those that need a game being played; one that has not begun can only be filled, begun, called
 * off, or looked into. */
static bool needs_play(int verb, bool open)
{
    if (open)
        return verb != RULE_START && verb != RULE_INVITE && verb != RULE_CANCEL && verb != RULE_JOURNAL;
    switch (verb) {
    case RULE_UNDO: /* says more itself */
    case RULE_REDO:
    case RULE_REROLL:
    case RULE_ANNOUNCE:
    case RULE_RESEND:
    case RULE_PEEK:
    case RULE_JOURNAL:
    case RULE_START:
    case RULE_CANCEL:
    case RULE_INVITE:
    case RULE_PACE:
        return false;
    default:
        return true;
    }
}

int ruling_do(struct ruling *r, struct fault *fault)
{
    const struct order *o = r->order;
    struct mistake *m = r->mistake;
    bool open = r->s->game.status == GAME_OPEN;
    if (open && r->s->game.ending == ENDING_CANCELLED)
        MISTAKE(m, -1, "game-called-off", TEXT("name", r->s->game.name));
    else if (needs_play(o->verb, open) && r->s->game.status != GAME_PLAYING)
        MISTAKE(m, -1, open ? "not-begun" : "ruled-over");
    else if (functions[o->verb](r, fault) != 0)
        return -1;
    if (m->code && m->columns == 0 && m->term >= 0 && m->term < o->nterms) {
        m->column = o->terms[m->term].column;
        m->columns = o->terms[m->term].columns;
    }
    return 0;
}

bool ruling_grave(const struct order *o, bool force)
{
    return force || o->verb == RULE_END || o->verb == RULE_CANCEL || o->verb == RULE_PEEK ||
           (o->verb == RULE_SEAT && ruling_has_key(o, KEY_KICK));
}

int ruling_own_seat(const struct ruling *r)
{
    return r->by ? sitting_seat_of(r->s, r->by->address) : 0;
}

int ruling_eye(const struct ruling *r)
{
    return ruling_own_seat(r) ? 0 : SIGHT_MODERATOR;
}

int64_t ruling_last_turn(const struct ruling *r)
{
    return ruling_own_seat(r) ? r->s->game.shown : r->s->game.turn;
}

int ruling_turns(const struct ruling *r, int64_t number, int64_t *first, int64_t *last, struct fault *fault)
{
    *first = *last = number;
    if (!ruling_own_seat(r))
        return 0;
    return store_turn_of_shown(r->s->house->store, r->s->game.id, number, first, last, fault);
}

const struct term *ruling_term(const struct order *o, int type, int n)
{
    for (int i = 0; i < o->nterms; i++)
        if (o->terms[i].type == type && n-- == 0)
            return &o->terms[i];
    return NULL;
}

bool ruling_has_key(const struct order *o, int key)
{
    for (int i = 0; i < o->nterms; i++)
        if (o->terms[i].type == TERM_KEYWORD && o->terms[i].value == key)
            return true;
    return false;
}

json_t *ruling_told(const char *code)
{
    return json_pack("{s:s}", "code", code);
}

const char *ruling_by(const struct ruling *r)
{
    return r->by ? arena_printf(r->s->arena, "m%lld", (long long)r->by->number) : "house";
}

json_t *ruling_body(const struct ruling *r, json_t *told)
{
    struct order_reader reader = ruling_reader(r->s);
    struct buf line = BUF(ORDER_LINE * 4);
    if (r->kept)
        buf_str(&line, r->kept);
    else
        order_print(&reader, r->order, &line);
    json_t *body = json_pack("{s:s,s:s%}", "by", ruling_by(r), "ruling", buf_text(&line), line.n);
    if (!body)
        die("a ruling that is no text");
    if (r->force)
        report_put(body, "force", json_true());
    if (told)
        report_put(body, "told", told);
    buf_free(&line);
    return body;
}

void ruling_tell(struct ruling *r, const struct attempt *a)
{
    struct report_facts facts = sitting_facts(r->s, 0);
    for (const struct event *e = a->events.first; e; e = e->next) {
        char code[128];
        if (!(e->sight & SIGHT_SEAT(0)))
            continue;
        json_t *o = report_event_json(r->s->engine, e->code, e->args, e->nargs);
        snprintf(code, sizeof code, "event.%s", e->code);
        report_put(o, "code", json_string(code));
        report_for_reader(&facts, o);
        json_array_append_new(r->events, o);
    }
}

/* Everything a ruling in memory may have changed. */
struct kept {
    struct table *table;
    struct luck luck;
    int64_t options[OPTIONS_MAX];
};

static void keep(struct kept *k, const struct sitting *s)
{
    k->table = table_clone(s->table);
    k->luck = s->luck;
    memcpy(k->options, s->options, sizeof k->options);
}

static void take_back(struct kept *k, struct sitting *s)
{
    table_copy(s->table, k->table);
    s->luck = k->luck;
    memcpy(s->options, k->options, sizeof k->options);
}

/* Refuses what breaks a rule of the game, unless it is forced. */
static void check(struct ruling *r, const struct kept *k, const struct attempt *a)
{
    struct sitting *s = r->s;
    const struct engine_def *def = s->engine->def;
    const char *broken = a->broken ? a->broken : def->invariant(s->table, s->engine, s->options);
    const char *before = def->invariant(k->table, s->engine, k->options);
    if (!broken || (before && strcmp(before, broken) == 0))
        return;
    const char *code = arena_printf(s->arena, "invariant.%s", broken);
    r->looked = true; /* rules are also about what is hidden: how much the Boss has, whose books agree */
    if (!r->force)
        MISTAKE(r->mistake, -1, "breaks", WORD("what", code));
    else
        json_array_append_new(r->set, json_pack("{s:s,s:s}", "code", "set.broken", "what", code));
}

/* Whatever changes pieces, tallies or options by hand is tried first; what goes back has been there. */
static bool survives(struct ruling *r, const json_t *body)
{
    bool by_hand = json_object_get(body, "edits") || json_object_get(body, "option");
    if (!by_hand || json_object_get(body, "back") || ruling_trial(r->s, body))
        return true;
    MISTAKE(r->mistake, -1, "cannot-go-on");
    r->looked = true;
    return false;
}

int ruling_make(struct ruling *r, json_t *body, const char *kind, const struct table *past,
                struct fault *fault)
{
    struct sitting *s = r->s;
    struct attempt *a = arena_new(s->arena, struct attempt);
    struct kept kept;
    int result = 0;
    if (!survives(r, body))
        return 0;
    keep(&kept, s);
    if (!edit_apply(s, body, past, r->preview, a))
        die("a ruling that cannot be done");
    if (!a->goes_back)
        check(r, &kept, a);
    if (!r->mistake->code)
        ruling_tell(r, a);
    if (r->mistake->code || r->preview) {
        take_back(&kept, s);
    } else {
        char *text = report_dump(body);
        a->ruling = arena_strdup(s->arena, text);
        free(text);
        result = turn_record(s, 0, kind, NULL, 0, a, fault);
        r->done = true;
        s->tell_all = true;
    }
    table_free(&kept.table);
    return result;
}

int ruling_settle(struct ruling *r, struct fault *fault)
{
    return r->done && !r->mistake->code ? turn_settle(r->s, fault) : 0;
}

/* Takes the body. */
static int note(struct ruling *r, json_t *body, struct fault *fault)
{
    char *text = report_dump(body);
    int result = turn_note(r->s, text, fault);
    if (result == 0)
        result = store_game_set(r->s->house->store, &r->s->game, fault);
    free(text);
    json_decref(body);
    return result;
}

int ruling_note(struct ruling *r, struct fault *fault)
{
    if (r->preview)
        return 0;
    r->done = true;
    return note(r, ruling_body(r, NULL), fault);
}

int ruling_looked(struct ruling *r, struct fault *fault)
{
    json_t *body = ruling_body(r, NULL);
    report_put(body, "tried", json_true());
    if (note(r, body, fault) != 0)
        return -1;
    bool silent = r->s->game.powers & POWER_SILENT_PEEK;
    return silent ? 0 : note_add(r->s, "notice", 0, SIGHT_ALL, ruling_told("ruling.looked"), fault);
}
