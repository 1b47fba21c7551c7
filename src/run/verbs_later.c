#include "run/verbs.h"
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
