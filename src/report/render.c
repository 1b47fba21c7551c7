#include "report/render.h"
#include "report/layout.h"

enum { RENDER_MAX = 4 << 20 };

int render_text(struct words *words, const char *name, const json_t *doc, struct buf *out,
                struct fault *fault)
{
    char file[80];
    struct buf raw = BUF(RENDER_MAX);
    snprintf(file, sizeof file, "%s.txt", name);
    int r = words_render(words, file, WORDS_TEXT, doc, &raw, fault);
    if (r == 0)
        layout_text(buf_all(&raw), out);
    buf_free(&raw);
    return r;
}

/* RFC 6068: everything but unreserved characters is percent-encoded; a line end is %0D%0A. */
static void percent(struct buf *out, const char *s)
{
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '\n')
            buf_str(out, "%0D%0A");
        else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 c == '-' || c == '.' || c == '_' || c == '~')
            buf_char(out, (char)c);
        else
            buf_printf(out, "%%%02X", c);
    }
}

static void percent_address(struct buf *out, const char *address)
{
    const char *at = strrchr(address, '@');
    char local[256];
    if (!at || (size_t)(at - address) >= sizeof local)
        return;
    snprintf(local, sizeof local, "%.*s", (int)(at - address), address);
    percent(out, local);
    buf_str(out, at);
}

static void add_links(json_t *value, const char *head, struct buf *href)
{
    if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++)
            add_links(json_array_get(value, i), head, href);
    } else if (json_is_object(value)) {
        for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at))
            add_links(json_object_iter_value(at), head, href);
        const json_t *order = json_object_get(value, "order");
        if (!json_is_string(order))
            return;
        buf_clear(href);
        buf_str(href, head);
        percent(href, json_string_value(order));
        buf_str(href, "%0D%0A");
        json_object_set_new_nocheck(value, "href", json_string_nocheck(buf_text(href)));
    }
}

int render_html(struct words *words, const char *name, json_t *doc,
                const struct render_to *to, struct buf *out, struct fault *fault)
{
    char file[80];
    struct buf head = BUF(4096), href = BUF(64 << 10);
    snprintf(file, sizeof file, "%s.html", name);
    if (to && to->address) {
        buf_str(&head, "mailto:");
        percent_address(&head, to->address);
        buf_str(&head, "?subject=");
        percent(&head, to->subject ? to->subject : "");
        buf_str(&head, "&body=");
        add_links(doc, buf_text(&head), &href);
    }
    int r = words_render(words, file, WORDS_HTML, doc, out, fault);
    buf_free(&head);
    buf_free(&href);
    return r;
}

int render_line(struct words *words, const char *name, const json_t *doc, struct buf *out,
                struct fault *fault)
{
    return words_render(words, name, WORDS_TEXT, doc, out, fault);
}

/* --- orders in the reader's language ------------------------------------------------------------ */

struct translator {
    struct order_reader reader;
    const char *lang;
    struct arena arena;
    struct buf out;
};

static bool names_seat(const struct order *order)
{
    for (int i = 0; i < order->nterms; i++)
        if (order->terms[i].type == TERM_SEAT)
            return true;
    return false;
}

/* Line by line; one that is not understood stays as it is. */
static json_t *translate(struct translator *t, const char *orders)
{
    struct slice rest = slice_of(orders);
    buf_clear(&t->out);
    while (rest.p) {
        struct slice line = slice_cut(&rest, '\n');
        struct order order;
        struct mistake mistake = {0};
        if (order_read(&t->reader, line, 1, &t->arena, &order, &mistake) &&
            (strcmp(t->lang, "en") != 0 || names_seat(&order)))
            order_say(&t->reader, &order, t->lang, &t->out);
        else
            buf_slice(&t->out, line);
        if (rest.p)
            buf_char(&t->out, '\n');
    }
    arena_reset(&t->arena);
    return json_stringn_nocheck(buf_text(&t->out), t->out.n);
}

static void translate_all(struct translator *t, json_t *value)
{
    if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++)
            translate_all(t, json_array_get(value, i));
        return;
    }
    if (!json_is_object(value))
        return;
    for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
        const char *key = json_object_iter_key(at);
        json_t *v = json_object_iter_value(at);
        if (json_is_string(v) && (strcmp(key, "order") == 0 || strcmp(key, "line") == 0))
            json_object_iter_set_new(value, at, translate(t, json_string_value(v)));
        else
            translate_all(t, v);
    }
}

void render_orders(const struct engine *engine, const char *lang, json_t *doc)
{
    const char *names[SEATS_MAX + 1] = {NULL};
    const json_t *players = json_object_get(doc, "players");
    size_t n = json_array_size(players) < SEATS_MAX ? json_array_size(players) : SEATS_MAX;
    for (size_t i = 0; i < n; i++)
        names[i + 1] = json_string_value(json_object_get(json_array_get(players, i), "name"));
    struct translator t = {.reader = {.game = engine->grammar,
                                      .data = engine->data,
                                      .seats = names,
                                      .nseats = (int)n},
                           .lang = lang,
                           .arena = ARENA(4 << 20),
                           .out = BUF(64 << 10)};
    translate_all(&t, doc);
    arena_free(&t.arena);
    buf_free(&t.out);
}

/* --- kinds of words in the reader's language ---------------------------------------------------- */

/* "<company>": how the language calls such a word, its phrase "type.company". */
static void put_type(struct words *words, struct slice name, struct buf *out)
{
    char key[80];
    struct fault ignored;
    json_t *nothing = json_object();
    snprintf(key, sizeof key, "type.%.*s", (int)(name.n < 60 ? name.n : 60), name.p);
    buf_char(out, '<');
    if (!words_has(words, key) ||
        words_render(words, key, WORDS_TEXT, nothing, out, &ignored) != 0)
        buf_slice(out, name);
    buf_char(out, '>');
    json_decref(nothing);
}

/* "TAKE <company> [ON <number>]" */
static void say_usage(struct words *words, struct slice usage, struct buf *out)
{
    while (usage.n) {
        const char *open = memchr(usage.p, '<', usage.n);
        const char *close = open ? memchr(open, '>', usage.n - (size_t)(open - usage.p)) : NULL;
        size_t plain = close ? (size_t)(open - usage.p) : usage.n;
        buf_add(out, usage.p, plain);
        if (close)
            put_type(words, (struct slice){open + 1, (size_t)(close - open) - 1}, out);
        size_t used = close ? (size_t)(close + 1 - usage.p) : usage.n;
        usage = (struct slice){usage.p + used, usage.n - used};
    }
}

/* "ON|company": keywords in capitals (as "OFF/NON" in both languages), separators, types */
static void say_expected(struct words *words, const struct grammar *g, struct slice list, struct buf *out)
{
    bool french = strcmp(words_lang(words), "fr") == 0;
    while (list.p) {
        struct slice item = slice_cut(&list, '|');
        const char *keyword = NULL;
        struct slice second = item, first = slice_cut(&second, '/');
        bool both = first.n && second.p && second.n; /* in English and in French */
        for (int i = 0; g && i < g->nkeywords && !keyword; i++)
            if (slice_is(item, g->keywords[i].name))
                keyword = french && g->keywords[i].fr ? g->keywords[i].fr : g->keywords[i].name;
        if (keyword)
            buf_str(out, keyword);
        else if (both)
            buf_slice(out, french ? second : first);
        else if (item.n && item.p[0] >= 'a' && item.p[0] <= 'z')
            put_type(words, item, out);
        else
            buf_slice(out, item);
        if (list.p)
            buf_str(out, " | ");
    }
}

void render_types(struct words *words, const struct engine *engine, json_t *value)
{
    size_t i;
    json_t *child;
    json_array_foreach(value, i, child)
        render_types(words, engine, child);
    if (!json_is_object(value))
        return;
    for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
        const char *key = json_object_iter_key(at);
        json_t *v = json_object_iter_value(at);
        bool usage = strcmp(key, "usage") == 0;
        if (!json_is_string(v) || (!usage && strcmp(key, "expected") != 0)) {
            render_types(words, engine, v);
            continue;
        }
        struct buf out = BUF(16 << 10);
        struct slice text = {json_string_value(v), json_string_length(v)};
        if (usage)
            say_usage(words, text, &out);
        else
            say_expected(words, engine ? engine->grammar : NULL, text, &out);
        json_object_iter_set_new(value, at, json_stringn_nocheck(buf_text(&out), out.n));
        buf_free(&out);
    }
}
