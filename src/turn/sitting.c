#include "turn/sitting.h"
#include "base/utf8.h"
#include "mail/compose.h"
#include "turn/clock.h"
#include "turn/later.h"
#include "turn/post.h"
#include "turn/turn.h"

#include <stdlib.h>
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

/* Engine, variant and options, from the game's row. */
static int know_rules(struct sitting *s, struct fault *fault)
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

/* The parts every sitting has, once game, seats, engine and variant are known. */
static void furnish(struct sitting *s)
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
    furnish(s);
    s->resting = true;
    s->waiting = later_snapshot(s);
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
    if (s->game.status == GAME_OPEN && any && know_rules(s, fault) == 0) {
        leave_vacant(s);
        *out = s;
        return 0;
    }
    if (s->game.status == GAME_OPEN)
        return any ? -1 : fault_set(fault, EX_DATAERR, "game %s has not begun (courtier start %s)", name, name);
    if (know_rules(s, fault) != 0 ||
        store_seats(house->store, s->game.id, arena, &s->seats, &n, fault) != 0)
        return -1;
    if (n != s->game.seats)
        return fault_set(fault, EX_DATAERR, "game %s has %d seats of %d", name, n, s->game.seats);
    furnish(s);
    if (store_table_load(house->store, s->game.id, s->table, fault) != 0 ||
        store_awaits(house->store, s->game.id, arena, &s->awaits, &s->nawaits, fault) != 0 ||
        (s->engine->def->held &&
         store_held(house->store, s->game.id, arena, &s->held, &s->nheld, fault) != 0) ||
        (s->engine->situations &&
         store_standing(house->store, s->game.id, arena, &s->standing, &s->nstanding, fault) != 0) ||
        store_early(house->store, s->game.id, arena, &s->early, &s->nearly, fault) != 0 ||
        later_check(s, fault) != 0) {
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

/* --- making ---------------------------------------------------------------------------------- */

static int count(const char *const *v)
{
    int n = 0;
    while (v && v[n])
        n++;
    return n;
}

const char *sitting_clean_name(struct slice wish, struct arena *arena)
{
    struct buf clean = BUF(200);
    for (size_t i = 0; i < wish.n && clean.n < 40; i++)
        if (wish.p[i] != '"' && (unsigned char)wish.p[i] >= 32)
            buf_char(&clean, wish.p[i]);
    while (!utf8_valid(buf_all(&clean)))
        clean.n--;
    const char *name = arena_slice(arena, slice_trim(buf_all(&clean)));
    buf_free(&clean);
    return name;
}

/* A name as people call the seat; a second Alice becomes "Alice 2". */
static const char *seat_name(struct sitting *s, int upto, struct slice wish)
{
    struct buf a = BUF(400), b = BUF(400);
    const char *name = NULL;
    struct slice base = slice_of(sitting_clean_name(wish, s->arena));
    for (int k = 1; !name; k++) {
        const char *try = k == 1 ? arena_slice(s->arena, base)
                                 : arena_printf(s->arena, "%.*s %d", (int)base.n, base.p, k);
        bool taken = base.n == 0 && k == 1;
        buf_clear(&a);
        utf8_fold(slice_of(try), &a);
        for (int i = 0; i < upto && !taken; i++) {
            buf_clear(&b);
            utf8_fold(slice_of(s->seats[i].name), &b);
            taken = slice_eq(buf_all(&a), buf_all(&b));
        }
        if (!taken)
            name = try;
    }
    buf_free(&a);
    buf_free(&b);
    return name;
}

static int seat_people(struct sitting *s, const struct game_spec *spec, struct fault *fault)
{
    int people = count(spec->players), bots = count(spec->bots), n = people + bots;
    s->seats = arena_array(s->arena, struct seat, n ? n : 1);
    for (int i = 0; i < n; i++) {
        struct seat *seat = &s->seats[i];
        struct slice name, address;
        *seat = (struct seat){.bot = i >= people};
        if (seat->bot) {
            seat->name = seat_name(s, i, slice_of(spec->bots[i - people]));
            seat->address = seat->lang = seat->format = seat->tz = "";
            continue;
        }
        if (!mail_address_split(slice_of(spec->players[i]), &name, &address))
            return fault_set(fault, EX_USAGE, "player \"%s\": write 'Name <name@example.org>'",
                             spec->players[i]);
        struct slice local = address;
        local = slice_cut(&local, '@');
        struct player p = {.address = arena_slice(s->arena, address),
                           .name = arena_slice(s->arena, name.n ? name : local),
                           .lang = s->game.lang,
                           .format = spec->format ? spec->format : "both",
                           .tz = "UTC"};
        if (store_player_put(s->house->store, &p, fault) != 0 ||
            store_player_find(s->house->store, p.address, s->arena, &p, fault) != 0)
            return -1;
        seat->player = p.id;
        seat->name = seat_name(s, i, name.n ? name : local);
        seat->address = p.address;
        seat->lang = p.lang;
        seat->format = p.format;
        seat->tz = p.tz;
    }
    return 0;
}

static bool option_is(const struct sitting *s, const char *name, const char *choice)
{
    for (int i = 0; i < s->engine->def->noptions; i++) {
        const struct option *o = &s->engine->def->options[i];
        if (strcmp(o->name, name) == 0)
            return o->choices && strcmp(o->choices[s->options[i]], choice) == 0;
    }
    return false;
}

void sitting_seating(struct sitting *s, uint16_t order[SEATS_MAX])
{
    for (int i = 0; i < s->game.seats; i++)
        order[i] = (uint16_t)i;
    if (!option_is(s, "seating", "fixed"))
        luck_shuffle(&s->luck, order, (uint32_t)s->game.seats);
}

static bool format_ok(struct slice format)
{
    while (format.p) {
        struct slice word = slice_cut(&format, ' ');
        if (!slice_is(word, "text") && !slice_is(word, "html") && !slice_is(word, "both") &&
            !slice_is(word, "json"))
            return false;
    }
    return true;
}

static int read_spec(struct sitting *s, const struct game_spec *spec, struct fault *fault)
{
    struct buf list = BUF(4096);
    const char *why;
    int n = spec->seats ? spec->seats : count(spec->players) + count(spec->bots);
    if (!game_name_ok(slice_of(spec->name)))
        return fault_set(fault, EX_USAGE, "\"%s\" cannot be a game's name: use a-z, 0-9 and -, at most 32, a letter first", spec->name);
    s->engine = engine_find(slice_of(spec->engine));
    if (!s->engine)
        return fault_set(fault, EX_USAGE, "there is no engine \"%s\" (courtier new --help lists them)",
                         spec->engine);
    s->variant = spec->variant ? engine_variant(s->engine, slice_of(spec->variant)) : 0;
    if (s->variant < 0) {
        for (int i = 0; s->engine->def->variants[i]; i++)
            buf_printf(&list, " %s", s->engine->def->variants[i]);
        fault_set(fault, EX_USAGE, "%s has no variant \"%s\", only:%s", spec->engine, spec->variant,
                  buf_text(&list));
        buf_free(&list);
        return -1;
    }
    options_preset(s->engine, s->variant, s->options);
    for (int i = 0; spec->options && spec->options[i]; i++)
        if (!options_set(s->engine, s->options, slice_of(spec->options[i]), s->arena, &why))
            return fault_set(fault, EX_USAGE, "option \"%s\": write %s", spec->options[i], why);
    if (n < s->engine->def->seats_min || n > s->engine->def->seats_max)
        return fault_set(fault, EX_USAGE, "%s takes %d to %d players, not %d", spec->engine,
                         s->engine->def->seats_min, s->engine->def->seats_max, n);
    if (spec->lang && !words_language(s->house->shelf, slice_of(spec->lang)))
        return fault_set(fault, EX_USAGE, "there are no templates for language \"%s\"", spec->lang);
    if (spec->format && !format_ok(slice_of(spec->format)))
        return fault_set(fault, EX_USAGE, "format \"%s\": write text, html or both, with or without json",
                         spec->format);
    s->pace = s->house->config.pace;
    if (spec->pace && !pace_parse(slice_of(spec->pace), &s->pace, s->arena, &why))
        return fault_set(fault, EX_USAGE, "pace \"%s\": write %s", spec->pace, why);
    if (spec->talk && !talk_ok(spec->talk))
        return fault_set(fault, EX_USAGE, "talk \"%s\": write open, anonymous or none", spec->talk);
    options_print(s->engine, s->options, &list);
    s->game = (struct game){.name = spec->name,
                            .engine = s->engine->def->name,
                            .variant = s->engine->def->variants[s->variant],
                            .options = arena_slice(s->arena, buf_all(&list)),
                            .lang = spec->lang ? spec->lang : s->house->config.lang,
                            .moderator = s->house->config.moderator,
                            .rules = s->engine->def->rules,
                            .seats = n,
                            .powers = spec->powers,
                            .status = GAME_PLAYING,
                            .talk = spec->talk ? spec->talk : s->house->config.talk,
                            .created = house_now(s->house)};
    buf_free(&list);
    clock_note_pace(s);
    if (!spec->secret)
        secret_random(s->game.secret, LUCK_BYTES);
    else if (!secret_unhex(s->game.secret, LUCK_BYTES, slice_of(spec->secret)))
        return fault_set(fault, EX_USAGE, "--secret takes 64 hex digits");
    luck_seed(s->game.seed, s->game.secret, (struct slice){NULL, 0});
    return 0;
}

int sitting_take_seat(struct sitting *s, int number, struct slice name, struct slice address,
                      struct fault *fault)
{
    struct seat *seat = &s->seats[number - 1], old = *seat;
    struct slice local = address;
    local = slice_cut(&local, '@');
    struct player p = {.address = arena_slice(s->arena, address),
                       .name = arena_slice(s->arena, name.n ? name : local),
                       .lang = s->game.lang,
                       .format = "both",
                       .tz = "UTC"};
    if (store_player_put(s->house->store, &p, fault) != 0 ||
        store_player_find(s->house->store, p.address, s->arena, &p, fault) != 0)
        return -1;
    s->names[number] = seat->name = ""; /* his own name is free for him */
    *seat = (struct seat){.game = old.game,
                          .number = number,
                          .player = p.id,
                          .name = seat_name(s, s->game.seats, name.n ? name : local),
                          .epoch = old.epoch + 1,
                          .sat_turn = old.player == p.id ? old.sat_turn : s->game.turn + 1,
                          .seen_turn = -1,
                          .address = p.address,
                          .lang = p.lang,
                          .format = p.format,
                          .tz = p.tz};
    s->names[number] = seat->name;
    return store_seat_set(s->house->store, seat, fault);
}

static int name_moderator(struct sitting *s, struct slice address, bool house, int *n, struct fault *fault)
{
    struct moderator m = {.game = s->game.id,
                          .number = *n + 1,
                          .address = arena_slice(s->arena, address),
                          .house = house};
    ++*n;
    return store_moderator_put(s->house->store, &m, fault);
}

/* Those named for this game, then those of the house. */
static int name_moderators(struct sitting *s, const struct game_spec *spec, struct fault *fault)
{
    struct slice name, address, rest = slice_of(s->house->config.moderators);
    int n = 0;
    for (int i = 0; spec->moderators && spec->moderators[i]; i++) {
        if (!mail_address_split(slice_of(spec->moderators[i]), &name, &address))
            return fault_set(fault, EX_USAGE, "moderator \"%s\": write name@example.org", spec->moderators[i]);
        for (int k = 0; s->seats && k < s->game.seats && !(spec->powers & POWER_PLAYS); k++)
            if (slice_eq(slice_of(s->seats[k].address), address))
                return fault_set(fault, EX_USAGE, "%s plays: then he moderates only with --moderator-option moderator-plays",
                                 s->seats[k].address);
        if (name_moderator(s, address, false, &n, fault) != 0)
            return -1;
    }
    while (rest.p && rest.n) {
        address = slice_trim(slice_cut(&rest, ','));
        bool named = false;
        for (int i = 0; spec->moderators && spec->moderators[i]; i++)
            named = named || strcasestr(spec->moderators[i], arena_slice(s->arena, address));
        if (!named && name_moderator(s, address, true, &n, fault) != 0)
            return -1;
    }
    return 0;
}

/* Deals the seats, stores game and seats, lays the opening position. */
static int deal(struct sitting *s, struct fault *fault)
{
    struct store *store = s->house->store;
    struct seat *wished = s->seats;
    uint16_t order[SEATS_MAX];
    struct attempt *a = arena_new(s->arena, struct attempt);
    memcpy(s->luck.seed, s->game.seed, LUCK_BYTES);
    sitting_seating(s, order);
    s->seats = arena_array(s->arena, struct seat, s->game.seats);
    if (s->game.id == 0 && store_game_add(store, &s->game, fault) != 0)
        return -1;
    for (int i = 0; i < s->game.seats; i++) {
        s->seats[i] = wished[order[i]];
        s->seats[i].game = s->game.id;
        s->seats[i].number = i + 1;
        s->seats[i].seen_turn = -1;
        if (store_seat_add(store, &s->seats[i], fault) != 0)
            return -1;
    }
    uint64_t seating_draws = s->luck.counter;
    furnish(s);
    s->luck.counter = seating_draws;
    turn_setup(s, a);
    s->resting = true;
    return turn_record(s, 0, "setup", NULL, 0, a, fault);
}

/* A sitting with a game that is not in the store yet. */
static int prepare(struct sitting *s, struct house *house, const struct game_spec *spec,
                   struct arena *arena, struct fault *fault)
{
    struct game other;
    s->house = house;
    s->arena = arena;
    if (read_spec(s, spec, fault) != 0 ||
        store_game_find(house->store, spec->name, arena, &other, fault) != 0)
        return -1;
    return other.id ? fault_set(fault, EX_USAGE, "there is a game \"%s\" already", spec->name) : 0;
}

int sitting_found(struct house *house, const struct game_spec *spec, struct arena *arena,
                  struct game *game, struct fault *fault)
{
    struct sitting *s = arena_new(arena, struct sitting);
    if (prepare(s, house, spec, arena, fault) != 0)
        return -1;
    s->game.status = GAME_OPEN;
    if (store_game_add(house->store, &s->game, fault) != 0 || name_moderators(s, spec, fault) != 0)
        return -1;
    *game = s->game;
    return 0;
}

void sitting_luck_text(const json_t *setup, struct buf *out)
{
    const json_t *list = json_object_get(setup, "luck");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *words = json_string_value(json_object_get(json_array_get(list, i), "words"));
        if (words)
            buf_printf(out, "%s\n", words);
    }
}

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

/* The setup entry, and the seed that follows from it. */
static int mix_luck(struct sitting *s, const struct guest *people, int n, struct fault *fault)
{
    json_t *list = json_array(), *setup = json_pack("{s:o}", "luck", list);
    struct buf text = BUF(64 << 10);
    for (int i = 0; i < n; i++)
        if (*people[i].luck)
            json_array_append_new(list, json_pack("{s:s,s:s}", "name", s->seats[i].name, "words",
                                                  people[i].luck));
    sitting_luck_text(setup, &text);
    luck_seed(s->game.seed, s->game.secret, buf_all(&text));
    char *body = report_dump(setup);
    struct entry e = {.turn = 0, .kind = "setup", .sight = SIGHT_ALL, .body = body};
    int r = store_journal_add(s->house->store, &s->game, &e, fault);
    free(body);
    json_decref(setup);
    buf_free(&text);
    return r;
}

static int seat_guests(struct sitting *s, const struct guest *people, int n, int bots,
                       struct fault *fault)
{
    s->seats = arena_array(s->arena, struct seat, n + bots);
    for (int i = 0; i < n + bots; i++) {
        struct seat *seat = &s->seats[i];
        struct player p = {.address = "", .lang = "", .format = "", .tz = ""};
        const char *name = i < n ? people[i].name : arena_printf(s->arena, "Bot %d", i - n + 1);
        if (i < n && store_player_get(s->house->store, people[i].player, s->arena, &p, fault) != 0)
            return -1;
        *seat = (struct seat){.bot = i >= n, .player = p.id};
        seat->name = seat_name(s, i, slice_of(name));
        seat->address = p.address;
        seat->lang = p.lang;
        seat->format = p.format;
        seat->tz = p.tz;
    }
    return 0;
}

int sitting_begin(struct house *house, const struct game *game, const struct guest *people, int n,
                  int bots, struct arena *arena, struct sitting **out, struct fault *fault)
{
    struct sitting *s = arena_new(arena, struct sitting);
    *out = NULL;
    s->house = house;
    s->arena = arena;
    s->game = *game;
    s->game.seats = n + bots;
    s->game.status = GAME_PLAYING;
    s->game.turn = s->game.shown = 0;
    if (know_rules(s, fault) != 0 || seat_guests(s, people, n, bots, fault) != 0 ||
        mix_luck(s, people, n, fault) != 0)
        return -1;
    if (deal(s, fault) != 0 || turn_settle(s, fault) != 0 || post_reports(s, NULL, 0, fault) != 0) {
        table_free(&s->table);
        return -1;
    }
    *out = s;
    return 0;
}

int sitting_new(struct house *house, const struct game_spec *spec, struct arena *arena,
                struct sitting **out, struct fault *fault)
{
    struct sitting *s = arena_new(arena, struct sitting);
    *out = NULL;
    if (prepare(s, house, spec, arena, fault) != 0)
        return -1;
    if (seat_people(s, spec, fault) != 0)
        return -1;
    if (deal(s, fault) != 0 || name_moderators(s, spec, fault) != 0 || turn_settle(s, fault) != 0 || post_reports(s, NULL, 0, fault) != 0) {
        table_free(&s->table);
        return -1;
    }
    *out = s;
    return 0;
}

/* --- looking --------------------------------------------------------------------------------- */

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
