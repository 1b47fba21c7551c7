#include "archive/record.h"
#include "base/utf8.h"

#include <stdlib.h>

/* --- writing ------------------------------------------------------------------------------------- */

static json_t *hex_json(const uint8_t *p, size_t n)
{
    char text[2 * SECRET_HASH + 1];
    insist(n <= SECRET_HASH);
    secret_hex(text, p, n);
    return json_string(text);
}

static json_t *game_json(const struct sitting *s)
{
    const struct game *g = &s->game;
    json_t *seats = json_array();
    for (int i = 0; i < g->seats; i++)
        json_array_append_new(seats, json_pack("{s:i,s:s,s:b}", "number", s->seats[i].number, "name",
                                               s->seats[i].name, "bot", s->seats[i].bot));
    return json_pack("{s:s,s:I,s:s,s:i,s:s,s:s,s:o,s:I,s:I,s:I,s:I,s:I}", "name", g->name, "number",
                     (json_int_t)g->id, "engine", g->engine, "rules", g->rules, "variant", g->variant,
                     "options", g->options, "seats", seats, "turns", (json_int_t)g->turn, "shown",
                     (json_int_t)g->shown, "draws", (json_int_t)g->draws, "created", (json_int_t)g->created, "ended",
                     (json_int_t)g->ended);
}

static json_t *standings_json(const struct sitting *s)
{
    struct standing v[SEATS_MAX];
    json_t *list = json_array();
    int n = s->engine->def->standings(s->table, s->engine, s->options, s->variant, v);
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:i,s:I,s:i}", "seat", v[i].seat, "score",
                                              (json_int_t)v[i].score, "rank", v[i].rank));
    return list;
}

static int reports_json(struct sitting *s, json_t *list, struct fault *fault)
{
    for (int seat = 1; seat <= s->game.seats; seat++) {
        struct report_row *v;
        int n;
        if (store_report_list(s->house->store, s->game.id, seat, s->arena, &v, &n, fault) != 0)
            return -1;
        for (int i = 0; i < n; i++) {
            uint8_t digest[SECRET_HASH];
            secret_sha256(digest, v[i].doc);
            json_array_append_new(list, json_pack("{s:i,s:I,s:o}", "seat", seat, "turn",
                                                  (json_int_t)v[i].turn, "digest",
                                                  hex_json(digest, SECRET_HASH)));
        }
    }
    return 0;
}

static int journal_json(struct sitting *s, json_t *list, struct fault *fault)
{
    struct entry *v;
    int n;
    if (store_journal_after(s->house->store, s->game.id, 0, s->arena, &v, &n, fault) != 0)
        return -1;
    for (int i = 0; i < n; i++)
        json_array_append_new(list,
                              json_pack("{s:I,s:I,s:I,s:s,s:i,s:I,s:s,s:o}", "number",
                                        (json_int_t)v[i].number, "turn", (json_int_t)v[i].turn, "shown",
                                        (json_int_t)v[i].shown, "kind", v[i].kind, "seat", v[i].seat, "sight", (json_int_t)v[i].sight,
                                        "body", v[i].body, "chain", hex_json(v[i].chain, SECRET_HASH)));
    return 0;
}

int record_make(struct sitting *s, json_t **record, struct fault *fault)
{
    *record = NULL;
    if (s->game.status != GAME_FINISHED)
        return fault_set(fault, EX_USAGE, "%s is still played, and its record would show every hand: "
                         "wait for the end (--format html shows what is public)", s->game.name);
    struct report_facts facts = sitting_facts(s, 0);
    json_t *reports = json_array(), *journal = json_array();
    if (reports_json(s, reports, fault) != 0 || journal_json(s, journal, fault) != 0) {
        json_decref(reports);
        json_decref(journal);
        return -1;
    }
    *record = json_pack("{s:i,s:s,s:o,s:s,s:s,s:o,s:o,s:o,s:o,s:o}", "courtier", 1, "record", "game",
                        "game", game_json(s), "commitment", facts.commitment, "secret", facts.secret,
                        "seed", hex_json(s->game.seed, LUCK_BYTES), "standings", standings_json(s),
                        "reports", reports, "chain", hex_json(s->game.chain, SECRET_HASH), "journal",
                        journal);
    if (!*record)
        return fault_set(fault, EX_DATAERR, "%s: something in it is not text", s->game.name);
    return 0;
}

/* --- reading ------------------------------------------------------------------------------------- */

struct record_file {
    struct arena *arena;
    struct sitting *s;
    struct entry *entries;
    int nentries;
    struct standing standings[SEATS_MAX];
    int nstandings;
    const char *wrong; /* the first field that makes no sense */
};

static json_t *field(struct record_file *r, const json_t *o, const char *key, json_type type)
{
    json_t *v = json_object_get(o, key);
    if (!v || json_typeof(v) != type) {
        r->wrong = r->wrong ? r->wrong : arena_strdup(r->arena, key);
        return NULL;
    }
    return v;
}

static const char *text_of(struct record_file *r, const json_t *o, const char *key)
{
    json_t *v = field(r, o, key, JSON_STRING);
    return v ? arena_strdup(r->arena, json_string_value(v)) : "";
}

static int64_t int_of(struct record_file *r, const json_t *o, const char *key, int64_t low, int64_t high)
{
    json_t *v = field(r, o, key, JSON_INTEGER);
    int64_t n = v ? json_integer_value(v) : low;
    if (n < low || n > high) {
        r->wrong = r->wrong ? r->wrong : arena_strdup(r->arena, key);
        return low;
    }
    return n;
}

/* -1: an older record, which does not have it. */
static int64_t shown_of(struct record_file *r, const json_t *o)
{
    return json_object_get(o, "shown") ? int_of(r, o, "shown", 0, 1 << 20) : -1;
}

static void hash_of(struct record_file *r, const json_t *o, const char *key, uint8_t *out)
{
    if (!secret_unhex(out, SECRET_HASH, slice_of(text_of(r, o, key))) && !r->wrong)
        r->wrong = arena_strdup(r->arena, key);
}

static void read_seats(struct record_file *r, const json_t *game)
{
    struct sitting *s = r->s;
    json_t *seats = field(r, game, "seats", JSON_ARRAY);
    size_t n = json_array_size(seats);
    if (n < (size_t)s->engine->def->seats_min || n > (size_t)s->engine->def->seats_max) {
        r->wrong = "seats";
        return;
    }
    s->game.seats = (int)n;
    s->seats = arena_array(r->arena, struct seat, n);
    for (int i = 0; i < s->game.seats; i++) {
        json_t *o = json_array_get(seats, (size_t)i);
        int_of(r, o, "number", i + 1, i + 1);
        s->names[i + 1] = text_of(r, o, "name");
        s->seats[i] = (struct seat){.number = i + 1, .name = s->names[i + 1]};
        if (!*s->names[i + 1])
            r->wrong = "name";
    }
}

static void read_options(struct record_file *r)
{
    struct sitting *s = r->s;
    struct slice rest = slice_of(s->game.options);
    const char *why;
    options_preset(s->engine, s->variant, s->options);
    while (rest.p && rest.n) {
        struct slice pair = slice_cut(&rest, ' ');
        if (pair.n && !options_set(s->engine, s->options, pair, r->arena, &why))
            r->wrong = "options";
    }
}

static int read_game(struct record_file *r, const json_t *doc, struct fault *fault)
{
    struct sitting *s = r->s;
    json_t *game = field(r, doc, "game", JSON_OBJECT);
    s->game = (struct game){.name = text_of(r, game, "name"),
                            .id = int_of(r, game, "number", 1, INT64_MAX),
                            .engine = text_of(r, game, "engine"),
                            .rules = (int)int_of(r, game, "rules", 1, 1 << 20),
                            .variant = text_of(r, game, "variant"),
                            .options = text_of(r, game, "options"),
                            .turn = int_of(r, game, "turns", 0, 1 << 20),
                            .shown = shown_of(r, game),
                            .draws = int_of(r, game, "draws", 0, INT64_MAX),
                            .lang = "en",
                            .status = GAME_FINISHED};
    if (r->wrong)
        return 0;
    s->engine = engine_find(slice_of(s->game.engine));
    if (!s->engine || s->engine->def->rules != s->game.rules)
        return fault_set(fault, EX_UNAVAILABLE, "this program does not have the game %.40s with rules %d",
                         s->game.engine, s->game.rules);
    s->variant = engine_variant(s->engine, slice_of(s->game.variant));
    if (s->variant < 0) {
        r->wrong = "variant";
        return 0;
    }
    read_options(r);
    read_seats(r, game);
    hash_of(r, doc, "secret", s->game.secret);
    hash_of(r, doc, "seed", s->game.seed);
    hash_of(r, doc, "chain", s->game.chain);
    memcpy(s->luck.seed, s->game.seed, LUCK_BYTES);
    return 0;
}

static void read_standings(struct record_file *r, const json_t *doc)
{
    json_t *list = field(r, doc, "standings", JSON_ARRAY);
    r->nstandings = (int)json_array_size(list);
    if (json_array_size(list) > SEATS_MAX) {
        r->wrong = "standings";
        return;
    }
    for (int i = 0; i < r->nstandings; i++) {
        json_t *o = json_array_get(list, (size_t)i);
        r->standings[i] = (struct standing){.seat = (int)int_of(r, o, "seat", 1, SEATS_MAX),
                                            .score = int_of(r, o, "score", INT64_MIN, INT64_MAX),
                                            .rank = (int)int_of(r, o, "rank", 1, SEATS_MAX)};
    }
}

static void read_journal(struct record_file *r, const json_t *doc)
{
    json_t *list = field(r, doc, "journal", JSON_ARRAY);
    r->nentries = (int)json_array_size(list);
    r->entries = arena_array(r->arena, struct entry, r->nentries + 1);
    for (int i = 0; i < r->nentries && !r->wrong; i++) {
        json_t *o = json_array_get(list, (size_t)i);
        struct entry *e = &r->entries[i];
        *e = (struct entry){.game = r->s->game.id,
                            .number = int_of(r, o, "number", 1, INT64_MAX),
                            .turn = int_of(r, o, "turn", 0, 1 << 20),
                            .shown = shown_of(r, o),
                            .kind = text_of(r, o, "kind"),
                            .seat = (int)int_of(r, o, "seat", 0, SEATS_MAX),
                            .sight = (sight)int_of(r, o, "sight", 0, UINT32_MAX),
                            .body = text_of(r, o, "body")};
        hash_of(r, o, "chain", e->chain);
    }
    r->s->game.journal = r->nentries;
}

/* The hash every report named is that of the secret as text. */
static void check_commitment(struct record_file *r, const json_t *doc, struct verdict *v)
{
    const char *recorded = text_of(r, doc, "commitment");
    char secret[2 * LUCK_BYTES + 1], should[2 * SECRET_HASH + 1];
    uint8_t hash[SECRET_HASH];
    secret_hex(secret, r->s->game.secret, LUCK_BYTES);
    secret_sha256(hash, slice_of(secret));
    secret_hex(should, hash, SECRET_HASH);
    if (strcmp(recorded, should) != 0) {
        v->differs = true;
        v->first = (struct difference){.turn = -1, .what = "commitment", .recorded = recorded,
                                       .should = arena_strdup(r->arena, should)};
    }
}

int record_verify(struct slice bytes, struct arena *arena, struct verdict *v, const char **name,
                  struct fault *fault)
{
    struct record_file *r = arena_new(arena, struct record_file);
    json_error_t error;
    json_t *doc = json_loadb(bytes.p ? bytes.p : "", bytes.n, JSON_REJECT_DUPLICATES, &error);
    *v = (struct verdict){0};
    if (!doc)
        return fault_set(fault, EX_DATAERR, "not JSON: line %d: %.200s", error.line, error.text);
    r->arena = arena;
    r->s = arena_new(arena, struct sitting);
    r->s->arena = arena;
    int result = 0;
    if (json_integer_value(json_object_get(doc, "courtier")) != 1 ||
        strcmp(text_of(r, doc, "record"), "game") != 0)
        result = fault_set(fault, EX_DATAERR, "not the record of a game");
    if (result == 0)
        result = read_game(r, doc, fault);
    if (result == 0 && !r->wrong) {
        read_standings(r, doc);
        read_journal(r, doc);
        field(r, doc, "reports", JSON_ARRAY);
    }
    if (result == 0 && r->wrong)
        result = fault_set(fault, EX_DATAERR, "the record's \"%.60s\" makes no sense", r->wrong);
    *name = r->s->game.name;
    if (result == 0) {
        verify_journal(r->s, r->entries, r->nentries, r->standings, r->nstandings, v);
        v->reports = (int64_t)json_array_size(json_object_get(doc, "reports"));
        struct verdict commitment = {0};
        check_commitment(r, doc, &commitment);
        if (commitment.differs) {
            v->differs = true;
            v->first = commitment.first;
        }
    }
    json_decref(doc);
    return result;
}
