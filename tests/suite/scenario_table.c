/* What lies where: laying the table and looking at it, by the names of the engine's schema.
 *
 * Laying keeps every piece: a place that is laid gives what it held to the bottom of the pieces'
 * home and gets the ones named from wherever they are; a hand or market that loses one this way
 * gets another from the home in exchange. What was laid stays where it is.
 *
 * The home of a piece is the hidden pile of its family. Kinds that lie together anywhere are one
 * family, with all that stand between them in the schema; the largest pile is its home. A family
 * without a pile has its home where it lies, when that is one place only; else it belongs to the
 * kinds beside it. */
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>

enum { KINDS_MAX = 512, LISTED = 200, SLOT_ANY = -1, SEVERAL = -2 };

struct stack {
    struct sitting *s;
    int home[KINDS_MAX]; /* place of a kind; -1: none */
    bool laid[PIECES_MAX + 1];
};

/* "Bob's group 2", "deck top", "Alice's score". */
struct spot {
    int place, tally; /* one of them is -1 */
    int seat, slot;
    bool top;
};

struct list {
    int kind[LISTED];
    int n;
};

/* --- reading --------------------------------------------------------------------------------- */

static struct slice cut_colon(struct slice word, bool *colon)
{
    *colon = word.n > 1 && word.p[word.n - 1] == ':';
    if (*colon)
        word.n--;
    return word;
}

/* Reads a spot from word *i on; stops behind a word that ends in ':'. */
static bool read_spot(struct scenario *sc, const struct schema *schema, int *i, struct spot *spot,
                      bool *colon)
{
    const struct sentence *at = sc->at;
    struct person *owner = *i < at->n ? scenario_owner(sc, at->words[*i].text) : NULL;
    long long slot;
    *spot = (struct spot){.slot = SLOT_ANY, .seat = owner ? owner->seat : 0};
    if (owner || (*i < at->n && slice_is(at->words[*i].text, "the")))
        ++*i;
    if (*i >= at->n || at->words[*i].quoted)
        return false;
    struct slice name = cut_colon(at->words[(*i)++].text, colon);
    spot->place = schema_place(schema, name);
    spot->tally = spot->place < 0 ? schema_tally(schema, name) : -1;
    if (spot->place < 0 && spot->tally < 0)
        return false;
    if (*colon || *i >= at->n)
        return true;
    struct slice more = cut_colon(at->words[*i].text, colon);
    spot->top = slice_is(more, "top");
    if (slice_to_int(more, &slot))
        spot->slot = (int)slot;
    if (spot->top || spot->slot != SLOT_ANY)
        ++*i;
    else
        *colon = false;
    return true;
}

/* Kinds from word *i on, up to the end or "the rest to". */
static void read_list(struct scenario *sc, const struct schema *schema, int *i, struct list *list)
{
    list->n = 0;
    if (*i >= sc->at->n)
        scenario_stop(sc, "name pieces, or write nothing");
    for (; *i < sc->at->n; ++*i) {
        struct slice word = sc->at->words[*i].text;
        if (slice_is(word, "the"))
            return;
        if (word.n && word.p[word.n - 1] == ',')
            word.n--;
        if (slice_is(word, "nothing") || slice_is(word, "empty"))
            continue;
        int kind = schema_kind(schema, word);
        if (kind < 0)
            scenario_stop(sc, "there is no piece \"%.*s\"", (int)word.n, word.p);
        if (list->n == LISTED)
            scenario_stop(sc, "too many pieces");
        list->kind[list->n++] = kind;
    }
}

/* --- homes ----------------------------------------------------------------------------------- */

static int root(const int *parent, int kind)
{
    while (parent[kind] != kind)
        kind = parent[kind];
    return kind;
}

static void join(int *parent, int a, int b)
{
    parent[root(parent, a)] = root(parent, b);
}

/* Which family each kind is of; first[place] is a kind that lies there, -1 when none does. */
static void find_families(const struct table *t, int *parent, int *first)
{
    const struct schema *schema = table_schema(t);
    int last[KINDS_MAX], end[KINDS_MAX];
    for (int k = 0; k < schema->nkinds; k++)
        parent[k] = k;
    for (int p = 0; p < schema->nplaces; p++)
        first[p] = -1;
    for (int id = 1; id <= table_pieces(t); id++) {
        const struct piece *p = table_piece(t, (uint16_t)id);
        if (p->place == PLACE_NONE)
            continue;
        if (first[p->place] < 0)
            first[p->place] = p->kind;
        join(parent, p->kind, first[p->place]);
    }
    for (int k = 0; k < schema->nkinds; k++)
        last[root(parent, k)] = k;
    for (int k = 0; k < schema->nkinds; k++)
        end[k] = last[root(parent, k)];
    for (int k = 0, open = 0; k < schema->nkinds; k++) {
        open = end[k] > open ? end[k] : open; /* the end of what was begun up to here */
        if (k < open)
            join(parent, k + 1, k);
    }
}

static void find_homes(struct stack *st)
{
    const struct table *t = st->s->table;
    const struct schema *schema = table_schema(t);
    int parent[KINDS_MAX], first[PLACES_MAX], most[KINDS_MAX] = {0}, home[KINDS_MAX];
    insist(schema->nkinds <= KINDS_MAX);
    find_families(t, parent, first);
    for (int k = 0; k < schema->nkinds; k++)
        home[k] = -1;
    for (int p = 0; p < schema->nplaces; p++) {
        int n = table_count(t, p, 0), family = first[p] < 0 ? -1 : root(parent, first[p]);
        if (family < 0 || schema->places[p].see != SEE_NONE || n <= most[family])
            continue;
        most[family] = n;
        home[family] = p;
    }
    for (int p = 0; p < schema->nplaces; p++) {
        int family = first[p] < 0 ? -1 : root(parent, first[p]);
        if (family >= 0 && most[family] == 0)
            home[family] = home[family] < 0 ? p : SEVERAL;
    }
    for (int k = 0; k < schema->nkinds; k++) {
        st->home[k] = home[root(parent, k)];
        if (st->home[k] < 0 && k > 0)
            st->home[k] = st->home[k - 1];
    }
    for (int k = schema->nkinds - 2; k >= 0; k--)
        if (st->home[k] < 0)
            st->home[k] = st->home[k + 1];
}

static int home_of(struct scenario *sc, int kind)
{
    int home = sc->stack->home[kind];
    if (home < 0)
        scenario_stop(sc, "there is no pile that takes %s",
                      table_schema(sc->stack->s->table)->kinds[kind]);
    return home;
}

/* --- laying ---------------------------------------------------------------------------------- */

static void put_under(struct table *t, uint16_t id, int place, int seat)
{
    uint16_t ids[PIECES_MAX];
    int n = 0;
    table_move(t, id, place, seat);
    ids[n++] = id;
    for (uint16_t k = table_first(t, place, seat); k; k = table_next(t, k))
        if (k != id)
            ids[n++] = k;
    table_order(t, place, seat, ids, n);
}

/* A piece of this kind that may be moved: from its home, else from where somebody has it, who then
 * gets the lowest one of the home that is free. */
static uint16_t fetch(struct scenario *sc, int kind)
{
    struct stack *st = sc->stack;
    struct table *t = st->s->table;
    int home = home_of(sc, kind);
    uint16_t found = 0, other = table_first(t, home, 0);
    for (int id = 1; id <= table_pieces(t); id++) {
        const struct piece *p = table_piece(t, (uint16_t)id);
        if (p->kind == kind && p->place != PLACE_NONE && !st->laid[id] &&
            (!found || p->place == home))
            found = (uint16_t)id;
    }
    if (!found)
        scenario_stop(sc, "every %s has its place already", table_schema(t)->kinds[kind]);
    while (other && st->laid[other])
        other = table_next(t, other);
    if (table_piece(t, found)->place != home && other)
        table_swap(t, found, other);
    return found;
}

/* Empties a spot: what nobody laid there goes under the home. */
static void clear(struct scenario *sc, const struct spot *spot, const struct spot *rest)
{
    struct stack *st = sc->stack;
    struct table *t = st->s->table;
    uint16_t next;
    for (uint16_t id = table_first(t, spot->place, spot->seat); id; id = next) {
        const struct piece *p = table_piece(t, id);
        next = table_next(t, id);
        if (st->laid[id] || (spot->slot != SLOT_ANY && p->slot != spot->slot))
            continue;
        if (rest) {
            table_move(t, id, rest->place, rest->seat);
            continue;
        }
        if (home_of(sc, p->kind) == spot->place)
            scenario_stop(sc, "say where the others go: \", the rest to discard\"");
        put_under(t, id, home_of(sc, p->kind), 0);
    }
}

static void lay(struct scenario *sc, const struct spot *spot, const struct list *list,
                const struct spot *rest)
{
    struct table *t = sc->stack->s->table;
    uint16_t ids[LISTED];
    for (int i = 0; i < list->n; i++) {
        ids[i] = fetch(sc, list->kind[i]);
        sc->stack->laid[ids[i]] = true;
        if (table_piece(t, ids[i])->place != home_of(sc, list->kind[i]))
            put_under(t, ids[i], home_of(sc, list->kind[i]), 0);
    }
    /* They lie in their home now, marked: clearing passes them by even when it clears that. */
    if (!spot->top)
        clear(sc, spot, rest);
    for (int k = 0; k < list->n; k++) {
        uint16_t id = ids[spot->top ? list->n - 1 - k : k];
        table_move_slot(t, id, spot->place, spot->seat, spot->slot == SLOT_ANY ? 0 : spot->slot);
    }
}

static void set_tally(struct scenario *sc, const struct spot *spot, int i)
{
    struct slice word = i < sc->at->n ? sc->at->words[i].text : slice_of("");
    struct person *p = scenario_person(sc, word);
    long long value = p ? p->seat : 0;
    if (i + 1 != sc->at->n || (!p && !slice_to_int(word, &value)))
        scenario_stop(sc, "write a number");
    table_set(sc->stack->s->table, spot->tally, spot->seat, value);
}

static void stack_begin(struct scenario *sc)
{
    sc->stack = calloc(1, sizeof *sc->stack);
    if (!sc->stack)
        die("out of memory");
    sc->stack->s = world_sit(&sc->world, sc->spec.name);
    find_homes(sc->stack);
}

bool scenario_table_lay(struct scenario *sc)
{
    const struct schema *schema = engine_find(slice_of(sc->spec.engine))->schema;
    struct spot spot, rest;
    struct list list;
    bool colon = false, ignored;
    int i = 0;
    if (!read_spot(sc, schema, &i, &spot, &colon) || !colon)
        return false;
    if (!sc->stack)
        stack_begin(sc);
    if (spot.tally >= 0) {
        set_tally(sc, &spot, i);
        return true;
    }
    read_list(sc, schema, &i, &list);
    bool tail = i + 3 < sc->at->n && slice_is(sc->at->words[i + 1].text, "rest") &&
                slice_is(sc->at->words[i + 2].text, "to");
    if (tail) {
        i += 3;
        tail = read_spot(sc, schema, &i, &rest, &ignored) && rest.place >= 0;
    }
    if (i != sc->at->n)
        scenario_stop(sc, "write PLACE: PIECES, the rest to PLACE");
    lay(sc, &spot, &list, tail ? &rest : NULL);
    return true;
}

void scenario_table_laid(struct scenario *sc)
{
    if (!sc->stack)
        return;
    struct sitting *s = sc->stack->s;
    struct store *store = sc->world.house->store;
    struct attempt *a = arena_new(&sc->world.arena, struct attempt);
    int64_t awaits = s->game.awaits;
    a->events = (struct events){.arena = s->arena};
    struct play play = {.engine = s->engine,
                        .table = s->table,
                        .options = s->options,
                        .variant = s->variant,
                        .luck = &s->luck,
                        .events = &a->events,
                        .arena = s->arena,
                        .mistake = &a->mistake};
    s->engine->def->advance(&play);
    const char *bad = s->engine->def->invariant(s->table, s->engine, s->options);
    if (bad)
        scenario_stop(sc, "the table cannot be laid so: %s", bad);
    must(store_begin(store, &world_fault));
    must(turn_record(s, 0, "ruling", NULL, 0, a, &world_fault));
    must(turn_settle(s, &world_fault));
    must(post_reports(s, NULL, awaits, &world_fault));
    must(store_commit(store, &world_fault));
    scenario_table_drop(sc);
    sc->stacked = true;
    scenario_run(sc);
}

void scenario_table_drop(struct scenario *sc)
{
    if (!sc->stack)
        return;
    sitting_close(&sc->stack->s);
    free(sc->stack);
    sc->stack = NULL;
}

/* --- looking --------------------------------------------------------------------------------- */

/* What lies there: a pile's top comes first when the top is asked for. */
static void look(const struct table *t, const struct spot *spot, struct list *list)
{
    list->n = 0;
    uint16_t id = spot->top ? table_last(t, spot->place, spot->seat)
                            : table_first(t, spot->place, spot->seat);
    for (; id && list->n < LISTED; id = spot->top ? table_prev(t, id) : table_next(t, id)) {
        const struct piece *p = table_piece(t, id);
        if (spot->slot == SLOT_ANY || p->slot == spot->slot)
            list->kind[list->n++] = p->kind;
    }
}

static int by_kind(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int count_kind(const struct list *list, int kind)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        n += list->kind[i] == kind;
    return n;
}

static void say_found(struct scenario *sc, const struct schema *schema, const struct list *found)
{
    struct buf text = BUF(16 << 10);
    for (int i = 0; i < found->n; i++)
        buf_printf(&text, " %s", schema->kinds[found->kind[i]]);
    scenario_wrong(sc, "there is%s", found->n ? buf_text(&text) : " nothing");
    buf_free(&text);
}

/* "is T1 T5" */
static void check_is(struct scenario *sc, const struct schema *schema, const struct spot *spot,
                     struct list *found, int i)
{
    struct list want;
    read_list(sc, schema, &i, &want);
    if (spot->top && found->n > want.n)
        found->n = want.n;
    if (!spot->top && spot->slot == SLOT_ANY) {
        qsort(found->kind, (size_t)found->n, sizeof found->kind[0], by_kind);
        qsort(want.kind, (size_t)want.n, sizeof want.kind[0], by_kind);
    }
    if (want.n != found->n || memcmp(want.kind, found->kind, sizeof(int) * (size_t)want.n) != 0)
        say_found(sc, schema, found);
}

/* "has 7 cards", "has T1 T5", "has no T1" */
static void check_has(struct scenario *sc, const struct schema *schema, const struct list *found,
                      int i)
{
    struct list want;
    long long n;
    if (i + 2 == sc->at->n && slice_to_int(sc->at->words[i].text, &n)) {
        if (schema_kind(schema, sc->at->words[i + 1].text) < 0) {
            if (found->n != n)
                scenario_wrong(sc, "there are %d", found->n);
            return;
        }
    }
    bool no = i < sc->at->n && slice_is(sc->at->words[i].text, "no");
    i += no;
    read_list(sc, schema, &i, &want);
    for (int k = 0; k < want.n; k++) {
        int have = count_kind(found, want.kind[k]);
        if (no ? have > 0 : have < count_kind(&want, want.kind[k])) {
            say_found(sc, schema, found);
            return;
        }
    }
}

bool scenario_table_check(struct scenario *sc)
{
    const struct sitting *s = scenario_look(sc);
    const struct schema *schema = s->engine->schema;
    struct spot spot;
    struct list found;
    long long want;
    bool colon = false;
    int i = 0;
    if (!read_spot(sc, schema, &i, &spot, &colon) || colon || i + 1 >= sc->at->n)
        return false;
    bool is = slice_is(sc->at->words[i].text, "is");
    if (spot.tally >= 0 && is && slice_to_int(sc->at->words[i + 1].text, &want)) {
        if (table_get(s->table, spot.tally, spot.seat) != want)
            scenario_wrong(sc, "it is %lld", (long long)table_get(s->table, spot.tally, spot.seat));
        return true;
    }
    if (spot.place < 0 || (!is && !slice_is(sc->at->words[i].text, "has")))
        return false;
    look(s->table, &spot, &found);
    if (is)
        check_is(sc, schema, &spot, &found, i + 1);
    else
        check_has(sc, schema, &found, i + 1);
    return true;
}
