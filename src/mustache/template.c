#include "mustache/template.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void *need(void *p, size_t bytes)
{
    if (!p)
        die("out of memory (%zu bytes)", bytes);
    return p;
}

/* Room for one more: the array, moved to one twice as long when it is full. */
static void *roomy(void *array, uint32_t n, uint32_t *room, size_t size)
{
    if (n < *room)
        return array;
    *room = *room ? *room * 2 : 32;
    return need(realloc(array, *room * size), *room * size);
}

struct mustache *template_new(const char *name, struct slice text)
{
    insist(text.n <= MUSTACHE_TEXT_MAX);
    struct mustache *t = need(calloc(1, sizeof(*t)), sizeof(*t));
    t->name = need(strdup(name), strlen(name) + 1);
    t->text = need(malloc(text.n + 1), text.n + 1);
    if (text.n)
        memcpy(t->text, text.p, text.n);
    t->text[text.n] = '\0';
    t->n_text = (uint32_t)text.n;
    return t;
}

void mustache_free(struct mustache **template)
{
    struct mustache *t = *template;
    if (!t)
        return;
    free(t->name);
    free(t->text);
    free(t->nodes);
    free(t->parts);
    free(t);
    *template = NULL;
}

uint32_t template_node(struct mustache *t, enum node_kind kind, unsigned flags, size_t pos)
{
    t->nodes = roomy(t->nodes, t->n_nodes, &t->room_nodes, sizeof(*t->nodes));
    uint32_t i = t->n_nodes++;
    t->nodes[i] = (struct node){
        .kind = (uint8_t)kind, .flags = (uint8_t)flags, .pos = (uint32_t)pos, .end = i + 1};
    return i;
}

bool template_name(struct mustache *t, uint32_t node, struct slice name)
{
    t->nodes[node].part = t->n_parts;
    if (slice_is(name, "."))
        return true;
    while (name.p) {
        struct slice part = slice_cut(&name, '.');
        if (!part.n)
            return false;
        t->parts = roomy(t->parts, t->n_parts, &t->room_parts, sizeof(*t->parts));
        t->parts[t->n_parts++] = part;
        t->nodes[node].parts++;
    }
    return true;
}

int template_fail(const struct mustache *t, size_t pos, struct mustache_error *error,
                  const char *fmt, ...)
{
    snprintf(error->name, sizeof(error->name), "%s", t->name);
    error->line = error->column = 1;
    for (size_t i = 0; i < pos && i < t->n_text; i++) {
        unsigned char c = (unsigned char)t->text[i];
        if (c == '\n') {
            error->line++;
            error->column = 1;
        } else if ((c & 0xC0) != 0x80) {
            error->column++;
        }
    }
    va_list va;
    va_start(va, fmt);
    vsnprintf(error->text, sizeof(error->text), fmt, va);
    va_end(va);
    return -1;
}

int template_short(struct slice name)
{
    enum { MOST = 60 };
    if (name.n <= MOST)
        return (int)name.n;
    int n = MOST;
    while (n > 0 &&
           ((unsigned char)name.p[n] & 0xC0) == 0x80) /* not in the middle of a character */
        n--;
    return n;
}
