#include "engines/boss/codes.h"

#include <stddef.h>

#define TEXT_OF(id, text) text,
static const char *const events[] = {BOSS_EVENTS(TEXT_OF)};
static const char *const mistakes[] = {BOSS_MISTAKES(TEXT_OF)};
static const char *const awaits[] = {BOSS_AWAITS(TEXT_OF)};
static const char *const invariants[] = {BOSS_INVARIANTS(TEXT_OF)};

/* Phrases that others are made of: {{>*play}}. */
#define BOSS_WORDS(X)                                                                              \
    X("boss")                                                                                      \
    X("cards")                                                                                     \
    X("card.clan")                                                                                 \
    X("card.travel")                                                                               \
    X("card.joker")                                                                                \
    X("card.recruit")                                                                              \
    X("card.boss")                                                                                 \
    X("card.stop")                                                                                 \
    X("play.travel")                                                                               \
    X("play.recruit")                                                                              \
    X("play.boss")                                                                                 \
    X("play.close")                                                                                \
    X("play.fail")                                                                                 \
    X("silence.draw")                                                                              \
    X("silence.deal")                                                                              \
    X("silence.discard")                                                                           \
    X("silence.boss")

#define EVENT_KEY(id, text)     "event." text,
#define MISTAKE_KEY(id, text)   "mistake." text,
#define AWAIT_KEY(id, text)     "await." text,
#define INVARIANT_KEY(id, text) "invariant." text,
#define WORD_KEY(text)          text,

/* clang-format off */
const char *const boss_codes[] = {
    BOSS_EVENTS(EVENT_KEY)
    BOSS_MISTAKES(MISTAKE_KEY)
    BOSS_AWAITS(AWAIT_KEY)
    BOSS_INVARIANTS(INVARIANT_KEY)
    BOSS_WORDS(WORD_KEY)
    NULL,
};
/* clang-format on */

const char *boss_event_name(enum event_code code)
{
    return events[code];
}

const char *boss_mistake_name(enum mistake_code code)
{
    return mistakes[code];
}

const char *boss_await_name(enum await_code code)
{
    return awaits[code];
}

const char *boss_invariant_name(enum invariant_code code)
{
    return invariants[code];
}
