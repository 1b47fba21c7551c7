/* ANNOUNCE, JOURNAL, OPTION, END, CANCEL: the game as a whole. */
#include "moderator/ruling.h"
#include "turn/tell.h"

enum { JOURNAL_MOST = 400, JOURNAL_BYTES = 64 << 20 /* of one page: far more than it has */ };

int rule_announce(struct ruling *r, struct fault *fault)
{
    json_t *told = ruling_told("ruling.announce");
    report_put(told, "text", tell_text(slice_of(ruling_term(r->order, TERM_TEXT, 0)->text)));
    json_t *body = ruling_body(r, told);
    int result = ruling_make(r, body, "ruling", NULL, fault);
    json_decref(body);
    return result == 0 ? ruling_settle(r, fault) : -1;
}

/* What an entry is for a moderator: what everybody may know, and the rulings; one who plays sees only
 * the first. NULL: nothing. */
static json_t *entry_json(const struct ruling *r, const struct entry *e)
{
    bool event = (strcmp(e->kind, "event") == 0 || strcmp(e->kind, "notice") == 0) && (e->sight & SIGHT_SEAT(0));
    bool ruling = strcmp(e->kind, "ruling") == 0 && !ruling_own_seat(r);
    json_t *body = event || ruling ? json_loads(e->body, 0, NULL) : NULL;
    if (event && !json_string_value(json_object_get(body, "code"))) { /* damaged */
        json_decref(body);
        body = json_pack("{s:s}", "code", "unreadable");
    }
    json_t *line = event ? json_incref(body)
                         : json_pack("{s:s,s:O,s:O}", "code", "ruling", "by", json_object_get(body, "by"),
                                     "ruling", json_object_get(body, "ruling"));
    if (ruling && json_object_get(body, "tried"))
        report_put(line, "tried", json_true());
    if (ruling && json_object_get(body, "force"))
        report_put(line, "force", json_true());
    json_decref(body);
    if (line)
        report_put(line, "code", json_pack("s+", event ? "event." : "journal.",
                                           json_string_value(json_object_get(line, "code"))));
    return line;
}

static void list_entry(struct ruling *r, const struct entry *e, json_t *line)
{
    struct report_facts facts = sitting_facts(r->s, ruling_eye(r));
    int64_t turn = ruling_own_seat(r) ? e->shown : e->turn;
    json_t *last = json_array_get(r->journal, json_array_size(r->journal) - 1);
    if (!last || json_integer_value(json_object_get(last, "turn")) != turn) {
        last = json_pack("{s:[]}", "events");
        report_put_turn(&facts, last, e->turn, e->shown);
        json_array_append_new(r->journal, last);
    }
    report_for_reader(&facts, line);
    json_array_append_new(json_object_get(last, "events"), line);
}

int rule_journal(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    const struct term *from = ruling_term(r->order, TERM_NUMBER, 0), *to = ruling_term(r->order, TERM_NUMBER, 1);
    struct arena arena = ARENA(JOURNAL_BYTES);
    struct journal_page page = {.to = s->game.turn};
    int64_t newest = ruling_last_turn(r), end = to ? to->value : from ? from->value : newest, other;
    int n = 0, listed = 0, result;
    if (from && from->value > newest) {
        MISTAKE(r->mistake, 0, "no-such-turn", NUM("last", newest), WORD("rules", "1"));
        return 0;
    }
    if ((from && ruling_turns(r, from->value, &page.from, &other, fault) != 0) ||
        (end < newest && ruling_turns(r, end, &other, &page.to, fault) != 0))
        return -1;
    do {
        struct entry *v;
        arena_reset(&arena);
        result = store_journal_page(s->house->store, s->game.id, &page, &arena, &v, &n, fault);
        for (int i = 0; result == 0 && i < n && listed < JOURNAL_MOST; i++) {
            json_t *line = entry_json(r, &v[i]);
            if (line)
                list_entry(r, &v[i], line);
            listed += line != NULL;
        }
    } while (result == 0 && n > 0 && listed < JOURNAL_MOST);
    arena_free(&arena);
    return result;
}

static bool laid_with(const struct engine *e, const char *name)
{
    for (int i = 0; i < e->def->noptions; i++)
        if (strcmp(e->def->options[i].name, name) == 0)
            return e->def->options[i].laid;
    return false;
}

int rule_option(struct ruling *r, struct fault *fault)
{
    struct sitting *s = r->s;
    struct buf before = BUF(4096), after = BUF(4096);
    int64_t values[OPTIONS_MAX];
    const char *why, *key = ruling_term(r->order, TERM_WORD, 0)->text;
    const char *pair = arena_printf(s->arena, "%s=%s", key, ruling_term(r->order, TERM_WORD, 1)->text);
    int result = 0;
    memcpy(values, s->options, sizeof values);
    if (!options_set(s->engine, values, slice_of(pair), s->arena, &why)) {
        MISTAKE(r->mistake, 0, "bad-option", TEXT("option", pair), TEXT("may", why));
        return 0;
    }
    if (laid_with(s->engine, key)) {
        MISTAKE(r->mistake, 0, "option-laid", TEXT("option", key));
        return 0;
    }
    const char *was = NULL;
    options_print(s->engine, s->options, &before);
    options_print(s->engine, values, &after);
    struct slice rest = buf_all(&before);
    while (rest.p && rest.n) {
        struct slice one = slice_cut(&rest, ' '), name = one;
        name = slice_cut(&name, '=');
        if (slice_is(name, key))
            was = arena_slice(s->arena, one);
    }
    json_t *told = ruling_told("ruling.option");
    report_put(told, "option", json_string(pair));
    json_t *body = ruling_body(r, told);
    report_put(body, "option", json_string(pair));
    report_put(body, "was", json_string(was));
    const char *options = arena_slice(s->arena, buf_all(&after));
    result = ruling_make(r, body, "option", NULL, fault);
    if (result == 0 && r->done && !r->mistake->code)
        s->game.options = options;
    json_decref(body);
    buf_free(&before);
    buf_free(&after);
    return result == 0 ? ruling_settle(r, fault) : -1;
}

static int finish(struct ruling *r, const char *code, enum game_ending ending, struct fault *fault)
{
    json_t *body = ruling_body(r, ruling_told(code));
    int result = ruling_make(r, body, "end", NULL, fault);
    json_decref(body);
    if (result == 0 && r->done && !r->mistake->code)
        result = turn_finish(r->s, ending, fault);
    return result == 0 ? ruling_settle(r, fault) : -1;
}

int rule_end(struct ruling *r, struct fault *fault)
{
    return finish(r, "ruling.end", ENDING_RULING, fault);
}

int rule_cancel(struct ruling *r, struct fault *fault)
{
    if (r->s->game.status == GAME_OPEN)
        return rule_call_off(r, fault);
    if (r->s->game.status == GAME_FINISHED) {
        MISTAKE(r->mistake, -1, "ruled-over");
        return 0;
    }
    return finish(r, "ruling.cancel", ENDING_CANCELLED, fault);
}
