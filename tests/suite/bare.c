#include "bare.h"

#include <strings.h>

static bool begins(struct slice line, const char *with)
{
    size_t n = strlen(with);
    return line.n >= n && strncasecmp(line.p, with, n) == 0;
}

/* A line without the code in a boundary: "=_" and 16 hexadecimal digits. */
static void add_line(struct slice line, struct buf *out)
{
    for (size_t i = 0; i < line.n; i++) {
        buf_char(out, line.p[i]);
        if (i > 0 && line.p[i - 1] == '=' && line.p[i] == '_' && i + 16 < line.n &&
            strspn(line.p + i + 1, "0123456789abcdef") == 16)
            i += 16;
    }
    buf_char(out, '\n');
}

/* The fields may be folded. */
void bare_letter(struct slice letter, struct buf *out)
{
    bool head = true, skip = false;
    while (letter.p) {
        struct slice line = slice_cut(&letter, '\n');
        head = head && slice_trim(line).n > 0;
        if (head && !(line.n && (line.p[0] == ' ' || line.p[0] == '\t')))
            skip = begins(line, "Message-ID:") || begins(line, "In-Reply-To:") || begins(line, "References:");
        if (head && skip)
            continue;
        add_line(line, out);
    }
}
