/* Orders made and printed in code. */
#include "base/utf8.h"
#include "order/order.h"

static void print_amount(const struct grammar *g, int64_t value, struct buf *out)
{
    if (!g->half_units)
        buf_printf(out, "%lld", (long long)value);
    else
        buf_printf(out, "%lld%s", (long long)(value / 2), value % 2 ? ".5" : "");
}

static bool is_keyword(const struct grammar *g, struct slice word)
{
    for (int i = 0; i < g->nkeywords; i++)
        if (slice_is(word, g->keywords[i].name) ||
            (g->keywords[i].fr && slice_is(word, g->keywords[i].fr)))
            return true;
    return false;
}

/* A seat by name; by number when the name could be read as something else. */
static void print_seat(const struct order_reader *r, const struct grammar *g, int64_t seat,
                       struct buf *out)
{
    const char *name = r->seats && seat >= 1 && seat <= r->nseats ? r->seats[seat] : NULL;
    struct buf fold = BUF(400);
    bool clear = name != NULL && *name;
    utf8_fold(slice_of(name ? name : ""), &fold);
    for (struct slice rest = buf_all(&fold); rest.p && clear;) {
        struct slice word = slice_cut(&rest, ' ');
        for (size_t i = 0; i < word.n; i++)
            clear = clear && ((word.p[i] >= 'A' && word.p[i] <= 'Z') || word.p[i] == '-');
        clear = clear && word.n && !is_keyword(g, word);
    }
    if (clear)
        buf_str(out, name);
    else
        buf_printf(out, "%lld", (long long)seat);
    buf_free(&fold);
}

enum said { CANONICAL, ENGLISH, FRENCH };

static void print_term(const struct order_reader *r, const struct grammar *g, const struct term *t,
                       enum said said, struct buf *out)
{
    const struct keyword *k;
    if (!(t->type == TERM_SEPARATOR && t->value == ':'))
        buf_char(out, ' ');
    switch (t->type) {
    case TERM_KEYWORD:
        k = &g->keywords[t->value];
        buf_str(out, said == FRENCH && k->fr ? k->fr : k->name);
        break;
    case TERM_SEAT:
        if (said != CANONICAL) {
            print_seat(r, g, t->value, out);
            break;
        }
        buf_printf(out, "%lld", (long long)t->value);
        break;
    case TERM_NUMBER:
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
        if (said == FRENCH && g->french && g->french[t->type])
            g->french[t->type](r->data, t->value, out);
        else
            g->types[t->type].print(r->data, t->value, out);
    }
}

static void print(const struct order_reader *reader, const struct order *order, enum said said,
                  struct buf *out)
{
    const struct verb *v = &order->grammar->verbs[order->verb];
    buf_str(out, said == FRENCH && v->fr ? v->fr : v->name);
    for (int i = 0; i < order->nterms; i++)
        print_term(reader, order->grammar, &order->terms[i], said, out);
}

void order_say(const struct order_reader *reader, const struct order *order, const char *lang,
               struct buf *out)
{
    print(reader, order, strcmp(lang, "fr") == 0 ? FRENCH : ENGLISH, out);
}

void order_print(const struct order_reader *reader, const struct order *order, struct buf *out)
{
    print(reader, order, CANONICAL, out);
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
