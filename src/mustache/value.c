#include "mustache/value.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const json_t *value_find(const json_t *const *stack, size_t n_stack, const struct slice *parts,
                         size_t n_parts, uint64_t *steps)
{
    if (!n_parts)
        return n_stack ? stack[n_stack - 1] : NULL;
    const json_t *value = NULL;
    size_t i = n_stack;
    while (i > 0 && !value) {
        const json_t *context = stack[--i];
        if (json_is_object(context))
            value = json_object_getn(context, parts[0].p, parts[0].n);
    }
    *steps += n_stack - i + n_parts;
    for (size_t k = 1; k < n_parts && value; k++)
        value = json_object_getn(value, parts[k].p, parts[k].n);
    return value;
}

bool value_truthy(const json_t *value)
{
    if (!value)
        return false;
    switch (json_typeof(value)) {
    case JSON_NULL:
    case JSON_FALSE:
        return false;
    case JSON_ARRAY:
        return json_array_size(value) > 0;
    case JSON_STRING:
        return json_string_length(value) > 0;
    case JSON_INTEGER:
        return json_integer_value(value) != 0;
    case JSON_REAL:
        return fpclassify(json_real_value(value)) != FP_ZERO;
    default:
        return true;
    }
}

static void put_escaped(const char *p, size_t n, struct buf *out)
{
    static const struct slice entities[] = {
        {NULL, 0}, {"&amp;", 5}, {"&lt;", 4}, {"&gt;", 4}, {"&quot;", 6}};
    static const unsigned char entity[256] = {['&'] = 1, ['<'] = 2, ['>'] = 3, ['"'] = 4};
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned which = entity[(unsigned char)p[i]];
        if (!which)
            continue;
        buf_add(out, p + from, i - from);
        buf_slice(out, entities[which]);
        from = i + 1;
    }
    buf_add(out, p + from, n - from);
}

static void put_integer(json_int_t value, struct buf *out)
{
    char digits[24];
    char *p = digits + sizeof(digits);
    unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        *--p = '-';
    buf_add(out, p, (size_t)(digits + sizeof(digits) - p));
}

/* Any decimal number of up to DBL_DIG digits survives the way to a double and back, so the first
 * try is the shortest text whenever it reads back; numbers near zero have fewer digits than that
 * and are tried from one digit on. */
static void put_real(double value, struct buf *out)
{
    char text[40];
    if (fabs(value) < 9007199254740992.0 && (double)(long long)value == value) {
        snprintf(text, sizeof(text), "%.0f", value + 0.0); /* no minus sign for zero */
    } else {
        int digits = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
        do
            snprintf(text, sizeof(text), "%.*g", digits, value);
        while (strtod(text, NULL) != value && ++digits <= DBL_DECIMAL_DIG);
    }
    /* The locale may have a decimal point of its own, of several bytes even. */
    size_t number = 0;
    for (const char *p = text; *p;) {
        size_t n = strspn(p, "0123456789+-e");
        buf_add(out, p, n);
        p += n;
        if (*p && !number++)
            buf_char(out, '.');
        p += strcspn(p, "0123456789+-e");
    }
}

void value_put(const json_t *value, bool html, struct buf *out)
{
    if (!value)
        return;
    switch (json_typeof(value)) {
    case JSON_STRING:
        if (html)
            put_escaped(json_string_value(value), json_string_length(value), out);
        else
            buf_add(out, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        put_integer(json_integer_value(value), out);
        break;
    case JSON_REAL:
        put_real(json_real_value(value), out);
        break;
    case JSON_TRUE:
        buf_add(out, "true", 4);
        break;
    case JSON_FALSE:
        buf_add(out, "false", 5);
        break;
    default:
        break;
    }
}
