/* arena: memory that is given back all at once.
 *
 * One per letter, per turn or per command. Allocations are zeroed and aligned for any type,
 * never freed alone. An arena has a cap; since every parser has limits of its own, reaching
 * the cap is a bug and ends the program. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/fault.h"
#include "base/slice.h"

struct arena_block;
struct arena {
    struct arena_block *blocks; /* newest first */
    size_t used, cap;
};

/* An empty arena; a plain struct that needs no more set-up. */
#define ARENA(max_bytes) ((struct arena){.blocks = NULL, .used = 0, .cap = (max_bytes)})

/* What may still be taken: for sizes that somebody else claims. */
size_t arena_left(const struct arena *arena);

void *arena_alloc(struct arena *arena, size_t n) __attribute__((malloc, returns_nonnull));
#define arena_new(arena, type)      ((type *)arena_alloc((arena), sizeof(type)))
#define arena_array(arena, type, n) ((type *)arena_alloc((arena), sizeof(type) * (size_t)(n)))
char *arena_strdup(struct arena *arena, const char *s);       /* NULL stays NULL */
char *arena_slice(struct arena *arena, struct slice s);       /* with a NUL behind it */
char *arena_printf(struct arena *arena, const char *fmt, ...) PRINTF(2, 3);
void arena_reset(struct arena *arena); /* keeps one block for reuse */
void arena_free(struct arena *arena);  /* leaves an empty arena */

#endif
