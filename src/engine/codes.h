/* codes: everything an engine can say, in one list, so that a test can hold the phrases of every
 * language against it.
 *
 * The engine's codes.h writes four lists of X(ID, "text"): FOREX_EVENTS(X), FOREX_MISTAKES(X),
 * FOREX_AWAITS(X), FOREX_INVARIANTS(X), and below them
 *     CODES_DECLARE(forex, FOREX)
 * which makes the names EV_, NO_, AW_ and BAD_ of them, functions for their texts, and forex_codes,
 * the keys of the phrases ("event.invest"). Its codes.c is CODES_DEFINE(forex, FOREX). */
#ifndef ENGINE_CODES_H
#define ENGINE_CODES_H

#include <stddef.h>

#define CODE_EVENT(id, text)     EV_##id,
#define CODE_MISTAKE(id, text)   NO_##id,
#define CODE_AWAIT(id, text)     AW_##id,
#define CODE_INVARIANT(id, text) BAD_##id,

#define CODES_DECLARE(name, NAME)                                                                  \
    enum event_code { NAME##_EVENTS(CODE_EVENT) };                                                 \
    enum mistake_code { NAME##_MISTAKES(CODE_MISTAKE) };                                           \
    enum await_code { NAME##_AWAITS(CODE_AWAIT) };                                                 \
    enum invariant_code { NAME##_INVARIANTS(CODE_INVARIANT) };                                     \
    const char *name##_event_name(enum event_code code);                                           \
    const char *name##_mistake_name(enum mistake_code code);                                       \
    const char *name##_await_name(enum await_code code);                                           \
    const char *name##_invariant_name(enum invariant_code code);                                   \
    extern const char *const name##_codes[]; /* ends with NULL */

#define CODE_TEXT(id, text)          text,
#define CODE_EVENT_KEY(id, text)     "event." text,
#define CODE_MISTAKE_KEY(id, text)   "mistake." text,
#define CODE_AWAIT_KEY(id, text)     "await." text,
#define CODE_INVARIANT_KEY(id, text) "invariant." text,

#define CODES_TEXTS(name, enum_, LIST)                                                             \
    const char *name(enum enum_ code)                                                              \
    {                                                                                              \
        static const char *const texts[] = {LIST(CODE_TEXT)};                                      \
        return texts[code];                                                                        \
    }

#define CODES_DEFINE(name, NAME)                                                                   \
    CODES_TEXTS(name##_event_name, event_code, NAME##_EVENTS)                                      \
    CODES_TEXTS(name##_mistake_name, mistake_code, NAME##_MISTAKES)                                \
    CODES_TEXTS(name##_await_name, await_code, NAME##_AWAITS)                                      \
    CODES_TEXTS(name##_invariant_name, invariant_code, NAME##_INVARIANTS)                          \
    const char *const name##_codes[] = {                                                           \
        NAME##_EVENTS(CODE_EVENT_KEY) NAME##_MISTAKES(CODE_MISTAKE_KEY)                            \
            NAME##_AWAITS(CODE_AWAIT_KEY) NAME##_INVARIANTS(CODE_INVARIANT_KEY) NULL};

#endif
