/* say: how an engine says what happened and what was wrong, by codes that have words in templates.
 *
 * An engine wraps these with its own lists of codes (engine/codes.h):
 *     #define SAY(play, sight, code, ...) ENGINE_SAY(play, sight, forex_event_name(code),
 * ##__VA_ARGS__) Words and texts that are NULL are left out of what is said. */
#ifndef ENGINE_SAY_H
#define ENGINE_SAY_H

#include "engine/engine.h"

/* An arg that is there only when it is so: FLAG("last", n == 4); ONE("n_one", n) for singulars. */
#define FLAG(name_, v) WORD((name_), (v) ? "1" : NULL)
#define ONE(name_, v)  FLAG((name_), (v) == 1)

/* An event, in the sight of these seats. */
void engine_say(struct play *play, sight sight, const char *code, const struct arg *args, int n);

/* A mistake about a term of the order (-1: all of it); words are copied. Returns OUTCOME_MISTAKE.
 */
enum outcome engine_wrong(struct play *play, int term, const char *code, const struct arg *args,
                          int n);

/* After that: what would be right; left empty when it does not fit. Returns OUTCOME_MISTAKE. */
enum outcome engine_try(struct play *play, const char *fmt, ...) PRINTF(2, 3);

/* Args behind a first one that is dropped, so that there may be none. */
#define ENGINE_ARGS(...)                                                                           \
    (const struct arg[]){NUM(NULL, 0), ##__VA_ARGS__} + 1,                                         \
        (int)(sizeof((const struct arg[]){NUM(NULL, 0), ##__VA_ARGS__}) / sizeof(struct arg)) - 1
#define ENGINE_SAY(play, sight, code, ...)                                                         \
    engine_say((play), (sight), (code), ENGINE_ARGS(__VA_ARGS__))
#define ENGINE_WRONG(play, term, code, ...)                                                        \
    engine_wrong((play), (term), (code), ENGINE_ARGS(__VA_ARGS__))

#endif
