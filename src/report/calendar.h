/* calendar: the deadline of a turn as iCalendar (RFC 5545), from the report's document.
 *
 * One event, at the deadline. Its UID is that of the await, so a later letter about the same turn moves
 * it in the reader's calendar instead of adding another. */
#ifndef REPORT_CALENDAR_H
#define REPORT_CALENDAR_H

#include "base/buf.h"

#include <jansson.h>
#include <stdint.h>

/* Appends it; false when the document asks for nothing until a time. `stamp` is when the letter is
 * written, `host` the domain of the house. */
bool calendar_write(const json_t *doc, const char *summary, const char *host, int64_t stamp,
                    struct buf *out);

#endif
