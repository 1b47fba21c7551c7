/* intake: whose letter it is, and whether it is answered at all. */
#ifndef RUN_INTAKE_H
#define RUN_INTAKE_H

#include "mail/reader.h"
#include "run/run.h"
#include "turn/post.h"

/* What the reader made of a letter. */
struct read_letter {
    enum reading_result result;
    struct letter letter;
};

/* Takes in one stored letter: finds game and seat, plays it, queues what it causes and writes the
 * verdict, all inside the caller's savepoint. */
int intake_letter(struct run *run, struct letter_in *in, const struct read_letter *read,
                  struct arena *arena, struct fault *fault) CHECKED;

/* intake_lobby.c: a letter with the key of somebody invited, watching or moving; and one that opens
 * nothing, with something a stranger may ask. *taken = false: it is not. */
int intake_guest(struct run *run, struct letter_in *in, const struct read_letter *read,
                 struct arena *arena, bool *taken, struct fault *fault) CHECKED;
int intake_asks(struct run *run, struct letter_in *in, const struct read_letter *read,
                struct arena *arena, bool *taken, struct fault *fault) CHECKED;

/* A letter with a moderator's key (intake_moderator.c): done and answered. *taken = false: it is none. */
int intake_moderator(struct run *run, struct letter_in *in, const struct read_letter *read,
                     struct arena *arena, bool *taken, struct fault *fault) CHECKED;

/* Who has the key of somebody invited, watching or moving, as a word of its own; NULL: the letter has
 * none (intake_lobby.c). Whether that is the key of a moderator (intake_moderator.c). */
const char *intake_visitor(struct run *run, const struct letter *letter, struct arena *arena);
struct reply_address;
bool intake_moderates(struct run *run, const struct reply_address *reply, struct arena *arena);

/* The last letter to who has resigned with this answer, and word to the moderator. */
int intake_farewell(struct sitting *s, const struct post_answer *out, struct fault *fault) CHECKED;

/* Writes the verdict on a letter and counts it. */
int intake_verdict(struct run *run, struct letter_in *in, enum letter_status status, const char *why,
                   struct fault *fault) CHECKED;

/* Sets a letter aside and tells the moderator of the house, if there is one. */
int intake_aside(struct run *run, struct letter_in *in, const char *why, struct fault *fault) CHECKED;

/* The header of a letter that could not be read, reduced to what is needed to answer it. */
void intake_head(struct slice bytes, struct buf *out);

#endif
