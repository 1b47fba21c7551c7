/* site: games as static pages that need no server and, to be read, no script.
 *
 *     DIR/index.html, DIR/style.css, DIR/search.js
 *     DIR/GAME/index.html     players, standings, the chart, all turns
 *     DIR/GAME/turn-N.html    what happened in it, and the table after it; N as players read it, so a turn that
 *                             only its writer knew of is part of the page before
 *     DIR/GAME/journal.html   everything that was told, with a search
 *     DIR/GAME/record.json    of a game that is over
 * Of a game being played: what people see who only watch, made from their view and nothing else. Of a
 * game that is over: every order and every hand. Never an address or a token. */
#ifndef ARCHIVE_SITE_H
#define ARCHIVE_SITE_H

#include "turn/sitting.h"

struct site {
    struct house *house;
    const char *dir;
    const char *lang; /* NULL: of each game */
    json_t *games;    /* what the index lists; site_begin makes it */
    void (*progress)(const char *game, int64_t turn, int64_t turns); /* NULL: none */
    int pages;
};

int site_begin(struct site *site, struct fault *fault) CHECKED;
int site_game(struct site *site, struct sitting *s, struct fault *fault) CHECKED;
int site_end(struct site *site, struct fault *fault) CHECKED; /* the index */

/* Writes a whole file or none: under another name first. Private ones are for the owner's eyes. */
int site_file(const char *path, bool private, struct slice bytes, struct fault *fault) CHECKED;

#endif
