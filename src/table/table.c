#include "table/table.h"

#include <stdlib.h>

/* One list per place and seat. `backs` is used in views only: how many pieces lie there that the
 * viewer cannot see. */
struct list {
    uint16_t first, last, count, backs;
};

struct table {
    const struct schema *schema;
    uint8_t seats;
    bool partial; /* a view */
    uint16_t npieces;
    int32_t ntallies; /* schema->ntallies * (seats + 1) */
    uint64_t tally_known[TALLIES_MAX * (SEATS_MAX + 1) / 64];
    uint64_t tally_dirty[TALLIES_MAX * (SEATS_MAX + 1) / 64];
    uint64_t piece_dirty[PIECES_MAX / 64];
    struct list lists[PLACES_MAX][SEATS_MAX + 1];
    int64_t *values;   /* the three arrays lie behind the struct, in the same allocation */
    sight *sights;
    struct piece *pieces;
};

/* The arrays behind the struct: pieces have room for PIECES_MAX, but only those in use are
 * copied, so a table costs what its game needs. */
static void lay_out(struct table *t)
{
    char *p = (char *)(t + 1);
    t->values = (int64_t *)(void *)p;
    t->sights = (sight *)(void *)(p + sizeof(int64_t) * (size_t)t->ntallies);
    size_t off = (sizeof(int64_t) + sizeof(sight)) * (size_t)t->ntallies;
    t->pieces = (struct piece *)(void *)(p + ((off + 7) & ~(size_t)7));
}

static bool bit(const uint64_t *set, int i)
{
    return set[i / 64] >> (i % 64) & 1;
}

static void bit_on(uint64_t *set, int i)
{
    set[i / 64] |= (uint64_t)1 << (i % 64);
}

static sight own_sight(enum see see, int seat)
{
    switch (see) {
    case SEE_ALL:
        return SIGHT_ALL;
    case SEE_OWNER:
        return seat ? SIGHT_SEAT(seat) : SIGHT_NONE;
    case SEE_NONE:
        break;
    }
    return SIGHT_NONE;
}

static int cell(const struct table *t, int tally, int seat)
{
    if (tally < 0 || tally >= t->schema->ntallies || seat < 0 || seat > t->seats)
        die("no tally %d of seat %d", tally, seat);
    return tally * (t->seats + 1) + seat;
}

static struct list *list_of(struct table *t, int place, int seat)
{
    if (place < 0 || place >= t->schema->nplaces || seat < 0 || seat > t->seats)
        die("no place %d of seat %d", place, seat);
    return &t->lists[place][seat];
}

static const struct list *list_at(const struct table *t, int place, int seat)
{
    return list_of((struct table *)t, place, seat);
}

/* Memory for a table; what lies behind the pieces in use is never read, so it is not cleared. */
static struct table *room_for(const struct schema *schema, int seats, size_t *fixed)
{
    size_t cells = (size_t)(schema->ntallies * (seats + 1));
    *fixed = sizeof(struct table) + (((sizeof(int64_t) + sizeof(sight)) * cells + 7) & ~(size_t)7);
    struct table *t = malloc(*fixed + sizeof(struct piece) * PIECES_MAX);
    if (!t)
        die("out of memory");
    return t;
}

struct table *table_new(const struct schema *schema, int seats)
{
    size_t fixed;
    insist(seats >= 1 && seats <= SEATS_MAX);
    insist(schema->nplaces <= PLACES_MAX && schema->ntallies <= TALLIES_MAX);
    struct table *t = room_for(schema, seats, &fixed);
    memset(t, 0, fixed + sizeof(struct piece));
    t->schema = schema;
    t->seats = (uint8_t)seats;
    t->ntallies = schema->ntallies * (seats + 1);
    lay_out(t);
    for (int k = 0; k < schema->ntallies; k++)
        for (int s = 0; s <= seats; s++)
            t->sights[cell(t, k, s)] = own_sight(schema->tallies[k].see, s);
    return t;
}

void table_free(struct table **t)
{
    free(*t);
    *t = NULL;
}

void table_copy(struct table *to, const struct table *from)
{
    insist(to->schema == from->schema && to->seats == from->seats);
    size_t fixed = (size_t)((const char *)from->pieces - (const char *)from);
    memcpy(to, from, fixed + sizeof(struct piece) * (from->npieces + (size_t)1));
    lay_out(to);
}

struct table *table_clone(const struct table *t)
{
    size_t fixed;
    struct table *c = room_for(t->schema, t->seats, &fixed);
    c->schema = t->schema;
    c->seats = t->seats;
    table_copy(c, t);
    return c;
}

bool table_same(const struct table *a, const struct table *b)
{
    if (a->schema != b->schema || a->seats != b->seats || a->npieces != b->npieces)
        return false;
    for (int i = 0; i < a->ntallies; i++)
        if (a->values[i] != b->values[i] || a->sights[i] != b->sights[i])
            return false;
    for (int i = 1; i <= a->npieces; i++) {
        const struct piece *x = &a->pieces[i], *y = &b->pieces[i];
        if (x->kind != y->kind || x->place != y->place || x->seat != y->seat ||
            x->slot != y->slot || x->sight != y->sight || x->next != y->next ||
            x->prev != y->prev || memcmp(x->mark, y->mark, sizeof x->mark) != 0)
            return false;
    }
    for (int pl = 0; pl < a->schema->nplaces; pl++) /* two views: the backs of cards, too */
        for (int seat = 0; seat <= a->seats; seat++)
            if (a->lists[pl][seat].backs != b->lists[pl][seat].backs)
                return false;
    return true;
}

const struct schema *table_schema(const struct table *t)
{
    return t->schema;
}

int table_seats(const struct table *t)
{
    return t->seats;
}

/* --- pieces ------------------------------------------------------------------------------ */

static struct piece *piece_of(struct table *t, uint16_t id)
{
    if (id == 0 || id > t->npieces)
        die("no piece %u", id);
    return &t->pieces[id];
}

static void unlink_piece(struct table *t, struct piece *p)
{
    if (p->place == PLACE_NONE)
        return;
    struct list *l = list_of(t, p->place, p->seat);
    if (p->prev)
        t->pieces[p->prev].next = p->next;
    else
        l->first = p->next;
    if (p->next)
        t->pieces[p->next].prev = p->prev;
    else
        l->last = p->prev;
    l->count--;
    p->next = p->prev = 0;
}

static void append_piece(struct table *t, struct piece *p, int place, int seat)
{
    struct list *l = list_of(t, place, seat);
    p->place = (uint8_t)place;
    p->seat = (uint8_t)seat;
    p->prev = l->last;
    p->next = 0;
    p->pos = l->last ? t->pieces[l->last].pos + 1 : 1;
    if (l->last)
        t->pieces[l->last].next = p->id;
    else
        l->first = p->id;
    l->last = p->id;
    l->count++;
    bit_on(t->piece_dirty, p->id);
}

uint16_t table_add(struct table *t, int kind, int place, int seat)
{
    if (t->npieces + 1 >= PIECES_MAX)
        die("more than %d pieces", PIECES_MAX - 1);
    insist(kind >= 0 && kind < t->schema->nkinds);
    struct piece *p = &t->pieces[++t->npieces];
    *p = (struct piece){.id = t->npieces, .kind = (uint16_t)kind, .place = PLACE_NONE};
    append_piece(t, p, place, seat);
    p->sight = own_sight(t->schema->places[place].see, seat);
    return p->id;
}

int table_pieces(const struct table *t)
{
    return t->npieces;
}

const struct piece *table_piece(const struct table *t, uint16_t id)
{
    return piece_of((struct table *)t, id);
}

uint16_t table_first(const struct table *t, int place, int seat)
{
    return list_at(t, place, seat)->first;
}

uint16_t table_last(const struct table *t, int place, int seat)
{
    return list_at(t, place, seat)->last;
}

uint16_t table_next(const struct table *t, uint16_t id)
{
    return table_piece(t, id)->next;
}

uint16_t table_prev(const struct table *t, uint16_t id)
{
    return table_piece(t, id)->prev;
}

int table_count(const struct table *t, int place, int seat)
{
    const struct list *l = list_at(t, place, seat);
    return l->count + l->backs;
}

void table_move_slot(struct table *t, uint16_t id, int place, int seat, int slot)
{
    struct piece *p = piece_of(t, id);
    unlink_piece(t, p);
    append_piece(t, p, place, seat);
    p->slot = (int16_t)slot;
    p->sight = own_sight(t->schema->places[place].see, seat);
}

void table_move(struct table *t, uint16_t id, int place, int seat)
{
    table_move_slot(t, id, place, seat, 0);
}

void table_remove(struct table *t, uint16_t id)
{
    struct piece *p = piece_of(t, id);
    unlink_piece(t, p);
    p->place = PLACE_NONE;
    p->seat = 0;
    p->slot = 0;
    p->pos = 0;
    p->sight = SIGHT_NONE;
    bit_on(t->piece_dirty, id);
}

void table_show(struct table *t, uint16_t id, sight sight)
{
    piece_of(t, id)->sight = sight;
    bit_on(t->piece_dirty, id);
}

void table_slot(struct table *t, uint16_t id, int slot)
{
    piece_of(t, id)->slot = (int16_t)slot;
    bit_on(t->piece_dirty, id);
}

void table_mark(struct table *t, uint16_t id, int which, int32_t value)
{
    insist(which >= 0 && which < MARKS);
    piece_of(t, id)->mark[which] = value;
    bit_on(t->piece_dirty, id);
}

void table_order(struct table *t, int place, int seat, const uint16_t *ids, int n)
{
    struct list *l = list_of(t, place, seat);
    insist(n == l->count);
    for (int i = 0; i < n; i++) {
        struct piece *p = piece_of(t, ids[i]);
        insist(p->place == place && p->seat == seat);
        if (p->pos != i + 1)
            bit_on(t->piece_dirty, p->id);
        p->pos = i + 1;
        p->prev = i ? ids[i - 1] : 0;
        p->next = i + 1 < n ? ids[i + 1] : 0;
    }
    l->first = n ? ids[0] : 0;
    l->last = n ? ids[n - 1] : 0;
}

void table_swap(struct table *t, uint16_t a, uint16_t b)
{
    struct piece *p = piece_of(t, a), *q = piece_of(t, b);
    if (a == b)
        return;
    struct piece was = *p;
    p->place = q->place, p->seat = q->seat, p->slot = q->slot, p->pos = q->pos, p->sight = q->sight;
    q->place = was.place, q->seat = was.seat, q->slot = was.slot, q->pos = was.pos,
    q->sight = was.sight;
    bit_on(t->piece_dirty, a);
    bit_on(t->piece_dirty, b);
    if (!table_loaded(t))
        die("lists broken by a swap");
}

/* --- tallies ----------------------------------------------------------------------------- */

bool table_knows(const struct table *t, int tally, int seat)
{
    int c = cell(t, tally, seat);
    return !t->partial || bit(t->tally_known, c);
}

int64_t table_get(const struct table *t, int tally, int seat)
{
    if (!table_knows(t, tally, seat))
        die("tally %s of seat %d is out of this view", t->schema->tallies[tally].name, seat);
    return t->values[cell(t, tally, seat)];
}

void table_set(struct table *t, int tally, int seat, int64_t value)
{
    int c = cell(t, tally, seat);
    if (t->values[c] == value)
        return;
    t->values[c] = value;
    bit_on(t->tally_dirty, c);
}

void table_plus(struct table *t, int tally, int seat, int64_t more)
{
    int64_t sum;
    if (__builtin_add_overflow(table_get(t, tally, seat), more, &sum))
        die("tally %s overflows", t->schema->tallies[tally].name);
    table_set(t, tally, seat, sum);
}

sight table_tally_sight(const struct table *t, int tally, int seat)
{
    return t->sights[cell(t, tally, seat)];
}

bool table_shows_public(const struct table *t)
{
    for (int tally = 0; tally < t->schema->ntallies; tally++)
        for (int seat = 0; seat <= t->seats && t->schema->tallies[tally].see == SEE_ALL; seat++)
            if (table_tally_sight(t, tally, seat) != SIGHT_ALL)
                return false;
    return true;
}

void table_tally_show(struct table *t, int tally, int seat, sight sight)
{
    int c = cell(t, tally, seat);
    t->sights[c] = sight;
    bit_on(t->tally_dirty, c);
}

/* --- views ------------------------------------------------------------------------------- */

/* Most are public, so all are copied and what is hidden is wiped. */
static void view_tallies(struct table *into, const struct table *from, int seat)
{
    size_t n = (size_t)from->ntallies;
    memcpy(into->values, from->values, n * sizeof *into->values);
    memcpy(into->sights, from->sights, n * sizeof *into->sights);
    memset(into->tally_known, 0xff, sizeof into->tally_known);
    if (seat == SIGHT_MODERATOR)
        return;
    for (size_t i = 0; i < n; i++)
        if (!(from->sights[i] & SIGHT_SEAT(seat))) {
            into->values[i] = 0;
            into->sights[i] = SIGHT_NONE;
            into->tally_known[i / 64] &= ~((uint64_t)1 << (i % 64));
        }
}

struct view table_view(struct table *into, const struct table *from, int seat)
{
    sight eye = seat == SIGHT_MODERATOR ? SIGHT_ALL : SIGHT_SEAT(seat);
    insist(into->schema == from->schema && into->seats == from->seats);
    insist(seat >= SIGHT_MODERATOR && seat <= from->seats);
    memset(into->lists, 0, sizeof into->lists);
    into->partial = true;
    into->npieces = 0;
    view_tallies(into, from, seat);
    for (int pl = 0; pl < from->schema->nplaces; pl++) {
        for (int s = 0; s <= from->seats; s++) {
            for (uint16_t id = from->lists[pl][s].first; id; id = from->pieces[id].next) {
                const struct piece *p = &from->pieces[id];
                if (seat != SIGHT_MODERATOR && !(p->sight & eye)) {
                    if (from->schema->places[pl].counted)
                        into->lists[pl][s].backs++;
                    continue;
                }
                struct piece *q = &into->pieces[++into->npieces];
                *q = *p;
                q->id = into->npieces;
                q->place = PLACE_NONE;
                append_piece(into, q, pl, s);
            }
        }
    }
    return (struct view){seat, into};
}

/* --- for the store ----------------------------------------------------------------------- */

bool table_put_piece(struct table *t, const struct piece *row)
{
    if (row->id == 0 || row->id >= PIECES_MAX || row->kind >= t->schema->nkinds ||
        row->seat > t->seats || (row->place != PLACE_NONE && row->place >= t->schema->nplaces))
        return false;
    while (t->npieces < row->id) {
        struct piece *p = &t->pieces[++t->npieces];
        *p = (struct piece){.id = t->npieces, .kind = KIND_NONE, .place = PLACE_NONE};
    }
    t->pieces[row->id] = *row;
    return true;
}

bool table_put_tally(struct table *t, int tally, int seat, int64_t value, sight sight)
{
    if (tally < 0 || tally >= t->schema->ntallies || seat < 0 || seat > t->seats)
        return false;
    t->values[cell(t, tally, seat)] = value;
    t->sights[cell(t, tally, seat)] = sight;
    return true;
}

struct by_pos {
    uint32_t where;
    int32_t pos;
    uint16_t id;
};

static int compare_pos(const void *a, const void *b)
{
    const struct by_pos *x = a, *y = b;
    if (x->where != y->where)
        return x->where < y->where ? -1 : 1;
    return (x->pos > y->pos) - (x->pos < y->pos);
}

bool table_loaded(struct table *t)
{
    struct by_pos v[PIECES_MAX];
    int n = 0;
    bool ok = true;
    memset(t->lists, 0, sizeof t->lists);
    for (uint16_t i = 1; i <= t->npieces; i++) {
        const struct piece *p = &t->pieces[i];
        ok = ok && p->kind != KIND_NONE;
        if (p->place != PLACE_NONE)
            v[n++] = (struct by_pos){(uint32_t)p->place << 8 | p->seat, p->pos, i};
    }
    qsort(v, (size_t)n, sizeof v[0], compare_pos);
    for (int i = 0; i < n; i++) {
        struct piece *p = &t->pieces[v[i].id];
        struct list *l = list_of(t, p->place, p->seat);
        ok = ok && (i == 0 || v[i - 1].where != v[i].where || v[i - 1].pos < v[i].pos);
        p->prev = l->last;
        p->next = 0;
        if (l->last)
            t->pieces[l->last].next = p->id;
        else
            l->first = p->id;
        l->last = p->id;
        l->count++;
    }
    return ok;
}

bool table_piece_dirty(const struct table *t, uint16_t id)
{
    return bit(t->piece_dirty, id);
}

bool table_tally_dirty(const struct table *t, int tally, int seat)
{
    return bit(t->tally_dirty, cell(t, tally, seat));
}

void table_clean(struct table *t)
{
    memset(t->piece_dirty, 0, sizeof t->piece_dirty);
    memset(t->tally_dirty, 0, sizeof t->tally_dirty);
}
