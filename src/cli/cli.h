/* cli: the command line: one program, a table of commands.
 *
 * A command gets what stands behind its name and returns a sysexits code; messages to people go to
 * stderr as one line, results to stdout. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "turn/sitting.h"

#include <stdio.h>

struct cli {
    const char *house;        /* --house DIR or $COURTIER_HOUSE; NULL: none given */
    struct house_clock clock; /* .now NULL: the wall clock; tests set it */
    FILE *out;
};

struct command {
    const char *name;
    const char *line;  /* what it does, for the overview */
    const char *usage; /* the whole --help */
    int (*run)(struct cli *cli, int argc, char **argv);
};

extern const struct command commands[]; /* ends with a NULL name */

/* The program: argv[0] is its name. */
int cli_main(struct cli *cli, int argc, char **argv);

/* Prints the fault and returns its exit code. */
int cli_fail(const struct fault *fault);
int cli_usage(const char *command, const char *fmt, ...) PRINTF(2, 3);

/* The house named by --house, opened; EX_USAGE when none is named. */
int cli_open(struct cli *cli, enum house_access access, struct house **house, struct fault *fault) CHECKED;

/* A game of that house, with an arena of its own. EX_NOINPUT when there is none of that name. */
struct cli_sitting {
    struct house *house;
    struct sitting *s;
    struct arena arena;
};
int cli_sit(struct cli *cli, enum house_access access, const char *game, struct cli_sitting *at,
            struct fault *fault) CHECKED;
void cli_rise(struct cli_sitting *at); /* also when cli_sit failed */

/* What --as names: a seat's number or name, "moderator", "public" (also NULL). */
int cli_reader(const struct sitting *s, const char *as, int *reader, struct fault *fault) CHECKED;

/* The number of a turn for who rules: "57", or "57 (43 for the players)". */
enum { CLI_TURN = 80 };
const char *cli_turn(int64_t turn, int64_t shown, char text[CLI_TURN]);

/* One option of a command. `value` receives the last one given, `list` all of them. */
struct cli_slot {
    const char *name;
    const char **value; /* for options with a value */
    bool *flag;         /* for flags */
    const char **list;  /* room for CLI_LIST + NULL */
};
enum { CLI_LIST = 64 };

/* Takes the options out of argv; the rest, at most `max` words, goes to words (NULL-terminated).
 * 0, or EX_USAGE with a message printed; -1 when --help was printed. */
int cli_parse(const char *command, int argc, char **argv, const struct cli_slot *slots,
              const char **words, int min, int max);

int cmd_init(struct cli *cli, int argc, char **argv);
int cmd_new(struct cli *cli, int argc, char **argv);
int cmd_invite(struct cli *cli, int argc, char **argv);
int cmd_start(struct cli *cli, int argc, char **argv);
int cmd_list(struct cli *cli, int argc, char **argv);
int cmd_status(struct cli *cli, int argc, char **argv);
int cmd_run(struct cli *cli, int argc, char **argv);
int cmd_show(struct cli *cli, int argc, char **argv);
int cmd_post(struct cli *cli, int argc, char **argv);
int cmd_render(struct cli *cli, int argc, char **argv);
int cmd_mod(struct cli *cli, int argc, char **argv);
int cmd_demo(struct cli *cli, int argc, char **argv);
int cmd_doctor(struct cli *cli, int argc, char **argv);
int cmd_archive(struct cli *cli, int argc, char **argv);
int cmd_search(struct cli *cli, int argc, char **argv);
int cmd_verify(struct cli *cli, int argc, char **argv);
int cmd_backup(struct cli *cli, int argc, char **argv);

#endif
