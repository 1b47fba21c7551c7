/* Compact JSON, the very bytes of json_dumps(JSON_COMPACT): every report is written out and hashed,
 * and this is several times quicker. */
#include "report/document.h"

#include <inttypes.h>
#include <stdlib.h>

enum { DUMP_MAX = 64 << 20, DUMP_LINES_MAX = 1 << 30 };

static void put_string(struct buf *out, const char *p, size_t n)
{
    size_t from = 0;
    buf_char(out, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (c >= 32 && c != '"' && c != '\\')
            continue;
        buf_add(out, p + from, i - from);
        from = i + 1;
        const char *named = c ? strchr("\"\"\\\\\bb\ff\nn\rr\tt", c) : NULL;
        if (named)
            buf_add(out, (char[]){'\\', named[1]}, 2);
        else
            buf_printf(out, "\\u%04X", c);
    }
    buf_add(out, p + from, n - from);
    buf_char(out, '"');
}

static void put_integer(struct buf *out, json_int_t v)
{
    char digits[24], *p = digits + sizeof digits;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    do
        *--p = (char)('0' + u % 10);
    while ((u /= 10) != 0);
    if (v < 0)
        *--p = '-';
    buf_add(out, p, (size_t)(digits + sizeof digits - p));
}

static int put_some(const char *p, size_t n, void *out)
{
    buf_add(out, p, n);
    return 0;
}

/* As the library writes it. */
static void put_as(struct buf *out, const json_t *v, size_t flags)
{
    if (json_dump_callback(v, put_some, out, flags) != 0)
        die("json: cannot be written");
}

static void put_value(struct buf *out, const json_t *v)
{
    const char *key;
    json_t *child;
    size_t i;
    bool more = false;
    switch (json_typeof(v)) {
    case JSON_OBJECT:
        buf_char(out, '{');
        json_object_foreach((json_t *)v, key, child) {
            if (more)
                buf_char(out, ',');
            more = true;
            put_string(out, key, strlen(key));
            buf_char(out, ':');
            put_value(out, child);
        }
        buf_char(out, '}');
        break;
    case JSON_ARRAY:
        buf_char(out, '[');
        json_array_foreach(v, i, child) {
            if (i)
                buf_char(out, ',');
            put_value(out, child);
        }
        buf_char(out, ']');
        break;
    case JSON_STRING:
        put_string(out, json_string_value(v), json_string_length(v));
        break;
    case JSON_INTEGER:
        put_integer(out, json_integer_value(v));
        break;
    case JSON_REAL:
        put_as(out, v, JSON_ENCODE_ANY);
        break;
    case JSON_TRUE:
        buf_add(out, "true", 4);
        break;
    case JSON_FALSE:
        buf_add(out, "false", 5);
        break;
    case JSON_NULL:
        buf_add(out, "null", 4);
        break;
    }
}

char *report_dump(const json_t *doc)
{
    struct buf out = BUF(DUMP_MAX);
    put_value(&out, doc);
    insist(!out.full);
    return out.p;
}

char *report_dump_lines(const json_t *doc)
{
    struct buf out = BUF(DUMP_LINES_MAX);
    put_as(&out, doc, JSON_INDENT(1));
    insist(!out.full);
    return out.p;
}
