/* people: the part of new, list and status that is about people who come to a game. */
#ifndef CLI_PEOPLE_H
#define CLI_PEOPLE_H

#include "cli/cli.h"
#include "turn/sitting.h"

void people_begun(struct cli *cli, const struct sitting *s); /* who sits where */
int people_list_open(struct cli *cli, struct house *house, bool json, struct fault *fault) CHECKED;
int people_list_players(struct cli *cli, struct house *house, bool json, struct fault *fault) CHECKED;
int people_status(struct cli *cli, struct house *house, const struct game *game, bool json,
                  struct fault *fault) CHECKED;

#endif
