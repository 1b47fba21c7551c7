/* Bytes of a letter through mail_parse(): it must not crash, and what it makes must pass the checks
 * that the parent of a caged reader makes. */
#include "mail/reader.h"

#include "base/buf.h"
#include "mail/wire.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libetpan 1.9.4 writes out of bounds for boundary="\"", which the cage is for: every letter with
 * that escape in it is left out, or nothing else would ever be found. */
static int is_known_crash(struct slice s)
{
    return memmem(s.p, s.n, "\\\"", 2) != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA(READER_TEXT * 4), copy = ARENA(READER_TEXT * 4);
    struct buf wire = BUF(WIRE_ANSWER + 4);
    struct slice bytes = {(const char *)data, size};
    struct letter letter, again;
    enum reading_result result;
    if (size == 0 || is_known_crash(bytes))
        return 0;
    mail_wire_put(mail_parse(bytes, &arena, &letter), &letter, &wire);
    if (!mail_wire_get((struct slice){wire.p + 4, wire.n - 4}, &copy, &again, &result))
        abort();
    /* and as an answer, from a child that says anything */
    mail_wire_get(bytes, &copy, &again, &result);
    arena_free(&arena);
    arena_free(&copy);
    buf_free(&wire);
    return 0;
}
