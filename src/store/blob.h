/* blob: how bytes lie in the database: a byte that says how, and the rest.
 *
 * Packing keeps the smaller of the bytes as they are and the bytes compressed (zstd, level 1). The
 * contexts are made once for a connection. */
#ifndef STORE_BLOB_H
#define STORE_BLOB_H

#include "base/arena.h"
#include "base/buf.h"

enum { BLOB_MAX = 256 << 20 }; /* nothing longer is kept or believed */

struct press {
    void *packer, *opener; /* zstd contexts */
    char *room;
    size_t size;
};

void blob_close(struct press *press);

/* The packed form of what is worth it at `least` bytes or more; valid until the next packing. */
struct slice blob_pack(struct press *press, struct slice bytes, size_t least);

/* The same of a letter or report of a game of this engine. */
struct slice blob_pack_like(struct press *press, struct slice bytes, size_t least, const char *engine);

/* The bytes again, in the arena with a NUL behind them. False when they make no sense, or claim to be
 * more than the arena has room for. */
bool blob_open(struct press *press, struct slice packed, struct arena *a, struct slice *bytes);

/* The same in malloc'ed memory, for what may be larger than an arena should hold. */
bool blob_open_heap(struct press *press, struct slice packed, char **bytes, size_t *n);

#endif
