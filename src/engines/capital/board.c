#include "engines/capital/board.h"
#include "base/csv.h"

/* The cells of a zone are contiguous and in order; the last one is its centre. */

const char *const capital_zone_code[ZONES + 1] = {"IT", "CH", "LU", "SA", NULL};
static const char *const zone_names[ZONES] = {"ITALY", "SWITZERLAND", "LUXEMBOURG",
                                              "SOUTH_AMERICA"};

#define CELL_TEXT(name) #name,
const char *const capital_cell_type[CELL_TYPES + 1] = {CAPITAL_CELLS(CELL_TEXT) NULL};

/* Where a type may lie, as bits of zones, and in how many of them it must. */
enum { IT = 1, CH = 2, LU = 4, SA = 8, ANYWHERE = 15 };
static const struct zone_rule {
    uint8_t allowed, needed;
} rules[CELL_TYPES] = {
    [CELL_START] = {IT, IT},
    [CELL_CENTRE] = {ANYWHERE, ANYWHERE},
    [CELL_P] = {ANYWHERE, ANYWHERE},
    [CELL_FIN] = {IT, IT},
    [CELL_BOURSE] = {IT | CH, IT | CH},
    [CELL_FN] = {CH | LU, CH | LU},
    [CELL_AN] = {CH | LU, CH | LU},
    [CELL_BANK] = {LU | SA, LU | SA},
    [CELL_MIN] = {SA, SA},
    [CELL_ALIM] = {SA, SA},
    [CELL_FSA] = {SA, SA},
    [CELL_REGULAR] = {SA, SA},
    [CELL_RIGGED] = {SA, SA},
    [CELL_NATION] = {SA, SA},
    [CELL_COUP] = {SA, SA},
    [CELL_RAW] = {ANYWHERE, 0},
    [CELL_COUPONS] = {ANYWHERE, 0},
    [CELL_GGFF] = {ANYWHERE, 0},
    [CELL_TRANSFORM] = {ANYWHERE, 0},
    [CELL_TAXES] = {ANYWHERE, 0},
    [CELL_LUXURY] = {ANYWHERE, 0},
    [CELL_SALE] = {ANYWHERE, 0},
    [CELL_FISC] = {ANYWHERE, 0},
    [CELL_METALS] = {ANYWHERE, 0},
    [CELL_INT] = {ANYWHERE, 0},
    [CELL_ARMSG] = {ANYWHERE, 0},
    [CELL_ARMSR] = {ANYWHERE, 0},
};
/* Without these somewhere a rule of the game could never be met. */
static const uint8_t somewhere[] = {CELL_GGFF, CELL_FISC, CELL_INT, CELL_TAXES};

static int find(const char *const *names, int n, struct slice name)
{
    for (int i = 0; i < n; i++)
        if (slice_is(name, names[i]))
            return i;
    return -1;
}

/* --- reading --------------------------------------------------------------------------------- */

static const char *read_cell(struct arena *arena, const struct csv *csv, struct board *b)
{
    struct slice name = csv_field(csv, "cell");
    int zone = find(zone_names, ZONES, csv_field(csv, "zone"));
    int type = find(capital_cell_type, CELL_TYPES, csv_field(csv, "type"));
    if (b->n == CELLS_MAX)
        return arena_printf(arena, "more than %d cells", CELLS_MAX);
    if (zone < 0 || type < 0)
        return arena_printf(arena, "%.*s: no such zone or type", (int)name.n, name.p);
    if (b->count[zone] == 0)
        b->first[zone] = b->n;
    else if (b->cells[b->n - 1].zone != zone)
        return arena_printf(arena, "%.*s: the cells of a zone must follow each other", (int)name.n,
                            name.p);
    b->cells[b->n++] = (struct cell){.name = arena_slice(arena, name),
                                     .zone = zone,
                                     .index = b->count[zone]++,
                                     .type = (enum cell_type)type,
                                     .bribe = csv_int(csv, "bribe") != 0};
    if (csv_int(csv, "index") != b->cells[b->n - 1].index)
        return arena_printf(arena, "%.*s: out of order", (int)name.n, name.p);
    return NULL;
}

static int named(const struct board *b, struct slice name)
{
    for (int i = 0; i < b->n; i++)
        if (slice_is(name, b->cells[i].name))
            return i;
    return -1;
}

/* The other ways out of a cell, as bits of zones; -1: one of them is not a zone's cell 0. */
static int branches(const struct board *b, struct slice list)
{
    int bits = 0;
    while (list.p && list.n) {
        int to = named(b, slice_cut(&list, '|'));
        if (to < 0 || b->cells[to].index != 0)
            return -1;
        bits |= 1 << b->cells[to].zone;
    }
    return bits;
}

/* --- checking -------------------------------------------------------------------------------- */

static const char *check_cell(struct arena *arena, const struct csv *csv, struct board *b, int at)
{
    struct cell *c = &b->cells[at];
    int ways = branches(b, csv_field(csv, "branch"));
    bool last = c->index == b->count[c->zone] - 1;
    c->next = named(b, csv_field(csv, "next"));
    if (c->next != (last ? b->first[c->zone] : at + 1))
        return arena_printf(arena, "%s: the arrows do not go round", c->name);
    if ((c->type == CELL_CENTRE) != last)
        return arena_printf(arena, "%s: the centre is the last cell of its zone, and only that",
                            c->name);
    if (last && ways != (ANYWHERE & ~(1 << c->zone)))
        return arena_printf(arena, "%s: no way out to every other zone", c->name);
    if (!last && ways != 0)
        return arena_printf(arena, "%s: a way out that is not the centre", c->name);
    if ((c->type == CELL_START) != (at == b->first[ITALY] && c->zone == ITALY))
        return arena_printf(arena, "%s: pawns start on cell 0 of ITALY, and only there", c->name);
    if (!(rules[c->type].allowed >> c->zone & 1))
        return arena_printf(arena, "%s: no %s in this zone", c->name, capital_cell_type[c->type]);
    if (c->bribe != (c->type == CELL_FN || c->type == CELL_BANK || c->type == CELL_BOURSE))
        return arena_printf(arena, "%s: bribes stop at FN, BANK and BOURSE, and only there",
                            c->name);
    return NULL;
}

static const char *check_whole(struct arena *arena, const struct board *b)
{
    unsigned seen[CELL_TYPES] = {0};
    for (int i = 0; i < b->n; i++)
        seen[b->cells[i].type] |= 1u << b->cells[i].zone;
    for (int z = 0; z < ZONES; z++)
        if (b->count[z] < ZONE_CELLS_MIN)
            return arena_printf(arena, "%s: fewer than %d cells", zone_names[z], ZONE_CELLS_MIN);
    for (int t = 0; t < CELL_TYPES; t++)
        for (int z = 0; z < ZONES; z++)
            if ((rules[t].needed >> z & 1) && !(seen[t] >> z & 1))
                return arena_printf(arena, "%s: no %s", zone_names[z], capital_cell_type[t]);
    for (size_t i = 0; i < sizeof somewhere; i++)
        if (!seen[somewhere[i]])
            return arena_printf(arena, "no %s anywhere", capital_cell_type[somewhere[i]]);
    return NULL;
}

const char *capital_board_read(struct arena *arena, const char *text, struct board *b)
{
    struct csv csv = csv_open(text);
    const char *wrong = NULL;
    memset(b, 0, sizeof *b);
    while (!wrong && csv_next(&csv))
        wrong = read_cell(arena, &csv, b);
    csv = csv_open(text);
    for (int i = 0; !wrong && csv_next(&csv); i++)
        wrong = check_cell(arena, &csv, b, i);
    return wrong ? wrong : check_whole(arena, b);
}

/* --- walking --------------------------------------------------------------------------------- */

int capital_cell_of(const struct board *b, int zone, int index)
{
    return b->first[zone] + index;
}

int capital_centre_of(const struct board *b, int zone)
{
    return b->first[zone] + b->count[zone] - 1;
}

int capital_ahead(const struct board *b, int cell, int steps, int go, unsigned *left)
{
    *left = 0;
    for (; steps > 0; steps--) {
        const struct cell *c = &b->cells[cell];
        if (c->type == CELL_CENTRE) {
            *left |= 1u << c->zone;
            cell = go >= 0 && go < ZONES ? b->first[go] : c->next;
        } else {
            cell = c->next;
        }
    }
    return cell;
}

int capital_bribe_cell(const struct board *b, int cell, enum cell_type type)
{
    int zone = b->cells[cell].zone, end = capital_centre_of(b, zone);
    for (int i = cell + 1; i <= end; i++)
        if (b->cells[i].type == type && b->cells[i].bribe)
            return i;
    return -1;
}
