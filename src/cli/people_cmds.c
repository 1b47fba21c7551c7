/* invite, start, and what list says of open games and players */
#include "cli/cli.h"
#include "cli/people.h"
#include "lobby/lobby.h"
#include "report/render.h"

#include <inttypes.h>

/* A mistake in the words of the house: what the moderator would be told by mail. */
static int say_mistake(struct house *house, const char *game, const struct mistake *m, struct fault *fault)
{
    struct words *words;
    if (strcmp(m->code, "no-open-game") == 0)
        return fault_set(fault, EX_NOINPUT, "there is no game \"%s\" that waits for players (courtier list --open)", game);
    struct buf line = BUF(4000);
    char code[128];
    json_t *doc = report_event_json(NULL, m->code, m->args, m->nargs);
    snprintf(code, sizeof code, "mistake.%s", m->code);
    if (words_get(house->shelf, house->config.lang, "common", &words, fault) == 0 &&
        render_line(words, code, doc, &line, fault) == 0)
        fault_set(fault, EX_USAGE, "%s", buf_text(&line));
    buf_free(&line);
    json_decref(doc);
    return -1;
}

int cmd_invite(struct cli *cli, int argc, char **argv)
{
    const char *words[CLI_LIST + 1];
    struct cli_slot slots[] = {{0}};
    struct house *house = NULL;
    struct arena arena = ARENA(64 << 20);
    struct mistake m = {0};
    struct fault fault;
    int n = 1, r = cli_parse("invite", argc, argv, slots, words, 2, CLI_LIST);
    if (r != 0)
        return r;
    r = cli_open(cli, HOUSE_WRITE, &house, &fault);
    if (r == 0)
        r = store_begin(house->store, &fault);
    for (; r == 0 && words[n]; n++) {
        r = lobby_invite(house, words[0], "house", words[n], &arena, &m, &fault);
        if (r == 0 && m.code)
            r = say_mistake(house, words[0], &m, &fault);
    }
    if (r == 0)
        r = store_commit(house->store, &fault);
    if (r == 0)
        fprintf(cli->out, "%d invited to %s; courtier run sends the letters.\n", n - 1, words[0]);
    else
        r = cli_fail(&fault);
    house_close(&house);
    arena_free(&arena);
    return r;
}

int cmd_start(struct cli *cli, int argc, char **argv)
{
    const char *words[2];
    bool bots = false;
    struct cli_slot slots[] = {{"bots", NULL, &bots, NULL}, {0}};
    struct house *house = NULL;
    struct arena arena = ARENA(256 << 20);
    struct sitting *s = NULL;
    struct mistake m = {0};
    struct fault fault;
    int r = cli_parse("start", argc, argv, slots, words, 1, 1);
    if (r != 0)
        return r;
    r = cli_open(cli, HOUSE_WRITE, &house, &fault);
    if (r == 0)
        r = store_begin(house->store, &fault);
    if (r == 0)
        r = lobby_start(house, words[0], bots, &arena, &s, &m, &fault);
    if (r == 0 && m.code)
        r = say_mistake(house, words[0], &m, &fault);
    if (r == 0)
        r = store_commit(house->store, &fault);
    if (r == 0)
        people_begun(cli, s);
    else
        r = cli_fail(&fault);
    sitting_close(&s);
    house_close(&house);
    arena_free(&arena);
    return r;
}

void people_begun(struct cli *cli, const struct sitting *s)
{
    fprintf(cli->out, "Game %s has begun (%s, %d seats):\n", s->game.name, s->game.variant,
            s->game.seats);
    for (int i = 0; i < s->game.seats; i++)
        fprintf(cli->out, "  %d  %s%s%s\n", i + 1, s->seats[i].name, s->seats[i].bot ? "  (bot)" : "  ",
                s->seats[i].bot ? "" : s->seats[i].address);
}

/* --- lists -------------------------------------------------------------------------------------- */

static void dump(struct cli *cli, json_t *list)
{
    json_dumpf(list, cli->out, JSON_INDENT(2));
    fputc('\n', cli->out);
    json_decref(list);
}

int people_list_open(struct cli *cli, struct house *house, bool json, struct fault *fault)
{
    struct arena arena = ARENA(64 << 20);
    struct open_game *v;
    int n, r = store_open_games(house->store, true, 100000, &arena, &v, &n, fault);
    json_t *list = json_array();
    for (int i = 0; r == 0 && i < n; i++) {
        if (json)
            json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:i,s:i,s:b}", "name", v[i].name, "engine",
                                                  v[i].engine, "variant", v[i].variant, "seats",
                                                  v[i].seats, "taken", v[i].taken, "private",
                                                  v[i].private));
        else
            fprintf(cli->out, "%-20s %-18s %d of %d seats taken%s\n", v[i].name, v[i].variant, v[i].taken,
                    v[i].seats, v[i].private ? "  private" : "");
    }
    if (r == 0 && json)
        dump(cli, list);
    else
        json_decref(list);
    if (r == 0 && n == 0 && !json)
        fprintf(cli->out, "No game waits for players. courtier new ENGINE NAME --seats N makes one.\n");
    arena_free(&arena);
    return r;
}

int people_list_players(struct cli *cli, struct house *house, bool json, struct fault *fault)
{
    struct arena arena = ARENA(256 << 20);
    struct record *v;
    int n, r = store_records(house->store, true, 1000000, &arena, &v, &n, fault);
    json_t *list = json_array();
    if (r == 0 && !json && n)
        fprintf(cli->out, "%-24s %-28s %7s %6s %5s %9s %8s\n", "player", "address", "playing", "games",
                "wins", "resigned", "in time");
    for (int i = 0; r == 0 && i < n; i++) {
        char rate[16] = "-";
        if (v[i].asked)
            snprintf(rate, sizeof rate, "%d %%", (int)(v[i].on_time * 100 / v[i].asked));
        if (json)
            json_array_append_new(
                list, json_pack("{s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:I}", "name", v[i].name, "address",
                                v[i].address, "playing", (json_int_t)v[i].playing, "games",
                                (json_int_t)v[i].games, "wins", (json_int_t)v[i].wins, "resigned",
                                (json_int_t)v[i].resigned, "asked", (json_int_t)v[i].asked, "on_time",
                                (json_int_t)v[i].on_time));
        else
            fprintf(cli->out, "%-24s %-28s %7" PRId64 " %6" PRId64 " %5" PRId64 " %9" PRId64 " %8s\n",
                    v[i].name, v[i].address, v[i].playing, v[i].games, v[i].wins, v[i].resigned, rate);
    }
    if (r == 0 && json)
        dump(cli, list);
    else
        json_decref(list);
    arena_free(&arena);
    return r;
}

/* --- an open game ------------------------------------------------------------------------------- */

int people_status(struct cli *cli, struct house *house, const struct game *game, bool json,
                  struct fault *fault)
{
    static const char *const states[] = {"invited", "asked", "joined", "left", "seated"};
    struct arena arena = ARENA(64 << 20);
    struct guest *v;
    int n, r = store_guests(house->store, game->id, &arena, &v, &n, fault);
    const char *status = lobby_waits(game) ? "open" : "called off";
    json_t *list = json_array();
    if (r == 0 && !json)
        fprintf(cli->out, "%s: %s, %s, %d seats\n", game->name, game->variant, status, game->seats);
    for (int i = 0; r == 0 && i < n; i++) {
        const char *state = v[i].kind == 'i' ? states[v[i].state] : v[i].kind == 'o' ? "watches" : NULL;
        if (!state || (v[i].kind == 'o' && v[i].state != GUEST_HERE))
            continue;
        if (json)
            json_array_append_new(list, json_pack("{s:s,s:s,s:s}", "name", v[i].name, "address",
                                                  v[i].address, "state", state));
        else
            fprintf(cli->out, "  %-8s %s <%s>\n", state, v[i].name, v[i].address);
    }
    if (r == 0 && json)
        dump(cli, json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:O}", "name", game->name, "engine", game->engine,
                            "variant", game->variant, "options", game->options, "status", status,
                            "seats", game->seats, "people", list));
    json_decref(list);
    arena_free(&arena);
    return r;
}
