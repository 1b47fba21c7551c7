#include "store/dictionary.h"
#include "base/embedded.h"
#include "base/fault.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { DICTIONARIES = 64, ENGINE_NAME = 32 };

struct dictionary {
    const char *name, *text; /* the file; in base64 */
    char engine[ENGINE_NAME];
    unsigned number;
    ZSTD_CDict *pack; /* these are made when somebody needs them, and kept */
    ZSTD_DDict *open;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct dictionary all[DICTIONARIES];
static int nall = -1;

/* "dictionary_ENGINE_N" */
static void add(const struct embedded *file)
{
    static const char begins[] = "dictionary_";
    if (strncmp(file->name, begins, sizeof begins - 1) != 0)
        return;
    const char *engine = file->name + sizeof begins - 1, *number = strrchr(engine, '_');
    insist(number && number - engine < ENGINE_NAME && nall < DICTIONARIES);
    struct dictionary *d = &all[nall++];
    *d = (struct dictionary){.name = file->name, .text = file->text};
    memcpy(d->engine, engine, (size_t)(number - engine));
    d->number = (unsigned)strtoul(number + 1, NULL, 10);
}

static void list(void)
{
    if (nall >= 0)
        return;
    nall = 0;
    for (const struct embedded *file = embedded_files; file->name; file++)
        add(file);
}

/* malloc'd. */
static void *decoded(const struct dictionary *d, size_t *n)
{
    size_t room = strlen(d->text) / 4 * 3 + 3;
    void *bytes = malloc(room);
    if (!bytes)
        die("out of memory");
    if (sodium_base642bin(bytes, room, d->text, strlen(d->text), "\n", n, NULL, sodium_base64_VARIANT_ORIGINAL) != 0 ||
        ZSTD_getDictID_fromDict(bytes, *n) != d->number)
        die("%s is no dictionary with its number", d->name);
    return bytes;
}

const ZSTD_CDict *dictionary_for(const char *engine, int level)
{
    struct dictionary *newest = NULL;
    pthread_mutex_lock(&lock);
    list();
    for (int i = 0; i < nall; i++)
        if (strcmp(all[i].engine, engine) == 0 && (!newest || all[i].number > newest->number))
            newest = &all[i];
    if (newest && !newest->pack) {
        size_t n;
        void *bytes = decoded(newest, &n);
        newest->pack = ZSTD_createCDict(bytes, n, level);
        free(bytes);
        if (!newest->pack)
            die("out of memory");
    }
    pthread_mutex_unlock(&lock);
    return newest ? newest->pack : NULL;
}

const ZSTD_DDict *dictionary_numbered(unsigned number)
{
    struct dictionary *d = NULL;
    pthread_mutex_lock(&lock);
    list();
    for (int i = 0; i < nall && !d; i++)
        if (all[i].number == number)
            d = &all[i];
    if (d && !d->open) {
        size_t n;
        void *bytes = decoded(d, &n);
        d->open = ZSTD_createDDict(bytes, n);
        free(bytes);
        if (!d->open)
            die("out of memory");
    }
    pthread_mutex_unlock(&lock);
    return d ? d->open : NULL;
}

unsigned dictionary_newest(void)
{
    unsigned newest = 0;
    pthread_mutex_lock(&lock);
    list();
    for (int i = 0; i < nall; i++)
        newest = all[i].number > newest ? all[i].number : newest;
    pthread_mutex_unlock(&lock);
    return newest;
}
