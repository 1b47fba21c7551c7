#include "engines/venture/codes.h"

#include <stddef.h>

#define TEXT_OF(id, text) text,
static const char *const events[] = {VENTURE_EVENTS(TEXT_OF)};
static const char *const mistakes[] = {VENTURE_MISTAKES(TEXT_OF)};
static const char *const awaits[] = {VENTURE_AWAITS(TEXT_OF)};
static const char *const invariants[] = {VENTURE_INVARIANTS(TEXT_OF)};

#define EVENT_KEY(id, text)     "event." text,
#define MISTAKE_KEY(id, text)   "mistake." text,
#define AWAIT_KEY(id, text)     "await." text,
#define INVARIANT_KEY(id, text) "invariant." text,

/* clang-format off */
const char *const venture_codes[] = {
    VENTURE_EVENTS(EVENT_KEY)
    VENTURE_MISTAKES(MISTAKE_KEY)
    VENTURE_AWAITS(AWAIT_KEY)
    VENTURE_INVARIANTS(INVARIANT_KEY)
    NULL,
};
/* clang-format on */

const char *venture_event_name(enum event_code code)
{
    return events[code];
}

const char *venture_mistake_name(enum mistake_code code)
{
    return mistakes[code];
}

const char *venture_await_name(enum await_code code)
{
    return awaits[code];
}

const char *venture_invariant_name(enum invariant_code code)
{
    return invariants[code];
}
