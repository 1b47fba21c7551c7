#include "engines/capital/codes.h"

#include <stddef.h>

#define TEXT_OF(id, text) text,
static const char *const events[] = {CAPITAL_EVENTS(TEXT_OF)};
static const char *const mistakes[] = {CAPITAL_MISTAKES(TEXT_OF)};
static const char *const awaits[] = {CAPITAL_AWAITS(TEXT_OF)};
static const char *const invariants[] = {CAPITAL_INVARIANTS(TEXT_OF)};

#define EVENT_KEY(id, text)     "event." text,
#define MISTAKE_KEY(id, text)   "mistake." text,
#define AWAIT_KEY(id, text)     "await." text,
#define INVARIANT_KEY(id, text) "invariant." text,

/* clang-format off */
const char *const capital_codes[] = {
    CAPITAL_EVENTS(EVENT_KEY)
    CAPITAL_MISTAKES(MISTAKE_KEY)
    CAPITAL_AWAITS(AWAIT_KEY)
    CAPITAL_INVARIANTS(INVARIANT_KEY)
    NULL,
};
/* clang-format on */

const char *capital_event_name(enum event_code code)
{
    return events[code];
}

const char *capital_mistake_name(enum mistake_code code)
{
    return mistakes[code];
}

const char *capital_await_name(enum await_code code)
{
    return awaits[code];
}

const char *capital_invariant_name(enum invariant_code code)
{
    return invariants[code];
}
