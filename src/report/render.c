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

static json_t *with_links(const json_t *value, const char *head)
{
    json_t *copy, *v;
    const char *key;
    if (json_is_array(value)) {
        copy = json_array();
        for (size_t i = 0; i < json_array_size(value); i++)
            json_array_append_new(copy, with_links(json_array_get(value, i), head));
        return copy;
    }
    if (!json_is_object(value))
        return json_incref((json_t *)value);
    copy = json_object();
    json_object_foreach((json_t *)value, key, v)
        json_object_set_new_nocheck(copy, key, with_links(v, head));
    v = json_object_get(value, "order");
    if (head && json_is_string(v)) {
        struct buf href = BUF(64 << 10);
        buf_str(&href, head);
        percent(&href, json_string_value(v));
        buf_str(&href, "%0D%0A");
        json_object_set_new_nocheck(copy, "href", json_string(buf_text(&href)));
        buf_free(&href);
    }
    return copy;
}

int render_html(struct words *words, const char *name, const json_t *doc,
                const struct render_to *to, struct buf *out, struct fault *fault)
{
    char file[80];
    struct buf head = BUF(4096);
    snprintf(file, sizeof file, "%s.html", name);
    if (to && to->address) {
        buf_str(&head, "mailto:");
        percent_address(&head, to->address);
        buf_str(&head, "?subject=");
        percent(&head, to->subject ? to->subject : "");
        buf_str(&head, "&body=");
    }
    json_t *linked = with_links(doc, head.n ? buf_text(&head) : NULL);
    int r = words_render(words, file, WORDS_HTML, linked, out, fault);
    json_decref(linked);
    buf_free(&head);
    return r;
}

int render_line(struct words *words, const char *name, const json_t *doc, struct buf *out,
                struct fault *fault)
{
    return words_render(words, name, WORDS_TEXT, doc, out, fault);
}
