#include "engine/doc.h"
#include "base/fault.h"

#include <string.h>

void doc_put(json_t *o, const char *key, json_t *value)
{
    if (json_object_set_new(o, key, value) < 0)
        die("out of memory");
}

void doc_text(json_t *o, const char *key, const char *text)
{
    doc_put(o, key, json_string(text));
}

void doc_flag(json_t *o, const char *key, bool value)
{
    doc_put(o, key, json_boolean(value));
}

void doc_seat(json_t *o, const char *key, int seat)
{
    json_t *inner = json_object();
    doc_put(inner, "seat", json_integer(seat));
    doc_put(o, key, inner);
}

/* "KEY_one": words differ by number, and a template cannot compare. */
static void companion(json_t *o, const char *key, const char *tail, bool value)
{
    char name[64];
    size_t n = strlen(key), t = strlen(tail);
    insist(n + t < sizeof name);
    memcpy(name, key, n);
    memcpy(name + n, tail, t + 1);
    doc_flag(o, name, value);
}

void doc_number(json_t *o, const char *key, int64_t n)
{
    doc_put(o, key, json_integer(n));
    companion(o, key, "_one", n == 1);
    companion(o, key, "_none", n == 0);
}

json_t *doc_append(json_t *list, json_t *item)
{
    if (json_array_append_new(list, item) < 0)
        die("out of memory");
    return item;
}

json_t *doc_offer(json_t *list, const char *line)
{
    json_t *o = doc_append(list, json_object());
    doc_text(o, "order", line);
    return o;
}
