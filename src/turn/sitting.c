#include "turn/sitting.h"
#include "turn/clock.h"
#include "turn/later.h"

#include <strings.h>

bool game_name_ok(struct slice name)
{
    if (name.n == 0 || name.n > 32 || name.p[0] < 'a' || name.p[0] > 'z')
        return false;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
            return false;
    }
    return true;
}

/* --- opening --------------------------------------------------------------------------------- */

static int read_options(struct sitting *s, struct fault *fault)
{
    const char *why;
    struct slice rest = slice_of(s->game.options);
    options_preset(s->engine, s->variant, s->options);
    while (rest.p && rest.n) {
        struct slice pair = slice_cut(&rest, ' ');
        if (pair.n && !options_set(s->engine, s->options, pair, s->arena, &why))
            return fault_set(fault, EX_DATAERR, "game %s: option %.*s is not known", s->game.name,
                             (int)pair.n, pair.p);
    }
    return 0;
}

int sitting_know_rules(struct sitting *s, struct fault *fault)
{
    const char *name = s->game.name;
    s->engine = engine_find(slice_of(s->game.engine));
    if (!s->engine || s->engine->def->rules != s->game.rules)
        return fault_set(fault, EX_DATAERR, "game %s needs engine %s, rules %d: this program has %s",
                         name, s->game.engine, s->game.rules, s->engine ? "other rules" : "no such engine");
    s->variant = engine_variant(s->engine, slice_of(s->game.variant));
    if (s->variant < 0)
        return fault_set(fault, EX_DATAERR, "game %s: variant %s is not known", name, s->game.variant);
    return read_options(s, fault) != 0 ? -1 : clock_read_pace(s, fault);
}

void sitting_furnish(struct sitting *s)
{
    s->table = table_new(s->engine->schema, s->game.seats);
    memcpy(s->luck.seed, s->game.seed, LUCK_BYTES);
    s->luck.counter = (uint64_t)s->game.draws;
    for (int i = 0; i < s->game.seats; i++)
        s->names[i + 1] = s->seats[i].name;
}

/* Nobody sits there yet. */
static void leave_vacant(struct sitting *s)
{
    s->seats = arena_array(s->arena, struct seat, s->game.seats);
    for (int i = 0; i < s->game.seats; i++)
        s->seats[i] = (struct seat){.game = s->game.id, .number = i + 1, .bot = true, .name = "",
                                    .address = "", .lang = "", .format = "", .tz = ""};
    sitting_furnish(s);
    s->resting = true;
    s->waiting = later_snapshot(s);
}

/* Whether all that is awaited and waits is of seats the game has, and everybody sees what all do. */
static int check_rows(const struct sitting *s, struct fault *fault)
{
    int seats = s->game.seats;
    bool ok = true;
    for (int i = 0; i < s->nawaits; i++)
        ok = ok && s->awaits[i].seat >= 1 && s->awaits[i].seat <= seats;
    for (int i = 0; i < s->nheld; i++)
        ok = ok && s->held[i].seat >= 1 && s->held[i].seat <= seats;
    for (int i = 0; i < s->nstanding; i++)
        ok = ok && s->standing[i].seat >= 1 && s->standing[i].seat <= seats;
    for (int i = 0; i < s->nearly; i++)
        ok = ok && s->early[i].seat >= 1 && s->early[i].seat <= seats;
    if (!ok)
        return fault_set(fault, EX_DATAERR, "game %s waits for a seat it does not have", s->game.name);
    /* Engines count on it: a view without would end the program. */
    return table_shows_public(s->table) ? 0 : fault_set(fault, EX_DATAERR, "game %s hides what everybody sees", s->game.name);
}

static int open_game(struct house *house, const char *name, struct arena *arena, bool any,
                     struct sitting **out, struct fault *fault)
{
    struct sitting *s = arena_new(arena, struct sitting);
    int n = 0;
    *out = NULL;
    s->house = house;
    s->arena = arena;
    if (store_game_find(house->store, name, arena, &s->game, fault) != 0)
        return -1;
    if (s->game.id == 0)
        return 0;
    if (s->game.status == GAME_OPEN && any && sitting_know_rules(s, fault) == 0) {
        leave_vacant(s);
        *out = s;
        return 0;
    }
    if (s->game.status == GAME_OPEN)
        return any ? -1 : fault_set(fault, EX_DATAERR, "game %s has not begun (courtier start %s)", name, name);
    if (sitting_know_rules(s, fault) != 0 ||
        store_seats(house->store, s->game.id, arena, &s->seats, &n, fault) != 0)
        return -1;
    if (n != s->game.seats)
        return fault_set(fault, EX_DATAERR, "game %s has %d seats of %d", name, n, s->game.seats);
    sitting_furnish(s);
    if (store_table_load(house->store, s->game.id, s->table, fault) != 0 ||
        store_awaits(house->store, s->game.id, arena, &s->awaits, &s->nawaits, fault) != 0 ||
        (s->engine->def->held &&
         store_held(house->store, s->game.id, arena, &s->held, &s->nheld, fault) != 0) ||
        (s->engine->situations &&
         store_standing(house->store, s->game.id, arena, &s->standing, &s->nstanding, fault) != 0) ||
        store_early(house->store, s->game.id, arena, &s->early, &s->nearly, fault) != 0 ||
        check_rows(s, fault) != 0) {
        table_free(&s->table);
        return -1;
    }
    s->resting = true;
    s->waiting = later_snapshot(s);
    *out = s;
    return 0;
}

int sitting_open(struct house *house, const char *name, struct arena *arena, struct sitting **s,
                 struct fault *fault)
{
    return open_game(house, name, arena, false, s, fault);
}

int sitting_any(struct house *house, const char *name, struct arena *arena, struct sitting **s,
                struct fault *fault)
{
    return open_game(house, name, arena, true, s, fault);
}

void sitting_close(struct sitting **s)
{
    if (!*s)
        return;
    for (int i = 0; i <= SEATS_MAX; i++)
        json_decref((*s)->returned[i]);
    table_free(&(*s)->table);
    *s = NULL;
}

/* --- looking --------------------------------------------------------------------------------- */

int sitting_setup(const struct sitting *s, json_t **setup, struct fault *fault)
{
    struct entry *v;
    int n;
    *setup = NULL;
    if (store_journal(s->house->store, s->game.id, 0, 0, s->arena, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n && !*setup; i++) /* behind what was ruled before */
        if (strcmp(v[i].kind, "setup") == 0)
            *setup = json_loads(v[i].body, 0, NULL);
    return 0;
}

struct order_reader sitting_reader(const struct sitting *s, const struct grammar *general)
{
    return (struct order_reader){.general = general,
                                 .game = s->engine->grammar,
                                 .data = s->engine->data,
                                 .seats = s->names,
                                 .nseats = s->game.seats};
}

const struct await_row *sitting_await(const struct sitting *s, int seat)
{
    for (int i = 0; i < s->nawaits; i++)
        if (s->awaits[i].seat == seat)
            return &s->awaits[i];
    return NULL;
}

int sitting_seat_of(const struct sitting *s, const char *address)
{
    for (int i = 0; i < s->game.seats; i++) {
        const struct seat *seat = &s->seats[i];
        if ((!seat->bot || seat->dismissed) && seat->address && strcasecmp(seat->address, address) == 0)
            return i + 1;
    }
    return 0;
}

const char *sitting_commitment(const struct game *game, struct arena *arena)
{
    uint8_t hash[SECRET_HASH];
    char secret[2 * LUCK_BYTES + 1], *commitment = arena_alloc(arena, 2 * SECRET_HASH + 1);
    secret_hex(secret, game->secret, LUCK_BYTES);
    secret_sha256(hash, slice_of(secret));
    secret_hex(commitment, hash, SECRET_HASH);
    secret_wipe(secret, sizeof secret);
    return commitment;
}

struct report_facts sitting_facts(const struct sitting *s, int seat)
{
    struct report_seat *seats = arena_array(s->arena, struct report_seat, s->game.seats + 1);
    struct report_await *awaits = arena_array(s->arena, struct report_await, s->nawaits + 1);
    char *secret = arena_alloc(s->arena, 2 * LUCK_BYTES + 1);
    int64_t now_is = s->house ? house_now(s->house) : 0;
    for (int i = 1; i <= s->game.seats; i++) {
        int64_t away = s->seats[i - 1].away;
        seats[i] = (struct report_seat){s->seats[i - 1].name, s->seats[i - 1].bot,
                                        away > now_is ? away : 0};
    }
    for (int i = 0; i < s->nawaits; i++)
        awaits[i] = (struct report_await){s->awaits[i].number, s->awaits[i].seat, s->awaits[i].what,
                                          s->awaits[i].deadline, clock_still(s, &s->awaits[i]),
                                          s->awaits[i].clock == CLOCK_TURN};
    secret_hex(secret, s->game.secret, LUCK_BYTES);
    return (struct report_facts){.game = s->game.name,
                                 .lang = s->game.lang,
                                 .engine = s->engine,
                                 .options = s->options,
                                 .variant = s->variant,
                                 .turn = s->game.turn,
                                 .shown = s->game.shown,
                                 .finished = s->game.status == GAME_FINISHED,
                                 .cancelled = s->game.ending == ENDING_CANCELLED,
                                 .silent_peek = s->game.powers & POWER_SILENT_PEEK,
                                 .moderator_plays = s->game.powers & POWER_PLAYS,
                                 .seats = seats,
                                 .awaits = awaits,
                                 .nawaits = s->nawaits,
                                 .commitment = sitting_commitment(&s->game, s->arena),
                                 .secret = s->game.status == GAME_FINISHED ? secret : NULL,
                                 .tz = seat >= 1 ? s->seats[seat - 1].tz : s->pace.tz,
                                 .table = s->table,
                                 .seat = seat};
}
