#include "base/utf8.h"
#include "run/verbs.h"
#include "turn/note.h"
#include "turn/talk.h"

/* What is said: behind the verb, or the lines down to END. */
static struct slice words_of(const struct order *o, struct slice block)
{
    const struct term *last = o->nterms ? &o->terms[o->nterms - 1] : NULL;
    return slice_trim(last && last->type == TERM_TEXT ? slice_of(last->text) : block);
}

bool verb_says_nothing(const struct order *o, struct slice block)
{
    return (o->verb == GENERAL_SAY || o->verb == GENERAL_WHISPER) && words_of(o, block).n == 0;
}

enum { MESSAGES = 10 }; /* of one letter */

/* How often this letter has said something already. */
static int said(const struct verb_call *c)
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(c->set); i++) {
        const char *code = json_string_value(json_object_get(json_array_get(c->set, i), "code"));
        n += code && (strcmp(code, "set.say") == 0 || strcmp(code, "set.whisper") == 0);
    }
    return n;
}

static int talk(struct verb_call *c, int to, struct fault *fault)
{
    const struct seat *hearer = to ? &c->s->seats[to - 1] : NULL;
    struct slice text = words_of(c->order, c->block);
    bool anonymous = strcmp(c->s->game.talk, "anonymous") == 0, room;
    int lines = 1;
    if (note_room(c->s, c->seat->number, anonymous ? 0 : c->seat->number, &room, fault) != 0)
        return -1;
    for (size_t i = 0; i < text.n; i++)
        lines += text.p[i] == '\n';
    if (strcmp(c->s->game.talk, "none") == 0)
        MISTAKE(c->mistake, -1, "no-talk");
    else if (text.n > TALK_BYTES || lines > TALK_LINES)
        MISTAKE(c->mistake, -1, "talk-too-long", NUM("most", TALK_BYTES), NUM("lines", TALK_LINES));
    else if (said(c) >= MESSAGES)
        MISTAKE(c->mistake, -1, "talk-too-often", NUM("most", MESSAGES));
    else if (!room)
        MISTAKE(c->mistake, -1, "talk-enough");
    else if (to == c->seat->number)
        MISTAKE(c->mistake, 0, "talk-self");
    else if (hearer && hearer->bot && !hearer->dismissed)
        MISTAKE(c->mistake, 0, "talk-bot", SEAT("seat", to));
    if (c->mistake->code)
        return 0;
    json_t *done = json_pack("{s:s}", "code", to ? "set.whisper" : "set.say");
    if (to)
        report_put(done, "to", json_pack("{s:i}", "seat", to));
    json_array_append_new(c->set, done);
    return talk_add(c->s, c->seat->number, to, text, fault);
}

int verb_say(struct verb_call *c, struct fault *fault)
{
    return talk(c, 0, fault);
}

int verb_whisper(struct verb_call *c, struct fault *fault)
{
    return talk(c, (int)c->order->terms[0].value, fault);
}
