/* Orders made and printed in code. */
#include "order/order.h"

static void print_amount(const struct grammar *g, int64_t value, struct buf *out)
{
    if (!g->half_units)
        buf_printf(out, "%lld", (long long)value);
    else
        buf_printf(out, "%lld%s", (long long)(value / 2), value % 2 ? ".5" : "");
}

static void print_term(const struct order_reader *r, const struct grammar *g, const struct term *t,
                       bool french, struct buf *out)
{
    const struct keyword *k;
    if (!(t->type == TERM_SEPARATOR && t->value == ':'))
        buf_char(out, ' ');
    switch (t->type) {
    case TERM_KEYWORD:
        k = &g->keywords[t->value];
        buf_str(out, french && k->fr ? k->fr : k->name);
        break;
    case TERM_NUMBER:
    case TERM_SEAT:
        buf_printf(out, "%lld", (long long)t->value);
        break;
    case TERM_AMOUNT:
        print_amount(g, t->value, out);
        break;
    case TERM_WORD:
    case TERM_TEXT:
        buf_str(out, t->text);
        break;
    case TERM_SEPARATOR:
        buf_char(out, (char)t->value);
        break;
    default:
        insist(t->type >= 0 && t->type < g->ntypes);
        g->types[t->type].print(r->data, t->value, out);
    }
}

void order_say(const struct order_reader *reader, const struct order *order, const char *lang,
               struct buf *out)
{
    const struct verb *v = &order->grammar->verbs[order->verb];
    bool french = strcmp(lang, "fr") == 0;
    buf_str(out, french && v->fr ? v->fr : v->name);
    for (int i = 0; i < order->nterms; i++)
        print_term(reader, order->grammar, &order->terms[i], french, out);
}

void order_print(const struct order_reader *reader, const struct order *order, struct buf *out)
{
    order_say(reader, order, "en", out);
}

static bool term_same(const struct term *a, const struct term *b)
{
    if (a->type != b->type || a->value != b->value)
        return false;
    if (!a->text || !b->text)
        return a->text == b->text;
    return strcmp(a->text, b->text) == 0;
}

bool order_same(const struct order *a, const struct order *b)
{
    if (a->grammar != b->grammar || a->verb != b->verb || a->nterms != b->nterms)
        return false;
    for (int i = 0; i < a->nterms; i++)
        if (!term_same(&a->terms[i], &b->terms[i]))
            return false;
    return true;
}

struct order order_make(struct arena *arena, const struct grammar *grammar, int verb,
                        const struct term *terms, int nterms)
{
    insist(verb >= 0 && verb < grammar->nverbs && nterms >= 0 && nterms <= ORDER_TERMS);
    struct term *copy = arena_array(arena, struct term, nterms);
    if (nterms)
        memcpy(copy, terms, sizeof *copy * (size_t)nterms);
    return (struct order){.grammar = grammar, .verb = verb, .terms = copy, .nterms = nterms};
}
