/* MOVE, SET, SWAP, DEAL, SHUFFLE: rulings become edits by piece, place and tally. */
#include "moderator/ruling.h"

/* A piece as a moderator names it: its kind, and where he says it lies. */
struct named {
    int term; /* of the order */
    int kind, place, seat, slot; /* -1: not said */
};

static bool in_sight(const struct ruling *r, const struct piece *p)
{
    int own = ruling_own_seat(r);
    return !own || (p->sight & SIGHT_SEAT(own));
}

/* How many lie in a place, as far as who rules may know: where that is not counted in the open, to tell it is
 * to look, and one who plays knows of what he sees. */
static int there(struct ruling *r, int place, int seat)
{
    const struct table *t = r->s->table;
    const struct place *at = &r->s->engine->schema->places[place];
    int n = 0;
    if (at->counted || at->see == SEE_ALL)
        return table_count(t, place, seat);
    r->looked = r->looked || !ruling_own_seat(r);
    for (uint16_t id = table_first(t, place, seat); id; id = table_next(t, id))
        n += in_sight(r, table_piece(t, id));
    return n;
}

static bool fits(const struct ruling *r, const struct piece *p, const struct named *want)
{
    return p->kind == want->kind && p->place != PLACE_NONE && in_sight(r, p) &&
           (want->place < 0 || p->place == want->place) &&
           (want->seat < 0 || p->seat == want->seat) && (want->slot < 0 || p->slot == want->slot);
}

static bool same_place(const struct piece *p, const struct piece *q)
{
    return p->place == q->place && p->seat == q->seat && p->slot == q->slot;
}

/* Where a piece that fits lies, unless one before it lies there, too. */
static void say_where(const struct ruling *r, int id, const struct named *want, uint16_t but, struct buf *out)
{
    const struct sitting *s = r->s;
    const struct piece *p = table_piece(s->table, (uint16_t)id);
    for (int k = 1; k < id; k++) {
        const struct piece *q = table_piece(s->table, (uint16_t)k);
        if (k != but && fits(r, q, want) && same_place(p, q))
            return;
    }
    buf_printf(out, "%s%s", out->n ? ", " : "", s->engine->schema->places[p->place].name);
    if (p->slot)
        buf_printf(out, " %d", p->slot);
    if (p->seat)
        buf_printf(out, " OF %s", s->names[p->seat]);
}

/* Whether some pieces of a kind are out of everybody's sight: all know that, by counting the others. */
static bool hidden_kind(const struct ruling *r, int kind)
{
    const struct table *t = r->s->table;
    bool hidden = false;
    for (int id = 1; id <= table_pieces(t) && !ruling_own_seat(r); id++) {
        const struct piece *p = table_piece(t, (uint16_t)id);
        hidden = hidden || (p->kind == kind && !(p->sight & SIGHT_SEAT(0)));
    }
    return hidden;
}

/* The piece meant: the last, or top, one of those that lie together. 0 with a mistake when there is
 * none, or when it could be several. `but` is one already taken. */
static uint16_t find_piece(struct ruling *r, const struct named *want, uint16_t but)
{
    const struct table *t = r->s->table;
    struct buf where = BUF(2000);
    uint16_t found = 0;
    bool several = false;
    r->looked = r->looked || hidden_kind(r, want->kind);
    for (int id = 1; id <= table_pieces(t); id++) {
        const struct piece *p = table_piece(t, (uint16_t)id), *q = found ? table_piece(t, found) : NULL;
        if (id == but || !fits(r, p, want))
            continue;
        bool together = q && same_place(p, q);
        several = several || (q && !together);
        say_where(r, id, want, but, &where);
        if (!q || (together && p->pos > q->pos))
            found = (uint16_t)id;
    }
    const char *name = r->s->engine->schema->kinds[want->kind];
    if (several)
        MISTAKE(r->mistake, want->term, "which-piece", TEXT("piece", name),
                TEXT("where", arena_slice(r->s->arena, buf_all(&where))));
    else if (!found)
        MISTAKE(r->mistake, want->term, "no-piece", TEXT("piece", name));
    buf_free(&where);
    return several ? 0 : found;
}

/* Reads what stands behind a term up to the next TO or piece: place, slot, seat. */
static int read_where(const struct order *o, int i, struct named *out)
{
    for (; i < o->nterms; i++) {
        const struct term *t = &o->terms[i];
        if (t->type == TYPE_PIECE || (t->type == TERM_KEYWORD && (t->value == KEY_TO || t->value == KEY_WITH)))
            break;
        if (t->type == TYPE_PLACE)
            out->place = (int)t->value;
        else if (t->type == TERM_SEAT)
            out->seat = (int)t->value;
        else if (t->type == TERM_NUMBER)
            out->slot = t->value > INT16_MAX ? INT16_MAX + 1 : (int)t->value;
    }
    return i;
}

static struct named nothing(int term)
{
    return (struct named){.term = term, .kind = -1, .place = -1, .seat = -1, .slot = -1};
}

/* Whether pieces of a place belong to seats: then a seat must be named. */
static bool of_seats(const struct ruling *r, int place)
{
    const struct table *t = r->s->table;
    for (int seat = 1; seat <= r->s->game.seats; seat++)
        if (table_count(t, place, seat))
            return true;
    return r->s->engine->schema->places[place].see == SEE_OWNER;
}

static bool whose(struct ruling *r, const struct named *at)
{
    if (at->seat >= 0 || !of_seats(r, at->place))
        return true;
    const char *name = r->s->engine->schema->places[at->place].name;
    MISTAKE(r->mistake, at->term, "whose", TEXT("place", name));
    snprintf(r->mistake->try, sizeof r->mistake->try, "%.*s OF %s", (int)(r->line.n < 100 ? r->line.n : 100),
             r->line.p, r->s->names[1]);
    return false;
}

static int make(struct ruling *r, const char *code, json_t *edits, struct fault *fault)
{
    json_t *body = ruling_body(r, ruling_told(code));
    report_put(body, "edits", edits);
    int result = ruling_make(r, body, "ruling", NULL, fault);
    json_decref(body);
    return result == 0 ? ruling_settle(r, fault) : -1;
}

static json_t *move_edit(const struct ruling *r, uint16_t id, const struct named *to)
{
    return json_pack("{s:i,s:s,s:i,s:i}", "move", id, "to", r->s->engine->schema->places[to->place].name,
                     "seat", to->seat < 0 ? 0 : to->seat, "slot", to->slot < 0 ? 0 : to->slot);
}

int rule_move(struct ruling *r, struct fault *fault)
{
    const struct order *o = r->order;
    struct named piece = nothing(0), to = nothing(0);
    piece.kind = (int)o->terms[0].value;
    int i = read_where(o, 1, &piece);
    to.term = i + 1;
    read_where(o, i + 1, &to);
    uint16_t id = find_piece(r, &piece, 0);
    if (!id || !whose(r, &to))
        return 0;
    if (to.slot > INT16_MAX) {
        MISTAKE(r->mistake, -1, "slot-too-large", NUM("most", INT16_MAX));
        return 0;
    }
    return make(r, "ruling.move", json_pack("[o]", move_edit(r, id, &to)), fault);
}

int rule_set(struct ruling *r, struct fault *fault)
{
    const struct order *o = r->order;
    const struct schema *schema = r->s->engine->schema;
    int tally = (int)o->terms[0].value;
    const struct term *seat = ruling_term(o, TERM_SEAT, 0), *value = ruling_term(o, TYPE_VALUE, 0);
    const struct engine_def *def = r->s->engine->def;
    int of = seat ? (int)seat->value : 0, own = ruling_own_seat(r);
    int64_t now = table_get(r->s->table, tally, of);
    sight eyes = table_tally_sight(r->s->table, tally, of);
    bool halves = def->halves && def->halves(tally);
    r->looked = !own && !(eyes & SIGHT_SEAT(0));
    if (own && !(eyes & SIGHT_SEAT(own))) { /* what breaks a rule, and what does not, tells what it is */
        MISTAKE(r->mistake, 0, "set-unseen", TEXT("tally", schema->tallies[tally].name));
        return 0;
    }
    if (!halves && value->value % 2) {
        MISTAKE(r->mistake, (int)(value - o->terms), "set-whole", TEXT("tally", schema->tallies[tally].name));
        return 0;
    }
    int64_t wish = halves ? value->value : value->value / 2;
    if (now == wish) {
        const char *sign = value->value < 0 ? "-" : "", *half = value->value % 2 ? ".5" : "";
        MISTAKE(r->mistake, (int)(value - o->terms), "set-already", TEXT("tally", schema->tallies[tally].name),
                TEXT("value", arena_printf(r->s->arena, "%s%lld%s", sign, llabs((long long)value->value) / 2, half)));
        return 0;
    }
    json_t *edits = json_pack("[{s:s,s:i,s:I}]", "set", schema->tallies[tally].name, "seat", of, "value",
                              (json_int_t)wish);
    return make(r, "ruling.set", edits, fault);
}

int rule_swap(struct ruling *r, struct fault *fault)
{
    const struct order *o = r->order;
    struct named a = nothing(0), b = nothing(0);
    a.kind = (int)o->terms[0].value;
    int i = read_where(o, 1, &a);
    while (o->terms[i].type != TYPE_PIECE)
        i++;
    b.term = i;
    b.kind = (int)o->terms[i].value;
    read_where(o, i + 1, &b);
    uint16_t x = find_piece(r, &a, 0), y = x ? find_piece(r, &b, x) : 0;
    if (!x || !y)
        return 0;
    return make(r, "ruling.swap", json_pack("[{s:i,s:i}]", "swap", x, "with", y), fault);
}

int rule_deal(struct ruling *r, struct fault *fault)
{
    const struct order *o = r->order;
    const struct schema *schema = r->s->engine->schema;
    const struct term *from = ruling_term(o, TYPE_PLACE, 0);
    int64_t n = o->terms[0].value;
    struct named to = nothing(0);
    int pile = from ? (int)from->value : schema_place(schema, slice_of("deck"));
    to.seat = (int)ruling_term(o, TERM_SEAT, 0)->value;
    to.place = schema_place(schema, slice_of("hand"));
    if (pile < 0 || to.place < 0) {
        MISTAKE(r->mistake, -1, to.place < 0 ? "no-hands" : "no-deck");
        return 0;
    }
    int most = there(r, pile, 0);
    if (n < 1 || n > most) {
        MISTAKE(r->mistake, 0, "deal-too-many", NUM("there", most), TEXT("place", schema->places[pile].name));
        return 0;
    }
    json_t *edits = json_array();
    for (uint16_t id = table_last(r->s->table, pile, 0); id && n-- > 0; id = table_prev(r->s->table, id))
        json_array_append_new(edits, move_edit(r, id, &to));
    return make(r, "ruling.deal", edits, fault);
}

int rule_shuffle(struct ruling *r, struct fault *fault)
{
    const struct order *o = r->order;
    const struct schema *schema = r->s->engine->schema;
    const struct term *seat = ruling_term(o, TERM_SEAT, 0);
    int place = (int)o->terms[0].value, of = seat ? (int)seat->value : 0;
    if (there(r, place, of) < 2) {
        MISTAKE(r->mistake, 0, "nothing-to-shuffle", TEXT("place", schema->places[place].name));
        return 0;
    }
    json_t *told = ruling_told("ruling.shuffle");
    report_put(told, "place", json_pack("s+", "place.", schema->places[place].name));
    if (of)
        report_put(told, "seat", json_pack("{s:i}", "seat", of));
    json_t *body = ruling_body(r, told);
    report_put(body, "edits", json_pack("[{s:s,s:i}]", "shuffle", schema->places[place].name, "seat", of));
    int result = ruling_make(r, body, "ruling", NULL, fault);
    json_decref(body);
    return result == 0 ? ruling_settle(r, fault) : -1;
}
