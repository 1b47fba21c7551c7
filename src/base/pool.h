/* pool: memory for many small things that are made together and die together, by any thread.
 *
 * A JSON document is thousands of little blocks, made by the thread that plays and given back by the
 * one that writes letters; the system's allocator makes the two wait for each other. Here a block is
 * the next bytes of its thread's chunk, and giving it back counts the chunk down; a chunk without
 * blocks is used again. A block that lives long keeps its whole chunk. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

/* NULL when there is no memory, or more than a gigabyte is asked for. Aligned for anything. */
void *pool_alloc(size_t n);

/* By any thread; NULL is nothing. */
void pool_free(void *p);

#endif
