/* search: words in what was told, by SQLite's full-text index.
 *
 * The index holds what happened and what was ordered, in every language there is, and runs behind the
 * journal: a search brings it up to the present first, so that playing costs nothing. What a reader
 * cannot see has no part in what he finds: entries in his sight only (all of them when the game is
 * over), newest first, without a rank. */
#ifndef ARCHIVE_SEARCH_H
#define ARCHIVE_SEARCH_H

#include "archive/told.h"

enum { SEARCH_MOST = 50 };

/* Inside the caller's transaction. */
int search_index(struct sitting *s, struct fault *fault) CHECKED;

struct search {
    int reader; /* whose sight; SIGHT_MODERATOR: all */
    bool host;  /* turns are numbered as the command line takes them, whoever reads */
    struct slice words;
    int max;
};

/* {"words":"oil","found":[{"turn":3,"code":…}],"more":true}, turns as
 * report_put_turn() has them; the index must be up to date. */
int search_find(struct sitting *s, const struct search *what, json_t **found, struct fault *fault) CHECKED;

/* One line of words for a thing found, in a language. */
int search_line(struct sitting *s, const char *lang, json_t *thing, struct buf *out,
                struct fault *fault) CHECKED;

#endif
