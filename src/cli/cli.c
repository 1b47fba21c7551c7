#include "cli/cli.h"
#include "engine/engine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "development"
#endif

int cli_fail(const struct fault *fault)
{
    fprintf(stderr, "courtier: %s\n", fault->text);
    return fault->exit;
}

int cli_usage(const char *command, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    fputs("courtier: ", stderr);
    vfprintf(stderr, fmt, va);
    va_end(va);
    if (command)
        fprintf(stderr, " (courtier %s --help)\n", command);
    else
        fputs(" (courtier --help)\n", stderr);
    return EX_USAGE;
}

int cli_open(struct cli *cli, enum house_access access, struct house **house, struct fault *fault)
{
    *house = NULL;
    if (!cli->house || !*cli->house)
        return fault_set(fault, EX_USAGE, "which house? Say --house DIR or set COURTIER_HOUSE");
    if (house_open(house, cli->house, access, fault) != 0)
        return -1;
    if (cli->clock.now)
        (*house)->clock = cli->clock;
    return 0;
}

int cli_sit(struct cli *cli, enum house_access access, const char *game, struct cli_sitting *at,
            struct fault *fault)
{
    *at = (struct cli_sitting){.arena = ARENA(1 << 30)};
    if (cli_open(cli, access, &at->house, fault) != 0 ||
        sitting_open(at->house, game, &at->arena, &at->s, fault) != 0)
        return -1;
    if (!at->s)
        return fault_set(fault, EX_NOINPUT, "there is no game \"%s\" (courtier list)", game);
    return 0;
}

void cli_rise(struct cli_sitting *at)
{
    sitting_close(&at->s);
    house_close(&at->house);
    arena_free(&at->arena);
}

int cli_reader(const struct sitting *s, const char *as, int *reader, struct fault *fault)
{
    long long n;
    if (!as || strcmp(as, "public") == 0) {
        *reader = 0;
        return 0;
    }
    if (strcmp(as, "moderator") == 0) {
        *reader = SIGHT_MODERATOR;
        return 0;
    }
    *reader = slice_to_int(slice_of(as), &n) && n >= 1 && n <= s->game.seats ? (int)n : 0;
    for (int i = 1; i <= s->game.seats && !*reader; i++)
        if (strcmp(as, s->names[i]) == 0)
            *reader = i;
    if (*reader)
        return 0;
    return fault_set(fault, EX_USAGE, "--as takes a seat (1 to %d), a player's name, moderator or public",
                     s->game.seats);
}

const char *cli_turn(int64_t turn, int64_t shown, char text[CLI_TURN])
{
    int n = snprintf(text, CLI_TURN, "%" PRId64, turn);
    if (turn != shown)
        snprintf(text + n, (size_t)(CLI_TURN - n), " (%" PRId64 " for the players)", shown);
    return text;
}

/* --- options --------------------------------------------------------------------------------- */

static const struct cli_slot *find_slot(const struct cli_slot *slots, struct slice name)
{
    for (const struct cli_slot *s = slots; s && s->name; s++)
        if (slice_is(name, s->name))
            return s;
    return NULL;
}

static const struct command *find_command(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static bool add_to_list(const char **list, const char *value)
{
    int n = 0;
    while (list[n])
        n++;
    if (n == CLI_LIST)
        return false;
    list[n] = value;
    list[n + 1] = NULL;
    return true;
}

/* One option at argv[*i]; moves *i over a value of its own. */
static int take_option(const char *command, int argc, char **argv, int *i,
                       const struct cli_slot *slots)
{
    const char *arg = argv[*i] + 2, *eq = strchr(arg, '=');
    struct slice name = eq ? (struct slice){arg, (size_t)(eq - arg)} : slice_of(arg);
    const struct cli_slot *s = find_slot(slots, name);
    if (!s)
        return cli_usage(command, "%s has no option --%.*s", command, (int)name.n, name.p);
    if (s->flag) {
        *s->flag = true;
        return eq ? cli_usage(command, "--%s takes no value", s->name) : 0;
    }
    const char *value = eq ? eq + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (!value)
        return cli_usage(command, "--%s needs a value", s->name);
    if (s->value)
        *s->value = value;
    if (s->list && !add_to_list(s->list, value))
        return cli_usage(command, "--%s at most %d times", s->name, CLI_LIST);
    return 0;
}

int cli_parse(const char *command, int argc, char **argv, const struct cli_slot *slots,
              const char **words, int min, int max)
{
    int n = 0;
    bool only_words = false;
    words[0] = NULL;
    for (int i = 1; i < argc; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (!only_words && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            fputs(find_command(command)->usage, stdout);
            return -1;
        } else if (!only_words && strncmp(argv[i], "--", 2) == 0) {
            int r = take_option(command, argc, argv, &i, slots);
            if (r != 0)
                return r;
        } else if (n == max) {
            return cli_usage(command, "what is \"%s\"?", argv[i]);
        } else {
            words[n++] = argv[i];
            words[n] = NULL;
        }
    }
    if (n < min)
        return cli_usage(command, "something is missing");
    return 0;
}

/* --- the program ----------------------------------------------------------------------------- */

static void overview(FILE *f)
{
    fputs("Courtier plays board games by mail.\n\n"
          "Usage: courtier [--house DIR] COMMAND …\n\n",
          f);
    for (const struct command *c = commands; c->name; c++)
        fprintf(f, "  %-8s %s\n", c->name, c->line);
    fputs("\nThe house is the directory with your games: --house DIR, or COURTIER_HOUSE.\n"
          "courtier COMMAND --help says more; so do courtier(1), courtier.conf(5) and\n"
          "courtier-orders(7). To see a game at once: courtier demo\n",
          f);
}

int cli_main(struct cli *cli, int argc, char **argv)
{
    int i = 1;
    luck_init();
    cli->house = getenv("COURTIER_HOUSE");
    if (!cli->out)
        cli->out = stdout;
    for (; i < argc && (strncmp(argv[i], "--", 2) == 0 || strcmp(argv[i], "-h") == 0); i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            overview(cli->out);
            return 0;
        }
        if (strcmp(argv[i], "--version") == 0) {
            fputs("courtier " PACKAGE_VERSION "\n", cli->out);
            return 0;
        }
        if (strncmp(argv[i], "--house=", 8) == 0)
            cli->house = argv[i] + 8;
        else if (strcmp(argv[i], "--house") == 0 && i + 1 < argc)
            cli->house = argv[++i];
        else
            return cli_usage(NULL, "there is no option %s here", argv[i]);
    }
    if (i == argc) {
        overview(stderr);
        return EX_USAGE;
    }
    const struct command *c = find_command(strcmp(argv[i], "help") == 0 ? "" : argv[i]);
    if (!c) {
        if (strcmp(argv[i], "help") == 0 && i + 1 < argc && (c = find_command(argv[i + 1]))) {
            fputs(c->usage, cli->out);
            return 0;
        }
        if (strcmp(argv[i], "help") == 0) {
            overview(cli->out);
            return 0;
        }
        return cli_usage(NULL, "there is no command \"%s\"", argv[i]);
    }
    int r = c->run(cli, argc - i, argv + i);
    engine_close_all();
    if (fflush(cli->out) != 0 && r == 0)
        return EX_IOERR;
    return r < 0 ? 0 : r;
}
