/* init, new, list, status */
#include "cli/cli.h"
#include "cli/people.h"
#include "lobby/lobby.h"
#include "turn/clock.h"
#include "turn/founding.h"

#include <inttypes.h>

static const char *const status_words[] = {"open", "playing", "finished"};

static const char *status_word(const struct game *g)
{
    return g->status != GAME_PLAYING && g->ending == ENDING_CANCELLED ? "called off" : status_words[g->status];
}

int cmd_init(struct cli *cli, int argc, char **argv)
{
    const char *words[2], *address = NULL, *name = "Courtier", *lang = "en";
    struct fault fault;
    struct cli_slot slots[] = {
        {"address", &address, NULL, NULL}, {"name", &name, NULL, NULL}, {"lang", &lang, NULL, NULL}, {0}};
    int r = cli_parse("init", argc, argv, slots, words, 0, 1);
    if (r != 0)
        return r;
    const char *dir = words[0] ? words[0] : cli->house;
    if (!dir)
        return cli_usage("init", "init needs a directory");
    if (!address)
        return cli_usage("init", "init needs --address, where players will write");
    if (strpbrk(name, "\n;") || (strcmp(lang, "en") != 0 && strcmp(lang, "fr") != 0))
        return cli_usage("init", "--lang is en or fr, --name one line without ;");
    if (house_init(dir, address, name, lang, &fault) != 0)
        return cli_fail(&fault);
    fprintf(cli->out, "%s is a house now. Next: courtier --house %s new venture NAME --player …\n", dir,
            dir);
    return 0;
}

static int new_game(struct house *house, const struct game_spec *spec, bool private, struct arena *arena,
                    struct sitting **s, struct fault *fault)
{
    struct lobby lobby = {.private = true, .format = spec->format ? spec->format : "both"};
    if (founding_new(house, spec, arena, s, fault) != 0)
        return -1;
    return private ? store_lobby_put(house->store, (*s)->game.id, &lobby, fault) : 0;
}

int cmd_new(struct cli *cli, int argc, char **argv)
{
    const char *words[3], *players[CLI_LIST + 1] = {NULL}, *bots[CLI_LIST + 1] = {NULL};
    const char *options[CLI_LIST + 1] = {NULL}, *seats = NULL;
    const char *moderators[CLI_LIST + 1] = {NULL}, *powers[CLI_LIST + 1] = {NULL};
    bool private = false;
    struct game_spec spec = {.options = options, .players = players, .bots = bots, .moderators = moderators};
    struct cli_slot slots[] = {{"player", NULL, NULL, players},
                               {"bot", NULL, NULL, bots},
                               {"option", NULL, NULL, options},
                               {"moderator", NULL, NULL, moderators},
                               {"moderator-option", NULL, NULL, powers},
                               {"variant", &spec.variant, NULL, NULL},
                               {"lang", &spec.lang, NULL, NULL},
                               {"format", &spec.format, NULL, NULL},
                               {"secret", &spec.secret, NULL, NULL},
                               {"pace", &spec.pace, NULL, NULL},
                               {"talk", &spec.talk, NULL, NULL},
                               {"seats", &seats, NULL, NULL},
                               {"private", NULL, &private, NULL},
                               {0}};
    struct house *house = NULL;
    struct arena arena = ARENA(256 << 20);
    struct sitting *s = NULL;
    struct fault fault;
    int r = cli_parse("new", argc, argv, slots, words, 2, 2);
    if (r != 0)
        return r;
    for (int i = 0; powers[i]; i++) {
        unsigned power = strcmp(powers[i], "peek=silent") == 0       ? POWER_SILENT_PEEK
                         : strcmp(powers[i], "moderator-plays") == 0 ? POWER_PLAYS
                                                                     : 0;
        if (!power)
            return cli_usage("new", "--moderator-option takes peek=silent or moderator-plays, not %s", powers[i]);
        spec.powers |= power;
    }
    spec.engine = words[0];
    spec.name = words[1];
    struct game open = {0};
    int given = 0;
    long long n = 0;
    while (players[given])
        given++;
    for (int i = 0; bots[i]; i++)
        given++;
    if (seats && (!slice_to_int(slice_of(seats), &n) || n < 1 || n > CLI_LIST || n < given))
        return cli_usage("new", "--seats takes a number, at least that of the players");
    bool opens = seats && n > given;
    if (opens && bots[0])
        return cli_usage("new", "bots take the free seats when the game starts: courtier start GAME --bots");
    spec.seats = opens ? (int)n : 0;
    if (cli_open(cli, HOUSE_WRITE, &house, &fault) != 0 || store_begin(house->store, &fault) != 0 ||
        (opens ? lobby_found(house, &spec, private, players, &arena, &open, &fault)
               : new_game(house, &spec, private, &arena, &s, &fault)) != 0 ||
        store_commit(house->store, &fault) != 0)
        r = cli_fail(&fault);
    else if (s)
        people_begun(cli, s);
    else
        fprintf(cli->out, "Game %s is open (%s, %d seats, %d invited). courtier start %s begins it sooner.\n",
                open.name, open.variant, open.seats, given, open.name);
    sitting_close(&s);
    house_close(&house);
    arena_free(&arena);
    return r;
}

int cmd_list(struct cli *cli, int argc, char **argv)
{
    const char *words[1];
    bool json = false, open = false, players = false;
    struct cli_slot slots[] = {{"json", NULL, &json, NULL},
                               {"open", NULL, &open, NULL},
                               {"players", NULL, &players, NULL},
                               {0}};
    struct house *house = NULL;
    struct arena arena = ARENA(256 << 20);
    struct game *v;
    struct fault fault;
    int n, r = cli_parse("list", argc, argv, slots, words, 0, 0);
    if (r != 0)
        return r;
    if (open && players)
        return cli_usage("list", "--open or --players, not both");
    if (cli_open(cli, HOUSE_READ, &house, &fault) != 0 ||
        (players ? people_list_players(cli, house, json, &fault)
         : open  ? people_list_open(cli, house, json, &fault)
                 : store_game_list(house->store, &arena, &v, &n, &fault)) != 0) {
        r = cli_fail(&fault);
    } else if (players || open) {
        ;
    } else if (json) {
        json_t *list = json_array();
        for (int i = 0; i < n; i++)
            json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:i,s:s,s:I,s:I}", "name", v[i].name,
                                                  "engine", v[i].engine, "variant", v[i].variant,
                                                  "seats", v[i].seats, "status",
                                                  status_word(&v[i]), "turn",
                                                  (json_int_t)v[i].turn, "shown",
                                                  (json_int_t)v[i].shown));
        json_dumpf(list, cli->out, JSON_INDENT(2));
        fputc('\n', cli->out);
        json_decref(list);
    } else {
        char turn[CLI_TURN];
        for (int i = 0; i < n; i++)
            fprintf(cli->out, "%-20s %-18s %d seats  turn %-5s %s\n", v[i].name, v[i].variant, v[i].seats,
                    cli_turn(v[i].turn, v[i].shown, turn), status_word(&v[i]));
        if (n == 0)
            fprintf(cli->out, "No games yet. courtier new --help says how to start one.\n");
    }
    house_close(&house);
    arena_free(&arena);
    return r;
}

/* --- status ---------------------------------------------------------------------------------- */

static json_t *house_status(struct house *house, struct arena *arena, struct fault *fault)
{
    int64_t in[5], waiting, sent;
    struct game *v;
    int n, by_status[3] = {0};
    if (store_letter_in_counts(house->store, in, fault) != 0 ||
        store_letter_out_counts(house->store, &waiting, &sent, fault) != 0 ||
        store_game_list(house->store, arena, &v, &n, fault) != 0)
        return NULL;
    for (int i = 0; i < n; i++)
        by_status[v[i].status]++;
    return json_pack("{s:{s:i,s:i,s:i},s:{s:I,s:I,s:I,s:I,s:I},s:{s:I,s:I}}", "games", "open",
                     by_status[0], "playing", by_status[1], "finished", by_status[2], "letters_in",
                     "new", (json_int_t)in[LETTER_NEW], "played", (json_int_t)in[LETTER_PLAYED],
                     "refused", (json_int_t)in[LETTER_REFUSED], "ignored",
                     (json_int_t)in[LETTER_IGNORED], "aside", (json_int_t)in[LETTER_ASIDE],
                     "letters_out", "waiting", (json_int_t)waiting, "sent", (json_int_t)sent);
}

static json_t *game_status(struct sitting *s)
{
    json_t *seats = json_array();
    for (int i = 0; i < s->game.seats; i++) {
        json_t *o = json_pack("{s:i,s:s,s:b}", "seat", i + 1, "name", s->seats[i].name, "bot",
                              s->seats[i].bot);
        const struct await_row *a = sitting_await(s, i + 1);
        if (a) {
            json_object_set_new(o, "awaited", json_string(a->what));
            json_object_set_new(o, "deadline", json_integer(a->deadline));
            if (clock_still(s, a))
                json_object_set_new(o, "still", json_string(clock_still(s, a) + strlen("still.")));
        }
        json_array_append_new(seats, o);
    }
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:I,s:I,s:s,s:s,s:o}", "name", s->game.name, "engine", s->game.engine,
                     "variant", s->game.variant, "options", s->game.options, "status",
                     status_word(&s->game), "turn", (json_int_t)s->game.turn, "shown",
                     (json_int_t)s->game.shown, "pace", s->game.pace, "talk", s->game.talk, "seats", seats);
}

static void print_house(FILE *f, const json_t *o)
{
    const char *group, *key;
    json_t *inner, *v;
    json_object_foreach((json_t *)o, group, inner)
    {
        fprintf(f, "%-12s", group);
        json_object_foreach(inner, key, v)
            fprintf(f, " %s %" JSON_INTEGER_FORMAT, key, json_integer_value(v));
        fputc('\n', f);
    }
}

static void print_game(FILE *f, const json_t *o)
{
    json_t *seats = json_object_get(o, "seats");
    char turn[CLI_TURN];
    fprintf(f, "%s: %s, %s, turn %s\n",
            json_string_value(json_object_get(o, "name")),
            json_string_value(json_object_get(o, "variant")),
            json_string_value(json_object_get(o, "status")),
            cli_turn(json_integer_value(json_object_get(o, "turn")),
                     json_integer_value(json_object_get(o, "shown")), turn));
    fprintf(f, "  pace %s, talk %s\n", json_string_value(json_object_get(o, "pace")),
            json_string_value(json_object_get(o, "talk")));
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i), *what = json_object_get(seat, "awaited");
        const char *still = json_string_value(json_object_get(seat, "still"));
        char when[60] = "", text[ZONE_TEXT];
        if (still) {
            snprintf(when, sizeof when, ", its clock stands still: %.30s", still);
        } else if (what) {
            struct local_time l;
            zone_local(zone_get("UTC"), json_integer_value(json_object_get(seat, "deadline")), &l);
            zone_print(&l, text);
            snprintf(when, sizeof when, " until %s UTC", text);
        }
        fprintf(f, "  %zu  %-20s %s%s%s\n", i + 1, json_string_value(json_object_get(seat, "name")),
                json_is_true(json_object_get(seat, "bot")) ? "bot  " : "",
                what ? json_string_value(what) : "", when);
    }
}

int cmd_status(struct cli *cli, int argc, char **argv)
{
    const char *words[2];
    bool json = false;
    struct cli_slot slots[] = {{"json", NULL, &json, NULL}, {0}};
    struct house *house = NULL;
    struct arena arena = ARENA(256 << 20);
    struct sitting *s = NULL;
    struct fault fault = {0};
    struct game game;
    json_t *o = NULL;
    int r = cli_parse("status", argc, argv, slots, words, 0, 1);
    if (r != 0)
        return r;
    if (cli_open(cli, HOUSE_READ, &house, &fault) == 0) {
        if (!words[0]) {
            o = house_status(house, &arena, &fault);
        } else if (lobby_game(house, words[0], &arena, &game, &fault) != 0) {
            ;
        } else if (game.id && game.status == GAME_OPEN) {
            r = people_status(cli, house, &game, json, &fault) != 0 ? cli_fail(&fault) : 0;
            house_close(&house);
            arena_free(&arena);
            return r;
        } else if (sitting_open(house, words[0], &arena, &s, &fault) == 0) {
            if (s)
                o = game_status(s);
            else
                fault_set(&fault, EX_NOINPUT, "there is no game \"%s\" (courtier list)", words[0]);
        }
    }
    if (!o) {
        r = cli_fail(&fault);
    } else if (json) {
        json_dumpf(o, cli->out, JSON_INDENT(2));
        fputc('\n', cli->out);
    } else if (words[0]) {
        print_game(cli->out, o);
    } else {
        print_house(cli->out, o);
    }
    json_decref(o);
    sitting_close(&s);
    house_close(&house);
    arena_free(&arena);
    return r;
}
