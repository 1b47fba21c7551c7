/* libetpan recurses for every container and for every parenthesis of a comment, so both are counted
 * before it runs. Counting must not depend on MIME being understood the way libetpan does: every
 * line that could be a Content-Type field of some part counts, wherever it stands, and every line
 * that could be a field has its parentheses counted. A text that merely looks like that very often
 * is refused with the rest. */
#include "mail/part.h"

#include "mail/header.h"
#include "mail/reader.h"

enum { PARENTHESES = 1000 };

static size_t parentheses(struct slice s)
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == '(';
    return n;
}

/* "Name:" or "Name :" at the start of the line. */
static bool could_be_field(struct slice line)
{
    size_t i = 0;
    while (i < line.n && line.p[i] > 32 && line.p[i] < 127 && line.p[i] != ':')
        i++;
    while (i < line.n && (line.p[i] == ' ' || line.p[i] == '\t'))
        i++;
    return i > 0 && i < line.n && line.p[i] == ':';
}

bool mail_limits_ok(struct slice bytes, size_t header)
{
    size_t parts = 0, open = 0;
    bool field = false; /* in a field, for its folded lines */
    if (bytes.n > READER_LETTER || header > READER_HEADER)
        return false;
    if (parentheses((struct slice){bytes.p, header}) > PARENTHESES)
        return false;
    while (bytes.n) {
        struct slice line = slice_cut(&bytes, '\n');
        bool folded = line.n && (line.p[0] == ' ' || line.p[0] == '\t');
        if (!folded) {
            field = could_be_field(line);
            open = 0;
        }
        if (field && (open += parentheses(line)) > PARENTHESES)
            return false;
        if (line.n >= 12 && (line.p[0] | 32) == 'c' &&
            mail_same((struct slice){line.p, 12}, "content-type") && ++parts > READER_PARTS)
            return false;
    }
    return true;
}
