/* names: from the names in the rows to the indexes of a schema, quickly.
 *
 * A table is loaded for every letter and has a name or two in every row. Each schema a connection
 * meets gets a hash of its names once; it only guesses, so a schema that is gone and another at the
 * same address do no harm. */
#ifndef STORE_NAMES_H
#define STORE_NAMES_H

#include "table/schema.h"

struct names;

/* The names of a schema, made when first asked for. The list is the connection's. */
const struct names *names_of(struct names **list, const struct schema *schema);
void names_free(struct names **list);

/* Index of a name, -1 when there is none. */
int names_place(const struct names *names, struct slice name);
int names_tally(const struct names *names, struct slice name);
int names_kind(const struct names *names, struct slice name);

#endif
