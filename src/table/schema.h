/* schema: the places, kinds of pieces and tallies one engine's tables are made of.
 *
 * Written once per engine when it is opened; constant afterwards. Names are what the database,
 * the journal and a moderator's rulings use; engines use the indexes. */
#ifndef TABLE_SCHEMA_H
#define TABLE_SCHEMA_H

#include "base/slice.h"

#include <stdint.h>

enum { SEATS_MAX = 8 }; /* seats are 1..n; 0 means the table itself */

/* Who sees what lies here, unless the engine says otherwise for one piece or tally. */
enum see { SEE_NONE, SEE_OWNER, SEE_ALL };

struct place {
    const char *name; /* "hand" */
    enum see see;
    bool counted; /* everyone sees how many pieces lie here, even when not which: card backs */
};

struct tally {
    const char *name; /* "score", "cash.USD" */
    enum see see;
};

struct schema {
    const struct place *places;
    int nplaces;
    const struct tally *tallies;
    int ntallies;
    const char *const *kinds; /* what a person reads and types: "OIL-EF", "T3" */
    int nkinds;
};

/* Index of a name, -1 when there is none. */
int schema_place(const struct schema *schema, struct slice name);
int schema_tally(const struct schema *schema, struct slice name);
int schema_kind(const struct schema *schema, struct slice name);

#endif
