#include "engines/forex/codes.h"

#include <stddef.h>

#define TEXT_OF(id, text) text,
static const char *const events[] = {FOREX_EVENTS(TEXT_OF)};
static const char *const mistakes[] = {FOREX_MISTAKES(TEXT_OF)};
static const char *const awaits[] = {FOREX_AWAITS(TEXT_OF)};
static const char *const invariants[] = {FOREX_INVARIANTS(TEXT_OF)};

#define EVENT_KEY(id, text)     "event." text,
#define MISTAKE_KEY(id, text)   "mistake." text,
#define AWAIT_KEY(id, text)     "await." text,
#define INVARIANT_KEY(id, text) "invariant." text,

/* clang-format off */
const char *const forex_codes[] = {
    FOREX_EVENTS(EVENT_KEY)
    FOREX_MISTAKES(MISTAKE_KEY)
    FOREX_AWAITS(AWAIT_KEY)
    FOREX_INVARIANTS(INVARIANT_KEY)
    NULL,
};
/* clang-format on */

const char *forex_event_name(enum event_code code)
{
    return events[code];
}

const char *forex_mistake_name(enum mistake_code code)
{
    return mistakes[code];
}

const char *forex_await_name(enum await_code code)
{
    return awaits[code];
}

const char *forex_invariant_name(enum invariant_code code)
{
    return invariants[code];
}
