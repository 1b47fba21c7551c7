/* What always holds: a sentence about the game is played only once the game is there, and, unless
 * it lays the table, only once everything laid before it is in the store. */
#include "scenario.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MINUTE = 60, STEP = 5 * MINUTE, SAID_MAX = 64 << 10 };

/* --- saying what is wrong -------------------------------------------------------------------- */

static void complain(struct scenario *sc, const char *fmt, va_list va)
{
    char text[SAID_MAX];
    sc->wrong++;
    if (sc->quiet)
        return;
    vsnprintf(text, sizeof text, fmt, va);
    fprintf(stderr, "%s:%d: %s\n", sc->script.path, sc->at ? sc->at->line : 0, text);
}

void scenario_wrong(struct scenario *sc, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    complain(sc, fmt, va);
    va_end(va);
}

void scenario_stop(struct scenario *sc, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    complain(sc, fmt, va);
    va_end(va);
    longjmp(sc->stop, 1);
}

/* --- reading a sentence ---------------------------------------------------------------------- */

struct person *scenario_person(struct scenario *sc, struct slice word)
{
    for (int i = 0; i < sc->npeople; i++)
        if (slice_is(word, sc->people[i].name) || slice_is(word, sc->people[i].address))
            return &sc->people[i];
    if (!word.n || !memchr(word.p, '@', word.n))
        return NULL;
    if (sc->npeople == SCENARIO_PEOPLE)
        scenario_stop(sc, "too many people");
    struct person *p = &sc->people[sc->npeople++];
    p->name = p->address = arena_slice(&sc->world.arena, word);
    return p;
}

struct person *scenario_owner(struct scenario *sc, struct slice word)
{
    if (word.n < 3 || memcmp(word.p + word.n - 2, "'s", 2) != 0)
        return NULL;
    return scenario_person(sc, (struct slice){word.p, word.n - 2});
}

static bool is_one_of(struct slice choices, struct slice word)
{
    while (choices.p)
        if (slice_eq(slice_cut(&choices, '|'), word))
            return true;
    return false;
}

static bool match_word(struct scenario *sc, struct slice want, const struct word *word,
                       struct caught *c)
{
    struct person **person = &c->person[c->person[0] ? 1 : 0];
    if (slice_is(want, "WORD")) {
        c->word[!c->word[0].p ? 0 : !c->word[1].p ? 1 : 2] = word->text;
        return true;
    }
    if (word->quoted)
        return false;
    if (slice_is(want, "PERSON"))
        return (*person = scenario_person(sc, word->text)) != NULL;
    if (slice_is(want, "PERSON's"))
        return (*person = scenario_owner(sc, word->text)) != NULL;
    if (slice_is(want, "N"))
        return slice_to_int(word->text, &c->number);
    return is_one_of(want, word->text);
}

bool scenario_match(struct scenario *sc, const char *pattern, struct caught *caught)
{
    struct slice rest = slice_of(pattern);
    int i = 0;
    *caught = (struct caught){.rest = 0};
    while (rest.p) {
        struct slice want = slice_cut(&rest, ' ');
        if (slice_is(want, "…")) {
            caught->rest = i;
            return i < sc->at->n;
        }
        if (i >= sc->at->n || !match_word(sc, want, &sc->at->words[i++], caught))
            return false;
    }
    return i == sc->at->n;
}

static int64_t seconds_of(struct scenario *sc, struct slice unit)
{
    static const struct {
        const char *names;
        int seconds;
    } units[] = {{"day|days", 86400}, {"hour|hours", 3600}, {"minute|minutes", MINUTE}};
    for (int i = 0; i < 3; i++)
        if (is_one_of(slice_of(units[i].names), unit))
            return units[i].seconds;
    scenario_stop(sc, "write days, hours or minutes");
}

/* --- what is played -------------------------------------------------------------------------- */

/* "Chloé" has the address chloe@players.example. */
struct person *scenario_add(struct scenario *sc, struct slice name)
{
    struct arena *arena = &sc->world.arena;
    struct buf local = BUF(200);
    if (sc->npeople == SCENARIO_PEOPLE)
        scenario_stop(sc, "too many people");
    utf8_fold(name, &local);
    for (size_t i = 0; i < local.n; i++)
        local.p[i] = local.p[i] >= 'A' && local.p[i] <= 'Z' ? (char)(local.p[i] + 32) : local.p[i];
    struct person *p = &sc->people[sc->npeople++];
    p->name = arena_slice(arena, name);
    p->address = arena_printf(arena, "%s@players.example", buf_text(&local));
    buf_free(&local);
    return p;
}

static void add_player(struct scenario *sc, struct slice name)
{
    if (sc->nplayers == SEATS_MAX)
        scenario_stop(sc, "more than %d players", SEATS_MAX);
    struct person *p = scenario_add(sc, name);
    p->seat = ++sc->nplayers;
    sc->players[p->seat - 1] = arena_printf(&sc->world.arena, "%s <%s>", p->name, p->address);
}

static int64_t moment(struct scenario *sc, const struct caught *c)
{
    struct tm tm = {.tm_isdst = 0};
    const char *text = arena_printf(&sc->world.arena, "%.*s %.*s", (int)c->word[0].n, c->word[0].p,
                                    (int)c->word[1].n, c->word[1].p);
    const char *end = strptime(text, "%Y-%m-%d %H:%M", &tm);
    if (!end || *end)
        scenario_stop(sc, "write the time as 2026-03-02 10:00");
    return timegm(&tm);
}

static void set_pace(struct scenario *sc, struct slice pair)
{
    const char *why;
    if (!pace_parse(pair, &sc->world.house->config.pace, &sc->world.arena, &why))
        scenario_stop(sc, "write %s", why);
}

static void add_option(struct scenario *sc, const char *pair)
{
    if (sc->noptions == SCENARIO_OPTIONS)
        scenario_stop(sc, "too many options");
    sc->options[sc->noptions++] = pair;
}

static void set_config(struct scenario *sc, const struct caught *c)
{
    struct arena *arena = &sc->world.arena;
    struct config *config = &sc->world.house->config;
    const char *section = arena_slice(arena, c->word[0]), *name = arena_slice(arena, c->word[1]);
    const char *value = arena_slice(arena, c->word[2]);
    if (strcmp(name, "moderator") == 0)
        config->moderator = value;
    else if (strcmp(name, "downtime") == 0 && house_duration(c->word[2], &config->downtime))
        return;
    else if (mailconf_setting(&config->mail, arena, section, name, value) != SETTING_TAKEN)
        scenario_stop(sc, "there is no such setting");
}

/* Sentences that must come first; false when this is none of them. */
static bool prepare(struct scenario *sc)
{
    struct config *config = &sc->world.house->config;
    struct arena *arena = &sc->world.arena;
    struct caught c;
    if (scenario_match(sc, "game WORD WORD", &c)) {
        sc->spec.engine = arena_slice(arena, c.word[0]);
        sc->spec.name = arena_slice(arena, c.word[1]);
    } else if (scenario_match(sc, "players …", &c)) {
        for (int i = c.rest; i < sc->at->n; i++)
            add_player(sc, sc->at->words[i].text);
    } else if (scenario_match(sc, "people …", &c)) {
        for (int i = c.rest; i < sc->at->n; i++)
            scenario_add(sc, sc->at->words[i].text);
    } else if (scenario_match(sc, "seats N", &c) || scenario_match(sc, "seats N private", &c)) {
        sc->spec.seats = (int)c.number;
        sc->private = sc->at->n == 3;
    } else if (scenario_match(sc, "variant WORD", &c)) {
        sc->spec.variant = arena_slice(arena, c.word[0]);
    } else if (scenario_match(sc, "language WORD", &c)) {
        sc->spec.lang = arena_slice(arena, c.word[0]);
    } else if (scenario_match(sc, "option WORD", &c)) {
        add_option(sc, arena_slice(arena, c.word[0]));
    } else if (scenario_match(sc, "at WORD WORD", &c)) {
        sc->world.now = moment(sc, &c);
    } else if (scenario_match(sc, "turns take N WORD", &c)) {
        config->pace.turn = c.number * seconds_of(sc, c.word[0]);
    } else if (scenario_match(sc, "at most N answers an hour", &c)) {
        config->answers_per_hour = c.number;
    } else if (scenario_match(sc, "setting WORD WORD WORD", &c)) {
        set_config(sc, &c);
    } else if (scenario_match(sc, "pace …", &c)) {
        for (int i = c.rest; i < sc->at->n; i++)
            set_pace(sc, sc->at->words[i].text);
    } else if (scenario_match(sc, "talk WORD", &c)) {
        sc->spec.talk = arena_slice(arena, c.word[0]);
    } else if (scenario_match(sc, "bots …", &c)) {
        for (int i = c.rest; i < sc->at->n && sc->nbots < SEATS_MAX; i++)
            sc->bots[sc->nbots++] = arena_slice(arena, sc->at->words[i].text);
    } else if (scenario_match(sc, "the moderator is WORD", &c)) {
        config->moderator = config->moderators = arena_slice(arena, c.word[0]);
    } else if (!scenario_moderator_prepare(sc)) {
        return false;
    }
    if (sc->begun)
        scenario_stop(sc, "the game has begun: this must stand above everything else");
    return true;
}

static bool has_option(const struct engine *engine, const char *name)
{
    for (int i = 0; i < engine->def->noptions; i++)
        if (strcmp(engine->def->options[i].name, name) == 0)
            return true;
    return false;
}

/* The shuffles follow from the game's name: a scenario goes the same way every time. */
static void begin(struct scenario *sc)
{
    struct world *w = &sc->world;
    struct sitting *s = NULL;
    uint8_t hash[SECRET_HASH];
    char secret[2 * SECRET_HASH + 1];
    const struct engine *engine = sc->spec.engine ? engine_find(slice_of(sc->spec.engine)) : NULL;
    if (!engine || (!sc->nplayers && !sc->spec.seats))
        scenario_stop(sc, "begin with \"game ENGINE NAME\" and \"players …\"");
    if (has_option(engine, "seating"))
        add_option(sc, "seating=fixed");
    secret_sha256(hash, slice_of(sc->spec.name));
    secret_hex(secret, hash, SECRET_HASH);
    sc->spec.options = sc->options;
    sc->spec.players = sc->players;
    sc->spec.bots = sc->bots;
    sc->spec.secret = secret;
    must(store_begin(w->house->store, &world_fault));
    if (sc->spec.seats)
        scenario_lobby_found(sc);
    else if (founding_new(w->house, &sc->spec, &w->arena, &s, &world_fault) != 0)
        scenario_stop(sc, "the game cannot begin: %s", world_fault.text);
    must(store_commit(w->house->store, &world_fault));
    sitting_close(&s);
    sc->begun = true;
    scenario_run(sc);
}

/* --- running --------------------------------------------------------------------------------- */

static void check_run(struct scenario *sc, const struct sitting *before)
{
    const struct sitting *s = scenario_look(sc);
    const struct run_counts *now = &sc->world.run.counts;
    const char *bad = s->engine->def->invariant(s->table, s->engine, s->options);
    if (bad && !sc->lawless)
        scenario_wrong(sc, "the game is broken: %s", bad);
    bool quiet = now->played == sc->before.played && now->expired == sc->before.expired;
    if (quiet && (!table_same(before->table, s->table) || before->game.turn != s->game.turn))
        scenario_wrong(sc, "nothing was played, but the table has changed");
}

bool scenario_open(struct scenario *sc)
{
    struct game game;
    must(store_game_find(sc->world.house->store, sc->spec.name, &sc->world.arena, &game, &world_fault));
    return game.status == GAME_OPEN;
}

/* Whoever has joined knows his seat once the game has begun. */
static void find_seats(struct scenario *sc, const struct sitting *s)
{
    for (int i = 0; i < s->game.seats; i++)
        for (int k = 0; k < sc->npeople; k++)
            if (strcmp(sc->people[k].address, s->seats[i].address) == 0)
                sc->people[k].seat = i + 1;
}

const struct sitting *scenario_look(struct scenario *sc)
{
    if (scenario_open(sc))
        scenario_stop(sc, "the game has not begun");
    if (!sc->seen)
        sc->seen = world_sit(&sc->world, sc->spec.name);
    return sc->seen;
}

void scenario_run(struct scenario *sc)
{
    struct world *w = &sc->world;
    sitting_close(&sc->seen);
    struct sitting *before = scenario_open(sc) ? NULL : world_sit(w, sc->spec.name);
    sc->before = w->run.counts;
    if (run_once(&w->run, &world_fault) != 0) {
        sitting_close(&before);
        scenario_stop(sc, "the program fails: %s", world_fault.text);
    }
    scenario_told_collect(sc);
    if (sc->spec.seats && !scenario_open(sc))
        find_seats(sc, scenario_look(sc));
    if (before)
        check_run(sc, before);
    sitting_close(&before);
}

/* Days without a run, which the house notices: it ran when they began. */
static void be_down(struct scenario *sc, int64_t seconds)
{
    struct config *config = &sc->world.house->config;
    config->downtime = 6 * 3600;
    sc->world.now += MINUTE;
    scenario_run(sc);
    sc->world.now += seconds;
    scenario_run(sc);
    config->downtime = 0;
}

static void move_to(struct scenario *sc, const struct person *person, struct slice zone)
{
    struct store *store = sc->world.house->store;
    struct player p;
    char name[ZONE_NAME];
    if (!zone_find(zone, name))
        scenario_stop(sc, "there is no such zone");
    must(store_begin(store, &world_fault));
    must(store_player_find(store, person->address, &sc->world.arena, &p, &world_fault));
    p.tz = name;
    must(store_player_set(store, &p, &world_fault));
    must(store_commit(store, &world_fault));
    sitting_close(&sc->seen);
}

static bool act(struct scenario *sc)
{
    struct caught c;
    if (scenario_match(sc, "wait until WORD WORD", &c)) {
        int64_t then = moment(sc, &c);
        if (then < sc->world.now)
            scenario_stop(sc, "that is over");
        sc->world.now = then;
        scenario_run(sc);
        return true;
    }
    if (scenario_match(sc, "the house is down for N WORD", &c)) {
        be_down(sc, c.number * seconds_of(sc, c.word[0]));
        return true;
    }
    if (scenario_match(sc, "the clock goes back N WORD", &c)) {
        sc->world.now -= c.number * seconds_of(sc, c.word[0]);
        scenario_run(sc);
        return true;
    }
    if (scenario_match(sc, "PERSON lives in WORD", &c)) {
        move_to(sc, c.person[0], c.word[0]);
        return true;
    }
    if (scenario_match(sc, "wait N WORD", &c)) {
        sc->world.now += c.number * seconds_of(sc, c.word[0]);
        scenario_run(sc);
        return true;
    }
    if (scenario_lobby_act(sc) || scenario_moderator_act(sc)) {
        sc->world.now += STEP;
        scenario_run(sc);
        return true;
    }
    enum mail_act act = scenario_mail_act(sc);
    if (act == MAIL_NOW) {
        sc->world.now += STEP;
        scenario_run(sc);
    }
    return act != MAIL_NOTHING;
}

static void check_deadline(struct scenario *sc, const struct person *person, int64_t then)
{
    const struct await_row *row = sitting_await(scenario_look(sc), person->seat);
    char text[ZONE_TEXT] = "none";
    struct local_time l;
    if (row && row->deadline) {
        zone_local(zone_get("UTC"), row->deadline, &l);
        zone_print(&l, text);
    }
    if (!row)
        scenario_wrong(sc, "%s is not awaited", person->name);
    else if (row->deadline != then)
        scenario_wrong(sc, "it is %s", text);
}

static bool check_time(struct scenario *sc)
{
    const struct sitting *s = scenario_look(sc);
    struct caught c;
    if (scenario_match(sc, "PERSON's deadline is none", &c)) {
        check_deadline(sc, c.person[0], 0);
    } else if (scenario_match(sc, "PERSON's deadline is WORD WORD", &c)) {
        check_deadline(sc, c.person[0], moment(sc, &c));
    } else if (scenario_match(sc, "PERSON is a bot", &c)) {
        if (!s->seats[c.person[0]->seat - 1].bot)
            scenario_wrong(sc, "%s plays", c.person[0]->name);
    } else if (scenario_match(sc, "PERSON is not a bot", &c)) {
        if (s->seats[c.person[0]->seat - 1].bot)
            scenario_wrong(sc, "a bot plays");
    } else {
        return false;
    }
    return true;
}

static bool check_game(struct scenario *sc)
{
    const struct sitting *s = scenario_look(sc);
    const char *first = s->nawaits ? s->names[s->awaits[0].seat] : "nobody";
    bool over = s->game.status == GAME_FINISHED;
    struct caught c;
    if (scenario_match(sc, "the game is over", &c)) {
        if (!over)
            scenario_wrong(sc, "it is not over");
    } else if (scenario_match(sc, "the game is not over", &c)) {
        if (over)
            scenario_wrong(sc, "it is over");
    } else if (scenario_match(sc, "nobody is awaited", &c)) {
        if (s->nawaits)
            scenario_wrong(sc, "%s is", first);
    } else if (scenario_match(sc, "it is PERSON's turn", &c)) {
        if (s->nawaits != 1 || s->awaits[0].seat != c.person[0]->seat)
            scenario_wrong(sc, "it is the turn of %s", first);
    } else {
        return false;
    }
    return true;
}

static void play_sentence(struct scenario *sc)
{
    if (prepare(sc))
        return;
    if (!sc->begun)
        begin(sc);
    if (scenario_table_lay(sc))
        return;
    scenario_table_laid(sc);
    if (act(sc) || scenario_moderator_check(sc) || scenario_told_check(sc) || scenario_lobby_check(sc) || check_time(sc) ||
        check_game(sc) || scenario_table_check(sc))
        return;
    scenario_stop(sc, "this sentence makes no sense here");
}

/* --- all of it ------------------------------------------------------------------------------- */

static void check_record(struct scenario *sc)
{
    const char *difference = NULL;
    if (scenario_open(sc))
        return;
    scenario_look(sc);
    must(turn_replay(sc->seen, &difference, &world_fault));
    if (difference)
        scenario_wrong(sc, "the journal does not replay: %s", difference);
}

static void play_all(struct scenario *sc, struct slice text)
{
    script_read(&sc->script, sc->script.path, text, &sc->world.arena);
    if (setjmp(sc->stop) == 0) {
        for (int i = 0; i < sc->script.n; i++) {
            sc->at = &sc->script.v[i];
            play_sentence(sc);
        }
        if (!sc->begun)
            scenario_stop(sc, "nothing happens");
        scenario_table_laid(sc);
        if (!sc->stacked)
            check_record(sc);
    }
    scenario_table_drop(sc);
    sitting_close(&sc->seen);
}

static struct scenario *play_new(const char *path, struct slice text, bool quiet)
{
    struct scenario *sc = calloc(1, sizeof *sc);
    if (!sc)
        die("out of memory");
    world_make(&sc->world, 0);
    sc->world.now = 1772445600; /* 2026-03-02 10:00 */
    sc->script.path = path;
    sc->quiet = quiet;
    sc->draft = BUF(SCENARIO_DRAFT);
    play_all(sc, text);
    return sc;
}

void scenario_leave(const char *path, struct slice text, struct world *out)
{
    struct scenario *sc = play_new(path, text, false);
    if (sc->wrong)
        die("%s: not as it says", path);
    world_close(&sc->world);
    memset(out, 0, sizeof *out);
    memcpy(out->dir, sc->world.dir, sizeof out->dir);
    out->now = sc->world.now;
    out->letters = sc->world.letters;
    buf_free(&sc->draft);
    free(sc);
}

int scenario_play(const char *path, struct slice text, bool quiet, struct buf *updated)
{
    struct scenario *sc = play_new(path, text, quiet);
    for (int i = 0; i < sc->script.n; i++)
        if (sc->script.v[i].update) {
            script_print(&sc->script, updated);
            break;
        }
    int wrong = sc->wrong;
    buf_free(&sc->draft);
    world_remove(&sc->world);
    free(sc);
    return wrong;
}
