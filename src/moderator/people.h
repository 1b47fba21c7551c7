/* people: who the moderators of a game are, and the letters they get.
 *
 * A moderator is named when the game is made, or moderates all games of the house by its
 * configuration. Who has a seat in a game does not moderate it, unless the game was made so
 * (POWER_PLAYS). */
#ifndef MODERATOR_PEOPLE_H
#define MODERATOR_PEOPLE_H

#include "turn/sitting.h"
#include "turn/token.h"

/* Those who may rule over the game now, by number. House moderators who are new to it are added to
 * the store when it can be written (inside the caller's transaction). */
int moderators_list(struct sitting *s, struct moderator **v, int *n, struct fault *fault) CHECKED;
int moderators_have(struct sitting *s, const char *address, bool *found, struct fault *fault) CHECKED;

/* Whose reply address it is; out->number = 0: there is none. */
int moderators_find(struct sitting *s, const struct reply_address *reply, struct moderator *out,
                    struct fault *fault) CHECKED;

/* The language somebody reads: his own if he plays anywhere in the house, else the game's. */
const char *moderators_lang(struct sitting *s, const char *address);

/* A letter to a moderator: template moderator.txt with {"answer":…} or {"notice":{"code":…}}.
 * `confirm` is the number his reply confirms, 0: none. */
struct moderator_letter {
    const struct moderator *to;
    const char *answers; /* Message-ID, or NULL */
    int64_t confirm;
    bool greeting;
    json_t *answer, *notice; /* borrowed, either may be NULL */
    json_t *peek;            /* a seat's report in place of all that; borrowed */
};
int moderators_post(struct sitting *s, const struct moderator_letter *l, struct fault *fault) CHECKED;

/* The document of such a letter; a new reference. */
json_t *moderators_document(struct sitting *s, const struct moderator_letter *l);

/* Something needs a moderator: {"code":"notice.…", …}; borrowed. */
int moderators_tell(struct sitting *s, json_t *notice, struct fault *fault) CHECKED;

#endif
