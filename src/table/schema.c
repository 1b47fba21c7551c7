#include "table/schema.h"

int schema_place(const struct schema *schema, struct slice name)
{
    for (int i = 0; i < schema->nplaces; i++)
        if (slice_is(name, schema->places[i].name))
            return i;
    return -1;
}

int schema_tally(const struct schema *schema, struct slice name)
{
    for (int i = 0; i < schema->ntallies; i++)
        if (slice_is(name, schema->tallies[i].name))
            return i;
    return -1;
}

int schema_kind(const struct schema *schema, struct slice name)
{
    for (int i = 0; i < schema->nkinds; i++)
        if (slice_is(name, schema->kinds[i]))
            return i;
    return -1;
}
