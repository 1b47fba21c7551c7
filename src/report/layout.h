/* layout: plain text for a mail: columns and lines of at most 72.
 *
 * Templates separate the cells of a table with tabs; consecutive lines with the same number of
 * tabs form a table. A column is as wide as its widest cell; one whose cells below the first row
 * are all numbers is set right. In a table too wide the widest columns of words are made narrower
 * and their cells go on in the line below. Other lines longer than the width are wrapped at spaces,
 * with the indent of their first line and two more behind "- ". More than one empty line becomes one.
 * A line behind an arrow ("→ ") is an order to be copied and stays whole. */
#ifndef REPORT_LAYOUT_H
#define REPORT_LAYOUT_H

#include "base/buf.h"

enum { LAYOUT_WIDTH = 72 };

void layout_text(struct slice text, struct buf *out);

#endif
