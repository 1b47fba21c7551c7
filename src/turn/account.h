/* account: what a reader is told of a game, as a document. */
#ifndef TURN_ACCOUNT_H
#define TURN_ACCOUNT_H

#include "turn/post.h"

/* What a seat (0, SIGHT_MODERATOR) is shown: news behind a turn, by the number players read. `answer` may
 * be NULL. */
int account(struct sitting *s, int seat, int64_t news_after, json_t *answer, json_t **doc,
            struct fault *fault) CHECKED;

/* For a letter to a seat: news since its last report and, unless it has just acted, what it was told since
 * it last did. */
int account_seat(struct sitting *s, const struct seat *seat, const char *alert,
                 const struct post_answer *answer, json_t **doc, struct fault *fault) CHECKED;

/* For a watcher: news behind what he was told last. */
int account_watcher(struct sitting *s, const struct guest *g, json_t *answer, json_t **doc,
                    struct fault *fault) CHECKED;

/* Whether there is something that a seat has not been told. */
int account_news(struct sitting *s, const struct seat *seat, bool *news, struct fault *fault) CHECKED;

#endif
