/* Feeds bytes to the reader of keys in subjects; what it finds makes the same tag again. */
#include "base/arena.h"
#include "turn/token.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA(8 << 20);
    struct reply_address reply, again;
    const char *subject = arena_slice(&arena, (struct slice){(const char *)data, size});
    if (token_parse_subject(subject, &reply)) {
        insist(reply.game.n && reply.number >= 1 && reply.await >= 0 && reply.token.n == SECRET_TOKEN);
        const char *tag = token_tag(&reply, &arena);
        if (!memchr(reply.game.p, '[', reply.game.n)) {
            insist(token_parse_subject(tag, &again));
            insist(slice_eq(reply.token, again.token) && reply.number == again.number && reply.who == again.who);
        }
    }
    arena_free(&arena);
    return 0;
}
