/* Any text as a game's pace: what is understood prints as the same pace, and its clock comes to its end. */
#include "base/fault.h"
#include "turn/pace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA(1 << 20);
    struct buf text = BUF(8192), again = BUF(8192);
    struct pace pace = pace_preset, read = pace_preset;
    const char *why = NULL;
    if (pace_parse((struct slice){(const char *)data, size}, &pace, &arena, &why)) {
        pace_print(&pace, &text);
        insist(pace_parse(buf_all(&text), &read, &arena, &why));
        pace_print(&read, &again);
        insist(slice_eq(buf_all(&text), buf_all(&again)));
        int64_t now = 1772445600, then = pace_after(&pace, now, pace.turn);
        insist(then >= now + pace.turn && pace_between(&pace, now, then) == pace.turn);
    } else {
        insist(why && *why);
    }
    buf_free(&text);
    buf_free(&again);
    arena_free(&arena);
    return 0;
}
