#include "store/names.h"
#include "base/fault.h"

#include <stdlib.h>

/* Three hashes with open addressing: slot = index + 1, 0 is free. A name found there is compared
 * with the schema's own, and what is not found is looked up the slow way, which gives
 * the -1 too. */
struct hash {
    uint16_t *slots;
    uint32_t mask;
};

struct names {
    const struct schema *schema;
    struct hash places, tallies, kinds;
    struct names *next;
};

static uint32_t hash_of(struct slice s)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * 16777619u;
    return h ^ h >> 15;
}

static void hash_new(struct hash *h, int n)
{
    uint32_t size = 16;
    while (size < 4 * (uint32_t)n)
        size *= 2;
    h->slots = calloc(size, sizeof h->slots[0]);
    h->mask = size - 1;
    if (!h->slots)
        die("out of memory");
}

static void hash_add(struct hash *h, const char *name, int index)
{
    uint32_t at = hash_of(slice_of(name)) & h->mask;
    while (h->slots[at])
        at = (at + 1) & h->mask;
    h->slots[at] = (uint16_t)(index + 1);
}

static bool same(struct slice s, const char *name)
{
    return strlen(name) == s.n && memcmp(s.p, name, s.n) == 0;
}

/* The next index to try, -1 when there is none; *at starts as the hash of the name. */
static int guess(const struct hash *h, uint32_t *at)
{
    int index = h->slots[*at & h->mask] - 1;
    *at += 1;
    return index;
}

const struct names *names_of(struct names **list, const struct schema *schema)
{
    for (struct names *n = *list; n; n = n->next)
        if (n->schema == schema)
            return n;
    struct names *n = calloc(1, sizeof *n);
    if (!n)
        die("out of memory");
    n->schema = schema;
    n->next = *list;
    *list = n;
    hash_new(&n->places, schema->nplaces);
    hash_new(&n->tallies, schema->ntallies);
    hash_new(&n->kinds, schema->nkinds);
    for (int i = 0; i < schema->nplaces; i++)
        hash_add(&n->places, schema->places[i].name, i);
    for (int i = 0; i < schema->ntallies; i++)
        hash_add(&n->tallies, schema->tallies[i].name, i);
    for (int i = 0; i < schema->nkinds; i++)
        hash_add(&n->kinds, schema->kinds[i], i);
    return n;
}

void names_free(struct names **list)
{
    while (*list) {
        struct names *n = *list;
        *list = n->next;
        free(n->places.slots);
        free(n->tallies.slots);
        free(n->kinds.slots);
        free(n);
    }
}

int names_place(const struct names *names, struct slice name)
{
    const struct schema *schema = names->schema;
    uint32_t at = hash_of(name);
    for (int i; name.n && (i = guess(&names->places, &at)) >= 0;)
        if (i < schema->nplaces && same(name, schema->places[i].name))
            return i;
    return schema_place(schema, name);
}

int names_tally(const struct names *names, struct slice name)
{
    const struct schema *schema = names->schema;
    uint32_t at = hash_of(name);
    for (int i; name.n && (i = guess(&names->tallies, &at)) >= 0;)
        if (i < schema->ntallies && same(name, schema->tallies[i].name))
            return i;
    return schema_tally(schema, name);
}

int names_kind(const struct names *names, struct slice name)
{
    const struct schema *schema = names->schema;
    uint32_t at = hash_of(name);
    for (int i; name.n && (i = guess(&names->kinds, &at)) >= 0;)
        if (i < schema->nkinds && same(name, schema->kinds[i]))
            return i;
    return schema_kind(schema, name);
}
