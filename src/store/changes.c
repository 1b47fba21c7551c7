#include "store/changes.h"
#include "store/table_rows.h"

/* The format, as the session extension writes it:
 *     changeset   (table change*)*
 *     table       'T', columns as a varint, a byte per column (not 0: primary key), name, NUL
 *     change      operation, whether indirect, and a value per column: the old ones, then the new
 *                 ones; an insert has no old, a delete no new
 *     value       type byte; 8 bytes for a number; a varint and so many bytes for text and blobs;
 *                 nothing for NULL and for what did not change */
enum { VALUE_SAME, VALUE_INTEGER, VALUE_FLOAT, VALUE_TEXT, VALUE_BLOB, VALUE_NULL };

static bool take(struct slice *rest, size_t n, const char **p)
{
    if (rest->n < n)
        return false;
    *p = rest->p;
    rest->p += n;
    rest->n -= n;
    return true;
}

static bool take_byte(struct slice *rest, unsigned *byte)
{
    const char *p;
    if (!take(rest, 1, &p))
        return false;
    *byte = (unsigned char)*p;
    return true;
}

/* Seven bits a byte, high ones first. Longer than four bytes is longer than anything kept here. */
static bool take_varint(struct slice *rest, size_t *n)
{
    unsigned byte;
    *n = 0;
    for (int i = 0; i < 4; i++) {
        if (!take_byte(rest, &byte))
            return false;
        *n = *n << 7 | (byte & 0x7f);
        if (byte < 0x80)
            return true;
    }
    return false;
}

static bool take_table(struct slice *rest, size_t *columns)
{
    const char *p;
    if (!take_varint(rest, columns) || !take(rest, *columns, &p))
        return false;
    const char *end = rest->n ? memchr(rest->p, '\0', rest->n) : NULL;
    if (!end)
        return false;
    struct slice name = {rest->p, (size_t)(end - rest->p)};
    return take(rest, name.n + 1, &p) && ((slice_is(name, "piece") && *columns >= PIECE_COLUMNS) ||
                                          (slice_is(name, "tally") && *columns >= TALLY_COLUMNS));
}

static bool take_record(struct slice *rest, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        const char *p;
        unsigned type;
        size_t n = 0;
        if (!take_byte(rest, &type) || type > VALUE_NULL)
            return false;
        if ((type == VALUE_TEXT || type == VALUE_BLOB) && !take_varint(rest, &n))
            return false;
        if (type == VALUE_INTEGER || type == VALUE_FLOAT)
            n = 8;
        if (!take(rest, n, &p))
            return false;
    }
    return true;
}

bool changes_sound(struct slice changes)
{
    size_t columns = 0;
    unsigned what, indirect;
    while (take_byte(&changes, &what)) {
        bool ok;
        if (what == 'T')
            ok = take_table(&changes, &columns);
        else if (what == SQLITE_UPDATE)
            ok = columns && take_byte(&changes, &indirect) && take_record(&changes, columns) &&
                 take_record(&changes, columns);
        else if (what == SQLITE_INSERT || what == SQLITE_DELETE)
            ok = columns && take_byte(&changes, &indirect) && take_record(&changes, columns);
        else
            ok = false;
        if (!ok)
            return false;
    }
    return true;
}
