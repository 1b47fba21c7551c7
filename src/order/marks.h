/* marks: the lines of a letter that are not orders: greetings, closings, what mail programs add.
 * Inside order/ only.
 *
 * Lines come here plain: folded, with single spaces, without white space, stars and underscores
 * around them. */
#ifndef ORDER_MARKS_H
#define ORDER_MARKS_H

#include "base/buf.h"

enum { MARK_LINE = 1000 }; /* bytes; a longer line is no mark */

/* Makes a line plain in *out, which is cleared first; empty when it is longer than MARK_LINE. */
struct slice mark_plain(struct slice line, struct buf *out);

bool mark_ornament(struct slice plain);  /* nothing but lines, dots and pictures */
bool mark_signature(struct slice raw);   /* "-- ": the end, trimmed or not */
bool mark_underscores(struct slice raw); /* Outlook's rule */
bool mark_greeting(struct slice plain);  /* "BONJOUR ALICE," */
bool mark_closing(struct slice plain);   /* "END", "THANKS, BOB", "CORDIALEMENT" */
bool mark_name(struct slice plain, struct slice name); /* "- BOB.", "BOB" of BOB MEYER; both plain */
bool mark_talk(struct slice plain);       /* "SAY …", "WHISPER …": what follows is not for us */
bool mark_talk_opens(struct slice plain); /* "SAY", "WHISPER BOB": its lines follow */
bool mark_tail(struct slice plain);      /* "SENT FROM MY IPHONE" */
bool mark_header(struct slice plain);    /* "DE : …", "SUBJECT: …" */
bool mark_original(struct slice plain);  /* "-----ORIGINAL MESSAGE-----" */

/* "ON … WROTE:", "LE … A ECRIT :". A line that only begins one may be completed by the lines
 * behind it. `quoted`: the next line is a quoted one, which settles doubtful cases. */
bool mark_attribution(struct slice plain, bool quoted);
bool mark_attribution_begins(struct slice plain);

#endif
