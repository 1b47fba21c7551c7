/* html: the HTML of a letter to plain text.
 *
 * For reading orders, not for beauty: lines where a reader sees lines, "> " before what is quoted
 * (blockquote, and the marks the great mail programs put around replies), nothing of scripts and
 * styles. One pass, linear in time, no recursion. */
#ifndef MAIL_HTML_H
#define MAIL_HTML_H

#include "base/buf.h"

#include <stdint.h>

void mail_html_text(struct slice html, struct buf *out); /* UTF-8 in and out, LF lines */

/* The character that an entity at the start of s ("&eacute;", "&#233;", "&#xe9;") stands for, and
 * its length; 0 when it is none. */
size_t mail_html_entity(struct slice s, uint32_t *c);

#endif
