#include "run/verbs.h"
#include "turn/early.h"
#include "turn/later.h"

/* WHEN <situation> <order> [ALWAYS] */
int verb_when(struct verb_call *c, struct fault *fault)
{
    struct sitting *s = c->s;
    const struct order *o = c->order;
    struct mistake *m = c->mistake;
    struct standing_order so;
    struct buf text = BUF(ORDER_LINE * 2);
    int64_t number = 0;
    int mine = 0, r = 0;
    for (int i = 0; i < s->nstanding; i++)
        mine += s->standing[i].seat == c->seat->number;
    if (!s->engine->situations) {
        MISTAKE(m, -1, "no-situations");
    } else if (mine >= LATER_STANDING) {
        MISTAKE(m, -1, "too-many-standing", NUM("most", LATER_STANDING));
    } else if (later_read(s, c->line, o->line, o->terms[0].column, &so, m)) {
        struct order_reader reader = sitting_reader(s, NULL);
        order_print(&reader, &so.situation, &text);
        buf_char(&text, ' ');
        order_print(&reader, &so.order, &text);
        const char *canonical = arena_slice(s->arena, buf_all(&text));
        r = later_add(s, c->seat->number, canonical, so.always, &number, fault);
        json_array_append_new(c->set, json_pack("{s:s,s:I,s:s,s:b,s:I}", "code", "set.when", "number",
                                                (json_int_t)number, "when",
                                                later_say(s, c->seat->number, canonical), "always",
                                                so.always == 1, "times",
                                                (json_int_t)(so.always > 1 ? so.always : 0)));
    }
    buf_free(&text);
    return r;
}

/* They are in every report; that there are none has to be said. */
int verb_whens(struct verb_call *c, struct fault *fault)
{
    int mine = 0;
    (void)fault;
    for (int i = 0; i < c->s->nstanding; i++)
        mine += c->s->standing[i].seat == c->seat->number;
    if (!c->s->engine->situations)
        MISTAKE(c->mistake, -1, "no-situations");
    else if (mine == 0)
        json_array_append_new(c->set, json_pack("{s:s}", "code", "set.no-whens"));
    return 0;
}

int verb_forget(struct verb_call *c, struct fault *fault)
{
    struct sitting *s = c->s;
    const struct order *o = c->order;
    struct mistake *m = c->mistake;
    bool found;
    if (later_forget(s, c->seat->number, o->terms[0].value, &found, fault) != 0)
        return -1;
    if (!found)
        MISTAKE(m, 0, "no-such-standing", NUM("number", o->terms[0].value));
    else
        json_array_append_new(c->set, json_pack("{s:s,s:I}", "code", "set.forgotten", "number",
                                             (json_int_t)o->terms[0].value));
    return 0;
}

/* NEXT <order>: all of them in one letter are one letter. */
int verb_next(struct verb_call *c, struct fault *fault)
{
    struct sitting *s = c->s;
    struct order_reader reader = sitting_reader(s, NULL);
    struct order order;
    bool full, first = *c->early == 0;
    if (s->game.status == GAME_FINISHED) {
        MISTAKE(c->mistake, -1, "game-over");
        return 0;
    }
    if (!order_read_part(&reader, c->line, c->order->line, c->order->terms[0].column, NULL, s->arena,
                         &order, c->mistake))
        return 0;
    if (early_add(s, c->seat->number, &order, c->early, &full, fault) != 0)
        return -1;
    if (full)
        MISTAKE(c->mistake, -1, "too-many-early", NUM("most", EARLY_LETTERS), NUM("lines", EARLY_LINES));
    else if (first)
        json_array_append_new(c->set, json_pack("{s:s,s:I}", "code", "set.next", "number",
                                                (json_int_t)*c->early));
    return 0;
}

int verb_cancel(struct verb_call *c, struct fault *fault)
{
    const struct order *o = c->order;
    int n;
    if (early_cancel(c->s, c->seat->number, o->nterms ? o->terms[0].value : 0, &n, fault) != 0)
        return -1;
    if (n == 0 && o->nterms)
        MISTAKE(c->mistake, 0, "no-such-early", NUM("number", o->terms[0].value));
    else if (n == 0)
        MISTAKE(c->mistake, -1, "nothing-early");
    else
        json_array_append_new(c->set, json_pack("{s:s,s:i,s:b}", "code", "set.cancelled", "n", n, "one", n == 1));
    return 0;
}
