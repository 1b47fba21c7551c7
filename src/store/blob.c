#include "store/blob.h"
#include "store/dictionary.h"

#include <stdlib.h>

/* More than BELIEVED bytes must be there before they take room in an arena: what a damaged head claims
 * would be missing for what comes behind it. */
enum { RAW = 0, ZSTD = 1, LEVEL = 1, BELIEVED = 64 << 10 };

void blob_close(struct press *press)
{
    ZSTD_freeCCtx(press->packer);
    ZSTD_freeDCtx(press->opener);
    free(press->room);
    *press = (struct press){0};
}

static void make_room(struct press *press, size_t n)
{
    if (n <= press->size)
        return;
    char *p = realloc(press->room, n);
    if (!p)
        die("out of memory (%zu bytes)", n);
    press->room = p;
    press->size = n;
}

/* With a sum that tells damage. */
static ZSTD_CCtx *packer(struct press *press, const char *engine)
{
    if (!press->packer && !(press->packer = ZSTD_createCCtx()))
        die("out of memory");
    const ZSTD_CDict *dictionary = engine ? dictionary_for(engine, LEVEL) : NULL;
    if (ZSTD_isError(ZSTD_CCtx_setParameter(press->packer, ZSTD_c_compressionLevel, LEVEL)) ||
        ZSTD_isError(ZSTD_CCtx_setParameter(press->packer, ZSTD_c_checksumFlag, 1)) ||
        ZSTD_isError(ZSTD_CCtx_refCDict(press->packer, dictionary)))
        die("zstd refuses its settings");
    return press->packer;
}

struct slice blob_pack(struct press *press, struct slice bytes, size_t least)
{
    return blob_pack_like(press, bytes, least, NULL);
}

struct slice blob_pack_like(struct press *press, struct slice bytes, size_t least, const char *engine)
{
    insist(bytes.n < BLOB_MAX);
    size_t bound = ZSTD_compressBound(bytes.n);
    make_room(press, 1 + bound);
    if (bytes.n && bytes.n >= least) {
        size_t n = ZSTD_compress2(packer(press, engine), press->room + 1, bound, bytes.p, bytes.n);
        if (!ZSTD_isError(n) && n < bytes.n) {
            press->room[0] = ZSTD;
            return (struct slice){press->room, n + 1};
        }
    }
    press->room[0] = RAW;
    if (bytes.n)
        memcpy(press->room + 1, bytes.p, bytes.n);
    return (struct slice){press->room, bytes.n + 1};
}

/* How many bytes it will be, without looking at more than the head. */
static bool length(struct slice packed, size_t *n)
{
    if (packed.n == 0)
        return false;
    if (packed.p[0] == RAW) {
        *n = packed.n - 1;
        return true;
    }
    unsigned long long size = ZSTD_getFrameContentSize(packed.p + 1, packed.n - 1);
    if (packed.p[0] != ZSTD || size >= BLOB_MAX) /* unknown and error are the greatest numbers */
        return false;
    *n = (size_t)size;
    return true;
}

static bool unpack(struct press *press, struct slice packed, char *to, size_t n)
{
    if (packed.p[0] == RAW) {
        memcpy(to, packed.p + 1, n);
        return true;
    }
    if (!press->opener && !(press->opener = ZSTD_createDCtx()))
        die("out of memory");
    unsigned number = ZSTD_getDictID_fromFrame(packed.p + 1, packed.n - 1);
    const ZSTD_DDict *dictionary = number ? dictionary_numbered(number) : NULL;
    if (number && !dictionary)
        return false;
    return ZSTD_decompress_usingDDict(press->opener, to, n, packed.p + 1, packed.n - 1, dictionary) == n;
}

static bool open_large(struct press *press, struct slice packed, struct arena *a, struct slice *bytes)
{
    char *p;
    size_t n;
    if (!blob_open_heap(press, packed, &p, &n))
        return false;
    *bytes = (struct slice){arena_slice(a, (struct slice){p, n}), n};
    free(p);
    return true;
}

bool blob_open(struct press *press, struct slice packed, struct arena *a, struct slice *bytes)
{
    size_t n;
    if (!length(packed, &n) || n >= arena_left(a))
        return false;
    if (n > BELIEVED)
        return open_large(press, packed, a, bytes);
    char *p = arena_alloc(a, n + 1);
    *bytes = (struct slice){p, n};
    return unpack(press, packed, p, n);
}

bool blob_open_heap(struct press *press, struct slice packed, char **bytes, size_t *n)
{
    *bytes = NULL;
    if (!length(packed, n))
        return false;
    char *p = malloc(*n + 1);
    if (!p)
        die("out of memory (%zu bytes)", *n);
    if (!unpack(press, packed, p, *n)) {
        free(p);
        return false;
    }
    *bytes = p;
    return true;
}
