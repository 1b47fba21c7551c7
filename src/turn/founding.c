#include "turn/founding.h"
#include "base/utf8.h"
#include "mail/compose.h"
#include "turn/clock.h"
#include "turn/post.h"
#include "turn/turn.h"

#include <stdlib.h>
#include <strings.h>

static int count(const char *const *v)
{
    int n = 0;
    while (v && v[n])
        n++;
    return n;
}

const char *founding_clean_name(struct slice wish, struct arena *arena)
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
    struct slice base = slice_of(founding_clean_name(wish, s->arena));
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

/* A player of the house, who may be new to it. */
static int know_player(struct sitting *s, struct slice address, struct slice name, const char *format,
                       struct player *p, struct fault *fault)
{
    *p = (struct player){.address = arena_slice(s->arena, address),
                         .name = arena_slice(s->arena, name),
                         .lang = s->game.lang,
                         .format = format,
                         .tz = "UTC"};
    if (store_player_put(s->house->store, p, fault) != 0)
        return -1;
    return store_player_find(s->house->store, p->address, s->arena, p, fault);
}

static void put_player(struct seat *seat, const struct player *p)
{
    seat->player = p->id;
    seat->address = p->address;
    seat->lang = p->lang;
    seat->format = p->format;
    seat->tz = p->tz;
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
        struct player p;
        name = name.n ? name : local;
        if (know_player(s, address, name, spec->format ? spec->format : "both", &p, fault) != 0)
            return -1;
        seat->name = seat_name(s, i, name);
        put_player(seat, &p);
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

void founding_seating(struct sitting *s, uint16_t order[SEATS_MAX])
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

int founding_take_seat(struct sitting *s, int number, struct slice name, struct slice address,
                       struct fault *fault)
{
    struct seat *seat = &s->seats[number - 1], old = *seat;
    struct slice local = address;
    local = slice_cut(&local, '@');
    struct player p;
    name = name.n ? name : local;
    if (know_player(s, address, name, "both", &p, fault) != 0)
        return -1;
    s->names[number] = seat->name = ""; /* his own name is free for him */
    *seat = (struct seat){.game = old.game,
                          .number = number,
                          .name = seat_name(s, s->game.seats, name),
                          .epoch = old.epoch + 1,
                          .sat_turn = old.player == p.id ? old.sat_turn : s->game.turn + 1,
                          .seen_turn = -1};
    put_player(seat, &p);
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
    founding_seating(s, order);
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
    sitting_furnish(s);
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

int founding_open(struct house *house, const struct game_spec *spec, struct arena *arena,
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

void founding_luck_text(const json_t *setup, struct buf *out)
{
    const json_t *list = json_object_get(setup, "luck");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *words = json_string_value(json_object_get(json_array_get(list, i), "words"));
        if (words)
            buf_printf(out, "%s\n", words);
    }
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
    founding_luck_text(setup, &text);
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
        *seat = (struct seat){.bot = i >= n};
        seat->name = seat_name(s, i, slice_of(name));
        put_player(seat, &p);
    }
    return 0;
}

int founding_begin(struct house *house, const struct game *game, const struct guest *people, int n,
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
    if (sitting_know_rules(s, fault) != 0 || seat_guests(s, people, n, bots, fault) != 0 ||
        mix_luck(s, people, n, fault) != 0)
        return -1;
    if (deal(s, fault) != 0 || turn_settle(s, fault) != 0 || post_reports(s, NULL, 0, fault) != 0) {
        table_free(&s->table);
        return -1;
    }
    *out = s;
    return 0;
}

int founding_new(struct house *house, const struct game_spec *spec, struct arena *arena,
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
