/* lines: from the text of a letter to the lines that are orders.
 *
 * Orders are the unquoted lines up to a signature ("-- "), an END or THANKS line (in English or
 * French), or the beginning of a quoted reply ("On … wrote:", "Le … a écrit :", "-----Original
 * Message-----", "De : … Envoyé :", Outlook's rule of underscores, and their like). Quoted lines
 * begin with '>' or '|'; '#' begins a comment (but not inside a word like #4, which refers to a
 * number). Greetings ("Hello", "Bonjour Alice,") and phone tails ("Sent from my iPhone", "Envoyé de
 * mon iPhone") are left out. Bottom posting works: lines below a quoted block count. What a reply
 * quotes without marking its lines cannot be told from orders, so nothing behind its beginning
 * counts.
 *
 * SAY alone on its line (WHISPER with nothing but a name) takes all lines down to one that says END
 * as its own; that END does not end the letter. Nothing behind # is cut off from what is said. */
#ifndef ORDER_LINES_H
#define ORDER_LINES_H

#include "base/arena.h"

enum { LINES_MAX = 500 };

struct order_line {
    struct slice text; /* trimmed, without comment */
    int number;        /* in the letter's text, from 1 */
    struct slice block; /* SAY alone on its line: the lines down to END, as written; p NULL: none */
};

struct order_lines {
    struct order_line *v;
    int n;
    bool too_many; /* there were more than LINES_MAX; v holds the first ones */
};

struct order_reader;

/* Leaves out the last line when it is nothing but the writer's name, or the first word of it, and no order
 * is spelt like that. A letter of one line keeps it. */
void order_lines_unsign(struct order_lines *lines, const char *name, const struct order_reader *reader,
                        struct arena *arena);

/* The slices point into `text`, which must be clean UTF-8 (utf8_clean). */
void order_lines(struct slice text, struct arena *arena, struct order_lines *out);

#endif
