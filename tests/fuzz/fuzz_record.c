/* Any bytes as the record of a game: read, and played again as far as it goes. */
#include "archive/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool begun;
    struct arena arena = ARENA(1 << 30);
    struct verdict v;
    struct fault fault = {0};
    const char *name = NULL;
    if (!begun)
        luck_init();
    begun = true;
    if (record_verify((struct slice){(const char *)data, size}, &arena, &v, &name, &fault) != 0)
        insist(fault.exit == EX_DATAERR || fault.exit == EX_UNAVAILABLE);
    else if (v.differs)
        insist(*difference_text(&v.first, &arena));
    arena_free(&arena);
    return 0;
}
